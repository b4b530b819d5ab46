"""Writes what a game in one file owes as a package of its own: data, strategies, configs, rules in words, and small modules."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from simcli.base.files import delete_unused
from simcli.games.onefile.code import MADE
from simcli.games.onefile.columns import columns_of
from simcli.games.onefile.kernels_text import kernels_text
from simcli.games.onefile.places import homes_of_files
from simcli.games.onefile.records import SETUP
from simcli.games.onefile.spec import Rules, Shape, Table

BEHAVIOUR = 1
"""Raised when a game in one file plays otherwise though its file is the same."""

MODULES = {
    "__init__.py": '''"""{id}.py, a game in one file."""

from simcli.games.onefile.find import known
from simcli.games.onefile.game import game_of

RULES = known(__name__)
GAME = game_of(RULES, __name__, __path__[0], RULES.path)
''',
    "datafiles.py": '''"""A model for each component file."""

from simcli.games.onefile.records import models_of

from . import RULES

MODELS = models_of(RULES)
''',
    "checks.py": '''"""What is wrong with components, and what cannot be set up with them."""

from functools import partial

from simcli.games.onefile import records

from . import RULES
from .datafiles import MODELS

validate = partial(records.validate, MODELS, RULES)
check_setup = partial(records.check_setup, RULES)
''',
    "catalogue.py": '''"""What can be counted."""

from functools import partial

from simcli.games.onefile.records import catalogue_of

from . import RULES

catalogue = partial(catalogue_of, RULES)
''',
    "state.py": '''"""The record of a game in play."""

from simcli.games.onefile.records import state_of

from . import RULES

STATE, STATE_FIELDS = state_of(RULES)
PASSING = ("stream", "stream_is_open")
MAX_ACTIONS = {max_actions}
MAX_CATEGORIES = {max_categories}
MAX_ITEMS = {max_items}
''',
    "tables.py": '''"""Components and options as the record that rules read."""

from functools import partial

from simcli.games.onefile import records

from . import RULES

TABLES, TABLES_FIELDS = records.tables_of(RULES)
build = partial(records.build, RULES, TABLES)
''',
    "kernels/__init__.py": '''"""The rules as the engine asks for them."""

from simcli.games.onefile.code import kernels_of

from .. import RULES

globals().update(kernels_of(RULES, __name__, __path__[0]))
''',
    "text/__init__.py": '''"""The game in words."""

from functools import partial

from simcli.games.onefile import text

from .. import RULES

FIELDS = text.fields_of(RULES)
make_names = partial(text.make_names, RULES)
action_text = partial(text.action_text, RULES)
get_fields = partial(text.get_fields, FIELDS)
set_fields = partial(text.set_fields, FIELDS)
state_text = partial(text.state_text, RULES, FIELDS)
score_sheet = partial(text.score_sheet, RULES)
events = partial(text.events, RULES)
told_at = text.told_at
''',
}


def values_of(rules: Rules) -> dict[str, Any]:
    """What stands in the texts of its modules."""
    return {
        "id": rules.id,
        "title": rules.title.replace('"""', "'"),
        "max_actions": max(1, *(sum(map(rules.codes, decision.verbs)) for decision in rules.decisions)),
        "max_categories": len(rules.categories),
        "max_items": max(1, sum(table.room for table in rules.items)),
    }


def files_of(rules: Rules) -> dict[str, bytes]:
    """Every file of the package by its place in the folder."""
    values = values_of(rules)
    files = {place: text.format(**values) for place, text in MODULES.items()}
    files[f"kernels/{MADE}"] = kernels_text(rules)
    files["code.py"] = f'"""What its compiled code comes from."""\n\nCODE = "{rules.code}"\n'
    files[f"text/{rules.id}.py"] = rules.text
    files["RULES.md"] = _rules_text(rules)
    files |= {f"data/{table.stem}.yaml": _table_yaml(rules, table) for table in rules.tables}
    files[f"data/{SETUP}.yaml"] = _head(rules, SETUP) + "".join(f"{name}: {number}\n" for name, number in rules.numbers.items())
    files["data/options.yaml"] = _head(rules, "options") + _options_yaml(rules)
    files |= {f"strategies/{name}.yaml": text for name, text in _strategies(rules).items()}
    files |= {f"configs/{name}.yaml": text for name, text in _configs(rules).items()}
    return {place: text.encode() for place, text in files.items()} | {f"data/{name}.txt": data for name, data in rules.beside.items()}


def written(rules: Rules) -> Path:
    """The folder of the package, in the cache under the digest of its contents; written unless it is there.

    It is there as a whole, whoever else writes it meanwhile; in a folder that is deleted with the system's where the cache takes nothing.
    """
    files = files_of(rules)
    digest = hashlib.sha256()
    for place, data in sorted(files.items()):
        digest.update(place.encode() + b"\0" + data + b"\0")
    home = homes_of_files() / digest.hexdigest()[:16]
    try:
        home.parent.mkdir(parents=True, exist_ok=True)
        if not home.exists():
            delete_unused(home.parent.iterdir())
            made = Path(tempfile.mkdtemp(prefix=".", dir=home.parent))
            _write(made / rules.id, files)
            made.rename(home)
        os.utime(home)
    except OSError:
        if not home.exists():
            home = Path(tempfile.mkdtemp(prefix="simcli-onefile-"))
            _write(home / rules.id, files)
    return home / rules.id


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    for place, data in files.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_bytes(data)


def _head(rules: Rules, stem: str) -> str:
    return f"schema: {rules.id}/{stem}/1\nprovenance: official\n"


def _table_yaml(rules: Rules, table: Table) -> str:
    rows = "".join(
        "  - {" + ", ".join(f"{key}: {_scalar(value)}" for key, value in row.items()) + ", provenance: official}\n" for row in table.rows
    )
    return f"{_head(rules, table.stem)}{table.stem}:\n{rows}"


def _scalar(value: Any) -> str:
    return f"'{value}'" if isinstance(value, str) else str(value)


def _options_yaml(rules: Rules) -> str:
    if not rules.options:
        return "options: []\n"
    rows = [
        f"  - {{id: {switch.name}, default: {_flag(switch.default)}, values: [{_flag(switch.default)}, {_flag(not switch.default)}], "
        f"see: {prefix(rules)}-01, rule: {prefix(rules)}-O{n:02}, provenance: official, text: {_quoted(switch.text)}}}\n"
        for n, switch in enumerate(rules.options, start=1)
    ]
    return "options:\n" + "".join(rows)


def _flag(value: bool) -> str:
    return str(value).lower()


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def prefix(rules: Shape) -> str:
    """Two letters before the numbers of its rules."""
    parts = [part for part in rules.id.split("_") if part]
    return ("".join(part[0] for part in parts[:2]) if len(parts) > 1 else rules.id[:2]).upper().ljust(2, "X")


def _rules_text(rules: Rules) -> str:
    """Docstrings of the file as rules with ids."""
    p = prefix(rules)
    lines = [f"# {rules.title}", "", "## The game", "", f"- {p}-01 {rules.about or rules.title}"]
    lines += [f"- {p}-O{n:02} Option {switch.name}: {switch.text}." for n, switch in enumerate(rules.options, start=1)]
    for d, decision in enumerate(rules.decisions, start=1):
        lines += ["", f"## {decision.name.replace('_', ' ').capitalize()}", "", f"- {p}-{d}00 The decision {decision.name}."]
        lines += [f"- {p}-{d}{v:02} {verb.name}: {verb.text or 'as the file says.'}" for v, verb in enumerate(decision.verbs, start=1)]
    return "\n".join(lines) + "\n"


def _strategies(rules: Rules) -> dict[str, str]:
    """`random`, `greedy` by what an action brings at once, `search` by playouts of the first plan, and the plans of the file."""
    decisions = [(decision.name, {column.name for column in columns_of(rules, decision)[0]}) for decision in rules.decisions]
    gains = ", ".join(f"{name}: {{gain: 1}}" for name, _ in decisions)
    best = best_plans(rules)[0]
    made = {
        "random": f"game: {rules.id}\nkind: random\nidea: any legal action, each as likely\n",
        "greedy": f"game: {rules.id}\nkind: heuristic\nidea: takes what brings most points at once\nweights: {{{gains}}}\n",
        "search": f"game: {rules.id}\nkind: search\nidea: plays actions out to the end as {best} does, and takes what wins most by most\n"
        f"rollout: {best}\nplayouts: 50\n",
    }
    for plan in rules.plans:
        weights = {name: {c: w for c, w in plan.weights.items() if c in columns} for name, columns in decisions}
        said = ", ".join(f"{name}: {{{', '.join(f'{c}: {w}' for c, w in row.items())}}}" for name, row in weights.items() if row)
        made[plan.name] = f"game: {rules.id}\nkind: heuristic\nidea: {_quoted(plan.idea)}\nweights: {{{said}}}\n"
    return made


def best_plans(rules: Rules) -> list[str]:
    """Who plays where a config names nobody: the plans of the file, else what is made for every game."""
    return [plan.name for plan in rules.plans] or ["greedy"]


def _configs(rules: Rules) -> dict[str, str]:
    """`seats` and `plans`, a question each, and one called as the game, whose page answers both; of a game that all win or lose together
    only these of plans, which all players follow."""
    low, high = rules.players
    players = f"[{', '.join(map(str, range(max(2, low), high + 1)))}]" if high > 1 else "1"
    best = best_plans(rules)
    every = ", ".join(dict.fromkeys(["random", "greedy", *best]))
    begin, plan = "Is it good to begin?", "Is there a plan that wins more than an even share?"

    def config(strategies: str, tables: str, title: str, question: str, about: str) -> str:
        said = f"report: {{title: {_quoted(f'{rules.title}{title}')}, question: {_quoted(question)}, about: {about}}}"
        return f"game: {rules.id}\nplayers: {players}\nstrategies: [{strategies}]\n{tables}deals: 5000\n{said}\n"

    if rules.together:
        which = "Which plan scores most, where all follow it?"
        named = {"plans": ", plan by plan", rules.id: ""}
        return {name: config(every, "tables: mirror\n", title, which, "plans") for name, title in named.items()}
    return {
        "seats": config(best[0], "tables: mirror\n", ", seat by seat", begin, "seats"),
        "plans": config(every, "", ", plan by plan", plan, "plans"),
        rules.id: config(every, "", "", plan, "plans"),
    }
