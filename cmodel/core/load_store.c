/* SPDX-License-Identifier: Apache-2.0 */
#include "core/load_store.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"
#include "common/lane_slots.h"
#include "isa/execute.h"

/* Bits 31:29 of an address. */
enum { SPACE_SHARED = 2, SPACE_LOCAL = 3 };

/* Words of a rider: the entry, the lanes. */
enum { RIDER_ENTRY, RIDER_LANES, RIDER_LANES_ABOVE, RIDER_WORDS };
enum { WORD_BITS = 32, WORD_BYTES = 4, WHOLE_WORD = 0xf };

/* --- init and reset ------------------------------------------------------ */

static const char *init_children(struct load_store *s)
{
    const struct load_store_cfg *c = &s->cfg;
    const char *wrong =
        coalescer_init(&s->coalescer, &(struct coalescer_cfg){c->lanes, WORD_BITS, c->line_bytes,
                                                              clog2(64), c->cache_banks});
    if (wrong) return wrong;
    wrong = cache_banks_init(
        &s->cache, &(struct cache_banks_cfg){c->cache_banks, c->sets, c->ways, c->line_bytes,
                                             WORD_BITS - clog2(c->line_bytes), c->mshrs, c->merges,
                                             RIDER_WORDS * WORD_BITS, c->write_back});
    if (wrong) return wrong;
    if (c->mem_queue > 0)
        wrong = request_queue_init(&s->requests,
                                   &(struct request_queue_cfg){c->mem_queue, c->line_bytes,
                                                               WORD_BITS - clog2(c->line_bytes),
                                                               c->mshrs, RIDER_WORDS * WORD_BITS});
    if (wrong) return wrong;
    return shared_memory_init(
        &s->shared, &(struct shared_memory_cfg){c->lanes, c->banks, c->shared_words, c->row_bits,
                                                clog2(c->warps) + clog2(c->lanes), clog2(64),
                                                c->holds, c->patience});
}

const char *load_store_init(struct load_store *s, const struct load_store_cfg *cfg)
{
    if (cfg->lanes < 1 || cfg->lanes > LOAD_STORE_MAX_LANES) return "Lanes must be 1 to 64";
    if (cfg->warps < 2 || cfg->warps > LOAD_STORE_MAX_WARPS) return "Warps must be 2 to 512";
    if (cfg->slots < 2 || cfg->slots > 64) return "Slots must be 2 to 64";
    if (cfg->accesses < 1 || cfg->accesses > LOAD_STORE_MAX_ENTRIES)
        return "Accesses must be 1 to 64";
    if (cfg->access_queue > LOAD_STORE_MAX_QUEUE) return "AccessQueue must be 0 to 64";
    if (cfg->mem_queue > REQUEST_QUEUE_MAX) return "MemQueue must be 0 to 64";
    if (cfg->own > 1) return "Own must be 0 or 1";
    if (cfg->reg_width < 1 || cfg->reg_width > 16) return "RegWidth must be 1 to 16";
    if (cfg->lane_slots > 1 && !cfg->own) return "LaneSlots above 1 needs Own = 1";
    const char *wrong = lane_slots_error(cfg->lanes, cfg->lane_slots);
    if (wrong) return wrong;
    memset(s, 0, offsetof(struct load_store, coalescer)); /* the rest sees to itself */
    s->cfg = *cfg;
    s->lane_bits = clog2(cfg->lanes);
    s->thread_bits = clog2(cfg->warps) + s->lane_bits;
    s->shared_next = true;
    return init_children(s);
}

void load_store_reset(struct load_store *s)
{
    s->front.shared = 0;
    s->front.line = 0;
    s->queue_first = 0;
    s->queued = 0;
    s->used = 0;
    s->shared_next = true;
    s->written = false;
    s->bank = 0;
    s->stays = 0;
    coalescer_reset(&s->coalescer);
    cache_banks_reset(&s->cache);
    if (s->cfg.mem_queue > 0) request_queue_reset(&s->requests);
    shared_memory_reset(&s->shared);
}

/* --- addresses and instructions ------------------------------------------ */

static uint32_t space(uint32_t address) { return address >> 29; }
static uint32_t offset(uint32_t address) { return address & 0x1fffffff; }

/* The name of the thread of this warp, or part, at this place: {warp, lane}. */
static uint32_t name_of(const struct load_store *s, uint32_t part, uint32_t place)
{
    const uint32_t slots = s->cfg.lane_slots;
    return part_warp(slots, part) << s->lane_bits | part_lane(s->cfg.lanes, slots, part, place);
}

/* Where in memory a global or local address of a thread lies. */
static uint32_t place(const struct load_store *s, uint32_t local, uint32_t address, uint32_t warp,
                      uint32_t lane)
{
    if (space(address) != SPACE_LOCAL) return address;
    const uint32_t thread = name_of(s, warp, lane);
    const uint32_t word = offset(address) / WORD_BYTES << s->thread_bits;
    return local + (word | thread) * WORD_BYTES + address % WORD_BYTES;
}

static uint32_t row_of(const struct load_store *s, uint32_t lane) { return s->cfg.own ? lane : 0; }

static uint32_t kind_of(const struct isa_insn *insn)
{
    if (insn->cls == ISA_LOAD) return COALESCER_LOAD;
    return insn->cls == ISA_STORE ? COALESCER_STORE : COALESCER_ATOMIC;
}

static uint32_t atomic_of(const struct isa_insn *insn)
{
    switch (insn->op) {
    case ISA_AMOADD_W: return SHARED_MEMORY_ADD;
    case ISA_AMOXOR_W: return SHARED_MEMORY_XOR;
    case ISA_AMOAND_W: return SHARED_MEMORY_AND;
    case ISA_AMOOR_W: return SHARED_MEMORY_OR;
    case ISA_AMOMIN_W: return SHARED_MEMORY_MIN;
    case ISA_AMOMAX_W: return SHARED_MEMORY_MAX;
    case ISA_AMOMINU_W: return SHARED_MEMORY_MINU;
    case ISA_AMOMAXU_W: return SHARED_MEMORY_MAXU;
    case ISA_LR_W: return SHARED_MEMORY_LR;
    case ISA_SC_W: return SHARED_MEMORY_SC;
    case ISA_AMOCAS_W: return SHARED_MEMORY_CAS;
    case ISA_AMOFADD_S: return SHARED_MEMORY_ADDF;
    default: return SHARED_MEMORY_SWAP;
    }
}

static uint32_t data_of(const struct isa_insn *insn, uint32_t address, uint32_t value)
{
    return insn->cls == ISA_STORE ? isa_store_data(insn->op, address, value) : value;
}

static bool is_reserving(const struct isa_insn *insn)
{
    return insn->op == ISA_LR_W || insn->op == ISA_SC_W;
}

/* The bytes that a lane of the access in front enables. An sc without an lr of its own has none. */
static uint32_t enables_of(const struct load_store *s, const struct isa_insn *insn, uint32_t lane)
{
    const uint32_t low = s->front.addr[lane] % WORD_BYTES;
    if (insn->cls == ISA_STORE) return isa_store_enables(insn->op, s->front.addr[lane]);
    if (insn->cls == ISA_LOAD) return (uint32_t)ones(isa_access_bytes(insn->op)) << low;
    return insn->op == ISA_SC_W && !(s->front.own >> lane & 1) ? 0 : WHOLE_WORD;
}

/* Where in its line a thread's word is; LineBytes is a power of two. */
static uint32_t word_of(const struct load_store *s, uint32_t address)
{
    return (address & (s->cfg.line_bytes - 1)) / WORD_BYTES;
}

/* The bank of the line at an address. */
static uint32_t bank_of(const struct load_store *s, uint32_t address)
{
    return address / s->cfg.line_bytes & (s->cfg.cache_banks - 1);
}

/* The words that the lanes of an answer asked for, as they lie in memory. */
static void pick(const struct load_store *s, struct load_store_out *out)
{
    const struct load_store_entry *e = &s->entry[out->entry];
    for (uint64_t left = out->answered; left; left &= left - 1) {
        const uint32_t l = lowest(left), a = e->addr[l];
        const uint32_t *from =
            out->of_shared ? s->shared.rsp_data : s->cache.bank[bank_of(s, a)].rsp_data;
        uint32_t word = from[out->of_shared ? l : word_of(s, a)];
        if (e->insn.cls == ISA_LOAD) word = isa_extend(e->insn.op, word, a);
        out->wr_data[l] = word;
    }
}

/* --- eval: the cache's answer -------------------------------------------- */

/* An answer that is offered stays as it is until it is processed. */
static bool answers_stay(const struct load_store *s)
{
    return s->cfg.lane_slots > 1 || s->cfg.cache_banks > 1;
}

/* Banks that have an answer. */
static uint32_t have_answer(const struct load_store *s)
{
    uint32_t banks = 0;
    for (uint32_t b = 0; b < s->cfg.cache_banks; b++)
        banks |= (uint32_t)s->cache.bank[b].rsp_valid << b;
    return banks;
}

/* The first in turn of these banks; there is one. */
static uint32_t first_in_turn(const struct load_store *s, uint32_t banks)
{
    const uint32_t ahead = banks >> s->bank << s->bank;
    return lowest(ahead != 0 ? ahead : banks);
}

static uint32_t entry_of(const struct load_store *s, uint32_t bank)
{
    return s->cache.bank[bank].rsp_rider[RIDER_ENTRY];
}

static uint64_t lanes_of(const struct load_store *s, uint32_t bank)
{
    const uint32_t *rider = s->cache.bank[bank].rsp_rider;
    return (uint64_t)rider[RIDER_LANES_ABOVE] << WORD_BITS | rider[RIDER_LANES];
}

/* The banks whose answers are the cache's answer; 0 without one. */
static uint32_t answering(const struct load_store *s)
{
    if (s->stays != 0) return s->stays;
    uint32_t banks = have_answer(s);
    if (banks == 0) return 0;
    const uint32_t entry = entry_of(s, first_in_turn(s, banks));
    for (uint32_t others = banks; others != 0; others &= others - 1)
        if (entry_of(s, lowest(others)) != entry) banks &= ~(UINT32_C(1) << lowest(others));
    return banks;
}

static bool of_shared(const struct load_store *s)
{
    return s->shared.rsp_valid && (s->shared_next || have_answer(s) == 0);
}

uint64_t load_store_wr_mask(const struct load_store *s)
{
    if (of_shared(s)) return s->shared.rsp_lanes;
    uint64_t lanes = 0;
    for (uint32_t banks = answering(s); banks != 0; banks &= banks - 1)
        lanes |= lanes_of(s, lowest(banks));
    return lanes;
}

/* --- eval: answers ------------------------------------------------------- */

static void eval_answer(const struct load_store *s, const struct load_store_in *in,
                        struct load_store_out *out)
{
    out->at_hand = s->shared.rsp_valid || have_answer(s) != 0;
    out->of_shared = of_shared(s);
    out->wr_valid = false;
    out->end_valid = false;
    out->dealt = false;
    out->banks = 0;
    if (!out->at_hand) return;

    if (!out->of_shared) out->banks = answering(s);
    out->entry = out->of_shared ? (uint32_t)s->shared.rsp_tag : entry_of(s, lowest(out->banks));
    out->answered = load_store_wr_mask(s);
    const struct load_store_entry *e = &s->entry[out->entry];
    const bool last = (e->left & ~out->answered) == 0;
    const bool writes = e->rd_use && e->insn.cls != ISA_STORE;
    out->wr_valid = writes && !s->written;
    out->wr_mask = out->answered;
    out->wr_rd = e->rd;
    out->wr_warp = e->warp;
    if (out->wr_valid) pick(s, out);

    const bool written = !out->wr_valid || in->wr_ready;
    out->end_valid = last && written;
    out->end_slot = e->slot;
    out->end_warp = e->warp;
    out->end_mask = e->mask;
    out->end_rd_use = e->rd_use;
    out->end_rd = e->rd;
    out->end_pc = e->pc;
    out->dealt = written && (!last || in->end_ready);
}

/* --- eval: lines --------------------------------------------------------- */

/* The access that the coalescer gets when it is ready. */
static void hand_line(const struct load_store *s, const struct load_store_in *in,
                      struct coalescer_in *c)
{
    const struct load_store_entry *e = &s->entry[s->front.entry];
    c->acc_kind = kind_of(&e->insn);
    c->acc_mask = s->front.line;
    c->acc_tag = s->front.entry;
    for (uint64_t left = s->front.line; left; left &= left - 1) {
        const uint32_t l = lowest(left);
        const uint32_t a = s->front.addr[l];
        c->acc_addr[l] = place(s, in->local, a, s->front.warp[row_of(s, l)], l);
        c->acc_data[l] = data_of(&e->insn, a, s->front.data[l]);
        c->acc_be[l] = enables_of(s, &e->insn, l);
        c->acc_expect[l] = s->front.expect[l];
    }
}

static void hand_bytes(const struct load_store *s, const struct coalescer_out *from, uint32_t b,
                       uint32_t *be)
{
    memset(be, 0, L1_CACHE_MAX_BE * sizeof be[0]);
    for (uint32_t i = 0; i < s->cfg.line_bytes; i++)
        be[i / WORD_BITS] |= (uint32_t)from->req_be[b][i] << i % WORD_BITS;
}

/* What a bank of the cache is asked for. */
static void hand_request(const struct load_store *s, const struct coalescer_out *from, uint32_t b,
                         struct cache_banks_in *c)
{
    c->req_valid[b] = from->req_valid[b];
    if (!from->req_valid[b]) return;
    c->req_line[b] = from->req_line[b];
    c->req_rider[b][RIDER_ENTRY] = (uint32_t)from->req_tag;
    c->req_rider[b][RIDER_LANES] = (uint32_t)from->req_lanes[b];
    c->req_rider[b][RIDER_LANES_ABOVE] = (uint32_t)(from->req_lanes[b] >> WORD_BITS);
    if (from->req_kind != COALESCER_LOAD || s->cfg.write_back) hand_bytes(s, from, b, c->req_be[b]);
    if (from->req_kind == COALESCER_LOAD) return;
    memcpy(c->req_data[b], from->req_data[b], s->cfg.line_bytes);
    memcpy(c->req_expect[b], from->req_expect[b], s->cfg.line_bytes);
}

/* Between the cache and memory: the queue, or nothing. */
static void eval_requests(const struct load_store *s, const struct load_store_in *in,
                          struct load_store_out *out)
{
    const struct cache_banks_out *c = &out->cache_out;
    if (s->cfg.mem_queue == 0) {
        out->requests_out = (struct request_queue_out){in->mem_ready, c->mem_valid, c->mem_kind,
                                                       c->mem_id,     c->mem_line,  c->mem_rider,
                                                       c->mem_data,   c->mem_be,    c->mem_expect};
        return;
    }
    out->requests_in = (struct request_queue_in){c->mem_valid, c->mem_kind,   c->mem_id,
                                                 c->mem_line,  c->mem_rider,  c->mem_data,
                                                 c->mem_be,    c->mem_expect, in->mem_ready};
    request_queue_eval(&s->requests, &out->requests_in, &out->requests_out);
}

static void ask_cache(const struct load_store *s, const struct load_store_in *in,
                      struct load_store_out *out)
{
    const struct coalescer_out *from = &out->coalescer_out;
    struct cache_banks_in *c = &out->cache_in;
    c->clear = in->clear;
    c->flush = in->flush;
    c->req_kind = from->req_kind;
    for (uint32_t b = 0; b < s->cfg.cache_banks; b++) {
        hand_request(s, from, b, c);
        c->rsp_ready[b] = out->dealt && (out->banks >> b & 1);
    }
    c->mem_ready = s->cfg.mem_queue > 0 ? s->requests.count < s->cfg.mem_queue : in->mem_ready;
    c->fill_valid = in->fill_valid;
    c->fill_id = in->fill_id;
    if (in->fill_valid) memcpy(c->fill_data, in->fill_data, s->cfg.line_bytes);
    cache_banks_eval(&s->cache, c, &out->cache_out);
    eval_requests(s, in, out);
}

static void eval_lines(const struct load_store *s, const struct load_store_in *in,
                       struct load_store_out *out)
{
    struct coalescer_in *c = &out->coalescer_in;
    bool any = false;
    c->acc_valid = s->front.line != 0;
    memset(c->req_ready, 0, s->cfg.cache_banks * sizeof c->req_ready[0]);
    coalescer_eval(&s->coalescer, c, &out->coalescer_out);
    ask_cache(s, in, out);
    for (uint32_t b = 0; b < s->cfg.cache_banks; b++) {
        c->req_ready[b] = out->coalescer_out.req_valid[b] && out->cache_out.req_ready[b];
        any = any || c->req_ready[b];
    }
    if (any) coalescer_eval(&s->coalescer, c, &out->coalescer_out);
    if (s->front.line != 0 && out->coalescer_out.acc_ready) hand_line(s, in, c);
}

static void eval_memory(const struct load_store *s, struct load_store_out *out)
{
    const struct cache_banks_out *c = &out->cache_out;
    const struct request_queue_out *from = &out->requests_out;
    const size_t banks = s->cfg.cache_banks;
    out->mem_valid = from->mem_valid;
    out->fill_ready = c->fill_ready;
    memcpy(out->outcome, c->outcome, banks * sizeof c->outcome[0]);
    memcpy(out->blocked, c->blocked, banks * sizeof c->blocked[0]);
    memcpy(out->back, c->back, banks * sizeof c->back[0]);
    out->clean = c->clean && c->idle;
    if (!from->mem_valid) return;
    const uint32_t *rider = from->mem_rider;
    const struct load_store_entry *e = &s->entry[rider[RIDER_ENTRY]];
    out->mem_kind = from->mem_kind;
    out->mem_id = from->mem_id;
    out->mem_line = from->mem_line;
    out->mem_data = from->mem_data;
    out->mem_be = from->mem_be;
    out->mem_expect = from->mem_expect;
    out->mem_op = atomic_of(&e->insn);
    out->mem_lanes = (uint64_t)rider[RIDER_LANES_ABOVE] << WORD_BITS | rider[RIDER_LANES];
    out->mem_owner = e->warp;
    for (uint64_t left = out->mem_lanes; left; left &= left - 1) {
        const uint32_t l = lowest(left);
        out->mem_word[l] = word_of(s, e->addr[l]);
    }
}

/* --- eval: shared memory ------------------------------------------------- */

/* The access that shared memory gets when it is ready. */
static void hand_shared(const struct load_store *s, struct shared_memory_in *m)
{
    const struct load_store_entry *e = &s->entry[s->front.entry];
    const uint32_t places = (uint32_t)ones(clog2(s->cfg.shared_words));
    m->acc_kind = kind_of(&e->insn);
    m->acc_op = atomic_of(&e->insn);
    m->acc_mask = s->front.shared;
    m->acc_tag = s->front.entry;
    for (uint64_t left = s->front.shared; left; left &= left - 1) {
        const uint32_t l = lowest(left);
        const uint32_t a = s->front.addr[l];
        m->acc_addr[l] = (s->front.base[row_of(s, l)] + offset(a) / WORD_BYTES) & places;
        m->acc_data[l] = data_of(&e->insn, a, s->front.data[l]);
        m->acc_be[l] = enables_of(s, &e->insn, l);
        m->acc_expect[l] = s->front.expect[l];
        m->acc_owner[l] = name_of(s, s->front.warp[row_of(s, l)], l);
    }
}

static void eval_shared(const struct load_store *s, const struct load_store_in *in,
                        struct load_store_out *out)
{
    struct shared_memory_in *m = &out->shared_in;
    m->acc_valid = s->front.shared != 0;
    m->rsp_ready = out->dealt && out->of_shared;
    m->ctx_valid = in->ctx_valid;
    if (in->ctx_valid) {
        m->ctx_we = in->ctx_we;
        m->ctx_row = in->ctx_row;
        if (in->ctx_we) memcpy(m->ctx_wdata, in->ctx_wdata, s->cfg.row_bits / 8);
    }
    shared_memory_eval(&s->shared, m, &out->shared_out);
    if (s->front.shared != 0 && out->shared_out.acc_ready) hand_shared(s, m);
    out->ctx_ready = out->shared_out.ctx_ready;
    out->ctx_rsp_valid = out->shared_out.ctx_rsp_valid;
    out->ctx_rsp_data = out->shared_out.ctx_rsp_data;
    out->conflict = out->shared_out.serve && out->shared_out.served != s->shared.left;
}

/* --- eval ---------------------------------------------------------------- */

static bool handed_on(const struct load_store *s, const struct load_store_out *out)
{
    return (s->front.line == 0 || out->coalescer_out.acc_ready) &&
           (s->front.shared == 0 || out->shared_out.acc_ready);
}

void load_store_eval(const struct load_store *s, const struct load_store_in *in,
                     struct load_store_out *out)
{
    out->idle = s->used == 0;
    out->under_way = s->used;
    eval_answer(s, in, out);
    eval_lines(s, in, out);
    eval_memory(s, out);
    eval_shared(s, in, out);
    const bool place =
        s->cfg.access_queue > 0 ? s->queued < s->cfg.access_queue : handed_on(s, out);
    out->acc_ready = place && s->used != ones(s->cfg.accesses);
}

/* --- tick ---------------------------------------------------------------- */

/* A thread makes an access: has the thread a reservation on the side of the address? With an lr it
 * has one from now on, with an sc it has none any more. */
static bool look_at_side(struct load_store *s, const struct isa_insn *insn, uint32_t part,
                         uint32_t place, uint32_t address)
{
    const uint32_t slots = s->cfg.lane_slots;
    uint8_t *side = &s->side[part_warp(slots, part)][part_lane(s->cfg.lanes, slots, part, place)];
    const uint8_t here = space(address) == SPACE_SHARED ? LOAD_STORE_SHARED : LOAD_STORE_LINES;
    const bool own = *side == here;
    if (insn->op == ISA_LR_W) *side = here;
    if (insn->op == ISA_SC_W) *side = LOAD_STORE_NO_SIDE;
    return own;
}

static bool front_empty(const struct load_store *s)
{
    return (s->front.line | s->front.shared) == 0;
}

/* The place of the access that is taken: in front, or the last one in the queue. */
static struct load_store_front *next_place(struct load_store *s)
{
    if (s->queued == 0 && front_empty(s)) return &s->front;
    return &s->queue[(s->queue_first + s->queued++) % s->cfg.access_queue];
}

static void move_up(struct load_store *s)
{
    if (s->queued == 0 || !front_empty(s)) return;
    s->front = s->queue[s->queue_first];
    s->queue_first = (s->queue_first + 1) % s->cfg.access_queue;
    s->queued--;
}

static void take(struct load_store *s, const struct load_store_in *in)
{
    struct load_store_front *f = next_place(s);
    const uint32_t n = lowest(~s->used);
    const uint32_t rows = s->cfg.own ? s->cfg.lanes : 1;
    struct load_store_entry *e = &s->entry[n];
    s->used |= UINT64_C(1) << n;
    if (e->insn.word != in->acc_word) isa_decode(in->acc_word, &e->insn);
    e->word = in->acc_word;
    e->mask = in->acc_mask;
    e->left = in->acc_mask;
    e->slot = in->acc_slot;
    e->rd_use = in->acc_rd_use;
    e->rd = in->acc_rd;
    e->pc = in->acc_pc;
    f->entry = n;
    f->word = in->acc_word;
    for (uint32_t r = 0; r < rows; r++) {
        e->warp[r] = in->acc_warp[r];
        f->warp[r] = in->acc_warp[r];
        f->base[r] = in->acc_base[r];
    }
    f->shared = 0;
    f->own = 0;
    for (uint64_t left = in->acc_mask; left; left &= left - 1) {
        const uint32_t l = lowest(left);
        const uint32_t a = in->acc_addr[l];
        f->addr[l] = a;
        f->data[l] = in->acc_data[l];
        f->expect[l] = in->acc_expect[l];
        e->addr[l] = place(s, in->local, a, in->acc_warp[row_of(s, l)], l);
        if (space(a) == SPACE_SHARED) f->shared |= UINT64_C(1) << l;
        if (look_at_side(s, &e->insn, in->acc_warp[row_of(s, l)], l, a)) f->own |= UINT64_C(1) << l;
    }
    f->line = in->acc_mask & ~f->shared;
}

/* The answer is offered again: it goes before what comes from the other side, and its words are
 * written once. */
static void stay_in_front(struct load_store *s, const struct load_store_in *in,
                          const struct load_store_out *out)
{
    s->shared_next = out->of_shared;
    if (s->cfg.cache_banks > 1) s->stays = out->banks;
    s->written = s->written || (out->wr_valid && in->wr_ready);
}

/* The next answer is looked for behind the first bank of this one. */
static void end_answer(struct load_store *s, const struct load_store_out *out)
{
    s->written = false;
    s->stays = 0;
    if (s->cfg.cache_banks > 1 && !out->of_shared)
        s->bank = (first_in_turn(s, out->banks) + 1) & (s->cfg.cache_banks - 1);
}

void load_store_tick(struct load_store *s, const struct load_store_in *in,
                     const struct load_store_out *out)
{
    const bool line_taken = s->front.line != 0 && out->coalescer_out.acc_ready;
    const bool shared_taken = s->front.shared != 0 && out->shared_out.acc_ready;
    const bool both = s->shared.rsp_valid && have_answer(s) != 0;
    if (both && out->dealt) s->shared_next = !out->of_shared;
    if (answers_stay(s) && out->at_hand && !out->dealt) stay_in_front(s, in, out);
    if (out->dealt) end_answer(s, out);
    coalescer_tick(&s->coalescer, &out->coalescer_in, &out->coalescer_out);
    if (s->cfg.mem_queue > 0) /* before the cache: it is given what the cache has */
        request_queue_tick(&s->requests, &out->requests_in, &out->requests_out);
    cache_banks_tick(&s->cache, &out->cache_in, &out->cache_out);
    shared_memory_tick(&s->shared, &out->shared_in, &out->shared_out);

    if (line_taken) s->front.line = 0;
    if (shared_taken) s->front.shared = 0;
    move_up(s);
    if (in->acc_valid && out->acc_ready) take(s, in);
    if (in->begin_en) memset(s->side[in->begin_warp], LOAD_STORE_NO_SIDE, s->cfg.lanes);
    if (!out->dealt) return; /* its entry is free from the next cycle on */
    s->entry[out->entry].left &= ~out->answered;
    if (s->entry[out->entry].left == 0) s->used &= ~(UINT64_C(1) << out->entry);
}

bool load_store_sees_same(const struct load_store_in *a, const struct load_store_in *b)
{
    const bool brings = a->fill_valid || b->fill_valid || a->ctx_valid || b->ctx_valid;
    return !brings && a->clear == b->clear && a->flush == b->flush && a->local == b->local &&
           a->wr_ready == b->wr_ready && a->end_ready == b->end_ready &&
           a->mem_ready == b->mem_ready;
}

bool load_store_rests(const struct load_store *s, const struct load_store_in *in,
                      const struct load_store_out *out)
{
    const bool beats = answers_stay(s) && out->at_hand;
    return !beats && !out->dealt && !(in->acc_valid && out->acc_ready) && !in->begin_en &&
           coalescer_rests(&s->coalescer, &out->coalescer_in, &out->coalescer_out) &&
           cache_banks_rests(&s->cache, &out->cache_in, &out->cache_out) &&
           (s->cfg.mem_queue == 0 || request_queue_rests(&out->requests_in, &out->requests_out)) &&
           shared_memory_rests(&s->shared, &out->shared_in, &out->shared_out);
}

/* --- check and promise --------------------------------------------------- */

/* The lanes of an access that waits are outstanding, and go one way. */
static const char *check_front(const struct load_store *s, const struct load_store_front *f)
{
    if (!(s->used >> f->entry & 1)) return "none_lost";
    if ((f->line | f->shared) & ~s->entry[f->entry].left) return "none_lost";
    return f->line & f->shared ? "once" : NULL;
}

/* In front, and in the queue: there all lanes of an access wait. */
static const char *check_waiting(const struct load_store *s)
{
    const char *wrong = front_empty(s) ? NULL : check_front(s, &s->front);
    uint64_t entries = front_empty(s) ? 0 : bit(s->front.entry);
    if (s->queued > s->cfg.access_queue || (s->queued > 0 && front_empty(s))) return "in_turn";
    for (uint32_t n = 0; n < s->queued && !wrong; n++) {
        const struct load_store_front *f = &s->queue[(s->queue_first + n) % s->cfg.access_queue];
        wrong = check_front(s, f);
        if (!wrong && (f->line | f->shared) != s->entry[f->entry].mask) wrong = "none_lost";
        if (!wrong && (entries & bit(f->entry))) wrong = "once";
        entries |= bit(f->entry);
    }
    return wrong;
}

const char *load_store_check(const struct load_store *s)
{
    if (s->used & ~ones(s->cfg.accesses)) return "idle";
    for (uint64_t left = s->used; left; left &= left - 1) {
        const struct load_store_entry *e = &s->entry[lowest(left)];
        if (e->left == 0 || (e->left & ~e->mask)) return "none_lost";
    }
    const char *wrong = check_waiting(s);
    if (wrong) return wrong;
    wrong = coalescer_check(&s->coalescer);
    if (!wrong) wrong = cache_banks_check(&s->cache);
    if (!wrong && s->cfg.mem_queue > 0) wrong = request_queue_check(&s->requests);
    if (!wrong) wrong = shared_memory_check(&s->shared);
    return wrong;
}

const char *load_store_promise(const struct load_store *s, const struct load_store_in *in)
{
    if ((in->clear || in->flush) && s->used != 0) return "clear";
    if (!in->acc_valid) return NULL;
    struct isa_insn insn;
    if (!isa_decode(in->acc_word, &insn)) return "instruction";
    if (insn.cls != ISA_LOAD && insn.cls != ISA_STORE && insn.cls != ISA_ATOMIC)
        return "instruction";
    if (in->acc_mask == 0 || in->acc_mask & ~ones(s->cfg.lanes)) return "mask";
    const uint32_t bytes = isa_access_bytes(insn.op);
    for (uint64_t left = in->acc_mask; left; left &= left - 1) {
        const uint32_t l = lowest(left);
        if (in->acc_addr[l] % bytes != 0) return "aligned";
        const uint32_t warp = part_warp(s->cfg.lane_slots, in->acc_warp[row_of(s, l)]);
        if (in->begin_en && is_reserving(&insn) && warp == in->begin_warp) return "begins";
    }
    return NULL;
}
