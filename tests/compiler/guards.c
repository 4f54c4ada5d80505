// SPDX-License-Identifier: Apache-2.0
//
// A value that some threads fetch and others do not, and behind it a loop with a barrier; and its
// relatives. Each is well formed: all threads of a block come to each barrier.
// run: --grid 3 --block 64
#include "compiler.h"

SHARED unsigned sh[2][64];
SHARED unsigned more;

// The loop counts to a constant: it is unrolled.
K(guard_scan)
{
    unsigned t = thread_x(), i = global_x();
    unsigned x = 0;
    if (i < arg->n) x = arg->a[i];
    for (unsigned s = 1; s < 64; s *= 2) {
        sh[0][t] = x;
        barrier();
        if (t >= s) x += sh[0][t - s];
        barrier();
    }
    arg->b[i] = x;
}

// The loop counts to what the launch says.
K(guard_rounds)
{
    unsigned t = thread_x(), i = global_x();
    unsigned x = 0;
    if (i < arg->n) x = arg->a[i] % 1000;
    for (unsigned r = 0; r < arg->m; r++) {
        sh[0][t] = x;
        barrier();
        x += sh[0][(t + r) % 64];
        barrier();
    }
    if (i < arg->n) arg->b[i] = x;
}

// The same question before the loop and in it.
K(guard_again)
{
    unsigned t = thread_x(), i = global_x();
    unsigned x = 7;
    if (i < arg->n) x = arg->a[i];
    for (unsigned r = 0; r < arg->m; r++) {
        if (i < arg->n) x = x * 5 + sh[0][t];
        sh[0][t] = x;
        barrier();
        if (i < arg->n) x ^= sh[0][63 - t];
        barrier();
    }
    arg->b[i] = x;
}

K(guard_two)
{
    unsigned t = thread_x(), i = global_x();
    unsigned x = 1;
    if (i < arg->n && (arg->a[i] & 3) != 0) x = arg->a[i] >> 8;
    for (unsigned r = 0; r < arg->m; r++) {
        sh[r & 1][t] = x;
        barrier();
        x += sh[r & 1][t ^ 1];
    }
    if (i < arg->n && x != 0) arg->b[i] = x;
}

K(guard_else)
{
    unsigned t = thread_x(), i = global_x();
    unsigned x, kind;
    if (i >= arg->n) {
        x = 0;
        kind = 0;
    } else if (arg->a[i] & 1) {
        x = arg->a[i] / 3;
        kind = 1;
    } else {
        x = arg->a[i] * 3;
        kind = 2;
    }
    for (unsigned r = 0; r < arg->m; r++) {
        sh[0][t] = kind == 2 ? x + 1 : x;
        barrier();
        if (kind == 1) x -= sh[0][(t + 1) % 64];
        else if (kind == 2) x += sh[0][(t + 63) % 64];
        barrier();
    }
    arg->b[i] = x;
}

K(guard_nested)
{
    unsigned t = thread_x(), i = global_x();
    unsigned best = ~0u;
    bool found = false;
    if (i < arg->n) {
        if (arg->a[i] % 5 != 0) {
            best = arg->a[i];
            found = true;
            if (best > 0x80000000u) best = ~best;
        }
    }
    for (unsigned s = arg->m; s > 0; s /= 2) {
        sh[0][t] = found ? best : ~0u;
        barrier();
        if (t + s < 64 && sh[0][t + s] < best) {
            best = sh[0][t + s];
            found = true;
        }
        barrier();
    }
    arg->b[i] = found ? best : 0;
}

// The loop counts to the same number that the guard asks for: a thread inside knows that there is
// a first round.
K(guard_all)
{
    unsigned t = thread_x(), i = global_x();
    unsigned x = 0, sum = 0;
    if (i < arg->n) x = arg->a[i];
    for (unsigned k = 0; k < arg->n; k += 64) {
        sh[0][t] = k + t < arg->n ? arg->a[k + t] : 0;
        barrier();
        for (unsigned j = 0; j < 64; j++) sum += x ^ sh[0][j];
        barrier();
    }
    if (i < arg->n) arg->b[i] = sum;
}

// The same without a first round for sure.
K(guard_while)
{
    unsigned t = thread_x(), i = global_x();
    unsigned x = 0, left = arg->n;
    if (i < left) x = arg->a[i];
    while (left > 0) {
        sh[0][t] = x;
        barrier();
        x += sh[0][(t + left) % 64];
        left /= 2;
        barrier();
    }
    arg->b[i] = x;
}

// What the guard knows is known already when the loop asks for it.
K(guard_known)
{
    unsigned t = thread_x(), i = global_x();
    unsigned x = 0, left = arg->n;
    bool some = left > 0;
    if (some) arg->b[i] = 1;
    if (i < left) x = arg->a[i];
    if (some) do {
            sh[0][t] = x;
            barrier();
            x += sh[0][(t + left) % 64];
            left /= 2;
            barrier();
        } while (left > 0);
    arg->b[i] += x;
}

// Some know that there is a first round, others ask.
K(guard_go)
{
    unsigned t = thread_x(), i = global_x();
    unsigned x = 0, r = 0;
    bool go = true;
    if (i < arg->n) x = arg->a[i];
    else go = arg->m > 3;
    while (go) {
        sh[0][t] = x;
        barrier();
        x += sh[0][(t + 1) % 64];
        barrier();
        go = ++r < arg->m;
    }
    arg->b[i] = x;
}

// Two loops: threads that need not ask before the first one still come to the second.
K(guard_all_twice)
{
    unsigned t = thread_x(), i = global_x();
    unsigned x = 0, sum = 0;
    if (i < arg->n) x = arg->a[i];
    for (unsigned k = 0; k < arg->n; k += 64) {
        sh[0][t] = k + t < arg->n ? arg->a[k + t] : 0;
        barrier();
        for (unsigned j = 0; j < 64; j++) sum += x ^ sh[0][j];
        barrier();
    }
    sh[0][t] = sum;
    barrier();
    for (unsigned s = 32; s > 0; s /= 2) {
        if (t < s) sh[0][t] += sh[0][t + s];
        barrier();
    }
    if (i < arg->n) arg->b[i] = sh[0][0] + x;
}

// A flag that is asked for all over.
K(guard_flag)
{
    unsigned t = thread_x(), x = t % 8, y = t / 8 + 8 * block_x();
    bool inside = x < arg->m && y < arg->n / 8;
    bool rim = x == 0 || y == 0 || x == arg->m - 1 || y == arg->n / 8 - 1;
    sh[0][t] = inside ? arg->a[y * 8 + x] >> 16 : 0;
    barrier();
    for (unsigned r = 0; r < arg->m; r++) {
        unsigned next = 0;
        if (inside && !rim && t > 0 && t < 63) next = sh[0][t - 1] + sh[0][t + 1];
        barrier();
        if (inside && !rim) sh[0][t] = next / 2;
        barrier();
    }
    if (inside) arg->b[y * 8 + x] = sh[0][t];
}

// Goes on until nothing changes: all threads read the same word.
K(guard_until)
{
    unsigned t = thread_x(), i = global_x();
    unsigned x = 0;
    if (i < arg->n) x = arg->a[i] % 64;
    for (;;) {
        if (t == 0) more = 0;
        sh[0][t] = x;
        barrier();
        if (t > 0 && sh[0][t - 1] > x) {
            x = sh[0][t - 1];
            atomic_or(&more, 1);
        }
        barrier();
        if (more == 0) break;
        barrier();
    }
    arg->b[i] = x;
}

K(guard_switch)
{
    unsigned t = thread_x(), i = global_x();
    unsigned x = i;
    switch (arg->a[i] % 5) {
    case 0: x += arg->m; break;
    case 1: x *= 3; break;
    case 2: x = arg->a[t]; break;
    case 3: x ^= arg->a[i]; break;
    default: break;
    }
    for (unsigned r = 0; r < arg->m; r++) {
        sh[r & 1][t] = x;
        barrier();
        switch (t & 3) {
        case 0: x += sh[r & 1][(t + 1) % 64]; break;
        case 1: x -= sh[r & 1][(t + 2) % 64]; break;
        case 3: x ^= sh[r & 1][t - 3]; break;
        }
    }
    arg->b[i] = x;
}

K(guard_or)
{
    unsigned t = thread_x(), i = global_x();
    bool on = (i < arg->n && (t & 1) != 0) || i == 0 || (arg->a[i] & 7) == 3;
    unsigned x = on ? arg->a[i] : 1;
    for (unsigned r = 0; r < arg->m; r++) {
        if (on || r == t) sh[0][t] = x;
        barrier();
        if (!on && t > 0) x += sh[0][t - 1];
        barrier();
    }
    if (on) arg->b[i] = x;
}

// Each thread has work in a number of rounds of its own; all threads meet at the barrier.
K(guard_rounds_of_own)
{
    unsigned t = thread_x(), i = global_x();
    unsigned mine = i < arg->n ? arg->a[i] % arg->m : 0;
    unsigned x = 0;
    for (unsigned r = 0; r < arg->m; r++) {
        if (r < mine) x += arg->a[t + r];
        sh[0][t] = x;
        barrier();
        if (r + 1 < mine) x += sh[0][(t + 5) % 64];
        barrier();
    }
    arg->b[i] = x;
}

// The guard makes an address, and a null pointer says that there is none.
K(guard_pointer)
{
    unsigned t = thread_x(), i = global_x();
    const unsigned *from = 0;
    if (i < arg->n) from = arg->a + i;
    for (unsigned r = 0; r < arg->m; r++) {
        sh[0][t] = from ? from[r] : r;
        barrier();
        if (from && sh[0][63 - t] & 1) arg->b[i] += sh[0][63 - t];
        barrier();
    }
}

// A number that the guard sets says how a round goes.
K(guard_state)
{
    unsigned t = thread_x(), i = global_x();
    int state = -1;
    unsigned x = 0;
    if (i < arg->n) {
        x = arg->a[i];
        state = (int)(x & 1);
    }
    for (unsigned r = 0; r < arg->m; r++) {
        if (state == 1) {
            x = x / 2 + r;
            state = 0;
        } else if (state == 0) {
            x = x * 3;
            state = 1;
        }
        sh[0][t] = x;
        barrier();
        if (state >= 0) x += sh[0][(t + 1) % 64];
        barrier();
    }
    arg->b[i] = x;
}

// A value is looked for in a loop of each thread's own, before the loop of all.
K(guard_search)
{
    unsigned t = thread_x(), i = global_x();
    unsigned at = i;
    bool found = false;
    while (at < arg->n) {
        if (arg->a[at] % 7 == 0) {
            found = true;
            break;
        }
        at++;
    }
    for (unsigned s = 32; s > 0; s /= 2) {
        sh[0][t] = found ? at : ~0u;
        barrier();
        if (t < s && sh[0][t + s] < at) at = sh[0][t + s];
        barrier();
    }
    if (t == 0) arg->b[block_x()] = at;
}

// As in pathfinder: what a round computed is copied at the next one's beginning.
K(guard_shrink)
{
    unsigned t = thread_x(), i = global_x();
    bool valid = i >= 3 && i < arg->n, computed = false;
    unsigned x = 0;
    if (i < arg->n) sh[0][t] = arg->a[i] & 0xff;
    barrier();
    for (unsigned r = 0; r < arg->m; r++) {
        computed = false;
        if (t >= r + 1 && t + r < 62 && valid) {
            computed = true;
            unsigned left = sh[0][t - 1], right = sh[0][t + 1], up = sh[0][t];
            unsigned least = left < up ? left : up;
            x = (least < right ? least : right) + (arg->a[i] >> 24);
        }
        barrier();
        if (r == arg->m - 1) break;
        if (computed) sh[0][t] = x;
        barrier();
    }
    if (computed) arg->b[i] = x;
}
