//! Foreign programs: named on the command line or in a file of the data folder, and
//! nowhere else, so that nothing that comes from outside can start one.

use std::path::Path;

use tengen_gomocup::client::CommandLine;
use tengen_play::ExternalEngine;

/// The file, one `name = command line` a line; `#` begins a remark.
pub(crate) const FILE: &str = "engines.txt";

/// Milliseconds for a move of a foreign program in a game without a clock.
const TURN_MS: u64 = 5_000;

/// The programs that the file in `folder` names; none if there is no such file.
///
/// # Errors
/// What is wrong with the file, and in which line.
pub(crate) fn configured(folder: &Path) -> Result<Vec<ExternalEngine>, String> {
    let path = folder.join(FILE);
    match std::fs::read_to_string(&path) {
        Ok(text) => parse(&text).map_err(|error| format!("{}: {error}", path.display())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(format!("{}: {error}", path.display())),
    }
}

fn parse(text: &str) -> Result<Vec<ExternalEngine>, String> {
    let mut engines: Vec<ExternalEngine> = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let wrong = |why: &str| format!("line {number}: {why}");
        let (name, command) = line
            .split_once('=')
            .map(|(name, command)| (name.trim(), command.trim()))
            .filter(|(name, command)| !name.is_empty() && !command.is_empty())
            .ok_or_else(|| wrong("`name = command line` is expected"))?;
        if engines.iter().any(|engine| engine.name == name) {
            return Err(wrong(&format!("{name} is named twice")));
        }
        let engine = started_by(command, Some(name));
        engines.push(engine.map_err(|error| wrong(&error))?);
    }
    Ok(engines)
}

/// The program of `--engine`: a name of the file, or a command line, whose program then
/// gives the name.
///
/// # Errors
/// What is wrong with the command line.
pub(crate) fn asked_for(
    text: &str,
    configured: &[ExternalEngine],
) -> Result<ExternalEngine, String> {
    match configured.iter().find(|engine| engine.name == text.trim()) {
        Some(engine) => Ok(engine.clone()),
        None => started_by(text, None),
    }
}

fn started_by(command: &str, name: Option<&str>) -> Result<ExternalEngine, String> {
    let command: CommandLine = command.parse().map_err(|error| format!("{error}"))?;
    let program = Path::new(command.program()).file_stem();
    let program = program.unwrap_or_default().to_string_lossy().into_owned();
    Ok(ExternalEngine {
        name: name.map_or(program, str::to_owned),
        command,
        turn_ms: TURN_MS,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_names_programs_and_its_faults_are_told_by_line() {
        let text = "# strong ones\n\nrapid = /opt/pbrain-rapid --fast\nown=./pbrain-own\n";
        let engines = parse(text).unwrap();
        let names: Vec<&str> = engines.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["rapid", "own"]);
        assert_eq!(engines[0].command.program(), "/opt/pbrain-rapid");
        assert_eq!(asked_for("own", &engines).unwrap(), engines[1]);
        for (wrong, told) in [
            ("own", "line 1: `name = command line` is expected"),
            ("\n= x", "line 2: `name = command line` is expected"),
            ("a = x\na = y", "line 2: a is named twice"),
        ] {
            assert_eq!(parse(wrong).unwrap_err(), told);
        }
    }

    #[test]
    fn a_command_line_is_named_by_its_program() {
        let engine = asked_for("/opt/brains/pbrain-x.exe -v", &[]).unwrap();
        assert_eq!(engine.name, "pbrain-x");
        assert!(asked_for("  ", &[]).is_err());
    }

    #[test]
    fn no_file_names_no_program() {
        let nowhere = std::env::temp_dir().join("tengen-no-such-folder");
        assert_eq!(configured(&nowhere), Ok(Vec::new()));
    }
}
