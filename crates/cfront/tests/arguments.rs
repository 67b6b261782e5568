//! The argument vectors of gcc and clang.

mod common;

use std::path::{Path, PathBuf};

use shapewright_cfront::{Arguments, Edition, IncludeOption, Language, MacroOption, Options, Width};

fn read(args: &[&str]) -> Arguments {
    let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
    Options::from_args(&args, Path::new(""))
}

fn define(text: &str) -> MacroOption {
    MacroOption::Define(text.to_owned())
}

fn paths(dirs: &[PathBuf]) -> Vec<&str> {
    dirs.iter().map(|dir| dir.to_str().expect("plain names")).collect()
}

#[test]
fn directories_joined_and_separate() {
    let read = read(&[
        "-Ia",
        "-I",
        "b",
        "-isystem",
        "c",
        "-isystemd",
        "-iquote",
        "e",
        "-idirafter",
        "f",
        "--include-directory=g",
    ]);
    assert_eq!(paths(&read.options.include_dirs), ["a", "b", "g"]);
    assert_eq!(paths(&read.options.system_dirs), ["c", "d"]);
    assert_eq!(paths(&read.options.quote_dirs), ["e"]);
    assert_eq!(paths(&read.options.after_dirs), ["f"]);
    assert!(read.notes.is_empty(), "{:?}", read.notes);
}

#[test]
fn macros_keep_their_order() {
    let read = read(&["-DA", "-D", "B=2", "-UA", "-U", "C", "--define-macro=D=x y"]);
    let undefine = |name: &str| MacroOption::Undefine(name.to_owned());
    assert_eq!(
        read.options.macros,
        [define("A"), define("B=2"), undefine("A"), undefine("C"), define("D=x y")]
    );
}

#[test]
fn dialects_in_every_spelling() {
    let of = |flag: &str| {
        let dialect = read(&[flag]).options.dialect;
        (dialect.edition, dialect.gnu)
    };
    assert_eq!(of("-std=c99"), (Edition::C99, false));
    assert_eq!(of("-std=gnu11"), (Edition::C11, true));
    assert_eq!(of("--std=iso9899:1990"), (Edition::C89, false));
    assert_eq!(of("-std=gnu2x"), (Edition::C23, true));
    assert_eq!(of("-ansi"), (Edition::C89, false));
    assert_eq!(of("-O2"), (Edition::C17, true));
    let cpp = read(&["-std=c++17"]);
    assert_eq!(cpp.notes, ["`-std=c++17` is no dialect of C and was ignored"]);
}

#[test]
fn widths_and_targets() {
    assert_eq!(read(&["-m32"]).options.width, Width::Bits32);
    assert_eq!(read(&["-m32", "-m64"]).options.width, Width::Bits64);
    assert_eq!(read(&["--target=i686-linux-gnu"]).options.width, Width::Bits32);
    assert_eq!(read(&["-target", "x86_64-pc-linux"]).options.width, Width::Bits64);
    assert_eq!(read(&["--target=riscv64-linux"]).notes.len(), 1);
}

#[test]
fn arguments_of_other_flags_are_no_operands() {
    let args = [
        "-MF", "x.c", "-o", "y.c", "-MT", "z.c", "-Xlinker", "w.c", "--param", "v.c", "-MD", "-L", "u.c",
        "a.c",
    ];
    let read = read(&args);
    assert_eq!(paths(&read.files), ["a.c"]);
    assert!(read.notes.is_empty(), "{:?}", read.notes);
}

#[test]
fn flags_for_inner_stages() {
    let read = read(&[
        "-Xclang",
        "-DA",
        "-Xclang",
        "-include",
        "-Xclang",
        "x.h",
        "-Wp,-DB,-MD,dep.d,-Ic",
        "-Xpreprocessor",
        "-UD",
        "-Wl,-x.c",
        "-Wall",
    ]);
    let undefined = MacroOption::Undefine("D".to_owned());
    assert_eq!(read.options.macros, [define("A"), define("B"), undefined]);
    assert_eq!(read.options.includes, [IncludeOption { file: "x.h".to_owned(), macros_only: false }]);
    assert_eq!(paths(&read.options.include_dirs), ["c"]);
    assert!(read.notes.is_empty() && read.files.is_empty(), "{read:?}");
}

#[test]
fn operands_are_c_by_name_or_by_flag() {
    let read = read(&["a.c", "b.cpp", "c.o", "d.i", "-x", "c", "e.txt", "-xnone", "f.txt", "--", "-g.c"]);
    assert_eq!(paths(&read.files), ["a.c", "d.i", "e.txt", "-g.c"]);
    assert_eq!(read.notes.len(), 3, "{:?}", read.notes);
    assert_eq!(self::read(&["-x", "cpp-output", "a"]).options.language, Some(Language::Preprocessed));
}

#[test]
fn what_is_not_known_is_noted() {
    let read =
        read(&["-fno-such-thing", "--frobnicate", "-mx32", "-fopenmp", "-fPIC", "-fno-plt", "-g3", "-I"]);
    let expected = [
        "`-fno-such-thing` is not known and was ignored",
        "`--frobnicate` is not known and was ignored",
        "`-mx32` changes the meaning of the program but is not supported",
        "`-fopenmp` changes the meaning of the program but is not supported",
        "`-I` is missing its argument",
    ];
    assert_eq!(read.notes, expected);
}

#[test]
fn paths_are_taken_from_the_working_directory() {
    let args = ["-Ia", "-I/b", "x.c"].map(str::to_owned);
    let read = Options::from_args(&args, Path::new("/proj"));
    assert_eq!(paths(&read.options.include_dirs), ["/proj/a", "/b"]);
    assert_eq!(paths(&read.files), ["/proj/x.c"]);
}

#[test]
fn response_files_nest_but_not_for_ever() {
    let dir = common::dir("response");
    common::write(&dir, "outer", "-DA='1 2' @inner x.c");
    common::write(&dir, "inner", "\"-DB=\\\"q\\\"\"\n-m32");
    common::write(&dir, "loop", "-DL @loop");
    let read = |args: &[&str]| {
        let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
        Options::from_args(&args, &dir)
    };
    let outer = read(&["@outer"]);
    assert_eq!(outer.options.macros, [define("A=1 2"), define("B=\"q\"")]);
    assert_eq!(outer.options.width, Width::Bits32);
    assert_eq!(outer.files, [dir.join("x.c")]);
    let looping = read(&["@loop"]);
    assert_eq!(looping.notes.len(), 1, "{:?}", looping.notes);
    assert!(looping.notes[0].contains("nested too deeply"));
    assert_eq!(read(&["@nosuch"]).notes, ["`@nosuch` is not a C file and was ignored"]);
}

#[test]
fn options_reach_the_program() {
    let text = "#if !defined(A) || B != 2 || defined(C) || __STDC_VERSION__ != 199901L\n#error options\n#endif\n\
                _Static_assert(sizeof(long) == 4, \"32 bits\");\n_Static_assert((char)200 > 0, \"unsigned\");\n\
                enum small { X };\n_Static_assert(sizeof(enum small) == 1, \"short\");\n";
    let args = ["-DA", "-DB=2", "-DC", "-UC", "-std=gnu99", "-m32", "-funsigned-char", "-fshort-enums"];
    common::accept("options", text, &args);
}

#[test]
fn included_before_the_source() {
    let dir = common::dir("preinclude");
    let first = common::write(&dir, "first.h", "typedef int word;\n#define ONE 1\n");
    let file = common::write(&dir, "main.c", "word x = ONE;\n");
    common::load_with(&file, &["-include", first.to_str().expect("plain")]).expect("accepted");
    let only = common::write(&dir, "only.c", "int x = ONE;\ntypedef char word;\n");
    common::load_with(&only, &["-imacros", first.to_str().expect("plain")]).expect("accepted");
}
