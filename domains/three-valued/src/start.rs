//! The states in which a function begins.

use engine::{Entry, Lost, Outcome};
use ir::{Global, GlobalId, GlobalKind, Program, Symbol, TypeId, TypeKind, Var};

use crate::ThreeValued;
use crate::state::{Root, State, Value};
use crate::structure::Structure;

/// Variables with more numbers and pointers than this are not looked into.
pub(crate) const PARTS: usize = 64;

impl ThreeValued {
    /// The state in which a function is entered of which only the types of its parameters are known.
    pub(crate) fn start(&self, program: &Program, entry: &Entry) -> Outcome<Vec<State>> {
        let function = &program.functions[entry.function];
        let Some(body) = &*function.body else {
            return Err(Lost { span: function.span, why: "the function has no body".into() });
        };
        let mut state = State::new(Structure::new(self.vocabulary.unary, self.vocabulary.binary));
        for (id, global) in program.globals.enumerate() {
            self.start_global(program, id, global, entry.program_start, &mut state);
        }
        for (param, ty) in body.parameters() {
            let root = match param {
                Var::Local(local) => Root::Register(entry.function, local),
                Var::Slot(slot) => match u8::try_from(program.types.size(ty)) {
                    Ok(size) if program.types.is_scalar(ty) => Root::Slot(entry.function, slot, 0, size),
                    _ => continue,
                },
            };
            state.put(root, Value::ANY);
        }
        if let Some(contract) = &function.contract {
            if entry.program_start {
                let why = "a contract of the function that the program begins with is not read".into();
                return Err(Lost { span: function.span, why });
            }
            return self.start_under(program, entry.function, contract, state);
        }
        crate::blur::blur(&self.vocabulary, &mut state);
        Ok(vec![state])
    }

    /// The numbers and pointers of a global have their initial values, or any if the program has run before.
    fn start_global(
        &self,
        program: &Program,
        id: GlobalId,
        global: &Global,
        program_start: bool,
        state: &mut State,
    ) {
        if global.kind == GlobalKind::String || global.read_only {
            return;
        }
        let mut scalars = Vec::new();
        collect_scalars(program, global.ty, 0, &mut scalars);
        if scalars.len() > PARTS {
            return;
        }
        for (offset, size, ty) in scalars {
            let (Ok(place), Ok(bytes)) = (u32::try_from(offset), u8::try_from(size)) else { continue };
            let value = match &global.init {
                Some(init) if program_start => initial(program, init, (offset, size, ty)),
                _ => Value::ANY,
            };
            state.put(Root::Global(id, place, bytes), value);
        }
    }
}

/// What an initializer puts at a place.
fn initial(program: &Program, init: &ir::Initializer, (offset, size, ty): (u64, u64, TypeId)) -> Value {
    let shares = |start: u64, len: u64| start < offset + size && offset < start + len;
    if let Some(address) = init.addresses.iter().find(|a| shares(a.offset, u64::from(a.size))) {
        let whole = (address.offset, u64::from(address.size)) == (offset, size);
        return match address.symbol {
            Symbol::Global(to) if whole => Value::Static(to, address.addend),
            Symbol::Function(function) if whole && address.addend == 0 => Value::Code(function),
            _ => Value::ANY,
        };
    }
    if init.bytes.iter().any(|(start, run)| shares(*start, run.len() as u64) && run.iter().any(|b| *b != 0)) {
        return Value::ANY;
    }
    match program.types.kind(ty) {
        TypeKind::Pointer(_) => Value::Null,
        TypeKind::Int { .. } | TypeKind::Bool => Value::Known(0),
        _ => Value::ANY,
    }
}

/// The numbers and pointers of a type, outside of arrays and unions: offset, size and type.
pub(crate) fn collect_scalars(program: &Program, ty: TypeId, base: u64, found: &mut Vec<(u64, u64, TypeId)>) {
    let types = &program.types;
    match types.kind(ty) {
        TypeKind::Record(record) if types.record(*record).kind == ir::RecordKind::Struct => {
            for field in types.record(*record).fields.iter().filter(|field| field.bits.is_none()) {
                collect_scalars(program, field.ty, base + field.offset, found);
            }
        }
        _ if types.is_scalar(ty) => found.push((base, types.size(ty), ty)),
        _ => {}
    }
}
