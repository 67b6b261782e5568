//! What programs are made of.

/// Which programs to make: what they contain, how often, and how large they are.
///
/// A weight says how often something is chosen next to the others of its group; 0 switches it off. A
/// share is in percent. Start from [`Config::lists`] or [`Config::everything`] and change fields:
///
/// ```
/// let config = generate::Config { doubly: 3, gotos: false, ..generate::Config::lists() };
/// let text = generate::program(7, &config).to_c();
/// assert!(text.contains("int main(void)"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a feature of C that is used or not")]
pub struct Config {
    /// Weight of programs put together from correct idioms: without errors, if every allocation
    /// succeeds.
    pub orderly: u32,
    /// Weight of such programs with a few small mistakes in them.
    pub mutated: u32,
    /// Weight of programs that do things at random, to lists that idioms have built.
    pub wild: u32,

    /// Least and most idioms, or random statements, in `main` between building and freeing.
    pub length: (usize, usize),
    /// How deep loops and branches are put into one another around idioms and random statements.
    pub nesting: usize,
    /// Most lists that are alive in `main` at a time.
    pub lists: usize,
    /// The longest list that is built in one go.
    pub longest: u8,
    /// Most mistakes in a mutated program.
    pub mistakes: usize,

    /// Weight of singly linked lists that end in null.
    pub singly: u32,
    /// Weight of doubly linked lists.
    pub doubly: u32,
    /// Weight of circular lists.
    pub circular: u32,
    /// Weight of queues: a struct with the first and the last cell of a list.
    pub queues: u32,
    /// Weight of lists whose cells own lists of another type.
    pub nested: u32,
    /// Weight of lists in ascending order.
    pub sorted: u32,
    /// Weight of binary trees.
    pub trees: u32,
    /// Weight of search trees.
    pub search: u32,
    /// Share of trees with links to the parents.
    pub parents: u32,
    /// Most pointers that are left on one structure at a time; 0 for no such thing.
    pub cursors: usize,
    /// Share of programs with a second type of list.
    pub second_type: u32,

    /// Functions that take, change and give lists.
    pub calls: bool,
    /// Functions that call themselves; needs `calls`.
    pub recursion: bool,
    /// Share of the functions that say by a contract what they do, where there are words for it.
    pub contracts: u32,
    /// Cells on the stack, linked to those on the heap for a while.
    pub stack: bool,
    /// Lists that start in global variables.
    pub globals: bool,
    /// Pointers to links: `struct node **`.
    pub links: bool,
    /// `goto` to the end of a function.
    pub gotos: bool,
    /// Assertions about counters and null pointers.
    pub assertions: bool,
    /// Fields besides the link and one integer.
    pub more_fields: bool,
    /// Share of allocations whose result is used without looking.
    pub unchecked: u32,
    /// Share of variables of `main` that start without a value.
    pub unset: u32,
}

impl Config {
    /// Singly linked lists and integers, in `main` alone.
    pub fn lists() -> Self {
        Self {
            orderly: 35,
            mutated: 40,
            wild: 25,
            length: (2, 7),
            nesting: 2,
            lists: 3,
            longest: 9,
            mistakes: 3,
            singly: 10,
            doubly: 0,
            circular: 0,
            queues: 0,
            nested: 0,
            sorted: 0,
            trees: 0,
            search: 0,
            parents: 0,
            cursors: 0,
            second_type: 15,
            calls: false,
            recursion: false,
            contracts: 0,
            stack: false,
            globals: false,
            links: false,
            gotos: true,
            assertions: true,
            more_fields: true,
            unchecked: 30,
            unset: 5,
        }
    }

    /// Lists of all kinds, in functions too.
    pub fn everything() -> Self {
        Self {
            doubly: 4,
            circular: 3,
            queues: 3,
            nested: 2,
            second_type: 30,
            calls: true,
            recursion: true,
            globals: true,
            links: true,
            ..Self::lists()
        }
    }

    /// Lists, doubly linked lists and trees, some of them in order, in functions too.
    pub fn structures() -> Self {
        Self {
            orderly: 45,
            mutated: 35,
            wild: 20,
            length: (1, 4),
            lists: 2,
            singly: 4,
            doubly: 6,
            circular: 0,
            queues: 0,
            nested: 1,
            sorted: 1,
            trees: 7,
            search: 2,
            parents: 45,
            second_type: 10,
            stack: true,
            ..Self::everything()
        }
    }

    /// Structures with several pointers into them, whose order nobody knows.
    pub fn cursors() -> Self {
        Self { cursors: 6, lists: 1, ..Self::structures() }
    }

    /// Structures, with contracts that say by checkers what functions do.
    pub fn contracts() -> Self {
        // Members that nobody writes are no part of a structure that a contract speaks of.
        Self { contracts: 85, more_fields: false, ..Self::structures() }
    }
}

impl Default for Config {
    fn default() -> Self {
        Self::lists()
    }
}
