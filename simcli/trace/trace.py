"""One game in plain words: every deal, decision, reveal and scoring, from the same compiled steps and noise as the playout loop."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Self, cast

import numpy as np

from simcli.base.models import MOST_TRIED, read_trees
from simcli.base.names import called, said
from simcli.base.restrictions import ALL, NOBODY, Restrictions
from simcli.config.run.resolved import ResolvedRun, Variant
from simcli.engine.batch import RAISED, Strategies
from simcli.engine.header import ALL_FEATURES, RUNNING
from simcli.engine.loop import lineup as engine_lineup
from simcli.engine.loop.lineup import Strategy
from simcli.errors import UserError, counted
from simcli.game import MIRROR, TABLE_MODES, Components, Game
from simcli.sim.bans import apply_restrictions
from simcli.sim.blind import blind_records, seen_weights, unseen_sights
from simcli.sim.faults.choose import raised_error
from simcli.sim.faults.ends import no_actions
from simcli.sim.scenario import Table, steps
from simcli.trace.reasons import Reasons, learned_reasons, reason_lines, reasons, search_reasons

LISTED = 12
"""Alternatives named per decision; of more, only the number is given."""


@dataclass(frozen=True)
class Setup:
    """What the games of a run are played with, at one number of players.

    tables: mixed, mirror, fixed or drawn; seating: `ResolvedRun.seating`.
    """

    game: Game
    components: Components
    options: Mapping[str, Any]
    players: int
    strategies: Sequence[Strategy]
    tables: str = "mixed"
    seating: Sequence[int] = ()
    seed: int = 1
    restrictions: Restrictions = NOBODY

    @cached_property
    def plans(self) -> list[str]:
        """Names of the strategies, as a person says them."""
        return called([strategy.name for strategy in self.strategies])

    @classmethod
    def of(cls, run: ResolvedRun, variant: Variant, players: int) -> Self:
        """What a run plays of one variant, at one of its numbers of players."""
        table = run.strategies, run.tables, run.seating(players), run.seed
        return cls(run.game, variant.components, variant.options, players, *table, variant.restrictions)

    def about(self, deal: int, rotation: int) -> str:
        """Which game is meant, in words."""
        return f"{counted(self.players, 'player')}: seed {self.seed}, deal {deal}, rotation {rotation}"


@dataclass(frozen=True)
class Moment:
    """A decision with the position it was made in, or at the end of the game (`seat` 0) the position and in `events` the score sheet.

    number: of the decision, from 1; seats: strategies by seat; position: in words; points: totals so far by seat; picture: the board as
    SVG, '' without one; choice: what was chosen and among which; events: what happened then.
    """

    number: int
    seats: tuple[str, ...]
    round: int
    position: str
    points: tuple[int, ...]
    picture: str
    seat: int = 0
    strategy: str = ""
    choice: str = ""
    reasons: Reasons | None = None
    events: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Decided:
    """A decision as it was made; round: in which; choices: how many actions were legal; points: totals after it by seat.

    position: the record of the state before it; action: the code of what was chosen, `text` in words.
    """

    number: int
    seat: int
    strategy: str
    round: int
    text: str
    choices: int
    points: tuple[int, ...]
    position: bytes
    action: int


@dataclass
class Played:
    """A game that is traced, filled as it goes on.

    about: number of players, seed, deal and rotation; seats: strategies by seat; rows: their numbers; points, shares: at the end, by seat,
    the latter in sixtieths; over: what the header says; has_points: whether the game counts any; table: where it was played.
    """

    about: str = ""
    seats: tuple[str, ...] = ()
    rows: tuple[int, ...] = ()
    decisions: list[Decided] = field(default_factory=list)
    points: tuple[int, ...] = ()
    shares: tuple[int, ...] = ()
    over: int = RUNNING
    has_points: bool = True
    table: _Traced | None = None

    @property
    def is_by_points(self) -> bool:
        """Whether nobody wins against another, so that a choice changes points alone."""
        return len(self.seats) == 1 or (self.table is not None and self.table.game.together)

    def add(self, table: _Traced, asked: tuple[int, str, int, int, bytes], text: str, action: int) -> None:
        """Notes a decision just carried out; asked: seat, strategy, round, number of choices and position before it."""
        seat, strategy, round_, choices, position = asked
        number, points = len(self.decisions) + 1, table.totals()
        named = {"text": text, "strategy": strategy}
        self.decisions.append(
            Decided(number=number, seat=seat, round=round_, choices=choices, points=points, position=position, action=action, **named)
        )

    def end(self, table: _Traced, about: str, seats: Sequence[int]) -> None:
        """Notes how the game ended."""
        self.table, self.about, self.rows = table, about, tuple(seats)
        self.seats = table.names_of(seats)
        self.points, self.shares, self.over = table.totals(), table.shares(), int(table.s["over"])
        self.has_points = bool(table.catalogue.categories)


def trace(
    setup: Setup,
    deal: int,
    rotation: int = 0,
    draw: Callable[[str], None] | None = None,
    *,
    explain: bool = False,
    watch: Callable[[Moment], None] | None = None,
    played: Played | None = None,
) -> Iterator[str]:
    """Lines of the game that a run plays as rotation `rotation` of deal number `deal` (both from 0).

    The position is printed in full at every round, or whenever the game's `told_at(fields)` changes. `draw` is handed the picture of the
    last position, of a game that has pictures. `explain` says why every choice among several actions was made (trace.reasons).
    `watch` is handed every decision with its position and reasons, and the end; `played` is filled with the course of the game.
    UserError for a rotation the run does not play, a strategy that answers with an action that does not exist, or a position without
    legal actions.
    """
    game, plans, played = setup.game, setup.plans, Played() if played is None else played
    table = _Traced(setup, explain=explain or watch is not None)
    seats = table.seat(deal, rotation)
    table.deal(deal, setup.seed, table.repeat(deal, rotation))
    begins_with = table.restrict_seats(seats)
    yield f"{game.title}, {setup.about(deal, rotation)}"
    yield from _who_plays(setup, seats)
    yield from begins_with
    fields = table.fields()
    number, last = 0, None
    while not table.s["over"] and number < game.max_decisions:
        if (told := game.text.told_at(fields)) != last:
            last = told
            yield from ("", *table.position().splitlines())
        number += 1
        k, seat = seats[int(table.s["actor"])], fields["actor"]
        texts = list(table.texts().items())
        if not texts:
            raise no_actions(game, int(table.s["actor"]), int(table.s["phase"]), number - 1)
        i = table.choose(k, len(texts))
        choice = _choice([text for text, _ in texts], i)
        yield f"{number:4}  seat {seat} ({plans[k]}) {choice}"
        why = table.reasons(k, [text for text, _ in texts], i) if len(texts) > 1 and (explain or watch) else None
        if explain and why:
            yield from (f"        {line}" for line in reason_lines(why))
        moment = table.moment(number, seats) if watch else None
        before_it = (seat, plans[k], int(table.s["round"]), len(texts), table.s.tobytes())
        table.apply(texts[i][1])
        before, fields = fields, table.fields()
        played.add(table, before_it, *texts[i])
        events = game.text.events(before, fields)
        yield from (f"      {line}" for line in events)
        if watch and moment:
            watch(replace(moment, seat=seat, strategy=plans[k], choice=choice, reasons=why, events=tuple(events)))
    end = [] if table.s["over"] else [f"the game was stopped after {number} decisions"]
    end += game.text.score_sheet(table.s, table.t, table.names, *table.results()).splitlines()
    yield from ("", *end)
    played.end(table, setup.about(deal, rotation), seats)
    if draw is not None:
        draw(table.picture())
    if watch:
        watch(replace(table.moment(number, seats), events=tuple(end)))


def _who_plays(setup: Setup, seats: Sequence[int]) -> Iterator[str]:
    """A line for each seat; seats: number of the strategy of each."""
    for p, k in enumerate(seats):
        blind = unseen_sights(setup.restrictions.blind, setup.strategies[k].name, p + 1)
        yield f"  seat {p + 1} plays {setup.plans[k]}" + (f", blind to {', '.join(blind)}" if blind else "")


def _choice(texts: Sequence[str], i: int) -> str:
    others = [text for j, text in enumerate(texts) if j != i]
    among = f"of {len(texts)} choices" if len(others) > LISTED else f"or {', '.join(others)}" if others else "the only choice"
    return f"{texts[i]}  ({among})"


class _Traced(Table):
    """A table with strategies at its seats."""

    def __init__(self, setup: Setup, *, explain: bool = False) -> None:
        super().__init__(setup.game, setup.components, setup.options, setup.players)
        self._setup = setup
        self._fill = engine_lineup.fill_pointer(setup.game, needed=True) if explain else None
        self._packed = engine_lineup.pack_strategies(setup.game, setup.strategies)
        if blind := setup.restrictions.blind:
            names = [strategy.name for strategy in setup.strategies]
            records = blind_records(blind, setup.game, names, self._packed.records, self._scratch_array)
            self._packed = self._packed._replace(records=records)

    @property
    def packed(self) -> Strategies:
        """The strategies as the playout loop takes them."""
        return self._packed

    @property
    def tables(self) -> Any:
        """The tables record, in an array."""
        return self._tables

    @property
    def scratch(self) -> Any:
        """The scratch record, in an array."""
        return self._scratch_array

    def position(self) -> str:
        return self.text.state_text(self.s, self.t, self.names)

    def picture(self) -> str:
        return self.game.board.board_svg(self.s, self.t, self.names, *self.results())

    def moment(self, number: int, seats: Sequence[int]) -> Moment:
        """The position before decision `number`; seats: number of the strategy of each."""
        names = self.names_of(seats)
        picture = self.picture() if self.game.has_pictures else ""
        return Moment(number, names, int(self.s["round"]), self.position(), self.totals(), picture)

    def names_of(self, seats: Sequence[int]) -> tuple[str, ...]:
        """Names of strategies by their numbers."""
        plans = self._setup.plans
        return tuple(plans[k] for k in seats)

    def searches(self, seats: Sequence[int]) -> tuple[str, ...]:
        """Names of the strategies that search, of those with these numbers."""
        return self.names_of([k for k in sorted(set(seats)) if self._setup.strategies[k].kind == "search"])

    def totals(self) -> tuple[int, ...]:
        """Points so far by seat."""
        return tuple(int(row.sum()) for row in self.results()[0])

    def shares(self) -> tuple[int, ...]:
        """Shares of the win by seat, in sixtieths."""
        return tuple(map(int, self.results()[1]))

    def seat(self, deal: int, rotation: int) -> list[int]:
        """Number of the strategy of each seat, as `play_batch` finds it."""
        setup, n_strategies = self._setup, len(self._setup.strategies)
        mode = TABLE_MODES[setup.tables]
        rotations = n_strategies if mode == MIRROR else setup.players
        if not 0 <= rotation < rotations:
            raise UserError.of("the rotation", f"found {rotation}, this run plays rotations 0 to {rotations - 1}")
        if mode == MIRROR:
            return [rotation] * setup.players
        fixed = np.array(setup.seating or (0,), np.int64)
        order = np.zeros(n_strategies, np.int64)
        steps.step_lineup(mode, fixed, n_strategies, deal, np.uint64(setup.seed), setup.players, self._scratch_array, order)
        drawn = self._scratch["lineup"].tolist()
        return [drawn[(p + rotation) % setup.players] for p in range(setup.players)]

    def repeat(self, deal: int, rotation: int) -> int:
        """How many earlier games of the deal seat the same strategies in the same seats: the luck of the seats is another in each."""
        seats = self.seat(deal, rotation)
        return sum(self.seat(deal, earlier) == seats for earlier in range(rotation))

    def restrict_seats(self, seats: Sequence[int]) -> list[str]:
        """Applies the restrictions of the run to the game just dealt; `seats` holds the strategy of each seat.

        Returns in words what each seat starts with and is dealt.
        """
        restrictions = self._setup.restrictions
        if restrictions:
            names = [strategy.name for strategy in self._setup.strategies]
            self._scratch["seats"][: len(seats)] = seats
            apply_restrictions(restrictions, self.catalogue, names, self._packed.records, self._scratch_array)
            steps.step_restrict(self._states, self._packed.records, self._scratch_array)
        return self._give(seats) if restrictions.grants or restrictions.swaps else []

    def _give(self, seats: Sequence[int]) -> list[str]:
        """Gives the seats what they start with and are dealt; returns it in words, the former by what they hold more than before."""
        before = self._held()
        steps.step_grant(self._states, self._tables, self._packed.records, self._scratch_array)
        lines = []
        for p, (gained, k) in enumerate(zip(self._held() - before, seats, strict=True)):
            named = (ALL, f"seat {p + 1}", self._setup.strategies[k].name)
            asked = Counter(item for player in named for item in self._setup.restrictions.of(player).grants)
            for item, copies in zip(self.catalogue.items, gained, strict=True):
                if copies:
                    lines.append(f"  seat {p + 1} begins with {item.name}" + (f" ({copies} copies)" if copies > 1 else ""))
                elif asked[item.id]:
                    lines.append(f"  seat {p + 1} would begin with {item.name}, which this deal has not")
            swaps = Counter(item for player in named for item in self._setup.restrictions.of(player).swaps)
            if swaps:
                names = [item.name for item in self.catalogue.items for _ in range(swaps[item.id])]
                is_whole = int(self._scratch["fixed"][p]) == len(names)
                lines.append(f"  seat {p + 1} is dealt {', '.join(names)}{'' if is_whole else ', not all of which this deal has'}")
        return lines

    def _held(self) -> Any:
        """int32[players, items]: copies held."""
        self.results()
        return self._scratch["held"][: self._setup.players, : len(self.catalogue.items), 1].copy()

    def choose(self, k: int, n: int) -> int:
        """Index of the choice of strategy k among n legal actions; a forced one is not asked for."""
        if n == 1:
            return 0
        row = k + int(self._scratch["blind_rows"][int(self.s["actor"])])
        i = int(steps.step_choose(self._states, self._tables, row, n, self._packed, self._scratch_array))
        who = self._setup.strategies[k]
        if i == RAISED:
            raise raised_error(self.game, who, self._packed.records[k], self.s, self.t, self._scratch, n, "(in this game)")
        if not 0 <= i < n:
            message = f"choose() returned {i} where {n} actions were legal"
            raise UserError.of(who.where, message, "return an index from 0 to len(actions) - 1")
        return i

    def reasons(self, k: int, texts: Sequence[str], chosen: int) -> Reasons:
        """Why strategy k chose as it did among the legal actions with these texts; of a table made to `explain`. Nothing changes by it.

        Of a search it is what `choose` has just left.
        """
        who = self._setup.strategies[k]
        sights = unseen_sights(self._setup.restrictions.blind, who.name, int(self.s["actor"]) + 1)
        if who.kind == "search":
            return search_reasons(said(who.rollout), self._scratch["search"], texts, chosen)
        decision = self.game.decisions[int(self.s["phase"])]
        if decision.name in who.trees:
            judged, names = self._scratch["learned"], who.columns[decision.name]
            m = min(len(texts), who.best, MOST_TRIED)
            order, columns = judged["order"][:m].tolist(), judged["columns"][: len(names), :m].T.tolist()
            return learned_reasons(names, read_trees(who.trees[decision.name]), order, columns, texts, chosen)
        before = int(self.s["feature_mask"])
        steps.step_features(self._states, self._tables, len(texts), self._scratch_array, np.uint64(ALL_FEATURES), self._fill)
        self.s["feature_mask"] = before
        X = np.array(self._scratch["X"][: len(texts), : len(decision.features)])
        seeing = replace(cast(Any, who), weights=seen_weights(who.weights, self.game, sights)) if sights else who
        return reasons(seeing, decision, X, texts, chosen)
