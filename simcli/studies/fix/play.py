"""The smallest change of named numbers that reaches a goal, found on one set of deals and certified on another."""

from __future__ import annotations

import hashlib
import json
import shlex
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar, Unpack

from simcli.base.files import write_atomically
from simcli.config import ResolvedRun, load_config
from simcli.config.data.number_names import Change
from simcli.config.run.commands import rerun_command
from simcli.config.run.measures import MOST_LINEUPS
from simcli.config.run.numbers import RefusedError, set_texts, variant_name, varied
from simcli.config.run.resolve import Overrides
from simcli.config.run.resolved import ROUND_ROBIN, Variant
from simcli.config.run.variants import MOST_CELLS
from simcli.errors import RunFolderError
from simcli.report import formatting as fmt
from simcli.report.answer import Answer
from simcli.report.page import Page
from simcli.report.table.csv import CsvTable
from simcli.report.table.view import View
from simcli.sim.folder.names import LOG, RUN, default_folder
from simcli.sim.folder.store import Store, read_run, run_text
from simcli.sim.lineups import count_lineups, round_robin_of
from simcli.sim.plan import make_plan, round_robin_cost
from simcli.sim.pool.cluster import cores_of
from simcli.sim.pool.subprocesses import usable_cores
from simcli.sim.runner import Runner
from simcli.stats.balance import half_width
from simcli.stats.figures.goals import (
    GoalRow,
    Looks,
    Status,
    bounded,
    bounded_copies,
    bounded_plans,
    copy_hypotheses,
    hypotheses,
    judged,
    judged_bounds,
    status,
)
from simcli.stats.figures.worth import Worth, worths
from simcli.stats.records import dump_json
from simcli.studies.asked import PlayedFor
from simcli.studies.changes import AS_IT_IS
from simcli.studies.counted import cell_tallies
from simcli.studies.fields import fields_of
from simcli.studies.fix.charts import search_charts
from simcli.studies.fix.copies import check_use, denied_in, denied_run, why_not_denied
from simcli.studies.fix.estimate import Certificate, ChangeSearch, Fix, FixOutcome, NumberTo, TriedChange, distance
from simcli.studies.fix.question import FixQuestion, ask, steps_of
from simcli.studies.fix.words import SEARCHED, WHOLE, answer, lines, nearest, question_text, search_text, view
from simcli.studies.matchups.play import MatchupsResult
from simcli.studies.matchups.play import play as play_matchups
from simcli.studies.played import header, tolerance_of
from simcli.studies.result import Result
from simcli.studies.run.play import play
from simcli.studies.run.result import RunResult

if TYPE_CHECKING:
    from simcli.sim.pool.cluster import Workers
    from simcli.sim.runner import Progress

    OnProgress = Callable[[Progress], None]
    Watch = Callable[[ResolvedRun, Path], AbstractContextManager[OnProgress | None]]

T = TypeVar("T")
FILE = "fix"


@dataclass(frozen=True)
class FixResult(Result):
    """The result: `results` are records (docs/summary.md), `run` the last fresh deals: the game as it is beside the change.

    Where the goal is a number of viable plans they are matchups.
    """

    run: RunResult | MatchupsResult
    results: Fix
    again: str
    """the command that asks again, except for its deals"""
    study: str = FILE
    tables: ClassVar[Mapping[str, CsvTable]] = {"games": CsvTable(lines, WHOLE)}

    @property
    def plan_ids(self) -> list[str]:
        """Those that play."""
        return self.run.plan_ids

    @property
    def command(self) -> str:
        """The command that plays the last fresh deals again."""
        run = self.run.resolved
        return f"{rerun_command(run)} --deals {self.run.results.deals}"

    @cached_property
    def answer(self) -> Answer:
        """The answer."""
        return answer(self.spoken, self.again)

    @property
    def views(self) -> tuple[View, ...]:
        """The games of the search."""
        return (view(self.spoken),)

    @property
    def asked(self) -> PlayedFor:
        """What the last fresh deals were played for."""
        run = self.run.resolved
        return asked_for(self.spoken, self.again, run)

    def page(self) -> Page:
        """The answer and the games of the search, then the last fresh deals."""
        return self.asked.on(replace(self.run, folder=None).page())


def fix(
    config: str | Path | Mapping[str, object],
    goal: str,
    by: str | Sequence[str],
    *,
    within: str | Sequence[str] | tuple[int, int] = (),
    workers: Workers | None = None,
    out: str | Path | None = None,
    **over: Unpack[Overrides],
) -> FixResult:
    """Looks for the smallest change of the numbers `by` that reaches a goal, and certifies it on fresh deals.

    A goal is such as "seat 1 even", "margin at most 3" or "viable plans at least 4".

    Arguments and errors are those of `simcli fix` and `simulate`; with `out` the run folder of the fresh deals is kept there.

    >>> found = simcli.fix("guildes/seats", "margin at most 50", "guilds.knight.copies", within="9..11", players=3, deals=64)
    >>> found.results.goal
    'margin at most 50'
    """
    question = ask(config, goal, by, within=within, **over)
    with tempfile.TemporaryDirectory(prefix="simcli-") as folder:
        target = Path(folder) / "run" if out is None else Path(out)
        found = search(question, Path(folder) / "search", target, workers=workers)
    return found if out is not None else replace(found, run=replace(found.run, folder=None))


def fresh_seed(seed: int, attempt: int) -> int:
    """The seed of a certificate: the config's seed and the number of the attempt, hashed."""
    return int.from_bytes(hashlib.sha256(f"fresh deals {seed} {attempt}".encode()).digest()[:4]) % 10**9


def batched(things: Sequence[T], n: int) -> Iterator[Sequence[T]]:
    """Up to `n` at a time, in order."""
    return (things[start : start + n] for start in range(0, len(things), n))


Changes = tuple[Change, ...]
Counts = Sequence[Any]
"""What was counted in a game: its cells, its fields of plans, or what its items are worth; by number of players."""


class Certified(NamedTuple):
    """A certificate, the number of the game, and the run of the fresh deals with the folder it was played in."""

    game: int
    certificate: Certificate
    run: ResolvedRun
    folder: Path


@dataclass
class _Search:
    """A search as far as it is: the games that were wanted, what is known of them, and the certificates, that of the answer the last.

    Games are played into its folder, a run for each stage.
    """

    question: FixQuestion
    folder: Path
    workers: Workers
    watch: Watch
    on_progress: Callable[[str], None]
    games: list[Changes] = field(default_factory=list)
    certified: list[Certified] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.known = ChangeSearch(self.measure, self.question.run.deals)

    def search(self) -> FixOutcome | None:
        """The game as it is, then changes of one number, then of two, until fresh deals show one to be even."""
        question, known = self.question, self.known
        for name, added in (("the game as it is", ((),)), ("changes of one number", question.singles), ("of two", self._pairs())):
            first = len(self.games)
            self.games.extend(added)
            left = list(range(first, len(self.games)))
            if left:
                self.on_progress(
                    f"search: {name}, {len(left):,} in stages of {known.stages[0]:,} deals and more, {len(left) * known.most:,} in all"
                )
                if question.goal.is_of_plans:
                    self.on_progress(
                        f"  plans against each other in each: {_cost_text(question.run, len(left), known.stages, self.workers)}"
                    )
            if (best := known.nearest(left, self.certify)) is not None:
                place = next(i for i, one in enumerate(self.certified) if one.game == best)
                self.certified.append(self.certified.pop(place))
                return "found" if best else "nothing to fix"
        return None

    def _pairs(self) -> Iterator[Changes]:
        """The changes of two numbers that the game does not refuse, and in which the item of a goal is in play."""
        question = self.question
        for pair in question.pairs:
            with suppress(RefusedError):
                game = varied(question.run, pair, "")
                if question.denied is None or not why_not_denied(question.run, question.goal, game):
                    yield pair

    def certify(self, game: int, deals: int, looks: Looks) -> Status:
        """Plays a game beside the game as it is on fresh deals, as `simcli whatif` does, and records what they say of it."""
        self.on_progress(f"certifying on {deals:,} fresh deals")
        changes, denied = self.games[game], self.question.denied
        fresh = self._fresh(changes, deals, fresh_seed(self.question.run.seed, len(self.certified) + 1))
        if denied is None:
            counts, folder = self._counts(fresh)
            own, base, played = counts[-1], counts[0], counts[-1][0].deals
        else:
            own, folder = self._worths(fresh)
            base = self._worths(replace(denied, deals=deals, seed=fresh.seed), is_base=True)[0] if changes else own
            played = own[0].alone.deals
        (rows,), (as_it_is,) = self._rows([own], looks), self._rows([base], looks)
        made = Certificate(
            numbers=_numbers(changes),
            seed=fresh.seed,
            deals=played,
            level=looks.level,
            status=status(rows),
            rows=tuple(rows),
            as_it_is=tuple(as_it_is),
        )
        self.certified.append(Certified(game, made, fresh, folder))
        return made.status

    def _fresh(self, changes: Changes, deals: int, seed: int) -> ResolvedRun:
        run, config, goal = self.question.run, self.question.config, self.question.goal
        texts = set_texts(changes)
        if goal.is_of_copies:
            return denied_run(config, run, goal, texts, deals=deals, seed=seed)
        fresh = replace(load_config(config, run.sets, deals, seed, texts), half_width=None, minutes=None)
        return round_robin_of(fresh) if goal.is_of_plans else fresh

    def conclude(self) -> FixOutcome:
        """Where none was found: the nearest of those that are open, or of all, has a last chance on fresh deals."""
        known, changed = self.known, range(1, len(self.games))
        still = [game for game in changed if known.status(game) == "open"]
        refuted = {one.game for one in self.certified if one.certificate.status == "uneven"}
        is_open = bool(still or known.failed - refuted)
        if left := [game for game in (still or changed) if game not in known.failed]:
            near = min(left, key=lambda game: distance(known.rows.get(game, ())))
            if known.certified(near, self.certify) and near in still:
                return "found"
            is_open = is_open or self.certified[-1].certificate.status == "even"
        return "not yet known" if is_open else "none"

    def record(self, outcome: FixOutcome) -> Fix:
        """All that was found."""
        question, known, certificates = self.question, self.known, [one.certificate for one in self.certified]
        found = Fix(
            **header(question.run),
            goal=question.goal.name,
            outcome=outcome,
            numbers=certificates[-1].numbers,
            deals=question.run.deals,
            certificates=tuple(certificates),
            tried=tuple(
                TriedChange(
                    numbers=_numbers(changes),
                    steps=steps_of(changes),
                    status=known.status(game),
                    deals=known.deals(game),
                    rows=tuple(known.rows.get(game, ())),
                )
                for game, changes in enumerate(self.games)
            ),
            left_out=question.left_out,
        )
        return replace(found, numbers=nearest(found)) if outcome in SEARCHED else found

    def measure(self, chosen: Sequence[int], deals: int, among: int = 1) -> list[list[GoalRow]]:
        """Rows of some games after `deals` deals; all are one family, of `among` that are looked at one by one."""
        run, goal, counts = self.question.run, self.question.goal, list[Counts]()
        games = [self.games[game] for game in chosen]
        if (denied := self.question.denied) is not None:
            for changes in games:
                own = denied_in(denied, self._varied(changes)) if changes else denied
                counts.append(self._worths(replace(own, deals=deals), is_base=not changes)[0])
        else:
            for part in batched(
                games, MOST_LINEUPS // count_lineups(round_robin_of(run)) if goal.is_of_plans else MOST_CELLS // len(run.players)
            ):
                played = replace(run, variants=tuple(map(self._varied, part)), deals=deals)
                counts += self._counts(round_robin_of(played) if goal.is_of_plans else played)[0]
        return self._rows(counts, Looks(among))

    def _varied(self, changes: Changes) -> Variant:
        return varied(self.question.run, changes, variant_name(changes) or AS_IT_IS)

    def _worths(self, denied: ResolvedRun, *, is_base: bool = False) -> tuple[list[Worth], Path]:
        """What the items of the kind are worth in a game, each denied in turn."""
        cells, folder = self._counts(denied)
        found = worths(list(chain.from_iterable(cells)), tolerance_of(denied).at)
        if is_base:
            check_use(self.question.run, self.question.goal, found)
        return found, folder

    def _counts(self, run: ResolvedRun) -> tuple[list[Counts], Path]:
        """What each variant of a run counts after exactly its deals, regardless of what its folder holds; and that folder."""
        plan, folder = make_plan(run), self.folder / run.identity()[:16]
        with Store(folder, plan) as store, self.watch(run, folder) as on_progress:
            outcome = Runner(plan, half_width=half_width, workers=self.workers).run(store, on_progress)
        counts = (fields_of if self.question.goal.is_of_plans else cell_tallies)(plan, outcome.tallies)
        return list(batched(list(counts), len(run.players))), folder

    def _rows(self, games: Sequence[Counts], looks: Looks) -> list[list[GoalRow]]:
        """What counts say of the goal, game by game."""
        goal, tolerance = self.question.goal, tolerance_of(self.question.run).at
        if goal.is_of_plans:
            return judged_bounds(goal, [bounded_plans(fields, tolerance) for fields in games], looks)
        if goal.is_of_copies and not goal.is_even:
            return judged_bounds(goal, [bounded_copies(goal, worths) for worths in games], looks)
        if not goal.is_even:
            return judged_bounds(goal, [chain.from_iterable(bounded(goal, cell) for cell in cells) for cells in games], looks)
        if goal.is_of_copies:
            found = [[(players, [one]) for players, one in copy_hypotheses(goal, worths)] for worths in games]
        else:
            found = [[(cell.players, list(hypotheses(goal, cell, tolerance(cell.players)))) for cell in cells] for cells in games]
        rows = iter(judged([one for game in found for one in game], looks))
        return [[row for _ in game for row in next(rows)] for game in found]


def _numbers(changes: Sequence[Change]) -> tuple[NumberTo, ...]:
    return tuple(NumberTo(path=number.path, name=number.name, value=number.value, to=to) for number, to in changes)


def search(
    question: FixQuestion,
    folder: Path,
    out: Path | None = None,
    *,
    workers: Workers | None = None,
    watch: Watch | None = None,
    on_progress: Callable[[str], None] = lambda _: None,
) -> FixResult:
    """Searches in `folder`, which may hold what an earlier search of the same game has played, and leaves the fresh deals in `out`.

    Without `out` they go to a folder that no other command fills. InterruptedRun after Ctrl-C; the same call goes on. RunFolderError for an
    `out` that holds anything but an answer to this question.
    """
    if out is not None and out.exists() and any(out.iterdir()) and _answered(out) != (question.run.identity(), question.goal.name):
        raise RunFolderError(f"{out} holds another run or other files, not an answer to this question: choose another --out")
    made = _Search(question, folder, workers or usable_cores(), watch or (lambda *_: nullcontext()), on_progress)
    outcome = made.search() or made.conclude()
    last = made.certified[-1]
    if out is None:
        usual = default_folder(last.run)
        out = usual.with_name(f"{usual.name}-{FILE}")
    return _leave(made.record(outcome), question, last, out, made.workers)


def _cost_text(run: ResolvedRun, n: int, stages: Sequence[int], workers: Workers) -> str:
    """How much the matchups of `n` games are in the first stage, and at most."""
    (first, soon), (most, late) = (
        round_robin_cost(round_robin_of(replace(run, deals=deals)), cores_of(workers)) for deals in (stages[0], sum(stages))
    )
    text = f"{fmt.count(count_lineups(round_robin_of(run)))} line-ups, {fmt.count(n * first)} games in the first stage, "
    text += f"roughly {fmt.readable_time(n * soon)}"
    return text if len(stages) == 1 else f"{text}; at most {fmt.count(n * most)} in all, {fmt.readable_time(n * late)}"


def asked_for(found: Fix, again: str, run: ResolvedRun) -> PlayedFor:
    """What the fresh deals of a run were played for; it is asked again with its number of deals."""
    return PlayedFor(
        title=f"{run.game.title}: the smallest change",
        question=run.report.question,
        command=f"{again} --deals {found.deals}",
        deals=run.deals,
        answer=answer(found, again),
        heading="The search",
        views=(view(found),),
        says=search_text(found),
        charts=search_charts(found),
    )


def repeat_command(question: FixQuestion) -> str:
    """The command that asks again, except for the number of deals."""
    words = shlex.split(rerun_command(question.run))
    words[1] = "fix"
    words += ["--goal", question.goal.name, "--by", ",".join(question.by)]
    return shlex.join([*words, *(word for span in question.within for word in ("--within", span))])


def _answered(folder: Path) -> tuple[object, object] | None:
    """Which game and goal the answer in a folder is about; None where there is none."""
    try:
        found = json.loads((folder / f"{FILE}.json").read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    return (found.get("identity"), found.get("goal")) if isinstance(found, dict) else None


def _leave(found: Fix, question: FixQuestion, last: Certified, out: Path, workers: Workers) -> FixResult:
    """The fresh deals as a run folder like any other, with its page, and fix.json beside it; what an earlier answer left makes room."""
    again, played = repeat_command(question), last.folder
    asks = question_text(found.goal, list(dict.fromkeys(number.name for change in question.singles for number, _ in change)))
    fresh = replace(last.run, report=replace(last.run.report, question=asks))
    asked = asked_for(found, again, fresh)
    (out / "tables").mkdir(parents=True, exist_ok=True)
    write_atomically(out / f"{FILE}.json", dump_json(found, lambda _: asked.answer.written).encode())
    for old in (RUN, LOG):
        (out / old).unlink(missing_ok=True)
    with (played / LOG).open("rb") as log:  # without how earlier runs ended: they may have had more deals
        write_atomically(out / LOG, b"".join(line for line in log if not line.startswith(b"end ")))
    kept = {key: read_run(played)[key] for key in ("batch_deals", "records")}
    write_atomically(out / RUN, run_text({"run": fresh.to_json(), **kept}).encode())
    asked.write(out, fresh.identity())
    made = FixResult((play_matchups if fresh.tables == ROUND_ROBIN else play)(fresh, out, workers=workers)[0], found, again)
    write_atomically(out / "tables" / f"{FILE}.csv", made.report("csv").encode())
    return made
