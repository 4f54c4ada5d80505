/* SPDX-License-Identifier: Apache-2.0 */
#include "core/l1_cache.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"

enum { WORD_BITS = 32, WORD_BYTES = 4 };

/* --- init and reset ------------------------------------------------------ */

static bool power_of_two(uint32_t n) { return n != 0 && (n & (n - 1)) == 0; }

static const char *cfg_error(const struct l1_cache_cfg *cfg)
{
    if (!power_of_two(cfg->sets) || cfg->sets > L1_CACHE_MAX_SETS)
        return "Sets must be a power of two, 1 to 1024";
    if (cfg->ways < 1 || cfg->ways > L1_CACHE_MAX_WAYS) return "Ways must be 1 to 16";
    if (!power_of_two(cfg->line_bytes) || cfg->line_bytes < WORD_BYTES ||
        cfg->line_bytes > L1_CACHE_MAX_WORDS * WORD_BYTES)
        return "LineBytes must be a power of two, 4 to 256";
    if (cfg->line_width > 62 || cfg->line_width < 1 || bit(cfg->line_width) <= cfg->sets)
        return "LineWidth must be above log2(Sets), to 62";
    if (cfg->mshrs < 1 || cfg->mshrs > L1_CACHE_MAX_MSHRS) return "Mshrs must be 1 to 64";
    if (cfg->merges < 1 || cfg->merges > L1_CACHE_MAX_MERGES) return "Merges must be 1 to 16";
    if (cfg->rider_width < 1 || cfg->rider_width > L1_CACHE_MAX_RIDER * WORD_BITS)
        return "RiderWidth must be 1 to 512";
    return NULL;
}

static uint32_t line_words(const struct l1_cache *s) { return s->cfg.line_bytes / WORD_BYTES; }

static uint32_t rider_words(const struct l1_cache *s)
{
    return (s->cfg.rider_width + WORD_BITS - 1) / WORD_BITS;
}

const char *l1_cache_init(struct l1_cache *s, const struct l1_cache_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, offsetof(struct l1_cache, tag));
    s->cfg = *cfg;
    const size_t lines = (size_t)cfg->sets * cfg->ways;
    memset(s->tag, 0, lines * sizeof s->tag[0]);
    memset(s->rider, 0, (size_t)cfg->mshrs * cfg->merges * rider_words(s) * sizeof s->rider[0]);
    memset(s->data, 0, lines * cfg->line_bytes);
    return NULL;
}

void l1_cache_reset(struct l1_cache *s)
{
    s->used = 0;
    s->open = 0;
    s->sent = 0;
    s->fill_valid = false;
    s->rsp_valid = false;
    s->mem_valid = false;
    memset(s->valid, 0, s->cfg.sets * sizeof s->valid[0]);
    memset(s->turn, 0, s->cfg.sets * sizeof s->turn[0]);
}

/* --- where things are ---------------------------------------------------- */

static uint32_t set_of(const struct l1_cache *s, uint64_t line)
{
    return (uint32_t)line & (s->cfg.sets - 1);
}

static uint64_t tag_of(const struct l1_cache *s, uint64_t line)
{
    return line >> __builtin_ctz(s->cfg.sets);
}

static uint32_t *rider_at(struct l1_cache *s, uint32_t mshr, uint32_t place)
{
    return s->rider + (mshr * s->cfg.merges + place) * rider_words(s);
}

static uint32_t *data_at(struct l1_cache *s, uint32_t set, uint32_t way)
{
    return s->data + (set * s->cfg.ways + way) * line_words(s);
}

/* The way that has this line, or `ways`. */
static uint32_t find_way(const struct l1_cache *s, uint64_t line)
{
    const uint32_t set = set_of(s, line);
    const uint64_t *tag = s->tag + set * s->cfg.ways;
    const uint64_t wanted = tag_of(s, line);
    for (uint64_t ways = s->valid[set]; ways != 0; ways &= ways - 1) {
        if (tag[lowest(ways)] == wanted) return lowest(ways);
    }
    return s->cfg.ways;
}

/* The open MSHR of this line, or `mshrs`. */
static uint32_t find_open(const struct l1_cache *s, uint64_t line)
{
    for (uint64_t open = s->open; open != 0; open &= open - 1) {
        if (s->line[lowest(open)] == line) return lowest(open);
    }
    return s->cfg.mshrs;
}

/* --- eval ---------------------------------------------------------------- */

static bool has_room(const struct l1_cache *s, const struct l1_cache_in *in)
{
    return !s->rsp_valid || in->rsp_ready;
}

static bool has_way_out(const struct l1_cache *s, const struct l1_cache_in *in)
{
    return !s->mem_valid || in->mem_ready;
}

/* What keeps the request waiting, if anything: first MSHRs, then the place, then registers. */
static uint32_t reason_to_wait(const struct l1_cache *s, const struct l1_cache_in *in,
                               const struct l1_cache_out *out)
{
    if (in->req_kind == L1_CACHE_LOAD && out->way != s->cfg.ways)
        return has_room(s, in) && !s->fill_valid ? L1_CACHE_FREE : L1_CACHE_NO_REGISTER;
    if (in->req_kind == L1_CACHE_LOAD && out->mshr != s->cfg.mshrs)
        return s->count[out->mshr] < s->cfg.merges ? L1_CACHE_FREE : L1_CACHE_NO_PLACE;
    if (s->used == ones(s->cfg.mshrs)) return L1_CACHE_NO_MSHR;
    return has_way_out(s, in) ? L1_CACHE_FREE : L1_CACHE_NO_REGISTER;
}

static uint32_t outcome_of(const struct l1_cache *s, const struct l1_cache_in *in,
                           const struct l1_cache_out *out)
{
    if (in->req_kind == L1_CACHE_STORE) return L1_CACHE_STORED;
    if (in->req_kind == L1_CACHE_ATOMIC) return L1_CACHE_ATOMIC_SENT;
    if (out->way != s->cfg.ways) return L1_CACHE_HIT;
    return out->mshr != s->cfg.mshrs ? L1_CACHE_MERGED : L1_CACHE_MISS;
}

static void eval_registers(const struct l1_cache *s, struct l1_cache_out *out)
{
    out->idle = s->used == 0 && !s->rsp_valid;
    out->fill_ready = !s->fill_valid;
    out->rsp_valid = s->rsp_valid;
    out->rsp_kind = s->rsp_valid ? s->rsp_kind : 0;
    out->rsp_rider = s->rsp_rider;
    out->rsp_data = s->rsp_data;
    out->mem_valid = s->mem_valid;
    out->mem_kind = s->mem_valid ? s->mem_kind : 0;
    out->mem_id = s->mem_valid ? s->mem_id : 0;
    out->mem_line = s->mem_valid ? s->mem_line : 0;
    out->mem_rider = s->mem_rider;
    out->mem_data = s->mem_data;
    out->mem_be = s->mem_be;
    out->mem_expect = s->mem_expect;
}

void l1_cache_eval(const struct l1_cache *s, const struct l1_cache_in *in, struct l1_cache_out *out)
{
    eval_registers(s, out);
    out->way = find_way(s, in->req_line);
    out->mshr = find_open(s, in->req_line);
    const uint32_t reason = reason_to_wait(s, in, out);
    out->req_ready = reason == L1_CACHE_FREE;
    out->blocked = in->req_valid ? reason : (uint32_t)L1_CACHE_FREE;
    out->outcome =
        in->req_valid && out->req_ready ? outcome_of(s, in, out) : (uint32_t)L1_CACHE_NONE;
}

/* --- tick ---------------------------------------------------------------- */

static void copy_words(uint32_t *to, const uint32_t *from, uint32_t words)
{
    memcpy(to, from, words * sizeof *to);
}

static void answer(struct l1_cache *s, uint32_t kind, const uint32_t *rider, const uint32_t *data)
{
    s->rsp_valid = true;
    s->rsp_kind = kind;
    copy_words(s->rsp_rider, rider, rider_words(s));
    copy_words(s->rsp_data, data, line_words(s));
}

/* The riders of the answered MSHR go, one a cycle; behind the last one it is free. */
static void hand_out(struct l1_cache *s)
{
    const uint32_t mshr = s->fill_id;
    answer(s, s->kind[mshr], rider_at(s, mshr, s->fill_next), s->fill_data);
    s->fill_next++;
    if (s->fill_next < s->count[mshr]) return;
    s->used &= ~bit(mshr);
    s->fill_valid = false;
}

/* The request that needs memory: an MSHR of its own, and the register to memory. A load's data and
 * bytes mean nothing; only an atomic expects a word. */
static void send(struct l1_cache *s, const struct l1_cache_in *in, uint32_t mshr)
{
    s->used |= bit(mshr);
    s->kind[mshr] = in->req_kind;
    s->line[mshr] = in->req_line;
    s->count[mshr] = 1;
    copy_words(rider_at(s, mshr, 0), in->req_rider, rider_words(s));
    if (in->req_kind == L1_CACHE_LOAD) s->open |= bit(mshr);
    s->mem_valid = true;
    s->mem_kind = in->req_kind;
    s->mem_id = mshr;
    s->mem_line = in->req_line;
    copy_words(s->mem_rider, in->req_rider, rider_words(s));
    if (in->req_kind == L1_CACHE_LOAD) return;
    copy_words(s->mem_data, in->req_data, line_words(s));
    copy_words(s->mem_be, in->req_be, (s->cfg.line_bytes + WORD_BITS - 1) / WORD_BITS);
    if (in->req_kind == L1_CACHE_ATOMIC) copy_words(s->mem_expect, in->req_expect, line_words(s));
}

/* A store or an atomic takes the line out of the cache and closes its MSHR. */
static void forget(struct l1_cache *s, const struct l1_cache_in *in, const struct l1_cache_out *out)
{
    if (out->way != s->cfg.ways) s->valid[set_of(s, in->req_line)] &= ~(UINT32_C(1) << out->way);
    if (out->mshr != s->cfg.mshrs) s->open &= ~bit(out->mshr);
}

/* `free` are the MSHRs that were free before the edge. */
static void take(struct l1_cache *s, const struct l1_cache_in *in, const struct l1_cache_out *out,
                 uint64_t free)
{
    switch (out->outcome) {
    case L1_CACHE_HIT:
        answer(s, L1_CACHE_LOAD, in->req_rider, data_at(s, set_of(s, in->req_line), out->way));
        return;
    case L1_CACHE_MERGED:
        copy_words(rider_at(s, out->mshr, s->count[out->mshr]), in->req_rider, rider_words(s));
        s->count[out->mshr]++;
        return;
    case L1_CACHE_STORED:
    case L1_CACHE_ATOMIC_SENT: forget(s, in, out); break;
    default: break;
    }
    send(s, in, lowest(free));
}

/* The line of an MSHR that is open comes into its set's next place in turn. */
static void keep_line(struct l1_cache *s, uint32_t mshr, const uint32_t *data)
{
    const uint32_t set = set_of(s, s->line[mshr]);
    const uint32_t way = s->turn[set];
    s->tag[set * s->cfg.ways + way] = tag_of(s, s->line[mshr]);
    s->valid[set] |= UINT32_C(1) << way;
    s->turn[set] = way + 1 < s->cfg.ways ? way + 1 : 0;
    copy_words(data_at(s, set, way), data, line_words(s));
    s->open &= ~bit(mshr);
}

static void fill(struct l1_cache *s, const struct l1_cache_in *in)
{
    s->sent &= ~bit(in->fill_id);
    s->fill_valid = true;
    s->fill_id = in->fill_id;
    s->fill_next = 0;
    copy_words(s->fill_data, in->fill_data, line_words(s));
    if (has(s->open, in->fill_id)) keep_line(s, in->fill_id, in->fill_data);
}

/* Registers that are taken are free first. A request goes before the fill: a store that comes with
 * the fill of its line closes the MSHR, a hit reads what the fill takes the place of. */
void l1_cache_tick(struct l1_cache *s, const struct l1_cache_in *in, const struct l1_cache_out *out)
{
    const uint64_t free = ~s->used;
    if (in->clear) memset(s->valid, 0, s->cfg.sets * sizeof s->valid[0]);
    if (s->rsp_valid && in->rsp_ready) s->rsp_valid = false;
    if (s->mem_valid && in->mem_ready) {
        s->mem_valid = false;
        s->sent |= bit(s->mem_id);
    }
    if (s->fill_valid && !s->rsp_valid) hand_out(s);
    if (out->outcome != L1_CACHE_NONE) take(s, in, out, free);
    if (in->fill_valid && out->fill_ready) fill(s, in);
}

bool l1_cache_rests(const struct l1_cache *s, const struct l1_cache_in *in,
                    const struct l1_cache_out *out)
{
    const bool register_goes = (s->rsp_valid && in->rsp_ready) || (s->mem_valid && in->mem_ready);
    const bool hands_out = s->fill_valid && !s->rsp_valid;
    const bool fills = in->fill_valid && out->fill_ready;
    return !in->clear && !register_goes && !hands_out && !fills && out->outcome == L1_CACHE_NONE;
}

/* --- check and promise --------------------------------------------------- */

/* Is a line twice in the set? */
static bool is_twice(const struct l1_cache *s, uint32_t set)
{
    const uint64_t *tag = s->tag + set * s->cfg.ways;
    for (uint64_t ways = s->valid[set]; ways != 0; ways &= ways - 1) {
        for (uint64_t others = ways & (ways - 1); others != 0; others &= others - 1) {
            if (tag[lowest(ways)] == tag[lowest(others)]) return true;
        }
    }
    return false;
}

static const char *check_mshr(const struct l1_cache *s, uint32_t mshr)
{
    if (s->kind[mshr] > L1_CACHE_ATOMIC) return "kind_range";
    if (s->count[mshr] < 1 || s->count[mshr] > s->cfg.merges) return "count_range";
    if (s->kind[mshr] != L1_CACHE_LOAD && s->count[mshr] != 1) return "count_range";
    if (!has(s->open, mshr)) return NULL;
    if (s->kind[mshr] != L1_CACHE_LOAD) return "one_open";
    if (find_open(s, s->line[mshr]) != mshr) return "one_open";
    return find_way(s, s->line[mshr]) == s->cfg.ways ? NULL : "one_open";
}

/* An MSHR that is used is in one of three places, each of which will let it go. */
static const char *check_ways_on(const struct l1_cache *s)
{
    const uint64_t mem = s->mem_valid ? bit(s->mem_id) : 0;
    const uint64_t filled = s->fill_valid ? bit(s->fill_id) : 0;
    if ((mem | filled | s->sent) != s->used) return "free_again";
    if ((mem & filled) != 0 || ((mem | filled) & s->sent) != 0) return "free_again";
    if (s->fill_valid && s->fill_next >= s->count[s->fill_id]) return "free_again";
    return (filled & s->open) == 0 ? NULL : "one_open";
}

const char *l1_cache_check(const struct l1_cache *s)
{
    if ((s->used & ~ones(s->cfg.mshrs)) != 0 || (s->open & ~s->used) != 0) return "mshr_range";
    for (uint64_t used = s->used; used != 0; used &= used - 1) {
        const char *broken = check_mshr(s, lowest(used));
        if (broken != NULL) return broken;
    }
    const char *broken = check_ways_on(s);
    if (broken != NULL) return broken;
    for (uint32_t set = 0; set < s->cfg.sets; set++) {
        if ((s->valid[set] & ~ones(s->cfg.ways)) != 0) return "way_range";
        if (s->turn[set] >= s->cfg.ways) return "turn_range";
        if (is_twice(s, set)) return "no_twice";
    }
    return NULL;
}

const char *l1_cache_promise(const struct l1_cache *s, const struct l1_cache_in *in)
{
    if (in->clear && (s->used != 0 || s->rsp_valid)) return "clear while the cache is not idle";
    if (in->clear && (in->req_valid || in->fill_valid)) return "clear while something is offered";
    if (in->req_valid && in->req_kind > L1_CACHE_ATOMIC) return "a request is of no kind";
    if (in->req_valid && (in->req_line & ~ones(s->cfg.line_width)) != 0)
        return "a line is wider than LineWidth";
    if (!in->fill_valid) return NULL;
    if (in->fill_id >= s->cfg.mshrs) return "an answer of memory for an MSHR that is not there";
    return has(s->sent, in->fill_id) ? NULL : "an answer of memory that nothing waits for";
}
