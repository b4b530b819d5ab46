"""How many decisions a file has, in a sentence and as a table."""

from __future__ import annotations

from simcli.report import formatting as fmt
from simcli.report.answer import Answer
from simcli.report.table.view import TEXT, Column, View, without_empty
from simcli.studies.decisions.record import Decisions

TITLE, QUESTION = "decisions as data", "What do the actions of a decision bring?"
METHOD = (
    "Every game is played by computer strategies under the complete rules; all chance comes from a seeded generator.",
    "Of each game one choice is drawn, and stands for all choices of its game (column choices).",
    "The action taken, and those that the plan likes best, are played to the end by the players of the game, in the same worlds: what the "
    "player cannot know is dealt again, dice and luck are the same for all actions. The worlds are in two halves.",
)


def answer(found: Decisions) -> Answer:
    """`1,204 actions of 400 choices are in decisions.parquet.`"""
    if not found.actions:
        return Answer("Nobody had a choice to look at.")
    claim = f"{fmt.count(found.actions)} actions of {fmt.count(found.looked)} choices are in {found.file}."
    return Answer(claim, f"Each action was played to the end in {fmt.count(found.worlds)} worlds, common to those of its choice.")


def view_of(found: Decisions) -> View:
    """A row for each kind of decision."""
    columns = (Column("Variant", TEXT), Column("Players"), Column("Decision", TEXT), Column("Choices"), Column("Actions"))
    rows = tuple(
        (one.variant or fmt.DASH, str(one.players), one.decision, fmt.count(one.looked), fmt.count(one.actions)) for one in found.counts
    )
    return without_empty(View("Decisions in the file", columns, rows))
