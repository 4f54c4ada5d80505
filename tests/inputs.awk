# SPDX-License-Identifier: Apache-2.0
# What an item of the long lists depends on: a line for each KIND and GROUP with a checksum of the files
# that its result hangs on. Reads `sha1sum` of all files first, then (after a line "lines") what names
# other files in them, "FILE:LINE", then (after a line "wanted") KIND GROUP, one a line. With -v show=1 it prints
# KIND GROUP FILE instead.
# Followed are modules (hd_<name>), #include, the .c beside a .h, the part of a seam, and the parts of a
# model, which name their header *_parts.h. Not among them: Makefile and mk, and the versions of the tools.
function module_of(f) {sub(/.*\/hd_/, "", f); sub(/\.sv$/, "", f); return f}
function edge(from, to) {
    if (to in sum && from != to && !((from, to) in known)) {known[from, to] = 1; to_of[from, ++edges[from]] = to}
}
function folder(f) {sub(/[^\/]*$/, "", f); return f}
function under(prefix,    f) {for (f in sum) if (index(f, prefix) == 1) want(f)}
function want(f) {if (f in sum && !(f in taken)) {taken[f] = 1; stack[++top] = f}}
function follow(    f, i) {while (top > 0) {f = stack[top--]; for (i = 1; i <= edges[f]; i++) want(to_of[f, i])}}
function rtl(b) {want(file_of[b]); follow(); want("sim/config/" b ".conf"); want("tools/params.sh")}
# A block and its model, with the checkers of the blocks inside.
function checked(b,    f, m, inside, s) {
    rtl(b)
    for (f in taken) if (f ~ /^rtl\/.*\/hd_/) inside[module_of(f)] = 1
    for (m in inside) {
        s = folder(file_of[m]); sub(/^rtl\//, "", s)
        want("dpi/" s m ".fields"); want("dpi/" s m "_cover.c"); want("dpi/" s m "_view.h")
        want("cmodel/" s m ".h")
    }
    under("dpi/common/"); under("tools/seam/")
}
function bench(b,    s) {
    checked(b)
    s = folder(file_of[b]); sub(/^rtl\//, "", s)
    want("tb/" s (b in stimulus ? stimulus[b] : b) "_stim.c")
    want("sim/run.c"); want("sim/verilated_main.cpp"); want("sim/build_bench.sh"); want("sim/lockstep.sh")
    if (b == machine) {want("cli/host.c"); under("programs/"); under("tb/core/")}
    follow()
}
function formal(b, what,    s) {
    rtl(b)
    s = folder(file_of[b]); sub(/^rtl\//, "", s)
    want("formal/" s "hd_" b "_props.sv"); want("formal/" s b "_" what ".txt")
    if (("formal/" s "hd_" b "_props.sv") in ghost) want("formal/" s "hd_heap_ghost.sv")
    for (m in file_of)
        if (file_of[m] in taken) {s = folder(file_of[m]); sub(/^rtl\//, "", s); want("formal/" s "hd_" m "_promise.sv")}
    under("formal/common/"); want("formal/flow.sh"); want("formal/ports.awk")
}
function tests(b,    f) {for (f in sum) if (f ~ "^tests/[a-z]*/" b "(_[a-z0-9_]*)?_test\\.c$") want(f); follow()}
function inputs(kind, g,    where, n, i) {
    if (kind == "prove") {formal(g, "plan"); want("formal/prove.sh")}
    else if (kind == "broken") {formal(g, "broken"); want("formal/broken.sh")}
    else if (kind == "mutants") {bench(g); want("tests/mutants/" g ".txt"); want("tests/mutants.sh")}
    else if (kind == "cover") {bench(g); tests(g); want("sim/cover.sh"); want("sim/floors.conf")}
    else if (kind == "sanitize") {
        under("tests/" g "/"); under("cmodel/"); want("tests/unit.sh")
        if (g == "host") {under("host/"); under("cli/"); under("programs/heddle")}
    }
    else if (kind == "replay") {
        bench(g); want("sim/replay.sh"); want("sim/vectors.c"); want("synth/netlist.sh"); want("synth/heddle_cells.v")
        want("synth/flow.sh")
    } else if (kind == "configs") bench(g)
    else if (kind == "soak") {bench(g); want("sim/soak.sh")}
    else if (kind == "lint") {rtl(g); want("tools/lint.sh")}
    else if (kind == "planted") { # a change elsewhere in the machine moves the cycle in which it shows
        checked(g); want("tests/mutants/" g ".txt"); want("tests/planted.sh"); want("sim/cosim.sh")
    } else if (kind == "cosim") {bench(machine); want("sim/cosim.sh")}
    else {
        n = split("rtl cmodel dpi tb sim cli programs studies tools synth tests formal", where, " ")
        for (i = 1; i <= n; i++) under(where[i] "/")
    }
    follow()
}
BEGIN {digits = "0123456789abcdef"; part = 1; first = 1}
/^lines$/ {part = 2; next}
/^wanted$/ {
    part = 3
    for (f in sum) if (f ~ /^rtl\/[a-z]*\/hd_.*\.sv$/) file_of[module_of(f)] = f
    for (i = 1; i <= names; i++) {
        f = at[i]; n = named[i]
        if (n ~ /^hd_/) {if ((m = module_of("/" n)) in file_of && f !~ /^formal/) edge(f, file_of[m])
                         if (n == "hd_heap_ghost") ghost[f] = 1}
        else {
            split("cmodel/ dpi/ tb/ sim/ cli/ tests/", where, " ")
            where[7] = folder(f)
            for (j = 1; j <= 7; j++) {edge(f, where[j] n); if (n ~ /_parts\.h$/) edge(where[j] n, f)}
        }
    }
    for (f in sum) if (f ~ /\.h$/) {c = f; sub(/\.h$/, ".c", c); edge(f, c)}
    next
}
part == 1 {sum[$2] = $1; next}
part == 2 {
    f = $0; sub(/:.*/, "", f); l = substr($0, length(f) + 2)
    if (f ~ /^sim\/config\//) {
        b = f; gsub(/.*\/|\.conf/, "", b)
        if (sub(/^stimulus: */, "", l)) stimulus[b] = l
        if (l ~ /^machine:/) machine = b
        next
    }
    if (f ~ /\.fields$/) {
        if (l ~ /^part /) {at[++names] = f; named[names] = substr(l, 6) ".part"}
        next
    }
    if (l ~ /#include "/) {split(l, w, "\""); at[++names] = f; named[names] = w[2]; next}
    while (match(l, /hd_[a-z0-9_]+/)) {
        at[++names] = f; named[names] = substr(l, RSTART, RLENGTH); l = substr(l, RSTART + RLENGTH)
    }
    next
}
{
    split("", taken); top = 0
    inputs($1, $2)
    # The sum of the files' own checksums, each with its name's place: order does not matter.
    a = c = 0
    for (f in taken) {
        if (show) print $1, $2, f
        h = g = 7
        for (i = 1; i <= 40; i += 4) {
            v = 0
            for (j = 0; j < 4; j++) v = v * 16 + index(digits, substr(sum[f], i + j, 1)) - 1
            h = (h * 65599 + v) % 2147483647; g = (g * 31337 + v) % 2147483629
        }
        a = (a + h * 3 + length(f)) % 2147483647; c = (c + g * 5 + length(f)) % 2147483629
    }
    if (!show) printf "%s %s %08x%08x\n", $1, $2, a, c
}
