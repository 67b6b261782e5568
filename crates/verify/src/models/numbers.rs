//! Small numbers that keep what the rules of a derivation ask.
//!
//! Bounds are narrowed by each relation until nothing changes; then a variable is given a value between its bounds,
//! and so on, going back where nothing is left. How values are chosen depends on the variant: the smallest,
//! large and far apart ones, any.

use checkers::definition::Sort;

use super::Random;
use super::draft::{Draft, Fact, Relation, Sum, Var};

/// Numbers are looked for this far from zero and from the constants that the rules name.
const AROUND: i128 = 6;

/// The most values that are tried in all.
const TRIES: u32 = 2_000;

/// The most rounds of narrowing.
const ROUNDS: usize = 64;

/// A value for each number of a shape; nothing if none was found.
pub(super) fn solve(shape: &Draft, variant: u64, random: &mut Random) -> Option<Vec<i128>> {
    let far = shape.numbers().map(|fact| fact.sum.constant.saturating_abs()).max().unwrap_or(0);
    let far = AROUND + far.min(1 << 20);
    let bounds: Vec<(i128, i128)> = shape
        .sorts
        .iter()
        .map(|sort| match sort {
            Sort::Integer { bits, signed } => {
                let (least, most) = range(*bits, *signed);
                (least.max(-far), most.min(far))
            }
            _ => (0, 0),
        })
        .collect();
    let facts: Vec<&Fact> = shape.numbers().collect();
    let mut search = Search { facts, variant, random, tries: TRIES };
    search.label(bounds, 0)
}

fn range(bits: u16, signed: bool) -> (i128, i128) {
    let bits = u32::from(bits.clamp(1, 100));
    if signed { (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) }
}

type Bounds = Vec<(i128, i128)>;

struct Search<'a> {
    facts: Vec<&'a Fact>,
    variant: u64,
    random: &'a mut Random,
    tries: u32,
}

impl Search<'_> {
    /// Gives the variables from one on a value.
    fn label(&mut self, mut bounds: Bounds, from: usize) -> Option<Vec<i128>> {
        if !self.narrow(&mut bounds) {
            return None;
        }
        let open = (from..bounds.len()).find(|index| bounds[*index].0 < bounds[*index].1);
        let Some(index) = open else {
            return Some(bounds.into_iter().map(|(value, _)| value).collect());
        };
        for value in self.candidates(bounds[index]) {
            if self.tries == 0 {
                return None;
            }
            self.tries -= 1;
            let mut next = bounds.clone();
            next[index] = (value, value);
            if let Some(found) = self.label(next, index + 1) {
                return Some(found);
            }
        }
        None
    }

    /// Values to try, the best first.
    fn candidates(&mut self, (least, most): (i128, i128)) -> Vec<i128> {
        let near = 0_i128.clamp(least, most);
        let mut values = match self.variant {
            0 => vec![near],
            1 => vec![least + (most - least) / 2, near],
            2 => vec![near + 1, near],
            3 => vec![most],
            _ => (0..3).map(|_| near + i128::from(self.random.below(4))).collect(),
        };
        values.extend([near, near + 1, near - 1, least, most, least + (most - least) / 2]);
        values.retain(|value| (least..=most).contains(value));
        let mut tried = Vec::new();
        values.retain(|value| {
            !tried.contains(value) && {
                tried.push(*value);
                true
            }
        });
        values
    }

    /// Narrows bounds until nothing changes. Whether anything is left.
    fn narrow(&self, bounds: &mut Bounds) -> bool {
        for _ in 0..ROUNDS {
            let mut changed = false;
            for fact in &self.facts {
                let Some(more) = narrow_by(fact, bounds) else { return false };
                changed |= more;
            }
            if !changed {
                break;
            }
        }
        true
    }
}

/// Narrows by one relation; whether that changed anything, nothing if it cannot hold.
fn narrow_by(fact: &Fact, bounds: &mut Bounds) -> Option<bool> {
    match fact.relation {
        Relation::AtLeastZero => at_least_zero(&fact.sum, 1, bounds),
        Relation::Zero => {
            let first = at_least_zero(&fact.sum, 1, bounds)?;
            Some(at_least_zero(&fact.sum, -1, bounds)? || first)
        }
        Relation::NonZero => {
            let fixed = fact.sum.terms.iter().all(|(var, _)| bounds[var.index()].0 == bounds[var.index()].1);
            let value = || {
                let terms = fact.sum.terms.iter();
                terms.map(|(var, a)| i128::from(*a) * bounds[var.index()].0).sum::<i128>() + fact.sum.constant
            };
            if fixed && value() == 0 { None } else { Some(false) }
        }
    }
}

/// A sum, times 1 or −1, is zero or more.
fn at_least_zero(sum: &Sum, sign: i128, bounds: &mut Bounds) -> Option<bool> {
    let most_of = |(var, a): &(Var, i64), bounds: &Bounds| {
        let (least, most) = bounds[var.index()];
        let a = sign * i128::from(*a);
        (a * least).max(a * most)
    };
    let greatest = sum.terms.iter().map(|term| most_of(term, bounds)).sum::<i128>() + sign * sum.constant;
    if greatest < 0 {
        return None;
    }
    let mut changed = false;
    for term in &sum.terms {
        let a = sign * i128::from(term.1);
        // a * x + others >= 0, where the others are at most `room`.
        let room = greatest - most_of(term, bounds);
        let (least, most) = &mut bounds[term.0.index()];
        if a > 0 {
            let bound = (-room).div_euclid(a) + i128::from((-room).rem_euclid(a) != 0);
            if bound > *least {
                (*least, changed) = (bound, true);
            }
        } else {
            let bound = room.div_euclid(-a);
            if bound < *most {
                (*most, changed) = (bound, true);
            }
        }
        if least > most {
            return None;
        }
    }
    Some(changed)
}
