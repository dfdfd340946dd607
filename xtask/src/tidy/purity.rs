//! What must be absent from the code.

use super::rust_code::{code_only, line_of, without_test_modules, words};
use super::{File, Problem, Repository};

/// The one place for `unsafe` code: vector instructions.
const UNSAFE_ROOM: &str = "crates/tengen-nnue/src/simd";

/// Finds `unsafe` outside its room.
pub(super) fn unsafe_code(repository: &Repository) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (file, text) in repository.rust() {
        if file.path.starts_with(UNSAFE_ROOM) {
            continue;
        }
        let code = code_only(text);
        for at in words(&code, "unsafe") {
            let message = format!("unsafe code is allowed in {UNSAFE_ROOM} only");
            problems.push(Problem::new(&file.path, line_of(&code, at), message));
        }
    }
    problems
}

/// Touches time as a calendar knows it: it jumps when somebody sets the clock.
const WALL_CLOCK: &[&str] = &["SystemTime", "UNIX_EPOCH"];
const CLOCK: &[&str] = &["Instant"];
const DISK_AND_NETWORK: &[&str] = &["std::fs", "std::net", "std::env", "std::process"];
const THREADS: &[&str] = &["std::thread"];
const PRINTING: &[&str] = &[
    "std::io::stdout",
    "std::io::stdin",
    "std::io::stderr",
    "print!",
    "println!",
    "eprint!",
    "eprintln!",
];

/// For each of the lower rooms the parts of the outside world that it never touches.
const SEALED: [(&str, &[&[&str]]); 4] = [
    (
        "crates/tengen-core/src/",
        &[WALL_CLOCK, CLOCK, DISK_AND_NETWORK, THREADS, PRINTING],
    ),
    (
        "crates/tengen-nnue/src/",
        &[WALL_CLOCK, CLOCK, DISK_AND_NETWORK, THREADS, PRINTING],
    ),
    (
        "crates/tengen-engine/src/",
        &[WALL_CLOCK, CLOCK, DISK_AND_NETWORK, PRINTING],
    ),
    // It counts time, but by a clock that nobody can set.
    ("crates/tengen-gomocup/src/", &[WALL_CLOCK]),
];

/// Finds clocks, files, threads and printing in rooms that must not know them. Tests
/// may use them.
pub(super) fn outside_world(repository: &Repository) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (file, text) in repository.rust() {
        let Some((room, absent)) = SEALED.iter().find(|(room, _)| file.path.starts_with(room))
        else {
            continue;
        };
        if is_test_file(file) {
            continue;
        }
        let code = without_test_modules(&code_only(text));
        for word in absent.iter().copied().flatten() {
            for at in words(&code, word) {
                let room = room.trim_end_matches("/src/");
                let message = format!("{word} has no place in {room}: let the caller do it");
                problems.push(Problem::new(&file.path, line_of(&code, at), message));
            }
        }
    }
    problems
}

fn is_test_file(file: &File) -> bool {
    file.name() == "tests.rs" || file.path.contains("/tests/")
}

/// Endings of files with code.
const CODE: [&str; 6] = ["rs", "py", "js", "css", "html", "sh"];

/// Macros that mark unfinished code or a debugging session.
const UNFINISHED_MACROS: [&str; 3] = ["todo!", "dbg!", "unimplemented!"];

/// Finds what was left for later: open work belongs into an issue.
pub(super) fn unfinished(repository: &Repository) -> Vec<Problem> {
    // In pieces, because this file is searched as well.
    let markers = [["FIX", "ME"].concat(), ["TO", "DO"].concat()];
    let mut problems = Vec::new();
    let mut report = |file: &File, text: &str, word: &str, at: usize| {
        let message = format!("{word} is left: finish it, or open an issue and remove it");
        problems.push(Problem::new(&file.path, line_of(text, at), message));
    };
    for (file, text) in repository.texts() {
        if file.extension() == "rs" {
            let code = code_only(text);
            for word in UNFINISHED_MACROS {
                words(&code, word).for_each(|at| report(file, &code, word, at));
            }
        }
        if CODE.contains(&file.extension()) {
            for word in &markers {
                words(text, word).for_each(|at| report(file, text, word, at));
            }
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    fn lines(problems: &[Problem]) -> Vec<usize> {
        problems.iter().map(|problem| problem.line).collect()
    }

    #[test]
    fn unsafe_is_found_outside_its_room() {
        let source = "#![forbid(unsafe_code)]\n// unsafe\nunsafe fn f() {}\n";
        let repository = sample::files([
            ("crates/tengen-core/src/a.rs", source),
            ("crates/tengen-nnue/src/simd/avx2.rs", source),
        ]);
        let problems = unsafe_code(&repository);
        assert_eq!(lines(&problems), [3]);
        assert!(problems[0].path.contains("tengen-core"));
    }

    #[test]
    fn clocks_and_printing_are_found_in_sealed_rooms() {
        let source = "use std::time::{Instant, SystemTime};\nfn f() { println!(\"Instant\"); }\n";
        let found = |path| lines(&outside_world(&sample::files([(path, source)])));
        assert_eq!(found("crates/tengen-core/src/a.rs"), [1, 1, 2]);
        assert_eq!(found("crates/tengen-engine/src/time.rs"), [1, 1, 2]);
        assert!(found("crates/tengen/src/main.rs").is_empty());
        assert!(found("crates/tengen-core/examples/play.rs").is_empty());
        assert!(found("crates/tengen-core/src/game/tests.rs").is_empty());
    }

    #[test]
    fn threads_are_for_the_engine_and_above() {
        let found = |path| outside_world(&sample::files([(path, "use std::thread;\n")]));
        assert_eq!(found("crates/tengen-core/src/a.rs").len(), 1);
        assert!(found("crates/tengen-engine/src/a.rs").is_empty());
    }

    #[test]
    fn files_and_threads_are_found_outside_of_tests_only() {
        let source = "fn f() { std::fs::read(p); }\n#[cfg(test)]\nmod tests { use std::thread; }\n";
        let problems = outside_world(&sample::files([("crates/tengen-core/src/a.rs", source)]));
        assert_eq!(lines(&problems), [1]);
    }

    #[test]
    fn unfinished_work_is_found() {
        let marker = ["FIX", "ME"].concat();
        let rust = format!("fn f() {{\n    todo!()\n}} // {marker}: later\n");
        let python = format!("pass\n# {}\n", ["TO", "DO"].concat());
        let repository = sample::files([
            ("a.rs", rust.as_str()),
            ("a.py", python.as_str()),
            ("a.md", marker.as_str()),
            ("b.rs", "// a todo!() in a comment is prose\n"),
        ]);
        assert_eq!(lines(&unfinished(&repository)), [2, 3, 2]);
    }
}
