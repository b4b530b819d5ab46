#!/usr/bin/env bash
# Plays the example run of every game, or of those named, and keeps page, main chart and summary under
# reports/examples/<game>/, and the page of what each card of a kind is worth.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ $# -eq 0 ]; then
  for config in configs/*/plans.yaml; do set -- "$@" "$(basename "$(dirname "$config")")"; done
fi
for game in "$@"; do
  if [ ! -e "configs/$game/plans.yaml" ]; then
    echo "examples.sh: there is no configs/$game/plans.yaml" >&2
    exit 2
  fi
done
for game in "$@"; do
  out=reports/.example-$game
  rm -rf "$out"
  .venv/bin/simcli run "$game/plans" --deals 2000 --seed 1 --out "$out" --quiet --format csv > /dev/null
  mkdir -p "reports/examples/$game"
  cp "$out/report.html" "$out/summary.json" "reports/examples/$game/"
  cp "$out/figures/win_share.png" "reports/examples/$game/win_share.png"
  case $game in
    guildes) cards="cards guild" ;;
    kingdom_builder) cards="tiles tile" ;;
    kings_forge) cards="gather gather_action" ;;
    architects) cards="cards apprentice" ;;
    kings_guild) cards="cards specialist" ;;
    *) cards="" ;;
  esac
  if [ -n "$cards" ]; then
    # shellcheck disable=SC2086  (config and kind are two words)
    .venv/bin/simcli cards $game/$cards --set players=4 --deals 2000 --seed 1 --out "$out-cards" --quiet --format csv > /dev/null
    cp "$out-cards/report.html" "reports/examples/$game/cards.html"
    rm -rf "$out-cards"
  fi
  if [ -e "$out/board.svg" ]; then cp "$out/board.svg" "reports/examples/$game/"; fi
  rm -rf "$out"
done
