// Why a text could not be read, and what a format cannot hold, in the page's language: the
// readers and writers of the server explain themselves in English.

import { t } from "./i18n.js";

/** How the readers begin, or what they name; the first that fits counts. @type {[RegExp, string][]} */
const KNOWN = [
  [/^empty file/, "read.empty"],
  [/^no move is found/, "read.no_move"],
  [/^this is XML or HTML/, "read.markup"],
  [/^a link without moves/, "read.link"],
  [/^no SGF|^nothing of a game/, "read.no_game"],
  [/only square boards/, "read.square"],
];

/** What formats may have no place for. @type {Record<string, string>} */
const LOSSES = {
  "the rule": "lost.rule",
  "the board size": "lost.size",
  "the order of moves": "lost.order",
  variations: "lost.variations",
  comments: "lost.comments",
  marks: "lost.marks",
  times: "lost.times",
  clocks: "lost.clocks",
  "unknown properties": "lost.unknown",
  players: "lost.players",
  "date, event and the like": "lost.facts",
  "the result": "lost.result",
};

/** What is missing in a file that was written. @param {string[]} losses */
export function lossesText(losses) {
  const list = losses.map((loss) => (LOSSES[loss] ? t(LOSSES[loss]) : loss)).join(t("list.comma"));
  return t("export.losses", { list });
}

/** Place and reason; what cannot be said in another way stays as it is. @param {string} reason */
export function readingReason(reason) {
  const [, line, column, cause] = reason.match(/^line (\d+), column (\d+): (.*)$/s) ?? [];
  if (cause === undefined) return reason;
  const key = KNOWN.find(([words]) => words.test(cause))?.[1];
  const what = key ? t(key) : cause;
  // That nothing is right from the first letter on needs no place.
  return line === "1" && column === "1" ? what : t("read.at", { line, column, what });
}
