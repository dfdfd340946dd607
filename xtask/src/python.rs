//! The Python tests of training/, in a virtual environment of their own.
//!
//! The environment lies in `training/.venv`, is made once, and is filled again only
//! when `training/requirements.txt` or the Python that made it changes.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::process;

/// The oldest Python that the training code is written for.
const OLDEST: (u32, u32) = (3, 11);

/// Sets up the environment if needed and runs the tests.
pub(crate) fn test(root: &Path) -> Result<()> {
    let folder = root.join("training");
    let requirements = folder.join("requirements.txt");
    if !requirements.is_file() {
        if has_tests(&folder) {
            bail!("training/requirements.txt is missing: it names what the tests need");
        }
        println!("   nothing to do: training/ holds no tests");
        return Ok(());
    }
    let wanted = std::fs::read_to_string(&requirements)
        .context("training/requirements.txt cannot be read")?;
    let environment = Environment::new(folder.join(".venv"));
    environment.prepare(&folder, &wanted)?;
    let pytest = |arguments: Vec<String>| {
        let mut command = Command::new(environment.python());
        command.args(["-m", "pytest"]).args(arguments);
        command.current_dir(&folder);
        command
    };
    let (here, beside) = (others(), BESIDE.map(str::to_owned).to_vec());
    std::thread::scope(|scope| {
        let beside = scope.spawn(|| process::run_aside(&mut pytest(beside)));
        let here = process::run(&mut pytest(here));
        let beside = beside.join().unwrap_or_else(|_| bail!("a thread failed"));
        here.and(beside)
    })
}

/// Test files that run beside all others: most of the time is the compilation of arrays'
/// programs, which keeps one core busy. They are about half of it.
const BESIDE: [&str; 2] = ["tests/test_student.py", "tests/test_proofs.py"];

/// The arguments with which pytest runs all tests but those beside.
fn others() -> Vec<String> {
    BESIDE.map(|file| format!("--ignore={file}")).to_vec()
}

/// Whether there is something that pytest would run.
fn has_tests(training: &Path) -> bool {
    std::fs::read_dir(training.join("tests")).is_ok_and(|entries| {
        entries.flatten().any(|entry| {
            let name = entry.file_name();
            name.to_string_lossy().starts_with("test_")
        })
    })
}

/// A virtual environment.
struct Environment {
    folder: PathBuf,
}

impl Environment {
    fn new(folder: PathBuf) -> Environment {
        Environment { folder }
    }

    fn python(&self) -> PathBuf {
        if cfg!(windows) {
            self.folder.join("Scripts").join("python.exe")
        } else {
            self.folder.join("bin").join("python")
        }
    }

    /// Holds the text of the requirements that were installed last.
    fn stamp(&self) -> PathBuf {
        self.folder.join("installed-requirements.txt")
    }

    fn is_current(&self, wanted: &str) -> bool {
        std::fs::read_to_string(self.stamp()).is_ok_and(|installed| installed == wanted)
            && process::succeeds(Command::new(self.python()).args(["-c", "import pytest"]))
    }

    fn prepare(&self, training: &Path, wanted: &str) -> Result<()> {
        if self.is_current(wanted) {
            return Ok(());
        }
        if !process::succeeds(Command::new(self.python()).args(["-m", "pip", "--version"])) {
            let mut python = system_python()?;
            println!("   creating the virtual environment training/.venv");
            process::run(
                python
                    .args(["-m", "venv", "--clear", ".venv"])
                    .current_dir(training),
            )?;
        }
        println!("   installing into training/.venv: {}", packages(wanted));
        process::run(
            Command::new(self.python())
                .args(["-m", "pip", "install", "--quiet"])
                .args(["-r", "requirements.txt"])
                .env("PIP_DISABLE_PIP_VERSION_CHECK", "1")
                .current_dir(training),
        )?;
        // Written last: an installation that was broken off is done again.
        std::fs::write(self.stamp(), wanted)
            .with_context(|| format!("{} cannot be written", self.stamp().display()))
    }
}

/// The packages that a requirements file names, for the progress line.
fn packages(requirements: &str) -> String {
    requirements
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default().trim())
        .filter(|line| !line.is_empty() && !line.starts_with('-'))
        .collect::<Vec<_>>()
        .join(", ")
}

/// A Python of the system that can make virtual environments, installed if possible.
fn system_python() -> Result<Command> {
    if let Some(python) = find_python() {
        return Ok(python);
    }
    if process::is_debian_root() {
        process::apt_install(&["python3", "python3-venv"])?;
        if let Some(python) = find_python() {
            return Ok(python);
        }
    }
    let (major, minor) = OLDEST;
    bail!(
        "the training tests need Python {major}.{minor} or newer with its venv module: install it \
         (on Debian and Ubuntu the packages python3 and python3-venv)"
    );
}

/// The first Python on the path that is new enough and complete.
fn find_python() -> Option<Command> {
    let (major, minor) = OLDEST;
    let probe = format!(
        "import sys, venv, ensurepip; sys.exit(0 if sys.version_info >= ({major}, {minor}) else 1)"
    );
    let candidates: [&[&str]; 3] = [&["python3"], &["python"], &["py", "-3"]];
    let command = |words: &[&str]| {
        let mut command = Command::new(words[0]);
        command.args(&words[1..]);
        command
    };
    candidates
        .into_iter()
        .find(|words| process::succeeds(command(words).args(["-c", &probe])))
        .map(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_progress_line_names_packages_only() {
        let file = "# tests\nnumpy==2.1  # arrays\n\n--no-deps\npytest>=8\n";
        assert_eq!(packages(file), "numpy==2.1, pytest>=8");
    }

    /// Tests that cannot be run must not look like no tests.
    #[test]
    fn tests_without_requirements_are_an_error() {
        let root = std::env::temp_dir().join(format!("tengen-xtask-{}", std::process::id()));
        let tests = root.join("training").join("tests");
        std::fs::create_dir_all(&tests).unwrap();
        let without_tests = test(&root);
        std::fs::write(tests.join("test_one.py"), "").unwrap();
        let with_tests = test(&root);
        std::fs::remove_dir_all(&root).unwrap();
        assert!(without_tests.is_ok());
        let message = with_tests.unwrap_err().to_string();
        assert!(message.contains("requirements.txt is missing"), "{message}");
    }

    /// A file that is not there would be an error of pytest's, but only after minutes.
    #[test]
    fn what_runs_beside_is_there_and_left_out_elsewhere() {
        let training = Path::new(env!("CARGO_MANIFEST_DIR")).join("../training");
        for (file, other) in BESIDE.iter().zip(others()) {
            assert!(training.join(file).is_file(), "{file}");
            assert_eq!(other.strip_prefix("--ignore="), Some(*file));
        }
    }

    #[test]
    fn an_environment_without_a_stamp_is_not_current() {
        let folder = std::env::temp_dir().join("tengen-no-such-environment");
        assert!(!Environment::new(folder).is_current("pytest\n"));
    }
}
