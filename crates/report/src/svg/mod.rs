//! Heap pictures: a [`Drawing`](model::Drawing) as SVG.
//!
//! Three steps, each a pure function: what there is to draw ([`scene`]: which nodes are boxes, which are marks in a row of a
//! box, which are labels of variables), where it goes ([`layout`]: columns along the arrows, one band for each branch), and
//! the text ([`write`], with [`route`] for the arrows).
//!
//! Several states of one story are laid out together: what is in more than one of them has the same place in all.
//!
//! Invariant: whatever comes from the program is escaped; the text is the same for the same drawing everywhere.

mod changes;
mod layout;
mod metrics;
mod route;
mod scene;
mod stories;
#[cfg(test)]
mod tests;
mod write;

use model::Drawing;

use layout::Layout;
use scene::Scene;

pub(crate) use stories::stories;
use write::Picture;
pub(crate) use write::{DARK, MARKER, STYLE};

/// States as a file, one picture below the other, each with the facts and below a caption, if there is one.
pub fn svg(states: &[(String, &Drawing)]) -> String {
    let pictures: Vec<(String, Picture)> = states
        .iter()
        .map(|(caption, drawing)| {
            let scene = Scene::of(drawing);
            let layout = Layout::of(&[&scene]);
            (caption.clone(), write::picture(&scene, &layout, drawing, &drawing.facts))
        })
        .collect();
    write::sheet(&pictures)
}

/// The states of a story for a page, one picture each, or nothing where there is no state. What is in several of them keeps
/// its place, and what was not there before, or has changed, is marked.
pub(crate) fn story(drawings: &[Option<&Drawing>]) -> Vec<Option<String>> {
    let mut scenes: Vec<Option<Scene>> = drawings.iter().map(|drawing| drawing.map(Scene::of)).collect();
    let mut before: Option<Scene> = None;
    for scene in scenes.iter_mut().flatten() {
        let unmarked = scene.clone();
        if let Some(before) = &before {
            changes::mark(before, scene);
        }
        before = Some(unmarked);
    }
    let all: Vec<&Scene> = scenes.iter().flatten().collect();
    let common = Layout::of(&all);
    // Together they may need much more room than each alone; then stable places are not worth it.
    let largest = all.iter().map(|scene| scene.boxes.len()).max().unwrap_or(0);
    let apart = common.len() > 2 * largest + 4;
    let pairs = scenes.iter().zip(drawings);
    pairs
        .map(|(scene, drawing)| {
            let (scene, drawing) = (scene.as_ref()?, (*drawing)?);
            let own = apart.then(|| Layout::of(&[scene]));
            let layout = own.as_ref().unwrap_or(&common);
            Some(write::picture(scene, layout, drawing, &[]).element(None))
        })
        .collect()
}
