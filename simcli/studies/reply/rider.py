"""How far the players of a run can be beaten: a player is tuned to beat them, and judged on fresh deals.

What was found is kept twice: in the run folder, as part of the run, and in the folder of compiled kernels by the identity of the question,
so that a run of the same players does not search again. That folder is named after the sources of the kernels and the libraries.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass, replace
from pathlib import Path

from simcli.base.files import read_checked, with_checksum, write_atomically
from simcli.base.game_sources import digest_of
from simcli.config import ResolvedRun
from simcli.config.data.options import read_options
from simcli.config.data.shipped import is_shipped
from simcli.config.players.fields import LEAGUE, Field, load_field
from simcli.config.players.strategies import HEURISTIC, LEARNED, Strategy, strategy_text
from simcli.config.players.weights import SCALE, without_zeros
from simcli.config.run import measures as replies
from simcli.config.run.measures import REPLY
from simcli.config.yaml.document import known_data
from simcli.config.yaml.problems import Problems
from simcli.engine.code import store
from simcli.errors import RunFolderError, UserError, Where
from simcli.game import Beaten
from simcli.report.formatting import few
from simcli.sim.folder.results import UNFINISHED
from simcli.sim.plan import microseconds_a_game
from simcli.sim.pool.cluster import Workers
from simcli.stats.bounds import DIGITS
from simcli.stats.measured import ReplyResult, ReplySearch
from simcli.stats.summary import Summary, dump_json
from simcli.studies.played import microseconds_of
from simcli.studies.reply import words
from simcli.studies.reply.estimate import share_of_reply
from simcli.studies.reply.play import FoundReply, find_reply
from simcli.studies.reply.question import ReplyQuestion, ask_reply
from simcli.studies.reply.starts import DISTANCE_DIGITS
from simcli.studies.reporter import Reporter
from simcli.studies.stored import as_record, is_stored, read_record, write_record
from simcli.studies.tune.cma_es import require_cmaes
from simcli.studies.tune.question import GAMES, TuneQuestion, repeat_command
from simcli.studies.tune.search import SearchProgress

FILE, PLAYER = "reply.json", "reply.yaml"
ORDER = 3
SEARCH_FOLDER = ".reply"
"""Folder in the run folder in which the search is kept until it is done."""
CACHE = "replies"


@dataclass(frozen=True)
class StoredReply:
    """What was found, and the player as a strategy file."""

    result: ReplyResult
    player: str


def hindrance(run: ResolvedRun) -> tuple[str, str] | None:
    """Why it cannot be measured here, and what can be done, of a run in whose players nothing stands in the way."""
    try:
        require_cmaes("measure: reply")
    except UserError as error:
        return error.problems[0].what, error.problems[0].hint
    if not ask_reply(run).starts:
        return f"{run.game.title} has no plan with weights that a search could begin with", "name a YAML strategy with weights"
    return None


def check(run: ResolvedRun) -> None:
    """UserError where a run asks for it whose players, or this machine, do not let it be measured."""
    if REPLY in (run.measure or ()) and (why := replies.hindrance(run.game, run.strategies, run.players) or hindrance(run)):
        raise UserError.of("measure: reply", *why)


def plan(_run: ResolvedRun, _workers: Workers | None) -> None:
    """Its name says it."""


def measure(run: ResolvedRun, results: Summary, folder: Path, workers: Workers, reporter: Reporter) -> bool:
    """Finds the reply to the players of a run that asks for it or is long enough. InterruptedRun after Ctrl-C: the same call goes on."""
    if why_not(run, results) or is_there(run, folder):
        return False
    find(run, folder, workers, reporter)
    return True


def measured(run: ResolvedRun, results: Summary, folder: Path) -> Summary:
    """The summary with the reply of the run folder, or why there is none."""
    found = read_reply(run, folder)
    told = None
    if found is None and results.games and results.stopped_by != UNFINISHED:
        told = why_not(run, results) or words.NOT_YET
        if any(is_shipped(strategy.where) for strategy in run.strategies):
            there = [one for one in run.game.beaten if one.players in run.players]
            told = " ".join([told, *(known_players(run, one) for one in there or run.game.beaten)])
    return replace(results, reply=found, no_reply=told)


def known_players(run: ResolvedRun, found: Beaten) -> str:
    """What is known of who plays with a number of players: of learned players what they win, else how far the league is beaten."""
    are_learned = all(run.strategies[k].kind == LEARNED for k in run.playing_at(found.players))
    return words.known_of_learned(found, found.learned) if are_learned and found.learned else words.known(found)


def why_not(run: ResolvedRun, results: Summary) -> str:
    """Why it is not measured how far the players of a run can be beaten, and what measures it; '' where it is."""
    if run.measure is not None and REPLY not in run.measure:
        return words.not_asked(run.measure)
    if why := replies.hindrance(run.game, run.strategies, run.players):
        return words.cannot(*why)
    if run.measure is None and not pays(run, results):
        return words.TOO_SHORT
    why = hindrance(run)
    return words.cannot(*why) if why else ""


def told_of_players(run: ResolvedRun, results: Summary, rerun: str) -> str:
    """How far the players can be beaten and what to do next; or why that is not measured, and what measures it; '' for an unfinished run.

    `rerun` is the command that plays the run once more; '' where the verb that does cannot be asked for more.
    """
    if results.reply:
        return " ".join((words.sentence(results.reply), words.NO_SEARCH, what_next(run, results.reply)))
    told = results.no_reply or ""
    if not words.is_by_choice(told):
        return told
    asked = ",".join(dict.fromkeys((*(run.measure or ()), REPLY)))
    return f"{told} `{rerun} --measure {asked}` does." if rerun else f"{told} `measure: {REPLY}` in the config does."


def pays(run: ResolvedRun, results: Summary) -> bool:
    """Whether a run that does not ask for it took long enough for it to be measured: by the games played and the prices of the game."""
    counts = [n for n in run.players if n > 1]
    seated = replace(run, strategies=(*run.strategies, Strategy(PLAYER, HEURISTIC)), lineup=())
    prices = [n * microseconds_a_game(seated, n, run.played_variants[run.base_number].options) for n in counts]
    return microseconds_of(run, results.cells) >= replies.TIMES * replies.ALL_GAMES * sum(prices) / sum(counts)


def is_there(run: ResolvedRun, folder: Path) -> bool:
    """Whether a run folder holds the answer to the same question. What cannot be read is searched again."""
    return is_stored(lambda: read_reply(run, folder), lambda found: found.identity == ask_reply(run).identity())


def find(run: ResolvedRun, folder: Path, workers: Workers, reporter: Reporter) -> None:
    """Finds the reply, or takes it from the cache, and keeps it in the run folder. InterruptedRun after Ctrl-C: the same call goes on."""
    asked = ask_reply(run)
    kept = _cached(asked, reporter)
    if kept is None:
        kept = _search(asked, folder / SEARCH_FOLDER, workers, reporter)
        _keep(asked, kept)
    write_atomically(folder / PLAYER, kept.player.encode())
    write_record(folder / FILE, completed(run, kept.result), run.identity())


def read_reply(run: ResolvedRun, folder: Path) -> ReplyResult | None:
    """What a run folder holds, if it does. RunFolderError when it is damaged, or of another run."""
    found = read_record(folder / FILE, ReplyResult, run.identity())
    if found is None:
        return None
    counts = [row.players for row in found.shares if row.win_share.value is not None and row.gain.value is not None]
    if counts != [n for n in run.players if n > 1] or len(counts) != len(found.shares):
        raise RunFolderError(f"{folder / FILE} does not hold the reply to the players of this run: delete it, or run again")
    return completed(run, found)


def _search(asked: ReplyQuestion, folder: Path, workers: Workers, reporter: Reporter) -> StoredReply:
    """Searches in a folder, which is taken away in the end. One that cannot be resumed is started again."""
    searches = f"{replies.SEARCHES} searches of {replies.GAMES:,} games in all"
    reporter.say(f"measuring how far these players can be beaten: {searches}, once for these players and rules")

    def on_progress(number: int, progress: SearchProgress) -> None:
        reporter.state(f"search {number} of {replies.SEARCHES}: generation {progress.generation:,}, {progress.games:,} games")

    try:
        found = find_reply(asked, folder, workers, on_progress)
    except RunFolderError as error:
        reporter.say(f"{error}: the search starts again")
        shutil.rmtree(folder)
        found = find_reply(asked, folder, workers, on_progress)
    shutil.rmtree(folder)
    return StoredReply(record(asked, found), player_text(asked, found))


def _cached(asked: ReplyQuestion, reporter: Reporter) -> StoredReply | None:
    """What the cache holds of the question; None when it holds nothing, or nothing whole, which is said."""
    path = _entry(asked)
    data = read_checked(path)
    if data is None:
        if path.exists():
            reporter.say(f"{path} is damaged: what it held is measured again")
        return None
    found = json.loads(data)
    return StoredReply(as_record(found["result"], ReplyResult), found["player"])


def _keep(asked: ReplyQuestion, kept: StoredReply) -> None:
    """Writes an entry of the cache, atomically; a disk that takes none is no fault of the run."""
    path = _entry(asked)
    data = {"result": json.loads(dump_json(kept.result)), "player": kept.player}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, with_checksum(path.name, json.dumps(data).encode()))
    except OSError:
        path.unlink(missing_ok=True)


def _entry(asked: ReplyQuestion) -> Path:
    return store.CACHE_FOLDER / CACHE / f"{asked.identity()}-{digest_of(asked.run.game.folder)}.json"


def record(asked: ReplyQuestion, found: FoundReply) -> ReplyResult:
    """What was found, without what differs between runs of the same players."""
    games, counts = asked.question(asked.starts[0]).games, len(asked.run.players)
    shares = tuple(share_of_reply(n, wins) for n, wins in zip(asked.run.players, found.wins, strict=True))
    return ReplyResult(
        start=found.start,
        tuned=found.tuned,
        searched=found.searched,
        games=found.games,
        searches=tuple(
            ReplySearch(
                start=one.start.name,
                distance=round(one.distance, DISTANCE_DIGITS),
                seed=one.seed,
                generations=one.generations,
                games=one.generations * games,
                share=round(max(0.0, one.share) / counts, DIGITS),
            )
            for one in found.searches
        ),
        against=against(asked),
        shares=shares,
        identity=asked.identity(),
    )


def completed(run: ResolvedRun, found: ReplyResult) -> ReplyResult:
    """The same with the variant it is of."""
    return replace(found, variant=run.played_variants[run.base_number].name or None)


def what_next(run: ResolvedRun, found: ReplyResult) -> str:
    """What to do next, in words with commands."""
    asked = ask_reply(run)
    if found.start not in [one.name for one in asked.starts]:  # a plan that has been renamed or taken away since
        found = replace(found, start=asked.starts[0].name)
    return words.next_step(found, run.game.id, tune_command(asked, found), has_league(run))


def against(asked: ReplyQuestion) -> str:
    """Who sits in the other seats."""
    names, run = [plan.name for plan in asked.field.plans], asked.run
    if run.lineup:
        return f"the line-up {', '.join(names[k] for k in run.lineup)}, in the place of each of them equally often"
    if len(names) == 1:
        return f"{names[0]} in all other seats"
    if run.is_mirror:
        return f"one plan in all other seats, each of {few(names)} equally often"
    return f"the other seats drawn from {few(names)}" + (", by the weights of the field" if run.weights else ", each equally often")


def tune_command(asked: ReplyQuestion, found: ReplyResult) -> str:
    """The command of a longer search against the same players; of a fixed line-up and mirror tables against plans drawn seat by seat."""
    first = asked.field.weights_at(asked.run.players[0])
    run = replace(asked.run, players=tuple(n for n in asked.run.players if asked.field.weights_at(n) == first))
    start = next(one for one in asked.starts if one.name == found.start)
    odds = [max(1, run.lineup.count(k)) * SCALE if run.lineup else w for k, w in enumerate(asked.field.weights_at(run.players[0]))]
    kept = [k for k, weight in enumerate(odds) if weight]
    field = Field.alike([asked.field.plans[k] for k in kept], [odds[k] for k in kept], run.players, "")
    file = run.components.get("options")
    known = read_options(None if file is None else known_data(file, Where("options")), Problems())
    options = {name: value for name, value in run.options.items() if value != known[name].default}
    sets = [f"{key}={flow(value)}" for key, value in (("options", options), ("patch", run.patch)) if value]
    weights = asked.question(start).weights
    return repeat_command(TuneQuestion(replace(run, sets=tuple(sets)), weights, field), GAMES)


def flow(value: object) -> str:
    """A value as YAML in one line, in which keys that are numbers stay numbers."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{flow(key)}: {flow(part)}' for key, part in value.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(flow, value))}]"
    return json.dumps(value, ensure_ascii=False)


def has_league(run: ResolvedRun) -> bool:
    """Whether the game comes with a league for these numbers of players, and others than its plans play."""
    league = load_field(LEAGUE, run.game, Path(), Where(LEAGUE), Problems())
    return league is not None and set(run.players) <= set(league.players) and run.strategies != league.played_at(run.players).plans


def player_text(asked: ReplyQuestion, found: FoundReply) -> str:
    """The player as a strategy file, with its provenance."""
    players = " or ".join(map(str, asked.run.players))
    idea = f"Tuned to beat {against(asked)}, with {players} players; it began as {found.start}."
    if not found.tuned:
        idea = f"The same as {found.start}: no search found more against {against(asked)}, with {players} players; a longer one may."
    strategy = replace(found.strategy, idea=idea, weights=without_zeros(found.strategy.weights) or found.strategy.weights)
    note = f"{found.searched} weights searched by CMA-ES: the best of {len(found.searches)} searches, {found.games:,} games in all, "
    note += f"seed {asked.run.seed}"
    return strategy_text(asked.run.game.id, strategy, [note])
