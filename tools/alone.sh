#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# alone.sh NAME COMMAND ...: runs it while no other with this name runs in this tree: they would write
# to the same files. Another one is waited for. A script takes itself for COMMAND and finds its NAME in ALONE.
set -u
name=$1
shift
mkdir -p build
exec 9>"build/.alone-$name"
flock -n 9 || {
    echo "another $name runs in this tree: this one waits for its end" >&2
    flock 9
}
ALONE=$name "$@" 9>&-
