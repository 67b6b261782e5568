//! Sorting and searching: `<stdlib.h>` and `<search.h>`.

use crate::entry::{Name, ONE, fresh, function, into, pointer};
use crate::function::{Called, Dialect, Extent, Function, Given, Origin, Size};

pub(super) fn functions() -> Vec<Function> {
    let c = |prototype| function("stdlib.h", Dialect::C, prototype);
    let gnu = |prototype| function("stdlib.h", Dialect::Extension, prototype);
    let search = |prototype| function("search.h", Dialect::Posix, prototype);
    let elements = Extent::Product("n", "size");
    let two = [Given::ElementOf("base"), Given::ElementOf("base")];
    // C says that what is compared are elements of the array; glibc may hand over copies of them in its own storage.
    vec![
        c("void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *))")
            .reads("base", elements)
            .writes("base", elements)
            .calls("compare", Called::Meanwhile, two)
            .alone(),
        gnu("void qsort_r(void *base, size_t n, size_t size, int (*compare)(const void *, const void *, void *), void *more)")
            .reads("base", elements)
            .writes("base", elements)
            .null(["more"])
            .ignores("more")
            .calls("compare", Called::Meanwhile, [two[0], two[1], Given::Argument("more")])
            .alone(),
        gnu("int heapsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *))")
            .reads("base", elements)
            .writes("base", elements)
            .calls("compare", Called::Meanwhile, two)
            .alone()
            .without_header()
            .zero_or_minus_one()
            .errno(),
        gnu("int mergesort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *))")
            .reads("base", elements)
            .writes("base", elements)
            .calls("compare", Called::Meanwhile, two)
            .alone()
            .without_header()
            .zero_or_minus_one()
            .errno(),
        c("void *bsearch(const void *key, const void *base, size_t n, size_t size, int (*compare)(const void *, const void *))")
            .ignores("key")
            .reads("base", elements)
            .calls("compare", Called::Meanwhile, [Given::Argument("key"), Given::ElementOf("base")])
            .gives(into("base").or_null())
            .alone(),
        search("void *lfind(const void *key, const void *base, size_t *n, size_t size, int (*compare)(const void *, const void *))")
            .ignores("key")
            .reads("base", Extent::Unknown)
            .reads("n", ONE)
            .calls("compare", Called::Meanwhile, [Given::Argument("key"), Given::ElementOf("base")])
            .gives(into("base").or_null())
            .alone(),
        search("void *lsearch(const void *key, void *base, size_t *n, size_t size, int (*compare)(const void *, const void *))")
            .reads("key", Extent::Counted("size"))
            .reads("base", Extent::Unknown)
            .writes("base", Extent::Unknown)
            .stores("base", pointer(Origin::Unknown).or_null())
            .reads("n", ONE)
            .fills("n", ONE)
            .calls("compare", Called::Meanwhile, [Given::Argument("key"), Given::ElementOf("base")])
            .gives(into("base"))
            .alone(),
        tree("void *tsearch(const void *key, void **root, int (*compare)(const void *, const void *))")
            .keeps("key")
            .writes("root", ONE)
            .stores("root", fresh(Size::Unknown))
            .gives(fresh(Size::Unknown).or(pointer(Origin::Unknown))),
        tree("void *tfind(const void *key, void *const *root, int (*compare)(const void *, const void *))")
            .gives(pointer(Origin::Unknown).or_null()),
        tree("void *tdelete(const void *key, void **root, int (*compare)(const void *, const void *))")
            .writes("root", ONE)
            .stores("root", pointer(Origin::Unknown).or_null())
            .gives(pointer(Origin::Unknown).or_null()),
        search("void twalk(const void *root, void (*action)(const void *, VISIT, int))")
            .null(["root"])
            .reads("root", Extent::Unknown)
            .calls("action", Called::Meanwhile, []),
        search("int hcreate(size_t n)").errno(),
        search("void hdestroy(void)"),
        search("void insque(void *element, void *before)")
            .writes("element", Extent::Unknown)
            .stores("element", pointer(Origin::Unknown).or_null())
            .null(["before"])
            .writes("before", Extent::Unknown)
            .stores("before", pointer(Origin::Same("element"))),
        search("void remque(void *element)").reads("element", Extent::Unknown).writes_behind("element"),
    ]
}

/// A function about trees whose nodes are the library's, in blocks of the heap.
fn tree(prototype: &'static str) -> Function {
    let given = [Given::Argument("key"), Given::Own];
    let root: Name = "root";
    function("search.h", Dialect::Posix, prototype)
        .ignores("key")
        .null([root])
        .reads(root, Extent::Unknown)
        .calls("compare", Called::Meanwhile, given)
}
