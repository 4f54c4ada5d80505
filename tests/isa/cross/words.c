// SPDX-License-Identifier: Apache-2.0
//
// Decoding, compared with LLVM's disassembler:
//   words make WORDS SEED          words to disassemble, to standard output
//   words check WORDS SEED         what llvm-objdump -d -M no-aliases says of them, from standard
//                                  input, with isa_decode, isa_print
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/rng.h"
#include "isa/decode.h"

enum { MOST = 400000, COMPLAINTS = 10, FLIPPED = 24, LEAST = 4, LINE = 256 };

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

static uint32_t words[MOST];
static uint32_t count;

/* ---- words ----------------------------------------------------------------------------------- */

// Fields that make an instruction more often than random ones. All end in 11: LLVM takes the others
// for two bytes.
static uint32_t likely_word(struct hd_rng *rng)
{
    static const uint32_t opcodes[] = {0x03, 0x07, 0x0b, 0x0f, 0x13, 0x17, 0x23, 0x27,
                                       0x2f, 0x33, 0x37, 0x43, 0x47, 0x4b, 0x4f, 0x53,
                                       0x53, 0x53, 0x63, 0x67, 0x6f, 0x73};
    static const uint32_t functs[] = {0x00, 0x01, 0x20, 0x04, 0x08, 0x0c, 0x10, 0x14, 0x2c,
                                      0x50, 0x60, 0x68, 0x70, 0x78, 0x18, 0x30, 0x40, 0x66};
    static const uint32_t csrs[] = {0x001, 0x002, 0x003, 0xcc0, 0xcd2, 0xcc3, 0xc00, 0x300};
    uint32_t word = (uint32_t)(hd_rng_next(rng) >> 32);
    word = (word & ~0x7fu) | opcodes[hd_rng_below(rng, LENGTH(opcodes))];
    if (hd_rng_chance(rng, 3, 4)) {
        word = (word & 0x01ffffff) | functs[hd_rng_below(rng, LENGTH(functs))] << 25;
    }
    if (hd_rng_chance(rng, 1, 2)) word = (word & ~0x01f00000u) | hd_rng_below(rng, 3) << 20;
    if (hd_rng_chance(rng, 1, 2)) word = (word & ~0x00007000u) | hd_rng_below(rng, 3) << 12;
    if (hd_rng_chance(rng, 1, 8)) word &= ~0x000f8000u;
    if (hd_rng_chance(rng, 1, 8)) word &= ~0x00000f80u;
    if ((word & 0x7f) == 0x73 && hd_rng_chance(rng, 1, 2)) {
        word = (word & 0x000fffff) | csrs[hd_rng_below(rng, LENGTH(csrs))] << 20;
    }
    return word;
}

static void put(uint32_t word)
{
    if (count < MOST) words[count++] = word;
}

// Half likely, half random; then each bit turned in the first few words of each operation.
static void make_words(uint32_t number, uint64_t seed)
{
    static uint32_t seen[ISA_OP_COUNT];
    struct hd_rng rng;
    hd_rng_seed(&rng, seed);
    for (uint32_t i = 0; i < number; i++) {
        uint32_t any = (uint32_t)(hd_rng_next(&rng) >> 32) | 3;
        put(i % 2 == 0 ? likely_word(&rng) : any);
    }
    for (uint32_t i = 0; i < LEAST; i++) {
        put(0x0000000b); // exit
        put(0x0000100b); // barrier
        put(0x00c5b50b); // hd.amofadd.s fa0, fa2, (a1)
    }
    for (uint32_t i = 0; i < count && i < number + 3 * LEAST; i++) {
        struct isa_insn insn;
        if (!isa_decode(words[i], &insn) || seen[insn.op]++ >= FLIPPED) continue;
        for (unsigned bit = 2; bit < 32; bit++) put(words[i] ^ 1u << bit);
    }
}

/* ---- what differs, and is meant to ----------------------------------------------------------- */

// What LLVM runs and we refuse.
static bool refused_here(uint32_t word, const char *llvm)
{
    static const char *const names[] = {"ecall",
                                        "ebreak",
                                        "fence.i",
                                        "uret",
                                        "sret",
                                        "mret",
                                        "wfi",
                                        "unimp",
                                        "dret",
                                        "sfence.vma",
                                        "hfence.vvma",
                                        "hfence.gvma",
                                        "sfence.w.inval",
                                        "sfence.inval.ir",
                                        "hinval.vvma",
                                        "hinval.gvma",
                                        "sinval.vma"};
    for (size_t i = 0; i < LENGTH(names); i++) {
        if (strncmp(llvm, names[i], strlen(names[i])) == 0) return (word & 0x7f) != 0x2f;
    }
    const char *why = isa_reason(word);
    // LLVM 14 takes a shift amount of 6 bits on RV32 too.
    if (strcmp(why, "shift by more than 31") == 0) return true;
    return strncmp(llvm, "csrr", 4) == 0 && (strcmp(why, "there is no such CSR") == 0 ||
                                             strcmp(why, "write to a read-only CSR") == 0);
}

// What we run and LLVM 14 does not know: custom-0; amocas.w; fences with fields that are to be
// ignored.
static bool unknown_there(const struct isa_insn *insn)
{
    bool plain_fence = (insn->word & 0xf00fff80) == 0;
    return insn->op == ISA_AMOCAS_W || insn->op == ISA_AMOFADD_S || insn->cls == ISA_EXIT ||
           insn->cls == ISA_BARRIER || insn->cls == ISA_PHASE ||
           (insn->cls == ISA_FENCE && !plain_fence);
}

/* ---- the same text --------------------------------------------------------------------------- */

static void replace(char *text, const char *old, const char *new)
{
    char *at = strstr(text, old);
    if (at == NULL) return;
    char rest[LINE];
    snprintf(rest, sizeof rest, "%s", at + strlen(old));
    snprintf(at, LINE - (size_t)(at - text), "%s%s", new, rest);
}

// Ours in LLVM's way: CSRs of its own by number, lui and auipc in decimal.
static void print_ours(char *text, const struct isa_insn *insn)
{
    char number[16];
    isa_print(text, LINE, 0, insn);
    if (insn->cls == ISA_CSR && insn->imm >= ISA_CSR_THREAD) {
        snprintf(number, sizeof number, "%" PRId32, insn->imm);
        replace(text, isa_csr_name((uint32_t)insn->imm), number);
    }
    if (insn->op == ISA_LUI || insn->op == ISA_AUIPC) {
        snprintf(strstr(text, "0x"), 16, "%" PRIu32, (uint32_t)insn->imm >> 12);
    }
}

// Theirs in our way: blanks; no "dyn", which we do not print; nothing behind a target; a target
// counted from the instruction, 32 bits.
static void clean_theirs(char *text, uint32_t address)
{
    char *target = strstr(text, ", 0x");
    text[strcspn(text, "<\n")] = '\0';
    for (char *c = text; *c != '\0'; c++) {
        if (*c == '\t') *c = ' ';
    }
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == ' ') text[--length] = '\0';
    replace(text, ", dyn", "");
    if (strncmp(text, "fence", 5) == 0) { // of nothing
        replace(text, "unknown", "0");
        replace(text, "unknown", "0");
    }
    if (target == NULL) target = strncmp(text, "jal 0x", 6) == 0 ? text + 2 : NULL;
    if (target != NULL) {
        uint32_t to = (uint32_t)strtoull(target + 2, NULL, 16) - address;
        snprintf(target + 2, 16, "0x%" PRIx32, to);
    }
}

/* ---- comparing ------------------------------------------------------------------------------- */

static uint32_t valid[ISA_OP_COUNT], wrong, refused, unknown, neither;

static void complain(uint32_t word, const char *ours, const char *theirs)
{
    if (wrong++ < COMPLAINTS)
        printf("differs: %08" PRIx32 " '%s', LLVM '%s'\n", word, ours, theirs);
}

static void check(uint32_t word, uint32_t address, char *theirs)
{
    struct isa_insn insn;
    char ours[LINE];
    bool here = isa_decode(word, &insn);
    bool there = strstr(theirs, "<unknown>") == NULL;
    if (here) {
        valid[insn.op]++;
        print_ours(ours, &insn);
    } else {
        snprintf(ours, sizeof ours, "refused: %s", isa_reason(word));
    }
    clean_theirs(theirs, address);
    if (here && there) {
        if (strcmp(ours, theirs) != 0) complain(word, ours, theirs);
    } else if (here) {
        if (unknown_there(&insn)) unknown++;
        else complain(word, ours, "<unknown>");
    } else if (there) {
        if (refused_here(word, theirs)) refused++;
        else complain(word, ours, theirs);
    } else {
        neither++;
    }
}

// "     10: 33 05 b5 00  \tadd\ta0, a0, a1"
static uint32_t check_listing(void)
{
    char line[LINE];
    uint32_t seen = 0;
    while (fgets(line, sizeof line, stdin) != NULL) {
        char *text = strchr(line, '\t');
        char *colon = strchr(line, ':');
        if (line[0] != ' ' || text == NULL || colon == NULL || colon > text) continue;
        uint32_t address = (uint32_t)strtoul(line, NULL, 16);
        if (address / 4 >= count || address % 4 != 0) continue;
        check(words[address / 4], address, text + 1);
        seen++;
    }
    return seen;
}

// Words that do not end in 11, of which LLVM is not asked.
static bool refuses_compressed(void)
{
    for (uint32_t word = 0; word < 0x10000; word++) {
        struct isa_insn insn;
        if ((word & 3) != 3 && (isa_decode(word, &insn) || isa_decode(word << 16 | word, &insn))) {
            return false;
        }
    }
    return true;
}

static int report(uint32_t seen)
{
    int status = seen == count && wrong == 0 && refuses_compressed() ? 0 : 1;
    uint32_t least = UINT32_MAX;
    uint32_t all = 0;
    for (unsigned op = 0; op < ISA_OP_COUNT; op++) {
        if (valid[op] < least) least = valid[op];
        all += valid[op];
    }
    if (least < LEAST) status = 1;
    printf("%s decode: %" PRIu32 " words (seen %" PRIu32 "), %" PRIu32
           " are instructions, at least "
           "%" PRIu32 " of each\n",
           status ? "FAIL" : "PASS", count, seen, all, least);
    printf("  refused by both %" PRIu32 "; only here, as meant %" PRIu32
           "; unknown to LLVM, as meant %" PRIu32 "; differ %" PRIu32 "\n",
           neither, refused, unknown, wrong);
    return status;
}

int main(int argc, char **argv)
{
    if (argc != 4) return 2;
    make_words((uint32_t)strtoul(argv[2], NULL, 10), strtoull(argv[3], NULL, 10));
    if (strcmp(argv[1], "check") == 0) return report(check_listing());
    return fwrite(words, sizeof words[0], count, stdout) == count ? 0 : 2;
}
