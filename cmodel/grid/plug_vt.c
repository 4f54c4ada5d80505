/* SPDX-License-Identifier: Apache-2.0 */
/* The golden model of vt behind the core, with the SIMT stacks and the shared memory that it moves
 * contexts between. */
#include <stdlib.h>
#include <string.h>

#include "grid/plugs.h"
#include "residency/vt.h"

enum { MEM = 4096 };

struct virtuals {
    struct vt model;
    struct vt_in in;
    struct vt_out out;
    struct limits fit;
    struct limits_block block;
    bool launched;
    uint32_t stack[VT_MAX_SLOTS][VT_STACK_WORDS];
    uint32_t memory[MEM][VT_MEM_WORDS];
    bool answer; /* a read was done in the cycle before */
    uint32_t answer_addr;
    bool instant;
    const char *broken;
};

/* Granule: the greatest power of two that divides a stack and a word. */
static struct vt_cfg config(const struct limits_core *core)
{
    return (struct vt_cfg){.slots = core->warps,
                           .frames = core->blocks < 16 ? core->blocks : 16,
                           .warps = core->ids,
                           .ctas = core->ctas,
                           .max_warps = core->warps < 32 ? core->warps : 32,
                           .regs = 64,
                           .id_width = 96,
                           .ports = GRID_PORTS,
                           .cnt_width = 12,
                           .stack_width = core->stack_bits,
                           .mem_width = core->mem_width,
                           .granule = 128,
                           .mem_words = core->shared * 8 / core->mem_width,
                           .reads = 2,
                           .active = 30,
                           .inactive = 30,
                           .load_width = 301,
                           .overlap = core->mem_width <= core->stack_bits};
}

static const char *start(void *self, const struct limits_core *core, const struct kernel *k,
                         char *why, uint32_t size)
{
    struct virtuals *s = self;
    const struct vt_cfg cfg = config(core);
    const bool instant = s->instant;
    memset(s, 0, sizeof *s);
    s->instant = instant;
    s->block = (struct limits_block){k->threads, k->registers, k->shared};
    const char *error = limits_of(&s->fit, core, &s->block, why, size);
    if (error != NULL) return error;
    if (s->fit.ctas == 0) return "no room for a context in the shared memory";
    if (cfg.mem_words > MEM) return "the shared memory is too large";
    if (s->fit.frames > cfg.frames) s->fit.frames = cfg.frames;
    return vt_init(&s->model, &cfg);
}

static void input(struct virtuals *s, const struct grid_in *in)
{
    struct vt_in *m = &s->in;
    memset(m, 0, sizeof *m);
    m->kernel_en = !s->launched;
    m->kernel_warps = s->fit.warps;
    m->kernel_frames = s->fit.frames;
    m->kernel_ctas = s->fit.ctas;
    m->kernel_words = s->fit.words;
    m->block_valid = s->launched && in->block_valid;
    m->block_id[0] = in->block_id;
    for (uint32_t p = 0; p < GRID_PORTS; p++) {
        m->ev_valid[p] = in->ev[p].valid;
        m->ev_kind[p] = in->ev[p].kind;
        m->ev_slot[p] = in->ev[p].slot;
        m->wake_valid[p] = in->wake[p].valid;
        m->wake_slot[p] = in->wake[p].slot;
        m->set_en[p] = in->set[p].valid;
        m->set_slot[p] = in->set[p].slot;
        m->set_reg[p] = in->set[p].reg;
        m->wb_en[p] = in->wb[p].valid;
        m->wb_slot[p] = in->wb[p].slot;
        m->wb_warp[p] = in->wb[p].warp;
        m->wb_reg[p] = in->wb[p].reg;
    }
    m->load_valid = in->load_valid;
    m->load_warp = in->load_warp;
    m->load_data[0] = in->load;
    m->l1_ready = in->l1_ready;
    m->mem_ready = in->mem_ready;
    m->rsp_valid = s->answer;
    if (s->answer) memcpy(m->rsp_data, s->memory[s->answer_addr], sizeof m->rsp_data);
}

static void view(void *self, struct grid_view *v)
{
    struct virtuals *s = self;
    memset(v, 0, sizeof *v);
    memset(&s->in, 0, sizeof s->in);
    vt_eval(&s->model, &s->in, &s->out);
    for (uint32_t i = 0; i < s->model.cfg.slots; i++) {
        v->ready[i] = s->out.ready >> i & 1;
        v->warp[i] = s->out.slot_warp[i];
    }
    v->load_ready = s->out.load_ready;
    v->l1_valid = s->out.l1_valid;
    v->l1 = s->out.l1_data[0];
}

/* Stacks and shared memory, as the unit asks. */
static void memories(struct virtuals *s)
{
    const struct vt_out *o = &s->out;
    if (o->stack_rd_en) memcpy(s->in.stack_rd_data, s->stack[o->stack_rd_slot], sizeof s->stack[0]);
    if (o->stack_wr_en) memcpy(s->stack[o->stack_wr_slot], o->stack_wr_data, sizeof s->stack[0]);
    s->answer = o->mem_valid && s->in.mem_ready && !o->mem_we;
    s->answer_addr = o->mem_addr;
    if (o->mem_valid && s->in.mem_ready && o->mem_we)
        memcpy(s->memory[o->mem_addr], o->mem_wdata, sizeof s->memory[0]);
}

/* A stack has the number of its warp: it must come back to the warp that left it. */
static void stacks(struct virtuals *s)
{
    const struct vt_out *o = &s->out;
    if (!o->begin_en && !o->resume_en) return;
    for (uint32_t r = 0; r < s->fit.warps; r++) {
        uint32_t *stack = s->stack[o->seat_slot + r];
        const uint32_t mine = o->seat_id[0] << 8 | r;
        if (o->resume_en && stack[0] != mine) s->broken = "a stack came back to another warp";
        stack[0] = mine;
    }
}

/* A cycle of the model; what it did is added to `out`. */
static void one(struct virtuals *s, const struct grid_in *in, struct grid_out *out)
{
    const struct vt_out *o = &s->out;
    input(s, in);
    vt_eval(&s->model, &s->in, &s->out);
    if (s->broken == NULL) s->broken = vt_promise(&s->model, &s->in);
    memories(s);
    stacks(s);
    out->block_ready = out->block_ready || o->block_ready;
    if (o->begin_en || o->resume_en) {
        out->begin = o->begin_en;
        out->resume = o->resume_en;
        out->seat = o->seat_slot;
        out->count = s->fit.warps;
        out->seat_id = o->seat_id[0];
    }
    if (o->leave_en) {
        out->leave = true;
        out->leave_slot = o->leave_slot;
    }
    if (o->done_valid) {
        out->done = true;
        out->done_id = o->done_id[0];
    }
    vt_tick(&s->model, &s->in, &s->out);
    s->launched = true;
}

/* Nothing comes from the core while a swap takes the unit some cycles that the core does not count;
 * a second block that is done ends that, for the core takes one in a cycle. */
static void cycle(void *self, const struct grid_in *in, struct grid_out *out)
{
    struct virtuals *s = self;
    struct grid_in still = {
        .block_valid = in->block_valid, .block_id = in->block_id, .mem_ready = true};
    one(s, in, out);
    while (s->instant) {
        still.block_valid = still.block_valid && !out->block_ready;
        memset(&s->in, 0, sizeof s->in);
        vt_eval(&s->model, &s->in, &s->out);
        if (s->out.swap == 0 || (out->done && s->out.done_valid)) return;
        one(s, &still, out);
    }
}

static void use(const void *self, struct grid_use *u)
{
    const struct virtuals *s = self;
    memset(u, 0, sizeof *u);
    u->blocks = (uint32_t)__builtin_popcountll(s->out.resident);
    u->active_blocks = (uint32_t)__builtin_popcountll(s->out.active);
    u->warps = u->blocks * s->fit.warps;
    u->active_warps = u->active_blocks * s->fit.warps;
    u->registers = u->warps * LIMITS_WARP * s->block.registers;
    u->shared = u->blocks * (s->block.shared + s->fit.words * s->model.cfg.mem_width / 8);
    u->swapping = s->out.swap != 0;
}

static const char *check(const void *self)
{
    const struct virtuals *s = self;
    return s->broken != NULL ? s->broken : vt_check(&s->model);
}

struct plug *plug_vt(void)
{
    struct plug *p = calloc(1, sizeof *p);
    *p = (struct plug){.name = "vt",
                       .start = start,
                       .view = view,
                       .cycle = cycle,
                       .use = use,
                       .check = check,
                       .slots = 64,
                       .queues = true,
                       .self = calloc(1, sizeof(struct virtuals))};
    return p;
}

struct plug *plug_vt_instant(void)
{
    struct plug *p = plug_vt();
    p->name = "vt-instant";
    ((struct virtuals *)p->self)->instant = true;
    return p;
}
