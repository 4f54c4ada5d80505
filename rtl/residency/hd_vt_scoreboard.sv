// SPDX-License-Identifier: Apache-2.0
//
// VT scoreboard: which registers of which warp have a write outstanding, when warps change places.
//
// Behaviour
// - One entry for each physical warp slot: is it in use (valid), by which virtual warp (tag), and a
//   bit for each register that has a write outstanding (busy).
// - A write that comes in brings the slot and the virtual warp of its instruction. If the warp
//   still sits there its bit is cleared; if not the write is late: no bit changes, and its block
//   has to be counted down (CTA status table).
// - A warp that retires leaves its slot at once; its writes that are still out are counted in that
//   cycle, and come back late.
//
// Corner cases
// - A write that comes in while its warp retires is in time: neither late nor counted.
// - A write is late from the next cycle on, whether the slot is empty, is being mapped, or has
//   another warp.
// - A slot that is retired, cleared or mapped has no bit set afterwards.
// - Slots are mapped and cleared in one run, upwards; the part of a run above the last slot is
//   ignored.
//
// Yoon, Kim, Lee, Ro, Annavaram, Virtual Thread, ISCA 2016: section IV.A (issue stage, writeback
// stage, CTA swap operation).

module hd_vt_scoreboard #(
    // Physical warps. Everything grows in proportion.
    parameter int Slots = 48,
    // Registers of a thread: flip-flops of every slot, and the width of the adder that counts.
    parameter int Regs  = 64,
    // Virtual warps. Only its logarithm matters: the bits of a tag.
    parameter int Warps = 256,
    // Instructions issued, and results written, in a cycle: a read of a whole vector, a comparison
    // of tags and two decoders each.
    parameter int Ports = 2,
    localparam int SlotWidth  = $clog2(Slots),
    localparam int RegWidth   = $clog2(Regs),
    localparam int WarpWidth  = $clog2(Warps),
    localparam int SizeWidth  = $clog2(Slots + 1),
    localparam int CountWidth = $clog2(Regs + 1)
) (
    // Clock; synchronous reset, active low.
    input  logic                       clk_i,
    input  logic                       rst_ni,

    // Issue; port p is [p*W +: W]
    // A slot, below Slots.
    input  logic [Ports*SlotWidth-1:0] query_slot_i,
    // Its busy bits. Depends on query_slot_i and state alone.
    output logic [Ports*Regs-1:0]      query_busy_o,
    // An instruction of the warp on set_slot_i[p], which will write set_reg_i[p], is issued.
    input  logic [Ports-1:0]           set_en_i,
    input  logic [Ports*SlotWidth-1:0] set_slot_i,
    input  logic [Ports*RegWidth-1:0]  set_reg_i,

    // Writeback; port p is [p*W +: W]
    // A result is written: register wb_reg_i[p] of the virtual warp wb_warp_i[p], whose instruction
    // was issued from the slot wb_slot_i[p].
    input  logic [Ports-1:0]           wb_en_i,
    input  logic [Ports*SlotWidth-1:0] wb_slot_i,
    input  logic [Ports*WarpWidth-1:0] wb_warp_i,
    input  logic [Ports*RegWidth-1:0]  wb_reg_i,
    // The warp no longer sits on that slot. Depends on wb_* and state.
    output logic [Ports-1:0]           late_o,

    // Controller
    // The map_count_i slots from map_base_i on are the places of the virtual warps from map_warp_i
    // on.
    input  logic                       map_en_i,
    input  logic [SlotWidth-1:0]       map_base_i,
    input  logic [SizeWidth-1:0]       map_count_i,
    input  logic [WarpWidth-1:0]       map_warp_i,
    // The warp on retire_slot_i leaves it.
    input  logic                       retire_en_i,
    input  logic [SlotWidth-1:0]       retire_slot_i,
    // How many of its writes are still out, without writes that come in this cycle. Depends on
    // retire_slot_i, wb_* and state.
    output logic [CountWidth-1:0]      retire_count_o,
    // The block on the clear_count_i slots from clear_base_i on has ended.
    input  logic                       clear_en_i,
    input  logic [SlotWidth-1:0]       clear_base_i,
    input  logic [SizeWidth-1:0]       clear_count_i
);

`ifndef SYNTHESIS
  initial begin
    if (Slots < 2 || Slots > 64) $fatal(1, "hd_vt_scoreboard: Slots must be 2 to 64");
    if (Regs < 2 || Regs > 64) $fatal(1, "hd_vt_scoreboard: Regs must be 2 to 64");
    if (Warps < 2 || Warps > 1024) $fatal(1, "hd_vt_scoreboard: Warps must be 2 to 1024");
    if (Ports < 1 || Ports > 4) $fatal(1, "hd_vt_scoreboard: Ports must be 1 to 4");
  end
`endif

  // The slots of a run: count of them, from base on.
  function automatic logic [Slots-1:0] run_of(input logic [SlotWidth-1:0] base,
                                              input logic [SizeWidth-1:0] count);
    run_of = ~({Slots{1'b1}} << count) << base;
  endfunction

  ///////////
  // State //
  ///////////

  // Flip-flops all.
  logic [Slots-1:0] valid_q, valid_d;
  // Meaningful while valid.
  (* mem2reg *) logic [WarpWidth-1:0] tag_q [Slots];
  // 0 while not valid.
  (* mem2reg *) logic [Regs-1:0] busy_q [Slots];

  ////////////////////////////
  // Ports: queries, events //
  ////////////////////////////

  // Bits that port p clears, and sets, in the vector of the slot it names; 0 if it does nothing.
  logic [Ports*Regs-1:0] wb_bits, set_bits;

  for (genvar p = 0; p < Ports; p++) begin : gen_port
    logic [SlotWidth-1:0] query_slot, wb_slot;
    logic [WarpWidth-1:0] owner;
    logic owned, match;

    assign query_slot = query_slot_i[p*SlotWidth +: SlotWidth];
    assign query_busy_o[p*Regs +: Regs] = busy_q[query_slot];

    // The owner is the warp that sat there before this cycle: a warp that is mapped now has no
    // write out, and one that retires now is still there.
    assign wb_slot   = wb_slot_i[p*SlotWidth +: SlotWidth];
    assign owner     = tag_q[wb_slot];
    assign owned     = valid_q[wb_slot] & (owner == wb_warp_i[p*WarpWidth +: WarpWidth]);
    assign match     = wb_en_i[p] & owned;
    assign late_o[p] = wb_en_i[p] & ~owned;

    assign wb_bits[p*Regs +: Regs]  = Regs'(match) << wb_reg_i[p*RegWidth +: RegWidth];
    assign set_bits[p*Regs +: Regs] = Regs'(set_en_i[p]) << set_reg_i[p*RegWidth +: RegWidth];
  end

  ////////////////////////////////////////
  // Retire: which writes are still out //
  ////////////////////////////////////////

  logic [Regs-1:0] retire_busy, retire_out;
  assign retire_busy = busy_q[retire_slot_i];

  always @* begin
    retire_out = retire_busy;
    for (int p = 0; p < Ports; p++) begin
      if (wb_slot_i[p*SlotWidth +: SlotWidth] == retire_slot_i)
        retire_out = retire_out & ~wb_bits[p*Regs +: Regs];
    end
  end

  assign retire_count_o = CountWidth'($countones(retire_out));

  ////////////////
  // Next state //
  ////////////////

  logic [Slots-1:0] retired, cleared, mapped;
  assign retired = Slots'(retire_en_i) << retire_slot_i;
  assign cleared = run_of(clear_base_i, clear_count_i) & {Slots{clear_en_i}};
  assign mapped  = run_of(map_base_i, map_count_i) & {Slots{map_en_i}};
  assign valid_d = (valid_q & ~retired & ~cleared) | mapped;

  // The virtual warp that would sit on slot 0 if the run that is mapped began there: slot s gets
  // that plus s.
  logic [WarpWidth-1:0] map_offset;
  assign map_offset = map_warp_i - WarpWidth'(map_base_i);

  for (genvar s = 0; s < Slots; s++) begin : gen_slot
    // Writebacks clear, then issues set; a slot that changes hands has no bit, whatever they did.
    logic [Regs-1:0] busy_now, busy;
    assign busy_now = busy_q[s];

    always @* begin
      busy = busy_now;
      for (int p = 0; p < Ports; p++) begin
        if (wb_slot_i[p*SlotWidth +: SlotWidth] == SlotWidth'(s))
          busy = busy & ~wb_bits[p*Regs +: Regs];
      end
      for (int p = 0; p < Ports; p++) begin
        if (set_slot_i[p*SlotWidth +: SlotWidth] == SlotWidth'(s))
          busy = busy | set_bits[p*Regs +: Regs];
      end
      if (retired[s] || cleared[s] || mapped[s]) busy = '0;
    end

    always_ff @(posedge clk_i) begin
      if (!rst_ni) busy_q[s] <= '0;
      else         busy_q[s] <= busy;
    end

    always_ff @(posedge clk_i) begin
      if (mapped[s]) tag_q[s] <= map_offset + WarpWidth'(s);
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) valid_q <= '0;
    else         valid_q <= valid_d;
  end

endmodule
