//! `suite` on sample files: right ones pass, wrong claims are found and counted.

use crate::{lab, lines, sample};

struct Run {
    code: Option<i32>,
    /// All lines but the last.
    report: Vec<String>,
    last: String,
    errors: String,
}

fn suite(names: &[&str]) -> Run {
    let paths: Vec<String> = names
        .iter()
        .map(|name| sample(name).display().to_string())
        .collect();
    let mut arguments = vec!["suite"];
    arguments.extend(paths.iter().map(String::as_str));
    let output = lab(&arguments);
    let mut report = lines(&output.stdout);
    Run {
        code: output.status.code(),
        last: report.pop().unwrap_or_default(),
        report,
        errors: String::from_utf8(output.stderr).unwrap(),
    }
}

fn records(name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(sample(name)).unwrap();
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split(' ').next().unwrap().to_owned())
        .collect()
}

#[test]
fn right_files_are_solved_to_the_last_record() {
    for name in [
        "forbidden.txt",
        "win_rules.txt",
        "games.txt",
        "entry.txt",
        "vcf.txt",
        "vct.txt",
    ] {
        let mut run = suite(&[name]);
        let total = records(name).len();
        run.report
            .retain(|line| !line.starts_with("wins found of "));
        assert_eq!(run.report, [""; 0], "{name}");
        assert_eq!(run.last, format!("solved {total} of {total}, wrong 0"));
        assert_eq!(run.code, Some(0), "{name}");
        assert_eq!(run.errors, "", "{name}");
    }
}

#[test]
fn every_wrong_claim_is_found_and_named() {
    for (name, right) in [
        ("forbidden_wrong.txt", 1),
        ("win_rules_wrong.txt", 0),
        ("games_wrong.txt", 0),
        ("entry_wrong.txt", 0),
        ("vcf_wrong.txt", 0),
    ] {
        let run = suite(&[name]);
        let ids = records(name);
        let wrong = ids.len() - right;
        assert_eq!(
            run.last,
            format!("solved {right} of {}, wrong {wrong}", ids.len()),
            "{:#?}",
            run.report
        );
        assert_eq!(run.code, Some(1), "{name}");
        for id in &ids[..wrong] {
            let named = |line: &String| line.contains(&format!("{name}:")) && line.contains(id);
            assert!(run.report.iter().any(named), "{id}: {:#?}", run.report);
        }
    }
}

#[test]
fn a_failure_tells_what_was_expected_and_found() {
    let run = suite(&["forbidden_wrong.txt"]);
    let first = &run.report[0];
    assert!(
        first.contains("forbidden_wrong.txt:2: kind: h8")
            && first.contains("expected 44, found 33"),
        "{first}"
    );
}

#[test]
fn several_files_end_with_one_tally() {
    let run = suite(&["forbidden.txt", "forbidden_wrong.txt"]);
    let (good, bad) = (
        records("forbidden.txt").len(),
        records("forbidden_wrong.txt").len(),
    );
    assert_eq!(
        run.last,
        format!("solved {} of {}, wrong {}", good + 1, good + bad, bad - 1)
    );
    assert_eq!(run.code, Some(1));
    let summaries = run.report.iter().filter(|line| line.contains(": solved "));
    assert_eq!(summaries.count(), 2);
}

#[test]
fn files_that_cannot_be_run_say_why_and_end_with_two() {
    for (name, word) in [
        ("no_such_file.txt", "no_such_file.txt"),
        ("openings.txt", "no suite is known"),
        ("empty.txt", "there is no record"),
        ("fields.txt", "line 2: expected an id"),
    ] {
        let run = suite(&["forbidden.txt", name]);
        assert_eq!(run.code, Some(2), "{name}");
        assert!(run.errors.contains(word), "{name}: {}", run.errors);
        assert!(run.errors.contains(name), "{name}: {}", run.errors);
        assert_eq!(run.last, "", "nothing is run before all files are open");
    }
}

#[test]
fn wrong_usage_ends_with_two_and_help_with_zero() {
    assert_eq!(lab(&["suite"]).status.code(), Some(2));
    assert_eq!(lab(&["sweet"]).status.code(), Some(2));
    let help = lab(&["suite", "--help"]);
    assert_eq!(help.status.code(), Some(0));
    assert!(
        lines(&help.stdout)
            .iter()
            .any(|line| line.contains("Exit status"))
    );
}
