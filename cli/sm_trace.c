// SPDX-License-Identifier: Apache-2.0
#include "sm_trace.h"

#include <inttypes.h>
#include <string.h>

#include "common/bits.h"
#include "json.h"

// ---- events ------------------------------------------------------------------------------------

static void put(struct sm_trace *t, const char *phase, uint32_t slot, const char *name)
{
    fprintf(t->to, "%s\n{\"ph\":\"%s\",\"ts\":%" PRIu64 ",\"pid\":0,\"tid\":%u,\"name\":\"%s\"}",
            t->some ? "," : "", phase, t->cycle, slot, name);
    t->some = true;
}

bool sm_trace_open(struct sm_trace *t, const char *path)
{
    memset(t, 0, sizeof *t);
    t->to = fopen(path, "w");
    if (t->to == NULL) return false;
    fputs("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[", t->to);
    return true;
}

bool sm_trace_close(struct sm_trace *t)
{
    if (t->to == NULL) return true;
    fputs("\n]}\n", t->to);
    bool good = !ferror(t->to);
    return fclose(t->to) == 0 && good;
}

// ---- slices ------------------------------------------------------------------------------------

// Slices of one name, in all slots at once: first the slices that end, then the slices that begin.
static void change(struct sm_trace *t, uint64_t *before, uint64_t now, const char *name)
{
    for (uint64_t left = *before & ~now; left; left &= left - 1)
        put(t, "E", (uint32_t)__builtin_ctzll(left), name);
    for (uint64_t left = now & ~*before; left; left &= left - 1)
        put(t, "B", (uint32_t)__builtin_ctzll(left), name);
    *before = now;
}

void sm_trace_launch(struct sm_trace *t, const char *kernel)
{
    if (t->to == NULL) return;
    change(t, &t->memory, 0, "memory");
    change(t, &t->result, 0, "result");
    change(t, &t->barrier, 0, "barrier");
    change(t, &t->here, 0, "block");
    char name[512];
    snprintf(name, sizeof name, "launch of %s", kernel);
    fprintf(t->to, "%s\n{\"ph\":\"i\",\"s\":\"g\",\"ts\":%" PRIu64 ",\"pid\":0,\"tid\":0,\"name\":",
            t->some ? "," : "", t->cycle);
    json_string(t->to, name);
    fputc('}', t->to);
    t->some = true;
}

static void begin_block(struct sm_trace *t, uint32_t slot, const uint32_t *id)
{
    char name[64];
    snprintf(name, sizeof name, "block %u,%u,%u", id[0], id[1], id[2]);
    put(t, "B", slot, name);
    t->here |= bit(slot);
}

// A moment on the track of a slot: its block leaves, or comes back.
static void put_swap(struct sm_trace *t, const char *what, uint32_t slot, const uint32_t *id)
{
    fprintf(t->to,
            "%s\n{\"ph\":\"i\",\"s\":\"t\",\"ts\":%" PRIu64 ",\"pid\":0,\"tid\":%u,\"name\":"
            "\"swap %s: block %u,%u,%u\"}",
            t->some ? "," : "", t->cycle, slot, what, id[0], id[1], id[2]);
    t->some = true;
}

// Zorua: a phase begins; the state of a warp goes to swap space, or is back.
static void take_virtual(struct sm_trace *t, const struct sm *core, const struct sm_out *out)
{
    const struct zorua_plug_nets *n = &out->residency_nets.zorua;
    const struct zorua_out *u = &n->unit;
    const struct zorua_plug *plug = &core->residency.zorua;
    for (uint32_t p = 0; p < core->cfg.ports; p++) {
        if (!n->in.ev_valid[p] || n->in.ev_kind[p] != COORDINATOR_EV_PHASE) continue;
        fprintf(t->to,
                "%s\n{\"ph\":\"i\",\"s\":\"t\",\"ts\":%" PRIu64 ",\"pid\":0,\"tid\":%u,\"name\":"
                "\"phase: %u sets of registers, %u of shared memory\"}",
                t->some ? "," : "", t->cycle, n->in.ev_slot[p], n->in.ev_regs[p],
                n->in.ev_scratch[p]);
        t->some = true;
    }
    if (u->req_valid && n->in.req_ready && u->req_kind == COORDINATOR_THREADS && !u->req_load)
        put_swap(t, "out", u->req_phys, zorua_plug_block(plug, u->req_row));
    if (n->swap.stack_wr_en)
        put_swap(t, "in", plug->unit.control.slot[n->in.rsp_warp],
                 zorua_plug_block(plug, n->in.rsp_warp));
}

// Slots change hands: slices of the warps that leave end from the inside out.
static void take_swaps(struct sm_trace *t, const struct sm *core, const struct residency_out *r)
{
    const uint64_t here = r->lives & ~core->pending & ~r->leave;
    change(t, &t->memory, t->memory & ~r->leave, "memory");
    change(t, &t->result, t->result & ~r->leave, "result");
    change(t, &t->barrier, t->barrier & ~r->leave, "barrier");
    change(t, &t->here, t->here & here, "block");
    for (uint64_t left = here & ~t->here; left; left &= left - 1) {
        const uint32_t slot = (uint32_t)__builtin_ctzll(left);
        begin_block(t, slot, sm_block_of(core, slot));
    }
    change(t, &t->barrier, t->barrier | (r->at_barrier & here), "barrier");
    if (r->leave != 0) {
        const uint32_t slot = (uint32_t)__builtin_ctzll(r->leave);
        put_swap(t, "out", slot, sm_block_of(core, slot));
    }
    if (r->resume_en) put_swap(t, "in", r->begin_slot, r->begin_id);
}

static void take_events(const struct sm *core, const struct sm_out *out, uint64_t *arrived,
                        uint64_t *ended)
{
    const struct residency_in *r = &out->residency_in;
    for (uint32_t p = 0; p < core->cfg.ports; p++) {
        if (!r->ev_valid[p]) continue;
        if (r->ev_kind[p] == FRONT_BARRIER) *arrived |= bit(r->ev_slot[p]);
        if (r->ev_kind[p] == FRONT_ENDED) *ended |= bit(r->ev_slot[p]);
    }
}

// Slots whose next instruction was looked at and waits: with an access under way, and without.
static void find_waiting(const struct sm *core, uint64_t *memory, uint64_t *result)
{
    *memory = 0;
    *result = 0;
    if (core->cfg.formation != SM_PDOM) return; // no warp waits: its threads are in none
    for (uint64_t left = core->front.buffer.held; left; left &= left - 1) {
        const uint32_t slot = (uint32_t)__builtin_ctzll(left);
        if (core->front.access[slot] > 0) *memory |= bit(slot);
        else *result |= bit(slot);
    }
}

void sm_trace_cycle(struct sm_trace *t, const struct sm *core, const struct sm_out *out)
{
    if (t->to == NULL) return;
    uint64_t arrived = 0, ended = 0, memory, result;
    t->cycle++;
    find_waiting(core, &memory, &result);
    change(t, &t->memory, memory, "memory");
    change(t, &t->result, result, "result");
    take_events(core, out, &arrived, &ended);
    change(t, &t->barrier, (t->barrier & ~out->residency.ready) | arrived, "barrier");
    if (core->cfg.residency == SM_VT || core->cfg.residency == SM_ZORUA) {
        take_swaps(t, core, &out->residency);
        if (core->cfg.residency == SM_ZORUA) take_virtual(t, core, out);
        return;
    }
    change(t, &t->here, t->here & ~ended, "block");
    if (out->begin_en) begin_block(t, core->begin_slot, core->begin_id);
}
