//! Numbers of all types in objects of all kinds, and claims about them.
//!
//! The program is executed while it is written: every statement is one that C defines in the state it is executed in, and in the end the
//! program claims what that state is. By mistake it claims something else, behind a guard, where only an analysis gets to it.

use std::fmt::Write as _;

use super::integers::{BINARY, INT, Kind, TYPES, Typed, ULONG, binary, unary};
use super::template::Expansion;
use crate::random::Random;

/// A part of an object that has a number.
#[derive(Clone, Copy, Debug)]
struct Place {
    object: usize,
    /// The first byte, or the number of a bit-field.
    at: usize,
    kind: Kind,
    field: bool,
}

/// What objects hold.
#[derive(Clone, Debug)]
enum Content {
    Bytes(Vec<Option<u8>>),
    /// Bit-fields, whose bytes nobody looks at.
    Fields(Vec<Option<i128>>),
}

/// A member: its name behind the object's, where it is, and how many there are.
#[derive(Clone, Debug)]
struct Member {
    name: String,
    at: usize,
    kind: Kind,
    count: usize,
}

#[derive(Clone, Debug)]
enum Shape {
    Scalar(Kind),
    Array(Kind, usize),
    /// A structure or a union, by its number.
    Record(usize),
}

#[derive(Clone, Debug)]
struct Record {
    name: String,
    members: Vec<Member>,
    size: usize,
    /// Whether its members are bit-fields.
    fields: bool,
}

#[derive(Clone, Debug)]
struct Object {
    /// As an expression: a name, or a pointer followed.
    name: String,
    shape: Shape,
    content: Content,
}

#[derive(Clone, Debug)]
struct Pointer {
    name: String,
    kind: &'static str,
    to: Place,
}

#[derive(Clone)]
struct State {
    objects: Vec<Object>,
    pointers: Vec<Pointer>,
}

struct Writer {
    random: Random,
    suffix: String,
    wraps: bool,
    state: State,
    records: Vec<Record>,
    globals: String,
    lines: Vec<String>,
    serial: usize,
}

/// Writes a function with numbers and claims, and the call of it.
pub(super) fn values(
    expansion: &mut Expansion,
    globals: &mut String,
    calls: &mut String,
    flags: &mut Vec<String>,
) -> &'static str {
    let wraps = flags.is_empty() && expansion.random.percent(6);
    if wraps {
        flags.push("-fwrapv".to_owned());
    }
    let mut writer = Writer {
        random: Random::new(expansion.random.below(usize::MAX) as u64),
        suffix: expansion.suffix.clone(),
        wraps: !flags.is_empty(),
        state: State { objects: Vec::new(), pointers: Vec::new() },
        records: Vec::new(),
        globals: String::new(),
        lines: Vec::new(),
        serial: 0,
    };
    writer.objects(expansion);
    let statements = writer.random.within(2, 10);
    for _ in 0..statements {
        let text = writer.statement(2);
        writer.lines.push(text);
    }
    for _ in 0..writer.random.within(1, 3) {
        writer.claim();
    }
    writer.release();
    let Writer { globals: outside, lines, suffix, .. } = writer;
    globals.push_str(&outside);
    let _ = writeln!(globals, "static void values{suffix}(void) {{");
    for line in lines {
        let _ = writeln!(globals, "    {}", expansion.expand(&line));
    }
    globals.push_str("}\n");
    let _ = writeln!(calls, "    values{suffix}();");
    if flags.is_empty() { "values" } else { "values-wrap" }
}

impl Writer {
    fn fresh(&mut self, prefix: &str) -> String {
        self.serial += 1;
        format!("{prefix}{}", self.serial)
    }

    fn a_type(&mut self) -> (&'static str, Kind) {
        *self.random.pick(&TYPES)
    }

    /// A number that is worth trying.
    fn interesting(&mut self, kind: Kind) -> i128 {
        let edge = 1_i128 << (kind.bits - u32::from(kind.signed));
        let value = match self.random.below(9) {
            0 => 0,
            1 => 1,
            2 => -1,
            3 => edge - 1,
            4 => edge / 2,
            5 => 1 << self.random.below(kind.bits as usize),
            6 => self.random.below(300) as i128,
            7 => -(self.random.below(200) as i128),
            _ => self.random.below(1 << 40) as i128,
        };
        kind.convert(value)
    }

    /// A constant: its text and type.
    fn literal(&mut self, value: i128) -> (String, Typed) {
        let unsigned = self.random.percent(20) && value >= 0;
        let (suffix, kind) = match (unsigned, value.unsigned_abs() <= i32::MAX as u128) {
            (true, true) => ("u", Kind { signed: false, ..INT }),
            (_, false) if value > i128::from(i64::MAX) => ("ul", ULONG),
            (_, false) => ("L", Kind { signed: true, ..ULONG }),
            (false, true) => ("", INT),
        };
        let value = if value == i128::from(i64::MIN) { value + 1 } else { value };
        let text = match value {
            65..=90 if kind == INT && self.random.percent(50) => format!("'{}'", char::from(value as u8)),
            0.. if self.random.percent(20) => format!("{value:#x}{suffix}"),
            0.. => format!("{value}{suffix}"),
            _ => format!("({value}{suffix})"),
        };
        (text, (kind, value))
    }

    fn record(&mut self) -> usize {
        let name = self.fresh(&format!("s{}_", self.suffix));
        let what = self.random.below(3);
        let (mut members, mut size, mut align, mut text) = (Vec::new(), 0, 1, String::new());
        for at in 0..self.random.within(2, 4) {
            let (word, kind) = self.a_type();
            if what == 0 {
                // Bit-fields.
                let kind = if kind.bits > 32 || kind.bool { Kind { bits: 32, ..kind } } else { kind };
                let kind = Kind { bool: false, ..kind };
                let bits = self.random.within(1, kind.bits as usize) as u32;
                let word = if kind.bits == 32 {
                    if kind.signed { "signed int" } else { "unsigned int" }
                } else {
                    word
                };
                let _ = write!(text, "{word} m{at} : {bits}; ");
                members.push(Member { name: format!("m{at}"), at, kind: Kind { bits, ..kind }, count: 1 });
                continue;
            }
            let count = if self.random.percent(30) { self.random.within(2, 4) } else { 1 };
            let bytes = kind.size();
            align = align.max(bytes);
            let start = if what == 1 { size_up(size, bytes) } else { 0 };
            let array = if count > 1 { format!("[{count}]") } else { String::new() };
            let _ = write!(text, "{word} m{at}{array}; ");
            // A union is read through members that have every value.
            if what == 1 || !kind.bool {
                members.push(Member { name: format!("m{at}"), at: start, kind, count });
            }
            size = size.max(start + bytes * count);
        }
        if members.is_empty() {
            text.push_str("int m9; ");
            size = size.max(4);
            align = align.max(4);
            members.push(Member { name: "m9".to_owned(), at: 0, kind: INT, count: 1 });
        }
        let word = if what == 2 { "union" } else { "struct" };
        let _ = writeln!(self.globals, "{word} {name} {{ {text}}};");
        self.records.push(Record {
            name: format!("{word} {name}"),
            members,
            size: size_up(size, align),
            fields: what == 0,
        });
        self.records.len() - 1
    }

    fn objects(&mut self, expansion: &mut Expansion) {
        let record = self.random.percent(60).then(|| self.record());
        for _ in 0..self.random.within(2, 5) {
            let (word, kind) = self.a_type();
            let name = self.fresh("v");
            let storage = self.random.below(6);
            let name = if storage == 0 { format!("{name}_{}", self.suffix) } else { name };
            let (shape, size) = match (self.random.below(10), record) {
                (0..=3, Some(record)) => (Shape::Record(record), self.records[record].size),
                (4..=5, _) => {
                    let count = self.random.within(2, 5);
                    (Shape::Array(kind, count), count * kind.size())
                }
                _ => (Shape::Scalar(kind), kind.size()),
            };
            let (word, array) = match &shape {
                Shape::Record(record) => (self.records[*record].name.clone(), String::new()),
                Shape::Array(_, count) => (word.to_owned(), format!("[{count}]")),
                Shape::Scalar(_) => (word.to_owned(), String::new()),
            };
            let zero = storage <= 1;
            let byte = if zero { Some(0) } else { None };
            let content = match &shape {
                Shape::Record(record) if self.records[*record].fields => {
                    Content::Fields(vec![byte.map(i128::from); self.records[*record].members.len()])
                }
                _ => Content::Bytes(vec![byte; size]),
            };
            let at = self.state.objects.len();
            let mut object = Object { name: name.clone(), shape: shape.clone(), content };
            match storage {
                0 => {
                    let _ = writeln!(self.globals, "static {word} {name}{array};");
                }
                1 => self.lines.push(format!("static {word} {name}{array};")),
                2 if size > 0 && !matches!(shape, Shape::Scalar(_)) => {
                    // On the heap: reached by a pointer that stays.
                    let pointer = format!("h{name}");
                    let zeroed = self.random.percent(50);
                    let call = if zeroed { "calloc(1, " } else { "malloc(" };
                    let (declared, name) = match shape {
                        Shape::Array(..) => (format!("{word} *{pointer} = {call}{size});"), pointer.clone()),
                        _ => (
                            format!("{word} *{pointer} = {call}sizeof *{pointer});"),
                            format!("(*{pointer})"),
                        ),
                    };
                    let release: String = self.frees();
                    self.lines.push(format!("{declared} if (!{pointer}) {{ {release}return; }}"));
                    object.name = name;
                    if zeroed {
                        match &mut object.content {
                            Content::Bytes(bytes) => bytes.fill(Some(0)),
                            Content::Fields(fields) => fields.fill(Some(0)),
                        }
                    }
                }
                _ => self.lines.push(format!("{word} {name}{array};")),
            }
            self.state.objects.push(object);
            let places = self.places(at);
            if !zero && self.random.percent(60) {
                for (text, place) in places {
                    let line = if self.random.percent(15) && place.kind.bits >= 32 && !place.kind.bool {
                        // An input that the program insists on.
                        let value = self.random.below(100_000) as i128;
                        expansion.inputs.push(value as i64);
                        self.write(place, value);
                        if place.kind.holds(value) {
                            let release: String = self.frees();
                            format!(
                                "{text} = __VERIFIER_nondet_int(); if ({text} != {value}) {{ {release}return; }}"
                            )
                        } else {
                            format!("{text} = __VERIFIER_nondet_int();")
                        }
                    } else {
                        let value = self.interesting(place.kind);
                        let (literal, (_, value)) = self.literal(value);
                        self.write(place, place.kind.convert(value));
                        format!("{text} = {literal};")
                    };
                    self.lines.push(line);
                }
            }
        }
    }

    /// The places of an object, as expressions.
    fn places(&self, at: usize) -> Vec<(String, Place)> {
        let object = &self.state.objects[at];
        let name = &object.name;
        match &object.shape {
            Shape::Scalar(kind) => {
                vec![(name.clone(), Place { object: at, at: 0, kind: *kind, field: false })]
            }
            Shape::Array(kind, count) => (0..*count)
                .map(|index| {
                    let place = Place { object: at, at: index * kind.size(), kind: *kind, field: false };
                    (format!("{name}[{index}]"), place)
                })
                .collect(),
            Shape::Record(record) => {
                let record = &self.records[*record];
                let mut found = Vec::new();
                for member in &record.members {
                    for index in 0..member.count {
                        let subscript = if member.count > 1 { format!("[{index}]") } else { String::new() };
                        let offset =
                            if record.fields { member.at } else { member.at + index * member.kind.size() };
                        found.push((
                            format!("{name}.{}{subscript}", member.name),
                            Place { object: at, at: offset, kind: member.kind, field: record.fields },
                        ));
                    }
                }
                found
            }
        }
    }

    fn all_places(&self) -> Vec<(String, Place)> {
        let mut found: Vec<(String, Place)> =
            (0..self.state.objects.len()).flat_map(|at| self.places(at)).collect();
        for pointer in &self.state.pointers {
            found.push((format!("*{}", pointer.name), pointer.to));
        }
        found
    }

    fn read(&self, place: Place) -> Option<i128> {
        match &self.state.objects[place.object].content {
            Content::Fields(fields) => fields[place.at],
            Content::Bytes(bytes) => {
                let mut value = 0;
                for (index, byte) in bytes[place.at..place.at + place.kind.size()].iter().enumerate() {
                    value |= i128::from((*byte)?) << (8 * index);
                }
                // A truth value of other bytes is not read.
                (!place.kind.bool || value <= 1).then(|| place.kind.convert(value))
            }
        }
    }

    fn write(&mut self, place: Place, value: i128) {
        let value = place.kind.convert(value);
        match &mut self.state.objects[place.object].content {
            Content::Fields(fields) => fields[place.at] = Some(value),
            Content::Bytes(bytes) => {
                for index in 0..place.kind.size() {
                    bytes[place.at + index] = Some((value >> (8 * index)) as u8);
                }
            }
        }
    }

    /// Something that has a value: its text, in parentheses where it needs them.
    fn expr(&mut self, depth: usize) -> (String, Typed) {
        for _ in 0..20 {
            if let Some(found) = self.try_expr(depth) {
                return found;
            }
        }
        self.literal(1)
    }

    fn leaf(&mut self) -> (String, Typed) {
        let known: Vec<(String, Typed)> = self
            .all_places()
            .into_iter()
            .filter_map(|(text, place)| Some((text, (place.kind, self.read(place)?))))
            .collect();
        if known.is_empty() || self.random.percent(25) {
            let (_, kind) = self.a_type();
            let value = self.interesting(kind);
            return self.literal(value);
        }
        let (text, typed) = self.random.pick(&known).clone();
        (if text.starts_with('*') { format!("({text})") } else { text }, typed)
    }

    fn try_expr(&mut self, depth: usize) -> Option<(String, Typed)> {
        if depth == 0 || self.random.percent(25) {
            return Some(self.leaf());
        }
        let (a, left) = self.expr(depth - 1);
        match self.random.below(12) {
            0 => {
                let op = *self.random.pick(&["-", "~", "!", "+"]);
                Some((format!("({op}{a})"), unary(op, left, self.wraps)?))
            }
            1 | 2 => {
                let (word, kind) = self.a_type();
                Some((format!("(({word}){a})"), (kind, kind.convert(left.1))))
            }
            3 => {
                let (b, right) = self.expr(depth - 1);
                let (c, condition) = self.leaf();
                let kind = left.0.common(right.0);
                let chosen = if condition.1 == 0 { right.1 } else { left.1 };
                Some((format!("({c} ? {a} : {b})"), (kind, kind.convert(chosen))))
            }
            4 => {
                let (b, right) = self.expr(depth - 1);
                Some((format!("({b}, {a})"), left)).filter(|_| right.0.bits > 0)
            }
            5 if left.1.unsigned_abs() < 1 << 50 => {
                let (word, kind) = self.a_type();
                kind.holds(left.1).then(|| (format!("(({word})(double){a})"), (kind, left.1)))
            }
            6 => Some((format!("sizeof({a} + 0)"), (ULONG, left.0.promoted().size() as i128))),
            _ => {
                let (b, right) = self.expr(depth - 1);
                let op = *self.random.pick(&BINARY);
                Some((format!("({a} {op} {b})"), binary(op, left, right, self.wraps)?))
            }
        }
    }

    fn target(&mut self) -> (String, Place) {
        let places = self.all_places();
        self.random.pick(&places).clone()
    }

    /// A statement, executed here too.
    fn statement(&mut self, depth: usize) -> String {
        for _ in 0..20 {
            if let Some(text) = self.try_statement(depth) {
                return text;
            }
        }
        ";".to_owned()
    }

    fn try_statement(&mut self, depth: usize) -> Option<String> {
        match self.random.below(22) {
            0..=5 => {
                let (text, value) = self.expr(3);
                let (target, place) = self.target();
                self.write(place, value.1);
                Some(format!("{target} = {text};"))
            }
            6..=8 => {
                let (text, right) = self.expr(2);
                let (target, place) = self.target();
                let left = (place.kind, self.read(place)?);
                let op = *self.random.pick(&BINARY[..10]);
                let result = binary(op, left, right, self.wraps)?;
                self.write(place, result.1);
                Some(format!("{target} {op}= {text};"))
            }
            9 | 10 => {
                let (target, place) = self.target();
                let left = (place.kind, self.read(place)?);
                let (op, name) = if self.random.percent(50) { ("+", "++") } else { ("-", "--") };
                let result = binary(op, left, (INT, 1), self.wraps)?;
                if place.kind.bool && op == "-" {
                    return None;
                }
                self.write(place, result.1);
                let target = if target.starts_with('*') { format!("({target})") } else { target };
                Some(if self.random.percent(50) {
                    format!("{target}{name};")
                } else {
                    format!("{name}{target};")
                })
            }
            11 => {
                // A pointer to a place that is not a bit-field.
                let (text, place) = self.target();
                let known = TYPES.iter().find(|(_, kind)| *kind == place.kind).filter(|_| !place.field)?;
                if text.starts_with('*') {
                    return None;
                }
                // Types that are the same to us may be different ones to C.
                let name = self.fresh("p");
                self.state.pointers.push(Pointer { name: name.clone(), kind: known.0, to: place });
                self.lines.push(format!("{} *{name} = ({} *)&{text};", known.0, known.0));
                Some(";".to_owned())
            }
            12 => {
                let pointers = self.state.pointers.len();
                let which = self.random.below(pointers);
                let pointer = self.state.pointers.get(which)?.clone();
                let (text, place) = self.target();
                let fits = place.kind == pointer.to.kind && !place.field && !text.starts_with('*');
                fits.then(|| {
                    self.state.pointers[which].to = place;
                    format!("{} = ({} *)&{text};", pointer.name, pointer.kind)
                })
            }
            13 | 14 => self.copy(),
            15 => self.fill(),
            16 => self.bytes(),
            17 | 18 if depth > 0 => Some(self.branch(depth)),
            19 => self.looped(),
            20 => self.call(),
            21 if depth > 0 => Some(self.switch()),
            _ => None,
        }
    }

    /// Whole records are assigned or copied.
    fn copy(&mut self) -> Option<String> {
        let at = |writer: &mut Self| {
            let count = writer.state.objects.len();
            writer.random.below(count)
        };
        let (from, to) = (at(self), at(self));
        let (a, b) = (self.state.objects[from].clone(), self.state.objects[to].clone());
        let (Shape::Record(one), Shape::Record(other)) = (&a.shape, &b.shape) else { return None };
        if one != other || from == to {
            return None;
        }
        self.state.objects[to].content = a.content.clone();
        let assigned = self.random.percent(60);
        if assigned && let Content::Bytes(bytes) = &mut self.state.objects[to].content {
            // Padding is not kept.
            let record = &self.records[*one];
            if !record.name.starts_with("union") {
                for (index, byte) in bytes.iter_mut().enumerate() {
                    let inside = |member: &Member| {
                        (member.at..member.at + member.kind.size() * member.count).contains(&index)
                    };
                    if !record.members.iter().any(inside) {
                        *byte = None;
                    }
                }
            }
        }
        Some(match self.random.below(2) {
            _ if assigned => format!("{} = {};", b.name, a.name),
            0 => format!("memcpy(&{}, &{}, sizeof {});", b.name, a.name, a.name),
            _ => format!("memmove(&{}, &{}, sizeof({}));", b.name, a.name, self.records[*one].name),
        })
    }

    fn fill(&mut self) -> Option<String> {
        let count = self.state.objects.len();
        let at = self.random.below(count);
        let byte = *self.random.pick(&[0, 0, 255, 1, 127]);
        let object = &mut self.state.objects[at];
        let name = match object.shape {
            Shape::Array(..) => object.name.clone(),
            _ => format!("&{}", object.name),
        };
        match &mut object.content {
            Content::Bytes(bytes) => {
                let (from, to) = (self.random.below(bytes.len()), bytes.len());
                let length = self.random.within(1, to - from);
                bytes[from..from + length].fill(Some(byte));
                Some(format!("memset((char *){name} + {from}, {byte}, {length});"))
            }
            Content::Fields(fields) => {
                let Shape::Record(record) = object.shape else { return None };
                for (field, member) in fields.iter_mut().zip(&self.records[record].members) {
                    *field = Some(match byte {
                        0 => 0,
                        255 if member.kind.signed => -1,
                        255 => (1 << member.kind.bits) - 1,
                        _ => return None,
                    });
                }
                Some(format!("memset({name}, {byte}, sizeof {});", object.name))
            }
        }
    }

    /// Bytes of one object become bytes of another.
    fn bytes(&mut self) -> Option<String> {
        let count = self.state.objects.len();
        let (from, to) = (self.random.below(count), self.random.below(count));
        let (Content::Bytes(a), Content::Bytes(b)) =
            (&self.state.objects[from].content, &self.state.objects[to].content)
        else {
            return None;
        };
        let length = self.random.within(1, a.len().min(b.len()));
        let (x, y) = (self.random.below(a.len() - length + 1), self.random.below(b.len() - length + 1));
        if from == to && x.abs_diff(y) < length {
            return None;
        }
        let moved = a[x..x + length].to_vec();
        let name = |object: &Object| match object.shape {
            Shape::Array(..) => object.name.clone(),
            _ => format!("&{}", object.name),
        };
        let text = format!(
            "memcpy((char *){} + {y}, (char *){} + {x}, {length});",
            name(&self.state.objects[to]),
            name(&self.state.objects[from])
        );
        if let Content::Bytes(bytes) = &mut self.state.objects[to].content {
            bytes[y..y + length].copy_from_slice(&moved);
        }
        Some(text)
    }

    fn branch(&mut self, depth: usize) -> String {
        let (condition, value) = self.expr(2);
        let taken = value.1 != 0;
        let before = self.state.clone();
        let not_taken = self.statement_inside(depth);
        self.state = before;
        let does = self.statement_inside(depth);
        if taken {
            format!("if ({condition}) {{ {does} }} else {{ {not_taken} }}")
        } else {
            format!("if ({condition}) {{ {not_taken} }} else {{ {does} }}")
        }
    }

    /// A statement that declares nothing.
    fn statement_inside(&mut self, depth: usize) -> String {
        let (lines, state) = (self.lines.len(), self.state.clone());
        let text = self.statement(depth - 1);
        if self.lines.len() > lines {
            self.lines.truncate(lines);
            self.state = state;
            return ";".to_owned();
        }
        text
    }

    fn switch(&mut self) -> String {
        let (text, value) = self.leaf();
        let kind = value.0.promoted();
        let value = kind.convert(value.1);
        if value.unsigned_abs() > 1 << 62 {
            // The least number of all has no constant.
            return ";".to_owned();
        }
        let mut cases: Vec<i128> = vec![value, kind.convert(value + 1), kind.convert(value - 3)];
        cases.rotate_left(self.random.below(3));
        let hit = if self.random.percent(70) { cases.iter().position(|case| *case == value) } else { None };
        if hit.is_none() {
            cases.retain(|case| *case != value);
        }
        let mut out = format!("switch ({text}) {{ ");
        let mut running = false;
        let count = cases.len();
        for at in 0..=count {
            running |= hit == Some(at) || at == count && hit.is_none();
            let long = if kind.bits > 32 { "L" } else { "" };
            let unsigned = if kind.signed { "" } else { "u" };
            let label = cases
                .get(at)
                .map_or_else(|| "default:".to_owned(), |case| format!("case {case}{unsigned}{long}:"));
            let before = self.state.clone();
            let does = self.statement_inside(1);
            if !running {
                self.state = before;
            }
            let breaks = self.random.percent(60);
            let _ = write!(out, "{label} {does} {}", if breaks { "break; " } else { "" });
            if running && breaks {
                // What follows is not executed: it is left out.
                break;
            }
        }
        out + "}"
    }

    /// A loop that changes one unsigned place.
    fn looped(&mut self) -> Option<String> {
        let (target, place) = self.target();
        let mut value = self.read(place).filter(|_| !place.kind.signed && !place.kind.bool)?;
        let (rounds, factor) = (self.random.within(1, 6) as i128, *self.random.pick(&[1_i128, 3, 5, 2]));
        for index in 0..rounds {
            let wide = (place.kind.common(Kind { signed: false, ..INT }), value);
            let product = binary("*", wide, (Kind { signed: false, ..INT }, factor), true)?;
            let sum = binary("+", product, (INT, index), true)?;
            value = place.kind.convert(sum.1);
        }
        self.write(place, value);
        let variable = self.fresh("i");
        Some(format!(
            "for (int {variable} = 0; {variable} < {rounds}; {variable}++) {target} = {target} * {factor}u + {variable};"
        ))
    }

    /// A function of two numbers.
    fn call(&mut self) -> Option<String> {
        let name = self.fresh(&format!("f{}_", self.suffix));
        let ((one, a), (other, b), (word, result)) = (self.a_type(), self.a_type(), self.a_type());
        let (x, left) = self.expr(1);
        let (y, right) = self.expr(1);
        let (left, right) = ((a, a.convert(left.1)), (b, b.convert(right.1)));
        let op = *self.random.pick(&BINARY);
        let value = binary(op, left, right, self.wraps)?;
        let (target, place) = self.target();
        self.write(place, result.convert(value.1));
        let _ = writeln!(self.globals, "static {word} {name}({one} a, {other} b) {{ return a {op} b; }}");
        let callee = match self.random.below(3) {
            0 => {
                let _ = writeln!(
                    self.globals,
                    "static {word} (*const t{name}[2])({one}, {other}) = {{ {name}, {name} }};"
                );
                format!("t{name}[{}]", self.random.below(2))
            }
            1 => format!("(*{name})"),
            _ => name,
        };
        Some(format!("{target} = {callee}({x}, {y});"))
    }

    /// A claim about what is there now, and the same by mistake.
    fn claim(&mut self) {
        let unknown: Vec<(String, Place)> = self
            .all_places()
            .into_iter()
            .filter(|(_, place)| self.read(*place).is_none() && !place.kind.bool)
            .collect();
        if !unknown.is_empty() && self.random.percent(20) {
            let (text, place) = self.random.pick(&unknown).clone();
            let blank = match &self.state.objects[place.object].content {
                Content::Bytes(bytes) => {
                    bytes[place.at..place.at + place.kind.size()].iter().all(Option::is_none)
                }
                Content::Fields(_) => true,
            };
            if blank {
                let name = self.fresh("u");
                self.lines.push(format!(
                    "int {name} = 0; ⟦s uninitialized¦¦if ({text} == 1) {name} = 1;⟧ (void){name};"
                ));
                return;
            }
        }
        let depth = self.random.below(3);
        let (text, (kind, value)) = self.expr(depth);
        let promoted = kind.promoted();
        let value = promoted.convert(value);
        let other = match self.random.below(6) {
            0 => value + 1,
            1 => value - 1,
            2 => -value,
            3 => value & 0xff,
            4 => value ^ (1 << self.random.below(8)),
            _ => value | 0x100,
        };
        let other = promoted.convert(other);
        let other = if other == value { promoted.convert(value ^ 1) } else { other };
        let show = |value: i128| match (promoted.signed, promoted.bits > 32) {
            _ if value == i128::from(i64::MIN) => "(-9223372036854775807L - 1)".to_owned(),
            (true, false) if value == i128::from(i32::MIN) => "(-2147483647 - 1)".to_owned(),
            (true, false) => format!("({value})"),
            (true, true) => format!("({value}L)"),
            (false, false) => format!("{value}u"),
            (false, true) => format!("{value}ul"),
        };
        let (right, wrong) = (show(value), show(other));
        let at = self.fresh("a");
        let line = match self.random.below(7) {
            0 | 1 => format!("⟦s assert-fail¦sw_assert({text} == {right});¦sw_assert({text} == {wrong});⟧"),
            2 => format!(
                "int {at}, *p{at} = NULL; if ({text} == ⟦r null-deref¦{right}¦{wrong}⟧) p{at} = &{at}; ⟦s null-deref¦*p{at} = 1;¦if ({text} == {right}) p{at} = NULL; *p{at} = 1;⟧"
            ),
            3 => format!(
                "⟦s null-deref¦if ({text} != {right}) *(volatile int *)0 = 1;¦if ({text} != {wrong}) *(volatile int *)0 = 1;⟧"
            ),
            4 if value.unsigned_abs() < 1_000_000_000 && promoted.bits == 32 && promoted.signed => {
                format!(
                    "int {at}[3] = {{ 0 }}; ⟦s out-of-bounds¦{at}[{text} - {} + 2] = 1;¦{at}[{text} - {} + 3] = 1;⟧",
                    show(value),
                    show(value)
                )
            }
            5 => format!(
                "⟦s assert-fail¦sw_assert({text} >= {right} && {text} <= {right});¦sw_assert({text} > {right} || {text} < {right});⟧"
            ),
            _ => format!(
                "switch ({text}) {{ case {right}: break; default: sw_assert(0); }} ⟦s assert-fail¦¦sw_assert({text} != {right});⟧"
            ),
        };
        self.lines.push(line);
    }

    /// Frees what is on the heap so far.
    fn frees(&self) -> String {
        self.state
            .objects
            .iter()
            .filter_map(heap_of)
            .fold(String::new(), |text, name| text + "free(" + &name + "); ")
    }

    fn release(&mut self) {
        let names: Vec<String> = self.state.objects.iter().filter_map(heap_of).collect();
        for name in names {
            self.lines.push(format!("⟦s leak¦free({name});¦⟧"));
        }
    }
}

/// The pointer that an object on the heap is reached by.
fn heap_of(object: &Object) -> Option<String> {
    let name = object.name.trim_start_matches("(*").trim_end_matches(')');
    name.starts_with('h').then(|| name.to_owned())
}

fn size_up(size: usize, align: usize) -> usize {
    size.div_ceil(align) * align
}
