"""What a strategy file of `kind: search` says: the strategy its roll-outs are played with, its budget, how many actions it tries."""

from __future__ import annotations

from dataclasses import dataclass

from simcli.config.players.weights import read_thousandths
from simcli.config.yaml.document import Document
from simcli.config.yaml.problems import Problems
from simcli.config.yaml.values import is_number, whole_fault

ROLLOUT = "balanced"
"""Name of the strategy that roll-outs are played with where a file names none."""
PLAYOUTS, BEST = 50, 8
LEAD = 1000
VERSION = 2
"""Raised when the same file plays otherwise: 2 chooses by win share and lead, 1 by win share alone."""
MOST_PLAYOUTS, MOST_BEST, MOST_LEAD = 100_000, 1000, 10


@dataclass(frozen=True)
class Search:
    """rollout: name of a strategy with weights; playouts: per decision, of all actions together; best: most actions that are tried.

    lead: standard errors (x1000) by which another action than the favourite must be ahead to be taken; version: of how it is searched.
    """

    rollout: str
    playouts: int
    best: int
    lead: int
    version: int = VERSION


def read_search(document: Document, problems: Problems) -> Search:
    """The budget of a search as written, defaults where it says nothing; problems for all that is no number in range."""
    rollout = document.data.get("rollout", ROLLOUT)
    playouts = _whole(document, "playouts", PLAYOUTS, MOST_PLAYOUTS, problems)
    best = _whole(document, "best", BEST, MOST_BEST, problems)
    lead = read_thousandths(document, ("lead",), document.data["lead"], 0, problems, high=MOST_LEAD) if "lead" in document.data else LEAD
    return Search(str(rollout), playouts, best, LEAD if lead is None else lead)


def _whole(document: Document, key: str, default: int, most: int, problems: Problems) -> int:
    """A whole number from 2 to `most`: one action, or one playout, is nothing to choose by."""
    value = document.data.get(key, default)
    if fault := whole_fault(value, 2, most):
        few = is_number(value) and value < 2
        hint = "one is nothing to compare: name the roll-out strategy itself to play without a search" if few else fault[1]
        problems.add(document.value((key,)), f"{key}: {fault[0]}", hint)
        return default
    return int(value)
