#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The names of a block's sizes: params.sh BLOCK.
# The parameters of one of them, "A=1 B=2": params.sh BLOCK CONFIG. CONFIG is a name of
# sim/config/BLOCK.conf, with changes behind commas if wanted: "paper,Entries-16"
# (a minus, since the name of a file that make knows cannot hold an equals sign).
[ $# != 1 ] || exec awk '/^[a-z]/ && $1 !~ /:$/ {print $1}' "sim/config/$1.conf"
awk -v config="$2" -v block="$1" '
    function fail(text) {
        print "ERROR " text >"/dev/stderr"
        failed = 1
        exit 2
    }
    BEGIN {
        changes = split(config, change, ",")
        for (c = 2; c <= changes; c++)
            if (!sub("-", "=", change[c])) fail(change[c] ": a change of " change[1] " is NAME-VALUE")
    }
    $1 == change[1] && !found {
        found = 1
        for (i = 2; i <= NF; i++) {
            word = $i
            for (c = 2; c <= changes; c++) {
                if (substr(change[c], 1, index(change[c], "=")) != substr($i, 1, index($i, "="))) continue
                word = change[c]
                taken[c] = 1
            }
            line = line (i == 2 ? "" : " ") word
        }
        for (c = 2; c <= changes; c++)
            if (!taken[c]) fail(block " has no parameter " substr(change[c], 1, index(change[c], "=") - 1))
        print line
    }
    END {
        if (!found && !failed) fail("unknown configuration " config " of " block)
        exit failed ? 2 : 0
    }' "sim/config/$1.conf"
