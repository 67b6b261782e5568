//! Forty variables walk along one list, each a cell behind the one before it: as many shapes as variables, each with as many
//! segments as variables that have begun. Nothing is forgotten for that.

use std::fmt::Write;

use engine::{Engine, Entry, Limits};
use lengths::{Lengths, Options};

const VARIABLES: usize = 40;

fn program() -> String {
    let mut text =
        "#include <shapewright.h>\n#include <stdlib.h>\nstruct node { struct node *next; int data; };\n"
            .to_owned();
    text += "void walk(struct node *p0) {\n sw_requires(sw_len(p0) >= 0);\n";
    text += " sw_ensures(sw_len(p0) == sw_old(sw_len(p0)));\n";
    for k in 1..VARIABLES {
        let _ = writeln!(text, " struct node *p{k} = NULL;");
    }
    text += " struct node *head = p0;\n while (p0 != NULL) {\n";
    for k in (1..VARIABLES).rev() {
        let _ = writeln!(text, "  p{k} = p{};", k - 1);
    }
    text += "  p0 = p0->next;\n }\n";
    for k in 1..VARIABLES {
        let _ = writeln!(text, " if (p{k} != NULL) p{k}->data = {k};");
    }
    text += " if (head != NULL) head->data = 0;\n}\n";
    text
}

#[test]
fn forty_variables_on_one_list() {
    let file = std::env::temp_dir().join(format!("growth-{}.c", std::process::id()));
    std::fs::write(&file, program()).expect("a temporary file");
    let command = cfront::Command { file: file.clone(), options: cfront::Options::default() };
    let loaded =
        cfront::load(&[command], &cfront::Budget::default()).unwrap_or_else(|error| panic!("{error}"));
    let _ = std::fs::remove_file(file);
    let function = loaded.program.function_named("walk").expect("the function");
    let domain = Lengths::new(Options { malloc_may_fail: true });
    let entry = Entry { function, program_start: false };
    let analysis = Engine::new(&loaded.program, &domain, Limits::default()).run(&entry);
    assert!(analysis.lost().is_none());
    assert_eq!(analysis.checks().iter().count(), 0);
    assert!(analysis.spent().peak_disjuncts <= 2 * VARIABLES as u64);
}
