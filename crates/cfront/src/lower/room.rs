//! Room for strings: an array within a larger object, given by name to a function that writes a string, has bounds of its own.
//!
//! As a subscript by name must stay in its array, what `strcpy(s.name, text)` writes must: the condition stands beside the call, as in
//! `_FORTIFY_SOURCE=2` of gcc, whose line is drawn here too. Functions of strings are meant (object size of type 1); `memcpy`, `memset`, `read` and
//! `fread`, which programs let run over several members on purpose, go by the object (type 0). The last member of a struct may stand for
//! more if it is declared with no or one element.

use std::sync::Arc;

use ir::{
    Argument, AssertKind, BinaryOp, Call, Callee, Const, ConstValue, Destination, FunctionId, GlobalKind,
    Linkage, Operand, Place, Rvalue, Step, StmtKind, Symbol, TypeId, TypeKind,
};

use super::function::FunctionLowering;

/// The room that an argument leads to.
pub(super) struct Room {
    /// Bytes of the array.
    bytes: u64,
    /// How far into it the argument leads.
    inside: Operand,
    /// The array, as the program names it.
    name: Arc<str>,
}

impl FunctionLowering<'_, '_> {
    /// Says before a call that what it writes has room in the array it is given by name. What must hold after it is given back.
    pub(super) fn room_before(&mut self, function: FunctionId, args: &[Argument]) -> Option<Room> {
        let name = self.unit.draft.program.functions[function].name.clone();
        let plain = |arg: &Argument| match arg {
            Argument::Value(operand) => Some(*operand),
            Argument::Object(_) => None,
        };
        let args: Vec<Operand> = args.iter().map(plain).collect::<Option<_>>()?;
        let writes = matches!(
            (&*name, args.len()),
            ("strcpy" | "stpcpy" | "strcat", 2)
                | ("strncpy" | "stpncpy" | "strncat" | "fgets", 3)
                | ("snprintf", 3..)
                | ("vsnprintf", 4)
                | ("sprintf", 2..)
        );
        if !writes || self.unit.draft.is_defined(function) {
            return None;
        }
        let room = self.room_of(args[0])?;
        let bytes = match &*name {
            "strcpy" | "stpcpy" => self.length(args[1], 1),
            "strcat" => {
                let more = self.length(args[1], 1);
                self.length_and(args[0], more)
            }
            "strncat" => {
                let more = self.length_within(args[1], args[2]);
                self.length_and(args[0], more)
            }
            "strncpy" | "stpncpy" => args[2],
            "fgets" | "snprintf" | "vsnprintf" => args[1],
            _ => return Some(room),
        };
        self.has_room(&room, bytes, &name);
        None
    }

    /// Says after a call that the string of this length that it wrote had room.
    pub(super) fn room_after(&mut self, room: &Room, length: Operand, name: &str) {
        let (size, one) = (self.size_ty(), self.size_const(1));
        let length = self.convert(length, size);
        let bytes = self.sum(length, one);
        self.has_room(room, bytes, name);
    }

    fn has_room(&mut self, room: &Room, bytes: Operand, name: &str) {
        let (size, int) = (self.size_ty(), self.int_ty());
        let bytes = self.convert(bytes, size);
        let whole = self.size_const(room.bytes);
        let end = self.sum(bytes, room.inside);
        if constant(end).is_some_and(|end| (0..=i128::from(room.bytes)).contains(&end)) {
            return;
        }
        let condition = self.compute(int, Rvalue::Binary(BinaryOp::Le, end, whole));
        let message = format!("`{name}` may write behind the end of `{}`", room.name).into();
        self.emit(StmtKind::Assert { condition, kind: AssertKind::Bounds, message });
    }

    /// The array within an object that a pointer was made from by name, in the same expression.
    fn room_of(&mut self, pointer: Operand) -> Option<Room> {
        let Operand::Local(local) = pointer else { return None };
        if !self.body.locals[local].is_temporary() {
            return None;
        }
        let stmts = self.body.blocks.iter().flat_map(|block| &block.stmts);
        let values = stmts.filter_map(|stmt| match &stmt.kind {
            StmtKind::Assign { dst, value } if *dst == local => Some(value.clone()),
            _ => None,
        });
        // Of several arrays it may be, the largest one counts.
        let values: Vec<Rvalue> = values.collect();
        let rooms: Vec<Room> = values.iter().map(|value| self.room_by(value)).collect::<Option<_>>()?;
        rooms.into_iter().max_by_key(|room| room.bytes)
    }

    fn room_by(&mut self, value: &Rvalue) -> Option<Room> {
        match *value {
            Rvalue::AddressOf(ref place) => self.room_in(place),
            Rvalue::Convert(pointer) | Rvalue::Use(pointer) => self.room_of(pointer),
            Rvalue::PointerAdd { pointer, index, stride } => {
                let room = self.room_of(pointer)?;
                let more = self.bytes_of(index, stride);
                let inside = self.sum(room.inside, more);
                Some(Room { inside, ..room })
            }
            _ => None,
        }
    }

    fn bytes_of(&mut self, index: Operand, stride: u64) -> Operand {
        let size = self.size_ty();
        if let Some(index) = constant(index) {
            return self.constant(size, index.wrapping_mul(i128::from(stride)));
        }
        let (index, stride) = (self.convert(index, size), self.size_const(stride));
        self.compute(size, Rvalue::Binary(BinaryOp::Mul, index, stride))
    }

    fn sum(&mut self, a: Operand, b: Operand) -> Operand {
        let size = self.size_ty();
        match (constant(a), constant(b)) {
            (Some(a), Some(b)) => self.constant(size, a + b),
            (Some(0), None) => b,
            (None, Some(0)) => a,
            _ => self.compute(size, Rvalue::Binary(BinaryOp::Add, a, b)),
        }
    }

    /// The array within an object that a place is, or is an element of.
    fn room_in(&mut self, place: &Place) -> Option<Room> {
        let (last, rest) = place.path.split_last()?;
        let is_inner = rest.iter().any(|step| matches!(step, Step::Field { .. } | Step::Index { .. }));
        match (last, self.types().kind(place.ty).clone()) {
            (Step::Index { index, stride, len: Some(len) }, kind)
                if is_inner && !matches!(kind, TypeKind::Array { .. }) =>
            {
                let name = self.name_of(rest);
                let inside = self.bytes_of(*index, *stride);
                Some(Room { bytes: len * stride, inside, name })
            }
            (step, TypeKind::Array { len: Some(len), .. }) => {
                if let Step::Field { record, field } = step
                    && len <= 1
                    && *field as usize + 1 == self.types().record(*record).fields.len()
                {
                    return None;
                }
                let (bytes, inside) = (self.types().size(place.ty), self.size_const(0));
                Some(Room { bytes, inside, name: self.name_of(&place.path) })
            }
            _ => None,
        }
    }

    /// The last member on a path.
    fn name_of(&self, path: &[Step]) -> Arc<str> {
        let member = path.iter().rev().find_map(|step| match step {
            Step::Field { record, field } => {
                Some(self.types().record(*record).fields[*field as usize].name.clone())
            }
            Step::Index { .. } => None,
        });
        member.unwrap_or_else(|| "the array".into())
    }

    /// The length of a string, and so many bytes.
    fn length(&mut self, text: Operand, more: u64) -> Operand {
        let more = self.size_const(more);
        self.length_and(text, more)
    }

    fn length_and(&mut self, text: Operand, more: Operand) -> Operand {
        let length = match self.literal_length(text) {
            Some(length) => self.size_const(length),
            None => self.measure("__builtin_strlen", vec![text]),
        };
        self.sum(length, more)
    }

    /// How many bytes are put behind a string of one that may be cut.
    fn length_within(&mut self, text: Operand, most: Operand) -> Operand {
        let size = self.size_ty();
        let most = self.convert(most, size);
        let length = self.measure("__builtin_strnlen", vec![text, most]);
        let one = self.size_const(1);
        self.sum(length, one)
    }

    /// The length of a string that is written down.
    fn literal_length(&self, text: Operand) -> Option<u64> {
        let Operand::Const(Const { value: ConstValue::Address { symbol, offset: 0 }, .. }) = text else {
            return None;
        };
        let Symbol::Global(global) = symbol else { return None };
        let global = &self.unit.draft.program.globals[global];
        let init = global.init.as_ref().filter(|_| global.kind == GlobalKind::String)?;
        let bytes = init.bytes.first().filter(|(from, _)| *from == 0);
        let given = bytes.map_or(&[][..], |(_, bytes)| bytes);
        let length = given.iter().position(|byte| *byte == 0).unwrap_or(given.len()) as u64;
        (length < global.size).then_some(length)
    }

    /// Calls a function of the library that measures a string, by the name that no program gives another meaning.
    fn measure(&mut self, name: &str, mut args: Vec<Operand>) -> Operand {
        let size = self.size_ty();
        let byte = self.types_mut().int(8, true);
        let text = self.types_mut().pointer(byte);
        args[0] = self.convert(args[0], text);
        let params: Vec<TypeId> = [text, size][..args.len()].to_vec();
        let signature = ir::Signature { ret: size, params, variadic: false, prototyped: true };
        let ty = self.types_mut().intern(TypeKind::Function(signature), 0, 1);
        let draft = &mut self.unit.draft;
        let function = draft.declare_function(name.into(), &Linkage::External, ty, false, ir::Span::NONE);
        let dst = self.temporary(size);
        let args = args.into_iter().map(Argument::Value).collect();
        let dst_of = Some(Destination::Local(dst));
        self.emit(StmtKind::Call(Call { dst: dst_of, callee: Callee::Function(function), args, ty }));
        Operand::Local(dst)
    }
}

fn constant(operand: Operand) -> Option<i128> {
    match operand {
        Operand::Const(Const { value: ConstValue::Int(value), .. }) => Some(value),
        _ => None,
    }
}
