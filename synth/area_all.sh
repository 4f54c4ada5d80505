#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# area_all.sh - area of the blocks in BLOCK at the configurations in CONFIG; with both majority
# structures asked for, also the two side by side from 16 to 128 entries, with stall cycles from
# simulation (COMPARE=no leaves that out). Results newer than what they were made of are used again.
# ACCOUNTS as for area.sh; JOBS=N: so many runs at once (default 2).
set -eu
cd "$(dirname "$0")/.."
lib=${LIBERTY:-synth/heddle.lib}
if [ ! -f "$lib" ]; then
  echo "ERROR LIBERTY=$lib: no such file" >&2
  exit 2
fi
mkdir -p build/area/growth
compare=no
case " $BLOCK " in *" max_heap "*) case " $BLOCK " in *" max_tree "*) compare=${COMPARE:-yes} ;; esac ;; esac
[ "$CONFIG" = paper ] || [ "$CONFIG" = all ] || compare=no

work=build/area/work.$$
trap 'rm -f "$work"' EXIT
kvs=
add() { # directory block config [PARAM=VALUE]: one line of work, if its result is not up to date
  kv=$1/$2-$3${4:+-$(echo "$4" | tr -d =)}.kv
  kvs="$kvs $kv"
  for source in rtl/common/*.sv rtl/*/hd_"$2".sv synth/*.sh synth/*.abc sim/config/"$2".conf "$lib"; do
    if [ ! -e "$kv" ] || [ "$source" -nt "$kv" ] || ! grep -q "^library=$(basename "$lib")\$" "$kv"; then
      rm -f "$kv"
      echo "$1 ${5:-all} $2 $3${4:+ $4}" >>"$work"
      return
    fi
  done
}
if [ "$compare" = yes ]; then
  for n in 128 32 16; do
    add build/area/growth max_tree paper Entries=$n 'a+b'
    add build/area/growth max_heap paper Entries=$n 'a+b'
  done
fi
for block in $BLOCK; do
  configs=$CONFIG
  [ "$CONFIG" != all ] || configs=$(sed -n 's/^\([a-z][a-z0-9_]*\).*/\1/p' "sim/config/$block.conf")
  for config in $configs; do add build/area "$block" "$config" '' "${ACCOUNTS:-all}"; done
done

if [ -s "$work" ]; then
  [ ! -t 2 ] || echo "$(wc -l <"$work") yosys runs, about a minute each at paper size" >&2
  xargs -P "${JOBS:-2}" -L 1 sh -c '
    AREA_DIR=$PWD/$1
    export AREA_DIR
    case $2 in all) unset ACCOUNTS ;; *) ACCOUNTS=$(echo "$2" | tr + " "); export ACCOUNTS ;; esac
    shift 2
    synth/area.sh "$@" || exit 255' sh <"$work" || exit 2
fi
if [ "$compare" = yes ]; then
  fresh=yes
  for n in 16 32 64 128; do
    for block in max_heap max_tree; do
      for source in "rtl/formation/hd_$block.sv" tb/formation/max_heap_stim.c sim/stalls.sh; do
        [ "build/area/stalls-$block-$n.kv" -nt "$source" ] || fresh=no
      done
    done
  done
  [ $fresh = yes ] && [ -e build/area/stalls.txt ] || sim/stalls.sh >build/area/stalls.txt
fi
# shellcheck disable=SC2086 # a list of files
build/bin/area_report $kvs
if [ "$compare" = yes ]; then
  echo "Stalls under one stimulus (sim/stalls.sh says what the profiles are)"
  cat build/area/stalls.txt
fi
