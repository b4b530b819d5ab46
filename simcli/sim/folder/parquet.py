"""Parquet files, by an extra that need not be installed: columns as numpy and Python have them."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcli.base.files import write_atomically
from simcli.errors import UserError

ENDING = ".parquet"


class Named(NamedTuple):
    """A column of names: the number of each row's name among `names`, -1 for none."""

    numbers: NDArray[np.int64]
    names: Sequence[str]


def require_parquet(option: str = "--records") -> None:
    """UserError at the option that asks for it when the extra is not installed."""
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise UserError.of(option, "needs pyarrow, which is not installed", "pip install 'simcli-games[parquet]'") from None


def arrow_column(values: object) -> object:
    """A column as pyarrow has it: of an array, a masked one with nulls, a list of texts, or `Named`."""
    import pyarrow as pa

    if isinstance(values, Named):
        return pa.DictionaryArray.from_arrays(
            pa.array(values.numbers.astype(np.int32), mask=values.numbers < 0), pa.array(values.names, pa.string())
        )
    if isinstance(values, np.ma.MaskedArray):
        return pa.array(values.data, mask=np.ma.getmaskarray(values))
    return pa.array(values, pa.string()) if isinstance(values, list) else pa.array(values)


def write_parquet(file: Path, groups: Iterable[Mapping[str, object]]) -> None:
    """Writes a file atomically, a row group for each group of columns: the same names and kinds in each. OSError when it cannot be."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    buffer, writer = io.BytesIO(), None
    for columns in groups:
        table = pa.table({name: arrow_column(values) for name, values in columns.items()})
        if writer is None:
            writer = pq.ParquetWriter(buffer, table.schema, compression="zstd")
        writer.write_table(table)
    assert writer is not None, "a file has columns"
    writer.close()
    write_atomically(file, buffer.getvalue())
