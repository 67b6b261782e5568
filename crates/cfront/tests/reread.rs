//! Elements that are read again: which reads are left, and which must be.

mod common;

use common::accept;
use ir::{Place, StmtKind};

/// How many reads of elements `f` has.
#[track_caller]
fn reads(test: &str, code: &str) -> usize {
    let text = format!(
        "int a[10], n; volatile int v[10]; struct {{ int f : 3; }} b[10]; void g(void);\nint f(int i, int *p, char *s) {{ {code} }}\n"
    );
    let program = accept(&format!("reread_{test}"), &text, &[]).program;
    let f = program.function_named("f").expect("it is there");
    let body = program.functions[f].body.as_ref().expect("it has a body");
    let is_element = |place: &Place| {
        program.types.integer(place.ty).is_some()
            && place.path.len() + usize::from(matches!(place.base, ir::Base::Pointer(_))) > 0
    };
    let stmts = body.blocks.iter().flat_map(|block| &block.stmts);
    stmts.filter(|stmt| matches!(&stmt.kind, StmtKind::Load { place, .. } if is_element(place))).count()
}

#[test]
fn what_nobody_has_written_in_between_is_read_once() {
    assert_eq!(reads("test", "return a[i] > 0 && a[i] < 10 ? a[i] : 0;"), 1);
    assert_eq!(reads("pointer", "if (*p < 0 || *p > 9) return 0; return *p;"), 1);
    assert_eq!(reads("moved", "if (*s >= 'a') return *s++ - 'a'; return 0;"), 1);
    assert_eq!(reads("copied", "int j = i; return a[i] + a[j];"), 1);
    assert_eq!(reads("computed", "return a[i + 1] * a[i + 1];"), 1);
    assert_eq!(reads("just_written", "*p = i > 3; if (*p) return 1; return 0;"), 0);
    assert_eq!(reads("written_to_element", "a[i] = n; return a[i] + a[i];"), 0);
    assert_eq!(reads("kept", "int x = a[i]; x++; return a[i] + x;"), 1);
}

#[test]
fn what_may_have_changed_is_read_again() {
    assert_eq!(reads("written", "int x = a[i]; *p = 1; return x + a[i];"), 2);
    assert_eq!(reads("written_twice", "*p = i > 3; a[i] = 1; return *p;"), 1);
    assert_eq!(reads("fewer_bits", "b[i].f = n; return b[i].f;"), 1);
    assert_eq!(reads("written_then_changed", "*p = i; i = 7; return *p + i;"), 1);
    assert_eq!(reads("called", "int x = a[i]; g(); return x + a[i];"), 2);
    assert_eq!(reads("another", "int x = a[i]; i++; return x + a[i];"), 2);
    assert_eq!(reads("another_pointer", "int x = *p; p++; return x + *p;"), 2);
    assert_eq!(reads("volatile", "return v[i] + v[i];"), 2);
    assert_eq!(reads("other_bytes", "return *p + *(char *)p;"), 2);
    assert_eq!(reads("ways_meet", "int x = 0; if (i) x = a[i]; return x + a[i];"), 2);
    assert_eq!(reads("around", "int x = 0; while (n--) { x += a[i]; a[i] = x; } return x;"), 1);
}
