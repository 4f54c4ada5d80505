# SPDX-License-Identifier: Apache-2.0
# report.awk - the tables of studies/pairs.sh, beside the paper, and the data of its pictures, of programs.txt,
# paper.txt, lines of classes.awk, of select.awk and of metrics.awk. Variables: set, warm (cycles of the slicer),
# steps (cycles of a curve), sms, blocks, policies, seeds, out (a directory).
# Means of ratios are geometric, over pairs and seeds; a mean of ANTT or STP is arithmetic. Needs seeds.awk.
FNR == 1 { file++ }
file == 1 { if (!/^#/ && NF > 0) of_paper[$1] = $4; next }
file == 2 {
    if ($1 == "gain" || $1 == "fair") paper[$1, $2] = $3
    if ($1 == "spatial") paper["spatial"] = $2
    if ($1 == "type") { paper_mpki[$2] = $3; paper_type[$2] = $4 }
    if ($1 == "division") paper_given[$2, $3] = $4 == "spatial" ? $4 : $4 ", " $5
    next
}
file == 3 { class_line[++classes] = $0; next }
file == 4 { kind[++pairs] = $1; first[pairs] = $2; second[pairs] = $3; next }
{
    a = $1; b = $2; p = $3; s = $4
    ipc[a, b, p, s] = $5; turn[a, b, p, s] = $6; slowest[a, b, p, s] = $7; antt[a, b, p, s] = $8; stp[a, b, p, s] = $9
    given[a, b, p, s] = $10 ", " $11
    divided[a, b, p, s] = $12
    spatial[a, b, p, s] = $13
}

# Geometric mean, over pairs of a kind (all: every one) and over seeds (only: this one, 0: all), of a policy's IPC or
# slowest over another's.
function gain(what, p, other, k, only,    i, j, sum, n, x, y) {
    for (i = 1; i <= pairs; i++) {
        if (k != "all" && kind[i] != k) continue
        for (j = 1; j <= seed_count; j++) {
            if (only && j != only) continue
            x = first[i] SUBSEP second[i] SUBSEP p SUBSEP seed[j]
            y = first[i] SUBSEP second[i] SUBSEP other SUBSEP seed[j]
            if (what == "ipc") sum += log(ipc[x] / ipc[y])
            if (what == "slowest") sum += log(slowest[x] / slowest[y])
            if (what == "antt") sum += log(antt[x] / antt[y])
            if (what == "turn") sum += log(turn[x])
            n++
        }
    }
    return n ? exp(sum / n) : 1
}
function mean(what, p, k, only,    i, j, sum, n, x) {
    for (i = 1; i <= pairs; i++) {
        if (k != "all" && kind[i] != k) continue
        for (j = 1; j <= seed_count; j++) {
            if (only && j != only) continue
            x = first[i] SUBSEP second[i] SUBSEP p SUBSEP seed[j]
            sum += what == "antt" ? antt[x] : what == "stp" ? stp[x] : slowest[x]
            n++
        }
    }
    return n ? sum / n : 0
}
function gains(what, p, other, k,    j) {
    for (j = 1; j <= seed_count; j++) of_seed[j] = gain(what, p, other, k, j)
    return percents(gain(what, p, other, k, 0))
}
function means(what, p, k,    j) {
    for (j = 1; j <= seed_count; j++) of_seed[j] = mean(what, p, k, j)
    return decimals(mean(what, p, k, 0))
}
# Of one pair, over the seeds; likewise with left-over.
function of_pair(i, p,    j, sum) {
    for (j = 1; j <= seed_count; j++) {
        of_seed[j] = ipc[first[i], second[i], p, seed[j]] / ipc[first[i], second[i], "leftover", seed[j]]
        sum += log(of_seed[j])
    }
    return exp(sum / seed_count)
}
function with_leftover(i,    j, sum) {
    for (j = 1; j <= seed_count; j++) {
        of_seed[j] = ipc[first[i], second[i], "leftover", seed[j]]
        sum += of_seed[j]
    }
    return sum / seed_count
}
function division(i,    x) {
    x = first[i] SUBSEP second[i] SUBSEP "slicer" SUBSEP seed[1]
    if (divided[x]) return given[x]
    return spatial[x] ? "spatial" : "none"
}
function paper_division(i,    a, b, t) {
    a = of_paper[first[i]]
    b = of_paper[second[i]]
    if ((a, b) in paper_given) return paper_given[a, b]
    if (!((b, a) in paper_given)) return ""
    t = paper_given[b, a]
    return t == "spatial" ? t : substr(t, index(t, ",") + 2) ", " substr(t, 1, index(t, ",") - 1)
}

function print_classes(    i, b, n, f, best, p, mark) {
    print "\nPrograms alone: class, L2 misses in 1,000 warp instructions, launch, and IPC with at most 1 to " blocks \
        " blocks on an SM, % of the best"
    row = "| program | paper | class | L2 misses | blocks | cycles of a launch | of a block | best IPC |"
    line = "|---|---|---|---|---|---|---|---|"
    for (b = 1; b <= blocks; b++) { row = row " " b " |"; line = line "---|" }
    print row "\n" line
    printf "" >(out "/curves.dat")
    for (i = 1; i <= classes; i++) {
        n = split(class_line[i], f, " ")
        p = of_paper[f[1]]
        mark = p == "-" ? "" : p ": " paper_type[p] ", " paper_mpki[p]
        best = 0
        for (b = 1; b <= blocks; b++) if (f[8 + b] > best) best = f[8 + b]
        row = sprintf("| `%s` | %s | %s | %s | %s | %s | %s | %s |", f[1], mark, f[2], f[3], thousands(f[5]), \
            thousands(f[6]), thousands(f[7]), best ? sprintf("%.2f", best) : "")
        for (b = 1; b <= blocks; b++) row = row (f[8 + b] ? sprintf(" %.0f |", 100 * f[8 + b] / best) : " |")
        print row
        if (!best || !(f[1] in taken)) continue
        print "\"" f[1] " (" f[2] ")\"" >(out "/curves.dat")
        for (b = 1; b <= blocks; b++) if (f[8 + b]) print b, f[8 + b] / best >(out "/curves.dat")
        print "\n" >(out "/curves.dat")
    }
}

function print_pairs(    i, k, p, row, n, place) {
    print "\nPairs: IPC of both with left-over, and what the others give (Figure 6); blocks of each on an SM that the" \
        " slicer gave last,\nwith the first seed, and those of the paper's pair (Table III)"
    row = "| pair | left-over |"
    line = "|---|---|"
    for (p = 2; p <= policy_count; p++) { row = row " " policy[p] " |"; line = line "---|" }
    print row " given | paper |\n" line "---|---|"
    printf "" >(out "/pairs.dat")
    for (k = 1; k <= kind_count; k++) {
        n = 0
        for (i = 1; i <= pairs; i++) {
            if (kind[i] != kinds[k]) continue
            row = "| `" first[i] "` + `" second[i] "` | " decimals(with_leftover(i)) " |"
            printf "\"%s + %s\" %d", first[i], second[i], ++place >(out "/pairs.dat")
            for (p = 2; p <= policy_count; p++) {
                row = row " " percents(of_pair(i, policy[p])) " |"
                printf " %.4f", of_pair(i, policy[p]) >(out "/pairs.dat")
            }
            print "" >(out "/pairs.dat")
            print row " " division(i) " | " paper_division(i) " |"
            n++
        }
        if (!n) continue
        row = "| compute + " kinds[k] ", " n " | |"
        printf "\"mean, compute + %s\" %d", kinds[k], ++place >(out "/pairs.dat")
        place++
        for (p = 2; p <= policy_count; p++) {
            row = row " " gains("ipc", policy[p], "leftover", kinds[k]) " |"
            printf " %.4f", gain("ipc", policy[p], "leftover", kinds[k]) >(out "/pairs.dat")
        }
        print "" >(out "/pairs.dat")
        print row " | |"
    }
    row = "| all " pairs " | |"
    printf "\"mean of all\" %d", ++place >(out "/pairs.dat")
    for (p = 2; p <= policy_count; p++) {
        row = row " " gains("ipc", policy[p], "leftover", "all") " |"
        printf " %.4f", gain("ipc", policy[p], "leftover", "all") >(out "/pairs.dat")
    }
    print "" >(out "/pairs.dat")
    print row " | |"
}

function print_policies(    p) {
    print "\nFairness: the smaller speed-up of the two (alone = 1), over left-over's; ANTT (less is better), STP" \
        " (more is better);\nall " pairs " pairs"
    print "| policy | IPC over left-over | smaller speed-up | its mean | ANTT | STP |\n|---|---|---|---|---|---|"
    printf "" >(out "/fair.dat")
    for (p = 1; p <= policy_count; p++) {
        print "| `" policy[p] "` | " gains("ipc", policy[p], "leftover", "all") " | " \
            gains("slowest", policy[p], "leftover", "all") " | " means("slowest", policy[p], "all") " | " \
            means("antt", policy[p], "all") " | " means("stp", policy[p], "all") " |"
        print policy[p], gain("slowest", policy[p], "leftover", "all"), mean("antt", policy[p], "all"),
            mean("stp", policy[p], "all") >(out "/fair.dat")
    }
}

function against(what, other, name,    ours) {
    if (other == "sequential") ours = gains("turn", "leftover", "leftover", "all")
    else ours = gains(what == "gain" ? "ipc" : "slowest", "slicer", other, "all")
    printf "| %s | %s | %s |\n", name, (what, other) in paper ? sprintf("%+g %%", paper[what, other]) : "no number", \
        ours
}
function print_paper(    i, d, n, no) {
    for (i = 1; i <= pairs; i++) {
        d = division(i)
        n += d == "spatial"
        no += d == "none"
    }
    print "\n| | paper | here |\n|---|---|---|"
    against("gain", "leftover", "IPC, slicer over left-over")
    against("gain", "even", "IPC, slicer over even")
    against("gain", "spatial", "IPC, slicer over spatial")
    against("gain", "sequential", "IPC, left-over over one program behind the other")
    against("fair", "leftover", "smaller speed-up, slicer over left-over")
    against("fair", "even", "smaller speed-up, slicer over even")
    printf "| ANTT, slicer over left-over | no number | %s |\n", gains("antt", "slicer", "leftover", "all")
    printf "| ANTT, slicer over even | no number | %s |\n", gains("antt", "slicer", "even", "all")
    printf "| pairs whose programs get SMs of their own | %d of 30 | %d of %d |\n", paper["spatial"], n, pairs
    printf "| pairs that end before a measurement | no number | %d of %d |\n", no, pairs
}

END {
    policy_count = split(policies, policy, " ")
    seed_count = split(seeds, seed, " ")
    kind_count = split("cache memory compute", kinds, " ")
    for (i = 1; i <= pairs; i++) { taken[first[i]]; taken[second[i]] }
    printf "Preset slicer, %d SMs; sizes %s; the slicer's warm-up, further ones, samples: %s cycles; seeds %s\n", sms, \
        set == "full" ? "long" : "short", warm, seeds
    if (seed_count > 1) print "Means over the seeds; in brackets the least and the most that a seed gave"
    print_classes()
    print_pairs()
    print_policies()
    print_paper()
}
