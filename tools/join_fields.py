"""One field for several numbers of players from leagues that were played for one each.

    python tools/join_fields.py strategies/guildes/fields/league reports/league-guildes-3 reports/league-guildes-4

Replies are renamed to `reply_1_with_3`, so that those of different leagues can stand beside each other.
"""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path
from typing import Any

from simcli.base.files import write_atomically
from simcli.config.players.fields import IN_A_FOLDER, load_field_file
from simcli.config.players.weights import SCALE
from simcli.config.yaml.problems import Problems
from simcli.games import get_game
from simcli.report import formatting as fmt
from simcli.stats.bounds import Interval
from simcli.studies.league.estimate import Reply, last_reply
from simcli.studies.league.play import FIELD_FILE, FIELD_FOLDER, FILE
from simcli.studies.league.words import share_text


def main() -> None:
    """Reads the leagues, and writes the folder anew."""
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
    commands, told = [], []
    for league in sorted(leagues, key=lambda one: players[one]):
        n, home = players[league], league / FIELD_FOLDER
        text = (home / FIELD_FILE).read_text("utf-8")
        commands.append(next(line for line in text.splitlines() if line.startswith("# simcli")))
        told.append(_told(n, found[league]["replies"]))
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
    idea = f"Plans of which none gains on the mix, found by leagues. An adapting player wins {'; '.join(told)}."
    head = [*commands, f"game: {game}", f"idea: {json.dumps(idea, ensure_ascii=False)}", f"players: {sorted(players.values())}", "plans:"]
    return "\n".join([*head, *rows]) + "\n"


def _told(players: int, replies: list[dict[str, Any]]) -> str:
    """How far the best reply of the last round beats them, or the plan it began with if that wins more."""
    last = last_reply([Reply(**reply | {of: Interval(*reply[of]) for of in ("share", "start_share", "gain")}) for reply in replies])
    share = max(last.share, last.start_share, key=lambda one: one.known)
    even = f"{fmt.even_percent(1 / players)} that are even"
    if share.low is None or share.known <= 1 / players:
        return f"no more than the {even} with {players}, as far as was searched"
    return f"{share_text(share)} with {players}, against {even}"


if __name__ == "__main__":
    main()
