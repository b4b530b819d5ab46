"""Prints the dev group of pyproject.toml, one quoted requirement after another (pip before 25.1 has no --group)."""

import tomllib
from pathlib import Path

groups = tomllib.loads(Path(__file__).parents[1].joinpath("pyproject.toml").read_text("utf-8"))["dependency-groups"]
print(" ".join(f"'{requirement}'" for requirement in groups["dev"]))
