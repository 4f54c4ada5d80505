/* SPDX-License-Identifier: Apache-2.0 */
#include "formation/mheap_lut.h"

#include <stddef.h>
#include <string.h>

enum {
    NO_ENTRY = MHEAP_LUT_MAX_ENTRIES, /* stands for "none" where an entry is named */
    MAX_HEAP = 1024,
};

/* --- init and reset ------------------------------------------------------ */

static uint32_t log2_floor(uint32_t n)
{
    uint32_t bits = 0;
    while (n > 1) {
        n >>= 1;
        bits++;
    }
    return bits;
}

static const char *cfg_error(const struct mheap_lut_cfg *cfg)
{
    if (cfg->entries < 2) return "Entries must be at least 2";
    if (cfg->entries > MHEAP_LUT_MAX_ENTRIES) return "Entries must be at most 2048 in the model";
    if (cfg->lut_width < 1 || cfg->lut_width > 16) return "LutWidth must be 1 to 16";
    if (cfg->entries > UINT32_C(1) << cfg->lut_width) return "Entries must be at most 2^LutWidth";
    if (cfg->ways < 1) return "Ways must be at least 1";
    if (cfg->entries % cfg->ways != 0) return "Ways must divide Entries";
    uint32_t sets = cfg->entries / cfg->ways;
    if ((sets & (sets - 1)) != 0) return "Entries / Ways must be a power of two";
    if (cfg->pc_width < 1 || cfg->pc_width > 32) return "PcWidth must be 1 to 32";
    if (cfg->heap_entries < 2 || cfg->heap_entries > MAX_HEAP)
        return "HeapEntries must be 2 to 1024";
    if (cfg->pc_shift > cfg->pc_width || log2_floor(sets) > cfg->pc_width - cfg->pc_shift)
        return "PcShift + log2(Entries / Ways) must be at most PcWidth";
    return NULL;
}

const char *mheap_lut_init(struct mheap_lut *s, const struct mheap_lut_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    s->sets = cfg->entries / cfg->ways;
    return NULL;
}

void mheap_lut_reset(struct mheap_lut *s) { memset(s->valid, 0, sizeof s->valid); }

/* --- look-ups ------------------------------------------------------------ */

static uint32_t set_of(const struct mheap_lut *s, uint32_t pc)
{
    /* 64 bits: PcShift may be 32 when there is one set. */
    return (uint32_t)((uint64_t)pc >> s->cfg.pc_shift) & (s->sets - 1);
}

/* The valid entry in the set of pc that holds it, or NO_ENTRY. */
static uint32_t find(const struct mheap_lut *s, uint32_t pc)
{
    uint32_t first = set_of(s, pc) * s->cfg.ways;
    for (uint32_t e = first; e < first + s->cfg.ways; e++) {
        if (s->valid[e] && s->pc[e] == pc) return e;
    }
    return NO_ENTRY;
}

/* The lowest invalid way of the set of pc that is not taken, or NO_ENTRY. */
static uint32_t find_free(const struct mheap_lut *s, uint32_t pc, uint32_t taken)
{
    uint32_t first = set_of(s, pc) * s->cfg.ways;
    for (uint32_t e = first; e < first + s->cfg.ways; e++) {
        if (!s->valid[e] && e != taken) return e;
    }
    return NO_ENTRY;
}

/* --- eval ---------------------------------------------------------------- */

/* Look-up 0 is served first: a free entry that it names is none for look-up 1, inserted or not. */
void mheap_lut_eval(const struct mheap_lut *s, const struct mheap_lut_in *in,
                    struct mheap_lut_out *out)
{
    uint32_t taken = NO_ENTRY;
    for (uint32_t u = 0; u < MHEAP_LUT_LOOKUPS; u++) {
        uint32_t e = find(s, in->lkp_pc[u]);
        out->lkp_hit[u] = e != NO_ENTRY;
        out->lkp_mh[u] = e != NO_ENTRY && s->moved[e] ? s->mh[e] : 0;
        if (e == NO_ENTRY) e = taken = find_free(s, in->lkp_pc[u], taken);
        out->lkp_free[u] = !out->lkp_hit[u] && e != NO_ENTRY;
        out->lkp_lut[u] = e != NO_ENTRY ? e : 0;
    }
}

/* --- tick ---------------------------------------------------------------- */

static void insert(struct mheap_lut *s, uint32_t e, uint32_t pc)
{
    if (!s->valid[e]) s->moved[e] = false;
    s->valid[e] = true;
    s->pc[e] = pc;
}

/* Free and clear, then insertions, then moves. LUT# may have more bits than there are entries: what
 * is beyond them is a broken promise and goes nowhere. */
void mheap_lut_tick(struct mheap_lut *s, const struct mheap_lut_in *in,
                    const struct mheap_lut_out *out)
{
    if (in->free_en && in->free_lut < s->cfg.entries) s->valid[in->free_lut] = false;
    if (in->clear_en) memset(s->valid, 0, sizeof s->valid);
    for (uint32_t u = 0; u < MHEAP_LUT_LOOKUPS; u++) {
        if (in->ins_en[u] && (out->lkp_hit[u] || out->lkp_free[u]))
            insert(s, out->lkp_lut[u], in->lkp_pc[u]);
    }
    for (uint32_t m = 0; m < MHEAP_LUT_MOVES; m++) {
        if (!in->move_en[m] || in->move_lut[m] >= s->cfg.entries) continue;
        s->mh[in->move_lut[m]] = in->move_mh[m];
        s->moved[in->move_lut[m]] = true;
    }
}

/* --- check and promise --------------------------------------------------- */

/* True if two valid entries of one set hold one PC. */
static bool set_repeats_pc(const struct mheap_lut *s, uint32_t set)
{
    uint32_t first = set * s->cfg.ways;
    for (uint32_t a = first; a < first + s->cfg.ways; a++) {
        for (uint32_t b = first; b < a; b++) {
            if (s->valid[a] && s->valid[b] && s->pc[a] == s->pc[b]) return true;
        }
    }
    return false;
}

/* unique_pc is looked for inside a set: home_set comes before it. */
const char *mheap_lut_check(const struct mheap_lut *s)
{
    for (uint32_t e = 0; e < s->cfg.entries; e++) {
        if (!s->valid[e]) continue;
        if (set_of(s, s->pc[e]) != e / s->cfg.ways) return "home_set";
        if (s->moved[e] && s->mh[e] >= s->cfg.heap_entries) return "mh_range";
    }
    for (uint32_t set = 0; set < s->sets; set++) {
        if (set_repeats_pc(s, set)) return "unique_pc";
    }
    return NULL;
}

static bool wider(uint64_t value, uint32_t bits) { return bits < 64 && value >> bits != 0; }

static const char *insert_promise(const struct mheap_lut *s, const struct mheap_lut_in *in,
                                  const struct mheap_lut_out *out)
{
    for (uint32_t u = 0; u < MHEAP_LUT_LOOKUPS; u++) {
        if (!in->ins_en[u]) continue;
        if (wider(in->lkp_pc[u], s->cfg.pc_width)) return "a PC inserted is wider than PcWidth";
        if (!out->lkp_hit[u] && !out->lkp_free[u])
            return "a PC is inserted without a hit or a free entry";
    }
    if (!in->ins_en[0] || !in->ins_en[1]) return NULL;
    if (out->lkp_lut[0] == out->lkp_lut[1]) return "both insertions are of one entry";
    return in->lkp_pc[0] == in->lkp_pc[1] ? "both insertions are of one PC" : NULL;
}

/* True if the entry is valid, or inserted in this cycle. */
static bool is_there(const struct mheap_lut *s, const struct mheap_lut_in *in,
                     const struct mheap_lut_out *out, uint32_t e)
{
    bool there = e < s->cfg.entries && s->valid[e];
    for (uint32_t u = 0; u < MHEAP_LUT_LOOKUPS; u++)
        there = there || (in->ins_en[u] && out->lkp_lut[u] == e);
    return there;
}

const char *mheap_lut_promise(const struct mheap_lut *s, const struct mheap_lut_in *in)
{
    struct mheap_lut_out out;
    mheap_lut_eval(s, in, &out);
    const char *broken = insert_promise(s, in, &out);
    if (broken != NULL) return broken;
    for (uint32_t m = 0; m < MHEAP_LUT_MOVES; m++) {
        if (!in->move_en[m]) continue;
        if (!is_there(s, in, &out, in->move_lut[m])) return "an entry that is not valid moves";
        if (in->move_mh[m] >= s->cfg.heap_entries) return "MH# is not below HeapEntries";
    }
    if (in->move_en[0] && in->move_en[1] && in->move_lut[0] == in->move_lut[1])
        return "two moves are of one entry";
    if (in->free_en && !is_there(s, in, &out, in->free_lut))
        return "an entry that is not valid is freed";
    return NULL;
}
