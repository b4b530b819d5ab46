"""The options of every command as a page, written from the commands: `python tools/cli_docs.py` writes build/docs/options.md.

The prose is docs/cli.md; `simcli VERB --help` shows the same options. `tests/cli/test_cli_help.py` holds every option to have its words.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from simcli.cli.app import verbs

PAGE = Path(__file__).parents[1] / "build" / "docs" / "options.md"
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


def page() -> str:
    """Every verb with its sentence and the table of its options."""
    sections = ["# Options\n\nWritten from the commands; the prose is docs/cli.md.\n"]
    for verb, command in COMMANDS.items():
        rows = "".join(map(row, options(verb)))
        sections.append(f"## `simcli {verb}`\n\n{command.help}\n" + (f"\n{HEADING}{rows}" if rows else ""))
    return "\n".join(sections)


if __name__ == "__main__":
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    PAGE.write_text(page(), "utf-8")
