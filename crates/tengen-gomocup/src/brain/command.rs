//! Lines to commands: words in any case, blanks and tabs as they come.

/// A command of the manager. Numbers are as sent: nothing is checked against a board.
/// `None` stands for arguments that are missing or malformed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `START n` or `START w h`.
    Start(Option<Pair>),
    /// `RECTSTART w,h`.
    RectStart(Option<Pair>),
    /// `RESTART`.
    Restart,
    /// `BEGIN`.
    Begin,
    /// `TURN x,y`.
    Turn(Option<Pair>),
    /// `PLAY x,y`.
    Play(Option<Pair>),
    /// `TAKEBACK x,y`.
    TakeBack(Option<Pair>),
    /// A command with a body up to DONE; the rest of its line belongs to the body.
    Open(BodyKind, Vec<u8>),
    /// `INFO key value`.
    Info(Info),
    /// `ABOUT`.
    About,
    /// `END`.
    End,
    /// `STOP` or `YXSTOP`.
    Stop,
    /// `YXSHOWINFO`.
    ShowInfo,
    /// `YXNBEST n`.
    NBest(Option<i64>),
    /// `YXBALANCEONE b` (1) or `YXBALANCETWO b` (2).
    Balance(u8, Option<i64>),
    /// `YXSHOWFORBID`.
    ShowForbid,
    /// `YXHASHCLEAR`.
    HashClear,
    /// `YXSHOWHASHUSAGE`.
    HashUsage,
    /// `YXBLOCKRESET`.
    BlockReset,
    /// `YXBLOCKPATHRESET`.
    BlockPathReset,
    /// `YXSEARCHDEFEND`.
    SearchDefend,
    /// `YXSWAP2STEP1` to `3`.
    Swap2Step(u8),
    /// `YXSOOSORVSTEP1` to `5`, with the number that may follow.
    SoosorvStep(u8, Option<i64>),
    /// A command whose argument is the whole next line.
    PathFollows,
    /// A known command that asks nothing of us.
    Ignored,
    /// Anything else: its first word, as far as it can be printed.
    Unknown(String),
}

/// Two whole numbers, as sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair(pub i64, pub i64);

/// What a body is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyKind {
    /// `BOARD`: stones, then think.
    Board,
    /// `YXBOARD`: stones, no thinking.
    QuietBoard,
    /// `SWAP2BOARD`: the opening so far, then decide.
    Swap2Board,
    /// `YXBLOCK`: points not to be considered.
    Block,
    /// `YXBLOCKUNDO`: points to be considered again.
    BlockUndo,
    /// `YXBLOCKPATH`: a line whose last move is not to be considered.
    BlockPath,
    /// `YXBLOCKPATHUNDO`: such a line to be considered again.
    BlockPathUndo,
    /// `YXSOOSORVSTEP6`: the fifth moves on offer, one of which is chosen.
    Fifths,
    /// `YXQUERYDATABASEALL`.
    QueryDatabase,
    /// Moves for a database that we do not have.
    Swallow,
}

/// A setting sent by INFO.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Info {
    /// `timeout_turn`, ms.
    TimeoutTurn(i64),
    /// `timeout_match`, ms.
    TimeoutMatch(i64),
    /// `time_left`, ms.
    TimeLeft(i64),
    /// `max_memory`, bytes.
    MaxMemory(i64),
    /// `rule`, a code.
    Rule(i64),
    /// `max_depth`, plies.
    MaxDepth(i64),
    /// `max_node`, nodes.
    MaxNode(i64),
    /// `hash_size`, KiB.
    HashSize(i64),
    /// `thread_num`.
    ThreadNum(i64),
    /// `show_detail`, 0 to 3.
    ShowDetail(i64),
    /// `pondering`, 0 or 1.
    Pondering(i64),
    /// Unknown, malformed, or of no use to us.
    Ignored,
}

/// How a command that comes during a search stands to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// Ends the search, and has no other effect.
    Stop,
    /// Ends everything.
    End,
    /// Ends the search; obeyed when the move is out.
    Interrupts,
    /// A setting: new times hold for the running search at once.
    Info(Info),
    /// Obeyed when the move is out.
    Waits,
}

impl Command {
    /// Reads a line. The line is not empty and has no blanks around it.
    pub fn parse(line: &[u8]) -> Command {
        let (word, rest) = split_word(line);
        let upper = word.to_ascii_uppercase();
        match upper.as_slice() {
            b"START" => Command::Start(start_size(rest)),
            b"RECTSTART" => Command::RectStart(pair(rest)),
            b"RESTART" => Command::Restart,
            b"BEGIN" => Command::Begin,
            b"TURN" => Command::Turn(pair(rest)),
            b"PLAY" => Command::Play(pair(rest)),
            b"TAKEBACK" => Command::TakeBack(pair(rest)),
            b"BOARD" => Command::Open(BodyKind::Board, rest.to_vec()),
            b"SWAP2BOARD" => Command::Open(BodyKind::Swap2Board, rest.to_vec()),
            b"INFO" => Command::Info(Info::parse(rest)),
            b"ABOUT" => Command::About,
            b"END" => Command::End,
            b"STOP" | b"YXSTOP" => Command::Stop,
            b"RELOADCONFIG" => Command::Ignored,
            yixin if yixin.starts_with(b"YX") => {
                parse_yixin(&yixin[2..], rest).unwrap_or_else(|| Command::Unknown(echo(word)))
            }
            _ => Command::Unknown(echo(word)),
        }
    }

    /// Whether the line is a command of the Yixin family.
    pub fn is_yixin(line: &[u8]) -> bool {
        let is_known = !matches!(Command::parse(line), Command::Unknown(_));
        is_known && line.len() >= 2 && line[..2].eq_ignore_ascii_case(b"YX")
    }

    /// Whether a line that may be a path is a command all the same: its first word is one,
    /// and what follows fits to it. `END` and `TURN 7,7` are, `END OF GAME.bin` is not.
    pub fn is_whole(line: &[u8]) -> bool {
        let (_, rest) = split_word(line);
        match Command::parse(line) {
            Command::Unknown(_) => false,
            _ if rest.is_empty() => true,
            Command::Start(size) | Command::RectStart(size) => size.is_some(),
            Command::Turn(at) | Command::Play(at) | Command::TakeBack(at) => at.is_some(),
            Command::NBest(number)
            | Command::Balance(_, number)
            | Command::SoosorvStep(_, number) => number.is_some(),
            Command::Info(info) => info != Info::Ignored,
            Command::Open(_, rest) => {
                let mut body = Body::new(BodyKind::Board);
                body.feed(&rest);
                body.fault.is_none()
            }
            _ => false,
        }
    }

    /// What to do with this command while a search is running.
    pub fn urgency(&self) -> Urgency {
        match self {
            Command::Stop => Urgency::Stop,
            Command::End => Urgency::End,
            Command::Info(info) => Urgency::Info(*info),
            Command::Start(_)
            | Command::RectStart(_)
            | Command::Restart
            | Command::Open(BodyKind::Board | BodyKind::QuietBoard | BodyKind::Swap2Board, _) => {
                Urgency::Interrupts
            }
            _ => Urgency::Waits,
        }
    }
}

/// The commands that begin with `YX`, without these two letters.
fn parse_yixin(name: &[u8], rest: &[u8]) -> Option<Command> {
    let body = |kind| Some(Command::Open(kind, rest.to_vec()));
    match name {
        b"SHOWINFO" => Some(Command::ShowInfo),
        b"BOARD" => body(BodyKind::QuietBoard),
        b"NBEST" => Some(Command::NBest(number(rest))),
        b"BALANCEONE" => Some(Command::Balance(1, number(rest))),
        b"BALANCETWO" => Some(Command::Balance(2, number(rest))),
        b"SHOWFORBID" => Some(Command::ShowForbid),
        b"HASHCLEAR" => Some(Command::HashClear),
        b"SHOWHASHUSAGE" => Some(Command::HashUsage),
        b"BLOCK" => body(BodyKind::Block),
        b"BLOCKUNDO" => body(BodyKind::BlockUndo),
        b"BLOCKRESET" => Some(Command::BlockReset),
        b"BLOCKPATH" => body(BodyKind::BlockPath),
        b"BLOCKPATHUNDO" => body(BodyKind::BlockPathUndo),
        b"BLOCKPATHRESET" => Some(Command::BlockPathReset),
        b"SEARCHDEFEND" => Some(Command::SearchDefend),
        b"SWAP2STEP1" => Some(Command::Swap2Step(1)),
        b"SWAP2STEP2" => Some(Command::Swap2Step(2)),
        b"SWAP2STEP3" => Some(Command::Swap2Step(3)),
        b"QUERYDATABASEALL" => body(BodyKind::QueryDatabase),
        b"QUERYDATABASEONE" | b"CLEARBESTMOVEDATABASE" => body(BodyKind::Swallow),
        b"SETDATABASE" | b"HASHDUMP" | b"HASHLOAD" | b"DBTOTXT" | b"TXTTODB" | b"DBTOPOS" => {
            Some(Command::PathFollows)
        }
        b"DBCHECK" | b"DBFIX" | b"DRAW" | b"RESIGN" | b"PRINTFEATURE" | b"FORBID" => {
            Some(Command::Ignored)
        }
        _ => parse_yixin_family(name, rest),
    }
}

/// Commands known by how they begin.
fn parse_yixin_family(name: &[u8], rest: &[u8]) -> Option<Command> {
    if name == b"SOOSORVSTEP6" {
        return Some(Command::Open(BodyKind::Fifths, rest.to_vec()));
    }
    if let Some([step @ b'1'..=b'5']) = name.strip_prefix(b"SOOSORVSTEP") {
        return Some(Command::SoosorvStep(step - b'0', number(rest)));
    }
    ["EDIT", "DELETE", "SETBESTMOVE"]
        .iter()
        .any(|family| name.starts_with(family.as_bytes()))
        .then(|| Command::Open(BodyKind::Swallow, rest.to_vec()))
}

impl Info {
    fn parse(rest: &[u8]) -> Info {
        let (key, value) = split_word(rest);
        let Some(value) = number(value) else {
            return Info::Ignored;
        };
        match key.to_ascii_lowercase().as_slice() {
            b"timeout_turn" => Info::TimeoutTurn(value),
            b"timeout_match" => Info::TimeoutMatch(value),
            b"time_left" => Info::TimeLeft(value),
            b"max_memory" => Info::MaxMemory(value),
            b"rule" => Info::Rule(value),
            b"max_depth" => Info::MaxDepth(value),
            b"max_node" => Info::MaxNode(value),
            b"hash_size" => Info::HashSize(value),
            b"thread_num" => Info::ThreadNum(value),
            b"show_detail" => Info::ShowDetail(value),
            b"pondering" => Info::Pondering(value),
            _ => Info::Ignored,
        }
    }
}

fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

/// The first word, and what follows without blanks around it.
fn split_word(text: &[u8]) -> (&[u8], &[u8]) {
    let text = text.trim_ascii();
    let end = text
        .iter()
        .position(|&byte| is_blank(byte))
        .unwrap_or(text.len());
    (&text[..end], text[end..].trim_ascii())
}

/// A whole number, alone in `text`; what does not fit is clamped.
fn number(text: &[u8]) -> Option<i64> {
    let (negative, digits) = match text.split_first()? {
        (b'-', digits) => (true, digits),
        (b'+', digits) => (false, digits),
        _ => (false, text),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let size = digits.iter().fold(0_i64, |sum, digit| {
        sum.saturating_mul(10)
            .saturating_add(i64::from(digit - b'0'))
    });
    Some(if negative { -size } else { size })
}

/// `x,y`, with blanks anywhere around the comma.
fn pair(text: &[u8]) -> Option<Pair> {
    match fields(text)?.as_slice() {
        [x, y] => Some(Pair(*x, *y)),
        _ => None,
    }
}

/// `n`, `w h` or `w,h`.
fn start_size(text: &[u8]) -> Option<Pair> {
    let (first, second) = split_word(text);
    match (number(first), number(second)) {
        (Some(n), _) if second.is_empty() => Some(Pair(n, n)),
        (Some(width), Some(height)) => Some(Pair(width, height)),
        _ => pair(text),
    }
}

/// Whole numbers between commas.
fn fields(text: &[u8]) -> Option<Vec<i64>> {
    text.split(|&byte| byte == b',')
        .take(4)
        .map(|field| number(field.trim_ascii()))
        .collect()
}

/// At most 64 bytes of a word, with anything that is not printable ASCII as `?`.
fn echo(word: &[u8]) -> String {
    word.iter()
        .take(64)
        .map(|&byte| match byte {
            b'!'..=b'~' => char::from(byte),
            _ => '?',
        })
        .collect()
}

/// One entry of a body: `x,y` or `x,y,field`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The point as sent.
    pub at: Pair,
    /// The field as sent, if any.
    pub field: Option<i64>,
}

/// More entries than any board has points are refused.
const MAX_ENTRIES: usize = 22 * 22;

/// A body that is being received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body {
    /// What it is for.
    pub kind: BodyKind,
    /// The entries so far.
    pub entries: Vec<Entry>,
    /// The first thing wrong with it.
    pub fault: Option<String>,
}

impl Body {
    /// An empty body.
    pub fn new(kind: BodyKind) -> Body {
        Body {
            kind,
            entries: Vec::new(),
            fault: None,
        }
    }

    /// Takes a line, or what stands behind the command's word; true at DONE.
    pub fn feed(&mut self, line: &[u8]) -> bool {
        for token in join_at_commas(line).split(|&byte| is_blank(byte)) {
            if token.eq_ignore_ascii_case(b"DONE") {
                return true;
            }
            if !token.is_empty() {
                self.take(token);
            }
        }
        false
    }

    fn take(&mut self, token: &[u8]) {
        if self.kind == BodyKind::Swallow || self.fault.is_some() {
            return;
        }
        let entry = match fields(token).as_deref() {
            Some([x, y]) => Entry {
                at: Pair(*x, *y),
                field: None,
            },
            Some([x, y, field]) => Entry {
                at: Pair(*x, *y),
                field: Some(*field),
            },
            _ => {
                self.fault = Some(format!("\"{}\" is neither x,y nor x,y,field", echo(token)));
                return;
            }
        };
        if self.entries.len() == MAX_ENTRIES {
            self.fault = Some(format!("more than {MAX_ENTRIES} entries"));
        } else {
            self.entries.push(entry);
        }
    }
}

/// Drops the blanks on both sides of every comma, so that `7 , 7` is one token.
fn join_at_commas(line: &[u8]) -> Vec<u8> {
    let mut joined: Vec<u8> = Vec::with_capacity(line.len());
    for &byte in line {
        if byte == b',' {
            while joined.last().copied().is_some_and(is_blank) {
                joined.pop();
            }
        } else if is_blank(byte) && joined.last() == Some(&b',') {
            continue;
        }
        joined.push(byte);
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Command {
        Command::parse(text.as_bytes())
    }

    #[test]
    fn case_tabs_and_double_blanks_do_not_matter() {
        for text in [
            "TURN 7,8",
            "turn 7,8",
            "Turn\t7,8",
            "tUrN   7 ,\t8",
            "TURN 7 , 8",
        ] {
            assert_eq!(parse(text), Command::Turn(Some(Pair(7, 8))), "{text}");
        }
    }

    #[test]
    fn malformed_points_are_none() {
        for text in [
            "", "7", "7,", ",7", "7;7", "7,7,1", "a,b", "7 7", "7,7 x", "0x7,7",
        ] {
            assert_eq!(
                parse(&format!("TURN {text}")),
                Command::Turn(None),
                "{text}"
            );
        }
    }

    #[test]
    fn sizes_come_in_three_forms() {
        assert_eq!(parse("START 15"), Command::Start(Some(Pair(15, 15))));
        assert_eq!(parse("start 15 20"), Command::Start(Some(Pair(15, 20))));
        assert_eq!(parse("START 15,15"), Command::Start(Some(Pair(15, 15))));
        for text in ["START", "START x", "START 15 x", "START 15 15 15"] {
            assert_eq!(parse(text), Command::Start(None), "{text}");
        }
    }

    #[test]
    fn numbers_are_clamped_not_wrapped() {
        assert_eq!(number(b"99999999999999999999999"), Some(i64::MAX));
        assert_eq!(number(b"-99999999999999999999999"), Some(-i64::MAX));
        for text in ["", "-", "1e9", "1.5", "abc", "--1", "1 2"] {
            assert_eq!(number(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn info_is_never_unknown() {
        assert_eq!(parse("INFO"), Command::Info(Info::Ignored));
        assert_eq!(parse("INFO rule"), Command::Info(Info::Ignored));
        assert_eq!(parse("INFO folder C:\\a b"), Command::Info(Info::Ignored));
        assert_eq!(parse("info RULE 4"), Command::Info(Info::Rule(4)));
        assert_eq!(
            parse("INFO time_left -5"),
            Command::Info(Info::TimeLeft(-5))
        );
    }

    #[test]
    fn unknown_words_are_echoed_in_part() {
        assert_eq!(parse("DONE"), Command::Unknown("DONE".to_owned()));
        assert_eq!(parse("7,7"), Command::Unknown("7,7".to_owned()));
        let Command::Unknown(text) = Command::parse(&[0xFF; 200]) else {
            panic!("no command has this name");
        };
        assert_eq!(text, "?".repeat(64));
        assert_eq!(
            parse("YXNONSENSE"),
            Command::Unknown("YXNONSENSE".to_owned())
        );
    }

    #[test]
    fn families_are_known_by_their_beginning() {
        assert_eq!(parse("yxsoosorvstep4"), Command::SoosorvStep(4, None));
        assert!(matches!(
            parse("YXSOOSORVSTEP6 5,5"),
            Command::Open(BodyKind::Fifths, _)
        ));
        assert!(matches!(parse("YXSOOSORVSTEP7"), Command::Unknown(_)));
        for text in [
            "YXEDITTVDDATABASE",
            "yxdeletedatabaseone",
            "YXSETBESTMOVEDATABASE",
        ] {
            assert!(
                matches!(parse(text), Command::Open(BodyKind::Swallow, _)),
                "{text}"
            );
        }
    }

    #[test]
    fn a_path_may_begin_like_a_command() {
        for text in [
            "END",
            "board",
            "TURN 7,7",
            "start 15 15",
            "INFO rule 4",
            "YXBOARD 7,7,1 8,8,2 DONE",
            "YXNBEST 3",
            "YXHASHDUMP",
        ] {
            assert!(Command::is_whole(text.as_bytes()), "{text}");
        }
        for text in [
            "END OF GAME.bin",
            "board positions.db",
            "turn 7.db",
            "start here/book.db",
            "info folder/book.db",
            "stop now.bin",
            "yxnbest of all.db",
            "yxhashdump .bin",
            "book.db",
        ] {
            assert!(!Command::is_whole(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn a_body_may_stand_on_any_number_of_lines() {
        let mut one = Body::new(BodyKind::Board);
        assert!(one.feed(b"7,7,2 8 , 8,1\tDONE"));
        let mut many = Body::new(BodyKind::Board);
        assert!(!many.feed(b""));
        assert!(!many.feed(b"7,7,2"));
        assert!(!many.feed(b"8, 8 ,1"));
        assert!(many.feed(b"done"));
        assert_eq!(one, many);
        assert_eq!(one.entries.len(), 2);
    }

    #[test]
    fn a_broken_body_remembers_its_first_fault() {
        let mut body = Body::new(BodyKind::Board);
        body.feed(b"7,7,1 hello 8,8,1,1");
        assert!(body.fault.as_deref().unwrap_or("").contains("hello"));
        let mut body = Body::new(BodyKind::Board);
        for _ in 0..100_000 {
            body.feed(b"1,1,1");
        }
        assert!(body.fault.is_some() && body.entries.len() == MAX_ENTRIES);
    }
}
