//! The order in which blocks are visited: a weak topological order.
//!
//! A hierarchical ordering of a graph into vertices and *components*, each with a head, such that
//! every edge that goes back in the order leads to the head of a component around its source. The
//! heads are then enough to widen at, and iterating inner components to the end before outer ones
//! is a good strategy. The algorithm is Bourdoncle's (FMPA 1993), with an explicit stack instead of
//! recursion so that no program is too deep for it.

use ir::{BlockId, Body, Id};

/// An element of the order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Component {
    /// A block on no cycle of its own.
    Vertex(BlockId),
    /// A loop: its head, and what is iterated with it.
    Loop(BlockId, Vec<Component>),
}

/// A weak topological order of the blocks that can be reached from the entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeakTopologicalOrder {
    /// The outermost elements in order.
    pub components: Vec<Component>,
}

const DONE: u32 = u32::MAX;

impl WeakTopologicalOrder {
    /// The order of a function's blocks.
    pub fn of(body: &Body) -> Self {
        let successors: Vec<Vec<usize>> = body
            .blocks
            .iter()
            .map(|block| block.terminator.successors().into_iter().map(Id::index).collect())
            .collect();
        Self { components: order(&successors) }
    }
}

/// Orders the graph that these successor lists describe, from vertex 0.
fn order(successors: &[Vec<usize>]) -> Vec<Component> {
    let mut search = Search {
        successors,
        number: vec![0; successors.len()],
        count: 0,
        stack: Vec::new(),
        work: Vec::new(),
        placed: Vec::new(),
    };
    if !successors.is_empty() {
        search.run(0);
    }
    search.placed.reverse();
    search.placed
}

struct Search<'g> {
    successors: &'g [Vec<usize>],
    /// Depth-first number, 0 if not seen, [`DONE`] once placed.
    number: Vec<u32>,
    count: u32,
    stack: Vec<usize>,
    work: Vec<Visit>,
    /// What all visits under way have placed, last elements first: each what comes after what those around it had placed before.
    placed: Vec<Component>,
}

/// A vertex whose successors are being visited.
struct Visit {
    vertex: usize,
    next: usize,
    head: u32,
    is_loop: bool,
    /// Where what it has placed begins.
    from: usize,
    /// Whether the successors are visited to build the body of the component of `vertex`.
    body: bool,
}

impl Search<'_> {
    fn open(&mut self, vertex: usize) {
        self.stack.push(vertex);
        self.count += 1;
        self.number[vertex] = self.count;
        self.work.push(Visit {
            vertex,
            next: 0,
            head: self.count,
            is_loop: false,
            from: self.placed.len(),
            body: false,
        });
    }

    /// Visits everything reachable from a vertex.
    fn run(&mut self, start: usize) {
        self.open(start);
        while let Some(visit) = self.work.last_mut() {
            let successors = &self.successors[visit.vertex];
            if visit.next < successors.len() {
                let successor = successors[visit.next];
                visit.next += 1;
                match self.number[successor] {
                    0 => self.open(successor),
                    // While the body is built, what is placed or the head itself adds nothing.
                    number if !visit.body && number != DONE && number <= visit.head => {
                        visit.head = number;
                        visit.is_loop = true;
                    }
                    _ => {}
                }
                continue;
            }
            self.close();
        }
    }

    /// All successors of the innermost visit are done. What it has placed belongs to the visit around, which has placed what is
    /// below on the stack: nothing is moved.
    fn close(&mut self) {
        let visit = self.work.pop().expect("a visit is under way");
        let vertex = visit.vertex;
        if visit.body {
            let mut body = self.placed.split_off(visit.from);
            body.reverse();
            self.placed.push(Component::Loop(BlockId::new(vertex), body));
            return;
        }
        let own = self.number[vertex];
        if visit.head != own {
            // Part of an outer component: what was found below belongs to whoever places it.
            self.return_to_parent(visit.head, visit.is_loop);
            return;
        }
        self.number[vertex] = DONE;
        let mut element = self.stack.pop();
        if visit.is_loop {
            while let Some(member) = element.filter(|member| *member != vertex) {
                self.number[member] = 0;
                element = self.stack.pop();
            }
            // What comes after the loop was placed already; its body is ordered anew.
            let from = self.placed.len();
            self.work.push(Visit { vertex, next: 0, head: 0, is_loop: false, from, body: true });
        } else {
            self.placed.push(Component::Vertex(BlockId::new(vertex)));
        }
    }

    fn return_to_parent(&mut self, head: u32, is_loop: bool) {
        if let Some(parent) = self.work.last_mut()
            && !parent.body
            && head <= parent.head
        {
            parent.head = head;
            parent.is_loop |= is_loop;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(components: &[Component]) -> String {
        let parts: Vec<String> = components
            .iter()
            .map(|component| match component {
                Component::Vertex(block) => block.0.to_string(),
                Component::Loop(head, body) if body.is_empty() => format!("({})", head.0),
                Component::Loop(head, body) => format!("({} {})", head.0, show(body)),
            })
            .collect();
        parts.join(" ")
    }

    #[test]
    fn straight_code_is_in_order() {
        assert_eq!(show(&order(&[vec![1], vec![2], vec![]])), "0 1 2");
    }

    #[test]
    fn branches_come_before_where_they_meet() {
        assert_eq!(show(&order(&[vec![1, 2], vec![3], vec![3], vec![]])), "0 2 1 3");
    }

    #[test]
    fn loops_nest() {
        // 0 → 1 ⇄ (2 ⇄ 3) …, 1 → 4
        let graph = [vec![1], vec![2, 4], vec![3, 1], vec![2], vec![]];
        assert_eq!(show(&order(&graph)), "0 (1 (2 3)) 4");
        assert_eq!(show(&order(&[vec![0]])), "(0)");
    }

    /// The example of the paper that introduced the order.
    #[test]
    fn the_classic_example() {
        let graph = [vec![1], vec![2, 7], vec![3], vec![4, 6], vec![5], vec![4, 6], vec![2, 7], vec![]];
        assert_eq!(show(&order(&graph)), "0 1 (2 3 (4 5) 6) 7");
    }

    /// Edges that go back in the order lead to heads of components around their source.
    #[test]
    fn every_back_edge_leads_to_an_enclosing_head() {
        let mut seed = 1u64;
        let mut random = |bound: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % bound
        };
        for _ in 0..2000 {
            let n = 1 + random(9);
            let graph: Vec<Vec<usize>> =
                (0..n).map(|_| (0..random(4)).map(|_| random(n)).collect()).collect();
            let components = order(&graph);
            let mut place = vec![None; n];
            let mut heads = vec![Vec::new(); n];
            number(&components, &mut Vec::new(), &mut 0, &mut place, &mut heads);
            let reachable = reach(&graph);
            for (from, successors) in graph.iter().enumerate() {
                assert_eq!(place[from].is_some(), reachable[from], "{graph:?}: {}", show(&components));
                for &to in successors.iter().filter(|_| reachable[from]) {
                    let forward = place[from] < place[to];
                    assert!(forward || heads[from].contains(&to), "{graph:?}: {}", show(&components));
                }
            }
        }
    }

    fn number(
        components: &[Component],
        around: &mut Vec<usize>,
        next: &mut usize,
        place: &mut [Option<usize>],
        heads: &mut [Vec<usize>],
    ) {
        for component in components {
            let (block, body) = match component {
                Component::Vertex(block) => (block.index(), None),
                Component::Loop(head, body) => (head.index(), Some(body)),
            };
            assert_eq!(place[block], None, "placed twice");
            place[block] = Some(*next);
            *next += 1;
            if body.is_some() {
                around.push(block);
            }
            heads[block].clone_from(around);
            if let Some(body) = body {
                number(body, around, next, place, heads);
                around.pop();
            }
        }
    }

    fn reach(graph: &[Vec<usize>]) -> Vec<bool> {
        let mut seen = vec![false; graph.len()];
        let mut pending = vec![0];
        while let Some(vertex) = pending.pop() {
            if !std::mem::replace(&mut seen[vertex], true) {
                pending.extend(&graph[vertex]);
            }
        }
        seen
    }
}
