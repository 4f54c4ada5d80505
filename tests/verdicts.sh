#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# One verdict on every path: kernels of tests/verdicts, most of them wrong, on every machine; docs/verdicts.md. A table:
# a row a kernel, a column a machine. Machines: the reference; the core in C, preset small; the RTL in lockstep.
# Variables:
#   COSIM    no: none; suite: those kernels on the RTL that say so (the usual choice); all
#   KERNEL   names of tests/verdicts: only these
# A kernel says in its first lines:
#   run:      options of heddle run
#   verdict:  what all machines say; behind semicolons, `machine: verdict`, which differ (pdom*: all of that name)
#   why:      why they may differ
#   words:    what must come out besides (patterns of grep, any number), on every machine whose verdict is the first
#   differs:  why one verdict has different words on different machines; without it a word that differs is a failure
#   suite:    yes: on the RTL too
set -u
dir=build/test/verdicts
mkdir -p "$dir"
rtl=${COSIM:-suite} failed=0 runs=0
machines='reference pdom pdom-vt pdom-zorua dwf dwf-time dwf-vt dwf-back'
[ "$rtl" = no ] || machines="$machines rtl-pdom rtl-dwf"
sources=
for name in ${KERNEL:-$(cd tests/verdicts && ls | sed 's/\.c$//')}; do sources="$sources tests/verdicts/$name.c"; done

says() { sed -n "s,^// $2: ,,p" "$1"; } # source word

# What a line of the log comes to.
verdict() { # log
    case $(cat "$1") in
        *'no thread makes progress'*) echo livelock ;;
        *' goes on at 0x'*) echo no code ;;
        *' wait at another: '*) echo two barriers ;;
        *'A static warp counts as a whole'*) echo half a warp ;;
        *'of its static warp, which has'* | *'the stack of a static warp counts'*) echo too deep ;;
        *'stopped after'*) echo limit ;;
        *'FAIL '*': load of'* | *'FAIL '*': store '*) echo access ;;
        *'rounding mode in frm'*) echo rounding ;;
        *FAIL* | *ERROR*) echo "fails: $(grep -m1 -E 'FAIL|ERROR' "$1")" ;;
        *NOTE*where\ no\ thread*) echo ends, unset ;;
        *NOTE*'may access there end at byte'*) echo ends, behind ;;
        *'finished, nothing checked'*) echo ends ;;
        *) echo "says nothing: $(head -1 "$1")" ;;
    esac
}

# The verdict that a machine is to have.
expected() { # source machine
    says "$1" verdict | tr ';' '\n' | sed 's/^ *//' | {
        read -r is
        while IFS= read -r line; do
            case $line in
                *'*: '*) case $2 in "${line%%\**}"* | rtl-"${line%%\**}"*) is=${line#*: } ;; esac ;;
                "$2: "*) is=${line#*: } ;;
            esac
        done
        echo "$is"
    }
}

# One line of verdict, one of note, without what names the run; buffers that were dumped.
words_of() { # log
    grep -E '^(FAIL|NOTE) |^ +[0-9]+: ' "$1" | sed -E \
        's/^FAIL sm seed .* run 1: //; s/^FAIL [^ ]*: //; s/; (--steps N|STEPS=N) allows more/; N allows more/' | sort
}

run() { # source machine
    name=$(basename "$1" .c)
    options=$(says "$1" run)
    formation=${2%%-*}
    case $2 in
        reference) set -- --machine reference ;;
        *-vt) set -- --preset small --formation "$formation" --residency vt ;;
        *-zorua) set -- --preset small --formation "$formation" --residency zorua ;;
        *-time) set -- --preset small --formation "$formation" --policy time ;;
        *-back) set -- --preset small --formation "$formation" --core WriteBack=1 ;;
        rtl-*)
            # shellcheck disable=SC2086 # pairs of option and value
            set -- $options
            launch= steps=
            while [ $# -gt 0 ]; do
                [ "$1" != --steps ] || steps=$2
                [ "$1" = --steps ] || launch="$launch ${1#--}=$2"
                shift 2
            done
            make -s cosim KERNEL="tests/verdicts/$name.c" FORMATION="${machine#rtl-}" LAUNCH="$launch" STEPS="$steps"
            return
            ;;
        *) set -- --preset small --formation "$formation" ;;
    esac
    # shellcheck disable=SC2086 # a list of options
    build/bin/heddle run "build/kernels/$name.elf" $options --quiet "$@"
}

wrong() {
    echo "FAIL $1"
    failed=1
}

# shellcheck disable=SC2086 # lists of words
make -s kernels KERNEL="$sources" || exit 2
{
    printf '%-18s' kernel
    for machine in $machines; do printf ' %-13s' "$machine"; done
    echo
} >"$dir/table"
for source in $sources; do
    name=$(basename "$source" .c)
    printf '%-18s' "$name" >>"$dir/table"
    rm -f "$dir/$name".*
    for machine in $machines; do
        log=$dir/$name.$machine
        case $machine-$rtl in
            rtl-*-suite) [ "$(says "$source" suite)" = yes ] || { printf ' %-13s' - >>"$dir/table"; continue; } ;;
        esac
        run "$source" "$machine" >"$log" 2>&1
        runs=$((runs + 1))
        is=$(verdict "$log")
        printf ' %-13s' "$is" >>"$dir/table"
        [ "$is" = "$(expected "$source" "$machine")" ] ||
            wrong "$name on $machine: $is, expected: $(expected "$source" "$machine"); log $log"
        words_of "$log" >"$log.words"
        # Machines with the same verdict print the same words; with a `differs:` only those with the
        # same kind of warps.
        group=$(echo "${is%%:*}" | tr ' ,' '__')
        [ -z "$(says "$source" differs)" ] || group=$group-$(echo "$machine" | sed 's/^rtl-//; s/-.*//')
        if [ ! -f "$dir/$name.$group.first" ]; then
            cp "$log.words" "$dir/$name.$group.first"
            echo "$machine" >"$dir/$name.$group.from"
        elif ! cmp -s "$log.words" "$dir/$name.$group.first"; then
            wrong "$name: other words on $machine than on $(cat "$dir/$name.$group.from")"
            diff "$dir/$name.$group.first" "$log.words"
        fi
        [ "$is" = "$(says "$source" verdict | sed 's/;.*//')" ] || continue
        says "$source" words | while IFS= read -r words; do
            grep -q -- "$words" "$log" || wrong "$name on $machine: expected $words; log $log"
        done | grep . && failed=1
    done
    echo >>"$dir/table"
    why=$(says "$source" why)
    [ -z "$why" ] || echo "    $why" >>"$dir/table"
done
cat "$dir/table"
kernels=$(echo "$sources" | wc -w)
[ $failed = 1 ] || echo "PASS $runs runs of $kernels kernels: the verdict that each says, in the same words"
exit $failed
