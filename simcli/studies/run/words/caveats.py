"""What a reader should keep in mind: only what applies to the run at hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from simcli.report import formatting as fmt
from simcli.stats.summary import Cell, ItemResult, Summary
from simcli.studies.run.words.items import chance_items


def caveats(summary: Summary, provenance: Mapping[str, Sequence[str]] | None = None) -> tuple[str, ...]:
    """What a reader should keep in mind; only what applies to this run."""
    cells = summary.played
    games = sum(cell.games for cell in cells)
    notes = ["The verdicts hold for the strategies that played. Stronger or different players may tip the balance another way."]
    notes += _data_caveat(cells, provenance or {})
    if any(item.offer_differs for cell in cells for item in chance_items(cell)):
        notes.append(
            "Holding a card is not a cause: players who are ahead hold more of many cards. What chance offers is an experiment, "
            "but being offered a card is not owning it: it is what the offer is worth, with all that players make of it."
        )
    elif any(cell.items for cell in cells):
        notes.append("Holding a card is not a cause: players who are ahead hold more of many cards. A ban tells what a card is worth.")
    ties, ended = sum((cell.tie_share.value or 0.0) * cell.ended for cell in cells), sum(cell.ended for cell in cells)
    if ties:
        notes.append(f"{fmt.percent(ties / ended)} of the games ended in a shared victory; the winners share the win equally.")
    capped, stalled = sum(cell.capped for cell in cells), sum(cell.stalled for cell in cells)
    for number, what in ((capped, "reached the limit on decisions"), (stalled, "came to a standstill")):
        if number:
            notes.append(
                f"{fmt.count(number)} of {fmt.count(games)} games {what}: they are in no score, and the stall rule says who wins them."
            )
    if any(cell.deals < 2 for cell in cells):
        notes.append("With fewer than two deals there are no intervals and no verdicts.")
    return tuple(notes)


def data_note(summary: Summary) -> str:
    """Which kinds of items are for the most part reconstructed, for the head of the page; empty when none is."""
    items: Sequence[ItemResult] = summary.played[0].items if summary.played else ()
    parts = []
    for kind in dict.fromkeys(item.kind for item in items):
        marks = [item.provenance for item in items if item.kind == kind]
        stand_ins = marks.count("reconstructed")
        name = fmt.plural(kind.replace("_", " "))
        if len(marks) > 1 and stand_ins == len(marks):
            parts.append(f"all {len(marks)} {name}")
        elif 2 * stand_ins > len(marks) > 1:
            parts.append(f"most {name} ({stand_ins} of {len(marks)})")
    if not parts:
        return ""
    text = f"{fmt.listing(parts)} have reconstructed values, not read off printed components: other values may turn the verdicts over."
    return fmt.capital(text)


def _data_caveat(cells: Sequence[Cell], provenance: Mapping[str, Sequence[str]]) -> list[str]:
    """The caveat about component data that was not printed on the cards."""
    marked = sorted({item.name for cell in cells for item in cell.items if item.provenance == "reconstructed"})
    if not marked and not provenance.get("reconstructed"):
        return []
    text = "Part of the component data is reconstructed, not read off the printed cards; results that depend on it may change."
    if marked:
        shown = fmt.listing(marked) if len(marked) <= 8 else f"{len(marked)} of the items"
        text += f" It concerns {shown}."
    return [text]
