# SPDX-License-Identifier: Apache-2.0
# account.sh - from a design at word level to its numbers; sourced after flow.sh, not run.

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
