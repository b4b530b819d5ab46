"""From a config file to a resolved run: defaults, every key, shipped names, identity, and the way to JSON and back."""

from __future__ import annotations

import copy
import json
import sys
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcli.config import ReportTexts, ResolvedRun, Strategy, load_config
from simcli.config.run import resolved
from simcli.config.run.resolved import plain, restored
from simcli.config.run.stored import restore_run
from simcli.config.yaml.values import Tolerance
from simcli.errors import UserError
from tests.config.project import Project
from tests.conftest import count_calls

FULL = """\
game: hats
players: [2, 4]
strategies: [careful, random]
tables: mirror
deals: 500
until: {half_width: 0.5 %, minutes: 1.5}
seed: 9223372036854775807
options:
  open_hands: on
  order: right
  rounds: 25
patch:
  hats:
    bowler: {copies: 6, bonus: {large: 3}}
  setup: {players: {4: {remove: {fedora: 1}}}}
tolerance: 3 %
report: {title: Hats, question: Is it fair?, note: |
  No.}
""".replace("note: |\n  No.", "note: No.")


def test_the_shortest_config_gets_every_default(project: Project) -> None:
    run = project.load("game: hats\nplayers: 3\n")
    assert (run.game.id, run.players, run.tables, run.lineup, run.deals, run.seed) == ("hats", (3,), "mixed", (), 10_000, 1)
    assert (run.half_width, run.minutes, run.tolerance, run.patch, run.report, run.name) == (
        None,
        None,
        Tolerance(0.04, of_even=True),
        {},
        ReportTexts(),
        "run",
    )
    assert [s.name for s in run.strategies] == ["bold", "careful"]
    assert run.options == {"feathers": "off", "open_hands": False, "order": "left", "rounds": 10}
    assert list(run.components) == ["hats", "options", "setup"]


def test_every_key_arrives(project: Project) -> None:
    run = project.load(FULL)
    assert (run.players, run.tables, run.deals, run.half_width, run.minutes) == ((2, 4), "mirror", 500, 0.005, 1.5)
    assert (run.seed, run.tolerance, run.report) == (2**63 - 1, Tolerance(0.03), ReportTexts("Hats", "Is it fair?", "No."))
    assert run.options == {"feathers": "off", "open_hands": True, "order": "right", "rounds": 25}
    assert run.components["hats"]["hats"][0] == {
        "id": "bowler",
        "letter": "A",
        "copies": 6,
        "points": [1, 2],
        "bonus": {"small": 1, "large": 3},
    }
    assert run.components["setup"]["players"][4]["remove"] == {"fedora": 1}
    assert run.strategies[1] == Strategy("random", "random", "any hat", where="lib/simcli/_shipped/strategies/hats/random.yaml")


def test_a_fixed_table_brings_its_own_strategies(project: Project) -> None:
    run = project.load("game: hats\nplayers: 3\nstrategies: [careful]\ntables: {fixed: [random, bold, random]}\n")
    assert run.tables == "fixed"
    assert [s.name for s in run.strategies] == ["random", "bold"]
    assert run.lineup == (0, 1, 0)


def test_a_percent_is_the_same_number_as_its_fraction(project: Project) -> None:
    for text, value in (("0.7 %", 0.007), ("'2%'", 0.02), (".5%", 0.005), ("0.03", 0.03)):
        assert project.load(f"game: hats\nplayers: 3\ntolerance: {text}\n").tolerance == Tolerance(value)
    assert project.load("game: hats\nplayers: 3\ntolerance: 2.5% of even\n").tolerance == Tolerance(0.025, of_even=True)


@pytest.mark.parametrize(("text", "value"), [("on", True), ("off", False), ("true", True), ("'true'", True), ("False", False)])
def test_switches_take_on_off_true_and_false(project: Project, text: str, value: object) -> None:
    options = project.load(f"game: hats\nplayers: 3\noptions: {{open_hands: {text}, feathers: {text}}}\n").options
    assert options["open_hands"] is value
    assert options["feathers"] == ("on" if value else "off")


def test_an_option_takes_a_list_of_ids_or_letters(project: Project) -> None:
    assert project.load("game: hats\nplayers: 3\noptions: {feathers: [C, bowler]}\n").options["feathers"] == ("beret", "bowler")


def test_a_new_component_can_be_listed(project: Project) -> None:
    patch = "patch: {hats: {topper: {new: true, copies: 2}}}"
    run = project.load(f"game: hats\nplayers: 3\n{patch}\noptions: {{feathers: [topper]}}\n")
    assert run.options["feathers"] == ("topper",)
    assert run.components["hats"]["hats"][-1] == {"id": "topper", "copies": 2}


def test_a_patch_reaches_fields_by_every_address(project: Project) -> None:
    patch = "patch: {hats: {total: 13, bowler: {brim: wide}, hats: {beret: {bonus: {large: 2}, points: []}}}}"
    bowler, _, beret = project.load(f"game: hats\nplayers: 3\n{patch}\n").components["hats"]["hats"]
    assert (bowler["brim"], beret["bonus"], beret["points"]) == ("wide", {"large": 2}, [])


def test_set_lays_values_over_the_file(project: Project) -> None:
    sets = (
        "deals=7",
        "until.minutes=2",
        "options.order=right",
        "patch.setup.players.3.hand=2",
        "players=[3]",
        "strategies.0=random",
        "report.title=Hi",
    )
    run = project.load("game: hats\nplayers: 2\nstrategies: [bold]\nreport: {note: Ho}\n", *sets)
    assert (run.deals, run.minutes, run.options["order"], run.players) == (7, 2.0, "right", (3,))
    assert run.components["setup"]["players"][3]["hand"] == 2
    assert run.strategies[0].name == "random"
    assert run.report == ReportTexts("Hi", "", "Ho")


def test_a_set_can_mend_the_file_and_the_last_one_wins(project: Project) -> None:
    run = project.load("game: hats\nplayers: 99\ntables: mirror\n", "players=2", "players=4", "tables.fixed=[bold, bold, bold, bold]")
    assert (run.players, run.tables, run.lineup) == ((4,), "fixed", (0, 0, 0, 0))


def test_deals_and_seed_given_apart_win_over_sets(project: Project) -> None:
    run = project.load("game: hats\nplayers: 2\n", "deals=7", "seed=7", deals=9, seed=0)
    assert (run.deals, run.seed) == (9, 0)


@pytest.mark.parametrize("name", ["hats/seats", "hats/seats.yaml", "seats", "seats.yaml"])
def test_shipped_configs_are_found_by_name(project: Project, name: str) -> None:
    assert load_config(name).name == "seats"


def test_a_checkout_finds_its_folders_beside_the_package(project: Project) -> None:
    (project.folder / "lib/simcli/_shipped").rename(project.folder / "lib/there")
    project.write("lib/configs/hats/plain.yaml", "game: hats\nplayers: 2\nstrategies: [random]\n")
    assert load_config("plain").strategies[0].where == "built in"


def test_a_file_without_its_suffix_is_found(project: Project) -> None:
    project.write("mine.yaml", "game: hats\nplayers: 2\n")
    assert load_config("mine").name == "mine"


def test_a_shipped_name_of_two_games_must_be_told_apart(project: Project) -> None:
    project.write("lib/simcli/_shipped/configs/caps/seats.yaml", "game: caps\nplayers: 3\n")
    said = "seats: several configs are called that: caps/seats, hats/seats (write caps/seats)"
    assert project.refused(lambda: load_config("seats")) == [said]


def test_a_missing_config_names_the_nearest(project: Project) -> None:
    project.write("runs/tempo.yaml", "game: hats\nplayers: 3\n")
    assert project.refused(lambda: load_config("hats/saets")) == [
        "hats/saets: there is no such file or shipped config (did you mean hats/seats?)"
    ]
    assert project.refused(lambda: load_config("runs/temp.yaml")) == [
        "runs/temp.yaml: there is no such file or shipped config (did you mean runs/tempo.yaml?)"
    ]
    assert project.refused(lambda: load_config("runs")) == ["runs: this is a folder, expected a file (did you mean runs/tempo.yaml?)"]
    assert project.refused(lambda: load_config("x" * 5000))[0].endswith(": the file cannot be read: File name too long")


def test_the_nearest_config_is_one_of_the_nearest_game(project: Project) -> None:
    for name in ("caps/plans", "hats/plans"):
        project.write(f"lib/simcli/_shipped/configs/{name}.yaml", "game: hats\nplayers: 3\n")
    for wrong in ("hats/plan", "hast/plans", "hat/plan", "hats/plasn", "./hats/plan"):
        assert project.refused(lambda wrong=wrong: load_config(wrong))[0].endswith("(did you mean hats/plans?)"), wrong
    assert project.refused(lambda: load_config("cap/plans"))[0].endswith("(did you mean caps/plans?)")


def test_a_run_survives_json_without_the_original_files(project: Project) -> None:
    run = project.load(FULL)
    stored = json.dumps(run.to_json(), sort_keys=True)
    project.write("lib/simcli/_shipped/strategies/hats/careful.yaml", "")
    again = ResolvedRun.from_json(json.loads(stored))
    assert again == run
    assert again.identity() == run.identity() == json.loads(stored)["identity"]
    assert list(again.components["setup"]["players"]) == [2, 3, 4]


def test_an_option_list_comes_back_as_a_tuple(project: Project) -> None:
    run = project.load("game: hats\nplayers: 3\noptions: {feathers: [C]}\n")
    assert ResolvedRun.from_json(json.loads(json.dumps(run.to_json()))).options["feathers"] == ("beret",)


def test_a_patched_run_keeps_what_is_printed_and_its_identity_covers_it() -> None:
    """GU-20: the printed deck decides the order of a patched one."""
    run = load_config({"game": "guildes", "players": 3, "patch": {"guilds": {"knight": {"copies": 12}}}})
    again = ResolvedRun.from_json(json.loads(json.dumps(run.to_json())))
    assert again.components.printed == run.components.printed
    assert {g["id"]: g["copies"] for g in again.components.printed["guilds"]["guilds"]}["knight"] == 11
    other = copy.deepcopy(run.to_json())
    next(g for g in other["printed"]["guilds"]["guilds"] if g["id"] == "noble")["copies"] = 11
    assert ResolvedRun.from_json(other).identity() != run.identity()
    with pytest.raises(UserError, match="its identity does not match its contents"):
        restore_run(other)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": 9}, "the stored run: this is not a run in format 3 (it was written by another version of simcli)"),
        ({"game": "hat"}, "the stored run: there is no game 'hat' here (did you mean 'hats'?)"),
        (
            {"strategies": 3},
            "the stored run: the stored run is damaged: 'int' object is not iterable (start the run again in a new folder)",
        ),
    ],
)
def test_a_damaged_stored_run_is_a_users_error(project: Project, change: dict[str, Any], said: str) -> None:
    stored = project.load("game: hats\nplayers: 3\n").to_json()
    with pytest.raises(UserError) as caught:
        ResolvedRun.from_json(stored | change)
    assert str(caught.value) == said


def test_the_identity_is_of_what_decides_a_deal(project: Project) -> None:
    run = project.load(FULL)
    same = [
        replace(run, deals=1),
        replace(run, half_width=None, minutes=None),
        replace(run, tolerance=Tolerance(0.5)),
        replace(run, report=ReportTexts("x")),
        replace(run, name="other"),
        replace(run, patch={}),
        replace(run, strategies=tuple(replace(s, idea="?", where="elsewhere") for s in run.strategies)),
    ]
    assert {r.identity() for r in same} == {run.identity()}
    other = [
        replace(run, seed=2),
        replace(run, players=(4, 2)),
        replace(run, tables="mixed"),
        replace(run, tables="fixed", lineup=(0, 1)),
        replace(run, options=run.options | {"order": "left"}),
        replace(run, components=run.components | {"setup": {}}),
        replace(run, game=replace(run.game, behaviour=4)),
        replace(run, strategies=run.strategies[::-1]),
        replace(run, strategies=(replace(run.strategies[0], temperature=1), run.strategies[1])),
        replace(run, strategies=(replace(run.strategies[0], source="x"), run.strategies[1])),
        replace(run, strategies=(replace(run.strategies[0], weights={"take": {"value": 1}}), run.strategies[1])),
    ]
    assert len({r.identity() for r in other} | {run.identity()}) == len(other) + 1


def test_the_identity_is_the_same_on_every_machine_and_day(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a shipped game, whose sources its behaviour version stands for; of others the digests of their files come in."""
    monkeypatch.setattr("simcli.config.run.resolved.sources_of", lambda folder: {})
    run = project.load("game: hats\nplayers: 3\n")
    assert run.identity() == IDENTITY
    project.write("elsewhere/run2.yaml", "players: 3\ngame: hats\ndeals: 3\n")
    assert load_config("elsewhere/run2.yaml").identity() == IDENTITY


def test_the_identity_of_a_run_is_worked_out_once(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    run = replace(project.load("game: hats\nplayers: 3\n"))
    calls = count_calls(monkeypatch, [(resolved, "plain")])
    assert run.identity() == run.identity()
    once = calls["plain"]
    assert run.identity() == replace(run).identity()
    assert calls["plain"] == 2 * once


def test_loading_a_config_imports_nothing_heavy(project: Project) -> None:
    import subprocess

    code = "import simcli.config, sys; print(sorted({'numba', 'pandas', 'matplotlib', 'scipy'} & set(sys.modules)))"
    printed = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONPATH": ":".join(sys.path)}
    )
    assert printed.stdout == "[]\n"


def test_component_files_are_read_again_when_they_change_and_never_shared(project: Project) -> None:
    run = project.load("game: hats\nplayers: 3\n")
    run.components["hats"]["hats"].clear()
    assert len(project.load("game: hats\nplayers: 3\n").components["hats"]["hats"]) == 3


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.integers() | st.text(max_size=5) | st.just("~pairs"), inner, max_size=3),
    max_leaves=10,
)


def test_the_order_of_keys_survives_but_is_no_part_of_the_identity(project: Project) -> None:
    run = project.load("game: hats\nplayers: 3\n")
    players = run.components["setup"]["players"]
    turned = replace(run, components=run.components | {"setup": run.components["setup"] | {"players": dict(reversed(players.items()))}})
    assert turned.identity() == run.identity()
    again = ResolvedRun.from_json(json.loads(json.dumps(turned.to_json())))
    assert list(again.components["setup"]["players"]) == [4, 3, 2]


@given(PLAIN)
def test_component_data_survives_json_whatever_its_keys(value: object) -> None:
    assert restored(json.loads(json.dumps(plain(value)))) == value


IDENTITY = "9078617e6f3604da2ea8750317df4f8201622cfda188b5a8b55fd08f4174a00a"


@pytest.mark.parametrize(
    ("report", "place", "what"),
    [
        ("{about: items, kind: bords}", "5:30", "Architects of the West Kingdom has no kind of items 'bords' here"),
        ("{about: items, kind: placemen}", "5:30", "Architects of the West Kingdom has no kind of items 'placemen' here"),
        ("{about: seats, kind: board}", "5:30", "a kind of items goes with a question about items or variants"),
        ("{kind: board}", "5:16", "a kind of items goes with a question about items or variants"),
    ],
)
def test_a_kind_of_items_is_one_of_the_game_and_asked_about(project: Project, report: str, place: str, what: str) -> None:
    text = f"game: architects\nplayers: 2\nstrategies: [random]\noptions: {{player_boards: variable}}\nreport: {report}\n"
    (found,) = project.problems(text)
    assert found.startswith(f"run.yaml:{place}: report.kind: {what}")


@pytest.mark.parametrize(
    ("report", "what"),
    [
        ("{about: cards, item: minr}", "5:30: report.item: Architects of the West Kingdom has no item 'minr' here that can be banned"),
        ("{about: seats, item: miner}", "5:30: report.item: an item goes with a question about what each is worth"),
    ],
)
def test_an_item_is_one_of_the_game_and_asked_about(project: Project, report: str, what: str) -> None:
    text = "game: architects\nplayers: 2\nstrategies: [random]\nevery: {ban: apprentice}\nreport: "
    (found,) = project.problems(text + report)
    assert found.startswith(f"run.yaml:{what}")
    assert project.load(text + "{about: cards, item: miner}").report.item == "miner"


def test_a_kind_of_items_may_come_with_an_option_of_a_variant(project: Project) -> None:
    variants = "variants: {standard: {}, variable: {options: {player_boards: variable}}}"
    text = "game: architects\nplayers: 2\nstrategies: [random]\nreport: {about: items, kind: board}\n"
    assert project.load(text + variants).report.kind == "board"
    assert project.problems(text)


@pytest.mark.parametrize("said", ["2..4", "2-4", "2 .. 4"])
def test_a_span_of_players_is_all_its_numbers(project: Project, said: str) -> None:
    text = "game: hats\nplayers: {}\nstrategies: [random]\ntables: mirror\n"
    listed = project.load(text.format("[2, 3, 4]"))
    assert project.load(text.format(said)).identity() == listed.identity()
    assert project.load(text.format("2"), f"players={said}").players == (2, 3, 4)
    assert project.load(text.format("[4, 2..3]")).players == (4, 2, 3)
    assert project.load(text.format("[3, 2..4]")).players == (3, 2, 4)
    assert load_config({"game": "hats", "strategies": ["random"], "tables": "mirror"}, players="3..4").players == (3, 4)
