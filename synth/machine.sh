#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# machine.sh - area of the whole core by the blocks inside it, and what its plugs add. CONFIG: sizes of
# sim/config/sm.conf (paper); PARAMS: changes to them, as 'CacheSets=32 Ways=4'; PLUGS: what stands beside the
# core with static warps and blocks that stay (vt zorua; with one scheduler dwf too). The runs are those of
# whole.sh: ten minutes and more at the paper's sizes.
#
# Gates, flip-flops and memories are put together as transistors: 4 of a NAND2, 6 of a bit of memory. That
# counts no periphery of memories, and no further ports: it favours a plug that keeps much in memories.
set -eu
cd "$(dirname "$0")/.."
out=build/area/whole
config=${CONFIG:-paper}
params=${PARAMS:-}
name=sm-$config$(for p in $params; do printf -- '-%s' "$p" | tr -d =; done)
ports=$(tools/params.sh sm "$config" | tr ' ' '\n' | sed -n 's/^Ports=//p')

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

# What a module and all inside it come to, in transistors; `sm` is everything.
transistors() { # FILE MODULE
    awk -F '\t' -v module="$2" '
        inside && $1 <= depth { inside = 0 }
        $2 == module { inside = 1; depth = $1 }
        inside { sum += $3 * (4 * ($4 + $5) + 6 * $6) }
        END { printf "%.0f\n", sum }' "$1"
}

percent() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.1f %%", 100 * a / b }'; }

[ "$ports" = 1 ] && plugs=${PLUGS-dwf vt zorua} || plugs=${PLUGS-vt zorua}

# Of a plug: the title of its core, its parameters, its unit, the number of the paper.
title() {
    case $1 in
        static) echo 'static warps, blocks that stay' ;;
        dwf) echo 'dynamic warps' ;;
        vt) echo 'Virtual Thread' ;;
        zorua) echo 'Zorua' ;;
        *) echo "machine.sh: PLUGS: there are dwf, vt, zorua" >&2; exit 1 ;;
    esac
}
parameter() {
    case $1 in
        static) ;;
        dwf) echo Formation=1 ;;
        vt) echo Residency=1 ;;
        zorua) echo Residency=2 Ctas=16 Warps=64 ;; # as many as in make cosim
    esac
}
unit() { case $1 in dwf) echo hd_dwf ;; *) echo "hd_$1_plug" ;; esac }
paper() { case $1 in dwf) echo ' (paper: 8 % of a whole GPU, with a decoder for each register bank)' ;; esac }
file() { echo "$out/$name$(for p in $(parameter "$1"); do printf -- '-%s' "$p" | tr -d =; done).tsv"; }

for plug in $plugs; do title "$plug" >/dev/null; done
for plug in static $plugs; do
    # shellcheck disable=SC2046,SC2086 # lists of words
    fresh "$(file "$plug")" || synth/whole.sh sm "$config" $params $(parameter "$plug")
done

echo "The core, configuration $config${params:+ ($params)}. Each block mapped alone; memories as bits; the float"
echo "unit has no contents."
echo
for plug in static $plugs; do core "$(title "$plug")" "$(file "$plug")"; done

static=$(transistors "$(file static)" hd_sm)
for plug in $plugs; do
    echo "$(title "$plug")$(paper "$plug")"
    echo "  its unit, of the core without    $(percent "$(transistors "$(file "$plug")" "$(unit "$plug")")" "$static")"
    echo "  the core with it beside that     $(percent "$(transistors "$(file "$plug")" hd_sm)" "$static")"
done
