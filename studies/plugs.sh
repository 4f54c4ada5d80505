#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every program on a core with static warps and with dynamic ones, side by side: cycles, SIMD
# efficiency, and how much faster dynamic warps are. Variables: PROGRAM (all), PRESET (tesla), SIZE
# (usual, odd, half, double), POLICY (majority), OPTIONS (more of heddle run's, for both), RESIDENCY (static; vt:
# Virtual Thread for both). The harmonic mean is that of the speed, of all and of classes by what
# static warps fill: much divergence (less than 90 % of the lanes), rare detours (to 99.5 %), none.
# Below it the figure of Dynamic Warp Formation (6.1): the ratio of the harmonic means of IPC, for all
# and for its programs; viterbi_long, which is one of them, counts there alone. Rows as docs/core.md has
# them.
set -u
. studies/common.sh
preset=${PRESET:-tesla}
policy=${POLICY:-majority}
residency=${RESIDENCY:-static}

run() { # program size option ...: cycles, instructions of threads and of warps, efficiency
    name=$1 size=$2
    shift 2
    # shellcheck disable=SC2086 # options and their values
    "$heddle" run "$name" --quiet --size "$size" --preset "$preset" --residency "$residency" \
        --json "$json" ${OPTIONS:-} "$@" >/dev/null ||
        { echo "- - -"; return; }
    echo "$(number cycles) $(number simd_efficiency) $(number thread_instructions)"
}

in_paper() { $heddle list | awk -v p="$1" '$1 == p {print /\(DWF\)/ ? 1 : 0}'; }

{ programs; [ -n "${PROGRAM:-}" ] || PROGRAM=viterbi_long programs; } | while read -r name size; do
    static=$(run "$name" "$size" --formation pdom)
    echo "$name $(in_paper "$name") $static $(run "$name" "$size" --formation dwf --policy "$policy")"
done | awk "$thousands"'
    BEGIN {
        print "| program | PDOM, cycles | SIMD, % | DWF, cycles | SIMD, % | DWF faster, % |"
        print "|---|---|---|---|---|---|"
    }
    $3 == "-" || $6 == "-" {print "| " $1 " | failed |"; bad = 1; next}
    {
        printf "| %s | %s | %.1f | %s | %.1f | %+.1f |\n", $1, thousands($3), 100 * $4, thousands($6), 100 * $7,
            100 * ($3 / $6 - 1)
        if ($2) {theirs++; their_slow += $3 / $5; their_fast += $6 / $8}
        if ($1 ~ /_long$/) next
        c = $4 < 0.9 ? 1 : $4 <= 0.995 ? 2 : 3
        inverse[c] += $6 / $3
        count[c]++
        n++
        slow += $3 / $5
        fast += $6 / $8
    }
    END {
        split("much divergence,rare detours,no divergence", class, ",")
        for (c = 1; c <= 3; c++)
            if (count[c]) printf "| %s: %d, harmonic mean | | | | | %+.1f |\n", class[c], count[c],
                100 * (count[c] / inverse[c] - 1)
        if (n) printf "| all %d, harmonic mean | | | | | %+.1f |\n", n,
            100 * (n / (inverse[1] + inverse[2] + inverse[3]) - 1)
        if (n) printf "| all %d, IPC, harmonic means | %.2f | | %.2f | | %+.1f |\n", n, n / slow, n / fast,
            100 * (slow / fast - 1)
        if (theirs) printf "| the paper'"'"'s %d, likewise | %.2f | | %.2f | | %+.1f |\n", theirs, theirs / their_slow,
            theirs / their_fast, 100 * (their_slow / their_fast - 1)
        exit bad
    }'
