//! Models stand for functions that a program calls and does not define.

mod common;

use std::path::PathBuf;

use common::{ample, dir, shown, write};
use ir::{Program, Role};
use shapewright_cfront::{Command, LoadError, Model, Options, load_with_models};

fn load(test: &str, program: &str, models: &[&str]) -> Result<Program, LoadError> {
    let dir = dir(test);
    let command = Command { file: write(&dir, "input.c", program), options: Options::default() };
    let files: Vec<PathBuf> =
        models.iter().enumerate().map(|(n, text)| write(&dir, &format!("model{n}.c"), text)).collect();
    let models: Vec<Model> = files.into_iter().map(Model::File).chain([Model::Libc]).collect();
    load_with_models(&[command], &models, &ample()).map(|loaded| loaded.program)
}

/// The functions that are models, each with its file and whether it has a body.
fn modelled(program: &Program) -> Vec<String> {
    let models = program.functions.iter().filter(|function| function.role == Role::Model);
    let mut names: Vec<String> = models
        .map(|function| {
            assert!(function.body.is_some(), "{} has no body", function.name);
            let path = program.sources.path(function.span.file);
            format!("{} of {}", function.name, path.rsplit('/').next().unwrap_or_default())
        })
        .collect();
    names.sort();
    names
}

#[test]
fn what_is_missing_is_taken_and_nothing_else() {
    let program = "int rand(void); int next(void); int main(void) { return rand() + next(); }";
    let model = "static int one(void) { return 1; }\nstatic int two(void) { return 2; }\n\
                 int next(void) { return one(); }\nint other(void) { return two(); }\n";
    let program = load("taken", program, &[model]).expect("it is accepted");
    assert_eq!(modelled(&program), ["next of model0.c", "one of model0.c", "rand of libc.c"]);
    assert!(program.functions.iter().all(|function| !["other", "two", "random"].contains(&&*function.name)));
}

#[test]
fn the_first_that_has_it_is_taken() {
    let program = "int rand(void); int next(void); int main(void) { return rand() + next(); }\n\
                   int next(void) { return 3; }";
    let models =
        ["int rand(void) { return 4; }", "int rand(void) { return 5; } int next(void) { return 6; }"];
    let program = load("first", program, &models).expect("it is accepted");
    assert_eq!(modelled(&program), ["rand of model0.c"]);
}

#[test]
fn models_may_call_what_other_models_have() {
    let program = "int dice(void); int main(void) { return dice(); }";
    let model = "int rand(void); int dice(void) { return rand() % 6; }";
    let program = load("other", program, &[model]).expect("it is accepted");
    assert_eq!(modelled(&program), ["dice of model0.c", "rand of libc.c"]);
}

#[test]
fn a_name_of_the_library_may_mean_something_else() {
    let program = "double rand(double); int main(void) { return rand(1) > 0; }";
    let program = load("else", program, &[]).expect("it is accepted");
    assert_eq!(modelled(&program), [""; 0]);
}

#[test]
fn a_model_that_does_not_fit_is_refused() {
    let program = "int next(void); int main(void) { return next(); }";
    let refused = load("fit", program, &["long next(int x) { return x; }"]).expect_err("it is refused");
    let expected = "model0.c:1:6: Error: `next` is declared with different types\n  input.c:1:5: the other one is here\n";
    assert_eq!(shown(&refused), expected);
}

/// Every model of ours is valid C and has a name that the program may call.
#[test]
fn ours_are_all_read() {
    let text = include_str!("../../../models/libc.c");
    let names: Vec<&str> = text
        .lines()
        .filter(|line| !line.starts_with([' ', '/', '}', '#']))
        .filter(|line| {
            !["extern", "static", "enum", "typedef", "__attribute__"]
                .iter()
                .any(|word| line.starts_with(word))
        })
        .filter(|line| line.contains('('))
        .filter_map(|line| line.split('(').next()?.split([' ', '*']).next_back())
        .filter(|name| !name.is_empty())
        .collect();
    assert!(names.len() > 20, "{names:?}");
    for name in names {
        let program = format!("int {name}(); int main(void) {{ return (int){name}(1); }}");
        let loaded = load("ours", &program, &[]).unwrap_or_else(|error| panic!("{}", shown(&error)));
        // Those whose results are not of the size of an `int`.
        let wide = ["random", "labs", "llabs", "time", "clock", "srand", "srandom"];
        let given = [
            "__ctype_b_loc",
            "__errno_location",
            "fopen",
            "qsort",
            "bsearch",
            "strtok",
            "strtok_r",
            "strerror",
            "setlocale",
        ];
        let differs = wide.contains(&name) || given.contains(&name);
        assert_eq!(modelled(&loaded).is_empty(), differs, "{name}");
    }
}
