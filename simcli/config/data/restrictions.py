"""Restricted play: which items the players of a strategy, a seat or everybody may neither take nor use, which they must take, which they
begin with, and what they do not see."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from simcli.base.restrictions import ALL, SEAT, ByPlayer, Restrictions
from simcli.config.yaml.document import Document
from simcli.config.yaml.nodes import KeyPath
from simcli.config.yaml.problems import Problems, found
from simcli.errors import Fault, Where, nearest
from simcli.game import Components, Game, Item

BAN, MUST, GRANT, BLIND = VERBS = ("ban", "must", "grant", "blind")
BY_CHOICE = (BAN, MUST)
"""Verbs of what players take by choice: of single items, or of a kind."""
RESTRICT = "restrict"
NO_SIGHTS = "no feature of this game says what must be looked at to know it"
SEES_ALL = "'{}' is a Python strategy, which reads the position by itself: nothing can be hidden from it"
DONE = {BAN: "ban", MUST: "force", GRANT: "grant", BLIND: "hide"}
"""Each verb as what a config does."""
FORM = "write e.g. {seat 1: {ban: [id]}} or {seat 1: {grant: [id]}}"


def resolve_restrict(
    game: Game,
    items: Sequence[Item],
    strategies: Sequence[str],
    seats: int,
    document: Document,
    given: Mapping[Any, Any],
    problems: Problems,
) -> Restrictions:
    """The restrictions by player, in the order of the config; what cannot be meant is a problem and left out.

    `items` is the catalogue of the run, `seats` the largest number of players.
    """
    chosen: dict[str, dict[str, tuple[str, ...]]] = {verb: {} for verb in BY_CHOICE}
    grants: dict[str, tuple[str, ...]] = {}
    blind: dict[str, tuple[str, ...]] = {}
    for player, verbs in given.items():
        before = len(problems)
        check_player(player, strategies, seats, document.key(("restrict", player)), problems)
        if not isinstance(verbs, Mapping) or not verbs or not set(verbs) <= set(VERBS):
            message = f"restrict.{player}: found {found(verbs)}, expected {{{BAN}: [item ids]}}, or {MUST}, {GRANT} or {BLIND} in its place"
            problems.add(document.value(("restrict", player)), message, FORM)
            continue
        for verb, names in verbs.items():
            if not isinstance(names, list) or not names:
                message = f"restrict.{player}.{verb}: found {found(names)}, expected a list of at least one {_one(verb)}"
                hint = f"remove the key to {DONE[verb]} nothing"
                problems.add(document.value(("restrict", player, verb)), message, hint)
                continue
            for i, name in enumerate(names):
                check_name(game, items, name, document.value(("restrict", player, verb, i)), problems, verb=verb)
        if len(problems) == before:
            for verb in verbs.keys() & set(BY_CHOICE):
                chosen[verb][str(player)] = tuple(dict.fromkeys(id_ for name in verbs[verb] for id_ in ids_of(items, name)))
            if GRANT in verbs:
                grants[str(player)] = tuple(verbs[GRANT])
            if BLIND in verbs:
                blind[str(player)] = tuple(dict.fromkeys(verbs[BLIND]))
    _check_both(chosen, document, problems)
    return Restrictions(chosen[BAN], grants, blind, chosen[MUST])


def _check_both(chosen: Mapping[str, ByPlayer], document: Document, problems: Problems) -> None:
    """A problem for whoever must take what it is denied: by its own name, or since all are denied it."""
    for player, ids in chosen[MUST].items():
        denied = {*chosen[BAN].get(player, ()), *chosen[BAN].get(ALL, ())}
        if both := [name for name in ids if name in denied]:
            place = document.value(("restrict", player, MUST))
            problems.add(place, f"restrict.{player}: {both[0]} is banned and must be taken", f"name it under `{BAN}` or under `{MUST}`")


def ids_of(items: Sequence[Item], name: str) -> list[str]:
    """What a name under `ban` or `must` means: the item of this id, or all items of this kind that can be banned."""
    of_kind = [item.id for item in items if item.kind == name and item.bannable]
    return [name] if name in {item.id for item in items} else of_kind


def _one(verb: str) -> str:
    return {BLIND: "sight", GRANT: "item id"}.get(verb, "item id or kind")


def check_player(player: Any, strategies: Sequence[str], seats: int, where: Where, problems: Problems, key: str = "restrict") -> None:
    """Whether a player is a strategy, a seat or everybody; `key` is what named it, at `where`."""
    seat = re.fullmatch(r"seat (\d+)", str(player))
    if seat and not 1 <= int(seat[1]) <= seats:
        problems.add(where, f"{key}: there is no {player}, the run has {seats} seats at most")
    elif not seat and player != ALL and player not in strategies:
        known = [*strategies, ALL, *(f"seat {p + 1}" for p in range(seats))]
        problems.add(where, f"{key}: '{player}' is no strategy of this run, no seat and not 'all'", nearest(str(player), known))


def check_name(
    game: Game, items: Sequence[Item], name: Any, where: Where, problems: Problems, *, key: str = "restrict", verb: str = BAN
) -> None:
    """Whether a name is that of an item that is taken by choice, or granted, or of a sight; `key` is what named it, at `where`."""
    if verb == BLIND:
        check_sight(game, name, where, problems, key=key)
    else:
        check_item(game, items, name, where, problems, key=key, verb=verb)


def check_sight(game: Game, name: Any, where: Where, problems: Problems, *, key: str = "restrict") -> None:
    """Whether a name is that of a sight of the game; `key` is what named it, at `where`."""
    sights = [sight.name for sight in game.sights]
    if name not in sights:
        hint = nearest(str(name), sights, f"`simcli games {game.id} --features` lists them") if sights else NO_SIGHTS
        problems.add(where, f"{key}: found {found(name)}, expected a sight of {game.title}", hint)


def check_blind(blind: ByPlayer, python: Sequence[str], at: KeyPath, document: Document, problems: Problems) -> None:
    """A problem for whoever is blind and plays by a Python function; python: names of such strategies; at: where what is hidden stands,
    followed by the player in a config's `restrict`."""
    for player in blind:
        hidden = [name for name in python if player in (name, ALL) or player.startswith(SEAT)]
        if hidden:
            place = document.value((*at, player, BLIND) if at == (RESTRICT,) else at)
            problems.add(place, f"{'.'.join(map(str, at))}: {SEES_ALL.format(hidden[0])}", "name strategies with weights")


def check_item(
    game: Game, items: Sequence[Item], name: Any, where: Where, problems: Problems, *, key: str = "restrict", verb: str = BAN
) -> None:
    """Whether a name is that of an item that is taken by choice, or granted, or of a kind of such items; `key` is what named it, at
    `where`."""
    able = [item for item in items if (item.grantable if verb == GRANT else item.bannable)]
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
        why = f": {item.not_granted}" if verb == GRANT else ", which no player takes or uses by choice"
        problems.add(where, f"{key}: '{name}' is an item of kind '{item.kind}'{why}", possible_text(verb, possible))
    elif item.idle:
        problems.add(where, f"{key}: '{name}' is not in play here ({item.idle}): it can change nothing", possible_text(verb, possible))


def possible_text(verb: str, names: Sequence[str]) -> str:
    """What can be banned, must be taken, or granted: items or kinds."""
    done = {BAN: "banned", MUST: "taken by choice"}.get(verb, "granted")
    return f"can be {done}: {', '.join(names)}" if names else f"nothing can be {done} in this game"


def most_seats(strategies: Sequence[str], tables: str, lineup: Sequence[int], players: int) -> dict[str, int]:
    """How many seats of a table each strategy may sit in."""
    if tables == "mixed":
        return dict.fromkeys(strategies, -(-players // max(1, len(strategies))))  # none where none could be read
    return {name: lineup.count(k) if lineup else players for k, name in enumerate(strategies)}


def grant_faults(
    game: Game, components: Components, options: Mapping[str, Any], players: int, grants: ByPlayer, seats: Mapping[str, int]
) -> list[Fault]:
    """What of the grants a game with so many players has not enough of, with the item for a path; seats: see `most_seats`."""
    check: Callable[..., list[Fault]] | None = getattr(game.checks, "check_grants", None)
    if check is None or not grants:
        return []
    in_all: Counter[str] = Counter()
    by_seat: Counter[str] = Counter()
    by_strategy: Counter[str] = Counter()
    for player, names in grants.items():
        copies, is_seat = Counter(names), player not in seats and player != ALL
        if is_seat and int(player.removeprefix("seat ")) > players:
            continue
        times = players if player == ALL else 1 if is_seat else seats[player]
        in_all += Counter({name: number * times for name, number in copies.items()})
        by_seat |= copies if is_seat else Counter()
        by_strategy |= copies if player in seats else Counter()
    return check(components, options, players, in_all, by_seat + by_strategy + Counter(grants.get(ALL, ())))


def check_grants(
    game: Game,
    components: Components,
    options: Mapping[str, Any],
    players: Sequence[int],
    grants: ByPlayer,
    seats: Callable[[int], Mapping[str, int]],
    document: Document,
    problems: Problems,
) -> None:
    """A problem where the grants of a config are more than a game has, at the last place that names the item; seats: by players."""
    for n in players:
        faults = grant_faults(game, components, options, n, grants, seats(n))
        for fault in faults:
            named = [(player, i) for player, names in grants.items() for i, name in enumerate(names) if name == fault.path[0]]
            player, i = named[-1]
            problems.add(document.value(("restrict", player, GRANT, i)), f"restrict: {fault.what}", fault.hint)
        if faults:
            return
