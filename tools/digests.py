"""Digests of everything that simcli writes, to show that a change which should change nothing does so.

    python tools/digests.py before.txt            # plays everything, writes a line for each output
    python tools/digests.py after.txt --same before.txt   # and exits with 1 where a line differs from another file
    python tools/digests.py few.txt --games guildes       # of one game alone

A line has the sha256 of an output and its name: the help of every verb, stdout and files of a short run of every shipped config, of every
study of one config a game, and the golden games of the tests. Only what depends on the clock is left out (`CLOCK`).
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[1]
CLOCK = ("run.lock", "batches.log", "generations.json")
"""Files with the time of day or the seconds that something took."""
DEALS = ("--deals", "12", "--seed", "1", "--workers", "1")
GOAL = ("--goal", "seats even", "--by", "setup.coins.1", "--within", "3..4")
LEAGUE = ("--field", "balanced,denier", "--rounds", "1", "--budget", "9000", "--deals", "20", "--seed", "1", "--workers", "1")
GAMES = {
    "guildes": ("guilds.knight.copies", "guild"),
    "kingdom_builder": ("setup.settlements_per_player", "tile"),
    "kings_forge": ("setup.metal.count", "dock"),
    "architects": ("setup.draft.deal", "placement"),
    "kings_guild": ("setup.coins.1", "room"),
}
"""Of each game a number that its studies move, and a kind of items that are banned in turn."""


def verbs() -> list[str]:
    """All verbs, as the app lists them."""
    from simcli.cli.app import verbs

    return [str(verb.name) for verb in verbs()]


def commands(games: Collection[str]) -> Iterator[tuple[str, list[str]]]:
    """Name and words of every command line whose output counts; `{out}` stands for its folder."""
    for verb in ("", *verbs()):
        yield f"help/{verb or 'simcli'}", [*([verb] if verb else []), "--help"]
    for path in sorted((ROOT / "configs").rglob("*.yaml")):
        config = path.relative_to(ROOT / "configs").with_suffix("").as_posix()
        if path.parent.name not in games:
            continue
        yield f"run/{config}", ["run", config, *DEALS, "--out", "{out}"]
        yield f"plan/{config}", ["run", config, "--dry-run", "--format", "json"]
    for game in games:
        number, kind = GAMES[game]
        demo, four = f"{game}/demo", ["--players", "4" if game != "kings_forge" else "3"]
        yield f"whatif/{game}", ["whatif", demo, "--set", f"patch.{number}=+1", *four, *DEALS, "--out", "{out}"]
        yield f"cards/{game}", ["cards", demo, kind, *four, *DEALS, "--out", "{out}"]
        yield f"sensitivity/{game}", ["sensitivity", demo, number, *four, *DEALS, "--out", "{out}", "--format", "json"]
        yield f"feel/{game}", ["feel", demo, *four, "--deals", "12", "--seed", "1", "--format", "json"]
        yield f"coverage/{game}", ["coverage", demo, *four, "--deals", "12", "--format", "json"]
        yield f"matchups/{game}", ["matchups", f"{game}/plans", *four, "--deals", "2", *DEALS[2:], "--out", "{out}", "--format", "json"]
        rungs = ["--rungs", "random:12,balanced:12"]
        yield f"ladder/{game}", ["ladder", demo, *four, *rungs, *DEALS[2:], "--out", "{out}", "--format", "json"]
        search = ["--budget", "200", "--deals", "5", *four, *DEALS[2:], "--out", "{out}", "--format", "json"]
        yield f"tune/{game}", ["tune", game, "--start", "balanced", "--candidates", "4", "--fresh", "100", *search]
        yield f"measures/{game}", ["run", demo, *four, "--measure", "feel", *DEALS, "--out", "{out}"]
        yield f"trace/{game}", ["trace", demo, "--deal", "0"]
        for listing in ("--items", "--features", "--numbers", "--options"):
            yield f"games/{game}{listing}", ["games", game, listing]
    if "kings_guild" in games:
        yield "fix/kings_guild", ["fix", "kings_guild/demo", *GOAL, *DEALS, "--out", "{out}", "--format", "json"]
    if "guildes" in games:
        yield "league/guildes", ["league", "guildes", *LEAGUE, "--out", "{out}", "--format", "json"]


def looks(done: Path, game: str) -> Iterator[tuple[str, list[str]]]:
    """Command lines that read the folders which the others have left."""
    run, other = f"run/{game}/seats", f"run/{game}/demo"
    for form in ("md", "json", "csv"):
        yield f"report/{form}", ["report", run, "--format", form]
    yield "compare", ["compare", run, other, "--format", "json"]
    (done / "targets.yaml").write_text("targets: {seat 1 win share: 20 % .. 30 %, stalled games: at most 5 %}\n", "utf-8")
    yield "gate", ["gate", run, "targets.yaml", "--format", "json"]


def outputs(name: str, words: list[str], folder: Path) -> list[tuple[str, str]]:
    """Names and digests of what one command prints and writes, and its exit code."""
    out = folder / name
    line = [word.replace("{out}", name) for word in words]
    environment = os.environ | {"COLUMNS": "100", "NO_COLOR": "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-m", "simcli", *line], cwd=folder, env=environment, capture_output=True, check=False)
    if done.returncode not in (0, 1, 3):
        print(f"simcli {' '.join(line)}\nended with {done.returncode}\n{done.stderr.decode()}", file=sys.stderr)
    found = [(f"{name} exit {done.returncode}", digest(done.stdout))]
    files = sorted(p for p in out.rglob("*") if p.is_file() and p.name not in CLOCK) if out.is_dir() else []
    return [*found, *((p.relative_to(folder).as_posix(), digest(p.read_bytes())) for p in files)]


def digest(data: bytes) -> str:
    """sha256 of bytes."""
    return hashlib.sha256(data).hexdigest()


def measured(games: Collection[str]) -> list[str]:
    """All lines, sorted by name."""
    found = [(p.relative_to(ROOT).as_posix(), digest(p.read_bytes())) for p in (ROOT / "tests").rglob("golden/*") if p.is_file()]
    with tempfile.TemporaryDirectory(prefix="simcli-digests-") as temporary, ThreadPoolExecutor(os.cpu_count()) as pool:
        folder = Path(temporary)
        for some in (commands(games), looks(folder, next(iter(games)))):
            for part in pool.map(lambda one: outputs(*one, folder), some):
                found += part
    return [f"{value}  {name}" for name, value in sorted(found)]


def main() -> int:
    """Writes the lines; 1 where they differ from those of another file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="where the lines are written")
    parser.add_argument("--same", type=Path, help="a file of lines that they should be equal to")
    parser.add_argument("--games", default=",".join(GAMES), help="games whose configs are played, with commas between; all if not given")
    asked = parser.parse_args()
    lines = measured(asked.games.split(","))
    asked.file.write_text("\n".join(lines) + "\n", "utf-8")
    print(f"{len(lines)} outputs: {asked.file}")
    if asked.same is None:
        return 0
    names = {line.partition("  ")[2] for line in set(lines) ^ set(asked.same.read_text("utf-8").splitlines())}
    print("\n".join(sorted(names)) or f"all as in {asked.same}")
    return int(bool(names))


if __name__ == "__main__":
    sys.exit(main())
