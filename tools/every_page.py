"""Plays every study that writes a page in every game, with few deals, and reads all pages as readers do (`tools/browser.py`).

    python tools/every_page.py                    # five games, thirteen studies: some ten minutes
    python tools/every_page.py guildes --only cards,fix

The pages are kept in build/pages, pictures of `SHOWN` beside them. Exit 1 when a page has a fault, or a command fails.
"""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / "build" / "pages"
GAMES = {
    "guildes": ("guilds.knight.copies", 12, "guildes/cards", "guild", "guild alchemist even", "guilds.alchemist.prizes.round_3.0"),
    "kingdom_builder": ("scoring_cards.castle.points", 4, "kingdom_builder/tiles", "tile", "seats even", "scoring_cards.castle.points"),
    "kings_forge": ("setup.craft_display_size", 4, "kings_forge/gather", "gather_action", "seats even", "setup.craft_display_size"),
    "architects": ("board.start_tax_stand", 5, "architects/cards", "apprentice", "seats even", "board.start_tax_stand"),
    "kings_guild": ("player_boards.coins", 3, "kings_guild/cards", "room", "seats even", "player_boards.coins"),
}
"""Of each game a number and what it becomes; a config and a kind of cards; a goal and the number that is moved to it."""
ENDS = {"fix": (0, 1, 3)}
"""Exit codes that say what was found."""
STUDIES = ("run", "whatif", "cards", "sensitivity", "fix", "matchups", "tune", "learn", "league", "ladder", "compare", "feel", "trace")
SHOWN = ("guildes/run", "guildes/whatif", "kings_forge/cards", "kings_guild/sensitivity", "architects/ladder", "kingdom_builder/feel")
"""Pages that are pictured."""


def commands(game: str) -> dict[str, list[str]]:
    """The commands of each study, the last of which writes the page into its folder."""
    number, value, cards, kind, goal, by = GAMES[game]
    plans, at = f"{game}/plans", f"{PAGES / game}"
    small = "--players 4"
    change = f"patch.{number}={value}"
    return {
        "run": [f"run {plans} --players 3,4 --deals 60"],
        "whatif": [f"whatif {plans} --set {change} --players 3,4 --deals 60"],
        "cards": [f"cards {cards} {kind} {small} --deals 12"],
        "sensitivity": [f"sensitivity {plans} {number} --players 3,4 --deals 60 --page"],
        "fix": [f"fix {cards} {small} --goal {shlex.quote(goal)} --by {by} --deals 100"],
        "matchups": [f"matchups {plans} {small} --deals 20"],
        "tune": [f"tune {game} --players 4 --field balanced --deals 8 --candidates 8 --budget 2000 --fresh 100"],
        "learn": [f"learn {game} --players 4 --deals 300 --worlds 2 --fresh 40"],
        "league": [f"league {game} --players 4 --deals 20 --rounds 1 --starts 1 --budget 9000"],
        "ladder": [f"ladder {plans} {small} --rungs random,balanced --deals 100"],
        "compare": [
            *(f"run {plans} {small} --deals 60 --out {at}/{name}{more}" for name, more in (("before", ""), ("after", f" --set {change}"))),
            f"compare {at}/before {at}/after",
        ],
        "feel": [f"feel {plans} --players 3,4 --deals 40"],
        "trace": [f"trace {plans} --players 4 --deal 1"],
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Plays and reads; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", choices=[*GAMES, []], help="all if none is named")
    parser.add_argument("--only", default=",".join(STUDIES), help="studies, joined by commas")
    asked = parser.parse_args(arguments)
    pages, faults = dict[str, Path](), 0
    for game in asked.games or GAMES:
        for study in asked.only.split(","):
            name, page = f"{game}/{study}", PAGES / game / study / "report.html"
            shutil.rmtree(page.parent, ignore_errors=True)
            if said := list(_played(commands(game)[study], page)):
                print(f"{name}: {said[0]}", file=sys.stderr)
                faults += 1
            else:
                pages[name] = page
    shown = [page for name, page in pages.items() if name in SHOWN]
    rest = [page for page in pages.values() if page not in shown]
    read = [_read(rest), _read(shown, "--shots", str(PAGES / "pictures"))]
    return 1 if faults or any(read) else 0


def _played(lines: Sequence[str], page: Path) -> Iterator[str]:
    """Plays the commands; what the first that fails says."""
    path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    for i, line in enumerate(lines, 1):
        words = shlex.split(line)
        if i == len(lines):
            words += ["--html", str(page)] if words[0] == "trace" else ["--out", str(page.parent)]
            page.parent.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "simcli", *words]
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=os.environ | {"PYTHONPATH": path})
        if done.returncode not in ENDS.get(words[0], (0,)):
            yield f"{shlex.join(words)} ended with {done.returncode}: {done.stderr}"
            return


def _read(pages: Sequence[Path], *options: str) -> int:
    """Reads pages in the browser; its exit code."""
    return subprocess.run([sys.executable, str(ROOT / "tools" / "browser.py"), *map(str, pages), *options]).returncode if pages else 0


if __name__ == "__main__":
    sys.exit(main())
