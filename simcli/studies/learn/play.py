"""A player that learns from look-ahead: for the Python API and `cli`."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from simcli.base.files import write_atomically
from simcli.config import ResolvedRun
from simcli.config.players.fields import Field, Named
from simcli.config.players.learned_keys import learned_text, made_of
from simcli.config.players.strategies import SEARCH, Strategy, load_strategies
from simcli.config.players.weights import SCALE
from simcli.engine.loop import course as loop
from simcli.errors import UserError
from simcli.sim.folder.store import disk_error
from simcli.sim.look import TRIED, TriedActions, action_columns, kept_rows, looked_rows, try_batches
from simcli.sim.pool.subprocesses import usable_cores
from simcli.stats.bounds import DIGITS
from simcli.stats.measured import FieldMember
from simcli.stats.shares import Ints, share_of
from simcli.stats.verdicts import LESS_OPEN, MORE_OPEN, UNKNOWN, Verdict
from simcli.studies.candidates import wins_of_one
from simcli.studies.in_game import PLAYERS, word
from simcli.studies.learn.estimate import Learn, LearnedAgainst, LearnedKind
from simcli.studies.learn.fit import FEWEST, Fitted, fitted, tried_of
from simcli.studies.learn.folder import open_folder
from simcli.studies.learn.question import (
    LEAD_DEALS,
    LEADS,
    SEARCH_DEALS,
    SEARCHED,
    LearnQuestion,
    LearnSettings,
    ask,
    with_favourites,
)
from simcli.studies.learn.words import pedigree
from simcli.studies.played import header
from simcli.studies.results import FoundStrategy, in_folder, page_info

if TYPE_CHECKING:
    from simcli.sim.pool.cluster import Workers

OnProgress = Callable[[str], None]
KEPT = "interrupted; what was looked at is kept"


@dataclass(frozen=True, kw_only=True)
class LearnResult(FoundStrategy):
    """What was learned: `results` as frozen records (docs/summary.md), the strategy, the seconds of this call."""

    study: str = "learn"


def learn(
    game: str,
    plan: Named | None = None,
    field: Named | Sequence[Named | tuple[Named, float]] = (),
    *,
    workers: Workers | None = None,
    out: str | Path | None = None,
    **settings: Unpack[LearnSettings],
) -> LearnResult:
    """Has a player learn from look-ahead which of the favourites of `plan` is best, and judges it on fresh deals.

    The tables are those of `field`, the game's league if empty. With `out` the folder is kept there and resumed if it exists; without,
    nothing stays on the disk. The same question gives the same player on any number of workers. Other arguments and errors are those of
    `simcli learn`.

    >>> found = simcli.learn("guildes", "balanced", "balanced", players=3, deals=600, worlds=2, fresh=20)
    >>> sorted(found.strategy.columns)
    ['pick', 'play']
    """
    asked = ask(game, plan, field, **settings)
    return in_folder(out, lambda folder: learn_in(asked, folder, workers=workers))


def learn_in(
    asked: LearnQuestion, folder: Path, *, workers: Workers | None = None, on_progress: OnProgress = lambda _: None
) -> LearnResult:
    """Learns in `folder`, or resumes what it holds of the same question, and leaves the player and its records there.

    `on_progress` gets what is done, in words. InterruptedRun after Ctrl-C: the same call goes on.
    """
    begun, cores = time.process_time(), workers or usable_cores()
    is_new = open_folder(folder, asked.identity(), asked.run.game)
    try:
        learned, looked, kinds = _rounds(asked, folder, cores, on_progress)
    except UserError:
        if is_new:  # of what cannot be learned nothing is kept
            shutil.rmtree(folder, ignore_errors=True)
        raise
    on_progress("finding by how much an action must lead the favourite")
    learned = _led(asked, learned, cores)
    on_progress(f"judging on {asked.fresh:,} fresh deals")
    run = asked.run
    record = Learn(
        **header(run) | {"identity": asked.identity()},
        plan=asked.plan.name,
        field=tuple(
            FieldMember(strategy=plan.name, share=share)
            for plan, share in zip(asked.field.plans, asked.field.shares(run.players), strict=True)
        ),
        worlds=asked.worlds,
        rounds=asked.rounds,
        deals=asked.deals,
        looked=looked,
        lead=learned.lead / SCALE,
        kinds=kinds,
        against=tuple(_judged(asked, learned, cores)),
        command=asked.command(),
    )
    meant = made_of(run.game, learned.learned, learned.weights, learned.temperature)
    text = learned_text(run.game, learned.learned, learned.idea, word(asked.plan), meant, pedigree(record))
    try:
        write_atomically(folder / f"{learned.name}.yaml", text.encode())
    except OSError as error:
        raise disk_error(folder, error) from error
    info = page_info(run, (learned, asked.plan, *asked.field.plans))
    found = LearnResult(results=record, info=info, strategy=learned)
    found.write(folder)
    return replace(found, seconds=time.process_time() - begun, folder=folder)


def _rounds(asked: LearnQuestion, folder: Path, workers: Workers, on_progress: OnProgress) -> tuple[Strategy, int, tuple[LearnedKind, ...]]:
    """The player that the last round has made, the games looked at in all, and what it has learned by kind of decision.

    Each round learns from all that was looked at so far: of the last round alone a player answers the one before it, and the next one goes
    back.
    """
    learned: Strategy | None = None
    cells, kinds = list[TriedActions](), tuple[LearnedKind, ...]()
    for number in range(1, asked.rounds + 1):
        said = f"round {number} of {asked.rounds}: " if asked.rounds > 1 else ""
        cells += _gathered(asked, number, learned, folder, workers, lambda text, said=said: on_progress(said + text))  # type: ignore[misc]
        on_progress(f"{said}fitting trees")
        learned, kinds = _fitted(asked, number, cells)
    assert learned is not None
    return learned, sum(len(one.rows) for one in cells), kinds


def _gathered(
    asked: LearnQuestion, number: int, learned: Strategy | None, folder: Path, workers: Workers, on_progress: OnProgress
) -> list[TriedActions]:
    """The actions tried in a round, by number of players; what is there is not played again."""
    looks = asked.looks(number, learned)
    width = TRIED * action_columns(looks.run.game)
    kept = kept_rows(looks, folder / f"round-{number}", width)
    said = lambda games, goal: on_progress(f"{games:,} of {goal:,} games looked at")  # noqa: E731
    return [TriedActions.of(looks.run, cell, rows) for cell, rows in looked_rows(looks, try_batches, width, kept, workers, said)]


def _fitted(asked: LearnQuestion, number: int, cells: Sequence[TriedActions]) -> tuple[Strategy, tuple[LearnedKind, ...]]:
    """The player that the actions tried make, and what it has learned by kind of decision: kinds whose trees gain something, or all where
    none do, which the judgement will show."""
    game, made, seen = asked.run.game, dict[str, Fitted](), dict[str, int]()
    for d, decision in enumerate(game.decisions):
        choices = sum(int(((one.rows[:, loop.DECISION] == d) & (one.rows[:, loop.CHOICES] > 0)).sum()) for one in cells)
        if choices:
            seen[decision.name] = choices
        if choices >= FEWEST and (found := fitted(game, d, tried_of(game, d, asked.plan, cells))).columns:
            made[decision.name] = found
    made = {name: found for name, found in made.items() if found.gains} or made
    if not made:
        said = ", ".join(f"{n} of {name}" for name, n in seen.items()) or "none"
        what = f"nothing can be learned from the choices looked at: {said}"
        raise UserError.of(f"--deals {asked.deals}", what, f"ask for more deals: trees are fitted to {FEWEST} choices of a kind or more")
    columns, trees = {name: one.columns for name, one in made.items()}, {name: one.trees.text() for name, one in made.items()}
    sizes = {name: (len(one.columns), len(one.trees.roots)) for name, one in made.items()}
    kinds = (
        LearnedKind(decision=name, choices=n, columns=sizes.get(name, (0, 0))[0], trees=sizes.get(name, (0, 0))[1])
        for name, n in seen.items()
    )
    return with_favourites(asked, number, columns, trees), tuple(kinds)


def _led(asked: LearnQuestion, learned: Strategy, workers: Workers) -> Strategy:
    """The player with the lead that wins most among those of the field, all numbers of players together; of equals the smaller."""
    run, deals = asked.run, max(1, asked.fresh // LEAD_DEALS)

    def worth(one: Strategy) -> float:
        own, names, worth = _alone(run, one), ("lead", one.name), 0.0
        for n in run.players:
            won = wins_of_one(run, own, asked.field, players=n, deals=deals, names=names, workers=workers, kept=KEPT)
            worth += n * share_of(won, n).known
        return worth

    return max((replace(learned, lead=lead) for lead in LEADS), key=worth)


def _alone(run: ResolvedRun, plan: Strategy) -> Field:
    """A field of one plan."""
    return Field.alike((plan,), (SCALE,), range(run.game.min_players, run.game.max_players + 1), plan.where)


def _judged(asked: LearnQuestion, learned: Strategy, workers: Workers) -> Iterator[LearnedAgainst]:
    """What the player wins among players of its plan, of the field, and, with one number of players, those who search: they are dear."""
    run, game = asked.run, asked.run.game
    rivals = {asked.plan.name: (_alone(run, asked.plan), asked.fresh, run.players)}
    rivals.setdefault(asked.field_name, (asked.field, asked.fresh, run.players))
    if asked.has_search:
        (search,) = load_strategies(game, [SEARCH], "--plan")
        name = f"{SEARCH}-{SEARCHED}"
        few = (min(run.players, key=lambda n: (abs(n - PLAYERS), n)),)
        rivals[name] = (_alone(run, replace(search, name=name, playouts=SEARCHED)), max(2, asked.fresh // SEARCH_DEALS), few)
    for name, (field, deals, counts) in rivals.items():
        for n in counts:
            mine, names = _alone(run, learned), (learned.name, name)
            won = wins_of_one(run, mine, field, players=n, deals=deals, names=names, workers=workers, kept=KEPT)
            yield _against(name, n, deals, won)


def _against(name: str, players: int, deals: int, won: Ints) -> LearnedAgainst:
    share, even = share_of(won, players), 1 / players
    verdict: Verdict = MORE_OPEN if (share.low or 0.0) > even else LESS_OPEN if share.high is not None and share.high < even else UNKNOWN
    return LearnedAgainst(rivals=name, players=players, even_share=round(even, DIGITS), deals=deals, share=share, verdict=verdict)
