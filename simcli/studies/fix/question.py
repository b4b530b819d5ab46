"""What a goal means in the games of a run, checked before anything is played."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from pathlib import Path
from typing import Any, Unpack

from simcli.base.files import REPORTS
from simcli.base.several import several
from simcli.config import ResolvedRun
from simcli.config.data.number_names import Change, Number
from simcli.config.run.commands import to_the_last_deal
from simcli.config.run.each_item import kinds_to_ban
from simcli.config.run.in_play import told_beforehand
from simcli.config.run.measures import MOST_LINEUPS, VARIETY
from simcli.config.run.numbers import load_one_game, named_numbers
from simcli.config.run.resolve import Overrides
from simcli.config.run.targets import EXAMPLE, WrongBoundsError, read_bounds, split_bounds
from simcli.config.run.variants import SPAN
from simcli.errors import UserError, counted, nearest
from simcli.sim.folder.names import folder_name
from simcli.sim.lineups import count_lineups, round_robin_of, same_plans
from simcli.stats.figures.goals import Goal, even_goals
from simcli.stats.figures.registry import Topic, plain_name, why_unknown
from simcli.stats.left_out import LeftOut
from simcli.stats.measured import VIABLE
from simcli.studies.changes import other_games
from simcli.studies.fix.copies import bounded_goal, denied_run, goal_of_copies, why_not_denied
from simcli.studies.known_figures import KnownFigures

BARE = re.compile(r"(.+?):? (-?\d[\d.]*(?: ?%)?)")
"""A figure with a number and no word that says on which side."""


def goal_of(run: ResolvedRun, text: str) -> Goal:
    """The goal that a text names; UserError with the nearest for one that none has."""
    if (of_plans := _of_plans(run, text)) is not None:
        return of_plans
    if (of_copies := goal_of_copies(run, text)) is not None:
        return of_copies
    known = KnownFigures.of(run)
    evens = {goal.name.lower(): goal for cell in known.cells for goal in even_goals(cell)}
    kinds = {item.kind for cell in known.cells for item in cell.items}
    first, _, rest = plain_name(text).partition(" ")
    name = f"item {rest}" if first in kinds and rest else f"{first} {rest}".strip()
    if name in evens:
        return evens[name]
    where, is_even = f"--goal {text}", name.endswith(" even")
    figure, bounds_text = (name.removesuffix(" even"), "") if is_even else split_bounds(plain_name(text))
    topic = known.find(figure)
    if topic is None:
        if why := why_unknown(figure):
            raise UserError.of(where, *why)
        if (bare := BARE.fullmatch(figure)) and known.find(bare[1]):
            hint = f"write '{bare[1]} at least {bare[2]}', 'at most {bare[2]}' or '{bare[2]} .. {bare[2]}'"
            raise UserError.of(where, f"{bare[2]} is no bound by itself", hint)
        kinds_of: dict[str, str] = {goal.topic.about: goal.name for goal in reversed(evens.values())}
        tail = "even" if is_even else bounds_text
        able = [f"{called} {tail}".strip() for one, names in known.names.items() if one.row.even or not is_even for called in names]
        is_contest = any(cell.is_contest for cell in known.cells)
        able_items = kinds_to_ban(run.game.catalogue(run.components, run.options).items) if is_even and is_contest else {}
        copies = [f"item {item} even" for ids in able_items.values() for item in ids]
        kinds_of |= {"copy": copies[0]} if copies else {}
        near = [*(goal.name for goal in evens.values()), *copies, *able]
        more = ("margin at most 3", f"{VIABLE} at least 2") if is_contest else ("winning score at least 20",)
        hint = nearest(name, near, f"goals are {', '.join([*kinds_of.values(), *more])}")
        raise UserError.of(where, "this cannot be asked of these games", hint)
    if is_even:
        if topic.row.even is None or Goal(topic).name.lower() not in evens:
            raise UserError.of(where, f"there is no even {topic.name}", EXAMPLE)
        return Goal(topic)
    return bounded_goal(topic, bounds_text, where, is_share=topic.row.is_share)


def _of_plans(run: ResolvedRun, text: str) -> Goal | None:
    """A goal such as `viable plans at least 4` or `variety: at least 4`; None for any other. UserError for one that cannot be."""
    words = " ".join(text.lower().split())
    name = next((name for name in (VIABLE, VARIETY) if words.startswith(name)), None)
    if name is None:
        return None
    where = f"--goal {text}"
    try:
        bounds = read_bounds(words.removeprefix(name).lstrip(": "))
    except WrongBoundsError as wrong:
        raise UserError.of(where, *wrong.args) from wrong
    if bounds is None or bounds.percent:
        raise UserError.of(where, f"found no bounds of a number of {VIABLE}", f"write '{VIABLE} at least 4', 'at most 2' or '2 .. 3'")
    matchups = round_robin_of(run, where)
    plans = len({*same_plans(run)})
    if (bounds.low or 1) > plans or (bounds.high or 1) < 1:
        what = f"with {plans} plans there are 1 to {plans} viable ones"
        raise UserError.of(where, what, "name more plans, --set strategies=[NAME,...], or another bound")
    if 2 * count_lineups(matchups) > MOST_LINEUPS:
        what = f"the game as it is and a change have {2 * count_lineups(matchups):,} line-ups, at most {MOST_LINEUPS:,} are played together"
        raise UserError.of(where, what, "name fewer strategies, or one number of players with --players N")
    return Goal(Topic("games", None, VIABLE), low=bounds.low, high=bounds.high)


REACH = 10
"""Most steps of a number each way where no range is given; never below 0 if it is not there already."""

MOST_GAMES = 4000
"""Games that one search may hold."""

FEWER = "name fewer numbers, or fewer values: --within LO..HI, or LO..HI by STEP"


@dataclass(frozen=True)
class FixQuestion:
    """What is searched: the game as it is, the goal, and the changes, the smallest first: of one number, then of two."""

    config: str | Path | Mapping[str, Any]
    run: ResolvedRun
    goal: Goal
    by: tuple[str, ...]
    within: tuple[str, ...]
    singles: tuple[tuple[Change, ...], ...]
    pairs: tuple[tuple[Change, ...], ...]
    left_out: tuple[LeftOut, ...]
    denied: ResolvedRun | None = None
    """of a goal about copies: the game as it is, in which seat 1 is denied each item of the kind in turn"""

    @property
    def played(self) -> ResolvedRun:
        """What is played of a game: itself, or with each denial."""
        return self.denied or self.run

    @property
    def folder(self) -> Path:
        """Where the search keeps what it has played; the same for all questions about this game."""
        return Path(REPORTS) / f"{folder_name(self.run)}-{self.run.identity()[:8]}-search"


def ask(
    config: str | Path | Mapping[str, object],
    goal: str,
    by: str | Sequence[str],
    *,
    within: str | Sequence[str] | tuple[int, int] = (),
    **over: Unpack[Overrides],
) -> FixQuestion:
    """Settles what is searched. UserError with what cannot be, before anything is written."""
    run = load_one_game(config, **over)
    run = to_the_last_deal(run)
    wanted = goal_of(run, goal)
    within = several(within)
    if [type(end) for end in within] == [int, int]:
        within = (f"{within[0]}..{within[1]}",)
    paths = [path.strip() for text in several(by) for path in text.split(",")]
    if len(within) not in (0, 1, len(paths)):
        what = f"found {counted(len(within), 'range')} for {counted(len(paths), 'path')}"
        raise UserError.of("--within", what, "give one range for all, or one for each path of --by in its order")
    named: list[list[Number]] = []
    for path in paths:
        named.append([number for number in named_numbers(run, [path], "--by") if not any(number in one for one in named)])
    ranges = list(within) * len(paths) if len(within) == 1 else list(within)
    values = [[[(number, to) for to in _values(number, ranges[i] if ranges else "")] for number in group] for i, group in enumerate(named)]
    _check_number(run, [[change for changes in group for change in changes] for group in values])
    games, left_out = other_games(run, [change for group in values for changes in group for change in changes])
    denied = None
    if wanted.is_of_copies:
        denied = denied_run(config, run, wanted, deals=run.deals, seed=run.seed)
        told = {change: why_not_denied(run, wanted, variant) for change, variant in games}
        gone = [LeftOut(path=number.path, name=number.name, to=to, why=why) for (number, to), why in told.items() if why]
        games, left_out = [one for one in games if not told[one[0]]], [*left_out, *gone]
    able = [(change,) for change, _ in games]
    if not able:
        hint = "; ".join(f"{left.path} {left.to}: {left.why}" for left in left_out[:1])
        raise UserError.of("--by", "there is no other value in the range that the game can be played with", hint)
    groups = [[one[0] for one in able if one[0][0] in group] for group in named]
    pairs = [(one, other) for first, second in combinations(groups, 2) for one, other in product(first, second)]
    place = {number: i for i, number in enumerate(number for group in named for number in group)}

    def size(changes: Sequence[Change]) -> tuple[object, ...]:
        """Steps in all; then the change as a part of the number; then the order of the numbers, less before more."""
        parts = sum(abs(to - number.value) / max(abs(number.value), 1) for number, to in changes)
        return steps_of(changes), parts, [(place[number], to) for number, to in changes]

    return FixQuestion(
        *(config, run, wanted, tuple(paths), tuple(within)),
        *(tuple(sorted(able, key=size)), tuple(sorted(pairs, key=size)), tuple(left_out)),
        denied,
    )


def _check_number(run: ResolvedRun, groups: Sequence[Sequence[Change]]) -> None:
    """No more values, and changes of one number and of two, one of each of two groups, than a search holds, before any is built."""
    changes = [change for group in groups for change in group]
    if len(changes) > MOST_GAMES:
        raise UserError.of("--by", f"{len(changes):,} values are named, at most {MOST_GAMES:,} are tried", FEWER)
    told = told_beforehand(run, changes)
    sizes = [sum(change not in told for change in group) for group in groups]
    n, pairs = sum(sizes), sum(one * other for one, other in combinations(sizes, 2))
    if n + pairs > MOST_GAMES:
        raise UserError.of("--by", f"{n:,} changes of one number and {pairs:,} of two are more than {MOST_GAMES:,}", FEWER)


def steps_of(changes: Sequence[Change]) -> int:
    """How far numbers go from what they are, added up."""
    return sum(abs(to - number.value) for number, to in changes)


def _values(number: Number, span: str) -> list[int]:
    """The other values a number may take: those of a span such as 8..14 or 0..100 by 10."""
    if not span:
        low = number.value - REACH
        return [to for to in range(max(low, 0) if number.value >= 0 else low, number.value + REACH + 1) if to != number.value]
    found = SPAN.fullmatch(span.strip())
    low, high, stride = (int(text or 1) for text in found.groups()) if found else (0, 0, 0)
    if not found or stride < 1:
        raise UserError.of(f"--within {span}", "found no range", "write LO..HI such as 8..14, or 0..100 by 10")
    if high - low > MOST_GAMES * stride:
        raise UserError.of(f"--within {span}", f"this range has more than {MOST_GAMES:,} values", "write a stride: 0..100000 by 100")
    values = [to for to in range(low, high + 1, stride) if to != number.value]
    if not values:
        what = "this range is empty" if high < low else f"this range holds no value of {number.path} but {number.value}, which it has"
        raise UserError.of(f"--within {span}", what, f"write {high}..{low}" if high < low else "write a wider one")
    return values
