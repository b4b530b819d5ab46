"""Documents of data files are read once for all processes, and again whenever they must be."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from simcli.base.files import DAYS_KEPT
from simcli.config.yaml import text_files
from simcli.config.yaml.document import Document, parse_yaml
from simcli.config.yaml.kept import kept
from simcli.config.yaml.text_files import read_mappings
from simcli.errors import UserError, Where
from tests.conftest import count_calls

TEXT = "cards:\n  - {id: fool, points: 3}\n"
RAW = {"data/cards.yaml": TEXT.encode()}


def never() -> dict[str, Document]:
    raise AssertionError("read once more")


def documents() -> dict[str, Document]:
    return {"cards": parse_yaml(TEXT, "data/cards.yaml")}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SIMCLI_CACHE_DIR", str(tmp_path))
    return tmp_path / "documents"


def test_the_second_time_nothing_is_read_and_all_is_as_it_was(folder: Path) -> None:
    first, second = kept(RAW, documents), kept(RAW, never)
    assert second == first == documents()
    assert second["cards"].value(("cards", 0, "points")) == Where("data/cards.yaml", 2, 24)


@pytest.mark.parametrize("other", [{"data/cards.yaml": RAW["data/cards.yaml"] + b"#"}, {"elsewhere/cards.yaml": TEXT.encode()}, {}])
def test_other_files_are_read(folder: Path, other: dict[str, bytes]) -> None:
    kept(RAW, documents)
    assert kept(other, lambda: {"other": parse_yaml("a: 1", "o")}).keys() == {"other"}


def test_a_damaged_file_is_read_anew(folder: Path) -> None:
    kept(RAW, documents)
    (path,) = folder.iterdir()
    whole = path.read_bytes()
    for damaged in (whole[:-1], whole[: len(whole) // 2], b"", whole.replace(b"fool", b"food")):
        path.write_bytes(damaged)
        assert kept(RAW, documents) == documents()
        assert path.read_bytes() == whole


def test_what_cannot_be_read_is_not_kept(folder: Path) -> None:
    def broken() -> dict[str, Document]:
        return {"cards": parse_yaml("cards: [", "data/cards.yaml")}

    for _ in range(2):
        with pytest.raises(UserError):
            kept(RAW, broken)
    assert not folder.exists()


def test_where_nothing_can_be_written_all_is_read_each_time(folder: Path) -> None:
    folder.write_text("a file stands where the folder would be")
    assert kept(RAW, documents) == documents()
    with pytest.raises(AssertionError, match="read once more"):
        kept(RAW, never)


def test_what_is_old_is_deleted(folder: Path) -> None:
    kept(RAW, documents)
    (old,) = folder.iterdir()
    os.utime(old, (0, old.stat().st_mtime - (DAYS_KEPT + 1) * 86400))
    kept({"data/other.yaml": b""}, documents)
    assert len(list(folder.iterdir())) == 1
    assert not old.exists()


def test_of_a_long_file_all_documents_are_kept(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Faults among them are told each time."""
    file, body = tmp_path / "rules.yaml", "".join(f"card {i}: {'x' * 90}\n" for i in range(60))
    file.write_text(f"{body}---\nname: second\n", "utf-8")
    first = read_mappings(file)
    parsed = count_calls(monkeypatch, [(text_files, "parse_yaml")])
    assert read_mappings(file) == first
    assert parsed.total() == 0
    assert first[1].value(("name",)) == Where(str(file), 62, 7)
    file.write_text(f"{body}---\n- a list\n", "utf-8")
    for _ in range(2):
        with pytest.raises(UserError, match="expected keys with values"):
            read_mappings(file)
    assert len(list(folder.iterdir())) == 1
