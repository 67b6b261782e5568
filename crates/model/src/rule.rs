//! The rules that are checked, by their stable names.

use std::fmt;
use std::str::FromStr;

use ir::AssertKind;

/// What can be wrong.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Rule {
    /// An access through a null pointer.
    NullDeref,
    /// An access to an object that is no longer alive.
    UseAfterFree,
    /// A block freed twice.
    DoubleFree,
    /// `free` of something that is not the start of a heap block.
    InvalidFree,
    /// A heap block nothing leads to any more.
    Leak,
    /// An access outside the object it started from.
    OutOfBounds,
    /// A branch, address or computation that depends on a value never written.
    Uninitialized,
    /// An assertion that does not hold.
    AssertFail,
    /// A `requires` or `ensures` that is not established.
    Contract,
    /// A checker or contract that must be rejected.
    BadChecker,
    /// A construct that is not modelled.
    Unsupported,
    /// What C leaves undefined, and no other rule names.
    Undefined,
}

impl Rule {
    /// Every rule, in the order of documentation.
    pub const ALL: [Rule; 12] = [
        Rule::NullDeref,
        Rule::UseAfterFree,
        Rule::DoubleFree,
        Rule::InvalidFree,
        Rule::Leak,
        Rule::OutOfBounds,
        Rule::Uninitialized,
        Rule::AssertFail,
        Rule::Contract,
        Rule::BadChecker,
        Rule::Unsupported,
        Rule::Undefined,
    ];

    /// The name used in every output.
    pub fn id(self) -> &'static str {
        match self {
            Rule::NullDeref => "null-deref",
            Rule::UseAfterFree => "use-after-free",
            Rule::DoubleFree => "double-free",
            Rule::InvalidFree => "invalid-free",
            Rule::Leak => "leak",
            Rule::OutOfBounds => "out-of-bounds",
            Rule::Uninitialized => "uninitialized",
            Rule::AssertFail => "assert-fail",
            Rule::Contract => "contract",
            Rule::BadChecker => "bad-checker",
            Rule::Unsupported => "unsupported",
            Rule::Undefined => "undefined",
        }
    }

    /// What it is about, in a few words.
    pub fn summary(self) -> &'static str {
        match self {
            Rule::NullDeref => "an access through a null pointer",
            Rule::UseAfterFree => "an access to an object that is no longer alive",
            Rule::DoubleFree => "a block freed twice",
            Rule::InvalidFree => "free of something that is not the start of a heap block",
            Rule::Leak => "a heap block that nothing leads to any more",
            Rule::OutOfBounds => "an access outside the object it started from",
            Rule::Uninitialized => "a decision, address or computation made with a value never written",
            Rule::AssertFail => "an assertion that does not hold",
            Rule::Contract => "a requires or ensures that is not established",
            Rule::BadChecker => "a checker or contract that must be rejected",
            Rule::Unsupported => "a construct that is not modelled",
            Rule::Undefined => "behaviour that C leaves undefined and no other rule names",
        }
    }

    /// The entry of the Common Weakness Enumeration, if there is one.
    pub fn cwe(self) -> Option<u16> {
        match self {
            Rule::NullDeref => Some(476),
            Rule::UseAfterFree => Some(416),
            Rule::DoubleFree => Some(415),
            Rule::InvalidFree => Some(590),
            Rule::Leak => Some(401),
            Rule::OutOfBounds => Some(119),
            Rule::Uninitialized => Some(457),
            Rule::AssertFail => Some(617),
            Rule::Undefined => Some(758),
            Rule::Contract | Rule::BadChecker | Rule::Unsupported => None,
        }
    }

    /// How bad it can be for security, from 0 to 10, if it concerns it.
    pub fn severity(self) -> Option<&'static str> {
        match self {
            Rule::UseAfterFree | Rule::DoubleFree | Rule::OutOfBounds => Some("8.8"),
            Rule::InvalidFree => Some("8.0"),
            Rule::Uninitialized => Some("6.5"),
            Rule::NullDeref => Some("5.5"),
            Rule::Leak | Rule::AssertFail | Rule::Undefined => Some("4.0"),
            Rule::Contract | Rule::BadChecker | Rule::Unsupported => None,
        }
    }
}

impl From<AssertKind> for Rule {
    /// The rule that is broken where a condition does not hold.
    fn from(kind: AssertKind) -> Self {
        match kind {
            AssertKind::Assertion => Rule::AssertFail,
            AssertKind::Undefined | AssertKind::Truth => Rule::Undefined,
            AssertKind::Bounds => Rule::OutOfBounds,
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl FromStr for Rule {
    type Err = String;
    fn from_str(name: &str) -> Result<Self, String> {
        Rule::ALL
            .into_iter()
            .find(|rule| rule.id() == name)
            .ok_or_else(|| format!("there is no rule named `{name}`"))
    }
}
