"""The page reader of `make browser`, as far as it can be tried without a browser; with one it proves itself on faulty pages first."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_without_chromium_it_says_what_to_install():
    command = [sys.executable, str(ROOT / "tools" / "browser.py")]
    done = subprocess.run(command, env=os.environ | {"CHROMIUM": "no-such-browser"}, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "apt-get install chromium" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_checks_before_landing_read_the_pages():
    steps = (ROOT / ".ci" / "run").read_text("utf-8")
    places = [steps.index(text) for text in ('step "chromium";   need_chromium', "make test-times", "smoke browser", 'step "done"')]
    assert places == sorted(places)
