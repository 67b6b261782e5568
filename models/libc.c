/* Models of functions of the C library, for the analyses.

   A model is C: it does whatever the function may do, as far as memory and the numbers it gives are concerned. What is not
   determined comes from __VERIFIER_nondet_…(), and sw_assume(c) says what the library promises. A model stands in for a function
   that the program calls and does not define; it gives way to a definition in the program and to models of the user's own
   (`--models FILE`). `shapewright run` has these functions built in and does not use the models.

   Functions about bytes, strings and allocation are not here: the analyses know them. */

#include <shapewright.h>

extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

typedef __SIZE_TYPE__ size;
typedef struct _IO_FILE FILE;

extern void *malloc(size);
extern void free(void *);
extern size strlen(const char *);
extern size strspn(const char *, const char *);
extern size strcspn(const char *, const char *);

/* Known to the analyses: brings elements into any order; writes some string where there is so much room, or gives null; asks that this
   is a stream. */
extern void __shapewright_permute(void *elements, size count, size bytes);
extern char *__shapewright_text(char *to, int room);
extern void __shapewright_stream(FILE *stream);

/* <stdlib.h> */

int rand(void) {
    int number = __VERIFIER_nondet_int();
    sw_assume(number >= 0);
    return number;
}

long random(void) {
    long number = __VERIFIER_nondet_long();
    sw_assume(number >= 0);
    return number;
}

void srand(unsigned seed) { (void)seed; }

void srandom(unsigned seed) { (void)seed; }

int abs(int number) { return number < 0 ? -number : number; }

long labs(long number) { return number < 0 ? -number : number; }

long long llabs(long long number) { return number < 0 ? -number : number; }

typedef int comparison(const void *, const void *);

/* What they are given must be there even if there are no elements (C17 7.22.5). */
__attribute__((nonnull))
void qsort(void *elements, size count, size bytes, comparison *compare) {
    if (count == 0)
        return;
    while (__VERIFIER_nondet_int()) {
        size one = __VERIFIER_nondet_ulong(), other = __VERIFIER_nondet_ulong();
        sw_assume(one < count && other < count);
        compare((char *)elements + one * bytes, (char *)elements + other * bytes);
        __shapewright_permute(elements, count, bytes);
    }
    __shapewright_permute(elements, count, bytes);
}

__attribute__((nonnull))
void *bsearch(const void *key, const void *elements, size count, size bytes, comparison *compare) {
    while (__VERIFIER_nondet_int()) {
        size one = __VERIFIER_nondet_ulong();
        if (one >= count)
            return (void *)0;
        char *element = (char *)elements + one * bytes;
        if (compare(key, element) == 0)
            return element;
    }
    return (void *)0;
}

/* <string.h> */

char *strtok_r(char *text, const char *between, char **rest) {
    if (!text)
        text = *rest;
    text += strspn(text, between);
    if (!*text) {
        *rest = text;
        return (char *)0;
    }
    char *end = text + strcspn(text, between);
    if (*end) {
        *end = 0;
        end++;
    }
    *rest = end;
    return text;
}

static char *__shapewright_rest;

char *strtok(char *text, const char *between) { return strtok_r(text, between, &__shapewright_rest); }

/* Some message, perhaps in the place of the last one. */

static char __shapewright_messages[1024];

char *strerror(int number) {
    (void)number;
    unsigned long place = __VERIFIER_nondet_ulong();
    sw_assume(place < 512);
    char *message = __shapewright_messages + place;
    if (!__shapewright_text(message, 512))
        *message = 0;
    return message;
}

/* <errno.h>: whatever was called last may have changed it. */

int __shapewright_errno;

int *__errno_location(void) {
    __shapewright_errno = __VERIFIER_nondet_int();
    return &__shapewright_errno;
}

/* <stdio.h> */

static const char __shapewright_open_stream;

FILE *fopen(const char *path, const char *mode) {
    strlen(path);
    strlen(mode);
    if (__VERIFIER_nondet_int())
        return (FILE *)0;
    const char **stream = malloc(sizeof *stream);
    if (stream)
        *stream = &__shapewright_open_stream;
    return (FILE *)stream;
}

int fclose(FILE *stream) {
    __shapewright_stream(stream);
    free(stream);
    return __VERIFIER_nondet_int();
}

int getchar(void) {
    int character = __VERIFIER_nondet_int();
    sw_assume(-1 <= character && character <= 255);
    return character;
}

int putchar(int character) {
    int written = __VERIFIER_nondet_int();
    sw_assume(written == -1 || written == (unsigned char)character);
    return written;
}

/* <locale.h>: programs begin in the locale "C"; what another one changes is not known. */

static int __shapewright_other_locale;

char *setlocale(int category, const char *name) {
    (void)category;
    if (name) {
        strlen(name);
        __shapewright_other_locale = 1;
    }
    unsigned long place = __VERIFIER_nondet_ulong();
    sw_assume(place < 512);
    char *result = __shapewright_messages + place;
    return __shapewright_text(result, 512);
}

/* What glibc's macros look at: a table from -128 to 255, as it is in the "C" locale, in which programs begin. */

enum class_bit {
    BLANK = 1 << 0, CNTRL = 1 << 1, PUNCT = 1 << 2, ALNUM = 1 << 3,
    UPPER = 1 << 8, LOWER = 1 << 9, ALPHA = 1 << 10, DIGIT = 1 << 11,
    XDIGIT = 1 << 12, SPACE = 1 << 13, PRINT = 1 << 14, GRAPH = 1 << 15,
    SEEN = PRINT | GRAPH, LETTER = SEEN | ALPHA | ALNUM
};

static const unsigned short classes[128 + 256] = {
    [128 + 0 ... 128 + 8] = CNTRL,
    [128 + '\t'] = CNTRL | SPACE | BLANK,
    [128 + '\n' ... 128 + '\r'] = CNTRL | SPACE,
    [128 + 14 ... 128 + 31] = CNTRL,
    [128 + ' '] = SPACE | BLANK | PRINT,
    [128 + '!' ... 128 + '/'] = SEEN | PUNCT,
    [128 + '0' ... 128 + '9'] = SEEN | DIGIT | XDIGIT | ALNUM,
    [128 + ':' ... 128 + '@'] = SEEN | PUNCT,
    [128 + 'A' ... 128 + 'F'] = LETTER | UPPER | XDIGIT,
    [128 + 'G' ... 128 + 'Z'] = LETTER | UPPER,
    [128 + '[' ... 128 + '`'] = SEEN | PUNCT,
    [128 + 'a' ... 128 + 'f'] = LETTER | LOWER | XDIGIT,
    [128 + 'g' ... 128 + 'z'] = LETTER | LOWER,
    [128 + '{' ... 128 + '~'] = SEEN | PUNCT,
    [128 + 127] = CNTRL
};

/* <ctype.h>, about characters and EOF; what glibc makes of characters that are negative numbers is its own affair. */

#define IN(character, first, last) ((first) <= (character) && (character) <= (last))
#define OR_OTHER(is) (__shapewright_other_locale ? __VERIFIER_nondet_int() : (is))

/* Which number stands for yes is not said. */
#define YES ({ int yes = __VERIFIER_nondet_int(); sw_assume(yes != 0); yes; })
/* The functions look into the table, too, which ends behind 255. */
#define TELL(is) (classes[128 + character] >= 0 && (is) ? YES : 0)

int isdigit(int character) { return TELL(IN(character, '0', '9')); }

int isxdigit(int character) {
    return TELL(IN(character, '0', '9') || IN(character, 'a', 'f') || IN(character, 'A', 'F'));
}

int islower(int character) { return TELL(OR_OTHER(IN(character, 'a', 'z'))); }

int isupper(int character) { return TELL(OR_OTHER(IN(character, 'A', 'Z'))); }

int isalpha(int character) { return TELL(OR_OTHER(IN(character, 'a', 'z') || IN(character, 'A', 'Z'))); }

int isalnum(int character) {
    return TELL(OR_OTHER(IN(character, 'a', 'z') || IN(character, 'A', 'Z') || IN(character, '0', '9')));
}

int isspace(int character) { return TELL(OR_OTHER(character == ' ' || IN(character, '\t', '\r'))); }

int isblank(int character) { return TELL(OR_OTHER(character == ' ' || character == '\t')); }

int iscntrl(int character) { return TELL(OR_OTHER(IN(character, 0, 31) || character == 127)); }

int isprint(int character) { return TELL(OR_OTHER(IN(character, 32, 126))); }

int isgraph(int character) { return TELL(OR_OTHER(IN(character, 33, 126))); }

int ispunct(int character) {
    return TELL(OR_OTHER(IN(character, '!', '/') || IN(character, ':', '@') || IN(character, '[', '`')
                         || IN(character, '{', '~')));
}

int tolower(int character) {
    if (IN(character, 0, 255) && !__shapewright_other_locale)
        return IN(character, 'A', 'Z') ? character - 'A' + 'a' : character;
    int other = __VERIFIER_nondet_int();
    sw_assume(other == character || IN(other, 0, 255));
    return other;
}

int toupper(int character) {
    if (IN(character, 0, 255) && !__shapewright_other_locale)
        return IN(character, 'a', 'z') ? character - 'a' + 'A' : character;
    int other = __VERIFIER_nondet_int();
    sw_assume(other == character || IN(other, 0, 255));
    return other;
}

/* Where programs find that table. */

static const unsigned short *const class_of_zero = classes + 128;

const unsigned short **__ctype_b_loc(void) { return (const unsigned short **)&class_of_zero; }

/* <time.h> */

long time(long *also) {
    long now = __VERIFIER_nondet_long();
    if (also)
        *also = now;
    return now;
}

long clock(void) { return __VERIFIER_nondet_long(); }
