#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Dynamic Warp Formation's limit study (3.3, Figure 7): how many instructions the warps of each program
# issue if they never reconverge (NREC), at immediate post-dominators (PDOM), or at the best points (ORACLE,
# from an alignment of the traces). Issues are time: no access is ever waited for. The last line compares PDOM
# with what the core issues: equal, if its threads execute as many instructions as on the reference.
# Variables: PROGRAM (all), SIZE (odd or usual), WIDTH (4: of a warp, at most), THREADS (128: traced of each launch),
# LIMIT (16384 instructions of a trace; 0: none), BESIDE (small: preset to compare with; none).
set -u
. studies/common.sh
SIZE=${SIZE:-odd}
width=${WIDTH:-4}
limit=${LIMIT:-16384}
core=${BESIDE:-small}
need build/bin/oracle
case $SIZE in
    odd | usual) ;;
    *) echo "$me: SIZE=$SIZE: odd or usual" >&2; exit 2 ;;
esac
case $width in
    2 | 3 | 4) ;;
    *) echo "$me: WIDTH=$width: ORACLE aligns 2 to 4 threads" >&2; exit 2 ;;
esac

oracle() { # option ...: its lines
    usual=
    [ "$SIZE" = odd ] || usual=--usual
    # shellcheck disable=SC2086 # options, and names
    build/bin/oracle $usual "$@" $names
}

names=$({ programs; [ -n "${PROGRAM:-}" ] || PROGRAM=viterbi_long programs; } | sed 's/ .*//')
in_paper=$($heddle list | awk '/\(DWF\)/ {print $1}' | tr '\n' ' ')
result=build/${me%.sh}.txt
{
    oracle --width "$width" --threads "${THREADS:-128}" --limit "$limit" || stop
    [ -n "${PROGRAM:-}" ] || build/bin/oracle --width "$width" --limit "$limit" contrived || stop
} >"$result"
awk -v theirs="$in_paper" "$thousands"'
    function plus(pdom, oracle) {return sprintf("%+.1f", 100 * (pdom / oracle - 1))}
    BEGIN {
        n = split(theirs, name, " ")
        for (i = 1; i <= n; i++) in_paper[name[i]] = 1
        print "| program | threads | cut | NREC | PDOM | ORACLE | ORACLE over PDOM, % |"
        print "|---|---|---|---|---|---|---|"
    }
    {
        printf "| %s | %s | %d | %s | %s | %s | %s |\n", $1, thousands($4), $5, thousands($7), thousands($8),
            thousands($9), plus($8, $9)
    }
    # Instructions of threads an issue: IPC, but for the number of lanes.
    $1 in in_paper {
        seven++
        seven_apart += $7 / $6
        seven_stack += $8 / $6
        seven_best += $9 / $6
    }
    $1 == "contrived" {contrived = plus($8, $9)}
    $1 == "contrived" || $1 ~ /_long$/ {next}
    {all++; inverse += $9 / $8; stack += $8 / $6; best += $9 / $6; apart += $7 / $6}
    function means(what, n, apart, stack, best) {
        printf "| %s | | | %.2f | %.2f | %.2f | %s |\n", what, n / apart, n / stack, n / best, plus(stack, best)
    }
    END {
        if (!all) exit
        printf "| all %d, harmonic mean | | | | | | %+.1f |\n", all, 100 * (all / inverse - 1)
        means("all " all ", threads an issue, harmonic means", all, apart, stack, best)
        if (seven == 7) means("the paper'"'"'s " seven ", likewise", seven, seven_apart, seven_stack, seven_best)
        if (seven == 7) print "\nThe paper: +2.6 % on its seven programs; here " plus(seven_stack, seven_best) " %"
        if (contrived) print "The paper: +92 % on its contrived example; here " contrived " %"
    }' "$result"

# ---- PDOM beside the core ------------------------------------------------------------------------
[ "$core" != none ] || exit 0
lanes=$($heddle presets | sed -n "s/^$core .* warps of \([0-9]*\),.*/\1/p")
[ -n "$lanes" ] || { echo "$me: there is no preset $core" >&2; exit 2; }

# Lines of NAME, then instructions of threads and issues: traces, core.
oracle --width "$lanes" --threads 0 --limit 0 >"$result" || stop
while read -r name size _ _ _ instructions _ issues _; do
    "$heddle" run "$name" --quiet --size "$size" --preset "$core" --formation pdom --residency static \
        --json "$json" >/dev/null || stop
    echo "$name $instructions $issues $(number thread_instructions) $(number warp_instructions)"
done <"$result" >"$json.lines" || stop
awk -v core="$core" -v lanes="$lanes" "$thousands"'
    $2 == $4 && $3 != $5 {
        print "FAIL " $1 ": warps issue " $3 " instructions by their traces, " $5 " on the core"
        bad = 1
    }
    $2 != $4 {other = other (other ? ", " : "") $1}
    $2 == $4 && $3 == $5 {same++; sum += $3}
    END {
        printf "PDOM in warps of %d, all threads: as the core %s issues, %s in %d programs of %d", lanes, core,
            thousands(sum + 0), same, NR
        print other ? "; other threads there: " other : ""
        if (!same && NR != 1) {print "FAIL no program executes on the core what it does on the reference"; bad = 1}
        exit bad
    }' "$json.lines"
