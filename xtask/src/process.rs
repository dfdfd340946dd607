//! Starting other programs, and finding the repository.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// The folder with the workspace manifest.
///
/// Cargo names our package folder when it starts us; a binary started by hand looks
/// upwards from the working folder.
pub(crate) fn repository_root() -> Result<PathBuf> {
    let start = match std::env::var_os("CARGO_MANIFEST_DIR") {
        Some(package) => PathBuf::from(package),
        None => std::env::current_dir().context("the working folder cannot be read")?,
    };
    start
        .ancestors()
        .find(|folder| folder.join("xtask").join("Cargo.toml").is_file())
        .map(Path::to_path_buf)
        .with_context(|| {
            format!(
                "{} lies in no checkout of Tengen: start `cargo xtask` inside one",
                start.display()
            )
        })
}

/// The cargo that runs us, so that a chosen toolchain stays chosen.
pub(crate) fn cargo(root: &Path) -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(program);
    command.current_dir(root);
    command
}

/// Shows the command and runs it with its output left visible.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let line = display(command);
    println!("   $ {line}");
    let status = command
        .status()
        .with_context(|| format!("`{line}` cannot be started"))?;
    if !status.success() {
        bail!("`{line}` ended with {status}");
    }
    Ok(())
}

/// As [`run`], but what it prints is shown as a whole when it has ended: something else
/// prints meanwhile.
pub(crate) fn run_aside(command: &mut Command) -> Result<()> {
    let line = display(command);
    let output = command
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("`{line}` cannot be started"))?;
    println!("   $ {line}");
    print!("{}", String::from_utf8_lossy(&output.stdout));
    eprint!("{}", String::from_utf8_lossy(&output.stderr));
    if !output.status.success() {
        bail!("`{line}` ended with {}", output.status);
    }
    Ok(())
}

/// Runs a command quietly and returns what it printed.
pub(crate) fn output(command: &mut Command) -> Result<Vec<u8>> {
    let line = display(command);
    let output = command
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("`{line}` cannot be started"))?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        bail!("`{line}` ended with {}: {}", output.status, message.trim());
    }
    Ok(output.stdout)
}

/// Whether a command can be started and succeeds; its output is dropped.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// The command as a person would type it; the program without its folder.
fn display(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_stem().unwrap_or(program.as_os_str());
    std::iter::once(name)
        .chain(command.get_args())
        .map(|word| word.to_string_lossy())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Whether this is a Debian-like system on which we may install packages.
#[cfg(unix)]
pub(crate) fn is_debian_root() -> bool {
    Path::new("/etc/debian_version").is_file()
        && output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim_ascii() == b"0")
}

#[cfg(not(unix))]
pub(crate) fn is_debian_root() -> bool {
    false
}

/// Installs packages of a Debian-like system, and says so.
pub(crate) fn apt_install(packages: &[&str]) -> Result<()> {
    println!("   installing by apt-get: {}", packages.join(" "));
    run(Command::new("apt-get").args(["update", "--quiet"]))?;
    run(Command::new("apt-get")
        .args(["install", "--yes", "--quiet", "--no-install-recommends"])
        .args(packages)
        .env("DEBIAN_FRONTEND", "noninteractive"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_holds_the_workspace() {
        let root = repository_root().unwrap();
        let manifest = std::fs::read_to_string(root.join("Cargo.toml")).unwrap();
        assert!(manifest.contains("[workspace]"));
    }

    #[test]
    fn a_failed_command_is_named_with_its_status() {
        let root = repository_root().unwrap();
        let error = output(cargo(&root).args(["no-such-task-here"])).unwrap_err();
        let message = error.to_string();
        assert!(message.contains("cargo no-such-task-here"), "{message}");
        assert!(!succeeds(cargo(&root).arg("no-such-task-here")));
        assert!(succeeds(cargo(&root).arg("--version")));
        assert!(!succeeds(&mut Command::new("no-such-program-here")));
    }
}
