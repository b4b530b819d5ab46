"""Draws charts in a process of its own: jobs as JSON on stdin, what came of them as JSON on stdout. Knows nothing of simcli.

The drawing engine reserves address space by the terabyte. Where a limit forbids it the process dies without a word, and nothing but the
picture is lost.
"""

import json
import sys
from typing import Any


def main() -> None:
    """`{"version", "config", "specs"}` becomes a list of SVG texts, with `bundle` the scripts of a page."""
    import vl_convert

    job: dict[str, Any] = json.load(sys.stdin)
    if job.get("bundle"):
        made: Any = vl_convert.javascript_bundle(vl_version=job["version"])  # type: ignore[call-arg]  # its stub lacks the default
    else:
        made = [vl_convert.vegalite_to_svg(spec, vl_version=job["version"], config=job["config"]) for spec in job["specs"]]
    json.dump(made, sys.stdout)


if __name__ == "__main__":
    main()
