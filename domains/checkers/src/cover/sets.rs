//! What a search must show of sets, and the sets it makes up on the way.
//!
//! A rule's relations between sets become open questions of a branch. One whose sets are all known is shown on the left; what is left in the
//! end determines the sets that goals leave open: this is *set parameter synthesis* (section 5.2 of seed 003, appendix C). A set that is
//! defined by an equation exists if the equation gives every value zero times or once, which is what must be shown. A set that only has to
//! contain others exists always.
//!
//! Along a segment only the difference of its ends matters where sets add up: a segment from `F₀` to `F₁` is one from `F` to `F ∖ (F₀ ∖ F₁)`
//! (`goes_on_with`).

use super::branch::Branch;
use super::search::Search;
use crate::definition::{DefinitionId, Item, SetAtom, Sort, Weakening};
use crate::heap::{Args, Checker, Region, Segment, State, Sym, Term};

/// The sets that a search has made up.
#[derive(Clone, Debug, Default)]
pub(crate) struct Made {
    /// Their symbols, and whether they are bags.
    pub(crate) sets: Vec<(Sym, bool)>,
    /// What holds of them.
    pub(crate) said: Vec<SetAtom<Term>>,
}

pub(super) enum Verdict {
    Holds,
    Open,
    Fails,
}

impl Search<'_> {
    /// Shows what can be shown; false if something does not hold.
    pub(super) fn discharge_sets(&self, branch: &mut Branch) -> bool {
        if branch.asked.is_empty() {
            return true;
        }
        for asked in std::mem::take(&mut branch.asked) {
            match self.examine_sets(branch, &asked) {
                Verdict::Holds => {}
                Verdict::Open => branch.asked.push(asked),
                Verdict::Fails => return false,
            }
        }
        true
    }

    pub(super) fn examine_sets(&self, branch: &Branch, asked: &SetAtom<Term>) -> Verdict {
        match self.meant(branch, asked) {
            None => Verdict::Open,
            Some(meant) if self.shows(branch, &meant) => Verdict::Holds,
            Some(_) => Verdict::Fails,
        }
    }

    fn meant(&self, branch: &Branch, atom: &SetAtom<Term>) -> Option<SetAtom<Term>> {
        atom.map(|item| Some(item.with(branch.meaning(item.term())?)))
    }

    /// Whether a relation holds on the left, given the sets that were made up.
    pub(super) fn shows(&self, branch: &Branch, atom: &SetAtom<Term>) -> bool {
        if branch.made.said.is_empty() {
            return self.domain.proves_sets(self.left, atom);
        }
        let mut left = self.left.clone();
        left.next = branch.next;
        left.suppose(&branch.made, self.domain.set_choice);
        self.domain.proves_sets(&left, atom)
    }

    /// Finds a set for each variable that is still open: then everything that was asked holds.
    pub(super) fn conclude_sets(&self, branch: &mut Branch) -> bool {
        loop {
            if !self.discharge_sets(branch) {
                return false;
            }
            if branch.asked.is_empty() {
                return true;
            }
            let known = self.define_one(branch) || self.enlarge_one(branch) || self.loosen_one(branch);
            if !known && !Self::settle_one(branch) {
                return false;
            }
        }
    }

    /// The sets of a relation that stand for nothing yet; `None` if a value does.
    pub(super) fn open_sets(branch: &Branch, atom: &SetAtom<Term>) -> Option<Vec<(Sym, i64)>> {
        let items = atom.items.iter().filter(|(item, _)| branch.meaning(item.term()).is_none());
        items
            .map(|(item, factor)| match item {
                Item::Set(term) => Some((term.base?, *factor)),
                Item::Point(_) => None,
            })
            .collect()
    }

    /// Gives a set that an equation determines a name.
    fn define_one(&self, branch: &mut Branch) -> bool {
        for n in 0..branch.asked.len() {
            let atom = &branch.asked[n];
            let open = Self::open_sets(branch, atom).filter(|_| atom.equal);
            let Some([(variable, factor @ (1 | -1))]) = open.as_deref() else { continue };
            let (variable, factor) = (*variable, *factor);
            let others = SetAtom {
                items: atom
                    .items
                    .iter()
                    .filter(|(item, _)| item.term() != Term::of(variable))
                    .copied()
                    .collect(),
                ..atom.clone()
            };
            let Some(others) = self.meant(branch, &others) else { continue };
            let bag = others.bag;
            // factor · v + others = 0.
            let value: Vec<(Item<Term>, i64)> =
                others.items.iter().map(|(item, of)| (*item, -factor * of)).collect();
            let constant = -factor * others.constant;
            if let ([(Item::Set(same), 1)], 0) = (value.as_slice(), constant) {
                branch.bound[variable.0 as usize] = Some(*same);
                return true;
            }
            let least = SetAtom { items: value.clone(), constant, equal: false, bag };
            let turned = value.iter().map(|(item, of)| (*item, -of)).collect();
            let most = SetAtom { items: turned, constant: 1 - constant, equal: false, bag };
            if !self.shows(branch, &least) || !bag && !self.shows(branch, &most) {
                continue;
            }
            let made = self.new_set(branch, variable, bag);
            let whole = value.into_iter().map(|(item, of)| (item, -of)).chain([(Item::Set(made), 1)]);
            branch.made.said.push(SetAtom { items: whole.collect(), constant: -constant, equal: true, bag });
            return true;
        }
        false
    }

    /// Gives a set that only has to be large enough a name.
    fn enlarge_one(&self, branch: &mut Branch) -> bool {
        let open = branch.asked.iter().filter_map(|asked| Self::open_sets(branch, asked)).flatten();
        let candidates: Vec<Sym> = open.map(|(sym, _)| sym).collect();
        for variable in candidates {
            let about = |asked: &&SetAtom<Term>| {
                asked.items.iter().any(|(item, _)| item.term().base == Some(variable))
            };
            // It contains one other: where it had to contain two, these might have something in common.
            let grows = |asked: &SetAtom<Term>| {
                let mut taken = asked.items.iter().filter(|(_, factor)| *factor < 0);
                let one = matches!((taken.next(), taken.next()), (None | Some((_, -1)), None));
                let open = Self::open_sets(branch, asked);
                !asked.equal && one && asked.constant >= 0 && matches!(open.as_deref(), Some([(_, 1)]))
            };
            if !branch.asked.iter().filter(about).all(grows) {
                continue;
            }
            let (mine, others): (Vec<_>, Vec<_>) =
                std::mem::take(&mut branch.asked).into_iter().partition(|asked| about(&asked));
            branch.asked = others;
            let bag = mine.iter().any(|asked| asked.bag);
            // What just has to contain one set can be that set.
            let least = |asked: &SetAtom<Term>| {
                let mut others = asked.items.iter().filter(|(item, _)| item.term() != Term::of(variable));
                match (others.next(), others.next()) {
                    (Some((Item::Set(part), -1)), None) => branch.meaning(*part),
                    _ => None,
                }
            };
            let first = mine.first().and_then(least);
            if first.is_some() && mine.iter().all(|asked| least(asked) == first) {
                branch.bound[variable.0 as usize] = first;
                return true;
            }
            if let Some(known) = self.least_known(branch, variable, &mine, bag) {
                branch.bound[variable.0 as usize] = Some(known);
                return true;
            }
            self.new_set(branch, variable, bag);
            let said: Vec<_> = mine.iter().filter_map(|asked| self.meant(branch, asked)).collect();
            branch.made.said.extend(said);
            return true;
        }
        false
    }

    pub(super) fn new_set(&self, branch: &mut Branch, variable: Sym, bag: bool) -> Term {
        let made = branch.anything();
        branch.bound[variable.0 as usize] = Some(made);
        branch.made.sets.extend(made.base.map(|sym| (sym, bag)));
        made
    }

    /// Whether a set of the left serves for one that a goal asks for: it is the same, or larger ones do as well.
    pub(super) fn serves(
        &self,
        branch: &Branch,
        of: DefinitionId,
        param: usize,
        goal: Term,
        left: Term,
    ) -> bool {
        let (goal, left) = (Item::Set(goal), Item::Set(left));
        let weakening = self.domain.definitions.facts(of).weakenings.get(param);
        goal == left
            || self.shows(
                branch,
                &if weakening == Some(&Weakening::Up) {
                    SetAtom::within(left, goal)
                } else {
                    SetAtom::sum(goal, [left])
                },
            )
    }

    /// Gives sets that add up, and are still open where a search stops, names: any will do, as only what is before the hole matters. That of
    /// the structure there fits the hole, that of a segment which ends there leaves everything as it was; else what is behind counts
    /// as nothing.
    pub(super) fn name_sets_at_hole(
        &self,
        branch: &mut Branch,
        checker: &Checker,
        at: Sym,
        there: Option<&Args>,
    ) {
        for (param, arg) in checker.args.iter().enumerate() {
            let Some(variable) = arg.base.filter(|_| branch.meaning(*arg).is_none()) else { continue };
            if !self.domain.adds_up(checker.definition, param) {
                continue;
            }
            if let Some(set) = there.and_then(|there| there.get(param)) {
                branch.bound[variable.0 as usize] = Some(*set);
                continue;
            }
            let ended = self.left.regions.iter().find_map(|(_, region)| match region {
                Region::Segment(segment)
                    if segment.to == Term::of(at) && segment.hole == checker.definition =>
                {
                    segment.hole_args.get(param).copied()
                }
                _ => None,
            });
            if let Some(set) = ended {
                branch.bound[variable.0 as usize] = Some(set);
                continue;
            }
            let bag = self.is_bag_param(checker.definition, param);
            let none = self.new_set(branch, variable, bag);
            branch.made.said.push(SetAtom::sum(Item::Set(none), []));
        }
    }

    /// Whether a term is a set of the contract that nothing has determined so far.
    pub(super) fn is_ghost(&self, goal: Term) -> bool {
        goal.base.is_some_and(|variable| (variable.0 as usize) < self.open.len())
    }

    /// A set of the contract need not be the one of the left if a larger one does as well: the contract says which it is.
    pub(super) fn may_be_larger(
        &self,
        branch: &mut Branch,
        of: DefinitionId,
        param: usize,
        goal: Term,
        left: Term,
    ) -> bool {
        let weakening = self.domain.definitions.facts(of).weakenings.get(param);
        let up = self.is_set_param(of, param) && weakening == Some(&Weakening::Up);
        let larger = up && (self.is_ghost(goal) || !self.is_enough(branch, goal, left));
        if larger {
            let left = branch.import(left);
            let within = SetAtom::within(Item::Set(left), Item::Set(goal));
            branch.asked.push(SetAtom { bag: self.is_bag_param(of, param), ..within });
        }
        larger
    }

    /// Whether a set is large enough for what was asked so far of one that is open.
    fn is_enough(&self, branch: &Branch, open: Term, set: Term) -> bool {
        let Some(variable) = open.base else { return true };
        let mut asked = branch
            .asked
            .iter()
            .filter(|asked| asked.items.iter().any(|(item, _)| item.term().base == Some(variable)))
            .peekable();
        if asked.peek().is_none() {
            return true;
        }
        let mut with = branch.clone();
        with.bound[variable.0 as usize] = Some(set);
        asked.all(|asked| !matches!(self.examine_sets(&with, asked), Verdict::Fails))
    }

    /// Whether a parameter is a set.
    pub(super) fn is_set_param(&self, of: DefinitionId, param: usize) -> bool {
        let params = &self.domain.definitions[of].params;
        params.get(param).is_some_and(|param| matches!(param.sort, Sort::Set { .. }))
    }

    /// Whether a parameter is a bag.
    pub(super) fn is_bag_param(&self, of: DefinitionId, param: usize) -> bool {
        let params = &self.domain.definitions[of].params;
        params.get(param).is_some_and(|param| param.sort == Sort::Set { bag: true })
    }

    /// Whether only the difference of its ends matters for a parameter of a segment.
    pub(super) fn is_shifted(&self, segment: &Segment, param: usize) -> bool {
        segment.definition == segment.hole && self.domain.adds_up(segment.definition, param)
    }

    /// Whether a parameter is a set that a segment passes on as it is, so that it is one with any set that serves at both ends.
    pub(super) fn is_same_all_along(&self, segment: &Segment, param: usize) -> bool {
        segment.definition == segment.hole && self.domain.is_steady_set(segment.definition, param)
    }

    /// The set a goal goes on with behind a segment: its own, without what the segment has.
    pub(super) fn goes_on_with(
        &self,
        branch: &mut Branch,
        goal: Term,
        segment: &Segment,
        param: usize,
    ) -> Term {
        let behind = Term::of(branch.variable());
        let (from, to) = (branch.import(segment.args[param]), branch.import(segment.hole_args[param]));
        let items =
            vec![(Item::Set(goal), 1), (Item::Set(behind), -1), (Item::Set(from), -1), (Item::Set(to), 1)];
        let bag = self.is_bag_param(segment.definition, param);
        branch.asked.push(SetAtom { items, constant: 0, equal: true, bag });
        behind
    }
}

impl State {
    /// Takes over the sets that a search has made up.
    pub(crate) fn take_sets(&mut self, made: &Made, choice: crate::SetChoice) {
        for (sym, bag) in &made.sets {
            self.declare_set(*sym, *bag, choice);
        }
        for atom in &made.said {
            self.assume_sets(atom);
        }
    }

    /// The same for a question: whether all of it can be is not asked.
    fn suppose(&mut self, made: &Made, choice: crate::SetChoice) {
        for (sym, bag) in &made.sets {
            self.declare_set(*sym, *bag, choice);
        }
        self.suppose_sets(&made.said);
    }
}
