#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# whole.sh BLOCK CONFIG [PARAM=VALUE ...] - area of a unit by the blocks inside it, as they are in it:
# build/area/whole/BLOCK-CONFIG[-PARAMVALUE...].tsv, a line a module,
#   depth  module  how many  NAND2 of logic, of flip-flops, bits of memory; each of one, without those inside
#
# Each kind of module is mapped once, alone, so nothing is optimised across a block's border, and not again
# while no source has changed. What has no contents (the float unit) counts nothing. JOBS=N (2): so many at
# once.
set -eu
tool=whole.sh
if [ $# -lt 2 ]; then
  echo "usage: synth/whole.sh BLOCK CONFIG [PARAM=VALUE ...]" >&2
  exit 1
fi
block=$1 config=$2
shift 2
extra="${*:+ $*}"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
. "$(dirname -- "$0")/flow.sh"
. "$dir/result.sh"
out=$root/build/area/whole
result=$(result_of "$out" "$block" "$config" "$@")
result=${result%.kv}.tsv
mkdir -p "$out"

# All modules; those of rtl/common and the sockets are a part of the module that uses them.
dissolved=$(cd "$root/rtl" && ls common sockets | sed -n 's/^\(hd_.*\)\.sv$/*\1*/p' | tr '\n' ' ')
parameters
cat "$work/read.ys" - >"$work/whole.ys" <<EOF
hierarchy -check -top $top$chparam
rename -top $top
proc
setattr -mod -set keep_hierarchy 1 *hd_*
setattr -mod -set keep_hierarchy 0 $dissolved
flatten
hierarchy -purge_lib
write_rtlil $work/verbose.il
EOF
run_yosys "$work/whole.ys"

# Names that can be read: hd_lane, and hd_lane_2 for the second set of parameters.
awk -v long="$work/long" '
  NR == FNR {
    if ($1 == "module" && match($2, /hd_[a-z0-9_]*/)) {
      name = substr($2, RSTART, RLENGTH)
      n[name]++
      short[$2] = "\\" name (n[name] > 1 ? "_" n[name] : "")
      print substr(short[$2], 2), $2 >long
    }
    next
  }
  $1 == "module" && $2 in short { $2 = short[$2] }
  $1 == "cell" && $2 in short { $2 = short[$2] }
  { print }' "$work/verbose.il" "$work/verbose.il" >"$work/whole.il"
sed -n 's/^module \\//p' "$work/whole.il" >"$work/names"

# The name that yosys gives a module contains its parameters; the unit itself keeps its own name.
sources=$(cat "$root"/rtl/*/*.sv "$dir"/*.sh "$dir"/*.abc "$lib" | sha256sum | cut -c1-16)
mapped=$out/mapped/$sources
mkdir -p "$mapped"
find "$out/mapped" -mindepth 1 -maxdepth 1 ! -name "$sources" -exec rm -rf {} +
key() { printf '%s' "$1" | sha256sum | cut -c1-32; }
while read -r name long; do
  [ "$name" = "$top" ] || [ ! -e "$mapped/$(key "$long").kv" ] || cp "$mapped/$(key "$long").kv" "$work/$name.kv"
done <"$work/long"

grep -vx 'hd_float.*' "$work/names" | while read -r name; do [ -e "$work/$name.kv" ] || echo "$name"; done |
  xargs -P "${JOBS:-2}" -n 1 sh -c '"$0" "$1" "$2" || exit 255' "$dir/module_area.sh" "$work"
while read -r name long; do
  [ ! -e "$work/$name.kv" ] || cp "$work/$name.kv" "$mapped/$(key "$long").kv"
done <"$work/long"

# From the top down: a module, then the modules inside it.
for kv in "$work"/hd_*.kv; do sed "s/^/$(basename "$kv" .kv) /" "$kv"; done >"$work/all.kv"
awk -v top="$top" '
  function show(module, depth, count,    i, child) {
    printf "%d\t%s\t%d\t%.0f\t%.0f\t%d\n", depth, module, count, logic[module], ff[module], bits[module]
    for (i = 1; i <= children[module]; i++) {
      child = inside[module, i]
      show(child, depth + 1, count * times[module, child])
    }
  }
  NR == FNR {
    split($2, key, "=")
    if (key[1] == "a.logic_nand2") logic[$1] = key[2]
    if (key[1] == "a.ff_nand2") ff[$1] = key[2]
    if (key[1] == "a.mem_bits") bits[$1] = key[2]
    next
  }
  $1 == "module" { module = substr($2, 2) }
  $1 == "cell" && $2 ~ /^\\hd_/ {
    child = substr($2, 2)
    if (!times[module, child]++) inside[module, ++children[module]] = child
  }
  END { show(top, 0, 1) }' "$work/all.kv" "$work/whole.il" >"$result.new"
mv "$result.new" "$result"
