//! Row F1: a net file that is no sound net is refused with its reason, once, and play goes
//! on by what is built in.

use super::{Brain, parse_move};
use std::path::{Path, PathBuf};
use std::process::Command;
use tengen_core::{Rule, Size};
use tengen_engine::Net;

/// A folder of one test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn brain_with(arguments: &[&str]) -> Brain {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"));
    Brain::from_command(command.args(arguments))
}

/// Two searches by nodes: the moves, and all other lines without what depends on time.
fn game(brain: &mut Brain, rule: u8) -> (Vec<(u8, u8)>, Vec<String>) {
    brain.send(&format!(
        "START 15\nINFO rule {rule}\nINFO max_node 2000\nBOARD 7,7,2 8,8,1 9,8,2 DONE\nTURN 0,0"
    ));
    assert_eq!(brain.line().as_deref(), Some("OK"), "nothing before OK");
    let answers = [0, 1].map(|_| talk_before_move(brain));
    let (moves, talk): (Vec<_>, Vec<_>) = answers.into_iter().unzip();
    (moves, talk.concat())
}

/// The next move, and all lines before it without what depends on time.
fn talk_before_move(brain: &mut Brain) -> ((u8, u8), Vec<String>) {
    let mut talk = Vec::new();
    loop {
        let line = brain.line().unwrap();
        if let Some(point) = parse_move(&line) {
            return (point, talk);
        }
        let words: Vec<&str> = line.split(' ').collect();
        let timeless = match words.iter().position(|&word| word == "SPEED") {
            Some(at) => [&words[..at], &words[at + 4..]].concat().join(" "),
            None => line,
        };
        talk.push(timeless);
    }
}

/// What the built-in evaluation says, and with one message more before it.
fn check_refusal(path: &Path, rule: u8, reason: &str, wanted: &(Vec<(u8, u8)>, Vec<String>)) {
    let mut brain = brain_with(&["--net", path.to_str().unwrap()]);
    let (moves, mut talk) = game(&mut brain, rule);
    let told = talk.remove(0);
    assert!(told.starts_with("MESSAGE "), "{told}");
    assert!(
        told.contains(reason) && told.contains("the built-in evaluation plays"),
        "{reason}: {told}"
    );
    assert_eq!((&moves, &talk), (&wanted.0, &wanted.1), "{reason}");
    brain.send("END");
    assert!(brain.finish().1.success());
}

#[test]
fn what_is_no_sound_net_is_told_once_and_the_built_in_one_plays() {
    let folder = Folder::new("unsound-nets");
    let built_in = game(&mut brain_with(&[]), 0);
    let classical = game(&mut brain_with(&["--eval", "classical"]), 0);
    assert_ne!(built_in.1, classical.1, "a net ships for this game");
    let good = Net::noise(Rule::Freestyle, Size::STANDARD, 1);
    let with = |at: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[at] = byte;
        bytes
    };
    let middle = good.len() / 2;
    let cases = [
        ("no net", Vec::new()),
        ("no net", vec![b'x'; 5000]),
        ("version", with(7, b'1')),
        ("another shape", with(8, 77)),
        ("checksum", with(9, 14)),
        ("checksum", with(middle, good[middle] ^ 1)),
        ("bytes was expected", good[..4096 * 7].to_vec()),
        ("bytes was expected", [&good[..], b"."].concat()),
    ];
    for (n, (reason, bytes)) in cases.iter().enumerate() {
        let path = folder.file(&format!("{n}.tnet"), bytes);
        check_refusal(&path, 0, reason, &built_in);
    }
    check_refusal(&folder.0.join("none"), 0, "cannot read", &built_in);
    check_refusal(&folder.0, 0, "cannot read", &built_in);
}

#[test]
fn a_net_of_another_rule_is_not_used() {
    let folder = Folder::new("net-of-another-rule");
    let path = folder.file(
        "freestyle.tnet",
        &Net::noise(Rule::Freestyle, Size::STANDARD, 1),
    );
    let renju = game(&mut brain_with(&[]), 4);
    check_refusal(&path, 4, "the net is for freestyle", &renju);
    // In its own rule it is used, and nothing is said.
    let own = game(&mut brain_with(&["--net", path.to_str().unwrap()]), 0);
    assert_ne!(own, game(&mut brain_with(&[]), 0));
    assert!(
        own.1.iter().all(|line| line.starts_with("MESSAGE DEPTH ")),
        "{:?}",
        own.1
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_of_a_gigabyte_is_not_read_whole() {
    let folder = Folder::new("huge-net");
    let header = &Net::noise(Rule::Freestyle, Size::STANDARD, 1)[..24];
    let path = folder.file("huge.tnet", header);
    // Sparse: it takes no room on the disk.
    let file = std::fs::OpenOptions::new().write(true).open(&path).unwrap();
    file.set_len(1 << 30).unwrap();
    let mut brain = brain_with(&["--net", path.to_str().unwrap()]);
    let (_, talk) = game(&mut brain, 4);
    assert!(talk[0].contains("bytes was expected"), "{talk:?}");
    let peak = super::survival::peak_memory(&brain);
    assert!(peak < 350_000_000, "{peak}");
}

/// Reading a net would take longer than a first move may that is wanted at once.
#[test]
fn the_net_is_not_waited_for_where_there_is_no_time() {
    let quick_game = |evaluation: &str| {
        let mut brain = brain_with(&["--eval", evaluation]);
        brain.send("START 15\nINFO timeout_turn 0\nINFO rule 0");
        assert_eq!(brain.line().as_deref(), Some("OK"));
        [0, 1].map(|_| {
            brain.send("YXHASHCLEAR\nBOARD 7,7,2 8,8,1 9,8,2 DONE");
            talk_before_move(&mut brain)
        })
    };
    let ([first, second], classical) = (quick_game("net"), quick_game("classical"));
    assert_eq!(first, classical[0]);
    assert_eq!(first, classical[1]);
    assert_ne!(second, classical[1], "the net is for later moves");
}

/// With the net that ships and a manager that says nothing about memory.
#[cfg(target_os = "linux")]
#[test]
fn default_memory_stays_below_what_tournaments_allow() {
    let mut brain = Brain::new();
    brain.send("START 15\nINFO timeout_turn -1\nINFO timeout_match -1");
    assert_eq!(brain.answer(), "OK");
    super::survival::search_until(&mut brain, 300_000);
    let peak = super::survival::peak_memory(&brain);
    assert!(peak < 350_000_000, "{peak}");
    assert!(peak > 20_000_000, "the table is not used: {peak}");
}
