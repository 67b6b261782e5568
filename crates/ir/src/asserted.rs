//! Calls in assertions: which calls of a body an assertion or an assumption asks.
//!
//! `assert(list(x))` is a call and a branch to a failing assertion, or the assertion of what the call gave. Nothing but the
//! user's text says that they belong together: the call stands within what the assertion was written as.

use crate::{AssertKind, BlockId, Body, Span, StmtKind};

/// Who asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asks {
    /// An assertion: it fails if the call does not return.
    Assertion,
    /// An assumption.
    Assumption,
}

/// A call in an assertion or an assumption.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AssertedCall {
    /// Where the call is.
    pub call: (BlockId, u32),
    /// Where what asks it is.
    pub by: (BlockId, u32),
    /// What that is.
    pub asks: Asks,
}

impl Body {
    /// The calls that assertions and assumptions ask, in the order of the code.
    pub fn asserted_calls(&self) -> Vec<AssertedCall> {
        let all = || {
            self.blocks.enumerate().flat_map(|(id, block)| {
                block.stmts.iter().enumerate().map(move |(index, stmt)| ((id, index as u32), stmt))
            })
        };
        let asking: Vec<((BlockId, u32), Span, Asks)> = all()
            .filter_map(|(at, stmt)| match &stmt.kind {
                StmtKind::Assert { kind: AssertKind::Assertion, .. } => {
                    Some((at, stmt.span, Asks::Assertion))
                }
                StmtKind::Assume(_) => Some((at, stmt.span, Asks::Assumption)),
                _ => None,
            })
            .collect();
        if asking.is_empty() {
            return Vec::new();
        }
        let asked = |(call, stmt): ((BlockId, u32), &crate::Stmt)| {
            if !matches!(stmt.kind, StmtKind::Call(_)) {
                return None;
            }
            let (by, _, asks) = asking.iter().find(|(_, span, _)| stmt.span.is_within(*span))?;
            Some(AssertedCall { call, by: *by, asks: *asks })
        };
        all().filter_map(asked).collect()
    }
}
