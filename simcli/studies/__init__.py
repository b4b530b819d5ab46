"""The catalogue of studies: the folders beside this file, and what other packages bring by the entry point group `simcli.studies`.

A study is a package. Its `__init__` says its group and place in the list of commands (`IN_HELP`) and which other studies' modules it uses
(`BUILDS_ON`), `command` has the command and its `EXAMPLES`,
`page` its records with their page and main table, `in_run` what the page of a run shows of it, `in_check` what `simcli check`
reports of the games of a strategy (`told`), and of a game (`of_game`), `api` its function for Python.
Nothing of another package is imported before it is needed.
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from types import ModuleType

from simcli.base.entry_points import STUDIES, installed
from simcli.errors import UserError

SHIPPED = tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))
"""Names of the studies that come with simcli: a folder each."""


def study_names() -> tuple[str, ...]:
    """All known studies, shipped ones first."""
    return tuple(dict.fromkeys((*SHIPPED, *installed(STUDIES))))


def module_of(study: str, file: str) -> ModuleType | None:
    """The module `file` of a study; None where the study, or the study's file, is not there.

    UserError where another package does not bring the study that its entry point names, or cannot be imported.
    """
    if study in SHIPPED:
        return _module(f"simcli.studies.{study}", file)
    entry = installed(STUDIES).get(study)
    if entry is None:
        return None
    try:
        return _module(entry.value, file)
    except Exception as error:  # the code of another package: whatever is wrong with it is said with its name
        what = f"the package does not bring its study: {type(error).__name__}: {error}"
        raise UserError.of(f"{STUDIES} {study} = {entry.value}", what, "install it again, or mend it") from error


def _module(package: str, file: str) -> ModuleType | None:
    name = f"{package}.{file}"
    return importlib.import_module(name) if importlib.util.find_spec(name) else None
