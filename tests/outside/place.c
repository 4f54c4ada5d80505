/* SPDX-License-Identifier: Apache-2.0 */
/* Uses the golden model of the PC-warp LUT as a library: where do the threads of two groups go? */
#include <inttypes.h>
#include <stdio.h>

#include "formation/pc_warp_lut.h"

struct group {
    uint32_t pc;
    uint64_t req;
};

static void show(const char *verb, uint64_t mask, uint32_t warp)
{
    if (mask == 0) return;
    printf(" %s warp %" PRIu32 " with lanes", verb, warp);
    for (int lane = 0; lane < 64; lane++) {
        if ((mask >> lane & 1) != 0) printf(" %d", lane);
    }
    putchar(';');
}

/* One clock cycle: two groups, two free indices. */
static void cycle(struct pc_warp_lut *lut, struct group a, struct group b, uint32_t free0,
                  uint32_t free1)
{
    const struct pc_warp_lut_in in = {
        .grp_valid = {true, true},
        .grp_pc = {a.pc, b.pc},
        .grp_req = {a.req, b.req},
        .alloc_valid = {true, true},
        .alloc_idx = {free0, free1},
    };
    struct pc_warp_lut_out out;
    pc_warp_lut_eval(lut, &in, &out);
    for (int g = 0; g < PC_WARP_LUT_GROUPS; g++) {
        printf("group %d, pc 0x%02" PRIx32 ":", g, in.grp_pc[g]);
        show("join", out.join_mask[g], out.join_idx[g]);
        show("open", out.open_mask[g], out.open_idx[g]);
        putchar('\n');
    }
    pc_warp_lut_tick(lut, &in, &out);
}

int main(void)
{
    static struct pc_warp_lut lut;
    const struct pc_warp_lut_cfg cfg = {
        .entries = 4,
        .ways = 2,
        .lanes = 4,
        .lane_slots = 1,
        .pc_width = 8,
        .pool_entries = 8,
        .pc_shift = 0,
        .forward = 1,
    };
    const char *wrong = pc_warp_lut_init(&lut, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR %s\n", wrong);
        return 2;
    }
    cycle(&lut, (struct group){0x10, 0x3}, (struct group){0x20, 0xc}, 5, 2);
    cycle(&lut, (struct group){0x10, 0x6}, (struct group){0x20, 0x1}, 3, 4);
    cycle(&lut, (struct group){0x10, 0x1}, (struct group){0x10, 0x3}, 6, 7);
    wrong = pc_warp_lut_check(&lut);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR invariant %s\n", wrong);
        return 1;
    }
    return 0;
}
