"""Guildes: what chance may give, and a way to draw it."""

from collections import Counter
from random import Random

from tests.games.guildes.oracle.rules import Rules


def require(holds: bool, message: str) -> None:
    """Refuse chance the rules do not allow."""
    if not holds:
        raise ValueError(message)


def check_chance(rules: Rules, chance: dict) -> None:
    """Raise ValueError when the chance is impossible by the rules."""
    try:
        _check_deal(rules, chance)
        _check_events(rules, chance["events"])
        for index in range(rules.rounds):
            _check_play(rules, chance, index)
        if rules.tricks_on:  # GU-300
            _check_tricks(rules, chance)
    except (KeyError, IndexError, TypeError) as missing:
        raise ValueError(f"chance is incomplete: {missing!r}") from missing


def _check_play(rules: Rules, chance: dict, index: int) -> None:
    event = chance["events"][index]
    require(0 <= rules.cards_to_play(event) <= rules.hand_size, "more cards to play than in hand")
    if rules.effect(event).get("reveal") == "sequential":  # GU-422
        require(chance["starters"][index] in rules.seats, "the starting player is not a seat")
    if rules.effect(event).get("redistribute_cards"):  # GU-423
        order = sorted(chance["redistribution"][index])
        require(order == list(range(rules.players)), "the redistribution is not a permutation of the seats")


def _check_deal(rules: Rules, chance: dict) -> None:
    require(len(chance["packs"]) == rules.rounds, "packs are needed for every round")
    cards = Counter(chance["unseen"])
    for guilds in chance.get("given", {}).values():  # GO-16
        cards.update(guilds)
    for packs in chance["packs"]:
        require(len(packs) == rules.players, "packs are needed for every seat")
        for pack in packs:
            require(len(pack) == rules.hand_size, f"a pack holds {rules.hand_size} cards")  # GU-41
            cards.update(pack)
    require(cards == rules.deck, "packs and unseen cards are not the deck after set-up")  # GU-20, GU-21


def _check_events(rules: Rules, events: list) -> None:
    require(len(events) >= rules.rounds, "an event is needed for every round")
    require(all(event in rules.events for event in events), "unknown event")
    require(len(set(events)) == len(events), "an event comes twice")  # GU-42
    require(list(events[: len(rules.first_events)]) == rules.first_events, "the first events are fixed")  # GO-01


def _check_tricks(rules: Rules, chance: dict) -> None:
    require(len(chance["tricks"]) == rules.rounds, "tricks are needed for every round")
    before = [None] * rules.players
    for index, tricks in enumerate(chance["tricks"]):
        require(len(tricks) == rules.players, "every seat is dealt a trick")  # GU-301
        require(all(trick in rules.trick_pool for trick in tricks), "a trick is not in the pool")  # GU-302
        require(len(set(tricks)) == len(tricks), "a trick is dealt twice in a round")  # GU-301
        repeated = any(now == old for now, old in zip(tricks, before, strict=True))
        require(rules.free_repeat or not repeated, "a player gets the same trick again")  # GU-303, GO-14
        require(all(0 <= number < 2**32 for number in chance["draws"][index]), "draw numbers have 32 bits")
        require(len(chance["draws"][index]) == 2, "two draw numbers are needed")
        before = tricks


def random_chance(players: int, options: dict, rng: Random, components: dict | None = None) -> dict:
    """Chance for one game, drawn as the rules say."""
    rules = Rules(players, options, components)
    deck = [guild for guild in rules.guild_order for _ in range(rules.deck[guild])]
    rng.shuffle(deck)  # GU-21
    packs = [[[deck.pop() for _ in range(rules.hand_size)] for _ in rules.seats] for _ in range(rules.rounds)]
    other_events = [event for event in rules.events if event not in rules.first_events]
    rng.shuffle(other_events)  # GU-22
    return {
        "packs": packs,
        "unseen": deck,
        "events": rules.first_events + other_events,
        "tricks": _deal_tricks(rules, rng),
        "starters": [rng.choice(rules.seats) for _ in range(rules.rounds)],
        "redistribution": [rng.sample(range(players), players) for _ in range(rules.rounds)],
        "draws": [(rng.getrandbits(32), rng.getrandbits(32)) for _ in range(rules.rounds)],
    }


def _deal_tricks(rules: Rules, rng: Random) -> list:
    if not rules.tricks_on:  # GU-300
        return [[None] * rules.players for _ in range(rules.rounds)]
    rounds = []
    before = [None] * rules.players
    for _ in range(rules.rounds):
        undealt = list(rules.trick_pool)  # GU-302
        dealt = []
        for own_before in before:
            allowed = [trick for trick in undealt if rules.free_repeat or trick != own_before]  # GU-303, GO-14
            dealt.append(rng.choice(allowed))
            undealt.remove(dealt[-1])
        rounds.append(dealt)
        before = dealt
    return rounds
