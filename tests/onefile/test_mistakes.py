"""Mistakes of an author, planted in Stones: each ends in exit 2, with the file, the line, and a hint. Most are told without compiling."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

import pytest

import simcli
from simcli.cli.app import main
from simcli.games.onefile.places import FILES
from tests.cli.forked import forks
from tests.cli.project import PATHS, TESTS

STONES = (TESTS / "toys/small/stones.py").read_text("utf-8")


class Mistake(NamedTuple):
    """What is changed in the text; at: the line that is named, by what stands there (empty: the first line); words of message and hint."""

    old: str
    new: str
    at: str
    said: str
    hint: str

    @property
    def text(self) -> str:
        """The file with the mistake."""
        assert self.old in STONES
        changed = STONES.replace(self.old, self.new, 1)
        return f"import random\n{changed}" if "random." in self.new else changed

    @property
    def place(self) -> str:
        """The place that is named."""
        assert self.at in self.text
        return f"stones.py:{self.text[: self.text.index(self.at)].count(chr(10)) + 1}:"


OVER = "    return total(s.hand[s.actor]) == 0\n"
END = "    draw(s.deck, s.hand[s.actor])\n    next_player(s)\n"
PLANS = "PLANS = {"

SEEN_AT_ONCE = {
    "a misspelt field": Mistake(
        "s.front[p, card]", "s.frnt[p, card]", "s.frnt", "there is no field 'frnt' in State", "did you mean 'front'?"
    ),
    "a misspelt column": Mistake(
        "score += t.points[card]", "score += t.point[card]", "t.point[", "no table, number or option is called 'point'", "'points'"
    ),
    "a misspelt number": Mistake("= t.gifts\n", "= t.gift\n", "= t.gift\n", "called 'gift'", "'gifts'"),
    "a misspelt helper": Mistake(
        "    next_player(s)", "    nxt_player(s)", "nxt_player(s)", "there is no name 'nxt_player' here", "'next_player'"
    ),
    "a misspelt helper in the import": Mistake(
        "next_player, seat_after, total",
        "next_playr, seat_after, total",
        "from simcli.small",
        "simcli.small has no 'next_playr'",
        "'next_player'",
    ),
    "a helper that is not imported": Mistake(
        "seat_after, total\n", "seat_after\n", "    return total(", "there is no name 'total' here", "from simcli.small import total"
    ),
    "the id of a row in a rule": Mistake(
        "t.set[card]", "card == pearl", "pearl else", "there is no name 'pearl' here", "write PEARL = 2 near CARDS, whose first row is 0"
    ),
    "the id of a row of the tables": Mistake(
        "t.set[card]", "card == t.PEARL", "t.PEARL else", "called 'PEARL'", "write PEARL = 2 near CARDS"
    ),
    "a helper with too few arguments": Mistake(
        "    draw(s.deck, s.hand[s.actor])",
        "    draw(s.deck)",
        "draw(s.deck)\n",
        "draw() has 2 arguments (deck, hand), found 1",
        "write draw(deck, hand)",
    ),
    "a helper with too many arguments": Mistake(
        "    next_player(s)",
        "    next_player(s, 1)",
        "next_player(s, 1)",
        "next_player() has 1 argument (s), found 2",
        "write next_player(s)",
    ),
    "a function with too many arguments": Mistake(
        "    s.front[s.actor, card] += 1\n    end_turn(s)",
        "    s.front[s.actor, card] += 1\n    end_turn(s, t)",
        "end_turn(s, t)",
        "end_turn() has 1 argument (s), found 2",
        "write end_turn(s)",
    ),
    "an unknown argument of an action": Mistake(
        "def legal_keep(s, t, card):\n    return s.hand[s.actor, card] > 0\n\n\ndef act_keep(s, t, card):",
        "def legal_keep(s, t, crad):\n    return s.hand[s.actor, crad] > 0\n\n\ndef act_keep(s, t, crad):\n    card = crad",
        "def act_keep",
        "act_keep: what is 'crad'?",
        "card or seat",
    ),
    "arguments that differ": Mistake(
        "def legal_keep(s, t, card):\n    return s.hand[s.actor, card] > 0",
        "def legal_keep(s, t, stone):\n    return s.hand[s.actor, stone] > 0",
        "def legal_keep",
        "legal_keep(s, t, stone) and act_keep(s, t, card) have other arguments",
        "(s, t, card)",
    ),
    "act for legal": Mistake(
        "def legal_give(", "def act_gift(", "    return s.hand[s.actor, card] > 0 and", "act_gift() returns a value", "legal_gift"
    ),
    "legal without act": Mistake(
        "def legal_give(", "def legal_giv(", "def legal_giv", "legal_giv is of no action: there is no act_giv", "'act_give'"
    ),
    "a text in a rule": Mistake(
        "s.gifts[s.actor] -= 1", 's.gifts[s.actor] -= "1"', '-= "1"', "a text stands where a number belongs", "rules count in numbers"
    ),
    "a forgotten return": Mistake("    return score\n", "", "def points", "points() does not always return a number", "without `return`"),
    "a return on one path": Mistake(
        OVER,
        "    if s.round > 1:\n        return total(s.hand[s.actor]) == 0\n",
        "def over",
        "over() does not always return True or False",
        "without `return`",
    ),
    "a word of simcli's that is not imported": Mistake(
        "import EACH, Cards", "import Cards", "hand: Cards(EACH", "there is no name 'EACH' here", "from simcli.small import EACH"
    ),
    "a number with a fraction among NUMBERS": Mistake(
        '"hand": 4', '"hand": 4.5', "NUMBERS", "NUMBERS: 'hand' is 4.5, expected a whole number", '"hand": 4'
    ),
    "NUMBERS that are one": Mistake(
        'NUMBERS = {"hand": 4, "gifts": 3}', "NUMBERS = 4", "NUMBERS", "NUMBERS is 4, expected entries by name", '"hand": 4'
    ),
    "an option without its question": Mistake(
        "NUMBERS =",
        'OPTIONS = {"open": True}\nNUMBERS =',
        "OPTIONS",
        "OPTIONS: 'open' is True, expected a default and what it asks",
        "False",
    ),
    "a plan of two words": Mistake(
        '"collector": {', '"stone collector": {', '"stone collector"', "PLANS: 'stone collector' cannot be a name", "digits and _"
    ),
    "a plan without weights": Mistake(
        PLANS, PLANS + '"idle": {}, ', PLANS, "PLANS: 'idle' is {}, expected weights by column", '"greedy": {"gain": 1}'
    ),
    "a made table with a wrong head": Mistake(
        "class State:",
        'STONES = "name set" + chr(10) + "white 1" + chr(10)\n\n\nclass State:',
        "STONES =",
        "the first column is 'name'",
        "",
    ),
    "no over": Mistake("def over(s, t):", "def ended(s, t):", "", "the file has no function over", "def over(s, t)"),
    "no points": Mistake("def points(s, t, p):", "def score_of(s, t, p):", "", "the file has no function points", "def points(s, t, p)"),
    "points with two arguments": Mistake(
        "def points(s, t, p):\n",
        "def points(s, t):\n    p = 0\n",
        "def points",
        "points has 2 arguments, expected (s, t, p)",
        "write `def points(s, t, p):`",
    ),
    "over with one argument": Mistake(
        "def over(s, t):", "def over(s):", "def over", "over has 1 argument, expected (s, t)", "write `def over(s, t):`"
    ),
    "a division that makes a fraction": Mistake("(n + 1) // 2", "(n + 1) / 2", "(n + 1) / 2", "'/' makes a fraction", "write //"),
    "a fraction": Mistake("score = 0", "score = 0.5", "score = 0.5", "0.5 is a fraction", "smaller units"),
    "a list": Mistake("score = 0", "score, seen = 0, [0, 0]", "seen = 0, [0, 0]", "rules have no lists", "row: Int(10)"),
    "an unknown kind of field": Mistake(
        "gifts: Int(EACH)",
        "gifts: Number(EACH)",
        "gifts: Number",
        "there is no name 'Number' here",
        "fields are Int, Cards, Deck or Sealed",
    ),
    "a kind of Python": Mistake(
        "gifts: Int(EACH)",
        "gifts: int",
        "gifts: int",
        "State.gifts is <class 'int'>, expected Int, Cards, Deck or Sealed",
        "write `gifts: Int()`",
    ),
    "a field of simcli's": Mistake(
        "gifts: Int(EACH)", "gifts: Int(EACH)\n    round: Int()", "round: Int", "simcli has a field of this name", "s.round"
    ),
    "players the wrong way round": Mistake("PLAYERS = 2, 4", "PLAYERS = 4, 2", "PLAYERS", "PLAYERS is (4, 2), expected", "PLAYERS = 2, 2"),
    "no players": Mistake("PLAYERS = 2, 4\n", "", "", "the file says no number of players", "write PLAYERS = 2"),
    "a ragged row": Mistake(
        "flint   8       2       0", "flint   8       2", "flint ", "cards: 3 words in a table of 4 columns", "a name of two words"
    ),
    "an id that comes twice": Mistake(
        "slag    8", "pearl   8", "pearl   8", "cards: the id 'pearl' comes twice", "the other stands in line 13"
    ),
    "a word among numbers": Mistake(
        "pearl   6       4", "pearl   6       four", "four", "cards: 'four' is no number", "numbers or words, not both"
    ),
    "a decision with an unknown action": Mistake(
        PLANS, 'DECISIONS = {"go": ["keep", "giv"]}\n' + PLANS, "DECISIONS", "DECISIONS: there is no action 'giv'", "'give'"
    ),
    "a plan with an unknown column": Mistake(
        '"gain": 1, "lead": 2', '"gain": 1, "leed": 2', '"leed"', "the plan 'generous' weighs 'leed', and there is no such column", "'lead'"
    ),
    "a weight that is no number": Mistake(
        '"gain": 1, "lead": 2',
        '"gain": "much", "lead": 2',
        '"much"',
        "the plan 'generous' weighs 'gain' by 'much', expected a number",
        "for example 1",
    ),
    "a line that is no Python": Mistake(
        "def over(s, t):", "def over(s, t)", "def over", "SyntaxError: expected ':'", "in `def over(s, t)`"
    ),
    "an import that is not there": Mistake(
        "from simcli.small",
        "import stone_counter\nfrom simcli.small",
        "import stone_counter",
        "ModuleNotFoundError: No module named 'stone_counter'",
        "simcli.small",
    ),
    "a number called as a column": Mistake(
        '"gifts": 3', '"points": 3', "NUMBERS", "'points' is one of NUMBERS and a column of CARDS", "rename one"
    ),
    "a function called as a helper": Mistake(
        "def end_turn(s):",
        "def total(row):\n    return 0\n\n\ndef end_turn(s):",
        "def total",
        "total is a helper of simcli.small",
        "another name",
    ),
    "a table that is changed": Mistake(
        "    n = s.front[p, card]\n",
        "    n = s.front[p, card]\n        t.points[card] += 1\n",
        "t.points[card] += 1",
        "tables never change during a game",
        "a field of State",
    ),
    "a table that is changed by another name": Mistake(
        "    n = s.front[p, card]\n",
        "    n = s.front[p, card]\n        row = t.points\n        row[card] += 1\n",
        "row[card] += 1",
        "tables never change during a game",
        "a field of State",
    ),
    "a column that rolls": Mistake(
        PLANS,
        "def column_luck(s, t):\n    return roll(s, 6)\n\n\n" + PLANS.replace("PLANS", "from simcli.small import roll\n\nPLANS"),
        "    return roll(s, 6)",
        "column_luck(): `roll(s, 6)` asks chance, and column_luck only says what plans weigh",
        "roll in setup or in an action",
    ),
    "a column that rolls by another function": Mistake(
        PLANS,
        "from simcli.small import roll as die\n\n\ndef luck(s):\n    return die(s, 6)\n\n\ndef column_luck(s, t):\n    return luck(s)\n\n\n"
        + PLANS,
        "    return luck(s)",
        "column_luck(): `luck(s)` asks chance",
        "roll in setup or in an action",
    ),
    "a rule that draws": Mistake(
        "    return s.hand[s.actor, card] > 0\n\n\ndef act_keep",
        "    return draw(s.deck, s.hand[s.actor]) >= 0\n\n\ndef act_keep",
        "    return draw(",
        "legal_keep(): `draw(s.deck, s.hand[s.actor])` changes the game, and legal_keep only says whether an action is allowed",
        "change it in setup or in an action",
    ),
    "an end that changes a field": Mistake(
        OVER,
        "    s.gifts[0] = 0\n" + OVER,
        "    s.gifts[0] = 0\n",
        "over(): `s.gifts[0]` is changed, and over only says whether the game has ended",
        "change it in setup or in an action",
    ),
    "points that change a row by another name": Mistake(
        "    score = 0\n",
        "    score = 0\n    row = s.front[p] if p > 0 else s.hand[p]\n    row[0] = 0\n",
        "    row[0] = 0",
        "points(): `row[0]` is changed, and points only says what a seat has scored",
        "change it in setup or in an action",
    ),
    "points that end the turn": Mistake(
        "    return score\n",
        "    end_turn(s)\n    return score\n",
        "    end_turn(s)\n    return score",
        "`end_turn(s)` changes the game",
        "setup",
    ),
    "chance of Python": Mistake(
        "    next_player(s)",
        "    s.gifts[0] = random.randint(0, 3)\n    next_player(s)",
        "    s.gifts[0] = random",
        "end_turn(): random.randint() is chance that no seed repeats",
        "roll(s, n)",
    ),
    "a loop of the file that never comes to an end": Mistake(
        PLANS, "while True:\n    X = 1\n" + PLANS, "while True", "this does not come to an end", "what makes `while True:` stop?"
    ),
    "a return outside a function": Mistake(PLANS, "return 1\n" + PLANS, "return 1\n", "SyntaxError: 'return' outside function", ""),
    "a recursion": Mistake("    next_player(s)", "    end_turn(s)  # again", "# again", "end_turn() calls itself", "a loop"),
    "a range of scores that is none": Mistake(
        "PLAYERS = 2, 4", "PLAYERS = 2, 4\nSCORES = 10, 0", "SCORES", "SCORES is (10, 0), expected", "for example SCORES"
    ),
}
"""Told by the text alone."""

SEEN_IN_PLAY = {
    "an index outside its row": Mistake(
        "s.front[p, card]", "s.front[p, card + 99]", "card + 99", "IndexError: index ", "in `n = s.front[p, card + 99]`"
    ),
    "a division by zero": Mistake("score = 0", "score = 1 // (s.round - 1)", "1 // (s.round - 1)", "division by zero", "in `score = 1 //"),
    "a game without an end": Mistake(
        OVER, "    return total(s.hand[s.actor]) == -1\n", "def legal_keep", "no action is legal after 32 decisions", "simcli trace"
    ),
    "a game that goes on for ever": Mistake(
        OVER,
        "    return False\n\n\ndef act_wait(s, t):\n    next_player(s)\n",
        "def over",
        "had no end after 20,000 decisions",
        "simcli trace",
    ),
    "nothing is legal": Mistake(
        "    return s.hand[s.actor, card] > 0\n\n\ndef act_keep",
        "    return s.hand[s.actor, card] > 9\n\n\ndef act_keep",
        "def legal_keep",
        "no action is legal after",
        "simcli trace",
    ),
    "a list that hangs on another's hand": Mistake(
        "and s.gifts[s.actor] > 0",
        "and s.hand[seat_after(s, s.actor), card] > 0",
        "def legal_give",
        "is legal hangs on what seat",
        "must not tell it",
    ),
    "a column that shows another's hand": Mistake(
        PLANS,
        "def column_next(s, t):\n    return s.hand[seat_after(s, s.actor), 2]\n\n\n" + PLANS,
        "def column_next",
        "the column 'next' shows what seat",
        "only what a seat sees",
    ),
    "a score outside its range": Mistake(
        "PLAYERS = 2, 4", "PLAYERS = 2, 4\nSCORES = 0, 30", "SCORES", "SCORES are 0 to 30", "holds them; see it: simcli trace"
    ),
    "a number that is too great": Mistake(
        "    next_player(s)",
        "    next_player(s)\n    s.gifts[0] = 1\n    s.gifts[0] += 2147483647\n",
        "+= 2147483647",
        "a number is greater than 32 bits hold",
        "greater units",
    ),
    "a seat that is not there": Mistake(
        "    next_player(s)", "    next_player(s)\n    s.actor = 99\n", "s.actor = 99", "s.actor is 99 after act_", "s.actor"
    ),
    "a decision that is not there": Mistake(
        "    next_player(s)", "    next_player(s)\n    s.phase = 3\n", "s.phase = 3", "s.phase is 3 after act_", "s.phase"
    ),
    "an action that never comes to an end": Mistake(
        "    next_player(s)",
        "    while True:\n        s.gifts[0] = 1\n",
        "while True",
        "this does not come to an end",
        "what makes `while True:` stop?",
    ),
    "a die without faces": Mistake(
        "    s.gifts[s.actor] -= 1\n    end_turn(s)\n",
        "    s.gifts[s.actor] -= 1\n    s.gifts[0] += roll(s, s.gifts[0] - 9)\n    end_turn(s)\n\n\nfrom simcli.small import roll\n",
        "s.gifts[0] += roll",
        "ValueError: a roll needs at least one face in act_give()",
        "in `s.gifts[0] += roll(s, s.gifts[0] - 9)`",
    ),
    "a setup that never comes to an end": Mistake(
        "        s.gifts[p] = t.gifts\n",
        "        while s.gifts[p] < t.gifts:\n            s.gifts[p] += 0\n",
        "while s.gifts[p]",
        "this does not come to an end",
        "what makes `while s.gifts[p] < t.gifts:` stop?",
    ),
    "an end that is looked for without an end": Mistake(
        OVER, "    while True:\n        n = 1\n", "while True", "this does not come to an end", "what makes `while True:` stop?"
    ),
}
"""Told by games in plain Python."""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, the current one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(FILES, "")
    return tmp_path


def apart(home: Path, *words: str, paths: tuple[Path, ...] = (Path(simcli.__file__).parents[1],)) -> tuple[int, str]:
    """Exit code and texts of a command: a process knows one game called stones."""
    done = forks().run([*words], home, os.environ | {"PYTHONPATH": os.pathsep.join(map(str, paths)), FILES: ""})
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("name", [*SEEN_AT_ONCE, *SEEN_IN_PLAY])
def test_a_mistake_is_told_at_its_line_with_a_hint(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr("simcli.studies.coverage.trial.call_in_subprocess", forks().call)
    mistake = (SEEN_AT_ONCE | SEEN_IN_PLAY)[name]
    (home / "stones.py").write_text(mistake.text, "utf-8")
    code = main(["check", "stones.py"])
    captured = capsys.readouterr()
    assert code == 2, captured
    assert captured.out == ""
    assert "compiling" not in captured.err
    assert mistake.place in captured.err
    assert mistake.said in captured.err
    assert mistake.hint in captured.err.partition(mistake.said)[2]


def test_what_the_compiler_refuses_is_told_at_its_line(home: Path) -> None:
    mistake = Mistake(
        "score = 0",
        "score = t.n_cards.bit_count()",
        "bit_count",
        "the compiler refuses this: Unknown attribute 'bit_count'",
        "plain Python",
    )
    (home / "stones.py").write_text(mistake.text, "utf-8")
    code, told = apart(home, "check", "stones.py")
    assert code == 2, told
    assert mistake.place in told
    assert mistake.said in told
    assert mistake.hint in told.partition(mistake.said)[2]


def test_a_mistake_that_one_deal_of_many_shows_is_told_too(home: Path) -> None:
    """Compiled: the deal that fails is found, and played again."""
    loop = "    while s.chance[0] % 4000 == 7:\n        s.gifts[0] = 1\n"
    said = "this does not come to an end in end_turn() (deal 790)"
    mistake = Mistake("    next_player(s)", f"{loop}    next_player(s)", "while s", said, "% 4000 == 7:` stop")
    (home / "stones.py").write_text(mistake.text, "utf-8")
    code, told = apart(home, "run", "stones.py", "--players", "2", "--deals", "3000")
    assert code == 2, told
    assert mistake.place in told
    assert mistake.said in told
    assert mistake.hint in told.partition(mistake.said)[2]


@pytest.mark.parametrize("name", ["an action", "a setup", "an end"])
@pytest.mark.parametrize("words", ["run stones.py --deals 2 --workers 1", "trace stones.py --deal 0"])
def test_what_never_comes_to_an_end_is_told_by_studies(home: Path, monkeypatch: pytest.MonkeyPatch, name: str, words: str) -> None:
    mistake = next(one for key, one in SEEN_IN_PLAY.items() if key.startswith(name) and "come to an end" in one.said)
    (home / "stones.py").write_text(mistake.text, "utf-8")
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # compiled, the same loop raises the same
    code, told = apart(home, *words.split(), "--players", "2")
    assert code == 2, told
    assert mistake.place in told
    assert mistake.said in told
    assert mistake.hint in told.partition(mistake.said)[2]


def test_candidates_tell_it_too(home: Path) -> None:
    mistake = Mistake(
        "s.front[p, card]\n", "s.front[p, card + (99 if s.round > 2 else 0)]\n", "card + (99", "IndexError: index 99", "in `n = "
    )
    (home / "stones.py").write_text(mistake.text, "utf-8")
    tune = ("tune", "stones", "--start", "generous", "--field", "generous", "--budget", "6000", "--own-deals", "4")
    for words in (tune, ("league", "stones", "--field", "generous,greedy", "--starts", "1")):
        code, told = apart(home, *words, "--players", "2", "--out", words[0])
        assert code == 2, told
        assert mistake.place in told
        assert mistake.said in told
        assert mistake.hint in told.partition(mistake.said)[2]


def test_a_game_without_mistakes_is_played_and_told(home: Path) -> None:
    (home / "stones.py").write_text(STONES.replace("NUMBERS =", "OPTIONS = {}\nNUMBERS ="), "utf-8")
    code, told = apart(home, "check", "stones.py")
    assert code == 0, told
    assert "Stones plays: all games by random players had an end (1,000 with 2 players, 1,000 with 4 players; 22 went the same way" in told
    assert "2 players" in told
    for row in ("Decisions in a game", "Legal actions", "Scores", "Shared wins", "Never asked or taken", "Never dealt", "Undone in the"):
        assert row in told
    assert "1 file checked, no problems" in told
    assert "plays" not in apart(home, "check")[1]


def test_a_game_in_a_folder_is_played_too(home: Path) -> None:
    code, told = apart(home, "check", str(TESTS / "toys/pig/pig"), paths=PATHS)
    assert code == 0, told
    assert "Pig plays: all games by random players had an end (1,000 with 2 players" in told
    assert "went the same way in plain Python" in told


def test_mistakes_of_a_file_are_no_matter_of_other_games(home: Path) -> None:
    """Who lists games is told of the file; who asks about another game is not stopped by it."""
    (home / "lame.py").write_text(STONES.replace('"gifts": 3', '"gifts": 1.5'), "utf-8")
    for words in (("games",), ("strategies",)):
        code, told = apart(home, *words)
        assert code == 0, told
        assert "guildes" in told
        assert "lame.py has mistakes and is left out: simcli check lame.py" in told
    for words in (("rule", "AW-BL15"), ("rule", "militia"), ("games", "guildes"), ("run", "guildes/seats", "--dry-run")):
        code, told = apart(home, *words)
        assert code == 0, told
        assert "lame.py" not in told
    for words in (("games", "lame"), ("run", "lame"), ("check", "lame.py"), ("tune", "lame")):
        code, told = apart(home, *words)
        assert code == 2, told
        assert "lame.py:6:1: NUMBERS: 'gifts' is 1.5, expected a whole number" in told
