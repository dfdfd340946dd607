//! The examples of the documentation are messages.

use serde_json::Value;

use super::{Request, StudyView, Told};

const DOCUMENT: &str = include_str!("../../../../docs/web-messages.md");

/// The fenced blocks that begin with this info string.
fn blocks(info: &str) -> impl Iterator<Item = &str> {
    DOCUMENT
        .split("```")
        .skip(1)
        .step_by(2)
        .filter_map(move |block| {
            let (first, rest) = block.split_once('\n')?;
            (first == info).then_some(rest)
        })
}

/// Every field of the example is a field of the type, with the same value.
#[track_caller]
fn assert_kept(example: &Value, kept: &Value, path: &str) {
    match (example, kept) {
        (Value::Object(example), Value::Object(kept)) => {
            for (name, value) in example {
                let path = format!("{path}.{name}");
                let kept = kept.get(name).unwrap_or(&Value::Null);
                assert_kept(value, kept, &path);
            }
        }
        (Value::Array(example), Value::Array(kept)) => {
            assert_eq!(example.len(), kept.len(), "{path}");
            for (one, other) in example.iter().zip(kept) {
                assert_kept(one, other, path);
            }
        }
        _ => assert_eq!(example, kept, "{path}"),
    }
}

#[track_caller]
fn read_back<T: serde::de::DeserializeOwned + serde::Serialize>(block: &str) {
    let example: Value = serde_json::from_str(block).unwrap();
    let message: T =
        serde_json::from_str(block).unwrap_or_else(|error| panic!("{error} in {block}"));
    assert_kept(&example, &serde_json::to_value(&message).unwrap(), "");
}

#[test]
fn every_request_of_the_documentation_is_one() {
    assert!(blocks("json ask").count() >= 45);
    blocks("json ask").for_each(read_back::<Request>);
}

#[test]
fn every_answer_of_the_documentation_is_one() {
    assert!(blocks("json tell").count() >= 8);
    blocks("json tell").for_each(read_back::<Told>);
    assert_eq!(blocks("json study").count(), 1);
    blocks("json study").for_each(read_back::<StudyView>);
}

#[test]
fn a_message_that_is_none_is_refused() {
    for wrong in [
        "",
        "[]",
        "{}",
        r#"{"type": "launch"}"#,
        r#"{"type": "place"}"#,
        r#"{"type": "place", "point": 8}"#,
        r#"{"type": "new_game", "settings": {"rule": "renju", "size": 15, "opponent": {"kind": "external", "command": "sh"}}}"#,
    ] {
        assert!(serde_json::from_str::<Request>(wrong).is_err(), "{wrong}");
    }
    let deep = "[".repeat(10_000);
    assert!(serde_json::from_str::<Request>(&deep).is_err());
}
