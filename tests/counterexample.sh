#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A property that does not hold is shown as waves, with a view: planted mistakes, by each method of
# proof. The dump ends with the cycle in which the property does not hold, holds it in all before, has
# every signal that the view shows, and those that the property's sentence names. One is drawn.
set -u
dir=build/test/counterexample
rm -rf "$dir"
mkdir -p "$dir"
status=0
unset RTL CONFIG WAVES PROVE BROKEN VIEW

fail() {
    echo "FAIL $1"
    status=1
}

# looks LOG PROPERTY SIGNAL ...: what the report in LOG says of PROPERTY's waves is so
looks() {
    log=$1
    property=$2
    shift 2
    grep -q "^property  .*_props.sv:[0-9]*)" "$log" || fail "$property: the report does not say it in words, $log"
    view=$(sed -n \
        "s,^waves     \(build/waves/[^ ]*-$property-.*\)\.fst: make waves VIEW=\1\.gtkw opens it\$,\1,p" \
        "$log" | head -1)
    [ -n "$view" ] || { fail "$property: the report names no waves, $log"; return; }
    fst2vcd "$view.fst" >"$dir/dump.vcd" 2>"$dir/dump.log" || { fail "$view.fst: not a dump"; return; }
    grep -o '^top\.[^ ]*' "$view.gtkw" | sed 's/\[.*//' | sort -u >"$dir/shown"
    # Signals of the dump; times at which <property>_holds is 0; the last time.
    awk -v holds="${property}_holds" -v seen="$dir/seen" '
        $1 == "$scope" {path[++depth] = $3}
        $1 == "$upscope" {depth--}
        $1 == "$var" {
            name = path[1]
            for (i = 2; i <= depth; i++) name = name "." path[i]
            print name "." $5 >seen
            if ($5 == holds) id = $4
        }
        /^#/ {now = substr($1, 2) + 0}
        id != "" && ($0 == "0" id || $0 == "b0 " id) {falls = falls " " now}
        END {print "falls" falls, "end", now}' "$dir/dump.vcd" >"$dir/falls"
    end=$(sed 's/.*end //' "$dir/falls")
    [ "$(cat "$dir/falls")" = "falls $((end - 10)) end $end" ] ||
        fail "$property: not broken in the last cycle alone: $(cat "$dir/falls")"
    sort -u "$dir/seen" | comm -23 "$dir/shown" - >"$dir/absent"
    [ ! -s "$dir/absent" ] || fail "$property: shown, and not in the dump: $(head -1 "$dir/absent")"
    for signal; do
        grep -qE "\.$signal\$" "$dir/shown" || fail "$property: $signal is not shown"
    done
    echo "PASS $property: $view.fst, $(grep -c . "$dir/shown") signals, last cycle $((end / 10 - 1))"
}

# planted BLOCK PROPERTY N: the block with its N-th planted mistake of PROPERTY, in a copy
planted() {
    awk -F '@' -v p="$2" -v n="$3" '$1 ~ "^" p " *$" && ++found == n {print $3}' formal/*/"$1"_broken.txt |
        sed 's/^ *//; s/ *$//' >"$dir/edit"
    sed -f "$dir/edit" rtl/*/hd_"$1".sv >"$dir/$1.sv"
}

# By an unbounded proof that fails, and by one that itself finds the counterexample.
planted warp_allocator never_lost 1
if RTL=$dir/warp_allocator.sv make prove BLOCK=warp_allocator PROVE=quick >"$dir/prove.log" 2>&1; then
    fail "make prove passes with a mistake, $dir/prove.log"
fi
looks "$dir/prove.log" never_lost clk_i rst_ni copies watch_out free_en_i count_q
PNG=$dir/never_lost.png make waves VIEW="$view.gtkw" >/dev/null || fail "GTKWave did not draw"

# By a bounded check, of a unit with a block inside.
WAVES=1 sh formal/broken.sh static_residency limit >"$dir/static.log" 2>&1 ||
    fail "static_residency: $dir/static.log"
looks "$dir/static.log" limit clk_i rst_ni kernel_warps_i
exit $status
