"""`python -m simcli`, and the console command."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Runs the command line and exits with its code."""
    from simcli.cli.app import main as run
    from simcli.cli.ui import INTERRUPTED, flush

    code = run(sys.argv[1:])
    flush()
    if code == INTERRUPTED:
        os._exit(code)  # worker threads may be in the middle of a batch, and nobody waits for them any more
    sys.exit(code)


if __name__ == "__main__":
    main()
