//! The steps of `cargo xtask test`, cheapest first.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

use crate::{browser, instructions, process, python, tidy};

/// One part of the whole test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Fmt,
    Tidy,
    Clippy,
    Doc,
    Tests,
    Instructions,
    Training,
    Browser,
}

impl Step {
    /// All steps in the order in which they run.
    pub(crate) const ALL: [Step; 8] = [
        Step::Fmt,
        Step::Tidy,
        Step::Clippy,
        Step::Doc,
        Step::Tests,
        Step::Instructions,
        Step::Training,
        Step::Browser,
    ];

    /// The name for `--only`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Step::Fmt => "fmt",
            Step::Tidy => "tidy",
            Step::Clippy => "clippy",
            Step::Doc => "doc",
            Step::Tests => "tests",
            Step::Instructions => "instructions",
            Step::Training => "training",
            Step::Browser => "browser",
        }
    }

    /// What the step shows, for the progress line and the help.
    pub(crate) fn purpose(self) -> &'static str {
        match self {
            Step::Fmt => "the code is formatted",
            Step::Tidy => "the house rules hold",
            Step::Clippy => "no lint warns",
            Step::Doc => "the documentation builds without a warning",
            Step::Tests => "all Rust tests pass, examples in the documentation included",
            Step::Instructions => "a make+unmake pair takes no more instructions than stored",
            Step::Training => "the Python tests in training/ pass",
            Step::Browser => "the web app works in a real browser",
        }
    }

    /// The step with that name.
    pub(crate) fn from_name(name: &str) -> Result<Step, String> {
        Step::ALL
            .into_iter()
            .find(|step| step.name() == name)
            .ok_or_else(|| {
                let names = Step::ALL.map(Step::name).join(", ");
                format!("{name:?} is no step: {names} are")
            })
    }

    /// Runs the step; what it starts prints directly.
    pub(crate) fn run(self, root: &Path) -> Result<()> {
        let cargo = || process::cargo(root);
        match self {
            Step::Fmt => {
                ensure_component(root, "fmt", "rustfmt")?;
                process::run(cargo().args(["fmt", "--all", "--check"]))
            }
            Step::Tidy => tidy::run(root),
            Step::Clippy => {
                ensure_component(root, "clippy", "clippy")?;
                process::run(
                    cargo()
                        .args(["clippy", "--workspace", "--all-targets", "--"])
                        .args(["-D", "warnings"]),
                )
            }
            Step::Doc => process::run(
                cargo()
                    .args(["doc", "--workspace", "--no-deps"])
                    .env("RUSTDOCFLAGS", "-D warnings"),
            ),
            Step::Tests => process::run(cargo().args(["test", "--workspace"])),
            Step::Instructions => instructions::run(root, false),
            Step::Training => python::test(root),
            Step::Browser => browser::test(root),
        }
    }
}

/// Installs a part of the Rust toolchain if it is missing and rustup is there.
fn ensure_component(root: &Path, subcommand: &str, component: &str) -> Result<()> {
    if process::succeeds(process::cargo(root).args([subcommand, "--version"])) {
        return Ok(());
    }
    let mut rustup = Command::new("rustup");
    rustup.args(["component", "add", component]);
    if process::succeeds(Command::new("rustup").arg("--version")) {
        println!("   installing the toolchain's {component}");
        return process::run(rustup.current_dir(root));
    }
    bail!("`cargo {subcommand}` is missing: install your Rust toolchain's {component}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_to_the_step() {
        for step in Step::ALL {
            assert_eq!(Step::from_name(step.name()), Ok(step));
        }
        let error = Step::from_name("all").unwrap_err();
        assert!(error.contains("training"), "{error}");
    }

    #[test]
    fn contributors_are_told_every_step_in_order() {
        let root = process::repository_root().unwrap();
        let guide = std::fs::read_to_string(root.join("CONTRIBUTING.md")).unwrap();
        let rows: Vec<Option<usize>> = Step::ALL
            .iter()
            .map(|step| guide.find(&format!("\n| `{}` | ", step.name())))
            .collect();
        assert!(
            rows.iter().all(Option::is_some) && rows.is_sorted(),
            "{rows:?}"
        );
    }
}
