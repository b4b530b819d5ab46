"""The random playout of Guildes in C: the unit in which `simcli bench` measures, and what the compiled Python is compared with.

The program is made where it is needed: guildes_reference.c, a header written from the layout of the tables record and the constants of
state.py, and the tables as the record's own bytes.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

SOURCE = Path(__file__).with_name("guildes_reference.c")
FLAGS = ("-std=gnu11", "-O3", "-march=native", "-Wall", "-Wextra")
CHECKS = ("-fsanitize=bounds", "-fsanitize-undefined-trap-on-error")
SEED = 11
C_TYPES = {"int32": "i32", "uint16": "u16", "uint32": "u32", "uint64": "u64", "uint8": "u8", "int64": "i64"}


class Played(NamedTuple):
    """What one process says: numbers that must agree, and its CPU time."""

    checksum: int
    games: int
    decisions: int
    seconds: float

    @property
    def result(self) -> tuple[int, int, int]:
        """All but the time."""
        return self.checksum, self.games, self.decisions


def build_tables(players: int, options: dict[str, object]) -> Any:
    """The tables record (a recarray of one row) of Guildes as shipped, with some options changed."""
    from simcli.config.data.components import component_data, read_components
    from simcli.games import get_game
    from simcli.games.components import options_of

    game = get_game("guildes")
    components = component_data(read_components(game))
    chosen = {o.id: o.default for o in options_of(components)} | options
    faults = game.checks.check_setup(components, chosen, players)
    if faults:
        raise ValueError(faults)
    return game.tables.build(components, chosen, players)


def header() -> str:
    """reference.h: the constants of state.py and the tables record as a C struct, its layout asserted."""
    from simcli.engine import header
    from simcli.engine.loop import playout
    from simcli.games.guildes import GAME, state
    from simcli.games.guildes.tables import TABLES

    constants = {k: v for k, v in vars(state).items() if k.isupper() and isinstance(v, int)}
    constants |= {
        "SEATS": header.MAX_SEATS,
        "LINEUP_STREAM": playout.LINEUP_STREAM,
        "LUCK_STREAM": playout.LUCK_STREAM,
        "ROUND_SHIFT": int(playout.ROUND_SHIFT),
    }
    constants["MAX_DECISIONS"] = GAME.max_decisions
    lines = [f"#define {name} {value}" for name, value in constants.items()]
    lines += ["#include <stddef.h>", "typedef struct {"]
    fields = {name: (TABLES[name], TABLES.fields[name][1]) for name in TABLES.names or ()} if TABLES.fields else {}
    for name, (kind, _) in fields.items():
        base, shape = kind.base, kind.shape
        lines.append(f"    {C_TYPES[base.name]} {name}{''.join(f'[{n}]' for n in shape)};")
    lines.append("} Tables;")
    lines += [f'_Static_assert(offsetof(Tables, {name}) == {offset}, "{name}");' for name, (_, offset) in fields.items()]
    lines.append(f'_Static_assert(sizeof(Tables) == {TABLES.itemsize}, "size");')
    return "\n".join(lines) + "\n"


def compiler() -> list[str]:
    """The command of the C compiler: CC, or `cc`."""
    return shlex.split(os.environ.get("CC", "")) or ["cc"]


def build_reference(folder: Path, checked: bool = False) -> Path:
    """Compiles the C program. OSError when there is no C compiler, CalledProcessError when it fails."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "reference.h").write_text(header(), "utf-8")
    program = folder / ("guildes_reference_checked" if checked else "guildes_reference")
    command = [*compiler(), *FLAGS, *(CHECKS if checked else ()), "-I", str(folder), str(SOURCE), "-o", str(program)]
    subprocess.run(command, check=True, capture_output=True)
    return program


def run_reference(program: Path, tables: Any, deals: int, first: int = 0, seed: int = SEED) -> Played:
    """Plays deals in C, in a process of its own."""
    with tempfile.NamedTemporaryFile(suffix=".tables") as file:
        file.write(tables.tobytes())
        file.flush()
        return run_program(program, Path(file.name), deals, first, seed)


def run_program(program: Path, tables: Path, deals: int, first: int = 0, seed: int = SEED) -> Played:
    """The same with the tables in a file."""
    command = [str(program), str(tables), str(seed), str(first), str(deals)]
    words = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return Played(int(words[0]), int(words[1]), int(words[2]), float(words[3]))
