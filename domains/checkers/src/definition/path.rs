//! One way through a predicate: what the registers hold and what was found on the way.

use std::rc::Rc;

use ir::{BlockId, Body, FunctionId, Id, LocalId, Span, TypeId};

use super::{Atom, Call, Form, Name, SetAtom, Term};

/// What a register holds.
#[derive(Clone, Debug)]
pub(super) enum Value {
    /// Nothing was assigned yet.
    Undefined,
    /// An address, also in an integer register it was converted to.
    Pointer(Term),
    /// An integer, in the range of its type.
    Number(Form),
    /// 0 or 1, not decided yet.
    Truth(Truth),
    /// A set.
    Set(Term),
    /// A function.
    Function(FunctionId),
    /// Something that cannot be reasoned about.
    Opaque,
}

impl Value {
    pub(super) fn constant(value: i128) -> Self {
        Self::Number(Form::constant(value))
    }
}

/// A truth value.
#[derive(Clone, Debug)]
pub(super) enum Truth {
    /// Whether this holds.
    Atom(Atom),
    /// Whether a checker does.
    Holds(Rc<Called>),
    /// Whether a checker does not.
    Fails(Rc<Called>),
}

impl Truth {
    pub(super) fn negated(&self) -> Option<Self> {
        Some(match self {
            Self::Atom(atom) => Self::Atom(atom.negated()?),
            Self::Holds(called) => Self::Fails(called.clone()),
            Self::Fails(called) => Self::Holds(called.clone()),
        })
    }
}

/// A call of a checker and where it stands.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Called {
    pub(super) what: Claim,
    pub(super) span: Span,
}

impl Called {
    /// The structure it claims.
    pub(super) fn whole(&self) -> Option<Call> {
        match &self.what {
            Claim::Whole(call) => Some(call.clone()),
            Claim::Segment(..) | Claim::Body(..) | Claim::Sets(_) => None,
        }
    }

    /// The part of a structure it claims.
    pub(super) fn part(&self) -> Option<(Call, Call)> {
        match &self.what {
            Claim::Segment(from, to) => Some((from.clone(), to.clone())),
            Claim::Whole(_) | Claim::Body(..) | Claim::Sets(_) => None,
        }
    }

    /// The bytes behind a struct it claims.
    pub(super) fn body(&self) -> Option<(Term, Form)> {
        match &self.what {
            Claim::Body(at, size) => Some((*at, size.clone())),
            Claim::Whole(_) | Claim::Segment(..) | Claim::Sets(_) => None,
        }
    }

    /// What it says of sets.
    pub(super) fn said(&self) -> &[SetAtom] {
        match &self.what {
            Claim::Sets(said) => said,
            Claim::Whole(_) | Claim::Segment(..) | Claim::Body(..) => &[],
        }
    }
}

/// What a call claims.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Claim {
    /// A whole structure.
    Whole(Call),
    /// A part of one, up to where the second begins.
    Segment(Call, Call),
    /// Bytes behind a struct: where they begin and how many there are.
    Body(Term, Form),
    /// Nothing: relations between sets.
    Sets(Vec<SetAtom>),
}

/// A part of memory that was read.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Access {
    /// What the place is counted from.
    pub(super) base: Name,
    /// Where the outermost object begins that the access names.
    pub(super) start: i64,
    /// Its type.
    pub(super) object: TypeId,
    /// What was read: offset from the base, bytes, type, value. `None` for a part of a byte.
    pub(super) cell: Option<(i64, u64, TypeId, Term)>,
    /// Whether the object is claimed by this.
    pub(super) claims: bool,
    pub(super) span: Span,
}

/// A function being run: the predicate itself or one that is inlined.
#[derive(Clone)]
pub(super) struct Frame<'p> {
    pub(super) function: FunctionId,
    pub(super) body: &'p Body,
    pub(super) values: Vec<Value>,
    pub(super) block: BlockId,
    pub(super) stmt: usize,
    /// The register of the caller that gets the result.
    pub(super) result: Option<LocalId>,
}

impl<'p> Frame<'p> {
    pub(super) fn new(function: FunctionId, body: &'p Body, result: Option<LocalId>) -> Self {
        let values = vec![Value::Undefined; body.locals.len()];
        Self { function, body, values, block: Body::ENTRY, stmt: 0, result }
    }

    pub(super) fn set(&mut self, local: LocalId, value: Value) {
        self.values[local.index()] = value;
    }
}

/// A way through a predicate, up to some point.
#[derive(Clone)]
pub(super) struct Path<'p> {
    /// Innermost last; never empty before the end.
    pub(super) frames: Vec<Frame<'p>>,
    pub(super) accesses: Vec<Access>,
    /// Objects that are known to lie around a place: where from a name, and the type.
    pub(super) around: Vec<(Name, i64, TypeId)>,
    pub(super) calls: Vec<Rc<Called>>,
    /// The checkers that were run on this path, whatever became of it.
    pub(super) asked: Vec<Rc<Called>>,
    /// The checkers that do not hold on this path.
    pub(super) denied: Vec<Rc<Called>>,
    pub(super) atoms: Vec<Atom>,
}

impl Path<'_> {
    /// Adds what is asked, once.
    pub(super) fn ask(&mut self, atom: Atom) {
        let atom = atom.normal();
        if atom.decided() != Some(true) && !self.atoms.contains(&atom) {
            self.atoms.push(atom);
        }
    }
}

/// A path that ends with the predicate holding, or with a value.
pub(super) struct Ended<'p> {
    pub(super) path: Path<'p>,
    /// What it gives, if that is what was asked for.
    pub(super) value: Option<Form>,
    pub(super) span: Span,
}
