# SPDX-License-Identifier: Apache-2.0
# A counterexample as GTKWave shows it. From the properties file and the dump of yosys-smtbmc it
# makes a dump with bit ranges and without the tools' own names, and a view: the property, what
# its sentence names, what that is computed from in the properties file, ports, registers; the
# marker stands on the last cycle, the one in which the property does not hold.
#   awk -v property=NAME -v scope=PATH -v clean=OUT.vcd -v view=OUT.gtkw -f view.awk PROPS DUMP
FNR == 1 {file++}
file == 1 && /^`ifdef/ {nextfile}
file == 1 {sub(/\/\/.*/, ""); text = text " " $0; next}

$1 == "$scope" && (muted || $3 ~ /[\\$]/) {muted++; next}
$1 == "$upscope" && muted {muted--; next}
$1 == "$scope" {path[++depth] = $3}
$1 == "$upscope" {depth--}
$1 == "$var" && $2 == "wire" {
    if (muted || $5 ~ /[\\$]/ || $5 ~ /^_[0-9]+_$/) {dropped[$4]; next}
    name = path[1]
    for (i = 2; i <= depth; i++) name = name "." path[i]
    range = $3 > 1 ? "[" $3 - 1 ":0]" : ""
    width[name "." $5] = $3
    full[name "." $5] = name "." $5 range
    order[++signals] = name "." $5
    if (range != "") $5 = $5 " " range
}
$2 in dropped && /^b/ {next}
/^#/ {last = substr($1, 2)}
{print >clean}

# each word of TEXT that is a signal beside the property is put into the group, once
function words(text,   word) {
    gsub(/[0-9]*'[bdh][0-9a-fA-F_]+/, " ", text)
    while (match(text, /[A-Za-z_][A-Za-z0-9_]*/)) {
        word = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
        show(scope "." word)
    }
}
function show(name) {
    if (!(name in full) || name in shown) return
    shown[name]
    if (title != "") print "@200\n-" title >view
    title = ""
    print (width[name] <= 2 ? "@28" : "@22") "\n" full[name] >view
}
function group(name) {title = name}

END {
    at = last - 10
    print "[timestart] 0\n[size] 1500 1150\n[pos] -1 -1" >view
    printf("*-%.6f %d", (at > 150 ? 4.3 : 3.2), at) >view
    for (i = 0; i < 26; i++) printf " -1" >view
    print "\n[sst_width] 20\n[signals_width] 330\n[sst_expanded] 0" >view
    show("top.clk_i")
    show("top.rst_ni")
    group("property " property)
    show(scope "." property "_holds")
    statements = split(text, statement, ";")
    for (i = 1; i <= statements; i++)
        if (match(statement[i], "[^a-z0-9_]" property ": (assert|cover) ")) {
            said = substr(statement[i], RSTART + RLENGTH)
            words(said)
        }
    # What stands left of the first = or <= is computed there.
    group("computed from")
    for (name in shown) named[name]
    for (i = 1; i <= statements; i++) {
        left = statement[i]
        if (left ~ /: (assert|cover|assume) / || !match(left, /[^=!<>]<?=[^=]/)) continue
        left = substr(left, 1, RSTART)
        sub(/.*(begin|else|\))/, "", left)
        while (match(left, /[A-Za-z_][A-Za-z0-9_]*/)) {
            if (scope "." substr(left, RSTART, RLENGTH) in named) {words(statement[i]); break}
            left = substr(left, RSTART + RLENGTH)
        }
    }
    group("inputs")
    for (i = 1; i <= signals; i++) if (order[i] ~ /^top\.[^.]*_i$/) show(order[i])
    group("outputs")
    for (i = 1; i <= signals; i++) if (order[i] ~ /^top\.[^.]*_o$/) show(order[i])
    group("registers")
    for (i = 1; i <= signals; i++)
        if (order[i] ~ /_q(<[0-9]+>)?$/ && order[i] !~ /u_props\./) show(order[i])
}
