//! The objects a rule owns.
//!
//! Whoever reads a member owns the whole outermost object (footprint completion, §1.2 of the
//! dossier): the members the rule speaks of are cells, all others are the rest.

use ir::{FunctionId, RecordKind, TypeId, TypeKind, Types};

use super::path::Access;
use super::{Cell, Name, Object, Problem, Term};

/// Arrays longer than this are one part.
const ELEMENTS: u64 = 64;

/// The objects that these reads are in, in the order of the reads.
pub(super) fn objects(
    types: &Types,
    subject: FunctionId,
    accesses: &[&Access],
) -> Result<Vec<Object>, Problem> {
    let mut extents: Vec<(Name, i64, TypeId)> = Vec::new();
    for access in accesses {
        let new = (access.base, access.start, access.object);
        match extents.iter().position(|known| overlap(types, *known, new)) {
            None => extents.push(new),
            Some(at) if covers(types, extents[at], new) => {}
            Some(at) if covers(types, new, extents[at]) => {
                extents[at] = new;
                // It may reach further than the one it replaces.
                let covered: Vec<bool> = extents
                    .iter()
                    .enumerate()
                    .map(|(n, known)| n != at && covers(types, new, *known))
                    .collect();
                let mut n = 0;
                extents.retain(|_| {
                    n += 1;
                    !covered[n - 1]
                });
            }
            Some(_) => {
                let message = "two objects that overlap: a checker owns each byte once".into();
                return Err(Problem { code: "R5", function: subject, span: access.span, message });
            }
        }
    }
    Ok(extents.into_iter().map(|extent| object(types, extent, accesses)).collect())
}

fn bounds(types: &Types, (_, start, ty): (Name, i64, TypeId)) -> (i128, i128) {
    (i128::from(start), i128::from(start) + i128::from(types.size(ty)))
}

fn overlap(types: &Types, a: (Name, i64, TypeId), b: (Name, i64, TypeId)) -> bool {
    let ((from, to), (first, last)) = (bounds(types, a), bounds(types, b));
    a.0 == b.0 && from < last && first < to
}

fn covers(types: &Types, outer: (Name, i64, TypeId), inner: (Name, i64, TypeId)) -> bool {
    let ((from, to), (first, last)) = (bounds(types, outer), bounds(types, inner));
    outer.0 == inner.0 && from <= first && last <= to
}

fn object(types: &Types, (base, start, ty): (Name, i64, TypeId), accesses: &[&Access]) -> Object {
    let size = types.size(ty);
    let mut cells: Vec<Cell> = accesses
        .iter()
        .filter(|access| access.base == base)
        .filter_map(|access| access.cell)
        .filter_map(|(at, width, ty, value)| {
            let offset = at.checked_sub(start).filter(|offset| *offset >= 0)?;
            let inside = (offset as u64).checked_add(width)? <= size;
            inside.then_some(Cell { offset, size: width as u8, value, ty })
        })
        .collect();
    cells.sort_by_key(|cell| cell.offset);
    cells.dedup_by_key(|cell| cell.offset);
    let rest = rest(types, ty, &cells);
    Object {
        at: Term { name: Some(base), offset: start },
        size,
        ty,
        cells,
        rest,
        rows: Vec::new(),
        texts: Vec::new(),
        body: None,
        footer: None,
        text: None,
    }
}

/// The parts of a type that no cell speaks of.
pub(super) fn rest(types: &Types, ty: TypeId, cells: &[Cell]) -> Vec<(i64, u64)> {
    let mut parts = Vec::new();
    scalars(types, ty, 0, &mut parts);
    parts.sort_unstable();
    let mut rest: Vec<(i64, u64)> = Vec::new();
    for (from, size) in parts {
        let mut from = from;
        let to = from.saturating_add_unsigned(size);
        // Bit-fields may share a byte.
        if let Some((last, width)) =
            rest.last_mut().filter(|(last, width)| last.saturating_add_unsigned(*width) > from)
        {
            *width = (*width).max((to - *last) as u64);
            continue;
        }
        for cell in cells {
            let end = cell.offset.saturating_add(cell.size.into());
            if end <= from || cell.offset >= to {
                continue;
            }
            if cell.offset > from {
                rest.push((from, (cell.offset - from) as u64));
            }
            from = end;
        }
        if from < to {
            rest.push((from, (to - from) as u64));
        }
    }
    rest
}

/// The scalars in a type; unions and long arrays as a whole.
fn scalars(types: &Types, ty: TypeId, at: i64, parts: &mut Vec<(i64, u64)>) {
    let mut work = vec![(ty, at)];
    while let Some((ty, at)) = work.pop() {
        let size = types.size(ty);
        match types.kind(ty) {
            TypeKind::Record(id) if types.record(*id).kind == RecordKind::Struct => {
                for field in &types.record(*id).fields {
                    let at = at.saturating_add_unsigned(field.offset);
                    match field.bits {
                        Some(bits) => parts.push((at, bits.bytes())),
                        None => work.push((field.ty, at)),
                    }
                }
            }
            TypeKind::Array { elem, len: Some(len) } if *len <= ELEMENTS && parts.len() < 4096 => {
                let stride = types.size(*elem) as i64;
                work.extend((0..*len as i64).map(|n| (*elem, at.saturating_add(n.saturating_mul(stride)))));
            }
            _ if size > 0 => parts.push((at, size)),
            _ => {}
        }
    }
}
