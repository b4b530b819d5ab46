"""Compiled code for a wheel: compiles what the commands of all games need and copies it to build/kernels; as a hook of hatchling it puts
what lies there into the wheel. A wheel that is built without it compiles at the first command, as a checkout does.

With names of architectures (`tools/ship_kernels.py aarch64`) it compiles everything anew, and makes object code for them too: of the same
intermediate code, which names no instruction of a machine, by LLVM's other backends.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simcli.engine.code.store import Code

ROOT = Path(__file__).parents[1]
BUILT = ROOT / "build" / "kernels"
TARGETS = {"aarch64": "aarch64-unknown-linux-gnu"}
"""LLVM's names of the architectures that code is made for beside this one."""

COMPILE = "--compile"
"""Word before a game that a process of its own compiles."""
COUNTED_DOWN = re.compile(
    r"%([\w.]+) = (?:tail )?call i8 @llvm\.x86\.atomic\.sub\.cc\.i64\(ptr (?:\w+ )*(%[\w.]+), i64 (\d+), i32 4\)[^\n]*"
)
"""Whether a count of references is 0 once it is less by a number: an instruction of this machine, as numba hands this function on."""

AS_USUAL = r"""%"was \1" = atomicrmw sub ptr \2, i64 \3 seq_cst
  %"gone \1" = icmp eq i64 %"was \1", \3
  %\1 = zext i1 %"gone \1" to i8"""


def main(*machines: str) -> int:
    """Compiles and copies, for these architectures too; prints the size. Returns an exit code."""
    from simcli.engine.code import store
    from simcli.games import GAME_IDS, get_game
    from simcli.sim.pool.subprocesses import usable_cores

    shutil.rmtree(BUILT, ignore_errors=True)
    codes = [store.ENGINE, *(store.code_of(get_game(game_id).folder) for game_id in GAME_IDS)]
    if not machines:
        from simcli.cli.app import main as simcli

        if code := simcli(["warm", "--all", *GAME_IDS]):
            return int(code)
        ship(store.CACHE_FOLDER, codes, store.FACTS)
    else:
        with tempfile.TemporaryDirectory() as folder:
            cache = os.environ | {"SIMCLI_CACHE_DIR": folder}
            commands = [[sys.executable, __file__, COMPILE, game_id, *machines] for game_id in GAME_IDS]
            with ThreadPoolExecutor(usable_cores()) as pool:
                list(pool.map(lambda words: subprocess.run(words, env=cache, check=True), commands))
            ship(Path(folder, store.CACHE_NAME), codes, store.FACTS)
            for machine in machines:
                ship(Path(folder, machine), codes, store.facts_of(machine, store.LEVELS[machine][0]))
    files = [path for path in BUILT.rglob("*") if path.is_file()]
    print(f"{len(files)} files, {sum(path.stat().st_size for path in files) / 1e6:.1f} MB, in {BUILT.relative_to(ROOT)}")
    return 0


def ship(folder: Path, codes: list[Code], facts: dict[str, object]) -> None:
    """Copies the pieces of these codes from a folder of them to where a machine looks of which these facts are true."""
    from simcli.engine.code import store

    target = BUILT / store.source_hash(store.kernel_sources(), facts)
    for code in codes:
        name = "-".join(code)
        shutil.copytree(folder / name, target / name, ignore=shutil.ignore_patterns(".*"))
    for mark in folder.glob("*.warm"):
        if any(mark.stem.endswith(f"-{code.digest}") for code in codes):
            shutil.copy(mark, target)
    (target / store.ABOUT).write_text(json.dumps(facts, indent=1) + "\n", "utf-8")


@contextmanager
def noted() -> Iterator[dict[bytes, str]]:
    """Notes what is compiled meanwhile: optimised intermediate code, by the object code that was made of it."""
    from simcli.engine.code.inner import EntryLibrary

    optimise, emit = EntryLibrary._optimize_final_module, EntryLibrary._get_compiled_object
    texts: dict[Any, str] = {}
    made: dict[bytes, str] = {}

    def optimised(library: Any) -> None:
        optimise(library)
        texts[library] = str(library._final_module)  # as it is now: who emits code puts instructions of the machine into it

    def emitted(library: Any) -> bytes:
        code: bytes = emit(library)
        made[code] = texts.pop(library)
        return code

    EntryLibrary._optimize_final_module, EntryLibrary._get_compiled_object = optimised, emitted
    try:
        yield made
    finally:
        EntryLibrary._optimize_final_module, EntryLibrary._get_compiled_object = optimise, emit


def compile_for(game_id: str, *machines: str) -> None:
    """Compiles a game, and for other architectures beside the folder of this one, into folders by their names."""
    from simcli.cli.warm import warm_all
    from simcli.engine.code import store
    from simcli.games import get_game

    with noted() as made:
        print(f"{game_id} {warm_all(game_id):.1f} s", flush=True)
    here, codes = store.CACHE_FOLDER, (store.ENGINE, store.code_of(get_game(game_id).folder))
    pieces = [(code, path.name, store.find(code, path.name)) for code in codes for path in store.files_of(code)]
    for machine in machines:
        store.CACHE_FOLDER = here.parent / machine  # where pieces are kept from now on
        store.CACHE_FOLDER.mkdir(exist_ok=True)
        for mark in here.glob("*.warm"):
            shutil.copy(mark, store.CACHE_FOLDER)
        for code, name, piece in pieces:
            if piece and piece.code in made:  # else another process has compiled it
                store.keep(code, name, piece._replace(code=object_code(made[piece.code], machine)))
                assert store.find(code, name) is not None, f"{name} for {machine} is not kept"


def object_code(text: str, machine: str) -> bytes:
    """The object code of optimised intermediate code for another architecture with addresses of 64 bits, its least first.

    Of such only the layout of numbers that no kernel has differs (of more than 64 bits); each access says how it is aligned.
    """
    import llvmlite.binding as llvm

    from simcli.engine.code.store import LEVELS

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    to = llvm.Target.from_triple(TARGETS[machine]).create_target_machine(cpu=LEVELS[machine][0], opt=3, jit=True, codemodel="jitdefault")
    text = COUNTED_DOWN.sub(AS_USUAL, text)
    text = re.sub(r'(?m)^target (datalayout|triple) = ".*"\n', "", text)
    module = llvm.parse_assembly(f'target datalayout = "{to.target_data}"\ntarget triple = "{to.triple}"\n{text}')
    module.verify()
    return bytes(to.emit_object(module))


try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # hatchling is there while it builds, and only then
    pass
else:

    class ShippedKernels(BuildHookInterface):  # type: ignore[type-arg]
        """Puts build/kernels into a wheel, where it is."""

        def initialize(self, version: str, build_data: dict[str, dict[str, str]]) -> None:
            """Adds the folder to what the wheel includes; an editable one is a checkout, which has its cache."""
            if version == "standard" and BUILT.is_dir():
                build_data["force_include"][str(BUILT)] = "simcli/_shipped/kernels"


if __name__ == "__main__":
    if sys.argv[1:2] == [COMPILE]:
        compile_for(sys.argv[2], *sys.argv[3:])
    else:
        sys.exit(main(*sys.argv[1:]))
