#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs test benches as the variables BLOCK CONFIG PROFILE CYCLES SEED WAVES RTL say; prints the
# reports of mismatches, then one table; leaves build/results.json and build/results.xml (JUnit).
# BORDERS=1: with all profiles of a size run, looks whether the borders of its inputs were reached.
set -u

for number in "CYCLES=$CYCLES" "SEED=$SEED"; do
    case ${number#*=} in
        '' | *[!0-9]*) echo "ERROR $number: not a number" >&2; exit 2 ;;
    esac
done
case $WAVES in '' | 0 | 1) ;; *) echo "ERROR WAVES is 1 or empty" >&2; exit 2 ;; esac

results=build/results
rm -rf "$results"
mkdir -p "$results"

. sim/finish_view.sh

# The wave build runs the same cycles again and dumps a window: round the mismatch, or the last cycles.
dump_waves() { # block config profile result
    make --no-print-directory "build/sim/$1/$2/waves/Vtb" BLOCK="$1" CONFIG="$2" RTL="$RTL" || exit 2
    first=$(sed -n 's/^first_cycle=//p' "$4")
    to=$CYCLES
    [ -z "$first" ] || to=$((first + 16))
    from=$((to > 96 ? to - 96 : 0))
    watch=$(watched "$4")
    mkdir -p build/waves
    name=build/waves/$1-$2-$3-$SEED
    rm -f "$name".*
    "build/sim/$1/$2/waves/Vtb" --block="$1" --config="$2" --profile="$3" --seed="$SEED" \
        --cycles="$CYCLES" --waves="$name.vcd" --from="$from" --to="$to" --view="$name.gtkw" \
        ${watch:+--watch="$watch"} ${absent:+--absent="$absent"} >/dev/null 2>&1
    own=
    [ -z "$RTL" ] || ! grep -q "^signature=$1:" "$4" || own=$RTL
    finish_view "$name" "$4" ${own:+"$own"}
}

# The simulator itself gave up: a loop that does not settle, or a crash.
simulation_died() { # block config profile result command
    why=$(grep -m1 -E '^%Error' "$log")
    message="FAIL $1 seed $SEED: the simulation of $2 $3 broke off: ${why:-exit code $code}"
    echo "$message" >&2
    printf '%s\n' "block=$1" "config=$2" "profile=$3" "seed=$SEED" cycles=0 compared=0 mismatches=1 \
        seconds=0 cycles_per_s=0 "signature=$1:simulation" "message=$message" "command=$5" >"$4"
}

log=build/lockstep.log
variant=deep
[ -z "$RTL" ] || variant=mine
status=0
for block in $BLOCK; do
    configs=$CONFIG
    case $CONFIG in
        all) configs=$(tools/params.sh "$block") ;;
        tested) configs=$(tools/facts.sh tested "$block") ;;
    esac
    for config in $configs; do
        bench=build/sim/$block/$config/$variant/Vtb
        absent=$(cat "build/sim/$block/$config/$variant/absent" 2>/dev/null)
        [ -z "$absent" ] || echo "$block: registers not in $RTL, not compared: $absent" >&2
        profiles=$PROFILE
        [ "$PROFILE" != all ] || profiles=$("$bench" --block="$block" --list-profiles)
        for profile in $profiles; do
            result=$results/$block-$config-$profile
            again="make lockstep BLOCK=$block CONFIG=$config PROFILE=$profile SEED=$SEED"
            "$bench" --block="$block" --config="$config" --profile="$profile" --seed="$SEED" \
                --cycles="$CYCLES" --result="$result" --command="$again${RTL:+ RTL=$RTL}" \
                ${BORDERS:+--borders} ${absent:+--absent="$absent"} >"$log"
            code=$?
            [ $code != 2 ] || exit 2
            [ $code -lt 2 ] || simulation_died "$block" "$config" "$profile" "$result" "$again"
            [ $code = 0 ] || status=1
            ! grep -qx compared=0 "$result" || echo "ERROR $block $config: nothing was compared" >&2
            [ "$WAVES" != 1 ] || dump_waves "$block" "$config" "$profile" "$result"
        done
        [ "${BORDERS:-}" != 1 ] ||
            sim/borders.sh "$block" "$config" "$results/$block-$config"-* || status=1
    done
done
build/bin/report --json build/results.json --junit build/results.xml "$results"/* || status=1
exit $status
