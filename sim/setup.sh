#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes sure that every tool is there: installs what is missing with apt, as root or through sudo.
# Without either it stops with the command to run. Downloads nothing if nothing is missing.
set -eu

missing=
# tool:package, or a file that the package brings
for pair in gcc:gcc g++:g++ make:make verilator:verilator iverilog:iverilog yosys:yosys \
    gtkwave:gtkwave vcd2fst:gtkwave Xvfb:xvfb xauth:xauth z3:z3 cvc4:cvc4 berkeley-abc:berkeley-abc \
    gnuplot:gnuplot-nox pkg-config:pkg-config clang:clang llvm-objdump:llvm ld.lld:lld clang-format:clang-format \
    qemu-riscv32:qemu-user dot:graphviz ccache:ccache git:git /usr/include/cmocka.h:libcmocka-dev \
    /usr/include/libelf.h:libelf-dev /usr/include/elfutils/libdw.h:libdw-dev; do
    tool=${pair%%:*}
    package=${pair#*:}
    case $tool in
        /*) [ -e "$tool" ] && continue ;;
        *) command -v "$tool" >/dev/null 2>&1 && continue ;;
    esac
    case " $missing " in *" $package "*) ;; *) missing="$missing $package" ;; esac
done

if [ -n "$missing" ]; then
    command="apt-get install -y --no-install-recommends$missing"
    if ! command -v apt-get >/dev/null 2>&1; then
        echo "ERROR missing:$missing; this system has no apt-get, install them by hand" >&2
        exit 2
    elif [ "$(id -u)" = 0 ]; then
        sudo=
    elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
        sudo="sudo "
    else
        echo "ERROR missing tools; run as root: apt-get update && $command" >&2
        exit 2
    fi
    echo "installing:$missing"
    export DEBIAN_FRONTEND=noninteractive
    log=$(mktemp)
    if ! { ${sudo}apt-get update && ${sudo}${command}; } >"$log" 2>&1; then
        tail -5 "$log" >&2
        echo "ERROR could not install; log: $log; run as root: apt-get update && $command" >&2
        exit 2
    fi
    rm -f "$log"
fi
mkdir -p build
touch build/.tools
