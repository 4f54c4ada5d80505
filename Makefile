# SPDX-License-Identifier: Apache-2.0
# Heddle: the front door. `make help` lists what there is.

MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:

ifneq ($(words $(CURDIR)),1)
  $(error the path '$(CURDIR)' has a blank in it: make and Verilator build in none; move the project)
endif

# ---- what there is ---------------------------------------------------------------------------
BLOCK_RTL := $(sort $(filter-out rtl/common/% rtl/study/%,$(wildcard rtl/*/hd_*.sv)))
BLOCKS    := $(patsubst hd_%,%,$(basename $(notdir $(BLOCK_RTL))))
socket     = $(notdir $(patsubst %/,%,$(dir $(filter %/hd_$(1).sv,$(BLOCK_RTL)))))
configs    = $(shell sed -n 's/^\([a-z][a-z0-9_]*\).*/\1/p' sim/config/$(1).conf)
# Blocks with the same ports share their stimulus and the C side of their ports.
stimulus   = $(or $(STIMULUS_OF_$(1)),$(1))
STIMULUS_OF_max_tree := max_heap
PORTS_OF_max_heap    := heap_ports
PORTS_OF_max_tree    := heap_ports
PORTS_OF_pdom_front  := pdom_front_ports
PORTS_OF_dwf_front   := dwf_front_ports
# A block with a description has its seam generated (docs/seam.md); else it is in dpi/ and tb/.
DESCRIBED := $(basename $(notdir $(wildcard dpi/*/*.fields)))
seam_dir   = build/seam/$(call socket,$(1))
c_sides    = $(foreach b,$(1),$(if $(filter $(b),$(DESCRIBED)),$(call seam_dir,$(b))/$(b)_dpi.c \
    $(wildcard dpi/*/$(b)_cover.c),$(wildcard dpi/*/$(b)_dpi.c)))
checkers   = $(foreach b,$(1),$(if $(filter $(b),$(DESCRIBED)),$(call seam_dir,$(b))/hd_$(b)_lockstep.sv,\
    $(wildcard dpi/*/hd_$(b)_*)))
bench_sv   = $(if $(filter $(1),$(DESCRIBED)),$(call seam_dir,$(1)),tb/$(call socket,$(1)))/hd_$(1)_tb.sv
bench_c    = tb/$(call socket,$(1))/$(call stimulus,$(1))_stim.c $(if $(filter $(1),$(DESCRIBED)),$(call seam_dir,$(1))/$(1)_bench.c)
# Units and the blocks inside them, which are checked as well: lockstep inside and out.
CHILDREN_OF_majority_scheduler := max_heap max_tree mheap_lut
CHILDREN_OF_dwf := warp_update pdom_priority warp_spill pc_warp_lut warp_allocator warp_pool \
                   majority_scheduler time_scheduler $(CHILDREN_OF_majority_scheduler)
CHILDREN_OF_static_residency := block_frames
CHILDREN_OF_vt := cta_status_table warp_id_map vt_scoreboard block_frames context_handler \
                  load_queues vtc
CHILDREN_OF_vt_plug := vt $(CHILDREN_OF_vt)
CHILDREN_OF_zorua := coordinator mapping_table spill_selector oversubscription
CHILDREN_OF_zorua_plug := phase_specifier set_lookup scratch_lookup swapper zorua $(CHILDREN_OF_zorua)
CHILDREN_OF_simd_pipe  := lane
CHILDREN_OF_shared_memory := float_add
CHILDREN_OF_load_store := coalescer l1_cache shared_memory $(CHILDREN_OF_shared_memory)
CHILDREN_OF_pdom_front := decode warp_scheduler instruction_buffer simt_stack
CHILDREN_OF_dwf_front  := decode barrier_unit dwf $(CHILDREN_OF_dwf)
CHILDREN_OF_sm := $(sort cta_launcher thread_ids register_file scoreboard thread_status simd_pipe \
    load_store static_residency vt_plug zorua_plug pdom_front dwf_front $(foreach unit,simd_pipe load_store \
    static_residency vt_plug zorua_plug pdom_front dwf_front,$(CHILDREN_OF_$(unit))))
family      = $(1) $(CHILDREN_OF_$(1))
# The blocks that have checkers in a variant: the core has its own alone where that will do.
checked     = $(if $(and $(filter sm,$(1)),$(filter outputs cover,$(2))),$(1),$(call family,$(1)))
# What a block's stimulus is linked with besides, and what it reads: that of a core is the host side of
# the programs, and the world round a core.
EXTRA_OF_sm   := build/lib/host.o
LIBRARY_OF_sm := -ldw -lelf

# ---- what is asked for -----------------------------------------------------------------------
BLOCK   ?= $(if $(filter area-sm,$(MAKECMDGOALS)),sm,$(BLOCKS))
CONFIG  ?= paper
PROFILE ?= all
CYCLES  ?= 200000
SEED    ?= 1
WAVES   ?=
RTL     ?=
LIBERTY ?=
PREFIX  ?= /usr/local
DESTDIR ?=

ifneq ($(filter-out $(BLOCKS),$(BLOCK)),)
  $(error unknown BLOCK '$(filter-out $(BLOCKS),$(BLOCK))'; there are: $(BLOCKS))
endif
# CONFIG=all: each block in every configuration it has.
configs_of = $(if $(filter all,$(CONFIG)),$(call configs,$(1)),$(CONFIG))
$(foreach b,$(BLOCK),$(foreach c,$(call configs_of,$(b)),$(if $(filter $(c),$(call configs,$(b))),,\
  $(error unknown CONFIG '$(c)' of $(b); there are: $(call configs,$(b)) all))))
ifneq ($(RTL),)
  ifneq ($(words $(BLOCK)),1)
    $(error RTL=$(RTL) needs one BLOCK: which of $(BLOCKS) is it to be compared with?)
  endif
  ifeq ($(wildcard $(RTL)),)
    $(error RTL=$(RTL): no such file)
  endif
endif
export BLOCK CONFIG PROFILE CYCLES SEED WAVES RTL LIBERTY PROGRAM

# ---- models, harness, programs ---------------------------------------------------------------
VERILATOR_ROOT_DIR = $(shell verilator --getenv VERILATOR_ROOT 2>/dev/null)
CC      := gcc
WARN    := -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Werror
CFLAGS  ?= -O3 -g
C11     := $(CC) -std=c11 $(WARN) $(CFLAGS) -Icmodel
HARNESS := $(CC) -std=gnu11 $(WARN) $(CFLAGS) -Icmodel -Idpi -Itb -Isim -Icli -I$(VERILATOR_ROOT_DIR)/include/vltstd
C_HEADERS := $(wildcard cmodel/*/*.h dpi/*/*.h tb/*/*.h sim/*.h cli/*.h tests/*/*.h)

MODEL_SRC   := $(wildcard cmodel/*/*.c)
HARNESS_SRC := $(wildcard dpi/common/*.c tb/common/*.c) sim/run.c
build/obj/cmodel/%.o: cmodel/%.c $(C_HEADERS)
	@mkdir -p $(@D) && $(C11) -fPIC -c $< -o $@
build/obj/%.o: %.c $(C_HEADERS) | build/.tools
	@mkdir -p $(@D) && $(HARNESS) -c $< -o $@
build/lib/libheddle.a: $(MODEL_SRC:%.c=build/obj/%.o)
	@mkdir -p $(@D) && rm -f $@ && ar rcs $@ $^
build/lib/libharness.a: $(HARNESS_SRC:%.c=build/obj/%.o)
	@mkdir -p $(@D) && rm -f $@ && ar rcs $@ $^

# The C sides of checkers and stimuli are compiled once for all benches. Each bench has prototypes of its
# own, Vtb__Dpi.h: sim/build_bench.sh holds the sources against those.
BENCH_C := $(CC) -std=gnu11 -Wall -Wextra -Werror $(CFLAGS) -Icmodel -Idpi -Itb -Isim -Icli -Ibuild/seam -I$(VERILATOR_ROOT_DIR)/include/vltstd
build/obj/any/Vtb__Dpi.h:
	@mkdir -p $(@D) && echo '#include "svdpi.h"' >$@
define bench_object
build/obj/%_$(1).o: %_$(1).c $(C_HEADERS) | build/.tools build/obj/any/Vtb__Dpi.h
	@mkdir -p $$(@D) && $$(BENCH_C) -Ibuild/obj/any -c $$< -o $$@
endef
$(foreach kind,dpi ports stim cover bench,$(eval $(call bench_object,$(kind))))

# What is generated of a description, the module and the model's header.
SEAM_SRC := $(wildcard dpi/seam/*.c)
build/bin/seam: $(SEAM_SRC) dpi/seam/seam.h | build/.tools
	@mkdir -p $(@D) && $(HARNESS) $(SEAM_SRC) -o $@
SEAM_FILES = $(addprefix $(call seam_dir,$(1))/,hd_$(1)_lockstep.sv hd_$(1)_tb.sv $(1)_seam.h $(1)_dpi.c $(1)_bench.c)
define seam_rule
$(call SEAM_FILES,$(1)) &: dpi/$(call socket,$(1))/$(1).fields rtl/$(call socket,$(1))/hd_$(1).sv \
    cmodel/$(call socket,$(1))/$(1).h $(wildcard dpi/$(call socket,$(1))/$(1)_cover.c) build/bin/seam
	@mkdir -p $(call seam_dir,$(1)) && build/bin/seam $$< rtl/$(call socket,$(1))/hd_$(1).sv build/seam
$(patsubst %.c,build/obj/%.o,$(wildcard dpi/*/$(1)_cover.c) tb/$(call socket,$(1))/$(call stimulus,$(1))_stim.c): \
    $(call seam_dir,$(1))/$(1)_seam.h
endef
$(foreach b,$(DESCRIBED),$(eval $(call seam_rule,$(b))))
seams: $(foreach b,$(DESCRIBED),$(call SEAM_FILES,$(b)))
.PHONY: seams

PROGRAMS := build/bin/report build/bin/vectors build/bin/area_report
build/bin/report: sim/report.c
build/bin/vectors: sim/vectors.c
build/bin/area_report: synth/area_report.c
$(PROGRAMS):
	@mkdir -p $(@D) && $(HARNESS) $< -o $@ -lm

build/bin/walk: studies/walk.c build/lib/libheddle.a
	@mkdir -p $(@D) && $(HARNESS) $^ -o $@ -lm
build/bin/grid: studies/grid.c build/lib/libheddle.a
	@mkdir -p $(@D) && $(HARNESS) $^ -o $@ -lm

# ---- kernels: programs/<name>/kernel.c, KERNEL=<name>, KERNEL=path/to/yours.c, or .S --------
KERNEL ?=
KERNELS_DIR ?= build/kernels
KERNEL_SRC := $(or $(foreach k,$(filter-out %.elf,$(KERNEL)),$(or $(wildcard programs/$(k)/kernel.c tb/*/$(k)/kernel.c),$(k))),\
    $(wildcard programs/*/kernel.c))
# programs/vadd/kernel.c is vadd.elf, path/to/yours.c is yours.elf
kernel_elf = $(KERNELS_DIR)/$(if $(filter kernel.c,$(notdir $(1))),$(notdir $(patsubst %/,%,$(dir $(1)))),$(basename $(notdir $(1)))).elf
# What keeps a warp's threads together: docs/kernels.md, "What the compiler may not do".
KERNEL_FLOW ?= -mllvm -tail-dup-placement=0 -mllvm -disable-early-taildup -mllvm -disable-tail-duplicate \
    -mllvm -jump-threading-threshold=0
KERNEL_CC = clang --target=riscv32 -march=rv32imaf -mabi=ilp32f -mno-relax -std=c11 -O2 -Wall -Wextra \
    -ffreestanding -nostdlib -fno-jump-tables -ffp-contract=off -Xclang -fconvergent-functions \
    $(KERNEL_FLOW) -gline-tables-only -fdebug-compilation-dir=. -fuse-ld=lld -Wl,-T,programs/heddle.ld -Wl,--gc-sections -Iprograms
ifneq ($(filter-out $(wildcard $(KERNEL_SRC)),$(KERNEL_SRC)),)
  $(error KERNEL=$(KERNEL): no such file)
endif
# What a program of ours has been compiled to is not overwritten.
$(foreach k,$(filter-out $(abspath programs)/%,$(abspath $(KERNEL_SRC))),\
  $(if $(wildcard programs/$(basename $(notdir $(call kernel_elf,$(k))))/kernel.c),\
    $(error KERNEL=$(k): programs has one of this name; give yours another)))
define kernel_rule
$(call kernel_elf,$(1)): $(1) $(wildcard programs/*.h) programs/heddle.ld Makefile | build/.tools
	@mkdir -p $$(@D) && $$(KERNEL_CC) -MMD -MP -MT $$@ -MF $$(@:.elf=.d) $$< -o $$@
endef
$(foreach k,$(KERNEL_SRC),$(eval $(call kernel_rule,$(k))))
KERNELS = $(foreach k,$(KERNEL_SRC),$(call kernel_elf,$(k)))
# Programs of the benches alone.
BENCH_KERNEL_SRC := $(wildcard tb/*/*/kernel.c)
$(foreach k,$(filter-out $(KERNEL_SRC),$(BENCH_KERNEL_SRC)),$(eval $(call kernel_rule,$(k))))
BENCH_KERNELS = $(foreach k,$(BENCH_KERNEL_SRC),$(call kernel_elf,$(k)))
-include $(wildcard $(KERNELS_DIR)/*.d)

# The command heddle: what runs, inspects, lists kernels. A program's host side is found by its name.
# Floats of the host as of the threads: a product and a sum are rounded twice, on any host.
build/obj/programs/%.o: HARNESS += -ffp-contract=off
build/presets.inc: cli/presets.awk cli/memory.txt sim/config/sm.conf
	@mkdir -p $(@D) && awk -f $^ >$@
HOST_SRC   := cli/sm_world.c cli/sm_watch.c cli/foreign.c cli/host.c cli/image.c cli/image_line.c cli/meeting_text.c $(wildcard programs/*/host.c)
HEDDLE_SRC := cli/heddle.c cli/launch.c cli/sm_stats.c cli/sm_trace.c cli/inspect.c $(HOST_SRC) $(wildcard cli/machine_*.c)
# In one piece: nobody names a program's host side, so that a library would leave it out.
build/lib/host.o: $(HOST_SRC:%.c=build/obj/%.o) $(patsubst %.c,build/obj/%.o,$(wildcard tb/*/*/host.c))
	@mkdir -p $(@D) && ld -r -o $@ $^
build/bin/heddle build/profile/heddle: VERSION = $(shell sed -n 's/^name: ::heddle://p' heddle.core)
# In one go, so that the compiler sees across the blocks: it runs a fifth faster. And the same, counting
# where its time goes.
build/bin/heddle:     IN_ONE_GO = -flto=auto
build/profile/heddle: IN_ONE_GO = -pg
build/bin/heddle build/profile/heddle: $(HEDDLE_SRC) $(MODEL_SRC) $(C_HEADERS) build/presets.inc heddle.core | build/.tools
	@mkdir -p $(@D) && $(HARNESS) $(IN_ONE_GO) -Ibuild -DHEDDLE_VERSION='"$(VERSION)"'  -ffp-contract=off $(filter %.c,$^) -o $@ -ldw -lelf -lm

# ---- test benches: build/sim/<block>/<config>/<variant>/Vtb ------------------------------------
# deep: all compared · outputs: no registers · bare: no checker · waves · cover · mine: RTL=
COMMON_SV := $(wildcard rtl/common/*.sv dpi/common/*.sv)
define bench_rule
build/sim/$(1)/$(2)/$(3)/Vtb: $(if $(and $(RTL),$(filter mine waves,$(3))),$(RTL),rtl/$(call socket,$(1))/hd_$(1).sv) \
    $(COMMON_SV) $(call checkers,$(call checked,$(1),$(3))) $(call c_sides,$(call checked,$(1),$(3))) \
    $(foreach b,$(call checked,$(1),$(3)),$(wildcard $(PORTS_OF_$(b):%=dpi/*/%*.*))) \
    $(foreach b,$(CHILDREN_OF_$(1)),$(wildcard rtl/*/hd_$(b).sv)) \
    $(call bench_sv,$(1)) $(call bench_c,$(1)) sim/verilated_main.cpp sim/build_bench.sh \
    sim/config/$(1).conf $(if $(filter mine waves,$(3)),build/.rtl) build/lib/libheddle.a build/lib/libharness.a \
    $(patsubst %.c,build/obj/%.o,$(call c_sides,$(call checked,$(1),$(3))) \
        $(foreach b,$(call checked,$(1),$(3)),$(wildcard $(PORTS_OF_$(b):%=dpi/*/%.c))) $(call bench_c,$(1))) \
    $(EXTRA_OF_$(1)) $(if $(EXTRA_OF_$(1)),| $(KERNELS) $(BENCH_KERNELS))
	@EXTRA='$(EXTRA_OF_$(1))' LIBRARIES='$(LIBRARY_OF_$(1))' sim/build_bench.sh $(1) $(2) $(3) $(call socket,$(1)) $(call stimulus,$(1)) \
	    $(call c_sides,$(call checked,$(1),$(3))) \
	    $(sort $(foreach b,$(call checked,$(1),$(3)),$(wildcard $(PORTS_OF_$(b):%=dpi/*/%.c))))
endef
$(foreach b,$(BLOCKS),$(foreach c,$(call configs,$(b)),\
  $(foreach v,deep outputs bare waves cover mine,$(eval $(call bench_rule,$(b),$(c),$(v))))))
# A size that is no named configuration: SIZED=paper,Entries-16
$(if $(SIZED),$(if $(filter $(SIZED),$(call configs,$(BLOCK))),,\
  $(foreach v,deep waves,$(eval $(call bench_rule,$(BLOCK),$(SIZED),$(v))))))
# Which RTL the variants mine and waves were made of: changes when RTL= does.
build/.rtl: FORCE
	@mkdir -p build && echo '$(RTL)' | cmp -s - $@ || echo '$(RTL)' >$@
.PHONY: FORCE
benches = $(foreach b,$(BLOCK),$(foreach c,$(call configs_of,$(b)),build/sim/$(b)/$(c)/$(1)/Vtb))

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
test-all: build/bin/heddle $(KERNELS) build/lib/libheddle.a build/lib/libharness.a build/lib/host.o  ## all long lists (LISTS='prove cover': these alone); takes days, resumes; writes records/
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
residency: build/bin/grid  ## compare static, vt, unlimited, zorua on kernels: tables and pictures (FULL=1: every point)
	@studies/residency.sh
kernels: $(KERNELS)  ## compile programs/, or KERNEL=path/to/yours.c: build/kernels/<name>.elf
programs: build/bin/heddle $(KERNELS)  ## run every program on the reference, and on the core with its plugs (FULL=1: all)
	@tests/programs.sh
plugs: build/bin/heddle $(KERNELS)  ## compare static with dynamic warps on every program
	@studies/plugs.sh
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
atomics: build/bin/heddle  ## measure atomics, compare-and-swap, lr and sc without contention
	@tests/atomics.sh
cliffs: build/bin/heddle $(KERNELS)  ## measure time over the resources of a launch: static residency, Zorua
	@studies/cliffs.sh
speed: build/bin/heddle $(KERNELS)  ## measure the speed of the core model, and where its time goes
	@studies/speed.sh
numbers:         ## run the commands behind the tables of the pages and compare the numbers
	@studies/numbers.sh
mutants:         ## check that lockstep finds every kind of planted bug
	@tests/mutants.sh
planted: build/bin/heddle $(KERNELS) build/lib/libheddle.a build/lib/libharness.a build/lib/host.o  ## check that programs on the core find planted bugs (ALL=1: all bugs); resumes
	@ONLY='$(if $(filter file,$(origin BLOCK)),,$(BLOCK))' tests/all.sh full planted
planted-blocks:
	@echo sm $(CHILDREN_OF_sm)
.PHONY: planted-blocks
soak: $(foreach b,$(BLOCK),$(foreach c,$(call configs,$(b)),build/sim/$(b)/$(c)/deep/Vtb))  ## long campaign: 10^8 cycles for each block, over all configurations and profiles
	@sim/soak.sh
install: build/lib/libheddle.a build/bin/heddle seams  ## install heddle, models, headers, checkers and RTL below PREFIX
	@tools/install.sh "$(DESTDIR)$(PREFIX)" "$(PREFIX)"
clean:           ## remove build/
	@rm -rf build

# All but the machine itself, which has commands of its own: make cosim, area-sm.
SMALLER := $(filter-out sm,$(BLOCKS))
build-run: $(foreach b,$(SMALLER),build/sim/$(b)/paper/deep/Vtb) $(PROGRAMS)
.PHONY: build-run

# Those that hold other blocks: they compile longest, and area-sm maps what is in them alone.
LARGE := load_store pdom_front vt_plug zorua_plug

# The benches that the tests need: three sizes of each block, two of the large ones, and what only
# some of them have. The other configurations are the campaign's (make soak).
build-test: $(foreach b,$(SMALLER),$(foreach c,small odd,build/sim/$(b)/$(c)/deep/Vtb)) \
    $(foreach b,$(filter-out $(LARGE),$(SMALLER)),build/sim/$(b)/paper/deep/Vtb) \
    $(foreach c,small small_dwf,build/sim/sm/$(c)/deep/Vtb) \
    $(foreach c,tree minority pdom time aged spill,build/sim/dwf/$(c)/deep/Vtb) \
    $(foreach c,minority aged port1,build/sim/max_heap/$(c)/deep/Vtb) \
    $(foreach c,scratch threads,build/sim/mapping_table/$(c)/deep/Vtb) \
    build/sim/vt/serial/deep/Vtb $(PROGRAMS) build/bin/walk \
    build/bin/grid build/bin/heddle $(KERNELS)
.PHONY: build-test
