//! Checks: what must hold where, and which of it stays open.
//!
//! A program *induces* a check wherever a statement could break a rule. The engine takes a check as
//! discharged if, once the fixpoint is reached, no state at the statement made the domain open it
//! and nothing lost reaches it. Opening is always possible, closing never: what is open stays so.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use ir::{
    AssertKind, Base, Body, FunctionId, Operand, Overlap, Program, Rvalue, Span, Stmt, StmtKind, Terminator,
};
use model::Rule;

use crate::{Lost, Point, TrailId};

/// So many ways to an open check are remembered besides the first.
const OTHER_WAYS: usize = 3;

/// Something that must hold at a statement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Check {
    /// Where.
    pub point: Point,
    /// Which rule.
    pub rule: Rule,
}

/// Why a check is open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Open {
    /// What could happen, in a C programmer's words.
    pub message: Arc<str>,
    /// Where to show it, if not at the statement.
    pub span: Option<Span>,
    /// How the analysis got there.
    pub trail: Option<TrailId>,
    /// The number, at the statement, of the state in which it could happen.
    pub disjunct: Option<usize>,
    /// The analysis knew nothing there any more: this is no finding, only a check not made.
    pub lost: bool,
}

/// The checks that are open. A domain writes to it while the engine listens; before the fixpoint is
/// reached the engine does not.
#[derive(Clone, Debug, Default)]
pub struct Checks {
    open: BTreeMap<Check, Open>,
    /// Other ways to open checks, where there are several.
    others: BTreeMap<Check, Vec<Open>>,
    /// Those opened in the block under way.
    here_open: Vec<(Check, Open)>,
    /// How often anything was opened, whether or not anybody listened.
    opened: u64,
    pub(crate) listening: bool,
    pub(crate) here: Option<Point>,
    pub(crate) trail: Option<TrailId>,
    pub(crate) disjunct: Option<usize>,
}

impl Checks {
    /// The rule could be broken at the statement under way.
    pub fn open(&mut self, rule: Rule, message: impl Into<Arc<str>>) {
        self.open_at(rule, message, None);
    }

    /// A condition may not hold at the statement under way.
    pub fn open_assertion(&mut self, (kind, message): (AssertKind, &str)) {
        self.open_with(Rule::from(kind), || match kind {
            AssertKind::Assertion => format!("`{message}` may not hold"),
            AssertKind::Undefined | AssertKind::Bounds | AssertKind::Truth => message.to_owned(),
        });
    }

    /// The same with a message that is made only if somebody listens.
    pub fn open_with(&mut self, rule: Rule, message: impl FnOnce() -> String) {
        if self.listening {
            self.open(rule, message());
        } else {
            self.opened += 1;
        }
    }

    /// The same, shown somewhere else than at the statement.
    pub fn open_at(&mut self, rule: Rule, message: impl Into<Arc<str>>, span: Option<Span>) {
        self.opened += 1;
        if !self.listening {
            return;
        }
        let Some(point) = self.here else { return };
        let (trail, disjunct) = (self.trail, self.disjunct);
        let open = Open { message: message.into(), span, trail, disjunct, lost: false };
        self.here_open.push((Check { point, rule }, open));
    }

    /// The rule could be broken at another statement, because of what happens here.
    pub fn open_elsewhere(&mut self, point: Point, rule: Rule, message: impl Into<Arc<str>>) {
        self.opened += 1;
        if !self.listening {
            return;
        }
        let (trail, disjunct) = (self.trail, None);
        let open = Open { message: message.into(), span: None, trail, disjunct, lost: false };
        self.here_open.push((Check { point, rule }, open));
    }

    /// Begins to listen, or not to. What was opened so far, and whether anybody listened, is given back.
    pub(crate) fn listen(&mut self, listening: bool) -> Listening {
        Listening {
            open: std::mem::take(&mut self.here_open),
            active: std::mem::replace(&mut self.listening, listening),
            here: self.here,
            trail: self.trail,
            disjunct: self.disjunct,
        }
    }

    /// Goes on as before listening began. What was opened since then.
    pub(crate) fn resume(&mut self, before: Listening) -> Vec<(Check, Open)> {
        self.listening = before.active;
        (self.here, self.trail, self.disjunct) = (before.here, before.trail, before.disjunct);
        std::mem::replace(&mut self.here_open, before.open)
    }

    /// These stay open.
    pub(crate) fn keep(&mut self, opened: impl IntoIterator<Item = (Check, Open)>) {
        for (check, open) in opened {
            match self.open.entry(check) {
                Entry::Vacant(place) => _ = place.insert(open),
                Entry::Occupied(mut known) if known.get().lost => _ = known.insert(open),
                Entry::Occupied(_) => {
                    let others = self.others.entry(check).or_default();
                    if others.len() < OTHER_WAYS {
                        others.push(open);
                    }
                }
            }
        }
    }

    /// Those that were opened in the block under way, in order.
    pub fn opened_here(&self) -> impl Iterator<Item = &(Check, Open)> {
        self.here_open.iter()
    }

    /// How often anything was opened so far, whether or not anybody listened: a step that opens nothing need not be made again.
    pub fn times_opened(&self) -> u64 {
        self.opened
    }

    /// Whether anybody listens: messages that are dear to make need not be made otherwise.
    pub fn is_listening(&self) -> bool {
        self.listening
    }

    /// Nothing is known at a check.
    pub(crate) fn lose(&mut self, check: Check, lost: &Lost) {
        self.open.entry(check).or_insert_with(|| Open {
            message: lost.why.clone(),
            span: None,
            trail: None,
            disjunct: None,
            lost: true,
        });
    }

    /// The state in which a check is open has this number at its point.
    pub(crate) fn show(&mut self, check: Check, disjunct: usize) {
        if let Some(open) = self.open.get_mut(&check) {
            open.disjunct = Some(disjunct);
        }
    }

    /// The open checks, in program order.
    pub fn iter(&self) -> impl Iterator<Item = (&Check, &Open)> {
        self.open.iter()
    }

    /// The ways in which a check was seen to be open, the first ones.
    pub fn ways(&self, check: Check) -> impl Iterator<Item = &Open> {
        self.open.get(&check).into_iter().chain(self.others.get(&check).into_iter().flatten())
    }

    /// Whether a check is open.
    pub fn is_open(&self, check: Check) -> bool {
        self.open.contains_key(&check)
    }
}

/// Who was listened to.
pub(crate) struct Listening {
    open: Vec<(Check, Open)>,
    active: bool,
    here: Option<Point>,
    trail: Option<TrailId>,
    disjunct: Option<usize>,
}

/// The checks a function induces, in program order.
pub fn induced(program: &Program, function: FunctionId) -> Vec<Check> {
    let Some(body) = &*program.functions[function].body else { return Vec::new() };
    let mut checks = Vec::new();
    for (block, code) in body.blocks.enumerate() {
        for stmt in 0..=code.stmts.len() {
            let point = Point { function, block, stmt: stmt as u32 };
            checks.extend(at_point(body, point).into_iter().map(|rule| Check { point, rule }));
        }
    }
    checks
}

/// The rules that could be broken at a point.
fn at_point(body: &Body, point: Point) -> Vec<Rule> {
    let block = &body.blocks[point.block];
    match block.stmts.get(point.stmt as usize) {
        Some(stmt) => of_statement(stmt),
        None => match &block.terminator {
            Terminator::Return(_) => vec![Rule::Leak],
            Terminator::Branch { .. } | Terminator::Switch { .. } | Terminator::IndirectGoto { .. } => {
                vec![Rule::Uninitialized]
            }
            Terminator::Goto(_) | Terminator::Unreachable => Vec::new(),
        },
    }
}

fn of_statement(stmt: &Stmt) -> Vec<Rule> {
    use Rule::{
        Contract, DoubleFree, InvalidFree, Leak, NullDeref, OutOfBounds, Undefined, Uninitialized,
        Unsupported, UseAfterFree,
    };
    let mut rules = match &stmt.kind {
        StmtKind::Assign { value, .. } => match value {
            Rvalue::Use(_) | Rvalue::Uninit => vec![Leak],
            _ => vec![Uninitialized, Leak],
        },
        StmtKind::Load { .. } | StmtKind::Store { .. } => vec![Leak],
        StmtKind::Alloc { .. } => vec![Uninitialized, Leak],
        StmtKind::Free { .. } => vec![UseAfterFree, DoubleFree, InvalidFree, Uninitialized, Leak],
        StmtKind::Copy { overlap: Overlap::Exact, .. } => {
            vec![NullDeref, UseAfterFree, OutOfBounds, Undefined, Uninitialized, Leak]
        }
        StmtKind::Copy { .. } | StmtKind::Fill { .. } => {
            vec![NullDeref, UseAfterFree, OutOfBounds, Uninitialized, Leak]
        }
        StmtKind::Assume(_) => vec![Uninitialized],
        StmtKind::Assert { kind: AssertKind::Truth, .. } => vec![Undefined],
        StmtKind::Assert { kind, .. } => vec![Rule::from(*kind), Uninitialized],
        StmtKind::Call(_) => {
            vec![NullDeref, UseAfterFree, OutOfBounds, Undefined, Uninitialized, Leak, Contract]
        }
        StmtKind::Nondet { .. } | StmtKind::Dead(_) => vec![Leak],
        StmtKind::Live { .. } | StmtKind::Pad { .. } => Vec::new(),
        StmtKind::VaStart { .. }
        | StmtKind::VaArg { .. }
        | StmtKind::VaCopy { .. }
        | StmtKind::VaEnd { .. } => vec![NullDeref, UseAfterFree, OutOfBounds, Uninitialized],
        StmtKind::Unsupported { .. } => vec![Unsupported],
    };
    if matches!(stmt.kind, StmtKind::Load { .. } | StmtKind::Store { .. }) {
        stmt.places(&mut |place| {
            let indexed = place.path.iter().any(|step| matches!(step, ir::Step::Index { .. }));
            if matches!(place.base, Base::Pointer(Operand::Local(_) | Operand::Const(_))) {
                rules.extend([NullDeref, UseAfterFree, OutOfBounds, Uninitialized]);
            } else if indexed {
                rules.extend([OutOfBounds, Uninitialized]);
            }
        });
    }
    rules
}
