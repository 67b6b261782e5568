//! Vectors that are copied when they are written to.

use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

/// A vector that its clones share until one of them changes; an empty one costs nothing.
#[derive(Clone, Debug)]
pub(super) struct List<T>(Option<Arc<Vec<T>>>);

impl<T> Default for List<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T> Deref for List<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.0.as_ref().map_or(&[], |shared| shared)
    }
}

impl<T: Clone> List<T> {
    /// The vector, for writing.
    pub(super) fn edit(&mut self) -> &mut Vec<T> {
        Arc::make_mut(self.0.get_or_insert_default())
    }

    /// The elements, and the list is empty.
    pub(super) fn take(&mut self) -> Vec<T> {
        self.0.take().map_or_else(Vec::new, Arc::unwrap_or_clone)
    }
}

impl<T> List<T> {
    /// Whether both are the same allocation, and hence equal.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        }
    }
}

impl<T> From<Vec<T>> for List<T> {
    fn from(elements: Vec<T>) -> Self {
        Self((!elements.is_empty()).then(|| Arc::new(elements)))
    }
}

impl<T: PartialEq> PartialEq for List<T> {
    fn eq(&self, other: &Self) -> bool {
        self.is_same(other) || **self == **other
    }
}

impl<T: Eq> Eq for List<T> {}

impl<T: Hash> Hash for List<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}
