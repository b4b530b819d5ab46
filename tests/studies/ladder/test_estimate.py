"""What becomes of verdicts from rung to rung: the words, on numbers that are made up for them."""

from __future__ import annotations

import numpy as np
import pytest

import simcli
from simcli.stats.figures.registry import BEYOND
from simcli.stats.summary import Tolerance
from simcli.stats.verdicts import EVEN, LESS, LESS_OPEN, MORE, MORE_OPEN, UNKNOWN
from simcli.studies.ladder.estimate import APPEARS, FADES, OPEN, PERSISTS, REVERSES, LadderFigure, ladder_figures, steps_up, word_of
from simcli.tally_parts import TallyParts
from tests.stats.synthetic import fake_cards, fake_cell

TOLERANCE = Tolerance(0.04, of_even=True)
MANY, FEW = 40_000, 200


def cell_of(share: float, deals: int):
    """Four seats, a game a deal: seat 1 wins so often, the others share the rest."""
    cell = fake_cell(4, ("balanced",), deals=2)
    first = round(share * deals)
    wins = [first, *(np.diff(np.linspace(0, deals - first, 4).round()).astype(int))]
    rows = np.array([[deals, 60 * won, deals, 60 * won, 3600 * won] for won in wins], np.int64)
    totals = cell.parts.totals.copy()
    totals[:2] = deals
    own = type(cell)(**vars(cell) | {"parts": TallyParts(**vars(cell.parts) | {"place_share": rows, "totals": totals})})
    assert own.deals == deals
    return own


def seat_one(*rungs: tuple[float, int]) -> LadderFigure:
    """What becomes of seat 1 with these shares, each of so many deals."""
    names = [f"rung {i}" for i in range(len(rungs))]
    cells = {name: [cell_of(*rung)] for name, rung in zip(names, rungs, strict=True)}
    return next(one for one in ladder_figures(names, cells, TOLERANCE, ("seats",)) if one.name == "seat 1")


@pytest.mark.parametrize(
    ("rungs", "word", "weaker", "since"),
    [
        (((0.30, MANY), (0.29, MANY)), PERSISTS, 0, 0),
        (((0.30, MANY), (0.252, MANY)), FADES, 0, 1),
        (((0.281, MANY), (0.262, MANY)), FADES, 0, 0),  # certainly less, its direction certain, whether it matters is open
        (((0.30, MANY), (0.22, MANY)), REVERSES, 0, 1),
        (((0.251, MANY), (0.30, MANY)), APPEARS, 0, 1),
        (((0.251, MANY), (0.249, MANY)), PERSISTS, 0, 0),
        (((0.30, MANY), (0.27, FEW)), OPEN, None, None),
        (((0.27, FEW), (0.30, MANY)), OPEN, None, 1),
        (((0.30, MANY), (0.20, MANY), (0.21, MANY)), REVERSES, 0, 1),  # the gravest word of a weaker rung
        (((0.20, MANY), (0.30, MANY), (0.251, MANY)), FADES, 1, 2),  # of two rungs with a word the stronger is told
        (((0.30, MANY), (0.30, MANY), (0.31, MANY)), PERSISTS, 0, 0),  # of what persists the weaker
    ],
)
def test_words_follow_from_shares_and_deals(rungs, word, weaker, since) -> None:  # type: ignore[no-untyped-def]
    found = seat_one(*rungs)
    assert found.word == word
    assert found.weaker == (None if weaker is None else f"rung {weaker}")
    assert found.since == (None if since is None else f"rung {since}")


def test_the_judge_is_the_strongest_rung_that_can_tell() -> None:
    """The last rung has few deals; it is passed over unless it contradicts those below."""
    quiet = seat_one((0.30, MANY), (0.29, MANY), (0.29, FEW))
    assert (quiet.judge, quiet.word, quiet.weaker, quiet.since) == ("rung 1", PERSISTS, "rung 0", "rung 0")
    assert [one.word for one in quiet.rungs] == [PERSISTS, None, None]
    contradicting = seat_one((0.30, MANY), (0.30, MANY), (0.22, FEW))
    assert (contradicting.judge, contradicting.rungs[-1].test.verdict) == ("rung 2", UNKNOWN)
    assert contradicting.word == FADES
    nothing = seat_one((0.30, MANY), (0.29, FEW))
    assert (nothing.judge, nothing.word) == ("rung 1", OPEN)


def test_planted_equal_figures_persist_by_the_rung_that_can_tell() -> None:
    """Seats of 30 % on three rungs, of which the last has a hundredth of the deals: it knows few, the rung below nearly all."""
    rng = np.random.default_rng(1)
    words = []
    for _ in range(200):
        found = seat_one(*((rng.binomial(deals, 0.30) / deals, deals) for deals in (MANY, MANY, 400)))
        words.append(found.word)
    assert words.count(PERSISTS) >= 180
    assert REVERSES not in words


def test_effects_are_distances_from_the_even_share_and_the_change_is_theirs() -> None:
    weak, strong = seat_one((0.30, MANY), (0.27, MANY)).rungs
    assert (weak.value.value, strong.value.value) == pytest.approx((0.05, 0.02))
    assert weak.change is not None
    assert weak.change.value == pytest.approx(-0.03)
    se = (0.3 * 0.7 / MANY + 0.27 * 0.73 / MANY) ** 0.5
    assert weak.change.half_width == pytest.approx(1.96 * se, rel=0.001)
    assert strong.change is strong.word is None


@pytest.mark.parametrize(
    ("weaker", "strongest", "is_smaller", "word"),
    [
        (MORE, MORE, True, PERSISTS),
        (MORE, MORE_OPEN, False, OPEN),
        (MORE, MORE_OPEN, True, FADES),
        (MORE, UNKNOWN, False, OPEN),
        (MORE, UNKNOWN, True, FADES),
        (MORE, EVEN, False, FADES),
        (MORE_OPEN, EVEN, False, OPEN),
        (MORE_OPEN, EVEN, True, FADES),
        (MORE_OPEN, MORE_OPEN, False, PERSISTS),
        (LESS, LESS, False, PERSISTS),
        (LESS, MORE_OPEN, True, REVERSES),
        (LESS_OPEN, MORE, True, REVERSES),
        (EVEN, LESS, False, APPEARS),
        (EVEN, LESS_OPEN, False, OPEN),
        (EVEN, EVEN, False, PERSISTS),
        (UNKNOWN, MORE, False, OPEN),
        (None, MORE, False, OPEN),
        (MORE, None, False, OPEN),
    ],
)
def test_every_two_verdicts_have_a_word(weaker, strongest, is_smaller, word) -> None:  # type: ignore[no-untyped-def]
    assert word_of(weaker, strongest, is_smaller=is_smaller) == word


def test_many_figures_are_corrected_together() -> None:
    """The same seat is less certain among the figures of many rungs."""
    alone = seat_one((0.2615, 4000), (0.2615, 4000))
    among = seat_one(*((0.2615, 4000) for _ in range(12)))
    assert alone.rungs[0].test.p_holm is not None
    assert among.rungs[0].test.p_holm is not None
    assert alone.rungs[0].test.p == among.rungs[0].test.p
    assert alone.rungs[0].test.p_holm < among.rungs[0].test.p_holm


def test_items_are_judged_by_kind_and_figures_nobody_tells_anything_of_are_left_out() -> None:
    cards = fake_cards(4, ("guild", "trick"))
    cells = {name: [fake_cell(4, ("balanced",), cards, deals=400, seed=seed)] for seed, name in enumerate(("weak", "strong"))}
    found = ladder_figures(("weak", "strong"), cells, TOLERANCE, ("items",), ("guild",))
    assert {(one.of, one.kind) for one in found} == {("card_00", "offered"), ("card_02", "offered")}
    assert all(one.unit == "share" and one.about == "item" for one in found)
    assert ladder_figures(("weak", "strong"), cells, TOLERANCE, ("bans", "variants")) == ()


@pytest.mark.usefixtures("planted_game")
def test_where_items_are_banned_in_turn_a_copy_of_each_is_judged_beyond_the_middle_of_its_kind() -> None:
    """A card of 30 points among cards of none: players who keep any card gain by it as those do who know what it is worth."""
    config = {
        "game": "plant",
        "players": 4,
        "strategies": ["balanced"],
        "tables": "mirror",
        "tolerance": "1 %",
        "every": {"ban": "card"},
        "patch": {"setup": {"hand": 6, "keep": 3}, "plant": {"c01": {"value": 30}}},
    }
    found = simcli.ladder(config, ["random", "balanced"], about="bans", deals=2000).results.figures
    assert {(one.kind, one.about, one.figure) for one in found} == {("copy", "copy", BEYOND)}
    assert len(found) == 12
    (strong,) = (one for one in found if one.of == "c01")
    assert (strong.name, strong.word, strong.variant) == ("c01", PERSISTS, None)
    assert all(one.test.verdict == MORE for one in strong.rungs)
    run = simcli.simulate(config, deals=2000).results
    (row,) = (row for row in run.cards or () if row.item == "c01")
    assert strong.on("balanced").value.value == pytest.approx(row.against_kind.value)


def test_a_step_is_stronger_only_for_certain() -> None:
    wins = np.zeros(400, np.int64)
    wins[:200] = 4 * 60  # half of the deals with all four games won
    (none,), (many,), (few,) = [({},), steps_up([{4: wins}])[:1], steps_up([{4: wins[198:204]}])[:1]]
    assert none == {}
    assert (many[0].verdict, many[0].share.value, many[0].deals) == (MORE, 0.5, 400)
    assert few[0].verdict == UNKNOWN
