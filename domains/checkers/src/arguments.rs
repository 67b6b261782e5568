//! The command line: what `main` is given.
//!
//! `argv` is an array of `argc` strings and a null pointer, of which nothing else is known, in memory that is neither on the heap nor the program's. A
//! program is started with its name at least: `argc` is not zero.

use std::sync::Arc;

use ir::{Function, Program, Span, TypeId};
use logic::Form;

use crate::Checkers;
use crate::definition::{Atom, Definition, Form as Sum, Name, Object, Room, Rule, Term as Named};
use crate::heap::{
    Block, Checker, Content, Element, Marks, Origin, Owned, Region, Rest, Root, Run, Slot, State, Sym, Term,
    Tiling, Value,
};
use crate::lattice::references;

/// The type of the characters of the command line, if this function is given one.
fn character(program: &Program, function: &Function) -> Option<TypeId> {
    let [count, strings, ..] = function.signature.params.as_slice() else { return None };
    let types = &program.types;
    let character = types.pointee(types.pointee(*strings)?)?;
    let is_byte = types.integer(character).is_some() && types.size(character) == 1;
    (&*function.name == "main" && types.integer(*count).is_some() && is_byte).then_some(character)
}

/// What each string of the command line is, if the program is given one.
pub(crate) fn definition(program: &Program) -> Option<Definition> {
    let mains = program.mains().into_iter().map(|main| &program.functions[main]);
    let (main, ty) = mains.into_iter().find_map(|main| Some((main, character(program, main)?)))?;
    let root = program.types.pointee(main.signature.params[1])?;
    let at = Named::of(Name::Root);
    let object = Object {
        at,
        size: 1,
        ty,
        cells: Vec::new(),
        rest: Vec::new(),
        rows: Vec::new(),
        texts: Vec::new(),
        body: None,
        footer: None,
        text: Some(Room::Any),
    };
    let rule = Rule {
        locals: Vec::new(),
        objects: vec![object],
        calls: Vec::new(),
        call_spans: Vec::new(),
        segments: Vec::new(),
        reads: Vec::new(),
        pure: vec![Atom::NonZero(Sum::of(Name::Root))],
        sets: Vec::new(),
        denies: false,
        span: Span::NONE,
    };
    Some(Definition {
        name: Arc::from("argument"),
        function: None,
        root,
        root_variable: None,
        whole: false,
        params: Vec::new(),
        rules: vec![rule],
        refused: false,
        span: Span::NONE,
    })
}

impl Checkers {
    /// What is known of the parameters of `main` when the program begins.
    pub(crate) fn start_arguments(
        &self,
        program: &Program,
        function: &Function,
        state: &mut State,
        values: &[Value],
    ) -> Option<()> {
        character(program, function)?;
        let definition = self.arguments?;
        let [Value::Known(count), Value::Known(strings), ..] = values else { return None };
        let pointer = i64::from(program.target.pointer_bytes);
        let bytes = |more: i64| {
            let strings = Form::constant(i128::from(more * pointer));
            strings.add_scaled(pointer, &count.form())
        };
        state.pure.guard_ge(&count.form().plus(-1)?);
        let (end, size) = (self.named(state, &bytes(0)?), self.named(state, &bytes(1)?));
        let marks = Marks { heap: false, written: true, set: None };
        let each = Region::Checker(Checker { definition, args: [].into_iter().collect(), marks });
        let each = Content::Owned(Owned { region: Arc::new(each), or_null: false });
        let width = program.target.pointer_bytes;
        let mut block = Block::new(size, Origin::Foreign, Rest::Any);
        block.runs = vec![
            Run { from: Term::NULL, to: end, each: Element::slot(width, each) },
            Run { from: end, to: size, each: Element::slot(width, Content::Value(Value::Known(Term::NULL))) },
        ];
        state.add_region(strings.base?, Region::Block(block));
        // Whoever started the program holds it, whatever becomes of the parameter.
        state.set_root(Root::Formal(1), Value::Known(*strings));
        Some(())
    }

    /// Puts strings of the command line back among the others, if nothing but their slots leads to them.
    pub(crate) fn fold_arguments(&self, state: &mut State) {
        if self.arguments.is_none() {
            return;
        }
        let arrays: Vec<(Sym, Element)> = state
            .regions
            .iter()
            .filter_map(|(at, region)| {
                let run = region.block()?.runs.iter().find(|run| self.owns_arguments(&run.each))?;
                Some((*at, run.each.clone()))
            })
            .collect();
        for (at, each) in arrays {
            self.fold_strings(state, at, &each);
        }
    }

    /// Whether each slot of a row owns a string of the command line.
    fn owns_arguments(&self, each: &Element) -> bool {
        let [Slot { content: Content::Owned(owned), .. }] = each.slots.as_slice() else { return false };
        matches!(&*owned.region, Region::Checker(checker) if Some(checker.definition) == self.arguments)
    }

    fn fold_strings(&self, state: &mut State, at: Sym, each: &Element) -> Option<()> {
        let mut tiling = Tiling::of(state, state.block(at)?)?;
        for piece in &mut tiling.pieces {
            let [Slot { content: Content::Value(Value::Known(to)), .. }] = piece.each.slots.as_slice() else {
                continue;
            };
            let Some(string) = to.base.filter(|_| to.offset == 0 && piece.each.stride == each.stride) else {
                continue;
            };
            let is_string = match state.region(string) {
                Some(Region::Block(block)) => self.is_argument(block) && state.holds_text(block),
                Some(Region::Checker(checker)) => Some(checker.definition) == self.arguments,
                _ => false,
            };
            if piece.is_single() && is_string && references(state, Value::of(string)) == 1 {
                state.take_region(string);
                piece.each = each.clone();
            }
        }
        let mut pieces: Vec<Run> = Vec::with_capacity(tiling.pieces.len());
        for piece in tiling.pieces {
            match pieces.last_mut() {
                Some(last) if last.each == *each && piece.each == *each => last.to = piece.to,
                _ => pieces.push(piece),
            }
        }
        (Tiling { pieces }).put_back(state.block_mut(at)?);
        Some(())
    }
}
