# SPDX-License-Identifier: Apache-2.0
# Completes a GTKWave view: signal names get the bit range that the dump gives them; names that the
# dump has not are left out. awk -f view.awk dump.vcd view.gtkw
FNR == 1 {file++}
file == 1 && $1 == "$scope" {scope[++depth] = $3}
file == 1 && $1 == "$upscope" {depth--}
file == 1 && $1 == "$var" {
    path = scope[1]
    for (i = 2; i <= depth; i++) path = path "." scope[i]
    full[path "." $5] = path "." $5 ($6 == "$end" ? "" : $6)
}
file == 1 && $1 == "$enddefinitions" {nextfile}
file == 2 && /^TOP\./ {if ($1 in full) print full[$1]; next}
file == 2
