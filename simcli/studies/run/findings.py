"""What the numbers say: the answer to the run's question, and findings by topic."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

from simcli.report import formatting as fmt
from simcli.report.answer import MOST_WORDS, Answer, of_rows
from simcli.report.words import verdicts as v
from simcli.stats.summary import CardResult, Cell, Subject, Summary, Tested
from simcli.stats.verdicts import EVEN
from simcli.studies.in_run import Answers, parts
from simcli.studies.run.words import bans as ban_texts
from simcli.studies.run.words import items as item_texts
from simcli.studies.run.words import scores as score_texts
from simcli.studies.run.words import unended as stall_texts
from simcli.studies.run.words import variants as variant_texts
from simcli.studies.run.words.claims import plan_rows, seat_rows, told

SUBJECTS: tuple[Subject, ...] = get_args(Subject)
"""What an answer is about when the config does not say so: the first of these that the run has."""

WHETHER = re.compile(
    r"(?:Does|Do|Did|Is|Are|Has|Have|Can|Will)\b(?!.*\band (?:what|which|how|when|does|do|is|are)\b)"
    r".*\b(?:matters?|changes?|depends?|differs?|too (?:often|rarely|strong|weak)|more or less|(?P<more>more than an? even share))\b"
    r"[^?]*\?$",
    re.DOTALL | re.IGNORECASE,
)
"""A question that is answered with Yes where something stands out, with No where nothing does."""
SMALL_WORDS = {"a", "all", "an", "it", "no", "nobody's", "none", "the", "with", "without"}
"""First words of a claim that are no names."""


def answer(summary: Summary, rerun: str = v.RERUN) -> Answer:
    """The answer to the run's question; `rerun` is the command without its number of deals, an empty text for none."""
    cells = summary.played
    if not cells:
        return Answer("Nothing has been played yet.")
    company = tuple(cell for cell in cells if cell.is_contest)
    doubts = stall_texts.warnings(company or cells)
    if company:
        found = _first_answer(summary, company, rerun) or NOTHING_TO_COMPARE
    else:
        spread = item_texts.spread_answer(cells, summary.about_kinds) if summary.about == "items" else None
        found = spread or (summary.has_variants and variant_texts.answer(summary, cells, rerun)) or score_texts.of_level(cells)
    return replace(found, because=(*doubts, *found.because))


NOTHING_TO_COMPARE = Answer("These games are counted below; there is nothing to compare.")


def _first_answer(summary: Summary, cells: Sequence[Cell], rerun: str) -> Answer | None:
    """What makes any other answer void, else that of the first topic that has one."""
    if summary.about != "stalls" and (void := stall_texts.first(cells)):
        return void
    of_studies = {part.about: part.answer for _, part in parts()}
    answers = ((_ANSWERS.get(topic) or of_studies[topic])(summary, cells, rerun) for topic in _topics(summary))
    found = next((one for one in answers if one is not None), None)
    return found if found is None else yes_or_no(found, summary.question or "")


def overall_tone(summary: Summary) -> str:
    """Gravest tone of what the answer is about."""
    topic = next(iter(_topics(summary)))
    rows: list[Tested | CardResult] = []
    rows += summary.cards if topic == "cards" and summary.cards else ()
    for cell in filter(lambda cell: cell.is_contest, summary.cells):
        rows += cell.restricted if topic == "bans" else ()
        rows += cell.strategies if topic not in ("cards", "bans", "seats") else ()
        rows += cell.seats if topic not in ("cards", "bans", "strategies") else ()
    return v.tone_of([row.test.verdict for row in rows])


def _topics(summary: Summary) -> list[Subject]:
    """Topics in the order of the page: what the config asks about, then the others."""
    cells = summary.cells
    has: dict[Subject, bool] = {
        "stalls": summary.about == "stalls",
        "cards": bool(summary.cards),
        "bans": any(cell.bans for cell in cells),
        "variants": summary.has_variants,
        "strategies": any(v.has_rivals(cell) for cell in cells),
        "seats": any(row.test.verdict for cell in cells for row in cell.seats),
        "scores": summary.about == "scores",
        "items": any(cell.items for cell in cells),
    }
    order = sorted(SUBJECTS, key=lambda topic: topic != summary.about)
    return [topic for topic in order if has[topic]] or ["seats"]


def yes_or_no(found: Answer, question: str) -> Answer:
    """The answer with a word before it, where it is asked whether something matters, changes or wins too often: `Yes: seat 1 wins ...`

    Yes where a result is certain, No where all are even; nothing where it is said to be unclear.
    """
    judged, asks = [row for row in found.rows if row.test.verdict is not None], WHETHER.match(question)
    if not judged or not asks or found.claim.startswith("It is unclear"):
        return found
    sure = [row for row in judged if row.is_sure and (not asks["more"] or row.effect.known > 0.0)]
    word = "Yes" if sure else "No" if all(row.test.verdict == EVEN for row in judged) else "Unclear"
    first, _, rest = found.claim.partition(" ")
    small = {row.subject.split(" ")[0] for row in found.rows} | SMALL_WORDS
    said = f"{first.lower() if first.lower() in small else first} {rest}"
    whole = f"{word}: no {judged[0].kind} is certain to, but {said}"  # where others than it asks about are certain
    is_short = word == "Unclear" and any(row.is_sure for row in judged) and len(whole.split()) <= MOST_WORDS + 1
    return replace(found, claim=whole if is_short else f"{word}: {said}")


def _seat_answer(summary: Summary, cells: Sequence[Cell], rerun: str) -> Answer | None:
    """Is it good to begin; does the seat matter?"""
    claim, rows = told(seat_rows(cells, summary.about_item if summary.about == "seats" else None))
    return of_rows(claim, rows, rerun) if rows else None


def _strategy_answer(summary: Summary, cells: Sequence[Cell], rerun: str) -> Answer | None:
    """Which plans win more or less than an even share against the field."""
    name = summary.about_item if summary.about == "strategies" else None
    claim, rows = told(plan_rows(cells, name))
    if not rows:
        return None
    if name is None and all(row.win_share_se == 0.0 and row.win_share.value == row.even_share for cell in cells for row in cell.strategies):
        deals = fmt.count(max(cell.deals for cell in cells))
        claim = f"{fmt.few([row.name for row in cells[0].strategies])} win exactly alike in each of {deals} deals."
    elif name is None and (changing := variant_texts.changing_plans(rows)):
        return of_rows(*changing, rerun)
    return of_rows(claim, rows, rerun)


_ANSWERS: dict[Subject, Answers] = {
    "stalls": stall_texts.answer,
    "bans": ban_texts.answer,
    "variants": variant_texts.answer,
    "strategies": _strategy_answer,
    "seats": _seat_answer,
    "items": item_texts.answer,
    "scores": score_texts.answer,
}
