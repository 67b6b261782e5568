//! Checkers as inductive definitions.
//!
//! A checker is a C predicate; what it *means* is a least fixpoint over rules (section 2 of the
//! paper, dossier §1): `root.c(args)` holds of a piece of memory if one of the rules does. A rule owns whole objects, calls
//! checkers on what it finds there, and asks something of the values. Everything a rule owns and its
//! calls own is disjoint: a run of the checker that reads each object once is a derivation.
//!
//! A clause of a contract has the same form ([`Clause`]): it owns what it dereferences and calls checkers on
//! its parameters. Besides it may look at numbers it does not own ([`Read`]).
//!
//! Reading order: [`Definition`], [`Rule`], [`Term`], [`Definitions`].

mod asserted;
mod bodies;
mod calls;
mod control;
mod enumerate;
mod evaluate;
mod facts;
mod footers;
mod footprint;
mod form;
mod functions;
mod inhabited;
mod kinds;
mod loops;
mod memory;
mod merge;
mod moves;
mod names;
mod notation;
mod path;
mod purity;
mod range;
mod read;
mod refine;
mod residues;
mod row;
mod rule;
mod satisfy;
mod sets;
mod tags;
mod warnings;
mod wellformed;

use std::sync::Arc;

use ir::{FunctionId, GlobalId, Span, TypeId};

pub(crate) use bodies::LARGEST;
pub use facts::{Direction, Empty, Facts, Reach, Weakening};
pub(crate) use kinds::rule_calls;
pub(crate) use notation::field_name;
pub use notation::{DefinitionText, RuleText};
pub use purity::impure;
pub(crate) use refine::Refinements;
pub use row::{Row, Slot};
pub use sets::{Item, SetAtom};
pub(crate) use tags::Tags;

/// Names a definition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct DefinitionId(pub u32);

/// What kind of values a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Sort {
    /// Addresses, null among them.
    Pointer,
    /// Integers of this many bits.
    Integer {
        /// Bits.
        bits: u16,
        /// Whether negative ones are among them.
        signed: bool,
    },
    /// Sets of values, or bags: only conditions know them.
    Set {
        /// Whether a value may be there more than once.
        bag: bool,
    },
    /// Anything else that fits a cell (floating numbers): it may be owned, not reasoned about.
    Opaque,
}

/// A checker.
#[derive(Clone, Debug)]
pub struct Definition {
    /// What the user calls it; an instance for an element checker is `list<point>`.
    pub name: Arc<str>,
    /// The C function; none if the checker was derived from a struct.
    pub function: Option<FunctionId>,
    /// The type of the first parameter.
    pub root: TypeId,
    /// What the first parameter is called: that of the function, or a loop's cursor.
    pub root_variable: Option<Arc<str>>,
    /// Whether it is the function itself, and not a loop in it or the function with others that it is given.
    pub whole: bool,
    /// The parameters after the root.
    pub params: Vec<Parameter>,
    /// The ways it can hold; those that own nothing come first.
    pub rules: Vec<Rule>,
    /// Whether it, or a checker it calls, was refused: its rules mean nothing then.
    pub refused: bool,
    /// Where it stands.
    pub span: Span,
}

/// A parameter after the root.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: Arc<str>,
    /// What it stands for.
    pub sort: Sort,
    /// How it changes from one call to the next.
    pub kind: Kind,
}

/// How a parameter changes along a structure (dossier §§1.5, 6.5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Every recursive call passes it on as it is: `to(x->n, h)`.
    Constant,
    /// Every recursive call passes the root: `dll(l->next, l)`. The field at this offset from the root holds
    /// it in every rule that owns something, if there is one.
    Previous {
        /// The field.
        field: Option<i64>,
    },
    /// An integer that every recursive call changes by a constant: `len(l->n, n - 1)`. Or a set that is, in every rule, the sets of all
    /// recursive calls together and at most one value of the rule's own: what a list holds.
    Additive,
    /// The set of all roots: in every rule that owns something, the root and the sets of the recursive calls; else empty (appendix B of
    /// seed 003). What is in it is the address of an object.
    Head,
    /// An integer of which only lower bounds matter: a smaller one holds too (`sorted(l, min)`).
    Lower,
    /// An integer of which only upper bounds matter: a greater one holds too.
    Upper,
    /// None of these.
    Free,
}

/// One way a checker can hold.
#[derive(Clone, PartialEq, Debug)]
pub struct Rule {
    /// The values that exist if it holds, besides root and parameters.
    pub locals: Vec<Sort>,
    /// What it owns.
    pub objects: Vec<Object>,
    /// What its calls own.
    pub calls: Vec<Call>,
    /// Where the calls stand, one for each.
    pub call_spans: Vec<Span>,
    /// Pieces of structures it owns: from the first call's root up to the second's.
    pub segments: Vec<(Call, Call)>,
    /// What it reads and does not own (only in clauses).
    pub reads: Vec<Read>,
    /// What it asks of the values.
    pub pure: Vec<Atom>,
    /// What it asks of sets.
    pub sets: Vec<SetAtom>,
    /// Whether running the predicate asks a checker on this way that need not hold (`list(x) || tree(x)`): the rule does not say
    /// that it can be evaluated.
    pub denies: bool,
    /// The `return` or operand that makes it hold.
    pub span: Span,
}

impl Rule {
    /// The pointers of its rows.
    pub fn slots(&self) -> impl Iterator<Item = &Slot> {
        self.objects.iter().flat_map(|object| &object.rows).flat_map(|row| &row.slots)
    }
}

impl Default for Rule {
    fn default() -> Self {
        Self {
            locals: Vec::new(),
            objects: Vec::new(),
            calls: Vec::new(),
            call_spans: Vec::new(),
            segments: Vec::new(),
            reads: Vec::new(),
            pure: Vec::new(),
            sets: Vec::new(),
            denies: false,
            span: Span::NONE,
        }
    }
}

/// A name in a rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Name {
    /// The first parameter of a checker. In a clause there is none.
    Root,
    /// A further parameter; in a clause, any.
    Param(u32),
    /// A value that exists.
    Local(u32),
    /// The address of a global object.
    Global(GlobalId),
    /// The address of a function.
    Code(FunctionId),
}

/// A value in a rule: a name and how far from it, or a constant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Term {
    /// `None` for a constant; null is the constant 0.
    pub name: Option<Name>,
    /// Bytes for pointers.
    pub offset: i64,
}

impl Term {
    /// The null pointer, and the number 0.
    pub const ZERO: Self = Self { name: None, offset: 0 };

    /// Just this name.
    pub fn of(name: Name) -> Self {
        Self { name: Some(name), offset: 0 }
    }

    /// A constant.
    pub fn constant(value: i64) -> Self {
        Self { name: None, offset: value }
    }
}

/// A whole object.
#[derive(Clone, PartialEq, Debug)]
pub struct Object {
    /// Where it starts.
    pub at: Term,
    /// Bytes.
    pub size: u64,
    /// Its type.
    pub ty: TypeId,
    /// The parts the rule speaks of, by increasing offset, not overlapping.
    pub cells: Vec<Cell>,
    /// The other parts: the scalars among its members that the rule does not speak of, unions as a whole; no
    /// padding. By increasing offset, not overlapping one another or the cells.
    pub rest: Vec<(i64, u64)>,
    /// Its rows of pointers, by increasing offset, not overlapping one another or anything else.
    pub rows: Vec<Row>,
    /// Its arrays that hold strings, by increasing offset, not overlapping one another or anything else.
    pub texts: Vec<(i64, u64)>,
    /// How many bytes more there are behind it that belong to it, if it is a node with a body: a part of some object, not one by itself.
    pub body: Option<Form>,
    /// The struct that such a node ends with, behind its body: a boundary tag.
    pub footer: Option<Footer>,
    /// Whether it is bytes that hold a string, and in how large a block.
    pub text: Option<Room>,
}

/// How large the block is that a string is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Room {
    /// As large as the object says.
    Fixed,
    /// Of any size: it was made as large as the string had to be. What the object says is the least, the byte that ends it.
    Any,
}

impl Object {
    /// Whether its size says nothing but the least.
    pub fn is_of_any_size(&self) -> bool {
        self.text == Some(Room::Any)
    }

    /// All its bytes, with its body and its footer.
    pub fn extent(&self) -> Option<Form> {
        let footer = self.footer.as_ref().map_or(0, |footer| footer.size);
        let own = i128::from(self.size) + i128::from(footer);
        Form::constant(own).plus(1, self.body.as_ref().unwrap_or(&Form::default()))
    }
}

/// The last bytes of a node with a body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Footer {
    /// Bytes.
    pub size: u64,
    /// Its type.
    pub ty: TypeId,
    /// The parts the rule speaks of, as in an object; offsets are from where the footer begins.
    pub cells: Vec<Cell>,
}

/// A part of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// Bytes from the start of the object.
    pub offset: i64,
    /// Bytes.
    pub size: u8,
    /// What it holds.
    pub value: Term,
    /// Its type.
    pub ty: TypeId,
}

/// A call of a checker.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// Which.
    pub definition: DefinitionId,
    /// Its first argument.
    pub root: Term,
    /// The others.
    pub args: Vec<Term>,
}

/// A number that is read from memory somebody else owns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Read {
    /// Where.
    pub at: Term,
    /// Bytes.
    pub size: u8,
    /// What is found.
    pub value: Name,
    /// Its type.
    pub ty: TypeId,
}

/// A sum of names with factors, and a constant.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Form {
    /// By name; no factor is zero.
    pub terms: Vec<(Name, i64)>,
    /// The constant.
    pub constant: i128,
}

/// What a rule asks of values.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Atom {
    /// It is zero.
    Zero(Form),
    /// It is not zero.
    NonZero(Form),
    /// It is zero or more.
    AtLeastZero(Form),
}

/// A clause of a contract, or an asserted condition: one of the rules holds of memory and parameters.
#[derive(Clone, Debug)]
pub struct Clause {
    /// Its predicate.
    pub function: FunctionId,
    /// The ways it can hold; names are [`Name::Param`] and [`Name::Local`].
    pub rules: Vec<Rule>,
}

/// The value of an expression when a function is entered, of which its ensures speak.
#[derive(Clone, Debug)]
pub struct Old {
    /// The function that gives it.
    pub function: FunctionId,
    /// In each case, what is read there and then (nothing is owned), and the value.
    pub ways: Vec<(Rule, Form)>,
}

/// Why a predicate cannot be a checker, or is a questionable one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// `R1` to `R9` refuse, `W1` to `W7` warn (dossier §1.3).
    pub code: &'static str,
    /// The checker or clause that is wrong.
    pub function: FunctionId,
    /// The place.
    pub span: Span,
    /// The reason, in a C programmer's words.
    pub message: String,
}

impl Problem {
    /// Whether the checker can be used all the same.
    pub fn is_warning(&self) -> bool {
        self.code.starts_with('W')
    }
}

/// The checkers of a program and the clauses of its contracts.
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    /// The checkers; [`DefinitionId`] is the place here.
    pub list: Vec<Definition>,
    /// The clauses of contracts.
    pub clauses: Vec<Clause>,
    /// The values on entry that contracts speak of.
    pub old: Vec<Old>,
    /// The clauses, and the predicates of assertions, that cannot be understood, each with the reason.
    pub unreadable: Vec<(FunctionId, Problem)>,
    /// What is wrong.
    pub problems: Vec<Problem>,
    /// What follows from each definition, in the order of `list`.
    pub facts: Vec<Facts>,
    /// Which definition calls which.
    pub reach: Reach,
    /// What the strings of the command line are, if the program is given one.
    pub(crate) arguments: Option<DefinitionId>,
}

impl Definitions {
    /// Whether these checkers have the same rules as others.
    pub(crate) fn say_the_same(&self, other: &Self) -> bool {
        let rules = |of: &Self| of.list.iter().map(|definition| definition.rules.clone()).collect::<Vec<_>>();
        rules(self) == rules(other)
    }
}

impl std::ops::Index<DefinitionId> for Definitions {
    type Output = Definition;

    fn index(&self, id: DefinitionId) -> &Definition {
        &self.list[id.0 as usize]
    }
}
