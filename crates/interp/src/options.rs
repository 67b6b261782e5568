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
    /// These, then zeros.
    List(Vec<i128>),
    /// These, then pseudo-random values.
    Started {
        /// The first ones.
        list: Vec<i128>,
        /// What the others are drawn from.
        seed: u64,
    },
}

/// Which blocks count as leaked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeakMode {
    /// Those that nothing leads to any more.
    Lost,
    /// Those too that are still allocated when the program ends.
    Exit,
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
    /// Whether the entry function's variables still count as references after it has returned, as
    /// some verification competitions have it.
    pub keep_entry_frame: bool,
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
            keep_entry_frame: false,
            max_steps: u64::MAX,
            max_time: None,
            max_memory: 4 << 30,
            max_call_depth: 200_000,
            args: Vec::new(),
            checkers: Arc::default(),
        }
    }
}
