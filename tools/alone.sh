#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# alone.sh NAME COMMAND ...: runs COMMAND while no other command with this NAME runs in this tree: both would
# write to the same files. It waits for the other one. A script gives itself as COMMAND and finds NAME in ALONE.
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
