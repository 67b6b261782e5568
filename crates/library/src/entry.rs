//! How an entry of the table is written: a prototype, then what is to be said of it, in words that name its parameters.
//!
//! What a prototype says already is not said again: which parameters are pointers, and whether there is a result. A name that the prototype does not have, or
//! a fact about something that cannot have it, is a mistake in the table and panics; reading the table once, as every test does, finds all of them.

use std::ops::{Bound, RangeBounds};

use crate::function::{
    Access, Callback, Called, Control, Dialect, Extent, FormatOf, Formatted, Function, Given, Heap, Origin,
    Param, Pointer, Range, Size, Success, Value, When, World, Written,
};
use crate::prototype::read;

/// The name of a parameter.
pub(crate) type Name = &'static str;

/// An entry of which nothing is known but the prototype.
pub(crate) fn function(header: &'static str, dialect: Dialect, prototype: &str) -> Function {
    let Some(parts) = read(prototype) else { panic!("no prototype: {prototype}") };
    let result = match parts.returns {
        "void" => Value::Nothing,
        ty if ty.ends_with('*') => Value::Pointer(Pointer { from: vec![Origin::Unknown], may_be_null: true }),
        "div_t" | "ldiv_t" | "lldiv_t" | "imaxdiv_t" => Value::Numbers,
        ty if ty.starts_with("struct ") || OPAQUE.contains(&ty) => Value::Unknown,
        _ => Value::Number(Range::ALL),
    };
    let param = |declared: crate::prototype::Declared<'_>| Param {
        name: declared.name.to_owned(),
        ty: declared.ty,
        is_pointer: declared.is_pointer,
        access: None,
        may_be_null: false,
        is_kept: false,
        heap: Heap::Leaves,
        callback: None,
        range: Range::ALL,
        is_ignored: false,
    };
    Function {
        name: parts.name.to_owned(),
        aliases: Vec::new(),
        header,
        dialect,
        prototype: prototype.to_owned(),
        returns: parts.returns.to_owned(),
        params: parts.params.into_iter().map(param).collect(),
        variadic: parts.variadic,
        format: None,
        result,
        success: None,
        control: Control::Returns,
        world: World::Changes,
        sets_errno: false,
        apart: Vec::new(),
    }
}

/// Types of results that may be pointers, though they do not look like it.
const OPAQUE: [&str; 3] = ["sighandler_t", "iconv_t", "nl_catd"];

/// One object.
pub(crate) const ONE: Extent<Name> = Extent::Object;

/// As many objects, or bytes, as a parameter says.
pub(crate) fn n(count: Name) -> Extent<Name> {
    Extent::Counted(count)
}

/// A pointer that is an argument.
pub(crate) fn same(argument: Name) -> Pointer<Name> {
    pointer(Origin::Same(argument))
}

/// A pointer into the object that an argument points into.
pub(crate) fn into(argument: Name) -> Pointer<Name> {
    pointer(Origin::Into(argument))
}

/// A pointer to a new block of the heap, or null.
pub(crate) fn fresh(size: Size<Name>) -> Pointer<Name> {
    pointer(Origin::Fresh(size)).or_null()
}

/// A pointer to the library's storage.
pub(crate) fn storage() -> Pointer<Name> {
    pointer(Origin::Storage)
}

/// A new handle, or null.
pub(crate) fn handle() -> Pointer<Name> {
    pointer(Origin::Handle).or_null()
}

/// A pointer that leads there.
pub(crate) fn pointer(origin: Origin<Name>) -> Pointer<Name> {
    Pointer { from: vec![origin], may_be_null: false }
}

impl Pointer<Name> {
    /// It may be null.
    pub(crate) fn or_null(self) -> Self {
        Self { may_be_null: true, ..self }
    }

    /// It may as well lead to where another one does.
    pub(crate) fn or(mut self, other: Self) -> Self {
        self.from.extend(other.from);
        self.may_be_null |= other.may_be_null;
        self
    }
}

/// Bounds as a range.
fn range(bounds: &impl RangeBounds<i128>) -> Range {
    let bound = |bound: Bound<&i128>, beyond: i128| match bound {
        Bound::Included(number) => Some(*number),
        Bound::Excluded(number) => Some(number + beyond),
        Bound::Unbounded => None,
    };
    Range { least: bound(bounds.start_bound(), 1), most: bound(bounds.end_bound(), -1) }
}

impl Function {
    fn index(&self, name: Name) -> usize {
        let Some(index) = self.param(name) else { panic!("{} has no parameter {name}", self.name) };
        index
    }

    fn the(&mut self, name: Name) -> &mut Param {
        let index = self.index(name);
        &mut self.params[index]
    }

    fn access(&mut self, name: Name) -> &mut Access {
        let function = self.name.clone();
        let param = self.the(name);
        assert!(param.is_pointer, "{name} of {function} is no pointer");
        param.access.get_or_insert_default()
    }

    /// Other names that mean the same.
    pub(crate) fn also(mut self, names: &[&'static str]) -> Self {
        self.aliases.extend(names);
        self
    }

    // ── Memory behind arguments ─────────────────────────────────────────────────────────────

    /// So much is read.
    pub(crate) fn reads(mut self, name: Name, extent: Extent<Name>) -> Self {
        let extent = self.extent(extent);
        self.access(name).reads = Some(extent);
        self
    }

    /// These are strings.
    pub(crate) fn strings<const N: usize>(self, names: [Name; N]) -> Self {
        names.into_iter().fold(self, |entry, name| entry.reads(name, Extent::String))
    }

    fn write(mut self, name: Name, extent: Extent<Name>, surely: When) -> Self {
        let extent = self.extent(extent);
        self.access(name).writes = Some(Written { extent, surely, stores: None });
        self
    }

    /// Some of so much may be written.
    pub(crate) fn writes(self, name: Name, extent: Extent<Name>) -> Self {
        self.write(name, extent, When::Perhaps)
    }

    /// All of so much is written.
    pub(crate) fn fills(self, name: Name, extent: Extent<Name>) -> Self {
        self.write(name, extent, When::Always)
    }

    /// All of so much is written if the call succeeds; if not, some of it may be.
    pub(crate) fn gets(self, name: Name, extent: Extent<Name>) -> Self {
        self.write(name, extent, When::OnSuccess)
    }

    /// Such a pointer is among what is written.
    pub(crate) fn stores(mut self, name: Name, pointer: Pointer<Name>) -> Self {
        let pointer = self.pointer(pointer);
        let function = self.name.clone();
        let written = self.access(name).writes.as_mut();
        written.unwrap_or_else(|| panic!("{function} does not write to {name}")).stores = Some(pointer);
        self
    }

    /// The string is changed, too, that the pointer leads to that it points to.
    pub(crate) fn writes_behind(mut self, name: Name) -> Self {
        self.access(name).writes_behind = true;
        self
    }

    /// It is a handle.
    pub(crate) fn handle(mut self, name: Name) -> Self {
        self.access(name).is_handle = true;
        self
    }

    /// It is a handle, and no longer one afterwards.
    pub(crate) fn closes(mut self, name: Name) -> Self {
        self.the(name).heap = Heap::Closes;
        self.handle(name)
    }

    /// What becomes of the heap block.
    pub(crate) fn heap(mut self, name: Name, heap: Heap) -> Self {
        self.the(name).heap = heap;
        self
    }

    /// The pointer is looked at, and what it points to is not.
    pub(crate) fn ignores(mut self, name: Name) -> Self {
        self.the(name).is_ignored = true;
        self
    }

    /// These may be null.
    pub(crate) fn null<const N: usize>(mut self, names: [Name; N]) -> Self {
        for name in names {
            self.the(name).may_be_null = true;
        }
        self
    }

    /// The library may hold on to it.
    pub(crate) fn keeps(mut self, name: Name) -> Self {
        self.the(name).is_kept = true;
        self
    }

    /// What is written through the first must not overlap what the second leads to.
    pub(crate) fn apart(mut self, written: Name, other: Name) -> Self {
        let pair = (self.index(written), self.index(other));
        self.apart.push(pair);
        self
    }

    /// It is a function, which is called.
    pub(crate) fn calls<const N: usize>(
        mut self,
        name: Name,
        called: Called,
        given: [Given<Name>; N],
    ) -> Self {
        let given = given.map(|given| match given {
            Given::Argument(name) => Given::Argument(self.index(name)),
            Given::ElementOf(name) => Given::ElementOf(self.index(name)),
            Given::Own => Given::Own,
        });
        self.the(name).callback = Some(Callback { called, given: given.to_vec() });
        self
    }

    /// Such numbers it may be.
    pub(crate) fn takes(mut self, name: Name, bounds: impl RangeBounds<i128>) -> Self {
        self.the(name).range = range(&bounds);
        self
    }

    // ── The result, and what else happens ───────────────────────────────────────────────────

    /// The result is such a pointer.
    pub(crate) fn gives(mut self, pointer: Pointer<Name>) -> Self {
        self.result = Value::Pointer(self.pointer(pointer));
        self
    }

    /// The result is such a number.
    pub(crate) fn result(mut self, bounds: impl RangeBounds<i128>) -> Self {
        self.result = Value::Number(range(&bounds));
        self
    }

    /// The result is zero, or -1 if it fails.
    pub(crate) fn zero_or_minus_one(self) -> Self {
        self.result(-1..=0).succeeds(Success::Zero)
    }

    /// The result is zero or an error number.
    pub(crate) fn zero_or_error(self) -> Self {
        self.result(0..).succeeds(Success::Zero)
    }

    /// Such results mean success.
    pub(crate) fn succeeds(mut self, success: Success) -> Self {
        self.success = Some(success);
        self
    }

    /// How it comes back.
    pub(crate) fn control(mut self, control: Control) -> Self {
        self.control = control;
        self
    }

    /// It has nothing to do with the world.
    pub(crate) fn alone(mut self) -> Self {
        self.world = World::Apart;
        self
    }

    /// It depends on the world, and leaves it as it is.
    pub(crate) fn asks(mut self) -> Self {
        self.world = World::Asks;
        self
    }

    /// It may change the world, whatever the others of its family do.
    pub(crate) fn changes(mut self) -> Self {
        self.world = World::Changes;
        self
    }

    /// No header of every system declares it so.
    pub(crate) fn without_header(mut self) -> Self {
        self.header = "";
        self
    }

    /// Its description says that it sets `errno`.
    pub(crate) fn errno(mut self) -> Self {
        self.sets_errno = true;
        self
    }

    /// It formats its other arguments, or those of a list.
    pub(crate) fn formats(mut self, family: FormatOf, format: Name, list: Option<Name>) -> Self {
        let (format, list) = (self.index(format), list.map(|list| self.index(list)));
        let is_wide = self.params[format].ty.contains("wchar_t");
        self.format = Some(Formatted { family, format, list, is_wide });
        if let Some(list) = list {
            let access = self.params[list].access.get_or_insert_default();
            access.is_handle = true;
        }
        let name = self.params[format].name.clone();
        debug_assert!(!name.is_empty());
        self.params[format].access.get_or_insert_default().reads = Some(Extent::String);
        self
    }

    fn extent(&self, extent: Extent<Name>) -> Extent {
        let at = |name: Name| self.index(name);
        match extent {
            Extent::Object => Extent::Object,
            Extent::Objects(count) => Extent::Objects(count),
            Extent::Counted(count) => Extent::Counted(at(count)),
            Extent::Searched(count) => Extent::Searched(at(count)),
            Extent::Product(a, b) => Extent::Product(at(a), at(b)),
            Extent::String => Extent::String,
            Extent::StringWithin(count) => Extent::StringWithin(at(count)),
            Extent::AppendedTo(from, most) => Extent::AppendedTo(at(from), most.map(at)),
            Extent::CopyOf(from) => Extent::CopyOf(at(from)),
            Extent::Unknown => Extent::Unknown,
            Extent::Strings => Extent::Strings,
            Extent::Formatted => Extent::Formatted,
            Extent::FormattedWithin(count) => Extent::FormattedWithin(at(count)),
        }
    }

    fn pointer(&self, pointer: Pointer<Name>) -> Pointer {
        let at = |name: Name| self.index(name);
        let size = |size: Size<Name>| match size {
            Size::Bytes(bytes) => Size::Bytes(at(bytes)),
            Size::Product(a, b) => Size::Product(at(a), at(b)),
            Size::Zeros(a, b) => Size::Zeros(at(a), at(b)),
            Size::CopyOf(from) => Size::CopyOf(at(from)),
            Size::CopyWithin(from, most) => Size::CopyWithin(at(from), at(most)),
            Size::String => Size::String,
            Size::Unknown => Size::Unknown,
        };
        let origin = |origin: Origin<Name>| match origin {
            Origin::Same(argument) => Origin::Same(at(argument)),
            Origin::Into(argument) => Origin::Into(at(argument)),
            Origin::IntoPointee(argument) => Origin::IntoPointee(at(argument)),
            Origin::Fresh(bytes) => Origin::Fresh(size(bytes)),
            Origin::Frame(bytes) => Origin::Frame(at(bytes)),
            Origin::Kept => Origin::Kept,
            Origin::Storage => Origin::Storage,
            Origin::Handle => Origin::Handle,
            Origin::Mapping => Origin::Mapping,
            Origin::Nowhere => Origin::Nowhere,
            Origin::Unknown => Origin::Unknown,
        };
        Pointer { from: pointer.from.into_iter().map(origin).collect(), may_be_null: pointer.may_be_null }
    }
}
