"""The page of matchups: the headline, a heat map and the tables of each number of players, on the template of a run's page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from simcli.base.escapes import PROSE, shown_all
from simcli.report import formatting as fmt
from simcli.report.charts.chart import Chart, clean
from simcli.report.page import Page, Section, flat_settings, restriction_settings
from simcli.studies.matchups import tables
from simcli.studies.matchups import words as texts
from simcli.studies.matchups.estimate import MatchupField, Matchups
from simcli.studies.result import record_page

TONES = {
    "beats": "uneven",
    "loses to": "uneven",
    "even": "even",
    "unclear": "unknown",
    **dict.fromkeys(("beats, size open", "loses to, size open"), "size-open"),
}

METHOD = (
    "Every game is played by computer strategies under the complete rules; all chance comes from a seeded generator.",
    "Every two plans meet: with two players in one line-up, with more in two, each plan alone among the other's. All line-ups play the "
    "same deals, each in every rotation round the table.",
    "Advantage: half of what a plan wins more among the other than the other among it, deal by deal; with two players its win share less "
    "one half. A plan beats another for certain when the advantage is not 0, after Holm's correction over all pairs of the run; even: the "
    "interval lies inside the tolerance.",
    "Maximal lottery: the mix of plans that no plan gains on, of several the one of greatest entropy (Fishburn 1984; Nash averaging, "
    "Balduzzi and others 2018). Copies of a plan share its weight, and all other weights stay. Its intervals are the middle 95 % of what "
    "200 times come out when the deals are drawn anew.",
    "Plans worth playing: the exponential of the entropy of that mix, n for n plans of equal weight, once every advantage is less by the "
    "tolerance. Its upper bound allows for plans that are even and did not come out so.",
    "Strength: the Plackett-Luce model with ties (Turner and others 2020) of the finishing orders, as a share of the sum over all plans. "
    "One number a plan cannot show cycles; the matrix does.",
    "With more than two players each pair has two facts of its own. A plan invades another: alone among it, it wins more than an even "
    "share. It resists another: that one, alone among it, wins less. Each is tested by itself, with Holm's correction over all of them.",
    "A plan is dominated by one that is ahead of it in all of these, and does better among every third plan and against every third that "
    "comes alone, all for certain.",
    "The mean win share is plain: it changes when a plan is listed twice. Its interval errs on the wide side, since the line-ups share "
    "their deals.",
)


def matchups_page(results: Matchups, info: Mapping[str, Any]) -> Page:
    """The page of matchups."""
    results, info = shown_all(results, PROSE), shown_all(info, PROSE)
    fields, rerun = results.fields, info["rerun"]
    changes = {
        f"variant {one.name}": "; ".join(
            f"{name}: {value}" for name, value in [*flat_settings(one.options), *flat_settings(one.patch, "patch: ")]
        )
        for one in results.variants or ()
    }
    return record_page(
        results,
        texts.answer(results, rerun),
        info,
        question="Which plan beats which?",
        note=info["note"],
        tone=texts.tone(results),
        findings=[(texts.field_text(field), texts.lines(field, rerun)) for field in fields],
        tiles=[
            ("players", fmt.listing(list(dict.fromkeys(str(field.players) for field in fields)))),
            ("plans", fmt.count(len(fields[0].strategies))),
            ("deals a line-up", fmt.count(results.deals)),
            ("games", fmt.count(results.games)),
        ],
        sections=tuple(_sections(results)),
        own=heat_maps(results),
        caveats=[
            "Balance between plans is measured with the plans at hand; others may beat what nothing here beats.",
            "A line-up has two plans only. At a table of several plans other things may happen: `simcli run` plays those.",
        ],
        method=METHOD,
        tones=TONES,
        settings=[
            *flat_settings(results.options),
            *flat_settings(results.patch, "patch: "),
            *restriction_settings(results.restrictions),
            *((name, text or "as above") for name, text in changes.items()),
        ],
        facts=[
            *(("game", results.game), ("identity", results.identity), ("seed", str(results.seed)), ("stopped by", results.stopped_by)),
            ("tolerance", fmt.both_tolerances(results.tolerance, [field.players for field in fields])),
            *(("rules version", str(results.behaviour)), ("simcli", str(info["version"]))),
        ],
    )


def _sections(results: Matchups) -> Iterator[Section]:
    names = texts.order(results.fields)
    lead = "Copies of a plan share its weight in the lottery; the mean win share counts every name in the list."
    for number, (field, chart) in enumerate(zip(results.fields, heat_maps(results), strict=True)):
        where, shown = texts.field_text(field), (*tables.matrix_views(field, names), tables.ratings_view(field, names))
        yield Section(f"field-{number}", f"With {where}", lead, (chart,), shown, says=texts.claim([field]) if field.deals else "")
        yield Section(
            f"pairs-{number}", f"Pairs with {where}", "Every two plans.", (), (tables.pairings_view(field),), True, texts.pairs(field)
        )


def heat_maps(results: Matchups) -> tuple[Chart, ...]:
    """A heat map of each number of players, in the order of the fields."""
    return tuple(_heat_map(field, texts.order(results.fields)) for field in results.fields)


def _heat_map(field: MatchupField, names: Sequence[str]) -> Chart:
    among = "against" if field.players == 2 else f"among {field.players - 1} of"
    caption = (
        f"Win share in per cent of one plan (row) {among} another (column, by its number) with {texts.field_text(field)}; an even share "
    )
    caption += f"is {fmt.even_percent(field.even_share)}. Bold: more or less than that for certain."
    even, shares = field.even_share, {pair: row.win_share.value for pair, row in field.by_pair.items()}
    told = [f"{one} {among} {other} {fmt.percent(shares[one, other])}" for one in names for other in names if one != other]
    name = clean(f"matchups {field.variant or ''} {field.players}")
    rows = [
        {
            "panel": texts.field_text(field),
            "row": f"{one} {i}",
            "column": str(j),
            "value": shares[one, other],
            "shade": round((share - even) / ((1.0 - even) if share > even else even), 3),
            "certain": texts.mark(field, one, other) in "+−",
        }
        for i, one in enumerate(names, 1)
        for j, other in enumerate(names, 1)
        if one != other and (share := shares[one, other]) is not None
    ]
    return Chart(name, "matchups", caption, f"Win shares: {'; '.join(told)}.", "heat", rows, "percent", "win share", f"wins {among}")
