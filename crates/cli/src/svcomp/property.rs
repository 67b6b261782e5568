//! Property files: what is asked of a program.
//!
//! A file holds lines like `CHECK( init(main()), LTL(G valid-free) )`; blanks do not matter. Memory safety is three of them.

use std::fmt;
use std::sync::Arc;

use interp::{Failures, LeakMode, Uninitialized};
use model::Rule;
use verify::{Conventions, Goal};

/// One line of a property file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Property {
    ValidFree,
    ValidDeref,
    ValidMemtrack,
    ValidMemcleanup,
    /// A function of this name is never called.
    NoCall(Arc<str>),
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ValidFree => "valid-free",
            Self::ValidDeref => "valid-deref",
            Self::ValidMemtrack => "valid-memtrack",
            Self::ValidMemcleanup => "valid-memcleanup",
            Self::NoCall(_) => "unreach-call",
        })
    }
}

/// Why a property file is of no use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Unusable {
    /// It cannot be read as one.
    Malformed(String),
    /// It asks for something that is not looked at here.
    NotAnswered(String),
}

/// What a property file asks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Specification {
    pub(super) properties: Vec<Property>,
    /// The formulas, as witnesses state them.
    pub(super) formulas: Vec<String>,
}

impl Specification {
    pub(super) fn parse(text: &str) -> Result<Self, Unusable> {
        let mut specification = Self { properties: Vec::new(), formulas: Vec::new() };
        for (number, line) in (1..).zip(text.lines()) {
            if line.trim().is_empty() {
                continue;
            }
            let formula = formula(line).ok_or_else(|| {
                let wanted = "expected `CHECK( init(main()), LTL(…) )`";
                Unusable::Malformed(format!("line {number}: {wanted}, found `{}`", line.trim()))
            })?;
            specification.properties.push(property(&formula)?);
            specification.formulas.push(formula);
        }
        let together = |property: &Property| {
            matches!(property, Property::ValidFree | Property::ValidDeref | Property::ValidMemtrack)
        };
        match specification.properties.as_slice() {
            [] => Err(Unusable::Malformed("it is empty".into())),
            [_] => Ok(specification),
            several if several.iter().all(together) => Ok(specification),
            _ => Err(Unusable::NotAnswered("these properties together".into())),
        }
    }

    /// What counts as an error.
    pub(super) fn conventions(&self) -> Conventions {
        let (goal, leak, failures) = match self.properties.first() {
            Some(Property::NoCall(name)) => {
                (Goal::Unreachable, LeakMode::Lost, Failures::Calls(name.clone()))
            }
            Some(Property::ValidMemcleanup) => (Goal::Cleanup, LeakMode::End, Failures::Ends),
            _ => (Goal::MemorySafety, LeakMode::Lost, Failures::Ends),
        };
        Conventions { goal, leak, failures, uninitialized: Uninitialized::Input, inner_bounds: false }
    }

    /// The property that an error violates, if it was asked for.
    pub(super) fn violated(&self, rule: Rule) -> Option<&Property> {
        self.properties.iter().find(|property| match property {
            Property::ValidFree => matches!(rule, Rule::DoubleFree | Rule::InvalidFree),
            Property::ValidDeref => matches!(rule, Rule::NullDeref | Rule::UseAfterFree | Rule::OutOfBounds),
            Property::ValidMemtrack | Property::ValidMemcleanup => rule == Rule::Leak,
            Property::NoCall(_) => rule == Rule::AssertFail,
        })
    }
}

/// The formula of a line, with one blank where there are any.
fn formula(line: &str) -> Option<String> {
    let text = line.split_whitespace().collect::<Vec<_>>().join(" ");
    let inside = |text: &str, name: &str| {
        let rest = text.strip_prefix(name)?.trim_start().strip_prefix('(')?;
        Some(rest.strip_suffix(')')?.trim().to_owned())
    };
    let check = inside(&text, "CHECK")?;
    let (init, formula) = check.split_once(',')?;
    let main = inside(init.trim(), "init")?;
    (main.replace(' ', "") == "main()").then(|| inside(formula.trim(), "LTL")).flatten()
}

fn property(formula: &str) -> Result<Property, Unusable> {
    let dense = formula.replace(' ', "");
    match &*dense {
        "Gvalid-free" => Ok(Property::ValidFree),
        "Gvalid-deref" => Ok(Property::ValidDeref),
        "Gvalid-memtrack" => Ok(Property::ValidMemtrack),
        "Gvalid-memcleanup" => Ok(Property::ValidMemcleanup),
        _ => {
            let name = dense.strip_prefix("G!call(").and_then(|rest| rest.strip_suffix("())"));
            let is_name = |name: &&str| {
                !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
            };
            match name.filter(is_name) {
                Some(name) => Ok(Property::NoCall(name.into())),
                None => Err(Unusable::NotAnswered(format!("`{formula}`"))),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(formula: &str) -> String {
        format!("CHECK( init(main()), LTL({formula}) )\n")
    }

    #[test]
    fn the_three_lines_of_memory_safety_are_one_question() {
        let text = ["G valid-free", "G valid-deref", "G valid-memtrack"].map(check).concat() + "\n";
        let read = Specification::parse(&text).expect("a property file");
        assert_eq!(read.conventions().goal, Goal::MemorySafety);
        assert_eq!(read.violated(Rule::DoubleFree), Some(&Property::ValidFree));
        assert_eq!(read.violated(Rule::NullDeref), Some(&Property::ValidDeref));
        assert_eq!(read.violated(Rule::Leak), Some(&Property::ValidMemtrack));
        assert_eq!(read.violated(Rule::AssertFail), None);
    }

    #[test]
    fn a_call_that_must_not_be_is_named() {
        let read = Specification::parse(&check("G ! call(reach_error())")).expect("a property file");
        assert_eq!(read.properties, [Property::NoCall("reach_error".into())]);
        assert_eq!(read.formulas, ["G ! call(reach_error())"]);
    }

    #[test]
    fn what_is_malformed_is_told_from_what_is_not_answered() {
        let malformed = |text: &str| matches!(Specification::parse(text), Err(Unusable::Malformed(_)));
        assert!(
            malformed("")
                && malformed("memory safety\n")
                && malformed("CHECK( init(main()), LTL(G valid-free )")
        );
        for formula in ["F end", "G ! overflow", "G ! call(f(), g())"] {
            let read = Specification::parse(&check(formula));
            assert!(matches!(read, Err(Unusable::NotAnswered(_))), "{read:?}");
        }
        let mixed = check("G valid-free") + &check("G valid-memcleanup");
        assert!(matches!(Specification::parse(&mixed), Err(Unusable::NotAnswered(_))));
    }
}
