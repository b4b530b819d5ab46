"""Draws charts in a process of its own: jobs as JSON on stdin, drawings as JSON on stdout. Knows nothing of simcli.

The drawing engine reserves address space by the terabyte. Where a limit forbids it the process dies without a word, and nothing but the
picture is lost.
"""

import json
import sys
from collections.abc import Mapping
from typing import Any

import vl_convert


def drawn(job: Mapping[str, Any]) -> object:
    """`{"version", "config", "specs"}` becomes a list of SVG texts, with `bundle` the scripts of a page."""
    if job.get("bundle"):
        return vl_convert.javascript_bundle(vl_version=job["version"])  # type: ignore[call-arg]  # its stub lacks the default
    return [vl_convert.vegalite_to_svg(spec, vl_version=job["version"], config=job["config"]) for spec in job["specs"]]


if __name__ == "__main__":
    json.dump(drawn(json.load(sys.stdin)), sys.stdout)
