//! What is there before the program's first statement.

use std::collections::BTreeSet;

use ir::Global;
use model::{Located, ObjectId, ObjectKind, SiteId, Value, Word};

use crate::calls::Passed;
use crate::execute::out_of_memory;
use crate::given::walk;
use crate::library;
use crate::machine::Interpreter;
use crate::options::Failures;
use crate::repr::{Class, Repr};
use crate::stop::{Exec, Stop};
use crate::tasks::Task;

/// Sets up globals and arguments, and gets ready to run the first statement.
pub(crate) fn start(machine: &mut Interpreter<'_>) -> Exec<()> {
    let program = machine.program;
    let error = match &machine.options.failures {
        Failures::Calls(name) => name.clone(),
        Failures::Errors | Failures::Ends => "reach_error".into(),
    };
    let named = program
        .functions
        .enumerate()
        .filter(|(_, function)| function.name == error || &*function.name == "reach_error");
    machine.library.reach_error = named.map(|(id, _)| id).collect();
    for (id, global) in program.globals.enumerate() {
        let object = machine
            .memory
            .allocate(ObjectKind::Global(id), global.size, global.align, SiteId::START)
            .map_err(|_| out_of_memory())?;
        machine.memory.set_global(id, object);
    }
    for (id, global) in program.globals.enumerate() {
        if let Some(object) = machine.memory.global(id) {
            initialize(machine, global, object)?;
        }
    }
    if program.functions.get(machine.options.entry).is_none_or(|function| function.body.is_none()) {
        return Err(Stop::unsupported("the entry function has no body"));
    }
    if &*program.functions[machine.options.entry].name == "main" {
        let mut args = main_arguments(machine)?;
        if machine.options.determined {
            machine.determined_start()?;
            // They are the user's.
            for arg in &mut args {
                if let Passed::Value(value, _) = arg {
                    *value = Value::UNDEFINED;
                }
            }
        }
        return machine.begin(Task::Start { next: 0, args });
    }
    let args = given(machine)?;
    if program.functions[machine.options.entry].contract.is_none() {
        machine.hand_over(&args, &BTreeSet::new());
    }
    // The state is what the inputs say: nothing has run before.
    machine.begin(Task::Start { next: program.constructors.len(), args })
}

fn initialize(machine: &mut Interpreter<'_>, global: &Global, object: ObjectId) -> Exec<()> {
    let at = |offset: u64| Located { index: object.index(), offset: offset as usize };
    let Some(init) = &global.init else {
        if !library::external(machine, &global.name, object)? {
            machine.memory.set_unknown(object);
        }
        return Ok(());
    };
    machine.memory.fill(at(0), global.size as usize, 0, 0);
    let fits = |offset: u64, len: u64| offset.checked_add(len).is_some_and(|end| end <= global.size);
    for (offset, bytes) in &init.bytes {
        if !fits(*offset, bytes.len() as u64) {
            return Err(Stop::unsupported(format!("the initializer of `{}` does not fit", global.name)));
        }
        machine.memory.write_bytes(at(*offset), bytes);
    }
    for address in &init.addresses {
        if !fits(address.offset, u64::from(address.size)) || address.size > 8 {
            return Err(Stop::unsupported(format!("the initializer of `{}` does not fit", global.name)));
        }
        let Some(word) = machine.symbols.address(&machine.memory, address.symbol) else {
            return Err(Stop::unsupported(format!("the initializer of `{}`", global.name)));
        };
        let word = Word { bits: word.bits.wrapping_add(address.addend as u64), ..word };
        machine.memory.write(at(address.offset), address.size as usize, word);
    }
    if global.read_only {
        machine.memory.set_read_only(object);
    }
    Ok(())
}

/// `argc`, `argv` and `envp`.
fn main_arguments(machine: &mut Interpreter<'_>) -> Exec<Vec<Passed>> {
    let mut strings = vec![b"program".to_vec()];
    strings.extend(machine.options.args.iter().cloned());
    let argc = strings.len();
    let mut pointers = Vec::new();
    for string in strings {
        let object = library_object(machine, "argv", string.len() as u64 + 1)?;
        let at = Located { index: object.index(), offset: 0 };
        machine.memory.fill(at, string.len() + 1, 0, 0);
        machine.memory.write_bytes(at, &string);
        pointers.push(machine.memory.address_of(object));
    }
    pointers.push(Word::ZERO);
    let argv = pointer_array(machine, "argv", &pointers)?;
    let envp = pointer_array(machine, "envp", &[Word::ZERO])?;
    let pointer = Repr {
        class: Class::Pointer,
        bits: machine.memory.pointer_bytes() as u8 * 8,
        bytes: machine.memory.pointer_bytes() as u8,
    };
    let int = Repr { class: Class::Signed, bits: 32, bytes: 4 };
    Ok(vec![
        Passed::Value(Value::new(argc as u128), int),
        Passed::Value(argv.into(), pointer),
        Passed::Value(envp.into(), pointer),
    ])
}

/// An object of the C library, with undefined contents.
pub(crate) fn library_object(machine: &mut Interpreter<'_>, name: &'static str, size: u64) -> Exec<ObjectId> {
    machine.memory.allocate(ObjectKind::Library(name), size, 16, SiteId::START).map_err(|_| out_of_memory())
}

fn pointer_array(machine: &mut Interpreter<'_>, name: &'static str, pointers: &[Word]) -> Exec<Word> {
    let bytes = machine.memory.pointer_bytes() as usize;
    let object = library_object(machine, name, (bytes * pointers.len()) as u64)?;
    for (index, pointer) in pointers.iter().enumerate() {
        machine.memory.write(Located { index: object.index(), offset: index * bytes }, bytes, *pointer);
    }
    Ok(machine.memory.address_of(object))
}

/// What any other entry function is given comes from the inputs.
fn given(machine: &mut Interpreter<'_>) -> Exec<Vec<Passed>> {
    let given = walk(machine.program, machine.options.entry, &mut machine.inputs);
    let (args, blocks, site) = given.install(machine)?;
    machine.give(blocks, site);
    Ok(args)
}
