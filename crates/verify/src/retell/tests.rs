//! Stories with the heap of the run.

use model::{Finding, NodeKind};

use super::*;
use crate::triage::tests::load_text;

/// The stories of a program, each a list of what happens and what the heap is then.
fn stories(text: &str) -> Vec<(Finding, Vec<(String, String)>)> {
    let program = load_text(text);
    let options = Options::default();
    let (mut report, _) = crate::check(&program, &options);
    retell(&program, &options, &mut report);
    let confirmed = report.findings.into_iter().filter(|finding| finding.status == Status::Confirmed);
    let told = confirmed.map(|finding| {
        let picture = |step: &Step| step.shapes.first().map(Drawing::text).unwrap_or_default();
        let steps = finding.trace.iter().map(|step| (step.note.clone(), picture(step))).collect();
        (finding, steps)
    });
    told.collect()
}

const RELEASE: &str = "
#include <stdlib.h>
struct node { struct node *next; int value; };
static void release(struct node *list) {
    for (; list != NULL; list = list->next)
        free(list);
}
int main(void) {
    struct node *list = NULL;
    for (int i = 1; i <= 2; i++) {
        struct node *n = malloc(sizeof *n);
        if (n == NULL)
            abort();
        n->next = list;
        n->value = i;
        list = n;
    }
    release(list);
    return 0;
}
";

#[test]
fn steps_are_in_order_and_show_the_heap_of_the_run() {
    let all = stories(RELEASE);
    let [(finding, steps)] = all.as_slice() else { panic!("{all:?}") };
    assert_eq!(finding.rule, Rule::UseAfterFree);
    let notes: Vec<&str> = steps.iter().map(|(note, _)| note.as_str()).collect();
    assert_eq!(
        notes[..3],
        ["the block is allocated here", "`main` calls `release`", "the block is freed here"]
    );
    // The block in question is the second one, which was freed first.
    assert!(steps[0].1.contains("n → node #2 .next=unwritten .value=unwritten"), "{steps:?}");
    assert_eq!(steps[1].1, "list → node #2 .value=2 → node #1 .next=null .value=1");
    for (_, heap) in &steps[2..] {
        assert_eq!(heap, "node #1 .next=null .value=1, list → node #2, list of main → node #2");
    }
    let last = &finding.trace[3].shapes[0];
    let freed = last.nodes.iter().find(|node| node.kind == NodeKind::Freed);
    assert!(freed.is_some_and(|node| node.size == "16 bytes" && node.key == "#2"), "{last:?}");
}

#[test]
fn what_a_function_is_given_is_drawn_from_the_beginning() {
    let text = "
#include <shapewright.h>
#include <stdlib.h>
struct node { struct node *next; };
bool list(struct node *l) { return l == NULL || list(l->next); }
struct node *pop(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    if (l == NULL)
        return NULL;
    struct node *next = l->next;
    return next;
}";
    let all = stories(text);
    let [(finding, steps)] = all.as_slice() else { panic!("{all:?}") };
    assert_eq!((finding.rule, steps[0].0.as_str()), (Rule::Leak, "the block is given to this function"));
    assert_eq!(steps[0].1, "l → node #1 .next=null");
    assert!(steps.last().is_some_and(|(_, heap)| heap.contains("node #1")), "{steps:?}");
}

#[test]
fn a_story_that_is_not_what_happens_is_left_as_it_is() {
    let (program, options) = (load_text(RELEASE), Options::default());
    let (mut report, _) = crate::check(&program, &options);
    let finding = report.findings.iter_mut().find(|finding| finding.status == Status::Confirmed);
    let finding = finding.expect("there is an error");
    // With these inputs nothing is allocated.
    finding.inputs = Some(vec![0, 0, 0]);
    let before = finding.clone();
    retell(&program, &options, &mut report);
    assert!(report.findings.contains(&before));
}
