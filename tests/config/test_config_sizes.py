"""Every limit on the size of a run is looked at before the work: nothing is loaded, built or checked for what is refused.

Calls are counted, not seconds.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from simcli.config import load_config
from simcli.config.run import resolve, variants
from simcli.config.run.variants import MOST_CELLS
from simcli.config.yaml.nodes import MAX_ENTRIES
from tests.config.project import Project
from tests.conftest import count_calls

HEAD = "game: hats\nplayers: 3\n"
N = 20_000
MANY = MOST_CELLS + 1
SPAN = f"patch.hats.bowler.copies: 0..{N - 1}"
WORK = (
    (resolve, "seat_strategies"),
    (resolve, "readable_components"),
    (variants, "_resolve"),
    (variants, "Overlay"),
    (variants, "known_data"),
)
"""What a run costs before it is played: strategies, data files, and what each variant takes."""


def listed(n: int) -> str:
    return ", ".join(map(str, range(n)))


def named(n: int) -> str:
    return ", ".join(f"v{i}: {{patch: {{hats: {{bowler: {{copies: 2}}}}}}}}" for i in range(n))


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    return count_calls(monkeypatch, WORK)


LONG = f"found more than {MAX_ENTRIES:,} entries, the most that a list or mapping holds"


def cells(n: int) -> str:
    return f"{n:,} variants with one number of players are {n:,} combinations, at most {MOST_CELLS} are allowed"


TOO_MANY = {
    "variants": (f"variants: {{{named(N)}}}\n", LONG),
    "a few too many variants": (f"variants: {{{named(MANY)}}}\n", cells(MANY)),
    "too many that are wrong besides": (f"variants: {{{named(MANY).replace('patch', 'potch')}}}\n", cells(MANY)),
    "strategies": (f"strategies: [{', '.join(f's{i}.yaml' for i in range(N))}]\n", LONG),
    "players": (f"strategies: [bold]\nplayers: [{listed(N)}]\n", LONG),
    "a span": (f"every: {{{SPAN}}}\n", cells(N)),
    "a span of an option": (f"every: {{rounds: 1..{N}}}\n", cells(N)),
    "a span without end": (f"every: {{patch.hats.bowler.copies: {-(10**17)}..{10**17}}}\n", cells(2 * 10**17 + 1)),
    "a list": (f"every: {{patch.hats.bowler.copies: [{listed(N)}]}}\n", LONG),
    "a list that is a little too long": (f"every: {{patch.hats.bowler.copies: [{listed(MANY)}]}}\n", cells(MANY)),
    "two axes": (f"every: {{patch.hats.bowler.copies: 0..199, patch.hats.fedora.copies: [{listed(100)}]}}\n", cells(N)),
    "bans in turn": (f"every: {{ban: [{', '.join(f'x{i}' for i in range(N))}]}}\n", LONG),
    "bans and grants in turn": (f"every: {{ban: [{listed(200)}], grant: [{listed(200)}]}}\n", cells(401)),
    "bans": (f"restrict: {{seat 1: {{ban: [{', '.join(f'x{i}' for i in range(N))}]}}}}\n", LONG),
}


@pytest.mark.parametrize("case", TOO_MANY)
def test_what_is_too_large_is_refused_before_the_work(project: Project, calls: Counter[str], case: str) -> None:
    text, said = TOO_MANY[case]
    head = HEAD.replace("players: 3\n", "") if "players" in text else HEAD
    (found,) = project.problems(head + text)
    assert said in found
    assert found.startswith(f"run.yaml:{(head + text).count(chr(10))}:")
    assert not calls


@pytest.mark.parametrize(
    ("laid", "said"),
    [
        (f"every={{{SPAN}}}", cells(N)),
        (f"every.rounds=1..{N}", cells(N)),
        (f"variants={{{named(N)}}}", LONG),
        (f"variants={{{named(MANY)}}}", cells(MANY)),
        (f"strategies=[{listed(N)}]", LONG),
    ],
)
def test_the_same_behind_set(project: Project, calls: Counter[str], laid: str, said: str) -> None:
    """What cannot be read is told with what else is wrong, so that the config without it is read once."""
    (found,) = project.problems(HEAD, laid)
    assert said in found
    assert set(calls) <= ({"seat_strategies", "readable_components"} if said == LONG else set())


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"variants": {f"v{i}": {} for i in range(N)}}, LONG),
        ({"variants": {f"v{i}": {} for i in range(MANY)}}, cells(MANY)),
        ({"strategies": [f"s{i}" for i in range(N)]}, LONG),
        ({"every": {"patch.hats.bowler.copies": list(range(MANY))}}, cells(MANY)),
    ],
)
def test_the_same_in_a_config_of_a_program(project: Project, calls: Counter[str], keys: dict[str, Any], said: str) -> None:
    (found,) = project.refused(lambda: load_config({"game": "hats", "players": 3, **keys}))
    assert said in found
    assert not calls


def test_what_only_the_game_can_count_is_counted_before_a_variant_is_built(
    project: Project, calls: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sets of an option, alone and with the values of a number."""
    monkeypatch.setattr(variants, "MOST_CELLS", 2)
    (found,) = project.problems(f"{HEAD}every: {{feathers: 2}}\n")
    assert "3 variants with one number of players are 3 combinations, at most 2 are allowed" in found
    monkeypatch.setattr(variants, "MOST_CELLS", 5)
    (found,) = project.problems(f"{HEAD}every: {{feathers: 2, patch.hats.bowler.copies: 2..3}}\n")
    assert "6 variants with one number of players are 6 combinations, at most 5 are allowed" in found
    assert calls["_resolve"] == 0


def test_a_run_of_the_most_variants_is_read_once_a_variant(project: Project, calls: Counter[str]) -> None:
    run = project.load(f"{HEAD}variants: {{{named(MOST_CELLS)}}}\n")
    assert len(run.variants) == MOST_CELLS
    assert calls["_resolve"] == MOST_CELLS
