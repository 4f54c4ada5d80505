# SPDX-License-Identifier: Apache-2.0
# select.awk - the pairs, of programs.txt and lines of classes.awk: every compute program that is taken with every
# cache and every memory program, and with every other compute program (Warped-Slicer, V: 30 pairs of 4, 2 and 4).
# Of a class those are taken first that do what a program of the paper does, then in the order of programs.txt.
# Variables: compute, cache, memory (how many). Prints: kind of pair, program, program.
FNR == NR {
    if (/^#/ || NF == 0) next
    name[++n] = $1
    paper[$1] = $4
    next
}
{ class[$1] = $2 }
function take(c, most,    turn, i) {
    for (turn = 1; turn <= 2; turn++)
        for (i = 1; i <= n && taken[c] < most; i++)
            if (class[name[i]] == c && (paper[name[i]] != "-") == (turn == 1)) member[c, ++taken[c]] = name[i]
}
END {
    take("compute", compute)
    take("cache", cache)
    take("memory", memory)
    for (i = 1; i <= taken["compute"]; i++)
        for (j = 1; j <= taken["cache"]; j++) print "cache", member["compute", i], member["cache", j]
    for (i = 1; i <= taken["compute"]; i++)
        for (j = 1; j <= taken["memory"]; j++) print "memory", member["compute", i], member["memory", j]
    for (i = 1; i <= taken["compute"]; i++)
        for (j = i + 1; j <= taken["compute"]; j++) print "compute", member["compute", i], member["compute", j]
}
