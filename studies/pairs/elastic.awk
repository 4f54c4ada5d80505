# SPDX-License-Identifier: Apache-2.0
# elastic.awk - the tables of studies/elastic.sh, beside the paper, and the data of its picture. Needs seeds.awk.
# `what` says what a file is: programs (programs.txt), paper (elastic.txt), slices (PROGRAM BLOCKS), pairs (PROGRAM
# PROGRAM), metrics (lines of metrics.awk). Variables: set, sms, variants, seeds, out (a directory).
# Means are geometric, as in the paper, over pairs and seeds. A pair without a sliced program has no run without
# slices: it would be the same one.
what == "programs" { if (!/^#/ && NF > 0) of_paper[$1] = $5; next }
what == "paper" {
    if ($1 == "table4") { stp_of[$2] = $3; best_of[$2] = $4; antt_of[$2] = $5; worst_of[$2] = $6 }
    if ($1 == "table5") { stp_gain_of[$2] = $3; antt_gain_of[$2] = $4; time_gain_of[$2] = $5 }
    if ($1 == "slices") { pairs_of[$2] = $3; cut_stp_of[$2] = $4; cut_antt_of[$2] = $5 }
    next
}
what == "slices" { slice[$1] = $2; sliced[++slices] = $1; next }
what == "pairs" { first[++pairs] = $1; second[pairs] = $2; next }
what == "metrics" {
    value["time", $1, $2, $3, $4] = $14
    value["antt", $1, $2, $3, $4] = $8
    value["stp", $1, $2, $3, $4] = $9
}

function is_cut(i) { return (first[i] in slice) || (second[i] in slice) }
# STP, ANTT or time of pair i under a variant, with seed number j.
function one(which, i, v, j) {
    if (v ~ /\.whole$/ && !is_cut(i)) sub(/\.whole$/, "", v)
    if (!((which, first[i], second[i], v, seed[j]) in value)) {
        print "elastic.awk: " first[i] "+" second[i] " was not run with " v >"/dev/stderr"
        failed = 1
        exit 1
    }
    return value[which, first[i], second[i], v, seed[j]]
}
# Geometric mean of that, over the same under another variant ("": not over one); over the pairs that are `among`
# (all; cut: those with a sliced program), and over seeds (only: this one, 0: all).
function mean(which, v, other, among, only,    i, j, sum, n) {
    for (i = 1; i <= pairs; i++) {
        if (among == "cut" && !is_cut(i)) continue
        for (j = 1; j <= seed_count; j++) {
            if (only && j != only) continue
            sum += log(one(which, i, v, j))
            if (other != "") sum -= log(one(which, i, other, j))
            n++
        }
    }
    return n ? exp(sum / n) : 1
}
function means(which, v, other, among,    j) {
    for (j = 1; j <= seed_count; j++) of_seed[j] = mean(which, v, other, among, j)
    return mean(which, v, other, among, 0)
}
# How many times better than the other variant: more STP, less ANTT and time.
function better(which, v, other, among,    j, all) {
    all = means(which, v, other, among)
    if (which == "stp") return all
    for (j = 1; j <= seed_count; j++) of_seed[j] = 1 / of_seed[j]
    return 1 / all
}
function most(which, v,    i, j, x, y) {
    for (i = 1; i <= pairs; i++) for (j = 1; j <= seed_count; j++) {
        y = one(which, i, v, j)
        if (y > x) x = y
    }
    return x
}
# Of pair i, over seeds.
function of_pair(which, i, v,    j, sum) {
    for (j = 1; j <= seed_count; j++) sum += log(of_seed[j] = one(which, i, v, j))
    return exp(sum / seed_count)
}
# In how many pairs a variant has more of it than cuda, and in how many less.
function more_and_less(which, v,    i, x, y, more, less) {
    for (i = 1; i <= pairs; i++) {
        x = of_pair(which, i, v)
        y = of_pair(which, i, "cuda")
        more += x > y * 1.00001
        less += y > x * 1.00001
    }
    return more + 0 " | " less + 0
}

# The rows of a table: the variants, then the policies without slices, of which the paper has no such numbers.
function name_of(p) { return sub(/\.whole$/, "", p) ? "`" p "`, no slices" : "`" p "`" }
function print_table4(    v, p) {
    print "\nSTP and ANTT of " pairs " pairs, beside Table 4"
    print "| | STP, paper | here | its best, paper | here | ANTT, paper | here | its worst, paper | here |"
    print "|---|---|---|---|---|---|---|---|---|"
    for (v = 1; v <= row_count; v++) {
        p = variant[v]
        print "| " name_of(p) " | " stp_of[p] " | " decimals(means("stp", p, "", "all")) " | " best_of[p] " | " \
            sprintf("%.2f", most("stp", p)) " | " antt_of[p] " | " decimals(means("antt", p, "", "all")) " | " \
            worst_of[p] " | " sprintf("%.2f", most("antt", p)) " |"
    }
}
function print_table5(    v, p) {
    print "\nTimes better than `cuda`, beside Table 5: STP, ANTT, time of the slower program"
    print "| | STP, paper | here | ANTT, paper | here | time, paper | here |\n|---|---|---|---|---|---|---|"
    for (v = 1; v <= row_count; v++) {
        p = variant[v]
        print "| " name_of(p) " | " stp_gain_of[p] " | " decimals(better("stp", p, "cuda", "all")) " | " antt_gain_of[p] \
            " | " decimals(better("antt", p, "cuda", "all")) " | " time_gain_of[p] " | " \
            decimals(better("time", p, "cuda", "all")) " |"
    }
    print "\nPairs of " pairs " with more or less of it than with `cuda`"
    print "| | more STP | less STP | more ANTT | less ANTT | longer | shorter |\n|---|---|---|---|---|---|---|"
    for (v = 2; v <= row_count; v++)
        print "| " name_of(variant[v]) " | " more_and_less("stp", variant[v]) " | " more_and_less("antt", variant[v]) " | " \
            more_and_less("time", variant[v]) " |"
}
function print_slices(    i, v, p, n, text) {
    for (i = 1; i <= pairs; i++) n += is_cut(i)
    if (!n) { print "\nTime slices: no program of a pair has grids of two slices"; return }
    for (i = 1; i <= slices; i++) text = text " " sliced[i] " " slice[sliced[i]]
    print "\nWith time slices over without (6.4.5): STP, and times better in ANTT. Blocks of a slice:" text
    print "| | pairs | STP, paper | here | ANTT, paper | here |\n|---|---|---|---|---|---|"
    for (v = 3; v <= variant_count; v++) {
        p = variant[v]
        print "| `" p "`, a program is sliced | " n " | " (p == "mpmax" ? percent(cut_stp_of["some"]) : "") " | " \
            percents(better("stp", p, p ".whole", "cut")) " | " (p == "mpmax" ? cut_antt_of["some"] : "") " | " \
            decimals(better("antt", p, p ".whole", "cut")) " |"
        print "| `" p "`, all pairs | " pairs " | " (p == "mpmax" ? percent(cut_stp_of["all"]) : "") " | " \
            percents(better("stp", p, p ".whole", "all")) " | " (p == "mpmax" ? cut_antt_of["all"] : "") " | " \
            decimals(better("antt", p, p ".whole", "all")) " |"
    }
}
function print_pairs(    i, v, row, line) {
    print "\nEach pair: STP, then ANTT"
    row = "| pair |"
    line = "|---|"
    for (v = 1; v <= 2 * variant_count; v++) {
        row = row " " variant[(v - 1) % variant_count + 1] " |"
        line = line "---|"
    }
    print row "\n" line
    for (i = 1; i <= pairs; i++) {
        row = "| `" first[i] "` + `" second[i] "` |"
        for (v = 1; v <= variant_count; v++) row = row " " decimals(of_pair("stp", i, variant[v])) " |"
        for (v = 1; v <= variant_count; v++) row = row " " decimals(of_pair("antt", i, variant[v])) " |"
        print row
    }
}
# A row for each rank: of each variant the STP and the ANTT of that rank, the least first.
function write_sorted(    which, v, i, j, k, x, of, row) {
    for (v = 1; v <= variant_count; v++) for (k = 1; k <= 2; k++) {
        which = k == 1 ? "stp" : "antt"
        for (i = 1; i <= pairs; i++) {
            x = of_pair(which, i, variant[v])
            for (j = i; j > 1 && of[v, k, j - 1] > x; j--) of[v, k, j] = of[v, k, j - 1]
            of[v, k, j] = x
        }
    }
    for (i = 1; i <= pairs; i++) {
        row = i
        for (v = 1; v <= variant_count; v++) row = row sprintf(" %.4f %.4f", of[v, 1, i], of[v, 2, i])
        print row >(out "/sorted.dat")
    }
}

END {
    if (failed) exit 1
    row_count = variant_count = split(variants, variant, " ")
    for (i = 3; i <= variant_count; i++) variant[++row_count] = variant[i] ".whole"
    seed_count = split(seeds, seed, " ")
    printf "Preset slicer, %d SMs; sizes %s; seeds %s; programs, and those of Parboil that do the same:", sms,
        set == "full" ? "long" : "short", seeds
    for (i = 1; i <= pairs; i++) {
        if (!(first[i] in named)) printf " %s (%s)", first[i], of_paper[first[i]]
        named[first[i]]
    }
    printf " %s (%s)\n", second[pairs], of_paper[second[pairs]]
    if (seed_count > 1) print "Means over the seeds; in brackets the least and the most that a seed gave"
    print_table4()
    print_table5()
    print_slices()
    print_pairs()
    write_sorted()
}
