# SPDX-License-Identifier: Apache-2.0
# points.awk - points of studies/sweep.sh (files NAME.json) as lines: name, cycles, divisions of SMs, times that
# each kernel had SMs of its own, L2 misses; then of each program: name, cycles of a run (run_cycles of --json),
# launches, blocks, warp instructions, cycles of blocks on SMs, blocks of the last division. Blanks between.
#     awk -f points.awk DIRECTORY/*.json
# A request that waits for a line that is under way already is no miss, as in the paper's simulator.
function number(text, name) {
    if (!match(text, "\"" name "\": -?[0-9]+")) { print FILENAME ": no " name >"/dev/stderr"; bad = 1; return 0 }
    text = substr(text, RSTART, RLENGTH)
    sub(/.*: /, "", text)
    return text
}
function point(text,    name, head, n, part, i, misses) {
    name = FILENAME
    sub(/.*\//, "", name)
    sub(/\.json$/, "", name)
    n = split(text, part, /\{"name": "/)
    head = part[1]
    misses = number(head, "load") + number(head, "store") + number(head, "atomic")
    misses -= number(head, "hit") + number(head, "merged")
    printf "%s %s %s %s %d", name, number(head, "cycles"), number(head, "divided"), number(head, "spatial"), misses
    for (i = 2; i <= n; i++)
        printf " %s %d %s %s %s %s %s", substr(part[i], 1, index(part[i], "\"") - 1),
            number(part[i], "run_cycles"), number(part[i], "launches"),
            number(part[i], "blocks"), number(part[i], "warp_instructions"), number(part[i], "resident_blocks"),
            number(part[i], "given_blocks")
    print ""
}
{ point($0) }
END { exit bad }
