//! Content keys: what changes the identity of a function, and what does not.

mod common;

use common::accept;
use ir::ContentKey;

const TEXT: &str = "#include <shapewright.h>
struct node { struct node *next; int value; };
struct other { char *name; struct node *first; };
int puts(const char *);
extern int total;
int sum(struct node *l, struct other *o) {
    sw_requires(l != 0 || o->first);
    static int calls;
    struct node copy = *l;
    puts(\"sum\");
    for (; l; l = l->next)
        total += l->value * 3;
    return total + copy.value + calls++ + (o->name == 0);
}
";

/// The key of `sum`.
#[track_caller]
fn key(test: &str, text: &str) -> ContentKey {
    let program = accept(&format!("key_{test}"), text, &[]).program;
    let keys = program.keys();
    let sum = program.function_named("sum").expect("it is there");
    let key = keys.of(sum);
    assert_ne!(key, ContentKey::default());
    assert_eq!(key, keys.of(sum), "computed once");
    key
}

#[track_caller]
fn edited(test: &str, from: &str, to: &str) -> ContentKey {
    assert!(TEXT.contains(from), "{from}");
    key(test, &TEXT.replace(from, to))
}

#[test]
fn where_a_function_stands_does_not_matter() {
    let same = key("as_it_is", TEXT);
    assert_eq!(key("again", TEXT), same);
    assert_eq!(edited("shifted", "int sum(", "\n\n/* a comment */\n  int\nsum("), same);
    assert_eq!(edited("spaced", "total += l->value * 3;", "total  +=  (l->value)*3 ;"), same);
    assert_eq!(edited("clause", "l != 0 || o->first", "l!=0 ||\n   o->first"), same);
}

#[test]
fn the_rest_of_the_program_does_not_matter() {
    let same = key("rest", TEXT);
    let before = "struct z { struct other o; } *q;\nint first(void) { static int calls; puts(\"other\"); \
                  return q->o.name[calls++]; }\nint sum(";
    assert_eq!(edited("before", "int sum(", before), same);
    let after =
        format!("{TEXT}int last(struct node *l) {{ puts(\"x\"); return sum(l, 0); }}\nint total = 7;\n");
    assert_eq!(key("after", &after), same);
}

#[test]
fn what_a_function_does_matters() {
    let same = key("does", TEXT);
    let edits = [
        ("constant", "* 3", "* 4"),
        ("string", "\"sum\"", "\"Sum\""),
        ("operator", "total +=", "total -="),
        ("callee", "puts", "puts2"),
        ("global", "total", "count"),
        ("layout", "int value; }", "int value, more; }"),
        ("member", "int value; }", "short value; }"),
        ("clause", "l != 0 ||", "l == 0 ||"),
        ("clauses", "static int calls;", "sw_ensures(sw_result); static int calls;"),
        ("linkage", "int sum(", "static int sum("),
    ];
    let mut seen = vec![same];
    for (test, from, to) in edits {
        let key = edited(test, from, to);
        assert!(!seen.contains(&key), "{test}");
        seen.push(key);
    }
}
