"""The answers of a run, literally: one sentence, and how sure it is."""

import copy
from dataclasses import replace

import pytest

from simcli.report import formatting as fmt
from simcli.report.answer import settled_by, sure_text
from simcli.stats import verdicts
from simcli.stats.balance import summarise
from simcli.stats.summary import NO_INTERVAL, BanResult, Interval, ItemResult, SeatResult, StrategyResult, Tolerance, VariantChanges
from simcli.studies.run.findings import answer, overall_tone
from simcli.studies.run.page import run_page
from simcli.studies.run.ranking import ranking
from simcli.studies.run.words.bans import restriction
from simcli.studies.run.words.caveats import caveats, data_note
from tests.report.limits import held
from tests.stats.synthetic import META, empty_cell


def compared(share, verdict="even", needed=(None, None), even=0.25):
    return {
        "even_share": even,
        "win_share": Interval(share - 0.002, share, share + 0.002),
        "few_wins": False,
        "test": verdicts.TestResult(None, None, verdict, *needed, 0.008),
    }


def seat(number, share, verdict="even", needed=(None, None), even=0.25):
    fields = {"score_mean": Interval(1.0, 2.0, 3.0), "categories": {}, "held": {}}
    return SeatResult(seat=number, label=f"seat {number}", **compared(share, verdict, needed, even), **fields)


def place(number, share, verdict="even", needed=(None, None), even=0.25):
    return replace(seat(number, share, verdict, needed, even), label=f"{('1st', '2nd', '3rd', '4th')[number - 1]} to move")


def strategy(name, share, verdict="even", needed=(None, None), even=0.25):
    quantiles = dict.fromkeys(("5", "25", "50", "75", "95"), 2)
    fields = {
        "player_games": 1_000,
        "unended": 0,
        "unusual": None,
        "win_share_se": None,
        "score_mean": Interval(1.0, 2.0, 3.0),
        "score_sd": None,
    }
    fields |= {"score_quantiles": quantiles, "score_histogram": None, "categories": {}}
    return StrategyResult(name=name, **compared(share, verdict, needed, even), **fields)


def item(name, effect, p_bh, provenance="official", kind="guild", role="component", *, differs=True, half=0.01):
    offered = Interval(effect - half, effect, effect + half)
    return ItemResult(
        item=name.lower(),
        name=name,
        kind=kind,
        role=role,
        provenance=provenance,
        offered=None,
        held=None,
        holders=Interval(0.17, 0.18, 0.19),
        offer_differs=differs,
        win_share_if_offered=NO_INTERVAL,
        win_share_if_held=NO_INTERVAL,
        win_share_if_not_held=NO_INTERVAL,
        per_copy_offered=offered if differs else NO_INTERVAL,
        per_copy_held=offered,
        p_offered=None,
        p_bh=p_bh,
        levels=(),
    )


def ban(player, names, share, verdict, needed=(None, None), even=0.25):
    fields = compared(share, verdict, needed, even)
    difference = Interval(*(bound - even for bound in fields["win_share"]))
    return BanResult(player=player, items=(), names=tuple(names), difference=difference, **fields)


NOTHING_PLAYED = empty_cell()


def cell(seats=(), strategies=(), items=(), players=4, **changes):
    basics = summarise(META, [NOTHING_PLAYED]).cells[0]
    counted = {"tolerance": 0.01, "games": 1_000, "deals": 250, "tie_share": Interval(0.0, 0.0, 0.01)}
    rows = {"seats": tuple(seats), "strategies": tuple(strategies), "items": tuple(items)}
    return replace(basics, players=players, **counted | rows | changes)


def run(*cells, **more):
    return replace(META, cells=cells, **more)


def said(summary, rerun="simcli run x"):
    """Claim and how sure it is."""
    return answer(summary, rerun).said


EVEN = [seat(i + 1, share) for i, share in enumerate((0.252, 0.25, 0.248, 0.25))]
OPEN = "not yet known"


def test_even_seats_in_one_sentence():
    summary = run(cell(EVEN))
    assert said(summary) == ("No seat is better or worse by more than 1 in 100 games.", "All 4 results are certain.")
    assert answer(summary).next == ""
    assert overall_tone(summary) == "even"


def test_where_the_start_is_drawn_the_places_in_turn_order_are_named():
    rows = [
        place(1, 0.274, "more"),
        place(2, 0.238, "less, size open", (3_000, 70_000)),
        place(3, 0.25),
        place(4, 0.242, OPEN, (50, 90)),
    ]
    summary = run(cell(rows))
    assert said(summary) == (
        "The 1st to move wins too often: 27.4 % instead of 25 %.",
        "1 of 4 results is unclear; about 90 deals would settle it.",
    )
    assert answer(summary, "simcli run x").next == "simcli run x --deals 90"
    assert overall_tone(summary) == "uneven"
    sure = [replace(row, test=replace(row.test, verdict="less, size open")) if row is rows[3] else row for row in rows[1:]]
    assert said(run(cell(sure))) == (
        "The 2nd to move and the 4th to move win less than an even share.",
        "2 of 3 results are certain in direction only; about 70,000 deals would settle the size.",
    )


def test_of_two_players_the_one_who_wins_too_often_is_named():
    rows = [place(1, 0.55, "more", even=0.5), place(2, 0.45, "less", even=0.5)]
    assert said(run(cell(rows, players=2)))[0] == "The 1st to move wins too often: 55 % instead of 50 %."


def test_unknown_is_never_said_to_be_fine():
    rows = [place(n, 0.25, OPEN, (700, 15_000)) for n in (1, 2, 3, 4)]
    summary = run(*[cell(rows) for _ in range(120)])
    assert said(summary) == (
        "No place is certain to win too often or too rarely.",
        "All 480 results are unclear; about 15,000 deals would settle most.",
    )
    assert overall_tone(summary) == "unknown"


def test_results_that_no_known_number_of_deals_settles_are_said_to_be_so():
    few, known, edge = place(1, 0.25, OPEN), place(2, 0.25, OPEN, (50, 90)), place(3, 0.25, OPEN, (70, None))
    assert sure_text([few.test]) == "The result is unclear; how many deals it takes cannot be said."
    assert sure_text([few.test, known.test, edge.test]) == "All 3 results are unclear; how many deals it takes cannot be said."
    assert sure_text([known.test, known.test, edge.test]) == "All 3 results are unclear; about 90 deals would settle most."
    assert sure_text([replace(known.test, verdict="more")]) == "The result is certain."
    assert sure_text([replace(known.test, verdict=None)]) == ""
    assert settled_by([few.test, edge.test], "simcli run x") == settled_by([known.test], "") == ""


def test_strategies_above_below_within_and_unknown():
    rows = [
        strategy("militia_collector", 0.312, "more"),
        strategy("random", 0.181, "less"),
        strategy("balanced", 0.253, "even"),
        strategy("rusher", 0.268, OPEN, (2_000, 12_000)),
        strategy("loner", 0.24, "less, size open", (2_000, 12_000)),
    ]
    assert said(run(cell(strategies=rows))) == (
        "militia_collector wins too often, random too rarely.",
        "1 of 5 results is unclear; about 12,000 deals would settle it.",
    )
    assert said(run(cell(strategies=rows[2:4])))[0] == "No plan is certain to win too often or too rarely."


def test_of_many_strong_strategies_three_are_named_the_strongest_first():
    rows = [strategy(name, 0.35 + k / 100, "more") for k, name in enumerate("abcdef")]
    assert said(run(cell(strategies=rows)))[0] == "f, e, d and three more win too often."


def test_player_counts_are_named_when_there_are_several():
    third = [strategy("a", 0.4, "more", even=1 / 3), strategy("b", 0.33, "even", even=1 / 3)]
    fourth = [strategy("a", 0.25, "even"), strategy("b", 0.25, "even")]
    one = said(run(cell(strategies=third, players=3), cell(strategies=fourth)))[0]
    assert one == "a wins too often with three players: 40 % instead of 33.3 %."
    strong = [strategy("a", 0.30, "more"), strategy("b", 0.2, "less")]
    both = run(cell(strategies=third, players=3), cell(strategies=strong))
    assert said(both)[0] == "a wins too often at every table, b too rarely with four players."
    five = cell(strategies=[strategy("a", 0.25, "more", even=0.2), strategy("b", 0.2, even=0.2)], players=5)
    assert said(run(cell(strategies=fourth), cell(strategies=third, players=3), five))[0] == "a wins too often with three and five players."


def test_an_end_of_the_scores_that_several_may_hold_is_given_to_none_of_them():
    """The middle of two overlapping intervals is no order; what is apart from all others is named."""

    def answer(*scores: tuple[float, float, float]) -> str:
        rows = [replace(strategy(name, 0.25), score_mean=Interval(*score)) for name, score in zip("abc", scores, strict=False)]
        return said(replace(run(cell(strategies=rows)), about="scores"))[0]

    wide, high, low = (20.0, 30.0, 40.0), (29.0, 30.0, 31.0), (9.0, 10.0, 11.0)
    assert answer(high, (19.0, 20.0, 21.0), low) == "a scores most: 30 points on average, c least: 10."
    assert answer(wide, (21.0, 31.0, 41.0), low) == "One of b and a scores most: 31 points on average, c least: 10."
    assert answer(high, low, (8.0, 9.0, 10.5)) == "a scores most: 30 points on average; which scores least is unclear."
    assert (
        answer(wide, (21.0, 31.0, 41.0), (19.0, 29.0, 39.0)) == "No plan is certain to score more than another: 29 to 31 points on average."
    )


def test_a_player_alone_is_judged_by_scores():
    """There is nobody to win against, and the one place and what was dealt say nothing."""
    rows = [strategy("one", 1.0, even=1.0), strategy("two", 1.0, even=1.0)]
    summary = run(cell(seats=[place(1, 1.0, even=1.0)], strategies=rows, players=1))
    assert said(summary)[0] == "No plan is certain to score more than another alone: 2 points on average."
    best = replace(rows[0], score_mean=Interval(29.0, 30.0, 31.0))
    assert said(run(cell(strategies=[rows[1], best], players=1)))[0] == "one scores most alone: 30 points on average, two least: 2."
    assert said(run(cell(strategies=[best], players=1)))[0] == "one scores alone 30 points on average."
    none = [replace(row, score_mean=NO_INTERVAL) for row in rows]
    assert said(run(cell(strategies=none, players=1)))[0] == "No game ended."


LEVEL = {"margin_mean": Interval(None, 0.0, None), "tie_share": Interval(0.99, 1.0, 1.0)}
TOGETHER = LEVEL | {"shared_by_all": True}


def test_who_win_and_lose_together_are_judged_by_scores_as_a_player_alone_is():
    """All seats of all plans win an even share of every game: what is known is the score, such as the part of games that were won."""
    rows = [
        replace(strategy(name, 0.25), score_mean=Interval(*mean)) for name, mean in (("one", (0.2, 0.25, 0.3)), ("two", (0.7, 0.8, 0.9)))
    ]
    seats = [seat(number, 0.25) for number in (1, 2, 3, 4)]
    team = cell(seats, rows, **TOGETHER)
    assert said(run(team)) == (
        "two scores most: 0.8 points on average, one least: 0.25.",
        "Nobody wins against another: all players share every game, but for at most 1.2 % of all games.",
    )
    assert [row.figure for row in answer(run(team)).rows] == ["mean score"] * 2
    assert said(run(team, about="seats"))[0] == said(run(team))[0]
    few = replace(team, players=2, strategies=(rows[1], replace(rows[0], score_mean=Interval(0.5, 0.6, 0.7))))
    assert said(run(team, few))[0] == "two scores most with four players: 0.8 points on average, one least: 0.25."
    page = {section.id: section.says for section in run_page(run(team), {}).sections}
    assert not {"strategies", "seats", "seat-parts"} & set(page)
    assert page["scores"]


def test_partners_and_level_scores_are_judged_by_who_wins():
    """Where some win together and others lose, or tie-breaks decide, win shares say who wins, and the answer says what they rest on."""
    rows = [strategy("one", 0.30, "more"), strategy("two", 0.20, "less")]
    partners, level = cell(EVEN, rows, **LEVEL), cell(EVEN, rows, **LEVEL | {"tie_share": Interval(0.0, 0.0, 0.01)})
    for of, why in ((partners, "Every game is shared by several players."), (level, "All scores are equal: tie-breaks decide who wins.")):
        assert said(run(of))[0] == "one wins too often, two too rarely."
        assert list(answer(run(of)).because) == [why]


def test_a_ban_is_answered_as_a_ban_and_not_as_an_unfair_seat():
    helps, costs = ban("seat 1", ["Alchemist"], 0.305, "more"), ban("seat 1", ["harbor"], 0.21, "less")
    unknown = ban("seat 1", ["farm"], 0.249, OPEN, (900, 20_000))
    no_verdict = [seat(n, 0.25, None) for n in (1, 2, 3, 4)]
    one = {row.names[0]: said(run(cell(no_verdict, bans=(row,))))[0] for row in (helps, costs, unknown)}
    assert one["Alchemist"] == "Seat 1 wins 30.5 % instead of 25 % without Alchemist."
    assert one["farm"] == "It is unclear whether seat 1 wins more or less often without farm."
    several = run(*[cell(no_verdict, bans=(row,), variant=row.names[0]) for row in (helps, costs, unknown)], cell(EVEN, variant="no ban"))
    assert said(several) == (
        "Seat 1 wins 30.5 % instead of 25 % without Alchemist; one more result is certain.",
        "1 of 3 results is unclear; about 20,000 deals would settle it.",
    )
    assert overall_tone(several) == "uneven"
    given = replace(costs, names=(), items=(), granted=("k",), granted_names=("Knight", "Knight"))
    assert said(run(cell(no_verdict, bans=(given,))))[0] == "Seat 1 wins 21 % instead of 25 % given 2 x Knight."
    base = replace(helps, without_ban=Interval(0.278, 0.28, 0.282), difference=Interval(0.02, 0.025, 0.03))
    assert said(run(cell(no_verdict, bans=(base,))))[0] == "Seat 1 wins 30.5 % instead of 28 % without Alchemist."


def blind(player, sight, share, verdict, deals=(None, None), **more):
    names = {"rivals": "the cards before the other players", "future": "later scorings", "unseen": "which cards are yet to come"}
    return replace(ban(player, [], share, verdict, deals), blind=(sight,), blind_names=(names[sight],), **more)


def test_blindness_is_answered_as_what_is_not_seen():
    no_verdict = [seat(n, 0.25, None) for n in (1, 2, 3, 4)]
    rivals = "without seeing the cards before the other players"
    claims = {
        ("less", 0.2): f"Seat 1 wins 20 % instead of 25 % {rivals}.",
        ("less, size open", 0.24): f"Seat 1 wins at most 24.2 % instead of 25 % {rivals}.",
        ("even", 0.25): f"Seat 1 wins about as often {rivals}, give or take 1 in 100 games.",
        (OPEN, 0.26): f"It is unclear whether seat 1 wins more or less often {rivals}.",
        (None, 0.26): f"It is unclear whether seat 1 wins more or less often {rivals}.",
    }
    for (verdict, share), text in claims.items():
        assert said(run(cell(no_verdict, bans=(blind("seat 1", "rivals", share, verdict),))))[0] == text
    idle = blind("seat 1", "unseen", 0.25, "even", unweighed=True)
    assert said(run(cell(no_verdict, bans=(idle,))))[0] == "Seat 1 plays the same without seeing which cards are yet to come."


def test_of_several_sights_the_one_that_matters_most_is_named():
    rows = [
        blind("seat 1", "future", 0.27, "more"),
        blind("seat 1", "rivals", 0.2, "less"),
        blind("seat 1", "unseen", 0.25, "even", unweighed=True),
    ]
    no_verdict = [seat(n, 0.25, None) for n in (1, 2, 3, 4)]

    def claim(found):
        return said(run(*[cell(no_verdict, bans=(row,), variant=row.blind[0]) for row in found], cell(EVEN, variant="sees all")))[0]

    assert claim(rows) == "Seat 1 wins 20 % instead of 25 % without seeing the cards before the other players; one more result is certain."
    unknown = [replace(row, test=replace(row.test, verdict=OPEN, deals_50=9, deals_90=99), unweighed=None) for row in rows]
    assert claim(unknown) == "It is unclear what the kinds of blindness are worth."
    even = [replace(row, test=replace(row.test, verdict="even"), unweighed=None) for row in rows]
    assert claim(even) == "The kinds of blindness change no win share by more than 1 in 100 games."


def test_a_restricted_player_is_named_by_all_that_holds_of_it():
    assert restriction(blind("seat 1", "rivals", 0.2, "less")) == "seat 1 blind to rivals"
    both = replace(ban("seat 1", ["Noble"], 0.2, "less"), blind=("rivals",), blind_names=("x",))
    assert restriction(both) == "seat 1 without Noble, blind to rivals"
    assert restriction(replace(both, names=(), items=(), granted=("knight",), granted_names=("Knight",))) == (
        "seat 1 given Knight, blind to rivals"
    )


def test_the_config_says_what_the_answer_is_about():
    rows = [strategy("a", 0.4, "more"), strategy("b", 0.1, "less")]
    summary = run(cell(EVEN, rows, [item("Knight", 0.021, 0.001)]))
    assert said(summary)[0] == "a wins too often, b too rarely."
    assert said(replace(summary, about="seats"))[0] == "No seat is better or worse by more than 1 in 100 games."
    assert said(replace(summary, about="items"))[0] == "An offer of Knight helps a player."


def of_items(*rows, **more):
    return answer(run(cell(items=rows), about="items", **more))


def test_items_that_stand_out_are_named_the_largest_effect_first():
    rows = [item("Knight", 0.041, 0.001), item("Noble", -0.03, 0.04), item("Cleric", 0.05, 0.2), item("Bard", 0.012, 0.01)]
    found = of_items(*rows)
    assert found.said == (
        "An offer of Knight and Bard helps a player; Noble harms.",
        "3 of 4 guilds stand out; of twenty such results one may be luck.",
    )
    assert of_items(rows[1]).said[0] == "An offer of Noble harms a player."
    assert of_items(rows[2]).said == ("It is unclear whether an offer of Cleric helps or harms a player.", "The result is unclear.")
    assert of_items(item("Knight", 0.041, None)).said[0] == "It is unclear what these cards are worth: there are too few deals."


def test_offers_of_packs_of_one_size_are_judged_in_place_of_a_typical_card():
    """By its slope alone the strong card makes the others look weak; judged together they are not named."""
    together = [(0.04, 0.001), (0.0, 0.9), (0.001, 0.8)]
    rows = [
        replace(item(name, alone, 0.001), offered_in_place=Interval(value - 0.005, value, value + 0.005), p_in_place_bh=p)
        for name, alone, (value, p) in zip(("Knight", "Noble", "Bard"), (0.05, -0.02, -0.02), together, strict=True)
    ]
    assert of_items(*rows).said[0] == "An offer of Knight helps a player."
    assert (rows[0].offer, rows[0].p_offer) == (rows[0].offered_in_place, 0.001)
    alone = item("Knight", 0.05, 0.002)
    assert (alone.offer, alone.p_offer) == (alone.per_copy_offered, 0.002)


def test_where_all_are_offered_the_same_what_winners_hold_is_no_answer():
    rows = [item("harbor", 0.04, None, kind="tile", differs=False), item("farm", 0.001, None, kind="tile", differs=False)]
    marker = item("start-player marker", 0.2, 0.001, kind="start", role="marker")
    found = of_items(*rows, marker)
    assert found.claim == "What tiles are worth cannot be seen from who ends up with them."
    assert "`simcli cards`" in found.sure


def test_a_situation_is_answered_by_how_often_it_comes():
    assert of_items(item("magic demanded", 0.0, None, kind="situation", role="situation", differs=False)).said[0] == (
        "Magic demanded: in 18 % of the games."
    )


def test_what_a_player_did_does_not_answer_what_cards_are_worth():
    """It is a choice of the strategies, and would hide what an offer does behind a sentence a placement."""
    placed = item("placed at the quarry", 0.0, None, kind="placement", role="situation", differs=False)
    assert of_items(placed, item("Knight", 0.041, 0.001)).said[0] == "An offer of Knight helps a player."


def dealt(name, share, p_bh, half=0.02):
    interval = Interval(share - half, share, share + half)
    return replace(item(name, share - 0.25, p_bh, kind="board"), offered=0.25, held=0.25, win_share_if_offered=interval)


def test_of_what_each_player_is_dealt_one_it_is_said_with_which_a_player_wins():
    """A guild tile or a board: a copy more or less says nothing there."""
    few = replace(dealt("Fara", 0.26, None), win_share_if_offered=Interval(None, 0.26, None))
    boards = [dealt("Hugo", 0.24, 0.4), dealt("Ada", 0.4, 0.001), dealt("Clovis", 0.1, 0.001), few]
    assert of_items(*boards).said == (
        "A player wins more often with Ada; less often with Clovis.",
        "2 of 3 boards stand out; of twenty such results one may be luck.",
    )
    shared = [replace(row, offered=0.5, held=0.5) for row in (boards[2], dealt("Wim", 0.05, 0.001))]
    assert of_items(*shared).said[0] == "A player wins less often with Wim and Clovis."
    rest = [replace(row, offered=0.5, held=0.5) for row in (dealt("Una", 0.3, 0.3), dealt("Vera", 0.2, 0.3))]
    assert of_items(*rest).said == ("No board is certain to win more or less often.", "None of 2 boards stands out.")


def test_a_question_about_one_kind_is_answered_with_that_kind():
    rows = [
        item("Knight", 0.041, 0.001),
        item("Castle", 0.02, 0.001, kind="building"),
        *(dealt(n, 0.25, 0.9) for n in ("A", "B", "C", "D")),
    ]
    assert of_items(*rows, about_kind="building").said == (
        "An offer of Castle helps a player.",
        "1 of 1 building stands out; of twenty such results one may be luck.",
    )
    assert of_items(*rows, about_kind="board").said[0] == "No board is certain to win more or less often."


def test_few_items_of_a_kind_are_answered_by_who_has_them():
    paid = replace(
        item("Coins paid", 0.0, None, kind="price", differs=False),
        held=1.1,
        holders=Interval(0.20, 0.22, 0.24),
        win_share_if_held=Interval(0.25, 0.28, 0.31),
        win_share_if_not_held=Interval(0.23, 0.24, 0.25),
    )
    shared = replace(
        item("Nobody gets it", 0.0, None, kind="auction", role="situation", differs=False),
        held=0.3,
        holders=Interval(0.28, 0.30, 0.32),
        win_share_if_held=Interval(None, 0.25, None),
        win_share_if_not_held=Interval(None, 0.25, None),
    )
    assert of_items(shared, paid, about_kind="price").said[0] == "Coins paid: 22 % of the players have any."
    assert of_items(shared, paid, about_kind="auction").said[0] == "Nobody gets it: in 30 % of the games."
    variants = [cell(items=[shared, paid], variant=name, base="a" if name == "b" else None) for name in ("a", "b")]
    found = answer(replace(run(*variants), about="items", about_kind="price"))
    assert found.said[0] == "Coins paid: 22 % of the players have any."
    assert found.because == ("These are the figures of a; what the other variants change stands below.",)


def test_how_the_games_of_a_player_alone_fall_on_ratings():
    rows = [item(name, 0.0, None, kind="rating", role="situation", differs=False) for name in ("recruit, by points", "king, by points")]
    held = {rows[0].item: Interval(0.7, 0.75, 0.8), rows[1].item: Interval(None, 0.25, None)}
    plans = [
        replace(strategy(name, 1.0, None), held=held, score_mean=Interval(mean - 1, mean, mean + 1))
        for name, mean in (("a", 50.0), ("b", 60.0))
    ]
    asked = replace(run(cell(strategies=plans, items=rows, players=1), about="items"), about_kind="rating")
    assert said(asked)[0] == "b ends as recruit in 75 % ± 5 and king in 25 % of its games."


def test_the_head_tells_which_kinds_are_reconstructed_for_the_most_part():
    def note(*marks):
        rows = [item(f"{kind} {i}", 0.0, 1.0, kind=kind, provenance=mark) for i, (kind, mark) in enumerate(marks)]
        return data_note(run(cell(items=rows)))

    stand_in, printed = "reconstructed", "official"
    assert note(("guild", printed), ("guild", stand_in)) == ""
    assert note(("start_marker", stand_in)) == ""
    assert note(("guild", printed), *2 * [("guild", stand_in)], *2 * [("sea_dock", stand_in)], ("die", printed)) == (
        "Most guilds (2 of 3) and all 2 sea docks have reconstructed values, not read off printed components: "
        "other values may turn the verdicts over."
    )


def test_caveats_name_only_what_applies():
    assert len(caveats(run(cell(EVEN)))) == 1
    notes = caveats(
        run(cell(EVEN, items=[item("Peasant", 0.0, 0.5, "reconstructed")], tie_share=Interval(0.04, 0.05, 0.06), capped=3, stalled=1))
    )
    assert [note.split(";")[0].split(":")[0] for note in notes[1:]] == [
        "Part of the component data is reconstructed, not read off the printed cards",
        "Holding a card is not a cause",
        "5.0 % of the games ended in a shared victory",
        "3 of 1,000 games reached the limit on decisions",
        "1 of 1,000 games came to a standstill",
    ]
    assert "Peasant" in notes[1]


def test_every_summary_has_an_answer_within_the_limits(any_summary):
    before = copy.deepcopy(any_summary)
    found = held(answer(any_summary))
    assert all("None" not in text and "nan" not in text for text in (*found.said, *caveats(any_summary)))
    assert any_summary == before


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (fmt.percent(0.2484), "24.8 %"),
        (fmt.percent(None), "–"),
        (fmt.signed(-0.0001), "0.0"),
        (fmt.signed(0.021), "+2.1"),
        (fmt.even_percent(1 / 6), "16.7 %"),
        (fmt.even_percent(0.2), "20 %"),
        (fmt.tolerance_text(0.01), "1 point"),
        (fmt.tolerance_text(0.005), "0.5 points"),
        (fmt.both_tolerances(Tolerance(0.04, of_even=True), [4]), "4 % of an even share (1 point)"),
        (
            fmt.both_tolerances(Tolerance(0.04, of_even=True), [2, 6]),
            "4 % of an even share (2 points with 2 players and 0.67 points with 6 players)",
        ),
        (fmt.both_tolerances(Tolerance(0.01, of_even=False), [4]), "1 point (4 % of an even share)"),
        (fmt.p_text(0.0004), "< 0.001"),
        (fmt.listing(["a", "b", "c"]), "a, b and c"),
        (fmt.listing([]), ""),
        (fmt.kind_title("ability"), "Abilities"),
        (fmt.interval(Interval(None, 0.5, None)), "–"),
    ],
)
def test_numbers_as_words(text, expected):
    assert text == expected


def test_how_often_a_game_stalls_is_answered_by_the_worst_of_the_cells():
    stalls = [
        cell(EVEN, variant=name, games=1_000, stalled=n, stalled_share=Interval(n / 1_000 - 0.001, n / 1_000, n / 1_000 + 0.002), base="a")
        for name, n in (("a", 4), ("b", 2))
    ]
    assert said(run(*stalls, about="stalls")) == (
        "0.40 % of the games come to a standstill, most of all with 4 players in a.",
        "Between 0.30 % and 0.60 % of all games.",
    )


def test_where_none_stalls_the_answer_says_how_many_may():
    summary = run(cell(EVEN, stalled_share=Interval(0.0, 0.0, 0.0123)), about="stalls")
    assert said(summary) == ("None of 1,000 games came to a standstill.", "In the long run at most 1.23 % of the games would.")


def test_small_effects_of_offers_are_said_to_be_small():
    small = [item("Knight", 0.004, 0.001, half=0.002), item("Noble", -0.003, 0.001, half=0.002)]
    within = ("All of these effects lie within the tolerance: no reason by itself to change a card.",)
    assert of_items(*small).because == of_items(small[0]).because == within
    assert of_items(small[0], item("Noble", -0.009, 0.001, half=0.002)).because == ()


def test_a_plan_that_plays_at_one_number_of_players_is_named_with_it():
    three = cell(strategies=[strategy("a", 0.40, "more", even=1 / 3), strategy("b", 0.27, "less", even=1 / 3)], players=3)
    four = cell(strategies=[strategy("a", 0.31, "more"), strategy("c", 0.20, "less")])
    assert said(run(three, four))[0] == "a wins too often at every table, b too rarely with three players; one more at other tables."


def test_where_many_games_did_not_end_it_is_said_and_they_are_not_ranked():
    share = Interval(0.98, 0.993, 1.0)
    rows = [
        cell([seat(1, 0.25)], variant=name, base=None if k == 0 else "a", margin_mean=Interval(4.0 + k, 4.1 + k, 4.2 + k))
        for k, name in enumerate("abcde")
    ]
    rows[4] = replace(rows[4], stalled=993, unended_share=share, margin_mean=Interval(0.0, 0.1, 0.2))
    summary = run(*rows, about="variants", variants=tuple(VariantChanges(name=name, options={"x": 1}, patch={}) for name in "abcde"))
    found = answer(summary)
    assert found.because[0].startswith("Up to 993 of 1,000 games did not end with 4 players in e;")
    assert found.claim == "Of 5 variants, games are closest with a, widest with d."
    assert [row.variant for row in ranking(summary)] == list("abcde")
    assert (ranking(summary)[4].margin, ranking(summary)[4].rounds) == (None, None)
    few = replace(rows[4], stalled=6, unended_share=Interval(0.0, 0.006, 0.02))
    assert answer(run(few)).because == ()


def test_scores_that_are_not_usual_are_a_doubt_of_the_answer():
    plan, sound = (replace(strategy(name, 0.25), unusual=n) for name, n in (("hoarder", 400), ("balanced", 20)))
    summary = run(cell([seat(1, 0.25)], [plan, sound], usual_scores=(10, 90)))
    assert answer(summary).because[0].startswith("Unusual scores outside 10 to 90 with 4 players: hoarder 40 %.")
    assert answer(run(cell([seat(1, 0.25)], [sound], usual_scores=(10, 90)))).because == ()
