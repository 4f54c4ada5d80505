# SPDX-License-Identifier: Apache-2.0
# classes.awk - the class of each program, of lines of points.awk: alone-PROGRAM-SEED, and curve-PROGRAM-BLOCKS-SEED
# (the first cycles, with at most BLOCKS blocks on an SM). Variables: sms, profile (cycles), blocks.
# The rules, in this order (Warped-Slicer: Table II, IV):
#   few      its launches have, on average, fewer than six blocks an SM: an SM holds six of 256 threads
#   brief    its launches are shorter, on average, than the profile
#   cache    the curve falls: with most blocks it has under 95 % of its best IPC
#   memory   30 L2 misses or more in 1,000 warp instructions
#   compute  all others
# Prints: program, class, misses in 1,000 warp instructions, launches, mean blocks and mean cycles of a launch, mean
# cycles of a block, blocks of it that an SM holds, then IPC with at most 1 to `blocks` blocks.
{
    split($1, part, "-")
    name = part[2]
    ipc = $10 / $2
    if (part[1] == "curve") curve[name, part[3]] = ipc
    if (part[1] != "alone" || name in alone) next
    alone[name]
    order[++n] = name
    launches[name] = $8
    grid[name] = $9 / $8
    cycles[name] = $7 / $8
    block[name] = $11 / $9
    mpki[name] = 1000 * $5 / $10
    held[name] = $11 / $2 / sms
}
END {
    for (i = 1; i <= n; i++) {
        p = order[i]
        best = 0
        for (b = 1; b <= blocks; b++) if (curve[p, b] > best) best = curve[p, b]
        class = curve[p, blocks] < 0.95 * best ? "cache" : mpki[p] >= 30 ? "memory" : "compute"
        if (grid[p] < 6 * sms) class = "few"
        else if (cycles[p] < profile) class = "brief"
        printf "%s %s %.1f %d %.0f %.0f %.0f %.1f", p, class, mpki[p], launches[p], grid[p], cycles[p],
            block[p], held[p]
        for (b = 1; b <= blocks; b++) printf " %.3f", curve[p, b]
        print ""
    }
}
