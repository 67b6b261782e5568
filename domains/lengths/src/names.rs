//! The names an analysis gives to things: variables, list types, and the numbers about them.
//!
//! Every name is interned, so that states speak of small numbers. Names are handed out in the order
//! in which the analysis meets them, which is the same for every run.

use std::cell::RefCell;
use std::sync::Arc;

use ir::{FunctionId, GlobalId, LocalId, Program, RecordId, SlotId, TypeId, TypeKind};
use logic::Dim;
use rustc_hash::FxHashMap;

use crate::sums::find_summed;
use crate::vrv::Vrv;

/// A variable in the widest sense: whatever outside of the list cells holds a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct RootId(pub(crate) u32);

/// A list type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct FamilyId(pub(crate) u32);

/// An object outside of the list cells, known one by one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Object {
    /// A global variable.
    Global(GlobalId),
    /// A variable in memory.
    Slot(FunctionId, SlotId),
    /// A heap block that is no list cell: which allocation, and which block of it.
    Heap(FunctionId, u32, u32),
    /// An object of a caller that is no heap block, or may be none.
    Outer(u32),
    /// A variable of a caller, that one, which has bytes of `const` type.
    Fixed(u32, FunctionId, SlotId),
    /// A heap block of a caller.
    Block(u32),
    /// An object that a contract claims.
    Claimed(u32),
}

/// What a variable is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Root {
    /// A register.
    Register(FunctionId, LocalId),
    /// A number or pointer in an object: offset and size.
    Part(Object, i64, u8),
    /// An argument on its way into a function.
    Argument(u32),
    /// What a function returns.
    Result,
    /// Where pointers from the caller's side lead into the part a callee sees.
    CutPoint(u32),
    /// Where a cycle is cut.
    Cycle(u32),
    /// A cell that links back lead to and no variable points to.
    Anchor(u32),
    /// What a contract has claimed.
    Claim(u32),
    /// A parameter as it was on entry.
    Formal(u32),
    /// A value on entry that a contract speaks of.
    Old(u32),
    /// A value that clauses are given: an argument of a call, or a result.
    Given(u32),
    /// Holds a value in the middle of a step.
    Scratch,
}

/// What a number is about.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Number {
    /// How many cells have this vector.
    Count(FamilyId, Vrv),
    /// The sum of a field over the cells with this vector.
    Sum(FamilyId, usize, Vrv),
    /// The value of a field in the first cell with this vector, if there is one.
    First(FamilyId, usize, Vrv),
    /// The value of a variable.
    Value(RootId),
    /// The second value minus the first.
    Gap(RootId, RootId),
    /// How many cells there ever were, those on entry included.
    Made(FamilyId),
    /// How many cells were freed.
    Freed(FamilyId),
    /// How many cells nothing leads to any more.
    Leaked(FamilyId),
    /// A number on entry: a length or a parameter.
    Input(u32),
    /// A measure at the head of a loop.
    Measure(u32),
    /// A number on entry to a callee: of a counter or of a variable it sees.
    Entry(u32),
    /// The same number on the caller's side, while a call returns.
    Held(u32),
    /// A number of the callee, while a call returns.
    Returned(u32),
}

/// A list type: a record, and the member that links cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Family {
    pub(crate) record: RecordId,
    /// Offset of the link.
    pub(crate) link: u64,
    /// Size of a cell.
    pub(crate) size: u64,
    /// The numbers and pointers of a cell, the link left out.
    pub(crate) fields: Vec<CellField>,
    /// The field that the program adds up.
    pub(crate) summed: Option<usize>,
    /// The field that links a cell back to the one before it.
    pub(crate) back: Option<usize>,
}

/// A number or pointer in a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CellField {
    pub(crate) offset: u64,
    pub(crate) size: u64,
    /// Of these as many bytes hold its value.
    pub(crate) held: u64,
    pub(crate) ty: TypeId,
    /// Width and sign, if it is an integer.
    pub(crate) integer: Option<(u16, bool)>,
}

#[derive(Default)]
struct Tables {
    roots: Vec<Root>,
    root_ids: FxHashMap<Root, RootId>,
    numbers: Vec<Number>,
    number_ids: FxHashMap<Number, Dim>,
    families: Vec<Arc<Family>>,
    family_ids: FxHashMap<RecordId, Option<FamilyId>>,
    /// What people call inputs, and whether they are lengths of lists.
    inputs: Vec<(String, bool)>,
    /// The lengths of the lists that contracts claim, by the pointer.
    lengths: FxHashMap<u32, Dim>,
    /// How many pointers on entry there are that contracts may claim.
    unclaimed: u32,
}

/// The names of an analysis.
#[derive(Default)]
pub(crate) struct Names {
    tables: RefCell<Tables>,
}

impl Names {
    pub(crate) fn root(&self, root: Root) -> RootId {
        let tables = &mut *self.tables.borrow_mut();
        *tables.root_ids.entry(root).or_insert_with(|| {
            tables.roots.push(root);
            RootId(tables.roots.len() as u32 - 1)
        })
    }

    pub(crate) fn root_of(&self, id: RootId) -> Root {
        self.tables.borrow().roots[id.0 as usize]
    }

    pub(crate) fn dim(&self, number: Number) -> Dim {
        let tables = &mut *self.tables.borrow_mut();
        if let Some(dim) = tables.number_ids.get(&number) {
            return *dim;
        }
        let dim = Dim(tables.numbers.len() as u32);
        tables.numbers.push(number.clone());
        tables.number_ids.insert(number, dim);
        dim
    }

    pub(crate) fn number_of(&self, dim: Dim) -> Number {
        self.tables.borrow().numbers[dim.0 as usize].clone()
    }

    pub(crate) fn count(&self, family: FamilyId, vrv: &Vrv) -> Dim {
        self.dim(Number::Count(family, vrv.clone()))
    }

    pub(crate) fn value(&self, root: RootId) -> Dim {
        self.dim(Number::Value(root))
    }

    /// The length of the list at a pointer on entry, with what people call it.
    pub(crate) fn length_on_entry(&self, pointer: u32, name: String) -> Dim {
        if let Some(known) = self.tables.borrow().lengths.get(&pointer) {
            return *known;
        }
        let index = {
            let tables = &mut *self.tables.borrow_mut();
            tables.inputs.push((name, true));
            tables.inputs.len() as u32 - 1
        };
        let dim = self.dim(Number::Input(index));
        self.tables.borrow_mut().lengths.insert(pointer, dim);
        dim
    }

    /// A name for a pointer that a contract may claim.
    pub(crate) fn new_unclaimed(&self) -> u32 {
        let tables = &mut *self.tables.borrow_mut();
        tables.unclaimed += 1;
        tables.unclaimed - 1
    }

    pub(crate) fn input_name(&self, index: u32) -> String {
        self.tables.borrow().inputs[index as usize].0.clone()
    }

    pub(crate) fn is_length(&self, index: u32) -> bool {
        self.tables.borrow().inputs[index as usize].1
    }

    /// Whether cells of a list type have a link back.
    pub(crate) fn has_back(&self, id: FamilyId) -> bool {
        self.tables.borrow().families[id.0 as usize].back.is_some()
    }

    pub(crate) fn family(&self, id: FamilyId) -> Arc<Family> {
        self.tables.borrow().families[id.0 as usize].clone()
    }

    /// The list type that a record is the cell of, if it has a link.
    pub(crate) fn family_of(&self, program: &Program, record: RecordId) -> Option<FamilyId> {
        if let Some(known) = self.tables.borrow().family_ids.get(&record) {
            return *known;
        }
        let family = find_family(program, record);
        let tables = &mut *self.tables.borrow_mut();
        let id = family.map(|family| {
            tables.families.push(Arc::new(family));
            FamilyId(tables.families.len() as u32 - 1)
        });
        tables.family_ids.insert(record, id);
        id
    }
}

/// The member that links cells: a pointer to the record itself; among several one whose name says
/// so, else the first.
fn find_family(program: &Program, record: RecordId) -> Option<Family> {
    let types = &program.types;
    let fields = &types.record(record).fields;
    if types.record(record).kind == ir::RecordKind::Union {
        return None;
    }
    let links_to_itself = |field: &&ir::Field| {
        types.pointee(field.ty).is_some_and(|to| types.kind(to) == &TypeKind::Record(record))
    };
    let says_next = |field: &&ir::Field| {
        let name = field.name.to_lowercase();
        ["next", "nxt", "link", "succ", "tail", "forward", "flink"].iter().any(|word| name.contains(word))
    };
    let says_back = |field: &&ir::Field| {
        let name = field.name.to_lowercase();
        ["prev", "prv", "pred", "back", "blink"].iter().any(|word| name.contains(word))
    };
    let link = fields
        .iter()
        .filter(links_to_itself)
        .find(says_next)
        .or_else(|| fields.iter().find(links_to_itself))?
        .offset;
    let others = fields.iter().filter(links_to_itself).filter(|field| field.offset != link);
    let back = others.into_iter().find(says_back).map(|field| field.offset);
    let mut scalars = Vec::new();
    collect_scalars(program, record, 0, &mut scalars);
    scalars.retain(|(offset, ..)| *offset != link);
    let integer = |ty| types.integer(ty).filter(|_| !types.is_pointer(ty));
    let fields = scalars.into_iter().map(|(offset, size, ty)| {
        let held = types.value_size(ty);
        CellField { offset, size, held, ty, integer: integer(ty) }
    });
    let fields: Vec<CellField> = fields.collect();
    let summed = find_summed(program, record, &fields);
    // Which fields are written is noted of so many.
    let is_back = |field: &CellField| Some(field.offset) == back;
    let back = fields.iter().take(64).position(is_back);
    Some(Family { record, link, size: types.record(record).size, fields, summed, back })
}

/// The scalar members of a record, those of nested records included; arrays, unions and bit-fields
/// are left out.
pub(crate) fn collect_scalars(
    program: &Program,
    record: RecordId,
    base: u64,
    scalars: &mut Vec<(u64, u64, TypeId)>,
) {
    let types = &program.types;
    let record = types.record(record);
    if record.kind == ir::RecordKind::Union {
        return;
    }
    for field in record.fields.iter().filter(|field| field.bits.is_none()) {
        match types.kind(field.ty) {
            TypeKind::Record(inner) => collect_scalars(program, *inner, base + field.offset, scalars),
            _ if types.is_scalar(field.ty) => {
                scalars.push((base + field.offset, types.size(field.ty), field.ty));
            }
            _ => {}
        }
    }
}
