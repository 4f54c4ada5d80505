/* SPDX-License-Identifier: Apache-2.0 */
#include "core/interweave_front.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"
#include "core/decode.h"

enum {
    PC_BITS = 32,
    WORD_BYTES = 4,
    NOWHERE = 0xffff,
    REG_BITS = 6,
    PORTS = INTERWEAVE_FRONT_PORTS,
    NEW = 2,       /* the sorter's input that is no hot context */
    ELSEWHERE = 2, /* the scoreboard's position of all threads that are not hot */
    POSITIONS = 3,
    IN_PLACE = 0421, /* of the from of a sorter: no input in the output of another number */
};

/* --- init and reset ------------------------------------------------------ */

static const char *init_children(struct interweave_front *s)
{
    const struct interweave_front_cfg *c = &s->cfg;
    const struct hct_sorter_cfg sorter = {c->lanes, PC_BITS};
    const char *wrong = cct_init(
        &s->cold, &(struct cct_cfg){c->cold_entries, c->slots, c->lanes, PC_BITS, c->levels});
    if (!wrong)
        wrong = split_scoreboard_init(
            &s->board, &(struct split_scoreboard_cfg){c->slots, c->entries, FRONT_REGISTERS,
                                                      INTERWEAVE_FRONT_WRITERS});
    if (!wrong)
        wrong = interweave_select_init(
            &s->select,
            &(struct interweave_select_cfg){c->slots, s->hot, c->lanes, c->mode, c->sets, c->seed});
    if (!wrong)
        wrong = barrier_unit_init(&s->barrier,
                                  &(struct barrier_unit_cfg){c->slots, c->lanes, PC_BITS, 0, 1});
    for (uint32_t p = 0; !wrong && p < PORTS; p++) wrong = hct_sorter_init(&s->sorter[p], &sorter);
    return wrong;
}

const char *interweave_front_init(struct interweave_front *s,
                                  const struct interweave_front_cfg *cfg)
{
    if (cfg->slots < 2 || cfg->slots > INTERWEAVE_FRONT_MAX_SLOTS) return "Slots must be 2 to 32";
    if (cfg->lanes < 1 || cfg->lanes > FRONT_MAX_LANES) return "Lanes must be 1 to 64";
    if (cfg->mode > INTERWEAVE_SELECT_BOTH) return "Mode must be 0 to 2";
    if (cfg->levels < cfg->lanes) return "Levels must be at least Lanes";
    if (cfg->constraint > 1) return "Constraint must be 0 or 1";
    if (cfg->patience < 1 || cfg->patience > 1023) return "Patience must be 1 to 1023";
    if (cfg->accesses < 1 || cfg->accesses > 255) return "Accesses must be 1 to 255";
    if (cfg->memory_group > 1) return "MemoryGroup must be 0 or 1";
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    s->hot = cfg->mode == INTERWEAVE_SELECT_SWI ? 1 : 2;
    return init_children(s);
}

static void set_turns(struct interweave_front *s, uint32_t slot, uint32_t turns)
{
    s->turns[slot] = (uint16_t)turns;
    s->due = (s->due & ~bit(slot)) | (turns == s->cfg.patience ? bit(slot) : 0);
}

void interweave_front_reset(struct interweave_front *s)
{
    s->valid = s->stay = s->guest = s->moved = s->loaded = s->passed = s->look = 0;
    s->sync = s->fence = s->has_row = s->quiet = s->memory = s->sole = 0;
    s->fetching = s->fetch_turn = s->ask = s->with_access = s->due = 0;
    memset(s->access, 0, sizeof s->access);
    memset(s->turns, 0, sizeof s->turns);
    memset(s->check_from, 0, sizeof s->check_from);
    s->fetch_from = s->scan = s->waits = 0;
    cct_reset(&s->cold);
    split_scoreboard_reset(&s->board);
    interweave_select_reset(&s->select);
    barrier_unit_reset(&s->barrier);
}

/* --- slots and contexts -------------------------------------------------- */

static uint32_t context_of(const struct interweave_front *s, uint32_t slot, uint32_t hot)
{
    return slot * s->hot + hot;
}

/* Bit i of the lower half goes to bits 2*i and 2*i + 1. */
static uint64_t doubled(uint64_t x)
{
    x = (x | x << 16) & UINT64_C(0x0000ffff0000ffff);
    x = (x | x << 8) & UINT64_C(0x00ff00ff00ff00ff);
    x = (x | x << 4) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    x = (x | x << 2) & UINT64_C(0x3333333333333333);
    x = (x | x << 1) & UINT64_C(0x5555555555555555);
    return x | x << 1;
}

/* Every other bit, from bit 0 on, side by side. */
static uint64_t even_bits(uint64_t x)
{
    x &= UINT64_C(0x5555555555555555);
    x = (x | x >> 1) & UINT64_C(0x3333333333333333);
    x = (x | x >> 2) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    x = (x | x >> 4) & UINT64_C(0x00ff00ff00ff00ff);
    x = (x | x >> 8) & UINT64_C(0x0000ffff0000ffff);
    return (x | x >> 16) & UINT64_C(0x00000000ffffffff);
}

/* The contexts of these slots. */
static uint64_t of_slots(const struct interweave_front *s, uint64_t slots)
{
    return s->hot == 1 ? slots : doubled(slots);
}

/* The slots whose context at this position is among these. */
static uint64_t at_position(const struct interweave_front *s, uint64_t contexts, uint32_t hot)
{
    return s->hot == 1 ? contexts : even_bits(contexts >> hot);
}

/* The slots of which a context is among these. */
static uint64_t slots_of(const struct interweave_front *s, uint64_t contexts)
{
    return s->hot == 1 ? contexts : even_bits(contexts | contexts >> 1);
}

/* The contexts beside these. */
static uint64_t others_of(const struct interweave_front *s, uint64_t contexts)
{
    const uint64_t first = UINT64_C(0x5555555555555555);
    return s->hot == 1 ? 0 : (contexts & first) << 1 | (contexts >> 1 & first);
}

/* Of some slots, the first one from this one upward and around. */
static uint32_t first_from(uint64_t slots, uint32_t from)
{
    const uint64_t above = slots & ~ones(from);
    return lowest(above != 0 ? above : slots);
}

static uint32_t behind(const struct interweave_front *s, uint32_t slot)
{
    return slot + 1 == s->cfg.slots ? 0 : slot + 1;
}

/* Nothing is fetched behind it. */
static bool is_stop(uint32_t unit, uint32_t flow)
{
    return flow != DECODE_NEXT || unit == DECODE_CSR;
}

/* --- eval: resolve ------------------------------------------------------- */

static uint32_t next_of(const struct front_resolved *r, uint32_t lane)
{
    switch (r->flow) {
    case DECODE_BRANCH: return has(r->taken, lane) ? r->addr[lane] : r->pc + WORD_BYTES;
    case DECODE_CALL:
    case DECODE_RETURN:
    case DECODE_JUMP: return r->addr[lane];
    default: return r->pc + WORD_BYTES;
    }
}

/* The threads that go with the lowest one; the others. Of a branch these have one address. */
static void part(const struct front_resolved *r, uint64_t mask, struct interweave_front_split *to)
{
    to->go = mask;
    to->go_pc = next_of(r, lowest(mask));
    for (uint64_t left = mask; left != 0; left &= left - 1)
        if (next_of(r, lowest(left)) != to->go_pc) to->go &= ~(left & -left);
    to->rest = mask & ~to->go;
    to->rest_stays = r->flow != DECODE_BRANCH;
    to->rest_pc = r->pc;
    if (to->rest != 0 && !to->rest_stays) to->rest_pc = next_of(r, lowest(to->rest));
}

static void split(const struct interweave_front *s, const struct front_resolved *r,
                  struct interweave_front_split *to)
{
    uint32_t c = context_of(s, r->slot[0], 0);
    if (s->hot == 2 && !(has(s->stay, c) && (s->mask[c] & r->mask) != 0)) c++;
    memset(to, 0, sizeof *to);
    to->some = has(s->stay, c) && (s->mask[c] & r->mask) != 0;
    if (!to->some) return;
    to->context = c;
    to->leave = r->flow == DECODE_EXIT || r->flow == DECODE_BARRIER;
    if (!to->leave) part(r, s->mask[c], to);
}

void interweave_front_resolve(const struct interweave_front *s,
                              const struct interweave_front_in *in,
                              struct interweave_front_out *out)
{
    for (uint32_t p = 0; p < PORTS; p++) {
        struct interweave_front_split *to = &out->split[p];
        to->some = false;
        if (in->res_here[p]) split(s, &in->res[p], to);
        out->res_ready[p] =
            !s->cold.spill_valid && (!to->some || to->leave || to->rest == 0 || !to->rest_stays);
    }
    if (in->res_valid[0]) out->res_ready[1] = false;
}

/* --- eval: fetch and check ----------------------------------------------- */

static void eval_fetch(const struct interweave_front *s, const struct interweave_front_in *in,
                       struct interweave_front_out *out)
{
    const uint64_t want = s->valid & ~s->loaded & ~s->stay & of_slots(s, in->ready & ~s->fetching);
    out->fetch_valid = want != 0;
    if (want == 0) return;
    const uint32_t slot = first_from(slots_of(s, want), s->fetch_from);
    out->fetch_hot = s->hot == 2 && has(s->fetch_turn, slot) ? 1 : 0;
    if (!has(want, context_of(s, slot, out->fetch_hot))) out->fetch_hot = 1 - out->fetch_hot;
    out->fetch_slot = slot;
    out->fetch_pc = s->pc[context_of(s, slot, out->fetch_hot)];
}

/* The registers of a context's word that it names, a bit each. */
static uint64_t registers_of(const struct interweave_front *s, uint32_t c)
{
    uint64_t regs = 0;
    for (uint32_t o = 0; o < FRONT_OPERANDS; o++)
        if (s->use[c] >> o & 1) regs |= bit(s->reg[c] >> REG_BITS * o & (uint32_t)ones(REG_BITS));
    return regs;
}

/* An exit, and a look at the float status, wait for whatever writes. */
static bool waits_for_all(const struct interweave_front *s, uint32_t c)
{
    return s->flow[c] == DECODE_EXIT || (s->unit[c] == DECODE_CSR && s->word[c] >> 22 == 0);
}

static void eval_board(const struct interweave_front *s, const struct interweave_front_in *in,
                       struct interweave_front_out *out)
{
    struct split_scoreboard_in *to = &out->board_in;
    for (uint32_t k = 0; k < INTERWEAVE_FRONT_MAX_HOT; k++) {
        const uint64_t slots = k < s->hot ? at_position(s, s->look, k) : 0;
        out->look_en[k] = slots != 0;
        out->look_slot[k] = slots != 0 ? first_from(slots, s->check_from[k]) : 0;
        to->query_slot[k] = slots != 0 ? out->look_slot[k] : NOWHERE;
        to->query_pos[k] = k == 1;
        to->set_slot[k] = NOWHERE;
        to->set_en[k] = to->move_en[k] = false;
    }
    for (uint32_t w = 0; w < INTERWEAVE_FRONT_WRITERS; w++) {
        to->wb_en[w] = in->wb_en[w];
        to->wb_slot[w] = in->wb_slot[w];
        to->wb_tag[w] = in->wb_tag[w];
        to->wb_pos[w] = in->wb_pos[w];
    }
    split_scoreboard_eval(&s->board, to, &out->board);
    for (uint32_t k = 0; k < s->hot; k++) {
        const uint32_t c = context_of(s, out->look_slot[k], k);
        if (!out->look_en[k]) continue;
        const uint64_t busy = out->board.query_busy[k];
        out->look_pass[k] = waits_for_all(s, c) ? busy == 0 : (busy & registers_of(s, c)) == 0;
    }
}

/* --- eval: the select ---------------------------------------------------- */

/* Contexts of position 1 between whose branch and whose place position 0 is: they are suspended,
 * but in slots that are due. */
static uint64_t awaits(const struct interweave_front *s, uint64_t due)
{
    uint64_t waits = 0;
    if (s->cfg.constraint == 0 || s->hot == 1) return 0;
    const uint64_t second = UINT64_C(0xaaaaaaaaaaaaaaaa);
    const uint64_t may = s->loaded & s->sync & ~s->guest & second & ~of_slots(s, due);
    for (uint64_t left = may; left != 0; left &= left - 1) {
        const uint32_t c = lowest(left);
        if (s->div[c] < s->pc[c - 1] && s->pc[c - 1] < s->pc[c]) waits |= bit(c);
    }
    return waits;
}

static uint64_t suspended(const struct interweave_front *s) { return awaits(s, s->due); }

/* Last hot contexts that may be above the head of their cold list. A guest is what it is. */
static uint64_t uncompared(const struct interweave_front *s)
{
    uint64_t slots = 0;
    for (uint64_t left = s->ask; left != 0; left &= left - 1)
        if (s->cold.count[lowest(left)] != 0) slots |= bit(lowest(left));
    const uint64_t last = s->hot == 1 ? ~UINT64_C(0) : UINT64_C(0xaaaaaaaaaaaaaaaa);
    return of_slots(s, slots) & last & ~s->guest;
}

/* The contexts whose next instruction could issue. */
static uint64_t candidates(const struct interweave_front *s, const struct interweave_front_in *in,
                           uint64_t full)
{
    const uint64_t there = s->loaded & ~suspended(s);
    const uint64_t wait = there & s->quiet & of_slots(s, s->with_access);
    return there & s->passed & of_slots(s, in->ready & ~in->staged) & ~wait &
           ~(s->memory & others_of(s, wait)) & ~(s->has_row & of_slots(s, full)) & ~uncompared(s);
}

static void eval_select(const struct interweave_front *s, const struct interweave_front_in *in,
                        struct interweave_front_out *out)
{
    const uint32_t contexts = s->cfg.slots * s->hot;
    struct interweave_select_in *to = &out->select_in;
    to->ready = candidates(s, in, out->board.full);
    to->moved = s->moved;
    to->group = s->cfg.memory_group ? s->memory : 0;
    to->sole = s->sole;
    to->issue_ready = false;
    if (s->cfg.mode != INTERWEAVE_SELECT_SBI) {
        memcpy(to->mask, s->mask, contexts * sizeof to->mask[0]);
        memcpy(to->lanes, s->count, contexts * sizeof to->lanes[0]);
    }
    interweave_select_eval(&s->select, to, &out->select);
}

/* What is sole goes to port 0. Of two at most one is. */
static void place(const struct interweave_front *s, struct interweave_front_out *out)
{
    const struct interweave_select_out *o = &out->select;
    const uint32_t first = context_of(s, o->primary_slot, o->primary_hot);
    const uint32_t second = context_of(s, o->secondary_slot, o->secondary_hot);
    const bool crossed = o->secondary_valid && has(s->sole, second);
    out->offered[crossed ? 1 : 0] = o->primary_valid;
    out->context[crossed ? 1 : 0] = first;
    out->offered[crossed ? 0 : 1] = o->secondary_valid;
    out->context[crossed ? 0 : 1] = second;
}

static void describe(const struct interweave_front *s, struct interweave_front_out *out, uint32_t p)
{
    struct front_instruction *i = &out->issue[p];
    const uint32_t c = out->context[p];
    i->slot[0] = (uint8_t)(c / s->hot);
    i->pc = s->pc[c];
    i->word = s->word[c];
    i->mask = s->mask[c];
    i->meet = 0;
    i->meets = false;
    i->unit = s->unit[c];
    i->flow = s->flow[c];
    i->use = s->use[c];
    for (uint32_t o = 0; o < FRONT_OPERANDS; o++)
        i->reg[o] = (uint8_t)(s->reg[c] >> REG_BITS * o & (uint32_t)ones(REG_BITS));
    out->issue_pos[p] = c % s->hot == 1;
    out->board_in.set_slot[p] = i->slot[0];
    out->board_in.set_pos[p] = out->issue_pos[p];
    out->board_in.set_reg[p] = (i->use >> FRONT_RD & 1) ? i->reg[FRONT_RD] : 0;
}

/* --- eval: work ---------------------------------------------------------- */

/* Slots with a context of their list that is to be hot: there is room, or its turn has come. */
static uint64_t needs(const struct interweave_front *s, uint64_t any)
{
    const uint64_t all = ones(s->cfg.slots);
    const uint64_t full = at_position(s, s->valid, s->hot - 1);
    const uint64_t help =
        s->due & ~slots_of(s, s->guest | awaits(s, 0)) & ~at_position(s, s->stay, s->hot - 1);
    return any & all & (~full | help);
}

static bool can_exchange(const struct interweave_front *s, uint32_t slot, uint64_t any,
                         uint64_t head)
{
    const uint32_t last = context_of(s, slot, s->hot - 1);
    return has(any, slot) && has(s->valid & ~s->stay, last) && head <= s->pc[last] &&
           (s->guest & of_slots(s, bit(slot))) == 0;
}

static void eval_work(const struct interweave_front *s, struct interweave_front_out *out)
{
    out->cold_in.pop_slot = out->work_slot = s->scan;
    cct_eval(&s->cold, &out->cold_in, &out->cold);
    out->work = INTERWEAVE_FRONT_NO_WORK;
    out->asked = false;
    if (out->barrier.launch_valid) {
        out->work = INTERWEAVE_FRONT_LAUNCH;
        out->work_slot = out->barrier.launch_slot;
        return;
    }
    const uint64_t slots = needs(s, out->cold.any);
    if (!out->cold.push_ready) return;
    if (slots != 0) {
        const uint32_t slot = first_from(slots, s->scan);
        const bool full = has(s->valid, context_of(s, slot, s->hot - 1));
        out->work = full ? INTERWEAVE_FRONT_HELP : INTERWEAVE_FRONT_FILL;
        out->work_slot = slot;
        return;
    }
    const uint64_t asked = s->ask & out->cold.any;
    if (asked != 0) {
        out->asked = true;
        out->cold_in.pop_slot = out->work_slot = first_from(asked, s->scan);
        cct_eval(&s->cold, &out->cold_in, &out->cold);
    }
    out->work = can_exchange(s, out->work_slot, out->cold.any, out->cold.pop_pc)
                    ? INTERWEAVE_FRONT_EXCHANGE
                    : INTERWEAVE_FRONT_LOOK;
}

/* Work that goes before an issue when it has waited for long. */
static bool is_look(enum interweave_front_work work)
{
    return work == INTERWEAVE_FRONT_LOOK || work == INTERWEAVE_FRONT_EXCHANGE;
}

/* Work that does not wait for ever. */
static bool is_urgent(const struct interweave_front_out *out)
{
    return out->work != INTERWEAVE_FRONT_NO_WORK && (!is_look(out->work) || out->asked);
}

/* --- eval: the event ----------------------------------------------------- */

static void set_input(struct hct_sorter_in *to, uint32_t i, bool stay, uint32_t pc, uint64_t mask)
{
    to->valid[i] = true;
    to->stay[i] = stay;
    to->pc[i] = pc;
    to->mask[i] = mask;
}

/* The hot contexts of a slot go to a sorter as they are. */
static void to_sorter(const struct interweave_front *s, struct interweave_front_out *out,
                      uint32_t sorter, uint32_t slot)
{
    struct hct_sorter_in *to = &out->sorter_in[sorter];
    memset(to, 0, sizeof *to);
    out->sorted[sorter] = true;
    out->sorter_slot[sorter] = slot;
    for (uint32_t i = 0; i < s->hot; i++) {
        const uint32_t c = context_of(s, slot, i);
        if (has(s->valid, c)) set_input(to, i, has(s->stay | s->guest, c), s->pc[c], s->mask[c]);
    }
}

/* Where threads of an input go, as the scoreboard's positions. */
static uint32_t row_of(const struct interweave_front *s, uint32_t from, uint32_t i)
{
    const uint32_t to = from >> POSITIONS * i & (uint32_t)ones(POSITIONS);
    return s->hot == 2 ? to : (to & 1) | (to >> 1 & 1) << ELSEWHERE;
}

/* Sorts, pushes what is cold now, and tells the scoreboard. New threads come from position
 * `origin`; all threads of position `gone` leave it, if that is a position. */
static void sort(const struct interweave_front *s, struct interweave_front_out *out,
                 uint32_t sorter, uint32_t origin, uint32_t gone)
{
    const struct hct_sorter_out *o = &out->sorter[sorter];
    hct_sorter_eval(&s->sorter[sorter], &out->sorter_in[sorter], &out->sorter[sorter]);
    uint32_t rows[POSITIONS] = {0, 0, 0};
    for (uint32_t i = 0; i < s->hot; i++) rows[i] = row_of(s, o->from, i);
    rows[origin] |= row_of(s, o->from, NEW);
    rows[ELSEWHERE] |= 1u << ELSEWHERE;
    if (gone < s->hot) rows[gone] = 1u << ELSEWHERE;
    out->board_in.move_en[sorter] = true;
    out->board_in.move_slot[sorter] = out->sorter_slot[sorter];
    out->board_in.move_matrix[sorter] = rows[0] | rows[1] << POSITIONS | rows[2] << 2 * POSITIONS;
    if (!o->valid[s->hot]) return;
    out->cold_in.push_valid = true;
    out->cold_in.push_slot = out->sorter_slot[sorter];
    out->cold_in.push_pc = o->pc[s->hot];
    out->cold_in.push_mask = o->mask[s->hot];
}

static void eval_resolve(const struct interweave_front *s, const struct interweave_front_in *in,
                         struct interweave_front_out *out, uint32_t p)
{
    const struct interweave_front_split *d = &out->split[p];
    const uint32_t hot = d->context % s->hot, slot = d->context / s->hot;
    if (!d->some) return;
    to_sorter(s, out, 0, slot);
    if (d->leave) {
        out->sorter_in[0].valid[hot] = false;
        struct barrier_unit_in *to = &out->barrier_in;
        to->arr_valid = true;
        to->arr_exit = in->res[p].flow == DECODE_EXIT;
        to->arr_mask = s->mask[d->context];
        to->arr_pc = in->res[p].pc + WORD_BYTES;
        for (uint32_t l = 0; l < s->cfg.lanes; l++) to->arr_slot[l] = slot;
        sort(s, out, 0, ELSEWHERE, hot);
        return;
    }
    const bool rest_stays = d->rest != 0 && d->rest_stays;
    const uint32_t go = rest_stays ? NEW : hot, rest = rest_stays ? hot : NEW;
    set_input(&out->sorter_in[0], go, false, d->go_pc, d->go);
    if (d->rest != 0) set_input(&out->sorter_in[0], rest, rest_stays, d->rest_pc, d->rest);
    sort(s, out, 0, hot, NOWHERE);
}

/* An instruction that issues moves its context on, or it stays. */
static void eval_issue(const struct interweave_front *s, struct interweave_front_out *out)
{
    for (uint32_t p = 0; p < PORTS; p++) {
        const struct front_instruction *i = &out->issue[p];
        const uint32_t c = out->context[p];
        if (!out->offered[p]) continue;
        uint32_t sorter = out->sorted[0] && out->sorter_slot[0] != i->slot[0] ? 1 : 0;
        if (!out->sorted[sorter]) to_sorter(s, out, sorter, i->slot[0]);
        const bool stop = is_stop(i->unit, i->flow);
        set_input(&out->sorter_in[sorter], c % s->hot, stop, stop ? i->pc : i->pc + WORD_BYTES,
                  i->mask);
        out->issue_valid[p] = true;
        out->board_in.set_en[p] = has(s->has_row, c);
    }
    for (uint32_t k = 0; k < PORTS; k++)
        if (out->sorted[k]) sort(s, out, k, ELSEWHERE, NOWHERE);
    out->select_in.issue_ready = true;
}

/* Is the cold context that becomes hot a guest? */
static bool comes_as_guest(const struct interweave_front *s, const struct interweave_front_out *out)
{
    return out->work == INTERWEAVE_FRONT_HELP ||
           (out->work == INTERWEAVE_FRONT_FILL && has(s->due, out->work_slot) &&
            (s->guest & of_slots(s, bit(out->work_slot))) == 0);
}

static void eval_head(const struct interweave_front *s, struct interweave_front_out *out)
{
    const uint32_t slot = out->work_slot, last = context_of(s, slot, s->hot - 1);
    uint32_t gone = NOWHERE;
    out->cold_in.pop_en = true;
    out->cold_in.pop_slot = slot;
    cct_eval(&s->cold, &out->cold_in, &out->cold);
    set_input(&out->sorter_in[0], NEW, comes_as_guest(s, out), (uint32_t)out->cold.pop_pc,
              out->cold.pop_mask);
    if (out->work == INTERWEAVE_FRONT_HELP) {
        gone = s->hot - 1;
        out->sorter_in[0].valid[gone] = false;
        out->cold_in.push_valid = out->cold_in.push_last = true;
        out->cold_in.push_slot = slot;
        out->cold_in.push_pc = s->pc[last];
        out->cold_in.push_mask = s->mask[last];
    }
    sort(s, out, 0, ELSEWHERE, gone);
}

static void eval_done_work(const struct interweave_front *s, struct interweave_front_out *out)
{
    if (out->work == INTERWEAVE_FRONT_NO_WORK || out->work == INTERWEAVE_FRONT_LOOK) return;
    to_sorter(s, out, 0, out->work_slot);
    if (out->work != INTERWEAVE_FRONT_LAUNCH) {
        eval_head(s, out);
        return;
    }
    out->barrier_in.launch_ready = true;
    set_input(&out->sorter_in[0], NEW, false, (uint32_t)out->barrier.launch_pc,
              out->barrier.launch_mask);
    sort(s, out, 0, ELSEWHERE, NOWHERE);
}

/* --- eval: issue --------------------------------------------------------- */

static uint32_t why(const struct interweave_front *s, const struct interweave_front_in *in,
                    const struct interweave_front_out *out, uint32_t p)
{
    const bool busy =
        (out->offered[0] && !in->issue_ready[0]) || (out->offered[1] && !in->issue_ready[1]);
    const uint64_t runs = s->valid & of_slots(s, in->ready);
    if (out->issue_valid[p]) return FRONT_ISSUES;
    if (out->offered[p]) return busy ? FRONT_PIPE_BUSY : FRONT_RESOLVES;
    if (runs & s->loaded) return FRONT_WAITS;
    return runs ? FRONT_NOT_FETCHED : FRONT_NO_WARP;
}

static void children_inputs(const struct interweave_front *s, const struct interweave_front_in *in,
                            struct interweave_front_out *out)
{
    struct barrier_unit_in *b = &out->barrier_in;
    struct cct_in *c = &out->cold_in;
    b->begin_en = in->begin_en;
    b->begin_slot = in->begin_slot;
    b->begin_mask = in->begin_mask;
    b->arr_valid = b->launch_ready = false;
    b->ready = in->ready;
    c->push_valid = c->push_last = c->pop_en = false;
    c->push_slot = 0;
    c->push_pc = c->push_mask = 0;
    c->spill_ready = in->spill_ready;
    c->fill_valid = in->fill_valid;
    c->fill_slot = in->fill_slot;
    memset(c->fill_data, 0, sizeof c->fill_data);
    if (in->fill_valid)
        memcpy(c->fill_data, in->fill_data, (s->cfg.lanes + PC_BITS + 31) / 32 * sizeof(uint32_t));
}

/* The first event that is possible. */
static void choose_event(const struct interweave_front *s, const struct interweave_front_in *in,
                         struct interweave_front_out *out)
{
    const bool resolves = in->res_valid[0] || in->res_valid[1];
    const bool late = s->waits == INTERWEAVE_FRONT_LATE && is_urgent(out);
    const bool offered = out->offered[0] || out->offered[1];
    const bool taken =
        (!out->offered[0] || in->issue_ready[0]) && (!out->offered[1] || in->issue_ready[1]);
    out->event = INTERWEAVE_FRONT_NOTHING;
    if (resolves && out->cold.push_ready) out->event = INTERWEAVE_FRONT_RESOLVE;
    else if (resolves) return;
    else if (offered && taken && !late) out->event = INTERWEAVE_FRONT_ISSUE;
    else out->event = INTERWEAVE_FRONT_WORK;
}

void interweave_front_issue(const struct interweave_front *s, const struct interweave_front_in *in,
                            struct interweave_front_out *out)
{
    children_inputs(s, in, out);
    barrier_unit_eval(&s->barrier, &out->barrier_in, &out->barrier);
    out->ev_valid = out->barrier.ev_valid;
    out->ev_kind = out->barrier.ev_kind;
    out->ev_slot = out->barrier.ev_slot;
    out->begin_ready = true;
    eval_fetch(s, in, out);
    eval_board(s, in, out);
    eval_select(s, in, out);
    place(s, out);
    for (uint32_t p = 0; p < PORTS; p++) {
        out->issue_valid[p] = out->sorted[p] = false;
        if (out->offered[p]) describe(s, out, p);
    }
    if (out->offered[0] || out->offered[1])
        split_scoreboard_eval(&s->board, &out->board_in, &out->board);
    for (uint32_t p = 0; p < PORTS; p++) out->issue_tag[p] = out->board.set_tag[p];
    eval_work(s, out);
    choose_event(s, in, out);
    switch (out->event) {
    case INTERWEAVE_FRONT_RESOLVE: eval_resolve(s, in, out, in->res_valid[0] ? 0 : 1); break;
    case INTERWEAVE_FRONT_ISSUE: eval_issue(s, out); break;
    case INTERWEAVE_FRONT_WORK: eval_done_work(s, out); break;
    default: break;
    }
    for (uint32_t p = 0; p < PORTS; p++) out->why[p] = why(s, in, out, p);
}

void interweave_front_eval(const struct interweave_front *s, const struct interweave_front_in *in,
                           struct interweave_front_out *out)
{
    interweave_front_resolve(s, in, out);
    interweave_front_issue(s, in, out);
}

/* --- tick: words --------------------------------------------------------- */

/* The context has no word, or none any more. */
static void unload(struct interweave_front *s, uint64_t contexts)
{
    s->loaded &= ~contexts;
    s->passed &= ~contexts;
    s->look &= ~contexts;
    s->has_row &= ~contexts;
    s->quiet &= ~contexts;
    s->memory &= ~contexts;
    s->sole &= ~contexts;
}

static void set_bit(uint64_t *set, uint32_t n, bool on)
{
    *set = (*set & ~bit(n)) | (on ? bit(n) : 0);
}

/* The word that is there says what its context waits for and takes. */
static void load(struct interweave_front *s, uint32_t c, bool fence)
{
    const uint32_t unit = s->unit[c], flow = s->flow[c];
    s->loaded |= bit(c);
    s->look |= bit(c);
    set_bit(&s->fence, c, fence);
    set_bit(&s->has_row, c, (s->use[c] >> FRONT_RD & 1) || unit == DECODE_FLOAT);
    set_bit(&s->quiet, c, fence || flow == DECODE_EXIT);
    set_bit(&s->memory, c, unit == DECODE_MEMORY);
    set_bit(&s->sole, c, unit == DECODE_MEMORY || flow == DECODE_BARRIER);
}

static void take_answer(struct interweave_front *s, const struct interweave_front_in *in)
{
    const uint32_t slot = in->rsp_slot;
    const uint64_t may = s->valid & ~s->loaded & ~s->stay & of_slots(s, bit(slot));
    const struct decode_in word = {in->rsp_word};
    struct decode_out d;
    s->fetching &= ~bit(slot);
    uint32_t c = context_of(s, slot, 0);
    if (s->hot == 2 && !(has(may, c) && s->pc[c] == s->fetch_pc[slot])) c++;
    if (!has(may, c) || s->pc[c] != s->fetch_pc[slot]) return;
    decode_eval(NULL, &word, &d);
    const bool use[FRONT_OPERANDS] = {d.rs1_use, d.rs2_use, d.rs3_use, d.rd_use};
    const uint32_t reg[FRONT_OPERANDS] = {d.rs1, d.rs2, d.rs3, d.rd};
    s->word[c] = in->rsp_word;
    s->unit[c] = (uint8_t)d.unit;
    s->flow[c] = (uint8_t)d.flow;
    s->use[c] = 0;
    s->reg[c] = 0;
    for (uint32_t o = 0; o < FRONT_OPERANDS; o++) {
        s->use[c] |= (uint8_t)(use[o] << o);
        if (use[o]) s->reg[c] |= (in->rows[reg[o]] & (uint32_t)ones(REG_BITS)) << REG_BITS * o;
    }
    s->div[c] = in->rsp_div;
    set_bit(&s->sync, c, in->rsp_sync);
    load(s, c, d.fence);
}

static void tick_words(struct interweave_front *s, const struct interweave_front_in *in,
                       const struct interweave_front_out *out)
{
    uint64_t written = 0;
    for (uint32_t k = 0; k < s->hot; k++) {
        const uint32_t c = context_of(s, out->look_slot[k], k);
        if (!out->look_en[k]) continue;
        s->look &= ~bit(c);
        if (out->look_pass[k]) s->passed |= bit(c);
        s->check_from[k] = behind(s, out->look_slot[k]);
    }
    for (uint32_t w = 0; w < INTERWEAVE_FRONT_WRITERS; w++)
        if (in->wb_en[w]) written |= bit(in->wb_slot[w]);
    if (written != 0) s->look |= s->loaded & ~s->passed & of_slots(s, written);
    if (in->rsp_valid) take_answer(s, in);
    if (!out->fetch_valid || !in->fetch_ready) return;
    s->fetching |= bit(out->fetch_slot);
    s->fetch_pc[out->fetch_slot] = out->fetch_pc;
    set_bit(&s->fetch_turn, out->fetch_slot, s->hot == 2 && out->fetch_hot == 0);
    s->fetch_from = behind(s, out->fetch_slot);
}

/* --- tick: contexts ------------------------------------------------------ */

/* All that goes along with a context. */
struct context {
    bool stay, guest, loaded, passed, look, sync, fence;
    uint32_t word, reg, div;
    uint8_t unit, flow, use;
};

static struct context get(const struct interweave_front *s, uint32_t c)
{
    return (struct context){.stay = has(s->stay, c),
                            .guest = has(s->guest, c),
                            .loaded = has(s->loaded, c),
                            .passed = has(s->passed, c),
                            .look = has(s->look, c),
                            .sync = has(s->sync, c),
                            .fence = has(s->fence, c),
                            .word = s->word[c],
                            .reg = s->reg[c],
                            .div = s->div[c],
                            .unit = s->unit[c],
                            .flow = s->flow[c],
                            .use = s->use[c]};
}

static void put(struct interweave_front *s, uint32_t c, const struct context *from)
{
    unload(s, bit(c));
    s->valid |= bit(c);
    set_bit(&s->stay, c, from->stay);
    set_bit(&s->guest, c, from->guest);
    if (!from->loaded) return;
    s->word[c] = from->word;
    s->reg[c] = from->reg;
    s->div[c] = from->div;
    s->unit[c] = from->unit;
    s->flow[c] = from->flow;
    s->use[c] = from->use;
    set_bit(&s->sync, c, from->sync);
    load(s, c, from->fence);
    set_bit(&s->passed, c, from->passed);
    set_bit(&s->look, c, from->look);
}

static void clear(struct interweave_front *s, uint64_t contexts)
{
    unload(s, contexts);
    s->valid &= ~contexts;
    s->stay &= ~contexts;
    s->guest &= ~contexts;
    s->moved &= ~contexts;
}

/* Contexts that have met: what is there of a word goes on, and is to be checked. */
static struct context merge(const struct context *old, uint32_t hot, uint32_t from)
{
    struct context merged = {.loaded = false};
    for (uint32_t i = hot; i-- > 0;)
        if (has(from, i) && old[i].loaded) merged = old[i];
    merged.stay = merged.guest = merged.passed = false;
    merged.look = merged.loaded;
    return merged;
}

/* The inputs of which threads are in output j. */
static uint32_t sources(uint32_t from, uint32_t j)
{
    uint32_t inputs = 0;
    for (uint32_t i = 0; i < POSITIONS; i++) inputs |= (from >> (POSITIONS * i + j) & 1) << i;
    return inputs;
}

/* The hot contexts of the sorter's slot, as it has put them. They are in the state as the event
 * left them, but for addresses and masks; new is not. */
static void rearrange(struct interweave_front *s, const struct interweave_front_out *out,
                      uint32_t sorter, bool new_guest)
{
    const struct hct_sorter_out *o = &out->sorter[sorter];
    const uint32_t first = context_of(s, out->sorter_slot[sorter], 0);
    const struct context alone = {.guest = new_guest};
    struct context old[INTERWEAVE_FRONT_MAX_HOT];
    if ((o->from & ~(uint32_t)IN_PLACE) != 0)
        for (uint32_t i = 0; i < s->hot; i++) old[i] = get(s, first + i);
    for (uint32_t j = 0; j < s->hot; j++) {
        const uint32_t c = first + j, from = sources(o->from, j);
        if (!o->valid[j]) {
            clear(s, bit(c));
            continue;
        }
        if (several(from)) {
            const struct context merged = merge(old, s->hot, from);
            put(s, c, &merged);
        } else if (from != 1u << j) {
            put(s, c, from == 1u << NEW ? &alone : &old[lowest(from)]);
        }
        set_bit(&s->moved, c, from != 1u << j || o->mask[j] != s->mask[c]);
        s->pc[c] = (uint32_t)o->pc[j];
        s->mask[c] = o->mask[j];
        s->count[c] = (uint8_t)__builtin_popcountll(o->mask[j]);
    }
}

static void tick_issue(struct interweave_front *s, const struct interweave_front_out *out)
{
    uint64_t issued = 0;
    for (uint32_t p = 0; p < PORTS; p++) {
        const uint32_t c = out->context[p];
        if (!out->issue_valid[p]) continue;
        unload(s, bit(c));
        s->guest &= ~bit(c);
        if (is_stop(out->issue[p].unit, out->issue[p].flow)) s->stay |= bit(c);
        issued |= bit(c);
    }
    for (uint64_t left = slots_of(s, issued); left != 0; left &= left - 1) {
        const uint32_t slot = lowest(left);
        const bool last = has(issued, context_of(s, slot, s->hot - 1));
        if (last && !has(out->cold.has, slot)) set_turns(s, slot, 0);
        else if (!has(s->due, slot)) set_turns(s, slot, s->turns[slot] + 1u);
    }
}

static void tick_contexts(struct interweave_front *s, const struct interweave_front_in *in,
                          const struct interweave_front_out *out)
{
    bool guest = false;
    s->moved = 0;
    if (out->event == INTERWEAVE_FRONT_ISSUE) {
        tick_issue(s, out);
    } else if (out->event == INTERWEAVE_FRONT_RESOLVE) {
        const struct interweave_front_split *d = &out->split[in->res_valid[0] ? 0 : 1];
        if (d->some && (d->rest == 0 || !d->rest_stays)) s->stay &= ~bit(d->context);
    } else if (out->event == INTERWEAVE_FRONT_WORK) {
        guest = comes_as_guest(s, out);
        if (guest) set_turns(s, out->work_slot, 0);
    }
    for (uint32_t k = 0; k < PORTS; k++)
        if (out->sorted[k]) rearrange(s, out, k, guest);
}

/* --- tick ---------------------------------------------------------------- */

static void count_access(struct interweave_front *s, uint32_t slot, int more)
{
    s->access[slot] = (uint8_t)(s->access[slot] + more);
    set_bit(&s->with_access, slot, s->access[slot] != 0);
}

static void tick_work(struct interweave_front *s, const struct interweave_front_out *out)
{
    const bool tried = out->event == INTERWEAVE_FRONT_WORK, urgent = is_urgent(out);
    if (!urgent || tried) s->waits = 0;
    else if (s->waits < INTERWEAVE_FRONT_LATE) s->waits++;
    if (!tried || out->work == INTERWEAVE_FRONT_LAUNCH) return;
    s->scan = behind(s, urgent ? out->work_slot : s->scan);
    if (is_look(out->work)) s->ask &= ~bit(out->work_slot);
}

/* Slots that an event changes, or whose list gets a context from memory, ask. */
static void tick_ask(struct interweave_front *s, const struct interweave_front_in *in,
                     const struct interweave_front_out *out)
{
    for (uint32_t k = 0; k < PORTS; k++)
        if (out->sorted[k]) s->ask |= bit(out->sorter_slot[k]);
    if (in->fill_valid) s->ask |= bit(in->fill_slot);
}

static void begin(struct interweave_front *s, const struct interweave_front_in *in)
{
    const uint32_t c = context_of(s, in->begin_slot, 0);
    clear(s, of_slots(s, bit(in->begin_slot)));
    s->valid |= bit(c);
    s->pc[c] = in->begin_pc;
    s->mask[c] = in->begin_mask;
    s->count[c] = (uint8_t)__builtin_popcountll(in->begin_mask);
    s->fetch_turn &= ~bit(in->begin_slot);
    s->ask &= ~bit(in->begin_slot);
    set_turns(s, in->begin_slot, 0);
}

void interweave_front_tick(struct interweave_front *s, const struct interweave_front_in *in,
                           const struct interweave_front_out *out)
{
    tick_words(s, in, out);
    tick_work(s, out);
    tick_ask(s, in, out);
    tick_contexts(s, in, out);
    if (in->begin_en) begin(s, in);
    for (uint32_t p = 0; p < PORTS; p++)
        if (out->issue_valid[p] && out->issue[p].unit == DECODE_MEMORY)
            count_access(s, out->issue[p].slot[0], 1);
    if (in->end_valid) count_access(s, in->end_slot, -1);
    cct_tick(&s->cold, &out->cold_in, &out->cold);
    split_scoreboard_tick(&s->board, &out->board_in, &out->board);
    interweave_select_tick(&s->select, &out->select_in, &out->select);
    barrier_unit_tick(&s->barrier, &out->barrier_in, &out->barrier);
}

/* --- rest ---------------------------------------------------------------- */

/* Is there no read to be chosen, no request that is accepted, no walk? */
static bool cold_rests(const struct interweave_front *s, const struct interweave_front_in *in,
                       const struct cct_out *out)
{
    if (s->cold.walk || in->fill_valid) return false;
    if (s->cold.spill_valid) return !in->spill_ready;
    for (uint64_t left = out->has & ~out->any; left != 0; left &= left - 1)
        if (!s->cold.reading[lowest(left)]) return false;
    return true;
}

/* Whichever slot scan comes to. */
static bool exchanges(const struct interweave_front *s, uint64_t any)
{
    for (uint64_t left = any; left != 0; left &= left - 1) {
        const uint32_t slot = lowest(left);
        if (can_exchange(s, slot, any, s->cold.pc[s->cold.head[slot]])) return true;
    }
    return false;
}

bool interweave_front_rests(const struct interweave_front *s, const struct interweave_front_in *in,
                            const struct interweave_front_out *out)
{
    const bool told = in->begin_en || in->rsp_valid || in->end_valid || in->wb_en[0] ||
                      in->wb_en[1] || in->wb_en[2] || in->res_valid[0] || in->res_valid[1];
    const bool fetches = out->fetch_valid && in->fetch_ready;
    if (told || fetches || out->ev_valid || out->look_en[0] || out->look_en[1]) return false;
    if (s->moved != 0 || s->waits != 0 || is_urgent(out)) return false;
    if (out->work == INTERWEAVE_FRONT_EXCHANGE) return false;
    if (out->select_in.ready != 0 || s->select.full || s->select.took) return false;
    return cold_rests(s, in, &out->cold) && (s->cold.spill_valid || !exchanges(s, out->cold.any));
}

/* A look at slot scan, unless the cold table takes no push. */
void interweave_front_pass(struct interweave_front *s)
{
    if (!s->cold.spill_valid) s->ask &= ~bit(s->scan);
    s->scan = behind(s, s->scan);
}

/* --- check --------------------------------------------------------------- */

/* Bits that are 0 where they have no meaning, and what the model keeps beside the state. */
static const char *check_bits(const struct interweave_front *s)
{
    const uint64_t contexts = ones(s->cfg.slots * s->hot), slots = ones(s->cfg.slots);
    if ((s->valid & ~contexts) != 0) return "valid_range";
    if (((s->stay | s->guest | s->moved) & ~s->valid) != 0) return "valid_bits";
    if ((s->stay & s->guest) != 0) return "one_guest";
    if ((s->loaded & ~(s->valid & ~s->stay)) != 0) return "passed_loaded";
    if (((s->passed | s->look) & ~s->loaded) != 0 || (s->passed & s->look) != 0)
        return "passed_loaded";
    if (((s->has_row | s->quiet | s->memory | s->sole) & ~s->loaded) != 0) return "word_sets";
    if (((s->fetching | s->fetch_turn | s->ask) & ~slots) != 0) return "slot_range";
    if (s->hot == 1 && s->fetch_turn != 0) return "slot_range";
    for (uint64_t left = s->loaded; left != 0; left &= left - 1) {
        const uint32_t c = lowest(left), unit = s->unit[c], flow = s->flow[c];
        const bool fence = has(s->fence, c);
        if (has(s->has_row, c) != ((s->use[c] >> FRONT_RD & 1) || unit == DECODE_FLOAT) ||
            has(s->quiet, c) != (fence || flow == DECODE_EXIT) ||
            has(s->memory, c) != (unit == DECODE_MEMORY) ||
            has(s->sole, c) != (unit == DECODE_MEMORY || flow == DECODE_BARRIER))
            return "word_sets";
    }
    return NULL;
}

static const char *check_counts(const struct interweave_front *s)
{
    if (s->fetch_from >= s->cfg.slots || s->scan >= s->cfg.slots) return "slot_range";
    if (s->check_from[0] >= s->cfg.slots || s->check_from[1] >= s->cfg.slots) return "slot_range";
    if (s->waits > INTERWEAVE_FRONT_LATE) return "waits";
    for (uint32_t slot = 0; slot < s->cfg.slots; slot++) {
        if (s->access[slot] > s->cfg.accesses) return "accesses";
        if (has(s->with_access, slot) != (s->access[slot] != 0)) return "with_access";
        if (s->turns[slot] > s->cfg.patience) return "turns";
        if (has(s->due, slot) != (s->turns[slot] == s->cfg.patience)) return "due";
    }
    return NULL;
}

/* The hot contexts of a slot in order. */
static const char *check_order(const struct interweave_front *s, uint32_t slot)
{
    const uint32_t c = context_of(s, slot, 0);
    const uint64_t own = of_slots(s, bit(slot)), held = s->stay | s->guest;
    for (uint64_t left = s->valid & own; left != 0; left &= left - 1) {
        const uint32_t i = lowest(left);
        if (s->mask[i] == 0 || (s->mask[i] & ~ones(s->cfg.lanes)) != 0) return "mask_range";
        if (s->count[i] != __builtin_popcountll(s->mask[i])) return "count";
    }
    if (several(s->guest & own)) return "one_guest";
    if (s->hot == 1 || !has(s->valid, c + 1)) return NULL;
    if (!has(s->valid, c)) return "compact";
    if ((s->mask[c] & s->mask[c + 1]) != 0) return "disjoint";
    return !(held & own) && s->pc[c] >= s->pc[c + 1] ? "hot_sorted" : NULL;
}

/* Each living thread that is not at the barrier is in one context; those in memory are not seen. */
static const char *check_threads(const struct interweave_front *s, uint32_t slot)
{
    const struct cct *cold = &s->cold;
    const uint64_t runs =
        has(s->barrier.open, slot) ? s->barrier.live[slot] & ~s->barrier.here[slot] : 0;
    uint64_t threads = 0;
    for (uint64_t left = s->valid & of_slots(s, bit(slot)); left != 0; left &= left - 1)
        threads |= s->mask[lowest(left)];
    uint32_t at = cold->head[slot];
    for (uint32_t n = cold->count[slot]; n > 0; n--) {
        if ((threads & cold->mask[at]) != 0) return "disjoint";
        threads |= cold->mask[at];
        at = cold->next[at];
    }
    if ((threads & ~runs) != 0) return "disjoint";
    return cold->deep[slot] == 0 && threads != runs ? "conserved" : NULL;
}

const char *interweave_front_check(const struct interweave_front *s)
{
    const char *wrong = cct_check(&s->cold);
    if (!wrong) wrong = split_scoreboard_check(&s->board);
    if (!wrong) wrong = interweave_select_check(&s->select);
    if (!wrong) wrong = barrier_unit_check(&s->barrier);
    if (!wrong) wrong = check_bits(s);
    if (!wrong) wrong = check_counts(s);
    for (uint32_t slot = 0; !wrong && slot < s->cfg.slots; slot++) {
        wrong = check_order(s, slot);
        if (!wrong) wrong = check_threads(s, slot);
    }
    return wrong;
}

/* --- promise ------------------------------------------------------------- */

/* The context whose stop this is, MAX_CONTEXTS if there is none. */
static uint32_t stopped(const struct interweave_front *s, const struct front_resolved *r)
{
    const uint32_t slot = r->slot[0];
    if (slot >= s->cfg.slots) return INTERWEAVE_FRONT_MAX_CONTEXTS;
    for (uint32_t c = context_of(s, slot, 0); c < context_of(s, slot + 1, 0); c++) {
        if (!has(s->stay, c) || (s->mask[c] & r->mask) == 0) continue;
        if (s->pc[c] == r->pc && (s->mask[c] & ~r->mask) == 0) return c;
        break;
    }
    return INTERWEAVE_FRONT_MAX_CONTEXTS;
}

static const char *resolve_promise(const struct interweave_front *s,
                                   const struct interweave_front_in *in)
{
    uint32_t of[PORTS];
    for (uint32_t p = 0; p < PORTS; p++) {
        const struct front_resolved *r = &in->res[p];
        of[p] = INTERWEAVE_FRONT_MAX_CONTEXTS + p;
        if (!in->res_valid[p]) continue;
        of[p] = stopped(s, r);
        if (of[p] >= INTERWEAVE_FRONT_MAX_CONTEXTS) return "resolve";
        const uint32_t slot = r->slot[0];
        if (r->flow == DECODE_BARRIER && s->barrier.here[slot] != 0 &&
            s->barrier.pc[slot] != r->pc + WORD_BYTES)
            return "barrier";
    }
    return of[0] == of[1] ? "resolve" : NULL;
}

static const char *begin_promise(const struct interweave_front *s,
                                 const struct interweave_front_in *in)
{
    const uint32_t slot = in->begin_slot;
    if (!in->begin_en) return NULL;
    if (slot >= s->cfg.slots || in->begin_mask == 0 || (in->begin_mask & ~ones(s->cfg.lanes)) != 0)
        return "begin";
    if (has(s->barrier.open, slot) || s->access[slot] != 0 || s->board.pending[slot] != 0)
        return "begin";
    const bool cold = s->cold.count[slot] != 0 || s->cold.deep[slot] != 0;
    return cold || (s->valid & of_slots(s, bit(slot))) != 0 ? "begin" : NULL;
}

static bool writebacks_kept(const struct interweave_front *s, const struct interweave_front_in *in)
{
    struct split_scoreboard_in board = {.set_en = {false, false}};
    for (uint32_t w = 0; w < INTERWEAVE_FRONT_WRITERS; w++) {
        board.wb_en[w] = in->wb_en[w];
        board.wb_slot[w] = in->wb_slot[w];
        board.wb_tag[w] = in->wb_tag[w];
        board.wb_pos[w] = in->wb_pos[w];
    }
    return split_scoreboard_promise(&s->board, &board) == NULL;
}

static bool fill_kept(const struct interweave_front *s, const struct interweave_front_in *in)
{
    const struct cct_in cold = {.fill_valid = in->fill_valid, .fill_slot = in->fill_slot};
    return cct_promise(&s->cold, &cold) == NULL;
}

const char *interweave_front_promise(const struct interweave_front *s,
                                     const struct interweave_front_in *in)
{
    const char *wrong = resolve_promise(s, in);
    if (!wrong) wrong = begin_promise(s, in);
    if (!wrong && !writebacks_kept(s, in)) wrong = "writeback";
    if (!wrong && in->end_valid && (in->end_slot >= s->cfg.slots || s->access[in->end_slot] == 0))
        wrong = "end";
    if (!wrong && in->rsp_valid &&
        (in->rsp_slot >= s->cfg.slots || !has(s->fetching, in->rsp_slot)))
        wrong = "response";
    if (!wrong && !fill_kept(s, in)) wrong = "fill";
    if (!wrong && ((in->ready | in->staged) & ~ones(s->cfg.slots)) != 0) wrong = "ready";
    return wrong;
}
