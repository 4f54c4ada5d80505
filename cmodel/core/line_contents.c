/* SPDX-License-Identifier: Apache-2.0 */
#include "core/line_contents.h"

#include <stdlib.h>
#include <string.h>

#include "core/float_add.h"
#include "core/shared_memory.h"

/* --- init ---------------------------------------------------------------- */

const char *line_contents_init(struct line_contents *s, uint32_t line_bytes, uint32_t owners)
{
    if (line_bytes < 4 || line_bytes > 4 * LINE_CONTENTS_MAX_WORDS)
        return "LineBytes must be 4 to 256";
    memset(s, 0, sizeof *s);
    s->line_bytes = line_bytes;
    s->owners = owners;
    s->hold = calloc(owners, sizeof s->hold[0]);
    return s->hold != NULL ? NULL : "no memory on the host";
}

void line_contents_free(struct line_contents *s)
{
    free(s->local);
    free(s->swap);
    free(s->hold);
    s->local = s->swap = NULL;
    s->hold = NULL;
}

/* So many bytes at least. False: no memory on the host. */
static bool enlarge(uint32_t **words, uint32_t *bytes, uint32_t wanted)
{
    if (wanted <= *bytes) return true;
    free(*words);
    *words = calloc(wanted / 4, 4);
    *bytes = *words ? wanted : 0;
    return *words != NULL;
}

bool line_contents_attach(struct line_contents *s, const struct isa_memory *memory,
                          uint32_t local_bytes, uint32_t swap_bytes)
{
    s->memory = memory;
    memset(s->first_hold, 0, sizeof s->first_hold);
    memset(s->hold, 0, s->owners * sizeof s->hold[0]);
    s->strain = (struct strain){0};
    return enlarge(&s->local, &s->local_bytes, local_bytes) &&
           enlarge(&s->swap, &s->swap_bytes, swap_bytes);
}

/* --- checkpoint ---------------------------------------------------------- */

/* The words of a part; loading, there may have been more or fewer of them here. */
static void transfer_words(struct checkpoint *c, const char *name, uint32_t **words, uint32_t *mine,
                           uint32_t bytes)
{
    *words = mine;
    if (c->loads) {
        free(mine);
        *words = checkpoint_room(c, bytes / 4, 4);
    }
    checkpoint_piece(c, name, *words, bytes);
}

void line_contents_checkpoint(struct line_contents *s, const struct line_contents *mine,
                              struct checkpoint *c)
{
    s->memory = mine->memory;
    s->hold = mine->hold; /* for as many owners: the sizes are the same */
    transfer_words(c, "local", &s->local, mine->local, s->local_bytes);
    transfer_words(c, "swap", &s->swap, mine->swap, s->swap_bytes);
    checkpoint_piece(c, "hold", s->hold, s->owners * sizeof s->hold[0]);
}

/* --- words --------------------------------------------------------------- */

/* NULL: it lies nowhere. */
static uint32_t *word_at(const struct line_contents *s, uint32_t address)
{
    if (address - LINE_CONTENTS_LOCAL < s->local_bytes)
        return &s->local[(address - LINE_CONTENTS_LOCAL) / 4];
    if (address - LINE_CONTENTS_SWAP < s->swap_bytes)
        return &s->swap[(address - LINE_CONTENTS_SWAP) / 4];
    return isa_memory_any_word(s->memory, address);
}

/* The bytes of a request that are enabled in a word of its line. */
static uint32_t enables_of(const struct line_request *r, uint32_t word)
{
    return r->be[word / 8] >> word % 8 * 4 & 0xf;
}

static uint32_t bytes_mask(uint32_t enables)
{
    uint32_t mask = 0;
    for (uint32_t b = 0; b < 4; b++) mask |= (enables >> b & 1) * UINT32_C(0xff) << 8 * b;
    return mask;
}

/* --- reservations -------------------------------------------------------- */

static uint32_t *place_of(struct line_contents *s, uint32_t address)
{
    return &s->first_hold[address / 4 % LINE_CONTENTS_PLACES];
}

/* The thread that has reserved this word, + 1; 0: none. Most stores find an empty place. */
static uint32_t holder_of(struct line_contents *s, uint32_t address)
{
    uint32_t h = *place_of(s, address);
    while (h != 0 && s->hold[h - 1].address != address) h = s->hold[h - 1].next;
    return h;
}

static void give_up(struct line_contents *s, uint32_t owner)
{
    if (!s->hold[owner].valid) return;
    uint32_t *link = place_of(s, s->hold[owner].address);
    while (*link != owner + 1) link = &s->hold[*link - 1].next;
    *link = s->hold[owner].next;
    s->hold[owner].valid = false;
}

static void written(struct line_contents *s, uint32_t address)
{
    const uint32_t holder = holder_of(s, address);
    if (holder != 0) give_up(s, holder - 1);
}

static void reserve(struct line_contents *s, uint32_t address, uint32_t owner)
{
    give_up(s, owner);
    const uint32_t holder = holder_of(s, address);
    if (holder != 0 &&
        strain_refuses(&s->strain, &s->hold[holder - 1].refusals, LINE_CONTENTS_PATIENCE)) {
        return;
    }
    if (holder != 0) give_up(s, holder - 1);
    uint32_t *first = place_of(s, address);
    s->hold[owner] = (struct line_hold){true, address, 0, *first};
    *first = owner + 1;
}

/* May an sc.w write? */
static bool claim(struct line_contents *s, uint32_t address, uint32_t owner, uint32_t enables)
{
    const bool good = s->hold[owner].valid && s->hold[owner].address == address && enables != 0;
    give_up(s, owner);
    if (good) s->strain.level = 0;
    return good;
}

/* --- requests ------------------------------------------------------------ */

static uint32_t operate(uint32_t op, uint32_t old, uint32_t b)
{
    switch (op) {
    case SHARED_MEMORY_ADD: return old + b;
    case SHARED_MEMORY_XOR: return old ^ b;
    case SHARED_MEMORY_AND: return old & b;
    case SHARED_MEMORY_OR: return old | b;
    case SHARED_MEMORY_MIN: return (int32_t)old < (int32_t)b ? old : b;
    case SHARED_MEMORY_MAX: return (int32_t)old > (int32_t)b ? old : b;
    case SHARED_MEMORY_MINU: return old < b ? old : b;
    case SHARED_MEMORY_MAXU: return old > b ? old : b;
    case SHARED_MEMORY_ADDF: return float_add_sum(old, b);
    default: return b;
    }
}

/* Does an atomic that has found `old` write, by what the lane expects or has reserved? */
static bool may_write(struct line_contents *s, const struct line_request *r, uint32_t address,
                      uint32_t old, uint32_t lane)
{
    switch (r->op) {
    case SHARED_MEMORY_LR: return false;
    case SHARED_MEMORY_SC: return claim(s, address, r->owner[lane], enables_of(r, r->word[lane]));
    case SHARED_MEMORY_CAS: return old == r->expect[r->word[lane]];
    default: return true;
    }
}

/* One lane's atomic: what it gets. */
static uint32_t atomic(struct line_contents *s, const struct line_request *r, uint32_t address,
                       uint32_t *place, uint32_t lane)
{
    const uint32_t old = *place;
    const bool writes = may_write(s, r, address, old, lane);
    if (r->op == SHARED_MEMORY_LR) reserve(s, address, r->owner[lane]);
    if (writes) *place = operate(r->op, old, r->data[r->word[lane]]);
    if (writes) written(s, address);
    return r->op == SHARED_MEMORY_SC ? !writes : old;
}

static void do_atomics(struct line_contents *s, const struct line_request *r, uint32_t base,
                       uint32_t *line)
{
    for (uint64_t left = r->lanes; left; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctzll(left);
        const uint32_t w = r->word[lane];
        uint32_t *place = word_at(s, base + 4 * w);
        if (place) line[w] = atomic(s, r, base + 4 * w, place, lane);
    }
}

static void do_store(struct line_contents *s, const struct line_request *r, uint32_t base)
{
    for (uint32_t w = 0; w < s->line_bytes / 4; w++) {
        const uint32_t mask = bytes_mask(enables_of(r, w));
        uint32_t *place = mask ? word_at(s, base + 4 * w) : NULL;
        if (!place) continue;
        *place = (*place & ~mask) | (r->data[w] & mask);
        written(s, base + 4 * w);
    }
}

static void do_load(const struct line_contents *s, uint32_t base, uint32_t *line)
{
    for (uint32_t w = 0; w < s->line_bytes / 4; w++) {
        const uint32_t *place = word_at(s, base + 4 * w);
        line[w] = place ? *place : 0;
    }
}

void line_contents_perform(struct line_contents *s, const struct line_request *r,
                           uint32_t line[LINE_CONTENTS_MAX_WORDS])
{
    const uint32_t base = (uint32_t)r->line * s->line_bytes;
    if (r->kind != LINE_STORE) do_load(s, base, line);
    if (r->kind == LINE_ATOMIC) do_atomics(s, r, base, line);
    if (r->kind == LINE_STORE) do_store(s, r, base);
}
