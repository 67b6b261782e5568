//! What an initializer with designators says, in order: which parts it begins anew and which values
//! it gives.
//!
//! The type checker's list of values is right but for two things. It does not say where a brace
//! began a part of the object anew, so that earlier values of the part no longer count; and a range
//! designator that is continued (`[0 ... 1][0] = 1, 2`) repeats the continuation, which gcc puts
//! into the last element of the range only. Here the initializer is walked as it was written, beside
//! the list: the list tells where each value goes, and the braces tell the rest.

use rucc_ast::{self as ast, Ast, Designator, Init, InitItem};
use rucc_sema as s;
use rucc_types as c;

mod parts;

use crate::designators::Designated;
use crate::unit::Unit;

/// A part of the object being initialized.
#[derive(Clone, Copy)]
struct Part {
    ty: c::TypeId,
    offset: u64,
    bit_offset: u32,
    bit_width: u32,
}

/// What a part is made of.
#[derive(Clone, Copy)]
enum Kind {
    Array { elem: c::TypeId, len: Option<u64>, size: u64 },
    Record { id: c::RecordId, union: bool },
    Scalar,
}

/// One thing an initializer says.
#[derive(Clone, Copy)]
pub(super) struct Event {
    /// The element of the list it stems from, for ranges.
    item: usize,
    /// In bytes.
    pub(super) offset: u64,
    pub(super) what: What,
}

#[derive(Clone, Copy)]
pub(super) enum What {
    /// Braces around a part, or a value for the whole of it: what was said of its bytes is
    /// forgotten, and which members its unions hold, which are at least this deep.
    Anew { size: u64, depth: u32 },
    /// A part of a part of these many bytes follows; a value for the whole of it is forgotten.
    Inside { size: u64 },
    /// The member of a union that what follows belongs to.
    Member { depth: u32, size: u64, member: u64 },
    /// A value.
    Value(s::InitEntry),
}

/// How many elements a designator names.
enum Extent {
    One,
    /// All up to this one, if the number can be read.
    Range {
        last: Option<u64>,
    },
}

/// The elements between a pair of braces.
struct Items<'a> {
    all: &'a [InitItem],
    taken: usize,
    resolved: bool,
}

impl Items<'_> {
    fn peek(&self) -> Option<InitItem> {
        self.all.get(self.taken).copied()
    }

    fn take(&mut self) {
        self.taken += 1;
        self.resolved = false;
    }
}

/// A place the walk cannot follow the list.
struct Lost;

/// What the initializer of `decl` says; `None` if it has no designators or could not be followed.
pub(super) fn events(
    unit: &Unit,
    written: &Designated,
    init: ast::InitId,
    decl: s::DeclId,
    entries: &[s::InitEntry],
) -> Option<Vec<Event>> {
    let Init::List(list) = written.ast[init] else { return None };
    let declared = &unit.tast[decl];
    let is_static = declared.duration != s::StorageDuration::Automatic;
    let whole = Part { ty: declared.ty, offset: 0, bit_offset: 0, bit_width: 0 };
    let ast = &written.ast;
    let mut walk = Walk { unit, written, ast, entries, next: 0, is_static, depth: 0, events: Vec::new() };
    let followed = walk.braced(whole, list).is_ok() && walk.next == entries.len();
    followed.then_some(walk.events)
}

struct Walk<'a> {
    unit: &'a Unit,
    written: &'a Designated,
    ast: &'a Ast,
    entries: &'a [s::InitEntry],
    next: usize,
    is_static: bool,
    /// How many levels of the object are open.
    depth: u32,
    events: Vec<Event>,
}

impl Walk<'_> {
    fn say(&mut self, items: &Items<'_>, offset: u64, what: What) {
        self.events.push(Event { item: items.taken, offset, what });
    }

    /// A pair of braces around a part.
    fn braced(&mut self, part: Part, list: ast::InitItemList) -> Result<(), Lost> {
        let ast = self.ast;
        let mut items = Items { all: &ast[list], taken: 0, resolved: false };
        let kind = self.kind(part.ty);
        let first = items.peek();
        let one_value = match kind {
            Kind::Scalar => first.is_some(),
            Kind::Array { .. } => {
                first.is_some_and(|item| item.designators.is_empty() && self.is_string(item))
                    && self.gives_whole(part)
            }
            Kind::Record { .. } => false,
        };
        if one_value {
            return self.value(part, &items);
        }
        self.fill(part, kind, &mut items, true, Vec::new())
    }

    /// The elements of one level, as far as they belong to it. `steps` lead to the first one.
    fn fill(
        &mut self,
        part: Part,
        kind: Kind,
        items: &mut Items<'_>,
        braced: bool,
        steps: Vec<Designator>,
    ) -> Result<(), Lost> {
        self.depth += 1;
        let filled = self.fill_level(part, kind, items, braced, steps);
        self.depth -= 1;
        filled
    }

    fn fill_level(
        &mut self,
        part: Part,
        kind: Kind,
        items: &mut Items<'_>,
        braced: bool,
        steps: Vec<Designator>,
    ) -> Result<(), Lost> {
        let mut pending = steps;
        let mut next = 0;
        while let Some(item) = items.peek() {
            let designated = !item.designators.is_empty() && !items.resolved;
            if pending.is_empty() && designated {
                if !braced {
                    return Ok(());
                }
                pending = self.ast[item.designators].to_vec();
                items.resolved = true;
            }
            let start = self.events.len();
            let first = items.taken;
            let (index, range) = if pending.is_empty() {
                match self.following(kind, next) {
                    Some(index) => (index, Extent::One),
                    None if !braced => return Ok(()),
                    None => {
                        // One too many: gcc warns and drops it.
                        items.take();
                        continue;
                    }
                }
            } else {
                self.step(part, kind, item, &mut pending)?
            };
            let sub = self.sub(part, kind, index).ok_or(Lost)?;
            if let Kind::Record { union: true, .. } = kind {
                let (depth, size) = (self.depth, self.size(part.ty));
                self.say(items, part.offset, What::Member { depth, size, member: index });
            }
            let began = self.next;
            let deeper = std::mem::take(&mut pending);
            if deeper.is_empty() {
                self.element(sub, items)?;
            } else {
                let inner = self.kind(sub.ty);
                self.say(items, sub.offset, What::Inside { size: self.size(sub.ty) });
                self.fill(sub, inner, items, false, deeper)?;
            }
            let mut count = 1;
            if let (Extent::Range { last }, Kind::Array { size, .. }) = (range, kind) {
                count = self.repetitions(began, size, last.map(|last| last.saturating_sub(index) + 1))?;
                self.repeat(start, first, count, size);
            }
            next = index + count;
            if let Kind::Record { union: true, .. } = kind {
                next = u64::MAX;
            }
        }
        Ok(())
    }

    /// One element, for the part it initializes.
    fn element(&mut self, sub: Part, items: &mut Items<'_>) -> Result<(), Lost> {
        let item = items.peek().ok_or(Lost)?;
        let kind = self.kind(sub.ty);
        let size = self.reach(sub.ty);
        let list = match self.ast[item.init] {
            Init::List(list) => Some(list),
            Init::Expr(expr) if self.is_static && matches!(kind, Kind::Array { len: Some(_), .. }) => {
                self.array_literal(expr)
            }
            Init::Expr(_) => None,
        };
        if let Some(list) = list {
            let from = self.events.len();
            // gcc takes no notice of `{}` for a flexible array.
            let nothing = list.is_empty() && matches!(kind, Kind::Array { len: None, .. });
            if sub.bit_width == 0 && !nothing {
                self.say(items, sub.offset, What::Anew { size, depth: self.depth + 1 });
            }
            self.braced(sub, list)?;
            for event in &mut self.events[from..] {
                event.item = items.taken;
            }
            items.take();
            return Ok(());
        }
        let scalar = matches!(kind, Kind::Scalar);
        if scalar || self.gives_whole(sub) {
            if !scalar {
                self.say(items, sub.offset, What::Anew { size, depth: self.depth + 1 });
            }
            self.value(sub, items)?;
            items.take();
            return Ok(());
        }
        self.say(items, sub.offset, What::Inside { size });
        let before = items.taken;
        self.fill(sub, kind, items, false, Vec::new())?;
        if items.taken == before {
            items.take();
        }
        Ok(())
    }

    /// The next value of the list, which must be for this part.
    fn value(&mut self, part: Part, items: &Items<'_>) -> Result<(), Lost> {
        let entry = *self.entries.get(self.next).ok_or(Lost)?;
        if (entry.offset, entry.bit_offset) != (part.offset, part.bit_offset) {
            return Err(Lost);
        }
        self.next += 1;
        self.say(items, part.offset, What::Value(entry));
        Ok(())
    }

    /// Whether the next value is one for the whole of an aggregate.
    fn gives_whole(&self, part: Part) -> bool {
        let Some(entry) = self.entries.get(self.next) else { return false };
        let types = &self.unit.types;
        let value = &self.unit.tast[entry.value];
        entry.offset == part.offset
            && match self.kind(part.ty) {
                Kind::Scalar => true,
                Kind::Array { elem, .. } => {
                    let of_scalars = matches!(self.kind(elem), Kind::Scalar);
                    of_scalars && matches!(value.kind, s::ExprKind::Str(_)) || c::is_vector(types, value.ty)
                }
                Kind::Record { id, .. } => {
                    matches!(self.kind(value.ty), Kind::Record { id: other, .. } if other == id)
                }
            }
    }

    fn is_string(&self, item: InitItem) -> bool {
        matches!(self.ast[item.init], Init::Expr(expr) if matches!(self.ast[expr], ast::Expr::Str(_)))
    }

    fn array_literal(&self, expr: ast::ExprId) -> Option<ast::InitItemList> {
        match self.ast[expr] {
            ast::Expr::CompoundLiteral { init, .. } => match self.ast[init] {
                Init::List(list) => Some(list),
                Init::Expr(_) => None,
            },
            ast::Expr::Extension(inner) => self.array_literal(inner),
            _ => None,
        }
    }

    // ── Designators ─────────────────────────────────────────────────────────────────────────

    /// The first step of a designation: which part, and for a range how far it goes if that can be
    /// read. The steps that are left stay in `steps`.
    fn step(
        &self,
        part: Part,
        kind: Kind,
        item: InitItem,
        steps: &mut Vec<Designator>,
    ) -> Result<(u64, Extent), Lost> {
        match (steps[0], kind) {
            (Designator::Field(name) | Designator::ObsoleteField(name), Kind::Record { id, .. }) => {
                let (index, anonymous) = self.member(id, name).ok_or(Lost)?;
                // A member of an anonymous member is one step further for every record around it.
                if !anonymous {
                    steps.remove(0);
                }
                Ok((index, Extent::One))
            }
            (Designator::Index(index), Kind::Array { size, .. }) => {
                steps.remove(0);
                Ok((self.index(part, size, index, item)?, Extent::One))
            }
            (Designator::Range { lo, hi }, Kind::Array { size, .. }) => {
                steps.remove(0);
                Ok((self.index(part, size, lo, item)?, Extent::Range { last: self.number(hi) }))
            }
            _ => Err(Lost),
        }
    }

    /// The index a designator names: where the next value goes tells it, or the number written.
    fn index(&self, part: Part, size: u64, index: ast::ExprId, item: InitItem) -> Result<u64, Lost> {
        if self.gives_values(item.init) && size > 0 {
            let entry = self.entries.get(self.next).ok_or(Lost)?;
            return entry.offset.checked_sub(part.offset).map(|at| at / size).ok_or(Lost);
        }
        self.number(index).ok_or(Lost)
    }

    fn gives_values(&self, init: ast::InitId) -> bool {
        match self.ast[init] {
            Init::Expr(_) => true,
            Init::List(list) => self.ast[list].iter().any(|item| self.gives_values(item.init)),
        }
    }

    fn number(&self, expr: ast::ExprId) -> Option<u64> {
        self.written.number(expr).and_then(|number| u64::try_from(number).ok())
    }

    /// How often the values from `began` on stand in the list: once for each element of a range.
    /// The type checker copies the entries, values and all.
    fn repetitions(&mut self, began: usize, size: u64, written: Option<u64>) -> Result<u64, Lost> {
        let entries = self.entries;
        let first = &entries[began..self.next];
        if first.is_empty() {
            return written.ok_or(Lost);
        }
        let mut count = 1;
        while written.is_none_or(|written| count < written)
            && let Some(row) = entries.get(self.next..self.next + first.len())
        {
            let copy = |(a, b): (&s::InitEntry, &s::InitEntry)| {
                a.value == b.value && b.offset == a.offset + count * size
            };
            if !first.iter().zip(row).all(copy) {
                break;
            }
            self.next += first.len();
            count += 1;
        }
        Ok(count)
    }

    /// Says for every element of a range what was said for its first; what later elements of the
    /// list said goes to the last.
    fn repeat(&mut self, start: usize, item: usize, count: u64, size: u64) {
        let said = self.events.split_off(start);
        let (own, rest): (Vec<Event>, Vec<Event>) = said.into_iter().partition(|event| event.item == item);
        for n in 0..count {
            self.events.extend(own.iter().map(|event| event.moved(n * size)));
        }
        self.events.extend(rest.iter().map(|event| event.moved((count - 1) * size)));
    }
}

impl Event {
    fn moved(&self, by: u64) -> Self {
        let what = match self.what {
            What::Value(entry) => What::Value(s::InitEntry { offset: entry.offset + by, ..entry }),
            other => other,
        };
        Self { offset: self.offset + by, what, ..*self }
    }
}
