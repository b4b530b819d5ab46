"""What can be measured of the players of a run (`measure`), and what not."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import comb

from simcli.config.players.strategies import FUNCTION, SEARCH, Strategy
from simcli.config.run.models import ConfigFile
from simcli.config.run.resolved import no_rivals
from simcli.config.yaml.document import Document
from simcli.config.yaml.problems import Problems
from simcli.errors import Where
from simcli.game import Game

STAGES = ((6, 8_000), (3, 20_000), (1, 60_000))
"""Searches for a reply, and games of each up to the end of a stage, in whole generations: of six the best three go on, and of these one."""
SEARCHES, GAMES = STAGES[0][0], sum(n * (most - before) for (n, most), (_, before) in zip(STAGES, ((0, 0), *STAGES), strict=False))
"""How many there are, and games of all of them."""
START_GAMES, CHOICE_GAMES, FRESH_GAMES = 256, 2_000, 8_000
"""Games, over all numbers of players, of each plan they could start with; of the three starts and of what each search found, the best of
which is taken; and of the judgement."""
ALL_GAMES = GAMES + 12 * START_GAMES + (3 + sum(n for n, _ in STAGES)) * CHOICE_GAMES + FRESH_GAMES
"""Of all parts, where there are a dozen plans to start with."""
FEEL, REGRET, REPLY, VARIETY = "feel", "regret", "reply", "variety"
TIMES = 8
"""Ratio of a run's time to that of a measure of its players from which it is measured by default."""
MOST_LINEUPS = 1000
"""Most line-ups of matchups, over all variants and numbers of players; more are refused."""


def hindrance(game: Game, strategies: Sequence[Strategy], players: Sequence[int]) -> tuple[str, str] | None:
    """Why it cannot be measured how far they can be beaten, and what can be done; None where nothing stands in the way."""
    if why := no_rivals(game, max(players)):
        return why
    for strategy in strategies:
        if strategy.kind in (FUNCTION, SEARCH):
            slow = "a Python program" if strategy.kind == FUNCTION else f"a search with {strategy.playouts} playouts a decision"
            message = f"'{strategy.name}' is {slow}, too slow for the tens of thousands of games in which a player is tuned to beat it"
            return message, "it is measured of random players and those with weights"
    return None


def check_measure(
    config: ConfigFile, game: Game, strategies: Sequence[Strategy], players: Sequence[int], document: Document, problems: Problems
) -> None:
    """A config may only ask for what its players let be measured."""
    asked, most = config.measure or (), max(players)
    listed = isinstance(document.data.get("measure"), list)
    for place, name in enumerate(asked):
        why = hindrance(game, strategies, players) if name == REPLY else None if name == FEEL and most > 1 else no_rivals(game, most)
        if name == VARIETY and len(strategies) == 1:
            why = f"only one plan plays ({strategies[0].name})", "name at least two: strategies: [NAME, NAME]"
        if why:
            problems.add(document.value(("measure", place) if listed else ("measure",)), f"measure: {name}: {why[0]}", why[1])


def line_ups(plans: int, variants: int, players: Sequence[int]) -> int:
    """The line-ups of matchups: every two plans meet in one with two players and in two with more, under the rules of each variant."""
    return variants * comb(plans, 2) * sum(min(n, 3) - 1 for n in players)


def different(strategies: Sequence[Strategy]) -> int:
    """How many of them are another plan, regardless of names."""
    plain = ({key: part for key, part in one.to_json().items() if key not in ("name", "idea", "where")} for one in strategies)
    return len({json.dumps(plan, sort_keys=True) for plan in plain})


def check_line_ups(n: int, strategies: Sequence[Strategy], variants: int, place: Where, problems: Problems) -> bool:
    """Whether this number of line-ups of these strategies may be played; `variants` is 0 where a run has none."""
    if n > MOST_LINEUPS:
        games = f", {variants} variants" if variants else ""
        message = f"found {n:,} line-ups ({len(strategies)} strategies{games}), expected at most {MOST_LINEUPS:,}"
        problems.add(place, message, "name fewer strategies, numbers of players or variants: --set strategies=[NAME,NAME]")
    return n <= MOST_LINEUPS
