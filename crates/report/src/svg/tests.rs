//! What pictures must be like, whatever is drawn.

use model::{Drawing, NodeKind};

use super::layout::Layout;
use super::scene::{Mark, Scene};
use super::{story, svg};

/// A drawing with these cells and arrows between them, by name.
fn graph(cells: &[&str], arrows: &[(&str, &str, &str)]) -> Drawing {
    let mut drawing = Drawing::default();
    for name in cells {
        let node = drawing.node(NodeKind::Cell, *name);
        drawing.nodes[node].key = (*name).to_owned();
    }
    let at = |name: &str| cells.iter().position(|cell| *cell == name).expect("a cell");
    for (from, field, to) in arrows {
        drawing.arrow_of(at(from), *field, at(to));
    }
    drawing
}

fn variable(drawing: &mut Drawing, name: &str, to: usize) {
    let from = drawing.node(NodeKind::Variable, name);
    drawing.arrow(from, to);
}

/// The boxes by column and from top to bottom.
fn columns(drawing: &Drawing) -> Vec<Vec<String>> {
    let scene = Scene::of(drawing);
    let layout = Layout::of(&[&scene]);
    let mut places: Vec<_> =
        scene.boxes.iter().map(|shape| (layout.place(&shape.key), &shape.title)).collect();
    places.sort_by(|a, b| (a.0.column, a.0.y).partial_cmp(&(b.0.column, b.0.y)).expect("numbers"));
    let mut columns: Vec<Vec<String>> = Vec::new();
    for (place, title) in places {
        columns.resize(columns.len().max(place.column + 1), Vec::new());
        columns[place.column].push(title.clone());
    }
    columns
}

#[test]
fn a_list_is_a_line_and_a_tree_has_branches() {
    let list = graph(&["a", "b", "c"], &[("a", "next", "b"), ("b", "next", "c")]);
    assert_eq!(columns(&list), [["a"], ["b"], ["c"]]);
    let scene = Scene::of(&list);
    let layout = Layout::of(&[&scene]);
    assert!((layout.place("a").y - layout.place("c").y).abs() < 0.1, "a line is level");
    let tree = graph(&["t", "r", "l"], &[("t", "left", "l"), ("t", "right", "r")]);
    assert_eq!(columns(&tree), [vec!["t"], vec!["l", "r"]], "in the order of the fields");
}

#[test]
fn links_back_do_not_make_columns() {
    let arrows = [("b", "prev", "a"), ("a", "prev", "z"), ("z", "next", "a"), ("a", "next", "b")];
    let mut doubly = graph(&["a", "b", "z"], &arrows);
    variable(&mut doubly, "x", 0);
    assert_eq!(columns(&doubly), [["z"], ["a"], ["b"]]);
    let ring = graph(&["a", "b", "c"], &[("a", "next", "b"), ("b", "next", "c"), ("c", "next", "a")]);
    assert_eq!(columns(&ring), [["a"], ["b"], ["c"]]);
}

#[test]
fn null_is_a_mark_and_shared_freed_memory_a_box() {
    let mut drawing = graph(&["a"], &[]);
    let null = drawing.node(NodeKind::Null, "null");
    drawing.arrow_of(0, "next", null);
    let freed = drawing.node(NodeKind::Freed, "freed");
    variable(&mut drawing, "p", freed);
    variable(&mut drawing, "q", freed);
    variable(&mut drawing, "n", null);
    let scene = Scene::of(&drawing);
    assert_eq!(scene.boxes[0].rows[0].value, Mark::Null);
    assert_eq!(scene.boxes.len(), 2);
    assert_eq!(scene.boxes[1].tags.len(), 2);
    assert_eq!(scene.values[0].value, Mark::Null);
}

#[test]
fn what_stays_keeps_its_place_and_what_changes_is_marked() {
    let mut before = graph(&["a", "b"], &[("a", "next", "b")]);
    let mut after = graph(&["a", "b", "new"], &[("new", "next", "a"), ("a", "next", "b")]);
    variable(&mut before, "x", 0);
    variable(&mut after, "x", 0);
    let told = story(&[Some(&before), None, Some(&after)]);
    let [Some(first), None, Some(second)] = &told[..] else { panic!("two pictures: {told:?}") };
    let place = |svg: &str, title: &str| {
        let at = svg.find(&format!(">{title}</text>")).expect("the box is there");
        svg[..at].rfind("<text").map(|from| svg[from..at].to_owned())
    };
    assert_eq!(place(first, "a"), place(second, "a"));
    assert_eq!(place(first, "b"), place(second, "b"));
    assert!(!first.contains("new"), "nothing is marked in the first");
    assert!(second.contains("<g class=\"c new\">"), "{second}");
}

/// A number that is different each time, and the same in each run.
fn draw(seed: &mut u64) -> usize {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    (*seed >> 16) as usize
}

#[test]
fn boxes_never_overlap() {
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
    for _ in 0..2000 {
        let cells = &names[..=draw(&mut seed) % names.len()];
        let fields = ["next", "prev", "left", "right", "parent", "data"];
        let count = draw(&mut seed) % 14;
        let arrows: Vec<(&str, &str, &str)> = (0..count)
            .map(|_| {
                let [from, to] = [0; 2].map(|_| cells[draw(&mut seed) % cells.len()]);
                (from, fields[draw(&mut seed) % fields.len()], to)
            })
            .collect();
        let mut drawing = graph(cells, &arrows);
        for name in ["x", "y", "z"] {
            variable(&mut drawing, name, draw(&mut seed) % cells.len());
        }
        let scene = Scene::of(&drawing);
        let layout = Layout::of(&[&scene]);
        let places: Vec<_> = scene.boxes.iter().map(|shape| (layout.place(&shape.key), shape)).collect();
        for (index, (one, shape)) in places.iter().enumerate() {
            for (two, other) in &places[index + 1..] {
                let beside = one.x + one.width <= two.x || two.x + two.width <= one.x;
                let above = one.y + shape.height() <= two.y - other.head();
                let below = two.y + other.height() <= one.y - shape.head();
                assert!(beside || above || below, "{arrows:?}: {} and {}", shape.title, other.title);
            }
        }
    }
}

#[test]
fn names_from_the_program_are_no_markup() {
    let mut hostile = graph(&["</text><script>x</script>"], &[]);
    hostile.nodes[0].fields.push(("\"onload=\"".into(), "<img src=x>".into()));
    hostile.nodes[0].about.push("--> ]]> <a>".into());
    hostile.facts.push("a < b & c".into());
    let shown = svg(&[("<caption>".to_owned(), &hostile)]);
    for wrong in ["<script", "<img", "<a>", "\"onload", "<caption"] {
        assert!(!shown.contains(wrong), "{wrong} in {shown}");
    }
}

#[test]
fn a_heap_of_thousands_of_cells_is_cut_and_says_so() {
    let mut long = Drawing::default();
    for _ in 0..5000 {
        long.node(NodeKind::Cell, "cell");
    }
    for at in 1..5000 {
        long.arrow_of(at - 1, "next", at);
    }
    let shown = svg(&[(String::new(), &long)]);
    assert!(shown.contains("more objects") && shown.len() < 100_000, "{}", shown.len());
}
