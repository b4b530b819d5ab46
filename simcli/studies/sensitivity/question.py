"""The question, settled before anything is written: a run with a variant for every number one step less and one more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Unpack

from simcli.base.several import several
from simcli.config import ResolvedRun
from simcli.config.data.number_names import Change, Number
from simcli.config.run.in_play import told_beforehand
from simcli.config.run.measures import FEEL, VARIETY
from simcli.config.run.numbers import load_one_game, named_numbers
from simcli.config.run.resolve import Overrides
from simcli.config.run.resolved import NumberSteps
from simcli.config.run.variants import MOST_CELLS
from simcli.errors import UserError
from simcli.report.words.figures import figure_text
from simcli.report.words.left_out import left_out_text
from simcli.stats.figures.registry import Topic, plain_name
from simcli.stats.left_out import LeftOut
from simcli.stats.measured import VIABLE
from simcli.studies.changes import as_it_is, other_games
from simcli.studies.known_figures import KnownFigures
from simcli.studies.variety.rider import wanted

FILE = "sensitivity"

NUMBER = "NUMBER"
"""The argument that names numbers."""

GROUPS = 12
"""Most groups of numbers that are named where there are too many for one run, unless there are more files."""


@dataclass(frozen=True)
class SensitivityQuestion:
    """The run to be played, with a variant for every number one step less and one more, and what is not played."""

    run: ResolvedRun
    left_out: tuple[LeftOut, ...]


def ask(
    config: str | Path | Mapping[str, object], paths: str | Sequence[str], *, of: str | None, by: int = 1, **over: Unpack[Overrides]
) -> SensitivityQuestion:
    """Settles what is played. UserError with what cannot be, before anything is written."""
    if by < 1:
        raise UserError.of(f"--by {by}", "found a step below 1", "one step less and one step more are always played")
    run = load_one_game(config, **over)
    steps = [(number, number.value + step) for number in named_numbers(run, several(paths), NUMBER) for step in (-by, by)]
    figure, topic, names = _figure(run, of)
    told = told_beforehand(run, steps)
    _check_number(run, [change for change in steps if change not in told], figure, f"--of {of}")
    variants, left_out = other_games(run, steps)
    if not variants:
        texts = dict.fromkeys(f"{one.name} {one.to}: {one.why}" for one in left_out[:2])
        what = f"no value one step away is another game: {'; '.join(texts)}"
        raise UserError.of(NUMBER, what, "without a path all numbers of the components are taken")
    question = f"Which number moves {figure_text(topic, names)} most?"
    title = run.report.title or f"{run.game.title}: which number moves what"
    report = replace(run.report, title=title, question=question, note=left_out_text(left_out), about="variants", kind="")
    # What takes games of its own would be counted for each step of each number: it is where it is the figure that is asked for alone.
    measure = run.measure and tuple(name for name in run.measure if name not in (FEEL, VARIETY))
    asked = replace(
        run,
        report=report,
        variants=(as_it_is(run), *(variant for _, variant in variants)),
        study=NumberSteps(FILE, figure, by, tuple(paths)),
        measure=(*(measure or ()), VARIETY) if figure == VIABLE else measure,
    )
    if figure == VIABLE:
        wanted(asked, f"--of {of}")
    return SensitivityQuestion(asked, tuple(left_out))


def question_of(run: ResolvedRun) -> SensitivityQuestion:
    """The question of a run that a folder holds; what is not played is found once more, by the rules that it keeps. UserError as `ask`."""
    assert run.study is not None
    own, by = replace(run, variants=(), study=None), run.study.by
    steps = [(number, number.value + step) for number in named_numbers(own, run.study.paths, NUMBER) for step in (-by, by)]
    return SensitivityQuestion(run, tuple(other_games(own, steps)[1]))


def _check_number(run: ResolvedRun, changes: Sequence[Change], figure: str, asks: str) -> None:
    """No more cells and line-ups than a run holds, before any change is laid out."""
    if figure == VIABLE and changes:
        wanted(replace(run, variants=(as_it_is(run),) * (len(changes) + 1)), asks)
    n = (len(changes) + 1) * len(run.players)
    if n <= MOST_CELLS:
        return
    depth = max(len(number.steps) for number, _ in changes)
    while len(groups := _groups([number for number, _ in changes], depth)) > GROUPS and depth > 1:
        depth -= 1
    listed = [f"{name} ({count * len(run.players):,})" for name, count in groups.items()]
    counts = f" with {len(run.players)} numbers of players" if len(run.players) > 1 else ""
    what = f"{len(changes):,} values{counts} are {n:,} combinations with the game as it is, at most {MOST_CELLS} are played in one run"
    hint = "name one number of players with --players N, or some of these: " if len(run.players) > 1 else "name some of these: "
    raise UserError.of(NUMBER, what, f"{hint}{', '.join(listed)}")


def _groups(numbers: Sequence[Number], depth: int) -> dict[str, int]:
    """How many of the values stand under each of `guilds.*.prizes.round_2.*`: addresses with stars for ids and places, cut short."""
    found: dict[str, int] = {}
    for number in numbers:
        tail = number.place[len(number.place) - len(number.steps) :]
        steps = ["*" if i and isinstance(at, int) else str(step) for i, (step, at) in enumerate(zip(number.steps, tail, strict=True))]
        name = ".".join(steps[:depth]).removesuffix(".*") if depth < len(steps) else ".".join(steps)
        found[name] = found.get(name, 0) + 1
    return found


def _figure(run: ResolvedRun, of: str | None) -> tuple[str, Topic | None, dict[str, str]]:
    """The name of the figure in question, what it is of (None for viable plans), and the items' names; the one of most interest if
    none is named."""
    if of is not None and plain_name(of) in (VIABLE, VARIETY):
        return VIABLE, None, {}
    known = KnownFigures.of(replace(run, variants=(as_it_is(run),)))
    if of is None:
        about = "strategy" if run.has_rivals else "seat"
        winning = Topic("games", None, "winning score")
        topic = next((one for one in known.names if (one.about, one.figure) == (about, "win share")), winning)
    else:
        topic = known.asked(f"--of {of}", of, (VIABLE,))
    return topic.name, topic, known.items
