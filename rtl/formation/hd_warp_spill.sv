// SPDX-License-Identifier: Apache-2.0
//
// Warp spill: groups that find no room in the warp pool go to a circular queue in memory, and come
// back through the PC-warp LUT as the pool drains.
//
// Behaviour
// - As long as the pool has room groups pass straight through.
// - Without room they go to the tail of the queue, one a cycle.
// - With room records from its head are read and offered to the pool as group 0, in whatever order
//   the answers come.
// - Nothing is buffered: a group waits in its register, an answer at the memory.
//
// Corner cases
// - An answer and groups in one cycle: the answer goes first. Groups may overtake groups in memory,
//   but not for ever.
// - No room: reads are not offered and answers are not taken; writes go on.
// - The queue is full: groups wait. With a place for every thread it never is.
//
// Fung, Sham, Yuan, Aamodt, Dynamic Warp Formation, TACO 6(2), 2009: section 4.5, Figure 12.

module hd_warp_spill #(
    // Home lanes: the width of a warp. With the four widths it makes the width of a record; there
    // is no storage for one here, only a multiplexer.
    parameter int Lanes     = 32,
    // Bits of a thread id.
    parameter int TidWidth  = 10,
    // Bits of a PC.
    parameter int PcWidth   = 24,
    // Bits of what else goes with a group: its priority.
    parameter int KeyWidth  = 10,
    // Places of the queue in memory, a power of two: at least the threads of the core.
    parameter int Slots     = 1024,
    // Reads in flight at once. More of them cover a longer memory latency, for free.
    parameter int Reads     = 4,
    // Bits of a memory address.
    parameter int AddrWidth = 32,
    localparam int RecordWidth  = KeyWidth + PcWidth + Lanes + Lanes * TidWidth,
    localparam int RecordShift  = $clog2((RecordWidth + 7) / 8),
    localparam int SpilledWidth = $clog2(Slots + 1)
) (
    // Clock; synchronous reset, active low.
    input  logic                        clk_i,
    input  logic                        rst_ni,

    // Set-up
    // The offset register (4.5) becomes base_i; only while nothing is spilled.
    input  logic                        base_en_i,
    // Where the queue begins in memory.
    input  logic [AddrWidth-1:0]        base_i,

    // Warp update registers; a part of group g is [g*W +: W], the thread id of its lane l
    // [(g*Lanes + l)*TidWidth +: TidWidth]
    // Group g is there.
    input  logic [1:0]                  in_valid_i,
    // That group: a key of no meaning here, PC, REQ, and the thread ids by home lane.
    input  logic [2*KeyWidth-1:0]       in_key_i,
    input  logic [2*PcWidth-1:0]        in_pc_i,
    input  logic [2*Lanes-1:0]          in_req_i,
    input  logic [2*Lanes*TidWidth-1:0] in_tid_i,
    // It is taken, by the pool side or by the memory. Depends on in_valid_i, out_ready_i,
    // wr_ready_i, rsp_valid_i and room_i.
    output logic [1:0]                  in_ready_o,

    // PC-warp LUT
    // Group g for the pool. Depends on in_valid_i, rsp_valid_i and room_i.
    output logic [1:0]                  out_valid_o,
    // That group; meaningful while out_valid_o[g].
    output logic [2*KeyWidth-1:0]       out_key_o,
    output logic [2*PcWidth-1:0]        out_pc_o,
    output logic [2*Lanes-1:0]          out_req_o,
    output logic [2*Lanes*TidWidth-1:0] out_tid_o,
    // It is placed; looked at while out_valid_o[g]. May depend on out_valid_o and the record.
    input  logic [1:0]                  out_ready_i,
    // The pool takes groups: an index is free for each of two, and no update is stuck.
    input  logic                        room_i,

    // Memory: writes
    // Write a record. Depends on in_valid_i and room_i.
    output logic                        wr_valid_o,
    // Where to, in bytes.
    output logic [AddrWidth-1:0]        wr_addr_o,
    // The record.
    output logic [KeyWidth-1:0]         wr_key_o,
    output logic [PcWidth-1:0]          wr_pc_o,
    output logic [Lanes-1:0]            wr_req_o,
    output logic [Lanes*TidWidth-1:0]   wr_tid_o,
    // It is taken.
    input  logic                        wr_ready_i,

    // Memory: reads
    // Read a record; withdrawn only if room_i goes away. Depends on room_i.
    output logic                        rd_valid_o,
    // Where from, in bytes.
    output logic [AddrWidth-1:0]        rd_addr_o,
    // The read is taken.
    input  logic                        rd_ready_i,
    // A record that was asked for: in any order, after any time.
    input  logic                        rsp_valid_i,
    input  logic [KeyWidth-1:0]         rsp_key_i,
    input  logic [PcWidth-1:0]          rsp_pc_i,
    input  logic [Lanes-1:0]            rsp_req_i,
    input  logic [Lanes*TidWidth-1:0]   rsp_tid_i,
    // It is taken. Depends on rsp_valid_i, out_ready_i and room_i.
    output logic                        rsp_ready_o,

    // Status
    // Groups outside: in the queue or on their way back. State only.
    output logic [SpilledWidth-1:0]     spilled_o
);

  localparam int PlaceWidth = $clog2(Slots);
  localparam int AskedWidth = $clog2(Reads + 1);

`ifndef SYNTHESIS
  initial begin
    if (Lanes < 1 || Lanes > 64) $fatal(1, "hd_warp_spill: Lanes must be 1 to 64");
    if (TidWidth < 1 || TidWidth > 16) $fatal(1, "hd_warp_spill: TidWidth must be 1 to 16");
    if (PcWidth < 1 || PcWidth > 32) $fatal(1, "hd_warp_spill: PcWidth must be 1 to 32");
    if (KeyWidth < 1 || KeyWidth > 16) $fatal(1, "hd_warp_spill: KeyWidth must be 1 to 16");
    if (Slots < 2 || Slots > 65536 || Slots != 1 << PlaceWidth)
      $fatal(1, "hd_warp_spill: Slots must be a power of two, 2 to 65536");
    if (Reads < 1 || Reads > 16) $fatal(1, "hd_warp_spill: Reads must be 1 to 16");
    if (AddrWidth < PlaceWidth + RecordShift || AddrWidth > 64)
      $fatal(1, "hd_warp_spill: AddrWidth must address all Slots, and be at most 64");
  end
`endif

  ///////////
  // State //
  ///////////

  // The paper's three registers; places wrap by themselves.
  logic [AddrWidth-1:0]    offset_q;
  logic [PlaceWidth-1:0]   head_q, tail_q;
  // Records in memory that were not asked for, and reads without an answer.
  logic [SpilledWidth-1:0] queued_q;
  logic [AskedWidth-1:0]   asked_q;

  /////////////////////////////
  // Straight on, or outside //
  /////////////////////////////

  // With room an answer goes first; groups go straight on if there is none, and wait if there is
  // one. Without room they go outside.
  logic answer, through;
  assign answer    = room_i & rsp_valid_i;
  assign through   = room_i & ~rsp_valid_i;
  assign spilled_o = queued_q + SpilledWidth'(asked_q);

  // A record: {KEY, PC, REQ, TID of lane Lanes-1 ... 0}.
  logic [RecordWidth-1:0] in0, in1, out0, written;

  assign in0 = {in_key_i[0 +: KeyWidth], in_pc_i[0 +: PcWidth], in_req_i[0 +: Lanes],
                in_tid_i[0 +: Lanes*TidWidth]};
  assign in1 = {in_key_i[KeyWidth +: KeyWidth], in_pc_i[PcWidth +: PcWidth],
                in_req_i[Lanes +: Lanes], in_tid_i[Lanes*TidWidth +: Lanes*TidWidth]};

  // In: one group a cycle goes to the tail, group 0 first. It is either placed or written, never
  // both, for the pool side is shown nothing of it.
  logic       full, write;
  logic [1:0] first;

  assign first       = {in_valid_i[1] & ~in_valid_i[0], in_valid_i[0]};
  assign full        = spilled_o == SpilledWidth'(Slots);
  assign wr_valid_o  = ~room_i & (|in_valid_i) & ~full;
  assign wr_addr_o   = offset_q + (AddrWidth'(tail_q) << RecordShift);
  assign written     = in_valid_i[0] ? in0 : in1;
  assign write       = wr_valid_o & wr_ready_i;
  assign {wr_key_o, wr_pc_o, wr_req_o, wr_tid_o} = written;

  // Back: reads from the head, as many at once as there may be.
  logic read;

  assign rd_valid_o = room_i & (queued_q != '0) & (asked_q < AskedWidth'(Reads));
  assign rd_addr_o  = offset_q + (AddrWidth'(head_q) << RecordShift);
  assign read       = rd_valid_o & rd_ready_i;

  // The pool side sees the groups themselves, or an answer as group 0.
  assign out_valid_o = through ? in_valid_i : {1'b0, answer};
  assign out0        = answer ? {rsp_key_i, rsp_pc_i, rsp_req_i, rsp_tid_i} : in0;
  assign rsp_ready_o = answer & out_ready_i[0];
  assign in_ready_o  = through ? in_valid_i & out_ready_i : first & {2{write}};

  assign {out_key_o[0 +: KeyWidth], out_pc_o[0 +: PcWidth], out_req_o[0 +: Lanes],
          out_tid_o[0 +: Lanes*TidWidth]} = out0;
  assign {out_key_o[KeyWidth +: KeyWidth], out_pc_o[PcWidth +: PcWidth], out_req_o[Lanes +: Lanes],
          out_tid_o[Lanes*TidWidth +: Lanes*TidWidth]} = in1;

  ////////////////
  // Next state //
  ////////////////

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      offset_q <= '0;
      head_q   <= '0;
      tail_q   <= '0;
      queued_q <= '0;
      asked_q  <= '0;
    end else begin
      if (base_en_i) offset_q <= base_i;
      head_q   <= head_q + PlaceWidth'(read);
      tail_q   <= tail_q + PlaceWidth'(write);
      queued_q <= queued_q + SpilledWidth'(write) - SpilledWidth'(read);
      asked_q  <= asked_q + AskedWidth'(read) - AskedWidth'(rsp_ready_o);
    end
  end

endmodule
