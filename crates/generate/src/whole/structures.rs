//! Modules of items: tables, trees, stacks, deques.

use super::Module;
use super::lists::{clearing, removing};
use crate::text::Text;

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
    text.lines(&clear);
    text.lines(&remove);
    let index = text.or_slip("%", "/");
    let link = text.or_slip("e->next = *slot;", "");
    let last = text.or_slip("<", "<=");
    let forget = text.or_slip("= NULL;", "= NULL; if (count > 2) count = 0;");
    text.lines(&format!(
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
    ));
    let bound = text.or_slip("", " + 1");
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
    let test = text.or_slip("if (t == NULL) return NULL;", "");
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
        let null = text.or_slip("n->left = n->right = NULL;", "n->left = NULL;");
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
    text.lines(&insert);
    let order = text.or_slip(
        "drop{at}(t->left); drop{at}(t->right); free(t);",
        "drop{at}(t->left); free(t); drop{at}(t->right);",
    );
    let order = order.replace("{at}", &at.to_string());
    let go = text.either(
        "return t->key + sum{at}(t->left) + sum{at}(t->right);",
        "int n = 0; while (t) { n += t->key; t = n & 1 ? t->left : t->right; } return n;",
    );
    let go = go.replace("{at}", &at.to_string());
    text.lines(&format!(
        "static int sum{at}(struct tree{at} *t) {{ if (t == NULL) return 0; {go} }}
static void drop{at}(struct tree{at} *t) {{ if (t == NULL) return; {order} }}
static struct tree{at} *mirror{at}(struct tree{at} *t) {{
    if (t == NULL) return NULL;
    struct tree{at} *l = mirror{at}(t->left);
    t->left = mirror{at}(t->right); t->right = l;
    return t;
}}"
    ));
    let root = format!("root{at}");
    let prune = text.or_slip("drop{at}(root{at}->left); root{at}->left = NULL;", "drop{at}(root{at}->left);");
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
    let full = text.or_slip("==", ">");
    let empty = text.or_slip("top{at} == 0", "top{at} < 0").replace("{at}", &at.to_string());
    let refuse = text.or_slip("{ free(e); return; }", "return;");
    let last = text.or_slip("top{at} > 0", "top{at} > 1").replace("{at}", &at.to_string());
    text.lines(&format!(
        "static struct item *stack{at}[{size}];
static int top{at};
static void down{at}(struct item *e) {{ if (top{at} {full} {size}) {refuse} stack{at}[top{at}++] = e; }}
static struct item *up{at}(void) {{ if ({empty}) return NULL; return stack{at}[--top{at}]; }}
static void empty{at}(void) {{ while ({last}) free(stack{at}[--top{at}]); }}"
    ));
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
    let back = text.or_slip("n->prev = d->last;", "n->prev = NULL;");
    let only = text.or_slip("else d->last = NULL;", "");
    let keep = text.or_slip("d->first = n->next;", "if (n->next) d->first = n->next;");
    text.lines(&format!(
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
    ));
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
