#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What an atomic costs on a word of one thread alone, on the core in C with its plugs: cycles of
# threads of one block that do 16 each, words 4, 512 and 4096 bytes apart in global memory, 4, 16 and
# 128 in shared memory; 64 threads, in shared memory as many as it has reservations (Holds). The
# counts are the model's, the same on every host. They are judged by what they are to those of an
# atomic add, at the same distance: a compare-and-swap at most twice as many, two accesses (a read and
# a compare-and-swap; lr and sc) at most three times, a float add twice.
# PLUGS: others than these, as preset/formation/residency/policy. THREADS: so many of them, in shared
# memory at one distance; more than Holds there refuse each other's lr, and that is not judged.
set -u
heddle=build/bin/heddle
dir=build/test/atomics
times=16
plugs=${PLUGS:-paper/pdom/static/loose small/pdom/static/loose tesla/dwf/static/majority
    paper/pdom/vt/loose fermi/pdom/zorua/greedy}
mkdir -p "$dir"
if ! make -s kernels KERNEL=tests/atomics/cost.c >"$dir/log" 2>&1; then
    cat "$dir/log" >&2
    echo "FAIL atomics: tests/atomics/cost.c does not compile: log $dir/log"
    exit 1
fi

# plug where how bytes threads: cycles, or - and why on standard error. The words must hold what was added.
cycles() {
    shared=0
    [ "$2" = global ] || shared=$(($5 * $4))
    # shellcheck disable=SC2046 # a list of options
    $heddle run build/kernels/cost.elf --quiet --kernel "$2_$3" --block "$5" --grid 1 \
        --shared $shared --arg "buf:$(($5 * $4))" --arg buf:4 --arg "i:$(($4 / 4))" --arg i:$times --dump 1:i \
        $(echo "$1" | awk -F / '{print "--preset", $1, "--formation", $2, "--residency", $3, "--policy", $4}') \
        >"$dir/log" 2>&1
    if grep -qx " *0: $(($5 * times))" "$dir/log"; then
        sed -n 's/.* \([0-9]*\) cycles.*/\1/p' "$dir/log"
    else
        echo "FAIL atomics: $2_$3, words $4 bytes apart, on $1: $(tail -1 "$dir/log")" >&2
        echo -
    fi
}

for plug in $plugs; do
    holds=$(sed -n "s/^${plug%%/*} .* Holds=\([0-9]*\).*/\1/p" sim/config/sm.conf)
    for where in global shared; do
        steps='4 512 4096' threads=${THREADS:-64}
        [ $where = global ] || steps='4 16 128' threads=${THREADS:-$holds}
        [ $where = global ] || [ -z "${THREADS:-}" ] || steps=4
        judged=yes
        [ $where = global ] || [ "$threads" -le "$holds" ] || judged=no
        for how in add cas read_cas lr_sc builtin addf; do
            counts=
            for step in $steps; do counts="$counts $(cycles "$plug" $where $how "$step" "$threads")"; done
            echo "$judged $threads $plug $where $how$counts"
        done
    done
done >"$dir/counts"

# shellcheck disable=SC2016 # awk's
awk '
    BEGIN {
        format = "%-27s %7s %-7s %-9s %8s %8s %8s   %s\n"
        printf format, "plug", "threads", "memory", "what", "near", "apart", "far", "of an add, at most"
        most["cas"] = most["addf"] = 2
        most["read_cas"] = most["lr_sc"] = most["builtin"] = 3
    }
    {
        worst = 0
        for (i = 6; i <= NF; i++) {
            if ($i == "-") bad = 1
            if ($5 == "add") add[i] = $i
            else if ($i != "-" && add[i] > 0 && $i / add[i] > worst) worst = $i / add[i]
        }
        printf format, $3, $2, $4, $5, $6, $7, $8, $5 == "add" ? "" : sprintf("%.2f", worst)
        if ($5 != "add" && $1 == "yes" && (worst == 0 || worst > most[$5])) {
            printf "FAIL atomics: %s in %s memory on %s takes %.2f times an add, %d are allowed\n", \
                $5, $4, $3, worst, most[$5]
            bad = 1
        }
        rows++
    }
    END {
        if (rows == 0) bad = 1
        print (bad ? "FAIL" : "PASS") " atomics: cycles of " rows + 0 " kernels, each at its distances"
        exit bad
    }' "$dir/counts"
