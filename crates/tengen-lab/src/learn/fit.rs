//! Fitting the tables: logistic regression on results, softmax regression on moves.
//!
//! A code's number is the sum of its four lines' numbers, its threat's number and a rest
//! of its own. Rare codes therefore inherit what their parts are worth; only common ones
//! learn an own opinion.

use tengen_core::rng::Rng;
use tengen_core::{Rule, Stone};
use tengen_engine::pattern::cell::{CODES, CellTable};
use tengen_engine::pattern::{CellCode, LineClass, Threat};
use tengen_engine::value::{Numbers, ValueTable};

use super::sample::{MoveSample, ValueSample};

/// How long and how fast to learn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Schedule {
    pub(crate) epochs: usize,
    pub(crate) rate: f32,
    pub(crate) seed: u64,
}

const BATCH: usize = 512;
/// Numbers per table: lines, threats, codes.
const PARTS: usize = LineClass::COUNT + Threat::COUNT + CODES;
/// Stands for "nothing": a dead line, no threat. Worth 0 by definition, because every
/// far cell has it and its sum would only say how full the board is.
const NOTHING: usize = LineClass::Dead as usize;

/// One learned table: the parts, their Adam moments and gradients.
struct Learner {
    parts: Vec<f32>,
    first: Vec<f32>,
    second: Vec<f32>,
    slope: Vec<f32>,
}

impl Learner {
    fn new(parts: usize) -> Learner {
        let zeros = || vec![0.0; parts];
        Learner {
            parts: zeros(),
            first: zeros(),
            second: zeros(),
            slope: zeros(),
        }
    }

    /// One step of Adam on the mean loss of a batch plus each part's share of its prior.
    fn step(&mut self, rate: f32, pull: impl Fn(usize) -> f32, time: i32) {
        let correction = (1.0 - 0.99_f32.powi(time)).sqrt() / (1.0 - 0.9_f32.powi(time));
        for i in 0..self.parts.len() {
            let slope = std::mem::take(&mut self.slope[i]) + pull(i) * self.parts[i];
            self.first[i] += 0.1 * (slope - self.first[i]);
            self.second[i] += 0.01 * (slope * slope - self.second[i]);
            self.parts[i] -= rate * correction * self.first[i] / (self.second[i].sqrt() + 1e-6);
        }
    }
}

/// Which parts a code's number adds up.
struct Codes {
    lines: Vec<[usize; 4]>,
    threats: [Vec<usize>; 2],
}

impl Codes {
    fn new(rule: Rule) -> Codes {
        let cells = CellTable::get();
        let threats = Stone::BOTH.map(|stone| {
            cells
                .threats(rule.has_forbidden_points(stone))
                .into_iter()
                .map(|threat| threat as usize)
                .collect()
        });
        Codes {
            lines: (0..CODES as CellCode)
                .map(|code| cells.lines(code).map(|line| line as usize))
                .collect(),
            threats,
        }
    }

    fn parts(&self, colour: usize, code: CellCode) -> [usize; 6] {
        let code = usize::from(code);
        let [a, b, c, d] = self.lines[code];
        if code == 0 {
            return [NOTHING; 6];
        }
        let threat = match self.threats[colour][code] {
            0 => NOTHING,
            threat => LineClass::COUNT + threat,
        };
        [a, b, c, d, threat, LineClass::COUNT + Threat::COUNT + code]
    }

    /// The numbers of all codes for a colour, added up once a batch.
    fn numbers(&self, learner: &Learner, colour: usize) -> Vec<f32> {
        (0..CODES as CellCode)
            .map(|code| {
                let parts = self.parts(colour, code);
                parts.into_iter().map(|part| learner.parts[part]).sum()
            })
            .collect()
    }

    /// Hands the slopes of all codes on to their parts.
    fn push(&self, learner: &mut Learner, colour: usize, slopes: &[f32]) {
        for (code, &slope) in (0..).zip(slopes) {
            if slope == 0.0 {
                continue;
            }
            for part in self.parts(colour, code) {
                if part != NOTHING {
                    learner.slope[part] += slope;
                }
            }
        }
    }
}

/// Two learned tables for each set of colours: on move and waiting, or attack and defend.
struct Tables {
    rule: Rule,
    learners: [[Learner; 2]; 2],
}

/// Numbers or slopes of all codes, by colour and which of the two tables.
type PerCode = [[Vec<f32>; 2]; 2];

impl Tables {
    fn new(rule: Rule) -> Tables {
        let pair = || [Learner::new(PARTS), Learner::new(PARTS)];
        Tables {
            rule,
            learners: [pair(), pair()],
        }
    }

    fn numbers(&self, codes: &Codes) -> PerCode {
        Stone::BOTH.map(|stone| {
            let learners = &self.learners[set_of(self.rule, stone)];
            [0, 1].map(|which: usize| codes.numbers(&learners[which], stone as usize))
        })
    }

    fn push(&mut self, codes: &Codes, slopes: &PerCode) {
        for stone in Stone::BOTH {
            let learners = &mut self.learners[set_of(self.rule, stone)];
            for (learner, slopes) in learners.iter_mut().zip(&slopes[stone as usize]) {
                codes.push(learner, stone as usize, slopes);
            }
        }
    }

    fn step(&mut self, rate: f32, samples: usize, time: i32) {
        for learner in self.learners.iter_mut().flatten() {
            learner.step(rate, prior_pull(samples), time);
        }
    }
}

fn no_slopes() -> PerCode {
    [(); 2].map(|()| [(); 2].map(|()| vec![0.0; CODES]))
}

/// The prior: how far from zero each kind of part is expected to be, in logits. Its pull
/// is shared out over the samples, so that more games speak louder than it.
fn prior_pull(samples: usize) -> impl Fn(usize) -> f32 {
    let pull = move |deviation: f32| 1.0 / (deviation * deviation * samples.max(1) as f32);
    let (line, threat, rest) = (pull(0.5), pull(0.5), pull(0.08));
    move |part| match part {
        _ if part < LineClass::COUNT => line,
        _ if part < LineClass::COUNT + Threat::COUNT => threat,
        _ => rest,
    }
}

/// Which of the two sets of tables a colour uses: one for both unless the rule treats the
/// colours differently.
fn set_of(rule: Rule, stone: Stone) -> usize {
    if rule.has_forbidden_points(Stone::Black) {
        stone as usize
    } else {
        0
    }
}

/// What fitting found: tables and the mean loss of the last epoch on held-out samples.
pub(crate) struct Fitted {
    pub(crate) table: ValueTable,
    pub(crate) value_loss: f32,
    pub(crate) move_loss: f32,
    /// Share of held-out choices where the played move has the best score.
    pub(crate) first_choice: f32,
}

/// Fits all tables of a rule.
pub(crate) fn fit(
    rule: Rule,
    values: &[ValueSample],
    moves: &[MoveSample],
    schedule: Schedule,
) -> Fitted {
    let codes = Codes::new(rule);
    let (value_tables, threats, value_loss) = fit_values(rule, &codes, values, schedule);
    let (move_tables, move_loss, first_choice) = fit_moves(rule, &codes, moves, schedule);
    let (worths, scores) = (value_tables.numbers(&codes), move_tables.numbers(&codes));
    let numbers = [0, 1].map(|colour: usize| {
        (0..CODES)
            .map(|code| Numbers {
                on_move: rounded(worths[colour][0][code], 200.0),
                waiting: rounded(worths[colour][1][code], 200.0),
                attack: rounded(scores[colour][0][code], 32.0),
                defend: rounded(scores[colour][1][code], 32.0),
            })
            .collect()
    });
    let threats = threats.map(|row| row.map(|worth| rounded(worth, 200.0)));
    Fitted {
        table: ValueTable::learned(rule.has_forbidden_points(Stone::Black), &numbers, threats),
        value_loss,
        move_loss,
        first_choice,
    }
}

fn rounded(number: f32, scale: f32) -> i16 {
    (number * scale).round().clamp(-8_000.0, 8_000.0) as i16
}

/// Every sixteenth game is held out: samples of one game know too much of each other.
fn is_held_out(game: u32) -> bool {
    game % 16 == 7
}

type Threats = [[f32; Threat::COUNT]; Threat::COUNT];

fn fit_values(
    rule: Rule,
    codes: &Codes,
    samples: &[ValueSample],
    schedule: Schedule,
) -> (Tables, Threats, f32) {
    let mut tables = Tables::new(rule);
    let mut standing = Learner::new(Threat::COUNT * Threat::COUNT);
    let order: Vec<usize> = (0..samples.len())
        .filter(|&i| !is_held_out(samples[i].game))
        .collect();
    run_epochs(order, schedule, |batch, rate, time| {
        let numbers = tables.numbers(codes);
        let mut slopes = no_slopes();
        for sample in batch.iter().map(|&index| &samples[index]) {
            let logit = standing.parts[standing_slot(sample)] + value_logit(&numbers, sample);
            let error = (sigmoid(logit) - sample.target) / batch.len() as f32;
            standing.slope[standing_slot(sample)] += error;
            for (waiting, stone, counted) in sides(sample) {
                let slopes = &mut slopes[stone as usize][waiting];
                let signed = if waiting == 0 { error } else { -error };
                for &(code, count) in counted {
                    slopes[usize::from(code)] += signed * f32::from(count);
                }
            }
        }
        tables.push(codes, &slopes);
        tables.step(rate, samples.len(), time);
        standing.step(rate, |_| 4.0 / samples.len() as f32, time);
    });
    let numbers = tables.numbers(codes);
    let held_out: Vec<f32> = samples
        .iter()
        .filter(|sample| is_held_out(sample.game))
        .map(|sample| {
            let logit = standing.parts[standing_slot(sample)] + value_logit(&numbers, sample);
            cross_entropy(sigmoid(logit), sample.target)
        })
        .collect();
    let mut threats = [[0.0; Threat::COUNT]; Threat::COUNT];
    for (index, &worth) in standing.parts.iter().enumerate() {
        threats[index / Threat::COUNT][index % Threat::COUNT] = worth;
    }
    (tables, threats, mean(&held_out))
}

fn value_logit(numbers: &PerCode, sample: &ValueSample) -> f32 {
    let mut logit = 0.0;
    for (waiting, stone, counted) in sides(sample) {
        let numbers = &numbers[stone as usize][waiting];
        let sum: f32 = counted
            .iter()
            .map(|&(code, count)| f32::from(count) * numbers[usize::from(code)])
            .sum();
        logit += if waiting == 0 { sum } else { -sum };
    }
    logit
}

/// One colour's part of a sample: 0 if on move or 1 if waiting, whose, and its codes.
type Half<'a> = (usize, Stone, &'a [(CellCode, u8)]);

/// The mover's codes and the other side's.
fn sides(sample: &ValueSample) -> [Half<'_>; 2] {
    [
        (0, sample.mover, &sample.own),
        (1, sample.mover.opponent(), &sample.other),
    ]
}

fn standing_slot(sample: &ValueSample) -> usize {
    let (own, other) = sample.strongest;
    own as usize * Threat::COUNT + other as usize
}

fn fit_moves(
    rule: Rule,
    codes: &Codes,
    samples: &[MoveSample],
    schedule: Schedule,
) -> (Tables, f32, f32) {
    let mut tables = Tables::new(rule);
    let order: Vec<usize> = (0..samples.len())
        .filter(|&i| !is_held_out(samples[i].game))
        .collect();
    let mut chances = Vec::new();
    run_epochs(order, schedule, |batch, rate, time| {
        let numbers = tables.numbers(codes);
        let mut slopes = no_slopes();
        for sample in batch.iter().map(|&index| &samples[index]) {
            move_chances(&numbers, sample, &mut chances);
            let (own, other) = (sample.mover as usize, sample.mover.opponent() as usize);
            for (i, &(mine, theirs)) in sample.candidates.iter().enumerate() {
                let wanted = f32::from(u8::from(i == sample.played));
                let error = (chances[i] - wanted) / batch.len() as f32;
                slopes[own][0][usize::from(mine)] += error;
                slopes[other][1][usize::from(theirs)] += error;
            }
        }
        tables.push(codes, &slopes);
        tables.step(rate, samples.len(), time);
    });
    let numbers = tables.numbers(codes);
    let (mut losses, mut firsts) = (Vec::new(), Vec::new());
    for sample in samples.iter().filter(|sample| is_held_out(sample.game)) {
        move_chances(&numbers, sample, &mut chances);
        let played = chances[sample.played];
        losses.push(-played.max(1e-9).ln());
        firsts.push(f32::from(u8::from(
            chances.iter().all(|&chance| chance <= played),
        )));
    }
    (tables, mean(&losses), mean(&firsts))
}

fn move_chances(numbers: &PerCode, sample: &MoveSample, chances: &mut Vec<f32>) {
    let (own, other) = (sample.mover as usize, sample.mover.opponent() as usize);
    chances.clear();
    chances.extend(sample.candidates.iter().map(|&(mine, theirs)| {
        numbers[own][0][usize::from(mine)] + numbers[other][1][usize::from(theirs)]
    }));
    let highest = chances.iter().copied().fold(f32::MIN, f32::max);
    let total: f32 = chances
        .iter_mut()
        .map(|logit| {
            *logit = (*logit - highest).exp();
            *logit
        })
        .sum();
    for chance in chances {
        *chance /= total;
    }
}

/// Goes through the samples in random order, epoch by epoch, with a falling rate.
fn run_epochs(
    mut order: Vec<usize>,
    schedule: Schedule,
    mut learn: impl FnMut(&[usize], f32, i32),
) {
    let mut rng = Rng::new(schedule.seed);
    let mut time = 0;
    for epoch in 0..schedule.epochs {
        rng.shuffle(&mut order);
        let rate = schedule.rate * (1.0 - epoch as f32 / schedule.epochs as f32);
        for batch in order.chunks(BATCH) {
            time += 1;
            learn(batch, rate, time);
        }
    }
}

fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

fn cross_entropy(chance: f32, result: f32) -> f32 {
    let chance = chance.clamp(1e-6, 1.0 - 1e-6);
    -(result * chance.ln() + (1.0 - result) * (1.0 - chance).ln())
}

fn mean(numbers: &[f32]) -> f32 {
    numbers.iter().sum::<f32>() / numbers.len().max(1) as f32
}
