"""`python -m simcli`, and the console command."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from types import FrameType
from typing import Any

from simcli.collector import collect_seldom, leave_all

INTERRUPTED = 130
SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""What asks a program to end: Ctrl-C, `kill`, a closed terminal. One that was ignored from the start, as under nohup, stays ignored."""


def main() -> None:
    """Runs the command line and exits with its code."""
    collect_seldom()
    _answer(_quit)  # nothing is under way while modules load, and an exception there could be lost in one of them
    from simcli.cli.app import main as run
    from simcli.cli.ui import flush

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
    raise KeyboardInterrupt


def _quit(*_: object) -> None:
    with suppress(OSError):  # nobody may be there to read it
        os.write(2, b"interrupted\n")
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    main()
