#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every program on a core with static warps and with dynamic ones, side by side: cycles, SIMD
# efficiency, and how much faster dynamic warps are. Variables: PROGRAM (all), PRESET (tesla), SIZE
# (usual or odd), POLICY (majority),
# RESIDENCY (static; vt: Virtual Thread for both). The harmonic mean is that of the speed, as the paper's.
# Rows as docs/core.md has them.
set -u
. studies/common.sh
preset=${PRESET:-tesla}
policy=${POLICY:-majority}
residency=${RESIDENCY:-static}

run() { # program size option ...: cycles, instructions of threads and of warps, efficiency
    name=$1 size=$2
    shift 2
    "$heddle" run "$name" --quiet --size "$size" --preset "$preset" --residency "$residency" \
        --json "$json" "$@" >/dev/null ||
        { echo "- - -"; return; }
    echo "$(number cycles) $(number simd_efficiency)"
}

programs | while read -r name size; do
    echo "$name $size $(run "$name" "$size" --formation pdom) $(run "$name" "$size" --formation dwf --policy "$policy")"
done | awk "$thousands"'
    BEGIN {
        print "| program | PDOM, cycles | SIMD, % | DWF, cycles | SIMD, % | DWF faster, % |"
        print "|---|---|---|---|---|---|"
    }
    $3 == "-" || $5 == "-" {print "| " $1 " | failed |"; bad = 1; next}
    {
        printf "| %s | %s | %.1f | %s | %.1f | %+.1f |\n", $1, thousands($3), 100 * $4, thousands($5), 100 * $6,
            100 * ($3 / $5 - 1)
        inverse += $5 / $3
        n++
    }
    END {
        if (n) printf "| all %d, harmonic mean | | | | | %+.1f |\n", n, 100 * (n / inverse - 1)
        exit bad
    }'
