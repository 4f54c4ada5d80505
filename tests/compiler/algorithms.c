// SPDX-License-Identifier: Apache-2.0
//
// What others write, in their manner: sums, sorting, tiles with borders, queues of a block.
// run: --grid 3 --block 64
#include "compiler.h"

enum { N = 64 };
SHARED unsigned sh[2 * N + 16];
SHARED unsigned tile[2][10][10];
SHARED unsigned bins[32];
SHARED unsigned queue[N], queued, next_queue[N], next_queued;

K(scan_up_down)
{
    unsigned t = thread_x(), i = 2 * global_x();
    sh[2 * t] = i < arg->n ? arg->a[i] & 0xffff : 0;
    sh[2 * t + 1] = i + 1 < arg->n ? arg->a[i + 1] & 0xffff : 0;
    unsigned step = 1;
    for (unsigned d = N; d > 0; d /= 2) {
        barrier();
        if (t < d) sh[step * (2 * t + 2) - 1] += sh[step * (2 * t + 1) - 1];
        step *= 2;
    }
    if (t == 0) sh[2 * N - 1] = 0;
    for (unsigned d = 1; d <= N; d *= 2) {
        step /= 2;
        barrier();
        if (t < d) {
            unsigned left = step * (2 * t + 1) - 1, right = step * (2 * t + 2) - 1;
            unsigned kept = sh[left];
            sh[left] = sh[right];
            sh[right] += kept;
        }
    }
    barrier();
    if (i < arg->n) arg->b[i] = sh[2 * t];
    if (i + 1 < arg->n) arg->b[i + 1] = sh[2 * t + 1];
}

K(scan_two_buffers)
{
    unsigned t = thread_x(), i = global_x(), out = 0, in = 1;
    sh[t] = i < arg->n && t > 0 ? arg->a[i - 1] : 0;
    barrier();
    for (unsigned s = 1; s < threads_x(); s *= 2) {
        out = 1 - out;
        in = 1 - out;
        if (t >= s) sh[out * N + t] = sh[in * N + t] + sh[in * N + t - s];
        else sh[out * N + t] = sh[in * N + t];
        barrier();
    }
    if (i < arg->n) arg->b[i] = sh[out * N + t];
}

K(reduce_modulo)
{
    unsigned t = thread_x(), i = global_x();
    sh[t] = i < arg->n ? arg->a[i] : 0;
    barrier();
    for (unsigned s = 1; s < threads_x(); s *= 2) {
        if (t % (2 * s) == 0) sh[t] += sh[t + s];
        barrier();
    }
    if (t == 0) arg->b[block_x()] = sh[0];
}

K(reduce_halves)
{
    unsigned t = thread_x();
    unsigned sum = 0;
    for (unsigned i = global_x(); i < arg->n; i += threads_x() * blocks_x()) {
        sum += arg->a[i];
        if (i + 17 < arg->n) sum += arg->a[i + 17];
    }
    sh[t] = sum;
    barrier();
    for (unsigned s = threads_x() / 2; s > 0; s /= 2) {
        if (t < s) sh[t] = sum = sum + sh[t + s];
        barrier();
    }
    if (t == 0) arg->b[block_x()] = sum;
}

// The last steps written out, each with its barrier.
K(reduce_written_out)
{
    unsigned t = thread_x(), i = global_x();
    unsigned x = 0;
    if (i < arg->n) x = arg->a[i];
    sh[t] = x;
    barrier();
    if (t < 32) sh[t] += sh[t + 32];
    barrier();
    if (t < 16) sh[t] += sh[t + 16];
    barrier();
    if (t < 8) sh[t] += sh[t + 8];
    barrier();
    if (t < 4) sh[t] += sh[t + 4];
    barrier();
    if (t < 2) sh[t] += sh[t + 2];
    barrier();
    if (t == 0) arg->b[block_x()] = sh[0] + sh[1];
}

K(reduce_most)
{
    unsigned t = thread_x(), i = global_x();
    unsigned at = i;
    sh[t] = i < arg->n ? arg->a[i] : 0;
    sh[N + t] = at;
    barrier();
    for (unsigned s = arg->m * 4; s > 0; s /= 2) {
        if (t < s && t + s < N &&
            (sh[t + s] > sh[t] || (sh[t + s] == sh[t] && sh[N + t + s] < sh[N + t]))) {
            sh[t] = sh[t + s];
            sh[N + t] = sh[N + t + s];
        }
        barrier();
    }
    if (t == 0 && block_x() * N < arg->n) arg->b[block_x()] = sh[N];
}

K(product_tiled)
{
    unsigned tx = thread_x() % 8, ty = thread_x() / 8, width = arg->m + 9;
    unsigned row = block_x() * 8 + ty, col = tx + 8 * (block_x() % 2);
    unsigned sum = 0;
    for (unsigned p = 0; p < (width + 7) / 8; p++) {
        if (row < width && p * 8 + tx < width) tile[0][ty][tx] = arg->a[row * width + p * 8 + tx];
        else tile[0][ty][tx] = 0;
        if (p * 8 + ty < width && col < width) tile[1][ty][tx] = arg->a[(p * 8 + ty) * width + col];
        else tile[1][ty][tx] = 0;
        barrier();
        if (row < width && col < width)
            for (unsigned k = 0; k < 8; k++) sum += tile[0][ty][k] * tile[1][k][tx];
        barrier();
    }
    if (row < width && col < width) arg->b[row * width + col] = sum;
}

K(stencil_rim)
{
    unsigned tx = thread_x() % 8, ty = thread_x() / 8, width = 13, height = arg->n / 13;
    int x = (int)(tx + 8 * (block_x() % 2)), y = (int)(ty + 8 * (block_x() / 2));
    bool inside = x < (int)width && y < (int)height;
    unsigned sum = 0;
    if (inside) {
        tile[0][ty + 1][tx + 1] = arg->a[(unsigned)y * width + (unsigned)x] >> 8;
        if (tx == 0)
            tile[0][ty + 1][0] = x > 0 ? arg->a[(unsigned)y * width + (unsigned)x - 1] >> 8 : 0;
        if (ty == 0)
            tile[0][0][tx + 1] = y > 0 ? arg->a[(unsigned)(y - 1) * width + (unsigned)x] >> 8 : 0;
        if (tx == 7 || x == (int)width - 1)
            tile[0][ty + 1][tx + 2] =
                x < (int)width - 1 ? arg->a[(unsigned)y * width + (unsigned)x + 1] >> 8 : 0;
        if (ty == 7 || y == (int)height - 1)
            tile[0][ty + 2][tx + 1] =
                y < (int)height - 1 ? arg->a[(unsigned)(y + 1) * width + (unsigned)x] >> 8 : 0;
    }
    barrier();
    for (unsigned r = 0; r < arg->m; r++) {
        if (inside)
            sum = tile[r & 1][ty][tx + 1] + tile[r & 1][ty + 2][tx + 1] + tile[r & 1][ty + 1][tx] +
                  tile[r & 1][ty + 1][tx + 2];
        if (inside) tile[1 - (r & 1)][ty + 1][tx + 1] = sum / 4;
        if (inside && tx == 0) tile[1 - (r & 1)][ty + 1][0] = 0;
        if (inside && (tx == 7 || x == (int)width - 1)) tile[1 - (r & 1)][ty + 1][tx + 2] = 0;
        if (inside && ty == 0) tile[1 - (r & 1)][0][tx + 1] = 0;
        if (inside && (ty == 7 || y == (int)height - 1)) tile[1 - (r & 1)][ty + 2][tx + 1] = 0;
        barrier();
    }
    if (inside) arg->b[(unsigned)y * width + (unsigned)x] = sum;
}

K(stencil_line)
{
    enum { R = 3 };
    unsigned t = thread_x(), i = global_x(), at = t + R;
    sh[at] = i < arg->n ? arg->a[i] & 0xffff : 0;
    if (t < R) {
        sh[at - R] = i >= R ? arg->a[i - R] & 0xffff : 0;
        sh[at + N] = i + N < arg->n ? arg->a[i + N] & 0xffff : 0;
    }
    barrier();
    unsigned sum = 0;
    for (int k = -R; k <= R; k++) sum += sh[(unsigned)((int)at + k)];
    if (i < arg->n) arg->b[i] = sum;
}

K(sort_bitonic)
{
    unsigned t = thread_x(), i = global_x();
    sh[t] = i < arg->n ? arg->a[i] : ~0u;
    barrier();
    for (unsigned k = 2; k <= threads_x(); k *= 2) {
        for (unsigned j = k / 2; j > 0; j /= 2) {
            unsigned other = t ^ j;
            if (other > t) {
                if ((t & k) == 0) {
                    if (sh[t] > sh[other]) {
                        unsigned kept = sh[t];
                        sh[t] = sh[other];
                        sh[other] = kept;
                    }
                } else if (sh[t] < sh[other]) {
                    unsigned kept = sh[t];
                    sh[t] = sh[other];
                    sh[other] = kept;
                }
            }
            barrier();
        }
    }
    if (i < arg->n) arg->b[i] = sh[t];
}

K(sort_odd_even)
{
    unsigned t = thread_x(), i = global_x();
    unsigned count = arg->n - block_x() * N;
    if (count > N) count = N;
    if (i < arg->n) sh[t] = arg->a[i];
    barrier();
    for (unsigned r = 0; r < count; r++) {
        unsigned first = 2 * t + (r & 1);
        if (first + 1 < count && sh[first] > sh[first + 1]) {
            unsigned kept = sh[first];
            sh[first] = sh[first + 1];
            sh[first + 1] = kept;
        }
        barrier();
    }
    if (t < count) arg->b[i] = sh[t];
}

K(histogram_private)
{
    unsigned t = thread_x();
    if (t < 32) bins[t] = 0;
    barrier();
    for (unsigned i = global_x(); i < arg->n; i += threads_x() * blocks_x()) {
        unsigned v = arg->a[i];
        if (v % 3 != 0) atomic_add(&bins[v >> 27], 1);
    }
    barrier();
    if (t < 32 && bins[t] != 0) atomic_add(&arg->b[t], bins[t]);
}

K(turn_tile)
{
    unsigned tx = thread_x() % 8, ty = thread_x() / 8, width = 13;
    unsigned x = tx + 8 * (block_x() % 2), y = ty + 8 * (block_x() / 2);
    if (x < width && y < width) tile[0][ty][tx] = arg->a[y * width + x];
    barrier();
    x = tx + 8 * (block_x() / 2);
    y = ty + 8 * (block_x() % 2);
    if (x < width && y < width) arg->b[y * width + x] = tile[0][tx][ty];
}

// One thread a row is the pivot's; those below it follow.
K(lu_diagonal)
{
    unsigned t = thread_x();
    if (t < 8)
        for (unsigned k = 0; k < 8; k++) tile[0][k][t] = arg->a[k * 8 + t] | 1;
    barrier();
    for (unsigned i = 0; i < 7; i++) {
        if (t > i && t < 8) {
            for (unsigned j = 0; j < i; j++) tile[0][t][i] -= tile[0][t][j] * tile[0][j][i];
            tile[0][t][i] /= tile[0][i][i] | 1;
        }
        barrier();
        if (t > i && t < 8)
            for (unsigned j = 0; j < i + 1; j++)
                tile[0][i + 1][t] -= tile[0][i + 1][j] * tile[0][j][t];
        barrier();
    }
    if (t < 8 && block_x() == 0)
        for (unsigned k = 1; k < 8; k++) arg->b[k * 8 + t] = tile[0][k][t];
}

// A diagonal after the other, growing and shrinking.
K(align_diagonals)
{
    unsigned t = thread_x();
    if (t < 9) {
        tile[0][0][t] = t;
        tile[0][t][0] = t;
    }
    barrier();
    for (unsigned d = 0; d < 8; d++) {
        if (t <= d) {
            unsigned x = t + 1, y = d - t + 1;
            unsigned m = tile[0][y - 1][x - 1] + (arg->a[y * 8 + x] & 3);
            unsigned g = max(tile[0][y - 1][x], tile[0][y][x - 1]) + 1;
            tile[0][y][x] = m > g ? m : g;
        }
        barrier();
    }
    for (unsigned d = 7; d-- > 0;) {
        if (t <= d) {
            unsigned x = t + 8 - d, y = 8 - t;
            unsigned m = tile[0][y - 1][x - 1] + (arg->a[y * 8 + x] & 3);
            unsigned g = max(tile[0][y - 1][x], tile[0][y][x - 1]) + 1;
            tile[0][y][x] = m > g ? m : g;
        }
        barrier();
    }
    if (t < 8) arg->b[8 * block_x() + t] = tile[0][8][t + 1];
}

// A block walks through a graph with two edges a node.
K(queue_of_block)
{
    unsigned t = thread_x();
    if (t < 32) bins[t] = t == block_x() ? 0 : ~0u;
    if (t == 0) {
        queue[0] = block_x();
        queued = 1;
        next_queued = 0;
    }
    barrier();
    for (unsigned level = 1; queued > 0; level++) {
        if (t < queued) {
            unsigned node = queue[t];
            for (unsigned e = 0; e < 2; e++) {
                unsigned to = arg->a[node * 2 + e] & 31;
                if (bins[to] != ~0u) continue;
                if (atomic_cas(&bins[to], ~0u, level) == ~0u)
                    next_queue[atomic_add(&next_queued, 1)] = to;
            }
        }
        barrier();
        if (t < next_queued) queue[t] = next_queue[t];
        if (t == 0) queued = next_queued;
        barrier();
        if (t == 0) next_queued = 0;
        barrier();
    }
    if (t < 32) arg->b[block_x() * 32 + t] = bins[t];
}

K(radix_split)
{
    unsigned t = thread_x(), i = global_x();
    unsigned x = i < arg->n ? arg->a[i] & 0xff : 0xff;
    for (unsigned bit = 0; bit < arg->m; bit++) {
        unsigned zero = (x >> bit & 1) == 0;
        sh[t] = zero;
        barrier();
        for (unsigned s = 1; s < N; s *= 2) {
            unsigned more = t >= s ? sh[t - s] : 0;
            barrier();
            sh[t] += more;
            barrier();
        }
        unsigned zeros = sh[N - 1], before = sh[t];
        barrier();
        sh[zero ? before - 1 : zeros + t - before] = x;
        barrier();
        x = sh[t];
        barrier();
    }
    if (i < arg->n) arg->b[i] = x;
}

K(nearest_centre)
{
    unsigned t = thread_x(), i = global_x();
    unsigned best = ~0u, which = 0;
    for (unsigned c = 0; c < arg->m * 8; c += N) {
        if (c + t < arg->m * 8) sh[t] = arg->a[c + t] >> 1;
        barrier();
        if (i < arg->n) {
            unsigned here = arg->m * 8 - c;
            for (unsigned k = 0; k < (here < N ? here : N); k++) {
                unsigned x = arg->a[i] >> 1, d = x > sh[k] ? x - sh[k] : sh[k] - x;
                if (d < best) {
                    best = d;
                    which = c + k;
                }
            }
        }
        barrier();
    }
    if (i < arg->n) arg->b[i] = which;
}

K(rows_by_warps)
{
    unsigned t = thread_x(), lane = t % 16, row = global_x() / 16;
    unsigned sum = 0;
    unsigned first = row < arg->n / 16 ? row * arg->m : 0,
             last = row < arg->n / 16 ? first + arg->a[row] % 23 : 0;
    for (unsigned k = first + lane; k < last; k += 16) sum += arg->a[k];
    sh[t] = sum;
    barrier();
    for (unsigned s = 8; s > 0; s /= 2) {
        if (lane < s) sh[t] += sh[t + s];
        barrier();
    }
    if (lane == 0 && row < arg->n / 16) arg->b[row] = sh[t];
}

K(filter_line)
{
    unsigned t = thread_x(), i = global_x();
    for (unsigned k = t; k < N + 8; k += N) {
        int from = (int)(block_x() * N + k) - 4;
        sh[k] = from >= 0 && from < (int)arg->n ? arg->a[from] & 0xfff : 0;
    }
    barrier();
    if (i < arg->n) {
        unsigned sum = 0;
        for (unsigned k = 0; k < 9; k++)
            if (k < 4 || arg->m > k) sum += sh[t + k] * (k + 1);
        arg->b[i] = sum;
    }
}
