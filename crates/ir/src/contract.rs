//! Contracts: what a function asks of its callers and promises them.
//!
//! A clause is an ordinary function of the IR, so whoever can read a function can read a clause. It
//! is made up ([`Role::Clause`]) and called by nothing in the program; whoever checks contracts calls
//! it at the right time:
//!
//! - a *requires* predicate with the arguments of the call, before the body runs;
//! - an *old* function with the same arguments, then too; it gives a value that the body may change;
//! - an *ensures* predicate when the body has returned: with the arguments as they were on entry, then the
//!   result (if a clause speaks of it), then the old values in order.
//!
//! A predicate holds if it gives nonzero. The clauses of a kind are conjoined.

use std::sync::Arc;

use crate::{FunctionId, Span};

/// The contract of a function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Contract {
    /// What must hold when the function is called.
    pub requires: Vec<Clause>,
    /// What holds when it returns.
    pub ensures: Vec<Clause>,
    /// The functions that give the values on entry that the ensures speak of.
    pub old: Vec<FunctionId>,
}

impl Contract {
    /// All functions that were made up for this contract, in the order in which they run.
    pub fn functions(&self) -> impl Iterator<Item = FunctionId> {
        let requires = self.requires.iter().map(|clause| clause.predicate);
        let ensures = self.ensures.iter().map(|clause| clause.predicate);
        requires.chain(self.old.iter().copied()).chain(ensures)
    }
}

/// One clause of a contract.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// Tells whether it holds.
    pub predicate: FunctionId,
    /// Where it stands.
    pub span: Span,
    /// The condition as the user wrote it.
    pub text: Arc<str>,
}

/// Why a function is in the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Role {
    /// The user wrote it or calls it.
    #[default]
    Ordinary,
    /// It is a model: it stands for a function of a library that the program calls.
    Model,
    /// It was made up for a clause of a contract.
    Clause {
        /// The function whose contract it is.
        of: FunctionId,
    },
}
