//! Parts of one object: the transit between raw memory and nodes.
//!
//! A region whose origin is [`Origin::Part`] is a run of bytes of a larger object, the *arena*: `blk(a, a + n)` of "Beyond Reachability: Shape Abstraction in
//! the Presence of Pointer Arithmetic" (Calcagno, Distefano, O'Hearn, Yang; SAS 2006), whose cells and runs are what was exposed of it. There
//! is one arena, so addresses of parts are numbers that can be compared, and where one part ends another may begin. A part is never empty.
//!
//! - `blk` exposes a cell by cutting a part in two ([`Checkers::split_part`]), and neighbours are one part again ([`Checkers::join_parts`]);
//! - node synthesis (`synthesis`): *package*, *package2*, *swallow*;
//! - which object the arena is (`arena`), and memory from the system (`system`);
//! - comparisons of addresses (`compare`): `switch`, and what tells neighbours apart;
//! - what nodes end with (`footers`);
//! - memory that nothing leads to (`forget`): *forget1* to *forget3*;
//! - structures without links, whose nodes lie side by side (`walk`).
//!
//! Parts lie in one object, so no two of them together have more bytes than [`LARGEST`]: that is what bounds sizes where they are added up.

mod arena;
mod compare;
mod footers;
mod forget;
mod synthesis;
mod system;
mod walk;

pub(crate) use arena::Arena;
pub(crate) use footers::Before;

use logic::Form;

use crate::Checkers;
use crate::definition::{DefinitionId, LARGEST};
use crate::heap::state::difference;
use crate::heap::{Block, Element, Origin, Region, Rest, Run, State, Sym, Term, Tiling};

impl Checkers {
    /// Whether nodes of a structure are parts.
    pub(crate) fn has_parts(&self, definition: DefinitionId) -> bool {
        let rules = self.reachable(definition).into_iter().flat_map(|id| &self.definitions[id].rules);
        rules.flat_map(|rule| &rule.objects).any(|object| object.body.is_some())
    }

    /// Cuts a part in two, so far from its region's address (rule *blk*). The address of the second.
    fn split_part(&self, state: &mut State, base: Sym, at: Term) -> Option<Sym> {
        let block = state.block(base).filter(|block| block.origin == Origin::Part)?;
        let (start, end) = (Term::constant(block.start), block.size.plus(block.start)?);
        let less = |a: Term, b: Term| a.plus(1).is_some_and(|a| state.is_at_most(a, b));
        if !less(start, at) || !less(at, end) {
            return None;
        }
        let mut tiling = Tiling::of(state, block)?;
        let cut = tiling.cut(state, at)?;
        let second = tiling.pieces.split_off(cut);
        let first_size = self.named(state, &difference(at, start)?);
        let size = self.named(state, &difference(end, at)?);
        let mut behind = Block::new(size, Origin::Part, state.block(base)?.rest);
        let mut pieces = Vec::new();
        for piece in second {
            let from = self.named(state, &difference(piece.from, at)?);
            let to = self.named(state, &difference(piece.to, at)?);
            pieces.push(Run { from, to, each: piece.each });
        }
        Tiling { pieces }.put_back(&mut behind);
        let address = Term::of(base).form().add_scaled(1, &at.form())?;
        let place = self.symbol_at(state, &address);
        let block = state.block_mut(base)?;
        tiling.put_back(block);
        block.size = first_size;
        state.add_region(place, Region::Block(behind));
        if at.base.is_none() {
            pass_on(state, base, at.offset, place);
        }
        Some(place)
    }

    /// Makes one part of two neighbours. What the second held is forgotten but for what may be the footer of both.
    fn join_parts(&self, state: &mut State, base: Sym, next: Sym) -> Option<()> {
        let (first, second) = (state.block(base)?, state.block(next)?);
        let owns = |block: &Block| block.runs.iter().any(|run| run.each.owns());
        if first.origin != Origin::Part || second.origin != Origin::Part || owns(second) {
            return None;
        }
        let sum = first.size.form().add_scaled(1, &second.size.form())?;
        let rest = first.rest.join(contents(second));
        let footer = self.footer_within(state, second);
        let old = first.size.plus(first.start)?;
        let size = self.named(state, &sum);
        state.take_region(next);
        let block = state.block_mut(base)?;
        (block.size, block.rest) = (size, rest);
        footers::replace(block, old, footer);
        let room = Form::constant(LARGEST).add_scaled(-1, &size.form())?;
        state.pure.guard_ge(&room);
        Some(())
    }

    /// Notes that parts that lie side by side are together no larger than an object can be.
    pub(crate) fn assume_room(&self, state: &mut State) {
        if state.arena.is_none() {
            return;
        }
        let is_part = |region: &Region| {
            region.block().is_some_and(|block| block.origin == Origin::Part && block.start == 0)
        };
        let parts = state.regions.iter().filter(|(_, region)| is_part(region)).map(|(at, _)| *at);
        let mut rooms = Vec::new();
        for first in parts {
            let (mut at, mut sum) = (first, Form::constant(0));
            // A row of parts ends: each begins at a higher address.
            for _ in 0..state.regions.len() {
                let Some(more) = state.block(at).and_then(|block| sum.add_scaled(1, &block.size.form()))
                else {
                    break;
                };
                sum = more;
                let end = Form::of(first.dim()).add_scaled(1, &sum);
                let Some(next) = end.and_then(|end| match1(state, &end, |_, region| is_part(region))) else {
                    break;
                };
                at = next;
            }
            if at != first {
                rooms.extend(Form::constant(LARGEST).add_scaled(-1, &sum));
            }
        }
        for room in rooms {
            state.pure.guard_ge(&room);
        }
    }

    /// A symbol for an address: one that is known to be it, if there is one without memory of its own.
    fn symbol_at(&self, state: &mut State, address: &Form) -> Sym {
        let mut named: Vec<Sym> = Vec::new();
        state.terms(|term| named.extend(term.base));
        named.sort_unstable();
        named.dedup();
        named.retain(|sym| {
            state.region(*sym).is_none()
                && !state.is_dead(*sym)
                && state.range(*sym).is_none()
                && address
                    .add_scaled(-1, &Form::of(sym.dim()))
                    .is_some_and(|form| state.pure.proves_eq(&form))
        });
        let Some((first, others)) = named.split_first() else {
            let fresh = state.fresh();
            if let Some(equation) = address.add_scaled(-1, &Form::of(fresh.dim())) {
                state.pure.guard_eq(&equation);
            }
            return fresh;
        };
        for other in others {
            // A constant distance of nothing always fits.
            let _ = state.replace(*other, Term::of(*first));
        }
        *first
    }
}

/// *match1*: the region that begins at an address as far as is proved, not by its name, among those that are wanted.
fn match1(state: &State, address: &Form, wanted: impl Fn(Sym, &Region) -> bool) -> Option<Sym> {
    let equal = |at: Sym| {
        let distance = address.add_scaled(-1, &Form::of(at.dim()));
        distance.is_some_and(|distance| state.pure.proves_eq(&distance))
    };
    let mut found = state.regions.iter().filter(|(at, region)| wanted(**at, region) && equal(**at));
    found.next().map(|(at, _)| *at)
}

/// Pointers so far behind an address are told from the part that begins there.
fn pass_on(state: &mut State, base: Sym, at: i64, to: Sym) {
    let moved = |term: Term| match term.base {
        Some(of) if of == base && term.offset >= at => Term { base: Some(to), offset: term.offset - at },
        _ => term,
    };
    for (_, value) in &mut state.roots {
        if let crate::heap::Value::Known(term) = value {
            *term = moved(*term);
        }
    }
    state.regions.change(
        |region| region.mentions(base),
        |region| {
            region.map(|term| Some(moved(term)));
        },
    );
}

/// What all bytes of a block are, told as one.
pub(crate) fn contents(block: &Block) -> Rest {
    let cells =
        block.cells.iter().map(|cell| Element::slot(cell.size, crate::heap::Content::Value(cell.value)));
    let parts = cells.chain(block.runs.iter().map(|run| run.each.clone()));
    parts.fold(block.rest, |rest, each| rest.join(if each.is_written() { Rest::Any } else { Rest::Unsure }))
}
