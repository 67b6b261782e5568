//! Places of the IR as accesses to regions.

use ir::{Base, Const, ConstValue, Operand, Place};
use smallvec::SmallVec;

use crate::code::Access;
use crate::compile::Compiler;
use crate::configuration::{Expression, Holder, Index, Root};
use crate::points::{NodeId, Target};

impl Compiler<'_> {
    pub(crate) fn target(&self, place: &Place) -> Option<Target> {
        let base = match place.base {
            Base::Slot(slot) => self.points.slot(self.function, slot),
            Base::Global(global) => self.points.global(global)?,
            Base::Pointer(Operand::Local(local)) => self.points.register(self.function, local),
            Base::Pointer(Operand::Const(Const {
                value: ConstValue::Address { symbol, offset }, ..
            })) => match symbol {
                ir::Symbol::Global(global) => {
                    let base = self.points.global(global)?;
                    Target { offset: base.offset + offset, ..base }
                }
                _ => return None,
            },
            Base::Pointer(Operand::Const(_)) => return None,
        };
        // An index that is not constant leads to any element: they are one region, so the first stands for all.
        Some(Target { offset: base.offset + place.offset, ..base })
    }

    pub(crate) fn root(place: &Place) -> Option<(Root, i64)> {
        match place.base {
            Base::Slot(slot) => Some((Root::Slot(slot.0), 0)),
            Base::Global(global) => Some((Root::Global(global.0), 0)),
            Base::Pointer(Operand::Local(local)) => Some((Root::Register(local.0), 0)),
            Base::Pointer(Operand::Const(Const {
                value: ConstValue::Address { symbol: ir::Symbol::Global(global), offset },
                ..
            })) => Some((Root::Global(global.0), offset)),
            Base::Pointer(Operand::Const(_)) => None,
        }
    }

    pub(crate) fn dereferenced(place: &Place) -> Option<u32> {
        match place.base {
            Base::Pointer(Operand::Local(local)) => Some(local.0),
            _ => None,
        }
    }

    /// A pointer-sized access to a place.
    pub(crate) fn access(&mut self, place: &Place) -> Option<Access> {
        let target = self.points.region(self.target(place)?);
        let expression = Self::root(place).filter(|_| place.is_fixed()).and_then(|(root, offset)| {
            Some(Expression { root, offset: i32::try_from(place.offset + offset).ok()? })
        });
        Some(self.access_at(target, Self::dereferenced(place), expression))
    }

    pub(crate) fn access_at(
        &mut self,
        target: Target,
        pointer: Option<u32>,
        expression: Option<Expression>,
    ) -> Access {
        let region = Holder::cell(target);
        let contents = self.points.stored(target).map_or(Index::UNSEEN - 1, |held| held.node);
        let repeated = self.points.object(target.node).folding.is_repeated(target.offset);
        let single = !repeated && self.is_single(target.node);
        if let Some(expression) = expression.filter(|_| !single) {
            self.expressions.push((region, expression));
        }
        Access {
            region,
            contents,
            pointer: pointer.into(),
            expression: expression.filter(|_| !single),
            single,
        }
    }

    pub(crate) fn is_word(&self, place: &Place) -> bool {
        place.bits.is_none()
            && place.size(&self.program.types) == u64::from(self.program.target.pointer_bytes)
    }

    /// The pointers that an access to bytes may be to a part of.
    pub(crate) fn overlapped(&self, place: &Place) -> SmallVec<[Target; 2]> {
        let Some(target) = self.target(place).map(|target| self.points.region(target)) else {
            return SmallVec::new();
        };
        let word = i64::from(self.program.target.pointer_bytes);
        let size = place.size(&self.program.types) as i64;
        let object = self.points.object(target.node);
        let near = |offset: i64| {
            object.folding.is_repeated(target.offset)
                || object.folding.is_repeated(offset)
                || offset < target.offset + size && target.offset < offset + word
        };
        let fields = object.fields.iter().filter(|(offset, _)| near(*offset));
        fields.map(|(offset, _)| Target { node: target.node, offset: *offset }).collect()
    }

    /// Whether pointers may be stored in the objects of a node, by this function or by its callers.
    pub(crate) fn has_pointers(&self, node: NodeId) -> bool {
        let object = self.points.object(node);
        object.marks.given || !object.fields.is_empty()
    }
}
