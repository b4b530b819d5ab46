"""Where a run stands, on stderr: a line that renews itself on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Self

from rich.live import Live
from rich.text import Text

from simcli.base.escapes import ordinal, shown
from simcli.config import ResolvedRun
from simcli.config.run.resolved import ROUND_ROBIN, no_rivals
from simcli.errors import counted
from simcli.game import SIXTIETHS
from simcli.report.formatting import count, percent
from simcli.sim.runner import Progress
from simcli.stats.balance import half_width
from simcli.terminal import ui

LIVE_SECONDS, LINE_SECONDS = 0.25, 10.0
"""How often the line on a terminal and the lines elsewhere come."""
MANY_CELLS = 50
"""For each of these many cells the line on a terminal renews itself later, since it looks at all of them."""


class LiveLine:
    """A line that renews itself on a terminal, elsewhere one now and then; use as a context manager."""

    def __init__(self, *, quiet: bool) -> None:
        self.quiet = quiet
        self.console = ui.talk(quiet=quiet)
        self._live: Live | None = None
        self._next = 0.0

    def __enter__(self) -> Self:
        if self.console.is_terminal and not self.quiet:
            self._live = Live(console=self.console, transient=True, refresh_per_second=4)
            self._live.start()
        self._next = time.monotonic() + (0.0 if self._live is not None else LINE_SECONDS)
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()

    @property
    def is_due(self) -> bool:
        """Whether it is time for the line to be renewed, or for another."""
        return time.monotonic() >= self._next

    def show(self, text: str, slower: int = 1) -> None:
        """Renews the line, or says another."""
        if self._live is not None:
            self._live.update(Text(shown(text), no_wrap=True, overflow="ellipsis"))
        else:
            self.say(text)
        self._next = time.monotonic() + (LIVE_SECONDS * slower if self._live is not None else LINE_SECONDS)

    def state(self, text: str) -> None:
        """Renews the line if it is time."""
        if self.is_due:
            self.show(text)

    def say(self, text: str) -> None:
        """A line that stays."""
        self.console.print(shown(text), markup=False)


class ProgressPrinter(LiveLine):
    """Called by the runner after each step; use as a context manager."""

    def __init__(self, run: ResolvedRun, folder: Path, *, is_resumed: bool, quiet: bool) -> None:
        super().__init__(quiet=quiet)
        self.run, self.folder = run, folder
        self.is_resumed = is_resumed
        self._began = False
        self._base: tuple[int, float] | None = None
        self._stopping = False

    def __call__(self, progress: Progress) -> None:
        """Says what is new."""
        if not self._began:
            self._began = True
            if self.is_resumed:
                self.say(f"resuming {self.folder}: {count(progress.games)} of {count(progress.goal)} games are there")
        if progress.is_stopping and not self._stopping:
            self._stopping = True
            self.say("stopping: batches in flight are being finished; Ctrl-C again quits at once")
        if not self.is_due or not progress.played:
            return
        # The first batches may have waited for the compiler, so speed is measured from the moment they were done.
        self._base = self._base or (progress.played, progress.seconds)
        played, seconds = progress.played - self._base[0], progress.seconds - self._base[1]
        text = state_text(self.run, progress, played / seconds if played else 0.0)
        self.show(text, 1 + len(progress.tallies) // MANY_CELLS)


def state_text(run: ResolvedRun, progress: Progress, rate: float) -> str:
    """`8,192 of 80,000 games, 5,300/s, 0:14 left, all within 0.9 points, best balanced 41.2 %`; the last part may be cut off.

    `rate` is in games a second, 0 while it is not known. Where nobody wins against another nothing is said of wins.
    """
    widest = max(half_width(t.parts, t.deals)["watched"] for t in progress.tallies)
    parts = [f"{count(progress.games)} of {count(progress.goal)} games", *filter(None, (progress.where,))]
    if rate:
        parts += [f"{count(round(rate))}/s", f"{clock(seconds_left(run, progress, rate, widest))} left"]
    if widest < 1 and not all(no_rivals(run.game, tally.layout.players) for tally in progress.tallies):
        parts.append(f"all within {100 * widest:.2g} points")
    if leader := leading(run, progress):
        parts.append(f"best {leader[0]} {percent(leader[1])}")
    return ", ".join(parts)


def leading(run: ResolvedRun, progress: Progress) -> tuple[str, float] | None:
    """The strategy that wins most against its even share, or the place or seat when only one plays; none in matchups."""
    if run.tables == ROUND_ROBIN:
        return None
    single = len(run.strategies) == 1
    best: tuple[float, str, float] | None = None
    for number, tally in enumerate(progress.tallies):
        players, rows = tally.layout.players, tally.parts.place_share if single else tally.parts.strategy_share
        for i, row in enumerate(rows):
            if row[0] and not no_rivals(run.game, players):
                share = float(row[1]) / SIXTIETHS / float(row[0])
                place = f"{ordinal(i + 1)} to move" if run.game.has_start_player else f"seat {i + 1}"
                name = place if single else run.strategies[i].name
                variant = run.played_variants[number // len(run.players)].name
                where = ", ".join(filter(None, (variant, counted(players, "player") if len(run.players) > 1 else "")))
                where = f" ({where})" if where else ""
                best = max(best or (0.0, "", 0.0), (share * players, name + where, share))
    return None if best is None else (best[1], best[2])


def seconds_left(run: ResolvedRun, progress: Progress, rate: float, widest: float) -> float:
    """Until the first stop rule holds, if all goes on as it did; a half width shrinks with the square root of the games."""
    ends = [(progress.goal - progress.games) / rate]
    if run.half_width is not None and widest < 1:
        ends.append(progress.games * ((widest / run.half_width) ** 2 - 1) / rate)
    if run.minutes is not None:
        ends.append(run.minutes * 60 - progress.seconds)
    return max(0.0, min(ends))


def clock(seconds: float) -> str:
    """`0:17`, `1:02:03`."""
    whole = round(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}" if whole >= 3600 else f"{whole // 60}:{whole % 60:02}"
