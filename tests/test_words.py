"""Names, help and docstrings use the field's words: phrases that HOUSE calls by a noun are found here."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from simcli.cli.app import verbs

PACKAGE = Path(__file__).parents[1] / "simcli"
INSTEAD = {
    "whole or not at all": "atomically",
    "if nobody says otherwise": "by default",
    "but for": "except",
    "anew": "again",
    "besides": "as well, in addition to",
    "whatever": "regardless of, any",
    "pedigree": "provenance",
    "what came of it": "the result",
    "goes with": "is associated with",
    "go on with": "resume",
    "goes on with": "resumes",
    "gone on with": "resumed",
    "so many": "a number of, at most",
    "of whom": "with, whose",
    "what came of": "the result of",
    "is told": "is reported, gets",
    "are told": "are reported, get",
    "how it is told": "how it is printed",
}
PHRASES = re.compile(rf"\b({'|'.join(INSTEAD)})\b", re.IGNORECASE)
OTHERS = ("games", "engine", "testing")
"""Folders whose docstrings are in kernels or in the words of a game's rules."""


def docstrings(path: Path) -> Iterator[tuple[int, str]]:
    """Lines and texts of all strings of a file that stand alone."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        for one in getattr(node, "body", ()) if isinstance(getattr(node, "body", ()), list) else ():
            if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant) and isinstance(one.value.value, str):
                yield one.lineno, one.value.value


def test_docstrings_use_the_words_of_the_field() -> None:
    files = [path for path in PACKAGE.rglob("*.py") if path.relative_to(PACKAGE).parts[0] not in OTHERS]
    found = [f"{path.relative_to(PACKAGE)}:{line}: {text}" for path in files for line, text in docstrings(path) if PHRASES.search(text)]
    assert len(files) > 300
    assert found == [], f"say {INSTEAD}"


@pytest.mark.parametrize("verb", [*verbs()], ids=lambda verb: verb.name)
def test_help_uses_the_words_of_the_field(verb) -> None:
    command = verb.command()
    texts = [command.help or "", *(getattr(option, "help", "") or "" for option in command.params)]
    assert [text for text in texts if PHRASES.search(text)] == []


def test_a_phrase_is_found() -> None:
    assert PHRASES.search("Written whole or not at all.")
    assert not PHRASES.search("a new one")
