//! Something for each of some functions.
//!
//! The functions of a whole program have numbers in a row, and those of a piece of one mostly do not: the first are a list, in which what belongs to functions
//! that are near each other is near as well, and the others a table.

use ir::FunctionId;
use rustc_hash::FxHashMap;

/// Something for each of some functions.
#[derive(Clone, Debug)]
pub(crate) struct ByFunction<T> {
    first: u32,
    /// From the first function on.
    list: Vec<Option<T>>,
    table: FxHashMap<FunctionId, T>,
}

/// How many places of a list there may be for a function.
const SPARSE: usize = 4;

impl<T> ByFunction<T> {
    /// Nothing yet for any of these.
    pub(crate) fn new(functions: &[FunctionId]) -> Self {
        let numbers = || functions.iter().map(|id| id.0);
        let (first, last) = (numbers().min().unwrap_or(0), numbers().max().unwrap_or(0));
        let span = (last - first) as usize + 1;
        let n_places = if span <= functions.len().saturating_mul(SPARSE) { span } else { 0 };
        Self::with_places(first, n_places)
    }

    fn with_places(first: u32, n_places: usize) -> Self {
        let list = std::iter::repeat_with(|| None).take(n_places).collect();
        Self { first, list, table: FxHashMap::default() }
    }

    /// The same functions, with nothing for any of them.
    pub(crate) fn like<U>(&self) -> ByFunction<U> {
        ByFunction::with_places(self.first, self.list.len())
    }

    /// Where in the list one is.
    fn place(&self, id: FunctionId) -> Option<usize> {
        let place = id.0.checked_sub(self.first)? as usize;
        (place < self.list.len()).then_some(place)
    }

    /// What there is for a function.
    pub(crate) fn get(&self, id: FunctionId) -> Option<&T> {
        match self.place(id) {
            Some(place) => self.list[place].as_ref(),
            None => self.table.get(&id),
        }
    }

    /// The same, to be changed.
    pub(crate) fn get_mut(&mut self, id: FunctionId) -> Option<&mut T> {
        match self.place(id) {
            Some(place) => self.list[place].as_mut(),
            None => self.table.get_mut(&id),
        }
    }

    /// Whether there is something.
    pub(crate) fn contains(&self, id: FunctionId) -> bool {
        self.get(id).is_some()
    }

    /// What there is from now on.
    pub(crate) fn insert(&mut self, id: FunctionId, value: T) {
        match self.place(id) {
            Some(place) => self.list[place] = Some(value),
            None => _ = self.table.insert(id, value),
        }
    }

    /// What there is, or what is made now.
    pub(crate) fn get_or_insert_with(&mut self, id: FunctionId, make: impl FnOnce() -> T) -> &mut T {
        match self.place(id) {
            Some(place) => self.list[place].get_or_insert_with(make),
            None => self.table.entry(id).or_insert_with(make),
        }
    }

    /// All there is, in no particular order.
    pub(crate) fn values(&self) -> impl Iterator<Item = &T> {
        self.list.iter().flatten().chain(self.table.values())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_there_is_there_however_the_numbers_lie() {
        for step in [1, 3, 1000] {
            let ids: Vec<FunctionId> = (5..50).map(|number| FunctionId(number * step)).collect();
            let mut all = ByFunction::new(&ids);
            for id in &ids {
                assert!(!all.contains(*id));
                all.insert(*id, id.0);
                *all.get_or_insert_with(*id, || 0) += 1;
            }
            assert!(ids.iter().all(|id| all.get(*id) == Some(&(id.0 + 1))));
            assert_eq!(all.values().count(), ids.len());
            for other in [0, 4 * step, 50 * step, u32::MAX] {
                assert!(!all.contains(FunctionId(other)));
                all.insert(FunctionId(other), other);
                assert_eq!(all.get_mut(FunctionId(other)), Some(&mut { other }));
            }
            assert!(!all.like::<u8>().contains(ids[0]));
        }
        assert!(!ByFunction::<u32>::new(&[]).contains(FunctionId(0)));
    }
}
