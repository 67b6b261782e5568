//! Rules that are one.
//!
//! Two ways through a predicate often differ in a test that decides nothing: what follows is the same. If two rules
//! differ in one atom each and one of the two always holds, given the rest, they are one rule without them.

use super::satisfy::Known;
use super::{Atom, Name, Rule, Sort};

/// Makes one rule of two as long as there are two; fewer cases are fewer states to analyze.
pub(super) fn merge(rules: &mut Vec<Rule>, sort: &dyn Fn(Name) -> Sort) {
    while let Some((kept, gone, atom)) = pair(rules, sort) {
        rules[kept].pure.remove(atom);
        rules.remove(gone);
    }
}

/// Two rules that are one, and the atom of the first that goes.
fn pair(rules: &[Rule], sort: &dyn Fn(Name) -> Sort) -> Option<(usize, usize, usize)> {
    for (at, one) in rules.iter().enumerate() {
        for (later, other) in rules.iter().enumerate().skip(at + 1) {
            if !alike(one, other) {
                continue;
            }
            let mut mine = (0..one.pure.len()).filter(|n| !other.pure.contains(&one.pure[*n]));
            let mut theirs = other.pure.iter().filter(|atom| !one.pure.contains(atom));
            let (Some(n), None, Some(atom), None) = (mine.next(), mine.next(), theirs.next(), theirs.next())
            else {
                continue;
            };
            let (Some(not_mine), Some(not_theirs)) = (one.pure[n].negated(), atom.negated()) else {
                continue;
            };
            let rest = one.pure.iter().enumerate().filter(|(m, _)| *m != n).map(|(_, atom)| atom);
            let denied: [&Atom; 2] = [&not_mine, &not_theirs];
            let sort = |name| local_sort(one, name).unwrap_or_else(|| sort(name));
            if !Known::of(rest.chain(denied), &sort).is_feasible() {
                return Some((at, later, n));
            }
        }
    }
    None
}

/// Whether two rules own and read the same.
fn alike(one: &Rule, other: &Rule) -> bool {
    one.locals == other.locals
        && one.objects == other.objects
        && one.calls == other.calls
        && one.segments == other.segments
        && one.reads == other.reads
        && one.sets == other.sets
        && one.denies == other.denies
        && one.pure.len() == other.pure.len()
}

fn local_sort(rule: &Rule, name: Name) -> Option<Sort> {
    match name {
        Name::Local(n) => Some(rule.locals.get(n as usize).copied().unwrap_or(Sort::Opaque)),
        _ => None,
    }
}
