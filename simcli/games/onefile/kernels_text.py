"""Writes the kernels that a game in one file owes the engine: small functions that call those of the file."""

from __future__ import annotations

from collections.abc import Iterator

from simcli.games.onefile.columns import Column, columns_of, context_of
from simcli.games.onefile.records import counted_by_choice, had, now, used
from simcli.games.onefile.spec import NUMBER, SEAT, Argument, Decision, Rules, Table, Verb
from simcli.games.onefile.words import Cards, Deck, Int, Sealed

HOOKS = ("setup", "over", "points", "tie_break", "redeal")
PREFIXES = ("act_", "legal_", "points_", "column_")
HEAD = '''"""The rules of {id} as the engine asks for them, made from its file."""

import numpy as np
from numpy import int64

from simcli.engine import rng
from simcli.engine.bans import is_banned
from simcli.engine.chance import open_stream, shuffle_sorted
from simcli.engine.header import ENDED
from simcli.engine.kernel import kernel
from simcli.engine.mark import mark
from simcli.engine.sharing import share_win
from simcli.engine.sink import put, wants
from simcli.games.onefile.kernels.common import (
    copy_of, deal_deck, deal_row, empty_decks, fill_deck, functions_of, most_of_others, pool_deck, pool_row, redeal_choices,
    redeal_numbers, room_of,
)
from simcli.games.onefile.kernels.helpers import copies_in, note_stream, total

from .. import RULES
from ..state import MAX_ACTIONS, STATE

own = functions_of(RULES)
{names}
blank_state = room_of(STATE)
choice_room = room_of(np.uint32, MAX_ACTIONS)
noise_room = room_of(np.uint64, 4)
'''
HEAD_OF_PACKAGE = (
    HEAD.replace("functions_of, ", "")
    .replace(", made from its file", "; those of the game stand in rules.py")
    .replace("from .. import RULES\n", "")
    .replace("\nown = functions_of(RULES)\n{names}\n", "from .rules import {imports}\n\n")
)
"""The same in a package, whose rules are kernels already."""


def kernels_text(rules: Rules, head: str = HEAD) -> str:
    """The module `kernels`."""
    called = sorted(filter(is_called, rules.functions))
    names = "\n".join(f'{name} = own["{name}"]' for name in called)
    top = head.format(id=rules.id, names=names, imports=", ".join(called))
    parts = [_deal, _derive, _legal_actions, _apply_action, _points, _score, _redeal, _probe, _features, _holdings]
    parts += [_context] if context_of(rules) else []
    return top + "".join("\n\n" + "\n".join(part(rules)) + "\n" for part in parts)


def is_called(name: str) -> bool:
    """Whether the kernels that are made call a function of the file."""
    return name in HOOKS or name.startswith(PREFIXES)


def _deal(rules: Rules) -> Iterator[str]:
    yield "@kernel"
    yield "def deal(s, t):"
    yield "    s.n_players = t.players"
    yield "    s.round = 1"
    yield "    open_stream(s, 0)"
    yield "    s.stream_is_open = 1"
    for name, field in rules.fields.items():
        if isinstance(field, Deck):
            table = rules.table_of(field)
            if field.is_by_seat:
                yield f"    empty_decks(s.{name})"
                continue
            yield f"    fill_deck(s, s.{name}, t.{table.copies}, t.{table.count})"
        elif isinstance(field, Sealed):
            yield f"    s.{name}[:] = -1"
    if rules.has("setup"):
        yield "    setup(s, t)"
    yield "    s.actor = s.first"
    yield "    notice(s, t)"


def _derive(rules: Rules) -> Iterator[str]:
    """`notice` counts what seats have before them; kernels are found by their names when they are compiled."""
    yield "@kernel"
    yield "def notice(s, t):"
    for table in rules.items:
        yield from _noting(rules, table, f"max(int64(0), held - s.{now(table)}[p, k])")
    yield "    return"
    yield ""
    yield ""
    yield "@kernel"
    yield "def derive(s, t):"
    yield "    notice(s, t)"


def _noting(rules: Rules, table: Table, came: str) -> Iterator[str]:
    """Notes what seats have of a table before them, and adds to what came there; nothing of a table that lies before no seat."""
    if rules.hands(table):
        yield "    for p in range(s.n_players):"
        yield f"        for k in range(t.{table.count}):"
        yield f"            held = {_all_of_seat(rules, table)}"
        yield f"            s.{had(table)}[p, k] += {came}"
        yield f"            s.{now(table)}[p, k] = held"


def _all_of_seat(rules: Rules, table: Table, seat: str = "p", row: str = "k") -> str:
    """How many copies of a row a seat has, its own deck included."""
    hands = [f"int64(s.{hand}[{seat}, {row}])" for hand in rules.hands(table)]
    return " + ".join([*hands, *(f"copies_in(s.{deck}[{seat}], {row})" for deck in rules.fields_of(Deck, table, by_seat=True))])


def _loops(rules: Rules, arguments: tuple[Argument, ...], indent: str) -> tuple[list[str], str]:
    """Loops over what the arguments of an action may be, and the code of an action inside them."""
    lines, code = [], ""
    for argument in arguments:
        number = argument.variable
        if argument.of == NUMBER:
            lines.append(f"{indent}for {argument.variable} in range({argument.low}, {argument.high + 1}):")
            number = f"({argument.variable} - {argument.low})" if argument.low else argument.variable
        elif argument.of == SEAT:
            lines.append(f"{indent}for {argument.variable} in range(s.n_players):")
        else:
            lines.append(f"{indent}for {argument.variable} in range(t.{rules.by_stem[argument.of].count}):")
        code = f"({code}) * {rules.size(argument)} + {number}" if code else number
        indent += "    "
    return lines, code


def _item(rules: Rules, argument: Argument) -> str:
    """The number of a row in the catalogue."""
    before = [f"t.{table.count}" for table in rules.items[: rules.items.index(rules.by_stem[argument.of])]]
    return " + ".join([*before, argument.variable])


def _legal_actions(rules: Rules) -> Iterator[str]:
    yield "@kernel"
    yield "def list_actions(s, t, actions, restricted):"
    yield "    n = 0"
    for d, decision in enumerate(rules.decisions):
        inner = "    "
        if len(rules.decisions) > 1:
            yield f"    {'el' if d else ''}if s.phase == {d}:"
            inner = "        "
        for verb in decision.verbs:
            lines, code = _loops(rules, verb.arguments, inner)
            yield from lines
            here = inner + "    " * len(lines)
            banned = [f"is_banned(s, s.actor, {_item(rules, one)})" for one in verb.arguments if one.of in rules.by_stem]
            if banned:
                yield f"{here}if restricted and ({' or '.join(banned)}):"
                yield f"{here}    continue"
            if verb.has_legal:
                yield f"{here}if legal_{verb.name}({_arguments(verb)}):"
                here += "    "
            yield f"{here}actions[n] = {_sum(rules.first_code(verb), code)}"
            yield f"{here}n += 1"
    yield "    return n"
    yield ""
    yield ""
    yield "@kernel"
    yield "def legal_actions(s, t, actions):"
    yield "    if s.restricted != 0:  # a ban that leaves nothing to choose is lifted for this decision"
    yield "        n = list_actions(s, t, actions, True)"
    yield "        if n > 0:"
    yield "            return n"
    yield "    return list_actions(s, t, actions, False)"


def _sum(first: int, code: str) -> str:
    return code if code and not first else f"{first} + {code}" if code else str(first)


def _arguments(verb: Verb) -> str:
    return ", ".join(["s", "t", *(one.variable for one in verb.arguments)])


def _taken_apart(rules: Rules, verb: Verb, indent: str) -> Iterator[str]:
    """Finds the arguments of an action in its code `a`."""
    if verb.arguments:
        yield f"{indent}rest = a - {rules.first_code(verb)}"
    for argument in reversed(verb.arguments):
        low = f" + {argument.low}" if argument.of == NUMBER and argument.low else ""
        if argument is verb.arguments[0]:
            yield f"{indent}{argument.variable} = rest{low}"
        else:
            yield f"{indent}{argument.variable} = rest % {rules.size(argument)}{low}"
            yield f"{indent}rest //= {rules.size(argument)}"


def _branches(rules: Rules, decision: Decision, indent: str) -> Iterator[tuple[Verb, str, str]]:
    """Each action of a decision with the line that tells it by its code `a`, and the indent inside."""
    last = decision.verbs[-1]
    for v, verb in enumerate(decision.verbs):
        if verb is last and v == 0:
            yield verb, "", indent
        elif verb is last:
            yield verb, f"{indent}else:", indent + "    "
        else:
            yield verb, f"{indent}{'el' if v else ''}if a < {rules.first_code(verb) + rules.codes(verb)}:", indent + "    "


def _by_decision(rules: Rules, indent: str) -> Iterator[tuple[Decision, str, str]]:
    """Each decision with the line that tells it, and the indent inside."""
    for d, decision in enumerate(rules.decisions):
        if len(rules.decisions) == 1:
            yield decision, "", indent
        else:
            yield decision, f"{indent}{'el' if d else ''}if phase == {d}:", indent + "    "


def _apply_action(rules: Rules) -> Iterator[str]:
    yield "@kernel"
    yield "def apply_action(s, t, action):"
    yield "    a = int64(action)"
    yield "    phase, in_round = s.phase, s.round"
    yield "    note_stream(s)"
    for decision, line, indent in _by_decision(rules, "    "):
        if line:
            yield line
        for verb, branch, inner in _branches(rules, decision, indent):
            if branch:
                yield branch
            yield from _taken_apart(rules, verb, inner)
            for argument in verb.arguments:
                if argument.of in rules.by_stem and (counted := counted_by_choice(rules, table := rules.by_stem[argument.of])):
                    hands = _all_of_seat(rules, table, "s.actor", argument.variable)
                    yield f"{inner}s.{counted}[s.actor, {argument.variable}] += {f'int64({hands} > 0)' if hands else 1}"
            yield f"{inner}mark(s, int64(s.actor), {rules.verbs.index(verb)})"
            yield f"{inner}act_{verb.name}({_arguments(verb)})"
    yield "    notice(s, t)"
    yield "    if over(s, t):"
    yield "        s.over = ENDED"
    yield "        s.round = in_round  # a round that nobody plays is none"


def _points(rules: Rules) -> Iterator[str]:
    yield "@kernel"
    yield "def total_of(s, t, p):"
    yield f"    return {' + '.join(f'int64({name}(s, t, p))' for name in rules.categories)}"


def _score(rules: Rules) -> Iterator[str]:
    yield "@kernel"
    yield "def score(s, t, points_by_seat):"
    yield "    for p in range(s.n_players):"
    for c, name in enumerate(rules.categories):
        yield f"        points_by_seat[p, {c}] = {name}(s, t, p)"
    yield ""
    yield ""
    yield "@kernel"
    yield "def standings(s, t, out):"
    yield "    for p in range(s.n_players):"
    if not rules.has("tie_break"):
        yield "        out[p] = total_of(s, t, p)"
    else:
        yield "        mine, my_tie = total_of(s, t, p), int64(tie_break(s, t, p))"
        yield "        out[p] = 0"
        yield "        for q in range(s.n_players):"
        yield "            theirs = total_of(s, t, q)"
        yield "            if theirs < mine or (theirs == mine and int64(tie_break(s, t, q)) < my_tie):"
        yield "                out[p] += 1"
    yield ""
    yield ""
    yield "@kernel"
    yield "def shares(s, t, out):"
    yield "    standings(s, t, out)"
    yield "    share_win(out, s.n_players)"


def _redeal(rules: Rules) -> Iterator[str]:
    yield "@kernel"
    yield "def redeal_hidden(s, t, player, noise):"
    yield "    s.key = rng.next_u64(noise)"
    yield "    rng.seed(s.chance, rng.next_u64(noise))"
    if rules.has("redeal"):
        yield "    redeal(s, t, int64(player))"
    else:
        for table in rules.tables:
            if rules.is_hidden(table):
                yield from _redeal_table(rules, table)
        for name, field in rules.fields.items():
            if field.hand:
                yield f"    redeal_choices(s, s.{name}, s.{field.hand}, player)"
            elif isinstance(field, Int | Sealed) and isinstance(field.hidden, tuple):
                yield f"    redeal_numbers(s, s.{name}, player, {field.hidden[0]}, {field.hidden[1]})"
    for table in rules.items:
        yield from _noting(rules, table, f"held - s.{now(table)}[p, k]")


def _redeal_table(rules: Rules, table: Table) -> Iterator[str]:
    """Cards that a seat does not know are gathered, shuffled as if they had lain in order, and laid back."""
    hands, piles = rules.fields_of(Cards, table, by_seat=True, hidden=True), rules.fields_of(Cards, table, by_seat=False, hidden=True)
    decks, pool = rules.fields_of(Deck, table, by_seat=False), f"s.pool_{table.stem}"
    if own := rules.fields_of(Deck, table, by_seat=True):
        yield from _redeal_own(rules, hands, own, pool)
        hands = []
    for verb in ("pool", "deal"):
        yield "    n = int64(0)"
        for hand in hands:
            yield "    for p in range(s.n_players):"
            yield from _unseen(rules, hand, verb, pool)
        yield from (f"    n = {verb}_row(s.{pile}, {pool}, n)" for pile in piles)
        yield from (f"    n = {verb}_deck(s.{deck}, {pool}, n)" for deck in decks)
        if verb == "pool":
            yield f"    shuffle_sorted(s, {pool}, 0, n)"
    yield f"    {pool}[:] = 0"


def _redeal_own(rules: Rules, hands: list[str], decks: list[str], pool: str) -> Iterator[str]:
    """The same where every seat has a deck: of each seat alone."""
    yield "    for p in range(s.n_players):"
    for verb in ("pool", "deal"):
        yield "        n = int64(0)"
        for hand in hands:
            yield from _unseen(rules, hand, verb, pool)
        yield from (f"        n = {verb}_deck(s.{deck}[p], {pool}, n)" for deck in decks)
        if verb == "pool":
            yield f"        shuffle_sorted(s, {pool}, 0, n)"


def _unseen(rules: Rules, hand: str, verb: str, pool: str) -> Iterator[str]:
    """A hand of seat p to a pool or from it, unless the player knows it."""
    seen = rules.seen_by(hand)
    yield "        if p != player" + (f" and s.{seen}[p, player] == 0:" if seen else ":")
    yield f"            n = {verb}_row(s.{hand}[p], {pool}, n)"


def _probe(rules: Rules) -> Iterator[str]:
    """The gain of an action, found by taking it in a copy whose hidden cards and luck are dealt anew; others seal what chance says."""
    sealed = [name for name, field in rules.fields.items() if isinstance(field, Sealed)]
    yield "@kernel"
    yield "def probe(s, t, action, gains):"
    yield "    trial = copy_of(s, blank_state())"
    yield "    p = int64(s.actor)"
    yield "    rng.seed(gains, np.uint64(s.decisions))"
    yield "    redeal_hidden(trial, t, p, gains)"
    yield "    before, best_before = total_of(trial, t, p), best_rival(trial, t, p)"
    yield "    apply_action(trial, t, action)"
    if sealed:
        waits = " or ".join(f"trial.{name}[p] >= 0" for name in sealed)
        yield "    choices = choice_room()"
        yield "    for _ in range(s.n_players - 1):"
        yield f"        if trial.over == 0 and trial.actor != p and ({waits}):"
        yield "            n = legal_actions(trial, t, choices)"
        yield "            apply_action(trial, t, choices[rng.below(gains, n)])"
    yield "    after, best_after = total_of(trial, t, p), best_rival(trial, t, p)"
    yield "    return after - before, (after - best_after) - (before - best_before)"
    yield ""
    yield ""
    yield "@kernel"
    yield "def best_rival(s, t, p):"
    yield "    best, found = int64(0), False"
    yield "    for q in range(s.n_players):"
    yield "        if q != p:"
    yield "            theirs = total_of(s, t, q)"
    yield "            if not found or theirs > best:"
    yield "                best, found = theirs, True"
    yield "    return best"


def _features(rules: Rules) -> Iterator[str]:
    yield "@kernel"
    yield "def features(s, t, actions, n, sink):"
    yield "    p = int64(s.actor)"
    yield "    phase = s.phase"
    for name in (column.name for column in rules.contexts):
        masks = [_mask(rules, decision, f"context_{name}") for decision in rules.decisions]
        yield f"    context_{name} = int64(0)"
        for d, mask in enumerate(masks):
            if mask:
                yield f"    if phase == {d} and wants(s, {mask}):"
                yield f"        context_{name} = int64(column_{name}(s, t))"
    for decision, line, indent in _by_decision(rules, "    "):
        if line:
            yield line
        columns, _ = columns_of(rules, decision)
        yield f"{indent}for i in range(n):"
        yield f"{indent}    a = int64(actions[i])"
        for verb, branch, inner in _branches(rules, decision, indent + "    "):
            if branch:
                yield branch
            yield from _taken_apart(rules, verb, inner)
            mine = [(c, column) for c, column in enumerate(columns) if column.verb == verb.name]
            yield from _puts(mine, inner)
            if not mine:
                yield f"{inner}pass"
        both = {column.code: c for c, column in enumerate(columns) if column.verb is None}
        yield f"{indent}if wants(s, {sum(1 << c for c in both.values())}):"
        yield f"{indent}    noise = noise_room()"
        yield f"{indent}    for i in range(n):"
        yield f"{indent}        gain, lead = probe(s, t, actions[i], noise)"
        for code, c in both.items():
            yield f"{indent}        put(sink, i, {c}, {code})"


def _puts(columns: list[tuple[int, Column]], indent: str) -> Iterator[str]:
    """Cheap columns are put at once; those that call a function of the file, where they are wanted."""
    for c, column in columns:
        if "(s, t" in column.code:
            yield f"{indent}if wants(s, {1 << c}):"
            yield f"{indent}    put(sink, i, {c}, {column.code})"
        else:
            yield f"{indent}put(sink, i, {c}, {column.code})"


def _mask(rules: Rules, decision: Decision, code: str) -> int:
    columns, _ = columns_of(rules, decision)
    return sum(1 << c for c, column in enumerate(columns) if column.code == code)


def _holdings(rules: Rules) -> Iterator[str]:
    yield "@kernel"
    yield "def holdings(s, t, out):"
    before: list[str] = []
    for table in rules.items:
        at = " + ".join([*before, "k"])
        public = rules.fields_of(Cards, table, by_seat=True, hidden=False) or rules.hands(table)
        kept = " + ".join(f"s.{name}[p, k]" for name in public) or f"s.{had(table)}[p, k]"
        if rules.fields_of(Deck, table, by_seat=True):  # what lies in the deck of a seat is as much its own
            kept = _all_of_seat(rules, table)
        elif rules.is_played(table):  # a sealed card is used once it has left the hand: before, others must not see it here
            came, left = f"s.{had(table)}[p, k]", _all_of_seat(rules, table)
            kept = f"{came} - ({left})" if rules.is_sealed(table) else f"min({came}, s.{used(table)}[p, k])"
        elif public == rules.hands(table) and rules.taken_from & {*public}:  # what was sold or spent was used too
            kept = f"s.{had(table)}[p, k]"
        yield "    for p in range(s.n_players):"
        yield f"        for k in range(t.{table.count}):"
        yield f"            out[p, {at}, 0] = s.{had(table)}[p, k]"
        yield f"            out[p, {at}, 1] = {kept}"
        before.append(f"t.{table.count}")
    if not rules.items:
        yield "    pass"


def _context(rules: Rules) -> Iterator[str]:
    yield "@kernel"
    yield "def context(s, t, player, out):"
    yield "    p = int64(player)"
    yield from (f"    out[{c}] = {column.code}" for c, column in enumerate(context_of(rules)))
