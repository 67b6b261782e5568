//! A model as the inputs that make it.

use std::collections::BTreeMap;

use interp::given::{Choose, Holder, Part, Target, Targets, walk};
use ir::{FunctionId, Program};

use super::Random;
use super::draft::{Content, Draft, Whose};
use super::pointers::Place;

/// The inputs that make a model; nothing if there are none.
pub(super) fn encode(
    program: &Program,
    function: FunctionId,
    shape: &Draft,
    places: &[Option<Place>],
    numbers: &[i128],
    variant: u64,
    random: &mut Random,
) -> Option<Vec<i128>> {
    let mut writer = Writer {
        shape,
        places,
        numbers,
        variant,
        random,
        made: BTreeMap::new(),
        which: Vec::new(),
        inputs: Vec::new(),
        failed: false,
    };
    walk(program, function, &mut writer);
    (!writer.failed && writer.made_all()).then_some(writer.inputs)
}

struct Writer<'a> {
    shape: &'a Draft,
    places: &'a [Option<Place>],
    numbers: &'a [i128],
    variant: u64,
    random: &'a mut Random,
    /// The number under which an object, whole or gone, was made.
    made: BTreeMap<Place, u32>,
    /// Which object of the shape was made under each number; none if it is gone.
    which: Vec<Option<usize>>,
    inputs: Vec<i128>,
    failed: bool,
}

impl Writer<'_> {
    fn made_all(&self) -> bool {
        self.which.iter().flatten().count() == self.shape.n_heap_objects()
    }

    /// What the shape says is there.
    fn content(&self, holder: Holder, part: Part) -> Option<Content> {
        let whose = match holder {
            Holder::Param(n) => return (part.offset == 0).then(|| self.shape.param(n)).flatten(),
            Holder::Global(id) => Whose::Global(id),
            Holder::Object(n) => Whose::Object(self.which.get(n as usize).copied().flatten()?),
        };
        self.shape.content(whose, part.offset)
    }

    /// What a pointer leads to that the shape says nothing of.
    fn anywhere(&mut self, targets: &Targets<'_>) -> i128 {
        let functions = targets.n_functions() as u64;
        if functions > 0 {
            return i128::from(self.random.below(functions)) + 1;
        }
        let there = targets.n_there() as u64;
        match (self.variant, self.random.below(4)) {
            (0 | 1, _) | (_, 0 | 1) => 0,
            (_, 2) if there > 0 => i128::from(self.random.below(there)) + 2,
            _ => {
                self.which.push(None);
                -1
            }
        }
    }

    fn target(&mut self, place: Place, targets: &Targets<'_>) -> Option<i128> {
        let (whole, at) = match place {
            Place::Null => return Some(0),
            Place::Global { id, at } => {
                return targets.encode(Target::There { holder: Holder::Global(id), offset: at });
            }
            Place::Object { index, at } => (Place::Object { index, at: 0 }, at),
            Place::Gone(_) => (place, 0),
        };
        if let Some(number) = self.made.get(&whole) {
            return targets.encode(Target::There { holder: Holder::Object(*number), offset: at });
        }
        let (target, object) = match whole {
            Place::Object { index, .. } => {
                (Target::New { ty: self.shape.objects[index].ty, offset: at }, Some(index))
            }
            _ => (Target::Gone, None),
        };
        let code = targets.encode(target)?;
        self.made.insert(whole, self.which.len() as u32);
        self.which.push(object);
        Some(code)
    }
}

impl Choose for Writer<'_> {
    fn number(&mut self, holder: Holder, part: Part, bits: u32, signed: bool) -> i128 {
        let value = match self.content(holder, part).filter(|_| part.bits.is_none()) {
            Some(Content { var: Some(var), offset }) => self.numbers[var.index()] + i128::from(offset),
            Some(Content { var: None, offset }) => i128::from(offset),
            None => match self.variant {
                0 => 0,
                1 => 1,
                _ => i128::from(self.random.below(4)) - i128::from(self.random.below(8) == 0),
            },
        };
        let shift = 128 - bits.clamp(1, 128);
        let value =
            if signed { value << shift >> shift } else { ((value << shift) as u128 >> shift) as i128 };
        self.inputs.push(value);
        value
    }

    fn pointer(&mut self, holder: Holder, part: Part, targets: &Targets<'_>) -> i128 {
        let code = match self.content(holder, part) {
            None => Some(self.anywhere(targets)),
            Some(Content { var: None, offset }) => (offset == 0).then_some(0),
            Some(Content { var: Some(var), offset }) => {
                let place = self.places[var.index()];
                place.and_then(|place| place.plus(offset)).and_then(|place| self.target(place, targets))
            }
        };
        self.failed |= code.is_none();
        self.inputs.push(code.unwrap_or(0));
        code.unwrap_or(0)
    }
}

impl Place {
    /// So many bytes further.
    pub(super) fn plus(self, bytes: i64) -> Option<Self> {
        Some(match self {
            Self::Object { index, at } => Self::Object { index, at: at.checked_add_signed(bytes)? },
            Self::Global { id, at } => Self::Global { id, at: at.checked_add_signed(bytes)? },
            other if bytes == 0 => other,
            _ => return None,
        })
    }
}
