"""Searches the weights of a strategy, for any game.

    python tools/search_weights.py GAME STRATEGY --field a,b,c --players 2,3,4,5 --minutes 10 --seed 1 --out FILE.yaml

The strategy and the field are names of shipped strategies or paths of files. A candidate is the strategy with its weights shifted at
random; it is worth the share of games it wins in one seat while the other seats are drawn from the field. A game that a stall rule ends is
lost by the candidate, whoever won it. All candidates of a generation play the same deals against the same line-ups in all rotations, the
next generation plays fresh ones; every shift is tried in both directions.

With `--own-deals` games are played too in which the candidate sits in all seats. The share of them that a stall rule ends is taken off its
worth, and so is what the candidate falls short of a `--habit`, such as `captured_worker>=30`: a plan stays the plan it is.

The mean of the search moves to the better candidates, and the step of each weight grows or shrinks with what it has brought (a separable
natural evolution strategy: Wierstra et al., JMLR 15, 2014). What is told on the way is measured on deals the search never plays.

Minutes are CPU time: other work on the machine does not shorten a search. With `--generations` in place of `--minutes` the same seed
writes the same file, byte for byte. Ctrl-C ends the search as its time does.
"""

from __future__ import annotations

import argparse
import math
import re
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from ruamel.yaml import YAML

from simcli.config import Strategy, load_config
from simcli.config.problems import Problems
from simcli.config.strategies import load_strategy
from simcli.engine.batch import GAMES, ROUNDS, STALLED
from simcli.engine.lineup import pack_strategies
from simcli.errors import SimcliError, TooLargeError, UserError, Where, nearest
from simcli.files import write_atomically
from simcli.game import Game, ruled_out_by
from simcli.games import game_ids, get_game
from simcli.sim.plan import Batch, make_plan
from simcli.sim.runner import Runner

Floats = NDArray[np.float64]
Lineups = list[tuple[int, ...]]
Key = tuple[str, str]
"""Decision and feature; ("", "temperature") for the temperature."""

TEMPERATURE: Key = ("", "temperature")
SPREAD, FLOOR = 0.3, 0.25
"""First step: so much of a weight, but of no less than so much of the middle weight of its decision."""
CHECK_LINEUPS, CHECK_DEALS = 64, 8
MATRIX_DEALS = 100
CHECK_FIRST, MATRIX_FIRST, OWN_FIRST = 1 << 40, 1 << 41, 1 << 42
"""Deals that are not those of the search."""
CANDIDATE, START, FIELD = 0, 1, 2
"""Places at the table of strategies: what is tried, what it began as, the field."""
HABIT = re.compile(r"([a-z0-9_.+]+)(>=|<=)(-?[0-9.]+)")
NORMAL_95 = 1.96
WIDTH = 140


@dataclass(frozen=True)
class Share:
    """A win share and half the width of its 95 % interval, as fractions; the deal is the unit."""

    share: float
    half_width: float

    def __str__(self) -> str:
        return f"{100 * self.share:5.1f} % +- {100 * self.half_width:.1f}"

    @classmethod
    def mean(cls, shares: Sequence[Share]) -> Share:
        """Of shares of independent deals."""
        n = len(shares)
        return cls(sum(x.share for x in shares) / n, math.sqrt(sum(x.half_width**2 for x in shares)) / n)


@dataclass(frozen=True)
class Habit:
    """What a plan does at least or at most, as a mean of a player's game: items, points (`points.virtue`), `score`, `turns`."""

    text: str
    items: tuple[int, ...]
    categories: tuple[int, ...]
    at_least: bool
    value: float

    def shown(self, parts: Any) -> float:
        """The mean in some games with the candidate in all seats."""
        player_games = float(parts.strategy_share[CANDIDATE][0])
        if self.categories:
            return float(sum(parts.strategy_category[CANDIDATE, k] for k in self.categories)) / player_games
        if self.items:
            return float(sum(parts.item_held[k] for k in self.items)) / player_games
        return float(parts.totals[ROUNDS] / parts.totals[GAMES])

    def missed(self, parts: Any) -> float:
        """By which fraction of the value the mean misses it, 0 if it does not."""
        short = (self.value - self.shown(parts)) / abs(self.value)
        return max(0.0, short if self.at_least else -short)


class Table:
    """Games of one candidate against line-ups of the others. Weights are data: nothing is compiled for a new candidate."""

    def __init__(self, game_id: str, players: int, strategies: Sequence[Strategy], seed: int, options: Mapping[str, Any]) -> None:
        config = {"game": game_id, "players": players, "strategies": ["random"], "deals": 1, "seed": seed}
        run = load_config(config | ({"options": dict(options)} if options else {}))
        run = replace(run, strategies=tuple(strategies), tables="fixed", lineup=(0,) * players)
        self.game, self.options, self.players = run.game, run.options, players
        self.runner = Runner(make_plan(run), half_width=lambda *_: {})
        self.games = 0

    def seat(self, strategy: Strategy) -> None:
        """Puts a strategy into the candidate's place."""
        self.runner.strategies.records[CANDIDATE] = pack_strategies(self.game, [strategy]).records[0]

    def line_up(self, lineup: tuple[int, ...]) -> None:
        """Seats the strategies with these numbers."""
        self.runner.plan = replace(self.runner.plan, run=replace(self.runner.plan.run, lineup=lineup))

    def play(self, lineup: tuple[int, ...], first: int, deals: int) -> Any:
        """Parts of the tally of some deals, each in all rotations; `lineup` holds a strategy's number for each seat."""
        self.line_up(lineup)
        runner = self.runner
        parts = runner.plan.cells[0].layout.parts(runner.play(Batch(0, 0, first, deals)))
        self.games += int(parts.totals[GAMES])
        return parts

    def share(self, lineups: Lineups, first: int, deals: int, who: int = CANDIDATE) -> Share:
        """Win share of strategy `who`, which sits in one seat of each line-up; `deals` deals a line-up.

        Of the wins in a line-up as many are taken off as games were ended by a stall rule; the half width does not know of it.
        """
        rows, lost = np.zeros(5), 0.0
        for k, lineup in enumerate(lineups):
            parts = self.play(lineup, first + k * deals, deals)
            row = parts.strategy_share[who]
            rows += row
            lost += min(60 * float(parts.totals[STALLED]), float(row[1]))
        c, y, cc, cy, yy = rows
        share = y / c
        width = NORMAL_95 * math.sqrt(max(yy - 2 * share * cy + share * share * cc, 0.0)) / c / 60
        return Share((y - lost) / c / 60, width)

    def faults(self, habits: Sequence[Habit], first: int, deals: int) -> float:
        """With the candidate in all seats: the share of games that a stall rule ends, and what it falls short of its habits."""
        parts = self.play((CANDIDATE,) * self.players, OWN_FIRST + first, deals)
        return float(parts.totals[STALLED] / parts.totals[GAMES]) + sum(habit.missed(parts) for habit in habits)

    def draw(self, n: int, rng: np.random.Generator) -> Lineups:
        """n line-ups: the candidate first, then seats drawn from the field."""
        drawn = rng.integers(FIELD, len(self.runner.plan.run.strategies), (n, self.players - 1))
        return [(CANDIDATE, *map(int, row)) for row in drawn]


@dataclass
class Search:
    """Mean and steps of the weights searched, in the order of `keys`; all else is the start's."""

    start: Strategy
    keys: list[Key]
    mean: Floats
    step: Floats

    @classmethod
    def of(cls, start: Strategy, keys: list[Key]) -> Search:
        """A search that begins at a strategy's own weights."""
        mean = np.array([weight_of(start, key) for key in keys])
        floors = []
        for decision, _ in keys:
            row = [abs(w) / 1000 for w in start.weights.get(decision, {}).values() if w] or [1.0]
            floors.append(FLOOR * float(np.median(row)) if decision else 0.1)
        return cls(start, keys, mean, SPREAD * np.maximum(np.abs(mean), np.array(floors)))

    def strategy(self, values: Floats) -> Strategy:
        """The start with other values, rounded to thousandths."""
        weights = {decision: dict(row) for decision, row in self.start.weights.items()}
        temperature = self.start.temperature
        for (decision, feature), value in zip(self.keys, values, strict=True):
            scaled = max(-10_000_000, min(10_000_000, round(1000 * float(value))))
            if decision:
                weights.setdefault(decision, {})[feature] = scaled
            else:
                temperature = max(0, scaled)
        return replace(self.start, weights=weights, temperature=temperature)

    def move(self, shifts: Floats, worth: Floats) -> None:
        """One generation: shifts float64[candidates, weights] in steps, worth float64[candidates]."""
        n, size = len(worth), len(self.keys)
        ranks = np.empty(n)
        ranks[np.argsort(-worth, kind="stable")] = np.arange(n)
        for value in np.unique(worth):  # equals share their ranks
            ranks[worth == value] = ranks[worth == value].mean()
        merit = np.maximum(0.0, math.log(n / 2 + 1) - np.log(ranks + 1))
        merit = merit / merit.sum() - 1 / n
        rate = (3 + math.log(size)) / (5 * math.sqrt(size))
        self.mean = self.mean + self.step * (merit @ shifts)
        self.step = self.step * np.exp(rate / 2 * (merit @ (shifts * shifts - 1)))


def weight_of(strategy: Strategy, key: Key) -> float:
    """A weight, or the temperature."""
    decision, feature = key
    return (strategy.weights.get(decision, {}).get(feature, 0) if decision else strategy.temperature) / 1000


def searched(table: Table, keep: Sequence[str], temperature: bool) -> list[Key]:
    """All features of decisions that the game asks under its options, but those kept; UserError for a name the game has not."""
    features = {d.name: [f.name for f in d.features] for d in table.game.decisions}
    kept = set()
    for text in keep:
        decision, _, feature = text.partition(".")
        listing = f"`simcli games {table.game.id} --features` lists them"
        if decision not in features:
            raise UserError.of(f"--keep {text}", f"there is no decision '{decision}'", nearest(decision, features, listing))
        if feature and feature not in features[decision]:
            what = f"the decision '{decision}' has no feature '{feature}'"
            raise UserError.of(f"--keep {text}", what, nearest(feature, features[decision], listing))
        kept |= {(decision, name) for name in features[decision] if feature in ("", name)}
    asked = [d for d in table.game.decisions if not ruled_out_by(d, table.options)]
    keys = [(d.name, f.name) for d in asked for f in d.features if (d.name, f.name) not in kept]
    if not keys:
        raise UserError.of("--keep", "every weight is kept", "leave something to be searched")
    return [*keys, TEMPERATURE] if temperature else keys


def game_of(game_id: str) -> Game:
    """A game by its id; UserError if there is none."""
    if game_id not in game_ids():
        raise UserError.of(game_id, f"there is no game '{game_id}'", nearest(game_id, game_ids()))
    return get_game(game_id)


def read_strategies(game_id: str, names: Sequence[str], option: str) -> list[Strategy]:
    """Strategies by name or path; UserError when there is no such game, or one cannot be read."""
    problems, game = Problems(), game_of(game_id)
    read = [load_strategy(name, game, Path.cwd(), Where(option), problems) for name in names]
    problems.raise_any()
    return [strategy for strategy in read if strategy is not None]


def rounded(strategy: Strategy) -> Strategy:
    """Weights and temperature to hundredths; what is then 0 is left out."""
    weights = {d: {f: v for f, w in row.items() if (v := round(w, -1))} for d, row in strategy.weights.items()}
    return replace(strategy, weights={d: row for d, row in weights.items() if row}, temperature=round(strategy.temperature, -1))


def as_yaml(game_id: str, strategy: Strategy) -> str:
    """A strategy file that stands alone."""
    lines = [f"game: {game_id}", "idea: >-", *wrapped(strategy.idea.split(), "  ", " ")]
    lines += [f"temperature: {strategy.temperature / 1000:g}", "weights:"]
    for decision, row in strategy.weights.items():
        parts = [f"{feature}: {weight / 1000:g}" for feature, weight in row.items()]
        parts = [f"  {decision}: {{{parts[0]}", *parts[1:]]
        lines += wrapped([*(part + "," for part in parts[:-1]), parts[-1] + "}"], "    ", " ", first="")
    return "\n".join(lines) + "\n"


def wrapped(words: Sequence[str], indent: str, gap: str, first: str | None = None) -> list[str]:
    """Words in lines of at most WIDTH columns."""
    lines, line = [], indent if first is None else first
    begin = True
    for word in words:
        if not begin and len(line) + len(gap) + len(word) > WIDTH:
            lines.append(line)
            line, begin = indent, True
        line += word if begin else gap + word
        begin = False
    return [*lines, line]


def tell_matrix(table: Table, names: Sequence[str]) -> None:
    """Who beats whom: each against copies of each."""
    print(f"\nOne of the row against {table.players - 1} of the column, win share in %, {MATRIX_DEALS} deals in all rotations each")
    print(
        f"(even: {100 / table.players:.1f}; half width of a 95 % interval up to {100 * NORMAL_95 * 0.5 / math.sqrt(MATRIX_DEALS * 2):.0f}):"
    )
    width = max(map(len, names))
    print(" " * width, *(f"{k:>5}" for k in range(1, len(names) + 1)))
    for i, name in enumerate(names):
        row = [
            table.share([(i, *(j,) * (table.players - 1))], MATRIX_FIRST, MATRIX_DEALS, i) if i != j else None for j in range(len(names))
        ]
        print(f"{name:<{width}}", *(f"{100 * x.share:5.0f}" if x else "    -" for x in row), f"  ({i + 1})", flush=True)


def tell_mirror(table: Table, name: str, habits: Sequence[Habit]) -> None:
    """How games go in which all play what was found."""
    parts = table.play((CANDIDATE,) * table.players, MATRIX_FIRST, MATRIX_DEALS)
    games, score = int(parts.totals[GAMES]), parts.strategy_score[CANDIDATE]
    length = f"{parts.totals[ROUNDS] / games:.1f} rounds, ended by a stall rule: {100 * parts.totals[STALLED] / games:.2f} %"
    print(f"\n{games} games in which {table.players} play {name}: mean score {score[1] / score[0]:.1f}, {length}")
    for habit in habits:
        print(f"  {habit.text}: {habit.shown(parts):.1f}")


def seat_at_all(tables: Sequence[Table], strategy: Strategy) -> None:
    """Puts a strategy into the candidate's place of every table. It is packed once: that takes as long as dozens of games."""
    tables[0].seat(strategy)
    for table in tables[1:]:
        table.runner.strategies.records[CANDIDATE] = tables[0].runner.strategies.records[CANDIDATE]


def habit_of(text: str, table: Table) -> Habit:
    """A habit as it is written: names joined by `+`, `>=` or `<=`, a number; UserError for a name the game has not."""
    form = HABIT.fullmatch(text.replace(" ", ""))
    if form is None or float(form[3]) == 0:
        raise UserError.of(f"--habit {text}", "expected NAME>=NUMBER or NAME<=NUMBER", "for example --habit captured_worker>=30")
    catalogue, at_least, value = table.runner.plan.cells[0].catalogue, form[2] == ">=", float(form[3])
    categories = [f"points.{name}" for name in catalogue.categories]
    if form[1] in categories:
        return Habit(text, (), (categories.index(form[1]),), at_least, value)
    if form[1] in ("score", "turns"):
        return Habit(text, (), tuple(range(len(categories))) if form[1] == "score" else (), at_least, value)
    ids = [item.id for item in catalogue.items]
    for name in form[1].split("+"):
        if name not in ids:
            what = f"the game has no item or category '{name}'"
            raise UserError.of(f"--habit {text}", what, nearest(name, [*ids, *categories, "score", "turns"]))
    return Habit(text, tuple(ids.index(name) for name in form[1].split("+")), (), at_least, value)


def search(tables: Sequence[Table], found: Search, habits: Sequence[Habit], arguments: argparse.Namespace) -> None:
    """Moves `found` until the time is over; tells its share of wins now and then, and writes what is found so far."""
    rng, apart = np.random.default_rng([arguments.seed, 1]), np.random.default_rng([arguments.seed, 2])
    checked = [table.draw(CHECK_LINEUPS, apart) for table in tables]
    for table, lineups in zip(tables, checked, strict=True):
        table.share(lineups[:1], CHECK_FIRST, 1)  # the kernels may have to be compiled: no time of the search
    begun = time.process_time()
    limit = arguments.generations or sys.maxsize
    half, size = arguments.candidates // 2, len(found.keys)
    generation, told = 0, 0.0

    def tell() -> None:
        seat_at_all(tables, found.strategy(found.mean))
        shares = [table.share(lineups, CHECK_FIRST, CHECK_DEALS) for table, lineups in zip(tables, checked, strict=True)]
        faults = sum(table.faults(habits, CHECK_FIRST, CHECK_DEALS) for table in tables) / len(tables)
        minutes, games = (time.process_time() - begun) / 60, sum(table.games for table in tables)
        each = "  ".join(f"{table.players}: {100 * share.share:.1f}" for table, share in zip(tables, shares, strict=True))
        own = f"  faults {100 * faults:.1f}" if arguments.own_deals else ""
        print(f"{minutes:6.1f}  {generation:10d}  {games:9d}  {Share.mean(shares)}  ({each}){own}", flush=True)
        write_atomically(arguments.out, as_yaml(tables[0].game.id, rounded(found.strategy(found.mean))).encode())

    print("\nCPU minute  generation  games  win share against the field, and by players, on deals of their own")
    tell()
    try:
        while generation < limit and time.process_time() - begun < 60 * arguments.minutes:
            drawn, first = [table.draw(arguments.lineups, rng) for table in tables], generation * arguments.lineups * arguments.deals
            z = rng.standard_normal((half, size))
            shifts = np.concatenate([z, -z])
            worth = np.zeros(len(shifts))
            for k, shift in enumerate(shifts):
                candidate = found.strategy(found.mean + found.step * shift)
                seat_at_all(tables, candidate)
                try:
                    for table, lineups in zip(tables, drawn, strict=True):
                        worth[k] += table.share(lineups, first, arguments.deals).share / len(tables)
                        if arguments.own_deals:
                            worth[k] -= table.faults(habits, generation * arguments.own_deals, arguments.own_deals) / len(tables)
                except TooLargeError:  # its games do not end: worse than to lose them
                    worth[k] = -math.inf
            found.move(shifts, worth)
            generation += 1
            minutes = (time.process_time() - begun) / 60
            if minutes - told >= arguments.every:
                told = minutes
                tell()
    except KeyboardInterrupt:
        print("interrupted: what was found so far is kept")
    tell()


def options_of(given: Sequence[str]) -> dict[str, Any]:
    """Options of the game as `name=value`, values read as YAML."""
    options = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise UserError.of(f"--option {text}", "expected NAME=VALUE", "for example --option max_turns=60")
        options[name] = YAML(typ="safe", pure=True).load(value)
    return options


def positive(text: str) -> float:
    """A number above 0, for argparse."""
    value = float(text)
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"{text} is not above 0")
    return value


def whole(text: str) -> int:
    """A whole number of at least 1, for argparse."""
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is below 1")
    return value


def read_arguments(words: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="search_weights.py", description=(__doc__ or "").partition("\n")[0])
    names = {"type": lambda text: [name.strip() for name in text.split(",") if name.strip()], "metavar": "A,B,.."}
    parser.add_argument("game")
    parser.add_argument("strategy", help="name or file of the strategy to begin with")
    parser.add_argument("--field", **names, required=True, help="names or files of the strategies in the other seats; one may stand twice")
    parser.add_argument("--keep", **names, default=[], help="decisions, or decision.feature, whose weights stay as given")
    counts = "numbers of players; each has its own games, and all of them the same weight"
    parser.add_argument("--players", type=lambda text: [whole(n) for n in text.split(",")], default=[4], metavar="N,N,..", help=counts)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game; may be repeated")
    parser.add_argument("--temperature", action="store_true", help="search the temperature too")
    parser.add_argument("--minutes", type=positive, default=10.0)
    parser.add_argument("--generations", type=whole, help="end after so many, for a search that can be repeated byte for byte")
    parser.add_argument("--candidates", type=whole, default=32, help="in a generation; an even number")
    parser.add_argument("--lineups", type=whole, default=16, help="line-ups of a generation, for each number of players")
    parser.add_argument("--deals", type=whole, default=4, help="deals for each line-up, played in all rotations")
    own = "deals in which the candidate sits in all seats; the share of them that a stall rule ends is taken off its worth"
    parser.add_argument("--own-deals", type=int, default=0, help=own)
    does = "what the plan does in these games, such as captured_worker>=30: the fraction it falls short is taken off too; may be repeated"
    parser.add_argument("--habit", action="append", default=[], metavar="NAME>=N", help=does)
    parser.add_argument("--every", type=positive, default=1.0, help="minutes between two lines of the curve")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True, metavar="FILE.yaml")
    arguments = parser.parse_args(words)
    if arguments.candidates % 2 or arguments.candidates < 4:
        parser.error(f"--candidates: found {arguments.candidates}, expected an even number of at least 4")
    if arguments.habit and arguments.own_deals < 1:
        parser.error("--habit: nothing is seen of it without --own-deals")
    if arguments.generations is not None:
        arguments.minutes = math.inf
    return arguments


def run(arguments: argparse.Namespace) -> None:
    """Reads, searches, tells, writes."""
    game_id, players, out = arguments.game, arguments.players, arguments.out
    game = game_of(game_id)
    for n in players:
        if not game.min_players <= n <= game.max_players:
            raise UserError.of(
                f"--players {n}", f"{game.title} takes {game.min_players} to {game.max_players} players", "choose one of these"
            )
    if out.suffix != ".yaml" or not out.parent.is_dir():
        raise UserError.of(f"--out {out}", "expected a file that ends in .yaml, in a folder that is there", "make the folder first")
    start = read_strategies(game_id, [arguments.strategy], "STRATEGY")[0]
    if start.kind != "heuristic":
        raise UserError.of(arguments.strategy, f"a {start.kind} strategy has no weights", "begin with a YAML strategy with weights")
    field = read_strategies(game_id, arguments.field, "--field")
    if not field:
        raise UserError.of("--field", "the field is empty", f"`simcli strategies {game_id}` lists names")
    options = options_of(arguments.option)
    tables = [Table(game_id, n, [start, start, *field], arguments.seed, options) for n in players]
    habits = [habit_of(text, tables[0]) for text in arguments.habit]
    found = Search.of(start, searched(tables[0], arguments.keep, arguments.temperature))
    games = arguments.lineups * arguments.deals * sum(players)
    print(
        f"{game.title}, {', '.join(map(str, players))} players, seed {arguments.seed}: searches {len(found.keys)} weights of {start.name}"
    )
    print(f"kept as given: {', '.join(arguments.keep) or 'nothing'}; temperature {'searched' if arguments.temperature else 'kept'}")
    print(f"options: {', '.join(arguments.option) or 'as by default'}")
    print(f"field: {', '.join(strategy.name for strategy in field)}")
    print(
        f"a generation: {arguments.candidates} candidates, each in the same {games} games ({arguments.lineups} line-ups a count of players)"
    )
    if arguments.own_deals:
        own = arguments.own_deals * sum(players)
        print(f"and {own} games with the candidate in all seats: taken off its worth are those a stall rule ends", end="")
        print("".join(f", and what falls short of {habit.text}" for habit in habits))
    search(tables, found, habits, arguments)
    best = rounded(found.strategy(found.mean))
    for table in tables:
        table.seat(best)
        tell_mirror(table, out.stem, habits)
        tell_matrix(table, [f"{out.stem} (found)", f"{start.name} (before)", *(strategy.name for strategy in field)])
    print(f"\nwritten: {out}, weights rounded to hundredths; {sum(table.games for table in tables)} games played")


def main(words: Sequence[str] | None = None) -> int:
    """Exit code: 0, or 2 for a user's mistake."""
    arguments = read_arguments(words)
    try:
        run(arguments)
    except SimcliError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
