"""The command of a run asks the same run again, in the short words of the question that made it."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from simcli.config import load_config
from simcli.config.run.commands import command, rerun_command
from simcli.studies.cards.question import load_cards
from simcli.studies.whatif.question import load_whatif
from tests.cli.project import Project

KNIGHT, EVENTS = "patch.guilds.knight.copies=12", "options.events=on"
EVERY = 'every={"ban": "guild", "must": "guild", "swap": "guild"}'
PRINTED: dict[str, Callable[[], Any]] = {
    "whatif guildes/cards --set patch.guilds.knight.copies=12 --seed 1": partial(load_whatif, "guildes/cards", (KNIGHT,), deals=5),
    "whatif guildes/cards --set patch.guilds.knight.copies=12 --set options.events=on --players 3,4 --seed 8": partial(
        load_whatif, "guildes/cards", (KNIGHT, EVENTS), deals=5, seed=8, players=(3, 4)
    ),
    "cards guildes/plans guild --seed 1": partial(load_cards, "guildes/plans", "guild", deals=5),
    "cards guildes/plans alchemist --for denier --tolerance '2 %' --set options.events=on --players 4 --seed 1": partial(
        load_cards, "guildes/plans", "Alchemist", player="denier", tolerance="2 %", sets=(EVENTS,), deals=5, players=4
    ),
}
BY_HAND = (
    ('every={"ban": guild}', 'report={"about": "cards", "question": x}'),
    ('every={"ban": "guild"}', 'report={"about": "cards", "question": "Which guild?"}'),
    (EVERY, 'report={"about": "cards"}'),
    (EVERY,),
    ("variants.as it is={}", f"variants.more.{KNIGHT}"),
    ("variants.as it is={}", f"variants.more.{KNIGHT}", 'report={"about": "variants", "question": "More knights?"}'),
)


@pytest.mark.parametrize("words", PRINTED)
def test_a_question_is_printed_in_its_own_words_and_asks_the_same_run(words: str, project: Project) -> None:
    asked = PRINTED[words]()
    run = asked[0] if isinstance(asked, tuple) else asked
    printed = re.sub(" --set 'until=[^ ]*'", "", command(run, 5))
    assert printed == f"simcli {words} --deals 5"
    long = ["run", run.config, *(word for text in run.sets for word in ("--set", text)), "--seed", run.seed, "--deals", 5]
    typed, meant = (project.here(*line, "--dry-run", "--format", "json") for line in (shlex.split(printed)[1:], long))
    assert (typed.code, typed.out) == (0, meant.out), typed.err


@pytest.mark.parametrize("sets", BY_HAND)
def test_what_was_typed_by_hand_is_printed_as_it_was_typed(sets: tuple[str, ...]) -> None:
    run = load_config("guildes/cards", sets, deals=5)
    words = [word for text in run.sets for word in ("--set", text)]
    assert rerun_command(run) == shlex.join(["simcli", "run", "guildes/cards", *words, "--seed", "1"])
    assert command(run, 5) == f"{rerun_command(run)} --deals 5"
