//! The rules that weaken one side to a structure the other side has: *w-partial* and *w-checker*.

use super::{Hand, Joining, Pair};
use crate::cover::{Goal, Outcome, Search};
use crate::definition::{DefinitionId, Kind, Sort};
use crate::heap::{Args, Checker, Marks, Region, Segment, Sym, Term, Value};

/// A structure to look for on one side. Arguments that are not known are found out.
pub(super) struct Wanted {
    pub(super) definition: DefinitionId,
    pub(super) args: Vec<Option<Term>>,
    /// For a segment: where it ends, if that is known, and with which checker and arguments.
    pub(super) end: Option<(Option<Term>, DefinitionId, Vec<Option<Term>>)>,
}

/// What was found.
pub(super) struct Found {
    pub(super) used: Vec<usize>,
    /// What is not determined may be anything.
    pub(super) args: Vec<Option<Term>>,
    pub(super) to: Option<Term>,
    pub(super) hole_args: Vec<Option<Term>>,
    pub(super) marks: Marks,
}

impl crate::Checkers {
    /// For a segment it does not matter what a parameter is that is only carried.
    pub(super) fn forget_wanted(&self, wanted: &mut Wanted) {
        let Some((_, hole, hole_args)) = &mut wanted.end else { return };
        for (param, (arg, end)) in wanted.args.iter_mut().zip(hole_args).enumerate() {
            if self.is_carried(wanted.definition, *hole, param) {
                *arg = Some(Term::NULL);
                *end = Some(Term::NULL);
            }
        }
    }
}

impl Joining<'_> {
    pub(super) fn w_checker(&mut self, index: usize) -> bool {
        let pair = self.pairs[index];
        for hand in [Hand::Left, Hand::Right] {
            let Some((mine, Region::Checker(checker))) = self.region(&pair, hand, super::is_checker) else {
                continue;
            };
            let other = hand.other();
            let at = pair.on(other);
            let args = self.guess_args(other, at, checker.definition, Some((hand, &checker.args)));
            let mut wanted = Wanted { definition: checker.definition, args, end: None };
            let mut found = self.find(other, index, at, &wanted);
            if found.is_none()
                && let Some(end) = self.domain.end_param(checker.definition)
                && checker.args[end] == Term::NULL
                && self.pairs.iter().any(|pair| pair.on(hand) == Term::NULL && pair.on(other) == at)
            {
                // It goes on to the end here, and is empty there, before something that is missing here.
                wanted.args[end] = Some(at);
                found = self.find_among(other, index, at, &wanted, true);
            }
            let Some(found) = found else { continue };
            let marks = checker.marks.meet(found.marks);
            let theirs = self.complete(other, &found.args, &checker.args);
            let Some(args) = self.pair_by_hand(hand, &checker.args, &theirs) else { continue };
            self.consume_by_hand(index, hand, &[mine], &found.used);
            let definition = checker.definition;
            self.put(pair.out, Region::Checker(Checker { definition, args, marks }));
            return true;
        }
        false
    }

    pub(super) fn w_partial(&mut self, index: usize) -> bool {
        let pair = self.pairs[index];
        for hand in [Hand::Left, Hand::Right] {
            let Some((mine, Region::Segment(segment))) = self.region(&pair, hand, super::is_segment) else {
                continue;
            };
            let other = hand.other();
            let at = pair.on(other);
            let mut ends: Vec<Option<Term>> = self
                .pairs
                .iter()
                .filter(|pair| pair.on(hand) == segment.to)
                .map(|pair| Some(pair.on(other)))
                .collect();
            if segment.to.base.is_none() {
                ends.push(Some(segment.to));
            }
            if ends.is_empty() {
                ends.push(None);
            }
            for end in ends {
                let args = self.guess_args(other, at, segment.definition, Some((hand, &segment.args)));
                let hole_args = match end {
                    Some(end) => self.guess_args(other, end, segment.hole, Some((hand, &segment.hole_args))),
                    None => vec![None; segment.hole_args.len()],
                };
                let mut wanted = Wanted {
                    definition: segment.definition,
                    args,
                    end: Some((end, segment.hole, hole_args)),
                };
                self.domain.forget_wanted(&mut wanted);
                let Some(found) = self.find(other, index, at, &wanted) else { continue };
                let Some(end) = found.to else { continue };
                let theirs = self.complete(other, &found.args, &segment.args);
                let their_hole = self.complete(other, &found.hole_args, &segment.hole_args);
                let (Some(args), Some(hole_args)) = (
                    self.pair_by_hand(hand, &segment.args, &theirs),
                    self.pair_by_hand(hand, &segment.hole_args, &their_hole),
                ) else {
                    continue;
                };
                let to = match hand {
                    Hand::Left => self.pair(segment.to, end),
                    Hand::Right => self.pair(end, segment.to),
                };
                let Some(to) = to else { continue };
                let marks = segment.marks.meet(found.marks);
                self.consume_by_hand(index, hand, &[mine], &found.used);
                let (definition, hole) = (segment.definition, segment.hole);
                self.put(pair.out, Region::Segment(Segment { definition, args, to, hole, hole_args, marks }));
                return true;
            }
        }
        false
    }

    /// Looks for a structure on one side, in what is not used and not the matter of another pair.
    pub(super) fn find(&mut self, hand: Hand, index: usize, at: Term, wanted: &Wanted) -> Option<Found> {
        self.find_among(hand, index, at, wanted, false)
    }

    /// The same, perhaps only for one that is empty.
    fn find_among(
        &mut self,
        hand: Hand,
        index: usize,
        at: Term,
        wanted: &Wanted,
        empty: bool,
    ) -> Option<Found> {
        let side = self.side(hand);
        // What else refers to this place would refer to nothing.
        let mut others = self.pairs.iter().enumerate().filter(|(other, _)| *other != index);
        let refers = |pair: &Pair| pair.strong && at.base.is_some() && pair.on(hand).base == at.base;
        if !empty && others.any(|(_, pair)| refers(pair)) {
            return None;
        }
        let is_open = |(other, pair): &(usize, &Pair)| *other != index && !pair.done && pair.on(hand) != at;
        let regions = side.state.regions.iter().zip(&side.used);
        let mut used: Vec<Sym> = regions.filter(|(_, used)| **used).map(|((at, _), _)| *at).collect();
        let open = self.pairs.iter().enumerate().filter(is_open).map(|(_, pair)| pair.on(hand));
        used.extend(open.filter(|at| side.region(*at).is_some()).filter_map(|at| at.base));
        used.sort_unstable();
        used.dedup();
        let mut bound = vec![Some(at)];
        let mut variables = |terms: &[Option<Term>]| -> Args {
            terms
                .iter()
                .map(|term| {
                    bound.push(*term);
                    Term::of(Sym(u32::try_from(bound.len() - 1).unwrap_or(u32::MAX)))
                })
                .collect()
        };
        let args = variables(&wanted.args);
        let (definition, marks) = (wanted.definition, Marks::GIVEN);
        let mut end_variable = None;
        let mut hole_variables = Args::new();
        let region = match &wanted.end {
            None => Region::Checker(Checker { definition, args: args.clone(), marks }),
            Some((end, hole, hole_args)) => {
                let to = variables(&[*end])[0];
                hole_variables = variables(hole_args);
                end_variable = Some(to);
                let (hole, hole_args) = (*hole, hole_variables.clone());
                Region::Segment(Segment { definition, args: args.clone(), to, hole, hole_args, marks })
            }
        };
        let goal = Goal::new(Term::of(Sym(0)), region);
        let mut loose: Vec<(Sym, bool)> = Vec::new();
        if let Some((_, hole, _)) = &wanted.end
            && *hole == definition
        {
            let adds_up = |(param, _): &(usize, &Term)| self.domain.adds_up(definition, *param);
            let holes = hole_variables.iter().enumerate().filter(adds_up);
            let params = &self.domain.definitions[definition].params;
            let is_bag = |param: usize| params[param].sort == Sort::Set { bag: true };
            loose.extend(holes.filter_map(|(param, variable)| Some((variable.base?, is_bag(param)))));
        }
        let search = |shifting: bool| {
            let mut search = Search::new(self.domain, &side.state);
            search.lenient = true;
            search.loose.clone_from(&loose);
            search.shifting = shifting;
            search.run_with(used.clone(), vec![goal.clone()], bound.clone(), Vec::new(), false).ok()
        };
        let outcome = search(false).or_else(|| if loose.is_empty() { None } else { search(true) })?;
        if empty && at.base.is_some_and(|base| outcome.uses(base)) {
            return None;
        }
        let before = used;
        Some(self.take(hand, &before, &outcome, &args, end_variable, &hole_variables))
    }

    fn take(
        &mut self,
        hand: Hand,
        before: &[Sym],
        outcome: &Outcome,
        args: &Args,
        end: Option<Term>,
        hole_args: &Args,
    ) -> Found {
        let domain = self.domain;
        let side = self.side_mut(hand);
        let value = |variable: &Term| variable.base.and_then(|base| outcome.bound[base.0 as usize]);
        let args = args.iter().map(value).collect();
        let to = end.as_ref().and_then(value);
        let hole_args = hole_args.iter().map(value).collect();
        let choice = domain.set_choice;
        if outcome.next > side.state.next {
            let state = side.state.to_mut();
            state.next = outcome.next;
            state.take_sets(&outcome.made, choice);
            for fact in &outcome.facts {
                match fact {
                    logic::Fact::Eq(form) => state.pure.guard_eq(form),
                    logic::Fact::Ge(form) => state.pure.guard_ge(form),
                    logic::Fact::Ne(form) => state.pure.guard_ne(form),
                };
            }
        }
        let used = outcome.used.iter().filter(|at| before.binary_search(at).is_err());
        let used = used.filter_map(|at| Some(side.state.regions.locate(*at)?.0)).collect();
        Found { used, args, to, hole_args, marks: outcome.marks }
    }

    /// What the arguments of a checker at a place are likely to be: those of the region that is there, what a field holds that
    /// always holds the argument, or the partner of the other side's argument where it never changes.
    pub(super) fn guess_args(
        &self,
        hand: Hand,
        at: Term,
        definition: DefinitionId,
        like: Option<(Hand, &Args)>,
    ) -> Vec<Option<Term>> {
        let params = &self.domain.definitions[definition].params;
        let side = self.side(hand);
        let region = at.base.and_then(|base| side.state.region(base)).filter(|_| at.offset == 0);
        params
            .iter()
            .enumerate()
            .map(|(index, param)| {
                let there = match (region, param.kind) {
                    (Some(Region::Checker(checker)), _) if checker.definition == definition => {
                        checker.args.get(index).copied()
                    }
                    (Some(Region::Segment(segment)), _) if segment.definition == definition => segment
                        .args
                        .get(index)
                        .copied()
                        .filter(|_| !self.domain.is_carried(definition, segment.hole, index)),
                    (Some(Region::Block(block)), Kind::Previous { field: Some(field) }) => {
                        let cell = block.cells.iter().find(|cell| cell.offset == field);
                        cell.map(|cell| cell.value).and_then(Value::term)
                    }
                    // A structure of another kind may know the element before by the same field.
                    (Some(Region::Checker(checker)), Kind::Previous { field: Some(_) }) => {
                        self.held_in(checker.definition, &checker.args, param.kind)
                    }
                    (Some(Region::Segment(segment)), Kind::Previous { field: Some(_) }) => {
                        self.held_in(segment.definition, &segment.args, param.kind)
                    }
                    _ => None,
                };
                let bound = || {
                    let at = at.base.filter(|_| matches!(param.kind, Kind::Lower | Kind::Upper))?;
                    matches!(region, Some(Region::Block(_))).then_some(())?;
                    self.domain.natural_args(&side.state, at, definition)?.get(index).copied()
                };
                there
                    .or_else(bound)
                    .or_else(|| {
                        let (from, args) = like?;
                        let partner = || self.partner(from, *args.get(index)?);
                        if param.kind == Kind::Constant { partner() } else { None }
                    })
                    .or_else(|| self.domain.wished_arg(&side.state, definition, index))
            })
            .collect()
    }

    /// The argument of a structure that is of a kind.
    fn held_in(&self, definition: DefinitionId, args: &Args, kind: Kind) -> Option<Term> {
        let place = self.domain.definitions[definition].params.iter().position(|param| param.kind == kind)?;
        args.get(place).copied()
    }

    /// What a value of one side goes with on the other, if that is one value.
    pub(super) fn partner(&self, hand: Hand, value: Term) -> Option<Term> {
        if value.base.is_none() {
            return Some(value);
        }
        let mut partners = self.pairs.iter().filter(|pair| pair.on(hand).base == value.base);
        let pair = partners.next()?;
        let shift = value.offset.checked_sub(pair.on(hand).offset)?;
        if partners.next().is_some() { None } else { pair.on(hand.other()).plus(shift) }
    }

    /// A value that goes with one of the other side; of several, one that a variable or an object holds.
    fn some_partner(&self, hand: Hand, value: Term) -> Option<Term> {
        self.partner(hand, value).or_else(|| {
            let pair = self.pairs.iter().find(|pair| pair.strong && pair.on(hand).base == value.base)?;
            let shift = value.offset.checked_sub(pair.on(hand).offset)?;
            pair.on(hand.other()).plus(shift)
        })
    }

    /// Arguments of one side; what is not determined goes with what the other side has, if something does.
    pub(super) fn complete(&mut self, hand: Hand, args: &[Option<Term>], like: &Args) -> Args {
        let mut all = Args::new();
        for (arg, like) in args.iter().zip(like) {
            let term = match arg.or_else(|| self.some_partner(hand.other(), *like)) {
                Some(term) => term,
                None => Term::of(self.side_mut(hand).state.to_mut().fresh()),
            };
            all.push(term);
        }
        all
    }

    /// Pairs arguments of which the first are on the given side.
    pub(super) fn pair_by_hand(&mut self, hand: Hand, mine: &Args, other: &Args) -> Option<Args> {
        match hand {
            Hand::Left => self.pair_args(mine, other),
            Hand::Right => self.pair_args(other, mine),
        }
    }

    pub(super) fn consume_by_hand(&mut self, pair: usize, hand: Hand, mine: &[usize], other: &[usize]) {
        match hand {
            Hand::Left => self.consume(pair, mine, other),
            Hand::Right => self.consume(pair, other, mine),
        }
    }
}
