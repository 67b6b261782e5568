//! What competitions of verifiers agree on, what `shapewright.h` declares, and what this project's models call.
//!
//! These are part of a language more than of a library: whoever reads them gives them their meaning. What is said of them here is what is true of them as calls.

use crate::entry::{function, n, pointer, same};
use crate::function::{Control, Dialect, Extent, Function, Origin};

/// The kinds of numbers that verifiers choose.
const CHOSEN: &[(&str, &str)] = &[
    ("_Bool", "bool"),
    ("_Bool", "_Bool"),
    ("char", "char"),
    ("signed char", "schar"),
    ("unsigned char", "uchar"),
    ("unsigned char", "u8"),
    ("short", "short"),
    ("unsigned short", "ushort"),
    ("unsigned short", "u16"),
    ("int", "int"),
    ("unsigned", "uint"),
    ("unsigned", "unsigned"),
    ("unsigned", "u32"),
    ("long", "long"),
    ("unsigned long", "ulong"),
    ("unsigned long", "size_t"),
    ("long long", "longlong"),
    ("unsigned long long", "ulonglong"),
    ("float", "float"),
    ("double", "double"),
];

pub(super) fn functions() -> Vec<Function> {
    let entry = |prototype: &str| function("", Dialect::Verifier, prototype).alone();
    let mut all: Vec<Function> = CHOSEN
        .iter()
        .map(|(ty, name)| entry(&format!("{ty} __VERIFIER_nondet_{name}(void)")).asks())
        .collect();
    all.extend([
        // An address that was made up leads nowhere.
        entry("void *__VERIFIER_nondet_pointer(void)").asks().gives(pointer(Origin::Unknown).or_null()),
        // An execution in which the condition does not hold is left out, or an error.
        entry("void __VERIFIER_assume(int condition)"),
        entry("void __VERIFIER_assert(int condition)"),
        entry("void __VERIFIER_error(void)").control(Control::Ends),
        entry("void reach_error(void)").control(Control::Ends),
        entry("void sw_assume(int condition)"),
        entry("void sw_assert(int condition)"),
        entry("size_t sw_len(const void *list, size_t link)").null(["list"]).reads("list", Extent::Unknown),
        entry("int sw_segment(void *checker, ...)").ignores("checker").changes(),
        entry("int sw_block(const void *begin, size_t n)").ignores("begin").null(["begin"]),
        entry("unsigned long sw_any(void)").changes(),
        entry("int sw_empty(unsigned long set)").changes(),
        entry("int __sw_in(unsigned long set, ...)").changes(),
        entry("int __sw_with(unsigned long set, unsigned long part, ...)").changes(),
        entry("int __sw_bag_with(unsigned long set, unsigned long part, ...)").changes(),
        entry("int __sw_sum(unsigned long set, unsigned long one, unsigned long other, ...)").changes(),
        entry("int __sw_bag_sum(unsigned long set, unsigned long one, unsigned long other, ...)").changes(),
        entry("int sw_union(unsigned long set, unsigned long one, unsigned long other)").changes(),
        entry("int sw_subset(unsigned long part, unsigned long set)").changes(),
        entry("int sw_same(unsigned long one, unsigned long other)").changes(),
        entry("void __shapewright_permute(void *elements, size_t count, size_t bytes)")
            .reads("elements", Extent::Product("count", "bytes"))
            .writes("elements", Extent::Product("count", "bytes"))
            .asks(),
        entry("char *__shapewright_text(char *to, int n)")
            .writes("to", n("n"))
            .gives(same("to").or_null())
            .asks(),
        entry("void __shapewright_stream(FILE *stream)").handle("stream").asks(),
    ]);
    all
}
