//! A whole program: types, global objects, functions.

use std::path::Path;
use std::sync::Arc;

use crate::{
    Code, Contract, FunctionId, GlobalId, IndexVec, Keys, LabelId, Role, Signature, Sources, Span, Target,
    TypeId, Types,
};

/// Everything that was read and linked.
#[derive(Clone, Debug)]
pub struct Program {
    /// The machine it was laid out for.
    pub target: Target,
    /// What spans refer to.
    pub sources: Sources,
    /// All types.
    pub types: Types,
    /// Global variables, static locals and string literals, in program order.
    pub globals: IndexVec<GlobalId, Global>,
    /// Functions, defined or only declared, in program order.
    pub functions: IndexVec<FunctionId, Function>,
    /// Functions that run before `main` (`__attribute__((constructor))`), in order.
    pub constructors: Vec<FunctionId>,
    /// Functions that run after `main` returns or `exit` is called, in order.
    pub destructors: Vec<FunctionId>,
}

impl Program {
    /// The function with external linkage and this name, else the first static one.
    pub fn function_named(&self, name: &str) -> Option<FunctionId> {
        let matches = |f: &Function| &*f.name == name && f.role != Role::Ambiguous;
        let matching = || self.functions.enumerate().filter(|(_, f)| matches(f));
        matching()
            .find(|(_, f)| f.linkage == Linkage::External)
            .or_else(|| matching().next())
            .map(|(id, _)| id)
    }

    /// The functions with a body that the user wrote, in program order.
    pub fn defined(&self) -> impl DoubleEndedIterator<Item = (FunctionId, &Function)> {
        self.functions.enumerate().filter(|(_, f)| f.body.is_some() && f.role == Role::Ordinary)
    }

    /// The clauses of assertions: functions made up for conditions that the code asks, and not for a contract. Those that only make the calls
    /// of a condition have no result and are none.
    pub fn assertion_clauses(&self) -> Vec<FunctionId> {
        let made = |(id, function): (FunctionId, &Function)| {
            let Role::Clause { of } = function.role else { return None };
            let contract = self.functions[of].contract.as_ref();
            let of_contract =
                contract.is_some_and(|contract| contract.functions().any(|clause| clause == id));
            (!of_contract && function.signature.ret != Types::VOID).then_some(id)
        };
        self.functions.enumerate().filter_map(made).collect()
    }

    /// The function the user wrote that this one belongs to: itself, or for a clause the one whose
    /// contract it is.
    pub fn owner(&self, id: FunctionId) -> FunctionId {
        match self.functions[id].role {
            Role::Ordinary | Role::Model | Role::Ambiguous => id,
            Role::Clause { of } => of,
        }
    }

    /// The content keys of the functions, computed as they are asked for. Keep what this gives: it
    /// remembers them, and as long as it is there the program cannot change.
    pub fn keys(&self) -> Keys<'_> {
        Keys::new(self)
    }

    /// The functions with code that a user means by a name: the one with external linkage, else all of this name. `FILE:NAME` is
    /// that of a file whose path ends so.
    pub fn functions_meant(&self, name: &str) -> Vec<FunctionId> {
        let (file, name) = name.rsplit_once(':').map_or((None, name), |(file, name)| (Some(file), name));
        let is_in =
            |f: &Function| file.is_none_or(|end| Path::new(self.sources.path(f.span.file)).ends_with(end));
        let has_code = |f: &Function| f.body.is_some() && matches!(f.role, Role::Ordinary | Role::Model);
        let all = self.functions.enumerate().filter(|(_, f)| &*f.name == name && has_code(f) && is_in(f));
        let all: Vec<(FunctionId, &Function)> = all.collect();
        let external = all.iter().position(|(_, f)| f.linkage == Linkage::External);
        match external {
            Some(one) => vec![all[one].0],
            None => all.into_iter().map(|(id, _)| id).collect(),
        }
    }

    /// A name by which a user means this function and no other, if there is one: where the name alone will not do, with as much
    /// of its file's path as is needed.
    pub fn label(&self, id: FunctionId) -> String {
        let function = &self.functions[id];
        let path = self.sources.path(function.span.file);
        let ends = path.rmatch_indices('/').map(|(at, _)| &path[at + 1..]).chain([path]);
        let labels = ends.map(|end| format!("{end}:{}", function.name));
        let mut labels = [function.name.to_string()].into_iter().chain(labels).peekable();
        while let Some(label) = labels.next() {
            if labels.peek().is_none() || self.functions_meant(&label) == [id] {
                return label;
            }
        }
        function.name.to_string()
    }

    /// The function of this name that a place is in: of several, the one in the same file.
    pub fn function_at(&self, name: &str, place: Span) -> Option<FunctionId> {
        let is_here = |f: &Function| &*f.name == name && f.body.is_some() && f.span.file == place.file;
        let here = self.functions.enumerate().find(|(_, f)| is_here(f) && f.role != Role::Ambiguous);
        here.map(|(id, _)| id).or_else(|| self.function_named(name))
    }

    /// Where the programs begin whose units these are: every `main` with code.
    pub fn mains(&self) -> Vec<FunctionId> {
        self.functions_meant("main")
    }

    /// `main`, if the program defines it; of several, the first.
    pub fn main(&self) -> Option<FunctionId> {
        self.mains().first().copied()
    }
}

/// Who can name it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Linkage {
    /// Every translation unit.
    External,
    /// The translation unit with this main file only.
    Internal(Arc<str>),
}

/// An object that lives as long as the program.
#[derive(Clone, Debug)]
pub struct Global {
    /// Its name. A static local is `function.name`, a string literal `.strN`; both are unique.
    pub name: Arc<str>,
    /// Who can name it.
    pub linkage: Linkage,
    /// Its type.
    pub ty: TypeId,
    /// Bytes; may exceed the type's size through an initialized flexible array member.
    pub size: u64,
    /// Alignment of its address.
    pub align: u64,
    /// What is in it when the program starts; `None` if the definition is elsewhere and nothing is
    /// known about it.
    pub init: Option<Initializer>,
    /// Whether writing to it is an error: string literals and `const` objects.
    pub read_only: bool,
    /// What kind of object.
    pub kind: GlobalKind,
    /// Where it was declared.
    pub span: Span,
}

/// What kind of global object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GlobalKind {
    /// A variable at file scope.
    Variable,
    /// A `static` inside a function.
    StaticLocal,
    /// A string literal.
    String,
    /// A compound literal at file scope.
    Literal,
}

/// The first contents of a global object: zero but for `bytes` at their offsets and addresses.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Initializer {
    /// Runs of bytes, by increasing offset, not overlapping.
    pub bytes: Vec<(u64, Vec<u8>)>,
    /// Addresses, by increasing offset; their bytes are not in `bytes`.
    pub addresses: Vec<AddressAt>,
}

/// An address stored in an initializer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AddressAt {
    /// Where in the object.
    pub offset: u64,
    /// How many bytes it takes.
    pub size: u8,
    /// Of what.
    pub symbol: Symbol,
    /// How far into it.
    pub addend: i64,
}

/// Something that has an address before the program runs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Symbol {
    /// A global object.
    Global(GlobalId),
    /// A function.
    Function(FunctionId),
    /// A label, by GNU `&&label`.
    Label(FunctionId, LabelId),
}

/// A function, defined or declared.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: Arc<str>,
    /// Who can name it.
    pub linkage: Linkage,
    /// Its type.
    pub ty: TypeId,
    /// Its parameters and result, as `ty` says.
    pub signature: Signature,
    /// Whether it is declared never to return.
    pub noreturn: bool,
    /// Its code, absent if it is defined elsewhere.
    pub body: Code,
    /// What it asks and promises, if the user says.
    pub contract: Option<Contract>,
    /// Why it is there.
    pub role: Role,
    /// Where it was defined or first declared.
    pub span: Span,
    /// Where the definition ends: the closing brace.
    pub end: Span,
}

/// A hash that depends on what a function does and on nothing else; [`Program::keys`] has it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct ContentKey(pub [u8; 32]);

impl std::fmt::Debug for ContentKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().take(8).try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
