/* SPDX-License-Identifier: Apache-2.0 */
#include "core/sm_parts.h"

#include <stddef.h>

#include "core/decode.h"

/* The order is as in the table in sm_parts.h. */
void sm_eval(const struct sm *s, const struct sm_in *in, struct sm_out *out)
{
    sm_kernel_eval(s, in, out);
    sm_kernel_offer(s, in, out);
    sm_back_look(s, in, out);
    sm_operands_ask(s, out);
    sm_back_access(s, in, out);
    sm_back_loaded(s, out);
    sm_kernel_begin(s, in, out);
    sm_fronts_resolve(s, in, out);
    register_file_eval(&s->file, &out->file_in, &out->file);
    sm_back_settle(s, out);
    sm_fronts_issue(s, out);
    sm_kernel_settle(s, in, out);
    if (!is_weave(s)) sm_operands_feed(s, out); /* or it was: sm_back_look */
    const uint32_t warp = sm_warp_of(s, out->front_in.begin_slot);
    out->status_in.begin_en = out->memory_in.begin_en = out->begin_en;
    out->status_in.begin_warp = out->memory_in.begin_warp = warp;
}

static bool ranges_rest(const struct sm *s, const struct sm_out *out)
{
    const struct residency_nets *nets = &out->residency_nets;
    return range_residency_rests(&s->residency.ranges, &nets->ranges_in, &nets->ranges_out);
}

/* Each kernel has a unit of its own; one of them is given a kernel. */
static void tick_ids(struct sm *s, const struct sm_in *in, const struct sm_out *out)
{
    static const struct thread_ids_in none;
    if (!in->kernel_en && s->phase != SM_COUNT) return; /* none is counted */
    const uint32_t given = is_ranged(s) ? in->kernel_number : 0;
    for (uint32_t k = 0; k < kernels(s); k++)
        thread_ids_tick(&s->ids[k], k == given ? &out->ids_in : &none, NULL);
}

void sm_tick(struct sm *s, const struct sm_in *in, const struct sm_out *out)
{
    sm_kernel_tick(s, in, out);
    sm_operands_tick(s, out);
    if (out->access_en) s->turn = (out->access_port + 1) % s->cfg.ports;
    if (is_dwf(s)) s->wrote = (s->wrote || out->writeback[0].written) && !out->writeback[0].gone;

    /* A block that others look at ticks after them: the pipes look at the operands, status and
     * load/store at the pipes' results. */
    s->memory_rests = load_store_rests(&s->memory, &out->memory_in, &out->memory);
    if (!s->memory_rests) load_store_tick(&s->memory, &out->memory_in, &out->memory);
    thread_status_tick(&s->status, &out->status_in, NULL);
    if (is_weave(s)) shared_pipe_tick(&s->row, &out->row_in, &out->row);
    for (uint32_t p = 0; p < s->cfg.ports && !is_weave(s); p++)
        simd_pipe_tick(&s->pipe[p], &out->pipe_in[p], &out->pipe[p]);
    register_file_tick(&s->file, &out->file_in, &out->file);
    tick_ids(s, in, out);
    if (!is_ranged(s)) cta_launcher_tick(&s->launcher, &out->launcher_in, &out->launcher);
    if (is_dwf(s)) dwf_front_tick(&s->dwf, &out->dwf_in, &out->dwf);
    else if (is_weave(s)) interweave_front_tick(&s->weave, &out->weave_in, &out->weave);
    else pdom_front_tick(&s->front, &out->front_in, &out->front);
    if (is_pdom(s) && !is_vt(s)) scoreboard_tick(&s->board, &out->board_in, &out->board);
    if (is_zorua(s))
        zorua_plug_tick(&s->residency.zorua, &out->residency_in, &out->zorua,
                        &out->residency_nets.zorua, &out->residency);
    else if (!is_ranged(s) || !(s->residency_rests = ranges_rest(s, out)))
        residency_tick(&s->residency, &out->residency_in, &out->residency_nets, &out->residency);
}

/* What is not asked here moves with one of these blocks: an instruction that issues or is gone, an
 * access that is taken or ends. */
bool sm_rests(const struct sm *s, const struct sm_in *in, const struct sm_out *out)
{
    if (!is_pdom(s) || !is_ranged(s)) return false;
    if (in->kernel_en || s->phase == SM_COUNT || out->begin_en) return false;
    bool rests = register_file_rests(&s->file, &out->file_in);
    for (uint32_t p = 0; p < s->cfg.ports; p++)
        rests = rests && simd_pipe_rests(&s->pipe[p], &out->pipe_in[p], &out->pipe[p]);
    return rests && pdom_front_rests(&s->front, &out->front_in, &out->front) &&
           load_store_rests(&s->memory, &out->memory_in, &out->memory) && ranges_rest(s, out);
}

void sm_pass(struct sm *s) { register_file_pass(&s->file); }

void sm_forget(struct sm *s) { s->memory_rests = s->residency_rests = false; }

/* From the cycle in which an exit issues, a cycle each: issue register, operand register, the last
 * beat, result, stack without the threads, without the entry, event, ended slot: its block is done
 * in the next one. */
enum { EXIT_CYCLES = 8 };

/* Slots whose warp has an exit between issue and result. */
static uint64_t exits(const struct sm *s)
{
    uint64_t slots = 0;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        const struct front_instruction *issued = &s->issue[p].i, *read = &s->operand[p].i;
        const struct simd_pipe *pipe = &s->pipe[p];
        if (s->issue[p].valid && issued->flow == DECODE_EXIT) slots |= bit(issued->slot[0]);
        if (has(s->file.full, p) && read->flow == DECODE_EXIT) slots |= bit(read->slot[0]);
        for (uint32_t b = 0; b < SIMD_PIPE_BUFFERS; b++)
            if (has(pipe->filling | pipe->full, b) &&
                rider_flow(pipe->buffer[b].rider) == DECODE_EXIT)
                slots |= bit(rider_slot(pipe->buffer[b].rider));
    }
    return slots;
}

/* A slot goes on whose warp begins, or has threads of which none is at its end. */
uint32_t sm_keeps_blocks(const struct sm *s)
{
    const uint64_t ends = s->front.stack.check | exits(s);
    const uint64_t goes_on = s->pending | (s->front.stack.on_chip & ~ends);
    const bool keeps = s->phase == SM_IDLE && range_residency_keeps(&s->residency.ranges, goes_on);
    return keeps ? EXIT_CYCLES : 1;
}

const char *sm_check(const struct sm *s)
{
    const char *wrong = is_dwf(s)     ? dwf_front_check(&s->dwf)
                        : is_weave(s) ? interweave_front_check(&s->weave)
                                      : pdom_front_check(&s->front);
    if (!wrong && is_weave(s)) wrong = shared_pipe_check(&s->row);
    if (!wrong) wrong = load_store_check(&s->memory);
    if (!wrong) wrong = residency_check(&s->residency);
    if (!wrong && !is_ranged(s)) wrong = cta_launcher_check(&s->launcher);
    if (!wrong) wrong = register_file_check(&s->file);
    for (uint32_t p = 0; !wrong && !is_weave(s) && p < s->cfg.ports; p++)
        wrong = simd_pipe_check(&s->pipe[p]);
    return wrong;
}
