#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Programs on the RTL of the whole core, in lockstep with its model, registers compared, the blocks
# inside too; the program looks at what it has computed. Variables:
#   KERNEL      folders of programs (vadd), modes (tb/core: rounding modes, exceptions, deep nesting), or files
#               with kernels of yours: path/to/k.c, k.elf; to these
#   LAUNCH      says how: 'grid=4 block=64 shared=0 stack=1024 arg=i:256 arg=buf:1024:random dump=1', as heddle run
#   PRESET      a configuration of sim/config/sm.conf (small)
#   FORMATION   pdom, dwf, sbi, swi, sbi-swi (the preset's)
#   RESIDENCY   static: blocks stay; vt: Virtual Thread; zorua: Zorua (with pdom only)
#   POLICY      pdom: loose, greedy, two-level; dwf: majority, minority, pc, pdom, time (the preset's)
#   CORE        other sizes, as heddle run --core: AccessQueue=2,CacheBanks=2
#   SIZE        what the program makes of it; odd: one that divides nothing (the usual one)
#   STEPS       a kernel is stopped after so many cycles (10^8, the time of an hour or three; 0: never)
#   SEED        of the data (1); WAVES=1: dump the cycles round a mismatch, or the last ones
# cosim.sh all: the campaign; programs at their odd size. Of the variables PRESET and SEED alone count.
#   PRESET (small)  all but the unsafe ones (wrong unless in lock step), and modes: pdom and dwf, each with static and
#                   with vt; pdom with zorua; sbi, swi, sbi-swi
#   paper           vadd reduction bfs fft: pdom and dwf, each with static and with vt
#   fermi           these four: pdom with zorua
# At its end a line a plug. A program of which not one block fits on the core, which RTL and model say alike, has
# neither passed nor failed. Exit: 0 all passed, 1 not, 2 a mistake of the caller, or no test bench.
set -u
[ "${ALONE:-}" = cosim ] || exec tools/alone.sh cosim "$0" "$@"
kernels=${KERNEL:-vadd} preset=${PRESET:-small} formation=${FORMATION:-} residency=${RESIDENCY:-static}
policy=${POLICY:-} size=${SIZE:-} launch=${LAUNCH:-} seed=${SEED:-1} steps=${STEPS:-} status=0

[ "$size" != 0 ] || {
    echo "ERROR SIZE=0: no program has that" >&2
    exit 2
}
[ "$preset" != fermi-vt ] || preset=paper # as heddle presets says

fail() {
    echo "ERROR $1" >&2
    exit 2
}

# A program launches its kernels itself.
for kernel in ${launch:+$kernels}; do
    case $kernel in *.*) ;; *) fail "LAUNCH goes with files of kernels; the program $kernel has SIZE" ;; esac
done

value() { tools/params.sh sm "$1" | tr ' ' '\n' | sed -n "s/^$2=//p"; } # configuration parameter

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
    tools/params.sh sm "$preset" >/dev/null || exit 2
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
    case $own in
        1) : "${formation:=dwf}" ;;
        2) : "${formation:=$(set -- sbi swi sbi-swi && shift "$(value "$preset" Mode)" && echo "$1")}" ;;
        *) : "${formation:=pdom}" ;;
    esac
    case $formation in
        pdom) policies='loose greedy two-level' of=Policy ;;
        dwf) policies='majority minority pc pdom time' of=DwfPolicy ;;
        sbi | swi | sbi-swi)
            [ -z "$policy" ] || fail "POLICY=$policy: with FORMATION=$formation there is none"
            [ "$residency" = static ] || fail "RESIDENCY=$residency: FORMATION=$formation goes with static"
            weave
            return
            ;;
        *) fail "FORMATION=$formation: there are: pdom dwf sbi swi sbi-swi" ;;
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
    # Several places a lane are of dynamic warps whose blocks stay.
    [ "$(value "${config%%,*}" LaneSlots)" = 1 ] || [ "$formation-$residency" = dwf-static ] ||
        config=$config,LaneSlots-1
    [ -z "${CORE:-}" ] || config=$config,$(echo "$CORE" | tr '=' '-')
    [ -n "$policy" ] || return 0
    number=$(place "$policy" "$policies") || fail "POLICY=$policy: there are: $policies"
    config=$config,$of-$number
}

# Interweaving: a row of lanes in place of the preset's pipes, if it is not made for it.
weave() {
    mode=$(place "$formation" 'sbi swi sbi-swi')
    if [ "$own" = 2 ]; then
        [ "$mode" = "$(value "$preset" Mode)" ] || config=$config,Mode-$mode
        return
    fi
    if grep -q "^${preset}_weave " sim/config/sm.conf; then
        config=${preset}_weave
        [ "$mode" = "$(value "$config" Mode)" ] || config=$config,Mode-$mode
        return
    fi
    lanes=$(value "$preset" Lanes)
    simd=$(($(value "$preset" Simd) * $(value "$preset" Ports)))
    config=$config,Formation-2,Ports-2,Mode-$mode,Simd-$((simd < lanes ? simd : lanes))
}

bench() { # variant
    make --no-print-directory -s "build/sim/sm/$config/$1/Vtb" BLOCK=sm CONFIG=paper SIZED="$config" KERNEL= || exit 2
}

# What the program is told, and the options of the bench.
run() { # variant options...
    variant=$1
    shift
    "build/sim/sm/$config/$variant/Vtb" --block=sm --config="$config" --profile="$kernel" --once --seed="$seed" \
        ${this:+--size="$this"} ${launch:+--launch="$launch"} ${steps:+--steps="$steps"} "$@"
}

. sim/finish_view.sh
dump_waves() {
    bench waves
    last=$(sed -n 's/^first_cycle=//p' "$result")
    to=$((${last:-$(sed -n 's/^cycles=//p' "$result")} + 16))
    name=build/waves/sm-$(basename "$kernel" .elf)-$seed
    mkdir -p build/waves
    watch=$(watched "$result")
    run waves --waves="$name.vcd" --from=$((to > 96 ? to - 96 : 0)) --to=$to --view="$name.gtkw" \
        ${watch:+--watch="$watch"} >/dev/null 2>&1
    finish_view "$name" "$result"
}

# What went to swap space, and came from there: as the plug's checker has counted it.
swapped() {
    sed -n 's/^bin=zorua_plug\.//p' "$result" | awk '{n[$1] = $2} END {
        printf "     %.0f phases; to swap space %.0f register sets, %.0f sets of shared memory, ",
            n["held"] + n["held_keeps"], n["move_set"] + n["move_no_seat"], n["move_scratch"]
        printf "%.0f states of warps (%.0f back); ", n["state_out"], n["state_in"]
        printf "%.0f instructions parked, %.0f accesses with shared memory there\n", n["park"], n["scratch_missed"]}'
}

one() { # kernel
    kernel=$1
    case $kernel in
        *.c | *.S) kernel=build/kernels/$(basename "${kernel%.*}").elf ;;
        *.*) [ -f "$kernel" ] || fail "KERNEL=$kernel: no such file" ;;
        *) [ -d "programs/$kernel" ] || [ -d "tb/core/$kernel" ] ||
            fail "KERNEL=$kernel: no such program; heddle list names them" ;;
    esac
    this=$size
    [ "$size" != odd ] || this=$(build/bin/heddle list | awk -v name="$kernel" '$1 == name {print $3}')
    result=build/cosim/$(basename "$kernel" .elf)-$config
    mkdir -p build/cosim
    rm -f "$result"
    run deep --result="$result" --command="make cosim KERNEL=$kernel PRESET=$preset FORMATION=$formation\
 RESIDENCY=$residency${policy:+ POLICY=$policy}${CORE:+ CORE=$CORE}${this:+ SIZE=$this}${launch:+ LAUNCH='$launch'}\
${steps:+ STEPS=$steps} SEED=$seed" || status=1
    [ -f "$result" ] || exit 2
    awk -F= -v where="$preset, $formation, $residency" '{v[$1] = $2} END {
        printf "     %s: %.0f values compared, %.0f mismatches, %.1f k cycles/s\n",
            where, v["compared"], v["mismatches"], v["cycles_per_s"] / 1e3}' "$result"
    [ "$residency" != zorua ] || swapped
    [ "${WAVES:-}" != 1 ] || dump_waves
    ! grep -qx compared=0 "$result" || fail "nothing was compared"
}

# Programs on what the variables say.
campaign() { # kernels
    configure
    bench deep
    for k in $1; do one "$k"; done
}

# ---- the campaign ------------------------------------------------------------------------------
# One plug of the campaign: a line in the tally for each program that gets as far. After a failure the
# other programs still run.
plug() { # kernels
    configure
    bench deep
    for k in $1; do
        result=build/cosim/$k-$config
        if (status=0; one "$k"; exit $status) >"$tally.log" 2>&1; then verdict=passed
        elif grep -q '^message=.*: not one block of .* fits' "$result" 2>/dev/null; then verdict=large
        else verdict=failed; fi
        if [ $verdict = large ]; then echo "left out: $k on $config: not one block of it fits"
        else cat "$tally.log"; fi
        echo "$verdict $k $(sed -n 's/^cycles=//p; s/^compared=//p' "$result" 2>/dev/null | tr '\n' ' ')" >>"$tally"
    done
}

# The line of a plug, at the end.
summary() { # tally, what it is of, how many programs
    awk -v what="$2" -v wanted="$3" '
        {n[$1]++; cycles += $3; compared += $4}
        $1 == "failed" {names = names " " $2}
        END {
            printf "%s %s: %d programs passed", n["passed"] + n["large"] == wanted ? "PASS" : "FAIL", what, n["passed"]
            if (n["large"]) printf ", %d too large for the core", n["large"]
            printf ", %d failed%s", n["failed"], names ? ":" names : ""
            if (NR < wanted) printf ", %d did not run", wanted - NR
            printf "; %.0f cycles, %.0f values compared\n", cycles, compared
            exit n["passed"] + n["large"] != wanted || n["passed"] == 0
        }' "$1"
}

on() { # preset formation residency kernels
    preset=$1 formation=$2 residency=$3 tally=build/cosim/all-$1-$2-$3
    mkdir -p build/cosim
    rm -f "$tally"
    : >"$tally"
    (plug "$4")
    summary "$tally" "$1, $2, $3" "$(echo "$4" | wc -w)" >>"$summaries" || status=1
}

everywhere() { # preset kernels: on pdom and dwf, with static and vt
    for of in pdom dwf; do
        for with in static vt; do on "$1" $of $with "$2"; done
    done
}

if [ "${1:-}" = all ]; then
    tools/params.sh sm "$preset" >/dev/null || exit 2
    size=odd policy= launch= summaries=build/cosim/all
    mkdir -p build/cosim
    : >"$summaries"
    few="vadd reduction bfs fft"
    all="$(build/bin/heddle list | awk '$1 !~ /_unsafe$/ {print $1}') modes"
    everywhere "$preset" "$all"
    on "$preset" pdom zorua "$all"
    for of in sbi swi sbi-swi; do on "$preset" $of static "$all"; done
    everywhere paper "$few"
    on fermi pdom zorua "$few"
    echo
    cat "$summaries"
else
    campaign "$kernels"
fi
exit $status
