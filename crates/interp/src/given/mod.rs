//! What a function that runs by itself is given: arguments, globals, and the heap they lead to.
//!
//! The inputs say it, one number for each number or pointer, in this order: the parameters, then the
//! globals that the function and what it calls know by name, then each object in the order in which
//! pointers led to it first, member by member. A number stands for itself. A pointer to a `T` is
//!
//! | input | the pointer |
//! |---|---|
//! | 0 | is null |
//! | 1 | leads to a new object, a `T` |
//! | 2, 3, … | leads to the first, second, … `T` there is in globals and in the objects made so far |
//! | −1 | led to a `T` that is gone |
//! | −2, −3, … | leads to a `T` that is a member of a new struct |
//! | 2³² + n | leads to the first of n new objects in a row, each a `T`: a string, an array |
//!
//! So after zeros nothing more is made, and every heap whose pointers lead to whole objects or members of
//! them has its inputs. Whether a function may be called in such a state is for its contract to say.
//!
//! Reading order: [`Given`], `parts`, [`Targets`], `walk`, `globals`, `install`.

mod globals;
mod install;
mod parts;
mod targets;
mod walk;

use ir::{FunctionId, GlobalId, TypeId};

pub use parts::Part;
pub use targets::{Target, Targets};
pub use walk::{Choose, walk};

/// What a function is given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Given {
    /// The types of the arguments.
    pub params: Vec<TypeId>,
    /// The globals whose contents are given.
    pub globals: Vec<GlobalId>,
    /// The objects, in the order in which they are made.
    pub objects: Vec<Made>,
    /// What is in all of these, in the order of the inputs. What is not mentioned is zero; in globals it is as the
    /// program has it.
    pub contents: Vec<Content>,
}

/// An object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Made {
    /// Its type.
    pub ty: TypeId,
    /// How many of that type there are in a row.
    pub count: u64,
    /// Whether its life is over.
    pub gone: bool,
}

/// What has contents.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Holder {
    /// An argument.
    Param(u32),
    /// A global.
    Global(GlobalId),
    /// An object, by its place among those that are made.
    Object(u32),
}

/// A number or pointer in a holder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Content {
    /// In which.
    pub holder: Holder,
    /// Where in it.
    pub part: Part,
    /// What is there.
    pub value: Held,
}

/// A value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Held {
    /// A number; of a floating type, its encoding.
    Number(i128),
    /// The null pointer.
    Null,
    /// A pointer into a holder.
    Pointer {
        /// Which, never an argument.
        to: Holder,
        /// How many bytes from its start.
        offset: u64,
    },
    /// A pointer to a function.
    Function(FunctionId),
}
