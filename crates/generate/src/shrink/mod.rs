//! Making a program smaller that shows a failure.
//!
//! Delta debugging: ever smaller parts are left out as long as the failure stays, first whole
//! functions, then runs of statements, halves before quarters before single ones; then loops and
//! branches are replaced by what is in them, expressions by their operands or constants, variables
//! by one another. All of it is repeated until nothing helps any more. A step counts only if the
//! program gets smaller by a fixed [`measure`], so this ends.

mod edits;
mod measure;

use std::collections::HashSet;

use crate::ast::Program;
use crate::check::check;
use crate::tidy;
use measure::measure;

/// Most programs that are tried: each costs a run or an analysis.
const TRIES: usize = 5_000;

/// The smallest program found that still fails. `fails` is asked about many programs, all of them
/// valid; the given one is expected to fail, and is returned if none smaller does.
pub fn shrink(program: &Program, fails: impl FnMut(&Program) -> bool) -> Program {
    let mut shrinker = Shrinker { best: program.clone(), fails, tried: HashSet::new() };
    loop {
        let before = measure(&shrinker.best);
        edits::functions(&mut shrinker);
        edits::statements(&mut shrinker);
        edits::unwrap(&mut shrinker);
        edits::variables(&mut shrinker);
        edits::exprs(&mut shrinker);
        if measure(&shrinker.best) == before || shrinker.is_tired() {
            return shrinker.best;
        }
    }
}

struct Shrinker<F> {
    best: Program,
    fails: F,
    tried: HashSet<Program>,
}

/// What the edits need of a shrinker: the best program so far, and a verdict about a better one.
trait Judge {
    /// The smallest program so far.
    fn best(&self) -> &Program;
    /// Takes a program if it is valid, smaller, and fails. Whether it was taken.
    fn offer(&mut self, candidate: Program) -> bool;
    /// Whether enough programs were tried.
    fn is_tired(&self) -> bool;

    /// Offers the best program with a change.
    fn offer_changed(&mut self, change: impl FnOnce(&mut Program)) -> bool
    where
        Self: Sized,
    {
        let mut candidate = self.best().clone();
        change(&mut candidate);
        self.offer(candidate)
    }
}

impl<F: FnMut(&Program) -> bool> Judge for Shrinker<F> {
    fn best(&self) -> &Program {
        &self.best
    }

    fn offer(&mut self, mut candidate: Program) -> bool {
        tidy::all_unused(&mut candidate);
        if self.is_tired()
            || measure(&candidate) >= measure(&self.best)
            || check(&candidate).is_err()
            || !self.tried.insert(candidate.clone())
            || !(self.fails)(&candidate)
        {
            return false;
        }
        self.best = candidate;
        true
    }

    fn is_tired(&self) -> bool {
        self.tried.len() >= TRIES
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::{Expr, Stmt};
    use crate::{Config, program, visit};

    /// Whether some statement frees a pointer.
    fn frees(program: &Program) -> bool {
        let mut found = false;
        visit::statements(program, &mut |stmt| found |= matches!(stmt, Stmt::Free(_)));
        found
    }

    #[test]
    fn a_text_is_reduced_to_what_fails() {
        for seed in 0..20 {
            let large = program(seed, &Config::everything());
            if !frees(&large) {
                continue;
            }
            let small = shrink(&large, frees);
            assert_eq!(check(&small), Ok(()));
            assert!(frees(&small));
            // A declaration and the statement.
            assert!(small.statements() <= 2, "seed {seed}:\n{}", small.to_c());
        }
    }

    #[test]
    fn what_cannot_shrink_stays() {
        let large = program(1, &Config::lists());
        assert_eq!(shrink(&large, |_| false), large);
    }

    #[test]
    fn inner_conditions_are_reached() {
        let both = |program: &Program| {
            let (mut nulls, mut inputs) = (0, 0);
            visit::exprs(program, &mut |expr| match expr {
                Expr::Alloc { .. } => nulls += 1,
                Expr::Nondet(_) => inputs += 1,
                _ => {}
            });
            nulls > 0 && inputs > 0
        };
        for seed in 0..10 {
            let large = program(seed, &Config::lists());
            if both(&large) {
                let small = shrink(&large, both);
                assert!(small.statements() <= 4, "seed {seed}:\n{}", small.to_c());
            }
        }
    }
}
