// The smaller sheets: settings, help, the rule, sharing, menu, questions.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { button, field, segments, sheetFrame, toggle } from "../components.js";
import { helpRows } from "../keys.js";
import { say } from "../words.js";
import { adaptive } from "../views/play.js";
import { tabButtons } from "../views/top.js";
import { newGameSheet } from "./newgame.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {import("../state.js").Sheet} Sheet */
/** @typedef {import("../events.js").Actions} Actions */

/** @param {State} state @param {Actions} act @param {Sheet} sheet */
export function sheetContent(state, act, sheet) {
  switch (sheet.kind) {
    case "new":
      return newGameSheet(state, act, sheet);
    case "settings":
      return settingsSheet(state, act);
    case "help":
      return helpSheet(act);
    case "rule":
      return ruleSheet(state, act);
    case "menu":
      return menuSheet(state, act);
    case "share":
      return shareSheet(act, sheet);
    case "rename":
      return renameSheet(act, sheet);
    default:
      return askSheet(act, sheet);
  }
}

/** @param {State} state @param {Actions} act */
function settingsSheet(state, act) {
  const { preferences } = state;
  /** @param {"contrast" | "sound" | "coordinates" | "numbers" | "threats" | "forbidden"} name */
  const row = (name) =>
    toggle({ label: t(`setting.${name}`), on: preferences[name], change: (on) => act.prefer({ [name]: on }), name });
  return sheetFrame({
    title: t("settings"),
    close: act.closeSheet,
    body: [
      field(
        t("language"),
        segments({
          label: t("language"),
          value: preferences.language,
          options: [
            { value: "en", label: "English" },
            { value: "zh", label: "中文" },
          ],
          change: (language) => act.prefer({ language }),
        }),
      ),
      field(
        t("theme"),
        segments({
          label: t("theme"),
          value: preferences.theme,
          options: /** @type {const} */ (["system", "light", "dark"]).map((value) => ({ value, label: t(`theme.${value}`) })),
          change: (theme) => act.prefer({ theme }),
        }),
      ),
      field(
        t("confirm"),
        segments({
          label: t("confirm"),
          value: preferences.confirm,
          options: /** @type {const} */ (["touch", "always", "never"]).map((value) => ({ value, label: t(`confirm.${value}`) })),
          change: (confirm) => act.prefer({ confirm }),
        }),
        t("confirm.about"),
      ),
      h(
        "div",
        { class: "rows flush" },
        row("sound"),
        row("coordinates"),
        row("numbers"),
        row("threats"),
        row("forbidden"),
        toggle({ label: t("warn.switch"), on: state.warn, change: act.setWarn, name: "warn-setting" }),
        row("contrast"),
      ),
    ],
    footer: [
      h("span", { class: "quiet grow" }, state.welcome ? t("about", { version: state.welcome.version }) : ""),
      button({ label: t("done"), act: act.closeSheet, kind: "primary" }),
    ],
  });
}

/** @param {Actions} act */
function helpSheet(act) {
  /** @param {"play" | "study"} mode */
  const table = (mode) =>
    h(
      "table",
      { class: "keys" },
      h("caption", null, t(`help.${mode}`)),
      h(
        "tbody",
        null,
        helpRows(mode).map(({ keys, text }) => h("tr", null, h("td", null, keys.map((key) => h("kbd", null, key))), h("td", null, text))),
      ),
    );
  return sheetFrame({
    title: t("help"),
    close: act.closeSheet,
    body: [h("p", null, t("help.about")), h("div", { class: "two-up" }, table("play"), table("study"))],
  });
}

/** @param {State} state @param {Actions} act */
function ruleSheet(state, act) {
  const rule = state.snapshot?.board.rule ?? "freestyle";
  const protocol = state.snapshot?.game.settings.protocol ?? "none";
  return sheetFrame({
    title: t(`rule.${rule}`),
    close: act.closeSheet,
    body: [
      h("p", { class: "big" }, state.snapshot ? say(state.snapshot.bar.rule) : ""),
      h("p", null, t(`rule.long.${rule}`)),
      rule === "renju" && h("p", null, t("rule.renju.forbidden")),
      protocol !== "none" && h("p", null, h("b", null, `${t(`protocol.${protocol}`)}. `), t(`protocol.long.${protocol}`)),
      h("p", { class: "quiet" }, t("rule.draw")),
    ],
  });
}

/** What the top bar holds on a wide screen. @param {State} state @param {Actions} act */
function menuSheet(state, act) {
  const { sound } = state.preferences;
  return sheetFrame({
    title: t("menu"),
    close: act.closeSheet,
    body: [
      h("nav", { class: "menu-tabs", "aria-label": t("tabs") }, tabButtons(state, act)),
      h(
        "div",
        { class: "rows flush" },
        toggle({ label: t("setting.sound"), on: sound, change: (on) => act.prefer({ sound: on }), name: "menu-sound" }),
        toggle({ label: t("threats.switch"), on: state.preferences.threats, change: (threats) => act.prefer({ threats }) }),
        toggle({ label: t("warn.switch"), on: state.warn, change: act.setWarn }),
        state.snapshot && adaptive(act, state.snapshot.game),
      ),
      h(
        "div",
        { class: "row-buttons" },
        button({ label: t("language.other"), act: act.nextLanguage, picture: "language", name: "menu-language" }),
        button({ label: t("theme.next"), act: act.nextTheme, picture: "theme" }),
        button({ label: t("settings"), act: () => act.openSheet({ kind: "settings" }), picture: "settings", name: "menu-settings" }),
        button({ label: t("help"), act: () => act.openSheet({ kind: "help" }), picture: "help" }),
      ),
    ],
  });
}

/** @param {Actions} act @param {Extract<Sheet, { kind: "share" }>} sheet */
function shareSheet(act, { link, position, gomocalc }) {
  /** @param {string} label @param {string} value @param {string} done @param {string} name */
  const line = (label, value, done, name) =>
    field(
      label,
      h(
        "span",
        { class: "copyline" },
        h("input", { class: "input", readonly: true, value, "aria-label": label, "data-name": name }),
        button({ label: t("copy"), act: () => act.copy(value, done), picture: "copy" }),
      ),
    );
  return sheetFrame({
    title: t("share"),
    close: act.closeSheet,
    body: [
      line(t("share.link"), link, t("link.copied"), "share-link"),
      position && line(t("share.position"), position, t("position.copied"), "share-position"),
      gomocalc && line("gomocalc", gomocalc, t("link.copied"), "share-gomocalc"),
      field(
        t("share.file"),
        h(
          "span",
          { class: "row-buttons" },
          ["sgf", "psq", "svg", "png"].map((format) => button({ label: format.toUpperCase(), act: () => act.download(format), name: `export-${format}` })),
        ),
        t("share.about"),
      ),
    ],
  });
}

/** @param {Actions} act @param {Extract<Sheet, { kind: "rename" }>} sheet */
function renameSheet(act, sheet) {
  return sheetFrame({
    title: t("games.rename"),
    close: act.closeSheet,
    body: h(
      "form",
      {
        id: "rename",
        onsubmit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          act.rename(sheet.game, sheet.title);
        },
      },
      h("input", {
        class: "input",
        maxlength: 200,
        value: sheet.title,
        oninput: (/** @type {Event} */ event) => act.typeTitle(/** @type {HTMLInputElement} */ (event.target).value),
        "aria-label": t("games.name"),
        "data-name": "title",
      }),
    ),
    footer: [
      h("span", { class: "grow" }),
      button({ label: t("cancel"), act: act.closeSheet }),
      h("button", { class: "btn primary", type: "submit", form: "rename" }, t("save")),
    ],
  });
}

/** @param {Actions} act @param {Extract<Sheet, { kind: "ask" }>} sheet */
function askSheet(act, sheet) {
  return sheetFrame({
    title: sheet.question,
    close: act.closeSheet,
    body: h("p", { class: "quiet" }, sheet.note),
    footer: [
      h("span", { class: "grow" }),
      button({ label: t("cancel"), act: act.closeSheet, name: "cancel" }),
      button({ label: sheet.yes, act: sheet.act, kind: "primary", name: "yes" }),
    ],
  });
}
