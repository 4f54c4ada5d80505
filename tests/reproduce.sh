#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The same seed gives the same run, bit for bit: vectors of two runs are equal, of another seed not. And
# recorded inputs run again, of each block at one size, through the model alone too (make bench).
set -eu
dir=build/test/reproduce
mkdir -p "$dir"
for bench in build/sim/*/paper/deep/Vtb; do
    for run in a:7 b:7 c:8; do
        "$bench" --seed="${run#*:}" --cycles=3000 --vectors="$dir/${run%:*}.vec" >/dev/null
    done
    cmp "$dir/a.vec" "$dir/b.vec" || { echo "FAIL $bench: seed 7 twice differs"; exit 1; }
    ! cmp -s "$dir/a.vec" "$dir/c.vec" || { echo "FAIL $bench: seeds 7 and 8 agree"; exit 1; }
    echo "PASS $bench $(cksum <"$dir/a.vec")"
done

# Inputs of some models lie behind pointers, which a recording does not have.
again=0
for block in $(tools/facts.sh sizes | sed 's/ .*//'); do
    for bench in build/sim/"$block"/small/deep/Vtb build/sim/"$block"/*/deep/Vtb; do
        [ ! -x "$bench" ] || break
    done
    [ -x "$bench" ] || { echo "FAIL $block has no bench"; exit 1; }
    size=$(basename "${bench%/deep/Vtb}")
    rm -f "$dir/alone"
    "$bench" --config="$size" --seed=7 --cycles=300 --record="$dir/a.tape" >/dev/null
    "$bench" --config="$size" --seed=7 --cycles=300 --play="$dir/a.tape" --model-speed --result="$dir/alone" \
        >/dev/null || true
    grep -q '^model_cycles_per_s=[1-9]' "$dir/alone" 2>/dev/null ||
        { echo "FAIL $bench: the model alone does not run on recorded inputs"; exit 1; }
    again=$((again + 1))
done
echo "PASS recorded inputs of $again blocks, on the model alone"

# And its inputs, of the machine too: a stimulus copies no word that a port does not have.
machine=$(tools/facts.sh machine | sed 's/ .*//')
bench=build/sim/$machine/small/deep/Vtb
for profile in $("$bench" --block="$machine" --list-profiles); do
    for run in a b; do
        "$bench" --config=small --profile="$profile" --seed=3 --cycles=5000 \
            --record="$dir/$run.tape" >/dev/null
    done
    cmp "$dir/a.tape" "$dir/b.tape" || { echo "FAIL $bench $profile: seed 3 twice differs"; exit 1; }
    echo "PASS $bench $profile $(cksum <"$dir/a.tape")"
done
