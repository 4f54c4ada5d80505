/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_instruction_buffer_lockstep: describes the block to the harness, unpacks
 * arguments. */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "core/instruction_buffer.h"

typedef struct instruction_buffer state;
typedef struct instruction_buffer_in inputs;
typedef struct instruction_buffer_out outputs;

enum { HALF = 64 };

static uint64_t bit(uint32_t i) { return UINT64_C(1) << i; }
static bool has(uint64_t mask, uint32_t i) { return (mask >> i & 1) != 0; }
static bool several(uint64_t mask) { return (mask & (mask - 1)) != 0; }

/* An instruction is one element of the fields, or two: bits 0 to 63, and those above. */
static uint32_t halves(const state *s) { return s->cfg.word_width > HALF ? 2 : 1; }

/* ---- what means something, and when ---- */

/* The inputs of the cycle that hd_ports is asked to compare: whose head is asked for. */
static const inputs *now;

static bool if_fetch(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->fetch_valid;
}

static bool if_check(const void *s, const void *out, uint32_t i)
{
    (void)s;
    return ((const outputs *)out)->check_valid[i];
}

static bool if_check_word(const void *s, const void *out, uint32_t i)
{
    return if_check(s, out, i / halves(s));
}

static bool if_head(const void *s_, const void *out, uint32_t i)
{
    const state *s = s_;
    const uint32_t p = i / halves(s), slot = now->head_slot[p];
    (void)out;
    return slot < s->cfg.slots && has(s->heads & s->own[p], slot);
}

static bool if_buffered(const void *s_, const void *out, uint32_t i)
{
    const state *s = s_;
    const uint32_t entry = i / halves(s), slot = entry / s->cfg.entries;
    (void)out;
    return ((entry - s->first[slot]) & (s->cfg.entries - 1)) < s->count[slot];
}

static bool if_fetched(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return ((const state *)s)->fetch_some;
}

static bool if_checked(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return has(((const state *)s)->check_some, i);
}

/* ---- coverage ---- */

enum {
    BIN_FETCH_FIRST,
    BIN_FETCH_NEXT,
    BIN_FETCH_PASSES,
    BIN_FETCH_WRAPS,
    BIN_FETCH_AGAIN,
    BIN_FETCH_REFUSED,
    BIN_FETCH_OVERTAKEN,
    BIN_FETCH_AHEAD,
    BIN_FETCH_MOST,
    BIN_FETCH_ISSUE,
    BIN_WANT_STOPPED,
    BIN_WANT_FLYING,
    BIN_WANT_STALE,
    BIN_WANT_FULL,
    BIN_ANSWER_EMPTY,
    BIN_ANSWER_BEHIND,
    BIN_ANSWER_FILLS,
    BIN_ANSWER_STOP,
    BIN_ANSWER_AT_ONCE,
    BIN_ANSWER_OVERTAKES,
    BIN_ANSWER_ISSUE,
    BIN_ANSWER_ISSUE_LAST,
    BIN_ANSWER_STALE,
    BIN_ANSWER_FLUSH,
    BIN_ANSWER_STALE_FLUSH,
    BIN_PASS,
    BIN_PASS_WAKE,
    BIN_HOLD,
    BIN_HOLD_WAKE,
    BIN_WAKE_HELD,
    BIN_WAKE_PASSED,
    BIN_WAKE_EMPTY,
    BIN_CHECK_FIRST,
    BIN_CHECK_NEXT,
    BIN_CHECK_PASSES,
    BIN_CHECK_WRAPS,
    BIN_CHECK_AGAIN,
    BIN_CHECK_WAITS,
    BIN_CHECK_ALL,
    BIN_CHECK_FLUSH,
    BIN_ISSUE_LAST,
    BIN_ISSUE_MORE,
    BIN_ISSUE_WRAPS,
    BIN_ISSUE_ALL,
    BIN_ISSUE_STOP,
    BIN_ISSUE_STOP_GO,
    BIN_ISSUE_FLUSH,
    BIN_GO_LATER,
    BIN_GO_WANTED,
    BIN_GO_FLUSH,
    BIN_HEAD_ALONE,
    BIN_FLUSH_NOTHING,
    BIN_FLUSH_FULL,
    BIN_FLUSH_FLYING,
    BIN_FLUSH_STALE,
    BIN_FLUSH_FETCH,
    BIN_FLUSH_STOPPED,
    BIN_FLUSH_PASSED,
    BIN_FLUSH_HELD,
    BIN_FLUSH_SEVERAL,
    BIN_WORD_ONE_BIT
};

static const struct hd_bin bins[] = {
    {"fetch_first", "before the first accepted fetch: the lowest slot"},
    {"fetch_next", "a fetch for the slot behind the last one"},
    {"fetch_passes", "the next slots are not to be fetched for, one further on is"},
    {"fetch_wraps", "round the end"},
    {"fetch_again", "all the way round, the last one again"},
    {"fetch_refused", "a fetch is not accepted"},
    {"fetch_overtaken", "one was not accepted, another slot is offered in its place"},
    {"fetch_ahead", "a fetch of a slot that has something buffered"},
    {"fetch_most", "one that will fill the last place"},
    {"fetch_issue", "a fetch is accepted for a slot whose head issues in this cycle"},
    {"want_stopped", "a slot is wanted that is stopped, and has room"},
    {"want_flying", "one with a fetch under way"},
    {"want_stale", "one with a stale fetch under way: not before its answer"},
    {"want_full", "one without room, not stopped"},
    {"answer_empty", "an answer to a slot that has nothing"},
    {"answer_behind", "an answer goes behind others"},
    {"answer_fills", "an answer takes the last place"},
    {"answer_stop", "an answer is a stop"},
    {"answer_at_once", "an answer in the cycle behind the fetch"},
    {"answer_overtakes", "an answer comes before that to an older fetch"},
    {"answer_issue", "answer and issue of one slot, which has more"},
    {"answer_issue_last", "the same, of one that has no more: never empty"},
    {"answer_stale", "an answer to a fetch from before a flush"},
    {"answer_flush", "answer and flush in one cycle"},
    {"answer_stale_flush", "the answer to a stale fetch, and another flush"},
    {"pass", "a head passes"},
    {"pass_wake", "a head passes, a register of its warp is written"},
    {"hold", "a head is held"},
    {"hold_wake", "a head does not pass, a register of its warp is written: not held"},
    {"wake_held", "a register of a warp that is held is written"},
    {"wake_passed", "of one that has passed"},
    {"wake_empty", "of one that has no head"},
    {"check_first", "a scheduler's first look: its lowest slot with a head"},
    {"check_next", "a look at the scheduler's next slot"},
    {"check_passes", "the next ones are not to be looked at, one further on is"},
    {"check_wraps", "round the end"},
    {"check_again", "all the way round, the last one again"},
    {"check_waits", "a head waits while another one is looked at"},
    {"check_all", "a look on every port"},
    {"check_flush", "a head is looked at that is flushed"},
    {"issue_last", "the last instruction of a slot issues"},
    {"issue_more", "one issues, there are others"},
    {"issue_wraps", "the head moves from the last place to place 0"},
    {"issue_all", "an issue on every port"},
    {"issue_stop", "a stop issues, and is not done"},
    {"issue_stop_go", "a stop issues, and is done at once"},
    {"issue_flush", "an issue from a slot that is flushed"},
    {"go_later", "a stop that issued before is done"},
    {"go_wanted", "the same, and the slot is wanted: no fetch yet"},
    {"go_flush", "a slot goes on and is flushed"},
    {"head_alone", "a head is asked for and does not issue"},
    {"flush_nothing", "a slot is flushed that has nothing"},
    {"flush_full", "one that is full"},
    {"flush_flying", "one with a fetch under way"},
    {"flush_stale", "one with a stale fetch under way"},
    {"flush_fetch", "one for which a fetch is accepted"},
    {"flush_stopped", "one that is stopped"},
    {"flush_passed", "one whose head has passed"},
    {"flush_held", "one whose head is held"},
    {"flush_several", "several slots are flushed"},
    {"word_one_bit", "two instructions of a slot differ in one bit"},
    {NULL, NULL},
};

/* What happened before, as far as cycles are seen here. */
static struct {
    bool refused;
    uint32_t refused_slot;
    uint64_t cycle;
    uint64_t fetched[INSTRUCTION_BUFFER_MAX_SLOTS]; /* in which cycle */
} last;

/* How one came to be the first behind the last one, of `set`. */
static unsigned turn(bool some, uint32_t slot, uint32_t before, uint32_t step, unsigned first)
{
    if (!some) return first;
    if (slot == before) return first + BIN_FETCH_AGAIN - BIN_FETCH_FIRST;
    if (slot < before) return first + BIN_FETCH_WRAPS - BIN_FETCH_FIRST;
    return first + (slot == before + step ? BIN_FETCH_NEXT : BIN_FETCH_PASSES) - BIN_FETCH_FIRST;
}

static uint64_t issues(const state *s, const inputs *in)
{
    uint64_t slots = 0;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (in->pop_en[p]) slots |= bit(in->head_slot[p]);
    }
    return slots;
}

static void cover_fetch(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint32_t slot = out->fetch_slot;
    if ((in->want & s->stopped & ~s->full) != 0) bin[BIN_WANT_STOPPED]++;
    if ((in->want & s->flying & ~s->stale) != 0) bin[BIN_WANT_FLYING]++;
    if ((in->want & s->stale) != 0) bin[BIN_WANT_STALE]++;
    if ((in->want & s->full & ~s->stopped) != 0) bin[BIN_WANT_FULL]++;
    if (!out->fetch_valid) return;
    bin[turn(s->fetch_some, slot, s->fetch_last, 1, BIN_FETCH_FIRST)]++;
    if (!in->fetch_ready) bin[BIN_FETCH_REFUSED]++;
    if (last.refused && slot != last.refused_slot) bin[BIN_FETCH_OVERTAKEN]++;
    if (out->fetch_ahead > 0) bin[BIN_FETCH_AHEAD]++;
    if (out->fetch_ahead + 1 == s->cfg.entries) bin[BIN_FETCH_MOST]++;
    if (!in->fetch_ready) return;
    if (has(issues(s, in), slot)) bin[BIN_FETCH_ISSUE]++;
    if (has(in->flush, slot)) bin[BIN_FLUSH_FETCH]++;
}

/* Is there a fetch under way that is older than this slot's? */
static bool overtakes(const state *s, uint32_t slot)
{
    for (uint32_t other = 0; other < s->cfg.slots; other++) {
        if (has(s->flying, other) && last.fetched[other] < last.fetched[slot]) return true;
    }
    return false;
}

static void cover_word(const state *s, const inputs *in, uint64_t *bin)
{
    const uint32_t n = s->count[in->rsp_slot] - 1;
    const uint32_t at = (s->first[in->rsp_slot] + n) & (s->cfg.entries - 1);
    const uint64_t *old = s->word[in->rsp_slot * s->cfg.entries + at].half;
    const uint64_t low = old[0] ^ in->rsp_word.half[0], high = old[1] ^ in->rsp_word.half[1];
    if ((low == 0) != (high == 0) && !several(low) && !several(high)) bin[BIN_WORD_ONE_BIT]++;
}

static void cover_answer(const state *s, const inputs *in, uint64_t *bin)
{
    const uint32_t slot = in->rsp_slot, count = s->count[slot];
    if (!in->rsp_valid) return;
    if (last.fetched[slot] + 1 == last.cycle) bin[BIN_ANSWER_AT_ONCE]++;
    if (overtakes(s, slot)) bin[BIN_ANSWER_OVERTAKES]++;
    if (has(in->flush, slot)) {
        bin[has(s->stale, slot) ? BIN_ANSWER_STALE_FLUSH : BIN_ANSWER_FLUSH]++;
        return;
    }
    if (has(s->stale, slot)) {
        bin[BIN_ANSWER_STALE]++;
        return;
    }
    bin[count == 0 ? BIN_ANSWER_EMPTY : BIN_ANSWER_BEHIND]++;
    if (count + 1 == s->cfg.entries) bin[BIN_ANSWER_FILLS]++;
    if (in->rsp_stop) bin[BIN_ANSWER_STOP]++;
    if (count > 0) cover_word(s, in, bin);
    if (has(issues(s, in), slot)) bin[count > 1 ? BIN_ANSWER_ISSUE : BIN_ANSWER_ISSUE_LAST]++;
}

static void cover_look(const state *s, const inputs *in, const outputs *out, uint32_t p,
                       uint64_t *bin)
{
    const uint32_t slot = out->check_slot[p];
    const bool wake = has(in->wake, slot);
    const uint64_t unknown = s->heads & ~(s->passed | s->held) & s->own[p];
    bin[turn(has(s->check_some, p), slot, s->check_last[p], s->cfg.ports, BIN_CHECK_FIRST)]++;
    if (in->check_pass[p]) bin[wake ? BIN_PASS_WAKE : BIN_PASS]++;
    else bin[wake ? BIN_HOLD_WAKE : BIN_HOLD]++;
    if (several(unknown)) bin[BIN_CHECK_WAITS]++;
    if (has(in->flush, slot)) bin[BIN_CHECK_FLUSH]++;
}

static void cover_check(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    bool all = true;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        all = all && out->check_valid[p];
        if (out->check_valid[p]) cover_look(s, in, out, p, bin);
    }
    if (all) bin[BIN_CHECK_ALL]++;
    if ((in->wake & s->held) != 0) bin[BIN_WAKE_HELD]++;
    if ((in->wake & s->passed) != 0) bin[BIN_WAKE_PASSED]++;
    if ((in->wake & ~s->heads) != 0) bin[BIN_WAKE_EMPTY]++;
}

static void cover_issue(const state *s, const inputs *in, uint64_t *bin)
{
    bool all = true;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        const uint32_t slot = in->head_slot[p];
        const bool head = slot < s->cfg.slots && has(s->heads & s->own[p], slot);
        all = all && in->pop_en[p];
        if (!in->pop_en[p] && head) bin[BIN_HEAD_ALONE]++;
        if (!in->pop_en[p]) continue;
        bin[s->count[slot] > 1 ? BIN_ISSUE_MORE : BIN_ISSUE_LAST]++;
        if (has(in->flush, slot)) bin[BIN_ISSUE_FLUSH]++;
        else if (s->cfg.entries > 1 && s->first[slot] + 1u == s->cfg.entries)
            bin[BIN_ISSUE_WRAPS]++;
        if (s->count[slot] == 1 && has(s->stopped, slot))
            bin[has(in->go, slot) ? BIN_ISSUE_STOP_GO : BIN_ISSUE_STOP]++;
    }
    if (all) bin[BIN_ISSUE_ALL]++;
}

static void cover_go(const state *s, const inputs *in, uint64_t *bin)
{
    const uint64_t later = in->go & ~s->heads;
    if (later != 0) bin[BIN_GO_LATER]++;
    if ((later & in->want) != 0) bin[BIN_GO_WANTED]++;
    if ((in->go & in->flush) != 0) bin[BIN_GO_FLUSH]++;
}

static void cover_flush(const state *s, const inputs *in, uint64_t *bin)
{
    const uint64_t flush = in->flush;
    if (flush == 0) return;
    if ((flush & ~(s->heads | s->flying | s->stopped)) != 0) bin[BIN_FLUSH_NOTHING]++;
    if ((flush & s->full) != 0) bin[BIN_FLUSH_FULL]++;
    if ((flush & s->flying & ~s->stale) != 0) bin[BIN_FLUSH_FLYING]++;
    if ((flush & s->stale) != 0) bin[BIN_FLUSH_STALE]++;
    if ((flush & s->stopped) != 0) bin[BIN_FLUSH_STOPPED]++;
    if ((flush & s->passed) != 0) bin[BIN_FLUSH_PASSED]++;
    if ((flush & s->held) != 0) bin[BIN_FLUSH_HELD]++;
    if (several(flush)) bin[BIN_FLUSH_SEVERAL]++;
}

static void cover(const void *state_, const void *in_, const void *out_, uint64_t *bin)
{
    const state *s = state_;
    const inputs *in = in_;
    const outputs *out = out_;
    cover_fetch(s, in, out, bin);
    cover_answer(s, in, bin);
    cover_check(s, in, out, bin);
    cover_issue(s, in, bin);
    cover_go(s, in, bin);
    cover_flush(s, in, bin);
    last.refused = out->fetch_valid && !in->fetch_ready;
    last.refused_slot = out->fetch_slot;
    if (out->fetch_valid && in->fetch_ready) last.fetched[out->fetch_slot] = last.cycle;
    last.cycle++;
}

/* ---- the block, as the harness sees it ---- */

static void reset(void *s) { instruction_buffer_reset(s); }
static void eval(const void *s, const void *in, void *out) { instruction_buffer_eval(s, in, out); }
static void tick(void *s, const void *in, const void *out) { instruction_buffer_tick(s, in, out); }
static const char *check(const void *s) { return instruction_buffer_check(s); }
static const char *promise(const void *s, const void *in)
{
    return instruction_buffer_promise(s, in);
}

static const struct hd_block block = {
    .name = "instruction_buffer",
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
    .index_rule = "word_q: [slot * Entries + entry] (above 64 bits: two elements each, the lower "
                  "bits first); first_q, count_q: slot [i]; check_last_q: port [i]; the others: "
                  "bit i is slot, or port, i",
    .waves = "stopped_q flying_q stale_q passed_q held_q",
};

/* Instructions, n of them, the first of which the model keeps at `offset`. */
static struct hd_field words(enum hd_kind kind, const char *name, size_t offset, uint32_t n,
                             const state *s, bool (*care)(const void *, const void *, uint32_t),
                             const char *rule)
{
    const uint32_t bits = s->cfg.word_width, row = halves(s);
    return (struct hd_field){.kind = kind,
                             .name = name,
                             .offset = offset,
                             .stride = sizeof(uint64_t),
                             .size = sizeof(uint64_t),
                             .count = n * row,
                             .width = row == 1 ? bits : HALF,
                             .care = care,
                             .rule = rule,
                             .row = row,
                             .row_step = sizeof(struct instruction_buffer_word),
                             .cut = row == 1 ? 0 : row * HALF - bits};
}

/* The registers in the order in which they are described. */
enum {
    REG_WORD,
    REG_FIRST,
    REG_COUNT,
    REG_STOPPED,
    REG_FLYING,
    REG_STALE,
    REG_PASSED,
    REG_HELD,
    REG_FETCH_LAST,
    REG_FETCH_SOME,
    REG_CHECK_LAST,
    REG_CHECK_SOME
};

static struct hd_instance *describe(const char *path, const char *text, const state *s)
{
    const struct instruction_buffer_cfg *c = &s->cfg;
    const uint32_t slot = hd_bits_for(c->slots - 1);
    const uint32_t count = hd_bits_for(c->entries);
    const uint32_t place = c->entries > 1 ? hd_bits_for(c->entries - 1) : 1;
    const char *const fetch =
        "Fetch: wanted, not stopped, no fetch under way, room; the first in number of those from "
        "behind the last one that was accepted, round the end";
    const char *const look =
        "Check: a head that has neither passed nor is held; of the scheduler's slots the first in "
        "number from behind the last one it looked at, round the end";
    const char *const entry = "Answer: behind the slot's last one";
    const struct hd_field fields[] = {
        HD_ONE(HD_IN, inputs, want, c->slots, NULL, NULL),
        HD_ONE(HD_IN, inputs, fetch_ready, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, rsp_valid, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, rsp_slot, slot, NULL, NULL),
        words(HD_IN, "rsp_word", offsetof(inputs, rsp_word), 1, s, NULL, NULL),
        HD_ONE(HD_IN, inputs, rsp_stop, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, check_pass, c->ports, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, wake, c->slots, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, head_slot, c->ports, slot, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, pop_en, c->ports, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, go, c->slots, NULL, NULL),
        HD_ONE(HD_IN, inputs, flush, c->slots, NULL, NULL),
        HD_ONE(HD_OUT, outputs, fetch_valid, 1, NULL, fetch),
        HD_ONE(HD_OUT, outputs, fetch_slot, slot, if_fetch, fetch),
        HD_ONE(HD_OUT, outputs, fetch_ahead, count, if_fetch,
               "Fetch: how many instructions the slot has buffered"),
        HD_ARRAY(HD_OUT, outputs, check_valid, c->ports, 1, NULL, look),
        HD_ARRAY(HD_OUT, outputs, check_slot, c->ports, slot, if_check, look),
        words(HD_OUT, "check_word", offsetof(outputs, check_word), c->ports, s, if_check_word,
              "Ports: the head of the slot that is looked at"),
        HD_ONE(HD_OUT, outputs, head, c->slots, NULL, "Ports: there is a head"),
        HD_ONE(HD_OUT, outputs, can, c->slots, NULL, "Ports: there is a head and it has passed"),
        words(HD_OUT, "head_word", offsetof(outputs, head_word), c->ports, s, if_head,
              "Ports: the head of head_slot_i"),
        words(HD_STATE, "word_q", offsetof(state, word), c->slots * c->entries, s, if_buffered,
              entry),
        HD_REG("first_q", state, first[0], 1, c->slots, place, NULL,
               "Issue: the head leaves; a flush moves nothing; Reset: 0"),
        HD_REG("count_q", state, count[0], 1, c->slots, count, NULL,
               "Answer: one more; Issue: one less; Flush, reset: nothing is buffered"),
        HD_REG("stopped_q", state, stopped, 0, 1, c->slots, NULL,
               "Answer: a stop makes the slot stopped; Issue: go_i ends the stop; so does a flush"),
        HD_REG("flying_q", state, flying, 0, 1, c->slots, NULL,
               "Fetch: accepted, it flies; Answer: it flies no longer"),
        HD_REG("stale_q", state, stale, 0, 1, c->slots, NULL,
               "Flush: a fetch that flies is stale, unless its answer comes in this cycle; "
               "Answer: no longer"),
        HD_REG("passed_q", state, passed, 0, 1, c->slots, NULL,
               "Check: who passes stays passed until it issues, or is flushed"),
        HD_REG("held_q", state, held, 0, 1, c->slots, NULL,
               "Check: who does not pass is held until a register of its warp is written, also in "
               "this cycle; Flush: not held"),
        HD_REG("fetch_last_q", state, fetch_last, 0, 1, slot, if_fetched,
               "Fetch: the last slot of which one was accepted"),
        HD_REG("fetch_some_q", state, fetch_some, 0, 1, 1, NULL,
               "Fetch: one has been accepted; Reset: none"),
        HD_REG("check_last_q", state, check_last[0], 4, c->ports, slot, if_checked,
               "Check: the last slot that the scheduler looked at"),
        HD_REG("check_some_q", state, check_some, 0, 1, c->ports, NULL,
               "Check: the scheduler has looked at one; Reset: none"),
    };
    return hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
}

unsigned long long instruction_buffer_open(const char *path, unsigned slots, unsigned ports,
                                           unsigned entries, unsigned word_width)
{
    const struct instruction_buffer_cfg cfg = {slots, ports, entries, word_width};
    char text[200];
    snprintf(text, sizeof text, "Slots=%u Ports=%u Entries=%u WordWidth=%u", slots, ports, entries,
             word_width);
    state *s = malloc(sizeof *s);
    const char *wrong = s == NULL ? "out of memory" : instruction_buffer_init(s, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR instruction_buffer: %s (%s)\n", wrong, text);
        exit(2);
    }
    struct hd_instance *inst = describe(path, text, s);
    memcpy(hd_model(inst), s, sizeof *s);
    free(s);
    return hd_handle(inst);
}

void instruction_buffer_state(unsigned long long handle, const svBitVecVal *word,
                              const svBitVecVal *first, const svBitVecVal *count,
                              unsigned long long stopped, unsigned long long flying,
                              unsigned long long stale, unsigned long long passed,
                              unsigned long long held, unsigned fetch_last, svBit fetch_some,
                              const svBitVecVal *check_last, unsigned check_some)
{
    struct hd_instance *inst = hd_instance(handle);
    const state *s = hd_model(inst);
    const struct instruction_buffer_cfg *c = &s->cfg;
    const uint64_t flags[] = {stopped, flying, stale, passed, held};
    const bool is_some = fetch_some != 0;
    hd_state(inst, REG_WORD, 1, word, c->slots * c->entries * sizeof s->word[0]);
    hd_state(inst, REG_FIRST, 1, first, c->slots * sizeof s->first[0]);
    hd_state(inst, REG_COUNT, 1, count, c->slots * sizeof s->count[0]);
    hd_state(inst, REG_STOPPED, 5, flags, sizeof flags);
    hd_state(inst, REG_FETCH_LAST, 1, &fetch_last, sizeof fetch_last);
    hd_state(inst, REG_FETCH_SOME, 1, &is_some, sizeof is_some);
    hd_state(inst, REG_CHECK_LAST, 1, check_last, c->ports * sizeof s->check_last[0]);
    hd_state(inst, REG_CHECK_SOME, 1, &check_some, sizeof check_some);
}

int instruction_buffer_ports(unsigned long long handle, svBit rst_n, unsigned long long want,
                             svBit fetch_ready, svBit rsp_valid, unsigned rsp_slot,
                             const svBitVecVal *rsp_word, svBit rsp_stop, unsigned char check_pass,
                             unsigned long long wake, const svBitVecVal *head_slot,
                             unsigned char pop_en, unsigned long long go, unsigned long long flush,
                             svBit fetch_valid, unsigned fetch_slot, unsigned fetch_ahead,
                             unsigned char check_valid, const svBitVecVal *check_slot,
                             const svBitVecVal *check_word, unsigned long long head,
                             unsigned long long can, const svBitVecVal *head_word)
{
    struct hd_instance *inst = hd_instance(handle);
    const uint32_t ports = ((const state *)hd_model(inst))->cfg.ports;
    inputs *in = hd_inputs(inst);
    in->want = want;
    in->fetch_ready = fetch_ready != 0;
    in->rsp_valid = rsp_valid != 0;
    in->rsp_slot = rsp_slot;
    memcpy(&in->rsp_word, rsp_word, sizeof in->rsp_word);
    in->rsp_stop = rsp_stop != 0;
    hd_bits(in->check_pass, check_pass, ports);
    in->wake = wake;
    memcpy(in->head_slot, head_slot, ports * sizeof in->head_slot[0]);
    hd_bits(in->pop_en, pop_en, ports);
    in->go = go;
    in->flush = flush;
    outputs *out = hd_outputs(inst);
    out->fetch_valid = fetch_valid != 0;
    out->fetch_slot = fetch_slot;
    out->fetch_ahead = fetch_ahead;
    hd_bits(out->check_valid, check_valid, ports);
    memcpy(out->check_slot, check_slot, ports * sizeof out->check_slot[0]);
    memcpy(out->check_word, check_word, ports * sizeof out->check_word[0]);
    out->head = head;
    out->can = can;
    memcpy(out->head_word, head_word, ports * sizeof out->head_word[0]);
    now = in;
    return hd_ports(inst, rst_n != 0);
}
