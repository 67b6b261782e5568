//! The steps of a way as C statements, in a function that returns 0 where one does not hold. Values are the elements of `swc_v`.

use std::fmt::Write as _;

use model::{Instance, Known, Probe, Relation, Sum};

/// Statements in the making.
pub(super) struct Body<'a> {
    pub(super) text: String,
    values: &'a [Known],
    indent: usize,
    /// Variables of blocks so far.
    fresh: usize,
}

impl<'a> Body<'a> {
    pub(super) fn new(values: &'a [Known], indent: usize) -> Self {
        Self { text: String::new(), values, indent, fresh: 0 }
    }

    pub(super) fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "    ".repeat(self.indent));
    }

    fn ask(&mut self, condition: &str) {
        self.line(&format!("if (!{condition}) return 0;"));
    }

    pub(super) fn all(&mut self, steps: &[Probe]) {
        for step in steps {
            self.step(step);
        }
    }

    /// A sum as a value.
    pub(super) fn sum(sum: Sum) -> String {
        match sum {
            Sum { base: None, offset } => format!("swc_known_((unsigned long long){})", number(offset)),
            Sum { base: Some(base), offset: 0 } => format!("swc_v[{base}]"),
            Sum { base: Some(base), offset } => format!("swc_plus_(swc_v[{base}], {})", number(offset)),
        }
    }

    /// The bits of a value's type and whether it is signed; 0 bits if nobody knows.
    fn range(&self, value: usize) -> (u16, u8) {
        self.values[value].range.map_or((0, 0), |(bits, signed)| (bits, u8::from(signed)))
    }

    fn is(&self, is: Sum, value: &str, size: u8) -> String {
        match is.base {
            None => format!("swc_is_((swc_value_ *)0, {}, {value}, {size}, 0, 0)", number(is.offset)),
            Some(base) => {
                let (bits, signed) = self.range(base);
                format!("swc_is_(&swc_v[{base}], {}, {value}, {size}, {bits}, {signed})", number(is.offset))
            }
        }
    }

    fn step(&mut self, step: &Probe) {
        match step {
            Probe::Given { given, is } => {
                let is = self.is(*is, &format!("swc_given[{given}]"), 8);
                self.ask(&is);
            }
            Probe::Object { at } => {
                let at = Self::sum(*at);
                self.line(&format!(
                    "if ({at}.swc_known && ({at}.swc_n < 4096 || {at}.swc_n > ~4096ull)) return 0;"
                ));
            }
            Probe::Claim { at, bytes } => {
                let at = Self::sum(*at);
                self.ask(&format!("swc_own_({at})"));
                if let Some((start, size)) = bytes {
                    self.line(&format!("swc_has_({at}, {}, {});", number(*start), Self::sum(*size)));
                }
            }
            Probe::Read { at, offset, size, signed, is } => {
                let value = format!(
                    "swc_read_({}, {}, {size}, {})",
                    Self::sum(*at),
                    number(*offset),
                    u8::from(*signed)
                );
                let is = self.is(*is, &value, *size);
                self.ask(&is);
            }
            Probe::Text { at, offset, room } => {
                let room = room.map_or("-1".to_owned(), |room| room.to_string());
                self.ask(&format!("swc_text_({}, {}, {room})", Self::sum(*at), number(*offset)));
            }
            Probe::Whole(instance) => self.whole(instance),
            Probe::Part { from, to } => {
                self.line("{");
                self.indent += 1;
                let hole = self.named("hole");
                let (count, predicate) = (to.args.len(), to.predicate);
                self.line(&format!("swc_hole_ {hole};"));
                let args = self.args(from);
                self.line(&format!("{hole}.swc_predicate = {predicate};"));
                self.line(&format!("{hole}.swc_count = {count};"));
                for (at, arg) in to.args.iter().enumerate() {
                    self.line(&format!("{hole}.swc_args[{at}] = {};", Self::sum(*arg)));
                }
                self.ask(&format!("swc_p{}_({args}, &{hole})", from.predicate));
                self.indent -= 1;
                self.line("}");
            }
            Probe::Each { at, from, to, stride, element, steps } => {
                let begin = self.named("at");
                let (at, from, to) = (Self::sum(*at), Self::sum(*from), Self::sum(*to));
                self.line(&format!("if ({at}.swc_known && {from}.swc_known && {to}.swc_known) {{"));
                self.indent += 1;
                self.line(&format!("long long {begin};"));
                self.line(&format!(
                    "for ({begin} = (long long){from}.swc_n; {begin} < (long long){to}.swc_n; {begin} += {stride}) {{"
                ));
                self.indent += 1;
                self.line(&format!("swc_v[{element}] = swc_plus_({at}, {begin});"));
                let mut learned = Vec::new();
                of_elements(steps, &mut learned);
                for value in learned {
                    self.line(&format!("swc_v[{value}].swc_known = 0;"));
                }
                self.all(steps);
                self.indent -= 1;
                self.line("}");
                self.indent -= 1;
                self.line("}");
            }
            Probe::Unless { null, steps } => {
                self.line(&format!("if (swc_v[{null}].swc_known && swc_v[{null}].swc_n != 0) {{"));
                self.indent += 1;
                self.all(steps);
                self.indent -= 1;
                self.line("}");
            }
            Probe::Number { relation, terms, constant } => {
                let Some(sum) = self.total(terms, *constant) else { return };
                let relation = match relation {
                    Relation::Zero => 0,
                    Relation::NonZero => 1,
                    Relation::AtLeastZero => 2,
                };
                self.ask(&format!("swc_holds_({sum}, {relation})"));
                self.indent -= 1;
                self.line("}");
            }
            Probe::Solve { value, factor, terms, constant } => {
                let Some(sum) = self.total(terms, *constant) else { return };
                let (bits, signed) = self.range(*value);
                self.line(&format!(
                    "if (!swc_v[{value}].swc_known) swc_v[{value}] = swc_solve_({sum}, {factor}, {bits}, {signed});"
                ));
                self.indent -= 1;
                self.line("}");
            }
            Probe::Among { at, or } => {
                let at = Self::sum(*at);
                match or {
                    None => self.ask(&format!("swc_is_claimed_({at})")),
                    Some(or) => {
                        let or = Self::sum(*or);
                        self.ask(&format!(
                            "(swc_is_claimed_({at}) || !{or}.swc_known || {at}.swc_n == {or}.swc_n)"
                        ));
                    }
                }
            }
        }
    }

    fn whole(&mut self, instance: &Instance) {
        self.line("{");
        self.indent += 1;
        let args = self.args(instance);
        self.ask(&format!("swc_p{}_({args}, (const swc_hole_ *)0)", instance.predicate));
        self.indent -= 1;
        self.line("}");
    }

    /// Declares the arguments of a structure; their name.
    pub(super) fn args(&mut self, instance: &Instance) -> String {
        let name = self.named("args");
        self.line(&format!("swc_value_ {name}[{}];", instance.args.len()));
        for (at, arg) in instance.args.iter().enumerate() {
            self.line(&format!("{name}[{at}] = {};", Self::sum(*arg)));
        }
        name
    }

    fn named(&mut self, what: &str) -> String {
        self.fresh += 1;
        format!("swc_{what}{}", self.fresh)
    }

    /// Opens a block in which a sum is computed; nothing if it has no room.
    fn total(&mut self, terms: &[(usize, i64)], constant: i128) -> Option<String> {
        let constant = i64::try_from(constant).ok()?;
        self.line("{");
        self.indent += 1;
        let sum = self.named("sum");
        self.line(&format!("swc_sum_ {sum} = swc_sum_of_({});", number(constant)));
        for (value, factor) in terms {
            // Only what is of an unsigned type, and an address, is never negative.
            let signed = self.values[*value].range.is_some_and(|(_, signed)| signed);
            self.line(&format!(
                "swc_add_(&{sum}, swc_v[{value}], {}, {});",
                number(*factor),
                u8::from(signed)
            ));
        }
        Some(sum)
    }
}

/// The values that steps about an element learn.
fn of_elements(steps: &[Probe], found: &mut Vec<usize>) {
    for step in steps {
        match step {
            Probe::Read { is: Sum { base: Some(base), .. }, .. } => found.push(*base),
            Probe::Unless { steps, .. } => of_elements(steps, found),
            _ => {}
        }
    }
}

/// A constant: C has no literal for the least number.
fn number(value: i64) -> String {
    if value == i64::MIN { "(-9223372036854775807ll - 1)".to_owned() } else { format!("{value}ll") }
}
