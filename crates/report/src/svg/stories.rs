//! Which states of neighbouring places belong together.
//!
//! A place has several states, in no order that would mean anything at the next place. A state goes on as the one there that is most like it: that
//! has most in common with it and least besides. One that is left over comes from the state before it is most like, which goes on elsewhere too: it is
//! drawn beside that one, so that what has changed can be seen.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use model::Drawing;

use super::scene::Scene;
use super::story;

/// What can be seen in a state, as numbers.
type Features = BTreeSet<u64>;

/// The pictures of the states of some places one after the other; what is different from the state before is marked. Where there are states
/// `before` the first place, they are what it is compared with.
pub(crate) fn stories(before: &[&Drawing], places: &[Vec<&Drawing>]) -> Vec<Vec<Option<String>>> {
    let all: Vec<&[&Drawing]> = std::iter::once(before).chain(places.iter().map(Vec::as_slice)).collect();
    let mut pictures: Vec<Vec<Option<String>>> =
        all.iter().map(|states| states.iter().map(|_| None).collect()).collect();
    for thread in threads(&all) {
        let drawings: Vec<Option<&Drawing>> =
            thread.iter().map(|step| Some(all[step.place][step.state])).collect();
        for (step, picture) in thread.iter().zip(story(&drawings)).filter(|(step, _)| step.is_shown) {
            pictures[step.place][step.state] = picture;
        }
    }
    pictures.split_off(1)
}

/// A state of a place in a row of states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Step {
    place: usize,
    state: usize,
    /// Whether it is not only there to be compared with.
    is_shown: bool,
}

/// The states in rows: each is shown in exactly one of them.
fn threads(places: &[&[&Drawing]]) -> Vec<Vec<Step>> {
    let features: Vec<Vec<Features>> =
        places.iter().map(|states| states.iter().map(|state| features(state)).collect()).collect();
    let mut threads: Vec<Vec<Step>> = Vec::new();
    // Which row the states of the place before are in.
    let mut open: Vec<usize> = Vec::new();
    for (place, here) in features.iter().enumerate() {
        let none = Vec::new();
        let last = if place == 0 { &none } else { &features[place - 1] };
        let matched = matching(last, here);
        let mut next = Vec::new();
        for (state, before) in matched.into_iter().enumerate() {
            let step = Step { place, state, is_shown: place > 0 };
            let thread = match before {
                Some((before, true)) => open[before],
                Some((before, false)) => {
                    threads.push(vec![Step { place: place - 1, state: before, is_shown: false }]);
                    threads.len() - 1
                }
                None => {
                    threads.push(Vec::new());
                    threads.len() - 1
                }
            };
            threads[thread].push(step);
            next.push(thread);
        }
        open = next;
    }
    threads
}

/// For each state the one before that it comes from, and whether it is what that goes on as.
fn matching(before: &[Features], here: &[Features]) -> Vec<Option<(usize, bool)>> {
    let mut pairs: Vec<(i64, usize, usize, usize)> = Vec::new();
    for (old, known) in before.iter().enumerate() {
        for (new, features) in here.iter().enumerate() {
            let common = known.intersection(features).count() as i64;
            let unlike = (known.len() + features.len()) as i64 - 2 * common;
            pairs.push((unlike, old.abs_diff(new), old, new));
        }
    }
    pairs.sort_unstable();
    let mut found: Vec<Option<(usize, bool)>> = vec![None; here.len()];
    let mut taken = vec![false; before.len()];
    for &(_, _, old, new) in &pairs {
        if found[new].is_none() && !taken[old] {
            (found[new], taken[old]) = (Some((old, true)), true);
        }
    }
    for &(_, _, old, new) in &pairs {
        found[new].get_or_insert((old, false));
    }
    found
}

fn features(drawing: &Drawing) -> Features {
    let scene = Scene::of(drawing);
    let mut features = Features::new();
    let mut add = |what: &dyn Fn(&mut DefaultHasher)| {
        let mut hasher = DefaultHasher::new();
        what(&mut hasher);
        features.insert(hasher.finish());
    };
    for shape in &scene.boxes {
        add(&|hasher| (0, &shape.key, shape.kind).hash(hasher));
        for row in &shape.rows {
            add(&|hasher| (1, &shape.key, &row.name, row.value.text()).hash(hasher));
        }
        for tag in &shape.tags {
            add(&|hasher| (2, &shape.key, &tag.name).hash(hasher));
        }
    }
    for chip in &scene.values {
        add(&|hasher| (3, &chip.name, chip.value.text()).hash(hasher));
    }
    for link in &scene.links {
        let ends = [link.from, link.to].map(|at| scene.boxes[at].key.as_str());
        add(&|hasher| (4, ends, link.row).hash(hasher));
    }
    features
}

#[cfg(test)]
mod tests {
    use model::NodeKind;

    use super::*;

    /// A list of so many cells at `x`, and `y` at nothing or at its first cell.
    fn list(cells: usize, shared: bool) -> Drawing {
        let mut drawing = Drawing::default();
        let [x, y, null] = [(NodeKind::Variable, "x"), (NodeKind::Variable, "y"), (NodeKind::Null, "null")]
            .map(|(kind, label)| drawing.node(kind, label));
        let mut next = null;
        for cell in (0..cells).rev() {
            let node = drawing.node(NodeKind::Cell, format!("a{cell}"));
            drawing.nodes[node].key = format!("a{cell}");
            drawing.arrow_of(node, "next", next);
            next = node;
        }
        drawing.arrow(x, next);
        drawing.arrow(y, if shared { next } else { null });
        drawing
    }

    #[test]
    fn a_state_goes_on_as_the_one_most_like_it() {
        let [one, two, both] = [list(1, false), list(3, false), list(3, true)];
        let (first, second) = ([&one, &two], [&both, &one]);
        let rows = threads(&[&[], &first, &second]);
        let ends: Vec<Vec<(usize, usize)>> =
            rows.iter().map(|row| row.iter().map(|step| (step.place, step.state)).collect()).collect();
        assert_eq!(ends, [[(1, 0), (2, 1)], [(1, 1), (2, 0)]]);
    }

    #[test]
    fn what_is_left_over_is_compared_with_what_it_is_most_like() {
        let [one, two, both] = [list(1, false), list(3, false), list(3, true)];
        let pictures = stories(&[&one], &[vec![&one], vec![&two, &one, &both]]);
        assert!(pictures.iter().flatten().all(Option::is_some));
        let fresh = |at: usize| pictures[1][at].as_ref().is_some_and(|svg| svg.contains("new"));
        assert!(!fresh(1) && fresh(0) && fresh(2), "{pictures:?}");
    }

    #[test]
    fn every_state_is_shown_once() {
        let drawings: Vec<Drawing> = (0..4).map(|cells| list(cells, cells % 2 == 0)).collect();
        let places: Vec<Vec<&Drawing>> = (0..5).map(|at| drawings.iter().skip(at % 3).collect()).collect();
        let all: Vec<&[&Drawing]> =
            std::iter::once([].as_slice()).chain(places.iter().map(Vec::as_slice)).collect();
        let mut shown: Vec<(usize, usize)> = threads(&all)
            .iter()
            .flatten()
            .filter(|step| step.is_shown)
            .map(|step| (step.place, step.state))
            .collect();
        shown.sort_unstable();
        let each = places
            .iter()
            .enumerate()
            .flat_map(|(at, states)| (0..states.len()).map(move |state| (at + 1, state)));
        assert_eq!(shown, each.collect::<Vec<_>>());
    }
}
