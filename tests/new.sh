#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A new block works as it is written: made in a copy of the tree, it passes lint, lockstep, replay, proofs
# and its unit test; a bug planted in it is found by lockstep and by a proof.
set -u
tree=build/test/new
name=tally
export OPTIMIZE=-O0 # benches of some thousand cycles
unset BLOCK CONFIG PROFILE CYCLES SEED WAVES RTL MAKEFLAGS MFLAGS MAKELEVEL
make -s build/lib/libheddle.a build/lib/libharness.a build/bin/seam build/bin/report build/bin/vectors || exit 2
rm -rf "$tree"
mkdir -p "$tree/build"
for part in *; do [ "$part" = build ] || cp -a "$part" "$tree"; done
cp -a .clang-format "$tree"
for part in lib bin obj .tools presets.inc; do [ ! -e "build/$part" ] || cp -a "build/$part" "$tree/build"; done
cd "$tree" || exit 2

failed=0
# expect NAME PATTERN COMMAND ...: COMMAND succeeds and prints PATTERN; without a pattern it may be silent
expect() {
    what=$1 pattern=$2
    shift 2
    if "$@" >"build/$what.log" 2>&1 && { [ -z "$pattern" ] || grep -qE "$pattern" "build/$what.log"; }; then
        echo "PASS new $what"
    else
        failed=1
        tail -n 5 "build/$what.log"
        echo "FAIL new $what; log: $tree/build/$what.log"
    fi
}

expect files '^wrote heddle.core$' make new BLOCK=formation/$name
! make new BLOCK=formation/$name >build/again.log 2>&1 && grep -q "^ERROR there is a $name" build/again.log ||
    { failed=1; echo 'FAIL new: a block that there is was written over'; }
expect lint '^PASS lint' env LINT_SIZES="$name:small $name:odd" tools/lint.sh
# shellcheck disable=SC2046 # a list of files
expect format '' clang-format --dry-run -Werror $(find cmodel dpi tb tests -name "${name}*.[ch]")
expect lockstep '^PASS [1-9][0-9]* of [1-9][0-9]* runs' make lockstep BLOCK=$name CONFIG='small odd' CYCLES=5000
expect replay '^PASS .* netlist ' make replay BLOCK=$name CONFIG=small PROFILE=uniform
expect unit '^PASS unit ' env UNIT=formation-${name}_test SANITIZE=no tests/unit.sh
expect prove "^PASS $name: " make prove BLOCK=$name
expect broken "^PASS $name: [1-9][0-9]* planted mistakes caught" make broken BLOCK=$name
expect mutant '^PASS 1 of 1 mutants caught' env NAMES=set-loses tests/mutants.sh $name
[ $failed = 0 ] || exit 1
echo "PASS new: a block as make new writes it"
