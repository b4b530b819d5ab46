"""What a goal means in the games of a run, checked before anything is played."""

from __future__ import annotations

from simcli.config import ResolvedRun
from simcli.config.run.each_item import kinds_to_ban
from simcli.config.run.measures import MOST_LINEUPS, VARIETY
from simcli.config.run.targets import EXAMPLE, WrongBoundsError, read_bounds, split_bounds, wrong_unit
from simcli.errors import UserError, nearest
from simcli.sim.lineups import count_lineups, matchups_of, same_plans
from simcli.stats.figures.goals import Goal, even_goals
from simcli.stats.figures.registry import Topic, plain_name, why_unknown
from simcli.stats.measured import VIABLE
from simcli.studies.fix.copies import goal_of_copies
from simcli.studies.known_figures import KnownFigures


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
    if topic is None and (why := why_unknown(figure)):
        raise UserError.of(where, *why)
    if topic is None:
        kinds_of: dict[str, str] = {goal.topic.about: goal.name for goal in reversed(evens.values())}
        tail = "even" if is_even else bounds_text
        able = [f"{called} {tail}".strip() for one, names in known.names.items() if one.row.even or not is_even for called in names]
        able_items = kinds_to_ban(run.game.catalogue(run.components, run.options).items) if is_even else {}
        copies = [f"item {item} even" for ids in able_items.values() for item in ids]
        kinds_of |= {"copy": copies[0]} if copies else {}
        near = [*(goal.name for goal in evens.values()), *copies, *able]
        hint = nearest(name, near, f"goals are {', '.join([*kinds_of.values(), 'margin at most 3'])}, {VIABLE} at least 2")
        raise UserError.of(where, "this cannot be asked of these games", hint)
    if is_even:
        if topic.row.even is None or Goal(topic).name.lower() not in evens:
            raise UserError.of(where, f"there is no even {topic.name}", EXAMPLE)
        return Goal(topic)
    try:
        bounds = read_bounds(bounds_text)
    except WrongBoundsError as wrong:
        raise UserError.of(where, *wrong.args) from wrong
    if bounds is None:
        raise UserError.of(where, f"found no bounds of {topic.name}", EXAMPLE)
    if wrong_bounds := wrong_unit(bounds, is_share=topic.row.is_share):
        raise UserError.of(where, *wrong_bounds)
    return Goal(topic, bounds.low, bounds.high)


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
    matchups = matchups_of(run, where)
    plans = len({*same_plans(run)})
    if (bounds.low or 1) > plans or (bounds.high or 1) < 1:
        what = f"with {plans} plans there are 1 to {plans} viable ones"
        raise UserError.of(where, what, "name more plans, --set strategies=[NAME,...], or another bound")
    if 2 * count_lineups(matchups) > MOST_LINEUPS:
        what = f"the game as it is and a change have {2 * count_lineups(matchups):,} line-ups, at most {MOST_LINEUPS:,} are played together"
        raise UserError.of(where, what, "name fewer strategies, or one number of players with --players N")
    return Goal(Topic("games", None, VIABLE), low=bounds.low, high=bounds.high)
