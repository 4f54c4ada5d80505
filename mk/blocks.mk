# SPDX-License-Identifier: Apache-2.0
# What there is, and whether what is asked for is among it.
BLOCK_RTL := $(sort $(filter-out rtl/common/% rtl/sockets/% rtl/study/%,$(wildcard rtl/*/hd_*.sv)))
BLOCKS    := $(patsubst hd_%,%,$(basename $(notdir $(BLOCK_RTL))))
$(foreach f,$(BLOCK_RTL),$(eval SOCKET_OF_$(patsubst hd_%.sv,%,$(notdir $(f))) := $(notdir $(patsubst %/,%,$(dir $(f))))))
socket     = $(SOCKET_OF_$(1))
# What each of them is, KEY_OF_<block>: sim/config/<block>.conf, and the RTL (tools/facts.sh says which keys).
blank := $(subst ,, )
$(foreach fact,$(shell tools/facts.sh make),$(eval $(subst ~,$(blank),$(fact))))
$(foreach b,$(BLOCKS),$(if $(TESTED_OF_$(b)),,$(error sim/config/$(b).conf: no line 'tested: small odd paper')))
configs    = $(SIZES_OF_$(1))
stimulus   = $(or $(STIMULUS_OF_$(1)),$(1))
MACHINE   := $(strip $(foreach b,$(BLOCKS),$(if $(MACHINE_OF_$(b)),$(b))))
# All but the machine itself; those that are not tried at paper size: they hold other blocks and compile
# longest, and area-sm maps what is in them alone.
SMALLER   := $(filter-out $(MACHINE),$(BLOCKS))
LARGE     := $(foreach b,$(SMALLER),$(if $(filter paper,$(TESTED_OF_$(b))),,$(b)))
# The seam of a block is generated from its description (docs/seam.md).
seam_dir   = build/seam/$(call socket,$(1))
c_sides    = $(foreach b,$(1),$(call seam_dir,$(b))/$(b)_dpi.c dpi/$(call socket,$(b))/$(b)_cover.c)
checkers   = $(foreach b,$(1),$(call seam_dir,$(b))/hd_$(b)_lockstep.sv)
bench_sv   = $(call seam_dir,$(1))/hd_$(1)_tb.sv
bench_c    = tb/$(call socket,$(1))/$(call stimulus,$(1))_stim.c $(call seam_dir,$(1))/$(1)_bench.c
# The blocks inside a unit are checked as well: lockstep inside and out.
family     = $(1) $(INSIDE_OF_$(1))
# The blocks that have checkers in a variant: the machine has its own alone where that will do.
checked    = $(if $(and $(MACHINE_OF_$(1)),$(filter outputs cover,$(2))),$(1),$(call family,$(1)))

# ---- what is asked for -----------------------------------------------------------------------
# A new block is none of them yet.
ifneq ($(filter new,$(MAKECMDGOALS)),)
  BLOCK_ASKED := $(BLOCK)
  override BLOCK :=
endif
ifneq ($(filter-out $(BLOCKS),$(BLOCK)),)
  $(error unknown BLOCK '$(filter-out $(BLOCKS),$(BLOCK))'; there are: $(BLOCKS))
endif
# CONFIG=all: each block in every size it has; tested: in those that make test runs.
configs_of = $(if $(filter all,$(CONFIG)),$(call configs,$(1)),$(if $(filter tested,$(CONFIG)),$(TESTED_OF_$(1)),$(CONFIG)))
soaked     = $(if $(filter file,$(origin CONFIG)),$(call configs,$(1)),$(call configs_of,$(1)))
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
