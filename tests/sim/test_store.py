from __future__ import annotations

import errno
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from simcli.base.files import write_atomically
from simcli.errors import RunFolderError, StoppedError, UserError
from simcli.sim.blocks import Piece
from simcli.sim.folder.store import Store, disk_error, read_run
from simcli.tally_parts import LAYOUT_VERSION


def filled(folder: Path, plan, flat_of, numbers=range(3)) -> Path:
    with Store(folder, plan) as store:
        for number in numbers:
            batch = plan.batch(number)
            store.append(Piece(number, batch.first_deal, batch.deals, flat_of(plan, number)))
    return folder


def kept(folder: Path, plan) -> list[int]:
    with Store(folder, plan) as store:
        return [b.number for b in store.batches()]


def test_batches_come_back_as_they_were_appended(tmp_path: Path, plan_of, flat_of) -> None:
    plan = plan_of(deals=30)
    folder = filled(tmp_path / "run", plan, flat_of, (2, 0, 1))
    with Store(folder, plan) as store:
        back = list(store.batches())
    assert [(b.number, b.first_deal, b.deals) for b in back] == [(2, 20, 10), (0, 0, 10), (1, 10, 10)]
    assert all(np.array_equal(b.flat, flat_of(plan, b.number)) for b in back)
    assert sorted(p.name for p in folder.iterdir()) == ["batches.log", "run.json"]


def test_every_torn_tail_is_dropped_and_the_log_goes_on_after_it(tmp_path: Path, plan_of, flat_of) -> None:
    plan = plan_of(deals=30)
    log = filled(tmp_path / "run", plan, flat_of) / "batches.log"
    whole = log.read_bytes()
    ends = [i + 1 for i, byte in enumerate(whole) if byte == ord("\n")]
    for size in range(ends[1], len(whole)):
        log.write_bytes(whole[:size])
        assert kept(log.parent, plan) == [0, 1]
        assert log.stat().st_size == ends[1]
    assert kept(filled(log.parent, plan, flat_of, (2,)), plan) == [0, 1, 2]
    assert log.read_bytes() == whole


def test_damage_before_the_last_line_is_refused_and_nothing_is_changed(tmp_path: Path, plan_of, flat_of) -> None:
    plan = plan_of(deals=30)
    log = filled(tmp_path / "run", plan, flat_of) / "batches.log"
    whole = log.read_bytes()
    for place in range(0, whole.rindex(b"\n", 0, -1), 7):
        damaged = bytearray(whole)
        damaged[place] ^= 1
        log.write_bytes(bytes(damaged))
        with pytest.raises(RunFolderError, match="damaged at byte"), Store(log.parent, plan):
            pass
        assert log.read_bytes() == bytes(damaged)
    assert not (log.parent / "run.lock").exists()


@pytest.mark.parametrize("n_lines", [1, 3])
def test_the_log_of_another_seed_is_refused_with_the_likely_cause(tmp_path: Path, plan_of, flat_of, n_lines: int) -> None:
    plan = plan_of(deals=30)
    other = replace(plan, run=replace(plan.run, seed=2))
    log = filled(tmp_path / "run", plan, flat_of) / "batches.log"
    foreign = filled(tmp_path / "other", other, flat_of, range(n_lines)) / "batches.log"
    log.write_bytes(foreign.read_bytes())
    with (
        pytest.raises(RunFolderError, match="the log of another run \\(another seed, config or version of simcli\\)"),
        Store(log.parent, plan),
    ):
        pass
    assert log.read_bytes() == foreign.read_bytes()


@pytest.mark.parametrize("change", [{"deals": 5}, {"games": 7}, {"first": 20}])
def test_a_line_whose_checksum_is_right_must_still_be_a_batch_of_the_plan(tmp_path: Path, plan_of, flat_of, change) -> None:
    plan = plan_of(deals=30)
    flat = flat_of(plan, 1)
    flat[1] = change.get("games", flat[1])
    with Store(tmp_path / "run", plan) as store:
        store.append(Piece(1, change.get("first", 10), change.get("deals", 10), flat))
    with pytest.raises(RunFolderError, match="damaged at byte 0"), Store(tmp_path / "run", plan):
        pass


def test_a_folder_of_an_older_layout_is_refused_in_words(tmp_path: Path, plan_of, flat_of) -> None:
    plan = plan_of(deals=30)
    file = filled(tmp_path / "run", plan, flat_of) / "run.json"
    data = json.loads(file.read_text("utf-8"))
    for layout, what in ((None, "before this version of simcli"), (LAYOUT_VERSION + 1, "by another version of simcli")):
        older = {key: value for key, value in (data | {"layout": layout}).items() if value is not None}
        file.write_text(json.dumps(older), "utf-8")
        with pytest.raises(RunFolderError, match=f"was made {what}.*play it again in a new folder"), Store(file.parent, plan):
            pass


def test_a_run_json_that_was_changed_is_refused(tmp_path: Path, plan_of, flat_of) -> None:
    plan = plan_of(deals=30)
    file = filled(tmp_path / "run", plan, flat_of) / "run.json"
    file.write_text(file.read_text("utf-8").replace('"deals": 30', '"deals": 31'), "utf-8")
    with pytest.raises(RunFolderError, match="does not match its checksum"):
        read_run(file.parent)


def test_a_folder_holds_one_identity_one_batch_size_and_one_kind_of_records(tmp_path: Path, plan_of, flat_of, run_of) -> None:
    plan = plan_of(deals=30)
    folder = filled(tmp_path / "run", plan, flat_of)
    other = replace(plan, run=replace(plan.run, seed=2))
    for wrong, records, what in (
        (other, False, "holds another run"),
        (replace(plan, batch_deals=20), False, "batches of 10 deals"),
        (plan, True, "without --records"),
    ):
        with pytest.raises(RunFolderError, match=what), Store(folder, wrong, records=records):
            pass
    assert kept(folder, plan) == [0, 1, 2]
    assert read_run(folder)["run"]["identity"] == plan.run.identity()


def test_only_one_writer_at_a_time(tmp_path: Path, plan_of, flat_of) -> None:
    plan = plan_of(deals=30)
    with Store(tmp_path / "run", plan):
        with pytest.raises(RunFolderError, match="another simcli is writing"), Store(tmp_path / "run", plan):
            pass
        assert (tmp_path / "run" / "run.lock").exists()
    assert kept(filled(tmp_path / "run", plan, flat_of), plan) == [0, 1, 2]


def test_a_folder_of_something_else_is_refused(tmp_path: Path, plan_of) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear", "utf-8")
    with pytest.raises(RunFolderError, match=r"holds letter\.txt"), Store(tmp_path / "mine", plan_of()):
        pass
    assert [p.name for p in (tmp_path / "mine").iterdir()] == ["letter.txt"]


def test_a_new_folder_goes_away_again_when_the_user_must_change_something(tmp_path: Path, plan_of) -> None:
    with pytest.raises(UserError), Store(tmp_path / "run", plan_of()):
        raise UserError.of("mine.py", "does not work")
    assert not (tmp_path / "run").exists()


def test_a_new_batch_takes_the_old_summary_and_page_away(tmp_path: Path, plan_of, flat_of) -> None:
    plan = plan_of(deals=30)
    folder = filled(tmp_path / "run", plan, flat_of, (0,))
    made = [folder / "summary.json", folder / "report.html"]
    for file in made:
        file.write_text("{}", "utf-8")
    assert kept(folder, plan) == [0]
    assert all(file.exists() for file in made)
    filled(folder, plan, flat_of, (1,))
    assert not any(file.exists() for file in made)


class FullDisk:
    """A log file on a disk that takes only so many bytes."""

    def __init__(self, file, room: int) -> None:
        self.file, self.room = file, room

    def write(self, data: bytes) -> int:
        if self.room == 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        written = self.file.write(data[: self.room])
        self.room -= written
        return int(written)

    def __getattr__(self, name: str):
        return getattr(self.file, name)


@pytest.mark.parametrize("room", [0, 1, 50])
def test_a_full_disk_keeps_what_was_finished(tmp_path: Path, plan_of, flat_of, room: int) -> None:
    plan = plan_of(deals=30)
    folder = filled(tmp_path / "run", plan, flat_of, (0,))
    before = (folder / "batches.log").read_bytes()
    with Store(folder, plan) as store:
        store._log = FullDisk(store._log, room)
        with pytest.raises(StoppedError, match="No space left"):
            store.append(Piece(1, 10, 10, flat_of(plan, 1)))
    assert (folder / "batches.log").read_bytes() == before
    assert kept(filled(folder, plan, flat_of, (1,)), plan) == [0, 1]


def test_what_a_failed_write_means(tmp_path: Path) -> None:
    assert isinstance(disk_error(tmp_path, OSError(errno.ENOSPC, "full")), StoppedError)
    assert isinstance(disk_error(tmp_path, PermissionError(errno.EACCES, "no")), RunFolderError)


@pytest.mark.parametrize("text", ["", "[]", "{}", json.dumps({"run": [], "batch_deals": 1, "records": True})])
def test_a_run_json_that_simcli_did_not_write_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "run.json").write_text(text, "utf-8")
    with pytest.raises(RunFolderError):
        read_run(tmp_path)


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    write_atomically(tmp_path / "a", b"old")
    with pytest.raises(TypeError):
        write_atomically(tmp_path / "a", "no bytes")  # type: ignore[arg-type]
    assert (tmp_path / "a").read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["a"]


def test_a_run_that_cannot_be_played_leaves_none_of_the_folders_it_has_made(tmp_path: Path, plan_of) -> None:
    plan = plan_of()
    with pytest.raises(UserError), Store(tmp_path / "reports" / "mine" / "run", plan):
        raise UserError.of("here", "cannot be played")
    assert not (tmp_path / "reports").exists()
    (tmp_path / "reports").mkdir()
    with pytest.raises(UserError), Store(tmp_path / "reports" / "run", plan):
        raise UserError.of("here", "cannot be played")
    assert list((tmp_path / "reports").iterdir()) == []
