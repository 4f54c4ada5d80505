#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes sure that the tools are there: installs what is missing with apt, as root or through sudo.
# Without either it stops with the command to run. Downloads nothing if nothing is missing.
#   setup.sh         all
#   setup.sh GROUP   base: benches, models, the command heddle; kernels: the compiler for threads; area: yosys
set -eu

# tool:package, or a file that the package brings
base='gcc:gcc g++:g++ clang++:clang make:make verilator:verilator ccache:ccache pkg-config:pkg-config
    /usr/include/libelf.h:libelf-dev /usr/include/elfutils/libdw.h:libdw-dev'
kernels='llvm-objdump:llvm ld.lld:lld'
area='yosys:yosys'
waves='gtkwave:gtkwave vcd2fst:gtkwave Xvfb:xvfb xauth:xauth'
proofs='z3:z3 cvc4:cvc4 berkeley-abc:berkeley-abc'
tests='iverilog:iverilog gnuplot:gnuplot-nox clang-format:clang-format qemu-riscv32:qemu-user dot:graphviz git:git
    /usr/include/cmocka.h:libcmocka-dev'
if [ $# = 0 ]; then wanted="$base $kernels $area $waves $proofs $tests"
else
    wanted=
    for group; do
        case $group in
            base) wanted="$wanted $base" ;;
            kernels) wanted="$wanted $kernels" ;;
            area) wanted="$wanted $area" ;;
            *) echo "ERROR $0: no group $group" >&2; exit 2 ;;
        esac
    done
fi

missing=
for pair in $wanted; do
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
