#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Prints the targets and variables of the Makefile given, on one screen.
echo "Heddle: GPU scheduling structures in SystemVerilog, in lockstep with golden C models."
awk '/^## /{printf "\n%s\n", substr($0, 4)}
     /^[a-z][a-z-]*:.*## /{name = $1; sub(":", "", name); text = $0; sub(/.*## */, "", text)
                           printf "  make %-16s %s\n", name, text}' "$1"
blocks=$(echo "$BLOCKS; default: all" | fold -s -w 88 | sed 's/ *$//; 2,$s/^/           /')
cat <<END

Variables
  BLOCK    $blocks
  CONFIG   size: paper (default), small, odd ..., tested, all; listed in sim/config/<block>.conf
  PROFILE  stimulus profile, or all (default); a wrong name prints the list
  CYCLES   clock cycles of each run (200000)
  SEED     64-bit seed of the stimulus (1)
  WAVES    1: dump the cycles around the first mismatch (or the last cycles) and write a view
           make broken WAVES=1: dump the counterexamples to planted mistakes
  VIEW     the view that make waves opens (default: the last): VIEW=build/waves/some.gtkw
  RTL      your own module instead of ours: make lockstep BLOCK=pc_warp_lut RTL=my.sv; make prove too
  KERNEL   a program for make cosim: KERNEL=bfs; your own for make kernels: KERNEL=path/to/yours.c
  PROGRAM  programs for make programs: PROGRAM='bfs scan'
  LIBERTY  your own cell library for make area
  EIGHTH   the part of the long lists that make test runs, 0 to 7 (default: day of the year mod 8)
  LISTS    the lists that make test-all runs: prove broken mutants cover ...; ONLY, ITEMS narrow it
  PREFIX   the place of make install (/usr/local)
END
