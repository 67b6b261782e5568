//! Modules of nodes with strings: names in arrays within nodes, and strings that nodes own.

use super::Module;
use crate::text::{Text, filled};

/// A way to bring the string `s` into the array `e->name` of this size.
fn copying<'a>(text: &mut Text) -> &'a str {
    match text.random.below(5) {
        0 => text.or_slip("if (strlen(s) >= sizeof e->name) { $UNDO } strcpy(e->name, s);", "strcpy(e->name, s);"),
        1 => text.or_slip(
            "strncpy(e->name, s, sizeof e->name - 1); e->name[sizeof e->name - 1] = '\\0';",
            "strncpy(e->name, s, sizeof e->name);",
        ),
        2 => text.or_slip(
            "snprintf(e->name, sizeof e->name, \"%s\", s);",
            "snprintf(e->name, sizeof e->name + 1, \"%s\", s);",
        ),
        3 => text.or_slip(
            "size_t n = strlen(s); if (n > sizeof e->name - 1) n = sizeof e->name - 1; memcpy(e->name, s, n); e->name[n] = '\\0';",
            "size_t n = strlen(s); if (n > sizeof e->name) n = sizeof e->name; memcpy(e->name, s, n); e->name[n] = '\\0';",
        ),
        _ => text.or_slip(
            "size_t n = 0; while (s[n] && n < sizeof e->name - 1) { e->name[n] = s[n]; n++; } e->name[n] = '\\0';",
            "size_t n = 0; while (s[n] && n < sizeof e->name - 1) { e->name[n] = s[n]; n++; }",
        ),
    }
}

/// A list of people whose names are arrays within them.
pub(super) fn people(text: &mut Text, at: usize) -> Module {
    let size = text.random.within(5, 10);
    let copy = copying(text).replace("$UNDO", "free(e); return 0;");
    let update = copying(text).replace("$UNDO", "return;");
    let test = text.or_slip("if (e == NULL) return 0;", "");
    let link = match text.random.below(3) {
        0 => "e->next = people@; people@ = e;",
        1 => "struct person@ **p = &people@; while (*p) p = &(*p)->next; e->next = NULL; *p = e;",
        _ => {
            "struct person@ **p = &people@; while (*p && strcmp((*p)->name, e->name) < 0) p = &(*p)->next; e->next = *p; *p = e;"
        }
    };
    let found = text.or_slip("if (e == NULL) return;", "");
    let out = text.or_slip("*p = e->next; free(e);", "free(e); *p = e->next;");
    let oldest = text.or_slip("best && ", "");
    text.lines(&filled(
        "struct person@ { char name[$SIZE]; int age; struct person@ *next; };
static struct person@ *people@;
static struct person@ *seek@(const char *s) {
    struct person@ *e = people@;
    while (e && strcmp(e->name, s) != 0) e = e->next;
    return e;
}
static int admit@(const char *s, int age) {
    struct person@ *e = malloc(sizeof *e);
    $TEST
    e->age = age;
    $COPY
    $LINK
    return 1;
}
static void rename@(const char *from, const char *s) {
    struct person@ *e = seek@(from);
    $FOUND
    $UPDATE
}
static void expel@(const char *s) {
    for (struct person@ **p = &people@; *p; p = &(*p)->next)
        if (strcmp((*p)->name, s) == 0) { struct person@ *e = *p; $OUT return; }
}
static int eldest@(char *to, size_t room) {
    struct person@ *best = people@;
    for (struct person@ *e = people@; e; e = e->next) if ($OLDEST e->age > best->age) best = e;
    if (best == NULL) return 0;
    return snprintf(to, room, \"%s (%d)\", best->name, best->age);
}
static void disband@(void) {
    while (people@) { struct person@ *e = people@; people@ = e->next; free(e); }
}",
        at,
        &[
            ("SIZE", &size.to_string()),
            ("TEST", test),
            ("COPY", &copy),
            ("LINK", link),
            ("FOUND", found),
            ("UPDATE", &update),
            ("OUT", out),
            ("OLDEST", oldest),
        ],
    ));
    let read = text.or_slip("if (scanf(\"%11s\", s) == 1) ", "scanf(\"%11s\", s); ");
    let read = format!("{{ char s[12]; {read}k = admit@(s, k & 63); }}");
    let uses = [
        "k = admit@(\"ann\", k & 63);",
        "admit@(k > 3 ? \"bartholomew\" : \"bob\", 3);",
        "rename@(\"ann\", \"maximilian\");",
        "expel@(\"bob\");",
        "{ char s[8]; k = eldest@(s, sizeof s); }",
        "{ struct person@ *p = seek@(\"ann\"); if (p) p->age = 1; }",
        &read,
    ];
    Module::of(at, &uses, "disband@();")
}

/// A search tree whose nodes own a key and a value.
pub(super) fn dictionary(text: &mut Text, at: usize) -> Module {
    let copy = if text.random.percent(50) {
        "strdup(s)"
    } else {
        let room = text.or_slip("strlen(s) + 1", "strlen(s)");
        text.lines(&filled(
            "static char *dup@(const char *s) { char *t = malloc($ROOM); if (t) strcpy(t, s); return t; }",
            at,
            &[("ROOM", room)],
        ));
        "dup@(s)"
    };
    let value = copy.replace("(s)", "(v)");
    let partial = text.or_slip(
        "if (t->key == NULL || t->value == NULL) { free(t->key); free(t->value); free(t); return NULL; }",
        "if (t->key == NULL || t->value == NULL) { free(t); return NULL; }",
    );
    let old = text.or_slip(
        "char *n = $VALUE; if (n) { free(t->value); t->value = n; }",
        "char *n = $VALUE; if (n) t->value = n;",
    );
    let old = if text.slip() { "free(t->value); char *n = $VALUE; if (n) t->value = n;" } else { old };
    let end = text.or_slip(
        "fell@(t->left); fell@(t->right); free(t->key); free(t->value); free(t);",
        "fell@(t->left); fell@(t->right); free(t); free(t->key); free(t->value);",
    );
    let end = if text.slip() { "fell@(t->left); fell@(t->right); free(t->key); free(t);" } else { end };
    let miss = text.or_slip("return d ? d->value : NULL;", "return d->value;");
    let insert = if text.random.percent(50) {
        "static struct word@ *set@(struct word@ *t, const char *s, const char *v) {
    if (t == NULL) return fresh@(s, v);
    int order = strcmp(s, t->key);
    if (order < 0) t->left = set@(t->left, s, v);
    else if (order > 0) t->right = set@(t->right, s, v);
    else { $OLD }
    return t;
}
static void define@(const char *s, const char *v) { words@ = set@(words@, s, v); }"
    } else {
        "static void define@(const char *s, const char *v) {
    struct word@ **p = &words@;
    while (*p) {
        struct word@ *t = *p;
        int order = strcmp(s, t->key);
        if (order == 0) { $OLD return; }
        p = order < 0 ? &t->left : &t->right;
    }
    *p = fresh@(s, v);
}"
    };
    text.lines(&filled(
        &[
            "struct word@ { char *key, *value; struct word@ *left, *right; };
static struct word@ *words@;
static struct word@ *fresh@(const char *s, const char *v) {
    struct word@ *t = malloc(sizeof *t);
    if (t == NULL) return NULL;
    t->left = t->right = NULL;
    t->key = $COPY; t->value = $VALUE;
    $PARTIAL
    return t;
}
",
            insert,
            "
static const char *meaning@(const char *s) {
    struct word@ *d = words@;
    while (d && strcmp(s, d->key) != 0) d = strcmp(s, d->key) < 0 ? d->left : d->right;
    $MISS
}
static void fell@(struct word@ *t) { if (t == NULL) return; $END }",
        ]
        .concat(),
        at,
        &[
            ("COPY", copy),
            ("PARTIAL", partial),
            ("OLD", old),
            ("VALUE", &value),
            ("MISS", miss),
            ("END", end),
        ],
    ));
    let uses = [
        "define@(\"one\", \"1\");",
        "define@(k > 2 ? \"two\" : \"three\", \"some\");",
        "{ const char *m = meaning@(\"two\"); if (m) k = (int)strlen(m); }",
        "{ fell@(words@); words@ = NULL; }",
        "{ char s[8]; if (scanf(\"%7s\", s) == 1) define@(s, \"typed\"); }",
    ];
    Module::of(at, &uses, "fell@(words@);")
}

/// A record that owns one string and points to another, which may be shared.
pub(super) fn labels(text: &mut Text, at: usize) -> Module {
    let share = text.or_slip("a->title = strdup(b->title);", "a->title = b->title;");
    let share = format!("free(a->title); {share}");
    let room = text.or_slip("strlen(a->title) + strlen(s) + 1", "strlen(a->title) + strlen(s)");
    let lost = text.or_slip(
        "char *t = realloc(a->title, $ROOM); if (t == NULL) return;",
        "char *t = a->title = realloc(a->title, $ROOM); if (t == NULL) return;",
    );
    let null = text.or_slip("if (a->title == NULL) return;", "");
    let gone = text.or_slip("free(a->title); a->title = NULL;", "free(a->title);");
    text.lines(&filled(
        "struct label@ { char *title; const char *kind; char mark[3]; };
static struct label@ first@, second@;
static void title@(struct label@ *a, const char *s) {
    char *t = strdup(s);
    if (t == NULL) return;
    free(a->title);
    a->title = t;
    a->kind = s;
}
static void same@(struct label@ *a, const struct label@ *b) {
    if (a == b || b->title == NULL) return;
    $SHARE
    memcpy(a->mark, b->mark, sizeof a->mark);
}
static void append@(struct label@ *a, const char *s) {
    $NULL
    if (strlen(a->title) > 9) return;
    $LOST
    strcat(t, s);
    a->title = t;
}
static void untitle@(struct label@ *a) { $GONE a->mark[0] = '\\0'; }",
        at,
        &[("SHARE", &share), ("NULL", null), ("LOST", lost), ("ROOM", room), ("GONE", gone)],
    ));
    let uses = [
        "title@(&first@, \"alpha\");",
        "title@(k > 2 ? &first@ : &second@, \"b\");",
        "same@(&second@, &first@);",
        "append@(&first@, \"xy\");",
        "untitle@(&second@);",
        "strcpy(first@.mark, k > 3 ? \"ab\" : \"\");",
        "if (first@.kind) k = first@.kind[0];",
    ];
    Module::of(at, &uses, "free(first@.title); free(second@.title);")
}
