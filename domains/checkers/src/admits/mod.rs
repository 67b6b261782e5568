//! Whether a concrete memory is one that a state describes.
//!
//! Roots are looked up, then regions are followed from what is known: an object must be there, with the
//! contents its cells say; a structure is run down as its rules say. Every object belongs to one region only. Values that
//! nothing determines are left to the pure part, which may say yes where it cannot tell.
//!
//! - here: roots, and regions one after the other;
//! - `concrete`: values as memory has them;
//! - `chain`, `claimed`: what is left to be found, and what was found, both cheap to copy where there is a choice;
//! - `object`: one object, byte by byte;
//! - `part`: the same for a part of an object;
//! - `rows`: the runs of an object, element by element;
//! - `structure`: a structure, rule by rule;
//! - `sets`, `counts`: whether there are sets of which all holds that is said of them.

mod chain;
mod claimed;
mod concrete;
mod counts;
mod object;
mod part;
mod rows;
mod sets;
mod structure;

use engine::Point;
use ir::{GlobalId, Program, Role};
use logic::{Dim, Fact, Form};
use model::{Memory, ObjectId, Word};

use crate::Checkers;
use crate::heap::{Region, Root, State, Sym, Term, Value};
use chain::Chain;
use claimed::Claimed;
use concrete::{Concrete, extend, of_type};
use sets::Said;
use structure::{Hole, Structure};

/// How many objects one question may look at.
const FUEL: u32 = 200_000;

#[derive(Clone)]
struct Match<'a> {
    domain: &'a Checkers,
    program: &'a Program,
    memory: &'a Memory,
    state: &'a State,
    values: Vec<Option<Concrete>>,
    /// The objects that were found, and the sets they belong to.
    owned: Claimed,
    /// The bytes of the arena that were found to be parts: where each begins and ends.
    parts: Vec<(ObjectId, i64, i64)>,
    done: Vec<bool>,
    /// Structures that the slots of rows own, still to be found.
    pending: Vec<Structure>,
    /// Whether the bounds of some row were not known: what it owns was not looked at.
    vague: bool,
    /// What is said of sets.
    said: Said,
}

impl Checkers {
    pub(crate) fn is_described(
        &self,
        program: &Program,
        point: Point,
        state: &State,
        memory: &Memory,
    ) -> bool {
        let Some(frame) = memory.frames.last() else { return true };
        if frame.function != point.function || state.anything {
            return true;
        }
        let mut attempt = Match {
            domain: self,
            program,
            memory,
            state,
            values: vec![None; state.next as usize],
            owned: Claimed::default(),
            parts: Vec::new(),
            done: vec![false; state.regions.len()],
            pending: Vec::new(),
            vague: false,
            said: Said::new(state),
        };
        for (root, value) in &state.roots {
            let found = match root {
                Root::Register(local) => {
                    let body = program.functions[point.function].body.as_ref();
                    let Some(local_data) = body.and_then(|body| body.locals.get(*local)) else { continue };
                    let held = memory.register(frame, *local);
                    match program.types.integer(local_data.ty).filter(|(bits, _)| *bits <= 64) {
                        Some((bits, signed)) => Word { bits: held.as_int(bits, signed) as u64, ..held.low() },
                        None if program.types.is_float(local_data.ty) => continue,
                        None => held.low(),
                    }
                }
                Root::Slot(slot) => match memory.slot(frame, *slot).and_then(|id| memory.live(id)) {
                    Some(object) => Word { provenance: Some(object.id()), ..Word::new(object.base()) },
                    None => return false,
                },
                // The library does in a run what its model does here, but not with the model's variables.
                Root::Global(global) if is_of_model(program, *global) => {
                    attempt.leave_out(*value);
                    continue;
                }
                Root::Global(global) => match memory.global(*global).and_then(|id| memory.live(id)) {
                    Some(object) => Word { provenance: Some(object.id()), ..Word::new(object.base()) },
                    None => continue,
                },
                _ => continue,
            };
            if !attempt.value(*value, found, 8) {
                return false;
            }
        }
        attempt.regions(FUEL)
    }
}

/// Whether a variable is one that our models keep something in. Those of models that users write are as in runs.
fn is_of_model(program: &Program, global: GlobalId) -> bool {
    if !program.globals[global].name.starts_with("__shapewright_") {
        return false;
    }
    let file = program.globals[global].span.file;
    let mut models = program.functions.iter().filter(|function| function.role == Role::Model);
    models.any(|model| model.span.file == file)
}

impl Match<'_> {
    /// Does not look for the object that a root leads to.
    fn leave_out(&mut self, root: Value) {
        let at = root.term().and_then(|term| term.base);
        if let Some(index) = (0..self.done.len()).find(|index| Some(self.state.regions.nth(*index).0) == at) {
            self.done[index] = true;
        }
    }

    /// A word is what a value says; learns the value's symbol.
    fn value(&mut self, value: Value, word: Word, size: u8) -> bool {
        match value {
            Value::Uninit => !word.is_defined(),
            Value::Unsure => true,
            Value::Any => word.is_defined(),
            Value::Known(term) => {
                word.is_defined()
                    && self.learn(term, Concrete { bits: word.bits, provenance: word.provenance }, size)
            }
        }
    }

    /// A term has this value; false if it is known to have another.
    fn learn(&mut self, term: Term, value: Concrete, size: u8) -> bool {
        let mask = if size >= 8 { u64::MAX } else { (1 << (8 * u32::from(size))) - 1 };
        match term.base {
            None => (term.offset.cast_unsigned() ^ value.bits) & mask == 0,
            Some(sym) => {
                let mut base = value.plus(term.offset.wrapping_neg());
                // Numbers are kept as their type means them: arguments are compared as such.
                let range = self.state.ranges.binary_search_by_key(&sym, |(sym, ..)| *sym);
                match range.map(|index| self.state.ranges[index]) {
                    Ok((_, bits, signed)) if bits <= 8 * u16::from(size) => {
                        base.bits = of_type(base.bits, bits, signed);
                    }
                    _ if size < 8 && base.provenance.is_none() => {
                        let Some(bits) = self.seen_in_part(sym, base.bits, size) else {
                            return self.values[sym.0 as usize]
                                .is_none_or(|known| (known.bits ^ base.bits) & mask == 0);
                        };
                        base.bits = bits;
                    }
                    _ => {}
                }
                match &mut self.values[sym.0 as usize] {
                    Some(known) => (known.bits ^ base.bits) & mask == 0,
                    slot @ None => {
                        *slot = Some(base);
                        true
                    }
                }
            }
        }
    }

    /// The number of which only the lowest bytes are in memory, as its type has more of them or is not known: those beyond repeat the sign, or
    /// there is none. `None` if both may be.
    fn seen_in_part(&self, sym: Sym, bits: u64, size: u8) -> Option<u64> {
        let (plain, signed) = (extend(bits, size, false), extend(bits, size, true));
        let form = Form::of(Dim(sym.0));
        if plain == signed || self.state.pure.minimum(&form).is_some_and(|least| least >= 0) {
            return Some(plain);
        }
        let most = self.state.pure.maximum(&form)?;
        (most < i128::from(plain)).then_some(signed)
    }

    fn known(&self, term: Term) -> Option<Concrete> {
        match term.base {
            None => Some(Concrete { bits: term.offset.cast_unsigned(), provenance: None }),
            Some(sym) => self.values[sym.0 as usize].map(|value| value.plus(term.offset)),
        }
    }

    /// Deals with the regions whose address is known until none is left.
    fn regions(mut self, fuel: u32) -> bool {
        if fuel == 0 {
            return true;
        }
        loop {
            let mut ready = (0..self.done.len()).filter(|index| {
                !self.done[*index] && self.known(Term::of(self.state.regions.nth(*index).0)).is_some()
            });
            // Where rows end other objects may tell: they come first.
            let first = ready.next();
            let plain = |index: &usize| {
                let block = self.state.regions.nth(*index).1.block();
                block.is_none_or(|block| block.runs.is_empty())
            };
            let Some(index) = first.into_iter().chain(ready).find(plain).or(first) else {
                // Where nodes lie side by side only numbers tell where the next one is.
                if self.determine_address() {
                    continue;
                }
                break;
            };
            self.done[index] = true;
            let state = self.state;
            let (sym, region) = state.regions.nth(index);
            let root = self.known(Term::of(sym)).expect("it is known");
            match region {
                Region::Block(block) => {
                    if !self.block(block, root) {
                        return false;
                    }
                    if !self.pending.is_empty() {
                        let pending = std::mem::take(&mut self.pending);
                        return self.structures(pending.into_iter().collect(), fuel - 1);
                    }
                }
                Region::Checker(checker) => {
                    let args = checker.args.iter().map(|arg| self.known(*arg)).collect();
                    let structure = Structure {
                        definition: checker.definition,
                        root,
                        args,
                        sets: self.sets_among(&checker.args),
                        hole: None,
                        marks: checker.marks,
                    };
                    return self.structures(Chain::from_iter([structure]), fuel - 1);
                }
                Region::Segment(segment) => {
                    let hole = Hole {
                        definition: segment.hole,
                        to: self.known(segment.to),
                        args: segment.hole_args.iter().map(|arg| self.known(*arg)).collect(),
                        to_term: segment.to,
                        arg_terms: segment.hole_args.to_vec(),
                        sets: self.sets_among(&segment.hole_args),
                    };
                    let structure = Structure {
                        definition: segment.definition,
                        root,
                        args: segment.args.iter().map(|arg| self.known(*arg)).collect(),
                        sets: self.sets_among(&segment.args),
                        hole: Some(hole),
                        marks: segment.marks,
                    };
                    return self.structures(Chain::from_iter([structure]), fuel - 1);
                }
            }
        }
        self.rest()
    }

    /// Finds the address of a region that an equation determines; whether there was one.
    fn determine_address(&mut self) -> bool {
        if self.state.arena.is_none() {
            return false;
        }
        let open = (0..self.done.len()).filter(|index| !self.done[*index]);
        let open: Vec<Sym> = open.map(|index| self.state.regions.nth(index).0).collect();
        for fact in self.state.pure.facts() {
            let Fact::Eq(form) = fact else { continue };
            let mut unknown = form.terms().iter().filter(|(dim, _)| self.number(Sym(dim.0)).is_none());
            let (Some(&(dim, factor @ (1 | -1))), None) = (unknown.next(), unknown.next()) else { continue };
            if !open.contains(&Sym(dim.0)) || self.values[dim.0 as usize].is_some() {
                continue;
            }
            // factor · n + others = 0
            let others =
                form.evaluate(|other| if other == dim { Some(0) } else { self.number(Sym(other.0)) });
            let Some(address) = others.and_then(|others| u64::try_from(-i128::from(factor) * others).ok())
            else {
                continue;
            };
            let mut values = form.terms().iter().filter_map(|(other, _)| self.values[other.0 as usize]);
            let provenance = values.find_map(|value| value.provenance);
            self.values[dim.0 as usize] = Some(Concrete { bits: address, provenance });
            return true;
        }
        false
    }

    /// Everything that could be looked at was: the dead are dead, nothing is left over, and the numbers agree.
    fn rest(&self) -> bool {
        let state = self.state;
        for sym in &state.dead {
            if let Some(Concrete { provenance: Some(id), .. }) = self.values[sym.0 as usize]
                && self.memory.live(id).is_some()
            {
                return false;
            }
        }
        // What only callers know is not the matter of this state.
        let whole = self.memory.frames.len() == 1;
        if whole && !state.junk && !self.vague && self.done.iter().all(|done| *done) {
            let mut all = self.memory.live_objects().map(model::Object::id);
            if all.any(|id| self.memory.is_live_heap(id) && self.is_left_over(id)) {
                return false;
            }
        }
        if self.done.iter().all(|done| *done) && !state.members.iter().all(|member| self.is_placed(member)) {
            return false;
        }
        state.pure.admits(|dim| self.number(Sym(dim.0))) && self.sets_exist()
    }

    /// Whether no region has an object that should be in one. A function that runs by itself is lent what its requires do not claim: that
    /// is its caller's, and no state describes it.
    fn is_left_over(&self, id: ObjectId) -> bool {
        !self.owns(id) && !self.is_arena(id) && !self.memory.lent.contains(&id)
    }

    /// The number that a symbol is, if that is known.
    fn number(&self, sym: Sym) -> Option<i128> {
        let value = self.values.get(sym.0 as usize).copied().flatten()?;
        match self.state.ranges.binary_search_by_key(&sym, |(sym, ..)| *sym) {
            Ok(index) => {
                let (_, bits, signed) = self.state.ranges[index];
                let bits = of_type(value.bits, bits, signed);
                Some(if signed { i128::from(bits.cast_signed()) } else { i128::from(bits) })
            }
            // An address; numbers of an unknown type are not asked about.
            Err(_) => (value.provenance.is_some() || value.bits == 0).then_some(i128::from(value.bits)),
        }
    }
}
