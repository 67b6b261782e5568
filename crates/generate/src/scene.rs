//! The function that is being written: its lists, its variables, and words for what idioms need.
//!
//! An idiom works on [`List`]s. It borrows cursors, which are sometimes variables of the whole
//! function, so that later code finds stale pointers in them, and sometimes of a block.

use std::rc::Rc;

use crate::ast::{Block, Expr, Stmt, Type};
use crate::build::{declare, each, increment, repeat, set, when};
use crate::calls::Helper;
use crate::config::Config;
use crate::random::Random;

/// How often the inputs decide whether memory is had, where that is looked at, in percent.
const REFUSED: u32 = 6;

/// How the cells of a list type are made.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Cell {
    /// The tag of the struct.
    pub(crate) record: String,
    /// The link to the next cell; of trees, to the left subtree.
    pub(crate) next: String,
    /// The link to the right subtree, of trees.
    pub(crate) other: Option<String>,
    /// The link back: to the previous cell of doubly linked lists, to the parent in trees.
    pub(crate) prev: Option<String>,
    /// An integer.
    pub(crate) data: String,
    /// A list that belongs to the cell, and its cells.
    pub(crate) inner: Option<(String, Rc<Cell>)>,
}

impl Cell {
    /// `struct tag *`.
    pub(crate) fn pointer(&self) -> Type {
        Type::to(&self.record)
    }
}

/// What holds between idioms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Null-terminated, nothing shared; so are all but circular ones.
    Singly,
    /// With links back; that of the first cell is null.
    Doubly,
    /// The last cell leads to the first.
    Circular,
    /// With a pointer to the last cell, null if there is none.
    Queue,
    /// Null-terminated, what the cells hold never falls.
    Sorted,
    /// Binary, with links to the parents if cells have them; that of the root is null.
    Tree,
    /// A tree in which what is left of a cell holds no more than it, what is right no less.
    Search,
}

/// A list of the program, known by the place that owns it.
#[derive(Clone, Debug)]
pub(crate) struct List {
    pub(crate) head: Expr,
    /// Of queues, the place of the last cell.
    pub(crate) tail: Option<Expr>,
    /// Of queues on the heap, the pointer to the queue.
    pub(crate) holder: Option<Expr>,
    pub(crate) cell: Rc<Cell>,
    pub(crate) kind: Kind,
}

impl List {
    /// A list that starts at a place of its own.
    pub(crate) fn new(head: Expr, cell: &Rc<Cell>, kind: Kind) -> Self {
        Self { head, tail: None, holder: None, cell: cell.clone(), kind }
    }

    /// The list of the queue that a pointer leads to.
    pub(crate) fn of_queue(queue: &Expr, cell: &Rc<Cell>) -> Self {
        let (head, tail) = (queue.arrow("head"), Some(queue.arrow("tail")));
        Self { head, tail, holder: None, cell: cell.clone(), kind: Kind::Queue }
    }

    /// Whether what is done to one may be done to the other, and to both together.
    pub(crate) fn is_like(&self, kind: Kind, cell: &Rc<Cell>) -> bool {
        self.kind == kind && self.cell == *cell
    }
}

/// The function that is being written.
pub(crate) struct Scene<'s> {
    pub(crate) random: &'s mut Random,
    pub(crate) config: &'s Config,
    pub(crate) lists: Vec<List>,
    /// Pointers of the whole function.
    pub(crate) cursors: Vec<(Expr, Rc<Cell>)>,
    /// Integers of the whole function that count.
    pub(crate) counters: Vec<Expr>,
    /// What to do when nothing can be done, if the function has a way to say so: a `goto` to where
    /// everything is freed, or a `return`. Lists are left as they are then.
    pub(crate) way_out: Option<Stmt>,
    /// What can be called.
    pub(crate) helpers: Vec<Helper>,
    /// How many loops are around what is being written.
    pub(crate) loops: usize,
    /// The cursors and counters of the function that the current idiom has.
    borrowed: Vec<Expr>,
    names: usize,
}

impl<'s> Scene<'s> {
    pub(crate) fn new(random: &'s mut Random, config: &'s Config) -> Self {
        Self {
            random,
            config,
            lists: Vec::new(),
            cursors: Vec::new(),
            counters: Vec::new(),
            way_out: None,
            helpers: Vec::new(),
            loops: 0,
            borrowed: Vec::new(),
            names: 0,
        }
    }

    /// A name that the function does not have yet.
    pub(crate) fn name(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    /// Writes one idiom: its cursors are its own while it is written, and its declarations get a
    /// block of their own now and then.
    pub(crate) fn idiom(&mut self, write: impl FnOnce(&mut Self) -> Block) -> Block {
        let before = self.borrowed.len();
        let block = write(self);
        self.borrowed.truncate(before);
        let declares = block.iter().any(|stmt| matches!(stmt, Stmt::Declare(_)));
        if declares && self.random.percent(50) { vec![Stmt::Block(block)] } else { block }
    }

    /// A pointer to cells, declared in `out` unless the function has one to lend.
    pub(crate) fn cursor(&mut self, cell: &Rc<Cell>, out: &mut Block) -> Expr {
        if self.random.percent(65)
            && let Some(cursor) = self.lend(cell)
        {
            return cursor;
        }
        let name = self.name("p");
        let init = if self.random.percent(50) { Some(Expr::Null) } else { None };
        out.push(declare(&name, cell.pointer(), init));
        Expr::var(name)
    }

    fn lend(&mut self, cell: &Rc<Cell>) -> Option<Expr> {
        let free: Vec<Expr> = self
            .cursors
            .iter()
            .filter(|(cursor, own)| own == cell && !self.borrowed.contains(cursor))
            .map(|(cursor, _)| cursor.clone())
            .collect();
        let cursor = self.random.choose(&free)?.clone();
        self.borrowed.push(cursor.clone());
        Some(cursor)
    }

    /// A counter that starts at zero.
    pub(crate) fn counter(&mut self, out: &mut Block) -> Expr {
        let free: Vec<Expr> =
            self.counters.iter().filter(|counter| !self.borrowed.contains(counter)).cloned().collect();
        if self.random.percent(60)
            && let Some(counter) = self.random.choose(&free)
        {
            self.borrowed.push(counter.clone());
            out.push(set(counter, &Expr::Int(0)));
            return counter.clone();
        }
        let name = self.name("n");
        out.push(declare(&name, Type::Int, Some(Expr::Int(0))));
        Expr::var(name)
    }

    /// A small integer: a constant, an input or a counter.
    pub(crate) fn value(&mut self) -> Expr {
        match self.random.below(6) {
            0..=1 => Expr::Int(self.random.below(6) as i32),
            2..=3 => Expr::Nondet(Some(self.random.within(2, 10) as u8)),
            _ => {
                let counter = self.random.choose(&self.counters).cloned();
                counter.unwrap_or_else(|| Expr::Int(self.random.below(5) as i32 - 1))
            }
        }
    }

    /// `pointer != NULL`, in one of its forms.
    pub(crate) fn there(&mut self, pointer: &Expr) -> Expr {
        if self.random.percent(25) { pointer.clone() } else { pointer.not_null() }
    }

    /// `pointer == NULL`, in one of its forms.
    pub(crate) fn missing(&mut self, pointer: &Expr) -> Expr {
        if self.random.percent(25) { Expr::Not(Box::new(pointer.clone())) } else { pointer.is_null() }
    }

    /// Something that holds sometimes, about a cell that is there.
    pub(crate) fn about(&mut self, cell: &Rc<Cell>, pointer: &Expr) -> Expr {
        let data = pointer.arrow(&cell.data);
        match self.random.below(4) {
            0 => Expr::Nondet(None),
            1 => data.eq(&Expr::Int(self.random.below(4) as i32)),
            2 => {
                let bound = self.random.choose(&self.counters).cloned().unwrap_or(Expr::Int(2));
                data.lt(&bound)
            }
            _ => data.le(&Expr::Int(self.random.below(5) as i32)),
        }
    }

    /// A new cell with all fields set, or the way out if there is no memory.
    pub(crate) fn allocate(&mut self, cell: &Rc<Cell>, at: &Expr) -> Block {
        let zeroed = self.random.percent(10);
        let new = set(at, &Expr::Alloc { record: cell.record.clone(), zeroed });
        let mut block = vec![new];
        if !self.random.percent(self.config.unchecked) {
            if self.random.percent(REFUSED) {
                // The inputs may refuse what the allocator would have given.
                block = vec![Stmt::If(Expr::Nondet(None), block, vec![set(at, &Expr::Null)])];
            }
            let way_out = match &self.way_out {
                Some(stmt) if self.random.percent(50) => stmt.clone(),
                _ if self.loops > 0 && self.random.percent(30) => Stmt::Break,
                _ => Stmt::Abort,
            };
            let missing = self.missing(at);
            block.push(when(missing, vec![way_out]));
        }
        let value = self.value();
        block.push(set(&at.arrow(&cell.data), &value));
        if let Some(prev) = &cell.prev {
            block.push(set(&at.arrow(prev), &Expr::Null));
        }
        if let Some(other) = &cell.other {
            block.push(set(&at.arrow(&cell.next), &Expr::Null));
            block.push(set(&at.arrow(other), &Expr::Null));
        }
        if let Some((field, _)) = &cell.inner {
            block.push(set(&at.arrow(field), &Expr::Null));
        }
        block
    }

    /// A loop that goes round a few times: a constant number, one from the inputs, or as long as the
    /// inputs want.
    pub(crate) fn times(&mut self, most: u8, body: impl FnOnce(&mut Self) -> Block) -> Block {
        let mut out = Vec::new();
        self.loops += 1;
        let body = body(self);
        self.loops -= 1;
        let limit = Expr::Int(self.random.within(1, most as usize) as i32);
        let k = self.name("k");
        let start = declare(&k, Type::Int, Some(Expr::Int(0)));
        let k = Expr::var(k);
        let step = increment(&k);
        match self.random.below(10) {
            0..=3 => out.push(each(start, k.lt(&limit), step, body)),
            4..=6 => {
                let n = self.name("n");
                out.push(declare(&n, Type::Int, Some(Expr::Nondet(Some(most.saturating_add(1))))));
                out.push(each(start, k.lt(&Expr::var(n)), step, body));
            }
            7..=8 => {
                let guard = k.lt(&Expr::Int(most.into())).and(&Expr::Nondet(None));
                out.push(each(start, guard, step, body));
            }
            _ => {
                let mut body = body;
                body.push(step);
                out.push(start);
                out.push(repeat(k.lt(&limit), body));
            }
        }
        out
    }

    /// A walk from `start` to the end of a null-terminated list.
    pub(crate) fn walk(
        &mut self,
        cell: &Rc<Cell>,
        start: &Expr,
        body: impl FnOnce(&mut Self, &Expr) -> Block,
    ) -> Block {
        let mut out = Vec::new();
        let declared = self.random.percent(30);
        let p = if declared { Expr::var(self.name("p")) } else { self.cursor(cell, &mut out) };
        self.loops += 1;
        let mut body = body(self, &p);
        self.loops -= 1;
        let guard = self.there(&p);
        let step = set(&p, &p.arrow(&cell.next));
        match &p {
            Expr::Var(name) if declared => {
                let init = declare(name, cell.pointer(), Some(start.clone()));
                out.push(each(init, guard, step, body));
            }
            _ if self.random.percent(40) => out.push(each(set(&p, start), guard, step, body)),
            _ => {
                body.push(step);
                out.push(set(&p, start));
                out.push(repeat(guard, body));
            }
        }
        out
    }
}
