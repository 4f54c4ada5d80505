#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every program on a core that keeps a block until it ends, and with Virtual Thread, side by side. Of
# each: cycles, blocks on the core on average, and in how many issue slots of a hundred all warps wait
# for memory (long latency); how much faster Virtual Thread is. S: in some launch the core has room
# for more blocks than it schedules, and the grid has them (bound by the scheduling limit); C: in
# none. Means are of the speed, as the paper's. Variables: PROGRAM (all), PRESET (paper), SIZE (usual
# or odd), POLICY, OPTIONS (more of heddle run's, for both).
set -u
heddle=build/bin/heddle
preset=${PRESET:-paper}
column=2
[ "${SIZE:-usual}" = usual ] || column=3
json=build/virtual.$$.json
trap 'rm -f "$json"' EXIT
trap 'exit 1' HUP INT TERM

# A number of the JSON that heddle writes.
number() { sed -n "s/.*\"$1\": \([0-9.]*\).*/\1/p" "$json"; }

# Issue slots by category, in percent: issue, pipeline, long latency, short latency, fetch, no warp.
slots() {
    sed -n 's/.*"issue_slots": {\([^}]*\)}.*/\1/p' "$json" | tr -d '":,' | awk '{
        for (i = 2; i <= NF; i += 2) all += $i
        for (i = 2; i <= NF; i += 2) printf "%s%.3f", (i > 2 ? " " : ""), (all ? 100 * $i / all : 0)
    }'
}

run() { # program size residency: cycles, blocks, launches beyond the limit, swaps, issue slots
    # shellcheck disable=SC2086 # options and their values
    "$heddle" run "$1" --quiet --size "$2" --preset "$preset" --residency "$3" ${POLICY:+--policy "$POLICY"} \
        ${OPTIONS:-} --json "$json" >/dev/null || { echo "-"; return; }
    beyond=$(number launches_beyond) swaps=$(number swaps)
    echo "$(number cycles) $(number resident_blocks) ${beyond:-0} ${swaps:-0} $(slots)"
}

printf '%-16s %9s   %12s %6s %6s %12s %6s %6s %7s %9s\n' "$preset" size 'static cycles' blocks 'long %' 'VT cycles' \
    blocks 'long %' swaps 'faster, %'
for name in ${PROGRAM:-$($heddle list | awk '$1 !~ /_unsafe$/ {print $1}')}; do
    size=$($heddle list | awk -v name="$name" -v c=$column '$1 == name {print $c}')
    echo "$name $size $(run "$name" "$size" static) $(run "$name" "$size" vt)"
done | awk '
    NF != 22 {printf "%-16s failed\n", $1; bad = 1; next}
    {
        type = $15 > 0 ? "S" : "C"
        printf "%-16s %9d %s %12.0f %6.1f %6.1f ", $1, $2, type, $3, $4, $9
        printf "%12.0f %6.1f %6.1f %7.0f %+9.1f\n", $13, $14, $19, $16, 100 * ($3 / $13 - 1)
        sum[type] += $3 / $13
        n[type]++
        for (c = 0; c < 6; c++) {
            before[type, c] += $(7 + c)
            after[type, c] += $(17 + c)
        }
    }
    END {
        split("issue,pipeline,long latency,short latency,fetch,no warp", name, ",")
        for (t in n) {
            printf "type %s, mean of %d: %+.1f %%; issue slots, static to VT, %%:", t, n[t], 100 * (sum[t] / n[t] - 1)
            for (c = 0; c < 6; c++)
                printf "%s %s %.1f to %.1f", (c > 0 ? "," : ""), name[c + 1], before[t, c] / n[t], after[t, c] / n[t]
            printf "\n"
        }
        exit bad
    }'
