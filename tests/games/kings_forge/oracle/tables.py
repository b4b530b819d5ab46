"""King's Forge: components, chance and games for the tests of the oracle."""

from collections import Counter
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random

from tests.games.kings_forge.oracle.game import Oracle, random_chance
from tests.games.oracles import read_yaml

DATA = Path(__file__).resolve().parents[4] / "simcli" / "games" / "kings_forge" / "data"
STEMS = ("setup", "craft_cards", "early_cards", "gather_cards", "docks", "options")
BASIC = ("metal", "wood", "gem", "magic")
COLOURS = (*BASIC, "library", "cemetery")


@cache
def _read_data():
    return {stem: read_yaml(DATA / f"{stem}.yaml") for stem in STEMS}


def components(**setup):
    """The data files as written, free to be changed; keywords change the set-up."""
    data = deepcopy(_read_data())
    data["setup"].update(setup)
    return data


def card_ids(ranks):
    by_rank = {card["rank"]: card["id"] for card in _read_data()["craft_cards"]["cards"]}
    return [by_rank[rank] for rank in ranks]


def with_stock(data, colour, count):
    """The same components with another number of dice in the box."""
    next(kind for kind in data["setup"]["dice"] if kind["id"] == colour)["count"] = count
    return data


def new_game(players=2, data=None, options=None, banned=None, first=(), rolls=None, cemetery=None, rerolls=None, **chance):
    """A game; `first` are gather cards that lie on top of the deck, `rolls` values by (round, seat, colour)."""
    data = data or components()
    options = options or {}
    drawn = random_chance(players, options, data, 1)
    drawn |= {"start": 1, **chance}
    drawn["gather_cards"] = [*first, *(card for card in drawn["gather_cards"] if card not in first)]
    drawn["deck"] = lambda round_: drawn["gather_cards"]
    roll = drawn["roll"]
    drawn["roll"] = lambda round_, seat, colour, n: (rolls or {}).get((round_, seat, colour)) or roll(round_, seat, colour, n)
    if cemetery:
        drawn["cemetery"] = lambda round_, k: cemetery[k]
    if rerolls:
        drawn["reroll"] = lambda round_, seat, k, colour, n: rerolls[k]
    return Oracle(players, options, drawn, data, banned)


def play(game, *texts):
    for text in texts:
        game.apply(text)
    return game


def pass_all(game, bonus="take plus_token"):
    """Everybody passes who has not passed."""
    while game.view()["phase"] in ("gather", "bonus"):
        game.apply("pass" if game.view()["phase"] == "gather" else bonus)
    return game


def idle_round(game):
    """Nobody does anything until the round is over."""
    number = game.view()["round"]
    idle = {"gather": "pass", "bonus": "take plus_token", "modify": "done", "craft": "end turn"}
    while not game.over and game.view()["round"] == number:
        game.apply(idle[game.view()["phase"]])
    return game


def dice_of(view):
    """All dice of a position by colour."""
    found = Counter(view["stock"])
    for dice in (view["burned"], view["paid"]):
        found.update(dice)
    for place in ("hands", "workshops", "allocated"):
        for dice in view[place].values():
            found.update(dice)
    lying = [text for craft in view["unsecured"].values() for text in craft["dice"]]
    found.update(_own_colour(text) for text in [*view["rolled"], *view["marked"], *view["placed"], *lying])
    found["cemetery"] += int(view["cemetery"] > 0)
    return found


def _own_colour(text):
    return text.split()[0]


def check_invariants(game, data):
    view, legal = game.view(), game.legal()
    assert game.over or len(legal) == len(set(legal)) > 1
    assert dice_of(view) == Counter({kind["id"]: kind["count"] for kind in data["setup"]["dice"]})
    cards = [*view["display"], *view["queue"], *view["unsecured"], *(card for own in view["secured"].values() for card in own)]
    assert len(cards) == len(set(cards)) == data["setup"]["craft_cards_drawn"][len(view["hands"])]
    assert len(view["display"]) == min(data["setup"]["craft_display_size"], len(view["display"]) + len(view["queue"]))
    gather = [card for card in [*view["face_up"], *view["deck"]] if card] + [card for used in view["used"].values() for card in used]
    assert len(gather) == 4 + data["setup"]["gather_random_drawn"]


def play_out(game, data, seed):
    """Random play to the end, looking at every position until then; returns the phases asked."""
    rng, phases = Random(seed), Counter()
    while not game.over:
        check_invariants(game, data)
        phases[game.view()["phase"]] += 1
        game.apply(rng.choice(game.legal()))
    return phases
