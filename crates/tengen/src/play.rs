//! `tengen play`: from arguments to a game, on the screen or line by line.

use std::io::IsTerminal;
use std::sync::Arc;

use tengen_play::journal::KeptPlayer;
use tengen_play::store::Store;
use tengen_play::{ColourChoice, ExternalEngine, GameSettings, Opponent, Parts, Player, Session};
use tengen_tui::look::{Depth, Ground, Look};
use tengen_tui::text::{Language, Texts};
use tengen_tui::{App, Start, plain};

use crate::cli::play::{Colour, GroundArg, PlayArgs, Rival};
use crate::failure::Failure;
use crate::{engines, terminal};

pub(crate) fn run(args: &PlayArgs) -> Result<(), Failure> {
    let foreign = foreign(args)?;
    let settings = settings(args, foreign.asked_for.clone());
    settings
        .check()
        .map_err(|error| Failure::Usage(error.to_string()))?;
    let texts = Texts::of(args.showing.lang.unwrap_or_else(locale_language));
    let (store, trouble) = open_store(args);
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    let on_screen = std::io::stdin().is_terminal() && terminal::output_is_terminal();
    if on_screen && !args.showing.plain && !dumb {
        return screen(args, settings, store, foreign, texts, trouble);
    }
    if let Some(trouble) = trouble {
        terminal::say(format!("tengen: games are not kept: {trouble}"));
    }
    lines(args, settings, store.as_ref(), &foreign, texts)
}

/// The game on the whole screen: the last one, unless the arguments ask for a new one.
fn screen(
    args: &PlayArgs,
    settings: GameSettings,
    store: Option<Store>,
    foreign: Foreign,
    texts: &'static Texts,
    trouble: Option<String>,
) -> Result<(), Failure> {
    let asked = args.new || asks_for_a_game(args) && !args.resume;
    let remembered = store.as_ref().and_then(App::remembered_settings);
    let settings = match (asked, remembered) {
        (false, Some(remembered)) => remembered,
        _ => settings,
    };
    let mut session = start(settings, store.clone())?;
    let cannot_keep = trouble.is_some();
    let mut message = trouble.map(|reason| texts.not_kept(&reason));
    if let (false, Some(store)) = (asked, &store) {
        match resume(&mut session, store, &foreign) {
            Ok(None) => {}
            Ok(Some(name)) => message = Some(texts.engine_missing(&name)),
            Err(failure) => message = Some(failure.to_string()),
        }
    }
    tengen_tui::run(Start {
        session,
        store,
        texts,
        look: look(args),
        ground_is_given: args.showing.ground.is_some(),
        decode: |bytes| tengen::decode::decode(bytes).text,
        engines: foreign.all,
        cannot_keep,
        message,
    })
    .map_err(|error| Failure::printing(&error))
}

fn look(args: &PlayArgs) -> Look {
    let mut look = Look::of_environment(&|name| std::env::var(name).ok());
    look.ascii = args.showing.ascii || !locale_is_utf8();
    if args.showing.no_color {
        look.depth = Depth::None;
    }
    match args.showing.ground {
        Some(GroundArg::Light) => look.ground = Ground::Light,
        Some(GroundArg::Dark) => look.ground = Ground::Dark,
        None => {}
    }
    look
}

/// Whether any argument says something about the game itself.
fn asks_for_a_game(args: &PlayArgs) -> bool {
    args.level.is_some()
        || args.opponent.is_some()
        || args.engine.is_some()
        || args.watch.is_some()
        || args.color.is_some()
        || args.rule.is_some()
        || args.size.is_some()
        || args.opening.is_some()
        || args.clock.is_some()
        || args.seed.is_some()
}

fn lines(
    args: &PlayArgs,
    settings: GameSettings,
    store: Option<&Store>,
    foreign: &Foreign,
    texts: &'static Texts,
) -> Result<(), Failure> {
    let mut session = start(settings, store.cloned())?;
    if let Some(store) = store {
        session.restore_adaptive(App::remembered_adaptive(store));
        if args.resume
            && let Some(name) = resume(&mut session, store, foreign)?
        {
            terminal::say(format!("tengen: {}", texts.engine_missing(&name)));
        }
    }
    let ascii = args.showing.ascii || !locale_is_utf8();
    let mut input = std::io::stdin().lock();
    let mut output = std::io::stdout().lock();
    let played = plain::play(&mut session, texts, ascii, &mut input, &mut output);
    if let Some(store) = store {
        App::remember_adaptive(store, session.adaptive());
    }
    played.map_err(|error| Failure::printing(&error))
}

fn start(settings: GameSettings, store: Option<Store>) -> Result<Session, Failure> {
    let keeper = store.map(|store| Box::new(store) as Box<dyn tengen_play::journal::Keeper>);
    let parts = Parts::real(keeper, Arc::new(|| {}))
        .map_err(|error| Failure::Unusable(format!("no thread to think on: {error}")))?;
    Session::with_parts(settings, parts).map_err(|error| Failure::Usage(error.to_string()))
}

/// Takes the last game up if one is not over. A foreign program of that game is found by
/// its name; else the one of `--engine` takes its place. Where there is neither, a person
/// has its moves, and its name is told.
fn resume(
    session: &mut Session,
    store: &Store,
    foreign: &Foreign,
) -> Result<Option<String>, Failure> {
    let unusable = |error: String| Failure::Unusable(error);
    let last = store
        .last_unfinished()
        .map_err(|error| unusable(error.to_string()))?;
    let Some(id) = last else {
        return Ok(None);
    };
    let kept = store
        .game(id)
        .map_err(|error| unusable(error.to_string()))?;
    if let Some(damage) = kept.damage {
        return Err(unusable(format!("the last game cannot go on: {damage}")));
    }
    let known = |name: &str| {
        let by_name = foreign.all.iter().find(|engine| engine.name == name);
        by_name.or(foreign.asked_for.as_ref()).cloned()
    };
    session
        .take_up(id, &kept.header, kept.log, &known)
        .map_err(|error| unusable(error.to_string()))?;
    let missing = kept.header.players.into_iter().find_map(|it| match it {
        KeptPlayer::External(name) if known(&name).is_none() => Some(name),
        _ => None,
    });
    Ok(missing)
}

/// The store, if one is wanted and can be had, or why it cannot: then the game is played
/// without.
fn open_store(args: &PlayArgs) -> (Option<Store>, Option<String>) {
    if args.showing.no_store {
        return (None, None);
    }
    let Some(folder) = folder(args) else {
        let trouble = "this system names no data folder: --data FOLDER names one";
        return (None, Some(trouble.to_owned()));
    };
    match Store::open(&folder) {
        Ok(store) => (Some(store), None),
        Err(error) => (None, Some(error.to_string())),
    }
}

/// Where games are kept, and where foreign programs are named.
fn folder(args: &PlayArgs) -> Option<std::path::PathBuf> {
    args.showing.data.clone().or_else(Store::default_folder)
}

fn settings(args: &PlayArgs, named: Option<ExternalEngine>) -> GameSettings {
    let usual = GameSettings::default();
    let opponent = match (named, args.level, args.opponent) {
        (Some(engine), _, _) => Player::External(engine),
        (None, Some(level), _) => Player::Opponent(Opponent::Level(level)),
        (None, None, Some(Rival::Program(opponent))) => Player::Opponent(opponent),
        (None, None, Some(Rival::Person)) => Player::Person,
        (None, None, None) => usual.opponent,
    };
    // One who watches sees the first named program with Black, two people need no lot.
    let usual_colour = match args.watch.is_some() || opponent.is_person() {
        true => ColourChoice::Black,
        false => usual.colour,
    };
    GameSettings {
        rule: args.rule.unwrap_or(usual.rule),
        size: args.size.unwrap_or(usual.size),
        protocol: args.opening.unwrap_or(usual.protocol),
        you: args.watch.map_or(Player::Person, Player::Opponent),
        opponent,
        colour: match args.color {
            Some(Colour::Black) => ColourChoice::Black,
            Some(Colour::White) => ColourChoice::White,
            Some(Colour::Random) => ColourChoice::Random,
            None => usual_colour,
        },
        time: args.clock.unwrap_or(usual.time),
        seed: args.seed,
    }
}

/// Programs of others that may be started.
struct Foreign {
    /// All that are named.
    all: Vec<ExternalEngine>,
    /// The one of `--engine`.
    asked_for: Option<ExternalEngine>,
}

fn foreign(args: &PlayArgs) -> Result<Foreign, Failure> {
    let configured = folder(args).map_or_else(|| Ok(Vec::new()), |it| engines::configured(&it));
    let all = configured.map_err(Failure::Unusable)?;
    let Some(text) = &args.engine else {
        let asked_for = None;
        return Ok(Foreign { all, asked_for });
    };
    let named = engines::asked_for(text, &all)
        .map_err(|error| Failure::Usage(format!("--engine: {error}")))?;
    let asked_for = Some(named);
    Ok(Foreign { all, asked_for })
}

/// The locale by the usual three variables, the first that is set.
fn locale() -> String {
    ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.is_empty())
        .unwrap_or_default()
}

fn locale_language() -> Language {
    if !locale_is_utf8() {
        return Language::English;
    }
    let message = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.is_empty());
    Language::of_locale(&message.unwrap_or_default())
}

/// Whether characters beyond ASCII can be shown; Windows consoles name no locale.
fn locale_is_utf8() -> bool {
    let locale = locale().to_ascii_lowercase();
    cfg!(windows) || locale.contains("utf-8") || locale.contains("utf8")
}
