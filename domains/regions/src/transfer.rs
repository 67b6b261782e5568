//! Transfer functions: what an operation makes of one configuration.
//!
//! `store` is the paper's *assign*; what it asks of the decision function is split into its two cases first. A register
//! holds one reference or none, and the index knows which, so only places in memory are ever split.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::code::{Access, Condition, Op};
use crate::configuration::{Configuration, Expression, Holder, INFINITE, LIMIT, Root};
use crate::decide::{Decision, Ground, apart};
use crate::points::NodeId;
use crate::truth::Truth;

/// Something that happens to a block and must not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Event {
    /// The last reference is lost.
    Leak,
    /// It is freed again.
    DoubleFree,
    /// It is accessed after it was freed.
    UseAfterFree,
}

/// What happened on the way through a block.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    /// What happened to which block, and at which statement.
    pub(crate) events: Vec<(Event, u32, Configuration)>,
    /// Where and why nothing is claimed any more.
    pub(crate) lost: Vec<(u32, Arc<str>)>,
}

impl Notes {
    /// Keeps a configuration, unless nobody refers to the block any more.
    pub(crate) fn keep(&mut self, stmt: u32, next: Configuration, out: &mut Vec<Configuration>) {
        if !next.index.is_unreferenced() {
            out.push(next);
        } else if !next.index.freed {
            self.events.push((Event::Leak, stmt, next));
        }
    }

    pub(crate) fn lose(&mut self, stmt: u32, why: &str) {
        self.lost.push((stmt, why.into()));
    }
}

impl Ground<'_> {
    /// Runs an operation that is no call.
    pub(crate) fn step(
        &self,
        op: &Op,
        stmt: u32,
        mut next: Configuration,
        out: &mut Vec<Configuration>,
        notes: &mut Notes,
    ) {
        let class = next.index.class;
        match op {
            Op::Move { dst, src, shift } => {
                let src = src.get();
                let (was, is) = (next.index.holds(*dst), src.is_some_and(|src| next.index.holds(src)));
                if was || is || next.mentions(*dst) || src.is_some_and(|src| next.mentions(src)) {
                    self.transfer_register(&mut next, *dst, src, *shift);
                    notes.keep(stmt, next, out);
                } else {
                    out.push(next);
                }
            }
            Op::Mix { dst, sources } => {
                let sources = self.code.lists.few(*sources);
                let hits = sources.iter().filter(|source| next.index.holds(**source)).count();
                if sources.len() > 1 && hits > 0 {
                    notes.lose(stmt, "a number is computed from addresses");
                }
                next.set_register(*dst, hits == 1 && self.code.classes[*dst as usize] == class);
                notes.keep(stmt, next, out);
            }
            Op::Load { dst, at } => {
                let at = self.code.lists.access(*at);
                if next.is_used_freed(at.pointer.get()) {
                    return notes.events.push((Event::UseAfterFree, stmt, next));
                }
                if at.contents != class {
                    if next.index.holds(*dst) || next.mentions(*dst) {
                        next.set_register(*dst, false);
                    }
                    return notes.keep(stmt, next, out);
                }
                self.split(next, at, &mut |mut next, hit| {
                    next.set_register(*dst, hit);
                    notes.keep(stmt, next, out);
                });
            }
            Op::Store { at, src } => {
                let at = self.code.lists.access(*at);
                if next.is_used_freed(at.pointer.get()) {
                    return notes.events.push((Event::UseAfterFree, stmt, next));
                }
                if at.contents != class {
                    return out.push(next);
                }
                let gains = src.get().is_some_and(|src| next.index.holds(src));
                self.split(next, at, &mut |next, had| {
                    self.store(next, at, had, gains, &mut |next| notes.keep(stmt, next, out));
                });
            }
            Op::Touch { pointer } => {
                if next.is_used_freed(Some(*pointer)) {
                    notes.events.push((Event::UseAfterFree, stmt, next));
                } else {
                    out.push(next);
                }
            }
            Op::Scribble { at, constant } => {
                let at = self.code.lists.access(*at);
                if at.contents == class && (next.index.count(at.region) > 0 || !constant) {
                    notes.lose(stmt, "a part of a pointer may be written");
                }
                out.push(next);
            }
            Op::Allocate { dst, .. } => {
                next.set_register(*dst, false);
                self.nothing_in(&mut next, *dst);
                notes.keep(stmt, next, out);
            }
            Op::Free { pointer, site } => self.free(next, *pointer, *site, stmt, out, notes),
            Op::Bulk { nodes, all } => {
                let nodes = self.code.lists.few(*nodes);
                let is_moved = |holder: Holder| {
                    let Some(cell) = holder.as_cell() else { return false };
                    nodes.contains(&cell.node) && (*all || self.points.stored(cell).is_none())
                };
                if next.index.counts().any(|(holder, _)| is_moved(holder)) {
                    notes.lose(stmt, "many pointers are copied or overwritten at once");
                } else {
                    out.push(next);
                }
            }
            Op::Number { dst, truth } => {
                let known = next.index.holds(*dst) || next.mentions(*dst);
                if known {
                    next.set_register(*dst, false);
                }
                if let Some(truth) = truth {
                    next.learn(*dst, *truth);
                }
                notes.keep(stmt, next, out);
            }
            Op::Add { dst, src, by } => {
                let sum = next.truth(*src).and_then(|known| known.plus(*by, !self.strict));
                let hit = next.index.holds(*src) && self.code.classes[*dst as usize] == class;
                next.set_register(*dst, hit);
                next.restrict(*dst, sum.filter(|_| !hit));
                notes.keep(stmt, next, out);
            }
            Op::Blur { register } => {
                next.restrict(*register, next.truth(*register).and_then(Truth::blurred));
                out.push(next);
            }
            Op::Followed { pointer } => {
                if !next.index.holds(*pointer) && next.truth(*pointer).is_none() {
                    next.learn(*pointer, Truth::Nonzero);
                }
                out.push(next);
            }
            Op::Test { dst, src, equal } => {
                let known = next.truth(*src).and_then(Truth::decided);
                let nonzero = if next.index.holds(*src) { Some(true) } else { known };
                next.forget(*dst);
                if let Some(nonzero) = nonzero {
                    next.learn(*dst, Truth::of(i32::from(nonzero != *equal)));
                }
                out.push(next);
            }
            Op::Dead { register } => {
                if next.index.holds(*register) || next.mentions(*register) {
                    next.set_register(*register, false);
                }
                notes.keep(stmt, next, out);
            }
            Op::DeadSlot { slot } => self.end_of_slot(next, *slot, &mut |next| notes.keep(stmt, next, out)),
            Op::Drop { registers } => {
                for register in self.code.lists.few(*registers) {
                    if next.index.holds(*register) || next.mentions(*register) {
                        next.set_register(*register, false);
                    }
                }
                notes.keep(stmt, next, out);
            }
            Op::Lost { why } => notes.lose(stmt, self.code.lists.reason(*why)),
            Op::Call(_) => out.push(next),
        }
    }

    /// `dst = src + shift`: what is known of expressions from one register holds for the other.
    fn transfer_register(&self, next: &mut Configuration, dst: u32, src: Option<u32>, shift: i32) {
        let Some(src) = src else { return next.set_register(dst, false) };
        let hit = next.index.holds(src) && self.code.classes[dst as usize] == next.index.class;
        let moved =
            |e: &Expression| Expression { root: Root::Register(dst), offset: e.offset.wrapping_sub(shift) };
        let from = |set: &[Expression]| -> SmallVec<[Expression; 4]> {
            set.iter().filter(|e| e.starts_from(src)).map(moved).collect()
        };
        let (hits, misses) = (from(&next.facts.hits), from(&next.facts.misses));
        let truth = next.truth(src).filter(|_| shift == 0);
        next.set_register(dst, hit);
        hits.into_iter().for_each(|e| next.hit(e));
        misses.into_iter().for_each(|e| next.miss(e));
        if let Some(truth) = truth {
            next.learn(dst, truth);
        }
    }

    /// What a new block holds is no reference.
    pub(crate) fn nothing_in(&self, next: &mut Configuration, dst: u32) {
        let place = self.place(Root::Register(dst));
        let own: SmallVec<[Expression; 4]> = cells_of(next, place.node)
            .filter_map(Holder::as_cell)
            .map(|cell| Expression { root: Root::Register(dst), offset: (cell.offset - place.offset) as i32 })
            .collect();
        own.into_iter().for_each(|e| next.miss(e));
    }

    /// The cases of what a place holds, each with what that tells.
    fn split(&self, next: Configuration, at: &Access, go: &mut dyn FnMut(Configuration, bool)) {
        match self.decide(&next, at) {
            Decision::Hit => go(next, true),
            Decision::Miss => go(next, false),
            Decision::Maybe => {
                let mut hit = next.clone();
                let mut miss = next;
                (hit.facts.sure, miss.facts.sure) = (false, false);
                if let Some(expression) = at.expression {
                    hit.hit(expression);
                    miss.miss(expression);
                }
                if self.is_feasible(&hit, at.region) {
                    go(hit, true);
                }
                go(miss, false);
            }
        }
    }

    /// The paper's *assign* for a place in memory: it held a reference or not, and is given one or not.
    fn store(
        &self,
        mut next: Configuration,
        at: &Access,
        had: bool,
        gains: bool,
        go: &mut dyn FnMut(Configuration),
    ) {
        let root = at.root();
        let offset = at.expression.map(|e| e.offset);
        if !at.single {
            self.materialize(&mut next, at.region);
            let known = next.clone();
            let stays = |e: &Expression| self.region(*e) != at.region || apart(&known, *e, root, offset);
            next.facts.hits.retain(|e| gains || stays(e));
            next.facts.misses.retain(|e| !gains || stays(e));
            if let Some(expression) = at.expression {
                if gains {
                    next.facts.misses.retain(|e| *e != expression);
                    next.hit(expression);
                } else {
                    next.facts.hits.retain(|e| *e != expression);
                    next.miss(expression);
                }
            }
        }
        match (had, gains) {
            (true, false) => Self::decrement(next, at.region, &mut |next| go(self.pruned(next))),
            (false, true) => {
                next.index.add(at.region, 1);
                go(self.pruned(next));
            }
            _ => go(self.pruned(next)),
        }
    }

    /// A region holds one reference less.
    pub(crate) fn decrement(mut next: Configuration, region: Holder, go: &mut dyn FnMut(Configuration)) {
        match next.index.count(region) {
            0 => {}
            INFINITE => {
                let mut fewer = next.clone();
                fewer.index.set(region, LIMIT);
                go(fewer);
                go(next);
            }
            count => {
                next.index.set(region, count - 1);
                go(next);
            }
        }
    }

    /// Writes down the misses that follow from the index only, before it changes.
    fn materialize(&self, next: &mut Configuration, region: Holder) {
        for e in self.code.expressions_of(region) {
            if self.decide_at(next, region, Some(e.root), Some(e.offset)) == Decision::Miss {
                next.miss(e);
            }
        }
    }

    /// Forgets misses that follow from the index.
    pub(crate) fn pruned(&self, mut next: Configuration) -> Configuration {
        let index = next.index.clone();
        next.facts.misses.retain(|e| index.count(self.region(*e)) != 0);
        next
    }

    /// What a condition tells; `None` if it cannot hold.
    pub(crate) fn assume(
        &self,
        mut next: Configuration,
        condition: Option<Condition>,
    ) -> Option<Configuration> {
        match condition {
            None => {}
            Some(Condition::Truth { register, nonzero }) => {
                let told = Truth::from(nonzero);
                let both = next.truth(register).map_or(Some(told), |known| known.meet(told))?;
                if next.index.holds(register) && !nonzero {
                    return None;
                }
                if !next.index.holds(register) {
                    next.learn(register, both);
                }
            }
            Some(Condition::Compared { register, how, number }) => {
                let known = next.truth(register).filter(|_| !next.index.holds(register));
                if !how.may_hold(known, number) {
                    return None;
                }
                if let Some(truth) = how.learned(known, number).filter(|_| !next.index.holds(register)) {
                    next.learn(register, truth);
                }
            }
            Some(Condition::Global { register }) => {
                let elsewhere = next.index.holds(register) && !next.index.freed;
                return Some(next).filter(|_| self.strict || !elsewhere);
            }
            Some(Condition::Same { one, two, equal, starts }) => {
                let (first, second) = (next.index.holds(one), next.index.holds(two));
                let plain = self.is_plain(one) && self.is_plain(two);
                let differ = equal && first != second && !next.index.freed;
                let agree = !equal && first && second && self.leads_alike(one, two);
                // An address that outlived its object may be that of any object that came after.
                let other = if first { two } else { one };
                let lives = !self.strict || !self.points.may_be_gone(self.code.classes[other as usize]);
                // Where nothing is proved, the end of one object is not taken for the start of another.
                let apart = !self.strict && differ;
                if plain && (agree || differ && lives) || starts && differ || apart {
                    return None;
                }
            }
        }
        Some(next)
    }

    /// Whether a register only holds addresses in objects, never that of an end: equal ones are then of one object.
    fn is_plain(&self, register: u32) -> bool {
        let place = self.place(Root::Register(register));
        !self.points.object(place.node).folding.may_be_end(place.offset)
    }

    fn leads_alike(&self, one: u32, two: u32) -> bool {
        self.place(Root::Register(one)) == self.place(Root::Register(two))
    }
}

/// The regions of a node that hold references.
pub(crate) fn cells_of(known: &Configuration, node: NodeId) -> impl Iterator<Item = Holder> + '_ {
    let holders = known.index.counts().map(|(holder, _)| holder);
    holders.filter(move |holder| holder.as_cell().is_some_and(|cell| cell.node == node))
}
