/* SPDX-License-Identifier: Apache-2.0 */
/* What a golden model says to sizes: sizes BLOCK A=1 B=2 ... Prints its sentence and fails, or
 * prints nothing. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/barrier_unit.h"
#include "core/coalescer.h"
#include "core/cta_launcher.h"
#include "core/dwf_front.h"
#include "core/instruction_buffer.h"
#include "core/l1_cache.h"
#include "core/lane.h"
#include "core/load_store.h"
#include "core/pdom_front.h"
#include "core/register_file.h"
#include "core/scoreboard.h"
#include "core/scratch_lookup.h"
#include "core/set_lookup.h"
#include "core/shared_memory.h"
#include "core/simd_pipe.h"
#include "core/swapper.h"
#include "core/thread_ids.h"
#include "core/thread_status.h"
#include "core/vt_plug.h"
#include "core/zorua_plug.h"
#include "formation/dwf.h"
#include "formation/majority_scheduler.h"
#include "formation/max_heap.h"
#include "formation/max_tree.h"
#include "formation/mheap_lut.h"
#include "formation/pc_warp_lut.h"
#include "formation/pdom_priority.h"
#include "formation/simt_stack.h"
#include "formation/time_scheduler.h"
#include "formation/warp_allocator.h"
#include "formation/warp_pool.h"
#include "formation/warp_scheduler.h"
#include "formation/warp_spill.h"
#include "formation/warp_update.h"
#include "residency/block_frames.h"
#include "residency/context_handler.h"
#include "residency/coordinator.h"
#include "residency/cta_status_table.h"
#include "residency/load_queues.h"
#include "residency/mapping_table.h"
#include "residency/oversubscription.h"
#include "residency/phase_specifier.h"
#include "residency/spill_selector.h"
#include "residency/static_residency.h"
#include "residency/vt.h"
#include "residency/vt_scoreboard.h"
#include "residency/vtc.h"
#include "residency/warp_id_map.h"
#include "residency/zorua.h"

/* The model has what it is a width of. */
#define RTL_ALONE SIZE_MAX

struct parameter {
    const char *name;
    size_t offset; /* in the configuration of the model, where all are uint32_t */
};

/* A model: its parameters, and its init with a state of its own. */
struct model {
    const char *name;
    const char *(*init)(const void *cfg);
    struct parameter parameters[32];
};

#define INIT(block, config)                                                                        \
    static const char *init_##block(const void *cfg)                                               \
    {                                                                                              \
        static struct block s;                                                                     \
        return block##_init(&s, (const struct config *)cfg);                                       \
    }
INIT(barrier_unit, barrier_unit_cfg)
INIT(block_frames, block_frames_cfg)
INIT(coalescer, coalescer_cfg)
INIT(context_handler, context_handler_cfg)
INIT(coordinator, coordinator_cfg)
INIT(cta_launcher, cta_launcher_cfg)
INIT(cta_status_table, cta_status_table_cfg)
INIT(dwf, dwf_cfg)
INIT(dwf_front, dwf_front_cfg)
INIT(instruction_buffer, instruction_buffer_cfg)
INIT(l1_cache, l1_cache_cfg)
INIT(load_store, load_store_cfg)
INIT(lane, lane_cfg)
INIT(load_queues, load_queues_cfg)
INIT(majority_scheduler, majority_scheduler_cfg)
INIT(mapping_table, mapping_table_cfg)
INIT(max_heap, max_heap_cfg)
INIT(max_tree, max_heap_cfg)
INIT(mheap_lut, mheap_lut_cfg)
INIT(oversubscription, oversubscription_cfg)
INIT(pc_warp_lut, pc_warp_lut_cfg)
INIT(pdom_front, pdom_front_cfg)
INIT(pdom_priority, pdom_priority_cfg)
INIT(phase_specifier, phase_specifier_cfg)
INIT(register_file, register_file_cfg)
INIT(scoreboard, scoreboard_cfg)
INIT(scratch_lookup, scratch_lookup_cfg)
INIT(set_lookup, set_lookup_cfg)
INIT(shared_memory, shared_memory_cfg)
INIT(simd_pipe, simd_pipe_cfg)
INIT(simt_stack, simt_stack_cfg)
INIT(spill_selector, spill_selector_cfg)
INIT(static_residency, static_residency_cfg)
INIT(swapper, swapper_cfg)
INIT(thread_ids, thread_ids_cfg)
INIT(thread_status, thread_status_cfg)
INIT(time_scheduler, time_scheduler_cfg)
INIT(vt, vt_cfg)
INIT(vt_plug, residency_cfg)
INIT(vt_scoreboard, vt_scoreboard_cfg)
INIT(vtc, vtc_cfg)
INIT(warp_allocator, warp_allocator_cfg)
INIT(warp_id_map, warp_id_map_cfg)
INIT(warp_pool, warp_pool_cfg)
INIT(warp_scheduler, warp_scheduler_cfg)
INIT(warp_spill, warp_spill_cfg)
INIT(warp_update, warp_update_cfg)
INIT(zorua, zorua_cfg)
INIT(zorua_plug, residency_cfg)

static const struct model models[] = {
    {"barrier_unit",
     init_barrier_unit,
     {{"Slots", offsetof(struct barrier_unit_cfg, slots)},
      {"Lanes", offsetof(struct barrier_unit_cfg, lanes)},
      {"PcWidth", offsetof(struct barrier_unit_cfg, pc_width)},
      {"Leaves", offsetof(struct barrier_unit_cfg, leaves)}}},
    {"block_frames",
     init_block_frames,
     {{"Slots", offsetof(struct block_frames_cfg, slots)},
      {"Frames", offsetof(struct block_frames_cfg, frames)},
      {"MaxWarps", offsetof(struct block_frames_cfg, max_warps)},
      {"IdWidth", offsetof(struct block_frames_cfg, id_width)},
      {"Ports", offsetof(struct block_frames_cfg, ports)}}},
    {"coalescer",
     init_coalescer,
     {{"Lanes", offsetof(struct coalescer_cfg, lanes)},
      {"AddrWidth", offsetof(struct coalescer_cfg, addr_width)},
      {"LineBytes", offsetof(struct coalescer_cfg, line_bytes)},
      {"TagWidth", offsetof(struct coalescer_cfg, tag_width)}}},
    {"context_handler",
     init_context_handler,
     {{"Slots", offsetof(struct context_handler_cfg, slots)},
      {"MaxWarps", offsetof(struct context_handler_cfg, max_warps)},
      {"Ctas", offsetof(struct context_handler_cfg, ctas)},
      {"HeadWidth", offsetof(struct context_handler_cfg, head_width)},
      {"StackWidth", offsetof(struct context_handler_cfg, stack_width)},
      {"MemWidth", offsetof(struct context_handler_cfg, mem_width)},
      {"Granule", offsetof(struct context_handler_cfg, granule)},
      {"MemWords", offsetof(struct context_handler_cfg, mem_words)},
      {"Reads", offsetof(struct context_handler_cfg, reads)}}},
    {"coordinator",
     init_coordinator,
     {{"Warps", offsetof(struct coordinator_cfg, warps)},
      {"Slots", offsetof(struct coordinator_cfg, slots)},
      {"Blocks", offsetof(struct coordinator_cfg, blocks)},
      {"RegSets", offsetof(struct coordinator_cfg, reg_sets)},
      {"RegPhys", offsetof(struct coordinator_cfg, reg_phys)},
      {"ScratchSets", offsetof(struct coordinator_cfg, scratch_sets)},
      {"ScratchPhys", offsetof(struct coordinator_cfg, scratch_phys)},
      {"IdWidth", offsetof(struct coordinator_cfg, id_width)},
      {"Ports", offsetof(struct coordinator_cfg, ports)},
      {"ThreshWidth", offsetof(struct coordinator_cfg, thresh_width)}}},
    {"cta_launcher",
     init_cta_launcher,
     {{"Blocks", offsetof(struct cta_launcher_cfg, blocks)},
      {"Slots", offsetof(struct cta_launcher_cfg, slots)},
      {"Threads", offsetof(struct cta_launcher_cfg, threads)},
      {"Rows", offsetof(struct cta_launcher_cfg, rows)},
      {"Bytes", offsetof(struct cta_launcher_cfg, bytes)},
      {"Ctas", offsetof(struct cta_launcher_cfg, ctas)},
      {"Ids", offsetof(struct cta_launcher_cfg, ids)}}},
    {"cta_status_table",
     init_cta_status_table,
     {{"Ctas", offsetof(struct cta_status_table_cfg, ctas)},
      {"CntWidth", offsetof(struct cta_status_table_cfg, cnt_width)},
      {"Ports", offsetof(struct cta_status_table_cfg, ports)}}},
    {"dwf",
     init_dwf,
     {{"Lanes", offsetof(struct dwf_cfg, lanes)},
      {"TidWidth", offsetof(struct dwf_cfg, tid_width)},
      {"PcWidth", offsetof(struct dwf_cfg, pc_width)},
      {"PcShift", offsetof(struct dwf_cfg, pc_shift)},
      {"PoolEntries", offsetof(struct dwf_cfg, pool_entries)},
      {"LutEntries", offsetof(struct dwf_cfg, lut_entries)},
      {"LutWays", offsetof(struct dwf_cfg, lut_ways)},
      {"Forward", offsetof(struct dwf_cfg, forward)},
      {"Policy", offsetof(struct dwf_cfg, policy)},
      {"HeapEntries", offsetof(struct dwf_cfg, heap_entries)},
      {"HeapPorts", offsetof(struct dwf_cfg, heap_ports)},
      {"QueueDepth", offsetof(struct dwf_cfg, queue_depth)},
      {"Tree", offsetof(struct dwf_cfg, tree)},
      {"MheapEntries", offsetof(struct dwf_cfg, mheap_entries)},
      {"MheapWays", offsetof(struct dwf_cfg, mheap_ways)},
      {"CntWidth", offsetof(struct dwf_cfg, cnt_width)},
      {"WidWidth", offsetof(struct dwf_cfg, wid_width)},
      {"LutWidth", offsetof(struct dwf_cfg, lut_width)},
      {"AgeLimit", offsetof(struct dwf_cfg, age_limit)},
      {"Swizzle", offsetof(struct dwf_cfg, swizzle)},
      {"Spill", offsetof(struct dwf_cfg, spill)},
      {"Slots", offsetof(struct dwf_cfg, slots)},
      {"Reads", offsetof(struct dwf_cfg, reads)},
      {"AddrWidth", offsetof(struct dwf_cfg, addr_width)}}},
    {"dwf_front",
     init_dwf_front,
     {{"Slots", offsetof(struct dwf_front_cfg, slots)},
      {"Lanes", offsetof(struct dwf_front_cfg, lanes)},
      {"PcShift", offsetof(struct dwf_front_cfg, pc_shift)},
      {"PoolEntries", offsetof(struct dwf_front_cfg, pool_entries)},
      {"LutEntries", offsetof(struct dwf_front_cfg, lut_entries)},
      {"LutWays", offsetof(struct dwf_front_cfg, lut_ways)},
      {"Forward", offsetof(struct dwf_front_cfg, forward)},
      {"Policy", offsetof(struct dwf_front_cfg, policy)},
      {"HeapEntries", offsetof(struct dwf_front_cfg, heap_entries)},
      {"HeapPorts", offsetof(struct dwf_front_cfg, heap_ports)},
      {"QueueDepth", offsetof(struct dwf_front_cfg, queue_depth)},
      {"Tree", offsetof(struct dwf_front_cfg, tree)},
      {"MheapEntries", offsetof(struct dwf_front_cfg, mheap_entries)},
      {"MheapWays", offsetof(struct dwf_front_cfg, mheap_ways)},
      {"CntWidth", offsetof(struct dwf_front_cfg, cnt_width)},
      {"WidWidth", offsetof(struct dwf_front_cfg, wid_width)},
      {"LutWidth", offsetof(struct dwf_front_cfg, lut_width)},
      {"AgeLimit", offsetof(struct dwf_front_cfg, age_limit)},
      {"Leaves", offsetof(struct dwf_front_cfg, leaves)}}},
    {"instruction_buffer",
     init_instruction_buffer,
     {{"Slots", offsetof(struct instruction_buffer_cfg, slots)},
      {"Ports", offsetof(struct instruction_buffer_cfg, ports)},
      {"Entries", offsetof(struct instruction_buffer_cfg, entries)},
      {"WordWidth", offsetof(struct instruction_buffer_cfg, word_width)}}},
    {"l1_cache",
     init_l1_cache,
     {{"Sets", offsetof(struct l1_cache_cfg, sets)},
      {"Ways", offsetof(struct l1_cache_cfg, ways)},
      {"LineBytes", offsetof(struct l1_cache_cfg, line_bytes)},
      {"LineWidth", offsetof(struct l1_cache_cfg, line_width)},
      {"Mshrs", offsetof(struct l1_cache_cfg, mshrs)},
      {"Merges", offsetof(struct l1_cache_cfg, merges)},
      {"RiderWidth", offsetof(struct l1_cache_cfg, rider_width)}}},
    {"load_store",
     init_load_store,
     {{"Lanes", offsetof(struct load_store_cfg, lanes)},
      {"Warps", offsetof(struct load_store_cfg, warps)},
      {"Slots", offsetof(struct load_store_cfg, slots)},
      {"Accesses", offsetof(struct load_store_cfg, accesses)},
      {"Own", offsetof(struct load_store_cfg, own)},
      {"RegWidth", offsetof(struct load_store_cfg, reg_width)},
      {"LineBytes", offsetof(struct load_store_cfg, line_bytes)},
      {"Sets", offsetof(struct load_store_cfg, sets)},
      {"Ways", offsetof(struct load_store_cfg, ways)},
      {"Mshrs", offsetof(struct load_store_cfg, mshrs)},
      {"Merges", offsetof(struct load_store_cfg, merges)},
      {"Banks", offsetof(struct load_store_cfg, banks)},
      {"SharedWords", offsetof(struct load_store_cfg, shared_words)},
      {"RowBits", offsetof(struct load_store_cfg, row_bits)},
      {"Holds", offsetof(struct load_store_cfg, holds)},
      {"Patience", offsetof(struct load_store_cfg, patience)}}},
    {"lane", init_lane, {{"DivBits", offsetof(struct lane_cfg, div_bits)}}},
    {"load_queues",
     init_load_queues,
     {{"Active", offsetof(struct load_queues_cfg, active)},
      {"Inactive", offsetof(struct load_queues_cfg, inactive)},
      {"DataWidth", offsetof(struct load_queues_cfg, data_width)},
      {"Warps", offsetof(struct load_queues_cfg, warps)}}},
    {"majority_scheduler",
     init_majority_scheduler,
     {{"HeapEntries", offsetof(struct majority_scheduler_cfg, heap_entries)},
      {"LutEntries", offsetof(struct majority_scheduler_cfg, lut_entries)},
      {"LutWays", offsetof(struct majority_scheduler_cfg, lut_ways)},
      {"PcShift", offsetof(struct majority_scheduler_cfg, pc_shift)},
      {"PcWidth", offsetof(struct majority_scheduler_cfg, pc_width)},
      {"CntWidth", offsetof(struct majority_scheduler_cfg, cnt_width)},
      {"WidWidth", offsetof(struct majority_scheduler_cfg, wid_width)},
      {"LutWidth", offsetof(struct majority_scheduler_cfg, lut_width)},
      {"Lanes", offsetof(struct majority_scheduler_cfg, lanes)},
      {"QueueDepth", offsetof(struct majority_scheduler_cfg, queue_depth)},
      {"HeapPorts", offsetof(struct majority_scheduler_cfg, heap_ports)},
      {"Tree", offsetof(struct majority_scheduler_cfg, tree)},
      {"Order", offsetof(struct majority_scheduler_cfg, order)},
      {"AgeLimit", offsetof(struct majority_scheduler_cfg, age_limit)}}},
    {"mapping_table",
     init_mapping_table,
     {{"Rows", offsetof(struct mapping_table_cfg, rows)},
      {"Sets", offsetof(struct mapping_table_cfg, sets)},
      {"Phys", offsetof(struct mapping_table_cfg, phys)},
      {"Ports", offsetof(struct mapping_table_cfg, ports)}}},
    {"max_heap",
     init_max_heap,
     {{"Entries", offsetof(struct max_heap_cfg, entries)},
      {"PcWidth", offsetof(struct max_heap_cfg, pc_width)},
      {"CntWidth", offsetof(struct max_heap_cfg, cnt_width)},
      {"WidWidth", offsetof(struct max_heap_cfg, wid_width)},
      {"LutWidth", offsetof(struct max_heap_cfg, lut_width)},
      {"Lanes", offsetof(struct max_heap_cfg, lanes)},
      {"QueueDepth", offsetof(struct max_heap_cfg, queue_depth)},
      {"Ports", offsetof(struct max_heap_cfg, ports)},
      {"Order", offsetof(struct max_heap_cfg, order)},
      {"Ageing", offsetof(struct max_heap_cfg, ageing)}}},
    {"max_tree",
     init_max_tree,
     {{"Entries", offsetof(struct max_heap_cfg, entries)},
      {"PcWidth", offsetof(struct max_heap_cfg, pc_width)},
      {"CntWidth", offsetof(struct max_heap_cfg, cnt_width)},
      {"WidWidth", offsetof(struct max_heap_cfg, wid_width)},
      {"LutWidth", offsetof(struct max_heap_cfg, lut_width)},
      {"Lanes", offsetof(struct max_heap_cfg, lanes)},
      {"QueueDepth", offsetof(struct max_heap_cfg, queue_depth)},
      {"Order", offsetof(struct max_heap_cfg, order)},
      {"Ageing", offsetof(struct max_heap_cfg, ageing)}}},
    {"mheap_lut",
     init_mheap_lut,
     {{"Entries", offsetof(struct mheap_lut_cfg, entries)},
      {"Ways", offsetof(struct mheap_lut_cfg, ways)},
      {"PcWidth", offsetof(struct mheap_lut_cfg, pc_width)},
      {"HeapEntries", offsetof(struct mheap_lut_cfg, heap_entries)},
      {"LutWidth", offsetof(struct mheap_lut_cfg, lut_width)},
      {"PcShift", offsetof(struct mheap_lut_cfg, pc_shift)}}},
    {"oversubscription",
     init_oversubscription,
     {{"Resources", offsetof(struct oversubscription_cfg, resources)},
      {"ThreshWidth", offsetof(struct oversubscription_cfg, thresh_width)},
      {"EpochWidth", offsetof(struct oversubscription_cfg, epoch_width)}}},
    {"pc_warp_lut",
     init_pc_warp_lut,
     {{"Entries", offsetof(struct pc_warp_lut_cfg, entries)},
      {"Ways", offsetof(struct pc_warp_lut_cfg, ways)},
      {"Lanes", offsetof(struct pc_warp_lut_cfg, lanes)},
      {"PcWidth", offsetof(struct pc_warp_lut_cfg, pc_width)},
      {"PoolEntries", offsetof(struct pc_warp_lut_cfg, pool_entries)},
      {"PcShift", offsetof(struct pc_warp_lut_cfg, pc_shift)},
      {"Forward", offsetof(struct pc_warp_lut_cfg, forward)}}},
    {"pdom_front",
     init_pdom_front,
     {{"Slots", offsetof(struct pdom_front_cfg, slots)},
      {"Lanes", offsetof(struct pdom_front_cfg, lanes)},
      {"Ports", offsetof(struct pdom_front_cfg, ports)},
      {"Policy", offsetof(struct pdom_front_cfg, policy)},
      {"Group", offsetof(struct pdom_front_cfg, group)},
      {"Entries", offsetof(struct pdom_front_cfg, entries)},
      {"FrameWidth", offsetof(struct pdom_front_cfg, frame_width)},
      {"Depth", offsetof(struct pdom_front_cfg, depth)},
      {"Levels", offsetof(struct pdom_front_cfg, levels)},
      {"Accesses", offsetof(struct pdom_front_cfg, accesses)}}},
    {"pdom_priority",
     init_pdom_priority,
     {{"Lanes", offsetof(struct pdom_priority_cfg, lanes)},
      {"TidWidth", offsetof(struct pdom_priority_cfg, tid_width)},
      {"PrioWidth", offsetof(struct pdom_priority_cfg, prio_width)}}},
    {"phase_specifier",
     init_phase_specifier,
     {{"RegSet", offsetof(struct phase_specifier_cfg, reg_set)},
      {"ScratchSet", offsetof(struct phase_specifier_cfg, scratch_set)}}},
    {"register_file",
     init_register_file,
     {{"Lanes", offsetof(struct register_file_cfg, lanes)},
      {"Banks", offsetof(struct register_file_cfg, banks)},
      {"Sets", offsetof(struct register_file_cfg, sets)},
      {"Ports", offsetof(struct register_file_cfg, ports)},
      {"Writers", offsetof(struct register_file_cfg, writers)},
      {"Own", offsetof(struct register_file_cfg, own)}}},
    {"scoreboard",
     init_scoreboard,
     {{"Slots", offsetof(struct scoreboard_cfg, slots)},
      {"Regs", offsetof(struct scoreboard_cfg, regs)},
      {"Ports", offsetof(struct scoreboard_cfg, ports)},
      {"Writers", offsetof(struct scoreboard_cfg, writers)}}},
    {"scratch_lookup",
     init_scratch_lookup,
     {{"Lanes", offsetof(struct scratch_lookup_cfg, lanes)},
      {"Blocks", offsetof(struct scratch_lookup_cfg, blocks)},
      {"ScratchSets", offsetof(struct scratch_lookup_cfg, sets)},
      {"ScratchPhys", offsetof(struct scratch_lookup_cfg, phys)}}},
    {"set_lookup",
     init_set_lookup,
     {{"Slots", offsetof(struct set_lookup_cfg, slots)},
      {"Warps", offsetof(struct set_lookup_cfg, warps)},
      {"Lanes", offsetof(struct set_lookup_cfg, lanes)},
      {"Ports", offsetof(struct set_lookup_cfg, ports)},
      {"Banks", offsetof(struct set_lookup_cfg, banks)},
      {"Places", offsetof(struct set_lookup_cfg, places)},
      {"Parks", offsetof(struct set_lookup_cfg, parks)},
      {"RegPhys", offsetof(struct set_lookup_cfg, staging)},
      {"RestWidth", offsetof(struct set_lookup_cfg, rest_width)}}},
    {"shared_memory",
     init_shared_memory,
     {{"Lanes", offsetof(struct shared_memory_cfg, lanes)},
      {"Banks", offsetof(struct shared_memory_cfg, banks)},
      {"Words", offsetof(struct shared_memory_cfg, words)},
      {"RowBits", offsetof(struct shared_memory_cfg, row_bits)},
      {"OwnerWidth", offsetof(struct shared_memory_cfg, owner_width)},
      {"TagWidth", offsetof(struct shared_memory_cfg, tag_width)},
      {"Holds", offsetof(struct shared_memory_cfg, holds)},
      {"Patience", offsetof(struct shared_memory_cfg, patience)}}},
    {"simt_stack",
     init_simt_stack,
     {{"Slots", offsetof(struct simt_stack_cfg, slots)},
      {"Lanes", offsetof(struct simt_stack_cfg, lanes)},
      {"PcWidth", offsetof(struct simt_stack_cfg, pc_width)},
      {"FrameWidth", offsetof(struct simt_stack_cfg, frame_width)},
      {"Depth", offsetof(struct simt_stack_cfg, depth)},
      {"Levels", offsetof(struct simt_stack_cfg, levels)},
      {"Ports", offsetof(struct simt_stack_cfg, ports)}}},
    {"spill_selector",
     init_spill_selector,
     {{"Phys", offsetof(struct spill_selector_cfg, phys)},
      {"Columns", offsetof(struct spill_selector_cfg, columns)},
      {"Rows", offsetof(struct spill_selector_cfg, rows)},
      {"Sets", offsetof(struct spill_selector_cfg, sets)},
      {"CntWidth", offsetof(struct spill_selector_cfg, cnt_width)},
      {"Ports", offsetof(struct spill_selector_cfg, ports)}}},
    {"static_residency",
     init_static_residency,
     {{"Slots", offsetof(struct static_residency_cfg, slots)},
      {"Frames", offsetof(struct static_residency_cfg, frames)},
      {"MaxWarps", offsetof(struct static_residency_cfg, max_warps)},
      {"IdWidth", offsetof(struct static_residency_cfg, id_width)},
      {"Ports", offsetof(struct static_residency_cfg, ports)}}},
    {"thread_ids",
     init_thread_ids,
     {{"Lanes", offsetof(struct thread_ids_cfg, lanes)},
      {"MaxWarps", offsetof(struct thread_ids_cfg, max_warps)},
      {"Ports", offsetof(struct thread_ids_cfg, ports)},
      {"Own", offsetof(struct thread_ids_cfg, own)}}},
    {"simd_pipe",
     init_simd_pipe,
     {{"Lanes", offsetof(struct simd_pipe_cfg, lanes)},
      {"Simd", offsetof(struct simd_pipe_cfg, simd)},
      {"DivBits", offsetof(struct simd_pipe_cfg, div_bits)},
      {"FloatSteps", offsetof(struct simd_pipe_cfg, float_steps)},
      {"RiderWidth", offsetof(struct simd_pipe_cfg, rider_width)}}},
    {"swapper",
     init_swapper,
     {{"Slots", offsetof(struct swapper_cfg, slots)},
      {"Lanes", offsetof(struct swapper_cfg, lanes)},
      {"Banks", offsetof(struct swapper_cfg, banks)},
      {"RegPhys", offsetof(struct swapper_cfg, reg_phys)},
      {"Parks", offsetof(struct swapper_cfg, parks)},
      {"Warps", offsetof(struct swapper_cfg, warps)},
      {"Blocks", offsetof(struct swapper_cfg, blocks)},
      {"ScratchSets", offsetof(struct swapper_cfg, scratch_sets)},
      {"ScratchPhys", offsetof(struct swapper_cfg, scratch_phys)},
      {"RowBits", offsetof(struct swapper_cfg, row_bits)},
      {"Rows", offsetof(struct swapper_cfg, rows)},
      {"StackBits", offsetof(struct swapper_cfg, stack_bits)},
      {"Restores", offsetof(struct swapper_cfg, restores)}}},
    {"thread_status",
     init_thread_status,
     {{"Lanes", offsetof(struct thread_status_cfg, lanes)},
      {"Warps", offsetof(struct thread_status_cfg, warps)},
      {"Ports", offsetof(struct thread_status_cfg, ports)},
      {"Own", offsetof(struct thread_status_cfg, own)},
      {"IdWidth", offsetof(struct thread_status_cfg, id_width)}}},
    {"time_scheduler",
     init_time_scheduler,
     {{"Entries", offsetof(struct time_scheduler_cfg, entries)},
      {"WidWidth", offsetof(struct time_scheduler_cfg, wid_width)}}},
    {"vt",
     init_vt,
     {{"Slots", offsetof(struct vt_cfg, slots)},
      {"Frames", offsetof(struct vt_cfg, frames)},
      {"Warps", offsetof(struct vt_cfg, warps)},
      {"Ctas", offsetof(struct vt_cfg, ctas)},
      {"MaxWarps", offsetof(struct vt_cfg, max_warps)},
      {"Regs", offsetof(struct vt_cfg, regs)},
      {"IdWidth", offsetof(struct vt_cfg, id_width)},
      {"Ports", offsetof(struct vt_cfg, ports)},
      {"CntWidth", offsetof(struct vt_cfg, cnt_width)},
      {"StackWidth", offsetof(struct vt_cfg, stack_width)},
      {"MemWidth", offsetof(struct vt_cfg, mem_width)},
      {"Granule", offsetof(struct vt_cfg, granule)},
      {"MemWords", offsetof(struct vt_cfg, mem_words)},
      {"Reads", offsetof(struct vt_cfg, reads)},
      {"Active", offsetof(struct vt_cfg, active)},
      {"Inactive", offsetof(struct vt_cfg, inactive)},
      {"LoadWidth", offsetof(struct vt_cfg, load_width)},
      {"Overlap", offsetof(struct vt_cfg, overlap)}}},
    {"vt_plug",
     init_vt_plug,
     {{"Slots", offsetof(struct residency_cfg, slots)},
      {"Frames", offsetof(struct residency_cfg, frames)},
      {"Warps", offsetof(struct residency_cfg, warps)},
      {"Ctas", offsetof(struct residency_cfg, ctas)},
      {"MaxWarps", offsetof(struct residency_cfg, max_warps)},
      {"Ports", offsetof(struct residency_cfg, ports)},
      {"Accesses", offsetof(struct residency_cfg, accesses)},
      {"StackBits", offsetof(struct residency_cfg, stack_bits)},
      {"RowBits", offsetof(struct residency_cfg, row_bits)},
      {"Rows", offsetof(struct residency_cfg, rows)},
      {"Own", offsetof(struct residency_cfg, own)},
      {"Lanes", offsetof(struct residency_cfg, lanes)}}},
    {"vt_scoreboard",
     init_vt_scoreboard,
     {{"Slots", offsetof(struct vt_scoreboard_cfg, slots)},
      {"Regs", offsetof(struct vt_scoreboard_cfg, regs)},
      {"Warps", offsetof(struct vt_scoreboard_cfg, warps)},
      {"Ports", offsetof(struct vt_scoreboard_cfg, ports)}}},
    {"vtc",
     init_vtc,
     {{"Frames", offsetof(struct vtc_cfg, frames)},
      {"Ctas", offsetof(struct vtc_cfg, ctas)},
      {"MaxWarps", offsetof(struct vtc_cfg, max_warps)},
      {"Overlap", offsetof(struct vtc_cfg, overlap)}}},
    {"warp_allocator",
     init_warp_allocator,
     {{"Entries", offsetof(struct warp_allocator_cfg, entries)}}},
    {"warp_id_map",
     init_warp_id_map,
     {{"Slots", offsetof(struct warp_id_map_cfg, slots)},
      {"Frames", offsetof(struct warp_id_map_cfg, frames)},
      {"Warps", offsetof(struct warp_id_map_cfg, warps)},
      {"Ctas", offsetof(struct warp_id_map_cfg, ctas)},
      {"Ports", offsetof(struct warp_id_map_cfg, ports)}}},
    {"warp_pool",
     init_warp_pool,
     {{"Entries", offsetof(struct warp_pool_cfg, entries)},
      {"Lanes", offsetof(struct warp_pool_cfg, lanes)},
      {"TidWidth", offsetof(struct warp_pool_cfg, tid_width)},
      {"PcWidth", offsetof(struct warp_pool_cfg, pc_width)}}},
    {"warp_scheduler",
     init_warp_scheduler,
     {{"Slots", offsetof(struct warp_scheduler_cfg, slots)},
      {"Policy", offsetof(struct warp_scheduler_cfg, policy)},
      {"Group", offsetof(struct warp_scheduler_cfg, group)}}},
    {"warp_spill",
     init_warp_spill,
     {{"Lanes", offsetof(struct warp_spill_cfg, lanes)},
      {"TidWidth", offsetof(struct warp_spill_cfg, tid_width)},
      {"PcWidth", offsetof(struct warp_spill_cfg, pc_width)},
      {"KeyWidth", offsetof(struct warp_spill_cfg, key_width)},
      {"Slots", offsetof(struct warp_spill_cfg, slots)},
      {"Reads", offsetof(struct warp_spill_cfg, reads)},
      {"AddrWidth", offsetof(struct warp_spill_cfg, addr_width)}}},
    {"warp_update",
     init_warp_update,
     {{"Lanes", offsetof(struct warp_update_cfg, lanes)},
      {"TidWidth", offsetof(struct warp_update_cfg, tid_width)},
      {"PcWidth", offsetof(struct warp_update_cfg, pc_width)}}},
    {"zorua",
     init_zorua,
     {{"Warps", offsetof(struct zorua_cfg, warps)},
      {"Slots", offsetof(struct zorua_cfg, slots)},
      {"Blocks", offsetof(struct zorua_cfg, blocks)},
      {"RegSets", offsetof(struct zorua_cfg, reg_sets)},
      {"RegPhys", offsetof(struct zorua_cfg, reg_phys)},
      {"ScratchSets", offsetof(struct zorua_cfg, scratch_sets)},
      {"ScratchPhys", offsetof(struct zorua_cfg, scratch_phys)},
      {"IdWidth", offsetof(struct zorua_cfg, id_width)},
      {"Ports", offsetof(struct zorua_cfg, ports)},
      {"ThreshWidth", offsetof(struct zorua_cfg, thresh_width)},
      {"EpochWidth", offsetof(struct zorua_cfg, epoch_width)},
      {"Columns", offsetof(struct zorua_cfg, columns)},
      {"CntWidth", offsetof(struct zorua_cfg, cnt_width)}}},
    {"zorua_plug",
     init_zorua_plug,
     {{"Slots", offsetof(struct residency_cfg, slots)},
      {"Warps", offsetof(struct residency_cfg, warps)},
      {"Ctas", offsetof(struct residency_cfg, ctas)},
      {"Lanes", offsetof(struct residency_cfg, lanes)},
      {"Ports", offsetof(struct residency_cfg, ports)},
      {"Banks", offsetof(struct residency_cfg, banks)},
      {"Sets", offsetof(struct residency_cfg, sets)},
      {"Accesses", offsetof(struct residency_cfg, accesses)},
      {"StackBits", offsetof(struct residency_cfg, stack_bits)},
      {"RowBits", offsetof(struct residency_cfg, row_bits)},
      {"Rows", offsetof(struct residency_cfg, rows)},
      {"RestWidth", RTL_ALONE}}},
};

static void set(const struct parameter *p, void *cfg, const char *text)
{
    const char *equals = strchr(text, '=');
    while (equals != NULL && p->name != NULL &&
           (strlen(p->name) != (size_t)(equals - text) ||
            strncmp(p->name, text, (size_t)(equals - text)) != 0)) {
        p++;
    }
    if (equals == NULL || p->name == NULL) {
        fprintf(stderr, "ERROR sizes: no such parameter: %s\n", text);
        exit(2);
    }
    const uint32_t value = (uint32_t)strtol(equals + 1, NULL, 0);
    if (p->offset != RTL_ALONE) memcpy((char *)cfg + p->offset, &value, sizeof value);
}

int main(int argc, char **argv)
{
    const char *block = argc > 1 ? argv[1] : "";
    for (size_t m = 0; m < sizeof models / sizeof models[0]; m++) {
        if (strcmp(block, models[m].name) != 0) continue;
        uint32_t cfg[32] = {0};
        for (int i = 2; i < argc; i++) set(models[m].parameters, cfg, argv[i]);
        const char *wrong = models[m].init(cfg);
        if (wrong == NULL) return 0;
        fprintf(stderr, "ERROR %s: %s\n", block, wrong);
        return 1;
    }
    fprintf(stderr, "ERROR sizes: no such block: %s\n", block);
    return 2;
}
