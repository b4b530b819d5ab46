"""--help, and docs/cli.md and the page of options kept true by it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import simcli

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import cli_docs

from simcli.cli.app import verbs
from simcli.terminal import ui
from tests.cli.project import PATHS, Project

DOCS = (Path(__file__).parents[2] / "docs" / "cli.md").read_text("utf-8")
COMMANDS = {verb.name: verb.command() for verb in verbs()}
HEAVY = ("numba", "numpy", "pandas", "matplotlib", "pydantic", "scipy", "ruamel", "jinja2")


def options(verb: str) -> dict[str, str]:
    """Help by long name of every option of a verb."""
    return {p.opts[0]: p.help for p in COMMANDS[verb].params if p.opts[0].startswith("--")}


def section(verb: str) -> str:
    """What docs/cli.md says of a verb."""
    return DOCS.split(f"\n## `simcli {verb}", 1)[1].split("\n## ", 1)[0]


@pytest.mark.parametrize("verbs", [[""], sorted(COMMANDS)], ids=["simcli", "verbs"])
def test_help_imports_no_heavy_library(verbs: list[str]) -> None:
    # Typer itself reads the options of a verb with pydantic.
    heavy = HEAVY if verbs == [""] else tuple(m for m in HEAVY if m != "pydantic")
    code = f"""
import sys
from simcli.cli.app import main
for verb in {verbs!r}:
    assert main([*verb.split(), "--help"]) == 0
print([m for m in {heavy!r} if m in sys.modules], file=sys.stderr)
"""
    environment = os.environ | {"PYTHONPATH": str(PATHS[0])}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    assert done.stderr == "[]\n"
    assert "Plays a config and says who wins how often" in done.stdout


def test_every_verb_has_a_section_and_every_section_a_verb() -> None:
    assert set(re.findall(r"\n## `simcli (\w+)", DOCS)) == set(COMMANDS)


@pytest.mark.parametrize("verb", sorted(COMMANDS))
def test_the_page_of_options_has_a_row_with_words_for_each(verb: str) -> None:
    table = cli_docs.page().split(f"\n## `simcli {verb}`\n", 1)[1].split("\n## ", 1)[0]
    rows = dict(re.findall(r"(?m)^\| `(--[a-z-]+)[^|]*\| (.*) \|$", table))
    expected = {name: text for name, text in options(verb).items() if name != "--help"}
    assert set(rows) == set(expected)
    assert all(text and rows[name].startswith(text) for name, text in expected.items())
    assert f"\n{COMMANDS[verb].help}\n" in table


def test_an_option_says_its_values_and_its_default() -> None:
    page = cli_docs.page()
    assert "| `--quiet`, `-q` | Nothing but the answer and errors. |\n" in page
    assert "| `--format table, json or csv` | What is printed on stdout. `table` if not given. |\n" in page
    assert "One of strategies, seats, items," in page


def test_the_prose_has_no_table_of_options() -> None:
    assert cli_docs.HEADING not in DOCS


@pytest.mark.parametrize("verb", sorted(COMMANDS))
def test_docs_name_no_option_that_a_verb_does_not_have(verb: str) -> None:
    named = set(re.findall(r"--[a-z][a-z-]*", section(verb)))
    assert named <= set(options(verb)) | {"--help"}


@pytest.mark.parametrize("verb", sorted(COMMANDS))
def test_every_verb_has_one_sentence_and_examples_in_its_help_and_the_docs_open_with_it(verb: str, project: Project) -> None:
    sentence = COMMANDS[verb].help
    assert "\n" not in sentence
    assert section(verb).split("\n\n")[1].rstrip() == sentence
    shown = project.here(verb, "--help")
    assert shown.code == 0
    assert "Examples:" in shown.out
    assert f"simcli {verb}" in shown.out.split("Examples:")[1]


def test_docs_tell_every_exit_code_and_environment_variable() -> None:
    codes = {int(c) for c in re.findall(r"\n\| (\d+) \|", DOCS)}
    assert codes == {ui.DONE, ui.GATE_SAYS_NO, ui.USAGE, ui.STOPPED, ui.FOLDER, ui.INTERNAL, ui.INTERRUPTED}
    root = Path(ui.__file__).parents[1]
    read = set(re.findall(r"SIMCLI_[A-Z_]+", "".join(p.read_text("utf-8") for p in root.rglob("*.py")))) | {"NO_COLOR", "COLUMNS"}
    assert set(re.findall(r"\n\| `([A-Z_]+)` \|", DOCS)) == read


def test_version(project: Project) -> None:
    shown = project.here("--version")
    assert (shown.code, shown.out, shown.err) == (0, f"simcli {simcli.__version__}\n", "")


@pytest.mark.parametrize(
    ("args", "what"),
    [
        ([], "Missing command"),
        (["rum"], "No such command 'rum'"),
        (["run"], "Missing argument"),
        (["run", "pig.yaml", "--speed"], "No such option"),
        (["report"], "Missing argument"),
    ],
)
def test_a_command_line_that_cannot_be_read_exits_with_2_and_names_the_help(project: Project, args: list[str], what: str) -> None:
    before = project.files()
    shown = project.here(*args)
    assert shown.code == 2
    assert shown.out == ""
    assert what in shown.err
    hint = shown.err.splitlines()[-1]
    assert "--help`" in hint
    assert f"such as simcli {args[0] if args and args[0] != 'rum' else 'run'} " in hint
    assert project.files() == before
