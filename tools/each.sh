#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs a command for each block of the variable BLOCK; fails if one of them does.
status=0
for block in $BLOCK; do
    "$@" "$block" || status=1
done
exit $status
