#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves the properties of a block: prove.sh BLOCK [CONFIG]
#
# What is proven, and how, stands in formal/<socket>/<block>_plan.txt, one line a proof:
#   tier  config  overrides  method  limit  seconds  properties
# tier ci is always run, full with PROVE=full; PROVE=quick runs of tier ci those of the first
# configuration and overrides alone. overrides are parameters A=1,B=2 or -. properties
# are names A,B or "all", or "all-A,B" for all but those. Methods:
#   pdr      unbounded: these properties together, given those that earlier lines proved of the
#            same configuration (property directed reachability)
#   each     unbounded: each alone, by induction over `limit` cycles, given that all properties of
#            the line held in the cycles before. That is induction over time of all of them side
#            by side, in as many small questions. The first cycles are checked for all at once.
#   bounded  no counterexample in the first `limit` cycles, the reset included
#   cover    every situation that must be possible is reached within `limit` cycles
# PLAN_LINES="2 5": these lines of the plan alone (the first is 1), of any tier. What the earlier lines of
# the same configuration prove without a bound is given then, as it is in a run of all of them; that they do
# prove it is those lines' business. build/prove/<block>.lines: a line, PASS or FAIL.
# The seconds of a plan are what a line may take on an idle machine; a solver is stopped after PATIENCE
# times as many (20), and the result says so.
# Prints a table and writes it, tab separated, to build/prove/<block>.kv: block, property,
# configuration, method, solver, result, seconds, waves. Fails if any line does. A property that is
# not proven is tried once more alone for a counterexample: FAIL names it, says the property in words,
# and where its waves are. RTL=mine.sv is proven instead of the block's own file.
set -u
cd "$(dirname "$0")/.." || exit 2
block=${1:?usage: prove.sh BLOCK [CONFIG]}
only=${2:-}
. formal/flow.sh
plan=$(ls formal/*/"${block}_plan.txt" 2>/dev/null) || { echo "none $block: no properties of its own"; exit 0; }
rtl=${RTL:-$(ls rtl/*/hd_"$block".sv)}
[ -f "$rtl" ] || { echo "ERROR RTL=$rtl: no such file" >&2; exit 2; }
out=build/prove
kv=$out/$block.kv
mkdir -p "$out"
: >"$kv"
: >"$out/$block.lines"
patience=${PATIENCE:-20}

# row PROPERTY METHOD SOLVER RESULT SECONDS [WAVES]
row() {
    printf '%-16s %-20s %-22s %-6s %-10s %5s\n' "$1" "$name" "$2" "$3" "$4" "$5"
    printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' \
        "$block" "$1" "$name" "$2" "$3" "$4" "$5" "${6:-}" >>"$kv"
    case $4 in
        proven | holds | reached) ;;
        *)
            echo "FAIL $1 $block $name: $4, $2"
            tell "$1" "$block" "${6:-}"
            ;;
    esac
}

# A property that was not proven: is there a counterexample? unproven PROPERTY SECONDS OUT; OUT.log
# is of the proof that failed. If that says that there is one, in a cycle so late, it is looked for
# as far; or it is another property's, and this one is proven alone.
unproven() {
    aig "$work" "$work.$1" "$1"
    u_late=$(reached "$3")
    bounded "$work.$1" $((${u_late:-19} + 1)) $((30 * patience))
    u_by=bmc3
    if [ -z "$(reached "$work.$1")" ] && [ -n "$u_late" ]; then
        deeper "$work.$1" "$seconds"
        u_by=pdr
    fi
    if [ -n "$(reached "$work.$1")" ]; then
        row "$1" "cycle $(reached "$work.$1")" $u_by BROKEN "$2" \
            "$(waves "$work" "$work.$1" "$1" "$block" "${work#"$out/$block."}")"
    elif is_proven "$work.$1.log"; then
        row "$1" 'unbounded, alone' pdr proven "$2"
    else
        row "$1" unbounded pdr UNDECIDED "$2"
        [ "$2" -lt "$seconds" ] || echo "the solver was stopped after $seconds s"
    fi
}

is_proven() { grep -Eq 'Networks are equivalent|Property proved' "$1"; }

# The step of method each, for two to run side by side: its result is in $work.$1.ind.log
each() {
    aig "$work" "$work.$1.ind" "$1" "$given" "$(echo "$chosen" | grep -vxF "$1")"
    e_begin=$(date +%s)
    abc "read_aiger $work.$1.ind.aig; fold; orpos; ind -F $limit -C 0 -T $seconds" \
        >"$work.$1.ind.log"
    # What the induction step leaves open (or finds constant: it wants latches) goes to pdr.
    is_proven "$work.$1.ind.log" || abc "read_aiger $work.$1.ind.aig; fold; scorr; dc2;
        pdr -T $seconds" >>"$work.$1.ind.log"
    echo "seconds $(($(date +%s) - e_begin))" >>"$work.$1.ind.log"
}

printf '%-16s %-20s %-22s %-6s %-10s %5s\n' property configuration method solver result s
# The properties that lines before this one prove without a bound: given_before NUMBER TIER CONFIG OVERRIDES
given_before() {
    grep -v -e '^#' -e '^ *$' "$plan" | head -n $(($1 - 1)) |
        while read -r g_tier g_config g_overrides g_method g_limit g_seconds g_which; do
            [ "$g_config $g_overrides" = "$3 $4" ] || continue
            case $2-$g_tier in ci-full) continue ;; esac
            case $g_method in pdr | each) choose p "$work" "$g_which" ;; esac
        done | sort -u
}

line=0 found=0
while read -r tier config overrides method limit seconds which; do
    case $tier in '' | '#'*) continue ;; esac
    line=$((line + 1))
    if [ -n "${PLAN_LINES:-}" ]; then
        case " $PLAN_LINES " in *" $line "*) found=$((found + 1)) ;; *) continue ;; esac
    elif [ "$tier" = full ] && [ "${PROVE:-}" != full ]; then
        continue
    fi
    [ -z "$only" ] || [ "$only" = "$config" ] || continue
    first=${first:-$config $overrides}
    [ "${PROVE:-}" != quick ] || [ "$first" = "$config $overrides" ] || continue
    seconds=$((seconds * patience)) rows=$(grep -c . "$kv")
    name=$config
    [ "$overrides" = - ] || name=$config,$overrides
    params=$(sh tools/params.sh "$block" "$config") || exit 2
    [ "$overrides" = - ] || params="$params $(echo "$overrides" | tr ',' ' ')"
    work=$out/$block.$(echo "$name" | tr ',=' '._')
    case " ${built:-} " in
        *" $name "*) ;;
        *)
            model "$block" "$params" "$rtl" "$work" || exit 2
            built="${built:-} $name"
            ;;
    esac
    if [ "$method" = cover ]; then kind=c; else kind=p; fi
    chosen=$(choose "$kind" "$work" "$which")
    [ -n "$chosen" ] || { echo "ERROR nothing to prove: $config $which" >&2; exit 2; }
    given=$(awk -F '\t' -v n="$name" '$3 == n && $6 == "proven" {print $2}' "$kv")
    [ -z "${PLAN_LINES:-}" ] || given=$(given_before $line "$tier" "$config" "$overrides")
    begin=$(date +%s)
    case $method in
        pdr)
            aig "$work" "$work.pdr" "$chosen" "$given"
            abc "read_aiger $work.pdr.aig; fold; scorr; dc2; pdr -T $seconds" >"$work.pdr.log"
            took=$(($(date +%s) - begin))
            for p in $chosen; do
                if is_proven "$work.pdr.log"; then
                    row "$p" unbounded pdr proven "$took"
                else
                    unproven "$p" "$took" "$work.pdr"
                fi
            done
            ;;
        each)
            # The first cycles: where induction starts.
            aig "$work" "$work.base" "$chosen" "$given"
            bounded "$work.base" $((limit + 3)) $((100 * patience))
            good=0
            grep -q "asserted in $((limit + 3)) frames" "$work.base.log" && good=1
            # shellcheck disable=SC2086
            set -- $chosen
            while [ $# -gt 0 ]; do
                each "$1" &
                if [ $# -gt 1 ]; then
                    each "$2"
                    shift
                fi
                wait
                shift
            done
            for p in $chosen; do is_proven "$work.$p.ind.log" || good=0; done
            for p in $chosen; do
                took=$(sed -n 's/^seconds //p' "$work.$p.ind.log")
                # Each leans on all others: none is proven unless all are.
                if [ "$good" = 1 ]; then
                    row "$p" 'unbounded, each' ind proven "$took"
                elif is_proven "$work.$p.ind.log"; then
                    row "$p" 'given the others' ind DEPENDS "$took"
                else
                    unproven "$p" "$took" "$work.$p.ind"
                fi
            done
            ;;
        bounded)
            aig "$work" "$work.bmc" "$chosen"
            bounded "$work.bmc" "$limit" "$seconds"
            took=$(($(date +%s) - begin))
            # The solver's own count: it may have run out of time before the limit.
            depth=$(sed -n 's/.*No output asserted in \([0-9]*\) frames.*/\1/p' "$work.bmc.log")
            for p in $chosen; do
                if [ -z "$depth" ]; then
                    unproven "$p" "$took" "$work.bmc"
                elif [ "$depth" -lt "$limit" ]; then
                    row "$p" "bounded, $depth cycles" bmc3 STOPPED "$took"
                    echo "the solver was stopped after $seconds s"
                else
                    row "$p" "bounded, $depth cycles" bmc3 holds "$took"
                fi
            done
            ;;
        cover)
            for p in $chosen; do
                begin=$(date +%s)
                aig "$work" "$work.$p" "$p"
                bounded "$work.$p" "$limit" "$seconds"
                at=$(reached "$work.$p")
                took=$(($(date +%s) - begin))
                if [ -n "$at" ]; then row "$p" "cover, cycle $at" bmc3 reached "$took"
                elif grep -q "asserted in $limit frames" "$work.$p.log"; then
                    row "$p" "cover, $limit cycles" bmc3 UNREACHED "$took"
                else row "$p" "stopped after $seconds s" bmc3 STOPPED "$took"; fi
            done
            ;;
        *) echo "ERROR unknown method $method in $plan" >&2; exit 2 ;;
    esac
    bad=$(tail -n +$((rows + 1)) "$kv" | awk -F '\t' '$6 !~ /^(proven|holds|reached)$/' | grep -c .)
    [ "$(grep -c . "$kv")" -gt "$rows" ] || bad=1
    echo "$line $([ "$bad" = 0 ] && echo PASS || echo FAIL)" >>"$out/$block.lines"
done <"$plan"
[ $found = "$(echo "${PLAN_LINES:-}" | wc -w)" ] || { echo "ERROR no such line in $plan: $PLAN_LINES"; exit 2; }
[ -s "$kv" ] || { echo "ERROR no proof of $block ${only:+in configuration }$only"; exit 2; }
fails=$(awk -F '\t' '$6 !~ /^(proven|holds|reached)$/' "$kv" | grep -c .)
[ "$fails" -eq 0 ] || { echo "FAIL $block: $fails of $(grep -c . "$kv")"; exit 1; }
echo "PASS $block: $(grep -c . "$kv") of $(grep -c . "$kv"), $kv"
