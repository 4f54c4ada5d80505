// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_shared_memory, bound to every instance of it. Hands registers, inputs and
// outputs to the golden model in each cycle (steps 1 to 3: dpi/common/lockstep.h). Of each bank's
// words it hands over two in each cycle: the one written last, so each one in the cycle after it
// was written, and the one in turn. A word that changes though it is not written is found when it
// is in turn, or read. What the words are at the beginning nobody says: the model takes them over.
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_shared_memory_lockstep #(
    parameter int Lanes      = 32,
    parameter int Banks      = 32,
    parameter int Words      = 12288,
    parameter int RowBits    = 512,
    parameter int OwnerWidth = 11,
    parameter int TagWidth   = 8,
    parameter int Holds      = 32,
    parameter int Patience   = 255,
    localparam int AddrWidth  = $clog2(Words),
    localparam int PlaceWidth = $clog2(Words / (RowBits / 32))
) (
    input logic                        clk_i,
    input logic                        rst_ni,
    input logic                        acc_valid_i,
    input logic                        acc_ready_o,
    input logic [1:0]                  acc_kind_i,
    input logic [3:0]                  acc_op_i,
    input logic [Lanes-1:0]            acc_mask_i,
    input logic [Lanes*AddrWidth-1:0]  acc_addr_i,
    input logic [Lanes*32-1:0]         acc_data_i,
    input logic [Lanes*4-1:0]          acc_be_i,
    input logic [Lanes*32-1:0]         acc_expect_i,
    input logic [Lanes*OwnerWidth-1:0] acc_owner_i,
    input logic [TagWidth-1:0]         acc_tag_i,
    input logic                        rsp_valid_o,
    input logic                        rsp_ready_i,
    input logic [TagWidth-1:0]         rsp_tag_o,
    input logic [Lanes-1:0]            rsp_lanes_o,
    input logic                        rsp_last_o,
    input logic [Lanes*32-1:0]         rsp_data_o,
    input logic                        ctx_valid_i,
    input logic                        ctx_we_i,
    input logic [PlaceWidth-1:0]       ctx_row_i,
    input logic [RowBits-1:0]          ctx_wdata_i,
    input logic                        ctx_ready_o,
    input logic                        ctx_rsp_valid_o,
    input logic [RowBits-1:0]          ctx_rsp_data_o
);

  localparam int Depth = Words / Banks;

  import "DPI-C" function longint unsigned shared_memory_open(
      input string path, input int unsigned lanes, input int unsigned banks,
      input int unsigned words, input int unsigned row_bits, input int unsigned owner_width,
      input int unsigned tag_width, input int unsigned holds, input int unsigned patience);
  import "DPI-C" function void shared_memory_begin(
      input longint unsigned handle, input int unsigned addr, input int unsigned word);
  import "DPI-C" function void shared_memory_newest(
      input longint unsigned handle, output bit [Banks*32-1:0] depth);
  import "DPI-C" function void shared_memory_words(
      input longint unsigned handle, input bit [Banks*32-1:0] newest, input int unsigned in_turn,
      input bit [Banks*32-1:0] in_turn_words);
  import "DPI-C" function void shared_memory_access(
      input longint unsigned handle, input longint unsigned left, input bit kept,
      input int unsigned kind, input int unsigned op, input longint unsigned tag,
      input bit [Lanes*32-1:0] addr, input bit [Lanes*32-1:0] data, input bit [Lanes*32-1:0] be,
      input bit [Lanes*32-1:0] expected, input bit [Lanes*32-1:0] owner);
  import "DPI-C" function void shared_memory_answers(
      input longint unsigned handle, input bit rsp_valid, input longint unsigned rsp_tag,
      input longint unsigned rsp_lanes, input bit rsp_last, input bit [Lanes*32-1:0] rsp_data,
      input bit ctx_valid, input bit [RowBits-1:0] ctx_data);
  import "DPI-C" function void shared_memory_holds(
      input longint unsigned handle, input longint unsigned valid, input bit [Holds*32-1:0] word,
      input bit [Holds*32-1:0] owner, input bit [Holds*32-1:0] count, input int unsigned strain,
      input int unsigned refusal);
  import "DPI-C" function int shared_memory_ports(
      input longint unsigned handle, input bit rst_n, input bit acc_valid,
      input int unsigned acc_kind, input int unsigned acc_op, input longint unsigned acc_mask,
      input bit [Lanes*32-1:0] acc_addr, input bit [Lanes*32-1:0] acc_data,
      input bit [Lanes*32-1:0] acc_be, input bit [Lanes*32-1:0] acc_expect,
      input bit [Lanes*32-1:0] acc_owner, input longint unsigned acc_tag, input bit rsp_ready,
      input bit ctx_valid, input bit ctx_we,
      input int unsigned ctx_row, input bit [RowBits-1:0] ctx_wdata, input bit acc_ready,
      input bit rsp_valid, input longint unsigned rsp_tag, input longint unsigned rsp_lanes,
      input bit rsp_last, input bit [Lanes*32-1:0] rsp_data, input bit ctx_ready,
      input bit ctx_rsp_valid, input bit [RowBits-1:0] ctx_rsp_data);

  longint unsigned handle;
  initial
    handle = shared_memory_open($sformatf("%m"), Lanes, Banks, Words, RowBits, OwnerWidth,
                                TagWidth, Holds, Patience);

  // ------------------------------------------------------------------------------------------
  // Registers: one 32-bit word an element
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  longint unsigned     left, tag, rsp_tag, rsp_lanes, hold_valid;
  bit                  kept, rsp_valid, rsp_last, ctx_valid;
  int unsigned         kind, op;
  bit [Lanes*32-1:0]   addr, data, be, expected, owner, rsp_data;
  bit [RowBits-1:0]    ctx_data;
  bit [Holds*32-1:0]   hold_word, hold_owner, hold_count;
  int unsigned         strain, refusal;
`ifndef HD_NO_strain_q
  assign strain = 32'(hd_shared_memory.strain_q);
`endif
`ifndef HD_NO_refusal_q
  assign refusal = 32'(hd_shared_memory.refusal_q);
`endif
`ifndef HD_NO_left_q
  assign left = 64'(hd_shared_memory.left_q);
`endif
`ifndef HD_NO_kept_q
  assign kept = hd_shared_memory.kept_q;
`endif
`ifndef HD_NO_kind_q
  assign kind = 32'(hd_shared_memory.kind_q);
`endif
`ifndef HD_NO_op_q
  assign op = 32'(hd_shared_memory.op_q);
`endif
`ifndef HD_NO_tag_q
  assign tag = 64'(hd_shared_memory.tag_q);
`endif
  for (genvar l = 0; l < Lanes; l++) begin : gen_kept
`ifndef HD_NO_addr_q
    assign addr[l*32+:32] = 32'(hd_shared_memory.addr_q[l]);
`endif
`ifndef HD_NO_data_q
    assign data[l*32+:32] = hd_shared_memory.data_q[l];
`endif
`ifndef HD_NO_be_q
    assign be[l*32+:32] = 32'(hd_shared_memory.be_q[l]);
`endif
`ifndef HD_NO_expect_q
    assign expected[l*32+:32] = hd_shared_memory.expect_q[l];
`endif
`ifndef HD_NO_owner_q
    assign owner[l*32+:32] = 32'(hd_shared_memory.owner_q[l]);
`endif
`ifndef HD_NO_rsp_data_q
    assign rsp_data[l*32+:32] = hd_shared_memory.rsp_data_q[l];
`endif
  end
`ifndef HD_NO_rsp_valid_q
  assign rsp_valid = hd_shared_memory.rsp_valid_q;
`endif
`ifndef HD_NO_rsp_tag_q
  assign rsp_tag = 64'(hd_shared_memory.rsp_tag_q);
`endif
`ifndef HD_NO_rsp_lanes_q
  assign rsp_lanes = 64'(hd_shared_memory.rsp_lanes_q);
`endif
`ifndef HD_NO_rsp_last_q
  assign rsp_last = hd_shared_memory.rsp_last_q;
`endif
`ifndef HD_NO_ctx_valid_q
  assign ctx_valid = hd_shared_memory.ctx_valid_q;
`endif
`ifndef HD_NO_ctx_data_q
  assign ctx_data = hd_shared_memory.ctx_data_q;
`endif
`ifndef HD_NO_hold_valid_q
  assign hold_valid = 64'(hd_shared_memory.hold_valid_q);
`endif
  for (genvar h = 0; h < Holds; h++) begin : gen_hold
`ifndef HD_NO_hold_word_q
    assign hold_word[h*32+:32] = 32'(hd_shared_memory.hold_word_q[h]);
`endif
`ifndef HD_NO_hold_owner_q
    assign hold_owner[h*32+:32] = 32'(hd_shared_memory.hold_owner_q[h]);
`endif
`ifndef HD_NO_hold_count_q
    assign hold_count[h*32+:32] = 32'(hd_shared_memory.hold_count_q[h]);
`endif
  end

  // The banks. Where to look is settled at the rising edge, at the falling one it is looked at. In
  // the first cycle all words are fresh.
  int unsigned       fresh, turn;
  bit [Banks*32-1:0] newest_depth, newest_words, turn_words;
  initial fresh = Depth;
  initial turn = 0;
  always @(posedge clk_i) fresh <= 0;
`ifndef HD_NO_mem
  for (genvar b = 0; b < Banks; b++) begin : gen_words
    assign newest_words[b*32+:32] =
        hd_shared_memory.gen_bank[b].mem[newest_depth[b*32+:$clog2(Depth)]];
    assign turn_words[b*32+:32] = hd_shared_memory.gen_bank[b].mem[turn[$clog2(Depth)-1:0]];
    always @(posedge clk_i) begin
      for (int unsigned d = 0; d < fresh; d++)
        shared_memory_begin(handle, d * Banks + b,
                            hd_shared_memory.gen_bank[b].mem[d[$clog2(Depth)-1:0]]);
    end
  end
`endif
  always @(negedge clk_i) begin
    shared_memory_words(handle, newest_words, turn, turn_words);
    shared_memory_access(handle, left, kept, kind, op, tag, addr, data, be, expected, owner);
    shared_memory_answers(handle, rsp_valid, rsp_tag, rsp_lanes, rsp_last, rsp_data, ctx_valid,
                          ctx_data);
    shared_memory_holds(handle, hold_valid, hold_word, hold_owner, hold_count, strain, refusal);
  end
  // After the last cycle: every element (dpi/common/lockstep.h).
  import "DPI-C" function void hd_last(input longint unsigned handle, input string name,
                                       input int unsigned index, input longint unsigned value);
`ifndef HD_NO_mem
  for (genvar b = 0; b < Banks; b++) begin : gen_last
    final
      for (int unsigned d = 0; d < Depth; d++)
        hd_last(handle, "mem", d * Banks + b,
                64'(hd_shared_memory.gen_bank[b].mem[d[$clog2(Depth)-1:0]]));
  end
`endif
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  bit [Lanes*32-1:0] acc_addr, acc_be, acc_owner;
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    assign acc_addr[l*32+:32]  = 32'(acc_addr_i[l*AddrWidth+:AddrWidth]);
    assign acc_be[l*32+:32]    = 32'(acc_be_i[l*4+:4]);
    assign acc_owner[l*32+:32] = 32'(acc_owner_i[l*OwnerWidth+:OwnerWidth]);
  end

  int verdict;
  always @(posedge clk_i) begin
    verdict = shared_memory_ports(
        handle, rst_ni, acc_valid_i, 32'(acc_kind_i), 32'(acc_op_i), 64'(acc_mask_i), acc_addr,
        acc_data_i, acc_be, acc_expect_i, acc_owner, 64'(acc_tag_i), rsp_ready_i, ctx_valid_i,
        ctx_we_i,
        32'(ctx_row_i), ctx_wdata_i, acc_ready_o, rsp_valid_o, 64'(rsp_tag_o), 64'(rsp_lanes_o),
        rsp_last_o, rsp_data_o, ctx_ready_o, ctx_rsp_valid_o, ctx_rsp_data_o);
`ifndef HD_NO_STATE
    shared_memory_newest(handle, newest_depth);
    turn = turn == Depth - 1 ? 0 : turn + 1;
`endif
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(acc_ready_o)), .Field(0)) u_acc_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(rsp_valid_o)), .Field(1)) u_rsp_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(rsp_tag_o)), .Field(2)) u_rsp_tag (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(rsp_lanes_o)), .Field(3)) u_rsp_lanes (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(rsp_last_o)), .Field(4)) u_rsp_last (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(rsp_data_o)), .Field(5)) u_rsp_data (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(ctx_ready_o)), .Field(6)) u_ctx_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(ctx_rsp_valid_o)), .Field(7)) u_ctx_rsp_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(ctx_rsp_data_o)), .Field(8)) u_ctx_rsp_data (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_shared_memory hd_shared_memory_lockstep #(
    .Lanes(Lanes), .Banks(Banks), .Words(Words), .RowBits(RowBits), .OwnerWidth(OwnerWidth),
    .TagWidth(TagWidth), .Holds(Holds), .Patience(Patience)
) u_lockstep (.*);
