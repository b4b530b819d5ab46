"""What the page of a run says in addition to its numbers: texts, players, a board, games worth a look, and the commands that repeat it."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from simcli.base.version import __version__
from simcli.config import ResolvedRun
from simcli.config.data.provenance import provenance
from simcli.config.run.commands import command, company_command, rerun_command, trace_words
from simcli.report import formatting as fmt
from simcli.sim.pick_words import DEALS
from simcli.studies.in_run import found_in, players_of

if TYPE_CHECKING:
    from simcli.sim.folder.picture import Picture
    from simcli.stats.summary import Summary


def told_of_players(run: ResolvedRun, results: Summary) -> str:
    """How far the players of a run can be beaten and what to do next; or why that is not measured, and what measures it."""
    return players_of(run, results, "" if run.study is not None else command(run, results.deals))


def report_info(run: ResolvedRun, results: Summary, picture: Picture | None = None) -> dict[str, Any]:
    """What the page says in addition to numbers: texts, strategies, provenance of the data, a board, the command that repeats the run."""
    return {
        "command": command(run, results.deals),
        "rerun": rerun_command(run),
        "title": run.report.title,
        "question": run.report.question,
        "note": run.report.note,
        "version": __version__,
        "strategies": [{"name": s.name, "kind": s.kind, "idea": idea} for s, idea in zip(run.strategies, _ideas(run), strict=True)],
        "provenance": provenance(run.components),
        "picture": _picture_info(run, picture) if picture else None,
        "players": told_of_players(run, results),
        "matchups": company_command(run, "matchups"),
        "picks": list(_picks(run, results)),
        "found": found_in(run, results),
    }


def _picks(run: ResolvedRun, results: Summary) -> Iterator[tuple[str, str]]:
    """What games one may want to see, each with the command that finds and traces one, of games that ended."""
    ended = [cell for cell in results.cells if cell.ended]
    if not ended:
        return
    cell = next((cell for cell in ended if cell.players > 1), ended[0])
    kinds = {"a typical game": "median", "the closest one": "closest", "the greatest comeback": "comeback"}
    if cell.players == 1:
        kinds = {"the longest game": "longest", "the shortest one": "shortest"}
    elif run.has_rivals:
        kinds |= {"the greatest upset": "upset"}
    words = trace_words(run) + (["--players", str(cell.players)] if cell.players != run.players[0] else [])
    if cell.variant is not None and cell.variant != run.variants[0].name:
        words += ["--variant", cell.variant]
    if cell.unended * cell.deals >= DEALS * cell.games:  # perhaps all of those that are looked at if nobody says how many
        words += ["--among", str(cell.deals)]
    yield from ((what, shlex.join([*words, "--pick", kind])) for what, kind in kinds.items())


def _picture_info(run: ResolvedRun, picture: Picture) -> dict[str, Any]:
    seats = zip(picture.strategies, picture.totals, picture.shares, strict=True)
    scores = [f"seat {p}, {name}: {total}{' (wins)' if share else ''}" for p, (name, total, share) in enumerate(seats, start=1)]
    words = [*trace_words(run), "--deal", str(picture.deal), "--rotation", str(picture.rotation)]
    words += ["--players", str(picture.players)] if len(run.players) > 1 else []
    return {
        "svg": picture.svg,
        "game": f"deal {picture.deal}, rotation {picture.rotation}, with {picture.players} players",
        "scores": scores,
        "command": shlex.join(words),
    }


def _ideas(run: ResolvedRun) -> list[str]:
    """What each strategy tries, and how often a seat draws it from a field."""
    drawn = [f"{often} of seats. " for often in fmt.drawn_texts(run.drawn_shares)] or [""] * len(run.strategies)
    return [f"{often}{strategy.idea}" for often, strategy in zip(drawn, run.strategies, strict=True)]
