#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Damaged vector files are refused with the line that is wrong, before anything is replayed; and a
# replay notices a wrong expected value.
set -u
dir=build/test/vectors
mkdir -p "$dir"
parameters=$(tools/params.sh pc_warp_lut small)
good=$dir/good.vec
build/sim/pc_warp_lut/small/deep/Vtb --cycles=200 --vectors="$good" --replay-bench="$dir/replay.sv" \
    >/dev/null || exit 1
status=0

refuse() { # name, expected message; the damaged file is on standard input
    cat >"$dir/$1.vec"
    message=$(build/bin/vectors "$dir/$1.vec" pc_warp_lut "$parameters" 2>&1)
    if [ $? = 2 ] && [ "$message" = "ERROR $dir/$1.vec $2" ]; then
        echo "PASS $message"
    else
        echo "FAIL $1: expected '$2', got '$message'"
        status=1
    fi
}

build/bin/vectors "$good" pc_warp_lut "$parameters" || status=1
# A size may name its parameters in another order than the RTL.
build/bin/vectors "$good" pc_warp_lut "$(echo "$parameters" | tr ' ' '\n' | tac | tr '\n' ' ')" || status=1
lines=$(wc -l <"$good")
head -100 "$good" | refuse truncated "line 101: the file ends here: truncated, no \"end\" line"
head -c 3000 "$good" >"$dir/cut"
cut_at=$(wc -l <"$dir/cut")
refuse cut "line $((cut_at + 1)): cut off within the line" <"$dir/cut"
printf 'P6\n1 1\n' | refuse foreign 'line 1: not a vector file of version 1'
sed '1s/pc_warp_lut/max_heap/' "$good" | refuse other "line 1: vectors of another block"
sed '1s/Ways=2/Ways=4/' "$good" | refuse sizes "line 1: vectors of other parameters"
sed '60s/$/ 0/' "$good" | refuse columns 'line 60: more columns than ports'
sed '61s/^1 [0-9a-f]*/1 zz/' "$good" | refuse digits 'line 61: a column has another width than its port'
sed "${lines}s/200/199/" "$good" | refuse count "line $lines: the number of cycles is not what \"end\" says"
sed '70d' "$good" | refuse lost "line $((lines - 1)): the number of cycles is not what \"end\" says"

# One expected bit turned round: the replay must name the cycle and the port.
awk '/^1 / && !done && n++ > 50 {if (sub(/1$/, "0") || sub(/0$/, "1")) done = 1} {print}' "$good" \
    >"$dir/wrong.vec"
iverilog -g2012 -s replay -o "$dir/replay.vvp" "$dir/replay.sv" \
    rtl/formation/hd_pc_warp_lut.sv || status=1
if vvp -n "$dir/replay.vvp" "+vectors=$dir/wrong.vec" | grep '^FAIL pc_warp_lut replay cycle'; then
    echo "PASS a wrong expected bit is noticed"
else
    echo "FAIL a wrong expected bit goes unnoticed"
    status=1
fi
exit $status
