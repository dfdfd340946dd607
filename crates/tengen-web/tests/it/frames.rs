//! W3: whatever comes over a socket ends that socket at most.

use std::io::Write;

use tengen_web::client::{Client, Frame};
use tengen_web::messages::{Ask, ErrorCode, Tell};

use crate::{Fixture, place, refusal, snapshot};

const SIZE: u16 = 1009;
const PROTOCOL: u16 = 1002;
const UNSUPPORTED: u16 = 1003;
const INVALID: u16 = 1007;

/// How the connection ends after these bytes.
fn end_after(fixture: &Fixture, cookie: &str, bytes: &[u8]) -> Frame {
    let (mut client, _) = Client::join(fixture.address(), cookie, None).unwrap();
    // The server may close while we still write.
    let _ = client.stream().write_all(bytes);
    loop {
        match client.receive() {
            Ok(Frame::Text(_)) => {}
            Ok(end) => return end,
            Err(error) => panic!("no end: {error}"),
        }
    }
}

/// A frame with any head and a mask of zeros.
fn frame(first: u8, second: u8, more: &[u8]) -> Vec<u8> {
    let mut bytes = vec![first, second];
    bytes.extend_from_slice(more);
    bytes
}

/// Bytes that no text in UTF-8 holds.
fn broken_texts() -> impl Iterator<Item = Vec<u8>> {
    let texts: [&[u8]; 8] = [
        &[0x80],
        &[0xFF],
        &[0xC0, 0xAF],
        &[0xE2, 0x82],
        &[0xF5, 0x80, 0x80, 0x80],
        &[0xF0, 0x80, 0x80, 0xAF],
        &[0xED, 0xBF, 0xBF],
        &[b'{', 0xFE, b'}'],
    ];
    texts.into_iter().map(<[u8]>::to_vec)
}

#[test]
fn w3_crafted_streams_end_their_own_socket_with_the_right_code() {
    let fixture = Fixture::new();
    let cookie = fixture.cookie();
    let huge = |length: u64| {
        let mut more = length.to_be_bytes().to_vec();
        more.extend_from_slice(&[0; 4]);
        more
    };
    let mut streams: Vec<(Vec<u8>, Option<u16>)> = vec![
        // Lengths beyond the bound are refused by their head alone.
        (frame(0x81, 0xFF, &huge(65_537)), Some(SIZE)),
        (frame(0x81, 0xFF, &huge(1 << 40)), Some(SIZE)),
        (frame(0x81, 0xFF, &huge(1 << 63)), None),
        // Binary, with and without content.
        (frame(0x82, 0x80, &[0; 4]), Some(UNSUPPORTED)),
        (frame(0x82, 0x83, &[0, 0, 0, 0, 1, 2, 3]), Some(UNSUPPORTED)),
        // No mask.
        (frame(0x81, 0x02, b"{}"), Some(PROTOCOL)),
        (frame(0x88, 0x00, &[]), Some(PROTOCOL)),
        // Text that is no UTF-8.
        (frame(0x81, 0x82, &[0, 0, 0, 0, 0xC3, 0x28]), Some(INVALID)),
        (
            frame(0x81, 0x83, &[0, 0, 0, 0, 0xED, 0xA0, 0x80]),
            Some(INVALID),
        ),
        // A continuation of nothing, and a new message inside another.
        (frame(0x80, 0x80, &[0; 4]), Some(PROTOCOL)),
        (
            [frame(0x01, 0x80, &[0; 4]), frame(0x81, 0x80, &[0; 4])].concat(),
            Some(PROTOCOL),
        ),
        // Control frames that are too long or in pieces.
        (
            frame(0x89, 0xFE, &[&[0x01, 0x00][..], &[0; 260]].concat()),
            Some(PROTOCOL),
        ),
        (frame(0x09, 0x80, &[0; 4]), Some(PROTOCOL)),
    ];
    // Reserved bits and opcodes that mean nothing.
    for first in [0xC1, 0xA1, 0x91, 0xF1] {
        streams.push((frame(first, 0x80, &[0; 4]), Some(PROTOCOL)));
    }
    for opcode in [3, 4, 5, 6, 7, 11, 12, 13, 14, 15] {
        streams.push((frame(0x80 | opcode, 0x80, &[0; 4]), Some(PROTOCOL)));
        // The same as the first of several pieces.
        streams.push((frame(opcode, 0x80, &[0; 4]), Some(PROTOCOL)));
    }
    streams.extend(broken_texts().map(|text| {
        let head = frame(0x81, 0x80 | text.len() as u8, &[0; 4]);
        ([head, text].concat(), Some(INVALID))
    }));
    // Lengths that no bound allows, for texts, binaries and pieces.
    for first in [0x81, 0x82, 0x01] {
        for length in [1 << 17, 1 << 32, u64::MAX >> 1] {
            streams.push((frame(first, 0xFF, &huge(length)), Some(SIZE)));
        }
    }
    assert!(streams.len() >= 50, "{} streams", streams.len());
    for (bytes, code) in &streams {
        let end = end_after(&fixture, &cookie, bytes);
        match code {
            // Some of these the library closes itself, or the bytes that we still send
            // break the connection: then no code arrives, but it has ended.
            Some(code) => assert!(
                matches!(&end, Frame::Close(Some(met)) if met == code) || end == Frame::Gone,
                "{bytes:02x?}: {end:?}"
            ),
            None => assert!(matches!(end, Frame::Close(_) | Frame::Gone)),
        }
    }
    still_plays(&fixture);
}

#[test]
fn w3_the_codes_are_told_where_the_reader_listens() {
    let fixture = Fixture::new();
    let cookie = fixture.cookie();
    let masked = |payload: &[u8]| [&[0; 4], payload].concat();
    for (bytes, code) in [
        (frame(0x82, 0x80, &[0; 4]), UNSUPPORTED),
        (frame(0x81, 0x82, &masked(&[0xC3, 0x28])), INVALID),
        (frame(0xC1, 0x80, &[0; 4]), PROTOCOL),
        (
            frame(
                0x81,
                0xFF,
                &[&65_537_u64.to_be_bytes()[..], &[0; 4]].concat(),
            ),
            SIZE,
        ),
    ] {
        let end = end_after(&fixture, &cookie, &bytes);
        assert_eq!(end, Frame::Close(Some(code)), "{bytes:02x?}");
    }
}

#[test]
fn w3_fragments_without_end_are_bounded() {
    let fixture = Fixture::new();
    let (mut client, _) = fixture.host();
    let mut first = 0x01;
    let ended = (0..80).any(|_| {
        let sent = client.send_frame(first, &[b' '; 1024]);
        first = 0x00;
        sent.is_err()
    });
    let end = loop {
        match client.receive() {
            Ok(Frame::Text(_)) => {}
            Ok(end) => break end,
            Err(error) => panic!("no end: {error}"),
        }
    };
    assert!(
        ended || matches!(end, Frame::Close(Some(SIZE)) | Frame::Gone),
        "{end:?}"
    );
    still_plays(&fixture);
}

#[test]
fn w3_texts_that_are_no_messages_are_answered_and_the_socket_lives() {
    let fixture = Fixture::new();
    let (mut client, _) = fixture.host();
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    let deep_object = r#"{"a":"#.repeat(5_000);
    let wide = format!(r#"{{"type":"place","point":"{}"}}"#, "x".repeat(60_000));
    for text in [
        "",
        "x",
        "null",
        "[]",
        "{}",
        "{\"type\":-1}",
        "{\"type\":\"launch\"}",
        deep.as_str(),
        deep_object.as_str(),
        wide.as_str(),
        "\u{0}",
        "{\"type\":\"go\",\"node\":-1}",
        "{\"type\":\"walk\",\"step\":\"back\",\"count\":1e99}",
    ] {
        client.send_text(text).unwrap();
        let told = loop {
            match client.told().unwrap().tell {
                Tell::Error { code, .. } => break code,
                _ => continue,
            }
        };
        assert!(
            matches!(told, ErrorCode::BadMessage | ErrorCode::NotFound),
            "{text:.40}"
        );
    }
    assert_eq!(
        snapshot(client.ask(place("H8")).unwrap()).board.stones[0].point,
        "H8"
    );
}

#[test]
fn what_comes_before_hello_is_refused() {
    let fixture = Fixture::new();
    let mut client = Client::connect(fixture.address(), &fixture.cookie()).unwrap();
    assert_eq!(
        refusal(client.ask(place("H8")).unwrap()).0,
        ErrorCode::BadMessage
    );
    assert!(matches!(
        client.ask(Ask::Hello { room: None }).unwrap(),
        Tell::Snapshot(_)
    ));
}

fn still_plays(fixture: &Fixture) {
    let (mut client, _) = fixture.host();
    let placed = snapshot(client.ask(place("H8")).unwrap());
    assert_eq!(placed.board.stones[0].point, "H8");
}
