#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# area_all.sh - area of the blocks in BLOCK at the configurations in CONFIG, then what can be
# compared at the paper's sizes:
#   with all of them asked for, or the unit   Table V of the paper beside ours
#   with a unit asked for                     what its blocks make of it (synthesised alone)
#   with the blocks of a line of synth/compared.txt   what that line names
#   with all blocks of studies/stalls.txt     how often they make others wait, from simulation
# COMPARE=no leaves out the last two, which take longest. Results that are up to date are used
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
all_wanted() {
  for b; do wanted $b || return 1; done
}

paper=no
for config in $CONFIG; do case $config in paper | all | tested) paper=yes ;; esac; done
compare=$paper
[ "${COMPARE:-yes}" = yes ] || compare=no

# What is compared first: its runs are the longest.
if [ $compare = yes ]; then
  while IFS='|' read -r asked where accounts block params; do
    where=$(echo $where) block=$(echo $block) accounts=$(echo $accounts) params=$(echo $params)
    case $asked in '#'*) continue ;; esac
    all_wanted $asked || continue
    [ "$where" = - ] && where=$out || where=$out/$where
    case $params in
      -) beside $where $accounts $block paper ;;
      */*)
        while IFS='|' read -r name params; do
          params=$(echo $params)
          case $name in '#'*) continue ;; esac
          [ "$params" = - ] || beside $where $accounts $block paper $params
        done <$params
        ;;
      *) beside $where $accounts $block paper $params ;;
    esac
  done <synth/compared.txt
fi
stalls=no
[ $compare = no ] || ! all_wanted $(sed '/^#/d; s/|.*//' studies/stalls.txt) || stalls=yes
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

if [ $stalls = yes ]; then
  fresh=yes
  while IFS='|' read -r block sizes; do
    block=$(echo $block)
    case $block in '#'*) continue ;; esac
    stimulus=$(tools/facts.sh stimulus $block)
    for n in $sizes; do
      for source in rtl/common/*.sv rtl/*/hd_$block.sv tb/*/${stimulus:-$block}_stim.c \
        studies/stalls.sh studies/stalls.txt sim/config/$block.conf; do
        [ "$out/stalls-$block-$n.kv" -nt "$source" ] || fresh=no
      done
    done
  done <studies/stalls.txt
  [ $fresh = yes ] && [ -e $out/stalls.txt ] || {
    studies/stalls.sh >$out/stalls.new && mv $out/stalls.new $out/stalls.txt
  }
fi
# shellcheck disable=SC2086 # lists of files
build/bin/area_report $listed --beside $beside
if [ $stalls = yes ]; then
  echo "Stalls under one stimulus (studies/stalls.sh says what the profiles are)"
  cat $out/stalls.txt
fi
