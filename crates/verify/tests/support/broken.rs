//! A domain with a flaw: another one, with one thing done wrong.

use engine::{Checks, Cursor, Edge, Entry, Join, Outcome, Point, RuleSet, ShapeDomain, Unmet, Widened};
use ir::{
    Argument, BinaryOp, Call, ConstValue, FunctionId, LocalId, Operand, Program, Rvalue, Stmt, StmtKind,
    Terminator,
};
use model::{Drawing, Memory, Rule};

/// What is done wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(dead_code, reason = "some can only be made where states are explored")]
pub(crate) enum Flaw {
    /// Nothing.
    None,
    /// Where a condition may hold or not it is taken to hold.
    BranchTaken,
    /// Of the two outcomes of a comparison the second is dropped.
    ComparisonDecided,
    /// A check of this rule is never left open.
    Silent(Rule),
    /// What is freed is still there.
    FreeDoesNothing,
    /// What is loaded is never null.
    LoadNeverNull,
    /// Writing null to a link leaves what was behind it where it was.
    StoreForgetsToCut,
    /// Writing a pointer to a link has no effect.
    StoreForgetsToLink,
    /// What comes back to a loop head is taken to be known.
    LoopCovered,
    /// Where two states are known a third is dropped.
    ThirdDropped,
    /// An allocation succeeds.
    AllocNeverFails,
    /// What a recursive function returns in is taken to be known.
    RecursionCovered,
    /// States that are explored are taken to be the same.
    MergesAll,
    /// States that are explored are taken to be the same if their heaps are.
    MergesFacts,
}

/// Every flaw that any domain can have.
pub(crate) const FLAWS: &[Flaw] = &[
    Flaw::BranchTaken,
    Flaw::ComparisonDecided,
    Flaw::Silent(Rule::NullDeref),
    Flaw::Silent(Rule::UseAfterFree),
    Flaw::Silent(Rule::DoubleFree),
    Flaw::Silent(Rule::Leak),
    Flaw::Silent(Rule::Uninitialized),
    Flaw::Silent(Rule::AssertFail),
    Flaw::FreeDoesNothing,
    Flaw::LoadNeverNull,
    Flaw::StoreForgetsToCut,
    Flaw::StoreForgetsToLink,
    Flaw::LoopCovered,
    Flaw::ThirdDropped,
    Flaw::AllocNeverFails,
    Flaw::RecursionCovered,
];

/// What a domain of its own kind does wrong with the states after a statement.
pub(crate) type Spoil<D> =
    fn(&Cursor<'_>, &Stmt, Vec<<D as ShapeDomain>::State>) -> Vec<<D as ShapeDomain>::State>;

/// What it does wrong with a state where others meet.
pub(crate) type SpoilJoin<D> = fn(<D as ShapeDomain>::State) -> <D as ShapeDomain>::State;

/// A domain with a flaw.
pub(crate) struct Broken<D: ShapeDomain> {
    sound: D,
    flaw: Flaw,
    spoil: Option<Spoil<D>>,
    spoil_join: Option<SpoilJoin<D>>,
}

impl<D: ShapeDomain> Broken<D> {
    pub(crate) fn new(sound: D, flaw: Flaw) -> Self {
        Self { sound, flaw, spoil: None, spoil_join: None }
    }

    /// The domain without the flaw.
    #[allow(dead_code, reason = "asked for where states are explored")]
    pub(crate) fn sound(&self) -> &D {
        &self.sound
    }

    /// What it does wrong.
    #[allow(dead_code, reason = "asked for where states are explored")]
    pub(crate) fn flaw(&self) -> Flaw {
        self.flaw
    }

    /// With a flaw that only this domain can have.
    #[allow(dead_code, reason = "not every domain has flaws of its own")]
    pub(crate) fn spoiled(sound: D, spoil: Spoil<D>) -> Self {
        Self { spoil: Some(spoil), ..Self::new(sound, Flaw::None) }
    }

    /// With one that shows where states meet.
    #[allow(dead_code, reason = "not every domain has flaws of its own")]
    pub(crate) fn spoiled_at_joins(sound: D, spoil: SpoilJoin<D>) -> Self {
        Self { spoil_join: Some(spoil), ..Self::new(sound, Flaw::None) }
    }

    /// Lets the sound domain work, and keeps to itself what it opens of a rule.
    fn hushed<T>(&self, out: &mut Checks, work: impl FnOnce(&mut Checks) -> T) -> T {
        let Flaw::Silent(rule) = self.flaw else { return work(out) };
        let mut heard = out.clone();
        let before = heard.opened_here().count();
        let result = work(&mut heard);
        for (check, open) in heard.opened_here().skip(before) {
            if check.rule != rule {
                out.open_at(check.rule, open.message.clone(), open.span);
            }
        }
        result
    }

    /// The states in which a register is not null.
    fn not_null(&self, at: &Cursor<'_>, local: LocalId, states: Vec<D::State>) -> Outcome<Vec<D::State>> {
        let stmt = Stmt { kind: StmtKind::Assume(Operand::Local(local)), span: at.span() };
        let mut kept = Vec::new();
        for state in states {
            kept.extend(self.sound.step(at, &stmt, state, &mut Checks::default())?);
        }
        Ok(kept)
    }
}

fn is_null(operand: &Operand) -> bool {
    matches!(operand, Operand::Const(value) if value.value == ConstValue::Int(0))
}

impl<D: ShapeDomain> ShapeDomain for Broken<D> {
    type State = D::State;
    type Frame = D::Frame;

    fn name(&self) -> &'static str {
        "broken"
    }

    fn rules(&self) -> RuleSet {
        self.sound.rules()
    }

    fn entry(&self, program: &Program, entry: &Entry) -> Outcome<Vec<D::State>> {
        self.sound.entry(program, entry)
    }

    fn step(
        &self,
        at: &Cursor<'_>,
        stmt: &Stmt,
        before: D::State,
        out: &mut Checks,
    ) -> Outcome<Vec<D::State>> {
        let pointer = |local: LocalId| at.program.types.is_pointer(at.body().locals[local].ty);
        let kept = before.clone();
        let mut after = self.hushed(out, |out| self.sound.step(at, stmt, before, out))?;
        match (&stmt.kind, self.flaw) {
            (StmtKind::Assign { value: Rvalue::Binary(op, ..), .. }, Flaw::ComparisonDecided)
                if op.is_comparison() && *op != BinaryOp::Eq =>
            {
                after.truncate(1);
            }
            (StmtKind::Free { .. }, Flaw::FreeDoesNothing) if !after.is_empty() => return Ok(vec![kept]),
            (StmtKind::Load { dst, .. }, Flaw::LoadNeverNull) if pointer(*dst) => {
                return self.not_null(at, *dst, after);
            }
            (StmtKind::Alloc { dst, .. }, Flaw::AllocNeverFails) => return self.not_null(at, *dst, after),
            (StmtKind::Store { place, value }, flaw)
                if at.program.types.is_pointer(place.ty)
                    && !after.is_empty()
                    && (flaw == Flaw::StoreForgetsToCut && is_null(value)
                        || flaw == Flaw::StoreForgetsToLink && !is_null(value)) =>
            {
                return Ok(vec![kept]);
            }
            _ => {}
        }
        if let Some(spoil) = self.spoil {
            after = spoil(at, stmt, after);
        }
        Ok(after)
    }

    fn follow(
        &self,
        at: &Cursor<'_>,
        terminator: &Terminator,
        before: D::State,
        out: &mut Checks,
    ) -> Outcome<Vec<(Edge, D::State)>> {
        let mut after = self.hushed(out, |out| self.sound.follow(at, terminator, before, out))?;
        if self.flaw == Flaw::BranchTaken && after.iter().any(|(edge, _)| edge.index == 0) {
            after.retain(|(edge, _)| edge.index != 1);
        }
        Ok(after)
    }

    fn leave(
        &self,
        at: &Cursor<'_>,
        value: Option<&Argument>,
        before: D::State,
        out: &mut Checks,
    ) -> Outcome<Vec<D::State>> {
        self.hushed(out, |out| self.sound.leave(at, value, before, out))
    }

    fn forget(
        &self,
        at: &Cursor<'_>,
        dead: &[LocalId],
        state: D::State,
        out: &mut Checks,
    ) -> Outcome<Vec<D::State>> {
        self.hushed(out, |out| self.sound.forget(at, dead, state, out))
    }

    fn callees(&self, at: &Cursor<'_>, call: &Call, before: &D::State) -> Option<Vec<FunctionId>> {
        self.sound.callees(at, call, before)
    }

    fn models(&self, at: &Cursor<'_>, call: &Call, callee: FunctionId, before: &D::State) -> bool {
        self.sound.models(at, call, callee, before)
    }

    fn enter(
        &self,
        at: &Cursor<'_>,
        call: &Call,
        callee: FunctionId,
        before: &D::State,
        out: &mut Checks,
    ) -> Outcome<Vec<(D::State, Self::Frame)>> {
        self.hushed(out, |out| self.sound.enter(at, call, callee, before, out))
    }

    fn resume(
        &self,
        at: &Cursor<'_>,
        call: &Call,
        frame: &Self::Frame,
        exit: &D::State,
        out: &mut Checks,
    ) -> Outcome<Vec<D::State>> {
        self.hushed(out, |out| self.sound.resume(at, call, frame, exit, out))
    }

    fn ensure(&self, program: &Program, function: FunctionId, exit: &D::State) -> Outcome<Vec<Unmet>> {
        let mut unmet = self.sound.ensure(program, function, exit)?;
        unmet.retain(|unmet| self.flaw != Flaw::Silent(unmet.rule));
        Ok(unmet)
    }

    fn covers(&self, larger: &D::State, smaller: &D::State) -> bool {
        self.sound.covers(larger, smaller)
    }

    fn widen(&self, known: &[&D::State], arrived: D::State, at: Join) -> Widened<D::State> {
        match (self.flaw, at) {
            (Flaw::LoopCovered, Join::Loop { .. }) => Widened::Covered,
            (Flaw::RecursionCovered, Join::Recursion) => Widened::Covered,
            (Flaw::ThirdDropped, _) if known.len() >= 2 => Widened::Covered,
            _ => match (self.sound.widen(known, arrived, at), self.spoil_join) {
                (Widened::Replace(which, state), Some(spoil)) => Widened::Replace(which, spoil(state)),
                (widened, _) => widened,
            },
        }
    }

    fn merge(&self, states: Vec<D::State>, at_most: usize) -> Vec<D::State> {
        self.sound.merge(states, at_most)
    }

    fn admits(&self, program: &Program, point: Point, state: &D::State, memory: &Memory) -> bool {
        self.sound.admits(program, point, state, memory)
    }

    fn draw(&self, program: &Program, point: Point, state: &D::State) -> Drawing {
        self.sound.draw(program, point, state)
    }
}
