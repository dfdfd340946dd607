// Why a text could not be read, in the page's language: the readers of the server explain
// themselves in English, with the place before the reason.

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

/** What cannot be said in another way stays as it is. @param {string} reason */
export function readingReason(reason) {
  const [, line, column, cause] = reason.match(/^line (\d+), column (\d+): (.*)$/s) ?? [];
  if (cause === undefined) return reason;
  const key = KNOWN.find(([words]) => words.test(cause))?.[1];
  const what = key ? t(key) : cause;
  // That nothing is right from the first letter on needs no place.
  return line === "1" && column === "1" ? what : t("read.at", { line, column, what });
}
