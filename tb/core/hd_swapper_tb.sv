// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_swapper; knows nothing of checking. The inputs change at the falling edge.

module hd_swapper_tb #(
    parameter int Slots       = 0,
    parameter int Lanes       = 0,
    parameter int Banks       = 0,
    parameter int RegPhys     = 0,
    parameter int Parks       = 0,
    parameter int Warps       = 0,
    parameter int Blocks      = 0,
    parameter int ScratchSets = 0,
    parameter int ScratchPhys = 0,
    parameter int RowBits     = 0,
    parameter int Rows        = 0,
    parameter int StackBits   = 0,
    parameter int Restores    = 0,
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
    input  logic                    clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic                    req_ready_o,
    output logic                    rsp_valid_o,
    output logic [WarpWidth-1:0]    rsp_warp_o,
    output logic                    job_taken_o,
    output logic                    rd_valid_o,
    output logic [BankWidth-1:0]    rd_bank_o,
    output logic [IndexWidth-1:0]   rd_index_o,
    output logic                    ctx_valid_o,
    output logic [PlaceWidth-1:0]   ctx_row_o,
    output logic                    stack_rd_en_o,
    output logic [SlotWidth-1:0]    stack_rd_slot_o,
    output logic                    stack_wr_en_o,
    output logic [SlotWidth-1:0]    stack_wr_slot_o,
    output logic [StackBits-1:0]    stack_wr_data_o,
    output logic                    acc_valid_o,
    output logic [1:0]              acc_what_o,
    output logic                    acc_load_o,
    output logic [Lanes-1:0]        acc_mask_o,
    output logic [Lanes*32-1:0]     acc_addr_o,
    output logic [Lanes*32-1:0]     acc_data_o,
    output logic [ParkWidth-1:0]    acc_park_o,
    output logic [1:0]              acc_operand_o,
    output logic [BankWidth-1:0]    acc_bank_o,
    output logic [IndexWidth-1:0]   acc_index_o,
    output logic [RestoreWidth-1:0] acc_restore_o,
    output logic [PartWidth-1:0]    acc_part_o,
    output logic                    swapping_o
);

  import "DPI-C" function void swapper_stim_open(
      input int unsigned slots, input int unsigned lanes, input int unsigned banks,
      input int unsigned reg_phys, input int unsigned parks, input int unsigned warps,
      input int unsigned blocks, input int unsigned scratch_sets, input int unsigned scratch_phys,
      input int unsigned row_bits, input int unsigned rows, input int unsigned stack_bits,
      input int unsigned restores);
  import "DPI-C" function void swapper_stim(
      input bit req_ready, input bit rd_valid, input bit ctx_valid, input bit acc_valid,
      input int unsigned acc_what, input int unsigned acc_restore, input int unsigned acc_part,
      input longint unsigned acc_mask, output bit rst_n, output bit req_valid, output bit req_load,
      output int unsigned req_kind, output int unsigned req_row, output int unsigned req_set,
      output int unsigned req_phys, output bit calm, output bit job_valid, output bit job_store,
      output int unsigned job_park, output int unsigned job_operand, output int unsigned job_warp,
      output int unsigned job_reg, output longint unsigned job_mask, output int unsigned job_bank,
      output int unsigned job_index, output bit rd_ready, output bit row_valid,
      output bit [Lanes*32-1:0] row_data, output bit ctx_ready, output bit ctx_rsp_valid,
      output bit [RowBits-1:0] ctx_rsp_data, output bit [StackWords*32-1:0] stack_rd_data,
      output bit acc_ready, output bit back_valid, output int unsigned back_restore,
      output int unsigned back_part, output longint unsigned back_mask,
      output bit [Lanes*32-1:0] back_data, output bit back_end,
      output int unsigned back_end_restore);

  logic                    rst_ni, req_valid_i, req_load_i, calm_i, job_valid_i, job_store_i,
                           rd_ready_i, row_valid_i, ctx_ready_i, ctx_rsp_valid_i, acc_ready_i,
                           back_valid_i, back_end_i;
  logic [1:0]              req_kind_i, job_operand_i;
  logic [RowWidth-1:0]     req_row_i;
  logic [SetWidth-1:0]     req_set_i;
  logic [PhysWidth-1:0]    req_phys_i;
  logic [ParkWidth-1:0]    job_park_i;
  logic [WarpWidth-1:0]    job_warp_i;
  logic [5:0]              job_reg_i;
  logic [Lanes-1:0]        job_mask_i, back_mask_i;
  logic [BankWidth-1:0]    job_bank_i;
  logic [IndexWidth-1:0]   job_index_i;
  logic [Lanes*32-1:0]     row_data_i, back_data_i;
  logic [RowBits-1:0]      ctx_rsp_data_i;
  logic [StackBits-1:0]    stack_rd_data_i;
  logic [RestoreWidth-1:0] back_restore_i, back_end_restore_i;
  logic [PartWidth-1:0]    back_part_i;

  hd_swapper #(
      .Slots(Slots), .Lanes(Lanes), .Banks(Banks), .RegPhys(RegPhys), .Parks(Parks), .Warps(Warps),
      .Blocks(Blocks), .ScratchSets(ScratchSets), .ScratchPhys(ScratchPhys), .RowBits(RowBits),
      .Rows(Rows), .StackBits(StackBits), .Restores(Restores)
  ) dut (.*);

  initial swapper_stim_open(Slots, Lanes, Banks, RegPhys, Parks, Warps, Blocks, ScratchSets,
                            ScratchPhys, RowBits, Rows, StackBits, Restores);

  // What it is offered in this cycle; what it wants itself is of state alone, and known before.
  bit                     rst_n, req_valid, req_load, calm, job_valid, job_store, rd_ready,
                          row_valid, ctx_ready, ctx_rsp_valid, acc_ready, back_valid, back_end;
  int unsigned            req_kind, req_row, req_set, req_phys, job_park, job_operand, job_warp,
                          job_reg, job_bank, job_index, back_restore, back_part, back_end_restore;
  longint unsigned        job_mask, back_mask;
  bit [Lanes*32-1:0]      row_data, back_data;
  bit [RowBits-1:0]       ctx_rsp_data;
  bit [StackWords*32-1:0] stack_rd_data;
  always @(negedge clk_i) begin
    swapper_stim(req_ready_o, rd_valid_o, ctx_valid_o, acc_valid_o, 32'(acc_what_o),
                 32'(acc_restore_o), 32'(acc_part_o), 64'(acc_mask_o), rst_n, req_valid, req_load,
                 req_kind, req_row, req_set, req_phys, calm, job_valid, job_store, job_park,
                 job_operand, job_warp, job_reg, job_mask, job_bank, job_index, rd_ready, row_valid,
                 row_data, ctx_ready, ctx_rsp_valid, ctx_rsp_data, stack_rd_data, acc_ready,
                 back_valid, back_restore, back_part, back_mask, back_data, back_end,
                 back_end_restore);
    rst_ni             = rst_n;
    req_valid_i        = req_valid;
    req_load_i         = req_load;
    req_kind_i         = 2'(req_kind);
    req_row_i          = RowWidth'(req_row);
    req_set_i          = SetWidth'(req_set);
    req_phys_i         = PhysWidth'(req_phys);
    calm_i             = calm;
    job_valid_i        = job_valid;
    job_store_i        = job_store;
    job_park_i         = ParkWidth'(job_park);
    job_operand_i      = 2'(job_operand);
    job_warp_i         = WarpWidth'(job_warp);
    job_reg_i          = 6'(job_reg);
    job_mask_i         = Lanes'(job_mask);
    job_bank_i         = BankWidth'(job_bank);
    job_index_i        = IndexWidth'(job_index);
    rd_ready_i         = rd_ready;
    row_valid_i        = row_valid;
    row_data_i         = row_data;
    ctx_ready_i        = ctx_ready;
    ctx_rsp_valid_i    = ctx_rsp_valid;
    ctx_rsp_data_i     = ctx_rsp_data;
    stack_rd_data_i    = StackBits'(stack_rd_data);
    acc_ready_i        = acc_ready;
    back_valid_i       = back_valid;
    back_restore_i     = RestoreWidth'(back_restore);
    back_part_i        = PartWidth'(back_part);
    back_mask_i        = Lanes'(back_mask);
    back_data_i        = back_data;
    back_end_i         = back_end;
    back_end_restore_i = RestoreWidth'(back_end_restore);
  end
endmodule
