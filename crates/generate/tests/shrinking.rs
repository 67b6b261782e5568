//! A failure that only runs show is reduced to a few statements.

mod common;

use common::{dir, load, run, write};
use generate::{Config, Program};
use model::Rule;

/// The smallest program found that breaks the rule when it is run, of the first seed that does.
fn reduced(name: &str, config: &Config, rule: Rule) -> Program {
    let dir = dir(name);
    let breaks = |program: &Program| {
        let file = write(&dir, "input.c", program);
        run(&load(&file, program), false).rules.contains(&rule)
    };
    let program = (0..200)
        .map(|seed| generate::program(seed, config))
        .find(|program| program.statements() > 40 && breaks(program))
        .expect("a large program that breaks the rule");
    let small = generate::shrink(&program, breaks);
    assert!(breaks(&small));
    small
}

#[test]
fn a_double_free_becomes_a_handful_of_statements() {
    for (name, config) in [("double_free", Config::lists()), ("double_free_all", Config::everything())] {
        let small = reduced(name, &config, Rule::DoubleFree);
        assert!(small.statements() <= 5, "{}", small.to_c());
    }
}

#[test]
fn a_use_after_free_becomes_a_handful_of_statements() {
    let small = reduced("use_after_free", &Config::lists(), Rule::UseAfterFree);
    assert!(small.statements() <= 5, "{}", small.to_c());
}

#[test]
fn a_failed_assertion_becomes_a_handful_of_statements() {
    let small = reduced("assertion", &Config::lists(), Rule::AssertFail);
    assert!(small.statements() <= 4, "{}", small.to_c());
}
