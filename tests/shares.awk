# SPDX-License-Identifier: Apache-2.0
# Which eighth each item of a list is in: EIGHTH GROUP:NAME SECONDS SOURCE; a dash for those that no
# eighth holds. Reads tests/eighths.conf, tests/costs.tsv, and the list, in this order; -v kind= list, units= those with blocks inside,
# long= items that are not held before they are measured.
# First the cheapest item of each group, then the second of each, until the eighths are full; the
# dearest is placed first, in the emptiest eighth. Nothing here depends on the date or the machine.
# Of mutants a block is in one eighth as a whole, since its unchanged bench is built for all of them.
function group_of(item) {sub(/:.*/, "", item); return item}
function before(a, b) {
    if (rank[a] != rank[b]) return rank[a] < rank[b]
    if (cost[a] != cost[b]) return cost[a] < cost[b]
    return a < b
}
function sort(list, n, by,    i, j, x) {
    for (i = 2; i <= n; i++) {
        x = list[i]
        for (j = i - 1; j >= 1 && (by == "rank" ? before(x, list[j]) : cost[x] > cost[list[j]] ||
            cost[x] == cost[list[j]] && x < list[j]); j--) list[j + 1] = list[j]
        list[j + 1] = x
    }
}
FILENAME != last {last = FILENAME; file++}
file == 1 {if ($1 == kind) {room = $2; longest = $3; usual = $4; unit = $5}; next}
file == 2 {if ($1 == kind) {measured[$2] = $3; sum[group_of($2)] += $3; count[group_of($2)]++}; next}
{
    item = $1; all[++n] = item; g = group_of(item)
    if (!(g in seen)) {seen[g] = 1; groups[++group_count] = g}
    source[item] = item in measured ? "measured" : "estimate"
    cost[item] = item in measured ? measured[item] : count[g] ? sum[g] / count[g] : \
        index(" " units " ", " " g " ") ? unit : usual
    if (!(item in measured) && index(long, " " item " ")) cost[item] = longest + 1
    members[g] = members[g] " " item
}
END {
    if (!room) {print "ERROR no line for " kind " in tests/eighths.conf" >"/dev/stderr"; exit 2}
    if (kind == "mutants") {
        # Blocks in turn; each has an equal share of its eighth, and one item at least.
        for (i = 1; i <= group_count; i++) held[i % 8]++
        for (i = 1; i <= group_count; i++) {
            k = split(members[groups[i]], m, " "); used = 0
            for (j = 1; j <= k; j++) {
                fits = j == 1 || used + cost[m[j]] <= room / held[i % 8]
                if (fits) used += cost[m[j]]
                printf "%s %s %.1f %s\n", fits ? i % 8 : "-", m[j], cost[m[j]], source[m[j]]
            }
        }
        exit
    }
    for (i = 1; i <= group_count; i++) {
        k = split(members[groups[i]], m, " ")
        for (j = 1; j <= k; j++) {
            rank[m[j]] = 1
            for (l = 1; l <= k; l++)
                if (cost[m[l]] < cost[m[j]] || cost[m[l]] == cost[m[j]] && l < j) rank[m[j]]++
        }
    }
    sort(all, n, "rank")
    for (i = 1; i <= n; i++) {
        item = all[i]
        if (cost[item] + 0 <= longest + 0 && total + cost[item] <= 8 * room) {total += cost[item]; in_it[++held_count] = item}
        else {printf "- %s %.1f %s\n", item, cost[item], source[item]}
    }
    sort(in_it, held_count, "cost")
    for (i = 1; i <= held_count; i++) {
        best = 0
        for (e = 1; e < 8; e++) if (load[e] < load[best] - 0.0001) best = e
        load[best] += cost[in_it[i]]
        printf "%d %s %.1f %s\n", best, in_it[i], cost[in_it[i]], source[in_it[i]]
    }
}
