//! Where control goes: branches, loops and returns.

use std::rc::Rc;

use ir::{Argument, BlockId, Case, Id, LocalId, Operand, Span, Terminator};

use super::calls::BLOCKS;
use super::enumerate::{Enumerate, Flow, Mode, PATHS, top};
use super::loops;
use super::path::{Called, Claim, Ended, Path, Truth, Value};
use super::{Atom, Form, Problem};

impl<'p> Enumerate<'p, '_> {
    pub(super) fn terminator(
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
        if body.blocks.len() > BLOCKS
            || depth > 1
            || self.from.is_some_and(|from| from != to)
            || self.mode == Mode::Old
        {
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
}
