/* SPDX-License-Identifier: Apache-2.0 */
#include "residency/cta_status_table.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"

/* --- init and reset ------------------------------------------------------ */

static const char *cfg_error(const struct cta_status_table_cfg *cfg)
{
    if (cfg->ctas < 2 || cfg->ctas > CTA_STATUS_TABLE_MAX_CTAS) return "Ctas must be 2 to 64";
    if (cfg->cnt_width < 2 || cfg->cnt_width > 16) return "CntWidth must be 2 to 16";
    if (cfg->ports < 1 || cfg->ports > CTA_STATUS_TABLE_MAX_PORTS) return "Ports must be 1 to 4";
    return NULL;
}

const char *cta_status_table_init(struct cta_status_table *s,
                                  const struct cta_status_table_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return NULL;
}

/* No block is here, so none stands in the queue. */
void cta_status_table_reset(struct cta_status_table *s)
{
    s->resident = 0;
    s->active = 0;
    s->saving = 0;
    s->queued = 0;
}

/* --- kinds of blocks ----------------------------------------------------- */

static uint32_t max_count(const struct cta_status_table *s)
{
    return (UINT32_C(1) << s->cfg.cnt_width) - 1;
}

/* The blocks, of these, whose counter has this value. */
static uint64_t counted(const struct cta_status_table *s, uint64_t blocks, uint32_t count)
{
    uint64_t found = 0;
    for (uint64_t left = blocks; left != 0; left &= left - 1) {
        const uint32_t c = (uint32_t)__builtin_ctzll(left);
        if (s->count[c] == count) found |= bit(c);
    }
    return found;
}

/* Active blocks of which no warp can go on. */
static uint64_t marked_blocks(const struct cta_status_table *s, uint32_t warps)
{
    return counted(s, s->active, warps);
}

/* Swapped out, context saved, and every write in. */
static uint64_t ready_blocks(const struct cta_status_table *s)
{
    return counted(s, s->resident & ~s->active & ~s->saving, 0);
}

/* --- eval ---------------------------------------------------------------- */

/* The first block of a set in the queue; false if no block of the set is there. */
static bool first_of(const struct cta_status_table *s, uint64_t blocks, uint32_t *cta)
{
    *cta = 0;
    for (uint32_t n = 0; n < s->queued; n++) {
        if ((blocks & bit(s->queue[n])) == 0) continue;
        *cta = s->queue[n];
        return true;
    }
    return false;
}

void cta_status_table_eval(const struct cta_status_table *s, const struct cta_status_table_in *in,
                           struct cta_status_table_out *out)
{
    out->resident = s->resident;
    out->active = s->active;
    out->marked = marked_blocks(s, in->warps);
    out->ready = ready_blocks(s);
    out->out_valid = first_of(s, out->marked & ~in->skip, &out->out_cta);
    out->in_valid = first_of(s, out->ready, &out->in_cta);
}

/* --- tick ---------------------------------------------------------------- */

/* An event of a block counts if the block is in the set. */
static void count_event(const struct cta_status_table *s, uint64_t blocks, bool en, uint32_t cta,
                        int64_t step, int64_t *count)
{
    if (en && cta < s->cfg.ctas && (blocks & bit(cta)) != 0) count[cta] += step;
}

/* All counters after the events of their blocks, before what the controller does to them. */
static void track(const struct cta_status_table *s, const struct cta_status_table_in *in,
                  int64_t count[CTA_STATUS_TABLE_MAX_CTAS])
{
    for (uint32_t c = 0; c < s->cfg.ctas; c++) count[c] = s->count[c];
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        count_event(s, s->active, in->up_en[p], in->up_cta[p], 1, count);
        count_event(s, s->active, in->down_en[p], in->down_cta[p], -1, count);
        count_event(s, ~s->active, in->late_en[p], in->late_cta[p], -1, count);
    }
    count_event(s, s->active, in->drop_en, in->drop_cta, -(int64_t)in->drop_count, count);
}

/* What the controller does, in the page's order. */
static void control(struct cta_status_table *s, const struct cta_status_table_in *in)
{
    if (in->out_en) {
        s->active &= ~bit(in->out_cta);
        s->saving |= bit(in->out_cta);
        s->count[in->out_cta] = 0;
    }
    if (in->add_en) s->count[in->add_cta] = (s->count[in->add_cta] + in->add_count) & max_count(s);
    if (in->saved_en) s->saving &= ~bit(in->saved_cta);
    if (in->alloc_en) {
        s->resident |= bit(in->alloc_cta);
        s->active &= ~bit(in->alloc_cta);
        s->saving &= ~bit(in->alloc_cta);
        s->count[in->alloc_cta] = 0;
    }
    if (in->in_en) {
        s->active |= bit(in->in_cta);
        s->count[in->in_cta] = in->in_count;
    }
    if (in->free_en) {
        s->resident &= ~bit(in->free_cta);
        s->active &= ~bit(in->free_cta);
    }
}

/* Blocks that stay marked, or stay ready, keep their places. Behind them come, by number, the
 * blocks that have become marked or ready in this cycle, also from one to the other. */
static void queue_up(struct cta_status_table *s, uint64_t stay, uint64_t candidates)
{
    uint32_t kept = 0;
    for (uint32_t n = 0; n < s->queued; n++) {
        if ((stay & bit(s->queue[n])) != 0) s->queue[kept++] = s->queue[n];
    }
    s->queued = kept;
    for (uint64_t fresh = candidates & ~stay; fresh != 0; fresh &= fresh - 1)
        s->queue[s->queued++] = (uint32_t)__builtin_ctzll(fresh);
}

void cta_status_table_tick(struct cta_status_table *s, const struct cta_status_table_in *in,
                           const struct cta_status_table_out *out)
{
    int64_t count[CTA_STATUS_TABLE_MAX_CTAS];
    track(s, in, count);
    for (uint32_t c = 0; c < s->cfg.ctas; c++) s->count[c] = (uint32_t)count[c] & max_count(s);
    control(s, in);
    uint64_t marked = marked_blocks(s, in->warps);
    uint64_t ready = ready_blocks(s);
    queue_up(s, (out->marked & marked) | (out->ready & ready), marked | ready);
    s->warps = in->warps;
}

/* --- the order of the candidates ----------------------------------------- */

/* A block's place in the queue; behind all if it does not stand there. */
static uint32_t place(const struct cta_status_table *s, uint32_t c)
{
    uint32_t n = 0;
    while (n < s->queued && s->queue[n] != c) n++;
    return n;
}

bool cta_status_table_before(const struct cta_status_table *s, uint32_t i, uint32_t j)
{
    return place(s, i) < place(s, j);
}

/* --- check and promise --------------------------------------------------- */

/* No counter is more than its kind of block can have. */
static bool counts_fit(const struct cta_status_table *s)
{
    for (uint32_t c = 0; c < s->cfg.ctas; c++) {
        if (s->count[c] > max_count(s)) return false;
        if ((s->active & bit(c)) != 0 && s->count[c] > s->warps) return false;
    }
    return true;
}

/* The queue has exactly the marked and the ready blocks, each once. */
const char *cta_status_table_check(const struct cta_status_table *s)
{
    uint64_t queued = 0, ready = ready_blocks(s);
    if ((s->active & s->saving) != 0) return "kinds";
    if (((s->active | s->saving) & ~s->resident) != 0) return "kinds";
    if (!counts_fit(s)) return "balance";
    if (s->queued > s->cfg.ctas) return "first_served";
    for (uint32_t n = 0; n < s->queued; n++) {
        uint32_t c = s->queue[n];
        if (c >= s->cfg.ctas || (queued & bit(c)) != 0) return "first_served";
        queued |= bit(c);
    }
    if ((queued & ~s->active) != ready) return "zero_ready";
    return (queued & s->active) == marked_blocks(s, s->warps) ? NULL : "first_served";
}

static bool wider(uint64_t value, uint32_t bits) { return bits < 64 && value >> bits != 0; }

static bool names(bool en, uint32_t cta, uint64_t blocks) { return en && (blocks & bit(cta)) != 0; }

/* The numbers that mean something are numbers of blocks, and fit. */
static const char *range_promise(const struct cta_status_table *s,
                                 const struct cta_status_table_in *in)
{
    uint32_t n = s->cfg.ctas, w = s->cfg.cnt_width;
    bool beyond = (in->drop_en && in->drop_cta >= n) || (in->alloc_en && in->alloc_cta >= n) ||
                  (in->out_en && in->out_cta >= n) || (in->add_en && in->add_cta >= n) ||
                  (in->saved_en && in->saved_cta >= n) || (in->in_en && in->in_cta >= n) ||
                  (in->free_en && in->free_cta >= n) || wider(in->skip, n);
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        beyond = beyond || (in->up_en[p] && in->up_cta[p] >= n) ||
                 (in->down_en[p] && in->down_cta[p] >= n) ||
                 (in->late_en[p] && in->late_cta[p] >= n);
    }
    if (beyond) return "a block's number is not below Ctas";
    if (wider(in->warps, w) || (in->drop_en && wider(in->drop_count, w)) ||
        (in->add_en && wider(in->add_count, w)) || (in->in_en && wider(in->in_count, w)))
        return "a count is wider than CntWidth";
    return NULL;
}

/* Each event is of a block that it can be of. */
static const char *kind_promise(const struct cta_status_table *s,
                                const struct cta_status_table_in *in)
{
    uint64_t inactive = s->resident & ~s->active;
    uint64_t leaving = inactive | (in->out_en ? bit(in->out_cta) : 0);
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (names(in->up_en[p], in->up_cta[p], ~s->active)) return "an up is of no active block";
        if (names(in->down_en[p], in->down_cta[p], ~s->active))
            return "a down is of no active block";
        if (names(in->late_en[p], in->late_cta[p], ~inactive))
            return "a late write is of no inactive block";
    }
    if (names(in->drop_en, in->drop_cta, ~s->active)) return "a drop is of no active block";
    if (names(in->out_en, in->out_cta, ~s->active))
        return "a block swapped out is not an active one";
    if (names(in->add_en, in->add_cta, ~leaving)) return "an add is of no inactive block";
    if (names(in->saved_en, in->saved_cta, ~leaving)) return "a block saved is not an inactive one";
    if (names(in->in_en, in->in_cta, ~ready_blocks(s)))
        return "a block swapped in is not a ready one";
    if (names(in->alloc_en, in->alloc_cta, s->resident)) return "a new block is resident already";
    return NULL;
}

/* No counter leaves its range after all events of a cycle. This also holds for an active block in
 * its last cycle, though the result in its counter is forgotten. */
static const char *count_promise(const struct cta_status_table *s,
                                 const struct cta_status_table_in *in)
{
    int64_t counts[CTA_STATUS_TABLE_MAX_CTAS];
    track(s, in, counts);
    for (uint32_t c = 0; c < s->cfg.ctas; c++) {
        bool active = (s->active & bit(c)) != 0;
        int64_t count = counts[c];
        if (active && (count < 0 || count > in->warps))
            return "the counter of an active block leaves 0 to warps_i";
        if (names(in->out_en, in->out_cta, bit(c))) count = 0;
        if (names(in->add_en, in->add_cta, bit(c))) count += in->add_count;
        if (count < 0 || count > max_count(s))
            return "the counter of an inactive block leaves 0 to 2^CntWidth - 1";
    }
    if (in->in_en && in->in_count > in->warps)
        return "the counter of an active block leaves 0 to warps_i";
    return NULL;
}

static const char *free_promise(const struct cta_status_table *s,
                                const struct cta_status_table_in *in)
{
    uint32_t c = in->free_cta;
    if (!in->free_en) return NULL;
    if (names(true, c, ~marked_blocks(s, in->warps)))
        return "a block that ends is not active, or has warps that can go on";
    if (in->out_en && in->out_cta == c) return "a block is swapped out and ends in one cycle";
    bool moves = in->drop_en && in->drop_cta == c;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        moves = moves || (in->up_en[p] && in->up_cta[p] == c) ||
                (in->down_en[p] && in->down_cta[p] == c);
    }
    return moves ? "an up, down or drop is of the block that ends" : NULL;
}

const char *cta_status_table_promise(const struct cta_status_table *s,
                                     const struct cta_status_table_in *in)
{
    const char *broken = range_promise(s, in);
    if (broken != NULL) return broken;
    if (s->resident != 0 && in->warps != s->warps) return "warps_i changes while a block is here";
    broken = kind_promise(s, in);
    if (broken == NULL) broken = count_promise(s, in);
    return broken != NULL ? broken : free_promise(s, in);
}
