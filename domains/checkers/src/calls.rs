//! Calls of functions that are analyzed for each way they are called.
//!
//! The callee sees the part of the heap that its arguments and the globals it knows reach; the rest is the frame. Values that the caller goes
//! on to use and the callee's part mentions are *cut points*: the callee holds them as roots, so that they are
//! known again when it returns.

use engine::{Checks, Cursor, Outcome};
use ir::{Argument, Call, Destination, FunctionId, Var};
use logic::pure::is_parameter;
use logic::{Dim, Fact, Pure};

use crate::Checkers;
use crate::heap::{Block, Member, NodeSet, Origin, Region, Rest, Root, SetFacts, State, Sym, Term, Value};
use crate::parts::Arena;
use crate::transfer::lost;

/// Symbols beyond which they get smaller numbers.
const MANY_SYMBOLS: u32 = 1 << 12;

/// What a call leaves behind.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The caller's state without what the callee sees.
    state: State,
    /// The symbols the callee holds, by number.
    held: Vec<Sym>,
}

impl Checkers {
    pub(crate) fn enter_function(
        &self,
        at: &Cursor<'_>,
        call: &Call,
        callee: FunctionId,
        before: &State,
        out: &mut Checks,
    ) -> Outcome<Vec<(State, Frame)>> {
        let program = at.program;
        let function = &program.functions[callee];
        let Some(body) = &*function.body else { return lost(at, "the function has no body") };
        if before.anything {
            return lost(at, "nothing is known any more where this is called");
        }
        // Unnamed arguments are seen by nobody who does not ask for them, and who does is lost there.
        let (given, wanted) = (call.args.len(), function.signature.params.len());
        self.asked.open_endless(at.point, |_| false, out);
        if given < wanted || given > wanted && !function.signature.variadic {
            return lost(at, "a call with missing or surplus arguments is not modelled");
        }
        if let Some(Destination::Local(dst)) = call.dst
            && !is_passed_as(&program.types, function.signature.ret, at.body().locals[dst].ty)
        {
            return lost(at, "the result has another type than the function's");
        }
        let mut state = before.clone();
        let mut passed = Vec::new();
        for (argument, wanted) in call.args.iter().zip(&function.signature.params) {
            let operand = match argument {
                Argument::Value(operand) => operand,
                // A struct travels as an object that the callee makes its own.
                Argument::Object(place) if program.types.size(place.ty) == program.types.size(*wanted) => {
                    let Some((copied, object)) = self.copied(at, state, place, out)? else {
                        return Ok(Vec::new());
                    };
                    state = copied;
                    passed.push(Ok(state.hold(Term::of(object))));
                    continue;
                }
                Argument::Object(_) => {
                    return lost(at, "an argument has another type than the function's parameter");
                }
            };
            if !is_passed_as(&program.types, self.type_of(at, *operand), *wanted) {
                return lost(at, "an argument has another type than the function's parameter");
            }
            // What has no value may be passed on; the callee is told.
            let value = self.operand(at, &mut state, *operand);
            passed.push(value.term().map(|term| state.hold(term)).ok_or(value));
        }
        // Values follow where symbols were merged for a later argument.
        let value = |passed: Result<Root, Value>| {
            passed.map_or_else(|value| value, |held| Value::Known(state.release(held)))
        };
        let mut values: Vec<Value> = passed.into_iter().rev().map(value).collect();
        values.reverse();
        state.tidy();
        // What the callee can reach. A global that nobody there knows by name is the caller's, as long as no pointer leads to it.
        let is_visible = |root: &Root| match root {
            Root::Global(global) => self.is_visible(program, callee, *global),
            Root::Code(_) => true,
            _ => false,
        };
        let mut seeds = state.clone();
        seeds.roots.retain(|(root, _)| is_visible(root));
        for value in &values {
            if let Value::Known(term) = value {
                seeds.hold(*term);
            }
        }
        let reached = self.reached_from(&seeds, |_| true);
        let mut inner = State {
            roots: state.roots.iter().filter(|(root, _)| is_visible(root)).copied().collect(),
            regions: state.regions.clone(),
            dead: Vec::new(),
            members: Vec::new(),
            pure: state.pure.clone(),
            // Nothing is known of sets in a function without a contract.
            sets: SetFacts::default(),
            ranges: state.ranges.clone(),
            junk: false,
            gone: false,
            anything: false,
            arena: state.arena.map(Arena::for_callee),
            round: state.round,
            goal: state.goal,
            next: state.next,
        };
        let mut outer = state;
        // What the caller no longer reads is no reason to keep what the callee has apart. (What only the caller reaches is looked at
        // after the call, when the variable dies.)
        outer.roots.retain(|(root, value)| match root {
            Root::Register(local) => {
                let base = value.term().and_then(|term| term.base);
                at.live.contains(*local) || base.is_none_or(|base| !reached[base.0 as usize])
            }
            _ => true,
        });
        inner.regions.retain(|sym, _| reached[sym.0 as usize]);
        outer.take_regions(|sym| reached[sym.0 as usize]);
        inner.regions.change(
            |region| {
                let variable = |block: &Block| matches!(block.origin, Origin::Slot(_));
                region.set().is_some() || region.block().is_some_and(variable)
            },
            |region| {
                *region.set_mut() = None;
                if let Region::Block(block) = region
                    && matches!(block.origin, Origin::Slot(_))
                {
                    block.origin = Origin::Foreign;
                }
            },
        );
        // Cut points: what both sides mention.
        let mut mentioned = vec![false; inner.next as usize];
        inner.terms(|term| {
            if let Some(base) = term.base {
                mentioned[base.0 as usize] = true;
            }
        });
        for value in &values {
            if let Value::Known(Term { base: Some(base), .. }) = value {
                mentioned[base.0 as usize] = true;
            }
        }
        let mut held: Vec<Sym> = Vec::new();
        outer.terms(|term| {
            if let Some(base) = term.base
                && mentioned[base.0 as usize]
                && !held.contains(&base)
            {
                held.push(base);
            }
        });
        // And numbers of the callee's that are known to be related to ones it does not see.
        let of_caller = |sym: Sym| !mentioned.get(sym.0 as usize).copied().unwrap_or(false);
        for fact in outer.pure.facts() {
            let (Fact::Eq(form) | Fact::Ge(form)) = &fact else { continue };
            let syms = || form.terms().iter().map(|(dim, _)| Sym(dim.0));
            if syms().any(of_caller) {
                for sym in syms().filter(|sym| !of_caller(*sym)) {
                    if !held.contains(&sym) {
                        held.push(sym);
                    }
                }
            }
        }
        inner.dead = outer.dead.iter().copied().filter(|sym| mentioned[sym.0 as usize]).collect();
        inner.gone = outer.gone && !inner.dead.is_empty();
        for (index, sym) in held.iter().enumerate() {
            inner.set_root(Root::Held(index as u32), Value::of(*sym));
        }
        for ((param, ty), value) in body.params.iter().zip(&function.signature.params).zip(values) {
            match param {
                Var::Slot(slot) if !program.types.is_scalar(*ty) => {
                    let Some(base) = value.term().and_then(|term| term.base) else { continue };
                    if let Some(block) = inner.block_mut(base) {
                        block.origin = Origin::of_slot(program, callee, *slot);
                    }
                    inner.set_root(Root::Slot(*slot), value);
                }
                Var::Local(local) => inner.set_root(Root::Register(*local), value),
                Var::Slot(slot) => {
                    let sym = inner.fresh();
                    let size = program.types.size(*ty);
                    let mut block = Block::new(
                        Term::constant(size.cast_signed()),
                        Origin::of_slot(program, callee, *slot),
                        Rest::Any,
                    );
                    if program.types.is_scalar(*ty) && size <= 16 {
                        block.put(0, size as u8, value);
                    }
                    inner.add_region(sym, Region::Block(block));
                    inner.set_root(Root::Slot(*slot), Value::of(sym));
                }
            }
        }
        inner.tidy();
        Ok(vec![(inner, Frame { state: outer, held })])
    }

    pub(crate) fn return_to(
        &self,
        at: &Cursor<'_>,
        call: &Call,
        frame: &Frame,
        exit: &State,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let mut state = frame.state.clone();
        // The callee's symbols get numbers of their own.
        let shift = state.next;
        let moved = |term: Term| Term { base: term.base.map(|base| Sym(base.0 + shift)), ..term };
        let value = |value: Value| match value {
            Value::Known(term) => Value::Known(moved(term)),
            other => other,
        };
        state.next += exit.next;
        for (sym, region) in &exit.regions {
            let mut region = region.clone();
            region.map(|term| Some(moved(term)));
            if let Some(set) = region.set_mut() {
                set.0 += shift;
            }
            state.regions.insert(Sym(sym.0 + shift), region);
        }
        for (sym, member) in &exit.members {
            let member = Member { of: NodeSet(member.of.0 + shift), or: member.or.map(moved) };
            state.members.push((Sym(sym.0 + shift), member));
        }
        state.dead.extend(exit.dead.iter().map(|sym| Sym(sym.0 + shift)));
        state
            .ranges
            .extend(exit.ranges.iter().map(|(sym, bits, signed)| (Sym(sym.0 + shift), *bits, *signed)));
        state.junk |= exit.junk;
        state.gone |= exit.gone;
        state.arena = state.arena.or(exit.arena);
        state.round = exit.round;
        conjoin(&mut state, &exit.pure, shift);
        if state.pure.is_unsat() {
            return Ok(Vec::new());
        }
        let mut result = None;
        let mut pairs = Vec::new();
        for (root, held) in &exit.roots {
            match root {
                Root::Result => result = Some(value(*held)),
                Root::Input(_) => state.set_root(*root, value(*held)),
                Root::Held(index) => {
                    let ours = frame.held.get(*index as usize);
                    if let (Some(ours), Value::Known(theirs)) = (ours, value(*held)) {
                        pairs.push((Term::of(*ours), theirs));
                    }
                }
                Root::Global(_) | Root::Code(_) => match (state.root(*root), value(*held)) {
                    (Some(Value::Known(ours)), Value::Known(theirs)) => pairs.push((ours, theirs)),
                    (_, theirs) => state.set_root(*root, theirs),
                },
                _ => {}
            }
        }
        let mut object = None;
        match &call.dst {
            Some(Destination::Local(dst)) => {
                state.set_root(Root::Register(*dst), result.unwrap_or(Value::Unsure));
            }
            Some(Destination::Object(place)) => {
                let Some(Value::Known(term)) = result else { return lost(at, "there is no result") };
                object = Some((place, state.hold(term)));
            }
            None => {}
        }
        // What the callee held is the caller's again. The frame has no region there.
        for (ours, theirs) in pairs {
            let Some(sym) = ours.base else { continue };
            let both = state.regions.get(sym).is_some()
                && theirs.base.is_some_and(|theirs| state.regions.get(theirs).is_some());
            if both && ours.base != theirs.base {
                return lost(at, "an object is the caller's and the callee's at once");
            }
            if let Some(form) = crate::heap::state::difference(ours, theirs)
                && !state.pure.guard_eq(&form)
            {
                return Ok(Vec::new());
            }
            if state.replace(sym, theirs).is_none() {
                return lost(at, "a pointer is too far from its object");
            }
        }
        self.restore_slots(&mut state);
        let mut states = match object {
            Some((place, result)) => self.receive(at, state, place, result, out)?,
            None => vec![state],
        };
        for state in &mut states {
            drop_passing(state);
            state.tidy();
            if state.next > MANY_SYMBOLS {
                state.renumber();
            }
            self.report_unreachable(state, out);
        }
        Ok(states)
    }

    /// Variables of the caller are its own again.
    fn restore_slots(&self, state: &mut State) {
        let slots: Vec<_> = state
            .roots
            .iter()
            .filter_map(|(root, value)| match (root, value.term()?.base) {
                (Root::Slot(slot), Some(base)) => Some((*slot, base)),
                _ => None,
            })
            .collect();
        for (slot, base) in slots {
            if let Some(block) = state.block_mut(base)
                && !matches!(block.origin, Origin::Fixed(..))
            {
                block.origin = Origin::Slot(slot);
            }
        }
    }
}

/// Conjoins what is known of symbols that get numbers of their own.
pub(crate) fn conjoin(state: &mut State, pure: &Pure, shift: u32) {
    let mut pure = pure.clone();
    pure.rename(|dim| Dim(dim.0 + shift));
    // What says that something is a multiple of a number speaks of one more integer.
    let mut integers: Vec<(Dim, Dim)> = Vec::new();
    for fact in pure.facts() {
        for dim in fact.form().dims().filter(|dim| is_parameter(*dim)) {
            if !integers.iter().any(|(known, _)| *known == dim) {
                integers.push((dim, state.fresh().dim()));
            }
        }
        let name = |dim: Dim| integers.iter().find(|(known, _)| *known == dim).map_or(dim, |(_, name)| *name);
        match &fact {
            Fact::Eq(form) => state.pure.guard_eq(&form.rename(name)),
            Fact::Ge(form) => state.pure.guard_ge(&form.rename(name)),
            Fact::Ne(form) => state.pure.guard_ne(&form.rename(name)),
        };
    }
}

/// What a result that nobody received was held in is gone.
fn drop_passing(state: &mut State) {
    let passing = |region: &Region| region.block().is_some_and(|block| block.origin == Origin::Passing);
    state.regions.retain(|_, region| !passing(region));
}

/// Whether a value of one type can be taken for one of the other as it is.
pub(crate) fn is_passed_as(types: &ir::Types, given: ir::TypeId, wanted: ir::TypeId) -> bool {
    given == wanted
        || types.is_pointer(given) && types.is_pointer(wanted)
        || types.integer(given).is_some()
            && types.integer(given) == types.integer(wanted)
            && types.is_pointer(given) == types.is_pointer(wanted)
}
