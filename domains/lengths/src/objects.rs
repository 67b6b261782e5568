//! Objects that are known one by one: which are reached, and how they end.

use crate::Lengths;
use crate::names::{Object, Root, RootId};
use crate::state::{State, Value};

impl Lengths {
    /// Removes a heap object that nothing points to any more, with what it holds.
    pub(crate) fn drop_lost_object(&self, state: &mut State, object: Object) -> bool {
        if state.extent(object).is_none() || self.reachable_objects(state).contains(&object) {
            return false;
        }
        self.remove_object(state, object);
        true
    }

    /// Removes all heap objects that nothing points to. Whether there were any.
    pub(crate) fn drop_lost_objects(&self, state: &mut State) -> bool {
        let is_heap = |object: &Object| matches!(object, Object::Heap(..));
        if !state.objects.iter().any(|extent| is_heap(&extent.object)) {
            return false;
        }
        let reached = self.reachable_objects(state);
        let lost: Vec<Object> = state
            .objects
            .iter()
            .map(|extent| extent.object)
            .filter(|object| is_heap(object) && !reached.contains(object))
            .collect();
        for object in &lost {
            self.remove_object(state, *object);
        }
        !lost.is_empty()
    }

    /// The objects that variables lead to.
    pub(crate) fn reachable_objects(&self, state: &State) -> Vec<Object> {
        let mut reached: Vec<Object> = state
            .objects
            .iter()
            .map(|extent| extent.object)
            .filter(|object| !matches!(object, Object::Heap(..)))
            .collect();
        let mut next = 0;
        let pointers: Vec<(Root, Object)> = state
            .env
            .iter()
            .filter_map(|(root, value)| match value {
                Value::Object(object, _) => Some((self.names.root_of(*root), *object)),
                _ => None,
            })
            .collect();
        for (root, object) in &pointers {
            if !matches!(root, Root::Part(..)) && !reached.contains(object) {
                reached.push(*object);
            }
        }
        while next < reached.len() {
            for (root, object) in &pointers {
                if matches!(root, Root::Part(holder, ..) if *holder == reached[next])
                    && !reached.contains(object)
                {
                    reached.push(*object);
                }
            }
            next += 1;
        }
        reached
    }

    /// Ends the life of an object: what it holds is gone, pointers to it dangle. Whether something
    /// became unreachable.
    pub(crate) fn remove_object(&self, state: &mut State, object: Object) -> bool {
        state.objects.retain(|extent| extent.object != object);
        let mut lost = false;
        for root in self.parts_of(state, object) {
            lost |= self.clear(state, root);
        }
        for (_, value) in &mut state.env {
            if matches!(value, Value::Object(target, _) if *target == object) {
                *value = Value::Freed;
            }
        }
        lost
    }

    /// The parts of an object that hold a known value.
    pub(crate) fn parts_of(&self, state: &State, object: Object) -> Vec<RootId> {
        state
            .env
            .iter()
            .map(|(root, _)| *root)
            .filter(|root| matches!(self.names.root_of(*root), Root::Part(holder, ..) if holder == object))
            .collect()
    }
}
