#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# machine.sh - area of the whole core by the blocks inside it, and what its plugs add. CONFIG: sizes of
# sim/config/sm.conf (paper); PARAMS: changes to them, as 'CacheSets=32 Ways=4'; PLUGS: plugs of
# synth/plugs.txt, beside the core of its first line. The runs are those of whole.sh: ten minutes and more at
# the paper's sizes.
#
# Gates, flip-flops and memories are put together as transistors: 4 of a NAND2, 6 of a bit of memory. That
# counts no periphery of memories, and no further ports: it favours a plug that keeps much in memories.
set -eu
cd "$(dirname "$0")/.."
out=build/area/whole
config=${CONFIG:-paper}
params=${PARAMS:-}
name=sm-$config$(for p in $params; do printf -- '-%s' "$p" | tr -d =; done)
parameters=$(tools/params.sh sm "$config")

fresh() { # FILE
    [ -e "$1" ] || return 1
    for source in synth/*.sh synth/*.abc synth/heddle.lib sim/config/sm.conf rtl/*/*.sv; do
        [ "$1" -nt "$source" ] || return 1
    done
}

core() { # TITLE FILE
    awk -F '\t' -v title="$1" '
        function size(k) { return 4 * (logic[k] + ff[k]) + 6 * bits[k] }
        { depth[NR] = $1; name[NR] = $2; n[NR] = $3; logic[NR] = $3 * $4; ff[NR] = $3 * $5; bits[NR] = $3 * $6
          all += size(NR); l += logic[NR]; f += ff[NR]; b += bits[NR] }
        END {
            printf "%s\n  %-30s %5s %10s %10s %10s %7s %7s\n", title, "block", "times", "logic", "flip-flops",
                "bits of", "alone", "with"
            printf "  %-30s %5s %10s %10s %10s %7s %7s\n", "", "", "NAND2", "NAND2", "memory", "", "inside"
            for (i = 1; i <= NR; i++) {
                sum = 0
                for (j = i; j <= NR && (j == i || depth[j] > depth[i]); j++) sum += size(j)
                printf "  %-30s %5d %10.0f %10.0f %10.0f %6.1f%% %6.1f%%\n",
                    substr("        ", 1, 2 * depth[i]) substr(name[i], 4), n[i], logic[i], ff[i], bits[i],
                    100 * size(i) / all, 100 * sum / all
            }
            printf "  %-30s %5s %10.0f %10.0f %10.0f\n\n", "all", "", l, f, b
        }' "$2"
}

# The core by the parts of synth/parts.txt.
parts() { # FILE
    awk -F ' *[|] *' '
        # Is the module one of these? A second set of parameters has a number behind the name.
        function is_of(module, names) {
            sub(/_[0-9]+$/, "", module)
            return index(" " names " ", " " module " ")
        }
        function row(title, k) {
            printf "  %-30s %10.0f %10.0f %10.0f %7.1f%%\n", title, l[k], f[k], b[k],
                100 * (4 * (l[k] + f[k]) + 6 * b[k]) / all
        }
        FNR == NR { if (!/^#/) { title[++n] = $1; inside[n] = $2; outside[n] = $3 } next }
        {
            split($0, v, "\t")
            depth = v[1]; logic = v[3] * v[4]; ff = v[3] * v[5]; bits = v[3] * v[6]
            all += 4 * (logic + ff) + 6 * bits
            l["all"] += logic; f["all"] += ff; b["all"] += bits
            found = 0
            for (p = 1; p <= n; p++) {
                if (p in at && depth <= at[p]) delete at[p]
                if (p in out && depth <= out[p]) delete out[p]
                if (!(p in at) && is_of(v[2], inside[p])) at[p] = depth
                if (!(p in out) && is_of(v[2], outside[p])) out[p] = depth
                if (!(p in at) || p in out) continue
                l[p] += logic; f[p] += ff; b[p] += bits
                found = 1
            }
            if (!found) { l["rest"] += logic; f["rest"] += ff; b["rest"] += bits }
        }
        END {
            printf "  %-30s %10s %10s %10s %8s\n", "part", "logic", "flip-flops", "bits", "share"
            for (p = 1; p <= n; p++) row(title[p], p)
            row("the machine between them", "rest")
            row("all", "all")
            print ""
        }' synth/parts.txt "$1"
}

# What a module and all inside it come to, in transistors; `sm` is everything.
transistors() { # FILE MODULE
    awk -F '\t' -v module="$2" '
        inside && $1 <= depth { inside = 0 }
        $2 == module { inside = 1; depth = $1 }
        inside { sum += $3 * (4 * ($4 + $5) + 6 * $6) }
        END { printf "%.0f\n", sum }' "$1"
}

percent() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.1f %%", 100 * a / b }'; }

# A field of a plug's line in synth/plugs.txt, "-" left out: 2 title, 3 unit, 4 parameters, 5 only, 6 note.
field() { # PLUG N
    awk -F ' *[|] *' -v plug="$1" -v n="$2" '$1 == plug { found = 1; if ($n != "-") print $n }
        END { exit !found }' synth/plugs.txt
}
title() { field "$1" 2; }
parameter() { field "$1" 4; }
unit() { field "$1" 3; }
note() { field "$1" 6 | sed 's/^/ /'; }
all=$(awk -F ' *[|] *' '!/^#/ { print $1 }' synth/plugs.txt)
base=$(echo "$all" | head -n 1)
others=$(echo "$all" | tail -n +2)
if [ -z "${PLUGS+set}" ]; then
    plugs=
    for plug in $others; do
        only=$(field "$plug" 5)
        case " $parameters " in *" $only "*) plugs="$plugs $plug" ;; *) [ -n "$only" ] || plugs="$plugs $plug" ;; esac
    done
else
    plugs=$PLUGS
fi
file() { echo "$out/$name$(for p in $(parameter "$1"); do printf -- '-%s' "$p" | tr -d =; done).tsv"; }

for plug in $plugs; do
    title "$plug" >/dev/null || {
        echo "machine.sh: PLUGS: there are $(echo $others | sed 's/ /, /g')" >&2
        exit 1
    }
done
for plug in $base $plugs; do
    # shellcheck disable=SC2046,SC2086 # lists of words
    fresh "$(file "$plug")" || synth/whole.sh sm "$config" $params $(parameter "$plug")
done

echo "The core, configuration $config${params:+ ($params)}. Each block mapped alone; memories as bits; the float"
echo "unit has no contents."
echo
for plug in $base $plugs; do core "$(title "$plug")" "$(file "$plug")"; done
parts "$(file "$base")"

alone=$(transistors "$(file "$base")" hd_sm)
[ -z "$plugs" ] || printf '  %-30s %10s %14s\n' 'plug, % of the core without' 'its unit' 'core with it'
for plug in $plugs; do
    printf '  %-30s %10s %14s%s\n' "$(title "$plug")" \
        "$(percent "$(transistors "$(file "$plug")" "$(unit "$plug")")" "$alone")" \
        "$(percent "$(transistors "$(file "$plug")" hd_sm)" "$alone")" "$(note "$plug")"
done
