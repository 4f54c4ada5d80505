// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_swapper, bound to every instance of it. Hands registers, inputs and
// outputs to the golden model in each cycle (steps 1 to 3: dpi/common/lockstep.h).
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_swapper_lockstep #(
    parameter int Slots       = 48,
    parameter int Lanes       = 32,
    parameter int Banks       = 4,
    parameter int RegPhys     = 240,
    parameter int Parks       = 8,
    parameter int Warps       = 64,
    parameter int Blocks      = 16,
    parameter int ScratchSets = 48,
    parameter int ScratchPhys = 48,
    parameter int RowBits     = 512,
    parameter int Rows        = 768,
    parameter int StackBits   = 478,
    parameter int Restores    = 4,
    parameter logic [31:0] Base = 32'hc000_0000,
    localparam int SlotWidth       = $clog2(Slots),
    localparam int WarpWidth       = $clog2(Warps),
    localparam int BlockWidth      = $clog2(Blocks),
    localparam int BankWidth       = Banks > 1 ? $clog2(Banks) : 1,
    localparam int ParkWidth       = Parks > 1 ? $clog2(Parks) : 1,
    localparam int IndexWidth      = $clog2(RegPhys + Parks * ((4 + Banks - 1) / Banks)),
    localparam int RestoreWidth    = Restores > 1 ? $clog2(Restores) : 1,
    localparam int StackWords      = (StackBits + 31) / 32,
    localparam int StackParts      = (StackWords + Lanes - 1) / Lanes,
    localparam int PartWidth       = StackParts > 1 ? $clog2(StackParts) : 1,
    localparam int PlaceWidth      = $clog2(Rows),
    localparam int RegSetWidth     = $clog2(64 / Banks),
    localparam int ScratchSetWidth = ScratchSets > 1 ? $clog2(ScratchSets) : 1,
    localparam int RegPhysWidth    = $clog2(RegPhys),
    localparam int ScratchPhysWidth = $clog2(ScratchPhys),
    localparam int RowWidth        = WarpWidth > BlockWidth ? WarpWidth : BlockWidth,
    localparam int SetWidth        = RegSetWidth > ScratchSetWidth ? RegSetWidth : ScratchSetWidth,
    localparam int SetPhysWidth    =
        RegPhysWidth > ScratchPhysWidth ? RegPhysWidth : ScratchPhysWidth,
    localparam int PhysWidth       = SlotWidth > SetPhysWidth ? SlotWidth : SetPhysWidth
) (
    input logic                    clk_i,
    input logic                    rst_ni,
    input logic                    req_valid_i,
    input logic                    req_load_i,
    input logic [1:0]              req_kind_i,
    input logic [RowWidth-1:0]     req_row_i,
    input logic [SetWidth-1:0]     req_set_i,
    input logic [PhysWidth-1:0]    req_phys_i,
    input logic                    calm_i,
    input logic                    req_ready_o,
    input logic                    rsp_valid_o,
    input logic [WarpWidth-1:0]    rsp_warp_o,
    input logic                    job_valid_i,
    input logic                    job_store_i,
    input logic [ParkWidth-1:0]    job_park_i,
    input logic [1:0]              job_operand_i,
    input logic [WarpWidth-1:0]    job_warp_i,
    input logic [5:0]              job_reg_i,
    input logic [Lanes-1:0]        job_mask_i,
    input logic [BankWidth-1:0]    job_bank_i,
    input logic [IndexWidth-1:0]   job_index_i,
    input logic                    job_taken_o,
    input logic                    rd_valid_o,
    input logic [BankWidth-1:0]    rd_bank_o,
    input logic [IndexWidth-1:0]   rd_index_o,
    input logic                    rd_ready_i,
    input logic                    row_valid_i,
    input logic [Lanes*32-1:0]     row_data_i,
    input logic                    ctx_valid_o,
    input logic [PlaceWidth-1:0]   ctx_row_o,
    input logic                    ctx_ready_i,
    input logic                    ctx_rsp_valid_i,
    input logic [RowBits-1:0]      ctx_rsp_data_i,
    input logic                    stack_rd_en_o,
    input logic [SlotWidth-1:0]    stack_rd_slot_o,
    input logic [StackBits-1:0]    stack_rd_data_i,
    input logic                    stack_wr_en_o,
    input logic [SlotWidth-1:0]    stack_wr_slot_o,
    input logic [StackBits-1:0]    stack_wr_data_o,
    input logic                    acc_valid_o,
    input logic [1:0]              acc_what_o,
    input logic                    acc_load_o,
    input logic [Lanes-1:0]        acc_mask_o,
    input logic [Lanes*32-1:0]     acc_addr_o,
    input logic [Lanes*32-1:0]     acc_data_o,
    input logic [ParkWidth-1:0]    acc_park_o,
    input logic [1:0]              acc_operand_o,
    input logic [BankWidth-1:0]    acc_bank_o,
    input logic [IndexWidth-1:0]   acc_index_o,
    input logic [RestoreWidth-1:0] acc_restore_o,
    input logic [PartWidth-1:0]    acc_part_o,
    input logic                    acc_ready_i,
    input logic                    back_valid_i,
    input logic [RestoreWidth-1:0] back_restore_i,
    input logic [PartWidth-1:0]    back_part_i,
    input logic [Lanes-1:0]        back_mask_i,
    input logic [Lanes*32-1:0]     back_data_i,
    input logic                    back_end_i,
    input logic [RestoreWidth-1:0] back_end_restore_i,
    input logic                    swapping_o
);

  import "DPI-C" function longint unsigned swapper_open(
      input string path, input int unsigned slots, input int unsigned lanes,
      input int unsigned banks, input int unsigned reg_phys, input int unsigned parks,
      input int unsigned warps, input int unsigned blocks, input int unsigned scratch_sets,
      input int unsigned scratch_phys, input int unsigned row_bits, input int unsigned rows,
      input int unsigned stack_bits, input int unsigned restores, input int unsigned base);
  import "DPI-C" function void swapper_state(
      input longint unsigned handle, input int unsigned doing, input int unsigned task_,
      input int unsigned step, input int unsigned read, input int unsigned row,
      input int unsigned set_no, input int unsigned phys, input bit job_last, input bit job_store,
      input int unsigned job_park, input int unsigned job_operand, input int unsigned job_warp,
      input int unsigned job_reg, input longint unsigned job_mask, input int unsigned job_bank,
      input int unsigned job_index, input int unsigned into, input int unsigned restore,
      input bit [Lanes*32-1:0] data, input bit [Restores*32-1:0] restore_warp,
      input bit [Restores*32-1:0] restore_slot, input bit [Restores*32-1:0] restore_left,
      input bit [Restores*StackWords*32-1:0] restore_data);
  import "DPI-C" function int swapper_ports(
      input longint unsigned handle, input bit rst_n, input bit req_valid, input bit req_load,
      input int unsigned req_kind, input int unsigned req_row, input int unsigned req_set,
      input int unsigned req_phys, input bit calm, input bit req_ready, input bit rsp_valid,
      input int unsigned rsp_warp, input bit job_valid, input bit job_store,
      input int unsigned job_park, input int unsigned job_operand, input int unsigned job_warp,
      input int unsigned job_reg, input longint unsigned job_mask, input int unsigned job_bank,
      input int unsigned job_index, input bit job_taken, input bit rd_valid,
      input int unsigned rd_bank, input int unsigned rd_index, input bit rd_ready,
      input bit row_valid, input bit [Lanes*32-1:0] row_data, input bit ctx_valid,
      input int unsigned ctx_row, input bit ctx_ready, input bit ctx_rsp_valid,
      input bit [RowBits-1:0] ctx_rsp_data, input bit stack_rd_en, input int unsigned stack_rd_slot,
      input bit [StackWords*32-1:0] stack_rd_data, input bit stack_wr_en,
      input int unsigned stack_wr_slot, input bit [StackWords*32-1:0] stack_wr_data,
      input bit acc_valid, input int unsigned acc_what, input bit acc_load,
      input longint unsigned acc_mask, input bit [Lanes*32-1:0] acc_addr,
      input bit [Lanes*32-1:0] acc_data, input int unsigned acc_park,
      input int unsigned acc_operand, input int unsigned acc_bank, input int unsigned acc_index,
      input int unsigned acc_restore, input int unsigned acc_part, input bit acc_ready,
      input bit back_valid, input int unsigned back_restore, input int unsigned back_part,
      input longint unsigned back_mask, input bit [Lanes*32-1:0] back_data, input bit back_end,
      input int unsigned back_end_restore, input bit swapping);

  longint unsigned handle;
  initial
    handle = swapper_open($sformatf("%m"), Slots, Lanes, Banks, RegPhys, Parks, Warps, Blocks,
                          ScratchSets, ScratchPhys, RowBits, Rows, StackBits, Restores, Base);

  // ------------------------------------------------------------------------------------------
  // Registers: one 32-bit word an element, a mask of lanes 64 bits
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  bit              job_last, job_store;
  longint unsigned job_mask;
  int unsigned     doing, task_, step, read, row, set_no, phys, job_park, job_operand, job_warp,
                   job_reg, job_bank, job_index, into, restore;
  bit [Lanes*32-1:0]               data;
  bit [Restores*32-1:0]            restore_warp, restore_slot, restore_left;
  bit [Restores*StackWords*32-1:0] restore_data;
`ifndef HD_NO_doing_q
  assign doing = 32'(hd_swapper.doing_q);
`endif
`ifndef HD_NO_task_q
  assign task_ = 32'(hd_swapper.task_q);
`endif
`ifndef HD_NO_step_q
  assign step = 32'(hd_swapper.step_q);
`endif
`ifndef HD_NO_read_q
  assign read = 32'(hd_swapper.read_q);
`endif
`ifndef HD_NO_row_q
  assign row = 32'(hd_swapper.row_q);
`endif
`ifndef HD_NO_set_q
  assign set_no = 32'(hd_swapper.set_q);
`endif
`ifndef HD_NO_phys_q
  assign phys = 32'(hd_swapper.phys_q);
`endif
`ifndef HD_NO_job_last_q
  assign job_last = hd_swapper.job_last_q;
`endif
`ifndef HD_NO_job_store_q
  assign job_store = hd_swapper.job_store_q;
`endif
`ifndef HD_NO_job_park_q
  assign job_park = 32'(hd_swapper.job_park_q);
`endif
`ifndef HD_NO_job_operand_q
  assign job_operand = 32'(hd_swapper.job_operand_q);
`endif
`ifndef HD_NO_job_warp_q
  assign job_warp = 32'(hd_swapper.job_warp_q);
`endif
`ifndef HD_NO_job_reg_q
  assign job_reg = 32'(hd_swapper.job_reg_q);
`endif
`ifndef HD_NO_job_mask_q
  assign job_mask = 64'(hd_swapper.job_mask_q);
`endif
`ifndef HD_NO_job_bank_q
  assign job_bank = 32'(hd_swapper.job_bank_q);
`endif
`ifndef HD_NO_job_index_q
  assign job_index = 32'(hd_swapper.job_index_q);
`endif
`ifndef HD_NO_into_q
  assign into = 32'(hd_swapper.into_q);
`endif
`ifndef HD_NO_restore_q
  assign restore = 32'(hd_swapper.restore_q);
`endif
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
`ifndef HD_NO_data_q
    assign data[l*32+:32] = hd_swapper.data_q[l];
`endif
  end
  for (genvar r = 0; r < Restores; r++) begin : gen_restore
`ifndef HD_NO_restore_warp_q
    assign restore_warp[r*32+:32] = 32'(hd_swapper.restore_warp_q[r]);
`endif
`ifndef HD_NO_restore_slot_q
    assign restore_slot[r*32+:32] = 32'(hd_swapper.restore_slot_q[r]);
`endif
`ifndef HD_NO_restore_left_q
    assign restore_left[r*32+:32] = 32'(hd_swapper.restore_left_q[r]);
`endif
    for (genvar i = 0; i < StackWords; i++) begin : gen_word
`ifndef HD_NO_restore_data_q
      assign restore_data[(r*StackWords+i)*32+:32] =
          hd_swapper.restore_data_q[r*StackWords+i];
`endif
    end
  end
  always @(negedge clk_i) begin
    swapper_state(handle, doing, task_, step, read, row, set_no, phys, job_last, job_store,
                  job_park, job_operand, job_warp, job_reg, job_mask, job_bank, job_index, into,
                  restore, data, restore_warp, restore_slot, restore_left, restore_data);
  end
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  int verdict;
  always @(posedge clk_i) begin
    verdict = swapper_ports(
        handle, rst_ni, req_valid_i, req_load_i, 32'(req_kind_i), 32'(req_row_i), 32'(req_set_i),
        32'(req_phys_i), calm_i, req_ready_o, rsp_valid_o, 32'(rsp_warp_o), job_valid_i,
        job_store_i, 32'(job_park_i), 32'(job_operand_i), 32'(job_warp_i), 32'(job_reg_i),
        64'(job_mask_i), 32'(job_bank_i), 32'(job_index_i), job_taken_o, rd_valid_o, 32'(rd_bank_o),
        32'(rd_index_o), rd_ready_i, row_valid_i, row_data_i, ctx_valid_o, 32'(ctx_row_o),
        ctx_ready_i, ctx_rsp_valid_i, ctx_rsp_data_i, stack_rd_en_o, 32'(stack_rd_slot_o),
        (StackWords*32)'(stack_rd_data_i), stack_wr_en_o, 32'(stack_wr_slot_o),
        (StackWords*32)'(stack_wr_data_o), acc_valid_o, 32'(acc_what_o), acc_load_o,
        64'(acc_mask_o), acc_addr_o, acc_data_o, 32'(acc_park_o), 32'(acc_operand_o),
        32'(acc_bank_o), 32'(acc_index_o), 32'(acc_restore_o), 32'(acc_part_o), acc_ready_i,
        back_valid_i, 32'(back_restore_i), 32'(back_part_i), 64'(back_mask_i), back_data_i,
        back_end_i, 32'(back_end_restore_i), swapping_o);
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(req_ready_o)), .Field(0)) u_req_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(rsp_valid_o)), .Field(1)) u_rsp_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(job_taken_o)), .Field(3)) u_job_taken (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(acc_valid_o)), .Field(14)) u_acc_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(acc_mask_o)), .Field(17)) u_acc_mask (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(acc_addr_o)), .Field(18)) u_acc_addr (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_swapper hd_swapper_lockstep #(
    .Slots(Slots), .Lanes(Lanes), .Banks(Banks), .RegPhys(RegPhys), .Parks(Parks), .Warps(Warps),
    .Blocks(Blocks), .ScratchSets(ScratchSets), .ScratchPhys(ScratchPhys), .RowBits(RowBits),
    .Rows(Rows), .StackBits(StackBits), .Restores(Restores), .Base(Base)
) u_lockstep (.*);
