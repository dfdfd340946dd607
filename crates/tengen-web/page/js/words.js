// Sentences of the server, and facts of the board, in the page's language.

import { t } from "./i18n.js";
import { readingReason } from "./reasons.js";

/** @typedef {import("./messages.js").Text} Text */
/** @typedef {import("./messages.js").Arg} Arg */
/** @typedef {import("./messages.js").Colour} Colour */
/** @typedef {import("./messages.js").BoardView} BoardView */

/** A text of the server in words. @param {Text} text @returns {string} */
export function say({ key, args }) {
  /** @type {Record<string, string | number>} */
  const filled = {};
  for (const [name, arg] of Object.entries(args ?? {})) filled[name] = argument(arg);
  if (key === "error.read") filled.reason = readingReason(String(filled.reason));
  return t(key, filled);
}

/** @param {Arg} arg @returns {string | number} */
function argument(arg) {
  if (Array.isArray(arg)) return arg.map(say).join(t("list.comma"));
  return typeof arg === "object" ? say(arg) : arg;
}

/** Several sentences, one after the other. @param {Text[]} texts */
export function sayAll(texts) {
  return texts.map(say).join(t("sentence.gap"));
}

/** @param {Colour} colour */
export function colourName(colour) {
  return t(colour);
}

/** A colour as an adjective for one stone. @param {Colour} colour */
export function stoneName(colour) {
  return t(`stone.${colour}`);
}

/** @param {Colour} colour @returns {Colour} */
export function otherColour(colour) {
  return colour === "black" ? "white" : "black";
}

/** Moves of the winner in so many plies, both sides' stones counted. @param {number} plies */
export function winnersMoves(plies) {
  return Math.ceil(plies / 2);
}

/** A chance as whole percent; never 0 or 100, which only a proof may claim. @param {number} chance */
export function percent(chance) {
  return Math.min(99, Math.max(1, Math.round(chance * 100)));
}

/** Time left on a clock. @param {number} ms */
export function clockText(ms) {
  const left = Math.max(0, ms);
  if (left < 10_000) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(left / 1000);
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}

/** What a screen reader says about a point. @param {BoardView} board @param {string} point */
export function describePoint(board, point) {
  const stone = board.stones.find((other) => other.point === point);
  const parts = [point];
  if (stone) {
    parts.push(stoneName(stone.stone));
    if (board.last === point) parts.push(t("point.last"));
    if (stone.number !== null) parts.push(String(stone.number));
    if (board.winning.some((row) => row.includes(point))) parts.push(t("point.winning"));
    return parts.join(t("list.comma"));
  }
  parts.push(t("point.empty"));
  const forbidden = board.forbidden.find((other) => other.point === point);
  if (forbidden) {
    const kinds = forbidden.kinds.map((kind) => t(`kind.${kind}`)).join(t("list.comma"));
    parts.push(t("point.forbidden", { kinds }));
  }
  if (board.offered.includes(point)) parts.push(t("point.offered"));
  return parts.join(t("list.comma"));
}
