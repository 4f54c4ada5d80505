// SPDX-License-Identifier: Apache-2.0
//
// Properties of the thread status (docs/blocks/thread_status.md), for formal/prove.sh.
//
// Beside the design stands a ghost: one thread, which the solver chooses, and what its float status
// should be, worked out from the ports. What an instruction reads is looked at for that thread and
// a port that the solver chooses as well; with several places a lane, at a place of its home lane
// that the solver chooses. What is proven of them holds for all.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_thread_status_props #(
    `HD_PARAMETERS
) (
    `HD_PORTS,
    // State; the thread of warp w in lane l is part l*Warps + w.
    input logic [Lanes*Warps*8-1:0]        mem
);

  localparam int LaneBits = $clog2(Lanes + 1);
  localparam int Homes = Lanes / LaneSlots;
  localparam int PortBits = $clog2(Ports + 1);

  // There is a reset in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  // The thread that is followed, by its lane in its own warp; the port, and the place.
  (* anyconst *) logic [WarpWidth-1:0] warp;
  (* anyconst *) logic [LaneBits-1:0] lane, place;
  (* anyconst *) logic [PortBits-1:0] port;
  always @* assume (32'(warp) < Warps && 32'(lane) < Lanes && 32'(port) < Ports);
  always @* assume (32'(place) < Lanes && 32'(place) % Homes == 32'(lane) % Homes);

  // The number of its part: all of its name but the home lane.
  logic [PartWidth-1:0] part;
  assign part = PartWidth'(32'(warp) * LaneSlots + 32'(lane) / Homes);

  // ------------------------------------------------------------------ what is done to the thread

  // It begins; the instruction that names it, if there is one (`named`): of port `port` (`ours`);
  // two that may (`shared`), and two that may not (`twice`).
  logic begins, named, ours, csr, shared, twice;
  logic [31:0] word, a;
  logic [4:0] flags;
  // At the chosen port, never mind whether it takes effect: an instruction of this thread, and one
  // whose rounding mode is asked for; what is read.
  logic reads, asks;
  logic [31:0] read_word, value;
  logic [2:0] mode;
  logic [IdWidth-1:0] x, y, z;
  logic [95:0] block, threads, blocks, launch; // the last three of its kernel
  logic [7:0] status; // in the memory

  assign begins = begin_en_i && begin_warp_i == warp;

  always @* begin
    {named, ours, csr, shared, twice, word, a, flags} = '0;
    {reads, asks, read_word, value, mode, x, y, z, block, threads, blocks, launch, status} = '0;
    for (int l = 0; l < Lanes; l++)
      for (int w = 0; w < Warps; w++)
        if (32'(lane) == l && 32'(warp) == w) status = mem[(l*Warps+w)*8+:8];
    for (int l = 0; l < Lanes; l++)
      if (32'(lane) % Homes == l % Homes) begin
        for (int p = 0; p < Ports; p++) begin
          if (op_en_i[p] && op_mask_i[p*Lanes+l]
              && op_warp_i[(p*Rows+(Own!=0?l:0))*PartWidth+:PartWidth] == part) begin
            // Without Own float instructions may share the thread: what all of them raise.
            if (named && (Own != 0 || csr || op_csr_i[p])) twice = 1'b1;
            flags = named ? flags | op_flags_i[(p*Lanes+l)*5+:5] : op_flags_i[(p*Lanes+l)*5+:5];
            shared = named;
            named = 1'b1;
            ours = 32'(port) == p && 32'(place) == l;
            csr = op_csr_i[p];
            word = op_word_i[p*32+:32];
            a = op_a_i[(p*Lanes+l)*32+:32];
          end
          if (32'(port) == p && 32'(place) == l) begin
            reads = op_warp_i[(p*Rows+(Own!=0?l:0))*PartWidth+:PartWidth] == part;
            asks = frm_warp_i[(p*Rows+(Own!=0?l:0))*PartWidth+:PartWidth] == part;
            read_word = op_word_i[p*32+:32];
            value = op_value_o[(p*Lanes+l)*32+:32];
            mode = frm_o[(p*Lanes+l)*3+:3];
            x = op_x_i[(p*Lanes+l)*IdWidth+:IdWidth];
            y = op_y_i[(p*Lanes+l)*IdWidth+:IdWidth];
            z = op_z_i[(p*Lanes+l)*IdWidth+:IdWidth];
            block = op_block_i[(p*Rows+(Own!=0?l:0))*96+:96];
            threads = {32'(threads_z_i[p*(IdWidth+1)+:IdWidth+1]),
                       32'(threads_y_i[p*(IdWidth+1)+:IdWidth+1]),
                       32'(threads_x_i[p*(IdWidth+1)+:IdWidth+1])};
            blocks = {blocks_z_i[p*32+:32], blocks_y_i[p*32+:32], blocks_x_i[p*32+:32]};
            launch = {shared_bytes_i[p*32+:32], stack_top_i[p*32+:32], arguments_i[p*32+:32]};
          end
        end
      end
  end

  // What the neighbours promise.
  always @* assume (!twice && !(named && begins));

  // ------------------------------------------------------------------ what it should be

  // What a CSR instruction writes, bit by bit: to which bits of fcsr, and what.
  logic writes;
  logic [7:0] mine, operand; // fcsr's bits of the CSR; the operand, with its bits there
  always @* begin
    mine = '0;
    operand = word[14] ? {3'b0, word[19:15]} : a[7:0];
    if (word[31:20] == 12'd1) mine = 8'h1f;
    if (word[31:20] == 12'd2) {mine, operand} = {8'he0, operand[2:0], 5'b0};
    if (word[31:20] == 12'd3) mine = 8'hff;
    writes = named && csr && (word[13:12] == 2'd1 || word[19:15] != '0);
  end

  logic known = 1'b0;
  logic [7:0] should, next;
  always @* begin
    next = should;
    for (int i = 0; i < 8; i++) begin
      if (writes && mine[i]) begin
        if (word[13:12] == 2'd1) next[i] = operand[i];
        else if (operand[i]) next[i] = word[13:12] == 2'd2;
      end
      if (named && !csr && i < 5 && flags[i%5]) next[i] = 1'b1;
    end
    if (begins) next = '0;
  end
  always_ff @(posedge clk_i)
    if (rst_ni) begin
      should <= next;
      if (begins) known <= 1'b1;
    end

  // What is read: which of four groups of three from 0xcc0 on, and which of the three.
  logic [31:0] want;
  logic [11:0] number;
  logic [95:0] three;
  always @* begin
    number = read_word[31:20];
    case (number[4:2])
      3'd0: three = {32'(z), 32'(y), 32'(x)};
      3'd1: three = threads;
      3'd2: three = block;
      3'd3: three = blocks;
      3'd4: three = launch;
      default: three = '0;
    endcase
    want = '0;
    if (number[11:5] == 7'h66) want = number[1:0] == 2'd3 ? '0 : 32'(three >> 32 * number[1:0]);
    if (number == 12'd1) want = {27'b0, status[4:0]};
    if (number == 12'd2) want = {29'b0, status[7:5]};
    if (number == 12'd3) want = {24'b0, status};
  end

  // The cycle before.
  logic was_on = 1'b0, was_named, was_csr, was_begun;
  logic [7:0] was;
  always_ff @(posedge clk_i) begin
    was_on <= on;
    {was_named, was_csr, was_begun, was} <= {rst_ni && named, csr, rst_ni && begins, status};
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: the status is what instructions and exceptions made of it since the warp began
    follows: assert (!known || status == should);
    // P: an exception stays until a CSR instruction or a beginning takes it away
    sticky: assert (!was_on || was_begun || (was_named && was_csr)
                    || (was[4:0] & ~status[4:0]) == '0);
    // P: the status of a thread that no instruction names, and that does not begin, stays as it is
    keeps: assert (!was_on || was_begun || was_named || status == was);
    // P: exceptions change no rounding mode
    mode_stays: assert (!was_on || was_begun || (was_named && was_csr) || status[7:5] == was[7:5]);
    // P: a warp that begins has no exceptions, and rounds to nearest
    begins_new: assert (!was_on || !was_begun || status == '0);
    // P: a CSR instruction reads what the thread and the kernel have
    reads_right: assert (!reads || value == want);
    // P: the rounding mode of a lane is its thread's
    rounds: assert (!asks || mode == status[7:5]);
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_sets: cover (known && named && csr && ours && word[31:20] == 12'd2 && word[14:12] == 3'd2
                   && status == 8'h2a && next == 8'hea);
    c_clears: cover (known && writes && word[14:12] == 3'd7 && status == 8'hff && next == 8'hf5);
    c_only_reads: cover (known && named && csr && !writes && word[31:20] == 12'd3 && a == '1
                         && status == 8'h81);
    c_sticks: cover (known && named && !csr && status == 8'h05 && flags == 5'h18);
    c_shared: cover (Own != 0 || Ports == 1
                     || (known && shared && !csr && status == 8'h00 && flags == 5'h1f));
    c_again: cover (known && begins && status == 8'hff);
    c_other_place: cover (LaneSlots == 1 || (known && ours && writes && place != lane
                                             && status != next));
    c_block: cover (reads && number == 12'hcca && value == 32'hdeadbeef);
  end
endmodule

// What follows goes to the end of the module hd_thread_status itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  logic [Lanes*Warps*8-1:0] props_mem;
  for (genvar l = 0; l < Lanes; l++) begin : gen_props_lane
    for (genvar w = 0; w < Warps; w++) begin : gen_props_warp
      assign props_mem[(l*Warps + w)*8 +: 8] = gen_lane[l].fcsr_q[w];
    end
  end
  hd_thread_status_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .mem(props_mem)
  );
`endif
