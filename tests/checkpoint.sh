#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checkpoints of heddle run: runs that are stopped, killed and gone on with print what a run prints that was
# never stopped, and write the same counters, of one SM and of a GPU with several programs. Then what is refused.
# FULL=1: resumes from every checkpoint that it catches, and with more plugs and policies.
set -u
heddle=build/bin/heddle
dir=build/test/checkpoint
rm -rf "$dir"
mkdir -p "$dir" || exit 2
cases=0 failed=0 pid=
trap '[ -z "$pid" ] || kill -9 "$pid" 2>/dev/null' EXIT
trap 'exit 143' HUP INT TERM

bad() { # WHAT
    failed=$((failed + 1))
    echo "FAIL checkpoint: $1: heddle run $words"
    tail -n 3 "$dir/err"
}

# What a run prints and counts, without the time and memory that the host needed.
told() { # NAME
    cat "$dir/$1.out" "$dir/$1.json" | sed -e 's/"host_seconds": [0-9.]*//' -e 's/"processor_seconds": [0-9.]*//' \
        -e 's/"resident_bytes": [0-9]*//' -e 's/; [0-9.]* k warp instructions a second//'
}

# The run `words`, as NAME, with more options.
run() { # NAME OPTION ...
    name=$1
    shift
    rm -f "$dir/$name.json"
    # shellcheck disable=SC2086 # words
    $heddle run --json "$dir/$name.json" "$@" $words >"$dir/$name.out" 2>"$dir/err"
}

# The run that was never stopped. It passes, or, if a sentence is `expected`, fails with that.
expected=
whole() { # WORDS ...
    words=$*
    run whole
    told whole >"$dir/whole"
    if [ -n "$expected" ]; then
        grep -q "^FAIL .*$expected" "$dir/whole" || bad "does not fail with '$expected'"
    else
        grep -qE '^(PASS|DONE) ' "$dir/whole" && ! grep -q '^FAIL ' "$dir/whole" || bad 'does not pass'
    fi
}
same() { # NAME WHAT: told as the whole run
    cases=$((cases + 1))
    told "$1" >"$dir/told"
    [ -s "$dir/told" ] && cmp -s "$dir/whole" "$dir/told" || bad "$2"
}

# The run `words` with checkpoints at.CYCLE, in the background. Returns when N of them are there. A shell has
# SIGINT ignored in what it runs there.
caught() { ls "$dir" | grep '^at\.[0-9]*$' | sort -t . -k 2 -n; }
begin() { # N OPTION ...
    wanted=$1
    shift
    rm -f "$dir"/at.* "$dir/cut.json"
    # shellcheck disable=SC2086 # words
    env --default-signal=INT $heddle run --json "$dir/cut.json" --checkpoint "$dir/at.%" "$@" $words \
        >"$dir/cut.out" 2>"$dir/err" &
    pid=$!
    while [ "$(caught | wc -l)" -lt "$wanted" ] && kill -0 $pid 2>/dev/null; do sleep 0.01; done
}
stop() { # SIGNAL STATUS
    kill "-$1" $pid
    wait $pid 2>/dev/null
    status=$?
    pid=
    cases=$((cases + 1))
    [ $status = "$2" ] || bad "signal $1: exit status $status"
    [ "$1" = KILL ] || grep -q '^STOPPED by signal .* in cycle [1-9][0-9]*; .* --resume' "$dir/err" ||
        bad 'says nothing'
}

# Stopped, gone on with, stopped again; killed: the last checkpoint stands.
cut() { # EVERY OPTION-OF-THE-RESUME WORDS ...
    every=$1 more=$2
    shift 2
    whole "$@"
    begin 3 --checkpoint-every "$every"
    stop TERM 143
    cp "$dir/$(caught | tail -n 1)" "$dir/first"
    # shellcheck disable=SC2086 # an option, or none
    run again --resume "$dir/first" $more
    same again 'gone on with'
    begin 2 --checkpoint-every "$every" --resume "$dir/first"
    stop INT 130
    run again --resume "$dir/$(caught | tail -n 1)"
    same again 'stopped twice, gone on with twice'
    rm -f "$dir/file"
    begin 0 --checkpoint-every "$every" --checkpoint "$dir/file"
    while [ ! -f "$dir/file" ] && kill -0 $pid 2>/dev/null; do sleep 0.01; done
    stop KILL 137
    run again --resume "$dir/file"
    same again 'killed, gone on with'
    run again --resume "$dir/first"
    same again 'gone on with from the first one again'
}

# Checkpoints of a run that is not stopped: it prints the same; then resumes from several of them.
many() { # EVERY WORDS ...
    every=$1
    shift
    whole "$@"
    rm -f "$dir"/at.*
    run all --checkpoint "$dir/at.%" --checkpoint-every "$every"
    same all 'writes checkpoints'
    number=$(caught | wc -l)
    [ "$number" -ge 3 ] || bad "there are $number checkpoints, not 3"
    step=$([ -n "${FULL:-}" ] && echo 1 || echo $((number / 3 + 1)))
    for at in $(caught | awk -v step="$step" 'NR % step == 0 || NR == 1'); do
        run again --resume "$dir/$at"
        same again "gone on with from cycle ${at#at.}"
        cp "$dir/$at" "$dir/file"
    done
}

# One SM: a program of many launches, dynamic warps, other residencies and memory.
cut 20000 '' bfs --size 3000 --preset paper
cut 10000 '' radix_sort --size 700 --preset small --formation dwf --policy time
many 1000 vadd --size 777 --preset small
many 1000 bfs --size 99 --preset small --residency vt
many 1000 nw --size 33 --preset paper --residency zorua
many 1000 reduction --size 3000 --preset fermi --memory chip
many 5000 bfs --size 150 --preset small --formation dwf --core PoolEntries=2,QueueDepth=2
many 3000 matmul --size 16 --preset small --residency zorua
# Each place that holds state is looked at late in a run; then what only the watch of a launch knows.
make -s kernels KERNEL=tests/checkpoint/kernels/held.c >"$dir/err" 2>&1 || { cat "$dir/err"; exit 2; }
held='build/kernels/held.elf --block 64 --arg buf:20000 --arg i:2000 --arg i:64 --preset small --kernel'
# shellcheck disable=SC2086 # words
{
    many 10000 $held held --dump 0:i
    expected='the first of a buffer of --arg'
    many 20000 $held beyond
    expected='go round and round'
    many 3000 $held round_and_round
    expected=
}
# A GPU: several programs with launches in several streams.
three='vadd --size 5000 + bfs --size 199 --at 3000 + scan --size 500'
# shellcheck disable=SC2086 # words
{
    cut 3000 '--threads 2' --preset small --sms 2 --dispatch slicer --slicer 2500,1500,200 $three
    cut 3000 '' --preset small --sms 3 --dispatch median --slice 3 --threads 2 $three
    many 5000 --preset small --sms 2 --queues 1 $three + bfs --size 99 --stream 1
    many 2000 --preset small --sms 2 --dispatch even $three + matmul --size 12
    many 1000 --preset paper --sms 4 --dispatch equal $three
    many 4000 --preset small --sms 2 --dispatch slicer --slicer 2500,1500,200 vadd --size 6000 + saxpy --size 6000
}
# In the third cycle launches of eight programs wait in front of the queue. --steps may differ.
# shellcheck disable=SC2086 # words
whole --preset small --sms 1 --queues 1 $three + vadd --size 900 + scan --size 99 + bfs --size 50 --stream 1 + \
    vadd --size 99 + saxpy --size 300
rm -f "$dir/file"
run early --checkpoint "$dir/file" --checkpoint-every 3 --steps 4
grep -q '^FAIL .*stopped after 4 cycles' "$dir/early.out" || bad 'does not stop after 4 cycles'
run again --resume "$dir/file"
same again 'gone on with from cycle 3'
if [ -n "${FULL:-}" ]; then
    for program in bfs sssp fft gaussian histogram radix_sort matmul lu nw; do
        size=$($heddle list | awk -v p=$program '$1 == p {print $3}')
        for plugs in '' '--residency vt' '--residency zorua' '--formation dwf' '--formation dwf --residency vt'; do
            # shellcheck disable=SC2086 # words
            many 2000 $program --size "$size" --preset small $plugs
        done
    done
    for policy in leftover together even spatial given slicer median mpmax equal queuemold; do
        # shellcheck disable=SC2086 # words
        many 2000 --preset small --sms 3 --dispatch $policy --slicer 2500,1500,200 $three
    done
fi

# A file of one's own, with a buffer from another file: what is dumped is the same, too.
head -c 10240 build/kernels/bfs.elf >"$dir/data"
own="build/kernels/vadd.elf --grid 40 --block 64 --arg buf:10240:file=$dir/data --arg buf:10240:random \
    --arg buf:10240 --arg i:2560 --dump 2:x"
# shellcheck disable=SC2086 # words
{
    many 1000 --preset small --sms 2 vadd --size 3000 + $own
    many 1000 --preset small $own
}

# refused WORDS OPTION ...: one line that says so, exit status 2, and no file is written or changed.
cp "$dir/file" "$dir/kept"
refused() {
    says=$1
    shift
    cases=$((cases + 1))
    rm -f "$dir/new.json"
    # shellcheck disable=SC2086 # words
    $heddle run --json "$dir/new.json" "$@" $words >"$dir/err" 2>&1
    status=$?
    [ $status = 2 ] && [ "$(wc -l <"$dir/err")" = 1 ] && grep -q "^ERROR .*$says" "$dir/err" &&
        [ ! -f "$dir/new.json" ] && cmp -s "$dir/file" "$dir/kept" && [ ! -f "$dir/file.new" ] && return
    failed=$((failed + 1))
    echo "FAIL checkpoint: not refused with '$says': heddle run $* $words"
    head -n 3 "$dir/err"
}
place() { # OFFSET: a copy of the file, and there the bytes of the input
    cp "$dir/file" "$dir/changed"
    dd of="$dir/changed" bs=1 seek="$1" conv=notrunc 2>"$dir/dd"
}
change() { # OFFSET: a copy with another byte there, whatever the file has
    head -c $(($1 + 1)) "$dir/file" | tail -c 1 | tr '\000-\377' '\001-\377\000' | place "$1"
}
size=$(wc -c <"$dir/file")
head -c 10239 build/kernels/scan.elf >"$dir/data"
echo >>"$dir/data"
refused 'does something else than before the checkpoint' --resume "$dir/file"
head -c 10240 build/kernels/bfs.elf >"$dir/data"
printf 0.0.9 | place 32
refused 'heddle 0\.0\.9.* wrote it, and this is heddle' --resume "$dir/changed"
change 96
refused 'another build of heddle .* wrote it' --resume "$dir/changed"
for at in 120 $((size / 2)) $((size - 20)) $((size - 3)); do
    change "$at"
    refused 'its checksum is another one' --resume "$dir/changed"
done
for bytes in 0 40 100; do
    head -c $bytes "$dir/file" >"$dir/changed"
    refused 'it is no checkpoint' --resume "$dir/changed"
done
for bytes in 200 $((size / 2)) $((size - 1)); do
    head -c $bytes "$dir/file" >"$dir/changed"
    refused 'it is cut short, or damaged' --resume "$dir/changed"
done
refused 'it is cut short, or damaged' --checkpoint "$dir/file" --resume "$dir/changed"
refused 'it is no checkpoint' --resume tests/checkpoint.sh
refused 'No such file' --resume "$dir/nothing"
refused 'Is a directory' --resume "$dir"
refused '--seed is 2 here, and was not at the checkpoint' --resume "$dir/file" --seed 2
refused '--latency is 9 here' --resume "$dir/file" --latency 9
refused '--preset is paper, at the checkpoint it was small' --resume "$dir/file" --preset paper
refused '--arg is ' --resume "$dir/file" --arg i:3
refused 'No such file' --checkpoint "$dir/nothing/file"
refused 'that is no file' --checkpoint "$dir"
refused 'that is no file' --checkpoint /dev/null
refused 'no such value' --checkpoint "$dir/file" --checkpoint-every often
refused 'goes with --checkpoint' --checkpoint-every 5
refused 'a trace is not gone on with' --checkpoint "$dir/file" --trace "$dir/trace"
refused 'no core' --machine reference --checkpoint "$dir/file"
words='vadd --size 100 --preset small'
refused 'program is vadd, at the checkpoint it was' --resume "$dir/file"
words='vadd --size 100 + bfs --size 50'
refused 'a trace is not gone on with' --checkpoint "$dir/file" --trace "$dir/trace"
refused 'one run' --checkpoint "$dir/file" --dispatch even,spatial
refused 'at the checkpoint, and not here' --resume "$dir/file"

if [ $failed != 0 ]; then
    echo "FAIL checkpoint: $failed of $cases cases"
    exit 1
fi
echo "PASS checkpoint: $cases cases"
