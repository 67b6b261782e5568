//! Random functions on lists whose contracts say, by bags, what the lists hold.

use crate::text::Text;

/// What a function on two lists promises of what is in them.
const PROMISES: [&str; 7] = [
    "holds(sw_result, values)",
    "holds(sw_result, all) && sw_sum(all, values, others)",
    "holds(sw_result, all) && sw_with(all, values, x)",
    "holds(sw_result, all) && sw_with(values, all, x)",
    "holds(sw_result, all)",
    "holds(sw_result, all) && sw_subset(values, all)",
    "holds(sw_result, all) && sw_subset(all, values)",
];

impl Text {
    /// A program about bags.
    pub(crate) fn bags(&mut self) {
        self.line(0, "static struct item *work(struct item *l, struct item *m, int x) {");
        self.say("sw_bag values = sw_any(), others = sw_any(), all = sw_any();");
        self.say("sw_requires(holds(l, values) && holds(m, others));");
        let promise = *self.random.pick(&PROMISES);
        let keeps = self.random.percent(50);
        let rest = if keeps && !promise.contains("others") { " && holds(m, others)" } else { "" };
        self.say(&format!("sw_ensures({promise}{rest});"));
        self.say("struct item *c = l, *r = NULL;");
        let count = self.random.within(1, 4);
        for _ in 0..count {
            self.bag_statement();
        }
        if rest.is_empty() {
            if promise.contains("others") {
                self.append();
            } else {
                self.say("while (m) { c = m; m = m->next; free(c); }");
            }
        }
        self.say("(void)c;");
        self.say("while (r) { c = r; r = r->next; c->next = l; l = c; }");
        self.say("return l;");
        self.line(0, "}");
        self.bag_main();
    }

    fn bag_statement(&mut self) {
        match self.random.below(10) {
            0 => self.say("c = l; while (c && (__VERIFIER_nondet_int() & 1)) c = c->next;"),
            1 | 2 => {
                // Reversed, or a part of it.
                let test =
                    *self.random.pick(&["l", "l && l->value < x", "l && (__VERIFIER_nondet_int() & 1)"]);
                self.say(&format!("while ({test}) {{ c = l; l = l->next; c->next = r; r = c; }}"));
                self.say("c = NULL;");
            }
            3 | 4 => {
                self.open("");
                self.say("struct item *n = malloc(sizeof *n);");
                self.say("if (n == NULL) abort();");
                let value = *self.random.pick(&["x", "x", "7", "__VERIFIER_nondet_int() & 3"]);
                self.say(&format!("n->value = {value};"));
                let to = *self.random.pick(&["l", "r"]);
                self.say(&format!("n->next = {to};"));
                self.say(&format!("{to} = n;"));
                self.close();
            }
            5 => {
                let test = if self.slip() { "l" } else { "l && l->value == x" };
                self.say(&format!("if ({test}) {{ c = l; l = l->next; free(c); c = l; }}"));
            }
            6 => {
                let value = *self.random.pick(&["x", "c->value", "(c->value & 3)"]);
                self.say(&format!("if (c) c->value = {value};"));
            }
            7 => {
                self.open("if (l && l->next)");
                self.say("int t = l->value;");
                self.say("l->value = l->next->value;");
                let lost = self.slip();
                self.say(if lost { "l->next->value = l->value;" } else { "l->next->value = t;" });
                self.close();
            }
            8 => self.append(),
            _ => self.say("if (l) { c = l; l = l->next; c->next = r; r = c; c = NULL; }"),
        }
    }

    /// The second list goes to the end of the first.
    fn append(&mut self) {
        if self.random.percent(50) {
            self.say("while (m) { c = m; m = m->next; c->next = l; l = c; }");
        } else {
            self.say("if (l == NULL) l = m; else { c = l; while (c->next) c = c->next; c->next = m; }");
            self.say("m = NULL;");
        }
        self.say("c = NULL;");
    }

    fn bag_main(&mut self) {
        self.line(0, "int main(void) {");
        self.say("struct item *l = NULL, *m = NULL;");
        for list in ["l", "m"] {
            self.say(&format!("int n{list} = __VERIFIER_nondet_int() & 3;"));
            self.open(&format!("for (int i = 0; i < n{list}; i++)"));
            self.say("struct item *n = malloc(sizeof *n);");
            self.say("if (n == NULL) abort();");
            self.say(&format!("n->next = {list};"));
            self.say("n->value = __VERIFIER_nondet_int() & 3;");
            self.say(&format!("{list} = n;"));
            self.close();
        }
        self.say("l = work(l, m, 2);");
        self.say("while (l) { struct item *next = l->next; free(l); l = next; }");
        if self.lines.contains("&& holds(m, others));\n    sw_ensures")
            && self.lines.contains(" && holds(m, others));\n    struct")
        {
            self.say("while (m) { struct item *next = m->next; free(m); m = next; }");
        }
        self.say("return 0;");
        self.line(0, "}");
    }
}
