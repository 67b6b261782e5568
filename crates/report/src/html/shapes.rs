//! The shapes at the lines, as data for the page's script.
//!
//! Consecutive places of a function that have equally many states are told as a story, state by state, so that what stays keeps its
//! place in the pictures and what changes is marked. Equal pictures are there once; what is frequent in them is written as one
//! character. What would make the page too large is told in text only.

use std::collections::BTreeMap;

use model::{Drawing, Report, ShapesAt};
use serde_json::{Value, json};

use super::Files;
use crate::svg::story;

/// Most bytes of pictures.
const MOST_BYTES: usize = 5 << 20;
/// Longest story.
const LONGEST: usize = 8;
/// Most bytes of states that are told in text when there is no room for pictures.
const MOST_TEXT: usize = 2 << 20;

/// What is frequent in pictures, longer things first. The place in the list is the character.
const FREQUENT: [&str; 22] = [
    "<svg class=\"sw\" viewBox=\"0 0 ",
    "\" marker-end=\"url(#swm)\" d=\"M",
    "\" role=\"img\" aria-label=\"",
    "</text></g><g class=\"",
    "<g transform=\"translate(0 ",
    "<rect class=\"b\" x=\"",
    "<rect class=\"t\" x=\"",
    "<circle class=\"o\" cx=\"",
    "\" r=\"2.6\"/>",
    "<text class=\"",
    "<path class=\"",
    "v5m-4 0h8m-6 3h4m-3 3h2\"/>",
    "\" height=\"",
    "\" width=\"",
    "<g class=\"",
    "<title>",
    "</title>",
    "</text>",
    "\" rx=\"",
    "\" cy=\"",
    "\" x=\"",
    "\" y=\"",
];

/// The first character that stands for something frequent. `escaped` lets none of these through.
const FIRST: u32 = 0xe000;

/// What the script needs, as JSON that can stand in a page.
pub(crate) fn data(report: &Report, files: &Files<'_>) -> String {
    let mut pictures = Pictures::default();
    let mut lines: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    let shown: Vec<&ShapesAt> = report.shapes.iter().filter(|at| files.anchor(at.span).is_some()).collect();
    let alike = |a: &&ShapesAt, b: &&ShapesAt| {
        a.function == b.function && a.span.file == b.span.file && a.states.len() == b.states.len()
    };
    for run in shown.chunk_by(alike).flat_map(|run| run.chunks(LONGEST)) {
        let count = run.first().map_or(0, |at| at.states.len());
        // For each state of the places its pictures along them.
        let told: Vec<Vec<Option<String>>> = (0..count)
            .map(|state| {
                let drawings: Vec<Option<&Drawing>> = run.iter().map(|at| Some(&at.states[state])).collect();
                if pictures.bytes < MOST_BYTES { story(&drawings) } else { vec![None; run.len()] }
            })
            .collect();
        for (at, place) in run.iter().enumerate() {
            let states: Vec<Value> = place
                .states
                .iter()
                .zip(&told)
                .map(|(drawing, told)| match told[at].as_deref() {
                    Some(svg) => json!([pictures.number(svg), drawing.facts]),
                    None => pictures.text(drawing),
                })
                .collect();
            let anchor = files.anchor(place.span).unwrap_or_default();
            lines.entry(anchor).or_default().push(json!({
                "f": &*place.function,
                "c": place.span.column,
                "i": u8::from(place.invariant),
                "d": &*place.domain,
                "s": states,
                "m": place.more,
                "l": place.lost,
            }));
        }
    }
    let data = json!({ "frequent": FREQUENT, "pictures": pictures.list, "lines": lines });
    // In a page only this could end the data.
    data.to_string().replace('<', "\\u003c")
}

/// Pictures, each once.
#[derive(Default)]
struct Pictures {
    list: Vec<String>,
    known: BTreeMap<String, usize>,
    bytes: usize,
    text: usize,
}

impl Pictures {
    fn number(&mut self, svg: &str) -> usize {
        let mut short = svg.to_owned();
        for (index, frequent) in FREQUENT.iter().enumerate() {
            let mark = char::from_u32(FIRST + index as u32).expect("these are characters");
            short = short.replace(frequent, mark.encode_utf8(&mut [0; 4]));
        }
        if let Some(number) = self.known.get(&short) {
            return *number;
        }
        self.bytes += short.len();
        self.list.push(short.clone());
        self.known.insert(short, self.list.len() - 1);
        self.list.len() - 1
    }

    /// A state for which there is no picture.
    fn text(&mut self, drawing: &Drawing) -> Value {
        let text = drawing.text();
        self.text += text.len();
        let text = if self.text < MOST_TEXT { text } else { "not kept: the program is too large".into() };
        json!([null, [], text])
    }
}
