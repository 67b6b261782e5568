//! Boundary tags: what nodes end with, and the way back by it.
//!
//! A node may have a footer (`definition::footers`), which a part has as a run that ends where the part does. Where parts become one the footer of the second is that of both, if
//! it was written so; that of the first is within the body then. Right before an address where a node begins, or where a structure of nodes side by side ends, lies the footer of the
//! node before: it is in the part that ends there, or in the last node of the structure, which is unfolded at its end.

use crate::Checkers;
use crate::definition::{DefinitionId, Footer, Name};
use crate::heap::state::difference;
use crate::heap::{Block, Content, Element, Origin, Region, Run, State, Sym, Term, Tiling};

/// What was written near the end of a part: how many bytes before the end it begins and ends, and what it is.
pub(super) type Ending = (i64, i64, Element);

impl Checkers {
    /// What nodes of a definition end with.
    pub(crate) fn footer_of(&self, definition: DefinitionId) -> Option<&Footer> {
        let mut objects = self.definitions[definition].rules.iter().flat_map(|rule| &rule.objects);
        objects.find(|object| object.at.name == Some(Name::Root) && object.footer.is_some())?.footer.as_ref()
    }

    /// How many bytes footers have at most, if nodes have some.
    fn largest_footer(&self) -> Option<i64> {
        let sizes = self.nodes().filter_map(|(_, object)| Some(object.footer.as_ref()?.size));
        sizes.max().and_then(|size| i64::try_from(size).ok())
    }

    /// What was written to the bytes of a part where a footer may be.
    pub(super) fn footer_within(&self, state: &State, block: &Block) -> Vec<Ending> {
        let found = || -> Option<Vec<Ending>> {
            let size = self.largest_footer()?;
            let end = block.size.plus(block.start)?;
            let mut tiling = Tiling::of(state, block)?;
            let cut = tiling.cut(state, end.plus(-size)?)?;
            let distance = |at: Term| i64::try_from(state.pure.constant(&difference(end, at)?)?).ok();
            let pieces = tiling.pieces.into_iter().skip(cut).filter(|piece| piece.each.as_rest().is_none());
            pieces.map(|piece| Some((distance(piece.from)?, distance(piece.to)?, piece.each))).collect()
        };
        found().unwrap_or_default()
    }

    /// The cases in which what lies right before an address is at hand, or the part it is in; nothing if no node ends there.
    pub(crate) fn before(&self, state: &State, pointer: Term) -> Option<Before> {
        let base = pointer.base.filter(|base| pointer.offset < 0 && !state.is_dead(*base))?;
        state.arena?;
        self.largest_footer()?;
        let begins_before = |block: &Block| block.origin != Origin::Part || block.start <= pointer.offset;
        if state.block(base).is_some_and(begins_before) {
            return None;
        }
        let within = |at: &Sym| *at != base && state.is_in_part(*at, pointer);
        if let Some(at) = state.regions.iter().map(|(at, _)| *at).find(within) {
            return Some(Before::Part(at));
        }
        state.regions.iter().find_map(|(at, region)| match region {
            Region::Segment(segment) => (segment.definition == segment.hole
                && segment.to == Term::of(base)
                && self.goes_up_to(segment.definition).is_some())
            .then(|| Before::Cases(self.unfold_last(state, *at))),
            Region::Checker(checker) => {
                let end = self.goes_up_to(checker.definition).and_then(|param| checker.args.get(param));
                (end == Some(&Term::of(base)) && *at != base)
                    .then(|| Before::Cases(self.split_at_end(state, *at)))
            }
            Region::Block(_) => None,
        })
    }
}

/// What lies right before an address.
pub(crate) enum Before {
    /// A part.
    Part(Sym),
    /// What must be told apart first.
    Cases(Vec<State>),
}

/// Gives a part that became larger the footer of what it became larger by; its own, which ended where it did, is within its body.
pub(super) fn replace(block: &mut Block, old_end: Term, footer: Vec<Ending>) {
    let Some(end) = block.size.plus(block.start) else { return };
    if !footer.is_empty() {
        block.runs.retain(|run| run.to != old_end || run.each.owns());
    }
    for (from, to, each) in footer {
        let (Some(from), Some(to)) = (end.plus(-from), end.plus(-to)) else { continue };
        match from.base {
            Some(_) => block.runs.push(Run { from, to, each }),
            None => {
                for slot in &each.slots {
                    if let Content::Value(value) = slot.content {
                        block.put(from.offset + slot.offset, slot.size, value);
                    }
                }
            }
        }
    }
}
