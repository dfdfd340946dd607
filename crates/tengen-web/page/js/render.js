// From the state to the page. Everything visible is drawn here and nowhere else.

import { h, patch } from "./dom.js";
import { t } from "./i18n.js";
import { gradients } from "./board/picture.js";
import { sheetContent } from "./sheets/others.js";
import { isStudy } from "./state.js";
import { sayAll } from "./words.js";
import { analyseSide } from "./views/analyse.js";
import { gamesSide } from "./views/games.js";
import { playSide } from "./views/play.js";
import { solveSide } from "./views/solve.js";
import { stage } from "./views/stage.js";
import { top } from "./views/top.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./events.js").Actions} Actions */

/** @param {string} id */
function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/** Once, at the start. */
export function renderOnce() {
  patch(element("gradients"), gradients());
}

/** @param {State} state @param {Actions} act */
export function render(state, act) {
  document.body.className = isStudy(state) ? "analyse" : "play";
  document.body.dataset.tab = state.tab;
  patch(element("top"), top(state, act));
  patch(element("main"), stage(state, act), h("aside", { class: "side", "aria-label": t(`tab.${state.tab}`) }, side(state, act)));
  renderSheet(state, act);
  renderToast(state.toast);
  const spoken = element("spoken");
  if (spoken.textContent !== state.spoken) spoken.textContent = state.spoken;
  document.title = titleOf(state);
  scrollListsToEnd(state);
}

/** @param {State} state @param {Actions} act */
function side(state, act) {
  const { snapshot } = state;
  if (!snapshot) return [];
  if (state.tab === "games") return gamesSide(state, act);
  if (!isStudy(state)) return playSide(state, act, snapshot);
  return state.tab === "solve" && !state.setUp ? solveSide(state, act) : analyseSide(state, act);
}

/**
 * Where the focus goes in a sheet: to what is to be typed, to the way back of a question, which a key held down too long
 * must not answer, to what the sheet is there to do, or else to the way out.
 */
const FIRST_IN_SHEET = ["[data-name=title]", "[data-name=cancel]", ".foot .primary:not(:disabled)", "[data-name=close]"];

/** @param {State} state @param {Actions} act */
function renderSheet(state, act) {
  const dialog = /** @type {HTMLDialogElement} */ (element("sheet"));
  const { sheet } = state;
  patch(dialog, sheet && sheetContent(state, act, sheet));
  dialog.dataset.kind = sheet?.kind ?? "";
  if (sheet && !dialog.open) {
    dialog.showModal();
    const first = FIRST_IN_SHEET.map((it) => dialog.querySelector(it)).find(Boolean);
    /** @type {HTMLElement | undefined} */ (first)?.focus();
  } else if (!sheet && dialog.open) {
    dialog.close();
  }
}

let shownToast = "";

/** An open sheet lies over all that was there before it: a toast is raised anew whenever it changes. @param {string} toast */
function renderToast(toast) {
  const toasts = element("toasts");
  patch(toasts, toast && h("div", { class: "toast" }, toast));
  if (toast === shownToast || !("showPopover" in toasts)) return;
  shownToast = toast;
  if (toasts.matches(":popover-open")) toasts.hidePopover();
  if (toast) toasts.showPopover();
}

/** @param {State} state */
function titleOf(state) {
  const { snapshot } = state;
  if (!snapshot || isStudy(state)) return "Tengen";
  return `${sayAll(snapshot.bar.texts)} – Tengen`;
}

let shownMoves = "";
let shownCursor = -1;

/** Keeps the last move, or the cursor of the tree, in sight. @param {State} state */
function scrollListsToEnd({ snapshot }) {
  const list = document.querySelector(".moves");
  const moves = `${snapshot?.game.moves.length} ${list?.clientHeight}`;
  if (moves !== shownMoves) {
    shownMoves = moves;
    if (list) list.scrollTop = list.scrollHeight;
  }
  const cursor = snapshot?.study?.cursor ?? -1;
  if (cursor !== shownCursor) {
    shownCursor = cursor;
    const here = document.querySelector(".tree .now");
    const box = here?.closest(".tree");
    if (here instanceof HTMLElement && box instanceof HTMLElement) {
      const offset = here.offsetTop - box.offsetTop;
      if (offset < box.scrollTop || offset > box.scrollTop + box.clientHeight - 40) box.scrollTop = offset - box.clientHeight / 2;
    }
  }
}
