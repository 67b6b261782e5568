//! Where things stand in the user's text.
//!
//! A [`Span`] is a line and column range of a file the user wrote: for text that came out of a
//! macro it is the outermost use of that macro, and [`Span::expansion`] names the chain of
//! expansions that led from the use to the text. Lines and columns are the presumed ones, so
//! `#line` and the line markers of preprocessed files lead to the original file.

use std::sync::Arc;

use crate::Text;

use crate::Expansions;

/// A file that spans point into.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FileId(pub u32);

/// One step of macro expansion, in [`Sources::expansions`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ExpansionId(pub u32);

/// A range of text, from a start position to an end position (exclusive). Lines and columns are
/// counted from 1; columns count bytes. A range with `line == 0` is unknown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Span {
    /// The file as presumed (after `#line`).
    pub file: FileId,
    /// First line.
    pub line: u32,
    /// First column.
    pub column: u32,
    /// Last line.
    pub end_line: u32,
    /// One past the last column.
    pub end_column: u32,
    /// The innermost macro this text came out of, if any.
    pub expansion: Option<ExpansionId>,
}

impl Span {
    /// The span of what has no place in the user's text.
    pub const NONE: Span =
        Span { file: FileId(0), line: 0, column: 0, end_line: 0, end_column: 0, expansion: None };

    /// Whether this span names a place at all.
    pub fn is_known(&self) -> bool {
        self.line != 0
    }

    /// Whether it names a place that is a part of another one.
    pub fn is_within(&self, outer: Span) -> bool {
        self.is_known()
            && self.file == outer.file
            && (outer.line, outer.column) <= (self.line, self.column)
            && (self.end_line, self.end_column) <= (outer.end_line, outer.end_column)
    }
}

/// One macro that was expanded on the way from the user's text to a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expansion {
    /// The macro's name.
    pub name: Arc<str>,
    /// Where in the macro's body the text is spelled.
    pub spelled: Span,
    /// The expansion this one happened inside of; `None` for the one the user wrote.
    pub outer: Option<ExpansionId>,
}

/// A file's name and, where it could be read, its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFile {
    /// The path as the user would write it.
    pub path: Arc<str>,
    /// The text, lossily decoded; absent when only a line marker names the file.
    pub text: Option<Text>,
    /// Whether it was found on a system include path.
    pub system: bool,
}

/// All files and expansions that the spans of a program refer to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sources {
    /// Indexed by [`FileId`].
    pub files: Vec<SourceFile>,
    /// Indexed by [`ExpansionId`].
    pub expansions: Expansions,
}

impl Sources {
    /// The path of a file, or a placeholder for a span without one.
    pub fn path(&self, file: FileId) -> &str {
        self.files.get(file.0 as usize).map_or("<unknown>", |f| &f.path)
    }

    /// The chain of expansions of a span, outermost first.
    pub fn chain(&self, span: Span) -> Vec<&Expansion> {
        let mut chain = Vec::new();
        let mut at = span.expansion;
        while let Some(expansion) = at.and_then(|id| self.expansions.get(id)) {
            chain.push(expansion);
            at = expansion.outer;
        }
        chain.reverse();
        chain
    }
}
