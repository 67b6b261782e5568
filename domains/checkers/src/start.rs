//! The states in which a function begins.

use engine::{Cursor, Entry, Lost, Outcome};
use ir::{Global, GlobalId, Place, Program, Symbol, TypeId, TypeKind, Var};

use logic::Form;

use crate::Checkers;
use crate::heap::{Block, Origin, Region, Rest, Root, State, Sym, Term, Value};
use crate::transfer::is_constant;

/// Objects with more numbers and pointers than this are not looked into.
const PARTS: usize = 64;

/// Streams that are there when a program begins.
pub(crate) const STREAMS: [&str; 3] = ["stdin", "stdout", "stderr"];

impl Checkers {
    /// The states in which a function is entered of which only its contract is known, or the program begins.
    pub(crate) fn start(&self, program: &Program, entry: &Entry) -> Outcome<Vec<State>> {
        let function = &program.functions[entry.function];
        let Some(body) = &*function.body else {
            return Err(Lost { span: function.span, why: "the function has no body".into() });
        };
        let mut state = State::default();
        // A global that a function on its own does not know may be what a parameter of it points to.
        let known = (!entry.program_start).then(|| self.known_globals(program, entry.function));
        let is_known = |id: GlobalId| known.as_ref().is_none_or(|known| known.contains(&id));
        for (id, global) in program.globals.enumerate() {
            if !is_constant(program, id) && is_known(id) {
                self.start_global(program, &mut state, id, global, entry.program_start);
            }
        }
        let mut values = Vec::new();
        for (param, ty) in body.params.iter().zip(&function.signature.params) {
            let value = self.any_of_type(program, &mut state, *ty);
            match param {
                Var::Local(local) => state.set_root(Root::Register(*local), value),
                Var::Slot(slot) => {
                    let sym = state.fresh();
                    let size = program.types.size(*ty);
                    let mut block = Block::new(
                        Term::constant(size.cast_signed()),
                        Origin::of_slot(program, entry.function, *slot),
                        Rest::Any,
                    );
                    if program.types.is_scalar(*ty) && size <= 16 {
                        block.put(0, size as u8, value);
                    }
                    state.add_region(sym, Region::Block(block));
                    state.set_root(Root::Slot(*slot), Value::of(sym));
                }
            }
            values.push(value);
        }
        if entry.program_start {
            self.start_arguments(program, function, &mut state, &values);
        }
        match &function.contract {
            Some(_) if !entry.program_start => {
                self.start_under_contract(program, entry.function, state, &values)
            }
            _ => Ok(vec![state]),
        }
    }

    fn start_global(
        &self,
        program: &Program,
        state: &mut State,
        id: GlobalId,
        global: &Global,
        program_start: bool,
    ) {
        let sym = state.fresh();
        let mut block = Block::new(Term::constant(global.size.cast_signed()), Origin::Global(id), Rest::Any);
        state.set_root(Root::Global(id), Value::of(sym));
        if program_start && global.init.is_none() && STREAMS.contains(&&*global.name) {
            let (stream, size) = (state.fresh(), state.fresh());
            state.pure.guard_ge(&Form::of(size.dim()));
            let inside = Block::new(Term::of(size), Origin::Stream, Rest::Unsure);
            state.add_region(stream, Region::Block(inside));
            block.put(0, program.target.pointer_bytes, Value::of(stream));
        }
        if let Some(init) = global.init.as_ref().filter(|_| program_start) {
            let zero =
                init.addresses.is_empty() && init.bytes.iter().all(|(_, run)| run.iter().all(|b| *b == 0));
            let parts = scalars(program, global.ty);
            if zero {
                block.rest = Rest::Zero;
            } else if parts.len() <= PARTS {
                for (offset, size, ty) in parts {
                    let value = self.initial_value(program, state, global, (offset, size, ty));
                    block.put(offset.cast_signed(), size as u8, value);
                }
            }
        }
        state.add_region(sym, Region::Block(block));
    }

    /// What bytes of a global that cannot change hold.
    pub(crate) fn initial(
        &self,
        at: &Cursor<'_>,
        state: &mut State,
        base: Sym,
        offset: i64,
        place: &Place,
    ) -> Option<Value> {
        let Origin::Global(id) = state.block(base)?.origin else { return None };
        if !is_constant(at.program, id) || place.bits.is_some() {
            return None;
        }
        let global = &at.program.globals[id];
        global.init.as_ref()?;
        let part = (u64::try_from(offset).ok()?, at.program.types.size(place.ty), place.ty);
        Some(self.initial_value(at.program, state, global, part))
    }

    fn initial_value(
        &self,
        program: &Program,
        state: &mut State,
        global: &Global,
        (offset, size, ty): (u64, u64, TypeId),
    ) -> Value {
        let Some(init) = &global.init else { return Value::Any };
        let types = &program.types;
        let shares = |start: u64, len: u64| start < offset + size && offset < start + len;
        if let Some(address) = init.addresses.iter().find(|a| shares(a.offset, u64::from(a.size))) {
            let whole = (address.offset, u64::from(address.size)) == (offset, size) && types.is_pointer(ty);
            let base = match address.symbol {
                Symbol::Global(to) if whole => self.global(program, state, to),
                Symbol::Function(function) if whole => self.code(state, function),
                _ => return Value::Any,
            };
            return Value::Known(Term { base: Some(base), offset: address.addend });
        }
        let mut bytes = [0u8; 16];
        for (start, run) in init.bytes.iter().filter(|(start, run)| shares(*start, run.len() as u64)) {
            for (index, byte) in run.iter().enumerate() {
                let at = start + index as u64;
                if (offset..offset + size.min(16)).contains(&at) {
                    bytes[(at - offset) as usize] = *byte;
                }
            }
        }
        let number = model::Value::new(u128::from_le_bytes(bytes));
        match types.integer(ty) {
            Some(_) if types.is_pointer(ty) && number.bits == 0 => Value::Known(Term::NULL),
            Some((bits, signed)) if !types.is_pointer(ty) && program.target.little_endian => {
                let number = i64::try_from(number.as_int(bits, signed));
                number.map_or(Value::Any, |number| Value::Known(Term::constant(number)))
            }
            _ => Value::Any,
        }
    }
}

/// The numbers and pointers of a type: offset, size, type.
fn scalars(program: &Program, ty: TypeId) -> Vec<(u64, u64, TypeId)> {
    let types = &program.types;
    let mut found = Vec::new();
    let mut todo = vec![(0, ty)];
    while let Some((offset, ty)) = todo.pop() {
        if found.len() > PARTS {
            break;
        }
        match types.kind(ty) {
            TypeKind::Record(record) => {
                for field in types.record(*record).fields.iter().filter(|field| field.bits.is_none()) {
                    todo.push((offset + field.offset, field.ty));
                }
            }
            TypeKind::Array { elem, len: Some(len) } if *len <= PARTS as u64 => {
                todo.extend((0..*len).map(|index| (offset + index * types.size(*elem), *elem)));
            }
            _ if types.is_scalar(ty) && types.size(ty) <= 16 => found.push((offset, types.size(ty), ty)),
            _ => {}
        }
    }
    found.sort_unstable_by_key(|(offset, ..)| *offset);
    // Members of a union share their bytes: the first is as good as any.
    found.dedup_by(|next, first| next.0 < first.0 + first.1);
    found
}
