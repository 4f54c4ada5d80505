#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Kernels in the manner of others, tests/compiler: what clang makes of them must keep a warp together at
# barriers. Each runs on the reference, on static and on dynamic warps, with blocks that stay and with
# Virtual Thread; all must leave the same words. The analyser has nothing to warn of. Then, compiled as
# it must not be, one of them: the analyser warns, and the core refuses it with the line of the source.
#   compiler.sh DIR    of kernels that are compiled there: a line a kernel, with cycles and SIMD efficiency
#                      of static warps: ok NAME CYCLES PERCENT, refused NAME, differs NAME
set -u
dir=${1:-build/test/compiler}
heddle=build/bin/heddle
mkdir -p "$dir"
failed=0

# A kernel on one machine: its words into a file.
run() { # file kernel words options...
    file=$1 kernel=$2 words=$3
    shift 3
    launch=$(sed -n 's,^// run: ,,p' "tests/compiler/$file.c")
    # shellcheck disable=SC2086 # a list of options
    "$heddle" run "$dir/$file.elf" $launch --kernel "$kernel" --arg buf:2048:random --arg buf:2048 --arg i:150 \
        --arg i:8 --dump "1=$words" "$@" >"$dir/log" 2>&1
}

kernels() { sed -n 's/^K(\(.*\))$/\1/p' "tests/compiler/$1.c"; } # file

files='guards returns algorithms'
if [ $# = 1 ]; then
    for file in $files; do
        for kernel in $(kernels $file); do
            run $file "$kernel" "$dir/expected" --machine reference || { cat "$dir/log" >&2; exit 2; }
            if ! run $file "$kernel" "$dir/words" --quiet; then echo "refused $kernel"
            elif ! cmp -s "$dir/expected" "$dir/words"; then echo "differs $kernel"
            else
                echo "ok $kernel $(sed -n 's/.* \([0-9]*\) cycles.* efficiency \([0-9.]*\) %.*/\1 \2/p' "$dir/log")"
            fi
        done
    done
    exit 0
fi

runs=0
for file in $files; do
    make -s kernels KERNEL="tests/compiler/$file.c" KERNELS_DIR="$dir" || exit 2
    "$heddle" inspect "$dir/$file.elf" 2>&1 >/dev/null | grep . &&
        { echo "FAIL compiler: the analyser warns of tests/compiler/$file.c"; failed=1; }
    for kernel in $(kernels $file); do
        for plugs in '' '--residency vt' '--formation dwf' '--formation dwf --residency vt'; do
            rm -f "$dir/expected" "$dir/words"
            run $file "$kernel" "$dir/expected" --machine reference ||
                { echo "FAIL compiler $kernel on the reference: $(tail -1 "$dir/log")"; failed=1; }
            # shellcheck disable=SC2086 # a list of options
            run $file "$kernel" "$dir/words" --quiet $plugs && cmp -s "$dir/expected" "$dir/words" ||
                { echo "FAIL compiler $kernel with '$plugs': $(tail -1 "$dir/log")"; failed=1; }
            runs=$((runs + 1))
        done
    done
done
[ $failed = 1 ] ||
    echo "PASS compiler: $(for f in $files; do kernels $f; done | wc -l) kernels, $runs runs as the reference"

# Without what keeps flow structured: the warning, and the refusal, name places of the source.
dir=$dir/threaded
mkdir -p "$dir"
make -s kernels KERNEL=tests/compiler/guards.c KERNELS_DIR="$dir" KERNEL_FLOW= || exit 2
at='guard_all_twice+0x[0-9a-f]*, tests/compiler/guards.c:[0-9]*'
expect() { # words, in the log
    grep -q -- "$1" "$dir/log" && { echo "PASS compiler: $1"; return; }
    cat "$dir/log" >&2
    echo "FAIL compiler, jump threading on: expected: $1"
    failed=1
}
"$heddle" inspect "$dir/guards.elf" --kernel guard_all_twice >"$dir/log" 2>&1
expect "^WARNING guard_all_twice: threads that part at $at meet at $at, behind the barrier at $at:"
expect '; meet at 0x[0-9a-f]*, behind the barrier at 0x'
run guards guard_all_twice "$dir/words" --quiet && { echo "FAIL compiler: half a warp at a barrier passes"; failed=1; }
expect '^WARNING guard_all_twice: threads that part'
expect "come to the barrier at $at"
run guards guard_all_twice "$dir/words" --quiet --formation dwf || { echo "FAIL compiler: dynamic warps"; failed=1; }
grep -q WARNING "$dir/log" && { echo "FAIL compiler: dynamic warps are warned of what is no harm to them"; failed=1; }
exit $failed
