//! What the table of allocators (seed 001) has and the others do not: states on return, and memory.

/// States of one analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counts {
    /// At the head of the loop that has most.
    pub at_loop: usize,
    /// On return.
    pub on_return: usize,
}

/// What the paper reports of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Published {
    /// States on return.
    pub on_return: usize,
    /// Most memory of its heap, in kilobytes.
    pub heap_kb: u32,
}

const TABLE: &[(&str, usize, u32)] = &[
    ("malloc_firstfit_acyclic", 3, 240),
    ("free_acyclic", 2, 240),
    ("malloc_bestfit_acyclic", 3, 480),
    ("malloc_roving", 5, 240),
    ("free_roving", 2, 720),
    ("malloc_K&R", 66, 26_880),
    ("free_K&R", 5, 3840),
];

/// What the paper reports of a program, by its name there.
pub fn published(program: &str) -> Option<Published> {
    let found = TABLE.iter().find(|(name, ..)| *name == program);
    found.map(|&(_, on_return, heap_kb)| Published { on_return, heap_kb })
}
