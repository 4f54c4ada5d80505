# SPDX-License-Identifier: Apache-2.0
# What the studies have in common; sourced.
me=$(basename "$0")
stop() {
    echo "$me: stopped, see above" >&2
    exit 1
}
need() { # program
    [ -x "$1" ] || { echo "$me: there is no $1: make $1" >&2; exit 2; }
}
need_gnuplot() {
    command -v gnuplot >/dev/null || { echo "$me: gnuplot is not installed: no pictures" >&2; exit 1; }
}

# ---- programs on the core ------------------------------------------------------------------------
heddle=build/bin/heddle
# What the last run wrote with --json "$json", and a number of it.
json=build/${me%.sh}.$$.json
trap 'rm -rf "$json"*' EXIT
trap 'exit 1' HUP INT TERM
number() { sed -n "s/.*\"$1\": \([0-9.]*\).*/\1/p" "$json"; }

case ${SIZE:-usual} in
    usual | odd | half | double) ;;
    *) echo "$me: SIZE=$SIZE: usual, odd, half or double" >&2; exit 2 ;;
esac
# NAME SIZE of the programs asked for, or of all that say nothing unsafe and are no variants (_long).
# PROGRAM; SIZE: usual or odd; half or double of the usual one (nqueens: a queen less or more, which is
# a fifth or five times of the work).
programs() {
    $heddle list | awk -v asked="${PROGRAM:-}" -v how="${SIZE:-usual}" '
        { n = how == "odd" ? $3 : $2
          if (how == "half") n = $1 == "nqueens" ? n - 1 : int(n / 2)
          if (how == "double") n = $1 == "nqueens" ? n + 1 : 2 * n
          size[$1] = n }
        !asked && $1 !~ /_(unsafe|long)$/ {print $1, n}
        END {n = split(asked, name, " "); for (i = 1; i <= n; i++) print name[i], size[name[i]]}'
}

# For the head of an awk program: 1234567 is 1,234,567.
# shellcheck disable=SC2034 # used where this is read
thousands='
    function thousands(n,    text) {
        for (text = ""; n >= 1000; n = int(n / 1000)) text = sprintf(",%03d", n % 1000) text
        return n text
    }'
