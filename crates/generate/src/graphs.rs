//! Random C programs with graphs and sets in contracts, as text.
//!
//! A graph is a list of nodes, each with a list of edges; the checkers say that every edge leads to a node of a set. `main` builds graphs
//! by functions that keep their contracts, and hands them to a function put together at random: it walks along nodes and
//! edges, adds, removes, redirects and moves them. Its contract is one of several that such a function may have, and often it does not keep
//! it: then that must be reported. Besides there are lists of which a bag says what they hold.

use crate::random::Random;
use crate::text::Text;

/// The program of a seed.
pub fn graphs(seed: u64) -> String {
    let mut random = Random::new(seed);
    let careless = random.percent(40);
    let mut text = Text::new(random, careless);
    for line in PROLOGUE.lines() {
        text.line(0, line);
    }
    if text.random.percent(25) {
        text.bags();
    } else {
        text.graph_function();
        text.graph_main();
    }
    text.lines
}

const PROLOGUE: &str = "\
#include <shapewright.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct edge { struct edge *next; struct node *dest; };
struct node { struct node *next; struct edge *edges; int id; };
struct item { struct item *next; int value; };
static bool edges(struct edge *e, sw_set all) {
    return e == NULL || (sw_in(e->dest, all) && edges(e->next, all));
}
static bool nodes(struct node *n, sw_set all, sw_set here) {
    sw_set rest;
    if (n == NULL) return sw_empty(here);
    return sw_split(here, n, &rest) && edges(n->edges, all) && nodes(n->next, all, rest);
}
static bool holds(struct item *l, sw_bag values) {
    sw_bag rest;
    return l == NULL ? sw_empty(values) : sw_split(values, l->value, &rest) && holds(l->next, rest);
}";

/// Functions that keep their contracts; `main` makes graphs with them.
const HELPERS: &str = "\
static struct node *add_node(struct node *g, int id) {
    sw_set before = sw_any(), after = sw_any();
    sw_requires(nodes(g, before, before));
    sw_ensures(nodes(sw_result, after, after) && sw_with(after, before, sw_result));
    struct node *n = malloc(sizeof *n);
    if (n == NULL) abort();
    n->next = g;
    n->edges = NULL;
    n->id = id;
    return n;
}
static struct node *pick(struct node *g) {
    sw_set all = sw_any();
    sw_requires(g != NULL && nodes(g, all, all));
    sw_ensures(sw_in(sw_result, all) && nodes(g, all, all));
    while (g->next != NULL && (__VERIFIER_nondet_int() & 1)) g = g->next;
    return g;
}
static void add_edge(struct node *g, struct node *from, struct node *to) {
    sw_set all = sw_any();
    sw_requires(nodes(g, all, all));
    sw_requires(sw_in(from, all) && sw_in(to, all));
    sw_ensures(nodes(g, all, all));
    struct edge *e = malloc(sizeof *e);
    if (e == NULL) return;
    e->next = from->edges;
    e->dest = to;
    from->edges = e;
}";

/// What a function on a graph promises: requires, ensures, whether it returns a node on its way (else the graph).
const PROMISES: [(&str, &str, bool); 9] = [
    ("nodes(g, all, all)", "nodes(sw_result, all, all)", false),
    ("nodes(g, all, all)", "nodes(sw_result, now, now)", false),
    ("nodes(g, all, all)", "nodes(sw_result, now, now) && sw_subset(all, now)", false),
    ("nodes(g, all, all)", "nodes(sw_result, now, now) && sw_with(now, all, sw_result)", false),
    ("g != NULL && nodes(g, all, all)", "nodes(sw_result, now, now) && sw_with(all, now, g)", false),
    ("nodes(g, all, all)", "nodes(g, all, all) && (sw_result == NULL || sw_in(sw_result, all))", true),
    ("g != NULL && nodes(g, all, all)", "nodes(g, all, all) && sw_in(sw_result, all)", true),
    ("nodes(g, all, here) && sw_subset(here, all)", "nodes(sw_result, all, here)", false),
    (
        "nodes(g, all, here) && sw_subset(here, all)",
        "nodes(sw_result, all, now) && sw_subset(now, all)",
        false,
    ),
];

impl Text {
    fn graph_function(&mut self) {
        for line in HELPERS.lines() {
            self.line(0, line);
        }
        let (requires, ensures, is_place) = *self.random.pick(&PROMISES);
        let second = self.random.percent(30);
        let marked = !second && self.random.percent(30);
        let other = if second {
            ", struct node *h"
        } else if marked {
            ", struct node *p"
        } else {
            ""
        };
        self.line(0, &format!("static struct node *work(struct node *g{other}) {{"));
        self.say("sw_set all = sw_any(), now = sw_any(), here = sw_any(), others = sw_any();");
        self.say(&format!("sw_requires({requires});"));
        let mut ensured = ensures.to_owned();
        if second {
            self.say("sw_requires(nodes(h, others, others));");
            ensured.push_str(" && nodes(h, others, others)");
        } else if marked {
            self.say("sw_requires(sw_in(p, all));");
        }
        self.say(&format!("sw_ensures({ensured});"));
        self.say("struct node *c = g, *d = g;");
        self.say("struct edge *s = NULL;");
        if second && self.random.percent(70) {
            self.say("d = h;");
        } else if marked {
            self.say("d = p;");
        }
        let count = self.random.within(1, 5);
        for _ in 0..count {
            self.graph_statement();
        }
        self.say("(void)s; (void)c; (void)d;");
        self.say(if is_place { "return c;" } else { "return g;" });
        self.line(0, "}");
    }

    /// A cursor that is not null, mostly.
    fn with(&mut self, cursors: &str) {
        if self.slip() {
            self.open("");
        } else {
            self.open(&format!("if ({cursors})"));
        }
    }

    fn graph_statement(&mut self) {
        match self.random.below(16) {
            0 => self.say("c = g;"),
            1 => self.walk(),
            2 | 3 => self.path(),
            4 | 5 => self.link(),
            6 => self.unlink(),
            7 => self.redirect(),
            8 => self.insert_node(),
            9 => self.remove_node(),
            10 => self.move_edges(),
            11 => self.say("{ struct node *t = c; c = d; d = t; }"),
            12 => {
                self.with("c");
                self.say("c->id = __VERIFIER_nondet_int() & 7;");
                self.close();
            }
            13 => self.drop_edges_to(),
            14 if self.depth < 3 => {
                let test = *self.random.pick(&["c == d", "c != d", "c", "__VERIFIER_nondet_int() & 1"]);
                self.open(&format!("if ({test})"));
                self.graph_statement();
                self.close();
            }
            15 if self.depth < 3 => {
                self.open("while (__VERIFIER_nondet_int() & 1)");
                self.graph_statement();
                self.close();
            }
            _ => self.walk(),
        }
    }

    /// Along the nodes, some way or to a node with a number.
    fn walk(&mut self) {
        let (cursor, test) = *self.random.pick(&[
            ("c", "(__VERIFIER_nondet_int() & 1)"),
            ("d", "(__VERIFIER_nondet_int() & 1)"),
            ("c", "c->id != 2"),
            ("d", "d->id != 3"),
        ]);
        if self.random.percent(30) {
            self.say(&format!("{cursor} = g;"));
        }
        self.say(&format!("while ({cursor} != NULL && {test}) {cursor} = {cursor}->next;"));
    }

    /// Along edges.
    fn path(&mut self) {
        let again = self.random.percent(50) && self.depth < 3;
        self.open(if again { "while (c && (__VERIFIER_nondet_int() & 1))" } else { "if (c)" });
        self.say("s = c->edges;");
        if self.random.percent(60) {
            self.say("while (s && (__VERIFIER_nondet_int() & 1)) s = s->next;");
        }
        let lost = self.slip();
        let ends = self.random.percent(50);
        self.say(match (lost, ends) {
            (true, _) => "c = s->dest;",
            (_, true) => "c = s ? s->dest : NULL;",
            _ => "if (s) c = s->dest;",
        });
        if again && self.random.percent(60) {
            self.say("if (c) c->id = 1;");
        }
        if again && !lost && self.random.percent(30) {
            self.say("if (!c) break;");
        }
        self.say("s = NULL;");
        self.close();
    }

    /// A new edge from one node to another.
    fn link(&mut self) {
        self.with("c && d");
        self.say("struct edge *e = malloc(sizeof *e);");
        self.with("e");
        self.say("e->next = c->edges;");
        let to = *self.random.pick(&["d", "d", "c", "g"]);
        self.say(&format!("e->dest = {to};"));
        self.say("c->edges = e;");
        self.close();
        self.close();
    }

    fn unlink(&mut self) {
        self.with("c && c->edges");
        self.say("struct edge *e = c->edges;");
        self.say("c->edges = e->next;");
        if !self.slip() {
            self.say("free(e);");
        }
        self.say("s = NULL;");
        self.close();
    }

    fn redirect(&mut self) {
        self.open("if (c)");
        self.say("s = c->edges;");
        self.say("while (s && (__VERIFIER_nondet_int() & 1)) s = s->next;");
        self.with("s && d");
        self.say("s->dest = d;");
        self.close();
        self.say("s = NULL;");
        self.close();
    }

    fn insert_node(&mut self) {
        self.open("");
        self.say("struct node *n = malloc(sizeof *n);");
        self.say("if (n == NULL) abort();");
        self.say("n->edges = NULL;");
        self.say("n->id = __VERIFIER_nondet_int() & 7;");
        if self.random.percent(60) {
            self.say("n->next = g;");
            self.say("g = n;");
        } else {
            self.say("if (c) { n->next = c->next; c->next = n; } else { n->next = g; g = n; }");
        }
        if self.random.percent(50) {
            self.say("d = n;");
        }
        self.close();
    }

    /// The first node goes, and its edges; whatever leads to it.
    fn remove_node(&mut self) {
        self.with("g");
        self.say("struct node *gone = g;");
        self.say("while (gone->edges) { struct edge *e = gone->edges; gone->edges = e->next; free(e); }");
        self.say("g = gone->next;");
        self.say("free(gone);");
        let stays = self.slip();
        if !stays {
            self.say("c = g; d = g;");
        }
        self.close();
    }

    fn move_edges(&mut self) {
        self.with("c && d");
        self.say("struct edge *rest = c->edges;");
        self.say("c->edges = NULL;");
        self.open("while (rest)");
        self.say("struct edge *e = rest;");
        self.say("rest = e->next;");
        let to = *self.random.pick(&["c", "d"]);
        self.say(&format!("e->next = {to}->edges;"));
        self.say(&format!("{to}->edges = e;"));
        if self.random.percent(30) {
            self.say("e->dest = d;");
        }
        self.close();
        self.close();
    }

    /// All edges that lead to a node go, or those of one node.
    fn drop_edges_to(&mut self) {
        let everywhere = self.random.percent(50);
        let from = if everywhere { "g" } else { "c" };
        self.open("");
        self.say(&format!("struct node *at = {from};"));
        self.open(if everywhere { "while (at)" } else { "if (at)" });
        self.say("struct edge *kept = NULL;");
        self.open("while (at->edges)");
        self.say("struct edge *e = at->edges;");
        self.say("at->edges = e->next;");
        self.say("if (e->dest == d) free(e); else { e->next = kept; kept = e; }");
        self.close();
        self.say("at->edges = kept;");
        if everywhere {
            self.say("at = at->next;");
        }
        self.close();
        self.say("s = NULL;");
        self.close();
    }

    fn graph_main(&mut self) {
        let has_other = self.lines.contains("*work(struct node *g, struct node *h)");
        let has_place = self.lines.contains("*work(struct node *g, struct node *p)");
        self.line(0, "int main(void) {");
        self.say("struct node *g = NULL, *h = NULL;");
        for graph in ["g", "h"] {
            let count = if graph == "g" {
                "(__VERIFIER_nondet_int() & 3) + 1"
            } else {
                "(__VERIFIER_nondet_int() & 1) + 1"
            };
            self.say(&format!("int n{graph} = {count};"));
            self.open(&format!("for (int i = 0; i < n{graph}; i++)"));
            self.say(&format!("{graph} = add_node({graph}, i);"));
            if graph == "g" || self.random.percent(50) {
                self.say(&format!("add_edge({graph}, pick({graph}), pick({graph}));"));
            }
            self.close();
        }
        let call = if has_other {
            "work(g, h)"
        } else if has_place {
            "work(g, pick(g))"
        } else {
            "work(g)"
        };
        // A function that promises a place of the graph leaves the graph to whoever has it.
        let is_place = self.lines.contains("    return c;");
        self.say(&if is_place { format!("struct node *at = {call};") } else { format!("g = {call};") });
        if is_place && self.random.percent(50) {
            self.say("if (at) at->id = 1;");
        }
        if self.random.percent(40) {
            self.open("if (g)");
            self.say("add_edge(g, pick(g), pick(g));");
            self.close();
        }
        for graph in ["g", "h"] {
            self.open(&format!("while ({graph})"));
            self.say(&format!("struct node *next = {graph}->next;"));
            self.say(&format!("while ({graph}->edges) {{ struct edge *e = {graph}->edges; {graph}->edges = e->next; free(e); }}"));
            self.say(&format!("free({graph});"));
            self.say(&format!("{graph} = next;"));
            self.close();
        }
        self.say("return 0;");
        self.line(0, "}");
    }
}
