#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What a block is, beside its sizes: lines "KEY: WORDS" of sim/config/BLOCK.conf.
#   facts.sh KEY BLOCK   the words, a line for each line of the block that has the key
#   facts.sh KEY         BLOCK WORDS, of all blocks that have it
#   facts.sh make        all of it for mk/blocks.mk, KEY_OF_BLOCK:=WORDS with ~ for a blank
# Keys:
#   tested     the sizes that make test runs; without paper: a block that compiles for minutes at that size
#   stimulus   the block whose stimulus it has, since the ports are the same
#   machine    it holds all others: commands of its own run it (make cosim, area-sm)
#   objects, libraries   what its stimulus is linked with besides
#   member     a parameter that the model knows by another name: PARAMETER NAME
#   memory     a memory that is compared place by place: SIZE NAME CYCLES, for tests/last.sh
# What is compared with a block stands in data files: synth/compared.txt, synth/growth.txt, synth/plugs.txt,
# studies/stalls.txt.
# And, found in the RTL, not written anywhere: sizes (names); children, the blocks right inside; inside, all;
# sockets, the modules of rtl/sockets inside: they are no blocks, what is in them is in the block round them;
# whole, the machine and the blocks that hold it.
set -u
LC_ALL=C
export LC_ALL
cd "$(dirname "$0")/.." || exit 2
# Modules of rtl/common and rtl/study are no blocks.
{
    ls rtl/*/hd_*.sv
    grep -oE '^ +hd_[a-z0-9_]+' rtl/*/hd_*.sv
    grep -vE '^(#|$)' sim/config/*.conf /dev/null
} | awk -v key="${1:?which key}" -v only="${2:-}" '
    function name(path) {sub(/^.*\//, "", path); sub(/^hd_/, "", path); sub(/\.[a-z]*$/, "", path); return path}
    function put(b, k, words) {if (!((b, k) in lines)) fact[b, k, lines[b, k] = 1] = words
                               else fact[b, k, ++lines[b, k]] = words}
    function add(b, k, word) {
        if (index(" " fact[b, k, 1] " ", " " word " ")) return
        fact[b, k, 1] = fact[b, k, 1] (lines[b, k] ? " " : "") word
        lines[b, k] = 1
    }
    # c, and all inside of c, is inside of b; right: c is right inside of it.
    function hold(b, c, right,    n, w, i) {
        add(b, c in socket ? "sockets" : "inside", c)
        if (right && !(c in socket)) add(b, "children", c)
        n = split(fact[c, "holds", 1], w, " ")
        for (i = 1; i <= n; i++) hold(b, w[i], right && c in socket)
    }
    /^rtl\/(common|study)\// {next}
    /^rtl\/sockets\/[^:]*$/ {socket[name($0)] = 1; next}
    /^rtl\/[^:]*$/ {block[++blocks] = name($0); is[block[blocks]] = 1; next}
    /^rtl\// {
        child = $0; sub(/.*hd_/, "", child)
        b = $0; sub(/:.*/, "", b)
        if (child in is || child in socket) add(name(b), "holds", child)
        next
    }
    {
        file = $0; sub(/:.*/, "", file)
        b = name(file)
        if (!(b in is)) next
        $0 = substr($0, length(file) + 2)
        if ($1 ~ /:$/) {k = substr($1, 1, length($1) - 1); sub(/^[a-z]*: */, ""); put(b, k, $0)}
        else add(b, "sizes", $1)
    }
    END {
        for (i = 1; i <= blocks; i++) {
            b = block[i]
            n = split(fact[b, "holds", 1], w, " ")
            for (j = 1; j <= n; j++) hold(b, w[j], 1)
        }
        for (i = 1; i <= blocks; i++) {
            whole = (block[i], "machine") in lines
            n = split(fact[block[i], "inside", 1], w, " ")
            for (j = 1; j <= n; j++) if ((w[j], "machine") in lines) whole = 1
            if (whole) put(block[i], "whole", "yes")
        }
        if (key == "make") {
            n = split("sizes tested stimulus machine objects libraries children inside sockets", want, " ")
            for (i = 1; i <= blocks; i++) for (j = 1; j <= n; j++) if ((block[i], want[j]) in lines) {
                words = fact[block[i], want[j], 1]
                gsub(/ /, "~", words)
                print toupper(want[j]) "_OF_" block[i] ":=" words
            }
            exit
        }
        for (i = 1; i <= blocks; i++) for (j = 1; j <= lines[block[i], key]; j++)
            if (only == "" || only == block[i]) print (only == "" ? block[i] " " : "") fact[block[i], key, j]
    }'
