# SPDX-License-Identifier: Apache-2.0
# The steps of a proof, for prove.sh and broken.sh, which read this file. Runs in the top folder.
#
# A checker cannot name what is inside the design from outside: yosys 0.23 reads `bind` and drops
# it, and takes inst.signal for a new wire, both without a word. So the part of the properties file
# between `ifdef HD_INSIDE and `endif, which instantiates the checker, is put at the end of the
# module, in a copy. That the references are really connected is what broken.sh shows.
#
# A black box (hd_float) is replaced by the module of its name in formal/common, whose outputs are free.
#
# A block with blocks inside is proven with all of them, without their own properties. To see into
# one of them its part of the properties file, between `ifdef HD_INSIDE_hd_<block> and `endif, goes
# to the end of that module; the outer module names the wires there as its own, with the attribute
# hierconn: (* hierconn *) wire [7:0] \gen_heap.u_heap.props_pc ; (flatten then joins the two).
#
# A block inside that the properties file names in a line "// Free: hd_<block>" is left out with all
# that is in it: it says anything at any time, but for what it promises. The promises are assertions in
# formal/<socket>/hd_<block>_promise.sv, over the block's ports: where the block is free they are assumed,
# in its own proof they are asserted, from the same text ("promises" in its plan). An assumption of
# the properties file itself that binds outputs of free blocks and no input (owed.awk finds those)
# is an error, but for so many as a line "// Owed: NUMBER" admits: no block promises these yet.
# What binds an input and such an output together is taken for a promise of the neighbour at that
# input, if a line "// Both: NUMBER" admits so many: such an assumption must hold, whatever the block
# says, for some input (none is valid, mostly). What it says of the block alone is a promise.

# Ports and parameters of a module stand in its RTL alone. Checkers and promises have `HD_PARAMETERS and
# `HD_PORTS in their place, an instance of them `HD_SAME_PARAMETERS and `HD_SAME_PORTS (ports.awk).

ulimit -v 8388608 2>/dev/null

abc() { berkeley-abc -c "$1" 2>&1; }

# ports BLOCK: the macros of its ports
ports() { awk -f formal/ports.awk "$(ls rtl/*/hd_"$1".sv)"; }

# seen BLOCK FILE WORK: the file with the macros of the block's ports, which take the place of its first
# line, a remark: all lines keep their numbers
seen() {
    ports "$1" >"$3.$1.svh"
    sed "1s,.*,\`include \"$3.$1.svh\"," "$2"
}

# inside PROPS RTL [BLOCK]: RTL with the part of PROPS that belongs at the end of the module: the
# block's own, or that of a BLOCK inside
inside() {
    awk -v props="$1" -v mark="\`ifdef HD_INSIDE${3:+_$3}" '{line[NR] = $0} /^endmodule/ {last = NR}
        END {for (i = 1; i <= NR; i++) {
            if (i == last) while ((getline x <props) > 0) {
                if (x ~ /^`endif/) f = 0
                if (f) print x
                if (x == mark) f = 1
            }
            print line[i]}}' "$2"
}

# blocks RTL [KNOWN]: KNOWN, and the names of all blocks inside that are not in rtl/common; nothing
# is looked for in those that are free
blocks() {
    b_known=${2:-}
    for b_n in $(sed -n 's/^ *\(hd_[a-z0-9_]*\) \(#\|u_[a-z0-9_]* \)($/\1/p' "$1"); do
        case " $b_known " in *" $b_n "*) continue ;; esac
        b_f=$(ls rtl/*/"$b_n".sv)
        case $b_f in rtl/common/*) continue ;; esac
        case " $m_free " in *" $b_n "*) b_known="$b_known $b_n"; continue ;; esac
        b_known=$(blocks "$b_f" "$b_known $b_n")
    done
    echo "$b_known"
}

# promised BLOCK: an instance of its promises, if it has any, for the end of the module hd_BLOCK
promised() {
    for d_f in formal/*/hd_"$1"_promise.sv; do
        [ -f "$d_f" ] || return 0
        ports "$1"
        echo "  hd_$1_promise #(\`HD_SAME_PARAMETERS) u_promise (\`HD_SAME_PORTS);"
    done
}

# freed MODULE RTL: the module with nothing in it but outputs that are free, and its promises
freed() {
    awk '/^module / {f = 1} f {print} /^\);/ {exit}' "$2"
    sed -n '/^);/q; s/^ *output *logic *\(\[[^]]*\]\)* *\([a-z0-9_]*\),*.*/\1 \2/p' "$2" |
        awk '{n = $NF; $NF = ""; print "  (* anyseq *) logic " $0 "hd_free_" n "; assign " n " = hd_free_" n ";"}'
    promised "${1#hd_}"
    echo endmodule
}

# model BLOCK PARAMETERS RTL WORK: WORK.all.il, an and-inverter graph of design and properties in
# which each assertion is a cell of its own; a cover is the assertion that it never happens.
# WORK.p, .s and .c list the names of the assertions, of the promises among them, and of the covers.
model() {
    m_props=$(ls formal/*/hd_"$1"_props.sv)
    m_dir=$(dirname "$m_props")
    m_own=$(ls formal/*/hd_"$1"_promise.sv 2>/dev/null)
    promised "$1" >"$4.promised"
    { ports "$1" && inside "$m_props" "$3"; } |
        awk -v promised="$4.promised" '/^endmodule/ {while ((getline x <promised) > 0) print x} {print}' \
            >"$4.dut.sv"
    m_free=$(sed -n 's,^// Free: ,,p' "$m_props" | tr '\n' ' ')
    m_blocks=$(blocks "$3")
    for m_n in $m_blocks; do
        m_f=$(ls rtl/*/"$m_n".sv)
        case " $m_free " in
            *" $m_n "*) freed "$m_n" "$m_f" ;;
            *) inside "$m_props" "$m_f" "$m_n" ;;
        esac
    done >>"$4.dut.sv"
    for m_f in rtl/common/*.sv; do
        m_n=$(basename "$m_f" .sv)
        if [ -f "formal/common/$m_n.sv" ]; then m_f=formal/common/$m_n.sv; fi
        if [ -z "$m_blocks" ] && [ -f "formal/common/${m_n}_props.sv" ]; then
            inside "formal/common/${m_n}_props.sv" "$m_f"
        else cat "$m_f"; fi | inside "$m_props" - "$m_n"
    done >>"$4.dut.sv"
    m_files=$m_props
    if grep -q hd_heap_ghost "$m_props"; then m_files="$m_files $m_dir/hd_heap_ghost.sv"; fi
    : >"$4.props.sv"
    for m_f in $m_files; do
        seen "$1" "$m_f" "$4" | awk '/: cover \(/ {sub(/cover \(/, "assert (!("); c = 1}
             c && /\);$/ {sub(/\);$/, "));"); c = 0} {print}' >>"$4.props.sv"
    done
    [ -z "$m_own" ] || seen "$1" "$m_own" "$4" >>"$4.props.sv"
    for m_n in $m_free; do
        for m_f in formal/*/"${m_n}"_promise.sv; do
            [ ! -f "$m_f" ] ||
                seen "${m_n#hd_}" "$m_f" "$4" | sed 's/\([a-z0-9_]*\): assert (/\1: assume (/'
        done
    done >>"$4.props.sv"
    m_set=
    for m_p in $2; do m_set="$m_set -chparam ${m_p%%=*} ${m_p#*=}"; done
    # -defer: a module is not built with its defaults, the paper's sizes, first.
    if ! yosys -q -l "$4.log" -p "
        read_verilog -sv -formal -DSYNTHESIS -defer $4.dut.sv $4.props.sv
        hierarchy -top hd_$1 $m_set; proc
        setattr -set keep 1 t:\$assert t:\$assume
        prep -flatten -top hd_$1; memory_map; opt -full; async2sync; dffunmap; opt_clean
        rename -top top; delete -output o:*; write_rtlil $4.words.il
        simplemap; techmap; opt -fast; dffunmap; techmap; simplemap; abc -g AND -fast; opt_clean
        tee -q -o $4.names select -list t:\$assert
        write_rtlil $4.all.il" >"$4.out" 2>&1; then
        echo "ERROR yosys failed, $4.log"; tail -3 "$4.log"; return 2
    fi
    sed 's/.*[./]//' "$4.names" | grep '^c_' >"$4.c"
    sed 's/.*[./]//' "$4.names" | grep -v '^c_' >"$4.p"
    # Nothing may get lost on the way: yosys would merge properties that are alike.
    # shellcheck disable=SC2086 # no promises: no word
    for m_n in $(sed -n 's/^ *\([a-z0-9_]*\): \(assert\|cover\) .*/\1/p' "$m_props" $m_own); do
        grep -qxF "$m_n" "$4.p" "$4.c" || { echo "ERROR property $m_n is lost"; return 2; }
    done
    # shellcheck disable=SC2086
    sed -n 's/^ *\([a-z0-9_]*\): assert .*/\1/p' $m_own </dev/null >"$4.s"
    [ -z "$m_free" ] || owed "$4" "$m_props"
}

# owed WORK PROPS: an error if PROPS itself assumes more of blocks that are left free than it admits
owed() {
    o_admitted=$(sed -n 's,^// Owed: ,,p' "$2")
    # The properties file comes first in what was read: the lines are its own.
    awk -f formal/owed.awk "$1.words.il" | sort -u | sort -n | sed "s,^,$2:," >"$1.bound"
    grep -v ' both$' "$1.bound" >"$1.owed"
    o_found=$(grep -c . "$1.owed")
    if [ "$o_found" -gt "${o_admitted:-0}" ]; then
        echo "ERROR $2: $o_found assumptions on blocks that are left free are no promises of those blocks" \
            "(${o_admitted:-0} admitted): state them in hd_<block>_promise.sv; $1.owed"
        head -3 "$1.owed"
        return 2
    fi
    o_admitted=$(sed -n 's,^// Both: ,,p' "$2")
    o_found=$(grep -c ' both$' "$1.bound")
    [ "$o_found" -gt "${o_admitted:-0}" ] || return 0
    echo "ERROR $2: $o_found assumptions bind inputs and blocks that are left free together" \
        "(${o_admitted:-0} admitted): what they say of the block alone belongs into its" \
        "hd_<block>_promise.sv; $1.bound"
    grep ' both$' "$1.bound" | head -3
    return 2
}

# choose KIND WORK WHICH: the names that WHICH (all, all-A,B or A,B) stands for; the promises
# are not among all, they are "promises"
choose() {
    case $3 in
        promises) cat "$2.s" ;;
        all) grep -vxFf "$2.s" "$2.$1" ;;
        all-*) grep -vxFf "$2.s" "$2.$1" | grep -vxF "$(echo "${3#all-}" | tr ',' '\n')" ;;
        *)
            for c_n in $(echo "$3" | tr ',' ' '); do
                grep -xF "$c_n" "$2.$1" || echo "ERROR no property $c_n" >&2
            done
            ;;
    esac
}

# pick NAMES: arguments for `select` that stand for the assertions of these names
pick() {
    p_union=
    for p_n in $1; do
        printf ' t:$assert n:%s n:*.%s %%u %%i%s' "$p_n" "$p_n" "$p_union"
        p_union=' %u'
    done
}

# aig WORK OUT NAMES GIVEN BEFORE: OUT.aig with the properties NAMES. GIVEN are proven already and
# assumed; BEFORE are assumed in the cycles before (see prove.sh, method each).
aig() {
    yosys -q -p "read_rtlil $1.all.il
        select -set keep $(pick "$3"); select -set given $(pick "${4:-none}")
        select -set before $(pick "${5:-none}")
        delete t:\$assert @keep %d @given %d @before %d
        chformal -assert -assert2assume @given
        chformal -assert -delay 1 @before; chformal -assert -assert2assume @before
        simplemap; opt_clean
        write_aiger -zinit -map $2.aim $2.aig" >"$2.out" 2>&1 ||
        { echo "ERROR yosys failed, $2.out" >&2; exit 2; }
}

# bounded OUT CYCLES SECONDS: OUT.log, and OUT.cex if there is a counterexample
bounded() {
    rm -f "$1.cex"
    abc "read_aiger $1.aig; fold; bmc3 -F $2 -T $3; write_cex -a $1.cex" >"$1.log"
}

# The cycle of the counterexample, if there is one: reached OUT
reached() { sed -n 's/.*asserted in frame \([0-9]*\).*/\1/p' "$1.log" | head -1; }

# deeper OUT SECONDS: OUT.log, and OUT.cex if the method without a bound finds a counterexample
deeper() {
    rm -f "$1.cex"
    abc "read_aiger $1.aig; fold; scorr; dc2; pdr -T $2; write_cex -a $1.cex" >"$1.log"
}

# holds WORK NAME: the design in words with the assertion NAME alone, and beside it a signal
# <NAME>_holds, so that a dump shows when it does not
holds() {
    yosys -q -p "read_rtlil $1.words.il; select -set keep $(pick "$2")
        delete t:\$assert @keep %d; write_rtlil" |
        awk -v name="$2" '
            /^  cell \$assert / {cell = $3}
            /^    connect \\A / && cell {sub(/^    connect \\A /, ""); a = $0; $0 = "    connect \\A " a}
            /^    connect \\EN / && cell {sub(/^    connect \\EN /, ""); e = $0; $0 = "    connect \\EN " e}
            /^  end/ {if (cell) last = cell; cell = ""}
            /^end/ {
                print "  wire $hd_off\n  wire " last "_holds"
                print "  cell $logic_not $hd_on\n    parameter \\A_SIGNED 0\n    parameter \\A_WIDTH 1"
                print "    parameter \\Y_WIDTH 1\n    connect \\A " e "\n    connect \\Y $hd_off\n  end"
                print "  cell $logic_or $hd_holds\n    parameter \\A_SIGNED 0\n    parameter \\A_WIDTH 1"
                print "    parameter \\B_SIGNED 0\n    parameter \\B_WIDTH 1\n    parameter \\Y_WIDTH 1"
                print "    connect \\A " a "\n    connect \\B $hd_off\n    connect \\Y " last "_holds\n  end"
            }
            {print}'
}

# waves WORK OUT NAME BLOCK MARK: the counterexample to one property, replayed on the design, as
# build/waves/BLOCK-NAME-MARK.fst with a view; prints the path without .fst
waves() {
    [ -s "$2.cex" ] || return 0
    w_name=build/waves/$4-$3-$5
    w_props=$(ls formal/*/hd_"$4"_props.sv)
    mkdir -p build/waves
    rm -f "$w_name".* "$2.vcd"
    # As a witness; latches start at 0, all of them (those of `fold` and of what was simplified left out).
    awk -v latches="$(head -1 "$2.aig" | cut -d ' ' -f 4)" '
        NR == 1 {print "1\nb0"; for (i = 0; i < latches; i++) printf "0"; print ""; next}
        NR > 1 {sub(/# DONE/, ""); if ($0 != "") print} END {print "."}' "$2.cex" >"$2.aiw"
    holds "$1" "$3" >"$2.il"
    yosys -q -p "read_rtlil $2.il; write_smt2 -wires $2.smt2" >"$2.out" 2>&1
    # The second solver if the first gives none; then without the witness, a search of its own.
    w_steps=$(($(reached "$2") + 1))
    for w_try in "cvc4 --aig $2.aim:$2.aiw" "z3 --aig $2.aim:$2.aiw" "z3"; do
        # shellcheck disable=SC2086 # words
        timeout 3600 yosys-smtbmc --noprogress -t $w_steps --dump-vcd "$2.vcd" -s $w_try "$2.smt2" >"$2.waves" 2>&1
        [ ! -s "$2.vcd" ] || break
    done
    [ -s "$2.vcd" ] || { echo "none, see $2.waves"; return 0; }
    w_scope=$(sed -n 's/^  wire \\\([^ ]*\)_holds$/\1/p' "$2.il" | grep -E "(^|[./])$3\$")
    awk -v property="$3" -v scope="top.${w_scope%.*}" -v clean="$w_name.vcd" -v view="$w_name.gtkw" \
        -f formal/view.awk "$(said "$3" "$w_props")" "$2.vcd"
    vcd2fst "$w_name.vcd" "$w_name.fst" >/dev/null 2>&1 && rm -f "$w_name.vcd" "$2.vcd"
    ln -sf "$(basename "$w_name").gtkw" build/waves/last.gtkw
    ln -sf "$(basename "$w_name").fst" build/waves/last.fst
    echo "$w_name"
}

# said NAME PROPS: the file that has the property: of the block, common, or the block's promises
said() {
    grep -lE "^ *$1: (assert|cover) \\(" "$2" formal/common/*.sv "${2%_props.sv}_promise.sv" 2>/dev/null |
        head -1
}

# tell NAME BLOCK WAVES: what does not hold, in words, and how to see it
tell() {
    t_file=$(said "$1" "$(ls formal/*/hd_"$2"_props.sv)")
    awk -v name="$1" -v file="$t_file" '/^ *\/\/ P: / {sub(/^ *\/\/ P: /, ""); words = $0; next}
        /^ *\/\/ / && words != "" {sub(/^ *\/\/ /, " "); words = words $0; next}
        $1 == name ":" && $2 ~ /^(assert|cover)$/ {print "property  " words " (" file ":" FNR ")"; exit}
        {words = ""}' "$t_file"
    case $3 in
        '') ;;
        none*) echo "waves     $3" ;;
        *) echo "waves     $3.fst: make waves VIEW=$3.gtkw opens it" ;;
    esac
}
