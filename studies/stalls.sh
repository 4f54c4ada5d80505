#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The blocks of studies/stalls.txt under the same stimulus, at its numbers of entries, with PCs in
# flight for half of them: in how many clocks an update is refused, or a pop waits for a root. Profiles:
#   common     one update in a scheduler cycle of 4 clocks, a pop in every fourth: a warp that does
#              not diverge, four warps to a PC
#   full_rate  two updates and a pop in every scheduler cycle
#   flood      two updates and a pop in every clock
# Updates that are void (they join a warp whose entry has gone) are counted and shown: they take a
# place in the queue, but move nothing.
# Writes build/area/stalls-BLOCK-ENTRIES.kv for the area report, prints a table.
set -eu
cycles=${STALL_CYCLES:-100000}
mkdir -p build/area
printf '%-10s %7s %-10s %9s %9s %9s %9s %12s %15s\n' block entries profile cycles updates void pops \
    'stalls [%]' 'root waits [%]'
while IFS='|' read -r block sizes <&3; do
    block=$(echo $block)
    case $block in '#'*) continue ;; esac
    for entries in $sizes; do
        config=paper,Entries-$entries
        bench=build/sim/$block/$config/deep/Vtb
        make --no-print-directory "$bench" SIZED="$config" BLOCK="$block" >/dev/null
        out=build/area/stalls-$block-$entries.kv
        : >"$out.tmp"
        for profile in common full_rate flood; do
            result=build/area/stalls.result
            "$bench" --block="$block" --config="$config" --profile="$profile" --seed="${SEED:-1}" \
                --cycles="$cycles" --result="$result" >/dev/null
            awk -v block="$block" -v entries="$entries" -v profile="$profile" -v kv="$out.tmp" '
                {key = $1; sub(/^bin=[a-z0-9_]*\./, "", key); n[key] = $2}
                /^cycles=/ {split($1, c, "="); cycles = c[2]}
                END {
                    updates = n["insert"] + n["add"] + n["void"]
                    printf "%-10s %7d %-10s %9.0f %9.0f %9.0f %9.0f %12.2f %15.2f\n", block, entries, profile, cycles,
                        updates, n["void"], n["pop"], 100 * n["stall_cycle"] / cycles,
                        100 * n["root_wait_cycle"] / cycles
                    if (profile == "full_rate")
                        printf "cycles=%.0f\nupdates=%.0f\nstall_cycles=%.0f\npops=%.0f\npop_wait_cycles=%.0f\n",
                            cycles, updates, n["stall_cycle"], n["pop"], n["root_wait_cycle"] >>kv
                }' "$result"
            rm -f "$result"
        done
        mv "$out.tmp" "$out"
    done
done 3<studies/stalls.txt
