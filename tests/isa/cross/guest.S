# SPDX-License-Identifier: Apache-2.0
#
# The instructions that are compared, as clang assembles them, and how one is run. A probe is an
# instruction with its operands in fixed registers: rs1 in a1 or fa1, rs2 in a2 or fa2, rs3 in fa3,
# the result to a0 or fa0. The table `probes` has a row for each: kind of operands, address of the
# probe, address of the instruction.

.set INTEGER, 0
.set FLOAT, 1
.set MEMORY, 2    # a1 is the address of a byte, half or word of `guest_memory`
.set RESERVED, 3  # the same, and the word is reserved
.set BRANCH, 4    # a0: whether taken
.set JUMP, 5      # a1 is right for a jalr with offset 5 to arrive behind the second word

.macro row kind
    .pushsection .rodata
    .word \kind, 8f, 9f
    .popsection
.endm

.macro probe kind, insn:vararg
    row \kind
8:
9:  \insn
    ret
.endm

.macro integer insn:vararg
    probe INTEGER, \insn
.endm

.macro float insn:vararg
    probe FLOAT, \insn
.endm

.macro memory insn:vararg
    probe MEMORY, \insn
.endm

# In all rounding modes and in that of frm.
.macro rounded insn:vararg
    .irp mode, rne, rtz, rdn, rup, rmm, dyn
    probe FLOAT, \insn, \mode
    .endr
.endm

.macro branch insn
    row BRANCH
8:
9:  \insn, 7f
    li a0, 0
    ret
7:  li a0, 1
    ret
.endm

.section .rodata
.balign 4
.globl probes
probes:

.text
.option norelax
.option norvc

    .irp value, 0, 1, 0x7ffff, 0x80000, 0xfffff, 0x12345
    integer lui a0, \value
    integer auipc a0, \value
    .endr
    .irp name, addi, slti, sltiu, xori, ori, andi
    .irp value, 0, 1, -1, 2047, -2048, 1365
    integer \name a0, a1, \value
    .endr
    .endr
    .irp name, slli, srli, srai
    .irp value, 0, 1, 7, 16, 30, 31
    integer \name a0, a1, \value
    .endr
    .endr
    .irp name, add, sub, sll, slt, sltu, xor, srl, sra, or, and
    integer \name a0, a1, a2
    .endr
    .irp name, mul, mulh, mulhsu, mulhu, div, divu, rem, remu
    integer \name a0, a1, a2
    integer \name a0, a1, a1
    .endr
    integer add a0, zero, a2
    integer sub a0, a1, zero
    integer div a0, a1, zero
    integer remu a0, zero, a2
    integer add zero, a1, a2
    integer fence
    integer fence rw, w

    .irp name, beq, bne, blt, bge, bltu, bgeu
    branch "\name a1, a2"
    branch "\name a1, zero"
    branch "\name zero, a2"
    .endr

    row JUMP
8:
9:  jal a0, 7f
    li a0, 0
    ret
7:  ret

    row JUMP
8:
9:  jalr a0, 5(a1)
    li a0, 0
    ret
    ret

    .irp name, fflags, frm, fcsr
    .irp how, csrrw, csrrs, csrrc
    integer \how a0, \name, a1
    integer \how a0, \name, zero
    .endr
    .irp how, csrrwi, csrrsi, csrrci
    .irp value, 0, 1, 21, 31
    integer \how a0, \name, \value
    .endr
    .endr
    .endr

    .irp name, lb, lbu
    .irp value, -4, -1, 0, 1, 3
    memory \name a0, \value(a1)
    .endr
    .endr
    .irp value, -4, -1, 0, 1, 3
    memory sb a2, \value(a1)
    .endr
    .irp value, -4, 0, 4
    memory lh a0, \value(a1)
    memory lhu a0, \value(a1)
    memory lw a0, \value(a1)
    memory flw fa0, \value(a1)
    memory sh a2, \value(a1)
    memory sw a2, \value(a1)
    memory fsw fa2, \value(a1)
    .endr
    memory sw zero, 0(a1)
    memory lr.w a0, (a1)
    memory lr.w.aq a0, (a1)
    memory sc.w a0, a2, (a1)
    row RESERVED
8:  lr.w a0, (a1)
9:  sc.w a0, a2, (a1)
    ret
    row RESERVED
8:  lr.w a0, (a1)
9:  sc.w.rl a0, zero, (a1)
    ret
    .irp name, swap, add, xor, and, or, min, max, minu, maxu
    memory amo\name\().w a0, a2, (a1)
    memory amo\name\().w.aqrl a0, a2, (a1)
    memory amo\name\().w zero, a2, (a1)
    .endr

    .irp name, fmadd, fmsub, fnmsub, fnmadd
    rounded \name\().s fa0, fa1, fa2, fa3
    .endr
    .irp name, fadd, fsub, fmul, fdiv
    rounded \name\().s fa0, fa1, fa2
    float \name\().s fa0, fa1, fa1
    .endr
    rounded fsqrt.s fa0, fa1
    rounded fcvt.w.s a0, fa1
    rounded fcvt.wu.s a0, fa1
    rounded fcvt.s.w fa0, a1
    rounded fcvt.s.wu fa0, a1
    .irp name, fsgnj, fsgnjn, fsgnjx, fmin, fmax
    float \name\().s fa0, fa1, fa2
    float \name\().s fa0, fa1, fa1
    .endr
    .irp name, feq, flt, fle
    float \name\().s a0, fa1, fa2
    float \name\().s a0, fa1, fa1
    .endr
    float fclass.s a0, fa1
    float fmv.x.w a0, fa1
    float fmv.w.x fa0, a1

.section .rodata
.globl probes_end
probes_end:

.text
# void run(const void *probe, const uint32_t in[5], uint32_t out[3]): a, b, c, fcsr, filler; a0,
# fa0, fcsr.
.globl run
run:
    addi sp, sp, -16
    sw ra, 0(sp)
    sw a2, 4(sp)
    mv t0, a0
    mv t1, a1
    lw t2, 12(t1)
    fscsr t2
    flw fa1, 0(t1)
    flw fa2, 4(t1)
    flw fa3, 8(t1)
    flw fa0, 16(t1)
    lw a1, 0(t1)
    lw a2, 4(t1)
    lw a0, 16(t1)
    jalr t0
    lw a2, 4(sp)
    sw a0, 0(a2)
    fsw fa0, 4(a2)
    frcsr t2
    sw t2, 8(a2)
    lw ra, 0(sp)
    addi sp, sp, 16
    ret

.globl _start
_start:
    call guest_main
    li a7, 93
    ecall

# long system_call(long a, long b, long c, long number)
.globl system_call
system_call:
    mv a7, a3
    ecall
    ret
