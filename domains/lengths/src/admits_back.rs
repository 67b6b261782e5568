//! Whether the links back of cells in a concrete memory lead to where a state says.

use model::{Memory, ObjectId};

use crate::Lengths;
use crate::admits::{Concrete, Cut, Reached};
use crate::back::Back;
use crate::names::{FamilyId, RootId};
use crate::state::{State, Value};

impl Lengths {
    pub(crate) fn backs_agree(
        &self,
        state: &State,
        concrete: &[(RootId, Value, Option<Concrete>)],
        memory: &Memory,
        cuts: &[Cut],
        reached: &Reached,
    ) -> bool {
        let mut cells: Vec<_> = reached.iter().filter(|((family, _), _)| self.has_back(*family)).collect();
        if cells.is_empty() {
            return true;
        }
        cells.sort();
        let behind = self.behind_others(memory, cuts, reached);
        let links: Vec<(FamilyId, ObjectId, ObjectId)> = cells
            .iter()
            .filter_map(|((family, cell), _)| Some((*family, *cell, self.next_cell(memory, *family, *cell)?)))
            .collect();
        cells.into_iter().all(|((family, cell), vrv)| {
            let Some(segment) = state.segment(*family, vrv) else { return false };
            let known =
                if behind.contains(&(*family, *cell)) { segment.rest.as_ref() } else { Some(&segment.first) };
            let shape = self.names.family(*family);
            let (Some(known), Some(field)) = (known, shape.back.map(|back| shape.fields[back])) else {
                return false;
            };
            let at = model::Located { index: cell.index(), offset: field.offset as usize };
            let word = memory.read(at, field.size as usize);
            let leads_to = |to: ObjectId| memory.points_to(word) == Some((to, 0));
            let before: Vec<ObjectId> = links
                .iter()
                .filter(|(of, _, to)| of == family && to == cell)
                .map(|(_, from, _)| *from)
                .collect();
            let is_null = word.is_defined() && word.bits == 0;
            match known.back {
                Back::Unknown => true,
                Back::Null => is_null,
                Back::Proper => match before[..] {
                    [] => is_null,
                    [before] => leads_to(before),
                    _ => false,
                },
                Back::Cell(root) => {
                    let found = concrete.iter().find(|(known, ..)| *known == root);
                    found
                        .and_then(|(.., found)| *found)
                        .is_none_or(|found| found.target.is_some_and(|(to, _)| leads_to(to)))
                }
                Back::Freed => word.provenance.is_some_and(|id| memory.live(id).is_none()),
            }
        })
    }
}
