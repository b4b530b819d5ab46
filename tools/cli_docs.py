"""The option tables of docs/cli.md, written from the commands: `python tools/cli_docs.py` rewrites their rows and leaves the prose.

`tests/cli/test_cli_help.py` compares.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from simcli.cli.app import verbs

PAGE = Path(__file__).parents[1] / "docs" / "cli.md"
COMMANDS: dict[str, Any] = {verb.name: verb.command() for verb in verbs()}
HEADING = "| option | meaning |\n|---|---|\n"
FEW = 5
"""Values named beside an option; more are named in its meaning."""


def options(verb: str) -> list[Any]:
    """The options of a verb that are its own."""
    return [param for param in COMMANDS[verb].params if param.opts[0].startswith("--") and param.opts[0] != "--help"]


def row(option: Any) -> str:
    """An option as a line of the table: names and value, then its help and what holds without it."""
    shown = option.metavar or ("" if option.is_flag else "PATH" if option.type_descriptor.is_path else "NAME")
    values = shown[1:-1].split("|") if shown.startswith("[") else []
    listed = f" One of {', '.join(values)}." if len(values) > FEW else ""
    if listed:
        shown = option.name.upper()
    elif values:
        shown = " or ".join([", ".join(values[:-1]), values[-1]] if values[1:] else values)
    first, *others = option.opts
    names = ", ".join([f"`{first} {shown.replace('|', ' or ')}`" if shown else f"`{first}`", *(f"`{other}`" for other in others)])
    default = getattr(option.default, "value", option.default)
    spoken = bool(default) and not option.is_flag and option.show_default
    number = f"{default:g}" if isinstance(default, float) else default
    return f"| {names} | {option.help}{listed}{f' `{number}` if not given.' if spoken else ''} |\n"


def filled(text: str) -> str:
    """The page with its option tables made again; every verb with options must have one."""
    for verb in COMMANDS:
        rows = "".join(map(row, options(verb)))
        made, found = re.subn(
            rf"(?ms)^(## `simcli {verb}\b(?:(?!^## ).)*?{re.escape(HEADING)})(?:\|[^\n]*\n)*",
            lambda head, rows=rows: head[1] + rows,  # type: ignore[misc]
            text,
        )
        if found != bool(rows):
            raise SystemExit(f"{PAGE.name}: {found} option tables of `simcli {verb}`, which has {len(options(verb))} options")
        text = made
    return text


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text("utf-8")), "utf-8")
