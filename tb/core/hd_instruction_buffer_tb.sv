// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_instruction_buffer; knows nothing of checking. The inputs change at the falling
// edge.

module hd_instruction_buffer_tb #(
    parameter int Slots     = 0,
    parameter int Ports     = 0,
    parameter int Entries   = 0,
    parameter int WordWidth = 0,
    localparam int SlotWidth  = $clog2(Slots),
    localparam int CountWidth = $clog2(Entries + 1)
) (
    input  logic                       clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic                       fetch_valid_o,
    output logic [SlotWidth-1:0]       fetch_slot_o,
    output logic [CountWidth-1:0]      fetch_ahead_o,
    output logic [Ports-1:0]           check_valid_o,
    output logic [Ports*SlotWidth-1:0] check_slot_o,
    output logic [Ports*WordWidth-1:0] check_word_o,
    output logic [Slots-1:0]           head_o,
    output logic [Slots-1:0]           can_o,
    output logic [Ports*WordWidth-1:0] head_word_o
);

  import "DPI-C" function void instruction_buffer_stim_open(
      input int unsigned slots, input int unsigned ports, input int unsigned entries,
      input int unsigned word_width);
  import "DPI-C" function void instruction_buffer_stim(
      input bit fetch_valid, input int unsigned fetch_slot, input byte unsigned check_valid,
      input bit [Ports*32-1:0] check_slot, input longint unsigned can, output bit rst_n,
      output longint unsigned want, output bit fetch_ready, output bit rsp_valid,
      output int unsigned rsp_slot, output bit [127:0] rsp_word, output bit rsp_stop,
      output byte unsigned check_pass, output longint unsigned wake,
      output bit [Ports*32-1:0] head_slot, output byte unsigned pop_en,
      output longint unsigned go, output longint unsigned flush);

  logic                       rst_ni, fetch_ready_i, rsp_valid_i, rsp_stop_i;
  logic [Slots-1:0]           want_i, wake_i, go_i, flush_i;
  logic [SlotWidth-1:0]       rsp_slot_i;
  logic [WordWidth-1:0]       rsp_word_i;
  logic [Ports-1:0]           check_pass_i, pop_en_i;
  logic [Ports*SlotWidth-1:0] head_slot_i;

  hd_instruction_buffer #(
      .Slots(Slots), .Ports(Ports), .Entries(Entries), .WordWidth(WordWidth)
  ) dut (.*);

  // What was fetched for in the last cycle.
  bit          fetch_valid;
  int unsigned fetch_slot;
  always @(posedge clk_i) begin
    fetch_valid <= fetch_valid_o;
    fetch_slot  <= 32'(fetch_slot_o);
  end

  // Who is looked at in this one: of state alone, and known before its inputs.
  bit [Ports*32-1:0] check_slot;
  for (genvar p = 0; p < Ports; p++) begin : gen_port
    assign check_slot[p*32+:32] = 32'(check_slot_o[p*SlotWidth+:SlotWidth]);
  end

  initial instruction_buffer_stim_open(Slots, Ports, Entries, WordWidth);

  // What it is offered in this cycle.
  bit                rst_n, fetch_ready, rsp_valid, rsp_stop;
  longint unsigned   want, wake, go, flush;
  int unsigned       rsp_slot;
  bit [127:0]        rsp_word;
  byte unsigned      check_pass, pop_en;
  bit [Ports*32-1:0] head_slot;
  always @(negedge clk_i) begin
    instruction_buffer_stim(fetch_valid, fetch_slot, 8'(check_valid_o), check_slot, 64'(can_o),
                            rst_n, want, fetch_ready, rsp_valid, rsp_slot, rsp_word, rsp_stop,
                            check_pass, wake, head_slot, pop_en, go, flush);
    rst_ni        = rst_n;
    want_i        = Slots'(want);
    fetch_ready_i = fetch_ready;
    rsp_valid_i   = rsp_valid;
    rsp_slot_i    = SlotWidth'(rsp_slot);
    rsp_word_i    = WordWidth'(rsp_word);
    rsp_stop_i    = rsp_stop;
    check_pass_i  = Ports'(check_pass);
    wake_i        = Slots'(wake);
    pop_en_i      = Ports'(pop_en);
    go_i          = Slots'(go);
    flush_i       = Slots'(flush);
    for (int p = 0; p < Ports; p++) begin
      head_slot_i[p*SlotWidth+:SlotWidth] = SlotWidth'(head_slot[p*32+:32]);
    end
  end
endmodule
