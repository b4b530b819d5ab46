"""Ctrl-C, SIGTERM and SIGHUP as a request to stop, answered between batches; a second one quits."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from types import FrameType
from typing import Any

POLL_SECONDS = 0.1
WITHOUT_A_WORD = "ignore:resource_tracker"
"""Python's option for warnings of the process that clears away what killed ones leave: they are killed on purpose."""

SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


class Interrupts:
    """While open, the first signal sets `asked` and the second raises KeyboardInterrupt. Does nothing outside the main thread.

    One that comes when the work is done already is passed on to those that are open around this one.

    A signal that is ignored stays ignored: nohup and shell scripts start background jobs that way, so that a Ctrl-C meant for another
    program does not end them.
    """

    def __init__(self) -> None:
        self.asked = False
        self._before: dict[signal.Signals, Any] = {}

    def __enter__(self) -> Interrupts:
        if threading.current_thread() is threading.main_thread():
            heeded = [number for number in SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
            self._before = {number: signal.signal(number, self._ask) for number in heeded}
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            # None: the handler was not set from Python and cannot be set back.
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
        around = {getattr(handler, "__self__", None) for handler in self._before.values()}
        for one in around:
            if isinstance(one, Interrupts):
                one.asked |= self.asked

    def _ask(self, _number: int, _frame: FrameType | None) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True


@contextmanager
def deaf() -> Iterator[None]:
    """Processes that are started meanwhile do not hear Ctrl-C, which a terminal sends to all: it is for the one that asks, and waits
    for the end of the block there."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    sys.warnoptions.append(WITHOUT_A_WORD)
    try:
        resource_tracker.ensure_running()  # its start ends the block
    finally:
        sys.warnoptions.remove(WITHOUT_A_WORD)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
