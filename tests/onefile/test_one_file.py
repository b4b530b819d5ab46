"""A game in one file is a game as others are: named, played, patched, traced, kept and opened again."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import simcli
from simcli import small
from simcli.base.entry_points import sources_of
from simcli.base.game_sources import digest_of
from simcli.cli.app import main
from simcli.cli.warm import warm_others
from simcli.games import game_of_file
from simcli.games.onefile.find import load
from simcli.games.onefile.kernels import helpers
from simcli.games.onefile.places import FILES
from simcli.games.onefile.tables_text import read_csv, read_text
from simcli.games.onefile.words import HELPERS, Helper
from simcli.sim.warm import warm_game
from simcli.testing.playthrough import Case, Playthrough
from tests.cli.forked import forks

STONES = Path(__file__).parents[1] / "toys/small/stones.py"
GAMES = Path(__file__).parents[2] / "docs/examples/games"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the shipped game in one file, the current one."""
    shutil.copy(STONES, tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(FILES, "")
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    """What a command prints and says."""
    found = main(list(words))
    captured = capsys.readouterr()
    assert found == code, captured
    return captured.out + captured.err


def said_in_plain_python(home: Path, *words: str) -> str:
    """The same of a command that compiles nothing."""
    found = forks().run(list(words), home, os.environ | {"PYTHONPATH": str(STONES.parents[3]), "NUMBA_DISABLE_JIT": "1"})
    assert found.returncode == 0, found
    return found.stdout + found.stderr


def test_a_file_is_played_by_its_path_and_by_its_name(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    by_path = said(capsys, "run", "stones.py", "--deals", "200", "--players", "2")
    assert "generous" in by_path
    assert "Places:" in by_path
    by_name = said(capsys, "run", "stones/seats", "--deals", "200", "--players", "2", "--format", "json")
    assert json.loads(by_name[: by_name.rindex("}") + 1])["cells"][0]["players"] == 2


def test_a_config_names_the_file_by_its_path(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "configs").mkdir()
    (home / "configs/mine.yaml").write_text("game: ../stones.py\nplayers: 2\nstrategies: [greedy, random]\ndeals: 100\n")
    assert "greedy" in said(capsys, "run", "configs/mine.yaml")
    assert "no problems" in said(capsys, "check", "configs", "stones.py")


def test_a_number_of_its_table_is_patched(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "whatif", "stones/seats", "--set", "patch.cards.pearl.points=+4", "--deals", "300", "--players", "2")
    assert "pearl" in text


def test_a_run_folder_is_opened_again(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "run", "stones/plans", "--deals", "100", "--players", "2", "--out", "kept")
    (home / "kept/report.html").unlink()
    said(capsys, "report", "kept")
    assert "generous" in (home / "kept/report.html").read_text()


def test_a_file_counts_columns_of_its_actions_and_of_the_position(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    more = """

def column_keep_doubles(s, t, card):
    \"\"\"1 for a stone whose like lies there already.\"\"\"
    return s.front[s.actor, card] > 0


def column_give_late(s, t):
    return s.round > 2


def column_stones(s, t):
    return total(s.hand[s.actor])


PLANS["pairs"] = {"keep_doubles": 5, "keep_stones": 1, "give_late": 2}
"""
    (home / "stones.py").write_text((home / "stones.py").read_text() + more)
    columns = said(capsys, "games", "stones.py", "--features")
    assert "1 for a stone whose like lies there already" in columns
    assert all(name in columns for name in ("keep_doubles", "give_late", "keep_stones", "give_stones"))
    assert "give_keep_doubles" not in columns
    assert "pairs" in said_in_plain_python(home, "run", "stones/plans", "--deals", "40", "--players", "2")


def test_mistakes_in_columns_and_plans_are_told_at_their_lines(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (home / "stones.py").read_text().replace('"keep_set": 3', '"keep_sett": 3').replace('"lead": 2', '"lead": "much"')
    text += "\n\ndef column_keep_up(s, t, stone):\n    return 0\n\n\ndef column_other(s, t, card):\n    return 0\n"
    (home / "stones.py").write_text(text)
    columns = said(capsys, "games", "stones.py", code=2)
    assert "column_keep_up has the arguments (s, t, stone), expected (s, t, card) as the action keep has, or (s, t)" in columns
    assert "column_other has the arguments (s, t, card), expected (s, t)" in columns
    (home / "stones.py").write_text(text.partition("\n\ndef column_keep_up")[0])
    plans = said(capsys, "games", "stones.py", code=2)
    line = next(number for number, line in enumerate(text.splitlines(), start=1) if "keep_sett" in line)
    assert f"stones.py:{line}:1: the plan 'collector' weighs 'keep_sett', and there is no such column" in plans
    assert "did you mean 'keep_set'?" in plans
    assert "the plan 'generous' weighs 'lead' by 'much', expected a number" in plans


def test_a_score_that_the_file_excludes_is_told(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "stones.py").write_text((home / "stones.py").read_text() + "\nSCORES = 0, 1\n")
    told = said(capsys, "run", "stones/seats", "--deals", "50", "--players", "2", code=2)
    assert "a score lies outside the range of its catalogue, 0 to 1" in told
    assert "SCORES = low, high in stones.py" in told


def test_numbers_of_a_table_are_told_and_set_row_by_row() -> None:
    """Rows that a patch may yet add are no part of the position in words."""
    table = Playthrough(Case(load(GAMES / "nim.py"), 2))
    table.start(0)
    assert table.fields()["left"] == [3, 4, 5]
    table.text.set_fields(table.s, table.t, table.names, {"left": [1, 0, 2]})
    assert table.fields()["left"] == [1, 0, 2]
    assert "left 1 0 2\n" in table.text.state_text(table.s, table.t, table.names)


def test_a_round_that_nobody_plays_does_not_count() -> None:
    """Ten lots are ten rounds, though the turn has come round again when the last is sold."""
    run = simcli.simulate({"game": str(GAMES / "sealed_bid.py"), "players": 2, "strategies": ["half"], "tables": "mirror", "deals": 20})
    assert run.results.cells[0].rounds_mean.value == 10


def test_init_writes_it_under_a_name(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "init", "--game", "harbour_kings", "--small", "new")
    text = (home / "new/harbour_kings.py").read_text()
    assert text.startswith('"""Harbour Kings: ')
    assert "Harbour Kings" in said(capsys, "games", "new/harbour_kings.py")
    assert "there is a game 'harbour_kings' already" in said(capsys, "init", "--game", "harbour_kings", "--small", "new", code=2)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('hand: Cards(EACH, hidden="known")', "'known' is no field that says who knows whose"),
        ('pick: Sealed("purse")', "'purse' holds no cards of each seat"),
        ("pick: Sealed(3)", "neither from where to where"),
    ],
)
def test_a_field_that_names_another_is_told_where_that_is_missing(
    home: Path, capsys: pytest.CaptureFixture[str], line: str, says: str
) -> None:
    text = (home / "stones.py").read_text()
    text = text.replace("    hand: Cards(EACH, hidden=True)", f"    {line}").replace("Int, draw", "Int, Sealed, draw")
    (home / "stones.py").write_text(text)
    at = text.splitlines().index(f"    {line}") + 1
    told = said(capsys, "games", "stones.py", code=2)
    assert f"stones.py:{at}:1: " in told
    assert says in told


def test_rules_read_how_many_copies_there_are_of_a_card(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (home / "stones.py").read_text().replace("t.points[card] *", "t.copies[card] *")
    (home / "stones.py").write_text(text)
    assert "copies_of_cards" in said(capsys, "games", "stones.py", code=2)
    (home / "stones.py").write_text(text.replace("t.copies[", "t.copies_of_cards["))
    assert "generous" in said_in_plain_python(home, "run", "stones/plans", "--deals", "40", "--players", "2")


def test_nothing_is_compiled_after_all_is_warm(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert warm_game("stones") > 0
    assert warm_others("stones") > 0
    warmed = capsys.readouterr().err
    assert "internal error" not in warmed
    for words in (
        ("trace", "stones/seats", "--deal", "0"),
        ("coverage", "stones/seats", "--deals", "2"),
        ("feel", "stones/seats", "--deals", "2"),
    ):
        assert "compiling" not in said(capsys, *words, "--players", "2")


def test_the_docs_tell_every_helper_with_its_arguments() -> None:
    assert set(HELPERS) == {name for name in small.__all__ if isinstance(getattr(small, name), Helper)}  # as hints of imports offer them
    page = (Path(__file__).parents[2] / "docs/own-game.md").read_text()
    for name in HELPERS:
        code = getattr(helpers, name).py_func.__code__
        assert f"`{name}({', '.join(code.co_varnames[: code.co_argcount])})`" in page


def test_a_patch_adds_a_row_to_a_table(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ruby = "{cards: {ruby: {new: true, copies: 2, points: 6, set: 0}}}"
    Path("ruby.yaml").write_text(f"game: ./stones.py\nplayers: 2\nstrategies: [greedy]\ntables: mirror\ndeals: 200\npatch: {ruby}\n")
    assert "ruby" in said(capsys, "run", "ruby.yaml", "--format", "csv", "--table", "items")


def test_it_plays_the_same_games_in_plain_python(home: Path) -> None:
    played = [
        subprocess.run(
            [
                sys.executable,
                "-m",
                "simcli",
                "run",
                "stones/seats",
                "--players",
                "2",
                "--deals",
                "3",
                "--format",
                "csv",
                "--out",
                name,
                *more,
            ],
            env=os.environ | {"PYTHONPATH": str(STONES.parents[3])},
            capture_output=True,
            text=True,
        )
        for name, more in (("plain", ["--plain"]), ("compiled", []))
    ]
    assert played[0].stdout == played[1].stdout != ""
    assert "compiling" not in played[0].stderr


@pytest.mark.parametrize(
    ("old", "new", "compiles"),
    [
        ('"""Stones: five', '"""Stones: 5', False),
        ('    """The player draws, and the next one is on."""\n', "", False),
        ("# A row a card.", "# A line a card.", False),
        ("pearl   6       4", "pearl   6       5", False),
        ('"gain": 1, "lead": 2', '"gain": 1, "lead": 3', False),
        ('"gifts": 3', '"gifts": 2', False),
        ("gifts[s.actor] -= 1", "gifts[s.actor] -= 2", True),
        ("PLAYERS = 2, 4", "PLAYERS = 2, 3", True),
        ("slag    8       -3      0\n", "slag    8       -3      0\njet     2       1       1\n", True),
        ("    gifts: Int(EACH)", "    gifts: Int(EACH)\n    spare: Int()", True),
    ],
)
def test_what_is_compiled_hangs_on_functions_and_the_shape_of_records_alone(home: Path, old: str, new: str, *, compiles: bool) -> None:
    file = home / "stones.py"
    before = game_of_file(file)
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))
    after = game_of_file(file)
    assert after.package != before.package
    assert (digest_of(after.folder) != digest_of(before.folder)) is compiles
    assert (after.state.STATE != before.state.STATE) is compiles
    assert sources_of(after.folder) != sources_of(before.folder)


def test_a_value_that_a_rule_reads_is_compiled_whatever_it_was_made_from(home: Path) -> None:
    file, codes = home / "stones.py", []
    text = file.read_text().replace("gifts[s.actor] -= 1", "gifts[s.actor] -= STEP")
    for values in ("BASE = 1\nSTEP = BASE + 1", "BASE = 2\nSTEP = BASE + 1", "STEP = 3", "STEP = 3\nOTHER = 4"):
        file.write_text(text.replace("PLAYERS = 2, 4", f"PLAYERS = 2, 4\n{values}"))
        codes.append(digest_of(game_of_file(file).folder))
    assert codes[0] != codes[1] == codes[2] == codes[3]


def test_a_process_plays_each_version_of_a_file_as_it_is(home: Path) -> None:
    config = {"game": "stones.py", "players": 2, "strategies": ["greedy"], "tables": "mirror", "deals": 50}
    scores = []
    for old, new in (("", ""), ("pearl   6       4", "pearl   6       40"), ("s.front[s.actor, card] += 1", "s.front[s.actor, card] += 2")):
        file = home / "stones.py"
        file.write_text(file.read_text().replace(old, new) if old else file.read_text())
        scores.append(float(simcli.simulate(config).strategies["score_mean"].iloc[0]))
    assert scores[1] > scores[0] + 5
    assert scores[2] > scores[1] + 5


@pytest.mark.parametrize("sign", [",", ";", "\t", ", ", "  "])
@pytest.mark.parametrize("is_beside", [True, False], ids=["a CSV file", "a text in the file"])
def test_a_table_may_come_from_any_spreadsheet(sign: str, *, is_beside: bool) -> None:
    rows = [("id", "copies", "points", "suit"), ("ruby", "2", "-6", "red"), ("coal", "3", "0", "none")]
    text = "\n".join(sign.join(row) for row in rows) + "\n"
    if is_beside and sign == "  ":
        text = text.replace(sign, ",").replace("ruby", '"ruby"').replace("\n", "\r\n")
    table, problems = read_csv("cards", text, "cards.csv") if is_beside else read_text("cards", text, "stones.py", 5, is_written=True)
    assert problems == []
    assert table is not None
    assert table.rows == (
        {"id": "ruby", "copies": 2, "points": -6, "suit": "red"},
        {"id": "coal", "copies": 3, "points": 0, "suit": "none"},
    )


@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_names_of_a_spreadsheet_are_read_as_names(sign: str) -> None:
    """Capitals, blanks and hyphens, empty columns and lines at the end, and what is written for people."""
    rows = ["ID Copies Value Colour Note", "Red_Castle 2 -6 Dark-Blue 'Two,_then;_draw.'", "Low_Keep 1 3 - ", "", ""]
    lines = [[cell.replace("_", " ").replace("'", '"') for cell in row.split(" ")] for row in rows]
    table, problems = read_csv("houses", "\r\n".join(sign.join((line + [""] * 7)[:7]) for line in lines), "houses.csv")
    assert problems == []
    assert table is not None
    assert table.rows == (
        {"id": "red_castle", "copies": 2, "value": -6, "colour": "dark_blue"},
        {"id": "low_keep", "copies": 1, "value": 3, "colour": "none"},
    )
    (told,) = read_csv("houses", f"id{sign}copies{sign}{sign}value\nkeep{sign}1{sign}2{sign}3\n".replace(" ", ""), "houses.csv")[1]
    assert told.what == "houses: column 3 has no name"


def test_a_fault_of_a_row_is_told_at_its_line() -> None:
    lame = "id,copies\n\nruby,2\ncoal,three\n"
    assert [problem.where.line for problem in read_csv("cards", lame, "cards.csv")[1]] == [4]
    assert [problem.where.line for problem in read_text("cards", lame, "stones.py", 5, is_written=True)[1]] == [8]
    assert [problem.where.line for problem in read_text("cards", lame, "stones.py", 5, is_written=False)[1]] == [5]


TOGETHER = '''"""All build one tower, of one to three stones a turn; who lays a third where the last was a third brings it down."""

from simcli.small import Int, next_player

PLAYERS = 2, 3
SCORES = 0, 60


class State:
    tower: Int()
    last: Int()


def setup(s, t):
    s.last = 0


def act_lay(s, t, stones: range(1, 4)):
    s.tower = 0 if stones == s.last else s.tower + stones
    s.last = stones
    next_player(s)


def over(s, t):
    return s.round == 3


def points(s, t, p):
    return s.tower
'''


@pytest.fixture
def tower(home: Path) -> Path:
    """A game that all win or lose together."""
    (home / "tower.py").write_text(TOGETHER)
    return home


@pytest.mark.parametrize(
    "asked",
    [
        "matchups",
        "regret",
        "ladder",
        "tune",
        "league",
        "learn --plan greedy --field greedy",
        "run --measure reply",
        "run --measure variety",
    ],
)
def test_who_wins_is_not_asked_where_all_win_together(asked: str, tower: Path, capsys: pytest.CaptureFixture[str]) -> None:
    verb, *options = asked.split()
    found = said(capsys, verb, "tower.py", *options, code=2)
    assert "all players of Tower win or lose together: there is nobody to beat" in found
    assert "simcli run tower --set tables=mirror --set strategies=[NAME,NAME]" in found
    assert not (tower / "reports").exists()


@pytest.mark.parametrize(
    ("line", "shared"), [("s.tower", True), ("s.tower + 0 * p", False), ("s.tower\n\n\ndef tie_break(s, t, p):\n    return p", False)]
)
def test_who_wins_together_is_read_from_what_counts_points(line: str, shared: bool, tower: Path) -> None:
    (tower / "other.py").write_text(TOGETHER.replace("return s.tower", f"return {line}"))
    assert game_of_file(tower / "other.py").together is shared


def test_a_search_and_the_page_of_a_game_go_by_its_points_where_all_win_together(tower: Path) -> None:
    found = said_in_plain_python(tower, "run", "tower.py", "--set", "strategies=[random,search]", "--deals", "40", "--players", "2")
    assert "search scores most" in found


@pytest.mark.parametrize("is_hidden", [True, False])
def test_cards_that_are_spent_are_used(home: Path, *, is_hidden: bool) -> None:
    """What was played from hidden hands, without what is left there; of what lay before a seat openly all that ever came."""
    text = (home / "stones.py").read_text()
    text = text.replace("front: Cards(EACH)", "pile: Cards()\n    score: Int(EACH)").replace(
        "s.front[s.actor, card] += 1", "s.pile[card] += 1"
    )
    text = text.replace("    end_turn(s)", "    s.score[s.actor] += t.points[card]\n    next_player(s)", 1)
    text = text if is_hidden else text.replace("Cards(EACH, hidden=True)", "Cards(EACH)")
    start, end = text.index("def legal_give"), text.index("def end_turn")
    (home / "spent.py").write_text(text[:start] + text[end : text.index("def points")] + "def points(s, t, p):\n    return s.score[p]\n")
    table = Playthrough(Case(game_of_file(home / "spent.py"), 2))
    table.start(3)
    for _ in range(5):
        table.apply(table.legal()[0])
    _, _, held = table.results()
    assert held[:, :, 0].sum() == 8
    assert (held[:, :, 1] == (held[:, :, 0] - table.s.hand[:2, :4] if is_hidden else held[:, :, 0])).all()
    assert held[:, :, 1].sum() == (5 if is_hidden else 8)


def test_what_moves_and_mends_a_game_is_asked_by_scores_where_all_win_together(tower: Path) -> None:
    (tower / "tower.py").write_text(
        TOGETHER.replace("class State", 'NUMBERS = {"rounds": 3}\n\n\nclass State').replace("== 3", "== t.rounds")
    )
    found = said_in_plain_python(tower, "sensitivity", "tower.py", "rounds", "--players", "2", "--deals", "40")
    assert "moves the winning score" in found
    found = forks().run(["fix", "tower.py", "--goal", "seats even", "--by", "rounds", "--within", "2..4"], tower, {**os.environ})
    assert "goals are winning score at least 20" in found.stderr
