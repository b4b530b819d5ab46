"""Run folders, names and texts that somebody else wrote: nothing in them is believed, run, or let loose on a terminal or page."""

from __future__ import annotations

import json
import re
import shutil

import pytest

from simcli.config.run.resolved import ResolvedRun
from simcli.sim.folder.picture import stranger_in
from simcli.sim.folder.store import run_text
from tests.cli.project import Project

ESC, BEL, C1, RLO = "\x1b", "\x07", "\x9b", "\u202e"
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
EVIL = f"evil{ESC}]0;title{BEL} {C1}31m {RLO}txt"
IN_YAML = r"evil\e]0;title\a \x9b31m \u202etxt"
AS_SHOWN = r"evil\x1b]0;title\x07 \x9b31m \u202etxt"


def test_a_log_of_another_seed_is_refused_when_going_on_and_by_report(project: Project) -> None:
    project.here("run", "long.yaml", "--deals", 20000, "--out", "one", "--quiet")
    project.here("run", "long.yaml", "--deals", 20000, "--out", "two", "--seed", 2, "--quiet")
    shutil.copy(project.folder / "two/batches.log", project.folder / "one/batches.log")
    for args in (("run", "long.yaml", "--deals", 20000, "--out", "one"), ("report", "one")):
        shown = project.here(*args)
        assert (shown.code, shown.out) == (4, "")
        assert "the log of another run (another seed, config or version of simcli)" in shown.err


def test_no_number_of_a_changed_summary_is_reported(project: Project) -> None:
    project.here("run", "pig.yaml", "--out", "run", "--quiet")
    right = project.read("run/summary.json").decode()
    for wrong in (right.replace('"games": 1200', '"games": 9999'), right[:400], "{}", right.replace('"cells"', '"cell"')):
        project.write("run/summary.json", wrong)
        assert project.here("report", "run", "--format", "json").out == right


def test_a_folder_of_an_older_layout_is_refused_in_words(project: Project) -> None:
    project.here("run", "pig.yaml", "--out", "run", "--quiet")
    data = json.loads(project.read("run/run.json"))
    del data["layout"], data["check"]
    project.write("run/run.json", json.dumps(data))
    for args in (("report", "run"), ("run", "pig.yaml", "--out", "run")):
        shown = project.here(*args)
        assert (shown.code, shown.out) == (4, "")
        assert "was made before this version of simcli" in shown.err
        assert "play it again in a new folder" in shown.err
        assert "damaged" not in shown.err


def test_a_run_json_with_a_right_checksum_is_checked_like_a_config(project: Project) -> None:
    project.here("run", "pig.yaml", "--out", "run", "--quiet")
    data = json.loads(project.read("run/run.json"))
    for change in (
        {"players": [99]},
        {"players": []},
        {"strategies": []},
        {"deals": "many"},
        {"tables": "round"},
        {"lineup": [7]},
        {"options": {}},
        {"components": {}},
        {"components": {**data["run"]["components"], "setup": {"goal": 10**30}}},
        {"behaviour": 0},
        {"seed": 2},
        {"report": {"title": 5}},
        {"variants": [1]},
        {"sets": [1]},
        {"half_width": "x"},
    ):
        project.write("run/run.json", run_text(data | {"run": data["run"] | change}))
        shown = project.here("report", "run")
        assert (shown.code, shown.out) == (4, ""), (change, shown.err)
        assert "run cannot be read: " in shown.err


def test_weights_that_no_strategy_file_could_say_are_refused_before_anything_plays_with_them(project: Project) -> None:
    project.here("run", "pig.yaml", "--out", "run", "--quiet")
    data = json.loads(project.read("run/run.json"))
    right = data["run"]["strategies"][0]
    decision, row = next(iter(right["weights"].items()))
    feature = next(iter(row))
    for change in (
        {"weights": {decision: {feature: 2**63 - 1}}},
        {"weights": {decision: {feature: -(10**7) - 1}}},
        {"weights": {decision: {feature: True}}},
        {"weights": {decision: {"nothing": 1}}},
        {"weights": {"nothing": {}}},
        {"temperature": 2**63 - 1},
        {"temperature": -1},
        {"playouts": 2**63 - 1},
    ):
        forged = data["run"] | {"strategies": [right | change, *data["run"]["strategies"][1:]]}
        forged["identity"] = ResolvedRun.from_json(forged).identity()
        project.write("run/run.json", run_text(data | {"run": forged}))
        for args in (("report", "run"), ("trace", "run", "--deal", 0)):
            shown = project.here(*args)
            assert (shown.code, shown.out) == (4, ""), (change, shown.err)
            assert "strategies cannot be used" in shown.err


@pytest.mark.parametrize(
    "inside",
    [
        "<script>alert(1)</script>",
        '<rect onload="alert(1)" width="1"/>',
        '<a href="javascript:alert(1)"><text>x</text></a>',
        '<image href="http://example.com/x.png"/>',
        '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>',
        '<rect style="fill:url(http://example.com/x)"/>',
        '<rect fill="url(#x)"/>',
        "<style>@import url(x)</style>",
        "<!-- --><rect/>",
        "<text>&lol;</text>",
        '<x:script xmlns:x="http://www.w3.org/1999/xhtml"/>',
        "<rect>",
    ],
)
def test_a_picture_holds_shapes_and_texts_only(inside: str) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9"><g style="fill:var(--text,#1d2329)"><text x="1 2">a b</text></g>{}</svg>\n'
    assert stranger_in(svg.format("")) == ""
    assert stranger_in(svg.format(inside)) != ""


def evil_config(project: Project) -> str:
    project.write(
        "evil.yaml",
        "game: pig\nplayers: 2\nstrategies: [hold_at_20, random]\ndeals: 20\n"
        f'report: {{title: "{IN_YAML}", question: "{IN_YAML}", note: "{IN_YAML}"}}\n'
        f'variants: {{"{IN_YAML}": {{}}, plain: {{options: {{must_roll: false}}}}}}\n',
    )
    return "evil.yaml"


def test_control_characters_in_a_config_reach_no_reader(project: Project) -> None:
    shown = project.here("run", evil_config(project), "--out", "run")
    assert shown.code == 0, shown.err
    outputs = [shown.out, shown.err, project.read("run/report.html").decode(), project.read("run/summary.json").decode()]
    outputs += [project.here("report", "run", "--format", form).out for form in ("md", "csv", "json")]
    outputs += [project.read(f"run/tables/{name}.csv").decode() for name in ("strategies", "variants", "items")]
    outputs += [project.here("trace", "evil.yaml", "--deal", 0, "--variant", "plain").out]
    outputs += [project.here("trace", "evil.yaml", "--deal", 0, "--variant", f"{EVIL}?").err]
    for text in outputs:
        assert not CONTROL.search(text), text[:300]
    assert AS_SHOWN in outputs[2]
    assert AS_SHOWN in outputs[-1]
    assert json.loads(outputs[3])["variants"][0]["name"] == EVIL
    project.write("evil.yaml", f'game: pig\nplayers: 2\n"{IN_YAML}": 1\nstrategies: ["{IN_YAML}"]\noptions: {{"{IN_YAML}": "{IN_YAML}"}}\n')
    for verb in ("run", "check"):
        refused = project.here(verb, "evil.yaml")
        assert refused.code == 2
        assert AS_SHOWN in refused.err
        assert not CONTROL.search(refused.err)


def test_control_characters_in_file_names_reach_no_reader(project: Project) -> None:
    name = f"{EVIL}.yaml".replace("/", "")
    project.write(name, project.read("pig.yaml"))
    project.write(f"strategies/pig/{EVIL}.yaml", "game: pig\nidea: hm\nweights: {roll: {points: 1}}\n")
    seen = ""
    for args in (("run", name, "--deals", 5), ("run", name, "--set", "x=1"), ("check", "."), ("run", f"{name}x"), ("strategies", "pig")):
        shown = project.here(*args)
        seen += shown.out + shown.err
    assert not CONTROL.search(seen), seen
    assert AS_SHOWN in seen


def test_half_a_character_is_refused_with_its_place(project: Project) -> None:
    for text in ('report: {title: "\\ud800"}\n', '"\\udfff": 1\n', 'variants: {"\\ud800": {}, b: {}}\n'):
        project.write("half.yaml", project.read("pig.yaml").decode() + text)
        for verb in ("check", "run"):
            shown = project.here(verb, "half.yaml")
            assert (shown.code, shown.out) == (2, ""), shown.err
            assert re.search(r"half\.yaml:5:\d+: .*half of a character", shown.err)
    refused = project.here("run", "pig.yaml", "--set", "report.title=a\udcff")
    assert (refused.code, "--set report.title=a" in refused.err) == (2, True), refused.err


def test_python_of_others_is_announced_once_where_it_is_run(project: Project) -> None:
    project.write("mine.py", '"""the first action"""\n\n\ndef choose(s, t, actions, X, weights, noise):\n    return 0\n')
    project.write("own.yaml", "game: pig\nplayers: 2\nstrategies: [./mine.py, random]\ndeals: 5\n")
    said = "running Python code, with your rights, from mine.py: play only files you trust\n"
    assert project.here("run", "own.yaml").err.count(said) == 1
    assert project.here("trace", "own.yaml", "--deal", 0).err.count(said) == 1
    assert said not in project.here("run", "own.yaml", "--quiet").err
    assert project.here("run", "own.yaml", "--out", "kept", "--quiet").code == 0
    kept = project.here("trace", "kept", "--deal", 0)
    assert (kept.code, kept.err) == (0, "running Python code, with your rights, that kept keeps: play only folders you trust\n")
    assert said not in project.here("check", "own.yaml").err
    assert said not in project.here("run", "pig.yaml").err
