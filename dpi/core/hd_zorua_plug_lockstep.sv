// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_zorua_plug, bound to every instance of it: the ports, and the registers of
// the plug's own. The unit, the look-ups and the swapper inside it have checkers of their own
// (steps 1 to 3: dpi/common/lockstep.h).
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_zorua_plug_lockstep #(
    parameter int Slots     = 48,
    parameter int Warps     = 64,
    parameter int Ctas      = 16,
    parameter int Lanes     = 32,
    parameter int Ports     = 2,
    parameter int Banks     = 4,
    parameter int Sets      = 256,
    parameter int Accesses  = 32,
    parameter int StackBits = 478,
    parameter int RowBits   = 512,
    parameter int Rows      = 768,
    parameter int RestWidth = 103,
    parameter logic [31:0] Base = 32'hc000_0000,
    localparam int SlotWidth  = $clog2(Slots),
    localparam int SizeWidth  = $clog2(Warps + 1),
    localparam int WarpWidth  = $clog2(Warps),
    localparam int BankWidth  = Banks > 1 ? $clog2(Banks) : 1,
    localparam int IndexWidth = $clog2(Sets),
    localparam int PlaceWidth = $clog2(Rows),
    localparam int EntryWidth = $clog2(Accesses),
    localparam int PipeWidth  = Ports > 1 ? $clog2(Ports) : 1
) (
    input logic                          clk_i,
    input logic                          rst_ni,
    input logic                          kernel_en_i,
    input logic [SizeWidth-1:0]          kernel_warps_i,
    input logic [31:0]                   kernel_phase_i,
    input logic                          idle_o,
    input logic                          block_valid_i,
    input logic [95:0]                   block_id_i,
    input logic                          block_ready_o,
    input logic                          done_valid_o,
    input logic [95:0]                   done_id_o,
    input logic                          rsp_valid_i,
    input logic [SlotWidth-1:0]          rsp_slot_i,
    input logic [31:0]                   rsp_word_i,
    input logic                          rsp_phase_i,
    input logic [31:0]                   rsp_specifier_i,
    input logic [31:0]                   rsp_word_o,
    input logic                          rsp_inserts_o,
    input logic [Ports-1:0]              ev_valid_i,
    input logic [Ports*2-1:0]            ev_kind_i,
    input logic [Ports*SlotWidth-1:0]    ev_slot_i,
    input logic [Ports*32-1:0]           ev_word_i,
    input logic [Ports-1:0]              resolves_i,
    input logic [Ports*SlotWidth-1:0]    resolved_slot_i,
    input logic [Slots-1:0]              stays_o,
    input logic [Slots-1:0]              ready_o,
    input logic [Slots*WarpWidth-1:0]    slot_warp_o,
    input logic                          begin_en_o,
    input logic [SlotWidth-1:0]          begin_slot_o,
    input logic [WarpWidth-1:0]          begin_warp_o,
    input logic [SizeWidth-1:0]          begin_rank_o,
    input logic [95:0]                   begin_id_o,
    input logic [Ports-1:0]              room_o,
    input logic [Ports-1:0]              issue_en_i,
    input logic [Ports*SlotWidth-1:0]    issue_slot_i,
    input logic [Ports*Lanes-1:0]        issue_mask_i,
    input logic [Ports*4-1:0]            issue_use_i,
    input logic [Ports*4*6-1:0]          issue_reg_i,
    input logic [Ports*RestWidth-1:0]    issue_rest_i,
    input logic [Ports-1:0]              stage_valid_o,
    input logic [Ports-1:0]              stage_ready_i,
    input logic [Ports*SlotWidth-1:0]    stage_slot_o,
    input logic [Ports*WarpWidth-1:0]    stage_warp_o,
    input logic [Ports*Lanes-1:0]        stage_mask_o,
    input logic [Ports*4-1:0]            stage_use_o,
    input logic [Ports*4*6-1:0]          stage_reg_o,
    input logic [Ports*RestWidth-1:0]    stage_rest_o,
    input logic [Ports*4*BankWidth-1:0]  stage_bank_o,
    input logic [Ports*4*IndexWidth-1:0] stage_index_o,
    input logic [Ports*5-1:0]            stage_park_o,
    input logic [Ports-1:0]              stage_stores_o,
    input logic [Ports*5-1:0]            read_park_i,
    input logic [Ports*5-1:0]            written_park_i,
    input logic [Ports-1:0]              acc_valid_i,
    input logic [Ports*WarpWidth-1:0]    acc_warp_i,
    input logic [Ports*Lanes-1:0]        acc_mask_i,
    input logic [Ports*Lanes*32-1:0]     acc_addr_i,
    input logic [Ports-1:0]              acc_known_o,
    input logic [Ports*Lanes*32-1:0]     acc_addr_o,
    input logic [PipeWidth-1:0]          acc_pipe_i,
    input logic [BankWidth-1:0]          acc_bank_i,
    input logic [IndexWidth-1:0]         acc_index_i,
    input logic [4:0]                    acc_park_i,
    input logic                          swap_valid_o,
    input logic                          swap_load_o,
    input logic [Lanes-1:0]              swap_mask_o,
    input logic [Lanes*32-1:0]           swap_addr_o,
    input logic [Lanes*32-1:0]           swap_data_o,
    input logic                          acc_en_i,
    input logic [Accesses-1:0]           under_way_i,
    input logic [EntryWidth-1:0]         entry_i,
    input logic                          wr_valid_i,
    input logic [Lanes-1:0]              wr_mask_i,
    input logic [Lanes*32-1:0]           wr_data_i,
    input logic                          end_valid_i,
    input logic                          entry_program_o,
    input logic                          entry_writes_o,
    input logic [BankWidth-1:0]          entry_bank_o,
    input logic [IndexWidth-1:0]         entry_index_o,
    input logic                          entry_parked_o,
    input logic                          ask_en_o,
    input logic [SlotWidth-1:0]          ask_slot_o,
    input logic [63:0]                   ask_busy_i,
    input logic                          release_en_o,
    input logic [SlotWidth-1:0]          release_slot_o,
    input logic [5:0]                    release_reg_o,
    input logic [Slots-1:0]              staged_i,
    input logic [Slots-1:0]              with_access_i,
    input logic [Slots-1:0]              at_rest_i,
    input logic                          pipe_busy_i,
    input logic                          rd_valid_o,
    input logic [BankWidth-1:0]          rd_bank_o,
    input logic [IndexWidth-1:0]         rd_index_o,
    input logic                          rd_ready_i,
    input logic                          row_valid_i,
    input logic [Lanes*32-1:0]           row_data_i,
    input logic                          stack_rd_en_o,
    input logic [SlotWidth-1:0]          stack_rd_slot_o,
    input logic [StackBits-1:0]          stack_rd_data_i,
    input logic                          stack_wr_en_o,
    input logic [SlotWidth-1:0]          stack_wr_slot_o,
    input logic [StackBits-1:0]          stack_wr_data_o,
    input logic                          ctx_valid_o,
    input logic [PlaceWidth-1:0]         ctx_row_o,
    input logic                          ctx_ready_i,
    input logic                          ctx_rsp_valid_i,
    input logic [RowBits-1:0]            ctx_rsp_data_i,
    input logic                          swapping_o,
    input logic [Ports-1:0]              reg_missed_o,
    input logic [Ports-1:0]              scratch_missed_o
);

  // What is wide is handed over in words of 32 bits (masks: 64): so many bits.
  localparam int StackWords = (StackBits + 31) / 32 * 32;
  localparam int RowWords   = (RowBits + 31) / 32 * 32;

  import "DPI-C" function longint unsigned zorua_plug_open(
      input string path, input bit [13*32-1:0] parameters);
  import "DPI-C" function void zorua_plug_state(
      input longint unsigned handle, input longint unsigned held,
      input bit [Slots*32-1:0] held_word, input longint unsigned inserted,
      input longint unsigned passed, input bit [Warps*32-1:0] blocks,
      input longint unsigned shared, input longint unsigned drains);
  import "DPI-C" function void zorua_plug_access_state(
      input longint unsigned handle, input longint unsigned swaps,
      input bit [Accesses*32-1:0] what, input bit [Accesses*32-1:0] park,
      input bit [Accesses*32-1:0] operand, input bit [Accesses*32-1:0] restore,
      input bit [Accesses*32-1:0] part, input bit [Accesses*32-1:0] bank,
      input bit [Accesses*32-1:0] index);
  // The ports, a neighbour at a time; zorua_plug_ports is the last one of a cycle.
  import "DPI-C" function void zorua_plug_kernel(
      input longint unsigned handle, input bit kernel_en, input int unsigned kernel_warps,
      input int unsigned kernel_phase, input bit idle, input bit block_valid,
      input bit [95:0] block_id, input bit block_ready, input bit done_valid,
      input bit [95:0] done_id);
  import "DPI-C" function void zorua_plug_front(
      input longint unsigned handle, input bit rsp_valid, input int unsigned rsp_slot,
      input int unsigned rsp_word, input bit rsp_phase, input int unsigned rsp_specifier,
      input int unsigned rsp_gives, input bit rsp_inserts, input byte unsigned ev_valid,
      input bit [Ports*32-1:0] ev_kind, input bit [Ports*32-1:0] ev_slot,
      input bit [Ports*32-1:0] ev_word, input byte unsigned resolves,
      input bit [Ports*32-1:0] resolved_slot, input longint unsigned stays,
      input longint unsigned ready, input bit [Slots*32-1:0] slot_warp, input bit begin_en,
      input int unsigned begin_slot, input int unsigned begin_warp, input int unsigned begin_rank,
      input bit [95:0] begin_id);
  import "DPI-C" function void zorua_plug_issue(
      input longint unsigned handle, input byte unsigned room, input byte unsigned issue_en,
      input bit [Ports*32-1:0] issue_slot, input bit [Ports*64-1:0] issue_mask,
      input bit [Ports*32-1:0] issue_use, input bit [Ports*4*32-1:0] issue_reg,
      input bit [Ports*128-1:0] issue_rest);
  import "DPI-C" function void zorua_plug_stage(
      input longint unsigned handle, input byte unsigned stage_valid,
      input byte unsigned stage_ready, input bit [Ports*32-1:0] stage_slot,
      input bit [Ports*32-1:0] stage_warp, input bit [Ports*64-1:0] stage_mask,
      input bit [Ports*32-1:0] stage_use, input bit [Ports*4*32-1:0] stage_reg,
      input bit [Ports*128-1:0] stage_rest, input bit [Ports*4*32-1:0] stage_bank,
      input bit [Ports*4*32-1:0] stage_index, input bit [Ports*32-1:0] stage_park,
      input byte unsigned stage_stores, input bit [Ports*32-1:0] read_park,
      input bit [Ports*32-1:0] written_park);
  import "DPI-C" function void zorua_plug_accesses(
      input longint unsigned handle, input byte unsigned acc_valid,
      input bit [Ports*32-1:0] acc_warp, input bit [Ports*64-1:0] acc_mask,
      input bit [Ports*Lanes*32-1:0] acc_addr, input byte unsigned acc_known,
      input bit [Ports*Lanes*32-1:0] acc_goes, input int unsigned acc_pipe,
      input int unsigned acc_bank, input int unsigned acc_index, input int unsigned acc_park,
      input bit swap_valid, input bit swap_load, input longint unsigned swap_mask,
      input bit [Lanes*32-1:0] swap_addr, input bit [Lanes*32-1:0] swap_data);
  import "DPI-C" function void zorua_plug_entries(
      input longint unsigned handle, input bit acc_en, input longint unsigned under_way,
      input int unsigned entry_at, input bit wr_valid, input longint unsigned wr_mask,
      input bit [Lanes*32-1:0] wr_data, input bit end_valid, input bit entry_program,
      input bit entry_writes, input int unsigned entry_bank, input int unsigned entry_index,
      input bit entry_parked, input bit ask_en, input int unsigned ask_slot,
      input longint unsigned ask_busy, input bit release_en, input int unsigned release_slot,
      input int unsigned release_reg, input longint unsigned staged,
      input longint unsigned with_access, input longint unsigned at_rest, input bit pipe_busy);
  import "DPI-C" function int zorua_plug_ports(
      input longint unsigned handle, input bit rst_n, input bit rd_valid,
      input int unsigned rd_bank, input int unsigned rd_index, input bit rd_ready,
      input bit row_valid, input bit [Lanes*32-1:0] row_data, input bit stack_rd_en,
      input int unsigned stack_rd_slot, input bit [StackWords-1:0] stack_rd_data,
      input bit stack_wr_en, input int unsigned stack_wr_slot,
      input bit [StackWords-1:0] stack_wr_data, input bit ctx_valid, input int unsigned ctx_row,
      input bit ctx_ready, input bit ctx_rsp_valid, input bit [RowWords-1:0] ctx_rsp_data,
      input bit swapping, input byte unsigned reg_missed, input byte unsigned scratch_missed);

  // In the order of dpi/core/zorua_plug_cfg.h.
  longint unsigned handle;
  initial
    handle = zorua_plug_open($sformatf("%m"),
                             {Base, 32'(RestWidth), 32'(Rows), 32'(RowBits), 32'(StackBits),
                              32'(Accesses), 32'(Sets), 32'(Banks), 32'(Ports), 32'(Lanes),
                              32'(Ctas), 32'(Warps), 32'(Slots)});

  // ------------------------------------------------------------------------------------------
  // Registers
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  longint unsigned      held, inserted, passed, shared, drains;
  bit [Slots*32-1:0]    held_word;
  bit [Warps*32-1:0]    blocks;
  bit [Accesses-1:0]    swaps;
  bit [Accesses*32-1:0] what, park, operand, restore, part, bank, index;
`ifndef HD_NO_held_q
  assign held = 64'(hd_zorua_plug.held_q);
`endif
`ifndef HD_NO_inserted_q
  assign inserted = 64'(hd_zorua_plug.inserted_q);
`endif
`ifndef HD_NO_passed_q
  assign passed = 64'(hd_zorua_plug.passed_q);
`endif
`ifndef HD_NO_shared_q
  assign shared = 64'(hd_zorua_plug.shared_q);
`endif
`ifndef HD_NO_drains_q
  assign drains = 64'(hd_zorua_plug.drains_q);
`endif
  for (genvar s = 0; s < Slots; s++) begin : gen_held
`ifndef HD_NO_held_word_q
    assign held_word[s*32+:32] = hd_zorua_plug.held_word_q[s];
`endif
  end
  for (genvar w = 0; w < Warps; w++) begin : gen_block
`ifndef HD_NO_block_q
    assign blocks[w*32+:32] = 32'(hd_zorua_plug.block_q[w]);
`endif
  end
  for (genvar a = 0; a < Accesses; a++) begin : gen_access
`ifndef HD_NO_swaps_q
    assign swaps[a] = hd_zorua_plug.swaps_q[a];
`endif
`ifndef HD_NO_what_q
    assign what[a*32+:32] = 32'(hd_zorua_plug.what_q[a]);
`endif
`ifndef HD_NO_park_q
    assign park[a*32+:32] = 32'(hd_zorua_plug.park_q[a]);
`endif
`ifndef HD_NO_operand_q
    assign operand[a*32+:32] = 32'(hd_zorua_plug.operand_q[a]);
`endif
`ifndef HD_NO_restore_q
    assign restore[a*32+:32] = 32'(hd_zorua_plug.restore_q[a]);
`endif
`ifndef HD_NO_part_q
    assign part[a*32+:32] = 32'(hd_zorua_plug.part_q[a]);
`endif
`ifndef HD_NO_bank_q
    assign bank[a*32+:32] = 32'(hd_zorua_plug.bank_q[a]);
`endif
`ifndef HD_NO_index_q
    assign index[a*32+:32] = 32'(hd_zorua_plug.index_q[a]);
`endif
  end
  always @(negedge clk_i) begin
    zorua_plug_state(handle, held, held_word, inserted, passed, blocks, shared, drains);
    zorua_plug_access_state(handle, 64'(swaps), what, park, operand, restore, part, bank, index);
  end
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  bit [Ports*32-1:0]   ev_kind, ev_slot, resolved_slot, issue_slot, issue_use, stage_slot;
  bit [Ports*32-1:0]   stage_warp, stage_use, stage_park, read_park, written_park, acc_warp;
  bit [Ports*64-1:0]   issue_mask, stage_mask, acc_mask;
  bit [Ports*4*32-1:0] issue_reg, stage_reg, stage_bank, stage_index;
  bit [Ports*128-1:0]  issue_rest, stage_rest;
  bit [Slots*32-1:0]   slot_warp;
  for (genvar p = 0; p < Ports; p++) begin : gen_port
    assign ev_kind[p*32+:32]       = 32'(ev_kind_i[p*2+:2]);
    assign ev_slot[p*32+:32]       = 32'(ev_slot_i[p*SlotWidth+:SlotWidth]);
    assign resolved_slot[p*32+:32] = 32'(resolved_slot_i[p*SlotWidth+:SlotWidth]);
    assign issue_slot[p*32+:32]    = 32'(issue_slot_i[p*SlotWidth+:SlotWidth]);
    assign issue_use[p*32+:32]     = 32'(issue_use_i[p*4+:4]);
    assign issue_mask[p*64+:64]    = 64'(issue_mask_i[p*Lanes+:Lanes]);
    assign issue_rest[p*128+:128]  = 128'(issue_rest_i[p*RestWidth+:RestWidth]);
    assign stage_slot[p*32+:32]    = 32'(stage_slot_o[p*SlotWidth+:SlotWidth]);
    assign stage_warp[p*32+:32]    = 32'(stage_warp_o[p*WarpWidth+:WarpWidth]);
    assign stage_use[p*32+:32]     = 32'(stage_use_o[p*4+:4]);
    assign stage_mask[p*64+:64]    = 64'(stage_mask_o[p*Lanes+:Lanes]);
    assign stage_rest[p*128+:128]  = 128'(stage_rest_o[p*RestWidth+:RestWidth]);
    assign stage_park[p*32+:32]    = 32'(stage_park_o[p*5+:5]);
    assign read_park[p*32+:32]     = 32'(read_park_i[p*5+:5]);
    assign written_park[p*32+:32]  = 32'(written_park_i[p*5+:5]);
    assign acc_warp[p*32+:32]      = 32'(acc_warp_i[p*WarpWidth+:WarpWidth]);
    assign acc_mask[p*64+:64]      = 64'(acc_mask_i[p*Lanes+:Lanes]);
  end
  for (genvar o = 0; o < Ports * 4; o++) begin : gen_operand
    assign issue_reg[o*32+:32]   = 32'(issue_reg_i[o*6+:6]);
    assign stage_reg[o*32+:32]   = 32'(stage_reg_o[o*6+:6]);
    assign stage_bank[o*32+:32]  = 32'(stage_bank_o[o*BankWidth+:BankWidth]);
    assign stage_index[o*32+:32] = 32'(stage_index_o[o*IndexWidth+:IndexWidth]);
  end
  for (genvar s = 0; s < Slots; s++) begin : gen_slot
    assign slot_warp[s*32+:32] = 32'(slot_warp_o[s*WarpWidth+:WarpWidth]);
  end

  int verdict;
  always @(posedge clk_i) begin
    zorua_plug_kernel(handle, kernel_en_i, 32'(kernel_warps_i), kernel_phase_i, idle_o,
                      block_valid_i, block_id_i, block_ready_o, done_valid_o, done_id_o);
    zorua_plug_front(handle, rsp_valid_i, 32'(rsp_slot_i), rsp_word_i, rsp_phase_i,
                     rsp_specifier_i, rsp_word_o, rsp_inserts_o, 8'(ev_valid_i), ev_kind, ev_slot,
                     ev_word_i, 8'(resolves_i), resolved_slot, 64'(stays_o), 64'(ready_o),
                     slot_warp, begin_en_o, 32'(begin_slot_o), 32'(begin_warp_o),
                     32'(begin_rank_o), begin_id_o);
    zorua_plug_issue(handle, 8'(room_o), 8'(issue_en_i), issue_slot, issue_mask, issue_use,
                     issue_reg, issue_rest);
    zorua_plug_stage(handle, 8'(stage_valid_o), 8'(stage_ready_i), stage_slot, stage_warp,
                     stage_mask, stage_use, stage_reg, stage_rest, stage_bank, stage_index,
                     stage_park, 8'(stage_stores_o), read_park, written_park);
    zorua_plug_accesses(handle, 8'(acc_valid_i), acc_warp, acc_mask, acc_addr_i, 8'(acc_known_o),
                        acc_addr_o, 32'(acc_pipe_i), 32'(acc_bank_i), 32'(acc_index_i),
                        32'(acc_park_i), swap_valid_o, swap_load_o, 64'(swap_mask_o), swap_addr_o,
                        swap_data_o);
    zorua_plug_entries(handle, acc_en_i, 64'(under_way_i), 32'(entry_i), wr_valid_i,
                       64'(wr_mask_i), wr_data_i, end_valid_i, entry_program_o, entry_writes_o,
                       32'(entry_bank_o), 32'(entry_index_o), entry_parked_o, ask_en_o,
                       32'(ask_slot_o), ask_busy_i, release_en_o, 32'(release_slot_o),
                       32'(release_reg_o), 64'(staged_i), 64'(with_access_i), 64'(at_rest_i),
                       pipe_busy_i);
    verdict = zorua_plug_ports(
        handle, rst_ni, rd_valid_o, 32'(rd_bank_o), 32'(rd_index_o), rd_ready_i, row_valid_i,
        row_data_i, stack_rd_en_o, 32'(stack_rd_slot_o), StackWords'(stack_rd_data_i),
        stack_wr_en_o, 32'(stack_wr_slot_o), StackWords'(stack_wr_data_o), ctx_valid_o,
        32'(ctx_row_o), ctx_ready_i, ctx_rsp_valid_i, RowWords'(ctx_rsp_data_i), swapping_o,
        8'(reg_missed_o), 8'(scratch_missed_o));
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(idle_o)), .Field(0)) u_idle (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(block_ready_o)), .Field(1)) u_block_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(done_valid_o)), .Field(2)) u_done_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(done_id_o)), .Field(3)) u_done_id (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(rsp_word_o)), .Field(4)) u_rsp_word (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(rsp_inserts_o)), .Field(5)) u_rsp_inserts (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(stays_o)), .Field(6)) u_stays (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(ready_o)), .Field(7)) u_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(slot_warp_o)), .Field(8)) u_slot_warp (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(begin_en_o)), .Field(9)) u_begin_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(begin_slot_o)), .Field(10)) u_begin_slot (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(begin_warp_o)), .Field(11)) u_begin_warp (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(begin_rank_o)), .Field(12)) u_begin_rank (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(begin_id_o)), .Field(13)) u_begin_id (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(room_o)), .Field(14)) u_room (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(stage_valid_o)), .Field(15)) u_stage_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(stage_slot_o)), .Field(16)) u_stage_slot (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(stage_warp_o)), .Field(17)) u_stage_warp (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(stage_mask_o)), .Field(18)) u_stage_mask (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(stage_use_o)), .Field(19)) u_stage_use (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(stage_reg_o)), .Field(20)) u_stage_reg (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(stage_rest_o)), .Field(21)) u_stage_rest (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(stage_bank_o)), .Field(22)) u_stage_bank (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(stage_index_o)), .Field(23)) u_stage_index (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(stage_park_o)), .Field(24)) u_stage_park (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(stage_stores_o)), .Field(25)) u_stage_stores (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(acc_known_o)), .Field(26)) u_acc_known (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(acc_addr_o)), .Field(27)) u_acc_addr (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(swap_valid_o)), .Field(28)) u_swap_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(swap_load_o)), .Field(29)) u_swap_load (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(swap_mask_o)), .Field(30)) u_swap_mask (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(swap_addr_o)), .Field(31)) u_swap_addr (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(swap_data_o)), .Field(32)) u_swap_data (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(entry_program_o)), .Field(33)) u_entry_program (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(entry_writes_o)), .Field(34)) u_entry_writes (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(entry_bank_o)), .Field(35)) u_entry_bank (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(entry_index_o)), .Field(36)) u_entry_index (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(entry_parked_o)), .Field(37)) u_entry_parked (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(ask_en_o)), .Field(38)) u_ask_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(ask_slot_o)), .Field(39)) u_ask_slot (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(release_en_o)), .Field(40)) u_release_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(release_slot_o)), .Field(41)) u_release_slot (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(release_reg_o)), .Field(42)) u_release_reg (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(rd_valid_o)), .Field(43)) u_rd_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(rd_bank_o)), .Field(44)) u_rd_bank (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(rd_index_o)), .Field(45)) u_rd_index (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(stack_rd_en_o)), .Field(46)) u_stack_rd_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(stack_rd_slot_o)), .Field(47)) u_stack_rd_slot (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(stack_wr_en_o)), .Field(48)) u_stack_wr_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(stack_wr_slot_o)), .Field(49)) u_stack_wr_slot (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(stack_wr_data_o)), .Field(50)) u_stack_wr_data (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(ctx_valid_o)), .Field(51)) u_ctx_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(ctx_row_o)), .Field(52)) u_ctx_row (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(swapping_o)), .Field(53)) u_swapping (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(reg_missed_o)), .Field(54)) u_reg_missed (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(scratch_missed_o)), .Field(55)) u_scratch_missed (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_zorua_plug hd_zorua_plug_lockstep #(
    .Slots(Slots), .Warps(Warps), .Ctas(Ctas), .Lanes(Lanes), .Ports(Ports), .Banks(Banks),
    .Sets(Sets), .Accesses(Accesses), .StackBits(StackBits), .RowBits(RowBits), .Rows(Rows),
    .RestWidth(RestWidth), .Base(Base)
) u_lockstep (.*);
