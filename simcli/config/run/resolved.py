"""A run with everything settled: what `sim` plays, what a run folder keeps, and the identity that says two runs are the same."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from itertools import accumulate
from typing import Any

from simcli.base.entry_points import sources_of
from simcli.base.restrictions import KEYS, NOBODY, Restrictions
from simcli.config.data.options import OptionValue
from simcli.config.players.strategies import Strategy
from simcli.config.players.weights import plain_weights, shares_of, weights_of
from simcli.config.yaml.values import Tolerance
from simcli.errors import Problem, UserError, nearest
from simcli.game import Components, Game
from simcli.games import game_ids, get_game
from simcli.games.onefile.places import FILES

FORMAT = 3
MIXED, MIRROR, FIXED = "mixed", "mirror", "fixed"
DRAWN = "drawn"
"""`tables` of a run whose seats draw their strategies from a field: `strategies: {field: NAME}` makes it."""
ROUND_ROBIN = "matchups"
"""`tables` of a run in which every plan plays alone against copies of each other: `simcli matchups` makes it, no config says it."""
_PAIRS = "~pairs"


@dataclass(frozen=True)
class ReportTexts:
    """Texts for the report page, and the subject of its first sentence: a kind of items or one thing by its name; all may be empty."""

    title: str = ""
    question: str = ""
    note: str = ""
    about: str = ""
    kind: str = ""
    item: str = ""
    """the one it is about: id of an item, name of a strategy, number of a seat"""


@dataclass(frozen=True)
class NumberSteps:
    """What a study asks that plays a run of its own variants: its verb, which figure, by what step of the numbers, which paths were
    named (none: all numbers), and whether each two numbers are moved together too."""

    verb: str
    figure: str
    by: int
    paths: tuple[str, ...] = ()
    pairs: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """What its command line says after the config."""
        return (*self.paths, "--of", self.figure, "--by", str(self.by), *(("--page", "--pairs") if self.pairs else ()))

    def to_json(self) -> dict[str, object]:
        """As a run keeps it."""
        return {key: value for key, value in asdict(self).items() if key != "pairs" or value}


@dataclass(frozen=True)
class Variant:
    """One variant of a run: all its options and components, as a run without variants holds them.

    `patch` is what it lays over the run's own.
    """

    name: str
    options: dict[str, OptionValue]
    patch: dict[str, object]
    components: Components
    restrictions: Restrictions = NOBODY


@dataclass(frozen=True)
class ResolvedRun:
    """One run.

    `tables` is mixed, mirror, fixed, drawn or matchups; `lineup` holds indices into `strategies`, one per seat, for fixed tables and is
    empty otherwise. `weights` (by number of players, x1000, one a strategy, 0 where it does not play) belong to drawn tables: each seat
    draws a strategy of a field by itself.
    `deals` is the most that are played; `half_width` (fraction of a win share) and `minutes` may end the run sooner. `components` are all
    component files by stem, `patch` already applied. `tolerance` is the distance from the even win share that still counts as even.
    `variants` are empty for a run of one game; otherwise they are played in place of the run's own `options` and `components`, and compared
    with the one called `base`, or with the first.
    `config` is the file, or the name of a shipped config as it was typed; with `sets` for the command that repeats the run. It is empty
    for a config given as a mapping. `study` is the question of a study that has made the variants, if one has.
    `measure` is what is measured as well (`entry_points.measures`); None where nobody says, which leaves it to the length of the run.
    `warnings` name what is allowed and yet hardly meant; a run folder does not keep them.
    """

    game: Game
    players: tuple[int, ...]
    strategies: tuple[Strategy, ...]
    tables: str
    lineup: tuple[int, ...]
    deals: int
    half_width: float | None
    minutes: float | None
    seed: int
    options: dict[str, OptionValue]
    patch: dict[str, Any]
    components: Components
    tolerance: Tolerance
    report: ReportTexts = field(default_factory=ReportTexts)
    restrictions: Restrictions = NOBODY
    name: str = ""
    config: str = ""
    sets: tuple[str, ...] = ()
    variants: tuple[Variant, ...] = ()
    base: str = ""
    study: NumberSteps | None = None
    weights: dict[int, tuple[int, ...]] = field(default_factory=dict)
    measure: tuple[str, ...] | None = None
    warnings: tuple[Problem, ...] = field(default=(), compare=False)

    @property
    def verb(self) -> str:
        """The study that plays it: matchups by the tables, the study that has made the variants, else run."""
        return ROUND_ROBIN if self.tables == ROUND_ROBIN else "run" if self.study is None else self.study.verb

    @property
    def is_mirror(self) -> bool:
        """Whether one strategy sits in all seats of a table."""
        return self.tables == MIRROR

    @property
    def has_rivals(self) -> bool:
        """Whether several strategies play, and meet at tables."""
        return len(self.strategies) > 1 and not self.is_mirror

    @property
    def played_variants(self) -> tuple[Variant, ...]:
        """What is played: the variants, or the run itself as the only one, with the name ''."""
        return self.variants or (Variant("", self.options, self.patch, self.components, self.restrictions),)

    def playing_at(self, players: int) -> tuple[int, ...]:
        """The strategies that may sit at a table of `players`, by number: all, but of a field those with a weight there."""
        row = self.weights.get(players)
        return tuple(k for k in range(len(self.strategies)) if row is None or row[k])

    def seating(self, players: int) -> tuple[int, ...]:
        """What decides who sits where with a number of players: at fixed tables the strategy of each seat, at drawn ones the weights summed
        up; empty otherwise."""
        return self.lineup or tuple(accumulate(self.weights.get(players, ())))

    @property
    def drawn_shares(self) -> dict[int, tuple[float, ...]]:
        """The share of seats that draw each strategy of a field, by number of players; empty where there is none."""
        return {n: shares_of(row) for n, row in self.weights.items()}

    @property
    def base_number(self) -> int:
        """Which of the played variants the others are compared with."""
        return next((i for i, variant in enumerate(self.variants) if variant.name == self.base), 0)

    def variant(self, name: str) -> Variant:
        """The variant called `name`. UserError when there is none."""
        names = [v.name for v in self.variants]
        if name not in names:
            hint = nearest(name, names) if names else "leave --variant out"
            raise UserError.of(f"--variant '{name}'", "the config has no variant of this name", hint)
        return self.variants[names.index(name)]

    def identity(self) -> str:
        """sha256 (hex) of everything that decides how deal number n goes; how many deals are played and what is printed do not."""
        return self._identity

    @cached_property
    def _identity(self) -> str:
        matter = {
            "game": self.game.id,
            "behaviour": self.game.behaviour,
            "players": list(self.players),
            "strategies": self.playing,
            "tables": self.tables,
            "lineup": list(self.lineup),
            "seed": self.seed,
            "options": plain(self.options),
            "components": plain(_ordered(self.components)),
        }
        if patched := self._printed():
            matter["printed"] = plain(_ordered(patched))
        matter |= _restricting(self.restrictions, self.game)
        if self.variants:
            matter["variants"] = [
                [v.name, plain(v.options), plain(_ordered(_changed(v, self))), *_of_variant(v, self.game)] for v in self.variants
            ]
        if self.base_number:
            matter["base"] = self.base_number
        if self.weights:
            matter["weights"] = plain_weights(self.weights)
        if sources := sources_of(self.game.folder):
            matter["sources"] = dict(sources)
        text = json.dumps(matter, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def playing(self) -> list[dict[str, Any]]:
        """The strategies as plain data, without what decides nothing."""
        return [{k: v for k, v in s.to_json().items() if k not in ("idea", "where")} for s in self.strategies]

    def _printed(self) -> dict[str, object]:
        """The component files without the patch that the run itself changes; variants share all others with the run."""
        return {stem: data for stem, data in self.components.printed.items() if data != self.components[stem]}

    def to_json(self) -> dict[str, object]:
        """Plain data for `json.dump`, from which `from_json` makes an equal run without the original files."""
        data = {
            "format": FORMAT,
            "game": self.game.id,
            "behaviour": self.game.behaviour,
            "identity": self.identity(),
            "players": list(self.players),
            "strategies": [s.to_json() for s in self.strategies],
            "tables": self.tables,
            "lineup": list(self.lineup),
            "deals": self.deals,
            "half_width": self.half_width,
            "minutes": self.minutes,
            "seed": self.seed,
            "options": plain(self.options),
            "patch": plain(self.patch),
            "components": plain(self.components),
            "printed": plain(self._printed()),
            **self.restrictions.to_json(),
            "tolerance": asdict(self.tolerance),
            "report": asdict(self.report),
            "name": self.name,
            "config": self.config,
            "sets": list(self.sets),
        }
        if self.variants:
            data["variants"] = [
                {"name": v.name, "options": plain(v.options), "patch": plain(v.patch), "components": plain(_changed(v, self))}
                | v.restrictions.to_json()
                for v in self.variants
            ]
        if self.base:
            data["base"] = self.base
        if self.study:
            data["study"] = self.study.to_json()
        if self.weights:
            data["weights"] = plain_weights(self.weights)
        if self.measure is not None:
            data["measure"] = list(self.measure)
        if sources := sources_of(self.game.folder):
            data["sources"] = dict(sources)
        return data

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> ResolvedRun:
        """Run from what `to_json` gave. UserError when the game is not known here or the data is not of this format."""
        game_id = data.get("game") if isinstance(data, dict) else None
        if not isinstance(game_id, str) or data.get("format") != FORMAT or "steps" in data:
            raise UserError.of("the stored run", f"this is not a run in format {FORMAT}", "it was written by another version of simcli")
        if game_id not in game_ids():
            elsewhere = f"a game in one file is known in its folder; elsewhere set {FILES}=PATH/{game_id}.py"
            raise UserError.of("the stored run", f"there is no game '{game_id}' here", nearest(game_id, game_ids(), elsewhere))
        try:
            components = Components(restored(data["components"]))
            components = Components(components, components | restored(data["printed"]))
            as_written: dict[str, Any] = {key: data[key] for key in ("tables", "deals", "half_width", "minutes", "seed", "name", "config")}
            as_written |= {key: tuple(data[key]) for key in ("players", "lineup", "sets")}
            return cls(
                game=get_game(game_id),
                **as_written,
                strategies=tuple(Strategy(**s) for s in data["strategies"]),
                options=_options(data["options"]),
                patch=restored(data["patch"]),
                components=components,
                tolerance=Tolerance(**data["tolerance"]),
                restrictions=Restrictions.from_json(data),
                report=ReportTexts(**data["report"]),
                variants=tuple(
                    Variant(
                        *(v["name"], _options(v["options"]), restored(v["patch"]), components | restored(v["components"])),
                        Restrictions.from_json(v),
                    )
                    for v in data.get("variants", ())
                ),
                base=data.get("base", ""),
                study=NumberSteps(**data["study"] | {"paths": tuple(data["study"]["paths"])}) if data.get("study") is not None else None,
                weights=weights_of(data.get("weights"), data["players"]),
                measure=tuple(data["measure"]) if "measure" in data else None,
            )
        except (KeyError, TypeError, AttributeError, ValueError, RecursionError) as error:
            raise UserError.of("the stored run", f"the stored run is damaged: {error}", "start the run again in a new folder") from None


def refuse_blind(run: ResolvedRun, why: str) -> None:
    """UserError for a run in which somebody is blind, where such players are not asked for."""
    if player := next((player for variant in run.played_variants for player in variant.restrictions.blind), ""):
        raise UserError.of("restrict", f"'{player}' is blind to something in the config, and {why}", "take `blind` out of it")


def no_rivals(game: Game, players: int) -> tuple[str, str] | None:
    """Why nobody wins against another at a table of this size, and what can be asked; None where somebody does."""
    if players == 1:
        return "with one player there is nobody to beat", "ask for two or more: --set players=2"
    if game.together:
        asked = f"simcli run {game.id} --set tables=mirror --set strategies=[NAME,NAME]"
        return f"all players of {game.title} win or lose together: there is nobody to beat", f"scores tell plans apart: {asked}"
    return None


def refuse_without_rivals(run: ResolvedRun, asks: str) -> None:
    """UserError for a run in which nobody wins against another; asks: where the message says it stands."""
    for players in run.players:
        if why := no_rivals(run.game, players):
            raise UserError.of(asks, *why)


def _options(data: object) -> dict[str, OptionValue]:
    return {k: tuple(v) if isinstance(v, list) else v for k, v in restored(data).items()}


def _changed(variant: Variant, run: ResolvedRun) -> dict[str, object]:
    """The component files that a variant does not share with its run."""
    own = run.components
    return {stem: data for stem, data in variant.components.items() if data is not own[stem] and data != own[stem]}


def _restricting(restrictions: Restrictions, game: Game) -> dict[str, object]:
    """Restrictions for the identity, in which the order of players and items does not matter.

    What blind players do not see are the features themselves, since a game may come to count others to a sight.
    """
    unseen = {player: [f"{d.name} {f.name}" for d, f in game.features if f.needs(sights)] for player, sights in restrictions.blind.items()}
    kinds = replace(restrictions, blind=unseen).to_json()
    return {key: plain(_ordered({player: sorted(ids) for player, ids in rows.items()})) for key, rows in kinds.items()}


def _of_variant(variant: Variant, game: Game) -> list[object]:
    """The restrictions of a variant for the identity, its bans without their key; nothing where it has none."""
    kinds = _restricting(variant.restrictions, game)
    return [rows if key == KEYS["bans"] else {key: rows} for key, rows in kinds.items()]


def plain(value: object) -> Any:
    """JSON-safe copy in the same order; mappings with keys that are no text (player counts) become lists of pairs."""
    if isinstance(value, dict):
        pairs = [[k, plain(v)] for k, v in value.items()]
        return dict(pairs) if all(isinstance(k, str) for k in value) and _PAIRS not in value else {_PAIRS: pairs}
    return [plain(v) for v in value] if isinstance(value, list | tuple) else value


def _ordered(value: object) -> object:
    """Copy with the keys of every mapping in one order, whole numbers before text."""
    if isinstance(value, dict):
        return {k: _ordered(v) for k, v in sorted(value.items(), key=lambda item: (isinstance(item[0], str), item[0]))}
    return [_ordered(v) for v in value] if isinstance(value, list) else value


def restored(value: object) -> Any:
    """Inverse of `plain` (tuples come back as lists)."""
    if isinstance(value, dict):
        return {k: restored(v) for k, v in (value[_PAIRS] if _PAIRS in value else value.items())}
    return [restored(v) for v in value] if isinstance(value, list) else value
