#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tests of the models alone: the pages' worked cases, naive twins under random stimulus, every check
# made to fail. Run as built for users and again with the address and undefined-behaviour
# sanitizers. SANITIZE=only or SANITIZE=no runs one of the two.
# UNIT="formation-max_heap_test core-lane_test": these alone.
set -u
dir=build/unit
mkdir -p "$dir"
status=0
for build in plain sanitized; do
    case $build-${SANITIZE:-} in
        plain-only | sanitized-no) continue ;;
        plain-*) flags=-O2 ;;
        *) flags="-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all" ;;
    esac
    # The models once, then each test with them.
    models=build/lib/libheddle.a
    if [ $build = sanitized ]; then
        models=$dir/models.a
        rm -rf "${dir:?}/models" "$models"
        mkdir -p "$dir/models"
        for source in cmodel/*/*.c; do
            gcc -std=c11 $flags -Icmodel -c "$source" -o "$dir/models/$(echo "$source" | tr / -).o" || exit 2
        done
        ar rcs "$models" "$dir/models"/*.o
    else
        make -s "$models" || exit 2
    fi
    for test in tests/*/*_test.c; do
        socket=$(basename "$(dirname "$test")")
        name=$socket-$(basename "$test" .c)
        case " ${UNIT:-$name} " in *" $name "*) ;; *) continue ;; esac
        helpers=$(ls tests/"$socket"/*.c | grep -v _test.c)
        [ "$socket" != lockstep ] || helpers="-std=gnu11 -Idpi -Isim dpi/common/lockstep.c"
        [ "$socket" != checkpoint ] ||
            helpers="-std=gnu11 -Icli cli/checkpoint.c cli/checkpoint_words.c cli/answers.c"
        [ "$socket" != team ] || helpers="-std=gnu11 -Icli cli/team.c -pthread"
        # The host interface runs kernels on the GPU that the command has.
        if [ "$socket" = host ]; then
            make -s kernels KERNEL=tests/host/kernels/subjects.c || status=1
            helpers="-std=gnu11 -Ihost -Icli -Ibuild $(make -s library-sources) -ldw -lelf -pthread"
        fi
        # shellcheck disable=SC2086 # lists of words
        if ! gcc -std=c11 -Wall -Wextra -Wshadow -Wconversion -Werror $flags -Icmodel -Itests \
            -Itests/"$socket" -o "$dir/$name-$build" "$test" tests/memory_equal.c $helpers "$models" \
            -lcmocka -Wl,--wrap=_assert_memory_equal \
            2>"$dir/$name-$build.log"; then
            head -5 "$dir/$name-$build.log" >&2
            echo "FAIL unit $name ($build): does not compile"
            status=1
            continue
        fi
        if "$dir/$name-$build" >"$dir/$name-$build.log" 2>&1; then
            echo "PASS unit $name ($build): $(grep -c '^\[       OK' "$dir/$name-$build.log") tests"
        else
            grep -E '^\[  FAILED|ERROR|runtime error' "$dir/$name-$build.log" | head -5 >&2
            echo "FAIL unit $name ($build): log $dir/$name-$build.log"
            status=1
        fi
    done
done
exit $status
