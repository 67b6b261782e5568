//! The shapes at the lines, as data for the page's script.
//!
//! Consecutive places of a function are told as stories, in which states follow those they are most like, so that what stays keeps its
//! place in the pictures and what changes is marked. Equal pictures are there once; what is frequent in them is written as one
//! character. What would make the page too large is told in text only.

use std::collections::BTreeMap;

use model::{Drawing, Report, ShapesAt};
use serde_json::{Value, json};

use super::Files;
use crate::svg::stories;

/// Most bytes of pictures and the facts beside them.
const MOST_BYTES: usize = 5 << 19;
/// Longest story.
const LONGEST: usize = 8;
/// Most bytes of states that are told in text when there is no room for pictures.
const MOST_TEXT: usize = 1 << 20;
/// Most facts beside a picture.
const MOST_FACTS: usize = 16;

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
    let alike = |a: &&ShapesAt, b: &&ShapesAt| a.function == b.function && a.span.file == b.span.file;
    for function in shown.chunk_by(alike) {
        for (number, run) in function.chunks(LONGEST).enumerate() {
            // The first place is compared with the last one of those before.
            let before = number.checked_sub(1).map_or(&[][..], |_| &function[number * LONGEST - 1].states);
            add(&mut lines, &mut pictures, files, before, run);
        }
    }
    let data = json!({ "frequent": FREQUENT, "pictures": pictures.list, "lines": lines });
    // In a page only this could end the data.
    data.to_string().replace('<', "\\u003c")
}

/// Adds some places of a function, which come after a place with the states `before`.
fn add(
    lines: &mut BTreeMap<String, Vec<Value>>,
    pictures: &mut Pictures,
    files: &Files<'_>,
    before: &[Drawing],
    run: &[&ShapesAt],
) {
    let states: Vec<Vec<&Drawing>> = run.iter().map(|at| at.states.iter().collect()).collect();
    let told = if pictures.bytes < MOST_BYTES {
        stories(&before.iter().collect::<Vec<_>>(), &states)
    } else {
        states.iter().map(|states| vec![None; states.len()]).collect()
    };
    for (place, told) in run.iter().zip(&told) {
        let anchor = files.anchor(place.span).unwrap_or_default();
        // A function, a column, whether it is an invariant, who says so, the states, how many more, why nothing is known.
        let full = pictures.bytes >= MOST_BYTES && pictures.text >= MOST_TEXT;
        let states = if full {
            json!(place.states.len())
        } else {
            let told = place.states.iter().zip(told);
            let states = told.map(|(drawing, told)| pictures.state(drawing, told.as_deref()));
            states.collect()
        };
        lines.entry(anchor).or_default().push(json!([
            ir::shown(&place.function),
            place.span.column,
            u8::from(place.invariant),
            &*place.domain,
            states,
            place.more,
            place.lost.as_deref().map(ir::shown),
        ]));
    }
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

    /// A state: the number of its picture and the facts, or in text.
    fn state(&mut self, drawing: &Drawing, svg: Option<&str>) -> Value {
        match svg {
            Some(svg) => json!([self.number(svg), self.facts(drawing)]),
            None => self.text(drawing),
        }
    }

    /// The facts beside a picture.
    fn facts(&mut self, drawing: &Drawing) -> Vec<String> {
        let mut facts: Vec<String> =
            drawing.facts.iter().take(MOST_FACTS).map(|fact| ir::shown(fact).into_owned()).collect();
        if drawing.facts.len() > MOST_FACTS {
            facts.push(format!("and {} more", drawing.facts.len() - MOST_FACTS));
        }
        self.bytes += facts.iter().map(|fact| fact.len() + 3).sum::<usize>();
        facts
    }

    /// A state for which there is no picture.
    fn text(&mut self, drawing: &Drawing) -> Value {
        if self.text > MOST_TEXT {
            return json!([null, []]);
        }
        let text = ir::shown_lines(&drawing.text()).into_owned();
        self.text += text.len();
        json!([null, [], text])
    }
}
