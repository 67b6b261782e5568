//! From the front end's positions to places in the user's text.
//!
//! Every token handed to the parser carries as its span its own number in the preprocessor's
//! output: token `n` is `2n .. 2n + 1`. So the span of a node tells its first and last token, and
//! the empty span at the end of a token (where a missing `;` belongs) is odd and cannot be taken for
//! the next token. The preprocessor's tokens, which are kept here, know where each was spelled,
//! which macro use of the user produced it, and through which macros.

use std::cell::{Cell, OnceCell, RefCell};
use std::ops::Range;
use std::sync::Arc;

use ir::{Expansion, ExpansionId, FileId, SourceFile, Sources};
use rucc_base::Interner;
use rucc_diag::{SourceBytes, SourceMap, Span};
use rucc_lex::{PpToken, PpTokenKind, Punct, TokenFlags};
use rucc_pp::{Preprocessor, Tok};
use rustc_hash::FxHashMap;

use crate::files::Files;
use crate::seams;
use crate::traces::Traces;

/// By this pragma a macro becomes what it was once.
const POP: &[u8] = b"pop_macro";

/// So many tokens are looked at for the name in front of a function's body.
const SIGNATURE: usize = 1_000;

/// The positions of one unit's tokens.
pub(crate) struct SpanTable {
    tokens: Vec<Tok>,
    map: SourceMap,
    /// The file the unit is named after.
    own: rucc_diag::FileId,
    /// Consumed by the first question for a macro chain.
    preprocessor: RefCell<Preprocessor>,
    traces: OnceCell<Traces>,
    /// Whether a chain was asked for that is not in what was traced.
    untraced: Cell<bool>,
    /// What was entered into the `Sources` already; a table serves one `Sources`.
    entered: RefCell<Entered>,
    /// The line asked for last, which is the one asked for next in most cases.
    line: Cell<Option<Line>>,
}

/// A line of the user's text.
#[derive(Clone, Copy)]
struct Line {
    /// Its bytes in the source map.
    bytes: Span,
    /// Its number, and the file it is in, as `#line` has them.
    number: u32,
    file: FileId,
}

impl Line {
    fn contains(self, at: u32) -> bool {
        self.bytes.lo <= at && at < self.bytes.hi
    }

    /// The column of a position on this line.
    fn column(self, at: u32) -> u32 {
        at - self.bytes.lo + 1
    }
}

#[derive(Default)]
struct Entered {
    /// The files of the source map, by index and presumed name.
    files: FxHashMap<(usize, Arc<str>), FileId>,
    /// The file asked for last, which is the one asked for next in almost every case.
    last: Option<(usize, Arc<str>, FileId)>,
    /// Expansions, by trace and place of spelling.
    expansions: FxHashMap<(u32, u32), ExpansionId>,
}

impl SpanTable {
    pub(crate) fn new(
        tokens: Vec<Tok>,
        map: SourceMap,
        own: rucc_diag::FileId,
        preprocessor: Preprocessor,
    ) -> Self {
        Self {
            tokens,
            map,
            own,
            preprocessor: RefCell::new(preprocessor),
            traces: OnceCell::new(),
            untraced: Cell::new(false),
            entered: RefCell::default(),
            line: Cell::new(None),
        }
    }

    /// The tokens for the parser, each with its own number as its span.
    pub(crate) fn numbered(tokens: &[Tok]) -> Vec<PpToken> {
        let number = |(n, token): (usize, &Tok)| {
            let lo = 2 * n as u32;
            PpToken { kind: token.kind, flags: token.flags, value: token.value, span: Span::new(lo, lo + 1) }
        };
        tokens.iter().enumerate().map(number).collect()
    }

    /// The place in the user's text that `span`, a range of token numbers, stands for. Files and
    /// expansions are entered into `sources`, which must be the same one for every call.
    pub(crate) fn resolve(&self, span: Span, sources: &mut Sources) -> ir::Span {
        let Some(first) = self.token(span.lo) else { return ir::Span::NONE };
        let written = first.report_span();
        if span.is_empty() && span.lo % 2 == 1 {
            return self.place(Span::empty_at(written.hi), sources);
        }
        let last = if span.hi > span.lo + 1 { self.token(span.hi - 1) } else { None };
        let last = last.unwrap_or(first);
        let mut place = self.place(written, sources);
        if last.report_span() != written {
            let end = self.place(last.report_span(), sources);
            let position = |line, column| (line, column);
            if end.file == place.file
                && position(end.end_line, end.end_column) >= position(place.end_line, place.end_column)
            {
                place.end_line = end.end_line;
                place.end_column = end.end_column;
            }
        }
        if last.expansion == first.expansion {
            place.expansion = self.expansion(first.trace.raw(), first.span, sources);
        }
        place
    }

    /// The place of a span that is in bytes of the source map, as the preprocessor's own
    /// diagnostics have it.
    pub(crate) fn place(&self, span: Span, sources: &mut Sources) -> ir::Span {
        if span.is_dummy() {
            return ir::Span::NONE;
        }
        let known = self.line.get().filter(|line| line.contains(span.lo));
        let Some(start) = known.or_else(|| self.line_at(span.lo, sources)) else { return ir::Span::NONE };
        self.line.set(Some(start));
        let column = start.column(span.lo);
        let (end_line, end_column) = if start.contains(span.hi) {
            (start.number, start.column(span.hi))
        } else {
            // What ends in another file, or where there is none, ends where it began.
            self.end(span).unwrap_or((start.number, column))
        };
        ir::Span { file: start.file, line: start.number, column, end_line, end_column, expansion: None }
    }

    /// Line and column of the end of a span in bytes, if they are in the file of its start.
    fn end(&self, span: Span) -> Option<(u32, u32)> {
        let file = self.map.file(self.map.lookup_file(span.lo)?);
        let (start, end) = (file.presumed_position(span.lo)?, file.presumed_position(span.hi)?);
        (end.name == start.name).then_some((end.line, end.column))
    }

    /// The line a position in bytes is on.
    fn line_at(&self, at: u32, sources: &mut Sources) -> Option<Line> {
        let file = self.map.file(self.map.lookup_file(at)?);
        let presumed = file.presumed_position(at)?;
        let bytes = file.line_span(at)?;
        let number = presumed.line;
        Some(Line { bytes, number, file: self.enter_file(file, presumed.name, at, sources) })
    }

    /// The token that names the function whose body begins at `body`. What the declarations of a name
    /// have in common is kept with the first of them, and that may be in a header.
    pub(crate) fn name_before(&self, body: Span, name: &str) -> Option<Span> {
        let end = body.lo as usize / 2;
        let mut depth = 0_i32;
        for n in (end.saturating_sub(SIGNATURE)..end).rev() {
            match &*self.text(self.tokens.get(n)?.span) {
                ")" => depth += 1,
                "(" => depth -= 1,
                ";" | "}" if depth <= 0 => return None,
                text if text == name && depth <= 0 => return Some(Span::new(2 * n as u32, 2 * n as u32 + 1)),
                _ => {}
            }
        }
        None
    }

    /// What stands between the parentheses of the call that `span`, in token numbers, covers: as the
    /// user wrote it, on one line.
    pub(crate) fn arguments(&self, span: Span) -> String {
        let (first, last) = (span.lo as usize / 2, span.hi as usize / 2);
        let Some([name, open, inner @ .., close]) = self.tokens.get(first..=last) else {
            return String::new();
        };
        let by_hand = [name, open, close].iter().all(|token| token.expansion.is_dummy());
        let text = if by_hand && !inner.is_empty() {
            self.text(Span::new(open.span.hi, close.span.lo)).into_owned()
        } else {
            // A macro wrote the call: its tokens, apart where they were.
            let mut text = String::new();
            for (n, token) in inner.iter().enumerate() {
                if n > 0 && token.flags.has(TokenFlags::LEADING_SPACE) {
                    text.push(' ');
                }
                text.push_str(&self.text(token.span));
            }
            text
        };
        let words: Vec<&str> = text.split_whitespace().filter(|word| *word != "\\").collect();
        words.join(" ")
    }

    /// Whether `span`, in token numbers, was written in a system header.
    pub(crate) fn is_system(&self, span: Span) -> bool {
        self.token(span.lo).is_some_and(|token| self.map.is_system(token.report_span().lo))
    }

    /// The first word that `span`, in token numbers, covers.
    pub(crate) fn first_word(&self, span: Span) -> std::borrow::Cow<'_, str> {
        self.token(span.lo).map_or("".into(), |token| self.text(token.span))
    }

    /// The text of the file the unit is named after.
    pub(crate) fn own_text(&self) -> &[u8] {
        self.map.file(self.own).bytes()
    }

    /// Whether that file is read once, and its lines are those that places name.
    pub(crate) fn is_read_once(&self) -> bool {
        let own = &self.map.file(self.own).name;
        let once = self.map.files().iter().filter(|file| file.name == *own).count() == 1;
        once && self.preprocessor.borrow().line_directives().is_empty()
    }

    /// The tokens that a span, in token numbers, covers.
    pub(crate) fn covered(&self, span: Span) -> Range<usize> {
        let end = (span.hi.saturating_sub(1) as usize / 2 + 1).min(self.tokens.len());
        (span.lo as usize / 2).min(end)..end
    }

    /// The bytes and the lines of the file the unit is named after that some tokens stand for, if the first and the last were written there, and by hand.
    pub(crate) fn written(&self, tokens: &Range<usize>) -> Option<(Range<usize>, (u32, u32))> {
        let [first, .., last] = self.tokens.get(tokens.clone())? else { return None };
        let file = self.map.file(self.own);
        let is_own = |token: &Tok| token.expansion.is_dummy() && file.contains(token.span.lo);
        if !is_own(first) || !is_own(last) || first.span.lo >= last.span.lo {
            return None;
        }
        let lines = (file.position(first.span.lo)?.line, file.position(last.span.lo)?.line);
        Some(((first.span.lo - file.start) as usize..(last.span.hi - file.start) as usize, lines))
    }

    /// A digest of tokens: what they are, and of those that a macro of another file brought where they stand there. Says too whether there is anything among
    /// them by which one body may have to do with others: a line for the compiler, or a word for what has a name elsewhere.
    pub(crate) fn digest(&self, tokens: Range<usize>, names: &Interner) -> Option<(u64, bool)> {
        let (own, mut special) = (self.map.file(self.own), false);
        let mut bytes = Vec::with_capacity(8 * tokens.len());
        let mut last = own;
        for token in self.tokens.get(tokens)? {
            match token.kind {
                PpTokenKind::Punct(punct) => {
                    special |= punct == Punct::Hash;
                    bytes.extend([0, punct as u8]);
                }
                PpTokenKind::Ident => bytes.push(1),
                PpTokenKind::Number => bytes.push(2),
                PpTokenKind::CharConst => bytes.push(3),
                PpTokenKind::StringLit => bytes.push(4),
                _ => bytes.push(5),
            }
            if let Some(value) = token.value {
                let text = names.resolve(value);
                special |= matches!(text, "extern" | "typedef" | "enum");
                bytes.extend((text.len() as u32).to_le_bytes());
                bytes.extend(text.as_bytes());
            }
            if !token.expansion.is_dummy() && !own.contains(token.span.lo) {
                if !last.contains(token.span.lo) {
                    last = self.map.file(self.map.lookup_file(token.span.lo)?);
                }
                bytes.extend((last.id.index() as u32).to_le_bytes());
                bytes.extend((token.span.lo - last.start).to_le_bytes());
            }
        }
        Some((seams::digest(&bytes), special))
    }

    /// Traces the macros of some tokens only, which stand for these bytes of the file the unit is named after: that part is preprocessed once more, with
    /// the macros there are. If that does not give the same tokens, all are traced when somebody asks.
    ///
    /// The macros are those of the end of the file. Those that were defined behind the tokens are taken away, so the others are what they
    /// were, though some may be missing: a name that is not expanded is a token, so what expands to the same tokens went the same way.
    pub(crate) fn trace_only(
        &mut self,
        tokens: &Range<usize>,
        bytes: &Range<usize>,
        names: &mut Interner,
        lex: rucc_lex::Options,
    ) {
        let _: Option<()> = self.trace_again(tokens, bytes, names, lex);
    }

    /// The names of macros that are defined behind a position of the own file, if that can be told.
    fn defined_behind(&self, at: u32) -> Option<Vec<String>> {
        let own = self.map.file(self.own);
        let (mut names, _) = macros_defined(&own.bytes()[(at - own.start) as usize..])?;
        for file in self.map.files() {
            let outermost = self.map.include_stack(file.start).last().copied();
            if outermost.is_some_and(|from| own.contains(from.lo) && from.lo >= at) {
                names.extend(macros_defined(file.bytes())?.0);
            }
        }
        Some(names)
    }

    fn trace_again(
        &mut self,
        tokens: &Range<usize>,
        bytes: &Range<usize>,
        names: &mut Interner,
        lex: rucc_lex::Options,
    ) -> Option<()> {
        let tokens = self.tokens.get(tokens.clone())?;
        if self.traces.get().is_some() || tokens.iter().all(|token| token.trace.raw() == 0) {
            return Some(());
        }
        let (name, start) = (self.map.file(self.own).name.clone(), self.map.file(self.own).start);
        let text = self.map.file(self.own).bytes();
        let defined = self.defined_behind(start + bytes.end as u32)?;
        let mut alone: Vec<u8> =
            text[..bytes.start].iter().map(|byte| if *byte == b'\n' { b'\n' } else { b' ' }).collect();
        alone.extend_from_slice(&text[bytes.clone()]);
        let mut macros = std::mem::take(self.preprocessor.get_mut().macros_mut());
        for name in defined {
            macros.undef(names.intern(&name));
        }
        let file = self.map.add_shared(&*name, SourceBytes::new(alone), None).ok()?;
        let (fs, search) = (Files::default(), rucc_session::SearchPath::default());
        let mut preprocessor = Preprocessor::new();
        *preprocessor.macros_mut() = macros;
        let mut cx = rucc_pp::Context::new(names, &mut self.map, &fs, &search);
        cx.lex = lex;
        let again = preprocessor.run(file, &mut cx);
        let alone = self.map.file(file);
        let place = |span: Span| {
            let moved = !span.is_dummy() && alone.contains(span.lo);
            if moved { Span::new(span.lo - alone.start + start, span.hi - alone.start + start) } else { span }
        };
        let mut numbers = FxHashMap::default();
        for (n, token) in tokens.iter().enumerate() {
            let other = again.get(n)?;
            let same = (token.kind, token.value) == (other.kind, other.value)
                && token.span == place(other.span)
                && token.expansion == place(other.expansion);
            let number = *numbers.entry(token.trace.raw()).or_insert(other.trace.raw());
            if !same || number != other.trace.raw() {
                return None;
            }
        }
        if again.get(tokens.len()).is_some_and(|token| token.kind != PpTokenKind::Eof) {
            return None;
        }
        let traces = Traces::read(&mut preprocessor).renamed(numbers, place);
        self.traces.set(traces).ok()
    }

    /// Whether a chain of macros was asked for that is not known, since others were traced.
    pub(crate) fn is_untraced(&self) -> bool {
        self.untraced.get()
    }

    /// How many tokens there are.
    pub(crate) fn n_tokens(&self) -> usize {
        self.tokens.len()
    }

    /// Forgets what was traced and what was entered.
    pub(crate) fn forget(&mut self) {
        if self.traces.get().is_some_and(Traces::is_part) {
            self.traces = OnceCell::new();
        }
        self.untraced = Cell::new(false);
        self.entered = RefCell::default();
        self.line = Cell::new(None);
    }

    /// The positions as the preprocessor has them.
    pub(crate) fn map(&self) -> &SourceMap {
        &self.map
    }

    /// The text from a position in bytes to the end of its line.
    pub(crate) fn line_from(&self, at: u32) -> Option<&[u8]> {
        let file = self.map.file(self.map.lookup_file(at)?);
        let rest = file.bytes().get((at - file.start) as usize..)?;
        rest.split(|&byte| byte == b'\n').next()
    }

    /// The token a position in token numbers falls on.
    fn token(&self, at: u32) -> Option<&Tok> {
        // Past the last token is the end of the unit, which has no place of its own.
        self.tokens.get(at as usize / 2).or_else(|| if at == u32::MAX { None } else { self.tokens.last() })
    }

    fn enter_file(&self, file: &rucc_diag::SourceFile, name: &str, at: u32, sources: &mut Sources) -> FileId {
        let index = file.id.index();
        let mut entered = self.entered.borrow_mut();
        if let Some((last, last_name, id)) = &entered.last
            && *last == index
            && **last_name == *name
        {
            return *id;
        }
        let name: Arc<str> = name.into();
        let key = (index, name.clone());
        let id = match entered.files.get(&key) {
            Some(&id) => id,
            None => self.add_file(file, &name, at, sources),
        };
        entered.files.insert(key, id);
        entered.last = Some((index, name, id));
        id
    }

    fn add_file(
        &self,
        file: &rucc_diag::SourceFile,
        name: &Arc<str>,
        at: u32,
        sources: &mut Sources,
    ) -> FileId {
        let known = sources.files.iter().position(|known| known.path == *name);
        let text = || (*file.name == **name).then(|| String::from_utf8_lossy(file.bytes()).into());
        if let Some(known) = known {
            let file = &mut sources.files[known];
            file.text = file.text.take().or_else(text);
            return FileId(known as u32);
        }
        let system = self.map.is_system(at);
        sources.files.push(SourceFile { path: name.clone(), text: text(), system });
        FileId(sources.files.len() as u32 - 1)
    }

    /// The chain of expansions that ends in text spelled at `spelled`.
    fn expansion(&self, trace: u32, spelled: Span, sources: &mut Sources) -> Option<ExpansionId> {
        if trace == 0 {
            return None;
        }
        let key = (trace, spelled.lo);
        if let Some(&id) = self.entered.borrow().expansions.get(&key) {
            return Some(id);
        }
        let traces = self.traces.get_or_init(|| Traces::read(&mut self.preprocessor.borrow_mut()));
        let Some(trace) = traces.number(trace) else {
            self.untraced.set(true);
            return None;
        };
        // A chain is as long as macros nest, which input can make long: outermost first, in a loop.
        let mut chain = Vec::new();
        let (mut at, mut inner) = (trace, spelled);
        while let Some(step) = traces.step(at) {
            chain.push((at, step, inner));
            // A step is only ever made inside an older one.
            if step.outer >= at {
                break;
            }
            (at, inner) = (step.outer, step.at);
        }
        let mut outer = None;
        for (trace, step, inner) in chain.into_iter().rev() {
            let key = (trace, inner.lo);
            let known = self.entered.borrow().expansions.get(&key).copied();
            outer = known.or_else(|| {
                let name = self.text(step.at).into();
                let spelled = self.place(inner, sources);
                let id = sources.expansions.push(Expansion { name, spelled, outer });
                self.entered.borrow_mut().expansions.insert(key, id);
                Some(id)
            });
        }
        outer
    }

    /// The text at a span in bytes, as far as it is in one file.
    fn text(&self, span: Span) -> std::borrow::Cow<'_, str> {
        let Some(id) = self.map.lookup_file(span.lo) else { return "".into() };
        let file = self.map.file(id);
        let range = (span.lo - file.start) as usize..(span.hi - file.start) as usize;
        String::from_utf8_lossy(file.bytes().get(range).unwrap_or_default())
    }
}

/// The names of macros that are defined in a text, and whether it has other lines for the preprocessor than these and whole conditions. Nothing if it may bring
/// back macros that were put away, or if there may be a line for the preprocessor that does not look like one.
pub(crate) fn macros_defined(text: &[u8]) -> Option<(Vec<String>, bool)> {
    let (mut names, mut others, mut depth) = (Vec::new(), false, 0_u32);
    for line in text.split(|byte| *byte == b'\n') {
        let line = line.trim_ascii_start();
        if line.windows(POP.len()).any(|word| word == POP) {
            return None;
        }
        let Some(directive) = line.strip_prefix(b"#") else {
            let hidden = line.starts_with(b"%:") || line.starts_with(b"??=");
            let hash = line.iter().position(|byte| *byte == b'#');
            let behind_comment = hash.is_some_and(|at| line[..at].windows(2).any(|two| two == b"*/"));
            if hidden || behind_comment {
                return None;
            }
            continue;
        };
        let directive = String::from_utf8_lossy(directive.trim_ascii_start());
        let word = |text: &str| -> String {
            text.chars().take_while(|c| c.is_alphanumeric() || *c == '_' || *c == '$').collect()
        };
        match &*word(&directive) {
            "if" | "ifdef" | "ifndef" => depth += 1,
            // A condition that began elsewhere has to do with what is elsewhere.
            "elif" | "else" => others |= depth == 0,
            "endif" => {
                others |= depth == 0;
                depth = depth.saturating_sub(1);
            }
            "define" => {
                let name = word(directive["define".len()..].trim_start());
                names.push(Some(name).filter(|name| !name.is_empty())?);
            }
            "" => return None,
            _ => others = true,
        }
    }
    Some((names, others || depth > 0))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use rucc_diag::Span;

    use crate::options::{Command, Options};
    use crate::unit::{Unit, check};

    /// Checks `text` as a file of its own.
    fn unit(name: &str, text: &str) -> (Unit, ir::Sources) {
        let dir = std::env::temp_dir().join(format!("shapewright-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&dir).expect("a temporary directory");
        let file: PathBuf = dir.join(name);
        std::fs::write(&file, text).expect("a temporary file");
        let mut sources = ir::Sources::default();
        let unit = check(
            &Command { file, options: Options::default() },
            &crate::files::Files::default(),
            &mut sources,
        );
        let _ = std::fs::remove_dir_all(&dir);
        (unit.unwrap_or_else(|said| panic!("{said:?}")), sources)
    }

    /// The span of token `n`, as a node made of just that token has it.
    fn token(n: u32) -> Span {
        Span::new(2 * n, 2 * n + 1)
    }

    #[test]
    fn a_node_runs_from_its_first_token_to_its_last() {
        let (unit, mut sources) = unit("range.c", "int\n  x\n = 41;\n");
        let span = unit.spans.resolve(Span::new(2, 7), &mut sources);
        assert_eq!((span.line, span.column, span.end_line, span.end_column), (2, 3, 3, 6));
        assert!(sources.path(span.file).ends_with("range.c"));
        assert_eq!(sources.files.len(), 1, "entered once");
    }

    #[test]
    fn a_function_is_where_it_is_defined() {
        let (unit, mut sources) =
            unit("named.c", "int f(int);\nint g(int f);\nint\nf(int f) { return f; }\n");
        // int f ( int ) ; int g ( int f ) ; int f ( int f ) {
        let name = unit.spans.name_before(token(19), "f").expect("its name");
        let span = unit.spans.resolve(name, &mut sources);
        assert_eq!((span.line, span.column), (4, 1));
        assert_eq!(unit.spans.name_before(token(19), "g"), None);
    }

    #[test]
    fn what_is_missing_stands_after_the_token_before_it() {
        let (unit, mut sources) = unit("missing.c", "int x\n;");
        let span = unit.spans.resolve(Span::empty_at(3), &mut sources);
        assert_eq!((span.line, span.column), (1, 6));
    }

    #[test]
    fn text_of_a_macro_is_where_the_macro_was_used_and_knows_the_way_there() {
        let text = "#define INNER(a) (a + 1)\n#define OUTER(b) INNER(b)\nint x = OUTER(2);\n";
        let (unit, mut sources) = unit("macros.c", text);
        // int x = ( 2 + 1 ) ;
        let plus = unit.spans.resolve(token(5), &mut sources);
        assert_eq!((plus.line, plus.column, plus.end_column), (3, 9, 14));
        let chain: Vec<_> = sources
            .chain(plus)
            .iter()
            .map(|e| (e.name.to_string(), e.spelled.line, e.spelled.column))
            .collect();
        assert_eq!(chain, [("OUTER".to_owned(), 2, 18), ("INNER".to_owned(), 1, 21)]);
        let semicolon = unit.spans.resolve(token(8), &mut sources);
        assert_eq!(semicolon.expansion, None);
        let whole = unit.spans.resolve(Span::new(0, 17), &mut sources);
        assert_eq!((whole.line, whole.column, whole.end_column, whole.expansion), (3, 1, 18, None));
        let again = unit.spans.resolve(token(5), &mut sources);
        assert_eq!(again, plus, "entered once");
    }

    #[test]
    fn line_directives_and_markers_lead_to_the_original_file() {
        let (unit, mut sources) = unit("marked.i", "# 40 \"orig.c\" 1\nint x;\n# 7 \"other.h\" 3\nint y;\n");
        let x = unit.spans.resolve(token(1), &mut sources);
        assert_eq!((sources.path(x.file), x.line, x.column), ("orig.c", 40, 5));
        let y = unit.spans.resolve(token(4), &mut sources);
        assert_eq!((sources.path(y.file), y.line), ("other.h", 7));
        assert!(sources.files.iter().all(|file| file.text.is_none()));
    }
}
