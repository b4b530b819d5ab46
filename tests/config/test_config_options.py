"""Options that list components: by id, of the length asked for, and repeatedly only where the option says so."""

from __future__ import annotations

import hats_game
import pytest

from simcli.config.components import component_data, read_components
from simcli.config.options import resolve_options
from simcli.config.problems import Problems
from simcli.config.yaml_marks import parse_yaml
from simcli.games.components import OptionRow
from simcli.games.game import Option

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
