//! Units of several programs: who means what by a name that several define.

mod common;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use common::{ample, dir, write};
use ir::{FunctionId, Linkage, Program, ProgramText, Role};
use shapewright_cfront::{Command, LoadError, Loaded, Model, Options, Programs, load_kept};
use store::Store;

fn commands(dir: &Path, units: &[(&str, &str)]) -> Vec<Command> {
    let files: Vec<PathBuf> = units.iter().map(|(name, text)| write(dir, name, text)).collect();
    files.into_iter().map(|file| Command { file, options: Options::default() }).collect()
}

fn load(test: &str, units: &[(&str, &str)], programs: Programs) -> Result<Loaded, LoadError> {
    load_kept(&commands(&dir(test), units), &[Model::Libc], programs, None, &ample())
}

fn several(test: &str, units: &[(&str, &str)]) -> Program {
    load(test, units, Programs::Several).unwrap_or_else(|error| panic!("{error}")).program
}

fn store_in(directory: &Path) -> Arc<Store> {
    Arc::new(Store::open(&directory.join("store"), &[0; 32]).unwrap_or_else(|why| panic!("{why}")))
}

/// The function of this name that a file defines.
fn of(program: &Program, label: &str) -> FunctionId {
    let meant = program.functions_meant(label);
    assert_eq!(meant.len(), 1, "{label}: {meant:?}");
    meant[0]
}

/// The functions that a function calls.
fn callees(program: &Program, label: &str) -> Vec<FunctionId> {
    program.functions[of(program, label)].body.glance().expect("it has code").calls.clone()
}

fn is_unknown(program: &Program, id: FunctionId) -> bool {
    let function = &program.functions[id];
    let unsupported = function.body.glance().is_some_and(|glance| glance.unsupported && glance.returns);
    assert_eq!(function.role == Role::Ambiguous, unsupported, "{}", function.name);
    unsupported
}

const A: &str = "int get(void) { return 1; }\nint main(void) { return get(); }";
const B: &str = "int get(void) { return 2; }\nint main(void) { return get(); }";
const USER: &str = "int get(void);\nint use(void) { return get(); }";

#[test]
fn each_means_its_own_definition_and_nobody_knows_what_others_mean() {
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
        let all = [("a.c", A), ("b.c", B), ("use.c", USER)];
        let program = several("own", &order.map(|unit| all[unit]));
        for unit in ["a.c", "b.c"] {
            assert_eq!(callees(&program, &format!("{unit}:main")), [of(&program, &format!("{unit}:get"))]);
        }
        let [meant] = callees(&program, "use")[..] else { panic!("it calls one function") };
        assert!(is_unknown(&program, meant));
        assert_eq!(program.mains().len(), 2);
        assert_eq!(program.defined().count(), 5);
    }
}

#[test]
fn who_names_files_means_one_program() {
    let error = load("one", &[("a.c", A), ("b.c", B)], Programs::One).expect_err("two of all");
    assert!(error.diagnostics.iter().any(|said| said.message == "`main` is defined twice"), "{error}");
}

#[test]
fn what_is_one_program_is_linked_as_one() {
    let main = "int get(void);\nint n;\nextern int m;\nint main(void) { return get() + n + m; }";
    let rest = "int n;\nint m = 3;\n__attribute__((weak)) int get(void) { return 1; }";
    let strong = "int get(void) { return 2; }";
    let units = [("main.c", main), ("rest.c", rest), ("strong.c", strong)];
    let directory = dir("alike");
    let text = |programs| {
        let loaded = load_kept(&commands(&directory, &units), &[], programs, None, &ample());
        let loaded = loaded.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(loaded.note, None);
        format!("{} {:?}", ProgramText::new(&loaded.program), loaded.program.functions)
    };
    assert_eq!(text(Programs::Several), text(Programs::One));
}

#[test]
fn a_weak_definition_may_be_all_that_another_program_has() {
    let library = "__attribute__((weak)) int hook(void) { return 0; }\nint use(void) { return hook(); }";
    let strong = "int hook(void) { return 1; }\nint main(void) { return hook(); }";
    let other = "int use(void);\nint main(void) { return use(); }";
    let program = several("weak", &[("library.c", library), ("strong.c", strong), ("other.c", other)]);
    assert!(is_unknown(&program, callees(&program, "use")[0]));
    assert!(!is_unknown(&program, callees(&program, "strong.c:main")[0]));
    // C leaves open whether a call means the inline function or the one that it gives way to.
    let inline = library.replace("__attribute__((weak))", "inline");
    let program = several("inline", &[("library.c", &inline), ("strong.c", strong), ("other.c", other)]);
    assert!(is_unknown(&program, callees(&program, "use")[0]));
    // Of two weak ones each may be alone in a program.
    let weak = "__attribute__((weak)) int hook(void) { return 2; }";
    let main = "int main(void) { return 0; }";
    let units = [("library.c", library), ("weak.c", weak), ("a.c", main), ("b.c", main)];
    assert!(is_unknown(&several("both weak", &units), callees(&several("both weak", &units), "use")[0]));
}

#[test]
fn inline_functions_of_different_headers_are_different() {
    let file = |header: &str| format!("#include \"{header}\"\nint main(void) {{ return get(); }}");
    let dir = dir("headers");
    write(&dir, "a.h", "inline int get(void) { return 1; }");
    write(&dir, "b.h", "inline int get(void) { return 2; }");
    let commands = commands(&dir, &[("1.c", &file("a.h")), ("2.c", &file("a.h")), ("3.c", &file("b.h"))]);
    let load = |commands: &[Command]| {
        let loaded = load_kept(commands, &[], Programs::Several, None, &ample());
        loaded.unwrap_or_else(|error| panic!("{error}")).program
    };
    let called = |program: &Program, unit: &str| callees(program, &format!("{unit}.c:main"))[0];
    let program = load(&commands[..2]);
    assert_eq!(called(&program, "1"), called(&program, "2"));
    let program = load(&commands);
    let header = |unit: &str| program.sources.path(program.functions[called(&program, unit)].span.file);
    assert!(header("1").ends_with("a.h") && header("3").ends_with("b.h"));
}

#[test]
fn a_function_whose_address_is_compared_is_one() {
    let a = "int get(void) { return 1; }\nint same(int (*)(void));\nint main(void) { return same(get); }";
    let b = a.replace('1', "2");
    let user = "int get(void);\nint same(int (*f)(void)) { return f == get; }";
    let program = several("compared", &[("a.c", a), ("b.c", &b), ("use.c", user)]);
    let named: Vec<_> = program.functions.enumerate().filter(|(_, f)| &*f.name == "get").collect();
    assert_eq!(named.len(), 1);
    assert!(is_unknown(&program, named[0].0));
}

/// The variables of a name: their linkage, and whether something is known of what they hold.
fn variables(program: &Program, name: &str) -> Vec<(bool, bool)> {
    let named = program.globals.iter().filter(|global| &*global.name == name);
    named.map(|global| (global.linkage == Linkage::External, global.init.is_some())).collect()
}

#[test]
fn a_variable_that_others_use_is_one_of_which_nothing_is_known() {
    let a = "int n = 1;\nint main(void) { return n; }";
    let b = "int n = 2;\nint main(void) { return n; }";
    let user = "extern int n;\nvoid set(void) { n = 3; }";
    let program = several("variables", &[("a.c", a), ("b.c", b)]);
    assert_eq!(variables(&program, "n"), [(false, true), (false, true)]);
    // Whoever writes to it may write to any of them.
    let program = several("used", &[("a.c", a), ("b.c", b), ("use.c", user)]);
    assert_eq!(variables(&program, "n"), [(true, false)]);
    // One without a value may be all that the other program has.
    let program = several("tentative", &[("a.c", a), ("b.c", "int n;\nint main(void) { return n; }")]);
    assert_eq!(variables(&program, "n"), [(false, true), (false, true)]);
    // None has a value, so whichever it is holds zero.
    let zero = "int n;\nint main(void) { return n; }";
    let program = several("zero", &[("a.c", zero), ("b.c", zero), ("use.c", user)]);
    assert_eq!(variables(&program, "n"), [(true, true)]);
}

#[test]
fn other_types_are_other_things() {
    let a = "int flag = 1;\nint run(int n) { return n; }\nint main(void) { return run(flag); }";
    let b = "char *flag;\nchar *run(char *s) { return s; }\nint main(void) { return run(flag) != 0; }";
    let user = "extern char *flag;\nextern char *run(char *);\nint use(void) { return run(flag) != 0; }";
    let program = several("types", &[("a.c", a), ("b.c", b), ("use.c", user)]);
    assert_eq!(variables(&program, "flag"), [(false, true), (true, false)]);
    assert!(is_unknown(&program, callees(&program, "use")[0]));
    // A name that one unit defines means that to all who may mean it.
    let lone = "int run(int n) { return n; }\nint main(void) { return run(0); }";
    let fits = "int run(int);\nint main(void) { return run(1); }";
    let units =
        [("a.c", lone), ("b.c", fits), ("c.c", "char *run(char *);\nint use(void) { return !run(0); }")];
    let program = several("lone", &units);
    assert_eq!(callees(&program, "b.c:main"), [of(&program, "run")]);
    assert!(is_unknown(&program, callees(&program, "use")[0]));
    // A function here, a variable there.
    let a = "int thing(void) { return 0; }\nint main(void) { return thing(); }";
    let program =
        several("kinds", &[("a.c", a), ("b.c", "int thing = 2;\nint main(void) { return thing; }")]);
    assert_eq!(variables(&program, "thing"), [(false, true)]);
}

#[test]
fn the_library_is_not_meant_where_two_define_the_name() {
    let own = "unsigned long strlen(const char *s) { return s != 0; }\nint main(void) { return (int)strlen(\"\"); }";
    let user = "unsigned long strlen(const char *);\nunsigned long use(const char *s) { return strlen(s); }";
    let program = several("library", &[("a.c", own), ("b.c", own), ("use.c", user)]);
    assert!(is_unknown(&program, callees(&program, "use")[0]));
}

#[test]
fn nobody_knows_which_program_a_constructor_is_of() {
    let first = "int *p;\n__attribute__((constructor)) static void set(void) { static int n; p = &n; }\nint main(void) { return *p; }";
    let program = several("constructors", &[("a.c", first), ("b.c", "int main(void) { return 0; }")]);
    let [one] = program.constructors[..] else { panic!("one stands for all") };
    assert!(is_unknown(&program, one));
}

#[test]
fn the_note_is_one_line() {
    let note = |units: &[(&str, &str)]| load("note", units, Programs::Several).expect("it is C").note;
    let main = "int main(void) { return 0; }";
    assert_eq!(
        note(&[("a.c", main), ("b.c", main)]).as_deref(),
        Some("several files have their own `main`, as in different programs")
    );
    let many = "int a, b = 1, c = 2, d = 3;\nint main(void) { return 0; }";
    assert_eq!(
        note(&[("a.c", many), ("b.c", many), ("c.c", "extern int b;\nint *use(void) { return &b; }")])
            .as_deref(),
        Some(
            "several files have their own `main`, `b`, `c` and 1 more name, as in different programs; \
             what others mean by that is not known"
        )
    );
}

#[test]
fn what_is_linked_and_its_keys_do_not_depend_on_the_store() {
    let directory = dir("stored");
    let units = [("a/main.c", A), ("b/main.c", B), ("use.c", USER)];
    let commands = commands(&directory, &units);
    let store = store_in(&directory);
    let text = |store: Option<&Arc<Store>>| {
        let loaded = load_kept(&commands, &[Model::Libc], Programs::Several, store, &ample());
        let program = loaded.unwrap_or_else(|error| panic!("{error}")).program;
        let keys = program.keys();
        let keys: Vec<_> = program.functions.ids().map(|id| keys.of(id)).collect();
        format!("{} {:?} {keys:?}", ProgramText::new(&program), program.functions)
    };
    let read = text(None);
    assert_eq!(text(Some(&store)), read);
    assert_eq!(text(Some(&store)), read);
}

#[test]
fn functions_of_one_name_have_keys_of_their_own() {
    let directory = dir("keys");
    // The same text, and what it calls has the same name: only the file says what that is.
    let caller = "int get(void);\nint call(void) { return get(); }\nint main(void) { return call(); }\n";
    let a = format!("{caller}int get(void) {{ return 1; }}");
    let b = format!("{caller}int get(void) {{ return 2; }}");
    let commands = commands(&directory, &[("a/main.c", &a), ("b/main.c", &b)]);
    for store in [None, Some(store_in(&directory))] {
        let loaded = load_kept(&commands, &[], Programs::Several, store.as_ref(), &ample());
        let program = loaded.unwrap_or_else(|error| panic!("{error}")).program;
        let keys = program.keys();
        for name in ["get", "call", "main"] {
            let [a, b] = program.functions_meant(name)[..] else { panic!("there are two") };
            assert_ne!(keys.of(a), keys.of(b), "{name}");
            let glance = |id: FunctionId| program.functions[id].body.glance().and_then(|glance| glance.key);
            assert_eq!(glance(a).is_some(), store.is_some());
            assert!(store.is_none() || glance(a) != glance(b), "{name}");
        }
    }
}

#[test]
fn a_call_may_mean_an_inline_definition_or_another_one() {
    const INLINE: &str = "inline int f(int x) { return x + 5; }\nint main(void) { return f(1); }";
    for other in ["int f(int x) { return x; }", "int f(int x);\nint g(void) { return f(2); }"] {
        for order in [[0, 1], [1, 0]] {
            let all = [("a.c", INLINE), ("b.c", other)];
            let loaded = load("inline", &order.map(|unit| all[unit]), Programs::One);
            let program = loaded.unwrap_or_else(|error| panic!("{error}")).program;
            let named = program.functions.enumerate().find(|(_, function)| &*function.name == "f");
            let (id, _) = named.expect("there is `f`");
            assert_eq!(is_unknown(&program, id), other.starts_with("int f(int x) {"), "{other}");
        }
    }
}

#[test]
fn an_inline_definition_in_a_header_is_the_same_for_all() {
    let dir = dir("inline-header");
    write(&dir, "f.h", "inline int f(int x) { return x + 5; }\n");
    let units = [
        ("a.c", "#include \"f.h\"\nint main(void) { return f(1); }"),
        ("b.c", "#include \"f.h\"\nextern int f(int x);\n"),
    ];
    let loaded = load_kept(&commands(&dir, &units), &[Model::Libc], Programs::One, None, &ample());
    let program = loaded.unwrap_or_else(|error| panic!("{error}")).program;
    let glance = program.functions[of(&program, "f")].body.glance().expect("it has code");
    assert!(!glance.unsupported);
}
