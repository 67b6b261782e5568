//! Nodes with two links and variables that lead to them, changed at random, and claims about who leads where.
//!
//! As for numbers the program is executed while it is written. Nothing is lost, used when it is freed or read before it is written, unless by mistake.

use std::fmt::Write as _;

use super::template::Expansion;
use crate::random::Random;

/// What a pointer is: nothing was written, null, or a node by its number.
type Link = Option<Option<usize>>;

#[derive(Clone, Debug)]
struct Node {
    alive: bool,
    links: [Link; 2],
    value: Option<i64>,
}

#[derive(Clone)]
struct Writer {
    random: Random,
    suffix: String,
    nodes: Vec<Node>,
    variables: Vec<(String, Option<usize>)>,
    lines: Vec<String>,
    serial: usize,
}

const NAMES: [&str; 2] = ["a", "b"];

/// Writes a function with nodes, and the call of it.
pub(super) fn links(expansion: &mut Expansion, globals: &mut String, calls: &mut String) -> &'static str {
    let suffix = expansion.suffix.clone();
    let mut writer = Writer {
        random: Random::new(expansion.random.below(usize::MAX) as u64),
        suffix: suffix.clone(),
        nodes: Vec::new(),
        variables: Vec::new(),
        lines: Vec::new(),
        serial: 0,
    };
    let _ = writeln!(globals, "struct k{suffix} {{ struct k{suffix} *a; int v; struct k{suffix} *b; }};");
    let _ = writeln!(
        globals,
        "static struct k{suffix} *mk{suffix}(int v) {{ struct k{suffix} *p = malloc(sizeof *p); if (!p) exit(0); p->v = v; p->a = p->b = NULL; return p; }}"
    );
    let _ = writeln!(
        globals,
        "static struct k{suffix} *raw{suffix}(void) {{ struct k{suffix} *p = malloc(sizeof *p); if (!p) exit(0); return p; }}"
    );
    let _ = writeln!(
        globals,
        "static void set{suffix}(struct k{suffix} **to, struct k{suffix} *p) {{ *to = p; }}"
    );
    let _ = writeln!(
        globals,
        "bool chain{suffix}(struct k{suffix} *p) {{ return p == NULL || chain{suffix}(p->a); }}"
    );
    for at in 0..writer.random.within(2, 4) {
        let global = writer.random.percent(30);
        let name = if global { format!("g{at}_{suffix}") } else { format!("x{at}") };
        if global {
            let _ = writeln!(globals, "static struct k{suffix} *{name};");
        } else {
            writer.lines.push(format!("struct k{suffix} *{name} = NULL;"));
        }
        writer.variables.push((name, None));
    }
    for _ in 0..writer.random.within(4, 12) {
        writer.statement();
        if writer.random.percent(15) {
            writer.claim();
        }
    }
    writer.claim();
    writer.claim();
    writer.release();
    let _ = writeln!(globals, "static void links{suffix}(void) {{");
    for line in &writer.lines {
        let _ = writeln!(globals, "    {}", expansion.expand(line));
    }
    globals.push_str("}\n");
    let _ = writeln!(calls, "    links{suffix}();");
    "links"
}

/// A way to a place: its text, and whose link it is.
#[derive(Clone, Copy)]
enum Holder {
    Variable(usize),
    Link(usize, usize),
}

impl Writer {
    /// Expressions for pointers that may be read: the text, what it is, and where it is kept.
    fn paths(&self, depth: usize) -> Vec<(String, Option<usize>, Holder)> {
        let mut found: Vec<(String, Option<usize>, Holder)> = Vec::new();
        for (at, (name, target)) in self.variables.iter().enumerate() {
            found.push((name.clone(), *target, Holder::Variable(at)));
        }
        let mut from = 0;
        for _ in 0..depth {
            let to = found.len();
            for index in from..to {
                let (text, target, _) = found[index].clone();
                let Some(node) = target.filter(|node| self.nodes[*node].alive) else { continue };
                for (which, name) in NAMES.iter().enumerate() {
                    if let Some(next) = self.nodes[node].links[which] {
                        found.push((format!("{text}->{name}"), next, Holder::Link(node, which)));
                    }
                }
            }
            from = to;
        }
        found
    }

    fn is_alive(&self, target: Option<usize>) -> bool {
        target.is_some_and(|node| self.nodes[node].alive)
    }

    /// Whether all nodes that are alive can be reached.
    fn nothing_lost(&self) -> bool {
        let mut seen = vec![false; self.nodes.len()];
        let mut stack: Vec<usize> = self.variables.iter().filter_map(|(_, target)| *target).collect();
        while let Some(node) = stack.pop() {
            if seen[node] || !self.nodes[node].alive {
                continue;
            }
            seen[node] = true;
            stack.extend(self.nodes[node].links.iter().filter_map(|link| link.flatten()));
        }
        self.nodes.iter().zip(seen).all(|(node, seen)| !node.alive || seen)
    }

    fn put(&mut self, holder: Holder, target: Option<usize>) {
        match holder {
            Holder::Variable(at) => self.variables[at].1 = target,
            Holder::Link(node, which) => self.nodes[node].links[which] = Some(target),
        }
    }

    fn statement(&mut self) {
        for _ in 0..20 {
            let before = self.clone();
            if self.try_statement().is_some() && self.nothing_lost() {
                return;
            }
            let random = self.random.clone();
            *self = before;
            self.random = random;
        }
    }

    fn try_statement(&mut self) -> Option<()> {
        let paths = self.paths(2);
        let (to, _, holder) = self.random.pick(&paths).clone();
        let (from, value, _) = self.random.pick(&paths).clone();
        let dangling = value.is_some() && !self.is_alive(value);
        let suffix = self.suffix.clone();
        let line = match self.random.below(16) {
            0..=4 => {
                let number = self.random.below(100) as i64;
                self.nodes.push(Node { alive: true, links: [Some(None); 2], value: Some(number) });
                let target = Some(self.nodes.len() - 1);
                self.put(holder, target);
                format!("{to} = mk{suffix}({number});")
            }
            5 => {
                // Without values.
                self.nodes.push(Node { alive: true, links: [None, None], value: None });
                let target = Some(self.nodes.len() - 1);
                self.put(holder, target);
                format!("{to} = raw{suffix}();")
            }
            6 | 7 => {
                self.put(holder, value);
                format!("{to} = {from};")
            }
            8 if self.is_alive(value) => {
                // A link of what is found, also one that has no value.
                let node = value?;
                let which = self.random.below(2);
                let (other, target, _) = self.random.pick(&paths).clone();
                self.nodes[node].links[which] = Some(target);
                format!("{from}->{} = {other};", NAMES[which])
            }
            9 if self.is_alive(value) => {
                let number = self.random.below(100) as i64;
                self.nodes[value?].value = Some(number);
                format!("{from}->v = {number};")
            }
            10 => {
                self.put(holder, None);
                format!("{to} = NULL;")
            }
            11 if self.is_alive(value) => {
                self.nodes[value?].alive = false;
                format!("free({from});")
            }
            12 => {
                self.put(holder, value);
                format!("set{suffix}(&{to}, {from});")
            }
            13 => {
                let (other, target, _) = self.random.pick(&paths).clone();
                let kept = target.is_some() && !self.is_alive(target);
                if dangling || kept {
                    return None;
                }
                let same = target == value;
                let number = self.random.below(50) as i64;
                let node = value.filter(|_| same)?;
                self.nodes[node].value = Some(number);
                format!("if ({other} == {from}) {from}->v = {number}; else {from} = NULL;")
            }
            14 if self.is_alive(value) => {
                // A whole node is copied to another.
                let target = match holder {
                    Holder::Variable(at) => self.variables[at].1,
                    Holder::Link(node, which) => self.nodes[node].links[which].flatten(),
                };
                let (source, sink) = (value?, target.filter(|node| self.nodes[*node].alive)?);
                self.nodes[sink] = self.nodes[source].clone();
                format!("*{to} = *{from};")
            }
            15 if self.is_alive(value) => {
                // To the end of a chain that has one.
                let mut node = value?;
                for _ in 0..10 {
                    match self.nodes[node].links[0]? {
                        None => {
                            let (other, target, _) = self.random.pick(&paths).clone();
                            self.nodes[node].links[0] = Some(target);
                            self.serial += 1;
                            let name = format!("w{}", self.serial);
                            self.lines.push(format!(
                                "struct k{suffix} *{name} = {from}; while ({name}->a) {name} = {name}->a; {name}->a = {other};"
                            ));
                            return Some(());
                        }
                        Some(next) => node = Some(next).filter(|next| self.nodes[*next].alive)?,
                    }
                }
                return None;
            }
            _ => return None,
        };
        self.lines.push(line);
        Some(())
    }

    /// Whether the chain along the first link ends: `None` if it leads to what cannot be read.
    fn ends(&self, mut at: Option<usize>) -> Option<bool> {
        for _ in 0..=self.nodes.len() {
            match at {
                None => return Some(true),
                Some(node) if self.nodes[node].alive => at = self.nodes[node].links[0]?,
                Some(_) => return None,
            }
        }
        Some(false)
    }

    fn claim(&mut self) {
        let paths = self.paths(3);
        let (one, target, _) = self.random.pick(&paths).clone();
        let (other, second, _) = self.random.pick(&paths).clone();
        let suffix = self.suffix.clone();
        let alive: Vec<bool> = self.nodes.iter().map(|node| node.alive).collect();
        let dead = |target: Option<usize>| target.is_some_and(|node| !alive[node]);
        let line = match self.random.below(8) {
            0 | 1 if !dead(target) && !dead(second) => {
                let (right, wrong) = if target == second { ("==", "!=") } else { ("!=", "==") };
                format!("⟦s assert-fail¦sw_assert({one} {right} {other});¦sw_assert({one} {wrong} {other});⟧")
            }
            2 if !dead(target) => {
                let (right, wrong) = if target.is_none() { ("==", "!=") } else { ("!=", "==") };
                format!("⟦s assert-fail¦sw_assert({one} {right} NULL);¦sw_assert({one} {wrong} NULL);⟧")
            }
            3 if dead(target) => {
                let what = *self.random.pick(&[
                    "use-after-free¦¦@->v = 1;",
                    "double-free¦¦free(@);",
                    "use-after-free¦¦if (@->v == 3) @ = NULL;",
                ]);
                format!("⟦s {}⟧", what.replace('@', &one))
            }
            4 | 5 if self.is_alive(target) => match self.nodes[target.unwrap_or_default()].value {
                Some(value) => format!(
                    "⟦s assert-fail¦sw_assert({one}->v == {value});¦sw_assert({one}->v == {});⟧",
                    value + 1
                ),
                None => format!("⟦s uninitialized¦¦if ({one}->v == 3) {one}->v = 1;⟧"),
            },
            6 if target.is_none() => format!("⟦s null-deref¦¦{one}->v = 1;⟧"),
            _ => match self.ends(target) {
                Some(true) if target.is_none() => format!("sw_assert(chain{suffix}({one}));"),
                Some(true) => format!(
                    "⟦s assert-fail¦sw_assert(chain{suffix}({one}));¦{one}->a = {one}; sw_assert(chain{suffix}({one}));⟧"
                ),
                Some(false) => format!("⟦s assert-fail¦¦sw_assert(chain{suffix}({one}));⟧"),
                None => format!("⟦s use-after-free¦¦sw_assert(chain{suffix}({one}));⟧"),
            },
        };
        self.lines.push(line);
    }

    /// Frees what is alive.
    fn release(&mut self) {
        let paths = self.paths(8.min(self.nodes.len()));
        let mut kept: Vec<(String, usize)> = Vec::new();
        for (text, target, _) in paths {
            if let Some(node) = target.filter(|node| self.nodes[*node].alive)
                && !kept.iter().any(|(_, other)| *other == node)
            {
                kept.push((text, node));
            }
        }
        let suffix = self.suffix.clone();
        for (at, (text, _)) in kept.iter().enumerate() {
            self.lines.push(format!("struct k{suffix} *e{at} = {text};"));
        }
        for at in 0..kept.len() {
            self.lines.push(format!("⟦s leak¦free(e{at});¦⟧"));
        }
        if self.random.percent(40) {
            let (name, target) = self.random.pick(&self.variables).clone();
            if target.is_some() {
                self.lines.push(format!("⟦s use-after-free¦¦{name}->v = 2;⟧"));
            }
        }
    }
}
