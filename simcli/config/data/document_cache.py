"""Documents of a game's data files kept on the disk: finding the place of each value is a fifth of the start of a larger game."""

from __future__ import annotations

import hashlib
import pickle
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import ruamel.yaml

from simcli import errors
from simcli.base.files import kept_in_cache
from simcli.config.yaml import document as yaml_marks
from simcli.config.yaml import nodes as yaml_nodes
from simcli.config.yaml import scalars as yaml_scalars
from simcli.config.yaml.document import Document

READERS = (errors, yaml_marks, yaml_nodes, yaml_scalars)
"""Modules that decide what a document is."""


def kept(raw: Mapping[str, bytes], read: Callable[[], dict[str, Document]]) -> dict[str, Document]:
    """What `read` makes of files with these names and contents: from the disk if it has been read before, else read and kept.

    Where nothing can be written all is read again; UserError of `read` is passed on, and nothing kept.
    """
    digest = hashlib.sha256(_readers())
    for name, content in raw.items():
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    data = kept_in_cache("documents", digest.hexdigest()[:32], lambda: pickle.dumps(read(), protocol=5))
    documents: dict[str, Document] = pickle.loads(data or b"")
    return documents


@cache
def _readers() -> bytes:
    sources = b"".join(Path(str(module.__file__)).read_bytes() for module in READERS)
    return hashlib.sha256(sources + f"{ruamel.yaml.__version__} {sys.version}".encode()).digest()
