#!/usr/bin/env bash
# Builds the wheel, installs it into an empty environment and plays a few games from an empty folder. MACHINES: architectures that the wheel
# has compiled code for beside this one.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
.venv/bin/python tools/ship_kernels.py ${MACHINES:-}
.venv/bin/pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$work" .
"${PYTHON:-python3}" -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check --constraint "$root/constraints.txt" "$work"/simcli_games-*.whl
cd "$work"
export SIMCLI_CACHE_DIR=$work/cache
venv/bin/simcli --version
# Nothing is compiled for what came with the wheel; numba is not even imported.
for game in $(venv/bin/python -c 'from simcli.games import GAME_IDS; print(*GAME_IDS)'); do
  venv/bin/python -X importtime -m simcli run "$game/demo" --deals 50 --out "first-$game" > first.txt 2> first.err
  venv/bin/simcli trace "$game/demo" --deal 0 > /dev/null 2>> first.err
  if grep -E 'compiling|\bnumba$' first.err; then echo "$game is compiled, which should have come with the wheel"; exit 1; fi
done
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
mkdir -p "$root/dist" && mv "$work"/simcli_games-*.whl "$root/dist"
echo "the wheel works in an empty environment, and lies in dist"
