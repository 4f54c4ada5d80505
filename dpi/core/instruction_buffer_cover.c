/* SPDX-License-Identifier: Apache-2.0 */
#include "core/instruction_buffer_cover.h"
#include "core/instruction_buffer_view.h"

/* What happened before, as far as cycles are seen here. */
static struct {
    bool refused;
    uint32_t refused_slot;
    uint64_t cycle;
    uint64_t fetched[INSTRUCTION_BUFFER_MAX_SLOTS]; /* in which cycle */
} last;

/* How one came to be the first behind the last one, of `set`. */
static unsigned turn(bool some, uint32_t slot, uint32_t before, uint32_t step, unsigned first)
{
    if (!some) return first;
    if (slot == before) return first + BIN_FETCH_AGAIN - BIN_FETCH_FIRST;
    if (slot < before) return first + BIN_FETCH_WRAPS - BIN_FETCH_FIRST;
    return first + (slot == before + step ? BIN_FETCH_NEXT : BIN_FETCH_PASSES) - BIN_FETCH_FIRST;
}

static uint64_t issues(const state *s, const inputs *in)
{
    uint64_t slots = 0;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (in->pop_en[p]) slots |= bit(in->head_slot[p]);
    }
    return slots;
}

static void cover_fetch(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint32_t slot = out->fetch_slot;
    if ((in->want & s->stopped & ~s->full) != 0) bin[BIN_WANT_STOPPED]++;
    if ((in->want & s->flying & ~s->stale) != 0) bin[BIN_WANT_FLYING]++;
    if ((in->want & s->stale) != 0) bin[BIN_WANT_STALE]++;
    if ((in->want & s->full & ~s->stopped) != 0) bin[BIN_WANT_FULL]++;
    if (!out->fetch_valid) return;
    bin[turn(s->fetch_some, slot, s->fetch_last, 1, BIN_FETCH_FIRST)]++;
    if (!in->fetch_ready) bin[BIN_FETCH_REFUSED]++;
    if (last.refused && slot != last.refused_slot) bin[BIN_FETCH_OVERTAKEN]++;
    if (out->fetch_ahead > 0) bin[BIN_FETCH_AHEAD]++;
    if (out->fetch_ahead + 1 == s->cfg.entries) bin[BIN_FETCH_MOST]++;
    if (!in->fetch_ready) return;
    if (has(issues(s, in), slot)) bin[BIN_FETCH_ISSUE]++;
    if (has(in->flush, slot)) bin[BIN_FLUSH_FETCH]++;
}

/* Is there a fetch under way that is older than this slot's? */
static bool overtakes(const state *s, uint32_t slot)
{
    for (uint32_t other = 0; other < s->cfg.slots; other++) {
        if (has(s->flying, other) && last.fetched[other] < last.fetched[slot]) return true;
    }
    return false;
}

static void cover_word(const state *s, const inputs *in, uint64_t *bin)
{
    const uint32_t n = s->count[in->rsp_slot] - 1;
    const uint32_t at = (s->first[in->rsp_slot] + n) & (s->cfg.entries - 1);
    const uint64_t *old = s->word[in->rsp_slot * s->cfg.entries + at].half;
    const uint64_t low = old[0] ^ in->rsp_word.half[0], high = old[1] ^ in->rsp_word.half[1];
    if ((low == 0) != (high == 0) && !several(low) && !several(high)) bin[BIN_WORD_ONE_BIT]++;
}

static void cover_answer(const state *s, const inputs *in, uint64_t *bin)
{
    const uint32_t slot = in->rsp_slot, count = s->count[slot];
    if (!in->rsp_valid) return;
    if (last.fetched[slot] + 1 == last.cycle) bin[BIN_ANSWER_AT_ONCE]++;
    if (overtakes(s, slot)) bin[BIN_ANSWER_OVERTAKES]++;
    if (has(in->flush, slot)) {
        bin[has(s->stale, slot) ? BIN_ANSWER_STALE_FLUSH : BIN_ANSWER_FLUSH]++;
        return;
    }
    if (has(s->stale, slot)) {
        bin[BIN_ANSWER_STALE]++;
        return;
    }
    bin[count == 0 ? BIN_ANSWER_EMPTY : BIN_ANSWER_BEHIND]++;
    if (count + 1 == s->cfg.entries) bin[BIN_ANSWER_FILLS]++;
    if (in->rsp_stop) bin[BIN_ANSWER_STOP]++;
    if (count > 0) cover_word(s, in, bin);
    if (has(issues(s, in), slot)) bin[count > 1 ? BIN_ANSWER_ISSUE : BIN_ANSWER_ISSUE_LAST]++;
}

static void cover_look(const state *s, const inputs *in, const outputs *out, uint32_t p,
                       uint64_t *bin)
{
    const uint32_t slot = out->check_slot[p];
    const bool wake = has(in->wake, slot);
    const uint64_t unknown = s->heads & ~(s->passed | s->held) & s->own[p];
    bin[turn(has(s->check_some, p), slot, s->check_last[p], s->cfg.ports, BIN_CHECK_FIRST)]++;
    if (in->check_pass[p]) bin[wake ? BIN_PASS_WAKE : BIN_PASS]++;
    else bin[wake ? BIN_HOLD_WAKE : BIN_HOLD]++;
    if (several(unknown)) bin[BIN_CHECK_WAITS]++;
    if (has(in->flush, slot)) bin[BIN_CHECK_FLUSH]++;
}

static void cover_check(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    bool all = true;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        all = all && out->check_valid[p];
        if (out->check_valid[p]) cover_look(s, in, out, p, bin);
    }
    if (all) bin[BIN_CHECK_ALL]++;
    if ((in->wake & s->held) != 0) bin[BIN_WAKE_HELD]++;
    if ((in->wake & s->passed) != 0) bin[BIN_WAKE_PASSED]++;
    if ((in->wake & ~s->heads) != 0) bin[BIN_WAKE_EMPTY]++;
}

static void cover_issue(const state *s, const inputs *in, uint64_t *bin)
{
    bool all = true;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        const uint32_t slot = in->head_slot[p];
        const bool head = slot < s->cfg.slots && has(s->heads & s->own[p], slot);
        all = all && in->pop_en[p];
        if (!in->pop_en[p] && head) bin[BIN_HEAD_ALONE]++;
        if (!in->pop_en[p]) continue;
        bin[s->count[slot] > 1 ? BIN_ISSUE_MORE : BIN_ISSUE_LAST]++;
        if (has(in->flush, slot)) bin[BIN_ISSUE_FLUSH]++;
        else if (s->cfg.entries > 1 && s->first[slot] + 1u == s->cfg.entries)
            bin[BIN_ISSUE_WRAPS]++;
        if (s->count[slot] == 1 && has(s->stopped, slot))
            bin[has(in->go, slot) ? BIN_ISSUE_STOP_GO : BIN_ISSUE_STOP]++;
    }
    if (all) bin[BIN_ISSUE_ALL]++;
}

static void cover_go(const state *s, const inputs *in, uint64_t *bin)
{
    const uint64_t later = in->go & ~s->heads;
    if (later != 0) bin[BIN_GO_LATER]++;
    if ((later & in->want) != 0) bin[BIN_GO_WANTED]++;
    if ((in->go & in->flush) != 0) bin[BIN_GO_FLUSH]++;
}

static void cover_flush(const state *s, const inputs *in, uint64_t *bin)
{
    const uint64_t flush = in->flush;
    if (flush == 0) return;
    if ((flush & ~(s->heads | s->flying | s->stopped)) != 0) bin[BIN_FLUSH_NOTHING]++;
    if ((flush & s->full) != 0) bin[BIN_FLUSH_FULL]++;
    if ((flush & s->flying & ~s->stale) != 0) bin[BIN_FLUSH_FLYING]++;
    if ((flush & s->stale) != 0) bin[BIN_FLUSH_STALE]++;
    if ((flush & s->stopped) != 0) bin[BIN_FLUSH_STOPPED]++;
    if ((flush & s->passed) != 0) bin[BIN_FLUSH_PASSED]++;
    if ((flush & s->held) != 0) bin[BIN_FLUSH_HELD]++;
    if (several(flush)) bin[BIN_FLUSH_SEVERAL]++;
}

void instruction_buffer_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    cover_fetch(s, in, out, bin);
    cover_answer(s, in, bin);
    cover_check(s, in, out, bin);
    cover_issue(s, in, bin);
    cover_go(s, in, bin);
    cover_flush(s, in, bin);
    last.refused = out->fetch_valid && !in->fetch_ready;
    last.refused_slot = out->fetch_slot;
    if (out->fetch_valid && in->fetch_ready) last.fetched[out->fetch_slot] = last.cycle;
    last.cycle++;
}
