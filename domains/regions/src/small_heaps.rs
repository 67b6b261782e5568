//! The rules, tried on all heaps with three cells, two registers and one field.
//!
//! For every heap, every cell of it and several sets of true facts: what the decision function says is true, and after
//! each operation one of the resulting configurations describes the cell, or what went wrong with it was noticed.

use rustc_hash::FxHashSet;

use ir::{BlockId, FunctionId, GlobalId, Liveness, LocalId, SlotId};
use smallvec::smallvec;

use crate::code::{Access, BlockCode, Code, Exit, Lists, Live, Op, Source, Summary};
use crate::configuration::{Configuration, Expression, Holder, INFINITE, Index, LIMIT, Root};
use crate::decide::{Decision, Ground};
use crate::points::{NodeId, Numbers, Object, Partition, Passage, Target, single_list};
use crate::transfer::{Event, Notes};

const CELLS: usize = 3;
const REGISTERS: usize = 2;

/// One node, whose first field leads to it.
struct List(Object, Target);

impl Partition for List {
    fn register(&self, _: FunctionId, _: LocalId) -> Target {
        self.1
    }
    fn slot(&self, _: FunctionId, _: SlotId) -> Target {
        self.1
    }
    fn global(&self, _: GlobalId) -> Option<Target> {
        Some(self.1)
    }
    fn stored(&self, at: Target) -> Option<Target> {
        (at == self.1).then_some(self.1)
    }
    fn region(&self, at: Target) -> Target {
        at
    }
    fn object(&self, _: NodeId) -> &Object {
        &self.0
    }
    fn passage(&self, _: FunctionId, _: BlockId, _: u32, _: FunctionId) -> Option<&Passage> {
        None
    }
    fn touches(&self, _: FunctionId, _: NodeId) -> bool {
        true
    }
    fn forged(&self) -> Option<&'static str> {
        None
    }
    fn numbers(&self) -> Numbers {
        Numbers::default()
    }
    fn outward(&self, places: FxHashSet<Target>) -> FxHashSet<Target> {
        places
    }
    fn has_locals(&self, _: NodeId) -> bool {
        false
    }
    fn may_be_gone(&self, _: NodeId) -> bool {
        true
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Heap {
    registers: [Option<usize>; REGISTERS],
    fields: [Option<usize>; CELLS],
    freed: [bool; CELLS],
}

fn expression(register: usize) -> Expression {
    Expression { root: Root::Register(register as u32), offset: 0 }
}

impl Heap {
    fn all() -> impl Iterator<Item = Self> {
        let pointer = |digit: usize| (digit > 0).then(|| digit - 1);
        (0..4usize.pow(5) * 8).map(move |mut number| {
            let mut digit = |base: usize| {
                let digit = number % base;
                number /= base;
                digit
            };
            let registers = [pointer(digit(4)), pointer(digit(4))];
            let fields = [pointer(digit(4)), pointer(digit(4)), pointer(digit(4))];
            Self { registers, fields, freed: [digit(2) == 1, digit(2) == 1, digit(2) == 1] }
        })
    }

    /// The cell that the field of what a register points to leads to; `None` if there is no such field.
    #[expect(clippy::option_option, reason = "whether there is a field, and whether it is null")]
    fn behind(&self, register: usize) -> Option<Option<usize>> {
        let cell = self.registers[register].filter(|cell| !self.freed[*cell])?;
        Some(self.fields[cell])
    }

    fn count(&self, tracked: usize) -> u8 {
        let cells = (0..CELLS).filter(|cell| !self.freed[*cell] && self.fields[*cell] == Some(tracked));
        (cells.count() as u8).min(INFINITE)
    }

    fn is_referred_to(&self, tracked: usize) -> bool {
        self.count(tracked) > 0 || self.registers.contains(&Some(tracked))
    }

    /// The configuration of a cell with the true facts that a mask selects.
    fn configuration(&self, tracked: usize, region: Holder, mask: u32) -> Configuration {
        let mut index = Index::new(0, 1, false);
        index.freed = self.freed[tracked];
        for register in 0..REGISTERS {
            let hit = self.registers[register] == Some(tracked);
            index.set(Holder::register(register as u32), u8::from(hit));
        }
        index.set(region, self.count(tracked));
        let mut known = Configuration::new(index);
        for register in (0..REGISTERS).filter(|register| mask >> register & 1 == 1) {
            match self.behind(register) {
                Some(held) if held == Some(tracked) => known.hit(expression(register)),
                Some(_) => known.miss(expression(register)),
                None => {}
            }
        }
        known
    }

    fn is_described_by(&self, tracked: usize, region: Holder, known: &Configuration) -> bool {
        let exact = self.configuration(tracked, region, 0);
        let true_of = |e: &Expression, hit: bool| {
            let Root::Register(register) = e.root else { return false };
            self.behind(register as usize).is_none_or(|held| (held == Some(tracked)) == hit)
        };
        exact.index == known.index
            && known.facts.hits.iter().all(|e| true_of(e, true))
            && known.facts.misses.iter().all(|e| true_of(e, false))
    }

    /// What an operation makes of it; the cell that is freed twice or used after it was freed if something goes wrong.
    fn after(mut self, code: &Code, op: &Op) -> Result<Self, Option<usize>> {
        let pointer = |at: u32| code.lists.access(at).pointer.get();
        match op {
            Op::Move { dst, src, .. } => {
                self.registers[*dst as usize] = src.get().and_then(|src| self.registers[src as usize]);
            }
            Op::Load { dst, at } => {
                let from = pointer(*at).expect("loads go through a register") as usize;
                self.registers[*dst as usize] = self.behind(from).ok_or(self.registers[from])?;
            }
            Op::Store { at, src } => {
                let to = pointer(*at).expect("stores go through a register") as usize;
                self.behind(to).ok_or(self.registers[to])?;
                let cell = self.registers[to].ok_or(None)?;
                self.fields[cell] = src.get().and_then(|src| self.registers[src as usize]);
            }
            Op::Free { pointer, .. } => {
                if let Some(cell) = self.registers[*pointer as usize] {
                    if self.freed[cell] {
                        return Err(Some(cell));
                    }
                    self.freed[cell] = true;
                }
            }
            other => unreachable!("{other:?} is not tried"),
        }
        Ok(self)
    }
}

fn operations() -> Vec<Op> {
    // The access through a register has its number.
    let at = |register: u32| register;
    let mut all = Vec::new();
    for one in 0..REGISTERS as u32 {
        all.push(Op::Free { pointer: one, site: 1 });
        all.push(Op::Move { dst: one, src: Source::NONE, shift: 0 });
        all.push(Op::Store { at: at(one), src: Source::NONE });
        for two in 0..REGISTERS as u32 {
            all.push(Op::Move { dst: one, src: Some(two).into(), shift: 0 });
            all.push(Op::Load { dst: one, at: at(two) });
            all.push(Op::Store { at: at(one), src: Some(two).into() });
        }
    }
    all
}

fn code(region: Holder) -> Code {
    let mut lists = Lists::default();
    for register in 0..REGISTERS {
        lists.add(Access {
            region,
            contents: 0,
            pointer: Some(register as u32).into(),
            expression: Some(expression(register)),
            single: false,
        });
    }
    let block = BlockCode { ops: (0, 0), exit: Exit::Edges(smallvec![]) };
    Code {
        function: FunctionId(0),
        blocks: Box::new([block]),
        ops: Box::new([]),
        lists,
        live: Live::new(&Liveness::default(), REGISTERS),
        calls: Box::new([]),
        classes: Box::new([0; REGISTERS]),
        temporary: Box::new([false; REGISTERS]),
        params: Box::new([]),
        expressions: (0..REGISTERS).map(|register| (region, expression(register))).collect(),
        reads_parts: false,
        writes_parts: false,
        slots: Box::new([]),
        returns: true,
        summary: Summary::default(),
    }
}

#[test]
fn decisions_are_true() {
    let (object, target) = single_list();
    let region = Holder::cell(target);
    let (points, code) = (List(object, target), code(region));
    let ground = Ground { code: &code, points: &points, keep_dead: false, strict: false };
    let mut decided = 0;
    for heap in Heap::all() {
        for (tracked, mask) in (0..CELLS).flat_map(|tracked| (0..4).map(move |mask| (tracked, mask))) {
            let known = heap.configuration(tracked, region, mask);
            for register in 0..REGISTERS {
                let Some(held) = heap.behind(register) else { continue };
                let said = ground.decide_at(&known, region, Some(Root::Register(register as u32)), Some(0));
                let truth = held == Some(tracked);
                assert!(said != Decision::Hit || truth, "{heap:?} {tracked} {known:?}");
                assert!(said != Decision::Miss || !truth, "{heap:?} {tracked} {known:?}");
                decided += u32::from(said != Decision::Maybe);
            }
        }
    }
    assert!(decided > 50_000, "{decided}");
    assert_eq!(LIMIT, 2, "three cells are more than the limit");
}

/// A mistake that is made on purpose: what becomes of the results of an operation.
type Flaw = fn(&Configuration, &mut Vec<Configuration>);

/// The first heap, cell and operation whose results do not cover what happens.
fn uncovered(flaw: Flaw) -> Option<String> {
    let (object, target) = single_list();
    let region = Holder::cell(target);
    let (points, code) = (List(object, target), code(region));
    let ground = Ground { code: &code, points: &points, keep_dead: false, strict: false };
    let operations = operations();
    for heap in Heap::all() {
        for tracked in (0..CELLS).filter(|tracked| heap.is_referred_to(*tracked)) {
            for (mask, op) in (0..4).flat_map(|mask| operations.iter().map(move |op| (mask, op))) {
                let known = heap.configuration(tracked, region, mask);
                let (mut out, mut notes) = (Vec::new(), Notes::default());
                ground.step(op, 0, known.clone(), &mut out, &mut notes);
                flaw(&known, &mut out);
                let events = || notes.events.iter().map(|(event, ..)| *event);
                let good = match heap.after(&code, op) {
                    Err(cell) if cell == Some(tracked) => events().any(|event| event != Event::Leak),
                    Err(_) => true,
                    Ok(after) if after.is_referred_to(tracked) => {
                        out.iter().any(|known| after.is_described_by(tracked, region, known))
                    }
                    Ok(after) => after.freed[tracked] || events().any(|event| event == Event::Leak),
                };
                if !good {
                    return Some(format!("{heap:?}, cell {tracked}, {op:?}: {known:?} becomes {out:?}"));
                }
            }
        }
    }
    None
}

#[test]
fn operations_cover_what_happens() {
    assert_eq!(uncovered(|_, _| {}), None);
}

#[test]
fn mistakes_are_noticed() {
    let flaws: [(&str, Flaw); 6] = [
        ("one of the cases of a split is left out", |_, out| out.truncate(1)),
        ("the other one is left out", |_, out| {
            out.drain(..out.len().saturating_sub(1));
        }),
        ("hits stay whatever is written", |before, out| {
            for known in out.iter_mut() {
                known.facts.hits.clone_from(&before.facts.hits);
            }
        }),
        ("misses stay whatever is written", |before, out| {
            for known in out.iter_mut() {
                known.facts.misses.clone_from(&before.facts.misses);
            }
        }),
        ("references are not counted", |before, out| {
            for known in out.iter_mut() {
                known.index.clone_from(&before.index);
            }
        }),
        ("free does nothing", |before, out| {
            for known in out.iter_mut() {
                known.index.freed = before.index.freed;
            }
        }),
    ];
    for (name, flaw) in flaws {
        assert!(uncovered(flaw).is_some(), "{name}");
    }
}
