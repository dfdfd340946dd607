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

    fn number(&self, learner: &Learner, colour: usize, code: CellCode) -> f32 {
        self.parts(colour, code)
            .into_iter()
            .map(|part| learner.parts[part])
            .sum()
    }

    fn push(&self, learner: &mut Learner, colour: usize, code: CellCode, slope: f32) {
        for part in self.parts(colour, code) {
            if part != NOTHING {
                learner.slope[part] += slope;
            }
        }
    }
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
    let (value_parts, threats, value_loss) = fit_values(rule, &codes, values, schedule);
    let (move_parts, move_loss, first_choice) = fit_moves(rule, &codes, moves, schedule);
    let numbers = Stone::BOTH.map(|stone| {
        let set = set_of(rule, stone);
        let colour = stone as usize;
        (0..CODES as CellCode)
            .map(|code| Numbers {
                on_move: rounded(codes.number(&value_parts[set][0], colour, code), 200.0),
                waiting: rounded(codes.number(&value_parts[set][1], colour, code), 200.0),
                attack: rounded(codes.number(&move_parts[set][0], colour, code), 32.0),
                defend: rounded(codes.number(&move_parts[set][1], colour, code), 32.0),
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

type Threats = [[f32; Threat::COUNT]; Threat::COUNT];

/// Every sixteenth game is held out: samples of one game know too much of each other.
fn is_held_out(game: u32) -> bool {
    game % 16 == 7
}

fn fit_values(
    rule: Rule,
    codes: &Codes,
    samples: &[ValueSample],
    schedule: Schedule,
) -> ([[Learner; 2]; 2], Threats, f32) {
    let pair = || [Learner::new(PARTS), Learner::new(PARTS)];
    let mut tables = [pair(), pair()];
    let mut standing = Learner::new(Threat::COUNT * Threat::COUNT);
    let order: Vec<usize> = (0..samples.len())
        .filter(|&i| !is_held_out(samples[i].game))
        .collect();
    run_epochs(order, schedule, |batch, rate, time| {
        for &index in batch {
            let sample = &samples[index];
            let logit = value_logit(rule, codes, &tables, &standing, sample);
            let error = (sigmoid(logit) - sample.target) / batch.len() as f32;
            push_value(rule, codes, &mut tables, &mut standing, sample, error);
        }
        for learner in tables.iter_mut().flatten() {
            learner.step(rate, prior_pull(samples.len()), time);
        }
        standing.step(rate, |_| 4.0 / samples.len() as f32, time);
    });
    let held_out: Vec<f32> = (0..samples.len())
        .filter(|&index| is_held_out(samples[index].game))
        .map(|index| {
            let sample = &samples[index];
            let logit = value_logit(rule, codes, &tables, &standing, sample);
            cross_entropy(sigmoid(logit), sample.target)
        })
        .collect();
    let mut threats = [[0.0; Threat::COUNT]; Threat::COUNT];
    for (index, &worth) in standing.parts.iter().enumerate() {
        threats[index / Threat::COUNT][index % Threat::COUNT] = worth;
    }
    (tables, threats, mean(&held_out))
}

fn value_logit(
    rule: Rule,
    codes: &Codes,
    tables: &[[Learner; 2]; 2],
    standing: &Learner,
    sample: &ValueSample,
) -> f32 {
    let mut logit = standing.parts[standing_slot(sample)];
    for (waiting, stone, counted) in sides(sample) {
        let learner = &tables[set_of(rule, stone)][waiting];
        let sign = if waiting == 0 { 1.0 } else { -1.0 };
        for &(code, count) in counted {
            logit += sign * f32::from(count) * codes.number(learner, stone as usize, code);
        }
    }
    logit
}

fn push_value(
    rule: Rule,
    codes: &Codes,
    tables: &mut [[Learner; 2]; 2],
    standing: &mut Learner,
    sample: &ValueSample,
    error: f32,
) {
    standing.slope[standing_slot(sample)] += error;
    for (waiting, stone, counted) in sides(sample) {
        let learner = &mut tables[set_of(rule, stone)][waiting];
        let sign = if waiting == 0 { 1.0 } else { -1.0 };
        for &(code, count) in counted {
            codes.push(
                learner,
                stone as usize,
                code,
                sign * f32::from(count) * error,
            );
        }
    }
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
) -> ([[Learner; 2]; 2], f32, f32) {
    let pair = || [Learner::new(PARTS), Learner::new(PARTS)];
    let mut tables = [pair(), pair()];
    let order: Vec<usize> = (0..samples.len())
        .filter(|&i| !is_held_out(samples[i].game))
        .collect();
    let mut chances = Vec::new();
    run_epochs(order, schedule, |batch, rate, time| {
        for &index in batch {
            let sample = &samples[index];
            move_chances(rule, codes, &tables, sample, &mut chances);
            let (own, other) = (sample.mover, sample.mover.opponent());
            for (i, &(mine, theirs)) in sample.candidates.iter().enumerate() {
                let wanted = f32::from(u8::from(i == sample.played));
                let error = (chances[i] - wanted) / batch.len() as f32;
                codes.push(&mut tables[set_of(rule, own)][0], own as usize, mine, error);
                codes.push(
                    &mut tables[set_of(rule, other)][1],
                    other as usize,
                    theirs,
                    error,
                );
            }
        }
        for learner in tables.iter_mut().flatten() {
            learner.step(rate, prior_pull(samples.len()), time);
        }
    });
    let (mut losses, mut firsts) = (Vec::new(), Vec::new());
    for sample in (0..samples.len())
        .filter(|&i| is_held_out(samples[i].game))
        .map(|i| &samples[i])
    {
        move_chances(rule, codes, &tables, sample, &mut chances);
        let played = chances[sample.played];
        losses.push(-played.max(1e-9).ln());
        firsts.push(f32::from(u8::from(
            chances.iter().all(|&chance| chance <= played),
        )));
    }
    (tables, mean(&losses), mean(&firsts))
}

fn move_chances(
    rule: Rule,
    codes: &Codes,
    tables: &[[Learner; 2]; 2],
    sample: &MoveSample,
    chances: &mut Vec<f32>,
) {
    let (own, other) = (sample.mover, sample.mover.opponent());
    chances.clear();
    chances.extend(sample.candidates.iter().map(|&(mine, theirs)| {
        codes.number(&tables[set_of(rule, own)][0], own as usize, mine)
            + codes.number(&tables[set_of(rule, other)][1], other as usize, theirs)
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
