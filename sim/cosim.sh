#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Programs on the RTL of the whole core, in lockstep with its model, registers compared, the blocks
# inside too; the program looks at what it has computed. Variables:
#   KERNEL      names of sim/programs (vadd), or files with kernels of yours: path/to/k.c, k.elf; to these
#   LAUNCH      says how: 'grid=4 block=64 shared=0 stack=1024 arg=i:256 arg=buf:1024:random dump=1', as heddle run
#   PRESET      a configuration of sim/config/sm.conf (small)
#   FORMATION   pdom, dwf (the preset's)
#   RESIDENCY   static: blocks stay; vt, zorua: Virtual Thread, Zorua (with pdom only)
#   POLICY      pdom: loose, greedy, two-level; dwf: majority, minority, pc, pdom, time (the preset's)
#   SIZE        what the program makes of it; odd: one that divides nothing (the usual one)
#   SEED        of the data (1); WAVES=1: dump the cycles round a mismatch, or the last ones
# cosim.sh all: every program at its odd size on PRESET, on pdom, on dwf, with Virtual Thread, with Zorua; then four at
# paper size, and four with Zorua at fermi's.
set -u
kernels=${KERNEL:-vadd} preset=${PRESET:-small} formation=${FORMATION:-} residency=${RESIDENCY:-static}
policy=${POLICY:-} size=${SIZE:-} launch=${LAUNCH:-} seed=${SEED:-1} status=0

[ "$size" != 0 ] || {
    echo "ERROR SIZE=0: no program has that" >&2
    exit 2
}
[ "$preset" != fermi-vt ] || preset=paper # as heddle presets says

fail() {
    echo "ERROR $1" >&2
    exit 2
}

value() { sim/params.sh sm "$1" | tr ' ' '\n' | sed -n "s/^$2=//p"; } # configuration parameter

# The place of a word in a list, from 0.
place() { # word list
    n=0
    for word in $2; do
        [ "$word" != "$1" ] || { echo $n; return; }
        n=$((n + 1))
    done
    return 1
}

# The configuration: the preset with its changes. Dynamic warps have one pipe, with as many lanes as
# the preset's pipes together.
configure() {
    config=$preset
    sim/params.sh sm "$preset" >/dev/null || exit 2
    case $residency in
        static) ;;
        vt) config=$config,Residency-1 ;;
        zorua)
            config=$config,Residency-2,Ctas-16,Warps-64
            ! grep -q "^${preset}_zorua " sim/config/sm.conf || config=${preset}_zorua
            ;;
        *) fail "RESIDENCY=$residency: there are: static vt zorua" ;;
    esac
    own=$(value "$preset" Formation)
    : "${formation:=$([ "$own" = 1 ] && echo dwf || echo pdom)}"
    case $formation in
        pdom) policies='loose greedy two-level' of=Policy ;;
        dwf) policies='majority minority pc pdom time' of=DwfPolicy ;;
        *) fail "FORMATION=$formation: there are: pdom dwf" ;;
    esac
    [ "$formation" = pdom ] || [ "$residency" != zorua ] || fail "RESIDENCY=zorua is for FORMATION=pdom"
    if [ "$formation" = dwf ] && [ "$own" = 0 ]; then
        lanes=$(value "$preset" Lanes)
        simd=$(($(value "$preset" Simd) * $(value "$preset" Ports)))
        config=$config,Formation-1,Ports-1,Simd-$((simd < lanes ? simd : lanes))
        ! grep -q "^${preset}_dwf " sim/config/sm.conf || config=${preset}_dwf
        [ "$residency" = static ] || [ "$config" != "${preset}_dwf" ] || config=$config,Residency-1
    fi
    [ "$formation" = dwf ] || [ "$own" = 0 ] || config=$config,Formation-0
    [ -n "$policy" ] || return 0
    number=$(place "$policy" "$policies") || fail "POLICY=$policy: there are: $policies"
    config=$config,$of-$number
}

bench() { # variant
    make --no-print-directory -s "build/sim/sm/$config/$1/Vtb" BLOCK=sm CONFIG=paper SIZED="$config" KERNEL= || exit 2
}

# What the program is told, and the options of the bench.
run() { # variant options...
    variant=$1
    shift
    "build/sim/sm/$config/$variant/Vtb" --block=sm --config="$config" --profile="$kernel" --once --seed="$seed" \
        ${this:+--size="$this"} ${launch:+--launch="$launch"} "$@"
}

dump_waves() {
    bench waves
    last=$(sed -n 's/^first_cycle=//p' "$result")
    to=$((${last:-$(sed -n 's/^cycles=//p' "$result")} + 16))
    name=build/waves/sm-$(basename "$kernel" .elf)-$seed
    mkdir -p build/waves
    run waves --waves="$name.vcd" --from=$((to > 96 ? to - 96 : 0)) --to=$to --view="$name.gtkw" >/dev/null 2>&1
    awk -f sim/view.awk "$name.vcd" "$name.gtkw" >"$name.tmp" && mv "$name.tmp" "$name.gtkw"
    vcd2fst "$name.vcd" "$name.fst" >/dev/null 2>&1 && rm -f "$name.vcd"
    ln -sf "$(basename "$name").gtkw" build/waves/last.gtkw
    ln -sf "$(basename "$name").fst" build/waves/last.fst
    echo "waves     $name.fst, view $name.gtkw: make waves opens them" >&2
}

# What a kernel of yours does wrong (a null pointer, a barrier that cannot complete) RTL and model do
# alike: the reference looks first.
behaves() { # kernel
    set -- "$1"
    for word in $launch; do set -- "$@" "--${word%%=*}" "${word#*=}"; done
    build/bin/heddle run "$@" --seed "$seed" --machine reference >"$result.reference" 2>&1 && return
    tail -1 "$result.reference" >&2
    status=1
    return 1
}

# What went to swap space, and came from there: as the plug's checker has counted it.
swapped() {
    sed -n 's/^bin=zorua_plug\.//p' "$result" | awk '{n[$1] = $2} END {
        printf "     %d phases; to swap space %d register sets, %d sets of shared memory, ",
            n["held"] + n["held_keeps"], n["move_set"] + n["move_no_seat"], n["move_scratch"]
        printf "%d states of warps (%d back); ", n["state_out"], n["state_in"]
        printf "%d instructions parked, %d accesses with shared memory there\n", n["park"], n["scratch_missed"]}'
}

one() { # kernel
    kernel=$1
    case $kernel in
        *.c | *.S) kernel=build/kernels/$(basename "${kernel%.*}").elf ;;
        *.*) [ -f "$kernel" ] || fail "KERNEL=$kernel: no such file" ;;
        *) [ -d "sim/programs/$kernel" ] || fail "KERNEL=$kernel: no such program; heddle list names them" ;;
    esac
    this=$size
    [ "$size" != odd ] || this=$(build/bin/heddle list | awk -v name="$kernel" '$1 == name {print $3}')
    result=build/cosim/$(basename "$kernel" .elf)-$config
    mkdir -p build/cosim
    rm -f "$result"
    case $kernel in *.*) behaves "$kernel" || return ;; esac
    run deep --result="$result" --command="make cosim KERNEL=$kernel PRESET=$preset FORMATION=$formation\
 RESIDENCY=$residency${policy:+ POLICY=$policy}${this:+ SIZE=$this}${launch:+ LAUNCH='$launch'} SEED=$seed" || status=1
    [ -f "$result" ] || exit 2
    awk -F= -v where="$preset, $formation, $residency" '{v[$1] = $2} END {
        printf "     %s: %d values compared, %d mismatches, %.1f k cycles/s\n",
            where, v["compared"], v["mismatches"], v["cycles_per_s"] / 1e3}' "$result"
    [ "$residency" != zorua ] || swapped
    [ "${WAVES:-}" != 1 ] || dump_waves
    ! grep -qx compared=0 "$result" || fail "nothing was compared"
}

campaign() { # kernels: on what the variables say
    configure
    bench deep
    for k in $1; do one "$k"; done
}

if [ "${1:-}" = all ]; then
    size=odd policy=
    everything=$(build/bin/heddle list | awk '{print $1}')
    for formation in pdom dwf; do campaign "$everything"; done
    formation=pdom
    for residency in vt zorua; do campaign "$everything"; done
    residency=static preset=paper
    campaign "vadd reduction bfs fft"
    residency=zorua preset=fermi
    campaign "vadd reduction bfs fft"
else
    campaign "$kernels"
fi
exit $status
