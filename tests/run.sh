#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs the steps of tests/steps.sh, which says what there is; this file is how they run. Lanes of one
# stage run side by side, the steps of a lane one after the other. A step's output is in
# build/test/<step>.log; the end of a failing step's is shown. Ends with "N passed, M failed".
#   run.sh         run all
#   run.sh --list  name all, one a line
#
# A step has passed if its result says so, in this run's own words: PASS, the run's token, its name.
# Whatever else happened - its lane was killed, the disk was full, the step said nothing - it has
# failed, by name; so has a run one of whose lanes did not end well. .ci/run looks at the same files
# without asking this script what is in them.
set -u
cd "$(dirname "$0")/.." || exit 1
. tools/progress.sh
dir=build/test
results=$dir/results

# The list itself: a line a step, and behind its end the stages. A list that breaks off has no stages.
list() {
    (
        step() { echo "$1 $2"; }
        refused() { echo "$1 $2"; }
        stages= headline= show=
        end_of_steps() {
            echo "headline $headline"
            echo "show $show"
            for stage in $stages; do echo "stage $stage"; done
        }
        . tests/steps.sh
    )
}
listed=$(list) || { echo "FAIL no list of steps"; echo '0 passed, 1 failed'; exit 1; }
expected=$(echo "$listed" | grep -v -e "^stage " -e "^headline" -e "^show" | cut -d " " -f 2)
headline=$(echo "$listed" | sed -n "s,^headline *,,p")
show=$(echo "$listed" | sed -n "s,^show *,,p") # a step whose output is shown at the end
stages=$(echo "$listed" | sed -n 's/^stage //p')
twice=$(echo "$expected" | sort | uniq -d | tr '\n' ' ')
if [ -z "$expected" ] || [ -z "$stages" ] || [ -n "$twice" ]; then
    echo "FAIL tests/steps.sh: ${twice:+named twice: }${twice:-no steps, or it stops before its end}"
    echo '0 passed, 1 failed'
    exit 1
fi
if [ "${1:-}" = --list ]; then
    echo "$expected"
    exit
fi

# ---- how far it is ----
# The seconds of steps are in tests/seconds.tsv. The time left is that of all steps without a result: of each
# stage the time of the longest lane.
count=$(echo "$expected" | wc -l)
seconds_of() { awk -F '\t' -v name="$1" '$1 == name {s = $2} END {print s ? s : 5}' tests/seconds.tsv; }
seconds_left() {
    { sed 's/^/took\t/' tests/seconds.tsv; ls "$results" | sed 's/^/done\t/'
        echo "$listed" | tr ' ' '\t'; } | awk -F '\t' '
        $1 == "took" { took[$2] = $3; next }
        $1 == "done" { done[$2] = 1; next }
        $1 == "stage" {
            n = split($2, lanes, "+"); most = 0
            for (i = 1; i <= n; i++) if (left[lanes[i]] > most) most = left[lanes[i]]
            total += most
            next
        }
        NF == 2 && !($2 in done) { left[$1] += ($2 in took) ? took[$2] : 5 }
        END { print total + 0 }'
}
standing() {
    echo "$(ls "$results" | wc -l) of $count, $(minutes $(($(date +%s) - began))) gone, about" \
        "$(minutes "$(seconds_left)") left"
}

# ---- one step ------------------------------------------------------------------------------------
child=
# A lane that is told to stop takes its step along.
stop_lane() {
    [ -z "$child" ] || kill "$child" 2>/dev/null
    exit 143
}
# The command's own exit status; what it prints is in the log.
watch() {
    "$@" >"$log" 2>&1 &
    child=$!
    wait "$child"
    watched=$?
    child=
    return $watched
}
# begin NAME: false if the step is another lane's
begin() { # lane name
    [ "$1" = "$lane" ] || return 1
    kill -0 $$ 2>/dev/null || exit 1 # the suite is gone: the other steps are not needed
    name=$2
    log=$dir/$name.log
    rm -f "$log"
    verdict=FAIL
    start=$(date +%s)
    running "begins $(printf '%-14s' "$name") about $(seconds_of "$name") s"
}
give() { # lines of the log to show, what ran
    [ $verdict = PASS ] || { running ''; tail -n "$1" "$log" 2>/dev/null; }
    took=$(($(date +%s) - start))
    shift
    printf '%s %s %s\n' $verdict "$SUITE_TOKEN" "$name" >"$results/$name" || exit 1
    ended "$(printf '%s %-14s %4d s   %s' $verdict "$name" $took "$(standing)   $*")" || exit 1
}
# Does the log have the words? A dash stands for none: the step may be silent.
says() { [ "$1" = - ] || grep -q -E -- "$1" "$log"; }

# step LANE NAME WORDS COMMAND ...: must succeed, and print a line with the words (a pattern)
step() {
    begin "$1" "$2" || return 0
    words=$3
    shift 3
    if watch "$@"; then
        if says "$words"; then verdict=PASS
        else echo "$name: success, but no line with '$words'"; fi
    else
        echo "$name: exit status $watched"
    fi
    give 15 "$*"
}

# refused LANE NAME WORDS COMMAND ...: must fail, and say why
refused() {
    begin "$1" "$2" || return 0
    words=$3
    shift 3
    if watch "$@"; then echo "$name: not refused"
    elif [ $watched -gt 128 ]; then echo "$name: exit status $watched"
    elif says "$words"; then verdict=PASS
    else echo "$name: refused, but no line with '$words'"; fi
    give 5 "refused: $*"
}

run_lane() {
    lane=$1
    trap stop_lane HUP INT TERM
    end_of_steps() { :; }
    . tests/steps.sh
}

# ---- all of them ---------------------------------------------------------------------------------
unset BLOCK CONFIG PROFILE CYCLES SEED WAVES RTL LIBERTY KERNEL LAUNCH PRESET FORMATION RESIDENCY POLICY SIZE TESTS
: "${SUITE_TOKEN:=$$-$(date +%s)}"
export SUITE_TOKEN
fail() {
    echo "FAIL $1"
    echo '0 passed, 1 failed'
    exit 1
}
mkdir -p "$dir" && (: >>"$dir/lock") 2>/dev/null || fail "$dir cannot be written"
exec 9>>"$dir/lock"
flock -n 9 || fail 'another suite runs in this tree'
rm -rf "$results"
mkdir -p "$results" || fail "$results cannot be made"

began=$(date +%s)
[ -z "$headline" ] || echo "$headline" || exit 1
echo "$count steps, about $(minutes "$(seconds_left)") on two idle cores" || exit 1
pids= broken=0
stop() {
    for pid in $pids; do kill "$pid" 2>/dev/null; done
    echo
    fail 'the suite was stopped'
}
trap stop HUP INT TERM
for stage in $stages; do
    lanes=$(echo "$stage" | tr "+" " ")
    pids=
    for l in $lanes; do
        run_lane "$l" &
        pids="$pids $!"
    done
    waits=$pids
    for l in $lanes; do
        waits=${waits# }
        wait "${waits%% *}"
        status=$?
        waits=${waits#"${waits%% *}"}
        [ $status != 0 ] || continue
        echo "FAIL lane $l ended with status $status"
        broken=$((broken + 1))
    done
done

# A result that is no file of its own, or longer than one line can be, says nothing.
said() { [ -f "$results/$1" ] && head -c 200 "$results/$1"; }
passed=0 failed=$broken
for name in $expected; do
    if [ "$(said "$name")" = "PASS $SUITE_TOKEN $name" ]; then
        passed=$((passed + 1))
        continue
    fi
    failed=$((failed + 1))
    case $(said "$name") in
        "FAIL $SUITE_TOKEN $name") ;;
        *) echo "FAIL $name: no result; log: $dir/$name.log" ;;
    esac
done
[ -z "$show" ] || tail -n 1 "$dir/$show.log"
[ -z "$headline" ] || echo "$headline" || exit 1
echo "$passed passed, $failed failed" || exit 1
[ "$failed" = 0 ] && [ "$passed" = "$(echo "$expected" | wc -l)" ]
