"""Documents of files that have been read before, from the disk: reading YAML takes far longer than its pickle."""

from __future__ import annotations

import hashlib
import pickle
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TypeVar

import ruamel.yaml

from simcli import errors
from simcli.base.files import kept_in_cache
from simcli.config.yaml.document import Document

Read = TypeVar("Read", dict[str, Document], list[Document])


def kept(raw: Mapping[str, bytes], read: Callable[[], Read]) -> Read:
    """What `read` makes of files with these names and contents: from the disk if it has been read before, else read and kept.

    Where nothing can be written all is read again; UserError of `read` is passed on, and nothing kept.
    """
    digest = hashlib.sha256(_readers())
    for name, content in raw.items():
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    data = kept_in_cache("documents", digest.hexdigest()[:32], lambda: pickle.dumps(read(), protocol=5))
    documents: Read = pickle.loads(data or b"")
    return documents


@cache
def _readers() -> bytes:
    """Digest of what decides what a document is."""
    sources = [Path(str(errors.__file__)), *sorted(Path(__file__).parent.glob("*.py"))]
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources) + f"{ruamel.yaml.__version__} {sys.version}".encode()).digest()
