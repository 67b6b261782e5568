//! Where an exploration is to go: to the checks that another analysis of the program could not discharge.
//!
//! An alarm of the fixpoint stands at a point. How far a block is from the nearest such point, in decisions, is the length of a shortest way in the
//! graph of all blocks, where calls lead into functions and returns to whoever calls them, whoever that is. With that as its estimate of what lies
//! ahead the exploration's best-first search becomes A*: among the states on whose way few decisions were open, those come first from which a
//! target is near. Nothing is left out for it, only put off: what an exploration that ends has to say does not depend on its targets.
//!
//! A target that was reached a few times is none any more, so that one that is reached in every round of a loop leaves others their turn.

use std::collections::{BTreeMap, VecDeque};

use ir::{BlockId, Callee, FunctionId, Id, IndexVec, Program, StmtKind, Terminator};

use crate::Check;

/// How often a target may be reached before it is none any more.
pub(super) const ARRIVALS: u8 = 4;

/// Farther away than any target.
const NOWHERE: u32 = u32::MAX / 2;

/// Checks that are to be reached, and the way there.
pub(super) struct Targets {
    /// How often each may still be reached.
    open: BTreeMap<Check, u8>,
    graph: Graph,
    /// By node of the graph.
    distances: Vec<u32>,
}

impl Targets {
    /// Nowhere in particular, if there are none.
    pub(super) fn new(program: &Program, checks: impl IntoIterator<Item = Check>) -> Option<Self> {
        let open: BTreeMap<Check, u8> = checks.into_iter().map(|check| (check, ARRIVALS)).collect();
        if open.is_empty() {
            return None;
        }
        let mut targets = Self { open, graph: Graph::of(program), distances: Vec::new() };
        targets.measure();
        Some(targets)
    }

    /// How many decisions a block is away from the nearest target.
    pub(super) fn distance(&self, function: FunctionId, block: BlockId) -> u32 {
        self.distances[self.graph.node(function, block)]
    }

    /// These checks were opened. Whether the targets are others now.
    pub(super) fn reached(&mut self, opened: impl IntoIterator<Item = Check>) -> bool {
        let before = self.open.len();
        for check in opened {
            if let Some(left) = self.open.get_mut(&check) {
                *left -= 1;
                if *left == 0 {
                    self.open.remove(&check);
                }
            }
        }
        let others = self.open.len() < before;
        if others {
            self.measure();
        }
        others
    }

    /// Shortest ways from all blocks, by breadth-first search from the targets backwards: a step costs a decision or nothing.
    fn measure(&mut self) {
        self.distances = vec![NOWHERE; self.graph.sources.len()];
        let mut todo = VecDeque::new();
        for check in self.open.keys() {
            let node = self.graph.node(check.point.function, check.point.block);
            self.distances[node] = 0;
            todo.push_back((node, 0));
        }
        while let Some((node, distance)) = todo.pop_front() {
            if distance > self.distances[node] {
                continue;
            }
            for (source, cost) in &self.graph.sources[node] {
                let through = distance + cost;
                if through < self.distances[*source] {
                    self.distances[*source] = through;
                    if *cost == 0 {
                        todo.push_front((*source, through));
                    } else {
                        todo.push_back((*source, through));
                    }
                }
            }
        }
    }
}

/// The blocks of all functions and the ends of the functions, with the steps that lead to each.
struct Graph {
    /// The node of each function's first block; the node before it is the function's end.
    first: IndexVec<FunctionId, usize>,
    /// From where each node is reached, and whether by a decision.
    sources: Vec<Vec<(usize, u32)>>,
}

impl Graph {
    fn of(program: &Program) -> Self {
        let mut nodes = 0;
        let mut first = IndexVec::new();
        for function in &program.functions {
            first.push(nodes + 1);
            nodes += 1 + function.body.as_ref().map_or(0, |body| body.blocks.len());
        }
        let mut graph = Self { first, sources: vec![Vec::new(); nodes] };
        // Who is called by a pointer is not known here: any function of which nobody knows the callers may be.
        let mut called = vec![false; program.functions.len()];
        let mut by_pointer = Vec::new();
        for (function, code) in program.functions.enumerate() {
            let Some(body) = &*code.body else { continue };
            for (block, code) in body.blocks.enumerate() {
                let node = graph.node(function, block);
                let successors = code.terminator.successors();
                let cost = u32::from(successors.len() > 1);
                for next in successors {
                    let next = graph.node(function, next);
                    graph.sources[next].push((node, cost));
                }
                if matches!(code.terminator, Terminator::Return(_)) {
                    let end = graph.end(function);
                    graph.sources[end].push((node, 0));
                }
                for stmt in &code.stmts {
                    let StmtKind::Call(call) = &stmt.kind else { continue };
                    match call.callee {
                        Callee::Function(callee) => {
                            called[callee.index()] = true;
                            graph.call(node, callee, program);
                        }
                        Callee::Pointer(_) => by_pointer.push(node),
                    }
                }
            }
        }
        let strangers = program.functions.ids().filter(|function| !called[function.index()]);
        for callee in strangers {
            for node in &by_pointer {
                graph.call(*node, callee, program);
            }
        }
        graph
    }

    fn node(&self, function: FunctionId, block: BlockId) -> usize {
        self.first[function] + block.index()
    }

    fn end(&self, function: FunctionId) -> usize {
        self.first[function] - 1
    }

    /// A block calls a function, and goes on behind the call.
    fn call(&mut self, caller: usize, callee: FunctionId, program: &Program) {
        if program.functions[callee].body.is_some() {
            let (entry, end) = (self.node(callee, ir::Body::ENTRY), self.end(callee));
            self.sources[entry].push((caller, 0));
            self.sources[caller].push((end, 0));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use crate::Point;

    /// Functions that call each other, with a mark in each block of interest. Every line has one.
    const TEXT: &str = "extern int input(void); extern void mark(int);
static void deep(int n) {
    if (n > 3) {
        mark(1);
        if (n > 5) {
            mark(2);
        }
    }
    mark(3);
}
static void middle(int n) {
    deep(n);
    mark(4);
}
int main(void) {
    int n = input();
    if (n) {
        middle(n);
    } else {
        mark(5);
    }
    mark(6);
    return 0;
}
";

    fn program() -> Program {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("shapewright-targets-{}-{number}.c", std::process::id());
        let file = std::env::temp_dir().join(name);
        std::fs::write(&file, TEXT).expect("the program is written");
        let command = cfront::Command { file: file.clone(), options: cfront::Options::default() };
        let loaded = cfront::load(&[command], &cfront::Budget::default());
        // Nobody minds a file that stays.
        let _ = std::fs::remove_file(file);
        loaded.expect("the program is valid").program
    }

    /// The first statement of a line.
    fn on_line(program: &Program, text: &str) -> Point {
        let line = TEXT.lines().position(|line| line.contains(text)).expect("it is there") as u32 + 1;
        let functions = program.functions.enumerate();
        let bodies = functions.filter_map(|(id, function)| Some((id, function.body.as_ref()?)));
        let mut points = bodies.flat_map(|(function, body)| {
            body.blocks.enumerate().filter_map(move |(block, code)| {
                let on_line = |stmt: &ir::Stmt| stmt.span.line == line;
                let stmt = code.stmts.iter().position(on_line);
                stmt.map(|stmt| Point { function, block, stmt: stmt as u32 })
            })
        });
        points.next().expect("something is done there")
    }

    fn check(program: &Program, text: &str) -> Check {
        Check { point: on_line(program, text), rule: model::Rule::NullDeref }
    }

    #[test]
    fn a_distance_is_the_number_of_decisions_through_calls_and_returns() {
        let program = program();
        let targets = Targets::new(&program, [check(&program, "mark(2)")]).expect("there is one");
        let distance = |text: &str| {
            let point = on_line(&program, text);
            targets.distance(point.function, point.block)
        };
        assert_eq!(distance("mark(2)"), 0);
        assert_eq!(distance("mark(1)"), 1);
        // From the entries of functions, and from whoever calls them.
        assert_eq!((distance("n > 3"), distance("deep(n);"), distance("middle(n);")), (2, 2, 2));
        assert_eq!(distance("int n = input();"), 3);
        // The function that returns may be called again; behind that no way leads back.
        assert_eq!(distance("mark(3)"), 2);
        assert_eq!((distance("mark(5)"), distance("mark(6)")), (NOWHERE, NOWHERE));
        assert!(Targets::new(&program, []).is_none());
    }

    #[test]
    fn a_target_that_was_reached_often_leaves_others_their_turn() {
        let program = program();
        let (far, near) = (check(&program, "mark(2)"), check(&program, "mark(5)"));
        let start = on_line(&program, "int n = input();");
        let mut targets = Targets::new(&program, [far, near]).expect("there are two");
        let distance = |targets: &Targets| targets.distance(start.function, start.block);
        assert_eq!(distance(&targets), 1);
        for _ in 1..ARRIVALS {
            assert!(!targets.reached([near]) && distance(&targets) == 1);
        }
        assert!(targets.reached([near]) && distance(&targets) == 3);
        assert!(!targets.reached([near]));
        assert!((1..ARRIVALS).all(|_| !targets.reached([far])));
        assert!(targets.reached([far]) && distance(&targets) == NOWHERE);
    }
}
