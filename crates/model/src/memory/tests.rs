//! What memory promises.

use ir::Target;

use super::{AccessError, Located, Memory, ObjectId, ObjectKind, ObjectState, SiteId, Value, Word};

const TARGET: Target =
    Target { pointer_bytes: 8, little_endian: true, int_bytes: 4, long_bytes: 8, max_align: 16 };

fn memory() -> Memory {
    Memory::new(TARGET, 1 << 20)
}

fn block(memory: &mut Memory, size: u64) -> ObjectId {
    memory.allocate(ObjectKind::Heap, size, 16, SiteId::START).expect("there is room")
}

fn start(id: ObjectId) -> Located {
    Located { index: id.index(), offset: 0 }
}

#[test]
fn objects_are_apart_and_aligned() {
    let mut memory = memory();
    let ids: Vec<_> = (0..20).map(|size| block(&mut memory, size)).collect();
    for pair in ids.windows(2) {
        let (a, b) = (memory.object(pair[0]).unwrap(), memory.object(pair[1]).unwrap());
        assert!(a.base() + a.size() < b.base());
        assert_eq!(b.base() % 16, 0);
    }
}

#[test]
fn accesses_are_judged_to_the_byte() {
    let mut memory = memory();
    let id = block(&mut memory, 6);
    let pointer = memory.address_of(id);
    let at = |offset: u64| Word { bits: pointer.bits.wrapping_add(offset), ..pointer };
    assert!(memory.locate(at(2), 4, true).is_ok());
    assert_eq!(memory.locate(at(3), 4, false), Err(AccessError::Outside { object: id, offset: 3 }));
    assert_eq!(memory.locate(at(u64::MAX), 1, false), Err(AccessError::Outside { object: id, offset: -1 }));
    assert_eq!(memory.locate(Word::new(8), 1, false), Err(AccessError::Null));
    assert_eq!(memory.locate(Word::new(pointer.bits), 1, false), Err(AccessError::Wild));
    memory.expose(id);
    assert!(memory.locate(Word::new(pointer.bits), 1, false).is_ok());
    memory.release(id, SiteId::START);
    assert_eq!(memory.locate(pointer, 1, false), Err(AccessError::Dead(id)));
    assert_eq!(memory.object(id).map(super::Object::state), Some(ObjectState::Freed));
}

#[test]
fn a_recycled_record_is_not_mistaken_for_the_old_object() {
    let mut memory = memory();
    let kind = ObjectKind::Alloca;
    let first = memory.allocate_stack(kind, 8, 8, SiteId::START).unwrap();
    let pointer = memory.address_of(first);
    memory.release(first, SiteId::START);
    for _ in 0..1000 {
        let id = memory.allocate_stack(kind, 8, 8, SiteId::START).unwrap();
        memory.release(id, SiteId::START);
    }
    assert!(memory.objects().len() < 1000);
    assert!(matches!(memory.locate(pointer, 1, false), Err(AccessError::Dead(_))));
}

#[test]
fn values_keep_undefined_bits_and_provenance() {
    let mut memory = memory();
    let (a, b) = (block(&mut memory, 32), block(&mut memory, 8));
    let word = Word { undefined: 0xf0, ..memory.address_of(b) };
    memory.write(start(a), 8, word);
    assert_eq!(memory.read(start(a), 8), word);
    memory.copy(Located { offset: 13, ..start(a) }, start(a), 8);
    assert_eq!(memory.read(Located { offset: 13, ..start(a) }, 8), word);
    let chunk = memory.take(Located { offset: 13, ..start(a) }, 8);
    memory.fill(start(a), 32, 0, 0);
    assert_eq!(memory.read(Located { offset: 13, ..start(a) }, 8), Word::ZERO);
    memory.put(start(a), &chunk);
    assert_eq!(memory.read(start(a), 8), word);
    let wide = Value { bits: u128::MAX / 3, undefined: 1 << 100, provenance: None };
    memory.write_value(start(a), 16, wide);
    assert_eq!(memory.read_value(start(a), 16), wide);
}

#[test]
fn big_endian_values_come_back() {
    let mut memory = Memory::new(Target { little_endian: false, ..TARGET }, 1 << 20);
    let id = block(&mut memory, 16);
    memory.write(start(id), 4, Word::new(0x0102_0304));
    assert_eq!(memory.object(id).unwrap().bytes(0..4).unwrap().0[..], [1, 2, 3, 4]);
    assert_eq!(memory.read(start(id), 4), Word::new(0x0102_0304));
    let wide = Value::new(0x0102_0304_0506_0708_090a_0b0c_0d0e_0f10);
    memory.write_value(start(id), 16, wide);
    assert_eq!(memory.read_value(start(id), 16), wide);
}

#[test]
fn reachability_follows_pieces_of_pointers() {
    let mut memory = memory();
    let (a, b, c) = (block(&mut memory, 8), block(&mut memory, 8), block(&mut memory, 8));
    let inside = Word { bits: memory.address_of(b).bits + 3, ..memory.address_of(b) };
    memory.write(start(a), 8, inside);
    memory.write(Located { offset: 2, ..start(b) }, 1, memory.address_of(c));
    let reachable = memory.reachable(&[memory.address_of(a)]);
    assert!(reachable.contains(a) && reachable.contains(b) && reachable.contains(c));
    assert!(!memory.reachable(&[memory.address_of(b)]).contains(a));
}

#[test]
fn there_is_an_end_to_memory() {
    let mut memory = memory();
    assert!(memory.allocate(ObjectKind::Heap, 600 << 10, 16, SiteId::START).is_err());
    assert!(memory.allocate(ObjectKind::Heap, 1 << 50, 16, SiteId::START).is_err());
    assert!(memory.allocate(ObjectKind::Heap, u64::MAX, 16, SiteId::START).is_err());
    assert!(memory.allocate_stack(ObjectKind::Alloca, 1 << 50, 16, SiteId::START).is_err());
}

#[test]
fn a_large_object_takes_what_is_written_to_it() {
    let mut memory = memory();
    let id = block(&mut memory, 1 << 40);
    memory.fill(start(id), 1 << 40, 0, 0);
    assert!(memory.used() < 4096);
    let places = |step: usize| (0..4096).map(move |n| Located { offset: n * step, ..start(id) });
    for at in places(64) {
        memory.write(at, 4, Word::new(1));
    }
    let dense = memory.used();
    assert!((1 << 19..1 << 20).contains(&dense) && !memory.is_full());
    for at in places(1 << 20) {
        memory.write(at, 4, Word::new(2));
    }
    assert!(memory.used() > dense && memory.is_full());
    assert!(memory.allocate(ObjectKind::Heap, 1, 16, SiteId::START).is_err());
    memory.fill(start(id), 1 << 39, 0, 0);
    assert!(!memory.is_full());
    memory.release(id, SiteId::START);
    assert!(memory.used() < 4096);
}
