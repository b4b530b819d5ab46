"""What a strategy saw, weighed and how likely its choice was: told as it is, without changing the game."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile
from random import Random
from typing import Any

import numpy as np
import pytest

from simcli.base.models import Trees, column_codes
from simcli.config.data.components import component_data, read_components
from simcli.config.players.strategies import Strategy
from simcli.game import Decision, Feature
from simcli.games import get_game
from simcli.games.components import options_of
from simcli.testing.playthrough import stumps
from simcli.trace.reasons import Seen, decimal, learned_reasons, percent, reason_lines, reasons, softmax
from simcli.trace.trace import Setup, trace

DECISION = Decision("pick", "XX-1", "", (Feature("votes", ""), Feature("own", ""), Feature("risk", "")))
TEXTS = ("pick a", "pick b", "pick c")
X = np.array([[1, 2, 3], [4, 0, 5], [0, 0, 9]], np.int32)
WEIGHED = Strategy("w", "heuristic", weights={"pick": {"votes": 2500, "own": -1000}}, temperature=2000)
SEES = Strategy(
    "sees", "function", source="def choose(s, t, actions, X, weights, noise):\n    return int(X[0, 0]) % len(actions)\n", where="f.py"
)
NOISY = Strategy("noisy", "heuristic", weights={"turn": {"over_twenty": 700, "wins": 1000}}, temperature=900)
RANDOM = Strategy("random", "random")


@pytest.fixture(scope="module")
def toy() -> Iterator[Any]:
    from pig import GAME

    from simcli import games

    games.register(GAME)
    yield GAME
    games._registered.pop("pig", None)


def setup(game: Any, *strategies: Strategy) -> Setup:
    components = component_data(read_components(game))
    return Setup(game, components, {o.id: o.default for o in options_of(components)}, 2, strategies)


def test_scores_are_the_weighed_features_and_chances_the_softmax_of_them() -> None:
    found = reasons(WEIGHED, DECISION, X, TEXTS, 2)
    assert [action.text for action in found.actions] == ["pick b", "pick a", "pick c"]
    assert [action.score for action in found.actions] == [10_000, 500, 0]
    assert found.actions[1].seen == (Seen("votes", 1, 2500), Seen("own", 2, -1000))
    assert found.actions[2].seen == ()
    parts = [math.exp(x / 2) for x in (10, 0.5, 0)]
    assert [action.chance for action in found.actions] == pytest.approx([part / sum(parts) for part in parts])
    assert [action.is_chosen for action in found.actions] == [False, False, True]
    assert list(reason_lines(found)) == [
        "  pick b  score 10, chance 98.5%: votes 4 x 2.5 = 10",
        "  pick a  score 0.5, chance 0.9%: votes 1 x 2.5 = 2.5, own 2 x -1 = -2",
        "> pick c  score 0, chance 0.7%: nothing",
    ]


def test_at_temperature_0_the_best_share_the_choice() -> None:
    assert softmax([5, 9, 9, -1], 0) == [0, 0.5, 0.5, 0]


def test_a_function_is_told_with_all_it_saw_and_no_score() -> None:
    found = reasons(SEES, DECISION, X, TEXTS, 1)
    assert list(reason_lines(found)) == ["  pick a  votes 1, own 2, risk 3", "> pick b  votes 4, risk 5", "  pick c  risk 9"]


def test_of_many_actions_a_few_are_told_with_the_one_chosen_and_how_many_more_there_were() -> None:
    texts = [f"pick {i}" for i in range(20)]
    many = np.array([[-i, 0, 0] for i in range(20)], np.int32)
    strategy = Strategy("w", "heuristic", weights={"pick": {"votes": 1000}}, temperature=3000)
    found = reasons(strategy, DECISION, many, texts, 11)
    assert [action.text for action in found.actions] == ["pick 0", "pick 1", "pick 2", "pick 3", "pick 4", "pick 11"]
    assert found.more == 14
    told = sum(action.chance or 0 for action in found.actions)
    assert found.chance_of_more == pytest.approx(1 - told)
    assert list(reason_lines(found))[-1] == f"  and 14 more, together with chance {100 * (1 - told):.1f}%"
    seen = reasons(SEES, DECISION, many, texts, 0)
    assert list(reason_lines(seen))[-1] == "  and 14 more"


@pytest.mark.parametrize(
    ("strategy", "said"),
    [
        (RANDOM, "plays at random: each of 3 with chance 33.3%"),
        (Strategy("w", "heuristic", weights={"play": {"votes": 1000}}), "has no weights for pick: each of 3 with chance 33.3%"),
        (Strategy("w", "heuristic", weights={"pick": {"votes": 0}}), "has no weights for pick: each of 3 with chance 33.3%"),
    ],
)
def test_a_choice_that_looks_at_nothing_says_so(strategy: Strategy, said: str) -> None:
    assert list(reason_lines(reasons(strategy, DECISION, X, TEXTS, 0))) == [f"  {said}"]


def test_numbers_are_written_exactly() -> None:
    assert [decimal(n) for n in (0, 1, -1, 2500, -12_340, 1_000_000)] == ["0", "0.001", "-0.001", "2.5", "-12.34", "1000"]
    assert [percent(x) for x in (0, 0.0004, 0.0006, 0.5, 0.9996, 1)] == ["0.0%", "below 0.1%", "0.1%", "50.0%", "above 99.9%", "100.0%"]


def test_explaining_adds_lines_and_changes_no_game(toy: Any) -> None:
    for deal in range(4):
        table = setup(toy, NOISY, SEES, RANDOM)
        told = list(trace(table, deal, 1, explain=True))
        assert [line for line in told if not line.startswith("        ")] == list(trace(table, deal, 1))
        assert told == list(trace(table, deal, 1, explain=True))


def test_every_choice_among_several_is_explained_and_the_mark_is_at_what_was_chosen(toy: Any) -> None:
    lines = [*trace(setup(toy, NOISY), 0, explain=True), ""]
    chosen = 0
    for line, below, second in zip(lines, lines[1:], lines[2:], strict=False):
        if made := re.match(r" *\d+  seat \d \(noisy\) (\w+)  \(or ", line):
            chosen += 1
            marked = [text for text in (below, second) if text.startswith("        > ")]
            assert [text.split()[1] for text in marked] == [made[1]]
        elif "(the only choice)" in line:
            assert not below.startswith("        ")
    assert chosen > 20


def test_decisions_with_fewer_features_than_others_are_explained_too() -> None:
    """Guildes with dirty tricks: decisions of different widths; at temperature 0 one of the highest score is taken."""
    game = get_game("guildes")
    weights = {d.name: {f.name: 1000 + 7 * j for j, f in enumerate(d.features)} for d in game.decisions}
    strict = Strategy("strict", "heuristic", weights=weights)
    plain = setup(game, strict, RANDOM)
    table = replace(plain, players=4, options=plain.options | {"events": "on", "tricks": "on"})
    assert len({len(d.features) for d in game.decisions}) > 1
    asked = set()
    for deal in range(3):
        lines = list(trace(table, deal, explain=True))
        rest = iter(lines)
        assert all(line in rest for line in trace(table, deal))
        for k, line in enumerate(lines):
            if made := re.match(r" *\d+  seat \d \(strict\) (\w+).*\((or|of) ", line):
                asked.add(made[1])
                told = list(takewhile(re.compile(r" {8}[> ] .* score ").match, lines[k + 1 :]))
                best = max(float(re.findall(r"score (\S+),", text)[0]) for text in told)
                (chosen,) = (text for text in told if text.startswith("        > "))
                assert float(re.findall(r"score (\S+),", chosen)[0]) == best
    assert {"pick", "play", "use"} <= asked


def test_choices_fall_as_often_as_their_chances_say(toy: Any) -> None:
    """z below 5: a false alarm once in 1.7 million."""
    off = variance = 0.0
    for deal in range(40):
        for line in trace(setup(toy, NOISY), deal, explain=True):
            if found := re.match(r" {8}([> ]) hold +score \S+, chance ([\d.]+)%", line):
                chance = float(found[2]) / 100
                off += (found[1] == ">") - chance
                variance += chance * (1 - chance)
    assert variance > 200
    assert abs(off) / math.sqrt(variance) < 5


def steps(*rows: tuple[int, int, int, int]) -> Trees:
    """A tree for each (column, threshold, worth up to it, worth above it), in thousandths."""
    nodes = np.array([[column, threshold, -1 - 2 * k, -2 - 2 * k] for k, (column, threshold, _, _) in enumerate(rows)], np.int32)
    leaves = np.array([1000 * worth for row in rows for worth in row[2:]], np.int32)
    return Trees(np.arange(len(rows), dtype=np.int32), nodes, leaves)


def test_a_learned_player_is_told_with_what_each_action_is_worth_and_what_spoke_for_the_one_taken() -> None:
    names = ("votes", "mean.own", "table.legal", "after.lead", "plan.rank")
    trees = steps((0, 2, -250, 500), (1, 0, 0, 125), (2, 9, 1, 2), (3, 5, 30, -40), (4, 0, 10, 0))
    columns = [(1, 16, 3, 6, 0), (4, 16, 3, 9, 1), (4, -32, 3, 2, 2)]
    found = learned_reasons(names, trees, [2, 0, 1], columns, TEXTS, 0)
    assert [(action.text, action.score_text, action.is_chosen) for action in found.actions] == [
        ("pick a", "0.586", True),
        ("pick b", "0.531", False),
        ("pick c", "-0.154", False),
    ]
    assert list(reason_lines(found)) == [
        "  judged 3 of 3 actions; the runner-up is worth 0.06 less",
        "> pick a  worth 0.586; own against the mean +1, not -2: +0.12",
        "  pick b  worth 0.531",
        "  pick c  worth -0.154",
    ]
    kept = learned_reasons(names, trees, [2, 0, 1], columns, TEXTS, 1)
    assert next(reason_lines(kept)) == "  judged 3 of 3 actions; kept the favourite of its plan, for the best is worth only 0.06 more"
    alone = learned_reasons(names, trees, [1], columns[:1], TEXTS, 1)
    assert list(reason_lines(alone)) == ["  judged 1 of 3 actions", "> pick b  worth -0.154"]
    texts = [f"pick {i}" for i in range(9)]
    many = learned_reasons(("votes",), steps((0, 2, -250, 500)), [*range(8)], [(8 - i,) for i in range(8)], texts, 0)
    assert [action.text for action in many.actions] == ["pick 0", *texts[1:6]]
    first, *_, last = reason_lines(many)
    assert (first, last) == ("  judged 8 of 9 actions; the runner-up is worth 0.00 less", "  and 2 more")


def test_every_choice_of_a_learned_player_is_the_one_that_is_worth_most(toy: Any) -> None:
    """It also changes no game: with explanations it takes what it takes without."""
    columns = tuple(column_codes(toy, toy.decisions[0]))
    trees = {"turn": stumps(len(columns), Random(3)).text()}
    taught = replace(NOISY, name="taught", kind="learned", rollout="noisy", best=8, columns={"turn": columns}, trees=trees)
    told = 0
    for deal in range(3):
        table = setup(toy, taught, NOISY)
        lines = list(trace(table, deal, explain=True))
        assert [line for line in lines if not line.startswith("        ")] == list(trace(table, deal))
        for k, line in enumerate(lines):
            if re.match(r" *\d+  seat \d \(taught\) \w+  \(or ", line):
                judged, chosen, other = lines[k + 1 : k + 4]
                assert re.fullmatch(r" {10}judged 2 of 2 actions; the runner-up is worth \d\.\d\d less", judged)
                worth = [float(re.findall(r"worth (-?[\d.]+)", one)[0]) for one in (chosen, other)]
                assert chosen.startswith("        > ")
                assert worth[0] >= worth[1]
                assert all(name in columns for name in re.findall(r"; (\S+) -?\d+, not -?\d+: \+\d", chosen))
                told += 1
    assert told > 10
