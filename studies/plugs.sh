#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every program on a core with static warps and with dynamic ones, side by side: cycles, SIMD
# efficiency, and how much faster dynamic warps are. Variables: PROGRAM (all), PRESET (tesla), SIZE
# (usual or odd), POLICY (majority),
# RESIDENCY (static; vt: Virtual Thread for both). The harmonic mean is that of the speed, as the paper's.
# Rows as docs/core.md has them.
set -u
heddle=build/bin/heddle
preset=${PRESET:-tesla}
policy=${POLICY:-majority}
residency=${RESIDENCY:-static}
column=2
[ "${SIZE:-usual}" = usual ] || column=3
json=build/plugs.$$.json
trap 'rm -f "$json"' EXIT
trap 'exit 1' HUP INT TERM

# A number of the JSON that heddle writes.
number() { sed -n "s/.*\"$1\": \([0-9.]*\).*/\1/p" "$json"; }

run() { # program size option ...: cycles, instructions of threads and of warps, efficiency
    name=$1 size=$2
    shift 2
    "$heddle" run "$name" --quiet --size "$size" --preset "$preset" --residency "$residency" \
        --json "$json" "$@" >/dev/null ||
        { echo "- - -"; return; }
    echo "$(number cycles) $(number simd_efficiency)"
}

for name in ${PROGRAM:-$($heddle list | awk '$1 !~ /_unsafe$/ {print $1}')}; do
    size=$($heddle list | awk -v name="$name" -v c=$column '$1 == name {print $c}')
    echo "$name $size $(run "$name" "$size" --formation pdom) $(run "$name" "$size" --formation dwf --policy "$policy")"
done | awk '
    # 1234567 is 1,234,567.
    function thousands(n,    text) {
        for (text = ""; n >= 1000; n = int(n / 1000)) text = sprintf(",%03d", n % 1000) text
        return n text
    }
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
