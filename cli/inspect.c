// SPDX-License-Identifier: Apache-2.0
//
// heddle inspect: what the analyser finds in a kernel's ELF file (docs/analyser.md), as a listing,
// as JSON, as a graph for Graphviz.
#include "inspect.h"

#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image.h"
#include "meeting_text.h"
#include "json.h"
#include "program/program.h"

enum { GOOD = 0, REFUSED = 1, WRONG = 2, TEXT = 80 };

struct options {
    const char *file, *kernel, *dot;
    uint32_t shared; // bytes on top of the SHARED variables
    bool json;
};

// One kernel of one file.
struct view {
    const struct options *options;
    const struct isa_image *image;
    const struct isa_kernel *kernel;
    const struct thread_program *program;
};

static uint32_t live_count(const struct thread_program *p, uint32_t i)
{
    uint32_t count = 0;
    for (uint64_t mask = p->live.before[i]; mask != 0; mask &= mask - 1) count++;
    return count;
}

static const struct phase *phase_at(const struct thread_program *p, uint32_t i)
{
    for (uint32_t k = 0; k < p->phases.count; k++) {
        if (p->phases.phase[k].first == i) return &p->phases.phase[k];
    }
    return NULL;
}

static uint32_t instructions(const struct thread_program *p)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->count; i++) count += p->insn[i].reached;
    return count;
}

static const char *name_at(const struct view *v, uint32_t address, char text[TEXT])
{
    isa_image_name(v->image, address, text, TEXT);
    return text;
}

static const char *function_name(const struct view *v, uint32_t number, char text[TEXT])
{
    const struct flow *flow = &v->program->flow;
    return name_at(v, flow_address(flow, flow->function[number].entry), text);
}

static void print_insn(const struct view *v, uint32_t i, char text[TEXT])
{
    isa_print(text, TEXT, flow_address(&v->program->flow, i), &v->program->insn[i].insn);
}

/* ---- refused --------------------------------------------------------------------------------- */

static void print_refusals(const struct view *v)
{
    const struct flow *flow = &v->program->flow;
    char text[TEXT];
    for (uint32_t k = 0; k < flow->refusals; k++) {
        const struct flow_refusal *r = &flow->refusal[k];
        fprintf(stderr, "ERROR %s: kernel %s refused: 0x%08x, word 0x%08x, in %s: %s\n",
                v->options->file, v->kernel->name, r->address, r->word,
                name_at(v, r->function, text), r->reason);
    }
}

/* ---- listing --------------------------------------------------------------------------------- */

static void print_summary(const struct view *v)
{
    const struct thread_program *p = v->program;
    printf("kernel %s: entry 0x%08x, %u bytes of arguments\n", v->kernel->name, p->entry,
           v->kernel->argument_bytes);
    printf("  code       %u instructions in %u functions\n", instructions(p), p->flow.functions);
    printf("  registers  %u:", p->registers);
    for (uint32_t r = 0; r < p->registers; r++) printf(" %s", isa_register_name(p->reg[r]));
    printf("\n  shared     %u bytes a block\n", p->bytes);
    if (p->own_phases) {
        printf("  phases     those of the program\n");
    } else {
        printf("  phases     %u:", p->phases.count);
    }
    for (uint32_t k = 0; k < p->phases.count; k++) {
        const struct phase *phase = &p->phases.phase[k];
        printf("%s0x%08x %u registers, %u bytes", k == 0 ? " " : "; ",
               flow_address(&p->flow, phase->first), phase->registers, phase->bytes);
    }
    if (!p->own_phases) printf("\n");
}

// At a meeting place: where its threads part at the earliest.
static void print_sync(const struct thread_program *p, uint32_t i)
{
    const uint32_t address = thread_program_divergence(p, flow_address(&p->flow, i));
    if (!p->syncs.place[i]) return;
    if (address == 0) printf("  ; sync: none before");
    else printf("  ; sync 0x%08x", address);
    if (p->syncs.before_loops[i] != address && p->syncs.before_loops[i] != 0)
        printf(", before loops 0x%08x", p->syncs.before_loops[i]);
}

// What stands behind an instruction's text.
static void print_notes(const struct view *v, uint32_t i)
{
    const struct thread_program *p = v->program;
    const struct flow_insn *f = &p->flow.insn[i];
    const uint32_t meet = p->insn[i].reconvergence;
    char text[TEXT];
    if (f->kind == FLOW_BRANCH) {
        if (meet == 0) printf("  ; meet at the end");
        else printf("  ; meet at 0x%08x%s", meet, p->meetings.moved[i] ? ", or end" : "");
        if (p->meetings.barrier[i] != FLOW_NONE)
            printf(", behind the barrier at 0x%08x",
                   flow_address(&p->flow, p->meetings.barrier[i]));
    }
    if (f->kind == FLOW_CALL) {
        const bool back = p->flow.function[f->callee].returns;
        printf("  ; %s%s%s", function_name(v, f->callee, text), back ? "" : ", never comes back",
               meet == 0 ? "" : ", meet behind it");
    }
    if (f->kind == FLOW_JUMP && f->set_from != FLOW_NONE)
        printf("  ; 0x%08x", flow_address(&p->flow, f->target));
    if (f->kind == FLOW_RETURN) printf("  ; return");
    if (p->shared.touches[i]) printf("  ; shared");
    print_sync(p, i);
}

static void print_line(const struct view *v, uint32_t i)
{
    const struct thread_program *p = v->program;
    const struct phase *phase = phase_at(p, i);
    char text[TEXT];
    if (phase != NULL) {
        printf("  ---- phase: %u registers, %u bytes\n", phase->registers, phase->bytes);
    }
    print_insn(v, i, text);
    printf("%c %c 0x%08x  %08x  %2u  %-32s", p->flow.insn[i].leader ? '>' : ' ',
           p->phases.together[i] ? ' ' : '|', flow_address(&p->flow, i), p->insn[i].insn.word,
           live_count(p, i), text);
    print_notes(v, i);
    printf("\n");
}

static void print_fault(const struct flow *flow, const struct layout_fault *fault)
{
    const uint32_t from = flow_address(flow, fault->from), over = flow_address(flow, fault->over);
    printf("  layout     0x%08x ", flow_address(flow, fault->to));
    switch (fault->kind) {
    case LAYOUT_BACK: printf("should lie behind 0x%08x", from); break;
    case LAYOUT_LEFT:
        printf("should lie behind 0x%08x, the end of the loop left at 0x%08x", over, from);
        break;
    case LAYOUT_ROUND:
        printf("is where threads of 0x%08x meet, in the next round of a loop", from);
        break;
    }
    printf("%s\n", fault->apart ? "" : "; none are apart there");
}

// One line a place that lies too low; one line if there is none.
static void print_layout(const struct view *v, uint32_t f)
{
    const struct layout *layout = &v->program->layout;
    const struct flow *flow = &v->program->flow;
    uint32_t faults = 0;
    for (uint32_t k = 0; k < layout->count; k++) {
        const struct layout_fault *fault = &layout->fault[k];
        if (fault->function != f) continue;
        faults++;
        print_fault(flow, fault);
    }
    if (faults == 0) printf("  layout     in order\n");
}

static void print_listing(const struct view *v)
{
    const struct flow *flow = &v->program->flow;
    char text[TEXT];
    print_summary(v);
    printf(
        "  columns    > a block begins, | threads may be apart, address, word, live registers\n");
    for (uint32_t f = 0; f < flow->functions; f++) {
        printf("\nfunction %s%s\n", function_name(v, f, text),
               flow->function[f].returns || f == 0 ? "" : ", does not return");
        print_layout(v, f);
        FLOW_EACH(&flow->function[f], i) print_line(v, i);
    }
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void json_member(const char *key, const char *value)
{
    printf("\"%s\": ", key);
    json_string(stdout, value);
}

static void json_phases(const struct thread_program *p)
{
    printf("  \"own_phases\": %s,\n  \"phases\": [", p->own_phases ? "true" : "false");
    for (uint32_t k = 0; k < p->phases.count; k++) {
        const struct phase *phase = &p->phases.phase[k];
        printf("%s\n    {\"address\": %u, \"registers\": %u, \"shared_bytes\": %u}",
               k == 0 ? "" : ",", flow_address(&p->flow, phase->first), phase->registers,
               phase->bytes);
    }
    printf("],\n");
}

static void json_insn(const struct view *v, uint32_t i)
{
    const struct thread_program *p = v->program;
    char text[TEXT];
    print_insn(v, i, text);
    printf("{\"address\": %u, \"word\": %u, ", flow_address(&p->flow, i), p->insn[i].insn.word);
    json_member("text", text);
    printf(", \"live\": %u, \"leader\": %s, \"apart\": %s, \"shared\": %s", live_count(p, i),
           p->flow.insn[i].leader ? "true" : "false", p->phases.together[i] ? "false" : "true",
           p->shared.touches[i] ? "true" : "false");
    if (p->syncs.place[i]) {
        printf(", \"divergence\": %u, \"before_loops\": %u", p->insn[i].divergence,
               p->syncs.before_loops[i]);
    }
    if (p->flow.insn[i].kind == FLOW_BRANCH || p->flow.insn[i].kind == FLOW_CALL) {
        printf(", \"reconvergence\": %u", p->insn[i].reconvergence);
    }
    if (p->flow.insn[i].kind == FLOW_BRANCH) {
        printf(", \"parts\": %s", p->meetings.parts[i] ? "true" : "false");
        if (p->meetings.barrier[i] != FLOW_NONE)
            printf(", \"barrier\": %u", flow_address(&p->flow, p->meetings.barrier[i]));
    }
    if (p->flow.insn[i].kind == FLOW_CALL) {
        printf(", \"calls\": %u", flow_address(&p->flow, p->flow.insn[i].target));
    }
    printf("}");
}

// By kind of fault.
static const char *const layout_word[] = {
    [LAYOUT_BACK] = "back", [LAYOUT_LEFT] = "left", [LAYOUT_ROUND] = "round"};

static void json_layout(const struct view *v, uint32_t f)
{
    const struct layout *layout = &v->program->layout;
    const struct flow *flow = &v->program->flow;
    bool first = true;
    printf("\"layout\": [");
    for (uint32_t k = 0; k < layout->count; k++) {
        const struct layout_fault *fault = &layout->fault[k];
        if (fault->function != f) continue;
        printf("%s{\"kind\": \"%s\", \"from\": %u, \"to\": %u, \"over\": %u, \"apart\": %s}",
               first ? "" : ", ", layout_word[fault->kind], flow_address(flow, fault->from),
               flow_address(flow, fault->to), flow_address(flow, fault->over),
               fault->apart ? "true" : "false");
        first = false;
    }
    printf("], ");
}

static void json_functions(const struct view *v)
{
    const struct flow *flow = &v->program->flow;
    char text[TEXT];
    printf("  \"functions\": [");
    for (uint32_t f = 0; f < flow->functions; f++) {
        const struct flow_function *function = &flow->function[f];
        printf("%s\n    {", f == 0 ? "" : ",");
        json_member("name", function_name(v, f, text));
        printf(", \"entry\": %u, \"returns\": %s, ", flow_address(flow, function->entry),
               function->returns ? "true" : "false");
        json_layout(v, f);
        printf("\"instructions\": [");
        bool first = true;
        FLOW_EACH(function, i)
        {
            printf("%s\n      ", first ? "" : ",");
            json_insn(v, i);
            first = false;
        }
        printf("]}");
    }
    printf("]\n");
}

static void print_json(const struct view *v, bool first)
{
    const struct thread_program *p = v->program;
    printf("%s{", first ? "[" : ",\n");
    json_member("kernel", v->kernel->name);
    printf(",\n  \"entry\": %u, \"argument_bytes\": %u, \"shared_bytes\": %u,\n", p->entry,
           v->kernel->argument_bytes, p->bytes);
    printf("  \"instructions\": %u, \"registers\": [", instructions(p));
    for (uint32_t r = 0; r < p->registers; r++) {
        printf("%s\"%s\"", r == 0 ? "" : ", ", isa_register_name(p->reg[r]));
    }
    printf("],\n");
    json_phases(p);
    json_functions(v);
    printf("}");
}

/* ---- graph ----------------------------------------------------------------------------------- */

static void dot_block(FILE *out, const struct view *v, uint32_t f, uint32_t b)
{
    const struct thread_program *p = v->program;
    const struct flow_block *block = &p->flow.function[f].block[b];
    char text[TEXT];
    fprintf(out, "    f%ub%u [label=\"", f, b);
    for (uint32_t i = block->first; i <= block->last; i++) {
        const struct phase *phase = phase_at(p, i);
        if (phase != NULL) {
            fprintf(out, "-- phase: %u registers, %u bytes --\\l", phase->registers, phase->bytes);
        }
        print_insn(v, i, text);
        fprintf(out, "%08x  %s\\l", flow_address(&p->flow, i), text);
    }
    fprintf(out, "\"];\n");
}

static void dot_edges(FILE *out, const struct view *v, uint32_t f, uint32_t b)
{
    const struct thread_program *p = v->program;
    const struct flow_function *function = &p->flow.function[f];
    const uint32_t last = function->block[b].last;
    const bool branch = p->flow.insn[last].kind == FLOW_BRANCH;
    for (uint32_t k = 0; k < function->edges[b].count; k++) {
        fprintf(out, "    f%ub%u -> f%ub%u%s;\n", f, b, f, function->edges[b].to[k],
                branch && k == 0 ? " [label=\"taken\"]" : "");
    }
    const uint32_t meet = p->insn[last].reconvergence;
    if (!branch || meet == 0) return;
    for (uint32_t to = 0; to < function->blocks; to++) {
        if (flow_address(&p->flow, function->block[to].first) != meet) continue;
        fprintf(out, "    f%ub%u -> f%ub%u [style=dashed, color=blue, constraint=false];\n", f, b,
                f, to);
    }
}

static void dot_calls(FILE *out, const struct view *v, uint32_t f)
{
    const struct flow *flow = &v->program->flow;
    for (uint32_t b = 0; b < flow->function[f].blocks; b++) {
        const struct flow_block *block = &flow->function[f].block[b];
        for (uint32_t i = block->first; i <= block->last; i++) {
            if (flow->insn[i].kind != FLOW_CALL) continue;
            const uint32_t callee = flow->insn[i].callee;
            uint32_t entry = 0;
            while (flow->function[callee].block[entry].first != flow->insn[i].target) entry++;
            fprintf(out, "  f%ub%u -> f%ub%u [style=dotted, label=\"call\"];\n", f, b, callee,
                    entry);
        }
    }
}

static bool write_dot(const struct view *v)
{
    const struct flow *flow = &v->program->flow;
    FILE *out = fopen(v->options->dot, "w");
    char text[TEXT];
    if (out == NULL) return false;
    fprintf(out, "// Dashed, blue: where the threads of a branch meet again.\ndigraph ");
    json_string(out, v->kernel->name);
    fprintf(out, " {\n  node [shape=box, fontname=\"monospace\", fontsize=10];\n");
    for (uint32_t f = 0; f < flow->functions; f++) {
        fprintf(out, "  subgraph cluster_%u {\n    label=", f);
        json_string(out, function_name(v, f, text));
        fprintf(out, ";\n");
        for (uint32_t b = 0; b < flow->function[f].blocks; b++) dot_block(out, v, f, b);
        for (uint32_t b = 0; b < flow->function[f].blocks; b++) dot_edges(out, v, f, b);
        fprintf(out, "  }\n");
    }
    for (uint32_t f = 0; f < flow->functions; f++) dot_calls(out, v, f);
    fprintf(out, "}\n");
    const bool written = ferror(out) == 0;
    return fclose(out) == 0 && written;
}

/* ---- the command ----------------------------------------------------------------------------- */

static int show(struct view *v, bool first)
{
    const struct options *o = v->options;
    meeting_warnings(v->program, v->image, v->kernel->name, stderr);
    if (o->json) print_json(v, first);
    else print_listing(v);
    if (o->dot == NULL || write_dot(v)) return GOOD;
    fprintf(stderr, "ERROR %s: %s\n", o->dot, strerror(errno));
    return WRONG;
}

static int inspect_kernel(const struct options *o, const struct isa_image *image,
                          const struct isa_kernel *kernel, bool first)
{
    struct thread_program program;
    struct view v = {o, image, kernel, &program};
    const enum program_result result =
        thread_program_load(&program, image, kernel, image->shared_bytes + o->shared);
    int status = WRONG;
    if (result == PROGRAM_NO_MEMORY) {
        fprintf(stderr, "ERROR %s: no memory\n", o->file);
        return status;
    }
    if (result == PROGRAM_REFUSED) {
        print_refusals(&v);
        status = REFUSED;
    } else {
        status = show(&v, first);
    }
    thread_program_free(&program);
    return status;
}

// Which kernel, if one is meant: NULL, and *wrong, if there is none of that name.
static const struct isa_kernel *choose(const struct options *o, const struct isa_image *image,
                                       bool *wrong)
{
    const struct isa_kernel *kernel = o->kernel == NULL ? NULL : isa_image_kernel(image, o->kernel);
    *wrong = o->kernel != NULL && kernel == NULL;
    if (o->kernel == NULL && o->dot != NULL) {
        *wrong = image->kernels > 1;
        kernel = &image->kernel[0];
    }
    if (!*wrong) return kernel;
    fprintf(stderr, "ERROR %s: %s; --kernel", o->file,
            o->kernel != NULL ? "no such kernel" : "a graph is of one kernel");
    for (uint32_t k = 0; k < image->kernels; k++) fprintf(stderr, " %s", image->kernel[k].name);
    fprintf(stderr, "\n");
    return NULL;
}

static int inspect(const struct options *o, const struct isa_image *image)
{
    bool wrong;
    const struct isa_kernel *one = choose(o, image, &wrong);
    if (wrong) return WRONG;
    int status = GOOD;
    bool first = true;
    for (uint32_t k = 0; k < image->kernels; k++) {
        if (one != NULL && one != &image->kernel[k]) continue;
        if (!first && !o->json) printf("\n");
        const int now = inspect_kernel(o, image, &image->kernel[k], first);
        if (now == GOOD) first = false;
        if (now > status) status = now;
    }
    if (o->json) printf("%s]\n", first ? "[" : "");
    return status;
}

enum { JSON = 1 };

static const struct argp_option option_list[] = {
    {"kernel", 'k', "NAME", 0, "this kernel only (default: all kernels of the file)", 0},
    {"dot", 'd', "FILE", 0, "write the graph of the kernel: dot -Tsvg FILE", 0},
    {"json", JSON, NULL, 0, "print JSON instead of the listing", 0},
    {"shared", 's', "BYTES", 0, "shared memory that the launch adds (0)", 0},
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;
    char *end = arg;
    unsigned long bytes;
    switch (key) {
    case 'k': o->kernel = arg; break;
    case 'd': o->dot = arg; break;
    case JSON: o->json = true; break;
    case 's':
        bytes = strtoul(arg, &end, 0);
        if (*arg < '0' || *arg > '9' || *end != '\0' || bytes > 1 << 24) {
            argp_error(state, "%s: not a number of bytes", arg);
        }
        o->shared = (uint32_t)bytes;
        break;
    case ARGP_KEY_ARG:
        if (o->file != NULL) argp_error(state, "%s: one file at a time", arg);
        o->file = arg;
        break;
    case ARGP_KEY_END:
        if (o->file == NULL) argp_error(state, "which file?");
        break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static const struct argp argp = {
    option_list,  parse,
    "KERNEL.elf", "Prints what the analyser finds in a kernel: docs/analyser.md.",
    NULL,         NULL,
    NULL};

int inspect_main(int argc, char **argv)
{
    struct options o = {0};
    struct isa_image image;
    char error[IMAGE_ERROR];
    argp_err_exit_status = WRONG;
    if (argp_parse(&argp, argc, argv, 0, NULL, &o) != 0) return WRONG;
    if (!image_load(&image, o.file, error)) {
        fprintf(stderr, "ERROR %s\n", error);
        return WRONG;
    }
    image.line = image_line;
    const int status = inspect(&o, &image);
    image_free(&image);
    return status;
}
