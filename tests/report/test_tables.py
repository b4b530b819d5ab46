"""DataFrames, CSV files and the terminal table."""

import io

import pandas as pd
from rich.console import Console
from synthetic import META, fake_cell

from simcli.report.tables import FRAMES, items_frame, scores_frame, seats_frame, strategies_frame, terminal_table, write_csv
from simcli.stats.balance import summarise


def printed(summary, width=120):
    console = Console(width=width, file=io.StringIO(), color_system=None)
    console.print(terminal_table(summary))
    return console.file.getvalue()


def test_frames_have_a_row_for_each_thing(summary_of):
    summary = summary_of("large")
    assert len(strategies_frame(summary)) == 12 * 4
    assert len(seats_frame(summary)) == 3 + 4 + 5 + 6
    assert len(items_frame(summary)) == 26 * 4
    row = strategies_frame(summary).iloc[0]
    assert (row["players"], row["strategy"], row["win_share"]) == (3, "balanced", summary["cells"][0]["strategies"][0]["win_share"][1])


def test_the_histogram_frame_counts_every_player_game(summary_of):
    summary = summary_of("small")
    counted = scores_frame(summary).groupby("strategy")["player_games"].sum()
    assert {row["name"]: row["player_games"] for row in summary["cells"][0]["strategies"]} == counted.to_dict()


def test_csv_files_read_back(summary_of, tmp_path):
    files = write_csv(summary_of("small"), tmp_path)
    assert [file.stem for file in files] == [name for name in FRAMES if name not in ("variants", "bans")]
    back = pd.read_csv(tmp_path / "strategies.csv")
    assert list(back["win_share"]) == list(strategies_frame(summary_of("small"))["win_share"])
    assert b"\r" not in (tmp_path / "strategies.csv").read_bytes()


def test_frames_and_terminal_survive_missing_numbers(any_summary, tmp_path):
    write_csv(any_summary, tmp_path)
    text = printed(any_summary)
    assert "None" not in text
    assert "nan" not in text


def test_the_terminal_shows_interval_even_share_and_verdict(summary_of):
    text = printed(summary_of("small"))
    best = max(summary_of("small")["cells"][0]["strategies"], key=lambda row: row["win_share"][1])
    line = next(line for line in text.splitlines() if best["name"] in line)
    assert f"{100 * best['win_share'][1]:.1f} %" in line
    assert f"[{100 * best['win_share'][0]:.1f}, {100 * best['win_share'][2]:.1f}]" in line
    assert "25 %" in line
    assert "Seats: " in text


def test_names_are_not_read_as_markup():
    summary = summarise(META, [fake_cell(3, ("[red]a[/red]", "b"), deals=20)])
    assert "[red]a[/red]" in printed(summary)
