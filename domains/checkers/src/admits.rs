//! Whether a concrete memory is one that a state describes.
//!
//! Roots are looked up, then regions are followed from what is known: an object must be there, with the
//! contents its cells say; a structure is run down as its rules say. Every object belongs to one region only. Values that
//! nothing determines are left to the pure part, which may say yes where it cannot tell.

use engine::Point;
use ir::Program;
use model::{Located, Memory, ObjectId, Word};

use crate::Checkers;
use crate::definition::{self, Atom, DefinitionId, Kind, Name, Rule};
use crate::heap::{Block, Marks, Origin, Region, Rest, Root, State, Sym, Term, Value};

/// How many objects one question may look at.
const FUEL: u32 = 200_000;

/// A value as memory has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Concrete {
    bits: u64,
    provenance: Option<ObjectId>,
}

impl Concrete {
    fn plus(self, bytes: i64) -> Self {
        Self { bits: self.bits.wrapping_add_signed(bytes), ..self }
    }
}

/// Structures still to be found: a root and arguments.
#[derive(Clone, Debug)]
struct Structure {
    definition: DefinitionId,
    root: Concrete,
    args: Vec<Option<Concrete>>,
    /// Where to stop: the hole.
    hole: Option<Hole>,
    marks: Marks,
}

#[derive(Clone, Debug)]
struct Hole {
    definition: DefinitionId,
    to: Option<Concrete>,
    args: Vec<Option<Concrete>>,
    /// The symbols that the place and the arguments of the hole are.
    to_term: Term,
    arg_terms: Vec<Term>,
}

#[derive(Clone)]
struct Match<'a> {
    domain: &'a Checkers,
    program: &'a Program,
    memory: &'a Memory,
    state: &'a State,
    values: Vec<Option<Concrete>>,
    owned: Vec<ObjectId>,
    done: Vec<bool>,
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
            owned: Vec::new(),
            done: vec![false; state.regions.len()],
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

impl Match<'_> {
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
                if let Ok(index) = self.state.ranges.binary_search_by_key(&sym, |(sym, ..)| *sym) {
                    let (_, bits, signed) = self.state.ranges[index];
                    base.bits = of_type(base.bits, bits, signed);
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
            let ready = (0..self.done.len()).find(|index| {
                !self.done[*index] && self.known(Term::of(self.state.regions.nth(*index).0)).is_some()
            });
            let Some(index) = ready else { break };
            self.done[index] = true;
            let state = self.state;
            let (sym, region) = state.regions.nth(index);
            let root = self.known(Term::of(sym)).expect("it is known");
            match region {
                Region::Block(block) => {
                    if !self.block(block, root) {
                        return false;
                    }
                }
                Region::Checker(checker) => {
                    let args = checker.args.iter().map(|arg| self.known(*arg)).collect();
                    let structure = Structure {
                        definition: checker.definition,
                        root,
                        args,
                        hole: None,
                        marks: checker.marks,
                    };
                    return self.structures(vec![structure], fuel - 1);
                }
                Region::Segment(segment) => {
                    let hole = Hole {
                        definition: segment.hole,
                        to: self.known(segment.to),
                        args: segment.hole_args.iter().map(|arg| self.known(*arg)).collect(),
                        to_term: segment.to,
                        arg_terms: segment.hole_args.to_vec(),
                    };
                    let structure = Structure {
                        definition: segment.definition,
                        root,
                        args: segment.args.iter().map(|arg| self.known(*arg)).collect(),
                        hole: Some(hole),
                        marks: segment.marks,
                    };
                    return self.structures(vec![structure], fuel - 1);
                }
            }
        }
        self.rest()
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
        if self.memory.frames.len() == 1 && !state.junk && self.done.iter().all(|done| *done) {
            let all = self.memory.live_objects().filter(|object| self.memory.is_live_heap(object.id()));
            if all.into_iter().any(|object| !self.owned.contains(&object.id())) {
                return false;
            }
        }
        state.pure.admits(|dim| {
            let value = self.values.get(dim.0 as usize).copied().flatten()?;
            let number = match state.ranges.binary_search_by_key(&Sym(dim.0), |(sym, ..)| *sym) {
                Ok(index) => {
                    let (_, bits, signed) = state.ranges[index];
                    let bits = of_type(value.bits, bits, signed);
                    if signed { i128::from(bits.cast_signed()) } else { i128::from(bits) }
                }
                // An address; numbers of an unknown type are not asked about.
                Err(_) if value.provenance.is_some() || value.bits == 0 => i128::from(value.bits),
                Err(_) => return None,
            };
            Some(number)
        })
    }

    fn own(&mut self, id: ObjectId) -> bool {
        let new = !self.owned.contains(&id);
        self.owned.push(id);
        new
    }

    fn object(&self, at: Concrete) -> Option<(ObjectId, i64)> {
        let word = Word { bits: at.bits, undefined: 0, provenance: at.provenance };
        self.memory.points_to(word).filter(|(id, _)| self.memory.live(*id).is_some())
    }

    fn read(&self, id: ObjectId, offset: i64, size: u8) -> Option<Word> {
        let object = self.memory.live(id)?;
        let offset = usize::try_from(offset).ok()?;
        (offset + usize::from(size) <= usize::try_from(object.size()).ok()?)
            .then(|| self.memory.read(Located { index: id.index(), offset }, usize::from(size)))
    }

    fn block(&mut self, block: &Block, root: Concrete) -> bool {
        if let Origin::Code(_) = block.origin {
            return true;
        }
        let Some((id, at)) = self.object(root) else { return false };
        let heap = self.memory.is_live_heap(id);
        if block.start.checked_add(at) != Some(0) || block.origin == Origin::Heap && !heap || !self.own(id) {
            return false;
        }
        let size = self.memory.live(id).map_or(0, model::Object::size);
        if !self.learn(block.size, Concrete { bits: size, provenance: None }, 8) {
            return false;
        }
        for cell in &block.cells {
            if cell.size > 8 {
                continue;
            }
            let Some(word) = self.read(id, at + cell.offset, cell.size) else { return false };
            if !self.value(cell.value, word, cell.size) {
                return false;
            }
        }
        let object = self.memory.live(id).expect("it is alive");
        let covered = |byte: usize| {
            let offset = byte as i64 - at;
            block.cells.iter().any(|cell| cell.offset <= offset && offset < cell.end())
        };
        let bare = (0..object.undefined().len()).filter(|byte| !covered(*byte));
        match block.rest {
            Rest::Unsure => true,
            Rest::Any => {
                let mut bare = bare.filter(|byte| self.is_member(block, *byte as i64 - at));
                bare.all(|byte| object.undefined()[byte] == 0)
            }
            Rest::Zero => {
                let mut bare = bare;
                bare.all(|byte| object.undefined()[byte] == 0 && object.bytes()[byte] == 0)
            }
            Rest::Uninit => {
                let mut bare = bare;
                bare.all(|byte| object.undefined()[byte] != 0)
            }
        }
    }

    /// Whether a byte of an object belongs to a member, as far as is known: padding is never written.
    fn is_member(&self, block: &Block, offset: i64) -> bool {
        if matches!(block.origin, Origin::Global(_) | Origin::Slot(_) | Origin::Foreign) {
            return false;
        }
        let Some(hint) = block.hint else { return true };
        let rules = &self.domain.definitions[hint].rules;
        let mut objects = rules.iter().flat_map(|rule| &rule.objects);
        objects.any(|object| {
            object.rest.iter().any(|(at, size)| {
                let at = at + block.start;
                at <= offset && offset < at.saturating_add_unsigned(*size)
            })
        })
    }

    /// Finds structures one after the other; then goes on with the regions.
    fn structures(mut self, mut todo: Vec<Structure>, mut fuel: u32) -> bool {
        while let Some(structure) = todo.pop() {
            if fuel == 0 {
                return true;
            }
            fuel -= 1;
            let mut choices: Vec<(Match<'_>, Vec<Structure>)> = Vec::new();
            if let Some(hole) = &structure.hole
                && hole.definition == structure.definition
                && hole.to.is_none_or(|to| to.bits == structure.root.bits)
            {
                let mut next = self.clone();
                let params = &self.domain.definitions[hole.definition].params;
                let kind = |index: usize| params.get(index).map(|param| param.kind);
                // A bound that the hole asks for may be stronger than the one that is there.
                let agree =
                    hole.args.iter().zip(&structure.args).enumerate().all(|(index, (asked, there))| {
                        asked.zip(*there).is_none_or(|(asked, there)| match kind(index) {
                            Some(Kind::Lower) => asked.bits.cast_signed() >= there.bits.cast_signed(),
                            Some(Kind::Upper) => asked.bits.cast_signed() <= there.bits.cast_signed(),
                            _ => asked.bits == there.bits,
                        })
                    });
                let terms = hole.arg_terms.iter().zip(&structure.args).enumerate();
                let learned = next.learn(hole.to_term, structure.root, 8)
                    && terms.clone().all(|(index, (term, value))| {
                        matches!(kind(index), Some(Kind::Lower | Kind::Upper))
                            || value.is_none_or(|value| next.learn(*term, value, 8))
                    });
                if agree && learned {
                    choices.push((next, todo.clone()));
                }
            }
            let domain = self.domain;
            for rule in &domain.definitions[structure.definition].rules {
                let spines: Vec<Option<usize>> = match &structure.hole {
                    None => vec![None],
                    Some(hole) => (0..rule.calls.len())
                        .filter(|index| domain.reaches(rule.calls[*index].definition, hole.definition))
                        .map(Some)
                        .collect(),
                };
                for spine in spines {
                    let mut next = self.clone();
                    let mut after = todo.clone();
                    if next.rule(rule, &structure, spine, &mut after) {
                        choices.push((next, after));
                    }
                }
            }
            match choices.len() {
                0 => return false,
                1 => {
                    let (next, after) = choices.remove(0);
                    (self, todo) = (next, after);
                }
                _ => return choices.into_iter().any(|(next, after)| next.structures(after, fuel)),
            }
        }
        self.regions(fuel)
    }

    /// One rule of a structure holds here, with its calls still to be found.
    fn rule(
        &mut self,
        rule: &Rule,
        structure: &Structure,
        spine: Option<usize>,
        todo: &mut Vec<Structure>,
    ) -> bool {
        let mut locals: Vec<Option<Concrete>> = vec![None; rule.locals.len()];
        let get = |locals: &[Option<Concrete>], this: &Self, term: definition::Term| -> Option<Concrete> {
            let Some(name) = term.name else {
                return Some(Concrete { bits: term.offset.cast_unsigned(), provenance: None });
            };
            let base = match name {
                Name::Root => Some(structure.root),
                Name::Param(index) => structure.args.get(index as usize).copied().flatten(),
                Name::Local(index) => locals.get(index as usize).copied().flatten(),
                Name::Global(global) => this
                    .memory
                    .global(global)
                    .and_then(|id| this.memory.live(id))
                    .map(|object| Concrete { bits: object.base(), provenance: Some(object.id()) }),
            };
            base.map(|base| base.plus(term.offset))
        };
        for object in &rule.objects {
            let Some(at) = get(&locals, self, object.at) else { return false };
            let Some((id, offset)) = self.object(at) else { return false };
            let fits = offset == 0 && self.memory.live(id).is_some_and(|o| o.size() == object.size);
            if !fits || structure.marks.heap && !self.memory.is_live_heap(id) || !self.own(id) {
                return false;
            }
            for cell in &object.cells {
                let Some(word) = self.read(id, cell.offset, cell.size) else { return false };
                if !word.is_defined() {
                    return false;
                }
                let signed = self.program.types.integer(cell.ty).is_some_and(|(_, signed)| signed);
                let bits = extend(word.bits, cell.size, signed);
                let value = Concrete { bits, provenance: word.provenance };
                match cell.value.name {
                    Some(Name::Local(index)) if locals[index as usize].is_none() => {
                        locals[index as usize] = Some(value.plus(cell.value.offset.wrapping_neg()));
                    }
                    _ => {
                        if get(&locals, self, cell.value).is_some_and(|known| known.bits != value.bits) {
                            return false;
                        }
                    }
                }
            }
            if structure.marks.written {
                let undefined = self.memory.live(id).expect("it is alive").undefined();
                let range =
                    |(offset, size): &(i64, u64)| *offset as usize..(*offset as usize + *size as usize);
                if object.rest.iter().any(|part| undefined[range(part)].iter().any(|byte| *byte != 0)) {
                    return false;
                }
            }
        }
        for atom in &rule.pure {
            let (Atom::Zero(form) | Atom::NonZero(form) | Atom::AtLeastZero(form)) = atom;
            let mut sum = Some(form.constant);
            for (name, factor) in &form.terms {
                let value = get(&locals, self, definition::Term::of(*name));
                let number = value.map(|value| {
                    if self.is_signed(rule, structure.definition, *name) {
                        i128::from(value.bits.cast_signed())
                    } else {
                        i128::from(value.bits)
                    }
                });
                sum = sum.zip(number).map(|(sum, number)| sum + number * i128::from(*factor));
            }
            let holds = sum.is_none_or(|sum| match atom {
                Atom::Zero(_) => sum == 0,
                Atom::NonZero(_) => sum != 0,
                Atom::AtLeastZero(_) => sum >= 0,
            });
            if !holds {
                return false;
            }
        }
        for (index, call) in rule.calls.iter().enumerate() {
            let Some(root) = get(&locals, self, call.root) else { return false };
            let args = call.args.iter().map(|arg| get(&locals, self, *arg)).collect();
            let hole = if spine == Some(index) { structure.hole.clone() } else { None };
            todo.push(Structure { definition: call.definition, root, args, hole, marks: structure.marks });
        }
        true
    }

    /// Whether the values of a name are signed.
    fn is_signed(&self, rule: &Rule, definition: DefinitionId, name: Name) -> bool {
        let sort = match name {
            Name::Param(index) => {
                self.domain.definitions[definition].params.get(index as usize).map(|param| param.sort)
            }
            Name::Local(index) => rule.locals.get(index as usize).copied(),
            Name::Root | Name::Global(_) => None,
        };
        matches!(sort, Some(definition::Sort::Integer { signed: true, .. }))
    }
}

fn extend(bits: u64, size: u8, signed: bool) -> u64 {
    of_type(bits, 8 * u16::from(size), signed)
}

/// The value of the lowest bits of a word, of so many.
fn of_type(word: u64, bits: u16, signed: bool) -> u64 {
    let unused = 64 - u32::from(bits.clamp(1, 64));
    let top = word << unused;
    if signed { (top.cast_signed() >> unused).cast_unsigned() } else { top >> unused }
}
