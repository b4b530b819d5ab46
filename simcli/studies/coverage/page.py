"""The page of what came in the games of a config."""

from __future__ import annotations

from collections.abc import Mapping

from simcli.report.table.csv import CsvTable
from simcli.studies.coverage import words
from simcli.studies.coverage.record import Coverage, Thing

TITLE, QUESTION = "what comes", "Does everything come that can come, and with whom?"
RECORD = Coverage
TABLE = CsvTable(words.lines, ("first", "second"))
METHOD = (
    "Every game is played by computer strategies under the complete rules; all chance comes from a seeded generator.",
    "Decisions: how often each was asked with one legal action, and with several. Effects: how often each fired, and in how many games of a"
    " player. Items: copies offered, and held at the end.",
    "Undone: decisions between two at which a player was asked at the same position in one turn.",
    "What never comes with these players may come with others: strategies decide what is taken.",
)

answer_of, views_of = words.answer, words.views


def json_of(record: Coverage, data: Mapping[str, object]) -> dict[str, object]:
    """The JSON of a record: of every thing its two counts by strategy, each under the name of what it counts; `data`: the plain record."""
    things, undone = ([_thing(thing) for thing in part] for part in (record.things, record.undone))
    return {**data, "missing": len(record.missing), "things": things, "undone": undone}


def _thing(thing: Thing) -> dict[str, object]:
    counts = {what: {name: pair[i] for name, pair in thing.counts.items()} for i, what in enumerate(thing.counted)}
    return {"kind": thing.kind, "id": thing.id, "name": thing.name, "is_missing": thing.is_missing, "why": thing.why} | counts
