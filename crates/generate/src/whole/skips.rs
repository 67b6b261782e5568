//! Skip lists: sorted or not, of two or three levels, with or without a node at the end.

use super::Module;
use crate::text::{Text, filled};

/// Where the first node is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Head {
    /// On the heap, and a variable leads to it.
    Heap,
    /// A global variable.
    Global,
    /// On the heap, and a struct with both ends leads to it.
    Ends,
}

/// What the last links lead to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tail {
    Null,
    /// A node that is a global variable; several lists may share it.
    Global,
    /// A node on the heap that a global or the struct of the list leads to.
    Heap,
}

/// How one module does it.
struct Style {
    at: usize,
    levels: usize,
    /// The members that are the links, the lowest level first.
    links: Vec<String>,
    head: Head,
    tail: Tail,
    /// Functions get the list, and do not know it.
    given: bool,
    /// Low nodes have null where they have no link.
    null: bool,
    /// A function goes along the lowest level.
    helper: bool,
}

/// The node before a place on each level, the lowest first.
const BEFORE: [&str; 3] = ["a", "b", "c"];

impl Style {
    fn chosen(text: &mut Text, at: usize) -> Self {
        let levels = if text.random.percent(60) { 2 } else { 3 };
        let array = text.random.percent(25);
        let turned = text.random.percent(30);
        let member = |level: usize| match (array, turned) {
            (false, _) => ["next", "jump", "leap"][level].to_owned(),
            (true, false) => format!("to[{level}]"),
            (true, true) => format!("to[{}]", levels - 1 - level),
        };
        let links: Vec<String> = (0..levels).map(member).collect();
        let head = *text.random.pick(&[Head::Heap, Head::Heap, Head::Global, Head::Ends]);
        let tail = match head {
            Head::Ends if text.random.percent(75) => Tail::Heap,
            Head::Ends => Tail::Null,
            _ => *text.random.pick(&[Tail::Null, Tail::Null, Tail::Null, Tail::Global, Tail::Heap]),
        };
        let members = if array {
            format!("struct node@ *to[{levels}];")
        } else {
            let mut names = links.clone();
            if turned {
                names.reverse();
            }
            format!("struct node@ *{};", names.join(", *"))
        };
        let members = if text.random.percent(50) {
            format!("int key; {members}")
        } else {
            format!("{members} int key;")
        };
        text.lines(&filled(&format!("struct node@ {{ {members} }};"), at, &[]));
        let given = head == Head::Ends || text.random.percent(65);
        let null = text.random.percent(60);
        let helper = text.random.percent(20);
        Self { at, levels, links, head, tail, given, null, helper }
    }

    /// The text with the names of this list in place.
    ///
    /// `L0` to `L2` are links, `$P` is what functions get, and `$PM` with more to come, `$H` the first node, `$E` the end.
    fn put(&self, template: &str) -> String {
        let end = match (self.tail, self.head) {
            (Tail::Null, _) => "NULL",
            (Tail::Global, _) => "&tail@",
            (Tail::Heap, Head::Ends) => "s->last",
            (Tail::Heap, _) => "tail@",
        };
        let (first, got) = match (self.head, self.given) {
            (Head::Ends, _) => ("s->first", "struct skip@ *s"),
            (_, true) => ("h", "struct node@ *h"),
            (Head::Heap, false) => ("head@", "void"),
            (Head::Global, false) => ("(&head@)", "void"),
        };
        let more = if self.given { format!("{got}, ") } else { String::new() };
        let mut text = template.to_owned();
        for (level, link) in self.links.iter().enumerate() {
            text = text.replace(&format!("->L{level}"), &format!("->{link}"));
        }
        filled(&text, self.at, &[("PM", &more), ("P", got), ("H", first), ("E", end)])
    }

    /// What functions are given, for this list of the module.
    fn list(&self, which: &str) -> &'static str {
        match (self.head, which) {
            (Head::Heap, "") => "head@",
            (Head::Heap, _) => "other@",
            (Head::Global, "") => "&head@",
            (Head::Global, _) => "&other@",
            (Head::Ends, "") => "&list@",
            (Head::Ends, _) => "&more@",
        }
    }

    fn top(&self) -> usize {
        self.levels - 1
    }

    /// Goes down to a place: one that keys tell, or any.
    fn descend(&self, text: &mut Text, keys: bool) -> String {
        let guarded = self.tail != Tail::Null && keys && text.random.percent(20);
        let helper = self.helper && keys && !guarded;
        let mut lines = Vec::new();
        for level in (0..self.levels).rev() {
            let p = BEFORE[level];
            let top = level == self.top();
            let start = if top { "$H".to_owned() } else { BEFORE[level + 1].to_owned() };
            let mut bound =
                if top { "$E".to_owned() } else { format!("{}->L{}", BEFORE[level + 1], level + 1) };
            if !top && (if keys { text.random.percent(30) } else { text.slip() }) {
                "$E".clone_into(&mut bound);
            }
            let step = if keys {
                format!("{p}->L{level}->key < key")
            } else {
                text.either("__VERIFIER_nondet_int() & 1", "__VERIFIER_nondet_int() & 3").to_owned()
            };
            let test = if guarded || (top && text.slip()) {
                step
            } else {
                format!("{p}->L{level} != {bound} && {step}")
            };
            let walked = if level == 0 && text.slip() { self.top() } else { level };
            if helper && level == 0 {
                lines.push(format!("    struct node@ *{p} = along@({start}, {bound}, key);"));
            } else {
                lines.push(format!("    struct node@ *{p} = {start};"));
                lines.push(format!("    while ({test}) {p} = {p}->L{walked};"));
            }
        }
        lines.join("\n")
    }

    /// Takes the node `gone` behind the nodes before it out of all levels.
    fn unlink(&self, text: &mut Text) -> String {
        let mut out = Vec::new();
        if text.random.percent(50) {
            for (level, p) in BEFORE.iter().enumerate().take(self.levels).skip(1) {
                if !text.slip() {
                    out.push(format!("if ({p}->L{level} == gone) {p}->L{level} = gone->L{level};"));
                }
            }
        } else if !text.slip() {
            let inner =
                if self.levels == 3 && !text.slip() { "if (c->L2 == gone) c->L2 = gone->L2; " } else { "" };
            out.push(format!("if (b->L1 == gone) {{ b->L1 = gone->L1; {inner}}}"));
        }
        let last = text.or_slip("a->L0 = gone->L0; free(gone);", "free(gone); a->L0 = gone->L0;");
        let last = if text.slip() { "a->L0 = gone->L0;" } else { last };
        out.push(last.to_owned());
        out.join("\n    ")
    }

    /// All links of a node lead there.
    fn all(&self, node: &str, to: &str) -> String {
        let links: Vec<String> = (0..self.levels).map(|level| format!("{node}->L{level} = ")).collect();
        format!("{}{to};", links.concat())
    }

    fn emit(&self, text: &mut Text, template: &str) {
        let lines = self.put(template);
        text.lines(&lines);
    }

    /// The variables outside of functions, and how lists begin.
    fn opening(&self, text: &mut Text, lists: &[&str]) {
        for which in lists {
            let name = self.list(which).trim_start_matches('&');
            match self.head {
                Head::Global => self.emit(text, &format!("static struct node@ {name};")),
                Head::Heap if !self.given => self.emit(text, &format!("static struct node@ *{name};")),
                _ => {}
            }
        }
        let links = if text.slip() { "n->L0 = end;".to_owned() } else { self.all("n", "end") };
        let key = text.either("n->key = 0;", "");
        if self.tail == Tail::Global {
            self.emit(text, "static struct node@ tail@;");
        }
        if self.tail == Tail::Heap && self.head != Head::Ends {
            self.emit(text, "static struct node@ *tail@;");
        }
        self.emit(
            text,
            &format!(
                "static struct node@ *begin@(struct node@ *end) {{
    struct node@ *n = malloc(sizeof *n);
    if (n == NULL) exit(1);
    {key} {links}
    return n;
}}
static struct node@ *end@(void) {{
    struct node@ *n = malloc(sizeof *n);
    if (n == NULL) exit(1);
    n->key = 99; {}
    return n;
}}",
                self.all("n", "NULL")
            ),
        );
        if self.head == Head::Ends {
            self.emit(text, "struct skip@ { struct node@ *first, *last; };");
            let last = if self.tail == Tail::Heap { "end@()" } else { "NULL" };
            let order = if text.random.percent(50) {
                format!("struct node@ *last = {last}; s->first = begin@(last); s->last = last;")
            } else {
                format!("s->last = {last}; s->first = begin@(s->last);")
            };
            self.emit(text, &format!("static void open@(struct skip@ *s) {{ {order} }}"));
        }
    }

    /// A new node is put in at a place.
    fn inserting(&self, text: &mut Text, name: &str, keys: bool) {
        let descend = self.descend(text, keys);
        let make = text.either("malloc(sizeof *n)", "calloc(1, sizeof *n)");
        let make = if self.null { make } else { "malloc(sizeof *n)" };
        let fail = text.either("return;", "exit(1);");
        let test = if text.slip() { String::new() } else { format!("if (n == NULL) {fail}") };
        let null: Vec<String> = (1..self.levels).map(|level| format!("n->L{level} = NULL;")).collect();
        let null =
            if self.null && make.starts_with('m') && !text.slip() { null.join(" ") } else { String::new() };
        let low = text.or_slip("n->L0 = a->L0; a->L0 = n;", "n->L0 = a->L0;");
        let high = text.either("__VERIFIER_nondet_int() & 1", "key % 4 == 0");
        let mut up = String::new();
        for level in (1..self.levels).rev() {
            let p = BEFORE[level];
            let link = format!("n->L{level} = {p}->L{level};");
            let link = if text.slip() { String::new() } else { link };
            up = if level == 1 && !up.is_empty() && text.slip() {
                format!("if ({high}) {{ {link} {p}->L{level} = n; }} {up}")
            } else {
                format!("if ({high}) {{ {link} {p}->L{level} = n; {up} }}")
            };
        }
        let early = text.random.percent(30);
        let (before, after) = if early { (descend.as_str(), "") } else { ("", descend.as_str()) };
        self.emit(
            text,
            &format!(
                "static void {name}@($PMint key) {{
{before}
    struct node@ *n = {make};
    {test}
    n->key = key; {null}
{after}
    {low}
    {up}
}}"
            ),
        );
    }

    /// A new node comes first, on the lowest levels.
    fn front(&self, text: &mut Text) {
        let height = text.random.within(1, self.levels);
        let mut links = Vec::new();
        for level in 0..self.levels {
            if level < height {
                if !text.slip() {
                    links.push(format!("n->L{level} = $H->L{level};"));
                }
                links.push(format!("$H->L{level} = n;"));
            } else if self.null {
                links.push(format!("n->L{level} = NULL;"));
            }
        }
        let links = links.join(" ");
        self.emit(
            text,
            &format!(
                "static void front@($PMint key) {{
    struct node@ *n = malloc(sizeof *n);
    if (n == NULL) return;
    n->key = key;
    {links}
}}"
            ),
        );
    }

    /// The node of a key, or any, is taken out.
    fn erasing(&self, text: &mut Text) {
        let keys = text.random.percent(60);
        let descend = self.descend(text, keys);
        let end = text.or_slip("gone == $E", "0");
        let test = if keys { format!("{end} || gone->key != key") } else { end.to_owned() };
        let unlink = self.unlink(text);
        self.emit(
            text,
            &format!(
                "static int erase@($PMint key) {{
{descend}
    struct node@ *gone = a->L0;
    if ({test}) return 0;
    {unlink}
    return key;
}}"
            ),
        );
    }

    /// The first node is taken out.
    fn shifting(&self, text: &mut Text) {
        let mut links = Vec::new();
        for level in (1..self.levels).rev() {
            if !text.slip() {
                links.push(format!("if ($H->L{level} == n) $H->L{level} = n->L{level};"));
            }
        }
        let links = links.join("\n    ");
        let test = text.or_slip("if (n == $E) return;", "");
        self.emit(
            text,
            &format!(
                "static void shift@($P) {{
    struct node@ *n = $H->L0;
    {test}
    {links}
    $H->L0 = n->L0;
    free(n);
}}"
            ),
        );
    }

    /// Whether there is a node of a key, or the node itself.
    fn seeking(&self, text: &mut Text) {
        let descend = self.descend(text, true);
        let end = text.or_slip("a->L0 != $E && ", "");
        self.emit(
            text,
            &format!(
                "static int seek@($PMint key) {{
{descend}
    return {end}a->L0->key == key;
}}"
            ),
        );
    }

    /// Along one level.
    fn walking(&self, text: &mut Text, level: usize) {
        let until = match (self.tail, text.random.below(3)) {
            (Tail::Null, 0) => "n",
            (Tail::Null, _) => "n != NULL",
            (_, 0) => "n",
            (_, 1) => "n->L0",
            _ => "n != $E",
        };
        let what = match text.random.below(3) {
            0 => "sum++;",
            1 => "sum += n->key & 7;",
            _ => "n->key &= 7;",
        };
        // The key of the node at the end tells that it is the last.
        let until = if what == "n->key &= 7;" { "n != $E" } else { until };
        let walked = if text.slip() { self.top() } else { level };
        self.emit(
            text,
            &format!(
                "static int walk{level}_@($P) {{
    int sum = 0;
    for (struct node@ *n = $H->L{level}; {until}; n = n->L{walked}) {what}
    return sum & 15;
}}"
            ),
        );
    }

    /// Asks every node for its upper link.
    fn peeking(&self, text: &mut Text) {
        let test = text.or_slip("if (n->L1) ", "");
        self.emit(
            text,
            &format!(
                "static int peek@($P) {{
    int sum = 0;
    for (struct node@ *n = $H->L0; n != $E; n = n->L0) {test}sum += n->L1->key & 7;
    return sum & 15;
}}"
            ),
        );
    }

    /// Decides anew which nodes are on the upper level of two.
    fn raising(&self, text: &mut Text) {
        let link = text.or_slip("n->L1 = end; ", "");
        self.emit(
            text,
            &format!(
                "static void raise@($P) {{
    struct node@ *p = $H;
    while (p != $E) {{
        struct node@ *end = p->L1;
        for (struct node@ *n = p->L0; n != end; n = n->L0)
            if (n->key & 1) {{ {link}p->L1 = n; p = n; }}
        p = end;
    }}
}}"
            ),
        );
    }

    /// Frees all nodes between the first and the end.
    fn emptying(&self, text: &mut Text) {
        let level = if text.slip() { self.top() } else { 0 };
        let reset = if text.slip() { "$H->L0 = $E;".to_owned() } else { self.all("$H", "$E") };
        let body = match text.random.below(3) {
            0 => format!(
                "struct node@ *n = $H->L0; while (n != $E) {{ struct node@ *next = n->L{level}; free(n); n = next; }} {reset}"
            ),
            1 => format!(
                "while ($H->L0 != $E) {{ struct node@ *n = $H->L0; $H->L0 = n->L{level}; free(n); }} {reset}"
            ),
            _ => {
                self.emit(
                    text,
                    &format!(
                        "static void drop@(struct node@ *n, struct node@ *end) {{ if (n == end) return; drop@(n->L{level}, end); free(n); }}"
                    ),
                );
                format!("drop@($H->L0, $E); {reset}")
            }
        };
        self.emit(text, &format!("static void empty@($P) {{ {body} }}"));
    }

    /// The end of a list, and of the node at its end if that is its own.
    fn closing(&self, text: &mut Text) {
        let own = self.tail == Tail::Heap && self.head == Head::Ends;
        let test = if own { "n" } else { "n != $E" };
        let level = if text.slip() { self.top() } else { 0 };
        let first = if self.head == Head::Global { "$H->L0" } else { "$H" };
        let body = if text.random.percent(40) {
            let rest = match self.head {
                Head::Global => "",
                _ if own => "free($E); free($H);",
                _ => "free($H);",
            };
            let all = if self.given { "empty@($GIVEN);" } else { "empty@();" };
            let all = all.replace("$GIVEN", if self.head == Head::Ends { "s" } else { "h" });
            format!("{all} {rest}")
        } else {
            format!(
                "struct node@ *n = {first}; while ({test}) {{ struct node@ *next = n->L{level}; free(n); n = next; }}"
            )
        };
        self.emit(text, &format!("static void close@($P) {{ {body} }}"));
    }

    /// What `main` begins with.
    fn locals(&self, lists: &[&str]) -> Vec<String> {
        let mut locals = Vec::new();
        if self.tail == Tail::Global {
            locals.push("tail@.key = 99;".to_owned());
        }
        if self.tail == Tail::Heap && self.head != Head::Ends {
            locals.push("tail@ = end@();".to_owned());
        }
        for which in lists {
            let name = self.list(which).trim_start_matches('&');
            locals.push(match self.head {
                Head::Heap if self.given => format!("struct node@ *{name} = begin@($E);"),
                Head::Heap => format!("{name} = begin@($E);"),
                Head::Global => self.all(&format!("(&{name})"), "$E"),
                Head::Ends => format!("struct skip@ {name}; open@(&{name});"),
            });
        }
        locals.iter().map(|local| self.put(local)).collect()
    }

    /// A call for one of the lists.
    fn call(&self, function: &str, which: &str, key: &str) -> String {
        let list = if self.given { self.list(which) } else { "" };
        let comma = if list.is_empty() || key.is_empty() { "" } else { ", " };
        format!("{function}@({list}{comma}{key})")
    }
}

/// One or two skip lists: nodes are put in at any place or in order and taken out again, each level is walked along.
pub(super) fn skips(text: &mut Text, at: usize) -> Module {
    let style = Style::chosen(text, at);
    let lists: &[&str] = if style.given && text.random.percent(30) { &["", "other"] } else { &[""] };
    style.opening(text, lists);
    if style.helper {
        style.emit(
            text,
            "static struct node@ *along@(struct node@ *n, struct node@ *end, int key) {
    while (n->L0 != end && n->L0->key < key) n = n->L0;
    return n;
}",
        );
    }
    let keys = text.random.percent(60);
    style.inserting(text, "insert", keys);
    let any = "__VERIFIER_nondet_int() & 7";
    let mut uses: Vec<(&str, &str)> = vec![("insert", any), ("insert", any), ("insert", "4")];
    if text.random.percent(25) {
        style.inserting(text, "scatter", !keys);
        uses.push(("scatter", any));
    }
    if text.random.percent(25) {
        style.front(text);
        uses.push(("front", "1"));
    }
    if text.random.percent(50) {
        style.erasing(text);
        uses.extend([("k = erase", any), ("erase", "4")]);
    }
    if text.random.percent(25) {
        style.shifting(text);
        uses.push(("shift", ""));
    }
    if text.random.percent(30) {
        style.seeking(text);
        uses.push(("k = seek", any));
    }
    let walks = ["k = walk0_", "k = walk1_", "k = walk2_"];
    for (level, walk) in walks.iter().enumerate().take(style.levels) {
        if text.random.percent(30) {
            style.walking(text, level);
            uses.push((walk, ""));
        }
    }
    if style.null && text.random.percent(25) {
        style.peeking(text);
        uses.push(("k = peek", ""));
    }
    if style.levels == 2 && text.random.percent(15) {
        style.raising(text);
        uses.push(("raise", ""));
    }
    style.emptying(text);
    uses.push(("empty", ""));
    style.closing(text);
    let mut clear: Vec<String> =
        lists.iter().map(|which| format!("{};", style.call("close", which, ""))).collect();
    if style.tail == Tail::Heap && style.head != Head::Ends {
        clear.push("free(tail@);".to_owned());
    }
    let uses = lists
        .iter()
        .flat_map(|which| uses.iter().map(|(what, key)| format!("{};", style.call(what, which, key))))
        .map(|what| style.put(&what))
        .collect();
    Module { locals: style.locals(lists), uses, take: None, put: None, clear: style.put(&clear.join(" ")) }
}
