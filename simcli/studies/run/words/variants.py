"""How the variants of a run differ, in sentences: of a few each against the base, of many the closest and the widest, where they are
certain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from simcli.report import formatting as fmt
from simcli.report.words import differences as d
from simcli.report.words import verdicts as v
from simcli.stats.summary import Cell, Interval, Summary, Tested
from simcli.stats.verdicts import EVEN, LESS, MORE, Verdict
from simcli.studies.run.ranking import RankedCell, differ, ranking

FEW = 4
"""Up to so many variants are named one by one."""


def answer(summary: Summary, cells: Sequence[Cell], rerun: str) -> tuple[str, str]:
    """What each of a few variants changes against the base, or of many which have the closest games, for each number of players.

    Then the verdicts of seats and strategies, counted.
    """
    rows = ranking(summary)
    counts = list(dict.fromkeys(row.players for row in rows))
    sentences = []
    for players in counts:
        where = f"With {fmt.players_text(players)}: " if len(counts) > 1 else ""
        group = [row for row in rows if row.players == players]
        own = [cell for cell in cells if cell.players == players and not cell.rests_on_unended]
        if len(group) > FEW:
            texts = d.sweep_sentences(summary, own) if all(variant.patch for variant in summary.variants or ()) else _many(group)
            sentences += [_sentence(where + text) for text in texts]
        else:
            unsure = {cell.variant for cell in cells if cell.players == players and cell.rests_on_unended}
            compared = [cell for cell in own if cell.base and cell.base not in unsure]  # also of a base that is not shown
            in_full = len(counts) * len(compared) == 1
            sentences += [_sentence(f"{where}what {d.sentence(summary, cell, in_full=in_full)}") for cell in compared]
    compared = [cell for cell in cells if cell.base and not cell.rests_on_unended]
    rest = [d.settle_text(compared, rerun)] if len(compared) < FEW * len(counts) else []
    plans: list[Tested] = [row for cell in cells for row in cell.strategies if row.test.verdict]
    seats: list[Tested] = [row for cell in cells for row in cell.seats if row.test.verdict]
    for tested, what in ((plans, "verdicts on plans"), (seats, "verdicts on seats")):
        if tested:
            rest += [v.counts_text(tested, what), v.decide_text(tested, rerun)]
    return " ".join(sentences), " ".join(filter(None, rest))


def plans_texts(cells: Sequence[Cell]) -> Iterator[str]:
    """Whose verdict is the same in all variants, whose flips with the variant, and whose is open, for each number of players."""
    counts = list(dict.fromkeys(cell.players for cell in cells))
    for players in counts:
        group = [cell for cell in cells if cell.players == players]
        verdicts: dict[str, list[Verdict | None]] = {}
        for cell in group:
            for row in cell.strategies:
                verdicts.setdefault(row.name, []).append(row.test.verdict)
        same, flips, still = _by_stability(verdicts)
        parts = [f"the verdict is the same in all {len(group)} variants for {fmt.listing(same)}"] if same else []
        parts += [f"the verdict changes with the variant for {fmt.listing(flips)}"] if flips else []
        parts += [f"whether the verdict changes with the variant is open for {fmt.listing(still)}"] if still else []
        where = f"With {fmt.players_text(players)} " if len(counts) > 1 else ""
        yield _sentence(f"{where}{'; '.join(parts)}.")


def _by_stability(verdicts: Mapping[str, Sequence[Verdict | None]]) -> tuple[list[str], list[str], list[str]]:
    """Names with one decided verdict throughout, with several decided ones, and the others."""
    same, flips, still = [], [], []
    for name, found in verdicts.items():
        decided: list[Verdict] = [one for one in (MORE, EVEN, LESS) if one in found]
        if len(decided) > 1:
            flips.append(f"{name} ({fmt.listing([f'{v.word(one)} in {found.count(one)}' for one in decided])})")
        elif len(decided) == 1 and len(set(found)) == 1:
            same.append(f"{name} ({v.word(found[0])})")
        else:
            still.append(name)
    return same, flips, still


def _points(bounds: Interval) -> str:
    return f"{fmt.points(bounds.value, 2)} {fmt.points_interval(bounds, 2)}"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _many(group: Sequence[RankedCell]) -> Iterator[str]:
    """The closest and the widest where they are certain, else how many come into question."""
    apart, group = sum(row.margin is None for row in group), [row for row in group if row.margin is not None]
    if apart:
        yield f"{apart} of {apart + len(group)} variants {'is' if apart == 1 else 'are'} not ranked, for games that did not end."
    if len(group) < 2:
        return
    if not _differs(group):
        yield f"which of the {len(group)} variants gives the closest games is not yet known: no margin differs from another for certain."
        return
    last = len(group)
    for word, place, of_all in (("closest", 0, 1), ("widest", 1, last)):
        able = [row for row in group if row.margin is not None and row.margin[place] == of_all]
        if len(able) == 1:
            yield f"the {word} games of {last} variants are those of {able[0].variant} (margin {_points(able[0].cell.margin_mean)})."
        else:
            low, high = (f(row.cell.margin_mean.known for row in able) for f in (min, max))
            reach = f"margins from {fmt.points(low, 2)} to {fmt.points(high, 2)} points, none certainly {_other(word)} than the others"
            yield f"{len(able)} of {last} variants may have the {word} games ({reach})."


def _other(word: str) -> str:
    return {"closest": "wider", "widest": "closer"}[word]


def _differs(group: Sequence[RankedCell]) -> bool:
    """Whether the margins of two of the variants differ for certain."""
    values = [row.cell.margin_mean for row in group]
    return any(differ(one, other, len(group)) for i, one in enumerate(values) for other in values[:i])
