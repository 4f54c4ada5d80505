/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The plugs of the residency socket (core/residency.h): one of them, as the kind says.
 *
 * To add one: its glue in files of its own (as vt_plug), a member here, a case in each function of
 * residency_plugs.c. Zorua needs to know more than the socket says: its settle and tick the machine
 * calls itself (core/zorua_plug.h).
 */
#ifndef HEDDLE_RESIDENCY_PLUGS_H
#define HEDDLE_RESIDENCY_PLUGS_H

#include "core/residency.h"
#include "core/vt_plug.h"
#include "core/zorua_plug.h"
#include "residency/range_residency.h"
#include "residency/static_residency.h"

/* What went to and came from the plug: for tick. All zeros before the first cycle. */
struct residency_nets {
    struct static_residency_in stays_in;
    struct static_residency_out stays_out;
    struct vt_plug_nets vt;
    struct zorua_plug_nets zorua;
    struct range_residency_in ranges_in;
    struct range_residency_out ranges_out;
};

struct residency_plugs {
    struct residency_cfg cfg;
    struct static_residency stays;
    struct vt_plug vt;
    struct zorua_plug zorua;
    struct range_residency ranges;
    uint32_t slot[RESIDENCY_MAX_SLOTS]; /* static, ranges: the warp of a slot is its number */
};

/* Rows of shared memory of the context of a block of so many warps. */
uint32_t residency_context_rows(const struct residency_cfg *cfg, uint32_t warps);

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *residency_init(struct residency_plugs *s, const struct residency_cfg *cfg);

/* A clock edge with reset low. */
void residency_reset(struct residency_plugs *s);

/* The parts of a cycle, as core/residency.h has them; they change no state. */
void residency_offer(const struct residency_plugs *s, const struct residency_in *in,
                     struct residency_nets *nets, struct residency_out *out);
uint32_t residency_warp(const struct residency_plugs *s, uint32_t slot); /* the one on this slot */
uint64_t residency_busy(const struct residency_plugs *s, uint32_t slot);
bool residency_sits(const struct residency_plugs *s, uint32_t slot, uint32_t warp);
void residency_lanes(const struct residency_plugs *s, uint64_t mask, const uint32_t *warp,
                     struct residency_lanes *out);
void residency_settle(const struct residency_plugs *s, const struct residency_in *in,
                      struct residency_nets *nets, struct residency_out *out);

/* The clock edge; nets and out are what the others gave for the same state and inputs. */
void residency_tick(struct residency_plugs *s, const struct residency_in *in,
                    const struct residency_nets *nets, const struct residency_out *out);

/* NULL, or the name of a broken invariant of the plug. */
const char *residency_check(const struct residency_plugs *s);

/* After settle: NULL, or the promise of the plug that the machine breaks in this cycle. */
const char *residency_promise(const struct residency_plugs *s, const struct residency_in *in,
                              const struct residency_nets *nets);

#endif
