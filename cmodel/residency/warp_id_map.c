/* SPDX-License-Identifier: Apache-2.0 */
#include "residency/warp_id_map.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"

/* --- init and reset ------------------------------------------------------ */

static const char *cfg_error(const struct warp_id_map_cfg *cfg)
{
    if (cfg->slots < 2 || cfg->slots > WARP_ID_MAP_MAX_SLOTS) return "Slots must be 2 to 64";
    if (cfg->frames < 1 || cfg->frames > WARP_ID_MAP_MAX_FRAMES) return "Frames must be 1 to 16";
    if (cfg->warps < 2 || cfg->warps > WARP_ID_MAP_MAX_WARPS) return "Warps must be 2 to 1024";
    if (cfg->ctas < 2 || cfg->ctas > WARP_ID_MAP_MAX_CTAS) return "Ctas must be 2 to 64";
    if (cfg->ports < 1 || cfg->ports > WARP_ID_MAP_MAX_PORTS) return "Ports must be 1 to 12";
    return NULL;
}

const char *warp_id_map_init(struct warp_id_map *s, const struct warp_id_map_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return NULL;
}

void warp_id_map_reset(struct warp_id_map *s)
{
    s->taken = 0;
    s->frame_valid = 0;
}

/* --- numbers, and multiples of W ----------------------------------------- */

/* The lower bits of a value, as many as a number below n has. */
static uint32_t cut(uint32_t value, uint32_t n)
{
    uint32_t mask = 0;
    while (mask < n - 1) mask = mask << 1 | 1;
    return value & mask;
}

/* The lowest free number below ctas_i; false if all are taken. */
static bool lowest_free(const struct warp_id_map *s, uint32_t ctas, uint32_t *cta)
{
    const uint32_t limit = ctas < s->cfg.ctas ? ctas : s->cfg.ctas;
    const uint64_t free = ~s->taken;
    *cta = free != 0 ? (uint32_t)__builtin_ctzll(free) : limit;
    if (*cta < limit) return true;
    *cta = 0;
    return false;
}

/* The block of a warp: how many multiples of W, from the first on, are not above it. There are no
 * more of them than blocks but one. */
static uint32_t block_of(const struct warp_id_map *s, uint32_t warps, uint32_t warp)
{
    const uint32_t last = s->cfg.ctas - 1;
    if (warps == 0 || warp / warps > last) return last;
    return warp / warps;
}

/* --- eval ---------------------------------------------------------------- */

static void eval_slots(const struct warp_id_map *s, uint32_t warps, struct warp_id_map_out *out)
{
    memset(out->slot_warp, 0, sizeof out->slot_warp);
    out->slot_valid = 0;
    for (uint32_t f = 0; f < s->cfg.frames; f++) {
        if (!has(s->frame_valid, f)) continue;
        const uint32_t first = f * warps;
        if (warps == 0 || first >= s->cfg.slots) continue;
        const uint32_t n = first + warps < s->cfg.slots ? warps : s->cfg.slots - first;
        out->slot_valid |= UINT64_MAX >> (64 - n) << first;
        memcpy(&out->slot_warp[first], &s->warp[first], n * sizeof s->warp[0]);
    }
}

void warp_id_map_eval(const struct warp_id_map *s, const struct warp_id_map_in *in,
                      struct warp_id_map_out *out)
{
    out->alloc_valid = lowest_free(s, in->ctas, &out->alloc_cta);
    eval_slots(s, in->warps, out);
    out->frame_valid = s->frame_valid;
    for (uint32_t f = 0; f < s->cfg.frames; f++)
        out->frame_cta[f] = has(s->frame_valid, f) ? s->frame_cta[f] : 0;
    for (uint32_t p = 0; p < s->cfg.ports; p++)
        out->find_cta[p] = block_of(s, in->warps, in->find_warp[p]);
    out->first_warp = cut(in->first_cta * in->warps, s->cfg.warps);
}

/* --- tick ---------------------------------------------------------------- */

/* Slot f*W + r becomes warp c*W + r. */
static void sit_down(struct warp_id_map *s, uint32_t f, uint32_t c, uint32_t warps)
{
    s->frame_valid |= bit(f);
    s->frame_cta[f] = c;
    for (uint32_t r = 0; r < warps && f * warps + r < s->cfg.slots; r++)
        s->warp[f * warps + r] = cut(c * warps + r, s->cfg.warps);
}

/* A frame may change its block in one cycle: the old block leaves first. */
void warp_id_map_tick(struct warp_id_map *s, const struct warp_id_map_in *in,
                      const struct warp_id_map_out *out)
{
    if (in->free_en) s->taken &= ~bit(in->free_cta);
    if (in->alloc_en && out->alloc_valid) s->taken |= bit(out->alloc_cta);
    if (in->unmap_en) s->frame_valid &= ~bit(in->unmap_frame);
    if (in->map_en) sit_down(s, in->map_frame, in->map_cta, in->warps);
    s->warps = in->warps;
    s->ctas = in->ctas;
}

/* --- check and promise --------------------------------------------------- */

/* True if a warp sits on two slots of the frames up to f. */
static bool sits_twice(const struct warp_id_map *s, uint32_t f)
{
    bool seen[WARP_ID_MAP_MAX_WARPS] = {false};
    for (uint32_t slot = 0; slot < (f + 1) * s->warps; slot++) {
        uint32_t warp = s->warp[slot];
        if (!has(s->frame_valid, slot / s->warps) || warp >= s->cfg.warps) continue;
        if (seen[warp]) return true;
        seen[warp] = true;
    }
    return false;
}

static const char *frame_error(const struct warp_id_map *s, uint32_t f)
{
    uint32_t c = s->frame_cta[f], w = s->warps;
    if (c >= s->cfg.ctas || !has(s->taken, c)) return "lives";
    for (uint32_t g = 0; g < f; g++) {
        if (has(s->frame_valid, g) && s->frame_cta[g] == c) return "one_frame";
    }
    if ((f + 1) * w > s->cfg.slots) return "in_block";
    for (uint32_t r = 0; r < w; r++) {
        if (s->warp[f * w + r] != c * w + r) return sits_twice(s, f) ? "one_slot" : "in_block";
    }
    return NULL;
}

/* If in_block holds, no warp sits on two slots: one_slot can only be broken together with it. */
const char *warp_id_map_check(const struct warp_id_map *s)
{
    if (s->cfg.ctas < 64 && s->taken >> s->cfg.ctas != 0) return "lives";
    if (s->frame_valid >> s->cfg.frames != 0) return "one_frame";
    for (uint32_t f = 0; f < s->cfg.frames; f++) {
        const char *error = has(s->frame_valid, f) ? frame_error(s, f) : NULL;
        if (error != NULL) return error;
    }
    return NULL;
}

/* True if the block sits on a frame that is not left in this cycle. */
static bool stays(const struct warp_id_map *s, const struct warp_id_map_in *in, uint32_t cta)
{
    for (uint32_t f = 0; f < s->cfg.frames; f++) {
        bool left = in->unmap_en && in->unmap_frame == f;
        if (has(s->frame_valid, f) && !left && s->frame_cta[f] == cta) return true;
    }
    return false;
}

static const char *kernel_promise(const struct warp_id_map *s, const struct warp_id_map_in *in)
{
    if (in->warps == 0) return "warps_i is 0";
    if ((uint64_t)in->ctas * in->warps > s->cfg.warps) return "ctas_i * warps_i is above Warps";
    if (s->taken != 0 && (in->warps != s->warps || in->ctas != s->ctas))
        return "warps_i or ctas_i changes while a block is here";
    return NULL;
}

static const char *number_promise(const struct warp_id_map *s, const struct warp_id_map_in *in)
{
    uint32_t offered;
    if (in->alloc_en && !lowest_free(s, in->ctas, &offered))
        return "a number is taken that is not offered";
    if (!in->free_en) return NULL;
    if (in->free_cta >= s->cfg.ctas || !has(s->taken, in->free_cta))
        return "the number freed is not taken";
    if (stays(s, in, in->free_cta)) return "the block of the number freed sits on a frame";
    return NULL;
}

static const char *map_promise(const struct warp_id_map *s, const struct warp_id_map_in *in)
{
    uint32_t f = in->map_frame, c = in->map_cta;
    if (in->unmap_en && in->unmap_frame >= s->cfg.frames)
        return "the frame unmapped is not below Frames";
    if (!in->map_en) return NULL;
    if (f >= s->cfg.frames || (f + 1) * in->warps > s->cfg.slots)
        return "the frame mapped is not below Frames, or has no slots";
    if (has(s->frame_valid, f) && !(in->unmap_en && in->unmap_frame == f))
        return "the frame mapped is not free";
    if (c >= s->cfg.ctas || !has(s->taken, c) || (in->free_en && in->free_cta == c))
        return "the block mapped has no number, or gives it back";
    if (stays(s, in, c)) return "the block mapped sits on another frame";
    return NULL;
}

const char *warp_id_map_promise(const struct warp_id_map *s, const struct warp_id_map_in *in)
{
    const char *broken = kernel_promise(s, in);
    if (broken == NULL) broken = number_promise(s, in);
    return broken != NULL ? broken : map_promise(s, in);
}
