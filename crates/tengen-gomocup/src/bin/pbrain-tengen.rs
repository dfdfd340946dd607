//! `pbrain-tengen`: Tengen under a Gomocup manager. Speaks on stdin and stdout only.
#![forbid(unsafe_code)]

use std::io::{Read, Write};
use std::process::ExitCode;
use std::sync::Arc;

use tengen_engine::{Evaluation, Net, Options, params::Params};
use tengen_gomocup::brain;

const USAGE: &str = "\
Tengen as a brain of the Gomocup protocol. A manager starts it and speaks to it on
standard input and output; by hand, try START 15 and then BEGIN.

Usage: pbrain-tengen [--eval classical|net] [--net FILE] [--param NAME=VALUE]...

  --eval WHAT         what judges quiet positions: the pattern tables (classical), or the
                      net that ships for the rule and size if there is one (net, the
                      default)
  --net FILE          judge by this net instead, where rule and size are its own; a file
                      that is no sound net is told once, and --eval net is used
  --param NAME=VALUE  set a number that steers the search; may be repeated
  --help              show this
  --version           show the version

Parameters, with default and range:
";

/// What the command line asks for.
enum Asked {
    Serve(Box<Options>, Vec<String>),
    Text(String),
}

fn main() -> ExitCode {
    // A panic's text would be taken for an answer by managers that join the pipes.
    std::panic::set_hook(Box::new(|_| {}));
    match read_arguments(std::env::args_os().skip(1)) {
        Ok(Asked::Text(text)) => print(&text),
        Ok(Asked::Serve(options, notices)) => {
            match brain::serve(std::io::stdin(), std::io::stdout(), *options, notices) {
                Ok(()) => ExitCode::SUCCESS,
                Err(_) => ExitCode::FAILURE,
            }
        }
        Err(fault) => {
            print(&format!("ERROR {fault}\n"));
            ExitCode::from(2)
        }
    }
}

fn print(text: &str) -> ExitCode {
    match std::io::stdout().write_all(text.as_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn read_arguments(arguments: impl Iterator<Item = std::ffi::OsString>) -> Result<Asked, String> {
    let mut options = Options {
        evaluation: Evaluation::Shipped,
        ..Options::default()
    };
    let mut notices = Vec::new();
    // A net that cannot be had costs strength, not the game.
    let mut take_net = |path: &str| {
        load_net(path).unwrap_or_else(|fault| {
            notices.push(format!("{fault}; the built-in evaluation plays"));
            Evaluation::Shipped
        })
    };
    let mut arguments = arguments.map(|text| text.to_string_lossy().into_owned());
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--help" | "-h" => return Ok(Asked::Text(usage())),
            "--version" | "-V" => {
                return Ok(Asked::Text(format!(
                    "pbrain-tengen {}\n",
                    env!("CARGO_PKG_VERSION")
                )));
            }
            "--param" => {
                let setting = arguments.next().ok_or("--param needs NAME=VALUE")?;
                set_param(&mut options.params, &setting)?;
            }
            "--eval" => {
                let name = arguments
                    .next()
                    .ok_or("--eval needs `classical` or `net`")?;
                options.evaluation = evaluation(&name)?;
            }
            "--net" => {
                let path = arguments.next().ok_or("--net needs a file")?;
                options.evaluation = take_net(&path);
            }
            other => {
                if let Some(setting) = other.strip_prefix("--param=") {
                    set_param(&mut options.params, setting)?;
                } else if let Some(path) = other.strip_prefix("--net=") {
                    options.evaluation = take_net(path);
                } else if let Some(name) = other.strip_prefix("--eval=") {
                    options.evaluation = evaluation(name)?;
                } else {
                    return Err(format!("{other:?} is no option; see --help"));
                }
            }
        }
    }
    Ok(Asked::Serve(Box::new(options), notices))
}

fn evaluation(name: &str) -> Result<Evaluation, String> {
    match name {
        "classical" => Ok(Evaluation::Classical),
        "net" => Ok(Evaluation::Shipped),
        other => Err(format!("--eval takes `classical` or `net`, not {other:?}")),
    }
}

fn load_net(path: &str) -> Result<Evaluation, String> {
    let unreadable = |error: std::io::Error| format!("cannot read {path}: {error}");
    let file = std::fs::File::open(path).map_err(unreadable)?;
    // One byte more tells that a file is too long, whatever its length.
    let mut bytes = Vec::new();
    let most = Net::LARGEST_FILE as u64 + 1;
    file.take(most)
        .read_to_end(&mut bytes)
        .map_err(unreadable)?;
    let net = Net::from_bytes(&bytes).map_err(|error| format!("{path}: {error}"))?;
    Ok(Evaluation::Net(Arc::new(net)))
}

fn set_param(params: &mut Params, setting: &str) -> Result<(), String> {
    let (name, value) = setting
        .split_once('=')
        .ok_or_else(|| format!("--param takes NAME=VALUE, not {setting:?}"))?;
    let value: i32 = value
        .parse()
        .map_err(|_| format!("parameter {name} takes a whole number, not {value:?}"))?;
    params.set(name, value)
}

fn usage() -> String {
    let mut text = USAGE.to_owned();
    for info in Params::ALL {
        let (low, high) = info.range;
        text.push_str(&format!(
            "  {} = {} ({low} to {high}): {}\n",
            info.name,
            info.default,
            info.meaning.trim()
        ));
    }
    text
}
