//! Generated initializers: the bytes and addresses of the objects.

use std::collections::BTreeMap;
use std::fmt::Write;

use ir::Symbol;
use testkit::words::ENUMS;

use super::support::{Rng, Written, count, dir, objects, read_lines, settle, targets};

/// The objects that differ from what gcc wrote. Objects are called `g<line - 2>` and so on.
pub(crate) fn compare(
    program: &ir::Program,
    written: &BTreeMap<String, Written>,
    text: &[String],
) -> Vec<String> {
    let mut differences = Vec::new();
    for global in &program.globals {
        let Some(theirs) = written.get(&*global.name) else { continue };
        let mut ours = image(program, global);
        let mut bytes = theirs.bytes.clone();
        for at in theirs.addresses.keys() {
            let end = (*at as usize + program.target.pointer_bytes as usize).min(bytes.len());
            bytes[*at as usize..end].fill(0);
        }
        // gcc gives an initialized flexible array its bytes behind the padding of the struct, so
        // zeros at the end may be missing on one side.
        bytes.resize(bytes.len().max(ours.bytes.len()), 0);
        ours.bytes.resize(bytes.len(), 0);
        if ours.bytes != bytes || !same_addresses(program, &ours.addresses, &theirs.addresses) {
            let line = text.iter().find(|line| {
                let name = format!(" {}", global.name);
                line.match_indices(&name).any(|(at, _)| {
                    !line[at + name.len()..]
                        .starts_with(|next: char| next.is_ascii_alphanumeric() || next == '_')
                })
            });
            differences.push(format!(
                "{}\n  ours {}\n  gcc  {}\n  {:?} {:?}",
                line.map_or("", String::as_str),
                hex(&ours.bytes),
                hex(&bytes),
                ours.addresses,
                theirs.addresses
            ));
        }
    }
    differences
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

/// An object as the program has it.
fn image(program: &ir::Program, global: &ir::Global) -> Written {
    let mut bytes = vec![0; global.size as usize];
    let mut addresses = BTreeMap::new();
    if let Some(init) = &global.init {
        for (offset, run) in &init.bytes {
            bytes[*offset as usize..*offset as usize + run.len()].copy_from_slice(run);
        }
        for at in &init.addresses {
            let name = match at.symbol {
                Symbol::Global(id) => program.globals[id].name.to_string(),
                Symbol::Function(id) => program.functions[id].name.to_string(),
                Symbol::Label(..) => "label".into(),
            };
            addresses.insert(at.offset, (name, at.addend));
        }
    }
    Written { bytes, addresses }
}

/// gcc may name an object by its section; then only the place of the address is compared. On 32 bits
/// the addend is in the bytes.
fn same_addresses(
    program: &ir::Program,
    ours: &BTreeMap<u64, (String, i64)>,
    theirs: &BTreeMap<u64, (String, i64)>,
) -> bool {
    ours.len() == theirs.len()
        && ours.iter().zip(theirs).all(|((at, (name, addend)), (there, (symbol, distance)))| {
            at == there
                && (symbol.starts_with('.')
                    || name == symbol && (addend == distance || program.target.pointer_bytes == 4))
        })
}

// ── Types and initializers ──────────────────────────────────────────────────────────────────

/// A type with what an initializer of it needs to know.
enum Shape {
    Int { text: &'static str },
    Bits { width: u64 },
    Pointer,
    Chars { len: u64 },
    Array { elem: Box<Shape>, len: u64 },
    Record { union: bool, members: Vec<(Option<String>, Shape)>, flexible: bool },
}

struct Types<'a> {
    rng: &'a mut Rng,
    next: usize,
}

impl Types<'_> {
    /// A declaration of `name` and its shape.
    fn declare(&mut self, name: &str, depth: u32) -> (String, Shape) {
        match self.rng.below(if depth > 0 { 10 } else { 4 }) {
            0 | 1 => {
                let text = self.rng.pick(&[
                    "char",
                    "unsigned char",
                    "short",
                    "int",
                    "unsigned",
                    "long long",
                    "double",
                    "_Bool",
                ]);
                (
                    format!("{text} {name}"),
                    Shape::Int { text: if text == "double" { "double" } else { "int" } },
                )
            }
            2 => (format!("char *{name}"), Shape::Pointer),
            3 => {
                let len = 1 + self.rng.below(6);
                (format!("char {name}[{len}]"), Shape::Chars { len })
            }
            4..=6 => {
                let len = 1 + self.rng.below(4);
                let (declaration, elem) = self.declare(&format!("{name}[{len}]"), depth - 1);
                (declaration, Shape::Array { elem: Box::new(elem), len })
            }
            _ => {
                let (text, shape) = self.record(depth - 1, false);
                (format!("{text} {name}"), shape)
            }
        }
    }

    fn record(&mut self, depth: u32, may_flex: bool) -> (String, Shape) {
        let union = self.rng.chance(25);
        let mut text = format!("{} {{ ", if union { "union" } else { "struct" });
        let mut members = Vec::new();
        for _ in 0..=self.rng.below(4) {
            self.next += 1;
            let name = format!("m{}", self.next);
            if self.rng.chance(25) {
                let width = 1 + self.rng.below(14);
                let ty = self.rng.pick(&["int", "unsigned", "enum E", "long long"]);
                let _ = write!(text, "{ty} {name} : {width}; ");
                members.push((Some(name), Shape::Bits { width }));
            } else if depth > 0 && self.rng.chance(12) {
                let (inner, shape) = self.record(depth - 1, false);
                let _ = write!(text, "{inner}; ");
                members.push((None, shape));
            } else {
                let (declaration, shape) = self.declare(&name, depth);
                let _ = write!(text, "{declaration}; ");
                members.push((Some(name), shape));
            }
        }
        let flexible = may_flex && !union && self.rng.chance(30);
        if flexible {
            text += "short flex[]; ";
            members.push((
                Some("flex".into()),
                Shape::Array { elem: Box::new(Shape::Int { text: "int" }), len: 4 },
            ));
        }
        text += "}";
        (text, Shape::Record { union, members, flexible })
    }
}

fn scalar(rng: &mut Rng, shape: &Shape) -> String {
    match shape {
        Shape::Int { text: "double" } => format!("{}.5", rng.below(100)),
        Shape::Int { .. } => format!("{}", 1 + rng.below(120)),
        Shape::Bits { width } => format!("{}", rng.below(1 << width.min(&10))),
        Shape::Pointer => match rng.below(5) {
            0 => "0".into(),
            1 => format!("\"s{}\"", rng.below(9)),
            2 => format!("&ext[{}]", rng.below(20)),
            3 => format!("ext + {}", rng.below(20)),
            _ => "(char *)&other.b".into(),
        },
        Shape::Chars { len } => {
            let taken = rng.below(len + 1);
            format!("\"{}\"", &"abcdefgh"[..taken as usize])
        }
        Shape::Array { .. } | Shape::Record { .. } => unreachable!("not a scalar"),
    }
}

/// An initializer, in braces if it is for an aggregate.
fn initializer(rng: &mut Rng, shape: &Shape, designate: bool) -> String {
    match shape {
        Shape::Array { .. } | Shape::Record { .. } => braces(rng, shape, designate),
        Shape::Chars { len } if rng.chance(30) => {
            let items: Vec<String> =
                (0..rng.below(len + 1)).map(|n| format!("'{}'", (b'p' + n as u8) as char)).collect();
            format!("{{{}}}", items.join(", "))
        }
        Shape::Chars { .. } if rng.chance(20) => format!("{{{}}}", scalar(rng, shape)),
        Shape::Int { .. } | Shape::Bits { .. } if rng.chance(5) => format!("{{{}}}", scalar(rng, shape)),
        _ => scalar(rng, shape),
    }
}

fn braces(rng: &mut Rng, shape: &Shape, designate: bool) -> String {
    if rng.chance(8) {
        return "{}".into();
    }
    let mut items = Vec::new();
    if designate && rng.chance(60) {
        for _ in 0..=rng.below(4) {
            let (path, target) = designator(rng, shape);
            // Without braces around an aggregate what follows goes on inside it.
            let value = match target {
                Shape::Array { .. } | Shape::Record { .. } if !is_text(target, &path) && rng.chance(25) => {
                    first_scalar(rng, target)
                }
                _ => initializer(rng, target, designate),
            };
            items.push(format!("{path} = {value}"));
            if rng.chance(25) && follows(shape) {
                items.push(format!("{}", rng.below(100)));
            }
        }
        return format!("{{{}}}", items.join(", "));
    }
    match shape {
        Shape::Array { elem, len } => {
            for _ in 0..rng.below(len + 1) {
                items.push(initializer(rng, elem, designate));
            }
        }
        Shape::Record { union: true, members, .. } => items.push(initializer(rng, &members[0].1, designate)),
        Shape::Record { members, .. } => {
            for (_, member) in members.iter().take(1 + rng.below(members.len() as u64) as usize) {
                items.push(initializer(rng, member, designate));
            }
        }
        _ => items.push(scalar(rng, shape)),
    }
    format!("{{{}}}", items.join(", "))
}

/// A number may follow a designated element if no pointer or string can be next.
fn follows(shape: &Shape) -> bool {
    match shape {
        Shape::Int { .. } | Shape::Bits { .. } => true,
        Shape::Pointer | Shape::Chars { .. } => false,
        Shape::Array { elem, .. } => follows(elem),
        Shape::Record { members, flexible, .. } => {
            !flexible && members.iter().all(|(_, member)| follows(member))
        }
    }
}

/// Whether it starts with an array of strings that the type checker wants in braces: one inside a
/// record, or behind a range.
fn is_text(shape: &Shape, path: &str) -> bool {
    match shape {
        Shape::Array { elem, .. } => match &**elem {
            Shape::Chars { .. } | Shape::Pointer => path.contains("..."),
            Shape::Record { members, .. } => {
                matches!(members[0].1, Shape::Chars { .. } | Shape::Pointer | Shape::Record { .. })
            }
            _ => is_text(elem, path),
        },
        Shape::Record { members, .. } => is_text(&members[0].1, path),
        _ => false,
    }
}

fn first_scalar(rng: &mut Rng, shape: &Shape) -> String {
    match shape {
        Shape::Array { elem, .. } => first_scalar(rng, elem),
        Shape::Record { members, .. } => first_scalar(rng, &members[0].1),
        _ => scalar(rng, shape),
    }
}

/// The way to a part of an aggregate, in one or more steps.
fn designator<'a>(rng: &mut Rng, shape: &'a Shape) -> (String, &'a Shape) {
    let (step, inner) = match shape {
        Shape::Array { elem, len } => {
            let low = rng.below(*len);
            if rng.chance(25) {
                let high = low + rng.below(len - low);
                (format!("[{low} ... {high}]"), &**elem)
            } else {
                (format!("[{low}]"), &**elem)
            }
        }
        Shape::Record { members, .. } => {
            let (name, member) = &members[rng.below(members.len() as u64) as usize];
            match name {
                Some(name) => (format!(".{name}"), member),
                // Members of an unnamed record are named directly.
                None => return designator(rng, member),
            }
        }
        _ => unreachable!("only aggregates have parts"),
    };
    if matches!(inner, Shape::Array { .. } | Shape::Record { .. }) && rng.chance(50) {
        let (rest, part) = designator(rng, inner);
        return (step + &rest, part);
    }
    (step, inner)
}

const AROUND: &str = "char ext[100]; struct { int a, b; } other;";

fn run(kind: u64, what: &str, usual: usize, designate: bool) {
    let tried = count(usual);
    for target in targets() {
        let dir = dir(&format!("{what}{target}"));
        let mut rng = Rng::new(kind);
        let mut text = vec![format!("{ENUMS} {AROUND}")];
        for n in 0..tried {
            let mut types = Types { rng: &mut rng, next: 0 };
            let (declaration, shape) = if types.rng.chance(50) {
                let (record, shape) = types.record(2, true);
                (format!("{record} g{n}"), shape)
            } else {
                types.declare(&format!("g{n}"), 3)
            };
            let init = initializer(&mut rng, &shape, designate);
            text.push(format!("{declaration} = {init};"));
        }
        let (loaded, mut differences) = read_lines(&dir, &mut text, target);
        let file = dir.join("gcc.c");
        let mut refused = 0;
        for _ in 0..3 {
            std::fs::write(&file, text.join("\n") + "\n").expect("a file");
            let output = super::support::gcc(&[target, "-fsyntax-only", "-w"], &file);
            if output.status.success() {
                break;
            }
            // What gcc refuses is not C.
            for line in super::support::lines(&output.stderr).0.keys() {
                refused += usize::from(!text[line - 1].is_empty());
                text[line - 1].clear();
            }
        }
        let written = objects(&dir, &file, target);
        differences.extend(compare(&loaded.program, &written, &text));
        settle(&format!("{what} {target} ({refused} not C)"), tried - refused, &differences);
    }
}

#[test]
fn initializers() {
    run(4, "initializers", 1_500, false);
}

#[test]
fn designated_initializers() {
    run(5, "designated initializers", 3_000, true);
}
