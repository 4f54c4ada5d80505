# SPDX-License-Identifier: Apache-2.0
# Prints on one line what a register is assigned from: of each statement that assigns the register,
# the names on the right, in the index, and in the conditions round the statement; then, as long as
# there are few names, the same for the wires among them. The lines round a statement are the lines
# before it with less indentation.
#   awk -v register=occ_q -f reads.awk rtl/formation/hd_pc_warp_lut.sv
{
    sub(/\/\/.*/, "")
    gsub(/[0-9]*'[bdh]?[0-9a-fA-F_]*/, "")
    gsub(/"[^"]*"/, "")
    if ($0 ~ /^ *(`.*)?$/) next
    match($0, /^ */)
    if (!open) while (depth > 0 && indent[depth] >= RLENGTH) depth--
    if (open || $0 ~ /^ *assign / ||
        $0 ~ /[]a-z0-9_}] *<?= / &&
        $0 !~ /^ *(localparam|parameter|input|output|logic|int|function) / &&
        $0 !~ /(begin|\() *$/) {
        text = open ? text " " $0 : $0
        open = $0 !~ /;/
        if (!open) keep(text)
    } else {
        indent[++depth] = RLENGTH
        round[depth] = $0
    }
}
# The statement "target = right", with the lines round it: a condition before it on its line, too.
function keep(text,    at, left, d, all) {
    if (!match(text, /<?= */)) return
    # The assignment is the first "<=" or "=" behind the conditions' brackets.
    left = text
    at = ""
    while (match(left, /^ *(else +)?(if *\(|for *\()/) || match(left, /^ *else +/)) {
        if (left ~ /^ *(else +)?(if|for) *\(/) {
            d = balance(left)
            at = at " " substr(left, 1, d)
            left = substr(left, d + 1)
        } else sub(/^ *else +/, "", left)
    }
    if (!match(left, / *<?= */)) return
    all = substr(left, RSTART + RLENGTH) " " at
    left = substr(left, 1, RSTART - 1)
    sub(/^ *assign +/, "", left)
    for (d = 1; d <= depth; d++)
        if (round[d] ~ /(if|case|:)/ && round[d] !~ /gen_/) all = all " " round[d]
    count++
    while (match(left, /\[[^][]*\]/)) { # its index
        all = all " " substr(left, RSTART, RLENGTH)
        left = substr(left, 1, RSTART - 1) substr(left, RSTART + RLENGTH)
    }
    target[count] = left
    source[count] = all
}
# The place of the bracket that closes the first one.
function balance(s,    i, c, n) {
    for (i = 1; i <= length(s); i++) {
        c = substr(s, i, 1)
        if (c == "(") n++
        if (c == ")" && --n == 0) return i
    }
    return length(s)
}
function names_in(text, list,    n) {
    n = 0
    while (match(text, /[A-Za-z_][A-Za-z0-9_]*/)) {
        list[++n] = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
    }
    return n
}
# Adds what `name` is assigned from.
function add(name,    i, k, n, list) {
    for (i = 1; i <= count; i++) {
        n = names_in(target[i], list)
        for (k = 1; k <= n && list[k] != name; k++);
        if (k > n) continue
        n = names_in(source[i], list)
        for (k = 1; k <= n; k++) take(list[k], name)
    }
}
function take(name, of) {
    if (name == of || name == register || name in taken || name !~ /^[a-z][a-z0-9_]/) return
    if (index(words, " " name " ")) return
    taken[name] = 1
    order[++some] = name
}
BEGIN {
    words = " if else for case unique begin end assign int logic input function automatic default" \
        " always_ff always_comb posedge genvar clk_i "
}
END {
    add(register)
    level = some
    for (i = 1; i <= level && some < 12; i++) if (order[i] !~ /_[ioq]$/) add(order[i])
    for (i = 1; i <= some; i++) printf "%s%s", order[i], i < some ? " " : "\n"
}
