# SPDX-License-Identifier: Apache-2.0
# Heddle: the front door. `make help` lists what there is.

MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:

ifneq ($(words $(CURDIR)),1)
  $(error the path '$(CURDIR)' has a blank in it: make and Verilator build in none; move the project)
endif

# ---- what a user may say -----------------------------------------------------------------------
BLOCK   ?= $(if $(filter area-sm,$(MAKECMDGOALS)),$(MACHINE),$(BLOCKS))
CONFIG  ?= paper
PROFILE ?= all
CYCLES  ?= 200000
SEED    ?= 1
WAVES   ?=
RTL     ?=
LIBERTY ?=
PREFIX  ?= /usr/local
DESTDIR ?=
KERNEL  ?=

include mk/blocks.mk mk/models.mk mk/seam.mk mk/kernels.mk mk/benches.mk

# ---- targets -----------------------------------------------------------------------------------
# Each target with a word of help is none that makes a file.
.PHONY: $(shell sed -n 's/^\([a-z-]*\):.*[#][#].*/\1/p' $(firstword $(MAKEFILE_LIST)))

## Main
help:            ## print this page
	@BLOCKS='$(BLOCKS)' tools/help.sh $(firstword $(MAKEFILE_LIST))
run:             ## five minutes: a block in lockstep, a planted bug, a kernel in C and on the RTL, area
	@sim/tour.sh
run-all:         ## every block in lockstep at paper size, all profiles; then the area tables
	@tools/setup.sh
	@$(MAKE) -j2 build-run
	@$(MAKE) lockstep BLOCK='$(SMALLER)' CONFIG=paper PROFILE=all
	@$(MAKE) cosim KERNEL='vadd bfs'
	@$(MAKE) -j2 area BLOCK='$(filter-out $(LARGE),$(SMALLER))' CONFIG=paper ACCOUNTS=a COMPARE=no
test:            ## what CI runs, with one eighth of the long lists (EIGHTH=0..7; default: by the date)
	@tools/setup.sh
	@tests/run.sh
test-all: build/bin/heddle $(KERNELS) build/lib/libheddle.a build/lib/libharness.a build/lib/host.o  ## all long lists (LISTS="prove cover": these alone; EIGHTH=3: an eighth); takes days, resumes; writes records/
	@tests/all.sh full $(LISTS)
records:         ## print what was run on which commit, and what is stale: build/records.md
	@tests/all.sh page
shares:          ## print how much of the long lists is in which eighth, and how much in none
	@tests/all.sh shares
setup:           ## install missing tools (apt, as root or through sudo)
	@tools/setup.sh
build/.tools: tools/setup.sh
	@tools/setup.sh base kernels

## One thing at a time
lockstep: $(call benches,$(if $(RTL),mine,deep)) build/bin/report  ## compare RTL with model; variables below
	@sim/lockstep.sh
borders: $(call benches,deep) build/bin/report  ## run all profiles of a size; check that every input reaches its extreme values
	@BORDERS=1 PROFILE=all sim/lockstep.sh
replay: $(call benches,deep) build/bin/vectors  ## save vectors and replay them in Icarus: RTL, and netlist of small and odd
	@sim/replay.sh
waves:           ## open the last divergence (or the last cycles) in GTKWave
	@sim/waves.sh
demo-divergence: build/bin/report  ## plant a bug in a copy and show the report, up to the picture
	@sim/demo.sh
unit:            ## test the models: worked examples, naive twins; plain and with sanitizers
	@tests/unit.sh
lint: seams       ## Verilator -Wall, Icarus, yosys, clang-format: no waiver
	@tools/lint.sh
cover:           ## coverage of lines, toggles, named bins, lines of the models; fails below the floors
	@sim/cover.sh
bench: $(foreach v,bare outputs deep,$(call benches,$(v)))  ## measure what lockstep costs, in one run
	@sim/bench.sh
area: build/bin/area_report  ## NAND2, flip-flops, memory, depth, LUT4, beside Table V
	@synth/area_all.sh
area-sm:         ## area of the core by block, and of its plugs: CONFIG= PARAMS= PLUGS='dwf vt zorua'
	@synth/machine.sh
growth: build/bin/area_report  ## area, bits, depth over entries, lanes, threads, warps: tables and plots
	@synth/growth.sh
prove:           ## run the proofs (PROVE=full: the long ones too)
	@tools/each.sh formal/prove.sh
broken:          ## check that every property fails on a planted bug
	@tools/each.sh formal/broken.sh
compare: build/bin/walk  ## compare the DWF unit with PDOM, MIMD, ideal formation: table and pictures
	@studies/compare.sh
timing: build/bin/walk  ## compare when the DWF unit's warps are taken and its next PC is chosen: a table
	@studies/timing.sh
residency: build/bin/grid  ## compare static, vt, unlimited, zorua on kernels: tables and pictures (FULL=1: every point)
	@studies/residency.sh
kernels: $(KERNELS)  ## compile programs/, or KERNEL=path/to/yours.c: build/kernels/<name>.elf
programs: build/bin/heddle $(KERNELS)  ## run every program on the reference, and on the core with its plugs (FULL=1: all)
	@tests/programs.sh
plugs: build/bin/heddle $(KERNELS)  ## compare static with dynamic warps on every program
	@studies/plugs.sh
shuffle: build/bin/heddle $(KERNELS)  ## compare orders of lanes on dynamic warps, every program
	@studies/shuffle.sh
verdicts: build/bin/heddle  ## run kernels that fail in forty ways: same words on every machine (COSIM=all: all on the RTL)
	@tests/verdicts.sh
riscv: build/bin/heddle  ## run riscv-tests (TESTS=path/to/isa; default: four of ours), on C and RTL
	@tests/riscv.sh
cosim: build/bin/heddle $(KERNELS)  ## run a program on the RTL of the core, in lockstep: KERNEL= PRESET= FORMATION= RESIDENCY= SIZE=
	@sim/cosim.sh
cosim-all: build/bin/heddle $(KERNELS)  ## run every program so, with every plug; some at paper size
	@sim/cosim.sh all
virtual: build/bin/heddle $(KERNELS)  ## compare static residency with Virtual Thread on every program
	@studies/virtual.sh
compilers: build/bin/heddle  ## measure clang options that affect control flow: a table
	@studies/compilers.sh
layouts: build/bin/heddle  ## measure in what order clang lays out the programs: where threads meet, what lies too low
	@studies/layouts.sh
hazards: build/bin/hazards $(KERNELS)  ## measure for how many false hazards the split scoreboard makes instructions wait
	@build/bin/hazards $(PROGRAM)
oracle: build/bin/heddle build/bin/oracle $(KERNELS)  ## measure issues without reconvergence, at post-dominators, at the best points (SIZE= WIDTH= LIMIT=)
	@$(MAKE) --no-print-directory kernels KERNEL=studies/oracle/contrived.c
	@studies/oracle.sh
atomics: build/bin/heddle  ## measure atomics, compare-and-swap, lr and sc without contention
	@tests/atomics.sh
interweave: build/bin/heddle $(KERNELS)  ## compare baseline, SBI, SWI, both on every program, beside the paper (about 10 minutes); resumes
	@studies/interweave.sh
cliffs: build/bin/heddle $(KERNELS)  ## measure time over the resources of a launch: static residency, Zorua
	@studies/cliffs.sh
energy: build/bin/heddle $(KERNELS)  ## measure energy by access counts: static residency, WLM, Zorua (weights: studies/energy.txt)
	@studies/energy.sh
effects: build/bin/heddle $(KERNELS)  ## measure what the mechanisms buy, beside the papers (half an hour; FULL=1: hours); resumes
	@studies/effects.sh
memory: build/bin/heddle  ## measure latency and bandwidth of the chips' memory: table and picture
	@$(MAKE) --no-print-directory kernels KERNEL=studies/memory/chase.c
	@$(MAKE) --no-print-directory kernels KERNEL=studies/memory/stream.c
	@studies/memory.sh
pairs: build/bin/heddle $(KERNELS)  ## compare policies on pairs of programs with Warped-Slicer (FULL=1: 30 pairs, an hour; SEEDS='1 2 3'); resumes
	@studies/pairs.sh
elastic: build/bin/heddle $(KERNELS)  ## compare Elastic Kernels' policies on pairs of programs (FULL=1: 28 pairs, hours); resumes
	@studies/elastic.sh
speed: build/bin/heddle $(KERNELS)  ## measure the speed of the models of core and GPU, and where the time goes (GPU=only)
	@studies/speed.sh
numbers:         ## run the commands behind the tables of the pages and compare the numbers
	@studies/numbers.sh
new:             ## write the files of a new block, which work: BLOCK=core/my_block
	@tools/new.sh '$(BLOCK_ASKED)'
mutants: $(sort $(foreach b,$(BLOCK),$(if $(OBJECTS_OF_$(b)),$(KERNELS) $(BENCH_KERNELS))))  ## check that lockstep finds every kind of planted bug
	@tests/mutants.sh
planted: build/bin/heddle $(KERNELS) build/lib/libheddle.a build/lib/libharness.a build/lib/host.o  ## check that programs on the core find planted bugs (ALL=1: all bugs); resumes
	@ONLY='$(if $(filter file,$(origin BLOCK)),,$(BLOCK))' tests/all.sh full planted
planted-blocks:
	@echo $(call family,$(MACHINE))
.PHONY: planted-blocks
soak: $(foreach b,$(BLOCK),$(foreach c,$(call soaked,$(b)),build/sim/$(b)/$(c)/deep/Vtb))  ## long campaign: 10^8 cycles a block (SOAK=), parted among its profiles and sizes (CONFIG=tested: those of make test)
	@CONFIG='$(if $(filter file,$(origin CONFIG)),all,$(CONFIG))' sim/soak.sh
install: build/lib/libheddle.a build/lib/libheddle-host.a build/bin/heddle seams  ## install heddle, models, host interface, checkers, RTL below PREFIX
	@KERNEL_FLAGS='$(KERNEL_FLAGS)' tools/install.sh "$(DESTDIR)$(PREFIX)" "$(PREFIX)"
clean:           ## remove build/
	@rm -rf build
