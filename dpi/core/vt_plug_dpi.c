/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_vt_plug_lockstep: describes the plug to the harness, unpacks arguments. */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "core/vt_plug.h"
#include "core/vt_plug_cfg.h"

enum {
    PORTS = RESIDENCY_MAX_PORTS,
    WRITERS = RESIDENCY_MAX_WRITERS,
    SLOTS = RESIDENCY_MAX_SLOTS,
    LANES = RESIDENCY_MAX_LANES,
    ID_BITS = RESIDENCY_ID_BITS,
    ROW_WORDS = VT_MEM_WORDS,
};

/* A cycle's inputs: what the model is given by pointers, and its questions, besides. */
typedef struct {
    struct residency_in in;
    uint32_t stack[RESIDENCY_STACK_WORDS];
    uint32_t row[ROW_WORDS];
    uint32_t query_slot[PORTS];
    uint32_t sits_slot;
    uint32_t sits_warp;
    uint32_t acc_warp[LANES]; /* dynamic warps */
    uint32_t end_warp[LANES];
} inputs;

/* What the model gives by pointers, flat. */
typedef struct {
    struct residency_out o;
    uint64_t query_busy[PORTS];
    uint32_t slot_warp[SLOTS];
    bool sits;
    struct residency_lanes lanes; /* dynamic warps */
    uint32_t stack[RESIDENCY_STACK_WORDS];
    uint32_t row[ROW_WORDS];
    uint64_t resident;
    uint64_t active;
    uint32_t swap;
    uint64_t seated; /* the model's alone: slots on which somebody sits, as the unit has it */
} outputs;

/* What the model's eval and tick share. It points into itself. */
struct cycle {
    struct residency_in in;
    struct residency_out out;
    struct vt_plug_nets nets;
};

typedef struct {
    struct vt_plug m;
    struct cycle *cycle;
} state;

static bool has(uint64_t mask, uint32_t i) { return (mask >> i & 1) != 0; }
static uint32_t words_of(uint32_t bits) { return (bits + 31) / 32; }

/* ---- what means something, and when ---- */

/* The inputs of the cycle that hd_ports is asked to compare. */
static const inputs *now;

static const outputs *of(const void *out) { return out; }

#define IF(name, what)                                                                             \
    static bool if_##name(const void *s, const void *out, uint32_t i)                              \
    {                                                                                              \
        (void)s, (void)out, (void)i;                                                               \
        return what;                                                                               \
    }
IF(offered, now->in.block_valid)
IF(done, of(out)->o.done_valid)
IF(seated, has(of(out)->seated, i))
IF(begin, (of(out)->o.begin_en || of(out)->o.resume_en))
IF(stack_rd, of(out)->o.stack_rd_en)
IF(stack_wr, of(out)->o.stack_wr_en)
IF(ctx, of(out)->o.ctx_valid)
/* Scoreboard and sits are the static warps', all that follows the dynamic ones'. */
IF(static, ((const state *)s)->m.cfg.own == 0)
IF(owes, (((const state *)s)->m.cfg.own != 0))
IF(seat, (((const state *)s)->m.cfg.own != 0 && ((const state *)s)->m.owes[i]))
IF(lane, has(of(out)->lanes.lane_sits, i))
IF(ctx_write, (of(out)->o.ctx_valid && of(out)->o.ctx_we))

/* ---- coverage ---- */

enum {
    BIN_BEGIN,
    BIN_RESUME,
    BIN_LEAVE,
    BIN_DONE,
    BIN_STALL,
    BIN_WAKE,
    BIN_WANTS_PASSES,
    BIN_LOOKED_AT,
    BIN_LOOK_AND_LEAVE,
    BIN_LOOK_WAITS_STILL,
    BIN_STALLS_STILL,
    BIN_NO_ACCESS,
    BIN_WANT_WAITS,
    BIN_BARRIER,
    BIN_BARRIER_FIRST,
    BIN_STANDS_LATER,
    BIN_END_FIRST,
    BIN_PHASE,
    BIN_STORE_FIRST,
    BIN_STORE_NEXT,
    BIN_STORE_LAST,
    BIN_STORE_STAYS,
    BIN_STORES_LEAVE,
    BIN_END_AWAY,
    BIN_END_BEFORE_TAKEN,
    BIN_END_IN_TIME,
    BIN_END_OTHER_SITS,
    BIN_RESULT_AWAY,
    BIN_STALL_WAITS,
    BIN_BACK_UNTOLD,
    BIN_WAKES,
    BIN_WAKES_ONE_OF,
    BIN_WAKE_IN_VAIN,
    BIN_WAKE_AND_STALL,
    BIN_GOES_FIRST,
    BIN_STALLS_AGAIN,
    BIN_ENDS_MIXED,
    BIN_ENDS_UNHEARD,
    BIN_LATE,
    BIN_LATE_ONE_OF,
    BIN_LATE_AND_WAKE,
    BIN_OWES_SOME,
    BIN_COUNT_STAYS,
};

static const struct hd_bin bins[] = {
    {"begin", "a new block sits down"},
    {"resume", "one comes back"},
    {"leave", "one leaves"},
    {"done", "one is done"},
    {"stall", "a stall is told"},
    {"wake", "a look finds that a slot that stalls may issue"},
    {"wants_passes", "a look finds that a slot that wants may issue: it is not told"},
    {"looked_at",
     "a slot that wants is looked at, and may not issue: it is not told in this cycle"},
    {"look_and_leave", "a look finds that a slot may issue whose block leaves in this cycle"},
    {"look_waits_still", "a look finds that a slot that wants already still waits for memory"},
    {"stalls_still", "a look finds that a slot that stalls still waits for memory"},
    {"no_access", "a look finds that a slot waits, but not for memory"},
    {"want_waits", "a slot wants, and another event of its port is told"},
    {"barrier", "a barrier is told"},
    {"barrier_first", "a barrier is told, and a slot of the port wants"},
    {"stands_later", "a slot arrives whose stack does not stand"},
    {"end_first", "the end of a warp is told, and a slot of the port arrives and stands"},
    {"phase", "a phase begins: nothing for the unit"},
    {"store_first", "an access without a register issues: the first one of its warp"},
    {"store_next", "one issues, and others of its warp are under way"},
    {"store_last", "the last one of a warp ends"},
    {"store_stays", "the last one ends, and another one of its warp issues"},
    {"stores_leave", "a warp leaves its slot with accesses under way that write no register"},
    {"end_away", "an access ends, and nobody sits on its slot"},
    {"end_before_taken", "an access ends behind leave, before the row of its slot is taken"},
    {"end_in_time", "an access ends in the cycle in which the row of its slot is taken"},
    {"end_other_sits", "an access ends, and another warp sits on its slot"},
    {"result_away", "a pipe's result of a warp that has left its slot"},
    {"stall_waits", "dynamic warps: a slot stalls, and another event is told"},
    {"back_untold", "a slot's stall is not told: threads of it are at their access's end"},
    {"wakes", "an access is held, a slot of its threads wakes up"},
    {"wakes_one_of", "the lowest one of several does"},
    {"wake_in_vain", "the block of the slot that would wake up leaves: nobody does"},
    {"wake_and_stall", "a slot wakes up, the stall of another one is told"},
    {"goes_first", "an access is held, and another one comes to its end before it ends"},
    {"stalls_again", "the stall is told of a slot that woke up, and whose access did not end"},
    {"ends_mixed", "an access ends: some of its threads sit, others have left"},
    {"ends_unheard", "all have left"},
    {"late", "the last access of a warp that has left is told"},
    {"late_one_of", "of the lowest one of several such warps"},
    {"late_and_wake", "beside a wake-up"},
    {"owes_some", "a warp that has left has accesses still, another one's last is told"},
    {"count_stays", "an access is taken, and another one of the same warp ends"},
    {NULL, NULL},
};

/* Slots of port p. */
static uint64_t own(const struct vt_plug *m, uint32_t p)
{
    uint64_t slots = 0;
    for (uint32_t s = p; s < m->cfg.slots; s += m->cfg.ports) slots |= UINT64_C(1) << s;
    return slots;
}

static void cover_look(const state *s, const inputs *in, const outputs *o, uint32_t p,
                       uint64_t *bin)
{
    const struct vt_plug *m = &s->m;
    const uint32_t slot = in->in.look_slot[p];
    if (!in->in.look_en[p]) return;
    if (in->in.look_pass[p]) {
        if (has(m->stalls, slot)) bin[BIN_WAKE]++;
        if (has(m->wants, slot)) bin[BIN_WANTS_PASSES]++;
        if (has(o->o.leave, slot)) bin[BIN_LOOK_AND_LEAVE]++;
        return;
    }
    if (has(m->wants, slot)) bin[BIN_LOOKED_AT]++;
    if (!in->in.look_memory[p]) bin[BIN_NO_ACCESS]++;
    else if (has(m->wants, slot)) bin[BIN_LOOK_WAITS_STILL]++;
    else if (has(m->stalls, slot)) bin[BIN_STALLS_STILL]++;
}

static void cover_event(const state *s, const inputs *in, uint32_t p, uint64_t *bin)
{
    const struct vt_plug *m = &s->m;
    const struct vt_in *told = &s->cycle->nets.in;
    const uint64_t mine = own(m, p), stands = in->in.stands;
    if (in->in.ev_valid[p] && in->in.ev_kind[p] == 2) bin[BIN_PHASE]++;
    if ((m->arrives & ~stands & mine) != 0) bin[BIN_STANDS_LATER]++;
    if (!told->ev_valid[p]) return;
    if (told->ev_kind[p] == 0) bin[BIN_STALL]++;
    else if ((m->wants & mine) != 0) bin[BIN_WANT_WAITS]++;
    if (told->ev_kind[p] == 1) bin[BIN_BARRIER]++;
    if (told->ev_kind[p] == 1 && (m->wants & mine) != 0) bin[BIN_BARRIER_FIRST]++;
    if (told->ev_kind[p] == 3 && (m->arrives & stands & mine) != 0) bin[BIN_END_FIRST]++;
}

/* Does an access without a register of this warp issue? */
static bool stores(const inputs *in, const outputs *o, uint32_t ports, uint32_t warp)
{
    for (uint32_t p = 0; p < ports; p++)
        if (in->in.set_en[p] && in->in.set_access[p] && !in->in.set_use[p] &&
            o->slot_warp[in->in.set_slot[p]] == warp)
            return true;
    return false;
}

static void cover_stores(const state *s, const inputs *in, const outputs *o, uint64_t *bin)
{
    const struct vt_plug *m = &s->m;
    const uint32_t ended = in->in.wb_warp[0];
    for (uint32_t p = 0; p < m->cfg.ports; p++)
        if (in->in.set_en[p] && in->in.set_access[p] && !in->in.set_use[p])
            bin[m->stores[o->slot_warp[in->in.set_slot[p]]] == 0 ? BIN_STORE_FIRST
                                                                 : BIN_STORE_NEXT]++;
    if (in->in.wb_en[0] && !in->in.wb_use[0] && m->stores[ended] == 1)
        bin[stores(in, o, m->cfg.ports, ended) ? BIN_STORE_STAYS : BIN_STORE_LAST]++;
    for (uint32_t slot = 0; slot < m->cfg.slots; slot++)
        if (has(o->o.leave, slot) && m->stores[o->slot_warp[slot]] != 0) bin[BIN_STORES_LEAVE]++;
}

/* Ends, while the warp does not sit on the slot that it issued from. */
static void cover_ends(const state *s, const inputs *in, const outputs *o, uint64_t *bin)
{
    const struct vt_plug *m = &s->m;
    for (uint32_t w = 0; w <= m->cfg.ports; w++) {
        const uint32_t slot = in->in.wb_slot[w], warp = in->in.wb_warp[w];
        if (!in->in.wb_en[w] || vt_plug_sits(m, slot, warp)) continue;
        if (w > 0) {
            if (in->in.wb_use[w]) bin[BIN_RESULT_AWAY]++;
        } else if (has(m->sits, slot)) {
            bin[BIN_END_OTHER_SITS]++;
        } else {
            const bool here = has(o->seated, slot) && o->slot_warp[slot] == warp;
            const bool taken = o->o.stack_rd_en && o->o.stack_rd_slot == slot;
            bin[BIN_END_AWAY]++;
            if (here) bin[taken ? BIN_END_IN_TIME : BIN_END_BEFORE_TAKEN]++;
        }
    }
}

/* ---- coverage: dynamic warps ---- */

/* What was at its end in the cycle before and held; slots that woke up for it since it was. */
static struct {
    bool held;
    uint64_t mask;
    uint32_t warp[LANES];
    uint64_t woken;
} before;

static bool same_end(const state *s, const inputs *in)
{
    if (!in->in.end_valid || in->in.end_mask != before.mask) return false;
    for (uint64_t left = before.mask; left != 0; left &= left - 1) {
        const uint32_t l = (uint32_t)__builtin_ctzll(left);
        if (l < s->m.cfg.lanes && in->end_warp[l] != before.warp[l]) return false;
    }
    return true;
}

static void keep_end(const state *s, const inputs *in, const outputs *o)
{
    const struct vt_plug_nets *nets = &s->cycle->nets;
    if (!before.held || !same_end(s, in)) before.woken &= s->m.sits & ~o->o.leave;
    before.woken |= nets->woken;
    if (in->in.end_en) before.woken = 0;
    before.woken &= ~nets->told;
    before.held = in->in.end_valid && o->lanes.held;
    before.mask = in->in.end_mask;
    memcpy(before.warp, in->end_warp, sizeof before.warp);
}

/* Slots that threads of the access that is at its end are back on. */
static uint64_t slots_back(const inputs *in, const outputs *o)
{
    uint64_t slots = 0;
    for (uint64_t left = in->in.end_valid ? o->lanes.lane_sits : 0; left != 0; left &= left - 1)
        slots |= UINT64_C(1) << o->lanes.lane_slot[__builtin_ctzll(left)];
    return slots;
}

static void cover_back(const state *s, const inputs *in, const outputs *o, uint64_t *bin)
{
    const struct vt_plug_nets *nets = &s->cycle->nets;
    const uint64_t back = slots_back(in, o), stalls = back & s->m.stalls;
    if ((in->in.stalls & s->m.sits & ~s->m.stalls & back) != 0) bin[BIN_BACK_UNTOLD]++;
    if (nets->woken != 0) bin[BIN_WAKES]++;
    if (nets->woken != 0 && stalls != nets->woken) bin[BIN_WAKES_ONE_OF]++;
    if (nets->woken != 0 && nets->told != 0) bin[BIN_WAKE_AND_STALL]++;
    if (stalls != 0 && nets->woken == 0) bin[BIN_WAKE_IN_VAIN]++;
    if (before.held && in->in.end_valid && !same_end(s, in)) bin[BIN_GOES_FIRST]++;
    if ((nets->told & before.woken) != 0) bin[BIN_STALLS_AGAIN]++;
    if (!in->in.end_en) return;
    if (o->lanes.lane_sits == 0) bin[BIN_ENDS_UNHEARD]++;
    else if (o->lanes.lane_sits != in->in.end_mask) bin[BIN_ENDS_MIXED]++;
}

/* Warps that owe and sit nowhere; those of them that have no access any more. */
static void cover_late(const state *s, uint64_t *bin)
{
    const struct vt_plug *m = &s->m;
    const struct vt_plug_nets *nets = &s->cycle->nets;
    uint32_t none = 0, some = 0;
    for (uint32_t w = 0; w < m->cfg.warps; w++) {
        if (!m->owes[w] || vt_plug_sits(m, m->seat[w], w)) continue;
        if (m->stores[w] == 0) none++;
        else some++;
    }
    if (!nets->late) return;
    bin[BIN_LATE]++;
    if (none > 1) bin[BIN_LATE_ONE_OF]++;
    if (some > 0) bin[BIN_OWES_SOME]++;
    if (nets->woken != 0) bin[BIN_LATE_AND_WAKE]++;
}

static void cover_dynamic(const state *s, const inputs *in, const outputs *o, uint64_t *bin)
{
    const struct vt_plug *m = &s->m;
    const struct vt_in *told = &s->cycle->nets.in;
    const uint64_t stalls = in->in.stalls & m->sits & ~m->stalls & ~slots_back(in, o);
    if (in->in.ev_valid[0] && in->in.ev_kind[0] == 2) bin[BIN_PHASE]++;
    if (told->ev_valid[0] && told->ev_kind[0] == 0) bin[BIN_STALL]++;
    if (told->ev_valid[0] && told->ev_kind[0] == 1) bin[BIN_BARRIER]++;
    if (told->ev_valid[0] && told->ev_kind[0] != 0 && stalls != 0) bin[BIN_STALL_WAITS]++;
    if (told->ev_valid[0] && told->ev_kind[0] == 3 && m->arrives != 0) bin[BIN_END_FIRST]++;
    cover_back(s, in, o, bin);
    cover_late(s, bin);
    for (uint32_t l = 0; in->in.acc_en && in->in.end_en && l < m->cfg.lanes; l++)
        for (uint32_t k = 0; k < m->cfg.lanes; k++)
            if (has(in->in.acc_mask, l) && has(in->in.end_mask, k) &&
                in->acc_warp[l] == in->end_warp[k]) {
                bin[BIN_COUNT_STAYS]++;
                l = k = m->cfg.lanes;
            }
    keep_end(s, in, o);
}

static void cover(const void *s_, const void *in, const void *out, uint64_t *bin)
{
    const state *s = s_;
    const outputs *o = out;
    if (o->o.begin_en) bin[BIN_BEGIN]++;
    if (o->o.resume_en) bin[BIN_RESUME]++;
    if (o->o.leave != 0) bin[BIN_LEAVE]++;
    if (o->o.done_valid) bin[BIN_DONE]++;
    if (s->m.cfg.own != 0) {
        cover_dynamic(s, in, o, bin);
        return;
    }
    for (uint32_t p = 0; p < s->m.cfg.ports; p++) {
        cover_look(s, in, o, p, bin);
        cover_event(s, in, p, bin);
    }
    cover_stores(s, in, o, bin);
    cover_ends(s, in, o, bin);
}

/* ---- the plug, as the harness sees it ---- */

static void reset(void *s) { vt_plug_reset(&((state *)s)->m); }

static void flatten(const state *s, const inputs *in, outputs *o)
{
    const struct vt_plug *m = &s->m;
    const struct cycle *c = s->cycle;
    const struct vt_out *unit = &c->nets.out;
    o->o = c->out;
    memcpy(o->slot_warp, c->out.slot_warp, m->cfg.slots * sizeof o->slot_warp[0]);
    for (uint32_t p = 0; p < m->cfg.ports; p++)
        o->query_busy[p] = vt_plug_busy(m, in->query_slot[p]);
    o->sits = vt_plug_sits(m, in->sits_slot, in->sits_warp);
    if (m->cfg.own != 0) vt_plug_lanes(m, in->in.end_mask, in->end_warp, &o->lanes);
    if (c->out.stack_wr_en) memcpy(o->stack, c->out.stack_wr_data, 4 * words_of(m->cfg.stack_bits));
    if (c->out.ctx_valid && c->out.ctx_we)
        memcpy(o->row, c->out.ctx_wdata, 4 * words_of(m->cfg.row_bits));
    o->resident = unit->resident;
    o->active = unit->active;
    o->swap = unit->swap;
    o->seated = unit->nets.map_out.slot_valid;
}

static void eval(const void *s_, const void *in_, void *out)
{
    const state *s = s_;
    const inputs *in = in_;
    struct cycle *c = s->cycle;
    c->in = in->in;
    c->in.stack_rd_data = in->stack;
    c->in.ctx_rsp_data = in->row;
    c->in.acc_warp = in->acc_warp;
    c->in.end_warp = in->end_warp;
    vt_plug_offer(&s->m, &c->in, &c->nets, &c->out);
    vt_plug_settle(&s->m, &c->in, &c->nets, &c->out);
    flatten(s, in, out);
}

static void tick(void *s_, const void *in, const void *out)
{
    state *s = s_;
    struct cycle *c = s->cycle;
    (void)in, (void)out;
    vt_plug_tick(&s->m, &c->in, &c->nets, &c->out);
}

static const char *check(const void *s) { return vt_plug_check(&((const state *)s)->m); }

/* After the evaluation. */
static const char *promise(const void *s_, const void *in)
{
    const state *s = s_;
    (void)in;
    return vt_plug_promise(&s->m, &s->cycle->in, &s->cycle->nets);
}

static const struct hd_block block = {
    .name = "vt_plug",
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
    .index_rule = "stores_q[i]: warp i; slot_warp[i]: slot i",
    .waves = "sits_q wants_q stalls_q arrives_q warps_q",
};

/* ---- the fields ---- */

#define FIELD(k, text, type, member, n, step, bits, caring, why)                                   \
    {                                                                                              \
        .kind = k, .name = text, .offset = offsetof(type, member), .stride = step,                 \
        .size = sizeof(((type *)0)->member), .count = n, .width = bits, .care = caring,            \
        .rule = why                                                                                \
    }
#define IN_ONE(name, bits) FIELD(HD_IN, #name, inputs, in.name, 1, 0, bits, NULL, NULL)
#define IN_EACH(name, n, bits)                                                                     \
    FIELD(HD_IN, #name, inputs, in.name[0], n, sizeof(((inputs *)0)->in.name[0]), bits, NULL, NULL)
#define OUT_ONE(name, bits, caring, why)                                                           \
    FIELD(HD_OUT, #name, outputs, o.name, 1, 0, bits, caring, why)

/* A wide value, in words of 32 bits, the last of which need not be whole. */
static struct hd_field wide(struct hd_field f, uint32_t bits)
{
    f.count = words_of(bits);
    f.stride = 4;
    f.cut = 32 * f.count - bits;
    return f;
}
#define WIDE(k, text, type, member, bits, caring, why)                                             \
    wide((struct hd_field)FIELD(k, text, type, member[0], 0, 4, 32, caring, why), bits)

static struct hd_instance *describe(const char *path, const char *text,
                                    const struct residency_cfg *c)
{
    const uint32_t slot = hd_bits_for(c->slots - 1), size = hd_bits_for(c->slots);
    const uint32_t warp = hd_bits_for(c->warps - 1), row = hd_bits_for(c->rows - 1);
    const uint32_t ports = c->ports, writers = c->ports + 1;
    const char *const contexts = "the unit's contexts";
    const struct hd_field fields[] = {
        IN_ONE(kernel_en, 1),
        IN_ONE(kernel_warps, size),
        IN_ONE(kernel_frames, hd_bits_for(c->frames)),
        IN_ONE(kernel_ctas, hd_bits_for(c->ctas)),
        IN_ONE(kernel_rows, row),
        IN_ONE(block_valid, 1),
        WIDE(HD_IN, "block_id", inputs, in.block_id, ID_BITS, NULL, NULL),
        IN_EACH(ev_valid, ports, 1),
        IN_EACH(ev_kind, ports, 2),
        IN_EACH(ev_slot, ports, slot),
        IN_EACH(look_en, ports, 1),
        IN_EACH(look_slot, ports, slot),
        IN_EACH(look_pass, ports, 1),
        IN_EACH(look_memory, ports, 1),
        IN_ONE(stands, c->slots),
        IN_EACH(set_en, ports, 1),
        IN_EACH(set_slot, ports, slot),
        IN_EACH(set_use, ports, 1),
        IN_EACH(set_reg, ports, 6),
        IN_EACH(set_access, ports, 1),
        HD_ARRAY(HD_IN, inputs, query_slot, ports, slot, NULL, NULL),
        IN_EACH(wb_en, writers, 1),
        IN_EACH(wb_slot, writers, slot),
        IN_EACH(wb_warp, writers, warp),
        IN_EACH(wb_use, writers, 1),
        IN_EACH(wb_reg, writers, 6),
        HD_ONE(HD_IN, inputs, sits_slot, slot, NULL, NULL),
        HD_ONE(HD_IN, inputs, sits_warp, warp, NULL, NULL),
        WIDE(HD_IN, "stack_rd_data", inputs, stack, c->stack_bits, NULL, NULL),
        IN_ONE(ctx_ready, 1),
        IN_ONE(stalls, c->slots),
        IN_ONE(acc_en, 1),
        IN_ONE(acc_mask, c->lanes),
        HD_ARRAY(HD_IN, inputs, acc_warp, c->lanes, warp, NULL, NULL),
        IN_ONE(end_valid, 1),
        IN_ONE(end_en, 1),
        IN_ONE(end_mask, c->lanes),
        HD_ARRAY(HD_IN, inputs, end_warp, c->lanes, warp, NULL, NULL),
        IN_ONE(ctx_rsp_valid, 1),
        WIDE(HD_IN, "ctx_rsp_data", inputs, row, c->row_bits, NULL, NULL),
        OUT_ONE(idle, 1, NULL, "the unit: no block is on the core, no swap under way"),
        OUT_ONE(block_ready, 1, if_offered, "the unit, new blocks"),
        OUT_ONE(done_valid, 1, NULL, "the unit, Done"),
        WIDE(HD_OUT, "done_id", outputs, o.done_id, ID_BITS, if_done, "the unit, Done"),
        HD_ARRAY(HD_OUT, outputs, query_busy, ports, 64, if_static,
                 "Ports: the unit's scoreboard; Accesses without a register: row 63"),
        OUT_ONE(ready, c->slots, NULL, "Ports: the unit's, without slots that arrive"),
        HD_ARRAY(HD_OUT, outputs, slot_warp, c->slots, warp, if_seated, "Ports: the unit's"),
        OUT_ONE(leave, c->slots, NULL, "Leave: the slots of the block that leaves"),
        OUT_ONE(begin_en, 1, NULL, "Ports: the unit's, a new block"),
        OUT_ONE(resume_en, 1, NULL, "Ports: the unit's, one that comes back"),
        OUT_ONE(begin_slot, slot, if_begin, "Ports: seat_slot of the unit"),
        OUT_ONE(begin_count, size, if_begin, "Ports: warps of a block"),
        WIDE(HD_OUT, "begin_id", outputs, o.begin_id, ID_BITS, if_begin,
             "Ports: seat_id of the unit"),
        HD_ONE(HD_OUT, outputs, sits, 1, if_static, "Sits: it sits, and slot_warp_o is this warp"),
        OUT_ONE(stack_rd_en, 1, NULL, contexts),
        OUT_ONE(stack_rd_slot, slot, if_stack_rd, contexts),
        OUT_ONE(stack_wr_en, 1, NULL, contexts),
        OUT_ONE(stack_wr_slot, slot, if_stack_wr, contexts),
        WIDE(HD_OUT, "stack_wr_data", outputs, stack, c->stack_bits, if_stack_wr, contexts),
        OUT_ONE(ctx_valid, 1, NULL, contexts),
        OUT_ONE(ctx_we, 1, if_ctx, contexts),
        OUT_ONE(ctx_row, row, if_ctx, contexts),
        WIDE(HD_OUT, "ctx_wdata", outputs, row, c->row_bits, if_ctx_write, contexts),
        HD_ONE(HD_OUT, outputs, resident, c->ctas, NULL, "Ports: of the unit"),
        HD_ONE(HD_OUT, outputs, active, c->ctas, NULL, "Ports: of the unit"),
        HD_ONE(HD_OUT, outputs, swap, 2, NULL, "Ports: of the unit"),
        FIELD(HD_OUT, "held", outputs, lanes.held, 1, 0, 1, NULL,
              "Back: it is held until none of its threads' slots stalls"),
        FIELD(HD_OUT, "lane_sits", outputs, lanes.lane_sits, 1, 0, c->lanes, NULL,
              "Back: each lane's warp is compared with those of the slots that sit"),
        FIELD(HD_OUT, "lane_slot", outputs, lanes.lane_slot[0], c->lanes, 4, slot, if_lane,
              "Back: where it sits"),
        HD_REG("sits_q", state, m.sits, 0, 1, c->slots, NULL,
               "Sits: from behind begin or resume to leave or done"),
        HD_REG("wants_q", state, m.wants, 0, 1, c->slots, NULL, "A stall: the slot wants"),
        HD_REG("stalls_q", state, m.stalls, 0, 1, c->slots, NULL, "A stall: it was told"),
        HD_REG("arrives_q", state, m.arrives, 0, 1, c->slots, NULL,
               "A barrier is told when the slot's stack stands; until then it arrives"),
        HD_REG("warps_q", state, m.unit.warps, 0, 1, size, NULL, "Ports: taken while idle_o"),
        HD_REG("stores_q", state, m.stores[0], 1, c->warps, hd_bits_for(c->accesses), NULL,
               "Accesses without a register: up when one issues, down when it ends"),
        HD_REG("owes_q", state, m.owes[0], 1, c->warps, 1, if_owes,
               "Stall: the warp owes; until it wakes up, or has left and has no access any more"),
        HD_REG("seat_q", state, m.seat[0], 1, c->warps, slot, if_seat,
               "Stall: it is noted on which slot"),
    };
    return hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
}

/* The registers in the order in which they are described. */
enum {
    REG_SITS,
    REG_WANTS,
    REG_STALLS,
    REG_ARRIVES,
    REG_WARPS,
    REG_STORES,
    REG_OWES,
    REG_SEAT,
};

unsigned long long vt_plug_open(const char *path, const svBitVecVal *parameters)
{
    const struct residency_cfg c = vt_plug_cfg_of(parameters);
    char text[240];
    snprintf(text, sizeof text,
             "Slots=%u Frames=%u Warps=%u Ctas=%u MaxWarps=%u Ports=%u Accesses=%u StackBits=%u "
             "RowBits=%u Rows=%u Own=%u Lanes=%u",
             c.slots, c.frames, c.warps, c.ctas, c.max_warps, c.ports, c.accesses, c.stack_bits,
             c.row_bits, c.rows, c.own, c.lanes);
    struct hd_instance *inst = describe(path, text, &c);
    state *s = hd_model(inst);
    const char *wrong = vt_plug_init(&s->m, &c);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR vt_plug: %s (%s)\n", wrong, text);
        exit(2);
    }
    s->cycle = calloc(1, sizeof *s->cycle);
    if (s->cycle == NULL) exit(2);
    return hd_handle(inst);
}

/* ---- a cycle, a neighbour at a time ---- */

static const struct residency_cfg *cfg_of(unsigned long long handle)
{
    return &((const state *)hd_model(hd_instance(handle)))->m.cfg;
}

static void words(uint32_t *to, const svBitVecVal *from, uint32_t n)
{
    memcpy(to, from, n * sizeof *to);
}

void vt_plug_state(unsigned long long handle, unsigned long long sits, unsigned long long wants,
                   unsigned long long stalls, unsigned long long arrives, unsigned warps,
                   const svBitVecVal *stores_of)
{
    struct hd_instance *inst = hd_instance(handle);
    hd_state(inst, REG_SITS, 1, &sits, sizeof sits);
    hd_state(inst, REG_WANTS, 1, &wants, sizeof wants);
    hd_state(inst, REG_STALLS, 1, &stalls, sizeof stalls);
    hd_state(inst, REG_ARRIVES, 1, &arrives, sizeof arrives);
    hd_state(inst, REG_WARPS, 1, &warps, sizeof warps);
    hd_state(inst, REG_STORES, 1, stores_of, cfg_of(handle)->warps);
}

void vt_plug_dynamic_state(unsigned long long handle, const svBitVecVal *owes,
                           const svBitVecVal *seat)
{
    hd_state(hd_instance(handle), REG_OWES, 1, owes, cfg_of(handle)->warps);
    hd_state(hd_instance(handle), REG_SEAT, 1, seat, cfg_of(handle)->warps);
}

void vt_plug_kernel(unsigned long long handle, svBit kernel_en, unsigned kernel_warps,
                    unsigned kernel_frames, unsigned kernel_ctas, unsigned kernel_rows, svBit idle,
                    svBit block_valid, const svBitVecVal *block_id, svBit block_ready,
                    svBit done_valid, const svBitVecVal *done_id)
{
    struct residency_in *in = &((inputs *)hd_inputs(hd_instance(handle)))->in;
    struct residency_out *o = &((outputs *)hd_outputs(hd_instance(handle)))->o;
    in->kernel_en = kernel_en != 0;
    in->kernel_warps = kernel_warps;
    in->kernel_frames = kernel_frames;
    in->kernel_ctas = kernel_ctas;
    in->kernel_rows = kernel_rows;
    in->block_valid = block_valid != 0;
    words(in->block_id, block_id, ID_BITS / 32);
    o->idle = idle != 0;
    o->block_ready = block_ready != 0;
    o->done_valid = done_valid != 0;
    words(o->done_id, done_id, ID_BITS / 32);
}

void vt_plug_front(unsigned long long handle, unsigned char ev_valid, const svBitVecVal *ev_kind,
                   const svBitVecVal *ev_slot, unsigned char look_en, const svBitVecVal *look_slot,
                   unsigned char look_pass, unsigned char look_memory, unsigned long long stands,
                   unsigned char set_en, const svBitVecVal *set_slot, unsigned char set_use,
                   const svBitVecVal *set_reg, unsigned char set_access)
{
    struct residency_in *in = &((inputs *)hd_inputs(hd_instance(handle)))->in;
    const uint32_t ports = cfg_of(handle)->ports;
    hd_bits(in->ev_valid, ev_valid, ports);
    words(in->ev_kind, ev_kind, ports);
    words(in->ev_slot, ev_slot, ports);
    hd_bits(in->look_en, look_en, ports);
    words(in->look_slot, look_slot, ports);
    hd_bits(in->look_pass, look_pass, ports);
    hd_bits(in->look_memory, look_memory, ports);
    in->stands = stands;
    hd_bits(in->set_en, set_en, ports);
    words(in->set_slot, set_slot, ports);
    hd_bits(in->set_use, set_use, ports);
    words(in->set_reg, set_reg, ports);
    hd_bits(in->set_access, set_access, ports);
}

void vt_plug_seats(unsigned long long handle, const svBitVecVal *query_slot,
                   const svBitVecVal *query_busy, unsigned long long ready,
                   const svBitVecVal *slot_warp, unsigned long long leave, svBit begin_en,
                   svBit resume_en, unsigned begin_slot, unsigned begin_count,
                   const svBitVecVal *begin_id)
{
    const struct residency_cfg *c = cfg_of(handle);
    outputs *out = hd_outputs(hd_instance(handle));
    words(((inputs *)hd_inputs(hd_instance(handle)))->query_slot, query_slot, c->ports);
    memcpy(out->query_busy, query_busy, c->ports * sizeof out->query_busy[0]);
    words(out->slot_warp, slot_warp, c->slots);
    out->o.ready = ready;
    out->o.leave = leave;
    out->o.begin_en = begin_en != 0;
    out->o.resume_en = resume_en != 0;
    out->o.begin_slot = begin_slot;
    out->o.begin_count = begin_count;
    words(out->o.begin_id, begin_id, ID_BITS / 32);
}

void vt_plug_ends(unsigned long long handle, unsigned char wb_en, const svBitVecVal *wb_slot,
                  const svBitVecVal *wb_warp, unsigned char wb_use, const svBitVecVal *wb_reg,
                  unsigned sits_slot, unsigned sits_warp, svBit sits)
{
    inputs *in = hd_inputs(hd_instance(handle));
    const uint32_t writers = cfg_of(handle)->ports + 1;
    hd_bits(in->in.wb_en, wb_en, writers);
    words(in->in.wb_slot, wb_slot, writers);
    words(in->in.wb_warp, wb_warp, writers);
    hd_bits(in->in.wb_use, wb_use, writers);
    words(in->in.wb_reg, wb_reg, writers);
    in->sits_slot = sits_slot;
    in->sits_warp = sits_warp;
    ((outputs *)hd_outputs(hd_instance(handle)))->sits = sits != 0;
}

void vt_plug_dynamic(unsigned long long handle, unsigned long long stalls, svBit acc_en,
                     unsigned long long acc_mask, const svBitVecVal *acc_warp, svBit end_valid,
                     svBit end_en, unsigned long long end_mask, const svBitVecVal *end_warp,
                     svBit held, unsigned long long lane_sits, const svBitVecVal *lane_slot)
{
    inputs *in = hd_inputs(hd_instance(handle));
    struct residency_lanes *lanes = &((outputs *)hd_outputs(hd_instance(handle)))->lanes;
    const uint32_t n = cfg_of(handle)->lanes;
    in->in.stalls = stalls;
    in->in.acc_en = acc_en != 0;
    in->in.acc_mask = acc_mask;
    words(in->acc_warp, acc_warp, n);
    in->in.end_valid = end_valid != 0;
    in->in.end_en = end_en != 0;
    in->in.end_mask = end_mask;
    words(in->end_warp, end_warp, n);
    lanes->held = held != 0;
    lanes->lane_sits = lane_sits;
    words(lanes->lane_slot, lane_slot, n);
}

int vt_plug_ports(unsigned long long handle, svBit rst_n, svBit stack_rd_en, unsigned stack_rd_slot,
                  const svBitVecVal *stack_rd_data, svBit stack_wr_en, unsigned stack_wr_slot,
                  const svBitVecVal *stack_wr_data, svBit ctx_valid, svBit ctx_we, unsigned ctx_row,
                  const svBitVecVal *ctx_wdata, svBit ctx_ready, svBit ctx_rsp_valid,
                  const svBitVecVal *ctx_rsp_data, unsigned long long resident,
                  unsigned long long active, unsigned swap)
{
    struct hd_instance *inst = hd_instance(handle);
    const struct residency_cfg *c = cfg_of(handle);
    inputs *in = hd_inputs(inst);
    outputs *out = hd_outputs(inst);
    words(in->stack, stack_rd_data, words_of(c->stack_bits));
    in->in.ctx_ready = ctx_ready != 0;
    in->in.ctx_rsp_valid = ctx_rsp_valid != 0;
    words(in->row, ctx_rsp_data, words_of(c->row_bits));
    now = in;
    out->o.stack_rd_en = stack_rd_en != 0;
    out->o.stack_rd_slot = stack_rd_slot;
    out->o.stack_wr_en = stack_wr_en != 0;
    out->o.stack_wr_slot = stack_wr_slot;
    words(out->stack, stack_wr_data, words_of(c->stack_bits));
    out->o.ctx_valid = ctx_valid != 0;
    out->o.ctx_we = ctx_we != 0;
    out->o.ctx_row = ctx_row;
    words(out->row, ctx_wdata, words_of(c->row_bits));
    out->resident = resident;
    out->active = active;
    out->swap = swap;
    return hd_ports(inst, rst_n != 0);
}
