//! Pointers that lead into an object, at a distance that is a sum.

use std::fmt::Write as _;

use super::{Picture, dimension, symbol};
use crate::heap::{Region, Sym};

impl Picture<'_> {
    /// Where a pointer leads that is known by its distance from an object: `a2 + a5 − a1`. Of several ways to say it the shortest.
    pub(super) fn inside(&self, pointer: Sym) -> Option<String> {
        let facts = self.state.pure.facts();
        let equations = facts.iter().filter(|fact| matches!(fact, logic::Fact::Eq(_)));
        let places = equations.filter_map(|fact| {
            let form = fact.form();
            let factor = |sym: Sym| form.coefficient(logic::Dim(sym.0));
            let own = Some(factor(pointer)).filter(|own| own.abs() == 1)?;
            let mut bases = form.terms().iter().map(|(dim, _)| Sym(dim.0));
            let block = bases.find(|sym| {
                factor(*sym) == -own && matches!(self.state.region(*sym), Some(Region::Block(_)))
            })?;
            let mut text = symbol(block);
            let others = form.terms().iter().filter(|(dim, _)| ![pointer.0, block.0].contains(&dim.0));
            let mut others: Vec<_> = others.map(|(dim, factor)| (*factor * own > 0, *dim, *factor)).collect();
            // What is added comes before what is taken away.
            others.sort_by_key(|(taken, dim, _)| (*taken, dim.0));
            for (taken, dim, factor) in others {
                let sign = if taken { '−' } else { '+' };
                let times =
                    if factor.abs() == 1 { String::new() } else { format!("{}·", factor.unsigned_abs()) };
                let _ = write!(text, " {sign} {times}{}", dimension(dim));
            }
            match form.offset().saturating_mul((-own).into()) {
                0 => {}
                by @ 1.. => drop(write!(text, " + {by}")),
                by => drop(write!(text, " − {}", by.unsigned_abs())),
            }
            Some((form.terms().len(), text))
        });
        places.min().map(|(_, place)| place)
    }
}
