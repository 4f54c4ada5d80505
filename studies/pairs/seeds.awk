# SPDX-License-Identifier: Apache-2.0
# seeds.awk - numbers of several seeds, in front of report.awk and elastic.awk: a mean over them, and behind it the
# least and the most that a seed gave. Of one seed: the number. seed_count: how many there are; of_seed: the number
# of each, filled by the caller.
function percent(ratio) { return sprintf("%+.1f %%", 100 * (ratio - 1)) }
function percents(ratio) { return percent(ratio) spread("%+.1f", 100, -100) }
function decimals(number) { return sprintf("%.2f", number) spread("%.2f", 1, 0) }
function spread(form, times, more,    j, low, high) {
    if (seed_count < 2) return ""
    low = high = of_seed[1]
    for (j = 2; j <= seed_count; j++) {
        if (of_seed[j] < low) low = of_seed[j]
        if (of_seed[j] > high) high = of_seed[j]
    }
    return sprintf(" (" form " to " form ")", times * low + more, times * high + more)
}
