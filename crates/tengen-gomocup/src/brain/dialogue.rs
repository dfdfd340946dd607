//! The dialogue as a state machine: lines in, actions out. No threads, no clock.

use tengen_core::{Point, Position, Rule, Size, Stone, forbidden};

use super::command::{Body, BodyKind, Command, Info, Pair};
use super::opening::{self, Opening};
use super::settings::{self, Moves, Settings};
use super::stones::{Owner, Stones, any_legal_point};
use super::task::{Ask, Found, Ponder, Style, Task};
use super::wire::Input;

/// What the brain has to do.
#[derive(Clone, Debug)]
pub enum Action {
    /// Send this line.
    Say(String),
    /// Search, then call [`Dialogue::answer`].
    Think(Box<Task>),
    /// Make ready for searches by this rule, if there is time.
    Prepare(Rule, Option<Size>),
    /// Forget what earlier searches found.
    Forget,
    /// End the process.
    Exit,
}

/// What to do with what the running search finds.
#[derive(Clone, Debug)]
enum Pending {
    /// So many moves are played from here.
    Play(Position, usize),
    Opening(Opening, Position),
}

/// The state of the conversation with a manager.
#[derive(Debug, Default)]
pub struct Dialogue {
    settings: Settings,
    stones: Option<Stones>,
    body: Option<Body>,
    path_follows: bool,
    blocked: Vec<Point>,
    blocked_paths: Vec<Vec<Point>>,
    /// To be said before the next answer.
    notices: Vec<String>,
    pending: Option<Pending>,
    /// The manager wants quiet until our next move.
    quiet: bool,
}

impl Dialogue {
    /// A dialogue that has not begun.
    pub fn new() -> Dialogue {
        Dialogue::default()
    }

    /// The settings as told so far.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The stones on the board; `None` before START.
    pub fn stones(&self) -> Option<&Stones> {
        self.stones.as_ref()
    }

    /// Obeys one line. While a [`Task`] is out, [`Dialogue::answer`] must come first.
    pub fn obey(&mut self, input: &Input) -> Vec<Action> {
        debug_assert!(self.pending.is_none(), "a search is running");
        let mut actions = Vec::new();
        match input {
            Input::TooLong => self.refuse_long_line(&mut actions),
            Input::Line(line) => self.obey_line(line, &mut actions),
        }
        self.give_notice(actions)
    }

    /// Puts what has to be said before an answer before the first one.
    fn give_notice(&mut self, mut actions: Vec<Action>) -> Vec<Action> {
        let is_answer = |action: &Action| matches!(action, Action::Say(_) | Action::Think(_));
        if !actions.iter().any(is_answer) {
            return actions;
        }
        let notices = self.notices.drain(..);
        let said = notices.map(|text| Action::Say(format!("MESSAGE {text}")));
        actions.splice(0..0, said);
        actions
    }

    fn refuse_long_line(&mut self, actions: &mut Vec<Action>) {
        self.path_follows = false;
        let text = "a line of more than 65536 bytes was dropped";
        match &mut self.body {
            Some(body) => body.fault = Some(text.to_owned()),
            None => actions.push(error(text)),
        }
    }

    fn obey_line(&mut self, line: &[u8], actions: &mut Vec<Action>) {
        if std::mem::take(&mut self.path_follows) && !Command::is_whole(line) {
            return;
        }
        let command = Command::parse(line);
        let is_known = !matches!(command, Command::Unknown(_));
        if let Some(mut body) = self.body.take() {
            if !is_known {
                if body.feed(line) {
                    self.close_body(&body, actions);
                } else {
                    self.body = Some(body);
                }
                return;
            }
            // END is obeyed without a word.
            if command != Command::End {
                actions.push(error("DONE was missing: what was sent before is dropped"));
            }
        }
        self.settings.yixin |= Command::is_yixin(line);
        self.obey_command(command, actions);
    }

    fn obey_command(&mut self, command: Command, actions: &mut Vec<Action>) {
        match command {
            Command::Start(size) => self.start(size, "START n, n from 5 to 22", actions),
            Command::RectStart(size) => self.start(size, "RECTSTART n,n", actions),
            Command::Restart => actions.push(self.restart()),
            Command::Begin => actions.extend(self.think_or_error(1)),
            Command::Turn(pair) => actions.extend(self.turn(pair)),
            Command::Play(pair) => actions.push(self.play(pair)),
            Command::TakeBack(pair) => actions.push(self.take_back(pair)),
            Command::Open(kind, rest) => self.open_body(kind, &rest, actions),
            Command::Info(info) => self.info(info, actions),
            Command::About => actions.push(Action::Say(about())),
            Command::End => actions.push(Action::Exit),
            Command::Stop => self.quiet = true,
            Command::Ignored => {}
            Command::PathFollows => self.path_follows = true,
            Command::HashClear => actions.push(Action::Forget),
            Command::Unknown(word) => {
                actions.push(Action::Say(format!("UNKNOWN command {word}")));
            }
            yixin => self.obey_yixin(&yixin, actions),
        }
    }

    fn obey_yixin(&mut self, command: &Command, actions: &mut Vec<Action>) {
        match *command {
            Command::ShowInfo => actions.extend(self.show_info()),
            Command::NBest(lines) => {
                let lines = lines.unwrap_or(1).clamp(1, 500);
                actions.extend(self.think_or_error(lines as usize));
            }
            // As many lines as there are moves: the engine knows how many.
            Command::SearchDefend => actions.extend(self.think_or_error(500)),
            Command::Balance(moves, target) => actions.extend(self.balance(moves, target)),
            Command::ShowForbid => actions.push(self.show_forbidden()),
            Command::HashUsage => {
                let bytes = self.settings.memory().table_bytes;
                let text = format!("MESSAGE the table may have {} MiB", bytes >> 20);
                actions.push(Action::Say(text));
            }
            Command::BlockReset => self.blocked.clear(),
            Command::BlockPathReset => {
                self.blocked_paths.clear();
                actions.push(Action::Forget);
            }
            Command::Swap2Step(step) => actions.extend(self.open_yixin(&opening::swap2_step(step))),
            Command::SoosorvStep(step, number) => {
                actions.extend(self.open_yixin(&opening::soosorv_step(step, number)));
            }
            _ => {}
        }
    }

    fn info(&mut self, info: Info, actions: &mut Vec<Action>) {
        if let Some(complaint) = self.settings.apply(info) {
            self.notice(complaint);
        }
        if matches!(info, Info::Rule(_)) {
            let size = self.stones.as_ref().map(Stones::size);
            actions.push(Action::Prepare(self.settings.likely_rule(), size));
        }
    }

    /// A manager that repeats itself is told once.
    fn notice(&mut self, text: String) {
        if !self.notices.contains(&text) && self.notices.len() < 16 {
            self.notices.push(text);
        }
    }

    fn start(&mut self, size: Option<Pair>, form: &str, actions: &mut Vec<Action>) {
        match checked_size(size, form) {
            Ok(size) => {
                self.stones = Some(Stones::new(size));
                self.settings.times.new_game();
                actions.push(Action::Say("OK".to_owned()));
                // Most managers name the rule next: the tables of another would keep the
                // thinker busy just then.
                if self.settings.is_rule_told() {
                    let rule = self.settings.likely_rule();
                    actions.push(Action::Prepare(rule, Some(size)));
                }
            }
            Err(fault) => actions.push(error(&fault)),
        }
    }

    fn restart(&mut self) -> Action {
        match &mut self.stones {
            Some(stones) => {
                *stones = Stones::new(stones.size());
                self.settings.times.new_game();
                Action::Say("OK".to_owned())
            }
            None => not_started(),
        }
    }

    fn turn(&mut self, pair: Option<Pair>) -> Vec<Action> {
        let Some(stones) = &mut self.stones else {
            return vec![not_started()];
        };
        let Some(pair) = pair else {
            return vec![error("expected TURN x,y")];
        };
        match stones.add(pair, Owner::Opponent) {
            Ok(_) => self.think_or_error(1),
            Err(fault) => vec![error(&fault)],
        }
    }

    fn play(&mut self, pair: Option<Pair>) -> Action {
        let Some(stones) = &mut self.stones else {
            return not_started();
        };
        let Some(pair) = pair else {
            return error("expected PLAY x,y");
        };
        match stones.add(pair, Owner::Own) {
            Ok(point) => Action::Say(coordinates(point)),
            Err(fault) => error(&fault),
        }
    }

    fn take_back(&mut self, pair: Option<Pair>) -> Action {
        let Some(stones) = &mut self.stones else {
            return not_started();
        };
        let Some(pair) = pair else {
            return error("expected TAKEBACK x,y");
        };
        match stones.remove(pair) {
            Ok(()) => Action::Say("OK".to_owned()),
            Err(fault) => error(&fault),
        }
    }

    fn open_body(&mut self, kind: BodyKind, rest: &[u8], actions: &mut Vec<Action>) {
        let mut body = Body::new(kind);
        if body.feed(rest) {
            self.close_body(&body, actions);
        } else {
            self.body = Some(body);
        }
    }

    fn close_body(&mut self, body: &Body, actions: &mut Vec<Action>) {
        if body.kind == BodyKind::Swallow {
            return;
        }
        if body.kind == BodyKind::QueryDatabase {
            for text in ["MESSAGE DATABASE REFRESH", "MESSAGE DATABASE DONE"] {
                actions.push(Action::Say(text.to_owned()));
            }
            return;
        }
        let result = match &body.fault {
            Some(fault) => Err(fault.clone()),
            None => self.use_body(body),
        };
        match result {
            Ok(more) => actions.extend(more),
            Err(fault) => actions.push(error(&fault)),
        }
    }

    fn use_body(&mut self, body: &Body) -> Result<Vec<Action>, String> {
        let stones = self.stones.as_ref().ok_or(NOT_STARTED)?;
        let size = stones.size();
        let points = || -> Result<Vec<Point>, String> {
            body.entries
                .iter()
                .map(|entry| stones.point(entry.at))
                .collect()
        };
        match body.kind {
            BodyKind::Board => {
                self.stones = Some(Stones::from_entries(size, &body.entries)?);
                return Ok(self.think_or_error(1));
            }
            BodyKind::QuietBoard => {
                self.stones = Some(Stones::from_entries(size, &body.entries)?);
            }
            BodyKind::Swap2Board => {
                let stones = Stones::from_opening(size, &body.entries)?;
                let opening = opening::swap2_board(stones.count())?;
                return Ok(self.think_opening(&opening, &stones));
            }
            BodyKind::Block => {
                let points = points()?;
                self.blocked.retain(|point| !points.contains(point));
                self.blocked.extend(points);
            }
            BodyKind::BlockUndo => {
                let points = points()?;
                self.blocked.retain(|point| !points.contains(point));
            }
            BodyKind::BlockPath => {
                let path = points()?;
                if !self.blocked_paths.contains(&path) && self.blocked_paths.len() < 1_000 {
                    self.blocked_paths.push(path);
                }
                return Ok(vec![Action::Forget]);
            }
            BodyKind::BlockPathUndo => {
                let path = points()?;
                self.blocked_paths.retain(|known| *known != path);
                return Ok(vec![Action::Forget]);
            }
            BodyKind::Fifths => {
                let offered = points()?;
                let stones = stones.clone();
                return Ok(self.think_opening(&opening::soosorv_choice(offered), &stones));
            }
            BodyKind::QueryDatabase | BodyKind::Swallow => {}
        }
        Ok(Vec::new())
    }

    /// The position with us to move, by the rule as it is understood now.
    fn position(&mut self) -> Option<Position> {
        let (rule, doubt) = self.settings.resolve_rule();
        if let Some(doubt) = doubt {
            self.notice(doubt);
        }
        Some(self.stones.as_ref()?.position(rule))
    }

    /// Thinks about a move; a game that is over needs no thought.
    fn think_or_error(&mut self, lines: usize) -> Vec<Action> {
        self.ask(Ask::Best { lines })
    }

    fn balance(&mut self, moves: u8, target: Option<i64>) -> Vec<Action> {
        let target = target.unwrap_or(0).clamp(-20_000, 20_000) as i32;
        self.ask(Ask::Balanced { moves, target })
    }

    fn ask(&mut self, ask: Ask) -> Vec<Action> {
        let Some(position) = self.position() else {
            return vec![not_started()];
        };
        let moves = match ask {
            Ask::Best { .. } | Ask::BestOrPair => 1,
            Ask::Balanced { moves, .. } => usize::from(moves),
        };
        self.pending = Some(Pending::Play(position.clone(), moves));
        if position.outcome().is_some() {
            return self.answer(&Found::default());
        }
        vec![self.think(ask, position)]
    }

    fn think(&self, ask: Ask, position: Position) -> Action {
        let size = position.size();
        let mut excluded = self.blocked.clone();
        let mut excluded_lines = self.blocked_lines(&position);
        excluded_lines.retain(|line| match line[..] {
            [only] => {
                excluded.push(only);
                false
            }
            _ => true,
        });
        Action::Think(Box::new(Task {
            ask,
            excluded,
            excluded_lines,
            budget: self.settings.budget(moves_of(&position)),
            position,
            memory: self.settings.memory(),
            style: Style {
                detail: self.settings.detail,
                swapped: self.settings.yixin,
                size,
            },
        }))
    }

    /// How the blocked paths that lead through this position, by whatever order of
    /// moves, go on from here.
    fn blocked_lines(&self, position: &Position) -> Vec<Vec<Point>> {
        let board = position.board();
        let colours = || Stone::BOTH.into_iter().cycle();
        let goes_on = |path: &Vec<Point>| {
            let (before, rest) = path.split_at_checked(board.stone_count())?;
            let mut stones = before.iter().zip(colours());
            let leads_here = stones.all(|(&point, stone)| board.get(point) == Some(stone));
            (leads_here && !rest.is_empty()).then(|| rest.to_vec())
        };
        self.blocked_paths.iter().filter_map(goes_on).collect()
    }

    /// What to think about while the opponent thinks; `None` if that is not wanted.
    pub fn ponder(&self) -> Option<Ponder> {
        let is_idle = self.pending.is_none() && self.body.is_none() && !self.quiet;
        if !self.settings.pondering || !is_idle {
            return None;
        }
        let stones = self.stones.as_ref()?;
        let position = stones.position_of_opponent(self.settings.likely_rule())?;
        position.outcome().is_none().then(|| Ponder {
            position,
            memory: self.settings.memory(),
        })
    }

    fn open_yixin(&mut self, opening: &Opening) -> Vec<Action> {
        match self.stones.clone() {
            Some(stones) => self.think_opening(opening, &stones),
            None => vec![not_started()],
        }
    }

    /// Begins with what an opening step has to decide.
    fn think_opening(&mut self, opening: &Opening, stones: &Stones) -> Vec<Action> {
        let (rule, doubt) = self.settings.resolve_rule();
        if let Some(doubt) = doubt {
            self.notice(doubt);
        }
        match opening.prepare(stones, rule) {
            Ok(question) => {
                let position = question.position;
                self.pending = Some(Pending::Opening(opening.clone(), position.clone()));
                let mut action = self.think(question.ask, position);
                if let Action::Think(task) = &mut action {
                    task.excluded = question.excluded;
                    opening::limit(&mut task.budget);
                }
                vec![action]
            }
            Err(fault) => vec![error(&fault)],
        }
    }

    /// Takes what the search found, and answers the command that asked for it.
    pub fn answer(&mut self, found: &Found) -> Vec<Action> {
        self.settings.times.spend(found.elapsed_ms);
        self.quiet = false;
        let actions = match self.pending.take() {
            None => Vec::new(),
            Some(Pending::Opening(opening, position)) => opening
                .answer(&position, found)
                .into_iter()
                .map(Action::Say)
                .collect(),
            Some(Pending::Play(position, moves)) => {
                vec![self.play_found(&position, moves, found)]
            }
        };
        self.give_notice(actions)
    }

    fn play_found(&mut self, position: &Position, moves: usize, found: &Found) -> Action {
        let mut points = found.points.clone();
        points.retain(|&point| position.board().is_free(point));
        points.truncate(moves);
        if points.is_empty() {
            points.extend(any_legal_point(position));
        }
        if points.is_empty() {
            return error("there is no legal move on this board");
        }
        // Two were asked for: where the game ends before the second, any will do.
        let others = position.board().free_points();
        let others: Vec<Point> = others.filter(|point| !points.contains(point)).collect();
        points.extend(others.into_iter().take(moves.saturating_sub(points.len())));
        let owners = [Owner::Own, Owner::Opponent];
        if let Some(stones) = &mut self.stones {
            for (&point, owner) in points.iter().zip(owners.into_iter().cycle()) {
                stones.put(point, owner);
            }
        }
        let texts: Vec<String> = points.into_iter().map(coordinates).collect();
        Action::Say(texts.join(" "))
    }

    fn show_info(&self) -> Vec<Action> {
        let threads = settings::max_threads();
        let exponent = settings::MAX_HASH_EXPONENT;
        [
            format!("MESSAGE INFO MAX_THREAD_NUM {threads}"),
            format!("MESSAGE INFO MAX_HASH_SIZE {exponent}"),
        ]
        .map(Action::Say)
        .to_vec()
    }

    fn show_forbidden(&mut self) -> Action {
        let Some(position) = self.position() else {
            return not_started();
        };
        let mut text = "FORBID ".to_owned();
        if position.rule().has_forbidden_points(position.to_move()) {
            debug_assert_eq!(position.to_move(), Stone::Black);
            for reason in forbidden::forbidden_points(position.board()) {
                let point = reason.point;
                text.push_str(&format!("{:02}{:02}", point.x(), point.y()));
            }
        }
        text.push('.');
        Action::Say(text)
    }
}

/// The moves that we may have to make.
pub(super) fn moves_of(position: &Position) -> Moves {
    let area = position.size().area();
    Moves::new(area, area - position.board().stone_count())
}

/// Every refusal names 20: Piskvork then offers a board of that size.
fn checked_size(size: Option<Pair>, form: &str) -> Result<Size, String> {
    let Some(Pair(width, height)) = size else {
        return Err(format!("expected {form}; for example 20"));
    };
    if width != height {
        return Err("rectangular boards are not supported; 20x20 is".to_owned());
    }
    u64::try_from(width)
        .ok()
        .and_then(|n| Size::try_from(n).ok())
        .ok_or_else(|| "no such board: sizes from 5 to 22 are supported, for example 20".to_owned())
}

const NOT_STARTED: &str = "no game: send START first";

fn not_started() -> Action {
    error(NOT_STARTED)
}

fn error(text: &str) -> Action {
    Action::Say(format!("ERROR {text}"))
}

/// A point as the protocol writes it.
pub(super) fn coordinates(point: Point) -> String {
    format!("{},{}", point.x(), point.y())
}

fn about() -> String {
    format!(
        "name=\"Tengen\", version=\"{}\", author=\"The Tengen authors\", \
         country=\"International\", www=\"\"",
        env!("CARGO_PKG_VERSION")
    )
}

#[cfg(test)]
mod tests;
