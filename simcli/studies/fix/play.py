"""The smallest change of named numbers that reaches a goal, found on one set of deals and certified on another."""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, Unpack

from simcli.base.files import write_atomically
from simcli.config import ResolvedRun, load_config
from simcli.config.data.number_names import Change
from simcli.config.run.commands import rerun_command
from simcli.config.run.measures import MOST_LINEUPS
from simcli.config.run.numbers import set_texts, variant_name, varied
from simcli.config.run.resolve import Overrides
from simcli.config.run.resolved import MATCHUPS
from simcli.config.run.variants import MOST_CELLS
from simcli.errors import RunFolderError
from simcli.report import formatting as fmt
from simcli.report.answer import Answer
from simcli.report.page import Page
from simcli.report.table.csv import CsvTable
from simcli.report.table.view import View
from simcli.sim.folder.names import default_folder
from simcli.sim.folder.store import LOG, RUN, Store, read_run, run_text
from simcli.sim.lineups import count_lineups, matchups_of
from simcli.sim.plan import make_plan, matchups_cost
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
from simcli.studies.counted import cell_tallies
from simcli.studies.fields import played_fields
from simcli.studies.fix.copies import check_use, denied_in, denied_run, why_not_denied
from simcli.studies.fix.estimate import Certificate, ChangeSearch, Fix, FixOutcome, NumberTo, TriedChange, distance
from simcli.studies.fix.question import FixQuestion, ask, steps_of
from simcli.studies.fix.words import WHOLE, answer, lines, view
from simcli.studies.matchups.play import MatchupsResult
from simcli.studies.matchups.play import play as play_matchups
from simcli.studies.played import header, tolerance_of
from simcli.studies.result import Result
from simcli.studies.results import page_info, plain_page
from simcli.studies.run.play import play
from simcli.studies.run.result import RunResult

if TYPE_CHECKING:
    from simcli.sim.pool.cluster import Workers
    from simcli.sim.runner import Progress
    from simcli.stats.cell_tally import CellTally
    from simcli.stats.field_tally import FieldTally

    Tell = Callable[[Progress], None]
    Watch = Callable[[ResolvedRun, Path], AbstractContextManager[Tell | None]]

T = TypeVar("T")
FILE = "fix"


@dataclass(frozen=True)
class FixResult(Result):
    """The result: `results` are records (docs/numbers.md), `run` the last fresh deals: the game as it is beside the change.

    Where the goal is a number of viable plans they are matchups.
    """

    run: RunResult | MatchupsResult
    results: Fix
    again: str
    """the command that asks again, except for its deals"""
    study: str = FILE
    tables: ClassVar[Mapping[str, CsvTable]] = {"games": CsvTable(lines, WHOLE)}

    @property
    def command(self) -> str:
        """The command that plays the last fresh deals again."""
        run = self.run.resolved
        return f"{rerun_command(run, 'matchups' if run.tables == MATCHUPS else 'run')} --deals {self.run.results.deals}"

    @property
    def answer(self) -> Answer:
        """The answer."""
        return answer(self.results, self.again)

    @property
    def views(self) -> tuple[View, ...]:
        """The games of the search."""
        return (view(self.results),)

    def page(self) -> Page:
        """The answer and the games of the search; that of the last fresh deals is the page of `run`."""
        run = self.run.resolved
        info = page_info(
            run,
            title=f"{run.game.title}: the smallest change",
            question=f"What is the smallest change that reaches the goal: {self.results.goal}?",
            command=self.again,
        )
        return plain_page(self.results, self.answer, self.views, info)


def fix(
    config: str | Path | Mapping[str, Any],
    goal: str,
    by: str | Sequence[str],
    *,
    within: str | Sequence[str] = (),
    workers: Workers | None = None,
    out: str | Path | None = None,
    **over: Unpack[Overrides],
) -> FixResult:
    """Looks for the smallest change of the numbers `by` that reaches a goal, and certifies it on fresh deals.

    A goal is such as "seat 1 even", "margin at most 3" or "viable plans at least 4".

    Arguments and errors are those of `simcli fix` and `simulate`; with `out` the run folder of the fresh deals is kept there.
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
    """So many at a time, in order."""
    return (things[start : start + n] for start in range(0, len(things), n))


@dataclass
class _Player:
    """Plays games of the search into its folder, a run for each stage, and keeps their rows."""

    question: FixQuestion
    folder: Path
    workers: Workers
    watch: Watch
    games: list[tuple[Change, ...]] = field(default_factory=list)

    @property
    def is_of_plans(self) -> bool:
        """Whether the goal is a number of viable plans, for which plans play against each other."""
        return self.question.goal.is_of_plans

    def measure(self, chosen: Sequence[int], deals: int, among: int = 1) -> list[list[GoalRow]]:
        """Rows of some games after so many deals; all are one family, of `among` that are looked at one by one."""
        run, looks = self.question.run, Looks(among)
        if self.is_of_plans:
            fields: list[Sequence[FieldTally]] = []
            for part in batched(chosen, MOST_LINEUPS // count_lineups(matchups_of(run))):
                fields += self._met(self._variants([self.games[game] for game in part]), deals)
            return self._rows_of_plans(fields, looks)
        if self.question.goal.is_of_copies:
            return self._rows_of_copies([self._worths(self.games[game], deals) for game in chosen], looks)
        cells: list[Sequence[CellTally]] = []
        for part in batched(chosen, MOST_CELLS // len(run.players)):
            cells += self._played([self.games[game] for game in part], deals)
        return self._rows(cells, looks)

    def _rows(self, games: Sequence[Sequence[CellTally]], looks: Looks) -> list[list[GoalRow]]:
        tolerance, goal = tolerance_of(self.question.run).at, self.question.goal
        if not goal.is_even:
            return judged_bounds(goal, [chain.from_iterable(bounded(goal, cell) for cell in cells) for cells in games], looks)
        found = [(cell.players, list(hypotheses(goal, cell, tolerance(cell.players)))) for cells in games for cell in cells]
        rows = iter(judged(found, looks))
        return [[row for _ in cells for row in next(rows)] for cells in games]

    def _rows_of_copies(self, games: Sequence[Sequence[Worth]], looks: Looks) -> list[list[GoalRow]]:
        goal = self.question.goal
        if not goal.is_even:
            return judged_bounds(goal, [bounded_copies(goal, worths) for worths in games], looks)
        found = [[(players, [one]) for players, one in copy_hypotheses(goal, worths)] for worths in games]
        rows = iter(judged([one for game in found for one in game], looks))
        return [[row for _ in game for row in next(rows)] for game in found]

    def _worths(self, changes: tuple[Change, ...], deals: int) -> list[Worth]:
        """What the items of the kind are worth in a game, each denied in turn."""
        denied = self.question.denied
        assert denied is not None
        if changes:
            game = varied(self.question.run, changes, "")
            assert not isinstance(game, str)
            denied = denied_in(denied, game)
        return self._worths_of(replace(denied, deals=deals), is_base=not changes)[0]

    def _worths_of(self, denied: ResolvedRun, *, is_base: bool) -> tuple[list[Worth], Path]:
        cells, folder = self._cells(denied)
        found = worths(list(chain.from_iterable(cells)), tolerance_of(denied).at)
        if is_base:
            check_use(self.question.run, self.question.goal, found)
        return found, folder

    def _rows_of_plans(self, games: Sequence[Sequence[FieldTally]], looks: Looks) -> list[list[GoalRow]]:
        tolerance = tolerance_of(self.question.run).at
        return judged_bounds(self.question.goal, [bounded_plans(tallies, tolerance) for tallies in games], looks)

    def _variants(self, games: Sequence[tuple[Change, ...]]) -> ResolvedRun:
        """A run with these games for variants."""
        run = self.question.run
        variants = []
        for changes in games:
            variant = varied(run, changes, variant_name(changes) or "as it is")
            assert not isinstance(variant, str)
            variants.append(variant)
        return replace(run, variants=tuple(variants))

    def _met(self, run: ResolvedRun, deals: int) -> list[Sequence[FieldTally]]:
        """What the plans of each variant of a run did against each other, in the order of the numbers of players."""
        played = matchups_of(replace(run, deals=deals))
        folder = self.folder / played.identity()[:16]
        with self.watch(played, folder) as tell:
            fields = played_fields(played, folder, self.workers, tell)
        return list(batched(fields, len(run.players)))

    def _played(self, games: Sequence[tuple[Change, ...]], deals: int) -> list[Sequence[CellTally]]:
        """The cells of some games, each in the order of the numbers of players."""
        return self._cells(replace(self._variants(games), deals=deals))[0]

    def _cells(self, run: ResolvedRun) -> tuple[list[Sequence[CellTally]], Path]:
        """The cells of each variant of a run after exactly its deals, regardless of what its folder holds; and that folder."""
        plan, folder = make_plan(run), self.folder / run.identity()[:16]
        with Store(folder, plan) as store, self.watch(run, folder) as tell:
            outcome = Runner(plan, half_width=half_width, workers=self.workers).run(store, tell)
        return list(batched(cell_tallies(plan, outcome.tallies), len(run.players))), folder

    def certify(self, changes: tuple[Change, ...], seed: int, deals: int, looks: Looks) -> tuple[Certificate, ResolvedRun, Path]:
        """A game beside the game as it is on fresh deals, as `simcli whatif` plays them; the run, and the folder it is in."""
        fresh = self._fresh(changes, deals, seed)
        if self.is_of_plans:
            fresh = matchups_of(fresh)
            fields = self._met(fresh, deals)
            folder, played = self.folder / fresh.identity()[:16], fields[-1][0].deals
            (own,), (base,) = self._rows_of_plans(fields[-1:], looks), self._rows_of_plans(fields[:1], looks)
        elif (denied := self.question.denied) is not None:
            found, folder = self._worths_of(fresh, is_base=False)
            as_it_is = self._worths_of(replace(denied, deals=deals, seed=seed), is_base=True)[0] if changes else found
            played = found[0].alone.deals
            (own,), (base,) = self._rows_of_copies([found], looks), self._rows_of_copies([as_it_is], looks)
        else:
            cells, folder = self._cells(fresh)
            played = cells[-1][0].deals
            (own,), (base,) = self._rows(cells[-1:], looks), self._rows(cells[:1], looks)
        made = Certificate(
            numbers=_numbers(changes),
            seed=fresh.seed,
            deals=played,
            level=looks.level,
            status=status(own),
            rows=tuple(own),
            as_it_is=tuple(base),
        )
        return made, fresh, folder

    def _fresh(self, changes: tuple[Change, ...], deals: int, seed: int) -> ResolvedRun:
        run, config, goal = self.question.run, self.question.config, self.question.goal
        texts = set_texts(run, changes) if changes else ()
        if goal.is_of_copies:
            return denied_run(config, run, goal, texts, deals=deals, seed=seed)
        fresh = load_config(config, run.sets, deals, seed, texts)
        return replace(fresh, half_width=None, minutes=None)


def _numbers(changes: Sequence[Change]) -> tuple[NumberTo, ...]:
    return tuple(NumberTo(path=number.path, name=number.name, value=number.value, to=to) for number, to in changes)


def search(
    question: FixQuestion,
    folder: Path,
    out: Path | None = None,
    *,
    workers: Workers | None = None,
    watch: Watch | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> FixResult:
    """Searches in `folder`, which may hold what an earlier search of the same game has played, and leaves the fresh deals in `out`.

    Without `out` they go to the folder that `whatif` would choose. InterruptedRun after Ctrl-C; the same call goes on.
    """
    target = _target(question, out)
    player = _Player(question, folder, workers or usable_cores(), watch or (lambda *_: nullcontext()))
    games, made = player.games, ChangeSearch(player.measure, question.run.deals)
    certificates: list[Certificate] = []
    ends: list[tuple[int, ResolvedRun, Path]] = []

    def certify(game: int, deals: int, looks: Looks) -> Status:
        tell(f"certifying on {deals:,} fresh deals")
        certificate, fresh, folder = player.certify(games[game], fresh_seed(question.run.seed, len(certificates) + 1), deals, looks)
        certificates.append(certificate)
        ends.append((game, fresh, folder))
        return certificate.status

    answer: FixOutcome | None = None
    for name, added in (("the game as it is", ((),)), ("changes of one number", question.singles), ("of two", _pairs(question))):
        first = len(games)
        games.extend(added)
        left = list(range(first, len(games)))
        if left:
            tell(f"search: {name}, {len(left):,} in stages of {made.stages[0]:,} deals and more, {len(left) * made.most:,} in all")
            if player.is_of_plans:
                tell(f"  plans against each other in each: {_cost_text(question.run, len(left), made.stages, player.workers)}")
        if (best := made.nearest(left, certify)) is not None:
            answer = "found" if best else "nothing to fix"
            place = next(i for i, (game, *_) in enumerate(ends) if game == best)
            certificates.append(certificates.pop(place))
            ends.append(ends.pop(place))
            break
    if answer is None:
        still = [game for game in range(1, len(games)) if made.status(game) == "open"]
        refuted = {game for (game, *_), one in zip(ends, certificates, strict=True) if one.status == "uneven"}
        kept = [game for game in (still or range(1, len(games))) if game not in made.failed]
        undecided = bool(still or made.failed - refuted)
        if kept:
            near = min(kept, key=lambda game: _distance(made.rows.get(game, ())))
            answer = "found" if made.certified(near, certify) and near in still else None
            undecided = undecided or certificates[-1].status == "even"
        answer = answer or ("not yet known" if undecided else "none")
    _, fresh, played = ends[-1]
    found = _record(question, made, games, certificates, answer)
    return _left(found, question, fresh, played, target or _default_target(fresh), player.workers)


def _cost_text(run: ResolvedRun, n: int, stages: Sequence[int], workers: Workers) -> str:
    """How much the matchups of so many games are in the first stage, and at most."""
    (first, soon), (most, late) = (
        matchups_cost(matchups_of(replace(run, deals=deals)), cores_of(workers)) for deals in (stages[0], sum(stages))
    )
    text = f"{fmt.count(count_lineups(matchups_of(run)))} line-ups, {fmt.count(n * first)} games in the first stage, "
    text += f"roughly {fmt.readable_time(n * soon)}"
    return text if len(stages) == 1 else f"{text}; at most {fmt.count(n * most)} in all, {fmt.readable_time(n * late)}"


def _pairs(question: FixQuestion) -> Iterator[tuple[Change, ...]]:
    """The changes of two numbers that the game does not refuse, and in which the item of a goal is in play."""
    for pair in question.pairs:
        game = varied(question.run, pair, "")
        if isinstance(game, str) or (question.denied is not None and why_not_denied(question.run, question.goal, game)):
            continue
        yield pair


def _distance(rows: Sequence[GoalRow]) -> float:

    return distance(rows)


def _record(
    question: FixQuestion, made: ChangeSearch, games: Sequence[tuple[Change, ...]], certificates: Sequence[Certificate], outcome: FixOutcome
) -> Fix:
    """All that was found."""
    run = question.run
    tried = tuple(
        TriedChange(
            numbers=_numbers(changes),
            steps=steps_of(changes),
            status=made.status(game),
            deals=made.deals(game),
            rows=tuple(made.rows.get(game, ())),
        )
        for game, changes in enumerate(games)
    )
    return Fix(
        **header(run),
        goal=question.goal.name,
        outcome=outcome,
        numbers=certificates[-1].numbers,
        deals=run.deals,
        certificates=tuple(certificates),
        tried=tried,
        left_out=question.left_out,
    )


def repeat_command(question: FixQuestion) -> str:
    """The command that asks again, except for the number of deals."""
    import shlex

    words = shlex.split(rerun_command(question.run))
    words[1] = "fix"
    words += ["--goal", question.goal.name, "--by", ",".join(question.by)]
    for span in question.within:
        words += ["--within", span]
    return shlex.join(words)


def _default_target(fresh: ResolvedRun) -> Path:
    """Where the fresh deals go, by default: a folder that no other command fills."""
    folder = default_folder(fresh)
    return folder.with_name(f"{folder.name}-{FILE}")


def _target(question: FixQuestion, out: Path | None) -> Path | None:
    """The folder for the fresh deals, if it may be written. RunFolderError for one that holds anything but an answer to this question."""
    if out is not None and out.exists() and any(out.iterdir()) and _answered(out) != (question.run.identity(), question.goal.name):
        raise RunFolderError(f"{out} holds another run or other files, not an answer to this question: choose another --out")
    return out


def _answered(folder: Path) -> tuple[object, object] | None:
    """Which game and goal the answer in a folder is about; None where there is none."""
    try:
        found = json.loads((folder / f"{FILE}.json").read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    return (found.get("identity"), found.get("goal")) if isinstance(found, dict) else None


def _left(found: Fix, question: FixQuestion, fresh: ResolvedRun, played: Path, out: Path, workers: Workers) -> FixResult:
    """The fresh deals as a run folder like any other, with its page, and fix.json beside it; what an earlier answer left makes room."""
    again = repeat_command(question)
    said = answer(found, again)
    asks = f"Which is the smallest change of {', '.join(question.by)} that makes this so: {found.goal}?"
    fresh = replace(fresh, report=replace(fresh.report, question=asks, note=said.claim))
    (out / "tables").mkdir(parents=True, exist_ok=True)
    write_atomically(out / f"{FILE}.json", dump_json(found, lambda _: said.said).encode())
    for old in (RUN, LOG):
        (out / old).unlink(missing_ok=True)
    with (played / LOG).open("rb") as log:  # without how earlier runs ended: they may have had more deals
        write_atomically(out / LOG, b"".join(line for line in log if not line.startswith(b"end ")))
    kept = {key: read_run(played)[key] for key in ("batch_deals", "records")}
    write_atomically(out / RUN, run_text({"run": fresh.to_json(), **kept}).encode())
    made = FixResult((play_matchups if fresh.tables == MATCHUPS else play)(fresh, out, workers=workers)[0], found, again)
    write_atomically(out / "tables" / f"{FILE}.csv", made.report("csv").encode())
    return made
