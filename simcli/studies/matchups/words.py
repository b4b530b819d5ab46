"""Matchups in sentences: does a plan always win, against whom, what beats it; cycles, dominated plans, and the mix nobody gains on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from simcli.base.grouped import grouped
from simcli.report import formatting as fmt
from simcli.report.answer import Answer, of_rows
from simcli.report.page import Finding
from simcli.stats.answer_rows import AnswerRow, even
from simcli.stats.bounds import Interval
from simcli.stats.intervals import FEWEST_EFFECTIVE
from simcli.stats.verdicts import EVEN, LESS, LESS_OPEN, MORE, MORE_OPEN, OPEN, UNKNOWN, TestResult, Verdict, by_verdict
from simcli.studies.matchups.estimate import MatchupField, Matchups, Pairing, Rating, turned_test
from simcli.studies.variety import words as variety_texts

WORDS: Mapping[Verdict, str] = by_verdict("beats", "loses to", "even", "beats, size open", "loses to, size open", "unclear")
SAYS: Mapping[Verdict | None, str] = {LESS: "loses to", LESS_OPEN: "loses to", EVEN: "even with"}
HARDEST = "advantage over its hardest opponent"
SAME = "same plan"
MARKS: Mapping[Verdict | None, str] = {MORE: "+", MORE_OPEN: "+", LESS: "−", LESS_OPEN: "−", EVEN: "=", UNKNOWN: "?", None: "?"}
FACTS: Mapping[Verdict | None, str] = {**dict.fromkeys((MORE, MORE_OPEN), "yes"), **dict.fromkeys((LESS, LESS_OPEN), "no"), EVEN: "even"}
"""Whether a plan invades or resists another."""
MOST_NAMED = 3
"""Most cycles that are named; more are counted."""
LEAST_WEIGHT = 0.0005
"""Weight in a mix below which a plan is not named: it would read 0.0 %."""


def field_text(field: MatchupField) -> str:
    """`4 players`, with the variant where there are several."""
    return fmt.players_text(field.players) + (f" ({field.variant})" if field.variant is not None else "")


def answer(results: Matchups, rerun: str = "") -> Answer:
    """Whether a plan beats all others, else which is the hardest to beat; `rerun`: the command except for its deals."""
    fields = [field for field in results.fields if field.deals]
    if not fields:
        return Answer("No matchups were played.")
    first = _first(fields)
    rows = sorted((row for field in fields for row in _rows(field)), key=lambda row: row.subject != first)
    return of_rows(claim(fields), rows, rerun, result="plan")


def _first(fields: Sequence[MatchupField]) -> str | None:
    """The plan that is named first."""
    champions = _by_name((field.beats_all, field) for field in fields)
    return next((name for name in champions if name is not None), next(iter(_by_name((leader(field).strategy, field) for field in fields))))


def _rows(field: MatchupField) -> Iterator[AnswerRow]:
    """Each plan against its hardest opponent: of those that beat it for certain, else of all, the one it is furthest behind."""
    for rating in sorted(field.ratings, key=lambda row: -(row.mean_share.value or 0.0)):
        met = [_seen_by(rating.strategy, row) for row in field.pairings if rating.strategy in (row.one, row.other) and not row.same_plan]
        lost = [one for one in met if one[2].verdict in (LESS, LESS_OPEN)]
        if not met:
            continue
        opponent, advantage, test = min(lost or met, key=lambda one: (one[1].value is None, one[1].value or 0.0))
        if not lost and test.verdict in (MORE, MORE_OPEN):  # what is furthest behind is ahead: another may still be open
            opponent, advantage, test = next((one for one in met if one[2].verdict not in (MORE, MORE_OPEN)), (opponent, advantage, test))
        is_ahead = test.verdict in (MORE, MORE_OPEN)
        yield AnswerRow(
            figure=HARDEST,
            about="strategy",
            subject=rating.strategy,
            players=field.players,
            variant=field.variant,
            unit="difference",
            value=advantage,
            usual=even(0.0),
            tolerance=field.tolerance,
            test=test,
            says="beats all" if is_ahead else f"{SAYS[test.verdict]} {opponent}" if test.verdict in SAYS else WORDS[UNKNOWN],
        )


def _seen_by(plan: str, row: Pairing) -> tuple[str, Interval, TestResult]:
    """A pair from the side of one of its plans: the other, the advantage over it, and the test."""
    if plan == row.one:
        return row.other, row.advantage, row.test
    low, value, high = row.advantage
    turned = Interval(*(None if bound is None else -bound for bound in (high, value, low)))
    return row.one, turned, turned_test(row.test)


def pairs(field: MatchupField) -> str:
    """Of how many pairs it is certain who is ahead."""
    met = [row for row in field.pairings if not row.same_plan]
    sure = sum(row.test.verdict not in (EVEN, UNKNOWN, None) for row in met)
    return f"Who is ahead is certain in {fmt.some_of(sure, len(met), 'none')} pairs."


def claim(fields: Sequence[MatchupField]) -> str:
    """Whether a plan beats all others, else which is the hardest to beat."""
    champions = _by_name((field.beats_all, field) for field in fields)
    if named := [name for name in champions if name is not None]:
        first, *others = named
        rest = "every other plan" if len(fields[0].ratings) > 2 else next(other for other in fields[0].strategies if other != first)
        more = f"; {fmt.few(others)} elsewhere" if others else ""
        return f"{first} beats {rest}{_where(champions[first], fields)}{more}."
    lead = f"No plan {'beats' if all(map(_none_can, fields)) else 'is certain to beat'} all others"
    leaders = _by_name((leader(field).strategy, field) for field in fields)
    names, so_far = fmt.few([str(name) for name in leaders]), "" if all(map(_is_sure, fields)) else " so far"
    if len(leaders) == 1:
        alone = all(sum(row.lottery.value == leader(field).lottery.value for row in field.ratings) == 1 for field in fields)
        return f"{lead}; {'the hardest' if alone else 'among the hardest'} to beat{so_far} is {names}."
    return f"{lead}; the hardest to beat{so_far} are {names}, by {'variant and ' * (fields[0].variant is not None)}number of players."


def _by_name(pairs: Iterable[tuple[str | None, MatchupField]]) -> dict[str | None, list[MatchupField]]:
    """Fields by the name of their plan, the one of most fields first."""
    return dict(sorted(grouped(pairs).items(), key=lambda pair: -len(pair[1])))


def _where(some: Sequence[MatchupField], fields: Sequence[MatchupField]) -> str:
    if len({field.variant for field in fields}) > 1:
        return " in every variant" if len(some) == len(fields) else " in some variants"
    return fmt.at_tables([field.players for field in some], [field.players for field in fields])


def _none_can(field: MatchupField) -> bool:
    """Whether it is certain of each plan that it does not beat some other."""
    short = {name for row in field.pairings for name in (row.one, row.other) if row.same_plan or row.test.verdict == EVEN}
    return all(row.beaten_by or row.strategy in short for row in field.ratings)


def _is_sure(field: MatchupField) -> bool:
    """Whether the weight of the leader lies above that of all others however the deals fall."""
    first = leader(field)
    others = [row.lottery for row in field.ratings if row.strategy != first.strategy]
    return first.lottery.low is not None and all(row.high is not None and row.high < first.lottery.low for row in others)


def order(fields: Sequence[MatchupField]) -> list[str]:
    """The plans in the order of their mean win shares, over all fields the strongest first."""
    names = fields[0].strategies
    return sorted(names, key=lambda name: -sum(field.rating(name).mean_share.value or 0.0 for field in fields))


def leader(field: MatchupField) -> Rating:
    """The plan with the most weight in the lottery, of several the one with the greater mean share."""
    return max(field.ratings, key=lambda row: (row.lottery.value or 0.0, row.mean_share.value or 0.0))


def lines(field: MatchupField, rerun: str) -> list[Finding]:
    """What else is certain of a field, and what is open."""
    if not field.deals:
        return []
    besides = (*_mix(field), *_both_facts(field), *_best_mean(field))
    return [*_viable(field), *_cycles(field), *_dominated(field), *besides, *_open(field, rerun)]


def _viable(field: MatchupField) -> Iterator[Finding]:
    """How many plans are worth playing, and against the base variant."""
    bounds, most = field.viable_plans.bounds, field.plans
    within = fmt.points_interval(field.viable_plans)
    told, even = variety_texts.number_text(field.viable_plans, most), variety_texts.even_text(field.tolerance)
    if bounds is None:
        yield Finding(f"{told}; how sure that is takes {FEWEST_EFFECTIVE} deals or more ({even}).", "unknown")
    elif bounds[1] < 1.05:
        yield Finding(f"{told} {within}: {leader(field).strategy} beats every other by more than the tolerance ({even}).", "uneven")
    else:
        as_many = f"the mix of plans that nobody gains on is as varied as {fmt.points(field.viable_plans.value)} equally good ones"
        wide = " More deals narrow it." if variety_texts.is_wide(field.viable_plans, most) else ""
        yield Finding(f"{told} {within}: {as_many} ({even}).{wide}", "unknown" if wide else "note")
    if field.viable_change is not None and field.base is not None:
        apart = variety_texts.change_sentence(field.viable_change, field.viable_verdict, field.base)
        if apart:
            none = variety_texts.is_none(field.viable_change)
            yield Finding(apart, "even" if none else "uneven" if field.viable_verdict in (MORE, LESS) else "unknown")


def _cycles(field: MatchupField) -> Iterator[Finding]:
    for cycle in field.cycles[:MOST_NAMED]:
        steps = zip(cycle, (*cycle[1:], cycle[0]), strict=True)
        yield Finding(f"A cycle: {', '.join(f'{one} beats {other}' for one, other in steps)}.", "uneven")
    if (more := len(field.cycles) - MOST_NAMED) > 0:
        yield Finding(f"{more} more {'cycle' if more == 1 else 'cycles'} of {fmt.number_word(len(field.cycles[0]))}.", "uneven")
    if not field.cycles:
        yield Finding("No cycle among the certain results.")


def _both_facts(field: MatchupField) -> Iterator[Finding]:
    """With more than two players what the hardest to beat does alone among others, and who alone gets in among it."""
    if field.players == 2:
        return
    first, among, others = leader(field), field.players - 1, len(field.ratings) - 1
    in_text = f"{first.strategy} invades {len(first.invades)} of {others} (alone among {among} of them it wins more than an even share)"
    yield Finding(f"{in_text} and resists {len(first.resists)} of {others} (alone among {among} of it they win less).")
    if field.plans > 2:
        yield Finding("`simcli run` may name another champion: there several plans share a table, here every game has two.")


def _best_mean(field: MatchupField) -> Iterator[Finding]:
    """With two players the plan that a run would name, where it is another one."""
    first, best = leader(field), max(field.ratings, key=lambda row: row.mean_share.value or 0.0)
    if field.players == 2 and best.mean_share.value != first.mean_share.value:
        yield Finding(
            f"`simcli run` may name {best.strategy}: it wins most on average ({fmt.percent(best.mean_share.value)}), "
            f"{first.strategy} is harder to beat."
        )


def _dominated(field: MatchupField) -> Iterator[Finding]:
    worse = "worse against every third plan" if field.players == 2 else "worse among every third plan and against each that comes alone"
    for name in field.strategies:
        if by := [one for one, other in field.dominations if other == name]:
            yield Finding(f"{name} is dominated by {fmt.few(by)}: beaten, and {worse}, for certain.", "uneven")


def _mix(field: MatchupField) -> Iterator[Finding]:
    weights = sorted(((row.lottery.value or 0.0, row.strategy) for row in field.ratings), key=lambda pair: -pair[0])
    told = [f"{name} {fmt.percent(weight)}" for weight, name in weights if weight >= LEAST_WEIGHT]
    if len(told) > 1:
        yield Finding(f"No plan gains on the mix {fmt.listing(told)}.")


def _open(field: MatchupField, rerun: str) -> Iterator[Finding]:
    rows = [row for row in field.pairings if row.test.verdict == UNKNOWN]
    even = sum(row.test.verdict == EVEN for row in field.pairings)
    played = [row for row in field.pairings if not row.same_plan]
    if even:
        yield Finding(f"{even} of {len(played)} pairs {_are(even)} even.", "even")
    for row in field.pairings:
        if row.same_plan:
            yield Finding(f"{row.one} and {row.other} are the same plan: even by construction, not played.")
    if rows:
        soon = sorted(row.test.deals_50 for row in rows if row.test.deals_50 is not None)
        more = ""
        if soon:
            deals = soon[(len(soon) - 1) // 2]
            more = f" {fmt.count(deals)} deals in all may settle {'it' if len(rows) == 1 else 'half of them'}: {rerun} --deals {deals}."
        yield Finding(f"{len(rows)} of {len(played)} pairs {_are(len(rows))} unclear.{more}", "unknown")


def _are(n: int) -> str:
    return "is" if n == 1 else "are"


def mark(field: MatchupField, one: str, other: str) -> str:
    """What the win share of one plan alone among another is: + more than even for certain, − less, = even, ? unclear."""
    pair = next(row for row in field.pairings if {row.one, row.other} == {one, other})
    return "=" if pair.same_plan else MARKS[field.by_pair[one, other].test.verdict]


def fact(verdict: Verdict | None) -> str:
    """Whether a plan invades or resists another, in a table."""
    return fmt.DASH if verdict is None else FACTS.get(verdict, WORDS[UNKNOWN])


def word(pair: Pairing) -> str:
    """The verdict on a pair in a table."""
    if pair.same_plan:
        return SAME
    return fmt.DASH if pair.test.verdict is None else WORDS[pair.test.verdict]


def tone(results: Matchups) -> str:
    """Tone of the whole page."""
    if any(field.cycles or field.beats_all for field in results.fields):
        return "uneven"
    verdicts = {row.test.verdict for field in results.fields for row in field.pairings}
    return "unknown" if verdicts & {*OPEN, None} else "even" if verdicts <= {EVEN} else "size-open"
