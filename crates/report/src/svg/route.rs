//! The lines of arrows.
//!
//! Between neighbouring columns an arrow is a curve from the row it leaves to the title of the box it leads to. One that passes
//! over boxes goes below them, in a lane of its own, and one within a column bends out to the right.

use model::NodeKind;

use super::layout::{Layout, Place};
use super::metrics::{MARGIN, ROW, TITLE};
use super::scene::{Link, Scene};

/// Space between lanes.
const LANE: f64 = 9.0;
/// How round the corners of lanes are.
const CORNER: f64 = 6.0;

/// The arrows of a scene.
pub(crate) struct Routes {
    /// One path for each link.
    pub(crate) paths: Vec<String>,
    /// Boxes and rows from which arrows leave to the left, as the only ones.
    pub(crate) left: Vec<(usize, usize)>,
    /// How far down boxes and lanes go.
    pub(crate) bottom: f64,
    /// How far to the right arrows go.
    pub(crate) right: f64,
}

/// How far what is drawn behind a box looks out.
pub(crate) fn depth(kind: NodeKind) -> f64 {
    match kind {
        NodeKind::Segment => 6.0,
        NodeKind::Structure => 3.0,
        _ => 0.0,
    }
}

/// Where the title of a box is looked at by arrows.
fn title(place: Place) -> f64 {
    place.y + TITLE / 2.0
}

/// Where an arrow leaves its box.
fn leaves(scene: &Scene, link: &Link, place: Place) -> f64 {
    match link.row {
        None => title(place),
        Some(row) => place.y + TITLE + 1.0 + ROW * (row.min(scene.boxes[link.from].rows.len()) as f64 + 0.5),
    }
}

pub(crate) fn routes(scene: &Scene, layout: &Layout) -> Routes {
    let bottoms = scene
        .boxes
        .iter()
        .map(|shape| layout.place(&shape.key).y + shape.height() + depth(shape.kind) + MARGIN);
    let bottom = bottoms.fold(0.0, f64::max);
    let mut routes = Routes { paths: Vec::new(), left: Vec::new(), bottom, right: layout.width };
    let mut lanes: Vec<(usize, usize, f64)> = Vec::new();
    for link in &scene.links {
        let [from, to] = [link.from, link.to].map(|at| layout.place(&scene.boxes[at].key));
        let (y1, y2) = (leaves(scene, link, from), title(to));
        // What is drawn as several objects is a little wider.
        let right = |place: Place| {
            let is_from = place == from;
            let shape = &scene.boxes[if is_from { link.from } else { link.to }];
            place.x + place.width + depth(shape.kind)
        };
        let path = match to.column.cmp(&from.column) {
            _ if link.from == link.to => {
                let x = right(from);
                routes.right = routes.right.max(x + 34.0);
                let y2 = if link.row.is_none() { y2 + TITLE / 2.0 } else { y2 };
                format!("M{x:.0} {y1:.0}C{:.0} {y1:.0} {:.0} {y2:.0} {x:.0} {y2:.0}", x + 32.0, x + 32.0)
            }
            std::cmp::Ordering::Equal => {
                let (x1, x2) = (right(from), right(to));
                let out = x1.max(x2) + 34.0;
                routes.right = routes.right.max(out);
                format!("M{x1:.0} {y1:.0}C{out:.0} {y1:.0} {out:.0} {y2:.0} {x2:.0} {y2:.0}")
            }
            std::cmp::Ordering::Greater if to.column == from.column + 1 => {
                let (x1, x2) = (right(from), to.x);
                let bend = ((x2 - x1) / 2.0).max(24.0);
                format!("M{x1:.0} {y1:.0}C{:.0} {y1:.0} {:.0} {y2:.0} {x2:.0} {y2:.0}", x1 + bend, x2 - bend)
            }
            std::cmp::Ordering::Less if to.column + 1 == from.column && link.row.is_some() => {
                routes.left.extend(link.row.map(|row| (link.from, row)));
                // Beside the arrow that leads here.
                let (x1, x2, y2) = (from.x, right(to), y2 + 5.0);
                let bend = ((x1 - x2) / 2.0).max(24.0);
                format!("M{x1:.0} {y1:.0}C{:.0} {y1:.0} {:.0} {y2:.0} {x2:.0} {y2:.0}", x1 - bend, x2 + bend)
            }
            _ => lane(scene, layout, (from, y1), (to, y2), &mut lanes, &mut routes.bottom),
        };
        routes.paths.push(path);
    }
    // A row that arrows leave from on both sides has its dot where the others have theirs.
    let (paths, left) = (&routes.paths, std::mem::take(&mut routes.left));
    debug_assert_eq!(paths.len(), scene.links.len());
    let count = |at: &(usize, usize)| {
        scene.links.iter().filter(|link| (link.from, link.row) == (at.0, Some(at.1))).count()
    };
    routes.left = left
        .iter()
        .filter(|at| left.iter().filter(|other| other == at).count() == count(at))
        .copied()
        .collect();
    routes
}

/// A line that goes below all boxes of the columns it passes.
fn lane(
    scene: &Scene,
    layout: &Layout,
    (from, y1): (Place, f64),
    (to, y2): (Place, f64),
    lanes: &mut Vec<(usize, usize, f64)>,
    bottom: &mut f64,
) -> String {
    let (first, last) = (from.column.min(to.column), from.column.max(to.column));
    let below = scene
        .boxes
        .iter()
        .map(|shape| (layout.place(&shape.key), shape.height()))
        .filter(|(place, _)| (first..=last).contains(&place.column))
        .map(|(place, height)| place.y + height)
        .fold(y1.max(y2), f64::max);
    let mut y = below + LANE + 2.0;
    let crosses = |lanes: &[(usize, usize, f64)], y: f64| {
        lanes.iter().any(|(a, b, known)| *a <= last && first <= *b && (known - y).abs() < LANE - 0.5)
    };
    while crosses(lanes, y) {
        y += LANE;
    }
    let turn = 8.0 + 4.0 * (lanes.len() % 4) as f64;
    lanes.push((first, last, y));
    *bottom = bottom.max(y + LANE);
    let (x1, x2) = (from.x + from.width, to.x);
    let (out, back) = (x1 + turn, x2 - turn);
    let r = CORNER;
    let side = if back > out { 1.0 } else { -1.0 };
    let up = if y2 < y { -1.0 } else { 1.0 };
    format!(
        "M{x1:.0} {y1:.0}H{:.0}Q{out:.0} {y1:.0} {out:.0} {:.0}V{:.0}Q{out:.0} {y:.0} {:.0} {y:.0}H{:.0}Q{back:.0} {y:.0} {back:.0} {:.0}V{:.0}Q{back:.0} {y2:.0} {:.0} {y2:.0}H{x2:.0}",
        out - r,
        y1 + r,
        y - r,
        out + side * r,
        back - side * r,
        y + up * r,
        y2 - up * r,
        back + r,
    )
}
