//! Items and lists of them.

use super::Module;
use crate::text::Text;

/// How all items come to be, and what is done to each.
pub(super) fn items(text: &mut Text) {
    let (test, set) = (text.or_slip("if (e == NULL) return NULL;", ""), text.or_slip("e->key = key;", ""));
    text.lines(&format!(
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
    ));
}

/// Frees all items of a list, by a loop or by calling itself.
pub(super) fn clearing(text: &mut Text, name: &str) -> String {
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
pub(super) fn removing(text: &mut Text, name: &str) -> String {
    let free = text.or_slip("free(e);", "");
    match text.random.below(3) {
        0 => {
            let link = text.or_slip("*at = e->next;", "at = &e->next;");
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
                text.or_slip("if (last) last->next = e->next; else *at = e->next;", "last->next = e->next;");
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
        let keep = text.or_slip(
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
        text.lines(function);
    }
    let push = if text.random.percent(50) {
        let link = text.or_slip("e->next = *l;", "");
        format!("static void push{at}(struct item **l, struct item *e) {{ {link} *l = e; }}")
    } else {
        let step = text.either("while (*l) l = &(*l)->next; e->next = NULL; *l = e;",
            "if (*l == NULL) { e->next = NULL; *l = e; } else { struct item *t = *l; while (t->next) t = t->next; e->next = NULL; t->next = e; }",
        );
        format!("static void push{at}(struct item **l, struct item *e) {{ {step} }}")
    };
    text.lines(&push);
    let (test, out) = (text.or_slip("if (e)", "if (1)"), text.or_slip("*l = e->next;", ""));
    text.lines(&format!(
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
            format!("each{at}({head}, {});", text.either("tick", "note")),
            format!("{{ clear{at}({head}); {head} = NULL; }}"),
        ],
        take: Some(format!("pop{at}(&{head})")),
        put: Some(format!("push{at}(&{head}, e);")),
        clear: format!("clear{at}({head});{forget}"),
    }
}
