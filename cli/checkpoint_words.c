// SPDX-License-Identifier: Apache-2.0
#include "checkpoint_words.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checksum.h"
#include "complain.h"

enum { NAME = 160 };

static void *need(void *room)
{
    if (room == NULL) exit(complain("no memory on the host"));
    return room;
}

static void add(struct checkpoint_words *w, const char *name, const char *value)
{
    w->word = need(realloc(w->word, (w->count + 1) * sizeof *w->word));
    w->word[w->count] = (struct checkpoint_word){
        need(strdup(name)), value != NULL ? need(strdup(value)) : NULL, w->count};
    w->count++;
}

void checkpoint_words_add(struct checkpoint_words *w, uint32_t program, const char *name,
                          const char *value)
{
    char text[NAME];
    if (program > 0) snprintf(text, sizeof text, "%s of program %u", name, program);
    else snprintf(text, sizeof text, "%s", name);
    add(w, text, value);
}

void checkpoint_words_add_file(struct checkpoint_words *w, uint32_t program, const char *path)
{
    uint8_t part[1 << 14];
    char text[32], name[] = "the checksum of the ELF file";
    uint64_t sum = CHECKSUM;
    FILE *file = fopen(path, "rb");
    for (size_t got = 1; file != NULL && got > 0;) {
        got = fread(part, 1, sizeof part, file);
        sum = checksum(sum, part, got);
    }
    if (file != NULL) fclose(file);
    snprintf(text, sizeof text, "%016" PRIx64, sum);
    checkpoint_words_add(w, program, name, text);
}

void checkpoint_words_free(struct checkpoint_words *w)
{
    for (uint32_t i = 0; i < w->count; i++) {
        free(w->word[i].name);
        free(w->word[i].value);
    }
    free(w->word);
    *w = (struct checkpoint_words){0};
}

// ---- checkpoint --------------------------------------------------------------------------------

// A text, or NULL; loading, it is allocated.
static void transfer_text(char **text, struct checkpoint *c)
{
    uint64_t bytes = c->loads || *text == NULL ? 0 : strlen(*text) + 1;
    checkpoint_piece(c, "length", &bytes, sizeof bytes);
    if (c->loads) *text = bytes > 0 ? checkpoint_room(c, bytes, 1) : NULL;
    checkpoint_piece(c, "text", *text, bytes);
}

void checkpoint_words_checkpoint(struct checkpoint_words *w, struct checkpoint *c)
{
    uint32_t count = w->count;
    checkpoint_piece(c, "words", &count, sizeof count);
    if (c->loads) {
        checkpoint_words_free(w);
        w->word = checkpoint_room(c, count, sizeof *w->word);
        w->count = count;
    }
    for (uint32_t i = 0; i < count; i++) {
        w->word[i].place = i;
        transfer_text(&w->word[i].name, c);
        transfer_text(&w->word[i].value, c);
    }
}

// ---- comparing ---------------------------------------------------------------------------------

// What runs comes first, then its options.
static int name_order(const char *a, const char *b)
{
    const bool x = a[0] == '-', y = b[0] == '-';
    return x != y ? x - y : strcmp(a, b);
}

static int order(const void *a, const void *b)
{
    const struct checkpoint_word *x = a, *y = b;
    const int names = name_order(x->name, y->name);
    return names != 0 ? names : x->place < y->place ? -1 : x->place > y->place;
}

static const char *value_of(const struct checkpoint_word *w)
{
    return w->value != NULL ? w->value : "given";
}

const char *checkpoint_words_differ(struct checkpoint_words *here, struct checkpoint_words *there)
{
    static char text[3 * NAME];
    if (here->count > 0) qsort(here->word, here->count, sizeof *here->word, order);
    if (there->count > 0) qsort(there->word, there->count, sizeof *there->word, order);
    for (uint32_t i = 0; i < here->count || i < there->count; i++) {
        const struct checkpoint_word *h = i < here->count ? &here->word[i] : NULL;
        const struct checkpoint_word *t = i < there->count ? &there->word[i] : NULL;
        const int names = h == NULL ? 1 : t == NULL ? -1 : name_order(h->name, t->name);
        if (names == 0 && strcmp(value_of(h), value_of(t)) == 0) continue;
        if (names == 0)
            snprintf(text, sizeof text, "%.*s is %.*s, at the checkpoint it was %.*s", NAME,
                     h->name, NAME / 2, value_of(h), NAME / 2, value_of(t));
        else
            snprintf(text, sizeof text, "%.*s is %.*s %s", NAME, (names < 0 ? h : t)->name, NAME,
                     value_of(names < 0 ? h : t),
                     names < 0 ? "here, and was not at the checkpoint"
                               : "at the checkpoint, and not here");
        return text;
    }
    return NULL;
}
