#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# module_area.sh DIR NAME - area of one module of DIR/whole.il, the modules inside it left out: they
# are black boxes, named in DIR/names. The result: DIR/NAME.kv, account a as in area.sh.
set -eu
tool=module_area.sh
dir_of_all=$1
block=${2#hd_} config= extra=
work=$dir_of_all/$2
mkdir -p "$work"
. "$(dirname -- "$0")/flow.sh"
. "$dir/account.sh"
top=$2

read_library
measure_fo4
cat >"$work/word.ys" <<EOF
read_rtlil $dir_of_all/whole.il
blackbox $(grep -vx "$top" "$dir_of_all/names" | sed 's/^/\\/' | tr '\n' ' ')
hierarchy -top $top
$(settle_lines "$work")
EOF
run_yosys "$work/word.ys"
list_registers "$work"
account a keep >"$dir_of_all/$top.kv.new"
mv "$dir_of_all/$top.kv.new" "$dir_of_all/$top.kv"
