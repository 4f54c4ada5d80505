// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_dwf, bound to every instance of it: the ports. All state is in the blocks
// inside, and each of them has a checker of its own.

module hd_dwf_lockstep #(
    parameter int Lanes        = 32,
    parameter int TidWidth     = 10,
    parameter int PcWidth      = 24,
    parameter int PcShift      = 0,
    parameter int PoolEntries  = 128,
    parameter int LutEntries   = 64,
    parameter int LutWays      = 4,
    parameter int Forward      = 1,
    parameter int Policy       = 0,
    parameter int HeapEntries  = 64,
    parameter int HeapPorts    = 2,
    parameter int QueueDepth   = 4,
    parameter int Tree         = 0,
    parameter int MheapEntries = 128,
    parameter int MheapWays    = 8,
    parameter int CntWidth     = 10,
    parameter int WidWidth     = 8,
    parameter int LutWidth     = 8,
    parameter int AgeLimit     = 0,
    parameter int Swizzle      = 1,
    parameter int Spill        = 0,
    parameter int Slots        = 1024,
    parameter int Reads        = 4,
    parameter int AddrWidth    = 32,
    localparam int WarpWidth   = TidWidth - $clog2(Lanes),
    localparam int FreeWidth   = $clog2(PoolEntries + 1)
) (
    input logic                      clk_i,
    input logic                      rst_ni,
    input logic                      ret_valid_i,
    input logic [Lanes-1:0]          ret_mask_i,
    input logic [Lanes*TidWidth-1:0] ret_tid_i,
    input logic [Lanes*PcWidth-1:0]  ret_pc_i,
    input logic [Lanes-1:0]          ret_pdom_i,
    input logic                      ret_ready_o,
    input logic                      launch_valid_i,
    input logic [WarpWidth-1:0]      launch_warp_i,
    input logic [Lanes-1:0]          launch_mask_i,
    input logic [PcWidth-1:0]        launch_pc_i,
    input logic                      launch_ready_o,
    input logic                      issue_valid_o,
    input logic                      issue_ready_i,
    input logic [PcWidth-1:0]        issue_pc_o,
    input logic [Lanes-1:0]          issue_mask_o,
    input logic [Lanes*TidWidth-1:0] issue_tid_o,
    input logic                      base_en_i,
    input logic [AddrWidth-1:0]      base_i,
    input logic                      wr_valid_o,
    input logic [AddrWidth-1:0]      wr_addr_o,
    input logic [CntWidth-1:0]       wr_key_o,
    input logic [PcWidth-1:0]        wr_pc_o,
    input logic [Lanes-1:0]          wr_req_o,
    input logic [Lanes*TidWidth-1:0] wr_tid_o,
    input logic                      wr_ready_i,
    input logic                      rd_valid_o,
    input logic [AddrWidth-1:0]      rd_addr_o,
    input logic                      rd_ready_i,
    input logic                      rsp_valid_i,
    input logic [CntWidth-1:0]       rsp_key_i,
    input logic [PcWidth-1:0]        rsp_pc_i,
    input logic [Lanes-1:0]          rsp_req_i,
    input logic [Lanes*TidWidth-1:0] rsp_tid_i,
    input logic                      rsp_ready_o,
    input logic [1:0]                wait_o,
    input logic [1:0]                refuse_o,
    input logic                      stuck_o,
    input logic [FreeWidth-1:0]      free_count_o
);

  // What a lane has is handed over as 64 words, whatever the number of lanes. The parameters are
  // words too, in the order of the module.
  import "DPI-C" function longint unsigned dwf_open(input string path,
                                                    input bit [24*32-1:0] parameters);
  import "DPI-C" function int dwf_ports(
      input longint unsigned handle, input bit rst_n, input bit ret_valid,
      input longint unsigned ret_mask, input bit [2047:0] ret_tid, input bit [2047:0] ret_pc,
      input longint unsigned ret_pdom, input bit ret_ready, input bit launch_valid,
      input int unsigned launch_warp, input longint unsigned launch_mask,
      input int unsigned launch_pc, input bit launch_ready, input bit issue_valid,
      input bit issue_ready, input int unsigned issue_pc, input longint unsigned issue_mask,
      input bit [2047:0] issue_tid, input int unsigned wait_code, input int unsigned refuse,
      input bit stuck, input int unsigned free_count);
  // The memory side, ahead of dwf_ports in the same cycle; only with Spill.
  import "DPI-C" function void dwf_memory(
      input longint unsigned handle, input bit base_en, input longint unsigned base,
      input bit wr_valid, input longint unsigned wr_addr, input int unsigned wr_key,
      input int unsigned wr_pc, input longint unsigned wr_req, input bit [2047:0] wr_tid,
      input bit wr_ready, input bit rd_valid, input longint unsigned rd_addr, input bit rd_ready,
      input bit rsp_valid, input int unsigned rsp_key, input int unsigned rsp_pc,
      input longint unsigned rsp_req, input bit [2047:0] rsp_tid, input bit rsp_ready);

  longint unsigned handle;
  initial
    handle = dwf_open($sformatf("%m"),
                      {32'(AddrWidth), 32'(Reads), 32'(Slots), 32'(Spill), 32'(Swizzle),
                       32'(AgeLimit), 32'(LutWidth), 32'(WidWidth), 32'(CntWidth),
                       32'(MheapWays), 32'(MheapEntries), 32'(Tree), 32'(QueueDepth),
                       32'(HeapPorts), 32'(HeapEntries), 32'(Policy), 32'(Forward), 32'(LutWays),
                       32'(LutEntries), 32'(PoolEntries), 32'(PcShift), 32'(PcWidth),
                       32'(TidWidth), 32'(Lanes)});

  bit [2047:0] ret_tid, ret_pc, issue_tid, wr_tid, rsp_tid;
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    assign ret_tid[l*32+:32]   = 32'(ret_tid_i[l*TidWidth+:TidWidth]);
    assign ret_pc[l*32+:32]    = 32'(ret_pc_i[l*PcWidth+:PcWidth]);
    assign issue_tid[l*32+:32] = 32'(issue_tid_o[l*TidWidth+:TidWidth]);
    assign wr_tid[l*32+:32]    = 32'(wr_tid_o[l*TidWidth+:TidWidth]);
    assign rsp_tid[l*32+:32]   = 32'(rsp_tid_i[l*TidWidth+:TidWidth]);
  end

  int verdict;
  always @(posedge clk_i) begin
    if (Spill != 0)
      dwf_memory(handle, base_en_i, 64'(base_i), wr_valid_o, 64'(wr_addr_o), 32'(wr_key_o),
                 32'(wr_pc_o), 64'(wr_req_o), wr_tid, wr_ready_i, rd_valid_o, 64'(rd_addr_o),
                 rd_ready_i, rsp_valid_i, 32'(rsp_key_i), 32'(rsp_pc_i), 64'(rsp_req_i), rsp_tid,
                 rsp_ready_o);
    verdict = dwf_ports(handle, rst_ni, ret_valid_i, 64'(ret_mask_i), ret_tid, ret_pc,
                        64'(ret_pdom_i), ret_ready_o, launch_valid_i, 32'(launch_warp_i),
                        64'(launch_mask_i), 32'(launch_pc_i), launch_ready_o, issue_valid_o,
                        issue_ready_i, 32'(issue_pc_o), 64'(issue_mask_o), issue_tid, 32'(wait_o),
                        32'(refuse_o), stuck_o, 32'(free_count_o));
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(ret_ready_o)), .Field(0)) u_ret_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(launch_ready_o)), .Field(1)) u_launch_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(issue_valid_o)), .Field(2)) u_issue_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(issue_pc_o)), .Field(3)) u_issue_pc (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(issue_mask_o)), .Field(4)) u_issue_mask (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(issue_tid_o)), .Field(5)) u_issue_tid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(wr_valid_o)), .Field(6)) u_wr_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(wr_addr_o)), .Field(7)) u_wr_addr (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(wr_key_o)), .Field(8)) u_wr_key (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(wr_pc_o)), .Field(9)) u_wr_pc (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(wr_req_o)), .Field(10)) u_wr_req (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(wr_tid_o)), .Field(11)) u_wr_tid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(rd_valid_o)), .Field(12)) u_rd_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(rd_addr_o)), .Field(13)) u_rd_addr (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(rsp_ready_o)), .Field(14)) u_rsp_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(wait_o)), .Field(15)) u_wait (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(refuse_o)), .Field(16)) u_refuse (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(stuck_o)), .Field(17)) u_stuck (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(free_count_o)), .Field(18)) u_free_count (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_dwf hd_dwf_lockstep #(
    .Lanes(Lanes), .TidWidth(TidWidth), .PcWidth(PcWidth), .PcShift(PcShift),
    .PoolEntries(PoolEntries), .LutEntries(LutEntries), .LutWays(LutWays), .Forward(Forward),
    .Policy(Policy), .HeapEntries(HeapEntries), .HeapPorts(HeapPorts), .QueueDepth(QueueDepth),
    .Tree(Tree), .MheapEntries(MheapEntries), .MheapWays(MheapWays), .CntWidth(CntWidth),
    .WidWidth(WidWidth), .LutWidth(LutWidth), .AgeLimit(AgeLimit), .Swizzle(Swizzle),
    .Spill(Spill), .Slots(Slots), .Reads(Reads), .AddrWidth(AddrWidth)
) u_lockstep (.*);
