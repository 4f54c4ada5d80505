#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The long lists of tests/lists.sh: proofs, planted mistakes, mutants, floors and so on.
#   all.sh eighth LIST [N]   the part of LIST that is in eighth N (EIGHTH)
#   all.sh full [LIST ...]   all of it (of all lists), but what records/ say has passed on these inputs
#                            EIGHTH=0..7: one eighth of each list; the eight together are all of it
#   all.sh shares [LIST]     what is in which eighth, what in none, and how long it takes
#   all.sh due               one line: how many items have no record, or one that is stale
#   all.sh page              build/records.md: the records as a page
#   all.sh costs             tests/costs.tsv anew, from the records
#   all.sh list LIST         its items
#   all.sh states [LIST]     each with fresh, stale, missing or failed
#   all.sh sums [LIST]       the checksums of the inputs, by list and group
# A record is a line of records/<list>.tsv: item, commit, date, verdict, seconds (of the processor), inputs.
# The last is a checksum of all files that the result hangs on (tests/inputs.awk): when one of them
# changes, the record is stale, whatever happened to the commit. A commit with a + had changes on top.
# full takes of the lists ITEMS="a:1 b:2" alone, if that is given, or those of the blocks ONLY="a b".
set -u
cd "$(dirname "$0")/.." || exit 2
# A list is run without the variables that a caller has set for other targets.
unset BLOCK CONFIG PROFILE CYCLES SEED WAVES RTL LIBERTY KERNEL LAUNCH PRESET FORMATION RESIDENCY POLICY SIZE TESTS
unset MAKEFLAGS MFLAGS MAKELEVEL PROVE BROKEN NUMBERS PLAN_LINES NAMES UNIT SANITIZE LINT
. tests/lists.sh
dir=build/all
own=$dir/of.$$ # this run's own files: another one may go on beside it
mkdir -p "$own" || exit 2
trap 'rm -rf "$own"' EXIT
trap 'exit 143' HUP INT TERM

# sha1sum of the files whose names it reads. Of RTL, models, seams and stimuli, lines that are a remark do not
# count, nor do empty ones: no result depends on them. (In other folders remarks may say how a test runs.)
without_remarks() {
    rm -rf "$own/plain"
    mkdir -p "$own/plain"
    while read -r file; do [ ! -f "$file" ] || echo "$file"; done >"$own/names"
    awk -v to="$own/plain/" '{
        file = $0; gsub(/\//, "%"); copy = to $0
        if (file !~ /^(rtl|cmodel|dpi|tb|cli)\/.*\.(sv|c|h)$/) { print file > (to "whole"); next }
        printf "" > copy
        in_remark = 0
        while ((getline line < file) > 0) {
            bare = line; gsub(/^[ \t]+|[ \t]+$/, "", bare)
            if (in_remark) {
                if (bare ~ /\*\//) in_remark = 0
                if (bare ~ /\*\/./) print line > copy
                continue
            }
            in_remark = bare ~ /^\/\*/ && bare !~ /\*\//
            alone = bare ~ /^\/\*.*\*\/$/ && index(substr(bare, 3), "*/") == length(bare) - 3
            if (bare != "" && bare !~ /^\/\// && !in_remark && !alone) print line > copy
        }
        close(file); close(copy)
    }' "$own/names"
    [ ! -f "$own/plain/whole" ] || tr '\n' '\0' <"$own/plain/whole" | xargs -0 sha1sum
    rm -f "$own/plain/whole"
    (cd "$own/plain" && ls | tr '\n' '\0' | xargs -0 sha1sum) | tr % /
}

# The checksum of the inputs of each list and group: LIST GROUP SUM.
sums() { # lists
    files=$(git ls-files -co --exclude-standard 2>/dev/null) && [ -n "$files" ] ||
        files=$(find . -path ./build -prune -o -path ./.git -prune -o -type f -print | sed 's,^\./,,')
    {
        echo "$files" | grep -v '^records/' | without_remarks
        echo lines
        echo "$files" |
            grep -E '^(rtl|dpi|tb|cmodel|sim|cli|programs|studies|tests|formal)/.*\.(sv|c|h|fields)$|^sim/config/' |
            tr '\n' '\0' |
            xargs -0 grep -HE '#include "|hd_[a-z0-9_]+|^(stimulus|machine):|^part ' 2>/dev/null
        echo wanted
        for l in $1; do items "$l" | sed 's/:.*//' | sort -u | sed "s/^/$l /"; done
    } | awk -f tests/inputs.awk
}

# State of each item of the lists: LIST ITEM fresh|stale|missing|failed
states() { # lists
    sums "$1" >"$own/sums"
    for l in $1; do
        items "$l" >"$own/items"
        record=records/$l.tsv
        [ -f "$record" ] || record=/dev/null
        awk -v list="$l" -v record="$record" '
            FILENAME == ARGV[1] {if ($1 == list) now[$2] = $3; next}
            FILENAME == record && /^#/ {next}
            FILENAME == record {split($0, f, "\t"); verdict[f[1]] = f[4]; then[f[1]] = f[6]; next}
            {
                g = $1; sub(/:.*/, "", g)
                print list, $1, !($1 in verdict) ? "missing" : then[$1] != now[g] ? "stale" : \
                    verdict[$1] == "PASS" || verdict[$1] == "too-large" ? "fresh" : "failed"
            }' "$own/sums" "$record" "$own/items"
    done
}

# only FILE: the lines of the file that begin with an item asked for
only() {
    awk -v items=" ${ITEMS:-} " -v groups=" ${ONLY:-} " '{g = $1; sub(/:.*/, "", g)}
        (items ~ /^ *$/ || index(items, " " $1 " ")) && (groups ~ /^ *$/ || index(groups, " " g " "))' "$1" >"$1.only"
    mv "$1.only" "$1"
}

# whole_eighth LIST FILE: the lines of the file whose item is in eighth EIGHTH of LIST. Every eighth item
# of the list is; mutants of a block stay together, since its unchanged bench is built for all of them.
whole_eighth() {
    [ -n "${EIGHTH:-}" ] || return 0
    items "$1" | awk -v list="$1" -v eighth="$EIGHTH" '{
        g = $1; sub(/:.*/, "", g)
        if (!(g in place)) place[g] = groups++
        if ((list == "mutants" ? place[g] : NR - 1) % 8 == eighth) print $1
    }' >"$own/in_eighth"
    awk 'NR == FNR {wanted[$1] = 1; next} $1 in wanted' "$own/in_eighth" "$2" >"$2.only"
    mv "$2.only" "$2"
}

commit=$(git rev-parse --short=12 HEAD 2>/dev/null || echo none)
[ -z "$(git status --porcelain 2>/dev/null | grep -v ' records/')" ] || commit=$commit+

# record LIST ITEM VERDICT SECONDS
record() {
    sum=$(awk -v l="$1" -v g="${2%%:*}" '$1 == l && $2 == g {print $3}' "$own/sums")
    [ "${keep:-yes}" = yes ] || return 0
    mkdir -p records || exit 2
    {
        printf '# make test-all LISTS=%s: item\tcommit\tdate\tverdict\tseconds\tinputs\n' "$1"
        {
            [ ! -f "records/$1.tsv" ] || awk -F '\t' -v i="$2" '!/^#/ && $1 != i' "records/$1.tsv"
            printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$2" "$commit" "$(date -u +%Y-%m-%d)" "$3" "$4" "$sum"
        } | LC_ALL=C sort
    } >"$own/record" && mv "$own/record" "records/$1.tsv" || exit 2
}

# spent: tenths of seconds of the processor that this shell's children have taken. Not for a subshell.
spend() {
    times >"$own/times"
    spent=$(awk 'NR == 2 {gsub(/[ms]/, " "); printf "%.0f", 10 * (60 * ($1 + $3) + $2 + $4)}' "$own/times")
}
tenths() { echo "$(($1 / 10)).$(($1 % 10))"; }

# ---- what an item runs ----------------------------------------------------------------------------
# One at a time: run LIST ITEM: its exit status; 10 is "too large for the core".
run() {
    group=${2%%:*} name=${2#*:}
    case $1 in
        prove) PLAN_LINES=$name formal/prove.sh "$group" ;;
        broken) NUMBERS=$name formal/broken.sh "$group" ;;
        cover) make cover BLOCK="$group" && grep -q '^PASS [1-9][0-9]* floors' build/cover/report.txt ;;
        replay)
            make "build/sim/$group/$name/deep/Vtb" BLOCK= CONFIG=paper || return
            profile=$("build/sim/$group/$name/deep/Vtb" --block="$group" --list-profiles)
            case " $(echo "$profile" | tr '\n' ' ') " in
                *' uniform '*) profile=uniform ;;
                *) profile=$(echo "$profile" | head -n 1) ;;
            esac
            make replay BLOCK="$group" CONFIG="$name" PROFILE="$profile"
            ;;
        configs) make lockstep BLOCK="$group" CONFIG="$name" CYCLES=10000 ;;
        lint) LINT_SIZES="$group:$name" tools/lint.sh ;;
        planted) tests/planted.sh "$group" "$name" ;;
        cosim)
            where=$(echo "$name" | tr / ' ')
            # shellcheck disable=SC2086 # three words
            set -- $where
            make cosim KERNEL="$group" SIZE=odd PRESET="$1" FORMATION="$2" RESIDENCY="$3" && return
            ! grep -q 'not one block of .* fits' "$log" || return 10
            return 1
            ;;
        soak) make soak BLOCK="$group" ;;
        whole)
            command=$(whole "$group")
            # shellcheck disable=SC2086 # a command in words
            $command
            ;;
    esac
}

# The items of a group run together where they share a build: PASS ITEM or FAIL ITEM a line.
run_mutants() { # items of a block
    block=${1%%:*}
    names=$(for i in "$@"; do echo "${i#*:}"; done | tr '\n' ' ')
    for i in "$@"; do rm -f "build/mutants/$block/${i#*:}/verdict"; done
    NAMES=$names make --no-print-directory mutants BLOCK="$block" >"$log" 2>&1
    for i in "$@"; do
        if [ "$(cat "build/mutants/$block/${i#*:}/verdict" 2>/dev/null)" = caught ]; then echo "PASS $i"
        else echo "FAIL $i"; fi
    done
}
run_sanitize() { # items
    UNIT=$(for i in "$@"; do echo "$i" | tr ':' '-'; done | tr '\n' ' ') SANITIZE=only tests/unit.sh >"$log" 2>&1
    for i in "$@"; do
        if grep -q "^PASS unit $(echo "$i" | tr ':' '-') (sanitized): [1-9]" "$log"; then echo "PASS $i"
        else echo "FAIL $i"; fi
    done
}

good=0 bad=0
done_with() { # list verdict seconds item
    printf '%-9s %-10s %-46s %8s s\n' "$2" "$1" "$4" "$3"
    case $2 in
        PASS | too-large) good=$((good + 1)) ;;
        *)
            bad=$((bad + 1))
            [ ! -f "$log" ] || cp "$log" "$log.failed"
            tail -n 4 "$log"
            echo "log: $log.failed"
            ;;
    esac
    record "$1" "$4" "$2" "$3"
}

# work LIST FILE: the items in the file, in its order
work() {
    mkdir -p "$dir/$1"
    case $1 in
        mutants | sanitize)
            # A chunk: of one block, few enough that a run that is stopped loses little.
            awk -v most="$([ "$1" = mutants ] && echo 12 || echo 1000)" -v list="$1" '
                {g = $1; sub(/:.*/, "", g); if (list == "sanitize") g = ""
                 if (NR > 1 && (g != last || ++n >= most)) {print ""; n = 0}
                 printf "%s ", $1; last = g} END {if (NR) print ""}' "$2" >"$own/chunks"
            while read -r chunk <&3; do
                log=$dir/$1/$(echo "${chunk%%:*}").log
                spend
                before=$spent
                # shellcheck disable=SC2086 # a list of words
                "run_$1" $chunk >"$own/verdicts"
                spend
                each=$(((spent - before) / $(echo "$chunk" | wc -w)))
                while read -r verdict item <&4; do
                    done_with "$1" "$verdict" "$(tenths $each)" "$item"
                done 4<"$own/verdicts"
            done 3<"$own/chunks"
            ;;
        *)
            while read -r item <&3; do
                log=$dir/$1/$(echo "$item" | tr ':/' '--').log
                spend
                before=$spent
                run "$1" "$item" >"$log" 2>&1
                case $? in
                    0) verdict=PASS ;;
                    10) verdict=too-large ;;
                    *) verdict=FAIL ;;
                esac
                spend
                done_with "$1" $verdict "$(tenths $((spent - before)))" "$item"
            done 3<"$2"
            ;;
    esac
}

shares() { # list
    items "$1" >"$own/items" || exit 2
    awk -v kind="$1" -v units="$units" -v long="$(long_ones "$1")" -f tests/shares.awk \
        tests/eighths.conf tests/costs.tsv "$own/items"
}

case ${1:-} in
    list)
        items "${2:?which list}" >"$own/list" || exit 2
        whole_eighth "$2" "$own/list"
        cat "$own/list"
        ;;
    shares)
        for l in ${2:-$rotating}; do
            shares "$l" >"$own/shares" || exit 2
            [ -z "${2:-}" ] || cat "$own/shares"
            awk -v list="$l" '
                {n[$1]++; s[$1] += $3; all++; guessed += $4 == "estimate"}
                END {
                    printf "%-9s %5d items, %d in an eighth, %d in none (about %.0f s); the eighths:", list, all,
                        all - n["-"], n["-"], s["-"]
                    for (e = 0; e < 8; e++) printf " %d in %.0f s%s", n[e], s[e], e < 7 ? "," : ""
                    printf "; the cost of %d is an estimate\n", guessed
                }' "$own/shares"
        done
        for l in $whole_only; do
            [ -n "${2:-}" ] || printf '%-9s %5d items, none in an eighth: make test-all\n' "$l" "$(items "$l" | wc -l)"
        done
        ;;
    eighth)
        list=${2:?which list} eighth=${3:-${EIGHTH:?which eighth}} keep=no
        shares "$list" | awk -v e="$eighth" '$1 == e {print $2}' | LC_ALL=C sort >"$own/eighth"
        [ -s "$own/eighth" ] || { echo "FAIL $list, eighth $eighth: it is empty"; exit 1; }
        : >"$own/sums"
        work "$list" "$own/eighth"
        wanted=$(wc -l <"$own/eighth")
        if [ $bad != 0 ] || [ $good != "$wanted" ]; then
            echo "FAIL $list, eighth $eighth: $good of $wanted items; logs in $dir/$list"
            exit 1
        fi
        echo "PASS $list, eighth $eighth: $good of $(items "$list" | wc -l) items"
        ;;
    full)
        shift
        case ${EIGHTH:-} in
            '' | [0-7]) ;;
            *) echo "ERROR EIGHTH=$EIGHTH: 0 to 7" >&2; exit 2 ;;
        esac
        exec 9>>"$dir/lock"
        flock -n 9 || { echo "ERROR another all.sh full runs in this tree" >&2; exit 2; }
        for list in ${*:-$rotating $whole_only}; do
            states "$list" | awk '$3 != "fresh" {print $2}' >"$own/todo"
            only "$own/todo"
            whole_eighth "$list" "$own/todo"
            echo "$list: $(wc -l <"$own/todo") of $(items "$list" | wc -l) items to run"
            work "$list" "$own/todo"
            [ "$list" != planted ] || tests/planted.sh --quiet | sed "s/^/cannot show in a program: /"
        done
        for list in ${*:-$rotating $whole_only}; do
            states "$list" | awk '{print $2, $3}' >"$own/states.of"
            only "$own/states.of"
            whole_eighth "$list" "$own/states.of"
            cat "$own/states.of"
        done >"$own/states"
        left=$(grep -vc ' fresh$' "$own/states")
        all=$(grep -c . "$own/states")
        if [ "$bad" != 0 ] || [ "$left" != 0 ]; then
            echo "FAIL $good passed, $bad failed now; $left of $all without a good record"
            exit 1
        fi
        echo "PASS all $all items${EIGHTH:+ of eighth $EIGHTH} have passed on these inputs; $good of them now"
        ;;
    states) states "${2:-$rotating $whole_only}" ;;
    sums) sums "${2:-$rotating $whole_only}" ;;
    due)
        states "$rotating $whole_only" | awk '{n[$3]++} END {
            printf "records: of %d items of the long lists %d have passed on this tree, ", NR, n["fresh"]
            printf "%d are stale, %d have none, %d failed\n", n["stale"], n["missing"], n["failed"]}'
        ;;
    page)
        states "$rotating $whole_only" >"$own/states"
        {
            echo '# What was run, and on what'
            echo
            echo 'From `records/`, by `make records`. Stale: a file that the result hangs on has changed since.'
            echo
            echo '| list | items | passed | stale | no record | failed | oldest, newest good record | processor time |'
            echo '|---|---|---|---|---|---|---|---|'
            for l in $rotating $whole_only; do
                awk -v l="$l" '$1 == l {n[$3]++; all++} END {printf "| %s | %d | %d | %d | %d | %d |", l, all,
                    n["fresh"], n["stale"], n["missing"], n["failed"]}' "$own/states"
                if [ -f "records/$l.tsv" ]; then
                    awk -F '\t' '!/^#/ {s += $5; if (!first || $3 < first) first = $3; if ($3 > last) last = $3}
                        END {printf " %s, %s | %.0f s |\n", first, last, s}' "records/$l.tsv"
                else echo ' | |'; fi
            done
            echo
            echo 'Not fresh, by list and block (stale / none / failed):'
            echo
            awk '$3 != "fresh" {g = $2; sub(/:.*/, "", g); k = $1 " " g; n[k, $3]++; seen[k] = 1}
                END {for (k in seen)
                    printf "- %s: %d / %d / %d\n", k, n[k, "stale"], n[k, "missing"], n[k, "failed"]}' \
                "$own/states" | LC_ALL=C sort
        } >build/records.md
        cat build/records.md
        ;;
    costs)
        for l in $rotating; do
            [ ! -f "records/$l.tsv" ] ||
                awk -F '\t' -v l="$l" '!/^#/ && $4 == "PASS" {print l "\t" $1 "\t" $5}' "records/$l.tsv"
        done >"$own/costs"
        { printf '# list\titem\tseconds of the processor\n'; cat "$own/costs"; } >tests/costs.tsv
        wc -l tests/costs.tsv
        ;;
    *) sed -n 's/^#   all/  all/p' "$0"; exit 2 ;;
esac
