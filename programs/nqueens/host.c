// SPDX-License-Identifier: Apache-2.0
#include "program.h"

enum { THREADS = 64, MOST = 12, LEVEL_BYTES = 16 };

// Whether the queen of `row` is attacked by one of those above it.
static bool is_attacked(const uint32_t *column, uint32_t row)
{
    for (uint32_t above = 0; above < row; above++) {
        uint32_t x = column[above];
        uint32_t away = row - above;
        if (x == column[row] || x + away == column[row] || x == column[row] + away) return true;
    }
    return false;
}

// Ways to go on behind `rows` good rows.
static uint32_t count(uint32_t *column, uint32_t rows, uint32_t n)
{
    uint32_t found = 0;
    if (rows == n) return 1;
    for (column[rows] = 0; column[rows] < n; column[rows]++)
        if (!is_attacked(column, rows)) found += count(column, rows + 1, n);
    return found;
}

// Of one thread: the digits of its number are the queens of the first rows.
static uint32_t count_task(uint32_t task, uint32_t placed, uint32_t n)
{
    uint32_t column[MOST];
    for (uint32_t row = 0; row < placed; row++, task /= n) {
        column[row] = task % n;
        if (is_attacked(column, row)) return 0;
    }
    return count(column, placed, n);
}

static void run(struct host *h)
{
    uint32_t n = h->size;
    struct {
        uint32_t found, n, placed, tasks;
    } arg = {.n = n, .placed = n < 3 ? n : 3, .tasks = 1};
    for (uint32_t row = 0; row < arg.placed; row++) arg.tasks *= n;
    uint32_t *found = host_words(h, arg.tasks);
    for (uint32_t i = 0; i < arg.tasks; i++) found[i] = count_task(i, arg.placed, n);
    arg.found = host_alloc(h, "found", 4 * arg.tasks);
    uint32_t stacks = THREADS * LEVEL_BYTES * (n - arg.placed);
    h->shared_bytes += stacks;
    host_launch(h, "nqueens", host_1d(arg.tasks, THREADS), &arg, sizeof arg);
    host_expect(h, "found", arg.found, found, arg.tasks);

    arg.found = host_alloc(h, "found_recursive", 4 * arg.tasks);
    h->shared_bytes -= stacks;
    host_launch(h, "nqueens_recursive", host_1d(arg.tasks, THREADS), &arg, sizeof arg);
    host_expect(h, "found_recursive", arg.found, found, arg.tasks);
}

PROGRAM(nqueens, .title = "queens that do not attack each other: stacks, recursion",
        .papers = "NQU (Zorua)", .size_of = "queens", .size = 9, .odd = 7, .max_size = MOST,
        .run = run);
