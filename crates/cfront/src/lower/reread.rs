//! Elements that are read again are read once, and not at all if they were just written.
//!
//! `if (*p >= 'a' && *p <= 'z') count[*p - 'a']++` reads `*p` three times, and nobody writes in between. An analysis that does not tell the elements of an array
//! apart would have to take each of them for another number. So a second read of the same integer becomes a copy of what the first one gave. In
//! `*failed = p == NULL; if (*failed) …` a read becomes a copy of what was written.
//!
//! This is value numbering over extended basic blocks: along blocks that are reached from one place only, it is known which registers hold the
//! same, what was computed and what was read. To write to memory, wherever, ends what is known of memory; a call may write.
//!
//! Invariant: only reads of integers that are not volatile are replaced, each by the register of an equal read or write that control has passed, so no check is lost.

use ir::{Base, BlockId, Body, IndexVec, LocalId, Operand, Place, Rvalue, Step, StmtKind, TypeId, Types};

/// So much is remembered of each kind.
const MOST: usize = 32;

/// The same code, with reads that give nothing new replaced by copies.
pub(super) fn read_once(types: &Types, mut body: Body) -> Body {
    let mut ways_in: IndexVec<BlockId, usize> = body.blocks.iter().map(|_| 0).collect();
    ways_in[Body::ENTRY] += 1;
    for block in &body.blocks {
        for next in block.terminator.successors() {
            ways_in[next] += 1;
        }
    }
    let heads = body.blocks.ids().filter(|block| *block == Body::ENTRY || ways_in[*block] != 1);
    let mut todo: Vec<(BlockId, Known)> = heads.map(|block| (block, Known::default())).collect();
    while let Some((block, mut known)) = todo.pop() {
        known.walk(types, &mut body, block);
        for next in body.blocks[block].terminator.successors() {
            if ways_in[next] == 1 {
                todo.push((next, known.clone()));
            }
        }
    }
    body
}

/// What is known at a place. Registers in keys are those that stand for all that hold the same.
#[derive(Clone, Default)]
struct Known {
    /// Registers that hold the same as another one, which stands for them.
    same: Vec<(LocalId, LocalId)>,
    /// What was computed, in which type, and what holds it.
    computed: Vec<(Rvalue, TypeId, LocalId)>,
    /// What was read or written, and what holds it.
    read: Vec<(Place, LocalId)>,
}

impl Known {
    fn walk(&mut self, types: &Types, body: &mut Body, block: BlockId) {
        for stmt in &mut body.blocks[block].stmts {
            match &mut stmt.kind {
                StmtKind::Assign { dst, value } => {
                    let (dst, ty) = (*dst, body.locals[*dst].ty);
                    let mut key = value.clone();
                    rename_value(&mut key, |local| self.stands_for(local));
                    let known = match key {
                        Rvalue::Use(Operand::Local(local)) => Some(local),
                        _ => self
                            .computed
                            .iter()
                            .find(|(value, of, _)| *of == ty && *value == key)
                            .map(|at| at.2),
                    };
                    // What mentions its own old value, as `i = i + 1`, is of no use behind it.
                    let lasts = key != Rvalue::Uninit && !mentions(|f| key.operands(f), dst);
                    self.redefine(dst);
                    match known.filter(|known| *known != dst) {
                        Some(known) => remember(&mut self.same, (dst, known)),
                        None if lasts => remember(&mut self.computed, (key, ty, dst)),
                        None => {}
                    }
                }
                StmtKind::Load { dst, place } => {
                    let dst = *dst;
                    let mut key = place.clone();
                    rename_place(&mut key, |local| self.stands_for(local));
                    let known = self.read.iter().find(|(place, _)| *place == key).map(|(_, holder)| *holder);
                    if let Some(known) = known {
                        let value = Rvalue::Use(Operand::Local(known));
                        stmt.kind = StmtKind::Assign { dst, value };
                    }
                    let lasts = is_element(types, &key) && !mentions(|f| key.operands(f), dst);
                    self.redefine(dst);
                    match known.filter(|known| *known != dst) {
                        Some(known) => remember(&mut self.same, (dst, known)),
                        None if lasts => remember(&mut self.read, (key, dst)),
                        None => {}
                    }
                }
                StmtKind::Store { place, value } => {
                    self.read.clear();
                    let mut key = place.clone();
                    rename_place(&mut key, |local| self.stands_for(local));
                    // A number of another type, or more bits than there is room for, would be another one when it is read.
                    if let Operand::Local(value) = value
                        && is_element(types, &key)
                        && key.bits.is_none()
                        && body.locals[*value].ty == key.ty
                    {
                        let holder = self.stands_for(*value);
                        remember(&mut self.read, (key, holder));
                    }
                }
                StmtKind::Nondet { dst, .. } => self.redefine(*dst),
                StmtKind::Assume(_) | StmtKind::Assert { .. } => {}
                StmtKind::Dead(ir::Var::Local(local)) => self.redefine(*local),
                _ => {
                    self.read.clear();
                    if let Some(dst) = stmt.writes() {
                        self.redefine(dst);
                    }
                }
            }
        }
    }

    /// The register that stands for all that hold what this one holds.
    fn stands_for(&self, local: LocalId) -> LocalId {
        self.same.iter().find(|(other, _)| *other == local).map_or(local, |(_, stands)| *stands)
    }

    /// A register gets another value. If it stood for others, one of them does from now on.
    fn redefine(&mut self, local: LocalId) {
        self.same.retain(|(other, _)| *other != local);
        let Some(next) = self.same.iter().find(|(_, stands)| *stands == local).map(|(other, _)| *other)
        else {
            self.computed
                .retain(|(value, _, holder)| *holder != local && !mentions(|f| value.operands(f), local));
            self.read.retain(|(place, holder)| *holder != local && !mentions(|f| place.operands(f), local));
            return;
        };
        let rename = |other: LocalId| if other == local { next } else { other };
        self.same.retain(|(other, _)| *other != next);
        for (_, stands) in &mut self.same {
            *stands = rename(*stands);
        }
        for (value, _, holder) in &mut self.computed {
            rename_value(value, rename);
            *holder = rename(*holder);
        }
        for (place, holder) in &mut self.read {
            rename_place(place, rename);
            *holder = rename(*holder);
        }
    }
}

/// Whether a place is an integer that may be one of many: an element by its number, or what a pointer to an integer points to.
fn is_element(types: &Types, place: &Place) -> bool {
    let is_integer = types.integer(place.ty).is_some() && !types.is_pointer(place.ty);
    let one_of_many = matches!(place.base, Base::Pointer(_)) && place.path.is_empty() || !place.is_fixed();
    is_integer && one_of_many && !place.volatile
}

fn remember<T>(all: &mut Vec<T>, new: T) {
    if all.len() == MOST {
        all.remove(0);
    }
    all.push(new);
}

fn mentions(operands: impl FnOnce(&mut dyn FnMut(Operand)), local: LocalId) -> bool {
    let mut found = false;
    operands(&mut |operand| found |= matches!(operand, Operand::Local(other) if other == local));
    found
}

fn rename_operand(operand: &mut Operand, name: impl Fn(LocalId) -> LocalId) {
    if let Operand::Local(local) = operand {
        *local = name(*local);
    }
}

fn rename_place(place: &mut Place, name: impl Fn(LocalId) -> LocalId) {
    if let Base::Pointer(pointer) = &mut place.base {
        rename_operand(pointer, &name);
    }
    for step in &mut place.path {
        if let Step::Index { index, .. } = step {
            rename_operand(index, &name);
        }
    }
}

fn rename_value(value: &mut Rvalue, name: impl Fn(LocalId) -> LocalId) {
    match value {
        Rvalue::Uninit => {}
        Rvalue::Use(a) | Rvalue::Unary(_, a) | Rvalue::Convert(a) => rename_operand(a, name),
        Rvalue::Binary(_, a, b)
        | Rvalue::PointerAdd { pointer: a, index: b, .. }
        | Rvalue::PointerDiff { lhs: a, rhs: b, .. } => {
            rename_operand(a, &name);
            rename_operand(b, &name);
        }
        Rvalue::AddressOf(place) => rename_place(place, name),
        Rvalue::Intrinsic(_, operands) => {
            for operand in operands {
                rename_operand(operand, &name);
            }
        }
    }
}
