"""Data the rules have no room for is refused by name; data at the limits is not."""

from __future__ import annotations

import pytest

from simcli.games.kings_guild import checks
from tests.games.kings_guild.data import COMPONENTS, DEFAULTS, chosen
from tests.games.refusals import assert_refused, rows, section
from tests.games.refusals import changed as change_of


def none_of(home, key, colour):
    """No copies of the treasures of a colour."""
    for row in home[key]:
        row["count"] *= row["colour"] != colour


def changed(change):
    return change_of(COMPONENTS, change, {"no": none_of})


@pytest.mark.parametrize(("change", "path", "words"), rows(__file__, "wrong"))
def test_wrong_components_are_refused_where_they_are_wrong(change, path, words):
    assert_refused(checks.validate(changed(change)), path, words)


@pytest.mark.parametrize(("change", "path", "words"), rows(__file__, "wrong and more"))
def test_wrong_components_are_refused_among_what_follows_from_them(change, path, words):
    faults = checks.validate(changed(change))
    assert any(fault.path == path and words in fault.what for fault in faults), faults


TAKEN = section(__file__, "taken")


@pytest.mark.parametrize("case", TAKEN)
def test_what_a_patch_may_change_is_not_refused(case):
    data = changed(TAKEN[case])
    assert checks.validate(data) == []
    assert checks.check_setup(data, DEFAULTS, 4) == []


@pytest.mark.parametrize(("players", "change", "path", "words"), rows(__file__, "unplayable"))
def test_what_cannot_be_set_up_is_refused(players, change, path, words):
    """KG-U-01 to KG-U-10."""
    faults = checks.check_setup(changed(change), DEFAULTS, players)
    assert (faults[0].path, faults[0].what) == (path, words)


def test_promotional_specialists_fill_the_letters():
    """GO-27, KG-AM-50."""
    data = changed({"setup.players.4.specialists": 13})
    assert checks.check_setup(data, chosen(promo_specialists=True), 4) == []
