// SPDX-License-Identifier: Apache-2.0
// Every RTL file; paths from the root of the repository. verilator -f, iverilog -c.
rtl/common/hd_beats.sv
rtl/common/hd_queue2.sv
rtl/formation/hd_max_heap.sv
rtl/formation/hd_max_tree.sv
rtl/formation/hd_mheap_lut.sv
rtl/formation/hd_majority_scheduler.sv
rtl/formation/hd_time_scheduler.sv
rtl/formation/hd_pdom_priority.sv
rtl/formation/hd_pc_warp_lut.sv
rtl/formation/hd_warp_allocator.sv
rtl/formation/hd_warp_pool.sv
rtl/formation/hd_warp_spill.sv
rtl/formation/hd_warp_update.sv
rtl/formation/hd_dwf.sv
