"""Every page that simcli writes names the scripts it runs, by their hashes; no other may run."""

from __future__ import annotations

import base64
import hashlib
from html.parser import HTMLParser
from pathlib import Path

import pytest

from simcli.studies import SHIPPED, module_of
from tests.cli.project import Project
from tests.studies.test_answer import STUDIES

WRITE_NONE = {"decisions", "gate", "verify"}
"""Studies that print, and leave no page."""
PAGES: dict[str, tuple[object, ...]] = {
    **{study: words for study, (words, _, _) in STUDIES.items() if study not in WRITE_NONE},
    "cards": ("cards", "kingdom.yaml", "tile"),
    "measured": ("run", "pig.yaml", "--deals", 40, "--measure", "feel,variety,reply"),
    "selftest": ("selftest", "planted", "--out", "tested"),
    "trace": ("trace", "pig.yaml", "--deal", 0, "--html", "game.html"),
    "trace with a board": ("trace", "kingdom.yaml", "--deal", 0, "--html", "game.html"),
}
KINGDOM = "game: kingdom_builder\nplayers: 2\nstrategies: [random]\ndeals: 2\nmeasure: none\n"


class Scripts(HTMLParser):
    """Policies, scripts that run, and attributes that would run something."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.policies: list[str] = []
        self.scripts: list[str] = []
        self.handlers: list[tuple[str, str | None]] = []
        self.runs = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.handlers += [(name, value) for name, value in attrs if name.startswith("on") or (value or "").startswith("javascript:")]
        if given.get("http-equiv") == "Content-Security-Policy":
            self.policies.append(str(given["content"]))
        self.runs = tag == "script" and given.get("type") != "application/json"
        if self.runs:
            assert set(given) == set()
            self.scripts.append("")

    def handle_data(self, data: str) -> None:
        if self.runs:
            self.scripts[-1] += data

    def handle_endtag(self, tag: str) -> None:
        self.runs = False


def directives(policy: str) -> dict[str, list[str]]:
    return {name: values for name, *values in (part.split() for part in policy.split(";"))}


def hashed(script: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


def test_all_studies_that_write_pages_are_asked() -> None:
    assert {words[0] for words in PAGES.values()} | WRITE_NONE == {s for s in SHIPPED if module_of(s, "command")} | {"trace"}


@pytest.mark.parametrize("study", [*PAGES, *sorted(WRITE_NONE)])
def test_the_scripts_of_a_page_are_named_and_no_other_may_run(project: Project, study: str) -> None:
    project.write("kingdom.yaml", KINGDOM)
    project.write("targets.yaml", "targets: {rounds: at least 2}\n")
    for folder in ("one", "two") if study in (*WRITE_NONE, "compare") else ():
        assert project.here("run", "pig.yaml", "--deals", 40, "--out", folder, "-q").code == 0
    before = set(Path().rglob("*.html"))
    shown = project.here(*PAGES.get(study, STUDIES.get(study, (("verify", "one"),))[0]))
    assert shown.code in (0, 1, 3), shown.err
    pages = set(Path().rglob("*.html")) - before
    assert bool(pages) == (study not in WRITE_NONE), shown.err
    for page in pages:
        read = Scripts(page.read_text("utf-8"))
        assert read.handlers == []
        (policy,) = map(directives, read.policies)
        assert policy == {"default-src": ["'none'"], "style-src": ["'unsafe-inline'"], "script-src": [*map(hashed, read.scripts)]}
        assert len(read.scripts) >= 1
