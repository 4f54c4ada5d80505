# SPDX-License-Identifier: Apache-2.0
# The headers that each file of Verilator reads, compiled once for all benches without trace and coverage:
#   make -f sim/verilated.mk build/obj/any/verilated-O2.pch    with that optimization
#   make -f sim/verilated.mk flags                             the flags: those of Verilator's own makefile
# A precompiled header is taken only with the flags that it was made with.
VERILATOR_ROOT := $(shell verilator --getenv VERILATOR_ROOT)
VM_COVERAGE = 0
VM_SC = 0
VM_TRACE = 0
VM_TRACE_FST = 0
VM_TRACE_VCD = 0
include $(VERILATOR_ROOT)/include/verilated.mk
FLAGS = $(CXXFLAGS) $(filter-out -MMD,$(CPPFLAGS))

# Whole or not there: two makes may come here at once.
build/obj/any/verilated-%.pch:
	mkdir -p $(@D) && clang++ $(FLAGS) -$* -x c++-header -Xclang -fno-pch-timestamp \
	    $(VERILATOR_ROOT)/include/verilated_dpi.h -o $@.$$$$ && mv $@.$$$$ $@
flags:
	@echo $(FLAGS)
.PHONY: flags
