"""Ctrl-C, SIGTERM and SIGHUP as a request to stop, answered between batches; a second one quits."""

from __future__ import annotations

import signal
import threading
from collections.abc import Sequence
from concurrent.futures import Future, wait
from types import FrameType
from typing import Any, TypeVar

from simcli.errors import InterruptedRun

T = TypeVar("T")
POLL_SECONDS = 0.1

SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


class Interrupts:
    """While open, the first signal sets `asked` and the second raises KeyboardInterrupt. Does nothing outside the main thread.

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

    def _ask(self, _number: int, _frame: FrameType | None) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True


def results_of(futures: Sequence[Future[T]], interrupts: Interrupts, said: str) -> list[T]:
    """What all of them return, in their order; InterruptedRun with what is said of it once a signal asks, those not begun given up."""
    try:
        while wait(futures, POLL_SECONDS).not_done:
            if interrupts.asked:
                raise InterruptedRun(said)
    finally:
        for future in futures:
            future.cancel()
    return [future.result() for future in futures]
