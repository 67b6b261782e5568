//! What a run is told.

use std::sync::Arc;
use std::time::Duration;

use ir::FunctionId;

use crate::claims::Checkers;

/// Where the program's nondeterminism comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Inputs {
    /// Pseudo-random values, small ones and limits often.
    Seed(u64),
    /// These, then zeros; what is read byte by byte has ended then.
    List(Vec<i128>),
    /// These, then pseudo-random values.
    Started {
        /// The first ones.
        list: Vec<i128>,
        /// What the others are drawn from.
        seed: u64,
    },
    /// These, then the same few again and again, while all allocations succeed.
    Repeated {
        /// The first ones.
        list: Vec<i128>,
        /// What comes after them; zeros if there is nothing.
        then: Vec<i128>,
    },
    /// A text for what is read byte by byte, then its end, the same for each file, while all allocations succeed.
    Typed {
        /// The text.
        text: Vec<u8>,
        /// The answers to everything else, again and again; zeros if there are none.
        others: Vec<i128>,
    },
}

/// Which blocks count as leaked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeakMode {
    /// Those that nothing leads to any more.
    Lost,
    /// Those too that are still allocated when the program ends.
    Exit,
    /// Those too that are still allocated when it is ended by `abort` or a failed assertion.
    End,
}

/// What a value is that was never written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Uninitialized {
    /// Its use is an error.
    Error,
    /// An input, drawn when it is first looked at; from then on it stays what it is.
    Input,
}

/// What a failed assertion is, or a call of `reach_error` and the like.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failures {
    /// An error.
    Errors,
    /// The end of the program, as `abort` is.
    Ends,
    /// A call of this function is an error; everything else ends the program.
    Calls(Arc<str>),
}

/// A limit on a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// Statements.
    Steps,
    /// Wall time.
    Time,
    /// Memory.
    Memory,
    /// Nested calls.
    Calls,
}

/// What a run is told.
#[derive(Clone, Debug)]
pub struct Options {
    /// The function to run.
    pub entry: FunctionId,
    /// Where nondeterminism comes from.
    pub inputs: Inputs,
    /// Whether `malloc` may return null; the inputs then decide, 0 meaning that it does.
    pub malloc_may_fail: bool,
    /// Which blocks count as leaked.
    pub leak: LeakMode,
    /// What a value is that was never written.
    pub uninitialized: Uninitialized,
    /// What a failed assertion is.
    pub failures: Failures,
    /// Whether an array within an object has bounds of its own.
    pub inner_bounds: bool,
    /// Whether to stop at whatever the language or the machine leaves open, so that a run that comes to its end stands
    /// for all runs with the same outcomes of allocations and the same truth values as inputs.
    pub determined: bool,
    /// Most statements to run.
    pub max_steps: u64,
    /// Longest time to run.
    pub max_time: Option<Duration>,
    /// Most bytes of our memory that the program's may take.
    pub max_memory: u64,
    /// Most calls that may be active.
    pub max_call_depth: u32,
    /// The arguments of `main` after the program's name.
    pub args: Vec<Vec<u8>>,
    /// The predicates that claim what they read when a contract or assertion is evaluated.
    pub checkers: Arc<Checkers>,
}

impl Options {
    /// Runs this function with inputs that are all zero and generous limits.
    pub fn new(entry: FunctionId) -> Self {
        Self {
            entry,
            inputs: Inputs::List(Vec::new()),
            malloc_may_fail: false,
            leak: LeakMode::Lost,
            uninitialized: Uninitialized::Error,
            failures: Failures::Errors,
            inner_bounds: true,
            determined: false,
            max_steps: u64::MAX,
            max_time: None,
            max_memory: 4 << 30,
            max_call_depth: 200_000,
            args: Vec::new(),
            checkers: Arc::default(),
        }
    }
}
