"""Strategies written in Python: columns by name, and the examples of docs/examples, which win more than their rival for certain."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pig
import pytest

import simcli
from simcli import games
from simcli.config import shipped_strategies
from simcli.config.run.check import check_paths
from simcli.engine.record import described
from simcli.game import Decision, Feature
from simcli.games import columns

ROOT = Path(__file__).parents[1]
EXAMPLES = sorted((ROOT / "docs" / "examples").rglob("duel.yaml"))
DEALS = 600
FALSE_ALARM = 1e-4


@pytest.mark.parametrize("game", [*map(games.get_game, games.GAME_IDS), pig.GAME], ids=lambda game: game.id)
def test_every_decision_and_feature_has_its_number_by_name(game) -> None:
    numbers = {name: n for name, n in vars(columns.columns(game)).items() if not name.startswith("_")}
    expected = {}
    for d, decision in enumerate(game.decisions):
        expected[decision.name.upper()] = d
        expected |= {f"{decision.name}_{f.name}".upper(): column for column, f in enumerate(decision.features)}
    expected |= {f"CONTEXT_{one.name}".upper(): column for column, one in enumerate(game.context)}
    assert numbers == expected
    assert all(type(n) is int for n in numbers.values())
    assert all(name.isidentifier() for name in numbers)


def test_columns_are_imported_by_the_id_of_the_game() -> None:
    from simcli.games.columns import guildes as c

    assert (c.PICK, c.KEEP, c.PICK_VOTES_NOW, c.PICK_CONTESTED, c.USE_SWING) == (0, 15, 0, 13, 2)
    with pytest.raises(ImportError):
        from simcli.games.columns import chess  # noqa: F401


def test_two_numbers_of_one_name_are_refused() -> None:
    from dataclasses import replace

    decisions = (Decision("swap", "", "", (Feature("first", ""),)), Decision("swap_first", "", ""))
    with pytest.raises(ValueError, match="two numbers are called SWAP_FIRST"):
        columns.columns(replace(pig.GAME, decisions=decisions, sights=()))


def test_the_examples_are_one_a_game_sound_and_no_shipped_strategies() -> None:
    assert [file.parent.name for file in EXAMPLES] == sorted(games.GAME_IDS)
    assert check_paths([ROOT / "docs" / "examples"]) == []
    for file in EXAMPLES:
        (script,) = file.parent.glob("*.py")
        assert script.stem not in shipped_strategies(file.parent.name)


@pytest.mark.filterwarnings("ignore:First-class function type")
@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.parent.name)
def test_an_example_wins_more_than_its_rival_for_certain(file: Path) -> None:
    """Of what both win in a deal, the example's part lies between 0 and 1; by Hoeffding's inequality its mean over n deals of equal
    strategies is above 1/2 + sqrt(log(1 / a) / 2n) with a probability of at most a."""
    run = simcli.simulate(str(file), deals=DEALS)
    (cell,) = run.summary["cells"]
    mine, rival = (row["win_share"][1] for row in cell["strategies"])
    assert cell["players"] == 4  # two seats each in every game: the two shares of a seat add up to a half
    assert mine + rival == pytest.approx(0.5)
    assert 2 * mine > 0.5 + math.sqrt(math.log(1 / FALSE_ALARM) / (2 * DEALS))


@pytest.mark.parametrize("game", [*map(games.get_game, games.GAME_IDS), pig.GAME], ids=lambda game: game.id)
def test_every_field_of_both_records_says_what_it_is(game) -> None:
    for dtype, texts in ((game.state.STATE, game.state.STATE_FIELDS), (game.tables.TABLES, game.tables.TABLES_FIELDS)):
        assert list(texts) == list(dtype.names)
        assert all(text.strip() == text and text for text in texts.values())


def test_a_field_without_a_meaning_is_refused() -> None:
    with pytest.raises(ValueError, match="the field b says nothing"):
        described([("a", "u4", "one"), ("b", "u4", (2,), " ")])
    with pytest.raises(ValueError, match="the field c says nothing"):
        described([("c", "u4", (2,))])  # type: ignore[list-item]


def test_fields_are_listed_with_type_shape_and_meaning(capsys) -> None:
    import json

    from simcli.cli.app import main

    assert main(["games", "guildes", "--fields", "--format", "json"]) == 0
    fields = json.loads(capsys.readouterr().out)["fields"]
    assert {"field": "hands", "type": "uint8", "shape": [6, 16]}.items() <= fields["s"][
        [f["field"] for f in fields["s"]].index("hands")
    ].items()
    assert fields["t"][0] == {"field": "players", "type": "int32", "shape": [], "text": "number of players"}
    assert main(["games", "guildes", "--fields"]) == 0
    shown = capsys.readouterr().out
    assert "s.hands uint8[6, 16] cards in hand by seat and guild; other seats' are hidden" in " ".join(shown.split())
    assert "t.rounds" in shown
    assert main(["games", "guildes"]) == 0
    assert "s.hands" not in capsys.readouterr().out


def test_the_guide_names_columns_and_fields_that_exist() -> None:
    text = (ROOT / "docs" / "python-strategies.md").read_text("utf-8")
    guildes = games.get_game("guildes")
    known = vars(columns.columns(guildes))
    assert set(re.findall(r"\bc\.([A-Z_]+)", text)) <= set(known)
    state, tables = guildes.state, guildes.tables
    assert set(re.findall(r"`s\.(\w+)`", text)) <= set(state.STATE.names)
    assert set(re.findall(r"`t\.(\w+)`", text)) <= set(tables.TABLES.names)


@pytest.mark.filterwarnings("ignore:First-class function type")
def test_the_strategy_of_the_guide_plays(tmp_path, monkeypatch) -> None:
    text = (ROOT / "docs" / "python-strategies.md").read_text("utf-8")
    monkeypatch.chdir(tmp_path)
    for name in ("greedy.py", "greedy.yaml"):
        Path(name).write_text(re.split(r"\n```\w*\n", text.split(f"`{name}`:\n")[1])[1] + "\n", "utf-8")
    run = simcli.simulate("greedy.yaml", deals=20)
    assert {row["name"] for row in run.summary["cells"][0]["strategies"]} == {"greedy", "random"}
