# SPDX-License-Identifier: Apache-2.0
# metrics.awk - what each run of a pair gave, of lines of points.awk: alone-PROGRAM-SEED, and
# pair-PROGRAM+PROGRAM-POLICY-SEED in any order. Both programs run to their ends under each policy, so the work is
# the same. Prints: program, program, policy, seed, then
#   IPC       warp instructions of both, over the cycles until both have ended (Figure 6)
#   turn      that IPC, over that of the two one behind the other: the sum of their cycles alone
#   slowest   smaller one of the two speed-ups: cycles alone, over cycles in the pair (Figure 9a: fairness)
#   ANTT      mean of cycles in the pair, over cycles alone (Figure 9b; Elastic Kernels, 6.1)
#   STP       sum of the speed-ups (Elastic Kernels, 6.1)
# and blocks of each on an SM in the slicer's last division, divisions, times that each had SMs of its own, cycles of
# the slower one. With programs that run again (--runs) IPC and turn have no meaning.
$1 ~ /^alone-/ {
    split($1, part, "-")
    cycles[part[2], part[3]] = $7
    next
}
$1 ~ /^pair-/ { line[++n] = $0 }
END {
    for (i = 1; i <= n; i++) {
        $0 = line[i]
        split($1, part, "-")
        seed = part[4]
        if (!(($6, seed) in cycles) || !(($13, seed) in cycles)) {
            print "metrics.awk: " $1 ": not both were run alone" >"/dev/stderr"
            exit 1
        }
        a = cycles[$6, seed]
        b = cycles[$13, seed]
        first = a / $7
        second = b / $14
        ipc = ($10 + $17) / $2
        printf "%s %s %s %s %.4f %.4f %.4f %.4f %.4f %d %d %d %d %d\n", $6, $13, part[3], seed, ipc, (a + b) / $2,
            first < second ? first : second, (1 / first + 1 / second) / 2, first + second, $12, $19, $3, $4,
            ($7 > $14 ? $7 : $14)
    }
}
