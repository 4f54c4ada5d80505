// SPDX-License-Identifier: Apache-2.0
#include "sm_world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "meeting_text.h"

static uint32_t parts(uint32_t n, uint32_t of) { return (n + of - 1) / of; }

static uint32_t power_of_two(uint32_t n)
{
    uint32_t p = 1;
    while (p < n) p *= 2;
    return p;
}

const char *sm_world_init(struct sm_world *w, const struct line_memory_cfg *memory,
                          const struct chip_memory_cfg *chip)
{
    memset(w, 0, sizeof *w);
    const char *wrong = line_memory_init(&w->memory, memory);
    if (wrong != NULL || chip == NULL) return wrong;
    w->chip = malloc(sizeof *w->chip);
    return w->chip != NULL ? chip_memory_init(w->chip, chip) : "no memory on the host";
}

void sm_world_free(struct sm_world *w)
{
    line_memory_free(&w->memory);
    if (w->chip != NULL) chip_memory_free(w->chip);
    free(w->chip);
    w->chip = NULL;
    free(w->groups.place);
    w->groups.place = NULL;
}

struct line_memory_cfg sm_world_memory(struct line_memory_cfg memory, const struct sm_cfg *core)
{
    memory.line_bytes = core->line_bytes;
    return memory;
}

// ---- memory behind the port --------------------------------------------------------------------

static bool attach(struct sm_world *w, uint32_t local_bytes, uint32_t swap_bytes)
{
    if (w->chip == NULL)
        return line_contents_attach(&w->memory.contents, w->contents, local_bytes, swap_bytes);
    return chip_memory_attach(w->chip, w->contents, local_bytes, swap_bytes);
}

static bool memory_ready(const struct sm_world *w)
{
    return w->chip != NULL ? chip_port_ready(&w->chip->port[0]) : line_memory_ready(&w->memory);
}

static const struct line_answer *memory_answer(const struct sm_world *w)
{
    return w->chip != NULL ? chip_port_answer(&w->chip->port[0], w->chip->cycle)
                           : line_memory_answer(&w->memory);
}

static void memory_accept(struct sm_world *w, const struct line_request *r)
{
    if (w->chip == NULL) line_memory_accept(&w->memory, r);
    else chip_port_accept(&w->chip->port[0], &w->chip->cfg, w->chip->cycle, r);
}

static void memory_taken(struct sm_world *w)
{
    if (w->chip == NULL) line_memory_taken(&w->memory);
    else chip_port_taken(&w->chip->port[0]);
}

static void memory_tick(struct sm_world *w)
{
    if (w->chip != NULL) chip_memory_tick(w->chip);
    line_memory_tick(&w->memory);
}

// ---- the kernel --------------------------------------------------------------------------------

// Behind which instructions do threads meet?
static bool mark_meetings(struct sm_world *w)
{
    const struct thread_program *p = &w->program;
    w->meets = calloc(p->count + 1, 1);
    if (w->meets == NULL) return false;
    for (uint32_t i = 0; i < p->count; i++) {
        uint32_t at = p->insn[i].reached ? p->insn[i].reconvergence : 0;
        if (at > p->base && at <= p->base + 4 * p->count) w->meets[(at - p->base) / 4 - 1] = 1;
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
// bytes; it asks for all registers, since it names none.
static bool specify_phases(struct sm_world *w)
{
    const struct thread_program *p = &w->program;
    struct sm_kernel *k = &w->kernel;
    w->specifiers = calloc(p->count + 1, sizeof *w->specifiers);
    if (w->specifiers == NULL) return false;
    k->first_phase = specifier(p->registers, k->block_bytes);
    if (!p->own_phases) number_rows(p, k->rows);
    for (uint32_t i = 0; i < p->phases.count; i++) {
        const struct phase *phase = &p->phases.phase[i];
        w->specifiers[phase->first] = specifier(rows_of(p, k->rows, phase->names), phase->bytes);
    }
    const uint32_t entry = (p->entry - p->base) / 4;
    if (w->specifiers[entry] != 0) k->first_phase = w->specifiers[entry];
    return true;
}

static uint32_t word_of(const struct sm_world *w, uint32_t i)
{
    const struct isa_insn *insn = &w->program.insn[i].insn;
    if (w->kernel.first_phase == 0 || insn->cls != ISA_PHASE) return insn->word;
    return specifier(w->program.registers, insn->word >> PHASE_SPECIFIER_BYTES_SHIFT);
}

// ---- the kernel --------------------------------------------------------------------------------

// More than there is has a port no wider than one more needs.
static uint32_t said(uint32_t need, uint32_t have, uint32_t unit)
{
    return need <= have ? need : have + unit;
}

static void describe_kernel(struct sm_world *w, const struct sm_cfg *c)
{
    const struct isa_launch *l = w->launch;
    struct sm_kernel *k = &w->kernel;
    uint32_t threads = isa_dim_count(&l->threads);
    memset(k, 0, sizeof *k);
    memcpy(k->grid, l->blocks.n, sizeof k->grid);
    memcpy(k->block, l->threads.n, sizeof k->block);
    k->block_threads = threads;
    k->thread_sets = parts(w->program.registers > 0 ? w->program.registers : 1, c->banks);
    k->block_rows =
        said(parts(threads, c->lanes) * k->thread_sets * c->banks, c->banks * c->sets, c->banks);
    k->block_bytes = said(parts(l->shared_bytes, 4) * 4, 4 * c->shared_words, 4);
    k->context_rows = sm_context_rows(c, threads);
    k->entry = w->program.entry;
    for (int r = 0; r < ISA_REGISTERS; r++)
        k->rows[r] = w->program.row[r] != NO_ROW ? w->program.row[r] : 0;
    k->arguments = l->arguments;
    k->stack_top = ISA_LOCAL_BASE + l->stack_bytes;
    k->shared_bytes = l->shared_bytes;
    k->local = LINE_CONTENTS_LOCAL;
    k->groups = SM_WORLD_GROUPS;
}

// A kernel begins with none of its threads outside. False: no memory on the host.
static bool clear_groups(struct sm_groups *g, const struct line_memory_cfg *memory,
                         const struct sm_cfg *core)
{
    const struct dwf_front_cfg front = sm_dwf_cfg(core);
    g->write_at = g->read_at = 0;
    g->count = 0;
    g->outside = 0;
    if (core->formation != SM_DWF || g->place != NULL) return true;
    g->bytes = dwf_front_place_bytes(&front);
    g->interval = parts(g->bytes * memory->interval, memory->line_bytes);
    g->places = dwf_front_places(&front);
    g->place = calloc(g->places, sizeof g->place[0]);
    return g->place != NULL;
}

// Dynamic warps count threads at a barrier; of static ones all come, or none. Each kernel once.
static void warn_of_barriers(struct sm_world *w, const struct sm_cfg *core)
{
    const ptrdiff_t number = w->launch->kernel - w->launch->image->kernel;
    const uint64_t bit = UINT64_C(1) << (number < 64 ? number : 63);
    if (core->formation != SM_PDOM || (w->warned & bit) != 0) return;
    w->warned |= bit;
    meeting_warnings(&w->program, w->launch->image, w->launch->kernel->name, stderr);
}

bool sm_world_begin(struct sm_world *w, const struct sm_cfg *core, const struct isa_launch *launch,
                    struct isa_memory *contents, char error[HOST_ERROR])
{
    const uint32_t threads = power_of_two(sm_warps(core)) * power_of_two(core->lanes);
    w->launch = launch;
    w->contents = contents;
    w->fetched = false;
    w->back = false;
    if (isa_dim_count(&launch->threads) > core->max_warps * core->lanes) { // thread_ids' promise
        snprintf(error, HOST_ERROR,
                 "not one block of %s fits on the core: it has %u threads, the core takes %u",
                 launch->kernel->name, isa_dim_count(&launch->threads),
                 core->max_warps * core->lanes);
        return false;
    }
    enum program_result loaded =
        thread_program_load(&w->program, launch->image, launch->kernel, launch->shared_bytes);
    if (loaded == PROGRAM_REFUSED) {
        snprintf(error, HOST_ERROR, "kernel %s is refused: heddle inspect says why",
                 launch->kernel->name);
        return false;
    }
    if (loaded != PROGRAM_OK || !mark_meetings(w) ||
        !clear_groups(&w->groups, &w->memory.cfg, core) ||
        !attach(w, threads * parts(launch->stack_bytes, 4) * 4, sm_swap_bytes(core))) {
        snprintf(error, HOST_ERROR, "no memory on the host");
        return false;
    }
    describe_kernel(w, core);
    warn_of_barriers(w, core);
    if (core->residency == SM_ZORUA && !specify_phases(w)) {
        snprintf(error, HOST_ERROR, "no memory on the host");
        return false;
    }
    w->in.kernel = &w->kernel;
    return true;
}

void sm_world_end(struct sm_world *w)
{
    free(w->meets);
    free(w->specifiers);
    w->meets = NULL;
    w->specifiers = NULL;
    thread_program_free(&w->program);
}

// ---- inputs of a cycle -------------------------------------------------------------------------

static void answer_fetch(struct sm_world *w)
{
    const struct thread_program *p = &w->program;
    uint32_t i = (w->fetch_pc - p->base) / 4;
    w->in.fetch_ready = true;
    w->in.rsp_valid = w->fetched;
    if (!w->fetched) return;
    w->in.rsp_slot = w->fetch_slot;
    w->in.rsp_word = i < p->count ? word_of(w, i) : 0;
    w->in.rsp_specifier = w->specifiers != NULL && i < p->count ? w->specifiers[i] : 0;
    w->in.rsp_phase = w->in.rsp_specifier != 0;
    w->in.rsp_meet = i < p->count ? p->insn[i].reconvergence : 0;
    w->in.rsp_meets = i < p->count && w->meets[i];
}

static void answer_groups(struct sm_world *w)
{
    const struct sm_groups *g = &w->groups;
    const uint64_t now = w->memory.cycle;
    w->in.grp_wr_ready = now >= g->write_at;
    w->in.grp_rd_ready = now >= g->read_at && g->count < SM_WORLD_GROUP_READS;
    w->in.grp_rsp_valid = g->count > 0 && g->read[g->first].at <= now;
    w->in.grp_rsp_data = g->read[g->first].group;
}

void sm_world_inputs(struct sm_world *w)
{
    const struct line_answer *a = memory_answer(w);
    answer_fetch(w);
    answer_groups(w);
    w->in.mem_ready = memory_ready(w);
    w->in.fill_valid = a != NULL;
    if (a != NULL) w->in.fill_id = a->id;
    if (a != NULL) w->in.fill_data = a->data;
    w->in.spill_ready = !w->back;
    w->in.back_valid = w->back;
    w->in.back_slot = w->back_slot;
    w->in.back_data = w->deep[w->back_warp][w->back_level];
}

// ---- requests of the core ----------------------------------------------------------------------

static void take_spill(struct sm_world *w, const struct sm_asks *asks)
{
    bool accepted = asks->spill && w->in.spill_ready;
    w->back = accepted && asks->spill_load;
    if (!accepted) return;
    w->spills++;
    w->back_slot = asks->spill_slot;
    w->back_warp = asks->spill_warp;
    w->back_level = asks->spill_level;
    if (!asks->spill_load)
        memcpy(w->deep[asks->spill_warp][asks->spill_level], asks->spill_data,
               sizeof w->deep[0][0]);
}

// NULL: no place of the queue lies there.
static uint32_t *place_at(const struct sm_groups *g, uint32_t address)
{
    const uint32_t at = address - SM_WORLD_GROUPS;
    const bool lies = g->bytes != 0 && at % g->bytes == 0 && at / g->bytes < g->places;
    return lies ? g->place[at / g->bytes] : NULL;
}

// What a read brings is what its place holds now.
static void take_groups(struct sm_world *w, const struct sm_asks *asks)
{
    struct sm_groups *g = &w->groups;
    const uint64_t now = w->memory.cycle;
    const uint32_t *read =
        asks->group_read && w->in.grp_rd_ready ? place_at(g, asks->group_read_address) : NULL;
    uint32_t *write =
        asks->group_write && w->in.grp_wr_ready ? place_at(g, asks->group_write_address) : NULL;
    if (asks->group_taken && w->in.grp_rsp_valid) {
        g->first = (g->first + 1) % SM_WORLD_GROUP_READS;
        g->count--;
        g->outside--;
    }
    if (read != NULL) {
        const uint32_t last = (g->first + g->count++) % SM_WORLD_GROUP_READS;
        g->read[last].at = now + w->memory.cfg.latency;
        memcpy(g->read[last].group, read, sizeof g->read[last].group);
        g->read_at = now + g->interval;
    }
    if (write == NULL) return;
    memcpy(write, asks->group, sizeof g->place[0]);
    g->write_at = now + g->interval;
    g->written++;
    if (++g->outside > g->most) g->most = g->outside;
}

// A request before the answer is given up: the answer's place must not be another's yet.
bool sm_world_take(struct sm_world *w, const struct sm_asks *asks)
{
    bool answered = w->in.fill_valid && asks->fill_ready;
    if (asks->memory && w->in.mem_ready) {
        w->lines[asks->request.kind]++;
        memory_accept(w, &asks->request);
    }
    if (answered) memory_taken(w);
    take_groups(w, asks);
    memory_tick(w);
    w->fetched = asks->fetch;
    w->fetch_slot = asks->fetch_slot;
    w->fetch_pc = asks->fetch_pc;
    take_spill(w, asks);
    return answered;
}
