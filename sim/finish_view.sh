# SPDX-License-Identifier: Apache-2.0
# Sourced: makes the files for GTKWave from a dump and from the view that a bench wrote.

# The register that failed, in the form of a bench's option --watch; nothing if no register failed.
watched() { sed -n 's/^watch=//p' "$1"; } # result

# finish_view NAME RESULT [MODULE]: NAME.vcd and NAME.gtkw; MODULE: the RTL of the block that failed,
# if it is not the tree's
finish_view() {
    reads=
    register=$(watched "$2" | cut -d ' ' -f 2)
    if [ -n "$register" ]; then
        block=$(sed -n 's/^signature=\([a-z0-9_]*\):.*/\1/p' "$2")
        reads=$(awk -v register="$register" -f sim/reads.awk "${3:-$(ls rtl/*/hd_"$block".sv)}")
    fi
    awk -v reads="$reads" -f sim/view.awk "$1.vcd" "$1.gtkw" >"$1.tmp" && mv "$1.tmp" "$1.gtkw"
    vcd2fst "$1.vcd" "$1.fst" >/dev/null 2>&1 && rm -f "$1.vcd"
    ln -sf "$(basename "$1").gtkw" build/waves/last.gtkw
    ln -sf "$(basename "$1").fst" build/waves/last.fst
    echo "waves     $1.fst, view $1.gtkw: make waves opens them" >&2
}
