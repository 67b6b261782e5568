//! Order, join and widening.
//!
//! States are kept apart by what their variables hold and by their *support*: which vectors have
//! cells. States that agree in both are joined number by number. Two that differ in one vector only become one
//! with a counter that may be zero, if nothing is lost by that. Where there are too many, all whose variables
//! are alike are merged.

use engine::{Join, Widened};
use logic::{AffineBox, Linear};

use crate::Lengths;
use crate::contents::{Cells, either, rest_covers};
use crate::names::{FamilyId, Number, RootId};
use crate::shared::Shared;
use crate::state::{Ends, Segment, State, Value};

/// States that differ in their numbers only, kept apart where no loop begins.
const ALIKE: usize = 4;

/// Rounds of a loop before states are joined that lose an equation by it.
const PATIENCE: u32 = 12;

impl Lengths {
    /// The one form of a state among several that mean the same.
    pub(crate) fn settle(&self, state: &mut State) {
        self.settle_cycles(state);
        self.settle_links_back(state);
        for index in 0..state.segments.len() {
            let segment = &state.segments[index];
            let followed = state.segments.iter().any(|other| {
                other.family == segment.family
                    && other.vrv != segment.vrv
                    && segment.vrv.is_subset(&other.vrv)
                    && self.has_cells(state, other)
            });
            if followed && segment.end != Ends(0) {
                state.segments[index].end = Ends(0);
            }
        }
        self.decide(state);
    }

    fn settle_links_back(&self, state: &mut State) {
        let mut last: Option<FamilyId> = None;
        for index in 0..state.segments.len() {
            let family = state.segments[index].family;
            if last.replace(family) != Some(family) {
                self.settle_backs(state, family);
            }
        }
        self.weigh_idle(state);
    }

    /// Whether variables and objects are the same, but for pointers that are null in one and lead to a
    /// list in the other.
    fn alike(&self, a: &State, b: &State) -> bool {
        a.env.len() == b.env.len()
            && a.env
                .iter()
                .zip(&b.env)
                .all(|(a, b)| a.0 == b.0 && (a.1 == b.1 || together(a.1, b.1).is_some()))
            && a.objects == b.objects
    }

    /// The numbers of a state with every dimension of another: what counts and is missing is zero.
    fn with_dims(&self, numbers: &Shared<AffineBox>, other: &AffineBox) -> Option<Shared<AffineBox>> {
        if numbers.dims() == other.dims() {
            return Some(numbers.clone());
        }
        let missing: Vec<_> = other.dims().iter().filter(|dim| !numbers.contains(**dim)).copied().collect();
        let mut numbers = numbers.clone();
        for dim in missing {
            match self.names.number_of(dim) {
                Number::Count(..)
                | Number::Sum(..)
                | Number::Made(_)
                | Number::Freed(_)
                | Number::Leaked(_) => numbers.add_equal(dim, &Linear::constant(0)),
                // Where there are no cells there is no first value.
                Number::First(..) => numbers.add(dim),
                _ => return None,
            }
        }
        Some(numbers)
    }

    pub(crate) fn is_covered(&self, larger: &State, smaller: &State) -> bool {
        let covers = |(outer, inner): (&(RootId, Value), &(RootId, Value))| {
            outer.0 == inner.0
                && (outer.1 == inner.1
                    || matches!(outer.1, Value::List(_)) && together(outer.1, inner.1) == Some(outer.1))
        };
        if larger.env.len() != smaller.env.len()
            || !larger.env.iter().zip(&smaller.env).all(covers)
            || larger.objects != smaller.objects
        {
            return false;
        }
        for segment in &smaller.segments {
            let Some(known) = larger.segment(segment.family, &segment.vrv) else { return false };
            if !known.end.covers(segment.end)
                || !known.first.covers(&segment.first)
                || !rest_covers(known.rest.as_ref(), segment.rest.as_ref())
            {
                return false;
            }
        }
        if larger.numbers.is(&smaller.numbers) {
            return larger.segments.len() == smaller.segments.len();
        }
        let Some(inner) = self.with_dims(&smaller.numbers, &larger.numbers) else { return false };
        if larger.numbers.dims().len() == inner.dims().len() {
            larger.numbers.covers(&inner)
        } else {
            self.with_dims(&larger.numbers, &inner).is_some_and(|outer| outer.covers(&inner))
        }
    }

    /// One state for two whose variables are alike.
    fn combine(
        &self,
        a: &State,
        b: &State,
        how: impl Fn(&AffineBox, &AffineBox) -> AffineBox,
        contents: fn(&Cells, &Cells) -> Cells,
    ) -> Option<State> {
        let mut state = self.hull(a, b, how, contents)?;
        self.settle(&mut state);
        Some(state)
    }

    /// The same, not settled.
    fn hull(
        &self,
        a: &State,
        b: &State,
        how: impl Fn(&AffineBox, &AffineBox) -> AffineBox,
        contents: fn(&Cells, &Cells) -> Cells,
    ) -> Option<State> {
        if !self.same_cycles(a, b) {
            return None;
        }
        let left = self.with_dims(&a.numbers, &b.numbers)?;
        let right = self.with_dims(&b.numbers, &left)?;
        let mut segments: Vec<Segment> = Vec::new();
        for segment in a.segments.iter().chain(&b.segments) {
            match segments.iter_mut().find(|s| s.family == segment.family && s.vrv == segment.vrv) {
                Some(known) => {
                    let (a, b) = (known.end, segment.end);
                    if a != b && (a == Ends::BACK || b == Ends::BACK) && a != Ends(0) && b != Ends(0) {
                        return None;
                    }
                    known.end = a.union(b);
                    known.first = contents(&known.first, &segment.first);
                    known.rest = either(known.rest.take(), segment.rest.clone(), contents);
                }
                None => segments.push(segment.clone()),
            }
        }
        segments.sort();
        let kinds = a.env.iter().zip(&b.env);
        let env = kinds.map(|((root, a), (_, b))| (*root, together(*a, *b).unwrap_or(*a))).collect();
        Some(State {
            env: Shared::new(env),
            objects: a.objects.clone(),
            segments: Shared::new(segments),
            numbers: Shared::new(how(&left, &right)),
            adrift: a.adrift || b.adrift,
        })
    }

    /// Whether the same variables surely reach the cycles of two states: it stays certain which cycle is lost.
    fn same_cycles(&self, a: &State, b: &State) -> bool {
        self.cycles(a).into_iter().all(|(family, cut)| {
            match (a.chain(family, cut).last(), b.chain(family, cut).last()) {
                (Some(last), Some(other)) => {
                    last.vrv == other.vrv && self.has_cells(a, last) && self.has_cells(b, other)
                }
                _ => false,
            }
        })
    }

    /// One state for two of which one has cells where the other has none, if it describes nothing else:
    /// their supports differ in one vector, and split at its counter the state gives them back.
    fn unite(&self, a: &State, b: &State, contents: fn(&Cells, &Cells) -> Cells) -> Option<State> {
        let (less, more) = if a.segments.len() < b.segments.len() { (a, b) } else { (b, a) };
        if less.segments.len() + 1 != more.segments.len() {
            return None;
        }
        let common = less
            .segments
            .iter()
            .zip(&more.segments)
            .take_while(|(a, b)| a.vrv == b.vrv && a.family == b.family);
        let extra = common.count();
        let agree = |(a, b): (&Segment, &Segment)| {
            a.family == b.family
                && a.vrv == b.vrv
                && a.first.written == b.first.written
                && a.rest.as_ref().map(|rest| rest.written) == b.rest.as_ref().map(|rest| rest.written)
                && (a.end == b.end || b.end == Ends(0))
                && self.agree_on_back(a, b)
        };
        let (segment, rest) = more.segments[extra..].split_first()?;
        if !less.segments[..extra].iter().zip(&more.segments[..extra]).all(agree)
            || !less.segments[extra..].iter().zip(rest).all(agree)
            || !self.has_cells(more, segment)
        {
            return None;
        }
        let counter = self.counter(segment);
        let mut united = self.hull(less, more, AffineBox::join, contents)?;
        let mut some = united.numbers.clone();
        let exact = some.meet_ge(&(Linear::from(counter) - Linear::constant(1)))
            && self.with_dims(&more.numbers, &some).is_some_and(|numbers| numbers.covers(&some));
        let mut none = united.numbers.clone();
        let exact = exact
            && none.meet_eq(&Linear::from(counter))
            && self.with_dims(&less.numbers, &none).is_some_and(|numbers| numbers.covers(&none));
        exact.then(|| {
            self.settle(&mut united);
            united
        })
    }

    /// Whether the same is known of the links back of two segments.
    fn agree_on_back(&self, a: &Segment, b: &Segment) -> bool {
        let rest = |segment: &Segment| segment.rest.as_ref().map(|rest| rest.back);
        !self.has_back(a.family)
            || a.first.back == b.first.back && rest(a).zip(rest(b)).is_none_or(|(a, b)| a == b)
    }

    /// Whether a state may be joined to another though an equation is lost: each has pointers that may be null in it
    /// only, and no number of the program is known exactly that could tell which.
    fn may_blur(&self, known: &State, arrived: &State) -> bool {
        let looser = |a: &State, b: &State| {
            let mut pairs = a.env.iter().zip(&b.env);
            pairs.any(|(a, b)| a.1 != b.1 && matches!(a.1, Value::List(_)))
        };
        let is_flag = |(root, value): &(RootId, Value)| {
            *value == Value::Int && arrived.numbers.constant(&Linear::from(self.names.value(*root))).is_some()
        };
        looser(known, arrived)
            && looser(arrived, known)
            && self.same_support(known, arrived)
            && !arrived.env.iter().any(is_flag)
    }

    /// Whether states agree in all but numbers.
    fn same_key(&self, a: &State, b: &State) -> bool {
        a.env == b.env && a.objects == b.objects && self.same_support(a, b)
    }

    fn same_support(&self, a: &State, b: &State) -> bool {
        let pairs = || a.segments.iter().zip(&b.segments);
        a.segments.len() == b.segments.len() && pairs().all(|(a, b)| a.family == b.family && a.vrv == b.vrv)
    }

    pub(crate) fn arrive(&self, known: &[&State], mut arrived: State, at: Join) -> Widened<State> {
        self.settle(&mut arrived);
        if at != Join::Plain {
            self.weigh_all(&mut arrived);
        }
        debug_assert!(self.is_conserved(&arrived), "cells were made or lost silently: {arrived:?}");
        debug_assert!(self.backs_are_named(&arrived), "links back lead to what is gone: {arrived:?}");
        if known.iter().any(|state| self.is_covered(state, &arrived)) {
            return Widened::Covered;
        }
        let same = |state: &State| self.same_key(state, &arrived);
        // Ways that run together in straight code are kept apart, as long as they are few: what tells
        // them apart may be the answer to a test.
        if at == Join::Plain {
            let count = known.iter().filter(|state| same(state)).count();
            if (1..ALIKE).contains(&count) {
                return Widened::Add(arrived);
            }
        }
        let widening = match at {
            Join::Plain => false,
            Join::Loop { round } => round > 1,
            Join::Recursion => true,
        };
        let contents = if widening { Cells::widen } else { Cells::join };
        // Sooner or later states must be joined even if that loses an equation.
        let hasty = matches!(at, Join::Recursion | Join::Loop { round: PATIENCE.. });
        let how = |a: &AffineBox, b: &AffineBox| if widening { a.widen(&a.join(b), &[]) } else { a.join(b) };
        if let Some(index) = known.iter().position(|state| same(state)) {
            return self
                .combine(known[index], &arrived, how, contents)
                .map_or_else(|| Widened::Add(arrived.clone()), |state| Widened::Replace(index, state));
        }
        for (index, state) in known.iter().enumerate().filter(|(_, state)| self.alike(state, &arrived)) {
            if let Some(united) = self.unite(state, &arrived, contents)
                && !known.iter().any(|other| self.same_key(other, &united))
            {
                return Widened::Replace(index, united);
            }
            // Where all that the one has and the other has not may be none anyway.
            let within = arrived.segments.iter().all(|s| state.segment(s.family, &s.vrv).is_some())
                && state.segments.iter().any(|segment| !self.has_cells(state, segment));
            if within
                && let Some(joined) = self.combine(state, &arrived, how, contents)
                && (hasty || joined.numbers.rank() <= state.numbers.rank() || self.may_blur(state, &arrived))
            {
                return Widened::Replace(index, joined);
            }
        }
        Widened::Add(arrived)
    }

    /// One state for all whose variables are alike.
    pub(crate) fn merge_supports(&self, states: Vec<State>) -> Vec<State> {
        let mut merged: Vec<State> = Vec::new();
        for state in states {
            let joined = merged.iter().position(|known| self.alike(known, &state)).and_then(|index| {
                self.combine(&merged[index], &state, AffineBox::join, Cells::join)
                    .map(|joined| (index, joined))
            });
            match joined {
                Some((index, joined)) => merged[index] = joined,
                None => merged.push(state),
            }
        }
        merged
    }
}

/// What a pointer is that may be either of two, if that is null or the start of a list.
fn together(a: Value, b: Value) -> Option<Value> {
    match (a, b) {
        (a, b) if a == b => Some(a),
        (Value::List(f), Value::Null) | (Value::Null, Value::List(f) | Value::Cell(f, 0)) => {
            Some(Value::List(f))
        }
        (Value::Cell(f, 0), Value::Null) => Some(Value::List(f)),
        (Value::List(f), Value::Cell(g, 0) | Value::List(g)) | (Value::Cell(f, 0), Value::List(g))
            if f == g =>
        {
            Some(Value::List(f))
        }
        _ => None,
    }
}
