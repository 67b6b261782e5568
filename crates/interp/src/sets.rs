//! The sets that contracts speak of.
//!
//! A set has no representation in the program: `sw_any()` gives a number that stands for one, and what is said of it is noted. Which sets
//! there are is found from that. `sw_split(F, x, &F1)` on the way along a structure says that `F` is `x` and all that is in `F1`, and
//! where the structure ends `sw_empty` says what the last one is; so the first is known, too. What was asked of sets before they were known is
//! answered when one side of the contract, or the assertion, was evaluated: until then everything is taken to hold.
//!
//! A condition holds if there are sets for which it does. Where nothing says what a set is, one with just what must be in it is tried.

use std::collections::BTreeMap;

use crate::repr::{Class, Repr};

/// How often each value is in a set. A pointer is its address.
pub(crate) type Bag = BTreeMap<i128, usize>;

/// Stands for a set while conditions are evaluated; never null.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SetId(usize);

impl SetId {
    pub(crate) fn bits(self) -> u64 {
        self.0 as u64 + 1
    }
}

/// What is said of sets.
#[derive(Clone, Debug)]
pub(crate) enum Said {
    /// The whole is all parts and elements together. In a set each value is once.
    Sum { whole: SetId, parts: Vec<SetId>, element: Option<i128>, once: bool },
    /// The whole is all that is in one of the parts.
    Union { whole: SetId, parts: [SetId; 2] },
    /// All of the part is in the whole.
    Subset { part: SetId, whole: SetId },
    /// The value is in the set.
    In { element: i128, set: SetId },
}

/// Why what is said of sets does not hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Refuted {
    /// This clause says something wrong.
    Clause(usize),
    /// Perhaps others hold, of which there are too many to try.
    Unknown,
}

/// The sets of one side of a contract.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sets {
    known: Vec<Option<Bag>>,
    said: Vec<(usize, Said)>,
    /// The clause that is being evaluated.
    pub(crate) clause: usize,
}

impl Sets {
    /// Some sets of which nothing is known.
    pub(crate) fn with_ghosts(count: usize) -> Self {
        Self { known: vec![None; count], ..Self::default() }
    }

    /// The sets that were there from the beginning.
    pub(crate) fn ghost(index: usize) -> SetId {
        SetId(index)
    }

    /// A set of which nothing is known.
    pub(crate) fn any(&mut self) -> SetId {
        self.known.push(None);
        SetId(self.known.len() - 1)
    }

    /// The set a number stands for.
    pub(crate) fn get(&self, bits: u64) -> Option<SetId> {
        let index = usize::try_from(bits.checked_sub(1)?).ok()?;
        (index < self.known.len()).then_some(SetId(index))
    }

    pub(crate) fn say(&mut self, said: Said) {
        self.said.push((self.clause, said));
    }

    /// How much was said so far.
    pub(crate) fn mark(&self) -> usize {
        self.said.len()
    }

    /// Takes back what was said since then.
    pub(crate) fn undo(&mut self, mark: usize) {
        self.said.truncate(mark);
    }

    /// Whether there are sets of which everything holds.
    pub(crate) fn judge(&mut self) -> Result<(), Refuted> {
        self.propagate().map_err(Refuted::Clause)?;
        // What is tried is not kept: the rest of the contract may say more.
        let mut trial = self.clone();
        while let Some(set) = trial.undetermined() {
            trial.known[set.0] = Some(trial.least(set));
            trial.propagate().map_err(|_| Refuted::Unknown)?;
        }
        Ok(())
    }

    /// Finds all sets that others determine. An error is the clause that does not hold.
    fn propagate(&mut self) -> Result<(), usize> {
        let said = std::mem::take(&mut self.said);
        let mut outcome = Ok(true);
        while outcome == Ok(true) {
            outcome = Ok(false);
            for (clause, said) in &said {
                let Some(changed) = self.follow(said) else {
                    outcome = Err(*clause);
                    break;
                };
                outcome = outcome.map(|before| before || changed);
            }
        }
        self.said = said;
        outcome.map(|_| ())
    }

    fn bag(&self, set: SetId) -> Option<&Bag> {
        self.known[set.0].as_ref()
    }

    fn learn(&mut self, set: SetId, bag: Bag) -> bool {
        self.known[set.0] = Some(bag);
        true
    }

    /// What follows from one thing that is said: whether something new, or nothing if it is wrong.
    fn follow(&mut self, said: &Said) -> Option<bool> {
        match said {
            Said::Sum { whole, parts, element, once } => {
                let mut sum: Bag = element.iter().map(|element| (*element, 1)).collect();
                let mut unknown = Vec::new();
                for part in parts {
                    match self.bag(*part) {
                        Some(bag) => bag.iter().for_each(|(value, n)| *sum.entry(*value).or_insert(0) += n),
                        None => unknown.push(*part),
                    }
                }
                let once = |bag: &Bag| !once || bag.values().all(|n| *n <= 1);
                match (self.bag(*whole), unknown.as_slice()) {
                    (None, []) => once(&sum).then(|| self.learn(*whole, sum)),
                    (None, _) => once(&sum).then_some(false),
                    (Some(bag), unknown) => {
                        let rest = without(bag, &sum).filter(|_| once(bag))?;
                        match unknown {
                            [] => rest.is_empty().then_some(false),
                            [part] => Some(self.learn(*part, rest)),
                            _ => Some(false),
                        }
                    }
                }
            }
            Said::Union { whole, parts: [a, b] } => {
                let (Some(a), Some(b)) = (self.bag(*a), self.bag(*b)) else { return Some(false) };
                let mut union = a.clone();
                for (value, n) in b {
                    let count = union.entry(*value).or_insert(0);
                    *count = (*count).max(*n);
                }
                match self.bag(*whole) {
                    Some(bag) => (*bag == union).then_some(false),
                    None => Some(self.learn(*whole, union)),
                }
            }
            Said::Subset { part, whole } => match (self.bag(*part), self.bag(*whole)) {
                (Some(part), Some(whole)) => without(whole, part).map(|_| false),
                _ => Some(false),
            },
            Said::In { element, set } => {
                self.bag(*set).is_none_or(|bag| bag.contains_key(element)).then_some(false)
            }
        }
    }

    /// A set that is not known and that no others make up.
    fn undetermined(&self) -> Option<SetId> {
        let is_open = |set: &SetId| self.bag(*set).is_none();
        let made_of = |said: &Said| match said {
            Said::Sum { whole, .. } | Said::Union { whole, .. } => Some(*whole),
            _ => None,
        };
        let open: Vec<SetId> = (0..self.known.len()).map(SetId).filter(is_open).collect();
        let is_whole = |set: &SetId| self.said.iter().any(|(_, said)| made_of(said) == Some(*set));
        open.iter().find(|set| !is_whole(set)).or(open.first()).copied()
    }

    /// What must be in a set.
    fn least(&self, set: SetId) -> Bag {
        let mut least = Bag::new();
        for (_, said) in &self.said {
            match said {
                Said::In { element, set: of } if *of == set => {
                    least.insert(*element, 1);
                }
                Said::Subset { part, whole } if *whole == set => {
                    for (value, n) in self.bag(*part).into_iter().flatten() {
                        let count = least.entry(*value).or_insert(0);
                        *count = (*count).max(*n);
                    }
                }
                _ => {}
            }
        }
        least
    }
}

/// What is left of a bag when another is taken out of it, if all of that is there.
fn without(bag: &Bag, taken: &Bag) -> Option<Bag> {
    let mut rest = bag.clone();
    for (value, n) in taken {
        let count = rest.get_mut(value)?;
        *count = count.checked_sub(*n)?;
    }
    rest.retain(|_, n| *n > 0);
    Some(rest)
}

/// The value that an argument is, whatever its width.
pub(crate) fn element(bits: u128, repr: Repr) -> i128 {
    let shift = 128 - u32::from(repr.bits.clamp(1, 128));
    let bits = bits << shift;
    if repr.class == Class::Signed { bits.cast_signed() >> shift } else { (bits >> shift).cast_signed() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(sets: &mut Sets, whole: SetId, element: i128) -> SetId {
        let part = sets.any();
        sets.say(Said::Sum { whole, parts: vec![part], element: Some(element), once: true });
        part
    }

    fn empty(sets: &mut Sets, set: SetId) {
        sets.say(Said::Sum { whole: set, parts: Vec::new(), element: None, once: true });
    }

    #[test]
    fn memberships_wait_for_the_set() {
        for (asked, holds) in [(2, true), (7, false)] {
            let mut sets = Sets::with_ghosts(1);
            let all = Sets::ghost(0);
            sets.say(Said::In { element: asked, set: all });
            assert_eq!(sets.judge(), Ok(()), "nothing is known yet");
            let mut rest = all;
            for element in [1, 2, 3] {
                rest = split(&mut sets, rest, element);
            }
            empty(&mut sets, rest);
            assert_eq!(sets.judge().is_ok(), holds);
        }
    }

    #[test]
    fn a_value_is_in_a_set_once() {
        let mut sets = Sets::with_ghosts(1);
        let rest = split(&mut sets, Sets::ghost(0), 1);
        let rest = split(&mut sets, rest, 1);
        empty(&mut sets, rest);
        assert_eq!(sets.judge(), Err(Refuted::Clause(0)));
    }

    #[test]
    fn what_is_known_is_taken_apart() {
        let mut sets = Sets::with_ghosts(1);
        let all = Sets::ghost(0);
        let rest = split(&mut sets, all, 1);
        let rest = split(&mut sets, rest, 2);
        empty(&mut sets, rest);
        assert_eq!(sets.judge(), Ok(()));
        // In another order: the same set.
        sets.clause = 1;
        let rest = split(&mut sets, all, 2);
        let rest = split(&mut sets, rest, 1);
        empty(&mut sets, rest);
        assert_eq!(sets.judge(), Ok(()));
        let mark = sets.mark();
        split(&mut sets, all, 3);
        assert_eq!(sets.judge(), Err(Refuted::Clause(1)));
        sets.undo(mark);
        assert_eq!(sets.judge(), Ok(()));
    }

    #[test]
    fn a_set_that_nothing_says_can_be_chosen() {
        let mut sets = Sets::with_ghosts(2);
        let (whole, part) = (Sets::ghost(0), Sets::ghost(1));
        sets.say(Said::Sum { whole, parts: vec![part], element: Some(5), once: true });
        sets.say(Said::In { element: 4, set: part });
        assert_eq!(sets.judge(), Ok(()));
        sets.say(Said::In { element: 5, set: part });
        assert_eq!(sets.judge(), Err(Refuted::Unknown));
    }

    #[test]
    fn numbers_of_any_width_are_one_value() {
        let repr = |class, bits| Repr { class, bits, bytes: bits / 8 };
        assert_eq!(element(0xFFFF_FFFF, repr(Class::Signed, 32)), -1);
        assert_eq!(element(u128::from(u64::MAX), repr(Class::Signed, 64)), -1);
        assert_eq!(element(u128::from(u64::MAX), repr(Class::Unsigned, 64)), i128::from(u64::MAX));
    }
}
