//! Any bytes as a file of models (`--models`) for a small program: read both, run the program with the models.
//!
//! What must not happen is as for `source`; and what is modelled has a body.

#![no_main]

use std::path::PathBuf;
use std::sync::LazyLock;

use cfront::Model;
use ir::Role;
use libfuzzer_sys::{Corpus, fuzz_target};
use shapewright_fuzz::{
    BUDGET, begin, command, exercise, is_refused_with_a_reason, names_a_file_of_the_machine, path, program,
};

/// It calls functions that it does not define, of several kinds, and some of the C library, of which there are models already. It includes
/// nothing, since it is read each time.
const PROGRAM: &str = "struct node { struct node *next; int data; };\n\
    typedef int compare(const void *, const void *);\n\
    void qsort(void *, __SIZE_TYPE__, __SIZE_TYPE__, compare *); int rand(void); int isalpha(int);\n\
    __SIZE_TYPE__ strlen(const char *); int atoi(const char *);\n\
    int next(void); long scale(long, double); struct node *make(int); void drop(struct node *);\n\
    struct node copy(struct node); int sum(int, ...); compare *order(void); char *name(char *, __SIZE_TYPE__);\n\
    extern int state; extern struct node *head;\n\
    int main(int argc, char **argv) {\n\
        char text[8] = \"abc\"; int numbers[3] = {3, 1, 2};\n\
        struct node *list = make(next()), other = copy((struct node){0, state});\n\
        qsort(numbers, 3, sizeof *numbers, order());\n\
        if (list) { list->data = (int)scale(rand(), 2.5) + sum(2, 1, 2L) + isalpha(*text); }\n\
        head = list; drop(list);\n\
        return name(text, sizeof text) != 0 && strlen(text) + atoi(text) + other.data;\n\
    }\n";

/// The program, and the models.
static FILES: LazyLock<[PathBuf; 2]> = LazyLock::new(|| [program(PROGRAM).0, path("-models.c")]);

fuzz_target!(init: begin(), |text: &[u8]| -> Corpus {
    if names_a_file_of_the_machine(text) {
        return Corpus::Reject;
    }
    let [known, file] = &*FILES;
    std::fs::write(file, text).expect("a temporary file");
    let models = [Model::File(file.clone()), Model::Libc];
    match cfront::load_with_models(&[command(known)], &models, &BUDGET) {
        Ok(loaded) => {
            let of_models = |function: &&ir::Function| function.role == Role::Model;
            for function in loaded.program.functions.iter().filter(of_models) {
                assert!(function.body.is_some(), "the model of `{}` has no body", function.name);
            }
            exercise(&loaded.program);
        }
        Err(refused) => is_refused_with_a_reason(&refused, &[known, file]),
    }
    Corpus::Keep
});
