//! `tengen-lab proofs`: is what the solver claims true, and does the check of proofs see
//! through damage?

mod fuzz;
mod games;
mod positions;
mod truth;
mod variants;

use anyhow::Result;
use clap::{Args, Subcommand};
use tengen_core::{Position, Rule, Stone};
use tengen_engine::solve::{self, Budget, Finding, Kind, Question};
use tengen_engine::{NoClock, Stop};

/// What can be checked.
#[derive(Debug, Subcommand)]
pub(crate) enum ProofsCommand {
    /// Compare wins by fours and threats with every game played out, on random small boards
    ///
    /// Prints for each rule how many positions are won, how many of these wins were
    /// found, and how many claims are false.
    Truth(ProofsOptions),
    /// Damage certificates at random and compare the check with one that shares no code
    Fuzz(ProofsOptions),
    /// Ask for wins in every position of many games, and put every claim to the test
    ///
    /// The engine plays itself under each rule. In every position the solver is asked for
    /// a win of either side; a win that it claims is written, read, replayed, and played
    /// out against a defender who moves at random and one who searches.
    Games(games::GamesOptions),
    /// Compare settings of the solver on files of VCT problems, at fixed positions
    Variants(variants::VariantsOptions),
}

/// How much to try.
#[derive(Args, Debug)]
pub(crate) struct ProofsOptions {
    /// Positions, or damaged certificates, for each rule
    #[arg(long, value_name = "N", default_value_t = 1000)]
    count: usize,
    /// One rule alone
    #[arg(long, value_name = "RULE")]
    rule: Option<Rule>,
    /// Seed of the random positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl ProofsOptions {
    fn rules(&self) -> Vec<Rule> {
        self.rule.map_or(Rule::ALL.to_vec(), |rule| vec![rule])
    }
}

/// Whether nothing was wrong.
pub(crate) fn run(command: &ProofsCommand) -> Result<bool> {
    match command {
        ProofsCommand::Truth(options) => truth::run(options),
        ProofsCommand::Fuzz(options) => fuzz::run(options),
        ProofsCommand::Games(options) => games::run(options),
        ProofsCommand::Variants(options) => variants::run(options),
    }
}

/// Positions that one question may look at: plenty for these small boards.
const NODES: u64 = 200_000;

fn ask(game: &Position, attacker: Stone, kind: Kind) -> Finding {
    let question = Question {
        attacker,
        kind,
        budget: Budget {
            nodes: Some(NODES),
            ms: None,
        },
        table_bytes: 1 << 20,
        ..Question::new(game)
    };
    solve::solve(&question, &NoClock, &Stop::new(), &mut |_| {}).finding
}
