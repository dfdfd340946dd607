// What people can do, as one object of actions: each asks the server or changes the page.

import { keep, keepPreferences, applyPreferences } from "./preferences.js";
import { allowSound } from "./sound.js";
import { speak, t } from "./i18n.js";
import { hangsMuchOn, isStudy, mustConfirm, playsProgram, sayAloud } from "./state.js";
import { wayOf } from "./sheets/newgame.js";
import { downloadText, pngOf, postFile, tooLarge } from "./files.js";
import { readLine } from "./board/geometry.js";
import { shownStones } from "./board/show.js";
import { lossesText } from "./reasons.js";
import { say } from "./words.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Tab} Tab */
/** @typedef {import("./state.js").Sheet} Sheet */
/** @typedef {import("./state.js").SetUp} SetUp */
/** @typedef {import("./preferences.js").Preferences} Preferences */
/** @typedef {import("./messages.js").Ask} Ask */
/** @typedef {import("./messages.js").Told} Told */
/** @typedef {import("./messages.js").Text} Text */
/** @typedef {import("./messages.js").Colour} Colour */
/** @typedef {import("./messages.js").GameSetup} GameSetup */
/** @typedef {ReturnType<typeof actions>} Actions */
/** @typedef {"start" | "end" | "back" | "forward" | "previous_variation" | "next_variation"} WalkStep */

/** Milliseconds between two moves of programs, so that people can follow. */
const WATCHING_PACE = 700;
/** Letters of a text that surely fit into one message, however they are written there. */
const LONG_TEXT = 10_000;

/**
 * @param {object} page
 * @param {State} page.state
 * @param {(ask: Ask, answer?: (told: Told) => void) => boolean} page.send
 * @param {() => void} page.redraw
 */
export function actions({ state, send, redraw }) {
  /** Changes the page's own state and shows it. @param {Partial<State>} change */
  const set = (change) => {
    Object.assign(state, change);
    redraw();
  };
  /** Says whether it was sent. @param {Ask} ask */
  const ask = (ask) => {
    // A comment belongs to the place where it was typed, so it goes before whatever leaves that place.
    walking.sendComment();
    set({ complaint: null });
    return send(ask);
  };
  /** Says why something was not done. @param {Text} complaint */
  const complain = (complaint) => {
    set({ complaint });
    if (state.link !== "lost") return;
    // The bar speaks of the connection then.
    const toast = say(complaint);
    sayAloud(state, toast);
    set({ toast });
  };
  /** Sends what a person would have to do again if it got lost. @param {Ask} ask @param {() => void} answer */
  const deliver = (ask, answer) => {
    set({ complaint: null });
    const sent = send(ask, (told) => {
      if (told.type !== "error") answer();
    });
    if (!sent) complain({ key: "error.not_sent" });
  };
  /** Asks before a study goes that somebody has worked on, be it by a comment not sent yet. @param {() => void} open */
  const replaceStudy = (open) => {
    const act = () => {
      set({ sheet: null });
      open();
    };
    if (!study()?.touched && state.comment === null) open();
    else set({ sheet: { kind: "ask", question: t("replace.question"), note: t("replace.note"), yes: t("replace.yes"), act } });
  };
  /** @param {string} type */
  const asks = (type) => () => ask({ type });
  const can = () => state.snapshot?.game.can;
  const study = () => state.snapshot?.study ?? null;

  const sheets = {
    /** @param {Sheet} sheet */
    openSheet: (sheet) => set({ sheet }),
    closeSheet: () => set({ sheet: null }),
    askNew: () => {
      const remembered = state.snapshot?.game.settings ?? state.welcome?.remembered;
      if (!remembered || !can()?.host) return;
      const setup = structuredClone(remembered);
      set({ sheet: { kind: "new", setup, way: wayOf(setup), fromStudy: false } });
    },
    playFromHere: () => {
      const remembered = state.snapshot?.game.settings;
      if (!remembered) return;
      const setup = { ...structuredClone(remembered), protocol: "none" };
      if (setup.you.kind === "program") setup.you = { kind: "person" };
      set({ sheet: { kind: "new", setup, way: wayOf(setup), fromStudy: true } });
    },
    askResign: () => {
      if (!can()?.resign) return;
      const act = () => {
        set({ sheet: null });
        ask({ type: "resign" });
      };
      set({ sheet: { kind: "ask", question: t("resign.question"), note: t("resign.note"), yes: t("action.resign"), act } });
    },
    askReset: () => {
      const act = () => {
        set({ sheet: null });
        ask({ type: "reset" });
      };
      if (state.snapshot?.game.outcome) act();
      else set({ sheet: { kind: "ask", question: t("reset.question"), note: t("reset.note"), yes: t("action.reset"), act } });
    },
    /** @param {number} game @param {string} name */
    askDelete: (game, name) => {
      const act = () => {
        set({ sheet: null });
        ask({ type: "delete_game", game });
      };
      set({ sheet: { kind: "ask", question: t("delete.question"), note: name, yes: t("games.delete"), act } });
    },
    /** @param {string} title */
    typeTitle: (title) => {
      if (state.sheet?.kind === "rename") set({ sheet: { ...state.sheet, title } });
    },
    /** @param {number} game @param {string} title */
    rename: (game, title) => {
      set({ sheet: null });
      ask({ type: "rename_game", game, title });
    },
    share: () => {
      /** @type {Record<string, string>} */
      const texts = {};
      const formats = ["link", "position", "gomocalc"];
      for (const format of formats) {
        send({ type: "export", format }, (told) => {
          // Stones that were set up have a link, but no order of moves to write down.
          texts[format] = told.type === "exported" ? told.text : "";
          if (Object.keys(texts).length < formats.length || texts.link === "") return;
          const link = `${location.origin}${location.pathname}${texts.link}`;
          set({ complaint: null, sheet: { kind: "share", link, position: texts.position, gomocalc: texts.gomocalc } });
        });
      }
    },
  };

  const setup = {
    /** @param {string} way */
    chooseWay: (way) => {
      const { sheet, welcome } = state;
      if (sheet?.kind !== "new" || !welcome) return;
      const kept = sheet.setup.opponent;
      const level = kept.kind === "program" && kept.id.startsWith("level-") ? kept.id : "level-3";
      /** @type {Record<string, Partial<GameSetup>>} */
      const ways = {
        computer: { you: { kind: "person" }, opponent: { kind: "program", id: level } },
        classroom: { you: { kind: "person" }, opponent: { kind: "program", id: "greedy" } },
        person: { you: { kind: "person" }, opponent: { kind: "person" } },
        friend: { you: { kind: "person" }, opponent: { kind: "friend" } },
        watch: { you: { kind: "program", id: level }, opponent: { kind: "program", id: "level-8" }, colour: "black" },
      };
      set({ sheet: { ...sheet, way, setup: { ...sheet.setup, ...ways[way] } } });
    },
    /** @param {Partial<GameSetup>} change */
    change: (change) => {
      const { sheet, welcome } = state;
      if (sheet?.kind !== "new" || !welcome) return;
      const next = { ...sheet.setup, ...change };
      const protocol = welcome.protocols.find(({ id }) => id === next.protocol);
      if (protocol?.renju_only && (next.rule !== "renju" || next.size !== 15)) next.protocol = "none";
      set({ sheet: { ...sheet, setup: next } });
    },
    startGame: () => {
      const { sheet } = state;
      if (sheet?.kind !== "new") return;
      set({ sheet: null, tab: "play" });
      // First, or a quick game would be over before anyone has seen it.
      if (sheet.way === "watch") ask({ type: "pace", ms: WATCHING_PACE });
      ask({ type: sheet.fromStudy ? "play_from_here" : "new_game", settings: sheet.setup });
      if (sheet.way === "friend") ask({ type: "invite" });
    },
  };

  const game = {
    /** A point was chosen, by pointer or key. @param {string} point */
    choosePoint: (point) => {
      allowSound();
      if (state.setUp) return marking.setUpPoint(point);
      if (!state.snapshot?.board.open) return undefined;
      if (mustConfirm(state) && state.held !== point) return set({ held: point, focus: point });
      return game.place(point);
    },
    /** @param {string} point */
    place: (point) => {
      set({ held: null, focus: point, preview: [] });
      const proof = isStudy(state) ? study()?.proof : null;
      // Any reply may be tried against a proof: it has an answer to each.
      if (proof) return ask({ type: "walk_proof", replies: [...proof.replies, point] });
      if (isStudy(state)) return ask({ type: "study_play", moves: [point] });
      const played = state.snapshot?.game;
      // Only against a program is a losing move worth a word.
      const careful = state.warn && played !== undefined && playsProgram(played);
      return set({ pending: ask({ type: "place", point, at: played?.done, careful }) ? point : null });
    },
    /** @param {string} point */
    placeAnyway: (point) => {
      set({ warning: null, preview: [] });
      if (ask({ type: "place", point, at: state.snapshot?.game.done, careful: false })) set({ pending: point });
    },
    dismissWarning: () => set({ warning: null, preview: [] }),
    confirmHeld: () => {
      if (state.held) game.place(state.held);
    },
    dropHeld: () => set({ held: null }),
    /** @param {string} act */
    choose: (act) => ask({ type: "act", act, at: state.snapshot?.game.done }),
    undo: () => {
      if (can()?.undo) ask({ type: "undo" });
    },
    redo: () => {
      if (can()?.redo) ask({ type: "redo" });
    },
    hint: () => {
      if (can()?.hint) ask({ type: "hint" });
    },
    moveNow: asks("move_now"),
    pause: asks("pause"),
    resume: asks("resume"),
    offerDraw: asks("offer_draw"),
    /** @param {boolean} accept */
    answerDraw: (accept) => ask({ type: "answer_draw", accept }),
    /** @param {boolean} swap */
    again: (swap) => ask({ type: "again", swap }),
    /** @param {number} ms */
    pace: (ms) => ask({ type: "pace", ms }),
    /** @param {boolean} on */
    setAdaptive: (on) => ask({ type: "set_adaptive", on }),
  };

  const walking = {
    /** @param {WalkStep} step @param {number} [count] */
    walk: (step, count = 1) => ask({ type: "walk", step, count }),
    /** @param {number} node */
    go: (node) => ask({ type: "go", node }),
    /** @param {string[]} moves */
    adopt: (moves) => {
      set({ preview: [] });
      ask({ type: "study_play", moves });
    },
    /** @param {string[]} preview */
    preview: (preview) => set({ preview }),
    /** Shows a line stone by stone. @param {string[]} line */
    replay: (line) => {
      if (matchMedia("(prefers-reduced-motion: reduce)").matches) return set({ preview: line });
      let shown = 0;
      const step = () => {
        shown += 1;
        set({ preview: line.slice(0, shown) });
        if (shown < line.length && state.preview.length === shown) setTimeout(step, 500);
      };
      return step();
    },
    analyseGame: () => {
      replaceStudy(() => {
        set({ tab: "analyse" });
        ask({ type: "study", fresh: true });
      });
    },
    deleteNode: () => {
      const view = study();
      if (!view) return;
      const act = () => {
        set({ sheet: null });
        ask({ type: "delete_node", node: view.cursor });
      };
      if (!hangsMuchOn(view, view.cursor)) act();
      else set({ sheet: { kind: "ask", question: t("cut.question"), note: t("cut.note"), yes: t("cut.yes"), act } });
    },
    promote: () => ask({ type: "promote_node", node: study()?.cursor }),
    nextMistake: () => {
      const view = study();
      if (!view) return;
      const labelled = view.nodes.filter((node) => node.label === "gave_win" || node.label === "missed_win");
      const here = view.nodes.findIndex((node) => node.id === view.cursor);
      const next = labelled.find((node) => view.nodes.indexOf(node) > here) ?? labelled[0];
      if (next) ask({ type: "go", node: next.id });
    },
    /** @param {string} comment */
    typeComment: (comment) => set({ comment }),
    sendComment: () => {
      const { comment } = state;
      if (comment === null) return;
      send({ type: "comment", text: comment }, (told) => {
        // From now on the server's words count, also where another game has the same place.
        if (told.type !== "error" && state.comment === comment) set({ comment: null });
      });
    },
    rotate: () => set({ quarters: (state.quarters + 1) % 4 }),
  };

  const marking = {
    beginSetUp: () => {
      const board = state.snapshot?.board;
      if (!board) return;
      /** @type {Record<string, Colour>} */
      const stones = {};
      for (const { point, stone } of board.stones) stones[point] = stone;
      set({ setUp: { size: board.size, rule: board.rule, stones, tool: "black", toMove: board.to_move ?? "black" } });
    },
    /** @param {Partial<SetUp>} change */
    changeSetUp: (change) => {
      if (state.setUp) set({ setUp: { ...state.setUp, ...change } });
    },
    /** @param {string} point */
    setUpPoint: (point) => {
      if (!state.setUp) return;
      const { tool, stones } = state.setUp;
      const next = { ...stones };
      if (tool === "erase" || next[point] === tool) delete next[point];
      else next[point] = tool;
      set({ setUp: { ...state.setUp, stones: next }, focus: point });
    },
    cancelSetUp: () => set({ setUp: null }),
    finishSetUp: () => {
      const { setUp } = state;
      if (!setUp) return;
      /** @param {Colour} colour */
      const of = (colour) => shownStones(setUp).flatMap(([point, stone]) => (stone === colour ? [point] : []));
      const finish = () =>
        deliver(
          { type: "set_up", size: setUp.size, rule: setUp.rule, black: of("black"), white: of("white"), to_move: setUp.toMove },
          () => set({ setUp: null }),
        );
      // The stones are taken over; what goes are moves and words.
      if (study()?.nodes.some(({ parent, comment }) => parent !== null || comment)) replaceStudy(finish);
      else finish();
    },
  };

  const engine = {
    /** @param {{ lines?: number, threads?: number }} change */
    analyse: (change) => {
      const now = study()?.engine;
      if (!now) return;
      ask({ type: "analyse", lines: change.lines ?? now.lines, threads: change.threads ?? now.threads });
    },
    /** @param {boolean} on */
    setEngine: (on) => {
      if (on) engine.analyse({});
      else engine.stopAnalysis();
    },
    toggleEngine: () => engine.setEngine(!study()?.engine.on),
    stopAnalysis: asks("stop_analysis"),
    review: asks("review"),
    playBest: () => {
      const move = study()?.analysis?.lines[0]?.moves[0];
      if (move) ask({ type: "study_play", moves: [move] });
    },
    /** Looks for a proof of what the engine thinks. @param {Colour} attacker */
    prove: (attacker) => {
      set({ tab: "solve", question: { ...state.question, attacker, kind: "vct" } });
      engine.solve();
    },
    /** @param {Partial<State["question"]>} change */
    ask: (change) => set({ question: { ...state.question, ...change } }),
    solve: () => {
      const { attacker, kind, shortest, seconds } = state.question;
      const side = attacker ?? study()?.proof?.winner ?? state.snapshot?.board.to_move ?? "black";
      ask({ type: "solve", attacker: side, kind, shortest: kind === "vcf" && shortest, seconds });
    },
    stopSolve: asks("stop_solve"),
    askDefences: () => ask({ type: "defences", kind: state.question.kind, seconds: state.question.seconds }),
    checkLine: () => {
      const { line, kind, seconds } = state.question;
      const { moves, rest } = readLine(line, state.snapshot?.board.size ?? 0);
      if (moves.length > 0 && rest === "") {
        set({ lineTrouble: null });
        ask({ type: "check_line", moves, kind, seconds });
        return;
      }
      const trouble = rest ? { key: "check.unreadable", args: { text: rest } } : { key: "check.empty" };
      sayAloud(state, say(trouble));
      set({ lineTrouble: trouble });
    },
    /** @param {string[]} replies */
    walkProof: (replies) => ask({ type: "walk_proof", replies }),
    closeProof: asks("close_proof"),
  };

  const files = {
    /** @param {Tab} tab */
    openTab: (tab) => {
      set({ tab, sheet: null, preview: [], setUp: null, held: null });
      if (tab === "play") ask({ type: "leave_study" });
      else if (tab === "games") ask({ type: "list_games" });
      else if (!isStudy(state)) ask({ type: "study", fresh: false });
    },
    /** @param {string} opening */
    typeOpening: (opening) => set({ opening }),
    /** @param {string} text @param {number} [index] */
    openText: (text, index = 0) => {
      // What no message can hold travels like a file.
      if (text.length > LONG_TEXT) return files.openFile(new File([text], "text"), index);
      return replaceStudy(() => {
        const board = state.snapshot?.board;
        set({ opened: text });
        deliver({ type: "open", text, index, rule: board?.rule, size: board?.size }, () => set({ tab: "analyse" }));
      });
    },
    /** Another game of what was opened last. @param {number} index */
    openIndex: (index) => {
      const { opened } = state;
      if (typeof opened === "string") files.openText(opened, index);
      else if (opened) files.openFile(opened, index);
    },
    /** @param {File} file @param {number} [index] */
    openFile: (file, index = 0) => {
      const refused = tooLarge(file);
      if (refused) return complain(refused);
      return replaceStudy(async () => {
        set({ opened: file });
        const trouble = await postFile(file, state.snapshot?.room ?? "", index);
        if (trouble) complain(trouble);
        else set({ tab: "analyse", complaint: null });
      });
    },
    /** @param {number} number */
    openGame: (number) => {
      set({ tab: "play" });
      ask({ type: "open_game", game: number });
    },
    /** @param {string} format */
    download: (format) => {
      const wanted = format === "png" ? "svg" : format;
      send({ type: "export", format: wanted, numbers: state.preferences.numbers }, async (told) => {
        if (told.type !== "exported") return;
        if (format === "png") await pngOf(told.text, told.name.replace(/svg$/, "png"));
        else downloadText(told.text, told.name);
        if (told.losses.length > 0) set({ toast: lossesText(told.losses) });
      });
    },
    copyPosition: () => {
      send({ type: "export", format: "position" }, (told) => {
        if (told.type === "exported") void files.copy(told.text, t("position.copied"));
      });
    },
    /** @param {string} text @param {string} done */
    copy: async (text, done) => {
      try {
        await navigator.clipboard.writeText(text);
        set({ toast: done });
      } catch {
        set({ toast: t("copy.failed") });
      }
    },
  };

  const page = {
    /** @param {Partial<Preferences>} change */
    prefer: (change) => {
      const preferences = { ...state.preferences, ...change };
      keepPreferences(preferences);
      applyPreferences(preferences);
      if (preferences.sound) allowSound();
      if (change.language) void speak(change.language).then(() => set({ preferences }));
      else set({ preferences });
    },
    nextLanguage: () => page.prefer({ language: state.preferences.language === "en" ? "zh" : "en" }),
    nextTheme: () => page.prefer({ theme: document.documentElement.dataset.theme === "dark" ? "light" : "dark" }),
    toggleSound: () => page.prefer({ sound: !state.preferences.sound }),
    /** @param {boolean} warn */
    setWarn: (warn) => {
      keep("tengen.warn", { warn });
      set({ warn });
    },
    /** @param {string | null} hover @param {boolean} fingers */
    point: (hover, fingers) => {
      if (hover !== state.hover || fingers !== state.fingers) set({ hover, fingers });
    },
    /** A finger is down: the stone waits above it. @param {string} held */
    hold: (held) => {
      if (held !== state.held) set({ held, focus: held, hover: null, fingers: true });
    },
    /** The focus is on a point; by key it shows itself. @param {string} focus @param {boolean} byKey */
    focusPoint: (focus, byKey) => {
      if (focus !== state.focus || byKey !== state.byKey) set({ focus, byKey });
    },
    leavePoint: () => {
      if (state.byKey) set({ byKey: false });
    },
    complain,
    dismissToast: () => set({ toast: "" }),
    /** Esc: puts away the topmost thing, or stops the engine. */
    cancel: () => {
      if (state.held || state.warning || state.preview.length > 0) set({ held: null, warning: null, preview: [] });
      else if (state.setUp) set({ setUp: null });
      else if (isStudy(state) && study()?.proof) engine.closeProof();
      else if (isStudy(state) && study()?.engine.on) engine.stopAnalysis();
      else if (state.snapshot?.game.thinking && can()?.move_now) game.moveNow();
    },
  };

  return { ...sheets, ...setup, ...game, ...walking, ...marking, ...engine, ...files, ...page };
}
