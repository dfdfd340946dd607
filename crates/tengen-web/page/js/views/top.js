// The bar at the top: where one is, and what is always at hand.

import { h, s } from "../dom.js";
import { t } from "../i18n.js";
import { iconButton } from "../components.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {import("../state.js").Tab} Tab */
/** @typedef {import("../events.js").Actions} Actions */

/** The tabs that a role has: others than the host only play or watch. @param {State} state @returns {Tab[]} */
export function tabsOf(state) {
  return state.snapshot && state.snapshot.role !== "host" ? ["play"] : ["play", "analyse", "solve", "games"];
}

/** @param {State} state @param {Actions} act */
export function top(state, act) {
  const { sound } = state.preferences;
  return [
    h(
      "h1",
      { class: "brand" },
      s(
        "svg",
        { class: "logo", viewBox: "0 0 22 22", "aria-hidden": "true" },
        s("path", { d: "M11 1v20M1 11h20" }),
        s("circle", { cx: 11, cy: 11, r: 5 }),
      ),
      "Tengen",
    ),
    h("nav", { class: "tabs", "aria-label": t("tabs") }, tabButtons(state, act)),
    h(
      "div",
      { class: "tools" },
      iconButton({ picture: "share", label: t("share"), act: act.share, name: "share" }),
      iconButton({
        picture: sound ? "sound" : "mute",
        label: sound ? t("sound.on") : t("sound.off"),
        act: () => act.prefer({ sound: !sound }),
        kind: "not-phone",
        name: "sound",
      }),
      iconButton({ picture: "language", label: t("language.other"), act: act.nextLanguage, kind: "not-phone", name: "language" }),
      iconButton({ picture: "theme", label: t("theme.next"), act: act.nextTheme, kind: "not-phone", name: "theme" }),
      iconButton({ picture: "help", label: t("help"), act: () => act.openSheet({ kind: "help" }), kind: "not-phone", name: "help" }),
      iconButton({ picture: "settings", label: t("settings"), act: () => act.openSheet({ kind: "settings" }), kind: "not-phone", name: "settings" }),
      iconButton({ picture: "menu", label: t("menu"), act: () => act.openSheet({ kind: "menu" }), kind: "only-phone", name: "menu" }),
    ),
  ];
}

/** @param {State} state @param {Actions} act */
export function tabButtons(state, act) {
  return tabsOf(state).map((tab) =>
    h(
      "button",
      {
        type: "button",
        "data-tab": tab,
        "aria-current": state.tab === tab ? "page" : undefined,
        onclick: () => act.openTab(tab),
      },
      t(`tab.${tab}`),
    ),
  );
}
