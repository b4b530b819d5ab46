"""What matchups say of a field, from counts made up for it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from simcli.report.matchup_texts import headline, lines, mark
from simcli.stats.field_tally import FieldTally
from simcli.stats.matchups import Field, Matchups, summarise_matchups
from simcli.stats.summary import Tolerance

DEALS = 400
RUN = Matchups(
    game="pig",
    title="Pig",
    identity="0" * 64,
    seed=1,
    deals=DEALS,
    games=0,
    stopped_by="deals",
    tolerance=Tolerance(0.04, of_even=True),
    behaviour=1,
    options={},
    patch={},
)


def field(advantage: Sequence[Sequence[float]], *, players: int = 3, same: Sequence[int] | None = None, deals: int = DEALS) -> Field:
    """A field in which plan i wins `advantage[i][j]` more than an even share alone among plan j, and that much less the other way round."""
    plans = range(len(advantage))
    names = tuple("abcdefgh"[i] for i in plans)
    shares, paired = {}, {}
    for i in plans:
        for j in range(i + 1, len(advantage)):
            generator = np.random.default_rng([i, j])
            luck = generator.integers(-6, 7, deals)
            even = players * 60 // players
            middle = np.rint([even + players * 60 * sign * advantage[i][j] for sign in (1, -1)]).astype(int)
            own, other = (luck + middle[k] + generator.integers(-1, 2, deals) for k in range(2))
            if players == 2:
                other = players * 60 - own
            for key, y in (((i, j), own), ((j, i), other)):
                c = players
                shares[key] = [c * deals, int(y.sum()), c * c * deals, c * int(y.sum()), int((y * y).sum())]
            paired[i, j] = [9 * deals, 3 * int(other.sum()), 3 * int(own.sum()), int((own * other).sum()), int((own != other).sum())]
    tally = FieldTally("", players, names, same or list(plans), deals, players * deals, shares, paired)
    return summarise_matchups(RUN, [tally]).fields[0]


def test_a_cycle_is_named_and_no_plan_beats_all() -> None:
    made = field([[0, 0.1, -0.1], [-0.1, 0, 0.1], [0.1, -0.1, 0]])
    assert made.cycles == (("a", "b", "c"),)
    assert made.beats_all is None
    assert made.dominations == ()
    assert made.rating("a").beats == ("b",)
    assert made.rating("a").beaten_by == ("c",)
    assert [round(row.lottery.known, 1) for row in made.ratings] == [0.3, 0.3, 0.3]
    told = [line.text for line in lines(made, "simcli matchups CONFIG")]
    assert told[0] == "A cycle: a beats b, b beats c, c beats a."
    assert told[1].startswith("No plan gains on the mix ")


def test_a_plan_that_beats_all_has_all_the_weight_and_dominates() -> None:
    made = field([[0, 0.1, 0.2], [-0.1, 0, 0.1], [-0.2, -0.1, 0]])
    assert made.beats_all == "a"
    assert made.cycles == ()
    assert made.dominations == (("a", "b"), ("a", "c"), ("b", "c"))
    assert made.rating("a").lottery == (1.0, 1.0, 1.0)
    assert made.rating("c").against_lottery.known == pytest.approx(-0.2, abs=0.01)
    assert mark(made, "a", "c") == "+"
    assert mark(made, "c", "a") == "−"


def test_a_plan_that_wins_is_not_dominant_where_another_wins_more_against_a_third() -> None:
    made = field([[0, 0.1, 0.1], [-0.1, 0, 0.2], [-0.1, -0.2, 0]])
    assert made.beats_all == "a"
    assert ("a", "b") not in made.dominations


def test_with_two_players_the_advantage_is_the_share_less_one_half() -> None:
    made = field([[0, 0.1], [-0.1, 0]], players=2)
    (pair,) = made.pairings
    share = made.by_pair["a", "b"].win_share
    assert pair.advantage.known == pytest.approx(share.known - 0.5, abs=1e-9)
    assert made.by_pair["b", "a"].win_share.known == pytest.approx(1 - share.known, abs=1e-9)
    assert pair.test.verdict == "more"
    assert (pair.advantage.low, pair.advantage.high) == pytest.approx((share.low - 0.5, share.high - 0.5))  # type: ignore[operator]


def test_what_both_line_ups_have_in_common_is_taken_off() -> None:
    made = field([[0, 0.02], [-0.02, 0]])
    (pair,) = made.pairings
    shares = [made.by_pair[names].win_share for names in (("a", "b"), ("b", "a"))]
    assert pair.advantage.known == pytest.approx((shares[0].known - shares[1].known) / 2, abs=1e-9)
    assert pair.advantage.half_width is not None
    assert shares[0].half_width is not None
    assert pair.advantage.half_width < 0.3 * shares[0].half_width  # most of the luck of a deal is the same in both


def test_a_copy_shares_the_weight_and_changes_no_other_rating_but_the_mean() -> None:
    alone = field([[0, 0.1, -0.1], [-0.1, 0, 0.1], [0.1, -0.1, 0]])
    made = field([[0, 0.1, -0.1, 0], [-0.1, 0, 0.1, 0], [0.1, -0.1, 0, 0], [0, 0, 0, 0]], same=[0, 1, 2, 0])
    assert made.rating("a").lottery.known + made.rating("d").lottery.known == pytest.approx(alone.rating("a").lottery.known, abs=1e-4)
    for name in "bc":
        assert made.rating(name).lottery == pytest.approx(alone.rating(name).lottery, abs=1e-4)
        assert made.rating(name).against_lottery == pytest.approx(alone.rating(name).against_lottery, abs=1e-4)
        assert made.rating(name).mean_share != alone.rating(name).mean_share
    assert made.rating("a").beats == ("b",)
    assert made.rating("c").beats == ("a", "d")
    pair = next(row for row in made.pairings if (row.one, row.other) == ("a", "d"))
    assert pair.same_plan
    assert pair.advantage == (0.0, 0.0, 0.0)
    turned = next(row for row in made.pairings if (row.one, row.other) == ("b", "d"))
    assert turned.test.verdict == "less"
    assert mark(made, "a", "d") == "="


def test_nothing_is_said_before_anything_is_played() -> None:
    tally = FieldTally("", 3, ("a", "b"), [0, 1], 0, 0, {pair: [0] * 5 for pair in ((0, 1), (1, 0))}, {(0, 1): [0] * 5})
    made = summarise_matchups(RUN, [tally])
    assert headline(made) == "With 3 players nothing was played."
    assert made.fields[0].rating("a").lottery == (None, None, None)
    assert lines(made.fields[0], "") == []


@pytest.mark.parametrize(
    ("advantage", "said"),
    [
        ([[0, 0.1], [-0.1, 0]], "With 3 players a beats b for certain; nothing here beats it."),
        (
            [[0, 0.1, 0.2], [-0.1, 0, 0.1], [-0.2, -0.1, 0]],
            "With 3 players a beats every other plan here (2 of 2) for certain; nothing here beats it.",
        ),
        ([[0, 0.2, -0.1], [-0.2, 0, 0.1], [0.1, -0.1, 0]], "it beats a; it loses to b."),
        ([[0, 0.0001, 0.1], [-0.0001, 0, 0.1], [-0.1, -0.1, 0]], "with b it is even."),
    ],
)
def test_the_first_sentence_tells_whom_a_plan_beats_and_what_beats_it(advantage: list[list[float]], said: str) -> None:
    made = Matchups(**{**vars(RUN), "fields": (field(advantage),)})
    assert headline(made).endswith(said)
