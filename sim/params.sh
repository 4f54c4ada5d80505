#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The parameters of a configuration, "A=1 B=2": params.sh BLOCK CONFIG. CONFIG is a name of
# sim/config/BLOCK.conf, with changes behind commas if wanted: "paper,Entries-16"
# (a minus, since the name of a file that make knows cannot hold an equals sign).
awk -v config="$2" '
    BEGIN {
        changes = split(config, change, ",")
        for (c = 2; c <= changes; c++) sub("-", "=", change[c])
    }
    $1 == change[1] && !found {
        found = 1
        for (i = 2; i <= NF; i++) {
            word = $i
            for (c = 2; c <= changes; c++) {
                if (substr(change[c], 1, index(change[c], "=")) == substr($i, 1, index($i, "="))) word = change[c]
            }
            printf "%s%s", i == 2 ? "" : " ", word
        }
        print ""
    }
    END {exit !found}' \
    "sim/config/$1.conf" || { echo "ERROR unknown configuration $2 of $1" >&2; exit 2; }
