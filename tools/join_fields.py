"""One field for several numbers of players from leagues that were played for one each.

    python tools/join_fields.py strategies/guildes/fields/league reports/league-guildes-3 reports/league-guildes-4

Replies are renamed to `reply_1_with_3`, so that those of different leagues can stand beside each other.
"""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path

from simcli.base.files import write_atomically
from simcli.config.players.fields import IN_A_FOLDER, load_field_file
from simcli.config.players.weights import SCALE
from simcli.config.yaml.problems import Problems
from simcli.games import get_game
from simcli.studies.league.play import FIELD_FILE, FIELD_FOLDER, FILE

IDEA = "Plans that leagues came to. How far they can be beaten at least, is said in docs/players.md."


def main() -> None:
    """Reads the leagues, and writes the folder again."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path, help="folder of the field")
    parser.add_argument("leagues", type=Path, nargs="+", help="run folders of simcli league, each for another number of players")
    asked = parser.parse_args()
    shutil.rmtree(asked.out, ignore_errors=True)
    asked.out.mkdir(parents=True)
    write_atomically(asked.out / IN_A_FOLDER, joined(asked.leagues, asked.out).encode())


def joined(leagues: list[Path], out: Path) -> str:
    """The text of the field; the replies are copied to `out`."""
    found = {league: json.loads((league / FILE).read_text("utf-8")) for league in leagues}
    players: dict[Path, int] = {league: one["players"] for league, one in found.items()}
    game = next(iter(found.values()))["game"]
    weights: dict[str, dict[int, float]] = {}
    commands = []
    for league in sorted(leagues, key=lambda one: players[one]):
        n, home = players[league], league / FIELD_FOLDER
        text = (home / FIELD_FILE).read_text("utf-8")
        commands.append(next(line for line in text.splitlines() if line.startswith("# simcli")))
        problems = Problems()
        field = load_field_file(home / FIELD_FILE, get_game(game), problems)
        problems.raise_any()
        assert field is not None
        for plan, weight in zip(field.plans, field.weights_at(n), strict=True):
            name = plan.name
            if (home / f"{name}.yaml").is_file():
                named = f"{name}_with_{n}.yaml"
                shutil.copyfile(home / f"{name}.yaml", out / named)
                name = named
            weights.setdefault(name, {})[n] = weight / SCALE
    rows = [f"  {json.dumps(name)}: {{{', '.join(f'{n}: {w:g}' for n, w in row.items())}}}" for name, row in sorted(weights.items())]
    head = [*commands, f"game: {game}", f"idea: {IDEA}", f"players: {sorted(players.values())}", "plans:"]
    return "\n".join([*head, *rows]) + "\n"


if __name__ == "__main__":
    main()
