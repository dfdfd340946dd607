// The start: reads what was kept, enters, connects, and wires the parts together.

import { connect, rememberRoom } from "./api.js";
import { actions } from "./events.js";
import { enter } from "./files.js";
import { speak, t } from "./i18n.js";
import { listenToKeys } from "./keyboard.js";
import { listenToPointer } from "./pointer.js";
import { applyPreferences, readKept, readPreferences } from "./preferences.js";
import { render, renderOnce } from "./render.js";
import { chime, click } from "./sound.js";
import { LOW_TIME, initialState, isStudy, sayAloud, update } from "./state.js";
import { checkedText, defencesText, isBusy } from "./views/solve.js";
import { colourName, say, sayAll } from "./words.js";

/** @typedef {import("./messages.js").Told} Told */

/** News that a person must not miss even if the bar has already gone on. */
const ANNOUNCED = new Set(
  ["drawn", "drawn.opens", "drawn.answers", "reset", "draw_declined", "level", "friend_came", "friend_left", "saved"]
    // Of an opening, what others decided; a person knows what it decided itself.
    .concat(["swapped", "kept", "chose", "added", "declared", "ten", "picked"].flatMap((name) => [name, `${name}.other`]))
    .map((name) => `status.${name}`),
);

/** Milliseconds that a toast stays. */
const TOAST_TIME = 4000;

const preferences = readPreferences();
const kept = readKept("tengen.warn");
const state = initialState(preferences, kept.warn !== false);
/** @type {(ask: import("./messages.js").Ask, answer?: (told: Told) => void) => boolean} */
let send = () => false;
let isDrawing = false;

/** Draws once after everything that happens in one go. */
function redraw() {
  if (isDrawing) return;
  isDrawing = true;
  queueMicrotask(() => {
    isDrawing = false;
    timeToast();
    render(state, act);
  });
}

let toastShown = "";
let toastTimer = 0;

/** A toast goes by itself, counted from when it came; another one counts anew. */
function timeToast() {
  if (state.toast === toastShown) return;
  toastShown = state.toast;
  clearTimeout(toastTimer);
  if (toastShown) toastTimer = setTimeout(act.dismissToast, TOAST_TIME);
}

const act = actions({ state, redraw, send: (ask, answer) => send(ask, answer) });

/** What the address asks for, taken out of it: a token to enter with, or a position to open. */
function takeAddress() {
  const hash = location.hash;
  if (hash.length > 1) history.replaceState(null, "", location.pathname);
  if (hash.startsWith("#enter=")) return { token: hash.slice(7), position: "" };
  return { token: "", position: hash.startsWith("#rule=") ? hash : "" };
}

/** A link was followed within an open page. */
async function followAddress() {
  const { token, position } = takeAddress();
  if (position) act.openText(position);
  if (!token) return;
  const entered = await enter(token).catch(() => ({ trouble: { key: "error.not_sent" } }));
  if ("trouble" in entered) {
    act.complain(entered.trouble);
    return;
  }
  if (entered.room) rememberRoom(entered.room);
  location.reload();
}

/** What was found out about the position, in words; empty where nothing was asked or a search still runs. */
function answers() {
  const { solve, defences, checked } = state.snapshot?.study ?? {};
  return [
    solve && !isBusy(solve.result) ? say(solve.text) : "",
    defences && !isBusy(defences.result) ? defencesText(defences) : "",
    checked && !isBusy(checked.result) ? checkedText(checked) : "",
  ];
}

/** Where a person studied when the connection was lost, until a server has told its board again. @type {import("./state.js").Tab | null} */
let returnTo = null;

/** A server that was started anew shows the game; one that was only away has not heard a comment typed meanwhile. @param {import("./state.js").Tab} tab */
function goOn(tab) {
  act.sendComment();
  if (isStudy(state)) return;
  state.tab = tab;
  send({ type: "study", fresh: false });
}

/** @param {Told} told */
function hear(told) {
  const before = state.snapshot;
  const known = answers();
  update(state, told, performance.now());
  if (told.type === "snapshot" && told.news.length > 0) sayAloud(state, sayAll(told.news));
  if (told.type === "snapshot") {
    const announced = told.news.filter(({ key }) => ANNOUNCED.has(key));
    if (announced.length > 0) state.toast = sayAll(announced);
  }
  // Asked on whichever tab: who does not see the card hears it.
  const found = before ? answers().filter((text, at) => text !== "" && text !== known[at]) : [];
  if (found.length > 0) sayAloud(state, found.join(t("sentence.gap")));
  if (told.type === "error") sayAloud(state, say(told.text));
  if (told.type === "snapshot" && returnTo) {
    goOn(returnTo);
    returnTo = null;
  }
  if (told.type === "snapshot" && before && state.preferences.sound) {
    if (told.board.stones.length > before.board.stones.length) click();
    if (told.game.outcome && !before.game.outcome) chime();
  }
  redraw();
}

async function start() {
  const { token, position } = takeAddress();
  let opening = position;
  applyPreferences(preferences);
  renderOnce();
  await speak(preferences.language);
  render(state, act);
  if (token) {
    const entered = await enter(token);
    if ("trouble" in entered) state.complaint = entered.trouble;
    else if (entered.room) rememberRoom(entered.room);
  }
  const api = connect({
    hear: (told) => {
      hear(told);
      if (told.type === "snapshot" && opening) {
        act.openText(opening);
        opening = "";
      }
    },
    link: (link) => {
      // Only a board that was there before can have been lost.
      if (link === "open" && state.link === "lost" && state.snapshot) {
        state.toast = t("link.back");
        sayAloud(state, state.toast);
        returnTo = isStudy(state) ? state.tab : null;
      }
      if (link === "lost" && state.link === "open") {
        sayAloud(state, t("link.lost"));
        // Whether a stone on its way has arrived, the next snapshot tells.
        state.pending = null;
      }
      state.link = link;
      redraw();
    },
  });
  send = api.send;
  window.addEventListener("hashchange", () => void followAddress());
  const main = document.getElementById("main");
  if (main) listenToPointer(main, state, act);
  listenToKeys(state, act);
  tick();
}

/** The move for which the low clock was announced. */
let warnedAt = "";

/** Says once a move that somebody's time runs out; a program needs no word. */
function warnOfTime() {
  const snapshot = state.snapshot;
  const seat = snapshot?.game.seats.find(({ running, program }) => running && program === null);
  if (!snapshot || !seat || seat.clock_ms === null) return;
  const left = seat.clock_ms - (performance.now() - state.heardAt);
  const move = `${snapshot.game.number} ${snapshot.game.done}`;
  if (left >= LOW_TIME || move === warnedAt) return;
  warnedAt = move;
  sayAloud(state, t("clock.low", { colour: colourName(seat.stone), n: Math.max(1, Math.ceil(left / 1000)) }));
}

/** Clocks and the thinking line count on between messages. */
function tick() {
  setInterval(() => {
    const game = state.snapshot?.game;
    if (!game?.seats.some((seat) => seat.running) && !game?.thinking) return;
    warnOfTime();
    redraw();
  }, 100);
}

for (const wish of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"]) {
  matchMedia(wish).addEventListener("change", () => applyPreferences(state.preferences));
}
void start().catch((trouble) => {
  console.error(trouble);
  document.body.append(t("start.failed"));
});
