//! The states in which a function begins.

use engine::{Entry, Lost, Outcome};
use ir::{Global, GlobalId, GlobalKind, Program, Symbol, TypeId, TypeKind, Var};
use logic::Linear;

use crate::Lengths;
use crate::integers::range;
use crate::names::{Object, Root, RootId, collect_scalars};
use crate::operand::Held;
use crate::state::{Contents, Extent, State, Value};

/// Objects with more numbers and pointers than this are not looked into.
const PARTS: usize = 64;

impl Lengths {
    /// The state in which a function is entered of which only its parameters' types are known.
    pub(crate) fn start(&self, program: &Program, entry: &Entry) -> Outcome<Vec<State>> {
        let function = &program.functions[entry.function];
        let Some(body) = &*function.body else {
            return Err(Lost { span: function.span, why: "the function has no body".into() });
        };
        self.note_names(program, entry.function);
        let contract = function.contract.as_ref().filter(|_| !entry.program_start);
        let mut state = State::empty();
        for (id, global) in program.globals.enumerate() {
            self.start_global(program, id, global, entry.program_start, &mut state);
        }
        for (param, ty) in body.params.iter().zip(&function.signature.params) {
            let root = match param {
                Var::Local(local) => self.names.root(Root::Register(entry.function, *local)),
                Var::Slot(slot) => {
                    let object = Object::Slot(entry.function, *slot);
                    let size = program.types.size(*ty);
                    state.add_object(Extent { object, size, contents: Contents::Any });
                    if !program.types.is_scalar(*ty) || size > 16 {
                        continue;
                    }
                    self.names.root(Root::Part(object, 0, size as u8))
                }
            };
            if contract.is_some() && program.types.is_pointer(*ty) {
                state.put(root, Value::Unclaimed(self.names.new_unclaimed(), false));
            } else {
                self.put_any(program, &mut state, root, *ty);
            }
        }
        match contract {
            Some(contract) => self.start_under(program, entry.function, contract, state),
            None => Ok(vec![state]),
        }
    }

    /// A variable holds any value of its type.
    pub(crate) fn put_any(&self, program: &Program, state: &mut State, root: RootId, ty: TypeId) {
        if matches!(program.types.kind(ty), TypeKind::Int { .. } | TypeKind::Bool) {
            self.set_any_int(state, root, range(&program.types, ty));
        } else {
            state.put(root, Value::ANY);
        }
    }

    fn start_global(
        &self,
        program: &Program,
        id: GlobalId,
        global: &Global,
        program_start: bool,
        state: &mut State,
    ) {
        // What cannot change is looked up where it is read.
        if is_constant(global) {
            return;
        }
        let object = Object::Global(id);
        let mut extent = Extent { object, size: global.size, contents: Contents::Any };
        if let Some(init) = global.init.as_ref().filter(|_| program_start) {
            let zero =
                init.addresses.is_empty() && init.bytes.iter().all(|(_, run)| run.iter().all(|b| *b == 0));
            let scalars = scalars(program, global.ty);
            if zero {
                extent.contents = Contents::Zero;
            } else if scalars.len() <= PARTS {
                for (offset, size, ty) in scalars {
                    let root = self.names.root(Root::Part(object, offset as i64, size as u8));
                    self.start_part(program, init, (offset, size, ty), root, state);
                }
            }
        }
        state.add_object(extent);
    }

    /// A number or pointer of a global has its initial value.
    fn start_part(
        &self,
        program: &Program,
        init: &ir::Initializer,
        (offset, size, ty): (u64, u64, TypeId),
        root: RootId,
        state: &mut State,
    ) {
        let held = self.initial(program, init, (offset, size, ty));
        match held.number {
            Some(number) => self.set_int(state, root, &number),
            None if held.value == Value::ANY => self.put_any(program, state, root, ty),
            None => state.put(root, held.value),
        }
    }

    /// What bytes of a global that cannot change hold.
    pub(crate) fn initial_part(
        &self,
        program: &Program,
        (object, offset, size): (Object, i64, u8),
        ty: TypeId,
    ) -> Held {
        let init = match object {
            Object::Global(global) => program.globals[global].init.as_ref(),
            _ => None,
        };
        match init.zip(u64::try_from(offset).ok()) {
            Some((init, offset)) => self.initial(program, init, (offset, u64::from(size), ty)),
            None => Held::new(Value::ANY),
        }
    }

    /// What an initializer puts at a place.
    fn initial(
        &self,
        program: &Program,
        init: &ir::Initializer,
        (offset, size, ty): (u64, u64, TypeId),
    ) -> Held {
        let (types, any) = (&program.types, Held::new(Value::ANY));
        let shares = |start: u64, len: u64| start < offset + size && offset < start + len;
        if let Some(address) = init.addresses.iter().find(|a| shares(a.offset, u64::from(a.size))) {
            let whole = (address.offset, u64::from(address.size)) == (offset, size) && types.is_pointer(ty);
            return match address.symbol {
                Symbol::Global(to) if whole => Held::new(Value::Object(Object::Global(to), address.addend)),
                Symbol::Function(function) if whole && address.addend == 0 => {
                    Held::new(Value::Code(function))
                }
                _ => any,
            };
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
            Some(_) if types.is_pointer(ty) && number.bits == 0 => Held::new(Value::Null),
            Some((bits, signed)) if !types.is_pointer(ty) && program.target.little_endian => {
                let number = i64::try_from(number.as_int(bits, signed));
                number.map_or(any, |number| Held::int(Linear::constant(number)))
            }
            _ => any,
        }
    }

    /// Learns what the variables of a function are called and which are compared.
    pub(crate) fn note_names(&self, program: &Program, function: ir::FunctionId) {
        let Some(body) = &*program.functions[function].body else { return };
        self.note_comparisons(function, body, &program.types);
        let mut called = self.called.borrow_mut();
        for (local, register) in body.locals.enumerate() {
            if let Some(name) = &register.name {
                called.insert(self.names.root(Root::Register(function, local)), name.to_string());
            }
        }
    }
}

/// Whether a global never changes. It is in no state.
pub(crate) fn is_constant(global: &Global) -> bool {
    global.kind == GlobalKind::String || global.read_only
}

/// Whether an object is a global that never changes.
pub(crate) fn is_unchanged(program: &Program, object: Object) -> bool {
    matches!(object, Object::Global(global) if is_constant(&program.globals[global]))
}

/// The numbers and pointers of a type.
fn scalars(program: &Program, ty: TypeId) -> Vec<(u64, u64, TypeId)> {
    let mut found = Vec::new();
    match program.types.kind(ty) {
        TypeKind::Record(record) => collect_scalars(program, *record, 0, &mut found),
        _ if program.types.is_scalar(ty) => found.push((0, program.types.size(ty), ty)),
        _ => {}
    }
    found.retain(|(_, size, _)| *size <= 16);
    found
}
