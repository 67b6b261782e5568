//! Values that were never written, where using them is no error: they are inputs.
//!
//! Such a value is arbitrary, but it does not change until something is written: two looks at it agree. So it is drawn
//! when it is first looked at and put where it was found. A look is any reading: by an operation, by a load, and by a
//! copy too, since what is copied must agree with what it was copied from. A copy draws one word, which all
//! unwritten bytes of its source then repeat: that is one of the ways garbage may look, and enough to have runs that
//! can happen. A very long copy draws one byte, so that a large block that was never written stays a run of equal bytes.

use ir::{LocalId, Operand};
use model::{Located, Value, Word};

use crate::code::Code;
use crate::machine::Interpreter;
use crate::stop::Exec;

/// Longer copies draw one byte.
const LONG: usize = 1 << 20;

impl<'p> Interpreter<'p> {
    /// What a careful run does before each operation.
    pub(crate) fn look_at(&mut self, code: &Code<'p>, pc: usize, base: usize) -> Exec<()> {
        if self.draws_unwritten() {
            self.draw_operands(code, pc);
        }
        if self.options.determined { self.check_determined(code, pc, base) } else { Ok(()) }
    }

    /// Gives the registers that an operation reads a value.
    fn draw_operands(&mut self, code: &Code<'p>, pc: usize) {
        let (block, index) = code.location(pc);
        let block = &code.body.blocks[block];
        let (base, _) = self.bases();
        let mut unwritten: Vec<LocalId> = Vec::new();
        let mut look = |operand: Operand| {
            if let Operand::Local(local) = operand
                && self.memory.registers[base + local.0 as usize].undefined != 0
            {
                unwritten.push(local);
            }
        };
        match block.stmts.get(index) {
            Some(stmt) => stmt.operands(&mut look),
            None => block.terminator.operands(&mut look),
        }
        for local in unwritten {
            let old = self.local(local);
            let Some(repr) = code.reprs[local.0 as usize].filter(|_| !old.is_defined()) else { continue };
            self.inputs.here = self.span();
            let drawn = self.inputs.unwritten(u32::from(repr.bits).min(64)) as u128;
            let bits = old.bits & !old.undefined | drawn & old.undefined;
            self.set_local(local, Value { bits, undefined: 0, provenance: old.provenance });
        }
    }

    /// Gives bytes that are about to be read a value.
    pub(crate) fn draw_unwritten(&mut self, at: Located, len: usize) {
        if !self.draws_unwritten() || self.memory.is_written(at, len) {
            return;
        }
        self.inputs.here = self.span();
        let word = if len > LONG { 1 } else { len.min(self.memory.pointer_bytes() as usize).max(1) };
        let drawn = self.inputs.unwritten(8 * word as u32) as u64;
        if len > LONG {
            return self.memory.define(at, len, drawn as u8);
        }
        for offset in 0..len {
            let here = Located { offset: at.offset + offset, ..at };
            let old = self.memory.read(here, 1);
            if old.undefined != 0 {
                let byte = drawn >> (8 * (offset % word)) & 0xff;
                let bits = old.bits & !old.undefined | byte & old.undefined;
                self.memory.write(here, 1, Word { bits, undefined: 0, provenance: old.provenance });
            }
        }
    }
}
