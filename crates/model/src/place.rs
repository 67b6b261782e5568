//! Places of the user's text where a check can be put.

use std::sync::Arc;

use ir::{FunctionId, TypeId};

use crate::{CodePlace, Given};

/// What a place is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PlaceKind {
    /// Before each round of a loop.
    Loop,
    /// After a call.
    Call,
    /// Before a return.
    Return,
}

/// Text to be put in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Insertion {
    /// Before this byte.
    pub at: usize,
    /// What comes before the check.
    pub before: &'static str,
    /// Whether the check itself stands here.
    pub check: bool,
    /// What comes after it.
    pub after: &'static str,
}

/// A variable or function that a name means at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Visible {
    /// What it is.
    pub what: Given,
    /// Its name.
    pub name: Arc<str>,
    /// Its type.
    pub ty: TypeId,
}

/// A place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// What it is.
    pub kind: PlaceKind,
    /// Where in the code.
    pub at: CodePlace,
    /// The line of the text.
    pub line: u32,
    /// What has to be put in for a check.
    pub insertions: Vec<Insertion>,
    /// The variables of the function.
    pub visible: Vec<Visible>,
}

/// A text with its places.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// In the order of the text.
    pub places: Vec<Place>,
    /// The functions whose code stands in the text, also where it was not found.
    pub functions: Vec<FunctionId>,
    /// What can be named where the text ends: global variables and functions.
    pub outside: Vec<Visible>,
    /// Whether the text itself declares `stderr`, as texts do that were preprocessed.
    pub declares_streams: bool,
}
