//! The same where numbers are compared along the link.

use super::{Member, Root, State, Target, Value, World, X, Y, cell_at, compare_in, finished};

fn datum(world: &World) -> Member {
    let sort = world.domain.vocabulary.sort(world.record).expect("it is a sort");
    sort.members[1].clone()
}

/// Order is kept by coerce, by focus and by stores of links.
#[test]
fn order_is_kept() {
    let (world, memories) = (World::ordered(), World::ordered_memories());
    let coerced = |world: &World, mut state: State| {
        world.domain.coerce(&mut state, false, true).then_some(state).into_iter().collect()
    };
    compare_in(&world, &memories, coerced, |cells| Some(cells.clone()));
    let store = |world: &World, state: State| {
        let Some(x) = cell_at(&state, X) else { return Vec::new() };
        let target = cell_at(&state, Y).map_or(Target::Null, Target::Cell);
        let states = world.domain.store_field(state, x, &world.member, world.pointer, target);
        finished(world, states.expect("there is room"))
    };
    compare_in(&world, &memories, store, |cells| {
        let mut after = cells.clone();
        after.next[cells.x?] = cells.y;
        Some(after.collected())
    });
}

/// `x->data = y->data`, and `x->data = ?`.
#[test]
fn stores_of_numbers_are_covered() {
    let (world, memories) = (World::ordered(), World::ordered_memories());
    let copy = |world: &World, mut state: State| {
        let (Some(x), Some(y)) = (cell_at(&state, X), cell_at(&state, Y)) else { return Vec::new() };
        let number = world.domain.add_number(&mut state, y).expect("there is room");
        world.domain.store_number(&mut state, x, &datum(world), Value::Number(number as u8));
        finished(world, vec![state])
    };
    compare_in(&world, &memories, copy, |cells| {
        let mut after = cells.clone();
        after.data[cells.x?] = cells.data[cells.y?];
        Some(after.collected())
    });
    for written in 0..=2 {
        let any = |world: &World, mut state: State| {
            let Some(x) = cell_at(&state, X) else { return Vec::new() };
            world.domain.store_number(&mut state, x, &datum(world), Value::ANY);
            finished(world, vec![state])
        };
        compare_in(&world, &memories, any, |cells| {
            let mut after = cells.clone();
            after.data[cells.x?] = written;
            Some(after.collected())
        });
    }
}

/// `if (x->data < y->data)`, both ways.
#[test]
fn comparisons_are_covered() {
    let (world, memories) = (World::ordered(), World::ordered_memories());
    for op in [ir::BinaryOp::Lt, ir::BinaryOp::Le, ir::BinaryOp::Eq] {
        for answer in [true, false] {
            let branch = |world: &World, mut state: State| {
                let (Some(x), Some(y)) = (cell_at(&state, X), cell_at(&state, Y)) else { return Vec::new() };
                let [a, b] =
                    [x, y].map(|cell| world.domain.add_number(&mut state, cell).expect("there is room"));
                state.put(Root::Hidden(2), Value::Number(a as u8));
                state.put(Root::Hidden(3), Value::Number(b as u8));
                let cases = world.domain.compare_numbers(state, op, a, b);
                let taken = cases.into_iter().filter(|(_, is)| *is == answer).map(|(mut state, _)| {
                    state.take(Root::Hidden(2));
                    state.take(Root::Hidden(3));
                    state
                });
                finished(world, taken.collect())
            };
            compare_in(&world, &memories, branch, |cells| {
                let (x, y) = (cells.data[cells.x?], cells.data[cells.y?]);
                let is = match op {
                    ir::BinaryOp::Lt => x < y,
                    ir::BinaryOp::Le => x <= y,
                    _ => x == y,
                };
                (is == answer).then(|| cells.clone())
            });
        }
    }
}
