/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_thread_status_lockstep: describes the block to the harness, unpacks
 * arguments. */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "core/thread_status.h"
#include "isa/decode.h"

enum {
    LANES = THREAD_STATUS_MAX_LANES,
    WARPS = THREAD_STATUS_MAX_WARPS,
    PORTS = THREAD_STATUS_MAX_PORTS,
    WORD = 32,
    EXCEPTIONS = 0x1f,
};

/* The inputs with their rows, which the model is only shown. */
typedef struct {
    bool begin_en;
    uint32_t begin_warp;
    uint32_t threads_x, threads_y, threads_z;
    uint32_t blocks_x, blocks_y, blocks_z;
    uint32_t arguments, stack_top, shared_bytes;
    uint32_t frm_warp[PORTS][LANES];
    bool op_en[PORTS];
    bool op_csr[PORTS];
    uint32_t op_word[PORTS];
    uint64_t op_mask[PORTS];
    uint32_t op_warp[PORTS][LANES];
    uint32_t op_a[PORTS][LANES];
    uint8_t op_flags[PORTS][LANES];
    uint32_t op_x[PORTS][LANES], op_y[PORTS][LANES], op_z[PORTS][LANES];
    uint32_t op_block[PORTS][3 * LANES]; /* x, y, z of each row */
} inputs;
typedef struct thread_status_out outputs;

/* The model, and what the RTL can know: it comes up with any contents, and a reset leaves them. */
typedef struct {
    struct thread_status s;
    bool begun[WARPS];          /* ever */
    uint64_t just_moded[WARPS]; /* lanes whose rounding mode was written a cycle ago */
} state;

static bool has(uint64_t mask, uint32_t i) { return (mask >> i & 1) != 0; }
static bool several(uint64_t mask) { return (mask & (mask - 1)) != 0; }
static uint32_t number_of(uint32_t word) { return word >> 20; }

static bool is_status(uint32_t word)
{
    return number_of(word) >= ISA_CSR_FFLAGS && number_of(word) <= ISA_CSR_FCSR;
}

/* The warp of the thread in a lane. */
static uint32_t warp_of(const state *s, const uint32_t *warp, uint32_t lane)
{
    return warp[s->s.cfg.own ? lane : 0];
}

/* ---- the model, and what of it is known ---- */

static struct thread_status_op op_of(const inputs *in, uint32_t p)
{
    return (struct thread_status_op){.en = in->op_en[p],
                                     .csr = in->op_csr[p],
                                     .word = in->op_word[p],
                                     .mask = in->op_mask[p],
                                     .warp = in->op_warp[p],
                                     .a = in->op_a[p],
                                     .flags = in->op_flags[p],
                                     .x = in->op_x[p],
                                     .y = in->op_y[p],
                                     .z = in->op_z[p],
                                     .block = (const uint32_t(*)[3])in->op_block[p]};
}

static struct thread_status_in shown(const state *s, const inputs *in)
{
    struct thread_status_in model = {
        .begin_en = in->begin_en,
        .begin_warp = in->begin_warp,
        .kernel = {.threads = {in->threads_x, in->threads_y, in->threads_z},
                   .blocks = {in->blocks_x, in->blocks_y, in->blocks_z},
                   .arguments = in->arguments,
                   .stack_top = in->stack_top,
                   .shared_bytes = in->shared_bytes},
    };
    for (uint32_t p = 0; p < s->s.cfg.ports; p++) {
        model.frm_warp[p] = in->frm_warp[p];
        model.op[p] = op_of(in, p);
    }
    return model;
}

/* Does the instruction of port p write the CSR of this number? */
static bool writes(const inputs *in, uint32_t p)
{
    struct isa_insn insn;
    return in->op_en[p] && in->op_csr[p] && is_status(in->op_word[p]) &&
           isa_decode(in->op_word[p], &insn) && isa_csr_writes(&insn);
}

static void reset(void *s_)
{
    state *s = s_;
    thread_status_reset(&s->s);
    memset(s->just_moded, 0, sizeof s->just_moded);
}

static void eval(const void *s_, const void *in_, void *out)
{
    const state *s = s_;
    const struct thread_status_in in = shown(s, in_);
    thread_status_eval(&s->s, &in, out);
}

static void tick(void *s_, const void *in_, const void *out)
{
    state *s = s_;
    const inputs *in = in_;
    const struct thread_status_in model_in = shown(s, in);
    memset(s->just_moded, 0, s->s.cfg.warps * sizeof s->just_moded[0]);
    for (uint32_t p = 0; p < s->s.cfg.ports; p++) {
        if (!writes(in, p) || number_of(in->op_word[p]) == ISA_CSR_FFLAGS) continue;
        for (uint32_t l = 0; l < s->s.cfg.lanes; l++)
            if (has(in->op_mask[p], l))
                s->just_moded[warp_of(s, in->op_warp[p], l)] |= UINT64_C(1) << l;
    }
    if (in->begin_en) s->begun[in->begin_warp] = true;
    thread_status_tick(&s->s, &model_in, out);
}

static const char *check(const void *s) { return thread_status_check(&((const state *)s)->s); }

static const char *promise(const void *s_, const void *in_)
{
    const state *s = s_;
    const struct thread_status_in in = shown(s, in_);
    if (in.begin_en && in.begin_warp >= s->s.cfg.warps) return "a warp begins that does not exist";
    return thread_status_promise(&s->s, &in);
}

/* ---- what means something, and when ---- */

/* The inputs of the cycle that hd_ports is asked to compare. */
static const inputs *now;

static bool if_mode(const void *s_, const void *out, uint32_t i)
{
    (void)out;
    const state *s = s_;
    const uint32_t lanes = s->s.cfg.lanes;
    return s->begun[warp_of(s, now->frm_warp[i / lanes], i % lanes)];
}

static bool if_value(const void *s_, const void *out, uint32_t i)
{
    (void)out;
    const state *s = s_;
    const uint32_t p = i / s->s.cfg.lanes;
    const uint32_t l = i % s->s.cfg.lanes;
    if (!now->op_csr[p] || !has(now->op_mask[p], l)) return false;
    return !is_status(now->op_word[p]) || s->begun[warp_of(s, now->op_warp[p], l)];
}

static bool if_begun(const void *s_, const void *out, uint32_t i)
{
    (void)out;
    const state *s = s_;
    return s->begun[i / s->s.cfg.lanes];
}

/* ---- coverage ---- */

enum {
    BIN_BEGINS,
    BIN_BEGINS_AGAIN,
    BIN_BEGINS_BESIDE,
    BIN_BEGINS_NEAR,
    BIN_TWO_PORTS,
    BIN_SAME_WARP,
    BIN_CSR_AND_FLOAT,
    BIN_APART,
    BIN_SHOWN,
    BIN_MASK_NONE,
    BIN_MASK_SOME,
    BIN_MASK_ALL,
    BIN_NEW_EXCEPTION,
    BIN_OLD_EXCEPTION,
    BIN_NO_EXCEPTION,
    BIN_EXCEPTION_MODE,
    BIN_SET_OF_X0,
    BIN_CLEAR_OF_X0,
    BIN_WRITE_OF_X0,
    BIN_SET_OF_0,
    BIN_SETS_MORE,
    BIN_CLEARS_SOME,
    BIN_UPPER_BITS,
    BIN_WRITE_OTHER,
    BIN_MODE_WRITTEN,
    BIN_MODE_BEHIND,
    BIN_UNKNOWN,
    BIN_READS,                   /* 18: each CSR */
    BIN_WRITES = BIN_READS + 18, /* 18: each function with each of fflags, frm, fcsr */
};

static const struct hd_bin bins[] = {
    {"begins", "a warp begins for the first time"},
    {"begins_again", "one begins again, a thread's status is not 0"},
    {"begins_beside", "one begins in the cycle of another one's instruction"},
    {"begins_near", "the same, their numbers differ in a single bit"},
    {"two_ports", "two instructions take effect in one cycle"},
    {"same_warp", "two of different threads of one warp do"},
    {"csr_and_float", "a CSR instruction and one with exceptions do"},
    {"apart", "an instruction's threads are of different warps"},
    {"shown", "a CSR instruction that does not take effect yet"},
    {"mask_none", "an instruction of no thread"},
    {"mask_some", "one of some threads"},
    {"mask_all", "one of all threads"},
    {"new_exception", "an exception that the thread has not yet"},
    {"old_exception", "a thread without new exceptions keeps those it has"},
    {"no_exception", "a float instruction has none"},
    {"exception_mode", "an exception of a thread that does not round to nearest"},
    {"set_of_x0", "csrrs, csrrsi of x0 or 0: only reads, there is something to read"},
    {"clear_of_x0", "csrrc, csrrci of x0 or 0"},
    {"write_of_x0", "csrrw, csrrwi of x0 or 0: writes all the same"},
    {"set_of_0", "csrrs of a register that holds 0"},
    {"sets_more", "csrrs of bits that are not all set"},
    {"clears_some", "csrrc of some of the bits that are set"},
    {"upper_bits", "what is written has bits that the CSR has not"},
    {"write_other", "a write to another CSR: it keeps what it has"},
    {"mode_written", "a rounding mode is asked for as it is written: the old one"},
    {"mode_behind", "one is asked for in the cycle behind"},
    {"unknown", "a CSR that there is not"},
    {"reads_fflags", "fflags is read, and is not 0"},
    {"reads_frm", "frm is"},
    {"reads_fcsr", "fcsr is"},
    {"reads_thread_x", "0xCC0"},
    {"reads_thread_y", "0xCC1"},
    {"reads_thread_z", "0xCC2"},
    {"reads_threads_x", "0xCC4"},
    {"reads_threads_y", "0xCC5"},
    {"reads_threads_z", "0xCC6"},
    {"reads_block_x", "0xCC8"},
    {"reads_block_y", "0xCC9"},
    {"reads_block_z", "0xCCA"},
    {"reads_blocks_x", "0xCCC"},
    {"reads_blocks_y", "0xCCD"},
    {"reads_blocks_z", "0xCCE"},
    {"reads_arguments", "0xCD0"},
    {"reads_stack_top", "0xCD1"},
    {"reads_shared_bytes", "0xCD2"},
    {"csrrw_fflags", "csrrw changes fflags"},
    {"csrrw_frm", "csrrw changes frm"},
    {"csrrw_fcsr", "csrrw changes fcsr"},
    {"csrrs_fflags", "csrrs"},
    {"csrrs_frm", "csrrs"},
    {"csrrs_fcsr", "csrrs"},
    {"csrrc_fflags", "csrrc"},
    {"csrrc_frm", "csrrc"},
    {"csrrc_fcsr", "csrrc"},
    {"csrrwi_fflags", "csrrwi"},
    {"csrrwi_frm", "csrrwi"},
    {"csrrwi_fcsr", "csrrwi"},
    {"csrrsi_fflags", "csrrsi"},
    {"csrrsi_frm", "csrrsi"},
    {"csrrsi_fcsr", "csrrsi"},
    {"csrrci_fflags", "csrrci"},
    {"csrrci_frm", "csrrci"},
    {"csrrci_fcsr", "csrrci"},
    {NULL, NULL},
};

/* Which of the 18: fflags, frm, fcsr, then groups of three from 0xcc0 on; -1: there is no such. */
static int csr_index(uint32_t number)
{
    if (number >= ISA_CSR_FFLAGS && number <= ISA_CSR_FCSR) return (int)number - ISA_CSR_FFLAGS;
    const uint32_t far = number - ISA_CSR_THREAD;
    if (number < ISA_CSR_THREAD || number > ISA_CSR_SHARED_BYTES || far % 4 == 3) return -1;
    return 3 + (int)(far / 4 * 3 + far % 4);
}

static uint8_t fcsr_of(const state *s, const inputs *in, uint32_t p, uint32_t l)
{
    return s->s.fcsr[warp_of(s, in->op_warp[p], l)][l];
}

static void cover_begin(const state *s, const inputs *in, uint64_t *bin)
{
    if (!in->begin_en) return;
    const uint8_t *row = s->s.fcsr[in->begin_warp];
    uint32_t any = 0;
    for (uint32_t l = 0; l < s->s.cfg.lanes; l++) any |= row[l];
    if (!s->begun[in->begin_warp]) bin[BIN_BEGINS]++;
    else if (any != 0) bin[BIN_BEGINS_AGAIN]++;
    for (uint32_t p = 0; p < s->s.cfg.ports; p++) {
        if (!in->op_en[p] || in->op_mask[p] == 0) continue;
        bin[BIN_BEGINS_BESIDE]++;
        if (!several(in->begin_warp ^ in->op_warp[p][0])) bin[BIN_BEGINS_NEAR]++;
    }
}

/* Two ports that take effect in one cycle. */
static void cover_pair(const state *s, const inputs *in, uint32_t p, uint32_t q, uint64_t *bin)
{
    bin[BIN_TWO_PORTS]++;
    if (in->op_csr[p] != in->op_csr[q]) bin[BIN_CSR_AND_FLOAT]++;
    for (uint32_t l = 0; l < s->s.cfg.lanes; l++) {
        for (uint32_t k = 0; k < s->s.cfg.lanes; k++) {
            if (!has(in->op_mask[p], l) || !has(in->op_mask[q], k)) continue;
            if (warp_of(s, in->op_warp[p], l) != warp_of(s, in->op_warp[q], k)) continue;
            bin[BIN_SAME_WARP]++;
            return;
        }
    }
}

static void cover_threads(const state *s, const inputs *in, uint32_t p, uint64_t *bin)
{
    const uint64_t all = UINT64_MAX >> (64 - s->s.cfg.lanes);
    const uint64_t mask = in->op_mask[p];
    bin[mask == 0 ? BIN_MASK_NONE : mask == all ? BIN_MASK_ALL : BIN_MASK_SOME]++;
    for (uint32_t l = 1; s->s.cfg.own && l < s->s.cfg.lanes; l++) {
        if (!has(mask, 0) || !has(mask, l) || in->op_warp[p][l] == in->op_warp[p][0]) continue;
        bin[BIN_APART]++;
        return;
    }
}

static void cover_exceptions(const state *s, const inputs *in, uint32_t p, uint64_t *bin)
{
    for (uint32_t l = 0; l < s->s.cfg.lanes; l++) {
        if (!has(in->op_mask[p], l)) continue;
        const uint8_t fcsr = fcsr_of(s, in, p, l);
        const uint32_t flags = in->op_flags[p][l];
        if ((flags & ~fcsr) != 0) bin[BIN_NEW_EXCEPTION]++;
        else if ((fcsr & EXCEPTIONS) != 0) bin[BIN_OLD_EXCEPTION]++;
        if (flags == 0) bin[BIN_NO_EXCEPTION]++;
        if (flags != 0 && fcsr >> 5 != 0) bin[BIN_EXCEPTION_MODE]++;
    }
}

/* A CSR instruction of port p, in lane l; of fflags, frm or fcsr. */
static void cover_status(const state *s, const inputs *in, uint32_t p, uint32_t l, uint64_t *bin)
{
    const uint32_t number = number_of(in->op_word[p]);
    const uint32_t field = in->op_word[p] >> 15 & 31;
    const uint32_t func = in->op_word[p] >> 12 & 7;
    const uint32_t operand = func > 4 ? field : in->op_a[p][l];
    const uint8_t fcsr = fcsr_of(s, in, p, l);
    const uint32_t bits = number == ISA_CSR_FFLAGS ? 0x1f : number == ISA_CSR_FRM ? 7 : 0xff;
    const uint32_t old = (number == ISA_CSR_FRM ? fcsr >> 5 : fcsr) & bits;
    const bool write = func % 4 == 1;
    const bool set = func % 4 == 2;
    const uint32_t future = write ? operand : set ? old | operand : old & ~operand;
    if (write && field == 0 && old != 0) bin[BIN_WRITE_OF_X0]++;
    if (!write && field == 0) {
        if (old != 0) bin[set ? BIN_SET_OF_X0 : BIN_CLEAR_OF_X0]++;
        return;
    }
    if (func == 2 && operand == 0 && old != 0) bin[BIN_SET_OF_0]++;
    if (set && (old & operand) != 0 && (operand & bits & ~old) != 0) bin[BIN_SETS_MORE]++;
    if (func % 4 == 3 && (old & operand) != 0 && (old & ~operand) != 0) bin[BIN_CLEARS_SOME]++;
    if ((operand & ~bits) != 0) bin[BIN_UPPER_BITS]++;
    if ((future & bits) != old) {
        const uint32_t row = func - 1 - (func > 4 ? 1 : 0); /* 4 is none */
        bin[BIN_WRITES + 3 * row + (number - ISA_CSR_FFLAGS)]++;
    }
}

static void cover_csr(const state *s, const inputs *in, const outputs *out, uint32_t p,
                      uint64_t *bin)
{
    const int which = csr_index(number_of(in->op_word[p]));
    if (!in->op_en[p]) {
        bin[BIN_SHOWN]++;
        return;
    }
    if (which < 0) bin[BIN_UNKNOWN]++;
    if (!is_status(in->op_word[p]) && (in->op_word[p] >> 12 & 3) == 1) bin[BIN_WRITE_OTHER]++;
    for (uint32_t l = 0; l < s->s.cfg.lanes; l++) {
        if (!has(in->op_mask[p], l)) continue;
        if (which >= 0 && out->op_value[p][l] != 0) bin[BIN_READS + which]++;
        if (is_status(in->op_word[p])) cover_status(s, in, p, l, bin);
    }
}

/* A rounding mode that is asked for, and is written in this cycle or was in the last one. */
static void cover_modes(const state *s, const inputs *in, uint32_t p, uint64_t *bin)
{
    for (uint32_t l = 0; l < s->s.cfg.lanes; l++) {
        const uint32_t warp = warp_of(s, in->frm_warp[p], l);
        if (has(s->just_moded[warp], l)) bin[BIN_MODE_BEHIND]++;
        for (uint32_t q = 0; q < s->s.cfg.ports; q++) {
            if (!writes(in, q) || number_of(in->op_word[q]) == ISA_CSR_FFLAGS) continue;
            if (has(in->op_mask[q], l) && warp_of(s, in->op_warp[q], l) == warp)
                bin[BIN_MODE_WRITTEN]++;
        }
    }
}

static void cover(const void *s_, const void *in_, const void *out, uint64_t *bin)
{
    const state *s = s_;
    const inputs *in = in_;
    cover_begin(s, in, bin);
    for (uint32_t p = 0; p < s->s.cfg.ports; p++) {
        cover_modes(s, in, p, bin);
        if (in->op_csr[p]) cover_csr(s, in, out, p, bin);
        if (!in->op_en[p]) continue;
        cover_threads(s, in, p, bin);
        if (!in->op_csr[p]) cover_exceptions(s, in, p, bin);
        for (uint32_t q = 0; q < p; q++)
            if (in->op_en[q]) cover_pair(s, in, q, p, bin);
    }
}

/* ---- the block, as the harness sees it ---- */

static const struct hd_block block = {
    .name = "thread_status",
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
    .index_rule = "fcsr_q[i]: lane i % Lanes of warp i / Lanes",
};

enum { REG_FCSR };

/* So many rows of it, under the name that it has in the RTL. */
static struct hd_field of_rows(struct hd_field f, uint32_t n, const char *name)
{
    f.count = n * f.row;
    f.name = name;
    return f;
}
#define PORT_ROWS(kind, type, member, each, bits, caring, text)                                    \
    of_rows((struct hd_field)HD_ROWS(kind, type, member, each, bits, caring, text), c->ports,      \
            #member)

static struct hd_instance *describe(const char *path, const char *text,
                                    const struct thread_status_cfg *c)
{
    const uint32_t warp = hd_bits_for(c->warps - 1);
    const uint32_t rows = c->own ? c->lanes : 1;
    const uint32_t id = c->id_width;
    const struct hd_field fields[] = {
        HD_ONE(HD_IN, inputs, begin_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, begin_warp, warp, NULL, NULL),
        HD_ONE(HD_IN, inputs, threads_x, id + 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, threads_y, id + 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, threads_z, id + 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, blocks_x, WORD, NULL, NULL),
        HD_ONE(HD_IN, inputs, blocks_y, WORD, NULL, NULL),
        HD_ONE(HD_IN, inputs, blocks_z, WORD, NULL, NULL),
        HD_ONE(HD_IN, inputs, arguments, WORD, NULL, NULL),
        HD_ONE(HD_IN, inputs, stack_top, WORD, NULL, NULL),
        HD_ONE(HD_IN, inputs, shared_bytes, WORD, NULL, NULL),
        PORT_ROWS(HD_IN, inputs, frm_warp, rows, warp, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, op_en, c->ports, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, op_csr, c->ports, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, op_word, c->ports, WORD, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, op_mask, c->ports, c->lanes, NULL, NULL),
        PORT_ROWS(HD_IN, inputs, op_warp, rows, warp, NULL, NULL),
        PORT_ROWS(HD_IN, inputs, op_a, c->lanes, WORD, NULL, NULL),
        PORT_ROWS(HD_IN, inputs, op_flags, c->lanes, 5, NULL, NULL),
        PORT_ROWS(HD_IN, inputs, op_x, c->lanes, id, NULL, NULL),
        PORT_ROWS(HD_IN, inputs, op_y, c->lanes, id, NULL, NULL),
        PORT_ROWS(HD_IN, inputs, op_z, c->lanes, id, NULL, NULL),
        PORT_ROWS(HD_IN, inputs, op_block, 3 * rows, WORD, NULL, NULL),
        PORT_ROWS(HD_OUT, outputs, frm, c->lanes, 3, if_mode,
                  "Ports: the rounding mode of the thread in each lane: state, this cycle's writes "
                  "are not in it"),
        PORT_ROWS(HD_OUT, outputs, op_value, c->lanes, WORD, if_value,
                  "Reads: fflags, frm, fcsr of the thread as they are before the instruction; who "
                  "the thread is; the launch; 0 for all others"),
        of_rows((struct hd_field)HD_ROWS(
                    HD_STATE, state, s.fcsr, c->lanes, 8, if_begun,
                    "Writes, Exceptions: in lanes of the mask; Begin: 0; nothing else changes it, "
                    "also no reset"),
                c->warps, "fcsr_q"),
    };
    return hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
}

unsigned long long thread_status_open(const char *path, unsigned lanes, unsigned warps,
                                      unsigned ports, unsigned own, unsigned id_width)
{
    const struct thread_status_cfg cfg = {lanes, warps, ports, own, id_width};
    char text[200];
    snprintf(text, sizeof text, "Lanes=%u Warps=%u Ports=%u Own=%u IdWidth=%u", lanes, warps, ports,
             own, id_width);
    struct hd_instance *inst = describe(path, text, &cfg);
    const char *wrong = thread_status_init(&((state *)hd_model(inst))->s, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR thread_status: %s (%s)\n", wrong, text);
        exit(2);
    }
    return hd_handle(inst);
}

/* Of each port that was active (a bit each) the row of its warp, or each lane's own; of the warp
 * that began; and one in turn. */
void thread_status_rows(unsigned long long handle, unsigned char wrote,
                        const svBitVecVal *wrote_warp, const svBitVecVal *wrote_row, svBit begun,
                        unsigned begun_warp, const svBitVecVal *begun_row, unsigned swept_warp,
                        const svBitVecVal *swept_row)
{
    struct hd_instance *inst = hd_instance(handle);
    const struct thread_status_cfg *c = &((const state *)hd_model(inst))->s.cfg;
    const uint32_t rows = c->own ? c->lanes : 1;
    const uint32_t each = c->lanes / rows; /* lanes that share a warp */
    for (uint32_t i = 0; i < c->ports * rows; i++) {
        if (!has(wrote, i / rows) || wrote_warp[i] >= c->warps) continue;
        hd_state_part(inst, REG_FCSR, wrote_warp[i] * c->lanes + i % rows * each, each,
                      (const uint8_t *)wrote_row + i * each);
    }
    if (begun && begun_warp < c->warps)
        hd_state_part(inst, REG_FCSR, begun_warp * c->lanes, c->lanes, begun_row);
    hd_state_part(inst, REG_FCSR, swept_warp * c->lanes, c->lanes, swept_row);
}

/* The rows of all ports, one behind the other: `each` elements of `size` bytes a port. */
static void rows_of_ports(uint32_t ports, uint32_t each, size_t size, void *rows, size_t step,
                          const void *words)
{
    for (uint32_t p = 0; p < ports; p++)
        memcpy((char *)rows + p * step, (const char *)words + p * each * size, each * size);
}
#define TAKE_ROWS(array, each, words)                                                              \
    rows_of_ports(c->ports, each, sizeof(array)[0][0], array, sizeof(array)[0], words)

int thread_status_ports(unsigned long long handle, svBit rst_n, svBit begin_en, unsigned begin_warp,
                        unsigned threads_x, unsigned threads_y, unsigned threads_z,
                        unsigned blocks_x, unsigned blocks_y, unsigned blocks_z, unsigned arguments,
                        unsigned stack_top, unsigned shared_bytes, const svBitVecVal *frm_warp,
                        unsigned char op_en, unsigned char op_csr, const svBitVecVal *op_word,
                        const svBitVecVal *op_mask, const svBitVecVal *op_warp,
                        const svBitVecVal *op_a, const svBitVecVal *op_flags,
                        const svBitVecVal *op_x, const svBitVecVal *op_y, const svBitVecVal *op_z,
                        const svBitVecVal *op_block, const svBitVecVal *frm,
                        const svBitVecVal *op_value)
{
    struct hd_instance *inst = hd_instance(handle);
    const struct thread_status_cfg *c = &((const state *)hd_model(inst))->s.cfg;
    const uint32_t rows = c->own ? c->lanes : 1;
    inputs *in = hd_inputs(inst);
    outputs *out = hd_outputs(inst);
    in->begin_en = begin_en != 0;
    in->begin_warp = begin_warp;
    in->threads_x = threads_x;
    in->threads_y = threads_y;
    in->threads_z = threads_z;
    in->blocks_x = blocks_x;
    in->blocks_y = blocks_y;
    in->blocks_z = blocks_z;
    in->arguments = arguments;
    in->stack_top = stack_top;
    in->shared_bytes = shared_bytes;
    hd_bits(in->op_en, op_en, c->ports);
    hd_bits(in->op_csr, op_csr, c->ports);
    memcpy(in->op_word, op_word, c->ports * sizeof in->op_word[0]);
    memcpy(in->op_mask, op_mask, c->ports * sizeof in->op_mask[0]);
    TAKE_ROWS(in->frm_warp, rows, frm_warp);
    TAKE_ROWS(in->op_warp, rows, op_warp);
    TAKE_ROWS(in->op_a, c->lanes, op_a);
    TAKE_ROWS(in->op_flags, c->lanes, op_flags);
    TAKE_ROWS(in->op_x, c->lanes, op_x);
    TAKE_ROWS(in->op_y, c->lanes, op_y);
    TAKE_ROWS(in->op_z, c->lanes, op_z);
    TAKE_ROWS(in->op_block, 3 * rows, op_block);
    TAKE_ROWS(out->frm, c->lanes, frm);
    TAKE_ROWS(out->op_value, c->lanes, op_value);
    now = in;
    return hd_ports(inst, rst_n != 0);
}
