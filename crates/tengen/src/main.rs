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

use clap::{CommandFactory, FromArgMatches};

use cli::{Cli, Command};
use failure::{Failure, USAGE};

fn main() -> ExitCode {
    let command = take_negative_numbers(Cli::command());
    let parsed = match std::env::args_os().len() {
        // Without any argument the program is there to be played with, in the browser.
        0 | 1 => command.try_get_matches_from(["tengen", "web"]),
        _ => command.try_get_matches(),
    };
    let cli = match parsed.and_then(|found| Cli::from_arg_matches(&found)) {
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

/// `--time -1` is refused for its value: else it would be read as an unknown switch.
fn take_negative_numbers(command: clap::Command) -> clap::Command {
    command
        .mut_args(|arg| match arg.get_action().takes_values() {
            true => arg.allow_negative_numbers(true),
            false => arg,
        })
        .mut_subcommands(take_negative_numbers)
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
