#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Zorua's energy (Zorua, Figure 21): counts of accesses, each times the energy of one (studies/energy.txt),
# and leakage in each cycle. Of every program, and of the points of studies/cliffs.sh on which static
# residency runs: what warp-level management (WLM) and Zorua take over static residency, in %. A row of
# points is the mean over its points, as in the figure. Then of what kinds the mean is made, and what it
# is with other weights. Rows as docs/energy.md has them. Not counted: crossbars, entries of SIMT stacks
# in memory, writes of mapping tables, rings and parks of look-ups, lines that are still in the L2 at the end.
# Variables: PRESET (fermi), PROGRAM (all, and the points; with PROGRAM no points), SIZE (odd), CORE, OPTIONS
# (as studies/cliffs.sh), WEIGHTS (studies/energy.txt).
set -u
. studies/common.sh
preset=${PRESET:-fermi} weights=${WEIGHTS:-studies/energy.txt} SIZE=${SIZE:-odd}
mkdir -p "$json.points" || exit 2

# PROGRAM POINT PLUG FILE: a line "PROGRAM POINT PLUG COUNTER NUMBER" for each counter.
counters() {
    grep -oE '"[a-z0-9_]+": (\{|[0-9.]+)|\}' "$4" | awk -v run="$1 $2 $3" '
        {gsub(/[":]/, "")}
        $1 == "}" {depth--; next}
        $2 == "{" {object[++depth] = $1; next}
        {print run, (depth > 1 ? object[depth] "." : "") $1, $2}'
}

one() { # program size plug residency sizes
    sizes=$5${CORE:-}
    # shellcheck disable=SC2086 # options and their values
    "$heddle" run "$1" --quiet --size "$2" --preset "$preset" --residency "$4" ${sizes:+--core "$sizes"} \
        ${OPTIONS:-} --json "$json" >"$json.said" 2>&1 || { cat "$json.said" >&2; return 1; }
    counters "$1" - "$3" "$json"
}

measure() {
    programs | while read -r name size; do
        one "$name" "$size" static static '' && one "$name" "$size" level zorua WarpLevel=1, &&
            one "$name" "$size" zorua zorua '' || exit 1
    done || return 1
    [ -z "${PROGRAM:-}" ] || return 0
    PRESET=$preset KEEP=$json.points studies/cliffs.sh >/dev/null || return 1
    for file in "$json.points"/*.static; do
        point=${file%.static}
        name=${point%.*}
        for plug in static zorua.level zorua; do
            counters "${name##*/}" "${point##*.}" "${plug#zorua.}" "$point.$plug"
        done
    done
}

measure >"$json.counters" || stop
# As in the paper: Table 3 has these programs.
theirs='dct8x8 nqueens reduction scan sssp'
awk -v theirs="$theirs" "$thousands"'
    function pj() {
        if ($4 == "sram") return 10 * $5 / 64 * sqrt($6 / 8)
        return $4 == "dram" ? 1300 * $5 / 64 : $4
    }
    # In %: what a run takes over static residency; energies of the kind `scaled` times `by`.
    function energy(run, plug, leaks, scaled, by,    k, sum) {
        sum = leaks * count[run, plug, "cycles"]
        for (k = 1; k <= kinds; k++) sum += of[run, plug, kind[k]] * (kind[k] == scaled ? by : 1)
        return sum
    }
    function over(run, plug, leaks, scaled, by) {
        return 100 * (energy(run, plug, leaks, scaled, by) / energy(run, "static", leaks, scaled, by) - 1)
    }
    function has(name, points) {return (name SUBSEP points) in there}
    function slower(run, plug) {return 100 * (count[run, plug, "cycles"] / count[run, "static", "cycles"] - 1)}
    # Leakage of a cycle if it is this share of all programs with static residency.
    function leaks_at(share, scaled, by,    r, sum, cycles) {
        for (r = 1; r <= runs; r++) if (point[r] == "-") {
            sum += energy(run[r], "static", 0, scaled, by)
            cycles += count[run[r], "static", "cycles"]
        }
        return sum / cycles * share / (100 - share)
    }
    # Of a run: what its row, or a row of kinds, has.
    function value(what, run, plug, leaks, scaled, by) {
        if (what == "time") return slower(run, plug)
        if (what == "swap") return count[run, plug, "swap_loads"] + count[run, plug, "swap_stores"]
        if (what == "share") return 100 * of[run, "static", scaled] / energy(run, "static", leaks)
        if (what == "part")
            return 100 * (of[run, plug, scaled] - of[run, "static", scaled]) / energy(run, "static", leaks)
        return over(run, plug, leaks, scaled, by)
    }
    # The mean over programs, or over the points of each kernel and then over kernels; of `names`, or of all.
    function mean(what, points, plug, leaks, scaled, by, names,    r, n, k, sum, all, found) {
        for (k = 1; k <= programs; k++) {
            if (names != "" && index(" " names " ", " " program[k] " ") == 0) continue
            sum = n = 0
            for (r = 1; r <= runs; r++) if (of_program[r] == program[k] && (point[r] != "-") == points) {
                sum += value(what, run[r], plug, leaks, scaled, by)
                n++
            }
            if (n) {all += sum / n; found++}
        }
        return found ? all / found : 0
    }
    function row(name, points, names) {
        printf "| %s | %+.1f | %+.1f | %+.1f | %+.1f | %+.1f | %+.1f | %s |\n", name,
            mean("time", points, "level", 0, "", 0, names), mean("time", points, "zorua", 0, "", 0, names),
            mean("", points, "level", leak, "", 0, names), mean("", points, "zorua", leak, "", 0, names),
            mean("", points, "level", 0, "", 0, names), mean("", points, "zorua", 0, "", 0, names),
            thousands(int(mean("swap", points, "zorua", 0, "", 0, names) + 0.5))
    }
    function median(plug, leaks,    r, n, a, b, v, swap) {
        for (r = 1; r <= runs; r++) if (point[r] == "-") v[++n] = over(run[r], plug, leaks)
        for (a = 1; a <= n; a++) for (b = a + 1; b <= n; b++) if (v[b] < v[a]) {swap = v[a]; v[a] = v[b]; v[b] = swap}
        return (v[int((n + 1) / 2)] + v[int((n + 2) / 2)]) / 2
    }
    function other(what, leaks, scaled, by,    q) {
        printf "| %s", what
        for (q = 0; q <= some + 0; q++)
            printf " | %+.1f | %+.1f", mean("", q, "level", leaks, scaled, by), mean("", q, "zorua", leaks, scaled, by)
        print " |"
    }
    /^#/ || NF == 0 {next}
    FNR == NR && $1 == "leakage" {share = $2; next}
    FNR == NR {
        lines++
        counter[lines] = $1; memory[lines] = $3; weight[lines] = pj(); line_kind[lines] = $2
        if (!($2 in named)) {named[$2] = 1; every[++many] = $2}
        next
    }
    {
        id = $1 SUBSEP $2
        if (!(id in known)) {
            known[id] = 1
            run[++runs] = id; of_program[runs] = $1; point[runs] = $2
            there[$1, $2 != "-"] = 1
            if ($2 != "-") some = 1
            else whole++
            if (!($1 in known)) {known[$1] = 1; program[++programs] = $1}
        }
        seen[$4] = 1
        count[id, $3, $4] = $5
    }
    END {
        here = "l2.load" in seen ? "chip" : "flat"
        for (l = 1; l <= lines; l++) {
            if (memory[l] != "any" && memory[l] != here) continue
            if (!(counter[l] in seen)) {print "energy.sh: no run has a counter " counter[l] >"/dev/stderr"; exit 1}
            used[line_kind[l]] = 1
            for (r = 1; r <= runs; r++) for (p = split("static level zorua", plug, " "); p >= 1; p--)
                of[run[r], plug[p], line_kind[l]] += weight[l] * count[run[r], plug[p], counter[l]]
        }
        for (k = 1; k <= many; k++) if (every[k] in used) kind[++kinds] = every[k]
        leak = leaks_at(share)
        for (r = 1; r <= runs; r++) for (p = 1; p <= 3; p++)
            of[run[r], plug[p], "leakage"] = leak * count[run[r], plug[p], "cycles"]

        printf "Leakage: %d %% of the energy of all programs with static residency, %.0f pJ a cycle\n\n", share, leak
        print "| program | cycles: WLM, % | Zorua, % | energy: WLM, % | Zorua, % | without leakage: WLM, % |" \
            " Zorua, % | swaps |"
        print "|---|---|---|---|---|---|---|---|"
        for (k = 1; k <= programs; k++) if (has(program[k], 0)) row(program[k], 0, program[k])
        row("mean of " whole, 0, "")
        for (k = 1; k <= programs; k++) if (has(program[k], 0) && !mean("swap", 0, "zorua", 0, "", 0, program[k])) {
            at_home = at_home " " program[k]
            homes++
        }
        if (homes) row("nothing swapped, mean of " homes, 0, at_home)
        printf "| median | | | %+.1f | %+.1f | %+.1f | %+.1f | |\n", median("level", leak), median("zorua", leak),
            median("level", 0), median("zorua", 0)
        row("the paper'\''s five", 0, theirs)
        for (k = 1; k <= programs; k++) if (has(program[k], 1)) row(program[k] ", points", 1, program[k])
        if (some) row("points, mean of kernels", 1, "")

        print "\n| kind | static, % | WLM | Zorua |" (some ? " points: static, % | WLM | Zorua |" : "")
        print "|---|---|---|---|" (some ? "---|---|---|" : "")
        kind[kinds + 1] = "leakage"
        for (k = 1; k <= kinds + 1; k++) {
            printf "| %s", kind[k]
            for (q = 0; q <= some + 0; q++)
                printf " | %.1f | %+.1f | %+.1f", mean("share", q, "static", leak, kind[k]),
                    mean("part", q, "level", leak, kind[k]), mean("part", q, "zorua", leak, kind[k])
            print " |"
        }
        printf "| all | 100.0 | %+.1f | %+.1f", mean("", 0, "level", leak), mean("", 0, "zorua", leak)
        if (some) printf " | 100.0 | %+.1f | %+.1f", mean("", 1, "level", leak), mean("", 1, "zorua", leak)
        print " |"

        print "\n| weights | WLM, % | Zorua, % |" (some ? " points: WLM, % | Zorua, % |" : "")
        print "|---|---|---|" (some ? "---|---|" : "")
        other("as in the file", leak)
        for (s = 0; s <= 75; s += 25) if (s != share) other("leakage " s " %", leaks_at(s))
        for (k = 1; k <= kinds; k++) {
            other(kind[k] " x 1/2", leaks_at(share, kind[k], 0.5), kind[k], 0.5)
            other(kind[k] " x 2", leaks_at(share, kind[k], 2), kind[k], 2)
        }
    }' "$weights" "$json.counters" || stop
