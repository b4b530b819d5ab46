"""What the numbers say, as sentences: a headline, findings by topic, and the caveats that belong to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from simcli.report import words
from simcli.report.ranking import has_variants, ranking, shown_cells
from simcli.report.words import Record

IMBALANCED, BALANCED, UNKNOWN = "imbalanced", "balanced", "not yet known"
NOTE = "note"
FALSE_DISCOVERIES = 0.05
NAMED = 3


@dataclass(frozen=True)
class Finding:
    """A sentence about one cell. `tone` is a verdict or `note`.

    `where` is `With 4 players: ` when the run has several cells, `cell` says which one.
    """

    topic: str
    players: int
    tone: str
    text: str
    where: str = ""
    cell: str = ""

    def __str__(self) -> str:
        return self.where + self.text


def findings(summary: Mapping[str, Any]) -> tuple[Finding, ...]:
    """All findings: for every cell (of many variants the first ones) the seats, then the strategies, then the items that stand out."""
    found: list[Finding] = []
    for cell in shown_cells(summary):
        where = f"With {words.cell_text(cell)}: " if len(summary["cells"]) > 1 else ""
        of_cell = [*seat_findings(summary, cell), *strategy_findings(summary, cell), *item_findings(cell)]
        found += [replace(finding, where=where, cell=words.cell_text(cell)) for finding in of_cell]
    return tuple(found)


def headline(summary: Mapping[str, Any]) -> str:
    """The verdict in one or two sentences."""
    cells = [cell for cell in summary["cells"] if cell["games"]]
    if not cells:
        return "Nothing has been played yet."
    if has_variants(summary):
        return _variants_headline(summary)
    sentences = [_seat_headline(cells), _strategy_headline(cells)]
    return " ".join(sentence for sentence in sentences if sentence)


def overall_tone(summary: Mapping[str, Any]) -> str:
    """Worst verdict of the run's seats and strategies: imbalanced before not yet known before balanced."""
    verdicts = {row["verdict"] for cell in summary["cells"] for row in (*cell["strategies"], *cell["seats"])}
    return next((tone for tone in (IMBALANCED, UNKNOWN, BALANCED) if tone in verdicts), NOTE)


def seat_findings(summary: Mapping[str, Any], cell: Record) -> list[Finding]:
    """Are the seats of one player count fair?"""
    seats = [seat for seat in cell["seats"] if seat["verdict"]]
    if not seats:
        return []
    unfair = [seat for seat in seats if seat["verdict"] == IMBALANCED]
    found = []
    for seat in unfair:
        less = "more" if seat["win_share"][1] > seat["null"] else "less"
        text = f"Seat {seat['seat']} wins {_share(seat)}: {less} than its share, by over {_tolerance(summary)}."
        found.append(Finding("seats", cell["players"], IMBALANCED, text))
    if all(seat["verdict"] == BALANCED for seat in seats):
        shares = sorted(seat["win_share"][1] for seat in seats)
        between = f"between {words.percent(shares[0])} and {words.percent(shares[-1])}"
        text = f"No seat is unfair: all {words.number_word(len(seats))} seats win {between} (null {words.null_percent(seats[0]['null'])}), "
        return [Finding("seats", cell["players"], BALANCED, f"{text}within {_tolerance(summary)}.")]
    open_seats = [seat for seat in seats if seat["verdict"] == UNKNOWN]
    if open_seats:
        names = words.listing([str(seat["seat"]) for seat in open_seats])
        subject = f"seat{'s' if len(open_seats) > 1 else ''} {names}"
        found.append(Finding("seats", cell["players"], UNKNOWN, f"Not yet known for {subject}: {_more(open_seats)}"))
    return found


def strategy_findings(summary: Mapping[str, Any], cell: Record) -> list[Finding]:
    """Which strategies win more or less than their share at one player count?"""
    rows = sorted((s for s in cell["strategies"] if s["verdict"]), key=lambda s: -s["win_share"][1])
    if len(cell["strategies"]) == 1 and cell["games"]:
        text = "Only one strategy played, so its win share is even by construction; seats and scores are what this run shows."
        return [Finding("strategies", cell["players"], NOTE, text)]
    found = [Finding("strategies", cell["players"], IMBALANCED, text) for text in _uneven(rows)]
    even = [_name(row["name"]) for row in rows if row["verdict"] == BALANCED]
    if even:
        verb = "wins its share" if len(even) == 1 else "win their share"
        text = f"{words.listing(even)} {verb}, within {_tolerance(summary)} of {words.null_percent(rows[0]['null'])}."
        found.append(Finding("strategies", cell["players"], BALANCED, text))
    unknown = [row for row in rows if row["verdict"] == UNKNOWN]
    if unknown:
        text = f"Not yet known for {_few([_name(row['name']) for row in unknown])}: {_more(unknown)}"
        found.append(Finding("strategies", cell["players"], UNKNOWN, text))
    return found


def _uneven(rows: Sequence[Record]) -> Iterator[str]:
    """A sentence for each imbalanced strategy, or one for all on a side when there are many."""
    for is_stronger in (True, False):
        side = [row for row in rows if row["verdict"] == IMBALANCED and (row["win_share"][1] > row["null"]) == is_stronger]
        if len(side) <= NAMED:
            yield from (f"{_name(row['name'])} wins {_share(row, ' of its seats')}: {_direction(row)} its share." for row in side)
            continue
        listed = [f"{_name(row['name'])} {words.percent(row['win_share'][1])} {words.interval(row['win_share'])}" for row in side]
        yield f"{_direction(side[0]).capitalize()} their share of {words.null_percent(side[0]['null'])}: {words.listing(listed)}."


def item_findings(cell: Record) -> list[Finding]:
    """The items whose offer moves the win share most, corrected for the number of items looked at."""
    sure = [item for item in cell["items"] if item["p_bh"] is not None and item["p_bh"] < FALSE_DISCOVERIES]
    sure.sort(key=lambda item: item["per_copy_offered"][1])
    strong = [item for item in reversed(sure) if item["per_copy_offered"][1] > 0][:NAMED]
    weak = [item for item in sure if item["per_copy_offered"][1] < 0][:NAMED]
    found = []
    for names, verb in ((strong, "help"), (weak, "hurt")):
        if names:
            does = verb + "s" if len(names) == 1 else verb
            listed = words.listing([f"{item['name']} ({words.signed(item['per_copy_offered'][1])})" for item in names])
            text = f"Of what chance offers, {listed} {does} most, in points of win share a copy."
            found.append(Finding("items", cell["players"], NOTE, text))
    if not sure and any(item["p_bh"] is not None for item in cell["items"]):
        text = "Nothing that chance offers stands out: at this number of deals no offer changes the win share for certain."
        found.append(Finding("items", cell["players"], NOTE, text))
    return found


def caveats(summary: Mapping[str, Any], provenance: Mapping[str, Sequence[str]] | None = None) -> tuple[str, ...]:
    """What a reader should keep in mind; only what applies to this run."""
    cells = [cell for cell in summary["cells"] if cell["games"]]
    games = sum(cell["games"] for cell in cells)
    notes = ["The verdicts hold for the strategies that played. Stronger or different players may tip the balance another way."]
    notes += _data_caveat(cells, provenance or {})
    if any(cell["items"] for cell in cells):
        notes.append(
            "Holding a card is not a cause: players who are ahead hold more of many cards. Cards are offered at random, "
            "so the figures per copy offered are an experiment; the figures per copy held are an association."
        )
    ties = sum(cell["tie_share"] * cell["games"] for cell in cells)
    if ties:
        notes.append(f"{words.percent(ties / games)} of the games ended in a shared victory; the winners share the win equally.")
    for key, what in (("capped", "reached the limit on decisions"), ("stalled", "came to a standstill")):
        number = sum(cell[key] for cell in cells)
        if number:
            notes.append(f"{words.count(number)} of {words.count(games)} games {what} and were scored as they stood.")
    if any(cell["deals"] < 2 for cell in cells):
        notes.append("With fewer than two deals there are no intervals and no verdicts.")
    return tuple(notes)


def data_note(summary: Mapping[str, Any]) -> str:
    """Which kinds of items are for the most part reconstructed, for the head of the page; empty when none is."""
    items: Sequence[Record] = next((cell["items"] for cell in summary["cells"] if cell["games"]), ())
    parts = []
    for kind in dict.fromkeys(item["kind"] for item in items):
        marks = [item["provenance"] for item in items if item["kind"] == kind]
        stand_ins = marks.count("reconstructed")
        name = words.plural(kind.replace("_", " "))
        if len(marks) > 1 and stand_ins == len(marks):
            parts.append(f"all {len(marks)} {name}")
        elif 2 * stand_ins > len(marks) > 1:
            parts.append(f"most {name} ({stand_ins} of {len(marks)})")
    if not parts:
        return ""
    text = f"{words.listing(parts)} have reconstructed values, not read off printed components: other values may turn the verdicts over."
    return text[:1].upper() + text[1:]


def _data_caveat(cells: Sequence[Record], provenance: Mapping[str, Sequence[str]]) -> list[str]:
    """The caveat about component data that was not printed on the cards."""
    marked = sorted({item["name"] for cell in cells for item in cell["items"] if item["provenance"] == "reconstructed"})
    if not marked and not provenance.get("reconstructed"):
        return []
    text = "Part of the component data is reconstructed, not read off the printed cards; results that depend on it may change."
    if marked:
        shown = words.listing(marked) if len(marked) <= 8 else f"{len(marked)} items"
        text += f" Among the items this concerns {shown}."
    return [text]


def _variants_headline(summary: Mapping[str, Any]) -> str:
    """Which variant is closest and which widest, and in how many the seats or strategies are uneven."""
    rows, cells = ranking(summary), [cell for cell in summary["cells"] if cell["games"]]
    counts = list(dict.fromkeys(row["players"] for row in rows))
    sentences = []
    for players in counts:
        group = [row for row in rows if row["players"] == players]
        where = f"With {words.players_text(players)} the" if len(counts) > 1 else "The"
        ends = [f"{row['variant']} (margin {words.points(row['margin_mean'], 2)} points)" for row in (group[0], group[-1])]
        sentences.append(f"{where} closest games are those of {ends[0]}, the widest those of {ends[1]}.")
    for field, what in (("seats", "a seat"), ("strategies", "a strategy")):
        if any(row["verdict"] for cell in cells for row in cell[field]):
            number = sum(any(row["verdict"] == IMBALANCED for row in cell[field]) for cell in cells)
            sentences.append(f"{number} of {len(cells)} cells have {what} that is imbalanced.")
    return " ".join(sentences)


def _seat_headline(cells: Sequence[Record]) -> str:
    """Seats of the whole run in a sentence."""
    verdicts = {seat["verdict"] for cell in cells for seat in cell["seats"]}
    if IMBALANCED in verdicts:
        worst = max(
            ((seat, cell) for cell in cells for seat in cell["seats"] if seat["verdict"] == IMBALANCED),
            key=lambda pair: abs(pair[0]["win_share"][1] - pair[0]["null"]),
        )
        where = f" with {words.players_text(worst[1]['players'])}" if len(cells) > 1 else ""
        return f"The seats are not fair: seat {worst[0]['seat']}{where} wins {_share(worst[0])}."
    if UNKNOWN in verdicts:
        return "Whether the seats are fair is not yet known."
    return "No seat is unfair." if BALANCED in verdicts else ""


def _strategy_headline(cells: Sequence[Record]) -> str:
    """Strategies of the whole run in a sentence."""
    rows = [(row, cell["players"]) for cell in cells for row in cell["strategies"] if row["verdict"]]
    parts = []
    for direction, words_for in ((1, "stronger than their share: "), (-1, "weaker: ")):
        where: dict[str, list[int]] = {}
        for row, players in rows:
            if row["verdict"] == IMBALANCED and (row["win_share"][1] > row["null"]) == (direction > 0):
                where.setdefault(_name(row["name"]), []).append(players)
        if where:
            parts.append(words_for + _few([_with_players(name, at, len(cells)) for name, at in where.items()]))
    if parts:
        text = "; ".join(parts)
        return text[0].upper() + text[1:] + "."
    if any(row["verdict"] == UNKNOWN for row, _ in rows):
        return "Which strategies win more than their share is not yet known."
    return "No strategy wins more than its share." if rows else ""


def _with_players(name: str, players: Sequence[int], n_cells: int) -> str:
    """A name, with the player counts it concerns unless that is all of them."""
    return name if len(players) == n_cells else f"{name} ({words.listing([str(p) for p in players])} players)"


def _share(row: Record, of: str = "") -> str:
    """`31.2 % of its seats [30.9, 31.5] against 25 %`."""
    return f"{words.percent(row['win_share'][1])}{of} {words.interval(row['win_share'])} against {words.null_percent(row['null'])}"


def _few(names: Sequence[str]) -> str:
    """A list of names, cut to the first ones when it is long."""
    return words.listing(names) if len(names) <= NAMED + 1 else words.listing([*names[:NAMED], f"{len(names) - NAMED} more"])


def _name(strategy: str) -> str:
    """A strategy's name, in quotes when it would read as a verdict."""
    return f"“{strategy}”" if strategy in (BALANCED, IMBALANCED) else strategy


def _direction(row: Record) -> str:
    """Above or below the null value."""
    return "stronger than" if row["win_share"][1] > row["null"] else "weaker than"


def _tolerance(summary: Mapping[str, Any]) -> str:
    """The tolerance in words."""
    return words.tolerance_text(summary["tolerance"])


def _more(rows: Sequence[Record]) -> str:
    """`about 780 to 12,000 more deals`, and what no number of deals is given for."""
    numbers = [row["more_deals"] for row in rows if row["more_deals"] is not None]
    if not numbers:
        return "too few deals to tell how many more it takes."
    least, most = min(numbers), max(numbers)
    extent = words.count(most) if least == most else f"{words.count(least)} to {words.count(most)}"
    edge = "; for some the estimate sits at the edge of the tolerance" if len(numbers) < len(rows) else ""
    return f"about {extent} more deal{'' if most == 1 else 's'}{edge}."
