# SPDX-License-Identifier: Apache-2.0
# Of a flat design with its properties in words (RTLIL): the assumptions that bind outputs of
# blocks left free, in the cycle itself; the lines they end in. Behind the line stands "both" if
# they bind an input as well: that may be a promise of the neighbour there, or more than that.
# Promises of those blocks are passed over.
/^  wire / {
    if (match($0, / input [0-9]+ /) && $NF !~ /^\\(clk_i|rst_ni)$/) input[$NF]
    if ($NF ~ /^\\(.*\.)?hd_free_[a-z0-9_]+$/) free[$NF]
    next
}
/^  attribute \\src / {src = $3; gsub(/"/, "", src)}
/^  cell / {type = $2; name = $3; outs = ins = ""; next}
/^    connect / {
    port = $2
    rest = $0
    sub(/^    connect [^ ]+ /, "", rest)
    if (port ~ /^\\(Y|Q)$/) outs = outs " " rest
    else ins = ins " " rest
}
/^  end/ && type != "" {
    if (type == "$assume") {
        if (name !~ /u_promise\./) {asks[++assumptions] = ins; at[assumptions] = src}
    } else if (type !~ /^\$(dff|sdff|adff|ff|dlatch|any|assert|mem)/) {
        n = split(outs, w, " ")
        for (i = 1; i <= n; i++) if (w[i] ~ /^[\\$]/) by[w[i]] = by[w[i]] " " ins
    }
    type = ""
}
/^  connect / {
    left = $0
    sub(/^  connect /, "", left)
    if (left ~ /^\{/) {right = left; sub(/^\{[^}]*\} /, "", right); sub(/\}.*/, "", left)}
    else {right = left; sub(/^[^ ]+ (\[[0-9:]+\] )?/, "", right); sub(/ .*/, "", left)}
    n = split(left, w, " ")
    for (i = 1; i <= n; i++) if (w[i] ~ /^[\\$]/) by[w[i]] = by[w[i]] " " right
    # What is free may have kept another of its names.
    if (left ~ /hd_free_/) {
        n = split(right, w, " ")
        for (i = 1; i <= n; i++) if (w[i] ~ /^[\\$]/) free[w[i]]
    }
}
END {
    for (a = 1; a <= assumptions; a++) {
        split("", seen)
        top = binds = asked = 0
        stack[++top] = asks[a]
        while (top > 0) {
            n = split(stack[top--], w, " ")
            for (i = 1; i <= n; i++) {
                if (w[i] !~ /^[\\$]/ || w[i] in seen) continue
                seen[w[i]]
                if (w[i] in free) binds = 1
                else if (w[i] in input) asked = 1
                else if (w[i] in by) stack[++top] = by[w[i]]
            }
        }
        if (binds) {
            line = at[a] # file:line.column-line.column: the last line is the statement's own
            sub(/.*-/, "", line)
            print int(line) (asked ? " both" : "")
        }
    }
}
