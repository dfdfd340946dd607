//! One WebSocket: messages in, messages out, and when it ends.

use std::sync::mpsc::Sender;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use crate::access::Bucket;
use crate::messages::{Ask, ErrorCode, Request, Role, StoreView, Tell, Text, Told, Welcome};
use crate::outbox::{Next, Outbox};
use crate::room::{Letter, Member, Refused};
use crate::rooms::Rooms;
use crate::setup;

/// The largest message that a page may send.
pub(crate) const MOST_MESSAGE_BYTES: usize = 64 << 10;
/// Messages a second, and at once.
const RATE: (f64, f64) = (10.0, 60.0);
/// How long one message may take to be sent.
const SEND_WITHIN: Duration = Duration::from_secs(10);

/// A connection from its first message to its end.
struct Connection {
    stream: WebSocket,
    rooms: Rooms,
    cookie: String,
    outbox: Outbox,
    /// Set by the first message.
    room: Option<(u64, Sender<Letter>)>,
    bucket: Bucket,
    heard: Instant,
    closing: watch::Receiver<bool>,
}

/// Why a connection is closed, as the protocol numbers it.
type Code = u16;

/// Serves a connection to its end.
pub(crate) async fn serve(stream: WebSocket, rooms: Rooms, cookie: String) {
    let mut connection = Connection {
        closing: rooms.closing(),
        stream,
        rooms,
        cookie,
        outbox: Outbox::default(),
        room: None,
        bucket: Bucket::new(RATE.0, RATE.1),
        heard: Instant::now(),
    };
    let code = connection.run().await;
    if let Some((id, room)) = &connection.room {
        // A room that has ended knows of nobody.
        let _ = room.send(Letter::Leave(*id));
    }
    if let Some(code) = code {
        let close = Message::Close(Some(CloseFrame {
            code,
            reason: "".into(),
        }));
        // The other end may be gone; then there is nobody to tell.
        let _ = timeout(Duration::from_secs(1), connection.stream.send(close)).await;
    }
}

impl Connection {
    /// Until it ends; the code to close with, if there is somebody to tell.
    async fn run(&mut self) -> Option<Code> {
        let silence = self.rooms.services().silence;
        let mut ticks = interval(silence.ask_every);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        ticks.reset();
        loop {
            tokio::select! {
                received = self.stream.recv() => match received {
                    None => return None,
                    Some(Err(error)) => return code_of(&error),
                    Some(Ok(message)) => {
                        self.heard = Instant::now();
                        match self.hear(message) {
                            Heard::Fine => {}
                            Heard::Ended => return None,
                            Heard::Refused(code) => return Some(code),
                        }
                    }
                },
                next = self.outbox.next() => match next {
                    Next::Message(text) => {
                        let sent = timeout(SEND_WITHIN, self.stream.send(Message::Text(text))).await;
                        if !matches!(sent, Ok(Ok(()))) {
                            return None;
                        }
                    }
                    Next::TooSlow => return Some(close_code::AGAIN),
                    Next::Closed => return Some(close_code::AWAY),
                },
                // In a room it is told by the room, after everything else.
                () = closes(&mut self.closing), if self.room.is_none() => {
                    return Some(close_code::AWAY);
                }
                _ = ticks.tick() => {
                    if self.heard.elapsed() >= silence.most {
                        return Some(close_code::AWAY);
                    }
                    let ping = Message::Ping(Vec::new().into());
                    let sent = timeout(SEND_WITHIN, self.stream.send(ping)).await;
                    if !matches!(sent, Ok(Ok(()))) {
                        return None;
                    }
                }
            }
        }
    }

    fn hear(&mut self, message: Message) -> Heard {
        let text = match message {
            Message::Close(_) => return Heard::Ended,
            Message::Pong(_) => return Heard::Fine,
            other => other,
        };
        if !self.bucket.take() {
            return Heard::Refused(close_code::POLICY);
        }
        let text = match text {
            Message::Text(text) => text,
            Message::Binary(_) => return Heard::Refused(close_code::UNSUPPORTED),
            // A ping is answered by the library.
            _ => return Heard::Fine,
        };
        match serde_json::from_str::<Request>(&text) {
            Ok(request) => self.asked(request),
            Err(error) => {
                let text = Text::new("error.message").with("reason", error.to_string());
                self.refuse(None, (ErrorCode::BadMessage, text));
                Heard::Fine
            }
        }
    }

    fn refuse(&self, re: Option<u64>, (code, text): Refused) {
        self.outbox.tell(&Told {
            re,
            tell: Tell::Error { code, text },
        });
    }

    fn asked(&mut self, request: Request) -> Heard {
        match (&self.room, &request.ask) {
            (None, Ask::Hello { room }) => {
                if let Err(refused) = self.join(request.id, room.as_deref()) {
                    self.refuse(request.id, refused);
                }
                Heard::Fine
            }
            (None, _) => {
                let text = Text::new("error.message").with("reason", "hello comes first");
                self.refuse(request.id, (ErrorCode::BadMessage, text));
                Heard::Fine
            }
            (Some((id, sender)), _) => {
                let letter = Letter::Asked {
                    from: *id,
                    request: Box::new(request),
                };
                match sender.send(letter) {
                    Ok(()) => Heard::Fine,
                    Err(_) => Heard::Refused(close_code::AWAY),
                }
            }
        }
    }

    fn join(&mut self, hello: Option<u64>, asked: Option<&str>) -> Result<(), Refused> {
        let (room, role) = self.rooms.find(&self.cookie, asked)?;
        self.outbox.tell(&Told {
            re: None,
            tell: Tell::Welcome(Box::new(welcome(&self.rooms, &room, role))),
        });
        let id = self.rooms.next_number();
        let member = Member {
            id,
            role,
            outbox: self.outbox.clone(),
            hello,
        };
        let sender = self.rooms.join(&room, member)?;
        self.room = Some((id, sender));
        Ok(())
    }
}

/// Waits until the server ends.
async fn closes(closing: &mut watch::Receiver<bool>) {
    // An error says that the server has ended already.
    let _ = closing.wait_for(|&closing| closing).await;
}

/// What became of a message.
enum Heard {
    Fine,
    Ended,
    Refused(Code),
}

/// What the library found wrong, as the protocol numbers it. Nothing is told where the
/// connection itself broke.
fn code_of(error: &axum::Error) -> Option<Code> {
    let text = error.to_string().to_lowercase();
    if text.contains("too long") || text.contains("space limit") {
        Some(close_code::SIZE)
    } else if text.contains("utf-8") || text.contains("utf8") {
        Some(close_code::INVALID)
    } else if text.contains("protocol") && !text.contains("without closing") {
        Some(close_code::PROTOCOL)
    } else {
        None
    }
}

fn welcome(rooms: &Rooms, room: &str, role: Role) -> Welcome {
    let services = rooms.services();
    let version = env!("CARGO_PKG_VERSION");
    Welcome {
        version: version.to_owned(),
        role,
        room: room.to_owned(),
        engine: format!("Tengen {version}"),
        net: setup::judges(),
        max_threads: services.searches.cores(),
        levels: setup::levels(),
        rules: setup::rules(),
        protocols: setup::protocols(),
        sizes: setup::SIZES.to_vec(),
        remembered: rooms.remembered(room),
        store: StoreView {
            kept: services.store.is_some(),
            trouble: services
                .store_trouble
                .as_ref()
                .map(|reason| Text::new("status.store").with("reason", reason.as_str())),
        },
    }
}
