/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The seam generator: reads a block's RTL module, its model's header and its description
 * (dpi/<socket>/<block>.fields; docs/seam.md), pairs what has one name, and writes the checker, the
 * test bench and their C sides below build/seam. Whatever finds no partner is an error.
 */
#ifndef HEDDLE_SEAM_H
#define HEDDLE_SEAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { SEAM_DIMS = 2, SEAM_MAX = 256, SEAM_WRITERS = 8, SEAM_BEGINS = 4 };

/* ---- text.c ---- */

/* The whole file; ends the program if there is none. And without C and SystemVerilog comments. */
char *seam_read_all(const char *path);
char *seam_read(const char *path);
/* printf into memory of its own. */
char *seam_text(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The first `length` letters, without blanks around them. */
char *seam_part(const char *from, size_t length);
bool seam_letter(char c);
/* Behind the bracket that closes the one at p, whichever of ( [ { it is. */
const char *seam_closed(const char *p);
/* The name `name` wherever it stands alone in the text becomes `by`. */
char *seam_replace(const char *text, const char *name, const char *by);
/* pc_width of PcWidth. */
char *seam_snake(const char *camel);
/* The factors of "2*Lanes*Width", at most `most` of them: the last one is what is left. */
size_t seam_factors(const char *product, char **factor, size_t most);
/* Something is wrong; the program ends with code 2 after all of it was said. line 0: the file. */
void seam_error(const char *path, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool seam_failed(void);

/* ---- module.c: what the RTL says ---- */

struct seam_port {
    char *name;  /* grp_pc_i */
    char *range; /* "[2*PcWidth-1:0]", or "" */
    bool out;
    bool used;
};

struct seam_parameter {
    char *type; /* "int" */
    char *name;
    char *value;  /* in the test bench, unless a size says another */
    char *member; /* of the model's cfg */
};

/* A register: a name with _q, or mem, that is declared in the module. */
struct seam_register {
    char *name;
    char *packed;   /* "[Width-1:0]", or "": in parameters alone */
    char *unpacked; /* "[Sets]", or "" */
    bool used;
};

/* A constant of the module's body. */
struct seam_constant {
    char *name;
    char *value; /* NULL: there are several of that name */
};

struct seam_module {
    const char *path;
    char *name;        /* hd_pc_warp_lut */
    char *localparams; /* those of the header, as they stand there */
    struct seam_parameter parameter[SEAM_MAX];
    size_t parameters;
    struct seam_port port[SEAM_MAX];
    size_t ports;
    struct seam_register reg[SEAM_MAX];
    size_t regs;
    struct seam_constant constant[SEAM_MAX];
    size_t constants;
    bool reset; /* it has rst_ni */
};

void seam_read_module(struct seam_module *m, const char *path, const char *name);
/* The factors of the number of bits of "[A*B-1:0]"; 0 for "", and for any other form. */
size_t seam_range(const char *range, char **factor, size_t most);

/* ---- model.c: what the model's header says ---- */

struct seam_member {
    char *name;
    char *type; /* "uint32_t", "struct x" */
    char *dim[SEAM_DIMS];
    size_t dims; /* that it has; more than SEAM_DIMS cannot be compared */
};

struct seam_struct {
    char *name;
    struct seam_member member[SEAM_MAX];
    size_t members;
};

struct seam_model {
    const char *path;
    struct seam_struct *structs;
    size_t count;
    char *text; /* of the header itself: does it have this function? */
    char *view; /* that of <block>_view.h, or NULL */
};

void seam_read_model(struct seam_model *m, const char *folder, const char *header);
/* And those of a view: of the header alone. */
void seam_read_view(struct seam_model *m, const char *path);
struct seam_struct *seam_find_struct(const struct seam_model *m, const char *name);
bool seam_has_function(const char *text, const char *name);

/* ---- fields.c: what the description says ---- */

struct seam_line {
    int number;
    char *name; /* of a port or register, as in the RTL */
    char *of[SEAM_DIMS];
    size_t ofs;
    char *at;       /* where the register lies */
    char *as;       /* the model's name */
    char *cond;     /* when it means something */
    char *bits;     /* of a register: the bits that mean something */
    bool words;     /* longer than an element of the model: the elements of a row are its words */
    char *when;     /* in which sizes there is such a register */
    char *written;  /* of a large memory: the ports that say where it is written */
    char *sentence; /* the page's rule */
    bool used;
};

struct seam_bin {
    char *name;
    char *meaning;
};

struct seam_fields {
    const char *path;
    char *index;
    char *waves;
    char *sees;  /* the outputs that the stimulus reads, NULL: all */
    char *now;   /* of these, those that are this cycle's */
    char *jumps; /* registers that are set near their ends now and then */
    char *like;  /* the block whose structs of ports and whose stimulus it has, or NULL */
    char *zeros; /* memories of `begins` that hold zeros at first if the stimulus says so */
    struct seam_line begin[SEAM_BEGINS]; /* memories whose words the model takes over at first */
    size_t begins;
    struct seam_bin drive[SEAM_MAX]; /* inputs of the bench that hang on outputs: what they are */
    size_t drives;
    struct seam_line line[SEAM_MAX];
    size_t lines;
    struct seam_line omitted[SEAM_MAX]; /* registers and members without a partner, and why */
    size_t omissions;
    struct seam_bin bin[SEAM_MAX];
    size_t bins;
};

void seam_read_fields(struct seam_fields *f, const char *path);

/* ---- match.c: the pairs ---- */

enum seam_kind { SEAM_IN, SEAM_OUT, SEAM_REG };

/* Says where a large memory was written at the last edge. */
struct seam_writer {
    const struct seam_pair *port; /* its elements are the places; or */
    char *place;                  /* one, in SystemVerilog; or */
    char *function;               /* of <block>_view.h, which asks the model, */
    char *count;                  /* and names so many places; or */
    bool inputs;                  /* it goes by the inputs of the edge as well; */
    bool each;                    /* one for each element of a row, */
    const char *rows;             /* so many times */
};

struct seam_pair {
    enum seam_kind kind;
    char *field;   /* its name in reports: grp_pc, pc_q */
    char *var;     /* in what is written: the same, or another if an input has it */
    char *rtl;     /* the port, or where the register lies: element i */
    char *range;   /* of a port */
    char *whole;   /* all elements of a register in one vector, a bit each; NULL: there is none */
    char *member;  /* element 0 in the model's struct: "pc[0]" */
    char *array;   /* what the elements are of, "" if there is one only: "pc" */
    char *row;     /* what the rows are of, "" if there is one only */
    unsigned bits; /* of an element of the model: 8, 16, 32, 64 */
    bool plain;    /* an element of the port is as wide as the model's: it needs no vector */
    bool flags;    /* elements are bool */
    bool flat;     /* rows one behind the other in an array of one dimension */
    bool across;   /* the model has element l of place e at [l][e]: row and array are exchanged */
    size_t dims;   /* of the model, or one more: flat */
    char *of[SEAM_DIMS];
    const struct seam_line *line; /* NULL: nothing to say */
    /* Of a large memory, of which a cycle compares what was written and one place in turn. "e" is
     * the place, "l" the element of its row. */
    struct seam_writer writer[SEAM_WRITERS];
    size_t writers;
};

/* An element of an array in the model's struct that a line names by its number. */
struct seam_element {
    char *element; /* "question[1].set" */
    char *all;     /* of which it is one: "question[].set" */
    char *count;   /* how many there are, in C */
};

struct seam {
    struct seam_module module;
    struct seam_model model;
    struct seam_fields fields;
    const char *socket;
    const char *block;
    bool covered; /* there is a <block>_cover.c */
    bool viewed;  /* there is a <block>_view.h: functions that the description calls */
    bool wider;   /* it has a struct <block>_view: the model, and what the RTL has besides */
    bool took;    /* it has a struct <block>_view_in, whose member model is what the model takes */
    bool gave;    /* it has a struct <block>_view_out, the same of what the model gives */
    bool own;     /* it has functions view_eval ..., which take the place of the model's */
    struct seam_pair pair[2 * SEAM_MAX];
    size_t pairs;
    char *
        *met; /* members of the model that have a partner: "struct/member", "struct/member.inner" */
    size_t mets;
    struct seam_element named[SEAM_MAX];
    size_t names;
};

void seam_match(struct seam *s);
/* The struct of the inputs or of the outputs, "struct x_in": the one that the ports are in, a view
 * if there is one; and the one that the model's functions have. */
char *seam_ports_struct(const struct seam *s, enum seam_kind kind);
char *seam_model_struct(const struct seam *s, enum seam_kind kind);
/* The block whose ports they are: the same, or one that it is like. */
const char *seam_like(const struct seam *s);
/* How many elements, as an expression of SystemVerilog. */
char *seam_count(const struct seam_pair *p);
/* How many elements, if that is a number in the RTL; 0: it hangs on parameters. */
unsigned seam_fixed(const struct seam_pair *p);
/* Element `i` and, of two dimensions, row `r`: "pc[i]". */
char *seam_element(const struct seam_pair *p, const char *r, const char *i);
/* Are the elements one after the other, and nothing else? */
bool seam_dense(const struct seam_pair *p);
/* The register of that name, or NULL. */
const struct seam_pair *seam_register(const struct seam *s, const char *name);
/* The i-th register of `jumps`, or NULL. */
const struct seam_pair *seam_jump(const struct seam *s, size_t i);
/* The number that a text is, or 0. */
unsigned seam_number(const char *text);
/* Is the word one of those of a list? */
bool seam_listed(const char *list, const char *word);
/* Is element i a part of the register, "x_q[i*W+:W]"? */
bool seam_sliced(const struct seam_line *line);

/* ---- what is written ---- */

/* The type of the argument that carries a field: a bit an element of bool, else what an element has
 * in the model. */
char *seam_argument(const struct seam_pair *p);
/* Is the field handed over without a vector made of it? */
bool seam_as_it_is(const struct seam_pair *p);
/* Elements side by side in one vector, each as wide as in the model. */
void seam_write_vector(const struct seam_pair *p, FILE *f);
/* How many places of a large memory a cycle compares. */
char *seam_places(const struct seam_pair *p);
/* The one that names a place for each element of a row, or NULL. */
const struct seam_writer *seam_each(const struct seam_pair *p);
/* Is the w-th writer of the r-th register a function that no register before it has? */
bool seam_asks(const struct seam *s, size_t r, size_t w);
/* Parameters of the module, which checker and test bench have as well. */
void seam_write_parameters(const struct seam_module *m, FILE *f);
/* What the bench makes of what the stimulus says of an input, NULL: the same. */
const char *seam_driven(const struct seam *s, const struct seam_pair *p);
/* Does the stimulus read the output? now: as it is in this cycle, else as it was at the edge. */
bool seam_is_seen(const struct seam *s, const struct seam_pair *p, bool now);

/* The argument of a prototype. out: it is filled in. */
void seam_write_argument(const struct seam_pair *p, bool out, FILE *f);
/* Element i of an argument that is a vector, named in two parts. */
char *seam_of_vector(const struct seam_pair *p, const char *name, const char *end, const char *i);
/* The first field with the same condition: its function is the others' as well. */
const struct seam_pair *seam_same_condition(const struct seam *s, const struct seam_pair *p);

void seam_write_checker(const struct seam *s, FILE *f);
void seam_write_bench(const struct seam *s, FILE *f);
void seam_write_header(const struct seam *s, FILE *f);
void seam_write_cover_header(const struct seam *s, FILE *f);
/* Two functions of the C side: outputs_differ, and <block>_state. */
void seam_write_outputs(const struct seam *s, FILE *f);
void seam_write_state(const struct seam *s, FILE *f);
void seam_write_checker_c(const struct seam *s, FILE *f);
void seam_write_bench_c(const struct seam *s, FILE *f);

#endif
