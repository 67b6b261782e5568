//! The readers of expectations and of other tools' reports, on examples.

mod support;

use support::expect::{self, Mark, Reported};
use support::reports::{self, Fault, Observed};

fn fault(rule: &'static str, line: u32) -> Observed {
    Observed { fatal: Some(Fault { rule, line: Some(line) }), ..Observed::default() }
}

fn reported(line: u32, rule: &str) -> Reported {
    Reported { line, rule: rule.to_owned() }
}

#[test]
fn expectations_of_all_kinds_are_read() {
    let text = "// A program.\n//@ args: -m32 --leak=exit\n//@ proved\n\nint x; //~ error[null-deref]\n\
                y(); //~ safe[leak] //~ FP[leak]: joined too early\nz(); //~ FN[out-of-bounds]\n//~ shape: list(x)\n";
    let found = expect::parse("a.c", text).unwrap();
    assert_eq!(found.args, ["-m32", "--leak=exit"]);
    assert!(found.proved && !found.clean);
    assert_eq!(
        found.marks,
        [
            (5, Mark::Error("null-deref")),
            (6, Mark::Safe("leak")),
            (6, Mark::FalseAlarm("leak")),
            (7, Mark::Missed("out-of-bounds")),
            (8, Mark::Shape("list(x)".to_owned())),
        ]
    );
}

#[test]
fn mistakes_in_expectations_are_all_reported_with_their_place() {
    let text = "//@ claen\nint x; //~ eror[leak]\nint y; //~ error[laek]\n//@ clean\nint z; //~ error leak\nint w; //~ error[leak] x\n";
    assert_eq!(
        expect::parse("a.c", text).unwrap_err(),
        "a.c:1: unknown expectation `//@ claen`\n\
         a.c:2: unknown expectation `//~ eror[leak]`\n\
         a.c:3: unknown rule `laek`\n\
         a.c:4: a //@ comment belongs to the top of the file\n\
         a.c:5: unknown expectation `//~ error leak`\n\
         a.c:6: unknown expectation `//~ error[leak] x`\n"
    );
}

#[test]
fn a_directive_needs_a_line_of_its_own() {
    assert_eq!(
        expect::parse("a.c", "int x; //@ clean\n").unwrap_err(),
        "a.c:1: a //@ comment needs a line of its own\n"
    );
}

#[test]
fn a_clean_file_has_no_errors() {
    assert!(expect::parse("a.c", "//@ clean\nx(); //~ error[leak]\n").is_err());
    assert!(expect::parse("a.c", "//@ clean\nx(); //~ safe[leak]\n").is_ok());
}

#[test]
fn what_is_known_to_be_unknown_says_why() {
    let found = expect::parse("a.c", "//@ unknown: a list is tied into a ring: sorry\n").unwrap();
    assert_eq!(found.unknown.as_deref(), Some("a list is tied into a ring: sorry"));
    assert!(expect::parse("a.c", "//@ unknown: so\n//@ proved\n").is_err());
}

#[test]
fn what_is_expected_and_reported_is_fine() {
    let expectations =
        expect::parse("a.c", "x(); //~ error[leak]\ny(); //~ FP[leak]\nz(); //~ FN[leak]\n").unwrap();
    let all = [reported(1, "leak"), reported(2, "leak"), reported(1, "leak")];
    assert_eq!(expectations.complaints(&all), []);
}

#[test]
fn every_difference_is_one_complaint() {
    let expectations =
        expect::parse("a.c", "x(); //~ error[leak]\ny(); //~ FP[leak]\nz(); //~ FN[leak]\n").unwrap();
    let all = [reported(1, "double-free"), reported(3, "leak"), reported(1, "double-free")];
    let complaints: Vec<String> = expectations.complaints(&all).iter().map(ToString::to_string).collect();
    assert_eq!(
        complaints,
        [
            "1: double-free is reported and not expected",
            "1: leak is expected and never reported",
            "2: the false alarm leak is gone; remove its mark",
            "3: leak is no longer missed; make it an error[…]",
        ]
    );
}

#[test]
fn silence_of_the_sanitizers_is_a_clean_run() {
    assert_eq!(reports::sanitizers("", "a.c"), Observed::default());
    assert_eq!(reports::sanitizers("the program's own words: error\n", "a.c"), Observed::default());
}

#[test]
fn address_errors_have_the_line_of_the_first_frame_in_the_file() {
    let report = "=================================================================\n\
        ==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000013 at pc 0x7f bp 0x7f sp 0x7f\n\
        WRITE of size 4 at 0x602000000013 thread T0\n    \
            #0 0x7f57 in __interceptor_strcpy ../../asan/asan_interceptors.cpp:440\n    \
            #1 0x55d0 in duplicate /c/data.c:19\n    \
            #2 0x55d1 in duplicate /c/a.c:21\n    \
            #3 0x55d2 in main /c/a.c:35\n";
    assert_eq!(reports::sanitizers(report, "a.c"), fault("out-of-bounds", 21));
    assert_eq!(reports::sanitizers(report, "data.c"), fault("out-of-bounds", 19));
}

#[test]
fn address_errors_are_told_apart() {
    for (what, rule) in [
        ("heap-use-after-free on address 0x60", "use-after-free"),
        ("stack-use-after-scope on address 0x7f", "use-after-free"),
        ("stack-use-after-return on address 0x7f", "use-after-free"),
        ("dynamic-stack-buffer-overflow on address 0x7f", "out-of-bounds"),
        ("global-buffer-overflow on address 0x56", "out-of-bounds"),
        ("negative-size-param: (size=-1)", "out-of-bounds"),
        ("attempting double-free on 0x602000000010 in thread T0:", "double-free"),
        ("attempting free on address which was not malloc()-ed: 0x602000000011 in thread T0", "invalid-free"),
        ("SEGV on unknown address 0x000000000008 (pc 0x55 bp 0x7f sp 0x7f T0)", "null-deref"),
    ] {
        let report = format!("==7==ERROR: AddressSanitizer: {what}\n    #0 0x55 in main /c/a.c:3:7\n");
        assert_eq!(reports::sanitizers(&report, "a.c"), fault(rule, 3), "{what}");
    }
}

#[test]
fn a_wild_access_is_not_taken_for_null() {
    let report = "==7==ERROR: AddressSanitizer: SEGV on unknown address 0x7f0000000008 (pc 0x55)\n    #0 0x55 in main /c/a.c:3\n";
    assert!(reports::sanitizers(report, "a.c").other.is_some());
}

#[test]
fn a_call_of_null_has_no_line() {
    let report = "==7==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000000 (pc 0x000000000000)\n    \
        #0 0x0  (<unknown module>)\n    #1 0x7f5c in __libc_start_call_main ../sysdeps/nptl/libc_start_call_main.h:58\n";
    let fatal = Some(Fault { rule: "null-deref", line: None });
    assert_eq!(reports::sanitizers(report, "a.c"), Observed { fatal, ..Observed::default() });
}

#[test]
fn undefined_behaviour_is_read_from_its_own_line() {
    let null = "/c/a.c:25:9: runtime error: member access within null pointer of type 'struct node'\n";
    assert_eq!(reports::sanitizers(null, "a.c"), fault("null-deref", 25));
    let index = "/c/a.c:14:11: runtime error: index -3 out of bounds for type 'int [13]'\n";
    assert_eq!(reports::sanitizers(index, "a.c"), fault("out-of-bounds", 14));
    let overflow = "/c/a.c:14:11: runtime error: signed integer overflow: 1 + 2147483647\n";
    assert!(reports::sanitizers(overflow, "a.c").other.is_some());
}

#[test]
fn assertions_are_read_from_their_message() {
    let report = "program: /c/a.c:50: main: Assertion `height(root) <= 4' failed.\nAddressSanitizer:DEADLYSIGNAL\n\
        ==7==ERROR: AddressSanitizer: ABRT on unknown address 0x51ff\n    #0 0x7f in __pthread_kill nptl/pthread_kill.c:44\n";
    assert_eq!(reports::sanitizers(report, "a.c"), fault("assert-fail", 50));
    assert_eq!(reports::valgrind(report, "a.c"), fault("assert-fail", 50));
}

#[test]
fn reach_error_has_the_line_of_its_call() {
    let report = "reach_error\n==7==ERROR: AddressSanitizer: ABRT on unknown address 0x51fd\n    \
        #2 0x7f in __GI_abort stdlib/abort.c:79\n    #3 0x55 in reach_error /r/nondet.c:81\n    #4 0x55 in name /c/a.c:26\n";
    assert_eq!(reports::sanitizers(report, "a.c"), fault("assert-fail", 26));
    let report = "reach_error\n==7== \n==7== Process terminating with default action of signal 6 (SIGABRT)\n\
        ==7==    at 0x48B: abort (abort.c:79)\n==7==    by 0x109: name (a.c:26)\n";
    assert_eq!(reports::valgrind(report, "a.c"), fault("assert-fail", 26));
}

#[test]
fn abort_is_an_end_like_others() {
    let report = "==7==ERROR: AddressSanitizer: ABRT on unknown address 0x51fd\n    #2 0x7f in __GI_abort stdlib/abort.c:79\n";
    assert_eq!(reports::sanitizers(report, "a.c"), Observed { aborted: true, ..Observed::default() });
}

#[test]
fn leaks_are_seen_by_both() {
    let report =
        "\n==7==ERROR: LeakSanitizer: detected memory leaks\n\nDirect leak of 16 byte(s) in 1 object(s)\n";
    assert_eq!(reports::sanitizers(report, "a.c"), Observed { leak: true, ..Observed::default() });
    let report = "==7== 48 (24 direct, 24 indirect) bytes in 1 blocks are definitely lost in loss record 2 of 2\n\
        ==7==    at 0x48: malloc (in vgpreload_memcheck-amd64-linux.so)\n==7== \n";
    assert_eq!(reports::valgrind(report, "a.c"), Observed { leak: true, ..Observed::default() });
}

#[test]
fn valgrind_sees_uninitialized_values() {
    let report = "==7== Conditional jump or move depends on uninitialised value(s)\n\
        ==7==    at 0x109: kind (a.c:25)\n==7==    by 0x109: main (a.c:36)\n==7== \n";
    assert_eq!(reports::valgrind(report, "a.c"), fault("uninitialized", 25));
}

#[test]
fn valgrind_s_invalid_accesses_are_told_apart_by_the_address() {
    for (about, rule) in [
        ("Address 0x0 is not stack'd, malloc'd or (recently) free'd", "null-deref"),
        ("Address 0x10 is not stack'd, malloc'd or (recently) free'd", "null-deref"),
        ("Address 0x4a8c048 is 8 bytes inside a block of size 16 free'd", "use-after-free"),
        ("Address 0x4a8c050 is 0 bytes after a block of size 16 alloc'd", "out-of-bounds"),
        ("Address 0x4a8c050 is 2 bytes inside an unallocated block of size 16", "other"),
    ] {
        let report =
            format!("==7== Invalid read of size 8\n==7==    at 0x10: f (a.c:26)\n==7==  {about}\n==7== \n");
        let found = reports::valgrind(&report, "a.c");
        if rule == "other" {
            assert!(found.other.is_some(), "{about}");
        } else {
            assert_eq!(found, fault(rule, 26), "{about}");
        }
    }
}

#[test]
fn valgrind_s_invalid_frees_are_told_apart_by_the_address() {
    let report = |about: &str| {
        format!(
            "==7== Invalid free() / delete / delete[] / realloc()\n==7==    at 0x48: free (vg_replace_malloc.c:872)\n\
             ==7==    by 0x109: unpin (a.c:38)\n==7==  Address 0x4a8c040 {about}\n==7==    at 0x48: malloc (v.c:1)\n"
        )
    };
    let again = report("is 0 bytes inside a block of size 16 free'd");
    assert_eq!(reports::valgrind(&again, "a.c"), fault("double-free", 38));
    for about in ["is 2 bytes inside a block of size 16 alloc'd", "is on thread 1's stack"] {
        assert_eq!(reports::valgrind(&report(about), "a.c"), fault("invalid-free", 38), "{about}");
    }
}
