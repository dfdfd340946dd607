// Mouse, pen and finger on the board. A place always means the nearest point.
//
// A finger covers what it points at: it aims, the stone waits above it while it moves,
// and a second tap or the button places it.

import { nearest } from "./board/geometry.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./events.js").Actions} Actions */

/** How far above the finger the stone is shown while it is dragged, in CSS pixels. */
const ABOVE_FINGER = 56;
/** A finger that has moved so far drags. */
const DRAG = 12;

/** @param {HTMLElement} main @param {State} state @param {Actions} act */
export function listenToPointer(main, state, act) {
  /** Where a finger went down. @type {{ x: number, y: number, dragged: boolean, id: number } | null} */
  let finger = null;

  let endsDrag = false;

  /** @param {PointerEvent | MouseEvent} event @param {number} [above] */
  const pointOf = (event, above = 0) => {
    const board = document.getElementById("board");
    const size = state.setUp?.size ?? state.snapshot?.board.size;
    if (!board || !size) return null;
    const box = board.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width;
    const y = (event.clientY - above - box.top) / box.height;
    return nearest(x, y, size, state.quarters);
  };
  /** @param {Event} event */
  const isOnBoard = (event) => event.target instanceof Element && event.target.closest("#board") !== null;

  main.addEventListener("pointermove", (event) => {
    if (finger && event.pointerId === finger.id) {
      const far = Math.hypot(event.clientX - finger.x, event.clientY - finger.y) > DRAG;
      finger.dragged ||= far;
      const point = finger.dragged ? pointOf(event, ABOVE_FINGER) : null;
      if (point && state.snapshot?.board.open) act.hold(point);
      return;
    }
    if (event.pointerType !== "touch") act.point(isOnBoard(event) ? pointOf(event) : null, false);
  });
  main.addEventListener("pointerleave", () => act.point(null, state.fingers));

  main.addEventListener("pointerdown", (event) => {
    if (!isOnBoard(event) || event.button !== 0) return;
    const isFinger = event.pointerType === "touch";
    if (!isFinger) return;
    act.point(null, true);
    finger = { x: event.clientX, y: event.clientY, dragged: false, id: event.pointerId };
  });
  main.addEventListener("pointerup", (event) => {
    if (!finger || event.pointerId !== finger.id) return;
    // The click that may follow a drag belongs to it.
    if (finger.dragged) {
      endsDrag = true;
      setTimeout(() => (endsDrag = false), 50);
    }
    finger = null;
  });
  main.addEventListener("pointercancel", () => {
    finger = null;
  });

  main.addEventListener("click", (event) => {
    if (!isOnBoard(event)) return;
    if (endsDrag) return;
    // Keys and screen readers click the button itself, at no place.
    const byKey = event.detail === 0;
    const button = event.target instanceof Element ? event.target.closest("[data-point]") : null;
    const point = byKey ? button?.getAttribute("data-point") : pointOf(event);
    if (point) act.choosePoint(point);
  });
}
