"""Characters that look like others: names are compared in composed form, and what stands for a space, a colon, a quote or a minus is named.

A name typed on one machine may be another sequence of code points than the same name on another (é, or e and an accent); and what is pasted
from a page or a word processor has spaces, quotes and dashes that are no signs of YAML. A leaf.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from unicodedata import name, normalize

SPACES = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
NOTHING = "\u00ad\u034f\u115f\u180e\u200b-\u200d\u2060-\u2064\ufeff"
"""Characters of no width."""
QUOTES = "“”„‟‘’‚‛«»「」＂＇"
DASHES = "‐‑‒–—―−－"
FULL = "：，［］｛｝＃｜＞＆＊"
"""Wide forms of signs of YAML."""
COMMON = {"\u00a0": "a non-breaking space", "\u200b": "a zero-width space", "\ufeff": "a byte order mark", "−": "a minus sign of print"}
_HIDDEN = f"[{SPACES}{NOTHING}]"
_ANY = re.compile(f"[{SPACES}{NOTHING}{QUOTES}{DASHES}{FULL}]")
_IN_TEXT = re.compile(rf"{_HIDDEN}|^[{QUOTES}]|^[{DASHES}](?=[\s\d.])|[{FULL}]")
_IN_LINE = re.compile(
    rf"^\s*{_HIDDEN}|[:,\[{{-]\s*{_HIDDEN}|{_HIDDEN}\s*:|[:,\[{{-]\s*[{QUOTES}]|^\s*[{QUOTES}{DASHES}]|^[^#'\"：]*：|[:,\[{{]\s*[{FULL}{DASHES}]"
)


@dataclass(frozen=True)
class Stranger:
    """A character that is not what it looks like."""

    sign: str
    at: int
    """where it stands in the text"""

    @property
    def what(self) -> str:
        """`a non-breaking space (U+00A0) stands here`."""
        called = COMMON.get(self.sign) or f"the sign {name(self.sign, 'without a name').lower()}"
        return f"{called} (U+{ord(self.sign):04X}) stands here"

    @property
    def hint(self) -> str:
        """What to type in its place."""
        if re.match(f"[{SPACES}]", self.sign):
            return "type a plain space"
        if re.match(f"[{NOTHING}]", self.sign):
            return "delete it; it has no width, so retype the word"
        if self.sign in QUOTES:
            return "type a plain quote, ' or \""
        return "type a plain -" if self.sign in DASHES else f"type a plain {normalize('NFKC', self.sign)}"


def stranger_in(text: str) -> Stranger | None:
    """The first in a key or value as it was typed."""
    return _first_of(_IN_TEXT.search(text))


def stranger_in_lines(lines: list[str], first: int, last: int) -> tuple[int, Stranger] | None:
    """The first in the lines that a fault of syntax is about, where it can be the cause: the number of its line, and where it stands."""
    for i in range(max(first, 0), min(last + 1, len(lines))):
        if found := _first_of(_IN_LINE.search(lines[i])):
            return i, found
    return None


def _first_of(match: re.Match[str] | None) -> Stranger | None:
    """The first strange character of a match, behind what led to it."""
    if match is None:
        return None
    inside = _ANY.search(match.string, match.start(), match.end())
    assert inside is not None
    return Stranger(inside[0], inside.start())


def composed(text: str) -> str:
    """A text in the form in which names are compared (NFC)."""
    return text if text.isascii() else normalize("NFC", text)


def same_names(path: Path) -> list[Path]:
    """The files or folders that a path may mean, as they are named in their folders; the path itself where nothing is called so."""
    if str(path).isascii():
        return [path]
    found = [Path(path.anchor)]
    for part in path.parts[1 if path.anchor else 0 :]:
        there = [] if part.isascii() else [one for home in found for one in _inside(home) if composed(one.name) == composed(part)]
        found = there or [home / part for home in found]
    return found


def _inside(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except (OSError, ValueError):
        return []
