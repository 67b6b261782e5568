//! Integer variables: C's arithmetic on ideal integers.
//!
//! A number that a variable holds is a dimension of the state's numbers, an ideal integer within the
//! range of the variable's type. Signed overflow is outside of what is claimed, so the result is
//! assumed to fit; an unsigned result that may not fit is any value of the type.
//!
//! For two variables that the program compares, their *gap* is a dimension too: an interval for the
//! difference is what `i < n` tells, which an interval for each and equalities cannot hold.

use ir::{BinaryOp, Body, FunctionId, Operand, Rvalue, StmtKind, TypeId, Types};
use logic::{Bounds, Linear};

use crate::Lengths;
use crate::names::{Number, Root, RootId};
use crate::state::{State, Value};

/// The values of an integer type, as far as 64 bits can tell.
pub(crate) fn range(types: &Types, ty: TypeId) -> Bounds {
    let Some((bits, signed)) = types.integer(ty) else { return Bounds { lo: None, hi: None } };
    match (bits, signed) {
        (1..=63, false) => Bounds { lo: Some(0), hi: Some((1 << bits) - 1) },
        (64.., false) => Bounds { lo: Some(0), hi: None },
        (1..=63, true) => Bounds { lo: Some(-(1 << (bits - 1))), hi: Some((1 << (bits - 1)) - 1) },
        // The ends of the widest type are out of reach of any sum of what 64 bits hold.
        _ => Bounds { lo: None, hi: None },
    }
}

impl Lengths {
    /// Keeps a number within bounds. Whether it can be.
    pub(crate) fn meet_bounds(&self, state: &mut State, value: &Linear, bounds: Bounds) -> bool {
        let low = bounds.lo.is_none_or(|lo| {
            value.add_scaled(-1, &Linear::constant(lo)).is_none_or(|above| state.numbers.meet_ge(&above))
        });
        low && bounds.hi.is_none_or(|hi| {
            Linear::constant(hi).add_scaled(-1, value).is_none_or(|above| state.numbers.meet_ge(&above))
        })
    }

    /// Gives a variable an integer value. Its former value is gone, and may be mentioned.
    pub(crate) fn set_int(&self, state: &mut State, root: RootId, value: &Linear) {
        let dim = self.names.value(root);
        let gaps = self.gaps_with(state, root);
        // What the equations say of the new gaps is found before the old ones are given up.
        let mut tied = Vec::new();
        for (first, second, gap) in gaps {
            let of = |side: RootId| {
                if side == root { value.clone() } else { Linear::from(self.names.value(side)) }
            };
            if let Some(form) = of(second).add_scaled(-1, &of(first)) {
                let bounds = Bounds { lo: state.numbers.minimum(&form), hi: state.numbers.maximum(&form) };
                tied.push((first, second, gap, bounds));
            }
            if state.numbers.contains(gap) {
                state.numbers.remove(gap);
            }
        }
        if state.numbers.contains(dim) {
            state.numbers.assign(&[(dim, value.clone())]);
        } else {
            state.numbers.add_equal(dim, value);
        }
        state.put(root, Value::Int);
        for (first, second, gap, bounds) in tied {
            let form = Linear::from(self.names.value(second)) - Linear::from(self.names.value(first));
            state.numbers.add_equal(gap, &form);
            // The bounds follow from the equations, so they cannot be empty.
            let fits = self.meet_bounds(state, &Linear::from(gap), bounds);
            debug_assert!(fits, "bounds that were implied");
        }
    }

    /// Gives a variable any integer within bounds.
    pub(crate) fn set_any_int(&self, state: &mut State, root: RootId, bounds: Bounds) {
        self.drop_int(state, root);
        let dim = self.names.value(root);
        state.numbers.add_within(dim, bounds);
        state.put(root, Value::Int);
        for (first, second, gap) in self.gaps_with(state, root) {
            let form = Linear::from(self.names.value(second)) - Linear::from(self.names.value(first));
            state.numbers.add_equal(gap, &form);
        }
    }

    /// Forgets the integer a variable holds.
    pub(crate) fn drop_int(&self, state: &mut State, root: RootId) {
        for (_, _, gap) in self.gaps_with(state, root) {
            if state.numbers.contains(gap) {
                state.numbers.remove(gap);
            }
        }
        let dim = self.names.value(root);
        if state.numbers.contains(dim) {
            state.numbers.remove(dim);
        }
    }

    pub(crate) fn rename_int(&self, state: &mut State, from: RootId, to: RootId) {
        let value = Linear::from(self.names.value(from));
        self.set_int(state, to, &value);
        self.drop_int(state, from);
    }

    /// The gaps between a variable and others that hold integers: first, second, second − first.
    fn gaps_with(&self, state: &State, root: RootId) -> Vec<(RootId, RootId, logic::Dim)> {
        let Root::Register(function, _) = self.names.root_of(root) else { return Vec::new() };
        let pairs = self.compared.borrow();
        let pairs = pairs.get(&function).map_or(&[][..], Vec::as_slice);
        pairs
            .iter()
            .filter(|(a, b)| *a == root || *b == root)
            .filter(|(a, b)| {
                let other = if *a == root { *b } else { *a };
                state.get(other) == Some(Value::Int)
            })
            .map(|(a, b)| (*a, *b, self.names.dim(Number::Gap(*a, *b))))
            .collect()
    }

    /// Whether a variable is compared with another one: its gap outlives its last use.
    pub(crate) fn is_compared(&self, root: RootId) -> bool {
        let Root::Register(function, _) = self.names.root_of(root) else { return false };
        let pairs = self.compared.borrow();
        pairs.get(&function).is_some_and(|pairs| pairs.iter().any(|(a, b)| *a == root || *b == root))
    }

    /// The gap `second − first`, if it is kept, with its sign.
    pub(crate) fn gap(&self, state: &State, first: RootId, second: RootId) -> Option<Linear> {
        let find = |a, b| {
            let dim = self.names.dim(Number::Gap(a, b));
            state.numbers.contains(dim).then_some(dim)
        };
        find(first, second).map(Linear::from).or_else(|| find(second, first).map(|dim| -Linear::from(dim)))
    }

    /// Notes which variables of a function are compared with each other.
    pub(crate) fn note_comparisons(&self, function: FunctionId, body: &Body, types: &Types) {
        if self.compared.borrow().contains_key(&function) {
            return;
        }
        let mut pairs = Vec::new();
        for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
            if let StmtKind::Assign {
                value: Rvalue::Binary(op, Operand::Local(a), Operand::Local(b)), ..
            } = &stmt.kind
                && op.is_comparison()
                && a != b
                && [a, b].iter().all(|local| {
                    !body.locals[**local].is_temporary() && !types.is_pointer(body.locals[**local].ty)
                })
            {
                let (a, b) = (*a.min(b), *a.max(b));
                let root = |local| self.names.root(Root::Register(function, local));
                let pair = (root(a), root(b));
                if !pairs.contains(&pair) {
                    pairs.push(pair);
                }
            }
        }
        self.compared.borrow_mut().insert(function, pairs);
    }

    /// Whether a value surely is one of a type's.
    pub(crate) fn fits(&self, state: &State, types: &Types, value: &Linear, ty: TypeId) -> bool {
        let range = range(types, ty);
        let least = state.numbers.minimum(value);
        let low = least.is_some_and(|least| range.lo.is_none_or(|lo| least >= lo));
        if !low {
            return false;
        }
        match range.hi {
            Some(hi) => state.numbers.maximum(value).is_some_and(|max| max <= hi),
            None => types.integer(ty).is_some_and(|(bits, _)| bits >= 64) && self.is_modest(state, value),
        }
    }

    /// Whether a value is far below what 64 bits hold, because it counts cells: there is room for
    /// fewer than 2⁶¹ cells of eight bytes and more.
    fn is_modest(&self, state: &State, value: &Linear) -> bool {
        const CELLS: i64 = 1 << 61;
        if state.numbers.maximum(value).is_some() {
            return true;
        }
        let mut bounded = state.numbers.clone();
        for segment in &state.segments {
            let room = Linear::constant(CELLS) - Linear::from(self.counter(segment));
            if !bounded.meet_ge(&room) {
                return true;
            }
        }
        for dim in self.input_lengths(state) {
            if !bounded.meet_ge(&(Linear::constant(CELLS) - Linear::from(dim))) {
                return true;
            }
        }
        bounded.maximum(value).is_some()
    }

    /// The result of an operator on two integers: an exact form if there is one.
    pub(crate) fn arithmetic(&self, state: &State, op: BinaryOp, a: &Linear, b: &Linear) -> Option<Linear> {
        let constant = |form: &Linear| {
            form.as_constant().or_else(|| {
                let low = state.numbers.minimum(form)?;
                (state.numbers.maximum(form) == Some(low)).then_some(low)
            })
        };
        match op.ideal() {
            BinaryOp::Add => a.add_scaled(1, b),
            BinaryOp::Sub => a.add_scaled(-1, b),
            BinaryOp::Mul => match (constant(a), constant(b)) {
                (_, Some(factor)) => Linear::constant(0).add_scaled(factor, a),
                (Some(factor), _) => Linear::constant(0).add_scaled(factor, b),
                _ => None,
            },
            _ => {
                let (a, b) = (constant(a)?, constant(b)?);
                let value = match op {
                    BinaryOp::Div => a.checked_div(b)?,
                    BinaryOp::Rem => a.checked_rem(b)?,
                    BinaryOp::And => a & b,
                    BinaryOp::Or => a | b,
                    BinaryOp::Xor => a ^ b,
                    BinaryOp::Shl => a.checked_mul(1i64.checked_shl(u32::try_from(b).ok()?)?)?,
                    BinaryOp::Shr => a.checked_shr(u32::try_from(b).ok()?)?,
                    _ => return None,
                };
                Some(Linear::constant(value))
            }
        }
    }
}
