// SPDX-License-Identifier: Apache-2.0
//
// The formation socket: its plug decides which threads issue together. One list of ports, the plug
// chosen by Kind. The only logic here connects a plug's ports to the socket's; the same signals
// under the same names are the fields of cmodel/core/pdom_front.h, dwf_front.h and front.h.
//
// A new plug is a branch of the `case`: it drives every output (an output that the plug does not
// have is tied off there), and reads the inputs that it needs. docs/blocks/sm.md, "A new plug".
//
// Fung, Sham, Yuan, Aamodt, Dynamic Warp Formation, TACO 6(2), 2009: sections 2, 3.2, 4.

module hd_formation #(
    // The plug: 0 PDOM (static warps, SIMT stacks), 1 DWF (one port), 2 interweaving (two ports).
    parameter int Kind         = 0,
    // Warp slots, threads of a warp; warp schedulers and pipes.
    parameter int Slots        = 48,
    parameter int Lanes        = 32,
    parameter int Ports        = 2,
    // Kind 0: the parameters of hd_pdom_front.
    parameter int Policy       = 0,
    parameter int Group        = 8,
    parameter int Entries      = 2,
    parameter int FrameWidth   = 6,
    parameter int Depth        = 4,
    parameter int Levels       = 64,
    parameter int Accesses     = 36,
    // Kind 1: the parameters of hd_dwf_front (DwfPolicy: Policy).
    parameter int PoolEntries  = 128,
    parameter int LutEntries   = 64,
    parameter int LutWays      = 4,
    parameter int Forward      = 1,
    parameter int LaneSlots    = 1,
    parameter int DwfPolicy    = 0,
    parameter int HeapEntries  = 64,
    parameter int HeapPorts    = 2,
    parameter int QueueDepth   = 4,
    parameter int Tree         = 0,
    parameter int MheapEntries = 128,
    parameter int MheapWays    = 8,
    parameter int CntWidth     = 12,
    parameter int WidWidth     = 8,
    parameter int LutWidth     = 8,
    parameter int AgeLimit     = 0,
    parameter int Leaves       = 0,
    // Kind 2: the parameters of hd_interweave_front (BoardEntries: Entries; Turns: Patience).
    parameter int Mode         = 2,
    parameter int LookupSets   = 1,
    parameter int Seed         = 44257,
    parameter int BoardEntries = 12,
    parameter int ColdEntries  = 128,
    parameter int Constraint   = 1,
    parameter int Turns        = 63,
    parameter int MemoryGroup  = 0,
    localparam int SlotWidth  = $clog2(Slots),
    // Slots that name the warps of threads: one for all lanes, or one a lane: there parts of warps,
    // {slot, part}, with LaneSlots above 1.
    localparam int PartWidth  = SlotWidth + $clog2(LaneSlots),
    localparam int WhoWidth   = Kind == 1 ? Lanes * PartWidth : SlotWidth,
    localparam int LevelWidth = $clog2(Levels + 1),
    localparam int EntryWidth = Lanes + 2 * (32 + FrameWidth),
    // A row: all that is known of a slot's warp, its SIMT stack or a word a thread.
    localparam int RowWidth   = Kind == 1 ? Lanes * 32
                              : Depth * EntryWidth + 2 * LevelWidth + Lanes,
    localparam int GroupWidth = CntWidth + 32 + Lanes + Lanes * (SlotWidth + $clog2(Lanes))
) (
    // Clock; synchronous reset, active low.
    input  logic                       clk_i,
    input  logic                       rst_ni,

    // Residency; port p is [p*W +: W], and so everywhere
    // A warp begins on this slot, at this address, with these threads; it is taken.
    input  logic                       begin_en_i,
    input  logic [SlotWidth-1:0]       begin_slot_i,
    input  logic [31:0]                begin_pc_i,
    input  logic [Lanes-1:0]           begin_mask_i,
    output logic                       begin_ready_o,
    // The warps on these slots may run; leave.
    input  logic [Slots-1:0]           ready_i,
    input  logic [Slots-1:0]           leave_i,
    // An instruction of these slots is in an issue register: its operands are not read.
    input  logic [Slots-1:0]           staged_i,
    // Events: 1 at a barrier, 2 a phase begins (its specifier: ev_word_o), 3 the warp has ended.
    output logic [Ports-1:0]           ev_valid_o,
    output logic [Ports*2-1:0]         ev_kind_o,
    output logic [Ports*SlotWidth-1:0] ev_slot_o,
    output logic [Ports*32-1:0]        ev_word_o,
    // A slot's next instruction is looked at; it may issue; it may not, and an access is under way.
    output logic [Ports-1:0]           look_en_o,
    output logic [Ports*SlotWidth-1:0] look_slot_o,
    output logic [Ports-1:0]           look_pass_o,
    output logic [Ports-1:0]           look_memory_o,
    // Slots: the SIMT stack has its top on chip; it does nothing by itself; an access is under way;
    // no thread runs and some are in memory.
    output logic [Slots-1:0]           stands_o,
    output logic [Slots-1:0]           at_rest_o,
    output logic [Slots-1:0]           with_access_o,
    output logic [Slots-1:0]           stalls_o,
    // The row of this slot leaves; one comes back.
    input  logic                       row_rd_en_i,
    input  logic [SlotWidth-1:0]       row_rd_slot_i,
    output logic [RowWidth-1:0]        row_rd_data_o,
    input  logic                       row_wr_en_i,
    input  logic [SlotWidth-1:0]       row_wr_slot_i,
    input  logic [RowWidth-1:0]        row_wr_data_i,

    // Code
    // In which register of the file register r of the language lies: [r*6 +: 6].
    input  logic [64*6-1:0]            rows_i,
    // Wanted for this slot: the word at this address.
    output logic                       fetch_valid_o,
    input  logic                       fetch_ready_i,
    output logic [SlotWidth-1:0]       fetch_slot_o,
    output logic [31:0]                fetch_pc_o,
    // The word. Branch, call: where its threads meet again, else 0. The next word is such a place.
    input  logic                       rsp_valid_i,
    input  logic [SlotWidth-1:0]       rsp_slot_i,
    input  logic [31:0]                rsp_word_i,
    input  logic [31:0]                rsp_meet_i,
    input  logic                       rsp_meets_i,
    // Threads meet at this word; the last instruction before they part.
    input  logic                       rsp_sync_i,
    input  logic [31:0]                rsp_div_i,

    // Scoreboard
    // Registers that this slot's warp will still have written; one that is to be written.
    output logic [Ports*SlotWidth-1:0] query_slot_o,
    input  logic [Ports*64-1:0]        query_busy_i,
    output logic [Ports-1:0]           set_en_o,
    output logic [Ports*SlotWidth-1:0] set_slot_o,
    output logic [Ports*6-1:0]         set_reg_o,
    // The plug's own: results that are written, load/store's lowest: their slots, what was
    // issue_meet_o of them.
    input  logic [Ports:0]             done_en_i,
    input  logic [(Ports+1)*SlotWidth-1:0] done_slot_i,
    input  logic [(Ports+1)*5-1:0]     done_row_i,

    // Issue: an instruction; it is taken. Kind 2: issue_meet_o is its row in the plug's scoreboard.
    output logic [Ports-1:0]           issue_valid_o,
    input  logic [Ports-1:0]           issue_ready_i,
    output logic [Ports*WhoWidth-1:0]  issue_slot_o,
    output logic [Ports*32-1:0]        issue_pc_o,
    output logic [Ports*32-1:0]        issue_word_o,
    output logic [Ports*Lanes-1:0]     issue_mask_o,
    output logic [Ports*32-1:0]        issue_meet_o,
    output logic [Ports-1:0]           issue_meets_o,
    output logic [Ports*3-1:0]         issue_unit_o,
    output logic [Ports*3-1:0]         issue_flow_o,
    output logic [Ports*4-1:0]         issue_use_o,
    output logic [Ports*24-1:0]        issue_reg_o,

    // Resolve: what one did that was issued so; done
    input  logic [Ports-1:0]           res_valid_i,
    output logic [Ports-1:0]           res_ready_o,
    input  logic [Ports*WhoWidth-1:0]  res_slot_i,
    input  logic [Ports*3-1:0]         res_flow_i,
    input  logic [Ports*32-1:0]        res_pc_i,
    input  logic [Ports*32-1:0]        res_word_i,
    input  logic [Ports*Lanes-1:0]     res_mask_i,
    input  logic [Ports*Lanes-1:0]     res_taken_i,
    input  logic [Ports*Lanes*32-1:0]  res_addr_i,
    input  logic [Ports*32-1:0]        res_meet_i,
    input  logic [Ports-1:0]           res_meets_i,

    // Ends
    // Slots of which a register is written.
    input  logic [Slots-1:0]           wb_i,
    // What res_* describes is an access to memory, and is taken.
    input  logic                       acc_en_i,
    // A memory access is done: its slots, threads, address; taken.
    input  logic                       end_valid_i,
    output logic                       end_ready_o,
    input  logic [WhoWidth-1:0]        end_slot_i,
    input  logic [Lanes-1:0]           end_mask_i,
    input  logic [31:0]                end_pc_i,

    // Deeper stack entries, as at the SIMT stack
    output logic                       spill_valid_o,
    input  logic                       spill_ready_i,
    output logic                       spill_load_o,
    output logic [SlotWidth-1:0]       spill_slot_o,
    output logic [LevelWidth-1:0]      spill_level_o,
    output logic [EntryWidth-1:0]      spill_data_o,
    input  logic                       fill_valid_i,
    input  logic [SlotWidth-1:0]       fill_slot_i,
    input  logic [EntryWidth-1:0]      fill_data_i,

    // Memory for groups of threads, as at the DWF front end
    input  logic                       grp_base_en_i,
    input  logic [31:0]                grp_base_i,
    output logic                       grp_wr_valid_o,
    input  logic                       grp_wr_ready_i,
    output logic [31:0]                grp_wr_addr_o,
    output logic [GroupWidth-1:0]      grp_wr_data_o,
    output logic                       grp_rd_valid_o,
    input  logic                       grp_rd_ready_i,
    output logic [31:0]                grp_rd_addr_o,
    input  logic                       grp_rsp_valid_i,
    output logic                       grp_rsp_ready_o,
    input  logic [GroupWidth-1:0]      grp_rsp_data_i,

    // Status: what the port does
    output logic [Ports*3-1:0]         why_o
);

`ifndef SYNTHESIS
  initial begin
    if (Kind < 0 || Kind > 2) $fatal(1, "hd_formation: Kind must be 0 to 2");
    if (Kind == 1 && Ports != 1) $fatal(1, "hd_formation: with Kind 1 Ports must be 1");
    if (Kind != 1 && LaneSlots != 1) $fatal(1, "hd_formation: LaneSlots above 1 needs Kind 1");
    if (Kind == 2 && Ports != 2) $fatal(1, "hd_formation: with Kind 2 Ports must be 2");
  end
`endif

  case (Kind)
    0: begin : gen_pdom
      hd_pdom_front #(
          .Slots     (Slots),
          .Lanes     (Lanes),
          .Ports     (Ports),
          .Policy    (Policy),
          .Group     (Group),
          .Entries   (Entries),
          .FrameWidth(FrameWidth),
          .Depth     (Depth),
          .Levels    (Levels),
          .Accesses  (Accesses)
      ) u_plug (
          .clk_i,
          .rst_ni,
          .begin_en_i,
          .begin_slot_i,
          .begin_pc_i,
          .begin_mask_i,
          .begin_ready_o,
          .ready_i,
          .leave_i,
          .ev_valid_o,
          .ev_kind_o,
          .ev_slot_o,
          .ev_word_o,
          .rows_i,
          .fetch_valid_o,
          .fetch_ready_i,
          .fetch_slot_o,
          .fetch_pc_o,
          .rsp_valid_i,
          .rsp_slot_i,
          .rsp_word_i,
          .rsp_meet_i,
          .rsp_meets_i,
          .query_slot_o,
          .query_busy_i,
          .set_en_o,
          .set_slot_o,
          .set_reg_o,
          .look_en_o,
          .look_slot_o,
          .look_pass_o,
          .look_memory_o,
          .stands_o,
          .at_rest_o,
          .with_access_o,
          .issue_valid_o,
          .issue_ready_i,
          .issue_slot_o,
          .issue_pc_o,
          .issue_word_o,
          .issue_mask_o,
          .issue_meet_o,
          .issue_unit_o,
          .issue_flow_o,
          .issue_use_o,
          .issue_reg_o,
          .res_valid_i,
          .res_ready_o,
          .res_slot_i,
          .res_flow_i,
          .res_pc_i,
          .res_word_i,
          .res_meet_i,
          .res_mask_i,
          .res_taken_i,
          .res_addr_i,
          .wb_i,
          .end_valid_i,
          .end_slot_i,
          .end_ready_o,
          .end_mask_i,
          .end_pc_i,
          .spill_valid_o,
          .spill_ready_i,
          .spill_load_o,
          .spill_slot_o,
          .spill_level_o,
          .spill_data_o,
          .fill_valid_i,
          .fill_slot_i,
          .fill_data_i,
          .row_rd_slot_i,
          .row_rd_data_o,
          .row_wr_en_i,
          .row_wr_slot_i,
          .row_wr_data_i,
          .why_o
      );

      // Its stalls are looks. What the next word is it knows itself. No groups of threads.
      assign stalls_o        = '0;
      assign issue_meets_o   = '0;
      assign grp_wr_valid_o  = 1'b0;
      assign grp_wr_addr_o   = '0;
      assign grp_wr_data_o   = '0;
      assign grp_rd_valid_o  = 1'b0;
      assign grp_rd_addr_o   = '0;
      assign grp_rsp_ready_o = 1'b0;
    end

    1: begin : gen_dwf
      hd_dwf_front #(
          .Slots       (Slots),
          .Lanes       (Lanes),
          .PoolEntries (PoolEntries),
          .LutEntries  (LutEntries),
          .LutWays     (LutWays),
          .Forward     (Forward),
          .LaneSlots   (LaneSlots),
          .Policy      (DwfPolicy),
          .HeapEntries (HeapEntries),
          .HeapPorts   (HeapPorts),
          .QueueDepth  (QueueDepth),
          .Tree        (Tree),
          .MheapEntries(MheapEntries),
          .MheapWays   (MheapWays),
          .CntWidth    (CntWidth),
          .WidWidth    (WidWidth),
          .LutWidth    (LutWidth),
          .AgeLimit    (AgeLimit),
          .Leaves      (Leaves)
      ) u_plug (
          .clk_i,
          .rst_ni,
          .begin_en_i,
          .begin_slot_i,
          .begin_pc_i,
          .begin_mask_i,
          .begin_ready_o,
          .ready_i,
          .ev_valid_o,
          .ev_kind_o,
          .ev_slot_o,
          .rows_i,
          .fetch_valid_o,
          .fetch_ready_i,
          .fetch_pc_o,
          .rsp_valid_i,
          .rsp_word_i,
          .rsp_meet_i,
          .rsp_meets_i,
          .issue_valid_o,
          .issue_ready_i,
          .issue_slot_o,
          .issue_pc_o,
          .issue_word_o,
          .issue_mask_o,
          .issue_meet_o,
          .issue_meets_o,
          .issue_unit_o,
          .issue_flow_o,
          .issue_use_o,
          .issue_reg_o,
          .res_valid_i,
          .res_ready_o,
          .res_slot_i,
          .res_flow_i,
          .res_pc_i,
          .res_mask_i,
          .res_taken_i,
          .res_addr_i,
          .res_meet_i,
          .res_meets_i,
          .end_valid_i,
          .end_ready_o,
          .end_slot_i,
          .end_mask_i,
          .end_pc_i,
          .acc_en_i,
          .stalls_o,
          .row_rd_en_i,
          .row_rd_slot_i,
          .row_rd_data_o,
          .row_wr_en_i,
          .row_wr_slot_i,
          .row_wr_data_i,
          .grp_base_en_i,
          .grp_base_i,
          .grp_wr_valid_o,
          .grp_wr_ready_i,
          .grp_wr_addr_o,
          .grp_wr_data_o,
          .grp_rd_valid_o,
          .grp_rd_ready_i,
          .grp_rd_addr_o,
          .grp_rsp_valid_i,
          .grp_rsp_ready_o,
          .grp_rsp_data_i,
          .why_o
      );

      // One fetch at a time, for no slot in particular; no stack, no phases. A thread has one
      // instruction under way at a time: no scoreboard, and no look at the next one.
      assign fetch_slot_o  = '0;
      assign ev_word_o     = '0;
      assign query_slot_o  = '0;
      assign set_en_o      = '0;
      assign set_slot_o    = '0;
      assign set_reg_o     = '0;
      assign look_en_o     = '0;
      assign look_slot_o   = '0;
      assign look_pass_o   = '0;
      assign look_memory_o = '0;
      assign stands_o      = '0;
      assign at_rest_o     = '0;
      assign with_access_o = '0;
      assign spill_valid_o = 1'b0;
      assign spill_load_o  = 1'b0;
      assign spill_slot_o  = '0;
      assign spill_level_o = '0;
      assign spill_data_o  = '0;
    end

    2: begin : gen_interweave
      // What lies deeper is a context: an address and a mask.
      localparam int ColdWidth = Lanes + 32;
      localparam int TagWidth  = BoardEntries > 1 ? $clog2(BoardEntries) : 1;
      logic [ColdWidth-1:0]  spill_data;
      logic [2*TagWidth-1:0] issue_tag;
      logic [1:0]            issue_pos;
      logic [3*TagWidth-1:0] done_tag;
      logic [2:0]            done_pos;
      logic                  ev_valid;
      logic [1:0]            ev_kind;
      logic [SlotWidth-1:0]  ev_slot;

      hd_interweave_front #(
          .Slots      (Slots),
          .Lanes      (Lanes),
          .Mode       (Mode),
          .Sets       (LookupSets),
          .Seed       (Seed),
          .Entries    (BoardEntries),
          .ColdEntries(ColdEntries),
          .Levels     (Levels),
          .Constraint (Constraint),
          .Patience   (Turns),
          .MemoryGroup(MemoryGroup),
          .Accesses   (Accesses)
      ) u_plug (
          .clk_i,
          .rst_ni,
          .begin_en_i,
          .begin_slot_i,
          .begin_pc_i,
          .begin_mask_i,
          .begin_ready_o,
          .ready_i,
          .staged_i,
          .ev_valid_o  (ev_valid),
          .ev_kind_o   (ev_kind),
          .ev_slot_o   (ev_slot),
          .rows_i,
          .fetch_valid_o,
          .fetch_ready_i,
          .fetch_slot_o,
          .fetch_pc_o,
          .rsp_valid_i,
          .rsp_slot_i,
          .rsp_word_i,
          .rsp_sync_i,
          .rsp_div_i,
          .issue_valid_o,
          .issue_ready_i,
          .issue_slot_o,
          .issue_pc_o,
          .issue_word_o,
          .issue_mask_o,
          .issue_unit_o,
          .issue_flow_o,
          .issue_use_o,
          .issue_reg_o,
          .issue_tag_o (issue_tag),
          .issue_pos_o (issue_pos),
          .res_valid_i,
          .res_ready_o,
          .res_slot_i,
          .res_flow_i,
          .res_pc_i,
          .res_mask_i,
          .res_taken_i,
          .res_addr_i,
          .wb_en_i     (done_en_i),
          .wb_slot_i   (done_slot_i),
          .wb_tag_i    (done_tag),
          .wb_pos_i    (done_pos),
          .end_valid_i,
          .end_slot_i,
          .spill_valid_o,
          .spill_ready_i,
          .spill_load_o,
          .spill_slot_o,
          .spill_level_o,
          .spill_data_o(spill_data),
          .fill_valid_i,
          .fill_slot_i,
          .fill_data_i (fill_data_i[ColdWidth-1:0]),
          .why_o
      );

      for (genvar p = 0; p < 2; p++) begin : gen_row
        assign issue_meet_o[p*32 +: 32] =
            {27'b0, issue_pos[p], 4'(issue_tag[p*TagWidth +: TagWidth])};
      end

      for (genvar w = 0; w < 3; w++) begin : gen_done
        assign done_pos[w]                       = done_row_i[w*5 + 4];
        assign done_tag[w*TagWidth +: TagWidth]  = done_row_i[w*5 +: TagWidth];
      end

      // Events are the barrier unit's, one in a cycle.
      assign ev_valid_o      = {1'b0, ev_valid};
      assign ev_kind_o       = {2'b0, ev_kind};
      assign ev_slot_o       = {{SlotWidth{1'b0}}, ev_slot};
      assign end_ready_o     = 1'b1;
      assign spill_data_o    = EntryWidth'(spill_data);

      // Its scoreboard is its own; no phases; warps do not leave; no groups of threads.
      assign ev_word_o       = '0;
      assign query_slot_o    = '0;
      assign set_en_o        = '0;
      assign set_slot_o      = '0;
      assign set_reg_o       = '0;
      assign look_en_o       = '0;
      assign look_slot_o     = '0;
      assign look_pass_o     = '0;
      assign look_memory_o   = '0;
      assign stands_o        = '0;
      assign at_rest_o       = '0;
      assign with_access_o   = '0;
      assign stalls_o        = '0;
      assign row_rd_data_o   = '0;
      assign issue_meets_o   = '0;
      assign grp_wr_valid_o  = 1'b0;
      assign grp_wr_addr_o   = '0;
      assign grp_wr_data_o   = '0;
      assign grp_rd_valid_o  = 1'b0;
      assign grp_rd_addr_o   = '0;
      assign grp_rsp_ready_o = 1'b0;
    end
  endcase

  // What one plug or the other does not look at.
  logic unused_inputs, unused_sizes;

  assign unused_inputs = &{1'b0, leave_i, staged_i, row_rd_en_i, row_rd_slot_i, row_wr_en_i,
      row_wr_slot_i, row_wr_data_i, rsp_slot_i, rsp_meet_i, rsp_meets_i, rsp_sync_i, rsp_div_i,
      query_busy_i, done_en_i, done_slot_i, done_row_i, res_word_i, res_meet_i, res_meets_i, wb_i,
      acc_en_i, end_mask_i, end_pc_i, spill_ready_i, fill_valid_i, fill_slot_i, fill_data_i,
      grp_base_en_i, grp_base_i, grp_wr_ready_i, grp_rd_ready_i, grp_rsp_valid_i, grp_rsp_data_i};
  assign unused_sizes  = Policy + Group + Entries + Accesses + PoolEntries + LutEntries + LutWays
      + Forward + LaneSlots + DwfPolicy + HeapEntries + HeapPorts + QueueDepth + Tree + MheapEntries
      + MheapWays + WidWidth + LutWidth + AgeLimit + Leaves + Mode + LookupSets + Seed
      + BoardEntries + ColdEntries + Constraint + Turns + MemoryGroup == 0;

endmodule
