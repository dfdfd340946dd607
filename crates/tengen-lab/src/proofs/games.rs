//! Claims of the solver in the positions of many games, each put to the test.

use anyhow::Result;
use clap::Args;
use tengen_core::proof::{self, Certificate, StepId};
use tengen_core::rng::Rng;
use tengen_core::{Point, Position, Rule, Size, Stone};
use tengen_engine::solve::{self, Budget, Finding, Kind, Question};
use tengen_engine::{Deaf, Engine, Limits, NoClock, Stop};

use crate::arguments::positive;
use crate::duel::{base_options, cores};
use crate::in_order::in_order;
use crate::learn::selfplay::{Plan, play_one};
use crate::output::say;

/// How much to play.
#[derive(Args, Debug)]
pub(crate) struct GamesOptions {
    /// Games in all, spread over the rules
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: usize,
    /// One rule alone
    #[arg(long, value_name = "RULE")]
    rule: Option<Rule>,
    /// Positions that each move of a game may visit
    #[arg(long, value_name = "N", default_value_t = 200)]
    nodes: u64,
    /// Positions that the solver may look at for each question
    #[arg(long, value_name = "N", default_value_t = 1000)]
    solver_nodes: u64,
    /// Cores to use [default: all]; the result does not depend on it
    #[arg(long, value_parser = positive::<usize>)]
    threads: Option<usize>,
    /// Seed of the games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// What was counted.
#[derive(Clone, Debug, Default)]
struct Count {
    positions: usize,
    claims: usize,
    /// False claims in words.
    wrong: Vec<String>,
}

impl Count {
    fn add(&mut self, other: Count) {
        self.positions += other.positions;
        self.claims += other.claims;
        self.wrong.extend(other.wrong);
    }
}

/// Whether no claim was false.
pub(super) fn run(options: &GamesOptions) -> Result<bool> {
    let rules = options.rule.map_or(Rule::ALL.to_vec(), |rule| vec![rule]);
    let mut all = Count::default();
    for (n, &rule) in rules.iter().enumerate() {
        let games = (options.games + n) / rules.len();
        let count = count(rule, games, options);
        say!(
            "{rule}: {games} games, {} positions, {} claims, {} of them false",
            count.positions,
            count.claims,
            count.wrong.len()
        );
        for wrong in &count.wrong {
            say!("{wrong}");
        }
        all.add(count);
    }
    say!("claims {}, false {}", all.claims, all.wrong.len());
    Ok(all.wrong.is_empty())
}

fn count(rule: Rule, games: usize, options: &GamesOptions) -> Count {
    let mut all = Count::default();
    if games == 0 {
        return all;
    }
    let threads = options.threads.unwrap_or_else(cores);
    let plan = Plan {
        rule,
        size: Size::STANDARD,
        games,
        nodes: options.nodes,
        opening_nodes: options.nodes,
        seed: options.seed,
        threads,
        options: base_options(),
    };
    let worker = || {
        let plan = &plan;
        let mut engine = Engine::new(plan.options.clone());
        move |index: usize| game(plan, index, options.solver_nodes, &mut engine)
    };
    in_order(threads, 0, worker, |index, count: Count| {
        all.add(count);
        index + 1 < games
    });
    all
}

/// Plays one game and asks in each of its positions.
fn game(plan: &Plan, index: usize, nodes: u64, engine: &mut Engine) -> Count {
    let played = play_one(plan, index, engine);
    let mut rng = Rng::new(plan.seed.wrapping_add(index as u64));
    let mut position = Position::new(plan.size, plan.rule);
    let mut count = Count::default();
    for &point in &played.moves {
        if position.play(point).is_err() || position.outcome().is_some() {
            break;
        }
        count.positions += 1;
        for attacker in Stone::BOTH {
            for kind in [Kind::Fours, Kind::Threats] {
                ask(
                    &position, attacker, kind, nodes, engine, &mut rng, &mut count,
                );
            }
        }
    }
    count
}

fn ask(
    position: &Position,
    attacker: Stone,
    kind: Kind,
    nodes: u64,
    engine: &mut Engine,
    rng: &mut Rng,
    count: &mut Count,
) {
    let question = Question {
        attacker,
        kind,
        budget: Budget {
            nodes: Some(nodes),
            ms: None,
        },
        table_bytes: 1 << 20,
        ..Question::new(position)
    };
    let solution = solve::solve(&question, &NoClock, &Stop::new(), &mut |_| {});
    if let Finding::Win(proof) = solution.finding {
        count.claims += 1;
        let tested = test(position, &proof.certificate, attacker, engine, rng);
        if let Err(why) = tested {
            let text = proof::write(&proof.certificate);
            count
                .wrong
                .push(format!("{kind:?} of {attacker}: {why}\n{text}"));
        }
    }
}

/// Whether the certificate speaks of the position, survives being written and read, is
/// accepted, and wins when it is played.
fn test(
    position: &Position,
    certificate: &Certificate,
    attacker: Stone,
    engine: &mut Engine,
    rng: &mut Rng,
) -> Result<(), String> {
    if !certificate.is_about(position) || certificate.winner != attacker {
        return Err("it is about something else".to_owned());
    }
    let read = proof::read(&proof::write(certificate)).map_err(|error| error.to_string())?;
    if read != *certificate {
        return Err("it is read otherwise than it was written".to_owned());
    }
    let verified = proof::verify(&read).map_err(|refusal| refusal.to_string())?;
    let at_random = play_out(position, certificate, |game| {
        let legal: Vec<Point> = game.legal_points().collect();
        rng.pick(&legal).copied()
    })?;
    engine.new_game();
    let searched = play_out(position, certificate, |game| {
        let limits = Limits {
            nodes: Some(DEFENDER_NODES),
            ..Limits::default()
        };
        let answer = engine.search(game, &limits, &NoClock, &Stop::new(), &mut Deaf);
        answer.best
    })?;
    if at_random.max(searched) > verified.plies as usize {
        return Err(format!(
            "the win takes {} plies, not {} at the most",
            at_random.max(searched),
            verified.plies
        ));
    }
    Ok(())
}

/// Positions that a defender who searches may visit for each move.
const DEFENDER_NODES: u64 = 200;

/// Plays the certificate against this defender by the rules; the plies until the win.
fn play_out(
    position: &Position,
    certificate: &Certificate,
    mut defend: impl FnMut(&Position) -> Option<Point>,
) -> Result<usize, String> {
    let mut game = position.clone();
    let mut at: StepId = 0;
    let mut plies = 0;
    loop {
        let step = certificate.steps.get(at as usize);
        if let Some(by) = step.and_then(|step| step.by) {
            game.play(by).map_err(|error| error.to_string())?;
            plies += 1;
        }
        match game.outcome() {
            Some(outcome) if outcome.winner == Some(certificate.winner) => return Ok(plies),
            Some(outcome) => return Err(format!("played out, it ends otherwise: {outcome}")),
            None => {}
        }
        let reply = defend(&game).ok_or("the defender has no legal move")?;
        game.play(reply).map_err(|error| error.to_string())?;
        plies += 1;
        if let Some(outcome) = game.outcome() {
            return Err(format!("the defender ends the game: {outcome}"));
        }
        at = certificate
            .answer(at, reply)
            .ok_or_else(|| format!("{} is not answered", reply.name(game.size())))?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_in_games_stand_every_test() {
        let options = GamesOptions {
            games: 5,
            rule: None,
            nodes: 60,
            solver_nodes: 200,
            threads: Some(1),
            seed: 3,
        };
        assert!(run(&options).unwrap());
    }

    #[test]
    fn a_claim_that_does_not_win_is_told() {
        let mut game = Position::new(Size::STANDARD, Rule::Freestyle);
        for (x, y) in [(7, 7), (0, 0), (8, 7), (0, 14), (9, 7), (14, 0)] {
            game.play(game.size().point(x, y).unwrap()).unwrap();
        }
        let question = Question::new(&game);
        let solution = solve::solve(&question, &NoClock, &Stop::new(), &mut |_| {});
        let Finding::Win(proof) = solution.finding else {
            panic!("an open three wins");
        };
        let mut engine = Engine::new(base_options());
        let mut rng = Rng::new(1);
        let mut certificate = proof.certificate;
        assert_eq!(
            test(&game, &certificate, Stone::Black, &mut engine, &mut rng),
            Ok(())
        );
        certificate.steps[0].otherwise = None;
        assert!(test(&game, &certificate, Stone::Black, &mut engine, &mut rng).is_err());
    }
}
