#!/usr/bin/env bash
# Plays the compiled code for aarch64 that `tools/ship_kernels.py aarch64` makes: on an emulated processor, with Debian's Python of the version
# of .venv, and compares what is written with what this machine writes. As root, with Debian's package qemu-user; nothing is compiled there.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
version=$(.venv/bin/python -c 'import sys; print("%d.%d" % sys.version_info[:2])')
games=${*:-$(.venv/bin/python -c 'from simcli.games import GAME_IDS; print(*GAME_IDS)')}

grep -qs aarch64 build/kernels/*/about.json || .venv/bin/python tools/ship_kernels.py aarch64
mkdir "$work/debian" "$work/system" "$work/packages"
dpkg --add-architecture arm64
apt-get update -qq
cd "$work/debian"
needs=(--recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances)
apt-cache depends "${needs[@]}" "python$version:arm64" libstdc++6:arm64 libgomp1:arm64 | grep -E '^(lib|python|zlib).*:arm64$' | sort -u | xargs apt-get download -qq
for package in *.deb; do dpkg -x "$package" "$work/system"; done
emulated() { qemu-aarch64 -L "$work/system" "$work/system/usr/bin/python$version" "$@"; }

cd "$root"
.venv/bin/pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$work" .
platforms=()
for glibc in 2_17 2_27 2_28 2_31; do platforms+=(--platform "manylinux_${glibc}_aarch64"); done
.venv/bin/pip install --quiet --disable-pip-version-check --target "$work/packages" --only-binary :all: --implementation cp --python-version "$version" \
  --abi "cp${version/./}" --abi abi3 --abi none "${platforms[@]}" --platform manylinux2014_aarch64 --constraint constraints.txt "$work"/simcli_games-*.whl

cd "$work"
cat > ask.py << 'END'
"""Plays a game with every kind of player, and every study with a loop of its own; prints what each finds."""
import json
import sys
import simcli

ask = {"game": sys.argv[1], "players": [3], "tables": "mirror"}
for player, deals in (("random", 40), ("balanced", 40), ("learned", 20), ("search", 1)):
    print(player, json.dumps(simcli.simulate(ask | {"strategies": [player], "deals": deals}, workers=1).summary, sort_keys=True))
ask |= {"strategies": ["balanced"], "deals": 2}
for study, words in ((simcli.coverage, {}), (simcli.feel, {}), (simcli.regret, {"worlds": 2})):
    print(study.__name__, json.dumps(study(ask, workers=1, **words).summary, sort_keys=True))
END
for game in $games; do
  PYTHONPATH=$root "$root/.venv/bin/python" ask.py "$game" > here.txt
  SIMCLI_CACHE_DIR=$work/cache PYTHONPATH=$work/packages emulated -X importtime ask.py "$game" > there.txt 2> said.txt || { tail -5 said.txt; exit 1; }
  if grep -E 'compiling|\bnumba$' said.txt; then echo "$game is compiled, which should have come with the wheel"; exit 1; fi
  cmp here.txt there.txt
  echo "$game: $(wc -l < there.txt) answers, equal"
done
