//! A state without names.
//!
//! Symbols get new numbers in the order in which a walk from the roots meets them: roots in their own order, then object after
//! object, cells by offset. What the walk does not meet keeps its place behind all others; such objects are not heap blocks (those
//! would be leaks, which are reported and forgotten).
//!
//! Invariant: the result has every memory of the state. It has more where a fact spoke about a symbol that nothing else mentions.

use logic::Dim;

use crate::heap::{Cell, Region, Regions, SetFacts, State, Sym, Term, Value};

/// The state without names.
pub(super) fn without_names(mut state: State) -> State {
    if state.anything || has_sets(&state) {
        return state;
    }
    state.tidy();
    forget_unnamed(&mut state);
    // From where an object was unfolded says nothing of what it is.
    let hinted = |region: &Region| region.block().is_some_and(|block| block.hint.is_some());
    state.regions.change(hinted, |region| {
        if let Region::Block(block) = region {
            block.hint = None;
        }
    });
    in_order(state)
}

/// The state with its symbols in the order in which they are met.
pub(crate) fn in_order(mut state: State) -> State {
    if state.anything || has_sets(&state) {
        return state;
    }
    state.tidy();
    let order = order(&state);
    rename(&mut state, &order);
    state.pure.canonicalise();
    state
}

impl State {
    /// Numbers the symbols that are used from zero on, in the same order. Every call that comes back adds the callee's to the
    /// caller's, so that their numbers double where few are in use.
    pub(crate) fn renumber(&mut self) {
        if has_sets(self) {
            return;
        }
        let mut numbers: Vec<Option<u32>> = vec![None; self.next as usize];
        let mut see = |sym: u32| {
            if let Some(number) = numbers.get_mut(sym as usize) {
                *number = Some(0);
            }
        };
        self.terms(|term| {
            if let Some(base) = term.base {
                see(base.0);
            }
        });
        self.pure.dims().iter().for_each(|dim| see(dim.0));
        for (new, number) in numbers.iter_mut().flatten().enumerate() {
            *number = new as u32;
        }
        rename(self, &numbers);
    }
}

/// Whether sets of objects have names, which are numbered like symbols. Only joins make such.
fn has_sets(state: &State) -> bool {
    !state.members.is_empty() || state.regions.iter().any(|(_, region)| region.set().is_some())
}

/// The new number of each symbol, by its old one.
fn order(state: &State) -> Vec<Option<u32>> {
    let mut numbers: Vec<Option<u32>> = vec![None; state.next as usize];
    let mut met: Vec<Sym> = Vec::new();
    let mut meet = |term: Term, met: &mut Vec<Sym>| {
        if let Some(base) = term.base
            && numbers[base.0 as usize].is_none()
        {
            numbers[base.0 as usize] = Some(met.len() as u32);
            met.push(base);
        }
    };
    state.roots.iter().filter_map(|(_, value)| value.term()).for_each(|term| meet(term, &mut met));
    let mut next = 0;
    let mut others = state.regions.iter();
    loop {
        while let Some(sym) = met.get(next).copied() {
            next += 1;
            if let Some(region) = state.region(sym) {
                region.terms(|term| meet(term, &mut met));
            }
        }
        match others.next() {
            Some((sym, _)) => meet(Term::of(*sym), &mut met),
            None => break,
        }
    }
    numbers
}

fn rename(state: &mut State, numbers: &[Option<u32>]) {
    let count = numbers.iter().flatten().count() as u32;
    let new = |sym: Sym| Sym(numbers.get(sym.0 as usize).copied().flatten().unwrap_or(count));
    let moved = |term: Term| Term { base: term.base.map(new), ..term };
    for (_, value) in &mut state.roots {
        if let Value::Known(term) = value {
            *term = moved(*term);
        }
    }
    let mut regions: Vec<(Sym, Region)> = Vec::with_capacity(state.regions.len());
    for (sym, region) in &state.regions {
        let mut region = region.clone();
        region.map(|term| Some(moved(term)));
        regions.push((new(*sym), region));
    }
    regions.sort_unstable_by_key(|(sym, _)| *sym);
    state.regions = Regions::default();
    for (sym, region) in regions {
        state.regions.insert(sym, region);
    }
    state.dead.iter_mut().for_each(|sym| *sym = new(*sym));
    state.dead.sort_unstable();
    state.ranges.iter_mut().for_each(|(sym, ..)| *sym = new(*sym));
    state.ranges.sort_unstable();
    // Sets would have to be renamed, too; programs that are explored have none.
    state.sets = SetFacts::default();
    if !state.pure.dims().is_empty() {
        state.pure.rename(|dim| Dim(new(Sym(dim.0)).0));
    }
    state.next = count;
}

/// Takes their names from contents that are mentioned once and of which nothing is known but their type.
fn forget_unnamed(state: &mut State) {
    let mut uses = vec![0_u32; state.next as usize];
    state.terms(|term| {
        if let Some(base) = term.base {
            uses[base.0 as usize] += 1;
        }
    });
    for dim in state.pure.dims() {
        if let Some(uses) = uses.get_mut(dim.0 as usize) {
            *uses += 2;
        }
    }
    let dead = &state.dead;
    let ranges = &state.ranges;
    let whole = |sym: Sym, size: u8| match ranges.binary_search_by_key(&sym, |(sym, ..)| *sym) {
        Ok(index) => ranges[index].1 == 8 * u16::from(size),
        Err(_) => true,
    };
    let unnamed = |cell: &Cell| match cell.value {
        Value::Known(Term { base: Some(sym), offset: 0 }) => {
            let once = uses[sym.0 as usize] == 1 && dead.binary_search(&sym).is_err();
            (once && whole(sym, cell.size)).then_some(sym)
        }
        _ => None,
    };
    let mut forgotten: Vec<Sym> = Vec::new();
    let concerned = |region: &Region| {
        region.block().is_some_and(|block| block.cells.iter().any(|cell| unnamed(cell).is_some()))
    };
    state.regions.change(concerned, |region| {
        let Region::Block(block) = region else { return };
        for cell in &mut block.cells {
            if let Some(sym) = unnamed(cell) {
                cell.value = Value::Any;
                forgotten.push(sym);
            }
        }
    });
    forgotten.sort_unstable();
    state.ranges.retain(|(sym, ..)| forgotten.binary_search(sym).is_err());
}

#[cfg(test)]
mod tests {
    use ir::LocalId;
    use logic::Form;
    use smallvec::smallvec;

    use super::*;
    use crate::heap::{Block, Cell, Origin, Rest, Root};

    fn block(value: Value) -> Region {
        let cells = smallvec![Cell { offset: 0, size: 8, value }];
        let size = Term::constant(8);
        Region::Block(Block { cells, ..Block::new(size, Origin::Heap, Rest::Uninit) })
    }

    /// A list of two cells, made in this order, and a number that is known to be positive.
    fn list(first: u32, second: u32, number: u32) -> State {
        let mut state = State { next: 10, ..State::default() };
        let (first, second, number) = (Sym(first), Sym(second), Sym(number));
        state.set_root(Root::Register(LocalId(0)), Value::of(first));
        state.set_root(Root::Register(LocalId(1)), Value::of(number));
        state.add_region(first, block(Value::of(second)));
        state.add_region(second, block(Value::Known(Term::NULL)));
        state.set_range(number, 32, true);
        state.pure.guard_ge(&Form::of(number.dim()).add_scaled(1, &Form::constant(-1)).expect("it is small"));
        state
    }

    #[test]
    fn names_do_not_matter() {
        let one = without_names(list(0, 1, 2));
        assert_eq!(one, without_names(list(7, 3, 5)));
        assert_eq!(one, without_names(one.clone()));
        assert_eq!(one.next, 3);
    }

    #[test]
    fn facts_matter() {
        let mut other = list(0, 1, 2);
        other.pure.guard_ge(&Form::of(Dim(2)).add_scaled(1, &Form::constant(-7)).expect("it is small"));
        let (weak, strong) = (without_names(list(0, 1, 2)), without_names(other));
        assert_ne!(weak, strong);
        assert!(weak.pure.covers(&strong.pure).is_ok() && strong.pure.covers(&weak.pure).is_err());
    }

    /// Contents that are read get a name; if nothing is learnt about them the state is the same.
    #[test]
    fn what_is_only_named_is_anything() {
        let mut named = list(0, 1, 2);
        named.add_region(Sym(4), block(Value::of(Sym(6))));
        named.set_root(Root::Register(LocalId(2)), Value::of(Sym(4)));
        let mut nameless = list(0, 1, 2);
        nameless.add_region(Sym(4), block(Value::Any));
        nameless.set_root(Root::Register(LocalId(2)), Value::of(Sym(4)));
        assert_eq!(without_names(named.clone()), without_names(nameless.clone()));
        named.set_root(Root::Register(LocalId(3)), Value::of(Sym(6)));
        assert_ne!(without_names(named), without_names(nameless));
    }

    #[test]
    fn numbers_anew_keep_the_order() {
        let mut state = list(9, 3, 5);
        state.renumber();
        assert_eq!(state.next, 3);
        assert_eq!(state.address(Root::Register(LocalId(0))), Some(Sym(2)));
        assert_eq!(without_names(state), without_names(list(0, 1, 2)));
    }
}
