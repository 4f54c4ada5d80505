/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_coalescer_lockstep: describes the block to the harness, unpacks arguments. */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "core/coalescer.h"

typedef struct coalescer state;
typedef struct coalescer_in inputs;
typedef struct coalescer_out outputs;

static bool has(uint64_t mask, uint32_t i) { return (mask >> i & 1) != 0; }
static bool several(uint64_t mask) { return (mask & (mask - 1)) != 0; }

/* ---- what means something, and when ---- */

static bool if_valid(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->req_valid;
}

static bool if_served(const void *s, const void *out, uint32_t i)
{
    (void)s;
    return has(((const outputs *)out)->req_lanes, i);
}

static bool if_enabled(const void *s, const void *out, uint32_t i)
{
    (void)s;
    return ((const outputs *)out)->req_be[i];
}

/* Of an atomic, the words that it expects. */
static bool if_expected(const void *s, const void *out, uint32_t i)
{
    return if_enabled(s, out, i) && ((const outputs *)out)->req_kind == COALESCER_ATOMIC;
}

static bool if_any_left(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return ((const state *)s)->left != 0;
}

static bool if_left(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return has(((const state *)s)->left, i);
}

/* To a load data and bytes are nothing. */
static bool if_left_to_write(const void *s, const void *out, uint32_t i)
{
    return if_left(s, out, i) && ((const state *)s)->kind != COALESCER_LOAD;
}

static bool if_left_to_compare(const void *s, const void *out, uint32_t i)
{
    return if_left(s, out, i) && ((const state *)s)->kind == COALESCER_ATOMIC;
}

/* ---- coverage ---- */

enum {
    BIN_TAKEN,
    BIN_TAKEN_EMPTY,
    BIN_LAST_AND_NEXT,
    BIN_LAST_AND_EMPTY,
    BIN_LAST_ALONE,
    BIN_REFUSED_MORE,
    BIN_REFUSED_NOT_READY,
    BIN_STAYS,
    BIN_STAYS_LAST,
    BIN_LOAD_LINE,
    BIN_LOAD_PART,
    BIN_LOAD_WORD_TWICE,
    BIN_STORE_LINE,
    BIN_STORE_PART,
    BIN_STORE_WHOLE,
    BIN_STORE_NOTHING,
    BIN_STORE_SAME_BYTE,
    BIN_STORE_THREE,
    BIN_STORE_SHARED_WORD,
    BIN_ATOMIC_WORDS,
    BIN_ATOMIC_WAITS,
    BIN_ATOMIC_ONE_WORD,
    BIN_ATOMIC_AGAIN,
    BIN_ATOMIC_RETURNS,
    BIN_ATOMIC_OTHER_LINE,
    BIN_LEADER_HIGHER,
    BIN_LINE_DESCENDS,
    BIN_BETWEEN,
    BIN_ONE_BIT,
    BIN_TOP_BIT,
    BIN_LOW_BITS,
    BIN_ONE_LANE,
    BIN_TOP_LANE,
    BIN_ALL_LANES,
    BIN_LANE_A_REQUEST
};

static const struct hd_bin bins[] = {
    {"taken", "an access is taken, nothing was kept"},
    {"taken_empty", "an access without a lane is taken, nothing was kept"},
    {"last_and_next", "the last request is accepted, the next access taken"},
    {"last_and_empty", "the last request is accepted, an access without a lane taken"},
    {"last_alone", "the last request is accepted, no access is offered"},
    {"refused_more", "an access is offered, there are requests behind the one accepted"},
    {"refused_not_ready", "an access is offered, the last request is not accepted"},
    {"stays", "a request is not accepted"},
    {"stays_last", "the last one is not"},
    {"load_line", "a load of several lanes is one request"},
    {"load_part", "a load's request serves some, others are left"},
    {"load_word_twice", "a load's request serves two lanes with one word"},
    {"store_line", "a store of several lanes is one request"},
    {"store_part", "a store's request serves some, others are left"},
    {"store_whole", "a store writes every byte of its line"},
    {"store_nothing", "a store's request enables no byte"},
    {"store_same_byte", "two lanes of a store write one byte: the higher one's data"},
    {"store_three", "three do"},
    {"store_shared_word", "two lanes write different bytes of one word"},
    {"atomic_words", "an atomic's request has several words, and serves all that are left"},
    {"atomic_waits", "a lane of this line stays: a lower one has its word"},
    {"atomic_one_word", "all lanes left are for one word: the lowest alone is served"},
    {"atomic_again", "a line is asked for a second time"},
    {"atomic_returns", "the same, with another line in between"},
    {"atomic_other_line", "two lanes left have one place in different lines: both words are first"},
    {"leader_higher", "the lowest lane left is not lane 0"},
    {"line_descends", "a lane left has a lower line than the one that is asked for"},
    {"between", "a lane left lies between two that are served"},
    {"one_bit", "a line left differs in one bit from the one that is asked for"},
    {"top_bit", "it differs in the highest bit alone"},
    {"low_bits", "an address is not that of its word's first byte"},
    {"one_lane", "an access of one lane"},
    {"top_lane", "the highest lane is served"},
    {"all_lanes", "one request serves all lanes"},
    {"lane_a_request", "all lanes access, and each one is a request of its own"},
    {NULL, NULL},
};

static uint64_t line_of(const state *s, uint32_t lane) { return s->addr[lane] / s->cfg.line_bytes; }

static uint64_t place_of(const state *s, uint32_t lane)
{
    return s->addr[lane] % s->cfg.line_bytes / 4;
}

static void cover_handshakes(const inputs *in, const outputs *out, uint64_t *bin)
{
    const bool accepted = out->req_valid && in->req_ready;
    if (out->req_valid && !accepted) bin[out->req_last ? BIN_STAYS_LAST : BIN_STAYS]++;
    if (!in->acc_valid) {
        if (accepted && out->req_last) bin[BIN_LAST_ALONE]++;
        return;
    }
    if (!out->acc_ready) {
        if (accepted) bin[BIN_REFUSED_MORE]++;
        else if (out->req_last) bin[BIN_REFUSED_NOT_READY]++;
        return;
    }
    if (out->req_valid) bin[in->acc_mask == 0 ? BIN_LAST_AND_EMPTY : BIN_LAST_AND_NEXT]++;
    else bin[in->acc_mask == 0 ? BIN_TAKEN_EMPTY : BIN_TAKEN]++;
}

/* How many lanes served write byte b of the word at this place. */
static unsigned writers(const state *s, uint64_t lanes, uint64_t place, uint32_t b)
{
    unsigned n = 0;
    for (uint32_t lane = 0; lane < s->cfg.lanes; lane++)
        n += has(lanes, lane) && place_of(s, lane) == place && has(s->be[lane], b);
    return n;
}

/* Is there a lower lane among these with the same place? */
static bool has_twin(const state *s, uint64_t lanes, uint32_t lane)
{
    for (uint32_t k = 0; k < lane; k++) {
        if (has(lanes, k) && place_of(s, k) == place_of(s, lane)) return true;
    }
    return false;
}

static void cover_store(const state *s, const outputs *out, uint64_t *bin)
{
    uint32_t enabled = 0;
    unsigned most = 0;
    bool shared = false;
    for (uint32_t i = 0; i < s->cfg.line_bytes; i++) {
        enabled += out->req_be[i];
        const unsigned n = writers(s, out->req_lanes, i / 4, i % 4);
        most = n > most ? n : most;
    }
    for (uint32_t lane = 0; lane < s->cfg.lanes; lane++)
        shared = shared || (has(out->req_lanes, lane) && has_twin(s, out->req_lanes, lane));
    if (enabled == s->cfg.line_bytes) bin[BIN_STORE_WHOLE]++;
    if (enabled == 0) bin[BIN_STORE_NOTHING]++;
    if (most > 1) bin[most > 2 ? BIN_STORE_THREE : BIN_STORE_SAME_BYTE]++;
    if (most == 1 && shared) bin[BIN_STORE_SHARED_WORD]++;
}

/* Lines of lanes that were served are those that were asked for. */
static void cover_atomic(const state *s, const outputs *out, uint64_t *bin)
{
    const uint64_t waits = s->left & ~out->req_lanes;
    bool here = false, elsewhere = false, again = false, other = false;
    for (uint32_t lane = 0; lane < s->cfg.lanes; lane++) {
        const bool same = line_of(s, lane) == out->req_line;
        if (has(waits, lane)) here = here || same;
        if (has(waits, lane)) elsewhere = elsewhere || !same;
        if (has(s->served, lane)) again = again || same;
        if (has(s->served, lane)) other = other || !same;
        if (has(waits, lane) && !same && has_twin(s, out->req_lanes, lane))
            bin[BIN_ATOMIC_OTHER_LINE]++;
    }
    if (waits == 0 && several(out->req_lanes)) bin[BIN_ATOMIC_WORDS]++;
    if (here) bin[BIN_ATOMIC_WAITS]++;
    if (here && !elsewhere && !several(out->req_lanes)) bin[BIN_ATOMIC_ONE_WORD]++;
    if (again) bin[other ? BIN_ATOMIC_RETURNS : BIN_ATOMIC_AGAIN]++;
}

static void cover_lines(const state *s, const outputs *out, uint64_t *bin)
{
    const uint64_t left = s->left & ~out->req_lanes;
    const uint64_t top = (UINT64_C(1) << (s->cfg.addr_width - 1)) / s->cfg.line_bytes;
    bool descends = false, one_bit = false, top_bit = false, between = false, low_bits = false;
    for (uint32_t lane = 0; lane < s->cfg.lanes; lane++) {
        if (has(out->req_lanes, lane)) low_bits = low_bits || s->addr[lane] % 4 != 0;
        if (!has(left, lane)) continue;
        const uint64_t differs = line_of(s, lane) ^ out->req_line;
        descends = descends || line_of(s, lane) < out->req_line;
        one_bit = one_bit || (differs != 0 && !several(differs));
        top_bit = top_bit || differs == top;
        between = between || (out->req_lanes >> lane) != 0;
    }
    if (descends) bin[BIN_LINE_DESCENDS]++;
    if (one_bit) bin[BIN_ONE_BIT]++;
    if (top_bit) bin[BIN_TOP_BIT]++;
    if (between) bin[BIN_BETWEEN]++;
    if (low_bits) bin[BIN_LOW_BITS]++;
    if (!has(s->left, 0)) bin[BIN_LEADER_HIGHER]++;
}

static void cover_lanes(const state *s, const outputs *out, uint64_t *bin)
{
    const uint64_t all = UINT64_MAX >> (64 - s->cfg.lanes);
    if (!several(s->mask)) bin[BIN_ONE_LANE]++;
    if (has(out->req_lanes, s->cfg.lanes - 1)) bin[BIN_TOP_LANE]++;
    if (out->req_lanes == all && s->cfg.lanes > 1) bin[BIN_ALL_LANES]++;
    if (out->req_last && s->mask == all && s->requests + 1 == s->cfg.lanes && s->cfg.lanes > 1)
        bin[BIN_LANE_A_REQUEST]++;
}

static void cover_load(const state *s, const outputs *out, uint64_t *bin)
{
    bool twice = false;
    for (uint32_t lane = 0; lane < s->cfg.lanes; lane++)
        twice = twice || (has(out->req_lanes, lane) && has_twin(s, out->req_lanes, lane));
    if (twice) bin[BIN_LOAD_WORD_TWICE]++;
}

static void cover(const void *state_, const void *in_, const void *out_, uint64_t *bin)
{
    const state *s = state_;
    const outputs *out = out_;
    cover_handshakes(in_, out, bin);
    if (!out->req_valid) return;
    const bool whole = several(s->mask) && out->req_lanes == s->mask;
    const bool store = s->kind == COALESCER_STORE;
    cover_lines(s, out, bin);
    cover_lanes(s, out, bin);
    if (s->kind == COALESCER_ATOMIC) {
        cover_atomic(s, out, bin);
        return;
    }
    if (whole) bin[store ? BIN_STORE_LINE : BIN_LOAD_LINE]++;
    if (!out->req_last) bin[store ? BIN_STORE_PART : BIN_LOAD_PART]++;
    if (store) cover_store(s, out, bin);
    else cover_load(s, out, bin);
}

/* ---- the block, as the harness sees it ---- */

static void reset(void *s) { coalescer_reset(s); }
static void eval(const void *s, const void *in, void *out) { coalescer_eval(s, in, out); }
static void tick(void *s, const void *in, const void *out) { coalescer_tick(s, in, out); }
static const char *check(const void *s) { return coalescer_check(s); }
static const char *promise(const void *s, const void *in) { return coalescer_promise(s, in); }

static const struct hd_block block = {
    .name = "coalescer",
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
    .index_rule = "addr_q, data_q, be_q, expect_q: lane [i]; left_q: bit i is lane i",
    .waves = "left_q kind_q:load/store/atomic tag_q",
};

static struct hd_instance *describe(const char *path, const char *text, const state *s)
{
    const struct coalescer_cfg *cfg = &s->cfg;
    const uint32_t offset = hd_bits_for(cfg->line_bytes - 1);
    const uint32_t word = offset > 3 ? offset - 2 : 1;
    const char *const taken = "Access: one that is taken is kept";
    const char *const served =
        "Requests: of the lanes left with an address in this line all; of an atomic's, for each "
        "word the lowest-numbered one";
    const struct hd_field fields[] = {
        HD_ONE(HD_IN, inputs, acc_valid, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, acc_kind, 2, NULL, NULL),
        HD_ONE(HD_IN, inputs, acc_mask, cfg->lanes, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, acc_addr, cfg->lanes, cfg->addr_width, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, acc_data, cfg->lanes, 32, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, acc_be, cfg->lanes, 4, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, acc_expect, cfg->lanes, 32, NULL, NULL),
        HD_ONE(HD_IN, inputs, acc_tag, cfg->tag_width, NULL, NULL),
        HD_ONE(HD_IN, inputs, req_ready, 1, NULL, NULL),
        HD_ONE(HD_OUT, outputs, acc_ready, 1, NULL,
               "Access: taken when nothing is kept, or the last request is accepted"),
        HD_ONE(HD_OUT, outputs, req_valid, 1, NULL, "Requests: as long as a lane is left"),
        HD_ONE(HD_OUT, outputs, req_kind, 2, if_valid, "Requests: the access's kind"),
        HD_ONE(HD_OUT, outputs, req_tag, cfg->tag_width, if_valid, "Requests: the access's tag"),
        HD_ONE(HD_OUT, outputs, req_line, cfg->addr_width - offset, if_valid,
               "Requests: the line of the lowest-numbered lane that is left"),
        HD_ONE(HD_OUT, outputs, req_lanes, cfg->lanes, if_valid, served),
        HD_ARRAY(HD_OUT, outputs, req_word, cfg->lanes, word, if_served,
                 "Ports: where in the line the lane's word is"),
        HD_ARRAY(HD_OUT, outputs, req_data, cfg->line_bytes, 8, if_enabled,
                 "Store: where two write one byte the higher-numbered lane's data stand; Atomic: "
                 "its operand in the place of its word"),
        HD_ARRAY(HD_OUT, outputs, req_be, cfg->line_bytes, 1, if_valid,
                 "Store, atomic: the bytes that a lane served brings; Load: none"),
        HD_ARRAY(HD_OUT, outputs, req_expect, cfg->line_bytes, 8, if_expected,
                 "Ports: an atomic's expected word, in the place of its word"),
        HD_ONE(HD_OUT, outputs, req_last, 1, if_valid, "Requests: it serves all that are left"),
        HD_REG("left_q", state, left, 0, 1, cfg->lanes, NULL,
               "Clock edge: a request that is accepted takes its lanes off, an access that is "
               "taken brings its own; Reset: none"),
        HD_REG("kind_q", state, kind, 0, 1, 2, if_any_left, taken),
        HD_REG("tag_q", state, tag, 0, 1, cfg->tag_width, if_any_left, taken),
        HD_REG("addr_q", state, addr[0], 8, cfg->lanes, cfg->addr_width, if_left, taken),
        HD_REG("data_q", state, data[0], 4, cfg->lanes, 32, if_left_to_write, taken),
        HD_REG("be_q", state, be[0], 4, cfg->lanes, 4, if_left_to_write, taken),
        HD_REG("expect_q", state, expect[0], 4, cfg->lanes, 32, if_left_to_compare, taken),
    };
    return hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
}

unsigned long long coalescer_open(const char *path, unsigned lanes, unsigned addr_width,
                                  unsigned line_bytes, unsigned tag_width)
{
    const struct coalescer_cfg cfg = {lanes, addr_width, line_bytes, tag_width};
    char text[200];
    snprintf(text, sizeof text, "Lanes=%u AddrWidth=%u LineBytes=%u TagWidth=%u", lanes, addr_width,
             line_bytes, tag_width);
    state *s = malloc(sizeof *s);
    const char *wrong = s == NULL ? "out of memory" : coalescer_init(s, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR coalescer: %s (%s)\n", wrong, text);
        exit(2);
    }
    struct hd_instance *inst = describe(path, text, s);
    memcpy(hd_model(inst), s, sizeof *s);
    free(s);
    return hd_handle(inst);
}

/* The registers in the order in which they are described. */
void coalescer_state(unsigned long long handle, unsigned long long left, unsigned kind,
                     unsigned long long tag, const svBitVecVal *addr, const svBitVecVal *data,
                     const svBitVecVal *be, const svBitVecVal *expected)
{
    struct hd_instance *inst = hd_instance(handle);
    const state *s = hd_model(inst);
    const uint64_t wide[] = {left, tag};
    hd_state(inst, 0, 1, &wide[0], sizeof wide[0]);
    hd_state(inst, 1, 1, &kind, sizeof kind);
    hd_state(inst, 2, 1, &wide[1], sizeof wide[1]);
    hd_state(inst, 3, 1, addr, s->cfg.lanes * sizeof s->addr[0]);
    hd_state(inst, 4, 1, data, s->cfg.lanes * sizeof s->data[0]);
    hd_state(inst, 5, 1, be, s->cfg.lanes * sizeof s->be[0]);
    hd_state(inst, 6, 1, expected, s->cfg.lanes * sizeof s->expect[0]);
}

int coalescer_ports(unsigned long long handle, svBit rst_n, svBit acc_valid, unsigned acc_kind,
                    unsigned long long acc_mask, const svBitVecVal *acc_addr,
                    const svBitVecVal *acc_data, const svBitVecVal *acc_be,
                    const svBitVecVal *acc_expect, unsigned long long acc_tag, svBit req_ready,
                    svBit acc_ready, svBit req_valid, unsigned req_kind, unsigned long long req_tag,
                    unsigned long long req_line, unsigned long long req_lanes,
                    const svBitVecVal *req_word, const svBitVecVal *req_data,
                    const svBitVecVal *req_be, const svBitVecVal *req_expect, svBit req_last)
{
    struct hd_instance *inst = hd_instance(handle);
    const struct coalescer_cfg *cfg = &((const state *)hd_model(inst))->cfg;
    inputs *in = hd_inputs(inst);
    in->acc_valid = acc_valid != 0;
    in->acc_kind = acc_kind;
    in->acc_mask = acc_mask;
    memcpy(in->acc_addr, acc_addr, cfg->lanes * sizeof in->acc_addr[0]);
    memcpy(in->acc_data, acc_data, cfg->lanes * sizeof in->acc_data[0]);
    memcpy(in->acc_be, acc_be, cfg->lanes * sizeof in->acc_be[0]);
    memcpy(in->acc_expect, acc_expect, cfg->lanes * sizeof in->acc_expect[0]);
    in->acc_tag = acc_tag;
    in->req_ready = req_ready != 0;
    outputs *out = hd_outputs(inst);
    out->acc_ready = acc_ready != 0;
    out->req_valid = req_valid != 0;
    out->req_kind = req_kind;
    out->req_tag = req_tag;
    out->req_line = req_line;
    out->req_lanes = req_lanes;
    memcpy(out->req_word, req_word, cfg->lanes * sizeof out->req_word[0]);
    memcpy(out->req_data, req_data, cfg->line_bytes);
    for (uint32_t i = 0; i < cfg->line_bytes; i++)
        out->req_be[i] = (req_be[i / 32] >> i % 32 & 1) != 0;
    memcpy(out->req_expect, req_expect, cfg->line_bytes);
    out->req_last = req_last != 0;
    return hd_ports(inst, rst_n != 0);
}
