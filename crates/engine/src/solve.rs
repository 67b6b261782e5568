//! The fixpoint: iterating blocks until nothing changes.
//!
//! Elements of the weak topological order are visited in order; a loop is iterated until the states
//! that come back to its head are covered by those known there. Inner loops start afresh in every
//! round of the outer one: what they knew before belonged to smaller entry states.
//!
//! A round runs the loop only from those states at its head that are new or have changed (a differential fixpoint): what the others
//! lead to has been taken in already. Where states meet on the way they may have lost what told them
//! apart, though, so the invariant is one only when a round from all states adds nothing.

use std::sync::Arc;

use ir::{BlockId, Body};

use crate::disjuncts::{Disjunct, absorb, cap};
use crate::summary::{Seen, Status};
use crate::{Component, ContextId, Engine, Flow, Join, Lost, ShapeDomain};

/// Loops nested deeper than this are not analyzed.
const NESTING: usize = 200;

impl<D: ShapeDomain> Engine<'_, D> {
    /// Analyzes a context until its exits are stable.
    pub(crate) fn summarize(&mut self, id: ContextId) {
        let index = id.0 as usize;
        let function = self.contexts[index].function;
        if self.stack.len() >= self.limits.call_depth {
            let span = self.program.functions[function].span;
            let why = "calls are nested too deeply for the analysis".into();
            self.contexts[index].lost = Some(Lost { span, why });
            self.contexts[index].status = Status::Done;
            return;
        }
        let place = self.stack.len();
        self.stack.push(id);
        self.contexts[index].status = Status::Active;
        self.contexts[index].low = usize::MAX;
        let flow = self.flow(function);
        for round in 0.. {
            self.round += u64::from(round > 0);
            let recording = std::mem::replace(&mut self.recording, true);
            let changed = self.solve(id, &flow);
            self.recording = recording;
            let context = &self.contexts[index];
            if !context.recursive || !changed || context.lost.is_some() {
                break;
            }
            if round >= self.limits.rounds {
                let span = self.program.functions[function].span;
                let why = "the recursion did not become stable".into();
                self.contexts[index].lost = Some(Lost { span, why });
                break;
            }
            self.meter.spent.iterations += 1;
        }
        self.stack.pop();
        let round = self.round;
        let context = &mut self.contexts[index];
        context.status = Status::Done;
        context.provisional = (context.low < place).then_some(round);
        let low = context.low;
        if low < place
            && let Some(caller) = self.stack.last()
        {
            let caller = &mut self.contexts[caller.0 as usize];
            caller.low = caller.low.min(low);
        }
    }

    /// One pass over a function. Whether its exits changed.
    fn solve(&mut self, id: ContextId, flow: &Arc<Flow>) -> bool {
        let index = id.0 as usize;
        let entry_lost = self.contexts[index].blocks[Body::ENTRY].lost_in.clone();
        for node in &mut self.contexts[index].blocks {
            *node = crate::summary::BlockStates::default();
        }
        self.contexts[index].blocks[Body::ENTRY].lost_in = entry_lost;
        let mut returned = Vec::new();
        let order = flow.order.components.clone();
        for component in &order {
            self.visit(id, component, flow, 0, &mut returned);
        }
        self.absorb_exits(id, returned)
    }

    fn absorb_exits(&mut self, id: ContextId, returned: Vec<Disjunct<D::State>>) -> bool {
        let index = id.0 as usize;
        let recursive = self.contexts[index].recursive;
        let mut exits = std::mem::take(&mut self.contexts[index].exits);
        let mut changed = false;
        if !recursive {
            exits.clear();
        }
        let at = if recursive { Join::Recursion } else { Join::Plain };
        let context = &self.contexts[index];
        let entry = match context.entry.as_slice() {
            [entry] if context.caller.is_some() => Some(entry),
            _ => None,
        };
        for Disjunct { state, trail } in returned {
            let states = match entry {
                Some(entry) => self.domain.settle(self.program, context.function, entry, state),
                None => vec![state],
            };
            for state in states {
                changed |= absorb(self.domain, &mut exits, Disjunct { state, trail }, at).is_some();
            }
        }
        let fits = cap(self.domain, &mut exits, self.limits.disjuncts);
        let context = &mut self.contexts[index];
        context.exits = exits;
        let lost = context.blocks.iter().find_map(|node| node.lost_out.clone());
        if context.lost.is_none() {
            context.lost = lost;
        }
        if !fits {
            let span = self.program.functions[context.function].end;
            context.lost = Some(Lost { span, why: TOO_MANY.into() });
        }
        changed
    }

    fn visit(
        &mut self,
        id: ContextId,
        component: &Component,
        flow: &Arc<Flow>,
        depth: usize,
        returned: &mut Vec<Disjunct<D::State>>,
    ) {
        match component {
            Component::Vertex(block) => {
                self.gather(id, *block, flow, |_| true, Join::Plain);
                returned.extend(self.run_block(id, *block, flow));
            }
            Component::Loop(head, body) => {
                self.gather(id, *head, flow, |_| true, Join::Plain);
                self.iterate(id, *head, body, flow, depth, returned);
            }
        }
    }

    fn iterate(
        &mut self,
        id: ContextId,
        head: BlockId,
        body: &[Component],
        flow: &Arc<Flow>,
        depth: usize,
        returned: &mut Vec<Disjunct<D::State>>,
    ) {
        let index = id.0 as usize;
        if depth > NESTING {
            self.lose_block(id, head, "loops are nested too deeply for the analysis");
            return;
        }
        let blocks = blocks_of(head, body);
        let mut pending = Changed::all();
        let recording = self.recording;
        for round in 1.. {
            let known = pending.select(&mut self.contexts[index].blocks[head].entry);
            self.recording = recording && pending.everything;
            let mut returns = self.run_block(id, head, flow);
            for component in body {
                self.visit(id, component, flow, depth + 1, &mut returns);
            }
            self.recording = recording;
            if let Some(known) = known {
                self.contexts[index].blocks[head].entry = known;
            }
            let inside = |block: BlockId| blocks.contains(&block);
            let changed = self.gather(id, head, flow, inside, Join::Loop { round });
            if changed.is_empty() && pending.everything {
                returned.extend(returns);
                return;
            }
            self.meter.spent.iterations += u64::from(!changed.is_empty());
            pending = if changed.is_empty() { Changed::all() } else { changed };
            if round >= self.limits.rounds {
                self.lose_block(id, head, "the loop did not become stable");
                returned.extend(returns);
                return;
            }
            let (states, lost) = {
                let node = &self.contexts[index].blocks[head];
                (node.entry.clone(), node.lost_in.clone())
            };
            for block in &blocks {
                self.contexts[index].blocks[*block] = crate::summary::BlockStates::default();
            }
            let node = &mut self.contexts[index].blocks[head];
            (node.entry, node.lost_in) = (states, lost);
        }
    }

    /// Collects the states that arrive at a block. What changed there.
    fn gather(
        &mut self,
        id: ContextId,
        block: BlockId,
        flow: &Arc<Flow>,
        from: impl Fn(BlockId) -> bool,
        at: Join,
    ) -> Changed {
        let index = id.0 as usize;
        let mut node = std::mem::take(&mut self.contexts[index].blocks[block]);
        let mut known = std::mem::take(&mut node.entry);
        let mut changed = Changed::default();
        let mut fits = true;
        if block == Body::ENTRY && at == Join::Plain {
            let states = self.contexts[index].entry.clone();
            for state in states {
                let trail = self.trail.enter(id, block, self.contexts[index].caller);
                changed.places.extend(absorb(self.domain, &mut known, Disjunct { state, trail }, at));
            }
        }
        // A loop on its own block has its way out in the node that was taken.
        let own = std::mem::take(&mut node.out);
        for (source, way) in flow.predecessors[block].iter().filter(|(source, _)| from(*source)) {
            let (arrived, lost) = if *source == block {
                (own.get(*way).cloned().unwrap_or_default(), node.lost_out.clone())
            } else {
                let source = &self.contexts[index].blocks[*source];
                (source.out.get(*way).cloned().unwrap_or_default(), source.lost_out.clone())
            };
            for disjunct in arrived {
                // Each is compared with all before it: where ways just meet, a crowd is made smaller before it has gathered.
                if at == Join::Plain && known.len() > CROWD * self.limits.disjuncts {
                    fits &= cap(self.domain, &mut known, self.limits.disjuncts);
                }
                if !fits {
                    break;
                }
                changed.places.extend(absorb(self.domain, &mut known, disjunct, at));
            }
            if node.lost_in.is_none() && lost.is_some() {
                (node.lost_in, changed.everything) = (lost, true);
            }
        }
        if at != Join::Plain {
            changed.drop_covered(self.domain, &mut known);
        }
        self.meter.spent.peak_disjuncts = self.meter.spent.peak_disjuncts.max(known.len() as u64);
        // Merging leaves others in their places.
        changed.everything |= known.len() > self.limits.disjuncts && !changed.is_empty();
        fits &= cap(self.domain, &mut known, self.limits.disjuncts);
        node.entry = known;
        node.out = own;
        self.contexts[index].blocks[block] = node;
        if !fits {
            // No state is left that a place could name, and what comes after has to learn it.
            let news = self.contexts[index].blocks[block].lost_in.is_none();
            changed = Changed { everything: news || changed.everything, places: Vec::new() };
            self.lose_block(id, block, TOO_MANY);
        }
        changed
    }

    fn lose_block(&mut self, id: ContextId, block: BlockId, why: &str) {
        let function = self.contexts[id.0 as usize].function;
        let span = self.body(function).blocks[block].span;
        let node = &mut self.contexts[id.0 as usize].blocks[block];
        let lost = Lost { span, why: why.into() };
        node.lost_in.get_or_insert_with(|| lost.clone());
        node.lost_out.get_or_insert_with(|| lost.clone());
        // What is kept is a part of what can be here: better none.
        node.entry.clear();
        node.out.clear();
        node.seen = Seen::default();
        node.seen.lost(0, &lost);
    }

    /// Runs a loop once from these states at its head, inner loops to the end. The states that come
    /// back to the head; `None` if something was lost on the way.
    pub(crate) fn once_around(
        &mut self,
        id: ContextId,
        head: BlockId,
        states: Vec<D::State>,
    ) -> Option<Vec<D::State>> {
        let index = id.0 as usize;
        let flow = self.flow(self.contexts[index].function);
        let body = find_loop(&flow.order.components, head)?;
        let blocks = blocks_of(head, &body);
        let saved: Vec<_> =
            blocks.iter().map(|block| std::mem::take(&mut self.contexts[index].blocks[*block])).collect();
        let trail = self.trail.enter(id, head, None);
        self.contexts[index].blocks[head].entry =
            states.into_iter().map(|state| Disjunct { state, trail }).collect();
        let recording = std::mem::replace(&mut self.recording, false);
        let mut returned = self.run_block(id, head, &flow);
        for component in &body {
            self.visit(id, component, &flow, 1, &mut returned);
        }
        self.recording = recording;
        let mut back = Vec::new();
        let mut lost = false;
        for (source, way) in flow.predecessors[head].iter().filter(|(source, _)| blocks.contains(source)) {
            let source = &self.contexts[index].blocks[*source];
            lost |= source.lost_out.is_some();
            let arrived = source.out.get(*way).into_iter().flatten();
            back.extend(arrived.map(|disjunct| disjunct.state.clone()));
        }
        for (block, node) in blocks.iter().zip(saved) {
            self.contexts[index].blocks[*block] = node;
        }
        (!lost).then_some(back)
    }
}

/// The states at a block that changed.
#[derive(Default)]
struct Changed {
    everything: bool,
    places: Vec<usize>,
}

impl Changed {
    fn all() -> Self {
        Self { everything: true, places: Vec::new() }
    }

    fn is_empty(&self) -> bool {
        !self.everything && self.places.is_empty()
    }

    /// Drops the states that one that changed describes too.
    fn drop_covered<D: ShapeDomain>(&mut self, domain: &D, known: &mut Vec<Disjunct<D::State>>) {
        self.places.sort_unstable();
        self.places.dedup();
        let mut at = 0;
        while at < known.len() {
            let covers =
                |place: &usize| *place != at && domain.covers(&known[*place].state, &known[at].state);
            if self.places.iter().any(covers) {
                known.remove(at);
                self.places.retain(|place| *place != at);
                for place in self.places.iter_mut().filter(|place| **place > at) {
                    *place -= 1;
                }
            } else {
                at += 1;
            }
        }
    }

    /// Leaves only the states that changed and gives back all of them, if there are others.
    fn select<S: Clone>(&mut self, states: &mut Vec<S>) -> Option<Vec<S>> {
        self.places.sort_unstable();
        self.places.dedup();
        self.everything |= self.places.len() == states.len();
        if self.everything {
            return None;
        }
        let selected = self.places.iter().map(|place| states[*place].clone()).collect();
        Some(std::mem::replace(states, selected))
    }
}

/// So many times the states that may be kept at a place may gather there before they are merged.
const CROWD: usize = 4;

const TOO_MANY: &str = "there are too many different shapes for the analysis to keep apart";

/// The blocks of a loop.
fn blocks_of(head: BlockId, body: &[Component]) -> Vec<BlockId> {
    let mut blocks = vec![head];
    for component in body {
        match component {
            Component::Vertex(block) => blocks.push(*block),
            Component::Loop(head, body) => blocks.extend(blocks_of(*head, body)),
        }
    }
    blocks
}

fn find_loop(components: &[Component], wanted: BlockId) -> Option<Vec<Component>> {
    components.iter().find_map(|component| match component {
        Component::Loop(head, body) if *head == wanted => Some(body.clone()),
        Component::Loop(_, body) => find_loop(body, wanted),
        Component::Vertex(_) => None,
    })
}
