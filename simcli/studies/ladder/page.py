"""The page of a ladder: the answer, effects against strength as lines with bands, and the tables, on the template of a run's page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from simcli.base.grouped import grouped
from simcli.report import formatting as fmt
from simcli.report.charts.chart import SERIES, Band, Chart, Form, Lines, clean, line_rows
from simcli.report.page import Page, Section
from simcli.report.table.csv import CsvTable
from simcli.studies.ladder import claims
from simcli.studies.ladder import words as texts
from simcli.studies.ladder.estimate import GRAVITY, Ladder, LadderFigure
from simcli.studies.result import record_page

TOPIC = "ladder"
TITLES: Mapping[str, str] = {
    "seat": "What a seat or place is worth",
    "ban": "What a restriction changes",
    "offered": "What one more copy offered is worth",
    "copy": "What a copy is worth beyond the middle of its kind",
    "difference": "What variants change: {}",
    "figure": "{}",
}
METHOD = (
    "Every game is played by computer strategies under the complete rules; all chance comes from a seeded generator.",
    "Each rung is a run of the config with its players in all seats, on the first deals of the same list. A rung whose games are dear has "
    "fewer of them; the table says how many.",
    "Verdicts of a rung are those of a run, Holm's correction over all figures of a kind and all rungs. The judge of a figure is the "
    "strongest rung whose deals tell what becomes of a weaker one's verdict. What the judge has more is tested with a correction of its "
    "own. Luck that rungs share on the same deals is taken off its interval, where enough deals tell how much it is.",
    "Persists: the judge says the same. Fades: it has nothing beyond the tolerance, or clearly less and not clearly more than the "
    "tolerance. Reverses: it says the opposite. Appears: there was nothing beyond the tolerance. A figure has the gravest word that any "
    "weaker rung's verdict gets.",
    "Stronger: one player of a rung among those of the rung below wins more than an even share, on deals of their own.",
)

RECORD = Ladder
TABLE = CsvTable(texts.lines, texts.WHOLE)

answer_of, views_of = claims.answer, texts.views


def page_of(results: Ladder, info: Mapping[str, object]) -> Page:
    """The page of a ladder. `info`: title, question, strategies, provenance, version."""
    made = ladder_charts(results)
    counts = list(dict.fromkeys(n for rung in results.rungs for n in rung.players))
    words = [figure.word for figure in results.figures]
    return record_page(
        results,
        answer_of(results),
        info,
        note=" ".join(f"Left out: {one}." for one in results.missing),
        tone=texts.TONES[next((word for word in GRAVITY if word in words), GRAVITY[-1])],
        findings=texts.findings(results),
        tiles=[
            ("players", fmt.listing([str(n) for n in sorted(counts)])),
            ("rungs", fmt.count(len(results.rungs))),
            ("figures", fmt.count(len(results.figures))),
            ("games", fmt.count(sum(rung.games for rung in results.rungs))),
        ],
        sections=tuple(_sections(results, made)),
        caveats=[
            "The last rung is the strongest that was played, not the strongest there is: `simcli tune` says how far players can be beaten.",
            "All seats are played alike strongly. What a strong player gains among weak ones is another question.",
        ],
        method=METHOD,
        facts=[
            ("game", results.game),
            ("identity", results.identity),
            ("seed", str(results.seed)),
            ("tolerance", fmt.both_tolerances(results.tolerance, counts)),
            ("simcli", info["version"]),
        ],
        command=results.command,
    )


def _sections(results: Ladder, made: Sequence[Chart]) -> Iterator[Section]:
    lead = "All seats are played by the players of one rung. Each rung is as strong as its players are among those below."
    says = f"From {results.rungs[0].rung} to {results.rungs[-1].rung}."
    rungs = Section("rungs", "Players", lead, (), (texts.rungs_view(results), texts.trust_view(results)), says=says)
    for players in texts.counts(results):
        own = tuple(chart for chart in made if chart.topic == f"{TOPIC}-{players}")
        lead = "The line of a figure is its effect with the players of each rung; where it leaves the shaded tolerance it matters."
        title = f"With {fmt.players_text(players)}"
        yield Section(
            f"figures-{players}", title, lead, own, (texts.figures_view(results, players),), says=claims.verdicts(results, players)
        )
    yield rungs


def ladder_charts(results: Ladder) -> tuple[Chart, ...]:
    """Effects against strength: a chart for each number of players and kind of figure."""
    groups = grouped(((figure.players, figure.kind, figure.figure), figure) for figure in results.figures)
    return tuple(chart for key in sorted(groups) for chart in _chart(results, *key, groups[key]))


def _chart(results: Ladder, players: int, kind: str, what: str, figures: Sequence[LadderFigure]) -> Iterator[Chart]:
    rungs = [rung for rung in results.rungs if players in rung.players]
    place = [rung.rung for rung in rungs]
    all_lines: Lines = {texts.label(one): [(on.rung, on.value) for on in one.rungs] for one in figures}
    lines = {label: points for label, points in all_lines.items() if sum(bounds.value is not None for _, bounds in points) > 1}
    if not lines:
        return
    shown = dict(list(lines.items())[:SERIES])
    more = f" The first {SERIES} of {len(lines)}; the table has all." if len(shown) < len(lines) else ""
    title = fmt.capital(TITLES[kind].format(what))
    is_share, is_itself = figures[0].unit == "share", texts.is_itself(figures[0])
    among = [
        f"{rung.rung} {fmt.percent(step.share.value)} among {rungs[i].rung}"
        for i, rung in enumerate(rungs[1:])
        for step in rung.steps
        if step.players == players
    ]
    strength = f" How strong one of them is: {', '.join(among)}, where {fmt.even_percent(1 / players)} is even." if among else ""
    unit = "as a number" if not is_share else "in per cent" if is_itself else "in points of win share"
    shaded = " Shaded: the tolerance." if figures[0].tolerance else ""
    caption = (
        f"{title}, {unit}, with {fmt.players_text(players)}, from the weakest players to the strongest ({', '.join(place)}); the bands are "
        f"95 % intervals.{shaded}{strength}{more}"
    )
    said = [f"{texts.label(one)}: {', '.join(f'{texts.effect_text(on, one)} with {on.rung}' for on in one.rungs)}" for one in figures]
    panel, tolerance = fmt.players_text(players), figures[0].tolerance
    rows = sorted(line_rows(panel, shown), key=lambda one: place.index(one["x"]))
    scale: tuple[Form, str] = ("number", what) if not is_share else ("percent", "share") if is_itself else ("points", "points of win share")
    name, alt = clean(f"ladder {kind} {what} {players}"), f"{title}. {'; '.join(said[:SERIES])}."
    bands = () if is_itself else (Band(panel, -tolerance, 0.0, tolerance),)
    yield Chart(name, f"{TOPIC}-{players}", caption, alt, "lines", rows, *scale, "players, from weak to strong", bands)
