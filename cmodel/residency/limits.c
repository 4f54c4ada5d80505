/* SPDX-License-Identifier: Apache-2.0 */
#include "residency/limits.h"

#include <stdio.h>
#include <string.h>

enum { CTA_ID_BITS = 96, ID_BITS = 8, RANK_BITS = 5, BYTE = 8 };

const char *limits_name(enum limits_what what)
{
    static const char *const name[] = {"blocks",        "warps",         "registers",
                                       "shared memory", "block numbers", "warp ids"};
    return name[what];
}

uint32_t limits_context_bits(uint32_t warps, uint32_t id_bits, uint32_t rank_bits,
                             uint32_t stack_bits)
{
    return id_bits + rank_bits + CTA_ID_BITS + stack_bits * warps;
}

static uint32_t ceil_div(uint32_t a, uint32_t b) { return (a + b - 1) / b; }

/* So many blocks, if each takes so much of what there is; without a demand there is no limit. */
static uint32_t fit(uint32_t there, uint32_t each) { return each == 0 ? UINT32_MAX : there / each; }

/* The least so far is `n` by `what`; another limit binds if it is lower. */
static void bind(uint32_t *n, enum limits_what *what, uint32_t other, enum limits_what by)
{
    if (other >= *n) return;
    *n = other;
    *what = by;
}

static const char *too_large(char *why, uint32_t size, const char *what, uint32_t needs,
                             uint32_t there)
{
    snprintf(why, size, "a block needs %u %s, there are %u at most", needs, what, there);
    return why;
}

static const char *refused(const struct limits_core *core, const struct limits_block *block,
                           uint32_t warps, char *why, uint32_t size)
{
    const uint64_t registers = (uint64_t)warps * LIMITS_WARP * block->registers;
    if (block->threads == 0) {
        snprintf(why, size, "a block has no threads");
        return why;
    }
    if (block->threads > LIMITS_THREADS)
        return too_large(why, size, "threads", block->threads, LIMITS_THREADS);
    if (core->blocks == 0) {
        snprintf(why, size, "the core takes no blocks");
        return why;
    }
    if (warps > core->warps) return too_large(why, size, "warp slots", warps, core->warps);
    if (registers > core->registers)
        return too_large(why, size, "registers", (uint32_t)registers, core->registers);
    if (block->shared > core->shared)
        return too_large(why, size, "bytes of shared memory", block->shared, core->shared);
    return NULL;
}

/* Each block on the core has a place for its context, whether it is ever swapped out or not: where
 * shared memory binds, contexts may cost a block. */
static void virtual_thread(struct limits *l, const struct limits_core *core,
                           const struct limits_block *block, uint32_t registers)
{
    const uint32_t bits = limits_context_bits(l->warps, ID_BITS, RANK_BITS, core->stack_bits);
    l->words = ceil_div(bits, core->mem_width);
    const uint32_t bytes = l->words * (core->mem_width / BYTE);
    l->ctas = fit(core->registers, registers);
    l->vt_binds = LIMITS_REGISTERS;
    bind(&l->ctas, &l->vt_binds, fit(core->shared, block->shared + bytes), LIMITS_SHARED);
    bind(&l->ctas, &l->vt_binds, core->ctas, LIMITS_CTAS);
    bind(&l->ctas, &l->vt_binds, fit(core->ids, l->warps), LIMITS_IDS);
}

const char *limits_of(struct limits *l, const struct limits_core *core,
                      const struct limits_block *block, char *why, uint32_t size)
{
    memset(l, 0, sizeof *l);
    l->warps = ceil_div(block->threads, LIMITS_WARP);
    const char *error = refused(core, block, l->warps, why, size);
    if (error != NULL) return error;

    uint32_t registers = l->warps * LIMITS_WARP * block->registers;

    enum limits_what what = LIMITS_BLOCKS;
    l->frames = core->blocks;
    bind(&l->frames, &what, fit(core->warps, l->warps), LIMITS_WARPS);
    l->blocks = l->frames;
    bind(&l->blocks, &what, fit(core->registers, registers), LIMITS_REGISTERS);
    bind(&l->blocks, &what, fit(core->shared, block->shared), LIMITS_SHARED);
    l->binds = what;

    l->room = fit(core->registers, registers);
    bind(&l->room, &what, fit(core->shared, block->shared), LIMITS_SHARED);
    virtual_thread(l, core, block, registers);
    return NULL;
}
