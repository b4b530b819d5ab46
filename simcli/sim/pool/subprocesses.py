"""The cores there are, and calls of a function in a fresh interpreter: for measurements, and for compiling several games at once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

from simcli.errors import SimcliError

CHILD = """
import importlib, json, sys
from simcli.base.gc_settings import collect_seldom, leave_all
collect_seldom()
request = json.load(sys.stdin)
function = getattr(importlib.import_module(request["module"]), request["function"])
print(json.dumps(function(**request["arguments"])))
leave_all()
"""


def usable_cores() -> int:
    """Cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def call_in_subprocess(
    module: str, function: str, arguments: dict[str, Any], environment: dict[str, str] | None = None, seconds: float | None = None
) -> Any:
    """What `module.function(**arguments)` returns in a new process; arguments and result are JSON.

    SimcliError when it does not start, fails, or takes longer than `seconds`.
    """
    request = json.dumps({"module": module, "function": function, "arguments": arguments})
    command, env = [sys.executable, "-c", CHILD], os.environ | (environment or {})
    try:
        done = subprocess.run(command, input=request, capture_output=True, text=True, env=env, check=False, timeout=seconds)
    except OSError as error:
        raise SimcliError(f"{function}() did not start: {error.strerror}") from error
    except subprocess.TimeoutExpired:
        raise SimcliError(f"{function}() was not done after {seconds:g} seconds") from None
    if done.returncode != 0:
        last = (done.stderr.strip() or f"exit code {done.returncode}").splitlines()[-1]
        raise SimcliError(f"{function}({', '.join(map(str, arguments.values()))}) failed: {last}")
    return json.loads(done.stdout.splitlines()[-1])
