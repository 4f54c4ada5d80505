// SPDX-License-Identifier: Apache-2.0
#include "program.h"

enum { TILE = 8 };

static const float spacing = 0.5f;
static const float cell_side = TILE * 0.5f;
static const float cutoff = 3.9f; // rounding does not take an atom out of sight

struct atom {
    float x, y, z, charge;
};

struct box {
    uint32_t columns, rows, atoms; // of cells
    struct atom *atom;             // in the order of their cells
    uint32_t *first;               // atoms of cell i: first[i] to first[i + 1] - 1
};

// Some cells have many atoms, some none. None lies in the plane: no point is at an atom.
static struct box make_box(struct host *h)
{
    struct box b = {.columns = (h->size + 99) / 100 + 1, .rows = 3, .atoms = h->size};
    uint32_t cells = b.columns * b.rows;
    b.atom = (struct atom *)host_floats(h, 4 * b.atoms);
    b.first = host_words(h, cells + 1);
    for (uint32_t i = 0; i < b.atoms; i++) b.first[1 + host_below(h, 1 + host_below(h, cells))]++;
    for (uint32_t c = 0; c < cells; c++) b.first[c + 1] += b.first[c];
    uint32_t i = 0;
    for (uint32_t c = 0; c < cells; c++)
        for (; i < b.first[c + 1]; i++) {
            b.atom[i].x = cell_side * ((float)(c % b.columns) + host_unit(h));
            b.atom[i].y = cell_side * ((float)(c / b.columns) + host_unit(h));
            b.atom[i].z = 0.5f + host_unit(h);
            b.atom[i].charge = 2.0f * host_unit(h) - 1.0f;
        }
    return b;
}

// Every atom, in double precision.
static double potential(const struct box *b, double x, double y)
{
    double most = (double)cutoff * (double)cutoff;
    double sum = 0;
    for (uint32_t i = 0; i < b->atoms; i++) {
        double dx = (double)b->atom[i].x - x;
        double dy = (double)b->atom[i].y - y;
        double squared = dx * dx + dy * dy + (double)b->atom[i].z * (double)b->atom[i].z;
        if (squared >= most) continue;
        sum += (double)b->atom[i].charge / sqrt(squared) * pow(1 - squared / most, 2);
    }
    return sum;
}

static void run(struct host *h)
{
    struct box b = make_box(h);
    uint32_t width = b.columns * TILE;
    uint32_t height = b.rows * TILE;
    float *right = host_floats(h, width * height);
    for (uint32_t i = 0; i < width * height; i++)
        right[i] = (float)potential(&b, (double)(spacing * (float)(i % width)),
                                    (double)(spacing * (float)(i / width)));
    struct {
        uint32_t atom, first, potential, columns, rows;
        float spacing, cutoff;
    } arg = {host_put(h, "atom", b.atom, b.atoms * sizeof *b.atom),
             host_put(h, "first", b.first, 4 * (b.columns * b.rows + 1)),
             host_alloc(h, "potential", 4 * width * height),
             b.columns,
             b.rows,
             spacing,
             cutoff};
    host_launch(h, "coulomb", host_2d(width, height, TILE, TILE), &arg, sizeof arg);
    host_expect_near(h, "potential", arg.potential, right, width * height, 1e-5f);
}

PROGRAM(coulomb, .title = "potential of charged atoms near the points of a plane",
        .papers = "CP (Virtual Thread), cutcp (Elastic Kernels)", .size_of = "atoms", .size = 1000,
        .odd = 333, .max_size = 1 << 16, .run = run);
