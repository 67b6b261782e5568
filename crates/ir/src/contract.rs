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
//! A *ghost* is a set of values that only the contract speaks of. Each clause and each old function has one more parameter for each, after all
//! others. It is the same set in all clauses of a contract, whichever it is: a contract holds if it does for some ghosts.
//!
//! A predicate holds if it gives nonzero. The clauses of a kind are conjoined.

use std::sync::Arc;

use crate::{FunctionId, Span, TypeId, TypeKind, Types};

/// The contract of a function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Contract {
    /// What must hold when the function is called.
    pub requires: Vec<Clause>,
    /// What holds when it returns.
    pub ensures: Vec<Clause>,
    /// The functions that give the values on entry that the ensures speak of.
    pub old: Vec<FunctionId>,
    /// The sets it speaks of.
    pub ghosts: Vec<Ghost>,
}

impl Contract {
    /// All functions that were made up for this contract, in the order in which they run.
    pub fn functions(&self) -> impl Iterator<Item = FunctionId> {
        let requires = self.requires.iter().map(|clause| clause.predicate);
        let ensures = self.ensures.iter().map(|clause| clause.predicate);
        requires.chain(self.old.iter().copied()).chain(ensures)
    }
}

/// A set that a contract speaks of, and the program does not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ghost {
    /// What the user calls it.
    pub name: Arc<str>,
    /// Its type: [`Types::ghost`] knows it.
    pub ty: TypeId,
    /// Where it is declared.
    pub span: Span,
}

/// What the values of a type of our header are: nothing that a program computes with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum GhostKind {
    /// `sw_set`: a set of values.
    Set,
    /// `sw_bag`: a multiset of values.
    Bag,
}

/// The structs of our header that nothing defines; a pointer to one is a set.
const GHOSTS: [(&str, GhostKind); 2] =
    [("struct __sw_set", GhostKind::Set), ("struct __sw_bag", GhostKind::Bag)];

impl Types {
    /// What a type of our header stands for.
    pub fn ghost(&self, ty: TypeId) -> Option<GhostKind> {
        let TypeKind::Record(record) = self.kind(self.pointee(ty)?) else { return None };
        let record = self.record(*record);
        GHOSTS.iter().find(|(name, _)| !record.complete && *name == &*record.name).map(|(_, kind)| *kind)
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
    /// Several files define it, each for a program of its own, and which one is meant here is not known. Its code says so.
    Ambiguous,
    /// It was made up for a clause of a contract.
    Clause {
        /// The function whose contract it is.
        of: FunctionId,
    },
}
