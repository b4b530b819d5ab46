"""What is wrong with the (patched) components of King's Forge, and what cannot be set up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from simcli.errors import Fault
from simcli.game import Components, Options
from simcli.games.components import validate_files
from simcli.games.kings_forge import state as S
from simcli.games.kings_forge.catalogue import MAGIC_DROUGHT, START_MARKER, half_id, stolen_id
from simcli.games.kings_forge.datafiles import COLOURS, DECKS, MODELS, TOKENS, craft_cards, exchanges, halves, listed, pips_kinds

KeyPath = tuple[str | int, ...]
MOST_LIBRARY_DICE = 4


# What is wrong with the files


def validate(components: Components) -> list[Fault]:
    """What is wrong with the files, each for itself and with each other."""
    faults = validate_files(components, MODELS) or _twice(components) + _setup_faults(components["setup"])
    if faults:
        return faults  # what follows looks things up by id and place
    for check in (_craft_faults, _gather_faults, _half_faults, _ability_faults):
        faults += check(components)
    return faults


def _twice(components: Components) -> list[Fault]:
    """Ids that occur twice in a list, or would be two items."""
    lists = [(stem, components[stem]["docks" if stem == "docks" else "cards"]) for stem in (*DECKS.values(), "gather_cards", "docks")]
    lists.append(("setup", components["setup"]["first_pass_bonus"]))
    faults = [Fault((stem, id_), "the id occurs twice") for stem, rows in lists for id_ in _repeated(row["id"] for row in rows)]
    if faults:
        return faults
    by_path: dict[KeyPath, Fault] = {}
    for deck in DECKS.values():
        places: dict[str, KeyPath] = {}
        for path, id_ in _items_of(components, deck):
            if id_ in places:
                by_path.setdefault(path, Fault(path, f"would be the item {id_}, as {'.'.join(map(str, places[id_]))} is"))
            places.setdefault(id_, path)
    return list(by_path.values())


def _items_of(components: Components, deck: str) -> Iterator[tuple[KeyPath, str]]:
    """Where the items of a game with this deck stand, and their ids."""
    yield ("setup",), START_MARKER
    yield ("setup",), MAGIC_DROUGHT
    for card, name, _ in halves(components):
        yield ("gather_cards", card["id"], name), half_id(card["id"], name)
    for dock, exchange in exchanges(components):
        yield ("docks", dock["id"], "exchanges", exchange["id"]), exchange["id"]
    for card in components[deck]["cards"]:
        yield (deck, card["id"]), card["id"]
        yield (deck, card["id"]), stolen_id(card["id"])


def _repeated(ids: Iterable[str]) -> list[str]:
    seen = list(ids)
    return [id_ for id_ in dict.fromkeys(seen) if seen.count(id_) > 1]


def _setup_faults(setup: Any) -> list[Fault]:
    faults = []
    for key, expected in (("dice", COLOURS), ("tokens", TOKENS)):
        if tuple(row["id"] for row in setup[key]) != expected:
            faults.append(Fault(("setup", key), f"expected {', '.join(expected)}, in this order"))
    for die in setup["dice"]:
        if die["id"] == "library" and die["count"] > MOST_LIBRARY_DICE:
            message = f"is {die['count']}, expected at most {MOST_LIBRARY_DICE}"
            faults.append(Fault(("setup", "library", "count"), message, "every way of giving library dice colours is tried"))
    if sorted(setup["craft_cards_drawn"]) != [2, 3, 4]:
        faults.append(Fault(("setup", "craft_cards_drawn"), "expected a number for 2, 3 and 4 players"))
    return faults


def _craft_faults(components: Components) -> list[Fault]:
    """KF-85: ranks break ties, so no two are equal."""
    faults = []
    for deck in DECKS.values():
        ids: dict[int, str] = {}
        for card in components[deck]["cards"]:
            if card["rank"] in ids:
                message = f"is {card['rank']}, which is the rank of {ids[card['rank']]} too"
                faults.append(Fault((deck, card["id"], "rank"), message, "KF-85"))
            ids.setdefault(card["rank"], card["id"])
    return faults


def _gather_faults(components: Components) -> list[Fault]:
    """KF-15, KF-16: there are cards enough to draw and to lay open, and not more than the tables hold."""
    setup, cards, faults = components["setup"], components["gather_cards"]["cards"], []
    optional, drawn = sum(not card["mandatory"] for card in cards), setup["gather_random_drawn"]
    in_play = len(cards) - optional + drawn
    if drawn > optional:
        faults.append(Fault(("setup", "gather_random_drawn"), f"is {drawn}, there are {optional} gather cards that are not mandatory"))
    if in_play > S.MAX_IN_PLAY:
        message = f"is {drawn}, which with {len(cards) - optional} mandatory cards makes {in_play} cards in play"
        faults.append(Fault(("setup", "gather_random_drawn"), message, f"at most {S.MAX_IN_PLAY}"))
    if setup["gather_face_up"] > in_play:
        faults.append(Fault(("setup", "gather_face_up"), f"is {setup['gather_face_up']}, there are {in_play} gather cards in play"))
    return faults


def _half_faults(components: Components) -> list[Fault]:
    faults = []
    for card, name, half in halves(components):
        path = ("gather_cards", card["id"], name)
        squares = sum(square["n"] for square in half.get("cost") or ())
        if squares > S.MAX_SQUARES:
            faults.append(Fault((*path, "cost"), f"has {squares} squares, expected at most {S.MAX_SQUARES}"))
        if half.get("cost_special"):
            faults += _tier_faults(half, path)
    return faults


def _ability_faults(components: Components) -> list[Fault]:
    faults = []
    if len(kinds := pips_kinds(components)) > S.MAX_PIPS_KINDS:
        message = f"there are {len(kinds)} kinds of abilities that raise dice (pips and dice), expected at most {S.MAX_PIPS_KINDS}"
        faults.append(Fault(("gather_cards", "cards"), message))
    rolls = [(card["id"], name) for card, name, half in halves(components) if (half.get("ability") or {}).get("kind") == "cemetery"]
    message = "is cemetery, but another half rolls the cemetery die already"
    faults += [Fault(("gather_cards", *half, "ability", "kind"), message, "KF-04") for half in rolls[1:]]
    if rolls and not components["setup"]["dice"][COLOURS.index("cemetery")]["count"]:
        message = f"is 0, but {'.'.join(rolls[0])} rolls a cemetery die"
        faults.append(Fault(("setup", "dice", "cemetery", "count"), message, "KF-G09B"))
    return faults


def _tier_faults(half: Any, path: KeyPath) -> list[Fault]:
    """The table covers every number of dice from min_dice up once; its last row holds for every greater number too."""
    expected = half["min_dice"]
    for i, tier in enumerate(half["gain_by_dice_allocated"]):
        first, last = tier["dice"]
        if first != expected or last < first:
            message = f"is [{first}, {last}], expected {expected} to {expected} or more"
            return [Fault((*path, "gain_by_dice_allocated", i, "dice"), message, "no number from min_dice up is left out or named twice")]
        expected = last + 1
    return []


# What cannot be set up


def check_setup(components: Components, options: Options, players: int) -> list[Fault]:
    """What cannot be set up with these options and this number of players."""
    setup, faults = components["setup"], []
    for row in setup["dice"]:
        each = setup["starting_hand"].get(row["id"], 0)
        if players * each > row["count"]:
            message = f"is {each}; {players} players need {players * each} dice, the box has {row['count']}"
            faults.append(Fault(("setup", "starting_hand", row["id"]), message))
    return faults + _drawn_faults(components, options, players) + _listed_faults(components, options, players)


def _drawn_faults(components: Components, options: Options, players: int) -> list[Fault]:
    setup, deck = components["setup"], craft_cards(components, options)
    where, drawn = ("setup", "craft_cards_drawn", players), setup["craft_cards_drawn"][players]
    undecided, faults = players * (setup["crafts_to_end"] - 1), []
    if drawn > len(deck):
        faults.append(Fault(where, f"is {drawn}, the deck has {len(deck)} craft cards", "KF-13"))
    if drawn <= undecided:
        message = f"is {drawn}; {players} players can own {undecided} craft cards without anybody having {setup['crafts_to_end']}"
        faults.append(Fault(where, message, f"at least {undecided + 1}, see KF-83"))
    if setup["craft_display_size"] > drawn:
        message = f"is {setup['craft_display_size']}, with {players} players {drawn} craft cards are drawn"
        faults.append(Fault(("setup", "craft_display_size"), message))
    return faults


def _listed_faults(components: Components, options: Options, players: int) -> list[Fault]:
    """GO-11, GO-12: cards that cannot be asked for, or too many of them."""
    faults = []
    crafts, where = listed(options, "craft_cards"), ("options", "craft_cards")
    drawn = components["setup"]["craft_cards_drawn"][players]
    if crafts and options["craft_deck"] != "base_33":
        faults.append(Fault(where, f"is a list, but craft_deck is {options['craft_deck']}", "GO-11"))
    else:
        faults += _unknown(where, crafts, [card["id"] for card in craft_cards(components, options)])
    if len(crafts) > drawn:
        faults.append(Fault(where, f"names {len(crafts)} craft cards, with {players} players {drawn} are drawn", "GO-11"))
    gathers, where = listed(options, "gather_cards"), ("options", "gather_cards")
    mandatory = {card["id"]: card["mandatory"] for card in components["gather_cards"]["cards"]}
    faults += _unknown(where, gathers, list(mandatory))
    faults += [Fault(where, f"names {id_}, which is mandatory and in every game", "GO-12") for id_ in gathers if mandatory.get(id_)]
    if len(gathers) > (drawn := components["setup"]["gather_random_drawn"]):
        faults.append(Fault(where, f"names {len(gathers)} gather cards, {drawn} are drawn", "GO-12"))
    return faults


def _unknown(where: tuple[str, str], named: Sequence[str], known: Sequence[str]) -> list[Fault]:
    faults = [Fault(where, f"names {id_}, which is no card of this game") for id_ in named if id_ not in known]
    return faults + [Fault(where, f"names {id_} twice") for id_ in _repeated(named)]
