"""A scenario that does not hold says what was expected and what was found, with its place in the file."""

from __future__ import annotations

import pytest

from simcli.config.yaml.document import parse_yaml
from simcli.config.yaml.text_files import read_mapping
from simcli.games import get_game
from simcli.sim import scenario
from simcli.sim.scenario import run_scenario, scenario_problems
from tests.conftest import count_calls

GAME = get_game("guildes")
HEAD = "game: guildes\nplayers: 3\n"
LAST_CARD = (
    HEAD + "set: {phase: play, tableau: {1: {noble: 1}}, hands: {all: {militia: 3}}}\ndo: [play militia, play militia, play militia]\n"
)


def said(text):
    return [str(problem) for problem in run_scenario(parse_yaml(text, "s.yaml"), GAME)]


def test_scenario_that_holds_says_nothing():
    assert (
        said(LAST_CARD + "expect: {round: 2, votes: {1: {noble: 12, militia: 3, cleric: 0}}, totals: {1: 15, 2: 3}, over: false}\n") == []
    )


@pytest.mark.parametrize(
    ("expect", "problem"),
    [
        ("{round: 3}", "s.yaml:5:17: expect.round: expected 3, found 2"),
        ("{over: true}", "s.yaml:5:16: expect.over: expected true, found false"),
        ("{votes: {1: {noble: 11}}}", "s.yaml:5:29: expect.votes.1.noble: expected 11, found 12"),
        ("{votes: {1: {cleric: 1}}}", "s.yaml:5:30: expect.votes.1.cleric: expected 1, found 0"),
        ("{tableau: {1: {}}}", "s.yaml:5:23: expect.tableau.1: expected {}, found {noble: 1, militia: 1}"),
        ("{hands: {9: {noble: 1}}}", "s.yaml:5:29: expect.hands.9.noble: expected 1, found 0"),
        ("{winners: [1]}", "s.yaml:5:19: expect.winners: expected [1], found []"),
        ("{totals: {1: 1}}", "s.yaml:5:22: expect.totals.1: expected 1, found 15"),
        ("{tricks: {1: protection}}", "s.yaml:5:22: expect.tricks.1: expected protection, found nothing"),
        ("{vots: {}}", "s.yaml:5:10: expect: there is no field 'vots' (did you mean 'votes'?)"),
    ],
)
def test_what_is_not_as_expected_is_told(expect, problem):
    assert said(LAST_CARD + f"expect: {expect}\n") == [problem]


def test_text_that_is_not_legal_is_told_with_the_legal_ones():
    assert said(HEAD + "set: {phase: play, hands: {all: {militia: 3, noble: 7}}}\ndo: [play militia, play cleric]\nexpect: {}\n") == [
        "s.yaml:4:20: do: 'play cleric' is not legal, in round 1 seat 2 is asked to play (legal: play noble, play militia)"
    ]


def test_text_after_the_end_is_told():
    text = LAST_CARD.replace("{phase", "{round: 3, phase").replace("militia]", "militia, play militia]") + "expect: {}\n"
    assert said(text) == ["s.yaml:4:48: do: 'play militia' is not legal, the game is over (remove it)"]


def test_legal_texts_are_compared_both_ways():
    text = HEAD + "set: {phase: play, hands: {all: {militia: 3, noble: 7}}}\n"
    assert said(text + "expect: {legal: [play noble, play militia], illegal: [play cleric]}\n") == []
    assert said(text + "expect: {legal: [play noble, play cleric]}\n") == [
        "s.yaml:4:17: expect.legal: play cleric should be legal (legal: play noble, play militia)",
        "s.yaml:4:17: expect.legal: play militia should not be legal",
    ]
    assert said(text + "expect: {illegal: [play noble]}\n") == [
        "s.yaml:4:19: expect.illegal: 'play noble' is legal, in round 1 seat 1 is asked to play"
    ]


def test_fields_that_cannot_be_set_are_told_with_their_place():
    assert said(HEAD + "set:\n  tableau: {1: {nobel: 2}}\n  round: 5\nexpect: {}\n") == [
        "s.yaml:4:24: set.tableau.1.nobel: is 'nobel', which is not known here (did you mean 'noble'?)",
        "s.yaml:5:10: set.round: is 5, expected a whole number from 1 to 3",
    ]


def test_components_may_be_patched():
    text = LAST_CARD + "patch: {guilds: {noble: {prizes: {round_1: [30]}}}}\n"
    assert said(text + "expect: {votes: {1: {noble: 30}}}\n") == []
    assert said(LAST_CARD + "patch: {guilds: {nobel: {copies: 3}}}\nexpect: {}\n") == [
        "s.yaml:5:18: patch: there is no 'nobel' in guilds (did you mean 'noble'?)"
    ]


def test_deal_and_seed_decide_the_cards():
    packs = []
    for head in ("", "deal: 1\n", "seed: 2\n", "deal: 0\nseed: 1\n"):
        packs.append(said(HEAD + head + "expect: {packs: {1: {}}}\n")[0].partition("found")[2])
    assert packs[0] == packs[3]
    assert len(set(packs)) == 3


def test_options_and_table_sizes_that_cannot_be_played_are_told():
    assert said(HEAD + "options: {tricks: [A, B, C]}\nexpect: {}\n") == [
        "s.yaml:3:19: options.tricks: has 3 usable tricks, 3 players need at least 4 (GU-303)"
    ]


def test_scenario_of_a_file_is_checked_for_its_form_first(tmp_path):
    path = tmp_path / "s.yaml"
    path.write_text(LAST_CARD.replace("players", "player") + "expect: {}\n")
    assert [str(problem).removeprefix(f"{path}:") for problem in scenario_problems(read_mapping(path))] == [
        "1:1: the key 'players' is missing (add `players: ...`)",
        "2:1: unknown key 'player' in a scenario (did you mean 'players'?)",
    ]


def test_a_scenario_sees_nothing_of_another_at_the_same_table(monkeypatch):
    """Both ask for the same components, options and players, which are set up once; what is banned for one is not for the other."""
    built = count_calls(monkeypatch, [(scenario, "_table_of")])
    begin = HEAD + "deal: 77\nset: {phase: play, hands: {all: {militia: 3, noble: 5}}}\n"
    banned = begin + "restrict: {seat 1: {ban: [noble]}}\nexpect: {legal: [play militia]}\n"
    free = begin + "expect: {legal: [play noble, play militia]}\n"
    for text in (free, banned, free, banned):
        assert said(text) == []
    assert built["_table_of"] <= 1
    assert said(free.replace("players: 3", "players: 4")) == []
    assert said(free + "patch: {guilds: {noble: {copies: 9}}}\n") == []
    assert 2 <= built["_table_of"] <= 3


def test_what_cannot_be_set_up_is_told_each_time():
    text = HEAD + "patch: {guilds: {noble: {copies: -1}}}\nexpect: {}\n"
    assert said(text) == said(text) != []
