//! Modules of numbers and characters: vectors, rings, rows, names.

use super::Module;
use crate::text::Text;

/// An array on the heap that grows.
pub(super) fn vector(text: &mut Text, at: usize) -> Module {
    let global = text.random.percent(40);
    let full = text.or_slip("==", ">");
    let failed = text.or_slip("if (more == NULL) return 0;", "");
    let bound = text.or_slip("<", "<=");
    let grow = *text.random.pick(&["v->room + 4", "v->room ? 2 * v->room : 2", "v->room + 1"]);
    text.lines(&format!(
            "struct vector{at} {{ int *at; int size, room; }};
static int add{at}(struct vector{at} *v, int value) {{
    if (v->size {full} v->room) {{
        int room = {grow};
        if (room > 64) return 0;
        int *more = realloc(v->at, room * sizeof *more);
        {failed}
        v->at = more; v->room = room;
    }}
    v->at[v->size++] = value;
    return 1;
}}
static int total{at}(const struct vector{at} *v) {{
    int sum = 0;
    for (int i = 0; i {bound} v->size; i++) sum = (sum + v->at[i]) & 255;
    return sum;
}}
static int at{at}(const struct vector{at} *v, int i) {{ return i >= 0 && i {bound} v->size ? v->at[i] : 0; }}"
        ));
    if global {
        text.line(0, &format!("static struct vector{at} vector{at};"));
    }
    Module {
        locals: if global {
            Vec::new()
        } else {
            vec![format!("struct vector{at} vector{at} = {{ NULL, 0, 0 }};")]
        },
        uses: vec![
            format!("k = add{at}(&vector{at}, k & 7);"),
            format!("k = total{at}(&vector{at});"),
            format!("k = at{at}(&vector{at}, __VERIFIER_nondet_int() & 7);"),
            format!("if (vector{at}.size > 0) vector{at}.size--;"),
        ],
        take: None,
        put: None,
        clear: format!("free(vector{at}.at);"),
    }
}

/// Numbers in a fixed array that is used in a circle.
pub(super) fn ring(text: &mut Text, at: usize) -> Module {
    let size = text.random.within(2, 6);
    let full = text.or_slip("==", ">");
    let around = text.or_slip("%", "&");
    text.lines(&format!(
        "static int ring{at}[{size}], first{at}, used{at};
static int enter{at}(int value) {{
    if (used{at} {full} {size}) return 0;
    ring{at}[(first{at} + used{at}) {around} {size}] = value;
    used{at}++;
    return 1;
}}
static int leave{at}(void) {{
    if (used{at} == 0) return -1;
    int value = ring{at}[first{at}];
    first{at} = (first{at} + 1) % {size};
    used{at}--;
    return value;
}}"
    ));
    Module {
        locals: Vec::new(),
        uses: vec![
            format!("k = enter{at}(k & 3);"),
            format!("k = leave{at}();"),
            format!("if (used{at} > 0) ring{at}[0] = 1;"),
        ],
        take: None,
        put: None,
        clear: format!("while (leave{at}() > 0) count = used{at};"),
    }
}

/// Rows of numbers, each a block of its own.
pub(super) fn rows(text: &mut Text, at: usize) -> Module {
    let undo = text.or_slip("while (i > 0) free(m[--i]);", "");
    let bound = text.or_slip("<", "<=");
    let order = text.or_slip(
        "for (int i = 0; i < n; i++) free(m[i]); free(m);",
        "free(m); for (int i = 0; i < n; i++) free(m[i]);",
    );
    let clear = *text.random.pick(&["calloc(w, sizeof **m)", "malloc(w * sizeof **m)"]);
    let set = if clear.starts_with('m') { "for (int j = 0; j < w; j++) m[i][j] = 0;" } else { "" };
    let set = if text.slip() { "" } else { set };
    text.lines(&format!(
        "static int **rows{at}(int n, int w) {{
    int **m = malloc(n * sizeof *m);
    if (m == NULL) return NULL;
    for (int i = 0; i < n; i++) {{
        m[i] = {clear};
        if (m[i] == NULL) {{ {undo} free(m); return NULL; }}
        {set}
    }}
    return m;
}}
static int trace{at}(int **m, int n, int w) {{
    int sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j {bound} w; j++) sum = (sum + m[i][j]) & 255;
    return sum;
}}
static void unrow{at}(int **m, int n) {{ if (m == NULL) return; {order} }}"
    ));
    let size = *text.random.pick(&["(__VERIFIER_nondet_int() & 3) + 1", "2"]);
    let test = text.or_slip("m{at} && ", "").replace("{at}", &at.to_string());
    Module {
        locals: vec![
            format!("int n{at} = {size}, w{at} = (__VERIFIER_nondet_int() & 3) + 1;"),
            format!("int **m{at} = rows{at}(n{at}, w{at});"),
        ],
        uses: vec![
            format!("if (m{at}) k = trace{at}(m{at}, n{at}, w{at});"),
            format!("if ({test}n{at} > 1) m{at}[n{at} - 1][w{at} - 1] = k;"),
            format!("if (m{at} && k >= 0 && k < n{at}) m{at}[k][0] = 1;"),
        ],
        take: None,
        put: None,
        clear: format!("unrow{at}(m{at}, n{at});"),
    }
}
