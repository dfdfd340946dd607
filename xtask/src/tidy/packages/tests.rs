//! Bad manifests that the checks must find.

use super::super::sample;
use super::*;

/// A complete package of ours with these dependencies.
fn package(name: &str, dependencies: &[(&str, Kind, bool)]) -> Package {
    Package {
        name: name.to_owned(),
        is_ours: true,
        description: "A room".to_owned(),
        licence: "MIT OR Apache-2.0".to_owned(),
        rust_version: "1.95".to_owned(),
        dependencies: dependencies
            .iter()
            .map(|&(name, kind, is_ours)| Dependency {
                name: name.to_owned(),
                kind,
                is_ours,
            })
            .collect(),
    }
}

fn with(packages: Vec<Package>) -> Repository {
    Repository {
        files: Vec::new(),
        packages,
    }
}

#[track_caller]
fn check_edge(from: &str, to: &str, kind: Kind, is_ours: bool, allowed: bool) {
    let problems = edges(&with(vec![package(from, &[(to, kind, is_ours)])]));
    assert_eq!(problems.is_empty(), allowed, "{from} -> {to}: {problems:?}");
}

#[test]
fn dependencies_point_downwards() {
    check_edge("tengen", "tengen-core", Kind::Normal, true, true);
    check_edge("tengen-lab", "tengen-play", Kind::Normal, true, true);
    check_edge("tengen-core", "tengen-engine", Kind::Normal, true, false);
    check_edge("tengen-core", "tengen-engine", Kind::Dev, true, false);
    check_edge("tengen-tui", "tengen-web", Kind::Normal, true, false);
    check_edge("tengen", "tengen-lab", Kind::Normal, true, false);
    check_edge("xtask", "tengen-core", Kind::Normal, true, false);
}

#[test]
fn the_table_of_rooms_has_no_circle() {
    for (place, (name, allowed)) in ROOMS.iter().enumerate() {
        let lower: Vec<&str> = ROOMS[..place].iter().map(|(lower, _)| *lower).collect();
        assert!(allowed.iter().all(|room| lower.contains(room)), "{name}");
    }
}

#[test]
fn core_depends_on_nothing_but_test_tools() {
    check_edge("tengen-core", "proptest", Kind::Dev, false, true);
    check_edge("tengen-core", "serde", Kind::Normal, false, false);
    check_edge("tengen-core", "cc", Kind::Build, false, false);
    check_edge("tengen", "clap", Kind::Normal, false, true);
}

#[test]
fn a_new_room_must_be_placed() {
    let problems = edges(&with(vec![package("tengen-cellar", &[])]));
    assert!(problems[0].message.contains("no place among the rooms"));
}

#[test]
fn silent_packages_are_found() {
    assert!(metadata(&with(vec![package("tengen", &[])])).is_empty());
    let mut silent = package("tengen", &[]);
    silent.description = " ".to_owned();
    silent.licence.clear();
    silent.rust_version.clear();
    assert_eq!(metadata(&with(vec![silent])).len(), 3);
}

const ROOT: &str = "[workspace.lints.rust]\nunsafe_code = \"forbid\"\n";
const LINTS: &str = "[package]\n\n[lints]\nworkspace = true\n";

#[track_caller]
fn check_lints(room: &str, root: &str, manifest_text: &str, lib: &str, problems: usize) {
    let path = manifest(room);
    let mut repository = sample::files([
        ("Cargo.toml", root),
        (path.as_str(), manifest_text),
        ("crates/tengen-core/src/lib.rs", lib),
    ]);
    repository.packages.push(package(room, &[]));
    let found = unsafe_lint(&repository);
    assert_eq!(found.len(), problems, "{found:?}");
}

#[test]
fn a_way_around_the_unsafe_lint_is_found() {
    let lib = "#![forbid(unsafe_code)]\n";
    check_lints("tengen-core", ROOT, LINTS, lib, 0);
    check_lints("tengen-core", ROOT, LINTS, "", 1);
    check_lints("tengen-core", ROOT, "[package]\n", lib, 1);
    check_lints("tengen-core", "[workspace]\n", LINTS, lib, 1);
    let elsewhere = "[workspace.lints.rust]\n[other]\nunsafe_code = \"forbid\"\n";
    check_lints("tengen-core", elsewhere, LINTS, lib, 1);
    let own = "[lints.rust]\nunsafe_code = \"deny\"\n";
    check_lints("tengen-nnue", ROOT, own, lib, 0);
    check_lints("tengen-engine", ROOT, own, lib, 1);
}

#[test]
fn an_unexplained_dependency_is_found() {
    let room = package("tengen", &[("clap", Kind::Normal, false)]);
    let check = |document: &str| {
        let mut repository = sample::files([(ARCHITECTURE, document)]);
        repository.packages.push(room.clone());
        explained(&repository).len()
    };
    assert_eq!(check("| `clap` | `tengen` | reads the command line |\n"), 0);
    assert_eq!(check("`clap` outside of the table\n"), 1);
    assert_eq!(check("| `clap_derive` | something else |\n"), 1);
}

#[test]
fn users_that_a_dependency_does_not_have_are_found() {
    let check = |document: &str| {
        let mut repository = sample::files([(ARCHITECTURE, document)]);
        repository.packages = vec![
            package("tengen", &[("clap", Kind::Normal, false)]),
            package("tengen-lab", &[("clap", Kind::Normal, false)]),
            package("xtask", &[("clap", Kind::Dev, false)]),
        ];
        let problems = explained(&repository);
        problems.iter().map(ToString::to_string).collect::<String>()
    };
    assert_eq!(check("| `clap` | `tengen-lab`, `tengen` | why |\n"), "");
    for users in [
        "`tengen`",
        "binaries",
        "tests",
        "`tengen`, `tengen-lab`, `xtask`",
    ] {
        let said = check(&format!("| `clap` | {users} | why |\n"));
        assert!(said.contains("is used by `tengen`, `tengen-lab`"), "{said}");
    }
    let mut repository = sample::files([(ARCHITECTURE, "| `vt100` | tests | why |\n")]);
    repository.packages = vec![package("tengen", &[("vt100", Kind::Dev, false)])];
    assert_eq!(explained(&repository).len(), 0);
}

#[test]
fn metadata_of_cargo_is_read() {
    let json = r#"{
        "workspace_members": ["a-id"],
        "packages": [
            {"id": "a-id", "name": "a", "license": "MIT", "rust_version": "1.95",
             "description": null, "dependencies": [
                {"name": "b", "kind": null},
                {"name": "c", "kind": "dev", "path": "x/c"},
                {"name": "d", "kind": "build"}]},
            {"id": "b-id", "name": "b", "license": "ISC", "dependencies": []}
        ]}"#;
    let packages = from_metadata(&serde_json::from_str(json).unwrap()).unwrap();
    let [a, b] = packages.as_slice() else {
        panic!("two packages: {packages:?}")
    };
    assert!(a.is_ours && !b.is_ours);
    assert_eq!((a.licence.as_str(), a.description.as_str()), ("MIT", ""));
    let kinds: Vec<(Kind, bool)> = a
        .dependencies
        .iter()
        .map(|dependency| (dependency.kind, dependency.is_ours))
        .collect();
    assert_eq!(
        kinds,
        [
            (Kind::Normal, false),
            (Kind::Dev, true),
            (Kind::Build, false)
        ]
    );
    assert!(from_metadata(&serde_json::json!({})).is_err());
}
