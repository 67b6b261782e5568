//! What a state knows of sets of values.
//!
//! A set is a symbol: arguments of checkers and ghosts of contracts name it as they name a number. What is known of sets is a state of one of
//! the domains of `logic::sets`, whose names are the symbols of the sets, and one symbol more for each value that is known to be, or
//! not to be, in some of them: its *point* `{x}`.
//!
//! γ: there are sets for the set symbols such that all facts hold, where the point of a term is the set of its value.
//!
//! Invariants: points are sorted by term, and none has two; a symbol that stands for a set stands for nothing else; sets are never
//! constants, an empty one is a symbol with a fact.

use logic::sets::{Choice, Kind, SetDomain, Sets};
use logic::{Dim, Fact, Form};
use smallvec::SmallVec;

use super::region::Region;
use super::state::State;
use super::value::{Sym, Term};
use crate::Checkers;
use crate::definition::{self, DefinitionId, Item, SetAtom};

/// Sets and points with factors.
pub type SetSum = Vec<(Item<Term>, i64)>;

/// What is known of sets.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SetFacts {
    /// What is known of set symbols and points.
    pub known: Sets,
    /// The points of terms.
    pub points: Vec<(Term, Sym)>,
}

impl SetFacts {
    /// Whether there are no sets.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether a symbol stands for a set.
    pub fn is_set(&self, sym: Sym) -> bool {
        matches!(self.known.kind(sym.dim()), Some(Kind::Set | Kind::Bag))
    }

    /// All symbols that stand for sets, and whether for bags.
    pub fn all(&self) -> Vec<(Sym, bool)> {
        let kinds = self.known.names().into_iter().map(|name| (name, self.known.kind(name)));
        kinds
            .filter_map(|(name, kind)| match kind {
                Some(Kind::Set) => Some((Sym(name.0), false)),
                Some(Kind::Bag) => Some((Sym(name.0), true)),
                _ => None,
            })
            .collect()
    }

    /// The point of a term.
    pub fn point(&self, term: Term) -> Option<Sym> {
        let place = self.points.binary_search_by_key(&term, |(term, _)| *term).ok()?;
        Some(self.points[place].1)
    }

    fn insert_point(&mut self, term: Term, point: Sym) {
        match self.points.binary_search_by_key(&term, |(term, _)| *term) {
            // One value has one point.
            Ok(place) => {
                let same =
                    SetAtom::sum(Item::Set(Term::of(self.points[place].1)), [Item::Set(Term::of(point))]);
                if let Some(fact) = self.fact(&same) {
                    self.known.guard(&fact);
                }
                self.known.forget(&[point.dim()]);
            }
            Err(place) => self.points.insert(place, (term, point)),
        }
    }

    /// A relation as a fact; `None` if a value has no point, or numbers are too large.
    fn fact(&self, atom: &SetAtom<Term>) -> Option<Fact> {
        let mut sum = Form::constant(i128::from(atom.constant));
        for (item, factor) in &atom.items {
            let name = match item {
                Item::Set(term) => term.base.filter(|_| term.offset == 0)?,
                Item::Point(term) => self.point(*term)?,
            };
            sum = sum.add_scaled(*factor, &Form::of(name.dim()))?;
        }
        Some(if atom.equal { Fact::Eq(sum) } else { Fact::Ge(sum) })
    }

    /// A fact as a relation.
    pub fn relation(&self, fact: &Fact) -> Option<SetAtom<Term>> {
        let item = |dim: Dim| {
            let point = self.points.iter().find(|(_, point)| point.dim() == dim);
            point.map_or(Item::Set(Term::of(Sym(dim.0))), |(term, _)| Item::Point(*term))
        };
        let items = fact.form().terms().iter().map(|(dim, factor)| (item(*dim), *factor)).collect();
        let constant = i64::try_from(fact.form().offset()).ok()?;
        let bag = fact.form().dims().any(|dim| self.known.kind(dim) == Some(Kind::Bag));
        match fact {
            Fact::Eq(_) => Some(SetAtom { items, constant, equal: true, bag }),
            Fact::Ge(_) => Some(SetAtom { items, constant, equal: false, bag }),
            Fact::Ne(_) => None,
        }
    }

    /// All that is known, as relations.
    pub fn relations(&self) -> Vec<SetAtom<Term>> {
        self.known.facts().iter().filter_map(|fact| self.relation(fact)).collect()
    }

    /// A symbol without a region is another term from now on; `None` if an offset leaves its range.
    pub(super) fn replace(&mut self, sym: Sym, by: Term) -> Option<()> {
        if self.is_set(sym)
            && let Some(base) = by.base
        {
            self.known.declare(base.dim(), self.known.kind(sym.dim()).unwrap_or(Kind::Set));
            let same = SetAtom::sum(Item::Set(Term::of(sym)), [Item::Set(by)]);
            if let Some(fact) = self.fact(&same) {
                self.known.guard(&fact);
            }
            self.known.forget(&[sym.dim()]);
        }
        if self.points.iter().any(|(term, _)| term.base == Some(sym)) {
            for (term, point) in std::mem::take(&mut self.points) {
                self.insert_point(term.substitute(sym, by)?, point);
            }
        }
        Some(())
    }

    /// Keeps what is known of symbols that are used, and of the points of values that are.
    pub(super) fn tidy(&mut self, is_used: impl Fn(u32) -> bool) {
        if self.is_empty() {
            return;
        }
        let gone = |(term, _): &(Term, Sym)| term.base.is_some_and(|base| !is_used(base.0));
        let mut lost: Vec<Dim> =
            self.points.iter().filter(|p| gone(p)).map(|(_, point)| point.dim()).collect();
        self.points.retain(|point| !gone(point));
        let kept = |dim: Dim| is_used(dim.0) || self.points.iter().any(|(_, point)| point.dim() == dim);
        lost.extend(self.known.names().into_iter().filter(|dim| !kept(*dim)));
        self.known.forget(&lost);
        if self.known.names().is_empty() {
            *self = Self::default();
        }
    }
}

impl State {
    /// A symbol for any set.
    pub fn fresh_set_symbol(&mut self, bag: bool, choice: Choice) -> Sym {
        let sym = self.fresh();
        self.declare_set(sym, bag, choice);
        sym
    }

    /// A symbol stands for a set.
    pub fn declare_set(&mut self, sym: Sym, bag: bool, choice: Choice) {
        if self.sets.is_empty() {
            self.sets.known = Sets::new(choice);
        }
        self.sets.known.declare(sym.dim(), if bag { Kind::Bag } else { Kind::Set });
    }

    /// Gives the values that a relation speaks of points.
    fn name_points(&mut self, atom: &SetAtom<Term>) {
        for (item, _) in &atom.items {
            if let Item::Point(term) = item
                && self.sets.point(*term).is_none()
            {
                let point = self.fresh();
                self.sets.known.declare(point.dim(), Kind::Point);
                self.sets.insert_point(*term, point);
            }
        }
    }

    /// Conjoins a relation between sets; false if it cannot hold.
    pub fn assume_sets(&mut self, atom: &SetAtom<Term>) -> bool {
        self.name_points(atom);
        match self.sets.fact(atom) {
            Some(fact) => self.sets.known.guard(&fact),
            None => true,
        }
    }

    /// Conjoins relations between sets, without asking whether they can hold.
    pub(crate) fn suppose_sets(&mut self, atoms: &[SetAtom<Term>]) {
        for atom in atoms {
            self.name_points(atom);
        }
        let facts: Vec<Fact> = atoms.iter().filter_map(|atom| self.sets.fact(atom)).collect();
        self.sets.known.assume(&facts);
    }
}

fn negated(sum: &SetSum) -> impl Iterator<Item = (Item<Term>, i64)> {
    sum.iter().map(|(item, factor)| (*item, -*factor))
}

impl Checkers {
    /// Whether a relation between sets holds.
    pub(crate) fn proves_sets(&self, state: &State, atom: &SetAtom<Term>) -> bool {
        let plain = state.sets.fact(atom).is_some_and(|fact| state.sets.known.proves(&fact));
        plain || {
            let mut state = state.clone();
            state.name_points(atom);
            let mut more = self.separation(&state);
            more.extend(self.differences(&state, atom));
            for atom in &more {
                state.name_points(atom);
            }
            let more: Vec<Fact> = more.iter().filter_map(|atom| state.sets.fact(atom)).collect();
            state.sets.fact(atom).is_some_and(|fact| state.sets.known.proves_given(&more, &fact))
        }
    }

    /// What regions say of sets: the roots of a structure are objects, so none is an object outside or of another structure; and the first
    /// is one of them, if there is one.
    fn separation(&self, state: &State) -> Vec<SetAtom<Term>> {
        let mut said = Vec::new();
        let mut all: SetSum = Vec::new();
        for (at, region) in &state.regions {
            let point = Item::Point(Term::of(*at));
            let is_named = state.sets.point(Term::of(*at)).is_some();
            if let Region::Block(block) = region {
                all.extend((block.start == 0 && is_named).then_some((point, 1)));
                continue;
            }
            said.extend(self.segment_sets(region));
            let mut heads = self.heads_of(region).into_iter();
            let Some(first) = heads.next() else { continue };
            // Each of them has all the roots.
            for other in heads {
                let items = first.iter().copied().chain(negated(&other)).collect();
                said.push(SetAtom { items, constant: 0, equal: true, bag: false });
            }
            said.push(SetAtom { items: first.clone(), constant: 0, equal: false, bag: false });
            let begun = is_named
                && self
                    .whereabouts(state, Term::of(*at))
                    .is_some_and(|found| found.or.is_none() && found.regions.as_slice() == [*at]);
            if begun {
                let items = first.iter().copied().chain([(point, -1)]).collect();
                said.push(SetAtom { items, constant: 0, equal: false, bag: false });
            }
            all.extend(first);
        }
        if !all.is_empty() {
            let items = negated(&all).collect();
            said.push(SetAtom { items, constant: 1, equal: false, bag: false });
        }
        said
    }

    /// Which of the values that a relation speaks of are known not to be others.
    fn differences(&self, state: &State, atom: &SetAtom<Term>) -> Vec<SetAtom<Term>> {
        let mut said = Vec::new();
        let asked = atom.items.iter().filter_map(|(item, _)| match item {
            Item::Point(term) => Some(*term),
            Item::Set(_) => None,
        });
        for term in asked {
            for (other, _) in &state.sets.points {
                if *other != term && self.proves_ne(state, term, *other) {
                    let items = vec![(Item::Point(term), -1), (Item::Point(*other), -1)];
                    said.push(SetAtom { items, constant: 1, equal: false, bag: false });
                }
            }
        }
        said
    }

    /// The sets of the roots of a structure, for each parameter that is one, as sums: what is at the begin, without what is at the hole.
    pub(crate) fn heads_of(&self, region: &Region) -> Vec<SetSum> {
        let (definition, args, hole) = match region {
            Region::Block(_) => return Vec::new(),
            Region::Checker(checker) => (checker.definition, &checker.args, None),
            Region::Segment(segment) => {
                (segment.definition, &segment.args, Some((segment.hole, &segment.hole_args)))
            }
        };
        let is_head =
            |param: usize| self.definitions[definition].params[param].kind == definition::Kind::Head;
        let heads = (0..args.len()).filter(|param| is_head(*param));
        heads
            .filter_map(|param| match hole {
                None => Some(vec![(Item::Set(args[param]), 1)]),
                Some((hole, hole_args)) if hole == definition => {
                    Some(vec![(Item::Set(args[param]), 1), (Item::Set(hole_args[param]), -1)])
                }
                // What is missing has no roots of this kind: the segment has them all.
                Some((hole, _)) if !self.reaches(hole, definition) => Some(vec![(Item::Set(args[param]), 1)]),
                Some(_) => None,
            })
            .collect()
    }

    /// Whether the sets of a parameter add up along a structure.
    pub(crate) fn adds_up(&self, definition: DefinitionId, param: usize) -> bool {
        let param = &self.definitions[definition].params[param];
        matches!(param.sort, definition::Sort::Set { .. })
            && matches!(param.kind, definition::Kind::Head | definition::Kind::Additive)
    }

    /// Whether a parameter is a set that is passed on as it is.
    pub(crate) fn is_steady_set(&self, definition: DefinitionId, param: usize) -> bool {
        let param = self.definitions[definition].params.get(param);
        param.is_some_and(|param| {
            matches!(param.sort, definition::Sort::Set { .. }) && param.kind == definition::Kind::Constant
        })
    }

    /// What a segment says of its sets: what the hole has is a part of what the begin has.
    fn segment_sets(&self, region: &Region) -> SmallVec<[SetAtom<Term>; 2]> {
        let Region::Segment(segment) = region else { return SmallVec::new() };
        if segment.definition != segment.hole {
            return SmallVec::new();
        }
        let adding = (0..segment.args.len()).filter(|param| self.adds_up(segment.definition, *param));
        adding
            .map(|param| SetAtom::within(Item::Set(segment.hole_args[param]), Item::Set(segment.args[param])))
            .collect()
    }

    /// Takes over what a segment says of its sets.
    pub(crate) fn assume_segment_sets(&self, state: &mut State, region: &Region) {
        if !state.sets.is_empty() {
            for said in self.segment_sets(region) {
                state.assume_sets(&said);
            }
        }
    }
}
