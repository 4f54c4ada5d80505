# SPDX-License-Identifier: Apache-2.0
# slices.awk - the slices of programs, of lines of points.awk of each alone: as many blocks as it runs in `cycles`
# cycles, but at least `least`. A program whose grids have fewer than two slices is not sliced. The first seed counts.
# Prints: program, blocks of a slice.
!($6 in seen) {
    seen[$6]
    n = int($9 * cycles / $7 + 0.5)
    if (n < least) n = least
    if ($9 / $8 >= 2 * n) print $6, n
}
