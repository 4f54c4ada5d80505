/* SPDX-License-Identifier: Apache-2.0 */
#include "core/sm_parts.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"

/* Accesses of a warp that issued and are not yet load/store's. */
enum { ISSUED = 4 };
/* Several kernels: grains of shared memory. */
enum { MOST_GRAINS = 128 };

/* --- configurations ------------------------------------------------------ */

uint32_t sm_warps(const struct sm_cfg *cfg) { return has_warps(cfg) ? cfg->warps : cfg->slots; }

struct dwf_front_cfg sm_dwf_cfg(const struct sm_cfg *c)
{
    return (struct dwf_front_cfg){c->slots,         c->lanes,       2,
                                  c->pool_entries,  c->lut_entries, c->lut_ways,
                                  c->forward,       c->dwf_policy,  c->heap_entries,
                                  c->heap_ports,    c->queue_depth, c->tree,
                                  c->mheap_entries, c->mheap_ways,  c->cnt_width,
                                  c->wid_width,     c->lut_width,   c->age_limit,
                                  has_warps(c),     c->lane_slots};
}

uint32_t sm_grain_bits(const struct sm_cfg *c)
{
    uint32_t bits = 0;
    while (c->shared_words >> bits > MOST_GRAINS) bits++;
    return bits;
}

static uint32_t shared_rows(const struct sm_cfg *c) { return c->shared_words / (c->row_bits / 32); }

static struct residency_cfg residency_cfg(const struct sm_cfg *c)
{
    const struct simt_stack_cfg stack = {c->slots, c->lanes,  32,          c->frame_width,
                                         c->depth, c->levels, c->ports + 1};
    const struct dwf_front_cfg dwf = sm_dwf_cfg(c);
    const bool own = c->formation == SM_DWF;
    return (struct residency_cfg){.kind = c->residency,
                                  .slots = c->slots,
                                  .frames = c->blocks,
                                  .max_warps = c->max_warps,
                                  .ports = c->ports,
                                  .ctas = has_warps(c) ? c->ctas : c->blocks,
                                  .warps = sm_warps(c),
                                  .accesses = c->accesses + ISSUED,
                                  .lanes = c->lanes,
                                  .banks = c->banks,
                                  .sets = c->sets,
                                  .swap_base = SM_SWAP_SPACE,
                                  .stack_bits = own ? dwf_front_row_width(&dwf)
                                                    : simt_stack_row_width(&stack),
                                  .row_bits = c->row_bits,
                                  .rows = shared_rows(c),
                                  .own = own,
                                  .kernels = c->kernels,
                                  .grains = c->shared_words >> sm_grain_bits(c),
                                  .written = c->written,
                                  .warp_level = c->warp_level};
}

uint32_t sm_swap_bytes(const struct sm_cfg *cfg)
{
    const struct residency_cfg plug = residency_cfg(cfg);
    return cfg->residency == SM_ZORUA ? zorua_plug_bytes(&plug) : 0;
}

bool sm_holds(const struct sm_cfg *cfg, uint32_t warps, uint32_t sets, uint32_t bytes)
{
    const struct residency_cfg plug = residency_cfg(cfg);
    return zorua_plug_holds(&plug, warps, sets, bytes);
}

uint32_t sm_context_rows(const struct sm_cfg *cfg, uint32_t threads)
{
    const struct residency_cfg plug = residency_cfg(cfg);
    return residency_context_rows(&plug, (threads + cfg->lanes - 1) / cfg->lanes);
}

/* --- init and reset ------------------------------------------------------ */

static const char *init_interweaving(struct sm *s)
{
    const struct sm_cfg *c = &s->cfg;
    if (c->ports != INTERWEAVE_FRONT_PORTS) return "Formation = 2: Ports must be 2";
    return interweave_front_init(&s->weave,
                                 &(struct interweave_front_cfg){.slots = c->slots,
                                                                .lanes = c->lanes,
                                                                .mode = c->mode,
                                                                .sets = c->lookup_sets,
                                                                .seed = c->seed,
                                                                .entries = c->board_entries,
                                                                .cold_entries = c->cold_entries,
                                                                .levels = c->levels,
                                                                .constraint = c->constraint,
                                                                .patience = c->turns,
                                                                .accesses = c->accesses + ISSUED,
                                                                .memory_group = c->memory_group});
}

static const char *init_formation(struct sm *s)
{
    const struct sm_cfg *c = &s->cfg;
    if (is_weave(s)) return init_interweaving(s);
    if (!is_dwf(s))
        return pdom_front_init(
            &s->front, &(struct pdom_front_cfg){c->slots, c->lanes, c->ports, c->policy, c->group,
                                                c->entries, c->frame_width, c->depth, c->levels,
                                                c->accesses + ISSUED + is_zorua(s)});
    if (c->ports != 1) return "Formation = 1: Ports must be 1";
    const struct dwf_front_cfg dwf = sm_dwf_cfg(c);
    return dwf_front_init(&s->dwf, &dwf);
}

static const char *init_launcher(struct sm *s, const struct residency_cfg *plug)
{
    const struct sm_cfg *c = &s->cfg;
    /* With virtual resources what limits the blocks is what names them. */
    const bool names = is_zorua(s);
    return cta_launcher_init(
        &s->launcher,
        &(struct cta_launcher_cfg){names ? plug->ctas : c->blocks, c->slots,
                                   names ? CTA_LAUNCHER_MAX_THREADS : c->threads,
                                   c->banks * c->sets, c->shared_words * WORD_BYTES, plug->ctas,
                                   names ? CTA_LAUNCHER_MAX_IDS : plug->warps});
}

/* The residency goes before the ids: it knows how many kernels there may be. */
static const char *init_front(struct sm *s)
{
    const struct sm_cfg *c = &s->cfg;
    const struct residency_cfg plug = residency_cfg(c);
    const char *wrong = init_formation(s);
    if (!wrong && !is_ranged(s)) wrong = init_launcher(s, &plug);
    if (!wrong) wrong = residency_init(&s->residency, &plug);
    for (uint32_t k = 0; !wrong && k < kernels(s); k++)
        wrong = thread_ids_init(&s->ids[k],
                                &(struct thread_ids_cfg){c->lanes, c->max_warps, c->ports,
                                                         is_dwf(s), c->shuffle, c->lane_slots});
    return wrong;
}

static uint32_t rider_width(const struct sm *s)
{
    if (is_zorua(s)) return 32 * (RIDER_TARGET + 1);
    return 32 * RIDER_SLOTS + 8 * rows(s) * (1u + has_warps(&s->cfg));
}

static const char *init_back(struct sm *s)
{
    const struct sm_cfg *c = &s->cfg;
    const uint32_t id_bits = clog2(c->lanes * c->max_warps);
    /* Zorua asks, releases, and reads rows itself. */
    const uint32_t more = is_zorua(s);
    const char *wrong = scoreboard_init(
        &s->board, &(struct scoreboard_cfg){c->slots, FRONT_REGISTERS, c->ports + more,
                                            PIPES + c->ports + more});
    if (!wrong)
        wrong = register_file_init(
            &s->file,
            &(struct register_file_cfg){c->lanes, c->banks, c->sets, c->ports + more,
                                        PIPES + c->ports, is_dwf(s), is_weave(s), c->lane_slots});
    if (!wrong && is_weave(s))
        wrong = shared_pipe_init(&s->row, &(struct shared_pipe_cfg){c->lanes, c->simd, c->div_bits,
                                                                    c->float_steps, rider_width(s),
                                                                    c->memory_group});
    for (uint32_t p = 0; !wrong && p < c->ports; p++)
        wrong =
            simd_pipe_init(&s->pipe[p], &(struct simd_pipe_cfg){c->lanes, c->simd, c->div_bits,
                                                                c->float_steps, rider_width(s)});
    if (!wrong)
        wrong = thread_status_init(
            &s->status, &(struct thread_status_cfg){c->lanes, sm_warps(c), c->ports, is_dwf(s),
                                                    id_bits > 0 ? id_bits : 1, c->lane_slots});
    if (!wrong)
        wrong = load_store_init(
            &s->memory,
            &(struct load_store_cfg){
                c->lanes,        sm_warps(c),    c->slots,
                c->accesses,     is_dwf(s),      is_weave(s) ? REG_BITS + ROW_BITS : REG_BITS,
                c->line_bytes,   c->cache_sets,  c->ways,
                c->mshrs,        c->merges,      c->shared_banks,
                c->shared_words, c->row_bits,    c->holds,
                c->patience,     c->write_back,  c->lane_slots,
                c->access_queue, c->cache_banks, c->mem_queue});
    return wrong;
}

const char *sm_init(struct sm *s, const struct sm_cfg *cfg)
{
    if (cfg->formation > SM_INTERWEAVE) return "Formation must be 0 to 2";
    if (cfg->residency > SM_RANGE) return "Residency must be 0 to 3";
    if (cfg->residency >= SM_ZORUA && cfg->formation == SM_DWF)
        return "Formation = 1: Residency must be 0 or 1";
    if (cfg->residency != SM_STATIC && cfg->formation == SM_INTERWEAVE)
        return "Formation = 2: Residency must be 0";
    if (cfg->residency == SM_RANGE && cfg->write_back) return "Residency = 3: WriteBack must be 0";
    if (cfg->ports < 1 || cfg->ports > SM_MAX_PORTS) return "Ports must be 1 to 3";
    if (cfg->lane_slots > 1 && (cfg->formation != SM_DWF || cfg->residency != SM_STATIC))
        return "LaneSlots above 1: Formation must be 1, Residency 0";
    memset(s, 0, offsetof(struct sm, file)); /* what follows is big, and sees to itself */
    s->cfg = *cfg;
    s->memory_rests = s->residency_rests = false;
    const char *wrong = init_front(s);
    return wrong ? wrong : init_back(s);
}

void sm_reset(struct sm *s)
{
    s->memory_rests = s->residency_rests = false;
    s->phase = SM_IDLE;
    s->pending = 0;
    s->turn = 0;
    s->wrote = false;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        s->issue[p].valid = false;
        simd_pipe_reset(&s->pipe[p]);
    }
    if (is_weave(s)) shared_pipe_reset(&s->row);
    for (uint32_t k = 0; k < kernels(s); k++) thread_ids_reset(&s->ids[k]);
    if (!is_ranged(s)) cta_launcher_reset(&s->launcher);
    residency_reset(&s->residency);
    if (is_dwf(s)) dwf_front_reset(&s->dwf);
    else if (is_weave(s)) interweave_front_reset(&s->weave);
    else pdom_front_reset(&s->front);
    scoreboard_reset(&s->board);
    register_file_reset(&s->file);
    thread_status_reset(&s->status);
    load_store_reset(&s->memory);
}
