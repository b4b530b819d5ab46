"""A game's component files: read with marks, patched, and handed to the game's own checks, whose findings get their places back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path

from simcli.config.data.options import OptionValue, read_options, unknown_settings
from simcli.config.data.patch import Patched
from simcli.config.yaml.addresses import KeyPath, canonical
from simcli.config.yaml.document import Document
from simcli.config.yaml.kept import kept
from simcli.config.yaml.problems import Problems
from simcli.config.yaml.text_files import read_mapping
from simcli.errors import Fault, Where, faults_of
from simcli.game import Components, Game, Option


def read_components(game: Game) -> dict[str, Document]:
    """Documents of the game's data files by stem, in the order of their names; read once per version of the files. Do not change them.

    UserError with the problems of all files that cannot be read.
    """
    files = sorted(game.data_folder.glob("*.yaml"))
    return dict(_read(tuple((p, p.stat().st_mtime_ns, p.stat().st_size) for p in files)))


@lru_cache(maxsize=32)
def _read(files: tuple[tuple[Path, int, int], ...]) -> dict[str, Document]:
    paths = [path for path, _, _ in files]
    try:
        raw = {str(path): path.read_bytes() for path in paths}
    except OSError:
        return _parsed(paths)  # which says what is wrong with which file
    return kept(raw, lambda: _parsed(paths))


def _parsed(paths: Sequence[Path]) -> dict[str, Document]:
    problems = Problems()
    documents: dict[str, Document] = {}
    for path in paths:
        document = problems.attempt(partial(read_mapping, path))
        if document is not None:
            problems.extend(document.problems)
            documents[path.stem] = document
    problems.raise_any()
    return documents


def component_data(documents: Mapping[str, Document]) -> Components:
    """The plain data of component documents by stem, as printed."""
    return Components({stem: document.data for stem, document in documents.items()})


@dataclass(frozen=True)
class FaultPlaces:
    """Places of the key paths in a game's faults: the config's patch or options when the value came from there, else the data file."""

    documents: Mapping[str, Document]
    patched: Patched
    config: Document | None

    def own(self, path: KeyPath) -> Where | None:
        """Place in the config of what a path leads to, when the patch has put it there."""
        origin = self.patched.origin(canonical(self.patched.data, path)) if self.config else None
        return self.config.value(origin) if self.config and origin is not None else None

    def of_components(self, path: KeyPath) -> Where:
        """Place of a path that starts with a file stem."""
        if (own := self.own(path)) is not None:
            return own
        if path and (document := self.documents.get(str(path[0]))):
            return document.value(canonical(self.patched.data, path)[1:])
        return self.config.value(()) if self.config else Where("component data")

    def of_setup(self, path: KeyPath) -> Where:
        """The same, where `options` and `players` mean the config's own keys."""
        if self.config and path and path[0] in ("options", "players"):
            return self.config.value(path)
        return self.of_components(path)


def check_components(
    game: Game, places: FaultPlaces, options: Mapping[str, OptionValue], players: Sequence[int], problems: Problems
) -> None:
    """Asks the game whether it can be played with the patched components, these options and player counts; faults become problems."""
    if strange := unknown_settings(own_options(game), options, places.patched.data):
        message = f"options: the rules of {game.title} do not know {', '.join(strange)}"
        problems.add(places.of_components(("options", "options")), message, "options keep the ids and values the rules are written for")
        return
    data = places.patched.data
    faults = faults_of(partial(game.checks.validate, data))
    _report(faults, _blamed(faults, places, game.checks.validate, places.of_components), problems)
    if faults:
        return
    for count in players:

        def check(changed: Components, n: int = count) -> list[Fault]:
            return game.checks.check_setup(changed, dict(options), n)

        faults = faults_of(partial(check, data))
        _report(faults, _blamed(faults, places, check, places.of_setup), problems)


def _blamed(
    faults: Sequence[Fault], places: FaultPlaces, check: Callable[[Components], list[Fault]], place: Callable[[KeyPath], Where]
) -> Callable[[KeyPath], Where]:
    """`place`, except for a fault in data the patch left alone the change without which it is gone: a cause stands where it was written."""
    config, patched = places.config, places.patched
    far = {f.path for f in faults if f.path[:1] not in (("options",), ("players",)) and places.own(f.path) is None}
    causes: dict[KeyPath, Where] = {}
    if config is not None and far:
        before = component_data(places.documents)
        for path, origin in patched.origins.items():
            left = {f.path for f in faults_of(partial(check, patched.without(path, before)))}
            causes |= {fault: config.value(origin) for fault in far - left if fault not in causes}
    return lambda path: causes.get(path) or place(path)


def own_options(game: Game) -> dict[str, Option]:
    """The options that the rules of a game look up: those of its own file."""
    return read_options(read_components(game).get("options"), Problems())


def _report(faults: Sequence[Fault], place: Callable[[KeyPath], Where], problems: Problems) -> None:
    for fault in faults:
        name = ".".join(str(step) for step in fault.path)
        problems.add(place(fault.path), f"{name}: {fault.what}" if name else fault.what, fault.hint)


def readable_components(game: Game, problems: Problems) -> dict[str, Document] | None:
    """`read_components`, with an unreadable file as a problem and None."""
    return problems.attempt(partial(read_components, game))
