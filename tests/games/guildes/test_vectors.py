"""The worked examples of test_vectors.yaml, played on the compiled game: prizes as the vector gives them, one scoring each."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.guildes.oracle.tables import GU_86
from tests.games.guildes.tables import TRICK_LETTERS, TRICKS, dealt, give, play_to, score_once
from tests.games.oracles import read_yaml

VECTORS = read_yaml(Path(__file__).with_name("test_vectors.yaml"))


def vectors(section):
    return [pytest.param(vector, id=vector["id"]) for vector in VECTORS[section]]


def artisans(counts):
    return {seat: {"artisan": count} for seat, count in enumerate(counts, start=1)}


def votes_for(prizes, counts, round_number, **options):
    """Votes of each seat for artisans with these prizes in this round's scoring."""
    patch = {"guilds": {"artisan": {"prizes": {f"round_{round_number}": prizes}}}}
    votes = score_once(round_number, artisans(counts), patch, **options)
    return [votes[seat].get("artisan", 0) for seat in range(1, len(counts) + 1)]


@pytest.mark.parametrize("vector", vectors("scoring"))
def test_one_guild_pays_the_stated_votes(vector):
    """GU-81 to GU-86; X-01 to X-07, X-15 to X-17."""
    assert votes_for(vector["prizes"], vector["counts"], vector["round"]) == vector["expect"]


@pytest.mark.parametrize(("prizes", "counts", "votes"), GU_86)
def test_every_row_of_the_table_of_ties_holds(prizes, counts, votes):
    """GU-86."""
    assert votes_for(prizes, counts, min(3, len(prizes))) == votes


@pytest.mark.parametrize(
    ("counts", "votes"), [([4, 2, 2, 2, 1], [14, 3, 3, 3, 0]), ([3, 3, 3, 1, 1], [8, 8, 8, 0, 0]), ([3, 3, 2, 2], [10, 10, 2, 2])]
)
def test_four_places_are_shared_as_written(counts, votes):
    """X-17."""
    assert votes_for([14, 7, 3, 1], counts, 3) == votes


@pytest.mark.parametrize(("counts", "votes"), [([3, 2, 1, 1, 1], [7, 4, 0, 0, 0]), ([2, 2, 2, 1], [4, 4, 4, 0])])
def test_three_places_are_shared_as_written(counts, votes):
    """X-15."""
    assert votes_for([7, 4, 1], counts, 3) == votes


@pytest.mark.parametrize("vector", vectors("scoring_ties_event"))
def test_tied_players_score_nothing_under_the_event(vector):
    """GU-421; X-11, X-12, X-12b."""
    assert votes_for(vector["prizes"], vector["counts"], vector["round"], event="ties_score_nothing") == vector["expect"]


@pytest.mark.parametrize(
    ("by_round", "votes"), [*((v["militia_in_tableau_by_round"], v["votes_by_round"]) for v in VECTORS["militia"]), ([1, 1, 4], [3, 3, 12])]
)
def test_militia_pays_in_every_scoring(by_round, votes):
    """GU-90; X-08, X-08b."""
    for number, (cards, expected) in enumerate(zip(by_round, votes, strict=True), start=1):
        scored = score_once(number, {1: {"militia": cards}, 2: {}, 3: {}, 4: {}}, filler="noble")
        assert scored[1]["militia"] == expected


@pytest.mark.parametrize("vector", vectors("batches"))
def test_cards_are_turned_up_in_the_stated_batches(vector):
    """GU-424; X-13, X-13b."""
    players = {7: 4, 8: 3, 5: 5}[vector["cards_to_play"]]
    assert revealed_at(players, "one_or_two") == ends(vector["expect"])


@pytest.mark.parametrize("players", [5, 6])
def test_five_cards_are_turned_up_as_two_one_two(players):
    """GU-424; X-13c."""
    assert revealed_at(players, "one_or_two") == ends([2, 1, 2])


def ends(batches):
    return [sum(batches[: i + 1]) for i in range(len(batches))]


def revealed_at(players, event):
    """Numbers of cards seat 1 shows after each reveal of round 1."""
    game = play_to(dealt(players, {"events": [event]}), "play")
    shown = []
    while game.fields()["round"] == 1:
        game.apply(game.actions()[0])
        cards = sum(game.fields()["tableau"][1].values())
        if cards and cards not in shown:
            shown.append(cards)
    return shown


@pytest.mark.parametrize("vector", vectors("delayed_reveal"))
def test_opponents_cards_are_known_one_step_late(vector):
    """GU-425; X-26."""
    game = play_to(dealt(5, {"events": ["delayed_reveal"]}), "play")
    known = []
    while game.fields()["phase"] == "play":
        fields = game.fields()
        if fields["actor"] == 5:
            known.append(sum(fields["tableau"][1].values()))
        game.apply(game.actions()[0])
    assert known == vector["known_when_choosing"]


@pytest.mark.parametrize("vector", vectors("play_counts"))
def test_picks_and_plays_are_as_many_as_stated(vector):
    """GU-20, GU-62, GU-420; X-09, X-09b, X-10."""
    game = dealt(vector["players"], {"events": [vector["event"]]} if "event" in vector else {})
    asked = {"pick": 0, "play": 0}
    while game.fields()["round"] == 1:
        asked[game.fields()["phase"]] += 1
        game.apply(game.actions()[0])
    if "play" in vector:
        assert asked["play"] == vector["play"] * vector["players"]
    if "hand" in vector:
        assert asked["pick"] == vector["hand"] * vector["players"]


@pytest.mark.parametrize("vector", vectors("deck_checks"))
def test_deck_dealt_and_unseen_cards_are_as_many_as_stated(vector):
    """GU-20; X-18."""
    t = dealt(vector["players"]).t
    dealt_cards = 3 * vector["players"] * int(t["hand"])
    assert (int(t["n_deck"]), dealt_cards, int(t["n_deck"]) - dealt_cards) == (vector["deck"], vector["dealt"], vector["unseen"])


@pytest.mark.parametrize(("number", "expected"), [(1, "expect_round_1"), (2, "expect_round_2_halving")])
@pytest.mark.parametrize("vector", vectors("full_scoring"))
def test_a_whole_table_is_scored_as_stated(vector, number, expected):
    """GU-80 to GU-90; X-19. Every seat's last card is one of its own tableau."""
    tableaus = {seat: dict(cards) for seat, cards in enumerate(vector["tableaus"], start=1)}
    hands, texts = {}, []
    for seat, cards in tableaus.items():
        last = next(iter(cards))
        cards[last] -= 1
        hands[seat] = {last: 3}
        texts.append(f"play {last}")
    game = give(dealt(4, round=number, phase="play", tableau=tableaus, hands=hands), *texts)
    points, _ = game.results()
    assert [int(row.sum()) for row in points] == vector[expected]


@pytest.mark.parametrize("vector", vectors("final_tie_break"))
def test_militia_breaks_a_tie_of_votes(vector):
    """GU-110, GU-111; X-20, X-20b."""
    votes = {
        seat: {"noble": total - 3 * militia}
        for seat, (total, militia) in enumerate(zip(vector["totals"], vector["militia"], strict=True), start=1)
    }
    tableau = {seat: {"militia": militia - 1} for seat, militia in enumerate(vector["militia"], start=1)}
    game = dealt(3, round=3, phase="play", votes=votes, tableau=tableau, hands={"all": {"militia": 3}})
    give(game, "play militia", "play militia", "play militia")
    points, shares = game.results()
    assert [int(row.sum()) for row in points] == vector["totals"]
    assert [seat for seat, share in enumerate(shares) if share] == vector["winners"]


@pytest.mark.parametrize("vector", vectors("tricks"))
def test_trick_changes_the_table_as_stated(vector):
    """GU-431 to GU-439; X-14, X-21 to X-25."""
    players = vector.get("players", 4)
    owner = vector.get("owner", 2)
    tableaus = vector.get("tableaus") or [vector.get("tableau", {"cleric": 1})] * (players if "players" in vector else 1)
    others = [name for letter, name in TRICK_LETTERS.items() if letter not in (vector["trick"], "A")]
    tricks = {seat: others[seat] for seat in range(1, players + 1)} | {owner + 1: TRICK_LETTERS[vector["trick"]]}
    fields = {
        "phase": "use",
        "tricks": tricks,
        "actor": owner + 1,
        "tableau": dict(enumerate(tableaus, start=1)),
        "hands": {owner + 1: vector.get("hand", {})},
        "protected": [seat + 1 for seat in vector.get("protected", [])],
        "discards": dict.fromkeys(vector.get("drawn", []), 1),
    }
    game = give(dealt(players, TRICKS, **fields), f"use {tricks[owner + 1]}")
    if "legal_actions" in vector:
        assert 1 + 2 * len(game.texts()) == vector["legal_actions"]  # every one of them holds a cleric: one less, one more
        return
    give(game, *texts_of(vector["trick"], vector["action"]))
    if "scoring_counts_alchemist" in vector:
        fields = game.fields()
        held = [fields["tableau"][seat]["alchemist"] + fields["shifts"].get(seat, {}).get("alchemist", 0) for seat in (1, 2)]
        assert held == vector["scoring_counts_alchemist"]
        game = play_to(game, "pick")
        assert [game.fields()["votes"][seat].get("alchemist", 0) for seat in (1, 2)] == vector["votes_round_1"]["expect"]
    after = vector.get("tableaus_after") or vector.get("tableaus_after_scoring") or [vector["tableau_after"]]
    assert [game.fields()["tableau"][seat] for seat in range(1, len(after) + 1)] == after
    if "discard_pile_gains" in vector:
        assert sorted(g for g, number in game.fields()["discards"].items() for _ in range(number)) == sorted(vector["discard_pile_gains"])


def texts_of(letter, action):
    if letter == "E":
        return [f"shift seat {action['target'] + 1}", "one less" if action["amount"] < 0 else "one more"]
    if letter == "B":
        first, second = action["first_player"] + 1, action["second_player"] + 1
        return [f"swap with seat {first}", f"move {action['first_guild']}", f"and seat {second}", f"for {action['second_guild']}"]
    if letter == "C":
        return [f"pay {action['cost_guild']}", f"remove from seat {action['target'] + 1}", f"remove {action['target_guild']}"]
    if letter == "D":
        return [f"take back {action['tableau_guild']}", f"put down {action['hand_guild']}"]
    return [f"keep {action['play']}"]
