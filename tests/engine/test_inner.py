"""Kernels that only other kernels call: linked into the entries, each once."""

from __future__ import annotations

import subprocess
import sys

CALLS = """
from simcli.engine.kernel import entry, kernel

@kernel
def leaf(x):
    return x * 3 + 1

@kernel
def never_calls_it(x):
    return leaf(x) if x != x else x

@kernel
def calls_it(x):
    return leaf(x) + 1

@kernel
def between(x):
    return calls_it(x)

@kernel
def root(x):
    return between(x) + never_calls_it(x)

@kernel
def door(x):
    return root(x)

print(entry(door)(5))
"""


def test_a_kernel_is_linked_though_its_first_caller_never_calls_it() -> None:
    """A call that cannot happen is removed early, and the linker leaves out what nobody calls: the next caller once called nothing."""
    done = subprocess.run([sys.executable, "-c", CALLS], capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout) == (0, "22\n"), done.stderr
