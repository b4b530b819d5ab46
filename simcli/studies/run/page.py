"""The page of a run for the publisher, and the same report as markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from simcli.base.escapes import PROSE, shown_all
from simcli.report import formatting as fmt
from simcli.report.charts.chart import Chart, clean
from simcli.report.page import Page, Section, flat_settings, restriction_settings
from simcli.report.words.verdicts import RERUN, has_rivals
from simcli.stats.summary import Cell, Summary
from simcli.studies.in_run import answer_of, own_charts, parts
from simcli.studies.run import headings
from simcli.studies.run import tables as views
from simcli.studies.run.charts import by_variant, charts
from simcli.studies.run.findings import answer, overall_tone
from simcli.studies.run.item_charts import differs
from simcli.studies.run.ranking import shown_cells
from simcli.studies.run.use_charts import TOPIC as USES
from simcli.studies.run.use_charts import used_kinds
from simcli.studies.run.words.caveats import caveats, data_note
from simcli.studies.run.words.claims import plan_rows, seat_rows
from simcli.studies.run.words.items import chance_kinds

MOST_NUMBERS = 15_000
"""Entries of the tables of points by variant on one page."""

METHOD = (
    "Every game is played by computer strategies under the complete rules; all chance comes from a seeded generator.",
    "A deal fixes all shuffles and dice. It is played once for each rotation of the strategies around the table, on the same cards.",
    "Win share: 1 for a win, shared equally when the game ends in a shared victory. The even share is 1 / players.",
    "The deal is the unit of sampling: games of one deal resemble each other and are never counted as independent.",
    "Intervals hold 95 %. They come from the ratio estimator with Student's t, for shares on the logit scale.",
    "Too strong, too weak: the interval lies outside the tolerance around the even share, also after correcting for the number of "
    "comparisons (Holm, over all strategies, all seats or all restricted players of the run). Fair: it lies inside. Above and below even: "
    "the even share is ruled out after the same correction, the tolerance is not. Otherwise: unclear.",
    "Deals to settle: after so many deals in all the verdict is fair, too strong or too weak with probability one half, and nine tenths, "
    "given what is known now.",
    "Per copy offered: how the win share changes with each further copy that chance put before a player, compared within the same game. "
    "Chance decides the offer, so this is an experiment. Of cards dealt in packs of one size it is in place of a typical card of the kind.",
    "Per copy held: the same for copies a player ended up with. Players choose these, so it is an association and may run either way.",
    "Card lists are corrected with the false discovery rate of Benjamini and Hochberg over all cards of the run.",
)

OFFERED = (
    "Per copy offered: what it does to a player's win share that chance puts one more copy before that player, whatever becomes of it then "
    "(in a draft it may be passed on). It does not say how strong the card is for who uses it: a ban asks that. "
)
IN_PLACE = (
    "These are dealt in packs of one size, where a copy more of one is a copy less of another: all of the kind are judged together, each "
    "in place of a typical one (the mean of the middle half). "
)
SAME = "Here chance offers all players of a game the same, so the column is empty at any number of deals. "
HELD = "Per copy held, win share if held: what winners end up with, an association. A dash: too few deals tell."


def run_page(summary: Summary, info: Mapping[str, Any]) -> Page:
    """The page of a run.

    `info` may hold command, title, question, note, version, rules (a list of sentences), strategies (name, kind, idea), provenance
    (lists under official, derived and reconstructed), options and patch (else the summary's own are shown), picture (the svg of a board,
    which game it is from, its scores by seat, the command that traces it), picks (what kind of game, the command that traces one),
    found (what studies make of the run's results, by their names), players (how far they can be beaten and
    what to do next; else in the summary's words).
    """
    summary, info = shown_all(summary, PROSE), shown_all(info, PROSE)
    cells = summary.played
    provenance = info.get("provenance") or {}
    found = info.get("found") or {}
    info = {**info, "found": found}
    said = answer_of(found, summary) or answer(summary, info.get("rerun") or RERUN)
    made = charts(summary)
    options, patch = info.get("options", summary.options), info.get("patch", summary.patch)
    return Page(
        title=info.get("title") or summary.title,
        game=summary.title,
        question=info.get("question") or "",
        note=info.get("note") or "",
        answer=said,
        players=info.get("players") or "".join(text for _, part in parts() for text in part.said(summary.reply)) or summary.no_reply or "",
        tone=overall_tone(summary),
        data=data_note(summary),
        tiles=_tiles(summary),
        own=own_charts(found, said) or tuple(chart for chart in made if summary.about == "scores" and chart.name.startswith("scores")),
        sections=(
            *(section for _, part in parts() if part.place < 0 for section in part.sections(summary, info)),
            *_all_sections(summary, cells, made),
            *(section for _, part in parts() if part.place > 0 for section in part.sections(summary, info)),
        ),
        picture=info.get("picture") or None,
        picks=[(str(what), str(line)) for what, line in info.get("picks") or ()],
        caveats=caveats(summary, provenance),
        method=METHOD,
        strategies=[{"name": s["name"], "kind": s.get("kind") or "", "idea": s.get("idea") or ""} for s in info.get("strategies") or ()],
        provenance=provenance,
        settings=[
            *_changes(summary),
            *flat_settings(options),
            *flat_settings(patch, "patch: "),
            *restriction_settings(summary.restrictions),
            *_variant_settings(summary),
        ],
        rules=[str(rule) for rule in info.get("rules") or ()],
        facts=_facts(summary, info),
        command=info.get("command") or "",
        version=info.get("version") or "",
    )


def _all_sections(summary: Summary, cells: Sequence[Cell], made: Sequence[Chart]) -> Iterator[Section]:
    """The sections of a run; with variants ranking and tables, then the sections of each variant shown in full."""
    if not summary.has_variants:
        yield from _sections(summary, cells, made)
    elif cells:
        yield from _variant_sections(summary, made)
        for number, (variant, shown) in enumerate(by_variant(summary).items(), 1):
            own = [replace(chart, topic=chart.topic.removesuffix(f"@{number}")) for chart in made if chart.topic.endswith(f"@{number}")]
            for section in _sections(replace(summary, cells=tuple(shown)), shown, own):
                yield replace(section, id=f"{section.id}-v{number}", title=f"{variant}: {section.title}", group=variant)


def _variant_sections(summary: Summary, made: Sequence[Chart]) -> Iterator[Section]:
    """Ranking, win shares and points of all variants."""
    lead = "All variants play the same deals. Possible ranks: 1 has the smallest margin or the fewest rounds; all ranges hold at once "
    lead += "with probability 95 %. A seat or strategy is named where it wins more or less than an even share for certain. "
    lead += "Intervals are those of each variant."
    more = len(summary.cells) - len(shown_cells(summary))
    if more:
        lead += f" Full sections follow for the first {len(shown_cells(summary))} of {len(summary.cells)} combinations of variant "
        lead += "and number of players; "
        lead += "`simcli report RUN --variant NAME --out PAGE` writes those of another variant, and the CSV files have all figures."
    ranked = () if summary.cards else views.ranking_views(summary)  # bans are told of by item
    own = tuple(c for c in made if c.topic == "variants")
    yield Section("variants", "Variants", lead, own, ranked, says=headings.variants(summary))
    changed = views.differences_views(replace(summary, cells=shown_cells(summary)))
    if more:
        changed = views.sweep_views(summary) + changed
    if changed:
        lead = "Differences between the same deals: what a deal has in common in both variants is taken off, so that they are known better "
        lead += "than from the two intervals. Saved: how many times the deals two separate runs would take to know it as well. "
        lead += "Each figure is corrected for all its comparisons in the run (Holm). A share changes when it does so by more than the "
        lead += "tolerance, any other figure when it changes at all."
        says, is_folded = headings.differences(summary), len(changed) > 1 and not more
        yield Section("differences", "What the variants change", lead, (), changed, is_folded=is_folded, says=says)
    if tables := views.plans_views(summary):
        lead = "Which strategy wins how often in which variant."
        yield Section("plans", "Strategies by variant", lead, (), tables, says=headings.plans(summary.played))
    tables, size = views.points_views(summary), 0
    shown = [table for table in tables if (size := size + len(table.rows) * len(table.columns)) <= MOST_NUMBERS]
    lead = "Which strategy gets how many points from which category, on average per game; only categories with points."
    if len(shown) < len(tables):
        lead += f" The {len(shown)} closest of {len(tables)} combinations; tables/categories.csv has all."
    says = headings.categories(summary.played) or headings.scores(summary.played)
    yield Section("points", "Points by variant", lead, (), tuple(shown), is_folded=True, says=says)


def _sections(summary: Summary, cells: Sequence[Cell], made: Sequence[Chart]) -> Iterator[Section]:
    """Strategies, seats, scores, categories, uses by strategy, items by kind, game length."""

    def of(topic: str) -> tuple[Chart, ...]:
        return tuple(chart for chart in made if chart.topic == topic)

    if not cells:
        return
    yield from _bans(cells)
    tolerance = fmt.both_tolerances(summary.tolerance, [cell.players for cell in cells])
    company = [cell for cell in cells if cell.is_contest]
    if any(map(has_rivals, company)):
        lead = f"Who wins how often against this field. An even share is 1 / players; a difference of up to {tolerance} counts as even."
        tables = tuple(map(views.strategies_view, filter(has_rivals, company)))
        yield Section("strategies", "Strategies", lead, of("strategies"), tables, says=headings.shares(plan_rows(company)))
    by_turn = any(fmt.by_turn(cell.seats) for cell in cells)
    if by_turn:
        lead = "Is it good to begin? Places are counted from the player who begins. Every strategy has every place equally often."
        title = "Places in turn order"
    else:
        lead, title = "Does the seat matter? Every strategy sits in every seat equally often, so only the seat differs.", "Seats"
    if company:
        lead += f" A difference of up to {tolerance} counts as even."
        said = headings.shares(seat_rows(company)) or f"No {'place' if by_turn else 'seat'} is judged."
        yield Section("seats", title, lead, of("seats"), tuple(map(views.seats_view, company)), says=said)
    lead = "How many points the strategies make, over all their games."
    yield Section("scores", "Scores", lead, of("scores"), tuple(map(views.scores_view, cells)), True, headings.scores(cells))
    if headings.has_parts(cells):
        lead = "Where the points come from, on average per game."
        tables, says = tuple(map(views.categories_view, cells)), headings.categories(cells)
        yield Section("categories", "Points by category", lead, of("categories"), tables, is_folded=True, says=says)
    if kinds := used_kinds(cells):
        lead = "How often each strategy did a thing, or how many copies it held at the end, the most frequent first: means per player and "
        lead += "game ± half the 95 % interval; a mean that stands alone has no interval. It tells what these strategies choose, not what "
        lead += "is worth choosing."
        tables = tuple(v for kind in kinds for cell in cells if kind in used_kinds([cell]) for v in views.uses_views(cell, kind))
        yield Section("uses", "Who used what", lead, of(USES), tables, is_folded=True, says=headings.uses(cells))
    what = "place" if by_turn else "seat"
    lead = f"Where an edge of a {what} comes from: its points by category and what it holds at the end, means per game ± half the "
    lead += f"95 % interval. What is the same for all {what}s is left out."
    tables = tuple(table for table in map(views.seat_parts_view, company) if table.rows)
    if tables:
        yield Section("seat-parts", f"What the {what}s make and hold", lead, (), tables, True, headings.seat_parts(company))
    for kind in chance_kinds(company):
        if not differs(company, kind):
            same = "The same for all players of a game"
            named = fmt.listing(list(dict.fromkeys(item.name for cell in company for item in cell.items if item.kind == kind)))
            lead = f"{same}, so this run cannot say what they are worth to one of them: {named}."
            yield Section(f"items-{clean(kind)}", fmt.kind_title(kind), lead, (), (), says=f"{same}.")
            continue
        items = [item for cell in cells for item in cell.items if item.kind == kind]
        lead = OFFERED + (IN_PLACE if any(item.offered_in_place for item in items) else "")
        lead += HELD if any(item.offer_differs for item in items) else SAME + HELD
        tables = tuple(views.items_view(cell, kind) for cell in company)
        title, says = fmt.kind_title(kind), headings.items(company, kind)
        yield Section(f"items-{clean(kind)}", title, lead, of(f"items:{kind}"), tables, is_folded=True, says=says)
    lead = "How long the games last and how close they end."
    yield Section("games", "Game length", lead, (), (views.games_view(summary),), says=headings.games(cells))


def _bans(cells: Sequence[Cell]) -> Iterator[Section]:
    if not any(cell.restricted for cell in cells):
        return
    blind = any(row.blind for cell in cells for row in cell.restricted)
    lead = f"What a ban{', grant or blindness' if blind else ' or grant'} is worth: the win share of the restricted player against that "
    lead += "of the same deals without it, or, where these were not played, against the even share."
    if blind:
        lead += " Who is blind to something plays as if every feature that must be seen for it were 0. A loss says what this plan makes of "
        lead += "what it sees; one near 0 means that it makes little of it, not that it is worth nothing to know."
    tables = tuple(views.bans_view(cell) for cell in cells if cell.restricted)
    yield Section("bans", "Restricted players", lead, (), tables, says=headings.bans(cells))


def _tiles(summary: Summary) -> list[tuple[str, str]]:
    players = list(dict.fromkeys(cell.players for cell in summary.cells))
    variants = {cell.variant for cell in summary.cells if cell.variant is not None}
    names = {row.name for cell in summary.cells for row in cell.strategies}
    return [
        *([("variants", fmt.count(len(variants)))] if variants else []),
        ("players", fmt.listing([str(n) for n in players]) or fmt.DASH),
        ("strategies", fmt.count(len(names))),
        ("deals", fmt.count(summary.deals)),
        ("games", fmt.count(summary.games)),
    ]


def _facts(summary: Summary, info: Mapping[str, object]) -> list[tuple[str, str]]:
    tolerance = fmt.both_tolerances(summary.tolerance, [cell.players for cell in summary.cells])
    facts: list[tuple[str, Any]] = [
        ("game", summary.game),
        ("identity", summary.identity),
        ("seed", summary.seed),
        ("stopped by", summary.stopped_by),
        ("tolerance", f"{tolerance} of win share"),
        ("rules version", summary.behaviour),
        ("simcli", info.get("version")),
    ]
    return [(name, str(value)) for name, value in facts if value not in (None, "")]


def _changes(summary: Summary) -> Iterator[tuple[str, str]]:
    """What is not as printed: the name, and `11 -> 12`; what one variant changes under its name."""
    for one in summary.changes or ():
        where = f" in {one.variant}" if one.variant is not None else ""
        yield f"changed{where}: {one.name}", f"{one.was} → {one.now}"


def _variant_settings(summary: Summary) -> Iterator[tuple[str, str]]:
    shown = by_variant(summary)
    for variant in summary.variants or ():
        if variant.name in shown:
            changes = [*flat_settings(variant.options), *flat_settings(variant.patch, "patch: ")]
            yield f"variant {variant.name}", "; ".join(f"{name}: {value}" for name, value in changes) or "as above"
