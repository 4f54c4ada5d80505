#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Several programs at once on the GPU in C: each program in a mixture of three, on 1, 2, 4 or 15 SMs, with each
# policy in turn. Each program looks at its own results. Then command lines that are wrong. FULL=1: mixtures of
# up to eight, more presets. PROGRAM='bfs scan': mixtures that begin with these.
set -u
heddle=build/bin/heddle
log=build/test/mixes.log
mkdir -p build/test
programs=$($heddle list | awk '$1 !~ /_unsafe$/ {print $1 ":" $3}')
count=$(echo "$programs" | wc -l)
policies='leftover slicer together median even mpmax spatial equal queuemold'
runs=0 failed=0

# The program with this number, at its odd size, round the end of the list.
part() { echo "$programs" | sed -n "$(($1 % count + 1))p" | sed 's/:/ --size /'; }

# mix PRESET SMS POLICY NUMBER ...
mix() {
    preset=$1 sms=$2 policy=$3 slices= sizes=
    shift 3
    # Slices of a few blocks now and then.
    [ $((runs % 3)) != 0 ] || slices="--slice $((runs / 3 % 5 * 3 + 1))"
    # Queues before and behind the caches, and banks, in every other one.
    [ $((runs % 2)) = 0 ] || {
        [ "$preset" = odd ] && banks=1 || banks=2
        sizes="--core AccessQueue=3,MemQueue=2,CacheBanks=$banks"
    }
    line= parts=$#
    for n in "$@"; do line="$line${line:+ + }$(part "$n") $slices"; done
    runs=$((runs + 1))
    # shellcheck disable=SC2086 # words
    $heddle run --preset "$preset" --sms "$sms" --dispatch "$policy" --slicer 2500,1500,200 --quiet $sizes $line \
        >"$log" 2>&1
    [ $? = 0 ] && [ "$(grep -c '^PASS ' "$log")" = "$parts" ] && return
    failed=$((failed + 1))
    echo "FAIL mixes: heddle run --preset $preset --sms $sms --dispatch $policy $sizes $line"
    grep -v '^PASS ' "$log" | head -n 5
}

n=0
for program in $programs; do
    n=$((n + 1))
    case " ${PROGRAM:-${program%:*}} " in *" ${program%:*} "*) ;; *) continue ;; esac
    sms=$(echo '1 2 4 15' | cut -d ' ' -f $((n % 4 + 1)))
    policy=$(echo "$policies" | cut -d ' ' -f $((n / 2 % 9 + 1)))
    mix small "$sms" "$policy" $((n - 1)) $((n + 7)) $((n + 17))
    [ -n "${FULL:-}" ] || continue
    for policy in $policies; do
        for sms in 1 2 4 15; do mix small $sms $policy $((n - 1)) $((n + 11)); done
        mix paper 15 $policy $((n - 1)) $((n + 3)) $((n + 5)) $((n + 13))
        mix odd 3 $policy $((n - 1)) $((n + 2)) $((n + 4)) $((n + 6)) $((n + 8)) $((n + 10)) $((n + 12)) $((n + 14))
    done
done

# same WHAT OPTION OPTION: the counters of a mixture are the same with either.
same() {
    runs=$((runs + 1))
    for option in "$2" "$3"; do
        # shellcheck disable=SC2086 # words
        $heddle run --preset small --sms 4 --dispatch together --quiet $option --json build/test/mixes.json \
            vadd --size 500 + reduction --size 300 + histogram --size 200 >"$log" 2>&1 || break
        mv build/test/mixes.json "build/test/mixes.$(echo "$option" | tr -d ' -').json"
    done
    cmp -s "build/test/mixes.$(echo "$2" | tr -d ' -').json" "build/test/mixes.$(echo "$3" | tr -d ' -').json" && return
    failed=$((failed + 1))
    echo "FAIL mixes: $1: the counters differ"
}
rm -f build/test/mixes.*.json
same 'threads' '--threads 1' '--threads 2'
same 'threads' '--threads 1' '--threads 3'

# Under the policy given an SM holds as many blocks of a program as are asked for, and no more.
for blocks in 1 3; do
    runs=$((runs + 1))
    $heddle run --preset paper --sms 2 --dispatch given --quiet --json build/test/mixes.json vadd --size 9000 \
        --blocks $blocks + saxpy --size 16000 --blocks 2 >"$log" 2>&1
    awk -f studies/pairs/points.awk build/test/mixes.json | awk -v blocks=$blocks '{
        first = $11 / $7 / 2
        second = $18 / $14 / 2
        if (first > blocks || first < 0.8 * blocks || second > 2 || second < 1.6) exit 1 }' && continue
    failed=$((failed + 1))
    echo "FAIL mixes: not $blocks and 2 blocks on an SM with the policy given"
done

# With the policy equal a kernel has half of the chip's places, here eight of sixteen, while there are two.
runs=$((runs + 1))
$heddle run --preset paper --sms 2 --dispatch equal --quiet --json build/test/mixes.json vadd --size 9000 + \
    saxpy --size 16000 >"$log" 2>&1
if ! awk -f studies/pairs/points.awk build/test/mixes.json |
    awk '{exit $11 / $7 > 8 || $11 / $7 < 6.4 || $18 / $14 > 8 || $18 / $14 < 6.4}'; then
    failed=$((failed + 1))
    echo "FAIL mixes: not eight places of each kernel with the policy equal"
fi

# A slice is of its program alone: of that one no more than its four blocks are on SMs, of the other one more.
for sliced in first second; do
    runs=$((runs + 1)) first='' second=''
    [ $sliced = first ] && first='--slice 4' || second='--slice 4'
    # shellcheck disable=SC2086 # words
    $heddle run --preset paper --sms 2 --dispatch equal --quiet --json build/test/mixes.json vadd --size 9000 \
        $first + saxpy --size 16000 $second >"$log" 2>&1
    awk -f studies/pairs/points.awk build/test/mixes.json | awk -v sliced=$sliced '{
        a = $11 / $7
        b = $18 / $14
        if (sliced == "first") exit !(a > 1 && a <= 4 && b > 4)
        exit !(b > 1 && b <= 4 && a > 4) }' && continue
    failed=$((failed + 1))
    echo "FAIL mixes: not four blocks of the $sliced program on SMs, and more of the other"
done

# A wait behind each launch holds up the other program in a queue of all streams, and only there: the whole run is as
# long as both alone. Two programs of few blocks, which else run at once.
cycles() { # OPTIONS AND PROGRAMS
    "$heddle" run --preset paper --sms 2 --quiet --json build/test/mixes.json "$@" >"$log" 2>&1 && number cycles
}
number() { grep -o "\"$1\": [0-9]*" build/test/mixes.json | head -n 1 | grep -o '[0-9]*$'; }
runs=$((runs + 5))
both=$(($(cycles vadd --size 900) + $(cycles saxpy --size 900)))
queue=$(cycles --queues 1 vadd --size 900 + saxpy --size 900)
waits=$(cycles --waits vadd --size 900 + saxpy --size 900)
serial=$(cycles --queues 1 --waits vadd --size 900 + saxpy --size 900)
if [ "$((serial * 20))" -lt $((both * 19)) ] || [ "$((queue * 10))" -gt $((both * 9)) ] ||
    [ "$((waits * 10))" -gt $((both * 9)) ]; then
    failed=$((failed + 1))
    echo "FAIL mixes: cycles with one queue $queue, with waits $waits, with both $serial; of both alone $both"
fi

# Programs that begin again. One alone: three runs, each as long as the others. Of two the shorter one runs more often
# than the longer one, and each as often as is asked for.
runs=$((runs + 2))
"$heddle" run --preset paper --sms 2 --quiet --runs 3 --json build/test/mixes.json vadd --size 900 >"$log" 2>&1
three="$(number runs) $((3 * $(number run_cycles) * 100 / $(number ended)))"
"$heddle" run --preset paper --sms 2 --quiet --runs 2 --json build/test/mixes.json vadd --size 900 + \
    hotspot --size 20 >"$log" 2>&1
two=$(grep -o '"runs": [0-9]*' build/test/mixes.json | sed 's/.* //' | tr '\n' ' ')
if ! echo "$three $two" | awk '{exit !($1 == 3 && $2 > 95 && $2 < 105 && $3 > $4 && $4 == 2)}' ||
    [ "$(grep -c '^PASS' "$log")" != 2 ]; then
    failed=$((failed + 1))
    echo "FAIL mixes: with --runs 3: runs, cycles of three in % of all: $three; of two with --runs 2: $two"
fi

# A trace is JSON in which every slice that begins ends.
runs=$((runs + 1))
$heddle run --preset small --sms 2 --quiet --trace build/test/mixes.trace vadd --size 500 + bfs --size 99 >"$log" 2>&1
begun=$(grep -c '"ph":"B"' build/test/mixes.trace) ended=$(grep -c '"ph":"E"' build/test/mixes.trace)
if [ "$begun" -lt 20 ] || [ "$begun" != "$ended" ] || [ "$(tail -n 1 build/test/mixes.trace)" != ']}' ]; then
    failed=$((failed + 1))
    echo "FAIL mixes: of the trace's $begun slices $ended end"
fi

# Programs from a file; one of them a file of its own with a launch.
runs=$((runs + 1))
cat >build/test/mixes.workload <<END
# three programs
vadd --size 300
build/kernels/saxpy.elf --block 64 --grid 2 --arg i:0 --arg buf:512 --arg buf:512 --arg i:0 # of no elements

bfs --size 99 --at 100
END
$heddle run --preset small --sms 2 --quiet --workload build/test/mixes.workload >"$log" 2>&1
if [ $? != 0 ] || [ "$(grep -c '^PASS ' "$log")" != 2 ] || ! grep -q '^DONE saxpy.elf: 1 launches' "$log"; then
    failed=$((failed + 1))
    echo 'FAIL mixes: programs from a file'
    head -n 5 "$log"
fi

runs=$((runs + 1))
$heddle run --preset dwf --sms 2 vadd --size 99 >"$log" 2>&1
if [ $? != 0 ] || ! grep -q '^  not as in the preset static warps, caches that write through$' "$log"; then
    failed=$((failed + 1))
    echo 'FAIL mixes: what an SM of a GPU leaves out of its preset'
    head -n 5 "$log"
fi

# wrong WORDS COMMAND...: refused with these words in one line, exit status 2, and no file is left behind.
wrong() {
    words=$1
    shift
    runs=$((runs + 1))
    "$heddle" run "$@" >"$log" 2>&1
    [ $? = 2 ] && [ "$(wc -l <"$log")" = 1 ] && grep -q "^ERROR .*$words" "$log" && return
    failed=$((failed + 1))
    echo "FAIL mixes: heddle run $*: not refused with '$words'"
    head -n 3 "$log"
}
wrong 'no such value' --sms 17 vadd
wrong 'no such value' --sms 0 vadd
wrong 'is neither a program' vadd + nothing
wrong 'one program between two +' vadd + + bfs
wrong 'at most 8 programs' vadd + vadd + vadd + vadd + vadd + vadd + vadd + vadd + vadd
wrong 'takes at most' vadd + vadd --size 4000000000
wrong 'is of the GPU' vadd + bfs --sms 2
wrong 'is of the GPU' vadd + bfs --core AccessQueue=2
wrong 'the SMs of a GPU have no such size' --sms 2 --core WriteBack=1 vadd
wrong 'the SMs of a GPU have no such size' --preset dwf --sms 2 --core WriteBack=1 vadd
wrong 'WriteBk: no such size' --core WriteBk=1 vadd + bfs
wrong 'Banks must be a power of two' --core CacheBanks=3 vadd + bfs
wrong 'is neither a program' --sms 2 build/kernels/nothing.elf
wrong 'it makes its own launches' vadd --grid 2 + bfs
wrong 'of arguments; 0 --arg make 0' --sms 2 build/kernels/vadd.elf
wrong 'cannot be read' --workload build/test/nothing
wrong 'there are leftover' --sms 2 --dispatch first vadd + bfs
wrong 'no such value' vadd + bfs --stream 32
wrong 'no such value' --slicer 100,100 vadd + bfs
wrong 'no such value' --slicer 100,0,100 vadd + bfs
wrong 'no such value' --slicer 65536,1,1 vadd + bfs
wrong 'must be longer than a scaling' --slicer 100,100,100 vadd + bfs
wrong 'no such value' --queues 0 vadd + bfs
wrong 'no such value' vadd + bfs --slice 0
wrong 'no such value' --runs 0 vadd + bfs
wrong 'go without --checkpoint' --runs 1 --checkpoint build/test/mixes.state vadd + bfs
wrong 'go without --checkpoint' --waits --resume build/test/mixes.state vadd + bfs
wrong 'no such value' vadd --blocks 0 + bfs
wrong 'no such option' vadd + bfs --formation dwf
wrong 'of one run' --sms 2 --dispatch even,spatial --json build/test/mixes.json vadd + bfs

if [ $failed != 0 ]; then
    echo "FAIL mixes: $failed of $runs runs"
    exit 1
fi
echo "PASS mixes: $runs runs"
