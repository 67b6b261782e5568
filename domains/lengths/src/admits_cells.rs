//! Whether the cells that variables reach in a concrete memory are those that a state counts.

use logic::{Bounds, Dim};
use model::{Memory, ObjectId};
use rustc_hash::FxHashMap;

use crate::Lengths;
use crate::admits::{Concrete, Cut, Reached};
use crate::contents::Cells;
use crate::names::{FamilyId, Number, Root, RootId};
use crate::state::{Ends, State, Value};
use crate::vrv::Vrv;

impl Lengths {
    /// The numbers of cells and the values of integers satisfy the state's numbers.
    pub(crate) fn counts_agree(
        &self,
        state: &State,
        concrete: &[(RootId, Value, Option<Concrete>)],
        reached: &Reached,
        added: &FxHashMap<Dim, i64>,
    ) -> bool {
        let mut counts: FxHashMap<Dim, i64> = FxHashMap::default();
        let mut pairs: Vec<(FamilyId, &Vrv)> =
            reached.iter().map(|((family, _), vrv)| (*family, vrv)).collect();
        pairs.sort();
        for (family, vrv) in pairs {
            if state.segment(family, vrv).is_none() {
                return false;
            }
            *counts.entry(self.names.count(family, vrv)).or_default() += 1;
        }
        let number = |root: RootId| {
            let found = concrete.iter().find(|(known, value, _)| *known == root && *value == Value::Int);
            let bits = found.and_then(|(.., found)| *found)?.word.bits;
            let dim = self.names.value(root);
            let bounds = if state.numbers.contains(dim) { state.numbers.bounds(dim) } else { Bounds::ALL };
            // Bytes do not say whether they are signed.
            let value = match self.names.root_of(root) {
                Root::Part(_, _, size @ 1..=7) if bounds.hi.is_some_and(|hi| hi < bits as i64) => {
                    let unused = 64 - 8 * u32::from(size);
                    ((bits << unused) as i64) >> unused
                }
                _ => bits as i64,
            };
            // What is larger than the numbers can say is not asked about.
            (value >= 0 || bounds.lo.is_none_or(|lo| lo < 0)).then_some(value)
        };
        let mut numbers = state.numbers.clone();
        let mut values: FxHashMap<Dim, i64> = FxHashMap::default();
        let mut unknown = Vec::new();
        for dim in numbers.dims() {
            let value = match self.names.number_of(*dim) {
                Number::Count(..) => Some(counts.get(dim).copied().unwrap_or(0)),
                Number::Sum(family, _, vrv) => {
                    let empty = !counts.contains_key(&self.names.count(family, &vrv));
                    added.get(dim).copied().or(empty.then_some(0))
                }
                Number::First(..) => added.get(dim).copied(),
                Number::Value(root) => number(root),
                Number::Gap(first, second) => {
                    number(first).zip(number(second)).and_then(|(first, second)| second.checked_sub(first))
                }
                _ => None,
            };
            match value {
                Some(value) => {
                    values.insert(*dim, value);
                }
                None => unknown.push(*dim),
            }
        }
        numbers.remove_all(&unknown);
        numbers.contains_point(|dim| values.get(&dim).copied().unwrap_or(0))
    }

    /// The last links and the fields of cells are as the segments say.
    pub(crate) fn cells_agree(
        &self,
        state: &State,
        memory: &Memory,
        cuts: &[Cut],
        reached: &Reached,
    ) -> bool {
        let mut cells: Vec<_> = reached.iter().collect();
        cells.sort();
        let follows = self.behind_others(memory, cuts, reached);
        cells.into_iter().all(|((family, cell), vrv)| {
            let Some(segment) = state.segment(*family, vrv) else { return false };
            let Some(link) = self.link_of(memory, *family, *cell) else { return false };
            let back = cuts.iter().any(|cut| cut.family == *family && cut.last == *cell);
            let goes_on = !back
                && matches!(memory.points_to(link),
                    Some((id, 0)) if reached.contains_key(&(*family, id)));
            let end = if back {
                Ends::BACK
            } else if !link.is_defined() {
                Ends::UNINIT
            } else if link.bits == 0 {
                Ends::NULL
            } else if link.provenance.is_some_and(|id| memory.live(id).is_none()) {
                Ends::FREED
            } else {
                Ends::ANY
            };
            let fits = goes_on || segment.end.covers(end) || segment.end.covers(Ends::ANY);
            let known = if follows.contains(&(*family, *cell)) {
                segment.rest.as_ref()
            } else {
                Some(&segment.first)
            };
            let written = known.is_some_and(|known| self.holds_contents(memory, *family, *cell, known));
            fits && written
        })
    }

    /// The fields of a cell are written and hold what is said of them.
    fn holds_contents(&self, memory: &Memory, family: FamilyId, cell: ObjectId, known: &Cells) -> bool {
        let Some(object) = memory.live(cell) else { return false };
        let shape = self.names.family(family);
        let mut kept = 0;
        shape.fields.iter().enumerate().take(64).all(|(index, field)| {
            let start = field.offset as usize;
            let held = start..start + field.held as usize;
            let defined = object.is_written(held);
            let written = defined || known.written >> index & 1 == 0;
            let Some((bits, signed)) = field.integer else { return written };
            kept += 1;
            let at = model::Located { index: cell.index(), offset: field.offset as usize };
            let word = memory.read(at, field.size as usize);
            let value = model::Value::new(u128::from(word.bits)).as_int(bits, signed);
            written
                && (!defined
                    || i64::try_from(value).map_or(true, |value| known.value(kept - 1).contains(value)))
        })
    }

    /// The cells that come behind others of their segment.
    pub(crate) fn behind_others(
        &self,
        memory: &Memory,
        cuts: &[Cut],
        reached: &Reached,
    ) -> Vec<(FamilyId, ObjectId)> {
        let mut cells: Vec<_> = reached.iter().collect();
        cells.sort();
        let mut behind = Vec::new();
        for ((family, cell), vrv) in cells {
            let back = cuts.iter().any(|cut| cut.family == *family && cut.last == *cell);
            let next = self.next_cell(memory, *family, *cell).filter(|_| !back);
            behind.extend(next.map(|next| (*family, next)).filter(|next| reached.get(next) == Some(vrv)));
        }
        behind
    }

    /// The sums and first values of segments, where all of it is written.
    pub(crate) fn added_up(&self, memory: &Memory, cuts: &[Cut], reached: &Reached) -> FxHashMap<Dim, i64> {
        let mut added: FxHashMap<Dim, i64> = FxHashMap::default();
        let mut unknown = Vec::new();
        let behind = self.behind_others(memory, cuts, reached);
        let mut cells: Vec<_> = reached.iter().collect();
        cells.sort();
        for ((family, cell), vrv) in cells {
            let shape = self.names.family(*family);
            let Some((index, field)) = shape.summed.map(|index| (index, shape.fields[index])) else {
                continue;
            };
            let sum = self.names.dim(Number::Sum(*family, index, vrv.clone()));
            let first = self.names.dim(Number::First(*family, index, vrv.clone()));
            let at = model::Located { index: cell.index(), offset: field.offset as usize };
            let word = memory.read(at, field.size as usize);
            let value = field.integer.filter(|_| word.is_defined()).and_then(|(bits, signed)| {
                i64::try_from(model::Value::new(u128::from(word.bits)).as_int(bits, signed)).ok()
            });
            let Some(value) = value else {
                unknown.push(sum);
                continue;
            };
            *added.entry(sum).or_default() += value;
            if !behind.contains(&(*family, *cell)) {
                added.insert(first, value);
            }
        }
        for sum in unknown {
            added.remove(&sum);
        }
        added
    }
}
