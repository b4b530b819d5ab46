"""Pages from the templates of this folder, with one policy: every text is escaped, and only the scripts of simcli run, by their hashes."""

from __future__ import annotations

import base64
import hashlib
import marshal
import sys
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any

from simcli.base.files import kept_in_cache

NAMESPACE = ' xmlns="http://www.w3.org/2000/svg"'
"""Needed by a picture in a file of its own, not in a page."""


def policy(scripts: Sequence[str]) -> str:
    """What a page may load: styles and pictures of its own, and no script but these."""
    named = [f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'" for script in scripts]
    return f"default-src 'none'; style-src 'unsafe-inline'; script-src {' '.join(named)}"


def own(name: str) -> str:
    """The text of a script or template of this folder."""
    return resources.files("simcli.report").joinpath(name).read_text(encoding="utf-8")


def picture(svg: str) -> Any:
    """A picture as markup of a page."""
    from markupsafe import Markup

    return Markup(svg.replace(NAMESPACE, "", 1).strip())


def filled(template: str, scripts: Sequence[str], **values: object) -> str:
    """The page of a template as text."""
    from markupsafe import Markup

    page = _compiled(template)
    return str(page.render(values, policy=Markup(policy(scripts)), scripts=[Markup(script) for script in scripts]))


@cache
def _compiled(name: str) -> Any:
    """The template of a name: its code is made once for all processes."""
    import jinja2

    environment = jinja2.Environment(
        autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined, keep_trailing_newline=True
    )
    text = own(name)
    digest = hashlib.sha256(f"{jinja2.__version__} {sys.version} {text}".encode()).hexdigest()[:32]
    code = kept_in_cache("templates", digest, lambda: marshal.dumps(environment.compile(text)))
    return jinja2.Template.from_code(environment, marshal.loads(code or b""), environment.make_globals(None))
