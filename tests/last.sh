#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Does a run end with every element of every memory? last.sh [BLOCK ...]
# Plants into a copy of the RTL an edge that turns bits of a large memory over: the last one of the run.
# No checker's turn comes to it again, so that only the comparison after the last cycle can tell. A run
# that ends a cycle sooner must pass: it is that edge, and nothing else, that is found. A line "memory:" of a
# block's conf says size, memory, and cycles of the run: at its end something in it must mean anything.
set -eu
export OPTIMIZE=-O0 # a bench of some thousand cycles

dir=build/last
mkdir -p "$dir"

status=0
asked=" $* "
tools/facts.sh memory >"$dir/table"
while read -r block config memory cycles; do
    [ $# = 0 ] || case $asked in *" $block "*) ;; *) continue ;; esac
    for file in rtl/*/hd_"$block".sv; do :; done
    planted=$dir/hd_$block.sv
    sed '/^endmodule/d' "$file" >"$planted"
    cat >>"$planted" <<PLANTED

  int unsigned planted_cycle;
  initial planted_cycle = 1;
  always @(posedge clk_i) begin
    planted_cycle <= planted_cycle + 1;
    if (planted_cycle == $cycles)
      for (int unsigned i = 0; i < \$size($memory); i++) $memory[i] <= ~$memory[i];
  end
endmodule
PLANTED
    for n in $((cycles - 1)) $cycles; do
        # A profile may end with nothing in the memory that means anything: some must not.
        code=0
        make --no-print-directory lockstep BLOCK="$block" CONFIG="$config" PROFILE=all CYCLES="$n" \
            RTL="$planted" </dev/null >"$dir/$block-$n.log" 2>&1 || code=$?
        found=$(grep -c '^found     after the last cycle' "$dir/$block-$n.log" || true)
        if [ "$n" = "$cycles" ]; then [ "$found" -gt 0 ] && continue
        elif [ $code = 0 ]; then continue
        fi
        echo "FAIL last $block $config: $memory changes at edge $cycles; a run of $n cycles" \
            "finds it $found times, exit code $code; log: $dir/$block-$n.log" >&2
        status=1
        continue 2
    done
    echo "PASS last $block $config: $memory, $found profiles"
done <"$dir/table"
exit $status
