"""Restricted play: which items the players of a strategy, a seat or everybody may neither take nor use, which they must take, which they
start with, which chance deals them, and what they do not see."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from operator import or_

from simcli.base.restrictions import ALL, SEAT, ByPlayer, Restrictions
from simcli.config.yaml.addresses import KeyPath
from simcli.config.yaml.document import Document
from simcli.config.yaml.problems import Problems, found
from simcli.errors import Fault, Where, nearest
from simcli.game import Components, Game, Item

BAN, MUST, SWAP, GRANT, BLIND = VERBS = ("ban", "must", "swap", "grant", "blind")
BY_CHOICE = (BAN, MUST)
"""Verbs of what players take by choice: of single items, or of a kind."""
COPIES = (GRANT, SWAP)
"""Verbs of what players have before the first decision: of single items, each as often as it is named."""
NOT_DEALT = "chance deals it to no single player before the first decision"
RESTRICT = "restrict"
NO_SIGHTS = "no feature of this game says what must be looked at to know it"
SEES_ALL = "'{}' decides by more than weights: nothing can be hidden from it"
ONE = {BLIND: "sight", **dict.fromkeys(COPIES, "item id")}
DONE = {BAN: "ban", MUST: "force", SWAP: "swap", GRANT: "grant", BLIND: "hide"}
"""Each verb as what a config does."""
FORM = "write e.g. {seat 1: {ban: [id]}} or {seat 1: {grant: [id]}}"


def resolve_restrict(
    game: Game,
    items: Sequence[Item],
    strategies: Sequence[str],
    seats: int,
    document: Document,
    given: Mapping[str | int, object],
    problems: Problems,
) -> Restrictions:
    """The restrictions by player, in the order of the config; what cannot be meant is a problem and left out.

    `items` is the catalogue of the run, `seats` the largest number of players.
    """
    chosen: dict[str, dict[str, tuple[str, ...]]] = {verb: {} for verb in BY_CHOICE}
    copies: dict[str, dict[str, tuple[str, ...]]] = {verb: {} for verb in COPIES}
    blind: dict[str, tuple[str, ...]] = {}
    for player, verbs in given.items():
        before = len(problems)
        check_player(player, strategies, seats, document.key(("restrict", player)), problems)
        if not isinstance(verbs, Mapping) or not verbs or not set(verbs) <= set(VERBS):
            other = f"{', '.join(VERBS[1:-1])} or {VERBS[-1]}"
            message = f"restrict.{player}: found {found(verbs)}, expected {{{BAN}: [item ids]}}, or {other} in its place"
            problems.add(document.value(("restrict", player)), message, FORM)
            continue
        for verb, names in verbs.items():
            if not isinstance(names, list) or not names:
                one = ONE.get(verb, "item id or kind")
                message = f"restrict.{player}.{verb}: found {found(names)}, expected a list of at least one {one}"
                hint = f"remove the key to {DONE[verb]} nothing"
                problems.add(document.value(("restrict", player, verb)), message, hint)
                continue
            for i, name in enumerate(names):
                check_name(game, items, name, document.value(("restrict", player, verb, i)), problems, verb=verb)
        if len(problems) == before:
            for verb in verbs.keys() & set(BY_CHOICE):
                chosen[verb][str(player)] = tuple(dict.fromkeys(id_ for name in verbs[verb] for id_ in ids_of(items, name)))
            for verb in verbs.keys() & set(COPIES):
                copies[verb][str(player)] = tuple(verbs[verb])
            if BLIND in verbs:
                blind[str(player)] = tuple(dict.fromkeys(verbs[BLIND]))
    for player, ids in chosen[MUST].items():
        denied = {*chosen[BAN].get(player, ()), *chosen[BAN].get(ALL, ())}
        if both := [name for name in ids if name in denied]:
            place = document.value(("restrict", player, MUST))
            problems.add(place, f"restrict.{player}: {both[0]} is banned and must be taken", f"name it under `{BAN}` or under `{MUST}`")
    return Restrictions(chosen[BAN], copies[GRANT], blind, chosen[MUST], copies[SWAP])


def ids_of(items: Sequence[Item], name: str) -> list[str]:
    """What a name under `ban` or `must` means: the item of this id, or all items of this kind that can be banned."""
    return [name] if name in {item.id for item in items} else [item.id for item in items if item.kind == name and item.bannable]


def check_player(player: object, strategies: Sequence[str], seats: int, where: Where, problems: Problems, key: str = "restrict") -> None:
    """Whether a player is a strategy, a seat or everybody; `key` is what named it, at `where`."""
    seat = re.fullmatch(r"seat (\d+)", str(player))
    if seat and not 1 <= int(seat[1]) <= seats:
        problems.add(where, f"{key}: there is no {player}, the run has {seats} seats at most")
    elif not seat and player != ALL and player not in strategies:
        known = [*strategies, ALL, *(f"seat {p + 1}" for p in range(seats))]
        problems.add(where, f"{key}: '{player}' is no strategy of this run, no seat and not 'all'", nearest(str(player), known))


def check_name(
    game: Game, items: Sequence[Item], name: object, where: Where, problems: Problems, *, key: str = "restrict", verb: str = BAN
) -> None:
    """Whether a name is that of an item that is taken by choice, granted or dealt, or of a kind of such items, or of a sight; `key` is
    what named it, at `where`."""
    if verb == BLIND:
        sights = [sight.name for sight in game.sights]
        if name not in sights:
            hint = nearest(str(name), sights, f"`simcli games {game.id} --features` lists them") if sights else NO_SIGHTS
            problems.add(where, f"{key}: found {found(name)}, expected a sight of {game.title}", hint)
        return
    able = [item for item in items if is_able(item, verb)]
    possible = [item.id for item in able if not item.idle]
    kinds = list(dict.fromkeys(item.kind for item in items if item.bannable)) if verb in BY_CHOICE else []
    item = next((item for item in items if item.id == name), None)
    if item is None and name in kinds:
        return
    if item is None and verb in BY_CHOICE and name in [item.kind for item in items]:
        message = f"{key}: '{name}' is a kind of items, which no player takes or uses by choice"
        problems.add(where, message, possible_text(verb, kinds))
    elif item is None:
        hint = nearest(str(name), [*possible, *kinds], f"`simcli games {game.id} --items` lists them")
        or_kind = " or a kind of items" if verb in BY_CHOICE else ""
        problems.add(where, f"{key}: found {found(name)}, expected the id of an item of {game.title}{or_kind}", hint)
    elif item not in able:
        why = ", which no player takes or uses by choice" if verb in BY_CHOICE else f": {why_not(item, verb)}"
        problems.add(where, f"{key}: '{name}' is an item of kind '{item.kind}'{why}", possible_text(verb, possible))
    elif item.idle:
        problems.add(where, f"{key}: '{name}' is not in play here ({item.idle}): it can change nothing", possible_text(verb, possible))


def check_blind(blind: ByPlayer, python: Sequence[str], at: KeyPath, document: Document, problems: Problems) -> None:
    """A problem for whoever is blind and plays by a Python function; python: names of such strategies; at: where what is hidden stands,
    followed by the player in a config's `restrict`."""
    for player in blind:
        hidden = [name for name in python if player in (name, ALL) or player.startswith(SEAT)]
        if hidden:
            place = document.value((*at, player, BLIND) if at == (RESTRICT,) else at)
            problems.add(place, f"{'.'.join(map(str, at))}: {SEES_ALL.format(hidden[0])}", "name strategies with weights")


def is_able(item: Item, verb: str) -> bool:
    """Whether a verb of items may name it."""
    return {GRANT: item.grantable, SWAP: item.dealt}.get(verb, item.bannable)


def why_not(item: Item, verb: str) -> str:
    """Why an item cannot be granted, or dealt."""
    return item.not_granted if verb == GRANT else NOT_DEALT


def possible_text(verb: str, names: Sequence[str]) -> str:
    """What can be banned, must be taken, granted or dealt: items or kinds."""
    done = {BAN: "banned", MUST: "taken by choice", SWAP: "dealt to a player"}.get(verb, "granted")
    return f"can be {done}: {', '.join(names)}" if names else f"nothing can be {done} in this game"


def most_seats(strategies: Sequence[str], tables: str, lineup: Sequence[int], players: int) -> dict[str, int]:
    """How many seats of a table each strategy may sit in."""
    if tables == "mixed":
        return dict.fromkeys(strategies, -(-players // max(1, len(strategies))))  # none where none could be read
    return {name: lineup.count(k) if lineup else players for k, name in enumerate(strategies)}


def copies_faults(
    game: Game, components: Components, options: Mapping[str, object], players: int, restrictions: Restrictions, seats: Mapping[str, int]
) -> Iterator[tuple[str, Fault]]:
    """What of the grants and swaps a game with this number of players has not enough of, by verb, with the item for a path; seats: see
    `most_seats`."""
    for verb, chosen in ((GRANT, restrictions.grants), (SWAP, restrictions.swaps)):
        check: Callable[..., list[Fault]] | None = getattr(game.checks, f"check_{verb}s", None)
        if check is None or not chosen:
            continue
        beyond = {player for player in chosen if player.startswith(SEAT) and int(player.removeprefix(SEAT)) > players}
        there = {player: Counter(names) for player, names in chosen.items() if player not in beyond}
        times = {player: players if player == ALL else seats.get(player, 1) for player in there}
        in_all = sum((Counter({name: number * times[player] for name, number in there[player].items()}) for player in there), Counter())
        by_seat = reduce(or_, (copies for player, copies in there.items() if player not in seats and player != ALL), Counter[str]())
        by_strategy = reduce(or_, (copies for player, copies in there.items() if player in seats), Counter[str]())
        at_one = by_seat + by_strategy + there.get(ALL, Counter())
        for fault in check(components, options, players, in_all, at_one):
            yield verb, fault


def check_copies(
    game: Game,
    components: Components,
    options: Mapping[str, object],
    players: Sequence[int],
    restrictions: Restrictions,
    seats: Callable[[int], Mapping[str, int]],
    document: Document,
    problems: Problems,
) -> None:
    """A problem where the grants or swaps of a config are more than a game has, at the last place that names the item; seats: by
    players."""
    for n in players:
        faults = list(copies_faults(game, components, options, n, restrictions, seats(n)))
        for verb, fault in faults:
            chosen = restrictions.grants if verb == GRANT else restrictions.swaps
            *_, (player, i) = ((player, i) for player, names in chosen.items() for i, name in enumerate(names) if name == fault.path[0])
            problems.add(document.value((RESTRICT, player, verb, i)), f"{RESTRICT}: {fault.what}", fault.hint)
        if faults:
            return
