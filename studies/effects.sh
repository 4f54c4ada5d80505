#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What the mechanisms buy, beside the papers: runs the studies, each on the paper's machine and with the changes
# that explain a difference, and prints the tables of docs/effects.md. What a study printed is kept in
# build/effects and taken again as long as the model is not newer: a run that was stopped goes on.
# FULL=1: all pairs of programs (hours). PARTS: these studies alone, without a table.
set -u
. studies/common.sh
dir=build/effects
all=${FULL:+_full}
mkdir -p "$dir" || exit 2

# NAME ... SCRIPT: what the study prints, with these variables; kept as NAME.
part() {
    name=$1
    shift
    for script; do :; done # the last one
    [ -z "$(find "$dir" -name "$name" -size +0 -newer "$heddle" -newer "$script")" ] || return 0
    echo "effects: $name: $*" >&2
    env "$@" >"$dir/$name.new" 2>"$dir/$name.log" || { tail -3 "$dir/$name.log" >&2; stop; }
    mv "$dir/$name.new" "$dir/$name"
}

wants() { case " ${PARTS:-$1} " in *" $1 "*) ;; *) return 1 ;; esac; }

wants plugs && {
    part plugs PRESET=dwf studies/plugs.sh
    part plugs_bank PRESET=dwf OPTIONS='--core CacheBanks=1' studies/plugs.sh
    part plugs_queue PRESET=dwf OPTIONS='--core AccessQueue=8' studies/plugs.sh
    part plugs_lanes PRESET=dwf OPTIONS='--core LaneSlots=1' studies/plugs.sh
    part plugs_through PRESET=dwf OPTIONS='--core WriteBack=0,Shuffle=0' studies/plugs.sh
    part plugs_near PRESET=dwf OPTIONS='--latency 1 --interval 1' studies/plugs.sh
    part plugs_half PRESET=dwf SIZE=half studies/plugs.sh
    part plugs_double PRESET=dwf SIZE=double studies/plugs.sh
}
wants walk && part walk OUT="$dir/compare" studies/compare.sh
wants virtual && {
    # Queues as in the paper (IV.D): no load holds the pipe, or a hit behind it. Over a core without.
    queues=AccessQueue=30,Accesses=60,MemQueue=64,Merges=16
    part virtual BASE=' ' OPTIONS="--core $queues" studies/virtual.sh
    part virtual_mascar BASE=' ' OPTIONS="--core $queues" RESIDENCY=static studies/virtual.sh
    part virtual_bare studies/virtual.sh
    part virtual_queue BASE=' ' OPTIONS='--core AccessQueue=30,Accesses=60' studies/virtual.sh
    part virtual_requests BASE=' ' OPTIONS='--core AccessQueue=30,Accesses=60,MemQueue=64' studies/virtual.sh
    part virtual_posts BASE=' ' OPTIONS="--core $queues,WriteBack=2" studies/virtual.sh
    part virtual_half SIZE=half BASE=' ' OPTIONS="--core $queues" studies/virtual.sh
    part virtual_double SIZE=double BASE=' ' OPTIONS="--core $queues" studies/virtual.sh
    part virtual_chip BASE='--memory chip' OPTIONS="--memory chip --core $queues" studies/virtual.sh
    part virtual_wide BASE='--interval 4' OPTIONS="--interval 4 --core $queues" studies/virtual.sh
}
wants cliffs && {
    part cliffs studies/cliffs.sh
    part cliffs_back OPTIONS='--memory chip' CORE=WriteBack=1 studies/cliffs.sh
    part cliffs_written OPTIONS='--memory chip' CORE=WriteBack=1,Written=1 studies/cliffs.sh
    part porting PRESET='fermi kepler maxwell' studies/cliffs.sh
    part porting_written PRESET='fermi kepler maxwell' OPTIONS='--memory chip' CORE=WriteBack=1,Written=1 \
        studies/cliffs.sh
}
wants energy && {
    part energy studies/energy.sh
    part energy_written OPTIONS='--memory chip' CORE=WriteBack=1,Written=1 studies/energy.sh
}
wants interweave && part interweave studies/interweave.sh
wants pairs && part "pairs$all" FULL="${FULL:-}" studies/pairs.sh
wants elastic && part "elastic$all" FULL="${FULL:-}" studies/elastic.sh
[ -z "${PARTS:-}" ] || exit 0

# ---- a number of a part ---------------------------------------------------------------------------------

# A number that is not there is a failure, told at the end: the tables are made in other shells.
missing=$dir/missing
rm -f "$missing"
none() { echo "effects: $1" | tee -a "$missing" >&2; echo -; }

# PART COLUMN ROW [NUMBER]: column (the first cell is 1) of the NUMBERth row whose first cell is ROW.
cell() {
    awk -F ' *[|] *' -v column="$2" -v row="$3" -v wanted="${4:-1}" '
        $2 == row && ++n == wanted {gsub(/[%,]/, "", $(column + 1)); print $(column + 1) + 0; found = 1; exit}
        END {exit !found}' "$dir/$1" || none "$1 has no row '$3'"
}

# PART COLUMN: the mean of a column of the six rows of ranges.
ranges() {
    awk -F ' *[|] *' -v column="$2" '
        $2 ~ /^range: / {on = 1}
        on && NF > 4 {gsub(/[ %]/, "", $(column + 1)); sum += $(column + 1); n++}
        END {if (n != 6) exit 1; printf "%.1f\n", sum / n}' "$dir/$1" || none "$1 has no six ranges"
}

# PART: by how many percent the best point is faster with Zorua, mean of the kernels.
best() {
    awk -F ' *[|] *' '
        $3 ~ /^[0-9][0-9,x]*$/ {
            gsub(/,/, "")
            if ($4 != "-" && (!($2 in held) || $4 < held[$2])) held[$2] = $4 + 0
            if (!($2 in zorua) || $8 < zorua[$2]) zorua[$2] = $8 + 0
        }
        END {for (k in held) {sum += held[k] / zorua[k]; n++}
             if (!n) exit 1
             printf "%.1f\n", 100 * (sum / n - 1)}' "$dir/$1" || none "$1 has no points"
}

# ---- tables ---------------------------------------------------------------------------------------------

# PAPER WHAT THEIRS OURS: a row. Direction: the signs are the same. Number: within a quarter of theirs.
row() {
    awk -v paper="$1" -v what="$2" -v theirs="$3" -v ours="$4" 'BEGIN {
        gap = ours - theirs
        size = theirs < 0 ? -theirs : theirs
        direction = theirs * ours > 0 ? "yes" : "no"
        number = (gap < 0 ? -gap : gap) <= size / 4 ? "yes" : "no"
        printf "| %s | %s | %+.1f | %+.1f | %.2f | %s | %s |\n", paper, what, theirs, ours, ours / theirs,
            direction, number
    }' || none "no row for $2"
}

# MACHINE POLICY: its mean speed-up on the walker's shapes.
walked() {
    awk -v machine="$1" -v policy="$2" '
        $1 == machine && $2 == policy {gsub(/[%+]/, "", $NF); print $NF + 0; found = 1; exit}
        END {exit !found}' "$dir/walk" || none "walk has no row '$1 $2'"
}

less() { awk -v a="$1" -v b="$2" 'BEGIN {printf "%.1f", a - b}'; }

seven="the paper's 7, likewise"
every="all 35, harmonic mean"
# The first table is kept for the pictures.
headlines() {
    echo '| paper | headline, % | theirs | here | ratio | direction | number |'
    echo '|---|---|---|---|---|---|---|'
    row DWF 'dynamic warps over PDOM, IPC' 47 "$(cell plugs 6 "$seven")"
    row VT 'load queues and VT, type S, faster' 23.9 "$(cell virtual 10 'type S, mean of 24')"
    row VT 'load queues alone (Mascar), type S, faster' 9.3 "$(cell virtual_mascar 10 'type S, mean of 24')"
    row Zorua "mean range: Zorua's less static's" -48.4 \
        "$(less "$(ranges cliffs 8)" "$(ranges cliffs 4)")"
    row Zorua "mean range: WLM's less static's" -8.3 "$(less "$(ranges cliffs 6)" "$(ranges cliffs 4)")"
    row Zorua 'best point, faster' 12.8 "$(best cliffs)"
    row Zorua "porting loss: Zorua's less static's" -28.8 "$(less "$(cell porting 4 mean)" "$(cell porting 2 mean)")"
    row Zorua "porting loss: WLM's less static's" -1.7 "$(less "$(cell porting 3 mean)" "$(cell porting 2 mean)")"
    row Zorua 'energy of Zorua over static' -7.6 "$(cell energy 5 'mean of 35')"
    for line in 'SBI 15 41' 'SWI 25 33' 'both 23 40'; do
        # shellcheck disable=SC2086 # three words
        set -- $line
        row SBI/SWI "$1, regular programs, faster" "$2" "$(cell interweave 2 "$1")"
        row SBI/SWI "$1, irregular programs, faster" "$3" "$(cell interweave 4 "$1")"
    done
    row Warped-Slicer 'slicer over left-over, IPC' 23 "$(cell "pairs$all" 3 'IPC, slicer over left-over')"
    row Warped-Slicer 'slicer over even, IPC' 14 "$(cell "pairs$all" 3 'IPC, slicer over even')"
    # What a variant gains over CUDA's streams, in percent.
    cuda="\`cuda\`"
    over_cuda() { awk -v a="$1" -v b="$2" 'BEGIN {printf "%.1f\n", 100 * (a / b - 1)}'; }
    for policy in nss mpmax median; do
        row Elastic "\`$policy\` over CUDA's streams, STP" \
            "$(over_cuda "$(cell "elastic$all" 2 "\`$policy\`")" "$(cell "elastic$all" 2 "$cuda")")" \
            "$(over_cuda "$(cell "elastic$all" 3 "\`$policy\`")" "$(cell "elastic$all" 3 "$cuda")")"
    done
}
headlines | tee $dir/headlines

echo
echo '| what is changed | headline, % | theirs | as above | changed |'
echo '|---|---|---|---|---|'
change() { printf '| %s | %s | %+.1f | %+.1f | %+.1f |\n' "$@"; }
change 'DWF: one cache bank' 'dynamic warps over PDOM, IPC' 47 \
    "$(cell plugs 6 "$seven")" "$(cell plugs_bank 6 "$seven")"
change 'DWF: a queue of 8 accesses before the caches' 'dynamic warps over PDOM, IPC' 47 \
    "$(cell plugs 6 "$seven")" "$(cell plugs_queue 6 "$seven")"
change 'DWF: one thread of each of 32 lanes in a warp' 'dynamic warps over PDOM, IPC' 47 \
    "$(cell plugs 6 "$seven")" "$(cell plugs_lanes 6 "$seven")"
for size in half double; do
    [ $size = half ] && words='DWF: programs of half the size' || words='likewise; twice the size'
    change "$words" 'dynamic warps over PDOM, IPC' 47 "$(cell plugs 6 "$seven")" "$(cell plugs_$size 6 "$seven")"
done
change 'DWF: all programs, mean of the speed-ups' 'dynamic warps over PDOM' 47 "$(cell plugs 6 "$seven")" \
    "$(cell plugs 6 "$every")"
for class in 'much divergence: 18' 'rare detours: 13' 'no divergence: 4'; do
    change "likewise; ${class%:*} alone" 'dynamic warps over PDOM' 47 "$(cell plugs 6 "$seven")" \
        "$(cell plugs 6 "$class, harmonic mean")"
done
change 'DWF: all programs; L1 writes through, threads are not swizzled' 'dynamic warps over PDOM' 47 \
    "$(cell plugs 6 "$seven")" "$(cell plugs_through 6 "$every")"
change 'likewise; memory in a cycle, a line a cycle' 'dynamic warps over PDOM' 47 "$(cell plugs 6 "$seven")" \
    "$(cell plugs_near 6 "$every")"
change 'DWF: [shapes](walk.md) of control flow, no memory; 32 home lanes' 'majority over PDOM' 47 \
    "$(cell plugs 6 "$seven")" "$(walked dwf majority)"
change 'likewise; 8 home lanes, four threads of each' 'majority over PDOM' 47 "$(cell plugs 6 "$seven")" \
    "$(walked dwf-places majority)"
change 'VT: no load queues' 'type S, faster' 23.9 \
    "$(cell virtual 10 'type S, mean of 24')" "$(cell virtual_bare 10 'type S, mean of 24')"
change 'VT: 30 accesses wait before the caches, room for 60' 'type S, faster' 23.9 \
    "$(cell virtual 10 'type S, mean of 24')" "$(cell virtual_queue 10 'type S, mean of 24')"
change 'likewise; 64 requests wait behind them' 'type S, faster' 23.9 \
    "$(cell virtual 10 'type S, mean of 24')" "$(cell virtual_requests 10 'type S, mean of 24')"
change 'VT: all queues; stores are answered at once' 'type S, faster' 23.9 \
    "$(cell virtual 10 'type S, mean of 24')" "$(cell virtual_posts 10 'type S, mean of 24')"
change 'VT: programs of half the size' 'type S, faster' 23.9 \
    "$(cell virtual 10 'type S, mean of 24')" "$(cell virtual_half 10 'type S, mean of 21')"
change 'likewise; twice the size' 'type S, faster' 23.9 \
    "$(cell virtual 10 'type S, mean of 24')" "$(cell virtual_double 10 'type S, mean of 26')"
change 'VT: a line in 4 cycles' 'type S, faster' 23.9 \
    "$(cell virtual 10 'type S, mean of 24')" "$(cell virtual_wide 10 'type S, mean of 24')"
change 'VT: L2 and DRAM' 'type S, faster' 23.9 \
    "$(cell virtual 10 'type S, mean of 24')" "$(cell virtual_chip 10 'type S, mean of 24')"
change 'Zorua: L2 and DRAM, L1 writes back' 'mean range, static' 96.6 "$(ranges cliffs 4)" "$(ranges cliffs_back 4)"
change 'likewise' 'mean range, WLM' 88.3 "$(ranges cliffs 6)" "$(ranges cliffs_back 6)"
change 'likewise' 'mean range, Zorua' 48.2 "$(ranges cliffs 8)" "$(ranges cliffs_back 8)"
change 'likewise' 'best point, faster' 12.8 "$(best cliffs)" "$(best cliffs_back)"
change 'likewise; only written sets are stored' 'mean range, Zorua' 48.2 "$(ranges cliffs 8)" \
    "$(ranges cliffs_written 8)"
change 'likewise' 'best point, faster' 12.8 "$(best cliffs)" "$(best cliffs_written)"
change 'likewise' 'porting loss, static' 52.7 "$(cell porting 2 mean)" "$(cell porting_written 2 mean)"
change 'likewise' 'porting loss, WLM' 51.0 "$(cell porting 3 mean)" "$(cell porting_written 3 mean)"
change 'likewise' 'porting loss, Zorua' 23.9 "$(cell porting 4 mean)" "$(cell porting_written 4 mean)"
change 'likewise' 'energy of Zorua over static' -7.6 "$(cell energy 5 'mean of 35')" \
    "$(cell energy_written 5 'mean of 35')"
for line in 'SBI 15 41' 'SWI 25 33' 'both 23 40'; do
    # shellcheck disable=SC2086 # three words
    set -- $line
    change 'SBI/SWI: memory in 20 cycles' "$1, regular programs" "$2" "$(cell interweave 2 "$1")" \
        "$(cell interweave 2 "$1" 2)"
    change 'likewise' "$1, irregular programs" "$3" "$(cell interweave 4 "$1")" "$(cell interweave 4 "$1" 2)"
done
[ ! -e "$missing" ] || stop
studies/effects/pictures.sh
