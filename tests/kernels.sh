#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Kernels of tests/kernels, most of them wrong: each says in its first lines how it is run, and what
# words must come out (patterns of grep; all of them), on the reference and on the core. Where the
# two say different things, `reference:` and `core:` stand for `expect:`; `reference run:` and
# `core run:` are options for one of them. `count:` is a part of what the core writes with --json, as
# it stands there. Then: what heddle run says to mistakes of the caller.
set -u
dir=build/test/kernels
mkdir -p "$dir"
failed=0
for source in tests/kernels/*.c; do
    name=$(basename "$source" .c)
    if ! make -s kernels KERNEL="$source" >"$dir/$name.log" 2>&1; then
        echo "FAIL kernel $name does not compile: log $dir/$name.log"
        failed=1
        continue
    fi
    for machine in reference core; do
        options=$(sed -n "s,^// \\(\\|$machine \\)run: ,,p" "$source")
        sed -n "s,^// \\(expect\\|$machine\\): ,,p" "$source" >"$dir/$name.expect"
        option='--machine reference'
        [ $machine = reference ] || option="--machine sm --quiet --json $dir/$name.json"
        # shellcheck disable=SC2086 # a list of options
        build/bin/heddle run "build/kernels/$name.elf" $options $option >"$dir/$name.log" 2>&1
        words=
        lost=
        while read -r line; do
            words=$line
            grep -q -- "$line" "$dir/$name.log" || lost=$line
        done <"$dir/$name.expect"
        sed -n 's,^// count: ,,p' "$source" >"$dir/$name.count"
        while [ $machine = core ] && read -r line; do
            grep -qF -- "$line" "$dir/$name.json" || lost=$line
        done <"$dir/$name.count"
        if [ -n "$words" ] && [ -z "$lost" ]; then
            echo "PASS kernel $name on the $machine: $words"
        else
            cat "$dir/$name.log" >&2
            echo "FAIL kernel $name on the $machine: expected: $lost"
            failed=1
        fi
    done
done

# The programs for planted bugs end well where no bug is: else they would find one in everything.
if make -s kernels KERNELS_DIR="$dir/planted" KERNEL="$(echo tests/planted/*.c)" >"$dir/planted.log" 2>&1; then
    for source in tests/planted/*.c; do
        name=$(basename "$source" .c)
        options=$(sed -n "s,^// \(\|core \)run: ,,p" "$source")
        # shellcheck disable=SC2086 # a list of options
        build/bin/heddle run "$dir/planted/$name.elf" --preset small --quiet $options >"$dir/planted.log" 2>&1 || {
            cat "$dir/planted.log" >&2
            echo "FAIL kernel $source, for planted bugs: does not end well without one"
            failed=1
        }
    done
else
    cat "$dir/planted.log" >&2
    echo 'FAIL the kernels of tests/planted do not compile'
    failed=1
fi

# Where no warp waits for its stores a kernel still ends when memory has them all, wherever they wait.
for program in transpose bfs; do
    for core in WriteBack=1 WriteBack=2 WriteBack=1,MemQueue=64 WriteBack=2,MemQueue=64; do
        if ! build/bin/heddle run $program --preset paper --core $core >"$dir/stores.log" 2>&1; then
            cat "$dir/stores.log" >&2
            echo "FAIL heddle run $program --preset paper --core $core"
            failed=1
        fi
    done
done

# A thread reads what another SM has stored, though its own SM has the old lines.
if ! build/bin/heddle run build/kernels/last_block.elf --preset paper --sms 2 --grid 5 --block 1 --arg buf:1536 \
    --dump 0:i >"$dir/two.log" 2>&1 || ! grep -q ' 0: 5 5 15 ' "$dir/two.log"; then
    cat "$dir/two.log" >&2
    echo 'FAIL kernel last_block on two SMs'
    failed=1
fi

# A lock that stands still on two SMs: the remedy is one that they have.
make -s kernels KERNEL=tests/verdicts/spin_lock.c >"$dir/two.log" 2>&1 &&
    build/bin/heddle run build/kernels/spin_lock.elf --preset small --sms 2 --block 16 --arg buf:512 \
        >"$dir/two.log" 2>&1
if ! grep -q 'no thread makes progress.*let one thread of a warp wait' "$dir/two.log" ||
    grep -q 'formation dwf' "$dir/two.log"; then
    cat "$dir/two.log" >&2
    echo 'FAIL kernel spin_lock on two SMs'
    failed=1
fi

# One line, which begins with ERROR and says what is wrong; nothing has run.
refused=0
log=$dir/refused.log
head -c 20 /dev/zero >build/twenty
while IFS='|' read -r options words; do
    # shellcheck disable=SC2086 # a list of options
    build/bin/heddle run $options >"$log" 2>&1
    code=$?
    refused=$((refused + 1))
    if [ $code != 2 ] || [ "$(grep -c . "$log")" != 1 ] || ! grep -q -- "^ERROR $words" "$log"; then
        cat "$log" >&2
        echo "FAIL heddle run $options: exit code $code; expected, alone: ERROR $words"
        failed=1
    fi
done <<END
build/kernels/vadd.elf $(for i in $(seq 65); do printf -- '--arg i:1 '; done)|--arg i:1: there are 64 already
build/kernels/vadd.elf --dump 0=/nope/x|--dump /nope/x: No such file or directory$
vadd --order 3|--order is for --machine reference
vadd --machine reference --policy loose|--policy is for --machine sm
vadd --machine reference --json build/test/kernels/no.json|--json is for --machine sm
vadd --machine foo|--machine foo: there are: sm reference$
vadd --formation foo|--formation foo: there are: pdom dwf sbi swi sbi-swi$
vadd --residency foo|--residency foo: there are: static vt zorua$
vadd --policy foo|--policy foo: there are: loose greedy two-level$
vadd --formation dwf --policy greedy|--policy greedy: there are: majority minority pc pdom time$
vadd --formation sbi --residency vt|--formation sbi goes with --residency static
vadd --formation swi --policy loose|--policy loose: with --formation swi there is none
vadd --formation dwf --residency zorua|--residency zorua goes with --formation pdom
vadd --preset odd --residency vt|preset odd: RowBits must hold
vadd --compare foo|--formation foo: there are: pdom dwf sbi swi sbi-swi$
vadd --compare pdom,pdom/foo|--residency foo: there are:
vadd --compare pdom,dwf/static/greedy|--policy greedy: there are:
vadd --compare pdom,dwf --json build/test/kernels/no.json|--json is of one run
vadd --compare pdom --machine reference|--compare is for --machine sm
vadd --grid 3|vadd is a program
vadd --grid x|--grid x: no such value
vadd --block 0|--block 0: no such value
vadd --latency 0|--latency 0: no such value
vadd --registers 0|--registers 0: no such value
vadd --registers 65|--registers 65: no such value
vadd --registers 9 --machine reference|--registers is for --machine sm
vadd --nosuch|--nosuch: no such option
vadd --seed|--seed: a value is missing
vadd saxpy|one program or ELF file
nosuch|nosuch is neither
build/kernels/vadd.elf --size 3|--size 3: build/kernels/vadd.elf is no program
build/kernels/vadd.elf --kernel foo|build/kernels/vadd.elf: no kernel foo; there are: vadd$
build/kernels/vadd.elf --arg q:3|--arg q:3: i:NUMBER
build/kernels/vadd.elf --arg buf:x|--arg buf:x: i:NUMBER
build/kernels/vadd.elf --arg buf:16:file=/nowhere/x|/nowhere/x: No such file
build/kernels/vadd.elf --arg i:1|kernel vadd has 16 bytes of arguments
build/kernels/vadd.elf --arg buf:805306368|--arg buf:805306368: no room for it in global memory
build/kernels/vadd.elf --arg buf:16:file=build/twenty|build/twenty: longer than its buffer of 16 bytes
build/kernels/vadd.elf --arg buf:24:file=build/twenty|build/twenty: shorter than its buffer: 20 of 24 bytes
build/kernels/vadd.elf --arg buf:20:file=build/twenty --dump 0=build/./twenty|--dump .*: --arg .* reads this file
vadd --json build/nosuch/no.json|--json build/nosuch/no.json: No such file
END
# Every preset. A preset with another name is refused.
build/bin/heddle run vadd --preset nosuch 2>&1 | grep -q '^ERROR --preset nosuch' ||
    { echo "FAIL heddle run --preset nosuch is not refused"; failed=1; }
build/bin/heddle presets | while read -r preset rest; do
    case $rest in
        *'; with vt '*) build/bin/heddle run vadd --size 64 --quiet --preset "$preset" --residency vt ;;
        *'; not with vt') ! build/bin/heddle run vadd --size 64 --quiet --preset "$preset" --residency vt ;;
        *) [ "$preset" = fermi-vt ] ;;
    esac >"$log" 2>&1 || { cat "$log" >&2; echo "FAIL heddle presets, $preset: $rest"; exit 1; }
done || failed=1
# A symbol's name may hold any byte: JSON of it stays JSON.
LC_ALL=C sed 's/hd_kernel_vadd/hd_kernel_v"\\d/' build/kernels/vadd.elf >"$dir/quote.elf"
build/bin/heddle run "$dir/quote.elf" --quiet --arg buf:4 --arg buf:4 --arg buf:4 --arg i:1 --json "$dir/quote.json" \
    --trace "$dir/quote.trace" >"$log" 2>&1 && build/bin/heddle inspect --json "$dir/quote.elf" >"$dir/quote.inspect" &&
    grep -qF 'launch of v\"\\d"' "$dir/quote.trace" && grep -qF '"kernel": "v\"\\d"' "$dir/quote.inspect" ||
    { cat "$log" >&2; echo "FAIL a kernel named v\"\\d: not so in JSON"; failed=1; }
# What ran is named: in the report, in JSON, over a comparison; the version everywhere.
version=$(sed -n 's/^name: ::heddle://p' heddle.core)
build/bin/heddle run vadd --size 64 --preset tesla --formation dwf --policy time --json "$dir/named.json" 2>&1 |
    grep -q "^  core  *tesla, dwf, static, time; .*heddle $version\$" &&
    grep "\"heddle\": \"$version\".*\"preset\": \"tesla\", " "$dir/named.json" |
        grep -q '"formation": "dwf", "residency": "static", "policy": "time"' &&
    build/bin/heddle run vadd --size 64 --preset tesla --compare pdom,dwf | head -1 | grep -q '^preset tesla' ||
    { echo "FAIL what runs is not named"; failed=1; }
[ $failed = 1 ] || echo "PASS heddle run: $refused mistakes of the caller, one line each; presets with vt as listed"
exit $failed
