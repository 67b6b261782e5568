//! Calls and returns: frames, arguments, results.

use std::rc::Rc;

use ir::{Argument, Destination, FunctionId, Place, Terminator};
use model::{Chunk, Frame, ObjectKind, SiteId, Value, Word};

use crate::code::{CallCode, CalleeCode, Code, Op, Param, Src};
use crate::execute::{Trap, out_of_memory};
use crate::library::{self, Outcome};
use crate::machine::{Activation, Interpreter};
use crate::options::Budget;
use crate::repr::Repr;
use crate::signs::is_comparing;
use crate::stop::{Exec, Stop};

/// A value on its way into or out of a call.
#[derive(Clone, Debug)]
pub(crate) enum Passed {
    Value(Value, Repr),
    Object(Chunk),
}

impl Passed {
    /// The value, if it is one and has one.
    fn word(&self) -> Option<Word> {
        match self {
            Self::Value(value, _) => Some(value.low()).filter(|word| word.is_defined()),
            Self::Object(_) => None,
        }
    }

    /// The value; of an object none.
    pub(crate) fn value(self) -> Value {
        match self {
            Self::Value(value, _) => value,
            Self::Object(_) => Value::UNDEFINED,
        }
    }
}

impl<'p> Interpreter<'p> {
    /// Runs a call operation of the innermost frame.
    pub(crate) fn call(&mut self, code: &Rc<Code<'p>>, index: usize, base: usize) -> Exec<()> {
        let call = &code.calls[index];
        let function = match call.callee {
            CalleeCode::Function(function) => function,
            CalleeCode::Pointer(src) => self.callee(code, base, src)?,
        };
        if self.options.determined {
            self.determined_call(call, function)?;
        }
        if !library::overrides(self, function)
            && let Some(target) = self.code(function)?
        {
            if self.options.determined {
                self.determined_arguments(call, &target)?;
            }
            self.begin_asked(call, &target);
            if !self.cuts.is_empty() {
                let args = self.arguments(call)?;
                if self.ends_segment(function, &args) {
                    return self.finish_call(Passed::Value(Value::new(1), WORD));
                }
            }
            if let Some(args) = &call.simple
                && !target.variadic
                && !target.contract
            {
                return self.call_simply(code, &target, args, base);
            }
            let args = self.arguments(call)?;
            return self.start_call(&target, args, false);
        }
        let args = self.arguments(call)?;
        match library::call(self, function, args)? {
            Outcome::Pending => Ok(()),
            Outcome::Void => self.finish_call(Passed::Value(Value::UNDEFINED, WORD)),
            Outcome::Value(value) => {
                let mut result = Passed::Value(value, WORD);
                if !call.signs && is_comparing(self.function_name(function)) {
                    result = self.with_magnitude(result);
                }
                self.finish_call(result)
            }
            Outcome::Object(chunk) => self.finish_call(Passed::Object(chunk)),
        }
    }

    /// The function a pointer leads to.
    fn callee(&self, code: &Code<'p>, base: usize, src: Src) -> Exec<FunctionId> {
        let pointer = if src.0 & Src::CONST == 0 {
            self.memory.registers[base + src.0 as usize]
        } else {
            code.consts[(src.0 & !Src::CONST) as usize]
        };
        if !pointer.is_defined() {
            return Err(self.explain_trap(Trap::Undefined));
        }
        self.function_at(pointer)
    }

    /// The function at an address, or why it cannot be called.
    pub(crate) fn function_at(&self, pointer: Word) -> Exec<FunctionId> {
        let found = self.memory.points_to(pointer);
        if let Some((id, 0)) = found
            && let Some(object) = self.memory.live(id)
            && let ObjectKind::Function(function) = object.kind()
        {
            return Ok(function);
        }
        Err(self.callee_error(pointer))
    }

    fn arguments(&mut self, call: &CallCode<'p>) -> Exec<Vec<Passed>> {
        call.args.iter().map(|argument| self.argument(argument)).collect()
    }

    fn argument(&mut self, argument: &Argument) -> Exec<Passed> {
        match argument {
            Argument::Value(operand) => {
                Ok(Passed::Value(self.operand(operand)?, self.operand_repr(operand)?))
            }
            Argument::Object(place) => self.take_place(place).map(Passed::Object),
        }
    }

    fn take_place(&mut self, place: &Place) -> Exec<Chunk> {
        let size = place.size(&self.program.types);
        if size == 0 {
            return Ok(Chunk::default());
        }
        let at = self.locate_place(place, size, false)?;
        self.draw_unwritten(at, size as usize);
        self.take(at, size as usize)
    }

    /// A call whose arguments are words.
    fn call_simply(&mut self, code: &Code<'p>, target: &Rc<Code<'p>>, args: &[Src], base: usize) -> Exec<()> {
        self.push_frame(target, false)?;
        let (new, _) = self.bases();
        for (index, param) in target.params.iter().enumerate() {
            let word = match args.get(index) {
                None => Word::UNDEFINED,
                Some(src) if src.0 & Src::CONST == 0 => self.memory.registers[base + src.0 as usize],
                Some(src) => code.consts[(src.0 & !Src::CONST) as usize],
            };
            match *param {
                Param::Register(local, repr) if !repr.is_wide() => {
                    let to = repr.extend();
                    let (bits, undefined) = (to.apply(word.bits), to.apply(word.undefined));
                    self.memory.registers[new + local as usize] = Word { bits, undefined, ..word };
                }
                Param::Register(local, _) => self.set_local(ir::LocalId(local), Value::from(word)),
                Param::Slot(slot) => {
                    self.pass_in_slot(target, slot, Some(Passed::Value(word.into(), WORD)))?;
                }
            }
        }
        Ok(())
    }

    /// Starts a function with any arguments.
    pub(crate) fn enter(&mut self, target: &Rc<Code<'p>>, args: Vec<Passed>, to_task: bool) -> Exec<()> {
        self.push_frame(target, to_task)?;
        let mut args = args.into_iter();
        for param in &target.params {
            let arg = args.next();
            match *param {
                Param::Register(local, _) => {
                    let value = match arg {
                        Some(Passed::Value(value, _)) => value,
                        _ => Value::UNDEFINED,
                    };
                    self.set_local(ir::LocalId(local), value);
                }
                Param::Slot(slot) => self.pass_in_slot(target, slot, arg)?,
            }
        }
        if target.variadic {
            self.make_varargs(args.collect())?;
        }
        Ok(())
    }

    /// A parameter that lives in memory comes alive with its argument.
    fn pass_in_slot(&mut self, target: &Code<'p>, slot: u32, arg: Option<Passed>) -> Exec<()> {
        let layout = target.slots[slot as usize];
        let (_, slots) = self.bases();
        let base = self.calls.last().map_or(0, |call| call.stack_base) + layout.offset;
        let kind = ObjectKind::Stack { function: target.function, slot: ir::SlotId(slot) };
        let site = self.site();
        let id = self.memory.allocate_at(kind, base, layout.size, site).map_err(|_| out_of_memory())?;
        self.memory.slots[slots + slot as usize] = Some(id);
        self.memory.set_fixed(id, &target.body.slots[ir::SlotId(slot)].fixed);
        let size = layout.size as usize;
        let at = model::Located { index: id.index(), offset: 0 };
        match arg {
            Some(Passed::Value(value, _)) => {
                let ty = target.body.slots[ir::SlotId(slot)].ty;
                let bytes = Repr::of(&self.program.types, ty).map_or(size, Repr::value_bytes).min(size);
                self.memory.write_value(at, bytes.min(16), value);
            }
            Some(Passed::Object(chunk)) if chunk.bytes.len() <= size => self.memory.put(at, &chunk),
            _ => {}
        }
        Ok(())
    }

    /// A new innermost frame with nothing in it.
    fn push_frame(&mut self, target: &Rc<Code<'p>>, to_task: bool) -> Exec<()> {
        // Checkers call themselves once for each object of a structure.
        let factor = if self.sessions.is_empty() { 1 } else { CHECKER_DEPTH };
        if self.calls.len() >= (self.options.max_call_depth as usize).saturating_mul(factor) {
            return Err(Box::new(Stop::Budget(Budget::Calls)));
        }
        self.sync();
        let caller_stack = self.memory.stack_pointer;
        let stack_base = caller_stack.checked_sub(target.stack_bytes).ok_or_else(out_of_memory)? & !15;
        if stack_base < 0x1000_0000 {
            return Err(out_of_memory());
        }
        self.memory.stack_pointer = stack_base;
        let (registers, slots) = (self.memory.registers.len(), self.memory.slots.len());
        self.memory.registers.resize(registers + target.words, Word::UNDEFINED);
        self.memory.slots.resize(slots + target.slots.len(), None);
        self.memory.frames.push(Frame {
            function: target.function,
            block: ir::BlockId(0),
            stmt: 0,
            registers: registers as u32,
            slots: slots as u32,
            caller_stack,
            varargs: None,
        });
        self.calls.push(Activation { code: target.clone(), pc: 0, to_task, stack_base, promise: None });
        if !self.sessions.is_empty() {
            self.entered(target.function);
        }
        if self.watched.is_some() {
            self.watch_call();
        }
        Ok(())
    }

    /// The objects of the innermost frame go.
    pub(crate) fn end_objects(&mut self) {
        let depth = self.calls.len();
        let Some(frame) = self.memory.frames.last_mut() else { return };
        let varargs = frame.varargs.take();
        let frame = *frame;
        let start = frame.slots as usize;
        let mut site = None;
        for index in start..self.memory.slots.len() {
            if let Some(id) = self.memory.slots[index].take() {
                let site = *site.get_or_insert_with(|| self.site());
                self.memory.release(id, site);
            }
        }
        while let Some(&(made, id)) = self.memory.allocas.last() {
            if made < depth {
                break;
            }
            self.memory.allocas.pop();
            let site = self.site();
            self.memory.release(id, site);
        }
        if let Some(id) = varargs {
            self.memory.release(id, SiteId::START);
        }
    }

    /// The innermost frame goes, with its objects. Whether its result goes to a task.
    fn pop_frame(&mut self) -> bool {
        if self.calls.len() == 1 {
            self.end = self.span();
        }
        self.end_objects();
        let Some(frame) = self.memory.frames.pop() else { return false };
        self.memory.slots.truncate(frame.slots as usize);
        self.memory.registers.truncate(frame.registers as usize);
        self.memory.stack_pointer = frame.caller_stack;
        let to_task = self.calls.pop().is_some_and(|call| call.to_task);
        if self.watched.is_some() {
            self.watch_return();
        }
        to_task
    }

    /// The innermost frame goes without a result.
    pub(crate) fn abandon_frame(&mut self) {
        self.pop_frame();
    }

    pub(crate) fn return_word(&mut self, word: Word) -> Exec<()> {
        if self.calls.last().is_some_and(|call| call.promise.is_some()) {
            return self.return_passed(Passed::Value(word.into(), WORD));
        }
        let holds = self.sessions.is_empty() || self.leaving(word)?;
        let word = if holds { word } else { Word::ZERO };
        if self.pop_frame() {
            return self.resume(Some(Passed::Value(word.into(), WORD)));
        }
        let Some(caller) = self.calls.last_mut() else { return Err(Box::new(Stop::Exit(0))) };
        if let Op::Call { call } = caller.code.ops[caller.pc]
            && let CallCode { dst: Some(Destination::Local(local)), .. } = caller.code.calls[call as usize]
            && let Some(repr) = caller.code.reprs[local.0 as usize]
            && !repr.is_wide()
        {
            caller.pc += 1;
            let to = repr.extend();
            let (base, _) = self.bases();
            let (bits, undefined) = (to.apply(word.bits), to.apply(word.undefined));
            self.memory.registers[base + local.0 as usize] = Word { bits, undefined, ..word };
            return Ok(());
        }
        self.finish_call(Passed::Value(word.into(), WORD))
    }

    /// A return of a wide value or an object.
    pub(crate) fn return_slowly(&mut self, code: &Code<'p>, pc: usize) -> Exec<()> {
        let (block, _) = code.location(pc);
        let Terminator::Return(Some(argument)) = &code.body.blocks[block].terminator else {
            return self.return_word(Word::UNDEFINED);
        };
        let passed = self.argument(argument)?;
        self.return_passed(passed)
    }

    /// Returns any value, after what the call promised was looked at.
    pub(crate) fn return_passed(&mut self, passed: Passed) -> Exec<()> {
        if self.keeps_promise(&passed)? {
            return Ok(());
        }
        let holds = self.sessions.is_empty() || self.leaving(passed.word().unwrap_or(Word::ZERO))?;
        let passed = if holds { passed } else { Passed::Value(Word::ZERO.into(), WORD) };
        if self.pop_frame() {
            return self.resume(Some(passed));
        }
        self.finish_call(passed)
    }

    /// Gives the innermost frame the result of the call it is at, and moves it on.
    pub(crate) fn finish_call(&mut self, passed: Passed) -> Exec<()> {
        let Some(caller) = self.calls.last() else { return Err(Box::new(Stop::Exit(0))) };
        let dst = match caller.code.ops[caller.pc] {
            Op::Call { call } => caller.code.calls[call as usize].dst,
            _ => None,
        };
        match (dst, passed) {
            (None, _) => {}
            (Some(Destination::Local(local)), Passed::Value(value, _)) => self.set_local(*local, value),
            (Some(Destination::Local(local)), Passed::Object(_)) => self.set_local(*local, Value::UNDEFINED),
            (Some(Destination::Object(place)), passed) => self.put_place(place, &passed)?,
        }
        if let Some(caller) = self.calls.last_mut() {
            caller.pc += 1;
        }
        Ok(())
    }

    /// Writes an object into a place.
    pub(crate) fn put_place(&mut self, place: &Place, passed: &Passed) -> Exec<()> {
        let size = place.size(&self.program.types);
        if size == 0 {
            return Ok(());
        }
        match passed {
            Passed::Value(value, _) if Repr::of(&self.program.types, place.ty).is_some() => {
                self.store_place(place, *value)
            }
            Passed::Value(..) => {
                let at = self.locate_place(place, size, true)?;
                self.memory.fill(at, size as usize, 0, 0xff);
                Ok(())
            }
            Passed::Object(chunk) => {
                let at = self.locate_place(place, size.max(chunk.bytes.len() as u64), true)?;
                self.memory.put(at, chunk);
                Ok(())
            }
        }
    }
}

/// How many times deeper calls may go while a contract is evaluated.
const CHECKER_DEPTH: usize = 32;

/// The type of a value about which only its bits matter.
pub(crate) const WORD: Repr = Repr { class: crate::repr::Class::Unsigned, bits: 128, bytes: 16 };
