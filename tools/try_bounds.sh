#!/usr/bin/env bash
# Installs the lowest versions that pyproject.toml allows into an empty environment and uses what rests on each.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${PYTHON:-python3}" -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check uv
"$work/venv/bin/uv" pip install --quiet --python "$work/venv/bin/python" --resolution lowest-direct "$root[parquet,learn,tune]"
cd "$work"
venv/bin/simcli run guildes/plans --players 3 --deals 20 --out run --records --format json > run.json
venv/bin/simcli report run --charts png > /dev/null
venv/bin/simcli report run --format md > /dev/null
venv/bin/simcli trace guildes/plans --deal 1 > /dev/null
venv/bin/simcli tune guildes --players 3 --field balanced --budget 400 --deals 10 --candidates 4 --fresh 100 --quiet
dies='import sys; sys.modules["fcntl"] = None; import os, pathlib; from simcli.sim.folder.lock import FolderLock; '
dies+='lock = FolderLock(pathlib.Path("run")); lock.take(); os._exit(0)'
venv/bin/python -c "$dies" && venv/bin/python -c "$dies"  # the second takes over the lock of one that has ended
venv/bin/simcli run --players x guildes/plans 2> /dev/null && exit 1 || test $? -eq 2
echo "the lowest versions work"
