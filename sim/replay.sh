#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Saves vectors of each block and replays them under Icarus: the RTL, and the gates that yosys made
# of it. Variables: BLOCK CONFIG SEED; PROFILE (all), VECTORS (a file to replay instead), REPLAY_CYCLES.
set -u
cycles=${REPLAY_CYCLES:-2000}
gate_cycles=${GATE_CYCLES:-400}
status=0

# replay BLOCK CONFIG WHAT SOURCES: WHAT is rtl or netlist
replay() {
    block=$1 config=$2 what=$3
    shift 3
    if ! iverilog -g2012 -Y .sv -s replay -o "$dir/$what.vvp" "$dir/replay.sv" "$@" \
        2>"$dir/$what.log"; then
        echo "ERROR Icarus does not take the $what of $block; log: $dir/$what.log" >&2
        exit 2
    fi
    vvp -n "$dir/$what.vvp" "+vectors=$file" >"$dir/$what.out" 2>&1
    verdict=$(grep -m1 -E '^(PASS|FAIL)' "$dir/$what.out")
    case $verdict in
        PASS*" $wanted cycles") ;;
        *) status=1; verdict="FAIL $block $what: ${verdict:-no verdict; see $dir/$what.out}" ;;
    esac
    printf '%-4s  %-18s %-9s %-10s %-8s %s\n' "${verdict%% *}" "$block" "$config" "$profile" "$what" \
        "${verdict#* "$block" }"
}

libraries=$(for folder in rtl/*/; do printf -- '-y %s ' "${folder%/}"; done)
for block in $BLOCK; do
    # The machine and what holds it are not replayed, its blocks are: yosys takes an hour for the gates of the
    # whole machine, and Icarus does not know the first contents of the register file, which a thread may put
    # into memory.
    if [ -n "$(tools/facts.sh whole "$block")" ]; then
        echo "      $block is not replayed, its blocks are"
        continue
    fi
    configs=$CONFIG
    case $CONFIG in
        all) configs=$(tools/params.sh "$block") ;;
        tested) configs=$(tools/facts.sh tested "$block") ;;
    esac
    for config in $configs; do
        bench=build/sim/$block/$config/deep/Vtb
        dir=build/replay/$block-$config
        mkdir -p "$dir"
        rtl=$(ls rtl/*/hd_"$block".sv)
        parameters=$(tools/params.sh "$block" "$config") || exit 2
        profiles=$PROFILE
        [ "$PROFILE" != all ] || profiles=$("$bench" --block="$block" --list-profiles)
        for profile in $profiles; do
            file=$dir/$profile.vec
            "$bench" --block="$block" --config="$config" --profile="$profile" --seed="$SEED" \
                --cycles="$cycles" --vectors="$file" --replay-bench="$dir/replay.sv" >/dev/null ||
                { status=1; continue; }
            file=${VECTORS:-$file}
            build/bin/vectors "$file" "$block" "$parameters" || exit 2
            wanted=$(sed -n 's/^end //p' "$file")
            # What is inside the block is found by its name.
            # shellcheck disable=SC2086 # a list of options
            replay "$block" "$config" rtl "$rtl" $libraries
            # A black box answers nothing in Icarus; the first profile needs no answer of it.
            if [ "$PROFILE" = all ] && grep -q '"hd_float"' "$dir/rtl.vvp"; then
                echo "      $block $config holds hd_float, here a black box: $profile alone is replayed"
                break
            fi
        done
        case $config in
            small | odd)
                synth/netlist.sh "$block" "$config" "$dir/netlist.v" >"$dir/netlist.log" 2>&1 ||
                    { cat "$dir/netlist.log" >&2; exit 2; }
                "$bench" --block="$block" --config="$config" --profile="$profile" --seed="$SEED" \
                    --cycles="$gate_cycles" --vectors="$dir/gates.vec" >/dev/null || status=1
                file=$dir/gates.vec
                wanted=$gate_cycles
                # Black boxes are no gates: their ports are in rtl/common.
                replay "$block" "$config" netlist "$dir/netlist.v" synth/heddle_cells.v -y rtl/common
                ;;
        esac
    done
done
exit $status
