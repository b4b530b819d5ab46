"""What is wrong with the files: what their models say."""

from __future__ import annotations

from plant.datafiles import MODELS
from simcli.errors import Fault
from simcli.game import Components, Options
from simcli.games.components import validate_files


def validate(components: Components) -> list[Fault]:
    """By the models."""
    return validate_files(components, MODELS)


def check_setup(_components: Components, _options: Options, _players: int) -> list[Fault]:
    """All numbers can be played."""
    return []
