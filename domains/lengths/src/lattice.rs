//! Order, join and widening.
//!
//! States are kept apart by what their variables hold and by their *support*: which vectors have
//! cells. States that agree in both are joined number by number. Where there are too many, those
//! that agree in their variables are merged: a counter may then be zero.

use engine::{Join, Widened};
use logic::{AffineBox, Linear};

use crate::Lengths;
use crate::names::Number;
use crate::state::{Ends, Segment, State};

/// States that differ in their numbers only, kept apart where no loop begins.
const ALIKE: usize = 4;

impl Lengths {
    /// The one form of a state among several that mean the same.
    pub(crate) fn settle(&self, state: &mut State) {
        for index in 0..state.segments.len() {
            let segment = &state.segments[index];
            let followed = state.segments.iter().any(|other| {
                other.family == segment.family
                    && other.vrv != segment.vrv
                    && segment.vrv.is_subset(&other.vrv)
                    && self.has_cells(state, other)
            });
            if followed {
                state.segments[index].end = Ends(0);
            }
        }
    }

    fn same_variables(&self, a: &State, b: &State) -> bool {
        a.env == b.env && a.objects == b.objects
    }

    /// The numbers of a state with every dimension of another: what is missing is zero.
    fn with_dims(&self, numbers: &AffineBox, other: &AffineBox) -> Option<AffineBox> {
        let missing: Vec<_> = other.dims().iter().filter(|dim| !numbers.contains(**dim)).copied().collect();
        let zero = |dim: &logic::Dim| {
            matches!(
                self.names.number_of(*dim),
                Number::Count(..) | Number::Made(_) | Number::Freed(_) | Number::Leaked(_)
            )
        };
        if !missing.iter().all(zero) {
            return None;
        }
        let mut numbers = numbers.clone();
        for dim in missing {
            numbers.add_equal(dim, &Linear::constant(0));
        }
        Some(numbers)
    }

    pub(crate) fn is_covered(&self, larger: &State, smaller: &State) -> bool {
        if !self.same_variables(larger, smaller) {
            return false;
        }
        for segment in &smaller.segments {
            let Some(known) = larger.segment(segment.family, &segment.vrv) else { return false };
            if !known.end.covers(segment.end) || known.written & !segment.written != 0 {
                return false;
            }
        }
        let Some(inner) = self.with_dims(&smaller.numbers, &larger.numbers) else { return false };
        if larger.numbers.dims().len() == inner.dims().len() {
            larger.numbers.covers(&inner)
        } else {
            self.with_dims(&larger.numbers, &inner).is_some_and(|outer| outer.covers(&inner))
        }
    }

    /// One state for two that agree in their variables.
    fn combine(
        &self,
        a: &State,
        b: &State,
        how: impl Fn(&AffineBox, &AffineBox) -> AffineBox,
    ) -> Option<State> {
        let left = self.with_dims(&a.numbers, &b.numbers)?;
        let right = self.with_dims(&b.numbers, &left)?;
        let mut segments: Vec<Segment> = Vec::new();
        for segment in a.segments.iter().chain(&b.segments) {
            match segments.iter_mut().find(|s| s.family == segment.family && s.vrv == segment.vrv) {
                Some(known) => {
                    known.end = known.end.union(segment.end);
                    known.written &= segment.written;
                }
                None => segments.push(segment.clone()),
            }
        }
        segments.sort();
        Some(State { env: a.env.clone(), objects: a.objects.clone(), segments, numbers: how(&left, &right) })
    }

    fn same_support(&self, a: &State, b: &State) -> bool {
        let pairs = || a.segments.iter().zip(&b.segments);
        a.segments.len() == b.segments.len() && pairs().all(|(a, b)| a.family == b.family && a.vrv == b.vrv)
    }

    pub(crate) fn arrive(&self, known: &[&State], mut arrived: State, at: Join) -> Widened<State> {
        self.settle(&mut arrived);
        debug_assert!(self.is_conserved(&arrived), "cells were made or lost silently: {arrived:?}");
        if known.iter().any(|state| self.is_covered(state, &arrived)) {
            return Widened::Covered;
        }
        let fitting = known
            .iter()
            .position(|state| self.same_variables(state, &arrived) && self.same_support(state, &arrived))
            .or_else(|| {
                known.iter().position(|state| {
                    self.same_variables(state, &arrived)
                        && arrived.segments.iter().all(|s| state.segment(s.family, &s.vrv).is_some())
                        && state.segments.iter().any(|s| !self.has_cells(state, s))
                })
            });
        let Some(index) = fitting else { return Widened::Add(arrived) };
        // Ways that run together in straight code are kept apart, as long as they are few: what tells
        // them apart may be the answer to a test.
        let alike =
            |state: &&&State| self.same_variables(state, &arrived) && self.same_support(state, &arrived);
        if at == Join::Plain && known.iter().filter(alike).count() < ALIKE {
            return Widened::Add(arrived);
        }
        let widening = match at {
            Join::Plain => false,
            Join::Loop { round } => round > 1,
            Join::Recursion => true,
        };
        let combined =
            self.combine(
                known[index],
                &arrived,
                |a, b| {
                    if widening { a.widen(&a.join(b), &[]) } else { a.join(b) }
                },
            );
        match combined {
            Some(mut state) => {
                self.settle(&mut state);
                Widened::Replace(index, state)
            }
            None => Widened::Add(arrived),
        }
    }

    /// One state for all that agree in their variables.
    pub(crate) fn merge_supports(&self, states: Vec<State>) -> Vec<State> {
        let mut merged: Vec<State> = Vec::new();
        for state in states {
            let joined =
                merged.iter().position(|known| self.same_variables(known, &state)).and_then(|index| {
                    self.combine(&merged[index], &state, AffineBox::join).map(|joined| (index, joined))
                });
            match joined {
                Some((index, joined)) => merged[index] = joined,
                None => merged.push(state),
            }
        }
        merged
    }
}
