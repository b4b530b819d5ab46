"""Guildes: tables and games for the tests of the oracle."""

from collections import Counter
from random import Random

from tests.games.guildes.oracle.game import Oracle, random_chance
from tests.games.guildes.oracle.rules import Rules, load_components
from tests.games.guildes.oracle.tricks import legal_shifts, trick_turn

BASE = {}
EVENTS = {"events": "on"}
TRICKS = {"tricks": "on"}
BOTH = {"events": "on", "tricks": "on"}
TRICK_IDS = {
    "A": "protection",
    "B": "card_swap",
    "C": "costly_removal",
    "D": "hand_exchange",
    "E": "alchemist_shift",
    "F": "cleric_shift",
    "G": "noble_shift",
    "H": "knight_shift",
    "I": "discard_draw",
}


def new_game(players, options, seed=0, **changes):
    return Oracle(players, options, random_chance(players, options, Random(seed)) | changes)


def play_until(game, stop, rng):
    while not game.over and not stop(game):
        game.apply(rng.choice(game.legal()))
    return game


def play_out(players, options, seed, **changes):
    return play_until(new_game(players, options, seed, **changes), lambda game: False, Random(seed))


def table_with(tableaus, letter, owner, options=TRICKS, hand=None, players=None, protected=()):
    """A game whose tableaus, hand and owner's trick are replaced; seats and `owner` count from 1."""
    game = new_game(players or max(3, len(tableaus)), options)
    game.tableau.update({seat: Counter(cards) for seat, cards in enumerate(tableaus, start=1)})
    game.hands[owner] = Counter(hand or {})
    game.tricks[owner] = TRICK_IDS[letter]
    game.protected = list(protected)
    return game


def texts_at(game, owner, chain=()):
    """The legal texts of the owner's trick turn after these texts; empty when the turn is over."""
    turn = trick_turn(game, owner)
    question = next(turn)
    for text in chain:
        assert text in question.choices
        try:
            question = turn.send(question.choices[text])
        except StopIteration:
            return []
    return list(question.choices)


def tableaus(game, number):
    return [game.view()["tableau"][seat] for seat in range(1, number + 1)]


def run_trick_e(vector):
    game = table_with(vector["tableaus"], "E", 3, players=4)
    assert texts_at(game, 3, ["use alchemist_shift", f"shift seat {vector['action']['target'] + 1}", "one less"]) == []
    assert game.scoring_counts("alchemist")[:2] == vector["scoring_counts_alchemist"]
    game.score_round()
    assert [game.votes[seat]["alchemist"] for seat in (1, 2)] == vector["votes_round_1"]["expect"]
    assert tableaus(game, 2) == vector["tableaus_after_scoring"]


def run_trick_b(vector):
    action, owner = vector["action"], vector["owner"] + 1
    game = table_with(vector["tableaus"], "B", owner)
    chain = [f"swap with seat {action['first_player'] + 1}", f"move {action['first_guild']}"]
    chain += [f"and seat {action['second_player'] + 1}", f"for {action['second_guild']}"]
    assert texts_at(game, owner, ["use card_swap", *chain]) == []
    assert tableaus(game, 3) == vector["tableaus_after"]


def run_trick_c(vector):
    action, owner = vector["action"], vector["owner"] + 1
    game = table_with(vector["tableaus"], "C", owner)
    chain = [f"pay {action['cost_guild']}", f"remove from seat {action['target'] + 1}", f"remove {action['target_guild']}"]
    assert texts_at(game, owner, ["use costly_removal", *chain]) == []
    assert tableaus(game, 2) == vector["tableaus_after"]
    assert game.discards == Counter(vector["discard_pile_gains"])


def run_trick_d(vector):
    action, owner = vector["action"], vector["owner"] + 1
    game = table_with([vector["tableau"]], "D", owner, hand=vector["hand"])
    chain = [f"take back {action['tableau_guild']}", f"put down {action['hand_guild']}"]
    assert texts_at(game, owner, ["use hand_exchange", *chain]) == []
    assert tableaus(game, 1) == [vector["tableau_after"]]
    assert game.discards == Counter(vector["discard_pile_gains"])


def run_trick_f(vector):
    everybody = [{"cleric": 1}] * vector["players"]
    game = table_with(everybody, "F", vector["owner"] + 1, protected=[seat + 1 for seat in vector["protected"]])
    assert 1 + len(legal_shifts(game, vector["owner"] + 1, "cleric")) == vector["legal_actions"]


def run_trick_i(vector):
    owner = vector["owner"] + 1
    game = table_with([vector["tableau"]], "I", owner, hand=vector["hand"])
    game.discards = Counter(vector["drawn"])
    assert sorted(texts_at(game, owner, ["use discard_draw"])) == sorted(f"keep {guild}" for guild in vector["drawn"])
    game = table_with([vector["tableau"]], "I", owner, hand=vector["hand"])
    game.discards = Counter(vector["drawn"])
    assert texts_at(game, owner, ["use discard_draw", f"keep {vector['action']['play']}"]) == []
    assert tableaus(game, 1) == [vector["tableau_after"]]
    assert +game.discards == Counter(vector["discard_pile_gains"])


TRICK_VECTORS = {"E": run_trick_e, "B": run_trick_b, "C": run_trick_c, "D": run_trick_d, "F": run_trick_f, "I": run_trick_i}


def sorted_packs(players):
    """Chance of the base game in which seat 1 is dealt the first cards of the deck in guild order, and so on."""
    rules = Rules(players, BASE)
    deck = [guild for guild in rules.guild_order for _ in range(rules.deck[guild])]
    size = rules.hand_size
    piles = [deck[start : start + size] for start in range(0, size * players * 3, size)]
    packs = [piles[start : start + players] for start in range(0, players * 3, players)]
    return random_chance(players, BASE, Random(0)) | {"packs": packs, "unseen": deck[size * players * 3 :]}


def all_cards(game):
    """Every card of the game, wherever it is."""
    view = game.view()
    places = [Counter(game.chance["unseen"]), Counter(view["discards"]), Counter(view["given"].values()), Counter(game.drawn)]
    for packs in game.chance["packs"][view["round"] :]:
        places += [Counter(pack) for pack in packs]
    for seat in game.rules.seats:
        places += [Counter(view[place][seat]) for place in ("packs", "hands", "tableau", "face_down")]
    return sum(places, Counter())


def random_options(rng):
    """A value for every option."""
    return {record["id"]: rng.choice(record["values"]) for record in load_components()["options"]["options"]}


GU_86 = [  # prizes, counts, votes
    ([60], [3, 1, 0], [60, 0, 0]),
    ([60], [2, 2, 2, 1], [20, 20, 20, 0]),
    ([60, 31], [3, 2, 1], [60, 31, 0]),
    ([60, 31], [3, 2, 2, 1], [60, 15, 15, 0]),
    ([60, 31], [2, 2, 1], [45, 45, 0]),
    ([60, 31, 17], [4, 3, 2, 1], [60, 31, 17, 0]),
    ([60, 31, 17], [3, 2, 1, 1], [60, 31, 8, 8]),
    ([60, 31, 17], [3, 2, 2, 1], [60, 24, 24, 0]),
    ([60, 31, 17], [3, 2, 2, 2, 1], [60, 16, 16, 16, 0]),
    ([60, 31, 17], [3, 3, 2, 1], [45, 45, 17, 0]),
    ([60, 31, 17], [3, 3, 2, 2, 1], [45, 45, 8, 8, 0]),
    ([60, 31, 17], [2, 2, 2, 1], [36, 36, 36, 0]),
    ([60, 31, 17], [1, 2, 2, 2, 2], [0, 27, 27, 27, 27]),
    ([60, 31, 17, 8], [1, 2, 3, 4], [8, 17, 31, 60]),
    ([60, 31, 17, 8], [3, 3, 2, 1, 0], [45, 45, 17, 8, 0]),
    ([60, 31, 17, 8], [3, 3, 2, 2, 1], [45, 45, 12, 12, 0]),
    ([60, 31, 17, 8], [3, 3, 2, 2, 2, 1], [45, 45, 8, 8, 8, 0]),
    ([60, 31, 17, 8], [3, 3, 3, 2, 1], [36, 36, 36, 8, 0]),
    ([60, 31, 17, 8], [3, 3, 3, 1, 1], [36, 36, 36, 4, 4]),
    ([60, 31, 17, 8], [2, 2, 2, 2, 1], [29, 29, 29, 29, 0]),
    ([60, 31, 17, 8], [2, 2, 2, 2, 2, 1], [23, 23, 23, 23, 23, 0]),
    ([60, 31, 17, 8], [4, 3, 3, 1, 1], [60, 24, 24, 4, 4]),
    ([60, 31, 17, 8], [4, 3, 3, 3, 1], [60, 18, 18, 18, 0]),
    ([60, 31, 17, 8], [4, 3, 2, 2, 1], [60, 31, 12, 12, 0]),
    ([60, 31, 17, 8], [4, 3, 2, 1, 1], [60, 31, 17, 4, 4]),
]
