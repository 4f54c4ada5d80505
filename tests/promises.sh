#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What a proof assumes of a block left free is what that block proves: in a copy of the tree a promise
# that the block does not keep fails in its own proof, and an assumption that is no promise is refused.
set -u
tree=build/test/promises
rm -rf "$tree"
mkdir -p "$tree/sim" "$tree/tools"
cp -r formal rtl "$tree"
cp -r sim/config "$tree/sim"
cp tools/params.sh "$tree/tools"
unset RTL PROVE
status=0

expect() { # name, pattern, block
    if sh "$tree/formal/prove.sh" "$3" >"$tree/$1.log" 2>&1; then
        echo "FAIL $1: passed, $tree/$1.log"
        status=1
    elif grep -q -E "$2" "$tree/$1.log"; then
        echo "PASS $1"
    else
        tail -5 "$tree/$1.log"
        echo "FAIL $1: $tree/$1.log"
        status=1
    fi
}

# Virtual Thread's slots: a warp number that there is, on empty slots as well. It is not so.
promise=$tree/formal/residency/hd_vt_promise.sv
sed -i "s/if (here\[s\] && \(32'(slot_warp_o\[s\*WarpWidth+:WarpWidth\]) >= Warps)\)/if (\1/" "$promise"
cmp -s "$promise" formal/residency/hd_vt_promise.sv && { echo "FAIL nothing planted in $promise"; status=1; }
grep 'Warps=3.*promises' formal/residency/vt_plan.txt | head -1 | sed 's/promises$/warp_there/' \
    >"$tree/formal/residency/vt_plan.txt"
expect not_kept '^FAIL warp_there vt .*BROKEN, cycle [0-9]+$' vt

# The plug assumes one thing more.
sed -i 's/^  \/\/ A kernel fits\.$/  always @* if (on) assume (!leave_en || !done_valid_o);\n&/' \
    "$tree/formal/core/hd_vt_plug_props.sv"
expect no_promise '^ERROR formal/core/hd_vt_plug_props.sv: 1 assumptions on blocks that are left free' vt_plug

# And one that binds what the unit says together with an input.
cp formal/core/hd_vt_plug_props.sv "$tree/formal/core"
sed -i 's/^  \/\/ A kernel fits\.$/  always @* if (on) assume (!leave_en || !kernel_en_i);\n&/' \
    "$tree/formal/core/hd_vt_plug_props.sv"
sed -i '/Own=1/!d' "$tree/formal/core/vt_plug_plan.txt"
expect no_neighbour '^ERROR formal/core/hd_vt_plug_props.sv: 9 assumptions bind inputs and blocks' vt_plug
exit $status
