//! The program `tengen`: shows, converts and analyzes records of Gomoku, Renju and Caro.
#![forbid(unsafe_code)]

mod analyze;
mod bench;
mod cli;
mod convert;
mod failure;
mod format;
mod input;
mod levels;
mod output;
mod show;
mod solve;
mod survey;
mod terminal;
mod verify;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use cli::{Cli, Command};
use failure::{Failure, USAGE};

fn main() -> ExitCode {
    if std::env::args_os().len() <= 1 {
        return help();
    }
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return refuse(&error),
    };
    let done = match cli.command {
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

/// Without any argument the program tells what it can do.
fn help() -> ExitCode {
    let help = Cli::command().render_help();
    match terminal::print(&help.to_string()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.exit_code(),
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
