//! All ways through a predicate.
//!
//! The body is run on symbolic values. A condition that is not decided splits the way in two, in the
//! order in which C evaluates; what was read, called and decided on the way is kept in the [`Path`]. A way
//! that ends with "true" becomes a rule (§1.2 of the dossier). The number of ways, of steps and of
//! definitions is bounded: whoever needs more is refused.

use std::rc::Rc;

use ir::{BlockId, FunctionId, Id, LocalId, Program, Span, Stmt, StmtKind};
use rustc_hash::FxHashMap;

use super::evaluate::Got;
use super::functions::Functions;
use super::names::Names;
use super::path::{Ended, Frame, Path, Truth, Value};
use super::read::Keys;
use super::satisfy::Known;
use super::{Atom, Name, Problem, Sort};

/// The most ways through one predicate.
pub(super) const PATHS: usize = 400;
/// The most statements on all of them together.
const STEPS: usize = 40_000;

/// What a predicate is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// A checker: it owns what it reads.
    Checker,
    /// A clause: it owns what it dereferences, but numbers it only looks at.
    Clause,
    /// A value on entry: it only looks.
    Old,
}

/// What follows a statement.
pub(super) enum Flow<'p> {
    Next(Path<'p>),
    Fork(Vec<Path<'p>>),
}

/// The enumeration of one predicate.
pub(super) struct Enumerate<'p, 'r> {
    pub(super) program: &'p Program,
    pub(super) functions: &'r Functions,
    pub(super) keys: &'r mut Keys,
    pub(super) mode: Mode,
    /// Who is being read.
    pub(super) subject: FunctionId,
    pub(super) names: Names,
    /// Where the predicate begins, if it is a loop.
    pub(super) from: Option<BlockId>,
    pub(super) ended: Vec<Ended<'p>>,
    pub(super) work: Vec<Path<'p>>,
    pub(super) steps: usize,
    pub(super) n_paths: usize,
    pub(super) heads: FxHashMap<FunctionId, Rc<Vec<BlockId>>>,
}

impl<'p> Enumerate<'p, '_> {
    /// Follows all ways from this one.
    pub(super) fn run(&mut self, start: Path<'p>) -> Result<(), Problem> {
        self.work.push(start);
        while let Some(path) = self.work.pop() {
            self.n_paths += 1;
            if self.n_paths > PATHS {
                return Err(self.too_large("it has too many cases"));
            }
            self.follow(path)?;
        }
        Ok(())
    }

    pub(super) fn refuse(&self, code: &'static str, span: Span, message: String) -> Problem {
        Problem { code, function: self.subject, span, message }
    }

    pub(super) fn subject_name(&self) -> String {
        self.program.functions[self.subject].name.to_string()
    }

    pub(super) fn too_large(&self, why: &str) -> Problem {
        let span = self.program.functions[self.subject].span;
        self.refuse(
            "R8",
            span,
            format!("`{}` is too large to be read as a checker: {why}", self.subject_name()),
        )
    }

    fn follow(&mut self, mut path: Path<'p>) -> Result<(), Problem> {
        loop {
            self.steps += 1;
            if self.steps > STEPS {
                return Err(self.too_large("its cases take too many steps"));
            }
            let Some(frame) = path.frames.last() else { return Ok(()) };
            let block = &frame.body.blocks[frame.block];
            let flow = match block.stmts.get(frame.stmt) {
                Some(stmt) => self.statement(path, stmt)?,
                None => self.terminator(path, &block.terminator, block.span)?,
            };
            match flow {
                Flow::Next(next) => path = next,
                Flow::Fork(mut paths) => {
                    // The first one is followed first.
                    paths.reverse();
                    self.work.extend(paths);
                    return Ok(());
                }
            }
        }
    }

    fn statement(&mut self, mut path: Path<'p>, stmt: &'p Stmt) -> Result<Flow<'p>, Problem> {
        let span = stmt.span;
        let forbidden = |what: &str| {
            let name = self.subject_name();
            Err(self.refuse("R3", span, format!("`{name}` {what}: a checker may only read and compare")))
        };
        match &stmt.kind {
            StmtKind::Assign { dst, value } => match self.evaluate(&mut path, *dst, value, span)? {
                Got::Value(value) => {
                    top(&mut path).set(*dst, value);
                }
                Got::Decide(local) => return self.decide_register(path, local),
                Got::Cases(cases) => return Ok(self.cases(&path, cases)),
            },
            StmtKind::Load { dst, place } => match self.load(&mut path, place, span)? {
                Some(Got::Value(value)) => {
                    top(&mut path).set(*dst, value);
                }
                Some(Got::Decide(local)) => return self.decide_register(path, local),
                Some(Got::Cases(cases)) => return Ok(self.cases(&path, cases)),
                // It reads through a null pointer: this way does not hold.
                None => return Ok(Flow::Fork(Vec::new())),
            },
            StmtKind::Call(call) => return self.call(path, call, span),
            StmtKind::Dead(_) | StmtKind::Live { .. } => {}
            StmtKind::Pad { place } if matches!(place.base, ir::Base::Slot(_)) => {}
            StmtKind::Store { .. } | StmtKind::Copy { .. } | StmtKind::Fill { .. } | StmtKind::Pad { .. } => {
                return forbidden("writes to memory");
            }
            StmtKind::Alloc { .. } => return forbidden("allocates memory"),
            StmtKind::Free { .. } => return forbidden("frees memory"),
            StmtKind::Assume(_) | StmtKind::Assert { .. } => return forbidden("has an assertion in it"),
            StmtKind::Nondet { .. } => return forbidden("depends on an unknown input"),
            StmtKind::VaStart { .. }
            | StmtKind::VaArg { .. }
            | StmtKind::VaCopy { .. }
            | StmtKind::VaEnd { .. } => return forbidden("takes a variable number of arguments"),
            StmtKind::Unsupported { why } => {
                return forbidden(&format!("has something that is not modelled in it ({why})"));
            }
        }
        top(&mut path).stmt += 1;
        Ok(Flow::Next(path))
    }

    /// The register's value, once it is known, in two ways.
    pub(super) fn decide_register(&mut self, path: Path<'p>, local: LocalId) -> Result<Flow<'p>, Problem> {
        let value = path.frames.last().map(|frame| frame.values[local.index()].clone());
        let Some(Value::Truth(truth)) = value else { return Ok(Flow::Fork(Vec::new())) };
        let (yes, no) = self.split(path, &truth, Span::NONE)?;
        let mut next = Vec::new();
        for (path, value) in [(yes, 1), (no, 0)] {
            if let Some(mut path) = path {
                top(&mut path).set(local, Value::constant(value));
                next.push(path);
            }
        }
        Ok(Flow::Fork(next))
    }

    /// The statement once more, with each of some cases that cannot be excluded.
    fn cases(&self, path: &Path<'p>, cases: Vec<Atom>) -> Flow<'p> {
        let ways = cases.into_iter().map(|case| self.assume(path.clone(), &Truth::Atom(case)));
        Flow::Fork(ways.flatten().collect())
    }

    /// The ways on which something holds and does not.
    pub(super) fn split(
        &self,
        path: Path<'p>,
        truth: &Truth,
        span: Span,
    ) -> Result<(Option<Path<'p>>, Option<Path<'p>>), Problem> {
        let Some(opposite) = truth.negated() else {
            return Err(self.refuse("R6", span, "the numbers are too large".into()));
        };
        Ok((self.assume(path.clone(), truth), self.assume(path, &opposite)))
    }

    /// The way on which something holds besides, if there is one.
    pub(super) fn assume(&self, mut path: Path<'p>, truth: &Truth) -> Option<Path<'p>> {
        match truth {
            Truth::Holds(called) => path.calls.push(called.clone()),
            Truth::Fails(called) => path.denied.push(called.clone()),
            Truth::Atom(atom) => {
                if let Some(decided) = atom.decided() {
                    return decided.then_some(path);
                }
                let sort = |name| self.names.sort(name);
                let mut known = Known::of(&path.atoms, &sort);
                let atom = sharpened(atom, &mut known, &sort);
                known.add(&atom, &sort);
                if atom.decided() == Some(false) || !known.is_feasible() {
                    return None;
                }
                path.ask(atom);
            }
        }
        Some(path)
    }
}

/// The innermost frame.
pub(super) fn top<'a, 'p>(path: &'a mut Path<'p>) -> &'a mut Frame<'p> {
    path.frames.last_mut().expect("a path that goes on has a frame")
}

/// A disequality with what is known of the sign, as an inequality or equation.
fn sharpened(atom: &Atom, known: &mut Known, sort: &dyn Fn(Name) -> Sort) -> Atom {
    let Atom::NonZero(form) = atom else { return atom.clone() };
    if form.terms.iter().any(|(name, _)| !matches!(sort(*name), Sort::Integer { .. })) {
        return atom.clone();
    }
    let turned = match known.bounds(form, sort) {
        (0, 1) => form.offset(-1).map(Atom::Zero),
        (0, _) => form.offset(-1).map(Atom::AtLeastZero),
        (_, 0) => form.times(-1).and_then(|form| form.offset(-1)).map(Atom::AtLeastZero),
        _ => None,
    };
    turned.unwrap_or_else(|| atom.clone())
}
