//! The names of a state and their kinds.

use super::Kind;
use crate::linear::Dim;

/// Sorted by name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Columns(Vec<(Dim, Kind)>);

impl Columns {
    /// Notes a name; false if it is known already.
    pub(super) fn insert(&mut self, name: Dim, kind: Kind) -> bool {
        let place = self.0.binary_search_by_key(&name, |(name, _)| *name);
        if let Err(at) = place {
            self.0.insert(at, (name, kind));
        }
        place.is_err()
    }

    pub(super) fn kind(&self, name: Dim) -> Option<Kind> {
        let at = self.0.binary_search_by_key(&name, |(name, _)| *name).ok()?;
        Some(self.0[at].1)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (Dim, Kind)> + '_ {
        self.0.iter().copied()
    }

    pub(super) fn points(&self) -> impl Iterator<Item = Dim> + '_ {
        self.iter().filter(|(_, kind)| *kind == Kind::Point).map(|(name, _)| name)
    }

    pub(super) fn remove(&mut self, names: &[Dim]) {
        self.0.retain(|(name, _)| !names.contains(name));
    }

    pub(super) fn rename(&mut self, to: &dyn Fn(Dim) -> Dim) {
        for (name, _) in &mut self.0 {
            *name = to(*name);
        }
        self.0.sort_unstable();
        debug_assert!(self.0.is_sorted_by(|(a, _), (b, _)| a < b), "different names stay different");
    }
}
