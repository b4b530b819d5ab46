"""A limit of address space kills no study: answer and data come, and the page is drawn as far as it can be."""

from __future__ import annotations

import json
import resource

import pytest

from tests.cli.project import Project
from tests.studies.test_answer import STUDIES, TARGETS

LIMIT = 8_000_000 * 1024
"""Bytes: `ulimit -v 8000000`, as on many shared machines."""


LIMITED = f"import resource, runpy\nresource.setrlimit(resource.RLIMIT_AS, ({LIMIT}, {LIMIT}))\n"
LIMITED += "runpy.run_module('simcli', run_name='__main__', alter_sys=True)\n"


def limited() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (LIMIT, LIMIT))


@pytest.mark.parametrize("study", STUDIES)
def test_every_study_answers_under_a_limit_of_address_space(project: Project, study: str) -> None:
    project.write("targets.yaml", TARGETS)
    for name, goal in (("one", 100), ("two", 50)) if study in ("compare", "gate") else ():
        project.here("run", "pig.yaml", "--deals", 40, "--out", name, "-q", "--set", f"patch.setup.goal={goal}")
    words = (*STUDIES[study][0], "--format", "json")
    if study == "run":  # a limit from the start, which all begin alike
        found = project.apart(*words, preexec_fn=limited)
    else:
        project.write("limited.py", LIMITED)
        found = project.forked(*words, program="limited")
    assert found.code in (0, 1, 3), found.err
    assert json.loads(found.out)["answer"]
    said = [line for line in found.err.splitlines() if "its process died" in line]
    assert len(said) <= 1
    for report in project.folder.glob("reports/*/report.html"):
        assert report.read_text("utf-8").rstrip().endswith("</html>")


START = "import os, sys, simcli\nfrom pig import GAME\nfrom simcli.games import register\nregister(GAME)\n"


def test_a_process_forks_after_a_page(project: Project) -> None:
    """Drawing leaves no threads of its own behind."""
    program = START + (
        "run = simcli.simulate('pig.yaml', deals=20, workers=1)\n"
        "page = run.report('html')\n"
        "child = os.fork()\n"
        "if not child:\n"
        "    os._exit(run.report('html') != page)\n"
        "sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))\n"
    )
    found = project.apart(program=("-c", program), timeout=120)
    assert found.code == 0, found.err


def test_a_page_is_written_where_no_process_can_draw(project: Project) -> None:
    """It was a folder that cannot be written."""
    cannot = project.write("python", "no program")
    program = START + f"sys.executable = {str(cannot)!r}\nsimcli.simulate('pig.yaml', deals=20, out='kept', workers=1)\n"
    found = project.apart(program=("-c", program), env={"SIMCLI_CACHE_DIR": str(project.folder / "empty"), "NUMBA_DISABLE_JIT": "1"})
    assert found.code == 0, found.err
    assert "the page has no charts: its process did not start (Permission denied)" in found.err
    assert (project.folder / "kept" / "report.html").read_text("utf-8").rstrip().endswith("</html>")


def test_no_drawing_engine_is_loaded_beside_the_games(project: Project) -> None:
    program = START + "simcli.simulate('pig.yaml', deals=20, workers=1).report('html')\nsys.exit('vl_convert' in sys.modules)\n"
    assert project.apart(program=("-c", program)).code == 0
