"""YAML 1.2 with places: what a file may hold, and what is said about one that cannot be read."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcli.config.yaml import nodes
from simcli.config.yaml.document import parse_value, parse_yaml
from simcli.config.yaml.scalars import plain_scalar
from simcli.config.yaml.text_files import read_mapping
from simcli.errors import Problem, UserError, Where
from tests.config.project import Project


def failures(text: str) -> list[str]:
    """All that is said about a text, whether it stops the parse or not."""
    try:
        return [str(p) for p in parse_yaml(text, "f.yaml").problems]
    except UserError as error:
        return [str(p) for p in error.problems]


def test_values_are_plain_and_know_their_places() -> None:
    document = parse_yaml("a: 1\nb:\n  - x: on\n  - [2.50, 'no']\n3: ~\n", "f.yaml")
    assert document.data == {"a": 1, "b": [{"x": "on"}, [2.5, "no"]], 3: None}
    assert document.key(("b", 0, "x")) == Where("f.yaml", 3, 5)
    assert document.value(("b", 0, "x")) == Where("f.yaml", 3, 8)
    assert document.value(("b", 1, 1)) == Where("f.yaml", 4, 12)
    assert document.text(("b", 1, 0)) == "2.50"
    assert document.value(("b", 1, 7)) == Where("f.yaml", 4, 5)
    assert document.value((3,)) == Where("f.yaml", 5, 4)


def test_an_absent_value_stands_at_its_key() -> None:
    assert parse_yaml("a: 1\nb:\nc: 2\n", "f.yaml").value(("b",)) == Where("f.yaml", 2, 1)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("on", "on"),
        ("yes", "yes"),
        ("True", True),
        ("010", 10),
        ("0o10", 8),
        ("0x1F", 31),
        ("1_000", "1_000"),
        ("1e3", 1000.0),
        ("-.5", -0.5),
        ("2001-01-01", "2001-01-01"),
        ("1:30", "1:30"),
        ("", None),
        ("<<", "<<"),
    ],
)
def test_plain_words_follow_yaml_1_2(text: str, value: object) -> None:
    assert plain_scalar(text) == value
    assert type(plain_scalar(text)) is type(value)


def test_a_yaml_1_1_directive_changes_nothing() -> None:
    assert parse_yaml("%YAML 1.1\n---\na: on\n", "f.yaml").data == {"a": "on"}


def test_aliases_repeat_a_value_and_stand_at_their_own_place() -> None:
    document = parse_yaml("a: &x {k: 1}\nb: *x\nc: [*x]\n", "f.yaml")
    assert document.data == {"a": {"k": 1}, "b": {"k": 1}, "c": [{"k": 1}]}
    assert document.data["a"] is not document.data["b"]
    assert document.value(("b",)) == Where("f.yaml", 2, 4)
    assert document.value(("b", "k")) == Where("f.yaml", 1, 11)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: b: c\n", "f.yaml:1:5: a ':' is not expected here (quote text that holds ': ', and line up keys of one level)"),
        ("a: 1\n  b: 2\n", "f.yaml:2:4: a ':' is not expected here (quote text that holds ': ', and line up keys of one level)"),
        ("a:\n\tb: 1\n", "f.yaml:2:1: a tab stands in the indentation (indent with spaces)"),
        ("a: [1, 2\nb: 3\n", "f.yaml:2:2: the '[' of line 1 is not closed before this (add ',' or ']')"),
        ("a: {b: 1\n", "f.yaml:2:1: the '{' of line 1 is not closed before this (add ',' or '}')"),
        ("a: 'x\n", "f.yaml:2:1: the text ends inside quotes (close the quote)"),
        ("a: @x\n", "f.yaml:1:4: found character '@' cannot start a value (quote text that starts with a special character)"),
        ("- a\nb: 1\n", "f.yaml:2:1: this line does not fit the indentation above (line up keys and '-' of one level)"),
        ("a: - b\n", "f.yaml:1:4: a '-' is not expected here (start a list on its own lines, or write [a, b])"),
        ("a: ]\n", "f.yaml:1:4: a sign of YAML stands where a value is expected (quote it if it is meant as text)"),
        ('a: "\\q"\n', "f.yaml:1:6: an unknown \\ escape inside double quotes (use single quotes)"),
        ("a: 1\nb: \x07\n", "f.yaml:2:4: a control character stands in the text (save the file as plain text)"),
        ("a: 1\n---\nb: 2\n", "f.yaml:2:1: a second document starts here (keep one document in a file, without '---' between)"),
        ("a: *x\n", "f.yaml:1:4: the alias *x names nothing above it (mark a value with &x first)"),
        ("a: &x [*x]\n", "f.yaml:1:8: the alias *x stands inside the value it names"),
        ("a: !!str 1\n", "f.yaml:1:4: the tag !!str is not used here (quote what is meant as text)"),
        ("a: !foo {b: 1}\n", "f.yaml:1:4: the tag !foo is not used here (quote what is meant as text)"),
        ("a: .nan\n", "f.yaml:1:4: '.nan' is not a number that can be used (write an ordinary number)"),
        ("a: [1, -.inf]\n", "f.yaml:1:8: '-.inf' is not a number that can be used (write an ordinary number)"),
        ("a: 1e999\n", "f.yaml:1:4: '1e999' is larger than any number that can be used (write an ordinary number)"),
        ("a: 1" + "0" * 5000, "f.yaml:1:4: a number of 5001 characters is longer than any that can be used (write an ordinary number)"),
        ("[1]: 2\n", "f.yaml:1:1: a key must be a name or a whole number (quote it if it is meant as a name)"),
        ("true: 2\n", "f.yaml:1:1: a key must be a name or a whole number (quote it if it is meant as a name)"),
        ("a: 1\nb:\n  c: 1\n  c: 2\n", "f.yaml:4:3: the key 'c' stands here a second time (it stands first at f.yaml:3:3; keep one)"),
        ("", "f.yaml: the file is empty (`simcli init DIR` writes examples to start from)"),
        ("# only a comment\n", "f.yaml: the file is empty (`simcli init DIR` writes examples to start from)"),
        ("---\n", "f.yaml: the file is empty (`simcli init DIR` writes examples to start from)"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_place(text: str, said: str) -> None:
    assert failures(text) == [said]


def test_deep_nesting_is_refused_before_it_hurts() -> None:
    assert failures("a: " + "[" * 5000)[0] == "f.yaml:1:35: values are nested more than 32 deep"
    chain = "a0: &a0 [1]\n" + "".join(f"a{i}: &a{i} [*a{i - 1}]\n" for i in range(1, 100))
    assert "nested more than 32 deep once the aliases are written out" in failures(chain)[0]


def test_an_alias_bomb_is_refused() -> None:
    bomb = "a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n" + "".join(f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]\n" for i in range(1, 9))
    assert "holds more than 50000 values once its aliases are written out" in failures(bomb)[0]


def test_a_huge_file_is_refused() -> None:
    rows = ", ".join("[" + "1," * 1_000 + "]" for _ in range(101))
    assert failures(f"a: [{rows}]")[0].endswith("the file holds more than 50000 values")


@pytest.mark.parametrize("number", [nodes.MAX_ENTRIES, nodes.MAX_ENTRIES + 1, 20_000])
def test_a_long_list_or_mapping_is_told_with_its_key_and_not_read_to_its_end(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    read: list[object] = []
    entry = nodes._Composer.entry
    monkeypatch.setattr(nodes._Composer, "entry", lambda self, event, *more: read.append(event) or entry(self, event, *more))
    most = nodes.MAX_ENTRIES
    said = [f"f.yaml:2:4: b: found more than {most:,} entries, the most that a list or mapping holds"] if number > most else []
    for text in (f"[{', '.join('1' * number)}]", f"{{{', '.join(f'x{i}: 1' for i in range(number))}}}"):
        read.clear()
        assert failures(f"a: 1\nb: {text}") == said
        assert len(read) <= 2 * most + 10


def test_files_that_are_no_text_files(project: Project) -> None:
    project.write("folder/run.yaml", "a: 1")
    project.write("binary.yaml", b"a: \x00\x01")
    project.write("latin.yaml", "a: 1\nb: é\n".encode("latin-1"))
    project.write("list.yaml", "- 1\n")
    project.write("word.yaml", "hello\n")
    project.write("big.yaml", b"#" * 1_000_001)
    said = {
        name: project.refused(partial(read_mapping, Path(name)))
        for name in ("folder", "binary.yaml", "latin.yaml", "list.yaml", "word.yaml", "big.yaml", "lst.yaml", "nowhere/x.yaml")
    }
    assert said == {
        "folder": ["folder: this is a folder, expected a file (did you mean folder/run.yaml?)"],
        "binary.yaml": ["binary.yaml: this is not a text file (save it as plain UTF-8 text)"],
        "latin.yaml": ["latin.yaml:2:4: the byte 0xe9 is not UTF-8 text (save the file as UTF-8)"],
        "list.yaml": ["list.yaml:1:1: found a list, expected keys with values (write `key: value` lines)"],
        "word.yaml": ["word.yaml:1:1: found a single value, expected keys with values (write `key: value` lines)"],
        "big.yaml": ["big.yaml: the file is larger than 1 MB"],
        "lst.yaml": ["lst.yaml: there is no such file (did you mean list.yaml?)"],
        "nowhere/x.yaml": ["nowhere/x.yaml: there is no such file"],
    }


def test_a_byte_order_mark_and_windows_lines_are_fine(project: Project) -> None:
    project.write("run.yaml", b"\xef\xbb\xbfa: 1\r\nb: 2\r\n")
    document = read_mapping(Path("run.yaml"))
    assert document.data == {"a": 1, "b": 2}
    assert document.value(("b",)) == Where("run.yaml", 2, 4)


def test_a_value_on_the_command_line_has_one_place() -> None:
    document = parse_value("{a: [1, 2]}", Where("--set x"))
    assert document.data == {"a": [1, 2]}
    assert document.value(("a", 1)) == Where("--set x")
    assert parse_value("", Where("--set x")).data is None


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**12), 10**12) | st.text(st.characters(codec="ascii", categories=["L", "N"]), max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abcxyz", min_size=1, max_size=4), inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(st.text("abcxyz", min_size=1, max_size=4), VALUES, min_size=1, max_size=4))
def test_what_json_can_say_is_read_back_as_said(data: object) -> None:
    import json

    assert parse_yaml(json.dumps(data), "f.yaml").data == data


@given(st.text(max_size=60))
def test_no_text_makes_the_reader_fail_in_another_way(text: str) -> None:
    failures(text)


@given(st.text("ab:-[]{}&*!|>'\"#%@ \n\t,?0.", max_size=40))
def test_no_punctuation_makes_the_reader_fail_in_another_way(text: str) -> None:
    failures(text)


FAULTY = "a: !!int 1\nb: 1\nb: 2\n"


def test_a_second_reading_names_the_same_problems_and_shares_no_data() -> None:
    """A text is parsed once in a process, and each of its documents is changed by itself."""
    first = failures(FAULTY)
    assert len(first) == 2
    assert failures(FAULTY) == first
    elsewhere = [str(problem) for problem in parse_yaml(FAULTY, "other.yaml").problems]
    assert elsewhere == [line.replace("f.yaml", "other.yaml") for line in first]
    assert failures("a: [") == failures("a: [") != []

    changed, other = parse_yaml("a: {b: [1]}\n", "f.yaml"), parse_yaml("a: {b: [1]}\n", "f.yaml")
    changed.data["a"]["b"].append(2)
    changed.problems.append(Problem(Where("f.yaml"), "a fault of one document"))
    assert parse_yaml("a: {b: [1]}\n", "f.yaml").data == other.data == {"a": {"b": [1]}}
    assert parse_yaml("a: {b: [1]}\n", "f.yaml").problems == []
