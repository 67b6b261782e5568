//! Contracts: what a function asks is evaluated when it is called, what it promises when it returns.
//!
//! The clauses are functions of the program and are called like others, by a task. Those that run on
//! entry run before the function has a frame: it is the caller who has to establish them. Those that
//! run at the end find its frame, at the `return`, but its objects are dead.

use std::collections::BTreeSet;
use std::rc::Rc;

use ir::{Clause, Contract, FunctionId, Role, Span};
use model::{Rule, Step, Value, Word};

use crate::calls::{Passed, WORD};
use crate::claims::TWICE;
use crate::code::Code;
use crate::explain::span_at;
use crate::machine::Interpreter;
use crate::sets::Sets;
use crate::stop::{Exec, Stop};
use crate::tasks::{Next, Task};

/// What a call with a contract remembers until it returns.
#[derive(Clone, Debug)]
pub(crate) struct Promise {
    /// The arguments it was given.
    args: Vec<Passed>,
    /// The values on entry that its ensures speak of.
    old: Vec<Passed>,
    /// What its requires said of sets.
    sets: Sets,
}

/// The clauses of a function, being evaluated one after the other.
#[derive(Debug)]
pub(crate) struct Evaluation {
    /// Whose contract it is.
    function: FunctionId,
    stage: Stage,
    /// How many clauses were called.
    next: usize,
    promise: Promise,
}

#[derive(Debug)]
enum Stage {
    /// The function is about to be called; its result may go to a task.
    Enter { to_task: bool },
    /// It returns this.
    Leave { result: Passed, roots: usize },
}

impl<'p> Interpreter<'p> {
    /// Calls a function, after its requires if it has any.
    pub(crate) fn start_call(&mut self, target: &Rc<Code<'p>>, args: Vec<Passed>, to_task: bool) -> Exec<()> {
        if !target.contract {
            return self.enter(target, args, to_task);
        }
        let contract = self.program.functions[target.function].contract.as_ref();
        let sets = Sets::with_ghosts(contract.map_or(0, |contract| contract.ghosts.len()));
        let promise = Promise { args, old: Vec::new(), sets };
        let stage = Stage::Enter { to_task };
        let evaluation = Evaluation { function: target.function, stage, next: 0, promise };
        self.begin(Task::Contract(Box::new(evaluation)))
    }

    /// Evaluates what the innermost call promised, if it did, before it returns. Whether there is
    /// anything to evaluate; if so, the result is returned once that is done.
    pub(crate) fn keeps_promise(&mut self, result: &Passed) -> Exec<bool> {
        let Some(call) = self.calls.last_mut() else { return Ok(false) };
        let Some(promise) = call.promise.take() else { return Ok(false) };
        let function = call.code.function;
        self.end_objects();
        // Until the caller has it, nothing else leads to what is returned.
        let roots = self.memory.in_flight.len();
        let words = self.words_of(result);
        self.memory.in_flight.extend(words);
        let stage = Stage::Leave { result: result.clone(), roots };
        self.begin(Task::Contract(Box::new(Evaluation { function, stage, next: 0, promise: *promise })))?;
        Ok(true)
    }

    /// Whether clauses are being evaluated: the program itself is at rest.
    pub(crate) fn in_clause(&self) -> bool {
        self.tasks.iter().any(|task| matches!(task, Task::Contract(_)))
    }

    /// Whether the innermost contract is that of the entry function, which was given what the inputs say.
    fn is_outermost(&self) -> bool {
        self.ownership.site.is_some() && self.calls.len() <= 1 && self.starts_entry()
    }

    /// What goes wrong while the contract of the entry function is evaluated, in terms of the contract: where a requires
    /// cannot be evaluated the function must not be called, and an ensures that cannot be does not hold.
    pub(crate) fn in_terms_of_contract(&self, stop: Stop) -> Stop {
        let (Some(Task::Start { .. }), Some(Task::Contract(evaluation))) =
            (self.tasks.first(), self.tasks.get(1))
        else {
            return stop;
        };
        let contract = self.program.functions[evaluation.function].contract.as_ref();
        let Some(clause) = contract.and_then(|contract| evaluation.clause(contract)) else { return stop };
        match (stop, &evaluation.stage) {
            (stop @ Stop::Error { rule: Rule::BadChecker, .. }, _) => stop,
            (Stop::Error { .. } | Stop::Breach { .. }, Stage::Enter { .. }) => *rejected(clause),
            (Stop::Error { message, mut steps, .. }, Stage::Leave { .. })
                if self.ownership.site.is_some() =>
            {
                steps.push(step(self.span(), &message));
                let (function, text) = (&self.program.functions[evaluation.function].name, &clause.text);
                let message =
                    format!("`{function}` returns but `{text}`, which it ensures, cannot be evaluated");
                Stop::Breach { function: evaluation.function, span: clause.span, message, steps }
            }
            (stop, _) => stop,
        }
    }

    /// The pointers in a value.
    pub(crate) fn words_of(&self, passed: &Passed) -> Vec<Word> {
        match passed {
            Passed::Value(value, _) => vec![value.low()],
            Passed::Object(chunk) => {
                chunk.fragments.iter().map(|(_, _, id)| self.memory.address_of(*id)).collect()
            }
        }
    }

    /// The function's name as its user knows it: a clause belongs to the function it is of.
    pub(crate) fn known_as(&self, function: FunctionId) -> String {
        let owner = &self.program.functions[self.program.owner(function)].name;
        match self.program.functions[function].role {
            Role::Ordinary | Role::Model | Role::Ambiguous => format!("`{owner}`"),
            Role::Clause { .. } => format!("the contract of `{owner}`"),
        }
    }
}

impl Evaluation {
    /// Takes the result of the clause that was called last and goes on to the next.
    pub(crate) fn next(&mut self, machine: &mut Interpreter<'_>, result: Option<Passed>) -> Exec<Next> {
        let program = machine.program;
        let Some(contract) = &program.functions[self.function].contract else { return Ok(Next::Proceed) };
        if let Some(result) = result {
            self.judge(machine, contract, result)?;
        }
        let n = self.next;
        if n == 0 {
            machine.begin_claims();
            if let Some(sets) = machine.sets() {
                *sets = std::mem::take(&mut self.promise.sets);
            }
        }
        if let Some(sets) = machine.sets() {
            sets.clause = n;
        }
        let clauses = match self.stage {
            Stage::Enter { .. } => contract.requires.len(),
            Stage::Leave { .. } => contract.ensures.len(),
        };
        if n == clauses
            && let Some(wrong) = machine.wrong_of_sets()?
        {
            // What the requires said of sets held when they were evaluated: it is the ensures that contradict it.
            self.next = (wrong + 1).min(clauses);
            if let Some(clause) = self.clause(contract) {
                return Err(self.breach(machine, clause));
            }
        }
        let outermost = machine.is_outermost();
        if n == contract.requires.len() && matches!(self.stage, Stage::Enter { .. }) {
            if outermost {
                let claimed = machine.claimed();
                machine.hand_over(&self.promise.args, &claimed);
            }
            machine.remember();
        }
        self.next += 1;
        let called = match &self.stage {
            Stage::Enter { .. } => {
                let requires = contract.requires.get(n).map(|clause| clause.predicate);
                requires.or_else(|| contract.old.get(n.wrapping_sub(contract.requires.len())).copied())
            }
            Stage::Leave { .. } => contract.ensures.get(n).map(|clause| clause.predicate),
        };
        if let Some(clause) = called {
            return Ok(Next::Call(clause, self.arguments(machine, clause)));
        }
        let claimed = if outermost { machine.claimed() } else { BTreeSet::new() };
        if let Some(sets) = machine.sets() {
            self.promise.sets = std::mem::take(sets);
        }
        machine.end_claims();
        match &mut self.stage {
            Stage::Enter { to_task } => {
                let promise =
                    (outermost || !contract.ensures.is_empty()).then(|| Box::new(self.promise.clone()));
                let args = std::mem::take(&mut self.promise.args);
                Ok(Next::Enter { function: self.function, args, to_task: *to_task, promise })
            }
            Stage::Leave { result, roots } => {
                machine.memory.in_flight.truncate(*roots);
                if outermost {
                    machine.give_back(result, &claimed)?;
                }
                let nothing = Passed::Value(Value::UNDEFINED, WORD);
                Ok(Next::Return(std::mem::replace(result, nothing)))
            }
        }
    }

    /// The arguments of a clause: those of the function as they were on entry; at the end also its
    /// result, if the contract speaks of it, and the old values.
    fn arguments(&self, machine: &Interpreter<'_>, clause: FunctionId) -> Vec<Passed> {
        let function = &machine.program.functions[self.function];
        let named = function.body.as_ref().map_or(0, |body| body.params.len());
        let ghosts = function.contract.as_ref().map_or(0, |contract| contract.ghosts.len());
        let missing = || Passed::Value(Value::UNDEFINED, WORD);
        let given = self.promise.args.iter().cloned();
        let mut args: Vec<Passed> = given.chain(std::iter::repeat_with(missing)).take(named).collect();
        if let Stage::Leave { result, .. } = &self.stage {
            let taken = machine.program.functions[clause].body.as_ref().map_or(0, |body| body.params.len());
            if taken > named + self.promise.old.len() + ghosts {
                args.push(result.clone());
            }
            args.extend(self.promise.old.iter().cloned());
        }
        args.extend((0..ghosts).map(|n| Passed::Value(Value::new(u128::from(Sets::ghost(n).bits())), WORD)));
        args
    }

    /// What follows from the result of the clause that was called last.
    fn judge(&mut self, machine: &mut Interpreter<'_>, contract: &Contract, result: Passed) -> Exec<()> {
        let n = self.next - 1;
        let (clause, kind) = match &self.stage {
            Stage::Enter { .. } => {
                let Some(clause) = contract.requires.get(n) else {
                    self.promise.old.push(result);
                    return Ok(());
                };
                (clause, "sw_requires")
            }
            Stage::Leave { .. } => (&contract.ensures[n], "sw_ensures"),
        };
        match result {
            Passed::Value(value, _) if value.undefined & 1 == 0 && value.bits & 1 != 0 => {
                if machine.knows_blocks_by_name(self.function) {
                    return Err(self.breach(machine, clause));
                }
                Ok(())
            }
            Passed::Value(value, _) if value.undefined & 1 == 0 => Err(self.breach(machine, clause)),
            _ if matches!(self.stage, Stage::Enter { .. }) && machine.calls.is_empty() => {
                Err(rejected(clause))
            }
            _ => {
                let what = format!("`{kind}({})` depends on a value that was never given", clause.text);
                Err(Stop::error(Rule::Uninitialized, what))
            }
        }
    }

    /// The clause that is being evaluated, unless it is a value on entry.
    fn clause<'c>(&self, contract: &'c Contract) -> Option<&'c Clause> {
        let clauses = match self.stage {
            Stage::Enter { .. } => &contract.requires,
            Stage::Leave { .. } => &contract.ensures,
        };
        clauses.get(self.next.checked_sub(1)?)
    }

    fn breach(&self, machine: &Interpreter<'_>, clause: &Clause) -> Box<Stop> {
        let function = &machine.program.functions[self.function].name;
        let text = &clause.text;
        // What a caller did not establish is wrong at the call; the outermost function has none.
        let caller = machine.calls.last().map(|call| (call.code.function, span_at(&call.code, call.pc)));
        let twice = machine.clash().map(|span| step(span, TWICE));
        let (at, message, steps) = match (&self.stage, caller) {
            (Stage::Enter { .. }, Some((caller, call))) => {
                let message =
                    format!("`{function}` is called but `{text}`, which it requires, does not hold");
                let required = step(clause.span, "it is required here");
                (Some((caller, call)), message, [required].into_iter().chain(twice).collect())
            }
            (Stage::Enter { .. }, None) => return rejected(clause),
            (Stage::Leave { .. }, returning) => {
                let message = format!("`{function}` returns but `{text}`, which it ensures, does not hold");
                let returns = returning.map(|(_, span)| step(span, &format!("`{function}` returns here")));
                (None, message, twice.into_iter().chain(returns).collect())
            }
        };
        let (function, span) = at.unwrap_or((self.function, clause.span));
        Box::new(Stop::Breach { function, span, message, steps })
    }
}

fn rejected(clause: &Clause) -> Box<Stop> {
    Box::new(Stop::Rejected { clause: clause.text.to_string(), span: clause.span })
}

fn step(span: Span, note: &str) -> Step {
    Step::new(span, note)
}
