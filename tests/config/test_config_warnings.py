"""What is allowed and yet hardly meant is warned of, at its place; what is shipped is not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from simcli.config import check_paths, load_config
from simcli.config.data.components import component_data, read_components
from simcli.config.data.shipped import shipped_configs, shipped_folder
from simcli.config.yaml.problems import Problems
from simcli.game import ruled_out_by
from simcli.games import GAME_IDS, get_game
from simcli.games.components import options_of

HEAD = "game: guildes\nplayers: 4\ndeals: 2\n"
MINE = "game: guildes\nextends: balanced\nweights:\n  pick: {militia: 6}\n  use: {swing: 2}\n  give: {own: 1}\n"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.yaml").write_text(MINE, "utf-8")


def warnings(text: str, *sets: str) -> list[str]:
    Path("run.yaml").write_text(HEAD + text, "utf-8")
    told = [str(w) for w in load_config("run.yaml", sets).warnings]
    collected = Problems()
    assert check_paths(["run.yaml"], warnings=collected) == []
    assert sets or [str(w) for w in collected.sorted()] == sorted(told)
    return told


def test_weights_on_decisions_that_never_come_are_warned_of_at_their_line() -> None:
    said = "mine.yaml:5:3: weights on decisions that never come with tricks: off, events: off: use, give (they change nothing in this run)"
    text = "strategies: [balanced, ./mine.yaml]\n"
    assert warnings(text) == [said]
    assert warnings(text, "options.tricks=on", "options.events=on") == []
    assert warnings(text, "options.tricks=[A, B, C, E, F]") == [
        "mine.yaml:6:3: weights on decisions that never come with events: off: give (they change nothing in this run)"
    ]
    both = "variants: {plain: {}, all: {options: {tricks: on, events: on}}}\n"
    assert warnings(text + both) == []


def test_settings_that_keep_a_decision_away_together_are_named_together() -> None:
    Path("mine.yaml").write_text("game: architects\nweights:\n  destroy: {destroy: 1}\n", "utf-8")
    Path("run.yaml").write_text("game: architects\nplayers: 2\nstrategies: [./mine.yaml, random]\n", "utf-8")
    settings = "profile: seed, virtue_overflow_destroys_debt: by_profile"
    said = f"mine.yaml:3:3: weights on decisions that never come with {settings}: destroy (they change nothing in this run)"
    assert [str(w) for w in load_config("run.yaml").warnings] == [said]
    assert load_config("run.yaml", ["options.profile=published"]).warnings == ()
    alone = "never come with virtue_overflow_destroys_debt: automatic: destroy"
    (warning,) = load_config("run.yaml", ["options.virtue_overflow_destroys_debt=automatic"]).warnings
    assert alone in str(warning)


def test_a_copy_of_a_shipped_strategy_is_not_warned_of() -> None:
    home = Path("strategies/guildes")
    home.mkdir(parents=True)
    source = (shipped_folder("strategies") / "guildes" / "balanced.yaml").read_text("utf-8")
    (home / "balanced.yaml").write_text(source, "utf-8")
    assert warnings("strategies: [balanced, random]\n") == []
    (home / "mine.yaml").write_text("game: guildes\nextends: balanced\nweights: {all: {swing: 1}, pick: {own: 1}}\n", "utf-8")
    assert warnings("strategies: [balanced, mine]\n") == []


def test_two_names_for_one_strategy_and_for_one_variant_are_warned_of() -> None:
    Path("again.yaml").write_text("game: guildes\nextends: denier\nidea: denies\n", "utf-8")
    assert warnings("strategies: [denier, ./again.yaml, random]\n") == [
        "run.yaml:4:1: strategies: denier and again are the same except for their names (what differs between them is chance)"
    ]
    text = "strategies: [denier]\nvariants:\n  a: {options: {events: off}}\n  b: {options: {events: on}}\n  c: {patch: {guilds: {}}}\n"
    assert warnings(text) == ["run.yaml:8:3: variants: 'a' and 'c' are the same game (their figures are the same)"]


@pytest.mark.parametrize("name", sorted(shipped_configs()))
def test_no_shipped_config_is_warned_of(name: str) -> None:
    assert load_config(name).warnings == ()


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_decision_that_never_comes_by_default_is_never_asked(game_id: str) -> None:
    from simcli.sim.scenario import Table

    game = get_game(game_id)
    components = component_data(read_components(game))
    options = {o.id: o.default for o in options_of(components)}
    never = {i for i, d in enumerate(game.decisions) if ruled_out_by(d, options)}
    assert {option for d in game.decisions for option, _ in (*d.never_under, *d.never_under_all)} <= set(options)
    table = Table(game, components, options, game.min_players)
    asked, draw = set(), np.random.default_rng(1)
    for deal in range(3):
        table.deal(deal, 1)
        while actions := table.actions():
            asked.add(int(table.s["phase"]))
            table.apply(int(draw.choice(actions)))
    assert asked
    assert not asked & never
