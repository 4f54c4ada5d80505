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
. "$dir/result.sh"

accounts=${ACCOUNTS:-a b c}
out=${AREA_DIR:-$root/build/area}
result=$(result_of "$out" "$block" "$config" "$@")

# The delay of an inverter that drives four: two chains, five stages apart, divided by five.
measure_fo4() {
  abc=$(command -v yosys-abc || command -v berkeley-abc) ||
    die "neither yosys-abc nor berkeley-abc is installed"
  for n in 5 10; do
    awk -v n=$n -v c="$inv" -v i="$inv_in" -v o="$inv_out" 'BEGIN {
      printf ".model chain\n.inputs n0\n.outputs"
      for (s = 1; s <= n; s++) for (k = 1; k < 4; k++) printf " x%d_%d", s, k
      printf " n%d\n", n
      for (s = 1; s <= n; s++) {
        printf ".gate %s %s=n%d %s=n%d\n", c, i, s - 1, o, s
        for (k = 1; k < 4; k++) printf ".gate %s %s=n%d %s=x%d_%d\n", c, i, s - 1, o, s, k
      }
      print ".end" }' >"$work/chain.blif"
    "$abc" -q "read_lib -w $lib; read_blif $work/chain.blif; read_constr $work/abc.constr; topo; stime" \
      >"$work/chain.$n" 2>&1 || true
  done
  fo4=$(sed -n 's/.*Delay = *\([0-9.]*\).*/\1/p' "$work/chain.5" "$work/chain.10" |
    awk '{ d[NR] = $1 } END { if (NR == 2 && d[2] > d[1]) print (d[2] - d[1]) / 5 }')
  [ -n "$fo4" ] || die "LIBERTY: $lib: abc finds no delays in it (table look-up delays are needed)"
}

# Memories of a dump: for each, words x width, read ports, write ports.
memory_keys() {
  awk -v p="$1" '
    /parameter \\MEMID/ { gsub(/"/, "", $3); mem = substr($3, 3) }
    /parameter \\SIZE/ { size = $3 }
    /parameter \\WIDTH/ { width = $3 }
    /parameter \\RD_PORTS/ { rd = $3 }
    /parameter \\WR_PORTS/ { wr = $3 }
    /^ *end$/ {
      printf "%s.mem.%s=%d %d %d %d\n", p, mem, size, width, rd, wr
      bits += size * width; mem = ""
    }
    END { printf "%s.mem_bits=%d\n", p, bits }' "$2"
}

# Flip-flops of a dump by the name of the register. The words of an array that became registers
# are called $memory\NAME[i] or NAME[i] by yosys: both are counted under NAME.
register_keys() {
  awk -v p="$1" '
    /connect \\Q / {
      q = $3
      sub(/^\$memory\\/, "", q); sub(/^\\/, "", q); sub(/\$[0-9]+$/, "", q)
      if (q ~ /^\$/) q = "(unnamed)"
      sub(/\[[0-9]+\]$/, "", q)
      n[q]++; total++
    }
    END { for (q in n) printf "%s.reg.%s=%d\n", p, q, n[q]; printf "%s.ff_bits=%d\n", p, total }' \
    "$2" | sort
}

# Area from stat, depth in gates from ltp, delay from abc.
gate_keys() {
  unmapped=$(awk '$1 ~ /^\$/ && $1 != "$mem_v2" { print $1; exit }' "$2.stat")
  [ -z "$unmapped" ] || die "$lib has no cell for $unmapped"
  awk -v p="$1" -v ffs="$ffs" -v nand="$nand2_area" '
    BEGIN { n = split(ffs, f, " "); for (i = 1; i <= n; i++) { split(f[i], v, ":"); area[v[1]] = v[2] } }
    NF == 2 && ($1 in area) { ff += area[$1] * $2 }
    NF == 2 && $1 != "$mem_v2" && $1 !~ /^hd_/ && $2 ~ /^[0-9]+$/ && $1 !~ /:/ { cells += $2 }
    /Chip area for module/ { total = $NF }
    END {
      printf "%s.cells=%d\n%s.area=%.2f\n", p, cells, p, total
      printf "%s.logic_nand2=%.1f\n%s.ff_nand2=%.1f\n%s.total_nand2=%.1f\n",
        p, (total - ff) / nand, p, ff / nand, p, total / nand }' "$2.stat"
  awk -v p="$1" 'match($0, /length=[0-9]+/) {
    printf "%s.depth_gates=%d\n", p, substr($0, RSTART + 7, RLENGTH - 7) }' "$2.ltp"
  awk -v p="$1" -v fo4="$fo4" '
    match($0, /Delay = *[0-9.]+/) { d = substr($0, RSTART + 7, RLENGTH - 7) }
    /Start-point/ { sub(/.*Start-point = /, ""); path = $0 }
    END { printf "%s.depth_fo4=%.1f\n%s.path=%s\n", p, d / fo4, p, path }' "$2.abc"
}

account() {
  {
    echo "read_rtlil $work/word.il"
    map_lines "$2" "$work/$1"
    cat <<EOF
tee -o $work/$1.stat stat -liberty $lib
tee -o $work/$1.ltp ltp $top/*$(printf '%s' " $ffs" | sed 's/ \([^ :]*\):[^ ]*/ t:\1 %d/g') t:\$mem_v2 %d t:hd_* %d
EOF
  } >"$work/$1.ys"
  start=$(date +%s)
  run_yosys "$work/$1.ys"
  [ "$2" = flops ] || memory_keys "$1" "$work/$1.mem"
  register_keys "$1" "$work/$1.ff"
  gate_keys "$1" "$work/$1"
  echo "$1.seconds=$(($(date +%s) - start))"
}

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
