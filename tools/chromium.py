"""Headless Chromium over its debugging pipe: pages opened at a width and medium, scripts run in them, screenshots and what the page did.

Only the browser is needed, Debian's `chromium` or the program named by the variable CHROMIUM; no driver, no package, no open port.
Every request for another host is answered by the browser itself with "name not resolved".
"""

from __future__ import annotations

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",  # Chromium refuses to start as root with it; the pages are our own
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--force-device-scale-factor=1",
    "--host-resolver-rules=MAP * ~NOTFOUND",
)
PATIENCE = 120  # seconds for one answer
TALLEST = 16_000  # pixels of a screenshot, Chromium's limit is 16,384


class BrowserError(Exception):
    """Chromium is missing, did not start or did not answer."""


@dataclass(frozen=True)
class Medium:
    """How a page is shown: width in CSS pixels, `light`, `dark` or `print`."""

    width: int
    look: str

    @property
    def height(self) -> int:
        """Of its window: a phone's, or a desk's."""
        return 800 if self.width <= 400 else 900

    def __str__(self) -> str:
        return f"{self.width} px, {self.look}"


def find_chromium() -> str:
    """The program to start; raises BrowserError with what to do when there is none."""
    asked = os.environ.get("CHROMIUM")
    found = shutil.which(asked) if asked else next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        what = f"CHROMIUM={asked} is no program" if asked else f"none of {', '.join(NAMES)} is installed"
        raise BrowserError(f"{what}; install Debian's package with `apt-get install chromium`, or set CHROMIUM to a program")
    return found


class Browser:
    """A running Chromium with one tab. Use it in a `with` statement."""

    def __init__(self) -> None:
        self._profile = tempfile.TemporaryDirectory(prefix="simcli-browser-")
        self._number, self._rest, self._events = 0, b"", []
        self._process, self._to, self._from = _start(find_chromium(), Path(self._profile.name))
        target = self._ask("Target.createTarget", {"url": "about:blank"})["targetId"]
        self._session = self._ask("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self._ask(f"{domain}.enable")

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._to)
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._from)
        self._profile.cleanup()

    def open(self, page: Path, medium: Medium) -> list[str]:
        """Loads a page as `medium` shows it; returns what it complained of on the console and what it asked for elsewhere."""
        features = [{"name": "prefers-color-scheme", "value": "dark" if medium.look == "dark" else "light"}]
        self._ask("Emulation.setEmulatedMedia", {"media": "print" if medium.look == "print" else "screen", "features": features})
        self._resize(medium.width, medium.height)
        self._events.clear()
        address = page.resolve().as_uri()
        self._ask("Page.navigate", {"url": address})
        while not any(event["method"] == "Page.loadEventFired" for event in self._events):
            self._read()
        self.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")
        return [said for event in self._events for said in _complaint(event, address)]

    def run(self, script: str) -> Any:
        """The value of an expression in the page."""
        answer = self._ask("Runtime.evaluate", {"expression": script, "returnByValue": True, "awaitPromise": True})
        if "exceptionDetails" in answer:
            raise BrowserError(f"the check itself failed in the page: {json.dumps(answer['exceptionDetails'])[:600]}")
        return answer["result"].get("value")

    def picture(self, file: Path, medium: Medium) -> None:
        """A PNG of the whole page, from the top down to 16,000 pixels."""
        height = min(int(self.run("document.documentElement.scrollHeight")), TALLEST)
        self._resize(medium.width, height)
        file.write_bytes(base64.b64decode(self._ask("Page.captureScreenshot", {"format": "png"})["data"]))

    def print(self) -> bytes:
        """A PDF of the page on A4."""
        paper = {"paperWidth": 8.27, "paperHeight": 11.69, "printBackground": True}
        return base64.b64decode(self._ask("Page.printToPDF", paper)["data"])

    def _resize(self, width: int, height: int) -> None:
        self._ask("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def _ask(self, method: str, parameters: dict[str, Any] | None = None) -> dict[str, Any]:
        """Sends a command and reads until its answer."""
        self._number += 1
        command = {"id": self._number, "method": method, "params": parameters or {}}
        if hasattr(self, "_session"):
            command["sessionId"] = self._session
        data = json.dumps(command).encode() + b"\0"
        while data:
            data = data[os.write(self._to, data) :]
        while (answer := self._read()).get("id") != self._number:
            pass
        if "error" in answer:
            raise BrowserError(f"{method}: {answer['error'].get('message')}")
        result: dict[str, Any] = answer["result"]
        return result

    def _read(self) -> dict[str, Any]:
        """The next message; events are kept as well."""
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._from], [], [], PATIENCE)
            data = os.read(self._from, 1 << 20) if ready else b""
            if not data:
                raise BrowserError("Chromium ended" if ready else f"Chromium did not answer for {PATIENCE} s")
            self._rest += data
        message, _, self._rest = self._rest.partition(b"\0")
        read: dict[str, Any] = json.loads(message)
        if "method" in read:
            self._events.append(read)
        return read


def _start(program: str, profile: Path) -> tuple[subprocess.Popen[bytes], int, int]:
    """Chromium reading commands from its descriptor 3 and answering on 4; returns it with our two ends."""
    theirs_in, to = os.pipe()
    own, theirs_out = os.pipe()
    high_in, high_out = (fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 20) for end in (theirs_in, theirs_out))

    def connect() -> None:
        os.dup2(high_in, 3)
        os.dup2(high_out, 4)

    command: Sequence[str] = (program, *FLAGS, "--remote-debugging-pipe", f"--user-data-dir={profile}", "about:blank")
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, pass_fds=(3, 4), preexec_fn=connect
    )
    for end in (theirs_in, theirs_out, high_in, high_out):
        os.close(end)
    return process, to, own


def _complaint(event: dict[str, Any], address: str) -> list[str]:
    """An event as a sentence, if it is one a page must not cause."""
    method, about = event["method"], event["params"]
    if method == "Runtime.exceptionThrown":
        details = about["exceptionDetails"]
        return [f"script error: {details.get('exception', {}).get('description', details['text']).splitlines()[0]}"]
    if method == "Runtime.consoleAPICalled" and about["type"] in ("error", "warning", "assert"):
        return [f"console {about['type']}: {' '.join(str(part.get('value')) for part in about['args'])}"]
    if method == "Log.entryAdded" and about["entry"]["level"] in ("error", "warning"):
        return [f"console {about['entry']['level']}: {about['entry']['text']}"]
    if method == "Network.requestWillBeSent":
        asked = about["request"]["url"]
        return [] if asked == address or asked.startswith("data:") else [f"request for {asked}"]
    return []
