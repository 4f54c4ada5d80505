// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_sm: the host that launches kernels, their code, the memory. Knows nothing of the
// model, but looks at what the kernels have computed. The inputs change at the falling edge; what
// the core asks for is taken at the rising edge.

module hd_sm_tb #(
    parameter int Formation    = 0,
    parameter int Residency    = 0,
    parameter int Slots        = 0,
    parameter int Lanes        = 0,
    parameter int Simd         = 0,
    parameter int Ports        = 0,
    parameter int Policy       = 0,
    parameter int Group        = 0,
    parameter int Entries      = 0,
    parameter int FrameWidth   = 0,
    parameter int Depth        = 0,
    parameter int Levels       = 0,
    parameter int Blocks       = 0,
    parameter int MaxWarps     = 0,
    parameter int Threads      = 0,
    parameter int Banks        = 0,
    parameter int Sets         = 0,
    parameter int DivBits      = 0,
    parameter int FloatSteps   = 0,
    parameter int Accesses     = 0,
    parameter int LineBytes    = 0,
    parameter int CacheSets    = 0,
    parameter int Ways         = 0,
    parameter int Mshrs        = 0,
    parameter int Merges       = 0,
    parameter int SharedBanks  = 0,
    parameter int SharedWords  = 0,
    parameter int RowBits      = 0,
    parameter int Holds        = 0,
    parameter int Patience     = 0,
    parameter int PoolEntries  = 0,
    parameter int LutEntries   = 0,
    parameter int LutWays      = 0,
    parameter int Forward      = 0,
    parameter int DwfPolicy    = 0,
    parameter int HeapEntries  = 0,
    parameter int HeapPorts    = 0,
    parameter int QueueDepth   = 0,
    parameter int Tree         = 0,
    parameter int MheapEntries = 0,
    parameter int MheapWays    = 0,
    parameter int CntWidth     = 0,
    parameter int WidWidth     = 0,
    parameter int LutWidth     = 0,
    parameter int AgeLimit     = 0,
    parameter int Ctas         = 0,
    parameter int Warps        = 0,
    localparam int Own         = Formation == 1 ? 1 : 0,
    localparam int Rows        = Own != 0 ? Lanes : 1,
    localparam int SlotWidth   = $clog2(Slots),
    localparam int Owners      = Residency != 0 ? Warps : Slots,
    localparam int WarpWidth   = $clog2(Owners),
    localparam int PlaceWidth  = $clog2(SharedWords / (RowBits / 32)),
    localparam int SizeWidth   = $clog2(Lanes * MaxWarps + 1),
    localparam int SetWidth    = Sets > 1 ? $clog2(Sets) : 1,
    localparam int RowWidth    = $clog2(Banks * Sets + 1),
    localparam int ByteWidth   = $clog2(4 * SharedWords + 1),
    localparam int LineWidth   = 32 - $clog2(LineBytes),
    localparam int WordWidth   = $clog2(LineBytes) > 3 ? $clog2(LineBytes) - 2 : 1,
    localparam int MshrWidth   = Mshrs > 1 ? $clog2(Mshrs) : 1,
    localparam int LevelWidth  = $clog2(Levels + 1),
    localparam int EntryWidth  = Lanes + 2 * (32 + FrameWidth),
    localparam int GroupWidth  = CntWidth + 32 + Lanes + Lanes * (SlotWidth + $clog2(Lanes))
) (
    input  logic clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic                            idle_o,
    output logic                            done_o,
    output logic                            refused_o,
    output logic [6:0]                      binds_o,
    output logic                            fetch_valid_o,
    output logic [SlotWidth-1:0]            fetch_slot_o,
    output logic [31:0]                     fetch_pc_o,
    output logic                            mem_valid_o,
    output logic [1:0]                      mem_kind_o,
    output logic [MshrWidth-1:0]            mem_id_o,
    output logic [LineWidth-1:0]            mem_line_o,
    output logic [LineBytes*8-1:0]          mem_data_o,
    output logic [LineBytes-1:0]            mem_be_o,
    output logic [3:0]                      mem_op_o,
    output logic [LineBytes*8-1:0]          mem_expect_o,
    output logic [Lanes-1:0]                mem_lanes_o,
    output logic [Lanes*WordWidth-1:0]      mem_word_o,
    output logic [Rows*WarpWidth-1:0]       mem_owner_o,
    output logic                            fill_ready_o,
    output logic                            spill_valid_o,
    output logic                            spill_load_o,
    output logic [SlotWidth-1:0]            spill_slot_o,
    output logic [WarpWidth-1:0]            spill_warp_o,
    output logic [LevelWidth-1:0]           spill_level_o,
    output logic [EntryWidth-1:0]           spill_data_o,
    output logic                            grp_wr_valid_o,
    output logic [31:0]                     grp_wr_addr_o,
    output logic [GroupWidth-1:0]           grp_wr_data_o,
    output logic                            grp_rd_valid_o,
    output logic [31:0]                     grp_rd_addr_o,
    output logic                            grp_rsp_ready_o,
    output logic [Ports-1:0]                issue_en_o,
    output logic [Ports*Rows*SlotWidth-1:0] issue_slot_o,
    output logic [Ports*32-1:0]             issue_pc_o,
    output logic [Ports*Lanes-1:0]          issue_mask_o,
    output logic [Ports*3-1:0]              why_o,
    output logic                            access_en_o,
    output logic [Rows*SlotWidth-1:0]       access_slot_o,
    output logic [31:0]                     access_pc_o,
    output logic [31:0]                     access_word_o,
    output logic [Lanes-1:0]                access_mask_o,
    output logic [Lanes*32-1:0]             access_addr_o,
    output logic [2:0]                      outcome_o,
    output logic [1:0]                      blocked_o,
    output logic                            conflict_o,
    output logic [Ports-1:0]                frm_bad_o,
    output logic [Ports*Rows*SlotWidth-1:0] frm_bad_slot_o,
    output logic [Ports*32-1:0]             frm_bad_pc_o
);

  // What is wide is handed over in 32-bit words, masks in 64 bits: an entry of the SIMT stack, the
  // enables of a line's bytes.
  localparam int DataBits  = LineBytes * 8;
  localparam int BytesBits = (LineBytes + 31) / 32 * 32;
  localparam int EntryBits = (EntryWidth + 31) / 32 * 32;
  // A group of threads: 28 words at most.
  localparam int GroupBits = 896;

  import "DPI-C" function void sm_stim_open(input string parameters);
  import "DPI-C" function bit sm_stim_clears();
  import "DPI-C" function void sm_stim_did(
      input bit done, input bit refused, input int unsigned instructions,
      input int unsigned threads, input bit fetch_valid, input int unsigned fetch_slot,
      input int unsigned fetch_pc, input bit mem_valid, input int unsigned mem_kind,
      input int unsigned mem_id, input int unsigned mem_line, input bit [DataBits-1:0] mem_data,
      input bit [BytesBits-1:0] mem_be, input int unsigned mem_op,
      input bit [DataBits-1:0] mem_expect, input longint unsigned mem_lanes,
      input bit [Lanes*32-1:0] mem_word, input bit [Rows*32-1:0] mem_owner, input bit fill_ready,
      input bit spill_valid, input bit spill_load, input int unsigned spill_slot,
      input int unsigned spill_warp, input int unsigned spill_level,
      input bit [EntryBits-1:0] spill_data);
  // What it asks of the memory for groups: before sm_stim_did. What that offers: after sm_stim.
  import "DPI-C" function void sm_stim_groups_did(
      input bit write, input int unsigned write_address, input bit [GroupBits-1:0] group,
      input bit read, input int unsigned read_address, input bit taken);
  import "DPI-C" function void sm_stim_groups(
      output int unsigned base, output bit wr_ready, output bit rd_ready, output bit rsp_valid,
      output bit [GroupBits-1:0] rsp_data);
  import "DPI-C" function bit sm_stim(
      input bit idle, output bit rst_n, output bit kernel_en, output bit [3*32-1:0] grid,
      output bit [3*32-1:0] block, output int unsigned block_threads,
      output int unsigned block_rows, output int unsigned thread_sets,
      output int unsigned block_bytes, output int unsigned context_rows,
      output int unsigned entry_pc, output bit [64*8-1:0] rows,
      output int unsigned arguments, output int unsigned stack_top,
      output int unsigned shared_bytes, output int unsigned local_at, output bit fetch_ready,
      output bit rsp_valid, output int unsigned rsp_slot, output int unsigned rsp_word,
      output int unsigned rsp_meet, output bit rsp_meets, output bit mem_ready,
      output bit fill_valid, output int unsigned fill_id, output bit [DataBits-1:0] fill_data,
      output bit spill_ready, output bit back_valid, output int unsigned back_slot,
      output bit [EntryBits-1:0] back_data, output int unsigned kernel_phase,
      output bit rsp_phase, output int unsigned rsp_specifier);

  logic rst_ni;
  logic                   kernel_en_i, fetch_ready_i, rsp_valid_i, rsp_meets_i, mem_ready_i,
                          fill_valid_i, spill_ready_i, back_valid_i, rsp_phase_i;
  logic [31:0]            grid_x_i, grid_y_i, grid_z_i, entry_i, arguments_i, stack_top_i,
                          shared_bytes_i, local_i, rsp_word_i, rsp_meet_i, kernel_phase_i,
                          rsp_specifier_i;
  logic [SizeWidth-1:0]   block_x_i, block_y_i, block_z_i, block_threads_i;
  logic [RowWidth:0]      block_rows_i;
  logic [SetWidth:0]      thread_sets_i;
  logic [ByteWidth:0]     block_bytes_i;
  logic [PlaceWidth-1:0]  context_rows_i;
  logic [64*6-1:0]        rows_i;
  logic [SlotWidth-1:0]   rsp_slot_i, back_slot_i;
  logic [MshrWidth-1:0]   fill_id_i;
  logic [LineBytes*8-1:0] fill_data_i;
  logic [EntryWidth-1:0]  back_data_i;
  logic [31:0]            grp_base_i;
  logic                   grp_wr_ready_i, grp_rd_ready_i, grp_rsp_valid_i;
  logic [GroupWidth-1:0]  grp_rsp_data_i;

  hd_sm #(
      .Formation(Formation), .Residency(Residency), .Slots(Slots), .Lanes(Lanes), .Simd(Simd),
      .Ports(Ports), .Policy(Policy), .Group(Group), .Entries(Entries), .FrameWidth(FrameWidth),
      .Depth(Depth), .Levels(Levels), .Blocks(Blocks), .MaxWarps(MaxWarps), .Threads(Threads),
      .Banks(Banks), .Sets(Sets), .DivBits(DivBits), .FloatSteps(FloatSteps), .Accesses(Accesses),
      .LineBytes(LineBytes), .CacheSets(CacheSets), .Ways(Ways), .Mshrs(Mshrs), .Merges(Merges),
      .SharedBanks(SharedBanks), .SharedWords(SharedWords), .RowBits(RowBits), .Holds(Holds),
      .Patience(Patience), .PoolEntries(PoolEntries), .LutEntries(LutEntries), .LutWays(LutWays),
      .Forward(Forward), .DwfPolicy(DwfPolicy), .HeapEntries(HeapEntries), .HeapPorts(HeapPorts),
      .QueueDepth(QueueDepth), .Tree(Tree), .MheapEntries(MheapEntries), .MheapWays(MheapWays),
      .CntWidth(CntWidth), .WidWidth(WidWidth), .LutWidth(LutWidth), .AgeLimit(AgeLimit),
      .Ctas(Ctas), .Warps(Warps)
  ) dut (.*);

  initial
    sm_stim_open({
      $sformatf("Formation=%0d Residency=%0d Slots=%0d Lanes=%0d Simd=%0d Ports=%0d Policy=%0d",
                Formation, Residency, Slots, Lanes, Simd, Ports, Policy),
      $sformatf(" Group=%0d Entries=%0d FrameWidth=%0d Depth=%0d Levels=%0d Blocks=%0d",
                Group, Entries, FrameWidth, Depth, Levels, Blocks),
      $sformatf(" MaxWarps=%0d Threads=%0d Banks=%0d Sets=%0d DivBits=%0d FloatSteps=%0d",
                MaxWarps, Threads, Banks, Sets, DivBits, FloatSteps),
      $sformatf(" Accesses=%0d LineBytes=%0d CacheSets=%0d Ways=%0d Mshrs=%0d Merges=%0d",
                Accesses, LineBytes, CacheSets, Ways, Mshrs, Merges),
      $sformatf(" SharedBanks=%0d SharedWords=%0d RowBits=%0d Holds=%0d Patience=%0d",
                SharedBanks, SharedWords, RowBits, Holds, Patience),
      $sformatf(" PoolEntries=%0d LutEntries=%0d LutWays=%0d Forward=%0d DwfPolicy=%0d",
                PoolEntries, LutEntries, LutWays, Forward, DwfPolicy),
      $sformatf(" HeapEntries=%0d HeapPorts=%0d QueueDepth=%0d Tree=%0d MheapEntries=%0d",
                HeapEntries, HeapPorts, QueueDepth, Tree, MheapEntries),
      $sformatf(" MheapWays=%0d CntWidth=%0d WidWidth=%0d LutWidth=%0d AgeLimit=%0d",
                MheapWays, CntWidth, WidWidth, LutWidth, AgeLimit),
      $sformatf(" Ctas=%0d Warps=%0d", Ctas, Warps)});

  // A program that runs alone finds zeros in shared memory, as on the core in C. No reset does it.
`ifndef HD_NO_CONTENTS
  for (genvar b = 0; b < SharedBanks; b++) begin : gen_words
    initial
      if (sm_stim_clears())
        for (int d = 0; d < SharedWords / SharedBanks; d++)
          dut.u_load_store.u_shared.gen_bank[b].mem[d] = '0;
  end
`endif

  // ------------------------------------------------------------------------------------------
  // What the core did
  // ------------------------------------------------------------------------------------------
  bit [Lanes*32-1:0] mem_word;
  bit [Rows*32-1:0]  mem_owner;
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    assign mem_word[l*32+:32] = 32'(mem_word_o[l*WordWidth+:WordWidth]);
  end
  for (genvar r = 0; r < Rows; r++) begin : gen_row
    assign mem_owner[r*32+:32] = 32'(mem_owner_o[r*WarpWidth+:WarpWidth]);
  end

  // Threads that issue.
  bit [Ports*Lanes-1:0] issuing;
  for (genvar p = 0; p < Ports; p++) begin : gen_port
    assign issuing[p*Lanes+:Lanes] = issue_mask_o[p*Lanes+:Lanes] & {Lanes{issue_en_o[p]}};
  end

  always @(posedge clk_i) begin
    sm_stim_groups_did(grp_wr_valid_o, grp_wr_addr_o, GroupBits'(grp_wr_data_o), grp_rd_valid_o,
                       grp_rd_addr_o, grp_rsp_ready_o);
    sm_stim_did(done_o, refused_o, $countones(issue_en_o), $countones(issuing), fetch_valid_o,
                32'(fetch_slot_o), fetch_pc_o, mem_valid_o, 32'(mem_kind_o), 32'(mem_id_o),
                32'(mem_line_o), mem_data_o, BytesBits'(mem_be_o), 32'(mem_op_o), mem_expect_o,
                64'(mem_lanes_o), mem_word, mem_owner, fill_ready_o, spill_valid_o, spill_load_o,
                32'(spill_slot_o),
                32'(spill_warp_o), 32'(spill_level_o), EntryBits'(spill_data_o));
  end

  // ------------------------------------------------------------------------------------------
  // What it is offered
  // ------------------------------------------------------------------------------------------
  bit                 rst_n, goes_on;
  bit [3*32-1:0]      grid, block;
  bit [64*8-1:0]      rows;
  bit [EntryBits-1:0] back_data;
  bit [GroupBits-1:0] grp_rsp_data;
  int unsigned        block_threads, block_rows, thread_sets, block_bytes, context_rows;
  int unsigned        rsp_slot, fill_id, back_slot;
  always @(negedge clk_i) begin
    goes_on = sm_stim(idle_o, rst_n, kernel_en_i, grid, block, block_threads, block_rows,
                      thread_sets, block_bytes, context_rows, entry_i, rows, arguments_i,
                      stack_top_i, shared_bytes_i, local_i, fetch_ready_i, rsp_valid_i, rsp_slot,
                      rsp_word_i, rsp_meet_i, rsp_meets_i, mem_ready_i, fill_valid_i, fill_id,
                      fill_data_i, spill_ready_i, back_valid_i, back_slot, back_data,
                      kernel_phase_i, rsp_phase_i, rsp_specifier_i);
    sm_stim_groups(grp_base_i, grp_wr_ready_i, grp_rd_ready_i, grp_rsp_valid_i, grp_rsp_data);
    rst_ni = rst_n;
    {grid_z_i, grid_y_i, grid_x_i} = grid;
    block_x_i       = SizeWidth'(block[0+:32]);
    block_y_i       = SizeWidth'(block[32+:32]);
    block_z_i       = SizeWidth'(block[64+:32]);
    block_threads_i = SizeWidth'(block_threads);
    block_rows_i    = (RowWidth + 1)'(block_rows);
    thread_sets_i   = (SetWidth + 1)'(thread_sets);
    block_bytes_i   = (ByteWidth + 1)'(block_bytes);
    context_rows_i  = PlaceWidth'(context_rows);
    rsp_slot_i      = SlotWidth'(rsp_slot);
    fill_id_i       = MshrWidth'(fill_id);
    back_slot_i     = SlotWidth'(back_slot);
    back_data_i     = EntryWidth'(back_data);
    grp_rsp_data_i  = grp_rsp_data[GroupWidth-1:0];
    for (int r = 0; r < 64; r++) rows_i[r*6+:6] = 6'(rows[r*8+:8]);
    // A kernel has computed something wrong, or goes on for ever: the run has failed.
    if (!goes_on) $finish;
  end
endmodule
