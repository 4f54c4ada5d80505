#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# studies/sweep.sh with a toy in the place of heddle: what is run, and what is not run again; a sweep that is
# killed; a job array, with a toy in the place of Slurm, which no machine of ours has. Then the tables of
# studies/pairs.sh from points written by hand, and all of studies/elastic.sh.
set -u
dir=build/test/sweep
rm -rf "$dir"
mkdir -p "$dir/slurm" || exit 2
unset JOBS SBATCH HEDDLE
SLURM=no HEDDLE=$(pwd)/$dir/toy
export SLURM HEDDLE
cases=0 failed=0

# toy run --json FILE --quiet WORDS ...: `slow` takes a minute, or until the file `fast` is there; `bad` fails.
cat >$HEDDLE <<END
#!/bin/sh
shift
new=\$2
shift 3
echo "\$*" >>$dir/ran
case " \$* " in
    *' long '*)
        echo '{"heddle": "toy", "cycles": 9}' >"\$new"
        echo 'FAIL toy: stopped after 9 cycles; --steps N allows more'
        exit 1 ;;
esac
case " \$* " in *' bad '*) echo "FAIL toy: bad"; exit 1 ;; esac
case " \$* " in *' slow '*)
    echo half >"\$new"
    for i in \$(seq 300); do [ -f $dir/fast ] && break; sleep 0.2; done ;;
esac
echo '{"heddle": "toy", "cycles": 1}' >"\$new"
END
chmod +x $HEDDLE
echo one >$dir/data
: >$dir/ran

says() { # WHAT CONDITION ...: a case
    what=$1
    shift
    cases=$((cases + 1))
    "$@" && return
    failed=$((failed + 1))
    echo "FAIL sweep: $what: $(tail -n 1 "$dir/log")"
}
sweep() { # WHAT RUNS STATUS
    before=$(wc -l <$dir/ran)
    studies/sweep.sh $dir/list $dir/out >$dir/log 2>&1
    status=$?
    now=$(($(wc -l <$dir/ran) - before))
    says "$1: $now runs and exit status $status, not $2 and $3" [ "$now $status" = "$2 $3" ]
}
ended() { [ "$(pgrep -f "^/bin/sh $HEDDLE" | wc -l)" = 0 ]; }
# Waits until the slow ones run, and what was quick is there.
under_way() { # NUMBER
    for i in $(seq 100); do
        [ "$(pgrep -f "^/bin/sh $HEDDLE" | wc -l)" -ge "$1" ] && break
        sleep 0.1
    done
    sleep 0.3
}

cat >$dir/list <<END
a alpha --size 1
b beta --size 2
c alpha $dir/data
d beta + alpha --size 3
END
sweep 'the first time' 4 0
says 'a point begins with its inputs' \
    grep -q '^{"point": {"inputs": "heddle [0-9:]*", "words": "alpha --size 1"}, "heddle": "toy", ' $dir/out/a.json
sweep 'again' 0 0
echo '# a remark' >>$HEDDLE
sweep 'another binary' 4 0
sed -i 's/--size 2/--size 5/' $dir/list
sweep 'other words' 1 0
echo two >$dir/data
sweep 'a file that the words name is another one' 1 0
rm $dir/out/a.json
sweep 'a point that is missing' 1 0
echo 'e bad --size 1' >>$dir/list
sweep 'a point that fails' 1 1
says 'it is named' grep -q '^FAIL sweep: .* points in .*: e ' $dir/log
says 'there is no file of it' [ ! -e $dir/out/e.json ]
sweep 'it is tried again' 1 1

printf '%s\n' 'f alpha long' 'g --steps 9 alpha long' 'h --steps 9 bad' >$dir/list
sweep '--steps that was asked for is no failure' 3 1
says 'others are' grep -q '^FAIL sweep: .*: f h (' $dir/log

# Killed in the middle: what was ended is there, the rest is not, and nothing goes on running.
for signal in INT TERM HUP; do
    rm -rf $dir/out
    printf '%s\n' 'a alpha' 'b beta slow' 'c alpha slow' 'd beta' >$dir/list
    # A shell starts what is in the background deaf to INT, and nohup deaf to HUP.
    JOBS=4 env --default-signal=INT,HUP studies/sweep.sh $dir/list $dir/out >$dir/log 2>&1 &
    pid=$!
    under_way 2
    cases=$((cases + 1))
    studies/sweep.sh $dir/list $dir/out >$dir/second 2>&1
    [ $? = 2 ] && grep -q 'another sweep writes' $dir/second || {
        failed=$((failed + 1))
        echo "FAIL sweep: two at once: $(tail -n 1 $dir/second)"
    }
    kill -$signal $pid
    wait $pid
    says "$signal: exit status $?, not 130" [ $? = 130 ]
    says "$signal: something goes on" ended
    says "$signal: the points that ended" [ "$(cd $dir/out && ls -- *.json | tr '\n' ' ')" = 'a.json d.json ' ]
    says "$signal: half a point is left" [ -z "$(find $dir/out -name '.*.new*')" ]
    : >$dir/fast
    sweep "$signal: it goes on" 2 0
    rm -f $dir/fast
done
# Nobody can clear up behind kill -9; the next sweep does.
: >$dir/out/.b.77.new
rm $dir/out/b.json
: >$dir/fast
sweep 'behind kill -9' 1 0
says 'the half is gone' [ ! -e $dir/out/.b.77.new ]

wrong() { # WORDS LINE ...
    words=$1
    shift
    printf '%s\n' "$@" >$dir/list
    sweep "refused with '$words'" 0 2
    says "it says $words" grep -q "$words" $dir/log
}
wrong 'is there twice' 'a alpha' 'a beta'
wrong 'line 1: a' 'a'
wrong 'line 1: a/b' 'a/b alpha'
wrong 'line 2: b' 'a alpha' 'b be"ta'

# ---- Slurm ------------------------------------------------------------------------------------------
cat >$dir/slurm/sbatch <<END
#!/bin/sh
# As sbatch --parsable --wait: prints the job's number, runs the tasks, gives the highest exit status.
echo "\$*" >>$dir/slurm/calls
for script; do :; done
echo '17;cluster'
tasks=\$(sed -n 's/^#SBATCH --array=1-\([0-9]*\).*/\1/p' "\$script")
log=\$(sed -n 's/^#SBATCH --output=//p' "\$script")
status=0 children=
for n in \$(seq "\$tasks"); do
    SLURM_ARRAY_TASK_ID=\$n sh "\$script" >"\$(echo "\$log" | sed "s/%a/\$n/")" 2>&1 &
    children="\$children \$!"
done
echo \$children >$dir/slurm/pids
for child in \$children; do wait \$child || status=1; done
exit \$status
END
cat >$dir/slurm/scancel <<END
#!/bin/sh
echo "scancel \$*" >>$dir/slurm/calls
for pid in \$(cat $dir/slurm/pids); do pkill -P \$pid; kill \$pid; done
END
chmod +x $dir/slurm/sbatch $dir/slurm/scancel
path=$PATH
PATH=$(pwd)/$dir/slurm:$PATH SLURM=yes
rm -rf $dir/out
printf '%s\n' 'a alpha' 'b beta' 'c alpha 3' 'd beta bad' >$dir/list
JOBS=3
SBATCH='--partition=short --time=10'
export JOBS SBATCH
sweep 'a job array' 4 1
says 'sbatch is called once, with the options' \
    [ "$(cat $dir/slurm/calls)" = "--parsable --wait --partition=short --time=10 $dir/out/array.sh" ]
says 'a task a point, so many at once' grep -q '^#SBATCH --array=1-4%3$' $dir/out/array.sh
says 'the points of the array' [ "$(cd $dir/out && ls -- *.json | tr '\n' ' ')" = 'a.json b.json c.json ' ]
says 'the task that failed is named' grep -q '^FAIL sweep: .*: d ' $dir/log
says 'it says how far it is' grep -q '^\[4/4\] ' $dir/log
sed -i 's/ bad//' $dir/list
sweep 'the array goes on' 1 0
rm -rf $dir/out $dir/fast
printf '%s\n' 'a alpha' 'b beta slow' >$dir/list
studies/sweep.sh $dir/list $dir/out >$dir/log 2>&1 &
pid=$!
under_way 1
kill -TERM $pid
wait $pid
says "a job array that is stopped: exit status $?, not 130" [ $? = 130 ]
says 'scancel is told its number' grep -q '^scancel 17$' $dir/slurm/calls
says 'half a point of an array' [ ! -e $dir/out/b.json ]
printf '#!/bin/sh\necho no such partition >&2\nexit 1\n' >$dir/slurm/sbatch
sweep 'sbatch refuses' 0 2
says 'it says so' grep -q 'sbatch has taken no job' $dir/log
PATH=$path

# ---- tables from points by hand -----------------------------------------------------------------------
# point NAME CYCLES MISSES then PROGRAM BEGAN ENDED INSTRUCTIONS GIVEN ...
point() {
    file=$dir/hand/$1.json
    printf '{"heddle": "0", "cycles": %s, "divided": %s, "spatial": 0, "l2": {"load": %s, "store": 30, "atomic": 0, ' \
        "$2" "${divided:-0}" "$(($3 + 70))" >"$file"
    printf '"hit": 60, "merged": 40}, "programs": [' >>"$file"
    shift 3
    between=
    while [ $# != 0 ]; do
        printf '%s{"name": "%s", "run_cycles": %s, "launches": 2, "blocks": 40, "warp_instructions": %s, ' \
            "$between" "$1" "$(($3 - $2))" "$4" >>"$file"
        printf '"resident_blocks": 8000, "given_blocks": %s}' "$5" >>"$file"
        between=', '
        shift 5
    done
    echo ']}' >>"$file"
}
mkdir -p $dir/hand
point alone-fast-1 1000 10 fast 0 1000 4000 0
point alone-slow-1 2000 200 slow 100 2100 2000 0
point pair-fast+slow-leftover-1 3000 1 fast 0 1000 4000 0 slow 0 3000 2000 0
divided=1
point pair-fast+slow-slicer-1 2500 1 fast 0 1250 4000 5 slow 0 2500 2000 3
awk -f studies/pairs/points.awk $dir/hand/*.json >$dir/hand/points
says 'a line of a point' grep -qx 'alone-slow-1 2000 0 0 200 slow 2000 2 40 2000 8000 0' $dir/hand/points
awk -f studies/pairs/metrics.awk $dir/hand/points >$dir/hand/metrics
cp $dir/hand/metrics $dir/log
# IPC 6000/3000; one behind the other 3000; speed-ups 1 and 2/3. Then 6000/2500, 4/5 and 4/5.
says 'metrics of left-over' grep -q '^fast slow leftover 1 2.0000 1.0000 0.6667 1.2500 1.6667 0 0 ' $dir/hand/metrics
says 'metrics of the slicer' grep -q '^fast slow slicer 1 2.4000 1.2000 0.8000 1.2500 1.6000 5 3 ' $dir/hand/metrics
echo 'fast compute 1.0 2 20 500 200 8.0 1.000 2.000
slow memory 40.0 2 20 1000 200 8.0 2.000 2.000' >$dir/hand/classes
echo 'memory fast slow' >$dir/hand/pairs
echo 'fast 1 2 HOT
slow 1 2 BLK' >$dir/hand/programs
row() { grep -qxF -- "$1" $dir/log; }
tables() { # POLICIES SEEDS METRICS
    (
        . studies/common.sh
        awk -v set=full -v warm=9 -v steps=9 -v sms=2 -v blocks=2 -v policies="$1" -v seeds="$2" -v out=$dir/hand \
            "$thousands $(cat studies/pairs/seeds.awk studies/pairs/report.awk)" $dir/hand/programs \
            studies/pairs/paper.txt $dir/hand/classes $dir/hand/pairs "$3"
    ) >$dir/log 2>&1
}
tables 'leftover slicer' 1 $dir/hand/metrics
says 'the pair, beside the paper' grep -qx '| `fast` + `slow` | 2.00 | +20.0 % | 5, 3 | 2, 4 |' $dir/log
says 'the curve' grep -q '^| `fast` | HOT: compute, 5.8 | compute | 1.0 | .* | 2.00 | 50 | 100 |$' $dir/log
says 'IPC beside the paper' grep -qx '| IPC, slicer over left-over | +23 % | +20.0 % |' $dir/log
says 'fairness beside the paper' grep -qx '| smaller speed-up, slicer over left-over | +26 % | +20.0 % |' $dir/log
says 'fairness, ANTT, STP' grep -qx '| `slicer` | +20.0 % | +20.0 % | 0.80 | 1.25 | 1.60 |' $dir/log
# Two seeds: IPC 1.2 and 1.1 times left-over's, geometric mean 1.149; smaller speed-ups 0.8 / 0.6667 and 0.6 / 0.5;
# STP 1.6 and 1.4.
{
    cat $dir/hand/metrics
    echo 'fast slow leftover 2 3.0000 1.0000 0.5000 2.0000 1.5000 0 0 0 0'
    echo 'fast slow slicer 2 3.3000 1.0000 0.6000 1.7500 1.4000 5 3 1 0'
} >$dir/hand/metrics2
tables 'leftover slicer' '1 2' $dir/hand/metrics2
says 'two seeds: a pair' row '| `fast` + `slow` | 2.50 (2.00 to 3.00) | +14.9 % (+10.0 to +20.0) | 5, 3 | 2, 4 |'
says 'two seeds: a policy' row "| \`slicer\` | +14.9 % (+10.0 to +20.0) | +20.0 % (+20.0 to +20.0) |$(
    ) 0.70 (0.60 to 0.80) | 1.50 (1.25 to 1.75) | 1.50 (1.40 to 1.60) |"
rm $dir/hand/alone-slow-1.json
awk -f studies/pairs/points.awk $dir/hand/*.json | awk -f studies/pairs/metrics.awk >$dir/log 2>&1
says 'a pair without its program alone is an error' grep -q 'pair-fast+slow-.*not both were run alone' $dir/log

# Curves: one that rises, few misses; one that rises, many; one that falls; few blocks; a short launch.
{
    for b in 1 2; do
        echo "curve-up-$b-1 100 0 0 1 up 100 1 9 $((b * 1000)) 160 0"
        echo "curve-miss-$b-1 100 0 0 1 miss 100 1 9 $((b * 1000)) 160 0"
        echo "curve-down-$b-1 100 0 0 1 down 100 1 9 $((1200 - b * 100)) 160 0"
    done
    for p in up:1 miss:40 down:50; do echo "alone-${p%:*}-1 500 0 0 ${p#*:} ${p%:*} 500 1 12 1000 160 0"; done
    echo 'alone-tiny-1 500 0 0 1 tiny 500 1 11 1000 160 0'
    echo 'alone-quick-1 500 0 0 1 quick 500 2 24 1000 160 0'
} | awk -v sms=2 -v profile=400 -v blocks=2 -f studies/pairs/classes.awk | cut -d ' ' -f 1-3 | tr '\n' ';' >$dir/log
says 'classes' [ "$(cat $dir/log)" = 'up compute 1.0;miss memory 40.0;down cache 50.0;tiny few 1.0;quick brief 1.0;' ]

printf '%s\n' 'a 1 2 -' 'b 1 2 X' 'c 1 2 -' 'm 1 2 -' 'n 1 2 Y' 'd 1 2 -' >$dir/hand/programs
printf '%s\n' 'a compute' 'b compute' 'c compute' 'm memory' 'n memory' 'd cache' |
    awk -v compute=2 -v cache=2 -v memory=1 -f studies/pairs/select.awk $dir/hand/programs - | tr '\n' ';' >$dir/log
says 'pairs: the paper first' [ "$(cat $dir/log)" = 'cache b d;cache a d;memory b n;memory a n;compute b a;' ]

# ---- the study of Elastic Kernels from end to end, with a toy whose cycles can be summed by hand --------------
# Alone `two` takes 20,000 cycles for 8,000 blocks, the others 1,000 for 40. In a pair with `two`:
#            cuda     nss     elastic  .whole
#   two     20,000  25,000    25,000   20,000
#   other   21,000   2,000     1,250    2,000
# and the two others: 2,000 each, with nss 1,000. Pairs of seed 2 take twice as long.
cat >$dir/toy_gpu <<'END'
#!/bin/sh
new=$3 words="$*" variant=elastic
echo "$words" >>"${0%/*}/ran"
case $words in
    *'--dispatch leftover --queues 1 --waits --runs 1 '*) variant=cuda ;;
    *'--dispatch leftover '*) variant=nss ;;
    *' + '*'two'*'--slice 2000'* | *'two'*'--slice 2000'*' + '*) ;;
    *two*) variant=whole ;;
esac
cycles() { # PROGRAM
    case $words:$1 in
        *' + '*:two) case $variant in nss | elastic) echo 25000 ;; *) echo 20000 ;; esac ;;
        *:two) echo 20000 ;;
        *two*' + '* | *' + '*two*) case $variant in cuda) echo 21000 ;; elastic) echo 1250 ;; *) echo 2000 ;; esac ;;
        *' + '*) [ $variant = nss ] && echo 1000 || echo 2000 ;;
        *) echo 1000 ;;
    esac
}
times=1
case $words in *' + '*'--seed 2'*) times=2 ;; esac
all=0 programs=
for name in one two four; do
    case " $words " in *" $name --size "*) ;; *) continue ;; esac
    n=$(($(cycles $name) * times)) blocks=40
    [ $name != two ] || blocks=8000
    [ $n -le $all ] || all=$n
    programs="$programs${programs:+, }{\"name\": \"$name\", \"began\": 0, \"ended\": 7, \"run_cycles\": $n, "
    programs="$programs\"launches\": 1, \"blocks\": $blocks, \"warp_instructions\": 5000, "
    programs="$programs\"resident_blocks\": 1, \"given_blocks\": 0}"
done
echo "{\"heddle\": \"toy\", \"cycles\": $all, \"divided\": 0, \"spatial\": 0, \"l2\": {\"load\": 0, \"store\": 0, " \
    "\"atomic\": 0, \"hit\": 0, \"merged\": 0}, \"programs\": [$programs]}" >"$new"
END
chmod +x $dir/toy_gpu
printf '%s\n' 'one 10 20 - a' 'two 10 20 - b' 'other 10 20 - -' 'four 10 20 - c' 'more 10 20 - d' >$dir/list
elastic() { # SEEDS PROGRAMS: its tables in the log
    HEDDLE=$(pwd)/$dir/toy_gpu PAIRS_LIST=$dir/list PAIRS_OUT=$dir/elastic SEEDS=$1 FULL=0 TABLES=0 \
        PROGRAM=${2:-one two four} \
        studies/elastic.sh >$dir/log 2>$dir/err || tail -n 3 $dir/err >>$dir/log
}
: >$dir/ran
elastic 1
# Three alone; three pairs with six variants; two of them four times without slices.
says 'runs of the elastic study' [ "$(wc -l <$dir/ran)" = 29 ]
says 'the slice is of the long program' [ "$(cat $dir/elastic/slices)" = 'two 2000' ]
says 'its words' \
    grep -q -- '--dispatch median --runs 1 one --size 10 --seed 1 + two --size 10 --seed 1 --slice 2000$' $dir/ran
says 'the rest is not sliced' [ "$(grep -c -- '--slice' $dir/ran) $(grep -c 'four.*--slice' $dir/ran)" = '8 4' ]
# Means over two pairs with `two` and one without. STP: cuda 1 + 1/21 twice and 1, cube root of the product 1.03;
# nss 1/2 + 4/5 twice and 2: 1.50; elastic 4/5 + 4/5 twice and 1: 1.37. ANTT: 11, 11, 2: 6.23; (2 + 1.25) / 2
# twice and 1: 1.38; 1.25, 1.25, 2: 1.46.
says 'STP and ANTT of cuda' row '| `cuda` | 1.03 | 1.03 | 1.24 | 1.05 | 6.71 | 6.23 | 194.93 | 11.00 |'
says 'of nss' row '| `nss` | 1.18 | 1.50 | 1.81 | 2.00 | 3.05 | 1.38 | 69.07 | 1.62 |'
says 'of a policy' row '| `mpmax` | 1.25 | 1.37 | 2.08 | 1.60 | 1.80 | 1.46 | 19.23 | 2.00 |'
# Without slices 1/2 + 1 and (2 + 1) / 2.
says 'of a policy without slices' row '| `mpmax`, no slices |  | 1.31 |  | 1.50 |  | 1.65 |  | 2.00 |'
# Over cuda. Time: 21,000 to 25,000 twice, and 2,000 to 1,000: 1.12; without the last 0.89.
says 'nss over cuda' row '| `nss` | 1.15 | 1.45 | 2.20 | 4.51 | 1.20 | 1.12 |'
says 'a policy over cuda' row '| `equal` | 1.14 | 1.33 | 3.51 | 4.26 | 1.15 | 0.89 |'
says 'pairs that win and lose' row '| `queuemold` | 2 | 0 | 0 | 2 | 2 | 0 |'
says 'and with nss' row '| `nss` | 3 | 0 | 0 | 3 | 2 | 1 |'
# With slices over without: 1.6 / 1.5, and 1.5 / 1.25; over three pairs the cube root of the square.
says 'slices' row '| `mpmax`, a program is sliced | 2 | +7.8 % | +6.7 % | 1.55 | 1.20 |'
says 'slices, over all pairs' row '| `mpmax`, all pairs | 3 | +3.3 % | +4.4 % | 1.28 | 1.13 |'
says 'each pair' \
    row '| `one` + `two` | 1.05 | 1.30 | 1.60 | 1.60 | 1.60 | 1.60 | 11.00 | 1.62 | 1.25 | 1.25 | 1.25 | 1.25 |'
# The ranks of ANTT: mpmax has 1.25, 1.25, 2.
says 'the picture: ranks' [ "$(cut -d ' ' -f 1,6,7 $dir/elastic/sorted.dat | tr '\n' ';')" = \
    '1 1.0000 1.2500;2 1.6000 1.2500;3 1.6000 2.0000;' ]
elastic 1 'one other'
says 'a program that does nothing of Parboil' grep -q 'elastic.sh: other: no program' $dir/err
elastic 1 one
says 'one program' grep -q 'PROGRAM needs two' $dir/err
before=$(wc -l <$dir/ran)
elastic '1 2'
says 'another seed: its runs alone' [ $(($(wc -l <$dir/ran) - before)) = 29 ]
# Half the STP, twice the ANTT: over both the geometric mean.
says 'mean and spread' row "| \`cuda\` | 1.03 | 0.73 (0.52 to 1.03) | 1.24 | 1.05 |$(
    ) 6.71 | 8.81 (6.23 to 12.46) | 194.93 | 22.00 |"
says 'what is the same with each seed' row "| \`nss\` | 1.15 | 1.45 (1.45 to 1.45) |$(
    ) 2.20 | 4.51 (4.51 to 4.51) | 1.20 | 1.12 (1.12 to 1.12) |"

[ $failed = 0 ] || { echo "FAIL sweep: $failed of $cases"; exit 1; }
echo "PASS sweep: $cases cases; Slurm is a toy"
