#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# area_all.sh - area of the blocks in BLOCK at the configurations in CONFIG, then what can be
# compared at the paper's sizes:
#   with all of them asked for, or the unit   Table V of the paper beside ours
#   with a unit asked for                     what its blocks make of it (synthesised alone)
#   with the unit dwf                         the policies of synth/policies.txt
#   with the unit vt                          what slots cost, and Virtual Thread beside them
#   with both majority structures             the two from 16 to 128 entries, and how often they
#                                             make others wait, from simulation
# COMPARE=no leaves the last two out, which take longest. Results that are up to date are used
# again. ACCOUNTS="a b c" as for area.sh: all, but those that synth/long.txt names, if not given.
set -eu
cd "$(dirname "$0")/.."
. synth/result.sh
for account in ${ACCOUNTS:-}; do
  case $account in
    a | b | c) ;;
    *)
      echo "ERROR ACCOUNTS=$ACCOUNTS: no account '$account'; there are: a b c" >&2
      exit 2
      ;;
  esac
done
out=build/area
mkdir -p $out/growth $out/policy $out/study
jobs=$out/jobs.$$
trap 'rm -f "$jobs"' EXIT
trap 'exit 1' HUP INT TERM
: >"$jobs"

# Results for the table of their block, and others that are only compared with these.
listed= beside=
job() { # directory accounts block config [PARAM=VALUE ...]
  echo "$*" >>"$jobs"
}
beside() { # the same
  job "$@"
  directory=$1
  shift 2
  beside="$beside $(result_of "$directory" "$@")"
}
# The accounts of a block: what the caller wants, or all that do not take too long.
accounts() {
  if [ -n "${ACCOUNTS:-}" ]; then
    echo "$ACCOUNTS" | tr -s ' ' +
  else
    awk -F '[ |]+' -v block="$1" '$1 == block { left_out[$2] = 1 } END {
      for (i = 1; i <= 3; i++) { a = substr("abc", i, 1); if (!(a in left_out)) { printf "%s%s", s, a; s = "+" } }
    }' synth/long.txt
  fi
}
wanted() { case " $BLOCK " in *" $1 "*) true ;; *) false ;; esac; }

paper=no
for config in $CONFIG; do case $config in paper | all | tested) paper=yes ;; esac; done
compare=$paper
[ "${COMPARE:-yes}" = yes ] || compare=no

# The longest runs first: those of the unit and the trees.
if [ $compare = yes ] && wanted dwf; then
  while IFS='|' read -r name params; do
    params=$(echo $params)
    case $name in '#'*) continue ;; esac
    [ "$params" = - ] || beside $out/policy a dwf paper $params
  done <synth/policies.txt
fi
if [ $compare = yes ] && wanted vt; then
  for n in 192 96; do beside $out/study a warp_structures paper Slots=$n; done
  beside $out a warp_structures paper
fi
if [ $compare = yes ] && wanted max_heap && wanted max_tree; then
  trees=yes
  for n in 128 32 16; do
    for block in max_tree max_heap; do beside $out/growth a+b $block paper Entries=$n; done
  done
else
  trees=no
fi
for block in $BLOCK; do
  configs=$CONFIG
  case $CONFIG in
    all) configs=$(tools/params.sh "$block") ;;
    tested) configs=$(tools/facts.sh tested "$block") ;;
  esac
  for config in $configs; do
    job $out "$(accounts "$block")" "$block" "$config"
    listed="$listed $(result_of $out "$block" "$config")"
  done
done
synth/area_jobs.sh <"$jobs"

# The blocks inside a unit are known when the unit has been read: each alone, at the paper's sizes.
if [ $paper = yes ]; then
  : >"$jobs"
  for block in $BLOCK; do
    for child in $(sed -n 's/^inside=//p' "$(result_of $out "$block" paper)"); do
      [ ! -e "sim/config/$child.conf" ] || wanted "$child" || echo "$child"
    done
  done | sort -u >"$jobs.children"
  while read -r child; do beside $out a "$child" paper; done <"$jobs.children"
  rm -f "$jobs.children"
  synth/area_jobs.sh <"$jobs"
fi

if [ $trees = yes ]; then
  fresh=yes
  for n in 16 32 64 128; do
    for block in max_heap max_tree; do
      for source in rtl/common/*.sv rtl/*/hd_$block.sv tb/formation/max_heap_stim.c studies/stalls.sh \
        sim/config/$block.conf; do
        [ "$out/stalls-$block-$n.kv" -nt "$source" ] || fresh=no
      done
    done
  done
  [ $fresh = yes ] && [ -e $out/stalls.txt ] || {
    studies/stalls.sh >$out/stalls.new && mv $out/stalls.new $out/stalls.txt
  }
fi
# shellcheck disable=SC2086 # lists of files
build/bin/area_report $listed --beside $beside
if [ $trees = yes ]; then
  echo "Stalls under one stimulus (studies/stalls.sh says what the profiles are)"
  cat $out/stalls.txt
fi
