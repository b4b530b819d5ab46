"""What README, docs, --help and hints tell a reader to type: commands and snippets, with where they stand."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from simcli.cli import app
from tests.cli.project import ROOT

TYPED = ("own-game.md", "own-study.md", "questions.md")
RESEARCH = tuple(sorted((ROOT / "docs" / "research").glob("*.md")))
PAGES = (ROOT / "README.md", *sorted(p for p in (ROOT / "docs").glob("*.md") if p.name not in TYPED), *RESEARCH)
"""All but the walk that tests/test_own_game.py types from top to bottom, and the questions that test_cli_questions.py asks."""

PLACEHOLDERS = {
    "VERB": "run",
    "CONFIG": "guildes/seats",
    "GAME": "guildes",
    "[GAME]": "guildes",
    "[FOLDER]": "reports",
    "[RUN]": "reports/seats-1a2b3c4d",
    "{run}": "reports/seats-1a2b3c4d",
    "[KIND]": "guild",
    "[GAME...]": "guildes",
    "[CHECK...]": "even",
    "PATH...": "configs/guildes",
    "NUMBER...": "guilds.*.copies",
    "GOAL": "seat 1 even",
    "NUMBER": "guilds.knight.copies",
    "ID...": "GU-84",
    "TARGETS": "targets.yaml",
    "DIR": "new-folder",
    "FILE": "stones.py",
    "{file}": "stones.py",
    "K": "3",
    "SHARD...": "part-1",
    "$SLURM_ARRAY_TASK_ID/16": "3/16",
    "PATH=VALUE": "options.events=on",
    "PAGE": "page.html",
    "{game}/seats": "guildes/seats",
    "{game}": "guildes",
    "{worst.players}": "4",
    "{game_ids()[0]}": "guildes",
    "--{parts[0]}": "--items",
    "{first}": "configs/guildes/seats.yaml",
    "{game.id}": "guildes",
    "{game_id}": "guildes",
    "{best.id}": "GU-84",
    "{best.game}": "guildes",
    "{context.game.id}": "guildes",
}
"""Words of a template, and what stands for them here. RUN and NAME are a folder and a variant of that name."""

PLAYED = ("run", "whatif", "cards", "sensitivity", "fix", "coverage", "feel", "regret", "decisions")
VERBS = {
    f"simcli {verb}"
    for verb in (
        *PLAYED,
        "matchups",
        "verify",
        "tune",
        "learn",
        "league",
        "ladder",
        "compare",
        "gate",
        "merge",
        "report",
        "trace",
        "rule",
        "init",
        "grow",
        "bench",
        "warm",
        "selftest",
    )
} | {
    "simcli run --dry-run",
    "simcli trace CONFIG",
}
"""Mentions of a verb, not lines to type: their --help must be there. Those in `PLAYED` play a config."""

ELSEWHERE = {"simcli --install-completion", "simcli --show-completion"}
"""Tested in test_cli_completion, since they look at the shell."""


def _typed_in_order() -> list[str]:
    text = re.sub(r"(?ms)^```.*?^```$", "", (ROOT / "docs" / "tour.md").read_text("utf-8"))
    lines = [line.strip() for line in re.findall(r"(?m)^ {4}(\S.*)$", text)]
    return [line for line in lines if line.startswith(("simcli ", "echo "))]


TYPED_IN_ORDER = _typed_in_order()
"""The command lines of the tour, which one test types from top to bottom."""


@dataclass(frozen=True)
class Found:
    """A command or snippet, and the file and line it stands in."""

    text: str
    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.text.splitlines()[0][:60]}"


def commands() -> list[Found]:
    """Every command, once."""
    found = [*_page_commands(), *_help_commands(), *_hints()]
    return list({f.text: f for f in found}.values())


def words(text: str) -> list[str]:
    """Arguments of a command line: comments and redirections cut off, placeholders filled in."""
    line = re.split(r"\s+(?:#|>)", text)[0]
    return [PLACEHOLDERS.get(word, word) for word in shlex.split(line)[1:]]


def _page_commands() -> Iterator[Found]:
    for page in PAGES:
        text = page.read_text("utf-8")
        for match in re.finditer(r"(?m)^ {4,}(?:[A-Z_]+=\S+ )*(simcli [^\n]*)$|`(simcli [^`\n]+)`", text):
            yield Found((match[1] or match[2]).strip(), page.name, text.count("\n", 0, match.start()) + 1)
        for block in snippets(page, "sh", "bash", "console"):
            for line in block.text.splitlines():
                if line.removeprefix("$ ").startswith("simcli "):
                    yield Found(line.removeprefix("$ "), page.name, block.line)


def _help_commands() -> Iterator[Found]:
    for verb in app.verbs():
        for example in import_module(verb.module).EXAMPLES:
            yield Found(example, f"simcli {verb.name} --help", 1)


def _hints() -> Iterator[Found]:
    for file in sorted((ROOT / "simcli").rglob("*.py")):
        text = file.read_text("utf-8")
        for match in re.finditer(r"`(simcli [^`\n]+)`", text):
            yield Found(match[1], str(file.relative_to(ROOT)), text.count("\n", 0, match.start()) + 1)


def snippets(page: Path, *languages: str) -> Iterator[Found]:
    """Fenced blocks in one of the languages; with the language "" every block of lines indented by four."""
    lines = page.read_text("utf-8").splitlines()
    block: list[str] = []
    language: str | None = None
    for number, line in enumerate([*lines, ""], start=1):
        if line.startswith("```"):
            if language is not None and language in languages:
                yield Found("\n".join(block) + "\n", page.name, number - len(block))
            language, block = (line[3:].strip(), []) if language is None else (None, [])
        elif language is not None or (line.startswith("    ") and "" in languages) or (block and not line and _goes_on(lines, number)):
            block.append(line if language is not None else line[4:])
        elif block:
            yield Found("\n".join(block) + "\n", page.name, number - len(block))
            block = []


def _goes_on(lines: list[str], number: int) -> bool:
    """Whether what follows an empty line belongs to the same indented block."""
    return next((line for line in lines[number:] if line), "").startswith("    ")
