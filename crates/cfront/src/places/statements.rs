//! The statements of a text: loops, blocks and what ends with a semicolon, with where they stand.
//!
//! This reads the text as the user wrote it, macros included, so it is a guess where a macro stands for a part of a statement. Names followed by
//! parentheses and a statement are taken for loops that a macro writes (`LIST_FOREACH (x, list) { … }`).

use super::scan::{Kind, Word};

/// From a byte of the text to before another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    pub(super) from: usize,
    pub(super) to: usize,
}

impl Range {
    pub(super) fn contains(self, at: usize) -> bool {
        self.from <= at && at < self.to
    }
}

/// How a loop is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LoopForm {
    /// `while (c)` and `for (…; c; …)`: what is evaluated before each round, from the first byte after the parenthesis or semicolon.
    Tested(Range),
    /// `do … while (c);`
    Body,
    /// A macro, and a statement.
    Macro,
}

/// A loop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loop {
    pub(super) form: LoopForm,
    pub(super) body: Range,
    /// Whether the body has braces.
    pub(super) braces: bool,
}

/// What ends with a semicolon.
#[derive(Clone, Copy, Debug)]
pub(super) struct Simple {
    pub(super) range: Range,
    /// Whether it stands in a block, so that another statement may stand before or after it.
    pub(super) in_block: bool,
    pub(super) is_return: bool,
}

/// A label and what it labels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Label {
    /// The byte after the colon.
    pub(super) after: usize,
    /// The statement.
    pub(super) range: Range,
}

/// What a text is made of.
#[derive(Default, Debug)]
pub(super) struct Statements {
    /// The bodies of functions, each with where its declaration begins.
    pub(super) functions: Vec<(usize, Range)>,
    /// What variables can be declared in: blocks and `for` loops.
    pub(super) scopes: Vec<Range>,
    pub(super) loops: Vec<Loop>,
    pub(super) simple: Vec<Simple>,
    pub(super) labels: Vec<Label>,
    /// The names that stand outside of all braces and parentheses, or begin a parameter list there.
    pub(super) outside: Vec<Range>,
}

/// Reads the statements of all functions.
pub(super) fn statements(text: &[u8], words: &[Word]) -> Statements {
    let mut reader = Reader { text, words, at: 0, found: Statements::default(), depth: 0 };
    let mut begin = 0;
    while reader.at < words.len() {
        match reader.mark() {
            Some(b'{') if reader.begins_function(begin) => {
                let from = words[reader.at].from;
                let declared = words[begin].from;
                reader.statement(true);
                let to = reader.end();
                reader.found.functions.push((declared, Range { from, to }));
                begin = reader.at;
            }
            Some(b'{' | b'(' | b'[') => reader.balanced(),
            Some(b';') => {
                reader.at += 1;
                // Declarations of parameters in the old style belong to what comes.
                if !reader.is_old_style(begin) {
                    begin = reader.at;
                }
            }
            _ => {
                if reader.words[reader.at].kind == Kind::Name {
                    let Word { from, to, .. } = reader.words[reader.at];
                    reader.found.outside.push(Range { from, to });
                }
                reader.at += 1;
            }
        }
    }
    reader.found
}

/// Deeper statements are not read.
const DEEPEST: usize = 400;

struct Reader<'a> {
    text: &'a [u8],
    words: &'a [Word],
    at: usize,
    found: Statements,
    depth: usize,
}

impl Reader<'_> {
    fn mark(&self) -> Option<u8> {
        self.mark_at(self.at)
    }

    fn mark_at(&self, at: usize) -> Option<u8> {
        match self.words.get(at)?.kind {
            Kind::Mark(mark) => Some(mark),
            _ => None,
        }
    }

    fn name(&self) -> &[u8] {
        self.name_at(self.at)
    }

    fn name_at(&self, at: usize) -> &[u8] {
        match self.words.get(at) {
            Some(word) if word.kind == Kind::Name => &self.text[word.from..word.to],
            _ => b"",
        }
    }

    /// Where the last word that was read ends.
    fn end(&self) -> usize {
        self.at.checked_sub(1).and_then(|at| self.words.get(at)).map_or(0, |word| word.to)
    }

    fn from(&self) -> usize {
        self.words.get(self.at).map_or(self.text.len(), |word| word.from)
    }

    /// Passes over what is in parentheses, brackets or braces.
    fn balanced(&mut self) {
        let mut depth = 0;
        while let Some(word) = self.words.get(self.at) {
            match word.kind {
                Kind::Mark(b'(' | b'[' | b'{') => depth += 1,
                Kind::Mark(b')' | b']' | b'}') => depth -= 1,
                _ => {}
            }
            self.at += 1;
            if depth <= 0 {
                return;
            }
        }
    }

    /// Whether a brace outside of functions begins the body of one: a parameter list stands before, or declarations of parameters in
    /// the old style.
    fn begins_function(&self, begin: usize) -> bool {
        if self.at == 0 {
            return false;
        }
        match self.mark_at(self.at - 1) {
            Some(b')') => true,
            // `int f(a) int a; {`: what was declared last ends with a semicolon.
            Some(b';') => self.is_old_style(begin),
            _ => false,
        }
    }

    /// Whether what was read since a word is the head of a function in the old style: parentheses, and then a declaration.
    fn is_old_style(&self, begin: usize) -> bool {
        let attribute = |at: usize| matches!(self.name_at(at), b"__attribute__" | b"__asm__" | b"asm" | b"");
        (begin..self.at.saturating_sub(1)).any(|at| self.mark_at(at) == Some(b')') && !attribute(at + 1))
    }

    /// Reads one statement.
    fn statement(&mut self, in_block: bool) {
        if self.depth > DEEPEST {
            self.at = self.words.len();
            return;
        }
        self.depth += 1;
        self.statement_here(in_block);
        self.depth -= 1;
    }

    fn statement_here(&mut self, in_block: bool) {
        let from = self.from();
        if self.mark() == Some(b'{') {
            self.at += 1;
            while self.at < self.words.len() && self.mark() != Some(b'}') {
                let before = self.at;
                self.statement(true);
                if self.at == before {
                    self.at += 1;
                }
            }
            self.at += 1;
            let to = self.end();
            self.found.scopes.push(Range { from, to });
            return;
        }
        match self.name() {
            b"if" | b"switch" => {
                let is_if = self.name() == b"if";
                self.at += 1;
                if self.mark() == Some(b'(') {
                    self.balanced();
                }
                self.statement(false);
                if is_if && self.name() == b"else" {
                    self.at += 1;
                    self.statement(false);
                }
            }
            b"while" | b"for" => self.tested_loop(from),
            b"do" => {
                self.at += 1;
                let (body, braces) = self.body();
                self.found.loops.push(Loop { form: LoopForm::Body, body, braces });
                if self.name() == b"while" {
                    self.at += 1;
                    self.balanced();
                    self.at += usize::from(self.mark() == Some(b';'));
                }
            }
            b"case" => {
                self.at += 1;
                let mut questions = 0;
                while let Some(word) = self.words.get(self.at) {
                    match word.kind {
                        Kind::Mark(b'(' | b'[' | b'{') => {
                            self.balanced();
                            continue;
                        }
                        Kind::Mark(b'?') => questions += 1,
                        Kind::Mark(b':') if questions == 0 => break,
                        Kind::Mark(b':') => questions -= 1,
                        Kind::Mark(b';' | b'}') => return,
                        _ => {}
                    }
                    self.at += 1;
                }
                self.at += 1;
                self.labelled();
            }
            b"default" if self.mark_at(self.at + 1) == Some(b':') => {
                self.at += 2;
                self.labelled();
            }
            b"" => self.simple(from, in_block, false),
            b"return" => self.simple(from, in_block, true),
            b"else" => self.at += 1,
            _ if self.mark_at(self.at + 1) == Some(b':') && self.mark_at(self.at + 2) != Some(b':') => {
                self.at += 2;
                let after = self.end();
                let begin = self.from();
                self.labelled();
                let range = Range { from: begin, to: self.end() };
                self.found.labels.push(Label { after, range });
            }
            name => {
                let is_type =
                    matches!(name, b"struct" | b"union" | b"enum" | b"typedef" | b"static" | b"const");
                let is_word = matches!(
                    name,
                    b"sizeof"
                        | b"__attribute__"
                        | b"__extension__"
                        | b"asm"
                        | b"__asm__"
                        | b"__asm"
                        | b"typeof"
                        | b"__typeof__"
                        | b"_Alignas"
                        | b"_Static_assert"
                        | b"goto"
                        | b"break"
                        | b"continue"
                );
                if !is_type && !is_word && self.mark_at(self.at + 1) == Some(b'(') && self.is_macro_loop() {
                    self.at += 1;
                    self.balanced();
                    let (body, braces) = self.body();
                    self.found.scopes.push(Range { from, to: body.to });
                    self.found.loops.push(Loop { form: LoopForm::Macro, body, braces });
                } else {
                    self.simple(from, in_block, false);
                }
            }
        }
    }

    /// What a label or `case` stands before: another statement put there needs no braces if a block is around.
    fn labelled(&mut self) {
        if self.mark() != Some(b'}') {
            self.statement(false);
        }
    }

    /// Whether a name and parentheses are followed by the begin of a statement.
    fn is_macro_loop(&mut self) -> bool {
        let here = self.at;
        self.at += 1;
        self.balanced();
        let next = self.words.get(self.at).map(|word| word.kind);
        let attribute = self.name() == b"__attribute__";
        self.at = here;
        matches!(next, Some(Kind::Mark(b'{') | Kind::Name)) && !attribute
    }

    fn body(&mut self) -> (Range, bool) {
        let from = self.from();
        let braces = self.mark() == Some(b'{');
        self.statement(false);
        (Range { from, to: self.end() }, braces)
    }

    fn tested_loop(&mut self, from: usize) {
        let is_for = self.name() == b"for";
        self.at += 1;
        if self.mark() != Some(b'(') {
            return;
        }
        let open = self.at;
        self.balanced();
        let (after, close) = (self.at, self.words[self.at - 1].from);
        let mut test = Range { from: self.words[open].to, to: close };
        if is_for {
            // Between the first and the second semicolon.
            let mut ends = Vec::new();
            self.at = open + 1;
            while self.at + 1 < after {
                match self.mark() {
                    Some(b'(' | b'[' | b'{') => {
                        self.balanced();
                        continue;
                    }
                    Some(b';') => ends.push(self.words[self.at]),
                    _ => {}
                }
                self.at += 1;
            }
            self.at = after;
            let [first, second] = ends[..] else { return self.statement(false) };
            test = Range { from: first.to, to: second.from };
        }
        let (body, braces) = self.body();
        if is_for {
            self.found.scopes.push(Range { from, to: body.to });
        }
        self.found.loops.push(Loop { form: LoopForm::Tested(test), body, braces });
    }

    /// Everything up to a semicolon.
    fn simple(&mut self, from: usize, in_block: bool, is_return: bool) {
        while let Some(word) = self.words.get(self.at) {
            match word.kind {
                Kind::Mark(b'(' | b'[' | b'{') => self.balanced(),
                Kind::Mark(b';') => {
                    self.at += 1;
                    break;
                }
                // The block ends: a macro wrote the semicolon.
                Kind::Mark(b'}') => return,
                _ => self.at += 1,
            }
        }
        let range = Range { from, to: self.end() };
        self.found.simple.push(Simple { range, in_block, is_return });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::places::scan::scan;

    fn read(text: &str) -> Statements {
        statements(text.as_bytes(), &scan(text.as_bytes()).words)
    }

    fn tests(text: &str) -> Vec<&str> {
        let found = read(text);
        let tests = found.loops.iter().filter_map(|known| match known.form {
            LoopForm::Tested(range) => Some(text[range.from..range.to].trim()),
            _ => None,
        });
        tests.collect()
    }

    #[test]
    fn loops_are_found_wherever_they_stand() {
        let text = "struct s { int a; };\nint v[] = { 1, 2 };\nvoid f(int n) { while (n) if (n) for (int i = 0; i < n; i++) ; else do n--; while (n > 3); }\nint g(a, b) int a; char b; { for (;;) { again: a--; } } int h(int); int h(int n) { return n; }";
        assert_eq!(tests(text), ["i < n", "n", ""]);
        let found = read(text);
        assert_eq!(found.functions.len(), 3);
        let heads: Vec<&str> =
            found.functions.iter().map(|(from, range)| text[*from..range.from].trim()).collect();
        assert_eq!(heads, ["void f(int n)", "int g(a, b) int a; char b;", "int h(int n)"]);
        assert_eq!(found.loops.iter().filter(|known| known.form == LoopForm::Body).count(), 1);
        assert_eq!(found.labels.len(), 1);
    }

    #[test]
    fn macros_that_loop_are_loops_and_calls_are_not() {
        let text = "void f(void) { EACH (x, l) { g(x); } h(x); EACH (x, l) g(x); switch (n) { case A ? 1 : 2: i(); default: j(); } }";
        let found = read(text);
        assert_eq!(found.loops.iter().filter(|known| known.form == LoopForm::Macro).count(), 2);
        let simple: Vec<&str> =
            found.simple.iter().map(|simple| &text[simple.range.from..simple.range.to]).collect();
        assert_eq!(simple, ["g(x);", "h(x);", "g(x);", "i();", "j();"]);
    }

    #[test]
    fn statements_in_expressions_and_initializers_are_no_statements() {
        let text = "int f(void) { struct s x = { .a = 1 }; int y = ({ int z = 1; z; }); return x.a; }";
        let found = read(text);
        assert_eq!(found.simple.len(), 3);
        assert!(found.simple[2].is_return && found.simple[2].in_block);
    }
}
