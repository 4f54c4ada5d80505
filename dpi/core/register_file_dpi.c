/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_register_file_lockstep: describes the block to the harness, unpacks
 * arguments. */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "core/register_file.h"

enum {
    OPERANDS = REGISTER_FILE_OPERANDS,
    MAX_OPERANDS = REGISTER_FILE_MAX_OPERANDS,
    LANES = REGISTER_FILE_MAX_LANES,
    BANKS = REGISTER_FILE_MAX_BANKS,
    ROWS = REGISTER_FILE_MAX_BANKS * REGISTER_FILE_MAX_SETS,
};

/* The model, and what the RTL can know: it comes up with any contents, and a reset leaves them. */
typedef struct {
    struct register_file s;
    uint64_t written[ROWS];       /* lanes of each row that were written */
    uint64_t known[MAX_OPERANDS]; /* lanes of an operand that were read from such a row */
    bool just_wrote[BANKS];       /* in the last cycle, */
    uint32_t just_index[BANKS];   /* this row; of lane 0 */
} state;
typedef struct register_file_in inputs;

/* The outputs with their data, which the model has in its state. */
typedef struct {
    bool rd_ready[REGISTER_FILE_MAX_PORTS];
    bool out_valid[REGISTER_FILE_MAX_PORTS];
    uint32_t out_data[MAX_OPERANDS][LANES];
    bool wr_ready[REGISTER_FILE_MAX_WRITERS];
    struct register_file_out model; /* as eval gave them, for tick */
} outputs;

static bool has(uint64_t mask, uint32_t i) { return (mask >> i & 1) != 0; }
static bool several(uint64_t mask) { return (mask & (mask - 1)) != 0; }
static uint64_t all_lanes(const state *s) { return UINT64_MAX >> (64 - s->s.cfg.lanes); }

/* The row of a lane: with `own` it has an index of its own. */
static uint32_t row_of(const state *s, uint32_t bank, const uint32_t *index, uint32_t lane)
{
    return bank * s->s.cfg.sets + index[s->s.cfg.own ? lane : 0];
}

/* ---- the model, and what of it is known ---- */

static void reset(void *s_)
{
    state *s = s_;
    register_file_reset(&s->s);
    memset(s->just_wrote, 0, sizeof s->just_wrote);
}

static void eval(const void *s_, const void *in, void *out_)
{
    const state *s = s_;
    outputs *out = out_;
    const uint32_t row = s->s.cfg.lanes * (uint32_t)sizeof out->out_data[0][0];
    register_file_eval(&s->s, in, &out->model);
    memcpy(out->rd_ready, out->model.rd_ready, sizeof out->rd_ready);
    memcpy(out->out_valid, out->model.out_valid, sizeof out->out_valid);
    memcpy(out->wr_ready, out->model.wr_ready, sizeof out->wr_ready);
    for (uint32_t k = 0; k < OPERANDS * s->s.cfg.ports; k++)
        memcpy(out->out_data[k], out->model.out_data[k], row);
}

/* Operand k is read, before anything is written. */
static void know_operand(state *s, const inputs *in, uint32_t k)
{
    const uint32_t rows = s->s.cfg.own ? s->s.cfg.lanes : 1;
    s->known[k] = 0;
    for (uint32_t r = 0; r < rows; r++) {
        const uint64_t lanes = s->s.cfg.own ? UINT64_C(1) << r : all_lanes(s);
        s->known[k] |= s->written[row_of(s, in->rd_bank[k], in->rd_index[k], r)] & lanes;
    }
}

static void know_result(state *s, const inputs *in, uint32_t w)
{
    const uint32_t bank = in->wr_bank[w];
    const uint32_t rows = s->s.cfg.own ? s->s.cfg.lanes : 1;
    for (uint32_t r = 0; r < rows; r++) {
        const uint64_t lanes = s->s.cfg.own ? UINT64_C(1) << r : all_lanes(s);
        if ((in->wr_mask[w] & lanes) == 0) continue; /* such a lane may name any row */
        s->written[row_of(s, bank, in->wr_index[w], r)] |= in->wr_mask[w] & lanes;
    }
    s->just_wrote[bank] = in->wr_mask[w] != 0;
    s->just_index[bank] = in->wr_index[w][0];
}

static void tick(void *s_, const void *in_, const void *out_)
{
    state *s = s_;
    const inputs *in = in_;
    const outputs *out = out_;
    memset(s->just_wrote, 0, sizeof s->just_wrote);
    for (uint32_t k = 0; k < OPERANDS * s->s.cfg.ports; k++) {
        const uint32_t p = k / OPERANDS;
        const bool used = has(in->rd_use[p], k % OPERANDS);
        if (has(out->model.served, k)) know_operand(s, in, k);
        if (in->rd_valid[p] && out->rd_ready[p] && !used) s->known[k] = all_lanes(s);
    }
    for (uint32_t w = 0; w < s->s.cfg.writers; w++) {
        if (in->wr_valid[w] && out->wr_ready[w]) know_result(s, in, w);
    }
    register_file_tick(&s->s, in, &out->model);
}

static const char *check(const void *s) { return register_file_check(&((const state *)s)->s); }

static const char *promise(const void *s, const void *in)
{
    return register_file_promise(&((const state *)s)->s, in);
}

/* ---- what means something, and when ---- */

/* The inputs of the cycle that hd_ports is asked to compare: a ready is one to a valid. */
static const inputs *now;

static bool if_requested(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)out;
    return now->rd_valid[i];
}

static bool if_result(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)out;
    return now->wr_valid[i];
}

static bool is_known(const state *s, uint32_t i)
{
    return has(s->known[i / s->s.cfg.lanes], i % s->s.cfg.lanes);
}

static bool if_at_output(const void *s_, const void *out, uint32_t i)
{
    (void)out;
    const state *s = s_;
    return has(s->s.full, i / s->s.cfg.lanes / OPERANDS) && is_known(s, i);
}

static bool if_collected(const void *s_, const void *out, uint32_t i)
{
    const state *s = s_;
    return if_at_output(s, out, i) || (has(s->s.got, i / s->s.cfg.lanes) && is_known(s, i));
}

static bool if_written(const void *s_, const void *out, uint32_t i)
{
    (void)out;
    const state *s = s_;
    return has(s->written[i / s->s.cfg.lanes], i % s->s.cfg.lanes);
}

/* ---- coverage ---- */

enum {
    BIN_NONE_ACCEPTED,
    BIN_NONE_WAITS,
    BIN_ONE_AT_ONCE,
    BIN_TWO_AT_ONCE,
    BIN_THREE_AT_ONCE,
    BIN_COMPLETED,
    BIN_PARTLY,
    BIN_NOTHING,
    BIN_NOT_TAKEN,
    BIN_TAKEN_ACCEPTED,
    BIN_TAKEN_PARTLY,
    BIN_TAKEN_ALONE,
    BIN_GAP,
    BIN_TWO_IN_BANK,
    BIN_THREE_IN_BANK,
    BIN_SAME_REGISTER,
    BIN_LOWER_PORT,
    BIN_HIGHER_PORT,
    BIN_ROUND_END,
    BIN_OTHER_BANKS,
    BIN_LONG_WAIT,
    BIN_WRITE_ONE,
    BIN_WRITE_TWO,
    BIN_WRITE_CONFLICT,
    BIN_WRITE_THIRD,
    BIN_WRITE_PAST,
    BIN_WRITE_ALL,
    BIN_WRITE_SOME,
    BIN_WRITE_NOTHING,
    BIN_NOTHING_BLOCKS,
    BIN_READ_WRITTEN,
    BIN_READ_BEHIND,
    BIN_READ_NEVER,
    BIN_OWN_APART,
    BIN_OWN_WRITE_APART
};

static const struct hd_bin bins[] = {
    {"none_accepted", "a request without operands is accepted"},
    {"none_waits", "a request without operands is not, the output waits"},
    {"one_at_once", "a request for one operand is accepted in its first cycle"},
    {"two_at_once", "one for two is"},
    {"three_at_once", "one for three is"},
    {"completed", "a request is accepted of which some operands were there"},
    {"partly", "some operands are collected, others stay"},
    {"nothing", "a port asks and gets nothing"},
    {"not_taken", "operands are wanted, the output waits and is not taken"},
    {"taken_accepted", "an output is taken, and a request accepted"},
    {"taken_partly", "an output is taken, and some operands of a request collected"},
    {"taken_alone", "an output is taken, and nothing is requested"},
    {"gap", "the first and the third operand are used, the second is not"},
    {"two_in_bank", "two operands of a request ask one bank"},
    {"three_in_bank", "all three do"},
    {"same_register", "two operands of a request are the same register"},
    {"lower_port", "of two ports that ask a bank the lower-numbered one is first in turn"},
    {"higher_port", "the higher-numbered one is"},
    {"round_end", "the lower-numbered one is, round the end"},
    {"other_banks", "a port loses one bank and is served by another"},
    {"long_wait", "an operand has waited for 2 * Ports cycles"},
    {"write_one", "one result is written, no other is there"},
    {"write_two", "several results are written in one cycle"},
    {"write_conflict", "a result waits, a lower-numbered one has its bank"},
    {"write_third", "two wait for one bank"},
    {"write_past", "a result is written though a lower-numbered one waits"},
    {"write_all", "all lanes are written"},
    {"write_some", "some lanes are"},
    {"write_nothing", "a result of no lane is accepted"},
    {"nothing_blocks", "a result waits for one of no lane"},
    {"read_written", "a register is read and written in one cycle"},
    {"read_behind", "a row is read in the cycle behind the one in which it is written"},
    {"read_never", "a register is read that was never written"},
    {"own_apart", "lanes of an operand have different indices"},
    {"own_write_apart", "lanes of a result have"},
    {NULL, NULL},
};

/* The operands of port p that ask a bank in this cycle, a bit each: of all operands. */
static uint32_t asked(const state *s, const inputs *in, uint32_t p)
{
    const bool may = !has(s->s.full, p) || in->out_ready[p];
    return in->rd_valid[p] && may ? in->rd_use[p] << OPERANDS * p & ~s->s.got : 0;
}

static bool is_apart(const state *s, const uint32_t *index)
{
    for (uint32_t lane = 1; s->s.cfg.own && lane < s->s.cfg.lanes; lane++) {
        if (index[lane] != index[0]) return true;
    }
    return false;
}

/* What kind of request stands at port p. */
static void cover_operands(const state *s, const inputs *in, uint32_t p, uint64_t *bin)
{
    const uint32_t use = in->rd_use[p];
    const uint32_t *bank = &in->rd_bank[OPERANDS * p];
    uint32_t twins = 0;
    for (uint32_t o = 1; o < OPERANDS; o++) {
        for (uint32_t q = 0; q < o; q++) {
            if (!has(use, o) || !has(use, q) || bank[o] != bank[q]) continue;
            const uint32_t k = OPERANDS * p;
            twins++;
            if (in->rd_index[k + o][0] == in->rd_index[k + q][0]) bin[BIN_SAME_REGISTER]++;
        }
        if (has(use, o) && is_apart(s, in->rd_index[OPERANDS * p + o])) bin[BIN_OWN_APART]++;
    }
    if (use == 5) bin[BIN_GAP]++;
    if (twins != 0) bin[twins == 3 ? BIN_THREE_IN_BANK : BIN_TWO_IN_BANK]++;
}

static void cover_accepted(const state *s, uint32_t use, uint32_t p, uint64_t *bin)
{
    const uint32_t count = has(use, 0) + has(use, 1) + has(use, 2);
    if ((s->s.got >> OPERANDS * p & 7) != 0) bin[BIN_COMPLETED]++;
    else bin[BIN_NONE_ACCEPTED + (count == 0 ? 0 : 1 + count)]++;
}

static void cover_port(const state *s, const inputs *in, const outputs *out, uint32_t p,
                       uint64_t *bin)
{
    const uint32_t ask = asked(s, in, p);
    const uint32_t served = out->model.served & ask;
    const bool waits = has(s->s.full, p) && !in->out_ready[p];
    const bool taken = has(s->s.full, p) && in->out_ready[p];
    if (!in->rd_valid[p]) {
        if (taken) bin[BIN_TAKEN_ALONE]++;
        return;
    }
    cover_operands(s, in, p, bin);
    if (waits) {
        bin[in->rd_use[p] == 0 ? BIN_NONE_WAITS : BIN_NOT_TAKEN]++;
        return;
    }
    if (out->rd_ready[p]) {
        cover_accepted(s, in->rd_use[p], p, bin);
        if (taken) bin[BIN_TAKEN_ACCEPTED]++;
        return;
    }
    bin[served != 0 ? BIN_PARTLY : BIN_NOTHING]++;
    if (served != 0 && taken) bin[BIN_TAKEN_PARTLY]++;
}

/* Operand k, which asks, is not served: which port has its bank? */
static void cover_loser(const state *s, const inputs *in, const outputs *out, uint32_t k,
                        uint64_t *bin)
{
    const uint32_t loser = k / OPERANDS;
    const uint32_t turn = s->s.turn;
    uint32_t winner = loser;
    for (uint32_t j = 0; j < OPERANDS * s->s.cfg.ports; j++) {
        if (has(out->model.served, j) && in->rd_bank[j] == in->rd_bank[k]) winner = j / OPERANDS;
    }
    if (s->s.waited[k] >= 2 * s->s.cfg.ports) bin[BIN_LONG_WAIT]++;
    if (winner == loser) return;
    if (winner > loser) bin[BIN_HIGHER_PORT]++;
    else bin[loser < turn ? BIN_ROUND_END : BIN_LOWER_PORT]++;
    if ((out->model.served & asked(s, in, loser)) != 0) bin[BIN_OTHER_BANKS]++;
}

/* Is a register of operand k, which is read, written by result w? */
static bool is_written(const state *s, const inputs *in, uint32_t w, uint32_t k)
{
    const uint32_t bank = in->rd_bank[k];
    for (uint32_t lane = 0; lane < s->s.cfg.lanes; lane++) {
        const bool same =
            row_of(s, bank, in->wr_index[w], lane) == row_of(s, bank, in->rd_index[k], lane);
        if (!s->s.cfg.own && !same) return false;
        if (same && has(in->wr_mask[w], lane)) return true;
    }
    return false;
}

static void cover_read(const state *s, const inputs *in, const outputs *out, uint32_t k,
                       uint64_t *bin)
{
    const uint32_t bank = in->rd_bank[k];
    const uint32_t index = in->rd_index[k][0];
    for (uint32_t w = 0; w < s->s.cfg.writers; w++) {
        if (!in->wr_valid[w] || !out->wr_ready[w] || in->wr_bank[w] != bank) continue;
        if (is_written(s, in, w, k)) bin[BIN_READ_WRITTEN]++;
    }
    if (s->just_wrote[bank] && s->just_index[bank] == index) bin[BIN_READ_BEHIND]++;
    if (!has(s->written[bank * s->s.cfg.sets + index], 0)) bin[BIN_READ_NEVER]++;
}

/* Result w waits: for whom, and who else does. */
static void cover_refused(const state *s, const inputs *in, const outputs *out, uint32_t w,
                          uint64_t *bin)
{
    uint32_t others = 0;
    for (uint32_t v = 0; v < w; v++) {
        if (!in->wr_valid[v] || in->wr_bank[v] != in->wr_bank[w]) continue;
        if (!out->wr_ready[v]) others++;
        else if (in->wr_mask[v] == 0) bin[BIN_NOTHING_BLOCKS]++;
    }
    bin[BIN_WRITE_CONFLICT]++;
    if (others != 0) bin[BIN_WRITE_THIRD]++;
    for (uint32_t v = w + 1; v < s->s.cfg.writers; v++) {
        if (in->wr_valid[v] && out->wr_ready[v]) bin[BIN_WRITE_PAST]++;
    }
}

static void cover_writers(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    uint32_t valid = 0;
    uint32_t accepted = 0;
    for (uint32_t w = 0; w < s->s.cfg.writers; w++) {
        if (!in->wr_valid[w]) continue;
        valid |= 1u << w;
        if (!out->wr_ready[w]) {
            cover_refused(s, in, out, w, bin);
            continue;
        }
        accepted |= 1u << w;
        if (in->wr_mask[w] == all_lanes(s)) bin[BIN_WRITE_ALL]++;
        else bin[in->wr_mask[w] == 0 ? BIN_WRITE_NOTHING : BIN_WRITE_SOME]++;
        if (several(in->wr_mask[w]) && is_apart(s, in->wr_index[w])) bin[BIN_OWN_WRITE_APART]++;
    }
    if (valid != 0 && !several(valid)) bin[BIN_WRITE_ONE]++;
    if (several(accepted)) bin[BIN_WRITE_TWO]++;
}

static void cover(const void *s_, const void *in_, const void *out_, uint64_t *bin)
{
    const state *s = s_;
    const inputs *in = in_;
    const outputs *out = out_;
    for (uint32_t p = 0; p < s->s.cfg.ports; p++) cover_port(s, in, out, p, bin);
    for (uint32_t k = 0; k < OPERANDS * s->s.cfg.ports; k++) {
        if (has(out->model.served, k)) cover_read(s, in, out, k, bin);
        else if (has(asked(s, in, k / OPERANDS), k)) cover_loser(s, in, out, k, bin);
    }
    cover_writers(s, in, out, bin);
}

/* ---- the block, as the harness sees it ---- */

static const struct hd_block block = {
    .name = "register_file",
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
    .index_rule = "data_q[i]: lane i % Lanes of operand i / Lanes, of which each port has three; "
                  "mem[i]: lane i % Lanes, index i / Lanes % Sets, bank i / Lanes / Sets",
    .waves = "full_q got_q turn_q",
};

enum { REG_FULL, REG_GOT, REG_TURN, REG_DATA, REG_MEM };

/* So many rows of it, under the name that it has in the RTL. */
static struct hd_field of_rows(struct hd_field f, uint32_t n, const char *name)
{
    f.count = n * f.row;
    f.name = name;
    return f;
}

static struct hd_instance *describe(const char *path, const char *text,
                                    const struct register_file_cfg *c)
{
    const uint32_t operands = OPERANDS * c->ports;
    const uint32_t bank = c->banks > 1 ? hd_bits_for(c->banks - 1) : 1;
    const uint32_t set = hd_bits_for(c->sets - 1);
    const uint32_t rows = c->own ? c->lanes : 1;
    const char *const data = "Read: what a bank serves is in the port's operand register from the "
                             "next cycle on, the old contents; one that is not used is 0";
    const struct hd_field fields[] = {
        HD_ARRAY(HD_IN, inputs, rd_valid, c->ports, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, rd_use, c->ports, OPERANDS, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, rd_bank, operands, bank, NULL, NULL),
        of_rows((struct hd_field)HD_ROWS(HD_IN, inputs, rd_index, rows, set, NULL, NULL), operands,
                "rd_index"),
        HD_ARRAY(HD_IN, inputs, out_ready, c->ports, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, wr_valid, c->writers, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, wr_bank, c->writers, bank, NULL, NULL),
        of_rows((struct hd_field)HD_ROWS(HD_IN, inputs, wr_index, rows, set, NULL, NULL),
                c->writers, "wr_index"),
        HD_ARRAY(HD_IN, inputs, wr_mask, c->writers, c->lanes, NULL, NULL),
        of_rows((struct hd_field)HD_ROWS(HD_IN, inputs, wr_data, c->lanes, 32, NULL, NULL),
                c->writers, "wr_data"),
        HD_ARRAY(HD_OUT, outputs, rd_ready, c->ports, 1, if_requested,
                 "Read: with this cycle's all operands are collected; a bank serves the port first "
                 "in turn, of it the lowest operand; nothing while the output waits"),
        HD_ARRAY(HD_OUT, outputs, out_valid, c->ports, 1, NULL,
                 "Read: from the cycle behind the acceptance until taken"),
        of_rows(
            (struct hd_field)HD_ROWS(HD_OUT, outputs, out_data, c->lanes, 32, if_at_output, data),
            operands, "out_data"),
        HD_ARRAY(HD_OUT, outputs, wr_ready, c->writers, 1, if_result,
                 "Write: a bank serves the lowest-numbered writer that asks"),
        HD_REG("full_q", state, s.full, 0, 1, c->ports, NULL,
               "Read: set by acceptance, cleared when taken; Reset: 0"),
        HD_REG("got_q", state, s.got, 0, 1, operands, NULL,
               "Read: what is collected for a request not yet accepted; Reset: 0"),
        HD_REG("turn_q", state, s.turn, 0, 1, 2, NULL,
               "Read: one further in each cycle, round Ports; Reset: 0"),
        of_rows((struct hd_field)HD_ROWS(HD_STATE, state, s.data, c->lanes, 32, if_collected, data),
                operands, "data_q"),
        HD_REG("mem", state, s.reg[0], 4, c->banks * c->sets * c->lanes, 32, if_written,
               "Write: lanes of the mask get the data of the lowest-numbered writer; nothing else "
               "changes a register, also no reset"),
    };
    return hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
}

unsigned long long register_file_open(const char *path, unsigned lanes, unsigned banks,
                                      unsigned sets, unsigned ports, unsigned writers, unsigned own)
{
    const struct register_file_cfg cfg = {lanes, banks, sets, ports, writers, own};
    char text[200];
    snprintf(text, sizeof text, "Lanes=%u Banks=%u Sets=%u Ports=%u Writers=%u Own=%u", lanes,
             banks, sets, ports, writers, own);
    /* In place: it is big, and of that only a part is ever touched. */
    struct hd_instance *inst = describe(path, text, &cfg);
    const char *wrong = register_file_init(&((state *)hd_model(inst))->s, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR register_file: %s (%s)\n", wrong, text);
        exit(2);
    }
    return hd_handle(inst);
}

void register_file_state(unsigned long long handle, unsigned full, unsigned got, unsigned turn,
                         const svBitVecVal *data)
{
    struct hd_instance *inst = hd_instance(handle);
    const struct register_file_cfg *cfg = &((const state *)hd_model(inst))->s.cfg;
    hd_state(inst, REG_FULL, 1, &full, sizeof full);
    hd_state(inst, REG_GOT, 1, &got, sizeof got);
    hd_state(inst, REG_TURN, 1, &turn, sizeof turn);
    for (uint32_t k = 0; k < OPERANDS * cfg->ports; k++)
        hd_state_part(inst, REG_DATA, k * cfg->lanes, cfg->lanes, data + k * cfg->lanes);
}

/* Of each bank that was written (a bit each) the row, or each lane's own; and one in turn. */
void register_file_rows(unsigned long long handle, unsigned char wrote,
                        const svBitVecVal *wrote_index, const svBitVecVal *wrote_row,
                        unsigned swept_bank, unsigned swept_index, const svBitVecVal *swept_row)
{
    struct hd_instance *inst = hd_instance(handle);
    const struct register_file_cfg *c = &((const state *)hd_model(inst))->s.cfg;
    const uint32_t rows = c->own ? c->lanes : 1;
    const uint32_t each = c->lanes / rows; /* lanes that share an index */
    for (uint32_t i = 0; i < c->banks * rows; i++) {
        const uint32_t bank = i / rows;
        if (!has(wrote, bank) || wrote_index[i] >= c->sets) continue;
        const uint32_t row = (bank * c->sets + wrote_index[i]) * c->lanes;
        hd_state_part(inst, REG_MEM, row + i % rows * each, each, &wrote_row[i * each]);
    }
    const uint32_t swept = (swept_bank * c->sets + swept_index) * c->lanes;
    hd_state_part(inst, REG_MEM, swept, c->lanes, swept_row);
}

int register_file_ports(unsigned long long handle, svBit rst_n, unsigned char rd_valid,
                        const svBitVecVal *rd_use, const svBitVecVal *rd_bank,
                        const svBitVecVal *rd_index, unsigned char out_ready,
                        unsigned char wr_valid, const svBitVecVal *wr_bank,
                        const svBitVecVal *wr_index, const svBitVecVal *wr_mask,
                        const svBitVecVal *wr_data, unsigned char rd_ready, unsigned char out_valid,
                        const svBitVecVal *out_data, unsigned char wr_ready)
{
    struct hd_instance *inst = hd_instance(handle);
    const struct register_file_cfg *c = &((const state *)hd_model(inst))->s.cfg;
    const uint32_t rows = c->own ? c->lanes : 1;
    const size_t row = c->lanes * sizeof(uint32_t);
    inputs *in = hd_inputs(inst);
    outputs *out = hd_outputs(inst);
    hd_bits(in->rd_valid, rd_valid, c->ports);
    hd_bits(in->out_ready, out_ready, c->ports);
    hd_bits(out->rd_ready, rd_ready, c->ports);
    hd_bits(out->out_valid, out_valid, c->ports);
    memcpy(in->rd_use, rd_use, c->ports * sizeof in->rd_use[0]);
    memcpy(in->rd_bank, rd_bank, OPERANDS * c->ports * sizeof in->rd_bank[0]);
    for (uint32_t k = 0; k < OPERANDS * c->ports; k++) {
        memcpy(in->rd_index[k], rd_index + k * rows, rows * sizeof in->rd_index[0][0]);
        memcpy(out->out_data[k], out_data + k * c->lanes, row);
    }
    hd_bits(in->wr_valid, wr_valid, c->writers);
    hd_bits(out->wr_ready, wr_ready, c->writers);
    memcpy(in->wr_bank, wr_bank, c->writers * sizeof in->wr_bank[0]);
    memcpy(in->wr_mask, wr_mask, c->writers * sizeof in->wr_mask[0]);
    for (uint32_t w = 0; w < c->writers; w++) {
        memcpy(in->wr_index[w], wr_index + w * rows, rows * sizeof in->wr_index[0][0]);
        memcpy(in->wr_data[w], wr_data + w * c->lanes, row);
    }
    now = in;
    return hd_ports(inst, rst_n != 0);
}
