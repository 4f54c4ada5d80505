#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Prints the targets and variables of the Makefile given, on one screen.
echo "Heddle: GPU scheduling structures in SystemVerilog, in lockstep with golden C models."
awk '/^## /{printf "\n%s\n", substr($0, 4)}
     /^[a-z][a-z-]*:.*## /{name = $1; sub(":", "", name); text = $0; sub(/.*## */, "", text)
                           printf "  make %-16s %s\n", name, text}' "$1"
cat <<END

Variables
  BLOCK    $BLOCKS; default: all
  CONFIG   paper (default) small odd large ... all: sim/config/<block>.conf
  PROFILE  stimulus profile, or all (default); a wrong one lists them
  CYCLES   clock cycles a run (200000); CYCLES=1000000
  SEED     64-bit seed of the stimulus (1)
  WAVES    1: dump the cycles round the first mismatch (or the last cycles) and make a view
           make broken WAVES=1: the counterexamples to planted mistakes
  VIEW     the view that make waves opens: VIEW=build/waves/some.gtkw (the last one)
  RTL      your own module instead of ours: make lockstep BLOCK=pc_warp_lut RTL=my.sv; make prove too
  KERNEL   a program for make cosim: KERNEL=bfs; your own for make kernels: KERNEL=path/to/yours.c
  PROGRAM  programs for make programs: PROGRAM='bfs scan'
  LIBERTY  your own cell library for make area
  EIGHTH   which part of the long lists make test runs, 0 to 7 (the day of the year by 8)
  LISTS    what make test-all runs: prove broken mutants cover ...; ONLY and ITEMS narrow it
  PREFIX   where make install puts things (/usr/local)
END
