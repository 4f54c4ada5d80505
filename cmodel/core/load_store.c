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
    const char *wrong = coalescer_init(
        &s->coalescer, &(struct coalescer_cfg){c->lanes, WORD_BITS, c->line_bytes, clog2(64)});
    if (wrong) return wrong;
    wrong = l1_cache_init(
        &s->cache,
        &(struct l1_cache_cfg){c->sets, c->ways, c->line_bytes, WORD_BITS - clog2(c->line_bytes),
                               c->mshrs, c->merges, RIDER_WORDS * WORD_BITS, c->write_back});
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
    s->front_shared = 0;
    s->front_line = 0;
    s->used = 0;
    s->shared_next = true;
    s->written = false;
    coalescer_reset(&s->coalescer);
    l1_cache_reset(&s->cache);
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
    const uint32_t low = s->front_addr[lane] % WORD_BYTES;
    if (insn->cls == ISA_STORE) return isa_store_enables(insn->op, s->front_addr[lane]);
    if (insn->cls == ISA_LOAD) return (uint32_t)ones(isa_access_bytes(insn->op)) << low;
    return insn->op == ISA_SC_W && !(s->front_own >> lane & 1) ? 0 : WHOLE_WORD;
}

/* --- eval: answers ------------------------------------------------------- */

/* Where in its line a thread's word is; LineBytes is a power of two. */
static uint32_t word_of(const struct load_store *s, uint32_t address)
{
    return (address & (s->cfg.line_bytes - 1)) / WORD_BYTES;
}

/* The words that the lanes of an answer asked for, as they lie in memory. */
static void pick(const struct load_store *s, struct load_store_out *out)
{
    const struct load_store_entry *e = &s->entry[out->entry];
    const uint32_t *from = out->of_shared ? s->shared.rsp_data : s->cache.rsp_data;
    for (uint64_t left = out->answered; left; left &= left - 1) {
        const uint32_t l = lowest(left);
        uint32_t word = from[out->of_shared ? l : word_of(s, e->addr[l])];
        if (e->insn.cls == ISA_LOAD) word = isa_extend(e->insn.op, word, e->addr[l]);
        out->wr_data[l] = word;
    }
}

static bool of_shared(const struct load_store *s)
{
    return s->shared.rsp_valid && (s->shared_next || !s->cache.rsp_valid);
}

uint64_t load_store_wr_mask(const struct load_store *s)
{
    const uint32_t *rider = s->cache.rsp_rider;
    if (of_shared(s)) return s->shared.rsp_lanes;
    return s->cache.rsp_valid ? (uint64_t)rider[RIDER_LANES_ABOVE] << WORD_BITS | rider[RIDER_LANES]
                              : 0;
}

static void eval_answer(const struct load_store *s, const struct load_store_in *in,
                        struct load_store_out *out)
{
    out->at_hand = s->shared.rsp_valid || s->cache.rsp_valid;
    out->of_shared = of_shared(s);
    out->wr_valid = false;
    out->end_valid = false;
    out->dealt = false;
    if (!out->at_hand) return;

    const uint32_t *rider = s->cache.rsp_rider;
    out->entry = out->of_shared ? (uint32_t)s->shared.rsp_tag : rider[RIDER_ENTRY];
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
    const struct load_store_entry *e = &s->entry[s->front_entry];
    c->acc_kind = kind_of(&e->insn);
    c->acc_mask = s->front_line;
    c->acc_tag = s->front_entry;
    for (uint64_t left = s->front_line; left; left &= left - 1) {
        const uint32_t l = lowest(left);
        const uint32_t a = s->front_addr[l];
        c->acc_addr[l] = place(s, in->local, a, s->front_warp[row_of(s, l)], l);
        c->acc_data[l] = data_of(&e->insn, a, s->front_data[l]);
        c->acc_be[l] = enables_of(s, &e->insn, l);
        c->acc_expect[l] = s->front_expect[l];
    }
}

static void hand_bytes(const struct load_store *s, const struct coalescer_out *from,
                       struct l1_cache_in *c)
{
    memset(c->req_be, 0, sizeof c->req_be);
    for (uint32_t b = 0; b < s->cfg.line_bytes; b++)
        c->req_be[b / WORD_BITS] |= (uint32_t)from->req_be[b] << b % WORD_BITS;
}

/* The data written, once the cache takes the request. */
static void hand_data(const struct load_store *s, const struct coalescer_out *from,
                      struct l1_cache_in *c)
{
    memcpy(c->req_data, from->req_data, s->cfg.line_bytes);
    memcpy(c->req_expect, from->req_expect, s->cfg.line_bytes);
    if (!s->cfg.write_back) hand_bytes(s, from, c);
}

static void ask_cache(const struct load_store *s, const struct load_store_in *in,
                      struct load_store_out *out)
{
    const struct coalescer_out *from = &out->coalescer_out;
    struct l1_cache_in *c = &out->cache_in;
    c->clear = in->clear;
    c->flush = in->flush;
    c->req_valid = from->req_valid;
    if (from->req_valid) {
        c->req_kind = from->req_kind;
        c->req_line = from->req_line;
        c->req_rider[RIDER_ENTRY] = (uint32_t)from->req_tag;
        c->req_rider[RIDER_LANES] = (uint32_t)from->req_lanes;
        c->req_rider[RIDER_LANES_ABOVE] = (uint32_t)(from->req_lanes >> WORD_BITS);
        if (s->cfg.write_back) hand_bytes(s, from, c);
    }
    c->rsp_ready = out->dealt && !out->of_shared;
    c->mem_ready = in->mem_ready;
    c->fill_valid = in->fill_valid;
    c->fill_id = in->fill_id;
    if (in->fill_valid) memcpy(c->fill_data, in->fill_data, s->cfg.line_bytes);
    l1_cache_eval(&s->cache, c, &out->cache_out);
    if (from->req_valid && out->cache_out.req_ready && from->req_kind != COALESCER_LOAD)
        hand_data(s, from, c);
}

static void eval_lines(const struct load_store *s, const struct load_store_in *in,
                       struct load_store_out *out)
{
    out->coalescer_in.acc_valid = s->front_line != 0;
    out->coalescer_in.req_ready = false;
    coalescer_eval(&s->coalescer, &out->coalescer_in, &out->coalescer_out);
    ask_cache(s, in, out);
    if (out->coalescer_out.req_valid && out->cache_out.req_ready) {
        out->coalescer_in.req_ready = true;
        coalescer_eval(&s->coalescer, &out->coalescer_in, &out->coalescer_out);
    }
    if (s->front_line != 0 && out->coalescer_out.acc_ready) hand_line(s, in, &out->coalescer_in);
}

static void eval_memory(const struct load_store *s, struct load_store_out *out)
{
    const struct l1_cache_out *c = &out->cache_out;
    out->mem_valid = c->mem_valid;
    out->fill_ready = c->fill_ready;
    out->outcome = c->outcome;
    out->blocked = c->blocked;
    out->back = c->back;
    out->clean = c->clean && c->idle;
    if (!c->mem_valid) return;
    const uint32_t entry = c->mem_rider[RIDER_ENTRY];
    const struct load_store_entry *e = &s->entry[entry];
    out->mem_kind = c->mem_kind;
    out->mem_id = c->mem_id;
    out->mem_line = c->mem_line;
    out->mem_data = c->mem_data;
    out->mem_be = c->mem_be;
    out->mem_expect = c->mem_expect;
    out->mem_op = atomic_of(&e->insn);
    out->mem_lanes =
        (uint64_t)c->mem_rider[RIDER_LANES_ABOVE] << WORD_BITS | c->mem_rider[RIDER_LANES];
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
    const struct load_store_entry *e = &s->entry[s->front_entry];
    const uint32_t places = (uint32_t)ones(clog2(s->cfg.shared_words));
    m->acc_kind = kind_of(&e->insn);
    m->acc_op = atomic_of(&e->insn);
    m->acc_mask = s->front_shared;
    m->acc_tag = s->front_entry;
    for (uint64_t left = s->front_shared; left; left &= left - 1) {
        const uint32_t l = lowest(left);
        const uint32_t a = s->front_addr[l];
        m->acc_addr[l] = (s->front_base[row_of(s, l)] + offset(a) / WORD_BYTES) & places;
        m->acc_data[l] = data_of(&e->insn, a, s->front_data[l]);
        m->acc_be[l] = enables_of(s, &e->insn, l);
        m->acc_expect[l] = s->front_expect[l];
        m->acc_owner[l] = name_of(s, s->front_warp[row_of(s, l)], l);
    }
}

static void eval_shared(const struct load_store *s, const struct load_store_in *in,
                        struct load_store_out *out)
{
    struct shared_memory_in *m = &out->shared_in;
    m->acc_valid = s->front_shared != 0;
    m->rsp_ready = out->dealt && out->of_shared;
    m->ctx_valid = in->ctx_valid;
    if (in->ctx_valid) {
        m->ctx_we = in->ctx_we;
        m->ctx_row = in->ctx_row;
        if (in->ctx_we) memcpy(m->ctx_wdata, in->ctx_wdata, s->cfg.row_bits / 8);
    }
    shared_memory_eval(&s->shared, m, &out->shared_out);
    if (s->front_shared != 0 && out->shared_out.acc_ready) hand_shared(s, m);
    out->ctx_ready = out->shared_out.ctx_ready;
    out->ctx_rsp_valid = out->shared_out.ctx_rsp_valid;
    out->ctx_rsp_data = out->shared_out.ctx_rsp_data;
    out->conflict = out->shared_out.serve && out->shared_out.served != s->shared.left;
}

/* --- eval ---------------------------------------------------------------- */

static bool handed_on(const struct load_store *s, const struct load_store_out *out)
{
    return (s->front_line == 0 || out->coalescer_out.acc_ready) &&
           (s->front_shared == 0 || out->shared_out.acc_ready);
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
    out->acc_ready = handed_on(s, out) && s->used != ones(s->cfg.accesses);
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

static void take(struct load_store *s, const struct load_store_in *in)
{
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
    s->front_entry = n;
    s->front_word = in->acc_word;
    for (uint32_t r = 0; r < rows; r++) {
        e->warp[r] = in->acc_warp[r];
        s->front_warp[r] = in->acc_warp[r];
        s->front_base[r] = in->acc_base[r];
    }
    s->front_shared = 0;
    s->front_own = 0;
    for (uint64_t left = in->acc_mask; left; left &= left - 1) {
        const uint32_t l = lowest(left);
        const uint32_t a = in->acc_addr[l];
        s->front_addr[l] = a;
        s->front_data[l] = in->acc_data[l];
        s->front_expect[l] = in->acc_expect[l];
        e->addr[l] = place(s, in->local, a, in->acc_warp[row_of(s, l)], l);
        if (space(a) == SPACE_SHARED) s->front_shared |= UINT64_C(1) << l;
        if (look_at_side(s, &e->insn, in->acc_warp[row_of(s, l)], l, a))
            s->front_own |= UINT64_C(1) << l;
    }
    s->front_line = in->acc_mask & ~s->front_shared;
}

/* The answer is offered again: it goes before what comes from the other side, and its words are
 * written once. */
static void stay_in_front(struct load_store *s, const struct load_store_in *in,
                          const struct load_store_out *out)
{
    s->shared_next = out->of_shared;
    s->written = s->written || (out->wr_valid && in->wr_ready);
}

void load_store_tick(struct load_store *s, const struct load_store_in *in,
                     const struct load_store_out *out)
{
    const bool line_taken = s->front_line != 0 && out->coalescer_out.acc_ready;
    const bool shared_taken = s->front_shared != 0 && out->shared_out.acc_ready;
    const bool both = s->shared.rsp_valid && s->cache.rsp_valid;
    if (both && out->dealt) s->shared_next = !out->of_shared;
    if (s->cfg.lane_slots > 1 && out->at_hand && !out->dealt) stay_in_front(s, in, out);
    if (out->dealt) s->written = false;
    coalescer_tick(&s->coalescer, &out->coalescer_in, &out->coalescer_out);
    l1_cache_tick(&s->cache, &out->cache_in, &out->cache_out);
    shared_memory_tick(&s->shared, &out->shared_in, &out->shared_out);

    if (line_taken) s->front_line = 0;
    if (shared_taken) s->front_shared = 0;
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
    const bool beats = s->cfg.lane_slots > 1 && out->at_hand;
    return !beats && !out->dealt && !(in->acc_valid && out->acc_ready) && !in->begin_en &&
           coalescer_rests(&out->coalescer_in, &out->coalescer_out) &&
           l1_cache_rests(&s->cache, &out->cache_in, &out->cache_out) &&
           shared_memory_rests(&s->shared, &out->shared_in, &out->shared_out);
}

/* --- check and promise --------------------------------------------------- */

const char *load_store_check(const struct load_store *s)
{
    if (s->used & ~ones(s->cfg.accesses)) return "idle";
    for (uint64_t left = s->used; left; left &= left - 1) {
        const struct load_store_entry *e = &s->entry[lowest(left)];
        if (e->left == 0 || (e->left & ~e->mask)) return "none_lost";
    }
    if ((s->front_line | s->front_shared) != 0) {
        if (!(s->used >> s->front_entry & 1)) return "none_lost";
        if ((s->front_line | s->front_shared) & ~s->entry[s->front_entry].left) return "none_lost";
        if (s->front_line & s->front_shared) return "once";
    }
    const char *wrong = coalescer_check(&s->coalescer);
    if (!wrong) wrong = l1_cache_check(&s->cache);
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
