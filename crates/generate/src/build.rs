//! Short words for building trees, so that an idiom reads like the C it stands for.

use crate::ast::{Block, Expr, Loop, Op, Stmt, Type, Variable};

impl Type {
    /// `struct tag *`.
    pub(crate) fn to(record: &str) -> Self {
        Self::Struct(record.into()).pointer()
    }

    /// A pointer to this.
    pub(crate) fn pointer(self) -> Self {
        Self::Pointer(Box::new(self))
    }
}

impl Expr {
    /// A variable.
    pub(crate) fn var(name: impl Into<String>) -> Self {
        Self::Var(name.into())
    }

    /// `self->field`, printed as `self.field` of a struct whose address is taken.
    pub(crate) fn arrow(&self, field: &str) -> Self {
        match self {
            Self::Address(place) => Self::Dot(place.clone(), field.into()),
            pointer => Self::Arrow(Box::new(pointer.clone()), field.into()),
        }
    }

    /// `*self`, or the place whose address this is.
    pub(crate) fn deref(&self) -> Self {
        match self {
            Self::Address(place) => (**place).clone(),
            pointer => Self::Deref(Box::new(pointer.clone())),
        }
    }

    /// `&self`, or the pointer this is the target of.
    pub(crate) fn address(&self) -> Self {
        match self {
            Self::Deref(pointer) => (**pointer).clone(),
            place => Self::Address(Box::new(place.clone())),
        }
    }

    fn binary(&self, op: Op, other: &Expr) -> Self {
        Self::Binary(op, Box::new(self.clone()), Box::new(other.clone()))
    }

    pub(crate) fn eq(&self, other: &Expr) -> Self {
        self.binary(Op::Eq, other)
    }

    pub(crate) fn ne(&self, other: &Expr) -> Self {
        self.binary(Op::Ne, other)
    }

    pub(crate) fn lt(&self, other: &Expr) -> Self {
        self.binary(Op::Lt, other)
    }

    pub(crate) fn le(&self, other: &Expr) -> Self {
        self.binary(Op::Le, other)
    }

    pub(crate) fn and(&self, other: &Expr) -> Self {
        self.binary(Op::And, other)
    }

    pub(crate) fn or(&self, other: &Expr) -> Self {
        self.binary(Op::Or, other)
    }

    pub(crate) fn plus(&self, other: &Expr) -> Self {
        self.binary(Op::Add, other)
    }

    pub(crate) fn is_null(&self) -> Self {
        self.eq(&Self::Null)
    }

    pub(crate) fn not_null(&self) -> Self {
        self.ne(&Self::Null)
    }
}

/// `place = value;`
pub(crate) fn set(place: &Expr, value: &Expr) -> Stmt {
    Stmt::Assign(place.clone(), value.clone())
}

/// `place++;`
pub(crate) fn increment(place: &Expr) -> Stmt {
    Stmt::Add(place.clone(), Expr::Int(1))
}

/// `free(pointer);`
pub(crate) fn free(pointer: &Expr) -> Stmt {
    Stmt::Free(pointer.clone())
}

/// `if (condition) { then }`
pub(crate) fn when(condition: Expr, then: Block) -> Stmt {
    Stmt::If(condition, then, Vec::new())
}

/// `while (guard) { body }`
pub(crate) fn repeat(guard: Expr, body: Block) -> Stmt {
    Stmt::Loop(Box::new(Loop { init: None, guard, step: None, body }))
}

/// `for (init; guard; step) { body }`
pub(crate) fn each(init: Stmt, guard: Expr, step: Stmt, body: Block) -> Stmt {
    Stmt::Loop(Box::new(Loop { init: Some(init), guard, step: Some(step), body }))
}

/// A declaration with an initial value.
pub(crate) fn declare(name: &str, ty: Type, init: Option<Expr>) -> Stmt {
    Stmt::Declare(Variable { name: name.into(), ty, init })
}
