"""The catalogue of studies: the folders beside this file, and what other packages bring by the entry point group `simcli.studies`.

A study is a package. Its `__init__` says where it stands in the list of commands (`IN_HELP`), `command` has the command and its `EXAMPLES`,
`page` its records with their page and main table, `in_run` what the page of a run shows of it, `api` its function for Python.
Nothing of another package is imported before it is asked for.
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
    if study not in study_names():
        return None
    package = f"simcli.studies.{study}" if study in SHIPPED else _package_of(study)
    if importlib.util.find_spec(f"{package}.{file}") is None:
        return None
    if study in SHIPPED:
        return importlib.import_module(f"{package}.{file}")
    try:
        return importlib.import_module(f"{package}.{file}")
    except Exception as error:  # the code of another package: whatever is wrong with it is said with its name
        raise _broken(study, f"{type(error).__name__}: {error}") from error


def _package_of(study: str) -> str:
    """The package that brings a study of other packages."""
    package = installed(STUDIES)[study].value
    try:
        found = importlib.util.find_spec(package)
    except ImportError as error:
        raise _broken(study, str(error)) from error
    if found is None or found.submodule_search_locations is None:
        raise _broken(study, f"there is no package '{package}'")
    return package


def _broken(study: str, why: str) -> UserError:
    where = f"{STUDIES} {study} = {installed(STUDIES)[study].value}"
    return UserError.of(where, f"the package does not bring its study: {why}", "install it again, or mend it")
