//! What is wrong with a checker, each with a twin that is right.

mod support;

use support::program;

const TYPES: &str = "struct L { struct L *n, *p; int d; float x; unsigned b : 3; int a[4]; };
struct T { struct T *l, *r; int k; };
bool list(struct L *l) { return !l || list(l->n); }
";

/// The codes and places of what is wrong, by line and column of the text.
fn problems(text: &str) -> Vec<String> {
    use shapewright_checkers::definition::Definitions;
    let lines = TYPES.lines().count();
    let program = program(&format!("{TYPES}{text}"));
    let definitions = Definitions::read(&program);
    let mut found: Vec<String> = definitions
        .problems
        .iter()
        .map(|problem| {
            let line = problem.span.line as usize - lines;
            format!("{} {line}:{}: {}", problem.code, problem.span.column, problem.message)
        })
        .collect();
    found.sort();
    found
}

/// The checker `c(root, …)` is wrong in this way, at the text between `«` and `»`.
#[track_caller]
fn wrong(code: &str, text: &str, words: &str) {
    let at = text.find('«').expect("a place is marked");
    let (line, column) = (
        text[..at].matches('\n').count() + 1,
        at - text[..at].rfind('\n').map_or(0, |newline| newline + 1) + 1,
    );
    let found = problems(&text.replace(['«', '»'], ""));
    let expected = format!("{code} {line}:{column}: ");
    assert!(
        found.iter().any(|problem| problem.starts_with(&expected) && problem.contains(words)),
        "expected {expected}…{words}… in {found:#?}"
    );
    assert!(found.iter().all(|problem| problem.starts_with(code)), "{found:#?}");
}

#[track_caller]
fn right(text: &str) {
    assert_eq!(problems(text), Vec::<String>::new());
}

#[test]
fn r1_a_parameter_that_is_followed() {
    wrong(
        "R1",
        "bool c(struct L *l, struct L *e) { return l == 0 || («e->n» == l && c(l->n, e)); }
void f(struct L *l) { sw_requires(c(l, l)); }",
        "`e` is a further parameter",
    );
    wrong(
        "R1",
        "bool c(struct L *l, struct L *e) { return l == 0 || («list(e)» && c(l->n, e)); }
void f(struct L *l) { sw_requires(c(l, l)); }",
        "`e` is a further parameter",
    );
    right(
        "bool c(struct L *l, struct L *e) { return l == e || (l && c(l->n, e)); }
void f(struct L *l) { sw_requires(c(l, l)); }",
    );
    // Two structures in one predicate that does not call itself are simply two.
    right(
        "bool both(struct L *a, struct L *b) { return list(a) && list(b); }
void f(struct L *l) { sw_requires(both(l, 0)); }",
    );
}

#[test]
fn r2_what_is_not_found_by_reading() {
    wrong(
        "R2",
        "struct L *end; bool c(struct L *l) { return l == «end» || (l && c(l->n)); }
void f(struct L *l) { sw_requires(c(l)); }",
        "`end` is not reached",
    );
    wrong(
        "R2",
        "bool c(struct L *l) { return l == 0 || («l[1].d» == 3 && c(l->n)); }
void f(struct L *l) { sw_requires(c(l)); }",
        "beyond the first",
    );
    right(
        "struct L end; bool c(struct L *l) { return l == &end || (l && c(l->n)); }
void f(struct L *l) { sw_requires(c(l)); }",
    );
    right(
        "bool c(struct L *l) { return l == 0 || (l->a[1] == 3 && c(l->n)); }
void f(struct L *l) { sw_requires(c(l)); }",
    );
}

#[test]
fn r3_what_a_checker_must_not_do() {
    let uses = "\nvoid f(struct L *l) { sw_requires(c(l)); }";
    wrong(
        "R3",
        &format!("bool c(struct L *l) {{ if (!l) return true; «l->d = 1»; return c(l->n); }}{uses}"),
        "writes to memory",
    );
    wrong(
        "R3",
        &format!(
            "int puts(const char *); bool c(struct L *l) {{ if (!l) return true; «puts(\"x\")»; return c(l->n); }}{uses}"
        ),
        "`puts`",
    );
    wrong("R3", &format!("bool c(struct L *l) {{ return !l || !«c(l->n)»; }}{uses}"), "does not");
    wrong(
        "R3",
        &format!("bool c(struct L *l) {{ return !l || «c(l->n)» == (l->d > 3); }}{uses}"),
        "does not",
    );
    wrong(
        "R3",
        &format!(
            "int length(struct L *l) {{ return l ? 1 + length(l->n) : 0; }}
bool c(struct L *l) {{ return «length(l)» == 3; }}{uses}"
        ),
        "`length`, which is not a checker",
    );
    right(&format!(
        "int data(struct L *l) {{ return l->d; }} bool c(struct L *l) {{ return !l || (data(l) == 3 && c(l->n)); }}{uses}"
    ));
    right(&format!(
        "bool c(struct L *l) {{ if (!l) return true; if (!c(l->n)) return false; return !(l->d > 3); }}{uses}"
    ));
}

#[test]
fn r4_a_checker_that_does_not_move_on() {
    let uses = "\nvoid f(struct L *l) { sw_requires(c(l, 3)); }";
    wrong(
        "R4",
        &format!("bool c(struct L *l, int n) {{ return n == 0 || «c(l, n - 1)»; }}{uses}"),
        "without having moved on",
    );
    right(&format!("bool c(struct L *l, int n) {{ return l ? c(l->n, n - 1) : n == 0; }}{uses}"));
}

#[test]
fn r5_memory_that_is_claimed_twice() {
    let uses = "\nvoid f(struct L *l) { sw_requires(c(l)); }";
    wrong(
        "R5",
        &format!("bool c(struct L *l) {{ return !l || !l->n || (l->n->p == l && «c(l->n)»); }}{uses}"),
        "read here already",
    );
    wrong(
        "R5",
        &format!("bool c(struct L *l) {{ return !l || (list(l->n) && «c(l->n)»); }}{uses}"),
        "another checker",
    );
    right(
        "bool c(struct L *l, struct L *p) { return !l || (l->p == p && c(l->n, l)); }
void f(struct L *l) { sw_requires(c(l, 0)); }",
    );
    right(&format!(
        "bool to(struct L *l, struct L *e) {{ return l == e || (l && to(l->n, e)); }}
bool c(struct L *l) {{ return l && to(l->n, l); }}{uses}"
    ));
    wrong("R5", "void f(struct L *l) { sw_requires(l->n != 0 && «list(l)»); }", "read here already");
    right("void f(struct L *l) { sw_requires(l->n != 0 && list(l->n)); }");
    right("void f(struct L *l) { sw_requires(l->d == 3 && list(l)); }");
}

#[test]
fn r6_arithmetic_that_is_not_linear() {
    let uses = "\nvoid f(struct L *l) { sw_requires(c(l, 3)); }";
    wrong(
        "R6",
        &format!("bool c(struct L *l, int n) {{ return !l || («l->d * n» > 4 && c(l->n, n)); }}{uses}"),
        "multiply by constants",
    );
    wrong(
        "R6",
        &format!("bool c(struct L *l, int n) {{ return !l || («l->x > 0» && n > 3 && c(l->n, n)); }}{uses}"),
        "floating",
    );
    wrong(
        "R6",
        &format!("bool c(struct L *l, int n) {{ return !l || («l->b» == n && c(l->n, n)); }}{uses}"),
        "bit-field",
    );
    wrong(
        "R6",
        &format!("bool c(struct L *l, unsigned n) {{ return l ? c(l->n, «n - 1») : n == 0; }}{uses}"),
        "wrap around",
    );
    wrong("R6", "bool xors(struct L *l, struct L *p) { return !l || xors((struct L *)(«(size_t)l->n ^ (size_t)p»), l); }
void f(struct L *l) { sw_requires(xors(l, 0)); }", "compare pointers");
    right(&format!(
        "bool c(struct L *l, unsigned n) {{ return l ? n > 0 && 3 * l->d < 7 && c(l->n, n - 1) : n == 0; }}{uses}"
    ));
}

#[test]
fn r8_loops() {
    let uses = "\nvoid f(struct L *l) { sw_requires(c(l)); }";
    wrong(
        "R8",
        &format!(
            "bool c(struct L *l) {{ «for» (int i = 0; i < 3; i++) if (l->a[i]) return false; return true; }}{uses}"
        ),
        "the loop in `c`",
    );
    right(&format!(
        "bool c(struct L *l) {{ for (; l; l = l->n) if (l->a[1]) return false; return true; }}{uses}"
    ));
}

#[test]
fn r9_requires_that_nothing_satisfies() {
    let never = "bool never(struct L *l) { return l && l->n == l && !l->n; }";
    let found = problems(&format!(
        "{never}\nvoid f(struct L *l) {{ sw_requires(never(l) || (l->d > 3 && l->d < 2)); }}"
    ));
    assert_eq!(found.len(), 2, "{found:#?}");
    assert!(found[0].starts_with("R9 2:23: nothing satisfies what `f` requires"), "{found:#?}");
    assert!(found[1].starts_with("W1 1:6: nothing satisfies `never`"), "{found:#?}");
    right("void f(struct L *l) { sw_requires(list(l) || (l->d > 3 && l->d < 2)); }");
    right("void f(struct L *l) { sw_requires(list(l)); sw_ensures(l->d > 3 && l->d < 2); }");
}

#[test]
fn w1_what_nothing_satisfies() {
    let uses = "\nvoid f(struct L *l) { sw_ensures(c(l, 0)); }";
    wrong(
        "W1",
        &format!("bool «c»(struct L *l, int n) {{ return l ? n > 0 && c(l->n, n) : n == 0; }}{uses}"),
        "only the empty structure",
    );
    wrong(
        "W1",
        &format!("bool «c»(struct L *l, int n) {{ return l == 0 && l != 0 && n; }}{uses}"),
        "nothing satisfies",
    );
    right(&format!("bool c(struct L *l, int n) {{ return l ? n > 0 && c(l->n, n - 1) : n == 0; }}{uses}"));
    right(&format!("bool c(struct L *l, int n) {{ return l ? n > 0 && c(l->n, n) : n >= 0; }}{uses}"));
}

/// The definition that an earlier tool was shipped with: where the list of edges ends nothing may be a node, and where it does not the
/// first edge leads to one.
#[test]
fn w1_edges_of_a_graph_without_nodes() {
    let uses = "\nvoid f(struct L *l) { sw_set all = sw_any(); sw_requires(c(l, all)); }";
    wrong(
        "W1",
        &format!(
            "bool «c»(struct L *l, sw_set all) {{ return l ? sw_in(l->p, all) && c(l->n, all) : sw_empty(all); }}{uses}"
        ),
        "only the empty structure",
    );
    right(&format!(
        "bool c(struct L *l, sw_set all) {{ return !l || (sw_in(l->p, all) && c(l->n, all)); }}{uses}"
    ));
}

#[test]
fn w6_a_set_that_does_not_add_up() {
    let uses = "\nvoid f(struct L *l) { sw_set all = sw_any(); sw_requires(c(l, all)); }";
    let text = "bool c(struct L *l, sw_set «all») { sw_set rest = sw_any(); return !l || (sw_subset(rest, all) && c(l->n, rest)); }";
    wrong("W6", &format!("{text}{uses}"), "changes from call to call");
}

#[test]
fn w2_cases_that_overlap() {
    let uses = "\nvoid f(struct L *l) { sw_requires(c(l)); }";
    let text = "bool c(struct L *l) {\nif (l && c(l->n)) return true;\n«return !l || c(l->p)»; }";
    wrong("W2", &format!("{text}{uses}"), "can hold at once");
    right(&format!("bool c(struct L *l) {{ if (!l) return true; return l->d ? c(l->n) : c(l->p); }}{uses}"));
}

#[test]
fn w3_a_case_that_asks_nothing() {
    wrong(
        "W3",
        "bool c(struct L *l) { «return true»; }\nvoid f(struct L *l) { sw_requires(c(l)); }",
        "whatever",
    );
}

#[test]
fn w4_a_parameter_that_is_not_used() {
    let uses = "\nvoid f(struct L *l) { sw_requires(c(l, 3)); }";
    wrong("W4", &format!("bool c(struct L *l, int «n») {{ return !l || c(l->n, n + 1); }}{uses}"), "`n`");
    right(&format!("bool c(struct L *l, int n) {{ return !l || (l->d == n && c(l->n, n + 1)); }}{uses}"));
}

#[test]
fn w5_a_checker_without_an_end() {
    wrong(
        "W5",
        "bool «c»(struct L *l) { return l && c(l->n); }\nvoid f(struct L *l) { sw_ensures(c(l)); }",
        "never ends",
    );
    right(
        "bool c(struct L *l) { return l && (!l->n || c(l->n)); }\nvoid f(struct L *l) { sw_ensures(c(l)); }",
    );
}

#[test]
fn w6_a_parameter_without_a_kind() {
    let uses = "\nvoid f(struct L *l) { sw_requires(c(l, 3)); }";
    wrong(
        "W6",
        &format!("bool c(struct L *l, int «n») {{ return !l || (l->d == n && c(l->n, 2 * n)); }}{uses}"),
        "(in line ",
    );
    right(&format!("bool c(struct L *l, int n) {{ return !l || (l->d >= n && c(l->n, l->d)); }}{uses}"));
}

#[test]
fn w7_a_structure_that_may_go_past_its_end() {
    let uses = "\nvoid f(struct L *l) { sw_requires(c(l, 0)); }";
    let step =
        "bool c(struct L *l, struct L *e); bool step(struct L *l, struct L *e) { return l && c(l->n, e); }";
    let text = format!("{step} bool c(struct L *l, struct L *e) {{ return step(l, e) || l == e; }}{uses}");
    let codes: Vec<String> = problems(&text).iter().map(|problem| problem[..2].to_owned()).collect();
    assert_eq!(codes, ["W2", "W7"]);
    let text = format!("{step} bool c(struct L *l, struct L *e) {{ return l == e || step(l, e); }}{uses}");
    right(&text);
}

#[test]
fn what_is_only_asserted_is_not_complained_about() {
    right(
        "int abs(int); bool c(struct L *l) { return abs(l->d) > 2; } void f(struct L *l) { sw_assert(c(l)); }",
    );
}

#[test]
fn blocks_that_belong_to_nothing() {
    let uses = "\nvoid f(struct L *l) { sw_requires(c(l, 3)); }";
    let checker = |condition: &str| {
        format!("bool c(struct L *l, unsigned long n) {{ return !l || ({condition} && c(l->n, n)); }}{uses}")
    };
    right(&checker("l->d >= 0 && (unsigned long)l->d >= n && sw_block(l + 1, l->d)"));
    wrong("R5", &checker("l->d >= 0 && «sw_block(l, l->d)»"), "read as well");
    wrong("R5", &checker("l->d >= 0 && «sw_block(l + 2, l->d)»"), "begin where a struct ends");
    wrong("R5", &checker("l->d >= 0 && «sw_block(l + 1, n)»"), "stored in the struct");
    wrong("R5", &checker("l->d >= 0 && «sw_block(l + 1, 8)» && sw_block(l + 1, l->d)"), "the same ones");
    wrong("R6", &checker("sw_block(l + 1, «l->d»)"), "may not fit");
    wrong("R3", &checker("l->d >= 0 && !«sw_block(l + 1, l->d)»"), "not denied");
}

#[test]
fn what_is_read_behind_a_node_is_its_footer_or_nothing() {
    let text = |place: &str| {
        format!(
            "struct H {{ unsigned long z, u; }};
bool c(struct H *h) {{ return h->z >= 64 && sw_block(h + 1, h->z - 24) && {place} == h->z; }}
void f(struct H *h) {{ sw_requires(c(h)); }}"
        )
    };
    right(&text("*(unsigned long *)((char *)h + h->z - 8)"));
    // Behind the footer, within the body, and across the end of the body.
    for distance in ["h->z", "h->z - 16", "h->z - 12"] {
        wrong(
            "R6",
            &text(&format!("«*(unsigned long *)((char *)h + {distance})»")),
            "an address that was computed",
        );
    }
}
