"""The rules of a game in words, read from its RULES.md: entries of lists that start with an id, and rows of tables headed `id`."""

from __future__ import annotations

import difflib
import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from simcli.errors import Problem, UserError, Where, nearest
from simcli.game import Game
from simcli.games import get_game, sound_ids

RULES = "RULES.md"
NEAR = 3
"""Ids that a hint offers at most for one there is not."""

_ID = r"[A-Z]+(?:-[A-Z]+)*-?\d+(?:\.\d+)*[A-Za-z]?"
_ENTRY = re.compile(rf"- ({_ID}) +(\S.*)")
_HEADING = re.compile(r"(#+) +(.*\S)")
_RULER = re.compile(r"\|[\s|:-]+\|?")

Table = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class RuleText:
    """One numbered line of RULES.md.

    headings: those it stands under, the title of the file left out; text: an entry's words, a paragraph a line; columns: (title, cell)
    of a row of a table; table: one without ids that the entry needs, its titles first.
    """

    id: str
    game: str
    headings: tuple[str, ...]
    file: Path
    line: int
    text: str = ""
    columns: tuple[tuple[str, str], ...] = ()
    table: Table = ()


def find_rules(ids: Sequence[str], game_id: str | None = None) -> list[RuleText]:
    """The rules with these ids, of one game or of whichever has them. UserError with every id that no game has, or several have."""
    games = [game_id] if game_id else list(sound_ids())
    known = {g: read_rules(get_game(g)) for g in games}
    texts, problems = [], []
    for wanted in ids:
        homes = [rules[exact] for rules in known.values() if (exact := _exact(wanted, rules))]
        if len(homes) == 1:
            texts += homes
        elif homes:
            several = ", ".join(rule.game for rule in homes)
            hint = f"name the game: --game {homes[0].game}"
            problems.append(Problem(Where(wanted), f"the rules of several games have this id: {several}", hint))
        else:
            message = f"the rules of {game_id} have no such id" if game_id else "the rules of no game have such an id"
            problems.append(Problem(Where(wanted), message, _near(wanted, known)))
    if problems:
        raise UserError(problems)
    return texts


def is_id(text: str) -> bool:
    """Whether a text has the form of an id, in any case of letters."""
    return re.fullmatch(_ID, text.upper()) is not None


def rule_ids() -> list[str]:
    """Ids of the rules of all games."""
    return list(dict.fromkeys(id_ for game_id in sound_ids() for id_ in read_rules(get_game(game_id))))


def _exact(wanted: str, rules: Iterable[str]) -> str:
    """The id as RULES.md writes it; capitals may be missing. '' when there is none."""
    return wanted if wanted in rules else next((id_ for id_ in rules if id_.lower() == wanted.lower()), "")


def _near(wanted: str, known: dict[str, dict[str, RuleText]]) -> str:
    """Hint with the ids most like one there is not, of the games whose ids begin like it if there are any."""
    ids = [id_ for rules in known.values() for id_ in rules]
    begin = _prefix(wanted.upper())
    alike = [id_ for id_ in ids if _prefix(id_).startswith(begin)] if begin else []
    by_upper = {id_.upper(): id_ for id_ in reversed(alike or ids)}
    close = [by_upper[name] for name in difflib.get_close_matches(wanted.upper(), by_upper, NEAR, 0.6)]
    if close:
        return f"did you mean {' or '.join(repr(id_) for id_ in close)}?"
    return nearest(wanted, dict.fromkeys(f"{_prefix(id_)}.." for id_ in ids))


def _prefix(id_: str) -> str:
    return re.split(r"\d", id_, maxsplit=1)[0]


def read_rules(game: Game) -> dict[str, RuleText]:
    """Every rule of a game by id, in the order of its RULES.md; the first of an id that stands twice. Empty without such a file."""
    file = game.folder / RULES
    if not file.is_file():
        return {}
    lines = file.read_text("utf-8", errors="replace").splitlines()
    rules: dict[str, RuleText] = {}
    tables: dict[tuple[str, ...], list[Table]] = {}
    headings: list[str] = []
    at = 0
    while at < len(lines):
        line, number = lines[at], at + 1
        above = tuple(filter(None, headings[1:]))
        at += 1
        if heading := _HEADING.fullmatch(line):
            level = len(heading[1]) - 1
            headings = [*headings[:level], *[""] * (level - len(headings)), heading[2]]
        elif entry := _ENTRY.match(line):
            text, at = _entry(entry[2], lines, at)
            rules.setdefault(entry[1], RuleText(entry[1], game.id, above, file, number, text, table=_table_at(lines, at + 1)))
        elif line.startswith("|"):
            table = _table_at(lines, at - 1)
            if table[0][0] != "id":
                tables.setdefault(above, []).append(table)
            for row, cells in enumerate(table[1:], start=number + 2):
                if table[0][0] == "id" and re.fullmatch(_ID, cells[0]):
                    columns = tuple(zip(table[0][1:], cells[1:], strict=False))
                    rules.setdefault(cells[0], RuleText(cells[0], game.id, above, file, row, columns=columns))
            at += len(table)
    return {id_: _with_table(rule, tables.get(rule.headings, [])) for id_, rule in rules.items()}


def _entry(first: str, lines: Sequence[str], at: int) -> tuple[str, int]:
    """Text of an entry of a list with the lines that go on, those of a list inside it each for itself, and the line after it."""
    text = first.strip()
    while at < len(lines) and lines[at].startswith("  ") and lines[at].strip():
        more = lines[at].strip()
        text += ("\n" if more.startswith("- ") else " ") + more
        at += 1
    return text, at


def _table_at(lines: Sequence[str], at: int) -> Table:
    """Titles and rows of the table that begins in this line; () when there is none."""
    rows = itertools.takewhile(lambda line: line.startswith("|"), lines[at:])
    inner = (line.strip().removeprefix("|").removesuffix("|") for line in rows if not _RULER.fullmatch(line.strip()))
    return tuple(tuple(cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", row)) for row in inner)


def _with_table(rule: RuleText, of_section: Sequence[Table]) -> RuleText:
    """The rule with the table it needs: the one right below, or the only one of its section when the words speak of a table."""
    if rule.table in of_section:
        return rule
    speaks = len(of_section) == 1 and re.search(r"\btable\b", rule.text, re.IGNORECASE)
    return replace(rule, table=of_section[0] if speaks else ())
