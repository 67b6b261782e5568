//! What operands hold, and giving variables values.

use engine::{Checks, Cursor};
use ir::{Const, ConstValue, LocalId, Operand, Symbol, TypeId, TypeKind};
use logic::Linear;
use model::Rule;

use crate::Lengths;
use crate::integers::range;
use crate::names::{Object, Root, RootId};
use crate::state::{State, Value};

/// A value at hand.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    pub(crate) value: Value,
    /// The variable that holds it.
    pub(crate) root: Option<RootId>,
    /// What number it is, if it is an integer.
    pub(crate) number: Option<Linear>,
}

impl Held {
    pub(crate) fn new(value: Value) -> Self {
        Self { value, root: None, number: None }
    }

    pub(crate) fn int(number: Linear) -> Self {
        Self { value: Value::Int, root: None, number: Some(number) }
    }
}

impl Lengths {
    pub(crate) fn register(&self, at: &Cursor<'_>, local: LocalId) -> RootId {
        self.names.root(Root::Register(at.point.function, local))
    }

    /// What an operand holds.
    pub(crate) fn held(&self, at: &Cursor<'_>, state: &State, operand: Operand) -> Held {
        match operand {
            Operand::Local(local) => self.held_by(state, self.register(at, local)),
            Operand::Const(constant) => self.constant(at, &constant),
        }
    }

    pub(crate) fn held_by(&self, state: &State, root: RootId) -> Held {
        let value = state.get(root).unwrap_or(Value::Any { written: false });
        if let Value::Known(number) = value {
            return Held { root: Some(root), ..Held::int(Linear::constant(number)) };
        }
        let number = (value == Value::Int).then(|| Linear::from(self.names.value(root)));
        Held { value, root: Some(root), number }
    }

    fn constant(&self, at: &Cursor<'_>, constant: &Const) -> Held {
        let is_pointer = at.program.types.is_pointer(constant.ty);
        match constant.value {
            ConstValue::Int(0) if is_pointer => Held::new(Value::Null),
            ConstValue::Int(value) if !is_pointer => {
                i64::try_from(value).map_or(Held::new(Value::ANY), |value| Held::int(Linear::constant(value)))
            }
            ConstValue::Address { symbol: Symbol::Global(global), offset } => {
                Held::new(Value::Object(Object::Global(global), offset))
            }
            ConstValue::Address { symbol: Symbol::Function(function), offset: 0 } => {
                Held::new(Value::Code(function))
            }
            _ => Held::new(Value::ANY),
        }
    }

    /// The operand's type.
    pub(crate) fn type_of(&self, at: &Cursor<'_>, operand: Operand) -> TypeId {
        match operand {
            Operand::Local(local) => at.body().locals[local].ty,
            Operand::Const(constant) => constant.ty,
        }
    }

    /// A value that was never written must not decide anything. Whether execution can go on.
    pub(crate) fn is_usable(&self, held: &Held, out: &mut Checks) -> bool {
        match held.value {
            Value::Uninit => {
                out.open(Rule::Uninitialized, "a value is used that was never set");
                false
            }
            Value::Any { written: false } => {
                out.open(Rule::Uninitialized, "a value is used that may never have been set");
                true
            }
            _ => true,
        }
    }

    /// Gives a variable a value. Opens `leak` if its former value was the last way to something.
    pub(crate) fn bind(&self, state: &mut State, root: RootId, held: &Held, out: &mut Checks) {
        if held.root == Some(root) && !matches!(state.get(root), Some(Value::Known(_))) {
            // The same cell or object, perhaps another place in it.
            let stays = match (state.get(root), held.value) {
                (Some(Value::Cell(from, _)), Value::Cell(to, _)) => from == to,
                (Some(Value::Object(from, _)), Value::Object(to, _)) => from == to,
                (from, to) => from == Some(to),
            };
            if !stays {
                self.clear_reporting(state, root, out);
            }
            state.put(root, held.value);
            return;
        }
        if let (Value::Int, Some(number)) = (held.value, &held.number) {
            if state.get(root) != Some(Value::Int) {
                self.clear_reporting(state, root, out);
            }
            self.set_int(state, root, number);
            return;
        }
        self.clear_reporting(state, root, out);
        match (held.value, held.root) {
            (value @ (Value::Cell(family, _) | Value::List(family)), Some(other)) => {
                self.alias(state, root, family, other, value);
            }
            (value, _) => state.put(root, value),
        }
    }

    /// Gives a variable any value of a type.
    pub(crate) fn bind_any(
        &self,
        at: &Cursor<'_>,
        state: &mut State,
        root: RootId,
        ty: TypeId,
        out: &mut Checks,
    ) {
        self.clear_reporting(state, root, out);
        let types = &at.program.types;
        if matches!(types.kind(ty), TypeKind::Int { .. } | TypeKind::Bool) {
            self.set_any_int(state, root, range(types, ty));
        } else {
            state.put(root, Value::ANY);
        }
    }

    /// The variable's value is gone. Cells that links back lead to are not lost by that, but they are not followed.
    pub(crate) fn clear_reporting(&self, state: &mut State, root: RootId, out: &mut Checks) {
        let led_back = self.is_led_back_to(state, root);
        if self.clear(state, root) {
            if led_back {
                state.adrift = true;
            } else {
                self.report_leak(root, out);
            }
        }
    }

    /// The variable ends, and with it all others do.
    pub(crate) fn end_reporting(&self, state: &mut State, root: RootId, out: &mut Checks) {
        if self.clear(state, root) {
            self.report_leak(root, out);
        }
    }

    fn report_leak(&self, root: RootId, out: &mut Checks) {
        if out.is_listening() {
            let message = match self.describe(root) {
                Some(name) => format!("what `{name}` pointed to can no longer be reached"),
                None => "a block can no longer be reached".to_owned(),
            };
            out.open(Rule::Leak, message);
        }
    }
}
