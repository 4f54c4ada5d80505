# SPDX-License-Identifier: Apache-2.0
# ---- test benches: build/sim/<block>/<config>/<variant>/Vtb ------------------------------------
# The C sides of checkers and stimuli are compiled once for all benches. Each bench has prototypes of its
# own, Vtb__Dpi.h: sim/build_bench.sh holds the sources against those.
BENCH_C := $(CC) -std=gnu11 -Wall -Wextra -Werror $(CFLAGS) -Icmodel -Idpi -Itb -Isim -Icli -Ibuild/seam -I$(VERILATOR_ROOT_DIR)/include/vltstd
build/obj/any/Vtb__Dpi.h:
	@mkdir -p $(@D) && echo '#include "svdpi.h"' >$@
define bench_object
build/obj/%_$(1).o: %_$(1).c $(C_HEADERS) | build/.tools build/obj/any/Vtb__Dpi.h
	@mkdir -p $$(@D) && $$(BENCH_C) -Ibuild/obj/any -c $$< -o $$@
endef
$(foreach kind,dpi stim cover bench,$(eval $(call bench_object,$(kind))))

# The headers that each file of Verilator begins with, for both optimizations.
VERILATED := $(foreach o,O0 O2,build/obj/any/verilated-$(o).pch)
$(VERILATED): sim/verilated.mk | build/.tools
	@$(MAKE) -s -f sim/verilated.mk -B $@

# deep: all compared · outputs: no registers · bare: no checker · waves · cover · mine: RTL=
COMMON_SV := $(wildcard rtl/common/*.sv dpi/common/*.sv)
# What a bench of block 1 in variant 2 is made of, the same in all sizes.
define bench_needs
NEEDS_OF_$(1)_$(2) := $(if $(and $(RTL),$(filter mine waves,$(2))),$(RTL),rtl/$(call socket,$(1))/hd_$(1).sv) \
    $(COMMON_SV) $(call checkers,$(call checked,$(1),$(2))) $(call c_sides,$(call checked,$(1),$(2))) \
    $(foreach b,$(INSIDE_OF_$(1)) $(SOCKETS_OF_$(1)),$(wildcard rtl/*/hd_$(b).sv)) \
    $(call bench_sv,$(1)) $(call bench_c,$(1)) sim/verilated_main.cpp sim/build_bench.sh \
    sim/config/$(1).conf $(if $(filter mine waves,$(2)),build/.rtl) build/lib/libheddle.a build/lib/libharness.a \
    $(patsubst %.c,build/obj/%.o,$(call c_sides,$(call checked,$(1),$(2))) \
        $(call bench_c,$(1))) \
    $(OBJECTS_OF_$(1))
endef
define bench_rule
build/sim/$(1)/$(2)/$(3)/Vtb: $(NEEDS_OF_$(1)_$(3)) | $(VERILATED) $(if $(OBJECTS_OF_$(1)),$(KERNELS) $(BENCH_KERNELS))
	@OBJECTS='$(OBJECTS_OF_$(1))' LIBRARIES='$(LIBRARIES_OF_$(1))' sim/build_bench.sh $(1) $(2) $(3) $(call socket,$(1)) $(call stimulus,$(1)) \
	    $(call c_sides,$(call checked,$(1),$(3)))
endef
VARIANTS := deep outputs bare waves cover mine
$(foreach b,$(BLOCKS),$(foreach v,$(VARIANTS),$(eval $(call bench_needs,$(b),$(v)))))
$(foreach b,$(BLOCKS),$(foreach c,$(call configs,$(b)),\
  $(foreach v,$(VARIANTS),$(eval $(call bench_rule,$(b),$(c),$(v))))))
# A size that is no named configuration: SIZED=paper,Entries-16
$(if $(SIZED),$(if $(filter $(SIZED),$(call configs,$(BLOCK))),,\
  $(foreach v,deep waves,$(eval $(call bench_rule,$(BLOCK),$(SIZED),$(v))))))
# Which RTL the variants mine and waves were made of: changes when RTL= does.
build/.rtl: FORCE
	@mkdir -p build && echo '$(RTL)' | cmp -s - $@ || echo '$(RTL)' >$@
.PHONY: FORCE
benches = $(foreach b,$(BLOCK),$(foreach c,$(call configs_of,$(b)),build/sim/$(b)/$(c)/$(1)/Vtb))

# What make run-all runs, and what the tests need. The other sizes are the campaign's (make soak).
build-run: $(foreach b,$(SMALLER),build/sim/$(b)/paper/deep/Vtb) $(PROGRAMS)
# Units first, which take long: the end of the build keeps all cores busy.
UNITS := $(foreach b,$(BLOCKS),$(if $(INSIDE_OF_$(b)),$(b)))
build-test: $(foreach b,$(UNITS) $(filter-out $(UNITS),$(BLOCKS)),$(foreach c,$(TESTED_OF_$(b)),build/sim/$(b)/$(c)/deep/Vtb)) $(PROGRAMS) \
    build/bin/walk build/bin/grid build/bin/heddle $(KERNELS)
.PHONY: build-run build-test
