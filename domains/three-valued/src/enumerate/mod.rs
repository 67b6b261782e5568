//! Focus, coerce and the updates, tried on all small memories.
//!
//! All lists, rings and whatever else up to four cells with one link can form, with two variables, are made two-valued structures;
//! those with the same canonical names are joined into one abstract state each. Every transformer of the abstract states must
//! describe what it makes of each memory that they describe, computed here by hand.

mod ordered;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::embed::embeds;
use crate::focus::Target;
use crate::kleene::{Kleene, members};
use crate::shared::Shared;
use crate::state::{Kind, Root, State, Value};
use crate::structure::Structure;
use crate::vocabulary::{Member, Pointer};
use crate::{Direction, Joining, Options, ThreeValued};

/// A memory: where each cell's link leads, the numbers in cells, and the variables.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Cells {
    next: Vec<Option<usize>>,
    /// Empty where order is not followed.
    data: Vec<u8>,
    x: Option<usize>,
    y: Option<usize>,
}

const MOST: usize = 4;

struct World {
    domain: ThreeValued,
    record: ir::RecordId,
    member: Member,
    pointer: Pointer,
}

impl World {
    fn new() -> Self {
        const TEXT: &str = "struct node { struct node *next; }; int main(void) { struct node n = { 0 }; return n.next != 0; }\n";
        Self::of(TEXT)
    }

    /// Where numbers are compared along the link.
    fn ordered() -> Self {
        const TEXT: &str = "struct node { struct node *next; int data; };\n\
            int main(void) { struct node *p = 0; return p && p->next && p->data <= p->next->data; }\n";
        Self::of(TEXT)
    }

    fn of(text: &str) -> Self {
        // Tests run side by side, each with a file of its own.
        static FILES: AtomicUsize = AtomicUsize::new(0);
        let (process, number) = (std::process::id(), FILES.fetch_add(1, Ordering::Relaxed));
        let file = std::env::temp_dir().join(format!("shapewright-enumerate-{process}-{number}.c"));
        std::fs::write(&file, text).expect("a temporary file");
        let command = cfront::Command { file: file.clone(), options: cfront::Options::default() };
        let loaded = cfront::load(&[command], &cfront::Budget::default());
        let _ = std::fs::remove_file(file);
        let program = loaded.unwrap_or_else(|error| panic!("{error}")).program;
        let options =
            Options { malloc_may_fail: true, joining: Joining::Partial, direction: Direction::First };
        let domain = ThreeValued::new(&program, options);
        let (record, _) = program.types.records().find(|(_, r)| &*r.name == "struct node").expect("a record");
        let member = domain.vocabulary.sort(record).expect("it is a sort").members[0].clone();
        let pointer = member.pointer.expect("it is a pointer");
        Self { domain, record, member, pointer }
    }

    /// All memories of a few cells, each of which can be reached.
    fn memories() -> Vec<Cells> {
        let mut found = Vec::new();
        for size in 0..=MOST {
            let choices = size + 1;
            let choose = |number: usize, place: usize| {
                let choice = number / choices.pow(place as u32) % choices;
                (choice < size).then_some(choice)
            };
            for number in 0..choices.pow(size as u32 + 2) {
                let next: Vec<Option<usize>> = (0..size).map(|cell| choose(number, cell)).collect();
                let (x, y) = (choose(number, size), choose(number, size + 1));
                let cells = Cells { next, data: Vec::new(), x, y };
                if (0..size).all(|cell| cells.reaches(cells.x, cell) || cells.reaches(cells.y, cell)) {
                    found.push(cells);
                }
            }
        }
        found
    }

    /// Memories of three cells at most, with numbers in them.
    fn ordered_memories() -> Vec<Cells> {
        let small = Self::memories().into_iter().filter(|cells| cells.next.len() < MOST);
        small
            .flat_map(|cells| {
                (0..1u8 << cells.next.len()).map(move |bits| {
                    let data = (0..cells.next.len()).map(|cell| bits >> cell & 1).collect();
                    Cells { data, ..cells.clone() }
                })
            })
            .collect()
    }

    fn concrete(&self, cells: &Cells) -> State {
        let vocabulary = &self.domain.vocabulary;
        let mut state = State::new(Structure::new(vocabulary.unary, vocabulary.binary));
        for _ in &cells.next {
            let _ = state.structure.add();
            state.kinds.push(Kind::Record(self.record));
        }
        for (cell, next) in cells.next.iter().enumerate() {
            if let Some(next) = next {
                state.structure.set_pair(self.pointer.field, cell, *next, Kleene::True);
            }
        }
        if let Some(dle) = vocabulary.order {
            for (a, x) in cells.data.iter().enumerate() {
                for (b, y) in cells.data.iter().enumerate() {
                    state.structure.set_pair(dle, a, b, (x <= y).into());
                }
            }
        }
        self.domain.define(&mut state.structure);
        let value = |cell: Option<usize>| cell.map_or(Value::Null, |cell| Value::Cell(cell as u8));
        state.put(X, value(cells.x));
        state.put(Y, value(cells.y));
        state
    }

    /// The abstract states: one for each set of canonical names.
    fn abstracted(&self, memories: &[Cells]) -> Vec<State> {
        let mut joined: BTreeMap<String, State> = BTreeMap::new();
        for cells in memories {
            let mut state = self.concrete(cells);
            crate::blur::blur(&self.domain.vocabulary, &mut state);
            // Predicates that names leave out are to be definite, too.
            let key = format!("{:?}{:?}{:?}", state.names, state.env, state.structure.unaries());
            match joined.get_mut(&key) {
                Some(known) => known.structure = Shared::new(known.structure.join(&state.structure)),
                None => {
                    joined.insert(key, state);
                }
            }
        }
        joined.into_values().collect()
    }

    fn describes(&self, state: &State, cells: &Cells) -> bool {
        let concrete = self.concrete(cells);
        let mut allowed = vec![state.structure.universe(); concrete.structure.size()];
        for ((_, wanted), (_, given)) in state.env.iter().zip(&concrete.env) {
            match (wanted, given) {
                (Value::Cell(cell), Value::Cell(block)) => {
                    for (other, allowed) in allowed.iter_mut().enumerate() {
                        let bit = 1 << cell;
                        *allowed &= if other == usize::from(*block) { bit } else { !bit };
                    }
                }
                (wanted, given) if wanted == given => {}
                _ => return false,
            }
        }
        embeds(&concrete.structure, &state.structure, &allowed) == Some(true)
    }
}

const X: Root = Root::Hidden(0);
const Y: Root = Root::Hidden(1);

impl Cells {
    fn reaches(&self, from: Option<usize>, to: usize) -> bool {
        let (mut at, mut steps) = (from, 0);
        while let Some(cell) = at.filter(|_| steps <= self.next.len()) {
            if cell == to {
                return true;
            }
            (at, steps) = (self.next[cell], steps + 1);
        }
        false
    }

    /// Without the cells that cannot be reached.
    fn collected(&self) -> Self {
        let reached = |cell: &usize| self.reaches(self.x, *cell) || self.reaches(self.y, *cell);
        let kept: Vec<usize> = (0..self.next.len()).filter(reached).collect();
        let place = |cell: Option<usize>| cell.and_then(|cell| kept.iter().position(|k| *k == cell));
        let next = kept.iter().map(|cell| place(self.next[*cell])).collect();
        let data = kept.iter().filter_map(|cell| self.data.get(*cell).copied()).collect();
        Self { next, data, x: place(self.x), y: place(self.y) }
    }
}

/// Applies a transformer to all abstract states, and compares with what it makes of memories.
fn compare(abstractly: impl Fn(&World, State) -> Vec<State>, concretely: impl Fn(&Cells) -> Option<Cells>) {
    compare_in(&World::new(), &World::memories(), abstractly, concretely);
}

fn compare_in(
    world: &World,
    memories: &[Cells],
    abstractly: impl Fn(&World, State) -> Vec<State>,
    concretely: impl Fn(&Cells) -> Option<Cells>,
) {
    for state in world.abstracted(memories) {
        let described: Vec<&Cells> = memories.iter().filter(|cells| world.describes(&state, cells)).collect();
        assert!(!described.is_empty());
        let after = abstractly(world, state.clone());
        for cells in described {
            let Some(wanted) = concretely(cells) else { continue };
            assert!(
                after.iter().any(|state| world.describes(state, &wanted)),
                "{cells:?} becomes {wanted:?}, which nothing describes that comes of {state:?}"
            );
        }
    }
}

fn cell_at(state: &State, root: Root) -> Option<usize> {
    match state.get(root) {
        Some(Value::Cell(cell)) => Some(usize::from(cell)),
        _ => None,
    }
}

fn finished(world: &World, states: Vec<State>) -> Vec<State> {
    let mut finished = Vec::new();
    for mut state in states {
        if world.domain.coerce(&mut state, false, false) {
            for (mut state, _) in world.domain.collect(state).expect("there is room") {
                crate::blur::blur(&world.domain.vocabulary, &mut state);
                finished.push(state);
            }
        }
    }
    finished
}

#[test]
fn coerce_keeps_what_is_described() {
    let coerced = |world: &World, mut state: State| {
        world.domain.coerce(&mut state, false, true).then_some(state).into_iter().collect()
    };
    compare(coerced, |cells| Some(cells.clone()));
}

#[test]
fn focus_keeps_what_is_described() {
    let focused = |world: &World, state: State| {
        let Some(x) = cell_at(&state, X) else { return vec![state] };
        let cases = world.domain.focus(state, x, world.member.unset, world.pointer).expect("there is room");
        for (state, target) in &cases {
            let row = state.structure.row(world.pointer.field, x);
            match target {
                Target::Cell(cell) => assert_eq!((row.is, row.may), (1 << cell, 1 << cell)),
                _ => assert_eq!(row.may, 0),
            }
        }
        cases.into_iter().map(|(state, _)| state).collect()
    };
    compare(focused, |cells| Some(cells.clone()));
}

/// `y = x->next`.
#[test]
fn loads_are_covered() {
    let load = |world: &World, state: State| {
        let Some(x) = cell_at(&state, X) else { return Vec::new() };
        let cases = world.domain.focus(state, x, world.member.unset, world.pointer).expect("there is room");
        let bound = cases.into_iter().map(|(mut state, target)| {
            let value = match target {
                Target::Cell(cell) => Value::Cell(cell as u8),
                _ => Value::Null,
            };
            state.put(Y, value);
            state
        });
        finished(world, bound.collect())
    };
    compare(load, |cells| Some(Cells { y: cells.next[cells.x?], ..cells.clone() }.collected()));
}

/// `x->next = y`.
#[test]
fn stores_are_covered() {
    let store = |world: &World, state: State| {
        let Some(x) = cell_at(&state, X) else { return Vec::new() };
        let target = cell_at(&state, Y).map_or(Target::Null, Target::Cell);
        let (member, pointer) = (&world.member, world.pointer);
        let states = world.domain.store_field(state, x, member, pointer, target).expect("there is room");
        finished(world, states)
    };
    compare(store, |cells| {
        let mut after = cells.clone();
        after.next[cells.x?] = cells.y;
        Some(after.collected())
    });
}

/// `x->next = NULL`.
#[test]
fn cuts_are_covered() {
    let cut = |world: &World, state: State| {
        let Some(x) = cell_at(&state, X) else { return Vec::new() };
        let (member, pointer) = (&world.member, world.pointer);
        let states = world.domain.store_field(state, x, member, pointer, Target::Null);
        finished(world, states.expect("there is room"))
    };
    compare(cut, |cells| {
        let mut after = cells.clone();
        after.next[cells.x?] = None;
        Some(after.collected())
    });
}

/// `x = NULL`.
#[test]
fn lost_cells_are_dropped() {
    let forget = |world: &World, mut state: State| {
        state.put(X, Value::Null);
        finished(world, vec![state])
    };
    compare(forget, |cells| Some(Cells { x: None, ..cells.clone() }.collected()));
}

/// Where no summary is involved nothing is lost: the answer is one state without ½.
#[test]
fn single_cells_stay_exact() {
    let world = World::new();
    for cells in World::memories().iter().filter(|cells| cells.x.is_some()) {
        let state = world.concrete(cells);
        let x = cell_at(&state, X).expect("it points to a cell");
        let target = cell_at(&state, Y).map_or(Target::Null, Target::Cell);
        let (member, pointer) = (&world.member, world.pointer);
        let states = world.domain.store_field(state, x, member, pointer, target).expect("there is room");
        assert_eq!(states.len(), 1);
        let mut state = states.into_iter().next().expect("there is one");
        assert!(world.domain.coerce(&mut state, false, false), "{cells:?}");
        let t = world.domain.vocabulary.path;
        let unknown = members(state.structure.universe()).map(|cell| state.structure.row(t, cell).unknown());
        assert_eq!(unknown.fold(0, |all, row| all | row), 0, "{cells:?}");
    }
}
