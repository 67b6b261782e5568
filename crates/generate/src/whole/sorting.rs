//! Modules that sort and search with the library: numbers, pointers, and records, with comparisons that may read what is not there.

use super::Module;
use crate::text::{Text, filled};

/// Numbers in an array, sorted and searched.
pub(super) fn sorted(text: &mut Text, at: usize) -> Module {
    let size = text.random.within(2, 8).to_string();
    let kind = *text.random.pick(&["int", "short", "long", "unsigned char"]);
    let seen = if text.slip() { "long" } else { kind };
    let bytes = text.or_slip("sizeof sorted@[0]", "sizeof(long)");
    let all = text.or_slip("many@", "many@ + 1");
    let full = text.or_slip("many@ == $SIZE", "many@ > $SIZE");
    let found = text.or_slip("return at ? (int)(at - sorted@) : -1;", "return *at;");
    text.lines(&filled(
        "static $KIND sorted@[$SIZE];
static size_t many@;
static int order@(const void *one, const void *other) {
    const $SEEN *a = one, *b = other;
    return (*a > *b) - (*a < *b);
}
static void collect@(int n) { if ($FULL) return; sorted@[many@++] = n & 15; }
static void sort@(void) { qsort(sorted@, $ALL, $BYTES, order@); }
static int where@(int n) {
    $KIND key = n & 15;
    $KIND *at = bsearch(&key, sorted@, many@, sizeof *at, order@);
    $FOUND
}",
        at,
        &[
            ("KIND", kind),
            ("SEEN", seen),
            ("FULL", full),
            ("ALL", all),
            ("BYTES", bytes),
            ("FOUND", found),
            ("SIZE", &size),
        ],
    ));
    let index = text.or_slip("{ int i = where@(k); if (i >= 0) sorted@[i] = 1; }", "sorted@[where@(k)] = 1;");
    let uses = [
        "collect@(__VERIFIER_nondet_int());",
        "{ int n; while (scanf(\"%d\", &n) == 1) collect@(n); }",
        "sort@();",
        "k = where@(3);",
        index,
    ];
    Module::of(at, &uses, "many@ = 0;")
}

/// Pointers to items in an array, sorted by what they point to.
pub(super) fn index(text: &mut Text, at: usize) -> Module {
    let size = text.random.within(2, 6).to_string();
    let through = text.or_slip(
        "const struct item *a = *(struct item *const *)one, *b = *(struct item *const *)other;",
        "const struct item *a = one, *b = other;",
    );
    let full = text.or_slip("{ free(e); return; }", "return;");
    let bytes = text.or_slip("sizeof index@[0]", "sizeof *index@[0]");
    let all = text.or_slip("indexed@", "$SIZE");
    let all = format!("{all}, {bytes}");
    let side = text.or_slip("", "free((void *)a);");
    let key = text.or_slip("struct item **p = bsearch(&want, ", "struct item **p = bsearch(want, ");
    let found = text.or_slip("if (p) (*p)->key = 1;", "(*p)->key = 1;");
    text.lines(&filled(
        "static struct item *index@[$SIZE];
static size_t indexed@;
static int by_key@(const void *one, const void *other) {
    $THROUGH
    int order = (a->key > b->key) - (a->key < b->key);
    $SIDE
    return order;
}
static void file@(struct item *e) { if (indexed@ >= $SIZE) $FULL index@[indexed@++] = e; }
static struct item *unfile@(void) { return indexed@ > 0 ? index@[--indexed@] : NULL; }
static void arrange@(void) { qsort(index@, $ALL, by_key@); }
static void look@(int key) {
    struct item wanted = { NULL, key }, *want = &wanted;
    $KEY index@, indexed@, sizeof index@[0], by_key@);
    $FOUND
}
static void burn@(void) { while (indexed@ > 0) free(index@[--indexed@]); }",
        at,
        &[
            ("THROUGH", through),
            ("SIDE", side),
            ("FULL", full),
            ("ALL", &all),
            ("KEY", key),
            ("FOUND", found),
            ("SIZE", &size),
        ],
    ));
    let mut module = Module::of(at, &["arrange@();", "look@(k);", "look@(3);", "burn@();"], "burn@();");
    module.take = Some(filled("unfile@()", at, &[]));
    module.put = Some(filled("file@(e);", at, &[]));
    module
}

/// Records on the heap with names, sorted by name and by number.
pub(super) fn scores(text: &mut Text, at: usize) -> Module {
    let name = if text.random.percent(60) { "char name[6]" } else { "const char *name" };
    let array = name.contains('[');
    let (set, wrong) = if array {
        ("snprintf(s->name, sizeof s->name, \"%s\", name);", "strncpy(s->name, name, sizeof s->name);")
    } else {
        ("s->name = name;", "")
    };
    let set = text.or_slip(set, wrong);
    let by_name = text.or_slip(
        "strcmp(((const struct score@ *)a)->name, ((const struct score@ *)b)->name)",
        "strcmp(*(char *const *)a, *(char *const *)b)",
    );
    let by_points = text.or_slip(
        "((const struct score@ *)a)->points - ((const struct score@ *)b)->points",
        "((const struct score@ *)a)[1].points - ((const struct score@ *)b)->points",
    );
    let grow = text.or_slip(
        "struct score@ *more = realloc(scores@, (kept@ + 1) * sizeof *more); if (more == NULL) return; scores@ = more;",
        "struct score@ *more = realloc(scores@, (kept@ + 1) * sizeof *more); if (more == NULL) return;",
    );
    let first = text.or_slip("kept@ > 0", "scores@");
    text.lines(&filled(
        "struct score@ { $NAME; int points; };
static struct score@ *scores@;
static int kept@;
static int by_name@(const void *a, const void *b) { return $BY_NAME; }
static int by_points@(const void *a, const void *b) { return $BY_POINTS; }
static void score@(const char *name, int points) {
    if (kept@ > 9) return;
    $GROW
    struct score@ *s = &scores@[kept@++];
    s->points = points;
    $SET
}
static void rank@(int names) { if (scores@) qsort(scores@, kept@, sizeof *scores@, names ? by_name@ : by_points@); }
static const char *best@(void) { return $FIRST ? scores@[kept@ - 1].name : \"\"; }
static void reset@(void) { free(scores@); scores@ = NULL; kept@ = 0; }",
        at,
        &[
            ("NAME", name),
            ("BY_NAME", by_name),
            ("BY_POINTS", by_points),
            ("GROW", grow),
            ("SET", set),
            ("FIRST", first),
        ],
    ));
    let shrink = text.or_slip("if (kept@ > 0) kept@--;", "kept@--;");
    let uses = [
        "score@(\"ann\", k & 7);",
        "score@(k > 2 ? \"benjamin\" : \"\", 3);",
        "rank@(k & 1);",
        "rank@(1);",
        "k = (int)strlen(best@());",
        shrink,
    ];
    Module::of(at, &uses, "reset@();")
}
