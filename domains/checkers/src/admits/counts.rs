//! Whether there are counts of which linear relations hold: the sets of one memory, at one value.
//!
//! A set has a value not at all or once, a bag any number of times. Bounds are narrowed until no relation says more (bounds consistency);
//! what is still open then is tried, the least count first. "No" is always right. "Yes" may be wrong where the work is cut short, or where a
//! bag has no upper bound.

/// `Σ factor · count + constant`, which is zero or at least zero.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Relation {
    pub(super) terms: Vec<(usize, i64)>,
    pub(super) constant: i64,
    pub(super) equal: bool,
}

/// No bound: far from what sums of counts come to.
const MANY: i64 = 1 << 40;

/// How many relations may be looked at for one question.
const WORK: u32 = 2_000_000;

/// How many counts of an unbounded bag are tried.
const TRIES: i64 = 3;

/// The least and the most that a count may be.
type Bounds = (i64, i64);

/// Whether each name can have a count such that all relations hold; `is_bag` tells what may be there more than once.
pub(super) fn exist(relations: &[Relation], is_bag: &[bool]) -> bool {
    let bounds: Vec<Bounds> = is_bag.iter().map(|bag| (0, if *bag { MANY } else { 1 })).collect();
    search(relations, bounds, &mut { WORK })
}

fn search(relations: &[Relation], mut bounds: Vec<Bounds>, work: &mut u32) -> bool {
    if !narrow(relations, &mut bounds, work) {
        return false;
    }
    let mentioned = relations.iter().flat_map(|relation| relation.terms.iter().map(|(name, _)| *name));
    let open = mentioned.filter(|name| bounds[*name].0 < bounds[*name].1).min_by_key(|name| {
        let (least, most) = bounds[*name];
        most - least
    });
    let Some(name) = open.filter(|_| *work > 0) else { return true };
    let (least, most) = bounds[name];
    for count in least..=most.min(least + TRIES) {
        let mut case = bounds.clone();
        case[name] = (count, count);
        if search(relations, case, work) {
            return true;
        }
    }
    // Larger counts were not tried.
    most > least + TRIES
}

/// Narrows bounds by what relations say; false if nothing is left.
fn narrow(relations: &[Relation], bounds: &mut [Bounds], work: &mut u32) -> bool {
    // What is known at one end of a chain comes to the other in one pass, whichever end it is.
    let mut forward = true;
    loop {
        let mut changed = false;
        for n in 0..relations.len() {
            let relation = &relations[if forward { n } else { relations.len() - 1 - n }];
            *work = work.saturating_sub(1);
            if *work == 0 {
                return true;
            }
            let Some(narrowed) = apply(relation, bounds) else { return false };
            changed |= narrowed;
        }
        if !changed {
            return true;
        }
        forward = !forward;
    }
}

/// Whether one relation narrowed something; `None` if it cannot hold.
fn apply(relation: &Relation, bounds: &mut [Bounds]) -> Option<bool> {
    let ends = |name: usize, factor: i64, bounds: &[Bounds]| {
        let (least, most) = bounds[name];
        let (a, b) = (factor.saturating_mul(least), factor.saturating_mul(most));
        (a.min(b), a.max(b))
    };
    let sum = |bounds: &[Bounds]| {
        relation.terms.iter().fold((relation.constant, relation.constant), |(low, high), (name, factor)| {
            let (least, most) = ends(*name, *factor, bounds);
            (low.saturating_add(least), high.saturating_add(most))
        })
    };
    let (low, high) = sum(bounds);
    if high < 0 || relation.equal && low > 0 {
        return None;
    }
    let mut changed = false;
    for (name, factor) in &relation.terms {
        let (low, high) = sum(bounds);
        let (least, most) = ends(*name, *factor, bounds);
        let (others_low, others_high) = (low.saturating_sub(least), high.saturating_sub(most));
        let mut of = bounds[*name];
        // factor · count ≥ −others_high, and ≤ −others_low if the sum is zero.
        if others_high < MANY {
            tighten(&mut of, *factor, -others_high, true);
        }
        if relation.equal && others_low > -MANY {
            tighten(&mut of, *factor, -others_low, false);
        }
        if of.0 > of.1 {
            return None;
        }
        changed |= of != bounds[*name];
        bounds[*name] = of;
    }
    Some(changed)
}

/// Narrows by `factor · count ≥ limit`, or `≤ limit`.
fn tighten(of: &mut Bounds, factor: i64, limit: i64, at_least: bool) {
    if factor == 0 {
        return;
    }
    if (factor > 0) == at_least {
        let least = limit.div_euclid(factor) + i64::from(limit.rem_euclid(factor) != 0 && factor > 0);
        of.0 = of.0.max(least);
    } else {
        let most = if factor > 0 { limit.div_euclid(factor) } else { (-limit).div_euclid(-factor) };
        of.1 = of.1.min(most);
    }
}

#[cfg(test)]
mod tests {
    use super::{Relation, exist};

    fn relation(terms: &[(usize, i64)], constant: i64, equal: bool) -> Relation {
        Relation { terms: terms.to_vec(), constant, equal }
    }

    /// All relations over three names with small factors, against all counts.
    #[test]
    fn agrees_with_trying_all_counts_of_sets() {
        let factors = [-2, -1, 0, 1, 2];
        let mut all = Vec::new();
        for a in factors {
            for b in factors {
                for c in factors {
                    for constant in [-2, -1, 0, 1] {
                        let terms: Vec<(usize, i64)> =
                            [a, b, c].into_iter().enumerate().filter(|(_, factor)| *factor != 0).collect();
                        all.push(relation(&terms, constant, (a + b + constant) % 2 == 0));
                    }
                }
            }
        }
        for (n, first) in all.iter().enumerate() {
            for second in all.iter().skip(n % 7).step_by(7) {
                let pair = [first.clone(), second.clone()];
                let holds = |counts: u8| {
                    pair.iter().all(|relation| {
                        let count = |name: usize| i64::from(counts >> name & 1);
                        let sum: i64 =
                            relation.terms.iter().map(|(name, factor)| factor * count(*name)).sum();
                        let sum = sum + relation.constant;
                        if relation.equal { sum == 0 } else { sum >= 0 }
                    })
                };
                assert_eq!(exist(&pair, &[false; 3]), (0..8).any(holds), "{pair:?}");
            }
        }
    }

    #[test]
    fn bags_may_have_a_value_more_than_once() {
        let two = [relation(&[(0, 1)], -2, true)];
        assert!(exist(&two, &[true]) && !exist(&two, &[false]));
        // m = n + 1, n = m + 1.
        let none = [relation(&[(0, 1), (1, -1)], -1, true), relation(&[(1, 1), (0, -1)], -1, true)];
        assert!(!exist(&[none[0].clone(), none[1].clone(), relation(&[(0, -1)], 5, false)], &[true; 2]));
    }
}
