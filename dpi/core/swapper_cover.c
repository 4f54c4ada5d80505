/* SPDX-License-Identifier: Apache-2.0 */
#include "core/swapper_cover.h"

/* What was in the cycle before, as far as cycles are seen here. */
static struct {
    bool job_ends, req_ready;
} last;

static bool no_restore_free(const struct swapper *s)
{
    uint32_t n = 0;
    while (n < s->cfg.restores && s->restore[n].valid) n++;
    return n == s->cfg.restores;
}

static void cover_begin(const struct swapper *s, const inputs *in, const outputs *out,
                        uint64_t *bin)
{
    const bool full = in->req_load && in->calm && no_restore_free(s);
    const bool may = in->req_valid && in->calm && !full;
    if (out->job_taken) {
        if (may) bin[BIN_BOTH_JOB]++;
        if (s->job_last && in->req_valid && !in->calm) bin[BIN_JOB_AGAIN]++;
        if (s->job_last && in->req_valid && full) bin[BIN_JOB_NO_REGISTER]++;
        if (last.job_ends) bin[BIN_JOB_AT_ONCE]++;
        return;
    }
    if (out->req_begins) {
        if (in->job_valid) bin[BIN_BOTH_REQUEST]++;
        if (last.req_ready) bin[BIN_REQUEST_AT_ONCE]++;
        if (out->rsp_valid && in->req_load) bin[BIN_RESTORED_BEGINS]++;
        return;
    }
    if (in->req_valid && !in->calm) bin[BIN_WAITS_CALM]++;
    if (in->req_valid && full) bin[out->rsp_valid ? BIN_FREED_NOW : BIN_WAITS_REGISTER]++;
}

static void cover_taken(const struct swapper *s, const outputs *out, uint64_t *bin)
{
    static const unsigned ends[] = {BIN_SET, BIN_SCRATCH, BIN_OUT, BIN_IN};
    if (s->task == SWAPPER_JOB) {
        bin[out->acc_load ? BIN_FILL : BIN_RESULT]++;
        if (out->acc_mask == 0) bin[BIN_NO_LANES]++;
        return;
    }
    const bool state_task = s->task == SWAPPER_OUT || s->task == SWAPPER_IN;
    const uint32_t words = state_task ? stack_words(s) : 256;
    const uint32_t a_step = state_task ? s->cfg.lanes : s->cfg.lanes / row_words(s) * row_words(s);
    const uint32_t steps = s->task == SWAPPER_SET ? s->cfg.banks : (words + a_step - 1) / a_step;
    const bool ends_now = s->step + 1 == steps;
    if (ends_now) bin[s->task == SWAPPER_SET && s->load ? BIN_SET_IN : ends[s->task]]++;
    if (state_task && s->step == 1) bin[BIN_PARTS]++;
    if (state_task && ends_now && words % a_step != 0) bin[BIN_LAST_PART]++;
    if (s->task != SWAPPER_SCRATCH) return;
    if (s->read > 1) bin[BIN_ROWS]++;
    if (ends_now && words % a_step != 0) bin[BIN_LAST_ROWS]++;
    if (ends_now && s->row == s->cfg.blocks - 1 && s->set == s->cfg.scratch_sets - 1)
        bin[BIN_EDGES]++;
}

static void cover_back(const struct swapper *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (out->rsp_valid) bin[out->stack_wr_en ? BIN_RESTORED : BIN_SET_BACK]++;
    if (in->back_end && takes_restore(out) && out->acc_what == SWAPPER_RETURN &&
        s->into == in->back_end_restore)
        bin[BIN_SET_SENDS]++;
    if (in->back_valid && in->back_mask == 0) bin[BIN_BACK_NOTHING]++;
    if (in->back_valid && s->task == SWAPPER_IN && out->acc_valid && s->into == in->back_restore)
        bin[BIN_BACK_SENDS]++;
    if (!in->back_valid || !in->back_end) return;
    bin[in->back_restore == in->back_end_restore ? BIN_BACK_END : BIN_BACK_OTHER]++;
}

static void cover_steps(const struct swapper *s, const inputs *in, const outputs *out,
                        uint64_t *bin)
{
    const bool scratch = s->task == SWAPPER_SCRATCH;
    if (s->doing == SWAPPER_READS && s->task != SWAPPER_OUT) {
        if (scratch && !in->ctx_ready) bin[BIN_CTX_REFUSED]++;
        if (!scratch && !in->row_ready) bin[BIN_ROW_REFUSED]++;
    }
    if (s->doing == SWAPPER_WAITS && !(scratch ? in->ctx_rsp_valid : in->row_valid))
        bin[scratch ? BIN_CTX_LATE : BIN_ROW_LATE]++;
    if (out->acc_valid && !in->acc_ready) bin[BIN_REFUSED]++;
    if (out->acc_valid && in->acc_ready) cover_taken(s, out, bin);
    if (moves(s) && s->task != SWAPPER_JOB && !in->calm) bin[BIN_CALM_LOST]++;
}

void swapper_cover(const struct swapper *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (s->doing == SWAPPER_RESTS) cover_begin(s, in, out, bin);
    if (out->req_ready && in->job_valid) bin[BIN_DONE_WAITS]++;
    if (no_restore_free(s)) bin[BIN_ALL_REGISTERS]++;
    cover_steps(s, in, out, bin);
    cover_back(s, in, out, bin);
    last.job_ends = out->acc_valid && in->acc_ready && s->task == SWAPPER_JOB;
    last.req_ready = out->req_ready;
}
