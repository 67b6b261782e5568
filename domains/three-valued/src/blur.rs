//! Canonical abstraction: individuals that no abstraction predicate tells apart become one.
//!
//! The canonical name of an individual is the vector of the values of all unary predicates, `x(v)` and `r_x(v)` for each variable
//! x included, and where cells have several forward fields also t(v, x). Individuals of one name are merged, with tight values. As there are finitely many names for finitely many
//! variables, there are finitely many blurred structures: that is why the analysis ends.

use smallvec::SmallVec;

use crate::shared::Shared;
use crate::state::{Name, Names, Sharp, State};
use crate::structure::Unary;
use crate::vocabulary::Vocabulary;

/// Merges individuals of the same name, and puts all in the order of their names.
pub(crate) fn blur(vocabulary: &Vocabulary, state: &mut State) {
    let names = names(vocabulary, state);
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|a, b| names[*a].cmp(&names[*b]));
    let mut classes: Vec<u64> = Vec::with_capacity(order.len());
    let mut firsts: Vec<usize> = Vec::with_capacity(order.len());
    for individual in order {
        match firsts.last().zip(classes.last_mut()) {
            Some((first, class)) if names[*first] == names[individual] => *class |= 1 << individual,
            _ => {
                firsts.push(individual);
                classes.push(1 << individual);
            }
        }
    }
    let same = classes.iter().enumerate().all(|(index, class)| *class == 1 << index);
    if !same {
        state.structure = Shared::new(state.structure.quotient(&classes));
        state.kinds = firsts.iter().map(|first| state.kinds[*first]).collect();
        for (_, value) in &mut state.env {
            let class = |individual: u8| classes.iter().position(|class| class >> individual & 1 == 1);
            *value = value.renumbered(|individual| class(individual).unwrap_or_default() as u8);
        }
    }
    state.sharp = Sharp::default();
    let names = firsts.into_iter().map(|first| names[first].clone()).collect();
    state.names = Shared::new(Names::new(names));
}

/// The canonical names of all individuals.
fn names(vocabulary: &Vocabulary, state: &State) -> Vec<Name> {
    let structure = &state.structure;
    let mut bits = vec![Bits::default(); structure.size()];
    for (_, value) in &state.env {
        let Some(pointed) = value.individual() else { continue };
        let reached = structure.row(vocabulary.path, usize::from(pointed));
        // In a tree what lies above a variable is told from the rest.
        let above = structure.column(vocabulary.path, usize::from(pointed));
        for (individual, bits) in bits.iter_mut().enumerate() {
            bits.push(individual == usize::from(pointed));
            bits.push(reached.is >> individual & 1 == 1);
            bits.push(reached.may >> individual & 1 == 1);
            if !vocabulary.functional {
                bits.push(above.is >> individual & 1 == 1);
                bits.push(above.may >> individual & 1 == 1);
            }
        }
    }
    let columns = structure.unaries().iter().enumerate();
    for (_, column) in columns.filter(|(index, _)| vocabulary.is_abstraction(Unary(*index as u16))) {
        for (individual, bits) in bits.iter_mut().enumerate() {
            bits.push(column.is >> individual & 1 == 1);
            bits.push(column.may >> individual & 1 == 1);
        }
    }
    state.kinds.iter().zip(bits).map(|(kind, bits)| (*kind, bits.words)).collect()
}

#[derive(Clone, Default)]
struct Bits {
    words: SmallVec<[u64; 3]>,
    used: u32,
}

impl Bits {
    fn push(&mut self, bit: bool) {
        if self.used.is_multiple_of(64) {
            self.words.push(0);
        }
        if let Some(last) = self.words.last_mut() {
            *last |= u64::from(bit) << (self.used % 64);
        }
        self.used += 1;
    }
}
