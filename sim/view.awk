# SPDX-License-Identifier: Apache-2.0
# Completes a GTKWave view: signal names (behind "+{alias} ", too) get the bit range that the dump
# gives them; names that the dump has not are left out. In the place of "reads SCOPE REGISTER" come
# the signals of the scope that `reads` names.
#   awk [-v reads="a b"] -f view.awk dump.vcd view.gtkw
FNR == 1 {file++}
file == 1 && $1 == "$scope" {scope[++depth] = $3}
file == 1 && $1 == "$upscope" {depth--}
file == 1 && $1 == "$var" {
    path = scope[1]
    for (i = 2; i <= depth; i++) path = path "." scope[i]
    range = $6 == "$end" ? "" : $6
    sub(/^\[0:0\]$/, "[0]", range) # so GTKWave calls it
    full[path "." $5] = path "." $5 range
}
file == 1 && $1 == "$enddefinitions" {nextfile}
file == 2 && /^(\+\{.*\} )?TOP\./ {
    name = $NF
    if (name in full) print (NF > 1 ? $1 " " : "") full[name]
    next
}
file == 2 && $1 == "reads" {
    for (i = split(reads, r, " "); i > 0; i--) shown[i] = $2 "." r[i]
    for (i = 1; i in shown; i++) if (shown[i] in full) print "@22\n" full[shown[i]]
    next
}
file == 2
