/* SPDX-License-Identifier: Apache-2.0 */
#include "core/l1_cache.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"

enum { WORD_BITS = 32, WORD_BYTES = 4 };

/* --- init and reset ------------------------------------------------------ */

static const char *cfg_error(const struct l1_cache_cfg *cfg)
{
    if (!is_power_of_two(cfg->sets) || cfg->sets > L1_CACHE_MAX_SETS)
        return "Sets must be a power of two, 1 to 1024";
    if (cfg->ways < 1 || cfg->ways > L1_CACHE_MAX_WAYS) return "Ways must be 1 to 16";
    if (!is_power_of_two(cfg->line_bytes) || cfg->line_bytes < WORD_BYTES ||
        cfg->line_bytes > L1_CACHE_MAX_WORDS * WORD_BYTES)
        return "LineBytes must be a power of two, 4 to 256";
    if (cfg->line_width > 62 || cfg->line_width < 1 || bit(cfg->line_width) <= cfg->sets)
        return "LineWidth must be above log2(Sets), to 62";
    if (cfg->mshrs < 1 || cfg->mshrs > L1_CACHE_MAX_MSHRS) return "Mshrs must be 1 to 64";
    if (cfg->merges < 1 || cfg->merges > L1_CACHE_MAX_MERGES) return "Merges must be 1 to 16";
    if (cfg->rider_width < 1 || cfg->rider_width > L1_CACHE_MAX_RIDER * WORD_BITS)
        return "RiderWidth must be 1 to 512";
    if (cfg->write_back > L1_CACHE_POSTS) return "WriteBack must be 0, 1 or 2";
    return NULL;
}

static uint32_t line_words(const struct l1_cache *s) { return s->cfg.line_bytes / WORD_BYTES; }

static uint32_t rider_words(const struct l1_cache *s)
{
    return (s->cfg.rider_width + WORD_BITS - 1) / WORD_BITS;
}

/* Words of a byte mask. */
static uint32_t be_words(const struct l1_cache *s)
{
    return (s->cfg.line_bytes + WORD_BITS - 1) / WORD_BITS;
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
    if (cfg->write_back == L1_CACHE_KEEPS)
        memset(s->bytes, 0, lines * be_words(s) * sizeof s->bytes[0]);
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
    memset(s->written, 0, s->cfg.sets * sizeof s->written[0]);
    memset(s->whole, 0, s->cfg.sets * sizeof s->whole[0]);
    memset(s->awaited, 0, s->cfg.sets * sizeof s->awaited[0]);
    s->lands = 0;
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

static uint32_t *bytes_at(struct l1_cache *s, uint32_t set, uint32_t way)
{
    return s->bytes + (set * s->cfg.ways + way) * be_words(s);
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

/* Stores stay in the cache. */
static bool keeps_stores(const struct l1_cache *s) { return s->cfg.write_back == L1_CACHE_KEEPS; }

/* A request of this kind that is sent is answered before memory has it. */
static bool posts(const struct l1_cache *s, uint32_t kind)
{
    return s->cfg.write_back == L1_CACHE_POSTS && kind == L1_CACHE_STORE;
}

/* --- what a request does ------------------------------------------------- */

/* Does the line at this way of the set have all bytes that the mask asks for? */
static bool has_bytes(const struct l1_cache *s, uint32_t set, uint32_t way, const uint32_t *be)
{
    if (has(s->whole[set], way)) return true;
    const uint32_t *bytes = s->bytes + (set * s->cfg.ways + way) * be_words(s);
    for (uint32_t i = 0; i < be_words(s); i++)
        if ((be[i] & ~bytes[i]) != 0) return false;
    return true;
}

/* A line comes into the cache: does the set's next place take it? */
static void take_next(const struct l1_cache *s, struct l1_cache_out *out, uint32_t act)
{
    const uint32_t next = s->turn[out->set];
    const bool awaited = has(s->awaited[out->set], next);
    const bool written = has(s->written[out->set], next);
    out->act = awaited ? L1_CACHE_SENDS : written ? L1_CACHE_BACKS : act;
    out->place = awaited ? s->cfg.ways : next;
}

static void decide_load(const struct l1_cache *s, const struct l1_cache_in *in,
                        struct l1_cache_out *out)
{
    const bool cached = out->way != s->cfg.ways;
    out->place = out->way;
    if (cached && (!keeps_stores(s) || has_bytes(s, out->set, out->way, in->req_be)))
        out->act = L1_CACHE_ANSWERS;
    else if (cached) out->act = L1_CACHE_BACKS;
    else if (out->mshr != s->cfg.mshrs) out->act = L1_CACHE_JOINS;
    else if (keeps_stores(s)) take_next(s, out, L1_CACHE_SENDS);
    else out->act = L1_CACHE_SENDS;
}

static void decide_store(const struct l1_cache *s, struct l1_cache_out *out)
{
    const bool awaits = out->mshr != s->cfg.mshrs && has(s->lands, out->mshr);
    out->act = L1_CACHE_PUTS;
    if (out->way != s->cfg.ways) out->place = out->way;
    else if (awaits) out->place = s->way[out->mshr];
    else take_next(s, out, L1_CACHE_PUTS);
}

/* Stores through the cache, and atomics: behind the written bytes of their line. */
static void decide_send(const struct l1_cache *s, struct l1_cache_out *out)
{
    const uint32_t set = out->set, way = out->way;
    const bool cached = keeps_stores(s) && way != s->cfg.ways;
    const bool waits = cached && (has(s->written[set], way) || !has(s->whole[set], way));
    out->act = waits ? L1_CACHE_BACKS : L1_CACHE_SENDS;
    out->place = waits ? way : s->cfg.ways;
}

static void decide(const struct l1_cache *s, const struct l1_cache_in *in, struct l1_cache_out *out)
{
    out->set = set_of(s, in->req_line);
    if (in->req_kind == L1_CACHE_LOAD) decide_load(s, in, out);
    else if (in->req_kind == L1_CACHE_STORE && keeps_stores(s)) decide_store(s, out);
    else decide_send(s, out);
}

/* The written line in the lowest place. */
static bool find_written(const struct l1_cache *s, uint32_t *set, uint32_t *way)
{
    for (uint32_t i = 0; i < s->cfg.sets && keeps_stores(s); i++) {
        if (s->written[i] == 0) continue;
        *set = i;
        *way = lowest(s->written[i]);
        return true;
    }
    return false;
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

/* Why a request that needs memory waits, if it does. */
static uint32_t reason_to_keep(const struct l1_cache *s, const struct l1_cache_in *in)
{
    if (s->used == ones(s->cfg.mshrs)) return L1_CACHE_NO_MSHR;
    return has_way_out(s, in) ? L1_CACHE_FREE : L1_CACHE_NO_REGISTER;
}

/* What keeps the request waiting, if anything. The cache is written in one place a cycle, and a
 * fill goes before a store. */
static uint32_t reason_to_wait(const struct l1_cache *s, const struct l1_cache_in *in,
                               const struct l1_cache_out *out)
{
    const bool answers = has_room(s, in) && !s->fill_valid;
    const uint32_t keeps = reason_to_keep(s, in);
    switch (out->act) {
    case L1_CACHE_ANSWERS: return answers ? L1_CACHE_FREE : L1_CACHE_NO_REGISTER;
    case L1_CACHE_PUTS: return answers && !in->fill_valid ? L1_CACHE_FREE : L1_CACHE_NO_REGISTER;
    case L1_CACHE_JOINS:
        return s->count[out->mshr] < s->cfg.merges ? L1_CACHE_FREE : L1_CACHE_NO_PLACE;
    case L1_CACHE_BACKS: return keeps == L1_CACHE_FREE ? (uint32_t)L1_CACHE_NO_PLACE : keeps;
    default:
        if (keeps != L1_CACHE_FREE || !posts(s, in->req_kind)) return keeps;
        return answers ? L1_CACHE_FREE : L1_CACHE_NO_REGISTER;
    }
}

static uint32_t outcome_of(const struct l1_cache_in *in, const struct l1_cache_out *out)
{
    if (in->req_kind == L1_CACHE_STORE) return L1_CACHE_STORED;
    if (in->req_kind == L1_CACHE_ATOMIC) return L1_CACHE_ATOMIC_SENT;
    if (out->act == L1_CACHE_ANSWERS) return L1_CACHE_HIT;
    return out->act == L1_CACHE_JOINS ? L1_CACHE_MERGED : L1_CACHE_MISS;
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
    uint32_t set = 0, way = 0;
    const bool any_written = find_written(s, &set, &way);
    out->clean = !any_written;
    out->way = find_way(s, in->req_line);
    out->mshr = find_open(s, in->req_line);
    decide(s, in, out);
    const uint32_t reason = reason_to_wait(s, in, out);
    out->req_ready = reason == L1_CACHE_FREE;
    out->blocked = in->req_valid ? reason : (uint32_t)L1_CACHE_FREE;
    out->outcome = in->req_valid && out->req_ready ? outcome_of(in, out) : (uint32_t)L1_CACHE_NONE;
    out->back = in->req_valid && out->act == L1_CACHE_BACKS && reason == L1_CACHE_NO_PLACE;
    if (!in->flush) return;
    out->set = set;
    out->place = way;
    out->back = any_written && reason_to_keep(s, in) == L1_CACHE_FREE;
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

/* The place is the next one of its set: the turn comes to the one behind it. */
static void advance(struct l1_cache *s, uint32_t set)
{
    s->turn[set] = s->turn[set] + 1 < s->cfg.ways ? s->turn[set] + 1 : 0;
}

/* A request for memory, of its MSHR: an MSHR and the register are free. */
static void ask(struct l1_cache *s, uint32_t mshr, uint32_t kind, uint64_t line)
{
    s->used |= bit(mshr);
    s->kind[mshr] = kind;
    s->line[mshr] = line;
    s->mem_valid = true;
    s->mem_kind = kind;
    s->mem_id = mshr;
    s->mem_line = line;
}

/* The load's line will come into this place, if it is one. */
static void await(struct l1_cache *s, uint32_t mshr, uint32_t set, uint32_t way)
{
    s->open |= bit(mshr);
    if (!keeps_stores(s) || way == s->cfg.ways) return;
    s->valid[set] &= ~(UINT32_C(1) << way);
    s->awaited[set] |= UINT32_C(1) << way;
    s->lands |= bit(mshr);
    s->way[mshr] = way;
    advance(s, set);
}

/* The written bytes of a line go to memory, and it leaves. */
static void write_back(struct l1_cache *s, uint32_t set, uint32_t way, uint32_t mshr)
{
    const uint64_t tag = s->tag[set * s->cfg.ways + way];
    ask(s, mshr, L1_CACHE_STORE, tag << __builtin_ctz(s->cfg.sets) | set);
    s->count[mshr] = 0;
    memset(s->mem_rider, 0, rider_words(s) * sizeof s->mem_rider[0]);
    copy_words(s->mem_data, data_at(s, set, way), line_words(s));
    copy_words(s->mem_be, bytes_at(s, set, way), be_words(s));
    s->valid[set] &= ~(UINT32_C(1) << way);
    s->written[set] &= ~(UINT32_C(1) << way);
}

/* The request that needs memory: an MSHR of its own, and the register to memory. A load's data and
 * bytes mean nothing; only an atomic expects a word. A store that is answered at once leaves no
 * rider. */
static void send(struct l1_cache *s, const struct l1_cache_in *in, const struct l1_cache_out *out,
                 uint32_t mshr)
{
    ask(s, mshr, in->req_kind, in->req_line);
    if (posts(s, in->req_kind)) {
        s->count[mshr] = 0;
        memset(s->mem_rider, 0, rider_words(s) * sizeof s->mem_rider[0]);
        answer(s, L1_CACHE_STORE, in->req_rider, in->req_data);
    } else {
        s->count[mshr] = 1;
        copy_words(rider_at(s, mshr, 0), in->req_rider, rider_words(s));
        copy_words(s->mem_rider, in->req_rider, rider_words(s));
    }
    if (in->req_kind == L1_CACHE_LOAD) {
        await(s, mshr, out->set, out->place);
        return;
    }
    copy_words(s->mem_data, in->req_data, line_words(s));
    copy_words(s->mem_be, in->req_be, be_words(s));
    if (in->req_kind == L1_CACHE_ATOMIC) copy_words(s->mem_expect, in->req_expect, line_words(s));
}

/* The line's MSHR brings it no more; a place that it has is empty. */
static void close_mshr(struct l1_cache *s, uint32_t mshr)
{
    if (mshr == s->cfg.mshrs) return;
    s->open &= ~bit(mshr);
    if (!has(s->lands, mshr)) return;
    s->lands &= ~bit(mshr);
    s->awaited[set_of(s, s->line[mshr])] &= ~(UINT32_C(1) << s->way[mshr]);
}

/* A store or an atomic that goes to memory takes the line out of the cache and closes its MSHR. */
static void forget(struct l1_cache *s, const struct l1_cache_in *in, const struct l1_cache_out *out)
{
    if (out->way != s->cfg.ways) s->valid[set_of(s, in->req_line)] &= ~(UINT32_C(1) << out->way);
    close_mshr(s, out->mshr);
}

/* A line without a byte takes the place. */
static void begin_line(struct l1_cache *s, uint64_t line, uint32_t set, uint32_t way)
{
    s->tag[set * s->cfg.ways + way] = tag_of(s, line);
    s->valid[set] |= UINT32_C(1) << way;
    s->written[set] &= ~(UINT32_C(1) << way);
    s->whole[set] &= ~(UINT32_C(1) << way);
    memset(data_at(s, set, way), 0, s->cfg.line_bytes);
    memset(bytes_at(s, set, way), 0, be_words(s) * sizeof s->bytes[0]);
}

/* A store's bytes go into the place, which has the line, or awaits it, or is the next one. */
static void put(struct l1_cache *s, const struct l1_cache_in *in, const struct l1_cache_out *out)
{
    const uint32_t set = out->set, way = out->place;
    const bool awaited = has(s->awaited[set], way);
    close_mshr(s, out->mshr);
    if (out->way == s->cfg.ways) begin_line(s, in->req_line, set, way);
    if (out->way == s->cfg.ways && !awaited) advance(s, set);
    uint8_t *to = (uint8_t *)data_at(s, set, way);
    const uint8_t *from = (const uint8_t *)in->req_data;
    uint32_t *bytes = bytes_at(s, set, way);
    uint32_t all = 0;
    for (uint32_t b = 0; b < s->cfg.line_bytes; b++) {
        const uint32_t word = b / WORD_BITS, at = b % WORD_BITS;
        if (has(in->req_be[word], at)) {
            to[b] = from[b];
            bytes[word] |= UINT32_C(1) << at;
            s->written[set] |= UINT32_C(1) << way;
        }
        all += has(bytes[word], at);
    }
    if (all == s->cfg.line_bytes) s->whole[set] |= UINT32_C(1) << way;
    answer(s, L1_CACHE_STORE, in->req_rider, in->req_data);
}

/* `free` are the MSHRs that were free before the edge. */
static void take(struct l1_cache *s, const struct l1_cache_in *in, const struct l1_cache_out *out,
                 uint64_t free)
{
    switch (out->act) {
    case L1_CACHE_ANSWERS:
        answer(s, L1_CACHE_LOAD, in->req_rider, data_at(s, out->set, out->way));
        return;
    case L1_CACHE_JOINS:
        copy_words(rider_at(s, out->mshr, s->count[out->mshr]), in->req_rider, rider_words(s));
        s->count[out->mshr]++;
        return;
    case L1_CACHE_PUTS: put(s, in, out); return;
    default: break;
    }
    if (in->req_kind != L1_CACHE_LOAD) forget(s, in, out);
    send(s, in, out, lowest(free));
}

/* The line of an open MSHR comes into the place that awaits it; in a cache that writes through,
 * into its set's next place in turn. */
static void keep_line(struct l1_cache *s, uint32_t mshr, const uint32_t *data)
{
    const uint32_t set = set_of(s, s->line[mshr]);
    const uint32_t way = keeps_stores(s) ? s->way[mshr] : s->turn[set];
    const bool lands = !keeps_stores(s) || has(s->lands, mshr);
    close_mshr(s, mshr);
    if (!lands) return;
    if (!keeps_stores(s)) advance(s, set);
    s->tag[set * s->cfg.ways + way] = tag_of(s, s->line[mshr]);
    s->valid[set] |= UINT32_C(1) << way;
    copy_words(data_at(s, set, way), data, line_words(s));
    if (!keeps_stores(s)) return;
    s->whole[set] |= UINT32_C(1) << way;
    s->written[set] &= ~(UINT32_C(1) << way);
    memset(bytes_at(s, set, way), 0, be_words(s) * sizeof s->bytes[0]);
}

static void fill(struct l1_cache *s, const struct l1_cache_in *in)
{
    s->sent &= ~bit(in->fill_id);
    if (s->count[in->fill_id] == 0) { /* a store that nobody waits for has arrived */
        s->used &= ~bit(in->fill_id);
        return;
    }
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
    if (out->back) write_back(s, out->set, out->place, lowest(free));
    if (out->outcome != L1_CACHE_NONE) take(s, in, out, free);
    if (in->fill_valid && out->fill_ready) fill(s, in);
}

bool l1_cache_rests(const struct l1_cache *s, const struct l1_cache_in *in,
                    const struct l1_cache_out *out)
{
    const bool register_goes = (s->rsp_valid && in->rsp_ready) || (s->mem_valid && in->mem_ready);
    const bool hands_out = s->fill_valid && !s->rsp_valid;
    const bool fills = in->fill_valid && out->fill_ready;
    return !in->clear && !out->back && !register_goes && !hands_out && !fills &&
           out->outcome == L1_CACHE_NONE;
}

uint32_t l1_cache_word(const struct l1_cache *s, uint32_t address, uint32_t below)
{
    const uint64_t line = address / s->cfg.line_bytes;
    const uint32_t set = set_of(s, line), way = find_way(s, line);
    if (!keeps_stores(s) || way == s->cfg.ways) return below;
    const uint32_t place = set * s->cfg.ways + way;
    const uint32_t word = address % s->cfg.line_bytes / WORD_BYTES, first = word * WORD_BYTES;
    uint32_t known = 0;
    for (uint32_t b = first; b < first + WORD_BYTES; b++)
        if (has(s->bytes[place * be_words(s) + b / WORD_BITS], b % WORD_BITS))
            known |= UINT32_C(0xff) << 8 * (b - first);
    return (s->data[place * line_words(s) + word] & known) | (below & ~known);
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
    const uint32_t least =
        s->cfg.write_back != L1_CACHE_THROUGH && s->kind[mshr] == L1_CACHE_STORE ? 0 : 1;
    if (s->count[mshr] < least || s->count[mshr] > s->cfg.merges) return "count_range";
    if (s->kind[mshr] != L1_CACHE_LOAD && s->count[mshr] > 1) return "count_range";
    if (has(s->lands, mshr) && !has(s->open, mshr)) return "one_place";
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

/* A place that is awaited is that of one MSHR; lines that are written are there. */
static const char *check_places(const struct l1_cache *s, uint32_t set)
{
    uint32_t awaited = 0;
    for (uint64_t lands = s->lands; lands != 0; lands &= lands - 1) {
        const uint32_t mshr = lowest(lands);
        if (set_of(s, s->line[mshr]) != set) continue;
        if (s->way[mshr] >= s->cfg.ways || has(awaited, s->way[mshr])) return "one_place";
        awaited |= UINT32_C(1) << s->way[mshr];
    }
    if (awaited != s->awaited[set] || (awaited & s->valid[set]) != 0) return "one_place";
    for (uint32_t way = 0; way < s->cfg.ways && keeps_stores(s); way++) {
        if (!has(s->valid[set], way)) continue;
        uint32_t bytes = 0;
        for (uint32_t i = 0; i < be_words(s); i++)
            bytes |= s->bytes[(set * s->cfg.ways + way) * be_words(s) + i];
        if ((bytes != 0) != has(s->written[set], way)) return "written";
    }
    return (s->written[set] & ~s->valid[set]) == 0 ? NULL : "written";
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
        broken = check_places(s, set);
        if (broken != NULL) return broken;
    }
    return NULL;
}

const char *l1_cache_promise(const struct l1_cache *s, const struct l1_cache_in *in)
{
    if (in->clear && (s->used != 0 || s->rsp_valid)) return "clear while the cache is not idle";
    if (in->clear && (in->req_valid || in->fill_valid)) return "clear while something is offered";
    uint32_t set, way;
    if (in->clear && find_written(s, &set, &way)) return "clear while a line is written";
    if (in->flush && in->req_valid) return "a request while lines are flushed";
    if (in->req_valid && in->req_kind > L1_CACHE_ATOMIC) return "a request is of no kind";
    if (in->req_valid && (in->req_line & ~ones(s->cfg.line_width)) != 0)
        return "a line is wider than LineWidth";
    if (!in->fill_valid) return NULL;
    if (in->fill_id >= s->cfg.mshrs) return "an answer of memory for an MSHR that is not there";
    return has(s->sent, in->fill_id) ? NULL : "an answer of memory that nothing waits for";
}
