// SPDX-License-Identifier: Apache-2.0
#include "program.h"

enum { LETTERS = 20, PLACES = 24, LONGEST = 160, NEVER = -1000000 };

enum { MATCH, INSERT, DELETE, STATES, CHANGES = 7 };

struct profile {
    int32_t emit[PLACES][LETTERS];
    int32_t change[PLACES][CHANGES]; // in the order of `changes`
};

// From state to state; from one place to the next, or, to an insertion, at the same place.
static const struct {
    uint32_t from, to;
} changes[CHANGES] = {{MATCH, MATCH},   {MATCH, INSERT}, {MATCH, DELETE}, {INSERT, MATCH},
                      {INSERT, INSERT}, {DELETE, MATCH}, {DELETE, DELETE}};

// Each place likes one letter; most ways go from match to match.
static void make_profile(struct host *h, struct profile *p, uint8_t *liked)
{
    for (uint32_t k = 0; k < PLACES; k++) {
        liked[k] = (uint8_t)host_below(h, LETTERS);
        for (uint32_t letter = 0; letter < LETTERS; letter++)
            p->emit[k][letter] = letter == liked[k] ? 400 : -(int32_t)host_below(h, 400);
        for (uint32_t c = 0; c < CHANGES; c++)
            p->change[k][c] = -(int32_t)host_below(h, changes[c].from == changes[c].to ? 100 : 500);
    }
}

// All lengths to 40 are as frequent.
static uint32_t even_length(struct host *h) { return host_below(h, 41); }

// As proteins are: most are short, few are long. A letter more in 15 of 16 cases.
static uint32_t protein_length(struct host *h)
{
    uint32_t length = 8;
    while (length < LONGEST && host_below(h, 16) != 0) length++;
    return length;
}

// What is liked, with mistakes; now and then any letters.
static void make_sequence(struct host *h, const uint8_t *liked, uint8_t *letter, uint32_t length)
{
    bool alike = host_below(h, 3) != 0;
    uint32_t k = host_below(h, PLACES);
    for (uint32_t l = 0; l < length; l++) {
        bool good = alike && host_below(h, 6) != 0;
        letter[l] = good ? liked[k] : (uint8_t)host_below(h, LETTERS);
        k = (k + (host_below(h, 12) == 0 ? 2 : 1)) % PLACES;
    }
}

// table[l][k][state]: the best way that has read l letters, and is in `state` of place k, from 1.
// The whole table, where the kernel keeps a row.
static int32_t score(const struct profile *p, const uint8_t *letter, uint32_t length)
{
    int32_t table[LONGEST + 1][PLACES + 1][STATES];
    int32_t best = NEVER;
    for (uint32_t l = 0; l <= length; l++)
        for (uint32_t k = 0; k <= PLACES; k++) {
            int32_t *here = table[l][k];
            for (uint32_t state = 0; state < STATES; state++) here[state] = NEVER;
            if (l == 0 || k == 0) continue;
            here[MATCH] = 0; // begin here
            for (uint32_t c = 0; c < CHANGES; c++) {
                uint32_t to = changes[c].to;
                uint32_t from_l = to == DELETE ? l : l - 1;
                uint32_t from_k = to == INSERT ? k : k - 1;
                if (from_k == 0) continue; // there is none
                int32_t way = table[from_l][from_k][changes[c].from] + p->change[from_k - 1][c];
                if (way > here[to]) here[to] = way;
            }
            here[MATCH] += p->emit[k - 1][letter[l - 1]];
            if (here[MATCH] > best) best = here[MATCH];
        }
    return best;
}

static void fit(struct host *h, uint32_t (*draw_length)(struct host *), uint32_t threads)
{
    uint32_t n = h->size;
    struct profile p;
    uint8_t liked[PLACES];
    uint8_t *letter = (uint8_t *)host_words(h, n * LONGEST / 4 + 1);
    uint32_t *first = host_words(h, n + 1);
    int32_t *best = (int32_t *)host_words(h, n);
    make_profile(h, &p, liked);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t length = draw_length(h);
        make_sequence(h, liked, &letter[first[i]], length);
        first[i + 1] = first[i] + length;
        best[i] = score(&p, &letter[first[i]], length);
    }
    struct {
        uint32_t emit, change, letter, first, row, best, places, sequences;
    } arg = {host_put(h, "emit", p.emit, sizeof p.emit),
             host_put(h, "change", p.change, sizeof p.change),
             host_put(h, "letter", letter, first[n] + 1),
             host_put(h, "first", first, 4 * (n + 1)),
             host_alloc(h, "row", 12 * PLACES * n),
             host_alloc(h, "best", 4 * n),
             PLACES,
             n};
    host_launch(h, "viterbi", host_1d(n, threads), &arg, sizeof arg);
    host_expect(h, "best", arg.best, best, n);
}

static void run(struct host *h) { fit(h, even_length, 64); }

// 768 threads fill a core of Dynamic Warp Formation's Table I: eight blocks of 96.
static void run_long(struct host *h) { fit(h, protein_length, 96); }

PROGRAM(viterbi, .title = "how well sequences fit a profile", .size_of = "sequences", .size = 256,
        .odd = 77, .max_size = 1 << 19, .run = run);

PROGRAM(viterbi_long, .title = "the same, of lengths as proteins have them",
        .papers = "HMMer (DWF)", .size_of = "sequences", .size = 1536, .odd = 133,
        .max_size = 1 << 17, .run = run_long);
