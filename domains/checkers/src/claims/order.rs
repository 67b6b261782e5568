//! Which way is tried first.
//!
//! Where a claim is carried out one of its states describes memory, and nobody knows which. A way that is tried before that one reads
//! memory of another state: what it takes for an object may be gone there, or never have been one. So each way is tried after all
//! those in whose memory it might read what does not exist. Where that goes in circles, a way claims nothing of memory.

use model::Given;

use super::root_of;
use crate::Checkers;
use crate::definition::{DefinitionId, Name};
use crate::heap::state::difference;
use crate::heap::{Block, Region, Rest, State, Sym, Term, Value};

/// The order of states, each with the regions that may not be read.
pub(super) fn of(domain: &Checkers, states: &[&State], given: &[Given]) -> Vec<(usize, Vec<Sym>)> {
    let mut left: Vec<usize> = (0..states.len()).collect();
    let wrong: Vec<Vec<Vec<Sym>>> = left
        .iter()
        .map(|one| {
            let against = |other: &usize| {
                if one == other || exclude_each_other(states[*one], states[*other], given) {
                    return Vec::new();
                }
                Reading { domain, mine: states[*one], theirs: states[*other] }.goes_wrong(given)
            };
            left.iter().map(against).collect()
        })
        .collect();
    let mut order = Vec::new();
    while !left.is_empty() {
        let unread = |one: &usize| {
            let mut all: Vec<Sym> =
                left.iter().flat_map(|other| wrong[*one][*other].iter().copied()).collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        let unread: Vec<Vec<Sym>> = left.iter().map(unread).collect();
        // The first of those that lose least.
        let at = (0..left.len()).min_by_key(|at| unread[*at].len()).expect("some are left");
        order.push((left.remove(at), unread[at].clone()));
    }
    order
}

/// Whether no memory is as both states say: what they know of what the program hands over contradicts.
fn exclude_each_other(one: &State, other: &State, given: &[Given]) -> bool {
    let mut both = one.pure.clone();
    let shift = one.next;
    let renamed = |dim: logic::Dim| {
        if logic::is_parameter(dim) { dim } else { logic::Dim(dim.0 + shift) }
    };
    for fact in other.pure.facts() {
        if fact.form().dims().any(logic::is_parameter) {
            continue;
        }
        let form = fact.form().rename(renamed);
        let holds = match fact {
            logic::Fact::Eq(_) => both.guard_eq(&form),
            logic::Fact::Ge(_) => both.guard_ge(&form),
            logic::Fact::Ne(_) => both.guard_ne(&form),
        };
        if !holds {
            return true;
        }
    }
    let contradicts = given.iter().any(|given| {
        let (Some(Value::Known(mine)), Some(Value::Known(theirs))) =
            (one.root(root_of(*given)), other.root(root_of(*given)))
        else {
            return false;
        };
        let theirs = Term { base: theirs.base.map(|sym| Sym(sym.0 + shift)), ..theirs };
        difference(mine, theirs).is_some_and(|form| !both.guard_eq(&form))
    });
    contradicts || are_apart(one, other, given) || are_apart(other, one, given)
}

/// Whether two of the things that the program hands over lead into one object in one state and into two in the other.
fn are_apart(one: &State, other: &State, given: &[Given]) -> bool {
    let within = |state: &State, given: Given| {
        let Some(Value::Known(Term { base: Some(base), offset })) = state.root(root_of(given)) else {
            return None;
        };
        let block = state.block(base)?;
        let inside = block.start <= offset && block.end().is_some_and(|end| offset < end);
        inside.then_some(base)
    };
    given.iter().enumerate().any(|(index, first)| {
        given[..index].iter().any(|second| {
            let both = |state: &State| Some((within(state, *first)?, within(state, *second)?));
            both(one).is_some_and(|(a, b)| a == b) && both(other).is_some_and(|(a, b)| a != b)
        })
    })
}

/// What the way of one state reads in the memory of another.
struct Reading<'a> {
    domain: &'a Checkers,
    mine: &'a State,
    theirs: &'a State,
}

impl Reading<'_> {
    /// The regions that may be read where nothing is.
    fn goes_wrong(&self, given: &[Given]) -> Vec<Sym> {
        let (mut seen, mut wrong) = (Vec::new(), Vec::new());
        for given in given {
            let mine = self.mine.root(root_of(*given));
            let Some(Value::Known(Term { base: Some(at), offset })) = mine else { continue };
            let there = match self.theirs.root(root_of(*given)) {
                Some(Value::Known(term)) => term.plus(offset.wrapping_neg()),
                _ => None,
            };
            self.region(at, there, &mut seen, &mut wrong);
        }
        wrong
    }

    /// Looks at what lies at a symbol, which is this term there.
    fn region(
        &self,
        at: Sym,
        there: Option<Term>,
        seen: &mut Vec<(Sym, Option<Term>)>,
        wrong: &mut Vec<Sym>,
    ) {
        let Some(region) = self.mine.region(at) else { return };
        if seen.contains(&(at, there)) {
            return;
        }
        seen.push((at, there));
        if self.is_wrong(region, there) {
            wrong.push(at);
            return;
        }
        let (Region::Block(mine), Some(Term { base: Some(base), offset: 0 })) = (region, there) else {
            return;
        };
        let Some(Region::Block(block)) = self.theirs.region(base) else { return };
        for cell in &mine.cells {
            if let Value::Known(Term { base: Some(to), offset }) = cell.value {
                let held = held(block, cell.offset, cell.size);
                self.region(to, held.and_then(|held| held.plus(offset.wrapping_neg())), seen, wrong);
            }
        }
    }

    /// Whether reading a region may be wrong, what its cells lead to aside.
    fn is_wrong(&self, region: &Region, there: Option<Term>) -> bool {
        let Some(there) = there else { return true };
        let Some(base) = there.base else {
            // Null is not read; other constants are no addresses.
            return there.offset != 0;
        };
        let Some(other) = self.theirs.region(base) else {
            return !self.theirs.pure.proves_eq(&there.form());
        };
        match (region, other) {
            // Elsewhere in an object: only what is no pointer may be read there, and only within.
            (Region::Block(mine), Region::Block(block)) if there.offset != 0 => {
                mine.cells.iter().any(|cell| self.is_followed(cell.value))
                    || !self.fits(mine, block, there.offset)
            }
            _ if there.offset != 0 => true,
            (Region::Block(mine), Region::Block(block)) => {
                !self.fits(mine, block, 0)
                    || mine.runs.iter().any(|run| run.each.owns()) && mine.runs.len() != block.runs.len()
            }
            (Region::Checker(_) | Region::Segment(_), Region::Block(block)) => {
                let id = definition(region);
                let followed = id.map(|id| self.followed(id)).unwrap_or_default();
                let room = block.end().filter(|_| block.start == 0);
                let fits = id.zip(room).is_some_and(|(id, room)| self.extent(id) <= room);
                !fits
                    || followed.into_iter().any(|offset| match held(block, offset, 8) {
                        None => true,
                        Some(held) => !self.is_sound(held, &mut Vec::new()),
                    })
            }
            (Region::Block(mine), Region::Checker(_) | Region::Segment(_)) => {
                let followed = definition(other).map(|id| self.followed(id)).unwrap_or_default();
                let size = mine.end().filter(|_| mine.start == 0);
                let room = definition(other).and_then(|id| self.sizes(id));
                size.zip(room).is_none_or(|(size, least)| size > least)
                    || mine
                        .cells
                        .iter()
                        .any(|cell| self.is_followed(cell.value) && !followed.contains(&cell.offset))
                    || self.ends_unsound(other)
            }
            (_, Region::Checker(_) | Region::Segment(_)) => {
                let (Some(mine), Some(theirs)) = (definition(region), definition(other)) else { return true };
                let fits = mine == theirs || self.fit(mine, theirs);
                let theirs = self.followed(theirs);
                !fits
                    || self.followed(mine).iter().any(|offset| !theirs.contains(offset))
                    || self.ends_unsound(other)
            }
        }
    }

    /// Whether an object has all the bytes that this state knows of another.
    fn fits(&self, mine: &Block, theirs: &Block, offset: i64) -> bool {
        match (mine.size, theirs.size) {
            (Term { base: None, offset: mine_size }, Term { base: None, offset: size }) => {
                mine.start + mine_size + offset <= theirs.start + size && mine.start + offset >= theirs.start
            }
            (a, b) => a.base.is_some() && b.base.is_some() && offset == 0,
        }
    }

    /// Whether a value is a pointer that the way follows.
    fn is_followed(&self, value: Value) -> bool {
        matches!(value, Value::Known(Term { base: Some(base), .. }) if self.mine.region(base).is_some())
    }

    /// Whether all that lies behind a term there exists.
    fn is_sound(&self, term: Term, seen: &mut Vec<Sym>) -> bool {
        let Some(base) = term.base else { return true };
        if seen.contains(&base) {
            return true;
        }
        seen.push(base);
        match self.theirs.region(base) {
            None => self.theirs.pure.proves_eq(&term.form()),
            Some(Region::Block(block)) => block.cells.iter().all(|cell| match cell.value {
                Value::Known(term) => {
                    cell.size < 8 || self.theirs.range_is_number(term) || self.is_sound(term, seen)
                }
                _ => true,
            }),
            Some(Region::Segment(segment)) => self.is_sound(segment.to, seen),
            Some(Region::Checker(_)) => true,
        }
    }

    /// Whether a part of a structure leads to what may not exist.
    fn ends_unsound(&self, region: &Region) -> bool {
        match region {
            Region::Segment(segment) => !self.is_sound(segment.to, &mut Vec::new()),
            _ => false,
        }
    }

    /// The size of the smallest object at the root of a definition, if all are constants.
    fn sizes(&self, id: DefinitionId) -> Option<i64> {
        let rules = self.domain.definitions[id].rules.iter();
        let at_root =
            rules.flat_map(|rule| &rule.objects).filter(|object| object.at.name == Some(Name::Root));
        at_root.into_iter().try_fold(i64::MAX, |least, object| {
            let constant = object.at.offset == 0 && object.body.is_none() && !object.is_of_any_size();
            constant.then(|| least.min(object.size as i64))
        })
    }

    /// How many bytes of the root's object are read.
    fn extent(&self, id: DefinitionId) -> i64 {
        let rules = self.domain.definitions[id].rules.iter();
        let at_root =
            rules.flat_map(|rule| &rule.objects).filter(|object| object.at.name == Some(Name::Root));
        let ends = at_root.flat_map(|object| {
            let cells = object.cells.iter().map(|cell| cell.offset + i64::from(cell.size));
            let texts = object.texts.iter().map(|(at, size)| at + *size as i64);
            let rows = object.rows.iter().map(|row| row.to);
            cells.chain(texts).chain(rows).map(|end| object.at.offset + end)
        });
        ends.max().unwrap_or(0)
    }

    /// Whether all that one definition reads is there by another one, at the root and further on.
    fn fit(&self, mine: DefinitionId, theirs: DefinitionId) -> bool {
        let further = |id: DefinitionId| {
            let mut all = self.domain.reachable(id);
            all.retain(|other| *other != id);
            all
        };
        let read = further(mine).into_iter().map(|id| self.extent(id)).max().unwrap_or(0);
        let there = further(theirs).into_iter().map(|id| self.sizes(id)).min().unwrap_or(Some(i64::MAX));
        self.sizes(theirs).is_some_and(|size| self.extent(mine) <= size)
            && there.is_some_and(|there| read <= there)
    }

    /// The members of the root that a definition follows.
    fn followed(&self, id: DefinitionId) -> Vec<i64> {
        let mut found = Vec::new();
        for rule in &self.domain.definitions[id].rules {
            let leads = |name: Option<Name>| {
                rule.calls.iter().any(|call| call.root.name == name)
                    || rule.objects.iter().any(|object| object.at.name == name)
            };
            for object in rule.objects.iter().filter(|object| object.at.name == Some(Name::Root)) {
                for cell in &object.cells {
                    let offset = object.at.offset + cell.offset;
                    let local = matches!(cell.value.name, Some(Name::Local(_)));
                    if local && leads(cell.value.name) && !found.contains(&offset) {
                        found.push(offset);
                    }
                }
            }
        }
        found
    }
}

fn definition(region: &Region) -> Option<DefinitionId> {
    match region {
        Region::Checker(checker) => Some(checker.definition),
        Region::Segment(segment) => Some(segment.definition),
        Region::Block(_) => None,
    }
}

/// What bytes of an object hold, if that has a name.
fn held(block: &Block, offset: i64, size: u8) -> Option<Term> {
    match block.cell(offset, size) {
        Some(cell) => cell.value.term(),
        None => (block.rest == Rest::Zero).then_some(Term::NULL),
    }
}

impl State {
    /// Whether a term is a number of some integer type.
    fn range_is_number(&self, term: Term) -> bool {
        term.base.is_some_and(|base| self.range(base).is_some())
    }
}
