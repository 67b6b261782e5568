//! Unnamed arguments: they lie in an object of their own, in cells of sixteen bytes, and a `va_list`
//! is a pointer to the next of them.

use ir::Operand;
use model::{Chunk, Located, ObjectKind, Value, Word};

use crate::calls::Passed;
use crate::execute::out_of_memory;
use crate::machine::Interpreter;
use crate::stop::Exec;

const CELL: u64 = 16;

impl Interpreter<'_> {
    /// Puts the unnamed arguments of the innermost call where `va_start` finds them.
    pub(crate) fn make_varargs(&mut self, args: Vec<Passed>) -> Exec<()> {
        let size: u64 = args.iter().map(cell_bytes).sum();
        let site = self.site();
        let id =
            self.memory.allocate_stack(ObjectKind::Varargs, size, CELL, site).map_err(|_| out_of_memory())?;
        let mut at = Located { index: id.index(), offset: 0 };
        for arg in args {
            let bytes = cell_bytes(&arg);
            match arg {
                Passed::Value(value, repr) => self.memory.write_value(at, repr.value_bytes().max(8), value),
                Passed::Object(chunk) => self.memory.put(at, &chunk),
            }
            at.offset += bytes as usize;
        }
        if let Some(frame) = self.memory.frames.last_mut() {
            frame.varargs = Some(id);
        }
        Ok(())
    }

    /// The pointer that a `va_list` argument of a statement is.
    fn list_pointer(&self, list: &Operand) -> Exec<Word> {
        Ok(self.defined(list)?.low())
    }

    /// `va_start`.
    pub(crate) fn va_start(&mut self, list: &Operand) -> Exec<()> {
        let to = self.list_pointer(list)?;
        let start = match self.memory.frames.last().and_then(|frame| frame.varargs) {
            Some(id) => self.memory.address_of(id),
            None => Word::UNDEFINED,
        };
        self.write_list("va_start", to, start)
    }

    /// `va_copy`.
    pub(crate) fn va_copy(&mut self, to: &Operand, from: &Operand) -> Exec<()> {
        let (to, from) = (self.list_pointer(to)?, self.list_pointer(from)?);
        let word = self.read_list("va_copy", from)?;
        self.write_list("va_copy", to, word)
    }

    /// `va_end`.
    pub(crate) fn va_end(&mut self, list: &Operand) -> Exec<()> {
        let to = self.list_pointer(list)?;
        self.write_list("va_end", to, Word::UNDEFINED)
    }

    /// The first word of a `va_list`.
    pub(crate) fn read_list(&self, who: &str, list: Word) -> Exec<Word> {
        let size = self.memory.pointer_bytes();
        let at = self.locate_range(who, list, size, false)?;
        let word = at.map_or(Word::UNDEFINED, |at| self.memory.read(at, size as usize));
        if word.is_defined() {
            Ok(word)
        } else {
            Err(Interpreter::undefined_in(who, "a `va_list` that was not started"))
        }
    }

    fn write_list(&mut self, who: &str, list: Word, word: Word) -> Exec<()> {
        let size = self.memory.pointer_bytes();
        if let Some(at) = self.locate_range(who, list, size, true)? {
            self.memory.write(at, size as usize, word);
        }
        Ok(())
    }

    /// The next argument of a `va_list`, of this many bytes.
    pub(crate) fn next_argument(&mut self, who: &str, list: Word, size: u64) -> Exec<Chunk> {
        let next = self.read_list(who, list)?;
        let at = self.locate_range(who, next, size, false)?;
        let chunk = at.map_or_else(|| Ok(Chunk::default()), |at| self.take(at, size as usize))?;
        let moved = Word {
            bits: self.truncate(next.bits.wrapping_add(size.div_ceil(CELL).max(1).wrapping_mul(CELL))),
            ..next
        };
        self.write_list(who, list, moved)?;
        Ok(chunk)
    }

    /// The next argument of a `va_list`, as a value of up to sixteen bytes.
    pub(crate) fn next_value(&mut self, who: &str, list: Word, size: usize) -> Exec<Value> {
        let next = self.read_list(who, list)?;
        let at = self.locate_range(who, next, size as u64, false)?;
        let value = at.map_or(Value::UNDEFINED, |at| self.memory.read_value(at, size));
        let moved = Word { bits: self.truncate(next.bits.wrapping_add(CELL)), ..next };
        self.write_list(who, list, moved)?;
        Ok(value)
    }
}

fn cell_bytes(arg: &Passed) -> u64 {
    match arg {
        Passed::Value(..) => CELL,
        Passed::Object(chunk) => (chunk.bytes.len() as u64).div_ceil(CELL).max(1) * CELL,
    }
}
