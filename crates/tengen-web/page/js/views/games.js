// The right side of the games tab: open anything, and the list of kept games.

import { h } from "../dom.js";
import { moment, t } from "../i18n.js";
import { button, iconButton } from "../components.js";
import { colourName, say } from "../words.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {import("../events.js").Actions} Actions */
/** @typedef {import("../messages.js").GameRow} GameRow */

/** @param {State} state @param {Actions} act */
export function gamesSide(state, act) {
  return [openCard(state, act), listCard(state, act)];
}

/** @param {State} state @param {Actions} act */
function openCard(state, act) {
  const study = state.snapshot?.study;
  return h(
    "section",
    { class: "card question", key: "open" },
    h("h2", { class: "head" }, t("open.title")),
    h(
      "div",
      { class: "stack" },
      h("textarea", {
        class: "textarea",
        rows: 3,
        value: state.opening,
        placeholder: t("open.placeholder"),
        "aria-label": t("open.title"),
        "data-name": "open-text",
        oninput: (/** @type {Event} */ event) => act.typeOpening(/** @type {HTMLTextAreaElement} */ (event.target).value),
      }),
      h(
        "div",
        { class: "row-buttons" },
        button({ label: t("open"), act: () => act.openText(state.opening), kind: "primary", disabled: state.opening.trim() === "", name: "open" }),
        h(
          "label",
          { class: "btn" },
          t("open.file"),
          h("input", {
            type: "file",
            class: "only-spoken",
            "data-name": "file",
            onchange: (/** @type {Event} */ event) => {
              const input = /** @type {HTMLInputElement} */ (event.target);
              const file = input.files?.[0];
              if (file) act.openFile(file);
              input.value = "";
            },
          }),
        ),
      ),
      study && study.games > 1 && severalGames(act, study.games, study.index),
      h("p", { class: "small quiet" }, t("open.about")),
    ),
  );
}

/** @param {Actions} act @param {number} games @param {number} index */
function severalGames(act, games, index) {
  return h(
    "p",
    { class: "small" },
    t("open.several", { n: games, index: index + 1 }),
    " ",
    button({ label: t("open.previous"), act: () => act.openIndex(index - 1), disabled: index === 0, kind: "slim" }),
    button({ label: t("open.next"), act: () => act.openIndex(index + 1), disabled: index + 1 >= games, kind: "slim" }),
  );
}

/** @param {State} state @param {Actions} act */
function listCard(state, act) {
  const { games, welcome } = state;
  return h(
    "section",
    { class: "card fill", key: "list" },
    h("h2", { class: "head" }, t("games.title"), games && games.length > 0 && h("span", { class: "quiet" }, String(games.length))),
    welcome?.store.trouble && h("p", { class: "quiet empty" }, say(welcome.store.trouble)),
    games && games.length === 0 && h("p", { class: "quiet empty" }, t("games.empty")),
    games && h("ul", { class: "games", tabindex: 0, "aria-label": t("games.title") }, games.map((row) => gameRow(act, row))),
  );
}

/** @param {GameRow} row */
function resultOf({ over, winner }) {
  if (!over) return t("games.open");
  return winner ? t("result.winner", { colour: colourName(winner) }) : t("result.draw");
}

/** @param {Actions} act @param {GameRow} row */
function gameRow(act, row) {
  const players = row.players.map(say).join(" – ");
  const facts = [t(`rule.${row.rule}`), `${row.size} × ${row.size}`, t("result.moves", { n: row.moves }), resultOf(row)];
  return h(
    "li",
    { key: row.game, class: row.current ? "game current" : "game", "data-game": row.game },
    h(
      "button",
      { type: "button", class: "grow open", onclick: () => act.openGame(row.game) },
      h("b", null, row.title || players),
      h("span", { class: "small quiet" }, facts.join(t("list.comma"))),
      h("span", { class: "small quiet" }, moment(row.changed_s * 1000)),
    ),
    iconButton({ picture: "edit", label: t("games.rename"), act: () => act.openSheet({ kind: "rename", game: row.game, title: row.title }), name: "rename" }),
    iconButton({ picture: "trash", label: t("games.delete"), act: () => act.askDelete(row.game, row.title || players), disabled: row.current, name: "delete" }),
  );
}
