// Keys, drops and pastes for the whole page.

import { pointAt, spotOf } from "./board/geometry.js";
import { cursorStep, keyAction } from "./keys.js";
import { isStudy } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./events.js").Actions} Actions */

/** @param {State} state @param {Actions} act */
export function listenToKeys(state, act) {
  document.addEventListener("keydown", (event) => onKey(event, state, act));
  document.addEventListener("focusin", (event) => {
    const { target } = event;
    const point = target instanceof Element ? target.getAttribute("data-point") : null;
    if (point) act.focusPoint(point, /** @type {Element} */ (target).matches(":focus-visible"));
  });
  document.addEventListener("focusout", act.leavePoint);
  const sheet = /** @type {HTMLDialogElement} */ (document.getElementById("sheet"));
  sheet.addEventListener("cancel", (event) => {
    event.preventDefault();
    act.closeSheet();
  });
  sheet.addEventListener("click", (event) => {
    // The backdrop belongs to the dialog: a click beside the sheet closes it.
    if (event.target !== sheet) return;
    const box = sheet.getBoundingClientRect();
    const isInside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
    if (!isInside) act.closeSheet();
  });
  listenToFiles(state, act);
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** @param {KeyboardEvent} event @param {State} state @param {Actions} act */
function onKey(event, state, act) {
  if (state.sheet || isTyping(event.target) || event.defaultPrevented) return;
  const mode = isStudy(state) && !state.setUp ? "study" : "play";
  const onBoard = event.target instanceof Element && event.target.hasAttribute("data-point");
  const onControl = !onBoard && event.target instanceof Element && event.target.closest("button, a, [tabindex]") !== null;
  const step = cursorStep(event);
  // Letters move the cursor everywhere; arrows only where they do not walk in a tree.
  const isLetter = event.key.length === 1;
  if (step && (isLetter || mode === "play") && !(onControl && !isLetter)) {
    event.preventDefault();
    moveCursor(step, state, act);
    return;
  }
  if ((event.key === "Enter" || event.key === " ") && (onBoard || onControl)) return;
  const action = keyAction(event, mode);
  if (!action) return;
  if (event.key === "c" && String(getSelection()) !== "") return;
  event.preventDefault();
  action(act);
}

/** @param {{ col: number, row: number }} step @param {State} state @param {Actions} act */
function moveCursor(step, state, act) {
  const size = state.setUp?.size ?? state.snapshot?.board.size;
  if (!size) return;
  const spot = spotOf(state.focus, size, state.quarters);
  const isThere = document.activeElement?.hasAttribute("data-point");
  const clamp = (/** @type {number} */ line) => Math.min(size - 1, Math.max(0, line));
  const next = isThere ? { col: clamp(spot.col + step.col), row: clamp(spot.row + step.row) } : spot;
  const point = pointAt(next, size, state.quarters);
  act.focusPoint(point, true);
  document.getElementById(`point-${point}`)?.focus();
}

/** @param {State} state @param {Actions} act */
function listenToFiles(state, act) {
  document.addEventListener("paste", (event) => {
    if (isTyping(event.target) || state.snapshot?.role !== "host") return;
    const text = event.clipboardData?.getData("text") ?? "";
    if (text.trim() !== "") act.openText(text);
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    if (state.snapshot?.role !== "host") return;
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData("text") ?? "";
    if (file) act.openFile(file);
    else if (text.trim() !== "") act.openText(text);
  });
}
