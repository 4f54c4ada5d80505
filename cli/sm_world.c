// SPDX-License-Identifier: Apache-2.0
#include "sm_world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/lane_slots.h"
#include "meeting_text.h"

static uint32_t parts(uint32_t n, uint32_t of) { return (n + of - 1) / of; }

static uint32_t power_of_two(uint32_t n)
{
    uint32_t p = 1;
    while (p < n) p *= 2;
    return p;
}

const char *sm_world_init(struct sm_world *w, const struct line_memory_cfg *memory,
                          const struct chip_memory_cfg *chip)
{
    memset(w, 0, sizeof *w);
    const char *wrong = line_memory_init(&w->memory, memory);
    if (wrong != NULL || chip == NULL) return wrong;
    w->chip = malloc(sizeof *w->chip);
    w->owns = true;
    return w->chip != NULL ? chip_memory_init(w->chip, chip) : "no memory on the host";
}

void sm_world_free(struct sm_world *w)
{
    line_memory_free(&w->memory);
    if (w->owns) {
        chip_memory_free(w->chip);
        free(w->chip);
    }
    w->chip = NULL;
    w->owns = false;
    free(w->groups.place);
    w->groups.place = NULL;
}

struct line_memory_cfg sm_world_memory(struct line_memory_cfg memory, const struct sm_cfg *core)
{
    memory.line_bytes = core->line_bytes;
    return memory;
}

// ---- memory behind the port --------------------------------------------------------------------

// One of two: lines of a fixed latency, or a port of a chip's memory, perhaps with other SMs.

static struct chip_port *port(const struct sm_world *w) { return &w->chip->port[w->number]; }

bool sm_world_attach(struct sm_world *w, uint32_t local_bytes, uint32_t swap_bytes)
{
    if (w->chip == NULL)
        return line_contents_attach(&w->memory.contents, w->contents, local_bytes, swap_bytes);
    return chip_memory_attach(w->chip, w->contents, local_bytes, swap_bytes);
}

static bool memory_ready(const struct sm_world *w)
{
    return w->chip != NULL ? chip_port_ready(port(w)) : line_memory_ready(&w->memory);
}

static const struct line_answer *memory_answer(const struct sm_world *w)
{
    return w->chip != NULL ? chip_port_answer(port(w), w->memory.cycle)
                           : line_memory_answer(&w->memory);
}

static void memory_accept(struct sm_world *w, const struct line_request *r)
{
    if (w->chip == NULL) line_memory_accept(&w->memory, r);
    else chip_port_accept(port(w), &w->chip->cfg, w->memory.cycle, r);
}

static void memory_taken(struct sm_world *w)
{
    if (w->chip == NULL) line_memory_taken(&w->memory);
    else chip_port_taken(port(w));
}

static void memory_tick(struct sm_world *w)
{
    if (w->chip != NULL && w->owns) chip_memory_tick(w->chip);
    line_memory_tick(&w->memory);
}

// ---- a launch ----------------------------------------------------------------------------------

// A kernel begins with none of its threads outside. False: no memory on the host.
static bool clear_groups(struct sm_groups *g, const struct line_memory_cfg *memory,
                         const struct sm_cfg *core)
{
    const struct dwf_front_cfg front = sm_dwf_cfg(core);
    g->write_at = g->read_at = 0;
    g->count = 0;
    g->outside = 0;
    if (core->formation != SM_DWF || g->place != NULL) return true;
    g->bytes = dwf_front_place_bytes(&front);
    g->interval = parts(g->bytes * memory->interval, memory->line_bytes);
    g->places = dwf_front_places(&front);
    g->place = calloc(g->places, sizeof g->place[0]);
    return g->place != NULL;
}

// Dynamic warps count threads at a barrier; of static ones all come, or none. Each kernel once.
static void warn_of_barriers(struct sm_world *w, const struct sm_cfg *core)
{
    const struct isa_launch *l = w->own.launch;
    const ptrdiff_t number = l->kernel - l->image->kernel;
    const uint64_t bit = UINT64_C(1) << (number < 64 ? number : 63);
    if (core->formation != SM_PDOM || (w->warned & bit) != 0) return;
    w->warned |= bit;
    meeting_warnings(&w->own.program, l->image, l->kernel->name, stderr);
}

uint32_t sm_world_local_bytes(const struct sm_cfg *core, uint32_t stack_bytes)
{
    return power_of_two(sm_warps(core)) * power_of_two(core->lanes) * parts(stack_bytes, 4) * 4;
}

bool sm_world_begin(struct sm_world *w, const struct sm_cfg *core, const struct isa_launch *launch,
                    struct isa_memory *contents, char error[HOST_ERROR])
{
    w->contents = contents;
    w->fetched = false;
    w->back = false;
    if (!sm_code_load(&w->own, core, launch, error)) return false;
    if (!clear_groups(&w->groups, &w->memory.cfg, core) ||
        !sm_world_attach(w, sm_world_local_bytes(core, launch->stack_bytes), sm_swap_bytes(core))) {
        snprintf(error, HOST_ERROR, "no memory on the host");
        return false;
    }
    warn_of_barriers(w, core);
    w->code[0] = &w->own;
    w->in.kernel = &w->own.kernel;
    return true;
}

void sm_world_end(struct sm_world *w) { sm_code_free(&w->own); }

// ---- inputs of a cycle -------------------------------------------------------------------------

static void answer_fetch(struct sm_world *w)
{
    w->in.fetch_ready = true;
    w->in.rsp_valid = w->fetched;
    if (!w->fetched) return;
    w->in.rsp_slot = w->fetch_slot;
    sm_code_answer(w->code[w->fetch_kernel], w->fetch_pc, &w->in);
}

static void answer_groups(struct sm_world *w)
{
    const struct sm_groups *g = &w->groups;
    const uint64_t now = w->memory.cycle;
    w->in.grp_wr_ready = now >= g->write_at;
    w->in.grp_rd_ready = now >= g->read_at && g->count < SM_WORLD_GROUP_READS;
    w->in.grp_rsp_valid = g->count > 0 && g->read[g->first].at <= now;
    w->in.grp_rsp_data = g->read[g->first].group;
}

void sm_world_inputs(struct sm_world *w)
{
    const struct line_answer *a = memory_answer(w);
    answer_fetch(w);
    answer_groups(w);
    w->in.mem_ready = memory_ready(w);
    w->in.fill_valid = a != NULL;
    if (a != NULL) w->in.fill_id = a->id;
    if (a != NULL) w->in.fill_data = a->data;
    w->in.spill_ready = !w->back;
    w->in.back_valid = w->back;
    w->in.back_slot = w->back_slot;
    w->in.back_data = w->deep[w->back_warp][w->back_level];
}

// ---- requests of the core ----------------------------------------------------------------------

static void take_spill(struct sm_world *w, const struct sm_asks *asks)
{
    bool accepted = asks->spill && w->in.spill_ready;
    w->back = accepted && asks->spill_load;
    if (!accepted) return;
    w->spills++;
    w->back_slot = asks->spill_slot;
    w->back_warp = asks->spill_warp;
    w->back_level = asks->spill_level;
    if (!asks->spill_load)
        memcpy(w->deep[asks->spill_warp][asks->spill_level], asks->spill_data,
               sizeof w->deep[0][0]);
}

// NULL: no place of the queue lies there.
static uint32_t *place_at(const struct sm_groups *g, uint32_t address)
{
    const uint32_t at = address - SM_CODE_GROUPS;
    const bool lies = g->bytes != 0 && at % g->bytes == 0 && at / g->bytes < g->places;
    return lies ? g->place[at / g->bytes] : NULL;
}

// What a read brings is what its place holds now.
static void take_groups(struct sm_world *w, const struct sm_asks *asks)
{
    struct sm_groups *g = &w->groups;
    const uint64_t now = w->memory.cycle;
    const uint32_t *read =
        asks->group_read && w->in.grp_rd_ready ? place_at(g, asks->group_read_address) : NULL;
    uint32_t *write =
        asks->group_write && w->in.grp_wr_ready ? place_at(g, asks->group_write_address) : NULL;
    if (asks->group_taken && w->in.grp_rsp_valid) {
        g->first = (g->first + 1) % SM_WORLD_GROUP_READS;
        g->count--;
        g->outside--;
    }
    if (read != NULL) {
        const uint32_t last = (g->first + g->count++) % SM_WORLD_GROUP_READS;
        g->read[last].at = now + w->memory.cfg.latency;
        memcpy(g->read[last].group, read, sizeof g->read[last].group);
        g->read_at = now + g->interval;
    }
    if (write == NULL) return;
    memcpy(write, asks->group, sizeof g->place[0]);
    g->write_at = now + g->interval;
    g->written++;
    if (++g->outside > g->most) g->most = g->outside;
}

uint32_t sm_world_owner(const struct sm_cfg *c, uint32_t owner, uint32_t place)
{
    const uint32_t slots = c->lane_slots;
    return part_warp(slots, owner) * SM_MAX_LANES + part_lane(c->lanes, slots, owner, place);
}

struct sm_asks sm_world_asks(const struct sm *s, const struct sm_out *out,
                             uint32_t owner[SM_MAX_LANES])
{
    const struct load_store_out *o = &out->memory;
    const struct sm_spill *spill = &out->spill;
    const struct sm_cfg *c = &s->cfg;
    for (uint32_t l = 0; o->mem_valid && l < c->lanes; l++)
        owner[l] = sm_world_owner(c, o->mem_owner[c->formation == SM_DWF ? l : 0], l);
    return (struct sm_asks){
        .fetch = out->fetch_valid,
        .fetch_slot = out->fetch_slot,
        .fetch_pc = out->fetch_pc,
        .fetch_kernel = out->fetch_kernel,
        .memory = o->mem_valid,
        .request = {o->mem_kind, o->mem_id, o->mem_line, o->mem_data, o->mem_be, o->mem_op,
                    o->mem_lanes, o->mem_word, owner, o->mem_expect},
        .fill_ready = o->fill_ready,
        .spill = spill->valid,
        .spill_load = spill->load,
        .spill_slot = spill->slot,
        .spill_warp = spill->valid ? sm_warp_of(s, spill->slot) : 0,
        .spill_level = spill->level,
        .spill_data = spill->data,
        .group_write = out->dwf.grp_wr_valid, // with PDOM it never does
        .group_write_address = out->dwf.grp_wr_addr,
        .group = out->dwf.grp_wr_data,
        .group_read = out->dwf.grp_rd_valid,
        .group_read_address = out->dwf.grp_rd_addr,
        .group_taken = out->dwf.grp_rsp_ready,
    };
}

// A request before the answer is given up: the answer's place must not be another's yet.
bool sm_world_take(struct sm_world *w, const struct sm_asks *asks)
{
    bool answered = w->in.fill_valid && asks->fill_ready;
    if (asks->memory && w->in.mem_ready) {
        w->lines[asks->request.kind]++;
        memory_accept(w, &asks->request);
    }
    if (answered) memory_taken(w);
    take_groups(w, asks);
    memory_tick(w);
    w->fetched = asks->fetch;
    w->fetch_slot = asks->fetch_slot;
    w->fetch_pc = asks->fetch_pc;
    w->fetch_kernel = asks->fetch_kernel;
    take_spill(w, asks);
    return answered;
}

bool sm_world_brings(const struct sm_world *w)
{
    return w->fetched || w->back || memory_answer(w) != NULL;
}

void sm_world_rest(struct sm_world *w)
{
    memory_tick(w);
    w->fetched = false;
}

// ---- checkpoint --------------------------------------------------------------------------------

static void transfer_groups(struct sm_groups *g, const struct sm_groups *mine, struct checkpoint *c)
{
    g->place = mine->place; // of as many places: the sizes are the same
    checkpoint_piece(c, "groups", g->place, g->places * sizeof g->place[0]);
}

// Inputs are made anew in each cycle; the first after a resume must not see old pointers.
static void forget_pointers(struct sm_in *in)
{
    in->fill_data = in->back_data = in->grp_rsp_data = NULL;
}

void sm_world_checkpoint(struct sm_world *w, const struct sm_world *mine,
                         const struct sm_codes *codes, struct checkpoint *c)
{
    w->contents = mine->contents;
    w->own = mine->own;
    w->chip = mine->chip;
    for (uint32_t k = 0; k < SM_MAX_KERNELS; k++) sm_codes_checkpoint(codes, &w->code[k], c);
    if (c->loads) forget_pointers(&w->in);
    w->in.kernel = mine->in.kernel;
    line_contents_checkpoint(&w->memory.contents, &mine->memory.contents, c);
    transfer_groups(&w->groups, &mine->groups, c);
    if (!w->owns) return;
    struct chip_memory *chip = checkpoint_whole(c, "chip", w->chip, sizeof *w->chip);
    chip_memory_checkpoint(w->chip, chip, c);
    checkpoint_whole_end(c, chip);
}
