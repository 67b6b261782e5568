//! Calls of checkers.
//!
//! A call of a predicate becomes a call in the rule, if its root is something the checker may follow. A
//! loop is one too. Functions that are only a part of a predicate are run in place.

use std::rc::Rc;

use ir::{
    Argument, BlockId, Callee, ConstValue, Destination, FunctionId, Id, LocalId, Operand, Span, Symbol, Var,
};

use super::bodies::BLOCK;
use super::enumerate::{Enumerate, Flow, Mode, top};
use super::functions::Role;
use super::loops;
use super::memory::same;
use super::names::sort_of;
use super::path::{Called, Claim, Frame, Path, Truth, Value};
use super::read::Key;
use super::sets::is_condition;
use super::{Atom, Call, Form, Name, Problem, Sort, Term};

/// The most functions that are run inside one another.
const DEPTH: usize = 12;
/// The most blocks of a function that is looked at.
pub(super) const BLOCKS: usize = 1_000;

/// The function that is told two checkers with their arguments.
const SEGMENT: &str = "sw_segment";

impl<'p> Enumerate<'p, '_> {
    pub(super) fn call(
        &mut self,
        mut path: Path<'p>,
        call: &'p ir::Call,
        span: Span,
    ) -> Result<Flow<'p>, Problem> {
        let callee = match call.callee {
            Callee::Function(id) => id,
            Callee::Pointer(pointer) => {
                let Value::Function(id) = self.operand(&path, pointer, span)? else {
                    let name = self.subject_name();
                    let message = format!("`{name}` calls something that is not known when it is read");
                    return Err(self.refuse("R3", span, message));
                };
                id
            }
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
        if function.body.is_none() && &**name == SEGMENT {
            return self.segment(path, &call.args, dst, span);
        }
        if function.body.is_none() && &**name == BLOCK {
            return self.body(path, &call.args, dst, span);
        }
        if function.body.is_none() && is_condition(name) {
            return self.set_call(path, name, &call.args, dst, span);
        }
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
                let called = Rc::new(self.checker_call(&mut path, callee, body, &args, span)?);
                path.asked.push(called.clone());
                let frame = top(&mut path);
                if let Some(dst) = dst {
                    frame.set(dst, Value::Truth(Truth::Holds(called)));
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

    /// A part of a structure: a checker and its arguments, then another and its own.
    fn segment(
        &mut self,
        mut path: Path<'p>,
        args: &'p [Argument],
        dst: Option<LocalId>,
        span: Span,
    ) -> Result<Flow<'p>, Problem> {
        let mut calls = Vec::new();
        let mut rest = args;
        while let Some((Argument::Value(Operand::Const(constant)), given)) = rest.split_first() {
            let ConstValue::Address { symbol: Symbol::Function(callee), .. } = constant.value else { break };
            let body = self.program.functions[callee].body.as_ref();
            let body = body.filter(|body| {
                self.functions.role(callee) == Role::Checker && body.params.len() <= given.len()
            });
            let Some(body) = body else {
                let message = format!("`{}` is not a checker", self.program.functions[callee].name);
                return Err(self.refuse("R3", span, message));
            };
            let mut values = Vec::new();
            for arg in &given[..body.params.len()] {
                let Argument::Value(operand) = arg else {
                    return Err(self.refuse("R3", span, "a checker cannot use a struct as a whole".into()));
                };
                values.push(self.operand(&path, *operand, span)?);
            }
            let Claim::Whole(call) = self.checker_call(&mut path, callee, body, &values, span)?.what else {
                break;
            };
            calls.push(call);
            rest = &given[body.params.len()..];
        }
        let (Some(to), Some(from)) = (calls.pop(), calls.pop()) else {
            return Err(self.refuse("R7", span, "expected two calls of checkers".into()));
        };
        let called = Rc::new(Called { what: Claim::Segment(from, to), span });
        path.asked.push(called.clone());
        let frame = top(&mut path);
        if let Some(dst) = dst {
            frame.set(dst, Value::Truth(Truth::Holds(called)));
        }
        frame.stmt += 1;
        Ok(Flow::Next(path))
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
            (Value::Pointer(term), Sort::Pointer) | (Value::Set(term), Sort::Set { .. }) => Ok(*term),
            (Value::Number(form), Sort::Integer { .. }) => {
                if let Some(term) = form.as_term() {
                    return Ok(term);
                }
                let name = self.names.fresh(sort);
                let Some(difference) = Form::of(name).minus(form) else {
                    return Err(self.refuse("R6", span, "the numbers are too large".into()));
                };
                path.ask(Atom::Zero(difference));
                Ok(Term::of(name))
            }
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
        if self.mode != Mode::Checker || sorts != Sort::Pointer || same(path, Name::Param(n)).is_some() {
            return Ok(());
        }
        Err(self.traverses(n, span))
    }

    /// The call of the checker that a loop is, with what the variables hold.
    pub(super) fn loop_call(
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
}
