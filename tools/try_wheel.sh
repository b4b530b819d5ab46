#!/usr/bin/env bash
# Builds the wheel, installs it into an empty environment and plays a few games from an empty folder.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
.venv/bin/pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$work" .
"${PYTHON:-python3}" -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check --constraint "$root/constraints.txt" "$work"/simcli_games-*.whl
cd "$work"
venv/bin/simcli --version
venv/bin/simcli games
venv/bin/simcli strategies guildes
venv/bin/simcli run guildes/seats --deals 50 --out run --format csv
test -s run/report.html && test -s run/summary.json
venv/bin/simcli --docs | grep -q '/_shipped/docs/config.md$'
for file in $(venv/bin/simcli --docs); do test -s "$file"; done
if venv/bin/simcli --docs | grep -q '/docs/research/'; then exit 1; fi
venv/bin/simcli init mine && test -s mine/configs/guildes/seats.yaml
test -s mine/schemas/config.schema.json && test -s mine/schemas/strategy-guildes.schema.json
(cd mine && ../venv/bin/simcli run guildes/seats --dry-run 2>&1 | grep -qx 'config: configs/guildes/seats.yaml')
venv/bin/simcli check mine
venv/bin/simcli init --game stones stones-game 2> /dev/null && venv/bin/pip install --quiet --disable-pip-version-check --no-deps --editable stones-game
venv/bin/simcli games stones && venv/bin/simcli run stones/seats --deals 50 --out stones-run --format csv && test -s stones-run/report.html
echo "the wheel works in an empty environment"
