"""How the variants of a run differ, in sentences. Nothing is called closest or widest unless the others are beaten for certain."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from simcli.report import verdict_texts as v
from simcli.report import words
from simcli.report.ranking import differ, ranking
from simcli.report.words import Record

FEW = 4
"""Up to so many variants are named one by one."""
NAMES = {"margin_mean": "margin", "rounds_mean": "rounds", "winning_score_mean": "winning score", "tie_share": "shared victories"}


def answer(summary: Mapping[str, Any], cells: Sequence[Record], rerun: str) -> tuple[str, str]:
    """What differs between the variants for certain, for each number of players; then the verdicts of seats and strategies, counted."""
    rows = ranking(summary)
    counts = list(dict.fromkeys(row["players"] for row in rows))
    sentences = []
    for players in counts:
        where = f"With {words.players_text(players)}: " if len(counts) > 1 else ""
        group = [row for row in rows if row["players"] == players]
        sentences += [_sentence(where + text) for text in (_few(group) if len(group) <= FEW else _many(group))]
        if len(group) <= FEW:
            sentences += [where + text for text in patched_items(summary, group, cells)]
    rest: list[str] = []
    for field, what in (("strategies", "verdicts on plans"), ("seats", "verdicts on seats")):
        judged = [row for cell in cells for row in cell[field] if row["verdict"]]
        if judged and (field == "seats" or any(v.has_rivals(cell) for cell in cells)):
            rest += [v.counts_text(judged, what), v.settle_text(judged, rerun)]
    return " ".join(sentences), " ".join(filter(None, rest))


def plans(cells: Sequence[Record]) -> Iterator[str]:
    """Whose verdict is the same in all variants, whose flips with the variant, and whose is open, for each number of players."""
    counts = list(dict.fromkeys(cell["players"] for cell in cells))
    for players in counts:
        group = [cell for cell in cells if cell["players"] == players]
        verdicts: dict[str, list[str]] = {}
        for cell in group:
            for row in cell["strategies"]:
                verdicts.setdefault(row["name"], []).append(row["verdict"])
        same, flips, still = _by_stability(verdicts)
        parts = [f"the verdict is the same in all {len(group)} variants for {words.listing(same)}"] if same else []
        parts += [f"the verdict changes with the variant for {words.listing(flips)}"] if flips else []
        parts += [f"whether the verdict changes with the variant is open for {words.listing(still)}"] if still else []
        where = f"With {words.players_text(players)} " if len(counts) > 1 else ""
        yield _sentence(f"{where}{'; '.join(parts)}.")


def _by_stability(verdicts: Mapping[str, Sequence[str]]) -> tuple[list[str], list[str], list[str]]:
    """Names with one settled verdict throughout, with several settled ones, and the others."""
    same, flips, still = [], [], []
    for name, found in verdicts.items():
        settled = set(found) & {v.MORE, v.LESS, v.EVEN}
        if len(settled) > 1:
            flips.append(
                f"{name} ({words.listing([f'{v.word(one)} in {found.count(one)}' for one in (v.MORE, v.EVEN, v.LESS) if one in settled])})"
            )
        elif len(settled) == 1 and len(set(found)) == 1:
            same.append(f"{name} ({v.word(found[0])})")
        else:
            still.append(name)
    return same, flips, still


def patched_items(summary: Mapping[str, Any], rows: Sequence[Record], cells: Sequence[Record]) -> Iterator[str]:
    """What the items that a variant changes are worth in each of a few variants: the offer, and those who hold them."""
    named = {key for variant in summary.get("variants", ()) for key in _keys(variant["patch"])}
    by_place = {(cell["variant"], cell["players"]): cell for cell in cells}
    found = [(row["variant"], by_place[row["variant"], row["players"]]) for row in rows]
    for item in (item for item in found[0][1]["items"] if item["item"] in named):
        both = [(variant, same) for variant, cell in found for same in cell["items"] if same["item"] == item["item"]]
        for field, what, text in _ITEM_FIGURES:
            if all(one[field][0] is not None for _, one in both):
                yield f"{item['name']}, {what}: {words.listing([f'{variant} {text(one[field])}' for variant, one in both])}."


def _keys(patch: Any) -> Iterator[str]:
    """All keys of a patch, on every level."""
    if isinstance(patch, Mapping):
        for key, value in patch.items():
            yield str(key)
            yield from _keys(value)


_ITEM_FIGURES: tuple[tuple[str, str, Callable[[words.Bounds], str]], ...] = (
    ("per_copy_offered", "points of win share for one more copy offered", lambda b: f"{words.signed(b[1])} {words.signed_interval(b)}"),
    ("win_share_if_held", "win share of those who hold it", lambda b: f"{words.percent(b[1])} {words.interval(b)}"),
    ("holders", "held by", lambda b: f"{words.percent(b[1])} {words.interval(b)} of the players"),
)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _few(group: Sequence[Record]) -> Iterator[str]:
    """Every variant by name: the figures that differ for certain, or that none does."""
    if all(_alike(group[0], row) for row in group[1:]):
        yield f"{words.listing([row['variant'] for row in group])} give the same games to the last figure."
        return
    differing = [name for name in NAMES if _differs(group, name)]
    for name in differing:
        some = " between some of them" if len(group) > 2 else ""
        yield f"{NAMES[name]} differs{some} for certain: {_figures(group, name)}."
    same = [NAMES[name] for name in NAMES if name not in differing]
    if not differing:
        yield f"no difference for certain in {words.listing(same)}; margin: {_figures(group, 'margin_mean')}."


def _many(group: Sequence[Record]) -> Iterator[str]:
    """The closest and the widest where they are certain, else how many come into question."""
    if not _differs(group, "margin_mean"):
        yield f"which of the {len(group)} variants gives the closest games is not yet known: no margin differs from another for certain."
        return
    last = len(group)
    for word, place, of_all in (("closest", 0, 1), ("widest", 1, last)):
        able = [row for row in group if row["rank_margin"][place] == of_all]
        if len(able) == 1:
            yield f"the {word} games of {last} variants are those of {able[0]['variant']} (margin {_figure(able[0], 'margin_mean')})."
        else:
            low, high = (f(row["margin_mean"][1] for row in able) for f in (min, max))
            reach = f"margins from {words.points(low, 2)} to {words.points(high, 2)} points, none certainly {_other(word)} than the others"
            yield f"{len(able)} of {last} variants may have the {word} games ({reach})."


def _other(word: str) -> str:
    return {"closest": "wider", "widest": "closer"}[word]


def _differs(group: Sequence[Record], name: str) -> bool:
    """Whether two of the variants differ in a figure for certain."""
    return any(differ(a[name], b[name], len(group)) for i, a in enumerate(group) for b in group[:i])


def _alike(one: Record, other: Record) -> bool:
    return all(one[name] == other[name] for name in (*NAMES, "seat_verdicts", "strategy_verdicts"))


def _figures(group: Sequence[Record], name: str) -> str:
    return words.listing([f"{row['variant']} {_figure(row, name)}" for row in group])


def _figure(row: Record, name: str) -> str:
    bounds = row[name]
    if name == "tie_share":
        return f"{words.percent(bounds[1])} {words.interval(bounds)}"
    return f"{words.points(bounds[1], 2)} {words.points_interval(bounds, 2)}"
