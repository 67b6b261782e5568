//! Random C programs with arrays, as text.
//!
//! They are put together from what programs do with arrays: filling them up and down, by index and by pointer, summing, shifting,
//! replacing single elements, owned blocks with and without clean-up, hash tables, growing. Sizes and indices come from the input. Now and
//! then a bound is off by one, a test is missing, or something is not freed: what happens up to there must be described all the same.
//!
//! Elements of lists are made elsewhere; these programs have few statements, and are not made smaller.

use crate::random::Random;
use crate::text::Text;

/// The program of a seed.
pub fn arrays(seed: u64) -> String {
    let mut random = Random::new(seed);
    let careless = random.percent(40);
    let mut text = Text::new(random, careless);
    text.line(0, "#include <stdlib.h>");
    text.line(0, "#include <string.h>");
    text.line(0, "extern int __VERIFIER_nondet_int(void);");
    text.line(0, "struct node { struct node *next; int value; };");
    text.line(0, "struct pair { int key; int *data; };");
    text.line(0, "static struct node *table[5];");
    text.line(0, "static int fixed[6];");
    text.line(0, "int main(void) {");
    let size =
        *text.random.pick(&["(__VERIFIER_nondet_int() & 3) + 1", "(__VERIFIER_nondet_int() & 7) + 1", "3"]);
    text.say(&format!("int n = {size}, i = 0, j = 0, sum = 0, local[4];"));
    let zero = text.random.percent(40);
    text.say(if zero {
        "int *number = calloc(n, sizeof *number);"
    } else {
        "int *number = malloc(n * sizeof *number);"
    });
    text.say("if (number == NULL) return 1;");
    let zero = text.random.percent(60);
    text.say(if zero {
        "int **own = calloc(n, sizeof *own);"
    } else {
        "int **own = malloc(n * sizeof *own);"
    });
    text.say("if (own == NULL) { free(number); return 1; }");
    if !zero {
        text.say("for (i = 0; i < n; i++) own[i] = NULL;");
    }
    let count = text.random.within(2, 6);
    for _ in 0..count {
        text.statement();
    }
    if !text.slip() {
        text.say("for (i = 0; i < n; i++) free(own[i]);");
    }
    if !text.slip() {
        text.say("free(own);");
        text.say("free(number);");
    }
    text.clear_table();
    text.say("return sum == 12345;");
    text.line(0, "}");
    text.lines
}

impl Text {
    /// The head of a loop over all indices, up or down, perhaps one too many.
    fn over(&mut self, length: &str) -> String {
        let (more, first) = (self.slip(), self.random.percent(25));
        if self.random.percent(30) {
            let last = if more { "" } else { " - 1" };
            return format!("for (i = {length}{last}; i >= 0; i--)");
        }
        let test = if more { "<=" } else { "<" };
        format!("for (i = {}; i {test} {length}; i++)", u8::from(first && length != "n"))
    }

    fn value(&mut self) -> &'static str {
        const VALUES: [&str; 5] = ["i", "0", "7", "n", "__VERIFIER_nondet_int() & 15"];
        VALUES[self.random.below(VALUES.len())]
    }

    fn statement(&mut self) {
        match self.random.below(13) {
            0 | 1 => self.fill(),
            2 => self.sum(),
            3 => self.by_pointer(),
            4 | 5 => self.own(),
            6 => self.replace(),
            7 | 8 => self.insert(),
            9 => self.grow(),
            10 => self.set(),
            11 => self.records(),
            _ if self.depth < 3 => {
                self.open("while (__VERIFIER_nondet_int() & 1)");
                self.statement();
                self.close();
            }
            _ => self.sum(),
        }
    }

    fn fill(&mut self) {
        let (array, length) = *self.random.pick(&[("number", "n"), ("fixed", "6"), ("local", "4")]);
        let (head, value) = (self.over(length), self.value());
        self.say(&format!("{head} {array}[i] = {value};"));
        if self.random.percent(30) {
            self.say(&format!("for (i = 1; i < {length}; i++) {array}[i] = {array}[i - 1] & 255;"));
        }
    }

    fn sum(&mut self) {
        let (array, length) = *self.random.pick(&[("number", "n"), ("fixed", "6"), ("local", "4")]);
        // What was never written is not read, or that is the mistake.
        if !self.slip() {
            let head = self.over(length);
            self.say(&format!("{head} {array}[i] = i;"));
        }
        let head = self.over(length);
        self.say(&format!("{head} sum = (sum + {array}[i]) & 1023;"));
    }

    fn by_pointer(&mut self) {
        let test = if self.random.percent(50) { "<" } else { "!=" };
        let value = self.value();
        self.say(&format!("for (int *p = number; p {test} number + n; p++) *p = {value};"));
    }

    fn own(&mut self) {
        self.open("for (i = 0; i < n; i++)");
        if !self.slip() {
            self.say("free(own[i]);");
        }
        self.say("own[i] = malloc(sizeof **own);");
        if !self.slip() {
            self.say("if (own[i] == NULL) break;");
        }
        let value = self.value();
        self.say(&format!("*own[i] = {value};"));
        self.close();
        if self.random.percent(40) {
            self.open("while (i > 0)");
            self.say("i--;");
            self.say("free(own[i]);");
            if !self.slip() {
                self.say("own[i] = NULL;");
            }
            self.close();
        }
    }

    fn replace(&mut self) {
        self.say("j = __VERIFIER_nondet_int() & 7;");
        let test = if self.slip() { "<=" } else { "<" };
        self.open(&format!("if (j {test} n)"));
        if self.random.percent(50) {
            self.say("number[j] = j;");
        } else {
            if !self.slip() {
                self.say("free(own[j]);");
            }
            let null = self.random.percent(50);
            self.say(if null { "own[j] = NULL;" } else { "own[j] = calloc(1, 4);" });
        }
        self.close();
    }

    fn insert(&mut self) {
        let limit = if self.slip() { "6" } else { "5" };
        self.say(&format!("j = (__VERIFIER_nondet_int() & 15) % {limit};"));
        if self.random.percent(70) {
            self.open("");
            self.say("struct node *e = malloc(sizeof *e);");
            self.open("if (e != NULL)");
            self.say("e->value = j;");
            let lost = self.slip();
            self.say(if lost { "e->next = NULL;" } else { "e->next = table[j];" });
            self.say("table[j] = e;");
            self.close();
            self.close();
        } else {
            self.open("if (table[j] != NULL)");
            self.say("struct node *e = table[j];");
            self.say("table[j] = e->next;");
            if !self.slip() {
                self.say("free(e);");
            }
            self.close();
        }
    }

    fn clear_table(&mut self) {
        let test = if self.slip() { "i < 4" } else { "i < 5" };
        self.open(&format!("for (i = 0; {test}; i++)"));
        self.say("struct node *e = table[i];");
        self.open("while (e != NULL)");
        self.say("struct node *next = e->next;");
        self.say("free(e);");
        self.say("e = next;");
        self.close();
        self.say("table[i] = NULL;");
        self.close();
    }

    fn grow(&mut self) {
        self.open("");
        self.say("int *more = realloc(number, (n + 2) * sizeof *number);");
        let (test, kept) = if self.slip() { ("1", "more") } else { ("more != NULL", "more") };
        self.open(&format!("if ({test})"));
        self.say(&format!("number = {kept};"));
        self.say("for (i = 0; i < n + 2; i++) number[i] = i;");
        self.close();
        self.close();
    }

    fn set(&mut self) {
        let size = if self.slip() { "n + 1" } else { "n" };
        self.say(&format!("memset(number, 0, ({size}) * sizeof *number);"));
    }

    fn records(&mut self) {
        self.open("");
        self.say("struct pair *pair = malloc(n * sizeof *pair);");
        self.open("if (pair != NULL)");
        self.say("for (i = 0; i < n; i++) { pair[i].key = i; pair[i].data = malloc(4); }");
        let count = if self.slip() { "n - 1" } else { "n" };
        self.say(&format!("for (i = 0; i < {count}; i++) free(pair[i].data);"));
        self.say("free(pair);");
        self.close();
        self.close();
    }
}
