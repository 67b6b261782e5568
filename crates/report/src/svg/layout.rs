//! Where boxes go.
//!
//! Columns from left to right along the arrows, as in layered graph drawing: arrows that close a cycle, and those that only lead back
//! (`prev` beside `next`), do not count. Every box hangs on one box of the column before; a box and all that hangs on it has a
//! horizontal band of its own, so that nothing overlaps, and a box with one other hanging on it is level with it, so that a list is a line.
//!
//! Several scenes are laid out as one that has all their boxes, each as large as it ever is: boxes stay where they are from one to the next.

use std::collections::BTreeMap;

use super::metrics::{GAP, GUTTER, MARGIN};
use super::scene::Scene;

/// Where a box is: its left side, the top of its title, its width, its column.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Place {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) column: usize,
}

/// The places of all boxes of some scenes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    places: BTreeMap<String, Place>,
    /// Width of all of it.
    pub(crate) width: f64,
}

/// A box of any of the scenes.
#[derive(Clone, Debug, Default)]
struct Part {
    key: String,
    width: f64,
    /// Space needed above and below the top of the title.
    head: f64,
    body: f64,
    /// Whether a variable points to it in some scene.
    named: bool,
    /// Where its arrows lead, in the order of its rows.
    to: Vec<usize>,
    /// Where those lead that only lead back.
    back: Vec<usize>,
}

impl Layout {
    pub(crate) fn of(scenes: &[&Scene]) -> Self {
        let parts = parts(scenes);
        let order = forwards(&parts);
        let columns = columns(&parts, &order);
        let parents = parents(&parts, &order, &columns);
        place(&parts, &columns, &parents)
    }

    /// How many boxes there are.
    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    pub(crate) fn place(&self, key: &str) -> Place {
        self.places.get(key).copied().unwrap_or_default()
    }
}

fn parts(scenes: &[&Scene]) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut index: BTreeMap<&str, usize> = BTreeMap::new();
    for scene in scenes {
        for shape in &scene.boxes {
            let at = *index.entry(&shape.key).or_insert_with(|| {
                parts.push(Part { key: shape.key.clone(), ..Part::default() });
                parts.len() - 1
            });
            let part = &mut parts[at];
            part.width = part.width.max(shape.width());
            part.head = part.head.max(shape.head());
            part.body = part.body.max(shape.height());
            part.named |= !shape.tags.is_empty();
        }
        let mut links: Vec<_> = scene.links.iter().collect();
        links.sort_by_key(|link| (link.from, link.row));
        for link in links {
            let [from, to] = [link.from, link.to].map(|at| index[scene.boxes[at].key.as_str()]);
            let part = &mut parts[from];
            let ends = if leads_back(scene, link) { &mut part.back } else { &mut part.to };
            if from != to && !ends.contains(&to) {
                ends.push(to);
            }
        }
    }
    parts
}

/// Whether an arrow is the way back of another one: by what its field is called, or else by coming after the other.
fn leads_back(scene: &Scene, link: &super::scene::Link) -> bool {
    let name = |link: &super::scene::Link| {
        link.row.map_or("", |row| scene.boxes[link.from].rows[row].name.as_str()).to_ascii_lowercase()
    };
    let says_back = |name: &str| {
        let name = name.rsplit('.').next().unwrap_or(name);
        ["prev", "pred", "parent", "back", "up", "owner", "father", "blink"]
            .iter()
            .any(|word| name.starts_with(word))
    };
    let others = scene.links.iter().filter(|other| (other.from, other.to) == (link.to, link.from));
    let mut others = others.peekable();
    if others.peek().is_none() || link.from == link.to {
        return false;
    }
    let own = name(link);
    if says_back(&own) {
        return true;
    }
    others.all(|other| !says_back(&name(other)) && other.row < link.row)
}

/// The boxes in an order along their arrows, and the arrows without those that close a cycle.
struct Forwards {
    order: Vec<usize>,
    to: Vec<Vec<usize>>,
}

fn forwards(parts: &[Part]) -> Forwards {
    let mut incoming = vec![0_usize; parts.len()];
    parts.iter().flat_map(|part| &part.to).for_each(|to| incoming[*to] += 1);
    // Where nothing comes from, then what variables point to, then the rest (cycles that no variable points to).
    let mut starts: Vec<usize> = (0..parts.len()).collect();
    starts.sort_by_key(|at| (incoming[*at] > 0, !parts[*at].named));
    let mut to: Vec<Vec<usize>> = parts.iter().map(|part| part.to.clone()).collect();
    let mut state = vec![0_u8; parts.len()];
    let mut finished: Vec<usize> = Vec::new();
    for start in starts {
        let mut stack = if state[start] == 0 { vec![(start, 0)] } else { Vec::new() };
        while let Some((at, next)) = stack.pop() {
            state[at] = 1;
            match to[at].get(next).copied() {
                None => {
                    state[at] = 2;
                    finished.push(at);
                }
                Some(target) if state[target] == 1 => {
                    to[at].remove(next);
                    stack.push((at, next));
                }
                Some(target) => {
                    stack.push((at, next + 1));
                    if state[target] == 0 {
                        stack.push((target, 0));
                    }
                }
            }
        }
    }
    finished.reverse();
    Forwards { order: finished, to }
}

/// The column of each box: the longest way there.
fn columns(parts: &[Part], forwards: &Forwards) -> Vec<usize> {
    let mut columns = vec![0; parts.len()];
    for &at in &forwards.order {
        for &to in &forwards.to[at] {
            columns[to] = columns[to].max(columns[at] + 1);
        }
    }
    columns
}

/// The box of the column before that each box hangs on.
fn parents(parts: &[Part], forwards: &Forwards, columns: &[usize]) -> Vec<Option<usize>> {
    let mut parents = vec![None; parts.len()];
    for &at in &forwards.order {
        for &to in &forwards.to[at] {
            if columns[to] == columns[at] + 1 && parents[to].is_none() {
                parents[to] = Some(at);
            }
        }
    }
    parents
}

/// A band: what it needs above and below the title of its first box.
#[derive(Clone, Copy, Default)]
struct Band {
    above: f64,
    below: f64,
}

fn place(parts: &[Part], columns: &[usize], parents: &[Option<usize>]) -> Layout {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); parts.len()];
    let mut hanging: Vec<usize> = (0..parts.len()).filter(|at| parents[*at].is_some()).collect();
    // In the order of the rows the arrows leave from.
    hanging.sort_by_key(|at| {
        let parent = parents[*at].expect("it hangs on something");
        (parent, parts[parent].to.iter().position(|to| to == at))
    });
    for at in hanging {
        children[parents[at].expect("it hangs on something")].push(at);
    }
    let mut from_right: Vec<usize> = (0..parts.len()).collect();
    from_right.sort_by_key(|at| std::cmp::Reverse(columns[*at]));
    let mut bands = vec![Band::default(); parts.len()];
    for &at in &from_right {
        let own = Band { above: parts[at].head, below: parts[at].body };
        let offset = lines(&children[at], &bands);
        let (first, last) = (offset.first().copied().unwrap_or(0.0), offset.last().copied().unwrap_or(0.0));
        let middle = f64::midpoint(first, last);
        let top = children[at].first().map_or(0.0, |first| bands[*first].above);
        let bottom = children[at].last().map_or(0.0, |last| bands[*last].below);
        bands[at] =
            Band { above: own.above.max(middle - first + top), below: own.below.max(last - middle + bottom) };
    }
    let mut y = vec![0.0; parts.len()];
    let mut height = MARGIN;
    let mut from_left = from_right;
    from_left.sort_by_key(|at| (columns[*at], *at));
    for &root in from_left.iter().filter(|at| parents[**at].is_none()) {
        y[root] = height + bands[root].above;
        height = y[root] + bands[root].below + GAP;
    }
    for &at in &from_left {
        let offsets = lines(&children[at], &bands);
        let middle =
            f64::midpoint(offsets.first().copied().unwrap_or(0.0), offsets.last().copied().unwrap_or(0.0));
        for (child, offset) in children[at].iter().zip(&offsets) {
            y[*child] = y[at] + offset - middle;
        }
    }
    let groups = groups(parts);
    let depth = columns.iter().max().map_or(0, |last| last + 1);
    let mut widths = vec![vec![0.0_f64; depth]; parts.len()];
    for (at, part) in parts.iter().enumerate() {
        let width = &mut widths[groups[at]][columns[at]];
        *width = width.max(part.width);
    }
    let left = |at: usize| {
        let before = widths[groups[at]][..columns[at]].iter();
        before.fold(MARGIN, |x, width| x + width + GUTTER)
    };
    let places: BTreeMap<String, Place> = parts
        .iter()
        .enumerate()
        .map(|(at, part)| {
            let place = Place { x: left(at), y: y[at], width: part.width, column: columns[at] };
            (part.key.clone(), place)
        })
        .collect();
    let width = places.values().map(|place| place.x + place.width + MARGIN).fold(2.0 * MARGIN, f64::max);
    Layout { places, width }
}

/// Which boxes are connected by arrows: those with the same number. Only they share the widths of columns.
fn groups(parts: &[Part]) -> Vec<usize> {
    let mut groups: Vec<usize> = (0..parts.len()).collect();
    for (from, part) in parts.iter().enumerate() {
        for &to in part.to.iter().chain(&part.back) {
            let (one, other) = (groups[from], groups[to]);
            groups.iter_mut().filter(|group| **group == other).for_each(|group| *group = one);
        }
    }
    groups
}

/// Where the titles of some bands are that lie under each other, the first at zero.
fn lines(children: &[usize], bands: &[Band]) -> Vec<f64> {
    let mut lines: Vec<f64> = Vec::with_capacity(children.len());
    for (index, child) in children.iter().enumerate() {
        let line = match index.checked_sub(1) {
            None => 0.0,
            Some(before) => lines[before] + bands[children[before]].below + GAP + bands[*child].above,
        };
        lines.push(line);
    }
    lines
}
