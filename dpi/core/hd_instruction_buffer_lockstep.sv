// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_instruction_buffer, bound to every instance of it. Hands registers, inputs
// and outputs to the golden model in each cycle (steps 1 to 3: dpi/common/lockstep.h).
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_instruction_buffer_lockstep #(
    parameter int Slots     = 48,
    parameter int Ports     = 2,
    parameter int Entries   = 2,
    parameter int WordWidth = 64,
    localparam int SlotWidth  = $clog2(Slots),
    localparam int CountWidth = $clog2(Entries + 1)
) (
    input logic                       clk_i,
    input logic                       rst_ni,
    input logic [Slots-1:0]           want_i,
    input logic                       fetch_valid_o,
    input logic [SlotWidth-1:0]       fetch_slot_o,
    input logic [CountWidth-1:0]      fetch_ahead_o,
    input logic                       fetch_ready_i,
    input logic                       rsp_valid_i,
    input logic [SlotWidth-1:0]       rsp_slot_i,
    input logic [WordWidth-1:0]       rsp_word_i,
    input logic                       rsp_stop_i,
    input logic [Ports-1:0]           check_valid_o,
    input logic [Ports*SlotWidth-1:0] check_slot_o,
    input logic [Ports*WordWidth-1:0] check_word_o,
    input logic [Ports-1:0]           check_pass_i,
    input logic [Slots-1:0]           wake_i,
    input logic [Slots-1:0]           head_o,
    input logic [Slots-1:0]           can_o,
    input logic [Ports*SlotWidth-1:0] head_slot_i,
    input logic [Ports*WordWidth-1:0] head_word_o,
    input logic [Ports-1:0]           pop_en_i,
    input logic [Slots-1:0]           go_i,
    input logic [Slots-1:0]           flush_i
);

  import "DPI-C" function longint unsigned instruction_buffer_open(
      input string path, input int unsigned slots, input int unsigned ports,
      input int unsigned entries, input int unsigned word_width);
  import "DPI-C" function void instruction_buffer_state(
      input longint unsigned handle, input bit [Slots*Entries*128-1:0] word,
      input bit [Slots*8-1:0] first, input bit [Slots*8-1:0] count,
      input longint unsigned stopped, input longint unsigned flying,
      input longint unsigned stale, input longint unsigned passed, input longint unsigned held,
      input int unsigned fetch_last, input bit fetch_some, input bit [Ports*32-1:0] check_last,
      input int unsigned check_some);
  import "DPI-C" function int instruction_buffer_ports(
      input longint unsigned handle, input bit rst_n, input longint unsigned want,
      input bit fetch_ready, input bit rsp_valid, input int unsigned rsp_slot,
      input bit [127:0] rsp_word, input bit rsp_stop, input byte unsigned check_pass,
      input longint unsigned wake, input bit [Ports*32-1:0] head_slot,
      input byte unsigned pop_en, input longint unsigned go, input longint unsigned flush,
      input bit fetch_valid, input int unsigned fetch_slot, input int unsigned fetch_ahead,
      input byte unsigned check_valid, input bit [Ports*32-1:0] check_slot,
      input bit [Ports*128-1:0] check_word, input longint unsigned head,
      input longint unsigned can, input bit [Ports*128-1:0] head_word);

  longint unsigned handle;
  initial handle = instruction_buffer_open($sformatf("%m"), Slots, Ports, Entries, WordWidth);

  // ------------------------------------------------------------------------------------------
  // Registers: an instruction is 128 bits, a place or a count a byte, a slot's number 32 bits
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  bit [Slots*Entries*128-1:0] word;
  bit [Slots*8-1:0]           first, count;
  longint unsigned            stopped, flying, stale, passed, held;
  int unsigned                fetch_last, check_some;
  bit                         fetch_some;
  bit [Ports*32-1:0]          check_last;
`ifndef HD_NO_stopped_q
  assign stopped = 64'(hd_instruction_buffer.stopped_q);
`endif
`ifndef HD_NO_flying_q
  assign flying = 64'(hd_instruction_buffer.flying_q);
`endif
`ifndef HD_NO_stale_q
  assign stale = 64'(hd_instruction_buffer.stale_q);
`endif
`ifndef HD_NO_passed_q
  assign passed = 64'(hd_instruction_buffer.passed_q);
`endif
`ifndef HD_NO_held_q
  assign held = 64'(hd_instruction_buffer.held_q);
`endif
`ifndef HD_NO_fetch_last_q
  assign fetch_last = 32'(hd_instruction_buffer.fetch_last_q);
`endif
`ifndef HD_NO_fetch_some_q
  assign fetch_some = hd_instruction_buffer.fetch_some_q;
`endif
`ifndef HD_NO_check_some_q
  assign check_some = 32'(hd_instruction_buffer.check_some_q);
`endif
  for (genvar i = 0; i < Slots * Entries; i++) begin : gen_entry
`ifndef HD_NO_word_q
    assign word[i*128+:128] = 128'(hd_instruction_buffer.word_q[i]);
`endif
  end
  for (genvar s = 0; s < Slots; s++) begin : gen_slot
`ifndef HD_NO_first_q
    assign first[s*8+:8] = 8'(hd_instruction_buffer.first_q[s]);
`endif
`ifndef HD_NO_count_q
    assign count[s*8+:8] = 8'(hd_instruction_buffer.count_q[s]);
`endif
  end
  for (genvar p = 0; p < Ports; p++) begin : gen_last
`ifndef HD_NO_check_last_q
    assign check_last[p*32+:32] = 32'(hd_instruction_buffer.check_last_q[p]);
`endif
  end
  always @(negedge clk_i) begin
    instruction_buffer_state(handle, word, first, count, stopped, flying, stale, passed, held,
                             fetch_last, fetch_some, check_last, check_some);
  end
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  bit [Ports*32-1:0]  head_slot, check_slot;
  bit [Ports*128-1:0] check_word, head_word;
  for (genvar p = 0; p < Ports; p++) begin : gen_port
    assign head_slot[p*32+:32]    = 32'(head_slot_i[p*SlotWidth+:SlotWidth]);
    assign check_slot[p*32+:32]   = 32'(check_slot_o[p*SlotWidth+:SlotWidth]);
    assign check_word[p*128+:128] = 128'(check_word_o[p*WordWidth+:WordWidth]);
    assign head_word[p*128+:128]  = 128'(head_word_o[p*WordWidth+:WordWidth]);
  end

  int verdict;
  always @(posedge clk_i) begin
    verdict = instruction_buffer_ports(
        handle, rst_ni, 64'(want_i), fetch_ready_i, rsp_valid_i, 32'(rsp_slot_i),
        128'(rsp_word_i), rsp_stop_i, 8'(check_pass_i), 64'(wake_i), head_slot, 8'(pop_en_i),
        64'(go_i), 64'(flush_i), fetch_valid_o, 32'(fetch_slot_o), 32'(fetch_ahead_o),
        8'(check_valid_o), check_slot, check_word, 64'(head_o), 64'(can_o),
        head_word);
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(fetch_valid_o)), .Field(0)) u_fetch_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(fetch_slot_o)), .Field(1)) u_fetch_slot (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(fetch_ahead_o)), .Field(2)) u_fetch_ahead (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(check_valid_o)), .Field(3)) u_check_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(check_slot_o)), .Field(4)) u_check_slot (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(check_word_o)), .Field(5)) u_check_word (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(head_o)), .Field(6)) u_head (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(can_o)), .Field(7)) u_can (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(head_word_o)), .Field(8)) u_head_word (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_instruction_buffer hd_instruction_buffer_lockstep #(
    .Slots(Slots), .Ports(Ports), .Entries(Entries), .WordWidth(WordWidth)
) u_lockstep (.*);
