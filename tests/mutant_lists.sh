# SPDX-License-Identifier: Apache-2.0
# Read by mutants.sh and planted.sh: the lists of planted bugs, tests/mutants/<block>.txt. A line:
#   name | file | sed expression | what it breaks [| configuration [| cycles]]
lines() { grep -v -e '^#' -e '^ *$' "tests/mutants/$1.txt"; } # block
field() { # line number
    printf '%s\n' "$1" | awk -F ' +[|] +' -v n="$2" '{sub(/ +$/, ""); print $n}'
}
