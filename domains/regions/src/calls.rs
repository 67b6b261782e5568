//! Configurations across calls.
//!
//! A callee is told of one block at a time, in its own terms: the references in regions it can see, its parameters, and
//! whether anybody else holds one. What it cannot see stays with the caller and comes back unchanged. A call that cannot
//! touch the block is passed over.

use smallvec::SmallVec;

use crate::code::{CallOp, Code, Param};
use crate::configuration::{Configuration, Expression, Facts, Holder, Index, Root};
use crate::decide::Ground;
use crate::points::{Extent, Partition, Passage, Target, Variable};
use crate::transfer::cells_of;
use crate::truth::Truth;

/// The result's place among registers that are zero or not.
pub(crate) const RESULT_TRUTH: u32 = u32::MAX;

/// A call of one function with a body.
#[derive(Clone, Copy)]
pub(crate) struct Crossing<'a> {
    pub(crate) caller: Ground<'a>,
    pub(crate) callee: &'a Code,
    pub(crate) call: &'a CallOp,
    /// `None` if the two call each other and speak of the same nodes.
    pub(crate) passage: Option<&'a Passage>,
}

impl<'a> Crossing<'a> {
    fn points(&self) -> &'a dyn Partition {
        self.caller.points
    }

    /// A region of the caller as the callee sees it.
    fn inward(&self, cell: Target) -> Option<Target> {
        let object = self.points().object(cell.node);
        let Some(passage) = self.passage else {
            // A variable whose address nobody has is the caller's own, though both have the same name for it.
            let own = matches!(object.extent, Extent::One(Variable::Slot(function, slot))
                if function == self.caller.code.function && self.caller.code.slots[slot.0 as usize].single);
            return (!own).then_some(cell);
        };
        if let Some(inner) = passage.into(cell) {
            return Some(self.points().region(inner));
        }
        (object.marks.shared && self.points().touches(self.callee.function, cell.node)).then_some(cell)
    }

    /// A region of the callee as the caller sees it.
    fn outward(&self, cell: Target) -> Option<Target> {
        match self.passage {
            Some(passage) if !self.points().object(cell.node).marks.shared => {
                passage.out(cell).map(|outer| self.points().region(outer))
            }
            _ => Some(cell),
        }
    }

    /// The class of a block as the callee sees it.
    fn class_inward(&self, class: u32) -> u32 {
        if class == Index::UNSEEN {
            return class;
        }
        let inner = match self.passage {
            None => Some(Target { node: class, offset: 0 }),
            Some(_) => self.inward(Target { node: class, offset: 0 }),
        };
        inner.map_or(Index::UNSEEN, |inner| inner.node)
    }

    /// What the callee is told of a block; `None` if the call cannot touch it.
    pub(crate) fn enter(&self, known: &Configuration) -> Option<Configuration> {
        let class = self.class_inward(known.index.class);
        let mut index = Index::new(class, 0, known.index.held);
        index.freed = known.index.freed;
        let mut killed = false;
        for (holder, count) in known.index.counts() {
            match holder.as_cell().and_then(|cell| self.inward(cell)) {
                Some(inner) => {
                    killed |= self.callee.summary.may_kill(inner.node);
                    index.add(Holder::cell(inner), count);
                }
                None => index.held = true,
            }
        }
        if class == Index::UNSEEN && !killed {
            return None;
        }
        for (param, arg) in self.callee.params.iter().zip(&self.call.args) {
            if arg.is_some_and(|arg| known.index.holds(arg)) {
                match param {
                    Param::Register { register, .. } => index.set(Holder::register(*register), 1),
                    Param::Slot { region } => index.add(*region, 1),
                }
            }
        }
        let mut entry = Configuration::new(index);
        for (number, param) in self.callee.params.iter().enumerate() {
            if let Param::Register { register, tested: true } = *param
                && !entry.index.holds(register)
                && let Some(truth) = self.given(known, number)
            {
                entry.learn(register, truth);
            }
        }
        entry.facts.freed_at = known.facts.freed_at;
        entry.facts.sure = known.facts.sure && !self.call.guessed;
        self.hits_in_variables(known, &mut entry);
        for e in &known.facts.hits {
            self.expressions_inward(*e).into_iter().for_each(|e| entry.hit(e));
        }
        for e in &known.facts.misses {
            self.expressions_inward(*e).into_iter().for_each(|e| entry.miss(e));
        }
        Some(entry)
    }

    /// What is known of the number that is passed.
    fn given(&self, known: &Configuration, number: usize) -> Option<Truth> {
        if self.call.nonzeros.contains(number) || self.call.zeros.contains(number) {
            return Some(self.call.nonzeros.contains(number).into());
        }
        let passed = (*self.call.numbers.get(number)?)?;
        known.truth(passed.register).and_then(Truth::blurred)
    }

    /// What the variables hold whose addresses are passed.
    fn hits_in_variables(&self, known: &Configuration, entry: &mut Configuration) {
        for (param, address) in self.callee.params.iter().zip(&self.call.addresses) {
            let (Param::Register { register, .. }, Some((root, distance))) = (param, address) else {
                continue;
            };
            let place = self.caller.place(*root);
            let single = match self.points().object(place.node).extent {
                Extent::One(Variable::Slot(function, slot)) => {
                    function == self.caller.code.function && self.caller.code.slots[slot.0 as usize].single
                }
                Extent::One(Variable::Global(_)) => true,
                Extent::Nothing | Extent::Many => false,
            };
            let formal =
                |offset: i32| Expression { root: Root::Register(*register), offset: offset - distance };
            let repeated = |cell: &Target| self.points().object(cell.node).folding.is_repeated(cell.offset);
            for cell in cells_of(known, place.node)
                .filter_map(Holder::as_cell)
                .filter(|cell| single && !repeated(cell))
            {
                entry.hit(formal((cell.offset - place.offset) as i32));
            }
            known.facts.hits.iter().filter(|e| e.root == *root).for_each(|e| entry.hit(formal(e.offset)));
            known.facts.misses.iter().filter(|e| e.root == *root).for_each(|e| entry.miss(formal(e.offset)));
        }
    }

    /// The callee's names for what an expression of the caller names.
    fn expressions_inward(&self, expression: Expression) -> SmallVec<[Expression; 2]> {
        let cell = self.caller.region(expression).as_cell();
        let inner = cell.and_then(|cell| self.inward(cell));
        match expression.root {
            _ if inner.is_none() => SmallVec::new(),
            Root::Slot(_) => SmallVec::new(),
            // A callee that knows a variable by a pointer only has another region for it, and would write there without noticing.
            Root::Global(_) if inner != cell => SmallVec::new(),
            Root::Global(_) => SmallVec::from_iter([expression]),
            Root::Register(register) => {
                let passed = self.callee.params.iter().zip(&self.call.args);
                let formal = |(param, arg): (&Param, &Option<u32>)| match param {
                    Param::Register { register: formal, .. } if *arg == Some(register) => {
                        Some(Expression { root: Root::Register(*formal), ..expression })
                    }
                    _ => None,
                };
                passed.filter_map(formal).collect()
            }
        }
    }

    /// The caller's names for what an expression of the callee names, when it returns.
    fn expressions_outward(&self, expression: Expression) -> SmallVec<[Expression; 2]> {
        let register = match expression.root {
            Root::Slot(_) => return SmallVec::new(),
            Root::Global(_) => return SmallVec::from_iter([expression]),
            Root::Register(register) => register,
        };
        let Some(number) = self.callee.param_in(register) else { return SmallVec::new() };
        let arg = self.call.args.get(number).copied().flatten();
        let passed = arg.map(|arg| Expression { root: Root::Register(arg), ..expression });
        let address = self.call.addresses.get(number).copied().flatten();
        let place = address.map(|(root, distance)| Expression { root, offset: expression.offset + distance });
        // What a variable holds that is a region of its own, the index knows.
        let place = place.filter(|e| matches!(e.root, Root::Register(_)));
        passed.into_iter().chain(place).collect()
    }

    /// Whether the callee may change what an expression of the caller holds.
    fn is_changed(&self, expression: Expression) -> bool {
        if matches!(expression.root, Root::Register(register) if self.call.fresh.contains(&register)) {
            return false;
        }
        let inner = self.caller.region(expression).as_cell().and_then(|cell| self.inward(cell));
        inner.is_some_and(|inner| {
            let summary = &self.callee.summary;
            summary.may_write(Holder::cell(inner)) || summary.may_kill(inner.node)
        })
    }

    /// What is known after the call, from what was known before and what the callee left; `None` if the callee does not return so
    /// with what it is given.
    pub(crate) fn resume(&self, known: &Configuration, exit: &Configuration) -> Option<Configuration> {
        if self.is_otherwise(exit) {
            return None;
        }
        let mut index = Index::new(known.index.class, known.index.site, known.index.held);
        index.freed = exit.index.freed;
        for (holder, count) in known.index.counts() {
            if holder.as_cell().and_then(|cell| self.inward(cell)).is_none() {
                index.set(holder, count);
            }
        }
        let mut next = Configuration { index, facts: self.left(exit) };
        for (cell, count) in
            exit.index.counts().filter_map(|(holder, count)| Some((holder.as_cell()?, count)))
        {
            match self.outward(cell) {
                Some(outer) => next.index.add(Holder::cell(outer), count),
                // What came from a function nobody knows is not the callee's alone. Where others build on it there is none.
                None => {
                    next.index.held |= !self.caller.strict && self.points().object(cell.node).marks.external;
                }
            }
        }
        next.facts.sure = known.facts.sure && exit.facts.sure && !self.call.guessed;
        known.facts.hits.iter().filter(|e| !self.is_changed(**e)).for_each(|e| next.hit(*e));
        known.facts.misses.iter().filter(|e| !self.is_changed(**e)).for_each(|e| next.miss(*e));
        known.facts.truths.iter().for_each(|(register, truth)| next.learn(*register, *truth));
        for (register, truth) in self.found_out(exit) {
            if known.index.holds(register) {
                truth.meet(Truth::Nonzero)?;
            } else {
                next.learn(register, known.truth(register).map_or(Some(truth), |known| known.meet(truth))?);
            }
        }
        self.receive(&mut next, exit);
        Some(next)
    }

    /// What is known of a block that came to be in the callee. `None` if nobody outside can have it, or if it does not come to be with what is given.
    pub(crate) fn deliver(&self, exit: &Configuration) -> Option<Configuration> {
        if self.is_otherwise(exit) {
            return None;
        }
        let class = self.outward(Target { node: exit.index.class, offset: 0 });
        let class = class.map_or(Index::UNSEEN, |class| class.node);
        let mut index = Index::new(class, exit.index.site, false);
        index.freed = exit.index.freed;
        let mut next = Configuration { index, facts: self.left(exit) };
        for (holder, count) in exit.index.counts() {
            if let Some(outer) = holder.as_cell().and_then(|cell| self.outward(cell)) {
                next.index.add(Holder::cell(outer), count);
            }
        }
        next.facts.sure = exit.facts.sure && !self.call.guessed;
        // What the callee could not know cannot hold what it made.
        self.call.fresh.iter().for_each(|register| self.caller.nothing_in(&mut next, *register));
        self.found_out(exit).for_each(|(register, truth)| next.learn(register, truth));
        self.receive(&mut next, exit);
        // What only lost blocks refer to is lost with them.
        let returned = exit.index.count(Holder::RESULT) != 0;
        (returned || !next.index.is_unreferenced()).then_some(next)
    }

    /// A new block of a kind to which the callee wrote nothing holds nothing.
    pub(crate) fn nothing_made(&self, next: &mut Configuration) {
        let Some(dst) = self.call.dst.filter(|_| self.call.makes) else { return };
        let class = self.caller.code.classes[dst as usize];
        let is_of_class = |at: Target| self.outward(at).is_some_and(|at| at.node == class);
        let summary = &self.callee.summary;
        let written = summary.writes.iter().filter_map(|region| region.as_cell()).any(is_of_class);
        let killed = summary.kills.iter().any(|node| is_of_class(Target { node: *node, offset: 0 }));
        if !written && !killed {
            self.caller.nothing_in(next, dst);
        }
    }

    /// What the callee knows and the caller can name.
    fn left(&self, exit: &Configuration) -> Facts {
        let mut next = Configuration::new(Index::new(0, 0, false));
        exit.facts.hits.iter().flat_map(|e| self.expressions_outward(*e)).for_each(|e| next.hit(e));
        exit.facts.misses.iter().flat_map(|e| self.expressions_outward(*e)).for_each(|e| next.miss(e));
        next.facts.freed_at = exit.facts.freed_at;
        next.facts
    }

    /// Whether the callee does not return so with the constants it is given.
    fn is_otherwise(&self, exit: &Configuration) -> bool {
        exit.facts.truths.iter().any(|(register, truth)| {
            self.callee.param_in(*register).is_some_and(|number| {
                let (nonzero, zero) = (self.call.nonzeros.contains(number), self.call.zeros.contains(number));
                nonzero && *truth == Truth::Zero || zero && truth.is_nonzero()
            })
        })
    }

    /// What the callee found out about what it was given.
    fn found_out(&self, exit: &Configuration) -> impl Iterator<Item = (u32, Truth)> {
        exit.facts.truths.iter().filter_map(|(register, truth)| {
            let passed = (*self.call.numbers.get(self.callee.param_in(*register)?)?)?;
            // A copy may be another number, but is zero exactly if it is.
            passed.tested.then_some((passed.register, truth.blurred()?))
        })
    }

    /// The result goes where the call says.
    fn receive(&self, next: &mut Configuration, exit: &Configuration) {
        if let Some(dst) = self.call.dst {
            let hit = exit.index.count(Holder::RESULT) != 0;
            next.set_register(dst, hit);
            if let Some(truth) = exit.truth(RESULT_TRUTH) {
                next.learn(dst, truth);
            }
        }
    }
}
