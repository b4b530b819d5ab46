"""The sentences of a report, literally."""

import copy
from dataclasses import replace

import pytest

from simcli.report import formatting as fmt
from simcli.report.words.verdicts import decide_text
from simcli.stats import verdicts
from simcli.stats.balance import summarise
from simcli.stats.summary import NO_INTERVAL, BanResult, Interval, ItemResult, SeatResult, StrategyResult, Tolerance, VariantChanges
from simcli.studies.run.findings import answer, findings, headline, overall_tone
from simcli.studies.run.ranking import ranking
from simcli.studies.run.words.bans import restriction
from simcli.studies.run.words.caveats import caveats, data_note
from tests.stats.synthetic import META, empty_cell

POWER = "In 95 of 100 such runs a difference of 0.8 points from an even share would have been seen, whoever had it."


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


def texts(summary):
    return [str(finding) for finding in findings(summary)]


EVEN = [seat(i + 1, share) for i, share in enumerate((0.252, 0.25, 0.248, 0.25))]


def test_even_seats_in_one_sentence():
    summary = run(cell(EVEN))
    assert texts(summary) == ["Even, within 1 point of 25 %: all four seats (intervals from 24.6 % to 25.4 %).", POWER]
    assert headline(summary) == "All 4 seats are even, within 1 point; their intervals lie from 24.6 % to 25.4 %."
    assert overall_tone(summary) == "even"


def test_where_the_start_is_drawn_the_places_in_turn_order_are_told():
    rows = [
        place(1, 0.274, "more"),
        place(2, 0.238, "less, size open", (3_000, 70_000)),
        place(3, 0.25),
        place(4, 0.242, "not yet known", (50, 90)),
    ]
    summary = run(cell(rows))
    assert texts(summary) == [
        "The 1st to move wins 27.4 % [27.2, 27.6] against an even share of 25 %: more, by over 1 point.",
        "The 2nd to move wins 23.8 % [23.6, 24.0] against an even share of 25 %: less for certain; whether by more than 1 point is open.",
        "Even, within 1 point of 25 %: 3rd to move (intervals from 24.8 % to 25.2 %).",
        "Not yet known: 4th to move (24.2 % [24.0, 24.4]).",
        "Settled as likely as not after 50 to 3,000 deals, nine in ten after 90 to 70,000. " + POWER,
    ]
    assert headline(summary, "simcli run x") == (
        "The 1st to move wins 27.4 % [27.2, 27.6] and the 2nd to move wins 23.8 % [23.6, 24.0] against 25 %. "
        "Of 4 places in turn order: 1 beyond the tolerance, 1 certain with the size open, 1 even, 1 not yet known. "
        "Settled as likely as not after 50 to 3,000 deals, nine in ten after 90 to 70,000 (simcli run x --deals 70000)."
    )
    assert overall_tone(summary) == "uneven"


def test_unknown_is_never_told_as_fine():
    """480 verdicts that are not yet known: the headline counts them and says what it would take."""
    rows = [place(n, 0.25, "not yet known", (700, 15_000)) for n in (1, 2, 3, 4)]
    summary = run(*[cell(rows) for _ in range(120)])
    assert headline(summary) == (
        "Whether places in turn order matter is not yet known. "
        "Of 480 places in turn order: 0 beyond the tolerance, 0 certain with the size open, 0 even, 480 not yet known. "
        "Settled as likely as not after 700 deals, nine in ten after 15,000 (simcli run CONFIG --deals 15000)."
    )
    assert overall_tone(summary) == "unknown"


def test_rows_without_an_interval_are_not_said_to_lie_at_the_edge():
    few = place(1, 0.25, "not yet known")
    assert decide_text([few]) == "How many more deals it takes cannot be told."
    known, edge = place(2, 0.25, "not yet known", (50, 90)), place(3, 0.25, "not yet known", (70, None))
    text = "Settled as likely as not after 50 deals, nine in ten after 90 (simcli run CONFIG --deals 90)."
    assert decide_text([few, known]) == f"{text} For the others it cannot be told."
    assert "some only after more than a thousand million since they lie at the edge of the tolerance" in decide_text([known, edge])


def test_strategies_above_below_within_and_unknown():
    rows = [
        strategy("militia_collector", 0.312, "more"),
        strategy("random", 0.181, "less"),
        strategy("balanced", 0.253, "even"),
        strategy("rusher", 0.268, "not yet known", (2_000, 12_000)),
        strategy("loner", 0.24, "less, size open", (2_000, 12_000)),
    ]
    summary = run(cell(strategies=rows))
    assert texts(summary) == [
        "militia_collector wins 31.2 % [31.0, 31.4] against an even share of 25 %: more, by over 1 point.",
        "random wins 18.1 % [17.9, 18.3] against an even share of 25 %: less, by over 1 point.",
        "loner wins 24.0 % [23.8, 24.2] against an even share of 25 %: less for certain; whether by more than 1 point is open.",
        "Even, within 1 point of 25 %: balanced (intervals from 25.1 % to 25.5 %).",
        "Not yet known: rusher (26.8 % [26.6, 27.0]).",
        "Settled as likely as not after 2,000 deals, nine in ten after 12,000. " + POWER,
    ]
    assert headline(summary).startswith(
        "In this field (militia_collector, random, balanced, rusher and loner): more than an even share is won by militia_collector 31.2 % "
        "[31.0, 31.4]; less by random 18.1 % [17.9, 18.3]; the direction is certain and the size open for loner 24.0 % [23.8, 24.2]. "
        "Of 5 plans: 2 beyond the tolerance, 1 certain with the size open, 1 even, 1 not yet known."
    )


def test_many_strong_strategies_share_a_sentence():
    rows = [strategy(name, 0.35, "more") for name in "abcd"]
    listed = "a (35.0 % [34.8, 35.2]), b (35.0 % [34.8, 35.2]), c (35.0 % [34.8, 35.2]) and d (35.0 % [34.8, 35.2])"
    assert texts(run(cell(strategies=rows)))[0] == f"More by over 1 point against an even share of 25 %: {listed}."


def test_player_counts_are_named_when_there_are_several():
    third = [strategy("a", 0.4, "more", even=1 / 3), strategy("b", 0.33, "even", even=1 / 3)]
    fourth = [strategy("a", 0.25, "even"), strategy("b", 0.25, "even")]
    summary = run(cell(strategies=third, players=3), cell(strategies=fourth))
    assert texts(summary)[0] == "With 3 players: a wins 40.0 % [39.8, 40.2] against an even share of 33.3 %: more, by over 1 point."
    assert headline(summary).startswith("In this field (a and b): more than an even share is won by a (3 players).")


def test_a_player_alone_is_told_by_scores():
    """There is nobody to win against, and the one place and what was dealt say nothing."""
    rows = [strategy("one", 1.0, even=1.0), strategy("two", 1.0, even=1.0)]
    summary = run(cell(seats=[place(1, 1.0, even=1.0)], strategies=rows, players=1))
    assert headline(summary).startswith("A player alone scores on average, in points: one ")
    assert [finding.text[:14] for finding in findings(summary)] == ["A player alone"]


def test_a_ban_is_told_as_a_ban_and_not_as_an_unfair_seat():
    helps, costs = ban("seat 1", ["Alchemist"], 0.305, "more"), ban("seat 1", ["harbor"], 0.21, "less")
    unknown = ban("seat 1", ["farm"], 0.249, "not yet known", (900, 20_000))
    no_verdict = [seat(n, 0.25, None) for n in (1, 2, 3, 4)]
    assert headline(run(cell(no_verdict, bans=(helps,)))) == (
        "Doing without Alchemist is worth +5.5 [+5.3, +5.7] points of win share to seat 1: 30.5 % [30.3, 30.7] against an even share of "
        "25 %; the ban helps, so these players misuse it."
    )
    several = run(*[cell(no_verdict, bans=(row,), variant=row.names[0]) for row in (helps, costs, unknown)], cell(EVEN, variant="no ban"))
    assert headline(several) == (
        "A ban costs the player: harbor −4.0 [−4.2, −3.8] points of win share. It helps, so these players misuse: Alchemist +5.5 "
        "[+5.3, +5.7] points of win share. Of 3 restricted players: 2 beyond the tolerance, 0 certain with the size open, 0 even, "
        "1 not yet known. Settled as likely as not after 900 deals, nine in ten after 20,000 (simcli run CONFIG --deals 20000)."
    )
    assert overall_tone(several) == "uneven"
    assert "seat 1 wins" not in " ".join(texts(several))


def blind(player, sight, share, verdict, deals=(None, None), **more):
    names = {"rivals": "the cards before the other players", "future": "later scorings", "unseen": "which cards are yet to come"}
    return replace(ban(player, [], share, verdict, deals), blind=(sight,), blind_names=(names[sight],), **more)


def test_blindness_is_told_as_what_is_not_seen():
    no_verdict = [seat(n, 0.25, None) for n in (1, 2, 3, 4)]
    said = {
        ("less", 0.2): "By not seeing the cards before the other players, seat 1 loses 5.0 points of win share [4.8, 5.2]: 20.0 % "
        "[19.8, 20.2] against an even share of 25 %.",
        ("more", 0.3): "By not seeing the cards before the other players, seat 1 gains 5.0 points of win share [4.8, 5.2]: 30.0 % "
        "[29.8, 30.2] against an even share of 25 %; at this table its plan does better without.",
        ("less, size open", 0.24): "By not seeing the cards before the other players, seat 1 loses 1.0 points of win share [0.8, 1.2]: "
        "24.0 % [23.8, 24.2] against an even share of 25 %, less for certain, whether by over 1 point is open.",
        ("even", 0.25): "Not seeing the cards before the other players makes no difference of more than 1 point to seat 1: 25.0 % "
        "[24.8, 25.2] against an even share of 25 %.",
        ("not yet known", 0.26): "What it costs seat 1 not to see the cards before the other players is not yet known: +1.0 [+0.8, +1.2] "
        "points, 26.0 % [25.8, 26.2] against an even share of 25 %.",
        (None, 0.26): "Nothing is known of what it costs seat 1 not to see the cards before the other players.",
    }
    for (verdict, share), text in said.items():
        assert headline(run(cell(no_verdict, bans=(blind("seat 1", "rivals", share, verdict),)))).startswith(text)
    idle = blind("seat 1", "unseen", 0.25, "even", unweighed=True)
    assert headline(run(cell(no_verdict, bans=(idle,)))).startswith(
        "It makes no difference to seat 1 whether it sees which cards are yet to come: it weighs nothing that needs it."
    )
    base = replace(blind("seat 1", "rivals", 0.2, "less"), without_ban=Interval(0.248, 0.25, 0.252))
    assert "20.0 % [19.8, 20.2] against 25.0 % in the same deals without that." in headline(run(cell(no_verdict, bans=(base,))))


def test_of_several_sights_those_that_matter_are_told_and_those_that_nobody_weighs():
    rows = [
        blind("seat 1", "rivals", 0.2, "less"),
        blind("seat 1", "future", 0.27, "more"),
        blind("seat 1", "unseen", 0.25, "even", unweighed=True),
    ]
    no_verdict = [seat(n, 0.25, None) for n in (1, 2, 3, 4)]
    several = run(*[cell(no_verdict, bans=(row,), variant=f"blind to {row.blind[0]}") for row in rows], cell(EVEN, variant="sees all"))
    assert headline(several).startswith(
        "It costs the player not to see: the cards before the other players −5.0 [−5.2, −4.8] points of win share. The player does "
        "better not to see: later scorings +2.0 [+1.8, +2.2] points of win share. Not weighed at all: which cards are yet to come. Of "
        "3 restricted players: 2 beyond the tolerance, 0 certain with the size open, 1 even, 0 not yet known."
    )
    unknown = [replace(row, test=replace(row.test, verdict="not yet known", deals_50=9, deals_90=99), unweighed=None) for row in rows]
    several = run(*[cell(no_verdict, bans=(row,), variant=f"blind to {row.blind[0]}") for row in unknown], cell(EVEN, variant="sees all"))
    assert headline(several).startswith("What the kinds of blindness are worth is not yet known.")
    even = [replace(row, test=replace(row.test, verdict="even"), unweighed=None) for row in rows]
    several = run(*[cell(no_verdict, bans=(row,), variant=f"blind to {row.blind[0]}") for row in even], cell(EVEN, variant="sees all"))
    assert headline(several).startswith("No blindness makes a difference beyond the tolerance.")


def test_a_restricted_player_is_named_by_all_that_holds_of_it():
    assert restriction(blind("seat 1", "rivals", 0.2, "less")) == "seat 1 blind to rivals"
    both = replace(ban("seat 1", ["Noble"], 0.2, "less"), blind=("rivals",), blind_names=("x",))
    assert restriction(both) == "seat 1 without Noble, blind to rivals"
    assert restriction(replace(both, names=(), items=(), granted=("knight",), granted_names=("Knight",))) == (
        "seat 1 given Knight, blind to rivals"
    )


def test_the_config_says_what_the_first_sentence_is_about():
    rows = [strategy("a", 0.4, "more"), strategy("b", 0.1, "less")]
    summary = run(cell(EVEN, rows, [item("Knight", 0.021, 0.001)]))
    assert headline(summary).startswith("In this field")
    assert headline(replace(summary, about="seats")).startswith("All 4 seats are even")
    assert headline(replace(summary, about="items")).startswith(
        "One more copy offered to a player raises that player's win share, in points: Knight ("
    )
    assert next(finding.topic for finding in findings(replace(summary, about="items"))) == "items"


def test_items_that_stand_out_and_most_only_where_the_second_is_beaten():
    rows = [item("Knight", 0.041, 0.001), item("Noble", -0.03, 0.04), item("Cleric", 0.05, 0.2), item("Bard", 0.012, 0.01)]
    assert texts(run(cell(items=rows))) == [
        "One more copy offered to a player raises that player's win share, in points, most of all Knight (+4.1 [+3.1, +5.1]); "
        "less Bard (+1.2 [+0.2, +2.2]). One more copy offered to a player lowers that player's win share, in points: "
        "Noble (−3.0 [−4.0, −2.0]).",
    ]
    rows[3] = item("Bard", 0.035, 0.01)
    assert texts(run(cell(items=rows)))[0].startswith(
        "One more copy offered to a player raises that player's win share, in points: Knight (+4.1 [+3.1, +5.1]) and "
        "Bard (+3.5 [+2.5, +4.5]). One more"
    )
    assert texts(run(cell(items=rows[2:3])))[0].startswith(
        "Of what chance offers nothing stands out: no offer changes the win share for certain."
    )


def test_offers_of_packs_of_one_size_are_told_in_place_of_a_typical_card():
    """By its slope alone the strong card makes the others look weak; judged together they are not named."""
    together = [(0.04, 0.001), (0.0, 0.9), (0.001, 0.8)]
    rows = [
        replace(item(name, alone, 0.001), offered_in_place=Interval(value - 0.005, value, value + 0.005), p_in_place_bh=p)
        for name, alone, (value, p) in zip(("Knight", "Noble", "Bard"), (0.05, -0.02, -0.02), together, strict=True)
    ]
    assert texts(run(cell(items=rows))) == [
        "One more copy offered to a player in place of a typical guild raises that player's win share, in points: Knight (+4.0 "
        "[+3.5, +4.5]).",
    ]
    assert (rows[0].offer, rows[0].p_offer) == (rows[0].offered_in_place, 0.001)
    alone = item("Knight", 0.05, 0.002)
    assert (alone.offer, alone.p_offer) == (alone.per_copy_offered, 0.002)


def test_where_all_are_offered_the_same_no_number_of_deals_is_promised():
    rows = [item("harbor", 0.04, None, kind="tile", differs=False), item("farm", 0.001, None, kind="tile", differs=False)]
    marker = item("start-player marker", 0.2, 0.001, kind="start", role="marker")
    assert texts(run(cell(items=[*rows, marker]))) == [
        "Who holds more of them wins more, in points a copy: harbor (+4.0 [+3.0, +5.0]); an association, no cause.",
        "Chance offers all players of a game the same tiles, so no number of deals shows here what an offer is worth. "
        "A ban shows it: `simcli cards` plays them in turn.",
    ]


def test_a_situation_is_told_by_how_often_it_came_up():
    rows = [item("magic demanded", 0.0, None, kind="situation", role="situation", differs=False)]
    assert headline(run(cell(items=rows), about="items")) == "Magic demanded: in 18.0 % [17.0, 19.0] of the games."


def test_what_a_player_did_does_not_answer_what_cards_are_worth():
    """It is a choice of the strategies, and would hide what an offer does behind a sentence a placement."""
    placed = item("placed at the quarry", 0.0, None, kind="placement", role="situation", differs=False)
    told = "One more copy offered to a player raises that player's win share, in points: Knight (+4.1 [+3.1, +5.1])."
    page = run(cell(items=[placed, item("Knight", 0.041, 0.001)]), about="items")
    assert (headline(page), texts(page)) == (told, [told])


def dealt(name, share, p_bh, half=0.02):
    interval = Interval(share - half, share, share + half)
    return replace(item(name, share - 0.25, p_bh, kind="board"), offered=0.25, held=0.25, win_share_if_offered=interval)


def test_of_what_each_player_is_dealt_one_it_is_told_who_wins_with_which():
    """A guild tile or a board: a copy more or less says nothing there."""
    few = replace(dealt("Fara", 0.26, None), win_share_if_offered=Interval(None, 0.26, None))
    boards = [dealt("Hugo", 0.24, 0.4), dealt("Ada", 0.4, 0.001), dealt("Clovis", 0.1, 0.001), few]
    open_too = "Hugo (24.0 % [22.0, 26.0])"
    told = (
        "More than an even share of 25 % is won with the board Ada (40.0 % [38.0, 42.0]); less with Clovis (10.0 % [8.0, 12.0]); "
        f"not yet known: Fara (26.0 %, no interval) and {open_too}."
    )
    assert texts(run(cell(items=boards))) == [told]
    rest = [dealt("Una", 0.3, 0.3), dealt("Vera", 0.2, 0.3)]
    shared = [replace(row, offered=0.5, held=0.5) for row in (boards[2], dealt("Wim", 0.05, 0.001))]
    less = "Less than an even share of 25 % is won with the boards Clovis (10.0 % [8.0, 12.0]) and Wim (5.0 % [3.0, 7.0])."
    assert texts(run(cell(items=shared))) == [less]
    unknown = "Not yet known, against an even share of 25 %: Una (30.0 % [28.0, 32.0]) and Vera (20.0 % [18.0, 22.0])."
    assert texts(run(cell(items=[replace(row, offered=0.5, held=0.5) for row in rest]))) == [unknown]


def test_a_question_about_one_kind_is_answered_with_that_kind():
    rows = [
        item("Knight", 0.041, 0.001),
        item("Castle", 0.02, 0.001, kind="building"),
        *(dealt(n, 0.25, 0.9) for n in ("A", "B", "C", "D")),
    ]
    castle = "One more copy offered to a player raises that player's win share, in points: Castle (+2.0 [+1.0, +3.0])."
    assert headline(replace(run(cell(items=rows), about="items"), about_kind="building")) == castle
    assert headline(replace(run(cell(items=rows), about="items"), about_kind="board")).startswith("Not yet known, against an even share")
    assert castle[:40] in headline(run(cell(items=rows), about="items"))


def test_few_items_of_a_kind_are_told_by_who_has_them_for_every_number_of_players():
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
    asked = replace(run(cell(items=[shared, paid]), about="items"), about_kind="price, auction")
    assert answer(asked) == (
        "Coins paid: 22.0 % of the players, 5.00 on average, who win 28.0 % [25.0, 31.0], the others 24.0 %. "
        "Nobody gets it: in 30.0 % [28.0, 32.0] of the games.",
        "",
    )
    variants = [cell(items=[shared, paid], variant=name, base="a" if name == "b" else None) for name in ("a", "b")]
    told, rests = answer(replace(run(*variants), about="items", about_kind="price"))
    assert told.count("Coins paid") == 1
    assert rests == "These are the figures of a; what the other variants change stands below."


def test_how_the_games_of_a_player_alone_fall_on_ratings():
    rows = [item(name, 0.0, None, kind="rating", role="situation", differs=False) for name in ("recruit, by points", "king, by points")]
    held = {rows[0].item: Interval(0.7, 0.75, 0.8), rows[1].item: Interval(None, 0.25, None)}
    plans = [
        replace(strategy(name, 1.0, None), held=held, score_mean=Interval(mean - 1, mean, mean + 1))
        for name, mean in (("a", 50.0), ("b", 60.0))
    ]
    asked = replace(run(cell(strategies=plans, items=rows, players=1), about="items"), about_kind="rating")
    assert answer(asked)[0] == "Of the games of b: recruit 75.0 % [70.0, 80.0] and king 25.0 %; the other strategy is in the table."


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


def test_every_summary_has_a_headline(any_summary):
    before = copy.deepcopy(any_summary)
    assert headline(any_summary).endswith(".")
    assert all("None" not in text and "nan" not in text for text in (*texts(any_summary), *caveats(any_summary)))
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


def test_how_often_a_game_stalls_is_answered_for_every_number_of_players_and_variant():
    stalls = [
        cell(EVEN, variant=name, games=1_000, stalled=n, stalled_share=Interval(n / 1_000 - 0.001, n / 1_000, n / 1_000 + 0.002), base="a")
        for name, n in (("a", 4), ("b", 2))
    ]
    summary = run(*stalls, about="stalls")
    assert answer(summary) == (
        "Share of the games that came to a standstill: with 4 players 0.40 % [0.30, 0.60] (a) and 0.20 % [0.10, 0.40] (b).",
        "The interval takes the games of a deal as one, so it errs on the wide side.",
    )


def test_where_none_stalls_the_answer_says_how_many_may():
    summary = run(cell(EVEN, stalled_share=Interval(0.0, 0.0, 0.0123)), about="stalls")
    assert answer(summary)[0] == "None of 1,000 games came to a standstill; with so many games at most 1.23 % would in the long run."


def test_small_effects_of_offers_are_told_as_small():
    small = [item("Knight", 0.004, 0.001, half=0.002), item("Noble", -0.003, 0.001, half=0.002)]
    within = "within the tolerance of 1 point: no reason by itself to change a card."
    assert texts(run(cell(items=small)))[0].endswith(f"Noble (−0.3 [−0.5, −0.1]). All of these are {within}")
    assert texts(run(cell(items=small[:1])))[0].endswith(f"Knight (+0.4 [+0.2, +0.6]). That is {within}")
    wide = [small[0], item("Noble", -0.009, 0.001, half=0.002)]
    assert "within the tolerance" not in texts(run(cell(items=wide)))[0]


def test_a_difference_that_no_run_of_this_length_would_show_is_not_told_in_points():
    rows = [replace(row, test=replace(row.test, verdict="not yet known", detectable=6.6)) for row in EVEN]
    assert "Any difference from an even share, however large, may be missed in so few deals." in " ".join(texts(run(cell(rows))))


def test_a_field_with_other_plans_at_other_numbers_of_players_is_not_told_by_those_of_one():
    three = cell(strategies=[strategy("a", 0.40, "more", even=1 / 3), strategy("b", 0.27, "less", even=1 / 3)], players=3)
    four = cell(strategies=[strategy("a", 0.31, "more"), strategy("c", 0.19, "less")])
    assert headline(run(three, four)).startswith(
        "In the field of each number of players: more than an even share is won by a; less by b (3 players) and c (4 players)."
    )


def test_where_many_games_did_not_end_it_is_said_first_and_they_are_not_ranked():
    share = Interval(0.98, 0.993, 1.0)
    rows = [
        cell([seat(1, 0.25)], variant=name, base=None if k == 0 else "a", margin_mean=Interval(4.0 + k, 4.1 + k, 4.2 + k))
        for k, name in enumerate("abcde")
    ]
    rows[4] = replace(rows[4], stalled=993, unended_share=share, margin_mean=Interval(0.0, 0.1, 0.2))
    summary = run(*rows, about="variants", variants=tuple(VariantChanges(name=name, options={"x": 1}, patch={}) for name in "abcde"))
    first, ranked = "Many games did not end: 993 of 1,000 with 4 players (e).", "1 of 5 variants is not ranked"
    assert answer(summary)[0].startswith(first)
    assert ranked in answer(summary)[0]
    assert "The closest games of 4 variants are those of a " in answer(summary)[0]
    assert [row.variant for row in ranking(summary)] == list("abcde")
    assert (ranking(summary)[4].margin, ranking(summary)[4].rounds) == (None, None)
    few = replace(rows[4], stalled=6, unended_share=Interval(0.0, 0.006, 0.02))
    told = texts(run(few))
    assert told[0].startswith("6 of 1,000 games did not end (0.60 % [0.00, 2.00]; 6 came to a standstill).")
    assert not answer(run(few))[0].startswith("Many")


def test_scores_that_are_not_usual_are_a_warning_before_the_answer():
    plan, sound = (replace(strategy(name, 0.25), unusual=n) for name, n in (("hoarder", 400), ("balanced", 20)))
    summary = run(cell([seat(1, 0.25)], [plan, sound], usual_scores=(10, 90)))
    assert answer(summary)[0].startswith("Scores are not usual: outside 10 to 90 with 4 players of hoarder 40 %.")
    assert answer(run(cell([seat(1, 0.25)], [sound], usual_scores=(10, 90))))[0].startswith("No plan wins more")
