#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every program on a core that keeps a block until it ends, and with Virtual Thread, side by side. Of
# each: cycles, blocks on the core on average, and in how many issue slots of a hundred all warps wait
# for memory (long latency); how much faster Virtual Thread is. S: in some launch the core has room
# for more blocks than it schedules, and the grid has them (bound by the scheduling limit); C: in
# none. Means are of the speed, as the paper's. Rows as docs/core.md has them; then the issue slots of
# type S. FORMATION=dwf: dynamic warps; swaps, and in how many cycles one was under way; in the last
# column what static warps gain. Variables: PROGRAM (all), PRESET (paper), SIZE (usual, odd, half, double), FORMATION,
# POLICY, OPTIONS (more of heddle run's, for both; BASE: those of the first core), RESIDENCY (vt; the
# second core's).
set -u
. studies/common.sh
preset=${PRESET:-paper}

# Issue slots by category, in percent: issue, pipeline, long latency, short latency, fetch, no warp.
slots() {
    sed -n 's/.*"issue_slots": {\([^}]*\)}.*/\1/p' "$json" | tr -d '":,' | awk '{
        for (i = 2; i <= NF; i += 2) all += $i
        for (i = 2; i <= NF; i += 2) printf "%s%.3f", (i > 2 ? " " : ""), (all ? 100 * $i / all : 0)
    }'
}

run() { # program size residency formation: cycles, blocks, launches beyond the limit, swaps, their cycles, issue slots
    # shellcheck disable=SC2086 # options and their values
    "$heddle" run "$1" --quiet --size "$2" --preset "$preset" --residency "$3" --formation "$4" \
        ${POLICY:+--policy "$POLICY"} ${OPTIONS:-} --json "$json" >/dev/null || { echo "-"; return; }
    beyond=$(number launches_beyond) swaps=$(number swaps) under_way=$(number swap_cycles)
    echo "$(number cycles) $(number resident_blocks) ${beyond:-0} ${swaps:-0} ${under_way:-0} $(slots)"
}

formation=${FORMATION:-pdom}
programs | while read -r name size; do
    line="$name $(OPTIONS=${BASE-${OPTIONS:-}} run "$name" "$size" static "$formation")"
    second=$(run "$name" "$size" "${RESIDENCY:-vt}" "$formation")
    # Virtual Thread alone knows a program's type.
    [ "${RESIDENCY:-vt}" = vt ] || second=$(run "$name" "$size" vt "$formation" | {
        read -r _ _ beyond _
        echo "$second" | awk -v b="$beyond" '{$3 = b; print}'
    })
    line="$line $second"
    # What static warps gain; their policies have other names.
    [ "$formation" = pdom ] ||
        line="$line $(POLICY='' run "$name" "$size" static pdom) $(POLICY='' run "$name" "$size" vt pdom)"
    echo "$line"
done | awk -v formation="$formation" "$thousands"'
    NF != (formation == "pdom" ? 23 : 45) {print "| " $1 " | failed |"; bad = 1; next}
    FNR == 1 && formation == "pdom" {
        print "| program | type | static, cycles | blocks | long latency, % | VT, cycles | blocks | long latency, % |" \
            " swaps | VT faster, % |"
        print "|---|---|---|---|---|---|---|---|---|---|"
    }
    FNR == 1 && formation != "pdom" {
        print "| program | static, cycles | VT, cycles | blocks on the core | swaps | cycles with a swap, % |" \
            " VT faster, % | with `pdom`, % |"
        print "|---|---|---|---|---|---|---|---|"
    }
    {
        faster = 100 * ($2 / $13 - 1)
        type = $15 > 0 ? "S" : "C"
        if (formation == "pdom")
            printf "| %s | %s | %s | %.1f | %.1f | %s | %.1f | %.1f | %s | %+.1f |\n", $1, type, thousands($2), $3, $9,
                thousands($13), $14, $20, thousands($16), faster
        else
            printf "| %s | %s | %s | %.1f | %s | %.1f | %+.1f | %+.1f |\n", $1, thousands($2), thousands($13), $14,
                thousands($16), 100 * $17 / $13, faster, 100 * ($24 / $35 - 1)
        sum[type] += $2 / $13
        all += $2 / $13
        others += formation == "pdom" ? 0 : $24 / $35
        n[type]++
        programs++
        for (c = 0; c < 6; c++) {
            before[type, c] += $(7 + c)
            after[type, c] += $(18 + c)
        }
    }
    function slots_row(name, t, of,    c) {
        printf "| %s |", name
        for (c = 0; c < 4; c++) printf " %.1f |", of[t, c] / n[t]
        printf " %.1f |\n", (of[t, 4] + of[t, 5]) / n[t]
    }
    END {
        if (formation != "pdom" && programs)
            printf "mean of %d: %+.1f %%, with pdom %+.1f %%\n", programs, 100 * (all / programs - 1),
                100 * (others / programs - 1)
        if (formation != "pdom") exit bad
        for (k = 1; k <= 2; k++) {
            t = substr("SC", k, 1)
            if (n[t]) printf "| type %s, mean of %d | | | | | | | | | %+.1f |\n", t, n[t], 100 * (sum[t] / n[t] - 1)
        }
        if (!n["S"]) exit bad
        print "\n| | issue | pipeline | long latency | short latency | fetch and others |"
        print "|---|---|---|---|---|---|"
        slots_row("static", "S", before)
        slots_row("VT", "S", after)
        exit bad
    }'
