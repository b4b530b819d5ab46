"""The answer to a question: one sentence, how sure it is, what is to be kept in mind, what to do next, and the rows all this is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from simcli.report import formatting as fmt
from simcli.stats.answer_rows import AnswerRow
from simcli.stats.verdicts import OPEN, SIZE_OPEN, UNKNOWN, TestResult

MOST_WORDS, MOST_SURE, MOST_NUMBERS = 24, 20, 2
"""Words of a claim, before which Yes or No may stand, and of how sure it is; numbers of a claim. A name that users give is one word."""

UNKNOWN_COST = "how many deals it takes cannot be said"


@dataclass(frozen=True)
class Answer:
    """What stands on a terminal, a page and in JSON before anything else; picture and first table are made of its rows."""

    claim: str
    """the answer in one sentence"""
    sure: str = ""
    """how many of the rows are certain, and what would settle the rest"""
    because: Sequence[str] = ()
    """what it rests on and must be kept in mind; folded on a page"""
    next: str = ""
    """a command that says more"""
    rows: Sequence[AnswerRow] = ()
    """the results it rests on, the one that is named first before the others; none where there is nothing to show"""
    settled: int | None = None
    """deals that settle what is open, where they are not those that the rows make: a gate wants all of it settled"""

    def __str__(self) -> str:
        return self.claim

    @property
    def is_open(self) -> bool:
        """Whether more deals may decide a result that it rests on."""
        return any(row.test.verdict in OPEN for row in self.rows)

    @property
    def deals(self) -> int | None:
        """The deals that settle most of what is open; None where nothing is, or where that is not known."""
        return self.settled if self.settled is not None else deals_to_settle([row.test for row in self.rows])

    @property
    def said(self) -> tuple[str, str]:
        """The answer and how sure it is: what stands above all else."""
        return self.claim, self.sure

    @property
    def written(self) -> tuple[str, str, Sequence[AnswerRow]]:
        """What JSON has of it: `answer`, `confidence` and `answer_rows`."""
        return self.claim, self.sure, self.rows


def of_rows(claim: str, rows: Sequence[AnswerRow], rerun: str = "", because: Sequence[str] = (), result: str = "result") -> Answer:
    """An answer whose confidence counts its rows; `rerun`: the command except for its number of deals, or nothing."""
    tests = [row.test for row in rows]
    return Answer(claim, sure_text(tests, result), because, settled_by(tests, rerun), rows)


def sure_text(tests: Sequence[TestResult], result: str = "result") -> str:
    """`5 of 9 results are unclear; about 15,000 deals would settle most.` Empty for no results.

    A result is unclear where not even its direction is certain. `result`: what one is called.
    """
    known = [one for one in tests if one.verdict is not None]
    if not known:
        return ""
    n, still = len(known), to_settle(known)
    if not still:
        return f"{fmt.part_of(n, n, result)} certain."
    unclear, deals = still[0].verdict == UNKNOWN, deals_to_settle(known)
    rest = "the size" if not unclear else "it" if len(still) == 1 else "most"
    cost = f"about {fmt.count(deals)} deals would settle {rest}" if deals else UNKNOWN_COST
    return f"{fmt.part_of(len(still), n, result)} {'unclear' if unclear else 'certain in direction only'}; {cost}."


def to_settle(tests: Sequence[TestResult]) -> list[TestResult]:
    """The results that more deals are for: those whose direction is unclear, or where there are none, those whose size is open."""
    return [one for one in tests if one.verdict == UNKNOWN] or [one for one in tests if one.verdict in SIZE_OPEN]


def deals_to_settle(tests: Sequence[TestResult]) -> int | None:
    """Deals that settle most of `to_settle`, each with nine chances in ten: their median; None where it is not known."""
    still = to_settle(tests)
    needed = sorted(one.deals_90 for one in still if one.deals_90 is not None)
    return needed[len(needed) // 2] if 2 * len(needed) > len(still) else None


def settled_by(tests: Sequence[TestResult], rerun: str) -> str:
    """The command that plays this number of deals; empty where nothing is open, or without a command."""
    deals = deals_to_settle(tests)
    return f"{rerun} --deals {deals}" if rerun and deals is not None else ""
