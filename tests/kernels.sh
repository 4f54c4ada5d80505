#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Kernels of tests/kernels, most of them wrong: each says in its first lines how it is run, and what
# words must come out (patterns of grep; all of them), on the reference and on the core. Where the
# two say different things, `reference:` and `core:` stand for `expect:`.
set -u
dir=build/test/kernels
mkdir -p "$dir"
failed=0
for source in tests/kernels/*.c; do
    name=$(basename "$source" .c)
    options=$(sed -n 's,^// run: ,,p' "$source")
    if ! make -s kernels KERNEL="$source" >"$dir/$name.log" 2>&1; then
        echo "FAIL kernel $name does not compile: log $dir/$name.log"
        failed=1
        continue
    fi
    for machine in reference core; do
        sed -n "s,^// \\(expect\\|$machine\\): ,,p" "$source" >"$dir/$name.expect"
        option='--machine reference'
        [ $machine = reference ] || option='--machine sm --quiet'
        # shellcheck disable=SC2086 # a list of options
        build/bin/heddle run "build/kernels/$name.elf" $options $option >"$dir/$name.log" 2>&1
        words=
        lost=
        while read -r line; do
            words=$line
            grep -q -- "$line" "$dir/$name.log" || lost=$line
        done <"$dir/$name.expect"
        if [ -n "$words" ] && [ -z "$lost" ]; then
            echo "PASS kernel $name on the $machine: $words"
        else
            cat "$dir/$name.log" >&2
            echo "FAIL kernel $name on the $machine: expected: $lost"
            failed=1
        fi
    done
done
exit $failed
