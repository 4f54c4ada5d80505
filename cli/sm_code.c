// SPDX-License-Identifier: Apache-2.0
#include "sm_code.h"

#include <stdlib.h>
#include <string.h>

#include "core/line_contents.h"
#include "launch_check.h"
#include "residency/phase_specifier.h"

static uint32_t parts(uint32_t n, uint32_t of) { return (n + of - 1) / of; }

// Behind which instructions do threads meet?
static bool mark_meetings(struct sm_code *c)
{
    const struct thread_program *p = &c->program;
    c->meets = calloc(p->count + 1, 1);
    if (c->meets == NULL) return false;
    for (uint32_t i = 0; i < p->count; i++) {
        uint32_t at = p->insn[i].reached ? p->insn[i].reconvergence : 0;
        if (at > p->base && at <= p->base + 4 * p->count) c->meets[(at - p->base) / 4 - 1] = 1;
    }
    return true;
}

// ---- phases, for Zorua -------------------------------------------------------------------------

// Registers get rows so that a phase needs as few as it can from row 0 on, as a compiler would name
// them: the smallest phase's registers first, then the next smallest's others, to the last phase.
static void number_rows(const struct thread_program *p, uint8_t rows[ISA_REGISTERS])
{
    uint64_t numbered = 0;
    uint32_t next = 0;
    for (uint32_t n = 0; n <= p->phases.count; n++) {
        uint64_t more = ~UINT64_C(0); // behind the last phase: whatever is left
        for (uint32_t i = 0; i < p->phases.count; i++) {
            const uint64_t left = p->phases.phase[i].names & ~numbered;
            if (left != 0 && __builtin_popcountll(left) < __builtin_popcountll(more)) more = left;
        }
        for (int r = 0; r < ISA_REGISTERS; r++) {
            if (p->row[r] == NO_ROW || (numbered >> r & 1) || !(more >> r & 1)) continue;
            rows[r] = (uint8_t)next++;
        }
        numbered |= more;
    }
}

static uint32_t specifier(uint32_t registers, uint32_t bytes)
{
    const uint32_t most =
        registers < PHASE_SPECIFIER_MAX_REGS ? registers : PHASE_SPECIFIER_MAX_REGS;
    const uint32_t some = bytes < PHASE_SPECIFIER_MAX_BYTES ? bytes : PHASE_SPECIFIER_MAX_BYTES;
    return PHASE_SPECIFIER_WORD(most, some);
}

static uint32_t rows_of(const struct thread_program *p, const uint8_t rows[ISA_REGISTERS],
                        uint64_t names)
{
    uint32_t most = 0;
    for (int r = 0; r < ISA_REGISTERS; r++)
        if ((names >> r & 1) && p->row[r] != NO_ROW && rows[r] + 1u > most) most = rows[r] + 1u;
    return most;
}

// A phase asks for the highest row that it touches. A specifier that the programmer wrote keeps its
// bytes; it asks for all registers, since it names none. With warp_level a kernel has one phase: it
// asks for all that the launch specifies.
static bool specify_phases(struct sm_code *c, bool warp_level)
{
    const struct thread_program *p = &c->program;
    struct sm_kernel *k = &c->kernel;
    c->specifiers = calloc(p->count + 1, sizeof *c->specifiers);
    if (c->specifiers == NULL) return false;
    k->first_phase = specifier(c->registers, k->block_bytes);
    c->one_phase = warp_level;
    if (warp_level) return true;
    if (!p->own_phases) number_rows(p, k->rows);
    for (uint32_t i = 0; i < p->phases.count; i++) {
        const struct phase *phase = &p->phases.phase[i];
        c->specifiers[phase->first] = specifier(rows_of(p, k->rows, phase->names), phase->bytes);
    }
    const uint32_t entry = (p->entry - p->base) / 4;
    if (c->specifiers[entry] != 0) k->first_phase = c->specifiers[entry];
    return true;
}

static uint32_t word_of(const struct sm_code *c, uint32_t i)
{
    const struct isa_insn *insn = &c->program.insn[i].insn;
    if (c->kernel.first_phase == 0 || insn->cls != ISA_PHASE) return insn->word;
    if (c->one_phase) return c->kernel.first_phase;
    return specifier(c->registers, insn->word >> PHASE_SPECIFIER_BYTES_SHIFT);
}

// ---- what the core is told ----------------------------------------------------------------------

// More than there is has a port no wider than one more needs.
static uint32_t said(uint32_t need, uint32_t have, uint32_t unit)
{
    return need <= have ? need : have + unit;
}

static void describe_kernel(struct sm_code *c, const struct sm_cfg *core)
{
    const struct isa_launch *l = c->launch;
    struct sm_kernel *k = &c->kernel;
    uint32_t threads = isa_dim_count(&l->threads);
    memset(k, 0, sizeof *k);
    memcpy(k->grid, l->blocks.n, sizeof k->grid);
    memcpy(k->block, l->threads.n, sizeof k->block);
    k->block_threads = threads;
    k->thread_sets = parts(c->registers > 0 ? c->registers : 1, core->banks);
    k->block_rows = said(parts(threads, core->lanes) * k->thread_sets * core->banks,
                         core->banks * core->sets, core->banks);
    k->block_bytes = said(parts(l->shared_bytes, 4) * 4, 4 * core->shared_words, 4);
    k->context_rows = sm_context_rows(core, threads);
    k->entry = c->program.entry;
    for (int r = 0; r < ISA_REGISTERS; r++)
        k->rows[r] = c->program.row[r] != NO_ROW ? c->program.row[r] : 0;
    k->arguments = l->arguments;
    k->stack_top = ISA_LOCAL_BASE + l->stack_bytes;
    k->shared_bytes = l->shared_bytes;
    k->local = LINE_CONTENTS_LOCAL;
    k->groups = SM_CODE_GROUPS;
}

// The most bytes of shared memory that a phase asks for, the first one among them.
static uint32_t most_bytes(const struct sm_code *c)
{
    uint32_t most = c->launch->shared_bytes;
    for (uint32_t i = 0; i < c->program.count; i++) {
        const bool asks = c->program.insn[i].insn.cls == ISA_PHASE;
        const uint32_t phase = asks ? word_of(c, i) : c->specifiers[i];
        const uint32_t bytes = phase >> PHASE_SPECIFIER_BYTES_SHIFT;
        if (bytes > most) most = bytes;
    }
    return most;
}

// Zorua oversubscribes warps and blocks, but neither the registers of a warp nor the shared memory
// of a block: the coordinator is promised that. With warp_level it oversubscribes nothing.
static bool fits_zorua(const struct sm_code *c, const struct sm_cfg *core, char error[HOST_ERROR])
{
    const struct sm_kernel *k = &c->kernel;
    const uint32_t warps = core->warp_level ? parts(k->block_threads, core->lanes) : 1;
    const uint32_t bytes = most_bytes(c);
    if (sm_holds(core, warps, k->thread_sets, bytes)) return true;
    const char *name = c->launch->kernel->name;
    if (core->warp_level)
        snprintf(error, HOST_ERROR,
                 "not one block of %s fits on the core: it has not enough threads, registers or "
                 "shared memory, and nothing is oversubscribed",
                 name);
    else if (sm_holds(core, warps, k->thread_sets, 0))
        snprintf(error, HOST_ERROR,
                 "not one block of %s fits on the core: it has not enough shared memory for a "
                 "phase of %u bytes",
                 name, bytes);
    else
        snprintf(error, HOST_ERROR,
                 "not one block of %s fits on the core: it has not enough registers for a warp, of "
                 "which each thread needs %u",
                 name, c->registers);
    return false;
}

// ---- load --------------------------------------------------------------------------------------

static bool refuse(char error[HOST_ERROR], const char *why)
{
    snprintf(error, HOST_ERROR, "%s", why);
    return false;
}

bool sm_code_load(struct sm_code *c, const struct sm_cfg *core, const struct isa_launch *launch,
                  char error[HOST_ERROR])
{
    const uint32_t threads = isa_dim_count(&launch->threads), most = core->max_warps * core->lanes;
    memset(c, 0, sizeof *c);
    c->launch = launch;
    if (threads > most) { // thread_ids' promise
        snprintf(error, HOST_ERROR,
                 "not one block of %s fits on the core: it has %u threads, the core takes %u",
                 launch->kernel->name, threads, most);
        return false;
    }
    if (!launch_load_code(launch, &c->program, error)) return false;
    if (!mark_meetings(c)) return refuse(error, "no memory on the host");
    c->registers = launch->registers != 0 ? launch->registers : c->program.registers;
    if (c->registers < c->program.registers) {
        snprintf(error, HOST_ERROR, "launch of %s: %u registers a thread, and its code uses %u",
                 launch->kernel->name, c->registers, c->program.registers);
        return false;
    }
    describe_kernel(c, core);
    if (core->residency != SM_ZORUA) return true;
    if (!specify_phases(c, core->warp_level != 0)) return refuse(error, "no memory on the host");
    return fits_zorua(c, core, error);
}

void sm_code_free(struct sm_code *c)
{
    free(c->meets);
    free(c->specifiers);
    thread_program_free(&c->program);
    memset(c, 0, sizeof *c);
}

void sm_codes_checkpoint(const struct sm_codes *codes, const struct sm_code **which,
                         struct checkpoint *c)
{
    uint32_t number = 0;
    while (!c->loads && number < codes->count && codes->code[number] != *which) number++;
    checkpoint_piece(c, "code", &number, sizeof number);
    if (c->loads) *which = number < codes->count ? codes->code[number] : NULL;
}

void sm_code_answer(const struct sm_code *c, uint32_t pc, struct sm_in *in)
{
    const struct thread_program *p = &c->program;
    const uint32_t i = (pc - p->base) / 4;
    const bool there = i < p->count;
    in->rsp_word = there ? word_of(c, i) : 0;
    in->rsp_specifier = c->specifiers != NULL && there ? c->specifiers[i] : 0;
    in->rsp_phase = in->rsp_specifier != 0;
    in->rsp_meet = there ? p->insn[i].reconvergence : 0;
    in->rsp_meets = there && c->meets[i];
    in->rsp_div = there ? p->syncs.before_loops[i] : 0;
    in->rsp_sync = in->rsp_div != 0 && p->syncs.place[i];
}
