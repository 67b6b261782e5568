//! Folding one state: objects nobody points to from outside become parts of structures.
//!
//! The one-graph operation the paper wishes for (section 5), made from inclusion (dossier §5.5): an object that no
//! variable refers to is taken as the begin of a structure, and the search for that structure stops where something
//! from outside points into it. What it found becomes a complete checker, or a segment up to that place. No history and
//! no hint is needed.
//!
//! Objects that variables refer to stay as they are: the code is about to look at them.
//!
//! `candidates` says what an object may be a part of; `replace` puts a structure in the place of what it was found to be; `loosen` folds over variables where their order is to be forgotten.

mod candidates;
mod loosen;
mod owned;
mod references;
mod replace;

use logic::Fact;
use smallvec::SmallVec;

use references::References;
use replace::Cursors;

use crate::Checkers;
use crate::canonical::Folding;
use crate::cover::{Goal, Outcome, Search};
use crate::definition::{DefinitionId, Kind};
use crate::heap::{Args, Block, Checker, Content, Marks, Origin, Region, Root, State, Sym, Term, Value};
use crate::lattice::references;

/// How many guesses of arguments are tried.
const LIKELY: usize = 4;

impl Checkers {
    /// Folds what can be folded.
    pub(crate) fn fold(&self, state: &mut State) {
        self.forget_constants(state);
        self.fold_arguments(state);
        state.tidy();
        self.synthesize_nodes(state);
        // Folding changes neither the roots nor what lies in variables.
        let held = held_by_roots(state);
        let stops: Vec<Sym> = (0..state.next).map(Sym).filter(|sym| held[sym.0 as usize]).collect();
        let mut references = References::of(state);
        while self.fold_one(state, &held, &stops, &mut references) {}
        state.tidy();
    }

    /// Forgets string literals and functions that nothing points to: whoever names them again finds them as they were.
    pub(crate) fn forget_constants(&self, state: &mut State) {
        let roots: SmallVec<[(Root, Sym); 4]> = state
            .roots
            .iter()
            .filter(|(root, _)| match root {
                Root::Global(global) => self.constants.contains(global),
                Root::Code(_) => true,
                _ => false,
            })
            .filter_map(|(root, value)| Some((*root, value.term()?.base?)))
            .filter(|(_, at)| references(state, Value::of(*at)) == 1)
            .collect();
        if roots.is_empty() {
            return;
        }
        let facts = state.pure.facts();
        for (root, at) in roots {
            let relates = |fact: &Fact| matches!(fact, Fact::Eq(form) if form.coefficient(at.dim()) != 0);
            if !facts.iter().any(relates) {
                state.take_root(root);
                state.regions.remove(at);
            }
        }
    }

    fn fold_one(&self, state: &mut State, held: &[bool], stops: &[Sym], references: &mut References) -> bool {
        budget::charge(4);
        for index in 0..state.regions.len() {
            let (at, region) = state.regions.nth(index);
            let is_block = matches!(region, Region::Block(_));
            let candidates: SmallVec<[DefinitionId; 4]> = match region {
                Region::Block(block) if !block.origin.is_structural() || held[at.0 as usize] => continue,
                Region::Block(block) if self.is_told_end(state, at, block) => continue,
                Region::Block(block) => {
                    let mut candidates = self.candidates(state, at, block);
                    // Somebody may be at work in an array; it is folded with what owns it.
                    candidates.retain(|id| !self.is_array(*id));
                    candidates
                }
                Region::Segment(segment) => SmallVec::from_slice(&[segment.definition]),
                Region::Checker(_) => continue,
            };
            let others: Vec<Sym>;
            let stops = if held[at.0 as usize] {
                others = stops.iter().copied().filter(|sym| *sym != at).collect();
                &others
            } else {
                stops
            };
            // What is wanted comes first. A structure of one kind is better than one that changes its kind on the way.
            let wished = candidates
                .iter()
                .flat_map(|id| self.likely_args(state, *id).into_iter().map(|args| (*id, args)));
            let plain = candidates.iter().map(|id| (*id, vec![None; self.definitions[*id].params.len()]));
            let mut tries: SmallVec<[_; 4]> = wished.chain(plain).collect();
            if let Region::Block(block) = region
                && candidates.len() > 1
            {
                let called = self.called_at(state, at);
                tries.sort_by_cached_key(|(id, _)| self.rank(state, block, *id, &called));
            }
            let mut mixed = Vec::new();
            for (definition, args) in tries {
                let found = self.find_up_to(state, at, definition, stops, args, references);
                let Some(outcome) = found else { continue };
                if outcome.hole.as_ref().is_some_and(|(_, hole, _)| *hole != definition) {
                    mixed.push((definition, outcome));
                } else if self.fold_at(state, at, definition, &outcome, is_block, references) {
                    return true;
                }
            }
            for (definition, outcome) in mixed {
                if self.fold_at(state, at, definition, &outcome, is_block, references) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether an object is where a structure ends, and holds a number that is compared with what variables hold. Who walks along the structure
    /// may tell by that number that it has come to the end: in a sorted skip list the node behind the place that was found on the upper level.
    fn is_told_end(&self, state: &State, at: Sym, block: &Block) -> bool {
        let ends_here = |region: &Region| match region {
            Region::Checker(_) => self.end_of(region) == Some(Term::of(at)),
            _ => false,
        };
        if block.origin != Origin::Heap || !state.regions.iter().any(|(_, region)| ends_here(region)) {
            return false;
        }
        let numbers: SmallVec<[Sym; 4]> = block
            .cells
            .iter()
            .filter_map(|cell| cell.value.term()?.base)
            .filter(|base| state.region(*base).is_none())
            .collect();
        let held = |sym: Sym| {
            let is_it = |value: &Value| value.term().is_some_and(|term| term.base == Some(sym));
            state.roots.iter().any(|(_, value)| is_it(value))
        };
        let relates = |fact: &Fact| {
            let (Fact::Eq(form) | Fact::Ge(form)) = fact else { return false };
            let syms = || form.terms().iter().map(|(dim, _)| Sym(dim.0));
            syms().any(|sym| numbers.contains(&sym)) && syms().any(held)
        };
        !numbers.is_empty() && state.pure.facts().iter().any(relates)
    }

    /// Looks for a structure at an address, up to where something outside points into it: one of the places that variables hold, or
    /// whatever else turns out to be in the way.
    fn find_up_to(
        &self,
        state: &State,
        at: Sym,
        definition: DefinitionId,
        stops: &[Sym],
        args: Vec<Option<Term>>,
        references: &References,
    ) -> Option<Outcome> {
        let outcome = self.find_structure(state, at, definition, stops, true, args.clone())?;
        let mut cut = self.cut_into(state, at, &outcome, references);
        // What another structure only was told, such as an element that it followed once, is nowhere to stop.
        let others = || state.regions.iter().filter(|(at, _)| !outcome.uses(**at));
        let cells = || others().filter_map(|(_, region)| region.block()).flat_map(|block| &block.cells);
        let is_held = |sym: Sym| cells().any(|cell| cell.value == Value::of(sym));
        cut.retain(|sym| state.region(*sym).is_some() && !stops.contains(sym) && is_held(*sym));
        if cut.is_empty() || outcome.hole.is_some() || !self.reaches_itself(definition) {
            return Some(outcome);
        }
        cut.extend_from_slice(stops);
        self.find_structure(state, at, definition, &cut, true, args).or(Some(outcome))
    }

    fn fold_at(
        &self,
        state: &mut State,
        at: Sym,
        definition: DefinitionId,
        outcome: &Outcome,
        is_block: bool,
        references: &mut References,
    ) -> bool {
        // A rule that owns nothing may hold as well: that folds nothing.
        outcome.uses(at)
            && !loses_links(state, outcome)
            && (is_block || outcome.used.len() >= 2)
            && self.replace_by_structure(state, at, definition, outcome, references, Cursors::Kept)
    }

    /// What the parameters of a checker that never change may be: what is wanted, and what they are in other structures of its kind.
    fn likely_args(&self, state: &State, definition: DefinitionId) -> SmallVec<[Vec<Option<Term>>; 2]> {
        let params = &self.definitions[definition].params;
        let mut ways: SmallVec<[Vec<Option<Term>>; 2]> = SmallVec::new();
        let mut add = |way: Vec<Option<Term>>| {
            if way.iter().any(Option::is_some) && !ways.contains(&way) && ways.len() < LIKELY {
                ways.push(way);
            }
        };
        add((0..params.len()).map(|param| self.wished_arg(state, definition, param)).collect());
        // What does not go on has no parameter that stays the same.
        if !self.reaches_itself(definition) || params.iter().all(|param| param.kind != Kind::Constant) {
            return ways;
        }
        for (_, region) in &state.regions {
            let args = match region {
                Region::Checker(checker) if checker.definition == definition => &checker.args,
                Region::Segment(segment) if segment.definition == definition => &segment.args,
                _ => continue,
            };
            let constant = |(param, arg): (usize, &Term)| {
                (params[param].kind == Kind::Constant && !self.is_carried(definition, definition, param))
                    .then_some(*arg)
            };
            add(args.iter().enumerate().map(constant).collect());
        }
        // Where nothing was there before to go by, a ring goes on to the variable that one of its nodes leads to.
        if self.folding != Folding::History && params.len() == 1 {
            let nodes = state.regions.iter().filter_map(|(_, region)| region.block());
            let cells = nodes.filter(|block| block.origin.is_structural()).flat_map(|block| &block.cells);
            let ends = cells.filter_map(|cell| cell.value.term()).filter(|term| {
                let there = term.base.and_then(|base| state.block(base));
                term.offset == 0 && there.is_some_and(|block| !block.origin.is_structural())
            });
            ends.for_each(|end| add(vec![Some(end)]));
        }
        ways
    }

    /// Looks for a structure at an address, up to one of the places to stop at. A hole before an object gets the bounds that are natural
    /// for the object, if wanted.
    fn find_structure(
        &self,
        state: &State,
        at: Sym,
        definition: DefinitionId,
        stops: &[Sym],
        natural: bool,
        args: Vec<Option<Term>>,
    ) -> Option<Outcome> {
        let params = self.definitions[definition].params.len();
        let mut bound = vec![Some(Term::of(at))];
        bound.extend(args);
        let args =
            (1..=params).map(|index| Term::of(Sym(u32::try_from(index).unwrap_or(u32::MAX)))).collect();
        let checker = Checker { definition, args, marks: Marks::GIVEN };
        let goal = Goal::new(Term::of(Sym(0)), Region::Checker(checker));
        let search = |shifting: bool| {
            let mut search = Search::new(self, state);
            search.stops = stops;
            search.lenient = true;
            search.natural = natural;
            search.shifting = shifting;
            search.run(vec![goal.clone()], bound.clone(), Vec::new(), false).ok()
        };
        let adds_up = (0..params).any(|param| self.adds_up(definition, param));
        search(false).or_else(|| if adds_up { search(true) } else { None })
    }

    /// Whether a definition has bounds among its parameters.
    pub(crate) fn has_bounds(&self, definition: DefinitionId) -> bool {
        self.definitions[definition]
            .params
            .iter()
            .any(|param| matches!(param.kind, Kind::Lower | Kind::Upper))
    }

    /// The arguments with which an object begins a structure, bounds as strong as they can be.
    pub(crate) fn natural_args(&self, state: &State, at: Sym, definition: DefinitionId) -> Option<Args> {
        let held = held_by_roots(state);
        let stops: Vec<Sym> =
            (0..state.next).map(Sym).filter(|sym| *sym != at && held[sym.0 as usize]).collect();
        let plain = |args: Option<Args>| args.filter(|args| args.iter().all(|arg| !is_new(state.next, *arg)));
        // What follows may itself begin with an object that is held: its own bounds do not matter here.
        let params = self.definitions[definition].params.len();
        let outcome = self.find_structure(state, at, definition, &stops, false, vec![None; params])?;
        plain((1..=params).map(|param| outcome.bound[param]).collect())
    }
}

/// Whether a node with a body leads to memory that the structure it would become a part of does not lead to: the link of a node in a list
/// may be stale in a node by itself.
fn loses_links(state: &State, outcome: &Outcome) -> bool {
    let hole = outcome.hole.as_ref().and_then(|(to, ..)| to.base);
    outcome.used.iter().filter_map(|at| state.block(*at)).any(|block| {
        let links = block.cells.iter().filter_map(|cell| cell.value.term()?.base);
        block.origin == Origin::Part
            && links.filter(|to| state.region(*to).is_some()).any(|to| {
                !outcome.uses(to)
                    && hole != Some(to)
                    && !outcome.bound.iter().flatten().any(|term| term.base == Some(to))
            })
    })
}

/// Whether a term has a symbol that a search introduced: those from a number on.
fn is_new(from: u32, term: Term) -> bool {
    term.base.is_some_and(|base| base.0 >= from)
}

/// Which symbols the roots refer to, and what lies in variables and in objects that are not folded.
fn held_by_roots(state: &State) -> Vec<bool> {
    let mut held = vec![false; state.next as usize];
    let mut hold = |value: Value| {
        if let Value::Known(Term { base: Some(base), .. }) = value {
            held[base.0 as usize] = true;
        }
    };
    for (root, value) in &state.roots {
        if !matches!(root, Root::Code(_)) {
            hold(*value);
        }
    }
    let variables = state.regions.iter().filter_map(|(_, region)| region.block());
    for cell in variables.filter(|block| !block.origin.is_structural()).flat_map(|block| &block.cells) {
        hold(cell.value);
    }
    // An object that leads nowhere is held by a slot of an array of pointers at hand, too: its row is to own what it is, not a structure it could be the
    // begin of. (One that leads on is one.)
    let leads_on = |block: &Block| {
        let leads = |cell: &crate::heap::Cell| {
            cell.value.term().and_then(|term| term.base).is_some_and(|base| state.region(base).is_some())
        };
        !block.runs.is_empty() || block.cells.iter().any(leads)
    };
    let mut inside = Vec::new();
    for (at, region) in &state.regions {
        let Region::Block(block) = region else { continue };
        if !block.origin.is_structural() || held[at.0 as usize] {
            let plain = block.runs.iter().filter(|run| run.each.slots.len() == 1);
            inside.extend(plain.flat_map(|run| &run.each.slots));
        }
    }
    for slot in inside {
        if let Content::Value(Value::Known(Term { base: Some(base), .. })) = slot.content
            && state.block(base).is_some_and(|block| !leads_on(block))
        {
            held[base.0 as usize] = true;
        }
    }
    held
}
