//! What other analyses may rely on: accesses that lead to no variable whose scope may be over, in programs that are
//! followed as a whole.

mod support;

use std::collections::BTreeSet;

use engine::{Entry, Limits};
use shapewright_regions::{Event, Excluded, Prepared};
use support::load;

/// What is excluded, with the lines of uses.
fn excluded(text: &str) -> Option<(BTreeSet<u32>, Excluded)> {
    let program = load(text);
    let entry = Entry { function: program.main().expect("there is a `main`"), program_start: true };
    let prepared = Prepared::new(&program);
    let excluded = prepared.run(&entry, &Limits::default()).excluded(false)?;
    let uses = excluded.checks.iter().filter(|(_, event)| *event == Event::UseAfterFree);
    let lines = uses.map(|(point, _)| point.span(&program).line).collect();
    Some((lines, excluded))
}

fn lines(text: &str) -> BTreeSet<u32> {
    excluded(text).expect("the program is followed as a whole").0
}

#[test]
fn a_block_that_is_not_freed_before_is_used() {
    let (lines, excluded) = excluded(
        "#include <stdlib.h>\nint main(void) {\n int *p = malloc(4);\n if (!p) return 0;\n *p = 1;\n free(p);\n return 0;\n}\n",
    )
    .expect("the program is followed as a whole");
    assert!(lines.contains(&5) && excluded.leaks);
    assert!(excluded.checks.iter().any(|(_, event)| *event == Event::DoubleFree));
}

#[test]
fn one_that_is_freed_before_is_not() {
    let text = "#include <stdlib.h>\nint main(void) {\n int *p = malloc(4);\n if (!p) return 0;\n free(p);\n *p = 1;\n return 0;\n}\n";
    assert!(!lines(text).contains(&6));
}

/// The scope of a variable is over, and a pointer to it is left: in the function itself, in one that it calls, and in one that
/// calls it.
#[test]
fn variables_whose_scope_may_be_over_are_not_spoken_of() {
    let own = "int main(void) {\n int *p;\n { int v = 1; p = &v; }\n return *p;\n}\n";
    assert!(!lines(own).contains(&4));
    let callee = "static void give(int **at) { int v = 1; *at = &v; }\nint main(void) {\n int *p;\n give(&p);\n return *p;\n}\n";
    assert!(!lines(callee).contains(&5));
    let caller = "static int read(int *p) {\n return *p;\n}\nint main(void) {\n int *p;\n { int v = 1; p = &v; }\n return read(p);\n}\n";
    assert!(!lines(caller).contains(&2));
    let global = "static int *kept;\nstatic void keep(int *p) { kept = p; }\nstatic int get(void) {\n int *p = kept;\n return *p;\n}\n\
                  int main(void) {\n { int v = 1; keep(&v); }\n return get();\n}\n";
    assert!(!lines(global).contains(&5));
}

/// One caller passes a variable, another one a block: what the callee does is about both, what the second does is not.
#[test]
fn what_one_caller_passes_is_nothing_to_the_other() {
    let text = "#include <stdlib.h>\nstatic void set(int *p) {\n *p = 1;\n}\nstatic void one(void) { int v; set(&v); }\n\
                int main(void) {\n int *p = malloc(4);\n one();\n if (!p) return 0;\n set(p);\n *p = 2;\n free(p);\n return 0;\n}\n";
    let lines = lines(text);
    assert!(!lines.contains(&3) && lines.contains(&11), "{lines:?}");
}

/// Code that no block comes by counts as well.
#[test]
fn what_is_not_followed_excludes_nothing() {
    for text in [
        "void stranger(void);\nint main(void) {\n stranger();\n return 0;\n}\n",
        "#include <stdlib.h>\nint main(void) {\n long n = (long)malloc(4);\n return *(char *)(n / 2 * 2);\n}\n",
        "#include <stdarg.h>\nstatic int f(int n, ...) {\n va_list l;\n va_start(l, n);\n int *p = va_arg(l, int *);\n va_end(l);\n return *p;\n}\nint main(void) {\n int v = 1;\n return f(1, &v);\n}\n",
        "#include <stdlib.h>\nint main(void) {\n char *p = malloc(4), *q = 0;\n for (int i = 0; i < 8; i++) ((char *)&q)[i] = ((char *)&p)[i];\n free(q);\n return 0;\n}\n",
    ] {
        assert!(excluded(text).is_none(), "{text}");
    }
}

/// What a function of the library gives, or writes, may lead into a block.
#[test]
fn results_of_the_library_lead_to_blocks() {
    let text = "#include <stdio.h>\n#include <stdlib.h>\nint main(void) {\n char *p = malloc(8);\n if (!p) return 0;\n char *q = fgets(p, 8, stdin);\n free(p);\n return q && *q;\n}\n";
    assert!(!lines(text).contains(&8));
    let overwritten = "#include <stdio.h>\n#include <stdlib.h>\nstruct s { char *p; };\nint main(void) {\n struct s s;\n s.p = malloc(8);\n fread(&s, 1, sizeof s, stdin);\n return 0;\n}\n";
    assert!(excluded(overwritten).is_none());
}

/// Which element of an array a pointer leads to is not known, so neither is the one before it.
#[test]
fn the_element_before_may_be_any() {
    let text = "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\nstatic int *table[4];\nint main(void) {\n \
                int i = __VERIFIER_nondet_int() & 1;\n for (int k = 0; k < 4; k++) table[k] = malloc(4);\n int **place = &table[i + 1];\n \
                free(place[-1]);\n free(table[i]);\n return 0;\n}\n";
    let program = load(text);
    let entry = Entry { function: program.main().expect("there is a `main`"), program_start: true };
    let prepared = Prepared::new(&program);
    let found = prepared.run(&entry, &Limits::default()).occurrences();
    let twice = |event: Event, line: u32| {
        found.iter().any(|found| found.event == event && found.point.span(&program).line == line)
    };
    assert!(twice(Event::DoubleFree, 9));
}

/// The address of a block that is gone may be that of one which came after.
#[test]
fn an_address_that_outlived_its_block_may_be_equal_to_another() {
    let text = "#include <stdlib.h>\nint main(void) {\n char *x = malloc(4);\n free(x);\n char *y = malloc(4);\n if (x == y)\n  return 0;\n free(y);\n return 0;\n}\n";
    let (_, excluded) = excluded(text).expect("the program is followed as a whole");
    assert!(!excluded.leaks);
}

/// A buffer that is either a variable or a block: what is not the variable is freed.
#[test]
fn starts_of_objects_differ() {
    let buffer = |size: &str, compared: &str| {
        format!(
            "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\nstatic char *make(unsigned n) {{ char *p = malloc(n); if (!p) exit(1); return p; }}\n\
             int main(void) {{\n char small[8];\n unsigned n = __VERIFIER_nondet_int();\n char *p = small;\n if (n > 8) p = {size};\n p[0] = 1;\n p[1] = 0;\n \
             if ({compared}) free(p);\n return 0;\n}}\n"
        )
    };
    let leaks = |text: &str| excluded(text).expect("the program is followed as a whole").1.leaks;
    assert!(leaks(&buffer("make(n)", "p != small")) && leaks(&buffer("malloc(n)", "small != p")));
    // The end of a block may be where the variable begins.
    assert!(!leaks(&buffer("make(n) + 8", "p != small")) && !leaks(&buffer("make(n)", "p == small")));
}
