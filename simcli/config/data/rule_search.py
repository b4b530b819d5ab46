"""Rules that speak of something: found by words of their text and headings, and by the names of the items they are about."""

from __future__ import annotations

import difflib
import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from simcli.base.grouped import grouped
from simcli.base.strangers import composed
from simcli.config.data.components import readable_components
from simcli.config.data.rule_texts import RuleText, read_rules
from simcli.config.yaml.addresses import is_records
from simcli.config.yaml.problems import Problems
from simcli.errors import UserError
from simcli.games import get_game, sound_ids

MOST = 12
"""Rules that are listed at most."""
ITEM, TITLE, HEADING, TEXT = 12.0, 12.0, 6.0, 3.0
"""Worth of a word by where it stands: in the name of the item a rule is about, in the first words of a rule, above it, in its text. Of a
name, of first words and of a heading it is the part of them that is searched for."""
IN_PART = 0.5
"""Worth of another form of the word, such as `steals` for `stealing`."""
ENDINGS = ("ing", "ed", "es", "s")
LONGEST_ENDING = max(map(len, ENDINGS))
NAMES = ("id", "name", "name_ja")
"""Fields of an item by which it is called."""

Words = tuple[str, ...]


@dataclass(frozen=True)
class FoundRules:
    """The best rules of a search, and how many there are in all."""

    rules: tuple[RuleText, ...]
    total: int


@dataclass(frozen=True)
class _Sheet:
    """A rule as words by where they stand."""

    rule: RuleText
    parts: tuple[tuple[float, Words], ...]


def search_rules(text: str, game_id: str | None = None) -> FoundRules:
    """The rules of one game, or of all, that speak of all words of a text, best first. UserError with the nearest words where none does."""
    wanted = _words(text)
    found = []
    for game in [game_id] if game_id else sound_ids():
        others = (other for names, _ in _items(game) if wanted in names for other in sorted(names))
        ways = [wanted, *(other for other in others if other != wanted)]
        for sheet in _sheets(game):
            if score := max(_score(way, sheet) for way in ways):
                found.append((score, sheet.rule))
    if not wanted or not found:
        what = f"no rule of {game_id or 'any game'} speaks of it"
        raise UserError.of(text, what, _nearest(wanted, [game_id] if game_id else sound_ids()))
    best = sorted(found, key=lambda one: -one[0])
    return FoundRules(tuple(rule for _, rule in best[:MOST]), len(best))


def summary_of(rule: RuleText, longest: int = 160) -> str:
    """What a rule says, cut after a word."""
    text = " ".join((rule.text or "; ".join(cell for _, cell in rule.columns if cell)).split())
    return text if len(text) <= longest else text[:longest].rpartition(" ")[0] + " …"


def _words(text: str) -> Words:
    return tuple(re.findall(r"[^\W_]+", composed(text).casefold()))


@cache
def _items(game_id: str) -> tuple[tuple[frozenset[Words], str], ...]:
    """What each record of a game's files is called, in words, and the rule it names."""
    files = readable_components(get_game(game_id), Problems()) or {}
    parts = [part for file in files.values() if isinstance(file.data, dict) for part in file.data.values() if is_records(part)]
    return tuple(
        (frozenset(_words(str(record[key])) for key in NAMES if record.get(key)), str(record.get("rule") or ""))
        for record in itertools.chain.from_iterable(parts)
    )


@cache
def _sheets(game_id: str) -> tuple[_Sheet, ...]:
    named = grouped((rule, name) for names, rule in _items(game_id) for name in names)
    return tuple(_sheet(rule, named.get(rule.id, ())) for rule in read_rules(get_game(game_id)).values())


def _sheet(rule: RuleText, items: Iterable[Words]) -> _Sheet:
    cells = [cell for _, cell in rule.columns]
    title = cells[0] if cells else re.split(r"[:.(\[]", rule.text, maxsplit=1)[0]
    short = _words(title) if len(title.split()) <= 6 else ()
    named = [(ITEM, name) for name in items] + [(TITLE, short)] + [(HEADING, _words(heading)) for heading in rule.headings]
    return _Sheet(rule, (*named, (TEXT, _words(" ".join((rule.text, *cells))))))


def _score(wanted: Words, sheet: _Sheet) -> float:
    """What a rule is worth to a search; 0 where it lacks one of the words."""
    parts = [(worth if worth == TEXT else worth * min(1.0, len(wanted) / max(1, len(there))), there) for worth, there in sheet.parts]
    scores = [sum(worth * _likeness(word, there) for worth, there in parts) for word in wanted]
    return sum(scores) if scores and all(scores) else 0.0


def _likeness(word: str, there: Words) -> float:
    """1 where a word stands there, and a little more where it does often; less for another form of it."""
    if times := there.count(word):
        return 1.0 + min(times, 5) / 20
    stem = next((word.removesuffix(one) for one in ENDINGS if word.endswith(one) and len(word) - len(one) >= 3), word)
    is_form = len(stem) >= 3 and any(one.startswith(stem) and len(one) - len(stem) <= LONGEST_ENDING for one in there)
    return IN_PART if is_form else 0.0


def _nearest(wanted: Words, games: Sequence[str]) -> str:
    """Hint with the words most like those that no rule has."""
    known = {word for game in games for sheet in _sheets(game) for _, there in sheet.parts for word in there if len(word) > 2}
    close = [one for word in wanted if word not in known for one in difflib.get_close_matches(word, sorted(known), 2, 0.7)]
    if close:
        return f"did you mean {' or '.join(repr(one) for one in dict.fromkeys(close))}?"
    return "name an item, or a word of the rules; fewer words find more"
