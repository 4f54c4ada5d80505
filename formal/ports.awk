# SPDX-License-Identifier: Apache-2.0
# awk -f ports.awk RTL: four macros for modules that see the ports of the RTL's module.
#   HD_PARAMETERS, HD_PORTS             its parameters and ports, all of them inputs
#   HD_SAME_PARAMETERS, HD_SAME_PORTS   an instance gets those of the module that it is in
# The header is written as in all of rtl/: "#(", ") (" and ");" end their lines.

function name_of(item) {
    sub(/ *=.*/, "", item)
    sub(/.*[ \]]/, "", item)
    return item
}
# The items of a list, at the commas outside of brackets.
function add(text, list,    i, c) {
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        if (c ~ /[([{]/) depth++
        if (c ~ /[])}]/) depth--
        if (c == "," && depth == 0) { take(list); continue }
        item = item c
    }
    item = item " "
}
function take(list) {
    gsub(/  +/, " ", item)
    gsub(/^ | $/, "", item)
    if (item ~ /^localparam / || list == "ports" || item ~ /^parameter /) {
        sub(/^(input|output) /, "input ", item)
        all[list] = all[list] sep[list] item
        sep[list] = ", "
    }
    if (item !~ /^localparam /) {
        same[list] = same[list] with[list] "." name_of(item) "(" name_of(item) ")"
        with[list] = ", "
    }
    item = ""
}
{ sub(/\/\/.*/, ""); sub(/ +$/, "") }
/^module / { list = /#\($/ ? "parameters" : "ports"; next }
list && /^\) \($/ { take(list); list = "ports"; next }
list && /^\);/ { take(list); exit }
list { add($0, list) }
END {
    print "`define HD_PARAMETERS " all["parameters"]
    print "`define HD_PORTS " all["ports"]
    print "`define HD_SAME_PARAMETERS " same["parameters"]
    print "`define HD_SAME_PORTS " same["ports"]
}
