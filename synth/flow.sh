# SPDX-License-Identifier: Apache-2.0
# flow.sh - what area.sh and netlist.sh have in common; sourced, not run.
#
# Expects $tool (name for messages), $block, $config, $extra (blank separated NAME=VALUE) and
# $work (a directory of its own for this run). All paths are absolute.

dir=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
root=$(dirname -- "$dir")
bin=$root/build/bin
lib=${LIBERTY:-$dir/heddle.lib}
top=hd_$block

die() {
  echo "$tool: $*" >&2
  exit 1
}

# The parameters of a named configuration, from sim/config/BLOCK.conf. "paper" is the defaults.
config_params() {
  conf=$root/sim/config/$block.conf
  [ -r "$conf" ] || die "no block '$block' (there is no sim/config/$block.conf)"
  (cd "$root" && tools/params.sh "$block" "$config" 2>/dev/null) ||
    die "no configuration '$config' in sim/config/$block.conf: it has" \
      "$(cd "$root" && tools/params.sh "$block" | paste -s -d ' ')"
}

# Run yosys on a script file within 8 GB. A failure is reported by its first ERROR line.
run_yosys() {
  if ! (ulimit -v 8388608 && exec yosys -q -s "$1") >"$1.log" 2>&1; then
    die "yosys on $top ($config$extra): $(
      grep -m 1 -E 'ERROR' "$1.log" || tail -n 1 "$1.log" | grep . || echo 'killed, or out of 8 GB')"
  fi
}

# liberty_info is built on first use if make has not built it. Two runs may do so at once.
need_liberty_info() {
  [ -x "$bin/liberty_info" ] && [ ! "$dir/liberty_info.c" -nt "$bin/liberty_info" ] && return
  mkdir -p "$bin"
  ${CC:-cc} -std=c11 -O2 -o "$work/liberty_info" "$dir/liberty_info.c" ||
    die "cannot build liberty_info"
  mv "$work/liberty_info" "$bin/liberty_info"
}

# The library: its inverter, NAND and flip-flops as shell variables (see liberty_info.c), and the
# constraint file for abc: an input is driven by an inverter, an output drives four of them.
read_library() {
  [ -r "$lib" ] || die "LIBERTY: $lib: no such file"
  lib=$(CDPATH= cd -- "$(dirname -- "$lib")" && pwd)/$(basename -- "$lib")
  need_liberty_info
  "$bin/liberty_info" "$lib" >"$work/lib.kv" 2>"$work/lib.err" ||
    die "LIBERTY: $(head -n 1 "$work/lib.err")"
  echo "read_liberty -lib $lib" >"$work/lib.ys"
  (ulimit -v 8388608 && exec yosys -q -s "$work/lib.ys") >"$work/lib.log" 2>&1 ||
    die "LIBERTY: yosys cannot read $lib: $(grep -m 1 ERROR "$work/lib.log")"
  for key in inv inv_in inv_out inv_cap nand2 nand2_area dff dff_tied ffs; do
    eval "$key=\$(sed -n 's/^$key=//p' \"\$work/lib.kv\")"
  done
  [ -z "$dff_tied" ] ||
    echo "note: every flip-flop of $(basename -- "$lib") has a set or a reset; ${dff_tied} of $dff is tied off" >&2
  printf 'set_driving_cell %s\nset_load %s\n' "$inv" \
    "$(awk "BEGIN { print 4 * $inv_cap }")" >"$work/abc.constr"
}

# The files of a module and of those that it names, sorted.
files_of() {
  (
    cd "$root" || exit 1
    all=$1 new=$1
    while [ -n "$new" ]; do
      named=$(for module in $new; do sed 's,//.*,,' rtl/*/"$module.sv"; done | grep -o '\<hd_[a-z0-9_]*' | sort -u)
      new=
      for module in $named; do
        case " $all " in *" $module "*) continue ;; esac
        [ ! -f "$(echo rtl/*/"$module.sv")" ] || new="$new $module"
      done
      all="$all$new"
    done
    for module in $all; do echo "$root"/rtl/*/"$module.sv"; done | sort
  )
}

# Read the block with its parameters: $work/read.ys, $chparam for yosys, $work/params.kv: all
# parameters.
parameters() {
  params="$(config_params) $extra" || exit 1
  rtl=$(ls "$root"/rtl/*/"$top".sv 2>/dev/null) || die "no such file: rtl/*/$top.sv"
  # The block and what it names, at any depth, and no others: yosys numbers what it reads, abc goes by
  # the numbers, and the area of one block is not to depend on the text of another.
  # A black box (ports without contents) keeps its name and its parameters if it is read at once.
  for file in $(files_of "$top"); do
    defer=-defer
    ! grep -q '^(\* blackbox \*)' "$file" || defer=
    echo "read_verilog -sv $defer $file"
  done >"$work/read.ys"
  # Names first: yosys takes a parameter that does not exist without a word.
  awk '/parameter +int/ && match($0, /[A-Za-z0-9_]+ *= *[0-9]+/) {
         split(substr($0, RSTART, RLENGTH), p, / *= */); print "param." p[1] "=" p[2] }' \
    "$rtl" >"$work/defaults.kv"
  chparam=
  for p in $params; do
    name=${p%%=*} value=${p#*=}
    case $p in
      *=*) ;;
      *) die "'$p' is not of the form NAME=VALUE" ;;
    esac
    case $value in
      '' | *[!0-9]*) die "$name: '$value' is not a number" ;;
    esac
    grep -q "^param\.$name=" "$work/defaults.kv" || die "$top has no parameter '$name'"
    chparam="$chparam -chparam $name $value"
  done
  awk -v given="$params" '
    BEGIN { n = split(given, g, " "); for (i = 1; i <= n; i++) { split(g[i], p, "="); v[p[1]] = p[2] } }
    { split($0, p, "="); k = substr(p[1], 7); print p[1] "=" (k in v ? v[k] : p[2]) }' \
    "$work/defaults.kv" >"$work/params.kv"
}

# Elaborate the block, flat, at word level, memories as memories: $work/word.il, and what settle
# makes. $work/inside: the blocks inside it, at any depth, in one line; $work/as.kv: the parameters
# that they have there; $work/times and $work/boxes: NAME NUMBER a line, the blocks that it holds
# itself and the black boxes.
elaborate() {
  parameters
  cat "$work/read.ys" - >"$work/word.ys" <<EOF
hierarchy -check -top $top$chparam
rename -top $top
tee -o $work/modules ls
tee -o $work/tree stat -top $top
write_rtlil $work/tree.il
proc
flatten
$(settle_lines "$work")
EOF
  run_yosys "$work/word.ys"
  sed -n 's/.*\<hd_\([a-z0-9_]*\).*/\1/p' "$work/modules" | sort -u | grep -vx "$block" |
    paste -s -d ' ' - >"$work/inside"
  awk -v top="$top" '
       /^attribute \\blackbox/ { box = 1 }
       /^module/ { match($2, /hd_[a-z0-9_]*/); name = substr($2, RSTART, RLENGTH); list = "" }
       /^  parameter / { list = list (list == "" ? "" : " ") substr($2, 2) "=" $3 }
       /^end/ { if (!box && name != top) print "as." substr(name, 4) "=" list; box = 0 }' \
    "$work/tree.il" | sort -u >"$work/as.kv"
  # In the tree of modules what the top itself holds is indented by five.
  awk '/design hierarchy/ { tree = 1 }
       /Number of/ { tree = 0 }
       tree && /^     [^ ]/ && NF == 2 { sub(/.*hd_/, "", $1); sub(/\\.*/, "", $1); n[$1] += $2 }
       END { for (name in n) print name, n[name] }' "$work/tree" >"$work/times"
  awk '$1 == "cell" && $2 ~ /^\\hd_/ { n[substr($2, 2)]++ } END { for (b in n) print b, n[b] }' \
    "$work/word.il" >"$work/boxes"
  list_registers "$work"
}

# One module at word level, memories as memories: $1/word.il.
settle_lines() {
  cat <<EOF
opt_expr
opt_clean
check -assert
opt -nodffe -nosdff
wreduce
peepopt
opt_clean
tee -o $1/memwr.il dump t:\$memwr_v2
memory_collect
tee -o $1/mem.il dump t:\$mem_v2
opt_clean
write_rtlil $1/word.il
EOF
}

# The arrays that are registers in truth: $1/registers, one name a line. An array is a register file
# and not a memory if it is written at a constant address: a memory cannot reset all its words at
# once, or shift them. An array of one word is a register, too.
list_registers() {
  {
    # A write that never happens (what another instance of a generate loop has) says nothing.
    awk '/parameter \\MEMID/ { gsub(/"/, "", $3); mem = substr($3, 3); fixed = never = 0 }
         /connect \\ADDR/ && NF == 3 && $3 ~ /^[0-9]+\047[01x]+$/ { fixed = 1 }
         /connect \\EN/ && NF == 3 && $3 ~ /^([0-9]+\047)?0+$/ { never = 1 }
         /^ *end$/ { if (fixed && !never) constant[mem] = 1; fixed = never = 0 }
         END { for (m in constant) print m }' "$1/memwr.il"
    awk '/parameter \\MEMID/ { gsub(/"/, "", $3); mem = substr($3, 3) }
         /parameter \\SIZE/ { size = $3 }
         /^ *end$/ && size == 1 { print mem }' "$1/mem.il"
  } | sort -u >"$1/registers"
}

# The yosys lines from word level to mapped gates. $1: "keep" leaves memories as they are, "flops"
# builds them from flip-flops as well; $2: a prefix for the report files. Enables and resets
# become logic as far as the library's flip-flops make it necessary.
# map.abc maps for delay and recovers area; it leaves out the slow optimisations of the default
# script, which take 10 minutes on 4,000 flip-flops with two write ports and gain a few per cent.
map_lines() {
  if [ "$1" = flops ]; then
    echo "memory_map"
  else
    # the names hold brackets, which are wild cards to yosys
    sed 's/[][]/?/g; s/^/memory_map c:/' "$work/registers"
    echo "tee -o $2.mem dump t:\$mem_v2"
  fi
  cat <<EOF
opt_clean
opt -nodffe -nosdff
alumacc
opt -nodffe -nosdff
techmap
opt -nodffe -nosdff -fast
dfflibmap -prepare -liberty $lib
opt_clean
tee -o $2.ff dump t:\$_*DFF*_
dfflibmap -map-only -liberty $lib
opt_clean
tee -o $2.abc abc -liberty $lib -constr $work/abc.constr -script $dir/map.abc
setundef -zero
opt_clean
read_liberty -lib -ignore_miss_func $lib
EOF
}
