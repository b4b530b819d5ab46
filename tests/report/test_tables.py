"""DataFrames, CSV files and the terminal table."""

import io

import pandas as pd
from rich.console import Console

from simcli.report.table.csv import CsvTable
from simcli.stats.balance import summarise
from simcli.studies.run.findings import answer
from simcli.studies.run.frames import TABLES
from simcli.studies.run.terminal import terminal_table
from tests.report.pages import csv_text, frame, write_csv
from tests.stats.synthetic import META, fake_cell


def printed(summary, width=120):
    console = Console(width=width, file=io.StringIO(), color_system=None)
    console.print(terminal_table(summary, answer(summary), wide=True))
    return console.file.getvalue()


def test_frames_have_a_row_for_each_thing(summary_of):
    summary = summary_of("large")
    assert len(frame(summary, "strategies")) == 12 * 4
    assert len(frame(summary, "seats")) == 3 + 4 + 5 + 6
    assert len(frame(summary, "items")) == 26 * 4
    assert list(frame(summary, "items")["held"]) == [row.held for cell in summary.cells for row in cell.items]
    uses = frame(summary, "strategy_items")
    assert len(uses) == 12 * 26 * 4
    assert list(uses["held"]) == [held.value for cell in summary.cells for row in cell.strategies for held in row.held.values()]
    assert len(frame(summary_of("one strategy"), "strategy_items")) == 0
    row = frame(summary, "strategies").iloc[0]
    assert (row["players"], row["strategy"], row["win_share"]) == (3, "balanced", summary.cells[0].strategies[0].win_share.value)


def test_the_histogram_frame_counts_every_player_game(summary_of):
    summary = summary_of("small")
    counted = frame(summary, "scores").groupby("strategy")["player_games"].sum()
    assert {row.name: row.player_games for row in summary.cells[0].strategies} == counted.to_dict()


def test_csv_files_read_back(summary_of, tmp_path):
    files = write_csv(summary_of("small"), tmp_path)
    assert [file.stem for file in files] == sorted(
        name for name in TABLES if name not in ("variants", "differences", "bans", "cards", "feel", "lead", "regret", "reply", "variety")
    )
    back = pd.read_csv(tmp_path / "strategies.csv")
    assert list(back["win_share"]) == list(frame(summary_of("small"), "strategies")["win_share"])
    assert b"\r" not in (tmp_path / "strategies.csv").read_bytes()


def test_a_csv_file_is_the_frame_as_pandas_writes_it(any_summary):
    for name in TABLES:
        assert csv_text(any_summary, name) == frame(any_summary, name).to_csv(index=False, lineterminator="\n")


def test_texts_in_csv_are_quoted_and_numbers_keep_all_their_digits(monkeypatch):
    rows = [
        {"name": 'a, "b"', "x": 0.1 + 0.2, "n": 3, "w": 10**12, "is": True},
        {"name": "\x1b[2J", "x": 1e-7, "n": None, "w": None, "is": False},
    ]
    monkeypatch.setitem(TABLES, "odd", CsvTable(lambda _: iter([*rows, {"late": "x"}]), ("w",)))
    assert csv_text(META, "odd").split("\n") == [
        "name,x,n,w,is,late",
        '"a, ""b""",0.30000000000000004,3.0,1000000000000,True,',
        "\\x1b[2J,1e-07,,,False,",
        ",,,,,x",
        "",
    ]


def test_frames_and_terminal_survive_missing_numbers(any_summary, tmp_path):
    write_csv(any_summary, tmp_path)
    text = printed(any_summary)
    assert "None" not in text
    assert "nan" not in text


def test_the_terminal_shows_interval_even_share_and_verdict(summary_of):
    text = printed(summary_of("small"))
    best = max(summary_of("small").cells[0].strategies, key=lambda row: row.win_share.value)
    line = next(line for line in reversed(text.splitlines()) if line.startswith(best.name))
    assert f"{100 * best.win_share.value:.1f} %" in line
    assert f"[{100 * best.win_share.low:.1f}, {100 * best.win_share.high:.1f}]" in line
    assert "25 %" in line
    assert "Seats: " in text


def test_names_are_not_read_as_markup():
    summary = summarise(META, [fake_cell(3, ("[red]a[/red]", "b"), deals=20)])
    assert "[red]a[/red]" in printed(summary)
