"""What the folders below one hold: read from the JSON in them alone, which is shown and never believed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simcli.base.files import PAGE
from simcli.sim.folder.names import RUN, STUDY, SUMMARY

UNFINISHED = "not finished"


@dataclass(frozen=True)
class Listed:
    """A folder with results, as a line of a list."""

    folder: Path
    when: float
    """seconds since 1970 of what was written last"""
    question: str
    """the question of its report; may be empty"""
    config: str
    """its config, or what it is of where that was no file"""
    answer: str
    deals: int | None
    changes: tuple[str, ...]
    """what of the rules is changed: `knight copies 11 -> 12`"""


@dataclass(frozen=True)
class DamagedFolder:
    """A folder whose files cannot be read, and why."""

    folder: Path
    why: str


def listed(root: Path) -> Iterator[Listed | DamagedFolder]:
    """The folders with results below `root`, or `root` itself if it is one; the newest first, those that cannot be read at the end."""
    places = [root] if _is_one(root) else sorted(place for place in root.iterdir() if place.is_dir() and _is_one(place))
    found: list[Listed | DamagedFolder] = []
    for place in places:
        try:
            found.append(_read(place))
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            found.append(DamagedFolder(place, str(error).partition("\n")[0] or type(error).__name__))
    yield from sorted(found, key=lambda one: -one.when if isinstance(one, Listed) else 0.0)


def pages(root: Path) -> list[Path]:
    """The pages of the folders below `root`, the newest first."""
    found = [page for page in root.glob(f"*/{PAGE}") if page.is_file()]
    return sorted(found, key=lambda page: page.stat().st_mtime, reverse=True)


def _is_one(place: Path) -> bool:
    return any((place / name).is_file() for name in (RUN, STUDY))


def _read(place: Path) -> Listed:
    if (place / RUN).is_file():
        path = place / RUN
        data = _json(path)
        run, shard = _mapping(data["run"]), data.get("shard")
        question, config = _text(_mapping(run["report"])["question"]), _text(run["config"]) or _text(run["name"])
        results, own = place / SUMMARY, f"shard {shard} of a run" if shard else UNFINISHED
    else:
        path = place / STUDY
        data = _mapping(_json(path)["data"])
        study, info = _text(data["study"]), _mapping(data["info"])
        question, config = _text(info.get("question") or ""), _text(info.get("title") or "") or study
        results, own = place / f"{Path(study).name}.json", UNFINISHED
    if not results.is_file():
        return Listed(place, path.stat().st_mtime, question, config, own, None, ())
    found = _json(results)
    deals, answer, changes = found.get("deals"), _text(found["answer"]), found.get("changes") or ()
    if deals is not None and not isinstance(deals, int):
        raise ValueError(f"{results.name} says no number of deals")
    texts = tuple(f"{_text(one['name'])} {_text(one['was'])} -> {_text(one['now'])}" for one in changes)
    return Listed(place, results.stat().st_mtime, question, config, answer, deals, texts)


def _json(path: Path) -> Mapping[str, Any]:
    return _mapping(json.loads(path.read_bytes()))


def _mapping(value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ValueError("it is not what simcli wrote")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("it is not what simcli wrote")
    return value
