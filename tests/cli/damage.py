"""Damage to files, and configs as no one would write them; all by a seeded generator."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

JUNK = ("[", "}", "- a", ": 1", "!!x", "&a *a", "\x1b", "\\", '"', "{a: 1}", "1e999", ".nan", "~", "0x10", "'", "|", "> ", "%", "\u202e")
JUNK += ("@", "`", "💩", "\x00", "\t", "---", '"\\ud800"', "<<: *a")
NUMBERS = ("0", "-1", "1", "99", "1000000000", "1" + "0" * 20, "1.5", "1" + "0" * 400)
KEYS = (
    "zz",
    "[]",
    "{}",
    "null",
    "true",
    "players",
    "seed",
    "options",
    "patch",
    "variants",
    "every",
    "restrict",
    "report",
    "until",
    "tables",
)


def damaged_bytes(data: bytes, rng: random.Random) -> bytes:
    """One to three small faults of a disk or an editor."""
    data = bytearray(data)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(data) + 1)
        kind = rng.randrange(7)
        if kind == 0 and at < len(data):
            data[at] ^= 1 << rng.randrange(8)
        elif kind == 1:
            data[at : at + 1] = b""
        elif kind == 2:
            data[at:at] = bytes([rng.randrange(256)])
        elif kind == 3:
            del data[at:]
        elif kind == 4:
            data[at : at + 512] = bytes(len(data[at : at + 512]))
        elif kind == 5:
            data[at:at] = data[at : at + rng.randrange(200)]
        else:
            digits = [m.start() for m in re.finditer(rb"[0-9]", data)]
            if digits:
                data[rng.choice(digits)] = ord(rng.choice("0123456789"))
    return bytes(data)


def damaged_lines(data: bytes, rng: random.Random) -> bytes:
    """Whole lines lost, doubled or exchanged."""
    lines = data.splitlines(keepends=True)
    if not lines:
        return b""
    i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
    kind = rng.randrange(4)
    if kind == 0:
        del lines[i]
    elif kind == 1:
        lines.insert(j, lines[i])
    elif kind == 2:
        lines[i], lines[j] = lines[j], lines[i]
    else:
        del lines[i:]
    return b"".join(lines)


def damage_folder(folder: Path, others: list[Path], rng: random.Random) -> str:
    """Damages one file of a run folder, or exchanges it with that of another run; says what was done."""
    name = rng.choice(("batches.log", "batches.log", "run.json", "summary.json", "board.json", "board.svg"))
    file = folder / name
    kind = rng.randrange(10)
    if kind == 0 and (source := rng.choice(others) / name).exists():
        shutil.copyfile(source, file)
        return f"{name} of another run"
    if kind == 1:
        file.unlink(missing_ok=True)
        return f"no {name}"
    if not file.exists():
        file.write_bytes(rng.randbytes(rng.randrange(300)))
        return f"made up {name}"
    change = damaged_lines if kind in (2, 3) else damaged_bytes
    file.write_bytes(change(file.read_bytes(), rng))
    return f"{change.__name__} of {name}"


def fuzzed_config(text: str, rng: random.Random) -> bytes:
    """A config with one to four faults."""
    for _ in range(rng.randint(1, 4)):
        lines = text.split("\n")
        i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
        at, kind = rng.randrange(len(lines[i]) + 1), rng.randrange(7)
        if kind == 0:
            del lines[i]
        elif kind == 1:
            lines[i] = lines[i].replace(":", ": x", 1)
        elif kind == 2:
            lines[i] = re.sub(r"\d+", lambda _: rng.choice(NUMBERS), lines[i])
        elif kind == 3 and (words := re.findall(r"[a-z_]{3,}", lines[i])):
            lines[i] = lines[i].replace(rng.choice(words), rng.choice(KEYS))
        elif kind == 4:
            lines[i], lines[j] = lines[j], lines[i]
        elif kind == 5:
            lines[i] = lines[i][:at] + rng.choice(JUNK) + lines[i][at:]
        else:
            lines[i] = lines[i][:at] + lines[i][at + 1 :]
        text = "\n".join(lines) or " "
    data = bytearray(text.encode())
    if rng.random() < 0.1:
        data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data)
