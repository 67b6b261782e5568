//! What rules mean, in the words of the user documentation.

use model::Rule;

/// The page of the user documentation, without its title: what the rule means, an example, and how to mend it, as Markdown.
pub fn explanation(rule: Rule) -> &'static str {
    let page = match rule {
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
        Rule::Undefined => include_str!("../../../docs/user/rules/undefined.md"),
    };
    page.split_once("\n\n").map_or(page, |(_, text)| text)
}

/// Its first paragraph, in one line.
pub(crate) fn meaning(rule: Rule) -> String {
    let first = explanation(rule).split("\n\n").next().unwrap_or_default();
    first.split_whitespace().collect::<Vec<_>>().join(" ")
}
