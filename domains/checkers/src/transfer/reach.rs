//! What can be reached, and what is lost.
//!
//! An object is reached if a root refers to it, or an object does that is reached. A structure is reached with its
//! root; a segment also with its last element, where each element refers to the one before it. Where nodes lie side by side, what is right behind
//! a node that is reached is reached too.
//!
//! What only an argument names is reached if the structure leads there (`leads`): what its first element leads back to only
//! if it has one. What may be reached is asked for frames, what surely is for leaks.

use engine::Checks;
use model::Rule;

use crate::Checkers;
use crate::definition::Kind;
use crate::heap::{Origin, Region, Root, Segment, State, Sym, Term};

fn is_part(state: &State, at: Sym) -> bool {
    state.block(at).is_some_and(|block| block.origin == Origin::Part)
}

impl Checkers {
    /// Reports memory that nothing refers to any more, and forgets it.
    pub(crate) fn report_unreachable(&self, state: &mut State, out: &mut Checks) {
        let mut lost = self.unreachable(state, None);
        if lost.iter().any(|at| is_part(state, *at)) {
            // A part that nothing refers to may belong to the node before it.
            self.synthesize_nodes(state);
            lost = self.unreachable(state, None);
        }
        if lost.is_empty() {
            return;
        }
        for sym in lost {
            if let Some(message) = self.forget_lost(state, sym) {
                out.open(Rule::Leak, message);
            }
        }
    }

    /// Whether without a root something could no longer be reached.
    pub(crate) fn is_last_reference(&self, state: &State, root: Root) -> bool {
        match state.root(root) {
            Some(value) if value.term().is_some_and(|term| term.base.is_some()) => {
                let lost = self.unreachable(state, Some(root));
                if lost.iter().any(|at| is_part(state, *at)) {
                    let mut nodes = state.clone();
                    nodes.take_root(root);
                    self.synthesize_nodes(&mut nodes);
                    return !self.unreachable(&nodes, None).is_empty();
                }
                !lost.is_empty()
            }
            _ => false,
        }
    }

    /// The heap memory that nothing refers to, without looking at one of the roots.
    pub(crate) fn unreachable(&self, state: &State, without: Option<Root>) -> Vec<Sym> {
        let heap = |region: &Region| match region {
            Region::Block(block) => block.origin.is_structural() || block.origin == Origin::Foreign,
            _ => true,
        };
        if !state.regions.iter().any(|(_, region)| heap(region)) {
            return Vec::new();
        }
        let mut reached = self.reached(state, |root| Some(root) != without, true);
        let lost = |reached: &[bool]| {
            state.regions.iter().any(|(sym, region)| !reached[sym.0 as usize] && heap(region))
        };
        // A pointer into the middle of an array holds it as well. That is looked for only if something seems lost.
        while lost(&reached) {
            let syms = (0..state.next).map(Sym).filter(|sym| reached[sym.0 as usize]);
            let mut behind = state.objects_behind(syms);
            behind.extend(self.side_by_side(state, &reached));
            let new: Vec<Sym> = behind.into_iter().filter(|at| !reached[at.0 as usize]).collect();
            if new.is_empty() {
                break;
            }
            reached = self.reached_with(state, |root| Some(root) != without, true, &new, reached);
        }
        state
            .regions
            .iter()
            .filter(|(sym, region)| !reached[sym.0 as usize] && heap(region))
            .map(|(sym, _)| *sym)
            .collect()
    }

    /// Which symbols can be reached from the roots one may start from.
    pub(crate) fn reached_from(&self, state: &State, start: impl Fn(Root) -> bool) -> Vec<bool> {
        let mut reached = self.reached(state, &start, false);
        loop {
            let syms = (0..state.next).map(Sym).filter(|sym| reached[sym.0 as usize]);
            let mut behind = state.objects_behind(syms);
            behind.extend(self.side_by_side(state, &reached));
            let new: Vec<Sym> = behind.into_iter().filter(|at| !reached[at.0 as usize]).collect();
            if new.is_empty() {
                return reached;
            }
            reached = self.reached_with(state, &start, false, &new, reached);
        }
    }

    /// Which symbols surely are reached from the roots one may start from.
    pub(crate) fn surely_reached_from(&self, state: &State, start: impl Fn(Root) -> bool) -> Vec<bool> {
        self.reached(state, start, true)
    }

    /// Which symbols can be reached, or surely are, from the roots one may start from.
    fn reached(&self, state: &State, start: impl Fn(Root) -> bool, surely: bool) -> Vec<bool> {
        self.reached_with(state, start, surely, &[], vec![false; state.next as usize])
    }

    /// The same where some symbols are known to be reached, and others are to be started from as well.
    fn reached_with(
        &self,
        state: &State,
        start: impl Fn(Root) -> bool,
        surely: bool,
        more: &[Sym],
        mut reached: Vec<bool>,
    ) -> Vec<bool> {
        let mut todo = Vec::new();
        let see = |term: Term, reached: &mut Vec<bool>, todo: &mut Vec<Sym>| {
            if let Some(base) = term.base
                && !std::mem::replace(&mut reached[base.0 as usize], true)
            {
                todo.push(base);
            }
        };
        for (root, value) in &state.roots {
            if start(*root)
                && let Some(term) = value.term()
            {
                see(term, &mut reached, &mut todo);
            }
        }
        for sym in more {
            see(Term::of(*sym), &mut reached, &mut todo);
        }
        // This is asked at every statement: the way along a structure must not look for each of its regions.
        let mut regions: Vec<Option<&Region>> = vec![None; state.next as usize];
        let mut segments: Vec<(Sym, &Segment)> = Vec::new();
        for (at, region) in &state.regions {
            regions[at.0 as usize] = Some(region);
            if let Region::Segment(segment) = region {
                segments.push((*at, segment));
            }
        }
        while let Some(sym) = todo.pop() {
            if let Some(region) = regions[sym.0 as usize] {
                if surely {
                    self.surely_ahead(state, sym, region, |term| see(term, &mut reached, &mut todo));
                } else {
                    region.terms(|term| see(term, &mut reached, &mut todo));
                }
            } else {
                for (at, _) in segments.iter().filter(|(_, segment)| self.leads_back(segment, sym)) {
                    see(Term::of(*at), &mut reached, &mut todo);
                }
            }
        }
        reached
    }

    /// What surely is reached with a region. What only an argument names is reached if the structure leads to it.
    fn surely_ahead(&self, state: &State, at: Sym, region: &Region, mut see: impl FnMut(Term)) {
        let differs = |to: Term| self.proves_ne(state, Term::of(at), to);
        match region {
            Region::Block(block) => {
                see(block.size);
                block.cells.iter().filter_map(|cell| cell.value.term()).for_each(&mut see);
                for run in &block.runs {
                    // Most rows hold no pointer; what is asked of the others takes time.
                    let mut leads = false;
                    run.each.terms(&mut |term| leads |= term.base.is_some());
                    // A row of nothing leads nowhere.
                    if leads && run.from.plus(1).is_some_and(|more| state.is_at_most(more, run.to)) {
                        run.each.terms(&mut see);
                    }
                }
            }
            Region::Checker(checker) => {
                let begun = !checker.args.is_empty() && differs(Term::NULL);
                for (index, arg) in checker.args.iter().enumerate() {
                    if self.leads_to(checker.definition, index, begun) {
                        see(*arg);
                    }
                }
            }
            Region::Segment(segment) => {
                see(segment.to);
                // The first element holds what every element does, if there is one.
                let leads = !segment.args.is_empty();
                if leads && (segment.definition != segment.hole || differs(segment.to)) {
                    for (index, arg) in segment.args.iter().enumerate() {
                        if self.stores(segment.definition, index) {
                            see(*arg);
                        }
                    }
                }
            }
        }
    }

    /// Whether all elements of a segment are reached from its last one.
    fn leads_back(&self, segment: &Segment, last: Sym) -> bool {
        segment.hole_args.iter().enumerate().any(|(index, arg)| {
            let param = self.definitions[segment.hole].params.get(index);
            *arg == Term::of(last)
                && param.is_some_and(|param| matches!(param.kind, Kind::Previous { field: Some(_) }))
                && self.passes_root(segment.definition, segment.hole, index)
        })
    }
}
