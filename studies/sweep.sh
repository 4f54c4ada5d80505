#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# sweep.sh - many runs of heddle, as a pool of processes, or as a job array where there is Slurm.
#     sweep.sh LIST OUT     a line of LIST: the name of a point, then the words behind `heddle run`
# A point is OUT/NAME.json: what --json writes, with the inputs in front: checksums of the binary, of the
# kernels and of the files that the words name, and the words. A point whose inputs are still the same is
# not run again, so a sweep that was stopped goes on, and a changed binary runs anew. A point is there
# whole or not at all: it is written under another name, and renamed.
# Variables: JOBS (processors): processes at once, or tasks. SLURM=no: a pool also where sbatch is.
# SBATCH: options for sbatch. HEDDLE: the binary.
# Exit: 0 all points are there; 1 some failed (their words: OUT/NAME.log); 2 it cannot begin; 130 stopped.
set -u
here=$(dirname "$0")/..
cd "$here" || exit 2
. studies/common.sh
heddle=${HEDDLE:-$heddle}
unset MAKEFLAGS MFLAGS MAKELEVEL
tab=$(printf '\t')

# The beginning of a point with these inputs.
head_of() { printf '{"point": {"inputs": "%s", "words": "%s"}, ' "$1" "$2"; }
is_there() { # OUT NAME INPUTS WORDS
    [ -f "$1/$2.json" ] && head -n 1 "$1/$2.json" | grep -qF -- "$(head_of "$3" "$4")"
}

# ---- a point: a process of the pool, or a part of a task ------------------------------------------
one() { # OUT LINE
    line=$(sed -n "${2}p" "$1/todo")
    name=${line%%"$tab"*} line=${line#*"$tab"}
    inputs=${line%%"$tab"*} words=${line#*"$tab"}
    new=$1/.$name.$$.new child=
    # A shell looks at a signal when what it waits for has ended: so the run is behind it, and is ended.
    trap '[ -z "$child" ] || kill "$child" 2>/dev/null; rm -f "$new"* "$1/$name.log"; exit 130' HUP INT TERM
    begun=$(date +%s)
    # shellcheck disable=SC2086 # words
    "$heddle" run --json "$new" --quiet $words >"$1/$name.log" 2>&1 &
    child=$!
    wait "$child"
    status=$?
    child=
    # --steps asks to stop there: the results are not those of the program's end, and the counters are there.
    case " $words " in
        *' --steps '*) [ $status != 1 ] || ! grep -q 'stopped after .* --steps N' "$1/$name.log" || status=0 ;;
    esac
    if [ $status = 0 ]; then
        { head_of "$inputs" "$words" && sed '1s/^{//' "$new"; } >"$new.whole" && mv "$new.whole" "$1/$name.json" &&
            rm -f "$1/$name.log" "$new" && end="$(($(date +%s) - begun)) s"
    fi || status=1
    rm -f "$new"*
    [ $status = 0 ] || end="FAIL exit $status: $(head -n 1 "$1/$name.log")"
    echo "$name: $end" >>"$1/done"
    [ -n "${SLURM_ARRAY_TASK_ID:-}" ] || echo "[$(wc -l <"$1/done")/$(wc -l <"$1/todo")] $name: $end"
    [ $status = 0 ]
    exit
}
[ "${1:-}" != --one ] || one "$2" "$3"

# ---- what is to be run ----------------------------------------------------------------------------
[ $# = 2 ] || { echo "usage: $0 LIST OUT" >&2; exit 2; }
list=$1 out=$2 jobs=${JOBS:-$(getconf _NPROCESSORS_ONLN)}
need "$heddle"
[ -f "$list" ] || { echo "ERROR $me: $list: no such file" >&2; exit 2; }
mkdir -p "$out" || exit 2
exec 9>"$out/.lock"
flock -n 9 || { echo "ERROR $me: another sweep writes into $out" >&2; exit 2; }
rm -f "$out"/.*.new* "$out/done"

wrong=$(awk '/["\\\t]/ || $1 !~ /^[A-Za-z0-9_.,+-]+$/ || NF < 2 {print "line " FNR ": " $0; exit}
    seen[$1]++ {print "line " FNR ": " $1 " is there twice"; exit}' "$list")
[ -z "$wrong" ] || { echo "ERROR $me: $list, $wrong" >&2; exit 2; }

# WORD SUM of each word that is a program of ours or a file.
awk '{for (f = 2; f <= NF; f++) print $f}' "$list" | sort -u | while read -r word; do
    for file in "$word" "build/kernels/$word.elf"; do
        # shellcheck disable=SC2046 # two words
        [ ! -f "$file" ] || { printf '%s ' "$word" && cksum <"$file" | tr ' ' ':'; break; }
    done
done >"$out/files"
# Without what a debugger reads: a remark moves lines, and changes no run.
strip -g -R .note.gnu.build-id -o "$out/.binary.new" "$heddle" 2>/dev/null || cp "$heddle" "$out/.binary.new"
binary=$(cksum <"$out/.binary.new" | tr ' ' ':')
rm -f "$out/.binary.new"
# Name, inputs, words.
awk -v binary="$binary" -v files="$out/files" '
    FILENAME == files {sum[$1] = $2; next}
    {
        name = $1
        sub(/^[ \t]*[^ \t]+[ \t]+/, "")
        inputs = "heddle " binary
        split("", named)
        for (f = 1; f <= NF; f++) if ($f in sum && !named[$f]++) inputs = inputs " " $f " " sum[$f]
        print name "\t" inputs "\t" $0
    }' "$out/files" "$list" >"$out/points"

missing() {
    while IFS=$tab read -r name inputs words; do
        is_there "$out" "$name" "$inputs" "$words" || printf '%s\t%s\t%s\n' "$name" "$inputs" "$words"
    done <"$out/points"
}
missing >"$out/todo"
all=$(wc -l <"$out/points") count=$(wc -l <"$out/todo")

# ---- the pool: make, which ends its children when it is ended --------------------------------------
pool() {
    {
        printf '.PHONY: all\nall:'
        seq -s ' ' -f ' %.0f' "$count"
        printf '%%:\n\t@studies/sweep.sh --one %s $@\n' "$out"
    } >"$out/pool.mk"
    HEDDLE=$heddle make -s -k -j "$jobs" -f "$out/pool.mk" 2>"$out/pool.log" 9>&- &
    running=$!
    trap 'kill -TERM $running 2>/dev/null; wait $running; echo "$me: stopped; the same command goes on" >&2; exit 130' \
        HUP INT TERM
    wait $running
}

# ---- the array: a task takes every so many-th point, since a cluster has a limit of tasks -------------
array() {
    tasks=$((count < 1000 ? count : 1000))
    cat >"$out/array.sh" <<END
#!/bin/sh
#SBATCH --job-name=heddle-sweep
#SBATCH --array=1-$tasks%$jobs
#SBATCH --output=$out/slurm-%a.log
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
cd '$(pwd)' || exit 2
n=\$SLURM_ARRAY_TASK_ID status=0
while [ \$n -le $count ]; do
    HEDDLE='$heddle' studies/sweep.sh --one '$out' \$n || status=1
    n=\$((n + $tasks))
done
exit \$status
END
    : >"$out/done"
    # shellcheck disable=SC2086 # options
    sbatch --parsable --wait ${SBATCH:-} "$out/array.sh" >"$out/slurm.id" 9>&- &
    running=$!
    trap 'scancel "$(sed "s/;.*//" "$out/slurm.id")"; echo "$me: stopped; the same command goes on" >&2; exit 130' \
        HUP INT TERM
    shown=0 goes=yes
    while [ $goes = yes ]; do
        kill -0 $running 2>/dev/null || goes=no
        awk -v shown=$shown -v count="$count" 'NR > shown {print "[" NR "/" count "] " $0}' "$out/done"
        shown=$(wc -l <"$out/done")
        [ $goes = no ] || sleep 1
    done
    wait $running
    [ -s "$out/slurm.id" ] || { echo "ERROR $me: sbatch has taken no job" >&2; exit 2; }
}

if [ "$count" = 0 ]; then
    :
elif [ "${SLURM:-yes}" != no ] && command -v sbatch >/dev/null; then
    array
else
    pool
fi
failed=$(missing | cut -f 1 | tr '\n' ' ')
[ -z "$failed" ] || { echo "FAIL sweep: not there, of $all points in $out: $failed(words in $out/NAME.log)"; exit 1; }
echo "PASS sweep: $all points in $out, $count of them made now"
