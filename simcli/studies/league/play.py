"""A league: best replies join the plans until a search finds none that gains on their mix. For the Python API and `cli`."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from simcli.base.files import write_atomically
from simcli.config.players.fields import Field, Named
from simcli.config.players.strategies import Strategy, strategy_text
from simcli.config.players.weights import SCALE
from simcli.sim.folder.store import writing
from simcli.sim.pool.cluster import Workers, opened
from simcli.sim.pool.interrupts import Interrupts
from simcli.sim.pool.pool import Pool
from simcli.sim.pool.subprocesses import usable_cores
from simcli.sim.pool.window import Call, results_of
from simcli.stats.ratings.equilibrium import Payoffs, Table, double_oracle, equilibrium, tables_of
from simcli.studies.candidates import Candidates, seats
from simcli.studies.in_game import word
from simcli.studies.league.estimate import League, LeaguePlan, Reply, Won, thousandths, weights_of
from simcli.studies.league.question import BLOCKS, STARTS, LeagueQuestion, LeagueSettings, ask, can_begin
from simcli.studies.league.words import answer, reply_line
from simcli.studies.played import header
from simcli.studies.results import StudyResult, in_folder, page_info
from simcli.studies.tune.play import ask as ask_tune
from simcli.studies.tune.search import search

FIELD_FOLDER, FIELD_FILE, FILE = "field", "field.yaml", "league.json"
ROUND_DIGITS = 6
OnProgress = Callable[[str], None]


@dataclass(frozen=True, kw_only=True)
class LeagueResult(StudyResult):
    """What a league has found: `results` as frozen records (docs/summary.md), the strategies by name."""

    study: str = "league"
    plans: tuple[Strategy, ...]


def league(
    game: str,
    field: Named | Sequence[Named] = (),
    *,
    workers: Workers | None = None,
    out: str | Path | None = None,
    **settings: Unpack[LeagueSettings],
) -> LeagueResult:
    """Plays a league that starts with the plans of `field`, all shipped ones but `random` if empty.

    With `out` its folder is kept there and resumed if it exists; without, nothing stays on the disk. Other arguments and errors are
    those of `simcli league`.

    >>> found = simcli.league("guildes", ["balanced", "denier"], players=3, rounds=1, budget="7000", deals=20)
    >>> len(found.results.plans) >= 2
    True
    """
    asked = ask(game, field, **settings)
    return in_folder(out, lambda folder: play(asked, folder, workers=workers))


def play(
    asked: LeagueQuestion,
    folder: Path,
    *,
    workers: Workers | None = None,
    on_progress: OnProgress = lambda _: None,
    watch: Callable[[object], None] = lambda _: None,
) -> LeagueResult:
    """Plays a league in `folder`, or resumes what it holds, and leaves its field and records there.

    Searches that are done are not done again; `on_progress` gets a line a round, `watch` the progress of each search.
    """
    where = workers or usable_cores()
    with opened(where) as pool:
        return _League(asked, folder, where, pool, on_progress, watch).play()


class _League:
    """One league: its plans so far, what they have won, and the replies."""

    def __init__(
        self, asked: LeagueQuestion, folder: Path, workers: Workers, pool: Pool, on_progress: OnProgress, watch: Callable[[Any], None]
    ) -> None:
        self.asked, self.folder, self.workers, self.pool, self.on_progress, self.watch = asked, folder, workers, pool, on_progress, watch
        self.plans = list(asked.first.field.plans)
        self.given = len(self.plans)
        self.rows: dict[Table, NDArray[np.int64]] = {}
        self.replies: list[Reply] = []

    def play(self) -> LeagueResult:
        """Rounds until a reply gains too little, or as many as asked."""
        self.plans, settled = double_oracle(self.plans, lambda plans: self._won(plans).payoffs(), self._reply, self.asked.rounds)
        found = self._results(settled)
        self._write(found)
        return LeagueResult(results=found, plans=tuple(self.plans), info=self._info(), folder=self.folder)

    def _won(self, plans: Sequence[Strategy]) -> Won:
        """What all tables of the plans so far have won; those that are known are not played again."""
        missing = [table for table in tables_of(len(plans), self.asked.players) if table not in self.rows]
        if missing:
            self.rows |= self._played(plans, missing)
        return Won(self.asked.players, len(plans), self.rows)

    def _played(self, plans: Sequence[Strategy], tables: Sequence[Table]) -> dict[Table, NDArray[np.int64]]:
        """For each table int64[blocks, plans at it, 2]: player-games and win share of each plan, on the same deals. Games that a stall rule
        ends are lost by all, as they are in a search for a reply."""
        deals = self.asked.deals // BLOCKS
        job = Candidates(self.asked.run, Field.alike(plans, (SCALE,) * len(plans), self.asked.run.players, "")).job
        calls = [
            Call(seats, job, block * deals, (block + 1) * deals, ",".join(map(str, table))) for table in tables for block in range(BLOCKS)
        ]
        with Interrupts() as interrupts:
            won = iter(results_of(self.pool, calls, interrupts, "interrupted; the searches that are done are kept"))
        return {table: np.array([next(won)[sorted(set(table))] for _ in range(BLOCKS)]) for table in tables}

    def _reply(self, plans: Sequence[Strategy], payoffs: Payoffs) -> Strategy | None:
        """Searches the reply to the mix of the plans so far, from one start after the other; None if none gains enough to join."""
        found = equilibrium(payoffs)
        mix, won = thousandths(found), payoffs.against(found)
        field = [(plan, weight / SCALE) for plan, weight in zip(plans, mix, strict=True) if weight]
        able = [k for k, plan in enumerate(plans) if can_begin(plan)]
        best, *others = sorted(able, key=lambda k: (-round(float(won[k]), ROUND_DIGITS), -mix[k], k))
        for start in (best, *others[::-1][: self.asked.starts - 1]):
            reply = self._searched(plans, plans[start], field, float(found @ won))
            if reply is not None:
                return reply
        return None

    def _searched(
        self, plans: Sequence[Strategy], start: Strategy, field: Sequence[tuple[Strategy, float]], mix_share: float
    ) -> Strategy | None:
        """Searches a reply from one start, and records it; None if it gains too little to join."""
        asked, run, number, first = self.asked, self.asked.run, len(self.replies) + 1, self.asked.first
        question = ask_tune(
            run.game.id,
            start,
            field,
            players=(asked.players,),
            seed=run.seed + number,
            own_deals=first.own_deals,
            habits=first.habits,
            sets=run.sets,
        )
        tuned = search(question, asked.budget, self.folder / f"reply-{number}", workers=self.workers, on_progress=self.watch)
        mixed = {plan.name: weight for plan, weight in field}
        (row,) = tuned.results.against
        even = round(mix_share, ROUND_DIGITS)
        gain = row.after.each(lambda bound: round(bound - even, ROUND_DIGITS))
        reply = Reply(
            round=number,
            strategy=self._name(number, plans),
            start=start.name,
            mix=mixed,
            share=row.after,
            start_share=row.before,
            mix_share=even,
            gain=gain,
            is_added=gain.known >= asked.enough,
            games=tuned.results.games,
            command=tuned.results.command,
        )
        self.on_progress(reply_line(reply))
        self.replies.append(reply)
        if not reply.is_added:
            return None
        idea = f"Tuned from {start.name} against {', '.join(plan.name for plan, _ in field)} with {asked.players} players."
        return replace(tuned.strategy, name=reply.strategy, idea=idea, where=f"{reply.strategy}.yaml")

    def _name(self, number: int, plans: Sequence[Strategy]) -> str:
        """A name that no plan has."""
        taken = {plan.name for plan in plans}
        return next(name for k in range(len(taken) + 1) if (name := f"reply_{number}" + "_" * k) not in taken)

    def _results(self, settled: bool) -> League:
        asked, run, won = self.asked, self.asked.run, self._won(self.plans)
        _, weights, viable, against = weights_of(won)
        return League(
            **header(run),
            players=asked.players,
            even_share=round(1 / asked.players, ROUND_DIGITS),
            enough=asked.enough,
            rounds=asked.rounds,
            starts=asked.starts,
            deals=asked.deals,
            games=len(won.rows) * asked.deals * asked.players,
            is_settled=settled,
            plans=tuple(
                LeaguePlan(strategy=plan.name, weight=weight, against_mix=round(float(share), ROUND_DIGITS), is_reply=k >= self.given)
                for k, (plan, weight, share) in enumerate(zip(self.plans, weights, against, strict=True))
            ),
            viable=viable,
            replies=tuple(self.replies),
        )

    def _write(self, found: League) -> None:
        """The field with the plans that the search found, and the records; each file whole or not."""
        with writing(self.folder):
            home = self.folder / FIELD_FOLDER
            home.mkdir(parents=True, exist_ok=True)
            files = dict(self._files(found))
            for name, text in files.items():
                write_atomically(home / name, text.encode())
            for old in home.glob("*.yaml"):
                if old.name not in files:  # a reply that the mix of fewer rounds had, and this one has not
                    old.unlink()
        StudyResult("league", found, self._info()).write(self.folder)

    def _info(self) -> dict[str, Any]:
        return page_info(self.asked.run, self.plans) | {"command": shlex.join(self._command())}

    def _files(self, found: League) -> Iterator[tuple[str, str]]:
        """Plans of the field first, so that a field never names one that is not there."""
        mix = thousandths([plan.weight.known for plan in found.plans])
        named = []
        for plan, weight, row in zip(self.plans, mix, found.plans, strict=True):
            if not weight:
                continue
            named.append(f"  {json.dumps(_word(plan, is_reply=row.is_reply))}: {weight / SCALE:g}")
            if row.is_reply:
                reply = next(one for one in found.replies if one.strategy == plan.name)
                yield f"{plan.name}.yaml", strategy_text(found.game, plan, [reply_line(reply)])
        command = shlex.join(self._command())
        head = [
            f"# {command}",
            f"game: {found.game}",
            f"idea: {json.dumps(answer(found).claim, ensure_ascii=False)}",
            f"players: {found.players}",
        ]
        yield FIELD_FILE, "\n".join([*head, "plans:", *named]) + "\n"

    def _command(self) -> list[str]:
        asked, run = self.asked, self.asked.run
        words = ["simcli", "league", run.game.id, "--players", str(asked.players), "--rounds", str(asked.rounds), "--seed", str(run.seed)]
        words += ["--field", ",".join(_word(plan, is_reply=False) for plan in self.plans[: self.given]), "--deals", str(asked.deals)]
        words += ["--budget", str(asked.budget.games) if asked.budget.games else f"{asked.budget.minutes:g}m"]
        words += ["--starts", str(asked.starts)] if asked.starts != STARTS else []
        words += ["--own-deals", str(asked.first.own_deals)] if asked.first.own_deals else []
        for option, texts in (("--habit", asked.first.habits), ("--set", run.sets)):
            for text in texts:
                words += [option, text]
        return words


def _word(plan: Strategy, *, is_reply: bool) -> str:
    """A plan as a field names it: a reply by its file beside it, a shipped one by its name, any other by its path."""
    return f"{plan.name}.yaml" if is_reply else word(plan)
