//! The machine: program, memory, active calls, and the ways to move it.

use std::rc::Rc;
use std::time::Instant;

use ir::{BlockId, FunctionId, Id, Program, Span};
use model::{Chunk, Finding, Located, Memory, Rule, Site, SiteId, Status, Step};
use rustc_hash::FxHashMap;

use crate::arena::Named;
use crate::claims::Session;
use crate::code::Code;
use crate::compile::compile;
use crate::contract::Promise;
use crate::endless::Watch;
use crate::execute::out_of_memory;
use crate::explain;
use crate::inputs::{Asked, InputStream};
use crate::library::Library;
use crate::library::segment::Cut;
use crate::options::{Budget, Options, Uninitialized};
use crate::ownership::Ownership;
use crate::placement::Placement;
use crate::recurrence::Watched;
use crate::startup;
use crate::stop::{Exec, Exit, Stop};
use crate::symbols::Symbols;
use crate::tasks::Task;
use crate::validate::validate;

/// How many statements run between looks at the clock.
const CLOCK_STEPS: u64 = 1 << 16;
/// How many statements are a unit of the budget.
const STEPS_PER_UNIT: u64 = 32;
/// How many bytes of work by one statement are.
const BYTES_PER_UNIT: usize = 4096;
/// Work on so many bytes takes long enough to look at the clock.
pub(crate) const CLOCK_BYTES: usize = 1 << 16;

/// A program in the middle of a run.
pub struct Interpreter<'p> {
    pub(crate) program: &'p Program,
    pub(crate) options: Options,
    pub(crate) memory: Memory,
    pub(crate) symbols: Symbols,
    codes: Vec<Option<Rc<Code<'p>>>>,
    sites: Vec<Vec<SiteId>>,
    /// Parallel to the frames of memory.
    pub(crate) calls: Vec<Activation<'p>>,
    /// Library functions that are waiting for a function of the program.
    pub(crate) tasks: Vec<Task>,
    /// The contracts and assertions being evaluated, innermost last.
    pub(crate) sessions: Vec<Session>,
    /// Why what an assertion asked does not hold, until it fails.
    pub(crate) unmet: Option<Step>,
    /// Whether the assertion that comes next fails since its predicate does not return.
    pub(crate) goes_round: bool,
    /// The predicate that an assertion calls, while it runs.
    pub(crate) watched: Option<Watched>,
    /// The globals that functions with contracts name.
    pub(crate) named: FxHashMap<FunctionId, Named>,
    /// The calls at which the segments being evaluated end, innermost last.
    pub(crate) cuts: Vec<Cut>,
    /// What the entry function was given.
    pub(crate) ownership: Ownership,
    /// For each function whether it may run in one of them.
    tracked: Vec<bool>,
    pub(crate) inputs: InputStream,
    /// What was asked about where objects are.
    pub(crate) placement: Placement,
    pub(crate) output: Vec<u8>,
    pub(crate) errors: Vec<u8>,
    pub(crate) library: Library,
    pub(crate) steps: u64,
    pub(crate) exit: Option<Exit>,
    pub(crate) findings: Vec<Finding>,
    /// Where the run ended.
    pub(crate) end: Span,
    /// What is looked for to notice that it does not.
    pub(crate) watch: Watch,
    deadline: Option<Instant>,
}

/// What an active call needs besides its frame in memory.
#[derive(Debug)]
pub(crate) struct Activation<'p> {
    pub code: Rc<Code<'p>>,
    /// The operation that runs next; of suspended calls, the call that is under way.
    pub pc: usize,
    /// Whether its result goes to a task instead of the calling frame.
    pub to_task: bool,
    /// The lowest address of its slots.
    pub stack_base: u64,
    /// What must hold when it returns, if it has a contract that says so.
    pub promise: Option<Box<Promise>>,
}

impl<'p> Interpreter<'p> {
    /// A run that is about to execute its first statement.
    pub fn new(program: &'p Program, options: &Options) -> Self {
        let mut memory = Memory::new(program.target, options.max_memory);
        let symbols = Symbols::new(program, &mut memory);
        let out_of_memory = symbols.is_err();
        let mut machine = Self {
            program,
            options: options.clone(),
            memory,
            symbols: symbols.unwrap_or_default(),
            codes: Vec::new(),
            sites: vec![Vec::new(); program.functions.len()],
            calls: Vec::new(),
            tasks: Vec::new(),
            sessions: Vec::new(),
            unmet: None,
            goes_round: false,
            watched: None,
            named: FxHashMap::default(),
            cuts: Vec::new(),
            ownership: Ownership::default(),
            tracked: options.checkers.reachable(program),
            inputs: InputStream::new(&options.inputs),
            placement: Placement::default(),
            output: Vec::new(),
            errors: Vec::new(),
            library: Library::default(),
            steps: 0,
            exit: None,
            findings: Vec::new(),
            end: Span::NONE,
            watch: Watch::default(),
            deadline: options.max_time.and_then(|time| Instant::now().checked_add(time)),
        };
        machine.codes.resize_with(program.functions.len(), || None);
        let started = if out_of_memory {
            Err(Box::new(Stop::Budget(Budget::Memory)))
        } else {
            startup::start(&mut machine)
        };
        if let Err(stop) = started {
            machine.stop(*stop);
        }
        machine.sync();
        machine
    }

    /// The memory before the next statement.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// How the run ended, once it has.
    pub fn exit(&self) -> Option<&Exit> {
        self.exit.as_ref()
    }

    /// The inputs consumed so far.
    pub fn inputs(&self) -> &[i128] {
        self.inputs.consumed()
    }

    /// For each of them what it was.
    pub fn asked(&self) -> &[Asked] {
        self.inputs.asked()
    }

    /// The statements executed so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// What was found so far; leaks are found by [`run`](crate::run) only.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// What was written to `stdout` so far.
    pub fn output(&self) -> &[u8] {
        &self.output
    }

    /// What was written to `stderr` so far.
    pub fn errors(&self) -> &[u8] {
        &self.errors
    }

    /// The statement that runs next; the number of statements of the block stands for its
    /// terminator. `None` once the run has ended. Between a call and the first statement of the
    /// function, and between its `return` and what comes after the call, it may stand in a clause of
    /// a contract, or in what that calls.
    pub fn location(&self) -> Option<(FunctionId, BlockId, usize)> {
        if self.exit.is_some() {
            return None;
        }
        let call = self.calls.last()?;
        let (block, stmt) = call.code.location(call.pc);
        Some((call.code.function, block, stmt))
    }

    /// Runs one statement. Whether there is another one.
    pub fn step(&mut self) -> bool {
        self.advance(1)
    }

    /// Runs up to so many statements. Whether there is another one.
    pub fn advance(&mut self, steps: u64) -> bool {
        let goal = self.steps.saturating_add(steps);
        while self.exit.is_none() && self.steps < goal {
            if self.steps >= self.options.max_steps {
                self.stop(Stop::Budget(Budget::Steps));
                break;
            }
            if self.memory.is_full() {
                self.stop(Stop::Budget(Budget::Memory));
                break;
            }
            if steps > 1 && self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                self.stop(Stop::Budget(Budget::Time));
                break;
            }
            let pause = goal.min(self.options.max_steps).min(self.steps.saturating_add(CLOCK_STEPS));
            let before = self.steps;
            let careful = self.options.determined || self.draws_unwritten();
            let executed = if careful { self.execute::<true>(pause) } else { self.execute::<false>(pause) };
            // Whoever wanted the run may have nothing left.
            budget::charge(1 + (self.steps - before) / STEPS_PER_UNIT);
            if let Err(stop) = executed
                && let Err(stop) = self.in_terms_of_assertion(stop)
            {
                self.stop(*stop);
            }
        }
        self.sync();
        self.exit.is_none()
    }

    /// Whether values that were never written are inputs.
    pub(crate) fn draws_unwritten(&self) -> bool {
        self.options.uninitialized == Uninitialized::Input
    }

    /// Runs on until no clause of a contract is being evaluated.
    pub(crate) fn settle(&mut self) {
        while self.in_clause() && self.step() {}
    }

    /// Whether there is time left for work that one statement does on so many bytes. Statements are
    /// otherwise taken to be short, and the clock is looked at once for many of them.
    pub(crate) fn allow(&self, bytes: usize) -> Exec<()> {
        budget::charge((bytes / BYTES_PER_UNIT) as u64);
        if bytes >= CLOCK_BYTES && self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Box::new(Stop::Budget(Budget::Time)));
        }
        Ok(())
    }

    /// The same for work on so many bytes of an object, of which a large one may hold few. What such work has written counts too.
    pub(crate) fn allow_at(&self, at: Located, bytes: usize) -> Exec<()> {
        if self.memory.is_full() {
            return Err(out_of_memory());
        }
        self.allow(self.memory.effort(at, bytes))
    }

    /// The same for work that copies so many bytes out of memory.
    pub(crate) fn allow_taking(&self, bytes: usize) -> Exec<()> {
        if !self.memory.has_room(bytes as u64) {
            return Err(out_of_memory());
        }
        self.allow(bytes)
    }

    /// A copy of so many bytes, if there is room for it.
    pub(crate) fn take(&self, at: Located, len: usize) -> Exec<Chunk> {
        self.allow_taking(len)?;
        Ok(self.memory.take(at, len))
    }

    /// Forgets the time limit: a repeated run is limited by its steps.
    pub(crate) fn without_deadline(mut self) -> Self {
        self.deadline = None;
        self
    }

    /// Writes where the innermost call is into its frame.
    pub(crate) fn sync(&mut self) {
        if let (Some(call), Some(frame)) = (self.calls.last(), self.memory.frames.last_mut()) {
            let (block, stmt) = call.code.at[call.pc];
            (frame.block, frame.stmt) = (BlockId(block), stmt);
        }
    }

    /// The code of a function that has a body.
    pub(crate) fn code(&mut self, function: FunctionId) -> Exec<Option<Rc<Code<'p>>>> {
        if let Some(Some(code)) = self.codes.get(function.index()) {
            return Ok(Some(code.clone()));
        }
        if self.codes.len() <= function.index() {
            return Err(Stop::unsupported("a call of a function that does not exist"));
        }
        if let Some(why) = validate(self.program, function) {
            let name = &self.program.functions[function].name;
            return Err(Stop::unsupported(format!("`{name}` is malformed: {why}")));
        }
        let tracked = self.tracked.get(function.index()) == Some(&true);
        let code = compile(self.program, &self.symbols, &mut self.memory, function, tracked, &self.options);
        let code = code.map(Rc::new);
        if let Some(code) = &code {
            self.sites[function.index()] = vec![SiteId::START; code.ops.len()];
        }
        self.codes[function.index()].clone_from(&code);
        Ok(code)
    }

    /// The number of the place where the innermost call is.
    pub(crate) fn site(&mut self) -> SiteId {
        let Some(call) = self.calls.last() else { return SiteId::START };
        let (function, pc) = (call.code.function, call.pc);
        let known = self.sites[function.index()][pc];
        if known != SiteId::START {
            return known;
        }
        let span = explain::span_at(&call.code, pc);
        let site = self.memory.add_site(Site { function: Some(function), span });
        self.sites[function.index()][pc] = site;
        site
    }

    /// What the user wrote where the innermost call is.
    pub(crate) fn span(&self) -> Span {
        self.calls.last().map_or(Span::NONE, |call| explain::span_at(&call.code, call.pc))
    }

    /// Ends the run.
    pub(crate) fn stop(&mut self, stop: Stop) {
        self.sync();
        if !self.calls.is_empty() {
            self.end = self.span();
        }
        let stop = self.in_terms_of_contract(stop);
        let exit = match stop {
            // To whom it is no error, the value was simply not there to be drawn.
            Stop::Error { rule: Rule::Uninitialized, message: why, .. } if self.options.determined => {
                Exit::Open { why, span: self.span() }
            }
            Stop::Error { rule: Rule::Uninitialized, message: why, .. } if self.draws_unwritten() => {
                Exit::Unsupported { why, span: self.span() }
            }
            Stop::Exit(status) => Exit::Exited(status),
            Stop::Abort(why) => {
                if !why.is_empty() {
                    self.errors.extend_from_slice(why.as_bytes());
                    self.errors.push(b'\n');
                }
                Exit::Aborted
            }
            Stop::Unsupported(why) => Exit::Unsupported { why, span: self.span() },
            Stop::Budget(budget) => Exit::Budget(budget),
            Stop::Assumed => Exit::AssumedAway,
            Stop::Open(why) => Exit::Open { why, span: self.span() },
            Stop::Endless => Exit::Endless,
            Stop::Rejected { clause, span } => Exit::Rejected { clause, span },
            Stop::Error { rule, message, mut steps } => {
                let function = self.calls.last().map(|call| call.code.function);
                steps.extend(self.call_steps());
                self.report(rule, function, self.span(), message, steps);
                Exit::Finding
            }
            Stop::Breach { function, span, message, steps } => {
                let mut trace = self.call_steps();
                trace.extend(steps);
                self.report(Rule::Contract, Some(function), span, message, trace);
                Exit::Finding
            }
        };
        self.exit = Some(exit);
    }

    /// Adds a finding whose trace ends where it is.
    fn report(
        &mut self,
        rule: Rule,
        function: Option<FunctionId>,
        span: Span,
        message: String,
        mut trace: Vec<Step>,
    ) {
        let function = match function {
            Some(function) => self.program.functions[self.program.owner(function)].name.clone(),
            None => "program start".into(),
        };
        trace.push(Step::new(span, message.clone()));
        let inputs = Some(self.inputs.consumed().to_vec());
        self.findings.push(Finding {
            rule,
            status: Status::Confirmed,
            function,
            span,
            message,
            inputs,
            replay: Vec::new(),
            trace,
        });
    }
}
