"""Text files in, frozen models out; every problem knows its file, line, column and the nearest valid name."""

from __future__ import annotations

from simcli.config.players.strategies import Strategy
from simcli.config.players.strategy_files import shipped_strategies
from simcli.config.run.check import check_paths
from simcli.config.run.resolve import load_config
from simcli.config.run.resolved import ReportTexts, ResolvedRun

__all__ = ["ReportTexts", "ResolvedRun", "Strategy", "check_paths", "load_config", "shipped_strategies"]
