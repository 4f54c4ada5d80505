#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs what other projects need: install.sh DESTINATION PREFIX
# DESTINATION is where the files go (DESTDIR and PREFIX), PREFIX what heddle.pc says they are under.
#
#   lib/libheddle.a            the golden models
#   lib/libheddle-host.a       the host interface: runs kernels on the model of a GPU (docs/host.md)
#   lib/libheddle-lockstep.a   the C side of the checkers (sim/foreign_run.c says how it behaves)
#   lib/pkgconfig/             heddle.pc, heddle-host.pc, heddle-lockstep.pc
#   include/heddle/            headers: #include "formation/pc_warp_lut.h"; and #include <heddle/host.h>
#   bin/heddle, its man page   runs kernels
#   share/heddle/rtl, dpi      the modules; the checkers, which bind themselves to them
#   share/heddle/kernel        what a kernel is compiled with: heddle.h, heddle_math.h, heddle.ld
#   share/doc/heddle           the pages
#
# Everything is put together in a folder of its own at the destination first and then renamed into
# place, file by file, heddle.pc last: what is there is whole.
set -eu
umask 022

usage() { echo "ERROR usage: tools/install.sh DESTINATION PREFIX, both absolute" >&2; exit 2; }
[ $# = 2 ] || usage
dest=$1 prefix=$2
case $dest in /*) ;; *) usage ;; esac
case $prefix in /*) ;; *) usage ;; esac
for file in build/lib/libheddle.a build/lib/libheddle-host.a; do
    [ -e $file ] || { echo "ERROR no $file: make install" >&2; exit 2; }
done
[ -n "${KERNEL_FLAGS:-}" ] || { echo "ERROR no KERNEL_FLAGS: make install" >&2; exit 2; }

version=$(sed -n 's/^name *: *[^ ]*:\([0-9][0-9.]*\) *$/\1/p' heddle.core)
[ -n "$version" ] || { echo "ERROR no version in the name of heddle.core" >&2; exit 2; }

# ---- libheddle-lockstep.a ----------------------------------------------------------------------
# The C side of the checkers sees the prototypes that Verilator makes of their imports; the sizes
# of a block are not in them. One header a block, from the block in its size `small`: at its default
# the GPU, with 16 cores, takes Verilator minutes.
work=build/lockstep-lib
library=build/lib/libheddle-lockstep.a
include=$(verilator --getenv VERILATOR_ROOT)/include/vltstd
harness="dpi/common/lockstep.c dpi/common/borders.c dpi/common/report.c dpi/common/vectors.c dpi/common/wave_view.c
    dpi/common/float.c sim/foreign_run.c"

object() { # source [folder of Vtb__Dpi.h]
    name=$work/$(echo "$1" | tr / - | sed 's/\.c$/.o/')
    gcc -std=gnu11 -O3 -g -fPIC -Wall -Wextra -Werror -Icmodel -Idpi -Isim -Ibuild/seam -I"$include" \
        ${2:+-I"$2"} -c "$1" -o "$name" || { echo "ERROR gcc does not take $1" >&2; exit 2; }
    objects="$objects $name"
}

build_library() {
    rm -rf "$work"
    mkdir -p "$work" build/lib
    objects=
    libraries=$(for folder in rtl/*/; do printf -- '-y %s ' "${folder%/}"; done)
    for source in $harness; do object "$source"; done
    for checker in build/seam/*/hd_*_lockstep.sv; do
        folder=$(dirname "$checker")
        block=$(basename "$checker" _lockstep.sv)
        block=${block#hd_}
        socket=$(basename "$folder")
        parameters=$(tools/params.sh "$block" small) || exit 2
        # shellcheck disable=SC2086 # a list of options
        if ! verilator --cc --dpi-hdr-only --prefix Vtb -Mdir "$work/$block" +define+HD_WAVES \
            -Wno-WIDTH $(printf -- '-G%s ' $parameters) \
            --top-module "hd_$block" $libraries -y "$folder" "rtl/$socket/hd_$block.sv" \
            dpi/common/*.sv "$checker" >"$work/$block.log" 2>&1; then
            echo "ERROR Verilator does not take $checker; log: $work/$block.log" >&2
            exit 2
        fi
        object "$folder/${block}_dpi.c" "$work/$block"
        object "dpi/$socket/${block}_cover.c"
    done
    # shellcheck disable=SC2086 # a list of words
    ar rcs "$work/new.a" $objects && mv "$work/new.a" "$library"
}

# Built anew only if something is newer: a second install is quick.
if [ ! -e "$library" ] ||
    [ -n "$(find dpi cmodel rtl sim build/seam -type f -newer "$library" | head -1)" ]; then
    build_library
fi

# ---- all the files, in a folder of their own ----------------------------------------------------
mkdir -p "$dest" 2>/dev/null || { echo "ERROR cannot make $dest" >&2; exit 2; }
stage=$(mktemp -d "$dest/.heddle.XXXXXX" 2>/dev/null) ||
    { echo "ERROR cannot write to $dest" >&2; exit 2; }
trap 'rm -rf "$stage"' EXIT
trap 'exit 2' HUP INT TERM

put() { # file folder
    mkdir -p "$stage/$2"
    install -m 644 "$1" "$stage/$2/"
}

put build/lib/libheddle.a lib
put build/lib/libheddle-host.a lib
put build/bin/heddle bin
chmod 755 "$stage/bin/heddle"
put docs/heddle.1 share/man/man1
put "$library" lib
# Headers between the parts of one model (*_parts.h) are not installed.
for file in cmodel/*/*.h; do
    case $file in *_parts.h) ;; *) put "$file" "include/heddle/$(basename "$(dirname "$file")")" ;; esac
done
put host/heddle/host.h include/heddle
# model_speed.h is about recordings of our own benches: no such function is in the library.
for file in dpi/common/*.h; do
    [ "$file" = dpi/common/model_speed.h ] || put "$file" include/heddle/common
done
for file in rtl/*/*.sv; do put "$file" "share/heddle/$(dirname "$file")"; done
put rtl/heddle.f share/heddle
for file in dpi/*/*.sv; do put "$file" "share/heddle/$(dirname "$file")"; done
for file in build/seam/*/hd_*_lockstep.sv; do
    put "$file" "share/heddle/dpi/$(basename "$(dirname "$file")")"
done
for file in programs/heddle.h programs/heddle_math.h programs/riscv_test.h \
    programs/heddle.ld; do
    put "$file" share/heddle/kernel
done
put docs/host.md share/doc/heddle
for file in docs/blocks/*.md; do put "$file" share/doc/heddle/blocks; done
for file in README.md LICENSE; do [ ! -e "$file" ] || put "$file" share/doc/heddle; done

description() { # name, what it is, further lines
    cat <<PC
prefix=$prefix
libdir=\${prefix}/lib
includedir=\${prefix}/include
rtldir=\${prefix}/share/heddle/rtl
dpidir=\${prefix}/share/heddle/dpi

Name: $1
Description: $2
Version: $version
$3
PC
}
mkdir -p "$stage/lib/pkgconfig"
description heddle 'Golden models of GPU warp scheduling structures' \
    "Cflags: -I\${includedir}/heddle
Libs: -L\${libdir} -lheddle" >"$stage/lib/pkgconfig/heddle.pc"
# A kernel is compiled with clang and these: clang $(pkg-config --variable=kernelflags heddle-host) ...
description heddle-host 'Host interface of Heddle: devices, streams, launches on a model of a GPU' \
    "kerneldir=\${prefix}/share/heddle/kernel
kernelflags=$(echo "$KERNEL_FLAGS" | tr -s ' ') -I\${kerneldir} -Wl,-T,\${kerneldir}/heddle.ld
Requires: heddle = $version
Cflags: -I\${includedir}
Libs: -L\${libdir} -lheddle-host -lheddle -ldw -lelf -lm -pthread" \
    >"$stage/lib/pkgconfig/heddle-host.pc"
description heddle-lockstep 'Lockstep checkers of GPU warp scheduling RTL, C side (DPI)' \
    "Requires: heddle = $version
Libs: -L\${libdir} -lheddle-lockstep" >"$stage/lib/pkgconfig/heddle-lockstep.pc"
chmod 644 "$stage"/lib/pkgconfig/*.pc

# ---- into place ----------------------------------------------------------------------------------
files=$(cd "$stage" && find . -type f ! -name heddle.pc | sed 's|^\./||' | sort)
# Whatever could be in the way is found before the first file is replaced.
for folder in $(cd "$stage" && find . -type d | sed 's|^\./||' | sort); do
    mkdir -p "$dest/$folder" 2>/dev/null ||
        { echo "ERROR cannot make $dest/$folder; nothing installed" >&2; exit 2; }
done
for file in $files lib/pkgconfig/heddle.pc; do
    [ ! -d "$dest/$file" ] ||
        { echo "ERROR $dest/$file is a folder; nothing installed" >&2; exit 2; }
done
for file in $files lib/pkgconfig/heddle.pc; do
    mv -f "$stage/$file" "$dest/$file"
done
echo "installed heddle $version: $(echo "$files" lib/pkgconfig/heddle.pc | wc -w) files below $dest"
