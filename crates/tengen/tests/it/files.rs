//! Files that commands write: whole or not at all, and never in the place of an answer.

use std::fs;

use crate::{Folder, program, tengen};

/// Black has an open three and is to move.
const WON: &str = "h8a1i8a3j8o15";
/// Enough to prove it.
const NODES: [&str; 2] = ["--nodes", "100000"];

/// `solve` of the won position with more options.
fn solve<'a>(options: &[&'a str]) -> Vec<&'a str> {
    [&["solve", WON][..], &NODES, options].concat()
}

fn names(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(&folder.0).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// An answer is printed before files are written: where none is printed, the refusal came
/// before the search.
#[test]
fn what_cannot_be_written_is_refused_before_the_search() {
    let folder = Folder::new("files-refused");
    let there = folder.file("there.txt", "of before");
    let no_folder = folder.path("none/win.txt");
    let below_a_file = folder.path("there.txt/win.txt");
    let too_long = folder.path(&"x".repeat(300));
    let itself = folder.path(".");
    for (path, force, word) in [
        (&there, false, "the file exists"),
        (&no_folder, false, "there is no such folder"),
        (&no_folder, true, "there is no such folder"),
        (&below_a_file, true, ""),
        (&too_long, false, ""),
        (&too_long, true, ""),
        (&itself, false, "this is a folder"),
        (&itself, true, "this is a folder"),
    ] {
        for option in ["--certificate", "--sgf", "--svg"] {
            let mut arguments = solve(&[option, path]);
            arguments.extend(force.then_some("--force"));
            let run = tengen(&arguments);
            assert_eq!((run.code, run.out.as_str()), (73, ""), "{arguments:?}");
            assert!(run.err.contains(word), "{word}: {}", run.err);
        }
    }
    assert_eq!(names(&folder), ["there.txt"], "trying leaves nothing");
    assert_eq!(fs::read_to_string(there).unwrap(), "of before");
}

#[test]
fn two_options_do_not_name_one_file() {
    let folder = Folder::new("files-twice");
    let name = folder.path("win.txt");
    let same = folder.path("./win.txt");
    for force in [false, true] {
        if force {
            fs::write(&name, "of before").unwrap();
        }
        let mut arguments = solve(&["--certificate", &name, "--svg", &same]);
        arguments.extend(force.then_some("--force"));
        let run = tengen(&arguments);
        assert_eq!((run.code, run.out.as_str()), (64, ""), "{}", run.err);
        assert!(run.err.contains("a name of its own"), "{}", run.err);
    }
    assert_eq!(fs::read_to_string(name).unwrap(), "of before");
}

#[test]
fn what_would_not_be_written_is_not_asked_for() {
    for option in ["--certificate", "--sgf", "--svg"] {
        let run = tengen(&["solve", "h8a1i8a3j8", "--defences", option, "none.txt"]);
        assert_eq!((run.code, run.out.as_str()), (64, ""), "{}", run.err);
    }
}

#[test]
fn a_line_that_wins_gives_every_file() {
    let folder = Folder::new("files-check");
    let path = folder.path("line.sgf");
    let run = tengen(&solve(&["--check", "k8", "--sgf", &path]));
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(fs::read_to_string(path).unwrap().starts_with("(;"));
}

#[test]
fn force_replaces_a_file_that_is_not_protected() {
    let folder = Folder::new("files-force");
    // As long as a name may be: nothing is added to it on the way.
    let path = folder.file(&format!("{}.sgf", "x".repeat(251)), "of before");
    let convert = ["convert", "h8i9", "-o", &path, "--force"];
    let run = tengen(&convert);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(fs::read_to_string(&path).unwrap().starts_with("(;"));
    assert_eq!(names(&folder).len(), 1);

    fs::write(&path, "of before").unwrap();
    let usual = fs::metadata(&path).unwrap().permissions();
    let mut protected = usual.clone();
    protected.set_readonly(true);
    fs::set_permissions(&path, protected).unwrap();
    for arguments in [&convert[..], &solve(&["--svg", &path, "--force"])] {
        let run = tengen(arguments);
        assert_eq!((run.code, run.out.as_str()), (73, ""), "{}", run.err);
        assert!(run.err.contains("protected"), "{}", run.err);
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), "of before");
    // Windows removes no protected file.
    fs::set_permissions(&path, usual).unwrap();
}

/// A reader of the answer that has gone, from the very beginning.
#[test]
fn an_answer_stands_though_nobody_reads_it() {
    let folder = Folder::new("files-unread");
    let proof = folder.path("win.txt");
    assert_eq!(tengen(&solve(&["--certificate", &proof])).code, 0);
    let text = fs::read_to_string(&proof).unwrap();
    let refused = folder.file("refused.txt", text.replace(" *>", " A15>"));
    let unread = folder.path("unread.txt");
    let none = ["solve", "h8i9", "--kind", "vcf", "--nodes", "100000"];
    for (arguments, code) in [
        (&solve(&["--certificate", &unread])[..], 0),
        (&none, 1),
        (&[&none[..], &["--json"]].concat(), 1),
        (&["solve", "h8i9h10h9", "--nodes", "200"], 2),
        (&["solve", "h8i9", "--defences", "--nodes", "20000"], 2),
        (&solve(&["--check", "a15"]), 1),
        (&["verify", &refused], 1),
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = program(arguments).stdout(writer).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {err}");
        // What was repaired in the input may be told, a failure not.
        assert!(!err.contains("tengen: "), "{arguments:?}: {err}");
    }
    assert_eq!(fs::read_to_string(unread).unwrap(), text);
}

#[cfg(unix)]
mod unix {
    use std::fs::{self, File, Permissions};
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::path::Path;
    use std::process::Command;

    use super::{Folder, names, program, solve, tengen};
    use crate::{ON_FULL_DISK, Run};

    fn on_full_disk(arguments: &[&str]) -> Run {
        let output = Command::new("sh")
            .args(["-c", ON_FULL_DISK, "sh"])
            .arg(env!("CARGO_BIN_EXE_tengen"))
            .args(arguments)
            .output()
            .unwrap();
        Run {
            code: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    #[test]
    fn writing_that_fails_leaves_the_answer_the_old_files_and_no_new_ones() {
        let folder = Folder::new("files-full");
        let old = folder.file("old.sgf", "of before");
        let new = folder.path("new.sgf");
        for (path, force) in [(&old, true), (&new, true), (&new, false)] {
            let mut arguments = solve(&["--sgf", path]);
            let mut convert = vec!["convert", "h8i9", "-o", path];
            for arguments in [&mut arguments, &mut convert] {
                arguments.extend(force.then_some("--force"));
                let run = on_full_disk(arguments);
                assert_eq!(run.code, 73, "{arguments:?}: {}", run.err);
                assert!(run.err.contains(path.as_str()), "{}", run.err);
                let answered = run.out.contains("Proven: Black wins");
                assert_eq!(answered, arguments[0] == "solve", "{}", run.out);
            }
        }
        assert_eq!(names(&folder), ["old.sgf"]);
        assert_eq!(fs::read_to_string(old).unwrap(), "of before");
    }

    /// A link of our own to the standard output: what goes wrong must not change the
    /// machine's.
    fn link_to_stdout(folder: &Folder) -> String {
        let names = ["/proc/self/fd/1", "/dev/fd/1"];
        let name = names.into_iter().find(|name| Path::new(name).exists());
        let link = folder.path("stdout");
        symlink(name.unwrap(), &link).unwrap();
        link
    }

    #[test]
    fn one_file_that_fails_does_not_stand_in_the_way_of_another() {
        let folder = Folder::new("files-one-fails");
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let (stdout, tree) = (link_to_stdout(&folder), folder.path("win.sgf"));
        let arguments = solve(&["--certificate", &stdout, "--sgf", &tree, "--force"]);
        let output = program(&arguments).stdout(writer).output().unwrap();
        assert_eq!(output.status.code(), Some(73));
        assert!(fs::read_to_string(tree).unwrap().starts_with("(;"));
    }

    #[test]
    fn links_and_rights_stay_as_they_are() {
        let folder = Folder::new("files-links");
        let file = folder.file("file.sgf", "of before");
        fs::set_permissions(&file, Permissions::from_mode(0o640)).unwrap();
        let (link, chain) = (folder.path("link.sgf"), folder.path("chain.sgf"));
        symlink("file.sgf", &link).unwrap();
        symlink(&link, &chain).unwrap();
        let nowhere = folder.path("nowhere.sgf");
        symlink("later.sgf", &nowhere).unwrap();
        for path in [&chain, &nowhere] {
            let refused = tengen(&["convert", "h8i9", "-o", path]);
            assert_eq!(refused.code, 73);
            assert!(refused.err.contains("the file exists"), "{}", refused.err);
            let run = tengen(&["convert", "h8i9", "-o", path, "--force"]);
            assert_eq!(run.code, 0, "{}", run.err);
        }
        for link in [&link, &chain, &nowhere] {
            assert!(fs::symlink_metadata(link).unwrap().is_symlink(), "{link}");
        }
        let later = folder.path("later.sgf");
        for file in [&file, &later] {
            assert!(fs::read_to_string(file).unwrap().starts_with("(;"));
        }
        let mode = fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        assert_eq!(names(&folder).len(), 5);
        let twice = solve(&["--sgf", &file, "--svg", &chain, "--force"]);
        assert_eq!(tengen(&twice).code, 64, "one file by two names");
    }

    #[test]
    fn links_in_a_circle_are_refused() {
        let folder = Folder::new("files-circle");
        let path = folder.path("circle.sgf");
        symlink("circle.sgf", &path).unwrap();
        let run = tengen(&solve(&["--sgf", &path, "--force"]));
        assert_eq!((run.code, run.out.as_str()), (73, ""), "{}", run.err);
    }

    /// The standard output by its name, as a pipe and as a file: what is printed there
    /// and what is written there both arrive.
    #[test]
    fn the_standard_output_has_a_name() {
        let folder = Folder::new("files-stdout");
        let stdout = link_to_stdout(&folder);
        let run = tengen(&["convert", "h8i9", "-o", &stdout, "--force", "--to", "pos"]);
        assert_eq!((run.code, run.out.as_str()), (0, "h8i9\n"), "{}", run.err);
        let all = folder.path("all.txt");
        let arguments = solve(&["--certificate", &stdout, "--force"]);
        let mut printing = program(&arguments);
        let status = printing.stdout(File::create(&all).unwrap()).status();
        assert_eq!(status.unwrap().code(), Some(0));
        let text = fs::read_to_string(&all).unwrap();
        let answer = text.find("Proven: Black wins").expect(&text);
        let certificate = text.find("tengen-proof").expect(&text);
        assert!(answer < certificate, "{text}");
        assert_eq!(names(&folder), ["all.txt", "stdout"]);
    }

    /// An answer that cannot be printed is in the files all the same.
    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_standard_output_does_not_keep_files_from_being_written() {
        let folder = Folder::new("files-dev-full");
        let path = folder.path("win.txt");
        let arguments = solve(&["--certificate", &path]);
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = program(&arguments).stdout(full).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(73), "{err}");
        assert!(err.contains("standard output"), "{err}");
        assert_eq!(tengen(&["verify", &path]).code, 0);
    }
}
