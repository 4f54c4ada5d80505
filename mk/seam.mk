# SPDX-License-Identifier: Apache-2.0
# What is generated of a description, the module and the model's header.
SEAM_SRC := $(wildcard tools/seam/*.c)
build/bin/seam: $(SEAM_SRC) tools/seam/seam.h | build/.tools
	@mkdir -p $(@D) && $(HARNESS) -Itools $(SEAM_SRC) -o $@
SEAM_FILES = $(addprefix $(call seam_dir,$(1))/,hd_$(1)_lockstep.sv hd_$(1)_tb.sv $(1)_seam.h $(1)_cover.h $(1)_dpi.c $(1)_bench.c)
define seam_rule
$(call SEAM_FILES,$(1)) &: dpi/$(call socket,$(1))/$(1).fields rtl/$(call socket,$(1))/hd_$(1).sv \
    cmodel/$(call socket,$(1))/$(1).h dpi/$(call socket,$(1))/$(1)_cover.c $(wildcard dpi/$(call socket,$(1))/$(1)_view.h) \
    $(wildcard dpi/$(call socket,$(1))/*.part) build/bin/seam
	@mkdir -p $(call seam_dir,$(1)) && build/bin/seam $$< rtl/$(call socket,$(1))/hd_$(1).sv build/seam
$(patsubst %.c,build/obj/%.o,dpi/$(call socket,$(1))/$(1)_cover.c tb/$(call socket,$(1))/$(call stimulus,$(1))_stim.c): \
    $(call seam_dir,$(1))/$(1)_seam.h $(call seam_dir,$(1))/$(1)_cover.h
endef
$(foreach b,$(BLOCKS),$(eval $(call seam_rule,$(b))))
seams: $(foreach b,$(BLOCKS),$(call SEAM_FILES,$(b)))
.PHONY: seams
