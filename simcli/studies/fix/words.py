"""The smallest change that reaches a goal: in a sentence, and as a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from simcli.config.data.number_names import with_value
from simcli.config.run.targets import split_bounds
from simcli.report import formatting as fmt
from simcli.report.answer import MOST_NUMBERS, Answer, of_rows
from simcli.report.table.view import TEXT, VERDICT, Column, View
from simcli.stats.answer_rows import AnswerRow, Unit, even
from simcli.stats.figures.goals import GoalRow, Status, deals_to_settle, status
from simcli.stats.intervals import LEVEL
from simcli.stats.measured import VIABLE
from simcli.stats.summary import NO_INTERVAL, Interval
from simcli.stats.verdicts import EVEN, UNEVEN, UNKNOWN
from simcli.studies.changes import AS_IT_IS
from simcli.studies.fix.estimate import Certificate, Fix, NumberTo, TriedChange

WORDS = {"even": "even", "uneven": "not even", "open": "unclear"}
REACHED = {"even": "reached", "uneven": "not reached", "open": "unclear"}
TONES = {"reached": "even", "not reached": "uneven"}
"""The same of a goal with bounds."""
PLURAL = ("plans", "games", "victories", "rounds", "holders", "seats", "strategies")
"""Last words of figures in the plural."""
SHARE = "win share"
BOUND = "the bound"
"""What a figure is compared with where the goal has bounds."""
SEARCHED = ("none", "not yet known")
"""Outcomes of which all games of the search speak."""
MOST = 40
"""Most games of the search that stand in the table; the file has all."""
WHOLE = ("steps", "players", "deals", "deals_90")


def change_text(numbers: Sequence[NumberTo]) -> str:
    """`knight copies 11 -> 12`."""
    return " and ".join(with_value(one.name, f"{one.value} -> {one.to}") for one in numbers) or "the game as it is"


def level_text(level: float) -> str:
    """`97.5 %`."""
    return f"{100 * level:.6g} %"


def rows_text(rows: Sequence[GoalRow]) -> str:
    """`seat 1 51.2 % [50.8, 51.6] against 50 %`, of each row."""
    counts = {row.players for row in rows}
    return fmt.listing([_row_text(row) + (f" with {fmt.players_text(row.players)}" if len(counts) > 1 else "") for row in rows])


def _row_text(row: GoalRow) -> str:
    of = _bare(row.of)
    if row.side is not None and row.unit == "share":
        return f"{of} {fmt.within(row.value)} against {row.side} {100 * row.target:.10g} %"
    if row.side is not None:
        return f"{of} {fmt.points(row.value.value, 2)} {fmt.points_interval(row.value, 2)} against {row.side} {row.target:.10g}"
    if row.target == 0.0:
        return f"{of} {fmt.signed(row.value.value)} points a copy {fmt.signed_interval(row.value)}"
    return f"{of} {fmt.within(row.value)} against {fmt.even_percent(row.target)}"


def _bare(name: str) -> str:
    """`knight` for item knight: whose a figure is, without what kind of thing that is."""
    return name.removeprefix("item ").removeprefix("strategy ")


def answer(found: Fix, rerun: str) -> Answer:
    """The smallest change that does it, that there is none, or that it is unclear; `rerun` is the command that asks again."""
    said = _said(found, rerun)
    return said if said.rows else replace(said, rows=_rows(found))


def _rows(found: Fix) -> list[AnswerRow]:
    """The figures of the goal on the fresh deals, as they are and changed; where no change was found, all that were played, the nearest
    first."""
    if found.outcome in SEARCHED:
        return [_version_row(found, one) for one in ranked(found)]
    last = found.certificates[-1]
    before = {(row.players, row.of): row.value for row in last.as_it_is} if last.numbers else {}
    groups: dict[tuple[int, str], list[GoalRow]] = {}
    for row in last.rows:
        groups.setdefault((row.players, row.of), []).append(row)
    return [_answer_row(found, both, before.get(key)) for key, both in groups.items()]


def _version_row(found: Fix, game: TriedChange | Certificate) -> AnswerRow:
    """A game of the search by its gravest figure, with the table or the subject it is of where there are several."""
    made = _answer_row(found, game.rows, None)
    counts, subjects = {row.players for row in game.rows}, {row.of for row in game.rows}
    of = ", ".join((*[made.subject] * (len(subjects) > 1), *[fmt.players_text(made.players or 0)] * (len(counts) > 1)))
    name = fmt.listing([with_value(one.name, one.to) for one in game.numbers]) or AS_IT_IS
    is_open = game.status == "open"
    test = replace(made.test, verdict=UNKNOWN) if is_open else made.test
    return replace(made, about="version", subject=f"{name}, {of}" if of else name, players=None, test=test)


def caption(found: Fix) -> str:
    """What the first table shows: the fresh deals, or all versions that were played, and of how many deals."""
    last = found.certificates[-1]
    if found.outcome not in SEARCHED:
        return f"{fmt.count(last.deals)} new deals, intervals of {level_text(last.level)}"
    known = best_known(found)
    subjects = {_bare(row.of) for one in known for row in one.rows}
    what = min(subjects) if len(subjects) == 1 else "the figure farthest from the goal"
    return f"Versions by {what}, at most {fmt.count(max(one.deals for one in known))} deals each"


def _gravity(row: GoalRow) -> tuple[bool, bool, float]:
    return row.test.verdict not in UNEVEN, row.test.verdict == EVEN, -abs((row.value.value or 0.0) - row.target)


def gravest(rows: Sequence[GoalRow]) -> GoalRow:
    """The one that speaks for all: that is missed, else open, and farthest from the goal."""
    return min(rows, key=_gravity)


def _answer_row(found: Fix, of: Sequence[GoalRow], was: Interval | None) -> AnswerRow:
    """A figure, with both of its bounds where there are two: the one that is missed, or open, speaks for it."""
    row = gravest(of)
    reached: Status = "even" if row.test.verdict == EVEN else "uneven" if row.test.verdict in UNEVEN else "open"
    subject = _bare(row.of)
    figure, about = subject, "games"
    if row.side is None:
        figure = "win share per extra copy" if row.target == 0.0 else SHARE
    elif subject.endswith(f" {SHARE}"):
        subject, figure = subject.removesuffix(f" {SHARE}"), SHARE
    if subject != figure:
        about = "seat" if subject.startswith("seat") else "strategy" if found.goal.startswith("strateg") else "item"
    is_share = row.unit == "share" if row.side is not None else row.target != 0.0
    unit: Unit = "share" if is_share else "number" if row.side is not None else "difference"
    known = was is not None and was.value is not None and row.value.value is not None
    return AnswerRow(
        figure=figure,
        about=about,
        subject=subject,
        players=row.players,
        variant=change_text(found.numbers) if was is not None else None,
        base=AS_IT_IS if was is not None else BOUND if row.side is not None else None,
        unit=unit,
        value=row.value,
        usual=even(row.target) if was is None else was,
        change=None if was is None else Interval(None, row.value.known - was.known, None) if known else NO_INTERVAL,
        tolerance=row.tolerance,
        test=row.test,
        says=(REACHED if has_bounds(found.goal) else WORDS)[reached],
    )


def _said(found: Fix, rerun: str) -> Answer:
    """The answer without its rows."""
    subject, word, state = said_goal(found.goal)
    certified = f"Certain on {fmt.count(found.certificates[-1].deals)} new deals"
    if found.outcome == "nothing to fix":
        return Answer(f"No change is needed: {subject} {word} {state} already.", f"{certified}.")
    if found.outcome == "found":
        deals, less = _smaller(found)
        return Answer(_change(found, f"{subject} {word} then {state}", _numbers(state)), f"{certified}{less}.", next=_again(rerun, deals))
    nearest, named = (
        fmt.listing([with_value(one.name, one.to) for one in found.numbers]),
        _numbers(state) + len(found.numbers) <= MOST_NUMBERS,
    )
    makes = f"makes {subject} {state}"
    comes = "; the game as it is comes nearest" if not nearest else f"; {nearest} comes nearest" if named else ""
    no = "No change of these numbers" if found.outcome == "none" else "Unclear: these deals do not show whether a change"
    return of_rows(f"{no} {makes}{comes}.", _rows(found), rerun, result="version")


def _change(found: Fix, then: str, rest: int) -> str:
    """`Set knight copies to 12 instead of 11: seat 1 is then even.` `rest`: numbers of the goal, beside which the old one is left out."""
    numbers = found.numbers
    if len(numbers) + rest > MOST_NUMBERS:
        then, rest = "the goal is then reached", 0
    was = f" instead of {numbers[0].value}" if len(numbers) == 1 and 2 + rest <= MOST_NUMBERS else ""
    return f"Set {_set_to(numbers)}{was}: {then}."


def _set_to(numbers: Sequence[NumberTo]) -> str:
    """`knight copies to 12 and castle cost to 5`."""
    return fmt.listing([f"{one.name} to {one.to}" for one in numbers])


def _numbers(text: str) -> int:
    return sum(word.replace(".", "").isdigit() for word in text.split())


def _again(rerun: str, deals: int | None) -> str:
    return f"{rerun} --deals {deals}" if rerun and deals is not None else ""


def parts_of(goal: str) -> tuple[str, str, str]:
    """`seat 1`, `is`, `even`; `viable plans`, `are`, `at least 4`; `margin`, `is`, `at most 3`."""
    subject, bounds = split_bounds(goal) if has_bounds(goal) else (goal.removesuffix(" even"), "even")
    return subject, "are" if subject.split()[-1] in PLURAL else "is", bounds


def said_goal(goal: str) -> tuple[str, str, str]:
    """The same as a person says them: `knight`, `is`, `even`; `one more knight`, `is`, `0 to 2`."""
    subject, word, state = parts_of(goal)
    subject = _bare(subject)
    return f"one more {subject.removesuffix(' offer')}" if subject.endswith(" offer") else subject, word, state.replace("..", "to")


def question_text(goal: str, numbers: Sequence[str]) -> str:
    """`Which is the smallest change of knight copies after which knight is even?`; numbers: their names."""
    return f"Which is the smallest change of {fmt.few(numbers)} after which {' '.join(said_goal(goal))}?"


def has_bounds(goal: str) -> bool:
    """Whether a goal is a figure with bounds, no even share."""
    return not goal.endswith(" even")


def _deals(still: Sequence[TriedChange | Certificate]) -> int | None:
    return max((deals for one in still if (deals := deals_to_settle(one.rows)) is not None), default=None)


def best_known(found: Fix) -> list[TriedChange | Certificate]:
    """What is known of each game that was played, the smallest change first: fresh deals where there are any, else those of the search."""
    last = found.certificates[-1]
    fresh: dict[tuple[NumberTo, ...], Certificate] = {(): as_it_is(last)} if last.numbers else {}
    fresh |= {one.numbers: one for one in found.certificates}
    return [fresh.get(one.numbers, one) for one in found.tried if one.deals]


def ranked(found: Fix) -> list[TriedChange | Certificate]:
    """The games that were played, the one first whose figure in the table lies nearest to the goal, of such the smallest change."""
    return sorted((one for one in best_known(found) if one.rows), key=lambda one: gravest(one.rows).distance)


def nearest(found: Fix) -> tuple[NumberTo, ...]:
    """The change that lies nearest to the goal; none where that is the game as it is."""
    return next((one.numbers for one in ranked(found)), ())


def as_it_is(of: Certificate) -> Certificate:
    """The game as it is on the deals of a certificate."""
    return replace(of, numbers=(), rows=of.as_it_is, status=status(of.as_it_is))


def search_text(found: Fix) -> str:
    """How many games were played in the search, and how many of them are unclear."""
    known = best_known(found)
    n, still = len(known), sum(one.status == "open" for one in known)
    games, are = "game was" if n == 1 else "games were", "is" if still == 1 else "are"
    return f"{fmt.count(n)} {games} played, {fmt.count(still)} of them {are} unclear."


def _smaller(found: Fix) -> tuple[int | None, str]:
    """Whether a smaller change would do: the deals that settle it, and what is said of it."""
    known = best_known(found)
    before = known[: [one.numbers for one in known].index(found.numbers)]
    still = [one for one in before if one.status != "uneven"]
    if not still:
        return None, "; no smaller change does" if len(before) > 1 else ""
    deals = _deals(still)
    some = f", about {fmt.count(deals)} deals would settle it" if deals is not None else ""
    return deals, f"; whether a smaller change does is unclear{some}"


def _tolerances(rows: Sequence[GoalRow]) -> str:
    """`tolerance 2 points, `; nothing where a figure has bounds that need none."""
    texts = list(dict.fromkeys(fmt.tolerance_text(row.tolerance) for row in rows if row.side is None or row.of == VIABLE))
    return f"tolerance {fmt.listing(texts)}, " if texts else ""


def view(found: Fix) -> View:
    """The fresh deals, then the games of the search, the smallest change first."""
    words, of = (REACHED, parts_of(found.goal)[0]) if has_bounds(found.goal) else (WORDS, "shares")
    columns = (
        *(Column("Change", TEXT), Column("Steps"), Column("Verdict", VERDICT)),
        *(Column(f"{fmt.capital(of)} in question", TEXT), Column("Level"), Column("Deals"), Column("Seed")),
    )
    last = found.certificates[-1]
    rows = [_line(one, one.seed, words) for one in _answer_first(found)]
    if last.numbers:
        rows.insert(1, _line(as_it_is(last), last.seed, words))
    played = [one for one in found.tried if one.deals]
    rows += [_line(one, found.seed, words) for one in played[:MOST]]
    more = f"; {fmt.count(len(played) - MOST)} more are in fix.json" if len(played) > MOST else ""
    what = fmt.capital(" ".join(said_goal(found.goal)))
    return View(
        f"{what}: {_tolerances(last.rows)}fresh deals first, then the search, the smallest change first{more}",
        columns,
        tuple(rows),
        TONES,
    )


def _answer_first(found: Fix) -> list[Certificate]:
    """The certificates, that of the answer before the others."""
    return [found.certificates[-1], *found.certificates[:-1]]


def _line(one: Certificate | TriedChange, seed: int, words: Mapping[str, str]) -> tuple[str, ...]:
    steps = sum(abs(number.to - number.value) for number in one.numbers)
    level = level_text(one.level if isinstance(one, Certificate) else LEVEL)
    return change_text(one.numbers), fmt.count(steps), words[one.status], rows_text(one.rows), level, fmt.count(one.deals), str(seed)


def lines(found: Fix) -> Iterator[dict[str, object]]:
    """The lines of the CSV file: one a game and share."""
    games: list[Certificate | TriedChange] = [*_answer_first(found), *found.tried]
    for one in games:
        fresh = isinstance(one, Certificate)
        for row in one.rows:
            low, value, high = row.value
            yield {
                "change": ", ".join(f"{number.path}={number.to}" for number in one.numbers),
                "steps": sum(abs(number.to - number.value) for number in one.numbers),
                "fresh": fresh,
                "level": one.level if isinstance(one, Certificate) else LEVEL,
                "seed": one.seed if isinstance(one, Certificate) else found.seed,
                "deals": one.deals,
                "status": one.status,
                "players": row.players,
                "of": row.of,
                "value_low": low,
                "value": value,
                "value_high": high,
                "target": row.target,
                "side": row.side,
                "tolerance": row.tolerance,
                "verdict": row.test.verdict,
                "deals_90": row.test.deals_90,
            }
