//! Between the setup that a page sends and the settings of a session.

use tengen_core::opening::Protocol;
use tengen_core::{Rule, Size};
use tengen_play::{ColourChoice, GameSettings, Opponent, Player, TimeControl};

use crate::messages::{
    ClockSetup, ColourSetup, GameSetup, LevelView, PlayerSetup, ProtocolChoice, RuleChoice, Text,
};
use crate::{report, words};

/// The board sizes that the new-game sheet offers; others can be asked for.
pub(crate) const SIZES: [u8; 8] = [9, 11, 13, 15, 17, 19, 20, 22];

/// What the engine judges quiet positions of this rule and board with, by name.
pub(crate) fn judged_with(rule: Rule, size: Size) -> String {
    match tengen_nnue::shipped_home(rule, size) {
        Some((rule, size)) => format!("net {rule} {size}"),
        None => "pattern tables".to_owned(),
    }
}

/// The same for all rules and the boards of the sheet.
pub(crate) fn judges() -> String {
    let sizes = || SIZES.iter().filter_map(|&size| Size::new(size).ok());
    let all = Rule::ALL
        .into_iter()
        .flat_map(|rule| sizes().map(move |size| (rule, size)));
    let nets = all.filter(|&(rule, size)| tengen_nnue::shipped_home(rule, size).is_some());
    let mut names: Vec<String> = nets.map(|(rule, size)| judged_with(rule, size)).collect();
    names.dedup();
    names.push("pattern tables".to_owned());
    names.join(", ")
}

/// The first game of somebody who never set one up: no dialog, just a board.
pub(crate) fn first_setup() -> GameSetup {
    GameSetup {
        rule: "freestyle".to_owned(),
        size: 15,
        protocol: "none".to_owned(),
        you: PlayerSetup::Person,
        opponent: PlayerSetup::Program {
            id: "level-3".to_owned(),
        },
        colour: ColourSetup::Black,
        clock: ClockSetup::None,
    }
}

/// A setup as a session takes it, and whether the opponent comes by link.
pub(crate) fn settings(setup: &GameSetup) -> Result<(GameSettings, bool), Text> {
    let refuse = |reason: String| Text::new("refused.settings").with("reason", reason);
    let settings = GameSettings {
        rule: setup
            .rule
            .parse()
            .map_err(|error| refuse(format!("{error}")))?,
        size: Size::new(setup.size).map_err(|error| refuse(error.to_string()))?,
        protocol: setup
            .protocol
            .parse()
            .map_err(|error| refuse(format!("{error}")))?,
        you: player(&setup.you)?,
        opponent: player(&setup.opponent)?,
        colour: match setup.colour {
            ColourSetup::Black => ColourChoice::Black,
            ColourSetup::White => ColourChoice::White,
            ColourSetup::Random => ColourChoice::Random,
        },
        time: clock(setup.clock)?,
        seed: None,
    };
    if !settings.protocol.suits(settings.size, settings.rule) {
        let protocol = words::protocol(settings.protocol);
        return Err(Text::new("refused.protocol").with("protocol", protocol));
    }
    let friend = setup.opponent == PlayerSetup::Friend;
    if friend && setup.you != PlayerSetup::Person {
        return Err(refuse("a friend plays against a person".to_owned()));
    }
    if setup.you == PlayerSetup::Friend {
        return Err(refuse("the friend is the opponent".to_owned()));
    }
    Ok((settings, friend))
}

fn player(setup: &PlayerSetup) -> Result<Player, Text> {
    match setup {
        PlayerSetup::Person | PlayerSetup::Friend => Ok(Player::Person),
        PlayerSetup::Program { id } => {
            id.parse()
                .map(Player::Opponent)
                .map_err(|error: tengen_play::player::OpponentError| {
                    Text::new("refused.settings").with("reason", error.to_string())
                })
        }
    }
}

fn clock(setup: ClockSetup) -> Result<TimeControl, Text> {
    let refuse = |reason: &str| Err(Text::new("refused.settings").with("reason", reason));
    match setup {
        ClockSetup::None => Ok(TimeControl::None),
        ClockSetup::Move { ms } if (1_000..=3_600_000).contains(&ms) => {
            Ok(TimeControl::PerMove { ms })
        }
        ClockSetup::Game { ms, increment_ms }
            if (10_000..=36_000_000).contains(&ms) && increment_ms <= 600_000 =>
        {
            Ok(TimeControl::PerGame { ms, increment_ms })
        }
        ClockSetup::Move { .. } => refuse("a move has from one second to an hour"),
        ClockSetup::Game { .. } => {
            refuse("a game has from ten seconds to ten hours, and a move adds ten minutes at most")
        }
    }
}

/// The settings of a session as a setup.
pub(crate) fn setup(settings: &GameSettings, friend: bool) -> GameSetup {
    let player = |player: &Player| match player {
        Player::Opponent(opponent) => PlayerSetup::Program { id: opponent.id() },
        Player::Engine(_) | Player::External(_) => PlayerSetup::Program {
            id: Opponent::Master.id(),
        },
        Player::Person => PlayerSetup::Person,
    };
    GameSetup {
        rule: settings.rule.name().to_owned(),
        size: settings.size.get(),
        protocol: settings.protocol.name().to_owned(),
        you: player(&settings.you),
        opponent: match friend {
            true => PlayerSetup::Friend,
            false => player(&settings.opponent),
        },
        colour: match settings.colour {
            ColourChoice::Black => ColourSetup::Black,
            ColourChoice::White => ColourSetup::White,
            ColourChoice::Random => ColourSetup::Random,
        },
        clock: match settings.time {
            TimeControl::None => ClockSetup::None,
            TimeControl::PerMove { ms } => ClockSetup::Move { ms },
            TimeControl::PerGame { ms, increment_ms } => ClockSetup::Game { ms, increment_ms },
        },
    }
}

/// All opponents, sorted into groups.
pub(crate) fn levels() -> Vec<LevelView> {
    let groups = Opponent::ALL.map(|opponent| match opponent {
        Opponent::Master => "master",
        Opponent::Level(_) => "level",
        _ => "classroom",
    });
    let grouped = report::levels().into_iter().zip(groups);
    let view = |(level, group): (LevelView, &str)| LevelView {
        group: group.to_owned(),
        ..level
    };
    grouped.map(view).collect()
}

/// All rules.
pub(crate) fn rules() -> Vec<RuleChoice> {
    let view = |rule: Rule| RuleChoice {
        id: rule.name().to_owned(),
        name: words::rule(rule),
        condition: words::condition(rule),
    };
    Rule::ALL.map(view).to_vec()
}

/// All opening protocols.
pub(crate) fn protocols() -> Vec<ProtocolChoice> {
    let view = |protocol: Protocol| ProtocolChoice {
        id: protocol.name().to_owned(),
        name: words::protocol(protocol),
        about: Text::new(format!("protocol.long.{protocol}")),
        renju_only: !protocol.suits(Size::STANDARD, Rule::Freestyle),
    };
    Protocol::ALL.map(view).to_vec()
}
