"""What an index and an unpacked sdist show: no link that leads nowhere, no file missing that the tests read."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
LINK = re.compile(r"!?\[[^\]]*\]\((?!https?:)[^)]*\)")


@pytest.fixture
def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def test_the_readme_of_an_index_has_no_link_into_a_checkout(project: dict[str, Any]) -> None:
    """By the substitutions that make it."""
    hook = project["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]
    text = "".join((ROOT / fragment["path"]).read_text("utf-8") for fragment in hook["fragments"])
    assert LINK.search(text)
    for one in hook["substitutions"]:
        text = re.sub(one["pattern"], one["replacement"], text)
    assert not LINK.search(text)
    assert "glossary" in text


def test_every_tracked_file_is_in_the_sdist_or_no_test_reads_it(project: dict[str, Any]) -> None:
    shown = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if shown.returncode:  # the sdist itself
        return
    included = project["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    left_out = {name for name in shown.stdout.splitlines() if not any(name == one or name.startswith(f"{one}/") for one in included)}
    assert left_out <= {"pyproject.toml", "reports/README.md"}  # the first is always there


def test_the_wheel_has_the_docs_without_research(project: dict[str, Any]) -> None:
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel["only-include"] == ["simcli", "docs"]
    assert wheel["exclude"] == ["docs/research"]
    assert wheel["sources"]["docs"] == "simcli/_shipped/docs"
    text = "\n".join(path.read_text("utf-8") for path in (ROOT / "simcli" / "cli").rglob("*.py"))
    assert "docs/research" not in text


def test_what_is_imported_is_named_and_what_is_named_is_imported(project: dict[str, Any]) -> None:
    """Of the libraries a run needs, and of the extras."""
    extras = project["project"]["optional-dependencies"].values()
    named = {re.split(r"[<>=]", one)[0] for one in [*project["project"]["dependencies"], *(one for extra in extras for one in extra)]}
    modules = {"ruamel.yaml": "ruamel", "vl-convert-python": "vl_convert"}
    text = "\n".join(path.read_text("utf-8") for path in (ROOT / "simcli").rglob("*.py"))
    imported = set(re.findall(r"^\s*(?:import|from) (\w+)", text, re.MULTILINE))
    assert {modules.get(name, name) for name in named} - imported == set()
    assert not [line for line in project["project"]["dependencies"] if not re.search(r">=\d", line)]
