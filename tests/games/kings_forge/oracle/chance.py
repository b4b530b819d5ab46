"""King's Forge: everything random of one game, drawn as the rules say."""

from collections.abc import Callable
from random import Random

FIXED_SEAT = "fixed_seat"


def default_options(components: dict) -> dict:
    return {option["id"]: option["default"] for option in components["options"]["options"]}


def craft_deck(options: dict, components: dict) -> dict[str, dict]:
    """The craft cards by id (GO-01)."""
    stem = {"base_33": "craft_cards", "early_24": "early_cards"}[options["craft_deck"]]
    return {card["id"]: card for card in components[stem]["cards"]}


def random_chance(players: int, options: dict, components: dict, seed: int) -> dict:
    """Chance for one game; every stream depends on the seed and its purpose only."""
    options = {**default_options(components), **options}
    rng = Random(f"{seed} set-up")
    gather = _gather_cards(rng, options, components)
    return {
        "craft_cards": _craft_cards(rng, players, options, components),
        "gather_cards": gather,
        "start": 1 if options["start_player"] == FIXED_SEAT else rng.randint(1, players),  # KF-19, GO-08
        "deck": _deck(seed, gather),
        "roll": lambda round_, seat, colour, n: _faces(f"{seed} roll {round_} {seat} {colour}", n),
        "reroll": lambda round_, seat, k, colour, n: _faces(f"{seed} reroll {round_} {seat} {k} {colour}", n),
        "cemetery": lambda round_, k: _faces(f"{seed} cemetery {round_}", k + 1)[k],
    }


def _craft_cards(rng: Random, players: int, options: dict, components: dict) -> list[str]:
    number = components["setup"]["craft_cards_drawn"][players]  # KF-13
    return _drawn(rng, options["craft_cards"], list(craft_deck(options, components)), number)


def _gather_cards(rng: Random, options: dict, components: dict) -> list[str]:
    cards = components["gather_cards"]["cards"]
    mandatory = [card["id"] for card in cards if card["mandatory"]]
    others = [card["id"] for card in cards if not card["mandatory"]]
    return mandatory + _drawn(rng, options["gather_cards"], others, components["setup"]["gather_random_drawn"])  # KF-15


def _drawn(rng: Random, wanted: str | list[str], pool: list[str], number: int) -> list[str]:
    certain = [] if wanted == "random" else list(wanted)  # GO-11, GO-12
    others = [card for card in pool if card not in certain]
    return certain + rng.sample(others, number - len(certain))


def _deck(seed: int, cards: list[str]) -> Callable[[int], list[str]]:
    return lambda round_: Random(f"{seed} deck {round_}").sample(sorted(cards), len(cards))  # KF-16


def _faces(stream: str, number: int) -> list[int]:
    rng = Random(stream)
    return [rng.randint(1, 6) for _ in range(number)]
