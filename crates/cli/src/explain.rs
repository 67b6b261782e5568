//! `shapewright explain` and `shapewright completions`.

use clap::CommandFactory;
use model::Rule;

use crate::args::Cli;
use crate::exit::Exit;
use crate::terminal::Terminal;

pub(crate) fn explain(rule: Option<&str>, terminal: &Terminal) -> anyhow::Result<Exit> {
    let Some(name) = rule else {
        for rule in Rule::ALL {
            terminal.print(format!("{:<16} {}\n", rule.id(), rule.summary()));
        }
        return Ok(Exit::Clean);
    };
    let rule: Rule = name.parse().map_err(|error: String| {
        let names: Vec<&str> = Rule::ALL.iter().map(|rule| rule.id()).collect();
        anyhow::anyhow!("{error}; the rules are {}", names.join(", "))
    })?;
    terminal.print(format!("{}: {}\n\n{}", rule.id(), rule.summary(), page(rule)));
    Ok(Exit::Clean)
}

pub(crate) fn completions(shell: clap_complete::Shell, terminal: &Terminal) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "shapewright", &mut script);
    terminal.print(script);
    Exit::Clean
}

/// The page of the user documentation.
fn page(rule: Rule) -> &'static str {
    match rule {
        Rule::NullDeref => include_str!("../../../docs/user/rules/null-deref.md"),
        Rule::UseAfterFree => include_str!("../../../docs/user/rules/use-after-free.md"),
        Rule::DoubleFree => include_str!("../../../docs/user/rules/double-free.md"),
        Rule::InvalidFree => include_str!("../../../docs/user/rules/invalid-free.md"),
        Rule::Leak => include_str!("../../../docs/user/rules/leak.md"),
        Rule::OutOfBounds => include_str!("../../../docs/user/rules/out-of-bounds.md"),
        Rule::Uninitialized => include_str!("../../../docs/user/rules/uninitialized.md"),
        Rule::AssertFail => include_str!("../../../docs/user/rules/assert-fail.md"),
        Rule::Contract => include_str!("../../../docs/user/rules/contract.md"),
        Rule::BadChecker => include_str!("../../../docs/user/rules/bad-checker.md"),
        Rule::Unsupported => include_str!("../../../docs/user/rules/unsupported.md"),
    }
}
