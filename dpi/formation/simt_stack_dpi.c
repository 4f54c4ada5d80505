/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_simt_stack_lockstep: describes the block to the harness, unpacks arguments. */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "formation/simt_stack.h"

enum { MAX_SLOTS = SIMT_STACK_MAX_SLOTS, ROW_BITS = 32 * SIMT_STACK_ROW_WORDS };

typedef struct simt_stack state;
typedef struct simt_stack_in inputs;

/* Of a row some bits mean something, and others do not: it is compared bit by bit. */
typedef struct {
    struct simt_stack_out o;
    unsigned char row_rd_data[ROW_BITS];
} outputs;

static bool has(uint64_t slots, uint32_t slot) { return slot < 64 && (slots >> slot & 1) != 0; }

/* ---- what means something, and when ---- */

/* The inputs of the cycle that hd_ports is asked to compare: whose top and whose row is seen. */
static const inputs *now;

static bool if_ready(const void *s, const void *out, uint32_t i)
{
    (void)s;
    return has(((const outputs *)out)->o.ready, now->look_slot[i]);
}

static bool if_op(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)out;
    return now->op_valid[i];
}

static bool if_spill(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return ((const state *)s)->spill_valid;
}

static bool if_store(const void *s_, const void *out, uint32_t i)
{
    const state *s = s_;
    (void)out;
    (void)i;
    return s->spill_valid && !s->spill_load;
}

static bool is_here(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return has(((const state *)s)->here, i);
}

/* Place d holds one of the levels deep to count - 1. */
static bool holds(const state *s, uint32_t slot, uint32_t d)
{
    const uint32_t above = (d - s->deep[slot]) % s->cfg.depth;
    return has(s->here, slot) && above < s->count[slot] - s->deep[slot];
}

static bool if_held(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return holds(s, i % MAX_SLOTS, i / MAX_SLOTS);
}

static bool row_known(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return has(((const state *)s)->here, now->row_rd_slot);
}

/* ---- coverage ---- */

enum {
    BIN_BEGIN,
    BIN_BEGIN_OVER,
    BIN_BEGIN_AND_OP,
    BIN_BEGIN_LOOKED_AT,
    BIN_TWO_OPS,
    BIN_ALL_PORTS,
    BIN_ONE_WAITS,
    BIN_NEXT_MEETS,
    BIN_MEETS_LAST,
    BIN_OTHER_FRAME,
    BIN_ALL_TAKE,
    BIN_NONE_TAKES,
    BIN_PARTS,
    BIN_PARTS_OWN,
    BIN_PARTS_OWN_ADDRESS,
    BIN_PARTS_LOWER_FRAME,
    BIN_OTHERS_MET,
    BIN_TAKEN_MET,
    BIN_CALL_WAITS,
    BIN_CALL_ZERO,
    BIN_CALL_OWN,
    BIN_RETURN,
    BIN_RETURN_MEETS,
    BIN_LAST_FRAME,
    BIN_EXIT_SOME,
    BIN_EXIT_LAST,
    BIN_DEAD_LANES,
    BIN_NEEDS_ONE,
    BIN_NEEDS_TWO,
    BIN_NEEDS_TWO_HAS_ONE,
    BIN_MET_HALF_WAITS,
    BIN_TRIED_AT_STORE,
    BIN_CHECK_LIVE,
    BIN_CHECK_DEAD,
    BIN_CHECK_EMPTY,
    BIN_CHECK_SEVERAL,
    BIN_CHECK_PASSED_BY,
    BIN_CHECK_AND_EXIT,
    BIN_STORE,
    BIN_READ,
    BIN_NOT_ACCEPTED,
    BIN_NEXT_AT_ONCE,
    BIN_WISH_FIRST,
    BIN_FILL,
    BIN_FILL_AND_OP,
    BIN_ROW_WRITTEN,
    BIN_ROW_DEEP
};

static const struct hd_bin bins[] = {
    {"begin", "a warp begins on a slot where none is, or an ended one"},
    {"begin_over", "a warp begins where another one runs: that is gone"},
    {"begin_and_op", "a warp begins, another slot has an operation"},
    {"begin_looked_at", "a warp begins on the slot that is looked at in this cycle"},
    {"two_ops", "operations on two slots, both done"},
    {"all_ports", "an operation on each port is done"},
    {"one_waits", "an operation waits for room, another one is done"},
    {"next_meets", "an operation leaves the top at its meeting place"},
    {"meets_last", "and two entries are left"},
    {"other_frame", "the top comes to its rpc in another frame: it is not taken off"},
    {"all_take", "all threads take a branch"},
    {"none_takes", "none takes it"},
    {"parts", "a branch parts its threads, the top waits"},
    {"parts_own", "a branch without a meeting place: the two halves replace the top"},
    {"parts_own_address", "a branch whose meeting place is the top's own"},
    {"parts_lower_frame", "the halves of a branch meet in a frame below"},
    {"others_met", "those who do not take a branch are at the meeting place already"},
    {"taken_met", "those who take it are"},
    {"call_waits", "the caller waits at the return address"},
    {"call_zero", "a call without a meeting place"},
    {"call_own", "a call whose return address is the top's own meeting place"},
    {"return", "a return to where nobody waits"},
    {"return_meets", "a return to the meeting place"},
    {"last_frame", "a call into the last frame"},
    {"exit_some", "threads end, others of the warp live"},
    {"exit_last", "the last living threads end"},
    {"dead_lanes", "an operation on a top of which some threads have ended"},
    {"needs_one", "an operation waits for one place"},
    {"needs_two", "an operation waits for two places"},
    {"needs_two_has_one", "an operation needs two places, one is there"},
    {"met_half_waits", "and waits, though a half is at the meeting place already"},
    {"tried_at_store", "the lowest entry is written while its operation is tried again"},
    {"check_live", "a top that is looked at has a living thread"},
    {"check_dead", "a dead top is taken off"},
    {"check_empty", "a slot that is looked at has no entry: the warp is done"},
    {"check_several", "several slots are to be looked at"},
    {"check_passed_by", "a slot of a lower number has its entries in memory: it is passed by"},
    {"check_and_exit", "a slot is looked at, another one is marked by an exit"},
    {"store", "an entry goes to memory"},
    {"read", "an entry is read"},
    {"not_accepted", "a request has to wait"},
    {"next_at_once", "a request is accepted, the next one follows"},
    {"wish_first", "a slot with a wish goes before a dry one of a lower number"},
    {"fill", "an entry is back"},
    {"fill_and_op", "an entry is back, another slot has an operation"},
    {"row_written", "a row comes back"},
    {"row_deep", "a row comes back, of a warp with entries in memory"},
    {NULL, NULL},
};

/* The top that an operation is on. */
struct top {
    uint32_t level;
    uint64_t threads;
    uint64_t rpc;
    uint32_t frame;
    uint32_t rframe;
};

static struct top top_of(const state *s, uint32_t slot)
{
    const uint32_t level = s->count[slot] - 1;
    const uint32_t d = level % s->cfg.depth;
    return (struct top){level, s->mask[d][slot] & s->live[slot], s->rpc[d][slot], s->frame[d][slot],
                        s->rframe[d][slot]};
}

static bool parts(const inputs *in, uint32_t p, const struct top *t)
{
    return in->op_kind[p] == SIMT_STACK_BRANCH && in->op_taken[p] != 0 &&
           in->op_taken[p] != t->threads;
}

static bool is_own(const inputs *in, uint32_t p, const struct top *t)
{
    return in->op_meet[p] == 0 || (in->op_meet[p] == t->rpc && t->frame == t->rframe);
}

/* The meeting place of a branch is that of the top's: in which frame, and is it this address? */
static void cover_parts(const inputs *in, uint32_t p, const struct top *t, uint64_t *bin)
{
    const bool own = is_own(in, p, t);
    const uint64_t meet = own ? t->rpc : in->op_meet[p];
    if (!own) bin[BIN_PARTS]++;
    else bin[in->op_meet[p] == 0 ? BIN_PARTS_OWN : BIN_PARTS_OWN_ADDRESS]++;
    if (own && t->rframe < t->frame) bin[BIN_PARTS_LOWER_FRAME]++;
    if (own && t->rframe != t->frame) return;
    if (in->op_pc[p] == meet) bin[BIN_OTHERS_MET]++;
    if (in->op_target[p] == meet) bin[BIN_TAKEN_MET]++;
}

/* The threads stay together. */
static void cover_moves(const state *s, const inputs *in, uint32_t p, const struct top *t,
                        uint64_t *bin)
{
    const uint32_t kind = in->op_kind[p];
    const bool taken = kind == SIMT_STACK_BRANCH && in->op_taken[p] != 0;
    const uint64_t pc = taken ? in->op_target[p] : in->op_pc[p];
    const uint32_t frame = kind == SIMT_STACK_CALL     ? t->frame + 1
                           : kind == SIMT_STACK_RETURN ? t->frame - 1
                                                       : t->frame;
    if (kind == SIMT_STACK_BRANCH) bin[taken ? BIN_ALL_TAKE : BIN_NONE_TAKES]++;
    const bool meets = pc == t->rpc && frame == t->rframe;
    if (kind == SIMT_STACK_RETURN) bin[meets ? BIN_RETURN_MEETS : BIN_RETURN]++;
    if (meets) bin[BIN_NEXT_MEETS]++;
    if (meets && s->count[in->op_slot[p]] == 3) bin[BIN_MEETS_LAST]++;
    if (pc == t->rpc && frame != t->rframe) bin[BIN_OTHER_FRAME]++;
}

static void cover_call(const state *s, const inputs *in, uint32_t p, const struct top *t,
                       uint64_t *bin)
{
    if (t->frame + 2 == (1u << s->cfg.frame_width) - 1) bin[BIN_LAST_FRAME]++;
    if (!is_own(in, p, t)) {
        bin[BIN_CALL_WAITS]++;
        return;
    }
    bin[in->op_meet[p] == 0 ? BIN_CALL_ZERO : BIN_CALL_OWN]++;
    cover_moves(s, in, p, t, bin);
}

static void cover_done(const state *s, const inputs *in, uint32_t p, uint64_t *bin)
{
    const uint32_t slot = in->op_slot[p];
    const struct top t = top_of(s, slot);
    if (s->mask[t.level % s->cfg.depth][slot] != t.threads) bin[BIN_DEAD_LANES]++;
    if (in->op_kind[p] == SIMT_STACK_EXIT) {
        bin[t.threads == s->live[slot] ? BIN_EXIT_LAST : BIN_EXIT_SOME]++;
        if (s->check != 0) bin[BIN_CHECK_AND_EXIT]++;
    } else if (in->op_kind[p] == SIMT_STACK_CALL) {
        cover_call(s, in, p, &t, bin);
    } else if (parts(in, p, &t)) {
        cover_parts(in, p, &t, bin);
    } else {
        cover_moves(s, in, p, &t, bin);
    }
}

static void cover_waits(const state *s, const inputs *in, uint32_t p, uint64_t *bin)
{
    const uint32_t slot = in->op_slot[p];
    const struct top t = top_of(s, slot);
    const bool two = parts(in, p, &t) && !is_own(in, p, &t);
    const bool full = s->count[slot] - s->deep[slot] == s->cfg.depth;
    bin[!two ? BIN_NEEDS_ONE : full ? BIN_NEEDS_TWO : BIN_NEEDS_TWO_HAS_ONE]++;
    if (two && !full && (in->op_pc[p] == in->op_meet[p] || in->op_target[p] == in->op_meet[p])) {
        bin[BIN_MET_HALF_WAITS]++;
    }
    if (s->spill_valid && in->spill_ready && s->spill_slot == slot) bin[BIN_TRIED_AT_STORE]++;
}

static void cover_ops(const state *s, const inputs *in, const struct simt_stack_out *out,
                      uint64_t *bin)
{
    uint32_t done = 0;
    uint32_t waits = 0;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (!in->op_valid[p]) continue;
        if (out->op_ready[p]) cover_done(s, in, p, bin);
        else cover_waits(s, in, p, bin);
        done += out->op_ready[p];
        waits += !out->op_ready[p];
    }
    if (done >= 2) bin[BIN_TWO_OPS]++;
    if (done == s->cfg.ports) bin[BIN_ALL_PORTS]++;
    if (done >= 1 && waits >= 1) bin[BIN_ONE_WAITS]++;
    if (done >= 1 && in->begin_en) bin[BIN_BEGIN_AND_OP]++;
    if (done >= 1 && in->fill_valid) bin[BIN_FILL_AND_OP]++;
}

/* The marked slots that can be looked at: with an entry on chip, or with none at all. */
static uint64_t can_be_looked_at(const state *s)
{
    uint64_t slots = 0;
    for (uint32_t i = 0; i < s->cfg.slots; i++) {
        const bool dry = s->count[i] == s->deep[i] && s->count[i] != 0;
        if (has(s->check, i) && !dry) slots |= UINT64_C(1) << i;
    }
    return slots;
}

static void cover_check(const state *s, const inputs *in, uint64_t *bin)
{
    if (s->check == 0) return;
    const uint64_t slots = can_be_looked_at(s);
    if ((slots & (slots - 1)) != 0) bin[BIN_CHECK_SEVERAL]++;
    if (slots == 0) return;
    const uint32_t slot = (uint32_t)__builtin_ctzll(slots);
    if ((s->check & ~slots & ((UINT64_C(1) << slot) - 1)) != 0) bin[BIN_CHECK_PASSED_BY]++;
    if (s->count[slot] == 0) bin[BIN_CHECK_EMPTY]++;
    else bin[top_of(s, slot).threads != 0 ? BIN_CHECK_LIVE : BIN_CHECK_DEAD]++;
    if (in->begin_en && in->begin_slot == slot) bin[BIN_BEGIN_LOOKED_AT]++;
}

static void cover_requests(const state *s, const inputs *in, uint64_t *bin)
{
    uint64_t dry = 0;
    for (uint32_t i = 0; i < s->cfg.slots; i++) {
        const bool is_dry = s->count[i] == s->deep[i] && s->count[i] != 0;
        if (has(s->here & ~s->reading, i) && is_dry) dry |= UINT64_C(1) << i;
    }
    const uint64_t mine = s->spill_valid ? UINT64_C(1) << s->spill_slot : 0;
    const uint64_t wishes = s->wish & ~mine;
    dry &= ~mine;
    if (s->spill_valid && !in->spill_ready) {
        bin[BIN_NOT_ACCEPTED]++;
        return;
    }
    if (s->spill_valid) bin[s->spill_load ? BIN_READ : BIN_STORE]++;
    if (s->spill_valid && (wishes | dry) != 0) bin[BIN_NEXT_AT_ONCE]++;
    if (wishes != 0 && dry != 0 && (dry & -dry) < (wishes & -wishes)) bin[BIN_WISH_FIRST]++;
}

static void cover(const void *s_, const void *in_, const void *out_, uint64_t *bin)
{
    const state *s = s_;
    const inputs *in = in_;
    const struct simt_stack_out *out = &((const outputs *)out_)->o;
    cover_ops(s, in, out, bin);
    cover_check(s, in, bin);
    cover_requests(s, in, bin);
    if (in->begin_en) bin[has(out->ready, in->begin_slot) ? BIN_BEGIN_OVER : BIN_BEGIN]++;
    if (in->fill_valid) bin[BIN_FILL]++;
    if (!in->row_wr_en) return;
    bin[BIN_ROW_WRITTEN]++;
    const uint32_t level = simt_stack_level_width(&s->cfg);
    const uint32_t from = s->cfg.depth * simt_stack_entry_width(&s->cfg) + level;
    for (uint32_t b = from; b < from + level; b++) {
        if ((in->row_wr_data[b / 32] >> b % 32 & 1) == 0) continue;
        bin[BIN_ROW_DEEP]++;
        break;
    }
}

/* ---- the block, as the harness sees it ---- */

static void spread(unsigned char *bits, const uint32_t *words, uint32_t width)
{
    for (uint32_t b = 0; b < width; b++) bits[b] = words[b / 32] >> b % 32 & 1;
}

static void reset(void *s) { simt_stack_reset(s); }

static void eval(const void *s, const void *in, void *out_)
{
    outputs *out = out_;
    simt_stack_eval(s, in, &out->o);
    spread(out->row_rd_data, out->o.row_rd_data, simt_stack_row_width(&((const state *)s)->cfg));
}

static void tick(void *s, const void *in, const void *out)
{
    simt_stack_tick(s, in, &((const outputs *)out)->o);
}

static const char *check(const void *s) { return simt_stack_check(s); }
static const char *promise(const void *s, const void *in) { return simt_stack_promise(s, in); }

static const struct hd_block block = {
    .name = "simt_stack",
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
    .index_rule = "mask_q to rframe_q: slot [i % 64] of bank [i / 64]; live_q, count_q, deep_q: "
                  "slot [i]; here_q to reading_q: a bit a slot; row_rd_data: bit [i]",
    .waves = "here_q check_q wish_q reading_q spill_valid_q spill_load_q spill_slot_q",
};

/* The registers in the order in which they are described. */
enum {
    REG_MASK,
    REG_PC,
    REG_FRAME,
    REG_RPC,
    REG_RFRAME,
    REG_LIVE,
    REG_COUNT,
    REG_DEEP,
    REG_HERE,
    REG_CHECK,
    REG_WISH,
    REG_READING,
    REG_SPILL_VALID,
    REG_SPILL_LOAD,
    REG_SPILL_SLOT
};

static uint32_t words_of(uint32_t bits) { return (bits + 31) / 32; }

/* A field of so many bits, in words of 32. */
static struct hd_field wide(struct hd_field f, uint32_t bits)
{
    f.cut = f.count * 32 - bits;
    return f;
}

#define OUT_ONE(member, bits, caring, text)                                                        \
    {                                                                                              \
        .kind = HD_OUT, .name = #member, .offset = offsetof(outputs, o.member),                    \
        .size = sizeof(((outputs *)0)->o.member), .count = 1, .width = bits, .care = caring,       \
        .rule = text                                                                               \
    }

#define OUT_ARRAY(member, n, bits, caring, text)                                                   \
    {                                                                                              \
        .kind = HD_OUT, .name = #member, .offset = offsetof(outputs, o.member),                    \
        .stride = sizeof(((outputs *)0)->o.member[0]),                                             \
        .size = sizeof(((outputs *)0)->o.member[0]), .count = n, .width = bits, .care = caring,    \
        .rule = text                                                                               \
    }

#define IN_WIDE(member, bits)                                                                      \
    wide((struct hd_field)HD_ARRAY(HD_IN, inputs, member, words_of(bits), 32, NULL, NULL), bits)

#define BANK(reg, member, bits, text)                                                              \
    HD_REG(reg, state, member[0][0], sizeof(((state *)0)->member[0][0]), cfg->depth *MAX_SLOTS,    \
           bits, if_held, text)

static struct hd_instance *describe(const char *path, const char *text,
                                    const struct simt_stack_cfg *cfg)
{
    const uint32_t slots = cfg->slots;
    const uint32_t ports = cfg->ports;
    const uint32_t pc = cfg->pc_width;
    const uint32_t slot = hd_bits_for(slots - 1);
    const uint32_t level = simt_stack_level_width(cfg);
    const uint32_t entry = simt_stack_entry_width(cfg);
    const uint32_t row = simt_stack_row_width(cfg);
    const char *const request = "Deeper: offered from the cycle after it is chosen until accepted; "
                                "the lowest-numbered slot with a wish, else the lowest-numbered "
                                "dry one that has no read under way";
    const struct hd_field fields[] = {
        HD_ONE(HD_IN, inputs, begin_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, begin_slot, slot, NULL, NULL),
        HD_ONE(HD_IN, inputs, begin_pc, pc, NULL, NULL),
        HD_ONE(HD_IN, inputs, begin_mask, cfg->lanes, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, look_slot, ports, slot, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, op_valid, ports, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, op_slot, ports, slot, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, op_kind, ports, 3, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, op_pc, ports, pc, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, op_taken, ports, cfg->lanes, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, op_target, ports, pc, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, op_meet, ports, pc, NULL, NULL),
        HD_ONE(HD_IN, inputs, spill_ready, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, fill_valid, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, fill_slot, slot, NULL, NULL),
        IN_WIDE(fill_data, entry),
        HD_ONE(HD_IN, inputs, row_rd_slot, slot, NULL, NULL),
        HD_ONE(HD_IN, inputs, row_wr_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, row_wr_slot, slot, NULL, NULL),
        IN_WIDE(row_wr_data, row),
        OUT_ARRAY(look_pc, ports, pc, if_ready, "Ports: the top entry of the slot"),
        OUT_ARRAY(look_mask, ports, cfg->lanes, if_ready,
                  "Ports: the threads of the top that live: mask & live"),
        OUT_ONE(ready, slots, NULL, "Ready: here, an entry on chip, no mark"),
        OUT_ONE(done, slots, NULL, "Check: done while it is here, has no entry and no mark"),
        OUT_ARRAY(op_ready, ports, 1, if_op,
                  "Deeper: a branch may need two places more, a call one; if the row has not so "
                  "many, the operation is not ready"),
        OUT_ONE(spill_valid, 1, NULL, request),
        OUT_ONE(spill_load, 1, if_spill, request),
        OUT_ONE(spill_slot, slot, if_spill, request),
        OUT_ONE(spill_level, level, if_spill,
                "Deeper: the lowest entry on chip is written, the highest in memory read"),
        wide((struct hd_field)OUT_ARRAY(spill_data, words_of(entry), 32, if_store,
                                        "Deeper: the lowest entry on chip is written"),
             entry),
        HD_ARRAY(HD_OUT, outputs, row_rd_data, row, 1, row_known,
                 "State: a row, from bit 0: the entries by place, count, deep, live"),
        OUT_ONE(at_rest, slots, NULL, "Ports: ready_o, no wish, no request of it is offered"),
        BANK("mask_q", mask, cfg->lanes,
             "Operation: the top waits with all its threads; of a branch those who do not take it "
             "are a new entry, those who do one above that"),
        BANK("pc_q", pc, pc, "Operation: pc as the kind says; who waits does so at op_meet"),
        BANK("frame_q", frame, cfg->frame_width,
             "Operation: call: frame + 1, return: frame - 1; who waits stays in its frame"),
        BANK("rpc_q", rpc, pc, "Operation: a new entry meets at op_meet, or where the top does"),
        BANK("rframe_q", rframe, cfg->frame_width,
             "Operation: a new entry meets in the top's frame, or where the top does"),
        HD_REG("live_q", state, live[0], 8, slots, cfg->lanes, is_here,
               "Operation: exit: all threads of the top are dead"),
        HD_REG("count_q", state, count[0], 4, slots, level, is_here,
               "Meets: who is at the meeting place is taken off, or gets no entry; Check: a dead "
               "top is taken off"),
        HD_REG("deep_q", state, deep[0], 4, slots, level, is_here,
               "Deeper: an entry more is in memory when a store is accepted, one less when a fill "
               "comes"),
        HD_REG("here_q", state, here, 8, 1, slots, NULL, "Begin, row write: a warp is here"),
        HD_REG("check_q", state, check, 8, 1, slots, NULL,
               "Check: marked by an exit, a fill, a row write; the lowest-numbered one is looked "
               "at, if it has an entry on chip or none at all"),
        HD_REG("wish_q", state, wish, 8, 1, slots, NULL,
               "Deeper: noted by an operation that is not ready, gone when the store is accepted"),
        HD_REG("reading_q", state, reading, 8, 1, slots, NULL,
               "Deeper: from a read accepted to the fill"),
        HD_REG("spill_valid_q", state, spill_valid, 1, 1, 1, NULL, request),
        HD_REG("spill_load_q", state, spill_load, 1, 1, 1, if_spill, request),
        HD_REG("spill_slot_q", state, spill_slot, 4, 1, slot, if_spill, request),
    };
    return hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
}

unsigned long long simt_stack_open(const char *path, unsigned slots, unsigned lanes,
                                   unsigned pc_width, unsigned frame_width, unsigned depth,
                                   unsigned levels, unsigned ports)
{
    const struct simt_stack_cfg cfg = {slots, lanes, pc_width, frame_width, depth, levels, ports};
    char text[200];
    snprintf(text, sizeof text,
             "Slots=%u Lanes=%u PcWidth=%u FrameWidth=%u Depth=%u Levels=%u Ports=%u", slots, lanes,
             pc_width, frame_width, depth, levels, ports);
    state *s = malloc(sizeof *s);
    const char *wrong = s == NULL ? "out of memory" : simt_stack_init(s, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR simt_stack: %s (%s)\n", wrong, text);
        exit(2);
    }
    struct hd_instance *inst = describe(path, text, &cfg);
    memcpy(hd_model(inst), s, sizeof *s);
    free(s);
    return hd_handle(inst);
}

/* Of each bank the rows `at` and what is there; a slot may be none that exists. */
void simt_stack_rows(unsigned long long handle, const svBitVecVal *at, const svBitVecVal *mask,
                     const svBitVecVal *pc, const svBitVecVal *frame, const svBitVecVal *rpc,
                     const svBitVecVal *rframe)
{
    struct hd_instance *inst = hd_instance(handle);
    const struct simt_stack_cfg *cfg = &((const state *)hd_model(inst))->cfg;
    for (uint32_t k = 0; k < cfg->ports + 4; k++) {
        if (at[k] >= cfg->slots) continue;
        for (uint32_t d = 0; d < cfg->depth; d++) {
            const uint32_t i = k * cfg->depth + d;
            const uint32_t element = d * MAX_SLOTS + at[k];
            hd_state_part(inst, REG_MASK, element, 1, &mask[2 * i]);
            hd_state_part(inst, REG_PC, element, 1, &pc[2 * i]);
            hd_state_part(inst, REG_FRAME, element, 1, &frame[i]);
            hd_state_part(inst, REG_RPC, element, 1, &rpc[2 * i]);
            hd_state_part(inst, REG_RFRAME, element, 1, &rframe[i]);
        }
    }
}

void simt_stack_flags(unsigned long long handle, const svBitVecVal *live, const svBitVecVal *count,
                      const svBitVecVal *deep, unsigned long long here, unsigned long long check_,
                      unsigned long long wish, unsigned long long reading, svBit spill_valid,
                      svBit spill_load, unsigned spill_slot)
{
    struct hd_instance *inst = hd_instance(handle);
    const uint32_t slots = ((const state *)hd_model(inst))->cfg.slots;
    const bool valid = spill_valid != 0;
    const bool load = spill_load != 0;
    hd_state_part(inst, REG_LIVE, 0, slots, live);
    hd_state_part(inst, REG_COUNT, 0, slots, count);
    hd_state_part(inst, REG_DEEP, 0, slots, deep);
    hd_state_part(inst, REG_HERE, 0, 1, &here);
    hd_state_part(inst, REG_CHECK, 0, 1, &check_);
    hd_state_part(inst, REG_WISH, 0, 1, &wish);
    hd_state_part(inst, REG_READING, 0, 1, &reading);
    hd_state_part(inst, REG_SPILL_VALID, 0, 1, &valid);
    hd_state_part(inst, REG_SPILL_LOAD, 0, 1, &load);
    hd_state_part(inst, REG_SPILL_SLOT, 0, 1, &spill_slot);
}

int simt_stack_ports(unsigned long long handle, svBit rst_n, svBit begin_en, unsigned begin_slot,
                     unsigned long long begin_pc, unsigned long long begin_mask,
                     const svBitVecVal *look_slot, unsigned char op_valid,
                     const svBitVecVal *op_slot, const svBitVecVal *op_kind,
                     const svBitVecVal *op_pc, const svBitVecVal *op_taken,
                     const svBitVecVal *op_target, const svBitVecVal *op_meet, svBit spill_ready,
                     svBit fill_valid, unsigned fill_slot, const svBitVecVal *fill_data,
                     unsigned row_rd_slot, svBit row_wr_en, unsigned row_wr_slot,
                     const svBitVecVal *row_wr_data, const svBitVecVal *look_pc,
                     const svBitVecVal *look_mask, unsigned long long ready,
                     unsigned long long done, unsigned long long at_rest, unsigned char op_ready,
                     svBit spill_valid, svBit spill_load, unsigned spill_slot, unsigned spill_level,
                     const svBitVecVal *spill_data, const svBitVecVal *row_rd_data)
{
    struct hd_instance *inst = hd_instance(handle);
    const struct simt_stack_cfg *cfg = &((const state *)hd_model(inst))->cfg;
    const uint32_t ports = cfg->ports;
    const size_t entry = words_of(simt_stack_entry_width(cfg)) * sizeof *spill_data;
    const size_t row = words_of(simt_stack_row_width(cfg)) * sizeof *row_rd_data;
    inputs *in = hd_inputs(inst);
    in->begin_en = begin_en != 0;
    in->begin_slot = begin_slot;
    in->begin_pc = begin_pc;
    in->begin_mask = begin_mask;
    memcpy(in->look_slot, look_slot, ports * sizeof in->look_slot[0]);
    hd_bits(in->op_valid, op_valid, ports);
    memcpy(in->op_slot, op_slot, ports * sizeof in->op_slot[0]);
    memcpy(in->op_kind, op_kind, ports * sizeof in->op_kind[0]);
    memcpy(in->op_pc, op_pc, ports * sizeof in->op_pc[0]);
    memcpy(in->op_taken, op_taken, ports * sizeof in->op_taken[0]);
    memcpy(in->op_target, op_target, ports * sizeof in->op_target[0]);
    memcpy(in->op_meet, op_meet, ports * sizeof in->op_meet[0]);
    in->spill_ready = spill_ready != 0;
    in->fill_valid = fill_valid != 0;
    in->fill_slot = fill_slot;
    memcpy(in->fill_data, fill_data, entry);
    in->row_rd_slot = row_rd_slot;
    in->row_wr_en = row_wr_en != 0;
    in->row_wr_slot = row_wr_slot;
    memcpy(in->row_wr_data, row_wr_data, row);
    outputs *out = hd_outputs(inst);
    memcpy(out->o.look_pc, look_pc, ports * sizeof out->o.look_pc[0]);
    memcpy(out->o.look_mask, look_mask, ports * sizeof out->o.look_mask[0]);
    out->o.ready = ready;
    out->o.done = done;
    out->o.at_rest = at_rest;
    hd_bits(out->o.op_ready, op_ready, ports);
    out->o.spill_valid = spill_valid != 0;
    out->o.spill_load = spill_load != 0;
    out->o.spill_slot = spill_slot;
    out->o.spill_level = spill_level;
    memcpy(out->o.spill_data, spill_data, entry);
    spread(out->row_rd_data, row_rd_data, simt_stack_row_width(cfg));
    now = in;
    return hd_ports(inst, rst_n != 0);
}
