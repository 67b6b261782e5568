//! `qsort` and `bsearch`: they call back into the program. What they are given must be there even if there are no elements (C17 7.22.5).
//!
//! Sorting is glibc's merge sort: stable, halves split at `n / 2`, the left element taken when the
//! comparison gives zero or less. Its recursion is a stack of ranges.

use ir::FunctionId;
use model::{Chunk, Rule, Value, Word};

use super::{Args, Outcome, Table};
use crate::calls::Passed;
use crate::machine::Interpreter;
use crate::repr::{Class, Repr};
use crate::stop::{Exec, Stop};
use crate::tasks::{Next, Task};

pub(super) const TABLE: Table =
    &[("qsort", qsort), ("qsort_r", qsort), ("heapsort", qsort), ("mergesort", qsort), ("bsearch", bsearch)];

/// A sort under way.
#[derive(Debug)]
pub(crate) struct Sort {
    base: Word,
    size: u64,
    compare: FunctionId,
    context: Option<Word>,
    work: Vec<Range>,
    merge: Option<Merge>,
}

/// Elements that are to be sorted, or whose sorted halves are to be merged.
#[derive(Clone, Copy, Debug)]
struct Range {
    start: u64,
    len: u64,
    merge: bool,
}

#[derive(Debug)]
struct Merge {
    range: Range,
    left: u64,
    right: u64,
    merged: Vec<Chunk>,
}

/// A search under way.
#[derive(Debug)]
pub(crate) struct Search {
    key: Word,
    base: Word,
    size: u64,
    low: u64,
    high: u64,
    compare: FunctionId,
}

/// A pointer that may not be null.
fn given(machine: &Interpreter<'_>, args: &Args, index: usize) -> Exec<Word> {
    let pointer = args.pointer(machine, index)?;
    if pointer.bits == 0 {
        let why = format!("`{}` is called with a null pointer, whatever the number of elements", args.name);
        return Err(Stop::error(Rule::Undefined, why));
    }
    Ok(pointer)
}

fn qsort(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let (base, len, size) = (given(machine, args, 0)?, args.size(machine, 1)?, args.size(machine, 2)?);
    let compare = machine.function_at(given(machine, args, 3)?)?;
    let context = if args.name == "qsort_r" { Some(args.pointer(machine, 4)?) } else { None };
    if len == 0 || size == 0 {
        return Ok(Outcome::Void);
    }
    let bytes = len.saturating_mul(size);
    machine.locate_range(&args.name, base, bytes, true)?;
    let work = vec![Range { start: 0, len, merge: false }];
    machine.begin(Task::Sort(Box::new(Sort { base, size, compare, context, work, merge: None })))?;
    Ok(Outcome::Pending)
}

fn bsearch(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let (key, base) = (given(machine, args, 0)?, given(machine, args, 1)?);
    let (high, size) = (args.size(machine, 2)?, args.size(machine, 3)?);
    let compare = machine.function_at(given(machine, args, 4)?)?;
    machine.begin(Task::Search(Box::new(Search { key, base, size, low: 0, high, compare })))?;
    Ok(Outcome::Pending)
}

fn pointer_argument(machine: &Interpreter<'_>, word: Word) -> Passed {
    let bytes = machine.memory.pointer_bytes() as u8;
    Passed::Value(word.into(), Repr { class: Class::Pointer, bits: bytes * 8, bytes })
}

/// The sign of what a comparison function gave.
fn sign(who: &str, value: Option<Value>) -> Exec<i32> {
    let value = value.unwrap_or(Value::UNDEFINED);
    if value.undefined as u32 != 0 {
        return Err(Interpreter::undefined_in(
            who,
            "the result of a comparison, which was never given a value",
        ));
    }
    Ok(value.bits as i32)
}

impl Sort {
    fn element(&self, machine: &Interpreter<'_>, index: u64) -> Word {
        machine.offset(self.base, index.wrapping_mul(self.size) as usize)
    }

    fn take(&self, machine: &Interpreter<'_>, index: u64) -> Exec<Chunk> {
        let at = machine.locate_range("qsort", self.element(machine, index), self.size, false)?;
        at.map_or_else(|| Ok(Chunk::default()), |at| machine.take(at, self.size as usize))
    }

    /// Goes on to the next comparison.
    pub(crate) fn next(&mut self, machine: &mut Interpreter<'_>, result: Option<Value>) -> Exec<Next> {
        if let Some(mut merge) = self.merge.take() {
            let order = sign("qsort", result)?;
            let middle = merge.range.start + merge.range.len / 2;
            if order <= 0 {
                merge.merged.push(self.take(machine, merge.left)?);
                merge.left += 1;
            } else {
                merge.merged.push(self.take(machine, merge.right)?);
                merge.right += 1;
            }
            if merge.left < middle && merge.right < merge.range.start + merge.range.len {
                return Ok(self.ask(machine, merge));
            }
            self.finish(machine, merge, middle)?;
        }
        while let Some(range) = self.work.pop() {
            if range.len <= 1 {
                continue;
            }
            let half = range.len / 2;
            if range.merge {
                let merge = Merge { range, left: range.start, right: range.start + half, merged: Vec::new() };
                return Ok(self.ask(machine, merge));
            }
            self.work.push(Range { merge: true, ..range });
            self.work.push(Range { start: range.start + half, len: range.len - half, merge: false });
            self.work.push(Range { start: range.start, len: half, merge: false });
        }
        Ok(Next::Done(Value::UNDEFINED))
    }

    fn ask(&mut self, machine: &Interpreter<'_>, merge: Merge) -> Next {
        let (left, right) = (self.element(machine, merge.left), self.element(machine, merge.right));
        self.merge = Some(merge);
        let mut args = vec![pointer_argument(machine, left), pointer_argument(machine, right)];
        args.extend(self.context.map(|context| pointer_argument(machine, context)));
        Next::Call(self.compare, args)
    }

    /// Puts the merged elements back; what is left of the right half is in place already.
    fn finish(&self, machine: &mut Interpreter<'_>, mut merge: Merge, middle: u64) -> Exec<()> {
        for index in merge.left..middle {
            let chunk = self.take(machine, index)?;
            merge.merged.push(chunk);
        }
        for (index, chunk) in merge.merged.iter().enumerate() {
            let to = self.element(machine, merge.range.start + index as u64);
            if let Some(at) = machine.locate_range("qsort", to, self.size, true)? {
                machine.memory.put(at, chunk);
            }
        }
        Ok(())
    }
}

impl Search {
    /// Goes on to the next comparison.
    pub(crate) fn next(&mut self, machine: &mut Interpreter<'_>, result: Option<Value>) -> Exec<Next> {
        let middle = |search: &Self| search.low + (search.high - search.low) / 2;
        if result.is_some() {
            let order = sign("bsearch", result)?;
            let at = middle(self);
            if order == 0 {
                let found = machine.offset(self.base, at.wrapping_mul(self.size) as usize);
                return Ok(Next::Done(found.into()));
            }
            if order < 0 {
                self.high = at;
            } else {
                self.low = at + 1;
            }
        }
        if self.low >= self.high {
            return Ok(Next::Done(Value::ZERO));
        }
        let element = machine.offset(self.base, middle(self).wrapping_mul(self.size) as usize);
        let args = vec![pointer_argument(machine, self.key), pointer_argument(machine, element)];
        Ok(Next::Call(self.compare, args))
    }
}
