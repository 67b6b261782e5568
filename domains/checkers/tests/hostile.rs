//! Predicates nobody should write: reading them ends, with an answer.

mod support;

use shapewright_checkers::definition::Definitions;
use support::program;

const TYPES: &str = "struct N { struct N *a, *b; int x; unsigned u : 4; double d; struct N *many[4]; union { int i; struct N *p; } v; };\n";

fn codes(text: &str) -> Vec<&'static str> {
    let program = program(&format!("{TYPES}{text}"));
    let definitions = Definitions::read_all(&program);
    definitions.problems.iter().map(|problem| problem.code).collect()
}

#[test]
fn too_many_cases_are_refused() {
    let tests: Vec<String> = (0..40).map(|n| format!("(l->x == {n} || l->a == l->b)")).collect();
    let text = format!(
        "bool c(struct N *l) {{ return !l || ({} && c(l->a)); }} void f(struct N *l) {{ sw_requires(c(l)); }}",
        tests.join(" && ")
    );
    assert_eq!(codes(&text), ["R8"]);
}

#[test]
fn deep_nesting_is_refused() {
    let helper = |n: u32| format!("int h{n}(struct N *l) {{ return h{}(l) + 1; }}", n - 1);
    let helpers: Vec<String> = (1..40).map(helper).collect();
    let text = format!(
        "int h0(struct N *l) {{ return l->x; }}\n{}\nbool c(struct N *l) {{ return !l || (h39(l) == 3 && c(l->a)); }}
         void f(struct N *l) {{ sw_requires(c(l)); }}",
        helpers.join("\n")
    );
    assert_eq!(codes(&text), ["R3"]);
}

#[test]
fn many_checkers_in_a_row() {
    let checker = |n: u32| format!("bool c{n}(struct N *l) {{ return !l || c{}(l->a); }}", n - 1);
    let checkers: Vec<String> = (1..700).map(checker).collect();
    let text = format!(
        "bool c0(struct N *l) {{ return !l; }}\n{}\nvoid f(struct N *l) {{ sw_requires(c699(l)); }}",
        checkers.join("\n")
    );
    assert_eq!(codes(&text), ["R8"]);
}

#[test]
fn odd_statements() {
    let bodies = [
        "for (;;) ;",
        "while (1) { if (l) return 1; }",
        "do { l = l->a; } while (l); return 1;",
        "again: if (!l) return 1; l = l->a; goto again;",
        "int n = 0; while (l) { for (struct N *m = l; m; m = m->b) n++; l = l->a; } return n;",
        "struct N copy = *l; return copy.x;",
        "struct N *p = l; struct N **q = &p; return (*q)->x;",
        "return l->v.p == l->a && l->v.i == 3;",
        "return ((char *)l)[3] == 1;",
        "return *(int *)&l->d == 1;",
        "return l->many[2] == 0 && l->many[l->x] == 0;",
        "int i; return i;",
        "return l->d > 1.5;",
        "return (long)l == 17;",
        "return ((struct N *)((char *)l - 0x7fffffffffffff00))->x && ((struct N *)((char *)l + 0x7fffffffffffff00))->x;",
        "return l->x / 2 == 3 || l->x % 2 || (l->x & 1) || l->x << 31 || l->x >> 1;",
        "return l->x * 0x7fffffff * 0x7fffffff + 0x7fffffffffffffffLL == l->x;",
        "switch (l->x) { case 0 ... 9: return 1; case 100: break; default: return l->u; } return 0;",
        "static int n; return n++;",
        "return c(l) ? 0 : 1;",
        "return c;",
        "return (l->a < l->b) + (l->a - l->b);",
        "return !!!!!!l;",
        "bool r = c(l->a) & c(l->b); return r | (l->x > 3);",
        "return ({ int k = l->x; k; });",
        "return l && l->a && l->a->a && l->a->a->a && c(l->a->a->a->a);",
    ];
    for body in bodies {
        let text = format!(
            "bool c(struct N *l) {{ {body} }} void f(struct N *l) {{ sw_requires(c(l)); sw_assert(c(l)); }}"
        );
        // Whatever the answer is, there is one.
        let _ = codes(&text);
    }
}
