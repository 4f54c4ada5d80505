#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Plants a bug in a copy of the PC-warp LUT and shows what a user sees: the mismatch, the rule that
# decides it, the last cycles, and a picture of the wave (build/demo/divergence.png; PICTURE=no: none).
set -u
dir=build/demo
mkdir -p "$dir"
rtl=rtl/formation/hd_pc_warp_lut.sv
broken=$dir/hd_pc_warp_lut.sv
# After a hit without conflict the lanes that join are forgotten: OCC stays as it was.
sed 's/assign occ_d0 = need0 ? conflict0 : fill0;/assign occ_d0 = need0 ? conflict0 : occ0;/' \
    "$rtl" >"$broken"
if cmp -s "$rtl" "$broken"; then
    echo "ERROR the line that the bug goes into is no longer in $rtl" >&2
    exit 2
fi
echo "planted in a copy of $rtl:"
diff "$rtl" "$broken" | sed -n 's/^[<>] */    &/p'
waves=1
[ "${PICTURE:-}" != no ] || waves=
if make lockstep BLOCK=pc_warp_lut CONFIG=paper PROFILE=one_set SEED=4 CYCLES=20000 WAVES=$waves \
    RTL="$broken"; then
    echo "FAIL the bug was not found"
    exit 1
fi
[ -n "$waves" ] || { echo 'PASS the bug was found'; exit; }
# The view shows the register over time, and what it is assigned from.
for signal in 'rtl_occ_q\[4\]' 'model_occ_q\[4\]' dut.occ_d0 dut.conflict0; do
    grep -q "$signal" build/waves/last.gtkw || { echo "FAIL the view has no $signal"; exit 1; }
done
PNG=$dir/divergence.png sim/waves.sh || exit 2
echo "PASS the bug was found; the picture: $dir/divergence.png"
