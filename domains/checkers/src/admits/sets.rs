//! Whether there are sets of which all holds that a state and its structures say.
//!
//! Sets are nowhere in memory. A state says that there are some: for its own symbols, and for what the rules of its structures split off on
//! the way. So what is said is collected while structures are run down, with the values that memory has; in the end it is
//! about sets that are not known, and counts are looked for at every value that was spoken of, and at one that nobody spoke of (`counts`).
//! A value that memory does not tell is any.

use logic::sets::{Kind, SetDomain};

use super::Match;
use super::concrete::Concrete;
use super::counts::{self, Relation};
use super::structure::Structure;
use crate::definition::{self, Item, Name, Rule, SetAtom, Sort};
use crate::heap::{State, Sym, Term};

/// A set, by number: first the symbols of the state, then those that rules introduce.
pub(super) type SetName = u32;

/// What is said of sets, of values that memory has.
#[derive(Clone, Debug)]
pub(super) struct Said {
    /// Whether each set is a bag.
    is_bag: Vec<bool>,
    relations: Vec<SetAtom<u64>>,
}

impl Said {
    pub(super) fn new(state: &State) -> Self {
        let is_bag = |sym: u32| state.sets.known.kind(Sym(sym).dim()) == Some(Kind::Bag);
        Self { is_bag: (0..state.next).map(is_bag).collect(), relations: Vec::new() }
    }

    fn any(&mut self, bag: bool) -> SetName {
        self.is_bag.push(bag);
        (self.is_bag.len() - 1) as u32
    }

    /// Whether there are such sets.
    fn is_possible(&self) -> bool {
        let mut values: Vec<u64> =
            self.relations.iter().flat_map(|said| &said.items).filter_map(point).collect();
        values.sort_unstable();
        values.dedup();
        let at = |value: Option<u64>| {
            let relations: Vec<Relation> =
                self.relations.iter().map(|said| relation_at(said, value)).collect();
            counts::exist(&relations, &self.is_bag)
        };
        values.iter().all(|value| at(Some(*value))) && at(None)
    }
}

fn point((item, _): &(Item<u64>, i64)) -> Option<u64> {
    match item {
        Item::Point(value) => Some(*value),
        Item::Set(_) => None,
    }
}

/// What a relation says at one value; at none that was spoken of, if there is none.
fn relation_at(said: &SetAtom<u64>, value: Option<u64>) -> Relation {
    let mut relation = Relation { terms: Vec::new(), constant: said.constant, equal: said.equal };
    for (item, factor) in &said.items {
        match item {
            Item::Point(point) => {
                if Some(*point) == value {
                    relation.constant += factor;
                }
            }
            Item::Set(name) => {
                let name = *name as usize;
                match relation.terms.iter_mut().find(|(other, _)| *other == name) {
                    Some((_, sum)) => *sum += factor,
                    None => relation.terms.push((name, *factor)),
                }
            }
        }
    }
    relation
}

impl Match<'_> {
    /// The sets among terms, where a definition has some.
    pub(super) fn sets_among(&self, terms: &[Term]) -> Vec<Option<SetName>> {
        let is_set = |sym: &Sym| self.state.sets.is_set(*sym);
        terms.iter().map(|term| term.base.filter(is_set).map(|sym| sym.0)).collect()
    }

    /// Two sets are one.
    pub(super) fn same_set(&mut self, a: SetName, b: SetName) {
        if a != b {
            self.said.relations.push(SetAtom::sum(Item::Set(u64::from(a)), [Item::Set(u64::from(b))]));
        }
    }

    /// Takes note of what a rule says of sets; gives the sets of the arguments of each call.
    pub(super) fn sets_of_rule(
        &mut self,
        rule: &Rule,
        structure: &Structure,
        value: impl Fn(&Self, definition::Term) -> Option<Concrete>,
    ) -> Vec<Vec<Option<SetName>>> {
        if rule.sets.is_empty() && structure.sets.iter().all(Option::is_none) {
            return vec![Vec::new(); rule.calls.len()];
        }
        let locals: Vec<Option<SetName>> = rule
            .locals
            .iter()
            .map(|sort| match sort {
                Sort::Set { bag } => Some(self.said.any(*bag)),
                _ => None,
            })
            .collect();
        let set = |term: definition::Term| match term.name? {
            Name::Param(index) => structure.sets.get(index as usize).copied().flatten(),
            Name::Local(index) => locals.get(index as usize).copied().flatten(),
            Name::Root | Name::Global(_) | Name::Code(_) => None,
        };
        for atom in &rule.sets {
            let said = atom.map(|item| {
                Some(match item {
                    Item::Set(term) => {
                        Item::Set(u64::from(set(term).unwrap_or_else(|| self.said.any(atom.bag))))
                    }
                    Item::Point(term) => match value(self, term) {
                        Some(value) => Item::Point(value.bits),
                        None => Item::Set(u64::from(self.said.any(false))),
                    },
                })
            });
            self.said.relations.extend(said);
        }
        rule.calls.iter().map(|call| call.args.iter().map(|arg| set(*arg)).collect()).collect()
    }

    /// Whether there are sets of which all holds that was said.
    pub(super) fn sets_exist(&self) -> bool {
        if self.state.sets.is_empty() && self.said.relations.is_empty() {
            return true;
        }
        let mut said = self.said.clone();
        for fact in self.state.sets.relations() {
            let meant = fact.map(|item| {
                Some(match item {
                    Item::Set(term) => Item::Set(u64::from(term.base?.0)),
                    Item::Point(term) => match self.point_value(term) {
                        Some(value) => Item::Point(value),
                        // All that is said of one value is said of one name.
                        None => Item::Set(u64::from(self.state.sets.point(term)?.0)),
                    },
                })
            });
            said.relations.extend(meant);
        }
        said.is_possible()
    }

    /// The value of a term as rules read it from memory.
    fn point_value(&self, term: Term) -> Option<u64> {
        let number = match term.base {
            None => i128::from(term.offset),
            Some(sym) => self.number(sym)? + i128::from(term.offset),
        };
        Some(number as u64)
    }
}
