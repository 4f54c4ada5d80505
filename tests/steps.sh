# SPDX-License-Identifier: Apache-2.0
# The steps of make test, for tests/run.sh. Each is a make target or a script that a person can run
# alone; the words are a pattern that its output must contain, so that silence is no success.
#   step LANE NAME WORDS COMMAND ...       must succeed (words -: it may be silent)
#   refused LANE NAME WORDS COMMAND ...    must fail, and say why
# The rotating ones run another eighth of the long lists each day (tests/lists.sh); the rest of the
# lists, and what is too long for any eighth, is make test-all.

stages='first rtl+static last'
show=records

# Which eighth: EIGHTH=0..7, or the day of the year by 8.
: "${EIGHTH:=$(($(date -u +%j | sed 's/^0*//') % 8))}"
case $EIGHTH in
    [0-7]) ;;
    *) echo "ERROR EIGHTH=$EIGHTH: 0 to 7" >&2; exit 2 ;;
esac
export EIGHTH
headline="eighth $EIGHTH of the long lists (0 to 7; by the day of the year, or make test EIGHTH=$EIGHTH)"

# All blocks but the machine, whose largest sizes take minutes to compile.
machine=$(tools/facts.sh machine | sed 's/ .*//')
smaller=$(tools/facts.sh tested | sed 's/ .*//' | grep -vx "$machine" | tr '\n' ' ')
runs='^PASS [1-9][0-9]* of [1-9][0-9]* runs without a mismatch$'
compared='[1-9][0-9]* values compared, 0 mismatches'

step first build - make -j2 build-test

step rtl lockstep "$runs" make lockstep BLOCK="$smaller" CONFIG=tested CYCLES=10000
step rtl machine "$runs" make lockstep BLOCK="$machine" CONFIG=tested CYCLES=20000
step rtl cosim "$compared" make cosim KERNEL='reduction bfs fft scan' SIZE=odd
step rtl cosim-vt "$compared" make cosim KERNEL=nn_layer SIZE=33 RESIDENCY=vt
step rtl cosim-zorua "$compared" make cosim KERNEL='transpose reduction' SIZE=odd RESIDENCY=zorua
step rtl cosim-dwf "$compared" make cosim KERNEL='reduction bfs fft scan' SIZE=odd PRESET=small_dwf
step rtl cosim-sbi "$compared" make cosim KERNEL='reduction nw' SIZE=odd FORMATION=sbi-swi
step rtl cosim-dwf-vt "$compared" make cosim KERNEL='reduction scan nw' SIZE=odd PRESET=small_dwf RESIDENCY=vt
step rtl seed "$runs" make lockstep BLOCK="$smaller" CONFIG=small CYCLES=10000 SEED=20091
# One to two minutes each: of four days one has the walker, one verdicts on the RTL too, two the grid.
verdicts="^PASS [1-9][0-9]* runs of [1-9][0-9]* kernels"
on_rtl=no
case $((EIGHTH % 4)) in
    0) step rtl compare '^Results: ' make compare ;;
    2) on_rtl=suite ;;
    *) step rtl residency '^Results: ' make residency ;;
esac
step rtl verdicts "$verdicts" make verdicts COSIM=$on_rtl
step rtl mixes '^PASS mixes: [1-9][0-9]* runs' tests/mixes.sh
step rtl reproduce '^PASS ' tests/reproduce.sh
step rtl vectors '^PASS a wrong expected bit is noticed' tests/vectors.sh
step rtl own-rtl '^PASS foreign' tests/own_rtl.sh
step rtl seam '^PASS seam$' tests/seam.sh
step rtl waves 'pass\.png$' sh -c 'make lockstep BLOCK=max_heap PROFILE=ties CYCLES=5000 WAVES=1 &&
    PNG=build/test/pass.png make waves'
step rtl demo '^PASS the bug was found' make demo-divergence
step rtl area 'NAND2' \
    make area COMPARE=no ACCOUNTS=a BLOCK='max_heap warp_scheduler static_residency'
step static unit '^PASS unit ' env SANITIZE=no make unit
step static programs '^[1-9][0-9]* of [1-9][0-9]* runs good' make programs
step static checkpoint '^PASS checkpoint: [1-9][0-9]* cases' tests/checkpoint.sh
step static sweep '^PASS sweep: [1-9][0-9]* cases' tests/sweep.sh
step rtl compiler '^PASS' tests/compiler.sh
step rtl layouts '^PASS' tests/layouts.sh
step rtl dynamic '^PASS' tests/dynamic.sh
step rtl atomics '^PASS' tests/atomics.sh
step rtl last '^PASS' tests/last.sh
step rtl kernels '^PASS heddle run' tests/kernels.sh
step rtl pages '^PASS [1-9][0-9]* commands' tests/pages.sh
step rtl riscv '^[1-9][0-9]* passed, 0 failed' make riscv
step rtl new '^PASS new: ' tests/new.sh
step rtl promises '^PASS ' tests/promises.sh
step rtl outside '^PASS outside' tests/outside.sh
step static image '^PASS image' tests/image.sh
step static isa '^PASS' tests/isa.sh
refused rtl bad-block "unknown BLOCK 'nosuch'; there are: " make lockstep BLOCK=nosuch
refused rtl bad-config "unknown CONFIG 'nosuch' of pc_warp_lut; there are: paper" \
    make lockstep BLOCK=pc_warp_lut CONFIG=nosuch
refused rtl bad-change 'sm has no parameter Slot$' make build/sim/sm/small,Slot-3/deep/Vtb BLOCK=sm SIZED=small,Slot-3
refused rtl bad-profile 'unknown profile nosuch of pc_warp_lut; there are: uniform' \
    make lockstep BLOCK=pc_warp_lut PROFILE=nosuch
refused rtl bad-cycles 'CYCLES=many: not a number' make lockstep BLOCK=pc_warp_lut CYCLES=many
refused rtl bad-kernel 'load of 4 bytes at 0x00000008: a null pointer' make cosim KERNEL=tests/kernels/null.c
refused rtl bad-block-size 'not one block of short_of fits on the core' \
    make cosim KERNEL=tests/kernels/short.c LAUNCH=shared=40000
refused rtl bad-size 'SIZE=0: no program has that' make cosim SIZE=0
refused rtl bad-launch 'LAUNCH goes with files of kernels; the program reduction has SIZE' \
    make cosim KERNEL=reduction LAUNCH=grid=16
refused rtl bad-name 'programs has one of this name' \
    sh -c 'cp tests/kernels/null.c build/test/vadd.c && make kernels KERNEL=build/test/vadd.c'
refused rtl bad-tests 'TESTS=nosuch: no rv32ui' make riscv TESTS=nosuch
refused rtl bad-rtl 'no such file' make lockstep BLOCK=pc_warp_lut RTL=nosuch.sv
refused rtl bad-liberty 'nosuch.lib: no such file' make area BLOCK=pc_warp_lut LIBERTY=nosuch.lib

step static suite '^PASS suite: [1-9][0-9]* cases' env COUNT=12 tests/suite_test.sh
step static lists '^PASS lists' tests/lists_test.sh
step static lint '^PASS lint' env LINT=quick make lint
step static cells '^PASS check_cells' synth/check_cells.sh
step static liberty '^PASS refused' tests/liberty.sh
for list in $(sed -n "s/^rotating='\(.*\)'/\1/p" tests/lists.sh); do
    where=static
    # Two lockstep runs would write to the same results; proofs, so that the lanes take as long as each other.
    case $list in configs | prove) where=rtl ;; esac
    step $where eighth-$list "^PASS $list, eighth $EIGHTH: " tests/all.sh eighth $list
done
step static counterexample '^PASS ' tests/counterexample.sh
step static sizes '^PASS sizes' env EIGHTH=$EIGHTH tests/sizes.sh

step last records '^records: of [1-9][0-9]* items' tests/all.sh due
step last nothing-new '^PASS nothing to build' tests/rebuild.sh

end_of_steps
