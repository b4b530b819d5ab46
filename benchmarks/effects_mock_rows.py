"""Eighty card effects as rows of numbers, and the same written out as a function per effect; for effects_mock.py."""

from __future__ import annotations

from typing import NamedTuple

ASKING = ("choose", "name", "discard", "draw_named", "action", "swap", "steal", "buy", "quest", "baggage")
KINDS = ("nothing", "gain", "count", "if", "pay", "lose", "most", "each", "draw", "standing", "release", *ASKING)
GOODS = ("cloth", "leather", "metal", "wood", "gem", "magic", "silver")
AMOUNTS = (*GOODS, "virtue", "debt", "points", "prison", "captured", "level", "cards", "quests", "named")

EFFECTS = """
gain virtue 1, gain silver 3 | gain virtue 1, gain wood 2 | gain virtue 1, gain leather 2 | gain virtue 1, gain cards 1 | gain virtue 2
gain virtue 1, gain metal 1 | gain cards 1 | gain cloth 2 | gain silver 2 | gain leather 2 | gain wood 1 | gain metal 1 | gain cards 2
gain gem 2 | gain wood 4 | gain leather 4 | gain silver 4 | gain cloth 4 | gain debt 1 | gain silver 1 | gain magic 2
gain cloth 1, gain leather 1, gain metal 1, gain wood 1 | gain metal 3
if prison 0 0, gain metal 1 | if prison 0 0, gain gem 1 | if prison 0 0, gain virtue 2 | if debt 0 0, gain points 2
pay silver 1, gain cloth 3 | pay silver 2, gain metal 1 | pay silver 3, gain gem 1 | pay silver 1, gain leather 2
pay cloth 1, gain virtue 1 | pay silver 2, gain virtue 1 | pay wood 1, gain virtue 1 | pay cloth 3, gain gem 1 | pay wood 2, gain gem 1
standing 2 1 | standing 3 1 | standing 0 3 | standing 1 2 | standing 4 1 | standing 5 1
release 2 | release 20 | lose virtue 2 | choose may (lose debt 1) | choose (gain metal 1 / gain gem 1)
choose (gain metal 1 / gain silver 3)
count level 1, gain points 3 | count cards 1, gain points 1 | count virtue 4, gain points 1 | count captured 3, gain points 1
count debt 1, lose points 1 | count metal 2, gain virtue 1 | count wood 4, gain virtue 1
most level, gain points 2 | most level, gain virtue 2 | most wood, gain points 2
each all, gain virtue 1 | each all, if prison 3 20, lose virtue 1 | name, each all, lose named 1 | gain silver 4, each next, gain silver 2
name, gain named 2, each next, name, gain named 1
gain silver 1, draw_named 1, each next, choose may (pay silver 1, draw_named 1 other)
discard 1, draw_named 2 | draw_named 3, discard 3 | draw_named 1, discard 1 | draw 0 1, draw 1 1, draw 2 1
if quests 1 99, choose may (pay silver 1, draw 1 1) | discard 1, gain metal 2 | action gather 1
action capture 1 | action capture 2 | action hire 1
choose (release 20 / action capture 1) | swap | steal | buy | quest | baggage
"""
"""Chains of rows, one effect between two bars or on a line of its own."""


class Row(NamedTuple):
    """One step of an effect; `next` is the row that follows, 0 for none."""

    kind: str
    a: int
    b: int
    c: int
    next: int


def read_effects(n: int | None = None) -> list[str]:
    """The texts of all effects, or of n spread over them."""
    texts = [text.strip() for line in EFFECTS.strip().splitlines() for text in line.split(" | ")]
    return texts if n is None else [texts[i * len(texts) // n] for i in range(n)]


def flatten(text: str, rows: list[Row | None]) -> int:
    """Appends the rows of a chain, in order; returns the first. Options of `choose` begin on rows side by side and end the chain."""
    head = len(rows)
    rows.append(None)
    fill(text, rows, head)
    return head


def fill(text: str, rows: list[Row | None], at: int) -> None:
    """Writes a chain whose first row is `at`, the rest behind all rows so far."""
    words, _, rest = text.partition("(")
    if words.startswith("choose"):
        options = rest.rstrip(")").split(" / ")
        first = len(rows)
        rows[at] = Row("choose", len(options), first, int("may" in words), 0)
        rows.extend([None] * len(options))
        for i, option in enumerate(options):
            fill(option, rows, first + i)
        return
    step, _, rest = text.partition(", ")
    a, b, c = arguments(step.split())
    rows[at] = Row(step.split()[0], a, b, c, len(rows) if rest else 0)
    if rest:
        flatten(rest, rows)


def arguments(words: list[str]) -> tuple[int, int, int]:
    """a, b, c of a row."""
    kind, given = words[0], words[1:]
    if kind == "action":
        return {"gather": 63, "capture": 31, "hire": 31}[given[0]], int(given[1]), ["gather", "capture", "hire"].index(given[0])
    if kind in ("draw_named", "discard", "release"):
        return 0, int(given[0]), int("other" in given)
    numbers = [("all", "next").index(w) if kind == "each" else AMOUNTS.index(w) if w in AMOUNTS else int(w) for w in given]
    a, b, c = [*numbers, 0, 0, 0][:3]
    return a, b, c


def all_rows(effects: list[str]) -> tuple[list[Row], list[int]]:
    """Rows of all effects, row 0 unused, and the first row of each effect (from 1)."""
    rows: list[Row | None] = [Row("nothing", 0, 0, 0, 0)]
    heads = [0] + [flatten(text, rows) for text in effects]
    return [row for row in rows if row is not None], heads


def targets(row: Row) -> list[int]:
    """Rows at which the effect may go on in a later call."""
    if row.kind == "choose":
        return list(range(row.b, row.b + row.a))
    return [row.next] if row.kind in (*ASKING, "each") and row.next else []


def call(kind: str, row: Row) -> str:
    """The mask of legal answers to a row, as a call."""
    if kind == "choose":
        raise ValueError("choose has options of its own")
    return {
        "name": "nameable(s, p)",
        "discard": f"discardable(s, p, step, {row.b})",
        "draw_named": f"(colour_choices({row.b}, named, {row.c}) if step == 0 else 0)",
        "action": f"({row.a} if step < {row.b} else 0)",
        "swap": "swaps(s, p, step)",
        "steal": "victims(s, p)",
        "buy": "relics(s, p)",
        "quest": "single_quests(s)",
        "baggage": "free_spaces(s, p)",
    }[kind]


def choices(row: Row, rows: list[Row]) -> str:
    """The same for `choose`: options that begin with a payment need what it takes."""
    terms = [str(row.c << row.a)] if row.c else []
    for i in range(row.a):
        first = rows[row.b + i]
        terms.append(f"(int64(s.amount[p, {first.a}] >= {first.b}) << {i})" if first.kind == "pay" else str(1 << i))
    return " | ".join(terms)


def statement(row: Row, stage: int) -> list[str]:
    """The lines of a row that asks nothing; `stage` is that of what follows."""
    what = "named" if row.a == AMOUNTS.index("named") else str(row.a)
    end = ["    return"]
    return {
        "gain": [f"gain(s, p, {what}, {row.b} * times)"],
        "lose": [f"lose(s, p, {what}, {row.b} * times)"],
        "count": [f"times = int64(s.amount[p, {row.a}]) // {max(row.b, 1)}", "if times <= 0:", *end],
        "if": [f"if not ({row.b} <= s.amount[p, {row.a}] <= {row.c}):", *end],
        "pay": [f"if not pay(s, p, {row.a}, {row.b}):", *end],
        "most": [f"if not alone_most(s, p, {row.a}):", *end],
        "each": [f"push_each(s, e, {stage}, p, {row.a}, times, named)", "return"],
        "draw": [f"draw(s, p, {row.a}, {row.b})"],
        "standing": [f"stand(s, p, {row.a}, {row.b})"],
        "release": [f"release(s, p, {row.b})"],
    }[row.kind]


def answer_lines(row: Row, head: int) -> list[str]:
    """What an answer to an asking row does; the stage it leads to is on the stack."""
    done = [f"s.pending_stage[f] = {row.next - head if row.next else 255}", "s.pending_step[f] = 0"]
    again = ["s.pending_step[f] += 1"]
    if row.kind == "choose":
        return [f"s.pending_stage[f] = {row.b - head} + code if code < {row.a} else 255"]
    if row.kind in ("swap", "buy"):
        return [f"if {row.kind}(s, p, code):", *("    " + line for line in done), "else:", *("    " + line for line in again)]
    does = {
        "name": "s.pending_named[f] = code",
        "discard": "discard(s, p, code)",
        "draw_named": f"draw_colours(s, p, {row.b}, code)",
        "action": f"act(s, p, {row.c}, code)",
        "steal": "steal(s, p, code)",
        "quest": "take_quest(s, p, code)",
        "baggage": "lay_baggage(s, p, code)",
    }[row.kind]
    more = ["s.pending_named[f] = code"] if row.kind == "draw_named" else []
    return [does, *more, *(again if row.kind in ("discard", "action") else done)]


def effect_functions(number: int, head: int, end: int, rows: list[Row]) -> tuple[list[str], bool]:
    """Source of one effect: what it does from a stage on and, if it asks, what an answer does. Stages are rows counted from its first."""
    leaders = sorted(
        {head, *(r for at in range(head, end) for r in targets(rows[at])), *(at for at in range(head, end) if rows[at].kind in ASKING)}
    )
    lines = ["", "", "@function", f"def effect_{number}(s, e, stage, p, times, named, step):"]
    for leader in leaders:
        lines.append(f"    if stage == {leader - head}:")
        at = leader
        while True:
            row = rows[at]
            if row.kind in ASKING:
                mask = choices(row, rows) if row.kind == "choose" else call(row.kind, row)
                lines += [f"        mask = int64({mask})", "        if mask != 0:"]
                lines += [
                    f"            push(s, e, {at - head}, p, times, named, step)",
                    "            s.asks = uint64(mask)",
                    "            return",
                ]
                lines.append("        step = 0")
                following = row.next if row.kind not in ("choose", "name") else 0
            else:
                lines += ["        " + line for line in statement(row, row.next - head)]
                following = row.next
            if row.kind == "each":
                break
            if following == 0:
                lines.append("        return")
                break
            if following in leaders:
                lines.append(f"        stage = {following - head}")
                break
            at = following
    asking = [at for at in range(head, end) if rows[at].kind in ASKING]
    if asking:
        lines += ["", "", "@function", f"def answer_{number}(s, f, stage, p, code):"]
        for at in asking:
            lines.append(f"    if stage == {at - head}:")
            lines += ["        " + line for line in [*answer_lines(rows[at], head), "return"]]
    return lines, bool(asking)


PREFACE = '''"""Written by effects_mock_rows.py: a function per effect."""

import os

from effects_mock_kernels import *
from effects_mock_kernels import CHUNK, int64, pick, push, push_each, uint64

from simcli.engine.kernel import cold, entry, kernel

function = cold if os.environ.get("EFFECTS_COLD", "1") == "1" else kernel
'''

RUN = """

@cold
def run(s):
    while s.n_pending > 0:
        f = int64(s.n_pending) - 1
        s.n_pending = f
        e, stage, p, times = int64(s.pending_row[f]), int64(s.pending_stage[f]), int64(s.pending_seat[f]), int64(s.pending_times[f])
        named, step = int64(s.pending_named[f]), int64(s.pending_step[f])
"""

ANSWER = """        if s.asks != 0:
            return


@cold
def answer(s, code):
    f = int64(s.n_pending) - 1
    e, stage, p = int64(s.pending_row[f]), int64(s.pending_stage[f]), int64(s.pending_seat[f])
    s.asks = 0
"""

PLAY = """

@entry
def play_functions(states, order, n):
    s = states[0]
    asked = 0
    x = uint64(1)
    for i in range(n):
        if i % CHUNK == 0:
            states[0] = states[1]
        push(s, order[i & 4095], 0, i & 3, 1, 0, 0)
        run(s)
        while s.asks != 0:
            x = x * uint64(6364136223846793005) + uint64(1442695040888963407)
            asked += 1
            answer(s, pick(s.asks, x))
            run(s)
    return asked
"""


def functions_source(rows: list[Row], heads: list[int]) -> str:
    """A module with a function per effect, chosen by an if-chain."""
    text = PREFACE
    asking = []
    ends = [*heads[2:], len(rows)]
    for number, (head, end) in enumerate(zip(heads[1:], ends, strict=True), 1):
        lines, asks = effect_functions(number, head, end, rows)
        text += "\n".join(lines) + "\n"
        asking += [number] if asks else []
    text += RUN
    for i, number in enumerate(range(1, len(heads))):
        text += f"        {'el' if i else ''}if e == {number}:\n            effect_{number}(s, e, stage, p, times, named, step)\n"
    text += ANSWER
    for i, number in enumerate(asking):
        text += f"    {'el' if i else ''}if e == {number}:\n        answer_{number}(s, f, stage, p, code)\n"
    return text + PLAY
