//! A program as C again, with what was proved of it as checks.
//!
//! The user's text stays as it is; a call of a check is put in at each place, as an operand of a comma or as a statement of its own. What checks
//! do comes after the text, in C that any compiler takes: `runtime.c`, a function for each predicate, and one for each place. Nothing is
//! included, so that the text may define what it likes; names begin with `swc_` and end with an underscore.
//!
//! - here: the text, and what is put in;
//! - `steps`: the steps of a way as statements;
//! - `predicate`: inductive predicates as functions.

mod predicate;
mod steps;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use ir::{Program, TypeKind};
use model::{Claim, Claimed, Given, Place, Probe, Visible, Way};

const RUNTIME: &str = include_str!("runtime.c");

/// The longest claim that a failing check prints.
const LONGEST: usize = 2_000;

/// Writes a file's text with checks. `path` is what the compiler is told the text's file is.
pub fn instrument(program: &Program, path: &str, text: &str, claimed: &Claimed) -> String {
    let writer = Writer { program, claimed };
    let (mark, text) = match text.strip_prefix('\u{feff}') {
        Some(rest) => ('\u{feff}'.len_utf8(), rest),
        None => (0, text),
    };
    let mut head = format!(
        "/* {} with checks of what Shapewright claims: a check that fails prints the place and the claim, and aborts. */\n",
        comment(path)
    );
    let mut insertions: Vec<(usize, bool, usize, String)> = Vec::new();
    for (number, (place, claims)) in claimed.places.iter().enumerate() {
        let given = given(place, claims);
        let types: Vec<&str> = given.iter().map(|known| writer.type_of(known)).collect();
        let types = if types.is_empty() { "void".to_owned() } else { types.join(", ") };
        let _ = writeln!(head, "static void swc_at_{number}_({types});");
        let args: Vec<String> = given.iter().map(|known| writer.argument(known)).collect();
        let call = format!("swc_at_{number}_({})", args.join(", "));
        for (order, insertion) in place.insertions.iter().enumerate() {
            let call = if insertion.check { call.as_str() } else { "" };
            let text = format!("{}{call}{}", insertion.before, insertion.after);
            // What ends a statement comes before what begins the next one.
            let ends = insertion.after.ends_with('}') || insertion.before.ends_with('}');
            insertions.push((insertion.at, !ends, number * 4 + order, text));
        }
    }
    let _ = writeln!(head, "#line 1 {}", literal(path));
    insertions.sort();
    let mut out = head;
    let mut at = 0;
    for (before, _, _, what) in insertions {
        let before = before - mark;
        out.push_str(&text[at..before]);
        out.push_str(&what);
        at = before;
    }
    out.push_str(&text[at..]);
    out.push_str("\n\n#line 1 \"<checks>\"\n");
    writer.tail(&mut out, path);
    out
}

/// What all parts of the text after the program are written from.
struct Writer<'a> {
    program: &'a Program,
    claimed: &'a Claimed,
}

impl Writer<'_> {
    fn is_pointer(&self, known: &Visible) -> bool {
        !matches!(known.what, Given::Register(_)) || self.program.types.is_pointer(known.ty)
    }

    fn type_of(&self, known: &Visible) -> &'static str {
        if self.is_pointer(known) { "const volatile void *" } else { "unsigned long long" }
    }

    fn argument(&self, known: &Visible) -> String {
        let name = &known.name;
        match known.what {
            Given::Register(_) if self.is_pointer(known) => {
                let function = self
                    .program
                    .types
                    .pointee(known.ty)
                    .is_some_and(|to| matches!(self.program.types.kind(to), TypeKind::Function(_)));
                let cast = if function {
                    "(const volatile void *)(unsigned long)"
                } else {
                    "(const volatile void *)"
                };
                format!("{cast}({name})")
            }
            Given::Register(_) => format!("(unsigned long long)({name})"),
            _ => format!("&{name}"),
        }
    }

    fn tail(&self, out: &mut String, path: &str) {
        let used = self.used();
        let most = self.claimed.predicates.iter().map(|predicate| predicate.params).max().unwrap_or(1).max(1);
        let _ = writeln!(out, "#define SWC_MOST {most}\n{RUNTIME}");
        let streams = if self.claimed.declares_streams { "1" } else { "defined(stderr)" };
        // A program's own functions of these names are not the library's.
        let own = |name: &str| {
            let named = |function: &ir::Function| &*function.name == name && function.body.is_some();
            self.program.functions.iter().any(named)
        };
        let prints = if own("printf") || own("fprintf") || own("fflush") {
            "\n#define SWC_PRINT(...) ((void)0)\n"
        } else {
            FAIL
        };
        let _ = writeln!(out, "#if {streams}{FAIL_WITH_STREAMS}#else{prints}#endif");
        out.push_str(if own("abort") {
            "#define SWC_END() (*(volatile char *)0 = 0)\n"
        } else {
            "extern void abort(void);\n#define SWC_END() abort()\n"
        });
        out.push_str(REPORT);
        for &number in &used {
            let _ = writeln!(
                out,
                "SWC_FUNCTION int swc_p{number}_(const swc_value_ *swc_args, const swc_hole_ *swc_hole);"
            );
        }
        for &number in &used {
            self.predicate(out, number);
        }
        for (number, (place, claims)) in self.claimed.places.iter().enumerate() {
            self.place(out, path, number, place, claims);
        }
    }

    /// The predicates that are called, through others too.
    fn used(&self) -> BTreeSet<usize> {
        let ways = self.claimed.places.iter().flat_map(|(_, claims)| claims).flat_map(|claim| &claim.ways);
        let mut work: Vec<usize> = Vec::new();
        ways.for_each(|way| called(way, &mut work));
        let mut found = BTreeSet::new();
        while let Some(number) = work.pop() {
            if found.insert(number) {
                self.claimed.predicates[number].ways.iter().for_each(|way| called(way, &mut work));
            }
        }
        found
    }

    fn place(&self, out: &mut String, path: &str, number: usize, place: &Place, claims: &[Claim]) {
        let mut texts: Vec<&str> = Vec::new();
        for (index, claim) in claims.iter().enumerate() {
            for (which, way) in claim.ways.iter().enumerate() {
                let shown = if way.text.is_empty() { "nothing is held" } else { &way.text };
                if !texts.contains(&shown) {
                    texts.push(shown);
                }
                let _ = writeln!(
                    out,
                    "\n/* {} */\nSWC_FUNCTION int swc_c{number}_{index}_{which}_(const swc_value_ *swc_given) {{",
                    comment(shown)
                );
                let _ = writeln!(
                    out,
                    "    swc_value_ swc_v[{}] = {{ {{ 0, 0 }} }};\n    (void)swc_given;",
                    way.values.len().max(1)
                );
                let mut body = steps::Body::new(&way.values, 1);
                body.all(&way.choice);
                body.all(&way.steps);
                out.push_str(&body.text);
                out.push_str("    (void)swc_v;\n    return 1;\n}\n");
            }
        }
        let given = given(place, claims);
        let params: Vec<String> = given
            .iter()
            .enumerate()
            .map(|(at, known)| format!("{} swc_g{at}", self.type_of(known)))
            .collect();
        let params = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
        let function = &self.program.functions[place.at.function].name;
        let mut claim = texts.join("\\n    or ");
        if claim.len() > LONGEST {
            let end = (0..=LONGEST).rev().find(|at| claim.is_char_boundary(*at)).unwrap_or(0);
            claim.truncate(claim[..end].rfind("\\n").unwrap_or(end));
            claim.push_str("\\n    or …");
        }
        let _ = writeln!(out, "\nstatic void swc_at_{number}_({params}) {{");
        let _ = writeln!(
            out,
            "    static swc_place_ swc_place = {{ {}, {}, {}, \"{}\", 0 }};",
            literal(path),
            place.line,
            literal(function),
            claim.replace('"', "\\\"")
        );
        let most = claims.iter().map(|claim| claim.given.len()).max().unwrap_or(0).max(1);
        let _ = writeln!(
            out,
            "    swc_value_ swc_given[{most}] = {{ {{ 0, 0 }} }};\n    int swc_i = 0;\n    (void)swc_i;\n    if (!swc_due_(&swc_place)) return;"
        );
        for (index, claim) in claims.iter().enumerate() {
            if index > 0 {
                let _ = writeln!(
                    out,
                    "    for (swc_i = 0; swc_i < {most}; swc_i++) swc_given[swc_i].swc_known = 0;"
                );
            }
            for (at, what) in claim.given.iter().enumerate() {
                let own = given.iter().position(|known| known.what == *what);
                let value = match own {
                    Some(own) if self.is_pointer(given[own]) => format!("(unsigned long)swc_g{own}"),
                    Some(own) => format!("swc_g{own}"),
                    None => {
                        let outside = self.claimed.outside.iter().find(|known| known.what == *what);
                        // What has no name here stays unknown.
                        let Some(known) = outside else { continue };
                        format!("(unsigned long)&{}", known.name)
                    }
                };
                let _ = writeln!(out, "    swc_given[{at}] = swc_known_({value});");
            }
            for which in 0..claim.ways.len() {
                let only = u8::from(index + 1 == claims.len() && which + 1 == claim.ways.len());
                let _ = writeln!(
                    out,
                    "    swc_begin_();\n    if (swc_tried_(swc_c{number}_{index}_{which}_(swc_given), {only})) {{ swc_passed_(&swc_place); return; }}"
                );
            }
        }
        out.push_str("    swc_fail_(&swc_place);\n}\n");
    }
}

/// How a check fails where the text knows the standard streams: their names are macros.
const FAIL_WITH_STREAMS: &str = r"
#define SWC_PRINT(...) fprintf(stderr, __VA_ARGS__)
";

/// How a check fails where it does not.
const FAIL: &str = r"
SWC_FUNCTION void swc_flush_(void) {
    extern int fflush(void *);
    fflush((void *)0);
}
extern int printf(const char *, ...);
#define SWC_PRINT(...) (printf(__VA_ARGS__), swc_flush_())
";

/// How a check fails.
const REPORT: &str = r#"
SWC_FUNCTION void swc_fail_(const swc_place_ *swc_place) {
    SWC_PRINT("%s:%d: in `%s', what was proved does not hold:\n       %s\n", swc_place->swc_file, swc_place->swc_line, swc_place->swc_function, swc_place->swc_claim);
    SWC_END();
}
#ifdef SWC_REPORT
SWC_FUNCTION void swc_summary_(void) {
    SWC_PRINT("%lu checks hold\n", swc_checks_);
}
#endif
"#;

/// The variables in scope that a place hands over.
fn given<'a>(place: &'a Place, claims: &[Claim]) -> Vec<&'a Visible> {
    let asked: BTreeSet<Given> = claims.iter().flat_map(|claim| claim.given.iter().copied()).collect();
    place.visible.iter().filter(|known| asked.contains(&known.what)).collect()
}

/// The predicates that a way calls.
fn called(way: &Way, found: &mut Vec<usize>) {
    fn of(step: &Probe, found: &mut Vec<usize>) {
        match step {
            Probe::Whole(instance) => found.push(instance.predicate),
            Probe::Part { from, to } => found.extend([from.predicate, to.predicate]),
            Probe::Each { steps, .. } | Probe::Unless { steps, .. } => {
                for step in steps {
                    of(step, found);
                }
            }
            _ => {}
        }
    }
    for step in way.choice.iter().chain(&way.steps) {
        of(step, found);
    }
}

/// What can stand in a comment.
fn comment(text: &str) -> String {
    ir::shown(text).replace("*/", "* /")
}

/// A string literal.
fn literal(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            // Three digits, so that one that follows is none of them.
            c if ir::is_active(c) => {
                for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                    let _ = write!(out, "\\{byte:03o}");
                }
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
