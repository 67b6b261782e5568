//! Arrays that are folded on one side and spread out on the other.
//!
//! A loop that works on the elements of an array which a structure owns begins with the array whole, and comes round with some elements changed. That is
//! a row up to the place where the loop is, and another from there on (`rows`), which is only seen if both sides are spread
//! out: so what is folded is spelled out first, where that is one case. Unfolding changes nothing about what a state describes.

use std::borrow::Cow;

use crate::Checkers;
use crate::definition::DefinitionId;
use crate::heap::{Region, State, Sym};

impl Checkers {
    /// A state in which no array is folded that another state has spread out.
    pub(super) fn spread_arrays<'a>(&self, state: &'a State, other: &State) -> Cow<'a, State> {
        let mut spread = Cow::Borrowed(state);
        let is_spread = |definition: DefinitionId| {
            let mut blocks = other.regions.iter().filter_map(|(_, region)| region.block());
            blocks.any(|block| block.hint == Some(definition))
        };
        let is_folded = |region: &Region| match region {
            Region::Checker(checker) => self.is_array(checker.definition) && is_spread(checker.definition),
            _ => false,
        };
        let folded: Vec<Sym> =
            state.regions.iter().filter(|(_, region)| is_folded(region)).map(|(at, _)| *at).collect();
        for at in folded {
            if let [case] = self.unfold(&spread, at).as_mut_slice() {
                spread = Cow::Owned(std::mem::take(case));
            }
        }
        spread
    }

    /// Whether structures of a definition are single objects with rows of pointers that own.
    pub(crate) fn is_array(&self, definition: DefinitionId) -> bool {
        let mut rules = self.definitions[definition].rules.iter();
        rules.any(|rule| rule.slots().next().is_some()) && !self.reaches_itself(definition)
    }
}
