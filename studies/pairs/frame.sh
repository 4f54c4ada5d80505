# SPDX-License-Identifier: Apache-2.0
# What the studies of pairs of programs have in common; sourced behind studies/common.sh. `study`: the folder of
# points and tables below build. FULL=1: the long sizes of programs.txt, as set=full. SEEDS (1): of the data.
# TABLES=1: nothing is run; the tables are those of the points that are there. For tests: PAIRS_LIST, a file in the
# place of programs.txt; PAIRS_OUT, a folder.
sms=16 blocks=8
seeds=${SEEDS:-1}
set=quick size=2
[ "${FULL:-0}" != 1 ] || set=full size=3
# shellcheck disable=SC2154 # of the study
out=${PAIRS_OUT:-build/$study/$set}
list=${PAIRS_LIST:-studies/pairs/programs.txt}
mkdir -p "$out"
need "${HEDDLE:-$heddle}"

# NAME SIZE of programs; the size of one.
programs() { awk -v size=$size '!/^#/ && NF > 0 {print $1, $size}' "$list"; }
size_of() { awk -v name="$1" -v size=$size '$1 == name {print $size}' "$list"; }

# Runs what is missing of the points of $out/NAME.list, and writes all of them as lines of points.awk.
sweep() { # NAME
    if [ "${TABLES:-0}" = 0 ]; then studies/sweep.sh "$out/$1.list" "$out/points" >&2 || stop; fi
    cut -d ' ' -f 1 "$out/$1.list" | sed "s|.*|$out/points/&.json|" |
        xargs awk -f studies/pairs/points.awk >"$out/$1.points"
}

# The programs of the input (NAME SIZE) alone, with each seed.
alone() {
    awk -v sms=$sms -v seeds="$seeds" '
        {line[++n] = $0}
        END {
            count = split(seeds, seed, " ")
            for (j = 1; j <= count; j++) for (i = 1; i <= n; i++) {
                split(line[i], f, " ")
                printf "alone-%s-%s --preset slicer --sms %s %s --size %s --seed %s\n", f[1], seed[j], sms, f[1], f[2],
                    seed[j]
            }
        }' >"$out/alone.list"
    sweep alone
}

# What each run of a pair gave, of the points of $out/pair.list.
metrics() { awk -f studies/pairs/metrics.awk "$out/alone.points" "$out/pair.points" >"$out/metrics"; }
