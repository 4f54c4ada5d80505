# SPDX-License-Identifier: Apache-2.0
# ---- kernels: programs/<name>/kernel.c, KERNEL=<name>, KERNEL=path/to/yours.c, or .S --------
KERNELS_DIR ?= build/kernels
KERNEL_SRC := $(or $(foreach k,$(filter-out %.elf,$(KERNEL)),$(or $(wildcard programs/$(k)/kernel.c tb/*/$(k)/kernel.c),$(k))),\
    $(wildcard programs/*/kernel.c))
# programs/vadd/kernel.c is vadd.elf, path/to/yours.c is yours.elf
kernel_elf = $(KERNELS_DIR)/$(if $(filter kernel.c,$(notdir $(1))),$(notdir $(patsubst %/,%,$(dir $(1)))),$(basename $(notdir $(1)))).elf
# What keeps a warp's threads together: docs/kernels.md, "What the compiler may not do".
KERNEL_FLOW ?= -mllvm -tail-dup-placement=0 -mllvm -disable-early-taildup -mllvm -disable-tail-duplicate \
    -mllvm -jump-threading-threshold=0
# What every kernel is compiled with: also what is installed for kernels of others (tools/install.sh).
KERNEL_FLAGS = --target=riscv32 -march=rv32imaf -mabi=ilp32f -mno-relax -std=c11 -O2 \
    -ffreestanding -nostdlib -fno-jump-tables -ffp-contract=off -Xclang -fconvergent-functions \
    $(KERNEL_FLOW) -gline-tables-only -fuse-ld=lld -Wl,--gc-sections -Wl,--emit-relocs
KERNEL_CC = clang $(KERNEL_FLAGS) -Wall -Wextra -fdebug-compilation-dir=. -Wl,-T,programs/heddle.ld -Iprograms
ifneq ($(filter-out $(wildcard $(KERNEL_SRC)),$(KERNEL_SRC)),)
  $(error KERNEL=$(KERNEL): no such file)
endif
# What a program of ours has been compiled to is not overwritten.
$(foreach k,$(filter-out $(abspath programs)/%,$(abspath $(KERNEL_SRC))),\
  $(if $(wildcard programs/$(basename $(notdir $(call kernel_elf,$(k))))/kernel.c),\
    $(error KERNEL=$(k): programs has one of this name; give yours another)))
define kernel_rule
$(call kernel_elf,$(1)): $(1) $(wildcard programs/*.h) programs/heddle.ld mk/kernels.mk | build/.tools
	@mkdir -p $$(@D) && $$(KERNEL_CC) -MMD -MP -MT $$@ -MF $$(@:.elf=.d) $$< -o $$@
endef
$(foreach k,$(KERNEL_SRC),$(eval $(call kernel_rule,$(k))))
KERNELS = $(foreach k,$(KERNEL_SRC),$(call kernel_elf,$(k)))
# Programs of the benches alone.
BENCH_KERNEL_SRC := $(wildcard tb/*/*/kernel.c)
$(foreach k,$(filter-out $(KERNEL_SRC),$(BENCH_KERNEL_SRC)),$(eval $(call kernel_rule,$(k))))
BENCH_KERNELS = $(foreach k,$(BENCH_KERNEL_SRC),$(call kernel_elf,$(k)))
-include $(wildcard $(KERNELS_DIR)/*.d)
kernel-flow:
	@echo '$(KERNEL_FLOW)'
.PHONY: kernel-flow
