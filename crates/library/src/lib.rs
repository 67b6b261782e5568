//! What is known of functions that programs call and do not define: one table.
//!
//! An entry is a line of a manual page: the prototype, and what the sentences below it say as far as memory, numbers and control are concerned. Which
//! argument is read, written, freed or kept, and how much of what it points to; what the result is, or where it points; whether the function comes back.
//! Everybody who must know something of a library function takes it from here, so that a fact has one place and a mistake is corrected once.
//!
//! An entry is a *promise of the library* together with what the library asks of its caller. The first may be used in proofs, the second must be checked:
//!
//! ```text
//!   void *memcpy(void *to, const void *from, size_t n)     asks     to[0, n) and from[0, n) are there and apart
//!                                                          promises to[0, n) is written, nothing else; the result is `to`
//! ```
//!
//! Where a standard leaves something open, or systems differ, the entry says what holds everywhere, which is the weakest. What an entry does not mention is
//! taken to be as bad as it can be: a function changes the world, a result may be anything, and a pointer without a fact does not exist (a test sees to it).
//!
//! `errno` is the exception that C makes itself: any function may change it unless its description says what it does with it (C11 7.5 §3). An entry says only
//! whether the description does.
//!
//! [`mod@format`] reads the formats of `printf` and `scanf`. It is the only reader of them that a program needs.

mod entry;
pub mod format;
mod function;
mod prototype;
mod table;

pub use function::{
    Access, Callback, Called, Control, Dialect, Extent, FormatOf, Formatted, Function, Given, Heap, Origin,
    Param, Pointer, Range, Size, Success, Value, When, World, Written,
};
pub use table::{all, ends_program, find, find_exactly};
