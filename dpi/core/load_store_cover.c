/* SPDX-License-Identifier: Apache-2.0 */
#include "core/load_store_cover.h"

/* The bins of operations are in their order. */
enum { BIN_OP = BIN_SWAP };

/* Of the cycles before: how many accesses were taken before each one, which has lanes on both
 * sides, whose answer waited alone in the last cycle. */
static struct {
    uint64_t taken;
    uint64_t age[LOAD_STORE_MAX_ENTRIES];
    bool split[LOAD_STORE_MAX_ENTRIES];
    enum { OF_NEITHER, OF_SHARED, OF_CACHE } alone;
} past;

/* The space of an address: its upper three bits. */
enum { SHARED = 2, LOCAL = 3 };
static uint32_t space_of(uint32_t addr) { return addr >> 29; }

static void cover_sc(const struct load_store *s, const inputs *in, uint64_t *bin)
{
    for (uint64_t lanes = in->acc_mask; lanes != 0; lanes &= lanes - 1) {
        const uint32_t at = lowest(lanes), part = in->acc_warp[s->cfg.own ? at : 0];
        const uint32_t slots = s->cfg.lane_slots, lane = part_lane(s->cfg.lanes, slots, part, at);
        const uint32_t side = s->side[part_warp(slots, part)][lane];
        const bool shared = space_of(in->acc_addr[at]) == SHARED;
        if (side == LOAD_STORE_NO_SIDE) bin[BIN_SC_NONE]++;
        else bin[(side == LOAD_STORE_SHARED) == shared ? BIN_SC_OWN : BIN_SC_OTHER]++;
    }
}

static void cover_take(const struct load_store *s, const inputs *in, uint64_t *bin)
{
    bool shared = false, local = false, global = false;
    for (uint64_t lanes = in->acc_mask; lanes != 0; lanes &= lanes - 1) {
        const uint32_t a = in->acc_addr[lowest(lanes)];
        shared = shared || space_of(a) == SHARED;
        local = local || space_of(a) == LOCAL;
        global = global || (space_of(a) != SHARED && space_of(a) != LOCAL);
        const uint64_t threads = UINT64_C(1) << (clog2(s->cfg.warps) + clog2(s->cfg.lanes));
        if (space_of(a) == LOCAL && (a & 0x1ffffffc) * threads + in->local > UINT32_MAX)
            bin[BIN_LOCAL_ABOVE]++;
    }
    if (is_sc(in->acc_word)) cover_sc(s, in, bin);
    if (shared && local && global) bin[BIN_THREE_SPACES]++;
    if (!several(in->acc_mask)) bin[BIN_ONE_LANE]++;
    if (in->acc_mask == ones(s->cfg.lanes)) bin[BIN_ALL_LANES]++;
    if (s->used >> lowest(~s->used) != 0) bin[BIN_HOLE]++;
}

static void cover_queue(const struct load_store *s, const inputs *in, const outputs *out,
                        uint64_t *bin)
{
    const uint32_t last = s->queue_first + s->queued;
    const bool open = (s->front.shared == 0 || out->shared_out.acc_ready) &&
                      (s->front.line == 0 || out->coalescer_out.acc_ready);
    const bool takes = in->acc_valid && out->acc_ready;
    const bool moves = open && s->queued > 0;
    const bool puts = takes && (!open || s->queued > 0);
    if (in->acc_valid && !takes)
        bin[s->queued == s->cfg.access_queue ? BIN_WAITS_QUEUE : BIN_WAITS_ENTRY]++;
    if (puts) bin[BIN_QUEUED]++;
    if (puts && moves) bin[BIN_QUEUE_MOVES]++;
    if (moves && !puts && s->queued == 1) bin[BIN_QUEUE_EMPTIES]++;
    if (s->queued > 1 && last > s->cfg.access_queue) bin[BIN_QUEUE_AROUND]++;
}

/* Requests that wait behind the cache. */
static void cover_requests(const struct load_store *s, const outputs *out, uint64_t *bin)
{
    if (out->cache_out.mem_valid && !out->requests_out.req_ready) bin[BIN_MEM_WAITS]++;
    if (s->requests.count == 0) return;
    for (uint32_t b = 0; b < s->cfg.cache_banks; b++)
        if (out->outcome[b] == L1_CACHE_HIT) bin[BIN_MEM_PASSED]++;
}

/* What is in front, and what waits behind it. */
static void cover_front(const struct load_store *s, const inputs *in, const outputs *out,
                        uint64_t *bin)
{
    const bool shared = s->front.shared != 0, line = s->front.line != 0;
    const bool shared_goes = shared && out->shared_out.acc_ready;
    const bool line_goes = line && out->coalescer_out.acc_ready;
    const bool takes = in->acc_valid && out->acc_ready;
    if (takes) bin[shared || line ? BIN_TAKEN_BEHIND : BIN_TAKEN_EMPTY]++;
    if (takes && shared && line) bin[BIN_BOTH_TAKEN]++;
    if (shared && line && shared_goes != line_goes)
        bin[shared_goes ? BIN_SHARED_FIRST : BIN_LINES_FIRST]++;
    if (takes) cover_take(s, in, bin);
    if (s->cfg.access_queue > 0) {
        cover_queue(s, in, out, bin);
        return;
    }
    if (!in->acc_valid || out->acc_ready) return;
    if (shared && !shared_goes && (!line || line_goes)) bin[BIN_WAITS_SHARED]++;
    if (line && !line_goes && (!shared || shared_goes)) bin[BIN_WAITS_LINES]++;
    if (shared == shared_goes && line == line_goes) bin[BIN_WAITS_ENTRY]++;
}

/* The bytes that a load makes of a word: with their signs, and from where. */
static void cover_extended(const struct load_store *s, const outputs *out, uint64_t *bin)
{
    const struct load_store_entry *e = &s->entry[out->entry];
    for (uint64_t lanes = out->wr_mask; lanes != 0; lanes &= lanes - 1) {
        const uint32_t lane = lowest(lanes), low = e->addr[lane] & 3;
        const uint32_t got = out->wr_data[lane];
        switch (e->insn.op) {
        case ISA_LB:
            if (got >> 31 != 0) bin[BIN_SIGN_BYTE]++;
            if (low == 3) bin[BIN_UPPER_BYTE]++;
            break;
        case ISA_LBU:
            if (got >> 7 != 0) bin[BIN_NO_SIGN_BYTE]++;
            break;
        case ISA_LH:
            if (got >> 31 != 0) bin[BIN_SIGN_HALF]++;
            if (low == 2) bin[BIN_UPPER_HALF]++;
            break;
        case ISA_LHU:
            if (got >> 15 != 0) bin[BIN_NO_SIGN_HALF]++;
            break;
        default: break;
        }
    }
}

static void cover_end(const struct load_store *s, const inputs *in, const outputs *out,
                      uint64_t *bin)
{
    const uint32_t entry = out->entry;
    const bool full = s->used == ones(s->cfg.accesses);
    if (full && in->acc_valid) bin[BIN_FREED_WHEN_FULL]++;
    if (in->acc_valid && out->acc_ready) bin[BIN_FREED_AND_TAKEN]++;
    if (past.split[entry]) bin[out->of_shared ? BIN_ENDS_SHARED : BIN_ENDS_CACHE]++;
    for (uint64_t used = s->used; used != 0; used &= used - 1) {
        if (past.age[lowest(used)] >= past.age[entry]) continue;
        bin[BIN_OVERTAKES]++;
        break;
    }
}

/* The answer that is dealt with. */
static void cover_dealt(const struct load_store *s, const outputs *out, uint64_t *bin)
{
    const struct load_store_entry *e = &s->entry[out->entry];
    const bool store = e->insn.cls == ISA_STORE;
    if (out->of_shared && store) bin[BIN_SHARED_STORE]++;
    if (out->of_shared && e->insn.cls == ISA_LOAD) bin[BIN_SHARED_LOAD]++;
    if (out->of_shared && e->insn.cls == ISA_ATOMIC) bin[BIN_SHARED_ATOMIC]++;
    if (store) bin[e->rd_use ? BIN_STORE_DESTINATION : BIN_STORE_DONE]++;
    else if (!e->rd_use) bin[BIN_NO_DESTINATION]++;
    if (!out->wr_valid) return;
    if (!out->end_valid) bin[BIN_PART_WRITTEN]++;
    else if (out->wr_mask == e->mask && several(e->mask)) bin[BIN_WHOLE_WRITTEN]++;
    cover_extended(s, out, bin);
}

/* The cache's answer, of several banks. */
static void cover_banks(const struct load_store *s, const outputs *out, uint64_t *bin)
{
    uint32_t same = 0, others = 0;
    for (uint32_t b = 0; b < s->cfg.cache_banks; b++) {
        const struct l1_cache *bank = &s->cache.bank[b];
        if (!bank->rsp_valid) continue;
        if (bank->rsp_rider[0] == out->entry) same |= UINT32_C(1) << b;
        else others |= UINT32_C(1) << b;
    }
    if (out->dealt && several(out->banks)) bin[BIN_BANKS_JOIN]++;
    if (out->dealt && others != 0) bin[BIN_BANKS_PART]++;
    if ((same & ~out->banks) != 0) bin[BIN_BANKS_LATE]++;
    if (out->dealt && (out->banks >> s->bank) == 0) bin[BIN_BANKS_AROUND]++;
}

static void cover_answer(const struct load_store *s, const inputs *in, const outputs *out,
                         uint64_t *bin)
{
    const bool dealt = out->dealt;
    if (out->banks != 0) cover_banks(s, out, bin);
    if (s->shared.rsp_valid && cache_answers(s)) {
        if (!dealt) bin[BIN_TURN_KEPT]++;
        else bin[out->of_shared ? BIN_TWO_SHARED : BIN_TWO_CACHE]++;
        if (past.alone == (out->of_shared ? OF_CACHE : OF_SHARED)) bin[BIN_PUT_OFF]++;
        if (past.alone != OF_NEITHER && s->cfg.lane_slots > 1) bin[BIN_STAYS]++;
    }
    if (s->written) bin[BIN_WRITTEN_WAITS]++;
    if (out->wr_valid && !in->wr_ready) {
        bin[BIN_WRITE_WAITS]++;
        if ((s->entry[out->entry].left & ~out->wr_mask) == 0) bin[BIN_LAST_NOT_WRITTEN]++;
    }
    if (out->end_valid && !in->end_ready) bin[out->wr_valid ? BIN_WRITTEN_AGAIN : BIN_END_WAITS]++;
    if (!dealt) return;
    cover_dealt(s, out, bin);
    if (out->end_valid) cover_end(s, in, out, bin);
}

static void cover_memory(const inputs *in, const outputs *out, uint64_t *bin)
{
    if (!out->mem_valid || !in->mem_ready) return;
    bin[BIN_MEMORY_LOAD + out->mem_kind]++;
    if (out->mem_kind == L1_CACHE_ATOMIC) bin[BIN_OP + out->mem_op]++;
}

/* The access goes into the lowest free entry. */
static void note_taken(const struct load_store *s, const inputs *in)
{
    const uint32_t e = lowest(~s->used);
    uint64_t shared = 0;
    for (uint64_t lanes = in->acc_mask; lanes != 0; lanes &= lanes - 1)
        if (space_of(in->acc_addr[lowest(lanes)]) == SHARED) shared |= lanes & -lanes;
    past.age[e] = past.taken++;
    past.split[e] = shared != 0 && shared != in->acc_mask;
}

void load_store_cover(const struct load_store *s, const inputs *in, const outputs *out,
                      uint64_t *bin)
{
    const bool both = s->shared.rsp_valid && cache_answers(s);
    cover_front(s, in, out, bin);
    if (out->at_hand) cover_answer(s, in, out, bin);
    cover_memory(in, out, bin);
    if (s->cfg.mem_queue > 0) cover_requests(s, out, bin);
    if (s->used == ones(s->cfg.accesses)) bin[BIN_FULL]++;
    if (out->conflict) bin[BIN_CONFLICT]++;
    if (in->ctx_valid && out->ctx_ready && s->used != 0) bin[BIN_CTX_UNDER_WAY]++;
    if (in->clear) bin[BIN_CLEARED]++;
    for (uint32_t l = 0; in->begin_en && l < s->cfg.lanes; l++)
        if (s->side[in->begin_warp][l] != LOAD_STORE_NO_SIDE) bin[BIN_BEGIN_ENDS]++;
    if (out->at_hand && !both && !out->dealt) past.alone = out->of_shared ? OF_SHARED : OF_CACHE;
    else past.alone = OF_NEITHER;
    if (in->acc_valid && out->acc_ready) note_taken(s, in);
}
