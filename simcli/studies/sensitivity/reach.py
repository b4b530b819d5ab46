"""What sliders can reach: the values of each number that the game has, those it does not have together, and the command of a setting."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product

from simcli.base.grouped import grouped
from simcli.config.data.number_names import Change, Number
from simcli.config.run.in_play import changes_of, told_beforehand
from simcli.config.run.numbers import RefusedError, variant_name, varied
from simcli.config.run.resolved import ResolvedRun, no_rivals
from simcli.config.run.sets import VARIED
from simcli.config.run.variants import MOST_CELLS
from simcli.errors import UserError
from simcli.stats.measured import VIABLE
from simcli.studies.sensitivity.sliders import Reach, Sliders, Values

PAGE, PAIRS = "--page", "--pairs"
MOST_NUMBERS = 12
MOST_STEP = 50
MOST_CHECKS = 4000
"""Settings that are laid out to see whether the game has them."""
NO_GAMES_OF_ITS_OWN = frozenset({"deals", "measure", "players", "report", "seed", "tolerance", "until"})
"""Keys of a config that leave every game as it is, or stand in the command as options."""


def reach_of(run: ResolvedRun) -> Sliders:
    """The sliders of a run whose variants are steps of numbers, before anything is played. UserError where no page can be made of it."""
    if no_rivals(run.game, max(run.players)):
        raise UserError.of(PAGE, "nobody wins against others here, so that no share can follow", "name more players with --players")
    _base_sets(run)
    steps = _steps(run)
    if len(steps) > MOST_NUMBERS:
        raise UserError.of(PAGE, f"{len(steps)} numbers are moved, at most {MOST_NUMBERS} have sliders", "name some of them")
    by = run.study.by if run.study else 1
    if by > MOST_STEP:
        raise UserError.of(f"{PAGE} --by {by}", f"sliders go in whole steps, at most {MOST_STEP} to a side", "take a smaller step")
    plain = replace(run, variants=(), study=None)
    values = {number: _values(plain, number, own) for number, own in steps.items()}
    most = _most([len(own) - 1 for own in values.values()])
    if most < min(2, len(steps)):
        what = f"two numbers at once are more than {MOST_CHECKS:,} settings"
        raise UserError.of(PAGE, what, "name fewer numbers, or take a smaller --by")
    refused = tuple(_refused(plain, values, most))
    return Sliders(tuple(Reach(_set_path(number), number.name, number.value, values[number]) for number in steps), (), refused, most)


def asked_for(run: ResolvedRun, *, page: bool, pairs: bool) -> tuple[ResolvedRun, Sliders | None]:
    """The run with its pairs where they are asked for, and its sliders where a page is. UserError for pairs alone, and as `reach_of`."""
    if pairs and not page:
        raise UserError.of(PAIRS, "only the sliders use numbers that are moved together", f"add {PAGE}")
    reach = reach_of(run) if page else None
    return (run if reach is None or not pairs else with_pairs(run, reach)), reach


def _steps(run: ResolvedRun) -> dict[Number, list[int]]:
    """The numbers that variants move alone, and what they become."""
    return grouped(changes[0] for changes in changes_of(run).values() if len(changes) == 1)


def with_pairs(run: ResolvedRun, reach: Sliders) -> ResolvedRun:
    """The run, in which each two numbers are moved to their steps together too. UserError where that is more than a run holds."""
    assert run.study is not None
    if run.study.figure == VIABLE:
        raise UserError.of(PAIRS, f"the number of {VIABLE} would be counted for each pair too", "leave out one of both")
    plain, steps = replace(run, variants=(), study=None), _steps(run)
    values = {one.path: i for i, one in enumerate(reach.numbers)}
    pairs = [
        ((one, to), (other, other_to))
        for one, other in combinations(steps, 2)
        for to, other_to in product(steps[one], steps[other])
        if ((values[_set_path(one)], to), (values[_set_path(other)], other_to)) not in reach.refused
    ]
    n = (len(run.variants) + len(pairs)) * len(run.players)
    if n > MOST_CELLS:
        hint = f"name fewer numbers, or one number of players with --players N; without {PAIRS} the band is wider"
        raise UserError.of(PAIRS, f"{n:,} combinations are too many, at most {MOST_CELLS} are played in one run", hint)
    variants = [varied(plain, pair, variant_name(pair)) for pair in pairs]
    return replace(run, variants=(*run.variants, *variants), study=replace(run.study, pairs=True))


def _set_path(number: Number) -> str:
    """What stands before the value where `--set` takes it."""
    return number.path if number.is_option else f"patch.{number.path}"


def _has(run: ResolvedRun, changes: Sequence[Change]) -> bool:
    """Whether the game has these values together."""
    try:
        varied(run, changes, "setting")
    except RefusedError:
        return False
    return True


def _values(run: ResolvedRun, number: Number, steps: Sequence[int]) -> tuple[int, ...]:
    """All whole numbers from the lowest step to the highest that the game has."""
    between = [to for to in range(min(*steps, number.value), max(*steps, number.value) + 1) if to != number.value and to not in steps]
    told = told_beforehand(run, [(number, to) for to in between])
    found = [to for to in between if (number, to) not in told and _has(run, [(number, to)])]
    return tuple(sorted({*found, *steps, number.value}))


def _most(counts: Sequence[int]) -> int:
    """How many numbers can be moved at once, so that all settings can be looked at; `counts`: other values of each."""
    by_size = [1] + [0] * len(counts)
    for count in counts:
        for size in range(len(counts), 0, -1):
            by_size[size] += by_size[size - 1] * count
    total, most = 0, min(1, len(counts))
    for size in range(2, len(counts) + 1):
        total += by_size[size]
        if total > MOST_CHECKS:
            break
        most = size
    return most


def _refused(run: ResolvedRun, values: dict[Number, tuple[int, ...]], most: int) -> Iterator[Values]:
    """The smallest sets of values that the game does not have together."""
    found: list[frozenset[tuple[int, int]]] = []
    numbers = list(values)
    for size in range(2, most + 1):
        for chosen in combinations(range(len(numbers)), size):
            for tos in product(*([to for to in values[numbers[i]] if to != numbers[i].value] for i in chosen)):
                setting = tuple(zip(chosen, tos, strict=True))
                if not any(one <= {*setting} for one in found) and not _has(run, [(numbers[i], to) for i, to in setting]):
                    found.append(frozenset(setting))
                    yield setting


def _base_sets(run: ResolvedRun) -> list[str]:
    """What was laid over the config before any number was moved, as `whatif` takes it. UserError for what it does not take."""
    kept = []
    for text in run.sets:
        first = text.partition("=")[0].partition(".")[0].strip()
        if first in VARIED:
            kept.append(text)
        elif first not in NO_GAMES_OF_ITS_OWN:
            what = f"`simcli whatif`, which plays a setting of the sliders, changes only {', '.join(VARIED)}"
            raise UserError.of(f"{PAGE} --set {text}", what, "write it into the config")
    return kept


def command_start(run: ResolvedRun, verb: str) -> str:
    """The start of the command that plays a setting."""
    words = ["simcli", verb, run.config or run.name or "CONFIG"]
    return shlex.join([*words, *(word for text in _base_sets(run) for word in ("--set", text))])


def command(run: ResolvedRun, sliders: Sliders, setting: Sequence[int], players: int) -> str:
    """The command that plays a setting with a number of players, on the deals of the run."""
    moved = [(one, to) for one, to in zip(sliders.numbers, setting, strict=True) if to != one.value]
    sets = [f"{set_start(one)}{to}" for one, to in moved]
    return " ".join([command_start(run, "whatif" if moved else "run"), *sets, command_end(run, players)])


def set_start(number: Reach) -> str:
    """What stands before the value of a number in the command."""
    return f"--set {shlex.quote(f'{number.path}=')}"


def command_end(run: ResolvedRun, players: int) -> str:
    """The end of the command."""
    return f"--players {players} --deals {run.deals} --seed {run.seed}"
