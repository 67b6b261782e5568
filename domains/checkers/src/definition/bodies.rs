//! Bodies of nodes: `sw_block(p, n)`.
//!
//! A node with a body is a struct and the bytes right behind it, as many as a member of the struct says (`nd(x, y, z)` of seed 001): the
//! free list of an allocator, records in a buffer. It is not an object of C but a part of one, and where it ends another may begin. All nodes
//! with bodies that one contract speaks of are parts of the same object, so comparing and moving pointers from one to the other means something.
//!
//! A rule says that the body has no negative size, and that the node is not larger than any object is.

use ir::{Argument, LocalId, Span};

use super::enumerate::{Enumerate, Flow, Mode, top};
use super::path::{Called, Claim, Path, Truth, Value};
use super::{Atom, Form, Name, Object, Problem, Term};
use std::rc::Rc;

/// The function that is told where a body begins and how many bytes it has.
pub(super) const BLOCK: &str = "sw_block";

/// No object that nodes are parts of has more bytes.
pub(crate) const LARGEST: i128 = 1 << 39;

impl<'p> Enumerate<'p, '_> {
    /// `sw_block(p, n)`.
    pub(super) fn body(
        &mut self,
        mut path: Path<'p>,
        args: &'p [Argument],
        dst: Option<LocalId>,
        span: Span,
    ) -> Result<Flow<'p>, Problem> {
        if self.mode != Mode::Checker {
            let message =
                "`sw_block` says what belongs to a struct: it is for checkers, which a clause can call";
            return Err(self.refuse("R7", span, message.into()));
        }
        let [Argument::Value(at), Argument::Value(size)] = args else {
            return Err(self.refuse(
                "R7",
                span,
                "expected where the bytes begin and how many there are".into(),
            ));
        };
        let (at, size) = (self.operand(&path, *at, span)?, self.operand(&path, *size, span)?);
        let (Value::Pointer(at), Value::Number(size)) = (at, size) else {
            let message =
                "the bytes of `sw_block` begin at a pointer, and there are as many as a number says";
            return Err(self.refuse("R7", span, message.into()));
        };
        let called = Called { what: Claim::Body(at, size), span };
        let frame = top(&mut path);
        if let Some(dst) = dst {
            frame.set(dst, Value::Truth(Truth::Holds(Rc::new(called))));
        }
        frame.stmt += 1;
        Ok(Flow::Next(path))
    }
}

/// What a rule asks of the size of a body behind so many bytes.
pub(super) fn bounds(size: &Form, header: u64) -> Option<[Atom; 2]> {
    let room = size.times(-1)?.offset(LARGEST - i128::from(header))?;
    Some([Atom::AtLeastZero(size.clone()), Atom::AtLeastZero(room)])
}

/// Gives the objects of a rule their bodies; why that cannot be.
pub(super) fn attach(objects: &mut [Object], bodies: &[(Term, Form)]) -> Result<Vec<Atom>, &'static str> {
    let mut asked = Vec::new();
    for (at, size) in bodies {
        let starts_behind = |object: &Object| object.at.name == at.name && object.at.offset >= at.offset;
        if objects.iter().any(starts_behind) {
            return Err(
                "what `sw_block` says belongs to a struct is read as well: a checker owns each byte once",
            );
        }
        let ends_here = |object: &&mut Object| {
            object.at.name == at.name && object.at.offset.checked_add_unsigned(object.size) == Some(at.offset)
        };
        let Some(object) = objects.iter_mut().find(ends_here) else {
            return Err(
                "the bytes of `sw_block` begin where a struct ends that is read here: `sw_block(h + 1, …)`",
            );
        };
        if object.body.is_some() {
            return Err("two blocks behind one struct: their bytes are the same ones");
        }
        let stored = |name: &Name| object.cells.iter().any(|cell| cell.value.name == Some(*name));
        if !size.terms.iter().all(|(name, _)| stored(name)) {
            return Err("how many bytes `sw_block` has must be stored in the struct");
        }
        let Some(bounds) = bounds(size, object.size) else { return Err("the numbers are too large") };
        asked.extend(bounds.into_iter().map(Atom::normal));
        object.body = Some(size.clone());
    }
    Ok(asked)
}
