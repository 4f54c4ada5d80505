#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Programs on a core with dynamic warps, in each order of lanes (docs/blocks/lane_shuffle.md): cycles in the
# order of threads, and how much faster the others are. Variables: PROGRAM (all), PRESET (dwf), SIZE (usual or
# odd), POLICY (majority), FORMATION (dwf).
# The means are over the programs whose threads part: of which static warps fill less than DIVERGENT percent
# (90) of the lanes, and over the others. A program runs on static warps first for that.
set -u
. studies/common.sh
preset=${PRESET:-dwf} formation=${FORMATION:-dwf}
policy=${POLICY:-$([ "$formation" = dwf ] && echo majority || echo loose)}

run() { # formation policy shuffle: cycles, lines from and to memory, SIMD efficiency
    "$heddle" run "$name" --quiet --size "$size" --preset "$preset" --formation "$1" --policy "$2" \
        --core "Shuffle=$3" --json "$json" >/dev/null || { echo "- - -"; return; }
    echo "$(number cycles) $(number lines) $(number simd_efficiency)"
}
number() {
    case $1 in
    lines) sed -n 's/.*"memory_lines": {\([^}]*\)}.*/\1/p' "$json" |
        sed 's/[^0-9,]//g' | awk -F , '{print $1 + $2 + $3}' ;;
    *) sed -n "s/.*\"$1\": \([0-9.]*\).*/\1/p" "$json" ;;
    esac
}

programs | while read -r name size; do
    row="$name $(run pdom loose 0)"
    for shuffle in 0 1 2 3 4; do row="$row $(run "$formation" "$policy" $shuffle)"; done
    echo "$row"
done | awk -v divergent="${DIVERGENT:-90}" "$thousands"'
    BEGIN {
        printf "%s", "| program | static warps, SIMD % | cycles | SIMD, % | MirrorOdd, % | MirrorHalf, % |"
        print " Xor, % | XorRev, % |"
        print "|---|---|---|---|---|---|---|---|"
    }
    / - / || / -$/ {print "| " $1 " | failed |"; bad = 1; next}
    {
        parts = 100 * $4 < divergent
        n[parts]++
        printf "| %s | %.1f | %s | %.1f |", $1, 100 * $4, thousands($5), 100 * $7
        for (k = 1; k <= 4; k++) {
            printf " %+.1f |", 100 * ($5 / $(5 + 3 * k) - 1)
            sum[parts, k] += log($5 / $(5 + 3 * k))
            for (f = 0; f < 2; f++) lines[f, k] += $(6 + 3 * k * f)
        }
        print ""
    }
    function mean(parts, title,    k) {
        if (!n[parts]) return
        printf "| %s %d, geometric mean | | | |", title, n[parts]
        for (k = 1; k <= 4; k++) printf " %+.1f |", 100 * (exp(sum[parts, k] / n[parts]) - 1)
        print ""
    }
    END {
        mean(1, "threads part,")
        mean(0, "the other")
        printf "| lines of memory | | %s | |", thousands(lines[0, 1])
        for (k = 1; k <= 4; k++) printf " %s |", thousands(lines[1, k])
        print ""
        exit bad
    }'
