"""The run folder: what was asked (run.json), and a log of finished batches.

A line of `batches.log` is `number first_deal deals checksum payload`: base64 of the zlib-packed int64 tally, little endian, of one batch or
of those of several rounds (`sim.blocks`); or `end batches deals stopped_by checksum -`: the batches that are the result of a run, and its
most deals. The checksum covers the run's identity, the size of its batches and the layout of its tallies, so that no line of another run
passes for one of this. Lines are added as batches are finished. Now and then, and at the end, the log is written again in one step with the
rounds of each block as one line (`Store.fold`): it grows with the logarithm of the deals, and its bytes depend on them alone. A kill leaves
at most a last line without its end, which is dropped; anything else that does not check is refused. Nothing else in the folder is believed:
summary, page, tables and figures are made from this log.
"""

from __future__ import annotations

import base64
import errno
import hashlib
import json
import os
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from simcli.base.files import FULL, PAGE, write_atomically
from simcli.errors import RunFolderError, SimcliError, StoppedError, UserError
from simcli.sim.blocks import Blocks, Piece, Spans
from simcli.sim.folder.identity import refuse_other
from simcli.sim.folder.lock import LOCK, FolderLock
from simcli.sim.folder.names import LOG, RUN, SUMMARY
from simcli.sim.plan import Plan
from simcli.sim.shard import WHOLE, Shard
from simcli.tally_parts import LAYOUT_VERSION

FOLDED = f".{LOG}.part"
"""The log that is being written again."""
FOLD_BYTES = 16_000_000
"""The log is written again when so much was added, or as much as it held then: all in all no more than twice what was added."""
QUESTION = ("tolerance", "report", "steps")
"""Keys of run.json that decide how games are reported, not how they go."""


@dataclass(frozen=True)
class End:
    """How the run ended last: its first `batches` batches were counted, under a cap of `deals`, because of the rule `stopped_by`."""

    batches: int
    deals: int
    stopped_by: str

    def reached(self, plan: Plan) -> int:
        """Deals counted in each cell."""
        return min(self.batches // len(plan.cells) * plan.batch_deals, self.deals)


def checksum(*texts: str) -> str:
    """First 16 hexadecimal digits of the sha256 of the texts."""
    return hashlib.sha256(" ".join(texts).encode()).hexdigest()[:16]


def disk_error(path: Path, error: OSError) -> SimcliError:
    """The error to raise when `path` cannot be written: StoppedError on a full disk, else RunFolderError."""
    message = f"{error.filename or path} cannot be written: {error.strerror or error}"
    if error.errno in FULL:
        return StoppedError(f"{message}; finished batches are kept, make room and run again to go on")
    if error.errno == errno.ENAMETOOLONG:
        return UserError.of("--out", message, "name a folder with fewer letters")
    return RunFolderError(message)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """What writes to `path`; where the disk does not take it, its `disk_error` is raised."""
    try:
        yield
    except OSError as error:
        raise disk_error(path, error) from error


def run_text(data: dict[str, object]) -> str:
    """Text of run.json: the data with the version of the tallies and a checksum over all of it."""
    data = data | {"layout": LAYOUT_VERSION}
    return json.dumps(data | {"check": check_of(data)}, indent=1, ensure_ascii=False) + "\n"


def check_of(data: Mapping[str, object]) -> str:
    """The checksum of a record over all but its own `check`."""
    return checksum(json.dumps({key: value for key, value in data.items() if key != "check"}, sort_keys=True))


def read_run(folder: Path) -> dict[str, Any]:
    """Contents of run.json; RunFolderError when there is none, or it was made by another version or has been changed."""
    path = folder / RUN
    try:
        data = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise RunFolderError(f"{folder} is not a run folder: it has no {RUN}") from None
    except (OSError, ValueError, RecursionError) as error:
        raise RunFolderError(f"{path} cannot be read: {error}") from None
    kinds = {"run": dict, "batch_deals": int, "records": bool}
    if not isinstance(data, dict) or not all(isinstance(data.get(key), kind) for key, kind in kinds.items()):
        raise RunFolderError(f"{path} is not what simcli wrote")
    layout = data.get("layout", 1)
    if layout != LAYOUT_VERSION:
        when = "before this version of simcli, which counts other things" if layout == 1 else "by another version of simcli"
        raise RunFolderError(
            f"{folder} was made {when} (layout {layout!r} of the counts, here {LAYOUT_VERSION}): play it again in a new folder"
        )
    if data.get("check") != check_of(data):
        raise RunFolderError(f"{path} has been damaged or changed: it does not match its checksum")
    if data["batch_deals"] < 1:
        raise RunFolderError(f"{path} is not what simcli wrote: batches of {data['batch_deals']} deals")
    return data


def shard_of(data: Mapping[str, object]) -> Shard | None:
    """Which shard a run.json is of; None of a whole run."""
    return None if data.get("shard") is None else Shard.read(str(data["shard"]), RUN)


def write_run(folder: Path, plan: Plan, *, records: bool, shard: Shard | None = None) -> None:
    """Writes run.json: the question. OSError where the disk does not take it."""
    data = {"run": plan.run.to_json(), "batch_deals": plan.batch_deals, "records": records}
    data |= {} if shard is None else {"shard": str(shard)}
    write_atomically(folder / RUN, run_text(data).encode())


class Store:
    """An open run folder, locked against a second writer. Use as a context manager.

    Raises RunFolderError for a folder that is damaged, in use or another run's, StoppedError on a full disk. A refused folder is
    left as it was, and one made for a run that cannot be played is taken away again.
    """

    def __init__(self, folder: Path, plan: Plan, *, records: bool = False, shard: Shard | None = None) -> None:
        self.folder = folder
        self.plan = plan
        self.records = records
        self.shard = shard
        self.ended: End | None = None
        """How the run ended, when no batch was added since; known after `check`."""
        self._is_noted = self._is_changed = False
        self._log: Any = None
        self._lock = FolderLock(folder)
        self._blocks = Blocks(plan, shard or WHOLE)
        self._end = self._folded = 0

    def __enter__(self) -> Store:
        with writing(self.folder):
            self._lock.take()
        try:
            self._settle_run()
            good = self.check()
            if not (self.folder / RUN).exists():
                self._write_run()
            (self.folder / FOLDED).unlink(missing_ok=True)
            self._open_log()
            self._log.truncate(good)
            self._end = self._log.seek(good)
        except BaseException as error:
            self._lock.release()
            if isinstance(error, OSError):
                raise disk_error(self.folder, error) from error
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._log.close()
        if self._lock.is_new and self._end == 0 and kind is not None and issubclass(kind, UserError):
            (self.folder / LOG).unlink()
            (self.folder / RUN).unlink()
        self._lock.release()

    def _open_log(self) -> None:
        self._log = (self.folder / LOG).open("r+b" if (self.folder / LOG).exists() else "w+b", buffering=0)
        self._end = self._log.seek(0, os.SEEK_END)

    def _settle_run(self) -> None:
        identity = self.plan.run.identity()
        path = self.folder / RUN
        if path.exists():
            existing = read_run(self.folder)
            if existing["run"].get("identity") != identity:
                there, sources = existing["run"].get("identity"), existing["run"].get("sources")
                by, other = f"{self.folder} was played by", f"{self.folder} holds another run"
                refuse_other(there, identity, self.plan.run.game, sources, by=by, other=other)
            if existing["batch_deals"] != self.plan.batch_deals:
                raise RunFolderError(
                    f"{self.folder} was cut into batches of {existing['batch_deals']} deals by another version, "
                    f"this one takes {self.plan.batch_deals}: choose another --out"
                )
            if (held := shard_of(existing)) != self.shard:
                what = "a whole run" if held is None else f"shard {held} of a run"
                hint = "choose another --out" if self.shard or held is None else "`simcli merge` makes one run of all shards"
                raise RunFolderError(f"{self.folder} holds {what}: {hint}")
            if self.records and not existing["records"]:
                raise RunFolderError(f"{self.folder} was begun without --records: choose another --out")
            self.records = existing["records"]
        elif (self.folder / LOG).exists():
            raise RunFolderError(f"{self.folder} has a {LOG} but no {RUN}")
        elif strangers := [p.name for p in self.folder.iterdir() if p.name != LOCK and not p.name.startswith(".")]:
            raise RunFolderError(f"{self.folder} is no run folder and not empty (it holds {min(strangers)}): choose another --out")

    def _write_run(self) -> None:
        """Notes the question. In an existing folder not until something is added, so that what it holds stays as it is."""
        write_run(self.folder, self.plan, records=self.records, shard=self.shard)
        self._is_noted = True

    @cached_property
    def _key(self) -> str:
        """What every checksum covers in addition to its line."""
        return f"{self.plan.run.identity()} {self.plan.batch_deals} {LAYOUT_VERSION}"

    def check(self) -> int:
        """Checks every line of the log; returns the length of the good part. RunFolderError when a whole line is not one of this run."""
        good = 0
        self.ended = None
        for parsed, place in self.checked():
            self.ended = parsed if isinstance(parsed, End) else None
            good = place.stop
        return good

    def checked(self) -> Iterator[tuple[Piece | End, slice]]:
        """What every whole line of the log says, with where it stands. RunFolderError at one that is not of this run."""
        for line, end in self._lines():
            if not line.endswith(b"\n"):
                break  # torn by a kill; only the last can be
            parsed = self._parse(line)
            if parsed is None:
                raise RunFolderError(self._refusal(line, end - len(line)))
            yield parsed, slice(end - len(line), end)

    def _refusal(self, line: bytes, place: int) -> str:
        """Why a line cannot be used. One whose payload unpacks has not suffered: it belongs to another run."""
        log = self.folder / LOG
        try:
            zlib.decompress(base64.b64decode(line.rsplit(b" ", 1)[-1], validate=False))
        except (ValueError, zlib.error):
            return f"{log} is damaged at byte {place}: the line does not match its checksum"
        return (
            f"{log} is damaged at byte {place}, or it is the log of another run (another seed, config or version of simcli) that was put "
            "here: the line is whole, but does not match its checksum for this run"
        )

    def _lines(self) -> Iterator[tuple[bytes, int]]:
        """Lines of the log, each with the place where it ends."""
        path = self.folder / LOG
        if not path.exists():
            return
        end = 0
        with path.open("rb") as file:
            for line in file:
                end += len(line)
                yield line, end

    def _parse(self, line: bytes) -> Piece | End | None:
        try:
            head, check, payload = line.decode("ascii").removesuffix("\n").rsplit(" ", 2)
            if not line.endswith(b"\n") or check != checksum(self._key, head, payload):
                return None
            if head.startswith("end "):
                _, batches, cap, stopped_by = head.split(" ")
                return End(int(batches), int(cap), stopped_by)
            number, first, deals = (int(x) for x in head.split(" "))
            cell = self.plan.cells[number % len(self.plan.cells)]
            packed = base64.b64decode(payload)
            flat = np.frombuffer(zlib.decompressobj().decompress(packed, 8 * cell.layout.size + 1), "<i8").astype(np.int64)
        except (ValueError, zlib.error):
            return None
        piece = Piece(number, first, deals, flat)
        if not self._is_mine(piece) or flat.size != cell.layout.size or (flat[0], flat[1]) != (deals, deals * cell.rotations):
            return None
        return piece

    def _is_mine(self, piece: Piece) -> bool:
        """Whether the run has such a batch, or such rounds of a block."""
        plan, size = self.plan, self.plan.batch_deals
        if piece.number < 0 or piece.deals < 1 or piece.first_deal != piece.number // len(plan.cells) * size:
            return False
        if not (self.shard or WHOLE).has(plan, piece.number):
            return False
        span = self._blocks.span(piece)
        return len(span) == 1 or (piece.deals % size == 0 and span[-1] in self._blocks.at(span.start))

    def batches(self) -> Iterator[Piece]:
        """Finished batches, or sums of several, in the order of the log."""
        return (piece for piece, _ in self._logged())

    def _logged(self) -> Iterator[tuple[Piece, bytes]]:
        """The same, each with its line."""
        for line, _ in self._lines():
            if isinstance(piece := self._parse(line), Piece):
                yield piece, line

    def read(self, place: slice) -> Piece:
        """What the line says that stands there. RunFolderError where it does not any more."""
        with (self.folder / LOG).open("rb") as file:
            file.seek(place.start)
            piece = self._parse(file.read(place.stop - place.start))
        if not isinstance(piece, Piece):
            raise RunFolderError(f"{self.folder / LOG} is being changed: at byte {place.start} another line stands now")
        return piece

    def append(self, piece: Piece, *, flush: bool = True) -> None:
        """Adds finished batches and flushes them to the disk, or leaves that to the next; StoppedError when the disk takes no more."""
        self.note()
        self._append(self.line(piece), flush=flush)
        self.ended = None
        if self._end - self._folded > max(FOLD_BYTES, self._folded):
            self.fold()

    def end(self, end: End) -> None:
        """Notes how the run ended, unless that stands there already, and writes the log again. Errors as `append`."""
        self.note()
        if self.ended != end:
            self._append(self._signed(f"end {end.batches} {end.deals} {end.stopped_by}", "-"))
            self.ended = end
            self.fold()

    def fold(self) -> None:
        """Writes the log again: a line for all rounds of a block that are there, cell by cell in the order of the deals.

        What an end counts stays apart from what lies beyond it. A batch that is short stays, line and all, if the plan or the end has it.
        """
        path = self.folder / FOLDED
        try:
            with path.open("wb") as file:
                for line in self._folded_lines():
                    file.write(line)
                file.flush()
                os.fsync(file.fileno())
            self._log.close()
            path.replace(self.folder / LOG)
        except OSError as error:
            raise disk_error(self.folder / LOG, error) from error
        finally:
            path.unlink(missing_ok=True)
            if self._log.closed:
                self._open_log()
        self._folded = self._end

    def _folded_lines(self) -> Iterator[bytes]:
        n, size, end = len(self.plan.cells), self.plan.batch_deals, self.ended
        blocks = self._blocks
        ended = blocks if end is None else blocks.capped(end.reached(self.plan))
        spans = [Spans(blocks, ended.whole) for _ in range(n)]
        counted = [Spans(blocks) for _ in range(n)]
        """what an end counts of a sum that goes beyond it"""
        beyond: set[int] = set()
        """cells with such a sum"""
        shorts: dict[tuple[int, int], tuple[Piece, bytes]] = {}
        block, cell = blocks.at(0), 0
        for piece, line in self._logged():
            span, mine = blocks.span(piece), piece.number % n
            told = block.stop if mine < cell else block.start
            if piece.deals % size:
                if ended.fits(piece) or blocks.fits(piece):
                    shorts[piece.number, piece.deals] = piece, line
                continue
            if span.start < ended.whole < span.stop:
                beyond.add(mine)
            is_there = span.start < told or not spans[mine].add(span, piece.flat)
            if is_there and mine in beyond and span.stop <= ended.whole < blocks.at(span.start).stop:
                counted[mine].add(span, piece.flat)
            while spans[cell].covers(block):
                yield from (self.line(blocks.piece(cell, *one)) for one in spans[cell].take(block))
                cell = (cell + 1) % n
                block = block if cell else blocks.at(block.stop)
        rest = [blocks.piece(k, *one) for some in (spans, counted) for k in range(n) for one in some[k]]
        rest += (piece for piece, _ in shorts.values())
        for piece in sorted(rest, key=lambda p: (blocks.at(blocks.span(p).start).start, p.number % n, p.number, -p.deals)):
            short, line = shorts.get((piece.number, piece.deals), (None, b""))
            yield line if short is piece else self.line(piece)
        if end is not None:
            yield self._signed(f"end {end.batches} {end.deals} {end.stopped_by}", "-")

    @property
    def asks_otherwise(self) -> bool:
        """Whether run.json asks another question of the same games."""
        existing, now = read_run(self.folder)["run"], json.loads(json.dumps(self.plan.run.to_json()))
        return any(existing.get(key) != now.get(key) for key in QUESTION)

    def note(self) -> None:
        """Before the first change: run.json states the question, and summary and page of another go away."""
        if self._is_changed:
            return
        with writing(self.folder):
            if not self._is_noted:
                self._write_run()
            for name in (SUMMARY, PAGE):
                (self.folder / name).unlink(missing_ok=True)
            self._is_changed = True

    def line(self, piece: Piece) -> bytes:
        """What the log says of finished batches."""
        payload = base64.b64encode(zlib.compress(piece.flat.astype("<i8").tobytes(), 6)).decode("ascii")
        return self._signed(f"{piece.number} {piece.first_deal} {piece.deals}", payload)

    def _signed(self, head: str, payload: str) -> bytes:
        return f"{head} {checksum(self._key, head, payload)} {payload}\n".encode("ascii")

    def _append(self, line: bytes, *, flush: bool = True) -> None:
        try:
            if self._log.write(line) != len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            if flush:
                os.fsync(self._log.fileno())
        except OSError as error:
            with suppress(OSError):
                self._log.truncate(self._end)
            raise disk_error(self.folder / LOG, error) from error
        self._end += len(line)
