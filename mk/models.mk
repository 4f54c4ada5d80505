# SPDX-License-Identifier: Apache-2.0
# Models and harness as libraries, and the programs made of them, the command heddle among them.
VERILATOR_ROOT_DIR = $(shell verilator --getenv VERILATOR_ROOT 2>/dev/null)
CC      := gcc
WARN    := -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Werror
CFLAGS  ?= -O3 -g
C11     := $(CC) -std=c11 $(WARN) $(CFLAGS) -Icmodel
HARNESS := $(CC) -std=gnu11 $(WARN) $(CFLAGS) -Icmodel -Idpi -Itb -Isim -Icli -I$(VERILATOR_ROOT_DIR)/include/vltstd
C_HEADERS := $(wildcard cmodel/*/*.h dpi/*/*.h tb/*/*.h sim/*.h cli/*.h host/*.h host/*/*.h tests/*/*.h)

MODEL_SRC   := $(wildcard cmodel/*/*.c)
HARNESS_SRC := $(wildcard dpi/common/*.c tb/common/*.c) sim/run.c
# A shared library is made of them too, in which a function may be replaced: none of ours is, so that calls
# within a file are inlined.
build/obj/cmodel/%.o: cmodel/%.c $(C_HEADERS)
	@mkdir -p $(@D) && $(C11) -fPIC -fno-semantic-interposition -c $< -o $@
build/obj/%.o: %.c $(C_HEADERS) | build/.tools
	@mkdir -p $(@D) && $(HARNESS) -c $< -o $@
build/lib/libheddle.a: $(MODEL_SRC:%.c=build/obj/%.o)
	@mkdir -p $(@D) && rm -f $@ && ar rcs $@ $^
build/lib/libharness.a: $(HARNESS_SRC:%.c=build/obj/%.o)
	@mkdir -p $(@D) && rm -f $@ && ar rcs $@ $^

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

# The command heddle: what runs, inspects, lists kernels. A program's host side is found by its name.
# Floats of the host as of the threads: a product and a sum are rounded twice, on any host.
build/obj/programs/%.o: HARNESS += -ffp-contract=off
build/presets.inc: cli/presets.awk cli/memory.txt cli/chips.txt sim/config/sm.conf
	@mkdir -p $(@D) && awk -f $^ >$@
# What runs launches: all have it. A GPU around that: the command and the library of host/ have it.
RUN_SRC    := $(addprefix cli/,image.c image_add.c image_line.c image_move.c image_relocs.c image_shared.c launch_check.c sm_code.c sm_world.c sm_watch.c streams.c gpu_world.c meeting_text.c)
GPU_SRC    := $(addprefix cli/,gpu_machine.c gpu_trace.c team.c preset.c)
HOST_SRC   := $(RUN_SRC) cli/answers.c cli/workload.c cli/foreign.c cli/host.c $(wildcard programs/*/host.c)
HEDDLE_SRC := cli/heddle.c cli/launch.c cli/mix.c cli/checkpoint.c cli/checkpoint_words.c cli/chip.c cli/sm_stats.c cli/sm_trace.c cli/inspect.c $(GPU_SRC) $(HOST_SRC) $(wildcard cli/machine_*.c)
build/bin/hazards: studies/hazards.c $(HOST_SRC:%.c=build/obj/%.o) build/lib/libheddle.a
	@mkdir -p $(@D) && $(HARNESS) $^ -o $@ -ldw -lelf -lm
build/bin/oracle: studies/oracle.c $(HOST_SRC:%.c=build/obj/%.o) build/lib/libheddle.a
	@mkdir -p $(@D) && $(HARNESS) $^ -o $@ -ldw -lelf -lm
# In one piece: no symbol of a program's host side is referenced, so a library would leave it out.
build/lib/host.o: $(HOST_SRC:%.c=build/obj/%.o) $(patsubst %.c,build/obj/%.o,$(wildcard tb/*/*/host.c))
	@mkdir -p $(@D) && ld -r -o $@ $^
build/bin/heddle build/profile/heddle: VERSION = $(shell sed -n 's/^name: ::heddle://p' heddle.core)
# In one go, so that the compiler sees across the blocks: it runs a fifth faster. And the same, counting
# where its time goes.
build/bin/heddle:     IN_ONE_GO = -flto=auto
build/profile/heddle: IN_ONE_GO = -pg
build/bin/heddle build/profile/heddle: $(HEDDLE_SRC) $(MODEL_SRC) $(C_HEADERS) build/presets.inc heddle.core | build/.tools
	@mkdir -p $(@D) && $(HARNESS) $(IN_ONE_GO) -Ibuild -DHEDDLE_VERSION='"$(VERSION)"'  -ffp-contract=off $(filter %.c,$^) -o $@ -ldw -lelf -lm

# The host interface as a library: host/, and what it shares with the command. One object, in which only
# the names of the header are seen from outside.
LIBRARY_SRC := $(wildcard host/*.c) $(RUN_SRC) $(GPU_SRC)
build/obj/library/cli/preset.o: build/presets.inc
build/obj/library/%.o: %.c $(C_HEADERS) | build/.tools
	@mkdir -p $(@D) && $(HARNESS) -Ihost -Ibuild -fPIC -c $< -o $@
build/lib/libheddle-host.a: $(LIBRARY_SRC:%.c=build/obj/library/%.o)
	@mkdir -p $(@D) && rm -f $@ && ld -r -o $(@:.a=.o) $^ && objcopy -w --keep-global-symbol='heddle_*' $(@:.a=.o) && ar rcs $@ $(@:.a=.o)
library-sources: build/presets.inc
	@echo $(LIBRARY_SRC)
.PHONY: library-sources
