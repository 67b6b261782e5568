//! Modules of function pointers: handlers and destructors in nodes, tables of functions, callbacks with a context.

use super::Module;
use crate::text::{Text, filled};

/// A list of handlers, each with a context that its own function destroys.
pub(super) fn handlers(text: &mut Text, at: usize) -> Module {
    let unset = text.or_slip("if (h->destroy) h->destroy(h->context);", "h->destroy(h->context);");
    let end = text.or_slip("free(h);", "");
    let counter = text.or_slip("free(context);", "free(context); *(int *)context = 0;");
    let string = text.or_slip("free(context);", "");
    let refused = text.or_slip("{ if (destroy) destroy(context); return; }", "return;");
    let stop = text.or_slip(
        "if (h->run(h->context, event)) return 1;",
        "if (h->run(h->context, event)) { handlers@ = h->next; free(h); }",
    );
    let wrong = text.or_slip("listen@(say@, free_text@, s);", "listen@(count@, free_text@, s);");
    let test = text.or_slip("if (n == NULL) return;", "");
    text.lines(&filled(
        "struct handler@ {
    int (*run)(void *context, int event);
    void (*destroy)(void *context);
    void *context;
    struct handler@ *next;
};
static struct handler@ *handlers@;
static int count@(void *context, int event) { int *n = context; *n = (*n + event) & 7; return *n == 5; }
static int say@(void *context, int event) { const char *s = context; return s[0] == event; }
static int ignore@(void *context, int event) { (void)context; return event == 3; }
static void free_count@(void *context) { $COUNTER }
static void free_text@(void *context) { $STRING }
static void listen@(int (*run)(void *, int), void (*destroy)(void *), void *context) {
    struct handler@ *h = malloc(sizeof *h);
    if (h == NULL) $REFUSED
    h->run = run; h->destroy = destroy; h->context = context;
    h->next = handlers@;
    handlers@ = h;
}
static void listen_count@(void) {
    int *n = malloc(sizeof *n);
    $TEST
    *n = 0;
    listen@(count@, free_count@, n);
}
static void listen_text@(const char *from) {
    char *s = strdup(from);
    if (s == NULL) return;
    $WRONG
}
static int fire@(int event) {
    for (struct handler@ *h = handlers@; h; h = h->next) $STOP
    return 0;
}
static void silence@(void) {
    while (handlers@) {
        struct handler@ *h = handlers@;
        handlers@ = h->next;
        $UNSET
        $END
    }
}",
        at,
        &[
            ("COUNTER", counter),
            ("STRING", string),
            ("REFUSED", refused),
            ("TEST", test),
            ("WRONG", wrong),
            ("STOP", stop),
            ("UNSET", unset),
            ("END", end),
        ],
    ));
    let uses = [
        "listen_count@();",
        "listen_text@(\"x\");",
        "listen@(ignore@, NULL, NULL);",
        "k = fire@(k & 3);",
        "k = fire@('x');",
        "silence@();",
    ];
    Module::of(at, &uses, "silence@();")
}

/// A table of operations that are found by name or by number.
pub(super) fn operations(text: &mut Text, at: usize) -> Module {
    let range = text.or_slip("i < 0 || i >= 3", "i < 0 || i > 3");
    let bound = text.or_slip("sizeof ops@ / sizeof ops@[0]", "sizeof ops@ / sizeof ops@[0] + 1");
    let test = text.or_slip("if (op) ", "");
    let from = text.either("i = __VERIFIER_nondet_int();", "if (scanf(\"%d\", &i) != 1) return 0;");
    let last = text.or_slip("{ \"half\", half@ }", "{ \"half\", NULL }");
    text.lines(&filled(
        "struct op@ { const char *name; int (*call)(int); };
static int inc@(int n) { return (n + 1) & 31; }
static int neg@(int n) { return -n; }
static int half@(int n) { return n / 2; }
static const struct op@ ops@[] = { { \"inc\", inc@ }, { \"neg\", neg@ }, $LAST };
static int (*const by_number@[3])(int) = { inc@, neg@, half@ };
static const struct op@ *named@(const char *name) {
    for (size_t i = 0; i < $BOUND; i++)
        if (strcmp(ops@[i].name, name) == 0) return &ops@[i];
    return NULL;
}
static int apply@(const char *name, int n) {
    const struct op@ *op = named@(name);
    $TEST n = op->call(n);
    return n;
}
static int nth@(int n) {
    int i = 0;
    $FROM
    if ($RANGE) return n;
    return by_number@[i](n);
}",
        at,
        &[("LAST", last), ("BOUND", bound), ("TEST", test), ("FROM", from), ("RANGE", range)],
    ));
    let uses = [
        "k = apply@(\"inc\", k);",
        "k = apply@(k > 2 ? \"half\" : \"none\", k & 15);",
        "k = nth@(k & 15);",
        "for (int i = 0; i < 3; i++) k = by_number@[i](k & 15);",
        "{ char s[6]; if (scanf(\"%5s\", s) == 1) k = apply@(s, 4); }",
    ];
    Module::of(at, &uses, "k = 0;")
}

/// Items that are visited by a function with a context.
pub(super) fn visitors(text: &mut Text, at: usize) -> Module {
    let next = text.either(
        "for (struct item *l = visited@, *next; l; l = next) { next = l->next; if (!what(l, context)) return; }",
        "for (struct item *l = visited@; l; l = l->next) if (!what(l, context)) return;",
    );
    let frees = next.contains("*next; l;");
    let keep = text.or_slip("struct item **to = context;", "struct item *to = context;");
    let keep = if keep.contains("**") {
        format!("{keep} if (*to == NULL || e->key > (*to)->key) *to = e; return 1;")
    } else {
        format!("{keep} to->key = e->key; return 1;")
    };
    let end = if text.slip() && !frees {
        "each@(release@, NULL);"
    } else if frees {
        "each@(release@, NULL); visited@ = NULL;"
    } else {
        "while (visited@) { struct item *l = visited@; visited@ = l->next; free(l); }"
    };
    let best = text.or_slip("if (best) k = best->key;", "k = best->key;");
    text.lines(&filled(
        "static struct item *visited@;
static void each@(int (*what)(struct item *, void *), void *context) {
    $NEXT
}
static int sum@(struct item *e, void *context) { int *n = context; *n = (*n + e->key) & 63; return 1; }
static int largest@(struct item *e, void *context) { $KEEP }
static int until@(struct item *e, void *context) { return e->key != *(const int *)context; }
static int release@(struct item *e, void *context) { (void)context; free(e); return 1; }
static void end@(void) { $END }",
        at,
        &[("NEXT", next), ("KEEP", &keep), ("END", end)],
    ));
    let best = format!("{{ struct item *best = NULL; each@(largest@, &best); {best} }}");
    let clear = text.or_slip("{ end@(); visited@ = NULL; }", "end@();");
    let mut module = Module::of(
        at,
        &[
            "{ int n = 0; each@(sum@, &n); k = n; }",
            &best,
            "each@(until@, &k);",
            "k = visited@ ? visited@->key : 0;",
            clear,
        ],
        "end@();",
    );
    module.put = Some(filled("{ e->next = visited@; visited@ = e; }", at, &[]));
    module
}

/// Shapes with tables of their methods.
pub(super) fn shapes(text: &mut Text, at: usize) -> Module {
    let text_end = text.or_slip("free(t->text); free(t);", "free(t);");
    let box_end = text.or_slip("free(s);", "free(s); s->kind = NULL;");
    let failed = text.or_slip("{ free(t); return NULL; }", "return NULL;");
    let test = text.or_slip("if (s == NULL) return;", "");
    let full = text.or_slip("shown@ == 4", "shown@ > 4");
    let cast = text.or_slip(
        "if (s->kind == &texts@) k = ((struct text@ *)s)->text[0];",
        "k = ((struct text@ *)s)->text[0];",
    );
    text.lines(&filled(
        "struct shape@;
struct kind@ { int (*area)(const struct shape@ *); void (*end)(struct shape@ *); };
struct shape@ { const struct kind@ *kind; int width; };
struct text@ { struct shape@ shape; char *text; };
static int box_area@(const struct shape@ *s) { return s->width & 15; }
static void box_end@(struct shape@ *s) { $BOX_END }
static int text_area@(const struct shape@ *s) { return (int)strlen(((const struct text@ *)s)->text); }
static void text_end@(struct shape@ *s) { struct text@ *t = (struct text@ *)s; $TEXT_END }
static const struct kind@ boxes@ = { box_area@, box_end@ }, texts@ = { text_area@, text_end@ };
static struct shape@ *new_box@(int width) {
    struct shape@ *s = malloc(sizeof *s);
    if (s) { s->kind = &boxes@; s->width = width; }
    return s;
}
static struct shape@ *new_text@(const char *from) {
    struct text@ *t = malloc(sizeof *t);
    if (t == NULL) return NULL;
    t->shape.kind = &texts@; t->shape.width = 1;
    t->text = strdup(from);
    if (t->text == NULL) $FAILED
    return &t->shape;
}
static struct shape@ *scene@[4];
static int shown@;
static void show@(struct shape@ *s) {
    $TEST
    if ($FULL) { s->kind->end(s); return; }
    scene@[shown@++] = s;
}
static int area@(void) {
    int sum = 0;
    for (int i = 0; i < shown@; i++) sum = (sum + scene@[i]->kind->area(scene@[i])) & 63;
    return sum;
}
static void hide@(void) { while (shown@ > 0) { shown@--; scene@[shown@]->kind->end(scene@[shown@]); } }",
        at,
        &[("BOX_END", box_end), ("TEXT_END", text_end), ("FAILED", failed), ("TEST", test), ("FULL", full)],
    ));
    let cast = format!("if (shown@ > 0) {{ struct shape@ *s = scene@[0]; {cast} }}");
    Module::of(
        at,
        &["show@(new_box@(k & 7));", "show@(new_text@(\"hello\"));", "k = area@();", &cast, "hide@();"],
        "hide@();",
    )
}
