//! `malloc` and its kin.

use model::{Located, Rule, Value, Word};

use super::{Args, Outcome, Table, int};
use crate::machine::Interpreter;
use crate::startup::library_object;
use crate::stop::{Exec, Stop};

pub(super) const TABLE: Table = &[
    ("malloc", malloc),
    ("calloc", calloc),
    ("realloc", realloc),
    ("reallocarray", reallocarray),
    ("free", free),
    ("cfree", free),
    ("aligned_alloc", aligned_alloc),
    ("memalign", aligned_alloc),
    ("valloc", valloc),
    ("posix_memalign", posix_memalign),
    ("alloca", alloca),
    ("strdup", strdup),
    ("__strdup", strdup),
    ("strndup", strndup),
    ("malloc_usable_size", usable_size),
    ("sbrk", sbrk),
];

/// All that `sbrk` ever gives.
const SYSTEM: u64 = 1 << 18;

fn malloc(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let size = args.size(machine, 0)?;
    Ok(machine.malloc(Some(size.into()), None)?.into())
}

fn calloc(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let (count, size) = (args.size(machine, 0)?, args.size(machine, 1)?);
    Ok(machine.calloc(u128::from(count).checked_mul(size.into()))?.into())
}

fn free(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let pointer = args.pointer(machine, 0)?;
    machine.free("`free`", pointer)?;
    Ok(Outcome::Void)
}

fn realloc(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let (pointer, size) = (args.pointer(machine, 0)?, args.size(machine, 1)?);
    reallocate(machine, &args.name, pointer, Some(size.into()))
}

fn reallocarray(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let pointer = args.pointer(machine, 0)?;
    let (count, size) = (args.size(machine, 1)?, args.size(machine, 2)?);
    reallocate(machine, &args.name, pointer, u128::from(count).checked_mul(size.into()))
}

/// A new block with the old contents; the old one goes if there is a new one.
fn reallocate(machine: &mut Interpreter<'_>, name: &str, pointer: Word, size: Option<u128>) -> Exec<Outcome> {
    let Some(old) = machine.heap_block(&format!("`{name}`"), pointer)? else {
        return Ok(machine.malloc(size, None)?.into());
    };
    // As in glibc: no bytes means free.
    if size == Some(0) {
        let site = machine.site();
        machine.memory.release(old, site);
        return Ok(Word::ZERO.into());
    }
    let word = machine.malloc(size, None)?;
    if let Some(new) = word.provenance {
        let have = machine.memory.live(old).map_or(0, model::Object::size);
        let len = have.min(size.unwrap_or(0) as u64) as usize;
        let (to, from) =
            (Located { index: new.index(), offset: 0 }, Located { index: old.index(), offset: 0 });
        machine.allow_at(from, len)?;
        machine.memory.copy(to, from, len);
        let site = machine.site();
        machine.memory.replace(old, new, site);
    }
    Ok(word.into())
}

/// More of the system's memory: all of it is one object, which grows. It may be refused.
fn sbrk(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let more = args.long(machine, 0)?;
    let Ok(more) = u64::try_from(more) else {
        return Err(Stop::unsupported("`sbrk` gives memory back, which is not modelled"));
    };
    let known = machine.library.objects.get("sbrk").copied();
    let object = if let Some(object) = known {
        object
    } else {
        let object = library_object(machine, "sbrk", SYSTEM)?;
        machine.memory.fill(Located { index: object.index(), offset: 0 }, SYSTEM as usize, 0, 0);
        machine.memory.limit(object, 0);
        machine.library.objects.insert("sbrk", object);
        object
    };
    let refused = more > 0 && machine.options.malloc_may_fail && !machine.inputs.allocation();
    let given = machine.library.given;
    if refused || more > SYSTEM - given {
        return Ok(int(-1));
    }
    machine.library.given += more;
    machine.memory.limit(object, given + more);
    let begin = machine.memory.address_of(object);
    Ok(machine.offset(begin, given as usize).into())
}

fn aligned_alloc(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let (align, size) = (args.size(machine, 0)?, args.size(machine, 1)?);
    if !align.is_power_of_two() {
        return Ok(Word::ZERO.into());
    }
    Ok(machine.malloc(Some(size.into()), Some(align.max(16)))?.into())
}

fn valloc(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let size = args.size(machine, 0)?;
    Ok(machine.malloc(Some(size.into()), Some(4096))?.into())
}

fn posix_memalign(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let (to, align, size) = (args.pointer(machine, 0)?, args.size(machine, 1)?, args.size(machine, 2)?);
    if !align.is_power_of_two() || align < machine.memory.pointer_bytes() {
        return Ok(int(22));
    }
    let word = machine.malloc(Some(size.into()), Some(align.max(16)))?;
    if word.bits == 0 {
        return Ok(int(12));
    }
    let bytes = machine.memory.pointer_bytes();
    if let Some(at) = machine.locate_range(&args.name, to, bytes, true)? {
        machine.memory.write(at, bytes as usize, word);
    }
    Ok(int(0))
}

fn alloca(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let size = args.size(machine, 0)?;
    Ok(machine.alloca(Some(size.into()))?.into())
}

fn strdup(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let text = machine.read_string(&args.name, args.pointer(machine, 0)?, None)?;
    new_string(machine, &text)
}

fn strndup(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let most = args.size(machine, 1)?;
    let text = machine.read_string(&args.name, args.pointer(machine, 0)?, Some(most))?;
    new_string(machine, &text)
}

fn new_string(machine: &mut Interpreter<'_>, text: &[u8]) -> Exec<Outcome> {
    let word = machine.malloc(Some(text.len() as u128 + 1), None)?;
    if let Some(id) = word.provenance {
        let at = Located { index: id.index(), offset: 0 };
        machine.memory.fill(at, text.len() + 1, 0, 0);
        machine.memory.write_bytes(at, text);
    }
    Ok(word.into())
}

fn usable_size(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let pointer = args.pointer(machine, 0)?;
    let size = match machine.heap_block("`malloc_usable_size`", pointer) {
        Ok(block) => block.and_then(|id| machine.memory.live(id)).map_or(0, model::Object::size),
        Err(_) => {
            return Err(Stop::error(
                Rule::InvalidFree,
                "`malloc_usable_size` of something that is not a heap block",
            ));
        }
    };
    Ok(Outcome::Value(Value::new(size.into())))
}
