"""The pages of a search for weights and of a league: the answer, win shares as the search went, and the tables."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from simcli.base.escapes import PROSE, shown_all
from simcli.report import formatting as fmt
from simcli.report.draw import scales
from simcli.report.draw.chart import Chart
from simcli.report.draw.drawing import Drawing
from simcli.report.draw.palette import Palette
from simcli.report.draw.panels import Panel, clean, value_axis
from simcli.stats.bounds import Interval
from simcli.studies.league import words as league_texts
from simcli.studies.league.estimate import League
from simcli.studies.run import tables as views
from simcli.studies.run.page import Section, flat_settings, rendered, write_rendered
from simcli.studies.run.sweep_charts import Lines, draw_lines
from simcli.studies.tune import words as tune_texts
from simcli.studies.tune.estimate import Tune

TOPIC = "search"
MOST_POINTS, MOST_TICKS = 60, 6
"""Points of a line at most: of more generations so many are drawn together."""
PLAYED = "Every game is played by computer strategies under the complete rules; all chance comes from a seeded generator."
TUNED = (
    PLAYED,
    "CMA-ES moves the weights of the start: the candidates of a generation play the same deals against the same line-ups.",
    "The line is the middle of the search, a generation's deals at a time; it bends with their luck. The judgement plays fresh deals.",
)
LEAGUE = (
    PLAYED,
    "All line-ups of the plans play the same deals. The mix is an equilibrium of what their seats win: no plan wins more against it.",
    "Each round tunes a best response to the mix. It joins where it gains enough on fresh deals; the league ends where none does.",
    "A game that a stall rule ends is lost by all.",
)


def write_tune_page(folder: Path, results: Tune, info: Mapping[str, Any]) -> Path:
    """Writes report.html and figures/*.png into `folder`; returns the page. `info`: strategies, provenance, version."""
    results, info = shown_all(results, PROSE), shown_all(info, PROSE)
    made = tune_charts(results)
    return write_rendered(folder, rendered(_tuned(results, info, made), made), made)


def write_league_page(folder: Path, results: League, info: Mapping[str, Any]) -> Path:
    """Writes report.html and figures/*.png into `folder`; returns the page. `info`: strategies, provenance, version, command."""
    results, info = shown_all(results, PROSE), shown_all(info, PROSE)
    made = league_charts(results)
    return write_rendered(folder, rendered(_league(results, info, made), made), made)


def _tuned(results: Tune, info: Mapping[str, Any], made: tuple[Chart, ...]) -> dict[str, Any]:
    is_better = all(row.gain.low is not None and row.gain.low > 0 for row in results.against)
    return _content(results, results.answer, info, results.command) | {
        "title": f"{results.title}: {results.start} tuned",
        "question": f"Is there a better plan than {results.start} against these players?",
        "tone": "uneven" if is_better else "unknown",
        "tiles": [
            ("players", fmt.listing([str(row.players) for row in results.against])),
            ("weights", fmt.count(results.searched)),
            ("generations", fmt.count(results.generations)),
            ("games", fmt.count(results.games)),
        ],
        "sections": (
            Section("gain", "What the search brought", "On fresh deals.", made, (tune_texts.view(results),), contents="Gain"),
            Section("weights", "Weights", "The strategy's file has them too.", (), (_weights(results),), is_folded=True),
        ),
        "caveats": ["The search is a lower bound: more games, other starts or other features may win more."],
        "method": TUNED,
    }


def _weights(results: Tune) -> views.View:
    columns = (views.Column("Decision", views.TEXT), views.Column("Feature", views.TEXT), views.Column("Weight"))
    rows = [(decision, name, f"{weight:g}") for decision, row in results.weights.items() for name, weight in row.items()]
    return views.View(f"Weights of {results.start}_tuned", columns, tuple(rows))


def _league(results: League, info: Mapping[str, Any], made: tuple[Chart, ...]) -> dict[str, Any]:
    plans, *replies = league_texts.views(results)
    return _content(results, results.answer, info, info["command"]) | {
        "title": f"{results.title}: a league with {fmt.players_text(results.players)}",
        "question": "Which plans hold against each other, and how far can they still be beaten?",
        "tone": "even" if results.is_settled else "unknown",
        "tiles": [
            ("players", str(results.players)),
            ("plans", fmt.count(len(results.plans))),
            ("best responses", fmt.count(sum(one.is_added for one in results.replies))),
            ("games", fmt.count(results.games + sum(one.games for one in results.replies))),
        ],
        "sections": (
            Section("plans", "Plans", "Weights of the mix that no plan gains on.", made, (plans,), contents="Plans"),
            *(Section("rounds", "Rounds", "Each search on fresh deals.", (), (one,), contents="Rounds") for one in replies),
        ),
        "caveats": ["A search that finds nothing proves nothing: more games or another start (--starts) may find a plan that gains."],
        "method": LEAGUE,
    }


def _content(results: Tune | League, answer: str, info: Mapping[str, Any], command: str) -> dict[str, Any]:
    """What both pages show alike."""
    head, _, rest = answer.partition(". ")
    return {
        "game": results.title,
        "headline": f"{head}." if rest else head,
        "support": rest,
        "note": "",
        "findings": [],
        "strategies": info["strategies"],
        "provenance": [(name, list(info["provenance"][name])) for name in views.MARKS if info["provenance"].get(name)],
        "marks": views.MARKS,
        "tones": {"yes": "uneven", "no": "even"},
        "settings": [*flat_settings(results.options), *flat_settings(results.patch, "patch: ")],
        "rules": [],
        "facts": [("game", results.game), ("seed", str(results.seed)), ("simcli", info["version"])],
        "command": command,
        "version": info["version"],
    }


def tune_charts(results: Tune) -> tuple[Chart, ...]:
    """The middle of the search by generation; none of a search with fewer than two that ended their games."""
    known = [(step.generation, step.share) for step in results.steps if step.share is not None]
    if len(known) < 2:
        return ()
    together = -(-len(known) // MOST_POINTS)
    parts = [known[k : k + together] for k in range(0, len(known), together)]
    points = [(sum(n for n, _ in part) / len(part), Interval(None, sum(share for _, share in part) / len(part), None)) for part in parts]
    even = sum(1 / row.players for row in results.against) / len(results.against)
    caption = f"Win share of the middle of the search by generation; an even share is {fmt.even_percent(even)}."
    said = f"It begins at {fmt.percent(points[0][1].value)} and ends at {fmt.percent(points[-1][1].value)}."
    draw = partial(_draw, "Win share by generation", {"middle of the search": points}, even, "generation")
    return (Chart(clean(f"search {results.start}"), TOPIC, caption, f"{caption} {said}", draw),)


def league_charts(results: League) -> tuple[Chart, ...]:
    """What the best response of each search wins, after what the mix of the given plans wins against itself."""
    if not results.replies:
        return ()
    mixes = [(float(reply.round), Interval(None, reply.mix_share, None)) for reply in results.replies]
    points = [(float(reply.round), reply.share) for reply in results.replies]
    lines = {"best response": [(0.0, mixes[0][1]), *points], "the mix itself": [(0.0, mixes[0][1]), *mixes]}
    even = fmt.even_percent(results.even_share)
    caption = f"What the best response of each search wins against the mix; the band is a 95 % interval, even is {even}."
    said = "; ".join(f"search {reply.round} {league_texts.share_text(reply.share)}" for reply in results.replies)
    draw = partial(_draw, "Best responses to the mix", lines, results.even_share, "search")
    return (Chart(clean(f"league {results.players}"), TOPIC, caption, f"{caption} {said}.", draw),)


def _draw(title: str, lines: Lines, even: float, below: str, palette: Palette) -> Drawing:
    """A line of win shares over numbered steps."""
    at = [x for points in lines.values() for x, _ in points]

    def axis(panel: Panel) -> None:
        ticks = scales.ticks(min(at), max(at), MOST_TICKS, whole=True)
        value_axis(panel, ticks, scales.number_texts(ticks), below)

    return draw_lines(title, lines, (even, 0.0), palette, told=scales.percent_texts, axis=axis)
