//! What a computation gives on symbolic values.
//!
//! Integers are exact: an operation or conversion that could change the value by wrapping around is
//! refused unless what is known on the way excludes it. Signed overflow is undefined in C, and runs
//! with it are of no interest.

use ir::{BinaryOp, ConstValue, LocalId, Operand, Rvalue, Span, Symbol, TypeId, UnaryOp};

use super::enumerate::{Enumerate, top};
use super::names::sort_of;
use super::path::{Path, Truth, Value};
use super::residues::{Mask, Masked};
use super::satisfy::{Known, range};
use super::{Atom, Form, Name, Problem, Sort, Term};

/// A value, or what must be decided first.
pub(super) enum Got {
    Value(Value),
    Decide(LocalId),
    /// One of these holds, and the statement goes on with it.
    Cases(Vec<Atom>),
}

impl<'p> Enumerate<'p, '_> {
    pub(super) fn operand(&self, path: &Path<'p>, operand: Operand, span: Span) -> Result<Value, Problem> {
        let frame = path.frames.last().expect("a path that goes on has a frame");
        match operand {
            Operand::Local(local) => Ok(frame.values[ir::Id::index(local)].clone()),
            Operand::Const(constant) => Ok(match constant.value {
                ConstValue::Int(value) if self.program.types.is_pointer(constant.ty) => {
                    let Ok(value) = i64::try_from(value) else {
                        return Err(self.refuse("R6", span, "a constant address".into()));
                    };
                    Value::Pointer(Term::constant(value))
                }
                ConstValue::Int(value) => Value::constant(value),
                ConstValue::Float(_) => Value::Opaque,
                ConstValue::Address { symbol: Symbol::Function(id), offset: 0 } => Value::Function(id),
                ConstValue::Address { symbol: Symbol::Global(id), offset } => {
                    Value::Pointer(Term { name: Some(Name::Global(id)), offset })
                }
                ConstValue::Address { .. } => Value::Opaque,
            }),
        }
    }

    pub(super) fn evaluate(
        &mut self,
        path: &mut Path<'p>,
        dst: LocalId,
        value: &Rvalue,
        span: Span,
    ) -> Result<Got, Problem> {
        let to = top(path).body.locals[dst].ty;
        let value = match value {
            Rvalue::Use(operand) | Rvalue::Convert(operand)
                if let Value::Set(term) = self.operand(path, *operand, span)? =>
            {
                if let Some(name) = term.name {
                    self.names.becomes(name, sort_of(&self.program.types, to));
                }
                Value::Set(term)
            }
            Rvalue::Use(operand) => self.operand(path, *operand, span)?,
            Rvalue::Uninit => Value::Undefined,
            Rvalue::Convert(operand) => {
                let from = operand_type(path, *operand);
                let value = self.operand(path, *operand, span)?;
                self.convert(path, value, from, to, span)?
            }
            Rvalue::Unary(op, operand) => match self.operand(path, *operand, span)? {
                Value::Truth(_) => return self.undecided(*operand, span),
                // `~15` is a large number.
                Value::Number(form)
                    if *op == UnaryOp::Not
                        && let Some(bits) = form.as_constant()
                        && let Sort::Integer { bits: width, signed: false } =
                            sort_of(&self.program.types, to) =>
                {
                    Value::constant(range(Sort::Integer { bits: width, signed: false }).1 - bits)
                }
                Value::Number(form) => {
                    let constant = i128::from(*op == UnaryOp::Not);
                    let negated = form.times(-1).and_then(|form| form.offset(-constant));
                    self.fit(path, negated, to, span)?
                }
                other => return Err(self.cannot_compute(&other, span)),
            },
            Rvalue::Binary(op, a, b) => return self.binary(path, *op, *a, *b, to, span),
            Rvalue::PointerAdd { pointer, index, stride } => {
                let (pointer, at) = (self.operand(path, *pointer, span)?, self.operand(path, *index, span)?);
                match (pointer, at) {
                    (_, Value::Truth(_)) => return self.undecided(*index, span),
                    (Value::Pointer(term), Value::Number(form)) => {
                        let bytes = i64::try_from(*stride).ok().and_then(|stride| form.times(stride));
                        let large = || self.refuse("R6", span, "the numbers are too large".into());
                        let bytes = bytes.ok_or_else(large)?;
                        match bytes.as_constant() {
                            Some(constant) => {
                                let by = i64::try_from(constant).ok();
                                Value::Pointer(by.and_then(|by| term.plus(by)).ok_or_else(large)?)
                            }
                            None => self.moved(path, term, &bytes, span)?,
                        }
                    }
                    (other, _) => return Err(self.cannot_compute(&other, span)),
                }
            }
            Rvalue::PointerDiff { lhs, rhs, stride } => {
                match (self.operand(path, *lhs, span)?, self.operand(path, *rhs, span)?) {
                    (Value::Pointer(a), Value::Pointer(b)) if a.name == b.name => {
                        let bytes = i128::from(a.offset) - i128::from(b.offset);
                        Value::constant(bytes / i128::from((*stride).max(1)))
                    }
                    (other, _) => return Err(self.cannot_compute(&other, span)),
                }
            }
            Rvalue::AddressOf(place) => return self.address(path, place, span),
            Rvalue::Intrinsic(..) => {
                return Err(self.refuse("R6", span, "a checker can add, subtract and compare only".into()));
            }
        };
        Ok(Got::Value(value))
    }

    pub(super) fn undecided(&self, operand: Operand, span: Span) -> Result<Got, Problem> {
        match operand {
            Operand::Local(local) => Ok(Got::Decide(local)),
            Operand::Const(_) => Err(self.refuse("R6", span, "a condition that is a constant".into())),
        }
    }

    fn cannot_compute(&self, value: &Value, span: Span) -> Problem {
        let (code, message) = match value {
            Value::Pointer(_) => (
                "R6",
                "a checker can compare pointers and move them by constants; it cannot compute with them otherwise",
            ),
            Value::Opaque => ("R6", "a checker cannot compute with floating numbers"),
            Value::Undefined => ("R3", "a variable is used that was not given a value"),
            Value::Function(_) => ("R3", "a checker can pass a function on or call it, nothing else"),
            Value::Set(_) => {
                ("R3", "a checker can pass a set on, or say something of it; it cannot compute with it")
            }
            Value::Number(_) | Value::Truth(_) => ("R6", "a checker can add, subtract and compare only"),
        };
        self.refuse(code, span, message.into())
    }

    /// Whether a value is not zero.
    pub(super) fn nonzero(&self, value: &Value, span: Span) -> Result<Atom, Problem> {
        match value {
            Value::Pointer(term) => Ok(Atom::NonZero((*term).into())),
            Value::Number(form) => Ok(Atom::NonZero(form.clone())),
            Value::Function(_) => Ok(Atom::Zero(Form::default())),
            other => Err(self.cannot_compute(other, span)),
        }
    }

    fn binary(
        &mut self,
        path: &mut Path<'p>,
        op: BinaryOp,
        a: Operand,
        b: Operand,
        to: TypeId,
        span: Span,
    ) -> Result<Got, Problem> {
        let (x, y) = (self.operand(path, a, span)?, self.operand(path, b, span)?);
        if op.is_comparison() {
            return self.compare(op, (a, x), (b, y), span);
        }
        let (x, y) = match (x, y) {
            (Value::Truth(_), _) => return self.undecided(a, span),
            (_, Value::Truth(_)) => return self.undecided(b, span),
            (Value::Number(x), Value::Number(y)) => (x, y),
            (Value::Number(_), other) | (other, _) => return Err(self.cannot_compute(&other, span)),
        };
        let constants = x.as_constant().zip(y.as_constant());
        if op == BinaryOp::And && constants.is_none() {
            let sort = sort_of(&self.program.types, to);
            let mask = |form: &Form| form.as_constant().and_then(|mask| Mask::of(mask, sort));
            let masked = mask(&y).map(|mask| (&x, mask)).or(mask(&x).map(|mask| (&y, mask)));
            if let Some((number, mask)) = masked {
                return Ok(match self.masked(path, number, mask, sort) {
                    // What is left of a number fits its type.
                    Masked::Form(Some(form)) => Got::Value(Value::Number(form)),
                    Masked::Form(None) => {
                        return Err(self.refuse("R6", span, "the numbers are too large".into()));
                    }
                    Masked::Cases(cases) => Got::Cases(cases),
                });
            }
        }
        let small = |form: &Form| form.as_constant().and_then(|n| i64::try_from(n).ok());
        let form = match op.ideal() {
            BinaryOp::Add => x.plus(1, &y),
            BinaryOp::Sub => x.minus(&y),
            BinaryOp::Mul => match (small(&x), small(&y)) {
                (_, Some(factor)) => x.times(factor),
                (Some(factor), _) => y.times(factor),
                _ => {
                    return Err(self.refuse(
                        "R6",
                        span,
                        "a product of two unknown numbers: a checker can multiply by constants only".into(),
                    ));
                }
            },
            BinaryOp::Shl => match small(&y) {
                Some(by @ 0..=62) => x.times(1 << by),
                _ => None,
            },
            BinaryOp::Div => constants.and_then(|(x, y)| x.checked_div(y)).map(Form::constant),
            BinaryOp::Rem => constants.and_then(|(x, y)| x.checked_rem(y)).map(Form::constant),
            BinaryOp::Shr => constants
                .and_then(|(x, y)| u32::try_from(y).ok().and_then(|y| x.checked_shr(y)))
                .map(Form::constant),
            BinaryOp::And => constants.map(|(x, y)| Form::constant(x & y)),
            BinaryOp::Or => constants.map(|(x, y)| Form::constant(x | y)),
            BinaryOp::Xor => constants.map(|(x, y)| Form::constant(x ^ y)),
            _ => None,
        };
        if op.wraps() {
            return Ok(Got::Value(self.fit_from(path, form, Sort::Opaque, to, span)?));
        }
        Ok(Got::Value(self.fit(path, form, to, span)?))
    }

    fn compare(
        &self,
        op: BinaryOp,
        (a, x): (Operand, Value),
        (b, y): (Operand, Value),
        span: Span,
    ) -> Result<Got, Problem> {
        let (x, y): (Form, Form) = match (x, y) {
            (Value::Truth(truth), Value::Number(form)) | (Value::Number(form), Value::Truth(truth))
                if matches!(op, BinaryOp::Eq | BinaryOp::Ne) && matches!(form.as_constant(), Some(0 | 1)) =>
            {
                let same = (op == BinaryOp::Eq) == (form.as_constant() == Some(1));
                let truth = if same { Some(truth) } else { truth.negated() };
                let large = || self.refuse("R6", span, "the numbers are too large".into());
                return Ok(Got::Value(Value::Truth(truth.ok_or_else(large)?)));
            }
            (Value::Truth(_), _) => return self.undecided(a, span),
            (_, Value::Truth(_)) => return self.undecided(b, span),
            (Value::Number(x), Value::Number(y)) => (x, y),
            (Value::Pointer(x), Value::Pointer(y)) => {
                if !matches!(op, BinaryOp::Eq | BinaryOp::Ne) && x.name != y.name {
                    let message = "a checker can ask whether pointers are equal, not which one comes first";
                    return Err(self.refuse("R6", span, message.into()));
                }
                (x.into(), y.into())
            }
            // A pointer that was turned into an integer is compared with one.
            (Value::Pointer(x), Value::Number(y))
                if matches!(op, BinaryOp::Eq | BinaryOp::Ne) && y.as_constant() == Some(0) =>
            {
                (x.into(), y)
            }
            (Value::Number(x), Value::Pointer(y))
                if matches!(op, BinaryOp::Eq | BinaryOp::Ne) && x.as_constant() == Some(0) =>
            {
                (x, y.into())
            }
            (Value::Function(_), Value::Pointer(null)) | (Value::Pointer(null), Value::Function(_))
                if null == Term::ZERO =>
            {
                return Ok(Got::Value(Value::constant(i128::from(op == BinaryOp::Ne))));
            }
            (Value::Number(_), other) | (other, _) => return Err(self.cannot_compute(&other, span)),
        };
        let (less, more) = (y.minus(&x), x.minus(&y));
        let atom = match op {
            BinaryOp::Eq => more.map(Atom::Zero),
            BinaryOp::Ne => more.map(Atom::NonZero),
            BinaryOp::Lt => less.and_then(|form| form.offset(-1)).map(Atom::AtLeastZero),
            BinaryOp::Le => less.map(Atom::AtLeastZero),
            BinaryOp::Gt => more.and_then(|form| form.offset(-1)).map(Atom::AtLeastZero),
            _ => more.map(Atom::AtLeastZero),
        };
        let Some(atom) = atom else {
            return Err(self.refuse("R6", span, "the numbers are too large".into()));
        };
        Ok(Got::Value(match atom.decided() {
            Some(decided) => Value::constant(decided.into()),
            None => Value::Truth(Truth::Atom(atom)),
        }))
    }

    fn convert(
        &mut self,
        path: &Path<'p>,
        value: Value,
        from: TypeId,
        to: TypeId,
        span: Span,
    ) -> Result<Value, Problem> {
        let (sort, source) = (sort_of(&self.program.types, to), sort_of(&self.program.types, from));
        match (value, sort) {
            (Value::Truth(truth), Sort::Integer { .. }) => Ok(Value::Truth(truth)),
            (Value::Number(form), Sort::Integer { bits: 1, signed: false }) => {
                let atom = Atom::NonZero(form);
                Ok(match atom.decided() {
                    Some(decided) => Value::constant(decided.into()),
                    None if source == sort => Value::Number(atom.form().clone()),
                    None => Value::Truth(Truth::Atom(atom)),
                })
            }
            (Value::Pointer(term), Sort::Integer { bits: 1, .. }) => {
                Ok(Value::Truth(Truth::Atom(Atom::NonZero(term.into()))))
            }
            (Value::Number(form), Sort::Integer { .. }) => self.fit_from(path, Some(form), source, to, span),
            (Value::Number(form), Sort::Pointer) => {
                match form.as_constant().and_then(|n| i64::try_from(n).ok()) {
                    Some(value) => Ok(Value::Pointer(Term::constant(value))),
                    None => Err(self.refuse(
                        "R6",
                        span,
                        "a number is made a pointer: a checker follows pointers only".into(),
                    )),
                }
            }
            (value @ (Value::Pointer(_) | Value::Function(_)), Sort::Pointer) => Ok(value),
            (Value::Pointer(term), Sort::Integer { bits, .. })
                if u64::from(bits) >= u64::from(self.program.target.pointer_bytes) * 8 =>
            {
                Ok(Value::Pointer(term))
            }
            (Value::Undefined, _) => Ok(Value::Undefined),
            (Value::Number(_) | Value::Truth(_) | Value::Opaque, Sort::Opaque) => Ok(Value::Opaque),
            (other, _) => Err(self.cannot_compute(&other, span)),
        }
    }

    /// A result in its type, if it does not leave it. Signed arithmetic never does.
    fn fit(&mut self, path: &Path<'p>, form: Option<Form>, to: TypeId, span: Span) -> Result<Value, Problem> {
        match (form, sort_of(&self.program.types, to)) {
            (Some(form), Sort::Integer { signed: true, .. }) => Ok(Value::Number(form)),
            (form, sort) => self.fit_from(path, form, Sort::Opaque, to, span).map_err(|problem| match sort {
                Sort::Integer { signed: false, .. } => problem,
                _ => self.refuse("R6", span, "a checker can add, subtract and compare only".into()),
            }),
        }
    }

    /// A value of a sort in another type, if it does not change on the way.
    fn fit_from(
        &mut self,
        path: &Path<'p>,
        form: Option<Form>,
        from: Sort,
        to: TypeId,
        span: Span,
    ) -> Result<Value, Problem> {
        let Some(form) = form else {
            return Err(self.refuse("R6", span, "a checker can add, subtract and compare only".into()));
        };
        let sort = |name| self.names.sort(name);
        let (least, greatest) = Known::of(&path.atoms, &sort).bounds(&form, &sort);
        let (lo, hi) = range(from);
        let (least, greatest) = (least.max(lo), greatest.min(hi));
        let (lo, hi) = range(sort_of(&self.program.types, to));
        if lo <= least && greatest <= hi {
            return Ok(Value::Number(form));
        }
        let ty = self.program.types.display(to);
        let message = format!(
            "this number may not fit `{ty}` and would wrap around: compare it before, so that it cannot"
        );
        Err(self.refuse("R6", span, message))
    }
}

fn operand_type(path: &Path<'_>, operand: Operand) -> TypeId {
    match (operand, path.frames.last()) {
        (Operand::Local(local), Some(frame)) => frame.body.locals[local].ty,
        (Operand::Const(constant), _) => constant.ty,
        (Operand::Local(_), None) => ir::Types::VOID,
    }
}
