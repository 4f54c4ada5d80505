#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What options of clang that touch control flow cost and buy, as rows of docs/kernels.md: the programs, and
# the kernels of tests/compiler, compiled with each and run on static warps. A candidate's cycles are those
# over the cycles of the first (what mk/kernels.mk has), geometric mean, with the programs that differ most;
# *moved*, *left*: branches that the analyser lets meet before a barrier, and those that it warns of.
# Variables: PRESET (paper), SIZE (usual or odd), CANDIDATES (numbers, from 1; all).
set -u
. studies/common.sh
preset=${PRESET:-paper}
work=build/compilers
mkdir -p "$work"
no_copies='-mllvm -tail-dup-placement=0 -mllvm -disable-early-taildup -mllvm -disable-tail-duplicate'
no_threading='-mllvm -jump-threading-threshold=0'
both="$no_copies $no_threading"
selects='-mllvm -phi-node-folding-threshold=4 -mllvm -two-entry-phi-node-folding-threshold=8'
common='-mllvm -simplifycfg-hoist-common=1 -mllvm -simplifycfg-sink-common=1'

candidates() {
    cat <<END
no copies of tails, no jump threading (chosen)|$both
no copies of tails|$no_copies
no jump threading|$no_threading
-O2 as it is|
chosen, and no threading through small blocks|$both -mllvm -simplifycfg-max-small-block-size=0
chosen, and no implied conditions|$both -mllvm -jump-threading-implication-search-threshold=0
chosen, and no common tails|$both -mllvm -enable-tail-merge=0
chosen, and no folding of branches|$both -mllvm -disable-branch-fold -mllvm -disable-cgp-branch-opts
chosen, and twice as much without a branch|$both $selects
chosen, and common code before and behind branches|$both $common
chosen at -O1|$both -O1
chosen at -Os|$both -Os
END
}

# NAME CYCLES PERCENT of each program.
outcome() { # directory
    programs | while read -r name size; do
        echo "ok $name $($heddle run "$name" --kernels "$1" --quiet --size "$size" --preset "$preset" 2>/dev/null |
            sed -n 's/.* \([0-9]*\) cycles.* efficiency \([0-9.]*\) %.*/\1 \2/p')"
    done
}

branches() { # directory, pattern: lines of the listings
    for elf in "$1"/*.elf; do $heddle inspect "$elf" 2>/dev/null; done | grep -c "$2"
}

printf '| options | programs: cycles | SIMD, %% | most | kernels: cycles | refused | moved | left |\n'
printf '|---|---|---|---|---|---|---|---|\n'
number=0
candidates | while IFS='|' read -r name flags; do
    number=$((number + 1))
    case " 1 ${CANDIDATES:-$number} " in *" $number "*) ;; *) continue ;; esac
    dir=$work/$number
    make -s kernels KERNELS_DIR="$dir" KERNEL_FLOW="$flags" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 2; }
    for file in guards returns algorithms; do
        make -s kernels KERNEL=tests/compiler/$file.c KERNELS_DIR="$dir" KERNEL_FLOW="$flags" || exit 2
    done
    outcome "$dir" >"$work/$number.programs"
    tests/compiler.sh "$dir" >"$work/$number.kernels" || exit 2
    awk -v name="$name" -v moved="$(branches "$dir" ', or end')" -v left="$(branches "$dir" ', behind the barrier')" '
        part == 1 {first[$2] = $3; next}
        part == 2 {kernel[$2] = $3; next}
        part == 3 {
            ratio = $3 / first[$2]
            log_p += log(ratio)
            simd += $4
            programs++
            if (ratio > most) { most = ratio; most_name = $2 }
            if (!least || ratio < least) { least = ratio; least_name = $2 }
            next
        }
        $1 != "ok" {refused++; next}
        kernel[$2] > 0 {log_k += log($3 / kernel[$2]); kernels++}
        END {
            printf "| %s | %+.1f %% | %.1f |", name, 100 * (exp(log_p / programs) - 1), simd / programs
            if (most > 1.0005) printf " `%s` %+.1f %%", most_name, 100 * (most - 1)
            if (least < 0.9995) printf "%s `%s` %+.1f %%", (most > 1.0005 ? "," : ""), least_name, 100 * (least - 1)
            printf " | %+.1f %% | %d | %d | %d |\n", 100 * (exp(log_k / kernels) - 1), refused, moved, left
        }' part=1 "$work/1.programs" part=2 "$work/1.kernels" part=3 "$work/$number.programs" \
        part=4 "$work/$number.kernels"
done
