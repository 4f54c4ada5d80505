#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Writes the two lists of files that other tools read from the tree: rtl/heddle.f and heddle.core, whose
# name, with the version, stays. Lint looks whether they are what this writes.
#   filelists.sh f|core   prints one of them
set -eu
LC_ALL=C
export LC_ALL
cd "$(dirname "$0")/.."

title() { sed -n '1s/^# //p' "docs/blocks/$1.md" 2>/dev/null; }
sets() { # blocks, in lines
    { printf 'filesets: [rtl_common'; printf ', rtl_%s' "$@"; echo ']'; } | fold -s -w 85 |
        sed 's/ *$//; 1s/^/    /; 2,$s/^/               /'
}

list() {
    echo '// SPDX-License-Identifier: Apache-2.0'
    echo '// Every RTL file; paths from the root of the repository. verilator -f, iverilog -c.'
    ls rtl/common/*.sv
    ls rtl/*/*.sv | grep -v '^rtl/common/'
}

core() {
    name=$(grep '^name:' heddle.core) || { echo 'ERROR heddle.core has no name' >&2; exit 1; }
    cat <<END
CAPI=2:
# SPDX-License-Identifier: Apache-2.0
# FuseSoC description, written by tools/filelists.sh.
$name
description: GPU warp scheduling structures in SystemVerilog

filesets:
  rtl_common:
    files:
$(ls rtl/common/*.sv | sed 's/^/      - /')
    file_type: systemVerilogSource
END
    for file in $(ls rtl/*/*.sv | grep -v '^rtl/common/'); do
        block=$(basename "$file" .sv)
        printf '  rtl_%s: {files: [%s], file_type: systemVerilogSource}\n' "${block#hd_}" "$file"
    done
    blocks=$(tools/facts.sh sizes | sed 's/ .*//')
    cat <<END
  outside_bench:
    files: [tests/outside/fork_unit.sv, tests/outside/fork_unit_tb.sv]
    file_type: systemVerilogSource

targets:
  default:
$(sets $blocks)

  lint: &lint
    description: PC-warp LUT under verilator --lint-only -Wall
    default_tool: verilator
$(sets pc_warp_lut)
    toplevel: hd_pc_warp_lut
    tools:
      verilator:
        mode: lint-only
        verilator_options: [-Wall]
END
    for block in $blocks; do
        [ "$block" != pc_warp_lut ] || continue
        # shellcheck disable=SC2046 # a list of blocks
        printf '  lint_%s:\n    <<: *lint\n    description: %s, likewise\n%s\n    toplevel: hd_%s\n' "$block" \
            "$(title "$block")" \
            "$(sets $(tools/facts.sh sockets "$block") $(tools/facts.sh inside "$block") "$block")" "$block"
    done
    cat <<END

  sim:
    description: Two PC-warp LUTs under random groups in Icarus; lockstep is make lockstep
    default_tool: icarus
    filesets: [rtl_common, rtl_pc_warp_lut, outside_bench]
    toplevel: fork_unit_tb
    tools:
      icarus:
        iverilog_options: [-g2012]
END
}

case ${1:-} in
    f) list ;;
    core) core ;;
    '')
        list >rtl/heddle.f.new && mv rtl/heddle.f.new rtl/heddle.f
        core >heddle.core.new && mv heddle.core.new heddle.core
        ;;
    *) echo 'ERROR usage: tools/filelists.sh [f|core]' >&2; exit 2 ;;
esac
