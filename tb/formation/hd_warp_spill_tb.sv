// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_warp_spill; knows nothing of checking. The inputs change at the falling edge;
// what the block did is kept at the rising edge, for the stimulus of the next cycle.

module hd_warp_spill_tb #(
    parameter int Lanes     = 0,
    parameter int TidWidth  = 0,
    parameter int PcWidth   = 0,
    parameter int KeyWidth  = 0,
    parameter int Slots     = 0,
    parameter int Reads     = 0,
    parameter int AddrWidth = 0,
    localparam int SpilledWidth = $clog2(Slots + 1)
) (
    input  logic                        clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic [1:0]                  in_ready_o,
    output logic [1:0]                  out_valid_o,
    output logic [2*KeyWidth-1:0]       out_key_o,
    output logic [2*PcWidth-1:0]        out_pc_o,
    output logic [2*Lanes-1:0]          out_req_o,
    output logic [2*Lanes*TidWidth-1:0] out_tid_o,
    output logic                        wr_valid_o,
    output logic [AddrWidth-1:0]        wr_addr_o,
    output logic [KeyWidth-1:0]         wr_key_o,
    output logic [PcWidth-1:0]          wr_pc_o,
    output logic [Lanes-1:0]            wr_req_o,
    output logic [Lanes*TidWidth-1:0]   wr_tid_o,
    output logic                        rd_valid_o,
    output logic [AddrWidth-1:0]        rd_addr_o,
    output logic                        rsp_ready_o,
    output logic [SpilledWidth-1:0]     spilled_o
);

  // Records as the model has them: KEY and PC, 32 bits each, REQ, 64 bits, then 64 TIDs.
  localparam int Image = 32 + 32 + 64 + 64 * 32;

  import "DPI-C" function void warp_spill_stim_open(
      input int unsigned lanes, input int unsigned tid_width, input int unsigned pc_width,
      input int unsigned key_width, input int unsigned slots, input int unsigned addr_width);
  import "DPI-C" function void warp_spill_stim_written(input longint unsigned addr,
                                                       input bit [2175:0] record);
  import "DPI-C" function void warp_spill_stim_read(input longint unsigned addr);
  import "DPI-C" function void warp_spill_stim(
      input byte unsigned in_taken, input bit rsp_taken, output bit rst_n, output bit base_en,
      output longint unsigned base, output byte unsigned in_valid,
      output bit [2*2176-1:0] in_record, output byte unsigned out_ready, output bit room,
      output bit wr_ready, output bit rd_ready, output bit rsp_valid,
      output bit [2175:0] rsp_record);

  logic                        rst_ni, base_en_i, room_i, wr_ready_i, rd_ready_i, rsp_valid_i;
  logic [AddrWidth-1:0]        base_i;
  logic [1:0]                  in_valid_i, out_ready_i;
  logic [2*KeyWidth-1:0]       in_key_i;
  logic [2*PcWidth-1:0]        in_pc_i;
  logic [2*Lanes-1:0]          in_req_i;
  logic [2*Lanes*TidWidth-1:0] in_tid_i;
  logic [KeyWidth-1:0]         rsp_key_i;
  logic [PcWidth-1:0]          rsp_pc_i;
  logic [Lanes-1:0]            rsp_req_i;
  logic [Lanes*TidWidth-1:0]   rsp_tid_i;

  hd_warp_spill #(
      .Lanes(Lanes), .TidWidth(TidWidth), .PcWidth(PcWidth), .KeyWidth(KeyWidth), .Slots(Slots),
      .Reads(Reads), .AddrWidth(AddrWidth)
  ) dut (.*);

  // What the block did in the last cycle.
  bit [Image-1:0] written;
  assign written[127:0] = {64'(wr_req_o), 32'(wr_pc_o), 32'(wr_key_o)};
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    assign written[128+l*32+:32] = 32'(wr_tid_o[l*TidWidth+:TidWidth]);
  end

  byte unsigned in_taken;
  bit           rsp_taken;
  always @(posedge clk_i) begin
    in_taken  <= 8'(in_valid_i & in_ready_o);
    rsp_taken <= rsp_valid_i & rsp_ready_o;
    if (wr_valid_o && wr_ready_i) warp_spill_stim_written(64'(wr_addr_o), written);
    if (rd_valid_o && rd_ready_i) warp_spill_stim_read(64'(rd_addr_o));
  end

  initial warp_spill_stim_open(Lanes, TidWidth, PcWidth, KeyWidth, Slots, AddrWidth);

  // What it is offered in this one.
  bit               rst_n, base_en, room, wr_ready, rd_ready, rsp_valid;
  longint unsigned  base;
  byte unsigned     in_valid, out_ready;
  bit [2*Image-1:0] in_record;
  bit [Image-1:0]   rsp_record;
  always @(negedge clk_i) begin
    warp_spill_stim(in_taken, rsp_taken, rst_n, base_en, base, in_valid, in_record, out_ready,
                    room, wr_ready, rd_ready, rsp_valid, rsp_record);
    rst_ni      = rst_n;
    base_en_i   = base_en;
    base_i      = AddrWidth'(base);
    in_valid_i  = 2'(in_valid);
    out_ready_i = 2'(out_ready);
    room_i      = room;
    wr_ready_i  = wr_ready;
    rd_ready_i  = rd_ready;
    rsp_valid_i = rsp_valid;
    for (int g = 0; g < 2; g++) begin
      in_key_i[g*KeyWidth+:KeyWidth] = KeyWidth'(in_record[g*Image+:32]);
      in_pc_i[g*PcWidth+:PcWidth]    = PcWidth'(in_record[g*Image+32+:32]);
      in_req_i[g*Lanes+:Lanes]       = Lanes'(in_record[g*Image+64+:64]);
      for (int l = 0; l < Lanes; l++)
        in_tid_i[(g*Lanes+l)*TidWidth+:TidWidth] = TidWidth'(in_record[g*Image+128+l*32+:32]);
    end
    rsp_key_i = KeyWidth'(rsp_record[31:0]);
    rsp_pc_i  = PcWidth'(rsp_record[63:32]);
    rsp_req_i = Lanes'(rsp_record[127:64]);
    for (int l = 0; l < Lanes; l++)
      rsp_tid_i[l*TidWidth+:TidWidth] = TidWidth'(rsp_record[128+l*32+:32]);
  end
endmodule
