/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_sm_lockstep: describes the machine to the harness, unpacks arguments. */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "core/decode.h"
#include "core/sm.h"
#include "core/sm_inputs.h"

typedef struct sm_inputs inputs;

enum {
    LANES = SM_MAX_LANES,
    PORTS = SM_MAX_PORTS,
    SLOTS = SM_MAX_SLOTS,
    WARPS = SM_MAX_WARPS,
    BE_WORDS = 8,
};

/* Issue or operand registers. */
struct stages {
    uint32_t slot[PORTS][LANES];
    uint32_t warp[PORTS][LANES]; /* of slots that change hands */
    uint32_t pc[PORTS];
    uint32_t word[PORTS];
    uint32_t meet[PORTS];
    uint64_t mask[PORTS];
    uint32_t meets;
    uint32_t unit[PORTS];
    uint32_t flow[PORTS];
    uint32_t use[PORTS];
    uint32_t reg[PORTS][FRONT_OPERANDS];
    /* Zorua: where they are, of what is read the result alone; park, of what is read that of a
     * result that is stored. */
    uint32_t bank[PORTS][FRONT_OPERANDS];
    uint32_t index[PORTS][FRONT_OPERANDS];
    uint32_t park[PORTS];
    uint32_t stores[PORTS];
};

/* The machine's own registers, flat. */
struct registers {
    uint32_t phase;
    uint32_t seat;
    uint32_t seat_block;
    uint32_t seat_rank;
    uint32_t seat_shared;
    uint32_t seat_sets;
    uint32_t rank[WARPS];
    uint32_t shared[WARPS];
    uint32_t sets[WARPS];
    uint64_t pending;
    uint32_t begin_slot;
    uint32_t begin_id[3];
    uint32_t id[SLOTS][3];
    uint32_t turn;
    uint32_t wrote;
    uint32_t iss_valid;
    struct stages iss;
    struct stages opr;
};

/* What the model's eval and tick share. It points into itself and into the model. */
struct cycle {
    struct sm_kernel kernel;
    struct sm_in in;
    struct sm_out out;
};

/* The model; its registers as the RTL has them, and what the RTL has in this cycle; which slots
 * have ever had a block: the memory of identities has no reset. */
typedef struct {
    struct sm m;
    struct cycle *cycle;
    struct registers r;
    struct registers rtl;
    uint64_t named;
    bool was_done;         /* a kernel ended in the cycle before */
    bool was_reset;        /* a reset has ended one */
    uint32_t last_threads; /* of a block of the last kernel */
} state;

/* What the model gives by pointers, flat: it can be compared, kept and saved. */
typedef struct {
    bool idle;
    bool done;
    bool refused;
    uint32_t binds;
    bool fetch_valid;
    uint32_t fetch_slot;
    uint32_t fetch_pc;
    bool mem_valid;
    uint32_t mem_kind;
    uint32_t mem_id;
    uint32_t mem_line;
    uint8_t mem_data[4 * LINE_MEMORY_MAX_WORDS];
    uint32_t mem_be[BE_WORDS];
    uint32_t mem_op;
    uint8_t mem_expect[4 * LINE_MEMORY_MAX_WORDS];
    uint64_t mem_lanes;
    uint32_t mem_word[LANES];
    uint32_t mem_owner[LANES];
    bool fill_ready;
    bool spill_valid;
    bool spill_load;
    uint32_t spill_slot;
    uint32_t spill_warp;
    uint32_t spill_level;
    uint32_t spill_data[SIMT_STACK_ENTRY_WORDS];
    bool issue_en[PORTS];
    uint32_t issue_slot[PORTS][LANES];
    uint32_t issue_pc[PORTS];
    uint64_t issue_mask[PORTS];
    uint32_t why[PORTS];
    bool access_en;
    uint32_t access_slot[LANES];
    uint32_t access_pc;
    uint32_t access_word;
    uint64_t access_mask;
    uint32_t access_addr[LANES];
    uint32_t outcome;
    uint32_t blocked;
    bool conflict;
    bool frm_bad[PORTS];
    uint32_t frm_bad_slot[PORTS][LANES];
    uint32_t frm_bad_pc[PORTS];
    bool grp_wr_valid;
    uint32_t grp_wr_addr;
    uint32_t grp_wr_data[DWF_FRONT_GROUP_WORDS];
    bool grp_rd_valid;
    uint32_t grp_rd_addr;
    bool grp_rsp_ready;
} outputs;

static bool has(uint64_t mask, uint32_t i) { return (mask >> i & 1) != 0; }
static uint32_t words_of(uint32_t bits) { return (bits + 31) / 32; }
static bool is_dwf(const struct sm *m) { return m->cfg.formation == SM_DWF; }
static bool is_vt(const struct sm *m) { return m->cfg.residency == SM_VT; }
static bool is_zorua(const struct sm *m) { return m->cfg.residency == SM_ZORUA; }
/* Slots change hands: a warp has a number of its own. */
static bool is_named(const struct sm *m) { return is_vt(m) || is_zorua(m); }
/* Slots that tell whose the threads of a warp are: one, or one a lane. */
static uint32_t rows_of(const struct sm_cfg *c) { return c->formation == SM_DWF ? c->lanes : 1; }
static uint32_t rows(const struct sm *m) { return rows_of(&m->cfg); }
static uint32_t entry_bits(const struct sm_cfg *c) { return c->lanes + 2 * (32 + c->frame_width); }
static uint32_t group_bits(const struct sm_cfg *c)
{
    const struct dwf_front_cfg front = sm_dwf_cfg(c);
    return dwf_front_group_width(&front);
}

/* ---- the model's outputs and registers, flat ---- */

static void flatten_memory(const state *s, outputs *o)
{
    const struct load_store_out *m = &s->cycle->out.memory;
    o->fill_ready = m->fill_ready;
    o->outcome = m->outcome;
    o->blocked = m->blocked;
    o->conflict = m->conflict;
    o->mem_valid = m->mem_valid;
    if (!m->mem_valid) return;
    o->mem_kind = m->mem_kind;
    o->mem_id = m->mem_id;
    o->mem_line = (uint32_t)m->mem_line;
    memcpy(o->mem_data, m->mem_data, s->m.cfg.line_bytes);
    memcpy(o->mem_be, m->mem_be, 4 * words_of(s->m.cfg.line_bytes));
    o->mem_op = m->mem_op;
    memcpy(o->mem_expect, m->mem_expect, s->m.cfg.line_bytes);
    o->mem_lanes = m->mem_lanes;
    memcpy(o->mem_word, m->mem_word, sizeof o->mem_word);
    memcpy(o->mem_owner, m->mem_owner, 4 * rows(&s->m));
}

static void flatten_stack(const state *s, outputs *o)
{
    const struct simt_stack_out *k = &s->cycle->out.front.stack; /* with DWF it never asks */
    o->spill_valid = k->spill_valid;
    o->spill_load = k->spill_load;
    o->spill_slot = k->spill_slot;
    o->spill_warp = sm_warp_of(&s->m, k->spill_slot);
    o->spill_level = k->spill_level;
    memcpy(o->spill_data, k->spill_data, sizeof o->spill_data);
}

static void flatten_groups(const state *s, outputs *o)
{
    const struct dwf_front_out *d = &s->cycle->out.dwf; /* with PDOM it never asks */
    o->grp_wr_valid = d->grp_wr_valid;
    o->grp_wr_addr = d->grp_wr_addr;
    memcpy(o->grp_wr_data, d->grp_wr_data, sizeof o->grp_wr_data);
    o->grp_rd_valid = d->grp_rd_valid;
    o->grp_rd_addr = d->grp_rd_addr;
    o->grp_rsp_ready = d->grp_rsp_ready;
}

static void flatten_issue(const state *s, outputs *o, uint32_t p)
{
    const struct sm_out *m = &s->cycle->out;
    o->why[p] = m->why[p];
    o->issue_en[p] = m->issue_en[p];
    if (!m->issue_en[p]) return;
    for (uint32_t r = 0; r < rows(&s->m); r++) o->issue_slot[p][r] = m->issue[p]->slot[r];
    o->issue_pc[p] = m->issue[p]->pc;
    o->issue_mask[p] = m->issue[p]->mask;
}

static void flatten_through(const state *s, outputs *o, uint32_t p)
{
    const struct sm_out *m = &s->cycle->out;
    const struct simd_pipe_buffer *b = m->pipe[p].out;
    const size_t slots = 4 * rows(&s->m);
    o->frm_bad[p] = m->frm_bad[p];
    if (m->frm_bad[p]) {
        memcpy(o->frm_bad_slot[p], m->slot[p], slots);
        o->frm_bad_pc[p] = b->pc;
    }
    if (!m->access_en || m->access_port != p) return;
    memcpy(o->access_slot, m->slot[p], slots);
    o->access_pc = b->pc;
    o->access_word = b->word;
    o->access_mask = b->mask;
    memcpy(o->access_addr, b->address, sizeof o->access_addr);
}

static void flatten(const state *s, outputs *o)
{
    const struct sm_out *m = &s->cycle->out;
    o->idle = m->idle;
    o->done = m->done;
    o->refused = m->refused;
    o->binds = m->binds;
    o->fetch_valid = m->fetch_valid;
    o->fetch_slot = m->fetch_slot;
    o->fetch_pc = m->fetch_pc;
    o->access_en = m->access_en;
    flatten_memory(s, o);
    flatten_stack(s, o);
    flatten_groups(s, o);
    for (uint32_t p = 0; p < s->m.cfg.ports; p++) {
        flatten_issue(s, o, p);
        flatten_through(s, o, p);
    }
}

static void keep_stage(struct stages *to, const struct front_instruction *i, uint32_t p,
                       uint32_t slots)
{
    for (uint32_t r = 0; r < slots; r++) to->slot[p][r] = i->slot[r];
    to->pc[p] = i->pc;
    to->word[p] = i->word;
    to->meet[p] = i->meet;
    to->mask[p] = i->mask;
    to->meets = (to->meets & ~(1u << p)) | (uint32_t)i->meets << p;
    to->unit[p] = i->unit;
    to->flow[p] = i->flow;
    to->use[p] = i->use;
    for (int k = 0; k < FRONT_OPERANDS; k++) to->reg[p][k] = i->reg[k];
}

/* Zorua: where the registers of what is in the two registers are. */
static void keep_places(struct registers *r, const struct sm *m, uint32_t p)
{
    const struct sm_stage *i = &m->issue[p], *o = &m->operand[p];
    for (int k = 0; k < FRONT_OPERANDS; k++) {
        r->iss.bank[p][k] = i->place[k].bank;
        r->iss.index[p][k] = i->place[k].index;
    }
    r->iss.park[p] = i->park;
    r->iss.stores[p] = i->stores;
    r->opr.bank[p][0] = o->place[FRONT_RD].bank;
    r->opr.index[p][0] = o->place[FRONT_RD].index;
    r->opr.park[p] = o->stores ? o->park : 0;
}

/* The registers as they are from here on. */
static void keep(state *s)
{
    const struct sm *m = &s->m;
    struct registers *r = &s->r;
    r->phase = m->phase;
    r->seat = m->seat;
    r->seat_block = m->seat_block;
    r->seat_rank = m->seat_rank;
    r->seat_shared = m->seat_shared;
    r->seat_sets = m->seat_sets;
    memcpy(r->rank, m->rank, sizeof r->rank);
    memcpy(r->shared, m->shared, sizeof r->shared);
    memcpy(r->sets, m->sets, sizeof r->sets);
    r->pending = m->pending;
    r->begin_slot = m->begin_slot;
    memcpy(r->begin_id, m->begin_id, sizeof r->begin_id);
    memcpy(r->id, m->id, sizeof r->id);
    r->turn = m->turn;
    r->wrote = m->wrote;
    r->iss_valid = 0;
    for (uint32_t p = 0; p < m->cfg.ports; p++) {
        r->iss_valid |= (uint32_t)m->issue[p].valid << p;
        keep_stage(&r->iss, &m->issue[p].i, p, rows(m));
        keep_stage(&r->opr, &m->operand[p].i, p, rows(m));
        for (uint32_t i = 0; i < rows(m); i++) {
            r->iss.warp[p][i] = m->issue[p].warp[i];
            r->opr.warp[p][i] = m->operand[p].warp[i];
        }
        keep_places(r, m, p);
    }
    if (!is_zorua(m)) return;
    for (uint32_t w = 0; w < m->cfg.warps; w++)
        memcpy(r->id[w], zorua_plug_block(&m->residency.zorua, w), sizeof r->id[w]);
}

/* ---- what means something, and when ---- */

static const outputs *of(const void *out) { return out; }
static const struct sm *model_of(const void *s) { return &((const state *)s)->m; }

#define IF(name, what)                                                                             \
    static bool if_##name(const void *s, const void *out, uint32_t i)                              \
    {                                                                                              \
        (void)s;                                                                                   \
        (void)out;                                                                                 \
        (void)i;                                                                                   \
        return what;                                                                               \
    }
IF(done, of(out)->done)
IF(fetch, of(out)->fetch_valid)
IF(mem, of(out)->mem_valid)
IF(mem_write, (of(out)->mem_valid && of(out)->mem_kind != 0))
IF(mem_byte, (if_mem_write(s, out, i) && has(of(out)->mem_be[i / 32], i % 32)))
IF(atomic, (of(out)->mem_valid && of(out)->mem_kind == 2))
IF(mem_expect,
   (if_mem_byte(s, out, i) && of(out)->mem_kind == 2 && of(out)->mem_op == SHARED_MEMORY_CAS))
IF(spill, of(out)->spill_valid)
IF(spill_write, (of(out)->spill_valid && !of(out)->spill_load))
IF(group_out, of(out)->grp_wr_valid)
IF(group_asked, of(out)->grp_rd_valid)
IF(issue, of(out)->issue_en[i])
IF(access, of(out)->access_en)
IF(access_lane, (of(out)->access_en && has(of(out)->access_mask, i)))
IF(frm_bad, of(out)->frm_bad[i])
IF(mem_lane, (of(out)->mem_valid && has(of(out)->mem_lanes, i)))
IF(binds, model_of(s)->launcher.fits || model_of(s)->launcher.refused)

/* Slots: one for all lanes, or that of each lane's thread, where there is one. */
static bool is_whose(const struct sm *m, uint64_t mask, uint32_t row)
{
    return is_dwf(m) ? has(mask, row) : row == 0;
}
IF(mem_row, (of(out)->mem_valid && is_whose(model_of(s), of(out)->mem_lanes, i)))
IF(access_row, (of(out)->access_en && is_whose(model_of(s), of(out)->access_mask, i)))

static bool if_issue_row(const void *s, const void *out, uint32_t i)
{
    const uint32_t p = i / rows(model_of(s));
    return of(out)->issue_en[p] &&
           is_whose(model_of(s), of(out)->issue_mask[p], i % rows(model_of(s)));
}

static bool if_frm_bad_row(const void *s, const void *out, uint32_t i)
{
    const state *st = s;
    const uint32_t p = i / rows(&st->m);
    return of(out)->frm_bad[p] &&
           is_whose(&st->m, st->cycle->out.pipe[p].out->mask, i % rows(&st->m));
}

/* Seats are written in phase 3 and stay for phase 4. Behind the last frame of the kernel there are
 * some too, which nobody looks at. */
static bool is_seat(const struct sm *m, uint32_t warp)
{
    if (is_zorua(m)) return false;
    if (is_vt(m)) return warp < m->residency.vt.unit.warps * m->residency.vt.unit.ctas;
    return warp < m->residency.stays.warps * m->residency.stays.frames;
}
IF(seats, model_of(s)->phase == SM_SEATS)
IF(seat_sums, (model_of(s)->phase == SM_SEATS && is_seat(model_of(s), model_of(s)->seat)))
IF(seated, (is_seat(model_of(s), i) && (model_of(s)->phase == SM_RUN ||
                                        (model_of(s)->phase == SM_SEATS && i < model_of(s)->seat))))
IF(seat_block, (is_vt(model_of(s)) && model_of(s)->phase == SM_SEATS))
IF(begins, (!is_named(model_of(s)) && model_of(s)->pending != 0))
/* With Zorua ranks and identities are those of warps that have begun. */
static bool is_begun(const struct sm *m, uint32_t warp)
{
    const struct coordinator *c = &m->residency.zorua.unit.control;
    return is_zorua(m) && c->state[warp] != COORDINATOR_FREE && !has(c->new_warp, warp);
}
IF(ranked, (if_seated(s, out, i) || is_begun(model_of(s), i)))
IF(named, (has(((const state *)s)->named, i / 3) || is_begun(model_of(s), i / 3)))

/* Is there an instruction in port p's register? */
static bool is_full(const struct sm *m, bool operands, uint32_t p)
{
    return operands ? has(m->file.full, p) : m->issue[p].valid;
}
static const struct front_instruction *held(const struct sm *m, bool operands, uint32_t p)
{
    return operands ? &m->operand[p].i : &m->issue[p].i;
}
static bool is_slot(const struct sm *m, bool operands, uint32_t i)
{
    const uint32_t p = i / rows(m);
    return is_full(m, operands, p) && is_whose(m, held(m, operands, p)->mask, i % rows(m));
}
static bool is_register(const struct sm *m, bool operands, uint32_t i)
{
    const uint32_t p = i / FRONT_OPERANDS;
    return is_full(m, operands, p) && has(held(m, operands, p)->use, i % FRONT_OPERANDS);
}
IF(iss, is_full(model_of(s), false, i))
IF(opr, is_full(model_of(s), true, i))
IF(iss_slot, is_slot(model_of(s), false, i))
IF(opr_slot, is_slot(model_of(s), true, i))
IF(iss_reg, is_register(model_of(s), false, i))
IF(opr_reg, is_register(model_of(s), true, i))
IF(iss_warp, (is_named(model_of(s)) && is_slot(model_of(s), false, i)))
IF(opr_warp, (is_named(model_of(s)) && is_slot(model_of(s), true, i)))
IF(iss_place, (is_zorua(model_of(s)) && is_register(model_of(s), false, i)))
IF(iss_park, (is_zorua(model_of(s)) && is_full(model_of(s), false, i)))
IF(opr_park, (is_zorua(model_of(s)) && is_full(model_of(s), true, i)))
IF(opr_place, (if_opr_park(s, out, i) && has(held(model_of(s), true, i)->use, FRONT_RD)))
IF(iss_meets, (is_dwf(model_of(s)) && is_full(model_of(s), false, 0)))
IF(opr_meets, (is_dwf(model_of(s)) && is_full(model_of(s), true, 0)))

/* ---- coverage ---- */

enum {
    BIN_KERNEL_AT_ONCE,
    BIN_KERNEL_OTHER,
    BIN_DONE,
    BIN_REFUSED,
    BIN_RESET_IN_KERNEL,
    BIN_SEAT_NO_BLOCK,
    BIN_SEAT_BEHIND_LAST,
    BIN_SEAT_ONE_WARP,
    BIN_BLOCK_WAITS,
    BIN_BEGIN_PART,
    BIN_BEGIN_ONE,
    BIN_BEGIN_ISSUE,
    BIN_ISSUE_STREAM,
    BIN_ISSUE_STAYS,
    BIN_OPERAND_STAYS,
    BIN_TWO_ACCESSES,
    BIN_ACCESS_WRAPS,
    BIN_ACCESS_WAITS,
    BIN_BEHIND_LOAD,
    BIN_BESIDE_LOAD,
    BIN_BEHIND_PIPE,
    BIN_BEHIND_WAITING,
    BIN_LINK,
    BIN_LINK_NO_BANK,
    BIN_LINK_NOT_TOLD,
    BIN_WRITTEN_FIRST,
    BIN_STATUS_NO_RD,
    BIN_RESOLVE_WAITS,
    BIN_END_AND_RESULT,
    BIN_END_WAITS,
    BIN_FLOAT_FLAGS,
    BIN_ROUNDED,
    BIN_FETCH_WAITS,
    BIN_REQUEST_WAITS,
    BIN_ANSWER_WAITS,
    BIN_DEEP_WRITE,
    BIN_DEEP_READ,
    BIN_ATOMIC,
    BIN_APART,
    BIN_GROUP_OUT,
    BIN_GROUP_STUCK,
    BIN_GROUP_WAITS,
    BIN_GROUP_BACK,
    BIN_GROUP_BACK_WAITS,
};

static const struct hd_bin bins[] = {
    {"kernel_at_once", "a kernel begins in the cycle behind the end of another"},
    {"kernel_other", "a kernel with blocks of another size than the last one's"},
    {"done", "a kernel runs to its end"},
    {"refused", "a kernel is refused: not one of its blocks fits"},
    {"reset_in_kernel", "a reset has ended a kernel"},
    {"seat_no_block", "a seat is written that no block will have"},
    {"seat_behind_last", "a seat behind the last warp of a block: the next block's memory"},
    {"seat_one_warp", "of blocks of one warp"},
    {"block_waits", "a block is offered, and a warp of the last one has yet to begin"},
    {"begin_part", "a block's last warp begins, which is not full"},
    {"begin_one", "the only warp of a block begins"},
    {"begin_issue", "a warp begins, another one issues"},
    {"issue_stream", "an instruction takes the place of one whose operands are there"},
    {"issue_stays", "an instruction waits for its operands"},
    {"operand_stays", "operands are there, and the pipe does not take them"},
    {"two_accesses", "two pipes want load/store"},
    {"access_wraps", "of two the lower one goes first, round the end"},
    {"access_waits", "load/store takes nobody's access"},
    {"behind_load", "a result waits for load/store's, which has its bank"},
    {"beside_load", "a result is written, and load/store's in another bank"},
    {"behind_pipe", "a result waits for a lower pipe's, which is written"},
    {"behind_waiting", "a result waits for a lower pipe's, which waits for the front end"},
    {"link", "a jump that links: register and resolve in one cycle"},
    {"link_no_bank", "it is held up by its bank, and is not told"},
    {"link_not_told", "it is held up by the front end, and is not written"},
    {"written_first", "dynamic warps: a result is written, and the front end does not take it"},
    {"status_no_rd", "a CSR instruction without a result is resolved"},
    {"resolve_waits", "a resolve is offered and not taken"},
    {"end_and_result", "an access ends and a pipe's result is written, both for good"},
    {"end_waits", "an access ends, and the front end does not take that"},
    {"float_flags", "a float instruction raises an exception"},
    {"rounded", "one goes in whose threads round otherwise than to nearest"},
    {"fetch_waits", "code is late"},
    {"request_waits", "memory does not take a request"},
    {"answer_waits", "an answer of memory waits"},
    {"deep_write", "an entry of a stack goes to memory"},
    {"deep_read", "one is wanted back"},
    {"atomic", "an atomic goes to memory"},
    {"apart", "an access of threads of several slots"},
    {"group_out", "a group of threads goes to memory: the pool is full"},
    {"group_stuck", "a group of threads goes to memory: the scheduler is full"},
    {"group_waits", "it waits for the memory"},
    {"group_back", "a group comes back"},
    {"group_back_waits", "it waits for room"},
    {NULL, NULL},
};

static bool several(uint64_t mask) { return (mask & (mask - 1)) != 0; }

static void cover_kernel(const state *s, const inputs *in, const outputs *o, uint64_t *bin)
{
    const struct sm *m = &s->m;
    if (in->kernel_en) {
        if (s->was_done) bin[BIN_KERNEL_AT_ONCE]++;
        if (in->kernel.block_threads != s->last_threads) bin[BIN_KERNEL_OTHER]++;
    }
    if (s->was_reset) bin[BIN_RESET_IN_KERNEL]++;
    if (o->done) bin[o->refused ? BIN_REFUSED : BIN_DONE]++;
    if (m->phase != SM_SEATS) return;
    if (!is_seat(m, m->seat)) bin[BIN_SEAT_NO_BLOCK]++;
    if (m->seat_rank == 0 && m->seat != 0) bin[BIN_SEAT_BEHIND_LAST]++;
    if (m->ids.warps == 1) bin[BIN_SEAT_ONE_WARP]++;
}

static void cover_blocks(const state *s, uint64_t *bin)
{
    const struct sm *m = &s->m;
    const struct sm_out *c = &s->cycle->out;
    const bool last =
        c->begin_en && m->rank[sm_warp_of(m, c->front_in.begin_slot)] + 1 == m->ids.warps;
    if (c->launcher.block_valid && m->phase == SM_RUN && m->pending != 0) bin[BIN_BLOCK_WAITS]++;
    if (!c->begin_en) return;
    if (last && c->front_in.begin_mask + 1 != UINT64_C(1) << m->cfg.lanes) bin[BIN_BEGIN_PART]++;
    if (last && m->ids.warps == 1) bin[BIN_BEGIN_ONE]++;
    if (c->issue_en[0]) bin[BIN_BEGIN_ISSUE]++;
}

static void cover_stages(const state *s, uint32_t p, uint64_t *bin)
{
    const struct sm *m = &s->m;
    const struct sm_out *c = &s->cycle->out;
    if (m->issue[p].valid && !c->file.rd_ready[p]) bin[BIN_ISSUE_STAYS]++;
    if (m->issue[p].valid && c->issue_en[p]) bin[BIN_ISSUE_STREAM]++;
    if (!c->file.out_valid[p]) return;
    if (!c->pipe[p].in_ready) bin[BIN_OPERAND_STAYS]++;
    if (m->operand[p].i.unit == DECODE_FLOAT && c->frm[p][0] != 0) bin[BIN_ROUNDED]++;
}

/* A result: what it waits for, what is done with it. */
static void cover_result(const state *s, uint32_t p, uint64_t *bin)
{
    const struct sm_out *c = &s->cycle->out;
    const struct sm_writeback *w = &c->writeback[p];
    const struct simd_pipe_buffer *b = c->pipe[p].out;
    const bool told = is_dwf(&s->m) ? c->dwf_in.res_valid : c->front_in.res_valid[p];
    const bool taken = is_dwf(&s->m) ? c->dwf.res_ready : c->front.res_ready[p];
    const uint32_t bank = (b->rider[0] >> 16) % s->m.cfg.banks;
    const bool link = w->writes && c->result[p].flow != DECODE_NEXT;
    if (w->resolves && told && !taken) bin[link ? BIN_LINK_NOT_TOLD : BIN_RESOLVE_WAITS]++;
    if (w->resolves && !told && link) bin[BIN_LINK_NO_BANK]++;
    if (link && w->gone) bin[BIN_LINK]++;
    if (w->written && !w->gone) bin[BIN_WRITTEN_FIRST]++;
    if (b->unit == DECODE_CSR && w->gone && !w->writes) bin[BIN_STATUS_NO_RD]++;
    if (b->unit == DECODE_FLOAT && w->gone && b->flags[0] != 0) bin[BIN_FLOAT_FLAGS]++;
    if (!w->writes) return;
    if (w->gone && c->memory.end_valid && c->memory.end_rd_use) bin[BIN_END_AND_RESULT]++;
    if (c->file_in.wr_valid[0] && w->gone) bin[BIN_BESIDE_LOAD]++;
    if (c->file_in.wr_valid[0] && c->file_in.wr_bank[0] == bank) bin[BIN_BEHIND_LOAD]++;
    for (uint32_t q = 0; q < p; q++) {
        const struct sm_writeback *lower = &c->writeback[q];
        if (!lower->writes || (c->pipe[q].out->rider[0] >> 16) % s->m.cfg.banks != bank) continue;
        bin[lower->gone ? BIN_BEHIND_PIPE : BIN_BEHIND_WAITING]++;
    }
}

static void cover_accesses(const state *s, uint64_t *bin)
{
    const struct sm *m = &s->m;
    const struct sm_out *c = &s->cycle->out;
    uint32_t offer = 0;
    for (uint32_t p = 0; p < m->cfg.ports; p++)
        offer |= (uint32_t)(c->pipe[p].out_valid && c->pipe[p].out->unit == DECODE_MEMORY) << p;
    if (several(offer)) bin[BIN_TWO_ACCESSES]++;
    if (offer != 0 && !c->access_en) bin[BIN_ACCESS_WAITS]++;
    if (!c->access_en) return;
    if (several(offer) && c->access_port < m->turn) bin[BIN_ACCESS_WRAPS]++;
    const uint32_t *slot = c->slot[c->access_port];
    for (uint32_t l = 1; l < rows(m); l++)
        if (has(c->memory_in.acc_mask, l) && has(c->memory_in.acc_mask, 0) && slot[l] != slot[0])
            bin[BIN_APART]++;
}

static void cover_groups(const state *s, const inputs *in, const outputs *o, uint64_t *bin)
{
    const bool free = s->cycle->out.dwf.dwf.free_count >= 2;
    if (o->grp_wr_valid) bin[free ? BIN_GROUP_STUCK : BIN_GROUP_OUT]++;
    if (o->grp_wr_valid && !in->grp_wr_ready) bin[BIN_GROUP_WAITS]++;
    if (o->grp_rsp_ready) bin[BIN_GROUP_BACK]++;
    if (in->grp_rsp_valid && !o->grp_rsp_ready) bin[BIN_GROUP_BACK_WAITS]++;
}

static void cover_memory(const state *s, const inputs *in, const outputs *o, uint64_t *bin)
{
    const struct load_store_out *m = &s->cycle->out.memory;
    if (o->fetch_valid && !in->fetch_ready) bin[BIN_FETCH_WAITS]++;
    if (o->mem_valid && !in->mem_ready) bin[BIN_REQUEST_WAITS]++;
    if (in->fill_valid && !o->fill_ready) bin[BIN_ANSWER_WAITS]++;
    if (o->mem_valid && o->mem_kind == 2) bin[BIN_ATOMIC]++;
    cover_groups(s, in, o, bin);
    if (o->spill_valid) bin[o->spill_load ? BIN_DEEP_READ : BIN_DEEP_WRITE]++;
    if (is_dwf(&s->m) && m->end_valid && !s->cycle->out.dwf.end_ready) bin[BIN_END_WAITS]++;
}

static void cover(const void *s_, const void *in, const void *out, uint64_t *bin)
{
    const state *s = s_;
    cover_kernel(s, in, out, bin);
    cover_blocks(s, bin);
    for (uint32_t p = 0; p < s->m.cfg.ports; p++) {
        cover_stages(s, p, bin);
        if (s->cycle->out.pipe[p].out_valid) cover_result(s, p, bin);
    }
    cover_accesses(s, bin);
    cover_memory(s, in, out, bin);
}

/* ---- the machine, as the harness sees it ---- */

static void reset(void *s_)
{
    state *s = s_;
    s->was_done = false;
    s->was_reset = s->was_reset || s->m.phase == SM_RUN;
    sm_reset(&s->m);
    keep(s);
}

static void eval(const void *s_, const void *in_, void *out_)
{
    const state *s = s_;
    const inputs *in = in_;
    struct cycle *c = s->cycle;
    c->kernel = in->kernel;
    c->in = (struct sm_in){.kernel_en = in->kernel_en,
                           .kernel = &c->kernel,
                           .fetch_ready = in->fetch_ready,
                           .rsp_valid = in->rsp_valid,
                           .rsp_slot = in->rsp_slot,
                           .rsp_word = in->rsp_word,
                           .rsp_meet = in->rsp_meet,
                           .rsp_meets = in->rsp_meets,
                           .mem_ready = in->mem_ready,
                           .fill_valid = in->fill_valid,
                           .fill_id = in->fill_id,
                           .fill_data = in->fill_data,
                           .spill_ready = in->spill_ready,
                           .back_valid = in->back_valid,
                           .back_slot = in->back_slot,
                           .back_data = in->back_data,
                           .rsp_phase = in->rsp_phase,
                           .rsp_specifier = in->rsp_specifier,
                           .grp_wr_ready = in->grp_wr_ready,
                           .grp_rd_ready = in->grp_rd_ready,
                           .grp_rsp_valid = in->grp_rsp_valid,
                           .grp_rsp_data = in->grp_rsp_data};
    sm_eval(&s->m, &c->in, &c->out);
    flatten(s, out_);
}

/* Whose block's identity is noted with this cycle. */
static void note_named(state *s)
{
    const struct sm_out *o = &s->cycle->out;
    if (is_vt(&s->m)) {
        if (o->residency.begin_en || o->residency.resume_en)
            s->named |= UINT64_C(1) << o->residency.begin_slot;
    } else if (o->begin_en && !is_zorua(&s->m)) {
        s->named |= UINT64_C(1) << s->m.begin_slot;
    }
}

void (*sm_observer)(const struct sm *s, const struct sm_out *out);

static void tick(void *s_, const void *in, const void *out)
{
    state *s = s_;
    struct cycle *c = s->cycle;
    if (sm_observer != NULL) sm_observer(&s->m, &c->out);
    (void)in;
    (void)out;
    s->was_done = c->out.done;
    s->was_reset = false;
    if (c->in.kernel_en) s->last_threads = c->kernel.block_threads;
    note_named(s);
    sm_tick(&s->m, &c->in, &c->out);
    keep(s);
}

static const char *check(const void *s) { return sm_check(model_of(s)); }

static const char *promise(const void *s, const void *in)
{
    const struct sm *m = model_of(s);
    return ((const inputs *)in)->kernel_en && m->phase != SM_IDLE ? "kernel_en_i only while idle_o"
                                                                  : NULL;
}

static const struct hd_block block = {
    .name = "sm",
    .state_size = sizeof(state),
    .in_size = sizeof(inputs),
    .out_size = sizeof(outputs),
    .reset = reset,
    .eval = eval,
    .tick = tick,
    .check = check,
    .promise = promise,
    .cover = cover,
    .bins = bins,
    .index_rule = "iss_slot_q[i], opr_slot_q[i]: with Own, lane i % Lanes of port i / Lanes; "
                  "..._reg_q[i]: operand i % 4 (rs1, rs2, rs3, rd) of port i / 4; id_q[i]: x, y, z "
                  "(i % 3) of slot i / 3",
    .waves =
        "phase_q:Idle/Count/Fit/Seats/Run pending_q begin_slot_q iss_valid_q iss_pc_q opr_pc_q "
        "turn_q",
};

/* ---- the fields ---- */

/* So many rows of it, under the name that it has in the RTL. */
static struct hd_field of_rows(struct hd_field f, uint32_t n, const char *name)
{
    f.count = n * f.row;
    f.name = name;
    return f;
}

static struct hd_field wide(struct hd_field f, uint32_t bits)
{
    f.cut = 32 * f.count - bits;
    return f;
}
#define HD_WIDE(k, type, member, bits, caring, text)                                               \
    wide((struct hd_field)HD_ARRAY(k, type, member, words_of(bits), 32, caring, text), bits)

#define KERNEL(port, member, bits)                                                                 \
    {                                                                                              \
        .kind = HD_IN, .name = port, .offset = offsetof(inputs, kernel.member),                    \
        .size = sizeof(((inputs *)0)->kernel.member), .count = 1, .width = bits                    \
    }

#define REG(member, n, bits, caring, text)                                                         \
    HD_REG(#member "_q", state, r.member, sizeof(((state *)0)->r.member), n, bits, caring, text)
#define REGS(member, n, bits, caring, text)                                                        \
    HD_REG(#member "_q", state, r.member[0], sizeof(((state *)0)->r.member[0]), n, bits, caring,   \
           text)
#define STAGE(which, member, bits, text)                                                           \
    HD_REG(#which "_" #member "_q", state, r.which.member[0],                                      \
           sizeof(((state *)0)->r.which.member[0]), c->ports, bits, if_##which, text)
#define STAGE_ROWS(which, member, n, bits, text)                                                   \
    of_rows((struct hd_field)HD_ROWS(HD_STATE, state, r.which.member, n, bits,                     \
                                     if_##which##_##member, text),                                 \
            c->ports, #which "_" #member "_q")

/* Where the registers of what is in an issue register are. */
#define PLACE(member, bits)                                                                        \
    of_rows((struct hd_field)HD_ROWS(HD_STATE, state, r.iss.member, FRONT_OPERANDS, bits,          \
                                     if_iss_place, placed),                                        \
            c->ports, "iss_" #member "_q")

static const char *const placed = "Zorua's plug, Registers: where the look-up has found them";
static const char *const issued = "Issue: an issue register takes an instruction when it is empty "
                                  "or its instruction goes on; else it stays";
static const char *const collected = "Issue: when the operands are accepted the instruction goes "
                                     "into the operand register";
static const char *const seated = "What a cycle does, seats: a slot a cycle from 0 on; behind the "
                                  "last warp of a block rank 0, its shared memory further";

/* Fields of each kind. */
enum { INPUTS = 40, OUTPUTS = 48, REGISTERS = 45, PARK = 5 };

static struct hd_instance *describe(const char *path, const char *text, const struct sm_cfg *c)
{
    const uint32_t group = group_bits(c);
    const uint32_t slot = hd_bits_for(c->slots - 1);
    const uint32_t warps = sm_warps(c);
    const uint32_t warp = hd_bits_for(warps - 1);
    const uint32_t size = hd_bits_for(c->lanes * c->max_warps);
    const uint32_t set = c->sets > 1 ? hd_bits_for(c->sets - 1) : 1;
    const uint32_t bank = c->banks > 1 ? hd_bits_for(c->banks - 1) : 1;
    const uint32_t rank = c->max_warps > 1 ? hd_bits_for(c->max_warps - 1) : 1;
    const uint32_t shared = hd_bits_for(c->shared_words - 1);
    const uint32_t offset = hd_bits_for(c->line_bytes - 1);
    const uint32_t mshr = c->mshrs > 1 ? hd_bits_for(c->mshrs - 1) : 1;
    const uint32_t whose = rows_of(c);
    const struct hd_field fields[] = {
        HD_ONE(HD_IN, inputs, kernel_en, 1, NULL, NULL),
        KERNEL("grid_x", grid[0], 32),
        KERNEL("grid_y", grid[1], 32),
        KERNEL("grid_z", grid[2], 32),
        KERNEL("block_x", block[0], size),
        KERNEL("block_y", block[1], size),
        KERNEL("block_z", block[2], size),
        KERNEL("block_threads", block_threads, size),
        KERNEL("block_rows", block_rows, hd_bits_for(c->banks * c->sets) + 1),
        KERNEL("thread_sets", thread_sets, set + 1),
        KERNEL("block_bytes", block_bytes, hd_bits_for(4 * c->shared_words) + 1),
        KERNEL("entry", entry, 32),
        {.kind = HD_IN,
         .name = "rows",
         .offset = offsetof(inputs, kernel.rows),
         .stride = 1,
         .size = 1,
         .count = FRONT_REGISTERS,
         .width = 6},
        KERNEL("arguments", arguments, 32),
        KERNEL("stack_top", stack_top, 32),
        KERNEL("shared_bytes", shared_bytes, 32),
        KERNEL("local", local, 32),
        HD_ONE(HD_IN, inputs, fetch_ready, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, rsp_valid, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, rsp_slot, slot, NULL, NULL),
        HD_ONE(HD_IN, inputs, rsp_word, 32, NULL, NULL),
        HD_ONE(HD_IN, inputs, rsp_meet, 32, NULL, NULL),
        HD_ONE(HD_IN, inputs, rsp_meets, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, mem_ready, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, fill_valid, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, fill_id, mshr, NULL, NULL),
        HD_WIDE(HD_IN, inputs, fill_data, 8 * c->line_bytes, NULL, NULL),
        HD_ONE(HD_IN, inputs, spill_ready, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, back_valid, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, back_slot, slot, NULL, NULL),
        HD_WIDE(HD_IN, inputs, back_data, entry_bits(c), NULL, NULL),
        KERNEL("context_rows", context_rows, hd_bits_for(32 * c->shared_words / c->row_bits - 1)),
        KERNEL("kernel_phase", first_phase, 32),
        HD_ONE(HD_IN, inputs, rsp_phase, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, rsp_specifier, 32, NULL, NULL),
        KERNEL("grp_base", groups, 32),
        HD_ONE(HD_IN, inputs, grp_wr_ready, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, grp_rd_ready, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, grp_rsp_valid, 1, NULL, NULL),
        HD_WIDE(HD_IN, inputs, grp_rsp_data, group, NULL, NULL),
        HD_ONE(HD_OUT, outputs, idle, 1, NULL, "Kernel: no kernel is under way"),
        HD_ONE(HD_OUT, outputs, done, 1, NULL, "Kernel: the launcher's, refused or all is done"),
        HD_ONE(HD_OUT, outputs, refused, 1, if_done, "Kernel: the launcher's"),
        HD_ONE(HD_OUT, outputs, binds, 7, if_binds, "Kernel: the launcher's"),
        HD_ONE(HD_OUT, outputs, fetch_valid, 1, NULL, "front end, Fetch"),
        HD_ONE(HD_OUT, outputs, fetch_slot, slot, if_fetch, "front end, Fetch"),
        HD_ONE(HD_OUT, outputs, fetch_pc, 32, if_fetch, "front end, Fetch"),
        HD_ONE(HD_OUT, outputs, mem_valid, 1, NULL, "load/store, memory"),
        HD_ONE(HD_OUT, outputs, mem_kind, 2, if_mem, "load/store, memory"),
        HD_ONE(HD_OUT, outputs, mem_id, mshr, if_mem, "load/store, memory"),
        HD_ONE(HD_OUT, outputs, mem_line, 32 - offset, if_mem, "load/store, memory"),
        HD_ARRAY(HD_OUT, outputs, mem_data, c->line_bytes, 8, if_mem_byte, "load/store, memory"),
        HD_WIDE(HD_OUT, outputs, mem_be, c->line_bytes, if_mem_write, "load/store, memory"),
        HD_ONE(HD_OUT, outputs, mem_op, 4, if_atomic, "load/store, memory"),
        HD_ARRAY(HD_OUT, outputs, mem_expect, c->line_bytes, 8, if_mem_expect,
                 "load/store, memory"),
        HD_ONE(HD_OUT, outputs, mem_lanes, c->lanes, if_mem, "load/store, memory"),
        HD_ARRAY(HD_OUT, outputs, mem_word, c->lanes, offset > 3 ? offset - 2 : 1, if_mem_lane,
                 "load/store, memory"),
        HD_ARRAY(HD_OUT, outputs, mem_owner, whose, warp, if_mem_row, "load/store, memory"),
        HD_ONE(HD_OUT, outputs, fill_ready, 1, NULL, "cache, Fills"),
        HD_ONE(HD_OUT, outputs, spill_valid, 1, NULL, "SIMT stack, deeper entries"),
        HD_ONE(HD_OUT, outputs, spill_load, 1, if_spill, "SIMT stack, deeper entries"),
        HD_ONE(HD_OUT, outputs, spill_slot, slot, if_spill, "SIMT stack, deeper entries"),
        HD_ONE(HD_OUT, outputs, spill_level, hd_bits_for(c->levels), if_spill,
               "SIMT stack, deeper entries"),
        HD_WIDE(HD_OUT, outputs, spill_data, entry_bits(c), if_spill_write,
                "SIMT stack, deeper entries"),
        HD_ARRAY(HD_OUT, outputs, issue_en, c->ports, 1, NULL,
                 "Issue: what the front end offers, if the issue register takes it"),
        of_rows((struct hd_field)HD_ROWS(HD_OUT, outputs, issue_slot, whose, slot, if_issue_row,
                                         "front end, Issue"),
                c->ports, "issue_slot"),
        HD_ARRAY(HD_OUT, outputs, issue_pc, c->ports, 32, if_issue, "front end, Issue"),
        HD_ARRAY(HD_OUT, outputs, issue_mask, c->ports, c->lanes, if_issue, "front end, Issue"),
        HD_ARRAY(HD_OUT, outputs, why, c->ports, 3, NULL, "front end, why_o"),
        HD_ONE(HD_OUT, outputs, access_en, 1, NULL,
               "Writeback, unit 2: the first pipe in turn that offers, if load/store takes it"),
        HD_ARRAY(HD_OUT, outputs, access_slot, whose, slot, if_access_row, "Writeback, unit 2"),
        HD_ONE(HD_OUT, outputs, access_pc, 32, if_access, "Writeback, unit 2"),
        HD_ONE(HD_OUT, outputs, access_word, 32, if_access, "Writeback, unit 2"),
        HD_ONE(HD_OUT, outputs, access_mask, c->lanes, if_access, "Writeback, unit 2"),
        HD_ARRAY(HD_OUT, outputs, access_addr, c->lanes, 32, if_access_lane, "Writeback, unit 2"),
        HD_ONE(HD_OUT, outputs, outcome, 3, NULL, "cache, status"),
        HD_ONE(HD_OUT, outputs, blocked, 2, NULL, "cache, status"),
        HD_ONE(HD_OUT, outputs, conflict, 1, NULL, "load/store, status"),
        HD_ARRAY(HD_OUT, outputs, frm_bad, c->ports, 1, NULL,
                 "Ports: a float instruction that is gone met a reserved rounding mode"),
        of_rows((struct hd_field)HD_ROWS(HD_OUT, outputs, frm_bad_slot, whose, slot, if_frm_bad_row,
                                         "Ports: of that instruction"),
                c->ports, "frm_bad_slot"),
        HD_ARRAY(HD_OUT, outputs, frm_bad_pc, c->ports, 32, if_frm_bad,
                 "Ports: of that instruction"),
        HD_ONE(HD_OUT, outputs, spill_warp, warp, if_spill, "Ports: the warp on that slot"),
        HD_ONE(HD_OUT, outputs, grp_wr_valid, 1, NULL, "front end, groups in memory"),
        HD_ONE(HD_OUT, outputs, grp_wr_addr, 32, if_group_out, "front end, groups in memory"),
        HD_WIDE(HD_OUT, outputs, grp_wr_data, group, if_group_out, "front end, groups in memory"),
        HD_ONE(HD_OUT, outputs, grp_rd_valid, 1, NULL, "front end, groups in memory"),
        HD_ONE(HD_OUT, outputs, grp_rd_addr, 32, if_group_asked, "front end, groups in memory"),
        HD_ONE(HD_OUT, outputs, grp_rsp_ready, 1, NULL, "front end, groups in memory"),
        REG(phase, 1, 3, NULL, "Kernel: phases 0 idle, 1 count, 2 fit, 3 seats, 4 run"),
        REG(seat, 1, warp, if_seats, seated),
        REG(seat_block, 1, hd_bits_for(c->ctas), if_seat_block, "Kernel: Residency = 1"),
        REG(seat_rank, 1, rank, if_seats, seated),
        REG(seat_shared, 1, shared, if_seat_sums, seated),
        REG(seat_sets, 1, set + 1, if_seat_sums, seated),
        REGS(rank, warps, rank, if_ranked, seated),
        REGS(shared, warps, shared, if_seated, seated),
        REGS(sets, warps, set, if_seated, seated),
        REG(pending, 1, c->slots, NULL,
            "Begin: the slots of a block that is taken; one less with each that begins"),
        REG(begin_slot, 1, slot, if_begins, "Begin: in the order of slots"),
        HD_REG("begin_id_q", state, r.begin_id[0], 4, 3, 32, if_begins, "Begin: its identity"),
        {.kind = HD_STATE,
         .name = "id_q",
         .offset = offsetof(state, r.id),
         .stride = 4,
         .size = 4,
         .count = 3 * (c->residency == SM_ZORUA ? c->warps : c->slots),
         .width = 32,
         .care = if_named,
         .rule = "Begin: its block's identity is noted for the slot, with Zorua for the warp"},
        REG(turn, 1, 2, NULL, "Writeback: one behind the pipe that was taken last"),
        REG(wrote, 1, c->ports, NULL,
            "Writeback, DWF: the register is written in the first cycle of the offer"),
        REG(iss_valid, 1, c->ports, NULL, issued),
        STAGE_ROWS(iss, slot, whose, slot, issued),
        STAGE(iss, pc, 32, issued),
        STAGE(iss, word, 32, issued),
        STAGE(iss, meet, 32, issued),
        STAGE(iss, mask, c->lanes, issued),
        HD_REG("iss_meets_q", state, r.iss.meets, 4, 1, c->ports, if_iss_meets, issued),
        STAGE(iss, unit, 3, issued),
        STAGE(iss, flow, 3, issued),
        STAGE(iss, use, 4, issued),
        STAGE_ROWS(iss, reg, FRONT_OPERANDS, 6, issued),
        STAGE_ROWS(opr, slot, whose, slot, collected),
        STAGE(opr, pc, 32, collected),
        STAGE(opr, word, 32, collected),
        STAGE(opr, meet, 32, collected),
        STAGE(opr, mask, c->lanes, collected),
        HD_REG("opr_meets_q", state, r.opr.meets, 4, 1, c->ports, if_opr_meets, collected),
        STAGE(opr, unit, 3, collected),
        STAGE(opr, flow, 3, collected),
        STAGE(opr, use, 4, collected),
        STAGE_ROWS(opr, reg, FRONT_OPERANDS, 6, collected),
        STAGE_ROWS(iss, warp, whose, warp, issued),
        STAGE_ROWS(opr, warp, whose, warp, collected),
        PLACE(bank, bank),
        PLACE(index, set),
        HD_REG("iss_park_q", state, r.iss.park[0], 4, c->ports, PARK, if_iss_park, placed),
        HD_REG("iss_stores_q", state, r.iss.stores[0], 4, c->ports, 1, if_iss_park, placed),
        HD_REG("opr_bank_q", state, r.opr.bank[0][0], 4 * FRONT_OPERANDS, c->ports, bank,
               if_opr_place, placed),
        HD_REG("opr_index_q", state, r.opr.index[0][0], 4 * FRONT_OPERANDS, c->ports, set,
               if_opr_place, placed),
        HD_REG("opr_park_q", state, r.opr.park[0], 4, c->ports, PARK, if_opr_park, placed),
    };
    static_assert(sizeof fields / sizeof fields[0] == INPUTS + OUTPUTS + REGISTERS, "all of them");
    return hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
}

unsigned long long sm_open(const char *path, const char *parameters)
{
    const struct sm_cfg cfg = sm_cfg_of(parameters);
    /* In place: it is big, and of that only a part is ever touched. */
    struct hd_instance *inst = describe(path, parameters, &cfg);
    state *s = hd_model(inst);
    const char *wrong = sm_init(&s->m, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR sm: %s (%s)\n", wrong, parameters);
        exit(2);
    }
    s->cycle = calloc(1, sizeof *s->cycle);
    if (s->cycle == NULL) exit(2);
    return hd_handle(inst);
}

/* A register before the first cycle. */
void sm_contents(unsigned long long handle, unsigned bank, unsigned index, unsigned lane,
                 unsigned value)
{
    struct register_file *f = &((state *)hd_model(hd_instance(handle)))->m.file;
    f->reg[(bank * f->cfg.sets + index) * f->cfg.lanes + lane] = value;
}

/* And a word of shared memory. */
void sm_words(unsigned long long handle, unsigned addr, unsigned word)
{
    ((state *)hd_model(hd_instance(handle)))->m.memory.shared.mem[addr] = word;
}

/* ---- a cycle ---- */

void sm_kernel_state(unsigned long long handle, unsigned phase, unsigned seat, unsigned seat_rank,
                     unsigned seat_shared, unsigned seat_sets, const svBitVecVal *rank,
                     const svBitVecVal *shared, const svBitVecVal *sets, unsigned long long pending,
                     unsigned begin_slot, const svBitVecVal *begin_id, const svBitVecVal *id,
                     unsigned turn, unsigned char wrote)
{
    state *s = hd_model(hd_instance(handle));
    struct registers *r = &s->rtl;
    const size_t warps = 4 * sm_warps(&s->m.cfg);
    r->phase = phase;
    r->seat = seat;
    r->seat_rank = seat_rank;
    r->seat_shared = seat_shared;
    r->seat_sets = seat_sets;
    memcpy(r->rank, rank, warps);
    memcpy(r->shared, shared, warps);
    memcpy(r->sets, sets, warps);
    r->pending = pending;
    r->begin_slot = begin_slot;
    memcpy(r->begin_id, begin_id, sizeof r->begin_id);
    memcpy(r->id, id, 12 * (is_zorua(&s->m) ? s->m.cfg.warps : s->m.cfg.slots));
    r->turn = turn;
    r->wrote = wrote;
}

void sm_stage_state(unsigned long long handle, svBit operands, unsigned char full,
                    const svBitVecVal *slot, const svBitVecVal *pc, const svBitVecVal *word,
                    const svBitVecVal *mask, const svBitVecVal *meet, unsigned char meets,
                    const svBitVecVal *of_unit, const svBitVecVal *flow, const svBitVecVal *used,
                    const svBitVecVal *regs)
{
    state *s = hd_model(hd_instance(handle));
    struct stages *to = operands ? &s->rtl.opr : &s->rtl.iss;
    const uint32_t n = s->m.cfg.ports;
    if (!operands) s->rtl.iss_valid = full;
    for (uint32_t p = 0; p < n; p++) memcpy(to->slot[p], slot + p * rows(&s->m), 4 * rows(&s->m));
    memcpy(to->pc, pc, 4 * n);
    memcpy(to->word, word, 4 * n);
    memcpy(to->mask, mask, 8 * n);
    memcpy(to->meet, meet, 4 * n);
    to->meets = meets;
    memcpy(to->unit, of_unit, 4 * n);
    memcpy(to->flow, flow, 4 * n);
    memcpy(to->use, used, 4 * n);
    memcpy(to->reg, regs, 4 * n * FRONT_OPERANDS);
}

void sm_warp_state(unsigned long long handle, unsigned seat_block, const svBitVecVal *iss_warp,
                   const svBitVecVal *opr_warp)
{
    state *s = hd_model(hd_instance(handle));
    s->rtl.seat_block = seat_block;
    const uint32_t n = rows(&s->m);
    for (uint32_t p = 0; p < s->m.cfg.ports; p++) {
        memcpy(s->rtl.iss.warp[p], iss_warp + p * n, 4 * n);
        memcpy(s->rtl.opr.warp[p], opr_warp + p * n, 4 * n);
    }
}

void sm_place_state(unsigned long long handle, const svBitVecVal *iss_bank,
                    const svBitVecVal *iss_index, const svBitVecVal *iss_park,
                    unsigned char iss_stores, const svBitVecVal *opr_bank,
                    const svBitVecVal *opr_index, const svBitVecVal *opr_park)
{
    struct registers *r = &((state *)hd_model(hd_instance(handle)))->rtl;
    const uint32_t n = ((const state *)hd_model(hd_instance(handle)))->m.cfg.ports;
    memcpy(r->iss.bank, iss_bank, 4 * n * FRONT_OPERANDS);
    memcpy(r->iss.index, iss_index, 4 * n * FRONT_OPERANDS);
    memcpy(r->iss.park, iss_park, 4 * n);
    memcpy(r->opr.park, opr_park, 4 * n);
    for (uint32_t p = 0; p < n; p++) {
        r->iss.stores[p] = iss_stores >> p & 1;
        r->opr.bank[p][0] = opr_bank[p];
        r->opr.index[p][0] = opr_index[p];
    }
}

void sm_warp_ports(unsigned long long handle, unsigned context_rows, unsigned spill_warp,
                   unsigned kernel_phase, svBit rsp_phase, unsigned rsp_specifier)
{
    struct hd_instance *inst = hd_instance(handle);
    inputs *in = hd_inputs(inst);
    in->kernel.context_rows = context_rows;
    in->kernel.first_phase = kernel_phase;
    in->rsp_phase = rsp_phase != 0;
    in->rsp_specifier = rsp_specifier;
    ((outputs *)hd_outputs(inst))->spill_warp = spill_warp;
}

void sm_groups(unsigned long long handle, unsigned base, svBit wr_valid, svBit wr_ready,
               unsigned wr_addr, const svBitVecVal *wr_data, svBit rd_valid, svBit rd_ready,
               unsigned rd_addr, svBit rsp_valid, svBit rsp_ready, const svBitVecVal *rsp_data)
{
    struct hd_instance *inst = hd_instance(handle);
    const size_t bytes = 4 * words_of(group_bits(&model_of(hd_model(inst))->cfg));
    inputs *in = hd_inputs(inst);
    outputs *o = hd_outputs(inst);
    in->kernel.groups = base;
    in->grp_wr_ready = wr_ready != 0;
    in->grp_rd_ready = rd_ready != 0;
    in->grp_rsp_valid = rsp_valid != 0;
    memcpy(in->grp_rsp_data, rsp_data, bytes);
    o->grp_wr_valid = wr_valid != 0;
    o->grp_wr_addr = wr_addr;
    memcpy(o->grp_wr_data, wr_data, bytes);
    o->grp_rd_valid = rd_valid != 0;
    o->grp_rd_addr = rd_addr;
    o->grp_rsp_ready = rsp_ready != 0;
}

/* Compares what the three have handed over. */
void sm_state(unsigned long long handle)
{
    struct hd_instance *inst = hd_instance(handle);
    hd_state(inst, 0, REGISTERS, &((state *)hd_model(inst))->rtl, sizeof(struct registers));
}

void sm_inputs(unsigned long long handle, svBit kernel_en, const svBitVecVal *grid,
               const svBitVecVal *threads, unsigned block_threads, unsigned block_rows,
               unsigned thread_sets, unsigned block_bytes, unsigned entry_pc,
               const svBitVecVal *rows_at, unsigned arguments, unsigned stack_top,
               unsigned shared_bytes, unsigned local_at, svBit fetch_ready, svBit rsp_valid,
               unsigned rsp_slot, unsigned rsp_word, unsigned rsp_meet, svBit rsp_meets,
               svBit mem_ready, svBit fill_valid, unsigned fill_id, const svBitVecVal *fill_data,
               svBit spill_ready, svBit back_valid, unsigned back_slot,
               const svBitVecVal *back_data)
{
    const struct sm_cfg *c = &((const state *)hd_model(hd_instance(handle)))->m.cfg;
    inputs *in = hd_inputs(hd_instance(handle));
    struct sm_kernel *k = &in->kernel;
    in->kernel_en = kernel_en != 0;
    memcpy(k->grid, grid, sizeof k->grid);
    memcpy(k->block, threads, sizeof k->block);
    k->block_threads = block_threads;
    k->block_rows = block_rows;
    k->thread_sets = thread_sets;
    k->block_bytes = block_bytes;
    k->entry = entry_pc;
    memcpy(k->rows, rows_at, sizeof k->rows);
    k->arguments = arguments;
    k->stack_top = stack_top;
    k->shared_bytes = shared_bytes;
    k->local = local_at;
    in->fetch_ready = fetch_ready != 0;
    in->rsp_valid = rsp_valid != 0;
    in->rsp_slot = rsp_slot;
    in->rsp_word = rsp_word;
    in->rsp_meet = rsp_meet;
    in->rsp_meets = rsp_meets != 0;
    in->mem_ready = mem_ready != 0;
    in->fill_valid = fill_valid != 0;
    in->fill_id = fill_id;
    memcpy(in->fill_data, fill_data, c->line_bytes);
    in->spill_ready = spill_ready != 0;
    in->back_valid = back_valid != 0;
    in->back_slot = back_slot;
    memcpy(in->back_data, back_data, 4 * words_of(entry_bits(c)));
}

void sm_memory_outputs(unsigned long long handle, svBit fetch_valid, unsigned fetch_slot,
                       unsigned fetch_pc, svBit mem_valid, unsigned mem_kind, unsigned mem_id,
                       unsigned mem_line, const svBitVecVal *mem_data, const svBitVecVal *mem_be,
                       unsigned mem_op, const svBitVecVal *mem_expect, unsigned long long mem_lanes,
                       const svBitVecVal *mem_word, const svBitVecVal *mem_owner, svBit fill_ready,
                       svBit spill_valid, svBit spill_load, unsigned spill_slot,
                       unsigned spill_level, const svBitVecVal *spill_data)
{
    const struct sm *m = model_of(hd_model(hd_instance(handle)));
    outputs *o = hd_outputs(hd_instance(handle));
    o->fetch_valid = fetch_valid != 0;
    o->fetch_slot = fetch_slot;
    o->fetch_pc = fetch_pc;
    o->mem_valid = mem_valid != 0;
    o->mem_kind = mem_kind;
    o->mem_id = mem_id;
    o->mem_line = mem_line;
    memcpy(o->mem_data, mem_data, m->cfg.line_bytes);
    memcpy(o->mem_be, mem_be, 4 * words_of(m->cfg.line_bytes));
    o->mem_op = mem_op;
    memcpy(o->mem_expect, mem_expect, m->cfg.line_bytes);
    o->mem_lanes = mem_lanes;
    memcpy(o->mem_word, mem_word, 4 * m->cfg.lanes);
    memcpy(o->mem_owner, mem_owner, 4 * rows(m));
    o->fill_ready = fill_ready != 0;
    o->spill_valid = spill_valid != 0;
    o->spill_load = spill_load != 0;
    o->spill_slot = spill_slot;
    o->spill_level = spill_level;
    memcpy(o->spill_data, spill_data, 4 * words_of(entry_bits(&m->cfg)));
}

int sm_ports(unsigned long long handle, svBit rst_n, svBit idle, svBit done, svBit refused,
             unsigned binds, unsigned char issue_en, const svBitVecVal *issue_slot,
             const svBitVecVal *issue_pc, const svBitVecVal *issue_mask, const svBitVecVal *why,
             svBit access_en, const svBitVecVal *access_slot, unsigned access_pc,
             unsigned access_word, unsigned long long access_mask, const svBitVecVal *access_addr,
             unsigned outcome, unsigned blocked, svBit conflict, unsigned char frm_bad,
             const svBitVecVal *frm_bad_slot, const svBitVecVal *frm_bad_pc)
{
    struct hd_instance *inst = hd_instance(handle);
    const struct sm *m = model_of(hd_model(inst));
    const uint32_t n = m->cfg.ports;
    const uint32_t whose = rows(m);
    outputs *o = hd_outputs(inst);
    o->idle = idle != 0;
    o->done = done != 0;
    o->refused = refused != 0;
    o->binds = binds;
    hd_bits(o->issue_en, issue_en, n);
    hd_bits(o->frm_bad, frm_bad, n);
    for (uint32_t p = 0; p < n; p++) {
        memcpy(o->issue_slot[p], issue_slot + p * whose, 4 * whose);
        memcpy(o->frm_bad_slot[p], frm_bad_slot + p * whose, 4 * whose);
    }
    memcpy(o->issue_pc, issue_pc, 4 * n);
    memcpy(o->issue_mask, issue_mask, 8 * n);
    memcpy(o->why, why, 4 * n);
    memcpy(o->frm_bad_pc, frm_bad_pc, 4 * n);
    o->access_en = access_en != 0;
    memcpy(o->access_slot, access_slot, 4 * whose);
    o->access_pc = access_pc;
    o->access_word = access_word;
    o->access_mask = access_mask;
    memcpy(o->access_addr, access_addr, 4 * m->cfg.lanes);
    o->outcome = outcome;
    o->blocked = blocked;
    o->conflict = conflict != 0;
    return hd_ports(inst, rst_n != 0);
}
