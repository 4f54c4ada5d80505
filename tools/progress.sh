# SPDX-License-Identifier: Apache-2.0
# What a long command says of itself; sourced. On a terminal the line of what runs now is written in
# place, and what ended stays; in a log both are lines.

# 3:05 of 185 seconds.
minutes() { printf '%d:%02d' $(($1 / 60)) $(($1 % 60)); }

if [ -t 1 ]; then
    running() { printf '\r\033[K%s' "$*"; }
    ended() { printf '\r\033[K%s\n' "$*"; }
else
    running() { printf '%s\n' "$*"; }
    ended() { printf '%s\n' "$*"; }
fi
