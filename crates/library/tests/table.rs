//! The table agrees with itself.

use std::collections::BTreeSet;

use library::{
    Dialect, Extent, FormatOf, Function, Heap, Origin, Param, Size, Value, When, World, all, find,
    find_exactly,
};

fn each(check: impl Fn(&Function) -> Option<String>) {
    let wrong: Vec<String> = all()
        .iter()
        .filter_map(|function| check(function).map(|what| format!("{}: {what}", function.name)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn each_param(check: impl Fn(&Function, &Param) -> Option<String>) {
    each(|function| {
        let found = function.params.iter().find_map(|param| Some((param, check(function, param)?)));
        found.map(|(param, what)| format!("`{}` {what}", param.name))
    });
}

#[test]
fn every_name_means_one_function() {
    let mut names = BTreeSet::new();
    for function in all() {
        for name in std::iter::once(&*function.name).chain(function.aliases.iter().copied()) {
            assert!(names.insert(name), "{name} is there twice");
            let found = find_exactly(name).expect("a name of the table");
            assert!(std::ptr::eq(found, function), "{name} finds another");
        }
    }
    assert!(all().len() > 900, "{}", all().len());
}

#[test]
fn names_may_have_prefixes_of_compilers_and_headers() {
    for (name, meant) in [
        ("__builtin_memcpy", "memcpy"),
        ("__isoc99_sscanf", "sscanf"),
        ("__isoc23_strtol", "strtol"),
        ("__builtin_trap", "__builtin_trap"),
        ("stat64", "stat"),
    ] {
        assert_eq!(find(name).map(|function| &*function.name), Some(meant));
    }
    assert!(find("my_own_function").is_none() && find("__builtin_").is_none());
}

#[test]
fn every_pointer_has_a_fact() {
    each_param(|_, param| {
        let known = param.access.is_some()
            || param.heap != Heap::Leaves
            || param.callback.is_some()
            || param.is_ignored
            || param.is_kept;
        (param.is_pointer && !known).then(|| "is a pointer of which nothing is said".into())
    });
    each_param(|_, param| {
        let some = param.access.is_some()
            || param.may_be_null
            || param.callback.is_some()
            || param.heap != Heap::Leaves;
        (!param.is_pointer && some).then(|| "is no pointer".into())
    });
    each_param(|_, param| {
        let silent = param.access.as_ref().is_some_and(|access| {
            access.reads.is_none() && access.writes.is_none() && !access.is_handle && !access.writes_behind
        });
        silent.then(|| "has an access that does nothing".into())
    });
}

#[test]
fn sizes_are_numbers_and_strings_are_pointers() {
    each_param(|function, param| {
        let number = |index: &usize| !function.params[*index].is_pointer;
        let text = |index: &usize| {
            let from = &function.params[*index];
            from.access
                .as_ref()
                .is_some_and(|access| matches!(access.reads, Some(Extent::String | Extent::StringWithin(_))))
        };
        let access = param.access.as_ref()?;
        let extents = access.reads.iter().chain(access.writes.as_ref().map(|written| &written.extent));
        let fits = |extent: &Extent| match extent {
            Extent::Counted(count)
            | Extent::Searched(count)
            | Extent::StringWithin(count)
            | Extent::FormattedWithin(count) => number(count),
            Extent::Product(a, b) => number(a) && number(b),
            Extent::CopyOf(from) => text(from),
            Extent::AppendedTo(from, most) => text(from) && most.as_ref().is_none_or(number),
            Extent::Formatted => function.format.is_some(),
            _ => true,
        };
        (!extents.into_iter().all(fits)).then(|| "has an extent by something that is none".into())
    });
    each(|function| {
        let Value::Pointer(pointer) = &function.result else { return None };
        let number = |index: &usize| !function.params[*index].is_pointer;
        let fits = |origin: &Origin| match origin {
            Origin::Same(at) | Origin::Into(at) | Origin::IntoPointee(at) => function.params[*at].is_pointer,
            Origin::Fresh(Size::Bytes(n)) | Origin::Frame(n) => number(n),
            Origin::Fresh(Size::Product(a, b) | Size::Zeros(a, b)) => number(a) && number(b),
            Origin::Fresh(Size::CopyOf(from)) => function.params[*from].is_pointer,
            Origin::Fresh(Size::CopyWithin(from, n)) => function.params[*from].is_pointer && number(n),
            _ => true,
        };
        (pointer.from.is_empty() || !pointer.from.iter().all(fits))
            .then(|| "has a result from nowhere".into())
    });
}

#[test]
fn results_are_of_their_types() {
    each(|function| {
        let is_pointer = function.returns.ends_with('*');
        let fits = match &function.result {
            Value::Nothing => function.returns == "void",
            Value::Pointer(_) => is_pointer,
            Value::Number(range) => {
                !is_pointer && range.least.zip(range.most).is_none_or(|(least, most)| least <= most)
            }
            Value::Numbers | Value::Unknown => !is_pointer && function.returns != "void",
        };
        (!fits).then(|| format!("gives {:?} and is of type {}", function.result, function.returns))
    });
    each(|function| {
        let gone = function.never_returns() && function.returns != "void";
        gone.then(|| "never returns, but has a result".into())
    });
}

#[test]
fn what_is_got_on_success_can_be_told() {
    each_param(|function, param| {
        let written = param.access.as_ref()?.writes.as_ref()?;
        let on_success = written.surely == When::OnSuccess;
        (on_success && function.success.is_none()).then(|| "is got on success, which nobody can tell".into())
    });
}

#[test]
fn functions_that_are_passed_are_called_and_keep_their_arguments() {
    each_param(|_, param| {
        let is_function = param.ty.contains("(*)");
        (is_function && param.callback.is_none() && !param.is_kept)
            .then(|| "is a function that nobody calls".into())
    });
    each_param(|_, param| {
        let later = param.callback.as_ref().is_some_and(|callback| {
            matches!(callback.called, library::Called::AtExit | library::Called::AnyTime)
        });
        (later && !param.is_kept).then(|| "is called later and not kept".into())
    });
}

#[test]
fn formats_take_arguments() {
    each(|function| {
        let format = function.format?;
        let fits = format.list.is_some() != function.variadic && function.params[format.format].is_pointer;
        (!fits).then(|| "has a format without arguments".into())
    });
    each(|function| {
        let family = match () {
            () if function.name.trim_end_matches("_chk").ends_with("printf") => FormatOf::Printf,
            () if function.name.ends_with("scanf") => FormatOf::Scanf,
            () => return None,
        };
        (function.format.map(|format| format.family) != Some(family)).then(|| "has no format".into())
    });
}

#[test]
fn memory_is_allocated_and_freed_by_those_that_are_known_to() {
    let names = |wanted: fn(&Function) -> bool| -> BTreeSet<&str> {
        let found = all().iter().filter(|function| wanted(function) && function.dialect == Dialect::C);
        found.map(|function| &*function.name).collect()
    };
    let allocating = names(Function::allocates);
    assert_eq!(allocating, BTreeSet::from(["aligned_alloc", "calloc", "malloc", "realloc"]));
    let freeing = names(|function| {
        function.params.iter().any(|param| matches!(param.heap, Heap::Frees | Heap::Reallocates))
    });
    assert_eq!(freeing, BTreeSet::from(["free", "realloc"]));
    let ending = names(Function::never_returns);
    assert_eq!(
        ending,
        BTreeSet::from(["_Exit", "_longjmp", "abort", "exit", "longjmp", "quick_exit", "thrd_exit"])
    );
}

#[test]
fn what_only_reads_writes_nothing() {
    for name in ["strlen", "memcmp", "strchr", "isalpha", "getenv", "sqrt", "abs", "wcslen", "atoi"] {
        assert!(find(name).is_some_and(Function::only_reads), "{name}");
    }
    for name in [
        "strtol", "rand", "printf", "malloc", "strtok", "qsort", "atexit", "fgets", "exit", "strdup",
        "putenv",
    ] {
        assert!(find(name).is_some_and(|function| !function.only_reads()), "{name}");
    }
    for name in ["abs", "sqrt", "div", "isdigit"] {
        assert!(find(name).is_some_and(Function::is_pure), "{name}");
    }
    for name in ["strlen", "isalpha", "time", "rand", "lgamma"] {
        assert!(find(name).is_some_and(|function| !function.is_pure()), "{name}");
    }
    each(|function| {
        let opaque = function.is_pure() && function.world != World::Apart;
        opaque.then(|| "is pure and asks the world".into())
    });
}
