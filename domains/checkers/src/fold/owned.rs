//! What a slot of a row owns, as a structure that it begins.
//!
//! A row owns in each slot what its slots have in common: at first the blocks as they are, and a structure where they turn out to be the begins of
//! longer and shorter ones. The block, with what it owns itself, is laid out in a heap of its own, and the structure is searched for there.

use std::sync::Arc;

use super::is_new;
use crate::Checkers;
use crate::definition::DefinitionId;
use crate::heap::lub::admits_null;
use crate::heap::{Args, Block, Checker, Content, Element, Origin, Owned, Region, State, Sym, Value};

impl Checkers {
    /// What each slot of a row owns, as a structure of a definition; nothing if that is not known of all of them.
    pub(crate) fn owned_as(&self, state: &State, owned: &Owned, definition: DefinitionId) -> Option<Owned> {
        let block = match &*owned.region {
            Region::Checker(checker) => return (checker.definition == definition).then(|| owned.clone()),
            // A single object is best told as it is, unless it may be of any size.
            Region::Block(_) if !self.reaches_itself(definition) && !self.is_text(definition) => return None,
            Region::Block(block) => block,
            Region::Segment(_) => return None,
        };
        let mut alone = State { pure: state.pure.clone(), next: state.next, ..State::default() };
        let at = alone.fresh();
        self.lay_out(&mut alone, at, block, definition)?;
        let params = self.definitions[definition].params.len();
        let outcome = self.find_structure(&alone, at, definition, &[], true, vec![None; params])?;
        let all = alone.regions.iter().all(|(sym, _)| outcome.uses(*sym));
        let args: Args = outcome.bound[1..=params].iter().copied().collect::<Option<_>>()?;
        // Arguments are the same for all slots; what lies inside is not.
        if !all || outcome.hole.is_some() || args.iter().any(|arg| is_new(state.next, *arg)) {
            return None;
        }
        let region = Region::Checker(Checker { definition, args, marks: outcome.marks });
        let or_null = owned.or_null && !admits_null(&self.definitions, &region);
        Some(Owned { region: Arc::new(region), or_null })
    }

    /// A block that holds a string, as a string in a block of any size.
    pub(crate) fn as_text(&self, state: &State, at: Sym, block: &Block) -> Option<Checker> {
        let candidates = self.candidates(state, at, block).into_iter().filter(|id| self.is_text(*id));
        let mut found = candidates.filter_map(|definition| {
            let outcome = self.find_structure(state, at, definition, &[], true, Vec::new())?;
            let marks = outcome.marks;
            outcome.hole.is_none().then_some(Checker { definition, args: Args::default(), marks })
        });
        found.next()
    }

    /// Whether a block is a string of the command line.
    pub(crate) fn is_argument(&self, block: &Block) -> bool {
        block.origin == Origin::Foreign && block.hint.is_some() && block.hint == self.arguments
    }

    /// Whether a definition is about strings in blocks of any size.
    fn is_text(&self, definition: DefinitionId) -> bool {
        let mut objects = self.definitions[definition].rules.iter().flat_map(|rule| &rule.objects);
        objects.any(crate::definition::Object::is_of_any_size)
    }

    /// Puts a block at an address, and what its slots own at others.
    fn lay_out(&self, alone: &mut State, at: Sym, block: &Block, definition: DefinitionId) -> Option<()> {
        let mut block = block.clone();
        for run in std::mem::take(&mut block.runs) {
            let single = match (run.from.base, run.each.slots.as_slice()) {
                (None, [slot]) if run.is_single() => Some(slot),
                _ => None,
            };
            let Some((slot, Content::Owned(inner))) = single.map(|slot| (slot, &slot.content)) else {
                block.runs.push(run);
                continue;
            };
            let mut inner = inner.clone();
            if inner.or_null {
                inner = self.owned_as(alone, &inner, definition).filter(|inner| !inner.or_null)?;
            }
            let to = alone.fresh();
            match &*inner.region {
                Region::Block(inner) => self.lay_out(alone, to, inner, definition)?,
                region => alone.add_region(to, region.clone()),
            }
            block.put(run.from.offset + slot.offset, slot.size, Value::of(to));
        }
        alone.add_region(at, Region::Block(block));
        Some(())
    }

    /// Two elements whose slots own memory that looks different, as owners of the same structures.
    pub(crate) fn owners_alike(
        &self,
        (left, a): (&State, &Element),
        (right, b): (&State, &Element),
    ) -> Option<(Element, Element)> {
        let (mut a, mut b) = (a.clone(), b.clone());
        if a.slots.len() != b.slots.len() {
            return None;
        }
        let mut changed = false;
        for (x, y) in a.slots.iter_mut().zip(&mut b.slots) {
            let (Content::Owned(mine), Content::Owned(theirs)) = (&x.content, &y.content) else { continue };
            let wanted: Vec<DefinitionId> = match (&*mine.region, &*theirs.region) {
                (Region::Checker(_), Region::Checker(_)) => continue,
                (Region::Checker(checker), _) | (_, Region::Checker(checker)) => vec![checker.definition],
                (Region::Block(block), _) => self.candidates(left, Sym(u32::MAX), block).into_vec(),
                _ => return None,
            };
            let found = wanted.into_iter().find_map(|definition| {
                Some((self.owned_as(left, mine, definition)?, self.owned_as(right, theirs, definition)?))
            });
            let (mine, theirs) = found?;
            (x.content, y.content) = (Content::Owned(mine), Content::Owned(theirs));
            changed = true;
        }
        changed.then_some((a, b))
    }
}
