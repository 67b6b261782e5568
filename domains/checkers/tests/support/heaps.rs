//! Small random heaps of one kind of node, and the program that builds them.

/// Nodes, by the values of their members: `a`, `b` and `c` (−1 is null), `x` and `y`.
pub(crate) type Node = [i64; 5];
/// The nodes, and the arguments: three pointers and two numbers.
pub(crate) struct Heap {
    pub(crate) nodes: Vec<Node>,
    pub(crate) arguments: [i64; 5],
}

pub(crate) const TYPES: &str = "
extern int __VERIFIER_nondet_int(void); void *malloc(size_t);
struct N { struct N *a, *b, *c; int x; unsigned char y; };
static struct N *nodes[8];
static struct N *pick(void) { int i = __VERIFIER_nondet_int(); return i < 0 ? 0 : nodes[i]; }
";
pub(crate) const MAIN: &str = "
int main(void) {
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) nodes[i] = malloc(sizeof(struct N));
    for (int i = 0; i < n; i++) {
        nodes[i]->a = pick(); nodes[i]->b = pick(); nodes[i]->c = pick();
        nodes[i]->x = __VERIFIER_nondet_int(); nodes[i]->y = __VERIFIER_nondet_int();
    }
    struct N *p = pick(), *q = pick(), *r = pick(); int k = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
    sw_assert(CALL);
    return 0;
}
";

/// Where the members are.
pub(crate) const MEMBERS: [i64; 5] = [0, 8, 16, 24, 28];
pub(crate) const SIZE: u64 = 32;

pub(crate) fn address(node: i64) -> i128 {
    if node < 0 { 0 } else { (i128::from(node) + 1) * 1000 }
}

impl Heap {
    pub(crate) fn member(&self, node: usize, offset: i64) -> Option<i128> {
        let member = MEMBERS.iter().position(|at| *at == offset)?;
        let value = self.nodes[node][member];
        Some(if member < 3 { address(value) } else { value.into() })
    }

    /// As the program reads it.
    pub(crate) fn inputs(&self) -> Vec<i128> {
        let nodes = self.nodes.iter().flatten().copied();
        let all = [self.nodes.len() as i64].into_iter().chain(nodes).chain(self.arguments);
        all.map(i128::from).collect()
    }
}

/// Numbers from a seed.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: u64) -> i64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound) as i64
    }

    /// A heap that is nearly a structure of some kind.
    pub(crate) fn heap(&mut self) -> Heap {
        let n = self.below(6);
        let mut nodes = vec![[-1, -1, -1, 0, 0]; n as usize];
        let kind = self.below(4);
        let mut key = self.below(4) - 2;
        for i in 0..n {
            let next = if i + 1 < n { i + 1 } else { -1 };
            let node = &mut nodes[i as usize];
            key += self.below(3);
            node[3] = key;
            node[4] = self.below(2);
            match kind {
                // A list, with the one before in `b`.
                0 => (node[0], node[1], node[2]) = (next, i - 1, -1),
                // A circle.
                1 => (node[0], node[1]) = (if next < 0 { 0 } else { next }, -1),
                // A tree, with the one above in `c`.
                2 => {
                    let child = |at: i64| if at < n { at } else { -1 };
                    (node[0], node[1]) = (child(2 * i + 1), child(2 * i + 2));
                    node[2] = if i == 0 { -1 } else { (i - 1) / 2 };
                    node[3] = [4, 2, 6, 1, 3, 5][i as usize];
                }
                // A list with some members also linked by `b`.
                _ => (node[0], node[1]) = (next, if node[4] == 1 && self.below(2) == 0 { next } else { -1 }),
            }
        }
        for _ in 0..self.below(3) {
            if n > 0 {
                let (node, member) = (self.below(n as u64), self.below(5));
                let pointer = self.below(n as u64 + 1) - 1;
                nodes[node as usize][member as usize] = if member < 3 { pointer } else { self.below(4) };
            }
        }
        let first = if n > 0 { 0 } else { -1 };
        let mut arguments = [first, -1, -1, n, self.below(3)];
        if self.below(3) == 0 {
            arguments = [0, 0, 0, self.below(4), self.below(7) - 2];
            for pointer in &mut arguments[..3] {
                *pointer = self.below(n as u64 + 1) - 1;
            }
        }
        Heap { nodes, arguments }
    }
}

pub(crate) fn pointer(heap: &Heap, n: usize) -> i128 {
    address(heap.arguments[n])
}

pub(crate) fn number(heap: &Heap, n: usize) -> i128 {
    heap.arguments[n].into()
}
