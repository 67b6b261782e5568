//! What is different from the state before.

use std::collections::{BTreeMap, BTreeSet};

use super::scene::{Box, Scene};

/// Marks what was not there before or held something else.
pub(crate) fn mark(before: &Scene, after: &mut Scene) {
    let old: BTreeMap<&str, &Box> = before.boxes.iter().map(|known| (known.key.as_str(), known)).collect();
    let links: BTreeSet<(&str, Option<&str>, &str)> = ends(before).into_iter().collect();
    let fresh: Vec<bool> = ends(after).iter().map(|link| !links.contains(link)).collect();
    for (link, fresh) in after.links.iter_mut().zip(fresh) {
        link.fresh = fresh;
    }
    for shape in &mut after.boxes {
        let Some(known) = old.get(shape.key.as_str()) else {
            shape.fresh = true;
            continue;
        };
        shape.fresh = known.kind != shape.kind || known.title != shape.title;
        for row in &mut shape.rows {
            row.fresh = !known.rows.iter().any(|old| old.name == row.name && old.value == row.value);
        }
        for tag in &mut shape.tags {
            tag.fresh = !known.tags.iter().any(|old| old.name == tag.name);
        }
    }
    for chip in &mut after.values {
        chip.fresh = !before.values.iter().any(|old| old.name == chip.name && old.value == chip.value);
    }
}

/// The arrows of a scene by the names of what they connect.
fn ends(scene: &Scene) -> Vec<(&str, Option<&str>, &str)> {
    let key = |at: usize| scene.boxes[at].key.as_str();
    let name = |at: usize, row: usize| scene.boxes[at].rows[row].name.as_str();
    let links = scene.links.iter();
    links.map(|link| (key(link.from), link.row.map(|row| name(link.from, row)), key(link.to))).collect()
}
