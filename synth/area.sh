#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# area.sh BLOCK CONFIG [PARAM=VALUE ...] - area and depth of a block: build/area/BLOCK-CONFIG.kv
# (with extra parameters: BLOCK-CONFIG-PARAMVALUE...kv).
#
# Accounts, one prefix each in the result; ACCOUNTS="a b" in the environment asks for some only:
#   a  memories stay memories. Logic and flip-flops around them are mapped and timed; a path
#      ends at a memory's pins and starts again there, so the depth holds no memory access.
#   b  the same built from flip-flops alone; the read multiplexers and write decoders of the
#      memories are in both area and depth.
#   c  iCE40: 4-input LUTs, flip-flops, block RAMs. Its block RAM is read synchronously and has
#      one write port, so memories with asynchronous reads become flip-flops.
#
# Areas are in NAND2 equivalents. Depth in FO4 is the critical path by abc, divided by the delay
# of an inverter that drives four, which abc measures with the same library; flip-flop delays and
# wires are not in it. Depth in gates is the longest path counted in mapped cells, buffers too.
#
# A black box (hd_float) is not counted; a path ends at its pins, as at those of a memory.
#
# AREA_DIR=DIR in the environment: where the result goes.
# LIBERTY=FILE in the environment: another cell library instead of heddle.lib.
set -eu
tool=area.sh
if [ $# -lt 2 ]; then
  echo "usage: synth/area.sh BLOCK CONFIG [PARAM=VALUE ...]" >&2
  exit 1
fi
block=$1 config=$2
shift 2
extra="${*:+ $*}"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
. "$(dirname -- "$0")/flow.sh"
. "$dir/account.sh"
. "$dir/result.sh"

accounts=${ACCOUNTS:-a b c}
out=${AREA_DIR:-$root/build/area}
result=$(result_of "$out" "$block" "$config" "$@")

# synth_ice40, but with an abc script of our own: on the paper's LUT its default one takes nine
# minutes, for about as many LUTs.
ice40() {
  cat >"$work/c.ys" <<EOF
read_rtlil $work/word.il
synth_ice40 -top $top -run begin:map_luts
techmap -map +/ice40/latches_map.v
abc -lut 4 -script $dir/lut.abc
ice40_wrapcarry -unwrap
techmap -map +/ice40/ff_map.v
clean
opt_lut -dlogic SB_CARRY:I0=1:I1=2:CI=3 -dlogic SB_CARRY:CO=3
synth_ice40 -top $top -run map_cells:check
tee -o $work/c.stat stat
EOF
  start=$(date +%s)
  run_yosys "$work/c.ys"
  awk '$1 == "SB_LUT4" { lut = $2 } $1 ~ /^SB_DFF/ { ff += $2 } $1 ~ /^SB_RAM40/ { ram += $2 }
       $1 == "SB_CARRY" { carry = $2 }
       END { printf "c.lut4=%d\nc.ff=%d\nc.bram=%d\nc.carry=%d\n", lut, ff, ram, carry }' "$work/c.stat"
  echo "c.seconds=$(($(date +%s) - start))"
}

read_library
measure_fo4
elaborate
mkdir -p "$out"
{
  echo "block=$block"
  echo "config=$config$(printf %s "$extra" | tr ' ' - | tr -d =)"
  echo "base=$config"
  echo "extra=${extra# }"
  echo "inside=$(cat "$work/inside")"
  awk '{ print "times." $1 "=" $2 }' "$work/times"
  cat "$work/as.kv"
  awk '{ print "blackbox." $1 "=" $2 }' "$work/boxes"
  cat "$work/params.kv"
  echo "library=$(basename -- "$lib")"
  echo "nand2=$nand2"
  echo "nand2_area=$nand2_area"
  echo "fo4=$fo4"
} >"$work/result"
for a in $accounts; do
  case $a in
    a) account a keep ;;
    b)
      # without memories the two accounts are the same netlist
      if grep -qs '^a.mem_bits=0$' "$work/a.keys"; then
        sed -n '/mem_bits/d; /seconds/d; s/^a\./b./p' "$work/a.keys"
      else
        account b flops
      fi ;;
    c) ice40 ;;
    *) die "ACCOUNTS: no account '$a' (a, b or c)" ;;
  esac >"$work/$a.keys"
  cat "$work/$a.keys" >>"$work/result"
done
mv "$work/result" "$result.$$"
mv "$result.$$" "$result"
