//! What can be said of a function: the vocabulary of the table.

/// Where a function is described.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Dialect {
    /// The C standard (C11 with its corrections; what C23 adds is marked by its header's version alone).
    C,
    /// POSIX.1-2017.
    Posix,
    /// The manuals of glibc, of the BSDs or of Linux.
    Extension,
    /// What glibc's headers turn calls of other functions into.
    Glibc,
    /// What compilers know without a declaration.
    Compiler,
    /// Competitions of verifiers, and this project's own header and models.
    Verifier,
}

/// A function of a library.
#[derive(Clone, Debug)]
pub struct Function {
    /// The name in the prototype.
    pub name: String,
    /// Other names of a function with the same prototype and the same meaning.
    pub aliases: Vec<&'static str>,
    /// The header that declares it, as in `string.h`; empty if no header does.
    pub header: &'static str,
    /// Where it is described.
    pub dialect: Dialect,
    /// The declaration, without a semicolon.
    pub prototype: String,
    /// The type of the result as the prototype has it.
    pub returns: String,
    /// The named parameters.
    pub params: Vec<Param>,
    /// Whether more arguments may follow.
    pub variadic: bool,
    /// What formats its other arguments.
    pub format: Option<Formatted>,
    /// What the result is.
    pub result: Value,
    /// Which results mean that it did what it is for; `None` if that cannot be told by the result, or if it always does.
    pub success: Option<Success>,
    /// Whether and how it comes back.
    pub control: Control,
    /// What it has to do with what is outside of the program's memory.
    pub world: World,
    /// Whether its description says that it sets `errno`.
    pub sets_errno: bool,
    /// Pairs of parameters: what the first is written through must not overlap what the other leads to.
    pub apart: Vec<(usize, usize)>,
}

/// A parameter.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools)]
pub struct Param {
    /// The name in the prototype.
    pub name: String,
    /// The type as the prototype has it.
    pub ty: String,
    /// Whether it is a pointer, or an array or function that is passed as one.
    pub is_pointer: bool,
    /// What becomes of what it points to. `None` for numbers, and for pointers of which only the value is of interest.
    pub access: Option<Access>,
    /// Whether it may be null. Where it is not, a null pointer is undefined even if nothing is accessed (C11 7.1.4).
    pub may_be_null: bool,
    /// Whether the library may hold on to the pointer after the call, until it is told otherwise.
    pub is_kept: bool,
    /// What it does to the heap block or the handle it is given.
    pub heap: Heap,
    /// When it is called, if it is a function.
    pub callback: Option<Callback>,
    /// The values it may have, if it is a number. Others are undefined.
    pub range: Range,
    /// Whether nothing is done with it: it points to nothing that is looked at.
    pub is_ignored: bool,
}

/// What becomes of the memory that an argument points to. What is not accessed stays as it is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Access {
    /// So much is read: it must be there and have values.
    pub reads: Option<Extent>,
    /// So much may be written: it must be there.
    pub writes: Option<Written>,
    /// Whether memory is read or changed to which a pointer leads that is stored there: text, and nothing else of it.
    pub writes_behind: bool,
    /// Whether it is a handle of the library's, whose memory is the library's own affair. A function that changes what is behind one changes the world, or is
    /// said to write there.
    pub is_handle: bool,
}

/// What is written through an argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// How much at most.
    pub extent: Extent,
    /// When all of that is surely written.
    pub surely: When,
    /// Which pointers are among what is written; none if it is text and numbers only.
    pub stores: Option<Pointer>,
}

/// When something is the case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// Perhaps never.
    Perhaps,
    /// If the result says that the call succeeded.
    OnSuccess,
    /// Whenever the call returns.
    Always,
}

/// How much of what an argument points to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent<I = usize> {
    /// One object of the type it points to.
    Object,
    /// As many objects of the type it points to.
    Objects(u64),
    /// As many objects of the type it points to as a parameter says. A parameter of type `void *` points to bytes.
    Counted(I),
    /// The same, but no more than up to what is looked for.
    Searched(I),
    /// As many bytes as the product of two parameters.
    Product(I, I),
    /// Characters up to a zero, which is included.
    String,
    /// The same, or as many characters as a parameter says if there is no zero among them.
    StringWithin(I),
    /// A string that is there is overwritten from its end with the one at a parameter, as much of it as the second parameter says, and an end.
    AppendedTo(I, Option<I>),
    /// As many characters as the string at a parameter has, with its end.
    CopyOf(I),
    /// The product of an element size, at a parameter, and a count that the library has been told elsewhere, or bytes that it reads by other rules.
    Unknown,
    /// Pointers to strings up to a null pointer, with the strings.
    Strings,
    /// What a format says.
    Formatted,
    /// The same, but as many characters as a parameter says at most, with the end.
    FormattedWithin(I),
}

/// What a function does to a heap block, or to a handle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Heap {
    /// Nothing.
    Leaves,
    /// It is a block of the heap, or null, and it is gone.
    Frees,
    /// It is a block of the heap, or null, and it is gone if the call succeeds; the contents are in the result.
    Reallocates,
    /// The block that it points to a pointer of may be gone and another there.
    ReplacesPointee,
    /// It is a handle, which is no longer one.
    Closes,
}

/// Whether and how a function comes back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Control {
    /// Once, sooner or later; or never, as C promises no more.
    Returns,
    /// Never: the program ends, after those of its functions that were registered for that, or for the signal by which it ends.
    Exits,
    /// Never: the program ends at once.
    Ends,
    /// Never: control goes to somewhere else in the program.
    Jumps,
    /// Never: its thread ends.
    EndsThread,
    /// Perhaps more than once.
    Twice,
    /// Only if it fails: another program takes its place.
    Replaces,
}

/// What a function has to do with what is outside of the memory that it is given: the locale, the environment, files, the time, the state of the library.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum World {
    /// Nothing. The same arguments with the same memory behind them have the same effect.
    Apart,
    /// It depends on it, and changes nothing of it that a program could notice.
    Asks,
    /// It may change it, and what the library was given to keep.
    Changes,
}

/// Which results mean success.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Success {
    /// Zero.
    Zero,
    /// Any but zero, and any but a null pointer.
    Nonzero,
    /// Zero or more.
    NonNegative,
    /// Anything but -1, which may be `EOF` or `(size_t)-1`.
    NotMinusOne,
}

/// What a result is, or what is left where an argument points to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// There is none.
    Nothing,
    /// A number.
    Number(Range),
    /// A pointer.
    Pointer(Pointer),
    /// A struct, all of whose members are numbers.
    Numbers,
    /// Nothing is known of it.
    Unknown,
}

/// A range of numbers; without bounds all those of the type.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Range {
    /// The least.
    pub least: Option<i128>,
    /// The greatest.
    pub most: Option<i128>,
}

/// A pointer: one of these, or null.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pointer<I = usize> {
    /// Where it may lead: to any of these.
    pub from: Vec<Origin<I>>,
    /// Whether it may be null.
    pub may_be_null: bool,
}

/// Where a pointer leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin<I = usize> {
    /// It is the argument.
    Same(I),
    /// Into the object that the argument points into, or to its end.
    Into(I),
    /// Into the object to which the pointer leads that the argument points to, as it was before the call.
    IntoPointee(I),
    /// Into what an earlier call of the library was given and kept.
    Kept,
    /// A block of the heap that nobody else knows, and that `free` takes.
    Fresh(Size<I>),
    /// A new block of the frame of the caller.
    Frame(I),
    /// Storage of the library's or the system's, which later calls may overwrite.
    Storage,
    /// A handle that nobody else knows: something else than `free` takes it.
    Handle,
    /// Memory that the system gives, which no other pointer leads to.
    Mapping,
    /// Nowhere, though it is not null: `(void *)-1`.
    Nowhere,
    /// Anywhere.
    Unknown,
}

/// How large a new block is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size<I = usize> {
    /// As many bytes as a parameter says, which have no values.
    Bytes(I),
    /// The product of two parameters; the bytes have no values.
    Product(I, I),
    /// The product of two parameters; the bytes are zero.
    Zeros(I, I),
    /// The string at a parameter, with its end. Characters are those of the parameter.
    CopyOf(I),
    /// At most as many of its characters as the second parameter says, and an end.
    CopyWithin(I, I),
    /// A string, with its end, that is as long as it need be.
    String,
    /// At least the bytes that the result speaks of.
    Unknown,
}

/// What a function that is given as an argument is called with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Callback {
    /// When it is called.
    pub called: Called,
    /// What it is given, argument by argument. Empty if it is given nothing, or if nothing is known of it.
    pub given: Vec<Given>,
}

/// When a function is called that the library was given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Called {
    /// Any number of times, before the call returns.
    Meanwhile,
    /// At the end of the program, or of the thread.
    AtExit,
    /// Once, if this was not done before.
    Once,
    /// At any time, between any two statements.
    AnyTime,
}

/// What it is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Given<I = usize> {
    /// The argument of the call.
    Argument(I),
    /// A pointer to one of the elements that an argument points to.
    ElementOf(I),
    /// A number, or what points to storage of the library's.
    Own,
}

/// Formatting: which argument is the format, and where its arguments are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Formatted {
    /// Which language the format is in.
    pub family: FormatOf,
    /// The parameter that is the format.
    pub format: usize,
    /// The parameter that is a `va_list` with its arguments; without one, they follow the named arguments.
    pub list: Option<usize>,
    /// Whether the format is a wide string.
    pub is_wide: bool,
}

/// The two languages of formats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FormatOf {
    /// What `printf` writes.
    Printf,
    /// What `scanf` reads.
    Scanf,
}

impl Function {
    /// Whether a call never comes back to where it was made.
    pub fn never_returns(&self) -> bool {
        matches!(self.control, Control::Exits | Control::Ends | Control::Jumps | Control::EndsThread)
    }

    /// Whether a call ends the program.
    pub fn ends_program(&self) -> bool {
        matches!(self.control, Control::Exits | Control::Ends)
    }

    /// Whether a call changes no memory of the program and nothing outside (`errno` aside), keeps nothing and calls nothing.
    pub fn only_reads(&self) -> bool {
        let harmless = |param: &Param| {
            !param.is_kept
                && param.heap == Heap::Leaves
                && param.callback.is_none()
                && param.access.as_ref().is_none_or(|access| access.writes.is_none() && !access.writes_behind)
        };
        self.control == Control::Returns
            && self.world != World::Changes
            && self.format.is_none()
            && !self.allocates()
            && self.params.iter().all(harmless)
    }

    /// Whether no program may give this name to a function of its own (C11 7.1.3). Others are meant only where a header of the system says so.
    pub fn is_reserved(&self) -> bool {
        self.dialect == Dialect::C || self.name.starts_with('_')
    }

    /// Whether a call leaves alone what its argument of this number points to, for ever: neither it nor what it gives, stores, keeps or calls can
    /// change that. The arguments of a format are not among those of which this is known.
    pub fn leaves_alone(&self, argument: usize) -> bool {
        let Some(param) = self.params.get(argument) else { return false };
        let leads = |pointer: &Pointer| {
            pointer.from.iter().any(|origin| match origin {
                Origin::Same(at) | Origin::Into(at) | Origin::IntoPointee(at) => *at == argument,
                Origin::Unknown => true,
                _ => false,
            })
        };
        let calls = |param: &Param| {
            let given = param.callback.iter().flat_map(|callback| &callback.given);
            given
                .into_iter()
                .any(|given| matches!(given, Given::Argument(at) | Given::ElementOf(at) if *at == argument))
        };
        let gives = matches!(&self.result, Value::Pointer(pointer) if leads(pointer));
        let reached = |param: &Param| param.stores().is_some_and(leads) || calls(param);
        param.is_only_read() && !gives && !self.params.iter().any(reached)
    }

    /// Whether the result depends on nothing but the arguments themselves, and a call has no effect (`errno` aside).
    pub fn is_pure(&self) -> bool {
        let reads = |param: &Param| param.access.as_ref().is_some_and(|access| access.reads.is_some());
        self.only_reads() && self.world == World::Apart && !self.params.iter().any(reads)
    }

    /// Whether the result, or what it leaves where an argument points to, may be a new block of the heap.
    pub fn allocates(&self) -> bool {
        let is_fresh =
            |pointer: &Pointer| pointer.from.iter().any(|origin| matches!(origin, Origin::Fresh(_)));
        let stores = |param: &Param| param.stores().is_some_and(is_fresh);
        let result = matches!(&self.result, Value::Pointer(pointer) if is_fresh(pointer));
        result || self.params.iter().any(stores)
    }

    /// The parameter of a name.
    pub fn param(&self, name: &str) -> Option<usize> {
        self.params.iter().position(|param| param.name == name)
    }
}

impl Param {
    /// Whether the call leaves the memory behind the argument as it is, and does not hold on to it.
    pub fn is_only_read(&self) -> bool {
        let written = self
            .access
            .as_ref()
            .is_some_and(|access| access.writes.is_some() || access.writes_behind || access.is_handle);
        !written && !self.is_kept && self.heap == Heap::Leaves && self.callback.is_none()
    }

    /// The pointers that are left where it points to.
    pub fn stores(&self) -> Option<&Pointer> {
        self.access.as_ref()?.writes.as_ref()?.stores.as_ref()
    }
}

impl Range {
    /// All numbers of a type.
    pub const ALL: Self = Self { least: None, most: None };

    /// Whether a number is in it.
    pub fn contains(self, number: i128) -> bool {
        self.least.is_none_or(|least| least <= number) && self.most.is_none_or(|most| number <= most)
    }
}
