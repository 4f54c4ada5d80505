#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# When the pipeline takes a warp of the unit, and when the next PC is chosen (docs/blocks/dwf.md): the walker's
# shapes with 768 threads and with fewer, so that few are ready. SEED.
set -u
. studies/common.sh
shapes='hmmer bitonic blackscholes uniform figure6'

ipc() { # shape threads options
    shape=$1 threads=$2
    shift 2
    build/bin/walk --kv --shape "studies/walk/$shape.cfg" --threads "$threads" --seed "${SEED:-1}" "$@" |
        sed -n 's/^ipc=//p'
}

echo '| home lanes | threads | shape | at once | window, % | late, % | both, % |'
echo '|---|---|---|---|---|---|---|'
for slots in 1 4; do
    for threads in 768 256 128; do
        for shape in $shapes; do
            unit=LaneSlots=$slots
            echo "$((32 / slots)) $threads $shape $(ipc "$shape" "$threads" --unit $unit)" \
                "$(ipc "$shape" "$threads" --unit $unit --window)" "$(ipc "$shape" "$threads" --unit $unit --late)" \
                "$(ipc "$shape" "$threads" --unit $unit --window --late)"
        done
    done
done | awk '
    NF != 7 {exit 1}
    {
        printf "| %s | %s | %s | %.2f |", $1, $2, $3, $4
        for (k = 5; k <= 7; k++) {printf " %+.1f |", 100 * ($k / $4 - 1); log_sum[k] += log($k / $4)}
        print ""
        if (++n % 5) next
        printf "| %s | %s | mean |  |", $1, $2
        for (k = 5; k <= 7; k++) {printf " %+.1f |", 100 * (exp(log_sum[k] / 5) - 1); log_sum[k] = 0}
        print ""
    }
    END {if (n != 30) exit 1}' || stop
