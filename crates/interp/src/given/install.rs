//! Putting what a function is given into memory.

use model::{Located, ObjectId, ObjectKind, Site, SiteId, Value, Word};

use super::{Content, Given, Held, Holder};
use crate::calls::{Passed, WORD};
use crate::execute::out_of_memory;
use crate::machine::Interpreter;
use crate::repr::Repr;
use crate::startup::library_object;
use crate::stop::Exec;

/// What heap blocks are aligned to, at least.
const ALIGN: u64 = 16;

/// The arguments, the blocks that are alive, and where blocks that are given begin their life.
type Installed = (Vec<Passed>, Vec<ObjectId>, SiteId);

impl Given {
    /// Makes the objects and fills them and the globals.
    pub(crate) fn install(&self, machine: &mut Interpreter<'_>) -> Exec<Installed> {
        let program = machine.program;
        let entry = machine.options.entry;
        let span = program.functions[entry].span;
        let site = machine.memory.add_site(Site { function: Some(entry), span });
        let mut objects = Vec::new();
        for made in &self.objects {
            let (size, align) = (program.types[made.ty].size, program.types[made.ty].align);
            let size = size.saturating_mul(made.count);
            let id = machine
                .memory
                .allocate(ObjectKind::Heap, size, align.max(ALIGN), site)
                .map_err(|_| out_of_memory())?;
            machine.memory.fill(start(id), size as usize, 0, 0);
            objects.push(id);
        }
        let mut params = Vec::new();
        for ty in &self.params {
            let size = program.types.size(*ty);
            let id = library_object(machine, "argument", size)?;
            machine.memory.fill(start(id), size as usize, 0, 0);
            params.push(id);
        }
        for content in &self.contents {
            let id = match content.holder {
                Holder::Param(n) => params.get(n as usize).copied(),
                Holder::Object(n) => objects.get(n as usize).copied(),
                Holder::Global(global) => machine.memory.global(global),
            };
            if let Some(id) = id {
                put(machine, id, content, &objects);
            }
        }
        let mut args = Vec::new();
        for (ty, id) in self.params.iter().zip(params) {
            let size = program.types.size(*ty) as usize;
            args.push(match Repr::of(&program.types, *ty) {
                Some(repr) => {
                    let value = machine.memory.read_value(start(id), repr.value_bytes());
                    Passed::Value(Value { bits: repr.extend_wide(value.bits), ..value }, repr)
                }
                None if size == 0 => Passed::Value(Value::UNDEFINED, WORD),
                None => Passed::Object(machine.take(start(id), size)?),
            });
            machine.memory.release(id, site);
        }
        let mut alive = Vec::new();
        for (made, id) in self.objects.iter().zip(objects) {
            if made.gone {
                machine.memory.release(id, site);
            } else {
                alive.push(id);
            }
        }
        Ok((args, alive, site))
    }
}

fn start(id: ObjectId) -> Located {
    Located { index: id.index(), offset: 0 }
}

fn put(machine: &mut Interpreter<'_>, id: ObjectId, content: &Content, objects: &[ObjectId]) {
    let part = content.part;
    let at = Located { index: id.index(), offset: part.offset as usize };
    let Some(repr) = Repr::of(&machine.program.types, part.ty) else { return };
    let value = match content.value {
        Held::Null => Value::ZERO,
        Held::Number(number) => Value::int(number),
        Held::Function(function) => {
            let symbol = ir::Symbol::Function(function);
            machine.symbols.address(&machine.memory, symbol).map_or(Value::ZERO, Value::from)
        }
        Held::Pointer { to, offset } => {
            let target = match to {
                Holder::Object(n) => objects.get(n as usize).copied(),
                Holder::Global(global) => machine.memory.global(global),
                Holder::Param(_) => None,
            };
            target.map_or(Value::ZERO, |target| {
                let word = machine.memory.address_of(target);
                Value::from(Word { bits: word.bits.wrapping_add(offset), ..word })
            })
        }
    };
    match part.bits {
        None => machine.memory.write_value(at, repr.value_bytes(), value),
        Some(range) => {
            let bytes = range.bytes() as usize;
            let mask = (u128::MAX >> (128 - u32::from(range.width))) << range.start;
            let old = machine.memory.read_value(at, bytes);
            let bits = old.bits & !mask | (value.bits << range.start) & mask;
            machine.memory.write_value(at, bytes, Value::new(bits));
        }
    }
}
