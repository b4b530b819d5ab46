"""A league in a sentence and as tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from simcli.base.names import said
from simcli.report import formatting as fmt
from simcli.report.answer import Answer
from simcli.report.table.csv import flat
from simcli.report.table.view import TEXT, Column, View
from simcli.report.words.verdicts import UNCLEAR
from simcli.stats.answer_rows import AnswerRow, bare_test, even, moved
from simcli.stats.bounds import Interval
from simcli.stats.verdicts import LESS_OPEN, MORE_OPEN, UNKNOWN
from simcli.studies.league.estimate import League, LeaguePlan, Reply, last_reply

WHOLE = ("players",)


def answer(found: League) -> Answer:
    """Whether better play still beats these plans, and how many of them are worth playing."""
    if not found.replies:
        plans = sorted(found.plans, key=lambda plan: -plan.weight.known)
        return replace(_said(found), rows=[_weight_row(found, plan) for plan in plans])
    last = last_reply(found.replies)
    others = [reply for reply in found.replies if reply is not last]
    return replace(_said(found), rows=[_reply_row(found, reply) for reply in (last, *others)])


def _weight_row(found: League, plan: LeaguePlan) -> AnswerRow:
    """How much of the mix a plan is."""
    return AnswerRow(
        figure="weight in the mix",
        about="strategy",
        subject=plan.strategy,
        players=found.players,
        unit="share",
        value=plan.weight,
        says="played" if plan.weight.known > 0 else "not played",
    )


def _reply_row(found: League, reply: Reply) -> AnswerRow:
    """What a tuned player wins instead of the plans it was tuned against."""
    is_more, is_less = (reply.gain.low or 0.0) > 0, (reply.gain.high or 0.0) < 0
    return AnswerRow(
        figure="win share",
        about="strategy",
        subject=said(reply.strategy),
        players=found.players,
        base="the mix",
        now="best response",
        unit="share",
        value=moved(reply.mix_share, reply.gain).cut(0.0, 1.0),
        usual=even(reply.mix_share),
        change=reply.gain,
        test=bare_test(MORE_OPEN if is_more else LESS_OPEN if is_less else UNKNOWN),
        says="better" if is_more else "worse" if is_less else UNCLEAR,
    )


def _said(found: League) -> Answer:
    """The answer without its rows."""
    played = _played(found)
    plans = worth_playing(found).removesuffix(".")
    names = fmt.few([plan.strategy for plan in played])
    if not found.replies:
        return Answer(
            f"{fmt.capital_name(names, played[0].strategy)} make up the mix that no plan here gains on."
            if len(played) > 1
            else f"No plan here gains on {names}.",
            "How far better play beats them was not searched.",
        )
    last = last_reply(found.replies)
    if last.gain.low is not None and last.gain.low > 0:
        share = fmt.instead(last.share, Interval(None, last.mix_share, None), least=True)
        claim = f"Better play still beats these plans: a tuned player wins {share}."
    else:
        claim = (
            f"Whether better play beats these plans is open: a search of {fmt.count(last.games)} games is not certain to have found any."
        )
    rounds = "" if found.is_settled else "; more rounds go on"
    return Answer(claim, f"So far {plans}: {names}{rounds}." if len(played) < MOST_PLANS else f"So far {plans}{rounds}.")


def _played(found: League) -> list[LeaguePlan]:
    """The plans of the mix, the greatest weight first."""
    return sorted((plan for plan in found.plans if plan.weight.known > 0), key=lambda plan: -plan.weight.known)


def worth_playing(found: League) -> str:
    """How many plans have weight in the mix."""
    n = len(_played(found))
    return f"{fmt.count(n)} of {fmt.count(len(found.plans))} plans {'is' if n == 1 else 'are'} worth playing."


def joined(found: League) -> str:
    """How many best responses joined the league."""
    n, every = sum(reply.is_added for reply in found.replies), len(found.replies)
    return f"{fmt.some_of(n, every)} best {'response' if every == 1 else 'responses'} joined."


MOST_PLANS = 4
"""Plans worth playing, if they are fewer, are named below the answer."""


def reply_line(reply: Reply) -> str:
    """A round in a line, as it ends."""
    joins = "joins" if reply.is_added else "gains too little to join"
    if not reply.is_added and reply.share.known < reply.start_share.known:
        joins = f"no more than {reply.start}, which wins {fmt.within(reply.start_share)}: nothing joins"
        return f"round {reply.round}: {reply.strategy}, tuned from {reply.start}, wins {fmt.within(reply.share)}, {joins}"
    return f"round {reply.round}: {reply.strategy}, tuned from {reply.start}, wins {fmt.within(reply.share)} and {joins}"


def views(found: League) -> tuple[View, ...]:
    """The plans by weight, and the replies."""
    plans = sorted(found.plans, key=lambda plan: (-plan.weight.known, -plan.against_mix))
    made = [
        View(
            f"Plans of the league, {fmt.players_text(found.players)}",
            (Column("Plan", TEXT), Column("Weight"), Column("95 % interval"), Column("Wins against the mix"), Column("Found by", TEXT)),
            tuple(_plan(plan) for plan in plans),
        )
    ]
    if found.replies:
        columns = (
            Column("Round"),
            Column("Reply", TEXT),
            Column("Tuned from", TEXT),
            Column("Wins"),
            Column("95 % interval"),
            Column("Joins", TEXT),
        )
        made.append(View("Replies to the mix of each round", columns, tuple(_reply(one) for one in found.replies)))
    return tuple(made)


def _plan(plan: LeaguePlan) -> tuple[str, ...]:
    by = "the search" if plan.is_reply else "given"
    return plan.strategy, fmt.percent(plan.weight.value), fmt.interval(plan.weight), fmt.percent(plan.against_mix), by


def _reply(one: Reply) -> tuple[str, ...]:
    return (
        str(one.round),
        said(one.strategy),
        one.start,
        fmt.percent(one.share.value),
        fmt.interval(one.share),
        "yes" if one.is_added else "no",
    )


def lines(found: League) -> Iterator[dict[str, object]]:
    """The lines of the CSV file: one a plan."""
    return ({"players": found.players, **flat(plan)} for plan in found.plans)
