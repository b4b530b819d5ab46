"""Results in a notebook: what every result shows of itself, and the examples in the docstrings of the Python API."""

from __future__ import annotations

import doctest
import importlib
from html.parser import HTMLParser
from pathlib import Path

import pytest

import simcli
from simcli.studies import module_of, study_names
from simcli.studies.result import Result


class Balanced(HTMLParser):
    """Counts tags that are not closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_a_result_shows_its_answer_confidence_picture_and_table() -> None:
    found = simcli.simulate("guildes/plans", players=[3, 4], deals=20)
    shown = found._repr_html_()
    assert Balanced(shown).open == []
    assert all(text in shown for text in (found.answer.claim, found.answer.sure, "<svg ", "<table>"))
    table = found.table()
    assert list(table.columns) == ["figure", "subject", "players", "low", "value", "high", "usual", "verdict"]
    assert len(table) == len(found.answer.rows) == 18
    (key,) = found.plot().legends
    assert {text.get_text() for text in key.get_texts()} == {row.says for row in found.answer.rows}


def test_a_change_is_shown_with_what_was_before() -> None:
    found = simcli.whatif("guildes/seats", "options.events=on", players=3, deals=20)
    assert {"change_low", "change", "change_high", "variant"} <= set(found.table().columns)
    shown = found._repr_html_()
    assert "As it is" in shown
    assert "As it is" not in found.answer.claim


def source(study: str) -> str:
    """The module of its function."""
    module = module_of(study, "play")
    return Path(str(module.__file__)).read_text("utf-8") if module else ""


EXAMPLES = [name for name in study_names() if ">>> " in source(name)]


def test_every_study_that_is_played_has_an_example() -> None:
    assert {name for name in study_names() if module_of(name, "play")} - set(EXAMPLES) <= {"reply"}


@pytest.mark.parametrize("study", EXAMPLES)
def test_the_example_of_a_study_says_what_it_says(study: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    module = importlib.import_module(f"simcli.studies.{study}.play")
    tests = [one for one in doctest.DocTestFinder().find(module, study, extraglobs={"simcli": simcli}) if one.examples]
    assert tests
    runner = doctest.DocTestRunner()
    found = list[Result]()
    for one in tests:
        runner.run(one, clear_globs=False)
        found += [value for value in one.globs.values() if isinstance(value, Result)]
    assert runner.failures == 0
    assert [section.title for one in found for section in one.page().shown[1:] if not section.says] == []
