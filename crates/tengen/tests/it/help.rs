//! What the program says about itself.

use crate::{expect_file, tengen};

#[test]
fn the_program_tells_what_it_can_do() {
    let asked = tengen(&["--help"]);
    assert_eq!((asked.code, asked.err.as_str()), (0, ""));
    expect_file("help.txt", &asked.out);
}

#[test]
fn every_command_has_help_with_examples() {
    for command in [
        "web", "play", "show", "convert", "analyze", "solve", "verify", "bench", "levels",
    ] {
        let long = tengen(&[command, "--help"]);
        assert_eq!((long.code, long.err.as_str()), (0, ""));
        assert!(long.out.contains("Examples:"), "{}", long.out);
        assert!(long.out.contains("Exit status:"), "{}", long.out);
        expect_file(&format!("help_{command}.txt"), &long.out);
        let by_help = tengen(&["help", command]);
        assert_eq!((by_help.code, by_help.out), (0, long.out));
    }
}

#[test]
fn the_examples_in_the_help_are_accepted() {
    for command in ["show", "convert"] {
        let help = tengen(&[command, "--help"]).out;
        let examples = help
            .lines()
            .filter_map(|line| line.trim_start().strip_prefix("tengen "));
        let mut tried = 0;
        for example in examples {
            // The explanation stands behind two blanks, a redirection behind < or >.
            let typed = example.split("  ").next().unwrap();
            let typed = typed.split(['<', '>']).next().unwrap();
            let arguments: Vec<&str> = typed.split_whitespace().collect();
            let run = tengen(&arguments);
            // Their files do not exist here, but their switches do.
            assert_ne!(run.code, 64, "{example}: {}", run.err);
            tried += 1;
        }
        assert!(tried >= 5, "{command}: {tried} examples");
    }
}

#[test]
fn the_version_names_the_licence() {
    let run = tengen(&["--version"]);
    assert_eq!(run.code, 0);
    assert!(
        run.out
            .starts_with(&format!("tengen {}", env!("CARGO_PKG_VERSION")))
    );
    assert!(
        run.out.contains("MIT") && run.out.contains("Apache-2.0"),
        "{}",
        run.out
    );
}

#[test]
fn wrong_usage_ends_with_64_and_says_what_is_allowed() {
    for (arguments, word) in [
        (&["sohw"][..], "show"),
        (&["show", "h8", "--rule", "chess"], "renju"),
        (&["show", "h8", "--size", "23"], "5 to 22"),
        (&["show", "h8", "--size", "many"], "5 to 22"),
        (&["show", "h8", "--move", "2"], "the game has 1 move"),
        (&["show", "h8", "--game", "2"], "holds 1 game"),
        (&["show", "h8", "--game", "0"], "--game"),
        (&["show", "h8", "--force"], "--svg"),
        (&["play", "--level", "x"], "a whole number from 1 to 10"),
        (&["play", "--level", "-3"], "a whole number from 1 to 10"),
        (
            &["analyze", "h8", "--lines", "0"],
            "a whole number from 1 on",
        ),
        (
            &["analyze", "h8", "--nodes", "99999999999999999999"],
            "from 1 to 18446744073709551615",
        ),
        (
            &["analyze", "h8", "--move", "99999999999999999999"],
            "from 0 to 18446744073709551615",
        ),
        (&["analyze", "h8", "-t", "abc"], "seconds such as 5"),
        (&["analyze", "h8", "-t", "-1"], "seconds such as 5"),
        (
            &["solve", "h8", "--nodes", "many"],
            "a whole number from 0 on",
        ),
        (&["bench", "--depth", "0"], "a whole number from 1 to"),
        (
            &["web", "--port", "65536"],
            "a whole number from 0 to 65535",
        ),
        (&["show", " "], "give a file"),
        (&["show", "h8", "--rows", "left"], "bottom, top"),
        (&["convert", "h8"], "--to FORMAT"),
        (&["convert", "h8", "--to", "png"], "sgf"),
        (&["convert", "h8", "-o", "game.xyz"], ".sgf, .psq"),
        (
            &["convert", "h8", "--from", "svg", "--to", "sgf"],
            "cannot be read",
        ),
    ] {
        let run = tengen(arguments);
        assert_eq!(run.code, 64, "{arguments:?}: {}", run.err);
        assert!(run.err.contains(word), "{arguments:?}: {}", run.err);
        assert_eq!(run.out, "", "{arguments:?}");
    }
}
