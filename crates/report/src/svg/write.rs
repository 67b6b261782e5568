//! A scene with places as SVG text.
//!
//! Class names are short since a report has thousands of pictures; `style.css` says what they look like.

use std::fmt::Write as _;

use model::{Drawing, NodeKind};

use super::layout::{Layout, Place};
use super::metrics::{CHAR, MARGIN, PAD, ROW, SMALL, SMALL_CHAR, TAG, TITLE, columns, wrapped};
use super::route::{Routes, routes};
use super::scene::{Box, Chip, Mark, Scene};
use crate::escape::escaped;

/// What pictures look like.
pub(crate) const STYLE: &str = include_str!("style.css");
/// Their colours on a dark ground.
pub(crate) const DARK: &str = include_str!("dark.css");

/// Height of the line of variables that hold no pointer to a box.
const CHIP: f64 = 20.0;
/// Most facts below a picture.
const MOST_FACTS: usize = 12;
/// Most empty space above the boxes.
const MOST_BLANK: f64 = 40.0;
/// Narrower than this no picture is, so that facts have room.
const NARROWEST: f64 = 260.0;

/// A picture without what it stands in.
pub(crate) struct Picture {
    pub(crate) width: f64,
    pub(crate) height: f64,
    inner: String,
    label: String,
}

impl Picture {
    /// As an element of a page, or of a larger picture at some height.
    pub(crate) fn element(&self, at: Option<f64>) -> String {
        let Self { width, height, inner, label } = self;
        let place = at.map(|y| format!(" y=\"{y:.0}\"")).unwrap_or_default();
        format!(
            "<svg class=\"sw\"{place} viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\" aria-label=\"{}\">{inner}</svg>",
            escaped(label)
        )
    }
}

pub(crate) fn picture(scene: &Scene, layout: &Layout, drawing: &Drawing, facts: &[String]) -> Picture {
    let Routes { paths, left, bottom, right } = routes(scene, layout);
    // Other states may need room above these boxes; a little of it is kept so that boxes stay where they are.
    let tops = scene.boxes.iter().map(|shape| layout.place(&shape.key).y - shape.head() - MARGIN);
    let top = tops.fold(f64::INFINITY, f64::min);
    let cut = if top.is_finite() && top > MOST_BLANK { top } else { 0.0 };
    let bottom = bottom - cut;
    let wide = facts.iter().map(|fact| columns(fact) as f64 * CHAR + 2.0 * MARGIN).fold(0.0, f64::max);
    let width = right.max(if facts.is_empty() { 0.0 } else { wide.clamp(NARROWEST, 640.0) });
    let (chips, above) = chips(&scene.values, width.max(480.0));
    let width = width.max(chips_width(&scene.values).min(480.0));
    let mut below = String::new();
    let mut height = above + bottom.max(if above > 0.0 { 0.0 } else { 2.0 * MARGIN });
    for line in said(facts, scene.left_out, width) {
        height += SMALL + 2.0;
        let (y, line) = (height - 2.0, escaped(&line));
        let _ = write!(below, "<text class=\"k\" x=\"{MARGIN}\" y=\"{y:.0}\">{line}</text>");
    }
    if !below.is_empty() {
        height += MARGIN;
    }
    let mut inner = chips;
    let _ = write!(inner, "<g transform=\"translate(0 {:.0})\">", above - cut);
    for (index, shape) in scene.boxes.iter().enumerate() {
        let left: Vec<usize> = left.iter().filter(|(at, _)| *at == index).map(|(_, row)| *row).collect();
        write_box(&mut inner, shape, layout.place(&shape.key), &left);
    }
    for (link, path) in scene.links.iter().zip(&paths) {
        let doubtful = if link.doubtful { " q" } else { "" };
        let fresh = if link.fresh { " new" } else { "" };
        let _ = write!(inner, "<path class=\"l{doubtful}{fresh}\" marker-end=\"url(#swm)\" d=\"{path}\"/>");
    }
    inner.push_str("</g>");
    inner.push_str(&below);
    Picture { width, height, inner, label: drawing.text() }
}

/// Pictures below each other as a file, each with what is said of it.
pub(crate) fn sheet(pictures: &[(String, Picture)]) -> String {
    let said = pictures.iter().map(|(text, _)| columns(text) as f64 * CHAR + 2.0 * MARGIN);
    let width = pictures.iter().map(|(_, picture)| picture.width).chain(said).fold(0.0, f64::max);
    let mut body = String::new();
    let mut y = 0.0;
    for (text, picture) in pictures {
        if !text.is_empty() {
            y += 24.0;
            let _ = write!(
                body,
                "<text class=\"n\" x=\"{MARGIN}\" y=\"{:.0}\">{}</text>",
                y - 4.0,
                escaped(text)
            );
        }
        body.push_str(&picture.element(Some(y)));
        y += picture.height;
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"sw\" viewBox=\"0 0 {width:.0} {y:.0}\" width=\"{width:.0}\" height=\"{y:.0}\"><style>{STYLE}@media(prefers-color-scheme:dark){{.sw{{{}}}}}.sw .sw{{font:inherit}}</style>{MARKER}<rect width=\"100%\" height=\"100%\" style=\"fill:var(--sw-paper)\"/>{body}</svg>\n",
        DARK.trim()
    )
}

/// The heads of arrows; a page has them once for all its pictures.
pub(crate) const MARKER: &str = "<defs><marker id=\"swm\" viewBox=\"0 0 8 8\" refX=\"6.5\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path class=\"m\" d=\"M1 1L7 4L1 7\"/></marker></defs>";

/// What is written below a picture.
fn said(facts: &[String], left_out: usize, width: f64) -> Vec<String> {
    let most = ((width - 2.0 * MARGIN) / CHAR) as usize;
    let mut lines: Vec<String> =
        facts.iter().take(MOST_FACTS).flat_map(|fact| wrapped(fact, most, 3)).collect();
    if facts.len() > MOST_FACTS {
        lines.push(format!("and {} more facts", facts.len() - MOST_FACTS));
    }
    if left_out > 0 {
        lines.push(format!("and {left_out} more objects"));
    }
    lines
}

fn chip_width(chip: &Chip) -> f64 {
    (columns(&chip.name) + columns(chip.value.text()) + 3) as f64 * CHAR + 2.0 * PAD
}

fn chips_width(chips: &[Chip]) -> f64 {
    chips.iter().map(|chip| chip_width(chip) + 8.0).sum::<f64>() + 2.0 * MARGIN
}

/// The variables that hold no pointer to a box, in lines, and how high these are.
fn chips(values: &[Chip], width: f64) -> (String, f64) {
    let mut out = String::new();
    let (mut x, mut y) = (MARGIN, MARGIN);
    for chip in values {
        let wide = chip_width(chip);
        if x > MARGIN && x + wide > width {
            (x, y) = (MARGIN, y + CHIP + 5.0);
        }
        let fresh = if chip.fresh { " class=\"new\"" } else { "" };
        let text = chip.value.text();
        let is = if text.is_empty() { "" } else { " = " };
        let class = if chip.value == Mark::Freed { "x" } else { "k" };
        let _ = write!(
            out,
            "<text x=\"{x:.0}\" y=\"{:.0}\"{fresh}><tspan class=\"v\">{}</tspan>{is}<tspan class=\"{class}\">{}</tspan></text>",
            y + 14.0,
            escaped(&chip.name),
            escaped(text)
        );
        x += wide;
    }
    let height = if values.is_empty() { 0.0 } else { y + CHIP };
    (out, height)
}

fn write_box(out: &mut String, shape: &Box, place: Place, left: &[usize]) {
    let Place { x, y, width, .. } = place;
    let height = shape.height();
    let class = match shape.kind {
        NodeKind::Segment => "g",
        NodeKind::Structure => "w",
        NodeKind::Freed => "f",
        NodeKind::Unknown | NodeKind::Null | NodeKind::Uninitialized => "u",
        NodeKind::Cell | NodeKind::Variable => "c",
    };
    let fresh = if shape.fresh { " new" } else { "" };
    write_tags(out, shape, place);
    let _ = write!(out, "<g class=\"{class}{fresh}\">");
    if !shape.hint.is_empty() {
        let _ = write!(out, "<title>{}</title>", escaped(&shape.hint));
    }
    // Several objects look like several objects.
    let behind: &[f64] = match shape.kind {
        NodeKind::Segment => &[6.0, 3.0],
        NodeKind::Structure => &[3.0],
        _ => &[],
    };
    for by in behind {
        let _ = write!(
            out,
            "<rect class=\"b\" x=\"{:.0}\" y=\"{:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" rx=\"6\"/>",
            x + by,
            y + by
        );
    }
    let round = if matches!(shape.kind, NodeKind::Structure) { 10 } else { 4 };
    let _ = write!(
        out,
        "<rect class=\"b\" x=\"{x:.0}\" y=\"{y:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" rx=\"{round}\"/>"
    );
    if matches!(shape.kind, NodeKind::Cell | NodeKind::Variable) && !shape.rows.is_empty() {
        let _ = write!(
            out,
            "<rect class=\"t\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.0}\" rx=\"3\"/>",
            x + 1.0,
            y + 1.0,
            width - 2.0,
            TITLE - 3.0
        );
    }
    let name = if shape.kind == NodeKind::Variable { "n v" } else { "n" };
    let crossed = if shape.kind == NodeKind::Freed { "✗ " } else { "" };
    let _ = write!(
        out,
        "<text class=\"{name}\" x=\"{:.0}\" y=\"{:.0}\">{crossed}{}</text>",
        x + PAD,
        y + 15.0,
        escaped(&shape.title)
    );
    if !shape.size.is_empty() {
        let _ = write!(
            out,
            "<text class=\"s\" x=\"{:.0}\" y=\"{:.0}\">{}</text>",
            x + width - PAD - columns(&shape.size) as f64 * SMALL_CHAR,
            y + 15.0,
            escaped(&shape.size)
        );
    }
    write_rows(out, shape, place, left);
    let from = y + height - SMALL * shape.about.len() as f64 - 4.0;
    for (index, line) in shape.about.iter().enumerate() {
        let _ = write!(
            out,
            "<text class=\"a\" x=\"{:.0}\" y=\"{:.0}\">{}</text>",
            x + PAD,
            from + SMALL * (index as f64 + 1.0) - 3.0,
            escaped(line)
        );
    }
    out.push_str("</g>");
}

fn write_rows(out: &mut String, shape: &Box, Place { x, y, width, .. }: Place, left: &[usize]) {
    for (index, row) in shape.rows.iter().enumerate() {
        let top = y + TITLE + 1.0 + ROW * index as f64;
        let base = top + 13.0;
        if row.fresh {
            let _ = write!(
                out,
                "<rect class=\"hi\" x=\"{:.1}\" y=\"{top:.0}\" width=\"{:.1}\" height=\"{:.0}\"/>",
                x + 1.0,
                width - 2.0,
                ROW - 1.0
            );
        }
        let fresh = if row.fresh { " new" } else { "" };
        let _ = write!(
            out,
            "<text class=\"k{fresh}\" x=\"{:.0}\" y=\"{base:.0}\">{}</text>",
            x + PAD,
            escaped(&row.name)
        );
        let end = x + width - PAD;
        match &row.value {
            Mark::Port => {
                let _ = write!(
                    out,
                    "<circle class=\"o\" cx=\"{:.0}\" cy=\"{:.0}\" r=\"2.6\"/>",
                    if left.contains(&index) { x } else { x + width },
                    top + ROW / 2.0
                );
            }
            mark => {
                let text = mark.text();
                let class = if matches!(mark, Mark::Freed | Mark::Unwritten) { "x" } else { "y" };
                // The sign for ground, as in a circuit.
                let ground = if *mark == Mark::Null { 12.0 } else { 0.0 };
                let _ = write!(
                    out,
                    "<text class=\"{class}{fresh}\" x=\"{:.0}\" y=\"{base:.0}\">{}</text>",
                    end - columns(text) as f64 * CHAR - ground,
                    escaped(text)
                );
                if ground > 0.0 {
                    let (gx, gy) = (end - 4.0, top + 5.0);
                    let _ = write!(out, "<path class=\"z\" d=\"M{gx:.0} {gy:.0}v5m-4 0h8m-6 3h4m-3 3h2\"/>");
                }
            }
        }
    }
}

/// The variables that point to a box, above it.
fn write_tags(out: &mut String, shape: &Box, Place { x, y, .. }: Place) {
    if shape.tags.is_empty() {
        return;
    }
    let fresh = if shape.tags.iter().any(|tag| tag.fresh) { " new" } else { "" };
    let top = y - TAG * shape.tags.len() as f64 + 6.0;
    let _ = write!(
        out,
        "<path class=\"h{fresh}\" marker-end=\"url(#swm)\" d=\"M{:.0} {:.0}V{:.0}\"/>",
        x + 5.0,
        top + 2.0,
        y - 1.0
    );
    for (index, tag) in shape.tags.iter().enumerate() {
        let base = y - TAG * (shape.tags.len() - index) as f64 + 17.0;
        let fresh = if tag.fresh { " new" } else { "" };
        let _ = write!(
            out,
            "<text class=\"v{fresh}\" x=\"{:.0}\" y=\"{base:.0}\">{}</text>",
            x + 12.0,
            escaped(&tag.name)
        );
    }
}
