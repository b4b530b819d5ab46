"""`every: {ban: KIND, must: KIND, swap: KIND, grant: KIND, blind: all}`, or lists: what is banned, must be taken, is dealt, granted or
hidden in turn, and for whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from simcli.base.grouped import grouped
from simcli.base.restrictions import ALL
from simcli.config.data import restrictions as r
from simcli.config.data.options import component_ids
from simcli.config.run.context import Context
from simcli.config.yaml.document import Document
from simcli.config.yaml.problems import Problems, found
from simcli.errors import nearest
from simcli.game import Components, Item, Option

EVERY, FOR = "every", "for"
FIRST_SEAT = "seat 1"
"""Who is restricted when the config names nobody, as in the shipped configs of bans."""
BASES = {r.BAN: "no ban", r.MUST: "free choice", r.SWAP: "as dealt", r.GRANT: "no grant", r.BLIND: "sees all"}
"""The variant that all others are compared with, by the first of the verbs that an `every` has."""
WORDS = {r.BAN: "without", r.MUST: "made to take", r.SWAP: "dealt", r.GRANT: "given", r.BLIND: "blind to"}
"""What the variant of an item or sight is called, before its name."""


def kinds_to_ban(items: Sequence[Item], verb: str = r.BAN) -> dict[str, list[str]]:
    """Ids of the items that can be banned (or granted, or dealt) by kind, without those that are not in play."""
    return grouped((item.kind, item.id) for item in items if r.is_able(item, verb) and not item.idle)


def listing_option(kind: str, items: Sequence[Item], options: Mapping[str, Option], components: Components) -> Option | None:
    """The option that puts items of a kind into play for the whole table; a kind may be named as the option or as one of its list."""
    ids = {item.id for item in items if item.kind == kind}
    listing = (option for option in options.values() if option.list_of and not option.list_repeats)
    named = ((option, kind in (option.id, option.id.removesuffix("s"))) for option in listing)
    return next((option for option, is_named in named if is_named or ids & set(component_ids(option, components))), None)


def read_in_turn(
    every: Mapping[str | int, object], items: Sequence[Item], document: Document, context: Context, problems: Problems
) -> tuple[str, dict[str, list[str]]]:
    """Who is restricted, and the ids of items and sights that it is in turn, by verb; what cannot be meant is
    a problem. `items` is the catalogue of the run."""
    verbs = [verb for verb in r.VERBS if verb in every]
    for key in every:
        if key not in (*r.VERBS, FOR):
            problems.add(document.key((EVERY, key)), f"every: unknown key '{key}' beside `{verbs[0]}`", nearest(key, (*r.VERBS, FOR)))
    player = every.get(FOR, FIRST_SEAT)
    place, seats = document.value((EVERY, FOR)), max(context.players)
    rivals = context.strategies if context.has_rivals else ()
    if isinstance(player, str) and player.startswith(FIRST_SEAT[:-1]):
        r.check_player(player, (), seats, place, problems, key=f"{EVERY}.{FOR}")
    elif player not in rivals:
        known = [*rivals, *(f"seat {p + 1}" for p in range(seats))]
        message = f"{EVERY}.{FOR}: found {found(player)}, expected a seat, or a strategy that meets others in this run"
        problems.add(place, message, nearest(player, known))
    asked = {verb: _named(verb, every[verb], items, document, context, problems) for verb in verbs}
    if asked.get(r.BLIND):
        r.check_blind({str(player): ()}, context.python, (EVERY, r.BLIND), document, problems)
    return str(player), asked


def _named(verb: str, given: object, items: Sequence[Item], document: Document, context: Context, problems: Problems) -> list[str]:
    """The names of a list, the ids of a kind, or all sights."""
    if isinstance(given, list) and given:
        for i, name in enumerate(given):
            where = document.value((EVERY, verb, i))
            if name in given[:i]:
                problems.add(where, f"every.{verb}: {name} stands in the list twice", "keep one")
            else:
                r.check_name(context.game, items, name, where, problems, key=f"{EVERY}.{verb}", verb=verb)
        return list(given)
    if verb != r.BLIND:
        return _of_kind(verb, given, items, document, context, problems)
    names, place = [sight.name for sight in context.game.sights], document.value((EVERY, r.BLIND))
    if given == ALL and names:
        return names
    message = f"every.{r.BLIND}: found {found(given)}, expected all or a list of sights of {context.game.title}"
    known = f"write [{given}]" if given in names else f"its sights: {', '.join(names)}" if names else r.NO_SIGHTS
    problems.add(place, message, nearest(given, [ALL], known) if isinstance(given, str) and given not in names else known)
    return []


def _of_kind(verb: str, given: Any, items: Sequence[Item], document: Document, context: Context, problems: Problems) -> list[str]:
    game, place, kinds = context.game, document.value((EVERY, verb)), kinds_to_ban(items, verb)
    if isinstance(given, str) and given in kinds:
        return kinds[given]
    can, of_kind = r.possible_text(verb, list(kinds)), [item for item in items if item.kind == given]
    if verb not in r.BY_CHOICE and any(item.bannable for item in of_kind):
        problems.add(place, f"every.{verb}: {r.why_not(of_kind[0], verb)}", can)
        return []
    option = listing_option(given, items, context.known_options, context.patched.data) if isinstance(given, str) else None
    if option is not None:
        open_to_all = f"what '{option.id}' of {game.title} lists is in play for all players"
        so = {r.BAN: "so it can be denied to none", r.MUST: "so nobody can be made to take it", r.SWAP: "so it is dealt to none"}
        hint = f"write every: {{{option.id}: {max(1, option.list_min)}}}, which compares games with each of them"
        problems.add(place, f"every.{verb}: {open_to_all}, {so.get(verb, 'so it can be given to none')}", hint)
    elif of_kind:
        by_choice = f"no player takes or uses a {given.replace('_', ' ')} of {game.title} by choice"
        problems.add(place, f"every.{verb}: {by_choice if verb in r.BY_CHOICE else r.why_not(of_kind[0], verb)}", can)
    elif isinstance(given, str) and given in {item.id for item in items}:
        problems.add(place, f"every.{verb}: '{given}' is one item, no kind of items", f"write [{given}]")
    else:
        message = f"every.{verb}: found {found(given)}, expected a kind of items of {game.title} or a list of item ids"
        problems.add(place, message, nearest(given, kinds, can) if isinstance(given, str) else can)
    return []
