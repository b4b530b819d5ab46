"""Kingdom Builder: the options and the chance a game may be given, and a way to draw chance (RULES.md is the authority)."""

from collections import Counter
from collections.abc import Callable
from random import Random

from tests.games.kingdom_builder.oracle.scoring import SCORERS

OPTIONS = {  # section 16; the first value is the default
    "setup": ("random", "first_game"),
    "quadrants": ("random",),
    "rotation": ("random", "upright", "turned"),
    "cards": ("random",),
    "start_player": ("random", "fixed_seat"),
    "terrain_card_hidden_until_played": (True, False),
    "no_free_hex_of_card_terrain": ("draw_replacement", "skip_remaining_builds"),
    "replaced_terrain_card": ("removed_from_game", "discard_pile"),
    "lost_tile_choice": ("tile_of_vacated_location", "either_of_same_kind"),
    "tile_gained_by_moving": (True, False),
    "move_back_to_origin": (False, True),
    "lords_zero_settlements_score": (True, False),
    "lords_card_in_deck": (True, False),
    "adjacency": (True, False),
    "castle_scores": (True, False),
    "tile_uses": ("every_turn", "once"),
    "new_tiles": ("next_turn", "at_once"),
    "tiles_lost": (True, False),
    "last_turn": ("round_finished", "at_once"),
    "second_tile_of_a_kind": (True, False),
}
LISTS = ("quadrants", "rotation", "cards")
DEGREES = {"upright": 0, "turned": 180}
TARGET_WORDS = ("card_terrain", "edge", "line_end", "straight_two")


def require(holds: bool, message: str) -> None:
    """Refuse what the rules do not allow."""
    if not holds:
        raise ValueError(message)


def checked_options(options: dict, components: dict) -> dict:
    """Every option with its value; raises ValueError for one the rules do not know."""
    chosen = {name: values[0] for name, values in OPTIONS.items()}
    for name, value in options.items():
        require(name in OPTIONS, f"unknown option {name!r}")
        listed = name in LISTS and isinstance(value, (list, tuple))
        require(listed or value in OPTIONS[name], f"option {name} cannot be {value!r}")
        chosen[name] = list(value) if listed else value
    _check_list(chosen["quadrants"], quadrant_ids(components), components["setup"]["quadrants_used"])  # GO-02
    _check_list(chosen["cards"], card_pool(chosen, components), components["setup"]["scoring_cards_used"])  # GO-04, GO-13
    if isinstance(chosen["rotation"], list):  # GO-03
        require(len(chosen["rotation"]) == components["setup"]["quadrants_used"], "a rotation is needed for every slot")
        require(all(rotation in DEGREES for rotation in chosen["rotation"]), "a rotation is upright or turned")
    return chosen


def _check_list(value, known: list, most: int) -> None:
    if value != "random":
        require(1 <= len(value) <= most, f"1 to {most} ids can be listed")
        require(len(set(value)) == len(value) and all(name in known for name in value), f"{value} are not different known ids")


def quadrant_ids(components: dict) -> list[str]:
    """The quadrants in the box."""
    return [quadrant["id"] for quadrant in components["quadrants"]["quadrants"]]


def quadrant_rotations(components: dict) -> list[int]:
    """The degrees a quadrant may be turned by."""
    return components["quadrants"]["geometry"]["rotations"]  # KB-30


def card_pool(options: dict, components: dict) -> list[str]:
    """The scoring cards that can be drawn."""
    data = components["scoring_cards"]
    drawable = [card["id"] for card in data["cards"] if card["drawable"] and card["id"] not in data["always_in_play"]]  # KB-22
    return [card for card in drawable if options["lords_card_in_deck"] or card != "lords"]  # GO-13


def terrain_deck(components: dict) -> Counter:
    """The terrain cards in the box."""
    deck = Counter()
    for cards in components["terrain"]["terrain_deck"]["cards"]:  # KB-21
        deck[cards["terrain"]] += cards["count"]
    return deck


class Fixed:
    """What the options leave no choice about at set-up (GO-01 to GO-05); None where anything goes."""

    def __init__(self, options: dict, components: dict) -> None:
        slots = components["setup"]["quadrants_used"]
        first_game = next(setup for setup in components["setup"]["setups"] if setup["id"] == "first_game")
        self.quadrants, self.rotations, self.some_quadrants, self.some_cards = None, None, [], []
        if options["setup"] == "first_game":  # GO-01, KB-130
            self.quadrants = [quadrant for quadrant, _ in first_game["board"]]
            self.rotations = [rotation for _, rotation in first_game["board"]]
            self.some_cards = list(first_game["scoring_cards"])
        if options["quadrants"] != "random":  # GO-02
            self.some_quadrants = options["quadrants"]
            self.quadrants = options["quadrants"] if len(options["quadrants"]) == slots else None
        if isinstance(options["rotation"], list):  # GO-03
            self.rotations = [DEGREES[rotation] for rotation in options["rotation"]]
        elif options["rotation"] != "random":
            self.rotations = [DEGREES[options["rotation"]]] * slots
        if options["cards"] != "random":  # GO-04
            self.some_cards = options["cards"]
        self.start = 1 if options["start_player"] == "fixed_seat" else None  # GO-05


def check_components(players: int, components: dict) -> None:
    """Raise ValueError when the data ask for something the rules have no words for."""
    setup, tiles = components["setup"], components["location_tiles"]
    require(setup["players"]["min"] <= players <= setup["players"]["max"], f"no game for {players} players")  # KB-24
    require(setup["starting_terrain_cards_per_player"] in (0, 1), "a hand is one card at most")
    require(setup["mandatory_builds_per_turn"] >= 1, "without builds no game ends")
    require(setup["settlements_per_player"] >= 1, "without settlements no game begins")
    require(tiles["max_tiles_per_player_per_location_hex"] in (0, 1), "two tiles of one hex have one name")
    terrains = {terrain["id"] for terrain in components["terrain"]["terrain_types"]} - {"castle", "location"}
    for tile in tiles["tiles"]:
        require(tile["kind"] in ("build", "move"), f"unknown kind of tile {tile['kind']!r}")
        require(tile["target"] in terrains or tile["target"] in TARGET_WORDS, f"unknown target {tile['target']!r}")
        require(tile["target"] != "line_end" or tile.get("min_line", 0) >= 1, "a line has a length")
        require(tile["adjacency"] in ("if_possible", "none"), f"unknown adjacency {tile['adjacency']!r}")
    for card in components["scoring_cards"]["cards"]:
        require(card["scorer"] in SCORERS, f"unknown scorer {card['scorer']!r}")
        require(card.get("ranking", "dense") == "dense" and card.get("rounding", "down") == "down", f"unknown counting of {card['id']}")


def check_chance(players: int, options: dict, chance: dict, components: dict) -> None:
    """Raise ValueError when the chance is impossible by rules and options."""
    fixed = Fixed(options, components)
    _check_board(fixed, chance["board"], components)
    cards = chance["cards"]
    require(len(cards) == len(set(cards)) == components["setup"]["scoring_cards_used"], "wrong number of scoring cards")  # KB-32
    require(all(card in card_pool(options, components) for card in cards), "a scoring card cannot be drawn")
    require(set(fixed.some_cards) <= set(cards), "a scoring card that is certain is missing")
    require(1 <= chance["start"] <= players, "the start player is not a seat")  # KB-35
    require(fixed.start in (None, chance["start"]), "the start player is fixed")
    require(Counter(chance["pile"]) == +terrain_deck(components), "the pile is not the terrain deck")  # KB-33
    require(callable(chance["reshuffle"]), "a reshuffle is a function")


def _check_board(fixed: Fixed, board: list, components: dict) -> None:
    quadrants = [quadrant for quadrant, _ in board]
    rotations = [rotation for _, rotation in board]
    require(len(board) == len(set(quadrants)) == components["setup"]["quadrants_used"], "wrong number of quadrants")  # KB-30
    require(all(quadrant in quadrant_ids(components) for quadrant in quadrants), "unknown quadrant")
    require(all(rotation in quadrant_rotations(components) for rotation in rotations), "unknown rotation")
    require(set(fixed.some_quadrants) <= set(quadrants), "a quadrant that is certain is missing")
    require(fixed.quadrants in (None, quadrants), "the quadrants have fixed slots")
    require(fixed.rotations in (None, rotations), "the rotations are fixed")


def random_chance(rng: Random, players: int, options: dict, components: dict) -> dict:
    """Chance for one game, drawn as the rules say."""
    options = checked_options(options, components)
    fixed = Fixed(options, components)
    setup = components["setup"]
    quadrants = fixed.quadrants or _drawn(rng, fixed.some_quadrants, quadrant_ids(components), setup["quadrants_used"])  # KB-30, GO-02
    rotations = fixed.rotations or [rng.choice(quadrant_rotations(components)) for _ in quadrants]
    pile = sorted(terrain_deck(components).elements())
    rng.shuffle(pile)  # KB-33
    return {
        "board": [list(pair) for pair in zip(quadrants, rotations, strict=True)],
        "cards": _drawn(rng, fixed.some_cards, card_pool(options, components), setup["scoring_cards_used"]),  # KB-32, GO-04
        "start": fixed.start or rng.randint(1, players),  # KB-35
        "pile": pile,
        "reshuffle": random_reshuffle(rng.getrandbits(32)),
    }


def random_reshuffle(seed: int) -> Callable[[int, dict], list[str]]:
    """Orders for the reshuffles of one game, a stream for each."""

    def reshuffle(number: int, counts: dict) -> list[str]:
        cards = sorted(Counter(counts).elements())
        Random(f"{seed} {number}").shuffle(cards)
        return cards

    return reshuffle


def _drawn(rng: Random, certain: list, pool: list, number: int) -> list:
    others = [name for name in pool if name not in certain]
    drawn = certain + rng.sample(others, number - len(certain))
    rng.shuffle(drawn)
    return drawn
