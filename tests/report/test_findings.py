"""The sentences of a report, literally."""

import copy

import pytest

from simcli.report import words
from simcli.report.findings import caveats, data_note, findings, headline, overall_tone


def seat(number, share, verdict="balanced", more=None, null=0.25):
    return {"seat": number, "null": null, "win_share": [share - 0.002, share, share + 0.002], "verdict": verdict, "more_deals": more}


def strategy(name, share, verdict, more=None, null=0.25):
    return seat(0, share, verdict, more, null) | {"name": name}


def item(name, effect, p_bh, provenance="official"):
    return {"name": name, "provenance": provenance, "per_copy_offered": [effect - 0.01, effect, effect + 0.01], "p_bh": p_bh}


def cell(seats=(), strategies=(), items=(), players=4, **changes):
    basics = {"players": players, "games": 1_000, "deals": 250, "tie_share": 0.0, "capped": 0, "stalled": 0}
    return basics | {"seats": list(seats), "strategies": list(strategies), "items": list(items)} | changes


def run(*cells):
    return {"tolerance": 0.02, "cells": list(cells)}


def texts(summary):
    return [str(finding) for finding in findings(summary)]


EVEN = [seat(i + 1, share) for i, share in enumerate((0.252, 0.25, 0.248, 0.25))]


def test_fair_seats_in_one_sentence():
    summary = run(cell(EVEN))
    assert texts(summary) == ["No seat is unfair: all four seats win between 24.8 % and 25.2 % (null 25 %), within 2 points."]
    assert headline(summary) == "No seat is unfair."
    assert overall_tone(summary) == "balanced"


def test_an_unfair_seat_is_named():
    summary = run(cell([*EVEN[:3], seat(4, 0.221, "imbalanced")]))
    assert texts(summary) == ["Seat 4 wins 22.1 % [21.9, 22.3] against 25 %: less than its share, by over 2 points."]
    assert headline(summary) == "The seats are not fair: seat 4 wins 22.1 % [21.9, 22.3] against 25 %."


def test_strategies_above_below_within_and_unknown():
    rows = [
        strategy("militia_collector", 0.312, "imbalanced"),
        strategy("random", 0.181, "imbalanced"),
        strategy("balanced", 0.253, "balanced"),
        strategy("rusher", 0.268, "not yet known", 12_000),
    ]
    summary = run(cell(strategies=rows))
    assert texts(summary) == [
        "militia_collector wins 31.2 % of its seats [31.0, 31.4] against 25 %: stronger than its share.",
        "random wins 18.1 % of its seats [17.9, 18.3] against 25 %: weaker than its share.",
        "“balanced” wins its share, within 2 points of 25 %.",
        "Not yet known for rusher: about 12,000 more deals.",
    ]
    assert headline(summary) == "Stronger than their share: militia_collector; weaker: random."
    assert overall_tone(summary) == "imbalanced"


def test_many_strong_strategies_share_a_sentence():
    rows = [strategy(name, 0.35, "imbalanced") for name in "abcd"]
    assert texts(run(cell(strategies=rows))) == [
        "Stronger than their share of 25 %: a 35.0 % [34.8, 35.2], b 35.0 % [34.8, 35.2], c 35.0 % [34.8, 35.2] and d 35.0 % [34.8, 35.2]."
    ]


def test_player_counts_are_named_when_there_are_several():
    third = [strategy("a", 0.4, "imbalanced", null=1 / 3), strategy("b", 0.33, "balanced", null=1 / 3)]
    fourth = [strategy("a", 0.25, "balanced"), strategy("b", 0.25, "balanced")]
    summary = run(cell(strategies=third, players=3), cell(strategies=fourth))
    assert texts(summary)[0] == "With 3 players: a wins 40.0 % of its seats [39.8, 40.2] against 33.3 %: stronger than its share."
    assert headline(summary) == "Stronger than their share: a (3 players)."


def test_one_strategy_says_why_it_has_no_verdict(summary_of):
    sentences = texts(summary_of("one strategy"))
    assert "Only one strategy played, so its win share is even by construction; seats and scores are what this run shows." in sentences


def test_items_that_stand_out_and_none_that_do():
    rows = [item("Knight", 0.021, 0.001), item("Noble", -0.03, 0.04), item("Cleric", 0.05, 0.2)]
    assert texts(run(cell(items=rows))) == [
        "Of what chance offers, Knight (+2.1) helps most, in points of win share a copy.",
        "Of what chance offers, Noble (−3.0) hurts most, in points of win share a copy.",
    ]
    assert texts(run(cell(items=rows[2:])))[0].startswith("Nothing that chance offers stands out")


def test_the_head_tells_which_kinds_are_reconstructed_for_the_most_part():
    def note(*marks):
        rows = [dict(item(f"{kind} {i}", 0.0, 1.0), kind=kind, provenance=mark) for i, (kind, mark) in enumerate(marks)]
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
    notes = caveats(run(cell(EVEN, items=[item("Peasant", 0.0, 0.5, "reconstructed")], tie_share=0.05, capped=3, stalled=1)))
    assert [note.split(";")[0].split(":")[0] for note in notes[1:]] == [
        "Part of the component data is reconstructed, not read off the printed cards",
        "Holding a card is not a cause",
        "5.0 % of the games ended in a shared victory",
        "3 of 1,000 games reached the limit on decisions and were scored as they stood.",
        "1 of 1,000 games came to a standstill and were scored as they stood.",
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
        (words.percent(0.2484), "24.8 %"),
        (words.percent(None), "–"),
        (words.signed(-0.0001), "0.0"),
        (words.signed(0.021), "+2.1"),
        (words.null_percent(1 / 6), "16.7 %"),
        (words.null_percent(0.2), "20 %"),
        (words.tolerance_text(0.01), "1 point"),
        (words.tolerance_text(0.005), "0.5 points"),
        (words.p_text(0.0004), "< 0.001"),
        (words.listing(["a", "b", "c"]), "a, b and c"),
        (words.listing([]), ""),
        (words.kind_title("ability"), "Abilities"),
        (words.interval([None, 0.5, None]), "–"),
    ],
)
def test_numbers_as_words(text, expected):
    assert text == expected
