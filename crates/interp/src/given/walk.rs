//! Going over what a function is given, in the order of the inputs.

use ir::{FunctionId, Program, TypeId, TypeKind};

use super::globals::globals;
use super::parts::{Part, parts};
use super::targets::{Target, Targets};
use super::{Content, Given, Held, Holder, Made};

/// The most objects that are made.
const MOST: usize = 4096;

/// Says what a function is given.
pub trait Choose {
    /// The number at a place, as an integer of so many bits.
    fn number(&mut self, holder: Holder, part: Part, bits: u32, signed: bool) -> i128;
    /// The number that says what the pointer at a place leads to.
    fn pointer(&mut self, holder: Holder, part: Part, targets: &Targets<'_>) -> i128;
}

/// Asks for everything that a function is given.
pub fn walk(program: &Program, function: FunctionId, choose: &mut dyn Choose) -> Given {
    let body = program.functions[function].body.as_ref();
    let params: Vec<TypeId> = body.into_iter().flat_map(ir::Body::parameters).map(|(_, ty)| ty).collect();
    let globals = globals(program, function);
    let mut holders: Vec<(Holder, TypeId, u64)> =
        params.iter().enumerate().map(|(n, ty)| (Holder::Param(n as u32), *ty, 1)).collect();
    holders.extend(globals.iter().map(|id| (Holder::Global(*id), program.globals[*id].ty, 1)));
    let mut given = Given { params, globals, objects: Vec::new(), contents: Vec::new() };
    let mut next = 0;
    while let Some(&(holder, ty, count)) = holders.get(next) {
        next += 1;
        let (of_one, size) = (parts(&program.types, ty), program.types.size(ty));
        let in_row =
            |index: u64| of_one.iter().map(move |part| Part { offset: part.offset + index * size, ..*part });
        for part in (0..count).flat_map(in_row) {
            let before = given.objects.len();
            let value = value(program, &mut given, holder, part, choose);
            given.contents.push(Content { holder, part, value });
            let made = given.objects.iter().enumerate().skip(before).filter(|(_, made)| !made.gone);
            holders.extend(made.map(|(n, made)| (Holder::Object(n as u32), made.ty, made.count)));
        }
    }
    given
}

fn value(program: &Program, given: &mut Given, holder: Holder, part: Part, choose: &mut dyn Choose) -> Held {
    let types = &program.types;
    let TypeKind::Pointer(pointee) = *types.kind(part.ty) else {
        let (bits, signed) = match types.kind(part.ty) {
            TypeKind::Float(format) => (format.value_bytes() as u32 * 8, false),
            _ => types.integer(part.ty).map_or((8, false), |(bits, signed)| (u32::from(bits), signed)),
        };
        let bits = part.bits.map_or(bits, |range| u32::from(range.width));
        return Held::Number(choose.number(holder, part, bits, signed));
    };
    let targets = Targets { program, pointee, globals: &given.globals, objects: &given.objects };
    let code = choose.pointer(holder, part, &targets);
    let made = |given: &mut Given, ty: TypeId, offset: u64, count: u64, gone: bool| {
        if given.objects.len() >= MOST {
            return Held::Null;
        }
        given.objects.push(Made { ty, count, gone });
        Held::Pointer { to: Holder::Object(given.objects.len() as u32 - 1), offset }
    };
    match targets.decode(code) {
        None | Some(Target::Null) => Held::Null,
        Some(Target::Gone) => made(given, pointee, 0, 1, true),
        Some(Target::New { ty, offset }) => made(given, ty, offset, 1, false),
        Some(Target::Row { count }) => made(given, pointee, 0, count, false),
        Some(Target::There { holder, offset }) => Held::Pointer { to: holder, offset },
        Some(Target::Function(id)) => Held::Function(id),
    }
}
