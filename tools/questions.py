"""Asks the questions of docs/questions.md again and writes what comes back below each: `python tools/questions.py [NUMBER ...]`.

`tests/cli/test_cli_questions.py` asks them with few deals.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "questions.md"
ENDS = {"fix": (0, 1, 3), "gate": (0, 1, 3)}
"""Exit codes of commands that say with them what they found."""
EXPLAINED = 3
"""Of a game with explanations that one is quoted."""


@dataclass(frozen=True)
class Question:
    """A question of the page: its number and text, the config it needs (or an empty text), its commands, and where its answer stands."""

    number: int
    text: str
    config: str
    commands: tuple[tuple[str, ...], ...]
    start: int
    end: int

    @property
    def file(self) -> str:
        """The file of the config, as the commands name it."""
        return next(word for command in self.commands for word in command if word.endswith(".yaml"))


def questions(page: str) -> Iterator[Question]:
    """The questions of the page in their order; `start` and `end` enclose what stands below the commands."""
    for match in re.finditer(r"(?m)^### (\d+)\. (.*)$", page):
        rest = page[match.end() :]
        body = re.split(r"(?m)^##", rest, maxsplit=1)[0]
        lines = [line[4:] for line in body.splitlines() if line.startswith("    ")]
        commands = tuple(tuple(shlex.split(line)) for line in lines if line.startswith("simcli "))
        config = "\n".join(line for line in lines if not line.startswith("simcli "))
        last = body.rindex("    simcli ")
        start = match.end() + body.index("\n", last) + 1
        yield Question(int(match[1]), match[2], config, commands, start, match.end() + len(body))


def answer_of(out: str, err: str, command: Sequence[str]) -> str:
    """The answer in what a command printed: claim and how sure it is, the first two lines of stdout; what a dry run says on stderr; of
    explained choices one."""
    if "--explain" in command:
        return " ".join(line.strip() for line in re.findall(r"(?m)^ +\d+  .*\n +> .*$", out)[EXPLAINED].splitlines())
    if command[1] == "trace":
        return " ".join(out.splitlines()[:2]) if "--pick" in command else out.splitlines()[0]
    if "--dry-run" in command:
        return " ".join(line for line in err.splitlines() if not line.startswith("config: "))
    return " ".join(out.partition("\n\n")[0].splitlines()[:2])


def main() -> int:
    """Asks the questions that are named, or all, and rewrites the page."""
    wanted = {int(word) for word in sys.argv[1:]}
    page = PAGE.read_text("utf-8")
    answers: list[tuple[Question, str]] = []
    with tempfile.TemporaryDirectory(prefix="simcli-questions-") as folder:
        for name, number in (("1a2b3c4d", "11"), ("5e6f7a8b", "12")):
            change = f"patch.guilds.knight.copies={number}"
            _ask(["simcli", "run", "guildes/seats", "--set", change, "--deals", "5000", "--out", f"reports/seats-{name}"], folder)
        for question in questions(page):
            if wanted and question.number not in wanted:
                continue
            if question.config:
                (Path(folder) / question.file).write_text(question.config, "utf-8")
            for command in question.commands:
                out, err = _ask(command, folder)
            answers.append((question, answer_of(out, err, question.commands[-1])))
            print(f"{question.number}. {answers[-1][1]}", flush=True)
    for question, text in reversed(answers):
        page = f"{page[: question.start]}\n> {text}\n\n{page[question.end :]}"
    PAGE.write_text(page.rstrip("\n") + "\n", "utf-8")
    return 0


def _ask(command: Sequence[str], folder: str) -> tuple[str, str]:
    """What a command prints on stdout and stderr."""
    done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, cwd=folder)
    if done.returncode not in ENDS.get(command[1], (0,)):
        raise SystemExit(f"{shlex.join(command)} ended with {done.returncode}:\n{done.stderr}")
    return done.stdout, done.stderr


if __name__ == "__main__":
    raise SystemExit(main())
