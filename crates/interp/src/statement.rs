//! Statements run from the IR: allocation, copying, assertions, and all that is rare.

use ir::{AllocKind, AssertKind, Callee, Destination, Operand, Overlap, Stmt, StmtKind, Terminator};
use model::{ObjectId, ObjectKind, Rule, Value, Word};

use crate::calls::Passed;
use crate::code::Code;
use crate::execute::out_of_memory;
use crate::machine::Interpreter;
use crate::repr::{Class, Repr};
use crate::stop::{Exec, Stop};

impl<'p> Interpreter<'p> {
    /// Runs a statement or terminator. Whether it moved control itself.
    pub(crate) fn statement(&mut self, code: &Code<'p>, pc: usize) -> Exec<bool> {
        let (block, index) = code.location(pc);
        let block = &code.body.blocks[block];
        match block.stmts.get(index) {
            Some(stmt) => {
                if !self.sessions.is_empty() && self.forbids(stmt)? {
                    return self.deny().map(|()| true);
                }
                if self.watched.is_some() && self.watch_statement(stmt) {
                    return Ok(true);
                }
                self.run_statement(code, stmt).map(|()| false)
            }
            None => self.run_branch(code, &block.terminator).map(|()| true),
        }
    }

    /// A branch on a wide value.
    fn run_branch(&mut self, code: &Code<'p>, terminator: &Terminator) -> Exec<()> {
        let Terminator::Branch { condition, then, otherwise } = terminator else {
            return Err(Stop::unsupported("this way out of a block"));
        };
        let block = if self.truth(condition)? { then } else { otherwise };
        self.set_pc(code.blocks[block.0 as usize] as usize);
        Ok(())
    }

    /// Whether an operand is nonzero.
    fn truth(&self, operand: &Operand) -> Exec<bool> {
        let (repr, value) = (self.operand_repr(operand)?, self.defined(operand)?);
        Ok(match repr.class {
            Class::Float(format) => crate::float::kind(format, value.bits) != Some(crate::float::Kind::Zero),
            _ => value.bits != 0,
        })
    }

    fn run_statement(&mut self, code: &Code<'p>, stmt: &'p Stmt) -> Exec<()> {
        self.inputs.here = stmt.span;
        match &stmt.kind {
            StmtKind::Load { dst, place } => {
                let value = self.load_place(place)?;
                self.set_local(*dst, value);
                Ok(())
            }
            StmtKind::Store { place, value } => {
                let value = self.operand(value)?;
                self.store_place(place, value)
            }
            StmtKind::Alloc { dst, kind, size, count } => {
                let each = self.defined(size)?.bits;
                let total = match count {
                    Some(count) => self.defined(count)?.bits.checked_mul(each),
                    None => Some(each),
                };
                let word = match kind {
                    AllocKind::Alloca => self.alloca(total)?,
                    AllocKind::Malloc => self.malloc(total, None)?,
                    AllocKind::Calloc => self.calloc(total)?,
                };
                self.set_local(*dst, Value::from(word));
                Ok(())
            }
            StmtKind::Free { pointer } => {
                let word = self.defined(pointer)?.low();
                // Its name is looked for only if something is wrong.
                if self.free("`free`", word).is_ok() {
                    return Ok(());
                }
                let text = self.operand_text(pointer);
                self.free(&format!("`free({text})`"), word)
            }
            StmtKind::Copy { to, from, size, overlap } => {
                let size = self.defined(size)?.bits as u64;
                if size == 0 {
                    // The places are still computed, so that a use of garbage is not missed.
                    self.place_pointer(to, false)?;
                    self.place_pointer(from, false)?;
                    return Ok(());
                }
                let from = self.locate_place(from, size, false)?;
                let to = self.locate_place(to, size, true)?;
                if *overlap == Overlap::Exact && overlaps(to, from, size as usize) {
                    return Err(Stop::error(Rule::Undefined, "this copies between ranges that overlap"));
                }
                self.allow_at(from, size as usize)?;
                self.draw_unwritten(from, size as usize);
                self.memory.copy(to, from, size as usize);
                Ok(())
            }
            StmtKind::Fill { to, byte, size } => {
                let size = self.defined(size)?.bits as u64;
                let byte = self.operand(byte)?;
                if size == 0 {
                    self.place_pointer(to, false)?;
                    return Ok(());
                }
                let at = self.locate_place(to, size, true)?;
                self.allow_at(at, size as usize)?;
                self.memory.fill(at, size as usize, byte.bits as u8, byte.undefined as u8);
                Ok(())
            }
            StmtKind::Pad { place } => {
                let at = self.locate_place(place, place.size(&self.program.types), true)?;
                self.allow(place.size(&self.program.types) as usize)?;
                for hole in self.program.types.padding(place.ty) {
                    let from = model::Located { offset: at.offset + hole.start as usize, ..at };
                    self.memory.fill(from, (hole.end - hole.start) as usize, 0, 0xff);
                }
                Ok(())
            }
            StmtKind::Assume(condition) => {
                if self.truth(condition)? {
                    Ok(())
                } else {
                    Err(Box::new(Stop::Assumed))
                }
            }
            StmtKind::Assert { condition, kind: AssertKind::Truth, message } => {
                let value = self.operand(condition)?;
                if value.is_defined() && value.bits > 1 {
                    return Err(Stop::error(Rule::Undefined, message.replace("may hold", "holds")));
                }
                Ok(())
            }
            StmtKind::Assert { condition, kind, message } => {
                if !std::mem::take(&mut self.goes_round) && self.truth(condition)? {
                    return Ok(());
                }
                if *kind == AssertKind::Bounds && !self.options.inner_bounds {
                    return Ok(());
                }
                Err(match kind {
                    AssertKind::Bounds => {
                        Stop::error(Rule::OutOfBounds, message.replace(" may write ", " writes "))
                    }
                    AssertKind::Assertion => self.asserted(message),
                    AssertKind::Undefined | AssertKind::Truth => {
                        Stop::error(Rule::Undefined, message.to_string())
                    }
                })
            }
            StmtKind::Nondet { dst, source: _ } => {
                let repr = self.scalar(code.body.locals[*dst].ty)?;
                let value = self.nondet(repr);
                self.set_local(*dst, value);
                Ok(())
            }
            StmtKind::Live { slot, size } => {
                let size = match size {
                    Some(size) => self.defined(size)?.bits,
                    None => u128::from(code.slots[slot.0 as usize].size),
                };
                let size = u64::try_from(size).map_err(|_| out_of_memory())?;
                let (_, slots) = self.bases();
                let site = self.site();
                if let Some(old) = self.memory.slots[slots + slot.0 as usize].take() {
                    self.memory.release(old, site);
                }
                let kind = ObjectKind::Stack { function: code.function, slot: *slot };
                let align = code.slots[slot.0 as usize].align;
                let id = self.memory.allocate_stack(kind, size, align, site).map_err(|_| out_of_memory())?;
                self.memory.slots[slots + slot.0 as usize] = Some(id);
                self.memory.set_fixed(id, &code.body.slots[*slot].fixed);
                Ok(())
            }
            StmtKind::VaStart { list } => self.va_start(list),
            StmtKind::VaCopy { to, from } => self.va_copy(to, from),
            StmtKind::VaEnd { list } => self.va_end(list),
            StmtKind::VaArg { dst, list } => self.va_arg(code, dst, list),
            StmtKind::Unsupported { why } => Err(Stop::unsupported(&**why)),
            StmtKind::Call(call) => match call.callee {
                Callee::Pointer(_) => {
                    Err(Stop::unsupported("a call through something that is not a pointer"))
                }
                Callee::Function(_) => Err(Stop::unsupported("this call")),
            },
            StmtKind::Assign { .. } | StmtKind::Dead(_) => Err(Stop::unsupported("this statement")),
        }
    }

    fn va_arg(&mut self, code: &Code<'p>, dst: &Destination, list: &Operand) -> Exec<()> {
        let list = self.defined(list)?.low();
        match dst {
            Destination::Local(local) => {
                let repr = self.scalar(code.body.locals[*local].ty)?;
                let value = self.next_value("va_arg", list, repr.value_bytes())?;
                self.set_local(*local, value);
                Ok(())
            }
            Destination::Object(place) => {
                let size = place.size(&self.program.types);
                let chunk = self.next_argument("va_arg", list, size)?;
                self.put_place(place, &Passed::Object(chunk))
            }
        }
    }

    /// Any value of a type, from the inputs.
    pub(crate) fn nondet(&mut self, repr: Repr) -> Value {
        match repr.class {
            Class::Bool => Value::new(u128::from(self.inputs.boolean())),
            Class::Signed => Value::int(self.inputs.integer(u32::from(repr.bits), true)),
            Class::Pointer => Value::int(self.inputs.address(u32::from(repr.bits))),
            Class::Unsigned | Class::Float(_) => Value::int(self.inputs.integer(u32::from(repr.bits), false)),
        }
    }

    /// A heap block of this many bytes, or null: `None` is a size that no machine has.
    pub(crate) fn malloc(&mut self, size: Option<u128>, align: Option<u64>) -> Exec<Word> {
        if self.options.malloc_may_fail && !self.inputs.allocation() {
            return Ok(Word::ZERO);
        }
        let most = u64::MAX >> (65 - 8 * u32::from(self.memory.target().pointer_bytes));
        let Some(size) = size.and_then(|size| u64::try_from(size).ok()).filter(|size| *size <= most) else {
            return Ok(Word::ZERO);
        };
        let align = align.unwrap_or(u64::from(self.memory.target().max_align).max(1));
        let site = self.site();
        let id = self.memory.allocate(ObjectKind::Heap, size, align, site).map_err(|_| out_of_memory())?;
        Ok(self.memory.address_of(id))
    }

    pub(crate) fn calloc(&mut self, size: Option<u128>) -> Exec<Word> {
        let word = self.malloc(size, None)?;
        if let (Some(id), Some(size)) = (word.provenance, size) {
            let at = model::Located { index: id.index(), offset: 0 };
            self.memory.fill(at, size as usize, 0, 0);
        }
        Ok(word)
    }

    pub(crate) fn alloca(&mut self, size: Option<u128>) -> Exec<Word> {
        let size = size.and_then(|size| u64::try_from(size).ok()).ok_or_else(out_of_memory)?;
        let site = self.site();
        let id =
            self.memory.allocate_stack(ObjectKind::Alloca, size, 16, site).map_err(|_| out_of_memory())?;
        self.memory.allocas.push((self.calls.len(), id));
        Ok(self.memory.address_of(id))
    }

    /// The heap block that a pointer to its start leads to, or why it cannot be freed; `None` for
    /// null.
    pub(crate) fn heap_block(&self, subject: &str, pointer: Word) -> Exec<Option<ObjectId>> {
        if pointer.bits == 0 {
            return Ok(None);
        }
        let Some((id, offset)) = self.memory.points_to(pointer) else {
            return Err(self.free_error(subject, pointer, None, 0));
        };
        let object = self.memory.live(id);
        if offset != 0 || object.is_none_or(|object| object.kind() != ObjectKind::Heap) || self.is_stream(id)
        {
            return Err(self.free_error(subject, pointer, Some(id), offset));
        }
        Ok(Some(id))
    }

    pub(crate) fn free(&mut self, subject: &str, pointer: Word) -> Exec<()> {
        if let Some(id) = self.heap_block(subject, pointer)? {
            let site = self.site();
            self.memory.release(id, site);
        }
        Ok(())
    }

    /// The value of a switch that is too wide for a word.
    pub(crate) fn switch_value(&self, code: &Code<'p>, pc: usize) -> Exec<i128> {
        let (block, _) = code.location(pc);
        let Terminator::Switch { value, .. } = &code.body.blocks[block].terminator else {
            return Err(Stop::unsupported("this way out of a block"));
        };
        Ok(self.defined(value)?.bits as i128)
    }

    /// Where `goto *p` goes.
    pub(crate) fn indirect_target(&self, code: &Code<'p>, pc: usize) -> Exec<usize> {
        let (block, _) = code.location(pc);
        let Terminator::IndirectGoto { address, targets } = &code.body.blocks[block].terminator else {
            return Err(Stop::unsupported("this way out of a block"));
        };
        let value = self.defined(address)?;
        for (label, block) in targets {
            let symbol = ir::Symbol::Label(code.function, *label);
            let here = self.symbols.address(&self.memory, symbol);
            if here.is_some_and(|here| here.bits == value.bits as u64) {
                return Ok(code.blocks[block.0 as usize] as usize);
            }
        }
        Err(Stop::error(Rule::OutOfBounds, "the computed `goto` leads to no label of this function"))
    }
}

/// Whether two ranges have bytes in common and are not the same.
pub(crate) fn overlaps(a: model::Located, b: model::Located, size: usize) -> bool {
    a.index == b.index && a.offset != b.offset && a.offset.abs_diff(b.offset) < size
}
