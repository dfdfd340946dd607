//! Transcripts: what each line is answered, with a search that plays the first point it
//! may.

use super::*;

/// Sends lines; returns what is said. Thinking is replaced by the first legal point.
struct Talk {
    dialogue: Dialogue,
    ended: bool,
}

impl Talk {
    fn new() -> Talk {
        Talk {
            dialogue: Dialogue::new(),
            ended: false,
        }
    }

    fn started() -> Talk {
        let mut talk = Talk::new();
        assert_eq!(talk.send("START 15"), ["OK"]);
        talk
    }

    fn send(&mut self, text: &str) -> Vec<String> {
        self.send_bytes(text.as_bytes())
    }

    fn send_bytes(&mut self, bytes: &[u8]) -> Vec<String> {
        let mut inputs = Vec::new();
        let mut cutter = crate::brain::LineCutter::default();
        cutter.feed(bytes, |input| inputs.push(input));
        cutter.finish(|input| inputs.push(input));
        let mut said = Vec::new();
        for input in inputs {
            let actions = self.dialogue.obey(&input);
            self.act(actions, &mut said);
        }
        said
    }

    fn act(&mut self, actions: Vec<Action>, said: &mut Vec<String>) {
        for action in actions {
            match action {
                Action::Say(line) => said.push(line),
                Action::Think(task) => {
                    let found = first_legal(&task);
                    let actions = self.dialogue.answer(&found);
                    self.act(actions, said);
                }
                Action::Forget | Action::Prepare(..) => {}
                Action::Exit => self.ended = true,
            }
        }
    }

    /// The task that a line leads to; the search is left to the caller.
    fn task(&mut self, line: &str) -> Box<Task> {
        let input = Input::Line(line.as_bytes().to_vec());
        let actions = self.dialogue.obey(&input);
        let task = actions.into_iter().find_map(|action| match action {
            Action::Think(task) => Some(task),
            _ => None,
        });
        let task = task.unwrap_or_else(|| panic!("{line} starts no search"));
        self.dialogue.answer(&first_legal(&task));
        task
    }

    fn stones(&self) -> Vec<(u8, u8)> {
        let stones = self.dialogue.stones();
        let points = stones.into_iter().flat_map(Stones::points);
        points.map(|point| (point.x(), point.y())).collect()
    }
}

fn first_legal(task: &Task) -> Found {
    let mut legal = task.position.legal_points();
    let count = match task.ask {
        Ask::Balanced { moves, .. } => usize::from(moves),
        Ask::Best { .. } | Ask::BestOrPair => 1,
    };
    Found {
        points: legal.by_ref().take(count).collect(),
        scores: vec![tengen_engine::Score::ZERO],
        pair: None,
        elapsed_ms: 1,
    }
}

/// Whether it is one line that begins with `word` and says more.
fn is_only(said: &[String], word: &str) -> bool {
    matches!(said, [line] if line.starts_with(&format!("{word} ")) && line.len() < 300)
}

#[test]
fn mandatory_and_optional_commands() {
    let mut talk = Talk::new();
    let about = talk.send("ABOUT");
    assert!(about.len() == 1 && about[0].starts_with("name=\"Tengen\", version=\""));
    for (line, answer) in [
        ("START 20", "OK"),
        ("BEGIN", "0,0"),
        ("TURN 1,0", "2,0"),
        ("TAKEBACK 2,0", "OK"),
        ("TAKEBACK 1,0", "OK"),
        ("PLAY 5,5", "5,5"),
        ("RESTART", "OK"),
        ("RECTSTART 15,15", "OK"),
        ("BOARD\nDONE", "0,0"),
        ("BOARD\n0,0,2\nDONE", "1,0"),
        ("TURN 3,3", "2,0"),
    ] {
        assert_eq!(talk.send(line), [answer], "{line}");
    }
    assert_eq!(talk.stones(), [(0, 0), (1, 0), (3, 3), (2, 0)]);
    assert!(is_only(&talk.send("RECTSTART 15,20"), "ERROR"));
    talk.send("END");
    assert!(talk.ended);
}

#[test]
fn row_1_to_6_words_that_mean_nothing() {
    let mut talk = Talk::started();
    talk.send("TURN 7,7");
    let before = talk.stones();
    for text in [
        "FOO",
        "DONE",
        "7,7",
        "\0\0",
        "START15",
        "YXFOO",
        "MESSAGE x",
    ] {
        assert!(is_only(&talk.send(text), "UNKNOWN"), "{text:?}");
    }
    for bytes in [&b"\x80\xFF\xFE"[..], b"\xC3\x28 7,7", b"TURN\x007,7"] {
        assert!(is_only(&talk.send_bytes(bytes), "UNKNOWN"), "{bytes:?}");
    }
    assert!(talk.send("\n\r\n \t \r\r").is_empty());
    assert!(is_only(&talk.send(&"x".repeat(70_000)), "ERROR"));
    assert_eq!(talk.stones(), before);
    assert_eq!(talk.send("\u{feff}  tUrN \t 1 ,\t1").len(), 1);
    assert_eq!(talk.send("turn 2,2\rturn 3,3\r").len(), 2);
}

#[test]
fn row_8_and_9_before_start() {
    let mut talk = Talk::new();
    for text in [
        "TURN 7,7",
        "BEGIN",
        "BOARD\nDONE",
        "BOARD 7,7,1 DONE",
        "RESTART",
        "TAKEBACK 7,7",
        "PLAY 7,7",
        "SWAP2BOARD DONE",
        "YXNBEST 2",
        "YXSHOWFORBID",
        "YXSWAP2STEP1",
        "YXBALANCETWO 0",
    ] {
        assert!(is_only(&talk.send(text), "ERROR"), "{text}");
    }
    assert_eq!(talk.send("START 15"), ["OK"]);
}

#[test]
fn row_10_to_12_sizes() {
    let mut talk = Talk::started();
    talk.send("TURN 7,7");
    let before = talk.stones();
    for text in [
        "START 3",
        "START 0",
        "START -5",
        "START 1000",
        "START 99999999999",
        "START 99999999999999999999999",
        "START x",
        "START",
        "START 23",
        "START 15 20",
    ] {
        let said = talk.send(text);
        assert!(is_only(&said, "ERROR") && said[0].contains("20"), "{text}");
    }
    assert_eq!(talk.stones(), before);
    assert_eq!(talk.send("start 15 15"), ["OK"]);
    assert!(talk.stones().is_empty());
    assert_eq!(talk.send("START 5"), ["OK"]);
    assert_eq!(talk.send("START 22"), ["OK"]);
}

#[test]
fn row_13_and_14_points() {
    let mut talk = Talk::started();
    assert_eq!(talk.send("TURN 7 , 7"), ["0,0"]);
    let before = talk.stones();
    for text in [
        "7,7",
        "0,0",
        "15,0",
        "0,15",
        "-1,-1",
        "7",
        "7,",
        "7;7",
        "7,7,1",
        "",
        "a,b",
        "99999999999999999999,0",
        "256,256",
    ] {
        for word in ["TURN", "PLAY"] {
            let said = talk.send(&format!("{word} {text}"));
            assert!(is_only(&said, "ERROR"), "{word} {text}");
        }
    }
    assert_eq!(talk.stones(), before);
}

#[test]
fn row_15_and_16_broken_bodies_are_refused_once_at_done() {
    let mut talk = Talk::started();
    talk.send("TURN 7,7");
    let before = talk.stones();
    for body in [
        "7,7,1\n7,7,2",
        "7,7,1\n8,8,1\n7,7,1",
        "7,7,0",
        "7,7,3",
        "7,7,4",
        "7,7",
        "7,7,1,1",
        "15,0,1",
        "-1,-1,1",
        "hello",
        "7,7,1\nx\ny\nz",
    ] {
        for word in ["BOARD", "YXBOARD"] {
            for text in [
                format!("{word}\n{body}\nDONE"),
                format!("{word} {} DONE", body.replace('\n', " ")),
            ] {
                assert!(is_only(&talk.send(&text), "ERROR"), "{text:?}");
            }
        }
    }
    assert_eq!(talk.stones(), before);
}

#[test]
fn row_17_to_19_bodies_without_an_end() {
    let mut talk = Talk::started();
    let said = talk.send("BOARD\n7,7,1\nTURN 3,3");
    assert!(said.len() == 2 && said[0].starts_with("ERROR ") && said[1] == "0,0");
    assert_eq!(talk.stones(), [(3, 3), (0, 0)]);
    assert!(talk.send("BOARD\n7,7,2").is_empty());
    let said = talk.send("INFO rule 1");
    assert!(is_only(&said, "ERROR"));
    assert!(is_only(&talk.send("DONE"), "UNKNOWN"));
    assert!(
        talk.send("BOARD\n7,7,2\nEND").is_empty(),
        "END is obeyed silently"
    );
    assert!(talk.ended);
}

#[test]
fn row_21_boards_that_are_over() {
    for rule in Rule::ALL {
        let mut talk = Talk::started();
        talk.send(&format!("INFO rule {}", rule.gomocup_code()));
        let won = talk.send("BOARD 3,3,2 3,9,1 4,3,2 5,9,1 5,3,2 7,9,1 6,3,2 9,9,1 7,3,2 DONE");
        assert!(
            won.len() == 1 && won[0].split(',').count() == 2,
            "{rule}: {won:?}"
        );
        let last = talk.stones()[9];
        assert!(!talk.stones()[..9].contains(&last));
        assert_eq!(talk.send("TURN 14,14").len(), 1);
    }
    let mut talk = Talk::new();
    talk.send("START 5");
    let mut body = String::from("BOARD ");
    for n in 0..25 {
        // Rows of pairs, shifted: no five anywhere.
        let field = 1 + (n / 2 + n / 5) % 2;
        body.push_str(&format!("{},{},{field} ", n % 5, n / 5));
    }
    assert!(is_only(&talk.send(&format!("{body} DONE")), "ERROR"));
    assert!(is_only(&talk.send("BEGIN"), "ERROR"));
}

#[test]
fn row_23_play_goes_on_to_the_last_point() {
    for rule in Rule::ALL {
        let mut talk = Talk::new();
        talk.send(&format!("INFO rule {}\nSTART 6", rule.gomocup_code()));
        let mut said = talk.send("BEGIN");
        while let Some(free) = free_point(&talk) {
            assert_eq!(said.len(), 1);
            said = talk.send(&format!("TURN {},{}", free.0, free.1));
        }
        // All points were free once, so none was named twice.
        assert_eq!(talk.stones().len(), 36, "{rule}: {said:?}");
    }
}

fn free_point(talk: &Talk) -> Option<(u8, u8)> {
    let taken = talk.stones();
    let all = (0..36).rev().map(|n| (n % 6, n / 6));
    all.into_iter().find(|point| !taken.contains(point))
}

#[test]
fn row_22_uneven_boards_are_played_on() {
    let mut talk = Talk::started();
    for body in [
        "7,7,1",
        "7,7,2 8,8,2",
        "7,7,1 8,8,1 9,9,1",
        "7,7,1 8,8,2 9,9,1",
    ] {
        assert_eq!(talk.send(&format!("BOARD {body} DONE")), ["0,0"], "{body}");
    }
}

#[test]
fn row_24_to_26_take_back_play_and_stop() {
    let mut talk = Talk::started();
    talk.send("TURN 7,7\nTURN 8,8");
    assert_eq!(talk.stones().len(), 4);
    assert!(is_only(&talk.send("TAKEBACK 5,5"), "ERROR"));
    assert!(is_only(&talk.send("TAKEBACK"), "ERROR"));
    assert_eq!(talk.send("TAKEBACK 7,7"), ["OK"]);
    assert_eq!(talk.stones(), [(0, 0), (8, 8), (1, 0)]);
    assert!(is_only(&talk.send("PLAY 8,8"), "ERROR"));
    assert!(talk.send("STOP\nYXSTOP\nstop").is_empty());
}

#[test]
fn row_29_info_is_silent_whatever_it_says() {
    let mut talk = Talk::started();
    let keys = [
        "timeout_turn",
        "timeout_match",
        "time_left",
        "max_memory",
        "game_type",
        "rule",
        "folder",
        "evaluate",
        "max_depth",
        "max_node",
        "start_depth",
        "hash_size",
        "thread_num",
        "caution_factor",
        "show_detail",
        "pondering",
        "checkmate",
        "usedatabase",
        "time_increment",
        "thread_split_depth",
        "vcthread",
        "nbestsym",
        "strength",
        "swapable",
        "nonsense",
        "",
    ];
    let values = [
        "",
        "x",
        "-1",
        "0",
        "1",
        "2147483648",
        "9223372036854775808",
        "1e99",
        "7,7",
        "/a b/c",
    ];
    for key in keys {
        for value in values {
            assert!(talk.send(&format!("INFO {key} {value}")).is_empty());
            let task = talk.task("BOARD DONE");
            assert!(task.memory.threads >= 1 && task.memory.table_bytes >= 1 << 20);
        }
    }
}

#[test]
fn row_31_a_limit_that_cannot_be_met_is_said_once_before_the_next_answer() {
    let mut talk = Talk::started();
    assert!(talk.send("INFO max_memory 1\nINFO max_memory 1").is_empty());
    let said = talk.send("BEGIN");
    assert!(said.len() == 2 && said[0].starts_with("MESSAGE max_memory 1 "));
    assert_eq!(talk.send("TURN 7,7").len(), 1);
}

#[test]
fn row_32_rules_change_between_searches() {
    let mut talk = Talk::started();
    for (code, rule) in [
        (0, Rule::Freestyle),
        (1, Rule::Standard),
        (2, Rule::Freestyle),
        (4, Rule::Renju),
        (8, Rule::Caro8),
        (9, Rule::Caro9),
        (77, Rule::Caro9),
        (-1, Rule::Caro9),
    ] {
        talk.send(&format!("INFO rule {code}"));
        assert_eq!(talk.task("BOARD DONE").position.rule(), rule, "{code}");
    }
    for unknown in [5, 77] {
        talk.send(&format!("INFO rule 0\nINFO rule 1\nINFO rule {unknown}"));
        let said = talk.send("BOARD DONE");
        assert!(said[0].ends_with(": standard is kept"), "{said:?}");
        assert_eq!(talk.task("BOARD DONE").position.rule(), Rule::Standard);
    }
    talk.send("YXHASHCLEAR\nINFO rule 2");
    assert_eq!(talk.task("BOARD DONE").position.rule(), Rule::Renju);
}

#[test]
fn row_36_forbidden_points_are_shown_and_forgiven() {
    // A double three is open to Black at 7,7.
    let board = |black: u8| {
        let white = 3 - black;
        format!(
            "5,7,{black} 0,0,{white} 6,7,{black} 1,2,{white} 7,5,{black} 0,4,{white} \
             7,6,{black} 1,6,{white} DONE"
        )
    };
    let mut talk = Talk::started();
    talk.send(&format!("INFO rule 4\nYXBOARD {}", board(1)));
    assert_eq!(talk.send("YXSHOWFORBID"), ["FORBID 0707."]);
    talk.send(&format!("YXBOARD {}", board(2)));
    let said = talk.send("TURN 7,7");
    assert!(said.len() == 1 && said[0] != "7,7" && !said[0].starts_with("ERROR"));
    let taken_back = talk.send(&format!("TAKEBACK {}\nYXSHOWFORBID", said[0]));
    assert_eq!(taken_back, ["OK", "FORBID ."], "White is to move");
    talk.send("INFO rule 1");
    talk.send(&format!("YXBOARD {}", board(1)));
    assert_eq!(talk.send("YXSHOWFORBID"), ["FORBID ."]);
}

#[test]
fn row_35_black_with_only_forbidden_points_has_no_move() {
    // A board with one free point, which makes six.
    let mut talk = Talk::new();
    talk.send("START 6\nINFO rule 4");
    let mut body = String::from("BOARD ");
    for y in 0..6 {
        for x in 0..6 {
            if (x, y) == (3, 0) {
                continue;
            }
            // The first row is Black's but for the gap; below, no row of five of White.
            let black = y == 0 || (x + 2 * y) % 4 < 2;
            body.push_str(&format!("{x},{y},{} ", if black { 1 } else { 2 }));
        }
    }
    let said = talk.send(&format!("{body} DONE"));
    assert!(is_only(&said, "ERROR"), "{said:?}");
}

#[test]
fn yixin_commands() {
    let mut talk = Talk::started();
    let info = talk.send("YXSHOWINFO");
    assert!(info.len() == 2 && info[0].starts_with("MESSAGE INFO MAX_THREAD_NUM "));
    assert!(info[1].starts_with("MESSAGE INFO MAX_HASH_SIZE "));
    assert!(talk.send("YXBOARD 7,7,2 8,8,1 9,9,2 DONE").is_empty());
    assert_eq!(talk.stones().len(), 3);
    assert_eq!(talk.task("YXNBEST 3").ask, Ask::Best { lines: 3 });
    assert!(matches!(talk.task("YXSEARCHDEFEND").ask, Ask::Best { lines } if lines >= 484));
    assert_eq!(talk.send("YXBALANCEONE 10").len(), 1);
    let two = talk.send("YXBALANCETWO -10");
    assert_eq!(two[0].split(' ').count(), 2);
    let mut over = Talk::started();
    over.send("YXBOARD 0,0,1 0,1,2 1,0,1 1,1,2 2,0,1 2,1,2 3,0,1 3,1,2 4,0,1 9,9,2 DONE");
    let two = over.send("YXBALANCETWO 0");
    assert_eq!(two[0].split(' ').count(), 2, "{two:?}");
    for silent in [
        "YXHASHCLEAR",
        "YXBLOCKRESET",
        "YXBLOCKPATHRESET",
        "YXDRAW",
        "YXRESIGN",
        "YXDBFIX",
        "YXFORBID add 3 4 s",
        "RELOADCONFIG file",
        "YXPRINTFEATURE",
        "YXSETDATABASE\n/tmp/a file.db",
        "YXHASHDUMP\nC:\\x",
        "YXEDITTVDDATABASE\n1,1\n2,2\nDONE",
        "YXDELETEDATABASEALL 1,1 DONE",
        "YXQUERYDATABASEONE\n7,7\nDONE",
    ] {
        assert!(talk.send(silent).is_empty(), "{silent}");
    }
    assert_eq!(
        talk.send("YXQUERYDATABASEALL\n7,7\nDONE"),
        ["MESSAGE DATABASE REFRESH", "MESSAGE DATABASE DONE"]
    );
    assert!(is_only(&talk.send("YXSHOWHASHUSAGE"), "MESSAGE"));
}

#[test]
fn the_line_after_a_command_that_takes_a_path_is_no_command() {
    for command in ["YXSETDATABASE", "YXHASHDUMP", "yxhashload", "YXDBTOTXT"] {
        for path in [
            "END OF GAME.bin",
            "board positions.db",
            "stop here.bin",
            "book.db",
        ] {
            let mut talk = Talk::started();
            let said = talk.send(&format!("{command}\n{path}"));
            assert!(said.is_empty() && !talk.ended, "{command}, {path}");
            assert_eq!(talk.send("TURN 7,7").len(), 1, "{command}, {path}");
        }
        // A manager that leaves the path out is understood all the same.
        let mut talk = Talk::started();
        assert_eq!(talk.send(&format!("{command}\nTURN 7,7")).len(), 1);
        talk.send(&format!("{command}\nEND"));
        assert!(talk.ended, "{command}");
    }
}

#[test]
fn time_left_may_come_before_the_start_of_the_same_thought() {
    let mut talk = Talk::new();
    talk.send("info timeout_turn 5000\ninfo timeout_match 60000");
    talk.send("info time_left 300\nyxhashclear\nstart 15 15");
    let task = talk.task("board 7,7,2 done");
    let left = task.budget.limits.left_ms;
    assert!(task.budget.quick || left <= Some(300), "{left:?}");
    // The next game has a full clock.
    talk.send("start 15 15");
    let left = talk.task("board 7,7,2 done").budget.limits.left_ms;
    assert!(left > Some(50_000), "{left:?}");
}

#[test]
fn blocked_points_and_lines_are_excluded() {
    let mut talk = Talk::started();
    talk.send("YXBLOCK 3,3 4,4\nDONE");
    talk.send("YXBLOCKUNDO 4,4 DONE");
    let excluded = |task: &Task| {
        task.excluded
            .iter()
            .map(|p| (p.x(), p.y()))
            .collect::<Vec<_>>()
    };
    assert_eq!(excluded(&talk.task("BOARD DONE")), [(3, 3)]);
    talk.send("YXBLOCKRESET\nYXBLOCKPATH 7,7 8,8\nDONE");
    assert_eq!(excluded(&talk.task("BOARD 7,7,2 DONE")), [(8, 8)]);
    assert!(excluded(&talk.task("BOARD 7,8,2 DONE")).is_empty());
    // A longer line goes on from here; the order in which it came here does not matter.
    talk.send("YXBLOCKPATH 1,1 2,2 3,3 4,4 5,5 DONE");
    let lines = |task: &Task| -> Vec<Vec<(u8, u8)>> {
        let pairs = |line: &Vec<Point>| line.iter().map(|p| (p.x(), p.y())).collect();
        task.excluded_lines.iter().map(pairs).collect()
    };
    assert_eq!(
        lines(&talk.task("BOARD 3,3,2 2,2,1 1,1,2 DONE")),
        [[(4, 4), (5, 5)]]
    );
    assert!(lines(&talk.task("BOARD 2,2,2 3,3,1 1,1,2 DONE")).is_empty());
    assert_eq!(
        excluded(&talk.task("BOARD 1,1,1 2,2,2 3,3,1 4,4,2 DONE")),
        [(5, 5)]
    );
    assert!(lines(&talk.task("BOARD 1,1,1 2,2,2 3,3,1 4,4,2 5,5,1 6,6,2 DONE")).is_empty());
    talk.send("YXBLOCKPATHUNDO 7,7 8,8 DONE");
    assert!(excluded(&talk.task("BOARD 7,7,2 DONE")).is_empty());
    assert!(is_only(&talk.send("YXBLOCK 99,99 DONE"), "ERROR"));
}

#[test]
fn pondering_is_for_the_opponents_time() {
    let mut talk = Talk::started();
    assert!(talk.dialogue.ponder().is_none());
    talk.send("TURN 7,7");
    assert!(talk.dialogue.ponder().is_none(), "off by default");
    talk.send("INFO pondering 1");
    let ponder = talk.dialogue.ponder().unwrap();
    assert_eq!(ponder.position.to_move(), Stone::Black);
    assert_eq!(ponder.position.board().stone_count(), 2);
    // Not within a body, and not after a stop until the next move.
    talk.send("YXBLOCK\n3,3");
    assert!(talk.dialogue.ponder().is_none());
    talk.send("DONE");
    assert!(talk.dialogue.ponder().is_some());
    talk.send("YXSTOP");
    assert!(talk.dialogue.ponder().is_none());
    talk.send("TURN 8,8");
    assert!(talk.dialogue.ponder().is_some());
    // Yixin-Board sends the whole board after our move.
    talk.send("START 15");
    assert!(talk.dialogue.ponder().is_none());
    talk.send("YXBOARD 7,7,2 8,8,1 DONE");
    assert!(talk.dialogue.ponder().is_some());
    talk.send("YXBOARD 7,7,2 DONE");
    assert!(talk.dialogue.ponder().is_none(), "our turn");
    talk.send("YXBOARD 1,1,1 1,2,2 2,1,1 2,2,2 3,1,1 3,2,2 4,1,1 4,2,2 5,1,1 DONE");
    assert!(talk.dialogue.ponder().is_none(), "the game is over");
    talk.send("YXBOARD 7,7,2 8,8,1 DONE\nINFO pondering 0");
    assert!(talk.dialogue.ponder().is_none());
}

#[test]
fn swap2() {
    let mut talk = Talk::started();
    assert_eq!(talk.send("SWAP2BOARD\nDONE"), ["7,7 8,7 0,0"]);
    assert_eq!(talk.send("SWAP2BOARD\n7,7\n8,7\n9,9\nDONE"), ["0,0"]);
    let five = talk.send("SWAP2BOARD 7,7 8,7 9,9 1,1 2,2 DONE");
    assert_eq!(five, ["0,0"]);
    assert!(is_only(&talk.send("SWAP2BOARD 7,7 DONE"), "ERROR"));
    assert!(is_only(&talk.send("SWAP2BOARD 7,7 7,7 8,8 DONE"), "ERROR"));
    assert_eq!(talk.send("YXSWAP2STEP1").len(), 3);
    talk.send("YXBOARD 7,7,2 8,7,1 9,9,2 DONE");
    assert_eq!(talk.send("YXSWAP2STEP2"), ["MESSAGE SWAP2 SWAP1 NO"]);
    assert!(is_only(&talk.send("YXSWAP2STEP3"), "ERROR"));
    assert_eq!(talk.send("YXSOOSORVSTEP2"), ["MESSAGE SOOSORV SWAP1 NO"]);
    assert_eq!(talk.send("YXSOOSORVSTEP3"), ["MESSAGE SOOSORV MOVE4 0 0 1"]);
    assert!(is_only(&talk.send("YXSOOSORVSTEP6 5,5 DONE"), "ERROR"));
    talk.send("YXBOARD 7,7,2 8,7,1 9,9,2 6,8,1 DONE");
    assert!(is_only(&talk.send("YXSOOSORVSTEP6 DONE"), "ERROR"));
    assert!(is_only(&talk.send("YXSOOSORVSTEP6\n7,7\nDONE"), "ERROR"));
    let choice = talk.send("YXSOOSORVSTEP6\n5,5\n4,4\nDONE");
    assert!(is_only(&choice, "MESSAGE SOOSORV MOVE5C"), "{choice:?}");
    assert_eq!(talk.send("BOARD 7,7,2 8,7,1 9,9,2 DONE"), ["0,0"]);
}

#[test]
fn every_pair_of_commands_leaves_the_dialogue_alive() {
    let commands = [
        "START 15",
        "START x",
        "RECTSTART 15,15",
        "RESTART",
        "BEGIN",
        "TURN 7,7",
        "TURN x",
        "PLAY 3,3",
        "TAKEBACK 7,7",
        "BOARD",
        "BOARD 7,7,1 DONE",
        "7,7,1",
        "DONE",
        "INFO rule 4",
        "INFO timeout_turn 0",
        "ABOUT",
        "STOP",
        "YXSTOP",
        "YXSHOWINFO",
        "YXBOARD",
        "YXNBEST 2",
        "YXBALANCEONE 0",
        "YXBALANCETWO 0",
        "YXSHOWFORBID",
        "YXHASHCLEAR",
        "YXBLOCK",
        "YXBLOCKUNDO 1,1 DONE",
        "YXBLOCKPATH 7,7 DONE",
        "YXSEARCHDEFEND",
        "YXSWAP2STEP1",
        "YXSWAP2STEP2",
        "YXSWAP2STEP3",
        "YXSOOSORVSTEP1",
        "SWAP2BOARD",
        "SWAP2BOARD DONE",
        "YXSETDATABASE",
        "YXEDITLABEL",
        "YXQUERYDATABASEALL",
        "nonsense",
    ];
    for first in commands {
        for second in commands {
            for begin in ["", "START 15\n"] {
                let mut talk = Talk::new();
                talk.send(&format!("{begin}{first}\n{second}"));
                let said = talk.send("ABOUT");
                let about = said.last().unwrap();
                assert!(about.starts_with("name="), "{first} / {second}: {said:?}");
                assert_eq!(talk.send("START 20"), ["OK"]);
                assert_eq!(talk.send("BEGIN"), ["0,0"]);
            }
        }
    }
}

/// Six ways to write the same lines.
fn spellings(text: &str) -> [Vec<u8>; 6] {
    let lines: Vec<&str> = text.lines().collect();
    [
        lines.join("\n").into_bytes(),
        lines.join("\r\n").into_bytes(),
        lines.join("\r").into_bytes(),
        lines.join("\n").to_lowercase().into_bytes(),
        lines.join(" \t\n\n").replace(' ', "\t ").into_bytes(),
        format!("\u{feff}{}", lines.join("\r\n\r\n").replace(',', " , ")).into_bytes(),
    ]
}

#[test]
fn spelling_and_splitting_change_nothing() {
    let text = "ABOUT\nSTART 15\nINFO timeout_turn 1000\nINFO rule 4\nBOARD\n7,7,2\n8,8,1\n\
                9,9,2\nDONE\nTURN 3,3\nTAKEBACK 3,3\nYXBOARD 7,7,2 8,8,1 DONE\nYXSHOWFORBID\n\
                YXNBEST 2\nTURN 99,99\nSWAP2BOARD\nDONE\nRESTART\nBEGIN";
    let wanted = Talk::new().send(text);
    assert!(wanted.len() >= 9, "{wanted:?}");
    for bytes in spellings(text) {
        assert_eq!(Talk::new().send_bytes(&bytes), wanted, "{bytes:?}");
    }
}

#[test]
fn a_hundred_thousand_lines_of_noise() {
    let mut rng = tengen_core::rng::Rng::new(11);
    let words = [
        "START",
        "15",
        "TURN",
        "7,7",
        "BOARD",
        "DONE",
        "INFO",
        "rule",
        "4",
        "YXBOARD",
        "8,8,1",
        "BEGIN",
        "RESTART",
        "TAKEBACK",
        "PLAY",
        "YXNBEST",
        "-1",
        "time_left",
        "0",
        "SWAP2BOARD",
        "YXBLOCK",
        "\0",
        "\u{fffd}",
        "YXSETDATABASE",
        "ABOUT",
        "99999999999999999999",
        "5",
        "3,4",
        "2,2,2",
        "YXSHOWFORBID",
        ",",
        ",,",
        "x,y",
        "YXBALANCETWO",
        "YXSWAP2STEP1",
    ];
    let mut talk = Talk::new();
    let mut answers = 0;
    for _ in 0..100_000 {
        let count = 1 + rng.below(4);
        let mut line: Vec<u8> = Vec::new();
        for _ in 0..count {
            line.extend_from_slice(words[rng.below(words.len())].as_bytes());
            line.push(b" \t"[rng.below(2)]);
        }
        if rng.below(4) == 0 {
            let at = rng.below(line.len());
            line[at] = rng.next_u64() as u8;
        }
        let before = talk.stones();
        let said = talk.send_bytes(&line);
        answers += said.len();
        assert!(!talk.ended);
        // A block without its end is dropped, and the command in its place carried out.
        let is_refusal = |line: &String| {
            line.starts_with("UNKNOWN")
                || line.starts_with("ERROR") && !line.contains("DONE was missing")
        };
        if !said.is_empty() && said.iter().all(is_refusal) {
            assert_eq!(talk.stones(), before, "{}: {said:?}", line.escape_ascii());
        }
        for line in said {
            assert!(line.len() < 1_000 && line.is_ascii() && !line.contains('\n'));
        }
    }
    assert!(answers > 50_000);
    assert!(talk.send("ABOUT").last().unwrap().starts_with("name="));
}
