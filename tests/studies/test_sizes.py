"""Every study looks at its limits before the work: nothing is laid out, and no variant is built, for what is refused.

Calls are counted, not seconds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from simcli.config import load_config
from simcli.config.data.number_names import Change
from simcli.config.run import numbers, resolve, variants
from simcli.config.run.in_play import told_beforehand
from simcli.config.run.numbers import RefusedError, load_one_game, named_numbers, varied
from simcli.config.run.variants import MOST_CELLS
from simcli.errors import UserError
from simcli.sim import plan
from simcli.studies.cards.question import load_cards
from simcli.studies.fix.question import ask as ask_fix
from simcli.studies.ladder.question import ask as ask_ladder
from simcli.studies.league.question import ask as ask_league
from simcli.studies.matchups.question import load_matchups
from simcli.studies.sensitivity.question import ask as ask_sensitivity
from tests.conftest import count_calls

N = 20_000
WORK = (
    (resolve, "seat_strategies"),
    (resolve, "readable_components"),
    (variants, "_resolve"),
    (numbers, "_changed"),
    (plan, "make_plan"),
)
"""What a study costs before it is played: strategies, data files, and what each variant, changed number and line-up takes."""


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    return count_calls(monkeypatch, WORK)


VARIED: dict[str, dict[str, Any]] = {f"v{i}": {} for i in range(MOST_CELLS)}
COPIES = ["guilds.*.copies", "guilds.*.prizes.round_1.0"]
BASE = ("seat_strategies", "readable_components")
"""What the game as it is takes: only it can say which numbers and cards there are."""
STUDIES: dict[str, tuple[Callable[[], object], str, tuple[str, ...]]] = {
    "sensitivity": (
        lambda: ask_sensitivity("kings_guild/cards", (), of="rounds", players=2),
        "combinations with the game as it is, at most 400 are played in one run",
        (*BASE, "make_plan"),
    ),
    "sensitivity of viable plans": (
        lambda: ask_sensitivity("guildes/plans", "guilds.*.copies", of="viable plans", players=4),
        "--of viable plans: found 1,656 line-ups",
        BASE,
    ),
    "sensitivity of several games": (
        lambda: ask_sensitivity({"game": "guildes", "players": 4, "variants": VARIED}, (), of=None),
        "the config has `variants`, so there are several games",
        (),
    ),
    "fix": (
        lambda: ask_fix("guildes/plans", "viable plans at least 2", "guilds.*", players=4, within="0..59"),
        "values are named, at most 4,000 are tried",
        BASE,
    ),
    "fix by two": (
        lambda: ask_fix("guildes/plans", "viable plans at least 2", COPIES, players=4),
        "of two are more than 4,000",
        BASE,
    ),
    "ladder": (lambda: ask_ladder("guildes/cards", [f"x{i}" for i in range(N)]), "found 20,000 rungs, expected at most 100", ()),
    "matchups": (
        lambda: load_matchups({"game": "guildes", "players": 4, "variants": VARIED}),
        "matchups: found 28,800 line-ups (9 strategies, 400 variants), expected at most 1,000",
        ("seat_strategies",),
    ),
    "viable plans of a run": (
        lambda: load_config({"game": "guildes", "players": 4, "variants": VARIED, "measure": "variety"}),
        "measure: variety: found 28,800 line-ups (9 strategies, 400 variants), expected at most 1,000",
        ("seat_strategies",),
    ),
    "league": (lambda: ask_league("guildes", players=6, rounds=30), "line-ups of 6, expected at most 5,000", ()),
    "whatif": (
        lambda: load_config({"game": "guildes", "players": 4, "variants": VARIED}, changes=["options.events=on"]),
        "the config has `variants`, so there are several games",
        (),
    ),
    "cards": (
        lambda: load_cards({"game": "guildes", "players": 4, "variants": VARIED}, "guild"),
        "the config has `variants`, so there are several games",
        (),
    ),
}


@pytest.mark.parametrize("study", STUDIES)
def test_every_study_refuses_what_is_too_large_before_it_lays_anything_out(calls: Counter[str], study: str) -> None:
    """At most the game as it is has been read, once: no variant, no changed number, no line-up."""
    ask, said, may = STUDIES[study]
    with pytest.raises(UserError) as caught:
        ask()
    (found,) = map(str, caught.value.problems)
    assert said in found
    assert calls <= Counter(may)


@pytest.mark.parametrize("config", ["guildes/cards", "kings_forge/crafts"])
def test_what_is_told_of_a_number_beforehand_is_what_the_game_says(config: str) -> None:
    """A value beyond its bounds is refused in the same words when it is laid out; what is counted before the work is not guessed."""
    run = load_one_game(config, players=3)
    steps: list[Change] = [(number, number.value + by) for number in named_numbers(run, (), "NUMBER") for by in (-1, 1)]
    beyond = {change: why for change, why in told_beforehand(run, steps).items() if "not in play" not in why}
    assert len(beyond) >= 5
    for change, why in beyond.items():
        with pytest.raises(RefusedError) as refused:
            varied(run, [change], "x")
        assert str(refused.value) == why
