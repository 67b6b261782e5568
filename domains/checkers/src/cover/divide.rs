//! Equations whose variable has a factor: how often a number goes into a sum, and addresses that are computed.

use logic::{Fact, Form};

use super::branch::Branch;
use super::search::Search;
use super::solve::{is_about, translate, unbound};
use crate::heap::Sym;

impl Search<'_> {
    /// Whether the factor of the one open variable of an equation divides the rest of it, if that is known.
    pub(super) fn divides(&self, branch: &Branch, equation: &Form) -> Option<bool> {
        let (variable, factor) = open_variable(branch, equation).filter(|(_, factor)| factor.abs() > 1)?;
        let others = translate(branch, &equation.add_scaled(-factor, &Form::of(variable.dim()))?)?;
        self.left.pure.residue(&others, factor.abs()).map(|residue| residue == 0)
    }

    /// Gives a variable of which one equation says how often its factor goes into a sum a new value that is as often.
    pub(super) fn quotient(&self, branch: &mut Branch, variable: Sym, equation: &Form) -> bool {
        if unbound(branch, equation) != 1 || self.divides(branch, equation) != Some(true) {
            return false;
        }
        let value = branch.anything();
        branch.bound[variable.0 as usize] = Some(value);
        branch.facts.retain(|fact| !is_about(fact, variable));
        branch.given.extend(translate(branch, equation).map(Fact::Eq));
        true
    }

    /// The part or structure that begins at a computed address, where nodes lie side by side: what is a constant away from one may have a
    /// name of its own.
    pub(super) fn beginning(&self, address: &Form) -> Option<Sym> {
        let computed = self.left.arena.is_some() && address.offset() != 0 && self.domain.walks();
        if computed { self.domain.beginning_at(self.left, address) } else { None }
    }
}

/// A variable of a form that stands for nothing yet, with its factor.
pub(super) fn open_variable(branch: &Branch, form: &Form) -> Option<(Sym, i64)> {
    let open = form.terms().iter().find(|(dim, _)| branch.bound[dim.0 as usize].is_none());
    open.map(|(dim, factor)| (Sym(dim.0), *factor))
}
