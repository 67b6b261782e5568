//! Unfolding a structure at one of its objects.
//!
//! A member of a node set is an object of one of the set's regions. Reading through it splits that region there: what leads to the
//! object is a segment, and the rule that owns the object is spelled out. In a segment the object lies on the way to the
//! hole, or beside it: in a structure that hangs off some element of the way (the case that non-local unfolding of
//! seed 003 must not forget; dossier §3).

use super::{Instance, Spine};
use crate::Checkers;
use crate::definition::{DefinitionId, Rule};
use crate::heap::{Args, Marks, Member, NodeSet, Region, Segment, State, Sym, Term};

/// How many elements of ways one pointer may lie beside.
pub(super) const DEPTH: u32 = 3;

/// Which objects of a structure are looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Which {
    /// All of them.
    Any,
    /// Those that the structure's own checker has as roots: the elements of its set of roots.
    Roots,
}

impl Which {
    /// Whether an object that a checker owns may be one, in a structure of a definition.
    fn allows(self, structure: DefinitionId, checker: DefinitionId) -> bool {
        self == Self::Any || structure == checker
    }
}

impl Checkers {
    /// The cases of where a pointer is that is somewhere, with the object at hand; none if it is no such pointer.
    pub(crate) fn expose_member(&self, state: &State, at: Sym) -> Option<Vec<State>> {
        state.member(at)?;
        Some(self.split_at(state, at, Which::Any, DEPTH))
    }

    pub(super) fn split_at(&self, state: &State, at: Sym, which: Which, depth: u32) -> Vec<State> {
        let mut rest = state.clone();
        let Some(Member { of, or }) = rest.take_member(at) else { return vec![rest] };
        let mut cases = Vec::new();
        match or {
            // A pointer to what is gone is not made one to something else by having its address.
            Some(Term { base: Some(gone), offset: 0 }) if rest.is_dead(gone) => {
                let mut dangling = rest.clone();
                if dangling.replace(at, Term::of(gone)).is_some() {
                    cases.push(dangling);
                }
            }
            Some(or) => cases.extend(self.equate(rest.clone(), Term::of(at), or)),
            None => {}
        }
        for (begin, region) in state.regions.iter().filter(|(_, region)| region.set() == Some(of)) {
            match region {
                Region::Block(block) => {
                    let start = Term { base: Some(*begin), offset: block.start };
                    cases.extend(self.equate(rest.clone(), Term::of(at), start));
                }
                Region::Checker(checker) => {
                    let mut open = rest.clone();
                    open.open_region(*begin);
                    let way = Way {
                        begin: *begin,
                        definition: checker.definition,
                        args: &checker.args,
                        marks: checker.marks,
                    };
                    cases.extend(self.split_structure(&open, at, way, which));
                }
                Region::Segment(segment) => {
                    let mut open = rest.clone();
                    open.open_region(*begin);
                    cases.extend(self.split_segment(&open, at, *begin, segment, of, which, depth));
                }
            }
        }
        cases
    }

    /// A complete structure that has an object at a place.
    fn split_structure(&self, rest: &State, at: Sym, way: Way<'_>, which: Which) -> Vec<State> {
        let mut cases = Vec::new();
        for middle in
            self.reachable(way.definition).into_iter().filter(|id| which.allows(way.definition, *id))
        {
            for rule in self.owning_rules(middle) {
                for (state, root, args) in self.lead_to(rest, way, None, middle, at) {
                    let of = Instance { definition: Some(middle), root, args: &args, marks: way.marks };
                    cases.extend(self.instantiate(state, rule, of, Spine::None));
                }
            }
        }
        cases
    }

    /// A segment that has an object at a place: an element of it owns the object, or a structure beside the way does.
    #[expect(
        clippy::too_many_arguments,
        reason = "a segment, the place that is looked for in it, and how far the search may go"
    )]
    fn split_segment(
        &self,
        rest: &State,
        at: Sym,
        begin: Sym,
        segment: &Segment,
        set: NodeSet,
        which: Which,
        depth: u32,
    ) -> Vec<State> {
        let marks = segment.marks;
        let way = Way { begin, definition: segment.definition, args: &segment.args, marks };
        let mut cases = Vec::new();
        for middle in self.reachable(segment.definition) {
            for rule in &self.definitions[middle].rules {
                for call in 0..rule.calls.len() {
                    if !self.reaches(rule.calls[call].definition, segment.hole) {
                        continue;
                    }
                    if !rule.objects.is_empty() && which.allows(segment.definition, middle) {
                        let spine = Spine::Continue { call, segment, beside: None };
                        for (state, root, args) in self.lead_to(rest, way, Some(segment), middle, at) {
                            let of = Instance { definition: Some(middle), root, args: &args, marks };
                            cases.extend(self.instantiate(state, rule, of, spine));
                        }
                    }
                    for beside in (0..rule.calls.len()).filter(|other| *other != call) {
                        let holds = self.reachable(rule.calls[beside].definition);
                        let may_hold = |id: DefinitionId| {
                            self.owns_something(id) && which.allows(segment.definition, id)
                        };
                        if !holds.into_iter().any(may_hold) {
                            continue;
                        }
                        let mut state = rest.clone();
                        let (element, own) = (state.fresh(), state.fresh_set());
                        let held = state.hold(Term::of(at));
                        let spine = Spine::Continue { call, segment, beside: Some((beside, own)) };
                        for (state, root, args) in self.lead_to(&state, way, Some(segment), middle, element) {
                            let of = Instance { definition: Some(middle), root, args: &args, marks };
                            for mut state in self.instantiate(state, rule, of, spine) {
                                let at = state.release(held);
                                cases.extend(self.split_beside(state, at, (own, set), which, depth));
                            }
                        }
                    }
                }
            }
        }
        cases
    }

    /// The cases in which an object is in a structure beside the way, whose objects are a set of their own until it is found.
    fn split_beside(
        &self,
        mut state: State,
        at: Term,
        (own, set): (NodeSet, NodeSet),
        which: Which,
        depth: u32,
    ) -> Vec<State> {
        let base = at.base.filter(|base| at.offset == 0 && state.region(*base).is_none());
        let mut cases = match base {
            Some(base) if depth > 0 && !state.is_dead(base) => {
                state.set_member(base, Member { of: own, or: None });
                self.split_at(&state, base, which, depth - 1)
            }
            // Where it is remains unknown.
            _ => vec![state],
        };
        for case in &mut cases {
            case.merge_sets(own, set);
        }
        cases
    }

    /// What leads from the begin of a structure to an element in it: a segment, or nothing if the element is the first and no
    /// other can be of this kind. With the root and the arguments of the element.
    fn lead_to(
        &self,
        rest: &State,
        way: Way<'_>,
        whole: Option<&Segment>,
        middle: DefinitionId,
        element: Sym,
    ) -> Vec<(State, Term, Args)> {
        let mut state = rest.clone();
        let (definition, args, marks) = (way.definition, way.args.clone(), way.marks);
        let to = Term::of(element);
        if middle == definition && !self.reaches_itself(definition) {
            let root = state.hold(to);
            let held: Vec<_> = args.iter().map(|arg| state.hold(*arg)).collect();
            let named = |mut state: State| {
                let mut args: Args = held.iter().rev().map(|held| state.release(*held)).collect();
                args.reverse();
                let root = state.release(root);
                (state, root, args)
            };
            return self.equate(state, Term::of(way.begin), to).into_iter().map(named).collect();
        }
        let known = match whole {
            Some(segment) => segment.clone(),
            None => Segment { definition, args: args.clone(), to, hole: definition, hole_args: args, marks },
        };
        let hole_args = self.middle_args(&mut state, &known, middle);
        let mut lead = Segment { to, hole: middle, hole_args: hole_args.clone(), ..known };
        self.forget_carried(&mut lead);
        let lead = Region::Segment(lead);
        self.assume_segment_sets(&mut state, &lead);
        let cases = self.insert(state, Term::of(way.begin), lead);
        cases.into_iter().map(|state| (state, to, hole_args.clone())).collect()
    }

    fn owning_rules(&self, definition: DefinitionId) -> impl Iterator<Item = &Rule> {
        self.definitions[definition].rules.iter().filter(|rule| !rule.objects.is_empty())
    }
}

/// The begin of what is split.
#[derive(Clone, Copy)]
struct Way<'a> {
    begin: Sym,
    definition: DefinitionId,
    args: &'a Args,
    marks: Marks,
}
