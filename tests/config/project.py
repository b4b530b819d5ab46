"""The folder a config test works in, and a way to ask what is wrong with a config."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from simcli.config import ResolvedRun, load_config
from simcli.errors import UserError


@dataclass
class Project:
    """The folder a test works in; it is the current folder too, so that places read `run.yaml:1:1`."""

    folder: Path

    def write(self, name: str, text: str | bytes) -> Path:
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(text, bytes):
            path.write_bytes(text)
        else:
            path.write_text(text, encoding="utf-8")
        return path

    def files(self) -> dict[str, bytes]:
        return {str(p): p.read_bytes() for p in Path().rglob("*") if p.is_file()}

    def load(self, text: str, *sets: str, **more: Any) -> ResolvedRun:
        return load_config(self.write("run.yaml", text), sets, **more)

    def problems(self, text: str, *sets: str, **more: Any) -> list[str]:
        """What is wrong with a config, as printed; nothing may be written on the way."""
        self.write("run.yaml", text)
        return self.refused(lambda: load_config("run.yaml", sets, **more))

    def refused(self, act: Callable[[], object]) -> list[str]:
        before = self.files()
        with pytest.raises(UserError) as caught:
            act()
        assert self.files() == before
        return [str(p) for p in caught.value.problems]
