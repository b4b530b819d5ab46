#!/usr/bin/env bash
# Plays the example run of every game and keeps page, main chart and summary under reports/examples/<game>/.
set -euo pipefail
cd "$(dirname "$0")/.."
for config in configs/*/plans.yaml; do
  game=$(basename "$(dirname "$config")")
  out=reports/.example-$game
  rm -rf "$out"
  .venv/bin/simcli run "$game/plans" --deals 2000 --seed 1 --out "$out" --quiet --format csv > /dev/null
  mkdir -p "reports/examples/$game"
  cp "$out/report.html" "$out/summary.json" "reports/examples/$game/"
  cp "$out/figures/win_share.png" "reports/examples/$game/win_share.png"
  if [ -e "$out/board.svg" ]; then cp "$out/board.svg" "reports/examples/$game/"; fi
  rm -rf "$out"
done
