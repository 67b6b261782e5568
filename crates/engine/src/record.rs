//! What holds where, and which checks stay open.
//!
//! Whenever a block is run from all its states, what is seen in it is kept in place of what was seen
//! before; the last time was on stable states. Here this is collected, contexts as they are called
//! from the root on. Where the analysis was lost every check that can still be reached is open.

use std::collections::{BTreeMap, BTreeSet};

use ir::{BlockId, Callee, FunctionId, Id, Program, StmtKind};

use crate::analysis::PointStates;
use crate::checks::induced;
use crate::recall::clean;
use crate::{Checks, ContextId, Engine, Lost, Point, ShapeDomain};

impl<D: ShapeDomain> Engine<'_, D> {
    /// Goes over everything that is used from a context on.
    pub(crate) fn record(&mut self, root: ContextId) -> BTreeMap<Point, PointStates<D::State>> {
        let mut points = BTreeMap::new();
        let mut pending = vec![root];
        let mut known = BTreeSet::from([root]);
        let mut lost_functions = LostFunctions::default();
        let (mut calls, mut unclean) = (BTreeMap::new(), BTreeSet::new());
        while let Some(id) = pending.pop() {
            let function = self.contexts[id.0 as usize].function;
            let mut lost_blocks = Vec::new();
            let called: &mut Vec<ContextId> = calls.entry(id).or_default();
            for block in self.body(function).blocks.ids() {
                let node = &mut self.contexts[id.0 as usize].blocks[block];
                if node.entry.is_empty() && node.lost_in.is_none() {
                    continue;
                }
                let seen = std::mem::take(&mut node.seen);
                for (stmt, states) in seen.before.into_iter().enumerate() {
                    let point = Point { function, block, stmt: stmt as u32 };
                    let at: &mut PointStates<D::State> = points.entry(point).or_default();
                    at.states.extend(states.into_iter().map(|disjunct| (id, disjunct.state)));
                }
                if !seen.open.is_empty() {
                    unclean.insert(id);
                }
                self.checks.keep(seen.open);
                if let Some((stmt, lost)) = seen.lost_from {
                    lost_blocks.push((block, stmt, lost));
                }
                called.extend(&seen.called);
                pending.extend(seen.called.into_iter().filter(|context| known.insert(*context)));
            }
            if let Some(lost) = self.contexts[id.0 as usize].lost.clone() {
                lost_blocks.push((ir::Body::ENTRY, usize::MAX, lost));
            }
            if !lost_blocks.is_empty() || self.contexts[id.0 as usize].provisional.is_some() {
                unclean.insert(id);
            }
            self.lose_checks(function, &lost_blocks, &mut points, &mut lost_functions);
        }
        lost_functions.tell(self.program, &mut self.checks, &mut points);
        self.clean = clean(&calls, unclean);
        points
    }

    /// Opens what the contract of the entry function promises and its exits do not keep. These checks
    /// stand behind the end of the function's first block, where no statement is, one for each promise.
    pub(crate) fn ensure(&mut self, root: ContextId, points: &mut BTreeMap<Point, PointStates<D::State>>) {
        let function = self.contexts[root.0 as usize].function;
        let exits: Vec<D::State> =
            self.contexts[root.0 as usize].exits.iter().map(|exit| exit.state.clone()).collect();
        let mut known = Vec::new();
        let end = self.body(function).blocks[ir::Body::ENTRY].stmts.len();
        for exit in exits {
            match self.domain.ensure(self.program, function, &exit) {
                Ok(unmet) => {
                    for unmet in unmet.into_iter().filter(|unmet| self.domain.rules().contains(unmet.rule)) {
                        if !known.contains(&(unmet.rule, unmet.span)) {
                            known.push((unmet.rule, unmet.span));
                            let stmt = (end + known.len()) as u32;
                            let point = Point { function, block: ir::Body::ENTRY, stmt };
                            let outer = self.checks.listen(true);
                            self.checks.here = Some(point);
                            (self.checks.trail, self.checks.disjunct) = (None, None);
                            self.checks.open_at(unmet.rule, unmet.message, Some(unmet.span));
                            let opened = self.checks.resume(outer);
                            self.checks.keep(opened);
                        }
                    }
                }
                Err(lost) => {
                    let point = Point { function, block: ir::Body::ENTRY, stmt: 0 };
                    self.checks.lose(crate::Check { point, rule: model::Rule::Contract }, &lost);
                    points.entry(point).or_default();
                    self.contexts[root.0 as usize].lost.get_or_insert(lost);
                }
            }
        }
    }

    /// Opens every check of a function that something lost can reach.
    fn lose_checks(
        &mut self,
        function: FunctionId,
        lost_blocks: &[(BlockId, usize, Lost)],
        points: &mut BTreeMap<Point, PointStates<D::State>>,
        lost_functions: &mut LostFunctions,
    ) {
        let body = self.body(function);
        // For each block the first statement that is lost.
        let mut from: BTreeMap<BlockId, (usize, Lost)> = BTreeMap::new();
        let mut pending = Vec::new();
        for (block, stmt, lost) in lost_blocks {
            let known = from.entry(*block).or_insert_with(|| (*stmt, lost.clone()));
            known.0 = known.0.min(*stmt);
            if *stmt <= body.blocks[*block].stmts.len() {
                pending.extend(
                    body.blocks[*block].terminator.successors().into_iter().map(|b| (b, lost.clone())),
                );
            }
        }
        let mut visited = BTreeSet::new();
        while let Some((block, lost)) = pending.pop() {
            let known = from.entry(block).or_insert_with(|| (0, lost.clone()));
            known.0 = 0;
            if visited.insert(block) {
                let next = body.blocks[block].terminator.successors();
                pending.extend(next.into_iter().map(|next| (next, lost.clone())));
            }
        }
        for check in induced(self.program, function) {
            if let Some((stmt, lost)) = from.get(&check.point.block)
                && check.point.stmt as usize >= *stmt
            {
                self.checks.lose(check, lost);
            }
        }
        for (block, (stmt, lost)) in &from {
            for index in *stmt..=body.blocks[*block].stmts.len() {
                let point = Point { function, block: *block, stmt: index as u32 };
                points.entry(point).or_default().lost.get_or_insert_with(|| lost.clone());
                if let Some(stmt) = body.blocks[*block].stmts.get(index) {
                    lost_functions.add(self.program, called(self.program, &stmt.kind), lost);
                }
            }
        }
    }
}

/// Opens every check of a function and of what it can reach through calls: nothing is known of them.
pub(crate) fn lose_program<S>(
    program: &Program,
    from: FunctionId,
    lost: &Lost,
    checks: &mut Checks,
    points: &mut BTreeMap<Point, PointStates<S>>,
) {
    let mut functions = LostFunctions::default();
    functions.add(program, Called::One(from), lost);
    functions.tell(program, checks, points);
}

/// Whom a statement may call.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Called {
    /// Nobody.
    None,
    /// This function, which has a body.
    One(FunctionId),
    /// Any function with a body: a function without one may call back whatever it was given.
    Any,
}

fn called(program: &Program, stmt: &StmtKind) -> Called {
    match stmt {
        StmtKind::Call(call) => match call.callee {
            Callee::Function(callee) if program.functions[callee].body.is_some() => Called::One(callee),
            Callee::Function(_) | Callee::Pointer(_) => Called::Any,
        },
        _ => Called::None,
    }
}

/// The functions of which nothing is known: what something lost can reach through calls.
#[derive(Default)]
struct LostFunctions {
    lost: BTreeMap<FunctionId, Lost>,
    /// All of them are in it.
    all: bool,
}

impl LostFunctions {
    /// Everything that a statement may call, and what that can reach through calls, is lost.
    fn add(&mut self, program: &Program, whom: Called, lost: &Lost) {
        let mut pending = Vec::new();
        self.meet(program, whom, &mut pending);
        while let Some(function) = pending.pop() {
            if function.index() >= program.functions.len() || self.lost.contains_key(&function) {
                continue;
            }
            self.lost.insert(function, lost.clone());
            if let Some(body) = &*program.functions[function].body {
                for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
                    self.meet(program, called(program, &stmt.kind), &mut pending);
                }
            }
        }
    }

    fn meet(&mut self, program: &Program, whom: Called, pending: &mut Vec<FunctionId>) {
        match whom {
            Called::One(function) => pending.push(function),
            Called::Any if !self.all => {
                self.all = true;
                let defined = program.functions.enumerate().filter(|(_, function)| function.body.is_some());
                pending.extend(defined.map(|(id, _)| id));
            }
            Called::Any | Called::None => {}
        }
    }

    /// Opens every check of these functions.
    fn tell<S>(&self, program: &Program, checks: &mut Checks, points: &mut BTreeMap<Point, PointStates<S>>) {
        for (function, lost) in &self.lost {
            for check in induced(program, *function) {
                checks.lose(check, lost);
            }
            let blocks = program.functions[*function].body.iter().flat_map(|body| body.blocks.enumerate());
            for (block, code) in blocks {
                for stmt in 0..=code.stmts.len() as u32 {
                    let known = points.entry(Point { function: *function, block, stmt }).or_default();
                    known.lost.get_or_insert_with(|| lost.clone());
                }
            }
        }
    }
}
