//! Headers: those of the system, ours, and the order they are searched in.

mod common;

use common::{accept, dir, load_with, shown, write};

const STANDARD: [&str; 20] = [
    "stdlib",
    "stdio",
    "string",
    "stdarg",
    "stddef",
    "stdbool",
    "stdint",
    "limits",
    "assert",
    "ctype",
    "errno",
    "math",
    "time",
    "pthread",
    "unistd",
    "float",
    "signal",
    "setjmp",
    "inttypes",
    "sys/types",
];

#[test]
fn the_standard_headers_are_found_for_both_widths() {
    let dir = dir("standard");
    let all = STANDARD.map(|name| format!("#include <{name}.h>\n")).concat();
    let probe = "size_t n = sizeof(void *);\nint f(void) { assert(n); return isalpha(errno) + INT_MAX; }\n";
    let file = write(&dir, "all.c", all + probe);
    for args in [&["-m64"][..], &["-m32"], &["-m64", "-std=c99"], &["-m32", "-std=gnu89"], &["-std=gnu23"]] {
        let loaded = load_with(&file, args);
        assert!(loaded.is_ok(), "{args:?}: {}", loaded.map_or_else(|error| shown(&error), |_| String::new()));
    }
    for name in STANDARD {
        let file = write(&dir, "one.c", format!("#include <{name}.h>\nint x;\n"));
        for args in [["-m64"], ["-m32"]] {
            assert!(load_with(&file, &args).is_ok(), "{name} {args:?}");
        }
    }
}

#[test]
fn our_own_header_is_the_built_in_one_whatever_lies_about() {
    let dir = dir("own");
    write(&dir, "shapewright.h", "#error the wrong one\n");
    write(&dir, "inc/shapewright.h", "#error the wrong one\n");
    let text = "#include \"shapewright.h\"\n#include <shapewright.h>\n#include \"inc/shapewright.h\"\n\
                bool ok(int x) { sw_assume(x > 0); sw_assert(x != 0); return true; }\n\
                #if __SHAPEWRIGHT__ != 1\n#error not the tool\n#endif\n";
    let file = write(&dir, "main.c", text);
    let inc = format!("-I{}", dir.join("inc").display());
    load_with(&file, &[&inc]).unwrap_or_else(|error| panic!("{}", shown(&error)));
}

#[test]
fn directories_are_searched_in_the_order_of_gcc() {
    let dir = dir("order");
    for (at, name) in ["quote", "bracket", "system", "after"].iter().enumerate() {
        for header in ["quote.h", "bracket.h", "system.h", "after.h"].iter().skip(3 - at) {
            write(&dir, &format!("{name}/{header}"), format!("enum {{ {name} }};\n"));
        }
    }
    write(&dir, "after/after.h", "enum { after };\n");
    let file =
        write(&dir, "main.c", "#include \"after.h\"\n#include <system.h>\nint a = quote, b = bracket;\n");
    let args: Vec<String> =
        [("-iquote", "quote"), ("-I", "bracket"), ("-isystem", "system"), ("-idirafter", "after")]
            .iter()
            .flat_map(|(flag, name)| [(*flag).to_owned(), dir.join(name).display().to_string()])
            .collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    load_with(&file, &args).unwrap_or_else(|error| panic!("{}", shown(&error)));
}

#[test]
fn a_preprocessed_file_is_taken_as_it_is() {
    let dir = dir("preprocessed");
    let text =
        "# 1 \"orig.c\"\n# 1 \"<built-in>\"\n# 1 \"orig.c\"\nint linux, __x86_64__, __SHAPEWRIGHT__;\n";
    let file = write(&dir, "main.i", text);
    load_with(&file, &[]).unwrap_or_else(|error| panic!("{}", shown(&error)));
    let file = write(&dir, "alone.h", "struct node { struct node *next; };\n");
    load_with(&file, &[]).unwrap_or_else(|error| panic!("{}", shown(&error)));
}

#[test]
fn a_result_does_not_depend_on_the_day() {
    let text =
        "#define TEXT(x) #x\n_Static_assert(__builtin_strcmp(__DATE__, \"Jan  1 1970\") == 0, \"\");\n";
    accept("day", text, &[]);
}

#[test]
fn warnings_about_system_headers_are_left_out() {
    let dir = dir("system");
    write(&dir, "sys/odd.h", "static int odd(void) { return undeclared(); }\n");
    let file = write(&dir, "main.c", "#include <odd.h>\nint main(void) { return mine(); }\n");
    let system = dir.join("sys").display().to_string();
    let loaded = load_with(&file, &["-isystem", &system]).expect("accepted");
    let messages: Vec<&str> = loaded.warnings.iter().map(|said| said.message.as_str()).collect();
    assert_eq!(messages, ["implicit declaration of function 'mine'"]);
}

#[test]
fn warnings_that_gcc_leaves_off_are_left_off() {
    let text = "enum e { A, B };\nint f(enum e x) { switch (x) { case A: return 1; } return 0; }\n";
    assert!(accept("quiet", text, &[]).warnings.is_empty());
}

#[test]
fn intrinsics_need_no_flag() {
    let text = "#include <immintrin.h>\n__m256i f(__m256i *p) { return _mm256_loadu_si256(p); }\n";
    accept("intrinsics", text, &[]);
}
