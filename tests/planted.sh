#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Is a bug in a block of the core found while a kernel runs?
#   planted.sh BLOCK BUG   plants this bug of tests/mutants/<block>.txt in a copy of the tree, and
#                          runs programs there on the whole core in lockstep (make cosim; for what
#                          only a GPU has, make lockstep BLOCK=gpu), until one FAILs; none does: FAIL
#   planted.sh --blocks    the blocks, those in the core
#   planted.sh --bugs      BLOCK BUG a line: eight bugs of each block; with ALL=1 all of them
#   planted.sh --quiet     those that cannot show in a program, with the reason, from
#                          tests/planted_quiet.txt; they are in neither list
# make planted runs what has no record yet (tests/all.sh full planted); every bug that is not quiet
# must be found. make planted ALL=1 takes the whole list.
#
# The eight are drawn evenly: of n bugs in file order those at the middles of eight equal parts. In
# the place of a quiet one stands the next that is neither quiet nor drawn. So a line more in the
# list of the quiet ones changes one of the eight, and the records of the others stay good.
# What runs where, in which order, is in tests/planted_programs.txt. A bug that was found stays
# found when programs are added there: neither that file nor the quiet list makes a record stale.
#
# A bug costs a build of the core and a program or two. The build is for one short run: without
# optimisation.
set -u
export OPTIMIZE=-O0 # most bugs are found in the first thousands of cycles
root=build/planted
hang=7200 # seconds of a program, after which it is stopped, and has found nothing
drawn=8   # bugs of a block

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
            awk -F ' *[|] *' -v most="$([ "${ALL:-}" = 1 ] && echo 1000000 || echo $drawn)" '
                function draw(    i, p, left) {
                    for (i = 1; i <= n; i++) left += !mute[i]
                    for (i = 0; i < n; i++) taken[i] = left <= most && !mute[i + 1]
                    for (i = 0; left > most && i < most; i++) {
                        p = int((2 * i + 1) * n / (2 * most))
                        while (mute[p + 1] || taken[p]) p = (p + 1) % n
                        taken[p] = 1
                    }
                    for (i = 0; i < n; i++) if (taken[i]) print bug[i + 1]
                    n = 0
                }
                q {quiet[$1 " " $2] = 1; next}
                {b = $1; sub(/ .*/, "", b)}
                b != last {draw(); last = b}
                {bug[++n] = $1; mute[n] = ($1) in quiet || (b " *") in quiet}
                END {draw()}' q=1 "${TMPDIR:-/tmp}/quiet.$$" q=0 -
        rm -f "${TMPDIR:-/tmp}/quiet.$$"
        exit
        ;;
esac
# One bug at a time in the copy. A call that only prints lists has returned above and does not wait.
[ "${ALONE:-}" = planted ] || exec tools/alone.sh planted "$0" "$@"
block=${1:?usage: planted.sh BLOCK BUG} name=${2:?usage: planted.sh BLOCK BUG}
line=$(lines "$block" | awk -F ' +[|] +' -v n="$name" '{x = $1; sub(/ +$/, "", x)} x == n')
[ -n "$line" ] || { echo "ERROR no bug $name in tests/mutants/$block.txt" >&2; exit 2; }

# A copy of the tree, what is built included; of one run at a time.
tree=$root/tree
mkdir -p "$tree/build"
for part in Makefile mk heddle.core sim cli programs tools rtl dpi tb cmodel tests; do rm -rf "${tree:?}/$part"; done
cp -a Makefile mk heddle.core sim cli programs tools rtl dpi tb cmodel tests "$tree"
cp -au build/lib build/bin build/kernels build/obj build/.tools build/presets.inc "$tree/build"
file=$(field "$line" 2)
sed -e "$(field "$line" 3)" "$file" >"$tree/$file" || exit 2
! cmp -s "$file" "$tree/$file" || {
    echo "ERROR $block $name changes nothing in $file" >&2
    exit 2
}

# What is tried: preset residency program, a line each.
places() {
    awk -F ' *[|] *' -v block="$block" -v bug="$block:$name" '
        function try(what) {
            k = split(what, w, " ")
            for (j = 3; j <= k; j++)
                if (!((w[1], w[2], w[j]) in seen)) {
                    seen[w[1], w[2], w[j]] = 1
                    print w[1], w[2], w[j]
                }
        }
        /^#/ || NF < 4 {next}
        {n = split($1, of, " "); what = $2 " " $3 " " $4}
        $1 == "others" {others = $4; next}
        $1 == "*" {usual = what; next}
        {for (i = 1; i <= n; i++) {if (of[i] == bug) own[++first] = what
                                   if (of[i] == block) home[++homes] = what}}
        END {
            for (i = 1; i <= first; i++) try(own[i])
            if (!homes) home[++homes] = usual
            for (i = 1; i <= homes; i++) try(home[i])
            split(home[1], w, " ")
            try(w[1] " " w[2] " " others)
        }' tests/planted_programs.txt
}
places=$root/places
places >$places
tried=
while read -r preset residency kernel <&3; do
    tried="$tried $kernel"
    case $preset in *@*) seed=${preset#*@} ;; *) seed=1 ;; esac
    log=$root/$block-$name-$(basename "$kernel" .c).log
    launch=
    case $kernel in
        */*) launch=$(sed -n '/^\/\/ run: /{s,,,; s/--\([a-z]*\) /\1=/gp;}' "$kernel") ;;
    esac
    case $residency in
        range) set -- lockstep BLOCK=gpu CONFIG="${preset%@*}" PROFILE="$kernel" ;;
        *) set -- cosim KERNEL="$kernel" SIZE=odd LAUNCH="$launch" PRESET="${preset%@*}" RESIDENCY="$residency" ;;
    esac
    (cd "$tree" && exec timeout $hang make "$@" SEED="$seed") >"$log" 2>&1 3<&-
    code=$?
    [ $code != 0 ] || continue
    if [ $code = 124 ]; then
        echo "FAIL $block $name: $kernel was stopped after $hang s; log: $log"
        exit 1
    fi
    # A mismatch, or a neighbour's promise that is broken; not what a program says of itself. A program
    # that the core has no room for says nothing.
    by=$(grep -v '^FAIL [^:]*: program ' "$log" |
        sed -n -E 's/^(FAIL|ENV) ([a-z0-9_]*) .*cycle ([0-9]*).*/\2, cycle \3/p' | head -n 1)
    if [ -n "$by" ]; then
        echo "PASS $block $name: found by $kernel, $by"
        exit
    fi
    ! grep -q 'not one block of .* fits' "$log" || continue
    case $kernel in */*) continue ;; esac # may end with words of its own
    echo "FAIL $block $name: $kernel ends otherwise: $(tail -n 1 "$log"); log: $log"
    exit 1
done 3<$places
echo "FAIL $block $name ($(field "$line" 4)): not found by$tried"
exit 1
