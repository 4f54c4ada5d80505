#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Sizes that make no sense are refused, with a sentence, by the RTL in Verilator and in Icarus and
# by the golden model. Each line below is a block, the parameters that differ from its configuration
# `small`, how the RTL's sentence begins, and the model's where it is another one.
#
# own: a width of nothing. Simulators reject such RTL before they would run it, each in its own
# words (or with an internal error); it is enough then that they do reject it.
# KeyWidth=0 beside another one keeps Verilator 5.006 from working on the module for ever.
set -u
dir=build/test/sizes
rm -rf "$dir"
mkdir -p "$dir"

cat >"$dir/table" <<'END_OF_TABLE'
pc_warp_lut|Entries=5|Ways must divide Entries||
pc_warp_lut|Entries=4 Ways=8|Ways must divide Entries||own
pc_warp_lut|Entries=6|Entries / Ways must be a power of two||
pc_warp_lut|Entries=0|Entries and Ways must be at least 1|Entries must be at least 1|own
pc_warp_lut|Ways=0|Entries and Ways must be at least 1|Ways must be at least 1|own
pc_warp_lut|Lanes=0|Lanes must be 1 to 64||own
pc_warp_lut|Lanes=65|Lanes must be 1 to 64||
pc_warp_lut|PcWidth=0|PcWidth must be 1 to 32||
pc_warp_lut|PcWidth=33|PcWidth must be 1 to 32||
pc_warp_lut|PoolEntries=1|PoolEntries must be 2 to 65536||own
pc_warp_lut|PoolEntries=65537|PoolEntries must be 2 to 65536||
pc_warp_lut|PcShift=3|the PC bits that select the set must lie within PcWidth|PcShift + log2(|
pc_warp_lut|PcShift=-1|the PC bits that select the set must lie within PcWidth|PcShift + log2(|
pc_warp_lut|Forward=2|Forward must be 0 or 1||
max_heap|Entries=1|Entries must be 2 to 1024||own
max_heap|Entries=1025|Entries must be 2 to 1024||
max_heap|PcWidth=0|PcWidth must be 1 to 32||own
max_heap|PcWidth=33|PcWidth must be 1 to 32||
max_heap|CntWidth=0|CntWidth must be 1 to 16||own
max_heap|CntWidth=17|CntWidth must be 1 to 16||
max_heap|CntWidth=1|CntWidth must hold the count of Lanes|clog2(Lanes + 1) must be|
max_heap|WidWidth=0|WidWidth must be 1 to 16||own
max_heap|WidWidth=17|WidWidth must be 1 to 16||
max_heap|LutWidth=0|LutWidth must be 1 to 16||own
max_heap|LutWidth=17|LutWidth must be 1 to 16||
max_heap|Lanes=0|Lanes must be 1 to 65535||own
max_heap|Lanes=65536|Lanes must be 1 to 65535||
max_heap|QueueDepth=1|QueueDepth must be 2 to 64||
max_heap|QueueDepth=65|QueueDepth must be 2 to 64||
max_heap|Ports=0|Ports must be 1 or 2||
max_heap|Ports=3|Ports must be 1 or 2||
max_heap|Order=-1|Order must be 0 to 3||
max_heap|Order=4|Order must be 0 to 3||
max_heap|Ageing=-1|Ageing must be 0 or 1||
max_heap|Ageing=2|Ageing must be 0 or 1||
max_tree|Entries=1|Entries must be 2 to 1024||own
max_tree|Entries=1025|Entries must be 2 to 1024||
max_tree|PcWidth=0|PcWidth must be 1 to 32||own
max_tree|PcWidth=33|PcWidth must be 1 to 32||
max_tree|CntWidth=0|CntWidth must be 1 to 16||own
max_tree|CntWidth=17|CntWidth must be 1 to 16||
max_tree|CntWidth=1|CntWidth must hold the count of Lanes|clog2(Lanes + 1) must be|
max_tree|WidWidth=0|WidWidth must be 1 to 16||own
max_tree|WidWidth=17|WidWidth must be 1 to 16||
max_tree|LutWidth=0|LutWidth must be 1 to 16||own
max_tree|LutWidth=17|LutWidth must be 1 to 16||
max_tree|Lanes=0|Lanes must be 1 to 65535||own
max_tree|Lanes=65536|Lanes must be 1 to 65535||
max_tree|QueueDepth=1|QueueDepth must be 2 to 64||
max_tree|QueueDepth=65|QueueDepth must be 2 to 64||
max_tree|Order=-1|Order must be 0 to 3||
max_tree|Order=4|Order must be 0 to 3||
max_tree|Ageing=-1|Ageing must be 0 or 1||
max_tree|Ageing=2|Ageing must be 0 or 1||
mheap_lut|Entries=1|Entries must be at least 2, Ways at least 1|Entries must be at least 2|own
mheap_lut|Entries=16|LutWidth must number all Entries|Entries must be at most 2^LutWidth|
mheap_lut|Entries=4096 LutWidth=11|LutWidth must number all Entries|Entries must be at most 2048|
mheap_lut|Ways=0|Entries must be at least 2, Ways at least 1|Ways must be at least 1|own
mheap_lut|Ways=3|Ways must divide Entries||
mheap_lut|Entries=6|Entries / Ways must be a power of two||
mheap_lut|PcWidth=0|PcWidth must be 1 to 32||own
mheap_lut|PcWidth=33|PcWidth must be 1 to 32||
mheap_lut|HeapEntries=1|HeapEntries must be 2 to 1024||own
mheap_lut|HeapEntries=1025|HeapEntries must be 2 to 1024||
mheap_lut|LutWidth=0|LutWidth must be 1 to 16||own
mheap_lut|LutWidth=17|LutWidth must be 1 to 16||
mheap_lut|PcShift=3|the PC bits that select the set must lie within PcWidth|PcShift + log2(|
mheap_lut|PcShift=-1|the PC bits that select the set must lie within PcWidth|PcShift + log2(|
warp_update|Lanes=0|Lanes must be 1 to 64||own
warp_update|Lanes=65|Lanes must be 1 to 64||
warp_update|TidWidth=0|TidWidth must be 1 to 16||own
warp_update|TidWidth=17|TidWidth must be 1 to 16||
warp_update|PcWidth=0|PcWidth must be 1 to 32||own
warp_update|PcWidth=33|PcWidth must be 1 to 32||
warp_allocator|Entries=1|Entries must be 2 to 65536|Entries must be at least 2|own
warp_allocator|Entries=65537|Entries must be 2 to 65536|Entries must be at most 2048 in the model|
warp_pool|Entries=1|Entries must be 2 to 65536|Entries must be at least 2|own
warp_pool|Entries=65537|Entries must be 2 to 65536|Entries must be at most 2048 in the model|
warp_pool|Lanes=0|Lanes must be 1 to 64||own
warp_pool|Lanes=65|Lanes must be 1 to 64||
warp_pool|TidWidth=0|TidWidth must be 1 to 16||own
warp_pool|TidWidth=17|TidWidth must be 1 to 16||
warp_pool|PcWidth=0|PcWidth must be 1 to 32||own
warp_pool|PcWidth=33|PcWidth must be 1 to 32||
time_scheduler|Entries=1|Entries must be 2 to 65536|Entries must be at least 2|own
time_scheduler|Entries=65537 WidWidth=16|Entries must be 2 to 65536|Entries must be at most 2048 in the model|
time_scheduler|Entries=9|WidWidth must number all Entries|Entries must be at most 2^WidWidth|
time_scheduler|WidWidth=0|WidWidth must be 1 to 16||own
time_scheduler|WidWidth=17|WidWidth must be 1 to 16||
pdom_priority|Lanes=0|Lanes must be 1 to 64||own
pdom_priority|Lanes=65 TidWidth=8|Lanes must be 1 to 64||
pdom_priority|TidWidth=1|TidWidth must be clog2(Lanes) + 1 to 16|TidWidth must be clog2(Lanes)+1 to 16|own
pdom_priority|TidWidth=17|TidWidth must be clog2(Lanes) + 1 to 16|TidWidth must be clog2(Lanes)+1 to 16|
pdom_priority|PrioWidth=0|PrioWidth must be 1 to 16||own
pdom_priority|PrioWidth=17|PrioWidth must be 1 to 16||
warp_spill|Lanes=0 KeyWidth=0|Lanes must be 1 to 64||own
warp_spill|Lanes=65 AddrWidth=16|Lanes must be 1 to 64||
warp_spill|TidWidth=0 KeyWidth=0|TidWidth must be 1 to 16||own
warp_spill|TidWidth=17 AddrWidth=16|TidWidth must be 1 to 16||
warp_spill|PcWidth=0 KeyWidth=0|PcWidth must be 1 to 32||own
warp_spill|PcWidth=33 AddrWidth=16|PcWidth must be 1 to 32||
warp_spill|KeyWidth=0|KeyWidth must be 1 to 16||own
warp_spill|KeyWidth=17 AddrWidth=16|KeyWidth must be 1 to 16||
warp_spill|Slots=1|Slots must be a power of two, 2 to 65536||own
warp_spill|Slots=6|Slots must be a power of two, 2 to 65536||
warp_spill|Slots=131072 AddrWidth=32|Slots must be a power of two, 2 to 65536||
warp_spill|Reads=0|Reads must be 1 to 16||own
warp_spill|Reads=17|Reads must be 1 to 16||
warp_spill|AddrWidth=2|AddrWidth must address all Slots, and be at most 64|AddrWidth must be clog2(|own
warp_spill|AddrWidth=65|AddrWidth must address all Slots, and be at most 64|AddrWidth must be clog2(|
majority_scheduler|Lanes=0|Lanes must be 1 to 65535||own
majority_scheduler|Lanes=65536 CntWidth=16|Lanes must be 1 to 65535||
majority_scheduler|HeapPorts=0|HeapPorts must be 1 or 2||
majority_scheduler|HeapPorts=3|HeapPorts must be 1 or 2||
majority_scheduler|HeapPorts=3 Tree=1|HeapPorts must be 1 or 2||
majority_scheduler|Tree=-1|Tree must be 0 or 1||
majority_scheduler|Tree=2|Tree must be 0 or 1||
majority_scheduler|Order=-1|Order must be 0 to 3||
majority_scheduler|Order=4|Order must be 0 to 3||
majority_scheduler|AgeLimit=-1|AgeLimit must be 0 to 65535|AgeLimit must be at most 65535|own
majority_scheduler|AgeLimit=65536|AgeLimit must be 0 to 65535|AgeLimit must be at most 65535|
dwf|Lanes=0|Lanes must be 1 to 64||own
dwf|Lanes=65 TidWidth=8 CntWidth=9|Lanes must be 1 to 64||
dwf|TidWidth=1|TidWidth must be clog2(Lanes) + 1 to 16|TidWidth must be clog2(Lanes)+1 to 16|own
dwf|TidWidth=17|TidWidth must be clog2(Lanes) + 1 to 16|TidWidth must be clog2(Lanes)+1 to 16|
dwf|TidWidth=15 Policy=3|Policy 3 needs two of the 16 bits of a lane|TidWidth must be clog2(Lanes)+1 to 16, with|
dwf|PoolEntries=1|PoolEntries must be 2 to 2048||own
dwf|PoolEntries=2049 WidWidth=12|PoolEntries must be 2 to 2048||
dwf|PoolEntries=9|WidWidth must hold an index of the pool|PoolEntries must be at most 2^WidWidth|
dwf|CntWidth=1|CntWidth must hold the count of Lanes|clog2(Lanes + 1) must be|
dwf|CntWidth=1 Policy=4|CntWidth must hold the count of Lanes|clog2(Lanes + 1) must be|
dwf|CntWidth=17 Policy=4|CntWidth must be 1 to 16||
dwf|Policy=-1|Policy must be 0 to 4||
dwf|Policy=5|Policy must be 0 to 4||
dwf|Swizzle=-1|Swizzle must be 0 or 1||
dwf|Swizzle=2|Swizzle must be 0 or 1||
dwf|Spill=-1|Spill must be 0 or 1||
dwf|Spill=2|Spill must be 0 or 1||
vt_scoreboard|Slots=1|Slots must be 2 to 64||own
vt_scoreboard|Slots=65|Slots must be 2 to 64||
vt_scoreboard|Regs=1|Regs must be 2 to 64||own
vt_scoreboard|Regs=65|Regs must be 2 to 64||
vt_scoreboard|Warps=1|Warps must be 2 to 1024||own
vt_scoreboard|Warps=1025|Warps must be 2 to 1024||
vt_scoreboard|Ports=0|Ports must be 1 to 4||own
vt_scoreboard|Ports=5|Ports must be 1 to 4||
block_frames|Slots=1 MaxWarps=1|Slots must be 2 to 64||own
block_frames|Slots=65|Slots must be 2 to 64||
block_frames|Frames=0|Frames must be 1 to 16||own
block_frames|Frames=17|Frames must be 1 to 16||
block_frames|MaxWarps=0|MaxWarps must be 1 to Slots||own
block_frames|Slots=4 MaxWarps=5|MaxWarps must be 1 to Slots||
block_frames|IdWidth=0|IdWidth must be 1 to 128||own
block_frames|IdWidth=129|IdWidth must be 1 to 128||
block_frames|Ports=0|Ports must be 1 to 4||own
block_frames|Ports=5|Ports must be 1 to 4||
coordinator|Warps=1 Slots=2|Warps must be 2 to 64||own
coordinator|Warps=65|Warps must be 2 to 64||
coordinator|Slots=1|Slots must be 2 to Warps|Slots must be 2 to 64|own
coordinator|Slots=5|Slots must be 2 to Warps|Slots must be at most Warps|
coordinator|Blocks=1|Blocks must be 2 to 16||own
coordinator|Blocks=17|Blocks must be 2 to 16||
coordinator|RegSets=0|RegSets must be 1 to 64||own
coordinator|RegSets=65 RegPhys=128|RegSets must be 1 to 64||
coordinator|RegPhys=1|RegPhys must be 2 to 1024||own
coordinator|RegPhys=1025|RegPhys must be 2 to 1024||
coordinator|RegSets=5|RegSets must be at most RegPhys||
coordinator|ScratchSets=0|ScratchSets must be 1 to 64||own
coordinator|ScratchSets=65 ScratchPhys=128|ScratchSets must be 1 to 64||
coordinator|ScratchPhys=1|ScratchPhys must be 2 to 1024||own
coordinator|ScratchPhys=1025|ScratchPhys must be 2 to 1024||
coordinator|ScratchSets=4|ScratchSets must be at most ScratchPhys||
coordinator|IdWidth=0|IdWidth must be 1 to 128||own
coordinator|IdWidth=129|IdWidth must be 1 to 128||
coordinator|Ports=0|Ports must be 1 to 4||own
coordinator|Ports=5|Ports must be 1 to 4||
coordinator|ThreshWidth=0|ThreshWidth must be 1 to 16||own
coordinator|ThreshWidth=17|ThreshWidth must be 1 to 16||
cta_status_table|Ctas=1|Ctas must be 2 to 64||own
cta_status_table|Ctas=65|Ctas must be 2 to 64||
cta_status_table|CntWidth=1|CntWidth must be 2 to 16||
cta_status_table|CntWidth=17|CntWidth must be 2 to 16||
cta_status_table|Ports=0|Ports must be 1 to 4||own
cta_status_table|Ports=5|Ports must be 1 to 4||
warp_id_map|Slots=1|Slots must be 2 to 64||own
warp_id_map|Slots=65|Slots must be 2 to 64||
warp_id_map|Frames=0|Frames must be 1 to 16||own
warp_id_map|Frames=17|Frames must be 1 to 16||
warp_id_map|Warps=1|Warps must be 2 to 1024||own
warp_id_map|Warps=1025|Warps must be 2 to 1024||
warp_id_map|Ctas=1|Ctas must be 2 to 64||own
warp_id_map|Ctas=65|Ctas must be 2 to 64||
warp_id_map|Ports=0|Ports must be 1 to 12||own
warp_id_map|Ports=13|Ports must be 1 to 12||
vtc|Frames=0|Frames must be 1 to 16||own
vtc|Frames=17|Frames must be 1 to 16||
vtc|Ctas=1|Ctas must be 2 to 64||own
vtc|Ctas=65|Ctas must be 2 to 64||
vtc|MaxWarps=0|MaxWarps must be 1 to 64||own
vtc|MaxWarps=65|MaxWarps must be 1 to 64||
vtc|Overlap=-1|Overlap must be 0 or 1||
vtc|Overlap=2|Overlap must be 0 or 1||
load_queues|Active=0|Active must be 1 to 64||own
load_queues|Active=65|Active must be 1 to 64||
load_queues|Inactive=0|Inactive must be 1 to 64||own
load_queues|Inactive=65|Inactive must be 1 to 64||
load_queues|DataWidth=0|DataWidth must be 1 to 512||own
load_queues|DataWidth=513|DataWidth must be 1 to 512||
load_queues|Warps=1|Warps must be 2 to 1024||own
load_queues|Warps=1025|Warps must be 2 to 1024||
context_handler|Slots=1 MaxWarps=1|Slots must be 2 to 64||own
context_handler|Slots=65|Slots must be 2 to 64||
context_handler|MaxWarps=0|MaxWarps must be 1 to Slots||own
context_handler|MaxWarps=5|MaxWarps must be 1 to Slots||
context_handler|Ctas=1|Ctas must be 2 to 64||own
context_handler|Ctas=65|Ctas must be 2 to 64||
context_handler|HeadWidth=0|HeadWidth must be 1 to 256, and at most MemWidth|HeadWidth must be 1 to 256|own
context_handler|HeadWidth=257 StackWidth=128 MemWidth=384 Granule=128|HeadWidth must be 1 to 256||
context_handler|HeadWidth=5|HeadWidth must be 1 to 256, and at most MemWidth|MemWidth must be HeadWidth to 2048|own
context_handler|StackWidth=0|StackWidth must be 1 to 2560||own
context_handler|StackWidth=2688 MemWidth=128 Granule=128|StackWidth must be 1 to 2560||
context_handler|StackWidth=128 MemWidth=2176 Granule=128|MemWidth must be at most|MemWidth must be HeadWidth|
context_handler|Granule=0|Granule must be 1 to 512||own
context_handler|Granule=513 StackWidth=513 MemWidth=513|Granule must be 1 to 512||
context_handler|Granule=4|Granule must be 1 to 512|Granule must divide StackWidth|own
context_handler|StackWidth=64|StackWidth and MemWidth must be at most 31 granules each||
context_handler|MemWords=1|MemWords must be 2 to 65536||own
context_handler|MemWords=65537|MemWords must be 2 to 65536||
context_handler|Reads=0|Reads must be 1 to 4||own
context_handler|Reads=5|Reads must be 1 to 4||
mapping_table|Rows=1|Rows must be 2 to 256||own
mapping_table|Rows=257|Rows must be 2 to 256||
mapping_table|Sets=0|Sets must be 1 to 64||own
mapping_table|Sets=65|Sets must be 1 to 64||
mapping_table|Phys=1|Phys must be 2 to 1024||own
mapping_table|Phys=1025|Phys must be 2 to 1024||
mapping_table|Ports=0|Ports must be 1 to 4||own
mapping_table|Ports=5|Ports must be 1 to 4||
spill_selector|Phys=1|Phys must be 2 to 1024||own
spill_selector|Phys=1025|Phys must be 2 to 1024||
spill_selector|Columns=0|Columns must be 1 to 64||own
spill_selector|Columns=65|Columns must be 1 to 64||
spill_selector|Rows=1|Rows must be 2 to 256||own
spill_selector|Rows=257|Rows must be 2 to 256||
spill_selector|Sets=0|Sets must be 1 to 64||own
spill_selector|Sets=65|Sets must be 1 to 64||
spill_selector|CntWidth=0|CntWidth must be 1 to 8||own
spill_selector|CntWidth=9|CntWidth must be 1 to 8||
spill_selector|Ports=0|Ports must be 1 to 4||own
spill_selector|Ports=5|Ports must be 1 to 4||
oversubscription|Resources=0|Resources must be 1 to 8||own
oversubscription|Resources=9|Resources must be 1 to 8||
oversubscription|ThreshWidth=0|ThreshWidth must be 1 to 16||own
oversubscription|ThreshWidth=17|ThreshWidth must be 1 to 16||
oversubscription|EpochWidth=1|EpochWidth must be 2 to 24||
oversubscription|EpochWidth=25|EpochWidth must be 2 to 24||
phase_specifier|RegSet=0|RegSet must be a power of two, 1 to 64||own
phase_specifier|RegSet=3|RegSet must be a power of two, 1 to 64||
phase_specifier|RegSet=128|RegSet must be a power of two, 1 to 64||
phase_specifier|ScratchSet=8|ScratchSet must be a power of two, 16 to 65536||
phase_specifier|ScratchSet=100|ScratchSet must be a power of two, 16 to 65536||
phase_specifier|ScratchSet=131072|ScratchSet must be a power of two, 16 to 65536||
static_residency|Slots=1 MaxWarps=1|Slots must be 2 to 64||own
static_residency|Slots=65|Slots must be 2 to 64||
static_residency|Frames=0|Frames must be 1 to 16||own
static_residency|Frames=17|Frames must be 1 to 16||
static_residency|MaxWarps=0|MaxWarps must be 1 to Slots||own
static_residency|MaxWarps=7|MaxWarps must be 1 to Slots||
static_residency|IdWidth=0|IdWidth must be 1 to 128||own
static_residency|IdWidth=129|IdWidth must be 1 to 128||
static_residency|Ports=0|Ports must be 1 to 4||own
static_residency|Ports=5|Ports must be 1 to 4||
vt|Slots=65|Slots must be 2 to 64||
vt|Frames=17|Frames must be 1 to 16||
vt|MaxWarps=7|MaxWarps must be 1 to Slots||own
vt|IdWidth=0|IdWidth must be 1 to 128||own
vt|Ports=0|Ports must be 1 to 4||own
vt|Ports=5|Ports must be 1 to 4||own
vt|Warps=1025|Warps must be 2 to 1024||own
vt|Ctas=65|Ctas must be 2 to 64||own
vt|Regs=65 CntWidth=8|Regs must be 2 to 64||
vt|Reads=0|Reads must be 1 to 4||own
vt|Reads=5|Reads must be 1 to 4||
vt|Active=65|Active must be 1 to 64||
vt|Inactive=65|Inactive must be 1 to 64||
vt|LoadWidth=513|LoadWidth must be 1 to 512||
vt|Overlap=2|Overlap must be 0 or 1||
vt|MemWidth=24|Overlap must be 0 when MemWidth is above StackWidth|Overlap must be 0 if MemWidth is above StackWidth|
vt|CntWidth=3|CntWidth must hold MaxWarps * Regs|CntWidth must hold the count of MaxWarps * Regs|
vt_plug|Ports=0|Ports must be 1 to 3||own
vt_plug|Ports=4|Ports must be 1 to 3||own
vt_plug|Slots=66|Slots must be a multiple of Ports, 2 Ports to 64|Slots must be 2 to 64|own
vt_plug|Warps=31|Warps must be Slots to 256||own
vt_plug|Warps=257|Warps must be Slots to 256||
vt_plug|MaxWarps=33|MaxWarps must be 1 to Slots||own
vt_plug|Slots=64 MaxWarps=64|MaxWarps must be 1 to Slots, 63 at most|CntWidth must hold the count of MaxWarps * Regs|own
vt_plug|StackBits=0|StackBits must be 1 to 2560|StackWidth must be 1 to 2560|own
vt_plug|StackBits=2561|StackBits must be 1 to 2560|StackWidth must be 1 to 2560|own
vt_plug|RowBits=64|RowBits must be at least the head's|RowBits must hold the head of a context|own
zorua_plug|Accesses=65|Accesses must be 2 to 64|Accesses must be at most 64|own
zorua_plug|Ports=4|Ports must be 1 to 3||own
zorua_plug|Slots=66|Slots must be a multiple of Ports, 2 Ports to 64|Slots must be 2 to 64|own
zorua_plug|Warps=7|Warps must be Slots to 64|Slots must be at most Warps|own
zorua_plug|Warps=65|Warps must be Slots to 64|Warps must be 2 to 64|own
zorua_plug|Ctas=17|Ctas must be 2 to 16|Blocks must be 2 to 16|own
zorua_plug|Banks=16|Banks must be 1, 2, 4 or 8||own
zorua_plug|Sets=9|Sets leaves no rows beside those of the parks|RegPhys must be 2 to|own
zorua_plug|Rows=64|shared memory must be at least 2,048 bytes|ScratchPhys must be 2 to|own
zorua|Warps=1 Slots=2|Warps must be 2 to 64||own
zorua|Warps=65|Warps must be 2 to 64||
zorua|Slots=1|Slots must be 2 to 64||own
zorua|Slots=65|Slots must be 2 to 64||
zorua|Slots=5|Slots must be at most Warps||
zorua|Blocks=1|Blocks must be 2 to 16||own
zorua|Blocks=17|Blocks must be 2 to 16||
zorua|RegSets=0|RegSets must be 1 to 64||own
zorua|RegSets=65 RegPhys=128|RegSets must be 1 to 64||
zorua|RegPhys=1|RegPhys must be 2 to 1024||own
zorua|RegPhys=1025|RegPhys must be 2 to 1024||
zorua|RegSets=5|RegSets must be at most RegPhys||
zorua|ScratchSets=0|ScratchSets must be 1 to 64||own
zorua|ScratchSets=65 ScratchPhys=128|ScratchSets must be 1 to 64||
zorua|ScratchPhys=1|ScratchPhys must be 2 to 1024||own
zorua|ScratchPhys=1025|ScratchPhys must be 2 to 1024||
zorua|ScratchSets=4|ScratchSets must be at most ScratchPhys||
zorua|IdWidth=0|IdWidth must be 1 to 128||own
zorua|IdWidth=129|IdWidth must be 1 to 128||
zorua|Ports=0|Ports must be 1 to 4||own
zorua|Ports=5|Ports must be 1 to 4||
zorua|ThreshWidth=0|ThreshWidth must be 1 to 16||own
zorua|ThreshWidth=17|ThreshWidth must be 1 to 16||
zorua|EpochWidth=1|EpochWidth must be 2 to 24||
zorua|EpochWidth=25|EpochWidth must be 2 to 24||
zorua|Columns=0|Columns must be 1 to 64||own
zorua|Columns=65|Columns must be 1 to 64||
zorua|CntWidth=0|CntWidth must be 1 to 8||own
zorua|CntWidth=9|CntWidth must be 1 to 8||
simt_stack|Slots=1|Slots must be 2 to 64||own
simt_stack|Slots=65|Slots must be 2 to 64||
simt_stack|Lanes=0|Lanes must be 1 to 64||own
simt_stack|Lanes=65|Lanes must be 1 to 64||
simt_stack|PcWidth=1|PcWidth must be 2 to 64||
simt_stack|PcWidth=65|PcWidth must be 2 to 64||
simt_stack|FrameWidth=0|FrameWidth must be 1 to 8||own
simt_stack|FrameWidth=9|FrameWidth must be 1 to 8||
simt_stack|Depth=2|Depth must be 4, 8 or 16||
simt_stack|Depth=6|Depth must be 4, 8 or 16||
simt_stack|Levels=3|Levels must be Depth to 128||
simt_stack|Levels=129|Levels must be Depth to 128||
simt_stack|Ports=0|Ports must be 1 to 4||own
simt_stack|Ports=5|Ports must be 1 to 4||
warp_scheduler|Slots=1 Group=1|Slots must be 2 to 64||own
warp_scheduler|Slots=65|Slots must be 2 to 64||
warp_scheduler|Policy=-1|Policy must be 0 to 2||
warp_scheduler|Policy=3|Policy must be 0 to 2||
warp_scheduler|Group=0|Group must be 1 to Slots||own
warp_scheduler|Group=6|Group must be 1 to Slots||
coalescer|Lanes=0|Lanes must be 1 to 64||own
coalescer|Lanes=65|Lanes must be 1 to 64||
coalescer|AddrWidth=3|AddrWidth must be 4 to 64||own
coalescer|AddrWidth=65|AddrWidth must be 4 to 64||
coalescer|LineBytes=2|LineBytes must be a power of two, 4 to 256||own
coalescer|LineBytes=12|LineBytes must be a power of two, 4 to 256||
coalescer|LineBytes=512 AddrWidth=12|LineBytes must be a power of two, 4 to 256||
coalescer|LineBytes=64|AddrWidth must be above log2(LineBytes)||own
coalescer|TagWidth=0|TagWidth must be 1 to 64||own
coalescer|TagWidth=65|TagWidth must be 1 to 64||
lane|DivBits=0|DivBits must be 1, 2 or 4||
lane|DivBits=3|DivBits must be 1, 2 or 4||
lane|DivBits=8|DivBits must be 1, 2 or 4||
scoreboard|Slots=1|Slots must be 2 to 64||own
scoreboard|Slots=65|Slots must be 2 to 64||
scoreboard|Regs=1|Regs must be 2 to 64||own
scoreboard|Regs=65|Regs must be 2 to 64||
scoreboard|Ports=0|Ports must be 1 to 4||own
scoreboard|Ports=5|Ports must be 1 to 4||
scoreboard|Writers=0|Writers must be 1 to 8||own
scoreboard|Writers=9|Writers must be 1 to 8||
set_lookup|Slots=1|Slots must be 2 to 64||own
set_lookup|Slots=65|Slots must be 2 to 64||
set_lookup|Warps=1|Warps must be 2 to 64||own
set_lookup|Warps=65|Warps must be 2 to 64||
set_lookup|Lanes=0|Lanes must be 1 to 64||own
set_lookup|Lanes=65|Lanes must be 1 to 64||
set_lookup|Ports=0|Ports must be 1 to 3||own
set_lookup|Ports=4|Ports must be 1 to 3||
set_lookup|Banks=3|Banks must be 1, 2, 4 or 8||
set_lookup|Banks=16|Banks must be 1, 2, 4 or 8||
set_lookup|Places=3|Places must be 2, 4 or 8||
set_lookup|Places=16|Places must be 2, 4 or 8||
set_lookup|Parks=0|Parks must be 1 to 16||own
set_lookup|Parks=17|Parks must be 1 to 16||
set_lookup|RegPhys=1|RegPhys must be 2 to 4096||own
set_lookup|RegPhys=4097|RegPhys must be 2 to 4096||
set_lookup|RestWidth=0|RestWidth must be 1 to 640||own
set_lookup|RestWidth=641|RestWidth must be 1 to 640||
scratch_lookup|Lanes=0|Lanes must be 1 to 64||own
scratch_lookup|Lanes=65|Lanes must be 1 to 64||
scratch_lookup|Blocks=1|Blocks must be 2 to 16||own
scratch_lookup|Blocks=17|Blocks must be 2 to 16||
scratch_lookup|ScratchSets=0|ScratchSets must be 1 to 64||own
scratch_lookup|ScratchSets=65 ScratchPhys=128|ScratchSets must be 1 to 64||
scratch_lookup|ScratchPhys=1 ScratchSets=1|ScratchPhys must be 2 to 1024||own
scratch_lookup|ScratchPhys=1025|ScratchPhys must be 2 to 1024||
scratch_lookup|ScratchSets=3|ScratchSets must be at most ScratchPhys||
swapper|Slots=1|Slots must be 2 to 64||own
swapper|Slots=65|Slots must be 2 to 64||
swapper|Lanes=0|Lanes must be 1 to 64||own
swapper|Lanes=65|Lanes must be 1 to 64||
swapper|Banks=3|Banks must be 1, 2, 4 or 8||
swapper|Banks=16|Banks must be 1, 2, 4 or 8||
swapper|RegPhys=1|RegPhys must be 2 to 4096||own
swapper|RegPhys=4097|RegPhys must be 2 to 4096||
swapper|Parks=0|Parks must be 1 to 16||own
swapper|Parks=17|Parks must be 1 to 16||
swapper|Warps=1|Warps must be 2 to 64||own
swapper|Warps=65|Warps must be 2 to 64||
swapper|Blocks=1|Blocks must be 2 to 16||own
swapper|Blocks=17|Blocks must be 2 to 16||
swapper|ScratchSets=0|ScratchSets must be 1 to 64||own
swapper|ScratchSets=65 ScratchPhys=128 Rows=16384|ScratchSets must be 1 to 64||
swapper|ScratchPhys=1 ScratchSets=1|ScratchPhys must be 2 to 1024||own
swapper|ScratchPhys=1025 Rows=131200|ScratchPhys must be 2 to 1024||
swapper|ScratchSets=3|ScratchSets must be at most ScratchPhys||
swapper|RowBits=16|RowBits must be a power of two, 32 to 32 * Lanes||own
swapper|RowBits=96|RowBits must be a power of two, 32 to 32 * Lanes||own
swapper|RowBits=256|RowBits must be a power of two, 32 to 32 * Lanes||own
swapper|Rows=255|Rows must hold ScratchPhys sets||
swapper|StackBits=0|StackBits must be 1 to 3424||own
swapper|StackBits=3425|StackBits must be 1 to 3424||
swapper|Restores=0|Restores must be 1 to 8||own
swapper|Restores=9|Restores must be 1 to 8||
instruction_buffer|Slots=1|Slots must be 2 to 64||own
instruction_buffer|Slots=65|Slots must be 2 to 64||
instruction_buffer|Ports=0|Ports must be 1 to 4||own
instruction_buffer|Ports=5 Slots=8|Ports must be 1 to 4||
instruction_buffer|Ports=3 Slots=2|Ports must be 1 to 4, at most Slots||
instruction_buffer|Entries=0|Entries must be 1, 2 or 4||own
instruction_buffer|Entries=3|Entries must be 1, 2 or 4||
instruction_buffer|Entries=8|Entries must be 1, 2 or 4||
instruction_buffer|WordWidth=0|WordWidth must be 1 to 128||own
instruction_buffer|WordWidth=129|WordWidth must be 1 to 128||
barrier_unit|Slots=1|Slots must be 2 to 64||own
barrier_unit|Slots=65|Slots must be 2 to 64||
barrier_unit|Lanes=0|Lanes must be 1 to 64||own
barrier_unit|Lanes=65|Lanes must be 1 to 64||
barrier_unit|PcWidth=0|PcWidth must be 1 to 64||own
barrier_unit|PcWidth=65|PcWidth must be 1 to 64||
barrier_unit|Leaves=2|Leaves must be 0 or 1||
register_file|Lanes=0|Lanes must be 1 to 64||own
register_file|Lanes=65|Lanes must be 1 to 64||
register_file|Banks=0|Banks must be 1, 2, 4 or 8||own
register_file|Banks=3|Banks must be 1, 2, 4 or 8||
register_file|Banks=16|Banks must be 1, 2, 4 or 8||
register_file|Sets=1|Sets must be 2 to 4096||
register_file|Sets=4097|Sets must be 2 to 4096||
register_file|Ports=0|Ports must be 1 to 4||own
register_file|Ports=5|Ports must be 1 to 4||
register_file|Writers=0|Writers must be 1 to 8||own
register_file|Writers=9|Writers must be 1 to 8||
register_file|Own=2|Own must be 0 or 1||
cta_launcher|Blocks=0|Blocks must be 1 to 64||
cta_launcher|Blocks=65 Ctas=65|Blocks must be 1 to 64||
cta_launcher|Slots=0|Slots must be 1 to 64||
cta_launcher|Slots=65 Ids=65|Slots must be 1 to 64||
cta_launcher|Threads=0|Threads must be 1 to 4096||
cta_launcher|Threads=4097|Threads must be 1 to 4096||
cta_launcher|Rows=0|Rows must be 1 to 8192||
cta_launcher|Rows=8193|Rows must be 1 to 8192||
cta_launcher|Bytes=0|Bytes must be 1 to 262144||
cta_launcher|Bytes=262145|Bytes must be 1 to 262144||
cta_launcher|Ctas=1|Ctas must be Blocks to 64||
cta_launcher|Ctas=65|Ctas must be Blocks to 64||
cta_launcher|Ids=2|Ids must be Slots to 512||
cta_launcher|Ids=513|Ids must be Slots to 512||
thread_ids|Lanes=0|Lanes must be 1 to 64||own
thread_ids|Lanes=65|Lanes must be 1 to 64||
thread_ids|MaxWarps=0|MaxWarps must be 1 to 64||own
thread_ids|MaxWarps=65|MaxWarps must be 1 to 64||
thread_ids|Ports=0|Ports must be 1 to 4||own
thread_ids|Ports=5|Ports must be 1 to 4||
thread_ids|Own=2|Own must be 0 or 1||
simd_pipe|Lanes=0|Lanes must be 1 to 64||own
simd_pipe|Lanes=66|Lanes must be 1 to 64||
simd_pipe|Simd=0|Simd must be 1 to Lanes|Simd must be a divisor of Lanes|own
simd_pipe|Simd=5|Simd must be 1 to Lanes|Simd must be a divisor of Lanes|own
simd_pipe|Simd=3|Simd must divide Lanes|Simd must be a divisor of Lanes|
simd_pipe|DivBits=3|DivBits must be 1, 2 or 4||
simd_pipe|FloatSteps=0|FloatSteps must be 1 to 63||
simd_pipe|FloatSteps=64|FloatSteps must be 1 to 63||
simd_pipe|RiderWidth=0|RiderWidth must be 1 to 640||own
simd_pipe|RiderWidth=641|RiderWidth must be 1 to 640||
thread_status|Lanes=0|Lanes must be 1 to 64||own
thread_status|Lanes=65|Lanes must be 1 to 64||
thread_status|Warps=1|Warps must be 2 to 512||own
thread_status|Warps=513|Warps must be 2 to 512||
thread_status|Ports=0|Ports must be 1 to 4||own
thread_status|Ports=5|Ports must be 1 to 4||
thread_status|Own=2|Own must be 0 or 1||
thread_status|IdWidth=0|IdWidth must be 1 to 16||own
thread_status|IdWidth=17|IdWidth must be 1 to 16||
l1_cache|Sets=0|Sets must be a power of two, 1 to 1024||own
l1_cache|Sets=3|Sets must be a power of two, 1 to 1024||
l1_cache|Sets=2048 LineWidth=12|Sets must be a power of two, 1 to 1024||
l1_cache|Ways=0|Ways must be 1 to 16||own
l1_cache|Ways=17|Ways must be 1 to 16||
l1_cache|LineBytes=2|LineBytes must be a power of two, 4 to 256||
l1_cache|LineBytes=12|LineBytes must be a power of two, 4 to 256||
l1_cache|LineBytes=512|LineBytes must be a power of two, 4 to 256||
l1_cache|LineWidth=1|LineWidth must be above log2(Sets), to 62||own
l1_cache|LineWidth=63|LineWidth must be above log2(Sets), to 62||
l1_cache|Mshrs=0|Mshrs must be 1 to 64||own
l1_cache|Mshrs=65|Mshrs must be 1 to 64||
l1_cache|Merges=0|Merges must be 1 to 16||own
l1_cache|Merges=17|Merges must be 1 to 16||
l1_cache|RiderWidth=0|RiderWidth must be 1 to 512||
l1_cache|RiderWidth=513|RiderWidth must be 1 to 512||
shared_memory|Lanes=0|Lanes must be 1 to 64||own
shared_memory|Lanes=65|Lanes must be 1 to 64||
shared_memory|Banks=0|Banks must be a power of two, 1 to 64||own
shared_memory|Banks=3 Words=9|Banks must be a power of two, 1 to 64||
shared_memory|Banks=128 Words=256|Banks must be a power of two, 1 to 64||
shared_memory|Words=1 Banks=1 RowBits=32|Words must be 2 to 65536||own
shared_memory|Words=65538|Words must be 2 to 65536||
shared_memory|Words=2|Words must be a multiple of Banks, and more||own
shared_memory|Words=9|Words must be a multiple of Banks, and more||
shared_memory|RowBits=16|RowBits must be a power of two, 32 to 32 * Banks||own
shared_memory|RowBits=48|RowBits must be a power of two, 32 to 32 * Banks||
shared_memory|RowBits=128|RowBits must be a power of two, 32 to 32 * Banks||
shared_memory|OwnerWidth=0|OwnerWidth must be 1 to 16||own
shared_memory|OwnerWidth=17|OwnerWidth must be 1 to 16||
shared_memory|TagWidth=0|TagWidth must be 1 to 64||
shared_memory|TagWidth=65|TagWidth must be 1 to 64||
shared_memory|Holds=0|Holds must be a power of two, 1 to 64||own
shared_memory|Holds=3|Holds must be a power of two, 1 to 64||
shared_memory|Holds=128|Holds must be a power of two, 1 to 64||
shared_memory|Patience=0|Patience must be 1 to 255||own
shared_memory|Patience=256|Patience must be 1 to 255||
load_store|Lanes=0|Lanes must be 1 to 64||own
load_store|Lanes=65|Lanes must be 1 to 64||
load_store|Warps=1|Warps must be 2 to 512||own
load_store|Warps=513|Warps must be 2 to 512||
load_store|Slots=1|Slots must be 2 to 64||own
load_store|Slots=65|Slots must be 2 to 64||
load_store|Accesses=0|Accesses must be 1 to 64||own
load_store|Accesses=65|Accesses must be 1 to 64||
load_store|Own=-1|Own must be 0 or 1||
load_store|Own=2|Own must be 0 or 1||
load_store|RegWidth=0|RegWidth must be 1 to 8||own
load_store|RegWidth=9|RegWidth must be 1 to 8||
pdom_front|Slots=2|Slots must be a multiple of Ports, 2 Ports to 64||own
pdom_front|Slots=5|Slots must be a multiple of Ports, 2 Ports to 64||
pdom_front|Slots=66|Slots must be a multiple of Ports, 2 Ports to 64||
pdom_front|Lanes=0|Lanes must be 1 to 64||own
pdom_front|Lanes=65|Lanes must be 1 to 64||
pdom_front|Ports=0|Ports must be 1 to 3||own
pdom_front|Ports=4 Slots=8|Ports must be 1 to 3||
pdom_front|Accesses=0|Accesses must be 1 to 255||own
pdom_front|Accesses=256|Accesses must be 1 to 255||
dwf_front|Slots=1|Slots must be 2 to 64||own
dwf_front|Slots=65 CntWidth=8|Slots must be 2 to 64||
dwf_front|Lanes=0|Lanes must be 1 to 64||own
dwf_front|Lanes=65 CntWidth=8|Lanes must be 1 to 64||
dwf_front|CntWidth=2|CntWidth must hold the count of all threads||
dwf_front|Leaves=2|Leaves must be 0 or 1||
END_OF_TABLE

# A tool that hangs is stopped; no answer hangs on how busy the machine is.
hang=3600
failed=0 cases=0 sentences=0 bare=0
wrong() { # tool, what it did
    echo "FAIL sizes $block $change: $1: $2"
    failed=$((failed + 1))
}

# judge TOOL EXIT-CODE SENTENCE LOG
judge() {
    if [ "$2" = 124 ]; then
        wrong "$1" "stopped after $hang s"
    elif [ "$2" = 0 ]; then
        wrong "$1" 'accepted'
    elif grep -q -F "$block: $3" "$4"; then
        sentences=$((sentences + 1))
    elif [ "$own" = own ] && [ "$1" != model ]; then
        bare=$((bare + 1))
        echo "$block $change: $1: exit $2, $(grep -m1 -i error "$4" || echo "no message")" \
            >>"$dir/own"
    else
        wrong "$1" "exit $2, not the sentence '$3' but: $(grep -m1 . "$4")"
    fi
}

# Where the modules are that a block is made of.
libraries=$(for folder in rtl/*/; do printf -- '-y %s ' "${folder%/}"; done)

gcc -std=c11 -Wall -Wextra -Werror -Icmodel tests/sizes.c cmodel/*/*.c -o "$dir/model" || exit 2

# All parameters of the case: `small`, with the change.
values() {
    for p in $(tools/params.sh "$block" small); do
        for c in $change; do [ "${c%%=*}" != "${p%%=*}" ] || p=$c; done
        echo "$p"
    done
}

# ---- each case alone: the model, Icarus, and whether Verilator gets as far as running it ---------
while IFS='|' read -r block change sentence model own; do
    cases=$((cases + 1))
    rtl=$(ls rtl/*/hd_"$block".sv)
    at=$dir/$cases
    all=$(values)

    # shellcheck disable=SC2086 # lists of words, on purpose
    "$dir/model" "$block" $all >"$at.model" 2>&1
    judge model $? "${model:-$sentence}" "$at.model"

    defparams= generics= overrides=
    for p in $all; do
        defparams="$defparams -Phd_$block.$p"
        generics="$generics -G$p"
        overrides="$overrides${overrides:+, }.${p%%=*}(${p#*=})"
    done
    # In a shell of its own, which keeps what it says about a crash to itself.
    # shellcheck disable=SC2086
    (timeout $hang iverilog -g2012 $defparams -Y .sv $libraries -s "hd_$block" -o "$at.vvp" "$rtl" &&
        timeout $hang vvp -n "$at.vvp"; exit $?) >"$at.icarus" 2>&1
    judge icarus $? "$sentence" "$at.icarus"

    # shellcheck disable=SC2086
    timeout $hang verilator --lint-only -Wno-fatal -Wno-lint -Wno-style $generics $libraries \
        --top-module "hd_$block" "$rtl" >"$at.verilator" 2>&1
    code=$?
    if [ $code = 0 ]; then
        echo "  hd_$block #($overrides) case_$cases ();" >>"$dir/instances"
        echo "$cases|$block|$change|$sentence|$own" >>"$dir/run"
    else
        [ $code = 124 ] || code=1
        judge verilator $code "$sentence" "$at.verilator"
    fi
done <"$dir/table"

# ---- Verilator: all cases are one program, which notes each $fatal and goes on ------------------
cat >"$dir/main.cpp" <<'END_OF_MAIN'
#include <verilated.h>

#include "Vtop.h"

static int stops;
void vl_stop(const char *, int, const char *) VL_MT_UNSAFE { stops++; }

int main() {
    VerilatedContext context;
    Vtop top{&context};
    top.eval();
    return stops == 0 ? 0 : 1;
}
END_OF_MAIN
ccache=
command -v ccache >/dev/null 2>&1 && ccache=ccache
top=$(pwd)

# build FOLDER INSTANCES ARGUMENTS...: what it says is in FOLDER.log
build() {
    folder=$1
    mkdir -p "$folder"
    { echo 'module top;'; cat "$2"; echo 'endmodule'; } >"$folder/top.sv"
    shift 2
    # shellcheck disable=SC2086 # lists of words, on purpose
    verilator --cc --exe "$@" -Wno-fatal -Wno-lint -Wno-style -Mdir "$folder" --prefix Vtop \
        --top-module top $libraries "$folder/top.sv" >"$folder.log" 2>&1 &&
        make -C "$folder" -f Vtop.mk OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0 OBJCACHE="$ccache" \
            Vtop >>"$folder.log" 2>&1
}

block='all blocks' change='all sizes'
if build "$dir/all" "$dir/instances" "$top/$dir/main.cpp" -CFLAGS -DVL_USER_STOP; then
    "$dir/all/Vtop" >"$dir/all.out" 2>&1 || true
else
    wrong verilator "does not build; log: $dir/all.log"
fi

# That $fatal ends a program is Verilator's business; seen once, in one that is as Verilator makes it.
block='one block' change='one size'
head -1 "$dir/instances" >"$dir/first"
if ! build "$dir/plain" "$dir/first" --main; then
    wrong verilator "does not build; log: $dir/plain.log"
elif ("$dir/plain/Vtop"; exit $?) >"$dir/plain.out" 2>&1; then
    wrong verilator 'a program ends well'
fi

while IFS='|' read -r number block change sentence own; do
    [ -e "$dir/all.out" ] || break
    grep -F "top.case_$number: " "$dir/all.out" >"$dir/$number.verilator"
    code=1
    [ -s "$dir/$number.verilator" ] || code=0
    judge verilator $code "$sentence" "$dir/$number.verilator"
done <"$dir/run"

if [ $failed != 0 ]; then
    echo "FAIL sizes: $failed of $((3 * cases)) answers"
    exit 1
fi
echo "PASS sizes: $cases bad sizes refused by RTL in Verilator, RTL in Icarus and model:" \
    "$sentences times with the sentence, $bare times in a simulator's own words ($dir/own)"
