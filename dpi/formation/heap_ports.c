/* SPDX-License-Identifier: Apache-2.0 */
#include "formation/heap_ports.h"

#include <string.h>

#include "Vtb__Dpi.h"
#include "common/unpack.h"

typedef struct max_heap_in inputs;
typedef struct max_heap_out outputs;

static bool if_lkp(const void *s, const void *out, uint32_t i)
{
    (void)s;
    return ((const outputs *)out)->lkp_valid[i];
}

static bool if_move(const void *s, const void *out, uint32_t i)
{
    (void)s;
    return ((const outputs *)out)->move_en[i];
}

static bool if_link(const void *s, const void *out, uint32_t i)
{
    (void)s;
    return ((const outputs *)out)->link_en[i];
}

static bool if_root(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->root_valid;
}

size_t heap_port_fields(const struct max_heap_cfg *cfg, struct hd_field *fields)
{
    const uint32_t pc = cfg->pc_width;
    const uint32_t nthd = hd_bits_for(cfg->lanes);
    const uint32_t wid = cfg->wid_width;
    const uint32_t lut = cfg->lut_width;
    const uint32_t mh = hd_bits_for(cfg->entries - 1);
    const struct hd_field all[HEAP_PORT_FIELDS] = {
        HD_ARRAY(HD_IN, inputs, upd_valid, 2, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, upd_pc, 2, pc, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, upd_nthd, 2, nthd, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, upd_wid, 2, wid, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, upd_open, 2, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, lkp_hit, 2, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, lkp_free, 2, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, lkp_mh, 2, mh, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, lkp_lut, 2, lut, NULL, NULL),
        HD_ONE(HD_IN, inputs, hold, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, pop_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, sweep_en, 1, NULL, NULL),
        HD_ARRAY(HD_OUT, outputs, upd_ready, 2, 1, NULL,
                 "Queue: ready 0 with one free place, ready 1 with two, before this cycle's leave"),
        HD_ARRAY(HD_OUT, outputs, lkp_valid, 2, 1, NULL,
                 "Queue: the two oldest updates are shown to the LUT"),
        HD_ARRAY(HD_OUT, outputs, lkp_pc, 2, pc, if_lkp,
                 "Queue: the two oldest updates are shown to the LUT"),
        HD_ARRAY(HD_OUT, outputs, ins_en, 2, 1, NULL,
                 "Dispatch: an update that misses and opens a warp starts an entry, if LUT and "
                 "structure have room"),
        HD_ONE(
            HD_OUT, outputs, stuck, 1, NULL,
            "Stuck: the oldest update neither hits nor is void, and LUT or structure has no room"),
        HD_ARRAY(HD_OUT, outputs, move_en, 2, 1, NULL,
                 "Moves: every entry that gets a (new) place is reported, unless it is old"),
        HD_ARRAY(HD_OUT, outputs, move_lut, 2, lut, if_move, "Moves: with its LUT#"),
        HD_ARRAY(HD_OUT, outputs, move_mh, 2, mh, if_move, "Moves: and its position"),
        HD_ARRAY(HD_OUT, outputs, link_en, 2, 1, NULL,
                 "Dispatch, hit: linked if WID is not the old WPT"),
        HD_ARRAY(HD_OUT, outputs, link_from, 2, wid, if_link, "Dispatch, hit: from the old WPT"),
        HD_ARRAY(HD_OUT, outputs, link_to, 2, wid, if_link, "Dispatch, hit: to WID"),
        HD_ONE(HD_OUT, outputs, root_valid, 1, NULL, "Root: valid while balanced and not empty"),
        HD_ONE(HD_OUT, outputs, root_pc, pc, if_root,
               "Order: the root beats all others: old ones first, then as Order says; equal: "
               "smaller PC"),
        HD_ONE(HD_OUT, outputs, root_cnt, cfg->cnt_width, if_root,
               "Order: the root beats all others"),
        HD_ONE(HD_OUT, outputs, root_wph, wid, if_root,
               "Dispatch: WPH is the first WID of the entry"),
        HD_ONE(HD_OUT, outputs, root_wpt, wid, if_root,
               "Dispatch: WPT is the last WID of the entry"),
        HD_ONE(HD_OUT, outputs, root_lut, lut, if_root, "Dispatch: LUT# is that of the insertion"),
        HD_ONE(HD_OUT, outputs, root_old, 1, if_root, "Sweep: all entries become old"),
        HD_ONE(HD_OUT, outputs, size, hd_bits_for(cfg->entries), NULL,
               "Size: one more with each insertion, one less with each pop"),
        HD_ONE(HD_OUT, outputs, busy, 1, NULL, "Busy: whenever the phase is not Idle"),
    };
    memcpy(fields, all, sizeof all);
    return HEAP_PORT_FIELDS;
}

void heap_parameters(const struct max_heap_cfg *cfg, char *text, size_t size)
{
    char ports[24] = "";
    if (cfg->ports != 0) snprintf(ports, sizeof ports, " Ports=%u", cfg->ports);
    snprintf(text, size,
             "Entries=%u PcWidth=%u CntWidth=%u WidWidth=%u LutWidth=%u Lanes=%u QueueDepth=%u%s "
             "Order=%u Ageing=%u",
             cfg->entries, cfg->pc_width, cfg->cnt_width, cfg->wid_width, cfg->lut_width,
             cfg->lanes, cfg->queue_depth, ports, cfg->order, cfg->ageing);
}

enum {
    BIN_INSERT,
    BIN_ADD,
    BIN_TWO,
    BIN_TWO_INSERTS,
    BIN_ONE_PC,
    BIN_LINK,
    BIN_SAME_TAIL,
    BIN_QUEUE_FULL,
    BIN_LUT_REFUSES,
    BIN_FULL_WAITS,
    BIN_FULL_HITS,
    BIN_POP,
    BIN_POP_LAST,
    BIN_POP_IGNORED,
    BIN_STALL,
    BIN_ROOT_WAIT,
    BIN_VOID,
    BIN_BOTH_VOID,
    BIN_HOLD,
    BIN_STUCK,
    BIN_SWEEP,
    BIN_SWEEP_WAITS,
    BIN_OLD_POP
};

/* What becomes of the two oldest updates does not all show at the ports: it follows from them and
 * from who opened a warp. */
struct fates {
    bool taken[MAX_HEAP_UPDATES];
    bool is_void[MAX_HEAP_UPDATES];
    bool held; /* update 1, by nothing else */
};

/* The tree (ports = 0) takes updates beside a pop, and two of one PC. */
static struct fates fates(const struct max_heap_cfg *cfg, const struct max_heap_update *queue,
                          const inputs *in, const outputs *out)
{
    const bool tree = cfg->ports == 0;
    const bool pop = in->pop_en && out->root_valid;
    const bool sweep = in->sweep_en && cfg->ageing != 0;
    struct fates f = {{false, false}, {false, false}, false};
    for (unsigned u = 0; u < MAX_HEAP_UPDATES; u++) {
        const bool gone = tree && pop && !out->root_old && in->lkp_lut[u] == out->root_lut;
        f.is_void[u] = out->lkp_valid[u] && !queue[u].open && (!in->lkp_hit[u] || gone);
    }
    f.taken[0] = out->lkp_valid[0] && !out->busy && !sweep && (tree || !pop) && !out->stuck;
    if (!f.taken[0] || cfg->ports == 1 || !out->lkp_valid[1]) return f;
    const bool same_pc = out->lkp_pc[0] == out->lkp_pc[1];
    if (same_pc && (!tree || f.is_void[0])) return f;
    const bool hits = in->lkp_hit[0] || in->lkp_hit[1];
    if (!tree && cfg->order == MAX_HEAP_MINORITY && hits) return f;
    if (same_pc) f.is_void[1] = false;
    const uint32_t room = cfg->entries - out->size - (out->ins_en[0] && !in->lkp_hit[0]);
    f.taken[1] = same_pc || in->lkp_hit[1] || f.is_void[1] || (in->lkp_free[1] && room > 0);
    f.held = f.taken[1] && in->hold;
    f.taken[1] = f.taken[1] && !in->hold;
    return f;
}

static void cover_update(const struct max_heap_cfg *cfg, const struct fates *f, const inputs *in,
                         const outputs *out, unsigned u, uint64_t *bin)
{
    if (out->ins_en[u]) bin[BIN_INSERT]++;
    if (f->taken[u] && f->is_void[u]) {
        bin[BIN_VOID]++;
    } else if (f->taken[u] && !out->ins_en[u]) {
        bin[BIN_ADD]++;
        bin[out->link_en[u] ? BIN_LINK : BIN_SAME_TAIL]++;
        if (out->size == cfg->entries) bin[BIN_FULL_HITS]++;
    }
    if (in->upd_valid[u] && !out->upd_ready[u]) bin[BIN_QUEUE_FULL]++;
}

static void cover_root(const struct max_heap_cfg *cfg, const inputs *in, const outputs *out,
                       uint64_t *bin)
{
    if (in->pop_en && out->root_valid) {
        bin[BIN_POP]++;
        if (out->size == 1) bin[BIN_POP_LAST]++;
        if (out->root_old) bin[BIN_OLD_POP]++;
    }
    if (in->pop_en && !out->root_valid) bin[BIN_POP_IGNORED]++;
    if (in->pop_en && !out->root_valid && out->size > 0) bin[BIN_ROOT_WAIT]++;
    if (in->sweep_en && cfg->ageing != 0 && out->root_valid) {
        bin[BIN_SWEEP]++;
        if (out->lkp_valid[0]) bin[BIN_SWEEP_WAITS]++;
    }
}

void heap_cover_ports(const struct max_heap_cfg *cfg, const struct max_heap_update *queue,
                      const inputs *in, const outputs *out, uint64_t *bin)
{
    const struct fates f = fates(cfg, queue, in, out);
    cover_update(cfg, &f, in, out, 0, bin);
    cover_update(cfg, &f, in, out, 1, bin);
    cover_root(cfg, in, out, bin);
    if (f.taken[1]) bin[BIN_TWO]++;
    if (out->ins_en[0] && out->ins_en[1]) bin[BIN_TWO_INSERTS]++;
    if (f.taken[0] && out->lkp_valid[1] && out->lkp_pc[0] == out->lkp_pc[1]) bin[BIN_ONE_PC]++;
    if (f.taken[1] && f.is_void[0] && f.is_void[1]) bin[BIN_BOTH_VOID]++;
    if (f.held) bin[BIN_HOLD]++;
    if (out->stuck) {
        bin[BIN_STUCK]++;
        bin[in->lkp_free[0] ? BIN_FULL_WAITS : BIN_LUT_REFUSES]++;
    }
    if ((in->upd_valid[0] && !out->upd_ready[0]) || (in->upd_valid[1] && !out->upd_ready[1])) {
        bin[BIN_STALL]++;
    }
}

int heap_ports(unsigned long long handle, svBit rst_n, unsigned char upd_valid,
               const svBitVecVal *upd_pc, const svBitVecVal *upd_nthd, const svBitVecVal *upd_wid,
               unsigned char upd_open, unsigned char upd_ready, unsigned char lkp_valid,
               const svBitVecVal *lkp_pc, unsigned char lkp_hit, unsigned char lkp_free,
               const svBitVecVal *lkp_mh, const svBitVecVal *lkp_lut, unsigned char ins_en,
               svBit hold, svBit stuck, unsigned char move_en, const svBitVecVal *move_lut,
               const svBitVecVal *move_mh, unsigned char link_en, const svBitVecVal *link_from,
               const svBitVecVal *link_to, svBit root_valid, unsigned root_pc, unsigned root_cnt,
               unsigned root_wph, unsigned root_wpt, unsigned root_lut, svBit root_old,
               svBit pop_en, svBit sweep_en, unsigned size, svBit busy)
{
    struct hd_instance *inst = hd_instance(handle);
    inputs *in = hd_inputs(inst);
    hd_bits2(in->upd_valid, upd_valid);
    hd_words2(in->upd_pc, upd_pc);
    hd_words2(in->upd_nthd, upd_nthd);
    hd_words2(in->upd_wid, upd_wid);
    hd_bits2(in->upd_open, upd_open);
    hd_bits2(in->lkp_hit, lkp_hit);
    hd_bits2(in->lkp_free, lkp_free);
    hd_words2(in->lkp_mh, lkp_mh);
    hd_words2(in->lkp_lut, lkp_lut);
    in->hold = hold != 0;
    in->pop_en = pop_en != 0;
    in->sweep_en = sweep_en != 0;
    outputs *out = hd_outputs(inst);
    hd_bits2(out->upd_ready, upd_ready);
    hd_bits2(out->lkp_valid, lkp_valid);
    hd_words2(out->lkp_pc, lkp_pc);
    hd_bits2(out->ins_en, ins_en);
    out->stuck = stuck != 0;
    hd_bits2(out->move_en, move_en);
    hd_words2(out->move_lut, move_lut);
    hd_words2(out->move_mh, move_mh);
    hd_bits2(out->link_en, link_en);
    hd_words2(out->link_from, link_from);
    hd_words2(out->link_to, link_to);
    out->root_valid = root_valid != 0;
    out->root_pc = root_pc;
    out->root_cnt = root_cnt;
    out->root_wph = root_wph;
    out->root_wpt = root_wpt;
    out->root_lut = root_lut;
    out->root_old = root_old != 0;
    out->size = size;
    out->busy = busy != 0;
    return hd_ports(inst, rst_n != 0);
}
