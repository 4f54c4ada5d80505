#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Opens the last dump in GTKWave, or that of VIEW=build/waves/some.gtkw; PNG=file draws it into a picture
# instead, without a display.
set -u
view=${VIEW:-build/waves/last.gtkw}
if [ ! -e "$view" ]; then
    echo "ERROR $view: nothing dumped yet: make lockstep ... WAVES=1" >&2
    exit 2
fi
fst=${view%.gtkw}.fst
if [ -z "${PNG:-}" ]; then
    if [ -z "${DISPLAY:-}" ]; then
        echo "ERROR no DISPLAY; PNG=picture.png make waves draws without one" >&2
        exit 2
    fi
    exec gtkwave --save "$view" "$fst"
fi
mkdir -p "$(dirname "$PNG")"
script=$(mktemp)
cat >"$script" <<END
gtkwave::/File/Grab_To_File {$(cd "$(dirname "$PNG")" && pwd)/$(basename "$PNG")}
gtkwave::/File/Quit
END
rm -f "$PNG"
hang=1800 # seconds: no verdict, but an end
timeout $hang xvfb-run -a -s '-screen 0 1500x1200x24' gtkwave --nomenus --script "$script" \
    --save "$view" "$fst" >build/waves/gtkwave.log 2>&1
[ $? != 124 ] || echo "GTKWave was stopped after $hang s" >&2
rm -f "$script"
if [ ! -s "$PNG" ]; then
    echo "ERROR GTKWave drew nothing; log: build/waves/gtkwave.log" >&2
    exit 2
fi
echo "$PNG"
