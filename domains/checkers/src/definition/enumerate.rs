//! All ways through a predicate.
//!
//! The body is run on symbolic values. A condition that is not decided splits the way in two, in the
//! order in which C evaluates; what was read, called and decided on the way is kept in the [`Path`]. A way
//! that ends with "true" becomes a rule (§1.2 of the dossier). The number of ways, of steps and of
//! definitions is bounded: whoever needs more is refused.

use std::rc::Rc;

use ir::{
    Argument, BlockId, Callee, Case, Destination, FunctionId, Id, LocalId, Operand, Program, Span, Stmt,
    StmtKind, Terminator, Var,
};
use rustc_hash::FxHashMap;

use super::evaluate::Got;
use super::functions::{Functions, Role};
use super::loops;
use super::names::{Names, sort_of};
use super::path::{Called, Claim, Ended, Frame, Path, Truth, Value};
use super::read::{Key, Keys};
use super::satisfy::Known;
use super::{Atom, Call, Form, Name, Problem, Sort, Term};

/// The most ways through one predicate.
const PATHS: usize = 400;
/// The most statements on all of them together.
const STEPS: usize = 40_000;
/// The most functions that are run inside one another.
const DEPTH: usize = 12;
/// The most blocks of a function that is looked at.
const BLOCKS: usize = 1_000;

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

    fn too_large(&self, why: &str) -> Problem {
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
            },
            StmtKind::Load { dst, place } => match self.load(&mut path, place, span)? {
                Some(Got::Value(value)) => {
                    top(&mut path).set(*dst, value);
                }
                Some(Got::Decide(local)) => return self.decide_register(path, local),
                // It reads through a null pointer: this way does not hold.
                None => return Ok(Flow::Fork(Vec::new())),
            },
            StmtKind::Call(call) => return self.call(path, call, span),
            StmtKind::Dead(_) | StmtKind::Live { .. } => {}
            StmtKind::Store { .. } | StmtKind::Copy { .. } | StmtKind::Fill { .. } => {
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

    fn terminator(
        &mut self,
        path: Path<'p>,
        terminator: &'p Terminator,
        span: Span,
    ) -> Result<Flow<'p>, Problem> {
        match terminator {
            Terminator::Goto(to) => self.go(path, *to, span),
            Terminator::Branch { condition, then, otherwise } => {
                let truth = match self.operand(&path, *condition, span)? {
                    Value::Truth(truth) => truth,
                    value => Truth::Atom(self.nonzero(&value, span)?),
                };
                let (yes, no) = self.split(path, &truth, span)?;
                let mut next = Vec::new();
                for (path, to) in [(yes, *then), (no, *otherwise)] {
                    if let Some(path) = path {
                        match self.go(path, to, span)? {
                            Flow::Next(path) => next.push(path),
                            Flow::Fork(paths) => next.extend(paths),
                        }
                    }
                }
                Ok(Flow::Fork(next))
            }
            Terminator::Switch { value, cases, default } => self.switch(path, *value, cases, *default, span),
            Terminator::Return(result) => self.ret(path, result.as_ref(), span),
            Terminator::Unreachable => Ok(Flow::Fork(Vec::new())),
            Terminator::IndirectGoto { .. } => {
                Err(self.refuse("R8", span, "a computed `goto` in a checker".into()))
            }
        }
    }

    /// Goes to a block; into a loop only by a call of the checker the loop is.
    fn go(&mut self, mut path: Path<'p>, to: BlockId, span: Span) -> Result<Flow<'p>, Problem> {
        let depth = path.frames.len();
        let frame = top(&mut path);
        let (function, body) = (frame.function, frame.body);
        let heads = self.heads.entry(function).or_insert_with(|| Rc::new(loops::heads(body))).clone();
        if !heads.contains(&to) {
            frame.block = to;
            frame.stmt = 0;
            return Ok(Flow::Next(path));
        }
        let advice =
            "a checker may have one `while` loop that follows one pointer, outside of any other loop";
        let wrong = |this: &Self| {
            let name = &this.program.functions[function].name;
            this.refuse("R8", span, format!("the loop in `{name}` cannot be read: {advice}"))
        };
        if depth > 1 || self.from.is_some_and(|from| from != to) || self.mode == Mode::Old {
            return Err(wrong(self));
        }
        let Some(cursor) = loops::cursor(body, to) else { return Err(wrong(self)) };
        // What is not decided is decided before: it will be an argument.
        let undecided = |local: &&LocalId| matches!(frame.values[local.index()], Value::Truth(_));
        if let Some(&local) = cursor.others.iter().find(undecided) {
            frame.block = to;
            // The same block again, with nothing left of it but the way out.
            return self.decide_before(path, local, to, span);
        }
        let called = self.loop_call(&mut path, to, &cursor, span)?;
        path.calls.push(Rc::new(Called { what: Claim::Whole(called), span }));
        self.end(path, None, span);
        Ok(Flow::Fork(Vec::new()))
    }

    /// Decides a register on the way to a loop.
    fn decide_before(
        &mut self,
        path: Path<'p>,
        local: LocalId,
        to: BlockId,
        span: Span,
    ) -> Result<Flow<'p>, Problem> {
        let Flow::Fork(paths) = self.decide_register(path, local)? else { return Ok(Flow::Fork(Vec::new())) };
        let mut next = Vec::new();
        for path in paths {
            match self.go(path, to, span)? {
                Flow::Next(path) => next.push(path),
                Flow::Fork(paths) => next.extend(paths),
            }
        }
        Ok(Flow::Fork(next))
    }

    /// The call of the checker that a loop is, with what the variables hold.
    fn loop_call(
        &mut self,
        path: &mut Path<'p>,
        head: BlockId,
        cursor: &loops::Cursor,
        span: Span,
    ) -> Result<Call, Problem> {
        let frame = top(path);
        let (function, body) = (frame.function, frame.body);
        let root = frame.values[cursor.root.index()].clone();
        let (mut functions, mut args) = (Vec::new(), Vec::new());
        for &local in &cursor.others {
            match top(path).values[local.index()].clone() {
                Value::Function(id) => functions.push((local, id)),
                Value::Undefined => {
                    let sort = sort_of(&self.program.types, body.locals[local].ty);
                    args.push(Term::of(self.names.fresh(sort)));
                }
                value => args.push(self.argument(path, &value, body.locals[local].ty, span)?),
            }
        }
        let root = self.argument(path, &root, body.locals[cursor.root].ty, span)?;
        self.traversable(path, root, span)?;
        let key = Key { function, from: Some(head), functions };
        let Some(definition) = self.keys.request(key) else {
            return Err(self.too_large("it needs too many others"));
        };
        Ok(Call { definition, root, args })
    }

    fn switch(
        &mut self,
        mut path: Path<'p>,
        value: Operand,
        cases: &[Case],
        default: BlockId,
        span: Span,
    ) -> Result<Flow<'p>, Problem> {
        let value = match self.operand(&path, value, span)? {
            Value::Number(form) => form,
            Value::Truth(_) => {
                let Operand::Local(local) = value else { return Ok(Flow::Fork(Vec::new())) };
                return self.decide_register(path, local);
            }
            _ => {
                return Err(self.refuse("R6", span, "a `switch` on something that is not an integer".into()));
            }
        };
        let large = || self.refuse("R6", span, "the numbers in this `switch` are too large".into());
        let mut next = Vec::new();
        let mut others = vec![path.clone()];
        for case in cases {
            let above = Atom::AtLeastZero(value.offset(-case.low).ok_or_else(large)?);
            let below =
                Atom::AtLeastZero(value.times(-1).and_then(|v| v.offset(case.high)).ok_or_else(large)?);
            let one = Atom::Zero(value.offset(-case.low).ok_or_else(large)?);
            let inside =
                if case.low == case.high { vec![one.clone()] } else { vec![above.clone(), below.clone()] };
            let mut taken = Some(path.clone());
            for atom in &inside {
                taken = taken.and_then(|path| self.assume(path, &Truth::Atom(atom.clone())));
            }
            if let Some(taken) = taken {
                next.push((taken, case.block));
            }
            let outside: Vec<Atom> = inside.iter().filter_map(Atom::negated).collect();
            let mut still = Vec::new();
            for path in others {
                for atom in &outside {
                    still.extend(self.assume(path.clone(), &Truth::Atom(atom.clone())));
                }
            }
            others = still;
            if others.len() + next.len() > PATHS {
                return Err(self.too_large("a `switch` in it has too many cases"));
            }
        }
        path.frames.clear();
        next.extend(others.into_iter().map(|path| (path, default)));
        let mut paths = Vec::new();
        for (path, to) in next {
            match self.go(path, to, span)? {
                Flow::Next(path) => paths.push(path),
                Flow::Fork(more) => paths.extend(more),
            }
        }
        Ok(Flow::Fork(paths))
    }

    fn ret(
        &mut self,
        mut path: Path<'p>,
        result: Option<&Argument>,
        span: Span,
    ) -> Result<Flow<'p>, Problem> {
        let value = match result {
            Some(Argument::Value(operand)) => self.operand(&path, *operand, span)?,
            Some(Argument::Object(_)) => {
                return Err(self.refuse("R3", span, "a checker cannot use a struct as a whole".into()));
            }
            None => Value::Undefined,
        };
        if path.frames.len() > 1 {
            let result = path.frames.pop().and_then(|frame| frame.result);
            let caller = top(&mut path);
            if let Some(local) = result {
                caller.set(local, value);
            }
            caller.stmt += 1;
            return Ok(Flow::Next(path));
        }
        if self.mode == Mode::Old {
            return self.give(path, &value, span);
        }
        let truth = match &value {
            Value::Truth(truth) => truth.clone(),
            value => Truth::Atom(self.nonzero(value, span)?),
        };
        if let Some(path) = self.assume(path, &truth) {
            self.end(path, None, span);
        }
        Ok(Flow::Fork(Vec::new()))
    }

    /// The end of a function whose value is asked for.
    fn give(&mut self, path: Path<'p>, value: &Value, span: Span) -> Result<Flow<'p>, Problem> {
        match value {
            Value::Number(form) => self.end(path, Some(form.clone()), span),
            Value::Pointer(term) => self.end(path, Some((*term).into()), span),
            Value::Truth(truth) => {
                let (yes, no) = self.split(path, truth, span)?;
                for (path, value) in [(yes, 1), (no, 0)] {
                    if let Some(path) = path {
                        self.end(path, Some(Form::constant(value)), span);
                    }
                }
            }
            _ => return Err(self.refuse("R6", span, "this value cannot be reasoned about".into())),
        }
        Ok(Flow::Fork(Vec::new()))
    }

    fn end(&mut self, mut path: Path<'p>, value: Option<Form>, span: Span) {
        path.frames.clear();
        self.ended.push(Ended { path, value, span });
    }

    fn call(&mut self, mut path: Path<'p>, call: &'p ir::Call, span: Span) -> Result<Flow<'p>, Problem> {
        let callee = match call.callee {
            Callee::Function(id) => id,
            Callee::Pointer(pointer) => match self.operand(&path, pointer, span)? {
                Value::Function(id) => id,
                _ => {
                    let name = self.subject_name();
                    let message = format!("`{name}` calls something that is not known when it is read");
                    return Err(self.refuse("R3", span, message));
                }
            },
        };
        let dst = match &call.dst {
            Some(Destination::Local(local)) => Some(*local),
            Some(Destination::Object(_)) => {
                return Err(self.refuse("R3", span, "a checker cannot use a struct as a whole".into()));
            }
            None => None,
        };
        let function = &self.program.functions[callee];
        let name = &function.name;
        let role = self.functions.role(callee);
        let Some(body) = function.body.as_ref().filter(|body| body.blocks.len() <= BLOCKS) else {
            let message = format!("`{}` calls `{name}`, of which nothing is known", self.subject_name());
            return Err(self.refuse("R3", span, message));
        };
        if call.args.len() != body.params.len() {
            let message =
                format!("`{name}` takes {} arguments and is given {}", body.params.len(), call.args.len());
            return Err(self.refuse("R7", span, message));
        }
        let mut args = Vec::new();
        for arg in &call.args {
            let Argument::Value(operand) = arg else {
                return Err(self.refuse("R3", span, "a checker cannot use a struct as a whole".into()));
            };
            let value = self.operand(&path, *operand, span)?;
            if let (Value::Truth(_), Operand::Local(local)) = (&value, operand) {
                return self.decide_register(path, *local);
            }
            args.push(value);
        }
        match role {
            Role::Checker => {
                let called = self.checker_call(&mut path, callee, body, &args, span)?;
                let frame = top(&mut path);
                if let Some(dst) = dst {
                    frame.set(dst, Value::Truth(Truth::Holds(Rc::new(called))));
                }
                frame.stmt += 1;
                Ok(Flow::Next(path))
            }
            Role::Inline if path.frames.len() < DEPTH => {
                let mut frame = Frame::new(callee, body, dst);
                for (param, value) in body.params.iter().zip(args) {
                    match param {
                        Var::Local(local) => frame.set(*local, value),
                        Var::Slot(_) => return Err(self.address_taken(callee, span)),
                    }
                }
                path.frames.push(frame);
                Ok(Flow::Next(path))
            }
            _ => {
                let message = format!("`{}` calls `{name}`, which is not a checker", self.subject_name());
                Err(self.refuse("R3", span, message))
            }
        }
    }

    pub(super) fn address_taken(&self, function: FunctionId, span: Span) -> Problem {
        let name = &self.program.functions[function].name;
        let message = format!(
            "the address of a variable of `{name}` is taken, or it is a struct: a checker's variables are numbers and pointers"
        );
        self.refuse("R3", span, message)
    }

    fn checker_call(
        &mut self,
        path: &mut Path<'p>,
        callee: FunctionId,
        body: &ir::Body,
        args: &[Value],
        span: Span,
    ) -> Result<Called, Problem> {
        let (mut functions, mut terms) = (Vec::new(), Vec::new());
        for ((param, ty), value) in body.parameters().zip(args) {
            let Var::Local(local) = param else { return Err(self.address_taken(callee, span)) };
            match value {
                Value::Function(id) => functions.push((local, *id)),
                value => terms.push(self.argument(path, value, ty, span)?),
            }
        }
        let name = &self.program.functions[callee].name;
        if terms.is_empty() {
            let message = format!("`{name}` has no structure to check");
            return Err(self.refuse("R7", span, message));
        }
        let root = terms.remove(0);
        self.traversable(path, root, span)?;
        let key = Key { function: callee, from: None, functions };
        let Some(definition) = self.keys.request(key) else {
            return Err(self.too_large("it needs too many others"));
        };
        Ok(Called { what: Claim::Whole(Call { definition, root, args: terms }), span })
    }

    /// A value as an argument: a term, if need be a new name for it.
    fn argument(
        &mut self,
        path: &mut Path<'p>,
        value: &Value,
        ty: ir::TypeId,
        span: Span,
    ) -> Result<Term, Problem> {
        let sort = sort_of(&self.program.types, ty);
        match (value, sort) {
            (Value::Pointer(term), Sort::Pointer) => Ok(*term),
            (Value::Number(form), Sort::Integer { .. }) => match form.as_term() {
                Some(term) => Ok(term),
                None => {
                    let name = self.names.fresh(sort);
                    let difference = Form::of(name).minus(form);
                    let Some(difference) = difference else {
                        return Err(self.refuse("R6", span, "the numbers are too large".into()));
                    };
                    path.ask(Atom::Zero(difference));
                    Ok(Term::of(name))
                }
            },
            (Value::Opaque, _) => {
                Err(self.refuse("R6", span, "a checker cannot compute with floating numbers".into()))
            }
            (Value::Undefined, _) => {
                Err(self.refuse("R3", span, "an argument of a checker was never given a value".into()))
            }
            _ => Err(self.refuse(
                "R7",
                span,
                "a pointer is passed for a number, or a number for a pointer".into(),
            )),
        }
    }

    /// Fails if a structure may not begin there: at what a checker gets besides its root.
    fn traversable(&self, path: &Path<'p>, root: Term, span: Span) -> Result<(), Problem> {
        let Some(Name::Param(n)) = root.name else { return Ok(()) };
        let sorts = self.names.sort(Name::Param(n));
        if self.mode != Mode::Checker || sorts != Sort::Pointer || self.same(path, Name::Param(n)).is_some() {
            return Ok(());
        }
        Err(self.traverses(n, span))
    }

    /// The register's value, once it is known, in two ways.
    fn decide_register(&mut self, path: Path<'p>, local: LocalId) -> Result<Flow<'p>, Problem> {
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

    /// The ways on which something holds and does not.
    fn split(
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
    fn assume(&self, mut path: Path<'p>, truth: &Truth) -> Option<Path<'p>> {
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
