// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_zorua_plug; knows nothing of checking. The inputs change at the falling edge, by
// what the plug shows in this cycle and depends on state alone; what it did is kept at the rising
// edge. Which access load/store is offered is worked out here: it depends on what is known of the
// pipes' in the same cycle.

module hd_zorua_plug_tb #(
    parameter int Slots     = 0,
    parameter int Warps     = 0,
    parameter int Ctas      = 0,
    parameter int Lanes     = 0,
    parameter int Ports     = 0,
    parameter int Banks     = 0,
    parameter int Sets      = 0,
    parameter int Accesses  = 0,
    parameter int StackBits = 0,
    parameter int RowBits   = 0,
    parameter int Rows      = 0,
    parameter int RestWidth = 0,
    localparam int SlotWidth  = $clog2(Slots),
    localparam int SizeWidth  = $clog2(Warps + 1),
    localparam int WarpWidth  = $clog2(Warps),
    localparam int BankWidth  = Banks > 1 ? $clog2(Banks) : 1,
    localparam int IndexWidth = $clog2(Sets),
    localparam int PlaceWidth = $clog2(Rows),
    localparam int EntryWidth = $clog2(Accesses),
    localparam int PipeWidth  = Ports > 1 ? $clog2(Ports) : 1
) (
    input  logic                          clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic                          idle_o,
    output logic                          block_ready_o,
    output logic                          done_valid_o,
    output logic [95:0]                   done_id_o,
    output logic [31:0]                   rsp_word_o,
    output logic                          rsp_inserts_o,
    output logic [Slots-1:0]              stays_o,
    output logic [Slots-1:0]              ready_o,
    output logic [Slots*WarpWidth-1:0]    slot_warp_o,
    output logic                          begin_en_o,
    output logic [SlotWidth-1:0]          begin_slot_o,
    output logic [WarpWidth-1:0]          begin_warp_o,
    output logic [SizeWidth-1:0]          begin_rank_o,
    output logic [95:0]                   begin_id_o,
    output logic [Ports-1:0]              room_o,
    output logic [Ports-1:0]              stage_valid_o,
    output logic [Ports*SlotWidth-1:0]    stage_slot_o,
    output logic [Ports*WarpWidth-1:0]    stage_warp_o,
    output logic [Ports*Lanes-1:0]        stage_mask_o,
    output logic [Ports*4-1:0]            stage_use_o,
    output logic [Ports*4*6-1:0]          stage_reg_o,
    output logic [Ports*RestWidth-1:0]    stage_rest_o,
    output logic [Ports*4*BankWidth-1:0]  stage_bank_o,
    output logic [Ports*4*IndexWidth-1:0] stage_index_o,
    output logic [Ports*5-1:0]            stage_park_o,
    output logic [Ports-1:0]              stage_stores_o,
    output logic [Ports-1:0]              acc_known_o,
    output logic [Ports*Lanes*32-1:0]     acc_addr_o,
    output logic                          swap_valid_o,
    output logic                          swap_load_o,
    output logic [Lanes-1:0]              swap_mask_o,
    output logic [Lanes*32-1:0]           swap_addr_o,
    output logic [Lanes*32-1:0]           swap_data_o,
    output logic                          entry_program_o,
    output logic                          entry_writes_o,
    output logic [BankWidth-1:0]          entry_bank_o,
    output logic [IndexWidth-1:0]         entry_index_o,
    output logic                          entry_parked_o,
    output logic                          ask_en_o,
    output logic [SlotWidth-1:0]          ask_slot_o,
    output logic                          release_en_o,
    output logic [SlotWidth-1:0]          release_slot_o,
    output logic [5:0]                    release_reg_o,
    output logic                          rd_valid_o,
    output logic [BankWidth-1:0]          rd_bank_o,
    output logic [IndexWidth-1:0]         rd_index_o,
    output logic                          stack_rd_en_o,
    output logic [SlotWidth-1:0]          stack_rd_slot_o,
    output logic                          stack_wr_en_o,
    output logic [SlotWidth-1:0]          stack_wr_slot_o,
    output logic [StackBits-1:0]          stack_wr_data_o,
    output logic                          ctx_valid_o,
    output logic [PlaceWidth-1:0]         ctx_row_o,
    output logic                          swapping_o,
    output logic [Ports-1:0]              reg_missed_o,
    output logic [Ports-1:0]              scratch_missed_o
);

  // What is wide is handed over in words of 32 bits (masks: 64): so many bits.
  localparam int StackWords = (StackBits + 31) / 32 * 32;
  localparam int RowWords   = (RowBits + 31) / 32 * 32;

  import "DPI-C" function void zorua_plug_stim_open(input bit [13*32-1:0] parameters);
  import "DPI-C" function void zorua_plug_stim_did(
      input bit block_taken, input bit inserts, input bit begin_en, input int unsigned begin_slot,
      input int unsigned begin_warp, input byte unsigned staged,
      input bit [Ports*32-1:0] stage_slot, input bit [Ports*32-1:0] stage_park,
      input byte unsigned stage_stores, input bit [Ports*32-1:0] bank,
      input bit [Ports*32-1:0] index, input bit taken, input bit of_swapper, input bit swap_load,
      input longint unsigned swap_mask, input int unsigned acc_pipe, input bit release_en,
      input int unsigned release_slot, input int unsigned release_reg, input bit row_asked,
      input bit ctx_asked);
  import "DPI-C" function void zorua_plug_stim(
      input bit idle, input longint unsigned ready, input bit [Slots*32-1:0] slot_warp,
      input byte unsigned room, input bit ask_en, input int unsigned ask_slot,
      output bit rst_n, output bit kernel_en, output int unsigned kernel_warps,
      output int unsigned kernel_phase, output bit block_valid, output bit [95:0] block_id,
      output bit rsp_valid, output int unsigned rsp_slot, output int unsigned rsp_word,
      output bit rsp_phase, output int unsigned rsp_specifier, output byte unsigned ev_valid,
      output bit [Ports*32-1:0] ev_kind, output bit [Ports*32-1:0] ev_slot,
      output bit [Ports*32-1:0] ev_word, output byte unsigned resolves,
      output bit [Ports*32-1:0] resolved_slot);
  import "DPI-C" function void zorua_plug_stim_issue(
      output byte unsigned issue_en, output bit [Ports*32-1:0] issue_slot,
      output bit [Ports*64-1:0] issue_mask, output bit [Ports*32-1:0] issue_use,
      output bit [Ports*4*32-1:0] issue_reg, output bit [Ports*128-1:0] issue_rest,
      output byte unsigned stage_ready, output bit [Ports*32-1:0] read_park,
      output bit [Ports*32-1:0] written_park, output byte unsigned acc_valid,
      output bit [Ports*32-1:0] acc_warp, output bit [Ports*64-1:0] acc_mask,
      output bit [Ports*Lanes*32-1:0] acc_addr, output bit [Ports*32-1:0] acc_bank,
      output bit [Ports*32-1:0] acc_index, output bit [Ports*32-1:0] acc_park,
      output int unsigned turn, output bit takes);
  import "DPI-C" function void zorua_plug_stim_memory(
      output longint unsigned under_way, output int unsigned entry_at, output bit wr_valid,
      output longint unsigned wr_mask, output bit [Lanes*32-1:0] wr_data, output bit end_valid,
      output longint unsigned ask_busy, output longint unsigned staged,
      output longint unsigned with_access, output longint unsigned at_rest, output bit pipe_busy,
      output bit rd_ready, output bit row_valid, output bit [Lanes*32-1:0] row_data,
      output bit [StackWords-1:0] stack_rd_data, output bit ctx_ready, output bit ctx_rsp_valid,
      output bit [RowWords-1:0] ctx_rsp_data);

  logic                          rst_ni;
  logic                          kernel_en_i;
  logic [SizeWidth-1:0]          kernel_warps_i;
  logic [31:0]                   kernel_phase_i;
  logic                          block_valid_i;
  logic [95:0]                   block_id_i;
  logic                          rsp_valid_i;
  logic [SlotWidth-1:0]          rsp_slot_i;
  logic [31:0]                   rsp_word_i;
  logic                          rsp_phase_i;
  logic [31:0]                   rsp_specifier_i;
  logic [Ports-1:0]              ev_valid_i;
  logic [Ports*2-1:0]            ev_kind_i;
  logic [Ports*SlotWidth-1:0]    ev_slot_i;
  logic [Ports*32-1:0]           ev_word_i;
  logic [Ports-1:0]              resolves_i;
  logic [Ports*SlotWidth-1:0]    resolved_slot_i;
  logic [Ports-1:0]              issue_en_i;
  logic [Ports*SlotWidth-1:0]    issue_slot_i;
  logic [Ports*Lanes-1:0]        issue_mask_i;
  logic [Ports*4-1:0]            issue_use_i;
  logic [Ports*4*6-1:0]          issue_reg_i;
  logic [Ports*RestWidth-1:0]    issue_rest_i;
  logic [Ports-1:0]              stage_ready_i;
  logic [Ports*5-1:0]            read_park_i;
  logic [Ports*5-1:0]            written_park_i;
  logic [Ports-1:0]              acc_valid_i;
  logic [Ports*WarpWidth-1:0]    acc_warp_i;
  logic [Ports*Lanes-1:0]        acc_mask_i;
  logic [Ports*Lanes*32-1:0]     acc_addr_i;
  logic [PipeWidth-1:0]          acc_pipe_i;
  logic [BankWidth-1:0]          acc_bank_i;
  logic [IndexWidth-1:0]         acc_index_i;
  logic [4:0]                    acc_park_i;
  logic                          acc_en_i;
  logic [Accesses-1:0]           under_way_i;
  logic [EntryWidth-1:0]         entry_i;
  logic                          wr_valid_i;
  logic [Lanes-1:0]              wr_mask_i;
  logic [Lanes*32-1:0]           wr_data_i;
  logic                          end_valid_i;
  logic [63:0]                   ask_busy_i;
  logic [Slots-1:0]              staged_i;
  logic [Slots-1:0]              with_access_i;
  logic [Slots-1:0]              at_rest_i;
  logic                          pipe_busy_i;
  logic                          rd_ready_i;
  logic                          row_valid_i;
  logic [Lanes*32-1:0]           row_data_i;
  logic [StackBits-1:0]          stack_rd_data_i;
  logic                          ctx_ready_i;
  logic                          ctx_rsp_valid_i;
  logic [RowBits-1:0]            ctx_rsp_data_i;

  hd_zorua_plug #(
      .Slots(Slots), .Warps(Warps), .Ctas(Ctas), .Lanes(Lanes), .Ports(Ports), .Banks(Banks),
      .Sets(Sets), .Accesses(Accesses), .StackBits(StackBits), .RowBits(RowBits), .Rows(Rows),
      .RestWidth(RestWidth)
  ) dut (.*);

  // In the order of dpi/core/zorua_plug_cfg.h; where swap space is is the plug's own number.
  initial
    zorua_plug_stim_open({32'hc000_0000, 32'(RestWidth), 32'(Rows), 32'(RowBits), 32'(StackBits),
                          32'(Accesses), 32'(Sets), 32'(Banks), 32'(Ports), 32'(Lanes), 32'(Ctas),
                          32'(Warps), 32'(Slots)});

  // ------------------------------------------------------------------------------------------
  // Load/store: the access that it is offered, and whether it takes it
  // ------------------------------------------------------------------------------------------
  bit [Ports*32-1:0] acc_bank, acc_index, acc_park;
  bit                takes;
  int unsigned       turn;
  logic              offered;
  always @* begin
    offered     = swap_valid_o;
    acc_pipe_i  = '0;
    for (int n = Ports - 1; n >= 0; n--)
      if (acc_valid_i[(int'(turn)+n)%Ports] && acc_known_o[(int'(turn)+n)%Ports]) begin
        offered    = 1'b1;
        acc_pipe_i = PipeWidth'((int'(turn) + n) % Ports);
      end
    acc_en_i = takes & offered;
    acc_bank_i  = BankWidth'(acc_bank[acc_pipe_i*32+:32]);
    acc_index_i = IndexWidth'(acc_index[acc_pipe_i*32+:32]);
    acc_park_i  = 5'(acc_park[acc_pipe_i*32+:32]);
  end

  // ------------------------------------------------------------------------------------------
  // What the plug did in the last cycle
  // ------------------------------------------------------------------------------------------
  bit [Ports*32-1:0] stage_slot, stage_park, stage_bank, stage_index;
  bit [Slots*32-1:0] slot_warp;
  for (genvar p = 0; p < Ports; p++) begin : gen_port
    assign stage_slot[p*32+:32]  = 32'(stage_slot_o[p*SlotWidth+:SlotWidth]);
    assign stage_park[p*32+:32]  = 32'(stage_park_o[p*5+:5]);
    assign stage_bank[p*32+:32]  = 32'(stage_bank_o[(p*4+3)*BankWidth+:BankWidth]);
    assign stage_index[p*32+:32] = 32'(stage_index_o[(p*4+3)*IndexWidth+:IndexWidth]);
  end
  for (genvar s = 0; s < Slots; s++) begin : gen_slot
    assign slot_warp[s*32+:32] = 32'(slot_warp_o[s*WarpWidth+:WarpWidth]);
  end

  always @(posedge clk_i)
    zorua_plug_stim_did(block_valid_i & block_ready_o, rsp_inserts_o, begin_en_o,
                        32'(begin_slot_o), 32'(begin_warp_o), 8'(stage_valid_o & stage_ready_i),
                        stage_slot, stage_park, 8'(stage_stores_o), stage_bank, stage_index,
                        acc_en_i, swap_valid_o, swap_load_o, 64'(swap_mask_o), 32'(acc_pipe_i),
                        release_en_o, 32'(release_slot_o), 32'(release_reg_o),
                        rd_valid_o & rd_ready_i, ctx_valid_o & ctx_ready_i);

  // ------------------------------------------------------------------------------------------
  // What it is offered in this one
  // ------------------------------------------------------------------------------------------
  bit                     rst_n, kernel_en, block_valid, rsp_valid, rsp_phase, wr_valid, end_valid;
  bit                     pipe_busy, rd_ready, row_valid, ctx_ready, ctx_rsp_valid;
  int unsigned            kernel_warps, kernel_phase, rsp_slot, rsp_word, rsp_specifier, entry_at;
  bit [95:0]              block_id;
  byte unsigned           ev_valid, resolves, issue_en, stage_ready, acc_valid;
  bit [Ports*32-1:0]      ev_kind, ev_slot, ev_word, resolved_slot, issue_slot, issue_use;
  bit [Ports*32-1:0]      read_park, written_park, acc_warp;
  bit [Ports*64-1:0]      issue_mask, acc_mask;
  bit [Ports*4*32-1:0]    issue_reg;
  bit [Ports*128-1:0]     issue_rest;
  bit [Ports*Lanes*32-1:0] acc_addr;
  longint unsigned        under_way, wr_mask, ask_busy, staged, with_access, at_rest;
  bit [Lanes*32-1:0]      wr_data, row_data;
  bit [StackWords-1:0]    stack_rd_data;
  bit [RowWords-1:0]      ctx_rsp_data;
  always @(negedge clk_i) begin
    zorua_plug_stim(idle_o, 64'(ready_o), slot_warp, 8'(room_o), ask_en_o, 32'(ask_slot_o),
                    rst_n, kernel_en, kernel_warps, kernel_phase, block_valid, block_id, rsp_valid,
                    rsp_slot, rsp_word, rsp_phase, rsp_specifier, ev_valid, ev_kind, ev_slot,
                    ev_word, resolves, resolved_slot);
    zorua_plug_stim_issue(issue_en, issue_slot, issue_mask, issue_use, issue_reg, issue_rest,
                          stage_ready, read_park, written_park, acc_valid, acc_warp, acc_mask,
                          acc_addr, acc_bank, acc_index, acc_park, turn, takes);
    zorua_plug_stim_memory(under_way, entry_at, wr_valid, wr_mask, wr_data, end_valid, ask_busy,
                           staged, with_access, at_rest, pipe_busy, rd_ready, row_valid, row_data,
                           stack_rd_data, ctx_ready, ctx_rsp_valid, ctx_rsp_data);
    rst_ni          = rst_n;
    kernel_en_i     = kernel_en;
    kernel_warps_i  = SizeWidth'(kernel_warps);
    kernel_phase_i  = kernel_phase;
    block_valid_i   = block_valid;
    block_id_i      = block_id;
    rsp_valid_i     = rsp_valid;
    rsp_slot_i      = SlotWidth'(rsp_slot);
    rsp_word_i      = rsp_word;
    rsp_phase_i     = rsp_phase;
    rsp_specifier_i = rsp_specifier;
    ev_valid_i      = Ports'(ev_valid);
    ev_word_i       = ev_word;
    resolves_i      = Ports'(resolves);
    issue_en_i      = Ports'(issue_en);
    stage_ready_i   = Ports'(stage_ready);
    acc_valid_i     = Ports'(acc_valid);
    acc_addr_i      = acc_addr;
    under_way_i     = Accesses'(under_way);
    entry_i         = EntryWidth'(entry_at);
    wr_valid_i      = wr_valid;
    wr_mask_i       = Lanes'(wr_mask);
    wr_data_i       = wr_data;
    end_valid_i     = end_valid;
    ask_busy_i    = ask_busy;
    staged_i        = Slots'(staged);
    with_access_i   = Slots'(with_access);
    at_rest_i       = Slots'(at_rest);
    pipe_busy_i     = pipe_busy;
    rd_ready_i      = rd_ready;
    row_valid_i     = row_valid;
    row_data_i      = row_data;
    stack_rd_data_i = StackBits'(stack_rd_data);
    ctx_ready_i     = ctx_ready;
    ctx_rsp_valid_i = ctx_rsp_valid;
    ctx_rsp_data_i  = RowBits'(ctx_rsp_data);
    for (int p = 0; p < Ports; p++) begin
      ev_kind_i[p*2+:2]                       = 2'(ev_kind[p*32+:32]);
      ev_slot_i[p*SlotWidth+:SlotWidth]       = SlotWidth'(ev_slot[p*32+:32]);
      resolved_slot_i[p*SlotWidth+:SlotWidth] = SlotWidth'(resolved_slot[p*32+:32]);
      issue_slot_i[p*SlotWidth+:SlotWidth]    = SlotWidth'(issue_slot[p*32+:32]);
      issue_mask_i[p*Lanes+:Lanes]            = Lanes'(issue_mask[p*64+:64]);
      issue_use_i[p*4+:4]                     = 4'(issue_use[p*32+:32]);
      issue_rest_i[p*RestWidth+:RestWidth]    = RestWidth'(issue_rest[p*128+:128]);
      read_park_i[p*5+:5]                     = 5'(read_park[p*32+:32]);
      written_park_i[p*5+:5]                  = 5'(written_park[p*32+:32]);
      acc_warp_i[p*WarpWidth+:WarpWidth]      = WarpWidth'(acc_warp[p*32+:32]);
      acc_mask_i[p*Lanes+:Lanes]              = Lanes'(acc_mask[p*64+:64]);
    end
    for (int o = 0; o < Ports * 4; o++) issue_reg_i[o*6+:6] = 6'(issue_reg[o*32+:32]);
  end
endmodule
