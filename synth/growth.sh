#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# growth.sh - how area, bits and depth grow: the sizes of synth/growth.txt. Prints tables with
# fitted exponents; results in build/area/growth/*.kv and *.dat, plots build/area/growth-*.svg and
# .png. Results that are up to date are used again. JOBS=N in the environment: so many runs at
# once (default 2).
set -eu
root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
cd "$root"
. synth/result.sh
out=build/area
data=$out/growth
mkdir -p $data
if ! command -v gnuplot >/dev/null; then
  echo "growth.sh: gnuplot is not installed" >&2
  exit 1
fi

# From the end: the unit's runs are the longest, and of each table the last. The paper's sizes are
# those of `make area`.
awk -F '[ \t]*[|][ \t]*' -v out=$out -v data=$data '!/^#/ && NF == 5 {
  job = $5 == "-" ? out " " $4 " " $1 " paper" : data " " $4 " " $1 " paper " $5
  if (!seen[job]++) line[++n] = job
} END { for (; n; n--) print line[n] }' synth/growth.txt >$data/jobs
synth/area_jobs.sh <$data/jobs || {
  echo "growth.sh: stopped, see above" >&2
  exit 1
}

report=build/bin/area_report
if [ ! -x $report ] || [ synth/area_report.c -nt $report ]; then
  mkdir -p build/bin
  ${CC:-cc} -std=c11 -O2 -o $report.$$ synth/area_report.c -lm
  mv $report.$$ $report
fi
# shellcheck disable=SC2046,SC2086 # lists
$report --growth $data $(while read -r directory _ block config params; do
  result_of "$directory" "$block" "$config" $params
done <$data/jobs)

for type in svg png; do
  case $type in
    svg) terminal='svg size 900,680 font "Helvetica,15" background "white"' ;;
    png) terminal='pngcairo size 1200,900 font "Helvetica,16" background "white"' ;;
  esac
  gnuplot -e "set terminal $terminal" -e "dir = '$root/$data/growth-'; out = '$out'; type = '$type'" synth/growth.gp
done
echo "Plots: $out/growth-area-entries, growth-depth-entries, growth-lanes,"
echo "growth-unit-area, growth-unit-memory, growth-unit-depth (.svg, .png)"
