#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check_cells.sh - does heddle_cells.v say what heddle.lib says?
# Every gate of the library is proven equal to its simulation model (SAT over all inputs); the
# flip-flop by induction over clock steps.
set -eu
dir=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

awk '$1 == "cell" { print substr($2, 2, length($2) - 2) }' "$dir/heddle.lib" | sort >"$work/lib"
awk '$1 == "module" { print $2 }' "$dir/heddle_cells.v" | sort >"$work/v"
if ! cmp -s "$work/lib" "$work/v"; then
  echo "FAIL check_cells: heddle.lib and heddle_cells.v do not have the same cells" >&2
  exit 1
fi

# The models with their modules renamed, so that both can be loaded.
sed 's/^module \([A-Z0-9_]*\)/module model_\1/' "$dir/heddle_cells.v" >"$work/model.v"
n=0
while read -r cell; do
  case $cell in
    DFF*) how="equiv_make $cell model_$cell miter
hierarchy -top miter
opt_clean
equiv_simple -seq 1
equiv_induct
equiv_status -assert" ;;
    *) how="miter -equiv -flatten $cell model_$cell miter
hierarchy -top miter
sat -verify -prove trigger 0 miter" ;;
  esac
  cat >"$work/ys" <<EOF
read_liberty $dir/heddle.lib
read_verilog $work/model.v
proc
$how
EOF
  if ! yosys -q -s "$work/ys" >"$work/log" 2>&1; then
    echo "FAIL check_cells: $cell: heddle.lib and heddle_cells.v differ" >&2
    exit 1
  fi
  n=$((n + 1))
done <"$work/lib"
echo "PASS check_cells: $n cells, heddle_cells.v as heddle.lib"
