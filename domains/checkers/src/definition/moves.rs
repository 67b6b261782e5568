//! Pointers that are moved by numbers: `next(h)` is `(struct hdr *)((char *)h + h->size)`.
//!
//! A structure whose nodes lie side by side has no links: each node says how large it is, and the next one begins where it ends. The address that
//! a pointer is moved to is a value of its own, which an equation ties to the pointer and the number; a checker that is called on it, or a
//! comparison with an end, is then like any other. Nothing is read there by the same rule but a footer (`footers`): what lies
//! behind a node is the next call's.
//!
//! Addresses do not wrap around, so the number must be known to be small: compared before, or the size of a block that is claimed
//! before.

use ir::{FunctionId, Span};

use super::bodies::{self, LARGEST};
use super::enumerate::Enumerate;
use super::names::Names;
use super::path::{Access, Claim, Path, Value};
use super::satisfy::Known;
use super::{Atom, Form, Name, Object, Problem, Rule, Sort, Term};

impl<'p> Enumerate<'p, '_> {
    /// A pointer moved by so many bytes.
    pub(super) fn moved(
        &mut self,
        path: &mut Path<'p>,
        pointer: Term,
        bytes: &Form,
        span: Span,
    ) -> Result<Value, Problem> {
        if pointer.name.is_none() || !self.is_small(path, bytes) {
            let message = "a checker can move a pointer by a constant, or by a number that is compared before, or that is the size of a \
                           block: this one may be too large or negative";
            return Err(self.refuse("R6", span, message.into()));
        }
        let address = Form::from(pointer).plus(1, bytes);
        let named = address.and_then(|address| {
            let name = self.names.moved(&address);
            Some((name, Form::of(name).minus(&address)?))
        });
        let Some((name, equation)) = named else {
            return Err(self.refuse("R6", span, "the numbers are too large".into()));
        };
        path.atoms.push(Atom::Zero(equation).normal());
        Ok(Value::Pointer(Term::of(name)))
    }

    /// Whether a number is neither negative nor larger than what one object and a struct have.
    fn is_small(&self, path: &Path<'p>, bytes: &Form) -> bool {
        let claimed = path.calls.iter().filter_map(|called| match &called.what {
            Claim::Body(_, size) => bodies::bounds(size, 0),
            _ => None,
        });
        let claimed: Vec<Atom> = claimed.flatten().collect();
        let sort = |name| self.names.sort(name);
        let mut known = Known::of(path.atoms.iter().chain(&claimed), &sort);
        let (least, greatest) = known.bounds(bytes, &sort);
        0 <= least && greatest <= 2 * LARGEST
    }
}

/// What lies at an address that was computed belongs to what is called there.
pub(super) fn not_behind(
    function: FunctionId,
    names: &Names,
    objects: &[Object],
    accesses: &[Access],
) -> Result<(), Problem> {
    let is_left = |name: Name| objects.iter().any(|object| object.at.name == Some(name));
    let behind = |access: &&Access| names.is_moved(access.base) && (!access.claims || is_left(access.base));
    let Some(access) = accesses.iter().find(behind) else { return Ok(()) };
    let message =
        "this reads at an address that was computed: expected a call of a checker there, which reads it";
    Err(Problem { code: "R6", function, span: access.span, message: message.into() })
}

impl Rule {
    /// Whether it goes on at an address that it computes: where its node ends, not where a link leads.
    pub fn walks(&self) -> bool {
        let held = |name: Name| {
            let cells = self.objects.iter().flat_map(|object| &object.cells);
            cells.map(|cell| cell.value.name).any(|value| value == Some(name))
        };
        let is_computed = |name: Name| {
            let Name::Local(local) = name else { return false };
            self.locals.get(local as usize) == Some(&Sort::Pointer)
                && !held(name)
                && self.pure.iter().any(
                    |atom| matches!(atom, Atom::Zero(form) if form.terms.iter().any(|(of, _)| *of == name)),
                )
        };
        self.calls.iter().filter_map(|call| call.root.name).any(is_computed)
    }
}
