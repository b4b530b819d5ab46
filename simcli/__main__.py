"""`python -m simcli`, and the console command."""

from __future__ import annotations

import _thread
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from types import FrameType
from typing import Any

from simcli.base.dropped import dropped
from simcli.base.gc_settings import collect_seldom, leave_all

INTERRUPTED = 130
AGAIN_SECONDS, WAKE_SECONDS = 0.001, 0.1
SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""What asks a program to end: Ctrl-C, `kill`, a closed terminal. One that was ignored from the start, as under nohup, stays ignored."""
ONE_THREAD = ("OPENBLAS_NUM_THREADS", "1")
"""Linear algebra has small matrices, on which the threads of OpenBLAS only wait for each other; the games use all cores."""
_heard: list[bool] = []
"""An entry for each interrupt that was raised in the main thread."""


def main() -> None:
    """Runs the command line and exits with its code."""
    collect_seldom()
    os.environ.setdefault(*ONE_THREAD)
    sys.unraisablehook = _ask_again
    _answer(_quit)  # nothing is under way while modules load, and an exception there could be lost in one of them
    from simcli.cli.app import main as run
    from simcli.terminal.ui import flush

    try:
        _answer(_interrupt)
        code = run(sys.argv[1:])
        _answer(signal.SIG_IGN)  # all is done but leaving
        flush()
    except KeyboardInterrupt:
        _quit()
    if code == INTERRUPTED:
        os._exit(code)  # worker threads may be in the middle of a batch, and nobody waits for them any more
    leave_all()
    sys.exit(code)


def _answer(handler: Any) -> None:
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, handler)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    _heard.append(True)
    raise KeyboardInterrupt


def _ask_again(lost: Any) -> None:
    """A signal that came while Python called a destructor or a callback, where an exception is dropped: it is sent once more."""
    if not isinstance(lost.exc_value, KeyboardInterrupt):
        sys.__unraisablehook__(lost)
        return
    dropped.append(True)
    for number in [number for number in SIGNALS if signal.getsignal(number) is _interrupt][:1]:
        _thread.start_new_thread(_send_after, (number, sys._getframe()))


def _send_after(number: int, hook: FrameType) -> None:
    """Sends a signal to the main thread once it has left a frame, from which it would be dropped again."""
    main = threading.main_thread().ident
    assert main is not None
    while any(frame is hook for frame in _frames(sys._current_frames().get(main))):
        time.sleep(AGAIN_SECONDS)
    heard = len(_heard)
    while len(_heard) == heard:  # one that comes just before the main thread waits for something does not wake it
        signal.pthread_kill(main, number)
        time.sleep(WAKE_SECONDS)


def _frames(frame: FrameType | None) -> Iterator[FrameType]:
    while frame is not None:
        yield frame
        frame = frame.f_back


def _quit(*_: object) -> None:
    with suppress(OSError):  # nobody may be there to read it
        os.write(2, b"interrupted\n")
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    main()
