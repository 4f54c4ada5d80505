/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_cta_launcher_lockstep: describes the block to the harness, unpacks arguments. */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "core/cta_launcher.h"

typedef struct cta_launcher state;
typedef struct cta_launcher_in inputs;
typedef struct cta_launcher_out outputs;

enum { SCHEDULING = CTA_LAUNCHER_SCHEDULING, CAPACITY = CTA_LAUNCHER_CAPACITY, BINDS = 7 };

static bool several(uint32_t mask) { return (mask & (mask - 1)) != 0; }

/* ---- what means something, and when ---- */

static bool if_done(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return ((const state *)s)->done;
}

static bool if_fits(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return ((const state *)s)->fits;
}

static bool if_fits_or_refused(const void *s, const void *out, uint32_t i)
{
    return if_fits(s, out, i) || ((const state *)s)->refused;
}

static bool if_offered(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return ((const state *)s)->phase == CTA_LAUNCHER_WALK;
}

static bool if_trying(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return ((const state *)s)->phase == CTA_LAUNCHER_FIT;
}

static bool if_searching(const void *s, uint32_t group)
{
    return if_trying(s, NULL, 0) && (((const state *)s)->found & group) == 0;
}

/* Of warps the sum is of both groups. */
static bool if_either(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return if_searching(s, SCHEDULING) || if_searching(s, CAPACITY);
}

static bool if_scheduling(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return if_searching(s, SCHEDULING);
}

static bool if_capacity(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return if_searching(s, CAPACITY);
}

static bool found(const void *s, uint32_t groups)
{
    return if_trying(s, NULL, 0) && (((const state *)s)->found & groups) != 0;
}

static bool frames_known(const void *s, const void *out, uint32_t i)
{
    return if_fits(s, out, i) || found(s, SCHEDULING);
}

static bool ctas_known(const void *s, const void *out, uint32_t i)
{
    return if_fits(s, out, i) || found(s, CAPACITY);
}

static bool binds_known(const void *s, const void *out, uint32_t i)
{
    return if_fits_or_refused(s, out, i) || found(s, SCHEDULING | CAPACITY);
}

static bool if_under_way(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return ((const state *)s)->phase != CTA_LAUNCHER_IDLE;
}

static bool if_walking(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return ((const state *)s)->phase >= CTA_LAUNCHER_WALK;
}

/* ---- coverage ---- */

enum {
    BIN_BEGIN,
    BIN_BEGIN_DONE,
    BIN_BEGIN_REFUSED,
    BIN_BINDS, /* the first of as many as there are limits */
    BIN_TWO_BIND = BIN_BINDS + BINDS,
    BIN_TWO_HOLD,
    BIN_BOTH_AT_ONCE,
    BIN_FRAMES_FIRST,
    BIN_CTAS_FIRST,
    BIN_LONGEST,
    BIN_FRAMES_EXACT,
    BIN_CTAS_EXACT,
    BIN_FRAMES_MORE,
    BIN_CTAS_MORE,
    BIN_EQUAL,
    BIN_NO_ROWS,
    BIN_NO_BYTES,
    BIN_REFUSED_FRAMES,
    BIN_REFUSED_CTAS,
    BIN_REFUSED_BOTH,
    BIN_REFUSED_LATE,
    BIN_READY_TOO_EARLY,
    BIN_FIRST_AT_ONCE,
    BIN_NOT_TAKEN,
    BIN_TAKEN,
    BIN_TAKEN_DONE,
    BIN_DONE,
    BIN_ROUND_X,
    BIN_ROUND_Y,
    BIN_ONE_BLOCK,
    BIN_FULL,
    BIN_FULL_CHANGES,
    BIN_LAST_ALONE,
    BIN_LAST_BEHIND,
    BIN_LAST_DONE,
    BIN_EMPTY_BETWEEN,
    BIN_WAITS,
    BIN_WAITS_MORE,
    BIN_ENDS
};

static const struct hd_bin bins[] = {
    {"begin", "a kernel begins, none was under way in the cycle before"},
    {"begin_done", "a kernel begins in the cycle in which one is over"},
    {"begin_refused", "a kernel begins in the cycle in which one is refused"},
    {"binds_blocks", "of the scheduling limits, blocks alone bind"},
    {"binds_warps", "warps alone"},
    {"binds_threads", "threads alone"},
    {"binds_rows", "of the capacity limits, rows alone bind"},
    {"binds_bytes", "bytes alone"},
    {"binds_ctas", "blocks on the core alone"},
    {"binds_ids", "warps on the core alone"},
    {"two_bind", "of the scheduling limits several bind"},
    {"two_hold", "of the capacity limits several bind"},
    {"both_at_once", "both groups find their limit in one cycle"},
    {"frames_first", "the scheduling group finds its own first"},
    {"ctas_first", "the capacity group does"},
    {"longest", "Ctas + 1 blocks are tried"},
    {"frames_exact", "the frames need just what there is of something"},
    {"ctas_exact", "so for the blocks on the core"},
    {"frames_more", "more blocks may be active than are on the core"},
    {"ctas_more", "more on the core than are active"},
    {"equal", "as many"},
    {"no_rows", "a block needs no registers"},
    {"no_bytes", "a block needs no shared memory"},
    {"refused_frames", "refused: none may be active"},
    {"refused_ctas", "refused: none fits on the core"},
    {"refused_both", "refused: neither"},
    {"refused_late", "refused, after some blocks were tried"},
    {"ready_too_early", "ready, and no block is offered"},
    {"first_at_once", "the first block is taken in the cycle in which it is offered first"},
    {"not_taken", "a block is not taken"},
    {"taken", "a block is taken, none is done"},
    {"taken_done", "a block is taken, and one is done"},
    {"done", "a block is done, none is taken, others are still offered"},
    {"round_x", "behind this block x begins anew"},
    {"round_y", "x and y do"},
    {"one_block", "the grid is one block"},
    {"full", "a block is offered, as many are here as can be"},
    {"full_changes", "with as many as can be one is done and the next one taken"},
    {"last_alone", "the last block is taken, no other is on the core"},
    {"last_behind", "the last block is taken, others are on the core"},
    {"last_done", "the last block is taken, the only other one is done"},
    {"empty_between", "the core runs empty, and blocks are still offered"},
    {"waits", "all are taken, one is on the core and not done"},
    {"waits_more", "all are taken, one of several is done"},
    {"ends", "the last one is done"},
    {NULL, NULL},
};

/* So many blocks need just what there is of something. */
static bool is_exact(uint32_t blocks, const uint32_t *need, const uint32_t *limit, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (blocks * need[i] == limit[i]) return true;
    }
    return false;
}

static void cover_binds(const state *s, uint64_t *bin)
{
    const uint32_t scheduling = s->binds & 7;
    const uint32_t capacity = s->binds & ~7u;
    for (uint32_t b = 0; b < BINDS; b++) {
        if (scheduling == 1u << b || capacity == 1u << b) bin[BIN_BINDS + b]++;
    }
    if (several(scheduling)) bin[BIN_TWO_BIND]++;
    if (several(capacity)) bin[BIN_TWO_HOLD]++;
}

/* A kernel starts: how many blocks fit. */
static void cover_fit(const state *s, uint64_t *bin)
{
    const struct cta_launcher_cfg *c = &s->cfg;
    const uint32_t active[] = {s->warps, s->threads};
    const uint32_t here[] = {s->rows, s->bytes, s->warps};
    const uint32_t active_limit[] = {c->slots, c->threads};
    const uint32_t here_limit[] = {c->rows, c->bytes, c->ids};
    if (is_exact(s->frames, active, active_limit, 2)) bin[BIN_FRAMES_EXACT]++;
    if (is_exact(s->ctas, here, here_limit, 3)) bin[BIN_CTAS_EXACT]++;
    if (s->frames > s->ctas) bin[BIN_FRAMES_MORE]++;
    if (s->frames < s->ctas) bin[BIN_CTAS_MORE]++;
    if (s->frames == s->ctas) bin[BIN_EQUAL]++;
    if (s->rows == 0) bin[BIN_NO_ROWS]++;
    if (s->bytes == 0) bin[BIN_NO_BYTES]++;
    if (s->frames == s->tried - 1 && s->ctas == s->tried - 1) bin[BIN_BOTH_AT_ONCE]++;
    else bin[s->frames < s->ctas ? BIN_FRAMES_FIRST : BIN_CTAS_FIRST]++;
    if (s->tried == c->ctas + 1) bin[BIN_LONGEST]++;
}

static void cover_refused(const state *s, uint64_t *bin)
{
    if (s->frames == 0 && s->ctas == 0) bin[BIN_REFUSED_BOTH]++;
    else bin[s->frames == 0 ? BIN_REFUSED_FRAMES : BIN_REFUSED_CTAS]++;
    if (s->tried > 1) bin[BIN_REFUSED_LATE]++;
}

static void cover_last(const state *s, bool done, uint64_t *bin)
{
    if (s->size_x == 1 && s->size_y == 1 && s->size_z == 1) bin[BIN_ONE_BLOCK]++;
    if (s->here == 0) bin[BIN_LAST_ALONE]++;
    else bin[s->here == 1 && done ? BIN_LAST_DONE : BIN_LAST_BEHIND]++;
}

static void cover_walk(const state *s, const inputs *in, uint64_t *bin)
{
    const bool round_x = s->x + 1 == s->size_x;
    const bool round_y = round_x && s->y + 1 == s->size_y;
    if (s->here == s->ctas) bin[in->block_ready ? BIN_FULL_CHANGES : BIN_FULL]++;
    if (!in->block_ready) {
        bin[BIN_NOT_TAKEN]++;
        if (in->done_valid) bin[BIN_DONE]++;
        if (in->done_valid && s->here == 1) bin[BIN_EMPTY_BETWEEN]++;
        return;
    }
    bin[in->done_valid ? BIN_TAKEN_DONE : BIN_TAKEN]++;
    if (s->taken == 0) bin[BIN_FIRST_AT_ONCE]++;
    if (round_y && s->z + 1 == s->size_z) cover_last(s, in->done_valid, bin);
    else if (round_x) bin[round_y ? BIN_ROUND_Y : BIN_ROUND_X]++;
}

static void cover(const void *state_, const void *in_, const void *out_, uint64_t *bin)
{
    (void)out_;
    const state *s = state_;
    const inputs *in = in_;
    if (in->kernel_en) {
        bin[!s->done ? BIN_BEGIN : s->refused ? BIN_BEGIN_REFUSED : BIN_BEGIN_DONE]++;
    }
    if (in->block_ready && s->phase != CTA_LAUNCHER_WALK) bin[BIN_READY_TOO_EARLY]++;
    if (s->refused) cover_refused(s, bin);
    if (s->phase == CTA_LAUNCHER_START) {
        cover_fit(s, bin);
        cover_binds(s, bin);
    }
    if (s->phase == CTA_LAUNCHER_WALK) cover_walk(s, in, bin);
    if (s->phase != CTA_LAUNCHER_ALL_TAKEN) return;
    if (in->done_valid) bin[s->here == 1 ? BIN_ENDS : BIN_WAITS_MORE]++;
    else if (s->here == 1) bin[BIN_WAITS]++;
}

/* ---- the block, as the harness sees it ---- */

static void reset(void *s) { cta_launcher_reset(s); }
static void eval(const void *s, const void *in, void *out) { cta_launcher_eval(s, in, out); }
static void tick(void *s, const void *in, const void *out) { cta_launcher_tick(s, in, out); }
static const char *check(const void *s) { return cta_launcher_check(s); }
static const char *promise(const void *s, const void *in) { return cta_launcher_promise(s, in); }

static const struct hd_block block = {
    .name = "cta_launcher",
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
    .index_rule = "block_id_o: word 0 is x, 1 is y, 2 is z",
    .waves = "phase_q:Idle/Fit/Start/Walk/AllTaken tried_q frames_q ctas_q binds_q found_q x_q y_q "
             "z_q here_q",
};

static struct hd_instance *describe(const char *path, const char *text,
                                    const struct cta_launcher_cfg *c)
{
    const uint32_t blocks = hd_bits_for(c->ctas);
    const uint32_t warps = hd_bits_for(c->ids) + 1;
    const uint32_t threads = hd_bits_for(c->threads) + 1;
    const uint32_t rows = hd_bits_for(c->rows) + 1;
    const uint32_t bytes = hd_bits_for(c->bytes) + 1;
    const char *const taken = "State: what kernel_en_i brought";
    const char *const sum = "Fit: the need of one block more in each cycle, from one on";
    const char *const next = "Walk: x first, then y, then z, from (0, 0, 0) on; the next one "
                             "behind the one that is taken";
    const char *const frames =
        "Fit: the greatest k for which k blocks are within Blocks, Slots and Threads";
    const char *const ctas =
        "Fit: the greatest k for which k blocks are within Rows, Bytes, Ctas and Ids";
    const char *const binds =
        "Fit: of each group the limits that are exceeded at the least k at which one of it is";
    const struct hd_field fields[] = {
        HD_ONE(HD_IN, inputs, kernel_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, kernel_x, 32, NULL, NULL),
        HD_ONE(HD_IN, inputs, kernel_y, 32, NULL, NULL),
        HD_ONE(HD_IN, inputs, kernel_z, 32, NULL, NULL),
        HD_ONE(HD_IN, inputs, kernel_warps, warps, NULL, NULL),
        HD_ONE(HD_IN, inputs, kernel_threads, threads, NULL, NULL),
        HD_ONE(HD_IN, inputs, kernel_rows, rows, NULL, NULL),
        HD_ONE(HD_IN, inputs, kernel_bytes, bytes, NULL, NULL),
        HD_ONE(HD_IN, inputs, block_ready, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, done_valid, 1, NULL, NULL),
        HD_ONE(HD_OUT, outputs, idle, 1, NULL, "Ports: no kernel is under way"),
        HD_ONE(HD_OUT, outputs, done, 1, NULL,
               "End: behind the cycle in which the last block is done; Fit: with refused_o"),
        HD_ONE(HD_OUT, outputs, refused, 1, if_done, "Fit: frames or ctas is 0"),
        HD_ONE(HD_OUT, outputs, frames, blocks, if_fits, frames),
        HD_ONE(HD_OUT, outputs, ctas, blocks, if_fits, ctas),
        HD_ONE(HD_OUT, outputs, binds, BINDS, if_fits_or_refused, binds),
        HD_ONE(HD_OUT, outputs, start_en, 1, NULL,
               "Fit: in the cycle behind its last one, if a block fits"),
        HD_ONE(HD_OUT, outputs, block_valid, 1, NULL,
               "Walk: from the cycle behind start_en_o until the last one is taken"),
        HD_ARRAY(HD_OUT, outputs, block_id, CTA_LAUNCHER_ID_WORDS, 32, if_offered, next),
        HD_REG("done_q", state, done, 0, 1, 1, NULL, "End: one cycle"),
        HD_REG("refused_q", state, refused, 0, 1, 1, if_done, "Fit: frames or ctas is 0"),
        HD_REG("phase_q", state, phase, 0, 1, 3, NULL,
               "State: 0 idle, 1 fit, 2 start, 3 walk, 4 all taken; Reset: 0"),
        HD_REG("size_x_q", state, size_x, 0, 1, 32, if_under_way, taken),
        HD_REG("size_y_q", state, size_y, 0, 1, 32, if_under_way, taken),
        HD_REG("size_z_q", state, size_z, 0, 1, 32, if_under_way, taken),
        HD_REG("x_q", state, x, 0, 1, 32, if_offered, next),
        HD_REG("y_q", state, y, 0, 1, 32, if_offered, next),
        HD_REG("z_q", state, z, 0, 1, 32, if_offered, next),
        HD_REG("warps_q", state, warps, 0, 1, warps, if_trying, taken),
        HD_REG("threads_q", state, threads, 0, 1, threads, if_trying, taken),
        HD_REG("rows_q", state, rows, 0, 1, rows, if_trying, taken),
        HD_REG("bytes_q", state, bytes, 0, 1, bytes, if_trying, taken),
        HD_REG("sum_warps_q", state, sum_warps, 0, 1, warps + 1, if_either, sum),
        HD_REG("sum_threads_q", state, sum_threads, 0, 1, threads + 1, if_scheduling, sum),
        HD_REG("sum_rows_q", state, sum_rows, 0, 1, rows + 1, if_capacity, sum),
        HD_REG("sum_bytes_q", state, sum_bytes, 0, 1, bytes + 1, if_capacity, sum),
        HD_REG("tried_q", state, tried, 0, 1, blocks + 1, if_trying,
               "Fit: k, from 1 on, one more in each cycle"),
        HD_REG("frames_q", state, frames, 0, 1, blocks, frames_known, frames),
        HD_REG("ctas_q", state, ctas, 0, 1, blocks, ctas_known, ctas),
        HD_REG("binds_q", state, binds, 0, 1, BINDS, binds_known, binds),
        HD_REG("found_q", state, found, 0, 1, 2, if_trying,
               "State: groups that have found their limit, bit 0 scheduling, 1 capacity"),
        HD_REG("here_q", state, here, 0, 1, blocks, if_walking,
               "Invariants: blocks taken less blocks done"),
    };
    return hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
}

unsigned long long cta_launcher_open(const char *path, unsigned blocks, unsigned slots,
                                     unsigned threads, unsigned rows, unsigned bytes, unsigned ctas,
                                     unsigned ids)
{
    const struct cta_launcher_cfg cfg = {blocks, slots, threads, rows, bytes, ctas, ids};
    char text[200];
    snprintf(text, sizeof text, "Blocks=%u Slots=%u Threads=%u Rows=%u Bytes=%u Ctas=%u Ids=%u",
             blocks, slots, threads, rows, bytes, ctas, ids);
    state s;
    const char *wrong = cta_launcher_init(&s, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR cta_launcher: %s (%s)\n", wrong, text);
        exit(2);
    }
    struct hd_instance *inst = describe(path, text, &cfg);
    memcpy(hd_model(inst), &s, sizeof s);
    return hd_handle(inst);
}

/* Registers in the order in which they are described: two of one bit, then a number each. */
void cta_launcher_state(unsigned long long handle, svBit done, svBit refused,
                        const svBitVecVal *number)
{
    enum { FLAGS = 2, NUMBERS = 21 };
    struct hd_instance *inst = hd_instance(handle);
    const bool flag[FLAGS] = {done != 0, refused != 0};
    for (uint32_t k = 0; k < FLAGS; k++) hd_state(inst, k, 1, &flag[k], sizeof flag[k]);
    for (uint32_t k = 0; k < NUMBERS; k++)
        hd_state(inst, FLAGS + k, 1, &number[k], sizeof number[k]);
}

svBit cta_launcher_jump(unsigned long long handle, unsigned *x, unsigned *y, unsigned *z)
{
    struct hd_instance *inst = hd_instance(handle);
    state *s = hd_model(inst);
    if (s->phase != CTA_LAUNCHER_WALK || !hd_jumps(inst)) return 0;
    s->x = (uint32_t)hd_jump_below(s->size_x);
    s->y = (uint32_t)hd_jump_below(s->size_y);
    s->z = (uint32_t)hd_jump_below(s->size_z);
    /* Often at the end of its row, and of its plane: the next one steps y, and z. */
    if (hd_jump_below(2) == 1) s->x = s->size_x - 1;
    if (hd_jump_below(2) == 1) s->y = s->size_y - 1;
    *x = s->x;
    *y = s->y;
    *z = s->z;
    /* As if as many blocks had been taken and were done. */
    s->taken = s->x + s->size_x * (s->y + (uint64_t)s->size_y * s->z);
    s->ended = s->taken - s->here;
    return 1;
}

int cta_launcher_ports(unsigned long long handle, svBit rst_n, svBit kernel_en, unsigned kernel_x,
                       unsigned kernel_y, unsigned kernel_z, unsigned kernel_warps,
                       unsigned kernel_threads, unsigned kernel_rows, unsigned kernel_bytes,
                       svBit block_ready, svBit done_valid, svBit idle, svBit done, svBit refused,
                       unsigned frames, unsigned ctas, unsigned binds, svBit start_en,
                       svBit block_valid, const svBitVecVal *block_id)
{
    struct hd_instance *inst = hd_instance(handle);
    inputs *in = hd_inputs(inst);
    in->kernel_en = kernel_en != 0;
    in->kernel_x = kernel_x;
    in->kernel_y = kernel_y;
    in->kernel_z = kernel_z;
    in->kernel_warps = kernel_warps;
    in->kernel_threads = kernel_threads;
    in->kernel_rows = kernel_rows;
    in->kernel_bytes = kernel_bytes;
    in->block_ready = block_ready != 0;
    in->done_valid = done_valid != 0;
    outputs *out = hd_outputs(inst);
    out->idle = idle != 0;
    out->done = done != 0;
    out->refused = refused != 0;
    out->frames = frames;
    out->ctas = ctas;
    out->binds = binds;
    out->start_en = start_en != 0;
    out->block_valid = block_valid != 0;
    memcpy(out->block_id, block_id, sizeof out->block_id);
    return hd_ports(inst, rst_n != 0);
}
