#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The parameters of a configuration, "A=1 B=2": params.sh BLOCK CONFIG
awk -v name="$2" '$1 == name {$1 = ""; sub(/^ /, ""); print; found = 1} END {exit !found}' \
    "sim/config/$1.conf" || { echo "ERROR unknown configuration $2 of $1" >&2; exit 2; }
