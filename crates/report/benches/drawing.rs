//! What drawing a state costs: `cargo bench -p shapewright-report`.

use std::time::Instant;

use model::{Drawing, NodeKind};

/// A list of so many cells with links back, and variables on it.
fn list(cells: usize) -> Drawing {
    let mut drawing = Drawing::default();
    for at in 0..cells {
        let node = drawing.node(NodeKind::Cell, format!("a{at}"));
        drawing.nodes[node].size = "24 bytes".into();
        drawing.nodes[node].fields.push(("data".into(), format!("a{}", at + cells)));
    }
    let rest = drawing.node(NodeKind::Structure, "dll(b, a)");
    drawing.nodes[rest].about.push("dll(l, prev) := l = null | l ↦ {next: a, prev: prev} * dll(a, l)".into());
    for at in 0..cells {
        drawing.arrow_of(at, "next", at + 1);
        if at > 0 {
            drawing.arrow_of(at, "prev", at - 1);
        }
    }
    for (name, to) in [("head", 0), ("last", rest), ("cur", cells / 2)] {
        let variable = drawing.node(NodeKind::Variable, name);
        drawing.arrow(variable, to);
    }
    drawing.facts = (0..cells).map(|at| format!("a{at} ≠ 0")).collect();
    drawing
}

#[expect(clippy::print_stdout, reason = "it is there to print")]
fn main() {
    for cells in [1, 5, 20, 50] {
        let drawing = list(cells);
        let rounds = 200;
        let started = Instant::now();
        let mut bytes = 0;
        for _ in 0..rounds {
            bytes = shapewright_report::svg(&[(String::new(), &drawing)]).len();
        }
        let each = started.elapsed().as_secs_f64() * 1e6 / f64::from(rounds);
        println!("{cells:>3} cells: {each:>7.0} µs, {bytes} bytes");
    }
}
