#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Has the stimulus reached the borders of every input? borders.sh BLOCK CONFIG RESULT...
# Takes the results that runs of one block in one size have left (all its profiles), as make lockstep
# and make cover do; fails if a border of an input was never reached and sim/borders.conf does not say
# why. Looked at is a field where it means something (dpi/common/borders.c):
#   least  0, or what the line of the conf says
#   most   all ones; or a number that a parameter of the block gives: so many, or the last of so many;
#          or what the line says
#   bits   each one was 0 and was 1, up to the highest bit of the greatest number
set -u
block=$1 config=$2
shift 2
parameters=$(tools/params.sh "$block" "$config")
awk -v block="$block" -v config="$config" -v parameters="$parameters" '
    function hex(text,    i, n) {
        n = 0
        for (i = 1; i <= length(text); i++) n = 16 * n + index("0123456789abcdef", substr(text, i, 1)) - 1
        return n
    }
    # Sums, differences, products, left to right, of numbers and parameters; bits(n): $clog2(n).
    function value_of(text,    n, part, i, total, operator, operand) {
        gsub(/[-+*]/, " & ", text)
        n = split(text, part, " ")
        total = number(part[1])
        for (i = 2; i < n; i += 2) {
            operator = part[i]; operand = number(part[i + 1])
            if (operator == "+") total += operand
            else if (operator == "-") total -= operand
            else total *= operand
        }
        return total
    }
    function number(text) {
        if (text ~ /^[0-9]+$/) return text + 0
        if (text in parameter) return parameter[text]
        printf "ERROR sim/borders.conf: %s has no parameter %s\n", block, text
        broken = 1
    }
    # The bits of a number in hexadecimal, as a string of 0 and 1, lowest first.
    function bits_of(text,    i, d, s, b) {
        s = ""
        for (i = length(text); i > 0; i--) {
            d = hex(substr(text, i, 1))
            for (b = 0; b < 4; b++) {s = s d % 2; d = int(d / 2)}
        }
        return s
    }
    function take(at, text,    s, i) {
        s = bits_of(text)
        for (i = 1; i <= length(s); i++) if (substr(s, i, 1) == "1") bit[at, i] = 1
    }
    function missed(name, what) {
        printf "FAIL borders %s %s %s: %s\n", block, config, name, what
        bad = 1
    }
    function explain(f,    k, p, said, s, n, i) {
        for (k = 1; k <= lines; k++) {
            p = pattern[k]
            if (p != f && !(sub(/[*]$/, "", p) && index(f, p) == 1)) continue
            n = split(text[k], said, ",")
            for (i = 1; i <= n; i++) {
                split(said[i], s, "=")
                say[f, s[1]] = s[2] == "" ? "yes" : s[2]
            }
        }
    }
    function is_parameter(n,    p) {
        for (p in parameter) if (n == parameter[p] || n == parameter[p] - 1) return 1
        return 0
    }
    # Sets top, the bits of the greatest number that the field takes.
    function ends(f,    want) {
        want = (f, "least") in say ? value_of(say[f, "least"]) : 0
        if (low[f] != want) missed(f, "least " low[f] ", should be " want)
        if (low_bits && high[f] == 2 ^ top - 2 ^ low_bits) full[f] = 1
        if ((f, "most") in say) {
            want = value_of(say[f, "most"])
            if (high[f] != want) missed(f, "most " high[f] ", should be " want)
        } else if ((f in full) || width[f] == 1 || !is_parameter(high[f])) {
            if (!(f in full))
                missed(f, sprintf("most %.0f of %d bits, never all ones", high[f], width[f]))
            return
        } else want = high[f]
        top = 0
        while (2 ^ top <= want) top++
    }
    BEGIN {
        n = split(parameters, p, " ")
        for (i = 1; i <= n; i++) {split(p[i], one, "="); parameter[one[1]] = one[2]}
    }
    FILENAME == "sim/borders.conf" {
        if ($0 ~ /^#/ || NF == 0 || $1 != block) next
        if (NF < 4) {printf "ERROR sim/borders.conf: %s %s: no reason\n", $1, $2; broken = 1}
        if ($3 ~ /:/) {
            split($3, when, ":")
            split(when[1], s, "=")
            if (number(s[1]) != s[2] + 0) next
            $3 = when[2]
        }
        lines++
        pattern[lines] = $2; text[lines] = $3
        next
    }
    /^border=/ {
        split($1, name, "."); f = name[2]
        if (!(f in width)) {order[++fields] = f; explain(f)}
        for (i = 2; i <= NF; i++) {split($i, s, "="); now[s[1]] = s[2]}
        width[f] = now["width"]
        if (now["seen"] == 0) next
        seen[f] = 1
        if (now["full"] == 1) full[f] = 1
        least = hex(now["least"]); most = hex(now["most"])
        if (!(f in low) || least < low[f]) low[f] = least
        if (!(f in high) || most > high[f]) high[f] = most
        take(f SUBSEP 0, now["was0"]); take(f SUBSEP 1, now["was1"])
    }
    END {
        if (broken) exit 2
        if (fields == 0) {printf "ERROR borders %s %s: the results name no input\n", block, config; exit 2}
        for (k = 1; k <= fields; k++) {
            f = order[k]
            if ((f, "unused") in say) {
                if (f in seen) missed(f, "sim/borders.conf says it is never used, but it is")
                continue
            }
            if ((f, "free") in say) continue
            if (!(f in seen)) {missed(f, "never means anything"); continue}
            top = width[f]
            low_bits = (f, "low") in say ? value_of(say[f, "low"]) : 0
            if (!((f, "inner") in say)) ends(f)
            same = ""
            for (i = 1 + low_bits; i <= top; i++) {
                if ((f, "bits") in say) continue
                if (!((f, 0, i) in bit) || !((f, 1, i) in bit)) same = same " " i - 1
            }
            if (same != "") missed(f, "bits that never changed:" same)
        }
        if (!bad) printf "PASS borders %s %s: %d inputs\n", block, config, fields
        exit bad
    }' sim/borders.conf "$@"
