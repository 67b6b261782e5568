//! Programs as trees: a small C, large enough for lists, trees and what is done to them.
//!
//! Everything is referred to by name, so that a tree can be cut, joined and changed without
//! renumbering anything. A tree need not be a valid program: [`check`](crate::check) says whether it
//! is, and whatever changes trees asks it.

/// A C program.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Program {
    /// The struct declarations.
    pub records: Vec<Record>,
    /// Variables with static storage.
    pub globals: Vec<Variable>,
    /// Functions, each before its first use by another; the last is `main`.
    pub functions: Vec<Function>,
}

/// A struct declaration.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Record {
    /// The tag.
    pub name: String,
    /// Names and types, in order.
    pub fields: Vec<(String, Type)>,
}

/// A type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// `int`.
    Int,
    /// `bool`, what a checker returns.
    Bool,
    /// `struct tag`.
    Struct(String),
    /// `T *`.
    Pointer(Box<Type>),
}

/// A variable or parameter.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Variable {
    /// Its name, unlike that of any other variable it is visible together with.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// What it starts with; parameters have none.
    pub init: Option<Expr>,
}

/// A function definition.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its result; `None` stands for `void`.
    pub result: Option<Type>,
    /// Its parameters.
    pub params: Vec<Variable>,
    /// Its body.
    pub body: Block,
}

/// Statements in braces.
pub type Block = Vec<Stmt>;

/// A statement.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Stmt {
    /// A declaration, in force until the block ends.
    Declare(Variable),
    /// `place = value;`
    Assign(Expr, Expr),
    /// `place += amount;`, printed as `place++;` where that is it.
    Add(Expr, Expr),
    /// `free(pointer);`
    Free(Expr),
    /// A call whose result, if any, is dropped.
    Call(Expr),
    /// `if`, with an `else` unless that is empty.
    If(Expr, Block, Block),
    /// `while` or `for`.
    Loop(Box<Loop>),
    /// `do … while (condition);`
    DoWhile(Block, Expr),
    /// Statements in braces.
    Block(Block),
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `goto label;`
    Goto(String),
    /// `label:;`
    Label(String),
    /// `return;` or `return value;`
    Return(Option<Expr>),
    /// `assert(condition);`
    Assert(Expr),
    /// `abort();`
    Abort,
    /// `sw_requires(condition);`, before anything else in a body.
    Requires(Expr),
    /// `sw_ensures(condition);`, there too.
    Ensures(Expr),
}

/// `for (init; guard; step) body`; without `init` and `step` it is a `while`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Loop {
    /// A declaration or assignment.
    pub init: Option<Stmt>,
    /// Goes on while this holds.
    pub guard: Expr,
    /// An assignment or addition.
    pub step: Option<Stmt>,
    /// What is repeated.
    pub body: Block,
}

/// An expression.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Expr {
    /// `NULL`.
    Null,
    /// `{ 0 }`, of a struct that is declared.
    Zero,
    /// An integer.
    Int(i32),
    /// A variable.
    Var(String),
    /// `sw_result`, in what a function ensures.
    Result,
    /// `pointer->field`.
    Arrow(Box<Expr>, String),
    /// `place.field`.
    Dot(Box<Expr>, String),
    /// `*pointer`.
    Deref(Box<Expr>),
    /// `&place`.
    Address(Box<Expr>),
    /// `malloc(sizeof(struct tag))`, or `calloc` if the memory is zeroed.
    Alloc {
        /// The tag.
        record: String,
        /// Whether by `calloc`.
        zeroed: bool,
    },
    /// An input: any `int`, or one whose size is below a limit.
    Nondet(Option<u8>),
    /// A call of a function of the program.
    Call(String, Vec<Expr>),
    /// `!e`.
    Not(Box<Expr>),
    /// Two operands.
    Binary(Op, Box<Expr>, Box<Expr>),
}

/// A binary operator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `+`
    Add,
    /// `-`
    Sub,
}

impl Program {
    /// How many statements there are, those inside others and declarations included.
    pub fn statements(&self) -> usize {
        self.functions.iter().map(|function| count(&function.body)).sum()
    }
}

/// How many statements there are in a block and below.
fn count(block: &[Stmt]) -> usize {
    block
        .iter()
        .map(|stmt| {
            1 + match stmt {
                Stmt::If(_, then, other) => count(then) + count(other),
                Stmt::Loop(all) => {
                    usize::from(all.init.is_some()) + usize::from(all.step.is_some()) + count(&all.body)
                }
                Stmt::DoWhile(body, _) | Stmt::Block(body) => count(body),
                _ => 0,
            }
        })
        .sum()
}
