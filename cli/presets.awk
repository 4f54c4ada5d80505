# SPDX-License-Identifier: Apache-2.0
# presets.awk - cli/memory.txt and sim/config/sm.conf as a table in C: what `heddle run --preset`
# knows.
# A parameter's name in C is that of the RTL in lower case, with an underscore between its words.
function snake(name) {
    out = tolower(substr(name, 1, 1))
    for (i = 2; i <= length(name); i++) {
        c = substr(name, i, 1)
        out = out (c ~ /[A-Z]/ ? "_" tolower(c) : c)
    }
    return out
}
FNR == 1 { file++ }
/^#/ || NF == 0 || $1 ~ /:$/ { next }
file == 1 { memory[$1] = ".latency = " $2 ", .interval = " $3 ", .under_way = " $4; next }
{
    if (!($1 in memory)) next
    printf "    {\"%s\", {", $1
    for (f = 2; f <= NF; f++) {
        split($f, pair, "=")
        printf "%s.%s = %s", (f > 2 ? ", " : ""), snake(pair[1]), pair[2]
    }
    printf "}, {%s}},\n", memory[$1]
}
