//! The chains of macros that tokens came out of.
//!
//! The preprocessor gives each token the number of a step in its table of expansions, and each
//! step names the macro, the place where it was invoked and the step it happened inside of. The
//! table itself has no accessor: the one way out of the pinned release is its `Debug` form, so that
//! is what is read here, once per unit and only when some span asks for a chain. A form that is not
//! understood gives an empty table; spans then keep their places and lose only the macros' names.

use std::fmt::{self, Write};

use rucc_diag::Span;
use rucc_pp::{MacroTable, Preprocessor};
use rustc_hash::FxHashMap;

/// More steps than this are not read: nobody reads a chain through them either.
const MAX_STEPS: usize = 2_000_000;

/// One macro on the way from the user's text to a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    /// Where the macro was invoked; its text is the macro's name.
    pub(crate) at: Span,
    /// The number of the step around this one, 0 for none.
    pub(crate) outer: u32,
}

/// Every expansion step of a unit. Step `n` is at index `n - 1`.
#[derive(Default, Debug)]
pub(crate) struct Traces {
    steps: Vec<Step>,
    /// The numbers of steps that tokens have, and what they are here, if that is not the same.
    numbers: Option<FxHashMap<u32, u32>>,
}

impl Traces {
    /// Reads the table out of a preprocessor that has finished its work.
    pub(crate) fn read(pp: &mut Preprocessor) -> Self {
        // The macro table is printed in front of the steps and is far larger than they are.
        *pp.macros_mut() = MacroTable::new();
        let mut reader = Reader::default();
        // The reader ends the printing with an error when it has seen the last step.
        let _ = write!(reader, "{pp:?}");
        Self { steps: reader.steps, numbers: None }
    }

    /// The same for tokens that have other numbers, with other places.
    pub(crate) fn renamed(mut self, numbers: FxHashMap<u32, u32>, place: impl Fn(Span) -> Span) -> Self {
        self.steps.iter_mut().for_each(|step| step.at = place(step.at));
        self.numbers = Some(numbers);
        self
    }

    /// The number of the step that a token has the number of, if it is known.
    pub(crate) fn number(&self, trace: u32) -> Option<u32> {
        self.numbers.as_ref().map_or(Some(trace), |numbers| numbers.get(&trace).copied())
    }

    /// Whether only some tokens were traced.
    pub(crate) fn is_part(&self) -> bool {
        self.numbers.is_some()
    }

    /// The step with this number.
    pub(crate) fn step(&self, id: u32) -> Option<Step> {
        self.steps.get((id as usize).checked_sub(1)?).copied()
    }
}

/// Picks the steps out of the stream of pieces that `Debug` writes.
///
/// A step is printed as `Step { macro_name: Symbol(…), at: Span { lo: 1, hi: 2 }, outer: TraceId(3) }`
/// inside `Traces { steps: […] }`; a number always arrives as a piece of its own.
#[derive(Default)]
struct Reader {
    steps: Vec<Step>,
    inside: bool,
    field: Field,
    lo: u32,
    hi: u32,
}

#[derive(Default, Clone, Copy, PartialEq)]
enum Field {
    #[default]
    Other,
    Lo,
    Hi,
    Outer,
}

impl Write for Reader {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        if !self.inside {
            self.inside = piece == "Traces";
            return Ok(());
        }
        match piece {
            "lo" => self.field = Field::Lo,
            "hi" => self.field = Field::Hi,
            "TraceId" => self.field = Field::Outer,
            "]" => return Err(fmt::Error),
            _ => self.number(piece),
        }
        if self.steps.len() < MAX_STEPS { Ok(()) } else { Err(fmt::Error) }
    }
}

impl Reader {
    fn number(&mut self, piece: &str) {
        if self.field == Field::Other {
            return;
        }
        let Ok(number) = piece.parse() else { return };
        match self.field {
            Field::Lo => self.lo = number,
            Field::Hi => self.hi = number,
            Field::Outer if self.lo <= self.hi => {
                self.steps.push(Step { at: Span::new(self.lo, self.hi), outer: number });
            }
            Field::Outer | Field::Other => {}
        }
        self.field = Field::Other;
    }
}
