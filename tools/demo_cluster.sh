#!/bin/sh
# A million games of Guildes on three worker processes, one of which is killed on the way; the report is that of threads, byte for byte.
set -eu
export PATH="$(dirname "$0")/../.venv/bin:$PATH"
rm -rf reports/demo-threads reports/demo-cluster
simcli run guildes/demo --out reports/demo-threads --quiet > /dev/null
echo "threads: done"
simcli run guildes/demo --out reports/demo-cluster --cluster local:3 > /dev/null &
run=$!
until [ -s reports/demo-cluster/batches.log ]; do
  kill -0 "$run"  # it has ended before it kept anything
  sleep 0.2
done
worker=$(pgrep -P "$run" -f multiprocessing-fork | head -n 1)
kill -KILL "$worker"
echo "cluster: killed worker process $worker"
wait "$run"
for file in summary.json report.html run.json; do
  cmp "reports/demo-threads/$file" "reports/demo-cluster/$file"
done
echo "three worker processes, one of them killed, give the bytes of threads: reports/demo-cluster/report.html"
