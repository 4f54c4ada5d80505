/* SPDX-License-Identifier: Apache-2.0 */
#include "gpu/chip_memory.h"

#include <string.h>

/* --- init ---------------------------------------------------------------- */

static const char *wrong_sizes(const struct chip_memory_cfg *c)
{
    if (c->sms < 1 || c->sms > CHIP_MEMORY_MAX_SMS) return "a chip must have 1 to 32 SMs";
    if (c->slices < 1 || c->slices > CHIP_MEMORY_MAX_SLICES)
        return "a chip must have 1 to 16 slices";
    if (c->under_way < 1 || c->under_way > LINE_MEMORY_MAX_UNDER_WAY)
        return "requests under way must be 1 to 64";
    if (c->line_bytes == 0 || c->chunk_bytes == 0 || c->chunk_bytes % c->line_bytes != 0)
        return "a chunk must be a number of lines";
    if (c->slice.sectors == 0 || c->line_bytes % (4 * c->slice.sectors) != 0)
        return "a sector must be a number of words";
    if (c->link < 1 || c->flit_bytes < 1) return "link and flit must be at least 1";
    return NULL;
}

const char *chip_memory_init(struct chip_memory *s, const struct chip_memory_cfg *cfg)
{
    memset(s, 0, sizeof *s);
    const char *wrong = wrong_sizes(cfg);
    const struct crossbar_cfg there = {cfg->sms, cfg->slices, cfg->under_way, cfg->depth};
    const struct crossbar_cfg back = {cfg->slices, cfg->sms, cfg->depth, cfg->depth};
    s->cfg = *cfg;
    if (wrong == NULL) wrong = crossbar_init(&s->there, &there);
    if (wrong == NULL) wrong = crossbar_init(&s->back, &back);
    for (uint32_t i = 0; wrong == NULL && i < cfg->slices; i++) {
        wrong = l2_slice_init(&s->slice[i], &cfg->slice);
        if (wrong == NULL) wrong = dram_channel_init(&s->channel[i], &cfg->channel);
    }
    for (uint32_t i = 0; wrong == NULL && i < cfg->sms; i++) {
        struct chip_list *f = &s->port[i].free;
        for (f->count = 0; f->count < cfg->under_way; f->count++)
            f->request[f->count] = (uint8_t)f->count;
    }
    if (wrong != NULL) return wrong;
    return line_contents_init(&s->contents, cfg->line_bytes, cfg->sms * LINE_CONTENTS_OWNERS);
}

void chip_memory_free(struct chip_memory *s) { line_contents_free(&s->contents); }

bool chip_memory_attach(struct chip_memory *s, const struct isa_memory *memory,
                        uint32_t local_bytes, uint32_t swap_bytes)
{
    if (swap_bytes > (UINT32_MAX - LINE_CONTENTS_SWAP) / s->cfg.sms) return false;
    for (uint32_t i = 0; i < s->cfg.sms; i++) {
        s->port[i].swap_from = i * swap_bytes;
        s->port[i].swap_bytes = swap_bytes;
    }
    return line_contents_attach(&s->contents, memory, local_bytes, s->cfg.sms * swap_bytes);
}

/* --- ports --------------------------------------------------------------- */

static uint32_t pop(struct chip_list *l)
{
    const uint32_t number = l->request[l->first];
    l->first = (l->first + 1) % LINE_MEMORY_MAX_UNDER_WAY;
    l->count--;
    return number;
}

static void push(struct chip_list *l, uint32_t number)
{
    l->request[(l->first + l->count++) % LINE_MEMORY_MAX_UNDER_WAY] = (uint8_t)number;
}

static void send(struct chip_way *w, uint32_t number)
{
    w->request[w->sent++ % LINE_MEMORY_MAX_UNDER_WAY] = (uint8_t)number;
}

static bool any_here(const struct chip_way *w) { return w->taken != w->here; }

static uint32_t first_here(const struct chip_way *w)
{
    return w->request[w->taken % LINE_MEMORY_MAX_UNDER_WAY];
}

bool chip_port_ready(const struct chip_port *p) { return p->free.count > 0; }

const struct line_answer *chip_port_answer(const struct chip_port *p, uint64_t cycle)
{
    if (!any_here(&p->back)) return NULL;
    const struct chip_request *q = &p->request[first_here(&p->back)];
    return q->at <= cycle ? &q->answer : NULL;
}

void chip_port_taken(struct chip_port *p)
{
    push(&p->free, first_here(&p->back));
    p->back.taken++;
}

/* The slice of a line, and the line's number there. */
static void place(struct chip_request *q, const struct chip_memory_cfg *cfg, uint32_t address)
{
    const uint64_t chunk = address / cfg->chunk_bytes;
    const uint64_t turn = chunk / cfg->slices;
    const uint64_t moved = cfg->hash ? turn ^ turn >> 4 ^ turn >> 9 : 0;
    const uint32_t lines = cfg->chunk_bytes / cfg->line_bytes;
    q->slice = (uint32_t)((chunk + moved) % cfg->slices);
    q->line = turn * lines + address % cfg->chunk_bytes / cfg->line_bytes;
}

static uint32_t sector_words(const struct chip_memory_cfg *cfg)
{
    return cfg->line_bytes / cfg->slice.sectors / 4;
}

static void look_at_bytes(struct chip_request *q, const struct chip_memory_cfg *cfg)
{
    const uint32_t words = sector_words(cfg);
    for (uint32_t s = 0; s < cfg->slice.sectors; s++) {
        uint32_t any = 0, all = 0xf;
        for (uint32_t w = s * words; w < (s + 1) * words; w++) {
            const uint32_t enables = q->be[w / 8] >> w % 8 * 4 & 0xf;
            any |= enables;
            all &= enables;
        }
        q->sectors |= (uint32_t)(any != 0) << s;
        q->whole |= (uint32_t)(all == 0xf) << s;
    }
}

static void look_at_lanes(struct chip_request *q, const struct chip_memory_cfg *cfg)
{
    uint32_t lanes_of[LINE_CONTENTS_MAX_WORDS] = {0};
    if (q->r.lanes == 0) q->sectors = 1; /* a request has a sector at least */
    for (uint64_t left = q->r.lanes; left != 0; left &= left - 1) {
        const uint32_t w = q->word[__builtin_ctzll(left)];
        q->sectors |= UINT32_C(1) << w / sector_words(cfg);
        if (++lanes_of[w] > q->operations) q->operations = lanes_of[w];
    }
}

/* A request points to its own copies. */
static void point(struct chip_request *q)
{
    q->r.data = q->data;
    q->r.be = q->be;
    q->r.expect = q->expect;
    q->r.word = q->word;
    q->r.owner = q->owner;
}

static void copy(struct chip_request *q, const struct chip_memory_cfg *cfg,
                 const struct line_request *r)
{
    q->r = *r;
    point(q);
    if (r->kind == LINE_LOAD) return;
    memcpy(q->data, r->data, cfg->line_bytes);
    memcpy(q->be, r->be, (cfg->line_bytes + 7) / 8);
    if (r->kind == LINE_STORE) return;
    memcpy(q->expect, r->expect, cfg->line_bytes);
    for (uint64_t left = r->lanes; left != 0; left &= left - 1) {
        const int lane = __builtin_ctzll(left);
        q->word[lane] = r->word[lane];
        q->owner[lane] = r->owner[lane];
    }
}

/* Behind an SM's own swap space lies nothing: not the next SM's. */
static uint32_t in_own_swap(const struct chip_port *p, const struct chip_memory_cfg *cfg,
                            uint32_t address)
{
    if (address - LINE_CONTENTS_SWAP < p->swap_bytes) return address + p->swap_from;
    return UINT32_MAX / cfg->line_bytes * cfg->line_bytes;
}

void chip_port_accept(struct chip_port *p, const struct chip_memory_cfg *cfg, uint64_t cycle,
                      const struct line_request *r)
{
    const uint32_t number = pop(&p->free);
    struct chip_request *q = &p->request[number];
    uint32_t address = (uint32_t)r->line * cfg->line_bytes;
    p->lines[r->kind]++;
    copy(q, cfg, r);
    if (address >= LINE_CONTENTS_SWAP) address = in_own_swap(p, cfg, address);
    q->r.line = address / cfg->line_bytes;
    q->at = cycle + cfg->link;
    q->answer.id = r->id;
    q->sectors = q->whole = q->operations = 0;
    place(q, cfg, address);
    if (r->kind == LINE_LOAD) q->sectors = (UINT32_C(1) << cfg->slice.sectors) - 1;
    else if (r->kind == LINE_STORE) look_at_bytes(q, cfg);
    else look_at_lanes(q, cfg);
    send(&p->there, number);
}

/* --- a cycle ------------------------------------------------------------- */

/* A request's name in the crossbars and slices. */
static uint32_t handle_of(uint32_t sm, uint32_t number)
{
    return sm * LINE_MEMORY_MAX_UNDER_WAY + number;
}

static struct chip_request *request_of(struct chip_memory *s, uint32_t handle)
{
    return &s->port[handle / LINE_MEMORY_MAX_UNDER_WAY].request[handle % LINE_MEMORY_MAX_UNDER_WAY];
}

/* A header, and the data of the sectors. */
static uint32_t flits(const struct chip_memory *s, uint32_t sectors)
{
    const uint32_t bytes = (uint32_t)__builtin_popcount(sectors) * 4 * sector_words(&s->cfg);
    return 1 + (bytes + s->cfg.flit_bytes - 1) / s->cfg.flit_bytes;
}

/* What the SMs have sent, and is here now. */
static void take_sent(struct chip_memory *s, struct crossbar_in *there)
{
    for (uint32_t i = 0; i < s->cfg.sms; i++) {
        struct chip_port *p = &s->port[i];
        there->push[i] = any_here(&p->there) && p->request[first_here(&p->there)].at <= s->cycle;
        if (!there->push[i]) continue;
        const uint32_t number = first_here(&p->there);
        const struct chip_request *q = &p->request[number];
        const uint32_t brings = q->r.kind == LINE_LOAD ? 0 : q->sectors;
        there->packet[i] =
            (struct crossbar_packet){q->slice, flits(s, brings), handle_of(i, number)};
        p->there.taken++;
    }
}

/* What has come back goes to the SMs. */
static void give_back(struct chip_memory *s, const struct crossbar_out *out,
                      struct crossbar_in *back)
{
    for (uint32_t i = 0; i < s->cfg.sms; i++) {
        back->pop[i] = out->valid[i];
        if (!out->valid[i]) continue;
        request_of(s, out->handle[i])->at = s->cycle + s->cfg.link;
        send(&s->port[i].back, out->handle[i] % LINE_MEMORY_MAX_UNDER_WAY);
    }
}

/* A slice names threads of all SMs apart. */
static void perform(struct chip_memory *s, uint32_t handle)
{
    struct chip_request *q = request_of(s, handle);
    const uint32_t sm = handle / LINE_MEMORY_MAX_UNDER_WAY;
    for (uint64_t left = q->r.kind == LINE_ATOMIC ? q->r.lanes : 0; left != 0; left &= left - 1)
        q->owner[__builtin_ctzll(left)] += sm * LINE_CONTENTS_OWNERS;
    line_contents_perform(&s->contents, &q->r, q->answer.data);
}

static void tick_slice(struct chip_memory *s, uint32_t i, const struct crossbar_out *there_out,
                       struct crossbar_in *there, const struct crossbar_out *back_out,
                       struct crossbar_in *back)
{
    struct dram_channel_out channel_out;
    struct l2_slice_out out;
    dram_channel_eval(&s->channel[i], &channel_out);
    struct l2_slice_in in = {.valid = there_out->valid[i],
                             .fetch_ready = channel_out.ready,
                             .fill_valid = channel_out.answer_valid,
                             .fill_mshr = channel_out.answer_tag,
                             .reply_ready = back_out->ready[i]};
    if (in.valid) {
        const struct chip_request *q = request_of(s, there_out->handle[i]);
        in.request = (struct l2_request){q->r.kind, q->line,       q->sectors,
                                         q->whole,  q->operations, there_out->handle[i]};
    }
    l2_slice_eval(&s->slice[i], &in, &out);
    if (out.taken) s->take[s->taken++] = (struct chip_taken){s->cycle, there_out->handle[i]};
    there->pop[i] = out.taken;
    back->push[i] = out.reply_valid;
    if (out.reply_valid) {
        const struct chip_request *q = request_of(s, out.reply_handle);
        const uint32_t brings = q->r.kind == LINE_STORE ? 0 : q->sectors;
        back->packet[i] = (struct crossbar_packet){out.reply_handle / LINE_MEMORY_MAX_UNDER_WAY,
                                                   flits(s, brings), out.reply_handle};
    }
    const uint32_t bytes =
        (uint32_t)__builtin_popcount(out.fetch.sectors) * 4 * sector_words(&s->cfg);
    const struct dram_channel_in channel = {
        .valid = out.fetch_valid,
        .request = {out.fetch.write, out.fetch.line * s->cfg.line_bytes, bytes, out.fetch.mshr},
        .answer_taken = channel_out.answer_valid};
    l2_slice_tick(&s->slice[i], &in, &out);
    dram_channel_tick(&s->channel[i], &channel);
}

void chip_memory_run(struct chip_memory *s)
{
    struct crossbar_out there_out, back_out;
    struct crossbar_in there, back;
    crossbar_eval(&s->there, &there_out);
    crossbar_eval(&s->back, &back_out);
    take_sent(s, &there);
    for (uint32_t i = 0; i < s->cfg.slices; i++)
        tick_slice(s, i, &there_out, &there, &back_out, &back);
    give_back(s, &back_out, &back);
    crossbar_tick(&s->there, &there);
    crossbar_tick(&s->back, &back);
    s->cycle++;
}

void chip_memory_meet(struct chip_memory *s, uint64_t end)
{
    for (uint32_t n = 0; n < s->taken && s->take[n].cycle < end; n++) perform(s, s->take[n].handle);
    s->taken = 0;
    for (uint32_t i = 0; i < s->cfg.sms; i++) {
        struct chip_port *p = &s->port[i];
        p->there.here = p->there.sent;
        p->back.here = p->back.sent;
    }
}

void chip_memory_tick(struct chip_memory *s)
{
    chip_memory_run(s);
    chip_memory_meet(s, s->cycle);
}

/* --- checkpoint ---------------------------------------------------------- */

void chip_memory_checkpoint(struct chip_memory *s, const struct chip_memory *mine,
                            struct checkpoint *c)
{
    for (uint32_t i = 0; i < s->cfg.sms; i++)
        for (uint32_t n = 0; n < LINE_MEMORY_MAX_UNDER_WAY; n++) point(&s->port[i].request[n]);
    line_contents_checkpoint(&s->contents, &mine->contents, c);
}
