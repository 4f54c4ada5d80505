#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What lockstep costs: bare RTL, outputs compared, registers compared too, and the model alone, over
# one recorded stimulus (so that its making costs none of them anything). The variants take turns
# within one run, since machines drift; each figure is the median of ROUNDS.
set -eu
rounds=${ROUNDS:-5}
cycles=${CYCLES:-200000}
dir=build/bench
mkdir -p "$dir"

median() { sort -n | awk '{v[NR] = $1} END {print v[int((NR + 1) / 2)]}'; }
value() { sed -n "s/^$1=//p" "$2"; }

echo "lockstep cost at configuration $CONFIG, $cycles recorded cycles, median of $rounds rounds"
printf '%-18s %-9s | %10s %10s %10s %10s %11s | %8s %8s %9s %8s\n' block profile bare outputs deep \
    'no history' 'model alone' outputs deep 'history' model
printf '%-18s %-9s | %10s %10s %10s %10s %11s | %8s %8s %9s %8s\n' '' '' 'k cycles/s' 'k cycles/s' \
    'k cycles/s' 'k cycles/s' 'k cycles/s' 'x bare t' 'x bare t' '% of deep' 'x bare'
for block in $BLOCK; do
    sims=build/sim/$block/$CONFIG
    profile=$("$sims/deep/Vtb" --list-profiles | head -1)
    tape=$dir/$block.tape
    set -- --block="$block" --config="$CONFIG" --profile="$profile" --seed="$SEED" --cycles="$cycles"
    "$sims/deep/Vtb" "$@" --record="$tape" >/dev/null
    rm -f "$dir/$block".*.rates
    round=0
    while [ $round -lt "$rounds" ]; do
        for variant in bare outputs deep brief model; do
            bench=$sims/deep/Vtb
            extra=
            key=cycles_per_s
            case $variant in
                bare | outputs) bench=$sims/$variant/Vtb ;;
                brief) extra=--history=1 ;;
                model) extra=--model-speed key=model_cycles_per_s ;;
            esac
            # shellcheck disable=SC2086
            "$bench" "$@" --play="$tape" $extra --result="$dir/result" >/dev/null
            value $key "$dir/result" >>"$dir/$block.$variant.rates"
        done
        round=$((round + 1))
    done
    for variant in bare outputs deep brief model; do
        echo "$variant $(median <"$dir/$block.$variant.rates")"
    done | awk -v block="$block" -v profile="$profile" '{r[$1] = $2 / 1e3}
        END {printf "%-18s %-9s | %10.0f %10.0f %10.0f %10.0f %11.0f | %8.2f %8.2f %9.1f %8.1f\n",
             block, profile, r["bare"], r["outputs"], r["deep"], r["brief"], r["model"],
             r["bare"] / r["outputs"], r["bare"] / r["deep"],
             100 * (r["brief"] - r["deep"]) / r["brief"], r["model"] / r["bare"]}' |
        tee -a "$dir/bench.txt.new"
    rm -f "$tape"
done
mv "$dir/bench.txt.new" "$dir/bench.txt"
