//! Which set an open one is to be, where several would do.
//!
//! Whatever is chosen, all that was asked of it must be shown; so a choice costs precision only.

use logic::sets::SetDomain;

use super::branch::Branch;
use super::search::Search;
use super::sets::Verdict;
use crate::definition::{Item, SetAtom};
use crate::heap::{Region, Sym, Term};

impl Search<'_> {
    /// Lets a set that has to contain another one be that one, where more is asked of it than that it is large.
    pub(super) fn settle_one(branch: &mut Branch) -> bool {
        let least = branch.asked.iter().find_map(|asked| {
            let open = Self::open_sets(branch, asked).filter(|_| !asked.equal && asked.constant == 0)?;
            let [(variable, 1)] = open.as_slice() else { return None };
            let mut others = asked.items.iter().filter(|(item, _)| item.term() != Term::of(*variable));
            match (others.next(), others.next()) {
                (Some((Item::Set(part), -1)), None) => Some((*variable, branch.meaning(*part)?)),
                _ => None,
            }
        });
        let Some((variable, least)) = least else { return false };
        branch.bound[variable.0 as usize] = Some(least);
        true
    }

    /// Gives a set at a hole that nothing determines a name: what is behind counts as nothing.
    pub(super) fn loosen_one(&self, branch: &mut Branch) -> bool {
        budget::charge(4);
        let is_open = |(variable, _): &&(Sym, bool)| branch.meaning(Term::of(*variable)).is_none();
        let Some((variable, bag)) = self.loose.iter().find(is_open).copied() else { return false };
        let none = self.new_set(branch, variable, bag);
        branch.made.said.push(SetAtom::sum(Item::Set(none), []));
        true
    }

    /// The smallest of the sets that contracts and structures of the left name which is large enough.
    pub(super) fn least_known(
        &self,
        branch: &Branch,
        variable: Sym,
        asked: &[SetAtom<Term>],
        bag: bool,
    ) -> Option<Term> {
        let kind = if bag { logic::sets::Kind::Bag } else { logic::sets::Kind::Set };
        let held = self.left.roots.iter().filter_map(|(_, value)| value.term());
        let named = self.left.regions.iter().flat_map(|(_, region)| match region {
            Region::Block(_) => &[],
            Region::Checker(checker) => checker.args.as_slice(),
            Region::Segment(segment) => segment.args.as_slice(),
        });
        let mut fitting: Vec<Term> = Vec::new();
        for set in held.chain(named.copied()) {
            let is_set = set.base.is_some_and(|sym| self.left.sets.known.kind(sym.dim()) == Some(kind));
            if !is_set || set.offset != 0 || fitting.contains(&set) {
                continue;
            }
            let mut with = branch.clone();
            with.bound[variable.0 as usize] = Some(set);
            if asked.iter().all(|asked| matches!(self.examine_sets(&with, asked), Verdict::Holds)) {
                fitting.push(set);
            }
        }
        let within = |a: Term, b: Term| self.shows(branch, &SetAtom::within(Item::Set(a), Item::Set(b)));
        let least =
            fitting.iter().find(|set| fitting.iter().all(|other| other == *set || within(**set, *other)));
        least.or(fitting.first()).copied()
    }
}
