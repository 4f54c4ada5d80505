// SPDX-License-Identifier: Apache-2.0
#include "sm_stats.h"

#include <inttypes.h>
#include <string.h>
#include <sys/resource.h>

void sm_stats_init(struct sm_stats *s)
{
    memset(s, 0, sizeof *s);
    s->occupancy.every = 1;
    s->resident.every = 1;
}

// ---- counting ----------------------------------------------------------------------------------

static void sample(struct sm_occupancy *o, uint32_t warps)
{
    o->sum += warps;
    if (++o->cycles < o->every) return;
    o->warps[o->samples++] = (double)o->sum / (double)o->every;
    o->sum = 0;
    o->cycles = 0;
    if (o->samples < STATS_SAMPLES) return;
    for (uint32_t i = 0; i < STATS_SAMPLES / 2; i++)
        o->warps[i] = (o->warps[2 * i] + o->warps[2 * i + 1]) / 2;
    o->samples = STATS_SAMPLES / 2;
    o->every *= 2;
}

// The same of contexts: each waits for an access of its warp.
static enum sm_slot contexts_waiting(const struct interweave_front *f)
{
    for (uint64_t left = f->loaded & ~f->passed; left; left &= left - 1)
        if (f->access[(uint32_t)__builtin_ctzll(left) / f->hot] == 0) return SLOT_SHORT;
    return (f->loaded & f->passed) == 0 ? SLOT_LONG : SLOT_SHORT;
}

// Waiting: for memory, if that is so for every warp of the port that has an instruction.
static enum sm_slot waiting(const struct sm *core, const struct sm_out *out, uint32_t port)
{
    if (core->cfg.formation == SM_DWF) return SLOT_SHORT;
    if (core->cfg.formation == SM_INTERWEAVE) return contexts_waiting(&core->weave);
    uint64_t left = out->front.buffer_in.want & core->front.own[port] & core->front.buffer.heads;
    for (; left; left &= left - 1)
        if (core->front.access[__builtin_ctzll(left)] == 0) return SLOT_SHORT;
    return SLOT_LONG;
}

static enum sm_slot slot_of(const struct sm *core, const struct sm_out *out, uint32_t port)
{
    switch (out->why[port]) {
    case FRONT_ISSUES: return SLOT_ISSUE;
    case FRONT_PIPE_BUSY:
    case FRONT_RESOLVES: return SLOT_PIPELINE;
    case FRONT_WAITS: return waiting(core, out, port);
    case FRONT_NOT_FETCHED: return SLOT_FETCH;
    // Dynamic warps: threads that wait for memory are in no warp.
    default: return core->cfg.formation == SM_DWF && core->memory.used != 0 ? SLOT_LONG : SLOT_NONE;
    }
}

// The grid has more blocks than the core schedules, and the core room for more.
static bool may_swap(const struct cta_launcher *l)
{
    const double grid = (double)l->size_x * l->size_y * l->size_z;
    return l->ctas > l->frames && grid > l->frames;
}

static void count_virtual(struct sm_virtual *v, const struct sm *core, const struct sm_out *out)
{
    const struct zorua_plug_nets *n = &out->residency_nets.zorua;
    const struct zorua_out *u = &n->unit;
    const struct zorua *unit = &core->residency.zorua.unit;
    const uint32_t all[ZORUA_RESOURCES] = {unit->cfg.slots, unit->cfg.scratch_phys,
                                           unit->cfg.reg_phys};
    v->phases += n->held_told;
    if (u->req_valid && n->in.req_ready) (u->req_load ? v->loads : v->stores)[u->req_kind]++;
    v->waits += u->req_valid && !n->calm && core->residency.zorua.swap.doing == SWAPPER_RESTS;
    if (out->taken && n->acc_of_swapper) v->accesses[!n->swap.acc_load]++;
    v->running += u->running;
    for (uint32_t p = 0; p < core->cfg.ports; p++) {
        v->looks[COORDINATOR_REGS] += u->reg_found_en[p];
        v->misses[COORDINATOR_REGS] += n->set.missed[p];
        v->looks[COORDINATOR_SCRATCH] += u->scratch_found_en[p];
        v->misses[COORDINATOR_SCRATCH] += n->scratch[p].missed;
    }
    for (uint32_t r = 0; r < ZORUA_RESOURCES; r++) {
        v->used[r] += all[r] - u->free[r];
        v->swapped[r] += u->swapped[r];
        v->thresh[r] += u->thresh[r];
    }
}

static void count_blocks(struct sm_stats *s, const struct sm *core, const struct sm_out *out)
{
    const struct residency_out *r = &out->residency;
    s->block_cycles += r->blocks;
    if (core->cfg.residency == SM_STATIC || core->cfg.residency == SM_RANGE) return;
    if (core->cfg.residency == SM_ZORUA) count_virtual(&s->zorua, core, out);
    s->beyond += out->launcher.start_en && may_swap(&core->launcher);
    s->active_cycles += r->active;
    s->swaps += r->leave != 0;
    s->swap_cycles += r->swapping;
    s->context_rows += r->ctx_valid && out->memory.ctx_ready;
    sample(&s->resident, r->blocks * core->ids[0].warps);
    for (uint32_t p = 0; r->swapping && p < core->cfg.ports; p++)
        s->swap_slots += slot_of(core, out, p) == SLOT_NONE;
}

// A bank serves one word in a cycle.
static uint32_t banks_that_serve(const struct shared_memory *m, uint64_t lanes)
{
    uint64_t banks = 0;
    for (; lanes; lanes &= lanes - 1)
        banks |= UINT64_C(1) << (m->addr[__builtin_ctzll(lanes)] & (m->cfg.banks - 1));
    return (uint32_t)__builtin_popcountll(banks);
}

static void count_accesses(struct sm_accesses *a, const struct sm *core, const struct sm_out *out)
{
    const uint64_t served = out->memory.shared_out.served;
    a->rows_read += (uint32_t)__builtin_popcount(out->file.served);
    a->rows_written += (uint32_t)__builtin_popcount(out->file.writing);
    a->moved_rows += out->memory_in.ctx_valid && out->memory.ctx_ready;
    if (served == 0) return;
    a->shared_rows++;
    a->shared_words += banks_that_serve(&core->memory.shared, served);
}

void sm_stats_count(struct sm_stats *s, const struct sm *core, const struct sm_out *out)
{
    const uint32_t warps = (uint32_t)__builtin_popcountll(
        core->cfg.residency == SM_ZORUA ? out->residency.lives
                                        : out->residency.ready | out->residency.at_barrier);
    s->cycles++;
    s->warp_cycles += warps;
    sample(&s->occupancy, warps);
    count_blocks(s, core, out);
    count_accesses(&s->accesses, core, out);
    uint32_t issued = 0;
    for (uint32_t p = 0; p < core->cfg.ports; p++) {
        s->slots[slot_of(core, out, p)]++;
        if (!out->issue_en[p]) continue;
        issued++;
        const uint32_t active = (uint32_t)__builtin_popcountll(out->issue[p]->mask);
        s->warp_instructions++;
        s->thread_instructions += active;
        s->lanes[active]++;
        s->accesses.unit[out->issue[p]->unit] += active;
    }
    s->pairs += issued > 1;
    for (uint32_t b = 0; b < core->cfg.cache_banks; b++) {
        s->outcome[out->memory.outcome[b]]++;
        s->blocked[out->memory.blocked[b]]++;
        s->backs += out->memory.back[b];
    }
    s->conflicts += out->memory.conflict;
}

// ---- telling -----------------------------------------------------------------------------------

const char *sm_slot_name(enum sm_slot slot)
{
    static const char *const name[SLOTS] = {"issue",         "pipeline", "long latency",
                                            "short latency", "fetch",    "no warp"};
    return name[slot];
}

static double ratio(uint64_t part, uint64_t whole)
{
    return whole > 0 ? (double)part / (double)whole : 0;
}

static uint64_t slots_of(const struct sm_stats *s)
{
    uint64_t all = 0;
    for (int i = 0; i < SLOTS; i++) all += s->slots[i];
    return all;
}

static double efficiency(const struct sm_stats *s, const struct sm_cfg *core)
{
    return 100 * ratio(s->thread_instructions, s->warp_instructions * core->lanes);
}

void sm_stats_line(const struct sm_stats *s, const struct sm_cfg *core, FILE *to)
{
    fprintf(to,
            "%" PRIu64 " cycles, %" PRIu64
            " warp instructions, %.2f a cycle, %.1f of threads; SIMD "
            "efficiency %.1f %%; %.0f k warp instructions a second",
            s->cycles, s->warp_instructions, ratio(s->warp_instructions, s->cycles),
            ratio(s->thread_instructions, s->cycles), efficiency(s, core),
            s->seconds > 0 ? 1e-3 * (double)s->warp_instructions / s->seconds : 0);
}

static void report_lanes(const struct sm_stats *s, const struct sm_cfg *core, FILE *to)
{
    fprintf(to, "  instructions by active lanes");
    const uint32_t step = core->lanes >= 8 ? core->lanes / 8 : 1;
    for (uint32_t from = 1; from <= core->lanes; from += step) {
        uint64_t sum = 0;
        uint32_t last = from + step - 1 < core->lanes ? from + step - 1 : core->lanes;
        for (uint32_t n = from; n <= last; n++) sum += s->lanes[n];
        fprintf(to, "%s%u-%u: %.1f %%", from == 1 ? ": " : ", ", from, last,
                100 * ratio(sum, s->warp_instructions));
    }
    fprintf(to, "\n");
}

static const char *const units[] = {"integer", "float", "memory", "csr", "none"};

static void report_accesses(const struct sm_accesses *a, FILE *to)
{
    fprintf(to, "  instructions by unit");
    for (int u = 0; u <= DECODE_NO_UNIT; u++)
        fprintf(to, "%s%" PRIu64 " %s", u == 0 ? " " : ", ", a->unit[u], units[u]);
    fprintf(to,
            "\n  accesses             register file %" PRIu64 " rows read, %" PRIu64
            " written; shared memory %" PRIu64 " words in %" PRIu64 " rows, %" PRIu64
            " rows moved\n",
            a->rows_read, a->rows_written, a->shared_words, a->shared_rows, a->moved_rows);
}

static void report_memory(const struct sm_stats *s, const struct sm_cfg *core, FILE *to)
{
    const uint64_t hits = s->outcome[L1_CACHE_HIT];
    const uint64_t loads = hits + s->outcome[L1_CACHE_MISS] + s->outcome[L1_CACHE_MERGED];
    fprintf(to,
            "  lines                %" PRIu64
            " loads at the cache: %.1f %% hit, %.1f %% merged; to "
            "memory %" PRIu64 " loads, %" PRIu64 " stores, %" PRIu64 " atomics\n",
            loads, 100 * ratio(hits, loads), 100 * ratio(s->outcome[L1_CACHE_MERGED], loads),
            s->lines[0], s->lines[1], s->lines[2]);
    fprintf(to,
            "  cache waits          %" PRIu64 " cycles for an MSHR, %" PRIu64
            " for a place in one, %" PRIu64 " for a register on the way\n",
            s->blocked[L1_CACHE_NO_MSHR], s->blocked[L1_CACHE_NO_PLACE],
            s->blocked[L1_CACHE_NO_REGISTER]);
    if (core->write_back == L1_CACHE_KEEPS)
        fprintf(to, "  lines written back   %" PRIu64 "; stores at the cache %" PRIu64 "\n",
                s->backs, s->outcome[L1_CACHE_STORED]);
    fprintf(to,
            "  shared memory        %" PRIu64 " cycles more for bank conflicts; SIMT stack entries "
            "in and out of memory: %" PRIu64 "\n",
            s->conflicts, s->spills);
    if (core->formation == SM_DWF)
        fprintf(to,
                "  no room in the pool  %" PRIu64
                " groups of threads, out to memory and back; %" PRIu64 " at once at most\n",
                s->groups, s->groups_most);
}

static void report_samples(const struct sm_occupancy *o, FILE *to)
{
    fprintf(to, "; over time, %" PRIu64 " cycles each:", o->every);
    for (uint32_t i = 0; i < o->samples; i++) fprintf(to, " %.0f", o->warps[i]);
    fprintf(to, "\n");
}

static void report_occupancy(const struct sm_stats *s, const struct sm_cfg *core, FILE *to)
{
    fprintf(to, "  warps %s   %.1f of %u on average",
            core->residency == SM_STATIC ? "on the core " : "scheduled   ",
            ratio(s->warp_cycles, s->cycles), core->slots);
    report_samples(&s->occupancy, to);
}

static void report_virtual(const struct sm_stats *s, const struct sm_cfg *core, FILE *to)
{
    static const char *const name[ZORUA_RESOURCES] = {"slots", "shared memory", "registers"};
    const struct sm_virtual *v = &s->zorua;
    fprintf(to,
            "  phases               %" PRIu64 " changes; %.1f warps schedulable on average of %.1f "
            "with a slot\n",
            v->phases, ratio(v->running, s->cycles), ratio(s->warp_cycles, s->cycles));
    for (int r = ZORUA_RESOURCES - 1; r >= 0; r--) {
        fprintf(to,
                "  %-20s %" PRIu64 " %s to swap space, %.1f there on average, threshold %.1f; %.1f "
                "taken of the core's",
                name[r], v->stores[r], r == COORDINATOR_THREADS ? "warps" : "sets",
                ratio(v->swapped[r], s->cycles), ratio(v->thresh[r], s->cycles),
                ratio(v->used[r], s->cycles));
        if (r != COORDINATOR_SCRATCH) fprintf(to, "; %" PRIu64 " came back", v->loads[r]);
        if (r != COORDINATOR_THREADS)
            fprintf(to, "; %" PRIu64 " look-ups, %.2f %% found in swap space", v->looks[r],
                    100 * ratio(v->misses[r], v->looks[r]));
        fprintf(to, "\n");
    }
    fprintf(to,
            "  swap space           %" PRIu64 " loads, %" PRIu64
            " stores of the cache; what is to move was not at rest in %.1f %% of the cycles; %u "
            "warps on the core at most\n",
            v->accesses[0], v->accesses[1], 100 * ratio(v->waits, s->cycles), core->warps);
}

static void report_blocks(const struct sm_stats *s, const struct sm_cfg *core, FILE *to)
{
    const struct sm_occupancy *o = &s->resident;
    double sum = 0;
    for (uint32_t i = 0; i < o->samples; i++) sum += o->warps[i];
    fprintf(to, "  warps on the core    %.1f of %u on average", o->samples ? sum / o->samples : 0,
            core->warps);
    report_samples(o, to);
    fprintf(to,
            "  blocks               %.1f on the core, %.1f of them active; %" PRIu64
            " swaps, under way in %.1f %% of the cycles, no warp meanwhile in %.1f %% of the issue "
            "slots; %" PRIu64 " rows of contexts moved\n",
            ratio(s->block_cycles, s->cycles), ratio(s->active_cycles, s->cycles), s->swaps,
            100 * ratio(s->swap_cycles, s->cycles), 100 * ratio(s->swap_slots, slots_of(s)),
            s->context_rows);
}

void sm_stats_report(const struct sm_stats *s, const struct sm_cfg *core, FILE *to)
{
    fprintf(to, "  issue slots         ");
    for (int i = 0; i < SLOTS; i++)
        fprintf(to, "%s %s %.1f %%", i > 0 ? "," : "", sm_slot_name((enum sm_slot)i),
                100 * ratio(s->slots[i], slots_of(s)));
    fprintf(to, "\n");
    report_lanes(s, core, to);
    report_accesses(&s->accesses, to);
    report_memory(s, core, to);
    report_occupancy(s, core, to);
    if (core->residency == SM_VT) report_blocks(s, core, to);
    if (core->residency == SM_ZORUA) report_virtual(s, core, to);
}

// The most that the host has given the process.
static long resident_bytes(void)
{
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_maxrss * 1024 : 0;
}

static void json_samples(const struct sm_occupancy *o, FILE *to)
{
    for (uint32_t i = 0; i < o->samples; i++) fprintf(to, "%s%.2f", i > 0 ? ", " : "", o->warps[i]);
}

static void json_blocks(const struct sm_stats *s, FILE *to)
{
    fprintf(to,
            ", \"launches_beyond\": %" PRIu64 ", \"active_blocks\": %.3f, \"swaps\": %" PRIu64
            ", \"swap_cycles\": %" PRIu64 ", \"swap_slots\": %" PRIu64
            ", \"context_rows\": %" PRIu64 ", \"resident_warps\": {\"cycles_a_sample\": %" PRIu64
            ", \"samples\": [",
            s->beyond, ratio(s->active_cycles, s->cycles), s->swaps, s->swap_cycles, s->swap_slots,
            s->context_rows, s->resident.every);
    json_samples(&s->resident, to);
    fprintf(to, "]}");
}

static void json_virtual(const struct sm_stats *s, FILE *to)
{
    static const char *const name[ZORUA_RESOURCES] = {"slots", "shared", "registers"};
    const struct sm_virtual *v = &s->zorua;
    fprintf(to,
            ", \"phases\": %" PRIu64 ", \"schedulable_warps\": %.3f, \"states_back\": %" PRIu64
            ", \"registers_back\": %" PRIu64 ", \"swap_loads\": %" PRIu64
            ", \"swap_stores\": %" PRIu64 ", \"not_at_rest_cycles\": %" PRIu64,
            v->phases, ratio(v->running, s->cycles), v->loads[COORDINATOR_THREADS],
            v->loads[COORDINATOR_REGS], v->accesses[0], v->accesses[1], v->waits);
    for (int r = 0; r < ZORUA_RESOURCES; r++)
        fprintf(to,
                ", \"%s_swaps\": %" PRIu64 ", \"%s_looks\": %" PRIu64 ", \"%s_misses\": %" PRIu64
                ", \"%s_used\": %.3f, \"%s_swapped\": %.3f, \"%s_threshold\": %.3f",
                name[r], v->stores[r], name[r], v->looks[r], name[r], v->misses[r], name[r],
                ratio(v->used[r], s->cycles), name[r], ratio(v->swapped[r], s->cycles), name[r],
                ratio(v->thresh[r], s->cycles));
}

static void json_accesses(const struct sm_accesses *a, FILE *to)
{
    fprintf(to, ", \"units\": {");
    for (int u = 0; u <= DECODE_NO_UNIT; u++)
        fprintf(to, "%s\"%s\": %" PRIu64, u > 0 ? ", " : "", units[u], a->unit[u]);
    fprintf(to,
            "}, \"register_rows\": {\"read\": %" PRIu64 ", \"written\": %" PRIu64
            "}, \"shared_memory\": {\"rows\": %" PRIu64 ", \"words\": %" PRIu64
            ", \"moved\": %" PRIu64 "}",
            a->rows_read, a->rows_written, a->shared_rows, a->shared_words, a->moved_rows);
}

void sm_stats_json(const struct sm_stats *s, const struct sm_cfg *core, FILE *to)
{
    static const char *const key[SLOTS] = {"issue",         "pipeline", "long_latency",
                                           "short_latency", "fetch",    "no_warp"};
    fprintf(to,
            "\"launches\": %" PRIu64 ", \"cycles\": %" PRIu64 ", \"warp_instructions\": %" PRIu64
            ", \"thread_instructions\": %" PRIu64 ", \"lanes\": %u, \"ports\": %u, "
            "\"simd_efficiency\": %.6f, \"host_seconds\": %.6f, \"processor_seconds\": %.6f, "
            "\"resident_bytes\": %ld",
            s->launches, s->cycles, s->warp_instructions, s->thread_instructions, core->lanes,
            core->ports, efficiency(s, core) / 100, s->seconds, s->processor_seconds,
            resident_bytes());
    fprintf(to, ", \"issue_slots\": {");
    for (int i = 0; i < SLOTS; i++)
        fprintf(to, "%s\"%s\": %" PRIu64, i > 0 ? ", " : "", key[i], s->slots[i]);
    fprintf(to, "}, \"pairs\": %" PRIu64 ", \"active_lanes\": [", s->pairs);
    for (uint32_t n = 0; n <= core->lanes; n++)
        fprintf(to, "%s%" PRIu64, n > 0 ? ", " : "", s->lanes[n]);
    fprintf(to, "]");
    json_accesses(&s->accesses, to);
    fprintf(to,
            ", \"cache\": {\"hit\": %" PRIu64 ", \"miss\": %" PRIu64 ", \"merged\": %" PRIu64
            ", \"store\": %" PRIu64 ", \"atomic\": %" PRIu64 ", \"back\": %" PRIu64 "}",
            s->outcome[L1_CACHE_HIT], s->outcome[L1_CACHE_MISS], s->outcome[L1_CACHE_MERGED],
            s->outcome[L1_CACHE_STORED], s->outcome[L1_CACHE_ATOMIC_SENT], s->backs);
    fprintf(to,
            ", \"memory_lines\": {\"load\": %" PRIu64 ", \"store\": %" PRIu64
            ", \"atomic\": %" PRIu64 "}, \"shared_conflicts\": %" PRIu64
            ", \"stack_spills\": %" PRIu64,
            s->lines[0], s->lines[1], s->lines[2], s->conflicts, s->spills);
    fprintf(to, ", \"groups_spilled\": %" PRIu64 ", \"most_groups_spilled\": %" PRIu64, s->groups,
            s->groups_most);
    fprintf(to, ", \"warps\": {\"cycles_a_sample\": %" PRIu64 ", \"samples\": [",
            s->occupancy.every);
    json_samples(&s->occupancy, to);
    fprintf(to, "]}, \"resident_blocks\": %.3f", ratio(s->block_cycles, s->cycles));
    if (core->residency == SM_VT) json_blocks(s, to);
    if (core->residency == SM_ZORUA) json_virtual(s, to);
    fprintf(to, "}");
}

void sm_stats_heading(FILE *to)
{
    fprintf(to, "%-24s %5s %12s %12s %6s %6s %6s", "", "ports", "cycles", "warp instr.", "IPC",
            "SIMD %", "warps");
    for (int i = 0; i < SLOTS; i++)
        fprintf(to, " %*s", 8,
                i == SLOT_LONG    ? "long"
                : i == SLOT_SHORT ? "short"
                                  : sm_slot_name((enum sm_slot)i));
    fprintf(to, " %9s %7s %7s\n", "lines", "blocks", "swaps");
}

void sm_stats_row(const struct sm_stats *s, const struct sm_cfg *core, const char *name, FILE *to)
{
    fprintf(to, "%-24s %5u %12" PRIu64 " %12" PRIu64 " %6.2f %6.1f %6.1f", name, core->ports,
            s->cycles, s->warp_instructions, ratio(s->warp_instructions, s->cycles),
            efficiency(s, core), ratio(s->warp_cycles, s->cycles));
    for (int i = 0; i < SLOTS; i++) fprintf(to, " %7.1f%%", 100 * ratio(s->slots[i], slots_of(s)));
    fprintf(to, " %9" PRIu64, s->lines[0] + s->lines[1] + s->lines[2]);
    const struct sm_virtual *v = &s->zorua;
    fprintf(to, " %7.1f %7" PRIu64 "\n", ratio(s->block_cycles, s->cycles),
            s->swaps + v->stores[0] + v->stores[1] + v->stores[2]);
}
