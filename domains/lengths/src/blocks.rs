//! Heap blocks: how they begin, become list cells, and end.

use engine::{Checks, Cursor, Outcome};
use ir::{AllocKind, LocalId, Operand};
use model::Rule;

use crate::Lengths;
use crate::names::Object;
use crate::operand::Held;
use crate::state::{Contents, Extent, State, Value};

/// Heap blocks that are no list cells and are alive at once, for each allocation.
const BLOCKS: u32 = 4;

impl Lengths {
    /// A new block: at first an object of its own.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn alloc(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        dst: LocalId,
        kind: AllocKind,
        size: Operand,
        count: Option<Operand>,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let (size, count) = (self.held(at, &state, size), count.map(|count| self.held(at, &state, count)));
        let usable =
            self.is_usable(&size, out) && count.as_ref().is_none_or(|count| self.is_usable(count, out));
        if !usable {
            return Ok(Vec::new());
        }
        if kind == AllocKind::Alloca {
            return self.lost(at, "`alloca` is not modelled");
        }
        let exact = |held: &Held| {
            let number = held.number.as_ref().and_then(|form| self.exactly(&state, form));
            number.and_then(|number| u64::try_from(number).ok())
        };
        let Some((size, count)) = exact(&size).zip(count.as_ref().map_or(Some(1), exact)) else {
            return self.lost(at, "the size of this block is not a constant");
        };
        let most = u64::MAX >> (65 - 8 * u32::from(at.program.target.pointer_bytes));
        let bytes = size.checked_mul(count).filter(|bytes| *bytes <= most);
        let root = self.register(at, dst);
        self.clear_reporting(&mut state, root, out);
        let site = at.point.block.0 << 12 | at.point.stmt;
        let object = (0..BLOCKS)
            .map(|number| Object::Heap(at.point.function, site, number))
            .find(|object| state.extent(*object).is_none());
        let Some(object) = object else {
            return self.lost(at, "blocks that are not cells of a list are allocated again and again");
        };
        let mut states = Vec::new();
        // No machine has a block that large, and one of no bytes need not be one: that is no failure.
        if self.options.malloc_may_fail || bytes.is_none_or(|bytes| bytes == 0) {
            let mut failed = state.clone();
            failed.put(root, Value::Null);
            states.push(failed);
        }
        let Some(bytes) = bytes else { return Ok(states) };
        let contents = if kind == AllocKind::Calloc { Contents::Zero } else { Contents::Uninit };
        state.add_object(Extent { object, size: bytes, contents });
        state.put(root, Value::Object(object, 0));
        states.push(state);
        Ok(states)
    }

    /// A block that nobody has written to becomes a list cell when its pointer gets a list's type.
    pub(crate) fn become_cell(&self, at: &Cursor<'_>, state: &mut State, ty: ir::TypeId, held: &Held) {
        let Value::Object(object @ Object::Heap(..), 0) = held.value else { return };
        let types = &at.program.types;
        let Some(ir::TypeKind::Record(record)) = types.pointee(ty).map(|to| types.kind(to)) else { return };
        let Some(family) = self.names.family_of(at.program, *record) else { return };
        let Some(extent) = state.extent(object) else { return };
        let fresh = matches!(extent.contents, Contents::Uninit | Contents::Zero)
            && self.parts_of(state, object).is_empty();
        if !fresh || extent.size != self.names.family(family).size {
            return;
        }
        state.objects.retain(|known| known.object != object);
        let pointers: Vec<_> = state
            .env
            .iter()
            .filter_map(|(root, value)| match value {
                Value::Object(target, offset) if *target == object => Some((*root, *offset)),
                _ => None,
            })
            .collect();
        let Some((first, offset)) = pointers.first().copied() else { return };
        state.take(first);
        self.allocate_cell(state, first, family, extent.contents == Contents::Zero);
        state.put(first, Value::Cell(family, offset));
        for (root, offset) in pointers.into_iter().skip(1) {
            state.take(root);
            self.alias(state, root, family, first, Value::Cell(family, offset));
        }
    }

    pub(crate) fn free(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        pointer: Operand,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let held = self.held(at, &state, pointer);
        if !self.is_usable(&held, out) {
            return Ok(Vec::new());
        }
        match (held.value, held.root) {
            (Value::Null, _) => Ok(vec![state]),
            (Value::Freed, _) => {
                out.open(Rule::DoubleFree, "the block was freed before");
                out.open(Rule::InvalidFree, "the pointer dangles");
                Ok(Vec::new())
            }
            (Value::Cell(family, 0), Some(root)) => {
                let mut states = Vec::new();
                for state in self.before_cut(state, family, root) {
                    let (cases, lost) = self.free_cell(state, family, root);
                    if lost {
                        out.open(Rule::Leak, "the cells behind this one can no longer be reached");
                    }
                    states.extend(cases);
                }
                Ok(states)
            }
            (Value::Object(object @ (Object::Heap(..) | Object::Block(_)), 0), _) => {
                self.remove_reporting(&mut state, object, out);
                Ok(vec![state])
            }
            (Value::Object(Object::Outer(_) | Object::Fixed(..) | Object::Claimed(_), 0), _) => {
                out.open(Rule::InvalidFree, "this may not be a heap block");
                self.lost(at, "it is not known whether what is freed here is a heap block")
            }
            (Value::Any { .. } | Value::Unclaimed(..), _) => {
                out.open(Rule::DoubleFree, "nothing is known of what is freed here");
                out.open(Rule::InvalidFree, "nothing is known of what is freed here");
                self.lost(at, "nothing is known of what is freed here")
            }
            _ => {
                out.open(Rule::InvalidFree, "this is not the start of a heap block");
                Ok(Vec::new())
            }
        }
    }
}
