//! Static variables that a body may change, or whose address it gives away.
//!
//! A static variable is seen by its file alone. If no body of the file writes to it or lets its address get to where others could, it
//! holds what it was initialized with, whoever calls the functions of the file. Addresses are followed through registers: what one is
//! computed from is what it may point to. Reading through it, comparing it, and handing it to a function of the system's
//! headers that takes a pointer to what it does not change and gives no pointer back, are all it may be used for.
//!
//! Invariant: what is not listed is not changed by this body, nor by what it calls elsewhere.

use ir::{
    Argument, Base, Body, Callee, Const, ConstValue, Destination, FunctionId, GlobalId, GlobalKind, Id,
    Linkage, LocalId, Operand, Place, Program, Rvalue, StmtKind, Symbol, Terminator,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// The static variables that a body may change or give away; `harmless` says whether a function leaves alone what its argument of
/// this number points to.
pub(super) fn spoiled(
    program: &Program,
    body: &Body,
    harmless: &dyn Fn(FunctionId, usize) -> bool,
) -> Vec<GlobalId> {
    let mut found = Found { program, points: FxHashMap::default(), spoiled: FxHashSet::default() };
    // Registers may be computed from each other in a loop.
    loop {
        let before = found.points.values().map(Vec::len).sum::<usize>();
        for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
            if let StmtKind::Assign { dst, value } = &stmt.kind {
                let leads = found.leads(value);
                found.add(*dst, &leads);
            }
        }
        if found.points.values().map(Vec::len).sum::<usize>() == before {
            break;
        }
    }
    for block in &body.blocks {
        for stmt in &block.stmts {
            found.stmt(&stmt.kind, harmless);
        }
        match &block.terminator {
            Terminator::Return(Some(Argument::Value(value))) => found.give(*value),
            Terminator::IndirectGoto { address, .. } => found.give(*address),
            _ => {}
        }
    }
    let mut spoiled: Vec<GlobalId> = found.spoiled.into_iter().collect();
    spoiled.sort_unstable();
    spoiled
}

/// Whether it is a variable that only its own file can name, and that could be changed.
pub(super) fn is_own(linkage: &Linkage, kind: GlobalKind, read_only: bool) -> bool {
    *linkage != Linkage::External && kind != GlobalKind::String && !read_only
}

struct Found<'p> {
    program: &'p Program,
    /// What registers may point to.
    points: FxHashMap<LocalId, Vec<GlobalId>>,
    spoiled: FxHashSet<GlobalId>,
}

impl Found<'_> {
    fn is_own(&self, id: GlobalId) -> bool {
        let global = &self.program.globals[id];
        is_own(&global.linkage, global.kind, global.read_only)
    }

    fn add(&mut self, to: LocalId, leads: &[GlobalId]) {
        if leads.is_empty() {
            return;
        }
        let known = self.points.entry(to).or_default();
        for id in leads {
            if !known.contains(id) {
                known.push(*id);
            }
        }
    }

    fn of(&self, operand: Operand) -> Vec<GlobalId> {
        match operand {
            Operand::Local(local) => self.points.get(&local).cloned().unwrap_or_default(),
            Operand::Const(Const {
                value: ConstValue::Address { symbol: Symbol::Global(id), .. }, ..
            }) => Some(id).filter(|id| self.is_own(*id)).into_iter().collect(),
            Operand::Const(_) => Vec::new(),
        }
    }

    /// What a computed value may point to.
    fn leads(&self, value: &Rvalue) -> Vec<GlobalId> {
        let mut leads = Vec::new();
        if let Rvalue::AddressOf(Place { base: Base::Global(id), .. }) = value
            && self.is_own(*id)
        {
            leads.push(*id);
        }
        value.operands(&mut |operand| leads.extend(self.of(operand)));
        leads
    }

    fn give(&mut self, value: Operand) {
        self.spoiled.extend(self.of(value));
    }

    fn write(&mut self, place: &Place) {
        match place.base {
            Base::Global(id) => drop(self.spoiled.insert(id)),
            Base::Pointer(pointer) => self.give(pointer),
            Base::Slot(_) => {}
        }
    }

    fn stmt(&mut self, kind: &StmtKind, harmless: &dyn Fn(FunctionId, usize) -> bool) {
        match kind {
            // Somebody else changes it.
            StmtKind::Load { place, .. } if place.volatile => self.write(place),
            StmtKind::Assign { .. }
            | StmtKind::Load { .. }
            | StmtKind::Alloc { .. }
            | StmtKind::Assume(_)
            | StmtKind::Assert { .. }
            | StmtKind::Nondet { .. }
            | StmtKind::Live { .. }
            | StmtKind::Dead(_) => {}
            StmtKind::Store { place, value } => {
                self.write(place);
                self.give(*value);
            }
            StmtKind::Free { pointer } => self.give(*pointer),
            StmtKind::Copy { to: place, .. } | StmtKind::Fill { to: place, .. } | StmtKind::Pad { place } => {
                self.write(place);
            }
            StmtKind::Call(call) => {
                for (n, arg) in call.args.iter().enumerate() {
                    let Argument::Value(value) = arg else { continue };
                    if !matches!(call.callee, Callee::Function(id) if harmless(id, n)) {
                        self.give(*value);
                    }
                }
                if let Some(Destination::Object(place)) = &call.dst {
                    self.write(place);
                }
            }
            StmtKind::VaArg { dst, list } => {
                if let Destination::Object(place) = dst {
                    self.write(place);
                }
                self.give(*list);
            }
            StmtKind::VaStart { list } | StmtKind::VaEnd { list } => self.give(*list),
            StmtKind::VaCopy { to, from } => {
                self.give(*to);
                self.give(*from);
            }
            // It may be anything.
            StmtKind::Unsupported { .. } => {
                let all = (0..self.program.globals.len()).map(GlobalId::new);
                let own: Vec<GlobalId> = all.filter(|id| self.is_own(*id)).collect();
                self.spoiled.extend(own);
            }
        }
    }
}
