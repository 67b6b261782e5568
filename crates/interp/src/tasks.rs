//! Work of the C library that calls functions of the program: starting it, ending it, sorting.
//!
//! A task says which function to call next; when that returns, the task is asked again. So nothing
//! here recurses, however deep the program does.

use ir::{FunctionId, Id};
use model::Value;

use crate::calls::Passed;
use crate::contract::{Evaluation, Promise};
use crate::library::segment::Segment;
use crate::library::sort::{Search, Sort};
use crate::machine::Interpreter;
use crate::stop::{Exec, Stop};

/// A library function that is waiting for a function of the program.
#[derive(Debug)]
pub(crate) enum Task {
    /// Runs the constructors, then the entry function.
    Start {
        next: usize,
        args: Vec<Passed>,
    },
    /// Runs the functions given to `atexit`, then the destructors.
    End {
        status: i32,
        next: usize,
    },
    Sort(Box<Sort>),
    Search(Box<Search>),
    /// Evaluates a part of a structure.
    Segment(Box<Segment>),
    /// Evaluates the clauses of a contract.
    Contract(Box<Evaluation>),
}

/// What a task wants.
pub(crate) enum Next {
    /// A call of this function.
    Call(FunctionId, Vec<Passed>),
    /// To be done, with this result of the library call of the innermost frame.
    Done(Value),
    /// To be done, and this function called.
    Enter { function: FunctionId, args: Vec<Passed>, to_task: bool, promise: Option<Box<Promise>> },
    /// To be done, and the innermost call to return this.
    Return(Passed),
    /// To be done.
    Proceed,
}

impl Interpreter<'_> {
    /// Begins a task.
    pub(crate) fn begin(&mut self, task: Task) -> Exec<()> {
        self.tasks.push(task);
        self.resume(None)
    }

    /// Gives the innermost task the result it was waiting for.
    pub(crate) fn resume(&mut self, mut result: Option<Passed>) -> Exec<()> {
        while let Some(mut task) = self.tasks.pop() {
            let next = match &mut task {
                Task::Start { next, args } => {
                    if *next > self.program.constructors.len() {
                        let status = self.entry_returned(result.take());
                        self.tasks.push(Task::End { status, next: 0 });
                        result = None;
                        continue;
                    }
                    let constructor = self.program.constructors.get(*next).copied();
                    *next += 1;
                    match constructor {
                        Some(function) => Next::Call(function, Vec::new()),
                        None => Next::Call(self.options.entry, std::mem::take(args)),
                    }
                }
                Task::End { status, next } => {
                    if let Some(function) = self.library.at_exit.pop() {
                        Next::Call(function, Vec::new())
                    } else if let Some(function) = self.program.destructors.get(*next).copied() {
                        *next += 1;
                        Next::Call(function, Vec::new())
                    } else {
                        return Err(Box::new(Stop::Exit(*status)));
                    }
                }
                Task::Sort(sort) => sort.next(self, result.take().map(Passed::value))?,
                Task::Search(search) => search.next(self, result.take().map(Passed::value))?,
                Task::Segment(segment) => segment.next(self, result.take().map(Passed::value)),
                Task::Contract(evaluation) => evaluation.next(self, result.take())?,
            };
            match next {
                Next::Done(value) => {
                    // The library call of the innermost frame is complete.
                    return self.finish_call(Passed::Value(value, crate::calls::WORD));
                }
                Next::Enter { function, args, to_task, promise } => {
                    let Some(code) = self.code(function)? else {
                        return Err(Stop::unsupported("a contract of a function without a body"));
                    };
                    self.enter(&code, args, to_task)?;
                    if let Some(call) = self.calls.last_mut() {
                        call.promise = promise;
                    }
                    return Ok(());
                }
                Next::Return(passed) => return self.return_passed(passed),
                Next::Proceed => return Ok(()),
                Next::Call(function, args) => {
                    self.tasks.push(task);
                    let Some(code) = self.code(function)? else {
                        // A callback that is itself a library function.
                        match crate::library::call(self, function, args)? {
                            // Whoever calls back looks at the sign of a comparison.
                            crate::library::Outcome::Value(value) => {
                                result = Some(Passed::Value(value, crate::calls::WORD));
                            }
                            crate::library::Outcome::Pending => {
                                return Err(Stop::unsupported(
                                    "a library function that calls back, as a callback",
                                ));
                            }
                            _ => result = Some(Passed::Value(Value::UNDEFINED, crate::calls::WORD)),
                        }
                        continue;
                    };
                    return self.start_call(&code, args, true);
                }
            }
        }
        Err(Box::new(Stop::Exit(0)))
    }

    /// The entry function has returned: its status. Who ran it has the result.
    fn entry_returned(&mut self, result: Option<Passed>) -> i32 {
        let entry = &self.program.functions[self.options.entry];
        if let Some(result) =
            result.as_ref().filter(|_| self.ownership.site.is_some() && entry.contract.is_none())
        {
            let words = self.words_of(result);
            self.memory.in_flight.extend(words);
        }
        let number = self.program.types.integer(entry.signature.ret).is_some()
            && !self.program.types.is_pointer(entry.signature.ret);
        let status = result.map(Passed::value).filter(|value| value.is_defined() && number);
        status.map_or(0, |value| value.bits as i32)
    }

    /// Whether the outermost call is that of the entry function.
    pub(crate) fn starts_entry(&self) -> bool {
        let constructors = self.program.constructors.len();
        matches!(self.tasks.last(), Some(Task::Start { next, .. }) if *next > constructors)
    }

    /// The status of `exit`.
    pub(crate) fn end(&mut self, status: i32) -> Exec<()> {
        self.begin(Task::End { status, next: 0 })
    }

    /// The name of a function.
    pub(crate) fn function_name(&self, function: FunctionId) -> &str {
        debug_assert!(function.index() < self.program.functions.len());
        &self.program.functions[function].name
    }
}
