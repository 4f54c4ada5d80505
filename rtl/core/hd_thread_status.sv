// SPDX-License-Identifier: Apache-2.0
//
// Thread status: answers CSR instructions. A thread's identity, and the kernel's arguments, come
// from outside; the float status (fcsr: exceptions so far, rounding mode) is kept here.
//
// Behaviour
// - A CSR instruction reads in any case, and writes what csrrw, csrrs, csrrc say to fflags, frm or
//   fcsr, which are views of one register. All other CSRs keep what they have.
// - Float exceptions are ORed into the thread's.
// - When a warp begins its threads' status is 0.
// - With LaneSlots places of a warp in one home lane, the thread at place p is that of lane
//   {part, p mod Homes} of its warp; its part comes in the low bits of the warp.
//
// Corner cases
// - csrrs and csrrc whose field rs1 is 0 write nothing, with an immediate too. A register that
//   holds 0 is an operand like any other.
// - An unknown CSR reads 0.
// - Instructions of one cycle are of different threads, none of a warp that begins: no two writes
//   meet. But without Own float instructions of two ports may have a thread in common: both write
//   what both have raised.
//
// The RISC-V Instruction Set Manual, volume I: "Zicsr", "F"; docs/kernels.md, Identity.

module hd_thread_status #(
    // Threads of a warp. A memory each.
    parameter int Lanes     = 32,
    // Warps that own registers: words of a memory.
    parameter int Warps     = 48,
    // Pipes: two read ports and a write port of each memory.
    parameter int Ports     = 2,
    // 1: the thread in each lane is of a warp of its own, as in warps that are formed anew.
    parameter int Own       = 0,
    // Bits of an id in a block.
    parameter int IdWidth   = 10,
    // Places of a warp in one home lane, a power of two; only with Own. As many times the read and
    // write ports of each memory.
    parameter int LaneSlots = 1,
    localparam int WarpWidth = $clog2(Warps),
    localparam int PartWidth = WarpWidth + $clog2(LaneSlots),
    localparam int Rows      = Own != 0 ? Lanes : 1
) (
    // Clock; synchronous reset, active low: nothing is written in its cycle.
    input  logic                            clk_i,
    input  logic                            rst_ni,

    // A warp begins
    // The float status of this one's threads becomes 0.
    input  logic                            begin_en_i,
    input  logic [WarpWidth-1:0]            begin_warp_i,

    // Kernel of each port's instruction; port p is [p*W +: W]
    // Threads of a block.
    input  logic [Ports*(IdWidth+1)-1:0]    threads_x_i,
    input  logic [Ports*(IdWidth+1)-1:0]    threads_y_i,
    input  logic [Ports*(IdWidth+1)-1:0]    threads_z_i,
    // Blocks of the grid.
    input  logic [Ports*32-1:0]             blocks_x_i,
    input  logic [Ports*32-1:0]             blocks_y_i,
    input  logic [Ports*32-1:0]             blocks_z_i,
    // Address of the arguments; top of a thread's stack; bytes of shared memory of a block.
    input  logic [Ports*32-1:0]             arguments_i,
    input  logic [Ports*32-1:0]             stack_top_i,
    input  logic [Ports*32-1:0]             shared_bytes_i,

    // Rounding modes
    // Which warp, {warp, part}: port p's row r is [(p*Rows + r)*PartWidth +: PartWidth].
    input  logic [Ports*Rows*PartWidth-1:0] frm_warp_i,
    // Of the thread in each lane: [(p*Lanes + l)*3 +: 3]. Depends on frm_warp_i and state alone.
    output logic [Ports*Lanes*3-1:0]        frm_o,

    // An instruction is through; port p is [p*W +: W], its lane l [(p*Lanes + l)*W +: W]
    // It takes effect in this cycle.
    input  logic [Ports-1:0]                op_en_i,
    // It is a CSR instruction; otherwise one with float exceptions.
    input  logic [Ports-1:0]                op_csr_i,
    // The instruction.
    input  logic [Ports*32-1:0]             op_word_i,
    // Its threads: in which lanes, and of which warp, as above.
    input  logic [Ports*Lanes-1:0]          op_mask_i,
    input  logic [Ports*Rows*PartWidth-1:0] op_warp_i,
    // CSR instruction: the register rs1.
    input  logic [Ports*Lanes*32-1:0]       op_a_i,
    // Float: exceptions (NX 0, UF 1, OF 2, DZ 3, NV 4).
    input  logic [Ports*Lanes*5-1:0]        op_flags_i,
    // Ids of the thread in its block.
    input  logic [Ports*Lanes*IdWidth-1:0]  op_x_i,
    input  logic [Ports*Lanes*IdWidth-1:0]  op_y_i,
    input  logic [Ports*Lanes*IdWidth-1:0]  op_z_i,
    // Its block, {z, y, x}: row r is [(p*Rows + r)*96 +: 96].
    input  logic [Ports*Rows*96-1:0]        op_block_i,
    // What a CSR instruction reads. Depends on state, its kernel, and op_*_i but op_en_i.
    output logic [Ports*Lanes*32-1:0]       op_value_o
);

`ifndef SYNTHESIS
  initial begin
    if (Lanes < 1 || Lanes > 64) $fatal(1, "hd_thread_status: Lanes must be 1 to 64");
    if (Warps < 2 || Warps > 512) $fatal(1, "hd_thread_status: Warps must be 2 to 512");
    if (Ports < 1 || Ports > 4) $fatal(1, "hd_thread_status: Ports must be 1 to 4");
    if (Own < 0 || Own > 1) $fatal(1, "hd_thread_status: Own must be 0 or 1");
    if (IdWidth < 1 || IdWidth > 16) $fatal(1, "hd_thread_status: IdWidth must be 1 to 16");
    if (LaneSlots < 1 || LaneSlots > Lanes || (LaneSlots & (LaneSlots - 1)) != 0)
      $fatal(1, "hd_thread_status: LaneSlots must be a power of two, at most Lanes");
    if (LaneSlots > 1 && (Lanes & (Lanes - 1)) != 0)
      $fatal(1, "hd_thread_status: with LaneSlots above 1 Lanes must be a power of two");
    if (LaneSlots > 1 && Own == 0) $fatal(1, "hd_thread_status: LaneSlots above 1 needs Own = 1");
  end
`endif

  localparam int SizeWidth = IdWidth + 1;
  localparam int Homes     = Lanes / LaneSlots;
  // Bits of a part: which lane of its home lane a thread is in.
  localparam int SlotWidth = PartWidth > WarpWidth ? PartWidth - WarpWidth : 1;

  // CSRs: exceptions, rounding mode, both.
  localparam logic [11:0] Fflags      = 12'h001;
  localparam logic [11:0] Frm         = 12'h002;
  localparam logic [11:0] Fcsr        = 12'h003;
  // The thread in its block, threads of a block, the block, blocks of the grid.
  localparam logic [11:0] ThreadX     = 12'hcc0;
  localparam logic [11:0] ThreadY     = 12'hcc1;
  localparam logic [11:0] ThreadZ     = 12'hcc2;
  localparam logic [11:0] ThreadsX    = 12'hcc4;
  localparam logic [11:0] ThreadsY    = 12'hcc5;
  localparam logic [11:0] ThreadsZ    = 12'hcc6;
  localparam logic [11:0] BlockX      = 12'hcc8;
  localparam logic [11:0] BlockY      = 12'hcc9;
  localparam logic [11:0] BlockZ      = 12'hcca;
  localparam logic [11:0] BlocksX     = 12'hccc;
  localparam logic [11:0] BlocksY     = 12'hccd;
  localparam logic [11:0] BlocksZ     = 12'hcce;
  // The launch.
  localparam logic [11:0] Arguments   = 12'hcd0;
  localparam logic [11:0] StackTop    = 12'hcd1;
  localparam logic [11:0] SharedBytes = 12'hcd2;

  // What a CSR instruction does: the low bits of its function; the high one says immediate.
  localparam logic [1:0] Write = 2'b01;
  localparam logic [1:0] Set   = 2'b10;

  // Of place l of port p, at p*Lanes + l: the status of the threads of its warp in the lanes of its
  // home lane, from part 0 on: of the thread that asks its mode, and of the instruction's. Whether
  // it writes, and what.
  logic [Ports*Lanes*LaneSlots*8-1:0] frm_kept, op_kept;
  logic [Ports*Lanes-1:0]             writes;
  logic [Ports*Lanes*8-1:0]           written;

  // Port q has an instruction of port p's warp: [p*Ports + q]. If they have a thread in common both
  // are float instructions. With Own a thread is in one instruction at a time.
  logic [Ports*Ports-1:0] beside;

  for (genvar p = 0; p < Ports; p++) begin : gen_beside
    for (genvar q = 0; q < Ports; q++) begin : gen_other
      if (Own == 0 && p != q) begin : gen_warp
        assign beside[p*Ports + q] =
            op_en_i[q]
            && op_warp_i[p*PartWidth +: PartWidth] == op_warp_i[q*PartWidth +: PartWidth];
      end else begin : gen_none
        assign beside[p*Ports + q] = 1'b0;
      end
    end
  end

  for (genvar l = 0; l < Lanes; l++) begin : gen_place
    localparam int Row = Own != 0 ? l : 0;

    for (genvar p = 0; p < Ports; p++) begin : gen_port
      localparam int Part   = (p*Rows + Row)*PartWidth;
      localparam int Block  = (p*Rows + Row)*96;
      localparam int Thread = p*Lanes + l;

      logic [31:0] word, old, operand, value;
      logic [11:0] number;
      logic [7:0]  frm_fcsr, fcsr;

      // Which of them the thread has: its part.
      logic [SlotWidth-1:0] frm_slot, op_slot;

      // rd and the opcode; bits that fcsr does not have; exceptions of the thread that asks its
      // mode.
      logic unused_bits;
      assign unused_bits = &{1'b0, word[11:0], value[31:8], frm_fcsr[4:0]};

      //////////
      // Read //
      //////////

      assign frm_slot             = LaneSlots > 1 ? frm_warp_i[Part +: SlotWidth] : '0;
      assign frm_fcsr             = frm_kept[(Thread*LaneSlots + 32'(frm_slot))*8 +: 8];
      assign frm_o[Thread*3 +: 3] = frm_fcsr[7:5];

      assign word    = op_word_i[p*32 +: 32];
      assign number  = word[31:20];
      assign op_slot = LaneSlots > 1 ? op_warp_i[Part +: SlotWidth] : '0;
      assign fcsr    = op_kept[(Thread*LaneSlots + 32'(op_slot))*8 +: 8];

      always @* begin
        case (number)
          Fflags:      old = 32'(fcsr[4:0]);
          Frm:         old = 32'(fcsr[7:5]);
          Fcsr:        old = 32'(fcsr);
          ThreadX:     old = 32'(op_x_i[Thread*IdWidth +: IdWidth]);
          ThreadY:     old = 32'(op_y_i[Thread*IdWidth +: IdWidth]);
          ThreadZ:     old = 32'(op_z_i[Thread*IdWidth +: IdWidth]);
          ThreadsX:    old = 32'(threads_x_i[p*SizeWidth +: SizeWidth]);
          ThreadsY:    old = 32'(threads_y_i[p*SizeWidth +: SizeWidth]);
          ThreadsZ:    old = 32'(threads_z_i[p*SizeWidth +: SizeWidth]);
          BlockX:      old = op_block_i[Block +: 32];
          BlockY:      old = op_block_i[Block + 32 +: 32];
          BlockZ:      old = op_block_i[Block + 64 +: 32];
          BlocksX:     old = blocks_x_i[p*32 +: 32];
          BlocksY:     old = blocks_y_i[p*32 +: 32];
          BlocksZ:     old = blocks_z_i[p*32 +: 32];
          Arguments:   old = arguments_i[p*32 +: 32];
          StackTop:    old = stack_top_i[p*32 +: 32];
          SharedBytes: old = shared_bytes_i[p*32 +: 32];
          default:     old = '0;
        endcase
      end

      assign op_value_o[Thread*32 +: 32] = old;

      ///////////
      // Write //
      ///////////

      logic       changes; // a CSR instruction writes
      logic [4:0] raised;  // exceptions, of all ports
      logic [7:0] fcsr_d;

      always @* begin
        raised = op_flags_i[Thread*5 +: 5];
        for (int q = 0; q < Ports; q++)
          if (beside[p*Ports + q] && op_mask_i[q*Lanes + l])
            raised = raised | op_flags_i[(q*Lanes + l)*5 +: 5];
      end

      assign operand = word[14] ? 32'(word[19:15]) : op_a_i[Thread*32 +: 32];
      assign changes = word[13:12] == Write || word[19:15] != '0;
      assign value   = word[13:12] == Write ? operand
                       : word[13:12] == Set ? old | operand : old & ~operand;

      // Of an instruction that writes nothing the status as it was.
      always @* begin
        fcsr_d = fcsr;
        if (!op_csr_i[p]) fcsr_d = fcsr | {3'b0, raised};
        else if (changes && number == Fflags) fcsr_d[4:0] = value[4:0];
        else if (changes && number == Frm)    fcsr_d[7:5] = value[2:0];
        else if (changes && number == Fcsr)   fcsr_d      = value[7:0];
      end

      assign writes[Thread]         = op_en_i[p] && op_mask_i[Thread];
      assign written[Thread*8 +: 8] = fcsr_d;
    end
  end

  ///////////
  // State //
  ///////////

  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    // Its home lane, and which of that one's lanes it is.
    localparam int Home = l % Homes;
    localparam int Slot = l / Homes;

    // The status of the thread of each warp in this lane: rounding mode in 7:5, exceptions in 4:0.
    logic [7:0] fcsr_q [Warps];

    // The places of its home lane: what they read of it, whether they write it, where and what.
    logic [Ports*LaneSlots-1:0]           hits;
    logic [Ports*LaneSlots*WarpWidth-1:0] warps;
    logic [Ports*LaneSlots*8-1:0]         news;

    for (genvar t = 0; t < Ports*LaneSlots; t++) begin : gen_user
      localparam int Port   = t / LaneSlots;
      localparam int Place  = t % LaneSlots * Homes + Home;
      localparam int Thread = Port*Lanes + Place;
      localparam int Part   = (Port*Rows + (Own != 0 ? Place : 0))*PartWidth;
      localparam int Warp   = Part + PartWidth - WarpWidth;
      localparam int Kept   = (Thread*LaneSlots + Slot)*8;

      assign warps[t*WarpWidth +: WarpWidth] = op_warp_i[Warp +: WarpWidth];

      assign frm_kept[Kept +: 8] = fcsr_q[frm_warp_i[Warp +: WarpWidth]];
      assign op_kept[Kept +: 8]  = fcsr_q[warps[t*WarpWidth +: WarpWidth]];

      assign hits[t] = writes[Thread]
          && (LaneSlots == 1 || op_warp_i[Part +: SlotWidth] == SlotWidth'(Slot));
      assign news[t*8 +: 8] = written[Thread*8 +: 8];
    end

    // Neighbours promise that all these are of different threads, or write the same.
    always_ff @(posedge clk_i) begin
      if (rst_ni) begin
        for (int t = 0; t < Ports*LaneSlots; t++)
          if (hits[t]) fcsr_q[warps[t*WarpWidth +: WarpWidth]] <= news[t*8 +: 8];
        if (begin_en_i) fcsr_q[begin_warp_i] <= '0;
      end
    end
  end

endmodule
