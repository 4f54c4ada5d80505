#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Are the numbers on the pages those that the commands print? A part of a page between
#     <!-- numbers: COMMAND -->   and   <!-- end -->
# is compared with what COMMAND prints. Of a row (a line that begins with | or with four blanks) one
# line of the output must have all numbers. Of any other line each number must stand somewhere in the
# output, there perhaps with more digits; so it is for column K of a table behind
# <!-- numbers in column K: COMMAND -->; the other columns have another source (a paper). Numbers in `code`
# and in links do not count. A part that begins <!-- numbers, long: ... --> has a command that takes an hour.
#     numbers.sh [PAGE ...]     README.md and all of docs
# NUMBERS=long: the long ones too. NUMBERS=kept: outputs that are there from the last time are taken.
# NUMBERS=list: the commands alone.
# Exit: 0 all agree, 1 some differ, 2 a command failed, or no page has a number.
set -u
[ "${ALONE:-}" = numbers ] || exec tools/alone.sh numbers "$0" "$@"
unset BLOCK CONFIG PROFILE CYCLES SEED WAVES RTL LIBERTY KERNEL LAUNCH PRESET FORMATION RESIDENCY POLICY SIZE PROGRAM
work=build/numbers
mkdir -p "$work"
rm -f "$work"/part.*
: >"$work/begun"
# shellcheck disable=SC2046 # a list of pages
[ $# != 0 ] || set -- README.md $(find docs -name '*.md' | sort)

# Each part into a file: the command, the page, then its lines with their numbers.
awk -v work="$work" '
    /^<!-- numbers(, long)?( in column [0-9]+)?: .* -->$/ {
        if (part) { print FILENAME ":" FNR ": a part in a part" >"/dev/stderr"; exit 2 }
        n++
        long = sub(/^<!-- numbers, long/, "<!-- numbers")
        part = sprintf("%s/part.%03d%s", work, n, long ? ".long" : "")
        column = $3 == "in" ? $5 + 0 : 0
        sub(/^[^:]*: /, "")
        sub(/ -->$/, "")
        print >part
        print FILENAME >part
        print column >part
        next
    }
    /^<!-- end -->$/ && part { close(part); part = ""; next }
    part { print FNR ":" $0 >part }
    END { if (part) { print FILENAME ": a part has no end" >"/dev/stderr"; exit 2 } }' "$@" || exit 2
ls "$work"/part.* >/dev/null 2>&1 || { echo "ERROR no page of $* has numbers of a command" >&2; exit 2; }

status=0 left_out=0
for part in "$work"/part.*; do
    command=$(head -1 "$part")
    [ "${NUMBERS:-}" != list ] || { echo "$command"; continue; }
    output=$work/$(printf '%s' "$command" | cksum | cut -d ' ' -f 1).out
    case $part:${NUMBERS:-} in
        *.long:long) ;;
        *.long:kept) [ -s "$output" ] || { left_out=$((left_out + 1)); continue; } ;;
        *.long:*) left_out=$((left_out + 1)); continue ;;
    esac
    if [ ! -s "$output" ] || { [ "${NUMBERS:-}" != kept ] && [ ! "$output" -nt "$work/begun" ]; }; then
        echo "running: $command" >&2
        sh -c "$command" >"$output.new" 2>&1 </dev/null || {
            tail -3 "$output.new" >&2
            echo "ERROR $(sed -n 2p "$part"): '$command' fails; its output: $output.new" >&2
            status=2
            continue
        }
        mv "$output.new" "$output"
    fi
    awk -v command="$command" '
        # 1,234 is 1234, +3.4 % is 3.4: numbers of a text, a blank round each. Code in it does not count.
        function plain(text) {
            gsub(/`[^`]*`/, " ", text)
            gsub(/\]\([^)]*\)/, " ", text)
            while (match(text, /[0-9],[0-9][0-9][0-9]/))
                text = substr(text, 1, RSTART) substr(text, RSTART + 2)
            gsub(/[^-0-9.A-Za-z_]/, " ", text)
            gsub(/\.( |$)/, " ", text)
            return " " text " "
        }
        function is_number(word) { return word ~ /^-?[0-9]+(\.[0-9]+)?$/ }
        # Are all words in this line, each as often as it is asked for?
        function holds(line, words, n,    i, at) {
            for (i = 1; i <= n; i++) {
                at = index(line, " " words[i] " ")
                if (!at) return 0
                line = substr(line, 1, at) substr(line, at + length(words[i]) + 1)
            }
            return 1
        }
        # A page may have fewer digits than the output.
        function rounds_to(number,    i, places) {
            places = index(number, ".") ? length(number) - index(number, ".") : 0
            for (i = 1; i <= numbers; i++) if (sprintf("%." places "f", seen[i]) == number) return 1
            return 0
        }
        FNR == NR {
            out[++lines] = plain($0)
            count = split(out[lines], word, " ")
            for (i = 1; i <= count; i++) if (is_number(word[i])) seen[++numbers] = word[i]
            next
        }
        FNR <= 2 { page = $0; next }
        FNR == 3 { column = $0; next }
        {
            number = $0
            sub(/:.*/, "", number)
            text = $0
            sub(/^[0-9]*:/, "", text)
            row = !column && text ~ /^(\||    )/
            cells = split(text, cell, "|")
            if (column) text = column + 1 < cells ? cell[column + 1] : ""
            k = 0
            count = split(plain(text), word, " ")
            for (i = 1; i <= count; i++)
                if (is_number(word[i])) value[++k] = word[i]
            if (k == 0) next
            compared += k
            rows++
            if (row) {
                found = 0
                for (l = 1; l <= lines && !found; l++) found = holds(out[l], value, k)
                if (found) next
                print "DIFFERS " page ":" number ": no line of `" command "` is:" text
                bad = 1
                next
            }
            for (i = 1; i <= k; i++) {
                found = 0
                for (l = 1; l <= lines && !found; l++) found = index(out[l], " " value[i] " ")
                if (!found) found = rounds_to(value[i])
                if (found) continue
                print "DIFFERS " page ":" number ": `" command "` prints no " value[i]
                bad = 1
            }
        }
        END {
            if (!compared) { print "DIFFERS " page ": a part without a number: `" command "`"; bad = 1 }
            if (!bad) printf "PASS %s: %d numbers in %d lines are those of `%s`\n", page, compared, rows, command
            exit bad
        }' "$output" "$part" || { [ $status = 2 ] || status=1; }
done
[ $left_out = 0 ] || echo "$left_out parts with long commands are left out (NUMBERS=long)"
exit $status
