#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Is a bug in a block of the core found while a kernel runs?
#   planted.sh BLOCK BUG   plants this bug of tests/mutants/<block>.txt in a copy of the tree and runs programs there
#                          on the whole core in lockstep (make cosim), until one FAILs; none does: FAIL
#   planted.sh --blocks    the blocks, those in the core
#   planted.sh --bugs      BLOCK BUG a line: all bugs that can show in a program
#   planted.sh --quiet     those that cannot, with the reason, from tests/planted_quiet.txt
# make planted runs what has no record yet (tests/all.sh full planted); every bug that is not quiet must be found.
set -u
export OPTIMIZE=-O0 # most bugs are found in the first thousands of cycles
root=build/planted
hang=7200 # seconds of a program, after which it is stopped, and has found nothing

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
# Other programs, for a bug that those at home do not show.
others='modes scan histogram nw radix_sort mandelbrot sssp matmul hotspot bitonic nqueens'

. tests/mutant_lists.sh

blocks() {
    make --no-print-directory -s planted-blocks BLOCK= | tr ' ' '\n' | grep . | LC_ALL=C sort -u
}
quiet() { grep -v -e '^#' -e '^ *$' tests/planted_quiet.txt; } # block | bug or * | reason

case ${1:-} in
    --blocks) blocks; exit ;;
    --quiet) quiet; exit ;;
    --bugs)
        quiet >"${TMPDIR:-/tmp}/quiet.$$"
        for block in $(blocks); do lines "$block" | sed "s/ *|.*//; s/^/$block /"; done |
            awk -F ' *[|] *' 'q {quiet[$1 " " $2] = 1; next}
                {b = $1; sub(/ .*/, "", b)}
                !(($1) in quiet) && !((b " *") in quiet)' q=1 "${TMPDIR:-/tmp}/quiet.$$" q=0 -
        rm -f "${TMPDIR:-/tmp}/quiet.$$"
        exit
        ;;
esac
# One at a time in the copy; whoever only asks for the lists waits for nobody.
[ "${ALONE:-}" = planted ] || exec sim/alone.sh planted "$0" "$@"
block=${1:?usage: planted.sh BLOCK BUG} name=${2:?usage: planted.sh BLOCK BUG}
line=$(lines "$block" | awk -F ' +[|] +' -v n="$name" '{x = $1; sub(/ +$/, "", x)} x == n')
[ -n "$line" ] || { echo "ERROR no bug $name in tests/mutants/$block.txt" >&2; exit 2; }

# A copy of the tree, what is built included; of one run at a time.
tree=$root/tree
mkdir -p "$tree/build"
for part in Makefile sim rtl dpi tb cmodel tests; do rm -rf "${tree:?}/$part"; done
cp -a Makefile sim rtl dpi tb cmodel tests "$tree"
cp -au build/lib build/bin build/kernels build/obj build/.tools build/presets.inc "$tree/build"
file=$(field "$line" 2)
sed -e "$(field "$line" 3)" "$file" >"$tree/$file" || exit 2
! cmp -s "$file" "$tree/$file" || { echo "ERROR $block $name changes nothing in $file" >&2; exit 2; }

place=$(home "$block")
tried=
for kernel in $(field "$place" 3) $others; do
    case " $tried " in *" $kernel "*) continue ;; esac
    tried="$tried $kernel"
    log=$root/$block-$name-$kernel.log
    (cd "$tree" && exec timeout $hang make cosim KERNEL="$kernel" SIZE=odd PRESET="$(field "$place" 1)" \
        RESIDENCY="$(field "$place" 2)") >"$log" 2>&1
    code=$?
    [ $code != 0 ] || continue
    if [ $code = 124 ]; then
        echo "FAIL $block $name: $kernel was stopped after $hang s; log: $log"
        exit 1
    fi
    # A mismatch, or a neighbour's promise that is broken. A program that the core has no room for says nothing.
    by=$(sed -n -E 's/^(FAIL|ENV) ([a-z0-9_]*) .*cycle ([0-9]*).*/\2, cycle \3/p' "$log" | head -n 1)
    if [ -n "$by" ]; then
        echo "PASS $block $name: found by $kernel, $by"
        exit
    fi
    ! grep -q 'not one block of .* fits' "$log" || continue
    echo "FAIL $block $name: $kernel ends otherwise: $(tail -n 1 "$log"); log: $log"
    exit 1
done
echo "FAIL $block $name ($(field "$line" 4)): not found by$tried"
exit 1
