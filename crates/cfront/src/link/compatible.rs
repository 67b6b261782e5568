//! When two units may mean the same thing by a name.

use ir::{TypeId, TypeKind, Types};

/// Whether two units may mean the same thing with these types.
pub(crate) fn compatible(types: &Types, a: TypeId, b: TypeId, depth: u32) -> bool {
    if a == b || depth > 8 {
        return true;
    }
    match (types.kind(a), types.kind(b)) {
        (TypeKind::Pointer(a), TypeKind::Pointer(b)) => compatible(types, *a, *b, depth + 1),
        (TypeKind::Array { elem: a, len: m }, TypeKind::Array { elem: b, len: n }) => {
            compatible(types, *a, *b, depth + 1) && (m.is_none() || n.is_none() || m == n)
        }
        (TypeKind::Function(f), TypeKind::Function(g)) => {
            compatible(types, f.ret, g.ret, depth + 1)
                && (!f.prototyped
                    || !g.prototyped
                    || f.params.len() == g.params.len()
                        && f.variadic == g.variadic
                        && f.params.iter().zip(&g.params).all(|(p, q)| compatible(types, *p, *q, depth + 1)))
        }
        (TypeKind::Record(a), TypeKind::Record(b)) => {
            let (a, b) = (types.record(*a), types.record(*b));
            !a.complete
                || !b.complete
                || a.kind == b.kind && a.size == b.size && a.fields.len() == b.fields.len()
        }
        _ => false,
    }
}
