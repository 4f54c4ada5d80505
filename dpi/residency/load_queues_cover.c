/* SPDX-License-Identifier: Apache-2.0 */
#include "residency/load_queues_cover.h"

/* The oldest entry of the active queue that is away, or is not; its count: there is none. */
static uint32_t oldest(const state *s, bool away)
{
    uint32_t i = 0;
    while (i < s->active_count && s->active_away[i] != away) i++;
    return i;
}

/* What happens in this cycle, as the page says it: which load is offered, which one migrates. */
struct moves {
    uint32_t here; /* the oldest that is not away, the active count: none */
    uint32_t away; /* the oldest that is */
    bool any_here;
    bool any_away;
    bool full;       /* the inactive queue */
    bool offer_away; /* out of the active queue */
    bool migrates;
    bool served;
    bool enters;
};

static struct moves moves_of(const state *s, const inputs *in, const outputs *out)
{
    struct moves m = {.here = oldest(s, false), .away = oldest(s, true)};
    m.any_here = m.here < s->active_count;
    m.any_away = m.away < s->active_count;
    m.full = s->inactive_count == s->cfg.inactive;
    m.offer_away = !m.any_here && s->inactive_count == 0 && m.any_away;
    m.migrates = m.any_away && !m.full && !m.offer_away;
    m.served = out->out_valid && in->out_ready;
    m.enters = in->in_valid && out->in_ready;
    return m;
}

static void cover_in(const state *s, const inputs *in, const struct moves *m, uint64_t *bin)
{
    if (!in->in_valid) return;
    if (!m->enters) {
        bin[BIN_REFUSED]++;
        if (m->migrates || (m->served && (m->any_here || m->offer_away)))
            bin[BIN_REFUSED_ONE_LEAVES]++;
        if (!m->any_here) bin[BIN_REFUSED_ALL_AWAY]++;
        return;
    }
    uint32_t place = 0;
    while (s->taken[place]) place++;
    bin[BIN_ENTER]++;
    if (place < s->active_count + s->inactive_count) bin[BIN_ENTER_HOLE]++;
    if (s->active_count + s->inactive_count == 0) bin[BIN_BOTH_EMPTY]++;
}

static bool leaves(const inputs *in, uint32_t warp)
{
    return in->away_en && warp >= in->away_first && warp <= in->away_last;
}

static void cover_marks(const state *s, const inputs *in, uint64_t *bin)
{
    uint32_t fresh = 0, again = 0, spared = 0;
    for (uint32_t i = 0; i < s->active_count; i++) {
        const bool hit = leaves(in, s->active_warp[i]);
        if (hit && s->active_away[i]) again++;
        if (hit && !s->active_away[i]) fresh++;
        if (!hit && !s->active_away[i]) spared++;
    }
    if (fresh == 1) bin[BIN_AWAY_ONE]++;
    if (fresh > 1) bin[BIN_AWAY_SEVERAL]++;
    if (fresh + again == 0) bin[BIN_AWAY_NONE]++;
    if (again > 0) bin[BIN_AWAY_AGAIN]++;
    if (fresh > 0 && spared > 0) bin[BIN_AWAY_SPARES]++;
}

static void cover_away(const state *s, const inputs *in, const outputs *out, const struct moves *m,
                       uint64_t *bin)
{
    if (!in->away_en) return;
    cover_marks(s, in, bin);
    if (in->in_valid && leaves(in, in->in_warp))
        bin[m->enters ? BIN_AWAY_ENTERS : BIN_AWAY_REFUSED]++;
    if (m->any_here && leaves(in, out->out_warp))
        bin[m->served ? BIN_AWAY_SERVED : BIN_AWAY_NOT_TAKEN]++;
    if (m->migrates && !leaves(in, s->active_warp[m->away])) bin[BIN_AWAY_MIGRATES]++;
    if (in->away_first == in->away_last) bin[BIN_AWAY_ONE_WARP]++;
}

static void cover_out(const state *s, const struct moves *m, uint64_t *bin)
{
    const bool lone = m->offer_away && s->active_count == 1;
    if (m->any_here) bin[m->here == 0 ? BIN_OUT_HERE : BIN_OUT_OVERTAKES]++;
    if (!m->any_here && s->inactive_count > 0) {
        bin[BIN_OUT_INACTIVE]++;
        if (!m->served) bin[BIN_OUT_REFUSED_INACTIVE]++;
    }
    if (m->offer_away) bin[BIN_OUT_NOT_MIGRATED]++;
    if (lone) bin[m->served ? BIN_LONE_TAKEN : BIN_LONE_STAYS]++;
    if (m->offer_away && s->active_count > 1) bin[BIN_SECOND_STAYS]++;
    if (m->any_here && s->inactive_count > 0) {
        bin[m->served ? BIN_OUT_YIELDS : BIN_OUT_REFUSED_HERE]++;
    }
}

static void cover_migration(const state *s, const struct moves *m, uint64_t *bin)
{
    bin[BIN_MIGRATE]++;
    if (m->here < m->away) bin[BIN_MIGRATE_FROM_BEHIND]++;
    if (!m->served && !m->enters) bin[BIN_MIGRATE_ALONE]++;
    if (s->inactive_count + 1 == s->cfg.inactive && !(m->served && !m->any_here))
        bin[BIN_MIGRATE_TO_LAST]++;
    if (m->served && m->enters) bin[BIN_ALL_THREE]++;
    if (!m->served) return;
    if (!m->any_here) {
        bin[BIN_MIGRATE_AND_INACTIVE_SERVED]++;
        return;
    }
    bin[m->away < m->here ? BIN_MIGRATE_AHEAD_OF_SERVED : BIN_MIGRATE_BEHIND_SERVED]++;
    if (m->away + 1 == m->here || m->here + 1 == m->away) bin[BIN_MIGRATE_NEXT_TO_SERVED]++;
}

void load_queues_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const struct moves m = moves_of(s, in, out);
    cover_in(s, in, &m, bin);
    cover_away(s, in, out, &m, bin);
    cover_out(s, &m, bin);
    if (m.migrates) cover_migration(s, &m, bin);
    if (m.any_away && m.full) {
        bin[BIN_FULL_WAITS]++;
        if (m.served && !m.any_here) bin[BIN_FULL_ONE_LEAVES]++;
        if (m.any_here && m.away < m.here) bin[BIN_FULL_AND_ACTIVE]++;
    }
    if (s->active_count == s->cfg.active) bin[m.full ? BIN_BOTH_FULL : BIN_ACTIVE_FULL]++;
}
