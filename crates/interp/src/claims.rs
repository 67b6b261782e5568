//! What checkers claim while a contract or an assertion is evaluated.
//!
//! A checker means more than what it computes: the objects it reads are its own. So whoever reads
//! through a pointer claims the whole object that its type names there, and a checker that comes to
//! an object another one has claimed does not hold, whatever it would return; this also ends it on
//! cycles. Each call of a checker claims for itself, and what it claimed is free again if it does not hold.
//! Functions a checker calls that are none claim in its name. A clause claims what it reads pointers from,
//! however often, and of numbers nothing; the claims of all clauses of one side of a contract are disjoint.
//!
//! A checker with a loop reads an object again at the same statement only if it runs in a circle.
//!
//! The clauses of an assertion (`sw_assert`) and what an assumption asks are evaluated in the same way, each by itself. There a clause
//! that cannot be evaluated does not hold: the assertion fails, and its note says why.
//!
//! `sw_block` claims bytes that nobody reads: nothing else may claim any of them. All blocks of a session lie in one object.
//!
//! Who is a checker is told from outside ([`Checkers`]); all other predicates are plain functions.

use std::collections::{BTreeMap, BTreeSet};

use ir::{
    Argument, Base, Callee, ConstValue, FunctionId, GlobalKind, Id, Operand, Place, Program, Role, Span,
    Stmt, StmtKind, Symbol,
};
use model::{Located, ObjectId, ObjectKind, Rule, Step, Word};

use crate::machine::Interpreter;
use crate::sets::{Refuted, Sets};
use crate::stop::{Exec, Stop};

/// The predicates that claim what they read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Checkers {
    /// The checkers.
    pub functions: BTreeSet<FunctionId>,
    /// The clauses of contracts that claim what they read themselves.
    pub clauses: BTreeSet<FunctionId>,
}

impl Checkers {
    /// The functions that may run while claims are made: for each whether it is one.
    pub(crate) fn reachable(&self, program: &Program) -> Vec<bool> {
        let mut found = vec![false; program.functions.len()];
        let made = |(id, function): (FunctionId, &ir::Function)| {
            matches!(function.role, Role::Clause { .. }).then_some(id)
        };
        let mut work: Vec<FunctionId> = program.functions.enumerate().filter_map(made).collect();
        work.extend(&self.functions);
        while let Some(id) = work.pop() {
            if id.index() >= found.len() || std::mem::replace(&mut found[id.index()], true) {
                continue;
            }
            let blocks = program.functions[id].body.iter().flat_map(|body| body.blocks.iter());
            for stmt in blocks.flat_map(|block| &block.stmts) {
                let StmtKind::Call(call) = &stmt.kind else { continue };
                if let Callee::Function(callee) = call.callee {
                    work.push(callee);
                }
                work.extend(call.args.iter().filter_map(|arg| match arg {
                    Argument::Value(Operand::Const(constant)) => match constant.value {
                        ConstValue::Address { symbol: Symbol::Function(id), .. } => Some(id),
                        _ => None,
                    },
                    _ => None,
                }));
            }
        }
        found
    }
}

/// One side of a contract, or the clause of an assertion, being evaluated.
#[derive(Debug)]
pub(crate) struct Session {
    /// For a clause of an assertion, which ends with its call: the frames, tasks and cuts there were before.
    assertion: Option<Outside>,
    /// The stack is used below this by what is evaluated.
    stack: u64,
    /// The calls that claim, innermost last.
    holders: Vec<Holder>,
    n_holders: u32,
    claims: BTreeMap<(ObjectId, u64), Claim>,
    /// The object of each block that was claimed.
    blocks: Vec<ObjectId>,
    log: Vec<Change>,
    /// The cells of the lists whose lengths clauses speak of, each with where its list starts.
    counted: BTreeMap<ObjectId, u64>,
    /// The objects that clauses read pointers from without being held to read each once.
    named: BTreeSet<ObjectId>,
    /// Whether values on entry are being looked at, which claim nothing.
    remembering: bool,
    /// Where something was claimed a second time.
    clash: Option<Span>,
    /// What is said of sets.
    sets: Sets,
}

/// How much there was when a clause began to be evaluated.
#[derive(Clone, Copy, Debug)]
struct Outside {
    calls: usize,
    tasks: usize,
    cuts: usize,
}

#[derive(Debug)]
struct Holder {
    /// The number of active calls, its own included.
    depth: usize,
    number: u32,
    kind: HolderKind,
    /// How long the log was when it began.
    mark: usize,
    /// How often the end of the innermost segment had been met.
    met: u32,
    /// How much had been said of sets.
    said: usize,
    /// How many blocks had been claimed.
    blocks: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum HolderKind {
    Checker,
    /// A clause that claims what it reads pointers from.
    Clause,
    /// A value on entry, or a clause that is not read by rules: what it reads pointers from is only noted.
    Reader,
}

/// Bytes of an object that are claimed.
#[derive(Clone, Debug)]
struct Claim {
    end: u64,
    holder: u32,
    /// What read them.
    readers: Vec<Reader>,
}

/// What reads: the operation of the checker, and that of the function it has called there.
type Reader = (usize, FunctionId, usize);

#[derive(Debug)]
enum Change {
    Added((ObjectId, u64)),
    Removed((ObjectId, u64), Claim),
}

/// What all clauses of a side claim in.
const DIRECT: u32 = 0;

/// Why a clause does not hold, if two of its claims met.
pub(crate) const TWICE: &str = "an object is read here that was read before";

/// No block is in an object with more bytes.
const LARGEST: u64 = 1 << 39;

impl Session {
    fn new(assertion: Option<Outside>, stack: u64) -> Self {
        Self {
            assertion,
            stack,
            holders: Vec::new(),
            n_holders: DIRECT,
            claims: BTreeMap::new(),
            blocks: Vec::new(),
            log: Vec::new(),
            counted: BTreeMap::new(),
            named: BTreeSet::new(),
            remembering: false,
            clash: None,
            sets: Sets::default(),
        }
    }

    /// Claims bytes for the innermost holder. Whether it may have them.
    fn claim(&mut self, object: ObjectId, mut from: u64, mut to: u64, reader: Reader) -> bool {
        let Some(holder) = self.holders.last() else { return true };
        let (number, checker) = (holder.number, holder.kind == HolderKind::Checker);
        let mut readers = vec![reader];
        let overlapping = self.overlapping(object, from, to);
        for key in &overlapping {
            let Some(claim) = self.claims.get(key) else { continue };
            if claim.holder != number || (checker && claim.readers.contains(&reader)) {
                return false;
            }
        }
        for key in overlapping {
            if let Some(claim) = self.claims.remove(&key) {
                (from, to) = (from.min(key.1), to.max(claim.end));
                readers.extend(&claim.readers);
                self.log.push(Change::Removed(key, claim));
            }
        }
        if !checker {
            readers.clear();
        }
        self.claims.insert((object, from), Claim { end: to, holder: number, readers });
        self.log.push(Change::Added((object, from)));
        true
    }

    /// The claims that have one of these bytes.
    fn overlapping(&self, object: ObjectId, from: u64, to: u64) -> Vec<(ObjectId, u64)> {
        let before = self.claims.range(..(object, to)).rev();
        before.take_while(|((of, _), claim)| *of == object && claim.end > from).map(|(key, _)| *key).collect()
    }

    /// Claims bytes that nobody reads. Whether they can be had.
    fn claim_block(&mut self, object: ObjectId, from: u64, to: u64) -> bool {
        if self.blocks.last().is_some_and(|other| *other != object)
            || !self.overlapping(object, from, to).is_empty()
        {
            return false;
        }
        self.blocks.push(object);
        if from < to {
            // Not even who claims a block may read in it.
            self.n_holders += 1;
            let claim = Claim { end: to, holder: self.n_holders, readers: Vec::new() };
            self.claims.insert((object, from), claim);
            self.log.push(Change::Added((object, from)));
        }
        true
    }

    /// The object of the blocks that were claimed.
    pub(crate) fn object_of_blocks(&self) -> Option<ObjectId> {
        self.blocks.last().copied()
    }

    /// Gives back what was claimed since the log was so long.
    fn undo(&mut self, mark: usize) {
        while self.log.len() > mark {
            match self.log.pop() {
                Some(Change::Added(key)) => {
                    self.claims.remove(&key);
                }
                Some(Change::Removed(key, claim)) => {
                    self.claims.insert(key, claim);
                }
                None => break,
            }
        }
    }
}

impl Interpreter<'_> {
    /// Begins with claims: for one side of a contract.
    pub(crate) fn begin_claims(&mut self) {
        let stack = self.memory.stack_pointer;
        self.sessions.push(Session::new(None, stack));
    }

    /// Begins with claims for what an assertion or an assumption asks: a call that is about to begin.
    pub(crate) fn begin_assertion(&mut self) {
        let stack = self.memory.stack_pointer;
        let (calls, tasks, cuts) = (self.calls.len(), self.tasks.len(), self.cuts.len());
        self.unmet = None;
        self.sessions.push(Session::new(Some(Outside { calls, tasks, cuts }), stack));
    }

    /// What stops a run while a clause of an assertion is evaluated: a clause that cannot be evaluated does not hold. Gives the
    /// stop back if that is not the case.
    pub(crate) fn in_terms_of_assertion(&mut self, stop: Box<Stop>) -> Exec<()> {
        let Some(Session { assertion: Some(outside), .. }) = self.sessions.last() else { return Err(stop) };
        let outside = *outside;
        let message = match &*stop {
            Stop::Error { rule: Rule::BadChecker, .. } => return Err(stop),
            Stop::Error { rule: Rule::Uninitialized, .. }
                if self.options.determined || self.draws_unwritten() =>
            {
                return Err(stop);
            }
            Stop::Error { message, .. } | Stop::Breach { message, .. } => message.clone(),
            _ => return Err(stop),
        };
        let unmet = Step::new(self.span(), message);
        while self.calls.len() > outside.calls + 1 {
            self.abandon_frame();
        }
        self.tasks.truncate(outside.tasks);
        self.cuts.truncate(outside.cuts);
        self.sessions.pop();
        self.unmet = Some(unmet);
        self.return_word(Word::ZERO)
    }

    /// The objects that are claimed so far, and the cells of lists that were counted.
    pub(crate) fn claimed(&self) -> BTreeSet<ObjectId> {
        let Some(session) = self.sessions.last() else { return BTreeSet::new() };
        let claims = session.claims.keys().map(|(id, _)| *id);
        claims.chain(session.counted.keys().copied()).chain(session.named.iter().copied()).collect()
    }

    /// A cell of the list that starts there is counted: who speaks of the length of a list speaks of all of it, and
    /// of no other's cells.
    pub(crate) fn counted(&mut self, start: Word, cell: Word) -> Exec<()> {
        let object = self.memory.points_to(cell).map(|(id, _)| id);
        if let (Some(session), Some(id)) = (self.sessions.last_mut(), object)
            && session.assertion.is_none()
            && !session.remembering
            && *session.counted.entry(id).or_insert(start.bits) != start.bits
        {
            let what = "two lists whose lengths the contract speaks of share cells";
            return Err(Stop::error(Rule::Contract, what));
        }
        Ok(())
    }

    /// From now on values on entry are looked at.
    pub(crate) fn remember(&mut self) {
        if let Some(session) = self.sessions.last_mut() {
            session.remembering = true;
        }
    }

    /// The claims of one side of a contract are made.
    pub(crate) fn end_claims(&mut self) {
        self.sessions.pop();
    }

    /// Where something was claimed a second time, if that is why a clause does not hold.
    pub(crate) fn clash(&self) -> Option<Span> {
        self.sessions.last().and_then(|session| session.clash)
    }

    /// A call began: of a checker or a clause?
    pub(crate) fn entered(&mut self, function: FunctionId) {
        let depth = self.calls.len();
        let Some(session) = self.sessions.last_mut() else { return };
        let checkers = &self.options.checkers;
        let kind = if checkers.functions.contains(&function) {
            HolderKind::Checker
        } else if checkers.clauses.contains(&function) {
            HolderKind::Clause
        } else if matches!(self.program.functions[function].role, Role::Clause { .. }) {
            HolderKind::Reader
        } else {
            return;
        };
        let number = if kind == HolderKind::Checker {
            session.n_holders += 1;
            session.n_holders
        } else {
            DIRECT
        };
        let met = self.cuts.last().map_or(0, |cut| cut.met);
        let (mark, said, blocks) = (session.log.len(), session.sets.mark(), session.blocks.len());
        session.holders.push(Holder { depth, number, kind, mark, met, said, blocks });
    }

    /// The innermost call is about to return this. Whether that can stand: if it is the call of an assertion, there must be sets
    /// of which holds what was said.
    pub(crate) fn leaving(&mut self, result: Word) -> Exec<bool> {
        let depth = self.calls.len();
        let Some(session) = self.sessions.last_mut() else { return Ok(true) };
        if session.holders.last().is_none_or(|holder| holder.depth != depth) {
            return Ok(true);
        }
        let Some(holder) = session.holders.pop() else { return Ok(true) };
        if result.bits == 0 && holder.kind == HolderKind::Checker {
            session.undo(holder.mark);
            session.blocks.truncate(holder.blocks);
            session.sets.undo(holder.said);
            if let Some(cut) = self.cuts.last_mut() {
                cut.met = holder.met;
            }
        }
        if session.assertion.is_some() && session.holders.is_empty() {
            let clash = session.clash.filter(|_| result.bits == 0);
            let holds = result.bits == 0 || self.wrong_of_sets()?.is_none();
            self.sessions.pop();
            self.unmet = clash.map(|span| Step::new(span, TWICE));
            return Ok(holds);
        }
        Ok(true)
    }

    /// The sets of the conditions that are being evaluated.
    pub(crate) fn sets(&mut self) -> Option<&mut Sets> {
        self.sessions.last_mut().map(|session| &mut session.sets)
    }

    /// The clause that says something of sets that does not hold.
    pub(crate) fn wrong_of_sets(&mut self) -> Exec<Option<usize>> {
        match self.sets().map(Sets::judge) {
            None | Some(Ok(())) => Ok(None),
            Some(Err(Refuted::Clause(clause))) => Ok(Some(clause)),
            Some(Err(Refuted::Unknown)) => Err(Stop::unsupported("sets of which not enough is said")),
        }
    }

    /// Looks at a statement that is about to run while claims are made. Whether it must not run because what it
    /// reads is another's: then the checker does not hold.
    pub(crate) fn forbids(&mut self, stmt: &Stmt) -> Exec<bool> {
        match &stmt.kind {
            StmtKind::Load { place, .. } => {
                if self.clashes(place, stmt.span)? {
                    return Ok(true);
                }
                self.has_value(place)?;
                Ok(false)
            }
            StmtKind::Store { place, .. }
            | StmtKind::Fill { to: place, .. }
            | StmtKind::Pad { place }
            | StmtKind::Copy { to: place, .. } => {
                let at = self.place_pointer(place, false)?;
                if self.is_foreign(at) {
                    return Err(self.not_pure("writes to memory"));
                }
                Ok(false)
            }
            StmtKind::Alloc { kind, .. } if *kind != ir::AllocKind::Alloca => {
                Err(self.not_pure("allocates memory"))
            }
            StmtKind::Free { .. } => Err(self.not_pure("frees memory")),
            _ => Ok(false),
        }
    }

    /// What a checker or clause reads must have a value, whether or not it goes on to use it: it is asked of the
    /// structure that it was written.
    fn has_value(&mut self, place: &Place) -> Exec<()> {
        let size = self.program.types.size(place.ty);
        if !matches!(place.base, Base::Pointer(_)) || size > 8 || place.bits.is_some() {
            return Ok(());
        }
        let at = self.place_pointer(place, false)?;
        // A wrong access is left to the statement itself, which reports it.
        let Ok(located) = self.memory.locate(at, size, false) else { return Ok(()) };
        if self.memory.read(located, size as usize).is_defined() {
            return Ok(());
        }
        let name = self.calls.last().map_or_else(String::new, |call| self.known_as(call.code.function));
        Err(Stop::error(Rule::Uninitialized, format!("{name} reads a member that was never written")))
    }

    /// Whether an address is in an object that was there before.
    fn is_foreign(&self, pointer: Word) -> bool {
        let stack = self.sessions.last().map_or(u64::MAX, |session| session.stack);
        let object = self.memory.points_to(pointer).and_then(|(id, _)| self.memory.live(id));
        object.is_some_and(|object| {
            let own = matches!(object.kind(), ObjectKind::Stack { .. } | ObjectKind::Alloca)
                && object.base() < stack;
            !own
        })
    }

    fn not_pure(&self, does: &str) -> Box<Stop> {
        let name = self.calls.last().map_or_else(String::new, |call| self.known_as(call.code.function));
        Stop::error(Rule::BadChecker, format!("{name} {does} while it is evaluated: a checker may only read"))
    }

    fn clashes(&mut self, place: &Place, span: Span) -> Exec<bool> {
        let Some(kind) =
            self.sessions.last().and_then(|session| session.holders.last()).map(|holder| holder.kind)
        else {
            return Ok(false);
        };
        let Base::Pointer(pointer) = place.base else { return Ok(false) };
        let claims = match kind {
            HolderKind::Checker => true,
            HolderKind::Clause | HolderKind::Reader => self.program.types.is_pointer(place.ty),
        };
        if !claims {
            return Ok(false);
        }
        let size = self.program.types.size(place.base_ty);
        let start = self.operand(&pointer)?.low();
        // A wrong access is left to the statement itself, which reports it.
        let Ok(Located { index, offset }) = self.memory.locate(start, size, false) else { return Ok(false) };
        let object = &self.memory.objects()[index];
        if self.options.determined
            && let ObjectKind::Global(global) = object.kind()
            && self.program.globals[global].kind == GlobalKind::String
        {
            return Err(Stop::open("a string that a checker reads, which may be one with another"));
        }
        let direct = matches!(object.kind(), ObjectKind::Global(_)) && matches!(pointer, Operand::Const(_));
        let id = object.id();
        let Some(reader) = self.reader() else { return Ok(false) };
        let Some(session) = self.sessions.last_mut() else { return Ok(false) };
        if kind == HolderKind::Reader {
            if !session.remembering {
                session.named.insert(id);
            }
            return Ok(false);
        }
        let from = offset as u64;
        if (direct && kind == HolderKind::Clause)
            || session.claim(id, from, from.saturating_add(size), reader)
        {
            return Ok(false);
        }
        session.clash = Some(span);
        Ok(true)
    }

    /// Claims the bytes of a block for the innermost checker. Whether they are there and can be had.
    pub(crate) fn claims_block(&mut self, begin: Word, size: u64) -> bool {
        let Some((id, offset)) = self.memory.points_to(begin) else { return false };
        let Some(object) = self.memory.live(id) else { return false };
        let (Ok(from), length) = (u64::try_from(offset), object.size()) else { return false };
        let end = from.checked_add(size).filter(|end| *end <= length && length <= LARGEST);
        let (Some(end), span) = (end, self.span()) else { return false };
        let Some(session) = self.sessions.last_mut() else { return true };
        let can = session.claim_block(id, from, end);
        if !can {
            session.clash = Some(span);
        }
        can
    }

    /// What is about to read in the name of the innermost checker.
    fn reader(&self) -> Option<Reader> {
        let depth = self.sessions.last()?.holders.last()?.depth;
        let (holder, inner) = (self.calls.get(depth.checked_sub(1)?)?, self.calls.last()?);
        Some((holder.pc, inner.code.function, inner.pc))
    }

    /// Makes the innermost checker or clause return that it does not hold.
    pub(crate) fn deny(&mut self) -> Exec<()> {
        let depth =
            self.sessions.last().and_then(|session| session.holders.last()).map_or(0, |holder| holder.depth);
        while self.calls.len() > depth.max(1) {
            self.abandon_frame();
        }
        self.return_word(Word::ZERO)
    }
}
