"""Options that list components: by id, of the length asked for, and repeatedly only where the option says so."""

from __future__ import annotations

import pytest

from simcli.cli.games import _allowed
from simcli.config.data.components import component_data, read_components
from simcli.config.data.options import resolve_options
from simcli.config.yaml.document import parse_yaml
from simcli.config.yaml.problems import Problems
from simcli.game import Option
from simcli.games.components import OptionRow
from tests.config import hats_game

ROW = {"id": "shelf", "default": "any", "values": ["any"], "list_of": "hats", "list_min": 3, "list_max": 3}
SAYS = {"see": "H-4", "rule": "HO-4", "text": "hats on the three places of the shelf", "provenance": "derived"}


def resolved(text: str, repeats: bool) -> tuple[object, list[str]]:
    row = OptionRow.model_validate({**ROW, **SAYS, "list_repeats": repeats})
    option = Option(**{**row.model_dump(), "values": tuple(row.values)})
    document = parse_yaml(f"options: {{shelf: {text}}}\n", "run.yaml")
    problems = Problems()
    components = component_data(read_components(hats_game.GAME))
    values = resolve_options(hats_game.GAME, {"shelf": option}, components, document, document.data["options"], problems)
    return values["shelf"], [str(p) for p in problems.sorted()]


def test_a_list_by_place_may_repeat_an_id() -> None:
    assert resolved("[beret, A, beret]", repeats=True) == (("beret", "bowler", "beret"), [])


def test_other_lists_may_not() -> None:
    said = ["run.yaml:1:29: options.shelf: 'beret' stands in the list twice (keep one)"]
    assert resolved("[beret, A, beret]", repeats=False) == ("any", said)


def test_an_option_is_not_repeated_unless_it_says_so() -> None:
    assert OptionRow.model_validate({**ROW, **SAYS}).list_repeats is False


@pytest.mark.parametrize(("text", "length"), [("[A, A]", 2), ("[A, B, A, A]", 4)])
def test_a_list_of_another_length_is_refused(text: str, length: int) -> None:
    said = [f"run.yaml:1:18: options.shelf: found a list of {length}, expected 3 of the hats"]
    assert resolved(text, repeats=True) == ("any", said)


RANGE = {"id": "rounds", "default": 10, "low": 1, "high": 30}


def of_rounds(text: str, **row: object) -> tuple[object, list[str]]:
    model = OptionRow.model_validate({**RANGE, **SAYS, **row})
    option = Option(**{**model.model_dump(), "values": tuple(model.values)})
    document = parse_yaml(f"options: {{rounds: {text}}}\n", "run.yaml")
    problems = Problems()
    values = resolve_options(hats_game.GAME, {"rounds": option}, {}, document, document.data["options"], problems)
    return values["rounds"], [str(p) for p in problems.sorted()]


def test_an_option_takes_a_whole_number_in_its_range() -> None:
    assert [of_rounds(text) for text in ("1", "17", "30")] == [(1, []), (17, []), (30, [])]
    assert of_rounds("0") == (10, ["run.yaml:1:19: options.rounds: found the number 0, expected a whole number from 1 to 30"])


def test_an_option_may_have_values_beside_its_range() -> None:
    row = {"default": "endless", "values": ["endless"]}
    assert of_rounds("endless", **row) == ("endless", [])
    assert of_rounds("4", **row) == (4, [])
    expected = "expected endless or a whole number from 1 to 30"
    said = f"run.yaml:1:19: options.rounds: found the text 'endles', {expected} (did you mean 'endless'?)"
    assert of_rounds("endles", **row) == ("endless", [said])


@pytest.mark.parametrize(
    "row",
    [
        {"default": 31},
        {"default": 0},
        {"default": True},
        {"default": 10, "low": None, "high": None, "values": ["any"]},
        {"default": 10, "low": None},
        {"default": "any"},
    ],
)
def test_the_default_is_one_of_the_values_or_in_the_range(row: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="is neither one of the values nor in a range"):
        OptionRow.model_validate({**RANGE, **SAYS, **row})


def test_an_option_has_values_or_both_ends_of_a_range() -> None:
    with pytest.raises(ValueError, match="neither values nor a range"):
        Option("rounds", 10, **SAYS)
    with pytest.raises(ValueError, match="has no high"):
        Option("rounds", 10, **SAYS, low=1)


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({}, "1 to 30"),
        ({"default": "off", "values": ["off"]}, "off, or 1 to 30"),
        ({"default": "off", "values": ["off", "on"], "list_of": "hats"}, "off, on, or 1 to 30, or a list of hats"),
    ],
)
def test_the_table_of_options_tells_the_range(row: dict[str, object], words: str) -> None:
    """`simcli games GAME --options`."""
    assert _allowed({"values": [], "range": [1, 30], "list_of": None} | row) == words
