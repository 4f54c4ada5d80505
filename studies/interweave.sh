#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What interweaving buys, beside Figures 7 to 9 of its paper (docs/interweaving.md): every program on
# the baseline, on a stack with warps of 64, with SBI, SWI and both; then, the long programs left out,
# on a greedy baseline, with a memory that no program waits for long, with one row of lanes for load/store
# too, with SBI and both without the constraint, SWI in each order of lanes and with less associativity, and
# all three with less patience before a context that waits is helped.
# Variables: PROGRAM (all), SIZE (usual or odd), LAYOUT (order: without clang's block placement; usual),
# PARTS (greedy near group constraint shuffle sets turns; none: the main one alone), FRESH (set: keeps no run).
# A program is regular if its IPC with warps of 64 is above 15: 30 in the paper, whose row of lanes takes in
# one cycle what ours takes in two. Runs are kept in build/interweave, so that it goes on where it stopped.
set -u
# shellcheck source=studies/common.sh
. studies/common.sh
need $heddle
layout=${LAYOUT:-order}
work=build/interweave/$layout-${SIZE:-usual}
kernels=build/kernels
[ -z "${FRESH:-}" ] || rm -rf "$work"
mkdir -p "$work"
if [ "$layout" = order ]; then
    kernels=build/interweave/kernels
    flow=$(make -s kernel-flow) || stop
    make -s kernels KERNELS_DIR=$kernels KERNEL_FLOW="$flow -mllvm -disable-block-placement" >"$work/log" 2>&1 ||
        { cat "$work/log" >&2; stop; }
fi

# The machines of each part: part, name, options of heddle run. The first of a part is what the others
# are compared with. Shuffle=4 and LookupSets=1 are the preset's.
near='--latency 20 --interval 1'
machines() {
    cat <<END
main base --preset sbi-base
main wide --preset sbi --formation pdom --core Ports=1
main sbi --preset sbi
main swi --preset swi
main both --preset sbi-swi
greedy greedy --preset sbi-base --policy greedy
near base_near --preset sbi-base $near
near wide_near --preset sbi --formation pdom --core Ports=1 $near
near sbi_near --preset sbi $near
near swi_near --preset swi $near
near both_near --preset sbi-swi $near
group sbi_one --preset sbi --core MemoryGroup=0
group swi_one --preset swi --core MemoryGroup=0
group both_one --preset sbi-swi --core MemoryGroup=0
constraint sbi_free --preset sbi --core Constraint=0
constraint both_free --preset sbi-swi --core Constraint=0
shuffle swi_threads --preset swi --core Shuffle=0
shuffle swi_odd --preset swi --core Shuffle=1
shuffle swi_half --preset swi --core Shuffle=2
shuffle swi_xor --preset swi --core Shuffle=3
sets swi_4 --preset swi --core LookupSets=4
sets swi_16 --preset swi --core LookupSets=16
turns sbi_63 --preset sbi --core Turns=63
turns swi_63 --preset swi --core Turns=63
turns both_63 --preset sbi-swi --core Turns=63
END
}
# These take as long as all others together.
long='knn nqueens radix_sort sssp viterbi'

# PROGRAM MACHINE CYCLES THREAD_INSTRUCTIONS WARP_INSTRUCTIONS SIMD PAIRS
run() { # program size part machine options
    program=$1 size=$2 part=$3 machine=$4
    shift 4
    [ "$part" = main ] || case " $long " in *" $program "*) return ;; esac
    kept=$work/$program.$machine.json
    if [ ! "$kept" -nt "$heddle" ]; then
        "$heddle" run "$program" --kernels "$kernels" --quiet --size "$size" "$@" --json "$json" >/dev/null ||
            { echo "$program failed"; return; }
        mv "$json" "$kept"
    fi
    n='\([0-9.]*\)'
    sed -n "s/.*\"cycles\": $n, \"warp_instructions\": $n, \"thread_instructions\": $n.*\"simd_efficiency\": $n.*\
\"pairs\": $n.*/\1 \3 \2 \4 \5/p" \
        "$kept" | sed "s/^/$program $machine /"
}

programs | while read -r program size; do
    machines | while read -r part machine options; do
        case " main ${PARTS:-greedy near group constraint shuffle sets turns} " in *" $part "*) ;; *) continue ;; esac
        # shellcheck disable=SC2086 # options and their values
        run "$program" "$size" "$part" "$machine" $options
    done
done | awk "$thousands"'
    $2 == "failed" {print "| " $1 " | failed |"; bad = 1; next}
    !seen[$1]++ {name[++programs] = $1}
    {
        cycles[$1, $2] = $3
        ipc[$1, $2] = $4 / $3
        issued[$1, $2] = $5
        simd[$1, $2] = 100 * $6
        pairs[$1, $2] = 200 * $7 / $5
    }
    function ratio(what, p, a, b) {
        return what == "cycles" ? cycles[p, b] / cycles[p, a] : issued[p, a] / issued[p, b]
    }
    # How much faster a is than b (or how many more instructions it issues), over the programs of a kind that have both.
    function mean(what, kind, a, b,    i, p, n, sum) {
        for (i = 1; i <= programs; i++) {
            p = name[i]
            if (kind != regular[p] || !((p, a) in cycles) || !((p, b) in cycles)) continue
            sum += log(ratio(what, p, a, b))
            n++
        }
        return n ? sprintf("%+.1f", 100 * (exp(sum / n) - 1)) : "-"
    }
    function least(kind, a, b,    i, p, r, worst) {
        worst = 1e9
        for (i = 1; i <= programs; i++) {
            p = name[i]
            if (kind != regular[p] || !((p, a) in cycles) || !((p, b) in cycles)) continue
            r = ratio("cycles", p, a, b)
            if (r < worst) { worst = r; worst_name = p }
        }
        return worst < 1e9 ? sprintf("%.0f (`%s`)", 100 * worst, worst_name) : "-"
    }
    function means(title, what, a, b, paper1, paper0) {
        printf "| %s | %s | %s | %s | %s |\n", title, mean(what, 1, a, b), paper1, mean(what, 0, a, b), paper0
    }
    # SBI, SWI and both over one machine b, beside the paper; own: each over its own variant with the end b.
    function three(end, b, own,    i, n, name_of, title, paper1, paper0) {
        n = split("sbi swi both", name_of, " ")
        split("SBI SWI both", title, " "); split("+15 +25 +23", paper1, " "); split("+41 +33 +40", paper0, " ")
        for (i = 1; i <= n; i++)
            if (own) means(title[i], "cycles", name_of[i] end, name_of[i] b)
            else means(title[i], "cycles", name_of[i] end, b, paper1[i], paper0[i])
    }
    function heading(title) { printf "\n| %s | regular | paper | irregular | paper |\n|---|---|---|---|---|\n", title }
    END {
        for (i = 1; i <= programs; i++) regular[name[i]] = ipc[name[i], "wide"] > 15
        printf "| program | baseline | stack, 64 | SBI | SWI | both | SIMD: stack, 64 | SBI | SWI | both |"
        print " pairs: SBI | SWI | both |"
        print "|---|---|---|---|---|---|---|---|---|---|---|---|---|"
        for (kind = 1; kind >= 0; kind--)
            for (i = 1; i <= programs; i++) {
                p = name[i]
                if (regular[p] != kind) continue
                n[kind]++
                printf "| %s | %.1f | %.1f | %.1f | %.1f | %.1f |", p, ipc[p, "base"], ipc[p, "wide"], ipc[p, "sbi"],
                    ipc[p, "swi"], ipc[p, "both"]
                printf " %.0f | %.0f | %.0f | %.0f | %.1f | %.1f | %.1f |\n", simd[p, "wide"], simd[p, "sbi"],
                    simd[p, "swi"], simd[p, "both"], pairs[p, "sbi"], pairs[p, "swi"], pairs[p, "both"]
            }
        printf "\n%d regular programs, %d irregular ones\n", n[1], n[0]
        heading("faster than the baseline, %")
        means("stack, warps of 64", "cycles", "wide", "base")
        three("", "base")
        heading("long programs left out: faster than the baseline, %")
        means("greedy baseline", "cycles", "greedy", "base")
        heading("memory in 20 cycles: faster than the baseline, %")
        means("stack, warps of 64", "cycles", "wide_near", "base_near")
        three("_near", "base_near")
        heading("load/store has lanes of its own: faster than without, %")
        three("", "_one", 1)
        heading("with the constraint, %")
        means("SBI: faster", "cycles", "sbi", "sbi_free", "0.0", "0.0")
        means("both: faster", "cycles", "both", "both_free")
        means("SBI: instructions issued", "issued", "sbi", "sbi_free", "-1.3", "-5.5")
        means("both: instructions issued", "issued", "both", "both_free")
        heading("SWI, order of lanes: faster than the order of threads, %")
        means("MirrorOdd", "cycles", "swi_odd", "swi_threads")
        means("MirrorHalf", "cycles", "swi_half", "swi_threads")
        means("Xor", "cycles", "swi_xor", "swi_threads")
        means("XorRev", "cycles", "swi", "swi_threads", "+0.3", "+1.4")
        heading("SWI, sets of the lookup: faster than with one, %")
        means("4", "cycles", "swi_4", "swi")
        means("16", "cycles", "swi_16", "swi", "-4", "-6")
        printf "| 16: the lowest, %% of the speed with one | %s | | %s | 85 |\n",
            least(1, "swi_16", "swi"), least(0, "swi_16", "swi")
        heading("`Turns` 63: faster than with 1023, %")
        three("_63", "", 1)
        exit bad
    }'
