/* SPDX-License-Identifier: Apache-2.0 */
#include "formation/pc_warp_lut.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"
#include "common/lane_slots.h"

enum {
    NO_ENTRY = PC_WARP_LUT_MAX_ENTRIES, /* stands for "none" where an entry is named */
    MAX_PC_WIDTH = 32,
    MAX_POOL = 65536,
};

/* The one entry that a placed group writes, as it will be. */
struct written {
    uint32_t entry; /* NO_ENTRY: nothing is written */
    bool evicts;    /* the victim of a full set: its pointer moves on */
    uint32_t pc;
    uint64_t occ;
    uint32_t idx;
};

/* The table at some point of a cycle, without a copy: the state, changed first by the close, then
 * by the write of group 0, then by the write of group 1. */
struct view {
    const struct pc_warp_lut *s;
    uint32_t closed; /* closed before the groups (Forward = 0), or NO_ENTRY */
    struct written group[PC_WARP_LUT_GROUPS];
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

static const char *cfg_error(const struct pc_warp_lut_cfg *cfg)
{
    if (cfg->entries < 1) return "Entries must be at least 1";
    if (cfg->entries > PC_WARP_LUT_MAX_ENTRIES) return "Entries must be at most 1024 in the model";
    if (cfg->ways < 1) return "Ways must be at least 1";
    if (cfg->entries % cfg->ways != 0) return "Ways must divide Entries";
    uint32_t sets = cfg->entries / cfg->ways;
    if ((sets & (sets - 1)) != 0) return "Entries / Ways must be a power of two";
    if (cfg->lanes < 1 || cfg->lanes > PC_WARP_LUT_MAX_LANES) return "Lanes must be 1 to 64";
    if (lane_slots_error(cfg->lanes, cfg->lane_slots) != NULL)
        return lane_slots_error(cfg->lanes, cfg->lane_slots);
    if (cfg->pc_width < 1 || cfg->pc_width > MAX_PC_WIDTH) return "PcWidth must be 1 to 32";
    if (cfg->pool_entries < 2 || cfg->pool_entries > MAX_POOL)
        return "PoolEntries must be 2 to 65536";
    if (cfg->pc_shift > cfg->pc_width || log2_floor(sets) > cfg->pc_width - cfg->pc_shift)
        return "PcShift + log2(Entries / Ways) must be at most PcWidth";
    if (cfg->forward > 1) return "Forward must be 0 or 1";
    return NULL;
}

const char *pc_warp_lut_init(struct pc_warp_lut *s, const struct pc_warp_lut_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    s->sets = cfg->entries / cfg->ways;
    return NULL;
}

void pc_warp_lut_reset(struct pc_warp_lut *s)
{
    memset(s->valid, 0, sizeof s->valid);
    memset(s->victim, 0, sizeof s->victim);
}

/* --- look-ups ------------------------------------------------------------ */

static uint32_t set_of(const struct pc_warp_lut *s, uint32_t pc)
{
    /* 64 bits: PcShift may be 32 when there is one set. */
    return (uint32_t)((uint64_t)pc >> s->cfg.pc_shift) & (s->sets - 1);
}

/* The table as it stands before anything happens. */
static struct view view_of(const struct pc_warp_lut *s)
{
    return (struct view){
        .s = s, .closed = NO_ENTRY, .group = {{.entry = NO_ENTRY}, {.entry = NO_ENTRY}}};
}

/* What the groups so far wrote to the entry, or NULL. */
static const struct written *view_written(const struct view *v, uint32_t e)
{
    if (e == v->group[1].entry) return &v->group[1];
    return e == v->group[0].entry ? &v->group[0] : NULL;
}

static bool view_valid(const struct view *v, uint32_t e)
{
    return view_written(v, e) != NULL || (e != v->closed && v->s->valid[e]);
}

static uint32_t view_pc(const struct view *v, uint32_t e)
{
    const struct written *w = view_written(v, e);
    return w != NULL ? w->pc : v->s->pc[e];
}

static uint64_t view_occ(const struct view *v, uint32_t e)
{
    const struct written *w = view_written(v, e);
    return w != NULL ? w->occ : v->s->occ[e];
}

static uint32_t view_idx(const struct view *v, uint32_t e)
{
    const struct written *w = view_written(v, e);
    return w != NULL ? w->idx : v->s->idx[e];
}

/* The valid entry in the set of pc whose IDX is idx, or NO_ENTRY. */
static uint32_t view_find_idx(const struct view *v, uint32_t pc, uint32_t idx)
{
    uint32_t first = set_of(v->s, pc) * v->s->cfg.ways;
    for (uint32_t e = first; e < first + v->s->cfg.ways; e++) {
        if (view_valid(v, e) && view_idx(v, e) == idx) return e;
    }
    return NO_ENTRY;
}

/* The valid entry that holds pc, or NO_ENTRY. */
static uint32_t view_find(const struct view *v, uint32_t pc)
{
    uint32_t first = set_of(v->s, pc) * v->s->cfg.ways;
    for (uint32_t e = first; e < first + v->s->cfg.ways; e++) {
        if (view_valid(v, e) && view_pc(v, e) == pc) return e;
    }
    return NO_ENTRY;
}

static uint32_t next_way(const struct pc_warp_lut *s, uint32_t way)
{
    return way + 1 == s->cfg.ways ? 0 : way + 1;
}

/* The entry that a miss replaces: the first invalid way, or else the victim; for group 1 the next
 * one if group 0 has taken the victim of this set. */
static uint32_t view_replaced(const struct view *v, uint32_t pc)
{
    uint32_t set = set_of(v->s, pc);
    uint32_t first = set * v->s->cfg.ways;
    for (uint32_t e = first; e < first + v->s->cfg.ways; e++) {
        if (!view_valid(v, e)) return e;
    }
    uint32_t way = v->s->victim[set];
    if (v->group[0].evicts && set_of(v->s, v->group[0].pc) == set) way = next_way(v->s, way);
    return first + way;
}

/* --- eval ---------------------------------------------------------------- */

/* The lowest port that offers an index and is not taken yet; GROUPS if none. */
static uint32_t free_port(const struct pc_warp_lut_in *in, const struct pc_warp_lut_out *out)
{
    uint32_t p = 0;
    while (p < PC_WARP_LUT_GROUPS && !(in->alloc_valid[p] && !out->alloc_ready[p])) p++;
    return p;
}

/* The places of a group in the warp of its entry and in the next one; and how far its threads move
 * in each lane. */
struct split {
    uint64_t join;
    uint64_t conflict;
    uint32_t turn[PC_WARP_LUT_MAX_LANES];
};

/* The places of one lane that a mask has. */
static uint32_t places_of(const struct pc_warp_lut *s, uint64_t mask, uint32_t lane)
{
    const uint32_t homes = s->cfg.lanes / s->cfg.lane_slots;
    uint32_t count = 0;
    for (uint32_t p = lane; p < s->cfg.lanes; p += homes) count += has(mask, p);
    return count;
}

/* A lane's threads go to its places one after the other, from the lowest free one up; behind the
 * last place, to the next warp. */
static void split_lane(const struct pc_warp_lut *s, uint64_t req, uint64_t occ, uint32_t lane,
                       struct split *to)
{
    const uint32_t homes = s->cfg.lanes / s->cfg.lane_slots;
    const uint32_t taken = places_of(s, occ, lane), threads = places_of(s, req, lane);
    for (uint32_t r = 0; r < threads; r++) {
        const uint32_t at = taken + r;
        if (at < s->cfg.lane_slots) to->join |= bit(at * homes + lane);
        else to->conflict |= bit((at - s->cfg.lane_slots) * homes + lane);
    }
    to->turn[lane] = taken % s->cfg.lane_slots;
}

/* occ is 0 without an entry: then all threads need a warp. */
static struct split split_group(const struct pc_warp_lut *s, uint64_t req, uint64_t occ, bool hit)
{
    struct split to = {0};
    if (s->cfg.lane_slots == 1) {
        to.conflict = hit ? req & occ : req;
        to.join = req & ~to.conflict;
        return to;
    }
    for (uint32_t l = 0; l < s->cfg.lanes / s->cfg.lane_slots; l++) split_lane(s, req, occ, l, &to);
    if (!hit) {
        to.conflict = to.join;
        to.join = 0;
    }
    return to;
}

/* Places group g on the table that v shows; returns what it writes there. */
static struct written place(const struct view *v, const struct pc_warp_lut_in *in, uint32_t g,
                            struct pc_warp_lut_out *out)
{
    struct written w = {.entry = NO_ENTRY};
    uint64_t req = in->grp_req[g];
    if (!in->grp_valid[g]) return w;
    if (req == 0) {
        out->grp_ready[g] = true;
        return w;
    }

    uint32_t e = view_find(v, in->grp_pc[g]);
    bool hit = e != NO_ENTRY;
    uint64_t occ = 0;
    uint32_t idx = 0;
    if (hit) {
        occ = view_occ(v, e);
        idx = view_idx(v, e);
    }
    const struct split to = split_group(v->s, req, occ, hit);
    const uint64_t join = to.join, conflict = to.conflict;

    uint32_t port = free_port(in, out);
    if (conflict != 0 && port == PC_WARP_LUT_GROUPS) return w; /* refused, whole */
    out->grp_ready[g] = true;
    if (join != 0) {
        out->join_en[g] = true;
        out->join_idx[g] = idx;
        out->join_mask[g] = join;
    }
    if (conflict != 0) {
        out->alloc_ready[port] = true;
        out->open_en[g] = true;
        out->open_idx[g] = in->alloc_idx[port];
        out->open_mask[g] = conflict;
    }
    memcpy(out->turn[g], to.turn, sizeof to.turn);

    w.entry = hit ? e : view_replaced(v, in->grp_pc[g]);
    if (conflict != 0 && view_valid(v, w.entry)) {
        /* The entry is repointed, or replaced: with a miss nothing joins. */
        out->shut_en[g] = true;
        out->shut_idx[g] = view_idx(v, w.entry);
        out->shut_mask[g] = view_occ(v, w.entry) | join;
        w.evicts = !hit;
    }
    w.pc = in->grp_pc[g];
    w.occ = conflict != 0 ? conflict : occ | join;
    w.idx = conflict != 0 ? out->open_idx[g] : idx;
    return w;
}

/* Reports the entry that the close meets in this view, whether the warp issues or not. Returns the
 * entry, or NO_ENTRY. */
static uint32_t meet_close(const struct view *v, const struct pc_warp_lut_in *in,
                           struct pc_warp_lut_out *out)
{
    uint32_t e = view_find_idx(v, in->close_pc, in->close_idx);
    if (e == NO_ENTRY) return e;
    out->close_hit = true;
    out->close_occ = view_occ(v, e);
    return e;
}

/*
 * Group 0 is placed, then group 1 on the table that group 0 leaves. A close
 * is seen by the groups only with Forward = 0; otherwise it comes after them.
 */
void pc_warp_lut_eval(const struct pc_warp_lut *s, const struct pc_warp_lut_in *in,
                      struct pc_warp_lut_out *out)
{
    struct view v = view_of(s);
    memset(out, 0, sizeof *out);
    if (s->cfg.forward == 0) {
        uint32_t e = meet_close(&v, in, out);
        if (in->close_en) v.closed = e;
    }
    for (uint32_t g = 0; g < PC_WARP_LUT_GROUPS; g++) v.group[g] = place(&v, in, g, out);
    if (s->cfg.forward == 1) meet_close(&v, in, out);
}

/* --- tick ---------------------------------------------------------------- */

static void close_warp(struct pc_warp_lut *s, const struct pc_warp_lut_in *in)
{
    const struct view v = view_of(s);
    uint32_t e = view_find_idx(&v, in->close_pc, in->close_idx);
    if (e != NO_ENTRY) s->valid[e] = 0;
}

/* Writes the entry of group g, which eval has found can be placed. */
static void write_entry(struct pc_warp_lut *s, const struct pc_warp_lut_in *in, uint32_t g,
                        const struct pc_warp_lut_out *out)
{
    const struct view v = view_of(s);
    uint32_t pc = in->grp_pc[g];
    uint32_t e = view_find(&v, pc);

    if (e == NO_ENTRY) {
        e = view_replaced(&v, pc);
        if (s->valid[e]) {
            /* The set is full: only then does the pointer move on. */
            uint32_t *victim = &s->victim[set_of(s, pc)];
            *victim = next_way(s, *victim);
        }
        s->valid[e] = 1;
        s->pc[e] = pc;
    }
    if (out->open_en[g]) {
        s->occ[e] = out->open_mask[g];
        s->idx[e] = out->open_idx[g];
    } else {
        s->occ[e] |= out->join_mask[g];
    }
}

/* Group 0, group 1, close; with Forward = 0 close, group 0, group 1. */
void pc_warp_lut_tick(struct pc_warp_lut *s, const struct pc_warp_lut_in *in,
                      const struct pc_warp_lut_out *out)
{
    if (in->close_en && s->cfg.forward == 0) close_warp(s, in);
    for (uint32_t g = 0; g < PC_WARP_LUT_GROUPS; g++) {
        if (out->grp_ready[g] && in->grp_req[g] != 0) write_entry(s, in, g, out);
    }
    if (in->close_en && s->cfg.forward == 1) close_warp(s, in);
}

/* --- check and promise --------------------------------------------------- */

/* True if two valid entries of one set hold one PC. */
static bool set_repeats_pc(const struct pc_warp_lut *s, uint32_t set)
{
    uint32_t first = set * s->cfg.ways;
    for (uint32_t a = first; a < first + s->cfg.ways; a++) {
        for (uint32_t b = first; b < a; b++) {
            if (s->valid[a] && s->valid[b] && s->pc[a] == s->pc[b]) return true;
        }
    }
    return false;
}

/* True if two valid entries hold one IDX; each is below PoolEntries. */
static bool repeats_idx(const struct pc_warp_lut *s)
{
    uint8_t seen[MAX_POOL / 8];
    memset(seen, 0, (s->cfg.pool_entries + 7) / 8);
    for (uint32_t e = 0; e < s->cfg.entries; e++) {
        uint8_t bit = (uint8_t)(1u << (s->idx[e] % 8));
        if (!s->valid[e]) continue;
        if (seen[s->idx[e] / 8] & bit) return true;
        seen[s->idx[e] / 8] |= bit;
    }
    return false;
}

/* low_first: in each lane of OCC no place above one that is free is taken. */
static bool low_first(const struct pc_warp_lut *s, uint64_t occ)
{
    const uint32_t homes = s->cfg.lanes / s->cfg.lane_slots;
    return s->cfg.lane_slots == 1 || (occ >> homes & ~occ) == 0;
}

/* unique_pc is looked for inside a set: home_set comes before it. */
const char *pc_warp_lut_check(const struct pc_warp_lut *s)
{
    for (uint32_t e = 0; e < s->cfg.entries; e++) {
        if (!s->valid[e]) continue;
        if (s->occ[e] == 0) return "valid_occ";
        if (!low_first(s, s->occ[e])) return "low_first";
        if (set_of(s, s->pc[e]) != e / s->cfg.ways) return "home_set";
        if (s->idx[e] >= s->cfg.pool_entries) return "idx_range";
    }
    for (uint32_t set = 0; set < s->sets; set++) {
        if (s->victim[set] >= s->cfg.ways) return "victim_range";
        if (set_repeats_pc(s, set)) return "unique_pc";
    }
    return repeats_idx(s) ? "unique_idx" : NULL;
}

static bool wider(uint64_t value, uint32_t bits) { return bits < 64 && value >> bits != 0; }

static const char *group_promise(const struct pc_warp_lut *s, const struct pc_warp_lut_in *in)
{
    for (uint32_t g = 0; g < PC_WARP_LUT_GROUPS; g++) {
        if (!in->grp_valid[g]) continue;
        if (wider(in->grp_pc[g], s->cfg.pc_width)) return "a group's PC is wider than PcWidth";
        if (wider(in->grp_req[g], s->cfg.lanes))
            return "a group's REQ names a lane at or above Lanes";
    }
    return NULL;
}

/* True if a valid entry holds this index. No early exit: the loop runs in every cycle of a lockstep
 * run, and without one compilers turn it into vector code. */
static bool in_lut(const struct pc_warp_lut *s, uint32_t idx)
{
    uint32_t found = 0;
    for (uint32_t e = 0; e < s->cfg.entries; e++)
        found |= s->valid[e] & (uint32_t)(s->idx[e] == idx);
    return found != 0;
}

static const char *alloc_promise(const struct pc_warp_lut *s, const struct pc_warp_lut_in *in)
{
    if (in->alloc_valid[0] && in->alloc_valid[1] && in->alloc_idx[0] == in->alloc_idx[1])
        return "the two indices offered are equal";
    for (uint32_t p = 0; p < PC_WARP_LUT_GROUPS; p++) {
        if (!in->alloc_valid[p]) continue;
        if (in->alloc_idx[p] >= s->cfg.pool_entries)
            return "an index offered is not below PoolEntries";
        if (in->close_en && in->alloc_idx[p] == in->close_idx)
            return "an index offered is of the warp that issues";
        if (in_lut(s, in->alloc_idx[p])) return "an index offered is of a warp in the LUT";
    }
    return NULL;
}

static const char *close_promise(const struct pc_warp_lut *s, const struct pc_warp_lut_in *in)
{
    if (!in->close_en) return NULL;
    if (in->close_idx >= s->cfg.pool_entries)
        return "the index that issues is not below PoolEntries";
    if (wider(in->close_pc, s->cfg.pc_width)) return "the PC that issues is wider than PcWidth";
    uint32_t other = 0;
    for (uint32_t e = 0; e < s->cfg.entries; e++) {
        other |= s->valid[e] & (uint32_t)(s->idx[e] == in->close_idx) &
                 (uint32_t)(s->pc[e] != in->close_pc);
    }
    if (other != 0) return "the warp that issues has another PC in the LUT";
    return NULL;
}

const char *pc_warp_lut_promise(const struct pc_warp_lut *s, const struct pc_warp_lut_in *in)
{
    const char *broken = group_promise(s, in);
    if (broken == NULL) broken = alloc_promise(s, in);
    return broken != NULL ? broken : close_promise(s, in);
}
