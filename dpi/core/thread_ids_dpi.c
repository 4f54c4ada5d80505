/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_thread_ids_lockstep: describes the block to the harness, unpacks arguments. */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "core/thread_ids.h"

typedef struct thread_ids state;
typedef struct thread_ids_in inputs;
typedef struct thread_ids_out outputs;

/* ---- what means something, and when ---- */

static bool if_ready(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return ((const state *)s)->ready;
}

static bool if_counting(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return ((const state *)s)->counting;
}

static bool if_begun(const void *s, const void *out, uint32_t i)
{
    return if_ready(s, out, i) || if_counting(s, out, i);
}

static bool if_lane_counted(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return i < ((const state *)s)->counted;
}

static bool if_warp_counted(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return i * ((const state *)s)->cfg.lanes < ((const state *)s)->counted;
}

/* The inputs of the cycle that hd_ports is asked to compare: which warps are looked up. */
static const inputs *now;

static uint32_t rank_of(const state *s, const inputs *in, uint32_t port, uint32_t lane)
{
    return in->rank[port][s->cfg.own ? lane : 0];
}

static bool if_there(const void *s, const void *out, uint32_t i)
{
    (void)out;
    const uint32_t lanes = ((const state *)s)->cfg.lanes;
    const uint32_t rank = rank_of(s, now, i / lanes, i % lanes);
    return (thread_ids_mask(s, rank) >> i % lanes & 1) != 0;
}

/* ---- coverage ---- */

enum {
    BIN_BEGIN_FIRST,
    BIN_BEGIN_READY,
    BIN_BEGIN_AGAIN,
    BIN_BEGIN_AT_ONCE,
    BIN_BEGIN_LAST,
    BIN_STEP_X,
    BIN_STEP_Y,
    BIN_STEP_Z,
    BIN_STEP_ROW_ENDS_WARP,
    BIN_ONE_THREAD,
    BIN_PART_WARP,
    BIN_ONE_WARP,
    BIN_LAST_PART,
    BIN_LAST_FULL,
    BIN_LAST_ONE,
    BIN_MOST,
    BIN_LONG_ROW,
    BIN_THIN,
    BIN_FLAT,
    BIN_CUBE,
    BIN_NO_CARRY,
    BIN_CARRY_X,
    BIN_CARRY_X_EXACT,
    BIN_CARRY_Y,
    BIN_CARRY_Y_ALONE,
    BIN_CARRY_Y_BY_CARRY,
    BIN_NOT_CARRIED_Y,
    BIN_LOOK_LAST,
    BIN_LOOK_NONE,
    BIN_LOOK_NOT_READY,
    BIN_LOOK_MIXED,
    BIN_LOOK_SAME
};

static const struct hd_bin bins[] = {
    {"begin_first", "a kernel begins, nothing is counted"},
    {"begin_ready", "a kernel begins, one was counted"},
    {"begin_again", "a kernel begins while one is counted"},
    {"begin_at_once", "in the first cycle of that count"},
    {"begin_last", "in its last one"},
    {"step_x", "the next thread is one further in x"},
    {"step_y", "it is one further in y, x is 0"},
    {"step_z", "it is one further in z, x and y are 0"},
    {"step_row_ends_warp", "a row of threads and a warp end with the same one"},
    {"one_thread", "a block of one thread is counted"},
    {"part_warp", "a block that does not fill its only warp"},
    {"one_warp", "a block that is just a warp"},
    {"last_part", "several warps, the last one is not full"},
    {"last_full", "several warps, all full"},
    {"last_one", "several warps, the last has one thread"},
    {"most", "as many threads as there can be"},
    {"long_row", "a row of threads is longer than a warp"},
    {"thin", "a block of one thread in x, several in y and z"},
    {"flat", "several in x and z, one in y"},
    {"cube", "several in x, y and z"},
    {"no_carry", "a thread's ids are the sums, of digits that are not all 0"},
    {"carry_x", "x carries"},
    {"carry_x_exact", "x carries, and is 0"},
    {"carry_y", "x and y carry"},
    {"carry_y_alone", "y carries, x does not"},
    {"carry_y_by_carry", "y carries by x's carry alone"},
    {"not_carried_y", "the carry of x makes y the last one"},
    {"look_last", "the last warp is looked up, and is not full"},
    {"look_none", "a warp is looked up that the block has not"},
    {"look_not_ready", "a warp is looked up while nothing is ready"},
    {"look_mixed", "two lanes of a look-up, or two ports, are of different warps"},
    {"look_same", "two lanes, or two ports, are of one"},
    {NULL, NULL},
};

static void cover_begin(const state *s, uint64_t *bin)
{
    const bool last = s->x + 1 == s->size_x && s->y + 1 == s->size_y && s->z + 1 == s->size_z;
    if (s->ready) bin[BIN_BEGIN_READY]++;
    else if (!s->counting) bin[BIN_BEGIN_FIRST]++;
    else if (last) bin[BIN_BEGIN_LAST]++;
    else bin[s->counted == 0 ? BIN_BEGIN_AT_ONCE : BIN_BEGIN_AGAIN]++;
}

/* A block is counted: what its sizes are. */
static void cover_block(const state *s, uint64_t *bin)
{
    const uint32_t threads = s->counted + 1;
    const uint32_t lanes = s->cfg.lanes;
    if (threads == 1) bin[BIN_ONE_THREAD]++;
    else if (threads < lanes) bin[BIN_PART_WARP]++;
    if (threads == lanes) bin[BIN_ONE_WARP]++;
    if (threads > lanes) bin[threads % lanes == 0 ? BIN_LAST_FULL : BIN_LAST_PART]++;
    if (threads > lanes && lanes > 1 && threads % lanes == 1) bin[BIN_LAST_ONE]++;
    if (threads == lanes * s->cfg.max_warps) bin[BIN_MOST]++;
    if (s->size_x > lanes) bin[BIN_LONG_ROW]++;
    if (s->size_x == 1 && s->size_y > 1 && s->size_z > 1) bin[BIN_THIN]++;
    if (s->size_x > 1 && s->size_y == 1 && s->size_z > 1) bin[BIN_FLAT]++;
    if (s->size_x > 1 && s->size_y > 1 && s->size_z > 1) bin[BIN_CUBE]++;
}

static void cover_count(const state *s, uint64_t *bin)
{
    const bool row_ends = s->x + 1 == s->size_x;
    if (row_ends && s->y + 1 == s->size_y && s->z + 1 == s->size_z) {
        cover_block(s, bin);
        return;
    }
    if (!row_ends) bin[BIN_STEP_X]++;
    else bin[s->y + 1 < s->size_y ? BIN_STEP_Y : BIN_STEP_Z]++;
    if (row_ends && s->lane + 1 == s->cfg.lanes) bin[BIN_STEP_ROW_ENDS_WARP]++;
}

/* A thread that there is: how its ids come to be. */
static void cover_thread(const state *s, uint32_t rank, uint32_t lane, uint64_t *bin)
{
    const uint32_t x = s->warp_x[rank] + s->lane_x[lane];
    const uint32_t y = s->warp_y[rank] + s->lane_y[lane];
    const bool carry = x >= s->size_x;
    const bool carry_y = y + carry >= s->size_y;
    if (!carry && !carry_y && x + y != 0) bin[BIN_NO_CARRY]++;
    if (carry) bin[x == s->size_x ? BIN_CARRY_X_EXACT : BIN_CARRY_X]++;
    if (carry_y) bin[carry ? BIN_CARRY_Y : BIN_CARRY_Y_ALONE]++;
    if (carry_y && y < s->size_y) bin[BIN_CARRY_Y_BY_CARRY]++;
    if (carry && y + 2 == s->size_y) bin[BIN_NOT_CARRIED_Y]++;
}

static void cover_look(const state *s, const inputs *in, uint64_t *bin)
{
    const uint32_t lanes = s->cfg.lanes;
    for (uint32_t i = 0; i < s->cfg.ports * lanes; i++) {
        const uint32_t lane = i % lanes;
        const uint32_t rank = rank_of(s, in, i / lanes, lane);
        const uint32_t other = rank_of(s, in, 0, 0);
        if (!s->ready) {
            bin[BIN_LOOK_NOT_READY]++;
            continue;
        }
        if (rank >= s->warps) bin[BIN_LOOK_NONE]++;
        if (rank + 1 == s->warps && s->last + 1 < lanes) bin[BIN_LOOK_LAST]++;
        if (i >= (s->cfg.own ? 1 : lanes) && other < s->warps && rank < s->warps)
            bin[rank == other ? BIN_LOOK_SAME : BIN_LOOK_MIXED]++;
        if ((thread_ids_mask(s, rank) >> lane & 1) != 0) cover_thread(s, rank, lane, bin);
    }
}

static void cover(const void *state_, const void *in_, const void *out_, uint64_t *bin)
{
    (void)out_;
    const state *s = state_;
    const inputs *in = in_;
    if (in->kernel_en) cover_begin(s, bin);
    else if (s->counting) cover_count(s, bin);
    cover_look(s, in, bin);
}

/* ---- the block, as the harness sees it ---- */

static void reset(void *s) { thread_ids_reset(s); }
static void eval(const void *s, const void *in, void *out) { thread_ids_eval(s, in, out); }
static void tick(void *s, const void *in, const void *out) { thread_ids_tick(s, in, out); }
static const char *check(const void *s) { return thread_ids_check(s); }
static const char *promise(const void *s, const void *in) { return thread_ids_promise(s, in); }

static const struct hd_block block = {
    .name = "thread_ids",
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
    .index_rule = "lane_x_q, lane_y_q, lane_z_q: lane [i]; warp_x_q, warp_y_q, warp_z_q: rank [i]",
    .waves = "ready_q counting_q size_x_q size_y_q size_z_q x_q y_q z_q lane_q rank_q",
};

/* Of each port its first n elements. */
static struct hd_field of_ports(struct hd_field f, uint32_t ports)
{
    f.count = ports * f.row;
    return f;
}

static struct hd_instance *describe(const char *path, const char *text,
                                    const struct thread_ids_cfg *c)
{
    const uint32_t most = c->lanes * c->max_warps;
    const uint32_t id = most > 1 ? hd_bits_for(most - 1) : 1;
    const uint32_t size = hd_bits_for(most);
    const uint32_t rank = c->max_warps > 1 ? hd_bits_for(c->max_warps - 1) : 1;
    const uint32_t lane = c->lanes > 1 ? hd_bits_for(c->lanes - 1) : 1;
    const uint32_t rows = c->own ? c->lanes : 1;
    const char *const taken = "Count: kernel_en_i takes the sizes";
    const char *const step =
        "Count: the ids of thread 0 first; each time one further, x first, then y, then z";
    const char *const sum_x =
        "Look-up: the sum of the warp's digit and the lane's, less X if that is not below X";
    const char *const sum_y =
        "Look-up: the sum of the digits and of the carry of x, less Y if that is not below Y";
    const char *const sum_z = "Look-up: the sum of the digits and of the carry of y";
    const char *const of_lane = "Count: of the first Lanes threads the ids are the lane's";
    const char *const of_warp = "Count: of a warp's first thread the ids are the warp's";
    const struct hd_field fields[] = {
        HD_ONE(HD_IN, inputs, kernel_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, kernel_x, size, NULL, NULL),
        HD_ONE(HD_IN, inputs, kernel_y, size, NULL, NULL),
        HD_ONE(HD_IN, inputs, kernel_z, size, NULL, NULL),
        of_ports((struct hd_field)HD_ROWS(HD_IN, inputs, rank, rows, rank, NULL, NULL), c->ports),
        HD_ONE(HD_OUT, outputs, ready, 1, NULL,
               "Count: high behind the last thread; low behind kernel_en_i; Reset: low"),
        HD_ONE(HD_OUT, outputs, warps, hd_bits_for(c->max_warps), if_ready,
               "Ports: warps of a block"),
        HD_ONE(HD_OUT, outputs, last_mask, c->lanes, if_ready,
               "Ports: the lanes of the last warp that hold a thread"),
        of_ports((struct hd_field)HD_ROWS(HD_OUT, outputs, x, c->lanes, id, if_there, sum_x),
                 c->ports),
        of_ports((struct hd_field)HD_ROWS(HD_OUT, outputs, y, c->lanes, id, if_there, sum_y),
                 c->ports),
        of_ports((struct hd_field)HD_ROWS(HD_OUT, outputs, z, c->lanes, id, if_there, sum_z),
                 c->ports),
        HD_REG("ready_q", state, ready, 0, 1, 1, NULL,
               "Count: set by the last thread, cleared by kernel_en_i; Reset: 0"),
        HD_REG("counting_q", state, counting, 0, 1, 1, NULL,
               "Count: from kernel_en_i to the last thread; Reset: 0"),
        HD_REG("size_x_q", state, size_x, 0, 1, size, if_begun, taken),
        HD_REG("size_y_q", state, size_y, 0, 1, size, if_begun, taken),
        HD_REG("size_z_q", state, size_z, 0, 1, size, if_begun, taken),
        HD_REG("x_q", state, x, 0, 1, id, if_counting, step),
        HD_REG("y_q", state, y, 0, 1, id, if_counting, step),
        HD_REG("z_q", state, z, 0, 1, id, if_counting, step),
        HD_REG("lane_q", state, lane, 0, 1, lane, if_counting,
               "State: the lane of the thread that is looked at"),
        HD_REG("rank_q", state, rank, 0, 1, rank, if_counting,
               "State: the warp of the thread that is looked at"),
        HD_REG("warps_q", state, warps, 0, 1, hd_bits_for(c->max_warps), if_ready,
               "Ports: warps of a block"),
        HD_REG("last_q", state, last, 0, 1, lane, if_ready, "State: the last thread's lane"),
        HD_REG("lane_x_q", state, lane_x[0], 4, c->lanes, id, if_lane_counted, of_lane),
        HD_REG("lane_y_q", state, lane_y[0], 4, c->lanes, id, if_lane_counted, of_lane),
        HD_REG("lane_z_q", state, lane_z[0], 4, c->lanes, id, if_lane_counted, of_lane),
        HD_REG("warp_x_q", state, warp_x[0], 4, c->max_warps, id, if_warp_counted, of_warp),
        HD_REG("warp_y_q", state, warp_y[0], 4, c->max_warps, id, if_warp_counted, of_warp),
        HD_REG("warp_z_q", state, warp_z[0], 4, c->max_warps, id, if_warp_counted, of_warp),
    };
    return hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
}

unsigned long long thread_ids_open(const char *path, unsigned lanes, unsigned max_warps,
                                   unsigned ports, unsigned own)
{
    const struct thread_ids_cfg cfg = {lanes, max_warps, ports, own};
    char text[200];
    snprintf(text, sizeof text, "Lanes=%u MaxWarps=%u Ports=%u Own=%u", lanes, max_warps, ports,
             own);
    state s;
    const char *wrong = thread_ids_init(&s, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR thread_ids: %s (%s)\n", wrong, text);
        exit(2);
    }
    struct hd_instance *inst = describe(path, text, &cfg);
    memcpy(hd_model(inst), &s, sizeof s);
    return hd_handle(inst);
}

/* The registers in the order in which they are described: those that are one number, then those of
 * lanes, then those of warps. */
void thread_ids_state(unsigned long long handle, svBit ready, svBit counting, unsigned size_x,
                      unsigned size_y, unsigned size_z, unsigned x, unsigned y, unsigned z,
                      unsigned lane, unsigned rank, unsigned warps, unsigned last,
                      const svBitVecVal *lane_x, const svBitVecVal *lane_y,
                      const svBitVecVal *lane_z, const svBitVecVal *warp_x,
                      const svBitVecVal *warp_y, const svBitVecVal *warp_z)
{
    struct hd_instance *inst = hd_instance(handle);
    const struct thread_ids_cfg *cfg = &((const state *)hd_model(inst))->cfg;
    const bool flag[] = {ready != 0, counting != 0};
    const uint32_t one[] = {size_x, size_y, size_z, x, y, z, lane, rank, warps, last};
    const svBitVecVal *const of_lane[] = {lane_x, lane_y, lane_z};
    const svBitVecVal *const of_warp[] = {warp_x, warp_y, warp_z};
    uint32_t reg = 0;
    for (uint32_t k = 0; k < 2; k++) hd_state(inst, reg++, 1, &flag[k], sizeof flag[k]);
    for (uint32_t k = 0; k < sizeof one / sizeof one[0]; k++)
        hd_state(inst, reg++, 1, &one[k], sizeof one[k]);
    for (uint32_t k = 0; k < 3; k++)
        hd_state(inst, reg++, 1, of_lane[k], cfg->lanes * sizeof(uint32_t));
    for (uint32_t k = 0; k < 3; k++)
        hd_state(inst, reg++, 1, of_warp[k], cfg->max_warps * sizeof(uint32_t));
}

int thread_ids_ports(unsigned long long handle, svBit rst_n, svBit kernel_en, unsigned kernel_x,
                     unsigned kernel_y, unsigned kernel_z, const svBitVecVal *rank, svBit ready,
                     unsigned warps, unsigned long long last_mask, const svBitVecVal *x,
                     const svBitVecVal *y, const svBitVecVal *z)
{
    struct hd_instance *inst = hd_instance(handle);
    const struct thread_ids_cfg *cfg = &((const state *)hd_model(inst))->cfg;
    const uint32_t rows = cfg->own ? cfg->lanes : 1;
    inputs *in = hd_inputs(inst);
    outputs *out = hd_outputs(inst);
    in->kernel_en = kernel_en != 0;
    in->kernel_x = kernel_x;
    in->kernel_y = kernel_y;
    in->kernel_z = kernel_z;
    out->ready = ready != 0;
    out->warps = warps;
    out->last_mask = last_mask;
    for (uint32_t p = 0; p < cfg->ports; p++) {
        const size_t ids = cfg->lanes * sizeof out->x[0][0];
        memcpy(in->rank[p], rank + p * rows, rows * sizeof in->rank[0][0]);
        memcpy(out->x[p], x + p * cfg->lanes, ids);
        memcpy(out->y[p], y + p * cfg->lanes, ids);
        memcpy(out->z[p], z + p * cfg->lanes, ids);
    }
    now = in;
    return hd_ports(inst, rst_n != 0);
}
