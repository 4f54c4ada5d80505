#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# LIBERTY= with another library: ours with other cell names and three times the area must give the
# same area in NAND2 equivalents; one without a flip-flop, or cut off, is refused in one line.
set -u
dir=build/test/liberty
mkdir -p "$dir"
unset CONFIG BLOCK
status=0
logic() { sed -n 's/^a.logic_nand2=//p' "$dir/$1/pc_warp_lut-small.kv"; }

sed 's/\(NAND2\|INV\|DFF\|MUX2\)_/MY\1_/; s/area *: *\([0-9.]*\)/area : 3*\1/' synth/heddle.lib |
    awk '/area : 3\*/ {split($0, part, /3\*/); printf "%s%s;\n", part[1], 3 * (part[2] + 0); next} {print}' \
    >"$dir/theirs.lib"
AREA_DIR=$dir/ours ACCOUNTS=a synth/area.sh pc_warp_lut small || exit 1
AREA_DIR=$dir/theirs ACCOUNTS=a LIBERTY=$dir/theirs.lib synth/area.sh pc_warp_lut small || exit 1
grep '^nand2' "$dir/theirs/pc_warp_lut-small.kv"
if awk -v a="$(logic ours)" -v b="$(logic theirs)" 'BEGIN {exit !(a > 0 && b > 0.97 * a && b < 1.03 * a)}'; then
    echo "PASS the same area in their library: $(logic ours), $(logic theirs) NAND2"
else
    echo "FAIL area differs: $(logic ours) with ours, $(logic theirs) with theirs"
    status=1
fi

# All flip-flops with a reset: it is tied off, and that is said.
sed 's/\(ff (IQ, IQN) { clocked_on : "CK"; next_state : "D"; \)}/\1clear : "(!RESET_B)"; }\
    pin (RESET_B) { direction : input; capacitance : 1.0; }/' synth/heddle.lib >"$dir/reset.lib"
message=$(AREA_DIR=$dir/reset ACCOUNTS=a LIBERTY=$dir/reset.lib synth/area.sh pc_warp_lut small 2>&1) || status=1
if [ "$(logic reset)" = "$(logic ours)" ] && [ "$message" = \
    'note: every flip-flop of reset.lib has a set or a reset; clear of DFF_X1 is tied off' ]; then
    echo "PASS $message; logic $(logic reset) NAND2"
else
    echo "FAIL with resets $(logic reset) NAND2, without $(logic ours): $message"
    status=1
fi

refuse() { # name
    message=$(AREA_DIR=$dir/no ACCOUNTS=a LIBERTY=$dir/$1.lib synth/area.sh pc_warp_lut small 2>&1)
    if [ $? != 0 ] && [ "$(printf '%s\n' "$message" | wc -l)" = 1 ] && [ ! -e "$dir/no/pc_warp_lut-small.kv" ]; then
        echo "PASS refused: $message"
    else
        echo "FAIL $1: $message"
        status=1
    fi
}
sed 's/^\( *\)ff *(/\1no_ff (/' synth/heddle.lib >"$dir/no_ff.lib"
head -c 5000 synth/heddle.lib >"$dir/cut.lib"
echo 'not a library' >"$dir/foreign.lib"
awk 'BEGIN {print "library (deep) {"; for (i = 0; i < 100000; i++) print "a () {"}' >"$dir/deep.lib"
for name in no_ff cut foreign deep; do refuse $name; done
exit $status
