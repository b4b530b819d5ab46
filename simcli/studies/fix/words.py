"""The smallest change that reaches a goal: in a sentence, and as a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from simcli.config.data.number_names import with_value
from simcli.config.run.targets import split_bounds
from simcli.report import formatting as fmt
from simcli.report.table.view import TEXT, VERDICT, Column, View
from simcli.stats.figures.goals import GoalRow, deals_to_settle
from simcli.stats.intervals import LEVEL
from simcli.stats.measured import VIABLE
from simcli.studies.fix.estimate import Certificate, Fix, NumberTo, TriedChange, distance

WORDS = {"even": "even", "uneven": "not even", "open": "not yet known"}
REACHED = {"even": "reached", "uneven": "not reached", "open": "not yet known"}
TONES = {"reached": "even", "not reached": "uneven"}
"""The same of a goal with bounds."""
PLURAL = ("plans", "games", "victories", "rounds", "holders", "seats", "strategies")
"""Last words of figures of which one says that they are."""
MOST = 40
"""So many games of the search stand in the table; the file has all."""
WHOLE = ("steps", "players", "deals", "deals_90")


def change_text(numbers: Sequence[NumberTo]) -> str:
    """`knight copies 11 -> 12`."""
    return " and ".join(with_value(one.name, f"{one.value} -> {one.to}") for one in numbers) or "the game as it is"


def steps_text(steps: int) -> str:
    """`2 steps`."""
    return f"{fmt.count(steps)} step{'' if steps == 1 else 's'}"


def level_text(level: float) -> str:
    """`97.5 %`."""
    return f"{100 * level:.6g} %"


def rows_text(rows: Sequence[GoalRow]) -> str:
    """`seat 1 51.2 % [50.8, 51.6] against 50 %`, of each row."""
    counts = {row.players for row in rows}
    return fmt.listing([_row_text(row) + (f" with {fmt.players_text(row.players)}" if len(counts) > 1 else "") for row in rows])


def _row_text(row: GoalRow) -> str:
    if row.side is not None and row.unit == "share":
        return f"{row.of} {fmt.percent(row.value.value)} {fmt.interval(row.value)} against {row.side} {100 * row.target:.10g} %"
    if row.side is not None:
        return f"{row.of} {fmt.points(row.value.value, 2)} {fmt.points_interval(row.value, 2)} against {row.side} {row.target:.10g}"
    if row.target == 0.0:
        return f"{row.of} {fmt.signed(row.value.value)} points a copy {fmt.signed_interval(row.value)}"
    return f"{row.of} {fmt.percent(row.value.value)} {fmt.interval(row.value)} against {fmt.even_percent(row.target)}"


def sentence(found: Fix, rerun: str) -> str:
    """The answer, with intervals, the tolerance, and the deals it rests on; `rerun` is the command that asks again."""
    last = found.certificates[-1]
    subject, word, state = parts_of(found.goal)
    certified = f"{rows_text(last.rows)}, {_tolerances(last.rows)}intervals at {level_text(last.level)}, "
    certified += f"on {fmt.count(last.deals)} fresh deals (seed {last.seed})"
    steps = sum(abs(one.to - one.value) for one in found.numbers)
    if found.outcome == "nothing to fix":
        return f"{_capital(subject)} {word} {state} already: {certified}."
    if found.outcome == "found":
        text = f"{_capital(subject)} {word} {state} with {change_text(found.numbers)}, {steps_text(steps)}: {certified}; "
        return f"{text}as it is {rows_text(last.as_it_is)}.{_smaller_open(found)}"
    nearest = f"Nearest comes {change_text(found.numbers)}: {certified}."
    if found.outcome == "none":
        return f"For certain none of {fmt.count(len(found.tried) - 1)} changes makes {subject} {state}. {nearest}"
    known = best_known(found)
    still = [one for one in known if one.status == "open"]
    what = f"{fmt.count(len(still))} of {fmt.count(len(known))} games {'is' if len(still) == 1 else 'are'} open"
    return f"Whether a change makes {subject} {state} is not yet known: {what}. {nearest}{_settle(still, rerun)}"


def parts_of(goal: str) -> tuple[str, str, str]:
    """`seat 1`, `is`, `even`; `viable plans`, `are`, `at least 4`; `margin`, `is`, `at most 3`."""
    subject, bounds = split_bounds(goal) if has_bounds(goal) else (goal.removesuffix(" even"), "even")
    return subject, "are" if subject.split()[-1] in PLURAL else "is", bounds


def has_bounds(goal: str) -> bool:
    """Whether a goal is a figure with bounds, no even share."""
    return not goal.endswith(" even")


def _settle(still: Sequence[TriedChange | Certificate], rerun: str) -> str:
    """Deals that would settle what is open."""
    late = [deals for one in still if (deals := deals_to_settle(one.rows)) is not None]
    if not late:
        return ""
    if any(row.side is not None for one in still for row in one.rows):
        return f" About {fmt.count(max(late))} deals would tell ({rerun} --deals {max(late)})."
    text = "It is" if len(still) == 1 else "Each is"
    return f" {text} settled with nine chances in ten after at most {fmt.count(max(late))} deals ({rerun} --deals {max(late)})."


def best_known(found: Fix) -> list[TriedChange | Certificate]:
    """What is known of each game that was played, the smallest change first: fresh deals where there are any, else those of the search."""
    fresh = {one.numbers: one for one in found.certificates}
    return [fresh.get(one.numbers, one) for one in found.tried if one.deals]


def _smaller_open(found: Fix) -> str:
    """The smaller changes of which it is not known whether they would do."""
    known = best_known(found)
    before = known[: [one.numbers for one in known].index(found.numbers)]
    still = [one for one in before if one.status != "uneven"]
    if not still:
        return " No smaller change does." if len(before) > 1 else ""
    late = [deals for one in still if (deals := deals_to_settle(one.rows)) is not None]
    text = f" Whether less would do is open for {fmt.few([change_text(one.numbers) for one in still])}"
    return text + (f": {fmt.count(max(late))} deals would settle it." if late else ".")


def _tolerances(rows: Sequence[GoalRow]) -> str:
    """`tolerance 2 points, `; nothing where a figure has bounds that need none."""
    texts = list(dict.fromkeys(fmt.tolerance_text(row.tolerance) for row in rows if row.side is None or row.of == VIABLE))
    return f"tolerance {fmt.listing(texts)}, " if texts else ""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def view(found: Fix) -> View:
    """The fresh deals, then the games of the search, the smallest change first."""
    words, of = (REACHED, parts_of(found.goal)[0]) if has_bounds(found.goal) else (WORDS, "shares")
    columns = (
        *(Column("Change", TEXT), Column("Steps"), Column("Verdict", VERDICT)),
        *(Column(f"{_capital(of)} in question", TEXT), Column("Deals"), Column("Seed")),
    )
    rows = [_line(one, one.seed, words) for one in _answer_first(found)]
    played = [one for one in found.tried if one.deals]
    rows += [_line(one, found.seed, words) for one in played[:MOST]]
    more = f"; {fmt.count(len(played) - MOST)} more are in fix.json" if len(played) > MOST else ""
    return View(f"{found.goal}: fresh deals first, then the search, the smallest change first{more}", columns, tuple(rows), TONES)


def _answer_first(found: Fix) -> list[Certificate]:
    """The certificates, that of the answer before the others."""
    return [found.certificates[-1], *found.certificates[:-1]]


def _line(one: Certificate | TriedChange, seed: int, words: Mapping[str, str]) -> tuple[str, ...]:
    steps = sum(abs(number.to - number.value) for number in one.numbers)
    return change_text(one.numbers), fmt.count(steps), words[one.status], rows_text(one.rows), fmt.count(one.deals), str(seed)


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


def nearest(tried: Sequence[TriedChange]) -> TriedChange:
    """Of games that were played the one whose worst share lies nearest to even."""
    return min((one for one in tried if one.deals), key=lambda one: distance(one.rows))
