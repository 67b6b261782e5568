//! Footers of nodes: boundary tags.
//!
//! A struct that is read just where the body of a node ends is the node's footer: `nd` of seed 001 with one more cell, the one at `x + z − 1`. It is mostly the size once more, by which the
//! node is found from the one behind it. So it belongs to the node and is no object by itself; a node with a footer is cut and completed as others are.

use super::{Atom, Footer, Form, Object};

/// Makes footers of the objects that begin just where the bodies of others end. That they are not at null goes without saying then.
pub(super) fn attach(objects: &mut Vec<Object>, atoms: &mut Vec<Atom>) {
    let mut at = 0;
    while at < objects.len() {
        let begin = address(&objects[at], atoms);
        let ends_there = |object: &Object| {
            let end = object.extent().and_then(|extent| extent.plus(1, &Form::from(object.at)));
            object.body.is_some() && object.footer.is_none() && begin.is_some() && end == begin
        };
        let Some(node) = objects.iter().position(ends_there).filter(|_| objects[at].body.is_none()) else {
            at += 1;
            continue;
        };
        let Object { size, ty, cells, .. } = objects[at].clone();
        objects[node].footer = Some(Footer { size, ty, cells });
        let place = Form::from(objects.remove(at).at);
        let opposite = place.times(-1);
        atoms.retain(
            |atom| !matches!(atom, Atom::NonZero(form) if *form == place || Some(form) == opposite.as_ref()),
        );
    }
}

/// Where an object begins that lies at an address which was computed.
fn address(object: &Object, atoms: &[Atom]) -> Option<Form> {
    let name = object.at.name?;
    atoms.iter().find_map(|atom| {
        let Atom::Zero(form) = atom else { return None };
        let factor = form.factor(name);
        // factor · (name − others) = 0
        let others = form.plus(-factor, &Form::of(name))?.times(-factor)?;
        (factor.abs() == 1).then(|| others.offset(object.at.offset.into())).flatten()
    })
}
