"""The command lines that repeat a run, play its matchups, or trace one of its games."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from simcli.config.data.restrictions import BAN, MUST
from simcli.config.run.resolved import ResolvedRun
from simcli.config.run.sets import changes_in

PLAYERS, BY_CARDS, OF_CARDS = "players=", f'every={{"{BAN}": ', 'report={"about": "cards"'
"""Starts of sets that options and `simcli cards` stand for."""


def command(run: ResolvedRun, deals: int) -> str:
    """The command line that repeats a run with this number of deals."""
    return f"{_whatif_command(run) or rerun_command(run)} --deals {deals}"


def rerun_command(run: ResolvedRun, verb: str = "") -> str:
    """The command line that repeats a run, by its own study or the one of this name, except for its number of deals, which are all played;
    CONFIG stands for one that was no file."""
    run, config = to_the_last_deal(run), _config_word(run)
    if run.study is not None:
        words = ["simcli", run.study.verb, config, *run.study.words, *_sets(run.sets)]
    else:
        verb = verb or run.verb
        words = (_cards_words(run) if verb == "run" else []) or ["simcli", verb, config, *_sets(run.sets)]
    return shlex.join([*words, "--seed", str(run.seed)])


def _whatif_command(run: ResolvedRun) -> str:
    """The run as `simcli whatif` asks it, where it can: with no other sets than its changes, and the config's own rules of stopping."""
    changes, others = changes_in(run.sets)
    players, rest = _players(others)
    if not changes or run.minutes is not None or rest:
        return ""
    return shlex.join(["simcli", "whatif", _config_word(run), *_sets(changes), *players, "--seed", str(run.seed)])


def _cards_words(run: ResolvedRun) -> list[str]:
    """The run as `simcli cards` asks it: its sets with `every` and `report`, a tolerance behind these two; nothing where there are none."""
    at = next((i for i, text in enumerate(run.sets) if text.startswith(BY_CARDS)), None)
    if at is None or at + 1 == len(run.sets) or not run.sets[at + 1].startswith(OF_CARDS):
        return []
    try:
        every, asked = (json.loads(text.partition("=")[2]) for text in run.sets[at : at + 2])
    except ValueError:  # typed by hand
        return []
    if every.get(MUST) != every[BAN] or "question" not in asked:
        return []
    behind = run.sets[at + 2 :]
    width = [text.partition("=")[2] for text in behind[:1] if text.startswith("tolerance=")]
    players, others = _players((*run.sets[:at], *behind[len(width) :]))
    of = [*(("--for", every["for"]) if "for" in every else ()), *(("--tolerance", *width) if width else ())]
    return ["simcli", "cards", _config_word(run), asked.get("item", every[BAN]), *of, *_sets(others), *players]


def _players(sets: Sequence[str]) -> tuple[list[str], list[str]]:
    """The numbers of players that sets name last, as the option `--players`, and the other sets."""
    others = [text for text in sets if not text.startswith(PLAYERS)]
    named = [text.removeprefix(PLAYERS).strip("[]").replace(" ", "") for text in sets if text.startswith(PLAYERS)]
    return (["--players", named[-1]] if named else []), others


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
