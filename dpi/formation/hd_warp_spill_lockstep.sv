// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_warp_spill, bound to every instance of it. Hands registers, inputs and
// outputs to the golden model in each cycle (steps 1 to 3: dpi/common/lockstep.h).
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_warp_spill_lockstep #(
    parameter int Lanes     = 32,
    parameter int TidWidth  = 10,
    parameter int PcWidth   = 24,
    parameter int KeyWidth  = 10,
    parameter int Slots     = 1024,
    parameter int Reads     = 4,
    parameter int AddrWidth = 32,
    localparam int SpilledWidth = $clog2(Slots + 1)
) (
    input logic                        clk_i,
    input logic                        rst_ni,
    input logic                        base_en_i,
    input logic [AddrWidth-1:0]        base_i,
    input logic [1:0]                  in_valid_i,
    input logic [2*KeyWidth-1:0]       in_key_i,
    input logic [2*PcWidth-1:0]        in_pc_i,
    input logic [2*Lanes-1:0]          in_req_i,
    input logic [2*Lanes*TidWidth-1:0] in_tid_i,
    input logic [1:0]                  in_ready_o,
    input logic [1:0]                  out_valid_o,
    input logic [2*KeyWidth-1:0]       out_key_o,
    input logic [2*PcWidth-1:0]        out_pc_o,
    input logic [2*Lanes-1:0]          out_req_o,
    input logic [2*Lanes*TidWidth-1:0] out_tid_o,
    input logic [1:0]                  out_ready_i,
    input logic                        room_i,
    input logic                        wr_valid_o,
    input logic [AddrWidth-1:0]        wr_addr_o,
    input logic [KeyWidth-1:0]         wr_key_o,
    input logic [PcWidth-1:0]          wr_pc_o,
    input logic [Lanes-1:0]            wr_req_o,
    input logic [Lanes*TidWidth-1:0]   wr_tid_o,
    input logic                        wr_ready_i,
    input logic                        rd_valid_o,
    input logic [AddrWidth-1:0]        rd_addr_o,
    input logic                        rd_ready_i,
    input logic                        rsp_valid_i,
    input logic [KeyWidth-1:0]         rsp_key_i,
    input logic [PcWidth-1:0]          rsp_pc_i,
    input logic [Lanes-1:0]            rsp_req_i,
    input logic [Lanes*TidWidth-1:0]   rsp_tid_i,
    input logic                        rsp_ready_o,
    input logic [SpilledWidth-1:0]     spilled_o
);

  // A record as the model has it: KEY and PC, 32 bits each, REQ, 64 bits, then 64 TIDs of 32 bits.
  localparam int Image = 32 + 32 + 64 + 64 * 32;

  import "DPI-C" function longint unsigned warp_spill_open(
      input string path, input int unsigned lanes, input int unsigned tid_width,
      input int unsigned pc_width, input int unsigned key_width, input int unsigned slots,
      input int unsigned reads, input int unsigned addr_width);
  import "DPI-C" function void warp_spill_state(
      input longint unsigned handle, input longint unsigned offset, input int unsigned head,
      input int unsigned tail, input int unsigned queued, input int unsigned asked);
  // Where an empty queue goes on.
  import "DPI-C" function bit warp_spill_jump(input longint unsigned handle,
                                              output int unsigned place);
  import "DPI-C" function int warp_spill_ports(
      input longint unsigned handle, input bit rst_n, input bit base_en,
      input longint unsigned base, input byte unsigned in_valid, input bit [2*2176-1:0] in_record,
      input byte unsigned in_ready, input byte unsigned out_valid,
      input bit [2*2176-1:0] out_record, input byte unsigned out_ready, input bit room,
      input bit wr_valid, input longint unsigned wr_addr, input bit [2175:0] wr_record,
      input bit wr_ready, input bit rd_valid, input longint unsigned rd_addr, input bit rd_ready,
      input bit rsp_valid, input bit [2175:0] rsp_record, input bit rsp_ready,
      input int unsigned spilled);

  longint unsigned handle;
  initial
    handle = warp_spill_open($sformatf("%m"), Lanes, TidWidth, PcWidth, KeyWidth, Slots, Reads,
                             AddrWidth);

  // ------------------------------------------------------------------------------------------
  // Registers
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  longint unsigned offset;
  int unsigned     head, tail, queued, asked;
`ifndef HD_NO_offset_q
  assign offset = 64'(hd_warp_spill.offset_q);
`endif
`ifndef HD_NO_head_q
  assign head = 32'(hd_warp_spill.head_q);
`endif
`ifndef HD_NO_tail_q
  assign tail = 32'(hd_warp_spill.tail_q);
`endif
`ifndef HD_NO_queued_q
  assign queued = 32'(hd_warp_spill.queued_q);
`endif
`ifndef HD_NO_asked_q
  assign asked = 32'(hd_warp_spill.asked_q);
`endif
  int unsigned jump_place;
  always @(negedge clk_i) begin
    warp_spill_state(handle, offset, head, tail, queued, asked);
`ifndef HD_NO_head_q
`ifndef HD_NO_tail_q
`ifdef HD_JUMPS // in our own benches alone: it writes to registers of the RTL
    if (warp_spill_jump(handle, jump_place)) begin
      hd_warp_spill.head_q <= ($clog2(Slots))'(jump_place);
      hd_warp_spill.tail_q <= ($clog2(Slots))'(jump_place);
    end
`endif
`endif
`endif
  end
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  bit [2*Image-1:0] in_record, out_record;
  bit [Image-1:0]   wr_record, rsp_record;
  for (genvar g = 0; g < 2; g++) begin : gen_group
    assign in_record[g*Image+:32]     = 32'(in_key_i[g*KeyWidth+:KeyWidth]);
    assign in_record[g*Image+32+:32]  = 32'(in_pc_i[g*PcWidth+:PcWidth]);
    assign in_record[g*Image+64+:64]  = 64'(in_req_i[g*Lanes+:Lanes]);
    assign out_record[g*Image+:32]    = 32'(out_key_o[g*KeyWidth+:KeyWidth]);
    assign out_record[g*Image+32+:32] = 32'(out_pc_o[g*PcWidth+:PcWidth]);
    assign out_record[g*Image+64+:64] = 64'(out_req_o[g*Lanes+:Lanes]);
    for (genvar l = 0; l < Lanes; l++) begin : gen_lane
      assign in_record[g*Image+128+l*32+:32] =
          32'(in_tid_i[(g*Lanes+l)*TidWidth+:TidWidth]);
      assign out_record[g*Image+128+l*32+:32] =
          32'(out_tid_o[(g*Lanes+l)*TidWidth+:TidWidth]);
    end
  end
  assign wr_record[127:0]  = {64'(wr_req_o), 32'(wr_pc_o), 32'(wr_key_o)};
  assign rsp_record[127:0] = {64'(rsp_req_i), 32'(rsp_pc_i), 32'(rsp_key_i)};
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    assign wr_record[128+l*32+:32]  = 32'(wr_tid_o[l*TidWidth+:TidWidth]);
    assign rsp_record[128+l*32+:32] = 32'(rsp_tid_i[l*TidWidth+:TidWidth]);
  end

  int verdict;
  always @(posedge clk_i)
    verdict = warp_spill_ports(
        handle, rst_ni, base_en_i, 64'(base_i), 8'(in_valid_i), in_record, 8'(in_ready_o),
        8'(out_valid_o), out_record, 8'(out_ready_i), room_i, wr_valid_o, 64'(wr_addr_o),
        wr_record, wr_ready_i, rd_valid_o, 64'(rd_addr_o), rd_ready_i, rsp_valid_i, rsp_record,
        rsp_ready_o, 32'(spilled_o));

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(in_ready_o)), .Field(0)) u_in_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(out_valid_o)), .Field(1)) u_out_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(out_key_o)), .Field(2)) u_out_key (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(out_pc_o)), .Field(3)) u_out_pc (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(out_req_o)), .Field(4)) u_out_req (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(out_tid_o)), .Field(5)) u_out_tid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(wr_valid_o)), .Field(6)) u_wr_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(wr_addr_o)), .Field(7)) u_wr_addr (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(wr_key_o)), .Field(8)) u_wr_key (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(wr_pc_o)), .Field(9)) u_wr_pc (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(wr_req_o)), .Field(10)) u_wr_req (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(wr_tid_o)), .Field(11)) u_wr_tid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(rd_valid_o)), .Field(12)) u_rd_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(rd_addr_o)), .Field(13)) u_rd_addr (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(rsp_ready_o)), .Field(14)) u_rsp_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(spilled_o)), .Field(15)) u_spilled (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_warp_spill hd_warp_spill_lockstep #(
    .Lanes(Lanes), .TidWidth(TidWidth), .PcWidth(PcWidth), .KeyWidth(KeyWidth), .Slots(Slots),
    .Reads(Reads), .AddrWidth(AddrWidth)
) u_lockstep (.*);
