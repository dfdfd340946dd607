//! What INFO has told: times, limits, memory, the rule.

use tengen_core::Rule;
use tengen_engine::{Limits, thinking_ms};

use super::command::Info;

/// Time for a move if the manager says nothing.
const DEFAULT_TURN_MS: i64 = 30_000;
/// From here on a turn limit means "none": Yixin-Board has no other way to say it.
const NO_TURN_LIMIT_MS: i64 = 2_000_000;
/// The same for the whole game.
const NO_MATCH_LIMIT_MS: i64 = 100_000_000;
/// `time_left` of a game without limit.
const NO_TIME_LEFT_LIMIT: i64 = 2_147_483_647;
/// Stands for "no limit" where the engine wants a number that can be changed later.
const ENDLESS_MS: u64 = 1 << 40;
/// Least and most time of a match clock that is kept for each move until the board is
/// full: the way to the manager and back takes some even where none is left to think.
const KEPT_PER_MOVE_MS: (u64, u64) = (2, 10);
/// Positions for a move that is wanted at once: about a millisecond.
const QUICK_NODES: u64 = 400;

/// Memory taken if the manager sets no limit: that of the tournaments.
const DEFAULT_MEMORY: u64 = 350 << 20;
/// What the process needs beside the table and the threads, measured after searches in all
/// rules: 11.8 MiB of the program's own file, 8.3 of them nets whose pages stay when they have
/// been read once; 4 MiB for the tables of the rules and the net in use; and twice 2.7 MiB
/// for holes in the heap that the nets of earlier games may leave.
const BASE_MEMORY: u64 = 23 << 20;
/// What a searching thread needs beside the table.
const THREAD_MEMORY: u64 = 2 << 20;
/// The smallest table.
const LEAST_TABLE: u64 = 1 << 20;
/// The largest `hash_size` on offer, as a power of two in KiB: 1 GiB.
pub(super) const MAX_HASH_EXPONENT: u32 = 20;

/// How many moves of ours a game may have, until the board is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moves {
    /// From an empty board.
    pub all: u64,
    /// From here on.
    pub left: u64,
}

impl Moves {
    /// For a board of so many points, so many of them free.
    pub fn new(area: usize, free: usize) -> Moves {
        Moves {
            all: area.div_ceil(2) as u64,
            left: free.div_ceil(2) as u64,
        }
    }
}

/// How long a search may take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The limits as the engine takes them.
    pub limits: Limits,
    /// The move is wanted at once.
    pub quick: bool,
    /// Nothing but STOP ends the search.
    pub endless: bool,
}

impl Budget {
    /// A sound move within a millisecond or two.
    pub fn quick() -> Budget {
        Budget {
            limits: Limits {
                nodes: Some(QUICK_NODES),
                ..Limits::default()
            },
            quick: true,
            endless: false,
        }
    }
}

/// The part of the settings that is about time, in ms as sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Times {
    turn: i64,
    whole_match: i64,
    left: Option<i64>,
    /// Nothing was spent since `left` was told: it holds for the next move, even if a new
    /// game is announced in between.
    told: bool,
    /// Spent by our moves since `left` was last known.
    spent: i64,
}

impl Default for Times {
    fn default() -> Times {
        Times {
            turn: DEFAULT_TURN_MS,
            whole_match: 0,
            left: None,
            told: false,
            spent: 0,
        }
    }
}

impl Times {
    /// Takes a setting; false if it is not about time.
    pub fn apply(&mut self, info: Info) -> bool {
        match info {
            Info::TimeoutTurn(ms) => self.turn = ms,
            Info::TimeoutMatch(ms) => {
                self.whole_match = ms;
                self.left = None;
                self.told = false;
                self.spent = 0;
            }
            Info::TimeLeft(ms) => {
                self.left = Some(ms);
                self.told = true;
                self.spent = 0;
            }
            _ => return false,
        }
        true
    }

    /// A new game: the clock is full again, unless the manager has just said what is left.
    /// Yixin-Board does so before the START that it sends with every board.
    pub fn new_game(&mut self) {
        if !self.told {
            self.left = None;
        }
        self.spent = 0;
    }

    /// A move took this long. Only counts until the manager says what is left.
    pub fn spend(&mut self, ms: u64) {
        let ms = i64::try_from(ms).unwrap_or(i64::MAX);
        self.spent = self.spent.saturating_add(ms);
        self.told = false;
    }

    /// What is left for the game; `None` without a limit.
    fn left_ms(&self) -> Option<i64> {
        // Managers go on to tell what is left of a match without limit.
        if !(0..NO_MATCH_LIMIT_MS).contains(&self.whole_match) {
            return None;
        }
        let known = match self.left {
            Some(left) if left >= NO_TIME_LEFT_LIMIT => return None,
            Some(left) => left,
            None if self.whole_match > 0 => self.whole_match,
            None => return None,
        };
        (known < NO_MATCH_LIMIT_MS).then(|| known.saturating_sub(self.spent))
    }

    /// Whether a move is wanted at once.
    pub fn is_quick(&self) -> bool {
        self.turn == 0 || self.left_ms().is_some_and(|left| left <= 0)
    }

    /// Whether no time is limited.
    pub fn is_endless(&self) -> bool {
        !self.has_turn_limit() && self.left_ms().is_none()
    }

    fn has_turn_limit(&self) -> bool {
        (0..NO_TURN_LIMIT_MS).contains(&self.turn)
    }

    /// The times as the engine takes them. "No limit" becomes a very long one, so that a
    /// limit can still be set while the search runs.
    pub fn limits(&self, moves: Moves) -> Limits {
        let turn = if self.has_turn_limit() {
            self.turn.unsigned_abs()
        } else {
            ENDLESS_MS
        };
        let left_ms = self.left_ms().map(|left| {
            let left = left.max(0).unsigned_abs();
            left.saturating_sub(self.kept_ms(left, moves))
        });
        Limits {
            turn_ms: Some(turn),
            left_ms,
            ..Limits::default()
        }
    }

    /// What of the match clock is not to be thought with: a quarter of it at the
    /// beginning, or what every move may need on its way. It must not depend on what is
    /// left where the whole is known, or it would melt away with it.
    fn kept_ms(&self, left: u64, moves: Moves) -> u64 {
        let (least, most) = KEPT_PER_MOVE_MS;
        let share = match u64::try_from(self.whole_match) {
            Ok(whole @ 1..) => whole / 4 / moves.all.max(1),
            _ => left / 4 / moves.left.max(1),
        };
        moves.left * share.clamp(least, most)
    }
}

/// How much memory a search may use, and how it is shared out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryPlan {
    /// For the table.
    pub table_bytes: usize,
    /// Threads that search.
    pub threads: usize,
}

/// Everything that INFO sets.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Times.
    pub times: Times,
    /// How much is shown while thinking, 0 to 3.
    pub detail: u8,
    max_depth: i64,
    max_node: i64,
    max_memory: i64,
    hash_kib: i64,
    threads: i64,
    rule: RuleChoice,
    /// A Yixin command was seen.
    pub yixin: bool,
    /// Think on the opponent's time too.
    pub pondering: bool,
}

/// The rule by its code, whose meaning may depend on what is said later.
#[derive(Clone, Debug)]
struct RuleChoice {
    code: i64,
    in_force: Rule,
    /// The manager has named it.
    told: bool,
    /// What was doubtful about it has been said.
    said: bool,
}

impl Default for RuleChoice {
    fn default() -> RuleChoice {
        RuleChoice {
            code: 0,
            in_force: Rule::Freestyle,
            told: false,
            said: true,
        }
    }
}

impl Settings {
    /// Takes a setting; says what cannot be met.
    pub fn apply(&mut self, info: Info) -> Option<String> {
        if self.times.apply(info) {
            return None;
        }
        match info {
            Info::MaxMemory(bytes) => {
                self.max_memory = bytes;
                return self.memory_complaint();
            }
            Info::Rule(code) => return self.set_rule(code),
            Info::MaxDepth(plies) => self.max_depth = plies,
            Info::MaxNode(nodes) => self.max_node = nodes,
            Info::HashSize(kib) => self.hash_kib = kib,
            Info::ThreadNum(threads) => self.threads = threads,
            Info::ShowDetail(detail) => self.detail = detail.clamp(0, 3) as u8,
            Info::Pondering(wanted) => self.pondering = wanted > 0,
            _ => {}
        }
        None
    }

    fn set_rule(&mut self, code: i64) -> Option<String> {
        if matches!(code, 0 | 1 | 2 | 4 | 5 | 6 | 8 | 9) {
            // A doubtful code keeps what the code before it meant, used or not.
            self.rule.in_force = self.likely_rule();
            self.rule.code = code;
            self.rule.told = true;
            self.rule.said = false;
            return None;
        }
        let kept = self.likely_rule();
        Some(format!(
            "rule {code} is unknown (0, 1, 2, 4, 8 and 9 are known): {kept} is kept"
        ))
    }

    /// Whether the manager has named a rule.
    pub fn is_rule_told(&self) -> bool {
        self.rule.told
    }

    /// The rule that will probably be used next.
    pub fn likely_rule(&self) -> Rule {
        self.clone().resolve_rule().0
    }

    /// The rule in force, decided now; says how a doubtful code was taken, once.
    pub fn resolve_rule(&mut self) -> (Rule, Option<String>) {
        let code = self.rule.code;
        let (rule, doubt) = match (code, self.yixin) {
            (2, true) => (Rule::Renju, None),
            (2, false) => (
                Rule::Freestyle,
                Some("rule 2 is taken as freestyle; renju is 4".to_owned()),
            ),
            (5 | 6, true) => (Rule::Freestyle, None),
            (5 | 6, false) => (
                self.rule.in_force,
                Some(format!(
                    "rule {code} is unknown: {} is kept",
                    self.rule.in_force
                )),
            ),
            _ => {
                let known = u32::try_from(code).ok().and_then(Rule::from_gomocup_code);
                (known.unwrap_or(self.rule.in_force), None)
            }
        };
        self.rule.in_force = rule;
        let doubt = doubt.filter(|_| !self.rule.said);
        self.rule.said = true;
        (rule, doubt)
    }

    /// The limits of the next search.
    pub fn budget(&self, moves: Moves) -> Budget {
        let times = self.times.limits(moves);
        // Where not even a millisecond may be used, a few nodes beat a clock.
        if self.times.is_quick() || thinking_ms(&times) == 0 {
            return Budget::quick();
        }
        let depth = u32::try_from(self.max_depth)
            .ok()
            .filter(|&plies| plies > 0);
        let nodes = u64::try_from(self.max_node).ok().filter(|&nodes| nodes > 0);
        Budget {
            quick: false,
            endless: depth.is_none() && nodes.is_none() && self.times.is_endless(),
            limits: Limits {
                depth,
                nodes,
                ..times
            },
        }
    }

    /// The memory limit in bytes.
    fn memory_limit(&self) -> u64 {
        match u64::try_from(self.max_memory) {
            Ok(bytes) if bytes > 0 => bytes,
            _ => DEFAULT_MEMORY,
        }
    }

    /// Shares out the memory: 95% of the limit, less what the process needs by itself.
    pub fn memory(&self) -> MemoryPlan {
        let allowed = self.memory_limit() / 20 * 19;
        let wanted = usize::try_from(self.threads).unwrap_or(1).max(1);
        let affordable = allowed.saturating_sub(BASE_MEMORY + LEAST_TABLE) / THREAD_MEMORY;
        let threads = wanted
            .min(max_threads())
            .min(usize::try_from(affordable).unwrap_or(usize::MAX))
            .max(1);
        let beside = BASE_MEMORY + threads as u64 * THREAD_MEMORY;
        let mut table = allowed.saturating_sub(beside);
        if let Ok(kib @ 1..) = u64::try_from(self.hash_kib) {
            let asked = kib.min(1 << MAX_HASH_EXPONENT) * 1024;
            table = if self.max_memory > 0 {
                table.min(asked)
            } else {
                asked
            };
        }
        MemoryPlan {
            table_bytes: usize::try_from(table.max(LEAST_TABLE)).unwrap_or(usize::MAX),
            threads,
        }
    }

    fn memory_complaint(&self) -> Option<String> {
        let least = (BASE_MEMORY + THREAD_MEMORY + LEAST_TABLE) / 19 * 20;
        (self.memory_limit() < least).then(|| {
            format!(
                "max_memory {} cannot be kept: about {least} bytes are needed",
                self.max_memory
            )
        })
    }
}

/// The number of threads that make sense on this machine.
pub(super) fn max_threads() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NO_MOVES: Moves = Moves { all: 0, left: 0 };

    fn with(infos: &[Info]) -> Settings {
        let mut settings = Settings::default();
        for &info in infos {
            settings.apply(info);
        }
        settings
    }

    fn times(infos: &[Info]) -> (Option<u64>, Option<u64>) {
        let limits = with(infos).times.limits(NO_MOVES);
        (limits.turn_ms.filter(|&ms| ms < ENDLESS_MS), limits.left_ms)
    }

    #[test]
    fn times_as_the_managers_mean_them() {
        use Info::{TimeLeft, TimeoutMatch, TimeoutTurn};
        assert_eq!(times(&[]), (Some(30_000), None));
        assert_eq!(
            times(&[TimeoutTurn(-1), TimeoutMatch(-1), TimeLeft(1)]),
            (None, None)
        );
        assert_eq!(
            times(&[TimeoutTurn(2_000_000), TimeoutMatch(100_000_000)]),
            (None, None)
        );
        assert_eq!(
            times(&[TimeoutMatch(180_000), TimeoutTurn(5_000)]),
            (Some(5_000), Some(180_000))
        );
        assert_eq!(
            times(&[TimeoutMatch(180_000), TimeLeft(90_000)]),
            (Some(30_000), Some(90_000))
        );
        // Yixin-Board counts down from its "no limit".
        for left in [99_990_000, 1] {
            let told = [
                TimeoutTurn(2_000_000),
                TimeoutMatch(100_000_000),
                TimeLeft(left),
            ];
            assert_eq!(times(&told), (None, None));
            assert!(with(&told).budget(NO_MOVES).endless, "{left}");
        }
        assert_eq!(times(&[TimeLeft(2_147_483_647)]), (Some(30_000), None));
    }

    #[test]
    fn no_time_at_all_asks_for_a_move_at_once() {
        assert!(with(&[Info::TimeoutTurn(0)]).budget(NO_MOVES).quick);
        for left in [0, -1, i64::MIN, -i64::MAX] {
            assert!(
                with(&[Info::TimeLeft(left)]).budget(NO_MOVES).quick,
                "{left}"
            );
        }
        assert!(with(&[Info::TimeoutTurn(1)]).budget(NO_MOVES).quick);
        assert!(!with(&[Info::TimeoutTurn(10)]).budget(NO_MOVES).quick);
        // What every move may need on its way is all that is left.
        let scarce = with(&[Info::TimeoutMatch(1_000), Info::TimeLeft(150)]);
        assert!(scarce.budget(Moves::new(400, 300)).quick);
        assert!(!scarce.budget(Moves::new(400, 20)).quick);
        assert!(with(&[Info::TimeoutTurn(-1)]).budget(NO_MOVES).endless);
        assert!(
            !with(&[Info::TimeoutTurn(-1), Info::MaxNode(5)])
                .budget(NO_MOVES)
                .endless
        );
    }

    #[test]
    fn own_moves_use_up_a_match_clock_that_nobody_tells() {
        let mut settings = with(&[Info::TimeoutMatch(1_000)]);
        settings.times.spend(400);
        assert_eq!(settings.times.limits(NO_MOVES).left_ms, Some(600));
        settings.times.spend(u64::MAX);
        assert!(settings.budget(NO_MOVES).quick);
        settings.apply(Info::TimeLeft(900));
        assert_eq!(settings.times.limits(NO_MOVES).left_ms, Some(900));
        settings.times.spend(100);
        assert_eq!(settings.times.limits(NO_MOVES).left_ms, Some(800));
        settings.times.new_game();
        assert_eq!(settings.times.limits(NO_MOVES).left_ms, Some(1_000));
    }

    #[test]
    fn time_left_told_right_before_a_new_game_holds() {
        let mut settings = with(&[Info::TimeoutMatch(60_000), Info::TimeLeft(300)]);
        settings.times.new_game();
        assert_eq!(settings.times.limits(NO_MOVES).left_ms, Some(300));
        settings.times.new_game();
        assert_eq!(settings.times.limits(NO_MOVES).left_ms, Some(300));
        settings.times.spend(20);
        assert_eq!(settings.times.limits(NO_MOVES).left_ms, Some(280));
        settings.times.new_game();
        assert_eq!(settings.times.limits(NO_MOVES).left_ms, Some(60_000));
        // Another match clock is a full one.
        settings.apply(Info::TimeLeft(300));
        settings.apply(Info::TimeoutMatch(50_000));
        settings.times.new_game();
        assert_eq!(settings.times.limits(NO_MOVES).left_ms, Some(50_000));
    }

    #[test]
    fn a_match_clock_lasts_to_the_last_point() {
        // Every move takes all that its plan allows, and some time on its way.
        for (left, size, on_way) in [
            (10_000, 20, 8),
            (2_000, 20, 1),
            (60_000, 15, 9),
            (900, 15, 1),
        ] {
            let mut settings = with(&[Info::TimeoutMatch(left), Info::TimeoutTurn(5_000)]);
            for free in (1..=size * size).rev().step_by(2) {
                let limits = settings.times.limits(Moves::new(size * size, free));
                settings
                    .times
                    .spend(tengen_engine::thinking_ms(&limits) + on_way);
            }
            let rest = settings.times.left_ms().unwrap();
            assert!(rest > 0, "{left} ms on {size}: {rest} ms");
        }
        // Little of a usual clock is kept.
        let settings = with(&[Info::TimeoutMatch(180_000), Info::TimeoutTurn(30_000)]);
        let limits = settings.times.limits(Moves::new(400, 400));
        assert_eq!(limits.left_ms, Some(178_000));
    }

    #[test]
    fn code_two_is_decided_when_it_is_used() {
        let mut settings = with(&[Info::Rule(2)]);
        let (rule, doubt) = settings.resolve_rule();
        assert_eq!(rule, Rule::Freestyle);
        assert!(doubt.is_some());
        assert_eq!(settings.resolve_rule(), (Rule::Freestyle, None));
        settings.yixin = true;
        assert_eq!(settings.resolve_rule(), (Rule::Renju, None));
    }

    #[test]
    fn unknown_codes_keep_the_rule_in_force() {
        let mut settings = with(&[Info::Rule(4)]);
        assert_eq!(settings.resolve_rule().0, Rule::Renju);
        assert!(settings.apply(Info::Rule(77)).is_some());
        assert_eq!(settings.resolve_rule(), (Rule::Renju, None));
        settings.apply(Info::Rule(5));
        let (rule, doubt) = settings.resolve_rule();
        assert!(rule == Rule::Renju && doubt.is_some());
    }

    #[test]
    fn a_code_that_no_search_has_used_is_in_force_as_well() {
        let mut settings = with(&[Info::Rule(4)]);
        let said = settings.apply(Info::Rule(77)).unwrap();
        assert!(said.ends_with(": renju is kept"), "{said}");
        let mut settings = with(&[Info::Rule(1), Info::Rule(5), Info::Rule(6)]);
        let (rule, doubt) = settings.resolve_rule();
        assert_eq!(rule, Rule::Standard);
        assert!(doubt.unwrap().ends_with(": standard is kept"));
        // Of the codes that only a Yixin manager knows, the last counts.
        let mut settings = with(&[Info::Rule(2), Info::Rule(5)]);
        settings.yixin = true;
        assert_eq!(settings.resolve_rule(), (Rule::Freestyle, None));
    }

    #[test]
    fn memory_is_shared_out_within_the_limit() {
        for megabytes in [64, 80, 128, 350, 1_000] {
            for threads in [1, 2] {
                let limit = megabytes * 1_000_000;
                let plan = with(&[
                    Info::MaxMemory(limit),
                    Info::ThreadNum(threads),
                    Info::HashSize(1 << 40),
                ])
                .memory();
                let used =
                    plan.table_bytes as u64 + BASE_MEMORY + plan.threads as u64 * THREAD_MEMORY;
                assert!(used <= limit as u64 * 95 / 100, "{megabytes} MB: {plan:?}");
                assert!(used >= limit as u64 * 90 / 100, "{megabytes} MB: {plan:?}");
            }
        }
    }

    #[test]
    fn absurd_memory_and_threads_are_survived() {
        for value in [i64::MIN, -i64::MAX, -1, 0, 1, 1 << 31, i64::MAX] {
            let plan = with(&[
                Info::MaxMemory(value),
                Info::ThreadNum(value),
                Info::HashSize(value),
            ])
            .memory();
            assert!(plan.threads >= 1 && plan.threads <= max_threads());
            assert!(plan.table_bytes >= 1 << 20);
        }
        assert!(with(&[]).apply(Info::MaxMemory(1)).is_some());
        assert!(with(&[]).apply(Info::MaxMemory(64 << 20)).is_none());
    }
}
