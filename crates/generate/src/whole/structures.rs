//! Modules of items: lists, tables, stacks, deques, trees.

use super::Module;
use crate::text::Text;

fn write(text: &mut Text, lines: &str) {
    for line in lines.lines() {
        text.line(0, line);
    }
}

/// One of two ways.
fn either<'a>(text: &mut Text, one: &'a str, other: &'a str) -> &'a str {
    if text.random.percent(50) { one } else { other }
}

/// One text, or another by mistake.
pub(super) fn or_slip<'a>(text: &mut Text, right: &'a str, wrong: &'a str) -> &'a str {
    if text.slip() { wrong } else { right }
}

/// How all items come to be, and what is done to each.
pub(super) fn items(text: &mut Text) {
    let (test, set) = (or_slip(text, "if (e == NULL) return NULL;", ""), or_slip(text, "e->key = key;", ""));
    write(
        text,
        &format!(
            "static struct item *make(int key) {{
    struct item *e = malloc(sizeof *e);
    {test}
    {set}
    e->next = NULL;
    count++;
    return e;
}}
static void tick(struct item *e) {{ e->key = (e->key + 1) & 15; }}
static void note(struct item *e) {{ if (e->key > 3) count = e->key; }}"
        ),
    );
}

/// Frees all items of a list, by a loop or by calling itself.
fn clearing(text: &mut Text, name: &str) -> String {
    let slip = text.slip();
    match (text.random.below(3), slip) {
        (0, false) => {
            format!("static void {name}(struct item *l) {{ if (l) {{ {name}(l->next); free(l); }} }}")
        }
        (0, true) => {
            format!("static void {name}(struct item *l) {{ if (l) {{ free(l); {name}(l->next); }} }}")
        }
        (1, false) => format!(
            "static void {name}(struct item *l) {{ while (l) {{ struct item *next = l->next; free(l); l = next; }} }}"
        ),
        (1, true) => {
            format!("static void {name}(struct item *l) {{ while (l) {{ free(l); l = l->next; }} }}")
        }
        (_, slip) => {
            let test = if slip { "l && l->next" } else { "l" };
            format!(
                "static void {name}(struct item *l) {{ for (struct item *next; {test}; l = next) {{ next = l->next; free(l); }} }}"
            )
        }
    }
}

/// Calls a function for all items.
fn visiting(text: &mut Text, name: &str) -> String {
    let head = format!("static void {name}(struct item *l, void (*what)(struct item *))");
    if text.random.percent(50) {
        format!("{head} {{ for (; l; l = l->next) what(l); }}")
    } else {
        format!("{head} {{ if (l == NULL) return; what(l); {name}(l->next, what); }}")
    }
}

/// How many items there are, by a loop, by calling itself, or by two functions that call each other.
fn counting(text: &mut Text, name: &str) -> String {
    match text.random.below(3) {
        0 => format!("static int {name}(struct item *l) {{ return l ? 1 + {name}(l->next) : 0; }}"),
        1 => format!(
            "static int {name}(struct item *l) {{ int n = 0; for (; l; l = l->next) n++; return n; }}"
        ),
        _ => format!(
            "static int {name}_odd(struct item *l);
static int {name}(struct item *l) {{ return l == NULL || {name}_odd(l->next); }}
static int {name}_odd(struct item *l) {{ return l != NULL && {name}(l->next); }}"
        ),
    }
}

/// Takes the items of a key, or the first, out of a list and frees them.
fn removing(text: &mut Text, name: &str) -> String {
    let free = or_slip(text, "free(e);", "");
    match text.random.below(3) {
        0 => {
            let link = or_slip(text, "*at = e->next;", "at = &e->next;");
            format!(
                "static void {name}(struct item **at, int key) {{
    while (*at) {{
        struct item *e = *at;
        if (e->key == key) {{ {link} {free} }}
        else at = &e->next;
    }}
}}"
            )
        }
        1 => {
            let link =
                or_slip(text, "if (last) last->next = e->next; else *at = e->next;", "last->next = e->next;");
            format!(
                "static void {name}(struct item **at, int key) {{
    struct item *last = NULL, *e = *at;
    while (e && e->key != key) {{ last = e; e = e->next; }}
    if (e == NULL) return;
    {link}
    {free}
}}"
            )
        }
        _ => format!(
            "static struct item *{name}_in(struct item *l, int key) {{
    if (l == NULL) return NULL;
    l->next = {name}_in(l->next, key);
    if (l->key != key) return l;
    struct item *e = l, *next = l->next;
    {free}
    return next;
}}
static void {name}(struct item **at, int key) {{ *at = {name}_in(*at, key); }}"
        ),
    }
}

/// Turns a list around.
fn turning(text: &mut Text, name: &str) -> String {
    if text.random.percent(60) {
        let keep = or_slip(
            text,
            "struct item *next = l->next; l->next = done; done = l; l = next;",
            "l->next = done; done = l; l = l->next;",
        );
        format!(
            "static struct item *{name}(struct item *l) {{ struct item *done = NULL; while (l) {{ {keep} }} return done; }}"
        )
    } else {
        format!(
            "static struct item *{name}_on(struct item *l, struct item *done) {{
    if (l == NULL) return done;
    struct item *next = l->next;
    l->next = done;
    return {name}_on(next, l);
}}
static struct item *{name}(struct item *l) {{ return {name}_on(l, NULL); }}"
        )
    }
}

/// A list with an end, whose head is a global or a variable of `main`.
pub(super) fn list(text: &mut Text, at: usize) -> Module {
    let global = text.random.percent(50);
    let head = format!("list{at}");
    if global {
        text.line(0, &format!("static struct item *{head};"));
    }
    let functions = [
        clearing(text, &format!("clear{at}")),
        visiting(text, &format!("each{at}")),
        counting(text, &format!("length{at}")),
        removing(text, &format!("remove{at}")),
        turning(text, &format!("turn{at}")),
    ];
    for function in &functions {
        write(text, function);
    }
    let push = if text.random.percent(50) {
        let link = or_slip(text, "e->next = *l;", "");
        format!("static void push{at}(struct item **l, struct item *e) {{ {link} *l = e; }}")
    } else {
        let step = either(
            text,
            "while (*l) l = &(*l)->next; e->next = NULL; *l = e;",
            "if (*l == NULL) { e->next = NULL; *l = e; } else { struct item *t = *l; while (t->next) t = t->next; e->next = NULL; t->next = e; }",
        );
        format!("static void push{at}(struct item **l, struct item *e) {{ {step} }}")
    };
    write(text, &push);
    let (test, out) = (or_slip(text, "if (e)", "if (1)"), or_slip(text, "*l = e->next;", ""));
    write(
        text,
        &format!(
            "static struct item *pop{at}(struct item **l) {{ struct item *e = *l; {test} {{ {out} e->next = NULL; }} return e; }}"
        ),
    );
    let forget = if global { format!(" {head} = NULL;") } else { String::new() };
    Module {
        locals: if global { Vec::new() } else { vec![format!("struct item *{head} = NULL;")] },
        uses: vec![
            format!("k = length{at}({head});"),
            format!("remove{at}(&{head}, __VERIFIER_nondet_int() & 7);"),
            format!("{head} = turn{at}({head});"),
            format!("each{at}({head}, {});", either(text, "tick", "note")),
            format!("{{ clear{at}({head}); {head} = NULL; }}"),
        ],
        take: Some(format!("pop{at}(&{head})")),
        put: Some(format!("push{at}(&{head}, e);")),
        clear: format!("clear{at}({head});{forget}"),
    }
}

/// A hash table of lists in a global array, in a struct, or in an array on the heap.
pub(super) fn table(text: &mut Text, at: usize) -> Module {
    let size = text.random.within(2, 6);
    let wrapped = text.random.percent(40);
    let slots = if wrapped { format!("(&table{at})->slots") } else { format!("table{at}") };
    if wrapped {
        text.line(0, &format!("static struct {{ int used; struct item *slots[{size}]; }} table{at};"));
    } else {
        text.line(0, &format!("static struct item *table{at}[{size}];"));
    }
    let clear = clearing(text, &format!("clear{at}"));
    let remove = removing(text, &format!("remove{at}"));
    write(text, &clear);
    write(text, &remove);
    let index = or_slip(text, "%", "/");
    let link = or_slip(text, "e->next = *slot;", "");
    let last = or_slip(text, "<", "<=");
    let forget = or_slip(text, "= NULL;", "= NULL; if (count > 2) count = 0;");
    write(
        text,
        &format!(
            "static struct item **slot{at}(int key) {{ return &{slots}[(key & 15) {index} {size}]; }}
static void put{at}(struct item *e) {{ struct item **slot = slot{at}(e->key); {link} *slot = e; }}
static int has{at}(int key) {{
    for (struct item *e = *slot{at}(key); e; e = e->next)
        if (e->key == key) return 1;
    return 0;
}}
static struct item *take{at}(int i) {{
    struct item *e = {slots}[i];
    if (e) {{ {slots}[i] = e->next; e->next = NULL; }}
    return e;
}}
static void close{at}(void) {{
    for (int i = 0; i {last} {size}; i++) {{ clear{at}({slots}[i]); {slots}[i] {forget} }}
}}"
        ),
    );
    let bound = or_slip(text, "", " + 1");
    Module {
        locals: Vec::new(),
        uses: vec![
            format!("k = has{at}(__VERIFIER_nondet_int() & 7);"),
            format!("{{ k = __VERIFIER_nondet_int() & 7; remove{at}(slot{at}(k), k); }}"),
            format!("close{at}();"),
        ],
        take: Some(format!("take{at}((__VERIFIER_nondet_int() & 15) % ({size}{bound}))")),
        put: Some(format!("put{at}(e);")),
        clear: format!("close{at}();"),
    }
}

/// A search tree.
pub(super) fn tree(text: &mut Text, at: usize) -> Module {
    let global = text.random.percent(60);
    text.line(0, &format!("struct tree{at} {{ int key; struct tree{at} *left, *right; }};"));
    if global {
        text.line(0, &format!("static struct tree{at} *root{at};"));
    }
    let test = or_slip(text, "if (t == NULL) return NULL;", "");
    let insert = if text.random.percent(50) {
        format!(
            "static struct tree{at} *insert{at}(struct tree{at} *t, int key) {{
    if (t == NULL) {{
        t = malloc(sizeof *t);
        {test}
        t->key = key; t->left = t->right = NULL;
    }} else if (key < t->key) t->left = insert{at}(t->left, key);
    else if (key > t->key) t->right = insert{at}(t->right, key);
    return t;
}}"
        )
    } else {
        let null = or_slip(text, "n->left = n->right = NULL;", "n->left = NULL;");
        format!(
            "static struct tree{at} *insert{at}(struct tree{at} *t, int key) {{
    struct tree{at} **at = &t;
    while (*at) at = key < (*at)->key ? &(*at)->left : &(*at)->right;
    struct tree{at} *n = malloc(sizeof *n);
    if (n == NULL) return t;
    n->key = key; {null}
    *at = n;
    return t;
}}"
        )
    };
    write(text, &insert);
    let order = or_slip(
        text,
        "drop{at}(t->left); drop{at}(t->right); free(t);",
        "drop{at}(t->left); free(t); drop{at}(t->right);",
    );
    let order = order.replace("{at}", &at.to_string());
    let go = either(
        text,
        "return t->key + sum{at}(t->left) + sum{at}(t->right);",
        "int n = 0; while (t) { n += t->key; t = n & 1 ? t->left : t->right; } return n;",
    );
    let go = go.replace("{at}", &at.to_string());
    write(
        text,
        &format!(
            "static int sum{at}(struct tree{at} *t) {{ if (t == NULL) return 0; {go} }}
static void drop{at}(struct tree{at} *t) {{ if (t == NULL) return; {order} }}
static struct tree{at} *mirror{at}(struct tree{at} *t) {{
    if (t == NULL) return NULL;
    struct tree{at} *l = mirror{at}(t->left);
    t->left = mirror{at}(t->right); t->right = l;
    return t;
}}"
        ),
    );
    let root = format!("root{at}");
    let prune =
        or_slip(text, "drop{at}(root{at}->left); root{at}->left = NULL;", "drop{at}(root{at}->left);");
    Module {
        locals: if global { Vec::new() } else { vec![format!("struct tree{at} *{root} = NULL;")] },
        uses: vec![
            format!("{root} = insert{at}({root}, __VERIFIER_nondet_int() & 7);"),
            format!("{root} = insert{at}({root}, 4);"),
            format!("k = sum{at}({root}) & 15;"),
            format!("{root} = mirror{at}({root});"),
            format!("if ({root}) {{ {} }}", prune.replace("{at}", &at.to_string())),
        ],
        take: None,
        put: None,
        clear: format!("drop{at}({root});"),
    }
}

/// A stack of items in an array.
pub(super) fn stack(text: &mut Text, at: usize) -> Module {
    let size = text.random.within(2, 8);
    let full = or_slip(text, "==", ">");
    let empty = or_slip(text, "top{at} == 0", "top{at} < 0").replace("{at}", &at.to_string());
    let refuse = or_slip(text, "{ free(e); return; }", "return;");
    let last = or_slip(text, "top{at} > 0", "top{at} > 1").replace("{at}", &at.to_string());
    write(
        text,
        &format!(
            "static struct item *stack{at}[{size}];
static int top{at};
static void down{at}(struct item *e) {{ if (top{at} {full} {size}) {refuse} stack{at}[top{at}++] = e; }}
static struct item *up{at}(void) {{ if ({empty}) return NULL; return stack{at}[--top{at}]; }}
static void empty{at}(void) {{ while ({last}) free(stack{at}[--top{at}]); }}"
        ),
    );
    Module {
        locals: Vec::new(),
        uses: vec![
            format!("for (int i = 0; i < top{at}; i++) tick(stack{at}[i]);"),
            format!("if (top{at} > 0) k = stack{at}[top{at} - 1]->key;"),
            format!("empty{at}();"),
        ],
        take: Some(format!("up{at}()")),
        put: Some(format!("down{at}(e);")),
        clear: format!("empty{at}();"),
    }
}

/// A doubly linked list with both ends, in a struct of `main`.
pub(super) fn deque(text: &mut Text, at: usize) -> Module {
    let back = or_slip(text, "n->prev = d->last;", "n->prev = NULL;");
    let only = or_slip(text, "else d->last = NULL;", "");
    let keep = or_slip(text, "d->first = n->next;", "if (n->next) d->first = n->next;");
    write(
        text,
        &format!(
            "struct link{at} {{ struct link{at} *next, *prev; int value; }};
struct deque{at} {{ struct link{at} *first, *last; }};
static void append{at}(struct deque{at} *d, int value) {{
    struct link{at} *n = malloc(sizeof *n);
    if (n == NULL) return;
    n->value = value; n->next = NULL; {back}
    if (d->last) d->last->next = n; else d->first = n;
    d->last = n;
}}
static int shift{at}(struct deque{at} *d) {{
    struct link{at} *n = d->first;
    if (n == NULL) return 0;
    int value = n->value;
    {keep}
    if (d->first) d->first->prev = NULL; {only}
    free(n);
    return value;
}}
static void end{at}(struct deque{at} *d) {{
    for (struct link{at} *n = d->first; n;) {{ struct link{at} *next = n->next; free(n); n = next; }}
    d->first = d->last = NULL;
}}"
        ),
    );
    Module {
        locals: vec![format!("struct deque{at} deque{at} = {{ NULL, NULL }};")],
        uses: vec![
            format!("append{at}(&deque{at}, k & 7);"),
            format!("append{at}(&deque{at}, 3);"),
            format!("k = shift{at}(&deque{at});"),
            format!("for (struct link{at} *n = deque{at}.last; n; n = n->prev) count = n->value;"),
        ],
        take: None,
        put: None,
        clear: format!("end{at}(&deque{at});"),
    }
}
