#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Is every kind of bug found? mutants.sh [BLOCK ...]
# Plants each bug of tests/mutants/<block>.txt in a copy of the RTL and requires lockstep to FAIL.
#   NAMES="a b"      these alone, of one BLOCK (all)
#   MUTANT_CYCLES=N  cycles for each profile until the first FAIL (20000)
#   MUTANT_JOBS=N    so many at a time (2)
#   SEED=N           of the stimulus (1)
# A mutant that hangs is stopped after an hour, and that is an ERROR.
# The bench is the one of build_bench.sh, but compiled without optimization and linked with the
# objects of an unchanged bench, which is built first and must PASS. A unit is judged by its own
# checker alone, without those of the blocks inside it: a bug in a block shows at the unit's ports.
set -eu
[ "${ALONE:-}" = mutants ] || exec tools/alone.sh mutants "$0" "$@"

cycles=${MUTANT_CYCLES:-20000}
jobs=${MUTANT_JOBS:-2}
hang=3600
seed=${SEED:-1}
root=build/mutants
export SEED="$seed"

. tests/mutant_lists.sh
config_of() { # line
    config=$(field "$1" 5)
    echo "${config:-paper}"
}

# ---- building ---------------------------------------------------------------------------------
vl_root=$(verilator --getenv VERILATOR_ROOT)
socket_of() { for f in rtl/*/hd_"$1".sv; do basename "$(dirname "$f")"; done; } # block
cxx() { # directory output source
    # shellcheck disable=SC2086 # lists of words, on purpose
    (cd "$1" && clang++ $cxx_flags -I"$top/sim" -O0 -include-pch "$top/$headers" -c -o "$2" "$3")
}
top=$(pwd)
headers=build/obj/any/verilated-O0.pch
cxx_flags=$(make -s --no-print-directory -f sim/verilated.mk flags)

# The bench in C++, one file: verilate block config rtl-root directory.
verilate() {
    socket=$(socket_of "$1")
    checker=build/seam/$socket/hd_$1_lockstep.sv bench=build/seam/$socket/hd_$1_tb.sv
    generics=$(tools/params.sh "$1" "$2" | tr ' ' '\n' | sed 's/^./-G&/' | tr '\n' ' ')
    libraries=$(for folder in "$3"/rtl/*/; do printf -- '-y %s ' "${folder%/}"; done)
    # shellcheck disable=SC2086 # lists of words, on purpose
    verilator --cc -Mdir "$4" -O3 --x-initial unique --prefix Vtb --top-module "hd_$1_tb" \
        $generics +define+HD_JUMPS -Wno-fatal -Wno-lint $libraries \
        "$3/rtl/$socket/hd_$1.sv" dpi/common/*.sv "$checker" "$bench" &&
        (cd "$4" && for f in Vtb*.cpp; do echo "#include \"$f\""; done >all.cc) &&
        cxx "$4" all.o all.cc
}

link() { # directory base
    # shellcheck disable=SC2046 # lists of words: what the block's stimulus needs besides
    clang++ -o "$1/Vtb" "$1/all.o" "$2/main.o" "$root/verilated.o" "$root/verilated_dpi.o" \
        "$root/verilated_threads.o" "$2/block.a" $(tools/facts.sh objects "$block") \
        build/lib/libharness.a build/lib/libheddle.a $(tools/facts.sh libraries "$block") \
        -pthread -lm -latomic
}

# The unchanged bench: base block config stimulus [C files]. What all its mutants share stays there.
base() {
    block=$1 config=$2 stimulus=$3
    shift 3
    dir=$root/$block-$config
    mkdir -p "$dir"
    if ! {
        verilate "$block" "$config" . "$dir" && cxx "$dir" main.o "$top/sim/verilated_main.cpp" &&
            rm -f "$dir/block.a" &&
            for source in "tb/$socket/${stimulus}_stim.c" "build/seam/$socket/${block}_bench.c" "$@"; do
                object=$dir/$(basename "$source" .c).co
                gcc -std=gnu11 -O2 -g -Icmodel -Idpi -Itb -Isim -Icli -Ibuild/seam -I"$dir" \
                    -I"$vl_root/include/vltstd" -c "$source" -o "$object" || return 1
                ar rcs "$dir/block.a" "$object"
            done && link "$dir" "$dir"
    } >"$dir/build.log" 2>&1; then
        echo "ERROR cannot build $block in configuration $config; log: $dir/build.log" >&2
        return 1
    fi
    for profile in $("$dir/Vtb" --block="$block" --list-profiles); do
        if ! "$dir/Vtb" --block="$block" --config="$config" --profile="$profile" --seed="$seed" \
            --cycles="$cycles" >"$dir/$profile.log" 2>&1; then
            echo "FAIL $block $config $profile without any planted bug; log: $dir/$profile.log" >&2
            return 1
        fi
    done
}

# ---- one mutant ---------------------------------------------------------------------------------
give() { # result, then the row's columns 2 to 4
    printf '%-46s %-9s %7s  %-34s %4s s\n' "$block $name" "$2" "$3" "$4" \
        "$(($(date +%s) - started))" >"$dir/row"
    echo "$1" >"$dir/verdict"
    cat "$dir/row"
    # The build is large. It is not needed again, unless the mutant survived.
    [ "$1" != caught ] || rm -rf "$dir/obj"
}

one() { # block line
    block=$1
    name=$(field "$2" 1)
    file=$(field "$2" 2)
    expression=$(field "$2" 3)
    config=$(config_of "$2")
    cycles=$(field "$2" 6)
    cycles=${cycles:-${MUTANT_CYCLES:-20000}}
    started=$(date +%s)
    dir=$root/$block/$name
    rm -rf "$dir"
    mkdir -p "$dir/obj"
    cp -r rtl "$dir/rtl"
    if ! sed -e "$expression" "$file" >"$dir/$file" 2>"$dir/sed.log"; then
        echo "ERROR $block $name: sed does not take: $expression" >&2
        give error - - "not a sed expression"
        return
    fi
    if cmp -s "$file" "$dir/$file"; then
        echo "ERROR $block $name changes nothing in $file: $expression" >&2
        give error - - "changes nothing"
        return
    fi
    diff "$file" "$dir/$file" >"$dir/planted.diff" || true
    if ! verilate "$block" "$config" "$dir" "$dir/obj" >"$dir/build.log" 2>&1 ||
        ! cmp "$dir/obj/Vtb.h" "$root/$block-$config/Vtb.h" >>"$dir/build.log" 2>&1 ||
        ! link "$dir/obj" "$root/$block-$config" >>"$dir/build.log" 2>&1; then
        echo "ERROR $block $name does not build; log: $dir/build.log" >&2
        give error - - "does not build"
        return
    fi
    for profile in $("$dir/obj/Vtb" --block="$block" --list-profiles); do
        code=0
        timeout $hang "$dir/obj/Vtb" --block="$block" --config="$config" --profile="$profile" \
            --seed="$seed" --cycles="$cycles" --tail=0 --result="$dir/result" \
            >"$dir/$profile.log" 2>&1 || code=$?
        [ $code != 0 ] || continue
        if [ $code = 124 ]; then
            echo "ERROR $block $name: $profile: stopped after $hang s; log: $dir/$profile.log" >&2
            give error "$profile" - "stopped after $hang s"
            return
        fi
        signature=$(sed -n 's/^signature=//p' "$dir/result" 2>/dev/null)
        if [ $code = 1 ] && grep -q "^message=FAIL $block " "$dir/result"; then
            give caught "$profile" "$(sed -n 's/^first_cycle=//p' "$dir/result")" "$signature"
        else
            echo "ERROR $block $name: $profile ends with code $code ${signature:+and $signature}," \
                "not with FAIL $block; log: $dir/$profile.log" >&2
            give error "$profile" - "code $code $signature"
        fi
        return
    done
    echo "SURVIVES $block $name ($(field "$2" 4)): $dir/planted.diff" >&2
    give survives - - "nothing noticed in $cycles cycles"
}

case ${1:-} in
    --base) shift && base "$@" && exit 0 || exit 255 ;;
    --one) one "$2" "$(lines "$2" | sed -n "${3}p")" && exit 0 || exit 255 ;;
esac

# ---- all of them --------------------------------------------------------------------------------
blocks=${*:-${BLOCK:-$(for f in tests/mutants/*.txt; do basename "$f" .txt; done)}}

# shellcheck disable=SC2046 # lists of words
make --no-print-directory build/lib/libharness.a build/lib/libheddle.a seams $headers BLOCK= \
    $(for block in $blocks; do tools/facts.sh objects "$block"; done) || exit 2
mkdir -p "$root"
# Two campaigns in one tree would take each other's lists for their own.
exec 9>"$root/lock"
flock -n 9 || { echo "ERROR another campaign runs in this tree" >&2; exit 2; }
for part in verilated verilated_dpi verilated_threads; do
    [ "$root/$part.o" -nt "$vl_root/include/$part.cpp" ] ||
        cxx "$root" "$part.o" "$vl_root/include/$part.cpp"
done

# The numbers of the lines to plant. One configuration needs one unchanged bench.
choose() { # block
    lines "$1" | awk -F ' +[|] +' -v names=" ${NAMES:-} " '
        {sub(/ +$/, "", $1)}
        names ~ /^ +$/ || index(names, " " $1 " ") {print NR}'
}

# A bug whose text is no longer in the RTL: stale block. Says which.
stale() {
    lines "$1" | while IFS= read -r line; do
        file=$(field "$line" 2)
        ! sed -e "$(field "$line" 3)" "$file" 2>/dev/null | cmp -s - "$file" ||
            echo "ERROR $1 $(field "$line" 1) changes nothing in $file"
    done
}

started_all=$(date +%s)
for block in $blocks; do [ ! -f "tests/mutants/$block.txt" ] || stale "$block"; done >"$root/stale"
cat "$root/stale" >&2
: >"$root/bases"
: >"$root/todo"
for block in $blocks; do
    [ -f "tests/mutants/$block.txt" ] || { echo "ERROR no tests/mutants/$block.txt" >&2; exit 2; }
    # mk/benches.mk knows which C files a block's bench is made of.
    sources=$(make --no-print-directory -n -W sim/build_bench.sh "build/sim/$block/paper/deep/Vtb" \
        BLOCK="$block" CONFIG=paper 2>/dev/null | tr -d '\\\n' |
        awk '{while ($1 !~ /build_bench.sh$/) {$1 = ""; $0 = $0; if (!NF) exit}
              for (i = 6; i <= NF; i++) printf "%s%s", $i, i < NF ? " " : ""}')
    choose "$block" >"$root/numbers"
    while read -r number; do
        echo "$block $number" >>"$root/todo"
        config=$(config_of "$(lines "$block" | sed -n "${number}p")")
        echo "$block $config $sources" >>"$root/bases"
    done <"$root/numbers"
done
sort -u "$root/bases" | xargs -P "$jobs" -L 1 "$0" --base || exit 1

printf '%-46s %-9s %7s  %-34s %6s\n' "mutant" "caught by" "cycle" "signature" "time"
xargs -P "$jobs" -L 1 "$0" --one <"$root/todo" || exit 2

total=0 caught=0
while read -r block number; do
    total=$((total + 1))
    name=$(field "$(lines "$block" | sed -n "${number}p")" 1)
    [ "$(cat "$root/$block/$name/verdict")" != caught ] || caught=$((caught + 1))
done <"$root/todo"
seconds=$(($(date +%s) - started_all))
if [ "$caught" = "$total" ] && [ "$total" -gt 0 ] && [ ! -s "$root/stale" ]; then
    echo "PASS $caught of $total mutants caught, $seconds s"
else
    echo "FAIL $caught of $total mutants caught, $seconds s; below $root/<block>/<mutant>: logs"
    exit 1
fi
