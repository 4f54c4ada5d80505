// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_dwf; knows nothing of checking. The inputs change at the falling edge; what the
// unit did is kept at the rising edge, for the stimulus of the next cycle.

module hd_dwf_tb #(
    parameter int Lanes        = 0,
    parameter int TidWidth     = 0,
    parameter int PcWidth      = 0,
    parameter int PcShift      = 0,
    parameter int PoolEntries  = 0,
    parameter int LutEntries   = 0,
    parameter int LutWays      = 0,
    parameter int Forward      = 0,
    parameter int Policy       = 0,
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
    parameter int Swizzle      = 0,
    parameter int Spill        = 0,
    parameter int Slots        = 0,
    parameter int Reads        = 0,
    parameter int AddrWidth    = 0,
    localparam int WarpWidth   = TidWidth - $clog2(Lanes),
    localparam int FreeWidth   = $clog2(PoolEntries + 1)
) (
    input  logic                      clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic                      ret_ready_o,
    output logic                      launch_ready_o,
    output logic                      issue_valid_o,
    output logic [PcWidth-1:0]        issue_pc_o,
    output logic [Lanes-1:0]          issue_mask_o,
    output logic [Lanes*TidWidth-1:0] issue_tid_o,
    output logic                      wr_valid_o,
    output logic [AddrWidth-1:0]      wr_addr_o,
    output logic [CntWidth-1:0]       wr_key_o,
    output logic [PcWidth-1:0]        wr_pc_o,
    output logic [Lanes-1:0]          wr_req_o,
    output logic [Lanes*TidWidth-1:0] wr_tid_o,
    output logic                      rd_valid_o,
    output logic [AddrWidth-1:0]      rd_addr_o,
    output logic                      rsp_ready_o,
    output logic [1:0]                wait_o,
    output logic [1:0]                refuse_o,
    output logic                      stuck_o,
    output logic [FreeWidth-1:0]      free_count_o
);

  // What a lane has: 64 words of 32 bits.
  import "DPI-C" function void dwf_stim_open(
      input int unsigned lanes, input int unsigned tid_width, input int unsigned pc_width,
      input int unsigned pc_shift, input int unsigned cnt_width, input int unsigned spill,
      input int unsigned slots, input int unsigned addr_width);
  import "DPI-C" function void dwf_stim_issued(input int unsigned pc, input longint unsigned mask,
                                               input bit [2047:0] tid);
  import "DPI-C" function void dwf_stim_written(
      input longint unsigned addr, input int unsigned key, input int unsigned pc,
      input longint unsigned req, input bit [2047:0] tid);
  import "DPI-C" function void dwf_stim_read(input longint unsigned addr);
  import "DPI-C" function void dwf_stim(
      input bit ret_taken, input bit launch_taken, input bit rsp_taken, output bit rst_n,
      output bit ret_valid, output longint unsigned ret_mask, output bit [2047:0] ret_tid,
      output bit [2047:0] ret_pc, output longint unsigned ret_pdom, output bit launch_valid,
      output int unsigned launch_warp, output longint unsigned launch_mask,
      output int unsigned launch_pc, output bit issue_ready, output bit base_en,
      output longint unsigned base, output bit wr_ready, output bit rd_ready, output bit rsp_valid,
      output int unsigned rsp_key, output int unsigned rsp_pc, output longint unsigned rsp_req,
      output bit [2047:0] rsp_tid);

  logic                      rst_ni, ret_valid_i, launch_valid_i, issue_ready_i;
  logic [Lanes-1:0]          ret_mask_i, ret_pdom_i, launch_mask_i, rsp_req_i;
  logic [Lanes*TidWidth-1:0] ret_tid_i, rsp_tid_i;
  logic [Lanes*PcWidth-1:0]  ret_pc_i;
  logic [WarpWidth-1:0]      launch_warp_i;
  logic [PcWidth-1:0]        launch_pc_i, rsp_pc_i;
  logic                      base_en_i, wr_ready_i, rd_ready_i, rsp_valid_i;
  logic [AddrWidth-1:0]      base_i;
  logic [CntWidth-1:0]       rsp_key_i;

  hd_dwf #(
      .Lanes(Lanes), .TidWidth(TidWidth), .PcWidth(PcWidth), .PcShift(PcShift),
      .PoolEntries(PoolEntries), .LutEntries(LutEntries), .LutWays(LutWays), .Forward(Forward),
      .Policy(Policy), .HeapEntries(HeapEntries), .HeapPorts(HeapPorts), .QueueDepth(QueueDepth),
      .Tree(Tree), .MheapEntries(MheapEntries), .MheapWays(MheapWays), .CntWidth(CntWidth),
      .WidWidth(WidWidth), .LutWidth(LutWidth), .AgeLimit(AgeLimit), .Swizzle(Swizzle),
      .Spill(Spill), .Slots(Slots), .Reads(Reads), .AddrWidth(AddrWidth)
  ) dut (.*);

  // What the unit did in the last cycle.
  bit [2047:0] issue_tid, wr_tid;
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    assign issue_tid[l*32+:32] = 32'(issue_tid_o[l*TidWidth+:TidWidth]);
    assign wr_tid[l*32+:32]    = 32'(wr_tid_o[l*TidWidth+:TidWidth]);
  end

  bit ret_taken, launch_taken, rsp_taken;
  always @(posedge clk_i) begin
    ret_taken    <= ret_valid_i & ret_ready_o;
    launch_taken <= launch_valid_i & launch_ready_o;
    rsp_taken    <= rsp_valid_i & rsp_ready_o;
    if (issue_valid_o && issue_ready_i)
      dwf_stim_issued(32'(issue_pc_o), 64'(issue_mask_o), issue_tid);
    if (wr_valid_o && wr_ready_i)
      dwf_stim_written(64'(wr_addr_o), 32'(wr_key_o), 32'(wr_pc_o), 64'(wr_req_o), wr_tid);
    if (rd_valid_o && rd_ready_i) dwf_stim_read(64'(rd_addr_o));
  end

  initial
    dwf_stim_open(Lanes, TidWidth, PcWidth, PcShift, CntWidth, Spill, Slots, AddrWidth);

  // What it is offered in this one.
  bit              rst_n, ret_valid, launch_valid, issue_ready, base_en, wr_ready, rd_ready;
  bit              rsp_valid;
  longint unsigned ret_mask, ret_pdom, launch_mask, base, rsp_req;
  int unsigned     launch_warp, launch_pc, rsp_key, rsp_pc;
  bit [2047:0]     ret_tid, ret_pc, rsp_tid;
  always @(negedge clk_i) begin
    dwf_stim(ret_taken, launch_taken, rsp_taken, rst_n, ret_valid, ret_mask, ret_tid, ret_pc,
             ret_pdom, launch_valid, launch_warp, launch_mask, launch_pc, issue_ready, base_en,
             base, wr_ready, rd_ready, rsp_valid, rsp_key, rsp_pc, rsp_req, rsp_tid);
    rst_ni         = rst_n;
    ret_valid_i    = ret_valid;
    ret_mask_i     = Lanes'(ret_mask);
    ret_pdom_i     = Lanes'(ret_pdom);
    launch_valid_i = launch_valid;
    launch_warp_i  = WarpWidth'(launch_warp);
    launch_mask_i  = Lanes'(launch_mask);
    launch_pc_i    = PcWidth'(launch_pc);
    issue_ready_i  = issue_ready;
    base_en_i      = base_en;
    base_i         = AddrWidth'(base);
    wr_ready_i     = wr_ready;
    rd_ready_i     = rd_ready;
    rsp_valid_i    = rsp_valid;
    rsp_key_i      = CntWidth'(rsp_key);
    rsp_pc_i       = PcWidth'(rsp_pc);
    rsp_req_i      = Lanes'(rsp_req);
    for (int l = 0; l < Lanes; l++) begin
      ret_tid_i[l*TidWidth+:TidWidth] = TidWidth'(ret_tid[l*32+:32]);
      ret_pc_i[l*PcWidth+:PcWidth]    = PcWidth'(ret_pc[l*32+:32]);
      rsp_tid_i[l*TidWidth+:TidWidth] = TidWidth'(rsp_tid[l*32+:32]);
    end
  end
endmodule
