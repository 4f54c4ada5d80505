// SPDX-License-Identifier: Apache-2.0
//
// Properties of the register file (docs/blocks/register_file.md), for formal/prove.sh.
//
// Beside the design stands a ghost, from the ports alone: what each port has collected and has at
// its output, which port has the turn, and which operands are served, worked out bank by bank, port
// by port, operand by operand, with the lanes that are taken if banks are segmented. Of the data
// one bit is followed: of one lane of one row of a bank what was written there last; of one operand
// of one port what it should be. All of these are chosen by the solver: what is proven of them
// holds for all.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_register_file_props #(
    `HD_PARAMETERS,
    localparam int TurnWidth = Ports > 1 ? $clog2(Ports) : 1,
    localparam int OperandWidth = $clog2(3 * Ports),
    localparam int PortWidth = $clog2(Ports + 1),
    localparam int WaitWidth = $clog2(3 * Ports + 1)
) (
    `HD_PORTS,
    // State; row s of the memory of lane l of bank b is part (b*Lanes + l)*Sets + s.
    input logic [Ports*3-1:0]               got,
    input logic [Ports*3-1:0]               now_served,
    input logic [TurnWidth-1:0]             turn,
    input logic [Banks*Lanes*Sets*32-1:0]   mem
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  // The bit that is followed, in the memory; and the operand.
  (* anyconst *) logic [BankWidth-1:0] bank;
  (* anyconst *) logic [SetWidth-1:0] set;
  (* anyconst *) logic [Lanes-1:0] lane;  // one bit
  (* anyconst *) logic [31:0] at;         // one bit
  (* anyconst *) logic [OperandWidth-1:0] watch;
  always @* assume (32'(bank) < Banks && 32'(set) < Sets && 32'(watch) < 3 * Ports);
  always @* assume (lane != '0 && (lane & (lane - Lanes'(1))) == '0);
  always @* assume (at != '0 && (at & (at - 32'd1)) == '0);

  // What the neighbours promise: a request that is not accepted stays as it is. (That indices are
  // below Sets is not needed: of others nothing is said. Nor that results stay.)
  logic [Ports-1:0] held;
  logic [Ports*3-1:0] held_use;
  logic [Ports*3*BankWidth-1:0] held_bank;
  logic [Ports*3*Rows*SetWidth-1:0] held_index;
  logic [Ports*Lanes-1:0] held_mask;
  always_ff @(posedge clk_i) begin
    held <= rst_ni ? rd_valid_i & ~rd_ready_o : '0;
    {held_use, held_bank, held_index, held_mask} <= {rd_use_i, rd_bank_i, rd_index_i, rd_mask_i};
  end
  for (genvar p = 0; p < Ports; p++) begin : gen_promise
    always @* if (on && held[p])
      assume (rd_valid_i[p] && rd_use_i[3*p+:3] == held_use[3*p+:3]
              && rd_bank_i[3*p*BankWidth+:3*BankWidth] == held_bank[3*p*BankWidth+:3*BankWidth]
              && rd_index_i[3*p*Rows*SetWidth+:3*Rows*SetWidth]
                 == held_index[3*p*Rows*SetWidth+:3*Rows*SetWidth]
              && (Segmented == 0 || rd_mask_i[p*Lanes+:Lanes] == held_mask[p*Lanes+:Lanes]));
  end

  // ------------------------------------------------------------------ ghost: operands served

  // Collected, at the output, first in turn; from what was accepted and taken.
  logic [3*Ports-1:0] has;
  logic [Ports-1:0] full;
  logic [PortWidth-1:0] first;

  // May collect; is served; has all. And how many lower writers, and readers, a bank has.
  logic [Ports-1:0] may, all;
  logic [3*Ports-1:0] serve;
  logic [Writers-1:0] lowest;
  logic bank_free; // nothing of it is served, or not yet of the port at hand
  logic [Lanes-1:0] lanes; // of what a bank serves
  int port;
  always @* begin
    may = rd_valid_i & (~full | out_ready_i);
    serve = '0;
    bank_free = 1'b0;
    lanes = '0;
    port = 0;
    for (int b = 0; b < Banks; b++) begin
      bank_free = 1'b1;
      lanes = '0;
      for (int n = 0; n < Ports; n++) begin
        port = 32'(first) + n >= Ports ? 32'(first) + n - Ports : 32'(first) + n;
        if (Segmented != 0) bank_free = 1'b1;
        for (int p = 0; p < Ports; p++)
          if (Segmented != 0 && port == p && (rd_mask_i[p*Lanes+:Lanes] & lanes) != '0)
            bank_free = 1'b0;
        for (int p = 0; p < Ports; p++)
          for (int o = 0; o < 3; o++)
            if (bank_free && port == p && may[p] && rd_use_i[3*p+o] && !has[3*p+o]
                && 32'(rd_bank_i[(3*p+o)*BankWidth+:BankWidth]) == b) begin
              serve[3*p+o] = 1'b1;
              bank_free = 1'b0;
              lanes = lanes | rd_mask_i[p*Lanes+:Lanes];
            end
      end
    end
    for (int p = 0; p < Ports; p++)
      all[p] = may[p] && (rd_use_i[3*p+:3] & ~has[3*p+:3] & ~serve[3*p+:3]) == '0;
    for (int w = 0; w < Writers; w++) begin
      lowest[w] = wr_valid_i[w];
      for (int v = 0; v < w; v++)
        if ((Segmented != 0
             ? lowest[v] && (wr_mask_i[v*Lanes+:Lanes] & wr_mask_i[w*Lanes+:Lanes]) != '0
             : wr_valid_i[v])
            && wr_bank_i[v*BankWidth+:BankWidth] == wr_bank_i[w*BankWidth+:BankWidth])
          lowest[w] = 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    first <= 32'(first) == Ports - 1 ? '0 : first + PortWidth'(1);
    for (int p = 0; p < Ports; p++) begin
      has[3*p+:3] <= all[p] ? '0 : has[3*p+:3] | serve[3*p+:3];
      full[p] <= (rd_valid_i[p] && rd_ready_o[p]) || (full[p] && !out_ready_i[p]);
    end
    if (!rst_ni) begin
      first <= '0;
      has <= '0;
      full <= '0;
    end
  end

  // ------------------------------------------------------------------ ghost: one bit of a row

  // What it was written with last, and what the memory has there.
  logic known = 1'b0, value, mem_bit;
  logic known_next, value_next;
  always @* begin
    known_next = known;
    value_next = value;
    mem_bit = 1'b0;
    for (int l = 0; l < Lanes; l++)
      if (lane[l]) begin
        for (int w = 0; w < Writers; w++)
          if (wr_valid_i[w] && wr_ready_o[w] && wr_mask_i[w*Lanes+l]
              && wr_bank_i[w*BankWidth+:BankWidth] == bank
              && wr_index_i[(w*Rows+(Own!=0?l:0))*SetWidth+:SetWidth] == set) begin
            known_next = 1'b1;
            value_next = (wr_data_i[(w*Lanes+l)*32+:32] & at) != '0;
          end
        for (int b = 0; b < Banks; b++)
          for (int s = 0; s < Sets; s++)
            if (32'(bank) == b && 32'(set) == s)
              mem_bit = (mem[((b*Lanes+l)*Sets+s)*32+:32] & at) != '0;
      end
  end
  always_ff @(posedge clk_i)
    if (rst_ni) begin
      known <= known_next;
      value <= value_next;
    end

  // ------------------------------------------------------------------ ghost: one operand

  // As it is asked for: of the followed bit; it is served, and accepted; its port.
  // Whether the followed lane is one of its instruction.
  logic at_bit, served, used, accepted, kept, has_it, offers, out_bit, is_full, in_lane;
  always @* begin
    {at_bit, served, used, accepted, kept, has_it, offers, out_bit, is_full, in_lane} = '0;
    for (int k = 0; k < 3 * Ports; k++)
      if (32'(watch) == k) begin
        served = serve[k];
        used = rd_use_i[k];
        accepted = all[k/3];
        kept = full[k/3] && !out_ready_i[k/3];
        has_it = has[k];
        offers = may[k/3] && rd_use_i[k] && !has[k];
        is_full = full[k/3];
        in_lane = Segmented == 0 || (rd_mask_i[(k/3)*Lanes+:Lanes] & lane) != '0;
        for (int l = 0; l < Lanes; l++)
          if (lane[l]) begin
            at_bit = rd_bank_i[k*BankWidth+:BankWidth] == bank
                && rd_index_i[(k*Rows+(Own!=0?l:0))*SetWidth+:SetWidth] == set;
            out_bit = (out_data_o[(k*Lanes+l)*32+:32] & at) != '0;
          end
      end
  end

  // A lane is read, or written, twice in one bank: of what the design says that it serves.
  logic read_twice, written_twice;
  // One bank serves several, each with lanes.
  logic read_together, write_together;
  always @* begin
    {read_twice, written_twice, read_together, write_together} = '0;
    for (int k = 0; k < 3 * Ports; k++)
      for (int j = 0; j < k; j++)
        if (now_served[k] && now_served[j] && j / 3 != k / 3
            && rd_bank_i[k*BankWidth+:BankWidth] == rd_bank_i[j*BankWidth+:BankWidth]) begin
          if ((rd_mask_i[(k/3)*Lanes+:Lanes] & rd_mask_i[(j/3)*Lanes+:Lanes]) != '0)
            read_twice = 1'b1;
          else if (rd_mask_i[(k/3)*Lanes+:Lanes] != '0 && rd_mask_i[(j/3)*Lanes+:Lanes] != '0)
            read_together = 1'b1;
        end
    for (int w = 0; w < Writers; w++)
      for (int v = 0; v < w; v++)
        if (wr_valid_i[w] && wr_ready_o[w] && wr_valid_i[v] && wr_ready_o[v]
            && wr_bank_i[w*BankWidth+:BankWidth] == wr_bank_i[v*BankWidth+:BankWidth]) begin
          if ((wr_mask_i[w*Lanes+:Lanes] & wr_mask_i[v*Lanes+:Lanes]) != '0)
            written_twice = 1'b1;
          else if (wr_mask_i[w*Lanes+:Lanes] != '0 && wr_mask_i[v*Lanes+:Lanes] != '0)
            write_together = 1'b1;
        end
  end

  // What the operand should be, once it is collected, if that is known.
  logic sure = 1'b0, should, unused = 1'b0;
  always_ff @(posedge clk_i) begin
    if (served) begin
      sure <= (at_bit && known) || !in_lane;
      should <= value && in_lane;
    end
    if (accepted) unused <= !used;
    if (!rst_ni) sure <= 1'b0;
  end

  // How long it waits while its port may collect. The cycle before.
  logic [WaitWidth-1:0] waits;
  logic was_kept, last_bit;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || served || !used) waits <= '0;
    else if (offers && 32'(waits) < 3 * Ports) waits <= waits + WaitWidth'(1);
    {was_kept, last_bit} <= {kept && rst_ni, out_bit};
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: an operand that is served is collected: of each bank the first port in turn, its lowest
    // one; segmented, also of further ports in turn that share no lane with those served
    collected: assert (got == has && 32'(turn) == 32'(first));
    // P: a request is accepted in the cycle in which its last operand is collected, and only then
    all_there: assert (rd_ready_o == all);
    // P: the operands of the request accepted last are at the output until they are taken
    valid: assert (out_valid_o == full);
    // P: operands that are not taken stay as they are
    stable: assert (!was_kept || out_bit == last_bit);
    // P: of the writers of a bank the lowest is ready; segmented, further ones that share no lane
    one_writer: assert (wr_ready_o == lowest);
    // P: a register is what it was written with last, and changes by nothing else
    holds: assert (!known || mem_bit == value);
    // P: an operand is what its register was in the cycle of its collection; segmented, it is 0 in
    // lanes that are not of its instruction
    last_write: assert (!sure || !(has_it || (is_full && !unused)) || out_bit == should);
    // P: of two operands, or results, that a bank serves no lane is in both
    apart: assert (Segmented == 0 || (!read_twice && !written_twice));
    // P: an operand that is not used is 0
    zero: assert (!is_full || !unused || !out_bit);
    // P: an operand is collected within 3 * Ports cycles in which its port may collect
    fair: assert (32'(waits) < 3 * Ports);
    // P: a reset drops what was collected, and what was at the outputs
    reset_empties: assert (!was_reset || (out_valid_o == '0 && got == '0 && turn == '0));
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_all_at_once: cover (rd_ready_o == '1 && rd_use_i == '1 && Banks > 1);
    c_longest: cover (32'(waits) == 3 * Ports - 1 && served);
    c_old: cover (served && at_bit && known && known_next && value != value_next);
    c_back_to_back: cover (accepted && is_full && used && sure && should && out_bit && !unused);
    c_mixed: cover (accepted && !used && is_full && out_bit && !unused);
    c_waits: cover (was_kept && has != '0 && rd_valid_i == '1 && out_bit);
    c_writers: cover (wr_valid_i == '1 && wr_ready_o != '1 && known != known_next);
    c_together: cover (Segmented == 0 || (Ports > 1 && read_together && write_together));
    c_nothing: cover (rd_ready_o == '1 && rd_use_i == '0);
  end
endmodule

// What follows goes to the end of the module hd_register_file itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  logic [Banks*Lanes*Sets*32-1:0] props_mem;
  for (genvar b = 0; b < Banks; b++) begin : gen_props_bank
    for (genvar l = 0; l < Lanes; l++) begin : gen_props_lane
      for (genvar s = 0; s < Sets; s++) begin : gen_props_set
        assign props_mem[((b*Lanes + l)*Sets + s)*32 +: 32] = gen_bank[b].gen_lane[l].mem[s];
      end
    end
  end
  hd_register_file_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .got(got_q), .now_served(served), .turn(turn_q), .mem(props_mem)
  );
`endif
