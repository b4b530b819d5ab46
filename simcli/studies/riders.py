"""What a run measures besides (`measure`), in games of its own after it: played into the run folder, read back into its summary."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from simcli.config import ResolvedRun
from simcli.config.run import measures as replies
from simcli.config.run.measures import FEEL, REPLY, VARIETY
from simcli.config.run.shipped import is_shipped
from simcli.errors import UserError

if TYPE_CHECKING:
    from simcli.sim.pool.pool import Workers
    from simcli.stats.summary import Summary


class Talk(Protocol):
    """Who is told what goes on."""

    def say(self, text: str) -> None:
        """Something to be known."""

    def state(self, text: str) -> None:
        """Where it stands, which may come often."""


class Silent:
    """Nobody is told."""

    def say(self, text: str) -> None:
        """Nothing."""

    def state(self, text: str) -> None:
        """Nothing."""


def check(run: ResolvedRun) -> None:
    """UserError where a run asks for what cannot be measured, before anything is played or written."""
    from simcli.studies.feel import rider as feel
    from simcli.studies.reply import rider as reply
    from simcli.studies.variety import rider as variety

    if run.measure and VARIETY in run.measure:
        variety.wanted(run)
    if run.measure and REPLY in run.measure and (why := replies.hindrance(run.strategies, run.players) or reply.hindrance(run)):
        raise UserError.of("measure: reply", *why)
    if run.measure and FEEL in run.measure:
        feel.try_out(run)


def measure(run: ResolvedRun, results: Summary, folder: Path, workers: Workers, talk: Talk) -> bool:
    """Measures after a run what it asks for and its folder does not hold; returns whether there was anything.

    InterruptedRun after Ctrl-C: the run is kept, and the same call goes on.
    """
    from simcli.studies.feel import rider as feel
    from simcli.studies.reply import rider as reply
    from simcli.studies.variety import rider as variety

    is_new = False
    if run.measure and FEEL in run.measure and not feel.is_there(run, folder):
        talk.say(f"counting how the games feel to play: {feel.wanted(run).deals:,} deals, each {feel.PLAYS} times in every rotation")
        feel.count_feel(run, folder, workers, talk)
        is_new = True
    if run.measure and VARIETY in run.measure and not variety.is_there(run, folder):
        variety.count_variety(run, folder, workers, talk)
        is_new = True
    if not why_not(run, results) and not reply.is_there(run, folder):
        reply.find(run, folder, workers, talk)
        is_new = True
    return is_new


def why_not(run: ResolvedRun, results: Summary) -> str:
    """Why it is not measured how far the players of a run can be beaten, and what measures it; '' where it is."""
    from simcli.studies.reply import rider as reply
    from simcli.studies.reply import words as reply_texts

    if run.measure is not None and REPLY not in run.measure:
        return reply_texts.not_asked(run.measure)
    if why := replies.hindrance(run.strategies, run.players):
        return reply_texts.cannot(*why)
    if run.measure is None and not reply.pays(run, results):
        return reply_texts.TOO_SHORT
    why = reply.hindrance(run)
    return reply_texts.cannot(*why) if why else ""


def measured(run: ResolvedRun, results: Summary, folder: Path) -> Summary:
    """The summary with what a run folder holds besides, or why it does not. RunFolderError where a file is damaged, or of another run."""
    from simcli.sim.folder.results import UNFINISHED
    from simcli.studies.feel import rider as feel
    from simcli.studies.reply import rider as reply
    from simcli.studies.reply import words as reply_texts
    from simcli.studies.variety import rider as variety

    followed, replied, met = feel.read_feel(run, folder), reply.read_reply(run, folder), variety.read_variety(run, folder)
    told = None
    if replied is None and results.games and results.stopped_by != UNFINISHED:
        told = why_not(run, results) or reply_texts.NOT_YET
        if any(is_shipped(strategy.where) for strategy in run.strategies):
            there = [one for one in run.game.beaten if one.players in run.players]
            told = " ".join([told, *map(reply_texts.known, there or run.game.beaten)])
    feels, varied = followed.cells if followed else None, met.cells if met else None
    return replace(results, feel=feels, variety=varied, reply=replied, no_reply=told)


def told_of_players(run: ResolvedRun, results: Summary, rerun: str) -> str:
    """How far the players can be beaten and what to do next; or why that is not measured, and what measures it; '' for an unfinished run.

    `rerun` is the command that plays the run once more; '' where the verb that does cannot be asked for more.
    """
    from simcli.studies.reply import rider as reply
    from simcli.studies.reply import words as reply_texts

    if results.reply:
        return " ".join((reply_texts.sentence(results.reply), reply_texts.NO_SEARCH, reply.what_next(run, results.reply)))
    told = results.no_reply or ""
    if not reply_texts.is_by_choice(told):
        return told
    asked = ",".join(dict.fromkeys((*(run.measure or ()), REPLY)))
    return f"{told} `{rerun} --measure {asked}` does." if rerun else f"{told} `measure: {REPLY}` in the config does."
