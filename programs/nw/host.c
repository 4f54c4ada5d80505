// SPDX-License-Identifier: Apache-2.0
#include "program.h"

enum { TILE = 16, LETTERS = 20, GAP = 4 };

static uint8_t *make_sequence(struct host *h, uint32_t n)
{
    uint8_t *sequence = (uint8_t *)host_words(h, n / 4 + 1);
    for (uint32_t i = 0; i < n; i++) sequence[i] = (uint8_t)host_below(h, LETTERS);
    return sequence;
}

static int32_t max(int32_t a, int32_t b) { return a > b ? a : b; }

static void align(int32_t *score, const uint8_t *down, const uint8_t *across,
                  const int32_t *similar, uint32_t rows, uint32_t columns)
{
    uint32_t width = columns + 1;
    for (uint32_t y = 1; y <= rows; y++)
        for (uint32_t x = 1; x <= columns; x++) {
            int32_t pair = similar[down[y - 1] * LETTERS + across[x - 1]];
            int32_t best = score[(y - 1) * width + x - 1] + pair;
            best = max(best, score[(y - 1) * width + x] - GAP);
            score[y * width + x] = max(best, score[y * width + x - 1] - GAP);
        }
}

static void run(struct host *h)
{
    uint32_t rows = h->size;
    uint32_t columns = h->size * 3 / 4 + 1;
    uint32_t words = (rows + 1) * (columns + 1);
    uint8_t *down = make_sequence(h, rows);
    uint8_t *across = make_sequence(h, columns);
    int32_t *score = (int32_t *)host_words(h, words);
    int32_t similar[LETTERS * LETTERS];
    for (uint32_t i = 0; i < LETTERS * LETTERS; i++)
        similar[i] = i % (LETTERS + 1) == 0 ? 6 : (int32_t)host_below(h, 8) - 5;
    // What aligns with nothing at the beginning.
    for (uint32_t y = 0; y <= rows; y++) score[y * (columns + 1)] = -GAP * (int32_t)y;
    for (uint32_t x = 0; x <= columns; x++) score[x] = -GAP * (int32_t)x;
    struct {
        uint32_t score, down, across, similar, rows, columns, gap, diagonal, first;
    } arg = {.score = host_put(h, "score", score, 4 * words),
             .down = host_put(h, "down", down, rows),
             .across = host_put(h, "across", across, columns),
             .similar = host_put(h, "similar", similar, sizeof similar),
             .rows = rows,
             .columns = columns,
             .gap = GAP};
    uint32_t tiles_y = (rows + TILE - 1) / TILE;
    uint32_t tiles_x = (columns + TILE - 1) / TILE;
    for (; arg.diagonal < tiles_y + tiles_x - 1; arg.diagonal++) {
        uint32_t last = arg.diagonal < tiles_x ? arg.diagonal : tiles_x - 1;
        arg.first = arg.diagonal < tiles_y ? 0 : arg.diagonal - tiles_y + 1;
        host_launch(h, "nw", host_1d((last - arg.first + 1) * TILE, TILE), &arg, sizeof arg);
    }
    align(score, down, across, similar, rows, columns);
    host_expect(h, "score", arg.score, score, words);
}

PROGRAM(nw, .title = "alignment of two sequences: Needleman, Wunsch",
        .papers = "ND (Virtual Thread)", .size_of = "letters", .size = 128, .odd = 37,
        .max_size = 8192, .run = run);
