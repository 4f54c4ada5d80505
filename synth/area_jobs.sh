#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# area_jobs.sh - runs area.sh for each line of its input whose result is not up to date. A line is
# "DIR ACCOUNTS BLOCK CONFIG [PARAM=VALUE ...]", ACCOUNTS as a+b+c. JOBS=N in the environment: so
# many at once (default 2); the last one should be short, so let the long ones come first.
#
# A result is up to date if it holds these accounts, was made with this LIBERTY, and is newer than
# the RTL of the block and of all blocks inside it (area.sh notes which), the flow, the
# configurations and the library.
set -eu
cd "$(dirname "$0")/.."
. synth/result.sh
lib=${LIBERTY:-synth/heddle.lib}
if [ ! -f "$lib" ]; then
  echo "ERROR LIBERTY=$lib: no such file" >&2
  exit 2
fi
work=$(mktemp)
trap 'rm -f "$work"' EXIT
trap 'exit 1' HUP INT TERM

fresh() { # FILE.kv BLOCK ACCOUNTS
  grep -qs '^inside=' "$1" && grep -q "^library=$(basename "$lib")\$" "$1" || return 1
  for account in $(echo "$3" | tr + ' '); do
    grep -q "^$account\." "$1" || return 1
  done
  for source in synth/area.sh synth/flow.sh synth/account.sh synth/*.abc synth/liberty_info.c "$lib" \
    "sim/config/$2.conf" $(printf 'rtl/*/hd_%s.sv ' "$2" $(sed -n 's/^inside=//p' "$1")); do
    [ -e "$source" ] && [ "$1" -nt "$source" ] || return 1
  done
}

while read -r out accounts block config params; do
  # shellcheck disable=SC2086 # a list
  kv=$(result_of "$out" "$block" "$config" $params)
  if ! fresh "$kv" "$block" "$accounts"; then
    rm -f "$kv"
    echo "$out $accounts $block $config${params:+ $params}"
  fi
done >"$work"
[ -s "$work" ] || exit 0
[ ! -t 2 ] || echo "$(wc -l <"$work") yosys runs, up to a minute each at paper size" >&2
xargs -P "${JOBS:-2}" -L 1 sh -c '
  AREA_DIR=$PWD/$1 ACCOUNTS=$(echo "$2" | tr + " ")
  export AREA_DIR ACCOUNTS
  shift 2
  synth/area.sh "$@" || exit 255' sh <"$work" || exit 2
