#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Coverage of the blocks of the variable BLOCK: one report, also in build/cover/report.txt. Fails if
# a floor of sim/floors.conf is not reached.
#
# Every profile runs in the configurations that sim/floors.conf names for the block; without such a
# line in every one but `large`, which reaches no line that the others do not. `make cover
# CONFIG=... CYCLES=... SEED=...` narrows or widens that; with CONFIG floors are not looked at. What
# is counted, for the RTL files of a block (its module and what it instantiates of rtl/common; blocks
# inside a unit have benches and floors of their own), all instances and configurations together:
#   line     source lines of procedural code and functions that ran
#   branch   arms of if and case that were taken, an absent else among them
#   toggle   bits of ports and signals that changed, more than twice a run: registers come up with
#            random contents, so that the start alone can change a bit twice. Left out: arrays and
#            buses of more than 256 bits (Verilator's own limit, --coverage-max-width), that is, the
#            memories at paper size; at the small sizes the same memories are below it and count.
#   bins     the situations that a block's page names, counted by its checker; the floor holds for
#            each bin that has none of its own (bin:<name>)
#   borders  0, all ones, every bit of every input, where it means something (sim/borders.sh)
#   model_line, model_branch   the golden model under its unit tests (gcov; of a branch, both ways)
set -eu

# A variable counts if the caller gave it: make hands down its defaults as well.
given() { # name
    [ -z "${MAKELEVEL:-}" ] || case " ${MAKEFLAGS:-}" in *" $1="*) ;; *) return 1 ;; esac
}
given CYCLES || CYCLES=20000
given CONFIG || CONFIG=
seed=${SEED:-1}
top=$(pwd)
out=build/cover
report=$out/report.txt
mkdir -p "$out"
started=$(date +%s)

configs_of() { # block
    case $CONFIG in
        '')
            sed -n "s/^$1  *configs  *//p" sim/floors.conf | grep . ||
                configs_of_conf "$1" | grep -v '^large$' | tr '\n' ' '
            ;;
        all) configs_of_conf "$1" | tr '\n' ' ' ;;
        *) echo "$CONFIG" ;;
    esac
}
configs_of_conf() { # block
    tools/params.sh "$1"
}

# ---- build, run, merge ---------------------------------------------------------------------------
benches=
for block in $BLOCK; do
    for config in $(configs_of "$block"); do
        benches="$benches build/sim/$block/$config/cover/Vtb"
    done
done
# shellcheck disable=SC2086 # lists of words, on purpose
make --no-print-directory -s -j2 $benches BLOCK= CONFIG=paper RTL= || exit 2

# All profiles of one bench; verilator_coverage adds them up.
run_bench() { # block config
    dir=$out/$1/$2
    rm -rf "$dir"
    mkdir -p "$dir"
    bench=$top/build/sim/$1/$2/cover/Vtb
    for profile in $("$bench" --block="$1" --list-profiles); do
        # The bench leaves coverage.dat in the directory it runs in, and reads shapes, memories, kernels.
        mkdir -p "$dir/$profile/build"
        for part in cli studies; do ln -s "$top/$part" "$dir/$profile/$part"; done
        ln -s "$top/build/kernels" "$dir/$profile/build/kernels"
        if ! (cd "$dir/$profile" && "$bench" --block="$1" --config="$2" --profile="$profile" --borders \
            --seed="$seed" --cycles="$CYCLES" --result=result >log 2>&1); then
            echo "FAIL lockstep $1 $2 $profile; log: $dir/$profile/log" >&2
            return 1
        fi
    done
    verilator_coverage --write "$dir/merged.dat" "$dir"/*/coverage.dat >"$dir/merge.log" 2>&1 ||
        { echo "ERROR cannot merge; log: $dir/merge.log" >&2; return 1; }
    rm -f "$dir"/*/coverage.dat
}
for block in $BLOCK; do
    # Two at a time.
    first=
    for config in $(configs_of "$block"); do
        if [ -z "$first" ]; then
            run_bench "$block" "$config" &
            first=$!
        else
            run_bench "$block" "$config" || exit 1
            wait "$first" || exit 1
            first=
        fi
    done
    [ -z "$first" ] || wait "$first" || exit 1
done

# ---- the models under their unit tests -----------------------------------------------------------
models=$out/models
# The tests of a block: files with its name, or with a longer name that is of no other block.
tests_of() { # block
    for own in rtl/*/hd_"$1".sv; do
        for test in tests/"$(basename "$(dirname "$own")")"/"$1"*_test.c; do
            name=$(basename "$test" _test.c)
            case $name in
                "$1") ;;
                "$1"_*) ! ls rtl/*/hd_"$name".sv >/dev/null 2>&1 || continue ;;
                *) continue ;;
            esac
            echo "$test"
        done
    done
}
# The files of a model: a large one is in parts, which name each other in a header.
parts_of() { # socket block
    if [ -f "cmodel/$1/$2_parts.h" ]; then grep -l "\"$1/$2_parts.h\"" cmodel/"$1"/*.c
    else echo "cmodel/$1/$2.c"; fi
}
cover_model() { # block
    tests=$(tests_of "$1")
    [ -n "$tests" ] || return 0
    socket=$(basename "$(dirname "${tests%%.c*}")")
    dir=$models/$1
    rm -rf "$dir"
    mkdir -p "$dir"
    parts=$(parts_of "$socket" "$1")
    # Inlined, the branches of a small function would count in each place that calls it.
    for part in $parts; do
        gcc -std=c11 -O1 -fno-inline --coverage -fprofile-abs-path -Icmodel -c "$part" \
            -o "$dir/$(basename "$part" .c).o" >>"$dir/log" 2>&1 || return 1
    done
    # The other models are built without counters: a test may use them, but does not test them.
    others=$(for f in cmodel/*/*.c; do echo "$parts" | grep -qx "$f" || echo "$f"; done)
    helpers=$(for f in tests/"$socket"/*.c; do
        case $f in *_test.c) ;; *) [ ! -f "$f" ] || echo "$f" ;; esac
    done)
    for test in $tests; do
        # shellcheck disable=SC2086 # lists of words, on purpose
        gcc -std=c11 -O2 -Icmodel -Itests -Itests/"$socket" -o "$dir/test" "$test" $helpers $others \
            "$dir"/*.o --coverage -lcmocka >>"$dir/log" 2>&1 || return 1
        "$dir/test" >>"$dir/test.log" 2>&1 || return 1
        rm -f "$dir"/*_test.gcda "$dir"/test-*.gcda
    done
    (cd "$dir" && gcov -b -c -o . ./*.o >gcov.txt 2>>log)
}
for block in $BLOCK; do
    cover_model "$block" || { echo "FAIL model test of $block; logs: $models/$block" >&2; exit 1; }
done

# ---- the report ----------------------------------------------------------------------------------
cat >"$out/report.awk" <<'AWK'
# Prints the report of one block: -v block, counted (files); reads merged.dat of each configuration.
function field(s, key,    part, n, i) {
    n = split(s, part, "\001")
    for (i = 1; i <= n; i++)
        if (index(part[i], key "\002") == 1) return substr(part[i], length(key) + 2)
    return ""
}
function percent(a, b) { return b == 0 ? 100 : int(1000 * a / b) / 10 }
function share(a, b) {
    return b == 0 ? "      -          " : sprintf("%5.1f %% %4d/%-4d", percent(a, b), a, b)
}
function metric(name, value) { printf "%s %s %s\n", block, name, value >metrics }
/^C / {
    file = field($0, "f")
    if (index(counted, " " file " ") == 0) next
    count = $NF
    line = field($0, "l")
    kind = field($0, "page")
    what = field($0, "o")
    if (!(file in files)) {files[file] = 1; order[++file_count] = file}
    if (kind ~ /^v_toggle/) {
        key = file SUBSEP what
        if (!(key in toggle)) {toggle[key] = 0; toggle_line[key] = line}
        if (count > 2 * runs) toggle[key] = 1
        next
    }
    # An arm of an if or case; "block" is straight-line code.
    key = file SUBSEP line SUBSEP field($0, "n") SUBSEP what
    if (what != "block") {
        if (!(key in arm)) arm[key] = 0
        if (count > 0) arm[key] = 1
    }
    n = split(field($0, "S"), span, ",")
    for (i = 1; i <= n; i++) {
        from = to = span[i]
        if (span[i] ~ /-/) {split(span[i], ends, "-"); from = ends[1]; to = ends[2]}
        for (l = from + 0; l <= to + 0; l++) {
            key = file SUBSEP l
            if (!(key in ran)) ran[key] = 0
            if (count > 0) ran[key] = 1
        }
    }
}
END {
    for (key in ran) {
        split(key, k, SUBSEP)
        lines[k[1]]++; all_lines++
        if (ran[key]) {lines_hit[k[1]]++; lines_hit_all++}
        else missing[++missing_count] = k[1] ":" k[2]
    }
    for (key in arm) {
        split(key, k, SUBSEP)
        arms[k[1]]++; all_arms++
        if (arm[key]) {arms_hit[k[1]]++; arms_hit_all++}
        else missing[++missing_count] = k[1] ":" k[2] " arm " k[4] " not taken"
    }
    for (key in toggle) {
        split(key, k, SUBSEP)
        bits[k[1]]++
        if (toggle[key]) bits_hit[k[1]]++
        else {
            name = k[2]; sub(/\[[0-9]+\]$/, "", name)
            bit = substr(k[2], length(name) + 1); gsub(/[][]/, "", bit)
            id = k[1] ":" toggle_line[key] " " name
            still[id] = still[id] " " bit
        }
    }
    printf "%-34s %-17s %-17s %s\n", "RTL", "line", "branch", "toggle"
    for (f = 1; f <= file_count; f++) {
        file = order[f]
        printf "  %-32s %-17s %-17s %5.1f %% %5d/%d\n", file,
            share(lines_hit[file], lines[file]), share(arms_hit[file], arms[file]),
            percent(bits_hit[file], bits[file]), bits_hit[file], bits[file]
        name = file; sub(/.*\//, "", name); sub(/\.sv$/, "", name)
        metric("toggle:" name, percent(bits_hit[file], bits[file]))
    }
    metric("line", percent(lines_hit_all, all_lines))
    metric("branch", percent(arms_hit_all, all_arms))
    print missing_count ? "not covered" : "not covered: no line, no branch"
    sorter = "sort -t: -k1,1 -k2,2n"
    for (i = 1; i <= missing_count; i++) print "  " missing[i] | sorter
    close(sorter)
    for (id in still) {if (!shown++) print "bits that never changed"; break}
    for (id in still) {
        n = split(still[id], b, " ")
        text = id
        if (n > 1 || b[1] != "") {
            low = high = b[1] + 0
            for (i = 2; i <= n; i++) {
                if (b[i] + 0 < low) low = b[i] + 0
                if (b[i] + 0 > high) high = b[i] + 0
            }
            text = text (n == 1 ? "[" low "]" : n == high - low + 1 ? "[" high ":" low "]" \
                : " (" n " bits of [" high ":" low "])")
        }
        print "  " text | sorter
    }
    close(sorter)
}
AWK

# The RTL files that count for a block: its own, and those of rtl/common that it names.
counted() { # block
    for own in rtl/*/hd_"$1".sv; do echo "$own"; done
    for part in rtl/common/*.sv; do
        ! grep -q -w "$(basename "$part" .sv)" "$own" || echo "$part"
    done
}

bin_table() { # block: a line a bin, a column a configuration
    printf '%-34s' "bins"
    for config in $(configs_of "$1"); do printf ' %9s' "$config"; done
    echo
    for config in $(configs_of "$1"); do
        sed -n "s/^bin=$1\.\([^ ]*\) \([0-9]*\) .*/$config \1 \2/p" "$out/$1/$config"/*/result
    done | awk -v block="$1" -v configs="$(configs_of "$1")" -v metrics="$out/metrics" '
        {n[$2, $1] += $3; sum[$2] += $3; if (!($2 in seen)) {seen[$2] = 1; order[++count] = $2}}
        END {
            columns = split(configs, c, " ")
            for (i = 1; i <= count; i++) {
                printf "  %-32s", order[i]
                for (j = 1; j <= columns; j++) printf " %9.0f", n[order[i], c[j]]
                print ""
                printf "%s bin:%s %.0f\n", block, order[i], sum[order[i]] >>metrics
            }
        }'
}

model_table() { # block
    dir=$models/$1
    if [ ! -f "$dir/gcov.txt" ]; then
        echo "model: no unit test of $1"
        return
    fi
    awk -v block="$1" -v metrics="$out/metrics" '
        /^$/ {mine = 0}
        /^File/ {mine = /\.c\047$/}
        mine && /^Lines executed:/ {split($0, a, /[:%]/); lines += $NF; ran += a[2] * $NF / 100}
        mine && /^Taken at least once:/ {split($0, a, /[:%]/); branches += $NF; taken += a[2] * $NF / 100}
        END {
            line = lines ? int(10000 * ran / lines + 0.5) / 100 : 0
            branch = branches ? int(10000 * taken / branches + 0.5) / 100 : 0
            printf "model (unit tests)                  line %.1f %% of %d, branch %.1f %% of %d\n",
                line, lines, branch, branches
            printf "%s model_line %s\n%s model_branch %s\n", block, line, block, branch >>metrics
        }' "$dir/gcov.txt"
    awk -F: 'FNR == 1 {file = FILENAME; sub(/.*\//, "", file); sub(/\.gcov$/, "", file)}
    $1 ~ /#####/ {
        text = $0; sub(/^[^:]*:[^:]*:/, "", text); gsub(/ /, "", $2)
        printf "  %s:%s never ran: %s\n", file, $2, text
    }' "$dir"/*.c.gcov
}

rm -f "$out/borders.failed"
: >"$out/metrics"
{
    echo "coverage: all profiles, $CYCLES cycles each, seed $seed"
    for block in $BLOCK; do
        echo
        echo "---- $block: $(configs_of "$block")"
        files=$(for config in $(configs_of "$block"); do
            echo "runs=$(find "$out/$block/$config" -name result | wc -l)" \
                "$out/$block/$config/merged.dat"
        done)
        # shellcheck disable=SC2086 # a list of words
        awk -v block="$block" -v counted=" $(counted "$block" | tr '\n' ' ')" \
            -v metrics="$out/metrics.new" -f "$out/report.awk" $files
        cat "$out/metrics.new" >>"$out/metrics"
        bin_table "$block"
        for config in $(configs_of "$block"); do
            sim/borders.sh "$block" "$config" "$out/$block/$config"/*/result || : >"$out/borders.failed"
        done
        model_table "$block"
    done
} >"$report"

# ---- the floors ----------------------------------------------------------------------------------
status=0
[ ! -f "$out/borders.failed" ] || status=1
if [ -n "$CONFIG" ]; then
    printf '\nfloors not looked at: CONFIG=%s is not all that they are for\n' "$CONFIG" >>"$report"
else
    awk -v blocks="$BLOCK" '
        function look(b, metric, floor) {
            total++
            if (!((b, metric) in value)) why = "not measured"
            else if (value[b, metric] + 0 < floor + 0) why = value[b, metric]
            else return
            printf "FAIL %s %s: %s, floor %s\n", b, metric, why, floor
            bad = 1
        }
        BEGIN {n = split(blocks, b, " "); for (i = 1; i <= n; i++) asked[b[i]] = 1}
        NR == FNR {value[$1, $2] = $3; next}
        /^#/ || NF == 0 || !($1 in asked) || $2 == "configs" {next}
        {floor[$1, $2] = $3; has[$1] = 1}
        END {
            for (key in asked) if (!(key in has)) {printf "FAIL %s: no line in sim/floors.conf\n", key; bad = 1}
            for (key in floor) {
                split(key, k, SUBSEP)
                if (k[2] != "bins") {look(k[1], k[2], floor[key]); continue}
                for (key2 in value) {
                    split(key2, k2, SUBSEP)
                    if (k2[1] == k[1] && k2[2] ~ /^bin:/ && !(key2 in floor))
                        look(k[1], k2[2], floor[key])
                }
            }
            if (!bad) printf "PASS %d floors of sim/floors.conf\n", total
            exit bad
        }' "$out/metrics" sim/floors.conf | sort >"$out/floors.txt"
    grep -q '^PASS' "$out/floors.txt" || status=1
    { echo; cat "$out/floors.txt"; } >>"$report"
fi
cat "$report"
echo "$(($(date +%s) - started)) s; report: $report"
exit $status
