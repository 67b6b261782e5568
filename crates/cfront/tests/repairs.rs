//! What the type checker alone would get wrong, with the values gcc gives.

mod common;

use common::{accept, dir, load_with, refuse, shown, write};
use ir::StmtKind;

/// The text must be accepted; its `_Static_assert`s are what gcc says.
#[track_caller]
fn agrees(test: &str, text: &str) {
    accept(test, text, &[]);
}

/// The first bytes of a global.
fn bytes(loaded: &shapewright_cfront::Loaded, name: &str) -> Vec<u8> {
    let global = loaded.program.globals.iter().find(|global| &*global.name == name).expect("the object");
    let mut bytes = vec![0; global.size as usize];
    for (offset, run) in &global.init.as_ref().expect("defined").bytes {
        bytes[*offset as usize..][..run.len()].copy_from_slice(run);
    }
    bytes
}

#[test]
fn braces_begin_a_part_anew() {
    let loaded = accept(
        "anew",
        "struct P { char a, b; } x[1] = {[0].b = 5, [0] = {1}}, y[1] = {[0].b = 5, [0] = {}};\n\
         union { int a; char b; } u = {.a = 0x1ff, .b = 2};\n\
         char r[2][3] = {[0 ... 1][0] = 1, 2};\n\
         enum C { RED, BLUE }; struct P c[2] = {[BLUE].b = 7, [BLUE] = {}, [RED].a = 3};\n\
         char *names[2][2] = {[1][1] = \"a\", [1] = {\"b\"}};\n",
        &[],
    );
    assert_eq!(bytes(&loaded, "x"), [1, 0]);
    assert_eq!(bytes(&loaded, "y"), [0, 0]);
    assert_eq!(bytes(&loaded, "u"), [2, 0, 0, 0]);
    assert_eq!(bytes(&loaded, "r"), [1, 0, 0, 1, 2, 0]);
    assert_eq!(bytes(&loaded, "c"), [3, 0, 0, 0]);
    let names = loaded.program.globals.iter().find(|global| &*global.name == "names").expect("the object");
    let addresses = &names.init.as_ref().expect("defined").addresses;
    assert_eq!(addresses.iter().map(|at| at.offset).collect::<Vec<_>>(), [16]);
}

#[test]
fn strings_where_braces_were_left_out() {
    let loaded = accept(
        "strings",
        "struct { char *names[2]; char n; } p = {\"a\", \"b\", 1};\n\
         struct { char rows[2][3]; char n; } r = {\"ab\", \"c\", 7};\n",
        &[],
    );
    assert_eq!(bytes(&loaded, "p")[16], 1);
    assert_eq!(bytes(&loaded, "r"), [b'a', b'b', 0, b'c', 0, 0, 7]);
}

#[test]
fn constants_gcc_folds() {
    agrees(
        "constants",
        "struct T { int a; char m; };\n\
         _Static_assert((char *)&((struct T *)0)->m - (char *)0 == 4, \"\");\n\
         _Static_assert(((char *)&((struct T *)16)->m) - ((char *)16) == 4, \"\");\n\
         enum { K = (int)((char *)&((struct T *)0)->m - (char *)0) };\n\
         static long k = (char *)&((struct T *)0)->m - (char *)0;\n\
         _Static_assert(__builtin_abs(-3) == 3 && __builtin_labs(-4) == 4, \"\");\n\
         _Static_assert(__builtin_LINE() == 7, \"\");\n\
         const char *file = __builtin_FILE();\n\
         int x = {{3}}; int y = {{{3,},}};\n\
         _Static_assert(_Generic((const int)1, int: 1, const int: 0), \"\");\n\
         typedef const int ci; _Static_assert(_Generic((ci)1, int: 1, const int: 0), \"\");\n\
         char *p; _Static_assert(_Generic((char *const)p, char *: 1, char *const: 0), \"\");\n\
         char *f(int i, char *p) { return i ?: p; }\n\
         char g(int i, char *p) { return *(p ?: i); }\n",
    );
}

#[test]
fn thirty_two_bits() {
    let text = "#include <stddef.h>\n\
        _Static_assert(sizeof(max_align_t) == 48 && _Alignof(max_align_t) == 16, \"\");\n\
        _Static_assert(sizeof(9223372036854775808) == 8, \"\");\n\
        void f(int c) { c ? 1 : (void)0; }\n";
    accept("bits32", text, &["-m32"]);
}

#[test]
fn an_empty_case_range_keeps_its_statement() {
    let loaded = accept(
        "range",
        "int g; void f(int x) { switch (x) { case 1: g = 1; case 3 ... 2: g = 2; break; default: g = 3; } }",
        &[],
    );
    let id = loaded.program.function_named("f").expect("f");
    let body = loaded.program.functions[id].body.as_ref().expect("code");
    let stores = body.blocks.iter().flat_map(|block| &block.stmts);
    assert_eq!(stores.filter(|stmt| matches!(stmt.kind, StmtKind::Store { .. })).count(), 3);
    assert!(loaded.warnings.iter().any(|said| said.message.contains("empty range")));
}

#[test]
fn layouts_that_would_be_wrong_are_refused() {
    let low = "struct { char c; int x : 3 __attribute__((aligned(1))); } s;";
    assert_eq!(
        shown(&refuse("low", low)),
        "input.c:1:43: Error: an `aligned` below the type's own alignment on a bit-field is not supported\n"
    );
    let both = "#pragma pack(push, 2)\nstruct { char c; int x : 3; } __attribute__((packed)) s;";
    assert_eq!(
        shown(&refuse("both", both)),
        "input.c:2:1: Error: bit-fields in a record that is both `packed` and under `#pragma pack` are not supported\n"
    );
    accept(
        "popped",
        "#pragma pack(push, 2)\n#pragma pack(pop)\nstruct { int x : 3; } __attribute__((packed)) s;",
        &[],
    );
    accept("one", "#pragma pack(1)\nstruct { int x : 3; } __attribute__((packed)) s;", &[]);
    let file = write(&dir("ms"), "input.c", "struct { char c; int x : 3; } __attribute__((ms_struct)) s;");
    assert!(load_with(&file, &["-m32"]).is_err());
}

/// Unnamed records that look alike from outside stay apart.
#[test]
fn unnamed_records_inside_unnamed_records() {
    let loaded = accept(
        "unnamed",
        "struct { struct { int a, b; } in; } x = {{1, 2}}; struct { struct { short c[4]; } in; } y = {{{1}}};\n\
         struct { struct { int a; } *p; } v; struct { struct { char z[4]; } *p; } w;\n",
        &[],
    );
    let ty = |name: &str| loaded.program.globals.iter().find(|global| &*global.name == name).expect("it").ty;
    assert_ne!(ty("x"), ty("y"));
    assert_ne!(ty("v"), ty("w"));
}

/// Whatever the type checker made nothing of is either refused or said to be unsupported where it
/// stands; here the things it accepts with a node that means nothing.
#[test]
fn nothing_vanishes() {
    for (n, text) in [
        "void f(int x) { switch (x) { case 1: case 5 ... 4: x = 1; } }",
        "int f(int x) { return x + nosuch; }",
        "int f(int x) { goto nowhere; }",
        "int f(int x) { break; }",
        "int f(int x) { case 3: return x; }",
        "int f(int x) { switch (x) { case 1: return 1; case 1: return 2; } return 0; }",
        "int f(struct nosuch s) { return s.a; }",
        "void f(void) { int x = (struct { int a; }){1}; }",
    ]
    .iter()
    .enumerate()
    {
        let file = write(&dir(&format!("vanish{n}")), "input.c", text);
        let Ok(loaded) = load_with(&file, &[]) else { continue };
        let id = loaded.program.function_named("f").expect("f");
        let body = loaded.program.functions[id].body.as_ref().expect("code");
        let mut stmts = body.blocks.iter().flat_map(|block| &block.stmts);
        let said = stmts.any(|stmt| matches!(stmt.kind, StmtKind::Unsupported { .. }));
        assert!(said || n == 0, "{text} was accepted as if there were nothing wrong");
    }
}

#[test]
fn what_cannot_be_compiled_is_unsupported_where_it_is_used() {
    let text = "register unsigned long sp asm(\"rsp\");\nregister unsigned long other asm(\"r13\");\n\
                unsigned long f(void) { return sp; }\nunsigned long g(void) { return other; }\n\
                unsigned long h(void) { register unsigned long x asm(\"rbx\"); return x; }\n\
                int printf(const char *, ...);\n\
                int p(const char *s, ...) { return printf(s, __builtin_va_arg_pack()); }\n\
                int fine(void) { return 1; }\n";
    let loaded = accept("uncompilable", text, &[]);
    let unsupported = |name: &str| {
        let function = loaded.program.functions.iter().find(|function| &*function.name == name).expect(name);
        let body = function.body.as_ref().expect("defined");
        body.blocks
            .iter()
            .flat_map(|b| &b.stmts)
            .any(|stmt| matches!(stmt.kind, StmtKind::Unsupported { .. }))
    };
    assert!(["f", "g", "h", "p"].into_iter().all(unsupported));
    assert!(!unsupported("fine"));
}
