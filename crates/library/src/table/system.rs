//! What is left: where `errno` is, and what runs before and after `main`.

use crate::entry::{function, storage};
use crate::function::{Control, Dialect, Function};

pub(super) fn functions() -> Vec<Function> {
    let glibc = |prototype| function("errno.h", Dialect::Glibc, prototype);
    vec![
        // Always the same place, which the program may write to.
        glibc("int *__errno_location(void)").gives(storage()).asks(),
        function("", Dialect::Extension, "int *__error(void)").gives(storage()).asks(),
        function("", Dialect::Extension, "int *__errno(void)").gives(storage()).asks(),
        function("", Dialect::Glibc, "void __stack_chk_fail(void)").control(Control::Ends),
        function("", Dialect::Glibc, "void __chk_fail(void)").control(Control::Ends),
    ]
}
