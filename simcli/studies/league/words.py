"""A league in a sentence and as tables."""

from __future__ import annotations

from collections.abc import Iterator

from simcli.report import formatting as fmt
from simcli.report.table.view import TEXT, Column, View
from simcli.stats.bounds import Interval
from simcli.studies.league.estimate import League, LeaguePlan, Reply, last_reply
from simcli.studies.run.frames import flat

WHOLE = ("players",)


def sentence(found: League) -> str:
    """Who is worth playing, how many that are, and how far the best reply found still beats them."""
    where = f"{found.title} with {fmt.players_text(found.players)}"
    played = sorted((plan for plan in found.plans if plan.weight.known > 0), key=lambda plan: -plan.weight.known)
    mix = fmt.listing([f"{plan.strategy} {fmt.percent(plan.weight.value)}" for plan in played])
    number = f"{fmt.points(found.viable.value)} {_bounds(found)}"
    plans = fmt.count(len(found.plans))
    text = f"{where}: of {plans} plans {fmt.count(len(played))} are played in the mix that none of them gains on: {mix}; "
    if len(played) == 1:
        text = f"{where}: of {plans} plans one is enough, none gains on a table of {played[0].strategy}; "
    text += f"they count as {number} plans of equal weight."
    if not found.replies:
        return f"{text} No reply was searched: how far an adapting player beats them is not known."
    last = last_reply(found.replies)
    enough = f"{fmt.bare_percent(found.enough)} points"
    if _is_vain(last):
        began = f"{last.start}, from which it began and which wins {share_text(last.start_share)}"
        return f"{text} The search ends there: in {fmt.count(last.games)} games it found nothing better than {began}. A longer one may."
    reply = f"a player tuned against them wins {share_text(last.share)} where they win {fmt.percent(last.mix_share)} among themselves"
    if found.is_settled:
        return f"{text} The search ends there: {reply}, less than {enough} more."
    most = fmt.count(sum(reply.is_added for reply in found.replies))
    return (
        f"{text} The league is not settled after {most} replies: the last, before it joined, shows how far: {reply}. More --rounds go on."
    )


def _is_vain(reply: Reply) -> bool:
    """Whether a search has found nothing that wins more than what it began with."""
    return not reply.is_added and reply.share.known < reply.start_share.known


def share_text(share: Interval) -> str:
    """A share with its interval, if it has one: what a plan wins among copies of itself is even whatever happens."""
    return fmt.percent(share.value) + ("" if share.low is None else f" {fmt.interval(share)}")


def _bounds(found: League) -> str:
    low, _, high = found.viable
    return f"[{fmt.points(low)}, {fmt.points(high)}]"


def reply_line(reply: Reply) -> str:
    """A round in a line, as it ends."""
    joins = "joins" if reply.is_added else "gains too little to join"
    if _is_vain(reply):
        joins = f"no more than {reply.start}, which wins {share_text(reply.start_share)}: nothing joins"
        return f"round {reply.round}: {reply.strategy}, tuned from {reply.start}, wins {share_text(reply.share)}, {joins}"
    return f"round {reply.round}: {reply.strategy}, tuned from {reply.start}, wins {share_text(reply.share)} and {joins}"


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
    return str(one.round), one.strategy, one.start, fmt.percent(one.share.value), fmt.interval(one.share), "yes" if one.is_added else "no"


def lines(found: League) -> Iterator[dict[str, object]]:
    """The lines of the CSV file: one a plan."""
    return ({"players": found.players, **flat(plan)} for plan in found.plans)
