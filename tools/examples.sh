#!/usr/bin/env bash
# Plays a small example run of every game, or of those named, and keeps its page, main chart and first table under reports/examples/<game>/.
# With --full first: the page of more deals with all plans and numbers of players, and the page of what each card of a kind is worth, under
# reports/full/<game>/, which version control leaves out.
set -euo pipefail
cd "$(dirname "$0")/.."
full=
if [ "${1:-}" = --full ]; then full=1; shift; fi
if [ $# -eq 0 ]; then
  for config in configs/*/plans.yaml; do set -- "$@" "$(basename "$(dirname "$config")")"; done
fi
for game in "$@"; do
  if [ ! -e "configs/$game/plans.yaml" ]; then
    echo "examples.sh: there is no configs/$game/plans.yaml" >&2
    exit 2
  fi
done

play() { .venv/bin/simcli "$@" --seed 1 --quiet --format csv > /dev/null; }

for game in "$@"; do
  out=reports/.example-$game
  rm -rf "$out" "$out-cards"
  if [ -n "$full" ]; then
    kept=reports/full/$game
    play run "$game/plans" --deals 2000 --out "$out"
    case $game in
      guildes) cards="cards guild" ;;
      kingdom_builder) cards="tiles tile" ;;
      kings_forge) cards="gather gather_action" ;;
      architects) cards="cards apprentice" ;;
      kings_guild) cards="cards specialist" ;;
      *) cards="" ;;
    esac
    # shellcheck disable=SC2086  (config and kind are two words)
    if [ -n "$cards" ]; then play cards $game/$cards --set players=4 --deals 2000 --out "$out-cards"; fi
  else
    kept=reports/examples/$game
    case $game in
      architects) plans="[balanced, cathedral_builder, jailer, virtuous]" ;;
      kings_forge) plans="[balanced, metal_hoarder, thief, denier]" ;;
      kings_guild) plans="[balanced, quest_runner, relic_collector]" ;;
      *) plans="" ;;
    esac
    play run "$game/plans" --players 4 --deals 500 --out "$out" ${plans:+--set "strategies=$plans"}
  fi
  mkdir -p "$kept"
  .venv/bin/simcli report "$out" --charts png > /dev/null
  cp "$out/report.html" "$out/tables/strategies.csv" "$out/figures/win_share.png" "$kept/"
  if [ -e "$out/board.svg" ]; then cp "$out/board.svg" "$kept/"; fi
  if [ -e "$out-cards" ]; then cp "$out-cards/report.html" "$kept/cards.html"; fi
  rm -rf "$out" "$out-cards"
done
