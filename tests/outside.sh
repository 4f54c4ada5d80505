#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs Heddle below build/stage, then builds and runs tests/outside there, which knows the
# installed tree only: the model as a library; kernels on the GPU through the host interface; the
# checkers in a foreign test bench, which must agree with the RTL and must catch a broken copy of it,
# in the instance where it is broken.
set -u
unset MAKEFLAGS MFLAGS MAKELEVEL RTL
stage=$(pwd)/build/stage
dir=$(pwd)/build/outside
failed=0

verdict() { # PASS or FAIL, what, why
    echo "$1 outside $2${3:+: $3}"
    [ "$1" = PASS ] || failed=1
}

rm -rf "$stage" "$dir"
mkdir -p "$dir"

# ---- install -------------------------------------------------------------------------------------
if make install PREFIX="$stage" >"$dir/install.log" 2>&1; then
    verdict PASS install "$(tail -1 "$dir/install.log" | sed "s|$stage|build/stage|")"
else
    verdict FAIL install "$(tail -1 "$dir/install.log")"
    exit 1
fi
# DESTDIR: the same files, told that they are somewhere else, and nothing left over.
make install DESTDIR="$dir/destdir" PREFIX=/opt/nowhere >"$dir/destdir.log" 2>&1
(cd "$stage" && find . | sort) >"$dir/here"
(cd "$dir/destdir/opt/nowhere" && find . | sort) >"$dir/there"
if [ -e /opt/nowhere ] || ! cmp -s "$dir/here" "$dir/there" ||
    ! grep -qx 'prefix=/opt/nowhere' "$dir/destdir/opt/nowhere/lib/pkgconfig/heddle.pc" ||
    grep -q "$dir" "$dir/destdir/opt/nowhere/lib/pkgconfig/"*.pc; then
    verdict FAIL destdir "see $dir/destdir.log"
else
    verdict PASS destdir "the same $(grep -c . "$dir/there") files and folders"
fi
# A file is in the way: one line, and no half of an installation.
mkdir "$dir/in_the_way" && : >"$dir/in_the_way/lib"
if make install PREFIX="$dir/in_the_way" >"$dir/refused.log" 2>&1 ||
    ! grep -q "^ERROR cannot make $dir/in_the_way/lib" "$dir/refused.log" ||
    [ "$(find "$dir/in_the_way" -type f)" != "$dir/in_the_way/lib" ]; then
    verdict FAIL refused "see $dir/refused.log"
else
    verdict PASS refused "$(grep -m1 ERROR "$dir/refused.log" | sed "s|$dir|build/outside|")"
fi

# ---- the outside project -------------------------------------------------------------------------
cp -r tests/outside "$dir/project"
cd "$dir/project" || exit 1
PKG_CONFIG_PATH=$stage/lib/pkgconfig
export PKG_CONFIG_PATH
ccache=
command -v ccache >/dev/null 2>&1 && ccache=ccache

# The host interface: from C, twice with the same cycles; its header from C++; and no name but its own.
make run >pipeline.log 2>&1 && ./pipeline >again.log 2>&1
if [ "$(grep '^half\|^PASS' pipeline.log)" = "$(cat again.log)" ] && grep -q '^PASS pipeline' again.log; then
    verdict PASS host "$(sed -n 's/^PASS //p' again.log)"
else
    verdict FAIL host "$(grep -m1 -E 'FAIL|rror' pipeline.log || echo "see $dir/project/pipeline.log")"
fi
# The example of the page, as it was installed, and a kernel of ours.
awk '/^```c$/ {on = 1; next} /^```$/ {on = 0} on' "$stage/share/doc/heddle/host.md" >page.c
# shellcheck disable=SC2046 # lists of words
if clang $(pkg-config --variable=kernelflags heddle-host) ../../../programs/saxpy/kernel.c -o saxpy.elf \
    >page.log 2>&1 &&
    cc -std=c11 -Wall -Wextra -Werror $(pkg-config --cflags heddle-host) page.c -o page \
        $(pkg-config --libs heddle-host) >>page.log 2>&1 && ./page >>page.log 2>&1 &&
    grep -q '^y\[7\] = 21 after ' page.log; then
    verdict PASS page "$(tail -1 page.log)"
else
    verdict FAIL page "see $dir/project/page.log"
fi
echo '#include <heddle/host.h>
int main() { return heddle_close(nullptr) == HEDDLE_BAD_HANDLE ? 0 : 1; }' >from_cxx.cpp
# shellcheck disable=SC2046 # lists of words
if c++ -std=c++11 -Wall -Wextra -Werror $(pkg-config --cflags heddle-host) from_cxx.cpp -o from_cxx \
    $(pkg-config --libs heddle-host) >from_cxx.log 2>&1 && ./from_cxx; then
    verdict PASS c++ 'heddle/host.h'
else
    verdict FAIL c++ "see $dir/project/from_cxx.log"
fi
others=$(nm -g --defined-only "$stage/lib/libheddle-host.a" | awk 'NF == 3 && $3 !~ /^heddle_/ {print $3}')
if [ -z "$others" ]; then
    verdict PASS names 'libheddle-host.a defines heddle_* alone'
else
    verdict FAIL names "libheddle-host.a defines $(echo "$others" | head -3 | tr '\n' ' ')"
fi

# run NAME [LUT=file]: make check; everything it says is in NAME.log
run() {
    name=$1
    shift
    make check OUT="$name" OBJCACHE="$ccache" "$@" >"$name.log" 2>&1
}

if run agrees && grep -q '^PASS fork_unit_tb' agrees.log &&
    grep -q '^PASS heddle lockstep: 2 instances' agrees.log; then
    verdict PASS model "$(grep -c . place.expected) lines as the page has them"
    verdict PASS agrees "$(grep '^PASS heddle' agrees.log)"
else
    verdict FAIL agrees "$(grep -m1 -E "FAIL|rror" agrees.log || echo "no message")"
fi

# broken NAME INSTANCE FROM TO: a copy of the module, wrong in what only one instance has.
broken() {
    installed=$stage/share/heddle/rtl/formation/hd_pc_warp_lut.sv
    mkdir -p "$1.rtl"
    copy=$1.rtl/hd_pc_warp_lut.sv
    awk -v from="$3" -v to="$4" '{
        at = index($0, from)
        if (at) $0 = substr($0, 1, at - 1) to substr($0, at + length(from))
        print
    }' "$installed" >"$copy"
    if cmp -s "$installed" "$copy"; then
        verdict FAIL "$1" "nothing to break: the RTL has no '$3'"
    elif run "$1" LUT="$copy"; then
        verdict FAIL "$1" 'the broken RTL went through'
    elif grep -q '^FAIL heddle lockstep: FAIL pc_warp_lut seed 2009 cycle' "$1.log" &&
        [ "$(grep '^instance ' "$1.log" | awk '{print $2}')" = "$2" ]; then
        verdict PASS "$1" "$(grep -m1 '^FAIL pc_warp_lut' "$1.log") in $2"
    else
        verdict FAIL "$1" "no report that names $2; see $dir/project/$1.log"
    fi
}
# Forward = 1 is the left unit's, Forward = 0 the right one's.
broken broken-left TOP.fork_unit_tb.left.u_lut.u_lockstep \
    '((here | placed) & ~closed) | repointed' '(here | placed | repointed) & ~closed'
broken broken-right TOP.fork_unit_tb.right.u_lut.u_lockstep '(here & ~closed) | placed' \
    '(here | placed) & ~closed'


# An instance that never saw a reset was never compared: that must not look like agreement.
sed "s/rst_n *<= cycle > 3;/rst_n <= 1'b1;/; s/rst_n *= 1'b0;/rst_n = 1'b1;/" \
    "$dir/../../tests/outside/fork_unit_tb.sv" >fork_unit_tb.sv
if run blind; then
    verdict FAIL blind 'a bench without reset went through'
elif grep -q 'left.u_lut.u_lockstep was never compared' blind.log; then
    verdict PASS blind "$(grep -m1 'never compared' blind.log)"
else
    verdict FAIL blind "see $dir/project/blind.log"
fi

if [ $failed = 0 ]; then
    echo 'PASS outside'
else
    echo "FAIL outside: logs in $dir"
    exit 1
fi
