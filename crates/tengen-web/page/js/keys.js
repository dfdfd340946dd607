// One table of keys: it steers the page and it is the help.

import { t } from "./i18n.js";

/** @typedef {import("./events.js").Actions} Actions */
/**
 * @typedef {object} Key
 * @property {string[]} keys as `KeyboardEvent.key` names them, `Ctrl+` before
 * @property {string} text key of the sentence
 * @property {string[]} [shown] how the help writes them
 * @property {"board"} [where] only while the board has the focus
 * @property {(act: Actions) => void} [act] left out where the board itself does it
 */

/** @type {Key[]} */
const PLAY = [
  { keys: [], shown: ["↑ ↓ ← →", "h j k l"], text: "key.cursor" },
  { keys: [], shown: ["Enter", "Space"], text: "key.place" },
  { keys: ["u", "Ctrl+z"], shown: ["u", "Ctrl+Z"], text: "key.undo", act: (act) => act.undo() },
  { keys: ["y", "Ctrl+y"], shown: ["y", "Ctrl+Y"], text: "key.redo", act: (act) => act.redo() },
  { keys: ["t"], text: "key.hint", act: (act) => act.hint() },
  { keys: ["n"], text: "key.new", act: (act) => act.askNew() },
  { keys: ["r"], text: "key.resign", act: (act) => act.askResign() },
];

/** @type {Key[]} */
const STUDY = [
  { keys: ["ArrowLeft"], shown: ["←"], text: "key.back", act: (act) => act.walk("back") },
  { keys: ["ArrowRight"], shown: ["→"], text: "key.forward", act: (act) => act.walk("forward") },
  { keys: ["ArrowUp"], shown: ["↑"], text: "key.variation.previous", act: (act) => act.walk("previous_variation") },
  { keys: ["ArrowDown"], shown: ["↓"], text: "key.variation.next", act: (act) => act.walk("next_variation") },
  { keys: ["Home"], text: "key.start", act: (act) => act.walk("start") },
  { keys: ["End"], text: "key.end", act: (act) => act.walk("end") },
  { keys: ["PageUp"], shown: ["PgUp"], text: "key.back.ten", act: (act) => act.walk("back", 10) },
  { keys: ["PageDown"], shown: ["PgDn"], text: "key.forward.ten", act: (act) => act.walk("forward", 10) },
  { keys: [" "], shown: ["Space"], text: "key.engine", act: (act) => act.toggleEngine() },
  { keys: ["Enter"], text: "key.best", act: (act) => act.playBest() },
  { keys: ["x"], text: "key.threat", act: (act) => act.askDefences() },
  { keys: ["b"], text: "key.mistake", act: (act) => act.nextMistake() },
  { keys: ["f"], text: "key.rotate", act: (act) => act.rotate() },
  { keys: ["Ctrl+c"], shown: ["Ctrl+C"], text: "key.copy", act: (act) => act.copyPosition() },
  { keys: [], shown: ["Ctrl+V"], text: "key.paste" },
];

/** @type {Key[]} */
const ALWAYS = [
  { keys: ["?"], text: "key.help", act: (act) => act.openSheet({ kind: "help" }) },
  { keys: ["m"], text: "key.sound", act: (act) => act.toggleSound() },
  { keys: ["Escape"], shown: ["Esc"], text: "key.cancel", act: (act) => act.cancel() },
];

/** @param {"play" | "study"} mode */
export function helpRows(mode) {
  const rows = mode === "play" ? [...PLAY, ...ALWAYS] : STUDY;
  return rows.map(({ keys, shown, text }) => ({ keys: shown ?? keys, text: t(text) }));
}

/**
 * What a key does in a mode; nothing while text is being typed.
 * @param {KeyboardEvent} event
 * @param {"play" | "study"} mode
 */
export function keyAction(event, mode) {
  if (event.altKey || event.isComposing) return undefined;
  const name = event.ctrlKey || event.metaKey ? `Ctrl+${event.key.toLowerCase()}` : event.key;
  const table = mode === "play" ? PLAY : STUDY;
  return [...table, ...ALWAYS].find(({ keys, act }) => act && keys.includes(name))?.act;
}

const STEPS = {
  ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0],
  k: [0, -1], j: [0, 1], h: [-1, 0], l: [1, 0],
};

/** A step of the board's cursor: columns and rows on the screen. @param {KeyboardEvent} event */
export function cursorStep(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return undefined;
  const step = STEPS[/** @type {keyof typeof STEPS} */ (event.key)];
  return step && { col: step[0], row: step[1] };
}
