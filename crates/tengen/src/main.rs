//! The program `tengen`: plays Gomoku, Renju and Caro; shows, converts and analyzes records.
#![forbid(unsafe_code)]

mod analyze;
mod bench;
mod cli;
mod convert;
mod engines;
mod failure;
mod format;
mod input;
mod levels;
mod output;
mod play;
mod searching;
mod show;
mod solve;
mod survey;
mod terminal;
mod verify;
mod web;

use std::process::ExitCode;

use clap::Parser;

use cli::{Cli, Command};
use failure::{Failure, USAGE};

fn main() -> ExitCode {
    let parsed = match std::env::args_os().len() {
        // Without any argument the program is there to be played with, in the browser.
        0 | 1 => Cli::try_parse_from(["tengen", "web"]),
        _ => Cli::try_parse(),
    };
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => return refuse(&error),
    };
    let done = match cli.command {
        Command::Web(args) => web::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Analyze(args) => analyze::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Levels(args) => levels::run(&args),
        Command::Solve(args) => return answered(solve::run(&args)),
        Command::Verify(args) => return answered(verify::run(&args)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if !matches!(failure, Failure::ReaderGone) {
                terminal::say(format!("tengen: {failure}"));
            }
            failure.exit_code()
        }
    }
}

/// Ends a command whose exit status is its answer: 0, 1 or 2. Failures are 64 and up.
fn answered(done: Result<u8, Failure>) -> ExitCode {
    match done {
        Ok(status) => ExitCode::from(status),
        Err(failure) => {
            if !matches!(failure, Failure::ReaderGone) {
                terminal::say(format!("tengen: {failure}"));
            }
            failure.exit_code_of_question()
        }
    }
}

/// Help and version end well; everything else that clap reports is wrong usage.
fn refuse(error: &clap::Error) -> ExitCode {
    // If the message cannot be printed there is nobody to read it.
    let _ = error.print();
    if error.use_stderr() {
        ExitCode::from(USAGE)
    } else {
        ExitCode::SUCCESS
    }
}
