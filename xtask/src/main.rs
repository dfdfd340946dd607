//! The developers' one command: `cargo xtask test` checks and tests everything.
//!
//! `cargo xtask help` lists the tasks. A plain `cargo build` needs none of this.

mod browser;
mod instructions;
mod process;
mod python;
mod steps;
mod tidy;

use std::process::ExitCode;
use std::time::Instant;

use steps::Step;

/// What the command line asks for.
#[derive(Debug, PartialEq)]
enum Task {
    Help,
    Test(Vec<Step>),
    Tidy,
    /// Count instructions; `true` to store the figures.
    Instructions(bool),
    /// A script beside the browser tests, by its file name without the ending.
    Script(&'static str),
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let task = match parse(&words) {
        Ok(task) => task,
        Err(message) => {
            eprintln!("xtask: {message}\nSee `cargo xtask help`.");
            return ExitCode::from(2);
        }
    };
    let result = match task {
        Task::Help => {
            print!("{}", help());
            return ExitCode::SUCCESS;
        }
        Task::Test(steps) => test(&steps),
        Task::Tidy => process::repository_root().and_then(|root| tidy::run(&root)),
        Task::Instructions(store) => {
            process::repository_root().and_then(|root| instructions::run(&root, store))
        }
        Task::Script(name) => {
            process::repository_root().and_then(|root| browser::script(&root, name))
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the steps in order, stops at the first that fails, and ends with one line.
fn test(steps: &[Step]) -> anyhow::Result<()> {
    let root = process::repository_root()?;
    let started = Instant::now();
    for (index, step) in steps.iter().enumerate() {
        let name = step.name();
        println!(
            "== {name} ({} of {}): {}",
            index + 1,
            steps.len(),
            step.purpose()
        );
        let step_started = Instant::now();
        step.run(&root).map_err(|error| {
            error.context(format!(
                "step {name} failed; run it alone with `cargo xtask test --only {name}`"
            ))
        })?;
        println!("== {name} passed in {}", seconds(step_started));
    }
    println!("xtask test: {} in {}", closing(steps), seconds(started));
    Ok(())
}

/// What has passed, said so that a part is not taken for the whole.
fn closing(steps: &[Step]) -> String {
    if steps == Step::ALL {
        return format!("all {} steps passed", steps.len());
    }
    let names: Vec<&str> = steps.iter().map(|step| step.name()).collect();
    format!("passed: {} (not the other steps)", names.join(", "))
}

fn seconds(since: Instant) -> String {
    format!("{:.1} s", since.elapsed().as_secs_f64())
}

fn parse(words: &[String]) -> Result<Task, String> {
    let Some((task, options)) = words.split_first() else {
        return Ok(Task::Help);
    };
    let wants_help = options.iter().any(|word| word == "--help" || word == "-h");
    match task.as_str() {
        "help" | "--help" | "-h" => Ok(Task::Help),
        "test" | "tidy" | "instructions" | "pictures" | "page-figures" if wants_help => {
            Ok(Task::Help)
        }
        "test" => parse_steps(options).map(Task::Test),
        "tidy" if options.is_empty() => Ok(Task::Tidy),
        "tidy" => Err(format!("tidy takes no option, but met {:?}", options[0])),
        "instructions" => match options {
            [] => Ok(Task::Instructions(false)),
            [option] if option == "--store" => Ok(Task::Instructions(true)),
            _ => Err(format!(
                "instructions knows only the option --store, met {options:?}"
            )),
        },
        "pictures" if options.is_empty() => Ok(Task::Script("pictures")),
        "page-figures" if options.is_empty() => Ok(Task::Script("figures")),
        "pictures" | "page-figures" => {
            Err(format!("{task} takes no option, but met {:?}", options[0]))
        }
        other => Err(format!(
            "{other:?} is no task: test, tidy, instructions, pictures, page-figures and help are (one step alone: `test --only STEP`)"
        )),
    }
}

/// The steps named by `--only a,b` or `--only a --only b`, in their usual order.
fn parse_steps(options: &[String]) -> Result<Vec<Step>, String> {
    let mut chosen = Vec::new();
    let mut rest = options.iter();
    while let Some(option) = rest.next() {
        let names = match option.split_once('=') {
            Some(("--only", names)) => names,
            None if option == "--only" => rest.next().ok_or("--only needs the name of a step")?,
            _ => return Err(format!("test knows only the option --only, met {option:?}")),
        };
        for name in names.split(',') {
            chosen.push(Step::from_name(name)?);
        }
    }
    if chosen.is_empty() {
        return Ok(Step::ALL.to_vec());
    }
    Ok(Step::ALL
        .into_iter()
        .filter(|step| chosen.contains(step))
        .collect())
}

fn help() -> String {
    let mut text = String::from(
        "Developer tasks of Tengen\n\n\
         cargo xtask test              run all steps below, stop at the first failure\n\
         cargo xtask test --only STEP  run one step (several: --only STEP,STEP)\n\
         cargo xtask tidy              the house rules that no compiler checks\n\
         cargo xtask instructions      instructions of make+unmake (--store keeps the figures)\n\
         cargo xtask pictures          take the README's pictures of the web app\n\
         cargo xtask page-figures      weight, first paint and shifts of the web page\n\
         cargo xtask help              this text\n\nSteps:\n",
    );
    for step in Step::ALL {
        text.push_str(&format!("  {:<12} {}\n", step.name(), step.purpose()));
    }
    text.push_str("\nExit status: 0 passed, 1 a step failed, 2 not understood.\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_line(line: &str) -> Result<Task, String> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        parse(&words)
    }

    #[test]
    fn nothing_and_help_words_ask_for_help() {
        for line in ["", "help", "--help", "-h", "test --help", "tidy -h"] {
            assert_eq!(parse_line(line), Ok(Task::Help), "{line}");
        }
        for step in Step::ALL {
            assert!(help().contains(step.name()));
        }
    }

    #[test]
    fn only_picks_steps_and_keeps_their_order() {
        assert_eq!(parse_line("test"), Ok(Task::Test(Step::ALL.to_vec())));
        let both = Ok(Task::Test(vec![Step::Fmt, Step::Tidy]));
        assert_eq!(parse_line("test --only tidy,fmt"), both);
        assert_eq!(parse_line("test --only=tidy --only fmt"), both);
    }

    #[test]
    fn figures_are_stored_only_when_asked() {
        assert_eq!(parse_line("instructions"), Ok(Task::Instructions(false)));
        let storing = parse_line("instructions --store");
        assert_eq!(storing, Ok(Task::Instructions(true)));
    }

    #[test]
    fn the_closing_line_tells_a_part_from_the_whole() {
        assert_eq!(closing(&Step::ALL), "all 8 steps passed");
        let part = closing(&[Step::Fmt, Step::Doc]);
        assert_eq!(part, "passed: fmt, doc (not the other steps)");
    }

    #[test]
    fn mistakes_are_answered_with_what_is_allowed() {
        let error = parse_line("test --only clipy").unwrap_err();
        assert!(
            error.contains("clipy") && error.contains("clippy"),
            "{error}"
        );
        assert!(parse_line("test --only").unwrap_err().contains("--only"));
        assert!(parse_line("test --fast").unwrap_err().contains("--fast"));
        assert!(parse_line("tidy all").unwrap_err().contains("all"));
        assert!(
            parse_line("instructions x")
                .unwrap_err()
                .contains("--store")
        );
        assert!(parse_line("tset").unwrap_err().contains("tidy"));
    }
}
