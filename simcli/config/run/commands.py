"""The command lines that repeat a run, play its matchups, or trace one of its games."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from simcli.config.run.resolved import ResolvedRun


def command(run: ResolvedRun, deals: int) -> str:
    """The command line that repeats a run with this number of deals."""
    return f"{rerun_command(run)} --deals {deals}"


def rerun_command(run: ResolvedRun, verb: str = "run") -> str:
    """The command line that repeats a run, except for its number of deals, which are all played; CONFIG stands for one that was no file."""
    run = to_the_last_deal(run)
    words = ["simcli", verb, _config_word(run)] if run.study is None else ["simcli", run.study.verb, _config_word(run), *run.study.words]
    return shlex.join([*words, *_sets(run.sets), "--seed", str(run.seed)])


def more_command(folder: Path) -> str:
    """The command line that plays a run folder on, except for its number of deals."""
    return shlex.join(["simcli", "more", str(folder)])


def to_the_last_deal(run: ResolvedRun) -> ResolvedRun:
    """The same run without the rules that stop it sooner (`until`), which its commands take off too."""
    if run.half_width is None and run.minutes is None:
        return run
    others = [text for text in run.sets if text.partition("=")[0].partition(".")[0].strip() != "until"]
    return replace(run, half_width=None, minutes=None, sets=(*others, "until={}"))


def company_command(run: ResolvedRun, verb: str) -> str:
    """The command of another study of a run's plans, without the number of deals, where they have company; none of a study's run."""
    if run.study is not None:
        return ""
    counts = [n for n in run.players if n > 1]
    return rerun_command(replace(run, sets=run.sets if counts == list(run.players) else (*run.sets, f"players={counts}")), verb)


def _config_word(run: ResolvedRun) -> str:
    return run.config or run.name or "CONFIG"


def trace_words(run: ResolvedRun) -> list[str]:
    """The start of a command that traces a game of the run."""
    return ["simcli", "trace", _config_word(run), *_sets((*run.sets, f"seed={run.seed}"))]


def _sets(texts: Sequence[str]) -> list[str]:
    return [word for text in texts for word in ("--set", text)]
