"""Reading the user's text files: every way a file can fail to be one is a problem with a hint, never a traceback."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from simcli.base.strangers import same_names
from simcli.config.yaml.document import Document, parse_yaml
from simcli.config.yaml.kept import kept
from simcli.errors import Problem, UserError, Where

MAX_BYTES = 1_000_000
LONG = 4_000
"""Letters from which on the documents of a file are kept."""
_DOCUMENT = re.compile(r"^---(?=\s|$)", re.M)
_CONTENT = re.compile(r"^\s*[^#\s]", re.M)
CLOSE = 0.75
"""How alike two file names must be for one to be offered for the other: 1 is the same, 0.75 a letter wrong in four."""


def read_text(path: Path) -> str:
    """Text of a UTF-8 file, a byte order mark dropped. UserError for a folder, a missing, huge, binary or non-UTF-8 file."""
    path = meant_file(path)
    if path.is_dir():
        raise UserError.of(path, "this is a folder, expected a file", _first_inside(path))
    try:
        if path.exists() and not path.is_file():
            raise UserError.of(path, "this is not an ordinary file")
        if path.stat().st_size > MAX_BYTES:
            raise UserError.of(path, f"the file is larger than {MAX_BYTES // 1_000_000} MB")
        raw = path.read_bytes()
    except FileNotFoundError:
        raise UserError.of(path, "there is no such file", nearest_file(path)) from None
    except (OSError, ValueError) as error:
        raise UserError.of(path, f"the file cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if b"\0" in raw:
        raise UserError.of(path, "this is not a text file", "save it as plain UTF-8 text")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start]
        where = Where(str(path), before.count(b"\n") + 1, error.start - before.rfind(b"\n"))
        raise UserError.of(where, f"the byte {raw[error.start]:#04x} is not UTF-8 text", "save the file as UTF-8") from None


def meant_file(path: Path) -> Path:
    """The file or folder that a name means, compared in composed form. UserError where several differ in the form of their letters only."""
    found = same_names(path)
    if len(found) > 1:
        names = " and ".join(ascii(one.name) for one in found)
        what = f"{len(found)} files are called so, which differ in the form of their letters only: {names}"
        raise UserError.of(path, what, "rename or delete all but one")
    return found[0]


def read_mapping(path: Path) -> Document:
    """Document of a YAML file whose root is a mapping. UserError as `read_text` and `parse_yaml`, and for any other root."""
    return as_mapping(parse_yaml(read_text(path), str(path)))


def read_mappings(path: Path) -> list[Document]:
    """Documents of a YAML file that may hold several, each a mapping; UserError with the faults of all of them. Do not change them."""
    text = read_text(path)
    if len(text) < LONG:
        return _mappings(path, text)
    return kept({f"all of {path}": text.encode()}, lambda: _mappings(path, text))


def _mappings(path: Path, whole: str) -> list[Document]:
    documents, faults = [], []
    for i, text in enumerate(split_documents(whole)):
        try:
            if i and not _CONTENT.search(text.lstrip().removeprefix("---")):
                raise UserError.of(Where(str(path), len(text) - len(text.lstrip("\n")) + 1, 1), "nothing follows this '---'", "remove it")
            documents.append(as_mapping(parse_yaml(text, str(path))))
        except UserError as error:
            faults += error.problems
    if faults:
        raise UserError(faults)
    return documents


def split_documents(text: str) -> list[str]:
    """The texts of the documents of a YAML file, each with as many empty lines before it as stand before it in the file."""
    starts = [0, *(line.start() for line in _DOCUMENT.finditer(text)), len(text)]
    pieces = [(start, text[start:end]) for start, end in pairwise(starts)]
    if len(pieces) > 1 and not _CONTENT.search(pieces[0][1]):
        del pieces[0]  # nothing, or comments, before the first `---`
    return ["\n" * text.count("\n", 0, start) + piece for start, piece in pieces]


def as_mapping(document: Document) -> Document:
    """The document, if its root is a mapping. UserError if it is not."""
    if not isinstance(document.data, dict):
        kind = "a list" if isinstance(document.data, list) else "a single value"
        problem = Problem(document.value(()), f"found {kind}, expected keys with values", "write `key: value` lines")
        raise UserError([*document.problems, problem])
    return document


def nearest_file(path: Path, more: Sequence[str] = ()) -> str:
    """Hint naming the existing file beside `path` (or of `more`) whose name is most like it; empty when none is close.

    The folder, or the game of a shipped config, weighs first: the nearest name in the nearest of them comes before all others.
    """
    names = list(more)
    if path.parent.is_dir():
        names += [str(p) for p in path.parent.iterdir() if not p.name.startswith(".")]
    home = _most_like(str(path.parent).lower(), [str(Path(n).parent).lower() for n in names])
    for some in ([n for n in names if str(Path(n).parent).lower() == home], names):
        by_stem = {Path(n).stem.lower(): n for n in reversed(some)}
        if close := _most_like(path.stem.lower(), list(by_stem)):
            return f"did you mean {by_stem[close]}?"
    return ""


def _most_like(given: str, names: Sequence[str]) -> str:
    """The name itself, one slip away, or else close; empty when none is."""
    slips = [given] * (given in names) or [name for name in names if _is_slip(given, name)]
    close = slips or difflib.get_close_matches(given, names, n=1, cutoff=CLOSE)
    return close[0] if close else ""


def _is_slip(a: str, b: str) -> bool:
    """Whether two names differ by one letter, or by two neighbours that changed places: in short names that is much of them."""
    if len(a) != len(b) or len(a) < 3:
        return False
    wrong = [i for i in range(len(a)) if a[i] != b[i]]
    swapped = len(wrong) == 2 and wrong[1] == wrong[0] + 1 and (a[wrong[0]], a[wrong[1]]) == (b[wrong[1]], b[wrong[0]])
    return len(wrong) <= 1 or swapped


def _first_inside(path: Path) -> str:
    try:
        inside = sorted(p for p in path.iterdir() if p.suffix in (".yaml", ".yml"))
    except OSError:
        return ""
    return f"did you mean {inside[0]}?" if inside else ""
