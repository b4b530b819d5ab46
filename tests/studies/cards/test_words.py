"""What items are worth, in sentences, a table and a chart, literally."""

from dataclasses import replace

import pytest

from simcli.report.rows import pictures
from simcli.stats import verdicts
from simcli.stats.summary import NO_INTERVAL, CardResult, Forced, Interval, PairResult, PairsResult
from simcli.studies.cards.charts import cards_charts
from simcli.studies.cards.tables import cards_views, pairs_views
from simcli.studies.cards.words import TONES, column_sentences, pairs_sentence, word
from simcli.studies.run.findings import answer, overall_tone
from simcli.studies.run.words.bans import restriction
from tests.report.limits import held
from tests.studies.run.test_findings import ban, cell, run


def card(name, value, verdict, half=0.004, players=4, player="seat 1", kind="guild", dealt=0.0):
    return CardResult(
        players=players,
        item=name.lower(),
        kind=kind,
        name=name,
        player=player,
        used=1.25,
        lost_per_copy=NO_INTERVAL if value is None else Interval(value - half, value, value + half),
        lost_if_banned=NO_INTERVAL if value is None else Interval(2 * value - half, 2 * value, 2 * value + half),
        few_wins=False,
        against_kind=NO_INTERVAL if verdict is None else Interval(0.01 - half, 0.01, 0.01 + half),
        worth_verdict=None if verdict is None else "more" if value > 0.01 else "even",
        test=verdicts.TestResult(None, None, verdict, None, None, None),
        held=1.5,
        dealt_instead=None if dealt is None else Interval(dealt - 0.01, dealt, dealt + 0.01),
        dealt_verdict=None if dealt is None else "even" if abs(dealt) < 0.01 else "more",
        per_copy_held=Interval(-0.02, -0.01, 0.0),
        points_per_copy_held=Interval(-0.5, -0.25, 0.0),
    )


def alone(row):
    """The only item of its kind."""
    return replace(row, against_kind=NO_INTERVAL, worth_verdict=row.test.verdict)


def below(row, by=0.02, worth="even"):
    """So far below the middle of its kind, with a verdict on what it is worth."""
    return replace(row, against_kind=Interval(-by - 0.004, -by, -by + 0.004), worth_verdict=worth)


PEASANT = card("Peasant", 0.001, "even")


def told(*cards):
    counts = dict.fromkeys(row.players for row in cards)
    cells = [cell(players=players, bans=(ban("seat 1", ["x"], 0.21, "less"),), variant="without x", base="no ban") for players in counts]
    for row in cards:
        if row.gained_if_forced is not None:
            must = replace(ban("seat 1", [], 0.21, "less"), must=(row.item,))
            test = replace(row.test, verdict=row.forced_verdict)
            figures = {"gained": row.gained_if_forced, "against_kind": row.forced_against_kind}
            forced = Forced(used=row.used_if_forced, **figures, test=test, gain_verdict=row.gain_verdict)
            cells.append(cell(players=row.players, bans=(must,), forced=forced, variant=f"made to take {row.item}", base="no ban"))
    return run(*cells, cards=cards)


def said(*cards):
    return held(answer(told(*cards), "simcli cards x")).said


OPEN = "not yet known"
KNIGHT, ORACLE = card("Knight", 0.061, "more"), below(card("Oracle", 0.025, "less"), 0.02)
NOBLE = card("Noble", 0.052, "more, size open")


@pytest.mark.parametrize(
    ("cards", "claim"),
    [
        (
            [KNIGHT, NOBLE, PEASANT, ORACLE],
            "Knight is worth most, 6.1 % of games a copy; Oracle is worth less a copy than the middle guild.",
        ),
        ([KNIGHT, NOBLE, ORACLE], "Knight is worth most, 6.1 % of games a copy; Oracle least, 2.5 %."),
        ([replace(KNIGHT, used=0.5), PEASANT], "Knight is worth most, 6.1 % of games a copy."),
        ([card("Cleric", 0.041, "even"), ORACLE], "Oracle is worth least, 2.5 % of games a copy."),
        (
            [KNIGHT, card("Noble", 0.06, "more"), card("Cleric", 0.04, OPEN), ORACLE, card("Citizen", 0.024, "less, size open")],
            "Knight and Noble are worth more a copy than the middle guild; Oracle and Citizen less.",
        ),
        (
            [card("Knight", 0.06, OPEN), card("Noble", 0.06, OPEN), ORACLE, card("Citizen", 0.026, "less")],
            "Oracle and Citizen are worth less a copy than the middle guild.",
        ),
        (
            [KNIGHT, card("Noble", 0.0, "even"), below(card("Oracle", -0.055, "less"), worth="less")],
            "Knight is worth most, 6.1 % of games a copy; a seat does better without Oracle.",
        ),
        ([card("Knight", 0.001, "even"), below(card("Noble", -0.03, OPEN), worth="less, size open")], "A seat does better without Noble."),
        (
            [card("Knight", 0.03, OPEN, half=0.2), card("Noble", None, None)],
            "It is unclear which guilds are strong or weak.",
        ),
        (
            [card("Knight", 0.03, OPEN, half=0.2), card("Noble", 0.0, "even")],
            "It is unclear which guilds are strong or weak.",
        ),
        (
            [card("Knight", 0.041, "even"), card("Noble", 0.04, "even")],
            "No guild is worth more than 1 in 100 games a copy above or below the middle of its kind.",
        ),
        (
            [card("Knight", 0.001, "even"), card("Noble", 0.0, "even", dealt=0.02)],
            "No guild is worth more than 1 in 100 games a copy above or below the middle of its kind.",
        ),
        ([card("Knight", 0.001, "even"), card("Noble", 0.0, "even")], "No guild is worth more than 1 in 100 games a copy to a seat."),
        (
            [card("Knight", 0.001, "even"), card("Noble", None, None)],
            "No guild that is used is worth more than 1 in 100 games a copy to a seat.",
        ),
        (
            [
                card("Knight", 0.05, "more", player="denier"),
                below(card("Shrine", -0.05, "less", player="denier", kind="room"), worth="less"),
            ],
            "Knight is worth more a copy than the middle of their kind; denier does better without Shrine.",
        ),
        ([alone(card("Knight", 0.05, "more"))], "Knight is worth having."),
        ([alone(card("Knight", -0.05, "less, size open"))], "A seat does better without Knight."),
        ([alone(card("Knight", 0.05, OPEN))], "It is unclear which guilds are worth having."),
        (
            [KNIGHT, NOBLE, alone(card("Shrine", 0.05, "more", kind="room"))],
            "Knight is worth most, 6.1 % of games a copy; Shrine is worth having.",
        ),
        (
            [replace(card("Noble", 0.3, None), lost_if_banned=KNIGHT.lost_if_banned), replace(KNIGHT, test=PEASANT.test)],
            "No guild that is used often is worth more than 1 in 100 games a copy above or below the middle of its kind.",
        ),
        ([card("Noble", None, None), card("Cleric", None, None)], "No guild is used often enough to say what a copy is worth."),
    ],
)
def test_the_claim_says_what_is_certain(cards, claim):
    assert said(*cards)[0] == claim


def test_how_sure_it_is_counts_all_items():
    assert said(card("Knight", 0.001, "even"), card("Noble", -0.03, "less"))[1] == "Both results are certain."
    assert said(card("Knight", 0.001, "even"), card("Noble", 0.3, None))[1] == "The result is certain."
    open_ = replace(card("Noble", 0.03, OPEN), test=verdicts.TestResult(None, None, OPEN, 500, 2_000, None))
    assert said(card("Knight", 0.001, "even"), open_)[1] == "1 of 2 results is unclear; about 2,000 deals would settle it."
    assert answer(told(card("Knight", 0.001, "even"), open_), "simcli cards x").next == "simcli cards x --deals 2000"


def test_of_several_numbers_of_players_the_strongest_is_named_where_it_is_the_same():
    four = [card("Knight", 0.031, "more"), below(card("Noble", 0.0, "less"), 0.01)]
    five = [replace(row, players=5) for row in four]
    assert said(*four, *five)[0] == "Knight is worth most a copy at every table; Noble least."
    even = [replace(row, test=replace(row.test, verdict="even")) for row in five]
    assert said(*four, *even)[0] == "Knight is worth more a copy than the middle guild; Noble less."
    assert overall_tone(told(*four, *even)) == "uneven"
    assert overall_tone(told(*even)) == "even"
    turned = [replace(row, test=replace(row.test, verdict=other.test.verdict)) for row, other in zip(five, four[::-1], strict=True)]
    assert said(*four, *turned)[0] == "Whether Knight and Noble are strong or weak depends on the number of players."


@pytest.mark.parametrize(
    ("cards", "claim"),
    [
        ([KNIGHT, ORACLE], "No: Knight is the strongest of two guilds, 6.1 % of games a copy, where the middle is 5.1 %."),
        ([KNIGHT, card("Noble", 0.06, "more")], "No: Knight is strong for a guild, 6.1 % of games a copy, where the middle is 5.1 %."),
        (
            [below(card("Knight", 0.03, "less, size open")), card("Noble", 0.03, "even")],
            "No: Knight is below its kind, 3 % of games a copy, where the middle is 5 %.",
        ),
        ([card("Knight", 0.05, "even"), ORACLE], "Yes: Knight is like its kind, 5 % of games a copy, where the middle is 4 %."),
        ([card("Knight", 0.05, OPEN), ORACLE], "It is unclear whether Knight is strong or weak for a guild."),
        ([below(card("Knight", -0.05, OPEN), worth="less"), ORACLE], "No: a seat does better without Knight."),
        ([alone(card("Knight", 0.05, "more"))], "Knight is worth having."),
        ([card("Knight", None, None), ORACLE], "Knight is not used often enough to say what a copy is worth."),
        (
            [KNIGHT, ORACLE, replace(KNIGHT, players=5), card("Knight", 0.05, "even", players=6)],
            "No: Knight is worth more a copy than the middle guild with four and five players.",
        ),
        ([card("Knight", 0.05, "even"), card("Knight", 0.05, "even", players=5)], "Yes: Knight is like its kind at every table."),
        (
            [KNIGHT, below(card("Knight", 0.05, "less", players=5))],
            "Whether Knight is strong or weak for a guild depends on the number of players.",
        ),
        (
            [below(card("Knight", 0.01, "less")), *(card(f"Card {n}", 0.1, "even") for n in range(12))],
            "No: Knight is the weakest guild, 1 % of games a copy, where the middle is 3 %.",
        ),
    ],
)
def test_of_one_item_it_is_said_whether_it_is_like_its_kind(cards, claim):
    found = held(answer(replace(told(*cards), about_item="knight"), "simcli cards x"))
    assert found.claim == claim
    judged = [row for row in cards if row.name == "Knight" and row.test.verdict]
    assert found.sure.startswith({0: "", 1: "The result is"}.get(len(judged), ""))
    assert answer(replace(told(*cards), about_item="other")).claim == answer(told(*cards)).claim


def test_what_the_middle_is_worth_and_what_is_not_judged_is_kept_in_mind():
    never, seldom = card("Noble", None, None), replace(card("Citizen", 0.3, None), lost_if_banned=KNIGHT.lost_if_banned)
    assert answer(told(KNIGHT, ORACLE, never, seldom)).because == (
        "The middle guild is worth 4.5 % of games a copy.",
        "Seldom used, so not judged: Citizen.",
        "Never used, so of unknown worth: Noble.",
    )
    five = replace(KNIGHT, players=5, lost_per_copy=Interval(0.07, 0.071, 0.072))
    assert answer(told(KNIGHT, five)).because == ("The middle guild is worth 5.1 % to 6.1 % of games a copy, by the number of players.",)
    assert answer(told(alone(card("Knight", 0.05, "more")))).because == ()


def test_the_table_has_a_row_an_item_and_no_empty_columns():
    rows = [card("Knight", 0.031, "more", dealt=None), card("Oracle", -0.055, "less", dealt=None)]
    (view,) = cards_views(told(*rows))
    assert view.caption.startswith("What each item is worth to seat 1, 4 players: 250 deals with and without each; points of its win share")
    assert [column.title for column in view.columns] == [
        *("Item", "Verdict", "Lost per copy used", "95 % interval", "Against its kind", "95 % interval", "Used"),
    ]
    assert view.rows[0] == (
        "Knight",
        "strong",
        "+3.1",
        "[+2.7, +3.5]",
        "+1.0",
        "[+0.6, +1.4]",
        "1.25",
    )
    assert view.rows[1][:2] == ("Oracle", "weak")
    assert [text.partition(":")[0] for text in column_sentences(rows)] == [
        *("Lost per copy used", "Against its kind"),
    ]
    mixed = [rows[0], card("Shrine", 0.0, "even", kind="craft_card")]
    (view,) = cards_views(told(*mixed))
    assert [row[1] for row in view.rows] == ["guild", "craft card"]
    assert [text.partition(":")[0] for text in column_sentences(mixed)] == [
        *("Lost per copy used", "Against its kind", "Dealt instead"),
    ]
    assert [column.title for column in view.columns][-2:] == ["Dealt instead", "95 % interval"]
    assert [row[-2:] for row in view.rows] == [("–", "–"), ("0.0", "[−1.0, +1.0]")]


def test_every_verdict_has_a_word():
    assert word(card("Noble", None, None)) == "never came"
    assert word(replace(card("Noble", None, None), lost_if_banned=Interval(0.0, 0.0, 0.0))) == "never used"
    assert word(card("Noble", 0.3, None)) == "seldom used"
    verdict = ("more", "less", "even", "more, size open", "less, size open", OPEN)
    among, by_itself = ([word(of(card("Noble", 0.03, one))) for one in verdict] for of in (below, alone))
    assert among == ["strong", "weak", "like its kind", "above its kind", "below its kind", "unclear"]
    assert by_itself == ["worth having", "misused", "within tolerance", "worth having, size unclear", "misused, size unclear", "unclear"]
    passed_by = [word(left("Noble", 0.03, one)) for one in verdict]
    assert passed_by[:3] == ["strong by force", "weak by force", "even by force"]
    assert passed_by[3:] == ["above by force", "below by force", "seldom used"]
    assert TONES.keys() == {*among, *by_itself, *passed_by}


def test_the_chart_shows_both_ends_of_many_items():
    chart, used = cards_charts(told(card("Knight", 0.031, "more"), card("Oracle", -0.055, "less"), card("Noble", None, None)))
    assert chart.alt == "Points of win share lost per copy used, 4 players: Knight +3.1, Oracle −5.5."
    assert "used (cause)" in {row["series"] for row in chart.rows}
    assert used.alt == "Points of win share lost per copy used at copies used a game, 4 players: Knight +3.1 at 1.25, Oracle −5.5 at 1.25."
    assert [(row["label"], row["x"], row["value"]) for row in used.rows] == [("Knight", 1.25, 0.031), ("Oracle", 1.25, -0.055)]
    (band,) = {(one.low, one.high) for one in list(cards_charts(told(KNIGHT, NOBLE)))[1].bands}
    assert band == pytest.approx((0.042 - 0.01, 0.042 + 0.01))
    kinds = cards_charts(told(KNIGHT, NOBLE, card("Shrine", 0.05, "more", kind="room")))
    assert [one.name for one in kinds] == ["cards"]
    assert [one.name for one in cards_charts(told(alone(KNIGHT)))] == ["cards"]
    many = [card(f"Card {i}", 0.1 - i / 400, "not yet known") for i in range(40)]
    chart, used = cards_charts(told(*many))
    assert len(used.rows) == 30
    assert "The 15 that are worth most and the 15 that are worth least of 40" in chart.caption
    assert "Card 14" in {row["label"] for row in chart.rows}
    assert "Card 15" not in {row["label"] for row in chart.rows}
    assert list(cards_charts(replace(told(*many), cards=None))) == []


def pair(first, second, points):
    shares = {"held_both": 0.25, "win_share": Interval(0.01, 0.02, 0.03), "p": 0.0001, "p_bh": 0.004}
    return PairResult(
        items=(first.lower(), second.lower()), names=(first, second), points=Interval(points - 1, points, points + 1), **shares
    )


def with_pairs(judged, *pairs, helping=None):
    found = PairsResult(players=4, kind="building", judged=judged, helping=len(pairs) if helping is None else helping, pairs=pairs)
    return replace(told(PEASANT), pairs=(found,))


def test_pairs_that_help_each_other_are_a_table_with_its_question():
    summary = with_pairs(66, pair("Mill", "Forge", 2.5), helping=30)
    (view,) = pairs_views(summary)
    assert view.caption.startswith("Pairs of buildings that help each other, 4 players: ")
    assert view.caption.endswith("66 pairs judged, the first 1 of 30")
    assert view.rows == (("Mill and Forge", "+2.50", "[+1.50, +3.50]", "+2.0", "[+1.0, +3.0]", "25.0 %", "0.004"),)
    assert pairs_sentence(summary).startswith("Pairs: whether who holds both has more points")


def test_pairs_of_several_copies_are_told_per_copy():
    pairs = with_pairs(55, pair("Peasant", "Citizen", 0.07))
    summary = replace(pairs, pairs=(replace(pairs.pairs[0], copies=True),))
    (view,) = pairs_views(summary)
    assert [column.title for column in view.columns][1:4:2] == ["Points per copy of each", "Win share per copy of each"]
    assert view.rows[0][:2] == ("Peasant and Citizen", "+0.07")
    assert pairs_sentence(summary).startswith("Pairs, by copies held: by how many points one copy more of the one raises")
    none = replace(with_pairs(0), pairs=(replace(with_pairs(0).pairs[0], copies=True),))
    assert pairs_sentence(none).startswith("Pairs that help each other: none judged. Of several copies it takes 1,100 deals")


def test_where_no_pair_is_told_it_is_said_why():
    assert pairs_views(with_pairs(66)) == ()
    assert pairs_sentence(with_pairs(66)) == "Pairs that help each other: none for certain among 66."
    assert pairs_sentence(with_pairs(0)).startswith("Pairs that help each other: none judged. It takes 128 deals or more")
    assert pairs_sentence(told(PEASANT)) == ""


def by_force(row, value, verdict, half=0.01):
    gained = Interval(value - half, value, value + half)
    return replace(
        row, used_if_forced=0.8, gained_if_forced=gained, forced_against_kind=gained, forced_verdict=verdict, gain_verdict=verdict
    )


def left(name, value, verdict, **more):
    """An item that is seldom used, with what it brings who must take it."""
    return by_force(replace(card(name, 0.3, None, **more), used=0.01), value, verdict)


@pytest.mark.parametrize(
    ("cards", "claim", "because", "words"),
    [
        (
            [KNIGHT, PEASANT, left("Oracle", -0.034, "less")],
            "Knight is worth most, 6.1 % of games a copy; Oracle, seldom taken, costs 3.4 % by force.",
            ("Seldom used and weak, a copy by force: Oracle −3.4 %.",),
            "weak by force",
        ),
        (
            [KNIGHT, PEASANT, left("Oracle", -0.034, "less"), left("Noble", -0.02, "less, size open")],
            "Knight is worth most, 6.1 % of games a copy; Oracle and Noble, seldom taken, cost who must take them.",
            ("Seldom used and weak, a copy by force: Oracle −3.4 % and Noble −2 %.",),
            "below by force",
        ),
        (
            [card("Knight", 0.001, "even"), PEASANT, left("Oracle", -0.034, "less")],
            "Oracle, seldom taken, costs 3.4 % of games a copy by force.",
            ("Seldom used and weak, a copy by force: Oracle −3.4 %.",),
            "weak by force",
        ),
        (
            [by_force(card("Knight", 0.001, "even"), 0.0, "even"), PEASANT, left("Oracle", 0.0, "even")],
            "No guild that is used often is worth more than 1 in 100 games a copy to a seat.",
            ("Seldom used and like their kind, a copy by force: Oracle 0 %.",),
            "even by force",
        ),
        (
            [by_force(card("Knight", 0.001, "even"), -0.03, "less"), PEASANT, left("Oracle", 0.021, "more")],
            "No guild that is used often is worth more than 1 in 100 games a copy above or below the middle of its kind.",
            ("Taken too seldom, a copy by force: Oracle +2.1 %.", "Seldom used and strong, a copy by force: Oracle +2.1 %."),
            "strong by force",
        ),
        (
            [card("Knight", 0.001, "even"), PEASANT, left("Oracle", 0.02, "not yet known")],
            "No guild that is used often is worth more than 1 in 100 games a copy to a seat.",
            ("Seldom used, so not judged: Oracle.",),
            "seldom used",
        ),
        (
            [left("Oracle", -0.034, "less"), left("Noble", 0.0, "even")],
            "Oracle, seldom taken, costs 3.4 % of games a copy by force.",
            (
                "Seldom used and weak, a copy by force: Oracle −3.4 %.",
                "Seldom used and like their kind, a copy by force: Noble 0 %.",
            ),
            "even by force",
        ),
    ],
)
def test_what_is_seldom_used_is_judged_by_force(cards, claim, because, words):
    summary = told(*cards)
    told_of = held(answer(summary, "simcli cards x"))
    assert told_of.claim == claim
    assert tuple(line for line in told_of.because if not line.startswith("The middle")) == because
    assert word(cards[-1]) == words
    known = [row for row in cards if row.test.verdict or row.forced_verdict != OPEN]
    assert f"{'Both' if len(known) == 2 else len(known)} results" in told_of.sure


def test_one_item_that_is_seldom_used_is_told_by_force():
    rows = [KNIGHT, PEASANT, left("Oracle", -0.034, "less")]
    summary = replace(told(*rows), about_item="oracle")
    assert answer(summary, "x").claim == "No: Oracle, seldom taken, costs 3.4 % of games a copy by force."
    unknown = replace(told(*rows[:2], left("Oracle", 0.0, OPEN)), about_item="oracle")
    assert answer(unknown, "x").claim == "Oracle is not used often enough to say what a copy is worth."


def test_what_force_brings_stands_in_the_table_and_in_the_chart():
    rows = [by_force(KNIGHT, -0.3, "less"), PEASANT]
    (view,) = cards_views(told(*rows))
    titles = [column.title for column in view.columns]
    at = titles.index("Gained if forced")
    assert (titles[at - 1], titles[at + 1]) == ("Used", "95 % interval")
    assert [row[at : at + 2] for row in view.rows] == [("−30.0", "[−31.0, −29.0]"), ("–", "–")]
    assert "Gained if forced" in [text.partition(":")[0] for text in column_sentences(rows)]
    charts = list(cards_charts(told(*rows, left("Oracle", -0.034, "less"))))
    assert [chart.name for chart in charts] == ["cards", "used"]
    shown = [(row["label"], row["series"], row.get("value")) for row in charts[0].rows]
    assert ("Oracle", "forced (cause)", -0.034) in shown
    assert ("Oracle", "used (cause)", 0.3) not in shown


@pytest.mark.parametrize(
    ("verdict", "share", "claim"),
    [
        ("more", 0.31, "Seat 1 wins 31 % instead of 25 % given Knight."),
        ("less, size open", 0.24, "Seat 1 wins at most 24.2 % instead of 25 % given Knight."),
        ("even", 0.25, "Seat 1 wins about as often given Knight, give or take 1 in 100 games."),
        (OPEN, 0.26, "It is unclear whether seat 1 wins more or less often given Knight."),
        (None, 0.26, "It is unclear whether seat 1 wins more or less often given Knight."),
    ],
)
def test_a_grant_by_itself_is_answered_as_such(verdict, share, claim):
    row = replace(ban("seat 1", [], share, verdict), granted=("knight",), granted_names=("Knight",))
    assert answer(run(cell(bans=(row,)))).claim == claim


def test_what_a_player_has_and_goes_without_is_named():
    row = replace(ban("seat 1", ["Noble"], 0.31, "more"), granted=("knight", "knight"), granted_names=("Knight", "Knight"))
    assert restriction(row) == "seat 1 given 2 x Knight and without Noble"
    assert restriction(ban("seat 2", ["Noble"], 0.31, "more")) == "seat 2 without Noble"
    summary = run(cell(bans=(row, ban("seat 2", ["Cleric"], 0.2, "less"))))
    assert answer(summary).claim == "Seat 1 wins 31 % instead of 25 % given 2 x Knight and without Noble; one more result is certain."


def test_the_line_of_the_picture_is_the_middle_of_the_kind_where_there_is_one() -> None:
    def beside(name: str, lost: float, middle: float):
        return replace(card(name, lost, "even"), against_kind=Interval(lost - middle - 0.01, lost - middle, lost - middle + 0.01))

    cards = [beside("Knight", 0.0617, 0.0503), beside("Oracle", 0.0251, 0.0503), beside("Noble", 0.0703, 0.0503)]
    (chart,) = pictures(answer(told(*cards), "").rows)
    assert [band.middle for band in chart.bands] == [pytest.approx(0.0503)]
    assert "with the 95 % interval of its distance from the middle of its kind" in chart.caption
    assert chart.caption.endswith("The line: the middle of its kind; shaded: the tolerance around it.")
    (both,) = pictures(answer(told(*cards, replace(beside("Hammer", 0.02, 0.01), kind="tool")), "").rows[:4])
    assert (both.bands, "The line" in both.caption) == ((), False)


def test_what_is_drawn_beside_the_middle_has_the_interval_of_what_is_judged() -> None:
    wide = replace(card("Knight", 0.06, OPEN, half=0.001), against_kind=Interval(-0.005, 0.01, 0.025))
    rows = answer(told(wide, replace(KNIGHT, kind="tool", against_kind=NO_INTERVAL)), "").rows
    (row,) = (row for row in rows if row.base)
    (single,) = (row for row in rows if not row.base)
    assert row.effect == pytest.approx(wide.against_kind)
    assert row.value.value == 0.06
    assert single.value == pytest.approx(KNIGHT.lost_per_copy)


def test_what_is_unclear_beside_an_interval_to_one_side_is_explained() -> None:
    to_one_side = replace(card("Knight", 0.06, OPEN), against_kind=Interval(0.001, 0.01, 0.019))
    around_it = replace(to_one_side, against_kind=Interval(-0.001, 0.01, 0.021))
    captions = [pictures(answer(told(row, card("Noble", 0.05, "even")), "").rows)[0].caption for row in (to_one_side, around_it)]
    assert ["verdicts are corrected for all comparisons" in caption for caption in captions] == [True, False]
