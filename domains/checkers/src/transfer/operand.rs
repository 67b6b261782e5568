//! What operands hold.

use engine::{Checks, Cursor};
use ir::{ConstValue, FunctionId, GlobalId, Operand, Program, Symbol, TypeId, TypeKind};
use logic::Form;
use model::Rule;

use crate::Checkers;
use crate::definition::Sort;
use crate::heap::text::text_pieces;
use crate::heap::{Block, Origin, Region, Rest, Root, Run, State, Sym, Term, Value};

impl Checkers {
    pub(crate) fn operand(&self, at: &Cursor<'_>, state: &mut State, operand: Operand) -> Value {
        match operand {
            Operand::Local(local) => {
                let value = state.root(Root::Register(local)).unwrap_or(Value::Unsure);
                if self.free_uninitialized && matches!(value, Value::Uninit | Value::Unsure) {
                    // Some value, and the same one when it is read again.
                    let value = self.any_of_type(at.program, state, at.body().locals[local].ty);
                    state.set_root(Root::Register(local), value);
                    return value;
                }
                value
            }
            Operand::Const(constant) => match constant.value {
                ConstValue::Int(value) => match i64::try_from(value) {
                    Ok(value) => Value::Known(Term::constant(value)),
                    Err(_) => Value::Known(self.named(state, &Form::constant(value))),
                },
                ConstValue::Float(_) => Value::Any,
                ConstValue::Address { symbol, offset } => {
                    let base = match symbol {
                        Symbol::Global(global) => self.global(at.program, state, global),
                        Symbol::Function(function) => self.code(state, function),
                        Symbol::Label(..) => return Value::Any,
                    };
                    Value::Known(Term { base: Some(base), offset })
                }
            },
        }
    }

    /// Whether the program may go on with what an operand holds. Says so if that may be nothing.
    pub(crate) fn is_usable(
        &self,
        at: &Cursor<'_>,
        state: &State,
        operand: Operand,
        out: &mut Checks,
    ) -> bool {
        let Operand::Local(local) = operand else { return true };
        if self.free_uninitialized {
            return true;
        }
        let (goes_on, what) = match state.root(Root::Register(local)) {
            Some(Value::Known(_) | Value::Any) => return true,
            Some(Value::Uninit) => (false, "has no value here"),
            Some(Value::Unsure) | None => (true, "may have no value here"),
        };
        if out.is_listening() {
            let name = at.body().locals[local].name.as_deref();
            let name = name.map_or("the value read here".to_owned(), |name| format!("`{name}`"));
            out.open(Rule::Uninitialized, format!("{name} {what}"));
        }
        goes_on
    }

    /// A term for a sum.
    pub(crate) fn named(&self, state: &mut State, form: &Form) -> Term {
        if let Some(term) = crate::cover::as_term(form) {
            return term;
        }
        if let Some(value) = state.pure.constant(form).and_then(|value| i64::try_from(value).ok()) {
            return Term::constant(value);
        }
        let sym = state.fresh();
        if let Some(equation) = form.add_scaled(-1, &Form::of(sym.dim())) {
            state.pure.guard_eq(&equation);
        }
        Term::of(sym)
    }

    /// The address of a global object.
    pub(crate) fn global(&self, program: &Program, state: &mut State, id: GlobalId) -> Sym {
        if let Some(sym) = state.address(Root::Global(id)) {
            return sym;
        }
        let global = &program.globals[id];
        let sym = state.fresh();
        let zero =
            global.init.as_ref().is_some_and(|init| init.bytes.is_empty() && init.addresses.is_empty());
        let mut block = Block::new(
            Term::constant(global.size.cast_signed()),
            Origin::Global(id),
            if zero && is_constant(program, id) { Rest::Zero } else { Rest::Any },
        );
        if global.kind == ir::GlobalKind::String || is_constant(program, id) && is_text(program, global.ty) {
            block.runs = literal_pieces(global).unwrap_or_default();
        }
        state.add_region(sym, Region::Block(block));
        state.set_root(Root::Global(id), Value::of(sym));
        sym
    }

    /// The address of a function.
    pub(crate) fn code(&self, state: &mut State, function: FunctionId) -> Sym {
        if let Some(sym) = state.address(Root::Code(function)) {
            return sym;
        }
        let sym = state.fresh();
        let block = Block::new(Term::constant(1), Origin::Code(function), Rest::Any);
        state.add_region(sym, Region::Block(block));
        state.set_root(Root::Code(function), Value::of(sym));
        sym
    }

    /// Any value of a type.
    pub(crate) fn any_of_type(&self, program: &Program, state: &mut State, ty: TypeId) -> Value {
        let types = &program.types;
        let sort = match types.kind(ty) {
            TypeKind::Bool => Sort::Integer { bits: 1, signed: false },
            _ if types.is_pointer(ty) => Sort::Pointer,
            _ => match types.integer(ty) {
                Some((bits, signed)) => Sort::Integer { bits, signed },
                None => return Value::Any,
            },
        };
        Value::of(self.fresh_of(state, sort))
    }

    /// A symbol for any value of a sort.
    pub(crate) fn fresh_of(&self, state: &mut State, sort: Sort) -> Sym {
        let sym = state.fresh();
        if let Sort::Integer { bits, signed } = sort {
            state.set_range(sym, bits, signed);
        }
        if let Sort::Set { bag } = sort {
            state.declare_set(sym, bag, self.set_choice);
        }
        sym
    }

    /// The static type of an operand.
    pub(crate) fn type_of(&self, at: &Cursor<'_>, operand: Operand) -> TypeId {
        match operand {
            Operand::Local(local) => at.body().locals[local].ty,
            Operand::Const(constant) => constant.ty,
        }
    }
}

/// Whether a type is an array of characters.
fn is_text(program: &Program, ty: TypeId) -> bool {
    let TypeKind::Array { elem, .. } = program.types.kind(ty) else { return false };
    program.types.integer(*elem).is_some_and(|(bits, _)| bits == 8)
}

/// What a string literal holds: where its first string ends.
fn literal_pieces(global: &ir::Global) -> Option<Vec<Run>> {
    let init = global.init.as_ref()?;
    // Bytes that are not given are zero.
    let byte = |at: u64| {
        let mut runs = init.bytes.iter();
        runs.find_map(|(from, run)| run.get(usize::try_from(at.checked_sub(*from)?).ok()?)).copied()
    };
    let zero = (0..global.size).find(|at| byte(*at).unwrap_or(0) == 0)?;
    let (zero, end) = (i64::try_from(zero).ok()?, i64::try_from(global.size).ok()?);
    let pieces = text_pieces(Term::NULL, Term::constant(zero), Term::constant(end), Rest::Any)?;
    Some(pieces.into_iter().filter(|piece| piece.from != piece.to).collect())
}

/// Whether a global never changes.
pub(crate) fn is_constant(program: &Program, id: GlobalId) -> bool {
    let global = &program.globals[id];
    global.kind == ir::GlobalKind::String || global.read_only
}
