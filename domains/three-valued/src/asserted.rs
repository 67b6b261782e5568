//! Predicates that are called in assertions.
//!
//! A predicate in C that is asserted means more than what it computes: what it reads is its own, so that it does not hold of a list that runs in a circle or of two
//! links to one cell. Such a call is gone through in place only where that makes no difference: nothing that is reached is shared or on a cycle, links are
//! followed forward only, what is read was set, and no object is led to twice. Else it is given up, unless it is answered as a [tree](crate::trees). Where a clause makes
//! several calls, each [claims](crate::clauses) what it reads.

use std::collections::BTreeSet;

use engine::{Cursor, Point};
use ir::{
    Argument, Base, Block, BlockId, Body, Call, Callee, FunctionId, LocalId, Operand, Program, RecordId,
    Role, Rvalue, StmtKind, TypeKind, Var,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::ThreeValued;
use crate::demand::Reading;
use crate::focus::Attempt;
use crate::kleene::members;
use crate::state::{Kind, State, Value};

pub(crate) const ASKED_OF_ANYTHING: &str = "the predicate is asserted of what may be shared, circular or not set, or follows links back, which is not followed";

/// The calls in assertions, and what the functions there do.
#[derive(Clone, Debug, Default)]
pub(crate) struct Asserted {
    calls: FxHashSet<Point>,
    reads: FxHashMap<FunctionId, Reads>,
    /// The clauses that claim by more than one call.
    several: FxHashSet<FunctionId>,
    /// The clauses that make calls and follow pointers to structures themselves.
    mixed: FxHashSet<FunctionId>,
    /// The clauses that make calls and read pointers that are somewhere on their own: in variables, or within structures.
    through: FxHashSet<FunctionId>,
}

/// What a function reads, with all it calls.
#[derive(Clone, Debug, Default)]
struct Reads {
    /// The members that it reads.
    members: Vec<(RecordId, u64)>,
    /// The members that it follows.
    links: Vec<(RecordId, u64)>,
    /// The parameters that it may read through, by number.
    parameters: Vec<usize>,
    /// It may be led to an object in two ways even where no two links lead to one.
    twice: bool,
    /// It does something else, or calls what is not known.
    opaque: bool,
}

impl Asserted {
    pub(crate) fn of(program: &Program) -> Self {
        let mut asserted = Self::default();
        for (function, known) in program.functions.enumerate() {
            let Some(body) = &*known.body else { continue };
            let in_clause = matches!(known.role, Role::Clause { .. });
            let asked: Vec<(BlockId, u32)> = if in_clause {
                let numbered = |(block, code): (BlockId, &Block)| {
                    let stmts = 0..code.stmts.len() as u32;
                    stmts.map(move |stmt| (block, stmt)).collect::<Vec<_>>()
                };
                body.blocks.enumerate().flat_map(numbered).collect()
            } else {
                body.asserted_calls().into_iter().map(|asked| asked.call).collect()
            };
            if in_clause && asked_calls(body).count() > 1 {
                asserted.several.insert(function);
            }
            if in_clause && asked_calls(body).next().is_some() {
                let followed = Followed::of(program, body);
                if followed.structures {
                    asserted.mixed.insert(function);
                }
                if followed.pointers {
                    asserted.through.insert(function);
                }
            }
            for (block, stmt) in asked {
                let StmtKind::Call(call) = &body.blocks[block].stmts[stmt as usize].kind else { continue };
                let Callee::Function(callee) = call.callee else { continue };
                asserted.calls.insert(Point { function, block, stmt });
                let mut reads = Reads::default();
                reads.of(program, callee, &mut FxHashSet::default());
                reads.parameters = read_parameters(program, callee);
                asserted.reads.insert(callee, reads);
            }
        }
        asserted
    }

    /// Whether a function is a clause of an assertion that makes several calls, which claim what they read.
    pub(crate) fn is_several(&self, function: FunctionId) -> bool {
        self.several.contains(&function)
    }

    /// Whether a function is a clause that makes calls and claims, besides, the objects in which it reads pointers: that they are none of those
    /// that the calls claim is certain only of variables.
    pub(crate) fn claims_what_it_reads(&self, function: FunctionId) -> bool {
        self.through.contains(&function)
    }
}

/// The calls of a body.
fn asked_calls(body: &Body) -> impl Iterator<Item = &Call> {
    body.blocks.iter().flat_map(|block| &block.stmts).filter_map(|stmt| match &stmt.kind {
        StmtKind::Call(call) => Some(call),
        _ => None,
    })
}

/// Where a body reads pointers from memory itself.
#[derive(Clone, Copy, Default)]
struct Followed {
    /// In structures that it follows a pointer to.
    structures: bool,
    /// Where a pointer to a pointer leads.
    pointers: bool,
}

impl Followed {
    fn of(program: &Program, body: &Body) -> Self {
        let mut followed = Self::default();
        for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
            let StmtKind::Load { dst, place } = &stmt.kind else { continue };
            if matches!(place.base, Base::Pointer(_)) && program.types.is_pointer(body.locals[*dst].ty) {
                let is_structure = matches!(program.types.kind(place.base_ty), TypeKind::Record(_));
                followed.structures |= is_structure;
                followed.pointers |= !is_structure;
            }
        }
        followed
    }
}

/// Where a pointer in a predicate comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Source {
    Parameter(usize),
    Member(RecordId, u64),
    /// Anywhere.
    Unknown,
}

/// Where the pointers of a body come from: of each register, all that it may hold.
struct Sources(FxHashMap<LocalId, BTreeSet<Source>>);

impl Sources {
    fn of(program: &Program, reading: &Reading<'_>, body: &Body) -> Self {
        let mut sources = Self(FxHashMap::default());
        for (index, param) in body.params.iter().enumerate() {
            if let Var::Local(local) = param {
                sources.0.entry(*local).or_default().insert(Source::Parameter(index));
            }
        }
        loop {
            let mut changed = false;
            for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
                let (dst, found) = match &stmt.kind {
                    StmtKind::Load { dst, place, .. } => {
                        let origin = reading.origin(place);
                        let source = origin.map_or(Source::Unknown, |o| Source::Member(o.record, o.offset));
                        (*dst, BTreeSet::from([source]))
                    }
                    StmtKind::Assign { dst, value: Rvalue::Use(from) | Rvalue::Convert(from) } => {
                        (*dst, sources.held(*from))
                    }
                    _ => match stmt.writes().filter(|_| !matches!(stmt.kind, StmtKind::Dead(_))) {
                        Some(dst) => (dst, BTreeSet::from([Source::Unknown])),
                        None => continue,
                    },
                };
                if program.types.is_pointer(body.locals[dst].ty) {
                    let known = sources.0.entry(dst).or_default();
                    let before = known.len();
                    known.extend(found);
                    changed |= known.len() != before;
                }
            }
            if !changed {
                return sources;
            }
        }
    }

    fn held(&self, operand: Operand) -> BTreeSet<Source> {
        match operand {
            Operand::Local(local) => self.0.get(&local).cloned().unwrap_or_default(),
            Operand::Const(_) => BTreeSet::new(),
        }
    }
}

/// The parameters through which a function may read: those that it dereferences or gives to others. One that it only compares, and hands down to itself in its
/// place, is none.
fn read_parameters(program: &Program, function: FunctionId) -> Vec<usize> {
    let Some(body) = &*program.functions[function].body else { return Vec::new() };
    let sources = Sources::of(program, &Reading::of(program, function, body), body);
    let mut read = BTreeSet::new();
    for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
        match &stmt.kind {
            StmtKind::Load { place, .. } => {
                if let Base::Pointer(base) = place.base {
                    read.extend(sources.held(base));
                }
            }
            StmtKind::Call(call) => {
                for (index, argument) in call.args.iter().enumerate() {
                    let Argument::Value(operand) = argument else { continue };
                    let mut given = sources.held(*operand);
                    if call.callee == Callee::Function(function) {
                        given.remove(&Source::Parameter(index));
                    }
                    read.extend(given);
                }
            }
            _ => {}
        }
    }
    let is_pointer = |index: &usize| {
        program.functions[function]
            .signature
            .params
            .get(*index)
            .is_some_and(|ty| program.types.is_pointer(*ty))
    };
    if read.contains(&Source::Unknown) {
        return (0..body.params.len()).filter(is_pointer).collect();
    }
    let parameter = |source: &Source| match source {
        Source::Parameter(index) => Some(*index),
        Source::Member(..) | Source::Unknown => None,
    };
    read.iter().filter_map(parameter).filter(is_pointer).collect()
}

/// Whether a body may lead two of its calls, or a call and itself, to one object though no two links lead there: it gives them pointers that come from the same place.
fn leads_twice(program: &Program, sources: &Sources, body: &Body) -> bool {
    let mut own = BTreeSet::new();
    for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
        if let StmtKind::Load { place: ir::Place { base: Base::Pointer(base), .. }, .. } = &stmt.kind {
            own.extend(sources.held(*base));
        }
    }
    let mut given = BTreeSet::new();
    for call in asked_calls(body) {
        let Callee::Function(callee) = call.callee else { return true };
        for index in read_parameters(program, callee) {
            let Some(Argument::Value(operand)) = call.args.get(index) else { return true };
            let from = sources.held(*operand);
            if from
                .iter()
                .any(|source| *source == Source::Unknown || own.contains(source) || given.contains(source))
            {
                return true;
            }
            given.extend(from);
        }
    }
    false
}

impl Reads {
    /// Adds what a function reads.
    fn of(&mut self, program: &Program, function: FunctionId, seen: &mut FxHashSet<FunctionId>) {
        if !seen.insert(function) {
            return;
        }
        let Some(body) = &*program.functions[function].body else {
            self.opaque = true;
            return;
        };
        let reading = Reading::of(program, function, body);
        let sources = Sources::of(program, &reading, body);
        self.twice |= leads_twice(program, &sources, body);
        for statement in body.blocks.iter().flat_map(|block| &block.stmts) {
            match &statement.kind {
                StmtKind::Load { place, .. } => match (place.base, reading.origin(place)) {
                    (Base::Pointer(base), Some(origin)) => {
                        self.members.push((origin.record, origin.offset));
                        self.follow(&sources, base);
                    }
                    _ => self.opaque = true,
                },
                StmtKind::Call(call) => {
                    for argument in &call.args {
                        if let Argument::Value(operand) = argument
                            && program.types.is_pointer(reading.type_of(*operand))
                        {
                            self.follow(&sources, *operand);
                        }
                    }
                    match call.callee {
                        Callee::Function(callee) => self.of(program, callee, seen),
                        Callee::Pointer(_) => self.opaque = true,
                    }
                }
                StmtKind::Assign { .. } | StmtKind::Dead(_) | StmtKind::Live { .. } => {}
                _ => self.opaque = true,
            }
        }
    }

    /// Adds what a pointer is that is followed or handed on.
    fn follow(&mut self, sources: &Sources, pointer: Operand) {
        for source in sources.held(pointer) {
            match source {
                Source::Parameter(_) => {}
                Source::Member(record, offset) => self.links.push((record, offset)),
                Source::Unknown => self.opaque = true,
            }
        }
    }
}

impl ThreeValued {
    /// Whether a call may be gone through in place, as far as what it asserts is concerned.
    pub(crate) fn may_assert(
        &self,
        at: &Cursor<'_>,
        call: &Call,
        callee: FunctionId,
        state: &State,
    ) -> Attempt<()> {
        if !self.asserted.calls.contains(&at.point) {
            return Ok(());
        }
        let reads =
            self.asserted.reads.get(&callee).filter(|reads| !reads.opaque).ok_or(ASKED_OF_ANYTHING)?;
        let in_clause = matches!(at.program.functions[at.point.function].role, Role::Clause { .. });
        if in_clause && (reads.twice || self.asserted.mixed.contains(&at.point.function)) {
            return Err(ASKED_OF_ANYTHING);
        }
        let (mut reached, mut apart) = (0u64, true);
        for (index, argument) in call.args.iter().enumerate() {
            let Argument::Value(operand) = argument else { return Err(ASKED_OF_ANYTHING) };
            let cell = match self.held(at, state, *operand) {
                Value::Cell(cell) => cell,
                Value::Inside(..) | Value::Local(..) | Value::Lent(_) => return Err(ASKED_OF_ANYTHING),
                _ => continue,
            };
            let row = state.structure.row(self.vocabulary.path, usize::from(cell)).may;
            apart &= !reads.parameters.contains(&index) || row & reached == 0;
            reached |= if reads.parameters.contains(&index) { row } else { 0 };
        }
        let never = |set: u64| set & reached == 0;
        let shared = state.structure.unary(self.vocabulary.shared).may;
        let cyclic = state.structure.unary(self.vocabulary.cyclic).may;
        let is_set = members(reached).all(|individual| {
            let Kind::Record(record) = state.kinds[individual] else { return false };
            let read = |offset: u64| reads.members.contains(&(record, offset));
            let sort = self.vocabulary.sort(record);
            sort.is_some_and(|sort| {
                let mut read = sort.members.iter().filter(|member| read(member.offset));
                read.all(|member| state.structure.unary(member.unset).may >> individual & 1 == 0)
            })
        });
        let backward = reads.links.iter().any(|(record, offset)| {
            let member = self
                .vocabulary
                .sort(*record)
                .and_then(|sort| sort.members.iter().find(|member| member.offset == *offset));
            let pointer = member.and_then(|member| member.pointer);
            pointer.is_none_or(|pointer| self.vocabulary.is_back(pointer.field))
        });
        let as_computed = apart && never(shared) && never(cyclic) && is_set && !backward;
        if as_computed { Ok(()) } else { Err(ASKED_OF_ANYTHING) }
    }
}
