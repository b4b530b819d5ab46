"""The page of a league: the answer, what each search won, and the tables."""

from __future__ import annotations

from collections.abc import Mapping

from simcli.report import formatting as fmt
from simcli.report.charts.chart import Chart, clean
from simcli.report.page import Page, Section
from simcli.report.table.csv import CsvTable
from simcli.stats.bounds import Interval
from simcli.studies.league import words
from simcli.studies.league.estimate import League
from simcli.studies.result import record_page
from simcli.studies.tune.page import PLAYED, search_chart

METHOD = (
    PLAYED,
    "All line-ups of the plans play the same deals. The mix is an equilibrium of what their seats win: no plan wins more against it.",
    "Each round tunes a best response to the mix. It joins where it gains enough on fresh deals; the league ends where none does.",
    "A game that a stall rule ends is lost by all.",
)

RECORD = League
TABLE = CsvTable(words.lines, words.WHOLE)

answer_of, views_of = words.answer, words.views


def page_of(results: League, info: Mapping[str, object]) -> Page:
    """The page of a league. `info`: strategies, provenance, version, command."""
    plans, *replies = words.views(results)
    return record_page(
        results,
        answer_of(results),
        info,
        tones={"yes": "uneven", "no": "even"},
        title=f"{results.title}: a league with {fmt.players_text(results.players)}",
        question="Which plans hold against each other, and how far can they still be beaten?",
        tone="unknown",
        tiles=[
            ("players", str(results.players)),
            ("plans", fmt.count(len(results.plans))),
            ("best responses", fmt.count(sum(one.is_added for one in results.replies))),
            ("games", fmt.count(results.games + sum(one.games for one in results.replies))),
        ],
        sections=(
            Section(
                "plans",
                "Plans",
                "Weights of the mix that no plan gains on.",
                league_charts(results),
                (plans,),
                says=words.worth_playing(results),
            ),
            *(Section("rounds", "Rounds", "Each search on fresh deals.", (), (one,), says=words.joined(results)) for one in replies),
        ),
        caveats=["A search that finds nothing proves nothing: more games or another start (--starts) may find a plan that gains."],
        method=METHOD,
    )


def league_charts(results: League) -> tuple[Chart, ...]:
    """What the best response of each search wins, after what the mix of the given plans wins against itself."""
    if not results.replies:
        return ()
    mixes = [(float(reply.round), Interval(None, reply.mix_share, None)) for reply in results.replies]
    points = [(float(reply.round), reply.share) for reply in results.replies]
    lines = {"best response": [(0.0, mixes[0][1]), *points], "the mix itself": [(0.0, mixes[0][1]), *mixes]}
    even = fmt.even_percent(results.even_share)
    caption = f"What the best response of each search wins against the mix; the band is a 95 % interval, even is {even}."
    said = "; ".join(f"search {reply.round} {fmt.within(reply.share)}" for reply in results.replies)
    return (search_chart(clean(f"league {results.players}"), (caption, f"{caption} {said}."), lines, results.even_share, "search"),)
