// All that the page knows, as one plain object, and how messages change it.
//
// The server's snapshot is the truth about games; beside it stand only things of the page
// itself: which tab is open, where the pointer is, which sheet lies on top. Nothing here
// decides what is legal or who has won.

import { middlePoint } from "./board/geometry.js";

/** @typedef {import("./messages.js").Told} Told */
/** @typedef {import("./messages.js").Snapshot} Snapshot */
/** @typedef {import("./messages.js").Welcome} Welcome */
/** @typedef {import("./messages.js").Text} Text */
/** @typedef {import("./messages.js").Colour} Colour */
/** @typedef {import("./messages.js").GameSetup} GameSetup */
/** @typedef {import("./preferences.js").Preferences} Preferences */
/** @typedef {import("./api.js").LinkState} LinkState */
/** @typedef {"play" | "analyse" | "solve" | "games"} Tab */

/**
 * A sheet over the board.
 * @typedef {{ kind: "new", setup: GameSetup, way: string, fromStudy: boolean }
 *   | { kind: "settings" } | { kind: "help" } | { kind: "rule" } | { kind: "menu" }
 *   | { kind: "share", link: string, position: string, gomocalc: string }
 *   | { kind: "ask", question: string, note: string, yes: string, act: () => void }
 *   | { kind: "rename", game: number, title: string }} Sheet
 */

/**
 * A position being set up, before it is sent.
 * @typedef {object} SetUp
 * @property {number} size
 * @property {string} rule
 * @property {Record<string, Colour>} stones
 * @property {Colour | "erase"} tool
 * @property {Colour} toMove
 */

/**
 * @typedef {object} State
 * @property {LinkState} link
 * @property {Welcome | null} welcome
 * @property {Snapshot | null} snapshot
 * @property {number} heardAt when the snapshot came, for clocks that count on
 * @property {Tab} tab
 * @property {Preferences} preferences
 * @property {boolean} warn ask before a losing move
 * @property {Sheet | null} sheet
 * @property {string} focus the point that the keyboard is on
 * @property {boolean} byKey whether the keyboard is on the board now
 * @property {string | null} hover the point under the pointer
 * @property {string | null} held a stone that waits for its second tap
 * @property {boolean} fingers whether the last pointer was a finger
 * @property {string | null} pending a stone that was sent and not answered yet
 * @property {string[]} preview a line shown as ghost stones
 * @property {import("./messages.js").WarningView | null} warning
 * @property {Text | null} complaint why the last wish was refused
 * @property {import("./messages.js").GameRow[] | null} games
 * @property {string} toast a word that goes away by itself
 * @property {number} quarters how far the board is turned
 * @property {SetUp | null} setUp
 * @property {{ attacker: Colour | null, kind: import("./messages.js").SolveKind, shortest: boolean, seconds: number, line: string }} question
 * @property {Text | null} lineTrouble why the line to check cannot be asked about
 * @property {string} opening the text in the box for opening games
 * @property {string | File | null} opened what was opened last, for the other games in it
 * @property {string | null} comment a comment being typed, before it is sent
 * @property {string} spoken what the live region says
 */

/** Milliseconds on a clock that count as little. */
export const LOW_TIME = 10_000;

/** @param {Preferences} preferences @param {boolean} warn @returns {State} */
export function initialState(preferences, warn) {
  return {
    link: "connecting",
    welcome: null,
    snapshot: null,
    heardAt: 0,
    tab: "play",
    preferences,
    warn,
    sheet: null,
    focus: "H8",
    byKey: false,
    hover: null,
    held: null,
    fingers: false,
    pending: null,
    preview: [],
    warning: null,
    complaint: null,
    games: null,
    toast: "",
    quarters: 0,
    setUp: null,
    question: { attacker: null, kind: "vcf", shortest: false, seconds: 10, line: "" },
    lineTrouble: null,
    opening: "",
    opened: null,
    comment: null,
    spoken: "",
  };
}

/**
 * Takes a message of the server in.
 * @param {State} state
 * @param {Told} told
 * @param {number} now
 */
export function update(state, told, now) {
  switch (told.type) {
    case "welcome":
      state.welcome = told;
      break;
    case "snapshot":
      takeSnapshot(state, told, now);
      break;
    case "analysis":
      if (state.snapshot?.study && state.snapshot.study.cursor === told.node) {
        state.snapshot.study.analysis = told;
      }
      break;
    case "solving":
      if (state.snapshot?.study) state.snapshot.study.solve = told;
      break;
    case "warning":
      state.warning = told;
      state.pending = null;
      break;
    case "games":
      state.games = told.games;
      break;
    case "error":
      state.complaint = told.text;
      state.pending = null;
      break;
    default:
      break;
  }
}

/** @param {State} state @param {Snapshot} snapshot @param {number} now */
function takeSnapshot(state, snapshot, now) {
  const before = state.snapshot;
  putAwayProof(snapshot);
  state.snapshot = snapshot;
  state.heardAt = now;
  const isNewBoard = !before || before.board.size !== snapshot.board.size;
  if (isNewBoard) state.focus = middlePoint(snapshot.board.size);
  if (!before) state.tab = snapshot.mode === "study" ? "analyse" : "play";
  else followMode(state, before, snapshot);
  const movedOn = before?.game.done !== snapshot.game.done || before?.mode !== snapshot.mode;
  const walked = !before || placeOf(before) !== placeOf(snapshot);
  if (movedOn || walked || isNewBoard) {
    state.pending = null;
    state.warning = null;
    state.held = null;
    state.preview = [];
    state.complaint = null;
    if (walked) state.comment = null;
  }
}

/** Where the study stands; another game has other moves at the same number. @param {Snapshot} snapshot */
function placeOf({ study }) {
  if (!study) return "";
  const path = new Set(study.path);
  const moves = study.nodes.filter(({ id }) => path.has(id)).map(({ point }) => point);
  return `${study.cursor} ${moves.join(" ")}`;
}

/** A proof counts as open while the board shows it; its first move then lies there. @param {Snapshot} snapshot */
function putAwayProof({ study, board }) {
  const first = study?.proof?.moves[0];
  if (study && first && !board.stones.some(({ point }) => point === first)) study.proof = null;
}

/** Another page of the same person may have changed what the board shows. @param {State} state @param {Snapshot} before @param {Snapshot} after */
function followMode(state, before, after) {
  if (before.mode === after.mode) return;
  if (after.mode === "study" && state.tab === "play") state.tab = "analyse";
  if (after.mode === "play" && (state.tab === "analyse" || state.tab === "solve")) state.tab = "play";
}

/** Whether more than one move without words would go with a move of the tree. @param {import("./messages.js").StudyView} study @param {number} from */
export function hangsMuchOn(study, from) {
  const gone = new Set([from]);
  // A move stands behind the one that it answers.
  for (const { id, parent } of study.nodes) if (parent !== null && gone.has(parent)) gone.add(id);
  return gone.size > 1 || study.left_out > 0 || study.nodes.some(({ id, comment }) => comment && gone.has(id));
}

/** Whether somebody at this page plays a program. @param {import("./messages.js").GameView} game */
export function playsProgram({ seats }) {
  return seats.some(({ program }) => program !== null) && seats.some(({ you }) => you);
}

/**
 * Has the live region say a text. The same words twice running get a blank at the end: a region whose text does not
 * change stays silent.
 * @param {State} state @param {string} text
 */
export function sayAloud(state, text) {
  state.spoken = text === state.spoken ? `${text}\u00a0` : text;
}

/** Whether clicks go to the study board. @param {State} state */
export function isStudy(state) {
  return state.snapshot?.mode === "study";
}

/** Whether a stone waits for a second tap on this device. @param {State} state */
export function mustConfirm(state) {
  const { confirm } = state.preferences;
  return confirm === "always" || (confirm === "touch" && state.fingers);
}
