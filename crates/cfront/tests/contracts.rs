//! Contracts on their way from C: what is refused, what a clause may say, and the header as a compiler sees it.

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use common::{accept, dir, refuse, shown, write};
use ir::{Program, Role};

const HEAD: &str = "#include <shapewright.h>\nstruct node { int v; struct node *next; };\n";

#[track_caller]
fn expect(test: &str, text: &str, expected: &str) {
    assert_eq!(shown(&refuse(&format!("contract_{test}"), format!("{HEAD}{text}"))), expected);
}

fn program(test: &str, text: &str, args: &[&str]) -> Program {
    accept(&format!("contract_{test}"), &format!("{HEAD}{text}"), args).program
}

/// The names, parameters and results of the functions made for the clauses of a program.
fn clauses(program: &Program) -> Vec<String> {
    let types = &program.types;
    let clauses = program.functions.iter().filter(|function| function.role != Role::Ordinary);
    clauses
        .map(|clause| {
            let params = clause.signature.params.iter().map(|ty| types.display(*ty).to_string());
            let params: Vec<String> = params.collect();
            format!("{}({}) -> {}", clause.name, params.join(", "), types.display(clause.signature.ret))
        })
        .collect()
}

#[test]
fn clauses_stand_first() {
    let after = "int f(int x) {\n  int y = x;\n  sw_requires(x > 0);\n  return y;\n}\n";
    let expected = "input.c:5:3: Error: `sw_requires` must be among the first statements of a function's body: \
                    expected it before any declaration or other statement\n";
    expect("after", after, expected);
    let inside = "int f(int x) {\n  sw_requires(x > 0);\n  if (x) { sw_ensures(x); }\n  return x;\n}\n";
    let expected = "input.c:5:12: Error: `sw_ensures` must be among the first statements of a function's body: \
                    expected it before any declaration or other statement\n";
    expect("inside", inside, expected);
}

#[test]
fn the_result_belongs_to_the_ensures() {
    let nothing = "void f(void) {\n  sw_ensures(sw_result == 0);\n}\n";
    expect("void", nothing, "input.c:4:14: Error: `sw_result` in `f`, which returns nothing\n");
    let message = "Error: `sw_result` may only be used in `sw_ensures`, and not inside of `sw_old`\n";
    for (test, text) in [
        ("result_requires", "int f(int x) {\n  sw_requires(x == sw_result);\n  return x;\n}\n"),
        ("result_body", "int f(int x) {\n  return x + 0 + sw_result;\n}\n"),
        ("result_old", "int f(int x) {\n  sw_ensures(sw_old(sw_result) == x);\n  return x;\n}\n"),
    ] {
        let said = shown(&refuse(test, format!("{HEAD}{text}")));
        assert!(said.starts_with("input.c:4:") && said.ends_with(message), "{said}");
    }
    let hidden = "int f(int f) {\n  sw_ensures(sw_result == f);\n  return f;\n}\n";
    let expected = "input.c:3:11: Error: the parameter `f` hides the function `f`, whose result `sw_result` \
                    stands for: expected another name\n";
    expect("hidden", hidden, expected);
}

#[test]
fn old_values_belong_to_the_ensures() {
    let message = "`sw_old` may only be used in `sw_ensures`, and not inside of another `sw_old`";
    let body = "int f(int x) {\n  return sw_old(x);\n}\n";
    expect("old_body", body, &format!("input.c:4:10: Error: {message}\n"));
    let requires = "int f(int x) {\n  sw_requires(sw_old(x));\n  return x;\n}\n";
    expect("old_requires", requires, &format!("input.c:4:15: Error: {message}\n"));
    let nested = "int f(int x) {\n  sw_ensures(sw_old(x + sw_old(x)));\n  return x;\n}\n";
    expect("old_nested", nested, &format!("input.c:4:25: Error: {message}\n"));
    let two = "int f(int x) {\n  sw_ensures(sw_old(x, x));\n  return x;\n}\n";
    expect("old_two", two, "input.c:4:22: Error: `sw_old` takes one expression\n");
    let alone = "int f(int x) {\n  sw_ensures(sw_old == x);\n  return x;\n}\n";
    let said = shown(&refuse("old_alone", format!("{HEAD}{alone}")));
    assert!(
        said.starts_with(
            "input.c:4:14: Error: expected `(` after `sw_old`: it is written `sw_old(expression)`\n"
        ),
        "{said}"
    );
}

#[test]
fn a_length_needs_a_link() {
    let expected = "input.c:4:22: Error: `sw_len` of a `int *`: expected a pointer to a struct with a member that \
                    points to that same struct\n";
    expect("len_int", "void f(int *p) {\n  sw_requires(sw_len(p));\n}\n", expected);
    let other =
        "struct other { struct node *first; };\nvoid f(struct other *o) {\n  sw_requires(sw_len(o));\n}\n";
    let said = shown(&refuse("len_other", format!("{HEAD}{other}")));
    assert!(said.starts_with("input.c:5:22: Error: `sw_len` of a `struct other *`: expected"), "{said}");
}

#[test]
fn conditions_are_type_checked_like_any_expression() {
    let text = "struct s { int a; };\nint f(struct s s) {\n  sw_requires(s);\n  return s.b;\n}\n";
    let said = shown(&refuse("contract_types", format!("{HEAD}{text}")));
    assert!(said.contains("input.c:5:15: Error: "), "{said}");
    assert!(said.contains("input.c:6:10: Error: "), "{said}");
}

#[test]
fn clauses_have_the_parameters_of_their_function() {
    let text = "struct big { long a[3]; } g(int n, struct big b, struct node *p) {\n  sw_requires(n);\n  \
                sw_ensures(sw_result.a[0] == sw_old(b).a[1] + sw_old(p->v) + sw_old(p)->v);\n  return b;\n}\n";
    let expected = [
        "g.requires.0(int, struct big, struct node *) -> bool",
        "g.old.0(int, struct big, struct node *) -> struct big",
        "g.old.1(int, struct big, struct node *) -> int",
        "g.old.2(int, struct big, struct node *) -> struct node *",
        "g.ensures.0(int, struct big, struct node *, struct big, struct big, int, struct node *) -> bool",
    ];
    assert_eq!(clauses(&program("parameters", text, &[])), expected);
}

#[test]
fn every_way_to_write_a_function_has_a_result() {
    let forms = [
        "int f(void) { sw_ensures(sw_result > 0); return 1; }",
        "int (f)(int a, int b) { sw_ensures(sw_result == a); return a; }",
        "static inline const char *f(const char *const s, ...) { sw_ensures(*sw_result == 1); return s; }",
        "int f(int n, int m[n][n], int v[static 2]) { sw_ensures(sw_result == m[0][0] + v[0]); return 1; }",
        "int f(int g(int), int (*h)(int)) { sw_ensures(sw_result == g(1)); return h(1); }",
        "typedef struct node *list; list f(list l) { sw_ensures(sw_result->next == l); return l; }",
        "struct { int x; } f(void) { sw_ensures(sw_result.x); __typeof__(f()) r = {1}; return r; }",
        "enum e { A } f(register enum e e) { sw_ensures(sw_result == A); return e; }",
        "f(a, b) struct node *a; { sw_ensures(sw_result == b + a->v); return 0; }",
        "_Bool f(struct node, int (*)(void), int [3], int (int)) { sw_ensures(sw_result); return 1; }",
        "int (*(*f(int a))[2])(void) { sw_ensures((*sw_result)[0]() == a); return 0; }",
        "__attribute__((noinline)) unsigned long long f(_Complex double z) { sw_ensures(sw_result >> 3); return 1; }",
        "_Noreturn int f(int a) { sw_ensures(sw_result == a); for (;;); }",
        "#include <stdarg.h>\nint f(va_list ap) { sw_ensures(sw_result); return va_arg(ap, int); }",
    ];
    for (n, form) in forms.iter().enumerate() {
        for args in [&[][..], &["-m32"], &["-std=gnu23"], &["-std=gnu89"]] {
            let old = args == ["-std=gnu23"] && form.starts_with("f(");
            let unnamed = form.starts_with("_Bool");
            if old || unnamed && !args.is_empty() {
                continue;
            }
            let program = program(&format!("form{n}"), form, args);
            let f = program.function_named("f").expect("it is there");
            let contract = program.functions[f].contract.as_ref().expect("a contract");
            let ensures = &program.functions[contract.ensures[0].predicate];
            let params = program.functions[f].body.as_ref().map_or(0, |body| body.params.len());
            assert_eq!(ensures.signature.params.len(), params + 1, "{form}");
            assert_eq!(ensures.signature.params[params], program.functions[f].signature.ret, "{form}");
        }
    }
}

#[test]
fn the_words_are_free_for_programs_without_our_header() {
    let text = "static int sw_old(int x) { return x; }\nint sw_len(int a, int b) { return a + b; }\n\
                void sw_requires(int x) { (void)x; }\n\
                int f(int x) { int sw_result = 0; x++; sw_requires(x); return sw_result + sw_old(x) + sw_len(1, 2); }\n";
    let loaded = accept("contract_free", text, &[]);
    assert!(loaded.warnings.is_empty(), "{:?}", loaded.warnings);
    assert!(loaded.program.functions.iter().all(|f| f.contract.is_none() && f.role == Role::Ordinary));
}

#[test]
fn a_clause_leaves_nothing_in_the_body() {
    let text = "int g(int *);\nint f(int x) {\n  sw_requires(g(&x) && *(int[]){x});\n  sw_ensures(({ int y = x; y; }));\n  \
                return 3;\n}\n";
    let program = program("nothing", text, &[]);
    let body = program.functions[program.function_named("f").expect("f")].body.as_ref().expect("code");
    assert_eq!(body.blocks.len(), 1);
    assert!(body.blocks[ir::Body::ENTRY].stmts.is_empty());
    assert!(body.slots.is_empty(), "the address of `x` is taken in a clause only");
}

fn include() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../include")
}

/// A program that uses all of the header.
// Without the checks at run time only contracts use the predicates, and clang warns of that: the attribute is what a user would write.
const PROGRAM: &str = "#include <shapewright.h>
#include <stdlib.h>
struct node { int v; struct node *next; };
__attribute__((unused)) static inline bool list(const struct node *l) { return l == NULL || list(l->next); }
sw_invariant(struct node, list);
__attribute__((unused)) static inline bool counted(const struct node *l, size_t n) { return sw_len(l) == n; }
struct node *reverse(struct node *l);
struct node *reverse(struct node *l) {
    sw_requires(list(l) && sw_len(l) < 3 && counted(l, 7));
    sw_ensures(list(sw_result) && sw_len(sw_result) == sw_old(sw_len(l)) && (struct node){1, 0}.v);
    struct node *r = NULL;
    sw_assume(l != NULL);
    while (l != NULL) {
        struct node *next = l->next;
        l->next = r, r = l, l = next;
        sw_assert(r != NULL && list(r));
    }
    return r;
}
int main(int argc, char **argv) {
    (void)argv;
    struct node b = {2, NULL}, a = {1, &b};
    if (argc > 1)
        sw_assert(argc == 1);
    else
        sw_assert(argc);
    return reverse(&a)->v != 2;
}
";

#[test]
fn compilers_take_the_header_without_a_warning() {
    let dir = dir("contract_header");
    let file = write(&dir, "main.c", PROGRAM);
    for compiler in ["gcc", "clang"] {
        if Command::new(compiler).arg("--version").output().is_err() {
            continue;
        }
        for std in ["-std=c99", "-std=c11", "-std=gnu17"] {
            for runtime in [false, true] {
                let out = dir.join("main");
                let mut command = Command::new(compiler);
                command.args([std, "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I"]).arg(include());
                // What only contracts use is used by nobody, to clang even if it is inline.
                command.args(["-Wno-unused-function", "-Wno-unneeded-internal-declaration"]);
                command.args(runtime.then_some("-DSHAPEWRIGHT_RUNTIME")).arg(&file).arg("-o").arg(&out);
                let done = command.output().expect("the compiler runs");
                assert!(done.status.success(), "{command:?}\n{}", String::from_utf8_lossy(&done.stderr));
                let ran = Command::new(&out).output().expect("the program runs");
                assert_eq!(ran.status.code(), Some(0), "{command:?}");
                // An assertion that does not hold is one when asked for, and nothing otherwise.
                let failing = Command::new(&out).arg("more").output().expect("the program runs");
                let said = String::from_utf8_lossy(&failing.stderr);
                assert_eq!(failing.status.success(), !runtime, "{command:?}");
                assert_eq!(said.contains("`sw_assert(argc == 1)' does not hold."), runtime, "{said}");
            }
        }
    }
}

#[test]
fn the_tool_takes_the_same_program() {
    let program = accept("contract_same", PROGRAM, &[]).program;
    let reverse = program.function_named("reverse").expect("it is there");
    let contract = program.functions[reverse].contract.as_ref().expect("a contract");
    assert_eq!((contract.requires.len(), contract.ensures.len(), contract.old.len()), (1, 1, 1));
    assert_eq!(&*contract.requires[0].text, "list(l) && sw_len(l) < 3 && counted(l, 7)");
}

#[test]
fn invariants_are_contracts() {
    let text = "struct node { int v; struct node *next; };
static bool list(struct node *l) { return !l || list(l->next); }
sw_invariant(struct node, list);
struct node *head;
static int length(const char *what, struct node *l) { return what && l; }
struct node *reverse(struct node *l) { return l; }
void own(struct node *l) { sw_requires(l); }
void other(int n) { (void)n; }
int main(void) { return length(0, head); }
";
    let program = accept("invariants", &format!("#include <shapewright.h>\n{text}"), &[]).program;
    let texts = |name: &str| {
        let id = program.function_named(name).expect("it is there");
        let contract = program.functions[id].contract.clone().unwrap_or_default();
        let texts =
            |clauses: &[ir::Clause]| clauses.iter().map(|c| c.text.to_string()).collect::<Vec<_>>().join(" ");
        format!("{} / {}", texts(&contract.requires), texts(&contract.ensures))
    };
    assert_eq!(texts("length"), "list(l) list(head) / list(l) list(head)");
    assert_eq!(texts("reverse"), "list(l) list(head) / list(sw_result) list(head)");
    assert_eq!(texts("other"), "list(head) / list(head)");
    assert_eq!(texts("own"), "l / ");
    assert_eq!((texts("main"), texts("list")), (" / ".to_owned(), " / ".to_owned()));
}

const SETS: &str = "_Bool list(struct node *l, sw_set all) {\n  sw_set rest;\n  return l == 0 ? sw_empty(all) : \
                    sw_split(all, l, &rest) && list(l->next, rest);\n}\n";

#[test]
fn sets_are_parameters_of_all_clauses() {
    let text = format!(
        "{SETS}int f(struct node *l, int x) {{\n  sw_set all = sw_any(), more = sw_any();\n  sw_bag values = sw_any();\n  \
         sw_requires(list(l, all));\n  sw_ensures(list(l, more) && sw_with(more, all, l) && sw_result == sw_old(x));\n  \
         sw_ensures(sw_empty(values));\n  return x;\n}}\n"
    );
    let program = program("sets", &text, &[]);
    let sets = "struct __sw_set *, struct __sw_set *, struct __sw_bag *";
    assert_eq!(
        clauses(&program),
        [
            format!("f.requires.0(struct node *, int, {sets}) -> bool"),
            format!("f.old.0(struct node *, int, {sets}) -> int"),
            format!("f.ensures.0(struct node *, int, int, int, {sets}) -> bool"),
            format!("f.ensures.1(struct node *, int, int, int, {sets}) -> bool"),
        ]
    );
    // The rest of a set needs no address, so a checker can have it in a variable.
    let list = program.functions.iter().find(|function| &*function.name == "list");
    assert!(list.and_then(|list| list.body.as_ref()).is_some_and(|body| body.slots.is_empty()));
}

#[test]
fn sets_belong_to_contracts_and_checkers() {
    let body = format!(
        "{SETS}_Bool f(struct node *l) {{\n  sw_set all = sw_any();\n  sw_requires(list(l, all));\n  return sw_in(l, all);\n}}\n"
    );
    expect(
        "sets_body",
        &body,
        "input.c:10:10: Error: a set of the contract may only be used in `sw_requires` and `sw_ensures`\n",
    );
    let checker =
        format!("{SETS}_Bool f(struct node *l) {{\n  sw_set all = sw_any();\n  return list(l, all);\n}}\n");
    assert!(clauses(&program("sets_checker", &checker, &[])).is_empty());
}
