"""Text files in, frozen models out; every problem knows its file, line, column and the nearest valid name."""

from __future__ import annotations

from simcli.config.check import check_paths
from simcli.config.resolve import load_config
from simcli.config.resolved import ReportTexts, ResolvedRun
from simcli.config.strategies import Strategy
from simcli.config.strategy_files import shipped_strategies

__all__ = ["ReportTexts", "ResolvedRun", "Strategy", "check_paths", "load_config", "shipped_strategies"]
