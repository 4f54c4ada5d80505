#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Is a bug in any block of the core found while a kernel runs? planted.sh [BLOCK ...]
# Plants bugs of tests/mutants/<block>.txt in a copy of the tree, one at a time, and runs programs there on the whole
# core in lockstep (make cosim), until one FAILs. What a bug breaks may be what no program does: then the next one
# is planted, and a block passes with the first bug that is found.
#   PLANTED=N       at most so many bugs of a block, spread over its list (8)
#   PLANTED_JOBS=N  so many at a time (2)
set -u
[ "${ALONE:-}" = planted ] || exec sim/alone.sh planted "$0" "$@"
export OPTIMIZE=-O0 # most bugs are found in the first thousands of cycles
root=build/planted
jobs=${PLANTED_JOBS:-2}

# What holds the block, and programs that use it: preset | residency | programs
home() { # block
    case $1 in
        max_tree) echo 'small_dwf,Tree-1 | static | reduction bfs' ;;
        pdom_priority) echo 'small_dwf,DwfPolicy-3 | static | reduction bfs' ;;
        time_scheduler) echo 'small_dwf,DwfPolicy-4 | static | reduction bfs' ;;
        decode | thread_status) echo 'small_tight | static | modes reduction fft bfs' ;;
        simt_stack) echo 'small_tight | static | nqueens bfs' ;;
        static_residency) echo 'small | static | reduction fft bfs' ;;
        vt_plug | vt | cta_status_table | warp_id_map | vt_scoreboard | block_frames | context_handler | vtc)
            echo 'small | vt | nn_layer bfs reduction' ;;
        zorua_plug | phase_specifier | set_lookup | scratch_lookup | swapper | zorua | coordinator | mapping_table | \
            spill_selector | oversubscription)
            echo 'small | zorua | transpose reduction bitonic' ;;
        dwf_front | barrier_unit | dwf | warp_update | warp_spill | pc_warp_lut | warp_allocator | warp_pool | \
            majority_scheduler | max_heap | mheap_lut)
            echo 'small_dwf | static | reduction bfs fft' ;;
        *) echo 'small_tight | static | reduction bfs fft histogram' ;;
    esac
}

# At rest in the core: no load yields its turn.
at_rest='load_queues'

. tests/mutant_lists.sh

# One bug, in the copy of the tree that the worker has: one TREE BLOCK LINE; is it found?
one() {
    tree=$1 block=$2
    line=$(lines "$block" | sed -n "${3}p")
    name=$(field "$line" 1)
    file=$(field "$line" 2)
    log=$root/$block-$name.log
    place=$(home "$block")
    sed -e "$(field "$line" 3)" "$file" >"$tree/$file"
    verdict=survives by=-
    for kernel in $(field "$place" 3); do
        if ! (cd "$tree" && exec timeout 900 make cosim KERNEL="$kernel" SIZE=odd PRESET="$(field "$place" 1)" \
            RESIDENCY="$(field "$place" 2)") >"$log" 2>&1; then
            # a mismatch, or a neighbour's promise that is broken
            by=$(sed -n -E 's/^(FAIL|ENV) ([a-z0-9_]*) .*cycle ([0-9]*).*/\2, cycle \3/p' "$log" | head -1)
            verdict=found
            [ -n "$by" ] || verdict=error by=$(tail -1 "$log")
            break
        fi
    done
    cp "$file" "$tree/$file"
    printf '%-18s %-34s %-9s %-12s %s\n' "$block" "$name" "$verdict" "$kernel" "$by" | tee -a "$root/rows"
    [ $verdict = found ]
}

# Numbers of the bugs of a block that are tried, in this order.
tried() { # block
    lines "$1" | awk -v most="${PLANTED:-8}" 'END {
        n = NR < most ? NR : most
        for (i = 0; i < n; i++) print int(i * NR / n) + 1}'
}

worker() { # number: every jobs-th block
    tree=$root/tree$1
    rm -rf "$tree"
    mkdir -p "$tree/build"
    cp -a Makefile sim rtl dpi tb cmodel tests "$tree"
    cp -a build/lib build/bin build/kernels build/obj build/.tools build/presets.inc "$tree/build"
    for block in $(awk -v n="$1" -v jobs="$jobs" 'NR % jobs == n' "$root/todo"); do
        for number in $(tried "$block"); do
            one "$tree" "$block" "$number" && break
        done
    done
}

blocks=${*:?usage: planted.sh BLOCK ...}
rm -rf "$root"
mkdir -p "$root"
: >"$root/rows"
for block in $blocks; do
    case " $at_rest " in *" $block "*) ;; *) echo "$block" >>"$root/todo" ;; esac
done
printf '%-18s %-34s %-9s %-12s %s\n' block bug '' program 'found by'
n=0
while [ $n -lt "$jobs" ]; do
    worker $n &
    n=$((n + 1))
done
wait

awk -v todo="$root/todo" '
    {planted[$1]++; all++; found[$1] += $3 == "found"}
    END {
        while ((getline block <todo) > 0) {
            blocks++
            if (found[block]) hits++
            else print "FAIL " block ": of " planted[block] + 0 " bugs none was found"
        }
        printf "%s in %d of %d blocks a bug was found; %d bugs planted\n",
            hits == blocks && blocks ? "PASS" : "FAIL", hits, blocks, all
        exit !blocks || hits != blocks
    }' "$root/rows"
