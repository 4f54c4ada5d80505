# SPDX-License-Identifier: Apache-2.0
# What there is, and whether what is asked for is among it.
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
