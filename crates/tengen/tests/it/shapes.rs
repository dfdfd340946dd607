//! `--json` prints the shapes of the web app's messages, field by field.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tengen_web::messages::{AnalysisView, CheckedView, DefencesView, LevelView, SolveView};

use crate::tengen;

/// Reads what was printed as a message's type. Written again it must be the same: no
/// field is missing and none is there that the type does not know.
fn printed<T: DeserializeOwned + Serialize>(arguments: &[&str]) -> T {
    let run = tengen(arguments);
    let value: Value = serde_json::from_str(&run.out)
        .unwrap_or_else(|error| panic!("{arguments:?}: {error}: {}{}", run.out, run.err));
    let view: T = serde_json::from_value(value.clone()).unwrap();
    assert_eq!(serde_json::to_value(&view).unwrap(), value, "{arguments:?}");
    view
}

#[test]
fn an_analysis_is_what_the_page_gets() {
    let view: AnalysisView = printed(&["analyze", "h8i9", "--nodes", "2000", "--json"]);
    assert_eq!((view.stones, view.node), (2, None));
    assert!((0.0..=1.0).contains(&view.black_chance));
    let over: AnalysisView = printed(&["analyze", "h8a1i8a3j8a5k8a7l8", "--json"]);
    assert!(over.outcome.is_some() && over.lines.is_empty());
}

#[test]
fn a_solution_is_what_the_page_gets() {
    let won = "h8a1i8a3j8o15";
    let view: SolveView = printed(&["solve", won, "--nodes", "100000", "--json"]);
    assert_eq!(
        (view.result.as_str(), view.text.key.as_str()),
        ("win", "solve.win")
    );
    assert!(view.plies.is_some() && !view.line.is_empty());
    let none: SolveView = printed(&["solve", "h8i9", "--kind", "vcf", "--json"]);
    assert_eq!(none.text.key, "solve.none.vcf");
    let unknown: SolveView = printed(&["solve", "h8i9h10h9", "--nodes", "200", "--json"]);
    assert_eq!(unknown.result, "unknown");
    let threatened = "h8a1i8a3j8";
    let stopped: SolveView = printed(&[
        "solve", threatened, "--side", "black", "--kind", "vcf", "--json",
    ]);
    assert!(!stopped.refuted_by.is_empty());
    let replies: DefencesView = printed(&[
        "solve",
        threatened,
        "--defences",
        "--nodes",
        "400000",
        "--json",
    ]);
    let stops = |point: &str| {
        let found = replies.replies.iter().find(|it| it.reply == point);
        found.is_some_and(|it| it.effect == "stops")
    };
    assert!(stops("G8") && stops("K8"), "{replies:?}");
    let idle: DefencesView =
        printed(&["solve", "h8i9", "--defences", "--nodes", "400000", "--json"]);
    assert_eq!(idle.result, "no_threat");
    let line: CheckedView =
        printed(&["solve", won, "--check", "k8", "--nodes", "100000", "--json"]);
    assert_eq!(line.moves[0].judgement, "wins");
}

#[test]
fn levels_are_what_the_page_gets_but_for_the_groups() {
    let levels: Vec<LevelView> = printed(&["levels", "--json"]);
    assert_eq!(levels.len(), 16);
    assert!(levels.iter().all(|level| level.group.is_empty()));
    let run = tengen(&["levels", "--json"]);
    let first = run.out.lines().nth(1).unwrap();
    let keys: Vec<usize> = [
        "{\"id\":",
        ",\"name\":",
        ",\"elo\":",
        ",\"error\":",
        ",\"games\":",
    ]
    .iter()
    .map(|key| first.find(key).unwrap())
    .collect();
    assert!(keys[0] == 0 && keys.is_sorted(), "{first}");
}
