//! How often a state speaks of each of its symbols.
//!
//! What is folded must not be referred to from outside. Counted once, and kept up to date with every structure that is put in
//! place of its parts, that is known without looking at the whole heap again.

use crate::heap::{Region, State, Sym};

/// For each symbol how many terms of roots and regions are about it; a region is a term about its address.
pub(super) struct References(Vec<u32>);

impl References {
    pub(super) fn of(state: &State) -> Self {
        let mut counts = vec![0; state.next as usize];
        state.terms(|term| {
            if let Some(base) = term.base {
                counts[base.0 as usize] += 1;
            }
        });
        Self(counts)
    }

    /// How many terms are about a symbol.
    pub(super) fn count(&self, sym: Sym) -> u32 {
        self.0.get(sym.0 as usize).copied().unwrap_or(0)
    }

    /// A region is put at an address.
    pub(super) fn add(&mut self, at: Sym, region: &Region) {
        bases(at, region, |sym| {
            let place = sym.0 as usize;
            if self.0.len() <= place {
                self.0.resize(place + 1, 0);
            }
            self.0[place] += 1;
        });
    }

    /// A region is taken away from an address.
    pub(super) fn remove(&mut self, at: Sym, region: &Region) {
        bases(at, region, |sym| self.0[sym.0 as usize] -= 1);
    }
}

/// Calls `see` with the symbols of a region, as often as it speaks of them.
pub(super) fn bases(at: Sym, region: &Region, mut see: impl FnMut(Sym)) {
    see(at);
    region.terms(|term| {
        if let Some(base) = term.base {
            see(base);
        }
    });
}
