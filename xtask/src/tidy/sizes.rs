//! Files and functions stay short enough to be read.

use super::rust_code::{code_only, end_of_item, line_of, words};
use super::{Problem, Repository};

/// More lines than this in a file need a waiver.
const FILE_LINES: usize = 800;
/// More lines than this in a function need a waiver.
const FUNCTION_LINES: usize = 120;
/// The waiver; its reason follows on the same line. It stands on a file's first line,
/// or directly above a function with its attributes and documentation.
const WAIVER: &str = "// tidy: allow-long ";

/// Finds Rust files and functions that are too long and say no reason.
pub(super) fn lengths(repository: &Repository) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (file, text) in repository.rust() {
        let lines: Vec<&str> = text.lines().collect();
        if lines.len() > FILE_LINES && !is_waiver(lines[0]) {
            let message = format!(
                "{} lines, allowed are {FILE_LINES}: split it by idea",
                lines.len()
            );
            problems.push(Problem::new(&file.path, 0, message));
        }
        for function in functions(text) {
            let length = function.last_line + 1 - function.line;
            if length > FUNCTION_LINES && !is_waived(&lines, function.line) {
                let message = format!(
                    "function {} has {length} lines, allowed are {FUNCTION_LINES}: split it by step",
                    function.name
                );
                problems.push(Problem::new(&file.path, function.line, message));
            }
        }
    }
    problems
}

struct Function {
    name: String,
    line: usize,
    last_line: usize,
}

/// All functions with a name, nested ones and methods included.
fn functions(source: &str) -> Vec<Function> {
    let code = code_only(source);
    words(&code, "fn")
        .filter_map(|at| {
            let name: String = code[at + 2..]
                .trim_start()
                .chars()
                .take_while(|&c| c.is_alphanumeric() || c == '_' || c == '#')
                .collect();
            // Without a name it is the type of a function.
            (!name.is_empty()).then(|| Function {
                name,
                line: line_of(&code, at),
                last_line: line_of(&code, end_of_item(&code, at)),
            })
        })
        .collect()
}

fn is_waiver(line: &str) -> bool {
    line.trim()
        .strip_prefix(WAIVER)
        .is_some_and(|reason| !reason.trim().is_empty())
}

/// Whether a waiver stands among the lines directly above the function.
fn is_waived(lines: &[&str], function_line: usize) -> bool {
    lines[..function_line - 1]
        .iter()
        .rev()
        .take_while(|line| {
            let line = line.trim();
            line.starts_with("//") || line.starts_with("#[")
        })
        .any(|line| is_waiver(line))
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    fn check(source: &str) -> Vec<String> {
        lengths(&sample::files([("a.rs", source)]))
            .iter()
            .map(Problem::to_string)
            .collect()
    }

    fn function_of(lines: usize) -> String {
        let body = "    step();\n".repeat(lines - 2);
        format!("fn long() {{\n{body}}}\n")
    }

    #[test]
    fn the_limits_are_allowed_and_one_more_is_not() {
        assert!(check(&"//\n".repeat(FILE_LINES)).is_empty());
        assert!(check(&function_of(FUNCTION_LINES)).is_empty());
        let file = check(&"//\n".repeat(FILE_LINES + 1));
        assert!(file[0].contains("801 lines"), "{file:?}");
        let function = check(&format!("\n{}", function_of(FUNCTION_LINES + 1)));
        assert!(function[0].contains("a.rs:2: function long has 121 lines"));
    }

    #[test]
    fn a_waiver_needs_a_reason_and_its_place() {
        let long = function_of(FUNCTION_LINES + 1);
        let with = |above: &str| check(&format!("{above}\n{long}")).len();
        assert_eq!(
            with("// tidy: allow-long one table\n/// Docs\n#[inline]"),
            0
        );
        assert_eq!(with("// tidy: allow-long "), 1);
        assert_eq!(with("// tidy: allow-long one table\n\n"), 1);
        let lines = "//\n".repeat(FILE_LINES);
        assert!(check(&format!("// tidy: allow-long one table\n{lines}")).is_empty());
    }

    #[test]
    fn braces_in_strings_and_function_types_do_not_confuse() {
        let filler = "//\n".repeat(FUNCTION_LINES);
        assert!(check(&format!("fn a() {{ \"{{\"; }}\n{filler}fn b() {{}}\n")).is_empty());
        assert!(check(&format!("type F = fn(u8);\n{filler}struct S {{}}\n")).is_empty());
    }
}
