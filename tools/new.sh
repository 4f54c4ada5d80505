#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Writes the files of a new block, in every place where a block has one: new.sh SOCKET/NAME
# They are a small block that works: a count behind two ports, compared, proven, tested, with planted
# bugs. Change the page first, then the rest. tools/new holds the templates.
set -eu
cd "$(dirname "$0")/.."
usage() { echo "ERROR $1: make new BLOCK=SOCKET/NAME; sockets: $sockets" >&2; exit 2; }
sockets=$(ls -d rtl/*/ | sed 's,^rtl/,,; s,/$,,' | grep -vxE 'common|study|sockets' | tr '\n' ' ')
socket=${1%%/*} block=${1#*/}
case " $sockets " in *" $socket "*) ;; *) usage "no socket '$socket'" ;; esac
expr "$block" : '[a-z][a-z0-9_]*$' >/dev/null || usage "'$block' is no name of a block"
[ -z "$(find rtl cmodel dpi tb formal docs/blocks sim/config -name "hd_$block.sv" -o -name "$block.*")" ] ||
    usage "there is a $block"
title=$(echo "$block" | tr _ ' ' | awk '{print toupper(substr($0, 1, 1)) substr($0, 2)}')

files=
# write TEMPLATE FILE
write() {
    mkdir -p "$(dirname "$2")"
    sed "s/@block@/$block/g; s/@BLOCK@/$(echo "$block" | tr a-z A-Z)/g; s/@socket@/$socket/g; s/@title@/$title/g" \
        "tools/new/$1.in" >>"$2"
    files="$files $2"
}
write page.md "docs/blocks/$block.md"
write conf "sim/config/$block.conf"
write rtl.sv "rtl/$socket/hd_$block.sv"
write model.h "cmodel/$socket/$block.h"
write model.c "cmodel/$socket/$block.c"
write fields "dpi/$socket/$block.fields"
write cover.c "dpi/$socket/${block}_cover.c"
write stim.c "tb/$socket/${block}_stim.c"
write test.c "tests/$socket/${block}_test.c"
write props.sv "formal/$socket/hd_${block}_props.sv"
write plan.txt "formal/$socket/${block}_plan.txt"
write broken.txt "formal/$socket/${block}_broken.txt"
write mutants.txt "tests/mutants/$block.txt"
write refused.txt "tests/refused/$block.txt"
write floors sim/floors.conf
# shellcheck disable=SC2086 # a list of files
clang-format -i $(echo $files | tr ' ' '\n' | grep '\.[ch]$')
tools/filelists.sh
printf 'wrote %s\n' $files rtl/heddle.f heddle.core
echo "Next: a row in docs/blocks.md; make lockstep BLOCK=$block CONFIG=tested"
