//! Modules that grow: arrays of strings and of records, a matrix, a hash table with string keys, a queue in a circle.

use super::Module;
use crate::text::{Text, filled};

/// Strings in an array that grows.
pub(super) fn strings(text: &mut Text, at: usize) -> Module {
    let full = text.or_slip("size@ == room@", "size@ > room@");
    let room = *text.random.pick(&["room@ ? 2 * room@ : 2", "room@ + 3", "room@ + 1"]);
    let bytes = text.or_slip("more * sizeof *list@", "more");
    let lost = text.or_slip(
        "char **bigger = realloc(list@, $BYTES); if (bigger == NULL) { $UNDO return; } list@ = bigger;",
        "list@ = realloc(list@, $BYTES); if (list@ == NULL) { $UNDO return; }",
    );
    let undo = text.or_slip("free(copy);", "");
    let out = text.or_slip("for (int j = i; j + 1 < size@; j++)", "for (int j = i; j < size@; j++)");
    let gone = text.or_slip("free(list@[i]);", "");
    let all = text.or_slip(
        "for (int i = 0; i < size@; i++) free(list@[i]); free(list@);",
        "free(list@); for (int i = 0; i < size@; i++) free(list@[i]);",
    );
    let range = text.or_slip("i < 0 || i >= size@", "i < 0 || i > size@");
    text.lines(&filled(
        "static char **list@;
static int size@, room@;
static void keep@(const char *s) {
    if (size@ > 20) return;
    char *copy = strdup(s);
    if (copy == NULL) return;
    if ($FULL) {
        int more = $ROOM;
        $LOST
        room@ = more;
    }
    list@[size@++] = copy;
}
static void remove@(int i) {
    if ($RANGE) return;
    $GONE
    $OUT list@[j] = list@[j + 1];
    size@--;
}
static int holds@(const char *s) {
    for (int i = 0; i < size@; i++) if (strcmp(list@[i], s) == 0) return i;
    return -1;
}
static void drop@(void) {
    $ALL
    list@ = NULL; size@ = room@ = 0;
}",
        at,
        &[
            ("FULL", full),
            ("ROOM", room),
            ("LOST", lost),
            ("BYTES", bytes),
            ("UNDO", undo),
            ("OUT", out),
            ("GONE", gone),
            ("RANGE", range),
            ("ALL", all),
        ],
    ));
    let uses = [
        "keep@(\"one\");",
        "keep@(k > 2 ? \"two\" : \"\");",
        "{ char s[10]; if (scanf(\"%9s\", s) == 1) keep@(s); }",
        "remove@(k);",
        "k = holds@(\"one\");",
        "drop@();",
    ];
    Module::of(at, &uses, "drop@();")
}

/// A matrix in a structure, with rows of their own or in one block.
pub(super) fn matrix(text: &mut Text, at: usize) -> Module {
    let range = text.or_slip(
        "i < 0 || i >= m->rows || j < 0 || j >= m->columns",
        "i < 0 || i > m->rows || j < 0 || j >= m->columns",
    );
    let turned = text.or_slip("AT@(m, j, i)", "AT@(m, i, j)");
    let (bound, test) = (text.or_slip("<", "<="), text.or_slip("if (n == NULL) return NULL;", ""));
    if text.random.percent(50) {
        let bytes = text.or_slip("rows * columns * sizeof *m->at", "(rows + columns) * sizeof *m->at");
        let failed =
            text.or_slip("if (m->at == NULL) { free(m); return NULL; }", "if (m->at == NULL) return NULL;");
        let end = text.or_slip("free(m->at); free(m);", "free(m); free(m->at);");
        text.lines(&filled(
            "struct matrix@ { int rows, columns, *at; };
#define AT@(m, i, j) (m)->at[(i) * (m)->columns + (j)]
static struct matrix@ *new@(int rows, int columns) {
    struct matrix@ *m = malloc(sizeof *m);
    if (m == NULL) return NULL;
    m->rows = rows; m->columns = columns;
    m->at = malloc($BYTES);
    $FAILED
    for (int i = 0; i < rows * columns; i++) m->at[i] = 0;
    return m;
}
static void end@(struct matrix@ *m) { if (m) { $END } }",
            at,
            &[("BYTES", bytes), ("FAILED", failed), ("END", end)],
        ));
    } else {
        let undo = text.or_slip("while (i-- > 0) free(m->at[i]); free(m->at);", "free(m->at);");
        let end = text.or_slip("for (int i = 0; i < m->rows; i++) free(m->at[i]);", "");
        text.lines(&filled(
            "struct matrix@ { int rows, columns, **at; };
#define AT@(m, i, j) (m)->at[i][j]
static struct matrix@ *new@(int rows, int columns) {
    struct matrix@ *m = malloc(sizeof *m);
    if (m == NULL) return NULL;
    m->rows = rows; m->columns = columns;
    m->at = malloc(rows * sizeof *m->at);
    if (m->at == NULL) { free(m); return NULL; }
    for (int i = 0; i < rows; i++) {
        m->at[i] = calloc(columns, sizeof **m->at);
        if (m->at[i] == NULL) { $UNDO free(m); return NULL; }
    }
    return m;
}
static void end@(struct matrix@ *m) { if (m == NULL) return; $END free(m->at); free(m); }",
            at,
            &[("UNDO", undo), ("END", end)],
        ));
    }
    text.lines(&filled(
        "static struct matrix@ *matrix@;
static void set@(struct matrix@ *m, int i, int j, int value) { if ($RANGE) return; AT@(m, i, j) = value; }
static int trace@(const struct matrix@ *m) {
    int sum = 0;
    for (int i = 0; i $BOUND m->rows && i < m->columns; i++) sum = (sum + AT@(m, i, i)) & 63;
    return sum;
}
static struct matrix@ *turned@(const struct matrix@ *m) {
    struct matrix@ *n = new@(m->columns, m->rows);
    $TEST
    for (int i = 0; i < n->rows; i++)
        for (int j = 0; j < n->columns; j++) AT@(n, i, j) = $TURNED;
    return n;
}",
        at,
        &[("RANGE", range), ("BOUND", bound), ("TEST", test), ("TURNED", turned)],
    ));
    let sizes = text.either("2, 3", "(k & 3) + 1, 2");
    let make = format!("if (matrix@ == NULL) matrix@ = new@({sizes});");
    let turn = text.or_slip(
        "{ struct matrix@ *t = turned@(matrix@); end@(matrix@); matrix@ = t; }",
        "matrix@ = turned@(matrix@);",
    );
    let turn = format!("if (matrix@) {turn}");
    let put = text.or_slip("if (matrix@) set@(matrix@, k & 3, 1, 5);", "set@(matrix@, k & 3, 1, 5);");
    Module::of(at, &[&make, &make, put, "if (matrix@) k = trace@(matrix@);", &turn], "end@(matrix@);")
}

/// A hash table whose keys are strings.
pub(super) fn hash(text: &mut Text, at: usize) -> Module {
    let size = text.random.within(2, 5).to_string();
    let sum = *text.random.pick(&["h = h * 31 + (unsigned char)*s++;", "h ^= (unsigned char)*s++;"]);
    let index = text.or_slip("return h % $SIZE;", "return h & $SIZE;");
    let key = text.random.percent(50);
    let (field, fill, drop) = if key {
        ("char *key", "e->key = strdup(s); if (e->key == NULL) { $UNDO return; }", "free(e->key);")
    } else {
        ("char key[8]", "strncpy(e->key, s, 7); e->key[7] = '\\0';", "")
    };
    let undo = text.or_slip("free(e);", "");
    let drop = text.or_slip(drop, "");
    let out = text.or_slip("*p = e->next;", "");
    let bound = text.or_slip("<", "<=");
    text.lines(&filled(
        "struct pair@ { $FIELD; int value; struct pair@ *next; };
static struct pair@ *pairs@[$SIZE];
static unsigned hash@(const char *s) { unsigned h = 7; while (*s) $SUM $INDEX }
static int *find@(const char *s) {
    for (struct pair@ *e = pairs@[hash@(s)]; e; e = e->next)
        if (strcmp(e->key, s) == 0) return &e->value;
    return NULL;
}
static void store@(const char *s, int value) {
    int *old = find@(s);
    if (old) { *old = value; return; }
    struct pair@ *e = malloc(sizeof *e);
    if (e == NULL) return;
    $FILL
    e->value = value;
    unsigned h = hash@(s);
    e->next = pairs@[h];
    pairs@[h] = e;
}
static void erase@(const char *s) {
    struct pair@ **p = &pairs@[hash@(s)];
    while (*p && strcmp((*p)->key, s) != 0) p = &(*p)->next;
    struct pair@ *e = *p;
    if (e == NULL) return;
    $OUT
    $DROP
    free(e);
}
static void wipe@(void) {
    for (int i = 0; i $BOUND $SIZE; i++)
        while (pairs@[i]) { struct pair@ *e = pairs@[i]; pairs@[i] = e->next; $DROP free(e); }
}",
        at,
        &[
            ("FIELD", field),
            ("SUM", sum),
            ("INDEX", index),
            ("FILL", fill),
            ("UNDO", undo),
            ("OUT", out),
            ("DROP", drop),
            ("BOUND", bound),
            ("SIZE", &size),
        ],
    ));
    let found = text.or_slip("{ int *v = find@(\"two\"); if (v) k = *v; }", "k = *find@(\"two\");");
    let uses = [
        "store@(\"one\", k & 7);",
        "store@(k > 2 ? \"two\" : \"twelve\", 2);",
        "{ char s[8]; if (scanf(\"%7s\", s) == 1) store@(s, 1); }",
        "erase@(\"one\");",
        found,
    ];
    Module::of(at, &uses, "wipe@();")
}

/// A queue of items in a circle, in an array on the heap that may grow.
pub(super) fn queue(text: &mut Text, at: usize) -> Module {
    let full = text.or_slip("q->used == q->room", "q->used > q->room");
    let around = text.or_slip("(q->head + q->used) % q->room", "q->head + q->used");
    let order =
        text.or_slip("bigger[i] = q->at[(q->head + i) % q->room];", "bigger[i] = q->at[q->head + i];");
    let old = text.or_slip("free(q->at);", "");
    let zero = text.or_slip("q->head = 0;", "");
    let refuse = text.or_slip("{ free(e); return; }", "return;");
    let grow = if text.random.percent(50) {
        "int room = q->room ? 2 * q->room : 2;
        if (room > 16) $REFUSE
        struct item **bigger = malloc(room * sizeof *bigger);
        if (bigger == NULL) $REFUSE
        for (int i = 0; i < q->used; i++) $ORDER
        $OLD
        q->at = bigger; q->room = room; $ZERO"
    } else {
        "if (q->at) $REFUSE
        q->at = malloc(4 * sizeof *q->at);
        if (q->at == NULL) $REFUSE
        q->room = 4;"
    };
    let empty = text.or_slip("if (q->used == 0) return NULL;", "if (q->room == 0) return NULL;");
    text.lines(&filled(
        &[
            "struct queue@ { struct item **at; int head, used, room; };
static void enqueue@(struct queue@ *q, struct item *e) {
    if ($FULL) {
        ",
            grow,
            "
    }
    q->at[$AROUND] = e;
    q->used++;
}
static struct item *dequeue@(struct queue@ *q) {
    $EMPTY
    struct item *e = q->at[q->head];
    q->head = (q->head + 1) % q->room;
    q->used--;
    return e;
}
static void end@(struct queue@ *q) {
    struct item *e;
    while ((e = dequeue@(q)) != NULL) free(e);
    free(q->at);
    q->at = NULL; q->room = 0; q->head = 0;
}",
        ]
        .concat(),
        at,
        &[
            ("FULL", full),
            ("REFUSE", refuse),
            ("ORDER", order),
            ("OLD", old),
            ("ZERO", zero),
            ("AROUND", around),
            ("EMPTY", empty),
        ],
    ));
    let mut module = Module::of(
        at,
        &["if (queue@.used > 0) tick(queue@.at[queue@.head]);", "k = queue@.used;", "end@(&queue@);"],
        "end@(&queue@);",
    );
    let start = if text.random.percent(50) { "{ NULL, 0, 0, 0 }" } else { "{ 0 }" };
    module.locals.push(filled("struct queue@ queue@ = $START;", at, &[("START", start)]));
    module.take = Some(filled("dequeue@(&queue@)", at, &[]));
    module.put = Some(filled("enqueue@(&queue@, e);", at, &[]));
    module
}
