/* SPDX-License-Identifier: Apache-2.0 */
#include "walk/unit_machine.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "common/bits.h"

/* ---- parameters ------------------------------------------------------------------------------ */

static const struct {
    const char *name;
    size_t at;
    uint32_t paper;
} parameters[] = {
    {"Lanes", offsetof(struct dwf_cfg, lanes), 32},
    {"LaneSlots", offsetof(struct dwf_cfg, lane_slots), 1},
    {"TidWidth", offsetof(struct dwf_cfg, tid_width), 10},
    {"PcWidth", offsetof(struct dwf_cfg, pc_width), 24},
    {"PcShift", offsetof(struct dwf_cfg, pc_shift), 0},
    {"PoolEntries", offsetof(struct dwf_cfg, pool_entries), 128},
    {"LutEntries", offsetof(struct dwf_cfg, lut_entries), 64},
    {"LutWays", offsetof(struct dwf_cfg, lut_ways), 4},
    {"Forward", offsetof(struct dwf_cfg, forward), 1},
    {"Policy", offsetof(struct dwf_cfg, policy), 0},
    {"HeapEntries", offsetof(struct dwf_cfg, heap_entries), 64},
    {"HeapPorts", offsetof(struct dwf_cfg, heap_ports), 2},
    {"QueueDepth", offsetof(struct dwf_cfg, queue_depth), 4},
    {"Tree", offsetof(struct dwf_cfg, tree), 0},
    {"MheapEntries", offsetof(struct dwf_cfg, mheap_entries), 128},
    {"MheapWays", offsetof(struct dwf_cfg, mheap_ways), 8},
    {"CntWidth", offsetof(struct dwf_cfg, cnt_width), 10},
    {"WidWidth", offsetof(struct dwf_cfg, wid_width), 8},
    {"LutWidth", offsetof(struct dwf_cfg, lut_width), 8},
    {"AgeLimit", offsetof(struct dwf_cfg, age_limit), 0},
    {"Swizzle", offsetof(struct dwf_cfg, swizzle), 1},
    {"Spill", offsetof(struct dwf_cfg, spill), 0},
    {"Slots", offsetof(struct dwf_cfg, slots), 1024},
    {"Reads", offsetof(struct dwf_cfg, reads), 4},
    {"AddrWidth", offsetof(struct dwf_cfg, addr_width), 32},
};

enum { PARAMETERS = sizeof parameters / sizeof parameters[0] };

static void set(struct dwf_cfg *unit, size_t at, uint32_t value)
{
    memcpy((char *)unit + at, &value, sizeof value);
}

bool unit_machine_set(struct dwf_cfg *unit, const char *name, uint32_t value)
{
    for (uint32_t i = 0; i < PARAMETERS; i++) {
        if (strcmp(parameters[i].name, name) != 0) continue;
        set(unit, parameters[i].at, value);
        return true;
    }
    return false;
}

void unit_machine_defaults(struct dwf_cfg *unit, const struct machine_cfg *cfg)
{
    const uint32_t warps = (cfg->threads + cfg->lanes - 1) / cfg->lanes;
    for (uint32_t i = 0; i < PARAMETERS; i++) set(unit, parameters[i].at, parameters[i].paper);
    const uint32_t bits = clog2(cfg->lanes) + (warps > 1 ? clog2(warps) : 1);
    unit->lanes = cfg->lanes;
    unit->swizzle = cfg->swizzle;
    if (bits > unit->tid_width) unit->tid_width = bits;
    while (unit->cnt_width < 16 && cfg->threads >> unit->cnt_width != 0) unit->cnt_width++;
}

/* ---- threads and lanes ----------------------------------------------------------------------- */

static uint32_t to_unit(const struct unit_machine *s, uint32_t tid)
{
    return tid / s->cfg.lanes << s->tid_bits | tid % s->cfg.lanes;
}

static uint32_t from_unit(const struct unit_machine *s, uint32_t tid)
{
    return (tid >> s->tid_bits) * s->cfg.lanes + (tid & ((UINT32_C(1) << s->tid_bits) - 1));
}

/* A place of the thread's home lane that no other thread of the warp has; there are LaneSlots. */
static uint32_t free_place(const struct unit_machine *s, uint64_t taken, uint32_t tid)
{
    const uint32_t homes = s->cfg.lanes / s->dwf.cfg.lane_slots;
    uint32_t place = dwf_home_place(&s->dwf.cfg, tid / s->cfg.lanes, tid % s->cfg.lanes);
    for (uint32_t n = 1; has(taken, place) && n < s->dwf.cfg.lane_slots; n++)
        place = (place + homes) % s->cfg.lanes;
    return place;
}

static void offer_return(struct unit_machine *s, const struct machine_warp *back)
{
    struct dwf_in *in = &s->ret;
    memset(in, 0, sizeof *in);
    for (uint32_t i = 0; i < back->count; i++) {
        const uint32_t tid = back->tid[i];
        if (s->walker->thread[tid].done) continue;
        const uint32_t place = free_place(s, in->ret_mask, tid);
        in->ret_mask |= bit(place);
        in->ret_tid[place] = to_unit(s, tid);
        in->ret_pc[place] = walker_pc(s->walker, tid);
        in->ret_pdom |= (uint64_t)s->walker->thread[tid].passed << place;
    }
    in->ret_valid = in->ret_mask != 0;
}

static void offer_launch(struct unit_machine *s)
{
    const uint32_t first = s->launched * s->cfg.lanes;
    if (first >= s->cfg.threads) return;
    s->in.launch_valid = true;
    s->in.launch_warp = s->launched;
    for (uint32_t i = 0; i < s->cfg.lanes && first + i < s->cfg.threads; i++) {
        s->in.launch_mask |= UINT64_C(1) << i;
    }
}

/* ---- memory for spilled records -------------------------------------------------------------- */

static uint32_t slot_of(const struct unit_machine *s, uint64_t addr)
{
    return (uint32_t)((addr - UNIT_MACHINE_BASE) / s->dwf.spill.record_bytes);
}

static void offer_memory(struct unit_machine *s)
{
    s->in.base_en = s->clock == 0;
    s->in.base = UNIT_MACHINE_BASE;
    s->in.wr_ready = true;
    s->in.rd_ready = true;
    if (s->reads == 0 || s->read[0].due > s->clock) return;
    s->in.rsp_valid = true;
    s->in.rsp_record = s->record[s->read[0].slot];
}

static void serve_memory(struct unit_machine *s)
{
    if (s->in.rsp_valid && s->out.rsp_ready) {
        memmove(&s->read[0], &s->read[1], --s->reads * sizeof s->read[0]);
    }
    if (s->out.rd_valid) {
        s->read[s->reads++] = (struct unit_machine_read){.slot = slot_of(s, s->out.rd_addr),
                                                         .due = s->clock + s->memory_clocks};
    }
    if (s->out.wr_valid) s->record[slot_of(s, s->out.wr_addr)] = s->out.wr_record;
}

/* ---- one clock, one scheduler cycle ---------------------------------------------------------- */

static void take_issue(const struct unit_machine *s, struct machine_warp *issue)
{
    for (uint32_t l = 0; l < s->cfg.lanes; l++) {
        if (s->out.issue_mask >> l & 1) {
            issue->tid[issue->count++] = from_unit(s, s->out.issue_tid[l]);
        }
    }
}

static void clock_unit(struct unit_machine *s, const struct machine_in *in, bool last,
                       struct machine_out *out, struct machine_stats *stats)
{
    const bool asks = in->ask && out->issue.count == 0;
    s->in = s->ret;
    offer_launch(s);
    s->in.issue_ready = asks && (last || !s->window);
    s->in.choose = asks || !s->late;
    if (s->dwf.cfg.spill) offer_memory(s);
    if (s->broken == NULL) s->broken = dwf_promise(&s->dwf, &s->in);

    dwf_eval(&s->dwf, &s->in, &s->out);
    if (s->in.issue_ready && s->out.issue_valid) take_issue(s, &out->issue);
    if (s->in.issue_ready && !s->out.issue_valid) stats->wait[s->out.wait]++;
    stats->refuse[s->out.refuse]++;
    if (s->in.ret_valid && s->out.ret_ready) s->ret.ret_valid = false;
    if (s->in.launch_valid && s->out.launch_ready) s->launched++;
    if (s->dwf.cfg.spill) serve_memory(s);
    dwf_tick(&s->dwf, &s->in, &s->out);
    s->clock++;
}

static uint32_t heap_size(const struct unit_machine *s)
{
    if (s->dwf.cfg.policy == DWF_TIME) return 0;
    return s->dwf.cfg.tree ? s->dwf.sched.tree.size : s->dwf.sched.heap.size;
}

static void cycle(void *m, const struct machine_in *in, struct machine_out *out,
                  struct machine_stats *stats)
{
    struct unit_machine *s = m;
    if (!s->ret.ret_valid) offer_return(s, in->back);
    const uint32_t clocks = s->cfg.lanes / s->cfg.width;
    for (uint32_t c = 0; c < clocks; c++) {
        clock_unit(s, in, c + 1 == clocks, out, stats);
        const uint32_t pool = s->dwf.cfg.pool_entries - s->out.free_count;
        if (pool > stats->pool_max) stats->pool_max = pool;
        if (heap_size(s) > stats->heap_max) stats->heap_max = heap_size(s);
        const uint32_t spilled = s->dwf.cfg.spill ? s->out.nets.spill_out.spilled : 0;
        if (spilled > stats->spilled_max) stats->spilled_max = spilled;
    }
    out->taken = !s->ret.ret_valid;
    stats->pool[s->dwf.cfg.pool_entries - s->out.free_count]++;
}

static const char *check(void *m)
{
    const struct unit_machine *s = m;
    return s->broken != NULL ? s->broken : dwf_check(&s->dwf);
}

const struct machine_ops unit_machine_ops = {.cycle = cycle, .check = check};

/* ---- init ------------------------------------------------------------------------------------ */

const char *unit_machine_init(struct unit_machine *s, const struct machine_cfg *cfg,
                              const struct dwf_cfg *unit, uint32_t memory_clocks,
                              const struct walker *walker)
{
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    s->walker = walker;
    s->memory_clocks = memory_clocks;
    s->tid_bits = clog2(cfg->lanes);
    if (unit->lanes != cfg->lanes) return "Lanes must be the threads of a warp";
    const char *error = dwf_init(&s->dwf, unit);
    if (error != NULL) return error;
    const uint32_t warps = (cfg->threads + cfg->lanes - 1) / cfg->lanes;
    if ((warps - 1) >> (unit->tid_width - s->tid_bits) != 0) {
        return "TidWidth is too small for the number of threads";
    }
    if ((walker->cfg->pcs - 1) >> unit->pc_width != 0) {
        return "PcWidth is too small for the shape";
    }
    if (!unit->spill) return NULL;
    s->record = calloc(unit->slots, sizeof *s->record);
    return s->record == NULL ? "no memory" : NULL;
}

void unit_machine_free(struct unit_machine *s)
{
    free(s->record);
    s->record = NULL;
}
