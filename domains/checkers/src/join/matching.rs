//! The rules that match like with like: *m-checker*, *m-segment*, *m-points-to*.

use smallvec::SmallVec;

use super::rows::Rows;
use super::{Hand, Joining, Pair};
use crate::heap::{Args, Block, Cell, Checker, Origin, Region, Rest, Run, Segment, Term, Value};

impl Joining<'_> {
    pub(super) fn m_checker(&mut self, index: usize) -> bool {
        let pair = self.pairs[index];
        let Some([(l, Region::Checker(left)), (r, Region::Checker(right))]) =
            self.regions(&pair, super::is_checker)
        else {
            return false;
        };
        if left.definition != right.definition {
            return false;
        }
        let Some(args) = self.pair_args(&left.args, &right.args) else { return false };
        self.consume(index, &[l], &[r]);
        let marks = left.marks.meet(right.marks);
        self.put(pair.out, Region::Checker(Checker { definition: left.definition, args, marks }));
        true
    }

    pub(super) fn m_segment(&mut self, index: usize) -> bool {
        let pair = self.pairs[index];
        let Some([(l, Region::Segment(left)), (r, Region::Segment(right))]) =
            self.regions(&pair, super::is_segment)
        else {
            return false;
        };
        if left.definition != right.definition || left.hole != right.hole {
            return false;
        }
        let Some(args) = self.pair_args(&left.args, &right.args) else { return false };
        let Some(hole_args) = self.pair_args(&left.hole_args, &right.hole_args) else { return false };
        let Some(to) = self.pair(left.to, right.to) else { return false };
        self.consume(index, &[l], &[r]);
        let (definition, hole) = (left.definition, left.hole);
        let marks = left.marks.meet(right.marks);
        self.put(pair.out, Region::Segment(Segment { definition, args, to, hole, hole_args, marks }));
        true
    }

    pub(super) fn m_points_to(&mut self, index: usize) -> bool {
        let pair = self.pairs[index];
        let Some([(l, Region::Block(left)), (r, Region::Block(right))]) =
            self.regions(&pair, super::is_block)
        else {
            return false;
        };
        let Some(origin) = common_origin(&left, &right) else { return false };
        let Some(size) = self.pair(left.size, right.size) else { return false };
        self.apart |= self.tags_differ(&left, &right);
        // How far a node will reach is said by numbers of one side, which one state would not keep.
        let making = |hand, block| self.domain.is_in_the_making(&self.side(hand).state, block);
        self.apart |= self.closely && (making(Hand::Left, &left) || making(Hand::Right, &right));
        let nodes = self.header(Hand::Left, &left).zip(self.header(Hand::Right, &right));
        let (cells, runs, rest) = match self.rows_of(&pair, &left, &right, nodes.is_some()) {
            Rows::Cells if let Some((left_members, right_members)) = &nodes => {
                let footer = self.pair_footers(&left, &right, size);
                let (cells, rest) = self.pair_cells(left_members, right_members);
                (cells, footer.into_iter().collect(), rest)
            }
            Rows::Cells => {
                let (cells, rest) = self.pair_cells(&left, &right);
                (cells, Vec::new(), rest)
            }
            Rows::Found(block) => (block.cells, block.runs, block.rest),
            Rows::Apart => {
                self.apart = true;
                return false;
            }
        };
        self.consume(index, &[l], &[r]);
        if origin == Origin::Part {
            self.pair_behind(&pair);
        }
        let hint = left.hint.or(right.hint);
        let block = Block { start: left.start, cells, runs, hint, ..Block::new(size, origin, rest) };
        self.put(pair.out, Region::Block(block));
        true
    }

    /// The rows of two objects; of nodes with bodies the members alone matter.
    fn rows_of(&mut self, pair: &Pair, left: &Block, right: &Block, nodes: bool) -> Rows {
        if nodes { Rows::Cells } else { self.rows(pair, left, right) }
    }

    /// A node with a body of which something is known, without that: what a body holds is nothing that structures of such nodes speak of.
    fn header(&self, hand: Hand, block: &Block) -> Option<Block> {
        let size = self.domain.header_size(block.hint?).filter(|_| block.origin == Origin::Part)?;
        let end = block.start.checked_add(size)?;
        let behind = |from: Term| self.side(hand).state.is_at_most(Term::constant(end), from);
        if !block.runs.iter().all(|run| behind(run.from) && !run.each.owns()) {
            return None;
        }
        let (members, body): (SmallVec<[Cell; 4]>, SmallVec<[Cell; 4]>) =
            block.cells.iter().copied().partition(|cell| cell.end() <= end);
        if body.iter().any(|cell| cell.offset < end) {
            return None;
        }
        let body = Block { cells: body, ..block.clone() };
        Some(Block { cells: members, runs: Vec::new(), rest: crate::parts::contents(&body), ..block.clone() })
    }

    /// What two nodes end with, if their definition has a footer and both have a value for each of its parts.
    fn pair_footers(&mut self, left: &Block, right: &Block, size: Term) -> Option<Run> {
        let footer = self.domain.footer_of(left.hint?)?.clone();
        let value = |this: &Self, hand: Hand, block: &Block, cell: &crate::definition::Cell| {
            let from = block.size.plus(block.start)?.plus(cell.offset - footer.size.cast_signed())?;
            this.side(hand).state.value_at(block, from, cell.size)
        };
        let mut parts = Vec::new();
        for cell in &footer.cells {
            let (ours, theirs) =
                (value(self, Hand::Left, left, cell)?, value(self, Hand::Right, right, cell)?);
            parts.push((cell.offset, cell.size, self.pair_values(ours, theirs)));
        }
        Run::footer(size.plus(left.start)?, footer.size, parts)
    }

    /// What lies right behind two parts goes together, where no link leads there.
    fn pair_behind(&mut self, pair: &Pair) {
        let behind = |hand: Hand| {
            let state = &self.side(hand).state;
            pair.on(hand).base.and_then(|base| self.domain.behind_part(state, base))
        };
        if let (Some(left), Some(right)) = (behind(Hand::Left), behind(Hand::Right)) {
            self.pair(left, right);
        }
    }

    /// Whether what decides how a structure goes on is one constant in one object and another one in the other.
    fn tags_differ(&self, left: &Block, right: &Block) -> bool {
        let constant = |value: Value| value.term().filter(|term| term.base.is_none());
        left.cells.iter().any(|cell| {
            let other = right.cell(cell.offset, cell.size).and_then(|other| constant(other.value));
            let differ = constant(cell.value).zip(other).is_some_and(|(a, b)| a != b);
            differ && self.domain.tags.contain(left, cell)
        })
    }

    /// The cells of both, and what the other bytes hold. A cell says that the object is so large: where one side may be smaller there
    /// is none.
    fn pair_cells(&mut self, left: &Block, right: &Block) -> (SmallVec<[Cell; 4]>, Rest) {
        let mut cells: SmallVec<[Cell; 4]> = SmallVec::new();
        let mut rest = left.rest.join(right.rest);
        for cell in &left.cells {
            let value = match right.cell(cell.offset, cell.size) {
                Some(other) => self.pair_values(cell.value, other.value),
                None if !self.right.state.has_bytes(right, cell.offset, cell.size) => {
                    rest = rest.join(Rest::of(cell.value));
                    continue;
                }
                None => self.pair_values(cell.value, contents_of(right, cell)),
            };
            cells.push(Cell { value, ..*cell });
        }
        // Bytes only the right side names, that no left cell overlaps.
        for cell in &right.cells {
            if left.cell(cell.offset, cell.size).is_none()
                && !self.left.state.has_bytes(left, cell.offset, cell.size)
            {
                rest = rest.join(Rest::of(cell.value));
                continue;
            }
            if cells.iter().all(|other| other.end() <= cell.offset || cell.end() <= other.offset) {
                let value = self.pair_values(contents_of(left, cell), cell.value);
                cells.push(Cell { value, ..*cell });
            }
        }
        // A right cell that overlaps a left one of another extent reaches beyond it.
        let beyond: SmallVec<[i64; 8]> = right
            .cells
            .iter()
            .filter(|cell| left.cell(cell.offset, cell.size).is_none())
            .filter(|cell| self.left.state.has_bytes(left, cell.offset, cell.size))
            .flat_map(|cell| cell.offset..cell.end())
            .filter(|byte| cells.iter().all(|cell| *byte < cell.offset || cell.end() <= *byte))
            .collect();
        cells.extend(beyond.into_iter().map(|offset| Cell { offset, size: 1, value: Value::Unsure }));
        cells.sort_unstable_by_key(|cell| cell.offset);
        // A cell that says no more than the rest of the object need not be named.
        cells.retain(|cell| {
            !matches!(
                (cell.value, rest),
                (Value::Any, Rest::Any)
                    | (Value::Uninit, Rest::Uninit)
                    | (Value::Unsure, Rest::Unsure)
                    | (Value::Known(Term::NULL), Rest::Zero)
            )
        });
        (cells, rest)
    }

    /// Pairs arguments one by one.
    pub(super) fn pair_args(&mut self, left: &Args, right: &Args) -> Option<Args> {
        left.iter().zip(right).map(|(a, b)| self.pair(*a, *b)).collect()
    }

    pub(super) fn consume(&mut self, pair: usize, left: &[usize], right: &[usize]) {
        self.pairs[pair].done = true;
        let out = self.pairs[pair].out;
        for (side, taken) in [(&mut self.left, left), (&mut self.right, right)] {
            for index in taken {
                side.used[*index] = true;
                side.into[*index] = Some(out);
            }
        }
    }

    pub(super) fn put(&mut self, at: crate::heap::Sym, mut region: Region) {
        if let Region::Segment(segment) = &mut region {
            self.domain.forget_carried(segment);
        }
        self.out.add_region(at, region);
    }
}

/// Where an object comes from that two are described by; nothing if none describes both.
pub(super) fn common_origin(left: &Block, right: &Block) -> Option<Origin> {
    match (left.origin, right.origin) {
        _ if left.start != right.start => None,
        (a, b) if a == b => Some(a),
        (Origin::Heap | Origin::Foreign, Origin::Heap | Origin::Foreign) => Some(Origin::Foreign),
        _ => None,
    }
}

/// What bytes of an object hold that has no cell of just this extent.
fn contents_of(block: &Block, cell: &Cell) -> Value {
    let overlaps = block.cells.iter().any(|other| other.offset < cell.end() && cell.offset < other.end());
    if overlaps {
        return if crate::cover::is_written(block, cell.offset, cell.end()) {
            Value::Any
        } else {
            Value::Unsure
        };
    }
    match block.rest {
        Rest::Zero => Value::Known(Term::NULL),
        Rest::Any | Rest::Text => Value::Any,
        Rest::Uninit => Value::Uninit,
        Rest::Unsure => Value::Unsure,
    }
}
