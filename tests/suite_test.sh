#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The suite itself: .ci/run and tests/run.sh with toy steps, in a tree of their own. Something is
# killed in the middle, a disk is full, a step is silent: never green; and what did not run is named.
#   SEED=N   where the random ones strike (1); COUNT=N   how many of them (40)
# The toys kill from inside a step, so that the place is the same on any machine.
set -u
top=$(pwd)
root=$top/build/test/suite
seed=${SEED:-1} count=${COUNT:-40}
unset MAKEFLAGS MFLAGS MAKELEVEL EIGHTH
rm -rf "$root"
mkdir -p "$root" || exit 2

# A tree with the machinery as it is, and toys for steps. The file `plan` says what else happens, a
# line each: STEP WHEN PROCESS (it is killed), or STEP do COMMAND.
fresh() {
    trees=$((trees + 1)) # a new one: what was killed may still write into the old one
    tree=$root/tree$trees
    mkdir -p "$tree/.ci" "$tree/tests"
    cd "$tree" || exit 2
    cp "$top/.ci/run" .ci/run
    mkdir tools
    cp "$top/tests/run.sh" tests/run.sh
    cp "$top/tools/progress.sh" tools
    printf 'f1\t3\n' >tests/seconds.tsv
    printf 'test:\n\t@tests/run.sh\n' >Makefile
    : >plan
    cat >tests/steps.sh <<'STEPS'
headline='toys'
show=l1
stages='first a+b last'
step first f1 '^PASS toy f1$' ./toy f1
for n in 1 2 3 4 5; do
    step a a$n "^PASS toy a$n\$" ./toy a$n
    step b b$n "^PASS toy b$n\$" ./toy b$n
done
refused a refusal 'not so' sh -c 'echo not so; exit 1'
step b silent - true
step last l1 '^PASS toy l1$' ./toy l1
end_of_steps
STEPS
    cat >toy <<'TOY'
#!/bin/sh
# toy NAME. Its parent is the lane, whose parent is the suite, whose parent is make, below .ci/run.
up() { ps -o ppid= -p "$1" | tr -d ' '; }
victim() { # process
    lane=$PPID
    suite=$(up "$lane")
    make=$(up "$suite")
    [ "$(ps -o comm= -p "$make")" = make ] || make=$(up "$make")
    below=$(up "$make")
    ci=$(up "$below")
    case $1 in
        lane) echo "$lane" ;;
        suite) echo "$suite" ;;
        make) echo "$make" ;;
        below) echo "$below" ;;
        ci) echo "$ci" ;;
        tee) ps -o pid=,comm= --ppid "$ci" | sed -n 's/^ *\([0-9]*\) *tee$/\1/p' ;;
        self) echo $$ ;;
    esac
}
strike() {
    pid=$(victim "$1")
    echo "$1 $pid" >>struck
    kill -9 "$pid"
    [ "$1" = self ] || sleep 0.02
}
while read -r name when what; do
    [ "$name" = "$1" ] || continue
    case $when in
        before) strike "$what" ;;
        do) sh -c "$what" ;;
        code) exit "$what" ;;
    esac
done <plan
echo "PASS toy $1"
while read -r name when what; do
    [ "$name-$when" != "$1-after" ] || strike "$what"
done <plan
exit 0
TOY
    chmod +x toy
}

cases=0 wrong=0 trees=0
complain() {
    echo "FAIL suite: $what: $1; output in $root/$cases"
    wrong=$((wrong + 1))
}
# judge GREEN-OR-RED WHAT [WORDS ...]: .ci/run's verdict; each of the words is a line's beginning
judge() {
    want=$1 what=$2
    shift 2
    cases=$((cases + 1))
    timeout 600 .ci/run >"$root/$cases" 2>&1
    code=$?
    [ $code != 124 ] || complain 'stopped after 600 s'
    last=$(tail -n 1 "$root/$cases")
    case $want-$code-$last in
        green-0-'14 passed, 0 failed') ;;
        green-*) complain "exit status $code, '$last'" ;;
        red-0-*) complain 'exit status 0' ;;
        red-*', 0 failed') [ "$code" -gt 128 ] || complain "'$last' with exit status $code" ;;
    esac
    for words in "$@"; do
        grep -q "^$words" "$root/$cases" || complain "no line begins with '$words'"
    done
}

# ---- all is well ---------------------------------------------------------------------------------
fresh
judge green 'nothing happens' toys 'PASS toy l1'
judge green 'once more in the same tree'

# ---- one thing goes wrong ------------------------------------------------------------------------
fresh
echo 'a3 code 3' >plan
judge red 'a step fails' 'a3: exit status 3' 'FAIL a3 ' '13 passed, '
fresh
echo 'b2 code 0' >plan
judge red 'a step says nothing' 'b2: success, but no line with' 'FAIL b2: no result that says PASS' '13 passed, '
for name in f1 a1 b4 l1; do
    fresh
    echo "$name do mkdir build/test/results/$name" >plan
    judge red "the result of $name cannot be written" "FAIL $name: no result"
    fresh
    echo "$name do ln -s /dev/full build/test/results/$name" >plan
    judge red "the disk is full when the result of $name is written" "FAIL $name: no result"
done
fresh
echo "a1 do mkdir build/test/a2.log" >plan
judge red 'the log of a2 cannot be written' 'FAIL a2: no result that says PASS'
fresh
echo 'a1 do rm -rf build/test/results; : >build/test/results' >plan
judge red 'the folder of the results is gone' 'FAIL a2: no result' 'FAIL l1: no result'
fresh
mkdir -p build
: >build/test
judge red 'build/test is a file' 'FAIL build/test cannot be written'
fresh
sed -i '1s/^/ulimit -f 0\n/' Makefile
sed -i 's,^\t@tests/run.sh,\t@sh -c "ulimit -f 0; exec tests/run.sh",; 1d' Makefile
judge red 'no file may grow'
fresh
echo 'b3 do echo PASS someone >build/test/results/b9' >plan
judge red 'a result of no step' 'FAIL b9: a result of no step'

# ---- a list that is not whole, a suite that lies -------------------------------------------------
for line in 'exit 0' 'exit 3' 'return' ') (' 'kill -9 $(sh -c "echo \$PPID")'; do
    fresh
    sed -i "5i $line" tests/steps.sh
    judge red "the list stops at: $line"
done
fresh
sed -i '/^step last/i step c lost - true' tests/steps.sh
judge red 'a step in a lane that no stage has' 'FAIL lost: no result'
fresh
sed -i '/^step last/i step b a1 - true' tests/steps.sh
judge red 'two steps of one name'
fresh
judge green 'before the lie'
printf 'test:\n\t@echo "14 passed, 0 failed"\n' >Makefile
judge red 'old results and a forged count' 'FAIL f1: no result'
fresh
printf 'test:\n\t@tests/run.sh | sed "s/14 passed/13 passed/"\n' >Makefile
judge red 'a count that is not that of the results' "FAIL the suite said '13 passed, 0 failed'"
fresh
printf 'test:\n\t@tests/run.sh\n\t@false\n' >Makefile
judge red 'make fails behind a green suite' 'FAIL make test: exit status 2'
fresh
mkdir -p build/test
(
    flock 9
    judge red 'two suites in one tree' 'FAIL another suite runs in this tree'
    exit $wrong
) 9>build/test/lock || wrong=$((wrong + 1))

# ---- a process is killed -------------------------------------------------------------------------
next=$seed
random() { # below N; a small linear congruential generator, the same everywhere
    next=$(((next * 1103515245 + 12345) % 2147483648))
    chosen=$(((next / 65536) % $1 + 1))
}
pick() { # words
    random $#
    shift $((chosen - 1))
    picked=$1
}
kill_one() { # step when process
    fresh
    echo "$1 $2 $3" >plan
    judge red "$3 is killed $2 $1 has spoken"
    [ -s struck ] && [ "$(wc -l <struck)" = 1 ] || complain 'no process was killed'
}
for victim in self lane suite make below tee ci; do kill_one a3 before $victim; done
kill_one a2 before lane
grep -q '^FAIL lane a ended with status 137' "$root/$cases" || complain 'the lane is not named'
for name in a2 a3 a4 a5 refusal; do
    grep -q "^FAIL $name: no result" "$root/$cases" || complain "$name is not named"
done
n=0
while [ $n -lt "$count" ]; do
    n=$((n + 1))
    pick f1 a1 a2 a3 a4 a5 b1 b2 b3 b4 b5 l1
    name=$picked
    pick before after
    when=$picked
    pick self lane suite make below tee ci
    kill_one "$name" $when "$picked"
done
[ $wrong = 0 ] || { echo "FAIL suite: $wrong of $cases cases"; exit 1; }
echo "PASS suite: $cases cases, $n of them with a process killed at random (SEED=$seed); green only when all is well"
